//! The runs of a comparison: every contender at every refinement, and the reference.

use super::accuracy::{Difference, Yardstick, difference, energy_drift, yardsticks};
use super::contender::Contender;
use super::{CompareArgs, Same};
use crate::cli::Failure;
use crate::run::{RunError, RunOptions, RunResult, run_scene, with_threads};
use pliant_output::write::RunStatus;
use pliant_scene::plan::{Method, Stepper};
use pliant_scene::schema::Choose;
use pliant_scene::{Problems, Scene, Severity};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How near to the wished number of unknowns is near enough, and how often a resolution is tried.
const NEAR_ENOUGH: f64 = 0.05;
const MOST_TRIALS: usize = 6;

/// One run.
pub struct Run {
    /// The contender, as it was written.
    pub label: String,
    /// How many times as fine as the scene.
    pub factor: f64,
    /// What came out, or why nothing did.
    pub outcome: Result<Figures, String>,
    /// Differences of the probes from the reference, in the order of [`Study::yardsticks`].
    pub differences: Vec<Option<Difference>>,
}

/// What a run cost and gave.
pub struct Figures {
    /// Three for each node.
    pub dofs: usize,
    /// The largest stable step of an explicit stepper (s), or why there is none.
    pub stable_step: Result<f64, String>,
    /// Largest change of the energy over the largest energy, or why that says nothing.
    pub drift: Result<f64, String>,
    /// Probes that the method cannot read.
    pub left_out: Vec<String>,
    /// All else.
    pub result: RunResult,
}

impl Figures {
    /// Processor time of a simulated second, without set-up (s).
    pub fn cpu_per_second(&self) -> f64 {
        let summary = &self.result.summary;
        summary.stepping_cpu_seconds / summary.time_reached.max(f64::MIN_POSITIVE)
    }
}

impl Run {
    /// `tet@2`.
    pub fn name(&self) -> String {
        name(&self.label, self.factor)
    }
}

fn name(label: &str, factor: f64) -> String {
    format!("{label}@{factor}")
}

/// A whole comparison.
pub struct Study {
    /// Title of the scene.
    pub title: String,
    /// What is the same for every method.
    pub same: Same,
    /// Whether the scene is a sequence of equilibria: then the end counts, not the way.
    pub is_static: bool,
    /// All runs; those of a contender one after the other, the finest last.
    pub runs: Vec<Run>,
    /// Contenders in the order asked for, and what each changed in the scene.
    pub remarks: Vec<(String, Vec<String>)>,
    /// Index of the reference among the runs.
    pub reference: Option<usize>,
    /// Whether the user named the reference.
    pub reference_was_named: bool,
    /// Why the reference is not the one that was meant.
    pub reference_problem: Option<String>,
    /// Probes that can be compared.
    pub yardsticks: Vec<Yardstick>,
    /// Stopped by Ctrl-C.
    pub is_interrupted: bool,
}

/// A contender with its scene.
struct Entry {
    contender: Contender,
    /// The scene, and what it must be refined by for the same number of unknowns; or why there is none.
    scene: Result<(Scene, f64), String>,
    remarks: Vec<String>,
}

/// What all runs share.
struct Runner<'a> {
    args: &'a CompareArgs,
    folder: &'a Path,
    interrupt: Arc<AtomicBool>,
    done: usize,
    total: usize,
}

