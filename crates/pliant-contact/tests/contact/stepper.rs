//! A small dense matrix, and implicit steps of free nodes with it.

use glam::{DMat3, DVec3};
use pliant_contact::ContactLayer;
use pliant_system::{Contact, State};

/// A dense square matrix.
#[derive(Clone)]
pub struct Matrix {
    n: usize,
    entries: Vec<f64>,
}

impl Matrix {
    pub fn zero(n: usize) -> Self {
        Self { n, entries: vec![0.0; n * n] }
    }

    pub fn get(&self, row: usize, column: usize) -> f64 {
        self.entries[row * self.n + column]
    }

    pub fn set(&mut self, row: usize, column: usize, value: f64) {
        self.entries[row * self.n + column] = value;
    }

    pub fn largest(&self) -> f64 {
        self.entries.iter().fold(0.0, |most, x| most.max(x.abs()))
    }

    pub fn distance(&self, other: &Matrix) -> f64 {
        self.entries.iter().zip(&other.entries).fold(0.0, |most, (a, b)| most.max((a - b).abs()))
    }

    pub fn subtract(&mut self, other: &Matrix) {
        self.entries.iter_mut().zip(&other.entries).for_each(|(a, b)| *a -= b);
    }

    pub fn asymmetry(&self) -> f64 {
        let pairs = (0..self.n).flat_map(|i| (0..i).map(move |j| (i, j)));
        pairs.fold(0.0, |most, (i, j)| most.max((self.get(i, j) - self.get(j, i)).abs()))
    }

    pub fn add_to_diagonal(&mut self, value: f64) {
        (0..self.n).for_each(|i| self.entries[i * self.n + i] += value);
    }

    pub fn times(&self, x: &[DVec3]) -> Vec<DVec3> {
        let row = |i: usize| (0..self.n).map(|j| self.get(i, j) * x[j / 3][j % 3]).sum::<f64>();
        (0..self.n / 3).map(|i| DVec3::new(row(3 * i), row(3 * i + 1), row(3 * i + 2))).collect()
    }

    /// The lower factor of L L^T, if it is positive definite.
    fn cholesky(&self) -> Option<Matrix> {
        let mut l = Matrix::zero(self.n);
        for i in 0..self.n {
            for j in 0..=i {
                let rest = self.get(i, j) - (0..j).map(|k| l.get(i, k) * l.get(j, k)).sum::<f64>();
                if i != j {
                    l.set(i, j, rest / l.get(j, j));
                } else if rest > 0.0 {
                    l.set(i, i, rest.sqrt());
                } else {
                    return None;
                }
            }
        }
        Some(l)
    }

    pub fn is_positive(&self) -> bool {
        self.cholesky().is_some()
    }

    /// Solves for a matrix that is positive definite.
    pub fn solve(&self, b: &[DVec3]) -> Vec<DVec3> {
        let l = self.cholesky().expect("mass makes it positive definite");
        let mut x: Vec<f64> = b.iter().flat_map(|v| v.to_array()).collect();
        for i in 0..self.n {
            x[i] = (x[i] - (0..i).map(|k| l.get(i, k) * x[k]).sum::<f64>()) / l.get(i, i);
        }
        for i in (0..self.n).rev() {
            x[i] = (x[i] - (i + 1..self.n).map(|k| l.get(k, i) * x[k]).sum::<f64>()) / l.get(i, i);
        }
        x.chunks(3).map(DVec3::from_slice).collect()
    }
}

/// The tangent, put together from its blocks.
pub fn assembled(layer: &ContactLayer, q: &[DVec3], cautious: bool) -> Matrix {
    let slots = layer.pair_slots();
    // Tangents overwrite: what was there must not shine through.
    let mut blocks = vec![DMat3::IDENTITY * 1e30; slots.len()];
    layer.tangent(q, cautious, &mut blocks);
    let mut out = Matrix::zero(3 * q.len());
    let mut add = |i: u32, j: u32, block: &DMat3| {
        for (row, column) in (0..3).flat_map(|r| (0..3).map(move |c| (r, c))) {
            let (i, j) = (3 * i as usize + row, 3 * j as usize + column);
            out.set(i, j, out.get(i, j) + block.col(column)[row]);
        }
    };
    for (&(i, j), block) in slots.iter().zip(&blocks) {
        assert!(i >= j, "slot ({i}, {j})");
        add(i, j, block);
        if i != j {
            add(j, i, &block.transpose());
        }
    }
    out
}

/// Free nodes of one mass, pushed by contact and by given forces: backward Euler, with the answer solved anew until friction
/// has settled.
pub struct Stepper {
    pub mass: f64,
    pub dt: f64,
}

impl Stepper {
    /// One step under the loads (N); returns how often it was solved.
    pub fn step(&self, layer: &mut ContactLayer, state: &mut State, loads: &[DVec3]) -> usize {
        layer.begin_step(state, self.dt);
        layer.aim(state.time + self.dt);
        let aim: Vec<DVec3> = (0..state.q.len())
            .map(|i| state.q[i] + state.v[i] * self.dt + loads[i] * (self.dt * self.dt / self.mass))
            .collect();
        let mut q = state.q.clone();
        layer.freeze(&q);
        let mut rounds = 0;
        loop {
            self.solve(layer, &aim, &mut q);
            rounds += 1;
            if !layer.settle(&q) || rounds == 50 {
                break;
            }
        }
        state.v = q.iter().zip(&state.q).map(|(to, from)| (*to - *from) / self.dt).collect();
        state.q = q;
        state.time += self.dt;
        state.step += 1;
        layer.commit(state);
        rounds
    }

    fn objective(&self, layer: &ContactLayer, aim: &[DVec3], q: &[DVec3]) -> f64 {
        let inertia = 0.5 * self.mass / (self.dt * self.dt);
        layer.potential(q) + inertia * q.iter().zip(aim).map(|(x, a)| x.distance_squared(*a)).sum::<f64>()
    }

    /// Newton's method with a line search on what the forces are the gradient of.
    fn solve(&self, layer: &ContactLayer, aim: &[DVec3], q: &mut Vec<DVec3>) {
        let inertia = self.mass / (self.dt * self.dt);
        for _ in 0..60 {
            let mut residual: Vec<DVec3> = q.iter().zip(aim).map(|(x, a)| (*a - *x) * inertia).collect();
            layer.add_forces(q, &mut residual);
            let mut matrix = assembled(layer, q, true);
            matrix.add_to_diagonal(inertia);
            let change = matrix.solve(&residual);
            let largest = change.iter().map(|d| d.length()).fold(0.0, f64::max);
            let before = self.objective(layer, aim, q);
            let mut share = layer.largest_share(q, &change);
            let mut next = moved(q, &change, share);
            while self.objective(layer, aim, &next) > before && share * largest > 1e-16 {
                share *= 0.5;
                next = moved(q, &change, share);
            }
            *q = next;
            if largest < 1e-14 {
                break;
            }
        }
    }
}

fn moved(q: &[DVec3], change: &[DVec3], share: f64) -> Vec<DVec3> {
    q.iter().zip(change).map(|(x, d)| *x + *d * share).collect()
}
