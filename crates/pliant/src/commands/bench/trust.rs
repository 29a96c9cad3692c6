//! What trust and pictures cost: step guard and checkpoints, a surface to a lattice, a picture.

use super::child::{Job, Measured, Workshop};
use super::tet::PEER1_10K;
use super::{Limit, Row};
use crate::cli::Failure;
use crate::run::with_threads;
use glam::DVec3;
use pliant_geometry::{LatticeOptions, Solid, TriangleSurface, lattice};
use pliant_render::{ColourScale, Ground, Object, Picture, View, render};
use std::time::Instant;

/// Runs of each; the minimum counts.
const REPEATS: usize = 3;

/// All rows of the suite; `quick` makes everything small and runs it once.
pub fn run(quick: bool) -> Result<Vec<Row>, Failure> {
    let repeats = if quick { 1 } else { REPEATS };
    let mut rows = guard(quick, repeats)?;
    rows.extend(with_threads(Some(1), || Ok(fill(quick)))?);
    rows.extend(with_threads(Some(1), || Ok(picture(quick, repeats)))?);
    Ok(rows)
}

/// The time that looks, copies and checkpoints take, over the rest of the run. Both are parts of one run, so the noise of
/// the machine hits them alike.
fn guard(quick: bool, repeats: usize) -> Result<Vec<Row>, Failure> {
    let workshop = Workshop::open()?;
    let mut set = vec![("output.checkpoint", "1 s".to_owned()), ("output.frames", "false".to_owned())];
    if quick {
        set.push(("time.duration", "0.1 s".to_owned()));
    }
    let job = Job { name: "peer1-10k.toml", text: PEER1_10K, set, threads: 1 };
    let runs: Vec<Measured> = (0..repeats).map(|_| workshop.run(&job)).collect::<Result<_, _>>()?;
    let share = |run: &Measured| {
        let trust = run.phase("guard") + run.phase("checkpoint");
        100.0 * trust / (run.wall_seconds() - trust)
    };
    let part = |name: &str| 1e3 * least(runs.iter().map(|run| run.phase(name)));
    Ok(vec![
        Row::new(
            "trust/guard",
            "guard and checkpoints on PEER1 10k, over the rest of the run",
            least(runs.iter().map(share)),
            "%",
            Limit::Most(3.0),
        ),
        Row::new("trust/guard-time", "of it the guard", part("guard"), "ms", Limit::None),
        Row::new("trust/checkpoint-time", "of it checkpoints", part("checkpoint"), "ms", Limit::None),
    ])
}

fn least(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(f64::INFINITY, f64::min)
}

/// A torus with waves along its tube, of `2 * around * across` triangles.
fn wavy_torus(around: u32, across: u32) -> TriangleSurface {
    let turn = std::f64::consts::TAU;
    let mut surface = TriangleSurface::default();
    for i in 0..around {
        for j in 0..across {
            let (u, v) = (turn * f64::from(i) / f64::from(around), turn * f64::from(j) / f64::from(across));
            let tube = 0.4 + 0.03 * (9.0 * u).sin() * (4.0 * v).cos();
            let reach = 1.0 + tube * v.cos();
            surface.points.push(DVec3::new(reach * u.cos(), reach * u.sin(), tube * v.sin()));
            let at = |i: u32, j: u32| i % around * across + j % across;
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            surface.triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    surface
}

/// From triangles to a lattice with the surface embedded in it.
fn fill(quick: bool) -> Vec<Row> {
    let (around, across, nodes) = if quick { (100, 50, 2_000) } else { (1000, 500, 100_000) };
    let surface = wavy_torus(around, across);
    let started = Instant::now();
    let made = Solid::new(&surface).ok().and_then(|solid| {
        let filled = lattice(&solid, solid.suggested_spacing(nodes), &LatticeOptions::default()).ok()?;
        let rows = filled.embed(&surface.points);
        Some((filled, rows))
    });
    let seconds = started.elapsed().as_secs_f64();
    // Nothing made is nothing measured: the row falls short.
    let (seconds, count) = made.map_or((f64::NAN, 0), |(filled, _)| (seconds, filled.report.nodes));
    let what = format!(
        "{} triangles to a lattice of {count} nodes with the surface embedded, one thread",
        surface.triangles.len()
    );
    vec![Row::new("trust/lattice", what, seconds, "s", Limit::Most(10.0))]
}

/// A picture with field colours, legend and shadow.
fn picture(quick: bool, repeats: usize) -> Vec<Row> {
    let surface = if quick { wavy_torus(50, 20) } else { wavy_torus(250, 100) };
    let values: Vec<f64> = surface.points.iter().map(|p| p.z).collect();
    let objects = [Object {
        name: "torus",
        positions: &surface.points,
        triangles: &surface.triangles,
        values: Some(&values),
        colour: [0.5; 3],
        ..Object::default()
    }];
    let scale = Some(ColourScale::new("height", "m", -0.43, 0.43));
    let picture = Picture { objects: &objects, scale, title: "Torus", caption: "t = 0 s" };
    let view = View { ground: Some(Ground { height: -0.43, grid: true }), ..View::default() };
    let time = || {
        let started = Instant::now();
        let made = render(&picture, &view);
        made.map_or(f64::NAN, |_| 1e3 * started.elapsed().as_secs_f64())
    };
    let best = (0..repeats.max(5)).map(|_| time()).fold(f64::INFINITY, f64::min);
    let (width, height, samples) = (view.width, view.height, view.samples);
    let what = format!(
        "a picture of {} triangles, {width}x{height}, {samples}x{samples} anti-aliasing, one thread",
        surface.triangles.len()
    );
    vec![Row::new("trust/picture", what, best, "ms", Limit::Most(150.0))]
}
