//! From terms and holds to the matrix of a solve, with springs in place of a method.

#![allow(clippy::unwrap_used)]

use glam::{DMat3, DVec3};
use pliant_system::{
    Assembly, At, Hold, Holds, Interpolation, Keyframe, Mass, Motion, System, TangentWeights, Term,
};

/// Springs between pairs of nodes: f_i = -K (u_i - u_j) - c (v_i - v_j).
struct Springs {
    slots: Vec<u32>,
    pairs: Vec<(u32, u32)>,
    stiffness: DMat3,
    drag: f64,
}

impl Springs {
    fn new(ends: &[(u32, u32)], stiffness: DMat3, drag: f64) -> Self {
        let pairs = ends.iter().flat_map(|&(i, j)| [(i, i), (j, j), (i.max(j), i.min(j))]).collect();
        Self { slots: ends.iter().flat_map(|&(i, j)| [i, j]).collect(), pairs, stiffness, drag }
    }
}

impl Term for Springs {
    fn name(&self) -> &str {
        "springs"
    }
    fn force_slots(&self) -> &[u32] {
        &self.slots
    }
    fn forces(&self, at: &At<'_>, out: &mut [DVec3]) {
        for (out, ends) in out.chunks_exact_mut(2).zip(self.slots.chunks_exact(2)) {
            let (i, j) = (ends[0] as usize, ends[1] as usize);
            out[0] = -(self.stiffness * (at.q[i] - at.q[j])) - (at.v[i] - at.v[j]) * self.drag;
            out[1] = -out[0];
        }
    }
    fn energy(&self, _: &At<'_>) -> Option<f64> {
        None
    }
    fn pair_slots(&self) -> &[(u32, u32)] {
        &self.pairs
    }
    fn tangent(&self, _: &At<'_>, weights: TangentWeights, out: &mut [DMat3]) {
        let block = self.stiffness * weights.position + DMat3::IDENTITY * (self.drag * weights.velocity);
        for out in out.chunks_exact_mut(3) {
            out.copy_from_slice(&[block, block, -block]);
        }
    }
}

fn stiffness() -> DMat3 {
    DMat3::from_cols(DVec3::new(4.0, 1.0, 0.5), DVec3::new(1.0, 3.0, -0.2), DVec3::new(0.5, -0.2, 2.0))
}

/// Four nodes in a ring, the last but one loose (mass only).
fn system(requests: &[Hold], mass: Mass) -> System {
    let x: Vec<DVec3> = (0..5).map(|i| DVec3::new(f64::from(i), 0.0, 1.0)).collect();
    let ends = [(0, 1), (1, 2), (4, 2), (0, 4)];
    let springs = Springs::new(&ends, stiffness(), 0.7);
    let holds = Holds::new(5, vec![Motion::still()], requests).unwrap();
    System::new(x, mass, holds, vec![Box::new(springs)])
}

fn hold(node: u32, direction: DVec3) -> Hold {
    Hold { node, direction, motion: 0, x_rest: DVec3::ZERO }
}

const WEIGHTS: TangentWeights = TangentWeights { position: 2.0, velocity: 3.0, positive: false };

/// The matrix over all nodes by the book: mass_factor M + position K + velocity C.
fn by_hand(system: &System, mass_factor: f64) -> Vec<Vec<f64>> {
    let mut a = vec![vec![0.0; 15]; 15];
    let block = stiffness() * WEIGHTS.position + DMat3::IDENTITY * (0.7 * WEIGHTS.velocity);
    for (i, j) in [(0, 1), (1, 2), (4, 2), (0, 4)] {
        for (row, column, sign) in [(i, i, 1.0), (j, j, 1.0), (i, j, -1.0), (j, i, -1.0)] {
            for r in 0..3 {
                for c in 0..3 {
                    a[3 * row + r][3 * column + c] += sign * block.col(c)[r];
                }
            }
        }
    }
    for (i, j, m) in system.mass.lower_entries() {
        for k in 0..3 {
            let (row, column) = (3 * i as usize + k, 3 * j as usize + k);
            a[row][column] += mass_factor * m;
            if i != j {
                a[column][row] += mass_factor * m;
            }
        }
    }
    a
}

fn assembled(system: &System, mass_factor: f64) -> Assembly {
    let mut assembly = Assembly::new(system);
    let still = vec![DVec3::ZERO; system.node_count()];
    let at = At { q: &system.x_rest, v: &still, time: 0.0 };
    assembly.assemble(system, &at, WEIGHTS, mass_factor);
    assembly
}

fn coupled_mass() -> Mass {
    let entries =
        [(0, 0, 2.0), (1, 1, 3.0), (2, 2, 4.0), (3, 3, 5.0), (4, 4, 6.0), (1, 0, 0.5), (3, 1, 0.25)];
    Mass::consistent(vec![2.0, 3.0, 4.0, 5.0, 6.0], &entries)
}

/// A mass that couples nodes no force connects once got the identity as their stiffness.
#[test]
fn entries_without_a_force_are_zero() {
    let system = system(&[], coupled_mass());
    let assembly = assembled(&system, 0.0);
    assert_eq!(assembly.matrix().block(3, 3), DMat3::ZERO);
    assert_eq!(assembly.matrix().block(3, 1), DMat3::ZERO);
}

