//! The best few colours for many: median cut (P. Heckbert, 1982) by variance, then a few rounds of k-means.

use crate::image::Image;

/// Bits a channel of the histogram.
const CELL_BITS: u32 = 6;
/// Bits a channel of the table from colours to the nearest entry.
const TABLE_BITS: u32 = 7;
const ROUNDS: usize = 4;

/// Pixels looked at, over all pictures; more bring nothing.
const LARGEST_SAMPLE: usize = 4_000_000;

/// Levels that ordered dithering spreads a colour over, up and down.
const DITHER: f64 = 2.0;

/// Up to 256 colours, and the way from any colour to the nearest of them.
#[derive(Clone, Debug)]
pub struct Palette {
    colours: Vec<[u8; 3]>,
    /// Nearest entry for every cell of colours, found when it is first asked for.
    table: Vec<Option<u8>>,
}

/// Colours of the histogram that fall together.
#[derive(Clone, Copy)]
struct Cell {
    colour: [f64; 3],
    weight: f64,
}

impl Palette {
    /// The best colours for some pictures, at most `count` (2 to 256). Of a film, the first, the middle and the last
    /// pictures are enough.
    pub fn of(images: &[&Image], count: usize) -> Self {
        let cells = histogram(images);
        let mut colours = median_cut(&cells, count.clamp(2, 256));
        for _ in 0..ROUNDS {
            refine(&cells, &mut colours);
        }
        let mut bytes: Vec<[u8; 3]> = colours.iter().map(|c| c.map(|v| v.round() as u8)).collect();
        bytes.sort_by_key(|[r, g, b]| (3 * u32::from(*r) + 6 * u32::from(*g) + u32::from(*b), *r, *g, *b));
        bytes.dedup();
        Self { table: vec![None; 1 << (3 * TABLE_BITS)], colours: bytes }
    }

    /// Number of colours.
    pub fn len(&self) -> usize {
        self.colours.len()
    }

    /// True without colours, which does not happen.
    pub fn is_empty(&self) -> bool {
        self.colours.is_empty()
    }

    /// Red, green, blue of each colour.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.colours.concat()
    }

    /// The entry of each pixel. A pixel of the same place and colour gets the same entry in every picture.
    pub(crate) fn indices(&mut self, image: &Image) -> Vec<u8> {
        let mut indices = Vec::with_capacity(image.width * image.height);
        for (y, row) in image.rgb8.chunks_exact(3 * image.width).enumerate() {
            for (x, pixel) in row.chunks_exact(3).enumerate() {
                let shift = dither(x, y);
                let cell = |c: u8| ((f64::from(c) + shift).clamp(0.0, 255.0) as usize) >> (8 - TABLE_BITS);
                indices.push(self.nearest_entry([cell(pixel[0]), cell(pixel[1]), cell(pixel[2])]));
            }
        }
        indices
    }

    fn nearest_entry(&mut self, cell: [usize; 3]) -> u8 {
        let place = (cell[0] << TABLE_BITS | cell[1]) << TABLE_BITS | cell[2];
        let colours = &self.colours;
        let width = 256 >> TABLE_BITS;
        let search = || nearest_byte(colours, cell.map(|step| (step * width + width / 2) as i32));
        *self.table[place].get_or_insert_with(search)
    }
}

/// Ordered dithering by the eight by eight Bayer matrix, plus the half that rounds.
fn dither(x: usize, y: usize) -> f64 {
    let bit = |value: usize, place: usize| value >> place & 1;
    let rank = (0..3).fold(0, |rank, place| rank << 2 | (bit(x, place) ^ bit(y, place)) << 1 | bit(y, place));
    ((rank as f64 + 0.5) / 64.0 - 0.5) * 2.0 * DITHER + 0.5
}

fn histogram(images: &[&Image]) -> Vec<Cell> {
    let total: usize = images.iter().map(|image| image.rgb8.len() / 3).sum();
    let stride = total.div_ceil(LARGEST_SAMPLE).max(1);
    let mut sums = vec![[0_u32; 4]; 1 << (3 * CELL_BITS)];
    for pixel in images.iter().flat_map(|image| image.rgb8.chunks_exact(3)).step_by(stride) {
        let place = pixel.iter().fold(0, |place, c| place << CELL_BITS | usize::from(c >> (8 - CELL_BITS)));
        for (sum, value) in sums[place].iter_mut().zip([pixel[0], pixel[1], pixel[2], 1]) {
            *sum += u32::from(value);
        }
    }
    let filled = sums.iter().filter(|sum| sum[3] > 0);
    filled
        .map(|sum| {
            let count = f64::from(sum[3]);
            // The root keeps the background, large and smooth, from taking all colours.
            Cell { colour: [0, 1, 2].map(|c| f64::from(sum[c]) / count), weight: count.sqrt() }
        })
        .collect()
}

/// A set of cells with its spread.
struct Group {
    cells: Vec<Cell>,
    /// Weighted squares of the distances from the mean along the widest channel.
    spread: f64,
    channel: usize,
    mean: [f64; 3],
}

impl Group {
    fn new(cells: Vec<Cell>) -> Self {
        let weight: f64 = cells.iter().map(|cell| cell.weight).sum();
        let mean =
            [0, 1, 2].map(|c| cells.iter().map(|cell| cell.weight * cell.colour[c]).sum::<f64>() / weight);
        let spreads = [0, 1, 2].map(|c: usize| {
            cells
                .iter()
                .map(|cell| cell.weight * (cell.colour[c] - mean[c]) * (cell.colour[c] - mean[c]))
                .sum::<f64>()
        });
        let channel = (0..3).fold(0, |best, c| if spreads[c] > spreads[best] { c } else { best });
        Self { cells, spread: spreads[channel], channel, mean }
    }

