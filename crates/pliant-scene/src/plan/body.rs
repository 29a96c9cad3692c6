//! Bodies: shape, method, resolution, placement, initial motion, copies.

use glam::{DMat3, DVec3};

use super::{
    Axis, ContactSurface, DirectionsPlan, ElastonPlan, Grading, PeridynamicPlan, PhyxelPlan, Region,
};
use crate::place::{Located, Place};
use crate::schema::choice_enum;

choice_enum! {
    /// Ways to discretise a body.
    pub enum Method {
        /// Tetrahedral finite elements.
        Tet = "tet",
        /// Elastons: one rule for rods, shells and solids, from nothing but points of matter (Martin et al. 2010).
        Elaston = "elaston",
        /// Phyxels: points with a cell of matter each, for solids; real-time, explicit or implicit (element-free Galerkin, Stegmayr 2008).
        Phyxel = "phyxel",
        /// Peridynamics: points with bonds to all within a horizon, for solids, sheets and strands; hyperelastic bonds (Xu et al. 2018) or any law.
        Peridynamic = "peridynamic",
    }
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
    /// A surface of triangles from a file, filled and carried along; or a cloud of points, if the file has no faces.
    Surface {
        /// Path as given, relative to the scene file.
        path: Located<String>,
        /// What the coordinates in the file are multiplied by.
        size: FileSize,
        /// Thickness of a shell with the surface in its middle, m; without it the surface is filled.
        thickness: Option<f64>,
        /// Radius of every point of a cloud, m; without it the file or the spacing of the points tells.
        radius: Option<f64>,
    },
    /// A flat sheet around the origin, its thickness along z.
    Sheet {
        /// Lengths along x and y, m.
        size: [f64; 2],
        /// Thickness, m.
        thickness: f64,
    },
    /// A section swept along a curve.
    Rod(RodPlan),
    /// Curves of a file, each a rod.
    Curves {
        /// Path as given, relative to the scene file.
        path: Located<String>,
        /// What the coordinates in the file are multiplied by.
        size: FileSize,
        /// What is swept along them.
        section: SectionPlan,
        /// Smooth lines instead of straight pieces.
        smooth: bool,
        /// Direction of the section's second length.
        up: Option<DVec3>,
    },
    /// Where a function is negative.
    Implicit {
        /// The function of x, y, z, in m.
        text: Located<String>,
        /// Two corners of the box it is looked at in, m.
        bounds: [DVec3; 2],
    },
    /// Several shapes as one body.
    Union(Vec<UnionPart>),
}

/// A rod along a curve given by points.
#[derive(Clone, Debug, PartialEq)]
pub struct RodPlan {
    /// Points of the curve, m.
    pub points: Vec<DVec3>,
    /// A smooth line through the points instead of straight pieces.
    pub smooth: bool,
    /// Whether the last point is joined to the first.
    pub closed: bool,
    /// What is swept along it.
    pub section: SectionPlan,
    /// Direction of the section's second length.
    pub up: Option<DVec3>,
}

/// The cross section of a rod.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SectionPlan {
    /// A disc of this radius, m.
    Round(f64),
    /// A rectangle: across, and along `up`, m.
    Rectangle([f64; 2]),
}

/// A part of a union.
#[derive(Clone, Debug, PartialEq)]
pub struct UnionPart {
    /// Its geometry.
    pub shape: Located<Shape>,
    /// Where it stands in the body's coordinates.
    pub placement: Placement,
}

impl Shape {
    /// Three lengths (m) that tell how large and how thin a body of this shape is, with its volume as their product; `None` if only
    /// a file or a function knows.
    #[must_use]
    pub fn extents(&self) -> Option<[f64; 3]> {
        let square = std::f64::consts::PI.sqrt();
        match self {
            Self::Box { size, .. } => Some(size.to_array()),
            Self::Block { corners, .. } => Some(block_edge_lengths(corners)),
            Self::Sheet { size: [x, y], thickness } => Some([*x, *y, *thickness]),
            Self::Cylinder { radius, inner_radius, length, .. } if *inner_radius > 0.0 => {
                let round = std::f64::consts::PI * (radius + inner_radius);
                Some([*length, round, radius - inner_radius])
            }
            Self::Cylinder { radius, length, .. } => Some([*length, square * radius, square * radius]),
            Self::Sphere { radius } => Some([(4.0 / 3.0 * std::f64::consts::PI).cbrt() * radius; 3]),
            Self::Rod(rod) => {
                let count = rod.points.len();
                let last = if rod.closed { rod.points[0].distance(rod.points[count - 1]) } else { 0.0 };
                let length = last + rod.points.windows(2).map(|pair| pair[0].distance(pair[1])).sum::<f64>();
                Some(match rod.section {
                    SectionPlan::Round(radius) => [length, square * radius, square * radius],
                    SectionPlan::Rectangle([width, height]) => [length, width, height],
                })
            }
            Self::File { .. }
            | Self::Surface { .. }
            | Self::Curves { .. }
            | Self::Implicit { .. }
            | Self::Union(_) => None,
        }
    }
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
    /// So many samples, and then so many times as close together.
    Samples(Located<usize>, f64),
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
    /// Directions of the material there, if not those of the body.
    pub directions: Option<Located<DirectionsPlan>>,
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

/// How a body is deformed at the beginning, about its middle and along its own axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StartPlan {
    /// Stretched by these factors; -1 mirrors, 0 flattens.
    Stretched(DVec3),
    /// The upper half along an axis is laid over the lower one.
    Folded(Axis),
    /// Every node at a random place, by this seed.
    Random(u64),
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
    /// What belongs to elastons only, for bodies of that method.
    pub elaston: Option<ElastonPlan>,
    /// What belongs to phyxels only, for bodies of that method.
    pub phyxel: Option<PhyxelPlan>,
    /// What belongs to peridynamic bodies only, for bodies of that method.
    pub peridynamic: Option<PeridynamicPlan>,
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
    /// How it is deformed at the beginning; `None` for at rest.
    pub start: Option<StartPlan>,
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
            Shape::Sheet { size: [x, y], thickness } => Some([*x, *y, *thickness]),
            _ => None,
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
