//! Quasi-Newton methods with one matrix for many iterations: a scalar stand-in A (x) I3 for the derivative, factored once.
//!
//!   A = mu M + theta L + kappa C,   L = sum_ij k_ij a_ij a_ij^T                         [Xu et al. 2018 (23); Liu et al. 2017 (14)]
//!   quasi-Newton:  q <- q + share A^-1 r(q)                                             [Xu et al. 2018 (22)]
//!   L-BFGS:        q <- q + share H r(q),  H from A^-1 and the last corrections         (`history.rs`)
//!
//! r = -dE/dq is the residual of the stage and E its potential (`balance.rs`). Deviates from the paper: in (22) the gradient of the strain energy needs
//! a minus sign; in (23) k_ij needs the factor V_i V_j (both matter for what terms give as springs, `Term::spring_stiffness`); and the
//! iterations end on an estimate of the error in E, because differences of E itself are lost in rounding long before q is:
//!
//!   d = r^T H r / 2  <=  accuracy (E_0 - E_k + d)
//!
//! where E_0 - E_k is summed up from the work of r along each correction, (r_k + r_{k+1}) . (q_{k+1} - q_k) / 2, which cancels nothing.
//!
//! Held nodes: directions are projected, H = P A^-1 P, so that it stays symmetric. Motions of the boundary spread by A: A_ff dx = -A_fp dp.

use crate::balance::{Balance, Iterations, Merit, ROUNDING, Work, freeze_contact, size_of, solve_in_passes};
use crate::history::History;
use crate::line_search::{Found, SLOPE_LEFT, SUFFICIENT, Trial, allowed_share, halve};
use crate::stage::{NewtonReport, Stage};
use crate::stepper::{IterationRecord, Phase, Phases, StepError};
use glam::DVec3;
use pliant_math::reduce;
use pliant_math::sparse::ScalarCholesky;
use pliant_system::{At, EndPoint, FactorMemory, SpringAssembly, System, TangentWeights};

/// Iterations with one factor after which it is made anew at the present state.
const RENEW: usize = 25;

/// A factor is used on while its weights of mass, stiffness and damping are this close to those of the stage.
const ALIKE: f64 = 1.1;

/// Share of the magnitudes in a potential below which its differences are taken for rounding.
const MERIT_ROUNDING: f64 = 1e-12;

/// Share of the slope at the beginning below which the slope at a trial, whatever its sign, shows that the potential fell: nobody needs to look at it.
const STEADY: f64 = 0.5;

/// Finest accuracy that can be asked for: less is rounding.
const FINEST: f64 = 1e-14;

/// Unbalanced share of the forces at work at which iterations end in any case: a body that hardly moves has no decrease to measure by.
const BALANCED: f64 = 1e-6;

/// When to stop, and what is known of the curvature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuasiSettings {
    /// Estimated error of the potential over its decrease in the step.
    pub accuracy: f64,
    /// Iterations before giving up.
    pub max_iterations: usize,
    /// Corrections that L-BFGS remembers; none: plain quasi-Newton.
    pub history: usize,
}

impl QuasiSettings {
    /// The quasi-Newton method of Xu et al. 2018.
    pub fn quasi_newton() -> Self {
        Self { history: 0, ..Self::default() }
    }
}

impl Default for QuasiSettings {
    /// L-BFGS.
    fn default() -> Self {
        Self { accuracy: 1e-8, max_iterations: 200, history: 8 }
    }
}

/// The solver with its matrix, factor and work arrays, kept from step to step.
pub struct QuasiNewton {
    /// When to stop.
    pub settings: QuasiSettings,
    assembly: Option<SpringAssembly>,
    solver: ScalarCholesky,
    factor: Factor,
    /// Iterations since that was made.
    age: usize,
    /// The factor was found to be the right one for the solve at hand: telling takes a look at all of its state.
    is_known: bool,
    history: History,
    /// A^-1 r at all nodes, and with the residual those of the iteration before.
    answer: Vec<DVec3>,
    before: [Vec<DVec3>; 2],
    /// Decrease of the potential in the step so far (J).
    decrease: f64,
    records: Option<Vec<IterationRecord>>,
    work: Work,
}

