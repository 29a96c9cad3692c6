//! The equations of a point on a path of equilibria: r(q, tau) = 0 and one more for the time tau of the loads.
//!
//!   A dq = r + r_tau dtau,     n . dq + n_tau dtau = g          A = -dr/dq,   r_tau = dr/dtau,   g: what is missing to the plane
//!
//! By two answers of one factor, A a = r and A b = r_tau [Batoz, Dhatt 1979]:
//!
//!   dtau = (g - n . a) / (n . b + n_tau),     dq = a + dtau b
//!
//! A is not positive beyond the limit of stability, so it is factored as an indefinite matrix, which also tells how many motions are unstable.
//!
//! r_tau has two parts. Pins move with tau: Df[dp/dtau] is exact, since motions know their velocities. Loads are functions of tau that no term
//! differentiates: their part is the difference of all forces over a small piece of tau at the same q. Dead loads are linear in tau, so for them this is
//! exact but for rounding (1e-16 of the forces over 1e-6 of the load, 1e-10); for loads that follow the body and histories that bend it is off by
//! 1e-6 of itself. Only the direction of Newton's corrections depends on it, never the residual that they bring to zero.

use crate::balance::{Balance, ROUNDING, Work, size_of};
use crate::krylov::flexible_gmres;
use crate::modes::make_largest_positive;
use crate::stage::{NewtonSettings, Stage};
use crate::stepper::{Phase, Phases, StepError, StepReport};
use glam::DVec3;
use pliant_math::reduce;
use pliant_math::sparse::{Indefinite, nearest_to_zero};
use pliant_system::{Assembly, At, System, TangentWeights};

/// Share of the full load over which the change of the loads is taken.
const DIFFERENCE: f64 = 1e-6;

/// A correction is cut to this share at least before an element inside out is the end of it.
const SMALLEST_SHARE: f64 = 1.0 / 16.0;

/// Iterations after which a residual may not be so many times the first one.
const PATIENCE: usize = 5;
const DIVERGED: f64 = 1e4;

/// How near to its plane a point must be, as a share of the plane's distance.
const ON_PLANE: f64 = 1e-8;

/// Iterations with the factor of the symmetric part where loads follow the body, and how exact they are.
const FOLLOWERS: usize = 30;
const FOLLOWER_TOLERANCE: f64 = 1e-8;

/// Inverse iterations for the motion that has just lost its stability: its eigenvalue is far smaller than all others.
const INVERSE_ITERATIONS: usize = 12;

/// Softest motions that are looked at around a bifurcation, and solves for each of them: in the first trial, and in others, which know them from there.
const SOFT_MOTIONS: usize = 6;
const FIRST_SOFT_ROUNDS: usize = 12;
const SOFT_ROUNDS: usize = 5;

/// A place on the path.
#[derive(Default)]
pub(super) struct Point {
    pub q: Vec<DVec3>,
    pub load_time: f64,
}

/// All points whose way from a known one has a given part along a direction.
pub(super) struct Plane<'a> {
    pub origin: &'a [DVec3],
    pub origin_load: f64,
    pub normal: &'a [DVec3],
    pub normal_load: f64,
    pub distance: f64,
    /// The point to begin with was predicted by the tangent at the origin.
    pub leads_to_point: bool,
}

/// Residual, tangent and their solution, with work arrays kept from step to step.
pub(super) struct Equations {
    settings: NewtonSettings,
    solver: Indefinite,
    assembly: Option<Assembly>,
    /// Change of the time of loads over which the change of forces is taken (s).
    difference: f64,
    work: Work,
    pub zero: Vec<DVec3>,
    /// Where the iteration before was; empty if there was none.
    before: Vec<DVec3>,
    /// r_tau, and dp/dtau of what is held.
    rate: Vec<DVec3>,
    held_rate: Vec<DVec3>,
    /// a of the module head.
    correction: Vec<DVec3>,
    /// b of the module head, with the motion of what is held: dq/dtau on the path.
    pub response: Vec<DVec3>,
    /// What was found last of the softest motions; empty before.
    soft: Vec<Vec<DVec3>>,
}

impl Equations {
    pub fn new(settings: NewtonSettings, solver: Indefinite, full: f64) -> Self {
        let none = Vec::new;
        Self {
            settings,
            solver,
            assembly: None,
            difference: DIFFERENCE * full,
            work: Work::default(),
            zero: none(),
            before: none(),
            rate: none(),
            held_rate: none(),
            correction: none(),
            response: none(),
            soft: Vec::new(),
        }
    }

