//! How a scene is run: time, stepper, solver, output.

use crate::place::{Located, Place};
use crate::schema::choice_enum;

/// How often something is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rate {
    /// After every accepted step (in a quasi-static run: every load increment).
    EveryStep,
    /// So many times per simulated second.
    PerSecond(f64),
}

/// The `[time]` table.
#[derive(Clone, Debug)]
pub struct TimePlan {
    /// Where the table begins.
    pub place: Place,
    /// Simulated time, in s; pseudo time in a quasi-static run.
    pub duration: Located<f64>,
    /// A step fixed by the user, in s; else the stepper chooses.
    pub step: Option<Located<f64>>,
    /// How often frames are written.
    pub frames: Rate,
    /// How often rows of probes.csv and energy.csv are written.
    pub samples: Rate,
}

choice_enum! {
    /// Time integrators.
    pub enum StepperKind {
        /// First order, always stable, damps fast motion away. The right choice when in doubt.
        ImplicitEuler = "implicit-euler",
        /// Second order and stable; keeps slow vibrations and damps only the fastest ones (Chung and Hulbert 1993).
        GeneralizedAlpha = "generalized-alpha",
        /// Explicit, second order, velocities at half steps; chooses its stable step.
        Leapfrog = "leapfrog",
        /// Explicit, second order, velocity Verlet; chooses its stable step, keeps momentum and energy.
        Verlet = "verlet",
        /// Explicit, first order, keeps energy in the long run; chooses its stable step.
        SymplecticEuler = "symplectic-euler",
        /// No inertia: a sequence of equilibria while the loads grow.
        QuasiStatic = "quasi-static",
    }
}

impl StepperKind {
    /// Whether it is one of the explicit ones, whose step is limited by stability.
    #[must_use]
    pub fn is_explicit(self) -> bool {
        matches!(self, Self::Leapfrog | Self::Verlet | Self::SymplecticEuler)
    }
}

choice_enum! {
    /// How the equations of an implicit step are solved.
    pub enum ImplicitSolve {
        /// Newton iterations until the residual is below the tolerance.
        Newton = "newton",
        /// One linear solve a step; cheaper, accurate for small steps only. With implicit-euler only.
        Linearised = "linearised",
        /// Many cheap iterations with one factored matrix, one number a pair of nodes, that learn from each other. Made for bonds.
        Lbfgs = "l-bfgs",
        /// The same iterations without learning (Xu et al. 2018), for comparison.
        QuasiNewton = "quasi-newton",
    }
}

impl ImplicitSolve {
    /// Whether it is one of those with a scalar matrix.
    #[must_use]
    pub fn is_quasi(self) -> bool {
        matches!(self, Self::Lbfgs | Self::QuasiNewton)
    }
}

/// When the iterations of a quasi-Newton method end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuasiOptions {
    /// Estimated error of the energy, as a share of its decrease in the step.
    pub accuracy: f64,
    /// Iterations after which the step counts as failed.
    pub max_iterations: usize,
}

/// When Newton iterations end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NewtonOptions {
    /// Residual relative to the forces at work.
    pub tolerance: f64,
    /// Iterations after which the step counts as failed.
    pub max_iterations: usize,
}

choice_enum! {
    /// What a quasi-static run goes along.
    pub enum Follow {
        /// The load: it grows, and the run ends where there is no equilibrium for more of it.
        Load = "load",
        /// The path of equilibria: load and deformation are found together, so that the load may turn round (snap-through, snap-back, buckling).
        ArcLength = "arc-length",
    }
}

choice_enum! {
    /// What a path does where another one crosses it.
    pub enum AtBifurcation {
        /// Goes on as before, unstable or not.
        StraightOn = "straight-on",
        /// Takes the other path at the first bifurcation, along the motion that has lost its stiffness there.
        Switch = "switch",
    }
}

/// How far a path of equilibria is followed, and where to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathOptions {
    /// Steps after which it ends.
    pub max_steps: usize,
    /// Load factors between which it stays.
    pub load_range: [f64; 2],
    /// What it does at a bifurcation.
    pub at_bifurcation: AtBifurcation,
}

/// A stepper with its options.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stepper {
    /// Implicit Euler.
    ImplicitEuler {
        /// How a step is solved; `None` leaves it to the terms of the bodies.
        solve: Option<ImplicitSolve>,
        /// For [`ImplicitSolve::Newton`].
        newton: NewtonOptions,
        /// For [`ImplicitSolve::Lbfgs`] and [`ImplicitSolve::QuasiNewton`].
        quasi: QuasiOptions,
    },
    /// Generalised alpha.
    GeneralizedAlpha {
        /// Share of the fastest vibrations kept per step, 0 to 1.
        spectral_radius: f64,
        /// As for implicit Euler.
        solve: Option<ImplicitSolve>,
        /// As for implicit Euler.
        newton: NewtonOptions,
        /// As for implicit Euler.
        quasi: QuasiOptions,
    },
    /// One of the explicit steppers.
    Explicit {
        /// Which.
        kind: StepperKind,
        /// Share of the stable step that is used.
        safety: f64,
    },
    /// Quasi-static load stepping.
    QuasiStatic {
        /// Number of load increments to begin with; `None` leaves it to the stepper.
        load_steps: Option<usize>,
        /// When iterations end.
        newton: NewtonOptions,
        /// How often one increment may be halved before the run gives up.
        max_cutbacks: usize,
        /// Options of the path that is followed, if it is one and not the load.
        path: Option<PathOptions>,
    },
}

