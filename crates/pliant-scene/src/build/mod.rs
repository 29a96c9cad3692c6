//! Stage two: a plan to a world. Bodies are meshed, regions evaluated, pins, loads and probes put on real nodes and
//! elements. Like stage one it never stops at a problem, so the user sees all of them at once.

mod body;
mod cloud;
mod contact;
mod directions;
mod files;
mod geometry;
mod load;
mod matter;
mod mesh;
mod motion;
mod peridynamic;
mod phyxel;
mod pin;
mod probe;
mod refusal;
mod region;
mod sides;
mod stepper;
mod surface;
mod text;

pub(crate) use text::number as short_number;

use std::ops::Range;

use pliant_body::elaston::ElastonSetup;
use pliant_world::{World, WorldBuilder};

pub(crate) use files::read_plain;
pub use files::{DiskFiles, Files, MemoryFiles};

use crate::plan::Plan;
use crate::problem::{Problem, Problems};
use body::BuiltBody;
use refusal::Refusals;

/// A world ready to run.
pub struct Built {
    /// The world.
    pub world: World,
    /// What looks like a mistake but can be run, of both stages.
    pub warnings: Problems,
    /// For each of [`Plan::bodies`] the numbers of its copies in the world.
    pub bodies: Vec<Range<usize>>,
}

impl std::fmt::Debug for Built {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Built").field("bodies", &self.bodies).finish_non_exhaustive()
    }
}

/// Builds the world of a plan.
///
/// # Errors
/// All problems at once, warnings among them (also those of the plan), when at least one is an error.
pub fn build(plan: &Plan, files: &dyn Files) -> Result<Built, Problems> {
    let mut bench = Workbench::new(plan);
    bench.fill(files);
    let (stepper, schedule) = (stepper::stepper(plan), stepper::schedule(plan));
    bench.check(stepper.needs());
    if bench.problems.has_errors() {
        return Err(bench.problems);
    }
    let Workbench { world, mut problems, bodies, .. } = bench;
    let mut world = match world.build(stepper, schedule) {
        Ok(world) => world,
        Err(error) => {
            problems.push(refusal::problem(plan, &error));
            return Err(problems);
        }
    };
    refusal::warn_of_doubts(plan, &world, &mut problems);
    refusal::check_start(plan, &world, &mut problems);
    refusal::check_overlaps(plan, &world, &mut problems);
    if problems.has_errors() {
        return Err(problems);
    }
    refusal::check_step(plan, &mut world, &mut problems);
    if problems.has_errors() {
        return Err(problems);
    }
    let bodies = bodies.into_iter().flatten().map(|body| body.copies).collect();
    Ok(Built { world, warnings: problems, bodies })
}

/// What the elaston bodies of a plan are made from: their matter and how it shall be sampled. For benches, which time the rest in
/// parts; [`build()`] makes the same on its way.
///
/// # Errors
/// All problems at once, when at least one is an error.
pub fn elaston_setups(plan: &Plan, files: &dyn Files) -> Result<Vec<ElastonSetup>, Problems> {
    let mut bench = Workbench::new(plan);
    let mut setups = Vec::new();
    for body in &plan.bodies {
        let Some(elaston) = &body.elaston else { continue };
        match body::elaston_parts(&mut bench, body, elaston, files) {
            Ok(parts) => setups.push(parts.setup),
            Err(problem) => bench.problems.push(problem),
        }
    }
    if bench.problems.has_errors() { Err(bench.problems) } else { Ok(setups) }
}

/// What has been put together so far.
struct Workbench<'a> {
    plan: &'a Plan,
    world: WorldBuilder,
    problems: Problems,
    /// For each body of the plan; `None` if it could not be made.
    bodies: Vec<Option<BuiltBody>>,
    /// For each body of the world the one of the plan.
    body_of_copy: Vec<usize>,
    /// What each pin of the plan holds.
    held: Vec<pin::Held>,
    /// Warnings about bodies of the plan that are in several pieces; an error that names a piece says it, too.
    pieces: Vec<(usize, Problem)>,
    refusals: Refusals,
}

impl<'a> Workbench<'a> {
    fn new(plan: &'a Plan) -> Self {
        Self {
            plan,
            world: WorldBuilder::new(),
            problems: plan.warnings.clone(),
            bodies: Vec::new(),
            body_of_copy: Vec::new(),
            held: Vec::new(),
            pieces: Vec::new(),
            refusals: Refusals::default(),
        }
    }

    fn fill(&mut self, files: &dyn Files) {
        let plan = self.plan;
        for body in &plan.bodies {
            let built = body::add(self, body, files);
            let built = built.map_err(|problem| self.problems.push(problem)).ok();
            self.bodies.push(built);
        }
        contact::add(self, files);
        plan.pins.iter().for_each(|pin| pin::add(self, pin));
        load::add_gravity(self);
        plan.loads.iter().for_each(|load| load::add(self, load));
        probe::add_load_factor(self);
        plan.probes.iter().for_each(|probe| probe::add(self, probe));
    }

    /// Bodies of the world that are copies of a body of the plan; none if it could not be made.
    fn copies(&self, body: usize) -> Range<usize> {
        self.bodies.get(body).and_then(Option::as_ref).map_or(0..0, |body| body.copies.clone())
    }

    /// Whether the points of a body of the plan are its nodes; so of one that could not be made.
    fn has_nodes_for_points(&self, body: usize) -> bool {
        self.copies(body).all(|copy| self.world.body(copy).points().is_none())
    }

    /// What the world itself refuses. What only follows from a problem already told is left out.
    fn check(&mut self, needs: pliant_stepping::Needs) {
        if self.body_of_copy.is_empty() {
            return;
        }
        for error in self.world.problems(needs) {
            if let Some(problem) = self.refusals.problem(self.plan, &error) {
                self.problems.push(problem);
            }
        }
        let told = &self.refusals.in_pieces;
        let pieces = std::mem::take(&mut self.pieces);
        let open = pieces.into_iter().filter(|(body, _)| !told.contains(body));
        open.for_each(|(_, warning)| self.problems.push(warning));
    }
}