impl Study {
    /// Runs everything; runs that cannot be done say why and do not stop the others.
    pub fn run(
        args: &CompareArgs,
        scene: &Scene,
        contenders: Vec<Contender>,
        factors: &[f64],
        named: Option<(Contender, f64)>,
        folder: &Path,
    ) -> Result<Self, Failure> {
        let reference_was_named = named.is_some();
        let finest = factors.last().copied().unwrap_or(1.0);
        let (reference, reference_factor) = named.unwrap_or_else(|| (default_reference(scene), finest));
        let mut jobs: Vec<(Contender, Vec<f64>)> =
            contenders.into_iter().map(|contender| (contender, factors.to_vec())).collect();
        match jobs.iter_mut().find(|(contender, _)| *contender == reference) {
            Some((_, factors)) if factors.contains(&reference_factor) => {}
            Some((_, factors)) => factors.push(reference_factor),
            None => jobs.push((reference.clone(), vec![reference_factor])),
        }
        jobs.iter_mut().for_each(|(_, factors)| factors.sort_by(f64::total_cmp));
        let total = jobs.iter().map(|(_, factors)| factors.len()).sum();
        let mut runner = Runner { args, folder, interrupt: crate::interrupt::flag(), done: 0, total };
        let wished = wished_dofs(args, scene)?;
        let mut study = Self {
            title: scene.title(),
            same: args.same,
            is_static: scene.plan().stepper.value.is_static(),
            runs: Vec::new(),
            remarks: Vec::new(),
            reference: None,
            reference_was_named,
            reference_problem: None,
            yardsticks: Vec::new(),
            is_interrupted: false,
        };
        for (contender, factors) in jobs {
            if runner.is_interrupted() {
                break;
            }
            let entry = Entry::new(scene, contender, wished, args.threads)?;
            study.remarks.push((entry.contender.label(), entry.remarks.clone()));
            for factor in factors {
                if runner.is_interrupted() {
                    break;
                }
                study.runs.push(runner.run(&entry, factor)?);
            }
        }
        study.is_interrupted = runner.is_interrupted();
        study.choose_reference(&reference.label(), reference_factor);
        study.measure(scene);
        Ok(study)
    }

    fn choose_reference(&mut self, label: &str, factor: f64) {
        let meant = self.runs.iter().position(|run| run.label == label && run.factor == factor);
        let is_done = |index: &usize| self.runs[*index].outcome.is_ok();
        self.reference = meant.filter(is_done);
        if self.reference.is_some() {
            return;
        }
        let reason = match meant.map(|index| &self.runs[index].outcome) {
            Some(Err(reason)) => reason.clone(),
            _ => "it was not run".to_owned(),
        };
        self.reference_problem = Some(format!("{} could not be run: {reason}", name(label, factor)));
        if !self.reference_was_named {
            // The finest of the first method that could; of the same one, if coarser runs of it could.
            let of_label =
                |label: &str| self.runs.iter().rposition(|run| run.label == label && run.outcome.is_ok());
            let labels = std::iter::once(label).chain(self.remarks.iter().map(|(label, _)| label.as_str()));
            self.reference = labels.filter_map(of_label).next();
        }
    }

    /// Holds every run against the reference.
    fn measure(&mut self, scene: &Scene) {
        let Some(Ok(reference)) = self.reference.map(|index| &self.runs[index].outcome) else { return };
        self.yardsticks = yardsticks(scene.plan(), &reference.result);
        let truth: Vec<Option<Vec<(f64, f64)>>> =
            self.yardsticks.iter().map(|yardstick| reference.result.series(&yardstick.name)).collect();
        for run in &mut self.runs {
            let Ok(figures) = &run.outcome else { continue };
            let compared = self.yardsticks.iter().zip(&truth);
            run.differences = compared
                .map(|(yardstick, truth)| {
                    difference(truth.as_ref()?, &figures.result.series(&yardstick.name)?)
                })
                .collect();
        }
    }

    /// The part of a difference that counts, over the size of the reference; `None` where that is nothing.
    pub fn relative(&self, yardstick: &Yardstick, difference: &Difference) -> Option<f64> {
        let apart = if self.is_static { difference.end.abs() } else { difference.rms };
        (yardstick.size > 0.0).then(|| apart / yardstick.size)
    }

    /// The worst probe of a run and how far it is from the reference, relatively; `None` for the reference itself.
    pub fn worst(&self, index: usize) -> Option<(&str, f64)> {
        if self.reference == Some(index) {
            return None;
        }
        let compared = self.yardsticks.iter().zip(&self.runs[index].differences);
        compared
            .filter_map(|(yardstick, difference)| {
                Some((yardstick.name.as_str(), self.relative(yardstick, difference.as_ref()?)?))
            })
            .max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Runs of a contender, with their indices.
    pub fn runs_of<'s>(&'s self, label: &'s str) -> impl Iterator<Item = (usize, &'s Run)> {
        self.runs.iter().enumerate().filter(move |(_, run)| run.label == label)
    }
}

