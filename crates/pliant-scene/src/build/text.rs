//! Numbers and points in messages.

use glam::DVec3;
use pliant_geometry::BoundingBox;

/// A number with at most four significant digits.
pub(crate) fn number(value: f64) -> String {
    if value == 0.0 {
        return "0".to_string();
    }
    if !(1e-4..1e6).contains(&value.abs()) {
        return format!("{value:.3e}");
    }
    #[allow(clippy::cast_possible_truncation, reason = "between -4 and 6")]
    let digits = (3 - value.abs().log10().floor() as i32).max(0);
    let rounded = format!("{value:.*}", digits.unsigned_abs() as usize);
    if rounded.contains('.') {
        rounded.trim_end_matches('0').trim_end_matches('.').to_string()
    } else {
        rounded
    }
}

/// A number with two significant digits, for estimates.
pub(super) fn rounded(value: f64) -> String {
    number(format!("{value:.1e}").parse().unwrap_or(value))
}

/// `(0, 0.1, 2) m`; what is nothing but rounding is zero.
pub(super) fn point(x: DVec3) -> String {
    let noise = 1e-12 * x.abs().max_element();
    let [x, y, z] = x.to_array().map(|c| number(if c.abs() > noise { c } else { 0.0 }));
    format!("({x}, {y}, {z}) m")
}

/// `between (0, 0, 0) m and (1, 1, 1) m`.
pub(super) fn extent(bounds: &BoundingBox) -> String {
    format!("between {} and {}", point(bounds.min), point(bounds.max))
}

/// `"a"`, `"a" and "b"`, `"a", "b" and 3 more`.
pub(super) fn names(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    match &quoted[..] {
        [] => String::new(),
        [one] => one.clone(),
        [one, two] => format!("{one} and {two}"),
        [one, two, three] => format!("{one}, {two} and {three}"),
        [one, two, rest @ ..] => format!("{one}, {two} and {} more", rest.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let shown = [0.0, 1.0, -0.25, 1.0 / 3.0, 123_456.0, 1.5e-7, 2e9, 0.1 + 0.2, 999.96].map(number);
        assert_eq!(shown, ["0", "1", "-0.25", "0.3333", "123456", "1.500e-7", "2.000e9", "0.3", "1000"]);
    }

    #[test]
    fn estimates_and_points_show_no_noise() {
        assert_eq!([0.012_345, 98.7, 0.3].map(rounded), ["0.012", "99", "0.3"]);
        assert_eq!(point(DVec3::new(0.15, -5.9e-21, 1e-5)), "(0.15, 0, 1.000e-5) m");
    }

    #[test]
    fn lists_of_names_stay_short() {
        assert_eq!(names(&["a", "b"]), "\"a\" and \"b\"");
        assert_eq!(names(&["a", "b", "c", "d"]), "\"a\", \"b\" and 2 more");
    }
}
