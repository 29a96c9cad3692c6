//! Why matter cannot be sampled.

use crate::matter::MaterialCloud;

/// Why matter cannot be sampled. Points are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SamplingError {
    /// There is no matter.
    #[error("the cloud has no points; there is nothing to make a body of")]
    Empty,
    /// There is one point, or all are in one place.
    #[error("all {points} points of the cloud are in one place; a body needs matter in at least two places")]
    OnePlace {
        /// How many points there are.
        points: usize,
    },
    /// The lists of the cloud or the spacing do not fit each other.
    #[error("there are {points} points but {values} values for them; each point needs one")]
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
    #[error("point {point} of the cloud has the volume {volume:e} m³; volumes must be above zero")]
    NoVolume {
        /// The first such point.
        point: usize,
        /// Its volume (m³).
        volume: f64,
    },
    /// A radius is zero or negative.
    #[error("point {point} of the cloud has the radius {radius:e} m; radii must be above zero")]
    NoRadius {
        /// The first such point.
        point: usize,
        /// Its radius (m).
        radius: f64,
    },
    /// The spacing is not a positive length.
    #[error("the spacing {spacing:e} m is no distance between samples; it must be above zero")]
    SpacingNotPositive {
        /// The spacing (m).
        spacing: f64,
    },
    /// The body is smaller than the spacing.
    #[error(
        "the spacing {spacing:.4e} m is too large for a body of {extent:.4e} m: it would have fewer than 2 samples; \
         choose a spacing of at most a quarter of the body"
    )]
    SpacingTooLarge {
        /// The spacing (m).
        spacing: f64,
        /// The longest side of the box around the body (m).
        extent: f64,
    },
    /// Fewer samples were asked for than a body needs.
    #[error("{count} samples are too few; a body needs at least 2")]
    TooFewSamples {
        /// How many were asked for.
        count: usize,
    },
    /// Matter is coarser than the samples.
    #[error(
        "the cloud has {points} points, too few for about {elastons} elastons; \
         make its points finer, or take fewer samples or a larger spacing"
    )]
    MatterTooCoarse {
        /// How many points there are.
        points: usize,
        /// About how many elastons there would be.
        elastons: u64,
        /// The spacing (m); 0 if a number of samples was asked for.
        spacing: f64,
    },
    /// The ratio is out of range.
    #[error("{ratio} elastons per sample along a direction is out of range; choose 1 to 8, 2 is good")]
    BadRatio {
        /// The ratio.
        ratio: f64,
    },
    /// The support is out of range.
    #[error("supports of {support} spacings are out of range; choose 1 to 10, 2 to 3 are good")]
    BadSupport {
        /// Radius of supports in spacings.
        support: f64,
    },
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