/// Tetrahedra of the second order.
fn default_reference(scene: &Scene) -> Contender {
    let plain = Contender { method: Method::Tet, keys: Vec::new() };
    let is_fine = match scene.by_method(Method::Tet, &[]) {
        Ok(by_tets) => by_tets.scene.plan().bodies.iter().all(|body| body.order.value == 2),
        Err(_) => true,
    };
    if is_fine { plain } else { Contender { keys: vec![("order".into(), "2".into())], ..plain } }
}

/// Unknowns of the scene as it stands, if every method shall have as many.
fn wished_dofs(args: &CompareArgs, scene: &Scene) -> Result<Option<usize>, Failure> {
    match args.same {
        Same::Spacing => Ok(None),
        Same::Dofs => Ok(Some(dofs(scene, args.threads)?)),
    }
}

/// Unknowns of a scene: three for each node.
fn dofs(scene: &Scene, threads: Option<usize>) -> Result<usize, RunError> {
    with_threads(threads, || {
        let world = scene.build()?.world;
        Ok((0..world.body_count()).map(|body| 3 * world.node_count(body)).sum())
    })
}

impl Entry {
    fn new(
        scene: &Scene,
        contender: Contender,
        wished: Option<usize>,
        threads: Option<usize>,
    ) -> Result<Self, Failure> {
        let by_method = match scene.by_method(contender.method, &contender.keys) {
            Ok(by_method) => by_method,
            Err(problems) => {
                return Ok(Self { contender, scene: Err(reason(&problems)), remarks: Vec::new() });
            }
        };
        let scale = match wished {
            None => Ok(1.0),
            Some(wished) => factor_for(&by_method.scene, wished, threads),
        };
        let scene = match scale {
            Ok(scale) => Ok((by_method.scene, scale)),
            Err(RunError::Scene(problems)) => Err(reason(&problems)),
            Err(other) => return Err(other.into()),
        };
        Ok(Self { contender, scene, remarks: by_method.remarks })
    }
}

/// By how much a scene must be refined to have about so many unknowns; bodies grow by powers that are found on the way.
fn factor_for(scene: &Scene, wished: usize, threads: Option<usize>) -> Result<f64, RunError> {
    let wished = (wished as f64).ln();
    let (mut at, mut power) = (0.0f64, 3.0f64);
    let mut last: Option<(f64, f64)> = None;
    let mut best = (f64::INFINITY, 0.0);
    for _ in 0..MOST_TRIALS {
        let count = (dofs(&scene.refined(at.exp())?, threads)?.max(1) as f64).ln();
        if (count - wished).abs() < best.0 {
            best = ((count - wished).abs(), at);
        }
        if best.0 < NEAR_ENOUGH {
            break;
        }
        if let Some((at_before, count_before)) = last
            && count != count_before
        {
            power = ((count - count_before) / (at - at_before)).clamp(0.5, 4.0);
        }
        last = Some((at, count));
        at += (wished - count) / power;
    }
    Ok(best.1.exp())
}