impl Stepper {
    /// Which stepper.
    #[must_use]
    pub fn kind(&self) -> StepperKind {
        match self {
            Self::ImplicitEuler { .. } => StepperKind::ImplicitEuler,
            Self::GeneralizedAlpha { .. } => StepperKind::GeneralizedAlpha,
            Self::Explicit { kind, .. } => *kind,
            Self::QuasiStatic { .. } => StepperKind::QuasiStatic,
        }
    }

    /// Whether it follows a path of equilibria.
    #[must_use]
    pub fn follows_path(&self) -> bool {
        matches!(self, Self::QuasiStatic { path: Some(_), .. })
    }

    /// Whether it has no inertia.
    #[must_use]
    pub fn is_static(&self) -> bool {
        self.kind() == StepperKind::QuasiStatic
    }
}

choice_enum! {
    /// Linear solvers.
    pub enum SolverKind {
        /// Chosen by the size of the system; the summary names the choice.
        Auto = "auto",
        /// Sparse Cholesky factorisation: fast up to some tens of thousands of nodes.
        Cholesky = "cholesky",
        /// Conjugate gradients: little memory, for large systems.
        ConjugateGradients = "cg",
    }
}

choice_enum! {
    /// Preconditioners of the conjugate gradients.
    pub enum Preconditioner {
        /// Incomplete Cholesky of 3 x 3 blocks.
        BlockIncompleteCholesky = "block-ic",
        /// Inverse of the 3 x 3 diagonal blocks; weaker, but needs no memory.
        BlockJacobi = "block-jacobi",
    }
}

choice_enum! {
    /// Fill-reducing orderings of the Cholesky factorisation.
    pub enum Ordering {
        /// Chosen by the size of the system.
        Auto = "auto",
        /// Nested dissection of the graph, least fill.
        Metis = "metis",
        /// Nested dissection by node positions, quickest to find.
        Geometric = "geometric",
    }
}

/// The `[solver]` table.
#[derive(Clone, Debug)]
pub struct SolverPlan {
    /// Where the table begins.
    pub place: Place,
    /// Which solver.
    pub kind: SolverKind,
    /// For conjugate gradients.
    pub preconditioner: Preconditioner,
    /// For Cholesky.
    pub ordering: Ordering,
    /// Relative residual of the conjugate gradients; `None` follows the progress of Newton's iterations.
    pub tolerance: Option<f64>,
}

choice_enum! {
    /// File formats of the frames.
    pub enum Format {
        /// VTK unstructured grid files with a `.pvd` series; ParaView, PyVista and meshio read them.
        Vtu = "vtu",
        /// The visible surfaces, one binary PLY file a frame with normals and fields; Blender, MeshLab, PyVista and
        /// meshio read them.
        Ply = "ply",
        /// The visible surfaces as discs that cover them, one binary PLY file a frame: points with normals, `radius` and
        /// fields, no faces. A body that is points alone has its points with their radii, and no normals.
        Surfels = "surfels",
    }
}

choice_enum! {
    /// What a frame holds beside the points and elements.
    pub enum OutputField {
        /// Displacement from rest, m.
        Displacement = "displacement",
        /// Velocity, m/s.
        Velocity = "velocity",
        /// Cauchy stress, Pa, six components.
        Stress = "stress",
        /// Von Mises stress, Pa.
        VonMises = "von_mises",
        /// Elastic energy per rest volume, J/m3.
        EnergyDensity = "energy_density",
        /// Largest principal strain along the middle of thin matter; of bodies of method `elaston`, as the next two.
        Membrane = "membrane",
        /// Largest principal curvature since rest, 1/m.
        Bending = "bending",
        /// Twist since rest, 1/m.
        Twist = "twist",
        /// Contact force on each node, N; in scenes with contact, as the next two.
        ContactForce = "contact_force",
        /// Contact pressure at each node, Pa.
        ContactPressure = "contact_pressure",
        /// Distance of each node from what is nearest, m; not a number where nothing is near.
        ContactGap = "contact_gap",
    }
}

/// The `[output]` table.
#[derive(Clone, Debug)]
pub struct OutputPlan {
    /// Whether frames are written at all.
    pub frames: bool,
    /// In which formats.
    pub formats: Vec<Format>,
    /// With which fields.
    pub fields: Vec<OutputField>,
    /// Simulated time between checkpoints, s; `None` leaves it to the program.
    pub checkpoint: Option<f64>,
}
