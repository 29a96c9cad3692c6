//! Held nodes: one to three directions of a node follow a prescribed motion.
//!
//! A roller holds one direction, a guide two, a clamp all three. Directions may be oblique, and several pins may
//! hold one node; they are orthonormalised (Gram-Schmidt) into b_1..b_k, and the node's free part is what the
//! projector I - sum b b^T leaves.

use crate::motion::Motion;
use glam::{DMat3, DVec3};
use pliant_math::small::outer_product;

/// Directions closer to dependent than this are taken as the same direction.
const DEPENDENT: f64 = 1e-9;

/// Places nearer than this share of their coordinates (or of a metre) are the same.
const SAME_PLACE: f64 = 1e-9;

/// A request to hold one direction of one node.
#[derive(Clone, Copy, Debug)]
pub struct Hold {
    /// Which node.
    pub node: u32,
    /// The held direction, any length but zero.
    pub direction: DVec3,
    /// Index of the motion it follows.
    pub motion: u32,
    /// Where the node is at rest (m).
    pub x_rest: DVec3,
}

/// Two pins ask for different motions of one node in one direction.
#[derive(Clone, Copy, Debug, thiserror::Error, PartialEq)]
#[error("node {node} is held along {direction} by two pins that move differently")]
pub struct HoldConflict {
    /// The node.
    pub node: u32,
    /// The direction held twice.
    pub direction: DVec3,
    /// The two motions.
    pub motions: [u32; 2],
}

/// A node with held directions.
#[derive(Clone, Debug)]
pub struct HeldNode {
    /// Which node.
    pub node: u32,
    /// How many directions are held, 1 to 3.
    pub count: usize,
    x_rest: DVec3,
    basis: [DVec3; 3],
    asked: [DVec3; 3],
    motion: [u32; 3],
}

impl HeldNode {
    fn new(hold: &Hold) -> Self {
        let zero = [DVec3::ZERO; 3];
        Self { node: hold.node, count: 0, x_rest: hold.x_rest, basis: zero, asked: zero, motion: [0; 3] }
    }

    /// The held directions, orthonormal.
    pub fn directions(&self) -> &[DVec3] {
        &self.basis[..self.count]
    }

    /// The motion each held direction follows, by its index.
    pub fn motions(&self) -> &[u32] {
        &self.motion[..self.count]
    }

    /// I - sum b b^T.
    pub fn projector(&self) -> DMat3 {
        self.directions().iter().fold(DMat3::IDENTITY, |p, &b| p - outer_product(b, b))
    }

    /// Adds a direction; false if it was held already.
    fn add(&mut self, hold: &Hold) -> bool {
        let asked = hold.direction.normalize_or(DVec3::X);
        let rest = self.directions().iter().fold(asked, |r, &b| r - b * b.dot(r));
        if self.count == 3 || rest.length() < DEPENDENT {
            return false;
        }
        self.basis[self.count] = rest.normalize();
        self.asked[self.count] = asked;
        self.motion[self.count] = hold.motion;
        self.count += 1;
        true
    }

    /// The motion that takes the node elsewhere along a direction that is held already, if one does: looked at where
    /// keyframes are and between them.
    fn disagreement(&self, hold: &Hold, motions: &[Motion]) -> Option<u32> {
        let own = self.motion[..self.count].iter().copied();
        let others: Vec<u32> =
            own.filter(|&m| motions[m as usize] != motions[hold.motion as usize]).collect();
        if others.is_empty() {
            return None;
        }
        let asked = hold.direction.normalize_or(DVec3::X);
        let all = others.iter().chain([&hold.motion]).map(|&m| &motions[m as usize]);
        let differs = |time: f64| {
            let held = self.components(motions, time);
            let implied: f64 = (0..self.count).map(|k| self.basis[k].dot(asked) * held[k].0).sum();
            let wanted = asked.dot(motions[hold.motion as usize].place(self.x_rest, time).0);
            (implied - wanted).abs() > SAME_PLACE * (1.0 + implied.abs().max(wanted.abs()))
        };
        let involved = |m: &u32| {
            (0..self.count).any(|k| self.motion[k] == *m && self.basis[k].dot(asked).abs() > DEPENDENT)
        };
        let somewhere = sample_times(all).into_iter().any(differs);
        somewhere.then(|| others.iter().copied().find(involved).unwrap_or(others[0]))
    }

    /// The vector in the span of the held directions that has, along each direction asked for, the component of the
    /// value of its motion.
    fn assemble(&self, value: impl Fn(u32) -> DVec3) -> DVec3 {
        let mut sum = DVec3::ZERO;
        for k in 0..self.count {
            let missing = self.asked[k].dot(value(self.motion[k]) - sum);
            sum += self.basis[k] * (missing / self.asked[k].dot(self.basis[k]));
        }
        sum
    }

