//! Meshes, shapes, point location and interpolation weights. No mass, no time.
//!
//! The central noun is [`TetMesh`]: nodes, 4- or 10-node tetrahedra and named groups, in the
//! body's own coordinates (metres). Around it: [`shapes`] make meshes, [`TetMesh::check`] lists what is wrong
//! with one, [`BoundarySurface`] is its skin, [`TetLocator`] finds the element at a point, [`Region`] selects
//! nodes, elements and faces, [`tet_shape`] and [`tri_shape`] hold shape functions and quadrature.

mod adjacency;
mod bounds;
mod bounds_tree;
mod cell_list;
mod check;
mod closest;
mod cloud;
mod faces;
pub mod filling;
pub mod gmls;
mod lattice;
mod locate;
pub mod matter;
mod measure;
mod mesh;
mod orientation;
mod placement;
mod quadratic;
mod region;
pub mod sampling;
pub mod shapes;
mod soup;
pub mod spatial_order;
mod surface;
pub mod tet_shape;
pub mod tri_shape;
mod triangles;

pub use adjacency::NodeElements;
pub use bounds::{BoundingBox, RELATIVE_TOLERANCE};
pub use bounds_tree::{BoundsNode, BoundsTree};
pub use cell_list::CellList;
pub use check::{MeshCheck, MeshProblem, Severity};
pub use closest::{
    ClosestOnSegments, ClosestOnTriangle, EdgeHit, TriangleFeature, TriangleHit, closest_between_segments,
    closest_on_segment, closest_on_triangle, closest_point_of_triangle, edge_hits_edge,
    edge_hits_edge_facing, point_hits_triangle, point_hits_triangle_facing,
};
pub use cloud::{PointCloud, sample_inside};
pub use gmls::{Gmls, GmlsBasis, GmlsError, GmlsRow, GmlsScratch};
pub use lattice::{
    DEFAULT_LATTICE_NODES, Lattice, LatticeEmbedding, LatticeError, LatticeOptions, LatticeReport, MAX_CELLS,
    SpacingWish, fill, lattice,
};
pub use locate::{Location, TetLocator};
pub use matter::{MaterialCloud, Matter};
pub use measure::QualitySummary;
pub use mesh::{EDGES as TET_EDGES, ElementOrder, FACE_MIDS as TET_FACE_MIDS, FACES as TET_FACES, TetMesh};
pub use orientation::OrientationRepair;
pub use placement::Placement;
pub use region::{NamedPoint, Region, RegionError, Side};
pub use sampling::{ElastonSite, Piece, Sampling, SamplingError, SamplingOptions, Spacing, sample};
pub use soup::{
    LISTED_COMPONENTS, Remark, RemarkLevel, SelfIntersections, Skin, SkinEdge, SkinRepairs, Solid,
    SurfaceComponent, SurfaceRefusal, SurfaceReport, counted, figures,
};
pub use surface::BoundarySurface;
pub use triangles::TriangleSurface;