    /// Two groups, apart at the mean of the widest channel.
    fn split(self) -> (Self, Self) {
        let (channel, middle) = (self.channel, self.mean[self.channel]);
        let (low, high) = self.cells.into_iter().partition(|cell| cell.colour[channel] < middle);
        (Self::new(low), Self::new(high))
    }
}

fn median_cut(cells: &[Cell], count: usize) -> Vec<[f64; 3]> {
    if cells.is_empty() {
        return vec![[0.0; 3], [255.0; 3]];
    }
    let mut groups = vec![Group::new(cells.to_vec())];
    while groups.len() < count {
        let widest = (0..groups.len())
            .fold(0, |best, i| if groups[i].spread > groups[best].spread { i } else { best });
        if groups[widest].spread < 1e-6 {
            break;
        }
        let (low, high) = groups.swap_remove(widest).split();
        groups.extend([low, high].into_iter().filter(|group| !group.cells.is_empty()));
    }
    groups.iter().map(|group| group.mean).collect()
}

fn refine(cells: &[Cell], colours: &mut [[f64; 3]]) {
    let mut sums = vec![[0.0_f64; 4]; colours.len()];
    for cell in cells {
        let sum = &mut sums[nearest(colours, cell.colour)];
        for c in 0..3 {
            sum[c] += cell.weight * cell.colour[c];
        }
        sum[3] += cell.weight;
    }
    for (colour, sum) in colours.iter_mut().zip(sums).filter(|(_, sum)| sum[3] > 0.0) {
        *colour = [sum[0] / sum[3], sum[1] / sum[3], sum[2] / sum[3]];
    }
}

fn nearest(colours: &[[f64; 3]], wanted: [f64; 3]) -> usize {
    let distance = |c: &[f64; 3]| {
        let [r, g, b] = [c[0] - wanted[0], c[1] - wanted[1], c[2] - wanted[2]];
        3.0 * r * r + 6.0 * g * g + b * b
    };
    let mut best = (0, f64::INFINITY);
    for (index, colour) in colours.iter().enumerate() {
        let distance = distance(colour);
        if distance < best.1 {
            best = (index, distance);
        }
    }
    best.0
}

/// The nearest entry; entries are sorted by brightness, so the search can stop on both sides.
fn nearest_byte(colours: &[[u8; 3]], wanted: [i32; 3]) -> u8 {
    let brightness = |c: [i32; 3]| 3 * c[0] + 6 * c[1] + c[2];
    let full = |index: usize| colours[index].map(i32::from);
    let distance = |index: usize| {
        let [r, g, b] = full(index);
        let (dr, dg, db) = (r - wanted[0], g - wanted[1], b - wanted[2]);
        3 * dr * dr + 6 * dg * dg + db * db
    };
    let bright = brightness(wanted);
    let start = colours.partition_point(|c| brightness(c.map(i32::from)) < bright);
    let first = start.min(colours.len() - 1);
    let mut best = (distance(first), first);
    // Cauchy and Schwarz: (3 dr + 6 dg + db)^2 <= 10 (3 dr^2 + 6 dg^2 + db^2).
    let cannot_win = |index: usize, best: i32| {
        let apart = i64::from(brightness(full(index)) - bright);
        apart * apart > 10 * i64::from(best)
    };
    for index in start..colours.len() {
        if cannot_win(index, best.0) {
            break;
        }
        best = best.min((distance(index), index));
    }
    for index in (0..start).rev() {
        if cannot_win(index, best.0) {
            break;
        }
        best = best.min((distance(index), index));
    }
    best.1 as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_kept_as_they_are() {
        let colours = [[10_u8, 20, 30], [200, 30, 40], [250, 250, 250]];
        let image = Image { width: 30, height: 1, rgb8: colours.concat().repeat(10) };
        let mut palette = Palette::of(&[&image], 256);
        assert_eq!(palette.len(), 3);
        let indices = palette.indices(&image);
        for (pixel, index) in image.rgb8.chunks_exact(3).zip(indices) {
            assert_eq!(palette.colours[usize::from(index)], pixel);
        }
    }

    #[test]
    fn the_table_finds_the_nearest_colour() {
        let image =
            Image { width: 64, height: 64, rgb8: (0..64 * 64 * 3).map(|i| (i * 7919 % 251) as u8).collect() };
        let mut palette = Palette::of(&[&image], 100);
        let exact: Vec<[f64; 3]> = palette.colours.iter().map(|c| c.map(f64::from)).collect();
        for place in (0..1 << 21).step_by(997) {
            let cell = [place >> 14 & 127, place >> 7 & 127, place & 127];
            let wanted = cell.map(|step| (step * 2 + 1) as f64);
            let squared = |i: usize| {
                let [r, g, b] = [0, 1, 2].map(|c| exact[i][c] - wanted[c]);
                3.0 * r * r + 6.0 * g * g + b * b
            };
            assert_eq!(squared(usize::from(palette.nearest_entry(cell))), squared(nearest(&exact, wanted)));
        }
    }

    #[test]
    fn a_gradient_keeps_its_mean() {
        let rgb8: Vec<u8> = (0..256 * 64).flat_map(|i| [(i % 256) as u8; 3]).collect();
        let image = Image { width: 256, height: 64, rgb8 };
        let mut palette = Palette::of(&[&image], 40);
        let indices = palette.indices(&image);
        let shown: f64 = indices.iter().map(|i| f64::from(palette.colours[usize::from(*i)][0])).sum();
        assert!((shown / (256.0 * 64.0) - 127.5).abs() < 1.0);
    }
}
