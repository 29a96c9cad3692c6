//! Surfaces as surfels: small discs (point, normal, radius) that cover what is seen of a body, after Pfister et al. (2000).
//!
//! Each surfel stands for a cell of the surface: of every triangle around a point the third that lies nearest to it (bounded by the
//! middles of edges and of the triangle). The cells part the surface without gaps, so discs that reach the farthest corner of their cell
//! cover it, however it is stretched. Where the rest shape has an edge, a point has a surfel for each side of it: one disc across an
//! edge would stand out on both sides.
//!
//! ```text
//! centre   x = sum_t A_t (11/18 a + 7/36 (b + c)) / sum_t A_t     triangles t = (a, b, c) at point a, A_t: their areas at rest
//! normal   n = sum_t (b - a) x (c - a), normalised                as they are now
//! radius   r = max |corner of the cell - x|                       as it is now
//! ```
//!
//! 11/18 and 7/36 are the centre of a third of a triangle. Centres are thus fixed weights of places that the body carries, and follow its
//! motion exactly. Of a body that is points alone each point is a surfel without a normal: a ball, a disc that faces whoever looks.

use glam::DVec3;
use pliant_world::Frame;

use crate::surface_frame::{SurfaceField, SurfaceFrame, SurfacePart};
use crate::write::Field;

/// The surfels of all bodies at one instant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SurfelFrame {
    /// Number of the frame, from 0.
    pub index: usize,
    /// Time (s).
    pub time: f64,
    /// The bodies.
    pub parts: Vec<SurfelPart>,
}

/// The surfels of a body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SurfelPart {
    /// Name of the body.
    pub name: String,
    /// Middles of the discs (m).
    pub positions: Vec<DVec3>,
    /// Unit normals, outward; zero where there is none: the surfel is a ball.
    pub normals: Vec<DVec3>,
    /// Radii of the discs (m).
    pub radii: Vec<f64>,
    /// Displacement of each from rest (m); empty where it is not known.
    pub displacements: Vec<DVec3>,
    /// What is known of each.
    pub fields: Vec<SurfaceField>,
}

/// Makes surfels of surfaces, frame after frame. What follows from the rest shape is found once, so that a surfel keeps its number.
#[derive(Clone, Debug, Default)]
pub struct SurfelMaker {
    known: Vec<Known>,
}

/// A body that has been seen, and the surfels of its surface.
#[derive(Clone, Debug)]
struct Known {
    name: String,
    triangles: Vec<[u32; 3]>,
    layout: SurfelLayout,
}

impl SurfelMaker {
    /// The surfels of a frame in memory, with these fields.
    pub fn of_frame(&mut self, frame: &Frame, fields: &[Field]) -> SurfelFrame {
        self.of_surfaces(&SurfaceFrame::of(frame).with_fields(fields))
    }

    /// The surfels of surfaces.
    pub fn of_surfaces(&mut self, frame: &SurfaceFrame) -> SurfelFrame {
        let parts = frame.parts.iter().map(|part| self.of_part(part)).collect();
        SurfelFrame { index: frame.index, time: frame.time, parts }
    }

    /// The surfels of the surface of one body.
    pub fn of_part(&mut self, part: &SurfacePart) -> SurfelPart {
        if !part.balls.is_empty() {
            return balls(part);
        }
        let place = match self.known.iter().position(|known| known.name == part.name) {
            Some(place) => place,
            None => {
                self.known.push(Known::of(part));
                self.known.len() - 1
            }
        };
        let known = &mut self.known[place];
        if known.triangles != part.triangles || known.layout.points != part.positions.len() {
            *known = Known::of(part);
        }
        known.layout.carry(part)
    }
}

impl Known {
    fn of(part: &SurfacePart) -> Self {
        let has_rest = part.displacements.len() == part.positions.len();
        let rest: Vec<DVec3> = match has_rest {
            true => part.positions.iter().zip(&part.displacements).map(|(x, u)| *x - *u).collect(),
            false => part.positions.clone(),
        };
        let layout = SurfelLayout::new(&rest, &part.triangles);
        Self { name: part.name.clone(), triangles: part.triangles.clone(), layout }
    }
}