#[test]
fn the_free_matrix_is_the_textbooks() {
    let system = system(&[], coupled_mass());
    let (found, expected) = (assembled(&system, 1.5).matrix().to_dense(), by_hand(&system, 1.5));
    for i in 0..15 {
        for j in 0..15 {
            assert!(
                (found[i][j] - expected[i][j]).abs() < 1e-14,
                "({i}, {j}): {} {}",
                found[i][j],
                expected[i][j]
            );
        }
    }
}

#[test]
fn held_nodes_leave_and_held_directions_are_projected() {
    let oblique = DVec3::new(1.0, 2.0, -1.0).normalize();
    let requests = [
        hold(1, DVec3::X),
        hold(1, DVec3::Y),
        hold(1, DVec3::Z),
        hold(0, oblique),
        hold(2, DVec3::Y),
        hold(2, DVec3::X),
    ];
    let system = system(&requests, coupled_mass());
    let assembly = assembled(&system, 1.5);
    assert_eq!(assembly.unknown_count(), 4);
    let nodes: Vec<usize> = (0..4).map(|u| assembly.node(u)).collect();
    assert_eq!(nodes, [0, 2, 3, 4]);
    let (found, full) = (assembly.matrix().to_dense(), by_hand(&system, 1.5));
    let projector = |node: usize| system.holds.get(node).map_or(DMat3::IDENTITY, |h| h.projector());
    for (a, &i) in nodes.iter().enumerate() {
        for (b, &j) in nodes.iter().enumerate() {
            let block = |m: &Vec<Vec<f64>>, i: usize, j: usize| {
                let column = |c: usize| {
                    DVec3::new(m[3 * i][3 * j + c], m[3 * i + 1][3 * j + c], m[3 * i + 2][3 * j + c])
                };
                DMat3::from_cols(column(0), column(1), column(2))
            };
            let expected = projector(i) * block(&full, i, j) * projector(j);
            let found = block(&found, a, b);
            // Free directions see the projected matrix; held ones are decoupled and positive.
            let free = projector(i) * found * projector(j);
            assert!((free - expected).to_cols_array().iter().all(|e| e.abs() < 1e-13), "{i} {j}: {free}");
            let rest = found - free;
            if i == j {
                for direction in system.holds.get(i).iter().flat_map(|h| h.directions()) {
                    assert!(direction.dot(rest * *direction) > 0.1, "{i}: {rest}");
                }
            } else {
                assert!(rest.to_cols_array().iter().all(|e| e.abs() < 1e-13), "{i} {j}: {rest}");
            }
        }
    }
}

#[test]
fn the_mass_matrix_has_nothing_on_held_directions() {
    let oblique = DVec3::new(1.0, 2.0, -1.0).normalize();
    let system = system(&[hold(0, oblique), hold(3, DVec3::Z)], coupled_mass());
    let mut assembly = Assembly::new(&system);
    assembly.assemble_mass(&system);
    let field = |node: usize, direction: DVec3| {
        let mut x = vec![DVec3::ZERO; 5];
        x[node] = direction;
        x
    };
    let mut y = vec![DVec3::ZERO; 5];
    assembly.matrix().multiply(&field(0, oblique), &mut y);
    assert!(y.iter().all(|y| y.length() < 1e-15));
    let free = oblique.any_orthonormal_vector();
    assembly.matrix().multiply(&field(0, free), &mut y);
    assert!(y[0].distance(free * 2.0) < 1e-14 && y[1].distance(free * 0.5) < 1e-14);
}

#[test]
fn restricting_and_extending_are_inverse_on_free_nodes() {
    let clamp = [hold(2, DVec3::X), hold(2, DVec3::Y), hold(2, DVec3::Z)];
    let system = system(&clamp, coupled_mass());
    let assembly = Assembly::new(&system);
    let field: Vec<DVec3> = (1..6).map(|i| DVec3::splat(f64::from(i))).collect();
    let (mut unknowns, mut back) = (vec![DVec3::ZERO; 4], vec![DVec3::NAN; 5]);
    assembly.restrict(&field, &mut unknowns);
    assembly.extend(&unknowns, &mut back);
    assert_eq!(unknowns, [1.0, 2.0, 4.0, 5.0].map(DVec3::splat));
    assert_eq!(back, [1.0, 2.0, 0.0, 4.0, 5.0].map(DVec3::splat));
}

#[test]
fn held_components_are_overwritten_and_accelerated_along_their_directions() {
    let key = |time, shift, turn| Keyframe { time, shift, turn };
    let moving = Motion::new(
        vec![key(0.0, DVec3::ZERO, 0.0), key(2.0, DVec3::new(0.0, 0.0, 4.0), 0.0)],
        DVec3::Z,
        DVec3::ZERO,
        Interpolation::Smooth,
    );
    let oblique = DVec3::new(1.0, 0.0, 1.0).normalize();
    let requests = [Hold { motion: 1, ..hold(0, DVec3::Z) }, hold(0, oblique)];
    let holds = Holds::new(1, vec![Motion::still(), moving], &requests).unwrap();
    // z'' = 4 (6 - 12 s) / 4 at s = 0.25; along the oblique direction nothing accelerates.
    let mut a = [DVec3::NAN];
    holds.accelerations(0.5, &mut a);
    assert!((a[0].z - 3.0).abs() < 1e-13 && oblique.dot(a[0]).abs() < 1e-13 && a[0].y == 0.0, "{}", a[0]);
    let mut field = [DVec3::new(7.0, 8.0, 9.0)];
    holds.overwrite(&mut field, &a);
    assert!(field[0].distance(DVec3::new(-3.0, 8.0, 3.0)) < 1e-13, "{}", field[0]);
}
