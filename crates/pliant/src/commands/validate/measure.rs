//! Numbers read from the series of a run.

use super::cases::{Component, Factor, Moment, TOTAL_ENERGY, Take, Value};
use crate::run::RunResult;
use std::collections::BTreeMap;

/// Times closer than this share of the duration are the same.
const SAME_TIME: f64 = 1e-9;

/// A vector at every sample.
struct Series {
    times: Vec<f64>,
    values: Vec<Vec<f64>>,
}

/// The value a case asks for: one number, or a vector.
pub fn measure(value: &Value, result: &RunResult) -> Result<Vec<f64>, String> {
    if matches!(value.take, Take::Iterations) {
        return Ok(vec![value.scale * result.summary.iterations as f64]);
    }
    let series = Series::of(value, result)?;
    let taken = match &value.take {
        Take::When(moment) => series.when(moment, &probe(&moment.of, result)?)?,
        take => series.take(take)?,
    };
    Ok(taken.into_iter().map(|x| value.scale * x).collect())
}

impl Series {
    fn of(value: &Value, result: &RunResult) -> Result<Self, String> {
        let components = value.of.components();
        let columns =
            components.iter().map(|c| column(c, result)).collect::<Result<Vec<Vec<f64>>, String>>()?;
        let times: Vec<f64> = result.samples.iter().map(|s| s.time).collect();
        let values = (0..times.len()).map(|k| columns.iter().map(|c| c[k]).collect()).collect();
        let mut series = Self { times, values };
        for Factor { of, power } in &value.times {
            series.multiply(&probe(of, result)?, *power);
        }
        Ok(series)
    }

    fn multiply(&mut self, factors: &[f64], power: f64) {
        for (values, factor) in self.values.iter_mut().zip(factors) {
            values.iter_mut().for_each(|x| *x *= factor.abs().powf(power));
        }
    }

    fn take(&self, take: &Take) -> Result<Vec<f64>, String> {
        let (first, last) = match (self.values.first(), self.values.last()) {
            (Some(first), Some(last)) => (first, last),
            _ => return Err("the run has no samples".to_owned()),
        };
        match take {
            Take::End => Ok(last.clone()),
            Take::At(time) => self.at(*time),
            Take::Least => Ok(vec![self.scalars()?.fold(f64::INFINITY, f64::min)]),
            Take::Mean([from, to]) => self.mean(*from, *to),
            Take::FallsToZero(after) => Ok(vec![self.falls_to_zero(*after)?]),
            Take::Rate([from, to]) => self.rate(*from, *to),
            Take::Drift([from, to]) => self.drift(*from, *to),
            Take::LargestRise => {
                let largest = self.scalars()?.fold(f64::NEG_INFINITY, f64::max);
                Ok(vec![largest - first[0]])
            }
            Take::LargestChange => {
                let change = |x: &Vec<f64>| norm(x.iter().zip(first).map(|(x, y)| x - y));
                let largest = self.values.iter().map(change).fold(0.0, f64::max);
                Ok(vec![largest / norm(first.iter().copied())])
            }
            Take::When(_) => Err("it needs another probe".to_owned()),
            Take::Iterations => Err("iterations are counted for the whole run".to_owned()),
            Take::Mode(_) | Take::Critical | Take::LastCritical | Take::CriticalCount | Take::Waves(_) => {
                Err("a run has no modes".to_owned())
            }
            Take::Deviation(_) | Take::Cut => Err("a run fits and cuts nothing".to_owned()),
        }
    }

    fn when(&self, moment: &Moment, watched: &[f64]) -> Result<Vec<f64>, String> {
        let risen = self.times.iter().zip(watched).position(|(t, x)| *t >= moment.after && *x > moment.above);
        let k = risen.ok_or_else(|| format!("\"{}\" does not rise above {}", moment.of, moment.above))?;
        if k > 0 && self.times[k - 1] < moment.after {
            return Err(format!("\"{}\" is above {} from the beginning", moment.of, moment.above));
        }
        Ok(self.values[k].clone())
    }

