//! The inner loops over packs of four phyxels.
//!
//! With y_j relative to the phyxel and a = M^-1 sum_j w_j p_j y_j, F = a_1..3/s and the energy of a phyxel is
//!   V psi(F) + c/2 sum_j w_j |y_j - a . p_j|^2,  c = beta mu V / sum_j w_j x_j^2.
//! a minimises the second sum, so that its derivative has no term of a (and a field of the basis costs nothing):
//!   f_j = -(V P M^-1_1..3/s - c a) . w_j p_j - c w_j y_j,  f_i = -sum_j f_j.

use super::stencils::{EXTRAS, PER_LENGTH, STABILISATION, Stencils, VOLUME};
use crate::local::smallest_of;
use crate::packs::Chunk;
use crate::response::Response;
use pliant_material::Law;
use pliant_math::lanes::{Kernel, PaddedPoint, Real, WIDTH};
use pliant_math::small::{self, M3, V3};

/// How far ahead weights are asked for, in rows.
const ROWS_AHEAD: usize = 12;

/// What all loops over a chunk share.
#[derive(Clone, Copy)]
pub struct Loop<'a, L, const B: usize> {
    pub response: &'a Response<L>,
    pub stencils: &'a Stencils<B>,
    pub chunk: &'a Chunk,
}

/// Coefficients of a field around a phyxel.
pub type Coefficients<R, const B: usize> = [V3<R>; B];

