//! Implicit steppers for dynamics: backward Euler and generalised alpha.

use crate::projection::{EndOfStep, Projection};
use crate::solve::StageSolver;
use crate::stage::{NewtonReport, Stage};
use crate::stepper::{IterationRecord, Needs, Phases, StepError, StepReport, Stepper};
use glam::DVec3;
use pliant_math::reduce;
use pliant_system::{At, State, System};

fn report(newton: NewtonReport, dt: f64) -> StepReport {
    StepReport {
        advanced: dt,
        iterations: newton.iterations,
        linear_iterations: newton.linear_iterations,
        projections: newton.projections,
        residual: newton.residual,
        cutbacks: 0,
    }
}

/// Where a Newton iteration begins: at the guess, or as far on the way there as nothing passes through anything.
fn begin_at(system: &mut System, start: &[DVec3], guess: &mut [DVec3]) {
    let Some(contact) = &mut system.contact else { return };
    let way: Vec<DVec3> = guess.iter().zip(start).map(|(guess, start)| *guess - *start).collect();
    contact.foresee(start, &way);
    let share = contact.largest_share(start, &way);
    if share < 1.0 {
        for (guess, (start, way)) in guess.iter_mut().zip(start.iter().zip(&way)) {
            *guess = *start + *way * share;
        }
    }
}

/// Backward Euler: M (v_{n+1} - v_n) = dt f(q_{n+1}, v_{n+1}), q_{n+1} = q_n + dt v_{n+1}.
///
/// First order, stable at any step, damps by itself (the more the larger the step).
pub struct ImplicitEuler {
    solver: StageSolver,
    /// One linearised solve a step in place of Newton to the tolerance.
    linearised: bool,
    target: Vec<DVec3>,
    zero: Vec<DVec3>,
    q: Vec<DVec3>,
    projection: Projection,
}

impl ImplicitEuler {
    /// `linearised` does one solve a step (Baraff & Witkin 1998), by Newton's matrix.
    pub fn new(solver: impl Into<StageSolver>, linearised: bool) -> Self {
        let (target, zero, q) = (Vec::new(), Vec::new(), Vec::new());
        Self { solver: solver.into(), linearised, target, zero, q, projection: Projection::default() }
    }
}

impl ImplicitEuler {
    /// Where iterations begin, left in `q`: where inertia takes the nodes. Quasi-Newton methods begin where the accelerations of the step
    /// before would take them: for the same number of iterations, the error that is left is a tenth. What may touch has other accelerations
    /// in every step.
    fn guess(&mut self, system: &System, state: &State, dt: f64) {
        self.q.copy_from_slice(&self.target);
        if self.solver.is_quasi() && system.contact.is_none() {
            reduce::add_scaled(&mut self.q, dt * dt, &state.a);
            if system.admissible(&self.q) {
                return;
            }
            self.q.copy_from_slice(&self.target);
        }
        if !system.admissible(&self.q) {
            self.q.copy_from_slice(&state.q);
        }
    }
}

