//! `pliant compare`: the same scene by several methods, with what each costs and how far it is from a reference.

mod accuracy;
mod contender;
mod files;
mod picture;
mod study;
mod table;

use crate::cli::{Failure, exit, parse_override, parse_threads, parse_time};
use crate::commands::gallery;
use clap::Args;
use contender::Contender;
use pliant_output::RunDirectory;
use pliant_scene::Scene;
use std::path::{Path, PathBuf};
use study::Study;

/// Examples for `--help`.
pub const HELP: &str = "\
Examples:
  pliant compare beam.toml                              every method, as fine as the scene and twice as fine
  pliant compare beam.toml --methods tet,phyxel,elaston --refine 1,2,3
  pliant compare beam.toml --methods tet,tet:order=1,phyxel:layout=bcc
  pliant compare beam.toml --reference tet@4            errors against tetrahedra four times as fine
  pliant compare swinging-beam --same dofs --json       a gallery scene; as many unknowns for each method";

/// Options of `compare`.
#[derive(Args, Debug)]
pub struct CompareArgs {
    /// Scene file (.toml) or name of a gallery scene.
    pub scene: PathBuf,
    /// Methods, separated by commas; keys of the bodies may follow, as in tet:order=1 [default: all there are].
    #[arg(long, value_name = "METHODS", value_delimiter = ',')]
    pub methods: Vec<String>,
    /// How many times as fine as the scene each method is run.
    #[arg(long, value_name = "FACTORS", value_delimiter = ',', default_value = "1,2", value_parser = parse_factor)]
    pub refine: Vec<f64>,
    /// What the others are held against: a method at a refinement, such as tet@4 [default: the finest tet, with 10-node elements].
    #[arg(long, value_name = "METHOD@FACTOR")]
    pub reference: Option<String>,
    /// What is the same for every method at one refinement: the spacing of points and elements, or the number of unknowns.
    #[arg(long, value_enum, default_value = "spacing")]
    pub same: Same,
    /// Folder for the results [default: runs/NAME-compare].
    #[arg(short, long)]
    pub output: Option<PathBuf>,
    /// Change a value of the scene: section.name.key=value.
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = parse_override)]
    pub overrides: Vec<(String, String)>,
    /// Stop every run with the step that reaches this time ("0.5 s").
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub until: Option<f64>,
    /// Threads; the results have the same bits at any number [default: all cores].
    #[arg(long, value_parser = parse_threads)]
    pub threads: Option<usize>,
    /// Write the frames of every run, too.
    #[arg(long)]
    pub frames: bool,
    /// The result as JSON instead of tables; it is compare.json.
    #[arg(long)]
    pub json: bool,
    /// No progress.
    #[arg(short, long)]
    pub quiet: bool,
}

/// What is the same for every method.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Same {
    /// The spacing of points and elements.
    Spacing,
    /// The number of unknowns.
    Dofs,
}

/// More resolutions than this are a slip.
const MOST_FACTORS: usize = 12;

fn parse_factor(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(factor) if factor > 0.0 && factor.is_finite() => Ok(factor),
        _ => Err("expected numbers greater than 0, such as 1,2,4".into()),
    }
}

/// Runs the scene by each method, says how they compare and writes the results.
pub fn run(args: &CompareArgs) -> Result<(), Failure> {
    let contenders = contenders(args)?;
    let reference =
        args.reference.as_deref().map(|text| contender::reference(text, finest(args))).transpose()?;
    let factors = factors(args)?;
    let (name, scene) = load(args)?;
    super::run::print_warnings(&scene, args.quiet);
    if scene.plan().probes.is_empty() {
        eprintln!(
            "note: the scene has no probes, so nothing is said of accuracy; add for example\n  \
             [probe.tip]\n  body = \"beam\"\n  at = [1, 0.1, 0.1]\n  read = \"displacement.z\""
        );
    }
    let folder = args.output.clone().unwrap_or_else(|| Path::new("runs").join(format!("{name}-compare")));
    let ours = RunDirectory::create(&folder).map_err(Failure::output)?;
    // The frames are in the folders of the runs.
    let _ = std::fs::remove_dir(folder.join("frames"));
    let study = Study::run(args, &scene, contenders, &factors, reference, &folder)?;
    files::write(&study, &folder)?;
    picture::write(&study, &folder)?;
    drop(ours);
    if args.json {
        crate::cli::say!("{:#}", files::json(&study));
    } else {
        crate::cli::say!("{}", table::text(&study));
        crate::cli::say!("Results are in {}: compare.svg, compare.csv, compare.json", folder.display());
    }
    verdict(&study)
}

/// The methods asked for, each once.
fn contenders(args: &CompareArgs) -> Result<Vec<Contender>, Failure> {
    if args.methods.is_empty() {
        return Ok(contender::all());
    }
    let mut list: Vec<Contender> = Vec::new();
    for text in &args.methods {
        let contender = Contender::parse(text)?;
        if !list.contains(&contender) {
            list.push(contender);
        }
    }
    Ok(list)
}

fn finest(args: &CompareArgs) -> f64 {
    args.refine.iter().copied().fold(0.0, f64::max)
}

/// The refinements, ascending, each once.
fn factors(args: &CompareArgs) -> Result<Vec<f64>, Failure> {
    let mut factors = args.refine.clone();
    factors.sort_by(f64::total_cmp);
    factors.dedup();
    if factors.len() > MOST_FACTORS {
        return Err(Failure::bad_input(format!("error: --refine takes at most {MOST_FACTORS} factors")));
    }
    Ok(factors)
}

/// The scene with its name: a file, or of the gallery.
fn load(args: &CompareArgs) -> Result<(String, Scene), Failure> {
    let text = args.scene.to_string_lossy();
    if let Some(known) = gallery::SCENES.iter().find(|known| known.name == text && !args.scene.exists()) {
        let scene = known.load(&args.overrides).map_err(Failure::bad_input)?;
        return Ok((known.name.to_owned(), scene));
    }
    let name = args.scene.file_stem().map_or("scene".into(), |stem| stem.to_string_lossy().into_owned());
    Ok((name, super::run::load(&args.scene, &args.overrides)?))
}

/// What the exit code tells: whether it was stopped, and whether what was asked for could be had.
fn verdict(study: &Study) -> Result<(), Failure> {
    if study.is_interrupted {
        let message = "stopped; the runs that had ended are in the tables".to_owned();
        return Err(Failure { message, code: exit::INTERRUPTED });
    }
    let failure = |message: String| Err(Failure { message, code: exit::RUN_FAILED });
    if study.runs.iter().all(|run| run.outcome.is_err()) {
        return failure("error: no method could do the scene; the reasons are above".into());
    }
    match &study.reference_problem {
        Some(reason) if study.reference_was_named => {
            failure(format!("error: there is no accuracy without its reference: {reason}"))
        }
        _ => Ok(()),
    }
}
