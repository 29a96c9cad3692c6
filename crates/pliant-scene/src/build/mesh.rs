//! Shapes to meshes of tetrahedra.

use glam::DVec3;
use pliant_geometry::shapes::{self, Fineness};
use pliant_geometry::{BoundingBox, ElementOrder, TetMesh};
use pliant_output::read::{MeshReadError, tet_mesh};

use super::Files;
use super::matter::surface_of;
use super::sides::name_sides;
use super::surface::{Carried, SurfaceFile, filled, filled_surface};
use crate::place::Located;
use crate::plan::{BodyPlan, FileSize, Grading, Resolution, Shape};
use crate::problem::{Problem, Problems};

/// A mesh, and the surface it carries along if it was made from one.
pub(super) struct BodyMesh {
    pub mesh: TetMesh,
    pub carried: Option<Carried>,
}

impl From<TetMesh> for BodyMesh {
    fn from(mesh: TetMesh) -> Self {
        Self { mesh, carried: None }
    }
}

/// The mesh of a body, in its own coordinates. A block and a twisted box have named sides ([`super::sides`]).
/// Notes of the reader become warnings.
pub(super) fn mesh(
    body: &BodyPlan,
    up: DVec3,
    files: &dyn Files,
    problems: &mut Problems,
) -> Result<BodyMesh, Problem> {
    let order = if body.order.value == 1 { ElementOrder::Linear } else { ElementOrder::Quadratic };
    let cells = body.cells().unwrap_or([1; 3]);
    let shape = match &body.shape.value {
        Shape::File { path, size } => {
            let key = format!("body.{}.shape.file", body.name);
            let mut mesh = with_order(file_mesh(&key, path, files, problems)?, order);
            let factor = size_factor(*size, mesh.bounds(), up);
            mesh.nodes.iter_mut().for_each(|node| *node *= factor);
            return Ok(mesh.into());
        }
        Shape::Surface { path, size, .. } => {
            let (mesh, carried) = filled(body, path, *size, up, files, problems)?;
            return Ok(BodyMesh { mesh: with_order(mesh, order), carried: Some(carried) });
        }
        Shape::Implicit { text, bounds } => {
            let key = format!("body.{}.shape.implicit", body.name);
            let file = SurfaceFile { key, path: text, size: FileSize::Scale(1.0) };
            let surface = surface_of(&file, *bounds, 0.5 * spacing_of(body))?;
            let (mesh, carried) = filled_surface(body, &file, surface, problems)?;
            return Ok(BodyMesh { mesh: with_order(mesh, order), carried: Some(carried) });
        }
        Shape::Sheet { size, thickness } => {
            let size = DVec3::new(size[0], size[1], *thickness);
            boxed(size, true, 0.0, positions(&Grading::default(), cells, size.to_array()))
        }
        Shape::Rod(_) | Shape::Curves { .. } | Shape::Union(_) => {
            let reason = "this shape cannot be filled with tetrahedra";
            let key = format!("body.{}.shape", body.name);
            return Err(Problem::error(body.shape.place, key, reason, "add `method = \"elaston\"`"));
        }
        Shape::Box { size, centred, twist, grading } => {
            boxed(*size, *centred, *twist, positions(grading, cells, size.to_array()))
        }
        Shape::Block { corners, grading } => {
            shapes::Shape::Hexahedron { corners: *corners, grading: positions(grading, cells, [1.0; 3]) }
        }
        Shape::Cylinder { radius, inner_radius, length, axis, centred } => {
            let from = if *centred { axis.vector() * (-0.5 * length) } else { DVec3::ZERO };
            let inner_radius = (*inner_radius > 0.0).then_some(*inner_radius);
            shapes::Shape::Cylinder {
                from,
                to: from + axis.vector() * *length,
                radius: *radius,
                inner_radius,
            }
        }
        Shape::Sphere { radius } => shapes::Shape::Sphere { centre: DVec3::ZERO, radius: *radius },
    };
    let mut mesh = shape.mesh(fineness(body), order).map_err(|error| {
        let (key, reason) =
            (format!("body.{}.shape", body.name), format!("this shape cannot be meshed: {error}"));
        Problem::error(body.shape.place, key, reason, "change the shape, or how fine it is")
    })?;
    if has_named_sides(&body.shape.value) {
        name_sides(&mut mesh, cells);
    }
    Ok(mesh.into())
}