impl Stepper for ImplicitEuler {
    fn name(&self) -> &'static str {
        "implicit-euler"
    }

    fn needs(&self) -> Needs {
        Needs::default()
    }

    fn prepare(&mut self, system: &mut System, state: &mut State) -> Result<(), StepError> {
        let n = system.node_count();
        self.solver.prepare(system);
        self.zero = vec![DVec3::ZERO; n];
        self.target = vec![DVec3::ZERO; n];
        if state.step == 0 {
            system.holds.place(state.time, &mut state.q);
            system.holds.drive(state.time, &mut state.v);
        }
        self.q = state.q.clone();
        Ok(())
    }

    fn largest_step(&mut self, _: &mut System, _: &State) -> Option<f64> {
        None
    }

    fn step(
        &mut self,
        system: &mut System,
        state: &mut State,
        dt: f64,
        phases: &mut dyn Phases,
    ) -> Result<StepReport, StepError> {
        for i in 0..state.q.len() {
            self.target[i] = state.q[i] + state.v[i] * dt;
        }
        if self.linearised {
            self.q.copy_from_slice(&state.q);
        } else {
            self.guess(system, state, dt);
        }
        let end_time = state.time + dt;
        let stage = Stage {
            mass_factor: 1.0 / (dt * dt),
            inertia_target: &self.target,
            start: &state.q,
            theta: 1.0,
            velocity_base: &self.zero,
            velocity_rate: 1.0 / dt,
            load_time: end_time,
            end_time,
        };
        let linearised = self.linearised;
        let solve = |solver: &mut StageSolver, system: &mut System, at: &mut EndOfStep<'_>| {
            if linearised {
                return solver.newton.solve_once(system, &stage, at.q, at.factor, at.phases);
            }
            begin_at(system, stage.start, at.q);
            solver.solve(system, &stage, at.q, at.factor, at.phases)
        };
        let (factor, memory) = (&mut state.factor, &mut state.contact);
        let end = EndOfStep { q: &mut self.q, factor, memory, dt, phases };
        let newton = self.projection.solve(&mut self.solver, system, &stage, end, solve)?;
        self.projection.move_start(&mut state.q);
        for i in 0..state.q.len() {
            let v = (self.q[i] - state.q[i]) / dt;
            state.a[i] = (v - state.v[i]) / dt;
            state.v[i] = v;
        }
        std::mem::swap(&mut state.q, &mut self.q);
        state.time = end_time;
        state.step += 1;
        Ok(report(newton, dt))
    }

    fn solver_name(&self) -> Option<String> {
        Some(self.solver.solver_name())
    }

    fn matrix_nonzeros(&self) -> Option<usize> {
        self.solver.matrix_nonzeros()
    }

    fn solve_name(&self) -> Option<&'static str> {
        Some(if self.linearised { "linearised" } else { self.solver.name() })
    }

    fn record_iterations(&mut self, on: bool) {
        self.solver.record(on);
    }

    fn iteration_records(&self) -> &[IterationRecord] {
        self.solver.records()
    }
}

/// Generalised alpha (Chung & Hulbert 1993): second order, stable at any step for linear problems; the spectral
/// radius rho at infinite frequency says how much of the unresolved motion survives a step, while resolved modes are
/// hardly damped.
pub struct GeneralizedAlpha {
    solver: StageSolver,
    spectral_radius: f64,
    target: Vec<DVec3>,
    velocity_base: Vec<DVec3>,
    q: Vec<DVec3>,
    projection: Projection,
}

/// The four parameters of the method.
struct Alphas {
    /// alpha_m, alpha_f.
    mass: f64,
    force: f64,
    beta: f64,
    gamma: f64,
}

impl Alphas {
    fn new(rho: f64) -> Self {
        let (mass, force) = ((2.0 * rho - 1.0) / (rho + 1.0), rho / (rho + 1.0));
        Self { mass, force, beta: 0.25 * (1.0 - mass + force).powi(2), gamma: 0.5 - mass + force }
    }
}

impl GeneralizedAlpha {
    /// `spectral_radius` in 0..=1: 1 keeps all energy (of linear problems), 0 kills unresolved motion at once.
    pub fn new(solver: impl Into<StageSolver>, spectral_radius: f64) -> Self {
        let (target, velocity_base, q) = (Vec::new(), Vec::new(), Vec::new());
        let (solver, projection) = (solver.into(), Projection::default());
        Self { solver, spectral_radius, target, velocity_base, q, projection }
    }
}

