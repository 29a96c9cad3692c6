//! Everything that persists from step to step.

use bytemuck::{Pod, Zeroable};
use glam::DVec3;
use pliant_math::hash::Fnv;

/// The persistent state of a run. A copy is a roll-back point; its hash tells two runs apart.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Time (s).
    pub time: f64,
    /// Steps accepted so far.
    pub step: u64,
    /// Length of the step in use (s); the world chooses it.
    pub dt: f64,
    /// Node positions (m).
    pub q: Vec<DVec3>,
    /// Node velocities [m/s]. Leapfrog keeps those of the half step before `time` here.
    pub v: Vec<DVec3>,
    /// Node accelerations [m/s2] where the stepper keeps them, else zero.
    pub a: Vec<DVec3>,
    /// Scalars the stepper needs to go on exactly as if it had not been stopped.
    pub stepper: Vec<f64>,
    /// What the world's step guard remembers.
    pub guard: GuardMemory,
    /// What touches what, and what came of it.
    pub contact: ContactMemory,
    /// Where the matrix was factored that implicit steps still use.
    pub factor: FactorMemory,
}

/// Where a matrix was factored that is used on: enough to make the same factor again. Empty if every iteration factors anew.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FactorMemory {
    /// Node positions (m).
    pub q: Vec<DVec3>,
    /// Node velocities [m/s].
    pub v: Vec<DVec3>,
    /// Time of the loads (s); factors of mass, stiffness and damping; 1 if each element's part was made positive.
    pub numbers: [f64; 5],
}

impl FactorMemory {
    /// Nothing is kept.
    pub fn is_empty(&self) -> bool {
        self.q.is_empty()
    }

    /// Tells two memories apart.
    pub fn identity(&self) -> u64 {
        let mut hash = Fnv::new();
        self.hash(&mut hash);
        hash.value()
    }

    fn copy_from(&mut self, other: &FactorMemory) {
        self.q.clone_from(&other.q);
        self.v.clone_from(&other.v);
        self.numbers = other.numbers;
    }

    fn hash(&self, hash: &mut Fnv) {
        if !self.is_empty() {
            hash.bytes(bytemuck::cast_slice(&self.q));
            hash.bytes(bytemuck::cast_slice(&self.v));
            hash.bytes(bytemuck::cast_slice(&self.numbers));
        }
    }
}

/// What contact must remember to go on exactly as if it had not been stopped, and what is told of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContactMemory {
    /// Those that touched in the last step, by ascending key.
    pub touches: Vec<TouchMemory>,
    /// Pairs of nodes that contact couples in the matrix of an implicit step, ascending.
    pub couplings: Vec<[u32; 2]>,
    /// Contact force on each node in the last step (N); empty in worlds without contact.
    pub force: Vec<DVec3>,
    /// Force of the bodies on each collider in the last step (N).
    pub on_colliders: Vec<DVec3>,
    /// The deepest overlap of each pair of things so far, by ascending pair.
    pub deepest: Vec<Deepest>,
}

/// What is remembered of two things that touch at a point.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct TouchMemory {
    /// Who touches whom.
    pub key: u64,
    /// 1 if they slide, plus 2 if it is the back of a sheet that is touched, plus 4 if the allowance is from the start of
    /// the run, plus 8 if two edges push each other against the direction of their cross product.
    pub flags: u64,
    /// By how much the elastic part of friction is stretched (m).
    pub stretch: [f64; 3],
    /// Normal force (N).
    pub force: f64,
    /// Overlap that is not pushed back (m).
    pub allowance: f64,
}

/// The deepest overlap of two things so far.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Deepest {
    /// Numbers of the two in the contact layer, the smaller first.
    pub pair: [u32; 2],
    /// Overlap (m), without what was there at the start.
    pub depth: f64,
    /// That over the local thickness of the thinner of the two there.
    pub share: f64,
    /// When (s).
    pub time: f64,
    /// Where (m).
    pub place: [f64; 3],
}

impl ContactMemory {
    fn copy_from(&mut self, other: &ContactMemory) {
        self.touches.clone_from(&other.touches);
        self.couplings.clone_from(&other.couplings);
        self.force.clone_from(&other.force);
        self.on_colliders.clone_from(&other.on_colliders);
        self.deepest.clone_from(&other.deepest);
    }

