//! How many elastons know along which directions the body is thin: nearly all, in bodies of all kinds and in several layouts.

use std::f64::consts::{PI, TAU};

use super::*;
use crate::matter::{Curve, MatterSpacing, Section, Swept};

/// Layouts each body is looked at in.
const SEEDS: u64 = 3;

/// Directions are right if they are no farther off than this (a cosine): 8 degrees.
const RIGHT: f64 = 0.99;

/// What is right for an elaston at a place.
enum Truth {
    /// A rod along a direction.
    Rod(DVec3),
    /// A shell with a normal.
    Shell(DVec3),
    Solid,
    /// Where parts meet or go over into each other, fewer thin directions are no harm.
    AtMost(usize),
}

/// Counts elastons and those that are wrong, in all layouts.
fn count(cloud: &MaterialCloud, spacing: f64, truth: impl Fn(DVec3) -> Truth) -> [usize; 2] {
    let mut counts = [0; 2];
    for seed in 1..=SEEDS {
        let options = SamplingOptions { seed, ..SamplingOptions::new(Spacing::Uniform(spacing)) };
        let sampling = sample(cloud, &options).unwrap();
        for elaston in &sampling.elastons {
            let thin = elaston.thin.iter().filter(|is_thin| **is_thin).count();
            let is_right = match truth(elaston.centre) {
                Truth::Rod(along) => thin == 2 && elaston.axes.x_axis.dot(along).abs() > RIGHT,
                Truth::Shell(normal) => thin == 1 && elaston.axes.z_axis.dot(normal).abs() > RIGHT,
                Truth::Solid => thin == 0,
                Truth::AtMost(most) => thin <= most,
            };
            counts[0] += 1;
            counts[1] += usize::from(!is_right);
        }
    }
    counts
}

fn assert_right(name: &str, bodies: &[[usize; 2]]) {
    let [all, wrong] = [0, 1].map(|k| bodies.iter().map(|body| body[k]).sum::<usize>());
    assert!(wrong as f64 <= 0.005 * all as f64, "{name}: {wrong} of {all} are wrong: {bodies:?}");
}

/// A section along a smooth curve through some of its points.
fn swept(points: Vec<DVec3>, section: Section, up: Option<DVec3>, spacing: f64) -> MaterialCloud {
    let curve = Curve { points, closed: false, smooth: true };
    Swept { curve, section, up }.matter(MatterSpacing::for_samples(spacing)).unwrap().cloud
}

fn arc(radius: f64, angle: f64) -> Vec<DVec3> {
    (0..=24).map(|i| radius * DMat3::from_rotation_z(angle * i as f64 / 24.0).x_axis).collect()
}

#[test]
fn rods_straight_bent_and_coiled() {
    let straight =
        |side: f64| count(&block([0.0; 3], [1.0, side, side], [60, 2, 2]), 0.1, |_| Truth::Rod(DVec3::X));
    let around = |x: DVec3| Truth::Rod(DVec3::Z.cross(x).normalize());
    let ring = |spacing: f64| {
        count(&swept(arc(1.0, 1.5 * PI), Section::round(0.02), None, spacing), spacing, around)
    };
    let rise = 0.08 / TAU;
    let coil: Vec<DVec3> = (0..=96)
        .map(|i| PI * i as f64 / 12.0)
        .map(|a| DVec3::new(0.2 * a.cos(), 0.2 * a.sin(), rise * a))
        .collect();
    let coil = count(&swept(coil, Section::round(0.01), None, 0.07), 0.07, |x| {
        let around = DVec3::new(-x.y, x.x, 0.0).normalize() * 0.2;
        Truth::Rod((around + rise * DVec3::Z).normalize())
    });
    assert_right("rods", &[straight(0.01), straight(0.05), straight(0.075), ring(0.1), ring(0.2), coil]);
}

#[test]
fn strips_flat_and_bent() {
    let flat = |width: f64, cells: usize| {
        count(&block([0.0; 3], [2.0, width, 0.02], [100, cells, 1]), 0.1, |_| Truth::Shell(DVec3::Z))
    };
    let section = Section::Rectangle { width: 0.01, height: 0.3 };
    let bent = count(&swept(arc(1.0, PI), section, Some(DVec3::Z), 0.1), 0.1, |x| {
        Truth::Shell(DVec3::new(x.x, x.y, 0.0).normalize())
    });
    assert_right("strips", &[flat(0.3, 15), flat(0.5, 25), bent]);
}

