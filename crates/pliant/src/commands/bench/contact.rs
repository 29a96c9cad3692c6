//! Contact: a soft cube on a plane (PEER3), a pile of 20 (PEER5), a pile of 100 that comes to rest, and finding spheres.

mod overlap;

use super::child::{Job, Measured, Workshop};
use super::{Limit, Row};
use crate::cli::Failure;
use crate::run::{RunError, RunOptions, run_scene, with_threads};
use cpu_time::ThreadTime;
use glam::DVec3;
use overlap::{Depths, Wall, depths, standing, widest_gap};
use pliant_contact::{SphereCloud, SphereSearch, sphere_cloud};
use pliant_geometry::CellList;
use pliant_scene::Scene;
use pliant_stepping::{Phase, Phases, StepReport};
use pliant_world::{Flow, Frame, Listener, Sample, World};

const PEER3: &str = include_str!("../../../../../scenes/bench/peer3.toml");
const PEER5: &str = include_str!("../../../../../scenes/bench/peer5.toml");
const PILE100: &str = include_str!("../../../../../scenes/bench/pile100.toml");

/// Runs of each that is timed; the minimum counts.
const REPEATS: usize = 3;

/// A step so small that PEER3 changes no more with it.
const TINY_STEP: &str = "0.05 ms";

/// Mean height of PEER3's cube when it stands on the plane without weight (m).
const STANDING: f64 = 0.1;

/// Forces below this are none (N): a thousandth of the weight of a cube of PEER5.
const FAINT: f64 = 0.08;

/// Half the width of PEER5's box (m), and of the pile of 100's.
const HALF_WIDTHS: [f64; 2] = [0.55, 0.9];

/// All rows of the suite; `quick` makes everything short and small and runs it once.
pub fn run(quick: bool) -> Result<Vec<Row>, Failure> {
    let workshop = Workshop::open()?;
    let repeats = if quick { 1 } else { REPEATS };
    let mut rows = cube(&workshop, quick, repeats)?;
    rows.extend(pile(&workshop, quick, repeats)?);
    rows.extend(settling(quick)?);
    rows.extend(with_threads(Some(1), || Ok(spheres(quick)))?);
    Ok(rows)
}

fn least(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(f64::INFINITY, f64::min)
}

fn processor_seconds(
    workshop: &Workshop,
    name: &str,
    text: &str,
    repeats: usize,
) -> Result<(f64, Vec<Measured>), Failure> {
    let job = Job { name, text, set: Vec::new(), threads: 1 };
    let runs: Vec<Measured> = (0..repeats).map(|_| workshop.run(&job)).collect::<Result<_, _>>()?;
    Ok((least(runs.iter().map(Measured::cpu_seconds)), runs))
}

/// PEER3.
fn cube(workshop: &Workshop, quick: bool, repeats: usize) -> Result<Vec<Row>, Failure> {
    let (cpu, runs) = processor_seconds(workshop, "peer3.toml", PEER3, repeats)?;
    let depth = (-1e3 * runs[0].least("low").0).max(0.0);
    let mut rows = vec![
        Row::new("peer3/cpu", "processor time a simulated second, one thread", cpu, "s", Limit::Most(0.96))
            .against("MuJoCo 3, published with the scene, another machine", 0.96),
        Row::new("peer3/depth", "deepest node below the plane", depth, "mm", Limit::Most(1.0))
            .against("MuJoCo 3, published with the scene", 11.7),
    ];
    if !quick {
        let (own, exact) = (rebound(&[])?, rebound(&[("time.step", TINY_STEP)])?);
        let what = format!("height of rebound over that with steps of {TINY_STEP}");
        rows.push(Row::new("peer3/rebound", what, own / exact, "", Limit::Between([0.98, 1.02])));
    }
    Ok(rows)
}

/// How high the cube's nodes rise after the impact, on average, above where they are when it stands (m).
fn rebound(set: &[(&str, &str)]) -> Result<f64, Failure> {
    let scene = Scene::from_text(PEER3, "peer3.toml", set).map_err(RunError::from)?;
    let options = RunOptions { threads: Some(1), until: Some(0.6), ..RunOptions::default() };
    let result = run_scene(&scene, &options)?;
    let heights = result.series("middle").unwrap_or_default();
    let lowest = heights.iter().enumerate().min_by(|a, b| a.1.1.total_cmp(&b.1.1)).map_or(0, |(i, _)| i);
    Ok(heights[lowest..].iter().map(|(_, height)| height - STANDING).fold(f64::NAN, f64::max))
}

