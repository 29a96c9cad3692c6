//! Curved bodies with samples too far apart for them.
//!
//! Fields are quadratic between samples, and cannot bend a shell or rod of radius R over a spacing h without stretching it by
//! about h²/R² of the turn. Against bending, which is soft as the thickness t is small, that counts h²/(R t) times: membrane locking.

use glam::DVec3;

use super::ElastonSite;
use super::form::Form;
use super::links::Cells;

/// Cells whose thin directions lean more against each other than this (a cosine) meet at a fold.
const FOLD: f64 = 0.8;

/// Bends narrower than this part of the spacing are kinks: a smooth one would turn too far from sample to sample to count.
const NARROW: f64 = 0.5;

/// A curved thin part of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bend {
    /// A place on it (m).
    pub place: DVec3,
    /// Its radius (m).
    pub radius: f64,
    /// Its thickness (m).
    pub thickness: f64,
    /// How far samples are apart there (m).
    pub spacing: f64,
}

impl Bend {
    /// How much it locks: h²/(R t).
    pub fn locking(&self) -> f64 {
        self.spacing * self.spacing / (self.radius * self.thickness)
    }

    /// Whether it is a bend, and not a kink that lies between samples.
    fn is_smooth(&self) -> bool {
        self.radius > self.thickness.max(NARROW * self.spacing)
    }

    /// The largest spacing with which it does not (m).
    pub fn largest_spacing(&self) -> f64 {
        (2.0 * self.thickness * self.radius).sqrt()
    }
}

/// The bend that locks most, if there is one, and the one of those that are no kinks.
pub(super) fn worst(samples: &[DVec3], spacings: &[f64], forms: &[Form], cells: &Cells) -> [Option<Bend>; 2] {
    let bend = |i: usize| {
        let near = cells.neighbours(i).iter().map(|&other| other as usize);
        let curvature = near.map(|j| curvature(samples, forms, i, j)).fold(0.0, f64::max);
        let thickness = if forms[i].thin == 2 { forms[i].section.sqrt() } else { forms[i].section };
        Bend { place: samples[i], radius: 1.0 / curvature, thickness, spacing: spacings[i] }
    };
    let bends: Vec<Bend> = (0..samples.len()).filter(|&i| forms[i].thin > 0).map(bend).collect();
    let bends = bends.iter().filter(|bend| bend.radius.is_finite());
    let worst = |a: &&Bend, b: &&Bend| a.locking().total_cmp(&b.locking());
    [bends.clone().max_by(worst).copied(), bends.filter(|bend| bend.is_smooth()).max_by(worst).copied()]
}

/// The bend that this share of what is thin shows at least.
const SHARE: f64 = 0.25;

/// Bends wider than so many spacings are seen by samples.
const WIDE: f64 = 3.0;

/// The bend of a body with so few samples that each meets the next at what looks like a fold: elastons are closer. Roots of what grows out of
/// something look bent, too, so it counts only if much of the body is.
pub(super) fn coarse(
    elastons: &[ElastonSite],
    cells: &Cells,
    spacing: impl Fn(usize) -> f64,
) -> Option<Bend> {
    let thin = |site: &ElastonSite| site.thin.iter().filter(|thin| **thin).count();
    let form = |site: &ElastonSite| Form::known(site.centre, thin(site), site.axes);
    let forms: Vec<Form> = elastons.iter().map(form).collect();
    let centres: Vec<DVec3> = elastons.iter().map(|site| site.centre).collect();
    let thin: Vec<usize> = (0..forms.len()).filter(|&e| forms[e].thin > 0).collect();
    let curvature = |e: usize| {
        let near = cells.neighbours(e).iter().map(|&other| other as usize);
        near.map(|other| curvature(&centres, &forms, e, other)).fold(0.0, f64::max)
    };
    let mut curved: Vec<(f64, usize)> = thin.into_iter().map(|e| (curvature(e), e)).collect();
    curved.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let enough = SHARE * curved.iter().map(|(_, e)| elastons[*e].volume).sum::<f64>();
    let mut so_far = 0.0;
    let (curvature, e) = curved.into_iter().find(|(_, e)| {
        so_far += elastons[*e].volume;
        so_far >= enough
    })?;
    let site = &elastons[e];
    let across = (12.0 * site.straight_moment.z_axis.z.max(0.0)).sqrt();
    let thickness = if forms[e].thin == 2 { site.section.sqrt() } else { across };
    let bend = Bend { place: site.centre, radius: 1.0 / curvature, thickness, spacing: spacing(e) };
    (bend.radius < WIDE * bend.spacing && bend.radius > bend.thickness).then_some(bend)
}

/// How much a body curves from one sample to another (1/m), by how far the second lies beside the tangent of the first; none across folds
/// and to parts of other form.
fn curvature(samples: &[DVec3], forms: &[Form], i: usize, j: usize) -> f64 {
    let (own, other) = (&forms[i], &forms[j]);
    let (tangent, normal) = (own.axes.x_axis, own.axes.z_axis);
    let is_smooth = match own.thin {
        2 => tangent.dot(other.axes.x_axis).abs() > FOLD,
        _ => normal.dot(other.axes.z_axis).abs() > FOLD,
    };
    if own.thin != other.thin || !is_smooth {
        return 0.0;
    }
    let between = samples[j] - samples[i];
    let beside = match own.thin {
        2 => between.reject_from_normalized(tangent).length(),
        _ => between.dot(normal).abs(),
    };
    2.0 * beside / between.length_squared()
}
