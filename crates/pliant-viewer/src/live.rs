//! A simulation that pages look at and take hold of.
//!
//! One thread steps the world and hears of pages. It never waits for a page: a picture is made when some page can take one and when
//! that takes little of the time spent on steps. What pages ask for is done between two steps.

use crate::audience::Audience;
use crate::client::Event;
use crate::ear::{Ear, Stopwatch};
use crate::hands::Hands;
use crate::history::History;
use crate::message::{FromPage, GalleryItem, Hello, Layer, NamedUnit, StateText, ToPage};
use crate::pace::{Pace, PictureBudget};
use crate::parameters::parameters;
use crate::picture::{Picture, Shown};
use crate::server::{Place, ServeError, Server};
use crate::sight::{CONTACTS, LAYERS, bounds_of, fields_of, layers_of, marks_of};
use crate::source::{GallerySource, SceneSource, problem_texts};
use crate::work::{Task, Work};
use pliant_scene::{Problems, Scene};
use pliant_world::World;
use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::Instant;

/// A simulation with its pages.
pub struct Live {
    source: SceneSource,
    gallery: Vec<GallerySource>,
    /// What sliders have changed.
    changes: Vec<(String, String)>,
    scene: Scene,
    world: World,
    warnings: Vec<String>,
    /// What can be seen of it.
    layers: Vec<Layer>,
    epoch: u64,
    pictures: u64,
    audience: Audience,
    playing: bool,
    failed: String,
    pace: Pace,
    budget: PictureBudget,
    history: History,
    hands: Hands,
    stopwatch: Stopwatch,
    work: Arc<Work>,
    /// Something has changed that the last picture does not show.
    is_dirty: bool,
    /// Somebody waits for a first picture: it comes before the next step, which may be long.
    is_awaited: bool,
    /// A page has been there: nothing happens before somebody looks.
    is_seen: bool,
}

impl Live {
    /// A world of this scene, standing at its beginning or playing.
    ///
    /// # Errors
    /// What is wrong with the scene.
    pub fn new(source: SceneSource, gallery: Vec<GallerySource>, playing: bool) -> Result<Self, Problems> {
        let scene = source.scene(&[])?;
        let built = scene.build()?;
        let warnings = built.warnings.list().iter().map(|problem| problem.reason.clone()).collect();
        let layers = layers_of(&built.world);
        Ok(Self {
            source,
            gallery,
            layers,
            changes: Vec::new(),
            scene,
            world: built.world,
            warnings,
            epoch: 1,
            pictures: 0,
            audience: Audience::default(),
            playing,
            failed: String::new(),
            pace: Pace::default(),
            budget: PictureBudget::default(),
            history: History::default(),
            hands: Hands::default(),
            stopwatch: Stopwatch::default(),
            work: Arc::default(),
            is_dirty: true,
            is_awaited: false,
            is_seen: false,
        })
    }

    /// Simulated seconds a second; 0 is as fast as it goes.
    pub fn set_speed(&mut self, speed: f64) {
        self.pace.set_speed(speed, self.world.time());
    }

    /// What it is at, for the server that its pages come to.
    pub fn work(&self) -> Arc<Work> {
        self.work.clone()
    }

    /// Serves it by a thread of its own, as long as the program runs.
    ///
    /// # Errors
    /// If it cannot listen there.
    pub fn serve_aside(mut self, place: Place) -> Result<Server, ServeError> {
        let (events, heard) = channel();
        let server = Server::start(place, events, self.work())?;
        std::thread::spawn(move || self.run(&heard));
        Ok(server)
    }

    /// Plays to the end by the same loop while nobody looks on: what pages cost is measured against it.
    ///
    /// # Errors
    /// Why it has stopped before its end.
    pub fn play_alone(&mut self) -> Result<(), String> {
        let (_silent, nobody) = channel();
        (self.is_seen, self.playing) = (true, true);
        while self.is_running() {
            self.advance(&nobody, &mut VecDeque::new(), u64::MAX);
            self.show();
        }
        if self.failed.is_empty() { Ok(()) } else { Err(self.failed.clone()) }
    }

