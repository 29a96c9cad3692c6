//! Reader of curves: the `l` lines of OBJ files.

use glam::DVec3;

use super::error::{Fault, MeshReadError};
use super::lines::{Line, lines};
use super::obj::corner;

/// A line through points.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadCurve {
    /// Positions; units are those of the file.
    pub points: Vec<DVec3>,
    /// Whether the last point is joined to the first.
    pub closed: bool,
}

/// Reads the curves of an OBJ file. Lines that meet end to end at a point of no other line are one curve.
///
/// # Errors
/// When there are none, or the file is damaged.
pub fn curves(name: &str, bytes: &[u8]) -> Result<Vec<ReadCurve>, MeshReadError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    read(bytes).map_err(|fault| fault.in_file(name))
}

fn read(bytes: &[u8]) -> Result<Vec<ReadCurve>, Fault> {
    let total = lines(bytes).filter(|line| line.words().next() == Some("v")).count();
    let mut points = Vec::with_capacity(total);
    let mut segments: Vec<[u32; 2]> = vec![];
    for line in lines(bytes) {
        let mut words = line.words();
        match words.next() {
            Some("v") => points.push(line.point(words)?),
            Some("l") => {
                let ids = words
                    .map(|word| point_of(line, word, points.len(), total))
                    .collect::<Result<Vec<u32>, Fault>>()?;
                segments
                    .extend(ids.windows(2).filter(|pair| pair[0] != pair[1]).map(|pair| [pair[0], pair[1]]));
            }
            _ => {}
        }
    }
    if segments.is_empty() {
        let reason = "the file has no lines (`l`), so no curves";
        return Err(Fault::file(reason, "export edges or curves as lines, or use `file` for its surface"));
    }
    if let Some(bad) = segments.iter().flatten().find(|id| !points[**id as usize].is_finite()) {
        return Err(Fault::file(format!("a line uses point {}, which is not finite", bad + 1), "mend it"));
    }
    Ok(chained(&segments, &points))
}

fn point_of(line: Line, word: &str, so_far: usize, total: usize) -> Result<u32, Fault> {
    corner(line, word, so_far, total)
        .map_err(|fault| Fault { reason: fault.reason.replace("a face uses", "a line uses"), ..fault })
}

/// Segments put together into curves: through points where exactly two meet. A segment that is there twice counts once.
fn chained(segments: &[[u32; 2]], points: &[DVec3]) -> Vec<ReadCurve> {
    let mut segments: Vec<[u32; 2]> = segments.to_vec();
    let mut seen: Vec<[u32; 2]> = segments.iter().map(|[a, b]| [*a.min(b), *a.max(b)]).collect();
    seen.sort_unstable();
    seen.dedup();
    if seen.len() < segments.len() {
        segments = seen;
    }
    let mut at_point: Vec<Vec<u32>> = vec![vec![]; points.len()];
    for (segment, ends) in (0u32..).zip(&segments) {
        ends.iter().for_each(|end| at_point[*end as usize].push(segment));
    }
    let mut used = vec![false; segments.len()];
    let mut curves = vec![];
    let starts_at_end = |segment: &[u32; 2]| segment.iter().any(|end| at_point[*end as usize].len() != 2);
    let (mut order, rings): (Vec<usize>, Vec<usize>) =
        (0..segments.len()).partition(|i| starts_at_end(&segments[*i]));
    order.extend(rings);
    for first in order {
        if used[first] {
            continue;
        }
        let [a, b] = segments[first];
        let [is_inner_a, is_inner_b] = [a, b].map(|id| at_point[id as usize].len() == 2);
        let ring = is_inner_a && is_inner_b;
        // From an end of the curve inward; a ring keeps the direction it has in the file.
        let (from, mut to) = if is_inner_a && !ring { (b, a) } else { (a, b) };
        used[first] = true;
        let mut ids = vec![from, to];
        while at_point[to as usize].len() == 2 && to != from {
            let Some(next) = at_point[to as usize].iter().find(|segment| !used[**segment as usize]) else {
                break;
            };
            used[*next as usize] = true;
            let [a, b] = segments[*next as usize];
            to = if a == to { b } else { a };
            ids.push(to);
        }
        let closed = ring && ids.len() > 3 && to == from;
        if closed {
            ids.pop();
        }
        curves.push(ReadCurve { points: ids.iter().map(|id| points[*id as usize]).collect(), closed });
    }
    curves
}