/// Whether `face = "x-"` means a side of the straight block rather than of the bounding box.
pub(super) fn has_named_sides(shape: &Shape) -> bool {
    matches!(shape, Shape::Block { .. }) || matches!(shape, Shape::Box { twist, .. } if *twist != 0.0)
}

/// The spacing asked for; shapes without one are refused before.
fn spacing_of(body: &BodyPlan) -> f64 {
    match body.resolution {
        Resolution::Spacing(spacing) => spacing.value,
        _ => 1.0,
    }
}

fn fineness(body: &BodyPlan) -> Fineness {
    match (body.cells(), body.resolution) {
        (None, Resolution::Spacing(spacing)) => Fineness::Spacing(spacing.value),
        (cells, _) => Fineness::Cells(cells.unwrap_or([1; 3])),
    }
}

fn boxed(size: DVec3, centred: bool, twist: f64, grading: [shapes::Grading; 3]) -> shapes::Shape {
    let origin = if centred { size * -0.5 } else { DVec3::ZERO };
    if twist == 0.0 {
        return shapes::Shape::Box { origin, size, grading };
    }
    shapes::Shape::TwistedBox { origin, size, axis: shapes::Axis::X, angle: twist, grading }
}

/// Node positions along each direction.
fn positions(grading: &Grading, cells: [usize; 3], lengths: [f64; 3]) -> [shapes::Grading; 3] {
    std::array::from_fn(|axis| {
        if grading.sizes[axis].is_empty() {
            return shapes::Grading::Uniform;
        }
        let borders = grading.borders(axis, cells[axis]);
        shapes::Grading::Positions(borders.iter().map(|share| share * lengths[axis]).collect())
    })
}

/// The mesh in a file that a key names.
pub(super) fn file_mesh(
    key: &str,
    path: &Located<String>,
    files: &dyn Files,
    problems: &mut Problems,
) -> Result<TetMesh, Problem> {
    let bytes = files.read(&path.value).map_err(|error| unreadable(path, key, &error))?;
    let read = tet_mesh(&path.value, &bytes).map_err(|error| bad_mesh(path, key, &error))?;
    for note in read.notes {
        let reason = format!("\"{}\": {note}", path.value);
        problems.push(Problem::warning(path.place, key, reason, "nothing to do if that is meant"));
    }
    Ok(read.mesh)
}

pub(super) fn unreadable(path: &Located<String>, key: &str, error: &std::io::Error) -> Problem {
    let name = &path.value;
    let (reason, remedy) = match error.kind() {
        std::io::ErrorKind::NotFound => {
            (format!("there is no file \"{name}\""), "paths are relative to the folder of the scene file")
        }
        std::io::ErrorKind::PermissionDenied => {
            (format!("the file \"{name}\" may not be read"), "change its permissions")
        }
        _ => (format!("the file \"{name}\" cannot be read: {error}"), "check the path"),
    };
    Problem::error(path.place, key, reason, remedy)
}

pub(super) fn bad_mesh(path: &Located<String>, key: &str, error: &MeshReadError) -> Problem {
    let reason = format!("{}{}: {}", error.file, error.place, error.reason);
    Problem::error(path.place, key, reason, error.remedy.clone())
}

/// The same mesh with elements of the order the scene asks for.
fn with_order(mesh: TetMesh, order: ElementOrder) -> TetMesh {
    match (mesh.order, order) {
        (ElementOrder::Linear, ElementOrder::Quadratic) => mesh.to_quadratic(),
        (ElementOrder::Quadratic, ElementOrder::Linear) => corners_only(mesh),
        _ => mesh,
    }
}

fn corners_only(mut mesh: TetMesh) -> TetMesh {
    mesh.tets = mesh.elements().flat_map(|tet| tet[..4].to_vec()).collect();
    mesh.order = ElementOrder::Linear;
    mesh.remove_unused_nodes();
    mesh
}

/// What coordinates of a file are multiplied by.
pub(super) fn size_factor(size: FileSize, bounds: BoundingBox, up: DVec3) -> f64 {
    match size {
        FileSize::Scale(factor) => factor,
        FileSize::Height(height) => height / bounds.size().dot(up.abs()),
    }
}