    /// Number of the first sample that is not before a time (s).
    fn from(&self, time: f64) -> Result<usize, String> {
        let slack = SAME_TIME * self.times.last().copied().unwrap_or(1.0);
        let found = self.times.iter().position(|t| *t >= time - slack);
        found.ok_or_else(|| format!("the run ends before {time} s"))
    }

    fn rate(&self, from: f64, to: f64) -> Result<Vec<f64>, String> {
        let (begin, end) = (self.from(from)?, self.from(to)?);
        let time = self.times[end] - self.times[begin];
        if time <= 0.0 {
            return Err(format!("there is no time between {from} and {to} s"));
        }
        Ok(self.values[end].iter().zip(&self.values[begin]).map(|(x, y)| (x - y) / time).collect())
    }

    fn drift(&self, from: f64, to: f64) -> Result<Vec<f64>, String> {
        let (begin, end) = (self.from(from)?, self.from(to)?);
        let distance = |x: &Vec<f64>| norm(x.iter().zip(&self.values[begin]).map(|(x, y)| x - y));
        Ok(vec![self.values[begin..=end].iter().map(distance).fold(0.0, f64::max)])
    }

    fn at(&self, time: f64) -> Result<Vec<f64>, String> {
        let slack = SAME_TIME * self.times.last().copied().unwrap_or(1.0);
        let found = self.times.iter().position(|t| (t - time).abs() <= slack);
        found.map(|k| self.values[k].clone()).ok_or_else(|| format!("no step ends at {time} s"))
    }

    fn mean(&self, from: f64, to: f64) -> Result<Vec<f64>, String> {
        let inside: Vec<&Vec<f64>> = self
            .times
            .iter()
            .zip(&self.values)
            .filter(|(t, _)| (from..=to).contains(*t))
            .map(|s| s.1)
            .collect();
        let first = inside.first().ok_or_else(|| format!("no samples from {from} to {to} s"))?;
        let mean = |c: usize| inside.iter().map(|x| x[c]).sum::<f64>() / inside.len() as f64;
        Ok((0..first.len()).map(mean).collect())
    }

    fn falls_to_zero(&self, after: f64) -> Result<f64, String> {
        let values: Vec<f64> = self.scalars()?.collect();
        let crossing = (1..values.len())
            .find(|&k| self.times[k - 1] >= after && values[k - 1] > 0.0 && values[k] <= 0.0)
            .ok_or_else(|| format!("it never falls through zero after {after} s"))?;
        let (t, x) = (&self.times[crossing - 1..=crossing], &values[crossing - 1..=crossing]);
        Ok(t[0] + (t[1] - t[0]) * x[0] / (x[0] - x[1]))
    }

    fn scalars(&self) -> Result<impl Iterator<Item = f64>, String> {
        match self.values.iter().all(|x| x.len() == 1) {
            true => Ok(self.values.iter().map(|x| x[0])),
            false => Err("a single number is needed, not a vector".to_owned()),
        }
    }
}

fn column(component: &Component, result: &RunResult) -> Result<Vec<f64>, String> {
    match component {
        Component::Probe(name) => probe(name, result),
        Component::Sum(factors) => sum(factors, result),
        Component::Angle { angle: [along, across] } => {
            let (along, across) = (sum(along, result)?, sum(across, result)?);
            Ok(along.iter().zip(&across).map(|(x, y)| y.atan2(*x)).collect())
        }
    }
}

fn sum(factors: &BTreeMap<String, f64>, result: &RunResult) -> Result<Vec<f64>, String> {
    let mut total = vec![0.0; result.samples.len()];
    for (name, factor) in factors {
        for (total, x) in total.iter_mut().zip(probe(name, result)?) {
            *total += factor * x;
        }
    }
    Ok(total)
}

