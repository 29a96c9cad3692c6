//! A look over a whole run before anything is drawn: how far things reach, which values there are. So the camera does not
//! jump and a colour means the same in all pictures of a run.

use super::{spread, unreadable};
use crate::cli::Failure;
use glam::DVec3;
use pliant_output::{StoredRun, SurfaceFrame};
use pliant_render::Extent;
use std::collections::BTreeMap;

/// Frames that are looked at beside the ones that are shown.
const LOOKED_AT: usize = 120;

/// Values of a field that are kept of a frame, for percentiles.
const KEPT_VALUES: usize = 20_000;

/// What was seen of a run.
pub(super) struct Survey {
    /// How far things reach over the whole run.
    pub extent: Extent,
    /// Unit vector against gravity.
    pub up: DVec3,
    /// Lowest height along the up axis of each frame that was looked at (m).
    pub lowest: Vec<f64>,
    /// Values of each field.
    pub fields: BTreeMap<String, Values>,
    /// Least time between two frames (s).
    pub interval: f64,
    /// The frame with the largest mean displacement; of several the first.
    pub most_displaced: usize,
}

/// Values of a field over a run.
#[derive(Default)]
pub(super) struct Values {
    pub unit: &'static str,
    pub least: f64,
    pub largest: f64,
    /// An even choice of them, sorted.
    sorted: Vec<f64>,
}

impl Values {
    fn new(unit: &'static str) -> Self {
        Self { unit, least: f64::INFINITY, largest: f64::NEG_INFINITY, sorted: vec![] }
    }

    fn include(&mut self, values: &[f64]) {
        let finite = values.iter().copied().filter(|value| value.is_finite());
        let stride = values.len().div_ceil(KEPT_VALUES).max(1);
        for (index, value) in finite.enumerate() {
            (self.least, self.largest) = (self.least.min(value), self.largest.max(value));
            if index % stride == 0 {
                self.sorted.push(value);
            }
        }
    }

    /// The value that this share of all values does not exceed.
    pub(super) fn percentile(&self, share: f64) -> Option<f64> {
        let last = self.sorted.len().checked_sub(1)?;
        self.sorted.get((share * last as f64).round() as usize).copied()
    }
}

/// How far the surfaces of a frame reach.
pub(super) fn extent_of(frame: &SurfaceFrame) -> Extent {
    let mut extent = Extent::new();
    frame.parts.iter().for_each(|part| extent.include(&part.positions));
    extent
}

impl Survey {
    /// Looks at the frames that will be shown, and at others spread over the run.
    pub(super) fn of(stored: &StoredRun, shown: &[usize]) -> Result<Self, Failure> {
        let times: Vec<f64> = stored.frames().iter().map(|frame| frame.0).collect();
        let mut frames = spread(times.len(), LOOKED_AT);
        frames.extend(shown);
        frames.sort_unstable();
        frames.dedup();
        let gaps = times.windows(2).map(|pair| pair[1] - pair[0]).filter(|gap| *gap > 0.0);
        let mut survey = Self {
            extent: Extent::new(),
            up: stored.up(),
            lowest: vec![],
            fields: BTreeMap::new(),
            interval: gaps.fold(f64::INFINITY, f64::min),
            most_displaced: times.len().saturating_sub(1),
        };
        let mut largest = f64::NEG_INFINITY;
        for number in frames {
            let frame = stored.surface_frame(number).map_err(unreadable)?;
            survey.include(&frame);
            let mean = mean_displacement(&frame);
            if mean > largest {
                (largest, survey.most_displaced) = (mean, number);
            }
        }
        survey.fields.values_mut().for_each(|values| values.sorted.sort_by(f64::total_cmp));
        Ok(survey)
    }

    fn include(&mut self, frame: &SurfaceFrame) {
        let mut lowest = f64::INFINITY;
        for part in &frame.parts {
            self.extent.include(&part.positions);
            lowest = part.positions.iter().map(|p| p.dot(self.up)).fold(lowest, f64::min);
            for field in &part.fields {
                let values = self.fields.entry(field.name.clone()).or_insert_with(|| Values::new(field.unit));
                values.include(&field.values);
            }
        }
        if lowest.is_finite() {
            self.lowest.push(lowest);
        }
    }

    /// Height of the ground (m). What keeps the same lowest height stands on something: the ground is there.
    /// Otherwise it lies a little below the lowest point of all.
    pub(super) fn ground_height(&self) -> Option<f64> {
        let least = self.lowest.iter().copied().reduce(f64::min)?;
        let most = self.lowest.iter().copied().fold(least, f64::max);
        let size = 2.0 * self.extent.radius();
        let stands = most - least < STANDING * size;
        Some(if stands { least } else { least - GAP * size })
    }
}

/// Parts of the diagonal of everything: how still a lowest point is that stands, and the gap below one that does not.
const STANDING: f64 = 0.005;
const GAP: f64 = 0.06;

/// Mean length of the displacements of all points (m); 0 where they are not known.
fn mean_displacement(frame: &SurfaceFrame) -> f64 {
    let lengths = || frame.parts.iter().flat_map(|part| &part.displacements).map(|d| d.length());
    let finite = || lengths().filter(|length| length.is_finite());
    finite().sum::<f64>() / finite().count().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn survey(lowest: &[f64]) -> Survey {
        let mut extent = Extent::new();
        extent.include(&[DVec3::ZERO, DVec3::new(1.0, 0.0, 0.0)]);
        Survey {
            extent,
            up: DVec3::Z,
            lowest: lowest.to_vec(),
            fields: BTreeMap::new(),
            interval: 0.1,
            most_displaced: 0,
        }
    }

    #[test]
    fn what_stands_has_the_ground_at_its_foot_and_what_hangs_below() {
        assert_eq!(survey(&[0.2, 0.2001, 0.2]).ground_height(), Some(0.2));
        assert_eq!(survey(&[0.2, 0.0, 0.1]).ground_height(), Some(-GAP));
        assert_eq!(survey(&[]).ground_height(), None);
    }

    #[test]
    fn a_peak_does_not_move_the_percentile() {
        let mut values = Values::new("Pa");
        let mut numbers: Vec<f64> = (0..1000).map(f64::from).collect();
        numbers.extend([1e9, f64::NAN, f64::INFINITY]);
        values.include(&numbers);
        values.sorted.sort_by(f64::total_cmp);
        assert_eq!(values.largest, 1e9);
        assert_eq!(values.percentile(0.99), Some(990.0));
        assert_eq!(Values::new("").percentile(0.5), None);
    }
}
