//! The units a scene may use. One table serves the parser, the messages and the reference page.

use super::Dimension;

/// One unit: its symbol, what it is worth in SI and whether it takes prefixes.
#[derive(Clone, Copy, Debug)]
pub struct Unit {
    /// What the user writes.
    pub symbol: &'static str,
    /// The English name, for the reference page.
    pub name: &'static str,
    /// Powers of the base units.
    pub dimension: Dimension,
    /// Worth in SI is `coefficient` times ten to the `exponent`; kept apart so that decimal units stay exact.
    pub coefficient: f64,
    /// See `coefficient`.
    pub exponent: i32,
    /// Whether "k", "M", "m" and so on may stand before it.
    pub takes_prefix: bool,
}

const fn unit(symbol: &'static str, name: &'static str, dimension: Dimension) -> Unit {
    Unit { symbol, name, dimension, coefficient: 1.0, exponent: 0, takes_prefix: false }
}

impl Unit {
    const fn worth(self, coefficient: f64, exponent: i32) -> Self {
        Self { coefficient, exponent, ..self }
    }

    const fn prefixed(self) -> Self {
        Self { takes_prefix: true, ..self }
    }
}

/// Pounds to kilograms, exact by definition (1959).
const POUND: f64 = 0.453_592_37;
/// Standard gravity in m/s2, exact by definition.
const STANDARD_GRAVITY: f64 = 9.806_65;
/// An inch in metres, exact by definition.
const INCH: f64 = 0.0254;
/// Pounds-force per square inch in pascals.
const PSI: f64 = POUND * STANDARD_GRAVITY / (INCH * INCH);

/// Every unit we know.
pub const UNITS: &[Unit] = &[
    unit("m", "metre", Dimension::LENGTH).prefixed(),
    unit("in", "inch", Dimension::LENGTH).worth(INCH, 0),
    unit("ft", "foot", Dimension::LENGTH).worth(0.3048, 0),
    unit("l", "litre", Dimension::VOLUME).worth(1.0, -3).prefixed(),
    unit("L", "litre", Dimension::VOLUME).worth(1.0, -3).prefixed(),
    unit("g", "gram", Dimension::MASS).worth(1.0, -3).prefixed(),
    unit("t", "tonne", Dimension::MASS).worth(1.0, 3),
    unit("lb", "pound", Dimension::MASS).worth(POUND, 0),
    unit("s", "second", Dimension::TIME).prefixed(),
    unit("min", "minute", Dimension::TIME).worth(60.0, 0),
    unit("h", "hour", Dimension::TIME).worth(3600.0, 0),
    unit("Hz", "hertz", Dimension::RATE).prefixed(),
    unit("rad", "radian", Dimension::ANGLE).prefixed(),
    unit("deg", "degree", Dimension::ANGLE).worth(std::f64::consts::PI / 180.0, 0),
    unit("°", "degree", Dimension::ANGLE).worth(std::f64::consts::PI / 180.0, 0),
    unit("turn", "full turn", Dimension::ANGLE).worth(std::f64::consts::TAU, 0),
    unit("rpm", "turns per minute", Dimension::ANGULAR_VELOCITY).worth(std::f64::consts::TAU / 60.0, 0),
    unit("N", "newton", Dimension::FORCE).prefixed(),
    unit("lbf", "pound-force", Dimension::FORCE).worth(POUND * STANDARD_GRAVITY, 0),
    unit("J", "joule", Dimension::TORQUE).prefixed(),
    unit("W", "watt", Dimension::POWER).prefixed(),
    unit("Pa", "pascal", Dimension::PRESSURE).prefixed(),
    unit("bar", "bar", Dimension::PRESSURE).worth(1.0, 5).prefixed(),
    unit("psi", "pound-force per square inch", Dimension::PRESSURE).worth(PSI, 0),
    unit("ksi", "thousand psi", Dimension::PRESSURE).worth(PSI, 3),
    unit("gn", "standard gravity", Dimension::ACCELERATION).worth(STANDARD_GRAVITY, 0),
    unit("%", "percent", Dimension::RATIO).worth(1.0, -2),
];

/// A decimal prefix.
#[derive(Clone, Copy, Debug)]
pub struct Prefix {
    /// What the user writes.
    pub symbol: &'static str,
    /// The English name, for the reference page.
    pub name: &'static str,
    /// The power of ten.
    pub exponent: i32,
}

const fn prefix(symbol: &'static str, name: &'static str, exponent: i32) -> Prefix {
    Prefix { symbol, name, exponent }
}

