//! The same scene by another method, for comparisons.
//!
//! Nothing here knows a method. Every body is given the new one and the scene is read again; it was right before, so whatever the
//! reader refuses now is refused because of the method. Keys that may be absent are then left out, and how fine a body is
//! is said in another way: by the same spacing where the scene tells one, else by about as many points. All of it is told.

use crate::overrides::shown;
use crate::plan::{BodyPlan, Method, Plan, Resolution};
use crate::problem::{Problem, Problems, Severity};
use crate::scene::Scene;
use crate::schema::Choose;
use crate::sections::read_scene_without;

/// Keys of a body that say how fine it is.
const RESOLUTION_KEYS: [&str; 3] = ["spacing", "cells", "samples"];
/// Keys of a body that cannot be left out.
const REQUIRED_KEYS: [&str; 3] = ["shape", "material", "method"];

/// A scene by another method.
#[derive(Clone)]
pub struct ByMethod {
    /// The scene.
    pub scene: Scene,
    /// What was left out or said in another way, and what the method warns of, a line each.
    pub remarks: Vec<String>,
}

impl Scene {
    /// The scene as it was read, with all bodies by one method; `keys` are given to every body besides. Bodies that are of the method
    /// already stay as they are. Refine it afterwards, not before.
    ///
    /// # Errors
    /// Why the method cannot do the scene, as far as its text tells; the rest is found by [`Scene::build`].
    pub fn by_method(&self, method: Method, keys: &[(String, String)]) -> Result<ByMethod, Problems> {
        let mut change = Change::new(self, method, keys);
        loop {
            match change.read() {
                Ok(plan) => return Ok(change.done(plan)),
                Err(problems) if !change.gives_way(&problems)? => return Err(problems),
                Err(_) => {}
            }
        }
    }
}

/// What is changed in the text of a scene.
struct Change<'a> {
    scene: &'a Scene,
    /// Keys and values, as of `--set`; the first come from the user.
    overrides: Vec<(String, String)>,
    /// How many come from the user.
    given: usize,
    /// Keys that stay whatever happens.
    kept: Vec<String>,
    left_out: Vec<String>,
    /// Bodies of another method before, by their index in the plan.
    changed: Vec<usize>,
    /// Bodies whose resolution was translated.
    translated: Vec<usize>,
    remarks: Vec<String>,
}

impl<'a> Change<'a> {
    fn new(scene: &'a Scene, method: Method, keys: &[(String, String)]) -> Self {
        let given = &scene.plan().source.overrides;
        let given: Vec<(String, String)> =
            given.iter().filter_map(|text| text.split_once('=')).map(owned).collect();
        let bodies = || scene.plan().bodies.iter().enumerate();
        let changed: Vec<usize> =
            bodies().filter(|(_, body)| body.method.value != method).map(|(index, _)| index).collect();
        let mut overrides = given.clone();
        for (index, body) in bodies() {
            if changed.contains(&index) {
                overrides.push((format!("body.{}.method", body.name), format!("\"{}\"", method.word())));
            }
            let own = keys.iter().map(|(key, value)| (format!("body.{}.{key}", body.name), value.clone()));
            overrides.extend(own);
        }
        Self {
            scene,
            overrides,
            given: given.len(),
            kept: keys.iter().map(|(key, _)| key.clone()).collect(),
            left_out: Vec::new(),
            changed,
            translated: Vec::new(),
            remarks: Vec::new(),
        }
    }

    fn read(&self) -> Result<Plan, Problems> {
        let source = &self.scene.plan().source;
        let pairs: Vec<(&str, &str)> = self.overrides.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        read_scene_without(&source.text, &source.name, &pairs, &self.left_out)
    }

    fn done(mut self, plan: Plan) -> ByMethod {
        let known = &self.scene.plan().warnings;
        let is_new = |warning: &&Problem| known.list().iter().all(|known| known.reason != warning.reason);
        self.remarks.extend(plan.warnings.list().iter().filter(is_new).map(|warning| warning.reason.clone()));
        let set = self.overrides[self.given..].iter().map(|(key, value)| shown(key, value));
        let changes: Vec<String> =
            set.chain(self.left_out.iter().map(|key| format!("{key} left out"))).collect();
        ByMethod { scene: self.scene.with_plan(plan, &changes), remarks: self.remarks }
    }

    /// Leaves out or translates what was refused; false if nothing more can be done.
    fn gives_way(&mut self, problems: &Problems) -> Result<bool, Problems> {
        let errors = problems.list().iter().filter(|problem| problem.severity == Severity::Error);
        let mut errors: Vec<&Problem> = errors.collect();
        // A key that says how fine a body is, and is refused, comes before the complaint that nothing says so.
        errors.sort_by_key(|problem| std::cmp::Reverse(problem.key.matches('.').count()));
        let mut any = false;
        for problem in errors {
            any |= self.gives_way_to(problem)?;
        }
        Ok(any)
    }

