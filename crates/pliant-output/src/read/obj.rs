//! OBJ surfaces: `v` and `f` lines; everything else is decoration or left out.
//!
//! Source: "Object Files (.obj)", appendix B1 of the Advanced Visualizer manual, Wavefront. A corner is
//! `v`, `v/vt`, `v//vn` or `v/vt/vn`, counted from 1, or negative: back from the last point so far. Points may come
//! after the faces that use them, so the file is gone through three times: count, points, faces.

use super::ReadSurface;
use super::error::{DAMAGED, Fault};
use super::lines::{Line, lines};
use super::scan::shortened;
use super::surface_raw::{RENUMBER, RawSurface, counted};

/// Statements without meaning for a surface.
const DECORATION: [&str; 16] = [
    "vt",
    "vn",
    "vp",
    "g",
    "o",
    "s",
    "mg",
    "mtllib",
    "usemtl",
    "usemap",
    "maplib",
    "lod",
    "bevel",
    "c_interp",
    "d_interp",
    "shadow_obj",
];

/// Statements that would be geometry, but none we take.
const OTHER_GEOMETRY: [&str; 15] = [
    "p", "l", "curv", "curv2", "surf", "cstype", "deg", "bmat", "step", "parm", "trim", "hole", "scrv",
    "end", "con",
];

/// Whether the first statement is one of OBJ.
pub(super) fn is_obj(bytes: &[u8]) -> bool {
    let first = lines(bytes).next().and_then(|line| line.words().next());
    first.is_some_and(|word| is_point(word) || is_face(word) || DECORATION.contains(&word))
}

fn is_point(word: &str) -> bool {
    word == "v"
}

/// `fo` is what old programs write.
fn is_face(word: &str) -> bool {
    word == "f" || word == "fo"
}

/// What a file has, for exact room.
#[derive(Default)]
struct Count {
    points: usize,
    triangles: usize,
    longest: usize,
    other_geometry: usize,
    unknown: usize,
    first_unknown: Option<String>,
}

pub(super) fn read(bytes: &[u8]) -> Result<ReadSurface, Fault> {
    let count = count(bytes);
    let mut raw = RawSurface::new(bytes.len(), count.points, count.triangles)?;
    for (line, mut words) in statements(bytes) {
        if words.next().is_some_and(is_point) {
            raw.points.push(line.point(words)?);
        }
    }
    let mut corners = Vec::with_capacity(count.longest);
    let mut points_so_far = 0;
    for (line, mut words) in statements(bytes) {
        let first = words.next().unwrap_or("");
        if is_point(first) {
            points_so_far += 1;
        } else if is_face(first) {
            corners.clear();
            for word in words {
                corners.push(corner(line, word, points_so_far, count.points)?);
            }
            raw.polygon(&corners);
        }
    }
    tell(&count, &mut raw);
    raw.finish()
}

fn statements(bytes: &[u8]) -> impl Iterator<Item = (Line<'_>, impl Iterator<Item = &str> + Clone)> {
    lines(bytes).map(|line| (line, line.words()))
}

fn count(bytes: &[u8]) -> Count {
    let mut count = Count::default();
    for (line, mut words) in statements(bytes) {
        let first = words.next().unwrap_or("");
        if is_point(first) {
            count.points += 1;
        } else if is_face(first) {
            let corners = words.count();
            count.triangles += corners.saturating_sub(2);
            count.longest = count.longest.max(corners);
        } else if OTHER_GEOMETRY.contains(&first) {
            count.other_geometry += 1;
        } else if !DECORATION.contains(&first) {
            count.unknown += 1;
            if count.first_unknown.is_none() {
                count.first_unknown = Some(format!("line {}, \"{}\"", line.number(), shortened(first)));
            }
        }
    }
    count
}

/// The point of a corner like `7`, `7/1`, `7//3`, `-1/2/3`.
pub(super) fn corner(line: Line, word: &str, points_so_far: usize, points: usize) -> Result<u32, Fault> {
    let number = word.split('/').next().unwrap_or("");
    let Ok(number) = number.parse::<i64>() else {
        let reason = format!("expected a corner like 7, 7/1 or 7//3, found \"{}\"", shortened(word));
        return Err(line.fault(reason, DAMAGED));
    };
    let id = if number > 0 { Some(number - 1) } else { (points_so_far as i64).checked_add(number) };
    match id {
        Some(id) if number != 0 && id >= 0 && (id as usize) < points => Ok(id as u32),
        _ if number < 0 => {
            let reason =
                format!("a face uses point {number}, but only {points_so_far} points come before it");
            Err(line.fault(reason, RENUMBER))
        }
        _ => {
            let reason = format!("a face uses point {number}, but the points are numbered 1 to {points}");
            Err(line.fault(reason, RENUMBER))
        }
    }
}

fn tell(count: &Count, raw: &mut RawSurface) {
    if count.other_geometry > 0 {
        let lines = counted(count.other_geometry, "line", "lines");
        raw.warnings.push(format!("{lines} with points, curves or free-form surfaces left out"));
    }
    if let Some(first) = &count.first_unknown {
        let lines = counted(count.unknown, "line", "lines");
        raw.warnings.push(format!("{lines} with unknown statements left out (the first: {first})"));
    }
}
