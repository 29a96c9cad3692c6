//! Small deflections of bodies sampled as scenes sample them.
#![allow(clippy::unwrap_used)]

use super::{ElastonBody, ElastonModel, ElastonSetup, StrainMeasure};
use crate::body::Body;
use glam::DVec3;
use pliant_geometry::matter::{BlockShape, Curve, Matter, MatterSpacing, Section, Swept, union};
use pliant_geometry::sampling::{Graded, SamplingOptions, Spacing, graded_at_joints};
use pliant_geometry::{Placement, Region, Side};
use pliant_material::{AnyLaw, Damping, LameParameters, Material};
use pliant_math::lanes::WIDTH;
use pliant_math::sparse::SolverChoice;
use pliant_system::load::{HeldPoints, PenaltyHold};
use pliant_system::{Assembly, At, Holds, Motion, System, TangentWeights};
use std::sync::Arc;

pub struct Case {
    pub size: DVec3,
    pub samples: usize,
    pub seed: u64,
    pub side: Side,
    pub at: DVec3,
    pub poisson: f64,
    pub turned: Option<u64>,
}

/// A square bar 1 long, with samples 0.12 apart and closer in its middle.
fn graded_bar(finer: f64, seed: u64) -> ElastonBody {
    let matter = BlockShape::Box { origin: DVec3::ZERO, size: DVec3::new(1.0, 0.1, 0.1), twist: 0.0 }
        .matter(MatterSpacing::for_samples(0.12 / finer))
        .unwrap();
    let closer = |x: &DVec3| 1.0 + (finer - 1.0) * (1.0 - ((x.x - 0.5) / 0.3).powi(2)).max(0.0);
    let spacing = Spacing::PerPoint(matter.cloud.points.iter().map(|x| 0.12 / closer(x)).collect());
    sampled(matter, SamplingOptions { seed, ..SamplingOptions::new(spacing) }, 0.3, None)
}

pub fn body(case: &Case) -> ElastonBody {
    let thin = (0..3).filter(|&k| case.size[k] < 0.05 * case.size.max_element()).count();
    let extended: f64 =
        (0..3).filter(|&k| case.size[k] >= 0.05 * case.size.max_element()).map(|k| case.size[k]).product();
    let h = (extended / case.samples as f64).powf(1.0 / (3 - thin) as f64);
    let matter = BlockShape::Box { origin: DVec3::ZERO, size: case.size, twist: 0.0 }
        .matter(MatterSpacing::for_samples(h))
        .unwrap();
    let sampling = SamplingOptions { seed: case.seed, ..SamplingOptions::new(Spacing::Count(case.samples)) };
    sampled(matter, sampling, case.poisson, case.turned)
}

fn sampled(matter: Matter, sampling: SamplingOptions, poisson: f64, turned: Option<u64>) -> ElastonBody {
    let lame = LameParameters::from_young_poisson(1e6, poisson).unwrap();
    let law = AnyLaw::from_name("linear", lame).unwrap();
    let setup = ElastonSetup {
        material_of_point: vec![0; matter.cloud.len()],
        matter,
        directions: Vec::new(),
        materials: vec![Material::new(law, 1.0, Damping::NONE).unwrap()],
        sampling,
        strain: StrainMeasure::Corotational,
        turned_axes: turned,
    };
    ElastonBody::new(Arc::new(ElastonModel::new(setup).unwrap()), &Placement::default())
}

/// Displacement at a place for weight 1 a volume along -z.
pub fn deflection(case: &Case) -> DVec3 {
    deflection_of(&body(case), case.side, case.at)
}

fn deflection_of(body: &ElastonBody, side: Side, at: DVec3) -> DVec3 {
    let held = HeldPoints::new(
        &body.hold_points(&Region::Face(side), false).unwrap(),
        &DVec3::AXES,
        Motion::still(),
    );
    let mut terms = body.terms("b", 0, false);
    terms.push(Box::new(PenaltyHold::new("clamp".into(), Arc::new(held), body.x_rest())));
    let mass = body.mass().matrix(false);
    let x_rest = body.x_rest().to_vec();
    let down: Vec<DVec3> = body.shift_shares().iter().map(|s| DVec3::NEG_Z * *s).collect();
    let mut force = vec![DVec3::ZERO; x_rest.len()];
    mass.multiply(&down, &mut force);
    let holds = Holds::new(x_rest.len(), Vec::new(), &[]).unwrap();
    let system = System::new(x_rest.clone(), mass, holds, terms);
    let mut assembly = Assembly::new(&system);
    let v = vec![DVec3::ZERO; x_rest.len()];
    let state = At { q: &x_rest, v: &v, time: 0.0 };
    assembly.assemble(&system, &state, TangentWeights { position: 1.0, velocity: 0.0, positive: false }, 0.0);
    let mut x = vec![DVec3::ZERO; x_rest.len()];
    let mut solver = SolverChoice::Cholesky.make();
    solver.analyze(assembly.pattern(), &x_rest);
    solver.factor(assembly.matrix()).unwrap();
    solver.solve(assembly.matrix(), &force, &mut x, 1e-12).unwrap();
    body.embed(at).0.iter().map(|&(node, w)| x[node as usize] * w).sum()
}

