//! A surface of triangles to a body: filled with a lattice of tetrahedra, and carried along as the body's skin.

use glam::DVec3;
use pliant_geometry::{
    LatticeOptions, Remark, RemarkLevel, Solid, SpacingWish, TetMesh, TriangleSurface, fill,
};
use pliant_output::read::surface as read_surface;

use super::Files;
use super::mesh::{bad_mesh, size_factor, unreadable};
use crate::place::Located;
use crate::plan::{BodyPlan, FileSize, Resolution};
use crate::problem::{Problem, Problems};
use crate::sections::limits::MAX_NODES;

/// Triangles that a mesh carries: for each point its element and its barycentric coordinates there.
pub(super) struct Carried {
    pub triangles: Vec<[u32; 3]>,
    pub elements: Vec<u32>,
    pub lambdas: Vec<[f64; 4]>,
}

/// The lattice inside the surface of a file, in the body's own coordinates, and the surface in it. What was assumed
/// about a surface that is not closed becomes warnings.
pub(super) fn filled(
    body: &BodyPlan,
    path: &Located<String>,
    size: FileSize,
    up: DVec3,
    files: &dyn Files,
    problems: &mut Problems,
) -> Result<(TetMesh, Carried), Problem> {
    let key = format!("body.{}.shape.file", body.name);
    let bytes = files.read(&path.value).map_err(|error| unreadable(path, &key, &error))?;
    let read = read_surface(&path.value, &bytes).map_err(|error| bad_mesh(path, &key, &error))?;
    let mut warn = |text: &str, remedy: &str| {
        let reason = format!("\"{}\": {text}", path.value);
        problems.push(Problem::warning(path.place, &key, reason, remedy));
    };
    read.warnings.iter().for_each(|warning| warn(warning, "nothing to do if that is meant"));
    let surface = scaled(read.surface, size, up);
    let solid = Solid::new(&surface).map_err(|refusal| {
        let reason = format!("\"{}\" cannot become a body: {}", path.value, refusal.reason);
        Problem::error(path.place, &key, reason, "`pliant check` on the file tells all that was found")
    })?;
    let check = "`pliant check` on the file tells more; mend it if that is not meant";
    warnings(&solid.report().remarks).for_each(|text| warn(text, check));
    let wish = spacing_wish(body);
    refuse_too_many(body, expected_nodes(&solid, wish.spacing(&solid)))?;
    let filled = fill(&solid, wish, &LatticeOptions::default()).map_err(|error| {
        let (place, key) = crate::sections::body::resolution_place(body);
        Problem::error(
            place,
            key,
            format!("\"{}\" cannot be filled: {error}", path.value),
            "change the spacing",
        )
    })?;
    refuse_too_many(body, expected_nodes(&solid, filled.spacing))?;
    let finer = "make the spacing smaller if that matters";
    warnings(&filled.report.remarks).for_each(|text| warn(text, finer));
    let carried = filled.embed(&surface.points);
    let carried =
        Carried { triangles: surface.triangles, elements: carried.elements, lambdas: carried.weights };
    Ok((filled.mesh, carried))
}

fn warnings(remarks: &[Remark]) -> impl Iterator<Item = &str> {
    remarks.iter().filter(|remark| remark.level >= RemarkLevel::Warning).map(|remark| remark.text.as_str())
}

fn scaled(mut surface: TriangleSurface, size: FileSize, up: DVec3) -> TriangleSurface {
    let factor = size_factor(size, surface.bounds(), up);
    surface.points.iter_mut().for_each(|point| *point *= factor);
    surface
}

/// The spacing asked for, or one that gives a body of modest size.
fn spacing_wish(body: &BodyPlan) -> SpacingWish {
    match body.resolution {
        Resolution::Spacing(spacing) => SpacingWish::Given(spacing.value),
        Resolution::Automatic(finer) => SpacingWish::Automatic { finer },
        Resolution::Cells(_) | Resolution::File => SpacingWish::Automatic { finer: 1.0 },
    }
}

/// About how many nodes a copy of the body has in its inside, as a mesh of linear tetrahedra.
fn expected_nodes(solid: &Solid, spacing: f64) -> f64 {
    solid.volume() / spacing.powi(3)
}

/// Refuses a body that would have too many nodes, all copies taken together.
#[allow(clippy::cast_precision_loss, reason = "an estimate")]
fn refuse_too_many(body: &BodyPlan, nodes_of_a_copy: f64) -> Result<(), Problem> {
    let nodes = body.copy_count() as f64 * nodes_of_a_copy * (body.order.value as f64).powi(3);
    if nodes > MAX_NODES {
        let (place, key) = crate::sections::body::resolution_place(body);
        let reason = format!(
            "\"{}\" would have about {nodes:.0e} nodes; at most {MAX_NODES:.0e} are allowed",
            body.name
        );
        return Err(Problem::error(place, key, reason, "make it coarser; a million nodes are many already"));
    }
    Ok(())
}
