//! What is written can be read back.
#![allow(clippy::unwrap_used)]

use pliant_render::{
    GifWriter, Image, Palette, PngColours, RenderError, encode_png, encode_png_within, write_gif, write_png,
};

/// A smooth picture with a square at a place.
fn picture(place: usize) -> Image {
    let pixel = |i: usize| {
        let (x, y) = (i % 120, i / 120);
        let inside = (place..place + 20).contains(&x) && (30..50).contains(&y);
        if inside { [200, 40, 30] } else { [(y * 2) as u8 + 60, 150, (x + 60) as u8] }
    };
    Image { width: 120, height: 80, rgb8: (0..120 * 80).flat_map(pixel).collect() }
}

fn decode(bytes: &[u8]) -> (png::OutputInfo, Vec<u8>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (info, pixels)
}

#[test]
fn a_png_comes_back_as_it_was() {
    let image = picture(10);
    let mut bytes = Vec::new();
    write_png(&image, &mut bytes).unwrap();
    let (info, pixels) = decode(&bytes);
    assert_eq!((info.width, info.height, info.color_type), (120, 80, png::ColorType::Rgb));
    assert_eq!(pixels, image.rgb8);
}

#[test]
fn a_png_with_a_palette_is_smaller_and_close() {
    let image = picture(10);
    let all = encode_png(&image, PngColours::All).unwrap();
    let few = encode_png(&image, PngColours::Palette).unwrap();
    let (_, pixels) = decode(&few);
    let worst = pixels.iter().zip(&image.rgb8).map(|(a, b)| a.abs_diff(*b)).max().unwrap();
    assert!(worst <= 24, "a channel is off by {worst}");
    assert_eq!(encode_png_within(&image, usize::MAX).unwrap(), all);
    assert!(encode_png_within(&image, 1).unwrap().len() <= few.len().min(all.len()));
}

/// Frames as a viewer shows them: patches laid over what was there.
fn shown_frames(bytes: &[u8]) -> Vec<(u16, Vec<u8>)> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).unwrap();
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut canvas = vec![0; 3 * width * height];
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        for (index, pixel) in frame.buffer.chunks_exact(4).enumerate().filter(|(_, pixel)| pixel[3] > 0) {
            let across = usize::from(frame.width);
            let (x, y) = (usize::from(frame.left) + index % across, usize::from(frame.top) + index / across);
            canvas[3 * (y * width + x)..3 * (y * width + x) + 3].copy_from_slice(&pixel[..3]);
        }
        frames.push((frame.delay, canvas.clone()));
    }
    frames
}

#[test]
fn a_gif_has_its_pictures_and_its_pace() {
    let images: Vec<Image> = [10, 20, 20, 60].map(picture).to_vec();
    let mut bytes = Vec::new();
    write_gif(&images, 0.04, &mut bytes).unwrap();
    let frames = shown_frames(&bytes);
    assert_eq!(frames.len(), 4);
    for ((delay, shown), image) in frames.iter().zip(&images) {
        assert_eq!(*delay, 4);
        let worst = shown.iter().zip(&image.rgb8).map(|(a, b)| a.abs_diff(*b)).max().unwrap();
        assert!(worst <= 32, "a channel is off by {worst}");
    }
    // Only what moves is written again.
    let mut still = Vec::new();
    write_gif(&images[..1], 0.04, &mut still).unwrap();
    assert!(bytes.len() < 2 * still.len(), "{} and {}", bytes.len(), still.len());
}

#[test]
fn rounded_delays_do_not_add_up() {
    let images = vec![picture(5); 30];
    let mut bytes = Vec::new();
    write_gif(&images, 1.0 / 30.0, &mut bytes).unwrap();
    let total: u32 = shown_frames(&bytes).iter().map(|(delay, _)| u32::from(*delay)).sum();
    assert_eq!(total, 100);
}

#[test]
fn pictures_of_another_size_are_refused() {
    let mut sink = Vec::new();
    assert!(matches!(write_gif(&[], 0.1, &mut sink), Err(RenderError::NoPictures { .. })));
    let first = picture(5);
    let mut writer = GifWriter::new(&[&first], 0.1, &mut sink).unwrap();
    writer.add(&first).unwrap();
    let error = writer.add(&Image::filled(3, 3, [0; 3])).unwrap_err();
    assert!(matches!(error, RenderError::UnevenPictures { index: 1, width: 3, .. }));
    let broken = Image { width: 4, height: 4, rgb8: vec![0; 5] };
    assert!(encode_png(&broken, PngColours::All).is_err());
}

#[test]
fn a_palette_never_has_too_many_colours() {
    let image = picture(30);
    assert!(Palette::of(&[&image], 16).len() <= 16);
    assert!(!Palette::of(&[], 16).is_empty());
}
