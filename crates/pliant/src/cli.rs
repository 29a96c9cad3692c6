//! The command line: one definition yields parser, help and errors.

use clap::{Args, Parser, Subcommand};
use pliant_scene::units::Dimension;
use std::path::PathBuf;
use std::process::ExitCode;

/// Exit codes, as documented in `pliant --help`.
pub mod exit {
    /// All went well.
    pub const OK: u8 = 0;
    /// A validation or bench fell short.
    pub const SHORTFALL: u8 = 1;
    /// The scene, mesh or command line is wrong.
    pub const BAD_INPUT: u8 = 2;
    /// The simulation could not go on.
    pub const RUN_FAILED: u8 = 3;
    /// A result could not be written.
    pub const OUTPUT: u8 = 4;
    /// Stopped by Ctrl-C; the run can be resumed.
    pub const INTERRUPTED: u8 = 130;
}

const AFTER_HELP: &str = "\
Examples:
  pliant gallery                          the scenes that ship with pliant
  pliant gallery run swinging-beam        run one of them
  pliant new bridge                       write a commented starter scene, bridge.toml
  pliant check bridge.toml                all problems at once, nothing is run
  pliant run bridge.toml -o out           simulate; open out/frames.pvd in ParaView
  pliant run bridge.toml --refine 1,2,4   does the answer converge?
  pliant compare bridge.toml              the same by every method: cost and accuracy
  pliant view bridge.toml                 see it live, take hold of it
  pliant render out -o bridge.gif         a film of it
  pliant modes bridge.toml                natural frequencies
  pliant fit data/treloar.csv             constants of rubber from tests

Exit codes:
  0  all went well            1  a validation or bench fell short
  2  bad scene, mesh or call  3  the simulation could not go on
  4  a result could not be written
130  stopped by Ctrl-C; go on with --resume";

const RENDER_HELP: &str = "\
Examples:
  pliant render runs/bridge -o bridge.png                      the last moment
  pliant render runs/bridge -o bridge.gif                      all of it, as a film
  pliant render swinging-beam -o beam.png --time 0.4           run a gallery scene first
  pliant render bridge.toml -o b.png --sheet 6 --field displacement
  pliant render runs/bridge -o b.mp4 --camera 60,10,0.8 --range 0,2e5 --fps 30
  pliant render runs/bowl -o b.png --hide bowl --field contact_pressure";

/// Simulates deformable things: rods, shells, solids and everything between.
#[derive(Parser, Debug)]
#[command(name = "pliant", version, about, after_help = AFTER_HELP, arg_required_else_help = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Simulate a scene
    #[command(after_help = "\
Examples:
  pliant run beam.toml
  pliant run beam.toml -o out --threads 1 --until 0.5
  pliant run beam.toml --set body.beam.spacing=5mm --set stepper.kind=verlet
  pliant run beam.toml --refine 1,2,4
  pliant run beam.toml --resume           go on after Ctrl-C or a crash")]
    Run(RunArgs),
    /// See a scene live in the browser and take hold of it, or look through a finished run
    #[command(after_help = "\
