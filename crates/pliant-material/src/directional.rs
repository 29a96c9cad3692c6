//! Hooke's law of a material that is stiffer along some of three directions across each other.
//!
//! Strains and stresses are six numbers (11, 22, 33, 23, 13, 12; shears of strains doubled). Along the directions of the material the
//! compliance is
//!
//! ```text
//! S_kk = 1/E_k     S_kl = -nu/max(E_k, E_l)     1/G_23, 1/G_13, 1/G_12 of the shears
//! ```
//!
//! nu is how much a pull along the stiffer of two directions thins the other, as tables of wood and laminates have it (nu_12 where E_1 is
//! larger than E_2). sqrt(E_k E_l) S_kl = -nu exp(-|ln E_k/E_l|/2): so the law is positive for every nu between -1 and 1/2, however much the
//! moduli differ. Shear moduli that are not given are Huber's, G_kl = sqrt(E_k E_l)/(2 (1 + sqrt(nu_kl nu_lk))), E/(2 (1 + nu)) if
//! all moduli are the same.

use glam::{DMat3, DVec3};
use thiserror::Error;

/// A matrix for the six numbers of a strain or stress.
pub type Six = [[f64; 6]; 6];

/// Why there is no such material.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
pub enum DirectionalError {
    /// A modulus that is none.
    #[error("{what} must be a positive number, but is {value} Pa")]
    Modulus {
        /// Which kind.
        what: &'static str,
        /// What is given.
        value: f64,
    },
    /// Strains that would give energy away.
    #[error("with Poisson's ratio {poisson} some strains would cost no energy")]
    NotPositive {
        /// What is given.
        poisson: f64,
    },
}

/// Hooke's law along three directions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DirectionalHooke {
    young: [f64; 3],
    /// In the axes of the material (Pa).
    stiffness: Six,
}

/// The two directions whose shear the numbers 23, 13, 12 are.
const PLANES: [[usize; 2]; 3] = [[1, 2], [0, 2], [0, 1]];

impl DirectionalHooke {
    /// From Young's moduli along three directions, Poisson's ratio, and shear moduli of the planes 12, 13, 23, all in Pa.
    ///
    /// # Errors
    /// If a modulus is not positive, or the ratio not between -1 and 1/2.
    pub fn new(young: [f64; 3], poisson: f64, shear: Option<[f64; 3]>) -> Result<Self, DirectionalError> {
        let wrong = |all: [f64; 3]| all.into_iter().find(|modulus| !(*modulus > 0.0 && modulus.is_finite()));
        if let Some(value) = wrong(young) {
            return Err(DirectionalError::Modulus { what: "Young's modulus along a direction", value });
        }
        if let Some(value) = shear.and_then(wrong) {
            return Err(DirectionalError::Modulus { what: "the shear modulus of two directions", value });
        }
        let mut compliance = [[0.0; 6]; 6];
        for k in 0..3 {
            for l in 0..3 {
                let ratio = if k == l { 1.0 } else { -poisson };
                compliance[k][l] = ratio / young[k].max(young[l]);
            }
            let [a, b] = PLANES[k].map(|axis| young[axis]);
            let product = poisson * (a.min(b) / a.max(b)).sqrt();
            let usual = (a * b).sqrt() / (2.0 * (1.0 + product));
            compliance[k + 3][k + 3] = 1.0 / shear.map_or(usual, |given| given[2 - k]);
        }
        let not_positive = DirectionalError::NotPositive { poisson };
        // Only numbers that can be told apart from the end of the range.
        if !(poisson > -1.0 && poisson < 0.5) {
            return Err(not_positive);
        }
        let stiffness = inverse(&compliance).ok_or(not_positive)?;
        Ok(Self { young, stiffness })
    }

    /// The largest of Young's moduli along its directions (Pa).
    pub fn stiffest_young(&self) -> f64 {
        self.young.into_iter().fold(0.0, f64::max)
    }

    /// C (Pa) seen from axes in which the directions of the material are the columns of `directions`.
    pub fn stiffness_in(&self, directions: &DMat3) -> Six {
        turned(&self.stiffness, directions)
    }
}

