//! A lattice of points joined by springs to all neighbours near enough, which say how stiff they are: what a peridynamic body is to a stepper.

#![allow(dead_code, clippy::unwrap_used)]

use glam::{DMat3, DVec3};
use pliant_system::load::Acceleration;
use pliant_system::{At, History, Hold, Holds, Mass, Motion, System, TangentWeights, Term};

/// Springs with W = k L^2 (e^2 / 2 + hardening e^4 / 4), e = l / L - 1, and dampers beside them.
pub struct Bonds {
    slots: Vec<u32>,
    springs: Vec<(u32, u32)>,
    pairs: Vec<(u32, u32)>,
    lengths: Vec<f64>,
    stiffness: f64,
    hardening: f64,
    drag: f64,
}

impl Bonds {
    pub fn new(x: &[DVec3], reach: f64, stiffness: f64, hardening: f64, drag: f64) -> Self {
        let mut springs = Vec::new();
        for i in 0..x.len() {
            springs.extend((0..i).filter(|&j| x[i].distance(x[j]) < reach).map(|j| (i as u32, j as u32)));
        }
        Self {
            slots: springs.iter().flat_map(|&(i, j)| [i, j]).collect(),
            pairs: springs.iter().flat_map(|&(i, j)| [(i, i), (j, j), (i, j)]).collect(),
            lengths: springs.iter().map(|&(i, j)| x[i as usize].distance(x[j as usize])).collect(),
            springs,
            stiffness,
            hardening,
            drag,
        }
    }

    /// Direction, length, and strain of a spring.
    fn shape(&self, s: usize, q: &[DVec3]) -> (DVec3, f64, f64) {
        let (i, j) = self.springs[s];
        let along = q[i as usize] - q[j as usize];
        let length = along.length();
        (along / length, length, length / self.lengths[s] - 1.0)
    }

    /// Tension (N).
    fn tension(&self, s: usize, strain: f64) -> f64 {
        self.stiffness * self.lengths[s] * (strain + self.hardening * strain.powi(3))
    }
}

impl Term for Bonds {
    fn name(&self) -> &str {
        "bonds"
    }
    fn force_slots(&self) -> &[u32] {
        &self.slots
    }
    fn forces(&self, at: &At<'_>, out: &mut [DVec3]) {
        for (s, out) in out.chunks_exact_mut(2).enumerate() {
            let (n, _, strain) = self.shape(s, at.q);
            let (i, j) = self.springs[s];
            let approach = (at.v[i as usize] - at.v[j as usize]).dot(n);
            out[0] = n * (-self.tension(s, strain) - self.drag * approach);
            out[1] = -out[0];
        }
    }
    fn energy(&self, at: &At<'_>) -> Option<f64> {
        let of = |s: usize| {
            let (_, _, e) = self.shape(s, at.q);
            self.stiffness * self.lengths[s].powi(2) * (0.5 * e * e + 0.25 * self.hardening * e.powi(4))
        };
        Some((0..self.springs.len()).map(of).sum())
    }
    fn is_elastic(&self) -> bool {
        true
    }
    fn has_damping(&self) -> bool {
        self.drag != 0.0
    }
    fn force_differential(&self, at: &At<'_>, dq: &[DVec3], dv: Option<&[DVec3]>, out: &mut [DVec3]) {
        let mut blocks = vec![DMat3::ZERO; self.pairs.len()];
        let weights = |position, velocity| TangentWeights { position, velocity, positive: false };
        out.fill(DVec3::ZERO);
        for (field, weights) in [(Some(dq), weights(1.0, 0.0)), (dv, weights(0.0, 1.0))] {
            let Some(field) = field else { continue };
            self.tangent(at, weights, &mut blocks);
            for (s, out) in out.chunks_exact_mut(2).enumerate() {
                let (i, j) = self.springs[s];
                let change = blocks[3 * s] * (field[i as usize] - field[j as usize]);
                out[0] -= change;
                out[1] += change;
            }
        }
    }
    fn pair_slots(&self) -> &[(u32, u32)] {
        &self.pairs
    }
    fn tangent(&self, at: &At<'_>, weights: TangentWeights, out: &mut [DMat3]) {
        for (s, out) in out.chunks_exact_mut(3).enumerate() {
            let (n, length, e) = self.shape(s, at.q);
            let along = DMat3::from_cols(n * n.x, n * n.y, n * n.z);
            let stiffening = self.stiffness * (1.0 + 3.0 * self.hardening * e * e);
            let across = self.tension(s, e) / length;
            let across = if weights.positive { across.max(0.0) } else { across };
            let block = (along * stiffening + (DMat3::IDENTITY - along) * across) * weights.position
                + along * (self.drag * weights.velocity);
            out.copy_from_slice(&[block, block, -block]);
        }
    }
    fn spring_pairs(&self) -> Option<&[(u32, u32)]> {
        Some(&self.springs)
    }
    fn spring_stiffness(&self, at: &At<'_>, weights: TangentWeights, out: &mut [f64]) {
        for (s, out) in out.iter_mut().enumerate() {
            let (_, _, e) = self.shape(s, at.q);
            let stiffening = self.stiffness * (1.0 + 3.0 * self.hardening * e * e);
            *out = stiffening * weights.position + self.drag * weights.velocity;
        }
    }
}

/// A block of points, described before it is built.
pub struct Lattice {
    pub cells: [usize; 3],
    pub spacing: f64,
    pub stiffness: f64,
    pub hardening: f64,
    pub drag: f64,
    pub gravity: DVec3,
    /// How the points at x = 0 move, if they are held.
    pub pin: Option<Motion>,
}

impl Default for Lattice {
    fn default() -> Self {
        Self {
            cells: [10, 4, 4],
            spacing: 0.1,
            stiffness: 50.0,
            hardening: 0.0,
            drag: 0.0,
            gravity: DVec3::new(0.0, 0.0, -9.81),
            pin: Some(Motion::still()),
        }
    }
}

impl Lattice {
    pub fn points(&self) -> Vec<DVec3> {
        let [a, b, c] = self.cells;
        let place = |x: usize, y: usize, z: usize| DVec3::new(x as f64, y as f64, z as f64) * self.spacing;
        (0..c)
            .flat_map(|z| (0..b).flat_map(move |y| (0..a).map(move |x| (x, y, z))))
            .map(|(x, y, z)| place(x, y, z))
            .collect()
    }

    pub fn build(&self) -> System {
        let x = self.points();
        let bonds = Bonds::new(&x, 1.8 * self.spacing, self.stiffness, self.hardening, self.drag);
        let mass = Mass::lumped(vec![1000.0 * self.spacing.powi(3) * 0.01; x.len()]);
        let nodes = (0..x.len() as u32).collect();
        let gravity = Acceleration::new("gravity".into(), &mass, nodes, self.gravity, History::constant(1.0));
        let held = x.iter().enumerate().filter(|(_, x)| self.pin.is_some() && x.x == 0.0);
        let requests: Vec<Hold> = held
            .flat_map(|(i, &x_rest)| {
                [DVec3::X, DVec3::Y, DVec3::Z].map(|direction| Hold {
                    node: i as u32,
                    direction,
                    motion: 0,
                    x_rest,
                })
            })
            .collect();
        let motions = self.pin.iter().cloned().collect();
        let holds = Holds::new(x.len(), motions, &requests).unwrap();
        System::new(x, mass, holds, vec![Box::new(bonds), Box::new(gravity)])
    }
}
