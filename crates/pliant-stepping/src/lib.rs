//! Time integrators and the quasi-static solver. Know no discretisation.
//!
//! All of them implement [`Stepper`]. The implicit ones share one Newton solver ([`newton`]), and those for dynamics quasi-Newton methods
//! ([`quasi`]) beside it, which work on a [`stage::Stage`]: a position unknown, an inertia target and where forces are evaluated.

mod balance;
pub mod explicit;
mod history;
pub mod implicit;
mod krylov;
mod line_search;
pub mod modes;
pub mod newton;
pub mod path;
mod patience;
mod projection;
pub mod quasi;
pub mod quasi_static;
mod reuse;
mod solve;
mod stable_step;
pub mod stage;
mod stepper;

pub use explicit::{Explicit, ExplicitScheme};
pub use implicit::{GeneralizedAlpha, ImplicitEuler};
pub use modes::{Mode, Modes, ModesError, natural_modes};
pub use newton::Newton;
pub use path::{CriticalKind, CriticalPoint, PathFollowing, PathSettings, PathView};
pub use quasi::{QuasiNewton, QuasiSettings};
pub use quasi_static::QuasiStatic;
pub use solve::{SolveChoice, StageSolver};
pub use stable_step::largest_frequency;
pub use stage::NewtonSettings;
pub use stepper::{IterationRecord, Needs, NoPhases, Phase, Phases, StepError, StepReport, Stepper};