/// C of an isotropic material with Lame's parameters.
pub fn isotropic(lambda: f64, mu: f64) -> Six {
    let mut C = [[0.0; 6]; 6];
    for i in 0..3 {
        C[i][..3].fill(lambda);
        C[i][i] += 2.0 * mu;
        C[i + 3][i + 3] = mu;
    }
    C
}

/// Three directions from the first and one in the plane of the first two; columns, orthonormal.
pub fn directions_of(first: DVec3, second: DVec3) -> DMat3 {
    let first = first.normalize();
    let second = (second - first * first.dot(second)).normalize();
    DMat3::from_cols(first, second, first.cross(second))
}

/// A stiffness given along the columns of `axes`, seen from the axes these are given in.
pub fn turned(C: &Six, axes: &DMat3) -> Six {
    // Numbers along the columns of each unit strain.
    let mut T = [[0.0; 6]; 6];
    for j in 0..6 {
        let mut unit = [0.0; 6];
        unit[j] = 1.0;
        let along = six(&(axes.transpose() * tensor(&unit) * *axes));
        (0..6).for_each(|i| T[i][j] = along[i]);
    }
    let product = |i: usize, j: usize| (0..6).map(|k| C[i][k] * T[k][j]).sum::<f64>();
    let CT: Six = std::array::from_fn(|i| std::array::from_fn(|j| product(i, j)));
    let entry = |i: usize, j: usize| (0..6).map(|k| T[k][i] * CT[k][j]).sum::<f64>();
    let mut out: Six = std::array::from_fn(|i| std::array::from_fn(|j| entry(i, j)));
    // Rounding must not make it unsymmetric.
    for i in 0..6 {
        for j in 0..i {
            out[i][j] = 0.5 * (out[i][j] + out[j][i]);
            out[j][i] = out[i][j];
        }
    }
    out
}

/// The strain of six numbers.
fn tensor(e: &[f64; 6]) -> DMat3 {
    let [a, b, c, yz, xz, xy] = *e;
    DMat3::from_cols_array_2d(&[[a, 0.5 * xy, 0.5 * xz], [0.5 * xy, b, 0.5 * yz], [0.5 * xz, 0.5 * yz, c]])
}

/// The six numbers of a strain.
fn six(strain: &DMat3) -> [f64; 6] {
    let at = |i: usize, j: usize| strain.col(j)[i];
    [at(0, 0), at(1, 1), at(2, 2), 2.0 * at(1, 2), 2.0 * at(0, 2), 2.0 * at(0, 1)]
}

