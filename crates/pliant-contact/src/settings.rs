//! What can be chosen.

/// Coulomb friction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Friction {
    /// Largest ratio of tangential to normal force of points that stick.
    pub sticking: f64,
    /// That ratio while they slide; not above `sticking`.
    pub sliding: f64,
}

impl Friction {
    /// None at all.
    pub const NONE: Friction = Friction { sticking: 0.0, sliding: 0.0 };

    /// The same for sticking and sliding.
    pub fn new(coefficient: f64) -> Self {
        Self { sticking: coefficient, sliding: coefficient }
    }
}

/// What happens to bodies that overlap at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum InitialOverlap {
    /// They may stay as deep in each other as they are, and get no deeper.
    #[default]
    Keep,
    /// They are pushed apart slowly, at a small share of the speed of sound.
    Resolve,
    /// The run does not start.
    Refuse,
}

/// How contact acts on the steps of implicit steppers; those of explicit ones are always filtered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ImplicitResponse {
    /// Forces that grow with the overlap, part of the equation of the step.
    #[default]
    Penalty,
    /// The step is solved without contact, and its end then projected to where nothing overlaps.
    Projection,
}

/// How touching things act on each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactSettings {
    /// Friction of bodies with each other, and with colliders that have none of their own.
    pub friction: Friction,
    /// How it acts on the steps of implicit steppers.
    pub response: ImplicitResponse,
    /// Factor of the stiffness that is derived from materials (penalty only).
    pub stiffness: f64,
    /// Share of critical damping of the approach of touching points (penalty only).
    pub damping: f64,
    /// What happens to bodies that overlap at the start.
    pub initial: InitialOverlap,
    /// Bodies touch each other, not only colliders.
    pub between_bodies: bool,
}

impl Default for ContactSettings {
    fn default() -> Self {
        let friction = Friction::NONE;
        Self {
            friction,
            response: ImplicitResponse::default(),
            stiffness: 1.0,
            damping: 0.0,
            initial: InitialOverlap::default(),
            between_bodies: true,
        }
    }
}
