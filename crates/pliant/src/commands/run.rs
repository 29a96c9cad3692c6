//! `pliant run`.

use crate::cli::{Failure, RunArgs, RunFlags, exit};
use crate::run::{RunError, RunOptions, RunResult, run_scene};
use pliant_output::RunDirectory;
use pliant_output::write::RunStatus;
use pliant_scene::{LoadError, Scene};
use std::path::{Path, PathBuf};

/// Runs a scene file.
pub fn run(args: &RunArgs) -> Result<(), Failure> {
    let scene = load(&args.scene, &overrides(&args.options))?;
    let name = args.scene.file_stem().map_or("scene".into(), |s| s.to_string_lossy().into_owned());
    run_named(&scene, &name, &args.options)
}

/// Reads a scene file.
pub fn load(path: &Path, overrides: &[(String, String)]) -> Result<Scene, Failure> {
    Scene::load(path, &pairs(overrides)).map_err(|error| match error {
        LoadError::Problems(problems) => Failure::bad_input(problems),
        other => Failure::bad_input(format!("error: {other}")),
    })
}

/// Overrides as the scene takes them.
pub fn pairs(overrides: &[(String, String)]) -> Vec<(&str, &str)> {
    overrides.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect()
}

/// What `--set` and `--format` change in the scene.
pub fn overrides(flags: &RunFlags) -> Vec<(String, String)> {
    let mut all = flags.overrides.clone();
    if !flags.format.is_empty() {
        let list: Vec<String> = flags.format.iter().map(|f| format!("\"{f}\"")).collect();
        all.push(("output.formats".to_owned(), format!("[{}]", list.join(", "))));
    }
    all
}

/// Runs a scene with the flags of `run` and `gallery run`.
pub fn run_named(scene: &Scene, name: &str, flags: &RunFlags) -> Result<(), Failure> {
    print_warnings(scene, flags.quiet);
    if !flags.refine.is_empty() {
        return refine(scene, name, flags);
    }
    let output = output_folder(flags, name);
    let options = RunOptions {
        output: Some(output.clone()),
        threads: flags.threads,
        until: flags.until,
        progress: !flags.quiet,
        resume: flags.resume,
        interrupt: Some(crate::interrupt::flag()),
        ..RunOptions::default()
    };
    let result = run_scene(scene, &options).map_err(|error| match error {
        RunError::Scene(problems) if !flags.quiet => {
            RunError::Scene(problems.without(&scene.plan().warnings))
        }
        other => other,
    })?;
    if !flags.quiet {
        report(&result, &output);
    }
    if result.summary.status == RunStatus::Stopped {
        let time = result.summary.time_reached;
        let message = format!("stopped at t = {time:.6} s; run the same command with --resume to go on");
        return Err(Failure { message, code: exit::INTERRUPTED });
    }
    Ok(())
}

/// Tells what looks like a mistake in a scene.
pub fn print_warnings(scene: &Scene, quiet: bool) {
    let warnings = &scene.plan().warnings;
    if !quiet && !warnings.is_empty() {
        eprintln!("{warnings}");
    }
}

fn output_folder(flags: &RunFlags, name: &str) -> PathBuf {
    flags.output.clone().unwrap_or_else(|| Path::new("runs").join(name))
}

/// Says what came out and how to look at it.
fn report(result: &RunResult, output: &Path) {
    let summary = &result.summary;
    let size: usize = summary.bodies.iter().map(|b| b.nodes).sum();
    crate::cli::say!(
        "{} steps of {} ({} nodes) in {:.2} s, {:.2} s of processor time",
        summary.steps,
        summary.stepper,
        size,
        summary.wall_seconds,
        summary.cpu_seconds
    );
    for (name, probe) in &summary.probes {
        if let (Some(last), Some(min), Some(max)) = (&probe.last, &probe.min, &probe.max) {
            crate::cli::say!(
                "  {name}: {:.6} {} at the end; least {:.6} at {:.4} s, most {:.6} at {:.4} s",
                last.value,
                probe.unit,
                min.value,
                min.time,
                max.value,
                max.time
            );
        }
    }
    for warning in &summary.warnings {
        crate::cli::say!("  warning ({} x): {}", warning.count, warning.message);
    }
    crate::cli::say!("state_hash {:016x}", summary.state_hash);
    crate::cli::say!("\nResults are in {}:", output.display());
    let has_vtu = summary.files.iter().any(|file| file == "frames.pvd");
    if has_vtu {
        let series = output.join("frames.pvd");
        crate::cli::say!(
            "  frames.pvd   the animation: open it in ParaView (colour by von_mises), or in Python:"
        );
        crate::cli::say!(
            "               import pyvista; pyvista.PVDReader(\"{}\").read()[0].plot()",
            series.display()
        );
    }
    crate::cli::say!("  probes.csv, energy.csv, summary.json   numbers");
    let folder = output.display();
    if has_vtu {
        crate::cli::say!("Look at it without any other program:");
        crate::cli::say!(
            "  pliant render {folder} -o picture.png     the last frame; or film.gif for all of them"
        );
    }
    crate::cli::say!("  pliant plot {folder}                      energies and probes over time");
}

/// Runs at several resolutions and prints how each probe converges.
fn refine(scene: &Scene, name: &str, flags: &RunFlags) -> Result<(), Failure> {
    let mut results = Vec::new();
    // Makes the folder ours, so that a later plain run may use it.
    RunDirectory::create(output_folder(flags, name)).map_err(Failure::output)?;
    for &factor in &flags.refine {
        let refined = scene.refined(factor).map_err(Failure::bad_input)?;
        let folder = output_folder(flags, name).join(format!("refine-{factor}"));
        let options = RunOptions {
            output: Some(folder),
            threads: flags.threads,
            until: flags.until,
            progress: !flags.quiet,
            ..RunOptions::default()
        };
        results.push((factor, run_scene(&refined, &options)?));
    }
    crate::cli::say!("{}", convergence_table(&results));
    crate::cli::say!("\nResults are in {}", output_folder(flags, name).display());
    Ok(())
}

/// For each probe: its final value at each factor, the change from one to the next, and the observed order.
fn convergence_table(results: &[(f64, RunResult)]) -> String {
    let mut text = String::new();
    let names = results.first().map(|r| r.1.probe_names.clone()).unwrap_or_default();
    for (column, name) in names.iter().enumerate() {
        text += &format!(
            "{name} at the end\n  {:>8} {:>10} {:>16} {:>12} {:>7}\n",
            "factor", "nodes", "value", "change", "order"
        );
        let value = |k: usize| results[k].1.samples.last().map_or(f64::NAN, |s| s.probes[column]);
        for k in 0..results.len() {
            let nodes: usize = results[k].1.summary.bodies.iter().map(|b| b.nodes).sum();
            text += &format!("  {:>8} {:>10} {:>16.9e}", results[k].0, nodes, value(k));
            if k >= 1 {
                text += &format!(" {:>12.3e}", value(k) - value(k - 1));
            }
            if k >= 2 {
                let ratio = ((value(k - 1) - value(k - 2)) / (value(k) - value(k - 1))).abs();
                let order = ratio.ln() / (results[k].0 / results[k - 1].0).ln();
                text += &format!(" {order:>7.2}");
            }
            text.push('\n');
        }
    }
    if names.is_empty() {
        text += "The scene has no probes: add a [probe.NAME] to see how it converges.\n";
    }
    text
}