/// Which matrix is factored.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Factor {
    None,
    /// The one of a memory, by its identity.
    Kept(u64),
    /// One with contact, which serves the step at hand only.
    Touching,
}

impl QuasiNewton {
    /// L-BFGS or quasi-Newton, by the settings.
    pub fn new(settings: QuasiSettings) -> Self {
        Self {
            settings,
            assembly: None,
            solver: ScalarCholesky::default(),
            factor: Factor::None,
            age: 0,
            is_known: false,
            history: History::default(),
            answer: Vec::new(),
            before: [Vec::new(), Vec::new()],
            decrease: 0.0,
            records: None,
            work: Work::default(),
        }
    }

    /// What is solved with, for summaries.
    pub fn solver_name(&self) -> String {
        let nodes = self.assembly.as_ref().map_or(0, SpringAssembly::unknown_count);
        let entries = self.solver.factor_entries() as f64;
        format!("scalar Cholesky ({nodes} nodes, {entries:.2e} factor entries)")
    }

    /// Keeps a record of every iteration from now on, or no longer.
    pub fn record(&mut self, on: bool) {
        self.records = on.then(Vec::new);
    }

    /// The iterations of the last solve, if they are recorded.
    pub fn records(&self) -> &[IterationRecord] {
        self.records.as_deref().unwrap_or(&[])
    }

    /// Forgets everything that depends on terms and holds.
    pub fn forget(&mut self) {
        self.assembly = None;
        self.factor = Factor::None;
    }

    /// Solves the stage; `q` holds the first guess and then the answer.
    pub fn solve(
        &mut self,
        system: &mut System,
        stage: &Stage<'_>,
        q: &mut Vec<DVec3>,
        memory: &mut FactorMemory,
        phases: &mut dyn Phases,
    ) -> Result<NewtonReport, StepError> {
        self.prepare(system, stage);
        let mut report = NewtonReport::default();
        if self.work.boundary_motion(system, stage, q) {
            freeze_contact(system, q);
            self.ready(system, stage, q, memory, phases)?;
            self.follow_boundary(system);
            self.work.move_with_boundary(system, stage, q)?;
        }
        solve_in_passes(self, system, stage, q, memory, phases, &mut report)?;
        Ok(report)
    }

    fn prepare(&mut self, system: &mut System, stage: &Stage<'_>) {
        if let Some(contact) = &mut system.contact {
            contact.aim(stage.end_time);
        }
        let n = system.node_count();
        self.work.resize(n);
        self.answer.resize(n, DVec3::ZERO);
        self.before.iter_mut().for_each(|field| field.resize(n, DVec3::ZERO));
        self.age = 0;
        self.is_known = false;
        if self.assembly.is_none() {
            self.assembly = Some(SpringAssembly::new(system));
            self.analyze(system);
        }
        self.follow_contact(system);
        if self.factor == Factor::Touching {
            // Where things touched in the step before.
            self.factor = Factor::None;
        }
        self.history.clear();
        self.decrease = 0.0;
        if let Some(records) = &mut self.records {
            records.clear();
        }
    }

    /// Lets the solver look at a new pattern.
    fn analyze(&mut self, system: &System) {
        let Some(assembly) = &self.assembly else { return };
        let count = assembly.unknown_count();
        let places = system.places();
        let positions: Vec<DVec3> = (0..count).map(|u| places[assembly.node(u)]).collect();
        self.solver.analyze(assembly.matrix().pattern(), &positions);
        self.work.rhs.resize(count, DVec3::ZERO);
        self.work.solution.resize(count, DVec3::ZERO);
        self.factor = Factor::None;
    }

