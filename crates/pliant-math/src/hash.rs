//! A small hash for telling states, scenes and files apart: FNV-1a, 64 bit. Not for secrets.

/// FNV-1a, 64 bit.
#[derive(Clone, Copy, Debug)]
pub struct Fnv(u64);

const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

impl Default for Fnv {
    fn default() -> Self {
        Self(OFFSET)
    }
}

impl Fnv {
    /// The hash of nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes bytes in, one by one.
    pub fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(PRIME);
        }
        self
    }

    /// Takes bytes in, eight at a time: faster, another value than [`Fnv::bytes`]. The rest counts with its length.
    pub fn words(&mut self, bytes: &[u8]) -> &mut Self {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.0 = (self.0 ^ u64::from_le_bytes(*word)).wrapping_mul(PRIME);
            // Without this the upper bits of a word would never reach the lower ones.
            self.0 ^= self.0 >> 32;
        }
        self.bytes(rest).bytes(&(bytes.len() as u64).to_le_bytes())
    }

    /// The hash so far.
    pub fn value(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values_and_every_bit_counts() {
        // Test vectors of the FNV authors.
        assert_eq!(Fnv::new().value(), 0xcbf2_9ce4_8422_2325);
        assert_eq!(Fnv::new().bytes(b"a").value(), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(Fnv::new().bytes(b"foobar").value(), 0x8594_4171_f739_67e8);
        let base: Vec<u8> = (0..100).collect();
        let hash = |bytes: &[u8]| Fnv::new().words(bytes).value();
        for bit in 0..800 {
            let mut other = base.clone();
            other[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(hash(&base), hash(&other), "bit {bit}");
        }
        assert_ne!(hash(&base), hash(&base[..99]));
        assert_ne!(hash(&[]), hash(&[0]));
    }
}
