//! The picture, tile by tile: which triangle each sample sees, then one colour for each triangle in a pixel.
//!
//! Samples of a pixel lie on a turned grid (no two share a row or a column), so that nearly level edges get as many
//! steps as there are samples. Tiles are fixed and independent: the bytes do not depend on the number of threads.

use crate::colour::ScreenTable;
use crate::image::Image;
use crate::project::Facet;
use crate::scan::{Rect, SUBPIXELS};
use glam::DVec3;
use rayon::prelude::*;

/// Side of a tile (pixels).
const TILE: usize = 64;

/// What a sample sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    Background,
    Ground,
    Triangle(u32),
}

const BACKGROUND: u32 = u32::MAX;
const GROUND: u32 = u32::MAX - 1;

impl Seen {
    fn of(code: u32) -> Self {
        match code {
            BACKGROUND => Self::Background,
            GROUND => Self::Ground,
            index => Self::Triangle(index),
        }
    }
}

/// Who knows the colours.
pub(crate) trait Painter: Sync {
    /// The linear colour of what is seen at a place (pixels).
    fn colour(&self, seen: Seen, x: f64, y: f64) -> DVec3;

    /// True if two triangles belong to one smooth surface, so that one colour serves for both within a pixel.
    fn alike(&self, one: u32, other: u32) -> bool;
}

/// Samples whose inverse depths differ by less than this share may be on one surface.
const SAME_DEPTH: f32 = 0.01;

/// What is drawn into tiles.
pub(crate) struct Canvas<'a> {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Samples along one side of a pixel.
    pub(crate) samples: usize,
    pub(crate) facets: &'a [Facet],
    /// 1 / depth of the ground, if it is seen.
    pub(crate) ground: Option<[f64; 3]>,
}

/// Samples of one tile: one layer for each sample place.
struct Buffers {
    inverse_depths: Vec<f32>,
    codes: Vec<u32>,
}

impl Canvas<'_> {
    /// Draws everything.
    pub(crate) fn draw<P: Painter>(&self, painter: &P) -> Image {
        let places = sample_places(self.samples);
        let columns = self.width.div_ceil(TILE);
        let bins = self.bins();
        let screen = ScreenTable::new();
        let size = places.len() * TILE * TILE;
        let buffers = || Buffers { inverse_depths: vec![0.0; size], codes: vec![BACKGROUND; size] };
        let tiles: Vec<Image> = (0..bins.tiles())
            .into_par_iter()
            .map_init(buffers, |buffers, tile| {
                let rect = self.tile_rect(tile % columns, tile / columns);
                self.clear(buffers, rect, &places);
                bins.facets(tile).iter().for_each(|facet| {
                    buffers.add(&self.facets[*facet as usize], rect, &places);
                });
                buffers.resolve(rect, &places, &screen, painter)
            })
            .collect();
        let mut image = Image::filled(self.width, self.height, [0; 3]);
        for (tile, part) in tiles.iter().enumerate() {
            image.paste(part, tile % columns * TILE, tile / columns * TILE);
        }
        image
    }

    fn tile_rect(&self, column: usize, row: usize) -> Rect {
        let (left, top) = ((column * TILE) as i64, (row * TILE) as i64);
        Rect {
            left,
            top,
            right: (left + TILE as i64).min(self.width as i64),
            bottom: (top + TILE as i64).min(self.height as i64),
        }
    }

    /// Background and ground, before any triangle.
    fn clear(&self, buffers: &mut Buffers, rect: Rect, places: &[(i64, i64)]) {
        buffers.inverse_depths.fill(0.0);
        buffers.codes.fill(BACKGROUND);
        let Some([a, b, c]) = self.ground else { return };
        for (index, place) in places.iter().enumerate() {
            for row in 0..TILE {
                let (x, y) = place_in(rect, *place, 0, row);
                let (start, step) = ((a * x + b * y + c) as f32, a as f32);
                let first = index * TILE * TILE + row * TILE;
                let depths = &mut buffers.inverse_depths[first..first + TILE];
                for (column, depth) in depths.iter_mut().enumerate() {
                    *depth = (start + step * column as f32).max(0.0);
                }
                let codes = &mut buffers.codes[first..first + TILE];
                for (code, depth) in codes.iter_mut().zip(depths) {
                    *code = if *depth > 0.0 { GROUND } else { BACKGROUND };
                }
            }
        }
    }

    /// Which facets touch which tiles.
    fn bins(&self) -> Bins {
        let (columns, rows) = (self.width.div_ceil(TILE) as i64, self.height.div_ceil(TILE) as i64);
        let touched = |facet: &Facet| {
            let pixels = facet.outline.pixels();
            let tile = |pixel: i64| pixel.div_euclid(TILE as i64);
            let (left, right) = (tile(pixels.left).max(0), tile(pixels.right).min(columns - 1));
            let (top, bottom) = (tile(pixels.top).max(0), tile(pixels.bottom).min(rows - 1));
            (top..=bottom)
                .flat_map(move |row| (left..=right).map(move |column| (row * columns + column) as usize))
        };
        let mut starts = vec![0_u32; (columns * rows) as usize + 1];
        for tile in self.facets.iter().flat_map(touched) {
            starts[tile + 1] += 1;
        }
        for tile in 1..starts.len() {
            starts[tile] += starts[tile - 1];
        }
        let mut next = starts.clone();
        let mut entries = vec![0_u32; starts[starts.len() - 1] as usize];
        for (index, facet) in self.facets.iter().enumerate() {
            for tile in touched(facet) {
                entries[next[tile] as usize] = index as u32;
                next[tile] += 1;
            }
        }
        Bins { starts, entries }
    }
}

