//! Blocks of the tangent: a phyxel couples all its neighbours with each other.
//!
//! With g_a = (M^-1 w_a p_a)_1..3/s for neighbours and g_i = -sum g_a for the phyxel itself,
//!   K_ab = V g_a . (dP/dF) . g_b + c (L_ab - w_a p_a . M^-1 w_b p_b) I,
//! L the Laplacian of the graph that joins the phyxel with each neighbour by w_a; w_i p_i = -sum_a w_a p_a.

use super::kernels::Loop;
use super::stencils::{PER_LENGTH, STABILISATION, VOLUME};
use crate::block_slots::BlockSlots;
use glam::DMat3;
use pliant_material::Law;
use pliant_math::lanes::{Kernel, PaddedPoint, Real};
use pliant_math::small::{self, M3, V3};
use pliant_system::TangentWeights;

/// Blocks of the weighted tangent of a chunk.
pub struct Tangent<'a, L, const B: usize> {
    pub over: Loop<'a, L, B>,
    pub slots: &'a BlockSlots,
    pub positions: &'a [PaddedPoint],
    /// Empty unless stress depends on velocities and F together.
    pub velocities: &'a [PaddedPoint],
    pub weights: TangentWeights,
    pub blocks: &'a mut [DMat3],
}

/// What a node of a pack brings to blocks.
#[derive(Clone, Copy)]
struct Share<R, const B: usize> {
    /// g.
    gradient: V3<R>,
    /// w p.
    weighted: [R; B],
    /// M^-1 w p.
    fitted: [R; B],
    /// w; of the phyxel itself minus the sum of all.
    weight: R,
}

impl<L: Law, const B: usize> Kernel for Tangent<'_, L, B> {
    type Output = ();

    #[inline(always)]
    fn run<R: Real>(mut self) {
        let over = self.over;
        self.blocks.fill(DMat3::ZERO);
        let mut shares: Vec<Share<R, B>> = Vec::new();
        for pack in over.chunk.packs.clone() {
            let F = over.gradient(pack, &over.coefficients::<R>(pack, self.positions));
            let rates = (!self.velocities.is_empty())
                .then(|| over.gradient(pack, &over.coefficients::<R>(pack, self.velocities)));
            let A = over.response.weighted_tangent(self.weights, &F, rates.as_ref());
            self.collect(pack, &mut shares);
            self.add_blocks(pack, &A, &shares);
        }
    }
}

impl<L: Law, const B: usize> Tangent<'_, L, B> {
    /// Shares of the neighbours, then of the phyxel itself.
    #[inline(always)]
    fn collect<R: Real>(&self, pack: usize, shares: &mut Vec<Share<R, B>>) {
        let over = &self.over;
        let inverse = over.inverse::<R>(pack);
        let (mut weighted, mut weight) = ([R::zero(); B], R::zero());
        shares.clear();
        for (_, numbers) in over.rows(pack) {
            let (wp, w) = over.weighted::<R>(numbers);
            shares.push(self.share(pack, &inverse, wp, w));
            for b in 0..B {
                weighted[b] -= wp[b];
            }
            weight -= w;
        }
        shares.push(self.share(pack, &inverse, weighted, weight));
    }

    #[inline(always)]
    fn share<R: Real>(&self, pack: usize, inverse: &[[R; B]; B], weighted: [R; B], weight: R) -> Share<R, B> {
        let mut fitted = [R::zero(); B];
        for a in 0..B {
            for b in 0..B {
                fitted[a] = inverse[a][b].mul_add(weighted[b], fitted[a]);
            }
        }
        let per_length = self.over.extra::<R>(pack, PER_LENGTH);
        let gradient = [fitted[0] * per_length, fitted[1] * per_length, fitted[2] * per_length];
        Share { gradient, weighted, fitted, weight }
    }

    #[inline(always)]
    fn add_blocks<R: Real>(&mut self, pack: usize, A: &[[R; 9]; 9], shares: &[Share<R, B>]) {
        let over = self.over;
        let volume = over.extra::<R>(pack, VOLUME);
        let damped = self.weights.position + self.weights.velocity * over.response.damping.stiffness_time;
        let c = over.extra::<R>(pack, STABILISATION) * R::splat(damped);
        let slots = self.slots.of_pack(pack);
        let own = shares.len() - 1;
        let mut pair = 0;
        for (a, of_a) in shares.iter().enumerate() {
            let g = of_a.gradient;
            let g = [g[0] * volume, g[1] * volume, g[2] * volume];
            // left[i][row of (j, l)] = V sum_k g_a[k] A[(i,k)][(j,l)]
            let mut left = [[R::zero(); 9]; 3];
            for i in 0..3 {
                for jl in 0..9 {
                    let first = g[1].mul_add(A[3 * i + 1][jl], g[0] * A[3 * i][jl]);
                    left[i][jl] = g[2].mul_add(A[3 * i + 2][jl], first);
                }
            }
            for (b, of_b) in shares[..=a].iter().enumerate() {
                let mut scalar = R::zero();
                for k in 0..B {
                    scalar = of_a.weighted[k].mul_add(of_b.fitted[k], scalar);
                }
                let laplacian = match (a == b, a == own) {
                    (true, true) => -of_a.weight,
                    (true, false) => of_a.weight,
                    (false, true) => -of_b.weight,
                    (false, false) => R::zero(),
                };
                let stabilised = c * (laplacian - scalar);
                let h = of_b.gradient;
                let mut K: M3<R> = small::from_fn(
                    #[inline(always)]
                    |i, j| {
                        let row = &left[i];
                        row[3 * j + 2].mul_add(h[2], row[3 * j + 1].mul_add(h[1], row[3 * j] * h[0]))
                    },
                );
                for k in 0..3 {
                    K[k][k] += stabilised;
                }
                slots.add(pair, &K, self.blocks);
                pair += 1;
            }
        }
    }
}