/// A rod of length 1 with a square section.
fn rod(side: f64, samples: usize, seed: u64) -> f64 {
    let case = Case {
        size: DVec3::new(1.0, side, side),
        samples,
        seed,
        side: Side::XMin,
        at: DVec3::new(1.0, 0.5 * side, 0.5 * side),
        poisson: 0.3,
        turned: None,
    };
    let (a, e) = (side * side, 1e6);
    let g = e / 2.6;
    -deflection(&case).z / (a / (8.0 * e * a * a / 12.0) + a / (2.0 * 5.0 / 6.0 * g * a))
}

fn plate(samples: usize, seed: u64) -> f64 {
    let case = Case {
        size: DVec3::new(1.0, 1.0, 0.01),
        samples,
        seed,
        side: Side::XMin,
        at: DVec3::new(1.0, 0.5, 0.005),
        poisson: 0.3,
        turned: None,
    };
    -deflection(&case).z / (0.12908 * 0.01 / (1e6 * 1e-6 / (12.0 * 0.91)))
}

fn cube(samples: usize, seed: u64) -> f64 {
    let case = Case {
        size: DVec3::ONE,
        samples,
        seed,
        side: Side::ZMax,
        at: DVec3::new(0.5, 0.5, 0.0),
        poisson: 0.3,
        turned: None,
    };
    -deflection(&case).z / (0.4922 / 1e6)
}

#[test]
fn sampled_rods_bend_as_timoshenko_says_also_where_they_are_as_thick_as_samples_are_apart() {
    for (n, tolerance) in [(8, 2.5e-3), (16, 1e-3), (64, 5e-3), (128, 5e-3)] {
        for seed in 1..4 {
            let ratio = rod(0.01, n, seed);
            assert!((ratio - 1.0).abs() < tolerance, "{n} samples, seed {seed}: {ratio}");
        }
    }
}

/// Thicker than the spacing, up to twice: neither a plain rod nor a solid.
#[test]
fn rods_thicker_than_their_samples_are_apart_bend_as_timoshenko_says() {
    for n in [20, 24, 28, 32, 36, 40] {
        for seed in 1..4 {
            let ratio = rod(0.05, n, seed);
            assert!((ratio - 1.0).abs() < 0.01, "{n} samples, seed {seed}: {ratio}");
        }
    }
}

#[test]
fn sampled_plates_and_cubes_bend_as_they_should() {
    for seed in 1..4 {
        let (plate, cube) = (plate(64, seed), cube(64, seed));
        assert!((plate - 1.0).abs() < 1.5e-2, "plate, seed {seed}: {plate}");
        assert!((cube - 1.0).abs() < 1.5e-2, "cube, seed {seed}: {cube}");
    }
}

#[test]
fn turning_the_axes_of_elastons_changes_nothing() {
    for size in [DVec3::new(1.0, 0.01, 0.01), DVec3::new(1.0, 1.0, 0.01), DVec3::ONE] {
        let case = |turned| Case {
            size,
            samples: 27,
            seed: 1,
            side: Side::XMin,
            at: size * DVec3::new(1.0, 0.5, 0.5),
            poisson: 0.3,
            turned,
        };
        let (plain, turned) = (deflection(&case(None)), deflection(&case(Some(7))));
        assert!((plain - turned).length() < 1e-9 * plain.length(), "{size}: {plain} {turned}");
    }
}

#[test]
fn all_of_the_mass_is_there_and_where_it_should_be() {
    let case = Case {
        size: DVec3::new(1.0, 0.5, 0.02),
        samples: 30,
        seed: 2,
        side: Side::XMin,
        at: DVec3::X,
        poisson: 0.3,
        turned: None,
    };
    let body = body(&case);
    assert!((body.total_mass() / 0.01 - 1.0).abs() < 1e-13);
    // Moment of inertia about the axis through its centre along z, of a body that turns about it.
    let centre = 0.5 * case.size;
    let shares = body.shift_shares();
    let turning: Vec<DVec3> =
        body.x_rest().iter().zip(&shares).map(|(x, s)| DVec3::Z.cross(*x - *s * centre)).collect();
    let mut momentum = vec![DVec3::ZERO; turning.len()];
    body.mass().matrix(false).multiply(&turning, &mut momentum);
    let twice_energy: f64 = turning.iter().zip(&momentum).map(|(v, p)| v.dot(*p)).sum();
    assert!((twice_energy / (0.01 * (1.0 + 0.25) / 12.0) - 1.0).abs() < 1e-12, "{twice_energy}");
}