    pub fn solver_name(&self) -> String {
        self.solver.name()
    }

    pub fn matrix_nonzeros(&self) -> Option<usize> {
        self.assembly.as_ref().map(|assembly| assembly.pattern().nonzero_count())
    }

    /// Gets ready for a system; everything known of another one is forgotten.
    pub fn prepare(&mut self, system: &System) {
        let n = system.node_count();
        self.work.resize(n);
        self.soft.clear();
        for field in
            [&mut self.zero, &mut self.rate, &mut self.held_rate, &mut self.correction, &mut self.response]
        {
            field.clear();
            field.resize(n, DVec3::ZERO);
        }
        let assembly = Assembly::new(system);
        let (count, places) = (assembly.unknown_count(), system.places());
        let positions: Vec<DVec3> = (0..count).map(|u| places[assembly.node(u)]).collect();
        self.solver.analyze(assembly.pattern(), &positions);
        self.work.rhs.resize(count, DVec3::ZERO);
        self.work.solution.resize(count, DVec3::ZERO);
        self.assembly = Some(assembly);
    }

    /// Moves a point to where it is in balance, within the plane; returns the iterations that took.
    pub fn correct(
        &mut self,
        system: &mut System,
        plane: &Plane<'_>,
        point: &mut Point,
        phases: &mut dyn Phases,
        report: &mut StepReport,
    ) -> Result<usize, StepError> {
        let mut first = None;
        self.before.clear();
        if plane.leads_to_point {
            self.before.extend_from_slice(plane.origin);
        }
        for iteration in 0..=self.settings.max_iterations {
            let balance = self.balance(system, point, phases);
            report.residual = balance.relative();
            let first = *first.get_or_insert(balance.residual);
            if !balance.residual.is_finite() || (iteration >= PATIENCE && balance.residual > DIVERGED * first)
            {
                return Err(self.not_converged(iteration, report));
            }
            let missing = self.missing(plane, point);
            let is_on_plane = missing.abs() <= ON_PLANE * plane.distance.abs();
            if is_on_plane && report.residual <= self.settings.tolerance {
                return Ok(iteration);
            }
            if phases.is_interrupted() {
                return Err(StepError::Interrupted);
            }
            report.iterations += 1;
            self.linearise(system, point.load_time, RateSide::After, phases)?;
            self.answer(system, point.load_time, Side::Residual, phases)?;
            self.before.clone_from(&point.q);
            let along = |field: &[DVec3]| reduce::dot(plane.normal, field);
            let load_step = (missing - along(&self.correction)) / (along(&self.response) + plane.normal_load);
            if !load_step.is_finite() {
                return Err(self.not_converged(iteration, report));
            }
            let moved = self.advance(system, point, load_step)?;
            if is_on_plane && moved <= ROUNDING * size_of(&point.q) {
                return Ok(iteration + 1);
            }
        }
        Err(self.not_converged(self.settings.max_iterations, report))
    }

    /// The direction of the path at a point in balance, left in `response` by unit of the time of loads; returns how many motions
    /// are unstable there.
    pub fn tangent(
        &mut self,
        system: &mut System,
        point: &Point,
        side: RateSide,
        phases: &mut dyn Phases,
    ) -> Result<usize, StepError> {
        self.before.clear();
        self.balance(system, point, phases);
        self.linearise(system, point.load_time, side, phases)
    }

    /// The eigenvalues of A x = mu M x nearest to zero, nearest first, at the point whose tangent was found last.
    pub fn soft_eigenvalues(&mut self, system: &System) -> Result<Vec<f64>, StepError> {
        let mut block = std::mem::take(&mut self.soft);
        let rounds = if block.is_empty() { FIRST_SOFT_ROUNDS } else { SOFT_ROUNDS };
        if block.is_empty() {
            block = vec![vec![DVec3::ZERO; system.node_count()]; SOFT_MOTIONS];
            block.iter_mut().enumerate().for_each(|(k, x)| scatter(x, k));
            block.iter_mut().for_each(|x| system.holds.project(x));
        }
        let times_mass = |x: &[DVec3], out: &mut [DVec3]| {
            system.mass.multiply(x, out);
            system.holds.project(out);
        };
        let inverse = |rhs: &[DVec3], out: &mut [DVec3]| self.substitute(system, rhs, out);
        let values = nearest_to_zero(&mut block, rounds, times_mass, inverse);
        self.soft = block;
        values
    }

