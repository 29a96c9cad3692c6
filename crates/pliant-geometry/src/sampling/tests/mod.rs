//! Bodies made of lattices, and what sampling must make of them.
#![allow(clippy::unwrap_used)]

mod coils;
mod counted;
mod errors;
mod forms;
mod joints;
mod moments;
mod nearest;
mod pieces;
mod spread;

use glam::{DMat3, DVec3};

use super::{Sampling, SamplingOptions, Spacing, sample};
use crate::matter::MaterialCloud;

/// A box of cells around the middle.
fn block(middle: [f64; 3], size: [f64; 3], cells: [usize; 3]) -> MaterialCloud {
    let (middle, size) = (DVec3::from(middle), DVec3::from(size));
    let cell = size / DVec3::from(cells.map(|n| n as f64));
    let mut points = Vec::new();
    for k in 0..cells[2] {
        for j in 0..cells[1] {
            for i in 0..cells[0] {
                let place = DVec3::new(i as f64 + 0.5, j as f64 + 0.5, k as f64 + 0.5);
                points.push(middle - 0.5 * size + place * cell);
            }
        }
    }
    let count = points.len();
    MaterialCloud {
        points,
        volumes: vec![cell.x * cell.y * cell.z; count],
        moments: vec![DMat3::from_diagonal(cell * cell / 12.0); count],
        radii: vec![0.5 * cell.min_element(); count],
        lines: Vec::new(),
    }
}

fn union(parts: &[MaterialCloud]) -> MaterialCloud {
    let mut all = MaterialCloud::default();
    for part in parts {
        all.points.extend(&part.points);
        all.volumes.extend(&part.volumes);
        all.moments.extend(&part.moments);
        all.radii.extend(&part.radii);
    }
    all
}

/// Keeps the points that pass; volumes as they are.
fn cut(cloud: &MaterialCloud, is_inside: impl Fn(DVec3) -> bool) -> MaterialCloud {
    let mut part = MaterialCloud::default();
    for i in (0..cloud.points.len()).filter(|&i| is_inside(cloud.points[i])) {
        part.points.push(cloud.points[i]);
        part.volumes.push(cloud.volumes[i]);
        part.moments.push(cloud.moments[i]);
        part.radii.push(cloud.radii[i]);
    }
    part
}

/// The body turned about a slanted axis.
fn turned(cloud: &MaterialCloud) -> MaterialCloud {
    let R = DMat3::from_axis_angle(DVec3::new(1.0, -2.0, 2.0) / 3.0, 0.9);
    MaterialCloud {
        points: cloud.points.iter().map(|x| R * *x).collect(),
        moments: cloud.moments.iter().map(|m| R * *m * R.transpose()).collect(),
        ..cloud.clone()
    }
}

fn sampled(cloud: &MaterialCloud, spacing: f64) -> Sampling {
    sample(cloud, &SamplingOptions::new(Spacing::Uniform(spacing))).unwrap()
}

/// Elastons with no, one and two thin axes.
fn thin_counts(sampling: &Sampling) -> [usize; 3] {
    let mut counts = [0; 3];
    for elaston in &sampling.elastons {
        counts[elaston.thin.iter().filter(|is_thin| **is_thin).count()] += 1;
    }
    counts
}
