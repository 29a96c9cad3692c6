//! PNG files.

use super::palette::Palette;
use crate::error::RenderError;
use crate::image::Image;
use std::io::Write;

/// How many colours a PNG keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PngColours {
    /// All of them: the bytes come back as they were.
    #[default]
    All,
    /// The best 256, slightly dithered: about half the size.
    Palette,
}

/// The bytes of a PNG file.
pub fn encode_png(image: &Image, colours: PngColours) -> Result<Vec<u8>, RenderError> {
    image.must_match(image, 0, "PNG")?;
    match colours {
        PngColours::All => {
            // No one filter is best for all pictures; a smooth one may halve with another.
            let filters = [png::Filter::Adaptive, png::Filter::Paeth];
            let mut smallest: Option<Vec<u8>> = None;
            for filter in filters {
                let bytes = encode(image, png::ColorType::Rgb, None, &image.rgb8, filter)?;
                if smallest.as_ref().is_none_or(|best| bytes.len() < best.len()) {
                    smallest = Some(bytes);
                }
            }
            Ok(smallest.unwrap_or_default())
        }
        PngColours::Palette => {
            let mut palette = Palette::of(&[image], 256);
            let indices = palette.indices(image);
            encode(image, png::ColorType::Indexed, Some(palette.bytes()), &indices, png::Filter::NoFilter)
        }
    }
}

/// The bytes of a PNG file of at most `largest` bytes where possible: with all colours if they fit, else with 256.
pub fn encode_png_within(image: &Image, largest: usize) -> Result<Vec<u8>, RenderError> {
    let all = encode_png(image, PngColours::All)?;
    if all.len() <= largest {
        return Ok(all);
    }
    let reduced = encode_png(image, PngColours::Palette)?;
    Ok(if reduced.len() < all.len() { reduced } else { all })
}

/// Writes a PNG file with all colours.
pub fn write_png(image: &Image, out: &mut dyn Write) -> Result<(), RenderError> {
    let bytes = encode_png(image, PngColours::All)?;
    out.write_all(&bytes).map_err(|error| failed(&error))
}

fn encode(
    image: &Image,
    colour: png::ColorType,
    palette: Option<Vec<u8>>,
    pixels: &[u8],
    filter: png::Filter,
) -> Result<Vec<u8>, RenderError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, image.width as u32, image.height as u32);
    encoder.set_color(colour);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(filter);
    if let Some(palette) = palette {
        encoder.set_palette(palette);
    }
    let mut writer = encoder.write_header().map_err(|error| failed(&error))?;
    writer.write_image_data(pixels).map_err(|error| failed(&error))?;
    writer.finish().map_err(|error| failed(&error))?;
    Ok(bytes)
}

fn failed(error: &dyn std::fmt::Display) -> RenderError {
    RenderError::Encode { format: "PNG", reason: error.to_string() }
}