impl<L: Law, const B: usize> Loop<'_, L, B> {
    #[inline(always)]
    fn own<R: Real>(&self, pack: usize, points: &[PaddedPoint]) -> V3<R> {
        R::gather(points, &self.stencils.packs.own[pack * WIDTH..(pack + 1) * WIDTH])
    }

    /// Rows of a pack: where its neighbours are, and their numbers. Cut out once, so that the loops over them have nothing to check.
    #[inline(always)]
    pub(super) fn rows(&self, pack: usize) -> impl Iterator<Item = (&[u16], &[f64])> {
        let Stencils { packs, weighted, .. } = self.stencils;
        let rows = packs.rows(pack);
        let first = weighted.starts[pack];
        let numbers = &weighted.numbers[first..first + rows.len() * Stencils::<B>::ROW];
        let neighbours = &packs.neighbours[rows.start * WIDTH..rows.end * WIDTH];
        neighbours.chunks_exact(WIDTH).zip(numbers.chunks_exact(Stencils::<B>::ROW))
    }

    /// w p, and w, of a row with these numbers.
    #[inline(always)]
    pub(super) fn weighted<R: Real>(&self, numbers: &[f64]) -> ([R; B], R) {
        let mut wp = [R::zero(); B];
        for b in 0..B {
            wp[b] = R::load(&numbers[b * WIDTH..(b + 1) * WIDTH]);
        }
        (wp, R::load(&numbers[B * WIDTH..]))
    }

    /// M^-1.
    #[inline(always)]
    pub(super) fn inverse<R: Real>(&self, pack: usize) -> [[R; B]; B] {
        let start = pack * B * B * WIDTH;
        let numbers = &self.stencils.inverses[start..start + B * B * WIDTH];
        let mut inverse = [[R::zero(); B]; B];
        for a in 0..B {
            for b in 0..B {
                let at = (a * B + b) * WIDTH;
                inverse[a][b] = R::load(&numbers[at..at + WIDTH]);
            }
        }
        inverse
    }

    /// One of the numbers of a phyxel.
    #[inline(always)]
    pub(super) fn extra<R: Real>(&self, pack: usize, which: usize) -> R {
        debug_assert!(which < EXTRAS, "one of the extras");
        let at = (pack * EXTRAS + which) * WIDTH;
        R::load(&self.stencils.extras[at..at + WIDTH])
    }

    /// The coefficients of a field around a phyxel.
    #[inline(always)]
    pub(super) fn coefficients<R: Real>(&self, pack: usize, points: &[PaddedPoint]) -> Coefficients<R, B> {
        let own = self.own::<R>(pack, points);
        let mut sums = [[R::zero(); 3]; B];
        for (neighbours, numbers) in self.rows(pack) {
            self.add_to_sums(numbers, less(R::gather(points, neighbours), own), &mut sums);
        }
        self.fitted(pack, &sums)
    }

    /// The same, and y of each row, for who goes through the rows once more.
    #[inline(always)]
    fn coefficients_and_offsets<R: Real>(
        &self,
        pack: usize,
        points: &[PaddedPoint],
        offsets: &mut [Offset],
    ) -> Coefficients<R, B> {
        let own = self.own::<R>(pack, points);
        let mut sums = [[R::zero(); 3]; B];
        for ((neighbours, numbers), offset) in self.rows(pack).zip(offsets) {
            let y = less(R::gather(points, neighbours), own);
            for i in 0..3 {
                offset[i].0 = y[i].to_lanes();
            }
            self.add_to_sums(numbers, y, &mut sums);
        }
        self.fitted(pack, &sums)
    }

    /// Adds w p y of a row.
    #[inline(always)]
    fn add_to_sums<R: Real>(&self, numbers: &[f64], y: V3<R>, sums: &mut Coefficients<R, B>) {
        for line in 0..Stencils::<B>::ROW / 8 {
            R::prefetch(numbers, ROWS_AHEAD * Stencils::<B>::ROW + 8 * line);
        }
        let (wp, _) = self.weighted::<R>(numbers);
        for i in 0..3 {
            for b in 0..B {
                sums[b][i] = wp[b].mul_add(y[i], sums[b][i]);
            }
        }
    }

    /// a = M^-1 sums.
    #[inline(always)]
    fn fitted<R: Real>(&self, pack: usize, sums: &Coefficients<R, B>) -> Coefficients<R, B> {
        let inverse = self.inverse::<R>(pack);
        let mut a = [[R::zero(); 3]; B];
        for b in 0..B {
            for k in 0..B {
                for i in 0..3 {
                    a[b][i] = inverse[b][k].mul_add(sums[k][i], a[b][i]);
                }
            }
        }
        a
    }

    /// The gradient in the coefficients.
    #[inline(always)]
    pub(super) fn gradient<R: Real>(&self, pack: usize, a: &Coefficients<R, B>) -> M3<R> {
        let per_length = self.extra::<R>(pack, PER_LENGTH);
        small::from_fn(
            #[inline(always)]
            |i, k| a[k][i] * per_length,
        )
    }

    /// T_b = c a_b - V/s sum_k P_k M^-1_kb: what a neighbour feels for each w p_b.
    #[inline(always)]
    fn pulls<R: Real>(&self, pack: usize, P: &M3<R>, a: &Coefficients<R, B>) -> Coefficients<R, B> {
        let inverse = self.inverse::<R>(pack);
        let volume = self.extra::<R>(pack, VOLUME) * self.extra::<R>(pack, PER_LENGTH);
        let c = self.extra::<R>(pack, STABILISATION);
        let mut T = [[R::zero(); 3]; B];
        for b in 0..B {
            for i in 0..3 {
                let across =
                    P[i][2].mul_add(inverse[2][b], P[i][1].mul_add(inverse[1][b], P[i][0] * inverse[0][b]));
                T[b][i] = c.mul_add(a[b][i], -(volume * across));
            }
        }
        T
    }

    /// Adds T . w p - c w y to each neighbour, and the reaction to the phyxel.
    #[inline(always)]
    fn add_rows<R: Real>(
        &self,
        pack: usize,
        T: &Coefficients<R, B>,
        offsets: &[Offset],
        forces: &mut [PaddedPoint],
    ) {
        let minus_c = -self.extra::<R>(pack, STABILISATION);
        let mut reaction = [R::zero(); 3];
        for ((neighbours, numbers), offset) in self.rows(pack).zip(offsets) {
            let y = [R::load(&offset[0].0), R::load(&offset[1].0), R::load(&offset[2].0)];
            let f = self.row_force(T, numbers, minus_c, y);
            reaction = less(reaction, f);
            R::scatter_add(f, forces, neighbours);
        }
        R::scatter_add(reaction, forces, &self.stencils.packs.own[pack * WIDTH..(pack + 1) * WIDTH]);
    }

    /// The same with y + rate v in place of y.
    #[inline(always)]
    fn add_damped_rows<R: Real>(
        &self,
        pack: usize,
        T: &Coefficients<R, B>,
        [positions, velocities]: [&[PaddedPoint]; 2],
        rate: R,
        forces: &mut [PaddedPoint],
    ) {
        let minus_c = -self.extra::<R>(pack, STABILISATION);
        let own = mixed(self.own(pack, positions), rate, self.own(pack, velocities));
        let mut reaction = [R::zero(); 3];
        for (neighbours, numbers) in self.rows(pack) {
            let y = mixed(R::gather(positions, neighbours), rate, R::gather(velocities, neighbours));
            let f = self.row_force(T, numbers, minus_c, less(y, own));
            reaction = less(reaction, f);
            R::scatter_add(f, forces, neighbours);
        }
        R::scatter_add(reaction, forces, &self.stencils.packs.own[pack * WIDTH..(pack + 1) * WIDTH]);
    }

    /// T . w p - c w y.
    #[inline(always)]
    fn row_force<R: Real>(&self, T: &Coefficients<R, B>, numbers: &[f64], minus_c: R, y: V3<R>) -> V3<R> {
        let (wp, w) = self.weighted::<R>(numbers);
        let pull = minus_c * w;
        let mut f = [pull * y[0], pull * y[1], pull * y[2]];
        for i in 0..3 {
            for b in 0..B {
                f[i] = T[b][i].mul_add(wp[b], f[i]);
            }
        }
        f
    }

    /// a + rate b.
    #[inline(always)]
    fn mixed_coefficients<R: Real>(
        a: &Coefficients<R, B>,
        rate: R,
        b: &Coefficients<R, B>,
    ) -> Coefficients<R, B> {
        let mut out = *a;
        for k in 0..B {
            for i in 0..3 {
                out[k][i] = rate.mul_add(b[k][i], a[k][i]);
            }
        }
        out
    }
}