/// Each point of a part of balls as one surfel.
fn balls(part: &SurfacePart) -> SurfelPart {
    let each = (part.positions.len() / part.balls.len()).max(1);
    let centre = |points: &[DVec3]| points.iter().sum::<DVec3>() / points.len() as f64;
    let field = |field: &SurfaceField| SurfaceField {
        values: field.values.iter().step_by(each).copied().collect(),
        ..field.clone()
    };
    SurfelPart {
        name: part.name.clone(),
        positions: part.positions.chunks_exact(each).map(centre).collect(),
        normals: vec![DVec3::ZERO; part.balls.len()],
        radii: part.balls.clone(),
        displacements: part.displacements.iter().step_by(each).copied().collect(),
        fields: part.fields.iter().map(field).collect(),
    }
}

/// Triangles whose normals at rest turn by more than this (cosine of 37 degrees) meet in an edge.
const SMOOTH: f64 = 0.8;
/// Weights of the corner itself and of the two others in the centre of the third of a triangle nearest to a corner.
const OWN: f64 = 11.0 / 18.0;
const OTHERS: f64 = 7.0 / 36.0;

/// Which part of a surface each surfel stands for.
#[derive(Clone, Debug)]
struct SurfelLayout {
    /// Points of the surface.
    points: usize,
    /// First triangle of each surfel in `sectors`, and the end of the last.
    starts: Vec<usize>,
    sectors: Vec<Sector>,
}

/// A triangle as a surfel at one of its corners sees it.
#[derive(Clone, Copy, Debug)]
struct Sector {
    /// The corner of the surfel first; outward as in the triangle.
    corners: [u32; 3],
    /// Its share of the area at rest of all sectors of the surfel.
    share: f64,
}

impl SurfelLayout {
    fn new(rest: &[DVec3], triangles: &[[u32; 3]]) -> Self {
        let area_vector = |[a, b, c]: [DVec3; 3]| (b - a).cross(c - a);
        let areas: Vec<DVec3> =
            triangles.iter().map(|t| area_vector(t.map(|id| rest[id as usize]))).collect();
        let mut at_points: Vec<(u32, u32)> =
            (0u32..).zip(triangles).flat_map(|(t, corners)| corners.map(|point| (point, t))).collect();
        at_points.sort_unstable();
        at_points.dedup();
        let mut layout = Self { points: rest.len(), starts: vec![0], sectors: Vec::new() };
        for around in at_points.chunk_by(|one, other| one.0 == other.0) {
            layout.add_point(around, triangles, &areas);
        }
        layout
    }

    /// A surfel for each side of the edges at a point.
    fn add_point(&mut self, around: &[(u32, u32)], triangles: &[[u32; 3]], areas: &[DVec3]) {
        let corners = |t: u32| {
            let [a, b, c] = triangles[t as usize];
            if a == around[0].0 {
                [a, b, c]
            } else if b == around[0].0 {
                [b, c, a]
            } else {
                [c, a, b]
            }
        };
        let mut sides = sides_of(around, &corners, areas);
        sides.sort_by_key(|&(side, _)| side);
        for side in sides.chunk_by(|one, other| one.0 == other.0) {
            let total: f64 = side.iter().map(|&(_, t)| areas[t as usize].length()).sum();
            let share = |t: u32| match total > 0.0 {
                true => areas[t as usize].length() / total,
                false => 1.0 / side.len() as f64,
            };
            self.sectors.extend(side.iter().map(|&(_, t)| Sector { corners: corners(t), share: share(t) }));
            self.starts.push(self.sectors.len());
        }
    }

    fn carry(&self, part: &SurfacePart) -> SurfelPart {
        let x = |id: u32| part.positions[id as usize];
        let positions = self.vectors(&part.positions);
        let normals = self.each(|_, sectors| {
            let area =
                |s: &Sector| (x(s.corners[1]) - x(s.corners[0])).cross(x(s.corners[2]) - x(s.corners[0]));
            sectors.iter().map(area).sum::<DVec3>().normalize_or_zero()
        });
        let radii = self.each(|surfel, sectors| {
            let reach = |s: &Sector| {
                let [a, b, c] = s.corners.map(x);
                let cell = [a, (a + b) / 2.0, (a + b + c) / 3.0, (a + c) / 2.0];
                cell.map(|corner| corner.distance(positions[surfel])).into_iter().fold(0.0, f64::max)
            };
            sectors.iter().map(reach).fold(0.0, f64::max)
        });
        let is_known = part.displacements.len() == self.points;
        let known = part.fields.iter().filter(|field| field.values.len() == self.points);
        let field =
            |field: &SurfaceField| SurfaceField { values: self.numbers(&field.values), ..field.clone() };
        SurfelPart {
            name: part.name.clone(),
            normals,
            radii,
            displacements: if is_known { self.vectors(&part.displacements) } else { Vec::new() },
            fields: known.map(field).collect(),
            positions,
        }
    }

