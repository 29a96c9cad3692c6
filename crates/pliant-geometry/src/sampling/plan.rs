//! A first look at a body: what form it has around each place, and how many samples that makes.

use super::apart::has_grains;
use super::elastons::collapsed_where_wide;
use super::farthest::Farthest;
use super::form::{Form, forms};
use super::gaps::{Along, along_body, has_gaps};
use super::links::{Cells, touching};
use super::lloyd::{Clusters, Ending, relax};
use super::matter::{Blocks, Matter};
use super::{SamplingError, SamplingOptions, TOLERANCE};

/// Seeds of the first look at the body are at most this part of the spacing from all matter.
const SEED_COVER: f64 = 0.8;

/// A first look needs no more than cells about as large as each other.
const LOOK: Ending = Ending { rounds: 4, tolerance: TOLERANCE };

/// Times the spacing that gives a wanted number of samples is worked out anew.
const COUNT_ROUNDS: usize = 6;

/// Spacings that differ by less than this part show the same forms.
const SAME_SCALE: f64 = 1e-2;

/// Spacings lead back to each other if they do so to within this part.
const BACK: f64 = 0.05;

/// How many samples there shall be, and what a piece of matter counts for.
pub(super) struct Plan {
    pub samples: usize,
    /// Samples that the piece is worth.
    pub shares: Vec<f64>,
    /// Extended directions around the piece, 1 to 3.
    pub dimensions: Vec<u8>,
    /// The matter with its thin directions collapsed.
    pub flat: Blocks,
    /// Pieces that touch.
    pub along: Along,
    /// Whether cells about a spacing wide reach across gaps.
    pub has_gaps: bool,
    /// Forms show at this many spacings.
    pub form_scale: f64,
    /// What was seen: the forms of cells about a spacing wide, and the cell of each piece.
    pub forms: Vec<Form>,
    pub cell: Vec<u32>,
}

impl Plan {
    fn wanted(&self) -> f64 {
        self.shares.iter().sum()
    }

    /// The ways along the body, if they are other than those through space.
    pub fn along_gaps(&self) -> Option<&Along> {
        self.has_gaps.then_some(&self.along)
    }

    /// Cells that hang together; where there are gaps they do already.
    pub fn mended(&self, matter: &Matter, blocks: &Blocks, clusters: Clusters) -> Clusters {
        if self.has_gaps { clusters } else { along_body(matter, blocks, &self.along, clusters) }
    }
}

/// Looks at the body at the scale of the spacing, and at that of the number of samples if it is given instead.
pub(super) fn plan(mut matter: Matter, options: &SamplingOptions) -> Result<(Plan, Matter), SamplingError> {
    let Some(count) = options.spacing.count() else {
        let mut plan = look(&matter, options)?;
        plan.samples = plan.wanted().round() as usize;
        if plan.samples < 2 {
            return Err(SamplingError::SpacingTooLarge { spacing: matter.mean_h(), extent: matter.extent() });
        }
        return check_points(plan, matter, options);
    };
    let mut plan = look(&matter, options)?;
    for _ in 0..COUNT_ROUNDS {
        let factor = plan.factor_for(count);
        matter.scale_h(factor);
        if (factor - 1.0).abs() < SAME_SCALE {
            plan.scale(factor);
            break;
        }
        let next = look(&matter, options)?;
        let back = next.factor_for(count);
        let leads_back = (factor * back - 1.0).abs() < BACK;
        if leads_back && factor < 1.0 {
            plan.settle(factor);
            break;
        }
        plan = next;
        if leads_back {
            matter.scale_h(back);
            plan.settle(back);
            break;
        }
    }
    plan.samples = count;
    check_points(plan, matter, options)
}

fn check_points(
    plan: Plan,
    matter: Matter,
    options: &SamplingOptions,
) -> Result<(Plan, Matter), SamplingError> {
    // Every elaston wants a point of its own.
    let a_sample = |dimensions: u8| options.least_elastons(3 - dimensions as usize);
    let elastons: f64 = plan.shares.iter().zip(&plan.dimensions).map(|(share, d)| share * a_sample(*d)).sum();
    if elastons > matter.len() as f64 || plan.samples > matter.len() {
        return Err(SamplingError::MatterTooCoarse {
            points: matter.len(),
            elastons: elastons.min(1e18) as u64,
            spacing: matter.mean_h(),
        });
    }
    Ok((plan, matter))
}

