//! Phyxels: the frames per second of [Stegmayr08, table 5.1], how a step grows with phyxels and neighbours (its figures 5.1 and 5.2),
//! and the beam PEER7.
//!
//! The thesis' frame is an explicit step; ours is one with stabilisation, and its processor time is that of stepping as a whole: forces,
//! updates, guard. Its blocks are n x n x (n - 1) phyxels. We ask for as many nearest neighbours as its mean, rounded up; those that are
//! as far as the last come along.

use super::child::{Job, Measured, Workshop};
use super::growth::{FEWEST_STEPS, Line, REPEATS, least_of, repeat};
use super::{Limit, Row};
use crate::cli::Failure;
use std::path::Path;

const BLOCK: &str = include_str!("../../../../../scenes/bench/phyxel-block.toml");
const PEER7_SMALL: &str = include_str!("../../../../../scenes/bench/peer7-675.toml");
const PEER7_LARGE: &str = include_str!("../../../../../scenes/bench/peer7-8928.toml");

/// Length of a step of the block (s), as its scene has it.
const STEP: f64 = 1e-6;
/// Pairs that a measured run works through at least.
const PAIRS_A_RUN: f64 = 2e8;
/// How many times the frames per second of the thesis there must be.
const FASTER: f64 = 150.0;

/// n, mean neighbours and frames per second of a row of the thesis' table.
const TABLE: [(usize, f64, f64); 7] = [
    (4, 37.9, 227.8),
    (5, 74.9, 83.5),
    (6, 104.4, 44.0),
    (7, 133.5, 21.6),
    (8, 127.7, 12.3),
    (8, 248.3, 8.2),
    (11, 66.6, 7.2),
];

/// A block of phyxels.
#[derive(Clone, Copy)]
struct Block {
    cells: [usize; 3],
    neighbours: usize,
}

impl Block {
    fn phyxels(&self) -> usize {
        self.cells.iter().product()
    }

    fn job(&self, threads: usize) -> Job<'static> {
        let pairs = (self.phyxels() * self.neighbours) as f64;
        let steps = (PAIRS_A_RUN / pairs).ceil().max(FEWEST_STEPS);
        let edge = |k: usize| 0.01 * self.cells[k] as f64;
        let set = vec![
            ("body.block.cells", format!("{:?}", self.cells)),
            ("body.block.shape", format!("{{ box = [{}, {}, {}] }}", edge(0), edge(1), edge(2))),
            ("body.block.neighbours", self.neighbours.to_string()),
            ("time.duration", (STEP * steps).to_string()),
        ];
        Job { name: "phyxel-block.toml", text: BLOCK, set, threads }
    }
}

/// A measured block.
struct Timed {
    phyxels: f64,
    mean_neighbours: f64,
    /// Processor seconds of a step.
    step: f64,
}

fn time(workshop: &Workshop, block: &Block, repeats: usize) -> Result<Timed, Failure> {
    let runs = repeat(workshop, &block.job(1), repeats)?;
    let phyxels = runs[0].nodes();
    Ok(Timed {
        phyxels,
        mean_neighbours: runs[0].neighbours() / phyxels,
        step: least_of(&runs, Measured::cpu_seconds_a_step),
    })
}

/// Blocks of one figure, in rounds: should the machine be slow for a while, it is for all of them.
fn time_all(workshop: &Workshop, blocks: &[Block]) -> Result<Vec<Timed>, Failure> {
    let round = || blocks.iter().map(|block| time(workshop, block, 1)).collect::<Result<Vec<Timed>, _>>();
    let mut least = round()?;
    for _ in 1..REPEATS {
        for (least, timed) in least.iter_mut().zip(round()?) {
            least.step = least.step.min(timed.step);
        }
    }
    Ok(least)
}

/// All rows of the suite; `quick` runs small blocks once.
pub fn run(quick: bool, dump: Option<&Path>) -> Result<Vec<Row>, Failure> {
    let workshop = Workshop::open()?;
    let repeats = if quick { 1 } else { REPEATS };
    let mut rows = Vec::new();
    for case in TABLE.iter().take(if quick { 2 } else { TABLE.len() }) {
        rows.push(table_row(&workshop, case, repeats)?);
    }
    rows.extend(beam(&workshop, "peer7-675", PEER7_SMALL, [0.04, 0.25], repeats)?);
    if !quick {
        rows.extend(beam(&workshop, "peer7-8928", PEER7_LARGE, [0.02, 8.0], repeats)?);
        rows.extend(growth(&workshop, dump)?);
        rows.extend(large(&workshop)?);
    }
    Ok(rows)
}

fn table_row(
    workshop: &Workshop,
    &(n, mean, frames): &(usize, f64, f64),
    repeats: usize,
) -> Result<Row, Failure> {
    let block = Block { cells: [n, n, n - 1], neighbours: mean.ceil() as usize };
    let timed = time(workshop, &block, repeats)?;
    let what = format!(
        "frames a second, one thread: {} phyxels with {:.1} neighbours (thesis: {mean})",
        timed.phyxels, timed.mean_neighbours
    );
    let id = format!("phyxel/{}x{:.0}", timed.phyxels, mean);
    let limit = Limit::Least { least: FASTER * frames };
    Ok(Row::new(&id, what, 1.0 / timed.step, "1/s", limit).against("the thesis", frames))
}

