//! Arrays of numbers of any stored kind.

use std::borrow::Cow;

/// How one number is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
}

/// Numbers after decoding.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Numbers {
    Integers(Vec<i64>),
    Floats(Vec<f64>),
}

impl Kind {
    /// The type names of VTU's DataArray.
    pub fn of_vtu(name: &str) -> Option<Self> {
        Some(match name {
            "Int8" => Kind::I8,
            "UInt8" => Kind::U8,
            "Int16" => Kind::I16,
            "UInt16" => Kind::U16,
            "Int32" => Kind::I32,
            "UInt32" => Kind::U32,
            "Int64" => Kind::I64,
            "UInt64" => Kind::U64,
            "Float32" => Kind::F32,
            "Float64" => Kind::F64,
            _ => return None,
        })
    }

    /// The type names of VTK legacy files. `long` is taken as 8 bytes, as Linux and macOS write it; `vtkIdType` is
    /// stored as `int`.
    pub fn of_vtk_legacy(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "char" | "signed_char" => Kind::I8,
            "unsigned_char" => Kind::U8,
            "short" => Kind::I16,
            "unsigned_short" => Kind::U16,
            "int" | "vtkidtype" | "vtktypeint32" => Kind::I32,
            "unsigned_int" | "vtktypeuint32" => Kind::U32,
            "long" | "vtktypeint64" | "long_long" => Kind::I64,
            "unsigned_long" | "vtktypeuint64" | "unsigned_long_long" => Kind::U64,
            "float" => Kind::F32,
            "double" => Kind::F64,
            _ => return None,
        })
    }

    /// Bytes of one number.
    pub fn size(self) -> usize {
        match self {
            Kind::I8 | Kind::U8 => 1,
            Kind::I16 | Kind::U16 => 2,
            Kind::I32 | Kind::U32 | Kind::F32 => 4,
            Kind::I64 | Kind::U64 | Kind::F64 => 8,
        }
    }

    pub fn is_float(self) -> bool {
        matches!(self, Kind::F32 | Kind::F64)
    }

    /// The bits of one number, zero-extended; missing bytes count as zero.
    fn bits(bytes: &[u8], big_endian: bool) -> u64 {
        let push = |bits: u64, byte: &u8| bits << 8 | u64::from(*byte);
        if big_endian { bytes.iter().fold(0, push) } else { bytes.iter().rev().fold(0, push) }
    }

    /// One integer from its bytes. Values beyond `i64` come out negative, which no reader accepts.
    pub fn integer(self, bytes: &[u8], big_endian: bool) -> i64 {
        let bits = Self::bits(bytes, big_endian);
        match self {
            Kind::I8 => i64::from(bits as i8),
            Kind::I16 => i64::from(bits as i16),
            Kind::I32 => i64::from(bits as i32),
            _ => bits as i64,
        }
    }

    /// One float from its bytes.
    pub fn float(self, bytes: &[u8], big_endian: bool) -> f64 {
        let bits = Self::bits(bytes, big_endian);
        if self == Kind::F32 { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits) }
    }

    /// As many whole numbers as the bytes hold.
    pub fn decode(self, bytes: &[u8], big_endian: bool) -> Numbers {
        let items = bytes.chunks_exact(self.size());
        if self.is_float() {
            Numbers::Floats(items.map(|item| self.float(item, big_endian)).collect())
        } else {
            Numbers::Integers(items.map(|item| self.integer(item, big_endian)).collect())
        }
    }
}

impl Numbers {
    pub fn len(&self) -> usize {
        match self {
            Numbers::Integers(values) => values.len(),
            Numbers::Floats(values) => values.len(),
        }
    }

    /// The values as floats.
    pub fn floats(&self) -> Cow<'_, [f64]> {
        match self {
            Numbers::Integers(values) => values.iter().map(|&v| v as f64).collect(),
            Numbers::Floats(values) => Cow::Borrowed(values),
        }
    }

    /// The values as integers, if that is what they are.
    pub fn integers(self) -> Option<Vec<i64>> {
        match self {
            Numbers::Integers(values) => Some(values),
            Numbers::Floats(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_byte_orders_and_signs() {
        assert_eq!(Kind::I16.integer(&[0xff, 0xfe], true), -2);
        assert_eq!(Kind::I16.integer(&[0xfe, 0xff], false), -2);
        assert_eq!(Kind::U16.integer(&[0xff, 0xfe], true), 0xfffe);
        assert_eq!(Kind::I8.integer(&[0x80], false), -128);
        assert_eq!(Kind::U64.integer(&[0xff; 8], false), -1);
        assert_eq!(Kind::F32.float(&1.5f32.to_be_bytes(), true), 1.5);
        assert_eq!(Kind::F64.float(&(-0.1f64).to_le_bytes(), false), -0.1);
        assert_eq!(Kind::U32.decode(&[1, 0, 0, 0, 2, 0, 0, 0, 9], false), Numbers::Integers(vec![1, 2]));
    }
}
