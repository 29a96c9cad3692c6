//! Steps of things that rest and slide on each other allocate nothing once the arrays have grown.
//!
//! Everything runs within a pool of one thread: threads that take work from each other may allocate. The motion repeats
//! itself: the first rounds let the arrays grow to what they ever need, the next are counted.
#![allow(clippy::unwrap_used)]

// Not all of it is used here.
#[allow(dead_code)]
#[path = "contact/common.rs"]
mod common;
#[path = "../../pliant-geometry/tests/support/counting.rs"]
mod counting;

use common::{block, body, floor, mesh, moving, plate, rough, scene, sheet, spheres};
use counting::allocations_of;
use glam::{DMat3, DVec3};
use pliant_contact::{Collider, ContactBody, ContactLayer};
use pliant_system::{Contact, Drift, Embedding, Holds, State};

const DT: f64 = 1e-3;

/// Steps until everything moves as it did before.
const PERIOD: usize = 40;

/// A plate on the ground, a block that slides on it to and fro, grains beside.
fn resting(ground: Vec<Collider>) -> (ContactLayer, State, Vec<std::ops::Range<usize>>) {
    let lower = plate(DVec3::new(-0.5, -0.5, 0.0), 1.0, 5, 0.1);
    let upper = block(DVec3::new(-0.15, -0.1, 0.1), DVec3::splat(0.2));
    let centres = [DVec3::new(0.3, 0.3, 0.13), DVec3::new(0.3, 0.37, 0.13), DVec3::new(-0.4, 0.3, 0.13)];
    let (first, second) = (lower.points.len(), lower.points.len() + 8);
    let mut grains = spheres("grains", second as u32, &centres, 0.03);
    grains.touches_itself = true;
    let bodies = vec![body("lower", 0, &lower, true), body("upper", first as u32, &upper, true), grains];
    let (layer, state) = scene(bodies, ground, rough(0.3));
    let parts =
        vec![0..first, first..second, second..second + 1, second + 1..second + 2, second + 2..second + 3];
    (layer, state, parts)
}

fn grounds() -> Vec<(&'static str, Vec<Collider>)> {
    let below = sheet(DVec3::new(-1.0, -1.0, 0.0), 2.0, 6);
    let rocking = moving(mesh("mesh", &below), DVec3::new(0.001, 0.0, 0.0), 0.001);
    vec![("plane", vec![floor()]), ("mesh", vec![rocking])]
}

/// The speed at which the upper one is drawn over the lower one (m/s).
fn to_and_fro(step: usize) -> f64 {
    (std::f64::consts::TAU * (step % PERIOD) as f64 / PERIOD as f64).cos()
}

/// Counts what a step allocates after some rounds of warming up.
fn count(mut step: impl FnMut(usize)) -> usize {
    let warming_up = allocations_of(|| (0..3 * PERIOD).for_each(&mut step));
    assert!(warming_up > 0, "nothing was counted");
    allocations_of(|| (3 * PERIOD..5 * PERIOD).for_each(&mut step))
}

/// Bodies that are not held together by forces keep their shapes: each moves as a whole.
fn keep_shapes(state: &mut State, rest: &[DVec3], parts: &[std::ops::Range<usize>]) {
    for part in parts {
        let count = part.len() as f64;
        let v = state.v[part.clone()].iter().sum::<DVec3>() / count;
        let shift = part.clone().map(|i| state.q[i] - rest[i]).sum::<DVec3>() / count;
        for i in part.clone() {
            state.v[i] = v;
            state.q[i] = rest[i] + shift;
        }
    }
}

fn filtered_steps(name: &str, ground: Vec<Collider>) {
    let (mut layer, mut state, parts) = resting(ground);
    let rest = state.q.clone();
    let inverse_mass = vec![1.0; state.q.len()];
    let holds = Holds::new(state.q.len(), vec![], &[]).unwrap();
    let mut touched = 0;
    let allocations = count(|step| {
        state.v.iter_mut().for_each(|v| v.z -= 10.0 * DT);
        state.v[parts[1].clone()].iter_mut().for_each(|v| v.x = to_and_fro(step));
        let State { q, v, contact, .. } = &mut state;
        let time = step as f64 * DT;
        let (inverse_mass, holds) = (&inverse_mass, &holds);
        let mut drift = Drift { q, v, inverse_mass, holds, time, dt: DT, kick: DT, response: None };
        layer.filter(&mut drift, contact);
        state.q.iter_mut().zip(&state.v).for_each(|(q, v)| *q += *v * DT);
        keep_shapes(&mut state, &rest, &parts);
        touched = touched.max(state.contact.touches.len());
    });
    assert!(touched > 20, "{name}: only {touched} touches");
    assert_eq!(allocations, 0, "{name}");
}

