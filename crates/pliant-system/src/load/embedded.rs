//! A force on points that nodes carry: the inner term knows the points x = W q only, and what it does to them goes to
//! the nodes by W^T.
//!
//! Forces, their differential and energies are exact. The tangent is left out: a point that many nodes carry would couple
//! all of them, for loads that are weak against what is inside of a body. So the differential alone has the derivative.

use crate::embedding::Embedding;
use crate::term::{At, Term};
use glam::DVec3;

/// A term over points that nodes carry.
pub struct Embedded {
    inner: Box<dyn Term>,
    /// The points of the inner term, over nodes of the system.
    carrier: Embedding,
    /// The nodes that feel it, ascending, and the same rows over their numbers in this list.
    nodes: Vec<u32>,
    rows: Embedding,
}

impl Embedded {
    /// `inner` acts on the points of `carrier` by their numbers there, as if they were nodes.
    pub fn new(inner: Box<dyn Term>, carrier: Embedding) -> Self {
        let (nodes, rows) = carrier.numbered();
        Self { inner, carrier, nodes, rows }
    }

    /// Calls `f` with the points where they are, and their velocities.
    fn on_points<T>(&self, at: &At<'_>, f: impl FnOnce(&At<'_>) -> T) -> T {
        let (x, v) = (self.carrier.values(at.q), self.carrier.values(at.v));
        f(&At { q: &x, v: &v, time: at.time })
    }

    /// out = W^T of what the slots of the inner term add to the points.
    fn spread(&self, slots: &[DVec3], out: &mut [DVec3]) {
        let mut on_points = vec![DVec3::ZERO; self.carrier.len()];
        for (&point, force) in self.inner.force_slots().iter().zip(slots) {
            on_points[point as usize] += *force;
        }
        out.fill(DVec3::ZERO);
        self.rows.spread(&on_points, out);
    }
}

impl Term for Embedded {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn force_slots(&self) -> &[u32] {
        &self.nodes
    }

    fn forces(&self, at: &At<'_>, out: &mut [DVec3]) {
        let mut slots = vec![DVec3::ZERO; self.inner.force_slots().len()];
        self.on_points(at, |at| self.inner.forces(at, &mut slots));
        self.spread(&slots, out);
    }

    fn energy(&self, at: &At<'_>) -> Option<f64> {
        self.on_points(at, |at| self.inner.energy(at))
    }

    fn is_elastic(&self) -> bool {
        self.inner.is_elastic()
    }

    fn force_differential(&self, at: &At<'_>, dq: &[DVec3], dv: Option<&[DVec3]>, out: &mut [DVec3]) {
        let mut slots = vec![DVec3::ZERO; self.inner.force_slots().len()];
        let (dx, dv) = (self.carrier.values(dq), dv.map(|dv| self.carrier.values(dv)));
        self.on_points(at, |at| self.inner.force_differential(at, &dx, dv.as_deref(), &mut slots));
        self.spread(&slots, out);
    }

    fn is_linear(&self) -> bool {
        self.inner.is_linear()
    }

    fn is_symmetric(&self) -> bool {
        false
    }

    fn has_damping(&self) -> bool {
        self.inner.has_damping()
    }
}
