//! A full isotropic neighbourhood under an affine deformation: averages over directions instead of sums over bonds.
//!
//! With sum w_j V_j f(n_j) = `<f>`, the mean over the unit sphere, and principal stretches l_i:
//!
//!   tau(n) = sqrt(sum l_i^2 n_i^2),   theta = mean(tau),   W = lambda g(theta) + mu mean(h(tau)),
//!   P_i = dW/dl_i = lambda g'(theta) l_i mean(n_i^2/tau) + mu l_i mean(h'(tau) n_i^2/tau).
//!
//! The mean is a product rule on an eighth of the sphere: Gauss-Legendre along the axis of the largest or the odd stretch, the midpoint
//! rule around it. The test pieces of [`Test`](crate::fit::Test) either have a free side, whose stretch follows from P = 0 there, or are
//! taken for incompressible, where a pressure takes that stress away.

use super::{Basis, BondEnergy};

/// Points along the axis, and around it: 1e-9 of the energy of a spheroid with a ratio of stretches of 20, 1e-6 in pure shear at 5.
const ALONG: usize = 36;
const AROUND: usize = 20;

/// A direction of an eighth of the sphere: squares of its coordinates, and its weight; weights sum to 1.
#[derive(Clone, Copy, Debug)]
struct Direction {
    squares: [f64; 3],
    weight: f64,
}

/// How the free side of a test piece moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// As the bonds have it: no stress across it. What a peridynamic body does.
    Free,
    /// So that the volume stays: a pressure takes the stress away. What rubber does.
    Incompressible,
}

/// The directions of a whole neighbourhood.
#[derive(Clone, Debug)]
pub struct Neighbourhood {
    directions: Vec<Direction>,
}

impl Default for Neighbourhood {
    fn default() -> Self {
        Self::new()
    }
}

impl Neighbourhood {
    /// The directions, as many as test pieces need.
    pub fn new() -> Self {
        Self::with_points(ALONG, AROUND)
    }

    /// So many directions along the axis of the odd stretch times so many around it.
    pub fn with_points(along: usize, around: usize) -> Self {
        let mut directions = Vec::with_capacity(along * around);
        for (z, weight) in gauss_legendre(along) {
            for k in 0..around {
                let angle = (k as f64 + 0.5) / around as f64 * std::f64::consts::FRAC_PI_2;
                let (sin, cos) = angle.sin_cos();
                let across = 1.0 - z * z;
                let squares = [z * z, across * cos * cos, across * sin * sin];
                directions.push(Direction { squares, weight: weight / around as f64 });
            }
        }
        Self { directions }
    }

    /// tau of each direction, for stretches in the order of its axes.
    fn bond_stretches(&self, stretches: &[f64; 3]) -> Vec<f64> {
        let squared = stretches.map(|l| l * l);
        let tau = |d: &Direction| {
            (squared[0] * d.squares[0] + squared[1] * d.squares[1] + squared[2] * d.squares[2]).sqrt()
        };
        self.directions.iter().map(tau).collect()
    }

    /// W (J/m3) at these principal stretches.
    pub fn energy_density(&self, energy: &BondEnergy, stretches: &[f64; 3]) -> f64 {
        let axes = axes_of(stretches);
        let tau = self.bond_stretches(&axes.map(|axis| stretches[axis]));
        let mean = |f: &dyn Fn(f64) -> f64| -> f64 {
            self.directions.iter().zip(&tau).map(|(d, &tau)| d.weight * f(tau)).sum()
        };
        let theta = mean(&|tau| tau);
        energy.lambda() * energy.dilation().value(theta)
            + energy.mu() * mean(&|tau| energy.stretch().value(tau))
    }

    /// Principal values of P (Pa) at these principal stretches.
    pub fn principal_stress(&self, energy: &BondEnergy, stretches: &[f64; 3]) -> [f64; 3] {
        let g = |theta: f64| energy.lambda() * energy.dilation().slope(theta);
        let h = |tau: f64| energy.mu() * energy.stretch().slope(tau);
        self.stress_of_slopes(stretches, g, h)
    }