    fn hash(&self, hash: &mut Fnv) {
        hash.bytes(bytemuck::cast_slice(&self.touches));
        hash.bytes(bytemuck::cast_slice(&self.couplings));
        hash.bytes(bytemuck::cast_slice(&self.force));
        hash.bytes(bytemuck::cast_slice(&self.on_colliders));
        hash.bytes(bytemuck::cast_slice(&self.deepest));
    }
}

/// What the world's step guard must remember to go on exactly as if it had not been stopped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GuardMemory {
    /// Share of the step in use that is taken: below 1 for a while after a step that went wrong.
    pub share: f64,
    /// Steps that went well since the share was changed.
    pub calm: u64,
    /// Largest acceleration (m/s2) at any look at the stability limit so far.
    pub agitation: f64,
    /// Total energy at the start (J), if it is known and must not grow; else not a number.
    pub energy: f64,
    /// The first stability limit (s); zero before it is known.
    pub first_step: f64,
}

impl Default for GuardMemory {
    fn default() -> Self {
        Self { share: 1.0, calm: 0, agitation: 0.0, energy: f64::NAN, first_step: 0.0 }
    }
}

impl State {
    /// At rest at the given positions.
    pub fn at_rest(q: Vec<DVec3>) -> Self {
        let still = vec![DVec3::ZERO; q.len()];
        let (stepper, guard, contact) = (Vec::new(), GuardMemory::default(), ContactMemory::default());
        let factor = FactorMemory::default();
        Self { time: 0.0, step: 0, dt: 0.0, v: still.clone(), a: still, q, stepper, guard, contact, factor }
    }

    /// Becomes a copy of `other`, in the memory it has.
    pub fn copy_from(&mut self, other: &State) {
        (self.time, self.step, self.dt, self.guard) = (other.time, other.step, other.dt, other.guard);
        self.q.clone_from(&other.q);
        self.v.clone_from(&other.v);
        self.a.clone_from(&other.a);
        self.stepper.clone_from(&other.stepper);
        self.contact.copy_from(&other.contact);
        self.factor.copy_from(&other.factor);
    }

    /// A 64-bit FNV-1a hash of every bit of the state.
    pub fn hash(&self) -> u64 {
        let mut hash = Fnv::new();
        hash.bytes(&self.time.to_bits().to_le_bytes());
        hash.bytes(&self.step.to_le_bytes());
        hash.bytes(&self.dt.to_bits().to_le_bytes());
        for field in [&self.q, &self.v, &self.a] {
            hash.bytes(bytemuck::cast_slice(field));
        }
        hash.bytes(bytemuck::cast_slice(&self.stepper));
        let GuardMemory { share, calm, agitation, energy, first_step } = self.guard;
        hash.bytes(bytemuck::cast_slice(&[share, agitation, energy, first_step]));
        hash.bytes(&calm.to_le_bytes());
        self.contact.hash(&mut hash);
        self.factor.hash(&mut hash);
        hash.value()
    }

    /// The first node with a position or velocity that is no finite number.
    pub fn first_not_finite(&self) -> Option<usize> {
        // Zero times anything finite is zero, times anything else not a number: one sum, no branches.
        let spoiled = self.q.iter().zip(&self.v).fold(DVec3::ZERO, |sum, (q, v)| sum + *q * 0.0 + *v * 0.0);
        if spoiled.is_finite() {
            return None;
        }
        (0..self.q.len()).find(|&i| !(self.q[i].is_finite() && self.v[i].is_finite()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_flipped_bit_changes_the_hash() {
        let state = State::at_rest(vec![DVec3::ONE; 5]);
        let mut other = state.clone();
        assert_eq!(state.hash(), other.hash());
        other.q[3].y = f64::from_bits(1.0f64.to_bits() ^ 1);
        assert_ne!(state.hash(), other.hash());
        other.q[3].y = f64::NAN;
        assert_eq!((state.first_not_finite(), other.first_not_finite()), (None, Some(3)));
        other.copy_from(&state);
        assert_eq!(state.hash(), other.hash());
        other.guard.share = 0.5;
        assert_ne!(state.hash(), other.hash());
    }
}
