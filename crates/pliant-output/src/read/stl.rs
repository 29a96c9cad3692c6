//! STL surfaces, text and binary.
//!
//! Source: "StereoLithography Interface Specification", 3D Systems, 1989. Binary: 80 bytes of anything, the number of
//! triangles (u32), 50 bytes each (normal, three corners as f32, two bytes of attributes), little endian. Binary
//! files may begin with "solid", so the size decides. Corners are stored with every triangle; those that agree
//! exactly become one. The normals are not used: they repeat what the order of the corners says.

use glam::DVec3;

use super::ReadSurface;
use super::error::{DAMAGED, Fault, Place};
use super::numbers::Kind;
use super::scan::{Scan, shortened};
use super::surface_raw::{RawSurface, coordinate};

/// Bytes before the first triangle of a binary file.
pub(super) const HEADER: usize = 84;
const TRIANGLE: usize = 50;

fn announced(bytes: &[u8]) -> Option<usize> {
    let count = bytes.get(HEADER - 4..HEADER)?;
    Some(Kind::U32.integer(count, false) as usize)
}

/// Whether the size is that of a binary file with the number of triangles it announces.
pub(super) fn fits_binary(bytes: &[u8]) -> bool {
    announced(bytes).is_some_and(|count| count > 0 && HEADER + TRIANGLE * count == bytes.len())
}

pub(super) fn read_binary(bytes: &[u8]) -> Result<ReadSurface, Fault> {
    let count = announced(bytes).unwrap_or(0);
    let data = &bytes[HEADER.min(bytes.len())..];
    let present = data.len() / TRIANGLE;
    if present < count {
        let reason = format!("only {present} of the {count} triangles announced are there");
        return Err(Fault::at(Place::Byte(bytes.len()), reason, DAMAGED));
    }
    if data.len() > TRIANGLE * count {
        let extra = data.len() - TRIANGLE * count;
        let reason = format!("{count} triangles are announced, but {extra} more bytes follow them");
        return Err(Fault::at(Place::Byte(HEADER + TRIANGLE * count), reason, DAMAGED));
    }
    let mut raw = RawSurface::new(bytes.len(), 3 * count, count)?;
    for triangle in data.chunks_exact(TRIANGLE) {
        let first = raw.points.len() as u32;
        for corner in 1..4 {
            let x = [0, 1, 2].map(|i| Kind::F32.float(&triangle[12 * corner + 4 * i..][..4], false));
            raw.points.push(x.into());
        }
        raw.polygon(&[first, first + 1, first + 2]);
    }
    raw.merge_equal_points();
    raw.finish()
}

pub(super) fn read_text(bytes: &[u8]) -> Result<ReadSurface, Fault> {
    // A facet makes fewer triangles than it has vertices.
    let vertices = count_vertices(bytes);
    let mut raw = RawSurface::new(bytes.len(), vertices, vertices)?;
    let mut text = Text { scan: Scan::new(bytes), facets: 0, corners: vec![] };
    while text.solid(&mut raw)? {}
    raw.merge_equal_points();
    raw.finish()
}

fn count_vertices(bytes: &[u8]) -> usize {
    let mut scan = Scan::new(bytes);
    let mut vertices = 0;
    while let Some(word) = scan.token() {
        vertices += usize::from(word.eq_ignore_ascii_case("vertex"));
    }
    vertices
}

struct Text<'a> {
    scan: Scan<'a>,
    facets: usize,
    corners: Vec<u32>,
}

impl<'a> Text<'a> {
    /// One `solid ... endsolid`; false at the end of the file.
    fn solid(&mut self, raw: &mut RawSurface) -> Result<bool, Fault> {
        let Some(word) = self.scan.token() else { return Ok(false) };
        if !word.eq_ignore_ascii_case("solid") {
            let reason = format!("expected \"solid\" or the end of the file, found \"{}\"", shortened(word));
            return Err(self.scan.fault(reason, DAMAGED));
        }
        // The name: anything up to the end of the line.
        self.scan.line();
        loop {
            let word = self.word("\"facet\" or \"endsolid\"")?;
            if word.eq_ignore_ascii_case("facet") {
                self.facet(raw)?;
            } else if word.eq_ignore_ascii_case("endsolid") {
                self.scan.line();
                return Ok(true);
            } else {
                return Err(self.unexpected("\"facet\" or \"endsolid\"", word));
            }
        }
    }

    /// The rest of `facet normal x y z  outer loop  vertex x y z ...  endloop  endfacet`.
    fn facet(&mut self, raw: &mut RawSurface) -> Result<(), Fault> {
        self.expect("normal")?;
        // Some programs leave the normal out or write words there.
        while !self.word("the normal of a facet")?.eq_ignore_ascii_case("outer") {}
        self.expect("loop")?;
        self.corners.clear();
        loop {
            let word = self.word("\"vertex\" or \"endloop\"")?;
            if word.eq_ignore_ascii_case("endloop") {
                break;
            }
            if !word.eq_ignore_ascii_case("vertex") {
                return Err(self.unexpected("\"vertex\" or \"endloop\"", word));
            }
            self.corners.push(raw.points.len() as u32);
            let point = DVec3::new(self.coordinate()?, self.coordinate()?, self.coordinate()?);
            raw.points.push(point);
        }
        self.expect("endfacet")?;
        raw.polygon(&self.corners);
        self.facets += 1;
        Ok(())
    }

    fn word(&mut self, wanted: &str) -> Result<&'a str, Fault> {
        self.scan.token().ok_or_else(|| self.unexpected(wanted, ""))
    }

    fn unexpected(&self, wanted: &str, found: &str) -> Fault {
        // The last word of the file may be half a word.
        let reason = if self.scan.remaining() == 0 {
            format!("the file ends after {} whole facets, where {wanted} is expected", self.facets)
        } else {
            format!("expected {wanted}, found \"{}\"", shortened(found))
        };
        self.scan.fault(reason, DAMAGED)
    }

    fn expect(&mut self, wanted: &str) -> Result<(), Fault> {
        let word = self.word(wanted)?;
        if word.eq_ignore_ascii_case(wanted) {
            return Ok(());
        }
        Err(self.unexpected(&format!("\"{wanted}\""), word))
    }

    fn coordinate(&mut self) -> Result<f64, Fault> {
        let word = self.word("a coordinate")?;
        coordinate(word).ok_or_else(|| self.unexpected("a coordinate", word))
    }
}
