//! The inner loops over packs of four points.
//!
//! With y_j relative to the point, tau = |y|/x, d = y/|y| and theta = 1 + sum_j a_j m(tau_j), the energy of a point is
//!   V (lambda g(theta) + mu sum_j b_j h(tau_j) + psi(F)),   psi: [`Upright`](super::upright::Upright),
//! and the force on neighbour j (Xu 2018, eqs. 19 and 20, mended)
//!   f_j = -V ((lambda g'(theta) a_j m'(tau_j) + mu b_j h'(tau_j))/x d_j + P g_j),  f_i = -sum_j f_j.
//! Damping adds 2 (lambda_d a_j m' theta' + mu_d b_j tau_j') to the bracket before d_j: along bonds only, so that turning feels nothing.

use super::bond_law::BondLaw;
use super::stencils::{DILATION, GRADIENT, LENGTH, PER_LENGTH, STRETCH, Stencils};
use crate::local::smallest_of;
use crate::packs::Chunk;
use pliant_material::Law;
use pliant_math::lanes::{Kernel, PaddedPoint, Real, WIDTH};
use pliant_math::small::{self, M3, V3};

/// How far ahead numbers are asked for, in rows.
const ROWS_AHEAD: usize = 8;
/// Bonds pressed to less than this share of their length have no direction; filling, which has no length at all, must not divide by zero.
const SHORTEST: f64 = 1e-6;
const NO_LENGTH: f64 = 1e-150;

/// What all loops over a chunk share.
#[derive(Clone, Copy)]
pub struct Loop<'a> {
    pub law: &'a BondLaw,
    pub stencils: &'a Stencils,
    pub chunk: &'a Chunk,
}

/// A bond of each of four points.
#[derive(Clone, Copy)]
pub struct Bond<R> {
    /// 1/x.
    pub per_length: R,
    /// 1/|y|.
    pub per_present: R,
    /// y.
    pub y: V3<R>,
    /// tau, tau - 1 and 1/tau.
    pub tau: R,
    pub e: R,
    pub r: R,
    /// a and b.
    pub dilation: R,
    pub stretch: R,
}

/// What is dear to find of a bond of each of four points: y, tau and 1/|y|.
pub type KeptBond = [PaddedPoint; 5];
const KEPT_TAU: usize = 3;
const KEPT_PER_PRESENT: usize = 4;

/// What the bonds of four points sum to.
#[derive(Clone, Copy)]
pub struct Sums<R> {
    /// theta - 1.
    pub dilation: R,
    pub F: M3<R>,
}

