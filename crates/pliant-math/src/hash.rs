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
        words.iter().for_each(|word| self.word(*word));
        self.bytes(rest).bytes(&(bytes.len() as u64).to_le_bytes())
    }

    fn word(&mut self, word: [u8; 8]) {
        self.0 = (self.0 ^ u64::from_le_bytes(word)).wrapping_mul(PRIME);
        // Without this the upper bits of a word would never reach the lower ones.
        self.0 ^= self.0 >> 32;
    }

    /// The hash so far.
    pub fn value(&self) -> u64 {
        self.0
    }
}

/// [`Fnv::words`] of bytes that come in pieces.
#[derive(Clone, Copy, Debug, Default)]
pub struct FnvInPieces {
    hash: Fnv,
    /// Bytes that are no whole word yet: the first so many, modulo eight, as there were in all.
    started: [u8; 8],
    length: u64,
}

impl FnvInPieces {
    /// Takes the next bytes in.
    pub fn add(&mut self, mut bytes: &[u8]) {
        let held = (self.length % 8) as usize;
        self.length += bytes.len() as u64;
        if held > 0 {
            let (first, rest) = bytes.split_at(bytes.len().min(8 - held));
            self.started[held..held + first.len()].copy_from_slice(first);
            if held + first.len() < 8 {
                return;
            }
            self.hash.word(self.started);
            bytes = rest;
        }
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.hash.word(*word));
        self.started[..rest.len()].copy_from_slice(rest);
    }

    /// How many bytes there were.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The hash of all of them.
    pub fn value(mut self) -> u64 {
        let rest = (self.length % 8) as usize;
        self.hash.bytes(&self.started[..rest]).bytes(&self.length.to_le_bytes()).value()
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
        for piece in [1, 3, 8, 11, 100] {
            let mut pieces = FnvInPieces::default();
            base.chunks(piece).for_each(|bytes| pieces.add(bytes));
            assert_eq!(pieces.value(), hash(&base), "pieces of {piece}");
        }
    }
}
