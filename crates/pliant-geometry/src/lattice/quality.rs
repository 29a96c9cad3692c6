//! Dihedral angles.

use glam::DVec3;

use crate::mesh::FACES;

/// Cosines of the six dihedral angles of a tetrahedron; NaN-free, a flat face counts as the worst.
fn cosines(x: [DVec3; 4]) -> [f64; 6] {
    let normals = FACES.map(|f| (x[f[1]] - x[f[0]]).cross(x[f[2]] - x[f[0]]).normalize_or_zero());
    let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    pairs.map(|(i, j)| {
        let flat = normals[i] == DVec3::ZERO || normals[j] == DVec3::ZERO;
        if flat { 1.0 } else { -normals[i].dot(normals[j]) }
    })
}

/// The largest and the smallest cosine: of the smallest and the largest angle.
pub(super) fn extreme_cosines(x: [DVec3; 4]) -> (f64, f64) {
    cosines(x).iter().fold((-1.0, 1.0), |(most, least): (f64, f64), &c| (most.max(c), least.min(c)))
}

/// A cosine as an angle (degrees).
pub(super) fn angle(cosine: f64) -> f64 {
    cosine.clamp(-1.0, 1.0).acos().to_degrees()
}
