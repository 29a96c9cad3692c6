//! The inner loops over packs of four elements.

use super::chunks::{Chunk, Chunks, NUMBERS_A_POINT, TRANSPOSED};
use super::family::Family;
use crate::local::{add_block, smallest_of};
use crate::response::Response;
use glam::DMat3;
use pliant_material::Law;
use pliant_math::lanes::{Kernel, PaddedPoint, Real, WIDTH};
use pliant_math::small::{self, M3, V3};
use pliant_system::TangentWeights;

/// How far ahead geometry is asked for: eight points of a pack, about as many as pass while memory answers.
const PREFETCH_DISTANCE: usize = 8 * NUMBERS_A_POINT * WIDTH;

/// What all loops over a chunk share.
#[derive(Clone, Copy)]
pub struct Loop<'a, L, F, const N: usize, const Q: usize> {
    pub family: &'a F,
    pub response: &'a Response<L>,
    pub chunks: &'a Chunks,
    pub chunk: &'a Chunk,
}

impl<L: Law, F: Family<N, Q>, const N: usize, const Q: usize> Loop<'_, L, F, N, Q> {
    #[inline(always)]
    fn indices(&self, pack: usize) -> &[u16] {
        &self.chunks.local_nodes[pack * N * WIDTH..(pack + 1) * N * WIDTH]
    }

    #[inline(always)]
    fn gather<R: Real>(&self, pack: usize, points: &[PaddedPoint]) -> [V3<R>; N] {
        let index = self.indices(pack);
        let mut x = [[R::zero(); 3]; N];
        for a in 0..N {
            x[a] = R::gather(points, &index[a * WIDTH..(a + 1) * WIDTH]);
        }
        x
    }

    /// B and the share of the volume.
    #[inline(always)]
    fn geometry<R: Real>(&self, pack: usize, point: usize) -> (M3<R>, R) {
        let start = (pack * Q + point) * NUMBERS_A_POINT * WIDTH;
        let numbers = &self.chunks.geometry[start..start + NUMBERS_A_POINT * WIDTH];
        let mut number = [R::zero(); NUMBERS_A_POINT];
        // The processor's own prefetching stops at each page; large meshes are not in its caches.
        for line in 0..NUMBERS_A_POINT.div_ceil(2) {
            R::prefetch(&self.chunks.geometry, start + PREFETCH_DISTANCE + 8 * line);
        }
        for k in 0..NUMBERS_A_POINT {
            number[k] = R::load(&numbers[k * WIDTH..(k + 1) * WIDTH]);
        }
        (
            small::from_fn(
                #[inline(always)]
                |i, k| number[3 * i + k],
            ),
            number[9],
        )
    }

    #[inline(always)]
    fn gradient<R: Real>(&self, point: usize, x: &[V3<R>; N], B: &M3<R>) -> M3<R> {
        small::mul(&self.family.reference_gradient(point, x), B)
    }

    /// Adds the forces of stress P at an integration point.
    #[inline(always)]
    fn add_forces<R: Real>(&self, point: usize, P: &M3<R>, B: &M3<R>, weight: R, f: &mut [V3<R>; N]) {
        let T = small::scale(&small::mul_transpose(P, B), weight);
        self.family.spread(point, &T, f);
    }

    #[inline(always)]
    fn scatter<R: Real>(&self, pack: usize, f: &[V3<R>; N], forces: &mut [PaddedPoint]) {
        let index = self.indices(pack);
        for a in 0..N {
            R::scatter_add(f[a], forces, &index[a * WIDTH..(a + 1) * WIDTH]);
        }
    }
}

/// Elastic (and, with velocities, damping) forces.
pub struct Forces<'a, L, F, const N: usize, const Q: usize> {
    pub over: Loop<'a, L, F, N, Q>,
    pub positions: &'a [PaddedPoint],
    pub velocities: Option<&'a [PaddedPoint]>,
    pub forces: &'a mut [PaddedPoint],
}