/// The floor and four walls of a box.
fn box_of(half: f64) -> Vec<Wall> {
    let wall = |normal: DVec3| (-normal * half, normal);
    vec![(DVec3::ZERO, DVec3::Z), wall(DVec3::X), wall(-DVec3::X), wall(DVec3::Y), wall(-DVec3::Y)]
}

/// What is seen of a pile while it moves, at every sample: by then the step guard has vouched for the state.
#[derive(Default)]
struct Watched {
    walls: Vec<Wall>,
    depths: Depths,
    /// Across which contact forces act (m).
    gap: f64,
    /// Deepest overlap by the contact layer's own account (m).
    told: f64,
    /// Kinetic energy: the largest and the last (J).
    peak: f64,
    last: f64,
    /// Depths at the end.
    at_end: Depths,
    /// Processor time of the run and of looking at it (s).
    seconds: f64,
    looking: f64,
    is_due: bool,
}

impl Phases for Watched {
    fn enter(&mut self, _: Phase) {}
}

impl Listener for Watched {
    type Error = pliant_world::RunError;

    fn sample(&mut self, sample: Sample) -> Result<(), Self::Error> {
        self.last = sample.energies.kinetic;
        self.peak = self.peak.max(self.last);
        self.is_due = true;
        Ok(())
    }

    fn wants_frames(&self) -> bool {
        false
    }

    fn frame(&mut self, _: Frame) -> Result<(), Self::Error> {
        Ok(())
    }

    fn stepped(&mut self, world: &World, _: &StepReport) -> Result<Flow, Self::Error> {
        if std::mem::take(&mut self.is_due) {
            let started = ThreadTime::now();
            let bodies = standing(world);
            self.at_end = depths(&bodies, &self.walls);
            self.depths = self.depths.max(self.at_end);
            self.gap = self.gap.max(widest_gap(&bodies, &world.state().contact.force, &self.walls, FAINT));
            self.looking += started.elapsed().as_secs_f64();
        }
        Ok(Flow::GoOn)
    }

    fn failed(&mut self, _: &mut World, error: Self::Error) -> Self::Error {
        error
    }
}

/// Runs a pile and looks at it.
fn watch(text: &str, name: &str, half: f64, until: Option<f64>) -> Result<Watched, RunError> {
    with_threads(Some(1), || {
        let mut world = Scene::from_text(text, name, &[])?.build()?.world;
        if let Some(until) = until {
            world.stop_at(until);
        }
        let mut seen = Watched { walls: box_of(half), ..Watched::default() };
        let started = ThreadTime::now();
        world.run(&mut seen).map_err(|error| RunError::Stopped { error, saved: None })?;
        seen.seconds = started.elapsed().as_secs_f64() - seen.looking;
        seen.told = world.penetrations().iter().map(|p| p.depth).fold(0.0, f64::max);
        Ok(seen)
    })
}

/// PEER5.
fn pile(workshop: &Workshop, quick: bool, repeats: usize) -> Result<Vec<Row>, Failure> {
    let (cpu, _) = processor_seconds(workshop, "peer5.toml", PEER5, repeats)?;
    let seen = watch(PEER5, "peer5.toml", HALF_WIDTHS[0], quick.then_some(0.3))?;
    let most = Limit::Most(2.0);
    Ok(vec![
        Row::new("peer5/cpu", "processor time a simulated second, one thread", cpu, "s", Limit::Most(3.5))
            .against("MuJoCo 3 with 8 mm of overlap, published with the scene, another machine", 6.2),
        Row::new(
            "peer5/depth",
            "deepest overlap, nodes, edges and walls",
            1e3 * seen.depths.deepest(),
            "mm",
            most,
        )
        .against("Rapier at 2.3 s, published with the scene", 36.0),
        Row::new(
            "peer5/depth-nodes",
            "of it nodes in other bodies",
            1e3 * seen.depths.nodes,
            "mm",
            Limit::None,
        ),
        Row::new("peer5/depth-edges", "points of edges", 1e3 * seen.depths.edges, "mm", Limit::None),
        Row::new("peer5/depth-walls", "nodes behind walls", 1e3 * seen.depths.walls, "mm", Limit::None),
        Row::new("peer5/depth-told", "deepest overlap as the run reports it", 1e3 * seen.told, "mm", most),
        Row::new("peer5/gap", "widest gap that a contact force acts across", 1e3 * seen.gap, "mm", most)
            .against("Rapier's skin at 1.5 s, published with the scene", 10.0),
    ])
}

