//! Elastons: cells of matter around and between the samples, with their moments and frames.

use glam::{DMat3, DVec3};
use pliant_math::decompose::symmetric_eigen;
use rayon::prelude::*;

use super::ElastonSite;
use super::farthest::Farthest;
use super::form::{Form, forms_but, outer};
use super::gaps::Along;
use super::links::Cells;
use super::lloyd::{Clusters, Ending, relax};
use super::matter::{Blocks, Matter};
use crate::gmls::Spot;

/// What thin directions lose of their extent before elastons are spread, so that one lies across each.
const COLLAPSE: f64 = 0.95;

/// Thin directions wider than this many spacings might get two samples across.
const WIDE: f64 = 0.6;

/// Matter with the thin directions of each sample's cell collapsed towards the sample.
pub(super) fn collapsed(matter: &Matter, samples: &Clusters, forms: &[Form]) -> Blocks {
    let moved =
        |(x, &owner): (&DVec3, &u32)| flattened(*x, samples.sites[owner as usize], &forms[owner as usize]);
    Blocks::new(matter.x().iter().zip(&samples.owner).map(moved).collect())
}

/// Matter with the thin directions of each cell collapsed towards their middle, where they are about as wide as samples are apart:
/// cells side by side there would be two samples across where there shall be one.
pub(super) fn collapsed_where_wide(
    matter: &Matter,
    cells: &Clusters,
    forms: &[Form],
    spacings: &[f64],
) -> Blocks {
    let is_wide = |cell: usize| match forms[cell].thin {
        2 => forms[cell].section > (WIDE * spacings[cell]).powi(2),
        _ => forms[cell].section > WIDE * spacings[cell],
    };
    let moved = |(x, &owner): (&DVec3, &u32)| {
        let form = &forms[owner as usize];
        if is_wide(owner as usize) { flattened(*x, form.middle, form) } else { *x }
    };
    Blocks::new(matter.x().iter().zip(&cells.owner).map(moved).collect())
}

fn flattened(x: DVec3, middle: DVec3, form: &Form) -> DVec3 {
    let thin = (3 - form.thin..3).map(|k| form.axes.col(k));
    let across: DVec3 = thin.map(|axis| axis * axis.dot(x - middle)).sum();
    x - COLLAPSE * across
}

/// The samples and farthest points between them until every sample's cell has its quota, then relaxed.
pub(super) fn elaston_clusters(
    matter: &Matter,
    flat: &Blocks,
    samples: &Clusters,
    cells: &Cells,
    quotas: &[usize],
    ending: Ending,
    along: Option<&Along>,
) -> Clusters {
    let mut farthest = Farthest::new(flat, &matter.h, along);
    farthest.add_all(samples);
    let mut missing: Vec<usize> = quotas.iter().map(|quota| quota - 1).collect();
    for sample in (0..missing.len()).filter(|&sample| quotas[sample] <= 1) {
        farthest.close(cells.points(sample));
    }
    while farthest.cover() > 0.0 {
        let place = farthest.farthest();
        let sample = samples.owner[place] as usize;
        farthest.add(flat.x[place], place);
        missing[sample] -= 1;
        if missing[sample] == 0 {
            farthest.close(cells.points(sample));
        }
    }
    relax(matter, flat, farthest.finish(), ending, along)
}

/// The elastons, with all that is known of their matter. `is_deep` tells which samples are deep inside a solid, where there is
/// nothing to find out.
pub(super) fn sites(
    matter: &Matter,
    clusters: &Clusters,
    cells: &Cells,
    samples: &Clusters,
    spacings: &[f64],
    is_deep: &[bool],
) -> Vec<ElastonSite> {
    let count = clusters.sites.len();
    let spacing = |elaston: usize| {
        let points = cells.points(elaston);
        let sum: f64 = points.iter().map(|&place| spacings[samples.owner[place as usize] as usize]).sum();
        sum / points.len() as f64
    };
    let spacings = matter.form_spacings(&clusters.owner, (0..count).map(spacing).collect());
    let is_deep = |elaston: usize| {
        cells.points(elaston).iter().all(|&place| is_deep[samples.owner[place as usize] as usize])
    };
    let forms = forms_but(matter, cells, &spacings, is_deep);
    let form = |elaston: usize| match forms[elaston] {
        _ if matter.are_corner(cells.points(elaston)) => Form::solid(cells.centres[elaston]),
        form => form,
    };
    (0..count)
        .into_par_iter()
        .with_min_len(64)
        .map(|elaston| site(matter, cells, elaston, &form(elaston)))
        .collect()
}

fn site(matter: &Matter, cells: &Cells, elaston: usize, form: &Form) -> ElastonSite {
    let (places, centre) = (cells.points(elaston), cells.centres[elaston]);
    let (mut volume, mut second) = (0.0, DMat3::ZERO);
    for &place in places {
        let place = place as usize;
        volume += matter.volume[place];
        second += (outer(matter.x()[place] - centre) + matter.moment[place]) * matter.volume[place];
    }
    let moment = second * (1.0 / volume);
    let axes = aligned(&moment, form);
    let moment = axes.transpose() * moment * axes;
    let mut points: Vec<u32> = places.iter().map(|&place| matter.id[place as usize]).collect();
    points.sort_unstable();
    ElastonSite {
        centre,
        volume,
        moment: symmetric(&moment),
        straight_moment: symmetric(&moment),
        axes,
        thin: std::array::from_fn(|k| k >= 3 - form.thin),
        laid_out: Spot::from(centre),
        section: if form.thin == 2 { volume / (12.0 * moment.x_axis.x).sqrt() } else { 0.0 },
        points,
    }
}

/// The axes of the form, turned among the thin ones and among the extended ones so that the moment has no products there.
fn aligned(moment: &DMat3, form: &Form) -> DMat3 {
    let turned = |first: usize| {
        let (a, b) = (form.axes.col(first), form.axes.col(first + 1));
        let (aa, bb, ab) = (a.dot(*moment * a), b.dot(*moment * b), a.dot(*moment * b));
        let (sin, cos) = (0.5 * (2.0 * ab).atan2(aa - bb)).sin_cos();
        let mut axes = form.axes;
        *axes.col_mut(first) = cos * a + sin * b;
        *axes.col_mut(first + 1) = cos * b - sin * a;
        axes
    };
    match form.thin {
        2 => turned(1),
        1 => turned(0),
        _ => symmetric_eigen(moment).vectors,
    }
}

pub(super) fn symmetric(matrix: &DMat3) -> DMat3 {
    (*matrix + matrix.transpose()) * 0.5
}
