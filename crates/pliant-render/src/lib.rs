//! Surfaces to pictures: a software rasteriser that needs no graphics card, and PNG, GIF and MP4 files.
//!
//! A [`Picture`] says what is seen (objects, colours of values, words), a [`View`] how (size, camera, ground);
//! [`render`] makes an [`Image`] of them. The same input gives the same bytes at any number of threads.

mod closed;
mod colour;
mod colour_map;
mod depth_map;
mod encode;
mod error;
mod extent;
mod ground;
mod image;
mod legend;
mod lens;
mod light;
mod picture;
mod project;
mod render;
mod scan;
mod sheet;
mod surface;
mod text;
mod texture;
mod ticks;
mod tiles;

pub use colour_map::ColourMap;
pub use encode::{
    GifWriter, Mp4Writer, Palette, PngColours, encode_png, encode_png_within, ffmpeg_is_there, write_gif,
    write_png,
};
pub use error::RenderError;
pub use extent::Extent;
pub use image::Image;
pub use picture::{Background, Camera, ColourScale, Faces, Ground, LARGEST_SIDE, Object, Picture, View};
pub use render::{Drawn, draw, render};
pub use sheet::contact_sheet;
