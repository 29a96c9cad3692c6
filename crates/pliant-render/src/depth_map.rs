//! The scene as seen along parallel rays: the first and the last thing each ray meets. Shadows come from it.

use crate::scan::{Outline, Rect, SUBPIXELS, three};
use crate::surface::{CHUNK, Surface, Triangle};
use glam::DVec3;
use rayon::prelude::*;

/// Rows a parallel task.
const BAND: usize = 160;

/// Half-width of the soft edge of shadows on bodies (texels).
const SOFT: usize = 2;

/// Depths along `direction` on a square grid of texels across it (scene units).
pub(crate) struct DepthMap {
    direction: DVec3,
    across: DVec3,
    down: DVec3,
    /// Coordinates of the upper left corner of the grid, along `across` and `down`.
    corner: (f64, f64),
    pub(crate) texel: f64,
    inverse_texel: f64,
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Depth of the first thing met; infinite where there is none.
    first: Vec<f32>,
    /// Depth of the last thing met; minus infinite where there is none.
    pub(crate) last: Vec<f32>,
}

struct Facet {
    outline: Outline,
    /// depth = plane.0 * column + plane.1 * row + plane.2
    plane: [f64; 3],
    bounds: (f32, f32),
}

impl DepthMap {
    /// Looks at a surface along a unit direction. The grid holds `points` and the surface, with a border of
    /// `border` (scene units), at most `side` texels wide and high.
    pub(crate) fn new(
        surface: &Surface,
        points: &[DVec3],
        direction: DVec3,
        border: f64,
        side: usize,
    ) -> Self {
        let across = direction.any_orthonormal_vector();
        let down = direction.cross(across);
        let mut low = (f64::MAX, f64::MAX);
        let mut high = (f64::MIN, f64::MIN);
        for p in points {
            let (u, v) = (p.dot(across), p.dot(down));
            low = (low.0.min(u), low.1.min(v));
            high = (high.0.max(u), high.1.max(v));
        }
        let size = (high.0 - low.0 + 2.0 * border, high.1 - low.1 + 2.0 * border);
        let texel = size.0.max(size.1).max(1e-9) / side as f64;
        let texels = |length: f64| ((length / texel).ceil() as usize).clamp(1, side);
        let (width, height) = (texels(size.0), texels(size.1));
        let count = width * height;
        let mut map = Self {
            direction,
            across,
            down,
            corner: (low.0 - border, low.1 - border),
            texel,
            inverse_texel: 1.0 / texel,
            width,
            height,
            first: vec![f32::INFINITY; count],
            last: vec![f32::NEG_INFINITY; count],
        };
        let facets = map.facets(surface);
        map.fill(&facets);
        map
    }

    /// Place on the grid (texels) and depth of a point in scene units.
    pub(crate) fn place(&self, point: DVec3) -> (f64, f64, f64) {
        let x = (point.dot(self.across) - self.corner.0) * self.inverse_texel;
        let y = (point.dot(self.down) - self.corner.1) * self.inverse_texel;
        (x, y, point.dot(self.direction))
    }

    /// The point at a place of the grid (texels) and a depth.
    pub(crate) fn point(&self, x: f64, y: f64, depth: f64) -> DVec3 {
        let across = self.across * (self.corner.0 + x * self.texel);
        across + self.down * (self.corner.1 + y * self.texel) + self.direction * depth
    }

    fn facets(&self, surface: &Surface) -> Vec<Facet> {
        let all = surface.triangles.par_iter().with_min_len(CHUNK);
        let facet = |triangle: &Triangle| {
            let corners = surface.corner_points(triangle);
            let is_one_sided = surface.one_sided[triangle.object as usize];
            if is_one_sided && self.comes_from_behind(corners) { None } else { self.facet(corners) }
        };
        all.filter_map(facet).collect()
    }

    /// Whether rays come from behind a triangle.
    fn comes_from_behind(&self, [a, b, c]: [DVec3; 3]) -> bool {
        (b - a).cross(c - a).dot(self.direction) > 0.0
    }