/// The form of the body around seeds about a spacing apart, and what it makes of each piece of matter.
pub(super) fn look(matter: &Matter, options: &SamplingOptions) -> Result<Plan, SamplingError> {
    let along = Along::new(matter.len(), touching(matter));
    let mut clusters = look_cells(matter, options, None)?;
    let has_gaps = has_gaps(matter, &along, &clusters) && !has_grains(matter, along.links());
    if has_gaps {
        clusters = look_cells(matter, options, Some(&along))?;
    }
    let cells = Cells::new(matter, &clusters, along.links()).with_gaps(has_gaps);
    let spacings = mean_h(matter, &clusters);
    let forms = forms(matter, &cells, &matter.form_spacings(&clusters.owner, spacings.clone()));
    let form = |place: usize| -> &Form { &forms[clusters.owner[place] as usize] };
    let share = |place: usize| {
        let dimensions = 3 - form(place).thin as i32;
        matter.volume[place] / (form(place).section * matter.h[place].powi(dimensions))
    };
    let shares = (0..matter.len()).map(share).collect();
    let dimensions = (0..matter.len()).map(|place| 3 - form(place).thin as u8).collect();
    Ok(Plan {
        samples: 0,
        shares,
        dimensions,
        flat: collapsed_where_wide(matter, &clusters, &forms, &spacings),
        along,
        has_gaps,
        form_scale: 1.0,
        forms,
        cell: clusters.owner,
    })
}

/// Cells about a spacing wide.
fn look_cells(
    matter: &Matter,
    options: &SamplingOptions,
    along: Option<&Along>,
) -> Result<Clusters, SamplingError> {
    let mut farthest = Farthest::new(&matter.blocks, &matter.h, along);
    farthest.start(matter, options.seed);
    while farthest.cover() > SEED_COVER {
        farthest.add_farthest();
        if 2 * farthest.sites().len() > matter.len() + 2 {
            return Err(SamplingError::MatterTooCoarse {
                points: matter.len(),
                elastons: 8 * farthest.sites().len() as u64,
                spacing: matter.mean_h(),
            });
        }
    }
    Ok(relax(matter, &matter.blocks, farthest.finish(), LOOK, along))
}

impl Plan {
    /// Keeps what was seen at a larger spacing than the one that gives the wanted number. A rod about as thick as its samples are apart
    /// looks like a solid at the spacing of a row of them, and like a rod at the spacing of a solid: there is no spacing that
    /// fits what it shows. It shall be a row.
    fn settle(&mut self, factor: f64) {
        self.scale(factor);
        self.form_scale = 1.0 / factor;
    }

    /// The same for a spacing that is a little different.
    fn scale(&mut self, factor: f64) {
        for (share, dimensions) in self.shares.iter_mut().zip(&self.dimensions) {
            *share /= factor.powi(i32::from(*dimensions));
        }
    }

    /// What the spacing must be multiplied with to get this many samples, if forms stay as they are.
    pub fn factor_for(&self, count: usize) -> f64 {
        let mut sums = [0.0; 3];
        for (share, dimensions) in self.shares.iter().zip(&self.dimensions) {
            sums[*dimensions as usize - 1] += share;
        }
        let samples = |factor: f64| (0..3).map(|k| sums[k] / factor.powi(k as i32 + 1)).sum::<f64>();
        let (mut low, mut high) = (1e-6f64, 1e6f64);
        for _ in 0..100 {
            let middle = (low * high).sqrt();
            if samples(middle) > count as f64 { low = middle } else { high = middle }
        }
        (low * high).sqrt()
    }
}

/// Mean wish over the matter of each cell.
pub(super) fn mean_h(matter: &Matter, clusters: &Clusters) -> Vec<f64> {
    let mut sums = vec![(0.0, 0.0); clusters.sites.len()];
    for (place, &owner) in clusters.owner.iter().enumerate() {
        let (volume, h) = &mut sums[owner as usize];
        *volume += matter.volume[place];
        *h += matter.volume[place] * matter.h[place];
    }
    let fallback = matter.mean_h();
    sums.into_iter().map(|(volume, h)| if volume > 0.0 { h / volume } else { fallback }).collect()
}
