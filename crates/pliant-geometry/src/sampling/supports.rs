//! How far samples reach.

use glam::DVec3;

use crate::cell_list::CellList;
use crate::gmls::{Aside, Breadth, GmlsBasis};

use super::form::Form;
use super::lloyd::Clusters;
use super::matter::Matter;
use super::{ElastonSite, SamplingOptions};

/// Radius of supports in spacings that the condensed basis needs in rods and shells.
const WIDE: f64 = 3.0;

/// Sections are taken for this much broader than their moments say, for those that vary a little.
const BROAD: f64 = 1.05;

/// Samples that an elaston in a solid, a shell or a rod needs, if there are so many.
const FEWEST: [usize; 3] = [8, 6, 3];

/// A support that is widened for an elaston reaches this far beyond it.
const MARGIN: f64 = 1.25;

pub(super) fn radii(
    samples: &[DVec3],
    spacings: &[f64],
    thin_axes: &[u8],
    asides: &[Aside],
    elastons: &[ElastonSite],
    options: &SamplingOptions,
) -> Vec<f64> {
    let largest = spacings.iter().copied().fold(0.0, f64::max);
    let mut cells = CellList::default();
    cells.rebuild(samples, WIDE * largest);
    let factor = |i: usize| match (options.support, options.basis) {
        (Some(support), _) => support,
        (None, GmlsBasis::Condensed) if is_near_thin(&cells, samples, spacings, thin_axes, i) => WIDE,
        _ => options.solid_support,
    };
    let mut radii: Vec<f64> = (0..samples.len()).map(|i| factor(i) * spacings[i]).collect();
    for elaston in elastons {
        widen(&cells, samples, asides, elaston, &mut radii);
    }
    radii
}

/// How broad the matter of each sample of a rod is across its thin axes; a sheet has samples on all sides, which hold what varies across it. The
/// farthest place of a rectangle from its middle is the root of three times its second moments away, that of a circle of twice.
pub(super) fn breadths(matter: &Matter, clusters: &Clusters, forms: &[Form]) -> Vec<Breadth> {
    let mut sums = vec![(0.0, 0.0); forms.len()];
    for (place, &owner) in clusters.owner.iter().enumerate() {
        let (form, x) = (&forms[owner as usize], matter.x()[place] - clusters.sites[owner as usize]);
        let square = |axis: DVec3| axis.dot(x).powi(2) + axis.dot(matter.moment[place] * axis);
        let (volume, sum) = &mut sums[owner as usize];
        *volume += matter.volume[place];
        *sum += matter.volume[place] * thin_axes(form).map(square).sum::<f64>();
    }
    let breadth = |(form, (volume, sum)): (&Form, (f64, f64))| {
        let thin: Vec<DVec3> = thin_axes(form).collect();
        if thin.len() < 2 { Breadth::NONE } else { Breadth::new(&thin, BROAD * (3.0 * sum / volume).sqrt()) }
    };
    forms.iter().zip(sums).map(breadth).collect()
}

fn thin_axes(form: &Form) -> impl Iterator<Item = DVec3> {
    let axes = form.axes;
    (3 - form.thin..3).map(move |k| axes.col(k))
}

/// Junctions work best with one radius on both sides.
fn is_near_thin(cells: &CellList, samples: &[DVec3], spacings: &[f64], thin_axes: &[u8], i: usize) -> bool {
    let mut is_near = thin_axes[i] > 0;
    if !is_near {
        cells.neighbours_of(samples[i], WIDE * spacings[i], |other| is_near |= thin_axes[other as usize] > 0);
    }
    is_near
}

/// Sees to it that enough samples reach an elaston.
fn widen(cells: &CellList, samples: &[DVec3], asides: &[Aside], elaston: &ElastonSite, radii: &mut [f64]) {
    let thin = elaston.thin.iter().filter(|is_thin| **is_thin).count();
    let fewest = FEWEST[thin].min(samples.len());
    let largest = radii.iter().copied().fold(0.0, f64::max);
    let mut near = near(cells, samples, asides, elaston, largest);
    if near.iter().filter(|(distance, i)| *distance < radii[*i as usize]).count() >= fewest {
        return;
    }
    let mut reach = largest;
    while near.len() < fewest {
        reach *= 2.0;
        near = self::near(cells, samples, asides, elaston, reach);
    }
    near.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    for &(distance, i) in &near[..fewest] {
        radii[i as usize] = radii[i as usize].max(MARGIN * distance);
    }
}

/// Samples and their distances from an elaston (m), as the body is laid out.
fn near(
    cells: &CellList,
    samples: &[DVec3],
    asides: &[Aside],
    elaston: &ElastonSite,
    reach: f64,
) -> Vec<(f64, u32)> {
    let mut found = Vec::new();
    cells.neighbours_of(elaston.centre, reach, |i| {
        let square = samples[i as usize].distance_squared(elaston.centre);
        let aside = asides.get(i as usize).map_or(0.0, |a| elaston.laid_out.distance_squared_aside(a));
        found.push(((square + aside).sqrt(), i));
    });
    found
}