/// y_j of the neighbours in a row, one number a lane.
pub type Offset = [PaddedPoint; 3];

/// a - b.
#[inline(always)]
fn less<R: Real>(a: V3<R>, b: V3<R>) -> V3<R> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// y + rate v.
#[inline(always)]
fn mixed<R: Real>(y: V3<R>, rate: R, v: V3<R>) -> V3<R> {
    [rate.mul_add(v[0], y[0]), rate.mul_add(v[1], y[1]), rate.mul_add(v[2], y[2])]
}

/// Elastic (and, with velocities, damping) forces.
pub struct Forces<'a, L, const B: usize> {
    pub over: Loop<'a, L, B>,
    pub positions: &'a [PaddedPoint],
    /// Empty if nothing is damped.
    pub velocities: &'a [PaddedPoint],
    /// Room for the rows of a pack.
    pub offsets: &'a mut [Offset],
    pub forces: &'a mut [PaddedPoint],
}

impl<L: Law, const B: usize> Kernel for Forces<'_, L, B> {
    type Output = ();

    #[inline(always)]
    fn run<R: Real>(self) {
        let over = self.over;
        let rate = R::splat(over.response.damping.stiffness_time);
        for pack in over.chunk.packs.clone() {
            let a = over.coefficients_and_offsets::<R>(pack, self.positions, self.offsets);
            let F = over.gradient(pack, &a);
            let P = over.response.law.first_piola_stress(&F);
            if self.velocities.is_empty() {
                let T = over.pulls(pack, &P, &a);
                over.add_rows(pack, &T, self.offsets, self.forces);
                continue;
            }
            let rates = over.coefficients::<R>(pack, self.velocities);
            let P = small::add(&P, &over.response.damping_stress(&F, &over.gradient(pack, &rates)));
            let T = over.pulls(pack, &P, &Loop::<L, B>::mixed_coefficients(&a, rate, &rates));
            over.add_damped_rows(pack, &T, [self.positions, self.velocities], rate, self.forces);
        }
    }
}

/// Change of the forces for changes of positions and velocities; Rayleigh damping is linearised at constant K.
pub struct ForceDifferential<'a, L, const B: usize> {
    pub over: Loop<'a, L, B>,
    pub positions: &'a [PaddedPoint],
    pub d_positions: &'a [PaddedPoint],
    /// Velocities, if the stress depends on them and on F together (viscosity); else empty.
    pub velocities: &'a [PaddedPoint],
    /// Change of the velocities; empty is zero.
    pub d_velocities: &'a [PaddedPoint],
    /// Room for the rows of a pack.
    pub offsets: &'a mut [Offset],
    pub forces: &'a mut [PaddedPoint],
}

