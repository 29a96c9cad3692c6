//! Units in values: `"2 MPa"`, `"9.81 m/s2"`, `"30 deg"`. Everything becomes an SI number here and nowhere else.
//!
//! [`Dimension`] is the vector of powers of kilogram, metre, second and angle; [`quantity::parse`] reads a number with
//! a product of units; [`symbols`] holds the table of the units we know, which is also printed in the reference page.
//!
//! Angles are dimensionless in SI, but we track them: a spin of "10 Hz" is a mistake of 2 pi that plain dimension
//! analysis would let through.

pub mod quantity;
pub mod symbols;

pub use quantity::{Quantity, UnitError, parse};

use std::fmt;

/// Powers of the base units of a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dimension {
    /// Power of the kilogram.
    pub kilogram: i8,
    /// Power of the metre.
    pub metre: i8,
    /// Power of the second.
    pub second: i8,
    /// Power of the radian.
    pub radian: i8,
}

impl Dimension {
    /// A plain number.
    pub const RATIO: Self = Self::new(0, 0, 0);
    /// Metres.
    pub const LENGTH: Self = Self::new(0, 1, 0);
    /// Square metres.
    pub const AREA: Self = Self::new(0, 2, 0);
    /// Cubic metres.
    pub const VOLUME: Self = Self::new(0, 3, 0);
    /// Kilograms.
    pub const MASS: Self = Self::new(1, 0, 0);
    /// Seconds.
    pub const TIME: Self = Self::new(0, 0, 1);
    /// Rates and frequencies, 1/s.
    pub const RATE: Self = Self::new(0, 0, -1);
    /// Radians.
    pub const ANGLE: Self = Self { radian: 1, ..Self::RATIO };
    /// Radians per second.
    pub const ANGULAR_VELOCITY: Self = Self { radian: 1, ..Self::RATE };
    /// Metres per second.
    pub const VELOCITY: Self = Self::new(0, 1, -1);
    /// Metres per second squared.
    pub const ACCELERATION: Self = Self::new(0, 1, -2);
    /// Newtons.
    pub const FORCE: Self = Self::new(1, 1, -2);
    /// Newton metres; joules have the same dimension.
    pub const TORQUE: Self = Self::new(1, 2, -2);
    /// Watts.
    pub const POWER: Self = Self::new(1, 2, -3);
    /// Pascals.
    pub const PRESSURE: Self = Self::new(1, -1, -2);
    /// Kilograms per cubic metre.
    pub const DENSITY: Self = Self::new(1, -3, 0);
    /// Pascal seconds.
    pub const VISCOSITY: Self = Self::new(1, -1, -1);

    const fn new(kilogram: i8, metre: i8, second: i8) -> Self {
        Self { kilogram, metre, second, radian: 0 }
    }

    /// The product of two quantities; `None` when a power leaves the range nobody needs (beyond 100).
    #[must_use]
    pub fn times(self, other: Self) -> Option<Self> {
        let add = |a: i8, b: i8| a.checked_add(b).filter(|sum| sum.abs() <= 100);
        Some(Self {
            kilogram: add(self.kilogram, other.kilogram)?,
            metre: add(self.metre, other.metre)?,
            second: add(self.second, other.second)?,
            radian: add(self.radian, other.radian)?,
        })
    }

    /// The quantity to an integer power; `None` when a power leaves the range nobody needs.
    #[must_use]
    pub fn power(self, exponent: i8) -> Option<Self> {
        let scale = |a: i8| a.checked_mul(exponent).filter(|product| product.abs() <= 100);
        Some(Self {
            kilogram: scale(self.kilogram)?,
            metre: scale(self.metre)?,
            second: scale(self.second)?,
            radian: scale(self.radian)?,
        })
    }

    /// What the quantity is called, with its article ("a length"), if it has a name.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        NAMED.iter().find(|row| row.0 == self).map(|row| row.1)
    }

    /// The SI unit as users write it ("Pa", "kg/m3"); empty for plain numbers.
    #[must_use]
    pub fn si_unit(self) -> String {
        match NAMED.iter().find(|row| row.0 == self) {
            Some(row) => row.2.to_string(),
            None => self.base_units(),
        }
    }

    /// A value the user could copy, for example "2 MPa".
    #[must_use]
    pub fn example(self) -> String {
        match NAMED.iter().find(|row| row.0 == self) {
            Some(row) => row.3.to_string(),
            None => format!("1 {}", self.base_units()),
        }
    }

    /// The quantity in words: its name, or its base units when it has none.
    #[must_use]
    pub fn describe(self) -> String {
        match self.name() {
            Some(name) => name.to_string(),
            None => format!("a quantity in {}", self.base_units()),
        }
    }

    fn base_units(self) -> String {
        let powers = [("kg", self.kilogram), ("m", self.metre), ("s", self.second), ("rad", self.radian)];
        let factor = |(unit, power): &(&str, i8)| match power {
            1 => (*unit).to_string(),
            _ => format!("{unit}{power}"),
        };
        let factors: Vec<String> = powers.iter().filter(|entry| entry.1 != 0).map(factor).collect();
        factors.join(" ")
    }
}

impl fmt::Display for Dimension {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.describe())
    }
}

/// Dimension, name with article, SI unit, example value.
const NAMED: &[(Dimension, &str, &str, &str)] = &[
    (Dimension::RATIO, "a plain number", "", "0.5"),
    (Dimension::LENGTH, "a length", "m", "5 mm"),
    (Dimension::AREA, "an area", "m2", "4 cm2"),
    (Dimension::VOLUME, "a volume", "m3", "2 l"),
    (Dimension::MASS, "a mass", "kg", "2 kg"),
    (Dimension::TIME, "a time", "s", "3 s"),
    (Dimension::RATE, "a rate", "1/s", "10 1/s"),
    (Dimension::ANGLE, "an angle", "rad", "30 deg"),
    (Dimension::ANGULAR_VELOCITY, "an angular velocity", "rad/s", "2 rad/s"),
    (Dimension::VELOCITY, "a velocity", "m/s", "2 m/s"),
    (Dimension::ACCELERATION, "an acceleration", "m/s2", "9.81 m/s2"),
    (Dimension::FORCE, "a force", "N", "5 kN"),
    (Dimension::TORQUE, "a torque or energy", "N m", "3 N m"),
    (Dimension::POWER, "a power", "W", "5 W"),
    (Dimension::PRESSURE, "a pressure", "Pa", "2 MPa"),
    (Dimension::DENSITY, "a density", "kg/m3", "1000 kg/m3"),
    (Dimension::VISCOSITY, "a viscosity", "Pa s", "10 Pa s"),
];