impl Loop<'_> {
    #[inline(always)]
    pub(super) fn own<R: Real>(&self, pack: usize, points: &[PaddedPoint]) -> V3<R> {
        R::gather(points, self.own_index(pack))
    }

    #[inline(always)]
    fn own_index(&self, pack: usize) -> &[u16] {
        &self.stencils.packs.own[pack * WIDTH..(pack + 1) * WIDTH]
    }

    /// Rows of a pack: who is there, and the numbers of their bonds.
    #[inline(always)]
    pub(super) fn rows(&self, pack: usize) -> impl Iterator<Item = (&[u16], &[f64])> {
        let Stencils { packs, rows: all, .. } = self.stencils;
        let (rows, first) = (packs.rows(pack), all.starts[pack]);
        let numbers = &all.numbers[first..first + rows.len() * Stencils::ROW];
        let there = &packs.neighbours[rows.start * WIDTH..rows.end * WIDTH];
        there.chunks_exact(WIDTH).zip(numbers.chunks_exact(Stencils::ROW))
    }

    #[inline(always)]
    pub(super) fn volume<R: Real>(&self, pack: usize) -> R {
        R::load(&self.stencils.volumes[pack * WIDTH..(pack + 1) * WIDTH])
    }

    /// A field at a neighbour, relative to the point.
    #[inline(always)]
    fn relative<R: Real>(&self, there: &[u16], own: &V3<R>, points: &[PaddedPoint]) -> V3<R> {
        let x: V3<R> = R::gather(points, there);
        [x[0] - own[0], x[1] - own[1], x[2] - own[2]]
    }

    #[inline(always)]
    pub(super) fn bond<R: Real>(
        &self,
        there: &[u16],
        numbers: &[f64],
        own: &V3<R>,
        positions: &[PaddedPoint],
    ) -> Bond<R> {
        if self.stencils.is_long {
            for line in 0..Stencils::ROW.div_ceil(8) {
                R::prefetch(numbers, ROWS_AHEAD * Stencils::ROW + 8 * line);
            }
        }
        let y = self.relative(there, own, positions);
        let length = y[0].mul_add(y[0], y[1].mul_add(y[1], y[2] * y[2])).sqrt();
        let rest = number::<R>(numbers, LENGTH);
        let per_present = R::one() / length.max(rest.mul_add(R::splat(SHORTEST), R::splat(NO_LENGTH)));
        let per_length = number::<R>(numbers, PER_LENGTH);
        let tau = length * per_length;
        Bond {
            per_length,
            per_present,
            y,
            tau,
            e: tau - R::one(),
            r: rest * per_present,
            dilation: number(numbers, DILATION),
            stretch: number(numbers, STRETCH),
        }
    }

    /// The weight of a neighbour in F.
    #[inline(always)]
    pub(super) fn gradient<R: Real>(&self, numbers: &[f64]) -> V3<R> {
        std::array::from_fn(
            #[inline(always)]
            |k| number(numbers, GRADIENT + k),
        )
    }

    /// theta and F.
    #[inline(always)]
    pub(super) fn sums<R: Real>(&self, pack: usize, positions: &[PaddedPoint]) -> Sums<R> {
        let own = self.own::<R>(pack, positions);
        let mut sums = Sums { dilation: R::zero(), F: small::zero() };
        for (there, numbers) in self.rows(pack) {
            let bond = self.bond::<R>(there, numbers, &own, positions);
            self.add_to_sums(&bond, numbers, &mut sums);
        }
        sums
    }

    /// The same; what is dear to find of each bond is kept.
    #[inline(always)]
    fn sums_and_bonds<R: Real>(
        &self,
        pack: usize,
        positions: &[PaddedPoint],
        kept: &mut [KeptBond],
    ) -> Sums<R> {
        let own = self.own::<R>(pack, positions);
        let mut sums = Sums { dilation: R::zero(), F: small::zero() };
        for ((there, numbers), kept) in self.rows(pack).zip(kept) {
            let bond = self.bond::<R>(there, numbers, &own, positions);
            for i in 0..3 {
                kept[i].0 = bond.y[i].to_lanes();
            }
            kept[KEPT_TAU].0 = bond.tau.to_lanes();
            kept[KEPT_PER_PRESENT].0 = bond.per_present.to_lanes();
            self.add_to_sums(&bond, numbers, &mut sums);
        }
        sums
    }

    /// The bond that was kept.
    #[inline(always)]
    fn kept_bond<R: Real>(&self, numbers: &[f64], kept: &KeptBond) -> Bond<R> {
        let (tau, per_present) = (R::load(&kept[KEPT_TAU].0), R::load(&kept[KEPT_PER_PRESENT].0));
        Bond {
            per_length: number(numbers, PER_LENGTH),
            per_present,
            y: [R::load(&kept[0].0), R::load(&kept[1].0), R::load(&kept[2].0)],
            tau,
            e: tau - R::one(),
            r: number::<R>(numbers, LENGTH) * per_present,
            dilation: number(numbers, DILATION),
            stretch: number(numbers, STRETCH),
        }
    }

    #[inline(always)]
    fn add_to_sums<R: Real>(&self, bond: &Bond<R>, numbers: &[f64], sums: &mut Sums<R>) {
        sums.dilation = bond.dilation.mul_add(self.law.measure(bond.e), sums.dilation);
        // Layers and fibres have no inside.
        if self.law.has_volume {
            let g = self.gradient::<R>(numbers);
            for i in 0..3 {
                for k in 0..3 {
                    sums.F[i][k] = bond.y[i].mul_add(g[k], sums.F[i][k]);
                }
            }
        }
    }

    /// d/dt of a bond's stretch, for rates of y.
    #[inline(always)]
    pub(super) fn rate<R: Real>(bond: &Bond<R>, v: &V3<R>) -> R {
        let along = bond.y[0].mul_add(v[0], bond.y[1].mul_add(v[1], bond.y[2] * v[2]));
        along * bond.per_present * bond.per_length
    }

    /// Rate of theta for rates of positions.
    #[inline(always)]
    fn dilation_rate<R: Real>(&self, pack: usize, positions: &[PaddedPoint], rates: &[PaddedPoint]) -> R {
        let (own, own_rate) = (self.own::<R>(pack, positions), self.own::<R>(pack, rates));
        let mut sum = R::zero();
        for (there, numbers) in self.rows(pack) {
            let bond = self.bond::<R>(there, numbers, &own, positions);
            let rate = Self::rate(&bond, &self.relative(there, &own_rate, rates));
            sum = (bond.dilation * self.law.measure_slope(bond.tau)).mul_add(rate, sum);
        }
        sum
    }

    /// lambda g' and lambda g'' of theta.
    #[inline(always)]
    pub(super) fn pressure<R: Real>(&self, dilation: R) -> [R; 2] {
        let lambda = R::splat(self.law.lambda);
        let theta = dilation + R::one();
        let r = R::one() / theta;
        [lambda * self.law.g.slope(theta, dilation, r), lambda * self.law.g.curvature(theta, r)]
    }

    /// Adds a force on a neighbour, and takes it off the reaction.
    #[inline(always)]
    fn push<R: Real>(&self, there: &[u16], f: V3<R>, reaction: &mut V3<R>, forces: &mut [PaddedPoint]) {
        for i in 0..3 {
            reaction[i] -= f[i];
        }
        R::scatter_add(f, forces, there);
    }

    /// Adds V P g_j.
    #[inline(always)]
    fn turn_back<R: Real>(&self, numbers: &[f64], T: &M3<R>, f: &mut V3<R>) {
        let turned = small::mul_vec(T, &self.gradient::<R>(numbers));
        for i in 0..3 {
            f[i] -= turned[i];
        }
    }
}

