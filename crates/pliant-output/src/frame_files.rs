//! Names of the files in a run's folder `frames`: what is written there, and what of it belongs to which frame.
//!
//! ```text
//! frame_000042.vtu             all bodies of frame 42
//! skin_000042.vtu              the surfaces that bodies of it carry along
//! collider_1_000042.vtu        collider 1 (counted from 0) in frame 42
//! collider_1_rest.vtu          collider 1 in every frame that has no file of its own for it
//! surface_000042.ply           what is seen of the bodies
//! collider_1_000042.ply, collider_1_rest.ply
//! surfels_000042.ply           the same as discs; colliders as beside surfaces
//! ```

use std::collections::{BTreeMap, BTreeSet};

/// The folder of the frames, in that of the run.
pub(crate) const FRAMES: &str = "frames";
/// Around the number of a skin file.
const SKIN: (&str, &str) = ("skin_", ".vtu");
/// Before the number of a collider.
const COLLIDER: &str = "collider_";
/// In place of the number of a frame: a collider where it is at rest, for any number of frames.
const REST: &str = "rest";

/// In which form frames are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FrameFormat {
    /// Everything: `frame_000042.vtu`, listed in `frames.pvd`.
    Vtu,
    /// What is seen from outside: `surface_000042.ply`.
    Ply,
    /// The same as discs (point, normal, radius): `surfels_000042.ply`.
    Surfels,
}

impl FrameFormat {
    /// All formats; the first one a run has is the main one.
    pub const ALL: [FrameFormat; 3] = [FrameFormat::Vtu, FrameFormat::Ply, FrameFormat::Surfels];

    /// `frame_000042.vtu`, `surface_000042.ply`; longer numbers take more digits.
    pub(crate) fn file_name(self, index: usize) -> String {
        let (start, end) = self.affixes();
        format!("{start}{index:06}{end}")
    }

    fn affixes(self) -> (&'static str, &'static str) {
        match self {
            FrameFormat::Vtu => ("frame_", ".vtu"),
            FrameFormat::Ply => ("surface_", ".ply"),
            FrameFormat::Surfels => ("surfels_", ".ply"),
        }
    }

    /// The format of the colliders beside it: they are never surfels.
    pub(crate) fn of_colliders(self) -> Self {
        match self {
            FrameFormat::Vtu => FrameFormat::Vtu,
            FrameFormat::Ply | FrameFormat::Surfels => FrameFormat::Ply,
        }
    }

    fn ending(self) -> &'static str {
        self.affixes().1
    }
}

/// A file in the folder of the frames, as its name tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FrameFile {
    /// Bodies or skins of the frame of this number.
    Bodies(usize),
    /// A collider.
    Collider { number: usize, format: FrameFormat, instant: Instant },
}

/// What a collider file shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Instant {
    /// The collider in the frame of this number.
    Frame(usize),
    /// The collider where it is at rest.
    Rest,
}

impl FrameFile {
    /// What a name stands for; nothing for names that are not ours.
    pub fn of_name(name: &str) -> Option<Self> {
        let of_bodies =
            FrameFormat::ALL.into_iter().find_map(|format| number_between(name, format.affixes()));
        let index = of_bodies.or_else(|| number_between(name, SKIN));
        index.map(FrameFile::Bodies).or_else(|| of_collider(name))
    }

    /// Whether it belongs to one frame only, and that is not among the first `count`.
    pub fn is_after(self, count: usize) -> bool {
        match self {
            FrameFile::Bodies(index) | FrameFile::Collider { instant: Instant::Frame(index), .. } => {
                index >= count
            }
            FrameFile::Collider { instant: Instant::Rest, .. } => false,
        }
    }
}

/// The files of colliders in a folder.
#[derive(Debug, Default)]
pub(crate) struct ColliderFiles(BTreeMap<(FrameFormat, usize), FilesOfOne>);

/// The files of one collider in one format.
#[derive(Debug, Default)]
struct FilesOfOne {
    frames: BTreeSet<usize>,
    has_rest: bool,
}

impl ColliderFiles {
    /// Those among files of these names.
    pub fn of_names(names: &[String]) -> Self {
        let mut all = Self::default();
        for name in names {
            let Some(FrameFile::Collider { number, format, instant }) = FrameFile::of_name(name) else {
                continue;
            };
            let files = all.0.entry((format, number)).or_default();
            match instant {
                Instant::Frame(index) => _ = files.frames.insert(index),
                Instant::Rest => files.has_rest = true,
            }
        }
        all
    }

