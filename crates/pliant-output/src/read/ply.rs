//! PLY surfaces: text and binary of both byte orders, any properties of any type in any order.
//!
//! Of `vertex` only x, y, z are taken, of `face` only the list `vertex_indices` (or `vertex_index`), of `tristrips`
//! the same; everything else is stepped over. Elements may come in any order, so the data is gone through twice:
//! once to see that all of it is there and to count, once to take it.

use glam::DVec3;

use super::error::{DAMAGED, Fault};
use super::numbers::Kind;
use super::ply_header::{self, Element, Property};
use super::scan::{Encoding, Scan, shortened};
use super::surface_raw::{RENUMBER, RawSurface, coordinate};
use super::{ReadCloud, ReadSurface};

const CORNERS: [&str; 2] = ["vertex_indices", "vertex_index"];

/// Ends one strip and starts the next.
const RESTART: i64 = -1;

pub(super) fn read(bytes: &[u8]) -> Result<ReadSurface, Fault> {
    let mut scan = Scan::new(bytes);
    let elements = ply_header::read(&mut scan)?;
    let layout = Layout::of(&elements, &scan)?;
    let survey = Survey::of(&elements, &layout, scan)?;
    let mut raw = RawSurface::new(bytes.len(), survey.points, survey.triangles)?;
    let vertices = &elements[layout.vertex];
    if let Some(data) = survey.start_of(layout.vertex) {
        read_points(Rows { scan: data, element: vertices }, &layout.coordinates, &mut raw)?;
    }
    let mut ids = Vec::with_capacity(survey.longest);
    for &(index, corners, is_strip) in &layout.faces {
        if let Some(data) = survey.start_of(index) {
            let rows = Rows { scan: data, element: &elements[index] };
            read_faces(rows, corners, is_strip, &mut ids, &mut raw)?;
        }
    }
    raw.finish()
}

/// Whether the header announces faces; a header that cannot be read is for the reader to complain about.
pub(super) fn has_faces(bytes: &[u8]) -> bool {
    ply_header::read(&mut Scan::new(bytes)).map_or(true, |elements| {
        elements.iter().any(|element| ["face", "tristrips"].contains(&element.name) && element.count > 0)
    })
}

/// The points alone, with their radii and one property more, if they have them.
pub(super) fn read_cloud(bytes: &[u8], attribute: Option<&str>) -> Result<ReadCloud, Fault> {
    let mut scan = Scan::new(bytes);
    let elements = ply_header::read(&mut scan)?;
    let (vertex, [x, y, z]) = find_points(&elements, &scan)?;
    for element in &elements[..vertex] {
        let mut rows = Rows { scan, element };
        if !element.properties.is_empty() {
            rows.each(|values| {
                element.properties.iter().try_for_each(|property| values.skip(property).map(|_| ()))
            })?;
        }
        scan = rows.scan;
    }
    let element = &elements[vertex];
    let radius = element.position(&["radius"], false);
    let wanted = attribute.and_then(|name| element.position(&[name], false));
    let mut cloud = ReadCloud::default();
    let (mut radii, mut attributes) = (vec![], vec![]);
    Rows { scan, element }.each(|values| {
        let mut point = DVec3::ZERO;
        for (place, property) in element.properties.iter().enumerate() {
            let axis = [x, y, z].iter().position(|axis| *axis == place);
            let is_taken = axis.is_some() || radius == Some(place) || wanted == Some(place);
            if !is_taken {
                values.skip(property)?;
                continue;
            }
            let number = values.number(property.kind)?;
            if let Some(axis) = axis {
                point[axis] = number;
            }
            if radius == Some(place) {
                radii.push(number);
            }
            if wanted == Some(place) {
                attributes.push(number);
            }
        }
        cloud.points.push(point);
        Ok(())
    })?;
    cloud.radii = radius.map(|_| radii);
    cloud.attribute = wanted.map(|_| attributes);
    Ok(cloud)
}

/// The element with the points, and where their coordinates are.
fn find_points(elements: &[Element], scan: &Scan) -> Result<(usize, [usize; 3]), Fault> {
    let Some(vertex) = elements.iter().position(|element| element.name == "vertex") else {
        return Err(scan.fault("the header announces no element \"vertex\"", "export the points too"));
    };
    let axis = |name: &str| elements[vertex].position(&[name], false);
    let (Some(x), Some(y), Some(z)) = (axis("x"), axis("y"), axis("z")) else {
        return Err(scan.fault("the element \"vertex\" lacks one of the properties x, y, z", DAMAGED));
    };
    Ok((vertex, [x, y, z]))
}

