//! GIF films: one palette for all pictures, and of each picture only what has changed.

use super::palette::Palette;
use crate::error::RenderError;
use crate::image::Image;
use std::io::Write;

/// Colours of a film; the last entry of a GIF palette stands for "as before".
const COLOURS: usize = 255;

/// Viewers show shorter pictures for a tenth of a second.
const SHORTEST: u64 = 2;

/// Pictures whose colours are looked at for the palette of a film.
const SAMPLED: usize = 8;

/// Writes a GIF picture by picture, so that a film need not be in memory.
pub struct GifWriter<'a> {
    encoder: gif::Encoder<&'a mut dyn Write>,
    palette: Palette,
    width: usize,
    height: usize,
    /// Seconds a picture is shown.
    delay: f64,
    written: usize,
    /// Entries of the picture before.
    shown: Vec<u8>,
}

/// The part of a picture that has changed.
struct Patch {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl<'a> GifWriter<'a> {
    /// Begins a film that is repeated for ever. `samples` are pictures of it, of the film's size, whose colours make the
    /// palette; each picture is shown for `delay` (s).
    pub fn new(samples: &[&Image], delay: f64, out: &'a mut dyn Write) -> Result<Self, RenderError> {
        let Some(first) = samples.first() else { return Err(RenderError::NoPictures { what: "GIF" }) };
        for (index, sample) in samples.iter().enumerate() {
            sample.must_match(first, index, "GIF")?;
        }
        let palette = Palette::of(samples, COLOURS);
        let mut bytes = palette.bytes();
        bytes.resize(3 * (COLOURS + 1), 0);
        let size =
            |side: usize| u16::try_from(side).map_err(|_| failed(&format!("{side} pixels are too many")));
        let (width, height) = (size(first.width)?, size(first.height)?);
        let mut encoder = gif::Encoder::new(out, width, height, &bytes).map_err(|error| failed(&error))?;
        encoder.set_repeat(gif::Repeat::Infinite).map_err(|error| failed(&error))?;
        let delay = if delay.is_finite() { delay.clamp(0.0, 600.0) } else { 0.1 };
        Ok(Self {
            encoder,
            palette,
            width: first.width,
            height: first.height,
            delay,
            written: 0,
            shown: Vec::new(),
        })
    }

    /// Adds the next picture.
    pub fn add(&mut self, image: &Image) -> Result<(), RenderError> {
        let size = Image { width: self.width, height: self.height, rgb8: Vec::new() };
        image.must_match(&size, self.written, "GIF")?;
        let indices = self.palette.indices(image);
        let patch = self.changed(&indices);
        let buffer = self.patch_indices(&indices, &patch);
        let frame = gif::Frame {
            delay: self.next_delay(),
            dispose: gif::DisposalMethod::Keep,
            transparent: Some(COLOURS as u8),
            left: patch.left as u16,
            top: patch.top as u16,
            width: patch.width as u16,
            height: patch.height as u16,
            buffer: buffer.into(),
            ..gif::Frame::default()
        };
        self.encoder.write_frame(&frame).map_err(|error| failed(&error))?;
        self.shown = indices;
        self.written += 1;
        Ok(())
    }

    /// Writes the end of the file.
    pub fn finish(self) -> Result<(), RenderError> {
        self.encoder.into_inner().map(|_| ()).map_err(|error| failed(&error))
    }

    /// Hundredths of a second until the next picture; rounding does not add up over a film.
    fn next_delay(&self) -> u16 {
        let end = |picture: usize| (picture as f64 * self.delay * 100.0).round() as u64;
        let ticks = end(self.written + 1) - end(self.written);
        ticks.clamp(SHORTEST, u64::from(u16::MAX)) as u16
    }

    fn changed(&self, indices: &[u8]) -> Patch {
        if self.shown.is_empty() {
            return Patch { left: 0, top: 0, width: self.width, height: self.height };
        }
        let differs = |place: &usize| indices[*place] != self.shown[*place];
        let (mut left, mut right, mut top, mut bottom) = (self.width, 0, self.height, 0);
        for place in (0..indices.len()).filter(differs) {
            let (x, y) = (place % self.width, place / self.width);
            (left, right) = (left.min(x), right.max(x + 1));
            (top, bottom) = (top.min(y), bottom.max(y + 1));
        }
        if right == 0 {
            return Patch { left: 0, top: 0, width: 1, height: 1 };
        }
        Patch { left, top, width: right - left, height: bottom - top }
    }

    fn patch_indices(&self, indices: &[u8], patch: &Patch) -> Vec<u8> {
        let mut buffer = Vec::with_capacity(patch.width * patch.height);
        for y in patch.top..patch.top + patch.height {
            for place in y * self.width + patch.left..y * self.width + patch.left + patch.width {
                let same = self.shown.get(place) == Some(&indices[place]);
                buffer.push(if same { COLOURS as u8 } else { indices[place] });
            }
        }
        buffer
    }
}

/// Writes a GIF of pictures of one size, each shown for `delay` (s), repeated for ever.
pub fn write_gif(images: &[Image], delay: f64, out: &mut dyn Write) -> Result<(), RenderError> {
    let stride = images.len().div_ceil(SAMPLED).max(1);
    let mut samples: Vec<&Image> = images.iter().step_by(stride).collect();
    samples.extend(images.last());
    let mut writer = GifWriter::new(&samples, delay, out)?;
    images.iter().try_for_each(|image| writer.add(image))?;
    writer.finish()
}

fn failed(error: &dyn std::fmt::Display) -> RenderError {
    RenderError::Encode { format: "GIF", reason: error.to_string() }
}