impl Stepper for GeneralizedAlpha {
    fn name(&self) -> &'static str {
        "generalized-alpha"
    }

    fn needs(&self) -> Needs {
        Needs::default()
    }

    fn prepare(&mut self, system: &mut System, state: &mut State) -> Result<(), StepError> {
        let n = system.node_count();
        self.solver.prepare(system);
        self.target = vec![DVec3::ZERO; n];
        self.velocity_base = vec![DVec3::ZERO; n];
        if state.step == 0 {
            system.holds.place(state.time, &mut state.q);
            system.holds.drive(state.time, &mut state.v);
            state.a = start_accelerations(system, state);
        }
        self.q = state.q.clone();
        Ok(())
    }

    fn largest_step(&mut self, _: &mut System, _: &State) -> Option<f64> {
        None
    }

    fn step(
        &mut self,
        system: &mut System,
        state: &mut State,
        dt: f64,
        phases: &mut dyn Phases,
    ) -> Result<StepReport, StepError> {
        let p = Alphas::new(self.spectral_radius);
        let theta = 1.0 - p.force;
        let mu = (1.0 - p.mass) / (p.beta * dt * dt);
        // a_{n+1} = (q - q_n) / (beta dt^2) - a_known
        let a_known = |v: DVec3, a: DVec3| v / (p.beta * dt) + a * (0.5 / p.beta - 1.0);
        for i in 0..state.q.len() {
            let (q, v, a) = (state.q[i], state.v[i], state.a[i]);
            self.target[i] = q + (a_known(v, a) * (1.0 - p.mass) - a * p.mass) / mu;
            let v_end_known = v + a * (dt * (1.0 - p.gamma)) - a_known(v, a) * (dt * p.gamma);
            self.velocity_base[i] = v * (1.0 - theta) + v_end_known * theta;
        }
        let end_time = state.time + dt;
        let velocity_rate = theta * p.gamma / (p.beta * dt);
        let held = system.holds.is_moving().then(|| HeldMotion::new(system, state, dt, theta));
        if let Some(held) = &held {
            held.prescribe(system, state, mu, velocity_rate, &mut self.target, &mut self.velocity_base);
        }
        let stage = Stage {
            mass_factor: mu,
            inertia_target: &self.target,
            start: &state.q,
            theta,
            velocity_base: &self.velocity_base,
            velocity_rate,
            load_time: state.time + theta * dt,
            end_time,
        };
        for i in 0..state.q.len() {
            self.q[i] = state.q[i] + state.v[i] * dt + state.a[i] * (0.5 * dt * dt);
        }
        if !system.admissible(&self.q) {
            self.q.copy_from_slice(&state.q);
        }
        let solve = |solver: &mut StageSolver, system: &mut System, at: &mut EndOfStep<'_>| {
            begin_at(system, stage.start, at.q);
            solver.solve(system, &stage, at.q, at.factor, at.phases)
        };
        let (factor, memory) = (&mut state.factor, &mut state.contact);
        let end = EndOfStep { q: &mut self.q, factor, memory, dt, phases };
        let newton = self.projection.solve(&mut self.solver, system, &stage, end, solve)?;
        self.projection.move_start(&mut state.q);
        for i in 0..state.q.len() {
            let (v, a) = (state.v[i], state.a[i]);
            let a_end = (self.q[i] - state.q[i]) / (p.beta * dt * dt) - a_known(v, a);
            state.v[i] = v + (a * (1.0 - p.gamma) + a_end * p.gamma) * dt;
            state.a[i] = a_end;
        }
        self.projection.calm(system, &mut state.v);
        std::mem::swap(&mut state.q, &mut self.q);
        state.time = end_time;
        state.step += 1;
        if let Some(held) = &held {
            system.holds.drive(end_time, &mut state.v);
            system.holds.overwrite(&mut state.a, &held.a_end);
        }
        Ok(report(newton, dt))
    }

    fn solver_name(&self) -> Option<String> {
        Some(self.solver.solver_name())
    }

    fn matrix_nonzeros(&self) -> Option<usize> {
        self.solver.matrix_nonzeros()
    }

    fn solve_name(&self) -> Option<&'static str> {
        Some(self.solver.name())
    }

    fn record_iterations(&mut self, on: bool) {
        self.solver.record(on);
    }

    fn iteration_records(&self) -> &[IterationRecord] {
        self.solver.records()
    }
}

/// What held nodes do in a step of generalised alpha. Their motion is known, so it is put in as it is: the recursion
/// for the accelerations would ring at rho = 1 after every kink of a motion.
struct HeldMotion {
    q_end: Vec<DVec3>,
    a_end: Vec<DVec3>,
    /// Where the forces are evaluated.
    v_eval: Vec<DVec3>,
    a_eval: Vec<DVec3>,
}