    /// The motion that loses its stability near the point whose tangent was found last: the eigenvector of A x = mu M x with the smallest mu,
    /// by inverse iteration.
    pub fn softest_motion(&mut self, system: &mut System, out: &mut [DVec3]) -> Result<(), StepError> {
        scatter(out, 0);
        for _ in 0..INVERSE_ITERATIONS {
            system.mass.multiply(out, &mut self.work.inertia);
            system.holds.project(&mut self.work.inertia);
            let rhs = std::mem::take(&mut self.work.inertia);
            let done = self.substitute(system, &rhs, out);
            self.work.inertia = rhs;
            done?;
            let size = reduce::norm(out);
            reduce::scale(out, 1.0 / size);
        }
        make_largest_positive(out);
        Ok(())
    }

    /// Begins anew with the next [`Self::soft_eigenvalues`].
    pub fn forget_soft_motions(&mut self) {
        self.soft.clear();
    }

    /// Residual and evaluation point at a place.
    fn balance(&mut self, system: &mut System, point: &Point, phases: &mut dyn Phases) -> Balance {
        let stage = Stage::equilibrium(&self.zero, &self.zero, point.load_time);
        self.work.balance(system, &stage, &point.q, phases)
    }

    /// What is missing from a point to a plane.
    fn missing(&mut self, plane: &Plane<'_>, point: &Point) -> f64 {
        let way = &mut self.work.trial;
        for i in 0..way.len() {
            way[i] = point.q[i] - plane.origin[i];
        }
        let load_way = point.load_time - plane.origin_load;
        plane.distance - reduce::dot(plane.normal, way) - plane.normal_load * load_way
    }

    /// A, factored, and b, where the balance was taken last; returns how many eigenvalues of A are negative.
    fn linearise(
        &mut self,
        system: &mut System,
        load_time: f64,
        side: RateSide,
        phases: &mut dyn Phases,
    ) -> Result<usize, StepError> {
        self.find_rate(system, load_time, side, phases);
        let assembly = self.assembly.as_mut().expect("made in prepare");
        phases.enter(Phase::Assembly);
        let at = At { q: &self.work.q_eval, v: &self.work.v_eval, time: load_time };
        let weights = TangentWeights { position: 1.0, velocity: 0.0, positive: false };
        let came_from = (!self.before.is_empty()).then_some(self.before.as_slice());
        assembly.assemble_on_the_way(system, &at, weights, 0.0, None, came_from);
        phases.enter(Phase::Factor);
        let factored = self.solver.factor(assembly.matrix());
        let negative = factored.map_err(|bad| StepError::Singular { node: assembly.node(bad.node) })?;
        self.answer(system, load_time, Side::Rate, phases)?;
        reduce::add_scaled(&mut self.response, 1.0, &self.held_rate);
        Ok(negative)
    }

    /// r_tau where the balance was taken last.
    fn find_rate(&mut self, system: &mut System, load_time: f64, side: RateSide, phases: &mut dyn Phases) {
        phases.enter(Phase::Forces);
        let Self { work, rate, held_rate, difference, .. } = self;
        // Motions have the velocity of what comes after where they have a kink.
        let (difference, of_motions) = match side {
            RateSide::After => (*difference, load_time),
            RateSide::Before => (-*difference, load_time - *difference),
        };
        let beside = At { q: &work.q_eval, v: &work.v_eval, time: load_time + difference };
        system.forces(&beside, rate);
        for (rate, now) in rate.iter_mut().zip(&work.force) {
            *rate = (*rate - *now) / difference;
        }
        if system.holds.is_moving() {
            held_rate.fill(DVec3::ZERO);
            system.holds.drive(of_motions, held_rate);
            let at = At { time: load_time, ..beside };
            system.force_differential(&at, held_rate, None, &mut work.direction);
            reduce::add_scaled(rate, 1.0, &work.direction);
        }
        system.holds.project(rate);
    }

