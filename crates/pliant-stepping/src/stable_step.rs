//! The highest frequency of a system, which limits explicit steps.

use glam::DVec3;
use pliant_math::reduce;
use pliant_system::{At, State, System};

/// Lanczos iterations: the largest Ritz value is then within about one percent of the truth.
const ITERATIONS: usize = 16;

/// The Ritz value comes from below; this covers what is missing.
const MARGIN: f64 = 1.02;

/// The highest angular frequency [rad/s] of the linearised motion about a state.
pub fn largest_frequency(system: &mut System, state: &State, inverse_mass: &[f64]) -> f64 {
    largest_eigenvalue(system, state, inverse_mass, Derivative::Position).max(0.0).sqrt()
}

/// The highest rate [1/s] at which velocities are damped.
pub fn largest_damping_rate(system: &mut System, state: &State, inverse_mass: &[f64]) -> f64 {
    largest_eigenvalue(system, state, inverse_mass, Derivative::Velocity).max(0.0)
}

/// Which derivative of the force.
#[derive(Clone, Copy, PartialEq)]
enum Derivative {
    Position,
    Velocity,
}

/// The largest eigenvalue of -M^-1/2 (df/dq or df/dv) M^-1/2 by Lanczos with a fixed start vector.
fn largest_eigenvalue(system: &mut System, state: &State, inverse_mass: &[f64], by: Derivative) -> f64 {
    let n = system.node_count();
    let scale: Vec<f64> = inverse_mass.iter().map(|m| m.sqrt()).collect();
    let mut current = start_vector(n);
    system.holds.project(&mut current);
    normalise(&mut current);
    let (zero, mut previous) = (vec![DVec3::ZERO; n], vec![DVec3::ZERO; n]);
    let (mut image, mut scaled) = (zero.clone(), zero.clone());
    let (mut diagonal, mut off) = (Vec::new(), Vec::new());
    for _ in 0..ITERATIONS {
        for i in 0..n {
            scaled[i] = current[i] * scale[i];
        }
        let at = At { q: &state.q, v: &state.v, time: state.time };
        match by {
            Derivative::Position => system.force_differential(&at, &scaled, None, &mut image),
            Derivative::Velocity => system.force_differential(&at, &zero, Some(&scaled), &mut image),
        }
        for i in 0..n {
            image[i] *= -scale[i];
        }
        system.holds.project(&mut image);
        let alpha = reduce::dot(&image, &current);
        let beta_previous = off.last().copied().unwrap_or(0.0);
        for i in 0..n {
            image[i] -= current[i] * alpha + previous[i] * beta_previous;
        }
        diagonal.push(alpha);
        let beta = normalise(&mut image);
        if beta <= 1e-12 * alpha.abs() {
            break;
        }
        off.push(beta);
        std::mem::swap(&mut previous, &mut current);
        std::mem::swap(&mut current, &mut image);
    }
    off.truncate(diagonal.len().saturating_sub(1));
    largest_tridiagonal_eigenvalue(&diagonal, &off) * MARGIN
}

/// Scales to unit length and returns the length it had.
fn normalise(x: &mut [DVec3]) -> f64 {
    let length = reduce::dot(x, x).sqrt();
    if length > 0.0 {
        x.iter_mut().for_each(|x| *x /= length);
    }
    length
}

/// A fixed vector without symmetry: numbers of a small congruential generator.
fn start_vector(n: usize) -> Vec<DVec3> {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1u64 << 53) as f64 - 0.5
    };
    (0..n).map(|_| DVec3::new(next(), next(), next())).collect()
}

/// By bisection on the Sturm sequence.
fn largest_tridiagonal_eigenvalue(diagonal: &[f64], off: &[f64]) -> f64 {
    let radius = |i: usize| {
        off.get(i).map_or(0.0, |b| b.abs())
            + if i > 0 { off.get(i - 1).map_or(0.0, |b| b.abs()) } else { 0.0 }
    };
    let bound = (0..diagonal.len()).map(|i| diagonal[i] + radius(i)).fold(f64::NEG_INFINITY, f64::max);
    let lower = (0..diagonal.len()).map(|i| diagonal[i] - radius(i)).fold(f64::INFINITY, f64::min);
    if !(bound.is_finite() && lower.is_finite()) {
        return f64::INFINITY;
    }
    let (mut low, mut high) = (lower, bound);
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if has_eigenvalue_above(diagonal, off, middle) { low = middle } else { high = middle }
    }
    high
}

/// True if some pivot of T - x is positive.
fn has_eigenvalue_above(diagonal: &[f64], off: &[f64], x: f64) -> bool {
    let mut pivot = 1.0;
    for (i, d) in diagonal.iter().enumerate() {
        let coupling = if i > 0 { off[i - 1] * off[i - 1] / pivot } else { 0.0 };
        pivot = d - x - coupling;
        if pivot >= 0.0 {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sturm_bisection_finds_the_largest_eigenvalue() {
        // 2, -1 chain of length n: 2 + 2 cos(pi / (n + 1)).
        let n = 7;
        let value = largest_tridiagonal_eigenvalue(&vec![2.0; n], &vec![-1.0; n - 1]);
        let exact = 2.0 + 2.0 * (std::f64::consts::PI / (n as f64 + 1.0)).cos();
        assert!((value - exact).abs() < 1e-12, "{value} {exact}");
    }
}
