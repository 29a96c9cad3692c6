//! OFF surfaces, text: `OFF`, the numbers of points, faces and edges, the points, the faces (number of corners,
//! corners counted from 0, perhaps a colour).
//!
//! Source: the Geomview manual, "OFF files". The prefixes `C`, `N` and `ST` (colours, normals, texture) only add
//! words behind the coordinates; `4` and `n` change the space and are not read.

use super::ReadSurface;
use super::error::{DAMAGED, Fault};
use super::lines::{Line, lines};
use super::scan::shortened;
use super::surface_raw::{RENUMBER, RawSurface};

fn is_keyword(word: &str) -> bool {
    matches!(word, "OFF" | "COFF" | "NOFF" | "CNOFF" | "NCOFF" | "STOFF" | "STCOFF" | "STNOFF" | "STCNOFF")
}

pub(super) fn is_off(bytes: &[u8]) -> bool {
    lines(bytes).next().and_then(|line| line.words().next()).is_some_and(is_keyword)
}

pub(super) fn read(bytes: &[u8]) -> Result<ReadSurface, Fault> {
    let mut rest = lines(bytes);
    let (points, faces) = header(&mut rest)?;
    let (present, triangles, longest) = count(bytes, points, faces)?;
    let mut raw = RawSurface::new(bytes.len(), present, triangles)?;
    for line in rest.by_ref().take(points) {
        raw.points.push(line.point(line.words())?);
    }
    let mut corners = Vec::with_capacity(longest);
    for line in rest.by_ref().take(faces) {
        corners.clear();
        let mut words = line.words();
        let announced = corner_count(line, words.next())?;
        for word in words.take(announced) {
            corners.push(corner(line, word, points)?);
        }
        if corners.len() < announced {
            let reason = format!("a face announces {announced} corners, but has {}", corners.len());
            return Err(line.fault(reason, DAMAGED));
        }
        raw.polygon(&corners);
    }
    match rest.next() {
        Some(line) => Err(line.fault("more lines follow than points and faces are announced", DAMAGED)),
        None => raw.finish(),
    }
}

/// The numbers of points and faces, on the line of the keyword or on the next.
fn header<'a>(lines: &mut impl Iterator<Item = Line<'a>>) -> Result<(usize, usize), Fault> {
    let missing = || Fault::file("the numbers of points and faces are missing", DAMAGED);
    let first = lines.next().ok_or_else(missing)?;
    let mut numbers = first.words().skip(1).peekable();
    if numbers.peek().is_some() {
        return two_numbers(first, numbers);
    }
    let second = lines.next().ok_or_else(missing)?;
    two_numbers(second, second.words())
}

fn two_numbers<'a>(line: Line, mut words: impl Iterator<Item = &'a str>) -> Result<(usize, usize), Fault> {
    let mut number = || words.next().and_then(|word| word.parse().ok());
    match (number(), number()) {
        (Some(points), Some(faces)) => Ok((points, faces)),
        _ => Err(line.fault("expected the numbers of points and faces", DAMAGED)),
    }
}

/// Points that are there, triangles of all faces, corners of the longest; refuses a file with too few lines.
fn count(bytes: &[u8], points: usize, faces: usize) -> Result<(usize, usize, usize), Fault> {
    let mut rest = lines(bytes);
    header(&mut rest)?;
    let present = rest.by_ref().take(points).count();
    let (mut lines_with_faces, mut triangles, mut longest) = (0, 0usize, 0);
    for line in rest.take(faces) {
        let mut words = line.words();
        let announced = corner_count(line, words.next())?;
        let corners = words.take(announced).count();
        triangles += corners.saturating_sub(2);
        longest = longest.max(corners);
        lines_with_faces += 1;
    }
    if present < points || lines_with_faces < faces {
        let reason =
            format!("only {present} of {points} points and {lines_with_faces} of {faces} faces are there");
        return Err(Fault::file(reason, DAMAGED));
    }
    Ok((present, triangles, longest))
}

fn corner_count(line: Line, word: Option<&str>) -> Result<usize, Fault> {
    let word = word.unwrap_or("");
    let wrong =
        || line.fault(format!("expected the corners of a face, found \"{}\"", shortened(word)), DAMAGED);
    word.parse().map_err(|_| wrong())
}

fn corner(line: Line, word: &str, points: usize) -> Result<u32, Fault> {
    match word.parse::<u64>() {
        Ok(id) if id < points as u64 => Ok(id as u32),
        Ok(id) => {
            let reason =
                format!("a face uses point {id}, but the points are numbered 0 to {}", points as i64 - 1);
            Err(line.fault(reason, RENUMBER))
        }
        Err(_) => Err(line.fault(format!("expected a point number, found \"{}\"", shortened(word)), DAMAGED)),
    }
}