/// Points evenly over a sphere along a spiral.
fn sphere(radius: f64, thickness: f64, count: usize) -> MaterialCloud {
    let mut cloud = MaterialCloud::default();
    let area = 4.0 * PI * radius * radius / count as f64;
    for i in 0..count {
        let z = 1.0 - (2.0 * i as f64 + 1.0) / count as f64;
        let turn = DMat3::from_rotation_z(TAU * 0.618_033_988_749_895 * i as f64);
        let normal = turn * DVec3::new((1.0 - z * z).sqrt(), 0.0, z);
        let along =
            DMat3::IDENTITY - DMat3::from_cols(normal * normal.x, normal * normal.y, normal * normal.z);
        let across = DMat3::IDENTITY - along;
        cloud.points.push(radius * normal);
        cloud.volumes.push(area * thickness);
        cloud.moments.push((along * area + across * (thickness * thickness)) * (1.0 / 12.0));
        cloud.radii.push(0.6 * area.sqrt());
    }
    cloud
}

#[test]
fn shells_flat_and_curved() {
    let plate = |thickness: f64, layers: usize| {
        let plate = block([0.0; 3], [1.0, 1.0, thickness], [50, 50, layers]);
        count(&plate, 0.1, |_| Truth::Shell(DVec3::Z))
    };
    let tube = |spacing: f64, thickness: f64| {
        let section = Section::Rectangle { width: thickness, height: 1.0 };
        count(&swept(arc(0.5, 1.5 * PI), section, Some(DVec3::Z), spacing), spacing, |x| {
            Truth::Shell(DVec3::new(x.x, x.y, 0.0).normalize())
        })
    };
    let ball = count(&sphere(0.5, 0.01, 6000), 0.1, |x| Truth::Shell(x.normalize()));
    assert_right("shells", &[plate(0.01, 1), plate(0.05, 3), tube(0.1, 0.01), tube(0.15, 0.05), ball]);
}

#[test]
fn cubes_and_bricks() {
    let cube = |n: usize| count(&block([0.0; 3], [1.0; 3], [5 * n; 3]), 1.0 / n as f64, |_| Truth::Solid);
    let brick = count(&block([0.0; 3], [1.0, 0.5, 0.25], [40, 20, 10]), 0.125, |_| Truth::Solid);
    assert_right("solids", &[cube(3), cube(5), brick]);
}

/// From nothing to 4 spacings: a shell where it is thinner than 0.6 of them, a solid from 2 on.
#[test]
fn tapers() {
    let cube = block([0.5, 0.0, 0.0], [1.0, 0.8, 0.4], [50, 40, 20]);
    let wedge = cut(&cube, |x| x.z.abs() < 0.2 * x.x);
    let taper = count(&wedge, 0.1, |x| match 4.0 * x.x {
        thickness if thickness < 0.6 => Truth::Shell(DVec3::Z),
        thickness if thickness > 2.0 => Truth::Solid,
        _ => Truth::AtMost(1),
    });
    assert_right("taper", &[taper]);
}

#[test]
fn plates_that_meet() {
    let flat = block([0.0; 3], [1.0, 1.0, 0.01], [50, 50, 1]);
    let wall = block([0.0, 0.0, 0.255], [0.01, 1.0, 0.5], [1, 50, 25]);
    let junction = count(&union(&[flat, wall]), 0.1, |x| {
        if x.x.hypot(x.z) < 0.1 {
            Truth::AtMost(1)
        } else {
            Truth::Shell(if x.z > 0.05 { DVec3::X } else { DVec3::Z })
        }
    });
    assert_right("T junction", &[junction]);
}

#[test]
fn a_rod_out_of_a_block() {
    let cube = block([0.0; 3], [0.5; 3], [25; 3]);
    let rod = block([0.65, 0.0, 0.0], [0.8, 0.04, 0.04], [40, 2, 2]);
    let both = count(&union(&[cube, rod]), 0.1, |x| match x.x {
        x if x > 0.35 => Truth::Rod(DVec3::X),
        x if x < 0.2 => Truth::Solid,
        _ => Truth::AtMost(2),
    });
    assert_right("rod out of a block", &[both]);
}