Examples:
  pliant view bridge.toml                 simulate in the browser: drag, pause, change numbers
  pliant view runs/bridge                 look through a finished run
  pliant view bridge.toml --no-open --port 8123   print the address only")]
    View(crate::commands::view::ViewArgs),
    /// Report all problems of a scene or mesh at once, without running anything
    #[command(
        after_help = "Examples:\n  pliant check beam.toml --set material.rubber.young=2MPa\n  pliant check bear.stl --spacing 0.5cm"
    )]
    Check {
        /// Scene file, a surface (.obj, .stl, .ply, .off) or a tet mesh (.msh, .vtk, .vtu).
        file: PathBuf,
        /// For a surface: the spacing of the tetrahedra to fill it with, such as "5 mm" [default: for some 3000 nodes].
        #[arg(long, value_parser = parse_length)]
        spacing: Option<f64>,
        /// For a surface: what coordinates are multiplied by; 0.001 if the file is in millimetres.
        #[arg(long, default_value_t = 1.0, value_parser = parse_scale)]
        scale: f64,
        /// Change a value: section.name.key=value.
        #[arg(long = "set", value_name = "KEY=VALUE", value_parser = parse_override)]
        overrides: Vec<(String, String)>,
        /// Problems of a scene, or all that is told of a mesh, as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Write a commented starter scene
    #[command(after_help = "Example:\n  pliant new bridge        writes bridge.toml")]
    New {
        /// Name of the scene; the file gets `.toml`.
        name: String,
    },
    /// The scenes that ship inside the program
    #[command(after_help = "Examples:\n  pliant gallery\n  pliant gallery run swinging-beam")]
    Gallery {
        /// List or run.
        #[command(subcommand)]
        action: Option<GalleryAction>,
    },
    /// Run a scene by several methods: cost, accuracy, energy drift and largest stable step of each
    #[command(after_help = crate::commands::compare::HELP)]
    Compare(crate::commands::compare::CompareArgs),
    /// Natural frequencies and mode shapes, about rest or about the loaded equilibrium; critical loads
    #[command(after_help = "\
Examples:
  pliant modes bridge.toml --count 6
  pliant modes column.toml --loaded                about the equilibrium under load
  pliant modes column.toml --critical --up-to 10   the share of the load at which it buckles
  pliant modes column.toml --critical -o shapes    how it moves there, as frames")]
    Modes(ModesArgs),
    /// Draw the probes and energies of a run as SVG pictures
    #[command(
        after_help = "Examples:\n  pliant plot runs/bridge\n  pliant plot runs/bridge --probe tip -o pictures"
    )]
    Plot(crate::commands::plot::PlotArgs),
    /// Fill a surface with material points
    #[command(after_help = "Example:\n  pliant sample bear.obj -o cloud.ply --spacing 5mm")]
    Sample(crate::commands::sample::SampleArgs),
    /// Draw pictures and films of a run
    #[command(after_help = RENDER_HELP)]
    Render(Box<crate::commands::render::RenderArgs>),
    /// The material library: names, figures and their sources
    #[command(
        after_help = "Examples:\n  pliant materials\n  pliant materials rubber        one of them, with sources"
    )]
    Materials(crate::commands::materials::MaterialsArgs),
    /// Find the constants of laws for rubber from tests of material
    #[command(after_help = crate::commands::fit::HELP)]
    Fit(crate::commands::fit::FitArgs),
    /// Compare with exact and published answers
    #[command(
        after_help = "Examples:\n  pliant validate --method tet\n  pliant validate --case V2a --json\n  pliant validate --recover --restep\n  pliant validate --figure martin2010-3 -o pictures\n  pliant validate --list"
    )]
    Validate(ValidateArgs),
    /// Measure speed against fixed limits
    #[command(
        after_help = "Examples:\n  pliant bench --suite tet\n  pliant bench --suite solver --dump matrices"
    )]
    Bench(BenchArgs),
}

/// Options of `run`.
#[derive(Args, Debug, Clone)]
pub struct RunArgs {
    /// Scene file (TOML).
    pub scene: PathBuf,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub options: RunFlags,
}

/// Options that `run` and `gallery run` share.
#[derive(Args, Debug, Clone)]
pub struct RunFlags {
    /// Folder for the results [default: runs/NAME].
    #[arg(short, long)]
    pub output: Option<PathBuf>,
    /// Threads; the result has the same bits at any number [default: all cores].
    #[arg(long, value_parser = parse_threads)]
    pub threads: Option<usize>,
    /// Stop with the step that reaches this time ("0.5 s"), if that is before the scene's end; the run up to there is the same.
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub until: Option<f64>,
    /// Go on from the last checkpoint in the folder of the results (after Ctrl-C, a crash or --until), to the same
    /// bits as without a stop. Begins anew if there is none.
    #[arg(long, conflicts_with = "refine")]
    pub resume: bool,
    /// Change a value: section.name.key=value.
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = parse_override)]
    pub overrides: Vec<(String, String)>,
    /// Run at several resolutions and print how the probes converge.
    #[arg(long, value_name = "FACTORS", value_delimiter = ',')]
    pub refine: Vec<f64>,
    /// Formats of the frames [default: what the scene says, vtu].
    #[arg(long, value_name = "FORMATS", value_delimiter = ',')]
    pub format: Vec<String>,
    /// No progress, only errors.
    #[arg(short, long)]
    pub quiet: bool,
}