impl<L: Law, const B: usize> Kernel for ForceDifferential<'_, L, B> {
    type Output = ();

    #[inline(always)]
    fn run<R: Real>(self) {
        let over = self.over;
        let response = over.response;
        let rate = R::splat(response.damping.stiffness_time);
        for pack in over.chunk.packs.clone() {
            let F = over.gradient(pack, &over.coefficients::<R>(pack, self.positions));
            let da = over.coefficients_and_offsets::<R>(pack, self.d_positions, self.offsets);
            let dF = over.gradient(pack, &da);
            let mut dP = response.law.stress_differential(&F, &dF);
            if !self.velocities.is_empty() {
                let F_rate = over.gradient(pack, &over.coefficients::<R>(pack, self.velocities));
                let viscous = response.damping.viscous_stress_differential(&F, &F_rate, &dF);
                dP = small::add(&dP, &viscous);
            }
            if self.d_velocities.is_empty() {
                let T = over.pulls(pack, &dP, &da);
                over.add_rows(pack, &T, self.offsets, self.forces);
                continue;
            }
            let rates = over.coefficients::<R>(pack, self.d_velocities);
            let dP = small::add(&dP, &response.damping_stress(&F, &over.gradient(pack, &rates)));
            let T = over.pulls(pack, &dP, &Loop::<L, B>::mixed_coefficients(&da, rate, &rates));
            over.add_damped_rows(pack, &T, [self.d_positions, self.d_velocities], rate, self.forces);
        }
    }
}

/// Stored energy of a chunk (J), summed in pack and lane order.
pub struct Energy<'a, L, const B: usize> {
    pub over: Loop<'a, L, B>,
    pub positions: &'a [PaddedPoint],
    /// Room for the rows of a pack.
    pub offsets: &'a mut [Offset],
}

impl<L: Law, const B: usize> Kernel for Energy<'_, L, B> {
    type Output = f64;

    #[inline(always)]
    fn run<R: Real>(self) -> f64 {
        let over = self.over;
        let mut energy = [0.0; WIDTH];
        for pack in over.chunk.packs.clone() {
            let a = over.coefficients_and_offsets::<R>(pack, self.positions, self.offsets);
            let psi = over.response.law.energy_density(&over.gradient(pack, &a)).to_lanes();
            let volume = over.extra::<R>(pack, VOLUME).to_lanes();
            let residual = self.residual::<R>(pack, &a).to_lanes();
            for i in 0..R::COUNT {
                // Filling has no volume, but its copy may have infinite energy: 0 * inf must not spoil the sum.
                energy[i] += if volume[i] > 0.0 { psi[i] * volume[i] + residual[i] } else { 0.0 };
            }
        }
        energy.iter().sum()
    }
}

impl<L: Law, const B: usize> Energy<'_, L, B> {
    /// c/2 sum_j w_j |y_j - a . p_j|^2, from the differences themselves: no digits are lost to large rotations.
    #[inline(always)]
    fn residual<R: Real>(&self, pack: usize, a: &Coefficients<R, B>) -> R {
        let over = &self.over;
        let mut sum = R::zero();
        for ((_, numbers), offset) in over.rows(pack).zip(self.offsets.iter()) {
            let (wp, w) = over.weighted::<R>(numbers);
            // Filling has w = 0, and then the difference is zero, too.
            let per_weight = R::one() / w.max(R::splat(f64::MIN_POSITIVE));
            for i in 0..3 {
                let mut difference = w * R::load(&offset[i].0);
                for b in 0..B {
                    difference = (-wp[b]).mul_add(a[b][i], difference);
                }
                sum = (difference * per_weight).mul_add(difference, sum);
            }
        }
        R::splat(0.5) * over.extra::<R>(pack, STABILISATION) * sum
    }
}

/// The smallest det F of a chunk.
pub struct SmallestVolumeRatio<'a, L, const B: usize> {
    pub over: Loop<'a, L, B>,
    pub positions: &'a [PaddedPoint],
}

impl<L: Law, const B: usize> Kernel for SmallestVolumeRatio<'_, L, B> {
    type Output = f64;

    #[inline(always)]
    fn run<R: Real>(self) -> f64 {
        let over = self.over;
        let mut smallest = f64::INFINITY;
        for pack in over.chunk.packs.clone() {
            let F = over.gradient(pack, &over.coefficients::<R>(pack, self.positions));
            smallest = smallest_of(smallest, small::determinant(&F));
        }
        smallest
    }
}
