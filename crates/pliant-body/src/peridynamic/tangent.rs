//! Blocks of the tangent: bonds couple a point with each neighbour, theta (and what turns points back) all neighbours with each other.
//!
//! With u_j = a_j m' d_j/x_j for neighbours and u_i = -sum u_j, and t_j the tension of a bond before V/x,
//!   K = V (lambda g''(theta) u u^T + sum_j C_j (e_i - e_j)(e_i - e_j)^T),
//!   C_j = (mu b h'' + lambda g' a m'')/x^2 d d^T + t/(x |y|) (I - d d^T).

use super::kernels::{Bond, Loop};
use crate::block_slots::BlockSlots;
use glam::DMat3;
use pliant_material::Law;
use pliant_math::decompose::project_positive_semidefinite;
use pliant_math::lanes::{Kernel, PaddedPoint, Real, WIDTH};
use pliant_math::small::{self, M3, V3};
use pliant_system::TangentWeights;

/// Blocks of the weighted tangent of a chunk.
pub struct Tangent<'a> {
    pub over: Loop<'a>,
    pub slots: &'a BlockSlots,
    pub positions: &'a [PaddedPoint],
    pub weights: TangentWeights,
    pub blocks: &'a mut [DMat3],
}

/// What a node of a pack brings to blocks.
#[derive(Clone, Copy)]
struct Share<R> {
    /// u.
    dilation: V3<R>,
    /// Weight in F.
    gradient: V3<R>,
    /// C, of neighbours; of the point itself the sum of all.
    own: M3<R>,
}

/// What couples all neighbours of a pack with each other.
struct Common<R> {
    /// V lambda g'', weighted.
    stiffness: R,
    /// V d2psi/dF2 of what turns points back, where it acts.
    upright: Option<[[R; 9]; 9]>,
}

impl Kernel for Tangent<'_> {
    type Output = ();

    #[inline(always)]
    fn run<R: Real>(mut self) {
        let over = self.over;
        self.blocks.fill(DMat3::ZERO);
        let mut shares: Vec<Share<R>> = Vec::new();
        for pack in over.chunk.packs.clone() {
            let sums = over.sums::<R>(pack, self.positions);
            let [pressure, stiffness] = over.pressure(sums.dilation);
            let stiffness = self.volumetric(pack, stiffness);
            let upright = over.law.upright.acts(&sums.F).then(|| self.upright::<R>(pack, &sums.F));
            self.collect(pack, pressure, &mut shares);
            self.add_blocks(pack, &Common { stiffness, upright }, &shares);
        }
    }
}