    /// Sees to it that there is a factor that fits the stage and what touches.
    fn ready(
        &mut self,
        system: &System,
        stage: &Stage<'_>,
        q: &[DVec3],
        memory: &mut FactorMemory,
        phases: &mut dyn Phases,
    ) -> Result<(), StepError> {
        let is_old = self.age >= RENEW;
        let assembly = self.assembly.as_mut().expect("made in prepare");
        if self.factor == Factor::Touching && !is_old {
            return Ok(());
        }
        let is_known = self.is_known && !is_old && matches!(self.factor, Factor::Kept(_));
        if assembly.is_touching(system, q) {
            self.work.evaluate_at(stage, q);
            return self.factor_touching(system, stage, q, phases);
        }
        if is_known {
            return Ok(());
        }
        self.is_known = true;
        if is_old {
            self.work.evaluate_at(stage, q);
            remember(memory, stage, &self.work.q_eval, &self.work.v_eval);
        } else if memory.is_empty() || !is_alike(memory, stage) {
            remember(memory, stage, stage.start, stage.velocity_base);
        }
        if self.factor == Factor::Kept(memory.identity()) {
            return Ok(());
        }
        self.factor_kept(system, memory, phases)
    }

    /// Factors at the state of a memory.
    fn factor_kept(
        &mut self,
        system: &System,
        memory: &FactorMemory,
        phases: &mut dyn Phases,
    ) -> Result<(), StepError> {
        let [time, mass_factor, position, velocity, _] = memory.numbers;
        let weights = TangentWeights { position, velocity, positive: true };
        let at = At { q: &memory.q, v: &memory.v, time };
        phases.enter(Phase::Assembly);
        let assembly = self.assembly.as_mut().expect("made in prepare");
        assembly.assemble(system, &at, weights, mass_factor, None);
        self.factor_assembled(Factor::Kept(memory.identity()), phases)
    }

    /// Factors at the present state, with what touches.
    fn factor_touching(
        &mut self,
        system: &System,
        stage: &Stage<'_>,
        q: &[DVec3],
        phases: &mut dyn Phases,
    ) -> Result<(), StepError> {
        let weights = TangentWeights { position: stage.theta, velocity: stage.velocity_rate, positive: true };
        let at = At { q: &self.work.q_eval, v: &self.work.v_eval, time: stage.load_time };
        phases.enter(Phase::Assembly);
        let assembly = self.assembly.as_mut().expect("made in prepare");
        let end = EndPoint { q, cautious: true };
        assembly.assemble(system, &at, weights, stage.mass_factor, Some(end));
        self.factor_assembled(Factor::Touching, phases)
    }

    fn factor_assembled(&mut self, kind: Factor, phases: &mut dyn Phases) -> Result<(), StepError> {
        phases.enter(Phase::Factor);
        let assembly = self.assembly.as_ref().expect("made in prepare");
        self.factor = Factor::None;
        let factored = self.solver.factor(assembly.matrix());
        phases.enter(Phase::Update);
        factored.map_err(|failure| StepError::Singular { node: assembly.node(failure.node) })?;
        self.factor = kind;
        self.age = 0;
        // Answers of another matrix are no use.
        self.history.clear();
        Ok(())
    }

    /// Direction of everything else for the motion of the boundary: A_ff dx = -A_fp dp.
    fn follow_boundary(&mut self, system: &System) {
        let (assembly, work) = (self.assembly.as_ref().expect("made in prepare"), &mut self.work);
        assembly.multiply(&work.boundary, &mut work.force);
        for force in &mut work.force {
            *force = -*force;
        }
        system.holds.project(&mut work.force);
        assembly.restrict(&work.force, &mut work.rhs);
        self.solver.solve(&work.rhs, &mut work.solution);
        assembly.extend(&work.solution, &mut work.direction);
        system.holds.project(&mut work.direction);
    }

    /// answer = P A^-1 r.
    fn find_answer(&mut self, system: &System, phases: &mut dyn Phases) {
        phases.enter(Phase::Solve);
        let assembly = self.assembly.as_ref().expect("made in prepare");
        assembly.restrict(&self.work.residual, &mut self.work.rhs);
        self.solver.solve(&self.work.rhs, &mut self.work.solution);
        assembly.extend(&self.work.solution, &mut self.answer);
        system.holds.project(&mut self.answer);
        phases.enter(Phase::Update);
    }