/// The beam of PEER1; `limits` are the error of its lowest tip and processor seconds of a simulated second.
fn beam(
    workshop: &Workshop,
    name: &str,
    scene: &str,
    limits: [f64; 2],
    repeats: usize,
) -> Result<Vec<Row>, Failure> {
    let file = format!("{name}.toml");
    let job = Job { name: &file, text: scene, set: Vec::new(), threads: 1 };
    let runs = repeat(workshop, &job, repeats)?;
    let (tip, at) = runs[0].least("tip");
    let off = (tip / -0.629 - 1.0).abs();
    let cpu = least_of(&runs, Measured::cpu_seconds);
    let what = format!("lowest tip {tip:.4} m at {at:.3} s: off from -0.629 m by");
    let row = Row::new(
        &format!("{name}/cpu"),
        "processor time of a simulated second, one thread, all of the run",
        cpu,
        "s",
        Limit::Most(limits[1]),
    );
    let row = if name == "peer7-675" {
        row.against("SPlisHSPlasH (Kee 2023), published with the scene, another machine", 1.9)
    } else {
        row
    };
    Ok(vec![Row::new(&format!("{name}/tip"), what, 100.0 * off, "%", Limit::Most(100.0 * limits[0])), row])
}

/// Blocks whose steps should take as long as something of them is large.
struct Figure {
    name: &'static str,
    label: &'static str,
    blocks: Vec<Block>,
    size: fn(&Timed) -> f64,
}

/// How the time of a step grows with phyxels and with neighbours.
fn growth(workshop: &Workshop, dump: Option<&Path>) -> Result<Vec<Row>, Failure> {
    let of_size = |n: usize| Block { cells: [n, n, n - 1], neighbours: 26 };
    let with_neighbours = |neighbours: usize| Block { cells: [16, 16, 15], neighbours };
    let by_phyxels = Figure {
        name: "phyxels",
        label: "phyxels, 26 neighbours each",
        blocks: [4, 6, 8, 11, 15, 20, 26, 34].map(of_size).to_vec(),
        size: |timed| timed.phyxels,
    };
    let by_neighbours = Figure {
        name: "neighbours",
        label: "mean neighbours of 3840 phyxels",
        blocks: [12, 26, 56, 92, 122, 178, 256].map(with_neighbours).to_vec(),
        size: |timed| timed.mean_neighbours,
    };
    let mut rows = Vec::new();
    for Figure { name, label, blocks, size } in [by_phyxels, by_neighbours] {
        let timed = time_all(workshop, &blocks)?;
        let x: Vec<f64> = timed.iter().map(size).collect();
        let y: Vec<f64> = timed.iter().map(|timed| 1e3 * timed.step).collect();
        let line = Line::through(&x, &y);
        let pairs = |timed: &Timed| timed.phyxels * timed.mean_neighbours;
        let what = format!(
            "R2 of a straight line through the times of a step, {:.0} to {:.0} pairs, {:.4} us each",
            pairs(&timed[0]),
            timed.last().map_or(0.0, pairs),
            1e3 * line.slope
        );
        rows.push(Row::new(
            &format!("phyxel/linear-{name}"),
            what,
            line.r_squared,
            "",
            Limit::Least { least: 0.99 },
        ));
        if let Some(folder) = dump {
            line.plot("An explicit step of phyxels, one thread", label, x, y)
                .write(&folder.join(format!("phyxel-{name}.svg")))
                .map_err(Failure::output)?;
        }
    }
    Ok(rows)
}

/// 100,000 phyxels on one and two threads, interleaved so that both see the same machine.
fn large(workshop: &Workshop) -> Result<Vec<Row>, Failure> {
    let block = Block { cells: [46, 46, 48], neighbours: 26 };
    let (mut one, mut two) = (Vec::new(), Vec::new());
    for _ in 0..REPEATS {
        one.push(workshop.run(&block.job(1))?);
        two.push(workshop.run(&block.job(2))?);
    }
    let [one_step, two_step] = [&one, &two].map(|runs| least_of(runs, Measured::seconds_a_step));
    let neighbours = one[0].neighbours() / one[0].nodes();
    Ok(vec![
        Row::new(
            "phyxel/100k/steps",
            format!(
                "steps a second, two threads: {} phyxels with {neighbours:.1} neighbours",
                one[0].nodes()
            ),
            1.0 / two_step,
            "1/s",
            Limit::Least { least: 60.0 },
        ),
        Row::new(
            "phyxel/100k/threads",
            "speed-up of two threads",
            one_step / two_step,
            "x",
            Limit::Least { least: 1.7 },
        ),
        Row::new("phyxel/100k/memory", "peak memory", least_of(&one, Measured::memory), "MB", Limit::None),
    ])
}