impl Runner<'_> {
    fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    fn run(&mut self, entry: &Entry, factor: f64) -> Result<Run, Failure> {
        self.done += 1;
        let label = entry.contender.label();
        if !self.args.quiet {
            eprintln!("{} ({} of {})", name(&label, factor), self.done, self.total);
        }
        let outcome = match &entry.scene {
            Err(reason) => Err(reason.clone()),
            Ok((scene, scale)) => {
                match self.with_readable_probes(scene, factor * scale, &name(&label, factor)) {
                    Ok(figures) => Ok(figures),
                    Err(RunError::Scene(problems)) => Err(reason(&problems)),
                    Err(error @ RunError::Stopped { .. }) => Err(one_line(&error.to_string())),
                    Err(other) => return Err(other.into()),
                }
            }
        };
        let outcome = outcome.and_then(|figures| match figures.result.summary.status {
            RunStatus::Completed => Ok(figures),
            _ if self.is_interrupted() => Err("it was stopped".to_owned()),
            _ => Ok(figures),
        });
        Ok(Run { label, factor, outcome, differences: Vec::new() })
    }

    /// Runs a scene, without the probes that the method cannot read.
    fn with_readable_probes(&self, scene: &Scene, factor: f64, name: &str) -> Result<Figures, RunError> {
        let scene = scene.refined(factor)?;
        let problems = match self.figures(&scene, name, Vec::new()) {
            Err(RunError::Scene(problems)) => problems,
            other => return other,
        };
        match unreadable_probes(&problems) {
            None => Err(RunError::Scene(problems)),
            Some(left_out) => self.figures(&scene.without_probes(&left_out), name, left_out),
        }
    }

    fn figures(&self, scene: &Scene, name: &str, left_out: Vec<String>) -> Result<Figures, RunError> {
        let nature = with_threads(self.args.threads, || Ok(Nature::of(scene)))?;
        let options = RunOptions {
            output: Some(self.folder.join(file_name(name))),
            threads: self.args.threads,
            until: self.args.until,
            progress: !self.args.quiet,
            no_frames: !self.args.frames,
            interrupt: Some(self.interrupt.clone()),
            ..RunOptions::default()
        };
        let result = run_scene(scene, &options)?;
        let drift = match loses_energy(&scene.plan().stepper.value).or(nature.energy_exchange) {
            Some(reason) => Err(reason),
            None => energy_drift(&result.samples).ok_or_else(|| "there is no energy".to_owned()),
        };
        let dofs = result.summary.bodies.iter().map(|body| 3 * body.nodes).sum();
        Ok(Figures { dofs, stable_step: nature.stable_step, drift, left_out, result })
    }
}

/// What is a property of the bodies, whatever the stepper.
struct Nature {
    stable_step: Result<f64, String>,
    energy_exchange: Option<String>,
}

impl Nature {
    fn of(scene: &Scene) -> Self {
        match scene.clone().at_the_stability_limit().build() {
            Err(problems) => Self { stable_step: Err(reason(&problems)), energy_exchange: None },
            Ok(built) => {
                let mut world = built.world;
                let limit = world.largest_step().filter(|limit| limit.is_finite());
                Self {
                    stable_step: limit.ok_or_else(|| "nothing moves".to_owned()),
                    energy_exchange: world.energy_exchange().map(str::to_owned),
                }
            }
        }
    }
}

/// Why a stepper does not keep energy; `None` if it should.
fn loses_energy(stepper: &Stepper) -> Option<String> {
    match stepper {
        Stepper::Explicit { .. } => None,
        Stepper::GeneralizedAlpha { spectral_radius, .. } if *spectral_radius >= 1.0 => None,
        Stepper::QuasiStatic { .. } => Some("a quasi-static run has no motion".to_owned()),
        other => Some(format!("{} damps motion", other.kind().word())),
    }
}

/// The probes that are to blame, if nothing else is.
fn unreadable_probes(problems: &Problems) -> Option<Vec<String>> {
    let errors = problems.list().iter().filter(|problem| problem.severity == Severity::Error);
    errors.map(|error| Some(error.key.strip_prefix("probe.")?.split('.').next()?.to_owned())).collect()
}

/// The first error in one line.
fn reason(problems: &Problems) -> String {
    let mut errors = problems.list().iter().filter(|problem| problem.severity == Severity::Error);
    let first = errors.next().map_or_else(|| "it cannot be run".to_owned(), |first| one_line(&first.reason));
    match errors.count() {
        0 => first,
        more => format!("{first} (and {more} more)"),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A name that every file system takes.
fn file_name(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() || "@.=-_".contains(c) { c } else { '-' }).collect()
}
