//! Many pictures on one page.

use crate::error::RenderError;
use crate::image::Image;
use crate::picture::LARGEST_SIDE;
use crate::text;

const PAPER: [u8; 3] = [255; 3];
const INK: [u8; 3] = [40, 44, 50];

/// Lays pictures of one size out in rows, each with its words below; `columns` of 0 counts as 1.
pub fn contact_sheet(pictures: &[(Image, String)], columns: usize) -> Result<Image, RenderError> {
    let what = "contact sheet";
    let Some((first, _)) = pictures.first() else { return Err(RenderError::NoPictures { what }) };
    let (width, height) = (first.width, first.height);
    for (index, (image, _)) in pictures.iter().enumerate() {
        image.must_match(first, index, what)?;
    }
    let columns = columns.clamp(1, pictures.len());
    let rows = pictures.len().div_ceil(columns);
    let margin = (width / 40).max(4);
    let words = (width as f64 / 45.0).clamp(7.0, 24.0);
    let has_words = pictures.iter().any(|(_, words)| !words.is_empty());
    let words_height = if has_words { (2.4 * words) as usize } else { 0 };
    let sheet_width = columns * (width + margin) + margin;
    let sheet_height = rows * (height + words_height + margin) + margin;
    if sheet_width > LARGEST_SIDE || sheet_height > LARGEST_SIDE {
        return Err(RenderError::Size { width: sheet_width, height: sheet_height, largest: LARGEST_SIDE });
    }
    let mut sheet = Image::filled(sheet_width, sheet_height, PAPER);
    for (index, (image, caption)) in pictures.iter().enumerate() {
        let left = margin + index % columns * (width + margin);
        let top = margin + index / columns * (height + words_height + margin);
        sheet.paste(image, left, top);
        let middle = left as f64 + 0.5 * (width as f64 - text::width(caption, words));
        let line = (top + height) as f64 + 1.7 * words;
        text::draw(&mut sheet, caption, (middle.max(left as f64), line), words, INK);
    }
    Ok(sheet)
}
