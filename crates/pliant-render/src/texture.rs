//! A small picture of one number a texel: soft shadows are blurred masks.

/// Numbers on a grid, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Texture {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) texels: Vec<f32>,
}

impl Texture {
    pub(crate) fn zeros(width: usize, height: usize) -> Self {
        Self { width, height, texels: vec![0.0; width * height] }
    }

    /// The value at a place (texels; the centre of the first one is at 0.5), between texels by straight lines, and 0
    /// outside.
    #[inline]
    pub(crate) fn sample(&self, x: f64, y: f64) -> f32 {
        let (x, y) = (x - 0.5, y - 0.5);
        if !(x > -1.0 && y > -1.0 && x < self.width as f64 && y < self.height as f64) {
            return 0.0;
        }
        let (column, row) = ((x + 1.0) as i64 - 1, (y + 1.0) as i64 - 1);
        let (across, down) = ((x - column as f64) as f32, (y - row as f64) as f32);
        if column >= 0 && row >= 0 && column + 1 < self.width as i64 && row + 1 < self.height as i64 {
            let start = row as usize * self.width + column as usize;
            let (above, below) = (&self.texels[start..start + 2], &self.texels[start + self.width..][..2]);
            let upper = above[0] + (above[1] - above[0]) * across;
            let lower = below[0] + (below[1] - below[0]) * across;
            return upper + (lower - upper) * down;
        }
        let at = |column: i64, row: i64| {
            let inside = column >= 0 && row >= 0 && column < self.width as i64 && row < self.height as i64;
            if inside { self.texels[row as usize * self.width + column as usize] } else { 0.0 }
        };
        let upper = at(column, row) * (1.0 - across) + at(column + 1, row) * across;
        let lower = at(column, row + 1) * (1.0 - across) + at(column + 1, row + 1) * across;
        upper * (1.0 - down) + lower * down
    }

    /// Three box filters, close to a Gaussian of standard deviation `radius` (texels).
    pub(crate) fn blur(&mut self, radius: f64) {
        // A box of half-width r has variance (r^2 + r) / 3; three of them add up to radius^2.
        let half = ((0.25 + radius * radius).sqrt() - 0.5).round() as usize;
        if half == 0 {
            return;
        }
        for _ in 0..3 {
            self.box_rows(half);
            self.box_columns(half);
        }
    }

    fn box_rows(&mut self, half: usize) {
        let width = self.width;
        let scale = 1.0 / (2 * half + 1) as f32;
        let mut sums = vec![0.0_f32; width + 1];
        for row in self.texels.chunks_exact_mut(width) {
            for (column, value) in row.iter().enumerate() {
                sums[column + 1] = sums[column] + value;
            }
            for (column, value) in row.iter_mut().enumerate() {
                let (from, to) = (column.saturating_sub(half), (column + half + 1).min(width));
                *value = ((sums[to] - sums[from]) * scale).max(0.0);
            }
        }
    }

    fn box_columns(&mut self, half: usize) {
        let (width, height) = (self.width, self.height);
        let scale = 1.0 / (2 * half + 1) as f32;
        let source = self.texels.clone();
        let mut sums = vec![0.0_f32; width];
        let row = |index: usize| &source[index * width..(index + 1) * width];
        for entering in 0..height + half {
            if entering < height {
                sums.iter_mut().zip(row(entering)).for_each(|(sum, value)| *sum += value);
            }
            if entering > 2 * half {
                sums.iter_mut().zip(row(entering - 2 * half - 1)).for_each(|(sum, value)| *sum -= value);
            }
            if entering >= half {
                let target = &mut self.texels[(entering - half) * width..(entering - half + 1) * width];
                target.iter_mut().zip(&sums).for_each(|(value, sum)| *value = (sum * scale).max(0.0));
            }
        }
    }
}
