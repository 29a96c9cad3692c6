//! Pictures to files: PNG, GIF, and MP4 by way of ffmpeg.

mod film;
mod mp4;
mod palette;
mod still;

pub use film::{GifWriter, write_gif};
pub use mp4::{Mp4Writer, ffmpeg_is_there};
pub use palette::Palette;
pub use still::{PngColours, encode_png, encode_png_within, write_png};
