//! Forces, energies and tangents of loads against each other, by differences.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::hold::Holds;
use crate::motion::{History, Interpolation, Keyframe, Motion};
use crate::term::{At, TangentWeights, Term};
use crate::{Assembly, Embedding, Mass, System};
use glam::{DMat3, DVec3};
use std::sync::Arc;

const NODES: usize = 8;
const TIME: f64 = 0.7;

/// Numbers that look like noise, the same in every run.
fn noise(seed: usize) -> DVec3 {
    let wave = |k: f64| (seed as f64 * 12.9898 + k).sin() * 0.9;
    DVec3::new(wave(0.3), wave(1.7), wave(4.1))
}

fn field(seed: usize) -> Vec<DVec3> {
    (0..NODES).map(|i| noise(seed * 100 + i)).collect()
}

/// Four points over eight nodes of which the even ones are places.
fn carrier() -> Embedding {
    let mut carrier = Embedding::new();
    for point in 0..4usize {
        let row = (0..6u32).map(|k| {
            let node = (2 * point as u32 + 3 * k) % NODES as u32;
            (node, 0.3 + 0.2 * noise(point * 7 + k as usize).x)
        });
        carrier.push(row);
    }
    carrier
}

fn triangle() -> Vec<SurfacePoint> {
    let thirds = vec![1.0 / 3.0; 3];
    let (along_s, along_t) = (vec![-1.0, 1.0, 0.0], vec![-1.0, 0.0, 1.0]);
    vec![SurfacePoint { weight: 0.5, shape: thirds, along_s, along_t }]
}

fn swing() -> Motion {
    let key = |time, shift, turn| Keyframe { time, shift, turn };
    let keys = vec![key(0.0, DVec3::ZERO, 0.0), key(1.0, DVec3::new(0.3, -0.2, 0.1), 0.8)];
    Motion::new(keys, DVec3::new(1.0, 2.0, 0.5), DVec3::new(0.1, 0.0, 0.3), Interpolation::Smooth)
}

fn penalty(directions: &[DVec3]) -> PenaltyHold {
    let rows = carrier();
    let points: Vec<HoldPoint> = (0..rows.len())
        .map(|p| HoldPoint {
            x_rest: noise(900 + p),
            row: rows.row(p).collect(),
            stiffness: 50.0 + 10.0 * p as f64,
        })
        .collect();
    PenaltyHold::new("pin".into(), Arc::new(HeldPoints::new(&points, directions, swing())), &field(5))
}

fn wind(nodes: Vec<u32>, sides: Sides) -> Wind {
    let gusts = Some(Gusts { period: 1.3, strength: 0.4 });
    let velocity = DVec3::new(3.0, -2.0, 1.0);
    Wind::new("wind".into(), nodes, 3, triangle(), velocity, 1.2, 0.8, sides, gusts, History::ramp(1.0))
}

fn pressure(nodes: Vec<u32>) -> Pressure {
    Pressure::new("p".into(), nodes, 3, triangle(), 40.0, History::constant(1.0))
}

fn sum(term: &dyn Term, at: &At<'_>) -> Vec<DVec3> {
    gathered(term, |out| term.forces(at, out))
}

fn gathered(term: &dyn Term, fill: impl FnOnce(&mut [DVec3])) -> Vec<DVec3> {
    let mut slots = vec![DVec3::NAN; term.force_slots().len()];
    fill(&mut slots);
    let mut total = vec![DVec3::ZERO; NODES];
    term.force_slots().iter().zip(slots).for_each(|(&node, force)| total[node as usize] += force);
    total
}

fn moved(field: &[DVec3], by: &[DVec3], step: f64) -> Vec<DVec3> {
    field.iter().zip(by).map(|(x, d)| *x + *d * step).collect()
}

/// Central differences of the force against its differential, in positions and velocities.
fn check_differential(term: &dyn Term) {
    let (q, v, dq, dv) = (field(1), field(2), field(3), field(4));
    let h = 1e-5;
    let force = |step: f64| {
        let (q, v) = (moved(&q, &dq, step), moved(&v, &dv, step));
        sum(term, &At { q: &q, v: &v, time: TIME })
    };
    let (plus, minus) = (force(h), force(-h));
    let at = At { q: &q, v: &v, time: TIME };
    let exact = gathered(term, |out| term.force_differential(&at, &dq, Some(&dv), out));
    let size = exact.iter().map(|f| f.length()).fold(0.0, f64::max);
    assert!(size > 0.0);
    for i in 0..NODES {
        let difference = (plus[i] - minus[i]) / (2.0 * h);
        assert!((difference - exact[i]).length() < 1e-7 * size, "node {i}: {difference} {}", exact[i]);
    }
    let still = gathered(term, |out| term.force_differential(&at, &dq, None, out));
    let zero = vec![DVec3::ZERO; NODES];
    let same = gathered(term, |out| term.force_differential(&at, &dq, Some(&zero), out));
    assert_eq!(still, same);
}

#[test]
fn springs_are_the_gradient_of_their_energy_and_their_tangent_is_their_derivative() {
    let oblique = [DVec3::new(1.0, 1.0, 0.0), DVec3::new(0.0, 1.0, 2.0)];
    for directions in [&DVec3::AXES[..], &oblique[..], &oblique[..1]] {
        let term = penalty(directions);
        assert!(term.is_linear() && !term.is_elastic());
        check_differential(&term);
        let (q, v, dq, h) = (field(1), field(2), field(3), 1e-5);
        let energy = |step: f64| term.energy(&At { q: &moved(&q, &dq, step), v: &v, time: TIME }).unwrap();
        let slope = (energy(h) - energy(-h)) / (2.0 * h);
        let at = At { q: &q, v: &v, time: TIME };
        let work: f64 = sum(&term, &at).iter().zip(&dq).map(|(f, d)| f.dot(*d)).sum();
        assert!((slope + work).abs() < 1e-7 * work.abs(), "{slope} {work}");
        check_tangent(Box::new(penalty(directions)), &at, &dq);
    }
}