    fn vectors(&self, of_points: &[DVec3]) -> Vec<DVec3> {
        let of = |[a, b, c]: [u32; 3]| {
            let [a, b, c] = [a, b, c].map(|id| of_points[id as usize]);
            a * OWN + (b + c) * OTHERS
        };
        self.each(|_, sectors| sectors.iter().map(|s| of(s.corners) * s.share).sum())
    }

    fn numbers(&self, of_points: &[f64]) -> Vec<f64> {
        let of = |[a, b, c]: [u32; 3]| {
            let [a, b, c] = [a, b, c].map(|id| of_points[id as usize]);
            a * OWN + (b + c) * OTHERS
        };
        self.each(|_, sectors| sectors.iter().map(|s| of(s.corners) * s.share).sum())
    }

    /// Something of each surfel from its number and sectors.
    fn each<T>(&self, of: impl Fn(usize, &[Sector]) -> T) -> Vec<T> {
        let spans = self.starts.windows(2);
        spans.enumerate().map(|(surfel, span)| of(surfel, &self.sectors[span[0]..span[1]])).collect()
    }
}

/// The triangles around a point, each with the side of the edges it lies on: the number of a triangle of that side.
fn sides_of(around: &[(u32, u32)], corners: &impl Fn(u32) -> [u32; 3], areas: &[DVec3]) -> Vec<(usize, u32)> {
    let mut parents: Vec<usize> = (0..around.len()).collect();
    let mut by_edge: Vec<(u32, usize)> = Vec::with_capacity(2 * around.len());
    for (place, &(_, t)) in around.iter().enumerate() {
        let [_, b, c] = corners(t);
        by_edge.extend([(b, place), (c, place)]);
    }
    by_edge.sort_unstable();
    for pair in by_edge.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
        let [one, other] = [pair[0].1, pair[1].1];
        if is_smooth(areas[around[one].1 as usize], areas[around[other].1 as usize]) {
            let (one, other) = (root(&mut parents, one), root(&mut parents, other));
            parents[one.max(other)] = one.min(other);
        }
    }
    (0..around.len()).map(|place| (root(&mut parents, place), around[place].1)).collect()
}

/// Whether two triangles go on into each other; those without an area do with any.
fn is_smooth(one: DVec3, other: DVec3) -> bool {
    let lengths = one.length() * other.length();
    lengths == 0.0 || one.dot(other) >= SMOOTH * lengths
}

fn root(parents: &mut [usize], mut place: usize) -> usize {
    while parents[place] != place {
        parents[place] = parents[parents[place]];
        place = parents[place];
    }
    place
}

/// Corners of the polygon a disc is drawn as.
const CORNERS: usize = 12;

impl SurfelPart {
    /// The discs as triangles, for what draws triangles: polygons of twelve corners around the discs. Those without a normal face along `toward`.
    pub fn discs(&self, toward: DVec3) -> SurfacePart {
        let outside = 1.0 / (std::f64::consts::PI / CORNERS as f64).cos();
        let corner = |k: usize| {
            DVec3::from_array({
                let angle = std::f64::consts::TAU * k as f64 / CORNERS as f64;
                [angle.cos() * outside, angle.sin() * outside, 0.0]
            })
        };
        let polygon: Vec<DVec3> = (0..CORNERS).map(corner).collect();
        let mut disc = SurfacePart { name: self.name.clone(), ..SurfacePart::default() };
        for ((x, normal), radius) in self.positions.iter().zip(&self.normals).zip(&self.radii) {
            let facing = normal.try_normalize().or(toward.try_normalize()).unwrap_or(DVec3::Z);
            let (u, v) = facing.any_orthonormal_pair();
            let first = disc.positions.len() as u32;
            disc.positions.extend(polygon.iter().map(|p| *x + (u * p.x + v * p.y) * *radius));
            disc.triangles.extend((1..CORNERS as u32 - 1).map(|k| [first, first + k, first + k + 1]));
        }
        let repeated = |values: &[f64]| values.iter().flat_map(|value| [*value; CORNERS]).collect();
        let field = |field: &SurfaceField| SurfaceField { values: repeated(&field.values), ..field.clone() };
        disc.fields = self.fields.iter().map(field).collect();
        disc.displacements = self.displacements.iter().flat_map(|u| [*u; CORNERS]).collect();
        disc
    }
}