/// Arrays of a stepper.
#[derive(Default)]
struct Solver {
    forces: Vec<DVec3>,
    direction: Vec<DVec3>,
    blocks: Vec<DMat3>,
}

impl Solver {
    /// Everything that an implicit stepper asks for in a step that ends at `end`; true if something pressed.
    fn step(&mut self, layer: &mut ContactLayer, state: &mut State, end: &[DVec3]) -> bool {
        state.v.iter_mut().zip(end).zip(&state.q).for_each(|((v, to), from)| *v = (*to - *from) / DT);
        layer.begin_step(state, DT);
        layer.aim(state.time + DT);
        layer.freeze(&state.q);
        self.direction.clear();
        self.direction.extend(end.iter().zip(&state.q).map(|(to, from)| *to - *from));
        layer.foresee(&state.q, &self.direction);
        assert!(layer.largest_share(&state.q, &self.direction) > 0.0);
        for _ in 0..3 {
            self.forces.clear();
            self.forces.resize(end.len(), DVec3::ZERO);
            layer.add_forces(end, &mut self.forces);
            layer.add_differential(end, &self.direction, &mut self.forces);
            self.blocks.resize(layer.pair_slots().len(), DMat3::ZERO);
            layer.tangent(end, false, &mut self.blocks);
            assert!(layer.potential(end) >= layer.stored_energy(end));
            if !layer.settle(end) {
                break;
            }
        }
        state.q.copy_from_slice(end);
        state.time += DT;
        state.step += 1;
        layer.commit(state);
        state.contact.force.iter().any(|f| *f != DVec3::ZERO)
    }
}

fn solved_steps(name: &str, (mut layer, mut state): (ContactLayer, State), upper: std::ops::Range<usize>) {
    let rest = state.q.clone();
    let mut solver = Solver::default();
    let mut end = rest.clone();
    let mut pressed = 0;
    let allocations = count(|step| {
        // Pressed in by a tenth of a millimetre, now more, now less.
        let depth = 1e-4 * (1.5 + to_and_fro(2 * step));
        let x = 0.02 * to_and_fro(step);
        end.iter_mut().zip(&rest).for_each(|(end, rest)| *end = *rest - DVec3::Z * depth);
        end[upper.clone()].iter_mut().for_each(|end| *end += DVec3::new(x, 0.0, -depth));
        pressed += usize::from(solver.step(&mut layer, &mut state, &end));
    });
    assert!(pressed > 4 * PERIOD, "{name}: pressed in {pressed} steps only");
    assert_eq!(allocations, 0, "{name}");
}

/// Every point is carried by many nodes, as in bodies of samples: each of them bears a share of it.
fn shared(first_node: u32, of: ContactBody) -> ContactBody {
    let mut points = Embedding::new();
    for p in 0..of.x_rest.len() as u32 {
        points.push((0..NODES).map(|k| (first_node + NODES * p + k, 1.0 / f64::from(NODES))));
    }
    ContactBody { points, ..of }
}

/// Nodes of a point that is shared.
const NODES: u32 = 12;

/// A block on another, both of shared points.
fn resting_shared(ground: Vec<Collider>) -> (ContactLayer, State, std::ops::Range<usize>) {
    let lower = body("lower", 0, &block(DVec3::new(-0.2, -0.2, 0.0), DVec3::splat(0.4)), true);
    let upper = body("upper", 0, &block(DVec3::new(-0.1, -0.05, 0.4), DVec3::splat(0.2)), true);
    let points = lower.x_rest.iter().chain(&upper.x_rest);
    let q: Vec<DVec3> = points.flat_map(|x| [*x; NODES as usize]).collect();
    let first = NODES * lower.x_rest.len() as u32;
    let bodies = vec![shared(0, lower), shared(first, upper)];
    let masses = vec![1.0; q.len()];
    let layer = ContactLayer::new(bodies, ground, rough(0.3), &masses);
    let upper = first as usize..q.len();
    (layer, State::at_rest(q), upper)
}

/// One test, since all count the same allocations.
#[test]
fn steps_in_a_steady_state_allocate_nothing() {
    // Within the pool: handing work to it from outside may allocate.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        for (name, ground) in grounds() {
            filtered_steps(name, ground.clone());
            let (layer, state, parts) = resting(ground.clone());
            solved_steps(name, (layer, state), parts[1].clone());
            let (layer, state, upper) = resting_shared(ground);
            solved_steps(name, (layer, state), upper);
        }
    });
}
