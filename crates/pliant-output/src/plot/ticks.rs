//! Axes: the range to show, round numbers in it, and their labels.

use super::superscript;

/// A range with ticks at multiples of a round step, or at powers of ten and round numbers between.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Axis {
    /// Of a logarithmic axis: of the logarithms.
    min: f64,
    max: f64,
    /// `None` of a logarithmic axis.
    step: Option<f64>,
    exponent: i32,
}

impl Axis {
    /// The range of the values.
    pub fn exact(values: impl Iterator<Item = f64>, tick_count: usize) -> Self {
        let (min, max) = range(values);
        Self::new(min, max, tick_count)
    }

    /// The range of the values and some room around it.
    pub fn padded(values: impl Iterator<Item = f64>, tick_count: usize) -> Self {
        let (min, max) = range(values);
        let room = 0.05 * (max - min);
        Self::new(min - room, max + room, tick_count)
    }

    fn new(min: f64, max: f64, tick_count: usize) -> Self {
        let step = round_step((max - min) / tick_count.max(1) as f64);
        Self { min, max, step: Some(step), exponent: common_exponent(min.abs().max(max.abs())) }
    }

    /// An axis of logarithms with some room on both sides; values are above zero.
    pub fn logarithmic(values: impl Iterator<Item = f64>) -> Self {
        let (min, max) = values
            .map(f64::log10)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(min, max), value| (min.min(value), max.max(value)));
        let (min, max) = if min > max { (0.0, 1.0) } else { (min, max) };
        let room = (0.06 * (max - min)).max(0.15);
        Self { min: min - room, max: max + room, step: None, exponent: 0 }
    }

    /// Where a value is: 0 at the beginning of the axis, 1 at its end.
    pub fn fraction(&self, value: f64) -> f64 {
        let value = if self.step.is_none() { value.log10() } else { value };
        (value - self.min) / (self.max - self.min)
    }

    /// The labels are to be multiplied by ten to this power.
    pub fn exponent(&self) -> i32 {
        self.exponent
    }

    /// Ticks and their labels.
    pub fn ticks(&self) -> Vec<(f64, String)> {
        match self.step {
            Some(step) => self.even_ticks(step),
            None => self.logarithmic_ticks(),
        }
    }

    fn even_ticks(&self, step: f64) -> Vec<(f64, String)> {
        let slack = 1e-9;
        let first = (self.min / step - slack).ceil();
        let count = ((self.max / step + slack).floor() - first).clamp(-1.0, 100.0) as i64 + 1;
        let tick = |i: i64| {
            // Multiples, not sums: no drift, and an exact zero.
            let value = (first + i as f64) * step;
            (value, self.label(value, step))
        };
        (0..count).map(tick).collect()
    }

    /// Powers of ten; over few decades 2 and 5 times them, too; over many not all of them.
    fn logarithmic_ticks(&self) -> Vec<(f64, String)> {
        let decades = self.max - self.min;
        let factors: &[f64] = if decades < 3.2 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let every = (decades / 10.0).ceil().max(1.0) as i32;
        let (first, last) = (self.min.floor() as i32, self.max.ceil() as i32);
        let powers = (first..=last).filter(|power| power.rem_euclid(every) == 0);
        let values = powers.flat_map(|power| factors.iter().map(move |factor| (*factor, power)));
        let inside = values.filter(|(factor, power)| {
            let at = factor.log10() + f64::from(*power);
            (self.min..=self.max).contains(&at)
        });
        inside.map(|(factor, power)| (factor * 10f64.powi(power), power_label(factor, power))).collect()
    }

    fn label(&self, value: f64, step: f64) -> String {
        let scale = 10f64.powi(self.exponent);
        let decimals = (-(step / scale).log10() - 1e-9).ceil().clamp(0.0, 15.0) as usize;
        let text = format!("{:.decimals$}", value / scale);
        let is_zero = text.bytes().all(|b| matches!(b, b'-' | b'0' | b'.'));
        if is_zero { "0".into() } else { text.replace('-', "−") }
    }
}

/// Numbers below this are as good as zero: nothing smaller than a fraction of them could be told apart.
pub(super) const SMALLEST: f64 = 1e-290;