    /// Steps and hears until nobody can say anything any more.
    pub fn run(&mut self, events: &Receiver<Event>) {
        let mut waiting = VecDeque::new();
        loop {
            match waiting.pop_front().map_or_else(|| self.next_event(events), Ok) {
                Ok(event) => {
                    waiting.extend(events.try_iter());
                    if !waiting.front().is_some_and(|next| next.replaces(&event)) {
                        self.hear(event);
                    }
                }
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => return,
            }
            if self.is_awaited {
                self.show();
            }
            if waiting.is_empty() && self.is_running() {
                self.advance(events, &mut waiting, u64::MAX);
            }
            self.show();
        }
    }

    fn is_running(&self) -> bool {
        self.is_seen && self.playing && self.failed.is_empty() && !self.world.is_over()
    }

    /// What a page says: at once while the simulation runs, else whenever it comes.
    fn next_event(&self, events: &Receiver<Event>) -> Result<Event, TryRecvError> {
        if !self.is_running() {
            return events.recv().map_err(|_| TryRecvError::Disconnected);
        }
        let wait = self.pace.ahead(self.world.time());
        if wait.is_zero() {
            return events.try_recv();
        }
        events.recv_timeout(wait).map_err(|error| match error {
            RecvTimeoutError::Timeout => TryRecvError::Empty,
            RecvTimeoutError::Disconnected => TryRecvError::Disconnected,
        })
    }

    /// Steps until somebody says something, a picture is due, or it is ahead of the clock.
    fn advance(&mut self, events: &Receiver<Event>, waiting: &mut VecDeque<Event>, most_steps: u64) {
        if let Err(reason) = self.hands.take_up(&mut self.world) {
            (self.failed, self.playing) = (reason, false);
            return self.tell_state();
        }
        let mut ear = Ear {
            events,
            waiting,
            history: &mut self.history,
            stopwatch: &mut self.stopwatch,
            pace: &self.pace,
            audience: &self.audience,
            work: &self.work,
            picture_due: self.budget.due(),
            steps_left: most_steps,
            until: if self.hands.are_empty() { f64::INFINITY } else { self.world.time() + Hands::PULSE },
        };
        self.work.begin(Task::Step);
        if let Err(error) = self.world.run(&mut ear) {
            self.failed = error.to_string();
        }
        self.work.rest();
        self.is_dirty = true;
        self.pace.forgive(self.world.time());
        if self.world.is_over() || !self.failed.is_empty() {
            self.playing = false;
            self.tell_state();
        }
    }

    fn hear(&mut self, event: Event) {
        match event {
            Event::Joined(client) => {
                self.tell_rows();
                let first = [self.hello(), self.history.whole(), ToPage::State(self.state())];
                self.audience.join(client, &LAYERS, &first);
                (self.is_dirty, self.is_awaited) = (true, true);
                if !self.is_seen {
                    self.is_seen = true;
                    self.pace.begin(self.world.time());
                }
            }
            Event::Left(id) => {
                self.audience.leave(id);
                self.is_dirty |= self.hands.lost(&mut self.world, id);
            }
            Event::Said(id, message, _) => {
                if let Err(text) = self.obey(id, message) {
                    self.audience.tell(id, &ToPage::Error { text });
                }
            }
        }
    }

