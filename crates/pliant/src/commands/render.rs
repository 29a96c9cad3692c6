//! `pliant render`: pictures and films of a run.
//!
//! Everything is drawn from a run directory. A scene is run into a temporary one first, by the same path as
//! `pliant run`, so a picture shows what a run would have written.

mod film;
mod frames;
mod gallery;
mod parse;
mod plane;
mod show;
mod source;
mod survey;

pub use gallery::{GalleryRenderArgs, run as run_gallery};

use crate::cli::Failure;
use clap::Args;
use film::Film;
use frames::Frames;
use glam::DVec3;
use parse::{CameraWish, Size};
use pliant_output::StoredRun;
use pliant_output::write::write_whole;
use pliant_render::{Extent, Image, PngColours, RenderError, contact_sheet, encode_png, encode_png_within};
use show::Show;
use std::path::{Path, PathBuf};
use survey::{Survey, extent_of};

/// Size of a picture, of each picture of a sheet, and of a film, unless one is asked for.
const PICTURE_SIZE: Size = Size { width: 1280, height: 720 };
const SHEET_SIZE: Size = Size { width: 640, height: 360 };
const FILM_SIZE: Size = Size { width: 800, height: 450 };

/// Options of `render`.
#[derive(Args, Debug, Clone)]
pub struct RenderArgs {
    /// Run directory, scene file (.toml) or name of a gallery scene. Scenes are run first, in a temporary folder.
    #[arg(value_name = "SCENE_OR_RUN_DIR")]
    pub source: PathBuf,
    /// File to write; its ending says what: .png one moment or a sheet, .gif or .mp4 a film.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub look: Look,
    /// The moment nearest to this time ("0.5 s") [default: the last one].
    #[arg(long, value_name = "TIME", value_parser = parse::time, allow_hyphen_values = true, conflicts_with_all = ["frame", "sheet"])]
    pub time: Option<f64>,
    /// The moment of this frame, counted from 0.
    #[arg(long, value_name = "N", conflicts_with = "sheet")]
    pub frame: Option<usize>,
    /// So many moments, evenly spread over the run, in one picture.
    #[arg(long, value_name = "N", value_parser = parse::sheet_count)]
    pub sheet: Option<usize>,
    /// Pictures a second of a film [default: as fast as it happened].
    #[arg(long, value_name = "N", value_parser = parse::rate)]
    pub fps: Option<f64>,
    /// Change a value of the scene: section.name.key=value.
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = crate::cli::parse_override)]
    pub overrides: Vec<(String, String)>,
    /// Threads; the picture has the same bytes at any number [default: all cores].
    #[arg(long, value_parser = crate::cli::parse_threads)]
    pub threads: Option<usize>,
    /// No progress, only errors.
    #[arg(short, long)]
    pub quiet: bool,
}

/// Options that say how things look.
#[derive(Args, Debug, Clone, Default)]
pub struct Look {
    /// What is shown in colours: von_mises, displacement, velocity, energy_density, contact_force, contact_pressure,
    /// contact_gap, membrane, bending, twist, or none [default: von_mises, if it was written]. Colliders are grey, and so is what has no value.
    #[arg(long, value_name = "FIELD")]
    pub field: Option<String>,
    /// Values at the two ends of the colours, in SI units [default: from 0 to what the run reaches; stresses and
    /// energy densities to their 99th percentile, so that one peak does not wash out the rest].
    #[arg(long, value_name = "LO,HI", value_parser = parse::range, allow_hyphen_values = true)]
    pub range: Option<(f64, f64)>,
    /// Size in pixels; of each picture on a sheet [default: 1280x720, films 800x450, on sheets 640x360].
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = parse::size)]
    pub size: Option<Size>,
    /// Where the camera stands: degrees around the up axis (0 looks from the front, 90 from +x), degrees above the
    /// horizon, and how far away (1 shows everything, 0.5 is half as far) [default: 32,18,1].
    #[arg(long, value_name = "AZIMUTH,ELEVATION[,DISTANCE]", value_parser = parse::camera, allow_hyphen_values = true)]
    pub camera: Option<CameraWish>,
    /// The point in the middle of the picture (m) [default: everything is framed: of the moment, or of the whole run on
    /// sheets and in films].
    #[arg(long, value_name = "X,Y,Z", value_parser = parse::point, allow_hyphen_values = true)]
    pub look_at: Option<DVec3>,
    /// Without this body or collider, to see what is behind or inside it; may be given several times. The name of a
    /// body that has copies means all of them.
    #[arg(long, value_name = "NAME")]
    pub hide: Vec<String>,
    /// Without the ground and the shadows on it; a level plane under everything is the ground.
    #[arg(long)]
    pub no_ground: bool,
    /// With the edges of the mesh.
    #[arg(long)]
    pub wireframe: bool,
    /// Bodies as the discs that cover their surfaces (surfels), instead of triangles.
    #[arg(long)]
    pub surfels: bool,
}