    /// Position and velocity components along the orthonormal directions: forward substitution of
    /// asked_k = sum_l (asked_k . b_l) b_l.
    fn components(&self, motions: &[Motion], time: f64) -> [(f64, f64); 3] {
        let mut out = [(0.0, 0.0); 3];
        for k in 0..self.count {
            let (x, v) = motions[self.motion[k] as usize].place(self.x_rest, time);
            let mut component = (self.asked[k].dot(x), self.asked[k].dot(v));
            for l in 0..k {
                let share = self.asked[k].dot(self.basis[l]);
                component.0 -= share * out[l].0;
                component.1 -= share * out[l].1;
            }
            let own = self.asked[k].dot(self.basis[k]);
            out[k] = (component.0 / own, component.1 / own);
        }
        out
    }
}

/// Times at which two motions that are not the same differ somewhere: keyframes, and points between neighbours.
fn sample_times<'a>(motions: impl Iterator<Item = &'a Motion>) -> Vec<f64> {
    let mut keys: Vec<f64> = motions.flat_map(|m| m.times().iter().copied()).collect();
    keys.sort_by(f64::total_cmp);
    let between = |pair: &[f64]| [0.2, 0.5, 0.9].map(|s| pair[0] + s * (pair[1] - pair[0]));
    let mut times: Vec<f64> = keys.windows(2).flat_map(between).collect();
    times.extend(keys);
    times
}

/// All held nodes and the motions they follow.
#[derive(Clone, Debug, Default)]
pub struct Holds {
    motions: Vec<Motion>,
    held: Vec<HeldNode>,
    /// Per node: index into `held` + 1, or 0 if free.
    entry: Vec<u32>,
}

impl Holds {
    /// Collects the requests. Requests may repeat if they agree.
    pub fn new(node_count: usize, motions: Vec<Motion>, requests: &[Hold]) -> Result<Self, HoldConflict> {
        let mut order: Vec<usize> = (0..requests.len()).collect();
        order.sort_by_key(|&i| requests[i].node);
        let mut holds = Self { motions, held: Vec::new(), entry: vec![0; node_count] };
        for i in order {
            holds.request(&requests[i])?;
        }
        Ok(holds)
    }

    fn request(&mut self, hold: &Hold) -> Result<(), HoldConflict> {
        if self.held.last().is_none_or(|h| h.node != hold.node) {
            self.held.push(HeldNode::new(hold));
            self.entry[hold.node as usize] = self.held.len() as u32;
        }
        let held = self.held.last_mut().expect("pushed above");
        if held.add(hold) {
            return Ok(());
        }
        match held.disagreement(hold, &self.motions) {
            None => Ok(()),
            Some(other) => Err(HoldConflict {
                node: hold.node,
                direction: hold.direction,
                motions: [other, hold.motion],
            }),
        }
    }

    /// All held nodes, by node index.
    pub fn held(&self) -> &[HeldNode] {
        &self.held
    }

    /// How the node is held, if it is.
    pub fn get(&self, node: usize) -> Option<&HeldNode> {
        match self.entry[node] {
            0 => None,
            k => Some(&self.held[k as usize - 1]),
        }
    }

    /// True if all three directions of the node are held.
    pub fn is_fully_held(&self, node: usize) -> bool {
        self.get(node).is_some_and(|h| h.count == 3)
    }

    /// True if some held node moves.
    pub fn is_moving(&self) -> bool {
        self.held.iter().any(|h| h.motion[..h.count].iter().any(|&m| !self.motions[m as usize].is_still()))
    }

    /// Puts the held components of positions where the motions say at `time`.
    pub fn place(&self, time: f64, q: &mut [DVec3]) {
        for held in &self.held {
            let components = held.components(&self.motions, time);
            let x = &mut q[held.node as usize];
            if held.count == 3 {
                *x = (0..3).map(|k| held.basis[k] * components[k].0).sum();
            } else {
                for (b, c) in held.directions().iter().zip(components) {
                    *x += *b * (c.0 - b.dot(*x));
                }
            }
        }
    }

    /// Sets the held components of velocities to those of the motions at `time`.
    pub fn drive(&self, time: f64, v: &mut [DVec3]) {
        for held in &self.held {
            let components = held.components(&self.motions, time);
            let v = &mut v[held.node as usize];
            for (b, c) in held.directions().iter().zip(components) {
                *v += *b * (c.1 - b.dot(*v));
            }
        }
    }

    /// Accelerations of the motions at `time` [m/s2] on held components, zero elsewhere.
    pub fn accelerations(&self, time: f64, out: &mut [DVec3]) {
        out.fill(DVec3::ZERO);
        for held in &self.held {
            out[held.node as usize] =
                held.assemble(|m| self.motions[m as usize].acceleration(held.x_rest, time));
        }
    }

