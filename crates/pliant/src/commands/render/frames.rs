//! The frames of a run as they are to be seen: without what is hidden, in triangles or in discs.

use super::unreadable;
use crate::cli::Failure;
use pliant_output::{StoredRun, SurfaceFrame, SurfacePart, SurfelMaker};
use std::cell::RefCell;

/// Reads frames and empties the things that are hidden.
pub(super) struct Frames<'a> {
    stored: &'a StoredRun,
    hidden: &'a [String],
    /// Makes discs of surfaces, if they are wanted.
    surfels: Option<RefCell<SurfelMaker>>,
}

impl<'a> Frames<'a> {
    /// Refuses names of nothing.
    pub(super) fn new(
        stored: &'a StoredRun,
        hidden: &'a [String],
        as_surfels: bool,
    ) -> Result<Self, Failure> {
        if !hidden.is_empty() {
            check_names(&stored.surface_frame(0).map_err(unreadable)?, hidden)?;
        }
        Ok(Self { stored, hidden, surfels: as_surfels.then(RefCell::default) })
    }

    /// The run they are of.
    pub(super) fn stored(&self) -> &'a StoredRun {
        self.stored
    }

    /// What is seen in a frame, counted from 0. Hidden things keep their places in the lists, and others their colours.
    pub(super) fn frame(&self, number: usize) -> Result<SurfaceFrame, Failure> {
        let mut frame = self.stored.surface_frame(number).map_err(unreadable)?;
        for part in frame.parts.iter_mut().chain(&mut frame.colliders) {
            if self.hidden.iter().any(|wish| is_meant(wish, &part.name)) {
                *part = SurfacePart { name: std::mem::take(&mut part.name), ..SurfacePart::default() };
            }
        }
        if let Some(surfels) = &self.surfels {
            let toward = self.stored.up();
            let discs = surfels.borrow_mut().of_surfaces(&frame);
            frame.parts = discs.parts.iter().map(|part| part.discs(toward)).collect();
        }
        Ok(frame)
    }
}

/// Whether a wish means the thing of this name: by its name, or all copies of a body by the name before their number.
fn is_meant(wish: &str, name: &str) -> bool {
    let is_number = |end: &str| !end.is_empty() && end.bytes().all(|b| b.is_ascii_digit());
    name == wish || name.rsplit_once('.').is_some_and(|(base, end)| base == wish && is_number(end))
}

fn check_names(frame: &SurfaceFrame, hidden: &[String]) -> Result<(), Failure> {
    let names: Vec<&str> =
        frame.parts.iter().chain(&frame.colliders).map(|part| part.name.as_str()).collect();
    match hidden.iter().find(|wish| !names.iter().any(|name| is_meant(wish, name))) {
        None => Ok(()),
        Some(wish) => Err(Failure::bad_input(format!(
            "error: --hide {wish}: the run has no body or collider of that name. There are: {}.",
            listed(&names)
        ))),
    }
}

/// The first names of a long list are enough to see what they look like.
fn listed(names: &[&str]) -> String {
    const MOST: usize = 20;
    match names.len().checked_sub(MOST) {
        None | Some(0) => names.join(", "),
        Some(more) => format!("{} and {more} more", names[..MOST].join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_meant_by_their_name_and_copies_by_that_of_all() {
        assert!(is_meant("cube", "cube") && is_meant("cube.3", "cube.3"));
        assert!(is_meant("cube", "cube.12"));
        assert!(!is_meant("cube", "cubes") && !is_meant("cube", "cube.") && !is_meant("cube", "cube.a"));
        assert!(!is_meant("cube.1", "cube.12") && !is_meant("", ".a"));
    }

    #[test]
    fn names_of_nothing_are_refused_with_those_there_are() {
        let part = |name: &str| SurfacePart { name: name.into(), ..SurfacePart::default() };
        let frame = SurfaceFrame {
            parts: vec![part("ball.1"), part("ball.2")],
            colliders: vec![part("bowl")],
            ..SurfaceFrame::default()
        };
        assert!(check_names(&frame, &["bowl".into(), "ball".into()]).is_ok());
        let refused = check_names(&frame, &["bowl".into(), "plate".into()]);
        let message = refused.err().map(|failure| failure.message).unwrap_or_default();
        assert!(message.contains("--hide plate") && message.contains("ball.1, ball.2, bowl"), "{message}");
        assert!(listed(&["a"; 25]).ends_with("a and 5 more"));
    }
}