/// Where one sample across goes over into several it bent by 4 % too much once.
#[test]
fn a_bar_that_is_graded_bends_as_an_even_one() {
    let down = |finer: f64, seed: u64| {
        deflection_of(&graded_bar(finer, seed), Side::XMin, DVec3::new(1.0, 0.05, 0.05)).z
    };
    let even = down(1.0, 1);
    for seed in [1, 2, 3] {
        let ratio = down(3.4, seed) / even;
        assert!((ratio - 1.0).abs() < 0.01, "seed {seed}: {ratio}");
    }
}

/// Two tines of a fork above each other, half as far apart as samples are: tied together they would hardly bend under their weight.
#[test]
fn tines_of_a_fork_bend_each_by_itself() {
    let cuboid = |origin: [f64; 3], size: [f64; 3]| {
        BlockShape::Box { origin: origin.into(), size: size.into(), twist: 0.0 }
            .matter(MatterSpacing::for_samples(0.06))
            .unwrap()
    };
    let tine = |z: f64| cuboid([0.05, 0.0, z], [0.95, 0.01, 0.01]);
    let fork = union(vec![cuboid([0.0; 3], [0.05, 0.01, 0.05]), tine(0.0), tine(0.04)]);
    // rho g A l^4 / (8 E I) of a tine with a rigid root.
    let by_hand = 12.0 * 0.95f64.powi(4) / (8.0 * 1e6 * 0.01f64.powi(2));
    for seed in [1, 2, 3] {
        let options = SamplingOptions { seed, ..SamplingOptions::new(Spacing::Uniform(0.06)) };
        let Graded { matter: fork, options, .. } = graded_at_joints(fork.clone(), &options).unwrap();
        let down =
            deflection_of(&sampled(fork, options, 0.3, None), Side::XMin, DVec3::new(1.0, 0.005, 0.005)).z;
        let ratio = -down / by_hand;
        assert!((0.9..1.05).contains(&ratio), "seed {seed}: {ratio}");
    }
}

/// Two plates out of a block, a seventh of the spacing apart, bend no less than one alone, and no more than one that is clamped: they were tied together some spacings beyond
/// their roots. With more joints more samples are close to them, so the two lack less of their deflection than the one.
#[test]
fn close_plates_bend_no_less_than_one_alone() {
    let cuboid = |origin: [f64; 3], size: [f64; 3]| {
        BlockShape::Box { origin: origin.into(), size: size.into(), twist: 0.0 }
            .matter(MatterSpacing::for_samples(0.014))
            .unwrap()
    };
    let block = || cuboid([0.0; 3], [0.04, 0.04, 0.06]);
    let plate = |z: f64| cuboid([0.04, 0.0, z], [0.08, 0.04, 0.002]);
    let down = |shape: Matter| {
        let Graded { matter: shape, options, .. } =
            graded_at_joints(shape, &SamplingOptions::new(Spacing::Uniform(0.014))).unwrap();
        let body = sampled(shape, options, 0.3, None);
        deflection_of(&body, Side::XMin, DVec3::new(0.12, 0.02, 0.027)).z
    };
    let one = down(union(vec![block(), plate(0.026)]));
    let two = down(union(vec![block(), plate(0.026), plate(0.03)]));
    let clamped = -12.0 * 0.08f64.powi(4) / (8.0 * 1e6 * 0.002f64.powi(2));
    let [one, two] = [one / clamped, two / clamped];
    assert!(two > 0.95 * one && two < 1.0, "{one} {two}");
}

