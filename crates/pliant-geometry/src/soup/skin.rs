//! A surface fit to be touched: clean triangles, all with an area, and the edges between them.
//!
//! Unlike a [`Solid`](super::Solid) it may be a sheet that encloses nothing. Points keep the coordinates they have in the
//! file. Triangles without area are left out: they have no side to touch. Whether the surface is closed is asked with
//! and without them, because they may close a seam or hang loose; and with pairs of opposite triangles cancelled and
//! not, because they may be an inner wall or a sheet drawn from both sides. It is closed if any of these is.

use glam::DVec3;

use super::THINNEST;
use super::clean::{Cleaned, Opposed, clean, has_no_area};
use super::edges::EdgeTable;
use super::orient::{area_vector, orient, total_volume};
use super::parts::turn_inward_parts;
use crate::triangles::TriangleSurface;

const NONE: u32 = u32::MAX;

/// Clean points and triangles with their edges.
#[derive(Clone, Debug, PartialEq)]
pub struct Skin {
    /// Every point is used, every triangle has an area, no two are over the same points, neighbours agree.
    pub surface: TriangleSurface,
    /// Every edge once.
    pub edges: Vec<SkinEdge>,
    /// True if it encloses a volume; then its triangles face outward.
    pub is_closed: bool,
    /// What was done to the surface.
    pub repairs: SkinRepairs,
}

/// Two points that a triangle joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SkinEdge {
    /// The points, lower id first.
    pub points: [u32; 2],
    /// A triangle on it, the one with the lowest id.
    pub triangle: u32,
    /// The other triangle; none at a border, and none where more than two meet.
    pub other: Option<u32>,
}

/// What was left out, merged or turned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SkinRepairs {
    /// Points with coordinates that are not finite or beyond 1e90 m.
    pub unusable_points: usize,
    /// Triangles with such a point, or with one that does not exist.
    pub unusable_triangles: usize,
    /// Triangles without area.
    pub without_area: usize,
    /// Triangles over the same points as another one.
    pub duplicates: usize,
    /// Points in the same place as another one.
    pub merged_points: usize,
    /// Points of no triangle, or only of triangles that were left out.
    pub unused_points: usize,
    /// Triangles turned to agree with their neighbours.
    pub turned: usize,
    /// Connected parts that faced inward and were turned, while others were not.
    pub inward_parts: usize,
    /// All triangles faced inward and were turned.
    pub inside_out: bool,
}

impl Skin {
    /// Cleans and orients the surface. Safe on any content; nothing may be left.
    pub fn new(surface: &TriangleSurface) -> Self {
        let cleaned = clean(surface, Opposed::KeepOne);
        let counts = cleaned.counts;
        let reading = best_reading(surface, &cleaned);
        let (is_closed, duplicates) = (reading.is_closed, reading.duplicates);
        let Reading { turned, inward_parts, inside_out, .. } = reading;
        let (surface, left_over) = reading.into_surface(&surface.points);
        let repairs = SkinRepairs {
            unusable_points: counts.non_finite_points,
            unusable_triangles: counts.unusable_triangles,
            without_area: counts.degenerate_triangles,
            duplicates,
            merged_points: counts.merged_points,
            unused_points: counts.unused_points + left_over,
            turned,
            inward_parts,
            inside_out,
        };
        let edges = skin_edges(&surface);
        Self { surface, edges, is_closed, repairs }
    }
}

/// The first reading that is closed; if none is, that without anything doubtful.
fn best_reading(surface: &TriangleSurface, cleaned: &Cleaned) -> Reading {
    let plain = Reading::of(cleaned, Slivers::Dropped);
    let closed = |reading: &Reading| reading.is_closed;
    if closed(&plain) {
        return plain;
    }
    let sealed = || (cleaned.counts.degenerate_triangles > 0).then(|| Reading::of(cleaned, Slivers::Kept));
    let without_walls = || {
        let cancelled = (cleaned.counts.duplicate_triangles > 0).then(|| clean(surface, Opposed::Cancel))?;
        let plain = Reading::of(&cancelled, Slivers::Dropped);
        Some(if closed(&plain) { plain } else { Reading::of(&cancelled, Slivers::Kept) })
    };
    sealed().filter(closed).or_else(|| without_walls().filter(closed)).unwrap_or(plain)
}

/// Whether triangles without area take part when neighbours are sought.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slivers {
    Dropped,
    Kept,
}

/// One reading of the file.
struct Reading {
    /// With an area, oriented; ids of the cleaned points.
    triangles: Vec<[u32; 3]>,
    /// The points of the file that the cleaned points are.
    sources: Vec<u32>,
    duplicates: usize,
    turned: usize,
    inward_parts: usize,
    inside_out: bool,
    is_closed: bool,
}

impl Reading {
    fn of(cleaned: &Cleaned, slivers: Slivers) -> Self {
        let has_area = |t: &[u32; 3]| !has_no_area(t.map(|id| cleaned.points[id as usize]));
        let mut triangles = cleaned.triangles.clone();
        if slivers == Slivers::Dropped {
            triangles.retain(has_area);
        }
        let edges = EdgeTable::new(cleaned.points.len(), &triangles);
        let orientation = orient(&cleaned.points, &mut triangles, &edges);
        let mut inward_parts = 0;
        if orientation.closed && orientation.components.iter().any(|c| c.volume < 0.0) {
            inward_parts = turn_inward_parts(&cleaned.points, &mut triangles, &edges);
        }
        let is_closed = orientation.closed && encloses_something(&cleaned.points, &triangles);
        // A sheet has no outside: it stays as it was.
        let inside_out = orientation.inside_out && is_closed;
        if orientation.inside_out && !inside_out {
            triangles.iter_mut().for_each(|t| t.swap(1, 2));
        }
        triangles.retain(has_area);
        let all = inward_parts == orientation.components.len();
        Self {
            triangles,
            sources: cleaned.sources.clone(),
            duplicates: cleaned.counts.duplicate_triangles,
            turned: orientation.turned,
            inward_parts: if all { 0 } else { inward_parts },
            inside_out: inside_out || all,
            is_closed,
        }
    }

    /// Without unused points, in the coordinates of the file.
    fn into_surface(mut self, points: &[DVec3]) -> (TriangleSurface, usize) {
        let mut new_id = vec![NONE; self.sources.len()];
        self.triangles.iter().flatten().for_each(|&id| new_id[id as usize] = 0);
        let mut used = vec![];
        for (id, &source) in new_id.iter_mut().zip(&self.sources).filter(|(id, _)| **id != NONE) {
            *id = used.len() as u32;
            used.push(points[source as usize]);
        }
        self.triangles.iter_mut().flatten().for_each(|id| *id = new_id[*id as usize]);
        let unused = self.sources.len() - used.len();
        (TriangleSurface { points: used, triangles: self.triangles }, unused)
    }
}

/// Closed triangles that are not flat; in the unit frame.
fn encloses_something(points: &[DVec3], triangles: &[[u32; 3]]) -> bool {
    let area: f64 = triangles.iter().map(|t| area_vector(t.map(|id| points[id as usize])).length()).sum();
    total_volume(points, triangles) > THINNEST * area
}

/// The edges of clean triangles.
fn skin_edges(surface: &TriangleSurface) -> Vec<SkinEdge> {
    let table = EdgeTable::new(surface.points.len(), &surface.triangles);
    let edge = |(points, run): ([u32; 2], &[(u32, u32)])| SkinEdge {
        points,
        triangle: run[0].1 / 3,
        other: if let [_, (_, half)] = *run { Some(half / 3) } else { None },
    };
    table.edges().map(edge).collect()
}