/// What kind of file was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileKind {
    Png,
    Gif,
    Mp4,
}

/// Which moments are shown.
enum Moments {
    One(usize),
    Sheet(Vec<usize>),
    Film(Film),
}

/// Draws what was asked for and says what it wrote.
pub fn run(args: &RenderArgs) -> Result<(), Failure> {
    let kind = file_kind(args)?;
    if kind == FileKind::Mp4 && !pliant_render::ffmpeg_is_there() {
        return Err(render_failure(RenderError::NoFfmpeg));
    }
    check_folder(&args.output)?;
    let source = source::find(args)?;
    let result = crate::run::with_threads(args.threads, || Ok(draw(args, kind, source.folder())));
    result.map_err(Failure::from)?
}

fn draw(args: &RenderArgs, kind: FileKind, folder: &Path) -> Result<(), Failure> {
    let stored = open(folder)?;
    let moments = moments(args, kind, &stored)?;
    let size = args.look.size.unwrap_or(match moments {
        Moments::One(_) => PICTURE_SIZE,
        Moments::Sheet(_) => SHEET_SIZE,
        Moments::Film(_) => FILM_SIZE,
    });
    let shown = match &moments {
        Moments::One(frame) => vec![*frame],
        Moments::Sheet(frames) => frames.clone(),
        Moments::Film(film) => film.frames.clone(),
    };
    let frames = Frames::new(&stored, &args.look.hide, args.look.surfels)?;
    let survey = Survey::of(&frames, &shown)?;
    let show = |framed: &Extent| Show::new(&stored, &survey, framed, &args.look, size);
    match moments {
        Moments::One(number) => {
            let frame = frames.frame(number)?;
            let show = show(&extent_of(&frame))?;
            write_png(&args.output, &show.picture(&frame)?)?;
            show.tell_if_empty();
            announce(args, &format!("frame {number}, t = {} s", frame.time));
        }
        Moments::Sheet(numbers) => {
            let show = show(&survey.extent)?;
            write_png(&args.output, &sheet(&show, &frames, &numbers)?)?;
            show.tell_if_empty();
            announce(args, &format!("{} moments", numbers.len()));
        }
        Moments::Film(film) => {
            let show = show(&survey.extent)?;
            film.write(&show, &frames, kind, &args.output, args.quiet)?;
            show.tell_if_empty();
            announce(args, &film.words());
        }
    }
    Ok(())
}

fn announce(args: &RenderArgs, what: &str) {
    if !args.quiet {
        crate::cli::say!("wrote {} ({what})", args.output.display());
    }
}

/// Opens a run directory that has frames.
fn open(folder: &Path) -> Result<StoredRun, Failure> {
    let stored = StoredRun::open(folder).map_err(unreadable)?;
    if stored.frames().is_empty() && stored.has_ply_frames() {
        return Err(Failure::bad_input(format!(
            "error: {}: the frames of the run are PLY files only, and pictures are drawn from VTU files. Run the \
             scene with `--format vtu`, or for both with `--format vtu,ply`.",
            folder.display()
        )));
    }
    if stored.frames().is_empty() {
        return Err(Failure::bad_input(format!(
            "error: {}: the run has no frames, so there is nothing to draw. Run the scene with frames: \
             `frames = true` and `formats = [\"vtu\"]` in [output].",
            folder.display()
        )));
    }
    Ok(stored)
}

fn file_kind(args: &RenderArgs) -> Result<FileKind, Failure> {
    let ending = args.output.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
    let kind = match ending.as_deref() {
        Some("png") => FileKind::Png,
        Some("gif") => FileKind::Gif,
        Some("mp4") => FileKind::Mp4,
        _ => {
            return Err(Failure::bad_input(format!(
                "error: {}: cannot tell what to write. End the name in .png (a picture), .gif or .mp4 (a film).",
                args.output.display()
            )));
        }
    };
    let still = [
        ("--sheet", args.sheet.is_some()),
        ("--time", args.time.is_some()),
        ("--frame", args.frame.is_some()),
    ];
    match still.iter().find(|(_, given)| *given) {
        Some((option, _)) if kind != FileKind::Png => Err(Failure::bad_input(format!(
            "error: {option} chooses moments for a picture, but {} is a film. Write a .png, or leave {option} out.",
            args.output.display()
        ))),
        _ if kind == FileKind::Png && args.fps.is_some() => Err(Failure::bad_input(format!(
            "error: --fps is for films, but {} is a picture. Write a .gif or .mp4, or leave --fps out.",
            args.output.display()
        ))),
        _ => Ok(kind),
    }
}