/// What to do with the gallery.
#[derive(Subcommand, Debug)]
pub enum GalleryAction {
    /// Names and what they show
    List {
        /// Names only, one a line.
        #[arg(long)]
        names: bool,
    },
    /// Run one
    Run {
        /// Its name.
        name: String,
        #[command(flatten)]
        #[allow(missing_docs)]
        options: RunFlags,
    },
    /// See one live in the browser, and take hold of it
    View {
        /// Its name.
        name: String,
        #[command(flatten)]
        #[allow(missing_docs)]
        flags: crate::commands::view::ViewFlags,
    },
    /// Make the picture of every scene, and the page docs/gallery.md that shows them
    Render(crate::commands::render::GalleryRenderArgs),
}

/// Options of `modes`.
#[derive(Args, Debug)]
pub struct ModesArgs {
    /// Scene file.
    pub scene: PathBuf,
    /// How many modes, or critical loads [default: 10 modes, 1 critical load].
    #[arg(long, allow_negative_numbers = true, value_parser = parse_count)]
    pub count: Option<usize>,
    /// About the scene's quasi-static equilibrium instead of rest.
    #[arg(long)]
    pub loaded: bool,
    /// Critical loads instead: load factors at which equilibria become unstable, or stable again, as loads and motions grow from nothing.
    #[arg(long, conflicts_with = "loaded")]
    pub critical: bool,
    /// With --critical: the largest load factor; 1 is what the scene says.
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, requires = "critical", allow_negative_numbers = true, value_parser = parse_factor)]
    pub up_to: f64,
    /// Change a value: section.name.key=value.
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = parse_override)]
    pub overrides: Vec<(String, String)>,
    /// Write the mode shapes as a series of frames into this folder.
    #[arg(short, long)]
    pub output: Option<PathBuf>,
    /// Threads.
    #[arg(long, value_parser = parse_threads)]
    pub threads: Option<usize>,
    /// As JSON.
    #[arg(long)]
    pub json: bool,
}

/// Options of `validate`.
#[derive(Args, Debug)]
pub struct ValidateArgs {
    /// Only this family (solids, rods, ...).
    #[arg(long)]
    pub family: Option<String>,
    /// Only this method.
    #[arg(long)]
    pub method: Option<String>,
    /// Only cases whose id begins so.
    #[arg(long)]
    pub case: Option<String>,
    /// Only the cases, or the runs of a figure, that take seconds.
    #[arg(long)]
    pub quick: bool,
    /// Instead of cases the convergence curves of a figure: martin2010-2, martin2010-3. Prints errors over non-zeros of the
    /// stiffness matrix with fitted orders, and draws them as FIGURE.svg.
    #[arg(long, conflicts_with_all = ["family", "method", "case", "recover", "restep"])]
    pub figure: Option<String>,
    /// Folder for the picture of a figure [default: the current one].
    #[arg(short, long, value_name = "DIR", requires = "figure")]
    pub output: Option<PathBuf>,
    /// Stop every gallery and validation scene half-way, resume it, and compare the bits.
    #[arg(long)]
    pub recover: bool,
    /// Take a step in the middle of every gallery and validation scene again, and compare the bits.
    #[arg(long)]
    pub restep: bool,
    /// Say what would be run, without running it.
    #[arg(long)]
    pub list: bool,
    /// Threads.
    #[arg(long, value_parser = parse_threads)]
    pub threads: Option<usize>,
    /// As JSON.
    #[arg(long)]
    pub json: bool,
}

/// Options of `bench`.
#[derive(Args, Debug)]
pub struct BenchArgs {
    /// Only this suite: tet, solver, trust, contact, viewer, phyxel, peridynamic, elaston (or one body of it: elaston/flag).
    #[arg(long)]
    pub suite: Option<String>,
    /// Write into this folder what there is to see: matrices as Matrix Market files, plots of step times as SVG.
    #[arg(long, value_name = "DIR")]
    pub dump: Option<PathBuf>,
    /// Smallest sizes only, once: to see that it works.
    #[arg(long)]
    pub quick: bool,
    /// As JSON.
    #[arg(long)]
    pub json: bool,
}

/// A time such as "0.5 s"; plain numbers are seconds.
pub(crate) fn parse_time(text: &str) -> Result<f64, String> {
    let quantity = pliant_scene::units::parse(text).map_err(|e| e.to_string())?;
    if quantity.has_unit && quantity.dimension != Dimension::TIME {
        return Err("that is no time; write for example \"0.5 s\" or \"20 ms\"".to_owned());
    }
    if quantity.value > 0.0 { Ok(quantity.value) } else { Err("the time must be above zero".to_owned()) }
}

