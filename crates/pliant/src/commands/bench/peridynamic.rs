//! Peridynamics: frames of [Xu2018, table 1], and how explicit steps grow with bonds.
//!
//! The paper's frame is one implicit step, at a relative error of 1e-4 of the energy, on a CPU (Core i5-7500) for the linear systems with a GPU (GTX
//! 1060) for all else; ours is a step of a body with as many points, on two threads of the CPU, guard included. A neighbour entry is a bond as one of its
//! ends sees it: i to j and j to i count apart. A bond is a pair.

use super::child::{Job, Measured, Workshop};
use super::growth::{FEWEST_STEPS, Line, REPEATS, least_of, repeat};
use super::{Limit, Row, iterations};
use crate::cli::Failure;
use std::path::Path;

const BLOCK: &str = include_str!("../../../../../scenes/bench/peridynamic-block.toml");

/// Length of a step of the block (s), as its scene has it.
const STEP: f64 = 1e-6;
/// Neighbour entries that a measured run works through at least.
const ENTRIES_A_RUN: f64 = 4e8;
/// How many times faster than the paper a frame must be.
const FASTER: f64 = 5.0;
/// Most nanoseconds of a neighbour entry, one thread.
const NANOSECONDS: f64 = 8.0;
/// Most bytes of a bond.
const BYTES: f64 = 120.0;

/// A row of the paper's table.
struct Case {
    name: &'static str,
    scene: &'static str,
    /// Its frame (ms).
    milliseconds: f64,
    /// Must keep up with 60 frames a second.
    is_fast: bool,
}

macro_rules! case {
    ($name:literal, $milliseconds:literal, $is_fast:literal) => {
        Case {
            name: $name,
            scene: include_str!(concat!("../../../../../scenes/bench/peridynamic-", $name, ".toml")),
            milliseconds: $milliseconds,
            is_fast: $is_fast,
        }
    };
}

const TABLE: [Case; 5] = [
    case!("flower", 104.0, true),
    case!("armadillo", 323.0, false),
    case!("wrinkle-cloth", 146.0, false),
    case!("cylinder", 57.0, true),
    case!("bunny", 1300.0, false),
];

/// All rows of the suite; `quick` runs the small ones once.
pub fn run(quick: bool, dump: Option<&Path>) -> Result<Vec<Row>, Failure> {
    let workshop = Workshop::open()?;
    let repeats = if quick { 1 } else { REPEATS };
    let mut rows = Vec::new();
    for case in TABLE.iter().filter(|case| !quick || case.is_fast) {
        rows.push(table_row(&workshop, case, repeats)?);
    }
    rows.extend(iterations::run(dump)?);
    if !quick {
        rows.extend(growth(&workshop, dump)?);
        rows.push(threads(&workshop)?);
    }
    Ok(rows)
}

fn table_row(workshop: &Workshop, case: &Case, repeats: usize) -> Result<Row, Failure> {
    let file = format!("peridynamic-{}.toml", case.name);
    let job = Job { name: &file, text: case.scene, set: Vec::new(), threads: 2 };
    let runs = repeat(workshop, &job, repeats)?;
    let frame = 1e3 * least_of(&runs, Measured::stepping_seconds_a_step);
    let what = format!(
        "a frame of {} points with {:.1} neighbours, two threads, {:.1} iterations",
        runs[0].nodes(),
        runs[0].neighbours() / runs[0].nodes(),
        runs[0].iterations_a_step()
    );
    let most = case.milliseconds / FASTER;
    let most = if case.is_fast { most.min(1e3 / 60.0) } else { most };
    let id = format!("peridynamic/{}", case.name);
    Ok(Row::new(&id, what, frame, "ms", Limit::Most(most)).against("the paper", case.milliseconds))
}

/// A block of n x n x n points.
fn block(n: usize, threads: usize) -> Job<'static> {
    // 26 neighbours within a horizon of two spacings; those at surfaces have fewer.
    let entries = 26.0 * (n * n * n) as f64;
    let steps = (ENTRIES_A_RUN / entries).ceil().max(FEWEST_STEPS);
    let edge = 0.01 * n as f64;
    let set = vec![
        ("body.block.cells", format!("[{n}, {n}, {n}]")),
        ("body.block.shape", format!("{{ box = [{edge}, {edge}, {edge}] }}")),
        ("time.duration", (STEP * steps).to_string()),
    ];
    Job { name: "peridynamic-block.toml", text: BLOCK, set, threads }
}

/// Up to a million bonds: time of an explicit step, and memory.
fn growth(workshop: &Workshop, dump: Option<&Path>) -> Result<Vec<Row>, Failure> {
    let sizes = [8, 12, 16, 20, 26, 32, 38, 44];
    let mut runs: Vec<Vec<Measured>> = sizes.iter().map(|_| Vec::new()).collect();
    // In rounds: should the machine be slow for a while, it is for all of them.
    for _ in 0..REPEATS {
        for (n, runs) in sizes.iter().zip(&mut runs) {
            runs.push(workshop.run(&block(*n, 1))?);
        }
    }
    let entries: Vec<f64> = runs.iter().map(|runs| runs[0].neighbours()).collect();
    let bonds: Vec<f64> = entries.iter().map(|entries| 0.5 * entries).collect();
    let times: Vec<f64> =
        runs.iter().map(|runs| 1e3 * least_of(runs, Measured::cpu_seconds_a_step)).collect();
    let memory: Vec<f64> = runs.iter().map(|runs| least_of(runs, Measured::memory)).collect();
    let (time, room) = (Line::through(&entries, &times), Line::through(&bonds, &memory));
    let span = format!("{:.0} to {:.0} bonds", bonds[0], bonds[bonds.len() - 1]);
    let slowest = times.iter().zip(&entries).map(|(ms, n)| 1e6 * ms / n).fold(0.0, f64::max);
    if let Some(folder) = dump {
        let title = "An explicit step of bonds, one thread";
        time.plot(title, "bonds, each way", entries, times)
            .write(&folder.join("peridynamic-bonds.svg"))
            .map_err(Failure::output)?;
    }
    Ok(vec![
        Row::new(
            "peridynamic/entry",
            format!("a neighbour entry in an explicit step, one thread, the slowest of {span}"),
            slowest,
            "ns",
            Limit::Most(NANOSECONDS),
        ),
        Row::new(
            "peridynamic/linear-time",
            format!("R2 of a straight line through the times of a step, {span}"),
            time.r_squared,
            "",
            Limit::Least { least: 0.99 },
        ),
        Row::new(
            "peridynamic/linear-memory",
            format!("R2 of a straight line through peak memory, {span}"),
            room.r_squared,
            "",
            Limit::Least { least: 0.99 },
        ),
        Row::new(
            "peridynamic/bond-memory",
            "bytes that one more bond takes (points and all of the run included)",
            1e6 * room.slope,
            "B",
            Limit::Most(BYTES),
        ),
    ])
}

/// A million bonds on one and two threads, interleaved so that both see the same machine.
fn threads(workshop: &Workshop) -> Result<Row, Failure> {
    let (mut one, mut two) = (Vec::new(), Vec::new());
    for _ in 0..REPEATS {
        one.push(workshop.run(&block(44, 1))?);
        two.push(workshop.run(&block(44, 2))?);
    }
    let [one, two] = [&one, &two].map(|runs| least_of(runs, Measured::seconds_a_step));
    let limit = Limit::Least { least: 1.7 };
    Ok(Row::new(
        "peridynamic/threads",
        "speed-up of explicit steps by two threads, a million bonds",
        one / two,
        "x",
        limit,
    ))
}
