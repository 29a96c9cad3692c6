//! Matrices for the tests of this folder.

use super::{BlockMatrix, BlockPattern};
use glam::{DMat3, DVec3};
use std::sync::Arc;

/// SplitMix64 as numbers in -1..1: repeatable, and no dependency.
pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn number(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub fn vector(&mut self) -> DVec3 {
        DVec3::new(self.number(), self.number(), self.number())
    }
}

pub fn random_vector(n: usize, seed: u64) -> Vec<DVec3> {
    let mut random = Random(seed);
    (0..n).map(|_| random.vector()).collect()
}

pub fn random_pattern(n: usize, degree: usize, seed: u64) -> Arc<BlockPattern> {
    let mut random = Random(seed);
    let pairs: Vec<_> = (0..n * degree).map(|k| (k % n, (random.bits() % n as u64) as usize)).collect();
    BlockPattern::from_pairs(n, pairs)
}

/// Positive definite, but not diagonally dominant by much, and badly scaled.
pub fn random_spd(n: usize, degree: usize, seed: u64) -> BlockMatrix {
    let pattern = random_pattern(n, degree, seed);
    let mut random = Random(seed ^ 0x5555);
    let scale: Vec<f64> = (0..n).map(|_| 10f64.powf(2.0 * random.number())).collect();
    let mut matrix = BlockMatrix::zeros(pattern.clone());
    for i in 0..n {
        for (index, &j) in pattern.row_range(i).zip(pattern.row(i)) {
            let j = j as usize;
            if i == j {
                *matrix.diagonal_mut(i) += DMat3::IDENTITY * (0.05 * scale[i] * scale[i]);
                continue;
            }
            // (s_i a, s_j b) (s_i a, s_j b)^T is positive semidefinite.
            let vectors = [(random.vector(), random.vector()), (random.vector(), random.vector())];
            for (a, b) in vectors.map(|(a, b)| (a * scale[i], b * scale[j])) {
                matrix.values[index] += outer(a, b);
                *matrix.diagonal_mut(i) += outer(a, a);
                *matrix.diagonal_mut(j) += outer(b, b);
            }
        }
    }
    matrix
}

pub fn outer(a: DVec3, b: DVec3) -> DMat3 {
    DMat3::from_cols(a * b.x, a * b.y, a * b.z)
}
