//! Why matter cannot be sampled.

use glam::DVec3;

use crate::matter::MaterialCloud;
use crate::soup::figures;

/// Why matter cannot be sampled. Points are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SamplingError {
    /// There is no matter.
    #[error("the cloud has no points")]
    Empty,
    /// There is one point, or all are in one place.
    #[error("all {points} points of the cloud are in one place")]
    OnePlace {
        /// How many points there are.
        points: usize,
    },
    /// The lists of the cloud or the spacing do not fit each other.
    #[error("there are {points} points but {values} values for them")]
    ListsDiffer {
        /// How many points there are.
        points: usize,
        /// How many values there are.
        values: usize,
    },
    /// A number is not finite.
    #[error(
        "point {point} of the cloud has a coordinate, volume, moment or radius that is not a finite number"
    )]
    NotFinite {
        /// The first such point.
        point: usize,
    },
    /// A volume is zero or negative.
    #[error("point {point} of the cloud has the volume {volume:e} m³")]
    NoVolume {
        /// The first such point.
        point: usize,
        /// Its volume (m³).
        volume: f64,
    },
    /// A radius is zero or negative.
    #[error("point {point} of the cloud has the radius {radius:e} m")]
    NoRadius {
        /// The first such point.
        point: usize,
        /// Its radius (m).
        radius: f64,
    },
    /// The spacing is not a positive length.
    #[error("the spacing {spacing:e} m is no distance between samples")]
    SpacingNotPositive {
        /// The spacing (m).
        spacing: f64,
    },
    /// The body is smaller than the spacing.
    #[error(
        "the spacing of {} m is too large for a body of {} m: it would have fewer than 2 samples",
        figures(*spacing), figures(*extent)
    )]
    SpacingTooLarge {
        /// The spacing (m).
        spacing: f64,
        /// The longest side of the box around the body (m).
        extent: f64,
    },
    /// Fewer samples were asked for than a body needs.
    #[error("{count} samples are too few")]
    TooFewSamples {
        /// How many were asked for.
        count: usize,
    },
    /// Matter is coarser than the samples.
    #[error("it has {points} points of matter, too few for about {elastons} elastons")]
    MatterTooCoarse {
        /// How many points there are.
        points: usize,
        /// About how many elastons there would be.
        elastons: u64,
        /// The spacing (m); 0 if a number of samples was asked for.
        spacing: f64,
    },
    /// Matter is coarser than the samples at a place, though not on the whole.
    #[error(
        "around ({:.4}, {:.4}, {:.4}) m its samples are about {} m apart, too close for the points of matter there: {points} \
         of them for {samples} samples",
        place.x, place.y, place.z, figures(*spacing)
    )]
    MatterTooCoarseAt {
        /// Where (m).
        place: DVec3,
        /// Distance of the samples there (m).
        spacing: f64,
        /// Points of a sample and its neighbours.
        points: usize,
        /// How many samples these are.
        samples: usize,
    },
    /// The ratio is out of range.
    #[error("{ratio} elastons per sample along a direction is out of range")]
    BadRatio {
        /// The ratio.
        ratio: f64,
    },
    /// The support is out of range.
    #[error("supports of {support} spacings are out of range")]
    BadSupport {
        /// Radius of supports in spacings.
        support: f64,
    },
}

impl SamplingError {
    /// What can be done about it.
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::Empty | Self::OnePlace { .. } => "give matter in at least two places",
            Self::ListsDiffer { .. } => "give one value for each point",
            Self::NotFinite { .. } => "remove the point, or give it numbers",
            Self::NoVolume { .. } => "volumes must be above zero",
            Self::NoRadius { .. } => "radii must be above zero",
            Self::SpacingNotPositive { .. } => "it must be above zero",
            Self::SpacingTooLarge { .. } => "choose a spacing of at most a quarter of the body",
            Self::TooFewSamples { .. } => "a body needs at least 2",
            Self::MatterTooCoarse { .. } => {
                "give more points or smaller pieces (`matter_spacing`), or take fewer samples or another spacing"
            }
            Self::MatterTooCoarseAt { .. } => {
                "give more points or smaller pieces there, or do not make the samples so close there"
            }
            Self::BadRatio { .. } => "choose 1 to 8; 2 is good",
            Self::BadSupport { .. } => "choose 1 to 10; 2 to 3 are good",
        }
    }

    /// The same of a body whose places are somewhere else.
    pub(super) fn moved(mut self, move_to: impl Fn(DVec3) -> DVec3) -> Self {
        if let Self::MatterTooCoarseAt { place, .. } = &mut self {
            *place = move_to(*place);
        }
        self
    }

    /// Whether smaller pieces of matter would help.
    pub fn is_about_points(&self) -> bool {
        matches!(self, Self::MatterTooCoarse { .. } | Self::MatterTooCoarseAt { .. })
    }
}

pub(super) fn check(cloud: &MaterialCloud) -> Result<(), SamplingError> {
    let points = cloud.points.len();
    for values in [cloud.volumes.len(), cloud.moments.len(), cloud.radii.len()] {
        if values != points {
            return Err(SamplingError::ListsDiffer { points, values });
        }
    }
    let Some(&first) = cloud.points.first() else { return Err(SamplingError::Empty) };
    for point in 0..points {
        let (volume, radius) = (cloud.volumes[point], cloud.radii[point]);
        let is_finite = cloud.points[point].is_finite() && cloud.moments[point].is_finite();
        if !(is_finite && volume.is_finite() && radius.is_finite()) {
            return Err(SamplingError::NotFinite { point });
        }
        if volume <= 0.0 {
            return Err(SamplingError::NoVolume { point, volume });
        }
        if radius <= 0.0 {
            return Err(SamplingError::NoRadius { point, radius });
        }
    }
    if cloud.points.iter().all(|x| *x == first) {
        return Err(SamplingError::OnePlace { points });
    }
    Ok(())
}