    fn obey(&mut self, id: u64, message: FromPage) -> Result<(), String> {
        match message {
            FromPage::Play {} => self.play(true),
            FromPage::Pause {} => self.play(false),
            FromPage::Step { .. } => self.one_step(),
            FromPage::Reset {} => self.reset(),
            FromPage::Speed { value } if (0.0..=100.0).contains(&value) => {
                self.set_speed(value);
                self.tell_state();
            }
            FromPage::Speed { value } => return Err(format!("a speed of {value} is not between 0 and 100")),
            FromPage::Grab { part, triangle, weights, target } => {
                self.hands.grab(&mut self.world, id, &part, triangle, weights, target)?;
            }
            FromPage::Drag { target } => self.hands.drag(&mut self.world, id, target)?,
            FromPage::Release { pin } => self.hands.release(&mut self.world, id, pin)?,
            FromPage::Unpin {} => self.hands.unpin(&mut self.world)?,
            FromPage::Set { path, value } => self.set(path, value)?,
            FromPage::Scene { text } => self.open(id, self.source.with_text(text)),
            FromPage::Gallery { name } => {
                let known = self.gallery.iter().find(|scene| scene.item.name == name);
                let source =
                    known.ok_or_else(|| format!("there is no gallery scene \"{name}\""))?.source.clone();
                self.open(id, source);
            }
            FromPage::AskState {} => {
                let state = ToPage::State(self.state());
                self.audience.tell(id, &state);
            }
            FromPage::Seek { .. } => return Err("only a finished run can be sought through".into()),
            FromPage::Ack { .. } | FromPage::Colour { .. } | FromPage::Layers { .. } => {}
        }
        self.is_dirty = true;
        Ok(())
    }

    fn play(&mut self, playing: bool) {
        if playing && (self.world.is_over() || !self.failed.is_empty()) {
            self.reset();
        }
        self.playing = playing;
        self.pace.begin(self.world.time());
        self.tell_state();
    }

    fn one_step(&mut self) {
        self.playing = false;
        if self.failed.is_empty() && !self.world.is_over() {
            let (_silent, nobody) = channel();
            self.advance(&nobody, &mut VecDeque::new(), 1);
        }
        self.tell_state();
    }

    fn reset(&mut self) {
        match self.at_work(|live| live.scene.build()) {
            Ok(built) => self.begin(built.world),
            Err(problems) => self.failed = problems.to_string(),
        }
        self.tell_state();
    }

    /// Makes something of a scene, which may take a while.
    fn at_work<T>(&self, make: impl FnOnce(&Self) -> T) -> T {
        self.work.begin(Task::Scene);
        let made = make(self);
        self.work.rest();
        made
    }

    /// A world at its beginning.
    fn begin(&mut self, world: World) {
        self.layers = layers_of(&world);
        self.world = world;
        self.hands = Hands::default();
        self.failed.clear();
        self.history.restart();
        self.stopwatch = Stopwatch::default();
        self.pace.begin(0.0);
        self.audience.tell_all(&self.history.whole());
        (self.is_dirty, self.is_awaited) = (true, true);
    }

    /// Changes a number of the scene and goes on from here.
    fn set(&mut self, path: String, value: f64) -> Result<(), String> {
        let mut changes = self.changes.clone();
        changes.retain(|(known, _)| *known != path);
        changes.push((path, format!("{value:e}")));
        let first_reason = |problems: Problems| {
            problems
                .list()
                .first()
                .map_or_else(String::new, |problem| format!("{}: {}", problem.key, problem.reason))
        };
        let scene = self.source.scene(&changes).map_err(first_reason)?;
        let mut world = self.at_work(|_| scene.build()).map_err(first_reason)?.world;
        (self.scene, self.changes) = (scene, changes);
        self.failed.clear();
        match world.restore(self.world.snapshot().clone()) {
            Ok(()) => {
                self.world = world;
                self.world.let_energy_in();
                self.hands.take_up(&mut self.world)?;
                self.pace.begin(self.world.time());
            }
            // Other nodes: it cannot go on from here.
            Err(_) => self.begin(world),
        }
        self.tell_state();
        Ok(())
    }

    /// Another scene, if nothing is wrong with it.
    fn open(&mut self, id: u64, source: SceneSource) {
        let built = self.at_work(|_| {
            let scene = source.scene(&[])?;
            scene.build().map(|built| (scene, built))
        });
        let (scene, built) = match built {
            Ok(both) => both,
            Err(problems) => {
                return self.audience.tell(id, &ToPage::Problems { problems: problem_texts(&problems) });
            }
        };
        self.audience.tell(id, &ToPage::Problems { problems: problem_texts(&built.warnings) });
        self.warnings = built.warnings.list().iter().map(|problem| problem.reason.clone()).collect();
        (self.source, self.scene, self.changes) = (source, scene, Vec::new());
        self.epoch += 1;
        self.audience.tell_all(&self.hello_of(&built.world));
        self.begin(built.world);
        self.tell_state();
    }

