//! What all solvers of a stage share: where forces are evaluated, the residual and the potential behind it, motions of the boundary, and the
//! passes in which contact follows a solution.

use crate::stage::{NewtonReport, Stage};
use crate::stepper::{Phase, Phases, StepError};
use glam::DVec3;
use pliant_math::reduce;
use pliant_system::{At, FactorMemory, System};

/// Positions are taken as converged when corrections fall below this share of the system's size: rounding.
pub(crate) const ROUNDING: f64 = 1e-13;

/// How often contact is brought up to date in one step.
const CONTACT_PASSES: usize = 8;

/// Work arrays, kept from step to step.
#[derive(Default)]
pub(crate) struct Work {
    pub(crate) q_eval: Vec<DVec3>,
    pub(crate) v_eval: Vec<DVec3>,
    pub(crate) force: Vec<DVec3>,
    pub(crate) inertia: Vec<DVec3>,
    offset: Vec<DVec3>,
    pub(crate) residual: Vec<DVec3>,
    pub(crate) trial: Vec<DVec3>,
    /// The last solution while contact is brought up to date.
    settled: Vec<DVec3>,
    pub(crate) direction: Vec<DVec3>,
    pub(crate) boundary: Vec<DVec3>,
    pub(crate) rhs: Vec<DVec3>,
    pub(crate) solution: Vec<DVec3>,
}

/// Residual norm and what it is compared with.
#[derive(Clone, Copy)]
pub(crate) struct Balance {
    pub(crate) residual: f64,
    reference: f64,
}

impl Balance {
    pub(crate) fn relative(&self) -> f64 {
        if self.residual == 0.0 { 0.0 } else { self.residual / self.reference }
    }
}

/// The potential of a stage (J).
#[derive(Clone, Copy)]
pub(crate) struct Merit {
    pub(crate) value: f64,
    /// Sum of the magnitudes it is made of: its rounding is a share of this.
    pub(crate) size: f64,
}

impl Work {
    /// Gets ready for so many nodes.
    pub(crate) fn resize(&mut self, n: usize) {
        for field in [
            &mut self.q_eval,
            &mut self.v_eval,
            &mut self.force,
            &mut self.inertia,
            &mut self.offset,
            &mut self.residual,
            &mut self.trial,
            &mut self.direction,
            &mut self.boundary,
        ] {
            field.resize(n, DVec3::ZERO);
        }
    }

    /// q_e and v_e of the stage at `q`.
    pub(crate) fn evaluate_at(&mut self, stage: &Stage<'_>, q: &[DVec3]) {
        for i in 0..q.len() {
            let moved = q[i] - stage.start[i];
            self.q_eval[i] = if stage.theta == 1.0 { q[i] } else { stage.start[i] + moved * stage.theta };
            self.v_eval[i] = stage.velocity_base[i] + moved * stage.velocity_rate;
        }
    }

    /// Residual at `q`, left in `residual` with held components removed.
    pub(crate) fn balance(
        &mut self,
        system: &mut System,
        stage: &Stage<'_>,
        q: &[DVec3],
        phases: &mut dyn Phases,
    ) -> Balance {
        phases.enter(Phase::Forces);
        self.evaluate_at(stage, q);
        let at = At { q: &self.q_eval, v: &self.v_eval, time: stage.load_time };
        system.forces(&at, &mut self.force);
        if let Some(contact) = &system.contact {
            contact.add_forces(q, &mut self.force);
        }
        phases.enter(Phase::Update);
        let mut reference = reduce::norm(&self.force) + system.support_norm();
        self.residual.copy_from_slice(&self.force);
        if stage.mass_factor != 0.0 {
            for i in 0..q.len() {
                self.offset[i] = (q[i] - stage.inertia_target[i]) * stage.mass_factor;
            }
            system.mass.multiply(&self.offset, &mut self.inertia);
            reference += reduce::norm(&self.inertia);
            reduce::add_scaled(&mut self.residual, -1.0, &self.inertia);
        }
        system.holds.project(&mut self.residual);
        Balance { residual: reduce::norm(&self.residual), reference }
    }

    /// Potential of the stage at `q`, where the balance was taken last, up to a constant: the residual is minus its gradient.
    pub(crate) fn merit(&self, system: &System, stage: &Stage<'_>, q: &[DVec3]) -> Option<Merit> {
        if system.has_damping() && stage.velocity_rate != 0.0 {
            return None;
        }
        let at = At { q: &self.q_eval, v: &self.v_eval, time: stage.load_time };
        let touching = system.contact.as_ref().map_or(0.0, |contact| contact.potential(q));
        let (mut potential, mut size) = (0.0, touching.abs());
        for term in system.terms() {
            let energy = term.energy(&at)?;
            potential += energy;
            size += energy.abs() / stage.theta;
        }
        let potential = potential / stage.theta + touching;
        if stage.mass_factor == 0.0 {
            return Some(Merit { value: potential, size });
        }
        let inertia: f64 = (0..q.len()).map(|i| (q[i] - stage.inertia_target[i]).dot(self.inertia[i])).sum();
        Some(Merit { value: potential + 0.5 * inertia, size: size + 0.5 * inertia.abs() })
    }