/// Where in the file and its rows the things are that we take.
struct Layout {
    vertex: usize,
    coordinates: [usize; 3],
    /// Element, place of its list of corners, whether these are strips.
    faces: Vec<(usize, usize, bool)>,
}

impl Layout {
    fn of(elements: &[Element], scan: &Scan) -> Result<Self, Fault> {
        let fault = |reason: &str, remedy: &str| Err(scan.fault(reason, remedy));
        let named = |name: &str| elements.iter().position(|element| element.name == name);
        for name in ["vertex", "face", "tristrips"] {
            if elements.iter().filter(|element| element.name == name).count() > 1 {
                return fault(&format!("the header announces the element \"{name}\" twice"), DAMAGED);
            }
        }
        let (vertex, coordinates) = find_points(elements, scan)?;
        let mut faces = vec![];
        for (name, is_strip) in [("face", false), ("tristrips", true)] {
            let Some(index) = named(name).filter(|&index| elements[index].count > 0) else { continue };
            let Some(corners) = elements[index].position(&CORNERS, true) else {
                let reason = format!("the element \"{name}\" has no list vertex_indices");
                return fault(&reason, "export the corners of the faces too");
            };
            faces.push((index, corners, is_strip));
        }
        if faces.is_empty() {
            let reason = "the file has points, but no faces: it is a cloud of points";
            return fault(reason, "make a surface of it, or export the faces too");
        }
        Ok(Self { vertex, coordinates, faces })
    }
}

/// What was found on the first way through the data.
struct Survey<'a> {
    /// Where the rows of the elements begin that we take.
    starts: Vec<(usize, Scan<'a>)>,
    points: usize,
    triangles: usize,
    longest: usize,
}

impl<'a> Survey<'a> {
    fn of(elements: &[Element], layout: &Layout, mut scan: Scan<'a>) -> Result<Self, Fault> {
        let mut survey = Self { starts: vec![], points: 0, triangles: 0, longest: 0 };
        for (index, element) in elements.iter().enumerate() {
            let corners = layout.faces.iter().find(|face| face.0 == index).map(|face| face.1);
            if corners.is_some() || index == layout.vertex {
                survey.starts.push((index, scan.clone()));
            }
            if index == layout.vertex {
                survey.points = usize::try_from(element.count).unwrap_or(usize::MAX);
            }
            // Rows without content take no place, however many are announced.
            if element.properties.is_empty() {
                continue;
            }
            let mut rows = Rows { scan, element };
            rows.each(|values| {
                for (place, property) in element.properties.iter().enumerate() {
                    let entries = values.skip(property)?;
                    if corners == Some(place) {
                        survey.triangles += entries.saturating_sub(2);
                        survey.longest = survey.longest.max(entries);
                    }
                }
                Ok(())
            })?;
            scan = rows.scan;
        }
        scan.skip_whitespace();
        if scan.remaining() > 0 {
            let reason = format!("{} bytes follow behind the last element announced", scan.remaining());
            return Err(scan.fault(reason, DAMAGED));
        }
        Ok(survey)
    }

    fn start_of(&self, element: usize) -> Option<Scan<'a>> {
        self.starts.iter().find(|start| start.0 == element).map(|start| start.1.clone())
    }
}

/// Why a row cannot be read.
enum Stop {
    /// The file is over.
    End,
    Fault(Fault),
}

/// The rows of an element.
struct Rows<'a, 'b> {
    scan: Scan<'a>,
    element: &'b Element<'b>,
}

impl<'a> Rows<'a, '_> {
    fn each(&mut self, mut take: impl FnMut(&mut Values<'a, '_>) -> Result<(), Stop>) -> Result<(), Fault> {
        for row in 0..self.element.count {
            match take(&mut Values { scan: &mut self.scan }) {
                Ok(()) => {}
                Err(Stop::Fault(fault)) => return Err(fault),
                Err(Stop::End) => {
                    let (count, name) = (self.element.count, self.element.name);
                    let reason = format!("only {row} of {count} rows of \"{}\" are there", shortened(name));
                    return Err(self.scan.fault(reason, DAMAGED));
                }
            }
        }
        Ok(())
    }
}

/// The values of a row.
struct Values<'a, 'b> {
    scan: &'b mut Scan<'a>,
}