/// The inverse of a symmetric positive matrix; `None` if it is not positive.
pub fn inverse<const N: usize>(A: &[[f64; N]; N]) -> Option<[[f64; N]; N]> {
    let mut left = *A;
    let mut right: [[f64; N]; N] =
        std::array::from_fn(|i| std::array::from_fn(|j| f64::from(u8::from(i == j))));
    for k in 0..N {
        let pivot = left[k][k];
        if pivot.is_nan() || pivot <= 1e-14 * A[k][k] {
            return None;
        }
        for j in 0..N {
            left[k][j] /= pivot;
            right[k][j] /= pivot;
        }
        for i in (0..N).filter(|i| *i != k) {
            let factor = left[i][k];
            for j in 0..N {
                left[i][j] -= factor * left[k][j];
                right[i][j] -= factor * right[k][j];
            }
        }
    }
    Some(std::array::from_fn(|i| std::array::from_fn(|j| 0.5 * (right[i][j] + right[j][i]))))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use proptest::prelude::*;

    /// Young's modulus along an axis of the matrix.
    fn young_along(C: &Six, k: usize) -> f64 {
        1.0 / inverse(C).unwrap()[k][k]
    }

    #[test]
    fn equal_moduli_are_hookes_law() {
        let law = DirectionalHooke::new([2.0; 3], 0.3, None).unwrap();
        let C = law.stiffness_in(&directions_of(DVec3::new(1.0, 2.0, -0.5), DVec3::X));
        let (lambda, mu) = (2.0 * 0.3 / (1.3 * 0.4), 2.0 / 2.6);
        for i in 0..6 {
            for j in 0..6 {
                let normal = if i < 3 && j < 3 { lambda } else { 0.0 };
                let own = if i == j { if i < 3 { 2.0 * mu } else { mu } } else { 0.0 };
                assert!((C[i][j] - normal - own).abs() < 1e-12, "{i} {j}: {}", C[i][j]);
            }
        }
    }

    #[test]
    fn moduli_ratio_and_shears_are_as_given() {
        let law = DirectionalHooke::new([10.0, 1.0, 4.0], 0.3, Some([0.7, 0.6, 0.5])).unwrap();
        let S = inverse(&law.stiffness_in(&DMat3::IDENTITY)).unwrap();
        assert!(
            (S[0][0] - 0.1).abs() < 1e-12 && (S[1][1] - 1.0).abs() < 1e-12 && (S[2][2] - 0.25).abs() < 1e-12
        );
        assert!((S[0][1] + 0.03).abs() < 1e-12, "nu_12 = 0.3 of a pull along the stiffer one");
        assert!((S[1][2] + 0.3 / 4.0).abs() < 1e-12);
        let shears = [3, 4, 5].map(|k| 1.0 / S[k][k]);
        assert!(
            (shears[0] - 0.5).abs() + (shears[1] - 0.6).abs() + (shears[2] - 0.7).abs() < 1e-12,
            "{shears:?}"
        );
    }

    /// The formula of text books for a pull at an angle to the fibre.
    #[test]
    fn a_pull_at_an_angle_meets_the_modulus_of_the_books() {
        let (e1, e2, nu, g) = (10.0, 1.0, 0.3, 0.6);
        let law = DirectionalHooke::new([e1, e2, e2], nu, Some([g, g, 0.4])).unwrap();
        for degrees in [0.0f64, 20.0, 45.0, 70.0, 90.0] {
            let (s, c) = degrees.to_radians().sin_cos();
            let C = law.stiffness_in(&directions_of(DVec3::new(c, s, 0.0), DVec3::new(-s, c, 0.0)));
            let books = 1.0 / (c.powi(4) / e1 + s.powi(4) / e2 + (1.0 / g - 2.0 * nu / e1) * c * c * s * s);
            assert!((young_along(&C, 0) / books - 1.0).abs() < 1e-12, "{degrees}");
        }
    }

    proptest! {
        #[test]
        fn any_moduli_are_positive(
            a in -4.0f64..4.0, b in -4.0f64..4.0, c in -4.0f64..4.0, poisson in -0.95f64..0.49,
        ) {
            let young = [a, b, c].map(|x| 10f64.powf(x));
            let law = DirectionalHooke::new(young, poisson, None).unwrap();
            let C = law.stiffness_in(&directions_of(DVec3::new(1.0, a, b), DVec3::new(c, 1.0, -1.0)));
            prop_assert!(inverse(&law.stiffness).is_some());
            prop_assert!((0..6).all(|i| C[i][i] > 0.0));
        }
    }

    #[test]
    fn what_is_no_material_is_refused() {
        for young in [[0.0, 1.0, 1.0], [1.0, -1.0, 1.0], [1.0, 1.0, f64::NAN]] {
            let error = DirectionalHooke::new(young, 0.3, None).unwrap_err().to_string();
            assert!(error.contains("positive number"), "{error}");
        }
        assert!(DirectionalHooke::new([1.0; 3], 0.3, Some([1.0, 0.0, 1.0])).is_err());
        for poisson in [0.5, -1.0, f64::NAN, 2.0] {
            let error = DirectionalHooke::new([4.0, 1.0, 1.0], poisson, None).unwrap_err().to_string();
            assert!(error.contains("no energy"), "{error}");
        }
    }

    #[test]
    fn matrices_that_are_not_positive_have_no_inverse() {
        assert!(inverse(&[[1.0, 2.0], [2.0, 1.0]]).is_none());
        assert_eq!(inverse(&[[2.0, 0.0], [0.0, 4.0]]), Some([[0.5, 0.0], [0.0, 0.25]]));
    }
}
