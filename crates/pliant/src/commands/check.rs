//! `pliant check`.

use super::mesh_file;
use crate::cli::Failure;
use pliant_scene::{LoadError, Scene};
use std::path::Path;

/// Reports all problems of a scene, a surface or a tet mesh.
pub fn run(
    file: &Path,
    overrides: &[(String, String)],
    (spacing, scale): (Option<f64>, f64),
    json: bool,
) -> Result<(), Failure> {
    let is_scene = file.extension().is_none_or(|e| e.eq_ignore_ascii_case("toml"));
    if is_scene {
        check_scene(file, overrides, json)
    } else if mesh_file::is_surface(file) {
        mesh_file::report_surface(file, spacing, scale)
    } else {
        check_mesh(file)
    }
}

fn check_scene(file: &Path, overrides: &[(String, String)], json: bool) -> Result<(), Failure> {
    let checked = match Scene::load(file, &super::run::pairs(overrides)) {
        Ok(scene) => scene.build(),
        Err(LoadError::Problems(problems)) => Err(problems),
        Err(other) => return Err(Failure::bad_input(format!("error: {other}"))),
    };
    match checked {
        Ok(built) => {
            let problems = &built.warnings;
            if json {
                crate::cli::say!("{}", problems.to_json());
                return Ok(());
            }
            if !problems.is_empty() {
                crate::cli::say!("{problems}");
            }
            let world = &built.world;
            for body in 0..world.body_count() {
                let shape = world.shape(body);
                let cells = shape.cells.len() / shape.nodes_a_cell;
                crate::cli::say!("body \"{}\": {} nodes, {} tetrahedra", shape.name, shape.rest.len(), cells);
            }
            crate::cli::say!("{}: ready to run", file.display());
            Ok(())
        }
        Err(problems) => {
            let message = if json { problems.to_json() } else { problems.to_string() };
            if json {
                crate::cli::say!("{message}");
            }
            Err(Failure {
                message: if json { String::new() } else { message },
                code: crate::cli::exit::BAD_INPUT,
            })
        }
    }
}

fn check_mesh(file: &Path) -> Result<(), Failure> {
    let name = file.display().to_string();
    let bytes = mesh_file::read(file)?;
    let read = pliant_output::read::tet_mesh(&name, &bytes)
        .map_err(|e| Failure::bad_input(format!("error: {e}")))?;
    let mesh = &read.mesh;
    crate::cli::say!(
        "{name}: {} nodes, {} tetrahedra of {} nodes",
        mesh.node_count(),
        mesh.element_count(),
        mesh.order.nodes_per_tet()
    );
    let size = mesh.bounds().size();
    crate::cli::say!("size {:.6} x {:.6} x {:.6} m, volume {:.6e} m3", size.x, size.y, size.z, mesh.volume());
    if let Some(quality) = mesh.quality_summary() {
        crate::cli::say!(
            "quality (1 = regular): worst {:.3} (tetrahedron {}), mean {:.3}",
            quality.min,
            quality.worst_element,
            quality.mean
        );
    }
    let groups = mesh.element_groups.keys().chain(mesh.node_groups.keys());
    groups.for_each(|group| crate::cli::say!("group \"{group}\""));
    read.notes.iter().for_each(|note| crate::cli::say!("note: {note}"));
    let check = mesh.check();
    if !check.is_clean() {
        crate::cli::say!("{check}");
    }
    if check.has_errors() {
        return Err(Failure { message: String::new(), code: crate::cli::exit::BAD_INPUT });
    }
    Ok(())
}
