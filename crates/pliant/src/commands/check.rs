//! `pliant check`.

use super::mesh_file;
use crate::cli::Failure;
use pliant_geometry::{MeshCheck, MeshProblem, Severity, TetMesh, figures};
use pliant_output::read::ReadMesh;
use pliant_scene::{LoadError, Scene};
use pliant_world::World;
use serde_json::{Value, json};
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
        mesh_file::report_surface(file, spacing, scale, json)
    } else {
        check_mesh(file, json)
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
                crate::cli::say!("body \"{}\": {}", world.shape(body).name, made_of(world, body));
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

/// What a body is made of: the things its method knows, or nodes and tetrahedra.
fn made_of(world: &World, body: usize) -> String {
    let layers = world.layers(body);
    if layers.is_empty() {
        let shape = world.shape(body);
        let cells = shape.cells.len() / shape.nodes_a_cell;
        return format!("{} nodes, {cells} tetrahedra", world.node_count(body));
    }
    let things =
        layers.iter().map(|layer| format!("{} {}", layer.positions.len(), layer.label.to_lowercase()));
    things.collect::<Vec<_>>().join(", ")
}

fn check_mesh(file: &Path, json: bool) -> Result<(), Failure> {
    let bytes = mesh_file::read(file)?;
    let read = pliant_output::read::tet_mesh(&file.display().to_string(), &bytes)
        .map_err(|e| Failure::bad_input(format!("error: {e}")))?;
    let check = read.mesh.check();
    if json {
        mesh_file::say_json(&mesh_json(file, &read, &check));
    } else {
        tell_mesh(file, &read, &check);
    }
    if check.has_errors() {
        return Err(Failure { message: String::new(), code: crate::cli::exit::BAD_INPUT });
    }
    Ok(())
}

fn tell_mesh(file: &Path, read: &ReadMesh, check: &MeshCheck) {
    let mesh = &read.mesh;
    crate::cli::say!(
        "{}: {} nodes, {} tetrahedra of {} nodes",
        file.display(),
        mesh.node_count(),
        mesh.element_count(),
        mesh.order.nodes_per_tet()
    );
    let [x, y, z] = mesh.bounds().size().to_array().map(figures);
    crate::cli::say!("size {x} x {y} x {z} m, volume {} m3", figures(mesh.volume()));
    if let Some(quality) = mesh.quality_summary() {
        crate::cli::say!(
            "quality (1 = regular): worst {:.3} (tetrahedron {}), mean {:.3}",
            quality.min,
            quality.worst_element,
            quality.mean
        );
    }
    groups(mesh).for_each(|group| crate::cli::say!("group \"{group}\""));
    notes(read, check).for_each(|note| crate::cli::say!("note: {note}"));
    if !check.is_clean() {
        crate::cli::say!("{check}");
    }
}

fn mesh_json(file: &Path, read: &ReadMesh, check: &MeshCheck) -> Value {
    let mesh = &read.mesh;
    let mut remarks: Vec<Value> =
        check.problems.iter().map(|problem| remark(problem.severity, &in_words(problem))).collect();
    remarks.extend(notes(read, check).map(|text| json!({ "level": "note", "text": text })));
    let quality = mesh.quality_summary();
    json!({
        "file": file.display().to_string(),
        "nodes": mesh.node_count(),
        "elements": mesh.element_count(),
        "nodes_per_element": mesh.order.nodes_per_tet(),
        "size": mesh.bounds().size().to_array(),
        "volume": mesh.volume(),
        "worst_quality": quality.map(|q| q.min),
        "mean_quality": quality.map(|q| q.mean),
        "groups": groups(mesh).collect::<Vec<_>>(),
        "remarks": remarks,
    })
}

fn in_words(problem: &MeshProblem) -> String {
    format!("{}; {}", problem.what, problem.remedy)
}

/// What the reader noted, without what the check of the mesh tells anyway.
fn notes<'a>(read: &'a ReadMesh, check: &MeshCheck) -> impl Iterator<Item = &'a String> {
    let told: Vec<String> = check.problems.iter().map(in_words).collect();
    read.notes.iter().filter(move |note| !told.contains(note))
}

fn remark(severity: Severity, text: &str) -> Value {
    let level = match severity {
        Severity::Warning => "warning",
        Severity::Error => "refused",
    };
    json!({ "level": level, "text": text })
}

fn groups(mesh: &TetMesh) -> impl Iterator<Item = &String> {
    mesh.element_groups.keys().chain(mesh.node_groups.keys())
}