    /// How far the held nodes of the guess are from where they must be, left in `boundary`; false if they are there.
    pub(crate) fn boundary_motion(&mut self, system: &System, stage: &Stage<'_>, q: &[DVec3]) -> bool {
        let boundary = &mut self.boundary;
        boundary.copy_from_slice(q);
        system.holds.place(stage.end_time, boundary);
        for (target, q) in boundary.iter_mut().zip(q) {
            *target -= *q;
        }
        boundary.iter().any(|d| *d != DVec3::ZERO)
    }

    /// Moves the boundary to its place and everything else by the direction found for that.
    pub(crate) fn move_with_boundary(
        &mut self,
        system: &System,
        stage: &Stage<'_>,
        q: &mut [DVec3],
    ) -> Result<(), StepError> {
        for i in 0..q.len() {
            q[i] += self.direction[i] + self.boundary[i];
        }
        system.holds.place(stage.end_time, q);
        self.evaluate_at(stage, q);
        if system.admissible(&self.q_eval) {
            return Ok(());
        }
        Err(StepError::Inverted { node: self.worst_node() })
    }

    /// The iterations came to nothing.
    pub(crate) fn not_converged(&self, report: &NewtonReport, tolerance: f64) -> StepError {
        StepError::NotConverged {
            iterations: report.iterations,
            residual: report.residual,
            tolerance,
            node: self.worst_node(),
        }
    }

    /// The node with the largest residual.
    pub(crate) fn worst_node(&self) -> usize {
        let length = |i: usize| self.residual[i].length_squared();
        (0..self.residual.len()).max_by(|&a, &b| length(a).total_cmp(&length(b))).unwrap_or(0)
    }
}

/// From here on what is nearest to what stays as it is at `q`.
pub(crate) fn freeze_contact(system: &mut System, q: &[DVec3]) {
    if let Some(contact) = &mut system.contact {
        contact.freeze(q);
    }
}

/// Largest coordinate: the scale of rounding in positions.
pub(crate) fn size_of(q: &[DVec3]) -> f64 {
    q.iter().map(|x| x.abs().max_element()).fold(f64::MIN_POSITIVE, f64::max)
}

/// A way to solve a stage while contact is frozen.
pub(crate) trait Iterations {
    /// Iterations from `q`, `most` at most, which holds the answer then.
    #[allow(clippy::too_many_arguments, reason = "all that a solve is about")]
    fn iterate(
        &mut self,
        system: &mut System,
        stage: &Stage<'_>,
        q: &mut Vec<DVec3>,
        most: usize,
        memory: &mut FactorMemory,
        phases: &mut dyn Phases,
        report: &mut NewtonReport,
    ) -> Result<(), StepError>;

    /// Takes couplings of contact into the pattern of the matrix.
    fn follow_contact(&mut self, system: &System);

    /// Iterations at first, and in each pass after that; what was found before is kept if they do not do.
    fn limits(&self) -> (usize, usize);

    fn work(&mut self) -> &mut Work;
}

/// Solves, lets contact follow the solution, and solves again until they agree.
pub(crate) fn solve_in_passes(
    solver: &mut impl Iterations,
    system: &mut System,
    stage: &Stage<'_>,
    q: &mut Vec<DVec3>,
    memory: &mut FactorMemory,
    phases: &mut dyn Phases,
    report: &mut NewtonReport,
) -> Result<(), StepError> {
    let (first, again) = solver.limits();
    freeze_contact(system, q);
    solver.iterate(system, stage, q, first, memory, phases, report)?;
    for _ in 0..CONTACT_PASSES {
        if !system.contact.as_mut().is_some_and(|contact| contact.settle(q)) {
            break;
        }
        solver.follow_contact(system);
        solver.work().settled.clone_from(q);
        match solver.iterate(system, stage, q, again, memory, phases, report) {
            Ok(()) => {}
            // The step is given up as a whole: a shorter solve would have other bits.
            Err(StepError::Interrupted) => return Err(StepError::Interrupted),
            Err(_) => {
                // What was found before holds, with what touched a moment ago.
                q.clone_from(&solver.work().settled);
                break;
            }
        }
    }
    Ok(())
}