/// Every prefix we know.
pub const PREFIXES: &[Prefix] = &[
    prefix("T", "tera", 12),
    prefix("G", "giga", 9),
    prefix("M", "mega", 6),
    prefix("k", "kilo", 3),
    prefix("h", "hecto", 2),
    prefix("d", "deci", -1),
    prefix("c", "centi", -2),
    prefix("m", "milli", -3),
    prefix("u", "micro", -6),
    prefix("µ", "micro", -6),
    prefix("μ", "micro", -6),
    prefix("n", "nano", -9),
    prefix("p", "pico", -12),
];

/// What a symbol with its prefix is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// Powers of the base units.
    pub dimension: Dimension,
    /// Worth in SI is `coefficient` times ten to the `exponent`.
    pub coefficient: f64,
    /// See `coefficient`.
    pub exponent: i32,
}

/// Looks a symbol up: first as it stands ("min" is a minute, not a milli-inch), then with a prefix.
#[must_use]
pub fn look_up(symbol: &str) -> Option<Worth> {
    let plain = UNITS.iter().find(|unit| unit.symbol == symbol).map(|unit| worth_of(unit, 0));
    plain.or_else(|| PREFIXES.iter().find_map(|prefix| with_prefix(symbol, prefix)))
}

fn with_prefix(symbol: &str, prefix: &Prefix) -> Option<Worth> {
    let rest = symbol.strip_prefix(prefix.symbol)?;
    let unit = UNITS.iter().find(|unit| unit.takes_prefix && unit.symbol == rest)?;
    Some(worth_of(unit, prefix.exponent))
}

fn worth_of(unit: &Unit, prefix_exponent: i32) -> Worth {
    Worth {
        dimension: unit.dimension,
        coefficient: unit.coefficient,
        exponent: unit.exponent + prefix_exponent,
    }
}

/// The units of one dimension as users write them, for messages ("m, cm, mm, in").
#[must_use]
pub fn usual_units(dimension: Dimension) -> &'static str {
    USUAL.iter().find(|row| row.0 == dimension).map_or("", |row| row.1)
}

const USUAL: &[(Dimension, &str)] = &[
    (Dimension::LENGTH, "m, cm, mm, um, km, in, ft"),
    (Dimension::TIME, "s, ms, us, min, h"),
    (Dimension::PRESSURE, "Pa, kPa, MPa, GPa, N/mm2, bar, psi"),
    (Dimension::DENSITY, "kg/m3, g/cm3, kg/l"),
    (Dimension::ANGLE, "rad, deg, turn"),
    (Dimension::ANGULAR_VELOCITY, "rad/s, deg/s, turn/s, rpm"),
    (Dimension::VELOCITY, "m/s, mm/s, km/h"),
    (Dimension::ACCELERATION, "m/s2, mm/s2, gn"),
    (Dimension::FORCE, "N, kN, mN, lbf"),
    (Dimension::TORQUE, "N m, kN m, N mm"),
    (Dimension::VISCOSITY, "Pa s, mPa s"),
    (Dimension::RATE, "1/s, Hz"),
];

/// Units whose spelling is near the unknown symbol, for "did you mean".
#[must_use]
pub fn similar(symbol: &str) -> Option<String> {
    let same_letters = |candidate: &String| candidate.eq_ignore_ascii_case(symbol);
    let prefixed = |unit: &'static Unit| {
        PREFIXES
            .iter()
            .map(move |prefix| format!("{}{}", prefix.symbol, unit.symbol))
            .filter(|_| unit.takes_prefix)
    };
    let all = UNITS.iter().map(|unit| unit.symbol.to_string()).chain(UNITS.iter().flat_map(prefixed));
    all.into_iter()
        .find(same_letters)
        .or_else(|| LONG_NAMES.iter().find(|row| row.0 == symbol).map(|row| row.1.into()))
}

/// Spelled-out names that people try.
const LONG_NAMES: &[(&str, &str)] = &[
    ("metre", "m"),
    ("meter", "m"),
    ("metres", "m"),
    ("meters", "m"),
    ("sec", "s"),
    ("second", "s"),
    ("seconds", "s"),
    ("minute", "min"),
    ("minutes", "min"),
    ("hour", "h"),
    ("degree", "deg"),
    ("degrees", "deg"),
    ("radian", "rad"),
    ("radians", "rad"),
    ("newton", "N"),
    ("pascal", "Pa"),
    ("inch", "in"),
    ("inches", "in"),
    ("foot", "ft"),
    ("feet", "ft"),
    ("gram", "g"),
    ("kilogram", "kg"),
    ("turns", "turn"),
    ("rev", "turn"),
    ("percent", "%"),
    ("cps", "Hz"),
    ("kgs", "kg"),
    ("lbs", "lb"),
];