/// A hairpin held at the end of one leg, under its weight, over the theory of rods. Its legs were tied together, and its kinks too stiff.
#[test]
fn a_hairpin_bends_leg_by_leg() {
    let (thick, gap, back) = (0.01f64, 0.03, 0.8);
    let points = [[0.0; 3], [1.0, 0.0, 0.0], [1.0, 0.0, gap], [1.0 - back, 0.0, gap]];
    let curve = Curve { points: points.map(DVec3::from).to_vec(), closed: false, smooth: false };
    let section = Section::Rectangle { width: thick, height: thick };
    let hairpin = Swept { curve, section, up: None }.matter(MatterSpacing::for_samples(0.05)).unwrap();
    // Moments over EI along the leg that is held, M = w ((1 - x)^2/2 + gap (1 - x) + back (1 - back/2 - x)), and -w back^2/2 in the short side.
    let per_length = 12.0 / (1e6 * thick * thick);
    let end = per_length * (1.0 / 6.0 + 0.5 * gap + back * (0.5 - 0.5 * back));
    let down = per_length * (1.0 / 8.0 + gap / 3.0 + back * (0.5 * (1.0 - 0.5 * back) - 1.0 / 6.0));
    let turned = end - per_length * gap * 0.5 * back * back;
    let by_hand = down - back * turned + per_length * back.powi(4) / 8.0;
    for seed in [1, 2] {
        let options = SamplingOptions { seed, ..SamplingOptions::new(Spacing::Uniform(0.05)) };
        let Graded { matter: hairpin, options, .. } = graded_at_joints(hairpin.clone(), &options).unwrap();
        let body = sampled(hairpin, options, 0.3, None);
        let tip = deflection_of(&body, Side::XMin, DVec3::new(1.0 - back, 0.0, gap)).z;
        let ratio = -tip / by_hand;
        assert!((0.95..1.05).contains(&ratio), "seed {seed}: {ratio}");
    }
}

/// A rod out of a block: elastons of the rod that samples of its root move are cut into parts, which together see what the whole does.
#[test]
fn parts_of_an_elaston_add_up_to_the_whole() {
    let cuboid = |origin: [f64; 3], size: [f64; 3]| {
        BlockShape::Box { origin: origin.into(), size: size.into(), twist: 0.0 }
            .matter(MatterSpacing::for_samples(0.2))
            .unwrap()
    };
    let shape =
        union(vec![cuboid([-0.5, -0.5, -1.0], [1.0; 3]), cuboid([-0.05, -0.05, 0.0], [0.1, 0.1, 1.0])]);
    let options = SamplingOptions::new(Spacing::Count(200));
    let Graded { matter: shape, options, .. } = graded_at_joints(shape, &options).unwrap();
    let body = sampled(shape, options, 0.3, None);
    let model = body.model();
    let cut: Vec<usize> = (0..model.sites().len()).filter(|&e| !model.parts(e).is_empty()).collect();
    assert!(cut.iter().all(|&e| model.sites()[e].thin[2]) && cut.len() >= 2, "{}", cut.len());
    for e in cut {
        // Stretching alone: K of the first derivatives in proportion to the volume.
        let shares: Vec<f64> = model.parts(e).map(|p| model.stiffness[p].of_first()[0]).collect();
        let all: f64 = shares.iter().sum();
        for entry in 0..model.stencils.entries(e).len() {
            let first = |e: usize, k: usize| {
                let vectors = model.stencils.vectors[e] as usize;
                model.stencils.weights_of(e)[(entry * vectors + k) * WIDTH]
            };
            for k in 0..3 {
                let parts = model.parts(e).zip(&shares).map(|(p, share)| share / all * first(p, k));
                let (sum, whole) = (parts.sum::<f64>(), first(e, k));
                assert!((sum - whole).abs() < 1e-9 * (1.0 + whole.abs()), "{sum} {whole}");
            }
        }
    }
}

/// Forces of a uniform pull cancel on all samples that do not reach an end, however these lie.
#[test]
fn uniform_stress_is_balanced_where_samples_are_graded() {
    let body = graded_bar(3.4, 1);
    let (x_rest, nodes) = (body.x_rest().to_vec(), body.x_rest().len());
    let holds = Holds::new(nodes, Vec::new(), &[]).unwrap();
    let system = System::new(x_rest.clone(), body.mass().matrix(false), holds, body.terms("b", 0, false));
    let mut assembly = Assembly::new(&system);
    let v = vec![DVec3::ZERO; nodes];
    let state = At { q: &x_rest, v: &v, time: 0.0 };
    assembly.assemble(&system, &state, TangentWeights { position: 1.0, velocity: 0.0, positive: false }, 0.0);
    // All nodes of a field that is linear are that much longer: places, and derivatives times lengths.
    let pull: Vec<DVec3> = x_rest.iter().map(|q| *q * DVec3::new(1.0, -0.3, -0.3)).collect();
    let mut force = vec![DVec3::ZERO; nodes];
    assembly.matrix().multiply(&pull, &mut force);
    let inner = |sample: &usize| (0.4..0.6).contains(&x_rest[4 * sample].x);
    let inside = (0..nodes / 4).filter(inner).flat_map(|sample| 4 * sample..4 * sample + 4);
    let worst = inside.map(|node| force[node].length()).fold(0.0, f64::max);
    // The pull is E A = 1e4.
    assert!(worst < 10.0, "{worst}");
}
