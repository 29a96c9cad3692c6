//! What can be wrong with a picture, with the remedy.

use std::path::PathBuf;

/// Why a picture could not be drawn or written.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The size of the picture is out of bounds.
    #[error(
        "picture size: {width} x {height} pixels cannot be drawn. Give both sides between 1 and {largest}."
    )]
    Size {
        /// Wanted width (pixels).
        width: usize,
        /// Wanted height (pixels).
        height: usize,
        /// The longest side allowed (pixels).
        largest: usize,
    },
    /// The anti-aliasing is out of bounds.
    #[error("anti-aliasing: {side} x {side} samples a pixel are not offered. Give a number from 1 to 4.")]
    Samples {
        /// Wanted samples along one side of a pixel.
        side: usize,
    },
    /// The camera cannot see.
    #[error("camera: {reason}")]
    Camera {
        /// What is wrong and how to mend it.
        reason: String,
    },
    /// An object's arrays disagree with each other.
    #[error("object \"{name}\": {reason}")]
    Object {
        /// Name of the object.
        name: String,
        /// What is wrong and how to mend it.
        reason: String,
    },
    /// A film or a sheet without pictures.
    #[error("{what}: there are no pictures to put together. Give at least one.")]
    NoPictures {
        /// What was to be made.
        what: &'static str,
    },
    /// Pictures of one film or sheet differ in size.
    #[error(
        "{what}: picture {index} is {width} x {height} pixels, the first one {first_width} x {first_height}. Draw all of them in one size."
    )]
    UnevenPictures {
        /// What was to be made.
        what: &'static str,
        /// Which picture differs, counted from 0.
        index: usize,
        /// Its width (pixels).
        width: usize,
        /// Its height (pixels).
        height: usize,
        /// Width of the first picture (pixels).
        first_width: usize,
        /// Height of the first picture (pixels).
        first_height: usize,
    },
    /// The bytes of a picture could not be made or passed on.
    #[error("{format}: the picture could not be written: {reason}")]
    Encode {
        /// PNG, GIF or MP4.
        format: &'static str,
        /// What the encoder or the file said.
        reason: String,
    },
    /// MP4 was asked for, but ffmpeg is not there.
    #[error("MP4: the program \"ffmpeg\" is not on the PATH. Install ffmpeg, or ask for a .gif.")]
    NoFfmpeg,
    /// A file could not be created, moved or removed.
    #[error("{path}: {reason}. Check that the folder exists and can be written to.")]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
}