fn probe(name: &str, result: &RunResult) -> Result<Vec<f64>, String> {
    if name == TOTAL_ENERGY {
        let totals: Option<Vec<f64>> = result.samples.iter().map(|sample| sample.energies.total()).collect();
        return totals.ok_or_else(|| "its loads have no energy".to_owned());
    }
    let series = result.series(name).ok_or_else(|| format!("the scene has no probe \"{name}\""))?;
    Ok(series.into_iter().map(|(_, value)| value).collect())
}

/// Length of a vector.
pub fn norm(components: impl Iterator<Item = f64>) -> f64 {
    components.map(|x| x * x).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn series(values: &[f64]) -> Series {
        let times = (0..values.len()).map(|k| k as f64).collect();
        Series { times, values: values.iter().map(|x| vec![*x]).collect() }
    }

    #[test]
    fn takes_what_is_asked_for() {
        let s = series(&[2.0, -1.0, 3.0, 1.0, -3.0]);
        assert_eq!(s.take(&Take::End).unwrap(), [-3.0]);
        assert_eq!(s.take(&Take::At(2.0)).unwrap(), [3.0]);
        assert_eq!(s.take(&Take::Least).unwrap(), [-3.0]);
        assert_eq!(s.take(&Take::Mean([1.0, 3.0])).unwrap(), [1.0]);
        assert_eq!(s.take(&Take::LargestChange).unwrap(), [2.5]);
    }

    #[test]
    fn a_fall_through_zero_is_interpolated_and_begins_after_the_given_time() {
        let s = series(&[2.0, -1.0, 3.0, 1.0, -3.0]);
        assert!((s.falls_to_zero(0.0).unwrap() - 2.0 / 3.0).abs() < 1e-15);
        assert!((s.falls_to_zero(0.5).unwrap() - 3.25).abs() < 1e-15);
        assert!(s.falls_to_zero(4.0).is_err());
    }

    #[test]
    fn rates_and_drifts_are_of_their_window() {
        let s = series(&[2.0, -1.0, 3.0, 1.0, -3.0]);
        assert_eq!(s.take(&Take::Rate([1.0, 3.0])).unwrap(), [1.0]);
        assert_eq!(s.take(&Take::Drift([1.0, 3.0])).unwrap(), [4.0]);
        assert_eq!(s.take(&Take::LargestRise).unwrap(), [1.0]);
        assert!(s.take(&Take::Rate([1.0, 1.0])).is_err());
        assert!(s.take(&Take::Drift([1.0, 9.0])).is_err());
    }

    #[test]
    fn a_moment_is_when_another_probe_rises() {
        let s = series(&[2.0, -1.0, 3.0, 1.0, -3.0]);
        let moment = |above: f64, after: f64| Moment { of: "speed".to_owned(), above, after };
        let watched = [9.0, 0.0, 0.1, 0.5, 0.9];
        assert_eq!(s.when(&moment(0.2, 1.0), &watched).unwrap(), [1.0]);
        assert!(s.when(&moment(2.0, 1.0), &watched).is_err());
        assert!(s.when(&moment(0.2, 2.5), &watched).is_err(), "it has moved before it may");
    }

    #[test]
    fn powers_of_probes_multiply_every_sample() {
        let mut s = series(&[2.0, 3.0]);
        s.multiply(&[-4.0, 9.0], 0.5);
        assert_eq!(s.take(&Take::End).unwrap(), [9.0]);
        assert_eq!(s.take(&Take::At(0.0)).unwrap(), [4.0]);
    }

    #[test]
    fn what_is_not_there_is_an_error() {
        let s = series(&[1.0, 2.0]);
        assert!(s.take(&Take::At(0.5)).is_err());
        assert!(s.take(&Take::Mean([1.2, 1.8])).is_err());
        assert!(s.take(&Take::Mode(1)).is_err());
        assert!(s.take(&Take::Cut).is_err());
        assert!(series(&[]).take(&Take::End).is_err());
        let vector = Series { times: vec![0.0], values: vec![vec![1.0, 2.0]] };
        assert!(vector.take(&Take::Least).is_err());
    }
}
