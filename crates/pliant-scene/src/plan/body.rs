//! Bodies: shape, method, resolution, placement, initial motion, copies.

use glam::{DMat3, DVec3};

use super::{Axis, ContactSurface, Grading, Region};
use crate::place::{Located, Place};
use crate::schema::choice_enum;

choice_enum! {
    /// Ways to discretise a body.
    pub enum Method {
        /// Tetrahedral finite elements.
        Tet = "tet",
    }
    later: ["elaston", "phyxel", "peridynamic"]
}

/// Geometry of a body in its own coordinates.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A box along the axes.
    Box {
        /// Edge lengths, m.
        size: DVec3,
        /// Centre at the origin, else the lower corner.
        centred: bool,
        /// Turn of the upper x end against the lower one about the box's middle line along x, rad; linear between.
        twist: f64,
        /// Cell sizes along x, y, z.
        grading: Grading,
    },
    /// A block with eight free corners and straight edges.
    Block {
        /// Corners, m, as in a VTK hexahedron: bottom face counter-clockwise seen from above, then the top face.
        corners: [DVec3; 8],
        /// Cell sizes along the block's own three directions.
        grading: Grading,
    },
    /// A cylinder or tube.
    Cylinder {
        /// Outer radius, m.
        radius: f64,
        /// Inner radius, m; 0 is a full cylinder.
        inner_radius: f64,
        /// Length, m.
        length: f64,
        /// Direction of its axis.
        axis: Axis,
        /// Middle at the origin, else the centre of the lower end.
        centred: bool,
    },
    /// A ball around the origin.
    Sphere {
        /// Radius, m.
        radius: f64,
    },
    /// A tetrahedral mesh from a file.
    File {
        /// Path as given, relative to the scene file.
        path: Located<String>,
        /// What the coordinates in the file are multiplied by.
        size: FileSize,
    },
    /// A surface of triangles from a file, filled with tetrahedra and carried along.
    Surface {
        /// Path as given, relative to the scene file.
        path: Located<String>,
        /// What the coordinates in the file are multiplied by.
        size: FileSize,
    },
}

/// How large a mesh from a file becomes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FileSize {
    /// Coordinates times this factor are metres.
    Scale(f64),
    /// Scaled so that its extent along the scene's `up` axis is this, m.
    Height(f64),
}

/// How fine a body is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Resolution {
    /// Distance of neighbouring mesh points, m; an upper limit for boxes.
    Spacing(Located<f64>),
    /// Cells along the three directions of a box or block.
    Cells(Located<[usize; 3]>),
    /// The mesh file decides.
    File,
    /// The program decides, and then makes it so many times as fine.
    Automatic(f64),
}

/// A material for a part of a body.
#[derive(Clone, Debug)]
pub struct MaterialRegion {
    /// Which part.
    pub region: Located<Region>,
    /// Index into [`crate::Plan::materials`].
    pub material: usize,
}

/// A rotation about an axis through the body's own origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation {
    /// Unit vector.
    pub axis: DVec3,
    /// Angle, rad.
    pub angle: f64,
}

/// Where a body stands in the world: first the rotation, then the shift.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Placement {
    /// Shift, m.
    pub position: DVec3,
    /// Rotation about the body's own origin.
    pub rotation: Option<Rotation>,
}

impl Placement {
    /// The rotation as a matrix.
    #[must_use]
    pub fn matrix(&self) -> DMat3 {
        self.rotation
            .map_or(DMat3::IDENTITY, |rotation| DMat3::from_axis_angle(rotation.axis, rotation.angle))
    }

    /// A point of the body in world coordinates (of the first copy).
    #[must_use]
    pub fn to_world(&self, point: DVec3) -> DVec3 {
        self.matrix() * point + self.position
    }
}

/// A grid of copies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Copies {
    /// Number along world x, y, z.
    pub grid: [usize; 3],
    /// Distance along world x, y, z, m.
    pub spacing: DVec3,
}

