//! The header of PLY files: which elements there are, how many of each, what each consists of.
//!
//! Source: Turk, "The PLY Polygon File Format", 1994, with the type names int8 ... float64 added later.

use super::error::{DAMAGED, Fault};
use super::numbers::Kind;
use super::scan::{Encoding, Scan, shortened};

/// One property of an element: a number, or a list led by its length.
#[derive(Clone, Copy, Debug)]
pub(super) struct Property<'a> {
    pub name: &'a str,
    pub kind: Kind,
    /// How the length of a list is stored.
    pub length: Option<Kind>,
}

/// A kind of rows in the file.
#[derive(Clone, Debug)]
pub(super) struct Element<'a> {
    pub name: &'a str,
    pub count: u64,
    pub properties: Vec<Property<'a>>,
}

impl Element<'_> {
    /// Where the first property of one of these names is, list or number as wanted.
    pub fn position(&self, names: &[&str], list: bool) -> Option<usize> {
        self.properties.iter().position(|p| names.contains(&p.name) && p.length.is_some() == list)
    }
}

fn kind_of(name: &str) -> Option<Kind> {
    Some(match name {
        "char" | "int8" => Kind::I8,
        "uchar" | "uint8" => Kind::U8,
        "short" | "int16" => Kind::I16,
        "ushort" | "uint16" => Kind::U16,
        "int" | "int32" => Kind::I32,
        "uint" | "uint32" => Kind::U32,
        "int64" => Kind::I64,
        "uint64" => Kind::U64,
        "float" | "float32" => Kind::F32,
        "double" | "float64" => Kind::F64,
        _ => return None,
    })
}

/// Reads up to and with `end_header`; the scan stands before the data and knows its encoding.
pub(super) fn read<'a>(scan: &mut Scan<'a>) -> Result<Vec<Element<'a>>, Fault> {
    let mut elements: Vec<Element<'a>> = vec![];
    let mut encoding = None;
    scan.skip_whitespace();
    scan.line();
    loop {
        if scan.remaining() == 0 {
            return Err(scan.fault("the file ends within the header, before end_header", DAMAGED));
        }
        let line = scan.line().trim_ascii();
        if line.is_empty() || line.starts_with(b"comment") || line.starts_with(b"obj_info") {
            continue;
        }
        let unknown = |scan: &Scan| {
            let text = shortened(&String::from_utf8_lossy(&line[..line.len().min(80)]));
            scan.fault(format!("the header line \"{text}\" is not understood"), DAMAGED)
        };
        let text = std::str::from_utf8(line).map_err(|_| unknown(scan))?;
        let mut words = text.split_ascii_whitespace();
        let mut next = || words.next().unwrap_or("");
        match [next(), next(), next(), next(), next()] {
            ["end_header", "", ..] => break,
            ["format", "ascii", "1.0", "", _] => encoding = Some(Encoding::Text),
            ["format", "binary_little_endian", "1.0", "", _] => {
                encoding = Some(Encoding::Binary { big_endian: false });
            }
            ["format", "binary_big_endian", "1.0", "", _] => {
                encoding = Some(Encoding::Binary { big_endian: true });
            }
            ["element", name, count, "", _] => {
                let count = count.parse().map_err(|_| unknown(scan))?;
                elements.push(Element { name, count, properties: vec![] });
            }
            ["property", "list", length, kind, name] if !name.is_empty() => {
                let (length, kind) = (kind_of(length), kind_of(kind).ok_or_else(|| unknown(scan))?);
                let length = Some(length.filter(|k| !k.is_float()).ok_or_else(|| unknown(scan))?);
                let element = elements.last_mut().ok_or_else(|| unknown(scan))?;
                element.properties.push(Property { name, kind, length });
            }
            ["property", kind, name, "", _] if !name.is_empty() => {
                let kind = kind_of(kind).ok_or_else(|| unknown(scan))?;
                let element = elements.last_mut().ok_or_else(|| unknown(scan))?;
                element.properties.push(Property { name, kind, length: None });
            }
            _ => return Err(unknown(scan)),
        }
    }
    scan.encoding = encoding.ok_or_else(|| scan.fault("the header has no format line", DAMAGED))?;
    Ok(elements)
}
