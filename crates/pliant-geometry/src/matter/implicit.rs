//! Surfaces of functions: where f(x) = 0, with the inside where f is negative.
//!
//! Cubes of a grid are cut into six tetrahedra around a diagonal, and each tetrahedron by the plane through the zeros on its
//! edges (marching tetrahedra: Doi and Koide, "An efficient method of triangulating equi-valued surfaces by using
//! tetrahedral cells", 1991). Zeros are found on the edges to rounding; beyond the box nothing is inside.

use std::collections::BTreeMap;

use glam::DVec3;
use rayon::prelude::*;

use super::spacing::{MatterError, parts, positive};
use crate::bounds::BoundingBox;
use crate::triangles::TriangleSurface;

/// Grids with more points than this are refused.
const MOST_POINTS: f64 = 8e6;

/// Corners of the six tetrahedra of a cube; bit 0 of a corner is x, bit 1 y, bit 2 z.
const TETS: [[usize; 4]; 6] =
    [[0, 1, 3, 7], [0, 3, 2, 7], [0, 2, 6, 7], [0, 6, 4, 7], [0, 4, 5, 7], [0, 5, 1, 7]];

/// Zeros keep this share of an edge away from its ends, so that no triangle is without area.
const MARGIN: f64 = 0.01;

/// The closed surface around the places in a box where a function is negative, with triangles of about a size (m).
///
/// # Errors
/// When the box is none, the function has no zero there, or the grid would be too fine.
pub fn implicit_surface(
    inside: &(dyn Fn(DVec3) -> f64 + Sync),
    bounds: BoundingBox,
    size: f64,
) -> Result<TriangleSurface, MatterError> {
    positive("the spacing of the surface", size)?;
    let extent = bounds.size();
    if !(extent.is_finite() && extent.min_element() > 0.0) {
        return Err(MatterError::shape("the bounds are empty", "give the smaller coordinates first"));
    }
    // One layer of cubes more on each side, in which everything is outside.
    let counts = extent.to_array().map(|length| parts(length, size) + 3);
    let points: f64 = counts.iter().map(|count| *count as f64).product();
    if points > MOST_POINTS {
        let reason = format!(
            "the bounds take {points:.0e} places of the function; at most {MOST_POINTS:.0e} are allowed"
        );
        return Err(MatterError::shape(reason, "make the bounds tighter or the spacing larger"));
    }
    let step = extent / DVec3::from_array(counts.map(|count| (count - 3) as f64));
    let grid = ZeroGrid { function: inside, bounds, origin: bounds.min - step, step, counts };
    grid.surface()
}

struct ZeroGrid<'a> {
    function: &'a (dyn Fn(DVec3) -> f64 + Sync),
    bounds: BoundingBox,
    origin: DVec3,
    step: DVec3,
    /// Points along each axis.
    counts: [usize; 3],
}