    fn facet(&self, corners: [DVec3; 3]) -> Option<Facet> {
        let places = three(|i| self.place(corners[i]));
        // The surface may reach beyond the extent the view was given.
        let reach = 4.0 * self.width.max(self.height) as f64;
        if places.iter().any(|(x, y, _)| x.abs() > reach || y.abs() > reach) {
            return None;
        }
        let outline = Outline::new(three(|i| (places[i].0, places[i].1)))?;
        let [(x0, y0, z0), (x1, y1, z1), (x2, y2, z2)] = places;
        let (dx1, dy1, dx2, dy2) = (x1 - x0, y1 - y0, x2 - x0, y2 - y0);
        let area = dx1 * dy2 - dy1 * dx2;
        let a = ((z1 - z0) * dy2 - (z2 - z0) * dy1) / area;
        let b = ((z2 - z0) * dx1 - (z1 - z0) * dx2) / area;
        let plane = [a, b, z0 - a * x0 - b * y0];
        let bounds = (z0.min(z1).min(z2) as f32, z0.max(z1).max(z2) as f32);
        (a.is_finite() && b.is_finite()).then_some(Facet { outline, plane, bounds })
    }

    fn fill(&mut self, facets: &[Facet]) {
        let width = self.width;
        let bands = self.first.par_chunks_mut(BAND * width).zip(self.last.par_chunks_mut(BAND * width));
        bands.enumerate().for_each(|(band, (first, last))| {
            let top = (band * BAND) as i64;
            let within =
                Rect { left: 0, top, right: width as i64, bottom: top + (first.len() / width) as i64 };
            for facet in facets {
                facet.outline.scan(within, &[(SUBPIXELS / 2, SUBPIXELS / 2)], |_, row, from, to| {
                    let start = (row - top) as usize * width;
                    let span = start + from as usize..start + to as usize;
                    facet.merge(row, from, &mut first[span.clone()], &mut last[span]);
                });
            }
        });
    }

    /// How much of the light reaches a point, 0 to 1: the share of texels around it with nothing in front.
    /// `slope` is the sine of the angle between the light and the normal, or more.
    pub(crate) fn lit(&self, point: DVec3, normal: DVec3, slope: f64) -> f64 {
        // On a plane the filter reaches depths that differ by its half-width times the tangent; moving the point off
        // the surface by half-width times the sine makes up for exactly that.
        let off = self.texel * (2.0 + (SOFT as f64 + 1.0) * slope);
        let (x, y, depth) = self.place(point + normal * off);
        let (x, y) = (x - 0.5, y - 0.5);
        let inside = |c: f64, size: usize| c >= SOFT as f64 && c + SOFT as f64 + 1.0 < size as f64;
        if !inside(x, self.width) || !inside(y, self.height) {
            return 1.0;
        }
        let (column, row) = (x as usize as f64, y as usize as f64);
        let (share_x, share_y) = ((x - column) as f32, (y - row) as f32);
        let (left, top) = (column as usize + 1 - SOFT, row as usize + 1 - SOFT);
        let depth = depth as f32;
        let (weights_x, weights_y) = (box_weights(share_x), box_weights(share_y));
        let mut sum = 0.0_f32;
        for (j, weight_y) in weights_y.iter().enumerate() {
            let texels = &self.first[(top + j) * self.width + left..][..2 * SOFT];
            let mut open = 0.0_f32;
            for (texel, weight) in texels.iter().zip(&weights_x) {
                open += if *texel > depth { *weight } else { 0.0 };
            }
            sum += weight_y * open;
        }
        f64::from(sum)
    }
}

/// Weights of the texels in a box of `2 * SOFT - 1` texels that begins `share` inside the first one; their sum is 1.
fn box_weights(share: f32) -> [f32; 2 * SOFT] {
    let whole = 1.0 / (2 * SOFT - 1) as f32;
    let mut weights = [whole; 2 * SOFT];
    weights[0] = whole * (1.0 - share);
    weights[2 * SOFT - 1] = whole * share;
    weights
}

impl Facet {
    fn merge(&self, row: i64, from: i64, first: &mut [f32], last: &mut [f32]) {
        let [a, b, c] = self.plane;
        let start = (a * (from as f64 + 0.5) + b * (row as f64 + 0.5) + c) as f32;
        let step = a as f32;
        for (index, (first, last)) in first.iter_mut().zip(last).enumerate() {
            // Comparisons rather than min and max: no NaN comes here, and they are one instruction each.
            let depth = start + step * index as f32;
            let depth = if depth > self.bounds.0 { depth } else { self.bounds.0 };
            let depth = if depth < self.bounds.1 { depth } else { self.bounds.1 };
            *first = if depth < *first { depth } else { *first };
            *last = if depth > *last { depth } else { *last };
        }
    }
}