    /// Finds the direction at `q`, left in `work.direction`; returns r . direction.
    fn find_direction(
        &mut self,
        system: &System,
        stage: &Stage<'_>,
        q: &[DVec3],
        share: Option<f64>,
        memory: &mut FactorMemory,
        phases: &mut dyn Phases,
    ) -> Result<f64, StepError> {
        self.follow_contact(system);
        self.ready(system, stage, q, memory, phases)?;
        self.find_answer(system, phases);
        // With a new factor the answer of the iteration before is no use.
        if let Some(share) = share.filter(|_| self.age > 0) {
            let [residual, answer] = &self.before;
            let after = [self.work.residual.as_slice(), self.answer.as_slice()];
            let most = self.settings.history;
            self.history.push(most, &self.work.direction, share, [residual, answer], after);
        }
        self.history.apply(&self.work.residual, &self.answer, &mut self.work.direction);
        let slope = reduce::dot(&self.work.residual, &self.work.direction);
        if slope > 0.0 || self.history.is_empty() {
            return Ok(slope);
        }
        self.history.clear();
        self.work.direction.copy_from_slice(&self.answer);
        Ok(reduce::dot(&self.work.residual, &self.answer))
    }

    /// Moves `q` along the direction from `point`, which is then where it ends. True if there is nothing to gain any more.
    #[allow(clippy::too_many_arguments, reason = "all that one iteration is about")]
    fn advance(
        &mut self,
        system: &mut System,
        stage: &Stage<'_>,
        q: &mut Vec<DVec3>,
        slope: f64,
        point: &mut Point,
        phases: &mut dyn Phases,
        report: &NewtonReport,
    ) -> Result<bool, StepError> {
        self.before[0].copy_from_slice(&self.work.residual);
        self.before[1].copy_from_slice(&self.answer);
        let moved = reduce::max_length(&self.work.direction);
        let first_share = allowed_share(system, q, &self.work.direction);
        let (before, mut slope_after, mut merit_before) = (point.balance, 0.0, None);
        let found =
            halve(&mut self.work, system, stage, q, first_share, phases, |work, system, q, trial, phases| {
                slope_after = trial.slope;
                if trial.slope.abs() <= STEADY * slope && trial.balance.residual.is_finite() {
                    return true;
                }
                let merit = work.merit(system, stage, trial.q);
                let from = *merit_before.get_or_insert_with(|| {
                    work.balance(system, stage, q, phases);
                    work.merit(system, stage, q)
                });
                let is_better = is_better(trial, slope, &before, from, merit);
                work.balance(system, stage, trial.q, phases);
                is_better
            });
        match found {
            Found::Share(share, balance) => {
                self.decrease += (0.5 * share * (slope + slope_after)).max(0.0);
                *point = Point { balance, share: Some(share) };
            }
            Found::Nothing { admissible_seen } => {
                let merit = merit_before.flatten();
                let is_rounding = merit.is_some_and(|merit| slope <= MERIT_ROUNDING * merit.size);
                self.work.balance(system, stage, q, phases);
                if is_rounding || moved <= 1e4 * ROUNDING * size_of(q) {
                    return Ok(true);
                }
                if self.history.is_empty() {
                    return Err(match admissible_seen {
                        true => self.not_converged(report),
                        false => StepError::Inverted { node: self.work.worst_node() },
                    });
                }
                // What is remembered leads nowhere: on with the matrix alone.
                self.history.clear();
                point.share = None;
            }
        }
        if first_share < 1.0 {
            // Something is in the way: what is nearest there counts from now on.
            freeze_contact(system, q);
            *point = self.point(system, stage, q, phases);
        }
        Ok(moved <= ROUNDING * size_of(q))
    }

    /// Balance at `q`.
    fn point(
        &mut self,
        system: &mut System,
        stage: &Stage<'_>,
        q: &[DVec3],
        phases: &mut dyn Phases,
    ) -> Point {
        Point { balance: self.work.balance(system, stage, q, phases), share: None }
    }

    fn not_converged(&self, report: &NewtonReport) -> StepError {
        self.work.not_converged(report, self.settings.accuracy)
    }

    /// Writes down where an iteration begins.
    fn note(
        &mut self,
        system: &System,
        stage: &Stage<'_>,
        q: &[DVec3],
        pass: usize,
        point: &Point,
        decrement: f64,
    ) {
        if let Some(records) = &mut self.records {
            let energy = self.work.merit(system, stage, q).map(|merit| merit.value);
            let residual = point.balance.relative();
            records.push(IterationRecord { pass, energy, decrease: self.decrease, decrement, residual });
        }
    }

