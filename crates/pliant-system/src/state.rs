//! Everything that persists from step to step.

use glam::DVec3;

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
}

impl State {
    /// At rest at the given positions.
    pub fn at_rest(q: Vec<DVec3>) -> Self {
        let still = vec![DVec3::ZERO; q.len()];
        Self { time: 0.0, step: 0, dt: 0.0, v: still.clone(), a: still, q, stepper: Vec::new() }
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
        hash.0
    }

    /// True if every number is finite.
    pub fn is_finite(&self) -> bool {
        self.q.iter().all(|x| x.is_finite()) && self.v.iter().all(|x| x.is_finite())
    }
}

/// FNV-1a, 64 bit.
struct Fnv(u64);

impl Fnv {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
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
        assert!(state.is_finite() && !other.is_finite());
    }
}
