//! Random numbers from a seed: SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).

/// The state, of which any value will do.
pub(super) struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number from -1 to 1.
    pub fn signed(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    /// The numbers below `count` in random order (Fisher and Yates).
    pub fn order(&mut self, count: usize) -> Vec<u32> {
        let mut order: Vec<u32> = (0..count as u32).collect();
        for last in (1..count).rev() {
            // The high half of the product is even over 0..=last but for a part in 2^32 or so.
            let other = (u128::from(self.bits()) * (last as u128 + 1)) >> 64;
            order.swap(last, other as usize);
        }
        order
    }
}
