//! Second moments of elastons in curved bodies, about their middle line or surface.
//!
//! The matter of an elaston in a ring or a dome lies along an arc: of length l and curvature k it deviates from its tangent by a second moment of k² l⁴/720. That is no
//! thickness. Bent along the arc, matter there is as far from the neutral line as anywhere else; taken for thickness it
//! made rods too stiff by (k l²/t)²/60. So the arc is found from the centres of the elastons around, and what it brings is taken away.

use glam::{DMat3, DVec3};
use pliant_math::decompose::symmetric_eigen;
use rayon::prelude::*;

use super::ElastonSite;
use super::elastons::symmetric;
use super::form::outer;
use super::links::Cells;
use super::matter::Matter;

/// Elastons whose thin directions lean more against each other than this (a cosine) meet at a fold.
const FOLD: f64 = 0.8;

/// Monomials of an arc: along, and half its square; of a surface two along it, and three of second order.
const MOST: usize = 5;

/// Moments that are negative by no more than this share are so by rounding.
const ROUNDING: f64 = 1e-12;

/// Pivots below this share of the largest entry mean that the centres leave the arc open.
const OPEN: f64 = 1e-9;

/// Moments without what comes from the bend of the body.
pub(super) fn straighten(matter: &Matter, cells: &Cells, sites: &mut [ElastonSite]) {
    let bends: Vec<Option<[[f64; MOST]; 3]>> =
        (0..sites.len()).into_par_iter().map(|e| arc(cells, sites, e)).collect();
    sites.par_iter_mut().zip(bends).enumerate().for_each(|(e, (site, arc))| {
        if let Some(arc) = arc {
            take_away(matter, cells.points(e), &arc, site);
        }
    });
}

/// How many directions are not thin.
fn extended(site: &ElastonSite) -> usize {
    site.thin.iter().filter(|thin| !**thin).count()
}

/// Those that depend on the place along the body, and how many there are.
fn monomials(extended: usize, y: DVec3) -> ([f64; MOST], usize) {
    match extended {
        1 => ([y.x, 0.5 * y.x * y.x, 0.0, 0.0, 0.0], 2),
        _ => ([y.x, y.y, 0.5 * y.x * y.x, y.x * y.y, 0.5 * y.y * y.y], 5),
    }
}

/// For each thin axis the polynomial along the body that the centres around follow.
fn arc(cells: &Cells, sites: &[ElastonSite], e: usize) -> Option<[[f64; MOST]; 3]> {
    let (own, extended) = (&sites[e], extended(&sites[e]));
    if extended == 3 {
        return None;
    }
    let (mut matrix, mut right) = ([[0.0; MOST]; MOST], [[0.0; MOST]; 3]);
    let mut count = 0;
    for other in around(cells, sites, e) {
        let y = own.axes.transpose() * (sites[other].centre - own.centre);
        let (p, terms) = monomials(extended, y);
        count = terms;
        for m in 0..terms {
            for n in 0..terms {
                matrix[m][n] += p[m] * p[n];
            }
            for k in extended..3 {
                right[k][m] += p[m] * y[k];
            }
        }
    }
    solve(matrix, right, count)
}

/// Neighbours and theirs of the same form, but across folds; ascending.
fn around(cells: &Cells, sites: &[ElastonSite], e: usize) -> Vec<usize> {
    let own = &sites[e];
    let is_like = |other: &usize| {
        let other = &sites[*other];
        let lean = match extended(own) {
            1 => own.axes.x_axis.dot(other.axes.x_axis),
            _ => own.axes.z_axis.dot(other.axes.z_axis),
        };
        other.thin == own.thin && lean.abs() > FOLD
    };
    let near = |e: usize| cells.neighbours(e).iter().map(|&other| other as usize).filter(is_like);
    let mut found: Vec<usize> = near(e).flat_map(|other| near(other).chain([other])).collect();
    found.sort_unstable();
    found.dedup();
    found.retain(|&other| other != e);
    found
}

/// Solves for three right sides by elimination; nothing if the matrix is singular.
fn solve(
    mut matrix: [[f64; MOST]; MOST],
    mut right: [[f64; MOST]; 3],
    count: usize,
) -> Option<[[f64; MOST]; 3]> {
    // Monomials of first and second order have different units.
    let scale: [f64; MOST] = std::array::from_fn(|m| matrix[m][m].max(f64::MIN_POSITIVE).sqrt().recip());
    for m in 0..count {
        (0..count).for_each(|n| matrix[m][n] *= scale[m] * scale[n]);
        right.iter_mut().for_each(|right| right[m] *= scale[m]);
    }
    for m in 0..count {
        if matrix[m][m] < OPEN {
            return None;
        }
        for below in m + 1..count {
            let factor = matrix[below][m] / matrix[m][m];
            (m..count).for_each(|n| matrix[below][n] -= factor * matrix[m][n]);
            right.iter_mut().for_each(|right| right[below] -= factor * right[m]);
        }
    }
    for right in &mut right {
        for m in (0..count).rev() {
            let known: f64 = (m + 1..count).map(|n| matrix[m][n] * right[n]).sum();
            right[m] = (right[m] - known) / matrix[m][m];
        }
        (0..count).for_each(|m| right[m] *= scale[m]);
    }
    (count > 0).then_some(right)
}

/// How far the arc is beside the tangent along a thin axis at a place, and how it rises there.
fn beside(extended: usize, arc: &[f64; MOST], y: DVec3) -> (f64, DVec3) {
    match extended {
        1 => (0.5 * arc[1] * y.x * y.x, DVec3::new(arc[1] * y.x, 0.0, 0.0)),
        _ => {
            let rise = DVec3::new(arc[2] * y.x + arc[3] * y.y, arc[3] * y.x + arc[4] * y.y, 0.0);
            (0.5 * (rise.x * y.x + rise.y * y.y), rise)
        }
    }
}

/// Second moments along thin axes of y - arc(y) in place of y; pieces have an extent, and lie along the arc as the body does.
fn take_away(matter: &Matter, places: &[u32], arc: &[[f64; MOST]; 3], site: &mut ElastonSite) {
    let extended = extended(site);
    let (mut volume, mut first, mut second) = (0.0, DVec3::ZERO, DMat3::ZERO);
    for &place in places {
        let y = site.axes.transpose() * (matter.x()[place as usize] - site.centre);
        let (mut from_arc, mut change) = (y, DMat3::IDENTITY);
        for k in extended..3 {
            let (distance, rise) = beside(extended, &arc[k], y);
            from_arc[k] -= distance;
            (0..extended).for_each(|a| change.col_mut(a)[k] = -rise[a]);
        }
        let v = matter.volume[place as usize];
        let turned = change * site.axes.transpose();
        let own = turned * matter.moment[place as usize] * turned.transpose();
        volume += v;
        first += v * from_arc;
        second += v * (outer(from_arc) + own);
    }
    let moment = (second - outer(first) * (1.0 / volume)) * (1.0 / volume);
    let bent = site.straight_moment;
    for k in extended..3 {
        (extended..3).for_each(|l| site.straight_moment.col_mut(l)[k] = moment.col(l)[k]);
    }
    // In a cell that spans much of a circle what is thin goes with what is not as the arc does: that belongs to the arc, too.
    if symmetric_eigen(&site.straight_moment).values.min_element() < -ROUNDING * bent.col(0).x {
        site.straight_moment = symmetric(&moment);
    }
}
