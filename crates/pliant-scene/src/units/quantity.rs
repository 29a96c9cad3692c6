//! Reads a number with a product of units: `1.2 g/cm3`, `9.81 m/s^2`, `10 Pa s`, `1/3`, `1 1/s`, `3 N/(m s)`.
//!
//! ```text
//! quantity = number [ "/" number ] [ unit ]
//! unit     = factor { ( "*" | "·" | space ) factor | "/" factor }
//! factor   = symbol [ [ "^" ] power ] | "1" | "(" unit ")"
//! ```
//!
//! A product after a quotient ("N/m s") is refused, because people disagree on what it means. Decimal units shift the
//! decimal exponent of the text before it becomes binary, so "1.2 g/cm3" is the very same bits as 1200.

use super::Dimension;
use super::symbols::{self, Worth};

/// A number in SI with its dimension.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantity {
    /// The value in SI units.
    pub value: f64,
    /// Its powers of the base units; plain numbers have none.
    pub dimension: Dimension,
    /// Whether a unit was written at all.
    pub has_unit: bool,
}

/// Why a text is no quantity.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnitError {
    /// The text does not begin with a number.
    #[error("it does not start with a number")]
    NoNumber,
    /// A symbol that is in no table.
    #[error("the unit `{0}` is not known")]
    UnknownUnit(String),
    /// A product after a quotient.
    #[error("`{0}` can be read in two ways")]
    Ambiguous(String),
    /// Something that is no unit expression.
    #[error("`{0}` cannot be read as a unit")]
    Malformed(String),
    /// A power nobody needs.
    #[error("the power in `{0}` is out of range")]
    Power(String),
    /// The value does not fit a 64-bit float, or is "nan" or "inf".
    #[error("the value is not a finite number")]
    NotFinite,
}

impl UnitError {
    /// What the user can do about it; `None` when only the expected quantity can tell.
    #[must_use]
    pub fn remedy(&self) -> Option<String> {
        match self {
            Self::UnknownUnit(symbol) => {
                symbols::similar(symbol).map(|unit| format!("did you mean `{unit}`?"))
            }
            Self::Ambiguous(text) => Some(format!(
                "put the divisor into parentheses, like `N/(m s)`, or write the product first, like `N s/m` (here `{text}`)"
            )),
            Self::Power(_) => Some("use powers between -9 and 9".into()),
            Self::NoNumber | Self::Malformed(_) | Self::NotFinite => None,
        }
    }
}

/// Reads a number with an optional unit.
///
/// # Errors
/// Says what is wrong with the text.
pub fn parse(text: &str) -> Result<Quantity, UnitError> {
    let text = text.trim();
    if is_not_finite(text) {
        return Err(UnitError::NotFinite);
    }
    let (number, rest) = split_number(text).ok_or(UnitError::NoNumber)?;
    let (divisor, rest) = split_divisor(rest);
    let unit_text = rest.trim();
    let worth = if unit_text.is_empty() { PLAIN } else { parse_unit(unit_text)? };
    let value = convert(&number, &worth)? / divisor;
    if !value.is_finite() {
        return Err(UnitError::NotFinite);
    }
    Ok(Quantity { value, dimension: worth.dimension, has_unit: !unit_text.is_empty() })
}

const PLAIN: Worth = Worth { dimension: Dimension::RATIO, coefficient: 1.0, exponent: 0 };

fn is_not_finite(text: &str) -> bool {
    let word =
        text.trim_start_matches(['+', '-']).split_whitespace().next().unwrap_or("").to_ascii_lowercase();
    matches!(word.as_str(), "nan" | "inf" | "infinity")
}

/// A decimal number as text: mantissa and exponent apart.
struct Decimal {
    mantissa: String,
    exponent: i32,
}

fn convert(number: &Decimal, worth: &Worth) -> Result<f64, UnitError> {
    let shifted = format!("{}e{}", number.mantissa, number.exponent.saturating_add(worth.exponent));
    let decimal: f64 = shifted.parse().map_err(|_| UnitError::NoNumber)?;
    Ok(decimal * worth.coefficient)
}

/// Splits a leading decimal number off; underscores between digits are allowed as in TOML.
fn split_number(text: &str) -> Option<(Decimal, &str)> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let sign = if text.starts_with('-') { "-" } else { "" };
    let (whole, rest) = split_digits(unsigned);
    let (fraction, rest) = match rest.strip_prefix('.') {
        Some(after) => split_digits(after),
        None => (String::new(), rest),
    };
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let (exponent, rest) = split_exponent(rest);
    Some((Decimal { mantissa: format!("{sign}{whole}.{fraction}"), exponent }, rest))
}

