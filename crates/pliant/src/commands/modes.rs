//! `pliant modes`: natural frequencies, about rest or about the loaded equilibrium; critical loads.

use crate::cli::{Failure, ModesArgs};
use crate::run::{RunError, with_threads};
use pliant_output::RunDirectory;
use pliant_scene::Scene;
use pliant_stepping::{CriticalPoint, Mode, Phase, Phases, StepReport, natural_modes};
use pliant_system::State;
use pliant_world::{Ending, Flow, Frame, Listener, Sample, Silent, World};

/// Frames of one swing of a mode shape.
const FRAMES_A_SWING: usize = 24;

/// Modes that are shown unless it is said how many.
const USUAL_MODES: usize = 10;

/// What it means that a path has no critical point, and what to do.
const NONE_FOUND: &str = "This does not mean that nothing buckles: a body that is not quite symmetric (an irregular mesh, a load off the middle) bends away \
    without a critical point. Look at its path with `follow = \"arc-length\"` in [stepper], or at its lowest mode under several loads with `pliant modes --loaded`; \
    see \"Critical loads\" in docs/methods/steppers.md.";

/// Prints the lowest modes of a scene, or its critical loads.
pub fn run(args: &ModesArgs) -> Result<(), Failure> {
    let scene = super::run::load(&args.scene, &args.overrides)?;
    if args.critical {
        return run_critical(args, &scene);
    }
    let count = args.count.unwrap_or(USUAL_MODES);
    let (mut world, modes) = modes_of(&scene, count, args.loaded, args.threads)?;
    if args.json {
        print_json(&modes)
    } else {
        print_table(&modes, args.loaded)
    }
    if let Some(folder) = &args.output {
        write_shapes(&mut world, &modes, folder)?;
    }
    Ok(())
}

/// The lowest modes of a scene, about rest or about its equilibrium, and the world they belong to.
pub fn modes_of(
    scene: &Scene,
    count: usize,
    loaded: bool,
    threads: Option<usize>,
) -> Result<(World, Vec<Mode>), Failure> {
    let (world, modes) = with_threads(threads, || {
        let scene = if loaded { scene.clone().quasi_static() } else { scene.clone() };
        let mut world = scene.build()?.world;
        if loaded {
            world.run(&mut Silent).map_err(|error| RunError::Stopped { error, saved: None })?;
        }
        let state = State { time: world.load_time(), ..world.state().clone() };
        let modes = natural_modes(world.system_mut(), &state, count);
        Ok((world, modes))
    })?;
    let modes = modes.map_err(|e| Failure::bad_input(format!("error: {e}")))?.modes;
    Ok((world, modes))
}

/// The first critical points along the path of equilibria of a scene.
pub struct CriticalLoads {
    /// As it is at the last of them, or at the end of the path if there are fewer than asked for.
    pub world: World,
    /// In the order along the path.
    pub points: Vec<CriticalPoint>,
    /// The motion that has no stiffness at each of them, if asked for.
    pub shapes: Vec<Mode>,
    /// What the probes say at each of them, in the order of [`World::probe_names`].
    pub probes: Vec<Vec<f64>>,
}

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct CriticalSearch {
    /// How many points.
    pub count: usize,
    /// The largest load factor.
    pub up_to: f64,
    /// Whether shapes are wanted.
    pub with_shapes: bool,
}

/// Critical points of a scene whose loads and motions grow from nothing up to a load factor.
pub fn critical_loads(
    scene: &Scene,
    search: CriticalSearch,
    threads: Option<usize>,
) -> Result<CriticalLoads, Failure> {
    let scene = scene.clone().along_path(search.up_to);
    let scene = scene.map_err(|error| Failure::bad_input(format!("error: {error}")))?;
    with_threads(threads, || {
        let world = scene.build()?.world;
        let mut loads = CriticalLoads { world, points: Vec::new(), shapes: Vec::new(), probes: Vec::new() };
        while loads.points.len() < search.count {
            let ending = match loads.find_next(search.with_shapes) {
                Ok(ending) => ending?,
                Err(failure) => return Ok(Err(failure)),
            };
            if ending == Ending::Finished {
                break;
            }
        }
        Ok(Ok(loads))
    })?
}

impl CriticalLoads {
    /// Goes on to the next critical point, or to the end of the path.
    fn find_next(&mut self, with_shapes: bool) -> Result<Result<Ending, RunError>, Failure> {
        let known = self.world.path().map_or(0, |path| path.found());
        let mut listener = UntilFound { known, probes: Vec::new() };
        let ending = match self.world.run(&mut listener) {
            Ok(ending) => ending,
            Err(error) => return Ok(Err(RunError::Stopped { error, saved: None })),
        };
        // The first ones are kept; of many more only their number is known.
        let next = self.world.path().and_then(|path| path.critical_points().nth(known));
        if let Some(point) = next {
            self.points.push(point);
            self.probes.push(listener.probes);
            if with_shapes {
                self.shapes.push(softest_mode(&mut self.world, point)?);
            }
        }
        Ok(Ok(ending))
    }
}

/// The motion without stiffness at a critical point where the world is.
fn softest_mode(world: &mut World, point: CriticalPoint) -> Result<Mode, Failure> {
    let state = State { time: world.load_time(), ..world.state().clone() };
    let [before, after] = point.unstable;
    let modes = natural_modes(world.system_mut(), &state, before.max(after).max(1));
    let modes = modes.map_err(|e| Failure::bad_input(format!("error: {e}")))?.modes;
    let softest = modes.into_iter().min_by(|a, b| a.eigenvalue.abs().total_cmp(&b.eigenvalue.abs()));
    softest.ok_or_else(|| Failure::bad_input("error: there are no modes"))
}

