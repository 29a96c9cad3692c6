//! What belongs to bodies of elastons only.

use glam::DVec3;

use super::DirectionsPlan;
use crate::place::Located;
use crate::schema::choice_enum;

choice_enum! {
    /// Shape functions of elastons.
    pub enum Basis {
        /// Quadratic functions from 12 numbers a sample: second derivatives are condensed out. Accurate in bending and cheap.
        Condensed = "q12",
        /// Linear functions, 12 numbers a sample: for comparisons; too stiff in thin bodies.
        Linear = "linear",
        /// Quadratic functions, 30 numbers a sample: as accurate as `q12` and several times as dear.
        Quadratic = "quadratic",
    }
}

choice_enum! {
    /// Measures of strain of elastons.
    pub enum Strain {
        /// Small strain in a frame that turns with each elaston; forces are the exact gradient of the energy.
        Corotational = "corotational",
        /// The same frame, but forces leave out how it turns: cheaper, and not quite a gradient.
        CorotationalLagged = "corotational-lagged",
        /// Green strain: quadratic, the same from every side without a frame; for dynamics that keeps its energy.
        Green = "green",
    }
}

/// Where samples are closer together or farther apart.
#[derive(Clone, Debug, PartialEq)]
pub enum SampleGrading {
    /// Closer around a point of the body.
    Near {
        /// The point, in the body's own coordinates, m.
        point: DVec3,
        /// Beyond this distance the spacing is as given, m.
        radius: f64,
        /// How many times as close the samples are at the point; the spacing grows evenly from there.
        finer: f64,
    },
    /// Times a number that every point of the file has.
    Painted(Located<String>),
}

impl SampleGrading {
    /// What the spacing is multiplied by at a place; `None` if the file tells.
    #[must_use]
    pub fn factor(&self, at: DVec3) -> Option<f64> {
        match self {
            Self::Near { point, radius, finer } => {
                let share = (at.distance(*point) / radius).min(1.0);
                Some(1.0 / finer + (1.0 - 1.0 / finer) * share)
            }
            Self::Painted(_) => None,
        }
    }
}

/// Keys of a body with `method = "elaston"`.
#[derive(Clone, Debug, PartialEq)]
pub struct ElastonPlan {
    /// Shape functions.
    pub basis: Basis,
    /// Measure of strain.
    pub strain: Strain,
    /// Elastons along each extended direction, per sample; `None` for as many as are known to be good.
    pub ratio: Option<f64>,
    /// Chooses one of many equally good layouts of samples.
    pub seed: u64,
    /// Where samples are closer together.
    pub grading: Option<SampleGrading>,
    /// Size of the pieces of matter, m; if not given, a fraction of the sample distance.
    pub matter_spacing: Option<Located<f64>>,
    /// Seed of random turns of the axes of elastons, which must change nothing.
    pub turned_axes: Option<u64>,
    /// Directions of the material.
    pub directions: Option<Located<DirectionsPlan>>,
}
