//! Everything that persists from step to step.

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
        let (stepper, guard) = (Vec::new(), GuardMemory::default());
        Self { time: 0.0, step: 0, dt: 0.0, v: still.clone(), a: still, q, stepper, guard }
    }

    /// Becomes a copy of `other`, in the memory it has.
    pub fn copy_from(&mut self, other: &State) {
        (self.time, self.step, self.dt, self.guard) = (other.time, other.step, other.dt, other.guard);
        self.q.clone_from(&other.q);
        self.v.clone_from(&other.v);
        self.a.clone_from(&other.a);
        self.stepper.clone_from(&other.stepper);
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
