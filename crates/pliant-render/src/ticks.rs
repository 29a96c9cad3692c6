//! Round numbers along a scale, and the unit they are told in.

use crate::ground::round_step;

/// One mark of an axis.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tick {
    /// 0 at the lower end, 1 at the upper one.
    pub(crate) fraction: f64,
    pub(crate) words: String,
}

/// Marks of a scale, and the unit with its prefix or power of ten.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    pub(crate) ticks: Vec<Tick>,
    unit: String,
}

/// Units that take the prefixes of the SI as they are.
const PREFIXED: [&str; 12] = ["Pa", "m", "N", "J", "W", "Hz", "s", "m/s", "m/s2", "m/s^2", "m/s²", "N/m"];
const PREFIXES: [(i32, &str); 8] =
    [(-12, "p"), (-9, "n"), (-6, "µ"), (-3, "m"), (3, "k"), (6, "M"), (9, "G"), (12, "T")];

impl Axis {
    /// About `count` marks from `min` to `max`.
    pub(crate) fn new(min: f64, max: f64, unit: &str, count: usize) -> Self {
        let power = power_of(min, max, unit);
        let scale = 10.0_f64.powi(-power);
        let (low, high) = (min * scale, max * scale);
        let step = round_up_step((high - low).abs() / count as f64);
        let ticks = if (high - low).is_finite() && high != low && (high - low).abs() > 1e-12 * high.abs() {
            round_ticks(low, high, step)
        } else {
            let words = if min.is_finite() { short(low) } else { "-".to_string() };
            vec![Tick { fraction: 0.5, words }]
        };
        Self { ticks, unit: scaled_unit(unit, power) }
    }

    /// The label with its unit in parentheses.
    pub(crate) fn label(&self, label: &str) -> String {
        if self.unit.is_empty() {
            label.to_string()
        } else {
            format!("{label} ({})", self.unit).trim_start().to_string()
        }
    }
}

fn round_ticks(low: f64, high: f64, step: f64) -> Vec<Tick> {
    let (bottom, top) = (low.min(high), low.max(high));
    let decimals = (-step.log10().floor()).clamp(0.0, 12.0) as usize;
    let first = (bottom / step - 1e-6).ceil();
    let count = ((top / step + 1e-6).floor() - first).clamp(0.0, 50.0) as usize;
    let tick = |index: usize| {
        let value = (first + index as f64) * step;
        let words = format!("{:.decimals$}", if value == 0.0 { 0.0 } else { value });
        Tick { fraction: ((value - low) / (high - low)).clamp(0.0, 1.0), words }
    };
    (0..=count).map(tick).collect()
}

/// 1, 2 or 5 times a power of ten, not below a length.
fn round_up_step(length: f64) -> f64 {
    let below = round_step(length);
    let mantissa = below / 10.0_f64.powf(below.log10().floor());
    if below >= length * (1.0 - 1e-9) {
        below
    } else if (1.5..3.0).contains(&mantissa) {
        below * 2.5
    } else {
        below * 2.0
    }
}

/// The power of ten that is taken out of the numbers.
fn power_of(min: f64, max: f64, unit: &str) -> i32 {
    let magnitude = min.abs().max(max.abs());
    let prefixed = PREFIXED.contains(&unit);
    let plain = if prefixed { 0.1..1000.0 } else { 0.01..10_000.0 };
    if !magnitude.is_finite() || magnitude == 0.0 || plain.contains(&magnitude) {
        return 0;
    }
    3 * (magnitude.log10() / 3.0 + 1e-9).floor() as i32
}

fn scaled_unit(unit: &str, power: i32) -> String {
    if power == 0 {
        return unit.to_string();
    }
    let prefix = PREFIXES.iter().find(|(known, _)| *known == power).filter(|_| PREFIXED.contains(&unit));
    match prefix {
        Some((_, prefix)) => format!("{prefix}{unit}"),
        None => format!("10{} {unit}", raised(power)).trim_end().to_string(),
    }
}

fn raised(power: i32) -> String {
    let digit = |c: char| match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        other => char::from_u32('⁰' as u32 + other.to_digit(10).unwrap_or(0)).unwrap_or('⁰'),
    };
    power.to_string().chars().map(digit).collect()
}

fn short(value: f64) -> String {
    let words = format!("{value:.4}");
    words.trim_end_matches('0').trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|tick| tick.words.as_str()).collect()
    }

    #[test]
    fn ticks_are_round_numbers_at_their_places() {
        let axis = Axis::new(0.0, 1.0, "", 6);
        assert_eq!(words(&axis), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        for (tick, place) in axis.ticks.iter().zip([0.0, 0.2, 0.4, 0.6, 0.8, 1.0]) {
            assert!((tick.fraction - place).abs() < 1e-12);
        }
    }

    #[test]
    fn large_and_small_numbers_take_a_prefix() {
        let stress = Axis::new(0.0, 2.35e6, "Pa", 6);
        assert_eq!(stress.label("stress"), "stress (MPa)");
        assert_eq!(words(&stress), ["0.0", "0.5", "1.0", "1.5", "2.0"]);
        let shift = Axis::new(-0.012, 0.012, "m", 6);
        assert_eq!(shift.label("x"), "x (mm)");
        assert_eq!(words(&shift), ["-10", "-5", "0", "5", "10"]);
        assert_eq!(Axis::new(0.0, 3e5, "", 6).label("ratio"), "ratio (10³)");
        assert_eq!(Axis::new(0.0, 3e-5, "kg/m3", 6).label("d"), "d (10⁻⁶ kg/m3)");
    }

    #[test]
    fn strange_ranges_have_at_least_one_tick_and_not_too_many() {
        let ends =
            [0.0, 1.0, -1.0, 1e300, -1e300, 1e-300, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1.0 + 1e-15];
        for (min, max) in ends.iter().flat_map(|a| ends.iter().map(move |b| (*a, *b))) {
            let axis = Axis::new(min, max, "Pa", 6);
            assert!((1..=60).contains(&axis.ticks.len()), "{min} to {max}: {}", axis.ticks.len());
            assert!(axis.ticks.iter().all(|tick| (0.0..=1.0).contains(&tick.fraction)), "{min} to {max}");
        }
    }
}
