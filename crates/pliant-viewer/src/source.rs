//! Where scenes come from, and what a text that was typed into a page may read.

use crate::message::{GalleryItem, ProblemText};
use pliant_scene::{Files, Origin, Problems, Scene};
use std::io;
use std::path::{Component, Path};
use std::sync::Arc;

/// The files that a scene may name.
pub type SceneFiles = Arc<dyn Files + Send + Sync>;

/// A scene before it is read.
#[derive(Clone)]
pub struct SceneSource {
    /// What messages call it.
    pub name: String,
    /// The scene file.
    pub text: String,
    /// Pairs of key and value, as of `--set`.
    pub overrides: Vec<(String, String)>,
    /// What it may name.
    pub files: SceneFiles,
}

impl SceneSource {
    /// The scene, with further overrides.
    ///
    /// # Errors
    /// All problems at once.
    pub fn scene(&self, more: &[(String, String)]) -> Result<Scene, Problems> {
        let pairs: Vec<(&str, &str)> =
            self.overrides.iter().chain(more).map(|(key, value)| (key.as_str(), value.as_str())).collect();
        Scene::with_files(&self.text, &self.name, &pairs, self.files.clone())
    }

    /// The same place with a text that came from a page. It may name files of the scene's folder, and no others.
    #[must_use]
    pub fn with_text(&self, text: String) -> Self {
        let files = Arc::new(InFolder { files: self.files.clone() });
        Self { name: self.name.clone(), text, overrides: Vec::new(), files }
    }
}

/// A scene that ships with the program.
#[derive(Clone)]
pub struct GallerySource {
    /// Name and title.
    pub item: GalleryItem,
    /// The scene.
    pub source: SceneSource,
}

/// Refuses paths that lead out of the folder.
struct InFolder {
    files: SceneFiles,
}

impl Files for InFolder {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        if !Path::new(path).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
        {
            let reason = "a scene edited in the page may name files in its own folder only";
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, reason));
        }
        self.files.read(path)
    }
}

/// Problems for a page.
pub fn problem_texts(problems: &Problems) -> Vec<ProblemText> {
    let text = |problem: &pliant_scene::Problem| {
        let is_in_text = problem.place.origin == Origin::Scene;
        ProblemText {
            severity: problem.severity.word(),
            line: if is_in_text { problem.place.line } else { 0 },
            column: if is_in_text { problem.place.column } else { 0 },
            key: problem.key.clone(),
            reason: problem.reason.clone(),
            remedy: problem.remedy.clone(),
        }
    };
    problems.list().iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use pliant_scene::MemoryFiles;

    #[test]
    fn texts_of_a_page_stay_in_the_folder() {
        let files = MemoryFiles::none().with("bear.obj", b"v".to_vec());
        let source =
            SceneSource { name: "s".into(), text: String::new(), overrides: vec![], files: Arc::new(files) };
        let edited = source.with_text(String::new());
        assert_eq!(edited.files.read("bear.obj").unwrap(), b"v");
        for path in ["/etc/passwd", "../bear.obj", "a/../../bear.obj", "/bear.obj"] {
            assert_eq!(
                edited.files.read(path).unwrap_err().kind(),
                io::ErrorKind::PermissionDenied,
                "{path}"
            );
        }
        // Edits of edits are no way around it.
        assert!(edited.with_text(String::new()).files.read("/etc/passwd").is_err());
    }

    #[test]
    fn problems_keep_their_lines() {
        let source = SceneSource {
            name: "s".into(),
            text: "a = 1\nb = ".into(),
            overrides: vec![],
            files: Arc::new(MemoryFiles::none()),
        };
        let problems = source.scene(&[]).err().unwrap();
        let texts = problem_texts(&problems);
        assert!(texts.iter().any(|text| text.line == 2 && text.severity == "error"), "{texts:?}");
    }
}