/// A pile of 100 comes to rest.
fn settling(quick: bool) -> Result<Vec<Row>, Failure> {
    let until = quick.then_some(0.1);
    let seen = watch(PILE100, "pile100.toml", HALF_WIDTHS[1], until)?;
    let rest = if quick { Limit::None } else { Limit::Most(1.0) };
    let deepest = 1e3 * seen.depths.deepest();
    Ok(vec![
        Row::new(
            "pile100/rest",
            "kinetic energy at the end over its peak, millionths",
            1e6 * seen.last / seen.peak,
            "",
            rest,
        ),
        Row::new("pile100/depth", "deepest overlap, nodes, edges and walls", deepest, "mm", Limit::Most(2.0)),
        Row::new("pile100/depth-end", "of it at the end", 1e3 * seen.at_end.deepest(), "mm", Limit::None),
        Row::new("pile100/depth-told", "deepest as the run reports it", 1e3 * seen.told, "mm", Limit::None),
        Row::new(
            "pile100/gap",
            "widest gap that a contact force acts across",
            1e3 * seen.gap,
            "mm",
            Limit::None,
        ),
        Row::new(
            "pile100/cpu",
            "processor time of its steps, one thread",
            seen.seconds,
            "s",
            Limit::Most(60.0),
        ),
    ])
}

/// A cloud of spheres, and the best times (s) of the plain search among as many points and of that among the spheres.
struct Race {
    cloud: SphereCloud,
    list: CellList,
    search: SphereSearch,
    pairs: Vec<(u32, u32)>,
    best: [f64; 2],
}

impl Race {
    fn new(count: usize) -> Self {
        Self {
            cloud: sphere_cloud(count, 10.0),
            list: CellList::default(),
            search: SphereSearch::new(),
            pairs: Vec::new(),
            best: [f64::INFINITY; 2],
        }
    }

    /// One after the other, so that both see the same machine; processor time, as others may be at work on it.
    fn run(&mut self) {
        let reach = 2.0 * self.cloud.radius;
        let started = ThreadTime::now();
        self.list.rebuild(&self.cloud.centres, reach);
        self.list.pairs(reach, &mut self.pairs);
        let points = started.elapsed().as_secs_f64();
        let started = ThreadTime::now();
        let found = self.search.find(&self.cloud.centres, &self.cloud.radii, 0.0, |_, _| true).len();
        let spheres = started.elapsed().as_secs_f64();
        // Who finds much less than the other has not done the same work.
        let is_fair = found.abs_diff(self.pairs.len()) <= self.pairs.len() / 10;
        self.best = [self.best[0].min(points), if is_fair { self.best[1].min(spheres) } else { f64::NAN }];
    }
}

/// Spheres that touch.
fn spheres(quick: bool) -> Vec<Row> {
    let (counts, rounds) = if quick { ([2_000, 20_000], 1) } else { ([100_000, 1_000_000], 5) };
    let mut races = counts.map(Race::new);
    for _ in 0..rounds {
        // The small one is over soon and easily disturbed: it runs more often.
        (0..6).for_each(|_| races[0].run());
        races[1].run();
    }
    let [few, many] = races.map(|race| race.best);
    let what = |text: &str| format!("{text}, 10 touching neighbours each, one thread");
    vec![
        Row::new(
            "spheres/search",
            what(&format!("finding pairs of {} spheres", counts[0])),
            1e3 * few[1],
            "ms",
            Limit::Most(1.5e3 * few[0]),
        )
        .against("the plain search among points, same run", 1e3 * few[0]),
        Row::new(
            "spheres/growth",
            what(&format!("{} spheres over {}", counts[1], counts[0])),
            many[1] / few[1],
            "x",
            if quick { Limit::None } else { Limit::Most(11.0) },
        )
        .against("the plain search among points, same run", many[0] / few[0]),
    ]
}