struct Bins {
    starts: Vec<u32>,
    entries: Vec<u32>,
}

impl Bins {
    fn tiles(&self) -> usize {
        self.starts.len() - 1
    }

    fn facets(&self, tile: usize) -> &[u32] {
        &self.entries[self.starts[tile] as usize..self.starts[tile + 1] as usize]
    }
}

impl Buffers {
    fn add(&mut self, facet: &Facet, rect: Rect, places: &[(i64, i64)]) {
        let [a, b, c] = facet.plane;
        let (low, high) = facet.bounds;
        let step = a as f32;
        facet.outline.scan(rect, places, |index, row, from, to| {
            let x = from as f64 + places[index].0 as f64 / SUBPIXELS as f64;
            let y = row as f64 + places[index].1 as f64 / SUBPIXELS as f64;
            let start = (a * x + b * y + c) as f32;
            let first = index * TILE * TILE + (row - rect.top) as usize * TILE + (from - rect.left) as usize;
            let count = (to - from) as usize;
            let depths = &mut self.inverse_depths[first..first + count];
            let codes = &mut self.codes[first..first + count];
            for (column, (depth, code)) in depths.iter_mut().zip(codes).enumerate() {
                // Edge-on triangles have a steep plane: keep to what their corners reach.
                let inverse = start + step * column as f32;
                let inverse = if inverse > low { inverse } else { low };
                let inverse = if inverse < high { inverse } else { high };
                let nearer = inverse > *depth;
                *depth = if nearer { inverse } else { *depth };
                *code = if nearer { facet.triangle } else { *code };
            }
        });
    }

    fn resolve<P: Painter>(
        &self,
        rect: Rect,
        places: &[(i64, i64)],
        screen: &ScreenTable,
        painter: &P,
    ) -> Image {
        let (width, height) = ((rect.right - rect.left) as usize, (rect.bottom - rect.top) as usize);
        let mut image = Image::filled(width, height, [0; 3]);
        let mut samples = vec![Sample::default(); places.len()];
        for (row, pixels) in image.rgb8.chunks_exact_mut(3 * width).enumerate() {
            let y = rect.top as f64 + row as f64;
            for (column, pixel) in pixels.chunks_exact_mut(3).enumerate() {
                let x = rect.left as f64 + column as f64;
                let first = self.codes[row * TILE + column];
                let others = (1..places.len()).map(|index| index * TILE * TILE + row * TILE + column);
                let linear = if others.clone().all(|place| self.codes[place] == first) {
                    painter.colour(Seen::of(first), x + 0.5, y + 0.5)
                } else {
                    self.gather(&mut samples, places, row * TILE + column);
                    mean_colour(&mut samples, x, y, painter)
                };
                pixel.copy_from_slice(&screen.bytes_of(linear));
            }
        }
        image
    }

