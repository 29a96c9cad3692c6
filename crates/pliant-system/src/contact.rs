//! What steppers know of contact: forces between points that find and lose each other as they move.
//!
//! Terms have fixed slots; who touches whom changes from step to step. So contact stands beside the terms. Implicit
//! steppers ask for its forces *at the end of the step* (not where between start and end the other forces are taken):
//! what must not overlap is where bodies end up. Explicit ones have their velocities filtered before positions move. Implicit
//! ones may do the same, if contact is *projected*: they solve their step without it, and the mean velocities of the step are
//! filtered before they become positions.

use crate::hold::Holds;
use crate::state::{ContactMemory, State};
use glam::{DMat3, DVec3};

/// How nodes answer to impulses in an implicit step.
pub trait StepResponse {
    /// Overwrites `out` with the change of the mean velocities of the step [m/s] by impulses on the nodes (N s), roughly or so that
    /// momentum is kept; false if that cannot be told.
    fn respond(&mut self, impulses: &[DVec3], is_exact: bool, out: &mut [DVec3]) -> bool;
}

/// Velocities that are about to move the nodes: of an explicit step, or the mean ones of an implicit step.
pub struct Drift<'a> {
    /// Positions at the start of the step (m); overlaps are undone here, gently.
    pub q: &'a mut [DVec3],
    /// Velocities that will move them [m/s].
    pub v: &'a mut [DVec3],
    /// 1/kg, by node.
    pub inverse_mass: &'a [f64],
    /// Whose directions are held.
    pub holds: &'a Holds,
    /// Start of the step (s).
    pub time: f64,
    /// How long they will drift (s).
    pub dt: f64,
    /// The time over which the forces behind `v` acted since the last filter (s).
    pub kick: f64,
    /// What impulses do, if elasticity has its part in it; else they change the velocities of the nodes they act on alone.
    pub response: Option<&'a mut dyn StepResponse>,
}

/// Contact between whatever the system is made of, and with what is not part of it.
///
/// From [`Contact::freeze`] to [`Contact::settle`] forces are a smooth function of the positions alone.
pub trait Contact: Send + Sync {
    /// Finds who may meet in a step of `dt` (s) from the state.
    fn begin_step(&mut self, state: &State, dt: f64);

    /// Implicit steps: says when the step that is being solved ends (s); it may be shorter than announced.
    fn aim(&mut self, end_time: f64);

    /// Implicit steps: from here on, until [`Contact::settle`], what is nearest to what stays as it is at end positions `q`.
    fn freeze(&mut self, q: &[DVec3]);

    /// Adds the forces (N) at end positions `q`.
    fn add_forces(&self, q: &[DVec3], out: &mut [DVec3]);

    /// Adds the change of the forces for a change `dq` of the end positions.
    fn add_differential(&self, q: &[DVec3], dq: &[DVec3], out: &mut [DVec3]);

    /// The potential (J) whose gradient the forces are, friction as lagged in this step included.
    fn potential(&self, q: &[DVec3]) -> f64;

    /// The part of the potential that is stored and comes back (J).
    fn stored_energy(&self, q: &[DVec3]) -> f64;

    /// The node pairs (i, j), i >= j, of the blocks of [`Contact::tangent`]; the same until the next
    /// [`Contact::begin_step`] or [`Contact::settle`].
    fn pair_slots(&self) -> &[(u32, u32)];

    /// The pairs of different nodes that [`Contact::pair_slots`] couples, and perhaps more that it coupled before, ascending:
    /// they extend the pattern of the matrix, which is analysed anew when they change, so they change seldom.
    fn couplings(&self) -> &[[u32; 2]];

    /// Overwrites `out(s)` with the block of -df/dq at pair slot `s`, symmetric and positive semi-definite as a whole.
    /// A `cautious` one is too stiff where the force has kinks, and leads astray less.
    fn tangent(&self, q: &[DVec3], cautious: bool, out: &mut [DMat3]);

    /// Finds who may meet on a move by `direction` from `q` that goes farther than was foreseen.
    fn foresee(&mut self, q: &[DVec3], direction: &[DVec3]);

    /// The largest share of a move by `direction` from `q` after which nothing has passed through anything.
    fn largest_share(&self, q: &[DVec3], direction: &[DVec3]) -> f64;

    /// Takes a solution into account: friction follows the forces now found, pairs nobody foresaw are added. True if
    /// that changes the equations so that they must be solved again.
    fn settle(&mut self, q: &[DVec3]) -> bool;

    /// After an accepted implicit step: what must be remembered goes into the state.
    fn commit(&mut self, state: &mut State);

    /// Implicit steps are solved without contact, and filtered afterwards.
    fn is_projected(&self) -> bool {
        false
    }

    /// Explicit steps, and implicit ones that are projected: changes velocities so that nothing moves into anything, with
    /// friction, and remembers.
    fn filter(&mut self, drift: &mut Drift<'_>, memory: &mut ContactMemory);

    /// After [`Contact::filter`], for steppers whose velocities `v` at the end of the step are not the mean ones: takes from those
    /// that touch what would drive them into or off each other.
    fn calm(&mut self, v: &mut [DVec3]) {
        let _ = v;
    }

    /// The gap (m) of each node to what is nearest to it at a time (s); not a number where nothing is near.
    fn node_gaps(&mut self, q: &[DVec3], time: f64, out: &mut [f64]);

    /// The force (N) on each touching point, all points of the first body, then of the next, at the positions `q` that were
    /// the last to be committed. Left as it is where nothing is known of points.
    fn point_forces(&self, q: &[DVec3], out: &mut Vec<DVec3>) {
        let _ = (q, out);
    }

    /// As [`Contact::node_gaps`], for the points of [`Contact::point_forces`].
    fn point_gaps(&mut self, q: &[DVec3], time: f64, out: &mut Vec<f64>) {
        let _ = (q, time, out);
    }

    /// The name of a thing by its number in [`crate::Deepest`].
    fn name(&self, number: u32) -> &str;
}
