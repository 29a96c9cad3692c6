//! `pliant modes`: natural frequencies, about rest or about the loaded equilibrium.

use crate::cli::{Failure, ModesArgs};
use crate::run::{RunError, with_threads};
use pliant_output::RunDirectory;
use pliant_scene::Scene;
use pliant_stepping::{Mode, natural_modes};
use pliant_system::State;
use pliant_world::{Silent, World};

/// Frames of one swing of a mode shape.
const FRAMES_A_SWING: usize = 24;

/// Prints the lowest modes of a scene.
pub fn run(args: &ModesArgs) -> Result<(), Failure> {
    let scene = super::run::load(&args.scene, &args.overrides)?;
    let (mut world, modes) = modes_of(&scene, args.count, args.loaded, args.threads)?;
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