#[inline(always)]
fn number<R: Real>(numbers: &[f64], which: usize) -> R {
    R::load(&numbers[which * WIDTH..(which + 1) * WIDTH])
}

/// Forces of bonds (and, with velocities, of what damps them).
pub struct Forces<'a> {
    pub over: Loop<'a>,
    pub positions: &'a [PaddedPoint],
    /// Empty if nothing is damped.
    pub velocities: &'a [PaddedPoint],
    /// Room for the bonds of a pack.
    pub kept: &'a mut [KeptBond],
    pub forces: &'a mut [PaddedPoint],
}

impl Kernel for Forces<'_> {
    type Output = ();

    #[inline(always)]
    fn run<R: Real>(self) {
        let over = self.over;
        let law = over.law;
        let mu = R::splat(law.mu);
        for pack in over.chunk.packs.clone() {
            let volume = over.volume::<R>(pack);
            let sums = over.sums_and_bonds::<R>(pack, self.positions, self.kept);
            let mut pressure = over.pressure(sums.dilation)[0];
            let is_damped = !self.velocities.is_empty();
            let own_rate = if is_damped { over.own::<R>(pack, self.velocities) } else { [R::zero(); 3] };
            if is_damped {
                let rate = over.dilation_rate::<R>(pack, self.positions, self.velocities);
                pressure += R::splat(2.0 * law.lambda_damping) * rate;
            }
            let turning = law.has_volume && law.upright.acts(&sums.F);
            let T = if turning {
                small::scale(&law.upright.first_piola_stress(&sums.F), volume)
            } else {
                small::zero()
            };
            let mut reaction = [R::zero(); 3];
            for ((there, numbers), kept) in over.rows(pack).zip(&*self.kept) {
                let bond = over.kept_bond::<R>(numbers, kept);
                let mut pull = mu * law.h.slope(bond.tau, bond.e, bond.r);
                if is_damped {
                    let rate = Loop::rate(&bond, &over.relative(there, &own_rate, self.velocities));
                    pull += R::splat(2.0 * law.mu_damping) * rate;
                }
                let across = pressure * law.measure_slope(bond.tau);
                let tension = bond.dilation.mul_add(across, bond.stretch * pull);
                let scaled = -(volume * tension * bond.per_length * bond.per_present);
                let mut f = [scaled * bond.y[0], scaled * bond.y[1], scaled * bond.y[2]];
                if turning {
                    over.turn_back(numbers, &T, &mut f);
                }
                over.push(there, f, &mut reaction, self.forces);
            }
            R::scatter_add(reaction, self.forces, over.own_index(pack));
        }
    }
}

/// Change of the forces for changes of positions and velocities; what damps is linearised with bonds that point where they do.
pub struct ForceDifferential<'a> {
    pub over: Loop<'a>,
    pub positions: &'a [PaddedPoint],
    pub d_positions: &'a [PaddedPoint],
    /// Empty is zero.
    pub d_velocities: &'a [PaddedPoint],
    pub forces: &'a mut [PaddedPoint],
}