impl Tangent<'_> {
    #[inline(always)]
    fn not_negative<R: Real>(&self, x: R) -> R {
        if self.weights.positive { x.max(R::zero()) } else { x }
    }

    #[inline(always)]
    fn volumetric<R: Real>(&self, pack: usize, stiffness: R) -> R {
        let damping = R::splat(2.0 * self.weights.velocity * self.over.law.lambda_damping);
        let weighted = R::splat(self.weights.position).mul_add(stiffness, damping);
        self.not_negative(weighted) * self.over.volume::<R>(pack)
    }

    #[inline(always)]
    fn upright<R: Real>(&self, pack: usize, F: &M3<R>) -> [[R; 9]; 9] {
        let mut A = self.over.law.upright.stress_tangent(F);
        if self.weights.positive {
            let mut lanes = [[[0.0; 9]; 9]; WIDTH];
            for (lane, out) in lanes.iter_mut().enumerate().take(R::COUNT) {
                *out = A.map(|row| row.map(|x| x.lane(lane)));
                project_positive_semidefinite(out);
            }
            A = std::array::from_fn(|i| std::array::from_fn(|j| R::from_lanes(|lane| lanes[lane][i][j])));
        }
        let factor = self.over.volume::<R>(pack) * R::splat(self.weights.position);
        A.map(|row| row.map(|x| x * factor))
    }

    /// Shares of the neighbours, then of the point itself.
    #[inline(always)]
    fn collect<R: Real>(&self, pack: usize, pressure: R, shares: &mut Vec<Share<R>>) {
        let over = &self.over;
        let own = over.own::<R>(pack, self.positions);
        let mut all = Share { dilation: [R::zero(); 3], gradient: [R::zero(); 3], own: small::zero() };
        shares.clear();
        for (there, numbers) in over.rows(pack) {
            let bond = over.bond::<R>(there, numbers, &own, self.positions);
            let along = bond.dilation * over.law.measure_slope(bond.tau) * bond.per_length * bond.per_present;
            let share = Share {
                dilation: [along * bond.y[0], along * bond.y[1], along * bond.y[2]],
                gradient: over.gradient(numbers),
                own: self.bond_block(pack, pressure, &bond),
            };
            for k in 0..3 {
                all.dilation[k] -= share.dilation[k];
                all.gradient[k] -= share.gradient[k];
            }
            all.own = small::add(&all.own, &share.own);
            shares.push(share);
        }
        shares.push(all);
    }

    /// V C, weighted.
    #[inline(always)]
    fn bond_block<R: Real>(&self, pack: usize, pressure: R, bond: &Bond<R>) -> M3<R> {
        let law = self.over.law;
        let (mu, position) = (R::splat(law.mu), R::splat(self.weights.position));
        let volume = self.over.volume::<R>(pack);
        let squared = pressure * R::splat(law.measure_curvature());
        let elastic = bond.stretch.mul_add(mu * law.h.curvature(bond.tau, bond.r), bond.dilation * squared);
        let damping = bond.stretch * R::splat(2.0 * self.weights.velocity * law.mu_damping);
        let radial =
            self.not_negative(position.mul_add(elastic, damping)) * bond.per_length * bond.per_length;
        let pull = bond.stretch * mu * law.h.slope(bond.tau, bond.e, bond.r);
        let tension = bond.dilation.mul_add(pressure * law.measure_slope(bond.tau), pull);
        let across = self.not_negative(position * tension) * bond.per_length * bond.per_present;
        let d = [0, 1, 2].map(
            #[inline(always)]
            |k: usize| bond.y[k] * bond.per_present,
        );
        let (along, across) = ((radial - across) * volume, across * volume);
        small::from_fn(
            #[inline(always)]
            |i, j| {
                let block = along * d[i] * d[j];
                if i == j { block + across } else { block }
            },
        )
    }

    #[inline(always)]
    fn add_blocks<R: Real>(&mut self, pack: usize, common: &Common<R>, shares: &[Share<R>]) {
        let slots = self.slots.of_pack(pack);
        let own = shares.len() - 1;
        let mut pair = 0;
        for (a, of_a) in shares.iter().enumerate() {
            let left = common.upright.as_ref().map(
                #[inline(always)]
                |A| left_product(&of_a.gradient, A),
            );
            for (b, of_b) in shares[..=a].iter().enumerate() {
                let mut K: M3<R> = small::from_fn(
                    #[inline(always)]
                    |i, j| common.stiffness * of_a.dilation[i] * of_b.dilation[j],
                );
                if a == b {
                    K = small::add(&K, &of_a.own);
                } else if a == own {
                    K = small::sub(&K, &of_b.own);
                }
                if let Some(left) = &left {
                    K = small::add(&K, &right_product(left, &of_b.gradient));
                }
                slots.add(pair, &K, self.blocks);
                pair += 1;
            }
        }
    }
}

/// sum_k g_k A[(i,k)][(j,l)].
#[inline(always)]
fn left_product<R: Real>(g: &V3<R>, A: &[[R; 9]; 9]) -> [[R; 9]; 3] {
    let mut left = [[R::zero(); 9]; 3];
    for i in 0..3 {
        for jl in 0..9 {
            let first = g[1].mul_add(A[3 * i + 1][jl], g[0] * A[3 * i][jl]);
            left[i][jl] = g[2].mul_add(A[3 * i + 2][jl], first);
        }
    }
    left
}

/// sum_l left[i][(j,l)] h_l.
#[inline(always)]
fn right_product<R: Real>(left: &[[R; 9]; 3], h: &V3<R>) -> M3<R> {
    small::from_fn(
        #[inline(always)]
        |i, j| {
            let row = &left[i];
            row[3 * j + 2].mul_add(h[2], row[3 * j + 1].mul_add(h[1], row[3 * j] * h[0]))
        },
    )
}
