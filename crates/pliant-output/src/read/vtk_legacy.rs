//! VTK legacy files (versions 2 to 5.1), ASCII and binary, unstructured grids.
//!
//! Source: "VTK File Formats" of the VTK documentation. Binary numbers are big-endian. Up to version 4 CELLS holds
//! `count id id ...` per cell; from 5.1 on it holds OFFSETS and CONNECTIVITY. Both layouts are told apart by what
//! follows the keyword, not by the version.

use super::error::{DAMAGED, Fault};
use super::numbers::{Kind, Numbers};
use super::raw::RawMesh;
use super::scan::{Encoding, Scan};
use super::vtk_cells::{VtkPiece, points_of};

struct Legacy<'a> {
    scan: Scan<'a>,
    encoding: Encoding,
    piece: VtkPiece,
    /// True while the attributes of cells are read.
    cell_data: bool,
    /// How many cells or points the current attributes are for.
    count: u64,
    notes: Vec<String>,
}

pub(super) fn read(bytes: &[u8]) -> Result<RawMesh, Fault> {
    let mut scan = Scan::new(bytes);
    scan.skip_whitespace();
    scan.line();
    scan.line(); // The title is free text.
    let encoding = match scan.line().trim_ascii() {
        b"ASCII" => Encoding::Text,
        b"BINARY" => Encoding::Binary { big_endian: true },
        _ => return Err(scan.fault("the third line must say ASCII or BINARY", DAMAGED)),
    };
    let mut file =
        Legacy { scan, encoding, piece: VtkPiece::default(), cell_data: false, count: 0, notes: vec![] };
    while file.section()? {}
    let mut raw = RawMesh::default();
    raw.notes.append(&mut file.notes);
    file.piece.add_to(&mut raw)?;
    Ok(raw)
}

