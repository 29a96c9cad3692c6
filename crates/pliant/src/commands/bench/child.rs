//! A plain `pliant run` in a process of its own, measured from its summary.

use crate::cli::Failure;
use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;

/// A scene to run.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    /// File name of the scene.
    pub name: &'a str,
    /// Its text.
    pub text: &'a str,
    /// Values to change.
    pub set: Vec<(&'a str, String)>,
    /// Threads.
    pub threads: usize,
}

/// What a run's summary says.
pub struct Measured {
    summary: Value,
}

/// A folder for scenes and results, removed at the end.
pub struct Workshop {
    folder: PathBuf,
}

impl Workshop {
    /// A fresh folder among the system's temporary files.
    pub fn open() -> Result<Self, Failure> {
        let folder = std::env::temp_dir().join(format!("pliant-bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder)
            .map_err(|e| Failure::output(format!("error: cannot create {}: {e}", folder.display())))?;
        Ok(Self { folder })
    }

    /// Runs a job once.
    pub fn run(&self, job: &Job<'_>) -> Result<Measured, Failure> {
        let scene = self.folder.join(job.name);
        let results = self.folder.join("results");
        std::fs::write(&scene, job.text).map_err(Failure::output)?;
        let program = std::env::current_exe().map_err(Failure::output)?;
        let mut command = Command::new(program);
        command.arg("run").arg(&scene).arg("-o").arg(&results).arg("--quiet");
        command.arg("--threads").arg(job.threads.to_string());
        for (key, value) in &job.set {
            command.arg("--set").arg(format!("{key}={value}"));
        }
        let output = command.output().map_err(Failure::output)?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(Failure { message: text, code: crate::cli::exit::RUN_FAILED });
        }
        let text = std::fs::read_to_string(results.join("summary.json")).map_err(Failure::output)?;
        let summary = serde_json::from_str(&text).map_err(Failure::output)?;
        Ok(Measured { summary })
    }
}

impl Drop for Workshop {
    fn drop(&mut self) {
        // Leftovers in the system's temporary folder are no reason to fail a bench that has its numbers.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Measured {
    fn number(&self, path: &str) -> f64 {
        self.summary.pointer(path).and_then(Value::as_f64).unwrap_or(f64::NAN)
    }

    /// Processor seconds of the whole run, set-up and output included.
    pub fn cpu_seconds(&self) -> f64 {
        self.number("/cpu_seconds")
    }

    /// Nodes of the first body.
    pub fn nodes(&self) -> f64 {
        self.number("/bodies/0/nodes")
    }

    /// Neighbours of all nodes of the first body together.
    pub fn neighbours(&self) -> f64 {
        self.number("/bodies/0/neighbours")
    }

    /// Peak memory [MB].
    pub fn memory(&self) -> f64 {
        self.number("/peak_memory_bytes") / 1e6
    }

    /// Wall seconds a step, forces and updates only.
    pub fn seconds_a_step(&self) -> f64 {
        (self.number("/seconds_per_phase/forces") + self.number("/seconds_per_phase/update"))
            / self.number("/steps")
    }

    /// Wall seconds a step: all of it but set-up, output and checkpoints.
    pub fn stepping_seconds_a_step(&self) -> f64 {
        let phases = ["forces", "update", "assembly", "factor", "solve", "contact", "guard"];
        phases.iter().map(|phase| self.phase(phase)).sum::<f64>() / self.number("/steps")
    }

    /// Iterations a step.
    pub fn iterations_a_step(&self) -> f64 {
        self.number("/iterations") / self.number("/steps")
    }

    /// Elapsed seconds of a phase; zero if it never came.
    pub fn phase(&self, name: &str) -> f64 {
        self.summary.pointer(&format!("/seconds_per_phase/{name}")).and_then(Value::as_f64).unwrap_or(0.0)
    }

    /// Elapsed seconds of the whole run.
    pub fn wall_seconds(&self) -> f64 {
        self.number("/wall_seconds")
    }

    /// Processor seconds a step, samples and frames included.
    pub fn cpu_seconds_a_step(&self) -> f64 {
        self.number("/stepping_cpu_seconds") / self.number("/steps")
    }

    /// The last value of a probe.
    pub fn last(&self, probe: &str) -> f64 {
        self.number(&format!("/probes/{probe}/final/value"))
    }

    /// The least value of a probe and when it came.
    pub fn least(&self, probe: &str) -> (f64, f64) {
        (
            self.number(&format!("/probes/{probe}/min/value")),
            self.number(&format!("/probes/{probe}/min/time")),
        )
    }
}