impl<'a> Values<'a, '_> {
    fn word(&mut self) -> Result<&'a str, Stop> {
        self.scan.token().ok_or(Stop::End)
    }

    fn raw(&mut self, bytes: usize) -> Result<&'a [u8], Stop> {
        self.scan.raw(bytes, "a row").map_err(|_| Stop::End)
    }

    fn wrong(&self, wanted: &str, found: &str) -> Stop {
        let reason = format!("expected {wanted}, found \"{}\"", shortened(found));
        Stop::Fault(self.scan.fault(reason, DAMAGED))
    }

    fn number(&mut self, kind: Kind) -> Result<f64, Stop> {
        match self.scan.encoding {
            Encoding::Text => {
                let word = self.word()?;
                coordinate(word).ok_or_else(|| self.wrong("a number", word))
            }
            Encoding::Binary { big_endian } => {
                let bytes = self.raw(kind.size())?;
                Ok(if kind.is_float() {
                    kind.float(bytes, big_endian)
                } else {
                    kind.integer(bytes, big_endian) as f64
                })
            }
        }
    }

    fn integer(&mut self, kind: Kind) -> Result<i64, Stop> {
        match self.scan.encoding {
            Encoding::Binary { big_endian } if !kind.is_float() => {
                Ok(kind.integer(self.raw(kind.size())?, big_endian))
            }
            Encoding::Text if !kind.is_float() => {
                let word = self.word()?;
                word.parse().map_err(|_| self.wrong("a whole number", word))
            }
            // Some programs store point numbers as floats.
            _ => {
                let value = self.number(kind)?;
                let is_whole = value.fract() == 0.0 && value.abs() < 1e15;
                if is_whole {
                    Ok(value as i64)
                } else {
                    Err(self.wrong("a whole number", &value.to_string()))
                }
            }
        }
    }

    fn length(&mut self, kind: Kind) -> Result<usize, Stop> {
        let length = self.integer(kind)?;
        usize::try_from(length).map_err(|_| self.wrong("the length of a list", &length.to_string()))
    }

    /// Steps over a property; how many entries it has.
    fn skip(&mut self, property: &Property) -> Result<usize, Stop> {
        let count = property.length.map_or(Ok(1), |kind| self.length(kind))?;
        match self.scan.encoding {
            Encoding::Text => {
                for _ in 0..count {
                    self.word()?;
                }
            }
            Encoding::Binary { .. } => {
                self.raw(count.saturating_mul(property.kind.size()))?;
            }
        }
        Ok(count)
    }
}

fn read_points(mut rows: Rows, coordinates: &[usize; 3], raw: &mut RawSurface) -> Result<(), Fault> {
    let properties = &rows.element.properties;
    rows.each(|values| {
        let mut point = DVec3::ZERO;
        for (place, property) in properties.iter().enumerate() {
            match coordinates.iter().position(|&axis| axis == place) {
                Some(axis) => point[axis] = values.number(property.kind)?,
                None => _ = values.skip(property)?,
            }
        }
        raw.points.push(point);
        Ok(())
    })
}

fn read_faces(
    mut rows: Rows,
    corners: usize,
    is_strip: bool,
    ids: &mut Vec<u32>,
    raw: &mut RawSurface,
) -> Result<(), Fault> {
    let properties = &rows.element.properties;
    rows.each(|values| {
        for (place, property) in properties.iter().enumerate() {
            let Some(length) = property.length.filter(|_| place == corners) else {
                values.skip(property)?;
                continue;
            };
            ids.clear();
            for _ in 0..values.length(length)? {
                let number = values.integer(property.kind)?;
                if is_strip && number == RESTART {
                    raw.strip(ids);
                    ids.clear();
                } else {
                    ids.push(point_id(values.scan, number, raw.points.len())?);
                }
            }
            if is_strip { raw.strip(ids) } else { raw.polygon(ids) }
        }
        Ok(())
    })?;
    if is_strip {
        raw.notes.push("strips were taken apart into triangles".into());
    }
    Ok(())
}

fn point_id(scan: &Scan, number: i64, points: usize) -> Result<u32, Stop> {
    match u32::try_from(number) {
        Ok(id) if (id as usize) < points => Ok(id),
        _ => {
            let last = points as i64 - 1;
            let reason = format!("a face uses point {number}, but the points are numbered 0 to {last}");
            Err(Stop::Fault(scan.fault(reason, RENUMBER)))
        }
    }
}