/// Stops a run along a path at the next critical point.
struct UntilFound {
    known: usize,
    /// What was told last.
    probes: Vec<f64>,
}

impl Phases for UntilFound {
    fn enter(&mut self, _: Phase) {}
}

impl Listener for UntilFound {
    type Error = pliant_world::RunError;
    fn wants_frames(&self) -> bool {
        false
    }
    fn sample(&mut self, sample: Sample) -> Result<(), Self::Error> {
        self.probes = sample.probes;
        Ok(())
    }
    fn frame(&mut self, _: Frame) -> Result<(), Self::Error> {
        Ok(())
    }
    fn stepped(&mut self, world: &World, _: &StepReport) -> Result<Flow, Self::Error> {
        let is_new = world.path().is_some_and(|path| path.found() > self.known);
        Ok(if is_new { Flow::Stop } else { Flow::GoOn })
    }
    fn failed(&mut self, _: &mut World, error: Self::Error) -> Self::Error {
        error
    }
}

fn run_critical(args: &ModesArgs, scene: &Scene) -> Result<(), Failure> {
    let with_shapes = args.output.is_some();
    let search = CriticalSearch { count: args.count.unwrap_or(1), up_to: args.up_to, with_shapes };
    let CriticalLoads { mut world, points, shapes, .. } = critical_loads(scene, search, args.threads)?;
    if args.json {
        print_critical_json(&points);
    } else {
        print_critical(&points, args.up_to);
    }
    if let Some(folder) = &args.output {
        write_shapes(&mut world, &shapes, folder)?;
    }
    Ok(())
}

fn print_critical(points: &[CriticalPoint], up_to: f64) {
    if points.is_empty() {
        crate::cli::say!("no critical load up to load factor {up_to}; --up-to looks further\n{NONE_FOUND}");
        return;
    }
    crate::cli::say!("{:>5} {:>16} {:<12} {:>16}", "point", "load factor", "  kind", "unstable motions");
    for (i, point) in points.iter().enumerate() {
        let [before, after] = point.unstable;
        let kind = format!("  {}", point.kind.word());
        crate::cli::say!("{:>5} {:>16.8} {kind:<13} {before:>8} -> {after}", i + 1, point.load_factor);
    }
}

fn print_critical_json(points: &[CriticalPoint]) {
    let row = |point: &CriticalPoint| {
        serde_json::json!({
            "load_factor": point.load_factor, "kind": point.kind.word(),
            "unstable_before": point.unstable[0], "unstable_after": point.unstable[1]
        })
    };
    crate::cli::say!("{}", serde_json::Value::Array(points.iter().map(row).collect()));
}

fn print_json(modes: &[Mode]) {
    let rows: Vec<serde_json::Value> = modes
        .iter()
        .enumerate()
        .map(|(i, m)| {
            serde_json::json!({
                "mode": i + 1, "eigenvalue": m.eigenvalue, "frequency_hz": m.frequency, "residual": m.residual
            })
        })
        .collect();
    crate::cli::say!("{}", serde_json::Value::Array(rows));
}

fn print_table(modes: &[Mode], loaded: bool) {
    crate::cli::say!("about {}", if loaded { "the loaded equilibrium" } else { "rest" });
    crate::cli::say!("{:>5} {:>16} {:>18} {:>10}", "mode", "frequency [Hz]", "omega^2 [1/s2]", "residual");
    for (i, mode) in modes.iter().enumerate() {
        let remark = match mode.frequency {
            f if f < 0.0 => "  unstable: grows",
            0.0 => "  moves without force",
            _ => "",
        };
        crate::cli::say!(
            "{:>5} {:>16.6} {:>18.8e} {:>10.1e}{remark}",
            i + 1,
            mode.frequency,
            mode.eigenvalue,
            mode.residual
        );
    }
}

/// One swing of each mode as frames, the largest displacement a tenth of the scene's size.
fn write_shapes(world: &mut World, modes: &[Mode], folder: &std::path::Path) -> Result<(), Failure> {
    let mut directory = RunDirectory::create(folder).map_err(Failure::output)?;
    let rest = world.frame(0);
    let size = rest.bodies.iter().flat_map(|b| b.positions.iter()).map(|x| x.length()).fold(0.0, f64::max);
    let fields = [pliant_output::Field::Displacement];
    for (number, mode) in modes.iter().enumerate() {
        let of_points: Vec<Vec<glam::DVec3>> =
            (0..world.body_count()).map(|body| world.points_of(body, &mode.shape).into_owned()).collect();
        let largest = of_points.iter().flatten().map(|d| d.length()).fold(f64::MIN_POSITIVE, f64::max);
        for k in 0..FRAMES_A_SWING {
            let phase = std::f64::consts::TAU * k as f64 / FRAMES_A_SWING as f64;
            let mut frame = rest.clone();
            frame.index = number * FRAMES_A_SWING + k;
            frame.time = frame.index as f64 / FRAMES_A_SWING as f64;
            let mut shape = of_points.iter().flatten();
            for x in frame.bodies.iter_mut().flat_map(|b| b.positions.iter_mut()) {
                if let Some(d) = shape.next() {
                    *x += *d * (0.1 * size / largest * phase.sin());
                }
            }
            directory.write_frame(&frame, &fields).map_err(Failure::output)?;
        }
    }
    crate::cli::say!(
        "Mode shapes are in {}: mode n swings from frame time n - 1 to n",
        directory.series_path().display()
    );
    Ok(())
}
