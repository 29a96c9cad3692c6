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

/// A surface of triangles that the scene names.
pub(super) struct SurfaceFile<'a> {
    /// The key that names it.
    pub key: String,
    pub path: &'a Located<String>,
    pub size: FileSize,
}

impl SurfaceFile<'_> {
    /// The surface in metres. Doubts of the reader become warnings.
    pub(super) fn read(
        &self,
        up: DVec3,
        files: &dyn Files,
        problems: &mut Problems,
    ) -> Result<TriangleSurface, Problem> {
        let bytes = files.read(&self.path.value).map_err(|error| unreadable(self.path, &self.key, &error))?;
        let read =
            read_surface(&self.path.value, &bytes).map_err(|error| bad_mesh(self.path, &self.key, &error))?;
        let meant = "nothing to do if that is meant";
        read.warnings.iter().for_each(|warning| self.warn(problems, warning, meant));
        let mut surface = read.surface;
        let factor = size_factor(self.size, surface.bounds(), up);
        if !factor.is_finite() {
            let reason =
                format!("\"{}\" has no extent along `up` that `height` could scale", self.path.value);
            return Err(Problem::error(
                self.path.place,
                &self.key,
                reason,
                "give `scale` instead of `height`",
            ));
        }
        surface.points.iter_mut().for_each(|point| *point *= factor);
        Ok(surface)
    }

    pub(super) fn warn(&self, problems: &mut Problems, text: &str, remedy: &str) {
        let reason = format!("\"{}\": {text}", self.path.value);
        problems.push(Problem::warning(self.path.place, &self.key, reason, remedy));
    }
}

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
    let file = SurfaceFile { key: format!("body.{}.shape.file", body.name), path, size };
    let surface = file.read(up, files, problems)?;
    filled_surface(body, &file, surface, problems)
}

/// What is inside a surface. What was assumed about one that is not closed becomes warnings.
pub(super) fn solid(
    file: &SurfaceFile<'_>,
    surface: &TriangleSurface,
    problems: &mut Problems,
) -> Result<Solid, Problem> {
    let path = file.path;
    let solid = Solid::new(surface).map_err(|refusal| {
        let reason = format!("\"{}\" cannot become a body: {}", path.value, refusal.reason);
        Problem::error(path.place, &file.key, reason, "`pliant check` on the file tells all that was found")
    })?;
    let check = "`pliant check` on the file tells more; mend it if that is not meant";
    warnings(&solid.report().remarks).for_each(|text| file.warn(problems, text, check));
    Ok(solid)
}

/// The lattice inside a surface, and the surface in it.
pub(super) fn filled_surface(
    body: &BodyPlan,
    file: &SurfaceFile<'_>,
    surface: TriangleSurface,
    problems: &mut Problems,
) -> Result<(TetMesh, Carried), Problem> {
    let path = file.path;
    let solid = solid(file, &surface, problems)?;
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
    warnings(&filled.report.remarks).for_each(|text| file.warn(problems, text, finer));
    let carried = filled.embed(&surface.points);
    let carried =
        Carried { triangles: surface.triangles, elements: carried.elements, lambdas: carried.weights };
    Ok((filled.mesh, carried))
}

fn warnings(remarks: &[Remark]) -> impl Iterator<Item = &str> {
    remarks.iter().filter(|remark| remark.level >= RemarkLevel::Warning).map(|remark| remark.text.as_str())
}

/// The spacing asked for, or one that gives a body of modest size.
fn spacing_wish(body: &BodyPlan) -> SpacingWish {
    match body.resolution {
        Resolution::Spacing(spacing) => SpacingWish::Given(spacing.value),
        Resolution::Automatic(finer) => SpacingWish::Automatic { finer },
        Resolution::Cells(_) | Resolution::File | Resolution::Samples(..) => {
            SpacingWish::Automatic { finer: 1.0 }
        }
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
