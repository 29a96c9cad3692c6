//! Stresses and strains people ask for, from the deformation gradient and the first Piola-Kirchhoff stress.

use glam::{DMat3, DVec3};
use pliant_math::decompose::symmetric_eigen;

/// Symmetric part.
fn symmetric(a: &DMat3) -> DMat3 {
    (*a + a.transpose()) * 0.5
}

/// Trace.
fn trace(a: &DMat3) -> f64 {
    a.x_axis.x + a.y_axis.y + a.z_axis.z
}

/// Cauchy stress sigma = P F^T / det F in Pa, force per deformed area. Not finite where F is singular.
pub fn cauchy_stress(first_piola_stress: &DMat3, F: &DMat3) -> DMat3 {
    symmetric(&(*first_piola_stress * F.transpose())) * (1.0 / F.determinant())
}

/// Von Mises stress sqrt(3/2 dev(sigma) : dev(sigma)) in Pa of a symmetric stress.
pub fn von_mises(stress: &DMat3) -> f64 {
    let deviator = *stress - DMat3::from_diagonal(DVec3::splat(trace(stress) / 3.0));
    let squared = deviator.x_axis.length_squared()
        + deviator.y_axis.length_squared()
        + deviator.z_axis.length_squared();
    (1.5 * squared).sqrt()
}

/// Green strain (F^T F - I)/2.
pub fn green_strain(F: &DMat3) -> DMat3 {
    let H = *F - DMat3::IDENTITY;
    symmetric(&H) + H.transpose() * H * 0.5
}

/// Small strain sym(F) - I.
pub fn small_strain(F: &DMat3) -> DMat3 {
    symmetric(&(*F - DMat3::IDENTITY))
}

/// Principal values of a symmetric stress or strain, largest first.
pub fn principal_values(a: &DMat3) -> DVec3 {
    symmetric_eigen(a).values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn textbook_values() {
        let uniaxial = DMat3::from_diagonal(DVec3::new(-7.0, 0.0, 0.0));
        assert!((von_mises(&uniaxial) - 7.0).abs() < 1e-14);
        let shear = DMat3::from_cols(DVec3::new(0.0, 2.0, 0.0), DVec3::new(2.0, 0.0, 0.0), DVec3::ZERO);
        assert!((von_mises(&shear) - 2.0 * 3.0_f64.sqrt()).abs() < 1e-14);
        assert!(von_mises(&DMat3::from_diagonal(DVec3::splat(5.0))) < 1e-14);
        assert!((principal_values(&shear) - DVec3::new(2.0, 0.0, -2.0)).length() < 1e-14);

        let F = DMat3::from_cols(DVec3::new(2.0, 0.0, 0.0), DVec3::new(0.5, 1.0, 0.0), DVec3::Z);
        let green = (F.transpose() * F - DMat3::IDENTITY) * 0.5;
        assert!((green_strain(&F) - green).abs_diff_eq(DMat3::ZERO, 1e-15));
        assert_eq!(small_strain(&F).y_axis, DVec3::new(0.25, 0.0, 0.0));
        // A force of 3 on a unit square that stays one, the body twice as long: sigma = P.
        let P = DMat3::from_diagonal(DVec3::new(3.0, 0.0, 0.0));
        let stretched = DMat3::from_diagonal(DVec3::new(2.0, 1.0, 1.0));
        assert_eq!(cauchy_stress(&P, &stretched).x_axis.x, 3.0);
    }
}