    /// The files for a frame, relative to the run's folder: for each collider that of the frame, or that of its rest.
    pub fn of_frame(&self, format: FrameFormat, index: usize) -> Vec<String> {
        let file = |(&(of, number), files): (&(FrameFormat, usize), &FilesOfOne)| {
            let own = files.frames.contains(&index).then_some(Instant::Frame(index));
            let instant = own.or(files.has_rest.then_some(Instant::Rest))?;
            (of == format).then(|| collider_file(format, number, instant))
        };
        self.0.iter().filter_map(file).collect()
    }
}

/// A frame file, relative to the run's folder.
pub(crate) fn frame_file(format: FrameFormat, index: usize) -> String {
    format!("{FRAMES}/{}", format.file_name(index))
}

/// The skins of a frame, relative to the run's folder.
pub(crate) fn skin_file(index: usize) -> String {
    format!("{FRAMES}/{}{index:06}{}", SKIN.0, SKIN.1)
}

/// A collider, relative to the run's folder.
pub(crate) fn collider_file(format: FrameFormat, number: usize, instant: Instant) -> String {
    let end = format.ending();
    match instant {
        Instant::Frame(index) => format!("{FRAMES}/{COLLIDER}{number}_{index:06}{end}"),
        Instant::Rest => format!("{FRAMES}/{COLLIDER}{number}_{REST}{end}"),
    }
}

/// Whether a path in a list of frames is that of skins.
pub(crate) fn is_skin(path: &str) -> bool {
    number_between(last_of(path), SKIN).is_some()
}

/// Whether a path in a list of frames is that of a collider.
pub(crate) fn is_collider(path: &str) -> bool {
    of_collider(last_of(path)).is_some()
}

fn last_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn of_collider(name: &str) -> Option<FrameFile> {
    let format = FrameFormat::ALL.into_iter().find(|format| name.ends_with(format.ending()))?;
    let (number, instant) = name.strip_prefix(COLLIDER)?.strip_suffix(format.ending())?.split_once('_')?;
    let instant = if instant == REST { Instant::Rest } else { Instant::Frame(frame_number(instant)?) };
    let has_digits = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    let number = number.parse().ok().filter(|_| has_digits)?;
    Some(FrameFile::Collider { number, format, instant })
}

/// The number in a name between two affixes.
fn number_between(name: &str, (start, end): (&str, &str)) -> Option<usize> {
    frame_number(name.strip_prefix(start)?.strip_suffix(end)?)
}

/// A number of at least six digits.
fn frame_number(digits: &str) -> Option<usize> {
    let is_number = digits.len() >= 6 && digits.bytes().all(|b| b.is_ascii_digit());
    if is_number { digits.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_what_a_file_is() {
        for format in FrameFormat::ALL {
            assert_eq!(FrameFile::of_name(&format.file_name(42)), Some(FrameFile::Bodies(42)));
            let format = format.of_colliders();
            for instant in [Instant::Frame(1_234_567), Instant::Rest] {
                let file = collider_file(format, 12, instant);
                assert!(is_collider(&file) && !is_skin(&file));
                let found = FrameFile::of_name(last_of(&file));
                assert_eq!(found, Some(FrameFile::Collider { number: 12, format, instant }));
            }
        }
        assert!(is_skin(&skin_file(7)) && !is_collider(&skin_file(7)));
        let others = ["frame_best.vtu", "collider_best.vtu", "collider_1_best.vtu", "collider__rest.vtu"];
        let odd = ["collider_+1_rest.vtu", "collider_1_rest.stl", "collider_1_00042.vtu", "rest.vtu", ""];
        assert!(others.iter().chain(&odd).all(|name| FrameFile::of_name(name).is_none()));
    }

    #[test]
    fn what_is_at_rest_belongs_to_no_frame() {
        let collider = |instant| FrameFile::Collider { number: 0, format: FrameFormat::Vtu, instant };
        assert!(FrameFile::Bodies(3).is_after(3) && !FrameFile::Bodies(2).is_after(3));
        assert!(collider(Instant::Frame(3)).is_after(3) && !collider(Instant::Frame(2)).is_after(3));
        assert!(!collider(Instant::Rest).is_after(0));
    }
}