impl Copies {
    /// How many bodies.
    #[must_use]
    pub fn count(&self) -> usize {
        self.grid.iter().product()
    }

    /// Shift of each copy in world coordinates, x fastest; the first is zero.
    pub fn offsets(&self) -> impl Iterator<Item = DVec3> + '_ {
        let [nx, ny, nz] = self.grid;
        let index = move |number: usize| [number % nx, number / nx % ny, number / (nx * ny)];
        #[allow(clippy::cast_precision_loss, reason = "copies are few")]
        let offset = move |[i, j, k]: [usize; 3]| self.spacing * DVec3::new(i as f64, j as f64, k as f64);
        (0..nx * ny * nz).map(move |number| offset(index(number)))
    }
}

/// A `[body.NAME]` table.
#[derive(Clone, Debug)]
pub struct BodyPlan {
    /// Its name.
    pub name: String,
    /// Where it is named.
    pub place: Place,
    /// Geometry.
    pub shape: Located<Shape>,
    /// Discretisation.
    pub method: Located<Method>,
    /// Polynomial order of the elements: 1 (4-node tets) or 2 (10-node tets).
    pub order: Located<usize>,
    /// How fine.
    pub resolution: Resolution,
    /// Index into [`crate::Plan::materials`].
    pub material: usize,
    /// Other materials by region; later ones win.
    pub regions: Vec<MaterialRegion>,
    /// Where it stands.
    pub placement: Placement,
    /// Initial velocity, m/s.
    pub velocity: DVec3,
    /// Initial angular velocity about each copy's centre of mass, rad/s.
    pub spin: DVec3,
    /// A grid of copies, if wanted.
    pub copies: Option<Copies>,
    /// Whether it touches itself, in a scene with contact.
    pub self_contact: bool,
    /// What of it touches others.
    pub contact_surface: ContactSurface,
}

impl BodyPlan {
    /// Cells along the three directions of a box or block; `None` for other shapes.
    #[must_use]
    pub fn cells(&self) -> Option<[usize; 3]> {
        match (self.resolution, self.edge_lengths()) {
            (Resolution::Cells(cells), Some(_)) => Some(cells.value),
            (Resolution::Spacing(spacing), Some(lengths)) => {
                Some(lengths.map(|length| cells_along(length, spacing.value)))
            }
            _ => None,
        }
    }

    /// Longest edge of a box or block along each of its three directions, m.
    #[must_use]
    pub fn edge_lengths(&self) -> Option<[f64; 3]> {
        match &self.shape.value {
            Shape::Box { size, .. } => Some(size.to_array()),
            Shape::Block { corners, .. } => Some(block_edge_lengths(corners)),
            Shape::Cylinder { .. } | Shape::Sphere { .. } | Shape::File { .. } | Shape::Surface { .. } => {
                None
            }
        }
    }

    /// Number of copies, at least 1.
    #[must_use]
    pub fn copy_count(&self) -> usize {
        self.copies.map_or(1, |copies| copies.count())
    }
}

/// The number of cells whose size does not exceed the spacing; a hair of rounding does not cost an extra cell.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to the range of counts first"
)]
fn cells_along(length: f64, spacing: f64) -> usize {
    (length / spacing - 1e-9).ceil().clamp(1.0, 1e15) as usize
}

/// Corner pairs of a hexahedron's edges, by direction.
const BLOCK_EDGES: [[(usize, usize); 4]; 3] =
    [[(0, 1), (3, 2), (4, 5), (7, 6)], [(0, 3), (1, 2), (4, 7), (5, 6)], [(0, 4), (1, 5), (2, 6), (3, 7)]];

fn block_edge_lengths(corners: &[DVec3; 8]) -> [f64; 3] {
    BLOCK_EDGES.map(|edges| edges.iter().map(|&(a, b)| corners[a].distance(corners[b])).fold(0.0, f64::max))
}
