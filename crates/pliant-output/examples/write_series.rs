//! A series of frames that move by a formula: one body of 4-node, one of 10-node tetrahedra.
//!
//! Shows how to fill a run directory from one's own data, and lets `scripts/test_readers.sh` compare what other
//! programs read with the formulas (which `scripts/test_readers.py` repeats).
//!
//! Run: `cargo run -p pliant-output --example write_series -- DIR`

use std::error::Error;
use std::sync::Arc;

use glam::{DMat3, DVec3};
use pliant_geometry::shapes::{Fineness, Grading, Shape};
use pliant_geometry::{BoundarySurface, ElementOrder, TetMesh};
use pliant_output::write::{BodySummary, ProbeSummary};
use pliant_output::{Field, FrameFormat, RunDirectory, Summary};
use pliant_world::{BodyFrame, BodyShape, Frame};

const FRAMES: usize = 5;
const SECONDS_A_FRAME: f64 = 0.1;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("name the folder to write to")?;
    // 1. The bodies at rest.
    let bodies = [
        body("sheared", DVec3::ZERO, ElementOrder::Linear)?,
        body("Bär & <co>", DVec3::new(2.0, 0.0, 0.0), ElementOrder::Quadratic)?,
    ];
    // 2. The run directory with its tables.
    let mut run = RunDirectory::create(folder)?.with_formats(&FrameFormat::ALL);
    let mut probes = run.start_probes(&["time", "largest displacement"])?;
    let mut largest = ProbeSummary::new("m");
    // 3. The frames.
    for index in 0..FRAMES {
        let time = index as f64 * SECONDS_A_FRAME;
        let moved = bodies.iter().enumerate().map(|(number, shape)| moved(shape, number, time)).collect();
        let frame = Frame { index, time, bodies: moved, colliders: vec![] };
        run.write_frame(&frame, &Field::ALL)?;
        let displacement = largest_displacement(&frame);
        probes.row(&[time, displacement])?;
        largest.record(time, displacement);
    }
    // 4. The summary.
    let mut summary = Summary { version: env!("CARGO_PKG_VERSION").into(), ..Summary::default() };
    summary.scene.title = "Two blocks that move by a formula".into();
    summary.steps = FRAMES as u64 - 1;
    summary.bodies = bodies.iter().map(|shape| size_of(shape)).collect();
    summary.probes.push(("largest displacement".into(), largest));
    run.write_summary(&mut summary)?;
    println!("{}", run.series_path().display());
    Ok(())
}

/// A block of 2 x 3 x 4 cells whose cells are of two materials, left and right.
fn body(name: &str, origin: DVec3, order: ElementOrder) -> Result<Arc<BodyShape>, Box<dyn Error>> {
    let grading = [Grading::Uniform, Grading::Uniform, Grading::Uniform];
    let block = Shape::Box { origin, size: DVec3::new(1.0, 1.5, 2.0), grading };
    let mesh = block.mesh(Fineness::Cells([2, 3, 4]), order)?;
    Ok(Arc::new(BodyShape {
        name: name.into(),
        nodes_a_cell: order.nodes_per_tet(),
        cell_materials: materials(&mesh, origin),
        material_names: vec!["rubber".into(), "steel".into()],
        surface: BoundarySurface::new(&mesh).iter().map(|t| [t[0], t[1], t[2]]).collect(),
        balls: Vec::new(),
        cells_near: Default::default(),
        skin: None,
        cells: mesh.tets,
        rest: mesh.nodes,
    }))
}

fn materials(mesh: &TetMesh, origin: DVec3) -> Vec<u32> {
    let side = |element| u32::from(mesh.centroid(element).x > origin.x + 0.5);
    (0..mesh.element_count()).map(side).collect()
}

/// Body 0: u = (0.25 t y, 0, 0). Body 1: u = (0, t x^2 / 8, -t).
fn displacement(body: usize, x: DVec3, time: f64) -> DVec3 {
    match body {
        0 => DVec3::new(0.25 * time * x.y, 0.0, 0.0),
        _ => DVec3::new(0.0, 0.125 * time * x.x * x.x, -time),
    }
}

fn moved(shape: &Arc<BodyShape>, body: usize, time: f64) -> BodyFrame {
    let cells = shape.cells.len() / shape.nodes_a_cell;
    let tensor = |cell: usize| {
        let c = cell as f64 + 10_000.0 * time;
        let [xx, yy, zz, xy, yz, xz] = [c + 1.0, c + 2.0, c + 3.0, c + 4.0, c + 5.0, c + 6.0];
        DMat3::from_cols(DVec3::new(xx, xy, xz), DVec3::new(xy, yy, yz), DVec3::new(xz, yz, zz))
    };
    BodyFrame {
        shape: shape.clone(),
        positions: shape.rest.iter().map(|&x| x + displacement(body, x, time)).collect(),
        // The displacements are linear in time.
        velocities: shape.rest.iter().map(|&x| displacement(body, x, 1.0)).collect(),
        stress: (0..cells).map(tensor).collect(),
        strain: (0..cells).map(|cell| 1e-6 * tensor(cell)).collect(),
        von_mises: (0..cells).map(|cell| time * cell as f64).collect(),
        energy_density: (0..cells).map(|cell| time * time * cell as f64).collect(),
        measures: None,
        contact: None,
    }
}

fn largest_displacement(frame: &Frame) -> f64 {
    let of_body = |body: &BodyFrame| -> f64 {
        let lengths = body.positions.iter().zip(&body.shape.rest).map(|(x, x_rest)| (x - x_rest).length());
        lengths.fold(0.0, f64::max)
    };
    frame.bodies.iter().map(of_body).fold(0.0, f64::max)
}

fn size_of(shape: &BodyShape) -> BodySummary {
    let cells = shape.cells.len() / shape.nodes_a_cell;
    BodySummary {
        name: shape.name.clone(),
        method: "formula".into(),
        nodes: shape.rest.len(),
        cells,
        neighbours: None,
    }
}
