//! Surfaces thrown at each other so fast that they are far beyond each other within a step: no point changes sides, no edge
//! crosses another.

use crate::common::{Random, block, body, mesh, moving, placed, scene, sheet};
use crate::filter::Explicit;
use glam::DVec3;
use pliant_contact::{Collider, ContactLayer, ContactSettings, Friction};
use pliant_geometry::{TriangleSurface, edge_hits_edge, point_hits_triangle};
use pliant_system::State;
use proptest::prelude::*;

const DT: f64 = 0.01;

/// A sheet of 0.2 m long edges with bumps, somehow turned.
fn bumpy(random: &mut Random, middle: DVec3) -> TriangleSurface {
    let mut sheet = sheet(DVec3::new(-0.3, -0.3, 0.0), 0.6, 3);
    sheet.points.iter_mut().for_each(|x| *x += random.vector() * 0.04);
    let rotation = glam::DQuat::IDENTITY.slerp(random.rotation(), 0.3);
    placed(&sheet, rotation, middle)
}

fn edges(surface: &TriangleSurface) -> Vec<[usize; 2]> {
    let sides = |t: &[u32; 3]| [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]];
    let mut edges: Vec<[usize; 2]> = surface
        .triangles
        .iter()
        .flat_map(sides)
        .map(|[a, b]| [a.min(b) as usize, a.max(b) as usize])
        .collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// Places of the points of a surface at the start and the end of a step.
#[derive(Clone, Copy)]
struct Way<'a> {
    surface: &'a TriangleSurface,
    from: &'a [DVec3],
    to: &'a [DVec3],
}

impl Way<'_> {
    fn points<const N: usize>(&self, points: [usize; N]) -> ([DVec3; N], [DVec3; N]) {
        (points.map(|p| self.from[p]), points.map(|p| self.to[p] - self.from[p]))
    }

    fn triangle(&self, t: usize) -> [usize; 3] {
        self.surface.triangles[t].map(|p| p as usize)
    }
}

/// What passes through what on the way, if anything: all points and triangles, all edges and edges, one by one.
fn passes(a: Way<'_>, b: Way<'_>) -> Option<String> {
    for (of, with) in [(a, b), (b, a)] {
        for p in 0..of.from.len() {
            for t in 0..with.surface.triangles.len() {
                let ([x], [dx]) = of.points([p]);
                let ([a, b, c], [da, db, dc]) = with.points(with.triangle(t));
                if let Some(hit) = point_hits_triangle([x, a, b, c], [dx, da, db, dc]) {
                    return Some(format!("point {p} at {x} moves by {dx} through triangle {t}: {hit:?}"));
                }
            }
        }
    }
    for e in edges(a.surface) {
        for f in edges(b.surface) {
            let (([p, q], [dp, dq]), ([r, s], [dr, ds])) = (a.points(e), b.points(f));
            if let Some(hit) = edge_hits_edge([p, q, r, s], [dp, dq, dr, ds]) {
                return Some(format!("edges {e:?} and {f:?}: {hit:?}"));
            }
        }
    }
    None
}

/// Whether an edge of one is through a triangle of the other, by nothing but where they are.
fn crosses(a: Way<'_>, b: Way<'_>) -> Option<String> {
    for (of, with) in [(a, b), (b, a)] {
        for [p, q] in edges(of.surface) {
            for t in 0..with.surface.triangles.len() {
                let corners = with.triangle(t).map(|k| with.to[k]);
                if pierces([of.to[p], of.to[q]], corners) {
                    return Some(format!("edge {p}-{q} is through triangle {t}"));
                }
            }
        }
    }
    None
}

fn pierces([from, to]: [DVec3; 2], [a, b, c]: [DVec3; 3]) -> bool {
    let height = |p: DVec3| (b - a).cross(c - a).dot(p - a);
    let turn = |p: DVec3, q: DVec3| (p - from).cross(q - from).dot(to - from);
    let turns = [turn(a, b), turn(b, c), turn(c, a)];
    let is_around = turns.iter().all(|t| *t > 0.0) || turns.iter().all(|t| *t < 0.0);
    height(from) * height(to) < 0.0 && is_around
}

fn are_apart(a: &TriangleSurface, b: &TriangleSurface) -> bool {
    let [a, b] = [a, b].map(|surface| Way { surface, from: &[], to: &surface.points });
    crosses(a, b).is_none()
}

/// Every node of both at some velocity of its own, and the two towards each other.
fn throw(random: &mut Random, state: &mut State, first: usize, speed: f64) {
    for (i, v) in state.v.iter_mut().enumerate() {
        let towards = DVec3::Z * if i < first { 1.0 } else { -1.0 };
        *v = (towards + random.vector() * 0.5) * speed;
    }
}

