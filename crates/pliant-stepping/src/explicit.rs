//! Explicit steppers: leapfrog, velocity Verlet and symplectic Euler.
//!
//! All three are second-order or first-order symplectic, need one force evaluation a step and a lumped mass, and
//! are stable below 2 / omega_max. The limit is estimated from the forces themselves ([`largest_frequency`])
//! and the world looks at it again as the bodies deform.

use crate::stable_step::{largest_damping_rate, largest_frequency};
use crate::stepper::{Needs, Phase, Phases, StepError, StepReport, Stepper};
use glam::DVec3;
use pliant_system::{At, Drift, State, System};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// Nodes one task updates.
const NODES_A_TASK: usize = 1024;

/// Which explicit scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExplicitScheme {
    /// Velocities at half steps: v_{n+1/2} = v_{n-1/2} + dt a_n, x_{n+1} = x_n + dt v_{n+1/2}.
    Leapfrog,
    /// Velocities at whole steps, averaged accelerations.
    Verlet,
    /// v_{n+1} = v_n + dt a_n, x_{n+1} = x_n + dt v_{n+1}.
    SymplecticEuler,
}

/// An explicit stepper.
pub struct Explicit {
    scheme: ExplicitScheme,
    /// Share of the stability limit to use.
    safety: f64,
    inverse_mass: Vec<f64>,
    /// Velocities (m/s) for damping forces.
    v_damped: Vec<DVec3>,
    holds_move: bool,
}

/// Where [`State::stepper`] keeps the length of the last step (s), zero before the first.
const LAST_STEP: usize = 0;

impl Explicit {
    /// `safety` is the share of the stability limit to use, below 1.
    pub fn new(scheme: ExplicitScheme, safety: f64) -> Self {
        Self { scheme, safety, inverse_mass: Vec::new(), v_damped: Vec::new(), holds_move: false }
    }

    /// a = f / m at the state's positions, into `state.a`; returns a node whose number is not finite. Damping forces take velocities
    /// that the accelerations before have driven on by `behind` (s): they would else be half a step old, and damping of first order.
    fn accelerate(
        &mut self,
        system: &mut System,
        state: &mut State,
        behind: f64,
        phases: &mut dyn Phases,
    ) -> Option<usize> {
        phases.enter(Phase::Forces);
        let is_behind = behind > 0.0 && system.has_damping();
        if is_behind {
            let now = |(v, a): (&DVec3, &DVec3)| *v + *a * behind;
            self.v_damped.clear();
            self.v_damped.extend(state.v.iter().zip(&state.a).map(now));
        }
        let v: &[DVec3] = if is_behind { &self.v_damped } else { &state.v };
        let at = At { q: &state.q, v, time: state.time };
        let (inverse_mass, finite) = (&self.inverse_mass, AtomicBool::new(true));
        system.map_forces(&at, &mut state.a, |node, force| {
            let a = force * inverse_mass[node];
            if !a.is_finite() {
                finite.store(false, Ordering::Relaxed);
            }
            a
        });
        phases.enter(Phase::Update);
        let broken = if finite.into_inner() { None } else { state.a.iter().position(|a| !a.is_finite()) };
        system.holds.project(&mut state.a);
        broken
    }

    /// v += kick a, x += drift v.
    fn kick_and_drift(state: &mut State, kick: f64, drift: f64) {
        let State { q, v, a, .. } = state;
        q.par_chunks_mut(NODES_A_TASK)
            .zip(v.par_chunks_mut(NODES_A_TASK))
            .zip(a.par_chunks(NODES_A_TASK))
            .for_each(|((q, v), a)| {
                for i in 0..q.len() {
                    v[i] += a[i] * kick;
                    q[i] += v[i] * drift;
                }
            });
    }

    fn kick(state: &mut State, kick: f64) {
        let State { v, a, .. } = state;
        v.par_chunks_mut(NODES_A_TASK).zip(a.par_chunks(NODES_A_TASK)).for_each(|(v, a)| {
            for i in 0..v.len() {
                v[i] += a[i] * kick;
            }
        });
    }

    /// Lets contact change the velocities that are about to move the nodes.
    fn filter(&self, system: &mut System, state: &mut State, dt: f64) {
        let System { contact: Some(contact), holds, .. } = system else { return };
        let State { q, v, contact: memory, stepper, time, .. } = state;
        // Forces act from the middle of the last step to the middle of this one, whatever the scheme keeps.
        let before = if stepper[LAST_STEP] > 0.0 { stepper[LAST_STEP] } else { dt };
        let kick = match self.scheme {
            ExplicitScheme::SymplecticEuler => dt,
            _ => 0.5 * (before + dt),
        };
        let inverse_mass = &self.inverse_mass;
        let mut drift = Drift { q, v, inverse_mass, holds, time: *time, dt, kick, response: None };
        contact.filter(&mut drift, memory);
    }

