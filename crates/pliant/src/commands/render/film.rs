//! Films: which frames, how fast, and into which file.

use super::frames::Frames;
use super::show::Show;
use super::{FileKind, render_failure, spread, write_bytes};
use crate::cli::Failure;
use indicatif::{ProgressBar, ProgressDrawTarget};
use pliant_render::{GifWriter, Image, Mp4Writer};
use std::path::Path;

/// Pictures a second: the slowest and the fastest a film plays without being asked to.
const SLOWEST: f64 = 8.0;
const FASTEST_GIF: f64 = 25.0;
const FASTEST_MP4: f64 = 60.0;

/// Pictures of a GIF, at most: more make it too large for a page.
const LONGEST_GIF: usize = 240;

/// Pictures whose colours make the palette of a GIF.
const PALETTE_PICTURES: usize = 6;

/// The pictures of a film.
#[derive(Debug, PartialEq)]
pub(super) struct Film {
    pub frames: Vec<usize>,
    /// Pictures a second.
    rate: f64,
    /// Frames the run has.
    all: usize,
    /// How much faster than it happened; below 1 it is slower.
    speed: f64,
}

impl Film {
    /// The film of frames at these times (s). `wanted` is a rate that was asked for.
    pub(super) fn of(times: &[f64], kind: FileKind, wanted: Option<f64>) -> Self {
        let fastest = if kind == FileKind::Gif { FASTEST_GIF } else { FASTEST_MP4 };
        let span = times.last().zip(times.first()).map_or(0.0, |(last, first)| last - first);
        let real = if span > 0.0 { (times.len() - 1) as f64 / span } else { FASTEST_GIF };
        // Asked for a rate, every frame is a picture; else so many are left out that it plays as fast as it happened.
        let stride = if wanted.is_some() {
            1
        } else {
            (real / fastest - 1e-9).ceil().clamp(1.0, LONGEST_STRIDE) as usize
        };
        let longest = if kind == FileKind::Gif { LONGEST_GIF } else { usize::MAX };
        let mut frames: Vec<usize> = (0..times.len()).step_by(stride).collect();
        if frames.len() > longest {
            frames = spread(times.len(), longest);
        }
        let mean_stride = (times.len().max(2) - 1) as f64 / (frames.len().max(2) - 1) as f64;
        let rate = wanted.unwrap_or((real / mean_stride).clamp(SLOWEST, fastest));
        // GIFs count in hundredths of a second, and viewers show less than two of them as ten.
        let rate = if kind == FileKind::Gif { rate.min(50.0) } else { rate };
        Self { rate, all: times.len(), speed: rate * mean_stride / real, frames }
    }

    /// What the film shows, for people.
    pub(super) fn words(&self) -> String {
        let count = match self.frames.len() {
            shown if shown < self.all => format!("{shown} of {} frames", self.all),
            shown => format!("{shown} frames"),
        };
        let speed = match self.speed {
            speed if (0.95..1.05).contains(&speed) => "as fast as it happened".to_owned(),
            speed if speed < 1.0 => format!("{} times slower than it happened", rounded(1.0 / speed)),
            speed => format!("{} times faster than it happened", rounded(speed)),
        };
        format!("{count}, {} a second, {speed}", rounded(self.rate))
    }

    pub(super) fn write(
        &self,
        show: &Show,
        frames: &Frames,
        kind: FileKind,
        path: &Path,
        quiet: bool,
    ) -> Result<(), Failure> {
        let bar = if quiet {
            ProgressBar::hidden()
        } else {
            ProgressBar::with_draw_target(
                Some(self.frames.len() as u64),
                ProgressDrawTarget::stderr_with_hz(10),
            )
        };
        let draw = |frame: usize| show.picture(&frames.frame(frame)?);
        let result = match kind {
            FileKind::Gif => write_bytes(path, &self.gif(&bar, draw)?),
            _ => self.mp4(&bar, draw, path),
        };
        bar.finish_and_clear();
        result
    }

