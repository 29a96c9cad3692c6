//! The picture in memory: rows of red, green, blue bytes.

use crate::error::RenderError;

/// A picture: eight bits a channel, sRGB, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Width (pixels).
    pub width: usize,
    /// Height (pixels).
    pub height: usize,
    /// Red, green, blue of each pixel: `3 * width * height` bytes.
    pub rgb8: Vec<u8>,
}

impl Image {
    /// A picture of one colour.
    pub fn filled(width: usize, height: usize, colour: [u8; 3]) -> Self {
        Self { width, height, rgb8: colour.repeat(width * height) }
    }

    /// The colour of a pixel, counted from the upper left; nothing outside.
    pub fn pixel(&self, x: usize, y: usize) -> Option<[u8; 3]> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let start = 3 * (y * self.width + x);
        self.rgb8.get(start..start + 3).map(|c| [c[0], c[1], c[2]])
    }

    /// Lays a colour over a pixel, opaque at 1; does nothing outside.
    pub(crate) fn blend(&mut self, x: i64, y: i64, colour: [u8; 3], opacity: f64) {
        if x < 0 || y < 0 || x >= self.width as i64 || y >= self.height as i64 {
            return;
        }
        let start = 3 * (y as usize * self.width + x as usize);
        for (old, new) in self.rgb8[start..start + 3].iter_mut().zip(colour) {
            let mixed = f64::from(*old) + (f64::from(new) - f64::from(*old)) * opacity.clamp(0.0, 1.0);
            *old = mixed.round() as u8;
        }
    }

    /// Copies another picture in; what does not fit is cut off.
    pub(crate) fn paste(&mut self, other: &Image, left: usize, top: usize) {
        let columns = other.width.min(self.width.saturating_sub(left));
        let rows = other.height.min(self.height.saturating_sub(top));
        for row in 0..rows {
            let from = 3 * row * other.width;
            let to = 3 * ((top + row) * self.width + left);
            self.rgb8[to..to + 3 * columns].copy_from_slice(&other.rgb8[from..from + 3 * columns]);
        }
    }
}

impl Image {
    /// Refuses a picture of another size than the first one of a series.
    pub(crate) fn must_match(
        &self,
        first: &Image,
        index: usize,
        what: &'static str,
    ) -> Result<(), RenderError> {
        let (width, height) = (self.width, self.height);
        if (width, height) == (first.width, first.height) && self.rgb8.len() == 3 * width * height {
            return Ok(());
        }
        Err(RenderError::UnevenPictures {
            what,
            index,
            width,
            height,
            first_width: first.width,
            first_height: first.height,
        })
    }
}
