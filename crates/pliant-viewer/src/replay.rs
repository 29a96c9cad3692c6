//! A finished run, frame by frame from its folder.

use crate::audience::Audience;
use crate::client::Event;
use crate::encode::{COLLIDERS, SURFACE, SURFELS};
use crate::message::{FromPage, Hello, Layer, NamedUnit, StateText, ToPage};
use crate::picture::{Picture, Shown};
use crate::sight::box_around;
use pliant_output::{OutputError, StoredRun, SurfaceFrame, Table, unit_of_field};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

const LAYERS: [Layer; 3] = [
    Layer { name: SURFACE, label: "Surfaces", shown: true },
    Layer { name: COLLIDERS, label: "Colliders", shown: true },
    Layer { name: SURFELS, label: "Surfels", shown: false },
];

/// A run directory with its pages.
pub struct Replay {
    run: StoredRun,
    name: String,
    /// What a surface can be coloured by: as the first frame has it.
    fields: Vec<NamedUnit>,
    /// The box around what was shown last (m).
    bounds: [[f64; 3]; 2],
    rows: Vec<Vec<Option<f64>>>,
    probes: Vec<NamedUnit>,
    hash: String,
    audience: Audience,
    frame: usize,
    playing: bool,
    speed: f64,
    /// When the frame at hand began to be shown.
    since: Instant,
    failed: String,
    is_dirty: bool,
}

impl Replay {
    /// Opens a run directory.
    ///
    /// # Errors
    /// If it is none, or has no frames.
    pub fn new(run: StoredRun, playing: bool) -> Result<Self, OutputError> {
        if run.frames().is_empty() {
            return Err(without_frames(&run));
        }
        let first = run.surface_frame(0).map_err(|error| without_files(&run, error))?;
        let (rows, probes) = plots(&run)?;
        let hash = run.summary()?.and_then(|summary| Some(summary.get("state_hash")?.as_str()?.to_string()));
        Ok(Self {
            name: run.path().display().to_string(),
            fields: fields_of(&first),
            bounds: bounds_of(&first),
            rows,
            probes,
            hash: hash.unwrap_or_default(),
            audience: Audience::default(),
            frame: 0,
            playing,
            speed: 1.0,
            since: Instant::now(),
            failed: String::new(),
            is_dirty: true,
            run,
        })
    }

