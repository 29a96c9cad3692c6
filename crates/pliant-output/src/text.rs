//! Numbers and names as text: shortest round-trip numbers, XML-safe names.

use std::borrow::Cow;

/// The shortest text that reads back as the same number: plain for common sizes, else with an exponent.
/// What is not finite becomes `nan`, `inf` or `-inf`.
pub(crate) fn number(value: f64) -> String {
    let size = value.abs();
    if value.is_nan() {
        "nan".into()
    } else if size == 0.0 || (1e-4..1e15).contains(&size) || size.is_infinite() {
        format!("{value}")
    } else {
        format!("{value:e}")
    }
}

/// Text for XML content and for attributes in double quotes. Characters XML forbids become `?`.
pub(crate) fn xml(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|c| needs_escape(c) || is_forbidden(c)) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\n' | '\t' | '\r' => safe.push(' '),
            c if is_forbidden(c) => safe.push('?'),
            c => safe.push(c),
        }
    }
    Cow::Owned(safe)
}

fn needs_escape(c: char) -> bool {
    matches!(c, '&' | '<' | '>' | '"' | '\n' | '\t' | '\r')
}

/// What XML 1.0 allows nowhere, not even escaped (section 2.2).
fn is_forbidden(c: char) -> bool {
    matches!(c, '\u{0}'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::{number, xml};

    #[test]
    fn numbers_are_short_and_read_back_the_same() {
        assert_eq!(number(0.1), "0.1");
        assert_eq!(number(-2.0), "-2");
        assert_eq!(number(1e-7), "1e-7");
        assert_eq!(number(6.02e23), "6.02e23");
        assert_eq!(number(f64::NAN), "nan");
        assert_eq!(number(f64::NEG_INFINITY), "-inf");
        for value in [0.1 + 0.2, 1.0 / 3.0, f64::MIN_POSITIVE, 5e-324, f64::MAX, -0.0, 1e15, 123456.789e-9] {
            let back: f64 = number(value).parse().expect("a number");
            assert_eq!(back.to_bits(), value.to_bits(), "{value}");
        }
    }

    #[test]
    fn names_become_safe_for_xml() {
        assert_eq!(xml("Gummibär 🐻"), "Gummibär 🐻");
        assert_eq!(xml("a<b> & \"c\"\n"), "a&lt;b&gt; &amp; &quot;c&quot; ");
        assert_eq!(xml("bell\u{7}"), "bell?");
    }
}
