#![allow(clippy::unwrap_used)]

use super::*;
use crate::bounds::BoundingBox;
use crate::matter::{BlockShape, MatterSpacing, ball, cube_moment};

mod errors;
mod irregular;
mod lattices;
mod octree;
mod thin;

fn options(layout: Layout, spacing: f64) -> FillingOptions {
    FillingOptions { layout, spacing, factors: None, seed: 1 }
}

fn filled(cloud: &MaterialCloud, layout: Layout, spacing: f64) -> Filling {
    fill(cloud, &options(layout, spacing)).unwrap()
}

/// A box with its lower corner at the origin, cut for samples this far apart.
fn block(size: DVec3, spacing: f64) -> MaterialCloud {
    block_of(size, MatterSpacing::for_samples(spacing))
}

/// The same with pieces of half the spacing, as large as may be.
fn coarse_block(size: DVec3, spacing: f64) -> MaterialCloud {
    block_of(size, MatterSpacing::for_samples(spacing).with_pieces(Some(0.5 * spacing)))
}

fn block_of(size: DVec3, spacing: MatterSpacing) -> MaterialCloud {
    let shape = BlockShape::Box { origin: DVec3::ZERO, size, twist: 0.0 };
    shape.matter(spacing).unwrap().cloud
}

fn sphere(radius: f64, spacing: f64) -> MaterialCloud {
    ball(DVec3::new(0.3, -0.2, 0.1), radius, MatterSpacing::for_samples(spacing)).unwrap().cloud
}

/// Cubes with a side where a function says so.
fn cubes(side: f64, bounds: BoundingBox, inside: impl Fn(DVec3) -> bool) -> MaterialCloud {
    let counts = (bounds.size() / side).round().to_array().map(|count| count as usize);
    let mut cloud = MaterialCloud::default();
    for i in 0..counts[0] {
        for j in 0..counts[1] {
            for k in 0..counts[2] {
                let point = bounds.min + side * (DVec3::new(i as f64, j as f64, k as f64) + 0.5);
                if inside(point) {
                    push(&mut cloud, point, side);
                }
            }
        }
    }
    cloud
}

fn push(cloud: &mut MaterialCloud, point: DVec3, side: f64) {
    cloud.points.push(point);
    cloud.volumes.push(side.powi(3));
    cloud.moments.push(cube_moment(side));
    cloud.radii.push(0.5 * side);
}

/// Every layout that makes sites of its own.
const LAYOUTS: [Layout; 5] = [
    Layout::Cubic,
    Layout::BodyCentred,
    Layout::Jittered { share: 0.25 },
    Layout::Poisson,
    Layout::Octree { levels: 2 },
];

/// What holds for all fillings.
fn check(cloud: &MaterialCloud, filling: &Filling) {
    let sites = filling.points.len();
    assert!(sites > 0 && filling.volumes.len() == sites && filling.spacings.len() == sites);
    assert!(filling.points.iter().all(|point| point.is_finite()));
    assert!(filling.volumes.iter().all(|volume| *volume > 0.0));
    assert!(filling.spacings.iter().all(|spacing| *spacing > 0.0 && spacing.is_finite()));
    let (volume, whole) = (exact_sum(&filling.volumes), exact_sum(&cloud.volumes));
    assert!((volume / whole - 1.0).abs() < 1e-12, "{volume} of {whole}");
    assert_eq!(filling.site_of_piece.len(), cloud.len());
    for (point, site) in cloud.points.iter().zip(&filling.site_of_piece) {
        let (site, spacing) = (filling.points[*site as usize], filling.spacings[*site as usize]);
        let distance = site.distance(*point) / spacing;
        assert!(distance <= 1.5, "a piece at {point} is {distance} spacings from its site at {site}");
    }
}

/// A sum without rounding to speak of (Kahan).
fn exact_sum(values: &[f64]) -> f64 {
    let (mut sum, mut lost) = (0.0, 0.0);
    for value in values {
        let term = value - lost;
        let next = sum + term;
        lost = (next - sum) - term;
        sum = next;
    }
    sum
}

fn centre(filling: &Filling) -> DVec3 {
    let moment: DVec3 = filling.points.iter().zip(&filling.volumes).map(|(x, v)| *x * *v).sum();
    moment / filling.volumes.iter().sum::<f64>()
}

/// The least distance between two sites.
fn least_distance(points: &[DVec3]) -> f64 {
    let mut least = f64::INFINITY;
    for (i, a) in points.iter().enumerate() {
        for b in &points[..i] {
            least = least.min(a.distance(*b));
        }
    }
    least
}
