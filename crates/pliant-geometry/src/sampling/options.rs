//! What can be chosen about a sampling.

use crate::gmls::GmlsBasis;
use crate::matter::MaterialCloud;

use super::SamplingError;

/// Elastons per sample along each direction of a shell.
const RATIO: f64 = 2.0;

/// Along a rod: with 2 a spring of 16 samples a turn is 1 % too stiff, with 3 0.4 %.
const RATIO_OF_RODS: f64 = 3.0;

/// And of solids, where cells are of all shapes: with 2 a cube of 216 samples scatters by 2 % with the layout, with 2.5 by 0.3 %.
const RATIO_OF_SOLIDS: f64 = 2.5;
/// The same with the quadratic basis, whose 30 unknowns a sample are too soft with fewer: a rod of 16 samples by a sixth with 2.
const RATIO_OF_QUADRATIC: f64 = 3.0;

/// How far apart samples shall be. A rod of length L gets about L/h samples, a plate L²/h², a solid L³/h³.
#[derive(Clone, Debug, PartialEq)]
pub enum Spacing {
    /// The same everywhere (m).
    Uniform(f64),
    /// Given at each point of the cloud (m).
    PerPoint(Vec<f64>),
    /// As far apart as this many samples are, the same everywhere.
    Count(usize),
    /// As far apart as this many samples are, in proportion to a factor at each point of the cloud.
    GradedCount {
        /// Number of samples.
        count: usize,
        /// Factors, positive.
        factors: Vec<f64>,
    },
}

impl Spacing {
    /// The number of samples, if that is what is given.
    pub fn count(&self) -> Option<usize> {
        match self {
            Self::Uniform(_) | Self::PerPoint(_) => None,
            Self::Count(count) | Self::GradedCount { count, .. } => Some(*count),
        }
    }

    /// The wish at a point of the cloud (m), or in proportion to it if a count is given.
    pub(super) fn at(&self, point: usize) -> f64 {
        match self {
            Self::Uniform(h) => *h,
            Self::PerPoint(h) => h[point],
            Self::Count(_) => 1.0,
            Self::GradedCount { factors, .. } => factors[point],
        }
    }

    fn values(&self) -> &[f64] {
        match self {
            Self::Uniform(h) => std::slice::from_ref(h),
            Self::PerPoint(values) | Self::GradedCount { factors: values, .. } => values,
            Self::Count(_) => &[],
        }
    }
}

/// What can be chosen about a sampling.
#[derive(Clone, Debug, PartialEq)]
pub struct SamplingOptions {
    /// How far apart samples shall be.
    pub spacing: Spacing,
    /// Chooses the point farthest-point sampling starts from.
    pub seed: u64,
    /// Elastons per sample along each extended direction, if not as many as are known to be good: 2, in solids 2.5, in rods 3; 3 with
    /// the quadratic basis.
    pub ratio: Option<f64>,
    /// The basis the supports are made for.
    pub basis: GmlsBasis,
    /// Radius of supports in spacings, if not the one known to be good: 3 where something is thin and the basis is condensed, else that
    /// of solids.
    pub support: Option<f64>,
    /// Radius of supports in solids, in spacings: 2, or a little more for what hardly changes its volume.
    pub solid_support: f64,
    /// At each point of the cloud the least spacing at which its form is looked for (m); none: that of the samples. What is thin stays so
    /// where samples are closer than it is thick.
    pub form_spacings: Option<Vec<f64>>,
    /// At each point of the cloud the number of the strand it is part of, from 1 on, or 0: rods beyond their roots, which have samples and
    /// elastons of their own.
    pub strands: Option<Vec<u32>>,
    /// Points of the cloud that lie at a corner of a rod, where nothing counts as thin: stress turns there, and no direction is free of it.
    pub corners: Option<Vec<bool>>,
}

/// Radius of supports in solids, in spacings.
const SOLID_SUPPORT: f64 = 2.0;

/// The same for what keeps its volume, and the Poisson's ratios between which it grows to that. With nu = 0.49 a cube of 216 samples
/// gives 0.983 of its deflection with 2, 0.991 with 2.3.
const INCOMPRESSIBLE_SUPPORT: f64 = 2.3;
const NEARLY_INCOMPRESSIBLE: [f64; 2] = [0.4, 0.45];