/// A mistyped folder must not cost a whole run first.
fn check_folder(output: &Path) -> Result<(), Failure> {
    match output.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => Err(Failure::output(format!(
            "error: cannot write {}: there is no folder {}. Create it first.",
            output.display(),
            folder.display()
        ))),
        _ => Ok(()),
    }
}

fn moments(args: &RenderArgs, kind: FileKind, stored: &StoredRun) -> Result<Moments, Failure> {
    let count = stored.frames().len();
    if kind != FileKind::Png {
        let times: Vec<f64> = stored.frames().iter().map(|frame| frame.0).collect();
        return Ok(Moments::Film(Film::of(&times, kind, args.fps)));
    }
    if let Some(wanted) = args.sheet {
        return Ok(Moments::Sheet(spread(count, wanted)));
    }
    if let Some(time) = args.time {
        return Ok(Moments::One(nearest(stored, time)));
    }
    match args.frame {
        Some(frame) if frame >= count => Err(Failure::bad_input(format!(
            "error: --frame {frame}: the run has {count} frames. Give 0 to {}, or a time with --time.",
            count - 1
        ))),
        frame => Ok(Moments::One(frame.unwrap_or(count - 1))),
    }
}

fn nearest(stored: &StoredRun, time: f64) -> usize {
    let away = |frame: &usize| (stored.frames()[*frame].0 - time).abs();
    (0..stored.frames().len()).min_by(|a, b| away(a).total_cmp(&away(b))).unwrap_or(0)
}

/// `wanted` of `count` things, evenly spread from the first to the last; all of them if there are fewer.
fn spread(count: usize, wanted: usize) -> Vec<usize> {
    match wanted {
        _ if wanted >= count => (0..count).collect(),
        0 | 1 => vec![count.saturating_sub(1)],
        _ => (0..wanted).map(|k| (k * (count - 1) + (wanted - 1) / 2) / (wanted - 1)).collect(),
    }
}

fn sheet(show: &Show, frames: &Frames, numbers: &[usize]) -> Result<Image, Failure> {
    let mut pictures = Vec::new();
    for &number in numbers {
        let frame = frames.frame(number)?;
        pictures.push((show.sheet_picture(&frame, pictures.is_empty())?, show.time_words(frame.time)));
    }
    contact_sheet(&pictures, columns_for(pictures.len())).map_err(render_failure)
}

/// Columns of a sheet: nearly square, and full rows where that can be had.
fn columns_for(count: usize) -> usize {
    match count {
        0..=3 => count.max(1),
        4 => 2,
        _ => {
            let root = (count as f64).sqrt().ceil() as usize;
            (root..=root + 1).find(|columns| count.is_multiple_of(*columns)).unwrap_or(root)
        }
    }
}

fn write_png(path: &Path, image: &Image) -> Result<(), Failure> {
    let bytes = encode_png(image, PngColours::All).map_err(render_failure)?;
    write_bytes(path, &bytes)
}

/// As [`write_png`], with fewer colours if the file would be larger than so many bytes.
fn write_small_png(path: &Path, image: &Image, largest: usize) -> Result<usize, Failure> {
    let bytes = encode_png_within(image, largest).map_err(render_failure)?;
    write_bytes(path, &bytes)?;
    Ok(bytes.len())
}

fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_whole(path, |out| out.write_all(bytes)).map_err(|error| Failure::output(format!("error: {error}")))
}

fn unreadable(error: pliant_output::OutputError) -> Failure {
    Failure::bad_input(format!("error: {error}"))
}

/// What could not be encoded or moved is a matter of output, everything else of what was asked for.
fn render_failure(error: RenderError) -> Failure {
    let message = format!("error: {error}");
    match error {
        RenderError::Encode { .. } | RenderError::File { .. } => Failure::output(message),
        _ => Failure::bad_input(message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_spread_from_the_first_to_the_last() {
        assert_eq!(spread(11, 3), [0, 5, 10]);
        assert_eq!(spread(121, 4), [0, 40, 80, 120]);
        assert_eq!(spread(2, 5), [0, 1]);
        assert_eq!(spread(7, 1), [6]);
        assert_eq!(spread(100, 100).len(), 100);
    }

    #[test]
    fn sheets_have_full_rows_where_that_can_be_had() {
        let columns: Vec<usize> = (1..=12).map(columns_for).collect();
        assert_eq!(columns, [1, 2, 3, 2, 3, 3, 3, 4, 3, 5, 4, 4]);
    }
}
