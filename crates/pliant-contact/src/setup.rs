//! What a body gives to the contact layer.

use glam::DVec3;
use pliant_system::Embedding;

/// The outside of a body: points that follow nodes of the system, and the triangles between them. Without triangles the
/// points are spheres.
#[derive(Clone, Debug)]
pub struct ContactBody {
    /// For messages.
    pub name: String,
    /// The points, carried by nodes of the system.
    pub points: Embedding,
    /// Where the points are at rest (m).
    pub x_rest: Vec<DVec3>,
    /// Triangles over the points, outward oriented; none for spheres.
    pub triangles: Vec<[u32; 3]>,
    /// True if the triangles enclose a solid; else they are a sheet that is touched from both sides.
    pub is_closed: bool,
    /// How far the matter reaches beyond each point (m): the radius of a sphere, half the thickness of a sheet, zero on
    /// the surface of a solid. Empty if zero for all.
    pub radii: Vec<f64>,
    /// How stiff the material is at each point (Pa): E / (1 - nu^2).
    pub moduli: Vec<f64>,
    /// Speed of pressure waves (m/s), the smallest of its materials.
    pub wave_speed: f64,
    /// It also touches itself.
    pub touches_itself: bool,
}
