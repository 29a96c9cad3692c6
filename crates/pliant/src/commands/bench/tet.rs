//! Tetrahedra on the scenes PEER1 (soft cantilever) and PEER6 (squashed cube).

use super::child::{Job, Measured, Workshop};
use super::{Limit, Row};
use crate::cli::Failure;

const PEER1_1K: &str = include_str!("../../../../../scenes/bench/peer1-1k.toml");
pub(super) const PEER1_10K: &str = include_str!("../../../../../scenes/bench/peer1-10k.toml");
const PEER1_100K: &str = include_str!("../../../../../scenes/bench/peer1-100k.toml");
const PEER1_QUADRATIC: &str = include_str!("../../../../../scenes/bench/peer1-quadratic.toml");
const PEER6: &str = include_str!("../../../../../scenes/bench/peer6.toml");

/// Runs of each scene; the minimum counts.
const REPEATS: usize = 3;

fn job<'a>(name: &'a str, text: &'a str, threads: usize) -> Job<'a> {
    Job { name, text, set: Vec::new(), threads }
}

/// All rows of the suite; `quick` runs the small scenes once.
pub fn run(quick: bool) -> Result<Vec<Row>, Failure> {
    let workshop = Workshop::open()?;
    let mut rows = small(&workshop, if quick { 1 } else { REPEATS })?;
    if !quick {
        rows.extend(large(&workshop)?);
        rows.extend(quadratic(&workshop)?);
        rows.extend(squash(&workshop)?);
    }
    Ok(rows)
}

fn least_of(runs: &[Measured], f: impl Fn(&Measured) -> f64) -> f64 {
    runs.iter().map(f).fold(f64::INFINITY, f64::min)
}

fn repeat(workshop: &Workshop, job: &Job<'_>, repeats: usize) -> Result<Vec<Measured>, Failure> {
    (0..repeats).map(|_| workshop.run(job)).collect()
}

fn small(workshop: &Workshop, repeats: usize) -> Result<Vec<Row>, Failure> {
    let runs = repeat(workshop, &job("peer1-1k.toml", PEER1_1K, 1), repeats)?;
    let cpu = least_of(&runs, Measured::cpu_seconds);
    Ok(vec![
        Row::new(
            "peer1-1k/tip",
            "lowest tip, 936 nodes",
            runs[0].least("tip").0,
            "m",
            Limit::Between([-0.573, -0.555]),
        ),
        Row::new(
            "peer1-1k/cpu",
            "processor time a simulated second, one thread",
            cpu,
            "s",
            Limit::Most(0.20),
        )
        .against("MuJoCo 3 explicit, published with the scene, another machine", 1.13),
    ])
}

/// 10k nodes with one and two threads and 100k nodes, interleaved so that all see the same machine.
fn large(workshop: &Workshop) -> Result<Vec<Row>, Failure> {
    let (mut one, mut two, mut huge) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..REPEATS {
        one.push(workshop.run(&job("peer1-10k.toml", PEER1_10K, 1))?);
        two.push(workshop.run(&job("peer1-10k.toml", PEER1_10K, 2))?);
        huge.push(workshop.run(&job("peer1-100k.toml", PEER1_100K, 1))?);
    }
    let cpu = least_of(&one, Measured::cpu_seconds);
    let step = |runs: &[Measured]| least_of(runs, Measured::seconds_a_step) * 1e3;
    let (one_step, two_step) = (step(&one), step(&two));
    let cpu_step = |runs: &[Measured]| least_of(runs, Measured::cpu_seconds_a_step);
    let growth = cpu_step(&huge) / cpu_step(&one);
    Ok(vec![
        Row::new(
            "peer1-10k/tip",
            "lowest tip, 10,309 nodes",
            one[0].least("tip").0,
            "m",
            Limit::Between([-0.623, -0.610]),
        ),
        Row::new(
            "peer1-10k/cpu",
            "processor time a simulated second, one thread",
            cpu,
            "s",
            Limit::Most(6.0),
        )
        .against("MuJoCo 3 explicit, published with the scene, another machine", 38.0),
        Row::new(
            "peer1-10k/memory",
            "peak memory",
            least_of(&one, Measured::memory),
            "MB",
            Limit::Most(120.0),
        )
        .against("MuJoCo 3, published with the scene", 271.0),
        Row::new("peer1-10k/step", "a step, one thread", one_step, "ms", Limit::None),
        Row::new(
            "peer1-100k/step",
            "processor time of a step at 95,499 nodes over one at 10,309",
            growth,
            "x",
            Limit::Most(12.0),
        ),
        Row::new(
            "peer1-10k/threads",
            "speed-up of two threads",
            one_step / two_step,
            "x",
            Limit::Least { least: 1.7 },
        ),
    ])
}

fn quadratic(workshop: &Workshop) -> Result<Vec<Row>, Failure> {
    let run = workshop.run(&job("peer1-quadratic.toml", PEER1_QUADRATIC, 1))?;
    let (tip, time) = run.least("tip");
    Ok(vec![
        Row::new(
            "peer1-quadratic/tip",
            "lowest tip over -0.629, 10-node",
            tip / -0.629,
            "",
            Limit::Between([0.99, 1.01]),
        ),
        Row::new(
            "peer1-quadratic/time",
            "its time over 0.480 s",
            time / 0.480,
            "",
            Limit::Between([0.98, 1.02]),
        ),
        Row::new("peer1-quadratic/cpu", "processor time for 0.6 s", run.cpu_seconds(), "s", Limit::None),
    ])
}

fn squash(workshop: &Workshop) -> Result<Vec<Row>, Failure> {
    let runs = repeat(workshop, &job("peer6.toml", PEER6, 1), REPEATS)?;
    let cpu = least_of(&runs, Measured::cpu_seconds);
    Ok(vec![
        Row::new(
            "peer6/bulge",
            "bulge over 0.042805",
            runs[0].last("bulge") / 0.042805,
            "",
            Limit::Between([0.999, 1.001]),
        ),
        Row::new("peer6/cpu", "processor time, one thread", cpu, "s", Limit::Most(5.7))
            .against("DOLFINx CG + GAMG, published with the scene, another machine", 11.4),
        Row::new("peer6/memory", "peak memory", least_of(&runs, Measured::memory), "MB", Limit::Most(140.0)),
    ])
}
