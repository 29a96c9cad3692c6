//! Who is compared: a method, and keys of bodies that go with it.

use crate::cli::Failure;
use pliant_scene::plan::Method;
use pliant_scene::schema::Choose;

/// A method with keys for all bodies: `tet`, `tet:order=1`, `phyxel:layout=bcc:basis=quadratic`.
#[derive(Clone, Debug, PartialEq)]
pub struct Contender {
    /// The method.
    pub method: Method,
    /// Keys and values.
    pub keys: Vec<(String, String)>,
}

/// Every method there is.
pub fn all() -> Vec<Contender> {
    Method::ALL.iter().map(|(method, _)| Contender { method: *method, keys: Vec::new() }).collect()
}

impl Contender {
    /// Reads `METHOD[:KEY=VALUE]...`.
    pub fn parse(text: &str) -> Result<Self, Failure> {
        let mut parts = text.split(':').map(str::trim);
        let word = parts.next().unwrap_or("");
        let method = Method::ALL.iter().find(|(_, choice)| choice.name == word).map(|(method, _)| *method);
        let method = method.ok_or_else(|| unknown(word))?;
        let key = |part: &str| match part.split_once('=') {
            Some((key, value)) if !key.trim().is_empty() && !value.trim().is_empty() => {
                Ok((key.trim().to_owned(), value.trim().to_owned()))
            }
            _ => Err(Failure::bad_input(format!(
                "error: \"{part}\" in \"{text}\" is no key with a value; write it like {word}:seed=2"
            ))),
        };
        Ok(Self { method, keys: parts.map(key).collect::<Result<_, _>>()? })
    }

    /// As it was written.
    pub fn label(&self) -> String {
        let keys = self.keys.iter().map(|(key, value)| format!(":{key}={value}"));
        std::iter::once(self.method.word().to_owned()).chain(keys).collect()
    }
}

/// Reads `METHOD[@FACTOR]`; without a factor it is as fine as the finest.
pub fn reference(text: &str, finest: f64) -> Result<(Contender, f64), Failure> {
    let (method, factor) = match text.rsplit_once('@') {
        None => (text, finest),
        Some((method, factor)) => {
            let factor = super::parse_factor(factor).map_err(|_| {
                Failure::bad_input(format!(
                    "error: \"{factor}\" in --reference {text} is no refinement; write for example {method}@4"
                ))
            })?;
            (method, factor)
        }
    };
    Ok((Contender::parse(method)?, factor))
}

fn unknown(word: &str) -> Failure {
    if Method::LATER.contains(&word) {
        return Failure::bad_input(format!(
            "error: the method \"{word}\" is planned; there are: {}",
            words()
        ));
    }
    Failure::bad_input(format!("error: there is no method \"{word}\"; there are: {}", words()))
}

fn words() -> String {
    let words: Vec<&str> = Method::ALL.iter().map(|(_, choice)| choice.name).collect();
    words.join(", ")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn contenders_read_back_as_written() {
        for text in ["tet", "tet:order=1", "phyxel:layout=bcc:basis=quadratic"] {
            assert_eq!(Contender::parse(text).unwrap().label(), text);
        }
        let (contender, factor) = reference("tet:order=2@1.5", 4.0).unwrap();
        assert_eq!((contender.label().as_str(), factor), ("tet:order=2", 1.5));
        assert_eq!(reference("phyxel", 4.0).unwrap().1, 4.0);
    }

    #[test]
    fn what_is_wrong_is_told_with_what_there_is() {
        let message = |text: &str| Contender::parse(text).unwrap_err().message;
        assert!(
            message("fem").contains("there is no method \"fem\"; there are: tet, "),
            "{}",
            message("fem")
        );
        assert!(message("tet:order").contains("is no key with a value"));
        assert!(reference("tet@zero", 1.0).unwrap_err().message.contains("tet@4"));
    }
}