/// A factor for the coordinates of a file.
pub(crate) fn parse_scale(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(scale) if scale > 0.0 && scale.is_finite() => Ok(scale),
        _ => Err("expected a number greater than 0".into()),
    }
}

/// A length such as "5 mm"; plain numbers are metres.
pub(crate) fn parse_length(text: &str) -> Result<f64, String> {
    let quantity = pliant_scene::units::parse(text).map_err(|e| e.to_string())?;
    if quantity.has_unit && quantity.dimension != Dimension::LENGTH {
        return Err("that is no length; write for example \"5 mm\" or \"0.02\"".to_owned());
    }
    if quantity.value > 0.0 { Ok(quantity.value) } else { Err("the length must be above zero".to_owned()) }
}

/// More threads than this help nothing and may hang the machine.
const MOST_THREADS: usize = 256;

pub(crate) fn parse_threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count) if (1..=MOST_THREADS).contains(&count) => Ok(count),
        _ => Err(format!("expected a number from 1 to {MOST_THREADS}; leave it out for all cores")),
    }
}

fn parse_count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count) if count > 0 => Ok(count),
        _ => Err("expected a whole number greater than 0, as in 3".to_owned()),
    }
}

fn parse_factor(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(factor) if factor > 0.0 && factor.is_finite() => Ok(factor),
        _ => Err("expected a number greater than 0, as in 2.5".to_owned()),
    }
}

pub(crate) fn parse_override(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => Ok((key.trim().to_owned(), value.trim().to_owned())),
        _ => Err("expected KEY=VALUE, as in body.bear.spacing=4mm".to_owned()),
    }
}

/// A command's failure: what to print and the exit code.
#[derive(Debug)]
pub struct Failure {
    /// Printed to standard error.
    pub message: String,
    /// One of [`exit`].
    pub code: u8,
}

impl Failure {
    /// Bad input.
    pub fn bad_input(message: impl std::fmt::Display) -> Self {
        Self { message: message.to_string(), code: exit::BAD_INPUT }
    }

    /// A result that cannot be written.
    pub fn output(message: impl std::fmt::Display) -> Self {
        Self { message: message.to_string(), code: exit::OUTPUT }
    }
}

/// Prints to standard output. A reader that has gone away ends the program quietly, a full disk with exit code 4.
pub(crate) fn write_line(text: std::fmt::Arguments<'_>) {
    use std::io::Write as _;
    let mut out = std::io::stdout().lock();
    let Err(error) = out.write_fmt(text).and_then(|()| out.flush()) else { return };
    if error.kind() == std::io::ErrorKind::BrokenPipe {
        std::process::exit(i32::from(exit::OK));
    }
    eprintln!("error: cannot write to standard output: {error}");
    std::process::exit(i32::from(exit::OUTPUT));
}

/// A line to standard output: see [`write_line`].
macro_rules! say {
    () => { $crate::cli::write_line(format_args!("\n")) };
    ($format:literal $($arguments:tt)*) => {
        $crate::cli::write_line(format_args!("{}\n", format_args!($format $($arguments)*)))
    };
}
pub(crate) use say;

/// Parses the command line, does it, and returns the exit code.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command {
        Command::Run(args) => crate::commands::run::run(&args),
        Command::View(args) => crate::commands::view::run(&args),
        Command::Check { file, spacing, scale, overrides, json } => {
            crate::commands::check::run(&file, &overrides, (spacing, scale), json)
        }
        Command::New { name } => crate::commands::new::run(&name),
        Command::Gallery { action } => crate::commands::gallery::run(action),
        Command::Compare(args) => crate::commands::compare::run(&args),
        Command::Modes(args) => crate::commands::modes::run(&args),
        Command::Plot(args) => crate::commands::plot::run(&args),
        Command::Render(args) => crate::commands::render::run(&args),
        Command::Sample(args) => crate::commands::sample::run(&args),
        Command::Materials(args) => crate::commands::materials::run(&args),
        Command::Fit(args) => crate::commands::fit::run(&args),
        Command::Validate(args) => crate::commands::validate::run(&args),
        Command::Bench(args) => crate::commands::bench::run(&args),
    };
    match result {
        Ok(()) => ExitCode::from(exit::OK),
        Err(failure) => {
            if !failure.message.is_empty() {
                eprintln!("{}", failure.message.trim_end());
            }
            ExitCode::from(failure.code)
        }
    }
}