fn split_digits(text: &str) -> (String, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '_').unwrap_or(text.len());
    (text[..end].chars().filter(char::is_ascii_digit).collect(), &text[end..])
}

/// "e-3" belongs to the number; an "e" without digits after it does not.
fn split_exponent(text: &str) -> (i32, &str) {
    let Some(after) = text.strip_prefix(['e', 'E']) else { return (0, text) };
    let unsigned = after.strip_prefix(['+', '-']).unwrap_or(after);
    let end = unsigned.find(|c: char| !c.is_ascii_digit()).unwrap_or(unsigned.len());
    if end == 0 {
        return (0, text);
    }
    // Anything this large overflows or underflows anyway, whatever the unit.
    let size = unsigned[..end].parse::<i32>().unwrap_or(100_000).min(100_000);
    (if after.starts_with('-') { -size } else { size }, &unsigned[end..])
}

/// The "/3" of "1/3"; a slash before anything else begins the unit.
fn split_divisor(text: &str) -> (f64, &str) {
    let digits = text.trim_start().strip_prefix('/').map(str::trim_start);
    let split = digits.filter(|after| after.starts_with(|c: char| c.is_ascii_digit())).and_then(split_number);
    match split {
        Some((divisor, rest)) => (convert(&divisor, &PLAIN).unwrap_or(f64::NAN), rest),
        None => (1.0, text),
    }
}

fn parse_unit(text: &str) -> Result<Worth, UnitError> {
    let mut parser = UnitParser { rest: text, whole: text };
    let start = if parser.rest.starts_with('/') { Some(PLAIN) } else { None };
    let worth = parser.product(start, 0)?;
    if parser.rest.is_empty() { Ok(worth) } else { Err(UnitError::Malformed(text.into())) }
}

/// Deeper parentheses than this are no unit.
const MAX_DEPTH: usize = 8;

struct UnitParser<'a> {
    rest: &'a str,
    whole: &'a str,
}