    /// Plays and hears until nobody can say anything any more.
    pub fn run(&mut self, events: &Receiver<Event>) {
        loop {
            let event = match self.wait() {
                Some(wait) => events.recv_timeout(wait),
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match event {
                Ok(event) => self.hear(event),
                Err(RecvTimeoutError::Timeout) => self.play_on(),
                Err(RecvTimeoutError::Disconnected) => return,
            }
            self.show();
        }
    }

    fn time(&self, frame: usize) -> f64 {
        self.run.frames().get(frame).map_or(0.0, |(time, _)| *time)
    }

    fn last(&self) -> usize {
        self.run.frames().len().saturating_sub(1)
    }

    /// How long the frame at hand is still to be seen; none if it stays.
    fn wait(&self) -> Option<Duration> {
        if !self.playing || self.frame >= self.last() {
            return None;
        }
        let seconds = match self.speed {
            0.0 => 0.0,
            speed => (self.time(self.frame + 1) - self.time(self.frame)) / speed,
        };
        let whole = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        Some(whole.max(Duration::from_millis(5)).saturating_sub(self.since.elapsed()))
    }

    fn play_on(&mut self) {
        self.go_to(self.frame + 1);
        if self.frame == self.last() {
            self.playing = false;
            self.tell_state();
        }
    }

    fn go_to(&mut self, frame: usize) {
        self.frame = frame.min(self.last());
        self.since = Instant::now();
        self.is_dirty = true;
    }

    fn hear(&mut self, event: Event) {
        match event {
            Event::Joined(client) => {
                let rows = ToPage::Samples { rows: self.rows.clone(), restart: true };
                self.audience.join(client, &LAYERS, &[self.hello(), rows, ToPage::State(self.state())]);
                self.is_dirty = true;
            }
            Event::Left(id) => self.audience.leave(id),
            Event::Said(id, message, _) => {
                if let Err(text) = self.obey(id, message) {
                    self.audience.tell(id, &ToPage::Error { text });
                }
            }
        }
    }

    fn obey(&mut self, id: u64, message: FromPage) -> Result<(), String> {
        match message {
            FromPage::Play {} => {
                if self.frame == self.last() {
                    self.go_to(0);
                }
                (self.playing, self.since) = (true, Instant::now());
            }
            FromPage::Pause {} => self.playing = false,
            FromPage::Step { by } => {
                self.playing = false;
                let by = by.clamp(-(self.last() as i64), self.last() as i64);
                self.go_to(self.frame.saturating_add_signed(by as isize));
            }
            FromPage::Reset {} => {
                self.playing = false;
                self.go_to(0);
            }
            FromPage::Seek { frame } => self.go_to(frame),
            FromPage::Speed { value } if (0.0..=100.0).contains(&value) => self.speed = value,
            FromPage::Speed { value } => return Err(format!("a speed of {value} is not between 0 and 100")),
            FromPage::AskState {} => {
                self.audience.tell(id, &ToPage::State(self.state()));
                return Ok(());
            }
            FromPage::Colour { .. } | FromPage::Layers { .. } | FromPage::Ack { .. } => {
                self.is_dirty = true;
                return Ok(());
            }
            _ => return Err("a finished run cannot be changed: view its scene for that".into()),
        }
        self.tell_state();
        Ok(())
    }

    fn show(&mut self) {
        if !self.is_dirty || self.audience.is_empty() {
            return;
        }
        self.is_dirty = false;
        let failed = match self.run.surface_frame(self.frame) {
            Ok(frame) => {
                self.bounds = bounds_of(&frame);
                self.audience.show(Picture {
                    epoch: 1,
                    index: self.frame as u64,
                    time: frame.time,
                    step: self.frame as u64,
                    speed_ratio: if self.playing { self.speed } else { 0.0 },
                    shown: Shown::Stored(frame),
                    ..Picture::default()
                });
                String::new()
            }
            Err(error) => error.to_string(),
        };
        if failed != self.failed {
            self.playing &= failed.is_empty();
            self.failed = failed;
            self.tell_state();
        }
    }

    fn tell_state(&self) {
        self.audience.tell_all(&ToPage::State(self.state()));
    }

    fn state(&self) -> StateText {
        StateText {
            playing: self.playing,
            finished: self.frame == self.last(),
            failed: self.failed.clone(),
            time: self.time(self.frame),
            step: self.frame as u64,
            hash: self.hash.clone(),
            speed: self.speed,
            warnings: Vec::new(),
        }
    }

    fn hello(&self) -> ToPage {
        let times: Vec<f64> = self.run.frames().iter().map(|(time, _)| *time).collect();
        ToPage::Hello(Box::new(Hello {
            version: env!("CARGO_PKG_VERSION"),
            mode: "replay",
            name: self.name.clone(),
            title: self.run.title(),
            up: self.run.up().to_array(),
            duration: times.last().copied().unwrap_or(0.0),
            frame_step: if times.len() > 1 { times[1] - times[0] } else { 0.0 },
            frames: times.len(),
            times,
            fields: self.fields.clone(),
            layers: LAYERS.to_vec(),
            probes: self.probes.clone(),
            bounds: self.bounds,
            ..Hello::default()
        }))
    }
}

/// Why a run cannot be replayed that wrote no frames, or none that are read back.
fn without_frames(run: &StoredRun) -> OutputError {
    let (reason, remedy) = if run.has_ply_frames() {
        (
            "has its frames as PLY files only, and the viewer reads VTU files",
            "run the scene with `--format vtu`",
        )
    } else {
        (
            "has no frames to show",
            "run the scene with frames: `frames = true` in [output], or view the scene itself",
        )
    };
    OutputError::NotARun { path: run.path().to_path_buf(), reason: reason.into(), remedy }
}

/// Why it cannot be replayed when frames are listed whose files are gone.
fn without_files(run: &StoredRun, error: OutputError) -> OutputError {
    match run.frames().first() {
        Some((_, file)) if !file.exists() => OutputError::NotARun {
            path: run.path().to_path_buf(),
            reason: format!("lists {} frames, but the file of the first is gone", run.frames().len()),
            remedy: "run the scene again, or view the scene itself",
        },
        _ => error,
    }
}

/// Every field that some part has.
fn fields_of(frame: &SurfaceFrame) -> Vec<NamedUnit> {
    let mut names: Vec<&str> = Vec::new();
    for field in frame.parts.iter().flat_map(|part| &part.fields) {
        if !names.contains(&field.name.as_str()) {
            names.push(&field.name);
        }
    }
    names.into_iter().map(|name| NamedUnit { name: name.into(), unit: unit_of_field(name).into() }).collect()
}

fn bounds_of(frame: &SurfaceFrame) -> [[f64; 3]; 2] {
    box_around(frame.parts.iter().flat_map(|part| part.positions.iter().copied()))
}

/// Rows and names.
type Plots = (Vec<Vec<Option<f64>>>, Vec<NamedUnit>);

/// Energies and probes, row by row; both tables have the same times.
fn plots(run: &StoredRun) -> Result<Plots, OutputError> {
    if !run.has_energy() {
        return Ok(Plots::default());
    }
    let energy = run.energy()?;
    let probes = if run.has_probes() { Some(run.probes()?) } else { None };
    let units = run.probe_units()?;
    let names: Vec<String> = probes.iter().flat_map(|table| table.names.iter().skip(1).cloned()).collect();
    let finite = |table: &Table, column: &str, row: usize| {
        table
            .column(column)
            .ok()
            .and_then(|values| values.get(row).copied())
            .filter(|value| value.is_finite())
    };
    let row = |row: usize| {
        let of_energy = ["time", "kinetic", "elastic", "load"].map(|name| finite(&energy, name, row));
        let of_probes = names.iter().map(|name| probes.as_ref().and_then(|table| finite(table, name, row)));
        of_energy.into_iter().chain(of_probes).collect()
    };
    let rows = (0..energy.row_count()).map(row).collect();
    let unit = |name: &String| units.get(name).cloned().unwrap_or_default();
    Ok((rows, names.iter().map(|name| NamedUnit { name: name.clone(), unit: unit(name) }).collect()))
}