    /// Principal values of P for any slopes of g(theta) and h(tau): what fits build their columns of.
    pub fn stress_of_slopes(
        &self,
        stretches: &[f64; 3],
        g: impl Fn(f64) -> f64,
        h: impl Fn(f64) -> f64,
    ) -> [f64; 3] {
        let axes = axes_of(stretches);
        let tau = self.bond_stretches(&axes.map(|axis| stretches[axis]));
        let theta: f64 = self.directions.iter().zip(&tau).map(|(d, &tau)| d.weight * tau).sum();
        let pressure = g(theta);
        let mut stress = [0.0; 3];
        for (direction, &tau) in self.directions.iter().zip(&tau) {
            let force = direction.weight * (pressure + h(tau)) / tau;
            for (squared, &axis) in direction.squares.iter().zip(&axes) {
                stress[axis] += force * squared;
            }
        }
        std::array::from_fn(|i| stress[i] * stretches[i])
    }

    /// theta and the means mean(tau^(n-1) n_i^2), of which the stresses of all basis functions are made.
    pub(crate) fn moments(&self, stretches: &[f64; 3], largest: u32) -> Moments {
        let axes = axes_of(stretches);
        let tau = self.bond_stretches(&axes.map(|axis| stretches[axis]));
        let largest = largest as usize;
        let mut moments =
            Moments { theta: 0.0, rising: vec![[0.0; 3]; largest + 1], falling: vec![[0.0; 3]; largest + 1] };
        for (direction, &tau) in self.directions.iter().zip(&tau) {
            moments.theta += direction.weight * tau;
            let inverse = 1.0 / tau;
            let (mut up, mut down) = (direction.weight * inverse, direction.weight * inverse);
            for n in 0..=largest {
                for (squared, &axis) in direction.squares.iter().zip(&axes) {
                    moments.rising[n][axis] += up * squared;
                    moments.falling[n][axis] += down * squared;
                }
                up *= tau;
                down *= inverse;
            }
        }
        moments
    }
}

/// See [`Neighbourhood::moments`].
#[derive(Clone, Debug)]
pub(crate) struct Moments {
    pub theta: f64,
    rising: Vec<[f64; 3]>,
    falling: Vec<[f64; 3]>,
}

impl Moments {
    /// P_i/l_i of h = a basis function, with mu = 1.
    pub fn of_stretch(&self, basis: Basis) -> [f64; 3] {
        let n = basis.order() as usize;
        let (from, factor) = match basis {
            Basis::A(_) => (&self.falling[n], 1.0 / n as f64),
            Basis::B(_) => (&self.rising[0], 2.0 / n as f64),
        };
        std::array::from_fn(|i| factor * (self.rising[n][i] - from[i]))
    }

    /// P_i/l_i of g = a basis function, with lambda = 1.
    pub fn of_dilation(&self, basis: Basis) -> [f64; 3] {
        self.rising[0].map(|mean| basis.slope(self.theta) * mean)
    }
}

/// The axes, that of the odd stretch first: the other two are most alike, and a few angles around the first do for them.
fn axes_of(stretches: &[f64; 3]) -> [usize; 3] {
    let unlike = |a: usize, b: usize| (stretches[a] / stretches[b]).ln().abs();
    let orders = [[0, 1, 2], [1, 2, 0], [2, 0, 1]];
    let better = |a: &&[usize; 3], b: &&[usize; 3]| unlike(a[1], a[2]).total_cmp(&unlike(b[1], b[2]));
    orders.iter().min_by(better).copied().unwrap_or(orders[0])
}

/// Nodes and weights on [0, 1]; weights sum to 1. Newton on the Legendre polynomial, from Tricomi's guess.
pub(super) fn gauss_legendre(count: usize) -> Vec<(f64, f64)> {
    let n = count as f64;
    let rule = |k: usize| {
        let mut x = (std::f64::consts::PI * (k as f64 + 0.75) / (n + 0.5)).cos();
        let mut slope = 1.0;
        for _ in 0..100 {
            let (mut before, mut value) = (1.0, x);
            for j in 2..=count {
                let j = j as f64;
                (before, value) = (value, ((2.0 * j - 1.0) * x * value - (j - 1.0) * before) / j);
            }
            slope = n * (x * value - before) / (x * x - 1.0);
            let step = value / slope;
            x -= step;
            if step.abs() < 1e-15 {
                break;
            }
        }
        (0.5 * (1.0 - x), 1.0 / ((1.0 - x * x) * slope * slope))
    };
    (0..count).map(rule).collect()
}