fn frictions() -> impl Strategy<Value = Friction> {
    prop_oneof![Just(Friction::NONE), (0.0..1.5f64).prop_map(Friction::new)]
}

fn masses(random: &mut Random, count: usize) -> Vec<f64> {
    (0..count).map(|_| 10f64.powf(random.within(-1.5, 1.5))).collect()
}

/// Steps two surfaces whose points follow each other; tells of the first that passes the other.
fn first_passing(
    explicit: &Explicit,
    layer: &mut ContactLayer,
    state: &mut State,
    [below, above]: [&TriangleSurface; 2],
) -> Option<String> {
    let first = below.points.len();
    (0..6).find_map(|step| {
        let before = state.q.clone();
        explicit.step(layer, state, DVec3::ZERO);
        let a = Way { surface: below, from: &before[..first], to: &state.q[..first] };
        let b = Way { surface: above, from: &before[first..], to: &state.q[first..] };
        let wrong = passes(a, b).or_else(|| crosses(a, b))?;
        Some(format!("step {step}: {wrong}"))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sheets_do_not_pass_each_other(seed: u64, friction in frictions(), speed in 5.0..60.0f64) {
        let mut random = Random(seed);
        let (below, above) = (bumpy(&mut random, DVec3::ZERO), bumpy(&mut random, DVec3::Z * 0.5));
        prop_assume!(are_apart(&below, &above));
        let first = below.points.len();
        let bodies = vec![body("below", 0, &below, false), body("above", first as u32, &above, false)];
        let (mut layer, mut state) = scene(bodies, vec![], ContactSettings { friction, ..ContactSettings::default() });
        throw(&mut random, &mut state, first, speed);
        let mut explicit = Explicit::free(state.q.len(), DT);
        explicit.inverse_mass = masses(&mut random, state.q.len());
        let wrong = first_passing(&explicit, &mut layer, &mut state, [&below, &above]);
        prop_assert!(wrong.is_none(), "{}", wrong.unwrap());
    }

    #[test]
    fn sheets_do_not_pass_moving_meshes(seed: u64, friction in frictions(), speed in 5.0..60.0f64, turn in -30.0..30.0f64) {
        let mut random = Random(seed);
        let (below, above) = (bumpy(&mut random, DVec3::ZERO), bumpy(&mut random, DVec3::Z * 0.5));
        prop_assume!(are_apart(&below, &above));
        let ground = moving(mesh("ground", &below), random.vector() * speed, turn);
        let settings = ContactSettings { friction, ..ContactSettings::default() };
        let (mut layer, mut state) = scene(vec![body("above", 0, &above, false)], vec![ground.clone()], settings);
        throw(&mut random, &mut state, 0, speed);
        let mut explicit = Explicit::free(state.q.len(), DT);
        explicit.inverse_mass = masses(&mut random, state.q.len());
        for step in 0..6 {
            let (before, from) = (state.q.clone(), placed_at(&ground, &below, state.time));
            explicit.step(&mut layer, &mut state, DVec3::ZERO);
            let to = placed_at(&ground, &below, state.time);
            let a = Way { surface: &below, from: &from, to: &to };
            let b = Way { surface: &above, from: &before, to: &state.q };
            let wrong = passes(a, b).or_else(|| crosses(a, b));
            prop_assert!(wrong.is_none(), "step {step}: {}", wrong.unwrap());
        }
    }

    /// A stack of sheets in one body that touches itself: nobody passes its neighbour above.
    #[test]
    fn layers_of_one_body_do_not_pass_each_other(seed: u64, friction in frictions(), speed in 5.0..60.0f64) {
        let mut random = Random(seed);
        let (below, above) = (bumpy(&mut random, DVec3::ZERO), bumpy(&mut random, DVec3::Z * 0.5));
        prop_assume!(are_apart(&below, &above));
        let first = below.points.len();
        let both = joined(&below, &above);
        let mut one = body("both", 0, &both, false);
        one.touches_itself = true;
        let (mut layer, mut state) = scene(vec![one], vec![], ContactSettings { friction, ..ContactSettings::default() });
        throw(&mut random, &mut state, first, speed);
        let explicit = Explicit::free(state.q.len(), DT);
        let wrong = first_passing(&explicit, &mut layer, &mut state, [&below, &above]);
        prop_assert!(wrong.is_none(), "{}", wrong.unwrap());
    }

    /// Solids thrown at each other. One step: nothing holds them together, and then they are inside out.
    #[test]
    fn blocks_do_not_pass_each_other(seed: u64, friction in frictions(), speed in 5.0..60.0f64) {
        let mut random = Random(seed);
        let any = block(DVec3::splat(-0.1), DVec3::splat(0.2));
        let (rotation, other) = (random.rotation(), random.rotation());
        let aside = random.vector() * DVec3::new(0.1, 0.1, 0.0);
        let (below, above) = (placed(&any, rotation, DVec3::ZERO), placed(&any, other, aside + DVec3::Z * 0.4));
        let bodies = vec![body("below", 0, &below, true), body("above", 8, &above, true)];
        let (mut layer, mut state) = scene(bodies, vec![], ContactSettings { friction, ..ContactSettings::default() });
        state.v[..8].fill(DVec3::Z * speed + random.vector());
        state.v[8..].fill(DVec3::Z * -speed + random.vector());
        let mut explicit = Explicit::free(16, DT);
        explicit.inverse_mass = masses(&mut random, 16);
        let before = state.q.clone();
        explicit.step(&mut layer, &mut state, DVec3::ZERO);
        let a = Way { surface: &below, from: &before[..8], to: &state.q[..8] };
        let b = Way { surface: &above, from: &before[8..], to: &state.q[8..] };
        let wrong = passes(a, b).or_else(|| crosses(a, b));
        prop_assert!(wrong.is_none(), "{}", wrong.unwrap());
    }

    /// Stopped in flight, momentum goes to the other.
    #[test]
    fn momentum_and_energy_of_fast_sheets(seed: u64, friction in frictions(), speed in 5.0..60.0f64) {
        let wrong = momentum_or_energy_that_appears(seed, friction, speed);
        prop_assert!(wrong.is_none(), "{}", wrong.unwrap());
    }
}

/// Sheets at rest against each other after a step, and impulses that are loosened until none is needed: what the last rounds
/// had not yet taken back brought 4e-9 and 2e-9 of the energy.
#[test]
fn impulses_that_are_not_settled_bring_no_energy() {
    let rough = (10052369195941163228, Friction::new(0.9039206329001094), 40.89236349694668);
    let smooth = (13218393250865329747, Friction::NONE, 36.38353494005473);
    for (seed, friction, speed) in [rough, smooth] {
        assert_eq!(momentum_or_energy_that_appears(seed, friction, speed), None);
    }
}

/// Throws two sheets at each other; tells of the first step that does not keep momentum, or brings energy.
fn momentum_or_energy_that_appears(seed: u64, friction: Friction, speed: f64) -> Option<String> {
    let mut random = Random(seed);
    let (mut layer, mut state) = two_sheets(&mut random, friction);
    throw(&mut random, &mut state, 16, speed);
    let mut explicit = Explicit::free(state.q.len(), DT);
    explicit.inverse_mass = masses(&mut random, state.q.len());
    let sums = |state: &State| {
        let with_mass = || state.v.iter().zip(&explicit.inverse_mass);
        let energy: f64 = with_mass().map(|(v, w)| 0.5 * v.length_squared() / w).sum();
        (with_mass().map(|(v, w)| *v / *w).sum::<DVec3>(), energy)
    };
    let scale: f64 = state.v.iter().zip(&explicit.inverse_mass).map(|(v, w)| v.length() / w).sum();
    (0..6).find_map(|step| {
        let (momentum, energy) = sums(&state);
        explicit.step(&mut layer, &mut state, DVec3::ZERO);
        let (after, left) = sums(&state);
        let total: DVec3 = state.contact.force.iter().sum();
        if momentum.distance(after) > 1e-13 * scale {
            return Some(format!("step {step}: {momentum} -> {after}"));
        }
        if left > energy * (1.0 + 1e-12) {
            return Some(format!("step {step}: {energy} -> {left} J"));
        }
        let is_balanced = total.length() <= 1e-13 * scale / DT;
        (!is_balanced).then(|| format!("step {step}: {total} of {} N", scale / DT))
    })
}

fn two_sheets(random: &mut Random, friction: Friction) -> (ContactLayer, State) {
    let (below, above) = (bumpy(random, DVec3::ZERO), bumpy(random, DVec3::Z * 0.5));
    let bodies = vec![body("below", 0, &below, false), body("above", 16, &above, false)];
    scene(bodies, vec![], ContactSettings { friction, ..ContactSettings::default() })
}

fn joined(a: &TriangleSurface, b: &TriangleSurface) -> TriangleSurface {
    let first = a.points.len() as u32;
    let shifted = b.triangles.iter().map(|t| t.map(|p| p + first));
    TriangleSurface {
        points: a.points.iter().chain(&b.points).copied().collect(),
        triangles: a.triangles.iter().copied().chain(shifted).collect(),
    }
}

fn placed_at(collider: &Collider, surface: &TriangleSurface, time: f64) -> Vec<DVec3> {
    let pose = collider.at(time);
    surface.points.iter().map(|x| pose.to_world(*x)).collect()
}