    fn hello(&self) -> ToPage {
        self.hello_of(&self.world)
    }

    fn hello_of(&self, world: &World) -> ToPage {
        let plan = self.scene.plan();
        let can_be_set = |path: &str, value: f64| {
            let mut changes = self.changes.clone();
            changes.push((path.to_string(), format!("{value:e}")));
            self.source.scene(&changes).is_ok()
        };
        let probes = world.probe_names().zip(world.probe_units());
        ToPage::Hello(Box::new(Hello {
            version: env!("CARGO_PKG_VERSION"),
            mode: "live",
            name: stem(&self.source.name),
            title: self.scene.title(),
            about: plan.about.clone().unwrap_or_default(),
            up: plan.up.to_array(),
            text: self.source.text.clone(),
            editable: true,
            duration: self.scene.duration(),
            frame_step: world.schedule().frame_interval.unwrap_or(0.0),
            frames: 0,
            times: Vec::new(),
            fields: fields_of(world),
            layers: layers_of(world),
            parameters: parameters(plan, can_be_set),
            probes: probes.map(|(name, unit)| NamedUnit { name: name.into(), unit: unit.into() }).collect(),
            gallery: self.gallery.iter().map(|scene| scene.item.clone()).collect::<Vec<GalleryItem>>(),
            bounds: bounds_of(world),
        }))
    }

    fn state(&self) -> StateText {
        StateText {
            playing: self.playing,
            finished: self.world.is_over(),
            failed: self.failed.clone(),
            time: self.world.time(),
            step: self.world.state().step,
            hash: format!("{:016x}", self.world.state().hash()),
            speed: self.pace.speed(),
            warnings: self.warnings.clone(),
        }
    }

    fn tell_state(&self) {
        self.audience.tell_all(&ToPage::State(self.state()));
    }

    /// Gives the pages a picture, if something has changed and one is due.
    fn show(&mut self) {
        let idle = self.pace.ahead(self.world.time());
        let is_due = self.is_awaited
            || !self.is_running()
            || (self.audience.someone_waits() && self.budget.allows(idle));
        if !self.is_dirty || !is_due || self.audience.is_empty() {
            return;
        }
        let begun = Instant::now();
        let picture = self.picture();
        self.audience.show(picture);
        self.tell_rows();
        (self.is_dirty, self.is_awaited) = (false, false);
        self.budget.spent(begun);
    }

    fn tell_rows(&mut self) {
        if let Some(rows) = self.history.new_rows() {
            self.audience.tell_all(&rows);
        }
    }

    fn picture(&mut self) -> Picture {
        self.pictures += 1;
        let frame = self.world.frame(self.pictures as usize);
        let wanted: Vec<&str> =
            self.layers.iter().map(|layer| layer.name).filter(|layer| self.audience.wants(layer)).collect();
        let marks = marks_of(&self.world, &frame, &wanted);
        let contacts =
            marks.iter().filter(|marks| marks.layer == CONTACTS).map(|marks| marks.positions.len()).sum();
        Picture {
            epoch: self.epoch,
            index: self.pictures,
            time: self.world.time(),
            step: self.world.state().step,
            speed_ratio: self.pace.take_ratio(self.world.time()),
            solver: self.stopwatch.take(contacts),
            grab: self.hands.text(&self.world),
            shown: Shown::Live(frame),
            marks,
        }
    }
}

/// The name of a file without folder and ending.
fn stem(name: &str) -> String {
    Path::new(name).file_stem().map_or_else(|| name.to_string(), |stem| stem.to_string_lossy().into_owned())
}