impl<L: Law, F: Family<N, Q>, const N: usize, const Q: usize> Kernel for Forces<'_, L, F, N, Q> {
    type Output = ();

    #[inline(always)]
    fn run<R: Real>(self) {
        let over = self.over;
        for pack in over.chunk.packs.clone() {
            let x = over.gather::<R>(pack, self.positions);
            let mut f = [[R::zero(); 3]; N];
            for point in 0..Q {
                let (B, weight) = over.geometry::<R>(pack, point);
                let F = over.gradient(point, &x, &B);
                let mut P = over.response.law.first_piola_stress(&F);
                if let Some(velocities) = self.velocities {
                    let F_rate = over.gradient(point, &over.gather::<R>(pack, velocities), &B);
                    P = small::add(&P, &over.response.damping_stress(&F, &F_rate));
                }
                over.add_forces(point, &P, &B, weight, &mut f);
            }
            over.scatter(pack, &f, self.forces);
        }
    }
}

/// Change of the forces for changes of positions and velocities. Rayleigh damping is linearised at constant K: the
/// change of K with F would need third derivatives of the law.
pub struct ForceDifferential<'a, L, F, const N: usize, const Q: usize> {
    pub over: Loop<'a, L, F, N, Q>,
    pub positions: &'a [PaddedPoint],
    pub d_positions: &'a [PaddedPoint],
    /// Velocities, if the stress depends on them and on F together (viscosity).
    pub velocities: Option<&'a [PaddedPoint]>,
    /// Change of the velocities; none is zero.
    pub d_velocities: Option<&'a [PaddedPoint]>,
    pub forces: &'a mut [PaddedPoint],
}

impl<L: Law, F: Family<N, Q>, const N: usize, const Q: usize> Kernel for ForceDifferential<'_, L, F, N, Q> {
    type Output = ();

    #[inline(always)]
    fn run<R: Real>(self) {
        let over = self.over;
        for pack in over.chunk.packs.clone() {
            let x = over.gather::<R>(pack, self.positions);
            let dx = over.gather::<R>(pack, self.d_positions);
            let mut f = [[R::zero(); 3]; N];
            for point in 0..Q {
                let (B, weight) = over.geometry::<R>(pack, point);
                let (F, dF) = (over.gradient(point, &x, &B), over.gradient(point, &dx, &B));
                let mut dP = over.response.law.stress_differential(&F, &dF);
                if let Some(velocities) = self.velocities {
                    let F_rate = over.gradient(point, &over.gather::<R>(pack, velocities), &B);
                    let viscous = over.response.damping.viscous_stress_differential(&F, &F_rate, &dF);
                    dP = small::add(&dP, &viscous);
                }
                if let Some(d_velocities) = self.d_velocities {
                    let dF_rate = over.gradient(point, &over.gather::<R>(pack, d_velocities), &B);
                    dP = small::add(&dP, &over.response.damping_stress(&F, &dF_rate));
                }
                over.add_forces(point, &dP, &B, weight, &mut f);
            }
            over.scatter(pack, &f, self.forces);
        }
    }
}

/// Stored energy of a chunk (J), summed in pack and lane order.
pub struct Energy<'a, L, F, const N: usize, const Q: usize> {
    pub over: Loop<'a, L, F, N, Q>,
    pub positions: &'a [PaddedPoint],
}

impl<L: Law, F: Family<N, Q>, const N: usize, const Q: usize> Kernel for Energy<'_, L, F, N, Q> {
    type Output = f64;

    #[inline(always)]
    fn run<R: Real>(self) -> f64 {
        let over = self.over;
        let mut energy = [0.0; WIDTH];
        for pack in over.chunk.packs.clone() {
            let x = over.gather::<R>(pack, self.positions);
            for point in 0..Q {
                let (B, weight) = over.geometry::<R>(pack, point);
                let psi = over.response.law.energy_density(&over.gradient(point, &x, &B));
                // A filling lane has weight zero, but its copy may have infinite energy: 0 * inf must not spoil the sum.
                let (psi, weight) = (psi.to_lanes(), weight.to_lanes());
                for i in 0..R::COUNT {
                    energy[i] += if weight[i] > 0.0 { psi[i] * weight[i] } else { 0.0 };
                }
            }
        }
        energy.iter().sum()
    }
}

/// The smallest det F of a chunk.
pub struct SmallestVolumeRatio<'a, L, F, const N: usize, const Q: usize> {
    pub over: Loop<'a, L, F, N, Q>,
    pub positions: &'a [PaddedPoint],
}

