//! How a material answers at one point, four points side by side: law and damping together.
//!
//! Shared by the methods that measure F: what they do with the stress is their own affair.

use pliant_material::{Damping, Law, stress_tangent};
use pliant_math::decompose::project_positive_semidefinite;
use pliant_math::lanes::{Real, WIDTH};
use pliant_math::small::{self, M3};
use pliant_system::TangentWeights;

/// A law and what damps it.
#[derive(Clone, Copy, Debug)]
pub struct Response<L> {
    /// The law.
    pub law: L,
    /// What takes energy out of it.
    pub damping: Damping,
}

impl<L: Law> Response<L> {
    /// True if stress depends on the rate of F.
    pub fn is_damped(&self) -> bool {
        self.damping.stiffness_time != 0.0 || self.damping.is_viscous()
    }

    /// Rayleigh (stiffness part) and Kelvin-Voigt stress for the rate of F.
    #[inline(always)]
    pub fn damping_stress<R: Real>(&self, F: &M3<R>, F_rate: &M3<R>) -> M3<R> {
        let mut P = small::zero::<R>();
        if self.damping.stiffness_time != 0.0 {
            let dP = self.law.stress_differential(F, F_rate);
            P = small::add_scaled(&P, R::splat(self.damping.stiffness_time), &dP);
        }
        if self.damping.is_viscous() {
            P = small::add(&P, &self.damping.viscous_stress(F, F_rate));
        }
        P
    }

    /// Symmetric part of weights.position dP/dF + weights.velocity dP/dFdot.
    #[inline(always)]
    pub fn weighted_tangent<R: Real>(
        &self,
        weights: TangentWeights,
        F: &M3<R>,
        F_rate: Option<&M3<R>>,
    ) -> [[R; 9]; 9] {
        let elastic = weights.position + weights.velocity * self.damping.stiffness_time;
        let mut A = stress_tangent(&self.law, F);
        if weights.positive {
            A = make_positive(A);
        }
        for row in &mut A {
            for entry in row {
                *entry = *entry * R::splat(elastic);
            }
        }
        if let Some(F_rate) = F_rate.filter(|_| self.damping.is_viscous()) {
            // The part by position is not symmetric: half of it at (row, column), half at (column, row).
            let half_position = if weights.positive { 0.0 } else { 0.5 * weights.position };
            for column in 0..9 {
                let mut dF = small::zero::<R>();
                dF[column / 3][column % 3] = R::one();
                let by_rate = self.damping.viscous_stress(F, &dF);
                let by_position = self.damping.viscous_stress_differential(F, F_rate, &dF);
                for row in 0..9 {
                    let (i, k) = (row / 3, row % 3);
                    let half = by_position[i][k] * R::splat(half_position);
                    A[row][column] += by_rate[i][k] * R::splat(weights.velocity) + half;
                    A[column][row] += half;
                }
            }
        }
        A
    }
}

/// Removes the negative eigenvalues of a stress tangent, lane by lane.
fn make_positive<R: Real>(A: [[R; 9]; 9]) -> [[R; 9]; 9] {
    let mut lanes = [[[0.0; 9]; 9]; WIDTH];
    for (lane, out) in lanes.iter_mut().enumerate().take(R::COUNT) {
        *out = A.map(|row| row.map(|x| x.lane(lane)));
        project_positive_semidefinite(out);
    }
    std::array::from_fn(|i| std::array::from_fn(|j| R::from_lanes(|lane| lanes[lane][i][j])))
}
