//! How far a run is from the reference: differences of each probe over time, and the drift of the energy.

use crate::run::RunResult;
use pliant_scene::Plan;
use pliant_scene::plan::{ProbePlan, Quantity};
use pliant_world::Sample;

/// Differences of a probe from the reference, in the unit of the probe.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// At the end, with its sign.
    pub end: f64,
    /// The largest at any time.
    pub largest: f64,
    /// Root mean square over time.
    pub rms: f64,
}

/// A column of probes.csv and how large the reference is there.
#[derive(Clone, Debug, PartialEq)]
pub struct Yardstick {
    /// Name of the column.
    pub name: String,
    /// What differences are divided by, in the unit of the probe: the largest size of the reference; of a position, the
    /// longest way it goes. All coordinates of a vector share one.
    pub size: f64,
}

/// A probe this much smaller than the largest of its kind is zero but for rounding, and nothing to measure by.
const ZERO: f64 = 1e-9;

/// What probes of a reference are measured by; zero where that is nothing.
pub fn yardsticks(plan: &Plan, reference: &RunResult) -> Vec<Yardstick> {
    let sizes: Vec<f64> = plan.probes.iter().map(|probe| size_of(probe, reference)).collect();
    let mut list = Vec::new();
    for (probe, &size) in plan.probes.iter().zip(&sizes) {
        let alike =
            plan.probes.iter().zip(&sizes).filter(|(other, _)| other.quantity.value == probe.quantity.value);
        let largest = alike.map(|(_, size)| *size).fold(0.0, f64::max);
        let size = if size > ZERO * largest { size } else { 0.0 };
        list.extend(probe.columns.iter().map(|name| Yardstick { name: name.clone(), size }));
    }
    list
}

/// The largest size of a probe in a run.
fn size_of(probe: &ProbePlan, run: &RunResult) -> f64 {
    let from_start = probe.quantity.value == Quantity::Position;
    let columns = probe.columns.iter().filter_map(|column| run.series(column));
    let sizes = columns.map(|series| {
        let start = if from_start { series.first().map_or(0.0, |first| first.1) } else { 0.0 };
        let sizes = series.iter().map(|(_, value)| (value - start).abs());
        sizes.filter(|size| size.is_finite()).fold(0.0, f64::max)
    });
    sizes.fold(0.0, f64::max)
}

/// How far a series is from a reference, at the times of the reference; `None` if they share no time with numbers.
pub fn difference(reference: &[(f64, f64)], series: &[(f64, f64)]) -> Option<Difference> {
    let apart: Vec<(f64, f64)> = reference
        .iter()
        .filter_map(|&(time, value)| Some((time, value_at(series, time)? - value)))
        .filter(|(_, apart)| apart.is_finite())
        .collect();
    let end = apart.last()?.1;
    let largest = apart.iter().map(|(_, apart)| apart.abs()).fold(0.0, f64::max);
    let (mut integral, mut span) = (0.0, 0.0);
    for pair in apart.windows(2) {
        let [(start, first), (stop, second)] = [pair[0], pair[1]];
        integral += 0.5 * (first * first + second * second) * (stop - start);
        span += stop - start;
    }
    let rms = if span > 0.0 { (integral / span).sqrt() } else { end.abs() };
    Some(Difference { end, largest, rms })
}

/// The value at a time, between samples by a straight line; `None` outside.
fn value_at(series: &[(f64, f64)], time: f64) -> Option<f64> {
    let slack = 1e-9 * time.abs();
    let after = series.partition_point(|(t, _)| *t < time - slack);
    let &(t1, v1) = series.get(after)?;
    if t1 <= time + slack {
        return Some(v1);
    }
    let &(t0, v0) = series.get(after.checked_sub(1)?)?;
    Some(v0 + (v1 - v0) * (time - t0) / (t1 - t0))
}