impl SamplingOptions {
    /// As many elastons as are known to be good, the condensed basis, the first seed.
    pub fn new(spacing: Spacing) -> Self {
        Self {
            spacing,
            seed: 1,
            ratio: None,
            basis: GmlsBasis::default(),
            support: None,
            solid_support: SOLID_SUPPORT,
            form_spacings: None,
            strands: None,
            corners: None,
        }
    }

    /// The same for materials with Poisson's ratios up to this.
    #[must_use]
    pub fn for_poisson(self, poisson: f64) -> Self {
        let [from, to] = NEARLY_INCOMPRESSIBLE;
        let share = ((poisson - from) / (to - from)).clamp(0.0, 1.0);
        Self { solid_support: SOLID_SUPPORT + share * (INCOMPRESSIBLE_SUPPORT - SOLID_SUPPORT), ..self }
    }

    /// Elastons of a sample with so many thin directions, on average.
    pub(super) fn elastons(&self, thin: usize) -> f64 {
        let good = match self.basis {
            GmlsBasis::Quadratic => RATIO_OF_QUADRATIC,
            _ if thin == 0 => RATIO_OF_SOLIDS,
            _ if thin == 2 => RATIO_OF_RODS,
            _ => RATIO,
        };
        self.ratio.unwrap_or(good).powi(3 - thin as i32)
    }

    /// Elastons that a sample needs points for: coarse clouds of rods make do with fewer than is good.
    pub(super) fn least_elastons(&self, thin: usize) -> f64 {
        let elastons = self.elastons(thin);
        if thin == 2 && self.ratio.is_none() { elastons.min(RATIO) } else { elastons }
    }

    /// Whole numbers of elastons for samples with so many thin directions each: what is rounded off one is given to the next of
    /// its kind, so that a body has as many as the ratio says.
    pub(super) fn quotas(&self, thin: impl Iterator<Item = usize>) -> Vec<usize> {
        // A little more, so that rounding does not make less of 2 to the power of 3 than 8.
        let mut owed = [1e-6; 4];
        let quota = |thin: usize| {
            let owed = &mut owed[thin];
            *owed += self.elastons(thin);
            let quota = owed.floor().max(1.0);
            *owed -= quota;
            quota as usize
        };
        thin.map(quota).collect()
    }

    pub(super) fn check(&self, cloud: &MaterialCloud) -> Result<(), SamplingError> {
        let values = self.spacing.values();
        if let Some(&spacing) = values.iter().find(|h| !(h.is_normal() && **h > 0.0)) {
            return Err(SamplingError::SpacingNotPositive { spacing });
        }
        let is_list = matches!(self.spacing, Spacing::PerPoint(_) | Spacing::GradedCount { .. });
        if is_list && values.len() != cloud.points.len() {
            return Err(SamplingError::ListsDiffer { points: cloud.points.len(), values: values.len() });
        }
        let lengths = [
            self.form_spacings.as_ref().map(Vec::len),
            self.strands.as_ref().map(Vec::len),
            self.corners.as_ref().map(Vec::len),
        ];
        if let Some(values) = lengths.into_iter().flatten().find(|length| *length != cloud.points.len()) {
            return Err(SamplingError::ListsDiffer { points: cloud.points.len(), values });
        }
        if let Some(count) = self.spacing.count() {
            if count < 2 {
                return Err(SamplingError::TooFewSamples { count });
            }
            if count > cloud.points.len() {
                let (points, elastons) = (cloud.points.len(), 2 * count as u64);
                return Err(SamplingError::MatterTooCoarse { points, elastons, spacing: 0.0 });
            }
        }
        if let Some(ratio) = self.ratio.filter(|ratio| !(1.0..=8.0).contains(ratio)) {
            return Err(SamplingError::BadRatio { ratio });
        }
        match self.support {
            Some(support) if !(1.0..=10.0).contains(&support) => Err(SamplingError::BadSupport { support }),
            _ => Ok(()),
        }
    }
}