    /// True if what is left to gain is too little to go on.
    fn is_done(&self, balance: &Balance, decrement: f64) -> bool {
        let accuracy = self.settings.accuracy.max(FINEST);
        decrement <= accuracy * (self.decrease + decrement) || balance.relative() <= accuracy.min(BALANCED)
    }
}

/// Where an iteration begins.
#[derive(Clone, Copy)]
struct Point {
    balance: Balance,
    /// Share of the direction that led here, if residual and answer from where it did are known.
    share: Option<f64>,
}

/// True if a trial is good enough: the potential falls by a share of what the slope promises. Where there is none, or where its differences
/// are rounding, the slope must not be reversed: with a quadratic potential in between that says the same [Hager & Zhang 2005, (4.1)].
fn is_better(
    trial: &Trial<'_>,
    slope: f64,
    before: &Balance,
    merit_before: Option<Merit>,
    merit: Option<Merit>,
) -> bool {
    if !trial.balance.residual.is_finite() {
        return false;
    }
    let is_shrinking = trial.slope <= slope && trial.slope >= -SLOPE_LEFT * slope;
    match (merit_before, merit) {
        (Some(from), Some(to)) if trial.share * slope > MERIT_ROUNDING * from.size.max(to.size) => {
            to.value <= from.value - SUFFICIENT * trial.share * slope
        }
        (Some(_), Some(_)) => is_shrinking || trial.balance.residual < before.residual,
        _ => is_shrinking,
    }
}

/// Remembers where the next factor is made.
fn remember(memory: &mut FactorMemory, stage: &Stage<'_>, q: &[DVec3], v: &[DVec3]) {
    memory.q.clear();
    memory.q.extend_from_slice(q);
    memory.v.clear();
    memory.v.extend_from_slice(v);
    memory.numbers = [stage.load_time, stage.mass_factor, stage.theta, stage.velocity_rate, 1.0];
}

/// True if a factor made there serves the stage.
fn is_alike(memory: &FactorMemory, stage: &Stage<'_>) -> bool {
    let [_, mass_factor, theta, velocity_rate, _] = memory.numbers;
    let pairs =
        [(mass_factor, stage.mass_factor), (theta, stage.theta), (velocity_rate, stage.velocity_rate)];
    pairs.iter().all(|&(a, b)| a <= ALIKE * b && b <= ALIKE * a)
}

impl Iterations for QuasiNewton {
    fn iterate(
        &mut self,
        system: &mut System,
        stage: &Stage<'_>,
        q: &mut Vec<DVec3>,
        most: usize,
        memory: &mut FactorMemory,
        phases: &mut dyn Phases,
        report: &mut NewtonReport,
    ) -> Result<(), StepError> {
        let (first, pass) = (report.iterations, self.records().last().map_or(0, |last| last.pass + 1));
        let mut point = self.point(system, stage, q, phases);
        loop {
            report.residual = point.balance.relative();
            if !point.balance.residual.is_finite() {
                return Err(self.not_converged(report));
            }
            let slope = self.find_direction(system, stage, q, point.share, memory, phases)?;
            self.note(system, stage, q, pass, &point, 0.5 * slope);
            if self.is_done(&point.balance, 0.5 * slope) {
                return Ok(());
            }
            if report.iterations - first >= most {
                return Err(self.not_converged(report));
            }
            if phases.is_interrupted() {
                return Err(StepError::Interrupted);
            }
            report.iterations += 1;
            self.age += 1;
            if self.advance(system, stage, q, slope, &mut point, phases, report)? {
                report.residual = point.balance.relative();
                return Ok(());
            }
        }
    }

    fn follow_contact(&mut self, system: &System) {
        if self.assembly.as_mut().is_some_and(|assembly| assembly.follow_contact(system)) {
            self.analyze(system);
        }
    }

    fn limits(&self) -> (usize, usize) {
        (self.settings.max_iterations, self.settings.max_iterations)
    }

    fn work(&mut self) -> &mut Work {
        &mut self.work
    }
}