    /// Replaces the held components of a field by those of another.
    pub fn overwrite(&self, field: &mut [DVec3], values: &[DVec3]) {
        for held in &self.held {
            let (x, value) = (&mut field[held.node as usize], values[held.node as usize]);
            for b in held.directions() {
                *x += *b * b.dot(value - *x);
            }
        }
    }

    /// Removes the held components of a field (forces, residuals, directions).
    pub fn project(&self, field: &mut [DVec3]) {
        for held in &self.held {
            let x = &mut field[held.node as usize];
            if held.count == 3 {
                *x = DVec3::ZERO;
            } else {
                for b in held.directions() {
                    *x -= *b * b.dot(*x);
                }
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::motion::{Interpolation, Keyframe};

    fn sliding() -> Motion {
        let key = |time, shift| Keyframe { time, shift, turn: 0.0 };
        Motion::new(
            vec![key(0.0, DVec3::ZERO), key(1.0, DVec3::new(0.0, 0.0, 2.0))],
            DVec3::Z,
            DVec3::ZERO,
            Interpolation::Linear,
        )
    }

    fn hold(node: u32, direction: DVec3, motion: u32) -> Hold {
        Hold { node, direction, motion, x_rest: DVec3::new(1.0, 2.0, 3.0) }
    }

    #[test]
    fn a_roller_leaves_the_other_directions_free() {
        let holds = Holds::new(1, vec![Motion::still()], &[hold(0, DVec3::Z, 0)]).unwrap();
        let mut q = [DVec3::new(5.0, 6.0, 7.0)];
        holds.place(0.0, &mut q);
        assert_eq!(q[0], DVec3::new(5.0, 6.0, 3.0));
        let mut f = [DVec3::ONE];
        holds.project(&mut f);
        assert_eq!(f[0], DVec3::new(1.0, 1.0, 0.0));
        assert!(!holds.is_fully_held(0) && !holds.is_moving());
    }

    #[test]
    fn oblique_and_moving_directions_are_met_together() {
        let oblique = DVec3::new(1.0, 0.0, 1.0).normalize();
        let requests = [hold(0, DVec3::Z, 1), hold(0, oblique, 0)];
        let holds = Holds::new(1, vec![Motion::still(), sliding()], &requests).unwrap();
        let mut q = [DVec3::new(9.0, 9.0, 9.0)];
        holds.place(0.5, &mut q);
        assert!((q[0].z - 4.0).abs() < 1e-12, "{}", q[0]);
        assert!((oblique.dot(q[0]) - oblique.dot(DVec3::new(1.0, 2.0, 3.0))).abs() < 1e-12);
        assert_eq!(q[0].y, 9.0);
        let mut v = [DVec3::ZERO];
        holds.drive(0.5, &mut v);
        assert!((v[0].z - 2.0).abs() < 1e-12 && oblique.dot(v[0]).abs() < 1e-12);
    }

    #[test]
    fn a_clamp_places_exactly_and_conflicts_are_named() {
        let clamp = [hold(0, DVec3::X, 0), hold(0, DVec3::Y, 0), hold(0, DVec3::Z, 0), hold(0, DVec3::Y, 0)];
        let holds = Holds::new(2, vec![Motion::still(), sliding()], &clamp).unwrap();
        let mut q = [DVec3::ZERO; 2];
        holds.place(1.0, &mut q);
        assert_eq!(q[0], DVec3::new(1.0, 2.0, 3.0));
        assert!(holds.is_fully_held(0) && !holds.is_fully_held(1));

        let clash = [hold(0, DVec3::Z, 0), hold(0, DVec3::Z, 1)];
        let error = Holds::new(1, vec![Motion::still(), sliding()], &clash).unwrap_err();
        assert_eq!(error.motions, [0, 1]);
    }

    #[test]
    fn pins_that_agree_along_a_direction_do_not_clash() {
        let motions = || vec![Motion::still(), sliding()];
        // x moves with the slide, which leaves y alone; y is held still twice.
        let y_twice = [hold(0, DVec3::Z, 1), hold(0, DVec3::Y, 0), hold(0, DVec3::Y, 0)];
        assert!(Holds::new(1, motions(), &y_twice).is_ok());
        let y_by_both = [hold(0, DVec3::Z, 1), hold(0, DVec3::Y, 1), hold(0, DVec3::Y, 0)];
        assert!(Holds::new(1, motions(), &y_by_both).is_ok());
        let oblique = DVec3::new(0.0, 1.0, 1.0);
        let clash = [hold(0, DVec3::Y, 0), hold(0, DVec3::Z, 1), hold(0, oblique, 0)];
        assert_eq!(Holds::new(1, motions(), &clash).unwrap_err().motions, [1, 0]);
    }
}
