//! What of a convex shape can poke into a triangle between its corners.
//!
//! The corners of a body's triangles are kept outside by [`Analytic::distance`]. A thin shape can still come through the
//! middle of a triangle or across its edges; then one of these points or edges is in front.

use glam::{DQuat, DVec3};
use pliant_geometry::BoundingBox;

use super::analytic::{Analytic, Primitive};
use super::round::{Axis, SIDES};

/// The eight corners are numbered by bits: x, y, z.
#[rustfmt::skip]
const BLOCK_EDGES: [[u32; 2]; 12] = [
    [0, 1], [2, 3], [4, 5], [6, 7], // along x
    [0, 2], [1, 3], [4, 6], [5, 7], // along y
    [0, 4], [1, 5], [2, 6], [3, 7], // along z
];

/// Points and edges of a shape, in rest coordinates, with the radius of matter around them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Features {
    /// Corners and middles (m).
    pub points: Vec<DVec3>,
    /// Straight lines between two of the points.
    pub edges: Vec<[u32; 2]>,
    /// How far the matter reaches beyond them (m).
    pub radius: f64,
}

impl Analytic {
    /// What can poke into triangles: nothing of planes and of hollow shapes. The rims of a cylinder are polygons with
    /// their corners on it.
    pub fn features(&self) -> Features {
        if self.is_hollow() {
            return Features::default();
        }
        match *self.solid() {
            Primitive::Plane { .. } => Features::default(),
            Primitive::Sphere { centre, radius } => Features { points: vec![centre], edges: vec![], radius },
            Primitive::Capsule { from, to, radius } => {
                Features { points: vec![from, to], edges: vec![[0, 1]], radius }
            }
            Primitive::Box { centre, half, rotation } => {
                let points = block_corners(centre, half, rotation).to_vec();
                Features { points, edges: BLOCK_EDGES.to_vec(), radius: 0.0 }
            }
            Primitive::Cylinder { from, to, radius } => rims(from, to, radius),
        }
    }
}

/// The corners of a block, numbered by bits.
pub(super) fn block_corners(centre: DVec3, half: DVec3, rotation: DQuat) -> [DVec3; 8] {
    BoundingBox { min: -half, max: half }.corners().map(|corner| centre + rotation * corner)
}

fn rims(from: DVec3, to: DVec3, radius: f64) -> Features {
    let along = (to - from).normalize();
    let points =
        [from, to].into_iter().flat_map(|end| Axis::new(end, along).ring(radius, 0.0).collect::<Vec<_>>());
    let sides = SIDES as u32;
    let edges =
        (0..2).flat_map(|rim| (0..sides).map(move |i| [rim * sides + i, rim * sides + (i + 1) % sides]));
    Features { points: points.collect(), edges: edges.collect(), radius: 0.0 }
}