impl UnitParser<'_> {
    /// `factor { operator factor }`; `start` stands for the number before a leading slash.
    fn product(&mut self, start: Option<Worth>, depth: usize) -> Result<Worth, UnitError> {
        let mut worth = match start {
            Some(worth) => worth,
            None => self.factor(depth)?,
        };
        let mut divided = false;
        loop {
            self.rest = self.rest.trim_start();
            if self.rest.is_empty() || self.rest.starts_with(')') {
                return Ok(worth);
            }
            let divide = self.operator();
            if divided && !divide {
                return Err(UnitError::Ambiguous(self.whole.into()));
            }
            divided |= divide;
            let factor = self.factor(depth)?;
            worth = self.multiply(worth, self.raise(factor, if divide { -1 } else { 1 })?)?;
        }
    }

    /// Skips the operator; true for a quotient.
    fn operator(&mut self) -> bool {
        let divide = self.rest.starts_with('/');
        self.rest = self.rest.strip_prefix(['/', '*', '·', '⋅', '.']).unwrap_or(self.rest).trim_start();
        divide
    }

    fn factor(&mut self, depth: usize) -> Result<Worth, UnitError> {
        if depth > MAX_DEPTH {
            return Err(self.malformed());
        }
        if let Some(inside) = self.rest.strip_prefix('(') {
            self.rest = inside.trim_start();
            let worth = self.product(None, depth + 1)?;
            self.rest = self.rest.strip_prefix(')').ok_or_else(|| self.malformed())?;
            return self.with_power(worth);
        }
        if let Some(after_one) = self.rest.strip_prefix('1') {
            self.rest = after_one;
            return Ok(PLAIN);
        }
        let end =
            self.rest.find(|c: char| !c.is_alphabetic() && c != '°' && c != '%').unwrap_or(self.rest.len());
        if end == 0 {
            return Err(self.malformed());
        }
        let (symbol, rest) = self.rest.split_at(end);
        self.rest = rest;
        let worth = symbols::look_up(symbol).ok_or_else(|| UnitError::UnknownUnit(symbol.into()))?;
        self.with_power(worth)
    }

    fn with_power(&mut self, worth: Worth) -> Result<Worth, UnitError> {
        if let Some(power) = self.superscript() {
            return self.raise(worth, power);
        }
        let caret = self.rest.strip_prefix('^');
        let after = caret.unwrap_or(self.rest);
        let unsigned = after.strip_prefix(['-', '+']).unwrap_or(after);
        let end = unsigned.find(|c: char| !c.is_ascii_digit()).unwrap_or(unsigned.len());
        if end == 0 {
            return if caret.is_some() { Err(self.malformed()) } else { Ok(worth) };
        }
        let size: i8 = unsigned[..end].parse().map_err(|_| UnitError::Power(self.whole.into()))?;
        self.rest = &unsigned[end..];
        self.raise(worth, if after.starts_with('-') { -size } else { size })
    }

    fn superscript(&mut self) -> Option<i8> {
        let digits = [('¹', 1), ('²', 2), ('³', 3), ('⁴', 4)];
        let unsigned = self.rest.strip_prefix('⁻').unwrap_or(self.rest);
        let (sign, power) =
            (self.rest.starts_with('⁻'), digits.iter().find(|row| unsigned.starts_with(row.0))?);
        self.rest = unsigned.strip_prefix(power.0)?;
        Some(if sign { -power.1 } else { power.1 })
    }

    fn raise(&self, worth: Worth, power: i8) -> Result<Worth, UnitError> {
        let out_of_range = || UnitError::Power(self.whole.into());
        if power.unsigned_abs() > 9 {
            return Err(out_of_range());
        }
        Ok(Worth {
            dimension: worth.dimension.power(power).ok_or_else(out_of_range)?,
            coefficient: worth.coefficient.powi(i32::from(power)),
            exponent: worth.exponent.saturating_mul(i32::from(power)),
        })
    }

    fn multiply(&self, a: Worth, b: Worth) -> Result<Worth, UnitError> {
        Ok(Worth {
            dimension: a.dimension.times(b.dimension).ok_or_else(|| UnitError::Power(self.whole.into()))?,
            coefficient: a.coefficient * b.coefficient,
            exponent: a.exponent.saturating_add(b.exponent),
        })
    }

    fn malformed(&self) -> UnitError {
        UnitError::Malformed(self.whole.into())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use proptest::prelude::*;

    fn si(text: &str, dimension: Dimension) -> f64 {
        let quantity = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(quantity.dimension, dimension, "{text}");
        quantity.value
    }

    #[test]
    fn usual_quantities_are_exact() {
        let cases = [
            ("2 MPa", Dimension::PRESSURE, 2e6),
            ("5 mm", Dimension::LENGTH, 0.005),
            ("5mm", Dimension::LENGTH, 0.005),
            ("9.81 m/s2", Dimension::ACCELERATION, 9.81),
            ("9.81 m/s^2", Dimension::ACCELERATION, 9.81),
            ("9.81 m s-2", Dimension::ACCELERATION, 9.81),
            ("9.81 m/s²", Dimension::ACCELERATION, 9.81),
            ("9.81 m·s⁻²", Dimension::ACCELERATION, 9.81),
            ("1e3 kg/m3", Dimension::DENSITY, 1e3),
            ("1.2 g/cm3", Dimension::DENSITY, 1200.0),
            ("0.5 turn", Dimension::ANGLE, std::f64::consts::PI),
            ("10 Pa s", Dimension::VISCOSITY, 10.0),
            ("10 Pa*s", Dimension::VISCOSITY, 10.0),
            ("5 kN", Dimension::FORCE, 5e3),
            ("3 N m", Dimension::TORQUE, 3.0),
            ("1 1/s", Dimension::RATE, 1.0),
            ("1/s", Dimension::RATE, 1.0),
            ("10 Hz", Dimension::RATE, 10.0),
            ("2 kN/m2", Dimension::PRESSURE, 2e3),
            ("2 kg/(m s2)", Dimension::PRESSURE, 2.0),
            ("1 min", Dimension::TIME, 60.0),
            ("1 in", Dimension::LENGTH, 0.0254),
            ("1_000 mm", Dimension::LENGTH, 1.0),
            ("1/4", Dimension::RATIO, 0.25),
            ("1/4 m", Dimension::LENGTH, 0.25),
            ("50 %", Dimension::RATIO, 0.5),
            ("-.5 µm", Dimension::LENGTH, -0.5e-6),
            ("0.1 J/m3", Dimension::PRESSURE, 0.1),
        ];
        for (text, dimension, value) in cases {
            assert_eq!(si(text, dimension), value, "{text}");
        }
    }

    #[test]
    fn rounded_units() {
        // One unit in the last place of pi/6.
        assert!((si("30 deg", Dimension::ANGLE) - std::f64::consts::FRAC_PI_6).abs() <= f64::EPSILON / 2.0);
        assert!((si("1 psi", Dimension::PRESSURE) - 6_894.757_293_168).abs() < 1e-8);
        assert!((si("60 rpm", Dimension::ANGULAR_VELOCITY) - std::f64::consts::TAU).abs() < 1e-14);
        assert!((si("36 km/h", Dimension::VELOCITY) - 10.0).abs() < 1e-14);
    }

    #[test]
    fn refusals() {
        let error = |text: &str| parse(text).unwrap_err();
        assert_eq!(error("mm"), UnitError::NoNumber);
        assert_eq!(error(""), UnitError::NoNumber);
        assert_eq!(error("5 blorp"), UnitError::UnknownUnit("blorp".into()));
        assert_eq!(error("5 N/m s"), UnitError::Ambiguous("N/m s".into()));
        assert_eq!(error("5 m^"), UnitError::Malformed("m^".into()));
        assert_eq!(error("5 (m"), UnitError::Malformed("(m".into()));
        assert_eq!(error("5 m)"), UnitError::Malformed("m)".into()));
        assert_eq!(error("5 m^77"), UnitError::Power("m^77".into()));
        assert_eq!(error("1e400 m"), UnitError::NotFinite);
        assert_eq!(error("inf m"), UnitError::NotFinite);
        assert_eq!(error("1/0 m"), UnitError::NotFinite);
        assert_eq!(error("5 mpa").remedy().as_deref(), Some("did you mean `MPa`?"));
    }

    #[test]
    fn every_unit_is_found_and_has_its_dimension() {
        for unit in symbols::UNITS {
            assert_eq!(look_up_dimension(unit.symbol), unit.dimension, "{}", unit.symbol);
        }
        // A prefixed unit must not hide behind another unit of the same spelling unnoticed.
        let clashes: Vec<String> = symbols::UNITS
            .iter()
            .filter(|unit| unit.takes_prefix)
            .flat_map(|unit| {
                symbols::PREFIXES.iter().map(move |prefix| format!("{}{}", prefix.symbol, unit.symbol))
            })
            .filter(|name| symbols::UNITS.iter().any(|unit| unit.symbol == name))
            .collect();
        assert_eq!(clashes, Vec::<String>::new());
    }

    fn look_up_dimension(symbol: &str) -> Dimension {
        symbols::look_up(symbol).unwrap().dimension
    }

    proptest! {
        #[test]
        fn decimal_units_are_the_same_bits_as_the_shifted_literal(digits in 0u64..1_000_000_000, point in 0usize..9, shift in -8i32..8) {
            let text = format!("{digits:09}");
            let literal = format!("{}.{}e{shift}", &text[..point], &text[point..]);
            for (unit, exponent) in [("mm", -3), ("km", 3), ("um", -6), ("cm", -2)] {
                let direct: f64 = format!("{}.{}e{}", &text[..point], &text[point..], shift + exponent).parse().unwrap();
                prop_assert_eq!(parse(&format!("{literal} {unit}")).unwrap().value, direct);
            }
        }

        #[test]
        fn products_and_quotients_have_the_dimension_of_their_parts(a in 0usize..symbols::UNITS.len(), b in 0usize..symbols::UNITS.len(), p in 1i8..4) {
            let (a, b) = (&symbols::UNITS[a], &symbols::UNITS[b]);
            let product = parse(&format!("1 {}^{p} {}", a.symbol, b.symbol)).unwrap();
            let quotient = parse(&format!("1 {}/{}{p}", a.symbol, b.symbol)).unwrap();
            prop_assert_eq!(Some(product.dimension), a.dimension.power(p).and_then(|raised| raised.times(b.dimension)));
            prop_assert_eq!(Some(quotient.dimension), b.dimension.power(-p).and_then(|raised| raised.times(a.dimension)));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,24}") {
            if let Ok(quantity) = parse(&text) {
                prop_assert!(quantity.value.is_finite());
            }
        }

        #[test]
        fn unit_like_text_is_read_or_refused(text in "[0-9.e+-]{1,4} ?[a-zA-Z0-9/*()^ .%-]{0,12}") {
            if let Ok(quantity) = parse(&text) {
                prop_assert!(quantity.value.is_finite());
            }
        }
    }
}
