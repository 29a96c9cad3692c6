//! A look over a whole run before anything is drawn: how far things reach, which values there are. So the camera does not
//! jump and a colour means the same in all pictures of a run.

use super::frames::Frames;
use super::plane::PlaneSquare;
use super::spread;
use crate::cli::Failure;
use glam::DVec3;
use pliant_output::{SurfaceFrame, SurfacePart};
use pliant_render::Extent;
use std::collections::BTreeMap;

/// Frames that are looked at beside the ones that are shown.
const LOOKED_AT: usize = 120;

/// Values of a field that are kept of a frame, for percentiles.
const KEPT_VALUES: usize = 20_000;

/// What was seen of a run.
pub(super) struct Survey {
    /// How far things reach over the whole run, without planes.
    pub extent: Extent,
    /// Unit vector against gravity.
    pub up: DVec3,
    /// Lowest height along the up axis of each frame that was looked at (m).
    pub lowest: Vec<f64>,
    /// That of the bodies alone, in any frame (m).
    lowest_body: f64,
    /// Least and largest height of each collider that was a level plane in all frames (m).
    floors: Vec<Option<(f64, f64)>>,
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

    /// The value that this share of all values above `floor` does not exceed.
    pub(super) fn percentile(&self, share: f64, floor: f64) -> Option<f64> {
        let counted = &self.sorted[self.sorted.partition_point(|value| *value <= floor)..];
        let last = counted.len().checked_sub(1)?;
        counted.get((share * last as f64).round() as usize).copied()
    }
}

/// How far the surfaces of a frame reach.
pub(super) fn extent_of(frame: &SurfaceFrame) -> Extent {
    let mut extent = Extent::new();
    finite_parts(frame).for_each(|part| extent.include(&part.positions));
    extent
}

/// Bodies, and colliders that have an end.
fn finite_parts(frame: &SurfaceFrame) -> impl Iterator<Item = &SurfacePart> {
    let has_end = |collider: &&SurfacePart| PlaneSquare::of(collider).is_none();
    frame.parts.iter().chain(frame.colliders.iter().filter(has_end))
}