impl HeldMotion {
    fn new(system: &System, state: &State, dt: f64, theta: f64) -> Self {
        let (holds, n) = (&system.holds, state.q.len());
        let acceleration = |time: f64| {
            let mut a = vec![DVec3::ZERO; n];
            holds.accelerations(time, &mut a);
            a
        };
        let (mut q_end, mut v_end) = (state.q.clone(), state.v.clone());
        holds.place(state.time + dt, &mut q_end);
        holds.drive(state.time + dt, &mut v_end);
        let [a_start, a_middle, a_end, mut a_eval] =
            [0.0, 0.5, 1.0, theta].map(|share| acceleration(state.time + share * dt));
        for i in 0..n {
            // The mean of the accelerations (Simpson) against the change of velocity: what is missing is a jump.
            let mean = (a_start[i] + a_middle[i] * 4.0 + a_end[i]) / 6.0;
            a_eval[i] += (v_end[i] - state.v[i]) / dt - mean;
        }
        let v_eval = (0..n).map(|i| state.v[i] * (1.0 - theta) + v_end[i] * theta).collect();
        Self { q_end, a_end, v_eval, a_eval }
    }

    /// Target and velocity base for which the stage finds these accelerations and velocities at held nodes.
    fn prescribe(
        &self,
        system: &System,
        state: &State,
        mass_factor: f64,
        velocity_rate: f64,
        target: &mut [DVec3],
        velocity_base: &mut [DVec3],
    ) {
        let n = target.len();
        let values: Vec<DVec3> = (0..n).map(|i| self.q_end[i] - self.a_eval[i] / mass_factor).collect();
        system.holds.overwrite(target, &values);
        let moved = |i: usize| self.q_end[i] - state.q[i];
        let values: Vec<DVec3> = (0..n).map(|i| self.v_eval[i] - moved(i) * velocity_rate).collect();
        system.holds.overwrite(velocity_base, &values);
    }
}

/// M a = f with the accelerations of the motions on held components.
fn start_accelerations(system: &mut System, state: &State) -> Vec<DVec3> {
    let n = system.node_count();
    let (mut force, mut held, mut image) = (vec![DVec3::ZERO; n], vec![DVec3::ZERO; n], vec![DVec3::ZERO; n]);
    system.forces(&At { q: &state.q, v: &state.v, time: state.time }, &mut force);
    system.holds.accelerations(state.time, &mut held);
    system.mass.multiply(&held, &mut image);
    reduce::add_scaled(&mut force, -1.0, &image);
    let mut a = solve_mass(system, force);
    system.holds.overwrite(&mut a, &held);
    a
}

/// M a = f on the free directions, by conjugate gradients with the lumped mass as preconditioner: the mass is well
/// conditioned whatever the mesh.
pub fn solve_mass(system: &System, mut force: Vec<DVec3>) -> Vec<DVec3> {
    let n = force.len();
    system.holds.project(&mut force);
    let lumped = system.mass.lumped_masses();
    let precondition = |r: &[DVec3]| -> Vec<DVec3> { r.iter().zip(lumped).map(|(r, m)| *r / *m).collect() };
    let mut a = precondition(&force);
    if !system.mass.is_coupled() {
        return a;
    }
    a.fill(DVec3::ZERO);
    let (mut residual, mut image) = (force, vec![DVec3::ZERO; n]);
    let mut z = precondition(&residual);
    let mut direction = z.clone();
    let mut rz = reduce::dot(&residual, &z);
    let stop = 1e-28 * rz;
    for _ in 0..200 {
        if rz <= stop {
            break;
        }
        system.mass.multiply(&direction, &mut image);
        system.holds.project(&mut image);
        let share = rz / reduce::dot(&direction, &image);
        reduce::add_scaled(&mut a, share, &direction);
        reduce::add_scaled(&mut residual, -share, &image);
        z = precondition(&residual);
        let rz_new = reduce::dot(&residual, &z);
        for i in 0..n {
            direction[i] = z[i] + direction[i] * (rz_new / rz);
        }
        rz = rz_new;
    }
    a
}
