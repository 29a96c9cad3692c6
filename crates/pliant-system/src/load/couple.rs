//! A pure couple on a group of nodes: forces without resultant that turn the group.
//!
//! f_i = w_i (omega x r_i), r_i = x_i - c, c the weighted centre of the group where it is now, and
//! omega = I^-1 T with I = sum w_i (|r_i|^2 1 - r_i r_i^T), so that sum r_i x f_i = T exactly and sum f_i = 0.
//! The group's forces follow it as it turns; T itself keeps its direction in space.
//! With a fixed axis along T, c is the point of the axis beside the group's centre: the moment about the axis is T, and
//! the forces may have a resultant, as when a wheel is turned at its rim.

use crate::motion::History;
use crate::term::{At, Term};
use glam::{DMat3, DVec3};
use pliant_math::small::outer_product;

/// A follower couple. No gradient; its derivative is unsymmetric and given as a differential only.
pub struct Couple {
    name: String,
    nodes: Vec<u32>,
    weights: Vec<f64>,
    torque: DVec3,
    history: History,
    /// A point of a fixed axis, in place of the group's centre (m).
    about: Option<DVec3>,
}

/// The nodes lie on one line (or are one point), so they cannot carry a couple about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the loaded nodes lie on a line, which cannot carry this torque")]
pub struct NoLeverArm;

/// The turning rate and lever arms of a couple at some positions.
struct Arms {
    centre: DVec3,
    inverse_inertia: DMat3,
    omega: DVec3,
}

impl Couple {
    /// A torque [N m] on nodes with weights (areas, say; any scale) about their common centre, or about the fixed
    /// axis through the point `about` (m).
    pub fn new(
        name: String,
        nodes: Vec<u32>,
        weights: Vec<f64>,
        torque: DVec3,
        about: Option<DVec3>,
        history: History,
        x_rest: &[DVec3],
    ) -> Result<Self, NoLeverArm> {
        let total: f64 = weights.iter().sum();
        let weights: Vec<f64> = weights.iter().map(|w| w / total).collect();
        let couple = Self { name, nodes, weights, torque, history, about };
        let I = couple.inertia(x_rest, couple.centre(x_rest));
        let size = I.x_axis.x + I.y_axis.y + I.z_axis.z;
        let volume = I.determinant() / size.powi(3);
        if volume.is_finite() && volume > 1e-9 { Ok(couple) } else { Err(NoLeverArm) }
    }

    /// The same couple on nodes of other numbers, in the same order.
    #[must_use]
    pub fn on(self, nodes: Vec<u32>) -> Self {
        debug_assert_eq!(nodes.len(), self.nodes.len());
        Self { nodes, ..self }
    }

    fn centre(&self, q: &[DVec3]) -> DVec3 {
        let mean = self.mean(q);
        self.about.map_or(mean, |about| about + self.along_axis(mean - about))
    }

    /// How the centre moves when the nodes move by `dq`.
    fn centre_differential(&self, dq: &[DVec3]) -> DVec3 {
        let mean = self.mean(dq);
        if self.about.is_some() { self.along_axis(mean) } else { mean }
    }

    /// The part of a vector along the torque.
    fn along_axis(&self, v: DVec3) -> DVec3 {
        let axis = self.torque.normalize_or_zero();
        axis * axis.dot(v)
    }

    /// Weighted mean of a node field.
    fn mean(&self, field: &[DVec3]) -> DVec3 {
        self.rows().map(|(node, w)| field[node] * w).sum()
    }

    fn rows(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.nodes.iter().map(|&n| n as usize).zip(self.weights.iter().copied())
    }

    fn inertia(&self, q: &[DVec3], centre: DVec3) -> DMat3 {
        self.rows().fold(DMat3::ZERO, |I, (node, w)| {
            let r = q[node] - centre;
            I + (DMat3::from_diagonal(DVec3::splat(r.length_squared())) - outer_product(r, r)) * w
        })
    }

    fn arms(&self, at: &At<'_>) -> Arms {
        let centre = self.centre(at.q);
        let inverse_inertia = self.inertia(at.q, centre).inverse();
        Arms { centre, inverse_inertia, omega: inverse_inertia * self.torque * self.history.at(at.time) }
    }
}

impl Term for Couple {
    fn name(&self) -> &str {
        &self.name
    }

    fn is_symmetric(&self) -> bool {
        false
    }

    fn force_slots(&self) -> &[u32] {
        &self.nodes
    }

    fn forces(&self, at: &At<'_>, out: &mut [DVec3]) {
        let arms = self.arms(at);
        for (out, (node, w)) in out.iter_mut().zip(self.rows()) {
            *out = arms.omega.cross(at.q[node] - arms.centre) * w;
        }
    }

    fn energy(&self, _: &At<'_>) -> Option<f64> {
        None
    }

    fn force_differential(&self, at: &At<'_>, dq: &[DVec3], _: Option<&[DVec3]>, out: &mut [DVec3]) {
        let Arms { centre, inverse_inertia, omega } = self.arms(at);
        let d_centre = self.centre_differential(dq);
        let d_inertia_omega: DVec3 = self
            .rows()
            .map(|(node, w)| {
                let (r, dr) = (at.q[node] - centre, dq[node] - d_centre);
                (omega * (2.0 * r.dot(dr)) - dr * r.dot(omega) - r * dr.dot(omega)) * w
            })
            .sum();
        let d_omega = inverse_inertia * -d_inertia_omega;
        for (out, (node, w)) in out.iter_mut().zip(self.rows()) {
            let (r, dr) = (at.q[node] - centre, dq[node] - d_centre);
            *out = (d_omega.cross(r) + omega.cross(dr)) * w;
        }
    }
}