impl Survey {
    /// Looks at the frames that will be shown, and at others spread over the run.
    pub(super) fn of(run: &Frames, shown: &[usize]) -> Result<Self, Failure> {
        let times: Vec<f64> = run.stored().frames().iter().map(|frame| frame.0).collect();
        let mut frames = spread(times.len(), LOOKED_AT);
        frames.extend(shown);
        frames.sort_unstable();
        frames.dedup();
        let gaps = times.windows(2).map(|pair| pair[1] - pair[0]).filter(|gap| *gap > 0.0);
        let mut survey = Self {
            extent: Extent::new(),
            up: run.stored().up(),
            lowest: vec![],
            lowest_body: f64::INFINITY,
            floors: vec![],
            fields: BTreeMap::new(),
            interval: gaps.fold(f64::INFINITY, f64::min),
            most_displaced: times.len().saturating_sub(1),
        };
        let mut largest = f64::NEG_INFINITY;
        for number in frames {
            let frame = run.frame(number)?;
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
        let up = self.up;
        let lowest_of =
            |part: &SurfacePart| part.positions.iter().map(|p| p.dot(up)).fold(f64::INFINITY, f64::min);
        for part in &frame.parts {
            self.lowest_body = self.lowest_body.min(lowest_of(part));
            for field in &part.fields {
                let values = self.fields.entry(field.name.clone()).or_insert_with(|| Values::new(field.unit));
                values.include(&field.values);
            }
        }
        let lowest = finite_parts(frame).map(lowest_of).fold(f64::INFINITY, f64::min);
        finite_parts(frame).for_each(|part| self.extent.include(&part.positions));
        if lowest.is_finite() {
            self.lowest.push(lowest);
        }
        self.include_floors(frame);
    }

    fn include_floors(&mut self, frame: &SurfaceFrame) {
        let height = |part| PlaneSquare::of(part).and_then(|plane| plane.level_height(self.up));
        let heights: Vec<Option<f64>> = frame.colliders.iter().map(height).collect();
        if self.floors.is_empty() {
            self.floors = heights.iter().map(|height| height.map(|h| (h, h))).collect();
        }
        for (known, height) in self.floors.iter_mut().zip(heights) {
            *known = known.zip(height).map(|((least, most), height)| (least.min(height), most.max(height)));
        }
    }

    /// The collider that is the ground, and its height (m): of level planes that stay where they are the highest one
    /// under all bodies.
    pub(super) fn floor(&self) -> Option<(usize, f64)> {
        let size = 2.0 * self.extent.radius();
        let is_floor = |(least, most): &(f64, f64)| {
            most - least < STILL * size && *least < self.lowest_body + STANDING_IN * size
        };
        let floors = self.floors.iter().enumerate();
        let floors = floors.filter_map(|(number, span)| Some((number, span.filter(is_floor)?.0)));
        floors.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))
    }

    /// Height of the ground (m): that of a floor, if there is one. What keeps the same lowest height stands on
    /// something: the ground is there. Otherwise it lies a little below the lowest point of all.
    pub(super) fn ground_height(&self) -> Option<f64> {
        if let Some((_, height)) = self.floor() {
            return Some(height);
        }
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

/// Parts of the same: how far a plane may move and stay where it is, and how deep things may stand in it.
const STILL: f64 = 1e-6;
const STANDING_IN: f64 = 0.02;

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
            lowest_body: lowest.iter().copied().fold(f64::INFINITY, f64::min),
            floors: vec![],
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

    fn level(height: f64) -> SurfacePart {
        let corner = |x: f64, y: f64| DVec3::new(x, y, height);
        SurfacePart {
            positions: vec![corner(-9.0, -9.0), corner(9.0, -9.0), corner(9.0, 9.0), corner(-9.0, 9.0)],
            triangles: PlaneSquare::TRIANGLES.to_vec(),
            is_plane: true,
            ..SurfacePart::default()
        }
    }

    #[test]
    fn a_level_plane_under_everything_is_the_ground_and_not_framed() {
        let body = SurfacePart { positions: vec![DVec3::Z, DVec3::ONE], ..SurfacePart::default() };
        let looked_at = |frames: &[&[SurfacePart]]| {
            let mut seen = Survey { extent: Extent::new(), lowest_body: f64::INFINITY, ..survey(&[]) };
            for colliders in frames {
                let (parts, colliders) = (vec![body.clone()], colliders.to_vec());
                seen.include(&SurfaceFrame { parts, colliders, ..SurfaceFrame::default() });
            }
            seen
        };
        let tilted = SurfacePart {
            positions: level(0.0).positions.iter().map(|p| DVec3::new(p.x, p.z, p.y)).collect(),
            ..level(0.0)
        };
        let seen = looked_at(&[&[tilted.clone(), level(-3.0), level(0.5), level(3.0)]]);
        assert_eq!(seen.floor(), Some((2, 0.5)));
        assert_eq!(seen.ground_height(), Some(0.5));
        assert_eq!(seen.extent.corners(), Some((DVec3::Z, DVec3::ONE)), "planes are not framed");
        assert_eq!(looked_at(&[&[level(0.5)], &[level(0.4)]]).floor(), None, "it moves");
        assert_eq!(looked_at(&[&[level(0.5)], &[tilted]]).floor(), None, "it tilts");
        let block = SurfacePart { positions: vec![DVec3::ZERO, DVec3::X * 5.0], ..SurfacePart::default() };
        let seen = looked_at(&[&[block]]);
        assert_eq!(
            (seen.floor(), seen.ground_height()),
            (None, Some(0.0)),
            "what has an end stands on the ground"
        );
        assert_eq!(seen.extent.corners(), Some((DVec3::ZERO, DVec3::new(5.0, 1.0, 1.0))));
    }

    #[test]
    fn a_peak_does_not_move_the_percentile() {
        let mut values = Values::new("Pa");
        let mut numbers: Vec<f64> = (0..1000).map(f64::from).collect();
        numbers.extend([1e9, f64::NAN, f64::INFINITY]);
        values.include(&numbers);
        values.sorted.sort_by(f64::total_cmp);
        assert_eq!(values.largest, 1e9);
        assert_eq!(values.percentile(0.99, f64::NEG_INFINITY), Some(990.0));
        assert_eq!(values.percentile(0.0, 10.0), Some(11.0));
        assert_eq!(values.percentile(0.5, 2e9), None);
        assert_eq!(Values::new("").percentile(0.5, f64::NEG_INFINITY), None);
    }
}