    /// The first kick of a step: from the velocity kept to the one positions drift with.
    fn first_kick(&self, state: &State, dt: f64) -> f64 {
        match self.scheme {
            ExplicitScheme::Leapfrog => 0.5 * (state.stepper[LAST_STEP] + dt),
            ExplicitScheme::Verlet => 0.5 * dt,
            ExplicitScheme::SymplecticEuler => dt,
        }
    }
}

/// The largest stable step (s) h. Where damping forces use velocities half a step old, omega^2 h^2 + 2 rate h = 4; where those are
/// driven on by the accelerations before, omega^2 h^2 + 4 rate h = 4 (roots of the amplification at -1). Written so that nothing
/// cancels and that either of the two may be zero.
fn stability_limit(scheme: ExplicitScheme, omega: f64, rate: f64) -> f64 {
    let rate = if scheme == ExplicitScheme::SymplecticEuler { rate } else { 2.0 * rate };
    4.0 / ((4.0 * omega * omega + rate * rate).sqrt() + rate)
}

impl Stepper for Explicit {
    fn name(&self) -> &'static str {
        match self.scheme {
            ExplicitScheme::Leapfrog => "leapfrog",
            ExplicitScheme::Verlet => "verlet",
            ExplicitScheme::SymplecticEuler => "symplectic-euler",
        }
    }

    fn needs(&self) -> Needs {
        Needs { lumped_mass: true, equilibrium: false }
    }

    fn prepare(&mut self, system: &mut System, state: &mut State) -> Result<(), StepError> {
        self.inverse_mass = system.mass.lumped_masses().iter().map(|m| 1.0 / m).collect();
        self.holds_move = system.holds.is_moving();
        if state.stepper.is_empty() {
            state.stepper = vec![0.0];
            system.holds.place(state.time, &mut state.q);
            system.holds.drive(state.time, &mut state.v);
            self.accelerate(system, state, 0.0, &mut crate::stepper::NoPhases);
        }
        Ok(())
    }

    fn largest_step(&mut self, system: &mut System, state: &State) -> Option<f64> {
        let omega = largest_frequency(system, state, &self.inverse_mass);
        let rate =
            if system.has_damping() { largest_damping_rate(system, state, &self.inverse_mass) } else { 0.0 };
        Some(self.safety * stability_limit(self.scheme, omega, rate))
    }

    fn step(
        &mut self,
        system: &mut System,
        state: &mut State,
        dt: f64,
        phases: &mut dyn Phases,
    ) -> Result<StepReport, StepError> {
        phases.enter(Phase::Update);
        let kick = self.first_kick(state, dt);
        if system.contact.is_some() {
            Self::kick(state, kick);
            phases.enter(Phase::Contact);
            self.filter(system, state, dt);
            phases.enter(Phase::Update);
            Self::kick_and_drift(state, 0.0, dt);
        } else {
            Self::kick_and_drift(state, kick, dt);
        }
        state.time += dt;
        state.step += 1;
        // Nodes held still stay where they are by themselves: they have neither velocity nor acceleration.
        if self.holds_move {
            system.holds.place(state.time, &mut state.q);
            system.holds.drive(state.time, &mut state.v);
        }
        let behind = if self.scheme == ExplicitScheme::SymplecticEuler { 0.0 } else { 0.5 * dt };
        let broken = self.accelerate(system, state, behind, phases);
        if self.scheme == ExplicitScheme::Verlet {
            Self::kick(state, 0.5 * dt);
        }
        state.stepper[LAST_STEP] = dt;
        if let Some(node) = broken {
            return Err(StepError::NotFinite { node, step: dt });
        }
        Ok(StepReport { advanced: dt, ..StepReport::default() })
    }

    fn velocity_now(&self, state: &State, out: &mut [DVec3]) {
        let half = 0.5 * state.stepper[LAST_STEP];
        let missing = if self.scheme == ExplicitScheme::Leapfrog { half } else { 0.0 };
        for i in 0..out.len() {
            out[i] = state.v[i] + state.a[i] * missing;
        }
        // Contact acts when the next step begins, so half of what it will do is missing; what it did last is the best guess.
        if self.scheme != ExplicitScheme::SymplecticEuler {
            for (i, force) in state.contact.force.iter().enumerate() {
                out[i] += *force * (self.inverse_mass[i] * half);
            }
        }
    }
}
