//! MP4 films: raw pictures through a pipe to ffmpeg (H.264), into a file that gets its name when it is whole.

use crate::error::RenderError;
use crate::image::Image;
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Quality of H.264: 0 is perfect, 23 the encoder's default.
const QUALITY: &str = "18";

/// True if ffmpeg can be called.
pub fn ffmpeg_is_there() -> bool {
    let mut command = Command::new("ffmpeg");
    command.arg("-version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Writes an MP4 picture by picture. Dropped before [`finish`](Self::finish), it leaves nothing behind.
pub struct Mp4Writer {
    child: Child,
    target: PathBuf,
    unfinished: PathBuf,
    size: (usize, usize),
    written: usize,
    done: bool,
}

impl Mp4Writer {
    /// Begins a film of pictures of this size (pixels) at `rate` pictures a second. Odd sizes grow by one pixel.
    pub fn new(target: &Path, width: usize, height: usize, rate: f64) -> Result<Self, RenderError> {
        Self::with_program("ffmpeg", target, width, height, rate)
    }

    fn with_program(
        program: &str,
        target: &Path,
        width: usize,
        height: usize,
        rate: f64,
    ) -> Result<Self, RenderError> {
        let unfinished = target.with_extension("unfinished.mp4");
        let rate = if rate.is_finite() { rate.clamp(0.1, 240.0) } else { 25.0 };
        let size = format!("{}x{}", even(width), even(height));
        let mut command = Command::new(program);
        command.args(["-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", &size]);
        command.args(["-r", &format!("{rate}"), "-i", "-", "-an", "-vf", "scale=out_color_matrix=bt709"]);
        command.args(["-c:v", "libx264", "-pix_fmt", "yuv420p", "-crf", QUALITY, "-colorspace", "bt709"]);
        command.args(["-color_primaries", "bt709", "-color_trc", "bt709", "-movflags", "+faststart"]);
        command.arg(&unfinished).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let child = command.spawn().map_err(|error| match error.kind() {
            ErrorKind::NotFound => RenderError::NoFfmpeg,
            _ => failed(&error),
        })?;
        Ok(Self { child, target: target.into(), unfinished, size: (width, height), written: 0, done: false })
    }

    /// Adds the next picture.
    pub fn add(&mut self, image: &Image) -> Result<(), RenderError> {
        let size = Image { width: self.size.0, height: self.size.1, rgb8: Vec::new() };
        image.must_match(&size, self.written, "MP4")?;
        let bytes = even_rows(image);
        let pipe = self.child.stdin.as_mut();
        let sent = pipe.map_or(Err(ErrorKind::BrokenPipe.into()), |pipe| pipe.write_all(&bytes));
        self.written += 1;
        // A broken pipe says nothing; what ffmpeg complained about does.
        sent.map_err(|error| failed(&self.complaint().unwrap_or_else(|| error.to_string())))
    }

    /// Waits for ffmpeg and gives the file its name.
    pub fn finish(mut self) -> Result<(), RenderError> {
        drop(self.child.stdin.take());
        let complaint = self.complaint();
        let status = self.child.wait().map_err(|error| failed(&error))?;
        if !status.success() {
            return Err(failed(&complaint.unwrap_or_else(|| format!("ffmpeg ended with {status}"))));
        }
        let renamed = fs::rename(&self.unfinished, &self.target);
        renamed
            .map_err(|error| RenderError::File { path: self.target.clone(), reason: error.to_string() })?;
        self.done = true;
        Ok(())
    }

    /// What ffmpeg said, after its input has ended.
    fn complaint(&mut self) -> Option<String> {
        drop(self.child.stdin.take());
        let mut words = String::new();
        self.child.stderr.take()?.read_to_string(&mut words).ok()?;
        let words = words.trim();
        (!words.is_empty()).then(|| format!("ffmpeg says: {words}"))
    }
}

impl Drop for Mp4Writer {
    fn drop(&mut self) {
        if !self.done {
            // Nobody can be told any more; what can be cleaned up is.
            let _ = self.child.kill();
            let _ = self.child.wait();
            let _ = fs::remove_file(&self.unfinished);
        }
    }
}

fn even(side: usize) -> usize {
    side + side % 2
}

/// The rows of a picture, the last column and row doubled where the size is odd.
fn even_rows(image: &Image) -> Vec<u8> {
    let row_length = 3 * image.width;
    let mut bytes = Vec::with_capacity(3 * even(image.width) * even(image.height));
    for y in 0..even(image.height) {
        let row = y.min(image.height - 1);
        let pixels = &image.rgb8[row * row_length..(row + 1) * row_length];
        bytes.extend_from_slice(pixels);
        if image.width % 2 == 1 {
            bytes.extend_from_slice(&pixels[row_length - 3..]);
        }
    }
    bytes
}

fn failed(error: &dyn std::fmt::Display) -> RenderError {
    RenderError::Encode { format: "MP4", reason: error.to_string() }
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use std::os::unix::fs::PermissionsExt;

    /// A stand-in for ffmpeg: a shell script whose last argument is the file it writes.
    fn stand_in(name: &str, body: &str) -> (PathBuf, String) {
        let folder = std::env::temp_dir().join(format!("pliant-render-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let script = folder.join("stand-in");
        fs::write(&script, format!("#!/bin/sh\nfor last; do :; done\n{body}\n")).unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        let program = script.to_string_lossy().into_owned();
        (folder, program)
    }

    /// A program that was written a moment ago is "busy" as long as a child that another test has just started still holds
    /// the file open for writing.
    fn started(program: &str, target: &Path, width: usize, height: usize) -> Mp4Writer {
        for _ in 0..200 {
            match Mp4Writer::with_program(program, target, width, height, 25.0) {
                Err(RenderError::Encode { reason, .. }) if reason.contains("busy") => {
                    std::thread::sleep(std::time::Duration::from_millis(10));
                }
                result => return result.unwrap(),
            }
        }
        panic!("{program} stays busy");
    }

    #[test]
    fn pictures_reach_the_encoder_whole_and_even_and_the_file_gets_its_name() {
        let (folder, program) = stand_in("whole", "cat > \"$last\"");
        let target = folder.join("film.mp4");
        let mut writer = started(&program, &target, 3, 1);
        let image = Image { width: 3, height: 1, rgb8: vec![1, 2, 3, 4, 5, 6, 7, 8, 9] };
        writer.add(&image).unwrap();
        assert!(!target.exists());
        writer.finish().unwrap();
        let row = [1, 2, 3, 4, 5, 6, 7, 8, 9, 7, 8, 9];
        assert_eq!(fs::read(&target).unwrap(), [row, row].concat());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn what_the_encoder_complains_about_is_told_and_nothing_is_left() {
        let (folder, program) = stand_in("complains", "cat > \"$last\"; echo no such codec >&2; exit 1");
        let target = folder.join("film.mp4");
        let mut writer = started(&program, &target, 2, 2);
        writer.add(&Image::filled(2, 2, [0; 3])).unwrap();
        let message = writer.finish().unwrap_err().to_string();
        assert!(message.contains("no such codec"), "{message}");
        assert!(!target.exists() && !folder.join("film.unfinished.mp4").exists());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_missing_ffmpeg_gives_the_remedy() {
        let error =
            Mp4Writer::with_program("no-such-program-here", Path::new("film.mp4"), 2, 2, 25.0).err().unwrap();
        assert!(matches!(error, RenderError::NoFfmpeg));
        assert!(error.to_string().contains("ask for a .gif"));
    }
}