impl Kernel for ForceDifferential<'_> {
    type Output = ();

    #[inline(always)]
    fn run<R: Real>(self) {
        let over = self.over;
        let law = over.law;
        let mu = R::splat(law.mu);
        let has_rates = !self.d_velocities.is_empty();
        for pack in over.chunk.packs.clone() {
            let (own, d_own) = (over.own::<R>(pack, self.positions), over.own::<R>(pack, self.d_positions));
            let volume = over.volume::<R>(pack);
            let sums = over.sums::<R>(pack, self.positions);
            let [pressure, stiffness] = over.pressure(sums.dilation);
            let mut d_pressure = stiffness * over.dilation_rate::<R>(pack, self.positions, self.d_positions);
            let own_rate = if has_rates { over.own::<R>(pack, self.d_velocities) } else { [R::zero(); 3] };
            if has_rates {
                let rate = over.dilation_rate::<R>(pack, self.positions, self.d_velocities);
                d_pressure += R::splat(2.0 * law.lambda_damping) * rate;
            }
            let turning = law.has_volume && law.upright.acts(&sums.F);
            let T = if turning { self.turned::<R>(pack, &sums.F, &d_own, volume) } else { small::zero() };
            let mut reaction = [R::zero(); 3];
            for (there, numbers) in over.rows(pack) {
                let bond = over.bond::<R>(there, numbers, &own, self.positions);
                let dy = over.relative(there, &d_own, self.d_positions);
                let d_tau = Loop::rate(&bond, &dy);
                let slope = law.measure_slope(bond.tau);
                let tension = bond
                    .dilation
                    .mul_add(pressure * slope, bond.stretch * mu * law.h.slope(bond.tau, bond.e, bond.r));
                let mut d_pull = mu * law.h.curvature(bond.tau, bond.r) * d_tau;
                if has_rates {
                    let rate = Loop::rate(&bond, &over.relative(there, &own_rate, self.d_velocities));
                    d_pull += R::splat(2.0 * law.mu_damping) * rate;
                }
                let bent = pressure * R::splat(law.measure_curvature()) * d_tau;
                let d_tension = bond.dilation.mul_add(d_pressure.mul_add(slope, bent), bond.stretch * d_pull);
                // d(t y/|y|) = dt d + t (dy - d (d . dy))/|y|, and d . dy = x dtau.
                let per = volume * bond.per_length * bond.per_present;
                let along = (d_tension - tension * bond.r * d_tau) * per;
                let mut f = [R::zero(); 3];
                for i in 0..3 {
                    f[i] = -(along.mul_add(bond.y[i], tension * per * dy[i]));
                }
                if turning {
                    over.turn_back(numbers, &T, &mut f);
                }
                over.push(there, f, &mut reaction, self.forces);
            }
            R::scatter_add(reaction, self.forces, over.own_index(pack));
        }
    }
}

impl ForceDifferential<'_> {
    /// V dP of what turns points back.
    #[inline(always)]
    fn turned<R: Real>(&self, pack: usize, F: &M3<R>, d_own: &V3<R>, volume: R) -> M3<R> {
        let over = &self.over;
        let mut dF = small::zero::<R>();
        for (there, numbers) in over.rows(pack) {
            let dy = over.relative(there, d_own, self.d_positions);
            dF = small::add(&dF, &small::outer(&dy, &over.gradient::<R>(numbers)));
        }
        small::scale(&over.law.upright.stress_differential(F, &dF), volume)
    }
}

/// Stored energy of a chunk (J), summed in pack and lane order.
pub struct Energy<'a> {
    pub over: Loop<'a>,
    pub positions: &'a [PaddedPoint],
}

impl Kernel for Energy<'_> {
    type Output = f64;

    #[inline(always)]
    fn run<R: Real>(self) -> f64 {
        let over = self.over;
        let law = over.law;
        let mut energy = [0.0; WIDTH];
        for pack in over.chunk.packs.clone() {
            let own = over.own::<R>(pack, self.positions);
            let mut sums = Sums { dilation: R::zero(), F: small::zero() };
            let mut stretch = R::zero();
            for (there, numbers) in over.rows(pack) {
                let bond = over.bond::<R>(there, numbers, &own, self.positions);
                over.add_to_sums(&bond, numbers, &mut sums);
                stretch = bond.stretch.mul_add(law.h.value(bond.tau, bond.e, bond.r), stretch);
            }
            let theta = sums.dilation + R::one();
            let g = R::splat(law.lambda) * law.g.value(theta, sums.dilation, R::one() / theta);
            let upright = if law.has_volume { law.upright.energy_density(&sums.F) } else { R::zero() };
            let density = (R::splat(law.mu).mul_add(stretch, g) + upright).to_lanes();
            let volume = over.volume::<R>(pack).to_lanes();
            for i in 0..R::COUNT {
                energy[i] += if volume[i] > 0.0 { density[i] * volume[i] } else { 0.0 };
            }
        }
        energy.iter().sum()
    }
}

/// The smallest det F of a chunk.
pub struct SmallestVolumeRatio<'a> {
    pub over: Loop<'a>,
    pub positions: &'a [PaddedPoint],
}

impl Kernel for SmallestVolumeRatio<'_> {
    type Output = f64;

    #[inline(always)]
    fn run<R: Real>(self) -> f64 {
        let over = self.over;
        let mut smallest = f64::INFINITY;
        // Layers and fibres have no inside.
        let packs = if over.law.has_volume { over.chunk.packs.clone() } else { 0..0 };
        for pack in packs {
            let sums = over.sums::<R>(pack, self.positions);
            smallest = smallest_of(smallest, small::determinant(&sums.F));
        }
        smallest
    }
}