    /// a = A^-1 r or b = A^-1 r_tau, with the whole derivative where loads follow the body.
    fn answer(
        &mut self,
        system: &mut System,
        load_time: f64,
        side: Side,
        phases: &mut dyn Phases,
    ) -> Result<(), StepError> {
        phases.enter(Phase::Solve);
        let (rhs, mut out) = match side {
            Side::Residual => (std::mem::take(&mut self.work.residual), std::mem::take(&mut self.correction)),
            Side::Rate => (std::mem::take(&mut self.rate), std::mem::take(&mut self.response)),
        };
        let mut done = self.substitute(system, &rhs, &mut out);
        if done.is_ok() && !system.is_symmetric() {
            done = self.correct_for_followers(system, load_time, &rhs, &mut out);
        }
        match side {
            Side::Residual => (self.work.residual, self.correction) = (rhs, out),
            Side::Rate => (self.rate, self.response) = (rhs, out),
        }
        phases.enter(Phase::Update);
        done
    }

    /// out = A^-1 rhs with the factor at hand, zero where nodes are held.
    fn substitute(&mut self, system: &System, rhs: &[DVec3], out: &mut [DVec3]) -> Result<(), StepError> {
        let assembly = self.assembly.as_ref().expect("made in prepare");
        assembly.restrict(rhs, &mut self.work.rhs);
        let solved = self.solver.solve(assembly.matrix(), &self.work.rhs, &mut self.work.solution);
        assembly.extend(&self.work.solution, out);
        system.holds.project(out);
        solved.map_err(|_| StepError::Singular { node: self.work.worst_node() })
    }

    /// Turns the answer of the symmetric matrix into that of the whole derivative.
    fn correct_for_followers(
        &mut self,
        system: &mut System,
        load_time: f64,
        rhs: &[DVec3],
        out: &mut [DVec3],
    ) -> Result<(), StepError> {
        let Self { work, assembly, solver, before, .. } = self;
        let assembly = assembly.as_ref().expect("made in prepare");
        let at = At { q: &work.q_eval, v: &work.v_eval, time: load_time };
        let holds = system.holds.clone();
        let came_from = (!before.is_empty()).then_some(before.as_slice());
        let apply = |x: &[DVec3], image: &mut [DVec3]| {
            system.foreseen_differential(&at, came_from, x, None, image);
            reduce::scale(image, -1.0);
            holds.project(image);
        };
        let (restricted, solution) = (&mut work.rhs, &mut work.solution);
        let precondition = |residual: &[DVec3], z: &mut [DVec3]| {
            assembly.restrict(residual, restricted);
            if solver.solve(assembly.matrix(), restricted, solution).is_err() {
                z.copy_from_slice(residual);
                return;
            }
            assembly.extend(solution, z);
            holds.project(z);
        };
        flexible_gmres(apply, precondition, rhs, out, FOLLOWER_TOLERANCE, FOLLOWERS, false);
        Ok(())
    }

    /// Moves the point by a + dtau b, less far if elements would turn inside out; returns the largest way of a node.
    fn advance(&mut self, system: &System, point: &mut Point, load_step: f64) -> Result<f64, StepError> {
        reduce::add_scaled(&mut self.correction, load_step, &self.response);
        let trial = &mut self.work.trial;
        let mut share = 1.0;
        while share >= SMALLEST_SHARE {
            let load_time = point.load_time + share * load_step;
            for i in 0..trial.len() {
                trial[i] = point.q[i] + self.correction[i] * share;
            }
            system.holds.place(load_time, trial);
            if system.admissible(trial) {
                std::mem::swap(&mut point.q, trial);
                point.load_time = load_time;
                return Ok(reduce::max_length(&self.correction));
            }
            share *= 0.5;
        }
        Err(StepError::Inverted { node: system.inadmissible_node(trial).unwrap_or(0) })
    }

    fn not_converged(&self, iterations: usize, report: &StepReport) -> StepError {
        StepError::NotConverged {
            iterations,
            residual: report.residual,
            tolerance: self.settings.tolerance,
            node: self.work.worst_node(),
        }
    }
}

/// On which side of a time the rate of the loads there is taken; it matters at kinks.
#[derive(Clone, Copy)]
pub(super) enum RateSide {
    Before,
    After,
}

/// The two right-hand sides of the module head.
#[derive(Clone, Copy)]
enum Side {
    Residual,
    Rate,
}

/// The same numbers of no pattern for every run: starts that are square to no motion.
fn scatter(field: &mut [DVec3], which: usize) {
    let golden = 0.618_033_988_749_894_9;
    let first = 3 * which * field.len() + 1;
    for (i, x) in field.iter_mut().enumerate() {
        let number = |k: usize| 2.0 * ((first + 3 * i + k) as f64 * golden).fract() - 1.0;
        *x = DVec3::new(number(0), number(1), number(2));
    }
}
