//! The data arrays of VTU files: text, base64 or raw bytes, perhaps compressed.
//!
//! Source: "VTK XML Formats" of the VTK documentation. Binary data starts with its length in bytes; compressed data
//! with [number of blocks][block size][size of the last block, 0 if whole][compressed size of each block]. In base64
//! the header of compressed data is padded on its own, so padding may occur in the middle: decoding goes by groups
//! of four characters.

use super::numbers::{Kind, Numbers};

/// How a file stores its binary data.
#[derive(Clone, Copy, Debug)]
pub(super) struct Storage {
    pub big_endian: bool,
    /// Kind of the length numbers: `U32` or `U64`.
    pub header: Kind,
    /// True for zlib.
    pub compressed: bool,
}

/// Where the bytes of an array come from.
#[derive(Clone, Copy)]
pub(super) enum Source<'a> {
    Base64(&'a [u8]),
    Raw(&'a [u8]),
}

type Outcome<T> = Result<T, String>;

impl Source<'_> {
    /// The next n bytes after decoding.
    fn take(&mut self, n: usize) -> Outcome<Vec<u8>> {
        const SHORT: &str = "the data ends too early";
        match self {
            Source::Raw(bytes) => {
                let (head, tail) = bytes.split_at_checked(n).ok_or(SHORT)?;
                *bytes = tail;
                Ok(head.to_vec())
            }
            Source::Base64(text) => {
                if n / 3 > text.len() / 4 {
                    return Err(SHORT.into());
                }
                let mut bytes = Vec::with_capacity(n + 2);
                while bytes.len() < n {
                    decode_group(text, &mut bytes)?;
                }
                Ok(bytes)
            }
        }
    }

    /// How many bytes there can be at most.
    fn limit(&self) -> usize {
        match self {
            Source::Base64(text) => text.len() / 4 * 3 + 3,
            Source::Raw(bytes) => bytes.len(),
        }
    }
}

/// Decodes four characters (one to three bytes), skipping white space before them.
fn decode_group(text: &mut &[u8], bytes: &mut Vec<u8>) -> Outcome<()> {
    let (mut bits, mut count, mut padding) = (0u32, 0, 0);
    while count < 4 {
        let (&first, tail) = text.split_first().ok_or("the base64 data ends too early")?;
        *text = tail;
        let value = match first {
            b'A'..=b'Z' => first - b'A',
            b'a'..=b'z' => first - b'a' + 26,
            b'0'..=b'9' => first - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' if count >= 2 => {
                padding += 1;
                0
            }
            white if white.is_ascii_whitespace() => continue,
            other => return Err(format!("the byte {other} does not occur in base64")),
        };
        bits = bits << 6 | u32::from(value);
        count += 1;
    }
    bytes.extend_from_slice(&bits.to_be_bytes()[1..4 - padding]);
    Ok(())
}

impl Storage {
    /// Decodes one array.
    pub fn decode(&self, kind: Kind, source: Source<'_>) -> Outcome<Numbers> {
        let bytes = if self.compressed { self.inflate(source)? } else { self.plain(source)? };
        if bytes.len() % kind.size() != 0 {
            return Err(format!("{} bytes are no whole number of values", bytes.len()));
        }
        Ok(kind.decode(&bytes, self.big_endian))
    }

    fn header_values(&self, bytes: &[u8]) -> Vec<u64> {
        bytes
            .chunks_exact(self.header.size())
            .map(|b| self.header.integer(b, self.big_endian) as u64)
            .collect()
    }

    fn plain(&self, mut source: Source<'_>) -> Outcome<Vec<u8>> {
        let size = self.header.size();
        // Header and data may be one base64 stream: what was decoded beyond the header belongs to the data.
        let mut bytes = source.take(size)?;
        let length = self.header.integer(&bytes[..size], self.big_endian) as u64;
        let mut data = bytes.split_off(size);
        let length = usize::try_from(length).map_err(|_| "the length is absurd")?;
        if length > source.limit() + data.len() {
            return Err(format!("{length} bytes are announced, more than there are"));
        }
        if length > data.len() {
            data.extend(source.take(length - data.len())?);
        }
        data.truncate(length);
        Ok(data)
    }

    fn inflate(&self, mut source: Source<'_>) -> Outcome<Vec<u8>> {
        let size = self.header.size();
        // The header's own base64 stream: its three first numbers fill whole groups of three bytes.
        let head = self.header_values(&source.take(3 * size)?);
        let (blocks, block_size, last_size) = (head[0], head[1], head[2]);
        if blocks == 0 {
            return Ok(vec![]);
        }
        if blocks as u128 * size as u128 > source.limit() as u128 {
            return Err(format!("{blocks} compressed blocks are announced, more than there are"));
        }
        let mut table = source.take(blocks as usize * size)?;
        table.truncate(blocks as usize * size);
        let sizes = self.header_values(&table);
        let compressed: u128 = sizes.iter().map(|&s| u128::from(s)).sum();
        if compressed > source.limit() as u128 {
            return Err(format!("{compressed} compressed bytes are announced, more than there are"));
        }
        let mut packed = source.take(compressed as usize)?;
        packed.truncate(compressed as usize);
        let mut rest = packed.as_slice();
        let mut data = vec![];
        for (i, &length) in (0u64..).zip(&sizes) {
            let (block, tail) = rest.split_at(length as usize);
            rest = tail;
            let whole = if i + 1 == blocks && last_size > 0 { last_size } else { block_size };
            data.extend(inflate_block(block, whole)?);
        }
        Ok(data)
    }
}

fn inflate_block(block: &[u8], size: u64) -> Outcome<Vec<u8>> {
    // zlib cannot expand more than about 1032 times: a larger announcement is a lie or a bomb.
    if size as u128 > block.len() as u128 * 1100 + 64 {
        return Err(format!("a compressed block of {} bytes announces {size}", block.len()));
    }
    let data = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(block, size as usize)
        .map_err(|error| format!("a compressed block cannot be unpacked ({:?})", error.status))?;
    if data.len() as u64 != size {
        return Err(format!("a compressed block holds {} bytes instead of {size}", data.len()));
    }
    Ok(data)
}

/// Numbers written as words.
pub(super) fn parse_text(kind: Kind, text: &str) -> Outcome<Numbers> {
    fn all<T: std::str::FromStr>(text: &str) -> Outcome<Vec<T>> {
        let bad = |word: &str| {
            format!("\"{}\" is not the number expected", word.chars().take(20).collect::<String>())
        };
        text.split_ascii_whitespace().map(|word| word.parse().map_err(|_| bad(word))).collect()
    }
    if kind.is_float() { all(text).map(Numbers::Floats) } else { all(text).map(Numbers::Integers) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_with_padding_in_the_middle() {
        let mut source = Source::Base64(b" QQ==\nQkM=RERE");
        assert_eq!(source.take(6), Ok(b"ABCDDD".to_vec()));
        assert!(source.take(1).is_err());
        assert!(Source::Base64(b"Q?==").take(1).is_err());
        assert!(Source::Base64(b"=QQQ").take(1).is_err());
    }

    #[test]
    fn absurd_lengths_are_refused_without_allocation() {
        let storage = Storage { big_endian: false, header: Kind::U64, compressed: false };
        assert!(storage.decode(Kind::U8, Source::Raw(&[0xff; 16])).is_err());
        let storage = Storage { compressed: true, ..storage };
        assert!(storage.decode(Kind::U8, Source::Raw(&[0xff; 64])).is_err());
        assert!(inflate_block(&[0; 8], u64::MAX).is_err());
    }
}