    fn gif(
        &self,
        bar: &ProgressBar,
        draw: impl Fn(usize) -> Result<Image, Failure>,
    ) -> Result<Vec<u8>, Failure> {
        let samples: Vec<Image> = spread(self.frames.len(), PALETTE_PICTURES)
            .iter()
            .map(|&index| draw(self.frames[index]))
            .collect::<Result<_, _>>()?;
        let mut bytes = Vec::new();
        let samples: Vec<&Image> = samples.iter().collect();
        let mut writer = GifWriter::new(&samples, 1.0 / self.rate, &mut bytes).map_err(render_failure)?;
        for &frame in &self.frames {
            writer.add(&draw(frame)?).map_err(render_failure)?;
            bar.inc(1);
        }
        writer.finish().map_err(render_failure)?;
        Ok(bytes)
    }

    fn mp4(
        &self,
        bar: &ProgressBar,
        draw: impl Fn(usize) -> Result<Image, Failure>,
        path: &Path,
    ) -> Result<(), Failure> {
        let mut writer: Option<Mp4Writer> = None;
        for &frame in &self.frames {
            let image = draw(frame)?;
            let writer = match &mut writer {
                Some(writer) => writer,
                none => none.insert(
                    Mp4Writer::new(path, image.width, image.height, self.rate).map_err(render_failure)?,
                ),
            };
            writer.add(&image).map_err(render_failure)?;
            bar.inc(1);
        }
        writer.map_or(Ok(()), |writer| writer.finish().map_err(render_failure))
    }
}

/// Frames left out between two pictures, at most: then the film is slower than it happened.
const LONGEST_STRIDE: f64 = 1000.0;

fn rounded(number: f64) -> String {
    let text = format!("{number:.1}");
    text.trim_end_matches(".0").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(count: usize, step: f64) -> Vec<f64> {
        (0..count).map(|k| k as f64 * step).collect()
    }

    #[test]
    fn a_film_plays_as_fast_as_it_happened_where_it_can() {
        let film = Film::of(&times(121, 1.0 / 60.0), FileKind::Gif, None);
        assert_eq!((film.frames.len(), film.frames[1]), (41, 3));
        assert!((film.rate - 20.0).abs() < 1e-9 && (film.speed - 1.0).abs() < 1e-9);
        assert_eq!(film.words(), "41 of 121 frames, 20 a second, as fast as it happened");
        let film = Film::of(&times(121, 1.0 / 60.0), FileKind::Mp4, None);
        assert_eq!((film.frames.len(), rounded(film.rate)), (121, "60".to_owned()));
    }

    #[test]
    fn what_is_very_slow_or_very_long_is_played_faster() {
        let film = Film::of(&times(11, 1.0), FileKind::Gif, None);
        assert_eq!((film.frames.len(), film.rate), (11, SLOWEST));
        assert!(film.words().ends_with("8 times faster than it happened"), "{}", film.words());
        let film = Film::of(&times(100_001, 0.1), FileKind::Gif, None);
        assert_eq!(film.frames.len(), LONGEST_GIF);
        assert_eq!(film.frames.last(), Some(&100_000));
    }

    #[test]
    fn a_rate_that_is_asked_for_shows_every_frame() {
        let film = Film::of(&times(121, 1.0 / 60.0), FileKind::Gif, Some(10.0));
        assert_eq!((film.frames.len(), film.rate), (121, 10.0));
        assert!(film.words().ends_with("6 times slower than it happened"), "{}", film.words());
    }

    #[test]
    fn a_single_frame_and_equal_times_are_films_too() {
        for times in [vec![0.0], vec![1.0, 1.0]] {
            let film = Film::of(&times, FileKind::Mp4, None);
            assert_eq!(film.frames.len(), times.len());
            assert!(film.rate.is_finite() && film.rate > 0.0 && film.speed.is_finite());
        }
    }
}
