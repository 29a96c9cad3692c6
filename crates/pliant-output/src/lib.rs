//! Frames to files; mesh readers.

pub mod read;