impl Legacy<'_> {
    /// Reads one keyword and what belongs to it; false at the end of the file.
    fn section(&mut self) -> Result<bool, Fault> {
        let words = self.scan.words();
        let Some(keyword) = words.first() else { return Ok(false) };
        match keyword.to_ascii_uppercase().as_str() {
            "DATASET" => self.dataset(&words)?,
            "POINTS" => self.points(&words)?,
            "CELLS" => self.cells(&words)?,
            "CELL_TYPES" => {
                let count = self.count_of(&words, 1)?;
                self.piece.types = self.integers(Kind::I32, count, "cell types")?;
            }
            "CELL_DATA" | "POINT_DATA" => {
                self.cell_data = keyword.eq_ignore_ascii_case("CELL_DATA");
                self.count = self.count_of(&words, 1)?;
            }
            "METADATA" => while !self.scan.line().is_empty() {},
            "FIELD" => self.field(&words)?,
            keyword => return self.attribute(keyword, &words),
        }
        Ok(true)
    }

    fn dataset(&mut self, words: &[String]) -> Result<(), Fault> {
        match words.get(1).map(|w| w.to_ascii_uppercase()) {
            Some(kind) if kind == "UNSTRUCTURED_GRID" => Ok(()),
            kind => {
                let reason =
                    format!("the dataset is {}, not UNSTRUCTURED_GRID", kind.unwrap_or("not named".into()));
                Err(self.scan.fault(reason, "save a tetrahedral mesh as an unstructured grid"))
            }
        }
    }

    fn points(&mut self, words: &[String]) -> Result<(), Fault> {
        let count = self.count_of(words, 1)?;
        let kind = self.kind_of(words, 2)?;
        let values = self.array(kind, count.saturating_mul(3), "point coordinates")?;
        self.piece.points = points_of(&values.floats());
        Ok(())
    }

    fn cells(&mut self, words: &[String]) -> Result<(), Fault> {
        let (count, size) = (self.count_of(words, 1)?, self.count_of(words, 2)?);
        if self.scan.peek() == Some("OFFSETS") {
            let mut offsets = self.named_array("OFFSETS", count)?;
            if !offsets.is_empty() {
                offsets.remove(0);
            }
            self.piece.ends = offsets;
            self.piece.connectivity = self.named_array("CONNECTIVITY", size)?;
            return Ok(());
        }
        let values = self.integers(Kind::I32, size, "cells")?;
        let mut rest = values.as_slice();
        for cell in 0..count {
            let split =
                rest.split_first().and_then(|(&n, tail)| tail.split_at_checked(usize::try_from(n).ok()?));
            let Some((nodes, tail)) = split else {
                return Err(self.scan.fault(format!("CELLS ends in the middle of cell {cell}"), DAMAGED));
            };
            self.piece.connectivity.extend_from_slice(nodes);
            self.piece.ends.push(self.piece.connectivity.len() as i64);
            rest = tail;
        }
        Ok(())
    }

    /// `OFFSETS type` or `CONNECTIVITY type` and the numbers.
    fn named_array(&mut self, keyword: &str, count: u64) -> Result<Vec<i64>, Fault> {
        let words = self.scan.words();
        if words.first().map(String::as_str) != Some(keyword) {
            return Err(self.scan.fault(format!("expected {keyword}"), DAMAGED));
        }
        let kind = self.kind_of(&words, 1)?;
        self.integers(kind, count, "cells")
    }

    /// Attributes that are of no use except integer scalars of cells; an unknown one ends the reading.
    fn attribute(&mut self, keyword: &str, words: &[String]) -> Result<bool, Fault> {
        let components = match keyword {
            "SCALARS" => match words.get(3) {
                Some(_) => self.count_of(words, 3)?,
                None => 1,
            },
            "GLOBAL_IDS" | "PEDIGREE_IDS" | "EDGE_FLAGS" => 1,
            "VECTORS" | "NORMALS" => 3,
            "TENSORS" => 9,
            "TENSORS6" => 6,
            "TEXTURE_COORDINATES" => return self.texture(words),
            "COLOR_SCALARS" => return self.colours(self.count, self.count_of(words, 2)?),
            "LOOKUP_TABLE" => return self.colours(self.count_of(words, 2)?, 4),
            other if self.piece.types.is_empty() => {
                let reason = format!("unknown keyword \"{other}\"");
                return Err(self.scan.fault(reason.chars().take(60).collect::<String>(), DAMAGED));
            }
            _ => {
                self.notes.push("the attributes of the file were not read to their end".into());
                return Ok(false);
            }
        };
        let kind = self.kind_of(words, 2)?;
        if keyword == "SCALARS" && self.scan.peek() == Some("LOOKUP_TABLE") {
            self.scan.words();
        }
        let values = self.array(kind, self.count.saturating_mul(components), "attributes")?;
        if keyword == "SCALARS" {
            self.label(&words[1], components, values);
        }
        Ok(true)
    }

    fn texture(&mut self, words: &[String]) -> Result<bool, Fault> {
        let (components, kind) = (self.count_of(words, 2)?, self.kind_of(words, 3)?);
        self.array(kind, self.count.saturating_mul(components), "texture coordinates")?;
        Ok(true)
    }

    /// Colours are bytes in binary, floats in ASCII.
    fn colours(&mut self, count: u64, components: u64) -> Result<bool, Fault> {
        let kind = if self.encoding == Encoding::Text { Kind::F32 } else { Kind::U8 };
        self.array(kind, count.saturating_mul(components), "colours")?;
        Ok(true)
    }

    fn field(&mut self, words: &[String]) -> Result<(), Fault> {
        for _ in 0..self.count_of(words, 2)? {
            let mut header = self.scan.words();
            while header.first().is_some_and(|w| w == "METADATA") {
                while !self.scan.line().is_empty() {}
                header = self.scan.words();
            }
            let (components, tuples) = (self.count_of(&header, 1)?, self.count_of(&header, 2)?);
            if header.get(3).is_some_and(|kind| kind == "string") {
                (0..tuples.min(self.scan.remaining() as u64)).for_each(|_| _ = self.scan.line());
                continue;
            }
            let kind = self.kind_of(&header, 3)?;
            let values = self.array(kind, components.saturating_mul(tuples), "field values")?;
            if tuples == self.count {
                self.label(&header[0], components, values);
            }
        }
        Ok(())
    }

    fn label(&mut self, name: &str, components: u64, values: Numbers) {
        if let (true, 1, Some(values)) = (self.cell_data, components, values.integers()) {
            self.piece.labels.push((unescaped(name), values));
        }
    }

    fn count_of(&self, words: &[String], index: usize) -> Result<u64, Fault> {
        let keyword = words.first().map_or("", String::as_str);
        words.get(index).and_then(|w| w.parse().ok()).ok_or_else(|| {
            self.scan.fault(format!("{keyword} needs a number as word {index} after it"), DAMAGED)
        })
    }

    fn kind_of(&self, words: &[String], index: usize) -> Result<Kind, Fault> {
        let word = words.get(index).map_or("", String::as_str);
        Kind::of_vtk_legacy(word).ok_or_else(|| {
            let reason =
                format!("\"{}\" is no number type that is read", word.chars().take(20).collect::<String>());
            self.scan.fault(reason, "save numbers as int, float or double")
        })
    }

    fn array(&mut self, kind: Kind, count: u64, what: &str) -> Result<Numbers, Fault> {
        self.scan.encoding = self.encoding;
        let values = self.scan.array(kind, count, what);
        self.scan.encoding = Encoding::Text;
        values
    }

    fn integers(&mut self, kind: Kind, count: u64, what: &str) -> Result<Vec<i64>, Fault> {
        let values = self.array(kind, count, what)?;
        values.integers().ok_or_else(|| self.scan.fault(format!("{what} must be integers"), DAMAGED))
    }
}

/// Names are written with %20 for a blank and so on.
fn unescaped(name: &str) -> String {
    let mut bytes = vec![];
    let mut rest = name.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let digits = tail.get(..2).and_then(|d| std::str::from_utf8(d).ok());
        match digits.and_then(|d| u8::from_str_radix(d, 16).ok()) {
            Some(byte) if first == b'%' => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            _ => {
                bytes.push(first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::unescaped;

    #[test]
    fn percent_signs_are_decoded() {
        assert_eq!(unescaped("my%20part%2"), "my part%2");
        assert_eq!(unescaped("100%"), "100%");
    }
}
