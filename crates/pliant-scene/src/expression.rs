//! Functions of x, y, z as text: numbers, `+ - * / ^`, brackets and a few functions. Nothing else can be said, so that a scene
//! from anywhere is safe to open.

use std::f64::consts::PI;
use std::fmt;

use glam::DVec3;

/// Deeper nesting than this is refused, because evaluation recurses.
const DEEPEST: usize = 100;
/// Longer texts than this are refused.
const LONGEST: usize = 2_000;

/// A function of a place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expression {
    Number(f64),
    /// 0, 1, 2 for x, y, z.
    Coordinate(usize),
    Binary(char, Box<[Expression; 2]>),
    Negative(Box<Expression>),
    Function(Function, Vec<Expression>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    Sqrt,
    Sin,
    Cos,
    Abs,
    Exp,
    Min,
    Max,
}

const FUNCTIONS: [(&str, Function, usize); 7] = [
    ("sqrt", Function::Sqrt, 1),
    ("sin", Function::Sin, 1),
    ("cos", Function::Cos, 1),
    ("abs", Function::Abs, 1),
    ("exp", Function::Exp, 1),
    ("min", Function::Min, 2),
    ("max", Function::Max, 2),
];

/// What is wrong with a text, and at which character, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ExpressionError {
    at: usize,
    reason: String,
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at character {}", self.reason, self.at)
    }
}

impl ExpressionError {
    pub(crate) fn remedy(&self) -> String {
        "use numbers, x, y, z, pi, + - * / ^, brackets, sqrt, sin, cos, abs, exp, min(a, b), max(a, b)".into()
    }
}

impl Expression {
    pub(crate) fn parse(text: &str) -> Result<Self, ExpressionError> {
        let mut parser = Parser { text: text.chars().collect(), at: 0, depth: 0 };
        if parser.text.len() > LONGEST {
            return Err(parser.error(format!("more than {LONGEST} characters were found")));
        }
        let expression = parser.sum()?;
        match parser.peek() {
            None => Ok(expression),
            Some(other) => Err(parser.error(format!("\"{other}\" was not expected"))),
        }
    }

    pub(crate) fn value(&self, at: DVec3) -> f64 {
        match self {
            Self::Number(number) => *number,
            Self::Coordinate(axis) => at[*axis],
            Self::Negative(inner) => -inner.value(at),
            Self::Binary(sign, sides) => {
                let [a, b] = [sides[0].value(at), sides[1].value(at)];
                match sign {
                    '+' => a + b,
                    '-' => a - b,
                    '*' => a * b,
                    '/' => a / b,
                    _ => power(a, b),
                }
            }
            Self::Function(function, arguments) => {
                let a = arguments[0].value(at);
                let b = || arguments.get(1).map_or(f64::NAN, |second| second.value(at));
                match function {
                    Function::Sqrt => a.sqrt(),
                    Function::Sin => a.sin(),
                    Function::Cos => a.cos(),
                    Function::Abs => a.abs(),
                    Function::Exp => a.exp(),
                    Function::Min => a.min(b()),
                    Function::Max => a.max(b()),
                }
            }
        }
    }
}

/// Whole powers by multiplication: exact, and the same on every machine.
fn power(base: f64, exponent: f64) -> f64 {
    if exponent.fract() == 0.0 && exponent.abs() <= 64.0 {
        #[allow(clippy::cast_possible_truncation, reason = "a small whole number")]
        return base.powi(exponent as i32);
    }
    base.powf(exponent)
}

struct Parser {
    text: Vec<char>,
    at: usize,
    depth: usize,
}

impl Parser {
    fn error(&self, reason: impl Into<String>) -> ExpressionError {
        ExpressionError { at: self.at.min(self.text.len()) + 1, reason: reason.into() }
    }