impl ZeroGrid<'_> {
    fn place(&self, index: usize) -> DVec3 {
        let [nx, ny, _] = self.counts;
        let index = [index % nx, index / nx % ny, index / (nx * ny)];
        self.origin + self.step * DVec3::from_array(index.map(|i| i as f64))
    }

    /// The function, outside of the box never negative; what is no number counts as outside.
    fn value(&self, x: DVec3) -> f64 {
        let beyond = (self.bounds.min - x).max(x - self.bounds.max).max_element();
        let value = (self.function)(x);
        if value.is_nan() { f64::INFINITY } else { value.max(beyond) }
    }

    fn surface(&self) -> Result<TriangleSurface, MatterError> {
        let total: usize = self.counts.iter().product();
        let inside: Vec<bool> =
            (0..total).into_par_iter().with_min_len(1024).map(|i| self.value(self.place(i)) < 0.0).collect();
        if !inside.contains(&true) {
            return Err(no_zero("not negative anywhere in its bounds"));
        }
        let beyond = (0..total).all(|i| {
            let x = self.place(i);
            inside[i] || (self.bounds.min.cmpgt(x) | self.bounds.max.cmplt(x)).any() || self.on_border(x)
        });
        if beyond {
            return Err(no_zero("negative everywhere in its bounds"));
        }
        let mut out = Triangles {
            grid: self,
            inside: &inside,
            ids: BTreeMap::new(),
            surface: TriangleSurface::default(),
        };
        let [nx, ny, nz] = self.counts;
        for z in 0..nz - 1 {
            for y in 0..ny - 1 {
                for x in 0..nx - 1 {
                    out.add_cube(|corner| {
                        x + (corner & 1) + nx * (y + (corner >> 1 & 1) + ny * (z + (corner >> 2)))
                    });
                }
            }
        }
        Ok(out.surface)
    }

    fn on_border(&self, x: DVec3) -> bool {
        let tolerance = self.bounds.tolerance();
        ((self.bounds.min - x).max(x - self.bounds.max)).max_element() > -tolerance
    }

    /// Where the function is zero between a place inside and one outside, by halving.
    fn zero(&self, inner: DVec3, outer: DVec3) -> DVec3 {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..48 {
            let middle = 0.5 * (low + high);
            *(if self.value(inner.lerp(outer, middle)) < 0.0 { &mut low } else { &mut high }) = middle;
        }
        inner.lerp(outer, (0.5 * (low + high)).clamp(MARGIN, 1.0 - MARGIN))
    }
}

fn no_zero(how: &str) -> MatterError {
    MatterError::shape(
        format!("the function is {how}, so it has no surface there"),
        "check its sign (negative is inside) and the bounds; a small body needs a smaller spacing",
    )
}

struct Triangles<'a> {
    grid: &'a ZeroGrid<'a>,
    inside: &'a [bool],
    ids: BTreeMap<(usize, usize), u32>,
    surface: TriangleSurface,
}

impl Triangles<'_> {
    fn add_cube(&mut self, point: impl Fn(usize) -> usize) {
        let first = self.inside[point(0)];
        if (1..8).all(|corner| self.inside[point(corner)] == first) {
            return;
        }
        for tet in TETS {
            self.add_tet(tet.map(&point));
        }
    }

    fn add_tet(&mut self, tet: [usize; 4]) {
        let within: Vec<usize> = tet.into_iter().filter(|point| self.inside[*point]).collect();
        let without: Vec<usize> = tet.into_iter().filter(|point| !self.inside[*point]).collect();
        let outward = self.middle(&without) - self.middle(&within);
        match (&within[..], &without[..]) {
            ([a], [b, c, d]) | ([b, c, d], [a]) => {
                let corners = [self.id(*a, *b), self.id(*a, *c), self.id(*a, *d)];
                self.add(corners, outward);
            }
            ([a, b], [c, d]) => {
                let [ac, ad, bd, bc] = [self.id(*a, *c), self.id(*a, *d), self.id(*b, *d), self.id(*b, *c)];
                self.add([ac, ad, bd], outward);
                self.add([ac, bd, bc], outward);
            }
            _ => {}
        }
    }

    fn middle(&self, points: &[usize]) -> DVec3 {
        points.iter().map(|point| self.grid.place(*point)).sum::<DVec3>() / points.len().max(1) as f64
    }

    fn add(&mut self, [a, b, c]: [u32; 3], outward: DVec3) {
        let at = |id: u32| self.surface.points[id as usize];
        let faces = (at(b) - at(a)).cross(at(c) - at(a)).dot(outward) >= 0.0;
        self.surface.triangles.push(if faces { [a, b, c] } else { [a, c, b] });
    }

    /// The zero on an edge.
    fn id(&mut self, a: usize, b: usize) -> u32 {
        let (inner, outer) = if self.inside[a] { (a, b) } else { (b, a) };
        let key = (inner, outer);
        if let Some(id) = self.ids.get(&key) {
            return *id;
        }
        let id = self.surface.points.len() as u32;
        self.surface.points.push(self.grid.zero(self.grid.place(inner), self.grid.place(outer)));
        self.ids.insert(key, id);
        id
    }
}
