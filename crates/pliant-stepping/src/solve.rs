//! The choice between Newton's method and quasi-Newton methods for the stages of implicit dynamics.

use crate::newton::Newton;
use crate::quasi::{QuasiNewton, QuasiSettings};
use crate::stage::{NewtonReport, Stage};
use crate::stepper::{IterationRecord, Phases, StepError};
use glam::DVec3;
use pliant_system::{FactorMemory, System};

/// How stages are solved.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum SolveChoice {
    /// L-BFGS if every elastic term says how stiff its springs are, else Newton.
    #[default]
    Automatic,
    /// Newton.
    Newton,
    /// L-BFGS or quasi-Newton, by the settings.
    Quasi,
}

/// Newton's method and quasi-Newton methods, one of which is in use.
pub struct StageSolver {
    choice: SolveChoice,
    is_quasi: bool,
    pub(crate) newton: Newton,
    quasi: QuasiNewton,
}

impl From<Newton> for StageSolver {
    fn from(newton: Newton) -> Self {
        Self::new(SolveChoice::Newton, newton, QuasiSettings::default())
    }
}

impl From<QuasiSettings> for StageSolver {
    fn from(settings: QuasiSettings) -> Self {
        let solver = Box::new(pliant_math::sparse::Automatic::default());
        Self::new(SolveChoice::Quasi, Newton::new(crate::NewtonSettings::default(), solver), settings)
    }
}

impl StageSolver {
    /// The choice is made when the system is known.
    pub fn new(choice: SolveChoice, newton: Newton, quasi: QuasiSettings) -> Self {
        Self { choice, is_quasi: choice == SolveChoice::Quasi, newton, quasi: QuasiNewton::new(quasi) }
    }

    /// Forgets what depends on terms and holds, and chooses.
    pub(crate) fn prepare(&mut self, system: &System) {
        self.newton.forget();
        self.quasi.forget();
        let elastic = || system.terms().iter().filter(|term| term.is_elastic());
        self.is_quasi = match self.choice {
            SolveChoice::Quasi => true,
            SolveChoice::Newton => false,
            SolveChoice::Automatic => {
                // What is linear beside them has its own constant matrix.
                elastic().any(|term| term.spring_pairs().is_some())
                    && elastic().all(|term| term.spring_pairs().is_some() || term.is_linear())
            }
        };
    }

    pub(crate) fn is_quasi(&self) -> bool {
        self.is_quasi
    }

    pub(crate) fn solve(
        &mut self,
        system: &mut System,
        stage: &Stage<'_>,
        q: &mut Vec<DVec3>,
        memory: &mut FactorMemory,
        phases: &mut dyn Phases,
    ) -> Result<NewtonReport, StepError> {
        if self.is_quasi {
            self.quasi.solve(system, stage, q, memory, phases)
        } else {
            self.newton.solve(system, stage, q, memory, phases)
        }
    }

    /// Name as in scene files.
    pub(crate) fn name(&self) -> &'static str {
        match (self.is_quasi, self.quasi.settings.history) {
            (false, _) => "newton",
            (true, 0) => "quasi-newton",
            (true, _) => "l-bfgs",
        }
    }

    /// How linear systems are solved.
    pub(crate) fn solver_name(&self) -> String {
        if self.is_quasi { self.quasi.solver_name() } else { self.newton.solver_name() }
    }

    /// Numbers of the matrix that may differ from zero; quasi-Newton methods have a smaller one in its place.
    pub(crate) fn matrix_nonzeros(&self) -> Option<usize> {
        if self.is_quasi { None } else { self.newton.matrix_nonzeros() }
    }

    pub(crate) fn record(&mut self, on: bool) {
        self.quasi.record(on);
    }

    pub(crate) fn records(&self) -> &[IterationRecord] {
        self.quasi.records()
    }
}