/// The assembled matrix times a change of positions is minus the change of forces.
fn check_tangent(term: Box<dyn Term>, at: &At<'_>, dq: &[DVec3]) {
    let pairs = term.pair_slots().to_vec();
    assert!(pairs.is_sorted() && pairs.windows(2).all(|pair| pair[0] != pair[1]), "each pair once");
    assert!(pairs.iter().all(|(i, j)| i >= j));
    let exact = gathered(term.as_ref(), |out| term.force_differential(at, dq, None, out));
    let holds = Holds::new(NODES, Vec::new(), &[]).unwrap();
    let system = System::new(field(5), Mass::lumped(vec![1.0; NODES]), holds, vec![term]);
    let mut assembly = Assembly::new(&system);
    let weights = TangentWeights { position: 2.0, velocity: 0.0, positive: false };
    assembly.assemble(&system, at, weights, 0.0);
    let mut product = [DVec3::ZERO; NODES];
    for i in 0..NODES {
        for j in 0..NODES {
            let block = assembly.matrix().pattern().index(i.max(j), i.min(j)).map(|entry| {
                let block = assembly.matrix().values[entry];
                if i >= j { block } else { block.transpose() }
            });
            product[i] += block.unwrap_or(DMat3::ZERO) * dq[j];
        }
    }
    for i in 0..NODES {
        assert!((product[i] + exact[i] * 2.0).length() < 1e-10 * exact[i].length().max(1.0), "node {i}");
    }
}

#[test]
fn springs_pull_to_where_the_motion_goes() {
    let held = HeldPoints::new(
        &[HoldPoint { x_rest: DVec3::X, row: vec![(0, 1.0)], stiffness: 3.0 }],
        &[DVec3::Z],
        swing(),
    );
    let place = swing().place(DVec3::X, TIME).0;
    let q = [place + DVec3::new(5.0, -4.0, 2.0)];
    assert!((held.force(0, &q, TIME) - DVec3::new(0.0, 0.0, -6.0)).length() < 1e-12);
}

#[test]
fn wind_and_pressure_have_exact_differentials_also_where_nodes_carry_the_points() {
    for sides in [Sides::Both, Sides::Outside] {
        check_differential(&wind(vec![0, 1, 2, 2, 1, 3, 6, 5, 4], sides));
        check_differential(&Embedded::new(Box::new(wind(vec![0, 1, 2, 2, 1, 3], sides)), carrier()));
    }
    check_differential(&Embedded::new(Box::new(pressure(vec![0, 1, 2, 2, 1, 3])), carrier()));
    let weights = vec![1.0, 2.0, 1.5, 0.5];
    let rest: Vec<DVec3> = (0..4).map(noise).collect();
    let couple =
        Couple::new("T".into(), vec![0, 1, 2, 3], weights, DVec3::ONE, None, History::ramp(1.0), &rest);
    check_differential(&Embedded::new(Box::new(couple.unwrap()), carrier()));
}

#[test]
fn what_is_done_to_carried_points_is_done_by_the_nodes() {
    // Virtual work: what the force does on points moved by nodes is what the node forces do.
    let (q, v, dq) = (field(1), field(2), field(3));
    let at = At { q: &q, v: &v, time: TIME };
    let rows = carrier();
    let (x, dx) = (rows.values(&q), rows.values(&dq));
    let on_points = pressure(vec![0, 1, 2, 2, 1, 3]);
    let mut slots = vec![DVec3::ZERO; 6];
    on_points.forces(&At { q: &x, v: &x, time: TIME }, &mut slots);
    let work: f64 = on_points.force_slots().iter().zip(&slots).map(|(&p, f)| f.dot(dx[p as usize])).sum();
    let embedded = Embedded::new(Box::new(on_points), rows);
    let by_nodes: f64 = sum(&embedded, &at).iter().zip(&dq).map(|(f, d)| f.dot(*d)).sum();
    assert!((work - by_nodes).abs() < 1e-12 * work.abs().max(1.0), "{work} {by_nodes}");
}

#[test]
fn wind_pushes_a_sheet_from_either_side_and_a_solid_where_it_faces_the_wind() {
    // A triangle of area 1/2 with normal z, in a wind of 2 m/s along z or against it: rho C u^2 A / 2 = 1.2 N.
    let mut q = vec![DVec3::ZERO; NODES];
    (q[1], q[2]) = (DVec3::X, DVec3::Y);
    let v = vec![DVec3::ZERO; NODES];
    let blow = |velocity: DVec3, sides: Sides| {
        let wind = Wind::new(
            "w".into(),
            vec![0, 1, 2],
            3,
            triangle(),
            velocity,
            1.2,
            1.0,
            sides,
            None,
            History::constant(1.0),
        );
        sum(&wind, &At { q: &q, v: &v, time: 0.0 }).into_iter().sum::<DVec3>()
    };
    let (up, down) = (DVec3::Z * 2.0, DVec3::Z * -2.0);
    assert!((blow(up, Sides::Both) - DVec3::Z * 1.2).length() < 1e-14);
    assert!((blow(down, Sides::Both) + DVec3::Z * 1.2).length() < 1e-14);
    assert_eq!(blow(up, Sides::Outside), DVec3::ZERO);
    assert!((blow(down, Sides::Outside) + DVec3::Z * 1.2).length() < 1e-14);
    // A surface that goes with the wind feels none, and one along it neither.
    assert_eq!(blow(DVec3::X, Sides::Both), DVec3::ZERO);
}
