//! Numbers that start with a line of the processor's cache: no load of four of them touches two lines.

use std::ops::{Deref, DerefMut};

/// Numbers in a line of a processor's cache.
pub const CACHE_LINE: usize = 8;

/// Numbers from which on memory that is freed shall go back to the system (1 MB), and how many are asked for then (34 MB).
const MANY: usize = 1 << 17;
const GIVEN_BACK: usize = (1 << 22) + (1 << 16);

/// So many zeros at least, for a while. Allocators take what is large enough from the system and give it back when it is freed (glibc
/// always does so beyond 32 MB); below, they may keep it and grow by as much. So many numbers ask for more than they need: what is never
/// touched takes no memory.
pub fn passing_zeros(len: usize) -> Vec<f64> {
    vec![0.0; if len < MANY { len } else { len.max(GIVEN_BACK) }]
}

/// Numbers, the first of which starts a line.
#[derive(Debug, Default)]
pub struct Aligned {
    numbers: Vec<f64>,
    /// Numbers before the first one.
    skip: usize,
    len: usize,
}

impl Aligned {
    /// So many zeros.
    pub fn zeros(len: usize) -> Self {
        Self::within(vec![0.0; len + CACHE_LINE - 1], len)
    }

    /// The same for a while: see [`passing_zeros`].
    pub fn passing_zeros(len: usize) -> Self {
        Self::within(passing_zeros(len + CACHE_LINE - 1), len)
    }

    fn within(numbers: Vec<f64>, len: usize) -> Self {
        let skip = numbers.as_ptr().align_offset(CACHE_LINE * size_of::<f64>());
        Self { numbers, skip: skip.min(CACHE_LINE - 1), len }
    }
}

impl Clone for Aligned {
    fn clone(&self) -> Self {
        let mut copy = Self::zeros(self.len);
        copy.copy_from_slice(self);
        copy
    }
}

impl Deref for Aligned {
    type Target = [f64];

    #[inline(always)]
    fn deref(&self) -> &[f64] {
        &self.numbers[self.skip..self.skip + self.len]
    }
}

impl DerefMut for Aligned {
    fn deref_mut(&mut self) -> &mut [f64] {
        &mut self.numbers[self.skip..self.skip + self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_starts_a_line_and_a_copy_does_so_too() {
        for len in [0, 1, 7, 1000] {
            let mut numbers = Aligned::zeros(len);
            numbers.iter_mut().enumerate().for_each(|(i, x)| *x = i as f64);
            let copy = numbers.clone();
            assert_eq!(copy.len(), len);
            assert!(copy.iter().enumerate().all(|(i, x)| *x == i as f64));
            assert_eq!(Aligned::passing_zeros(len).len(), len);
            assert!([&numbers, &copy].iter().all(|numbers| (numbers.as_ptr() as usize).is_multiple_of(64)));
        }
    }
}
