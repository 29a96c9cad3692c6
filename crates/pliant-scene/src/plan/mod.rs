//! The plan: what a scene says, in SI numbers, checked, with every default filled in. Stage one of two; the second one
//! builds a world from it. Things that stage may still complain about (a pin that selects nothing) keep their place.

mod body;
mod boundary;
mod contact;
mod elaston;
mod grading;
mod material;
mod peridynamic;
mod phyxel;
mod probe;
mod refine;
mod region;
mod run;

use std::sync::Arc;

use glam::DVec3;

pub use body::{
    BodyPlan, Copies, FileSize, MaterialRegion, Method, Placement, Resolution, RodPlan, Rotation,
    SectionPlan, Shape, StartPlan, UnionPart,
};
pub use boundary::{
    Gusts, History, Hold, Interpolation, Keyframe, LoadKind, LoadPlan, Motion, PinPlan, Spread,
};
pub use contact::{ColliderPlan, ColliderShape, ContactPlan, ContactSurface, Friction, Initial, Response};
pub use elaston::{Basis, ElastonPlan, SampleGrading, Strain};
pub use grading::Grading;
pub use material::{Constants, Damping, Law, MaterialPlan, Moduli};
pub use peridynamic::{BondForm, BondInfluence, DirectionsPlan, PeridynamicPlan};
pub use phyxel::{CloudPlan, PhyxelKernel, PhyxelLayout, PhyxelPlan, PhyxelReach};
pub use probe::{Component, Gather, LOAD_FACTOR, ProbePlan, ProbeTarget, Quantity};
pub use region::{NearTarget, Region};
pub use run::{
    AtBifurcation, Follow, Format, ImplicitSolve, NewtonOptions, Ordering, OutputField, OutputPlan,
    PathOptions, Preconditioner, QuasiOptions, Rate, SolverKind, SolverPlan, Stepper, StepperKind, TimePlan,
};

use crate::place::{Located, Source};
use crate::problem::Problems;
use crate::schema::choice_enum;

choice_enum! {
    /// A coordinate axis.
    pub enum Axis {
        /// The x axis.
        X = "x",
        /// The y axis.
        Y = "y",
        /// The z axis.
        Z = "z",
    }
}

impl Axis {
    /// 0, 1 or 2.
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The unit vector.
    #[must_use]
    pub fn vector(self) -> DVec3 {
        DVec3::AXES[self.index()]
    }
}

/// A scene, checked.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The texts it was read from.
    pub source: Arc<Source>,
    /// What looks like a mistake but can be run.
    pub warnings: Problems,
    /// Title, if given.
    pub title: Option<String>,
    /// Free text, if given.
    pub about: Option<String>,
    /// Unit vector against gravity.
    pub up: DVec3,
    /// Acceleration of gravity as a vector, m/s2.
    pub gravity: DVec3,
    /// Duration, steps and rates.
    pub time: TimePlan,
    /// Time integrator.
    pub stepper: Located<Stepper>,
    /// Linear solver.
    pub solver: SolverPlan,
    /// Materials in the order of the file.
    pub materials: Vec<MaterialPlan>,
    /// Bodies in the order of the file.
    pub bodies: Vec<BodyPlan>,
    /// Pins in the order of the file.
    pub pins: Vec<PinPlan>,
    /// How touching things act on each other; `None` if they pass through each other.
    pub contact: Option<ContactPlan>,
    /// Colliders in the order of the file.
    pub colliders: Vec<ColliderPlan>,
    /// Loads in the order of the file.
    pub loads: Vec<LoadPlan>,
    /// Probes in the order of the file.
    pub probes: Vec<ProbePlan>,
    /// What is written.
    pub output: OutputPlan,
}

impl Plan {
    /// Reads and checks a scene. `name` is what messages call the file; `overrides` are pairs of key path and value
    /// as given to `--set`, applied in order.
    ///
    /// # Errors
    /// All problems at once, warnings among them, when at least one is an error.
    pub fn parse(text: &str, name: &str, overrides: &[(&str, &str)]) -> Result<Self, Problems> {
        crate::sections::read_scene(text, name, overrides)
    }
}