/// Smallest and largest value, apart from each other.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (min, max) =
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(min, max), value| (min.min(value), max.max(value)));
    if min > max {
        return (0.0, 1.0);
    }
    // Differences near the precision of the numbers are noise: show a flat line, not the noise.
    let size = min.abs().max(max.abs());
    if size > SMALLEST && max - min >= 1e-9 * size {
        return (min, max);
    }
    let half = if size > SMALLEST { 0.05 * size } else { 1.0 };
    let middle = 0.5 * min + 0.5 * max;
    (middle - half, middle + half)
}

/// The smallest of 1, 2, 5 times a power of ten that is not below `wanted`.
fn round_step(wanted: f64) -> f64 {
    let power = 10f64.powf(wanted.log10().floor());
    let factors = [1.0, 2.0, 5.0, 10.0];
    let factor = factors.into_iter().find(|factor| factor * power >= wanted * (1.0 - 1e-9)).unwrap_or(10.0);
    factor * power
}

/// `0.02`, `500`, `2·10⁻⁶`.
fn power_label(factor: f64, power: i32) -> String {
    match power {
        0..=3 => format!("{}", factor * 10f64.powi(power)),
        -3..=-1 => format!("{:.*}", power.unsigned_abs() as usize, factor * 10f64.powi(power)),
        _ if factor == 1.0 => format!("10{}", superscript(power)),
        _ => format!("{factor}·10{}", superscript(power)),
    }
}

/// 0 for common sizes, else a multiple of three as in SI prefixes.
fn common_exponent(size: f64) -> i32 {
    if size == 0.0 || (1e-2..1e5).contains(&size) {
        return 0;
    }
    3 * (size.log10() / 3.0).floor() as i32
}

#[cfg(test)]
mod tests {
    use super::Axis;

    fn labels(values: &[f64], count: usize) -> Vec<String> {
        texts(&Axis::exact(values.iter().copied(), count))
    }

    fn texts(axis: &Axis) -> Vec<String> {
        axis.ticks().into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn logarithmic_ticks_are_powers_of_ten_or_between_them() {
        let axis = Axis::logarithmic([2e-6, 30.0].into_iter());
        assert_eq!(texts(&axis), ["10⁻⁶", "10⁻⁵", "10⁻⁴", "0.001", "0.01", "0.1", "1", "10"]);
        assert!((axis.fraction(2e-6) + axis.fraction(30.0) - 1.0).abs() < 1e-12, "room on both sides");
        assert_eq!(texts(&Axis::logarithmic([0.15, 3.0].into_iter())), ["0.2", "0.5", "1", "2"]);
        for values in [vec![], vec![1.0], vec![1e-280, 1e280]] {
            let ticks = Axis::logarithmic(values.iter().copied()).ticks();
            assert!((1..=12).contains(&ticks.len()), "{values:?}: {ticks:?}");
        }
    }

    #[test]
    fn ticks_are_round_and_cover_the_range() {
        assert_eq!(labels(&[0.0, 1.0], 5), ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(labels(&[-0.63, 0.02], 4), ["−0.6", "−0.4", "−0.2", "0"]);
        assert_eq!(labels(&[0.0, 1234.0], 4), ["0", "500", "1000"]);
        assert_eq!(labels(&[0.1, 0.3], 2), ["0.1", "0.2", "0.3"]);
    }

    #[test]
    fn large_and_small_numbers_share_an_exponent() {
        let axis = Axis::exact([0.0, 2.5e6].into_iter(), 5);
        assert_eq!(axis.exponent(), 6);
        assert_eq!(labels(&[0.0, 2.5e6], 5), ["0", "0.5", "1.0", "1.5", "2.0", "2.5"]);
        assert_eq!(Axis::exact([0.0, 3e-5].into_iter(), 5).exponent(), -6);
        assert_eq!(Axis::exact([0.0, 0.02].into_iter(), 5).exponent(), 0);
    }

    #[test]
    fn flat_empty_and_extreme_data_still_have_an_axis() {
        for values in
            [vec![], vec![0.0], vec![3.0, 3.0], vec![1.0, 1.0 + 1e-15], vec![-1e300, 1e300], vec![5e-324]]
        {
            let axis = Axis::padded(values.iter().copied(), 6);
            let ticks = axis.ticks();
            assert!((2..=12).contains(&ticks.len()), "{values:?}: {ticks:?}");
            assert!(
                ticks.iter().all(|(at, _)| (-1e-6..=1.0 + 1e-6).contains(&axis.fraction(*at))),
                "{values:?}"
            );
            assert!(ticks.windows(2).all(|pair| pair[0].1 != pair[1].1), "{values:?}: {ticks:?}");
        }
    }
}