    fn gives_way_to(&mut self, problem: &Problem) -> Result<bool, Problems> {
        let Some((index, key)) = self.body_and_key(&problem.key) else { return Ok(false) };
        let first = key.split('.').next().unwrap_or("");
        if self.kept.iter().any(|kept| kept == first) {
            return Ok(false);
        }
        if key.is_empty() || RESOLUTION_KEYS.contains(&first) {
            return self.translate(index, first);
        }
        let path = problem.key.clone();
        if REQUIRED_KEYS.contains(&key.as_str()) || self.left_out.contains(&path) {
            return Ok(false);
        }
        self.remarks.push(format!("{}: `{key}` is left out", self.body(index).name));
        self.left_out.push(path);
        Ok(true)
    }

    /// The changed body a problem is about, and the key within its table.
    fn body_and_key(&self, path: &str) -> Option<(usize, String)> {
        let rest = path.strip_prefix("body.")?;
        self.changed.iter().find_map(|&index| {
            let after = rest.strip_prefix(self.body(index).name.as_str())?;
            let key = if after.is_empty() { Some("") } else { after.strip_prefix('.') };
            key.map(|key| (index, key.to_string()))
        })
    }

    fn body(&self, index: usize) -> &'a BodyPlan {
        &self.scene.plan().bodies[index]
    }

    /// Says how fine a body is in another way; once a body.
    fn translate(&mut self, index: usize, key: &str) -> Result<bool, Problems> {
        let body = self.body(index);
        let is_new = !self.translated.contains(&index);
        if key == "spacing" {
            return Ok(false);
        }
        let path = format!("body.{}.{key}", body.name);
        if is_new && let Some(spacing) = spacing_of(body) {
            self.translated.push(index);
            self.say_instead(index, key, "spacing", spacing.to_string());
            let instead = if key.is_empty() { String::new() } else { format!(" instead of `{key}`") };
            self.remarks.push(format!("{}: spacing {}{instead}", body.name, metres(spacing)));
            return Ok(true);
        }
        if !key.is_empty() && !self.left_out.contains(&path) {
            self.remarks
                .push(format!("{}: `{key}` is left out, the program decides how fine it is", body.name));
            self.left_out.push(path);
            return Ok(true);
        }
        if !is_new {
            return Ok(false);
        }
        self.translated.push(index);
        let samples = self.point_count(index)?;
        self.say_instead(index, key, "samples", samples.to_string());
        self.remarks
            .push(format!("{}: {samples} samples, about as far apart as the points before", body.name));
        Ok(true)
    }

    fn say_instead(&mut self, index: usize, key: &str, new_key: &str, value: String) {
        let name = &self.body(index).name;
        if !key.is_empty() {
            self.left_out.push(format!("body.{name}.{key}"));
        }
        let path = format!("body.{name}.{new_key}");
        self.left_out.retain(|left_out| *left_out != path);
        self.overrides.push((path, value));
    }

    /// How many points a body has as the scene stands; of elements their corners, about.
    fn point_count(&self, index: usize) -> Result<usize, Problems> {
        let world = self.scene.build()?.world;
        let first: usize = self.scene.plan().bodies[..index].iter().map(BodyPlan::copy_count).sum();
        let nodes = world.node_count(first);
        Ok((nodes / self.body(index).order.value.pow(3)).max(2))
    }
}

fn owned((key, value): (&str, &str)) -> (String, String) {
    (key.to_string(), value.to_string())
}

fn metres(length: f64) -> String {
    format!("{} m", crate::build::short_number(length))
}

/// The distance of neighbours in a body (m), where its plan tells.
#[allow(clippy::cast_precision_loss, reason = "counts of cells and samples")]
fn spacing_of(body: &BodyPlan) -> Option<f64> {
    match body.resolution {
        Resolution::Spacing(spacing) => Some(spacing.value),
        Resolution::Cells(cells) => {
            let lengths = body.edge_lengths()?;
            let cells = cells.value.map(|count| count as f64);
            // Along what is one cell thick a cell tells nothing of how far apart things shall be.
            let along: Vec<usize> = (0..3).filter(|&k| cells[k] > 1.0).collect();
            let along = if along.is_empty() { vec![0, 1, 2] } else { along };
            let logs: f64 = along.iter().map(|&k| (lengths[k] / cells[k]).ln()).sum();
            Some((logs / along.len() as f64).exp())
        }
        Resolution::Samples(samples, finer) => {
            Some(spacing_of_samples(body.shape.value.extents()?, samples.value as f64) / finer)
        }
        Resolution::File | Resolution::Automatic(_) => None,
    }
}

/// The spacing (m) at which so many samples fill a box, one across what is thinner than the spacing.
fn spacing_of_samples(extents: [f64; 3], samples: f64) -> f64 {
    let count = |spacing: f64| extents.iter().map(|length| (length / spacing).max(1.0)).product::<f64>();
    let longest = extents.iter().copied().fold(0.0, f64::max);
    let (mut low, mut high) = (longest * 1e-6, longest);
    for _ in 0..60 {
        let middle = (low * high).sqrt();
        if count(middle) > samples { low = middle } else { high = middle }
    }
    high
}
