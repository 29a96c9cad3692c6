//! Deformations to try laws with, from a seeded generator: the same in every run.

#![allow(dead_code, clippy::unwrap_used)]

use glam::{DMat3, DQuat, DVec3};
use pliant_math::decompose::svd;

/// SplitMix64 (Steele, Lea & Flood 2014).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Uniform in [-1, 1).
    pub fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub fn vector(&mut self) -> DVec3 {
        DVec3::new(self.number(), self.number(), self.number())
    }

    pub fn matrix(&mut self, size: f64) -> DMat3 {
        DMat3::from_cols(self.vector(), self.vector(), self.vector()) * size
    }

    pub fn rotation(&mut self) -> DMat3 {
        let v = self.vector();
        DMat3::from_quat(DQuat::from_xyzw(v.x, v.y, v.z, self.number() + 1e-3).normalize())
    }

    /// A symmetric stretch with principal values between the bounds.
    pub fn stretch(&mut self, low: f64, high: f64) -> DMat3 {
        let values = (self.vector() + DVec3::ONE) * 0.5 * (high - low) + DVec3::splat(low);
        let Q = self.rotation();
        Q * DMat3::from_diagonal(values) * Q.transpose()
    }
}

pub fn reflection() -> DMat3 {
    DMat3::from_diagonal(DVec3::new(1.0, 1.0, -1.0))
}

/// Near rest, moderate, rotated, strongly stretched; inverted if asked for.
pub fn deformations(random: &mut Random, inverted: bool) -> Vec<DMat3> {
    let mut all = vec![DMat3::IDENTITY];
    for _ in 0..8 {
        all.push(DMat3::IDENTITY + random.matrix(1e-6));
        all.push(DMat3::IDENTITY + random.matrix(0.1));
        all.push(random.rotation() * (DMat3::IDENTITY + random.matrix(0.1)));
        all.push(random.rotation() * random.stretch(0.6, 3.0));
        if inverted {
            all.push(far_from_jumps(random));
        }
    }
    all
}

/// An inverted deformation where the polar rotation is smooth.
fn far_from_jumps(random: &mut Random) -> DMat3 {
    loop {
        let F = random.rotation() * reflection() * random.stretch(0.5, 2.0);
        let sigma = svd(&F).sigma;
        if sigma.y + sigma.z > 0.4 {
            return F;
        }
    }
}

/// Singular values.
pub fn singular_values(F: &DMat3) -> DVec3 {
    svd(F).sigma
}

pub fn trace(a: &DMat3) -> f64 {
    a.x_axis.x + a.y_axis.y + a.z_axis.z
}

pub fn contract(a: &DMat3, b: &DMat3) -> f64 {
    a.x_axis.dot(b.x_axis) + a.y_axis.dot(b.y_axis) + a.z_axis.dot(b.z_axis)
}

pub fn norm(a: &DMat3) -> f64 {
    contract(a, a).sqrt()
}