/// The largest change of the total energy over the largest energy; `None` if it is not known or there is none.
pub fn energy_drift(samples: &[Sample]) -> Option<f64> {
    let first = samples.first()?;
    let (start, load_start) = (first.energies.total()?, first.energies.load?);
    let (mut drift, mut size) = (0.0f64, 0.0f64);
    for sample in samples {
        let energies = sample.energies;
        drift = drift.max((energies.total()? - start).abs());
        let parts = [energies.kinetic, energies.elastic, (energies.load? - load_start).abs()];
        size = parts.into_iter().fold(size, f64::max);
    }
    (size > 0.0 && drift.is_finite()).then(|| drift / size)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use pliant_world::Energies;

    #[test]
    fn differences_are_taken_at_the_times_of_the_reference() {
        let reference: Vec<(f64, f64)> = (0..=4).map(|i| (f64::from(i), f64::from(i))).collect();
        // Sampled at other times, and 0.5 above from the start: the same line is nowhere nearer.
        let above = [(0.0, 0.5), (1.7, 2.2), (4.0, 4.5)];
        let found = difference(&reference, &above).unwrap();
        for value in [found.end, found.largest, found.rms] {
            assert!((value - 0.5).abs() < 1e-12, "{found:?}");
        }
        // A run that ended before is held against what it has.
        let short = difference(&reference, &[(0.0, 0.0), (2.0, 1.0)]).unwrap();
        assert_eq!((short.end, short.largest), (-1.0, 1.0));
        // Squares 0, 0.25, 1 at three times: trapezia give 0.375 a second.
        assert!((short.rms - 0.375f64.sqrt()).abs() < 1e-12);
        assert_eq!(difference(&reference, &[]), None);
        assert_eq!(difference(&reference, &[(0.0, f64::NAN)]), None);
    }

    #[test]
    fn sizes_are_of_whole_vectors_and_of_ways() {
        let probe = |name: &str, read: &str| {
            format!("[probe.{name}]\nbody = \"a\"\nat = [0, 0, 0]\nread = \"{read}\"\n")
        };
        let text = format!(
            "[time]\nduration = 1\n[material.m]\npreset = \"rubber\"\n[body.a]\nshape = {{ box = [1, 1, 1] }}\nspacing = 1\nmaterial = \"m\"\n{}{}{}",
            probe("tip", "displacement"),
            probe("still", "displacement.x"),
            probe("place", "position.z"),
        );
        let plan = Plan::parse(&text, "a.toml", &[]).unwrap();
        let sample = |time: f64, probes: [f64; 5]| Sample {
            time,
            energies: Energies { kinetic: 0.0, elastic: 0.0, load: None },
            probes: probes.into(),
        };
        let reference = RunResult {
            summary: pliant_output::Summary::default(),
            samples: vec![
                sample(0.0, [0.0, 0.0, 0.0, 0.0, 5.0]),
                sample(1.0, [0.1, 1e-17, -0.4, 1e-15, 4.8]),
                sample(2.0, [f64::NAN, 0.0, 0.2, 0.0, 5.1]),
            ],
            probe_names: ["tip.x", "tip.y", "tip.z", "still", "place"].map(str::to_owned).into(),
        };
        let found = yardsticks(&plan, &reference);
        let names: Vec<&str> = found.iter().map(|yardstick| yardstick.name.as_str()).collect();
        assert_eq!(names, ["tip.x", "tip.y", "tip.z", "still", "place"]);
        let sizes: Vec<f64> = found.iter().map(|yardstick| yardstick.size).collect();
        assert_eq!(&sizes[..4], [0.4, 0.4, 0.4, 0.0], "what is zero but for rounding is no measure");
        assert!((sizes[4] - 0.2).abs() < 1e-12, "the way from the start, not from the origin");
    }

    #[test]
    fn drift_is_relative_to_the_largest_energy() {
        let sample = |kinetic, elastic, load| Sample {
            time: 0.0,
            energies: Energies { kinetic, elastic, load },
            probes: vec![],
        };
        let swing =
            [sample(0.0, 0.0, Some(100.0)), sample(1.5, 0.6, Some(98.0)), sample(0.0, 1.0, Some(99.0))];
        assert!((energy_drift(&swing).unwrap() - 0.05).abs() < 1e-12, "0.1 J of 2 J");
        assert_eq!(energy_drift(&[sample(1.0, 0.0, None)]), None);
        assert_eq!(energy_drift(&[sample(0.0, 0.0, Some(1.0))]), None);
    }
}