    /// The next character that is no blank.
    fn peek(&mut self) -> Option<char> {
        while self.text.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    fn take(&mut self, wanted: &[char]) -> Option<char> {
        let found = self.peek().filter(|c| wanted.contains(c))?;
        self.at += 1;
        Some(found)
    }

    fn expect(&mut self, wanted: char) -> Result<(), ExpressionError> {
        match self.take(&[wanted]) {
            Some(_) => Ok(()),
            None => Err(self.error(format!("\"{wanted}\" is missing"))),
        }
    }

    fn chain(
        &mut self,
        signs: &[char],
        part: fn(&mut Self) -> Result<Expression, ExpressionError>,
    ) -> Result<Expression, ExpressionError> {
        let mut left = part(self)?;
        let mut length = 0;
        while let Some(sign) = self.take(signs) {
            length += 1;
            if length > 9 * DEEPEST {
                return Err(self.error("too many parts in a row were found"));
            }
            left = Expression::Binary(sign, Box::new([left, part(self)?]));
        }
        Ok(left)
    }

    fn sum(&mut self) -> Result<Expression, ExpressionError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.error("too many brackets in each other were found"));
        }
        let sum = self.chain(&['+', '-'], Self::product);
        self.depth -= 1;
        sum
    }

    fn product(&mut self) -> Result<Expression, ExpressionError> {
        self.chain(&['*', '/'], Self::signed)
    }

    fn signed(&mut self) -> Result<Expression, ExpressionError> {
        let mut negative = false;
        while let Some(sign) = self.take(&['-', '+']) {
            negative ^= sign == '-';
        }
        let power = self.power()?;
        Ok(if negative { Expression::Negative(Box::new(power)) } else { power })
    }

    /// Powers bind more tightly than signs before them, and from the right: -x^2^3 is -(x^(2^3)).
    fn power(&mut self) -> Result<Expression, ExpressionError> {
        let base = self.atom()?;
        if self.take(&['^']).is_none() {
            return Ok(base);
        }
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.error("too many powers of powers were found"));
        }
        let exponent = self.signed()?;
        self.depth -= 1;
        Ok(Expression::Binary('^', Box::new([base, exponent])))
    }

    fn atom(&mut self) -> Result<Expression, ExpressionError> {
        match self.peek() {
            None => Err(self.error("the text ends too early")),
            Some('(') => {
                self.at += 1;
                let inner = self.sum()?;
                self.expect(')')?;
                Ok(inner)
            }
            Some(c) if c.is_ascii_digit() || c == '.' => self.number(),
            Some(c) if c.is_ascii_alphabetic() => self.word(),
            Some(other) => Err(self.error(format!("\"{other}\" was not expected"))),
        }
    }

    fn number(&mut self) -> Result<Expression, ExpressionError> {
        let start = self.at;
        while let Some(c) = self.text.get(self.at) {
            let after_e = self.at > start && matches!(self.text[self.at - 1], 'e' | 'E');
            if !(c.is_ascii_digit() || matches!(c, '.' | 'e' | 'E') || (after_e && matches!(c, '+' | '-'))) {
                break;
            }
            self.at += 1;
        }
        let word: String = self.text[start..self.at].iter().collect();
        let number = word.parse().ok().filter(|number: &f64| number.is_finite());
        number.map(Expression::Number).ok_or_else(|| {
            self.at = start;
            self.error(format!("\"{word}\" is no number"))
        })
    }

    fn word(&mut self) -> Result<Expression, ExpressionError> {
        let start = self.at;
        while self.text.get(self.at).is_some_and(|c| c.is_ascii_alphanumeric() || *c == '_') {
            self.at += 1;
        }
        let word: String = self.text[start..self.at].iter().collect();
        match word.as_str() {
            "x" => return Ok(Expression::Coordinate(0)),
            "y" => return Ok(Expression::Coordinate(1)),
            "z" => return Ok(Expression::Coordinate(2)),
            "pi" => return Ok(Expression::Number(PI)),
            _ => {}
        }
        let Some((name, function, count)) = FUNCTIONS.into_iter().find(|known| known.0 == word) else {
            self.at = start;
            return Err(self.error(format!("\"{word}\" is not known")));
        };
        self.expect('(')?;
        let mut arguments = vec![self.sum()?];
        while self.take(&[',']).is_some() {
            arguments.push(self.sum()?);
        }
        if arguments.len() != count {
            return Err(
                self.error(format!("`{name}` takes {count} values, but {} were given", arguments.len()))
            );
        }
        self.expect(')')?;
        Ok(Expression::Function(function, arguments))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn value(text: &str) -> f64 {
        Expression::parse(text).unwrap().value(DVec3::new(2.0, 3.0, 5.0))
    }

    #[test]
    fn precedence_signs_and_functions() {
        assert_eq!(value("x^2 + y * z - 1"), 18.0);
        assert_eq!(value("-x^2"), -4.0);
        assert_eq!(value("2^-1"), 0.5);
        assert_eq!(value("2^3^2"), 512.0);
        assert_eq!(value("10 - 4 - 3"), 3.0);
        assert_eq!(value("8 / 4 / 2"), 1.0);
        assert_eq!(value("max(x, min(y, z)) + abs(-1.5e0)"), 4.5);
        assert!((value("sqrt(x*8) + sin(pi/2) + cos(0) + exp(0)") - 7.0).abs() < 1e-15);
    }

    #[test]
    fn errors_say_where() {
        let error = |text: &str| Expression::parse(text).unwrap_err().to_string();
        assert_eq!(error("x +"), "the text ends too early at character 4");
        assert_eq!(error("x + foo(1)"), "\"foo\" is not known at character 5");
        assert_eq!(error("(x"), "\")\" is missing at character 3");
        assert_eq!(error("x y"), "\"y\" was not expected at character 3");
        assert_eq!(error("1.2.3"), "\"1.2.3\" is no number at character 1");
        assert_eq!(error("min(x)"), "`min` takes 2 values, but 1 were given at character 6");
        assert!(error(&"(".repeat(1900)).contains("brackets"));
        assert!(Expression::parse(&"-".repeat(1900)).is_err());
        assert!(error(&vec!["x"; 1000].join("+")).contains("in a row"));
    }

    proptest! {
        #[test]
        fn any_text_is_safe(text in "[-x0-9a-z+*/^(), .]{0,60}") {
            if let Ok(expression) = Expression::parse(&text) {
                let _ = expression.value(DVec3::new(1.0, -2.0, 0.5));
            }
        }
    }
}