    fn gather(&self, samples: &mut [Sample], places: &[(i64, i64)], pixel: usize) {
        for (index, (sample, place)) in samples.iter_mut().zip(places).enumerate() {
            *sample = Sample {
                code: self.codes[index * TILE * TILE + pixel],
                inverse_depth: self.inverse_depths[index * TILE * TILE + pixel],
                x: place.0 as f64 / SUBPIXELS as f64,
                y: place.1 as f64 / SUBPIXELS as f64,
                counted: false,
            };
        }
    }
}

/// One sample of a pixel; its place counts from the pixel's corner (pixels).
#[derive(Clone, Copy, Default)]
struct Sample {
    code: u32,
    inverse_depth: f32,
    x: f64,
    y: f64,
    counted: bool,
}

impl Sample {
    /// True if both see the same thing, or neighbouring triangles of one smooth surface.
    fn sees_same<P: Painter>(&self, other: &Self, painter: &P) -> bool {
        let near = (self.inverse_depth - other.inverse_depth).abs() < SAME_DEPTH * self.inverse_depth;
        self.code == other.code
            || near && self.code < GROUND && other.code < GROUND && painter.alike(self.code, other.code)
    }
}

/// One colour for each thing seen in a pixel, at the middle of its samples, weighted by their number.
fn mean_colour<P: Painter>(samples: &mut [Sample], x: f64, y: f64, painter: &P) -> DVec3 {
    let mut sum = DVec3::ZERO;
    for index in 0..samples.len() {
        let one = samples[index];
        if one.counted {
            continue;
        }
        let (mut across, mut down, mut seen) = (0.0, 0.0, 0.0);
        for other in &mut samples[index..] {
            if !other.counted && one.sees_same(other, painter) {
                other.counted = true;
                (across, down, seen) = (across + other.x, down + other.y, seen + 1.0);
            }
        }
        sum += painter.colour(Seen::of(one.code), x + across / seen, y + down / seen) * seen;
    }
    sum / samples.len() as f64
}

fn place_in(rect: Rect, place: (i64, i64), column: usize, row: usize) -> (f64, f64) {
    let x = rect.left as f64 + column as f64 + place.0 as f64 / SUBPIXELS as f64;
    let y = rect.top as f64 + row as f64 + place.1 as f64 / SUBPIXELS as f64;
    (x, y)
}

/// Places of the samples in a pixel (grid steps): `side * side` of them, each in a row and a column of its own.
fn sample_places(side: usize) -> Vec<(i64, i64)> {
    let count = side * side;
    let grid = |step: usize| (SUBPIXELS as usize * (2 * step + 1) / (2 * count)) as i64;
    (0..count).map(|k| (grid(k % side * side + side - 1 - k / side), grid(k))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_samples_share_a_row_or_a_column() {
        for side in 1..=4 {
            let places = sample_places(side);
            for axis in [|p: &(i64, i64)| p.0, |p: &(i64, i64)| p.1] {
                let mut coordinates: Vec<i64> = places.iter().map(axis).collect();
                coordinates.sort_unstable();
                coordinates.dedup();
                assert_eq!(coordinates.len(), side * side);
                let mean = coordinates.iter().sum::<i64>() as f64 / coordinates.len() as f64;
                assert!((mean - 128.0).abs() < 1.0, "side {side}: samples are off the middle by {mean}");
            }
        }
    }
}