impl<L: Law, F: Family<N, Q>, const N: usize, const Q: usize> Kernel for SmallestVolumeRatio<'_, L, F, N, Q> {
    type Output = f64;

    #[inline(always)]
    fn run<R: Real>(self) -> f64 {
        let over = self.over;
        let mut smallest = f64::INFINITY;
        for pack in over.chunk.packs.clone() {
            let x = over.gather::<R>(pack, self.positions);
            for point in 0..Q {
                let (B, _) = over.geometry::<R>(pack, point);
                let J = small::determinant(&over.gradient(point, &x, &B));
                smallest = smallest_of(smallest, J);
            }
        }
        smallest
    }
}

/// Blocks of the weighted tangent of a chunk.
pub struct Tangent<'a, L, F, const N: usize, const Q: usize> {
    pub over: Loop<'a, L, F, N, Q>,
    pub positions: &'a [PaddedPoint],
    pub velocities: Option<&'a [PaddedPoint]>,
    pub weights: TangentWeights,
    pub blocks: &'a mut [DMat3],
}

impl<L: Law, F: Family<N, Q>, const N: usize, const Q: usize> Kernel for Tangent<'_, L, F, N, Q> {
    type Output = ();

    #[inline(always)]
    fn run<R: Real>(mut self) {
        let over = self.over;
        self.blocks.fill(DMat3::ZERO);
        for pack in over.chunk.packs.clone() {
            let x = over.gather::<R>(pack, self.positions);
            for point in 0..Q {
                let (B, weight) = over.geometry::<R>(pack, point);
                let F = over.gradient(point, &x, &B);
                let F_rate = match self.velocities {
                    Some(v) => Some(over.gradient(point, &over.gather::<R>(pack, v), &B)),
                    None => None,
                };
                let A = over.response.weighted_tangent(self.weights, &F, F_rate.as_ref());
                self.add_blocks(pack, point, &A, &B, weight);
            }
        }
    }
}

impl<L: Law, F: Family<N, Q>, const N: usize, const Q: usize> Tangent<'_, L, F, N, Q> {
    /// K_ab = w sum_kl g_a[k] A[(i,k),(j,l)] g_b[l] with g_a = B^T dN_a/dxi.
    #[inline(always)]
    fn add_blocks<R: Real>(&mut self, pack: usize, point: usize, A: &[[R; 9]; 9], B: &M3<R>, weight: R) {
        let gradients = self.over.family.shape_gradients(point);
        let mut g = [[R::zero(); 3]; N];
        for a in 0..N {
            for l in 0..3 {
                let d = gradients[a];
                let last = R::splat(d[1]).mul_add(B[1][l], R::splat(d[0]) * B[0][l]);
                g[a][l] = R::splat(d[2]).mul_add(B[2][l], last);
            }
        }
        let mut pair = pack * N * (N + 1) / 2;
        for a in 0..N {
            // left[i][row of (j, l)] = w sum_k g_a[k] A[(i,k)][(j,l)]
            let wg = [g[a][0] * weight, g[a][1] * weight, g[a][2] * weight];
            let mut left = [[R::zero(); 9]; 3];
            for i in 0..3 {
                for jl in 0..9 {
                    let first = wg[1].mul_add(A[3 * i + 1][jl], wg[0] * A[3 * i][jl]);
                    left[i][jl] = wg[2].mul_add(A[3 * i + 2][jl], first);
                }
            }
            for b in 0..=a {
                let K: M3<R> = small::from_fn(
                    #[inline(always)]
                    |i, j| {
                        let row = &left[i];
                        row[3 * j + 2].mul_add(g[b][2], row[3 * j + 1].mul_add(g[b][1], row[3 * j] * g[b][0]))
                    },
                );
                self.add_block(pair, &K);
                pair += 1;
            }
        }
    }

    #[inline(always)]
    fn add_block<R: Real>(&mut self, pair: usize, K: &M3<R>) {
        let index = &self.over.chunks.local_pairs[pair * WIDTH..(pair + 1) * WIDTH];
        add_block(
            K,
            #[inline(always)]
            |lane| (usize::from(index[lane] & !TRANSPOSED), index[lane] & TRANSPOSED != 0),
            self.blocks,
        );
    }
}
