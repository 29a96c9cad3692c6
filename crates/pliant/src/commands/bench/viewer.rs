//! What looking on costs: frames as bytes, a page that only acknowledges, the first picture, the page's own script.

mod browser;

use super::{Limit, Row};
use crate::cli::Failure;
use crate::run::with_threads;
use cpu_time::ProcessTime;
use pliant_scene::{MemoryFiles, Scene};
use pliant_viewer::client::Wants;
use pliant_viewer::encode::Encoder;
use pliant_viewer::picture::{Picture, Shown};
use pliant_viewer::visitor::{Visitor, answer_to};
use pliant_viewer::{Live, Place, SceneSource, Server};
use serde_json::json;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Instant;

/// Runs of each; the minimum counts.
const REPEATS: usize = 5;
/// Frames that are encoded each time.
const FRAMES: usize = 20;
/// Threads that step the world while a page looks on: one, so that the page's own work is not waited for on a small machine.
const THREADS: usize = 1;

/// A plate with about 50 000 triangles to see.
const PLATE: &str = include_str!("../../../../../scenes/bench/viewer-plate.toml");
/// A beam of a thousand nodes.
const BEAM: &str = include_str!("../../../../../scenes/bench/peer1-1k.toml");

/// All rows of the suite; `quick` makes everything small, runs it once and opens no browser.
pub fn run(quick: bool) -> Result<Vec<Row>, Failure> {
    let repeats = if quick { 1 } else { REPEATS };
    let mut rows = encoding(quick, repeats)?;
    rows.push(with_threads(None, || Ok(first_frame(quick, repeats)))?.map_err(failed)?);
    rows.extend(slow_down(quick, repeats).map_err(failed)?);
    if !quick {
        rows.extend(browser::rows().map_err(failed)?);
    }
    Ok(rows)
}

fn failed(reason: String) -> Failure {
    Failure {
        message: format!("error: the viewer could not be measured: {reason}"),
        code: crate::cli::exit::RUN_FAILED,
    }
}

fn plate(quick: bool) -> Vec<(String, String)> {
    if quick { vec![("body.plate.cells".into(), "[10, 10, 1]".into())] } else { Vec::new() }
}

/// A world of a scene that stands at its beginning and will go as fast as it can.
fn live(text: &str, overrides: Vec<(String, String)>) -> Result<Live, String> {
    let files = Arc::new(MemoryFiles::none());
    let source = SceneSource { name: "bench.toml".into(), text: text.into(), overrides, files };
    let mut live = Live::new(source, Vec::new(), false).map_err(words)?;
    live.set_speed(0.0);
    Ok(live)
}

fn words(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn encoding(quick: bool, repeats: usize) -> Result<Vec<Row>, Failure> {
    let overrides = plate(quick);
    let scene = Scene::from_text(PLATE, "viewer-plate.toml", &crate::commands::run::pairs(&overrides));
    let mut world = scene.and_then(|scene| scene.build()).map_err(Failure::bad_input)?.world;
    let triangles = world.surface(0).len();
    let picture = Picture { epoch: 1, shown: Shown::Live(world.frame(0)), ..Picture::default() };
    let wants = Wants { field: "von_mises".into(), layers: vec!["surface".into(), "colliders".into()] };
    let (mut first, mut later, mut size) = (f64::INFINITY, f64::INFINITY, 0);
    for _ in 0..repeats {
        let mut encoder = Encoder::default();
        let timed = |encoder: &mut Encoder| {
            let begun = Instant::now();
            let length = encoder.encode(&picture, &wants).len();
            (1e3 * begun.elapsed().as_secs_f64(), length)
        };
        first = first.min(timed(&mut encoder).0);
        for _ in 0..FRAMES {
            let (ms, length) = timed(&mut encoder);
            (later, size) = (later.min(ms), length);
        }
    }
    let what = format!("a frame of {triangles} triangles with a field as {} kB, one thread", size / 1024);
    let limit = if quick { Limit::None } else { Limit::Most(2.0) };
    Ok(vec![
        Row::new("viewer/encode", what, later, "ms", limit),
        Row::new("viewer/encode-first", "the first of them, with its triangles", first, "ms", Limit::None),
    ])
}

/// From the page's request to its first frame.
fn first_frame(quick: bool, repeats: usize) -> Result<Row, String> {
    let server = live(PLATE, plate(quick))?.serve_aside(Place::default()).map_err(words)?;
    let mut least = f64::INFINITY;
    for _ in 0..repeats {
        let begun = Instant::now();
        let head = format!("GET /?token={} HTTP/1.1\r\nHost: localhost", server.token());
        answer_to(&server, &head).map_err(words)?;
        Visitor::open(&server).and_then(|mut page| page.wait_for("frame", |_| true)).map_err(words)?;
        least = least.min(begun.elapsed().as_secs_f64());
    }
    let what = "from the page's request to its first frame of 50k triangles, without the browser's own work";
    Ok(Row::new("viewer/first-frame", what, least, "s", Limit::None))
}

/// Time that a run took.
#[derive(Clone, Copy)]
struct Took {
    /// By the clock on the wall (s).
    wall: f64,
    /// Of all threads of this process, the page's, too (s).
    processor: f64,
}

impl Took {
    const LONGEST: Self = Self { wall: f64::INFINITY, processor: f64::INFINITY };

    fn since((begun, used): (Instant, ProcessTime)) -> Self {
        Self { wall: begun.elapsed().as_secs_f64(), processor: used.elapsed().as_secs_f64() }
    }

    fn least(self, other: Self) -> Self {
        Self { wall: self.wall.min(other.wall), processor: self.processor.min(other.processor) }
    }
}

fn now() -> (Instant, ProcessTime) {
    (Instant::now(), ProcessTime::now())
}

/// A run with a page that acknowledges all it gets, against the same loop with nobody there.
fn slow_down(quick: bool, repeats: usize) -> Result<Vec<Row>, String> {
    let duration = if quick { "0.02 s" } else { "20 s" };
    let scene = || live(BEAM, vec![("time.duration".to_string(), duration.to_string())]);
    let (mut alone, mut watched, mut frames) = (Took::LONGEST, Took::LONGEST, 0);
    for _ in 0..repeats {
        alone = alone.least(alone_took(scene()?)?);
        let (took, seen) = watched_took(scene()?)?;
        (watched, frames) = (watched.least(took), frames.max(seen));
    }
    let limit = if quick { Limit::None } else { Limit::Most(5.0) };
    let percent = |watched: f64, alone: f64| 100.0 * (watched / alone - 1.0);
    let what = format!(
        "processor time with a page that acknowledges all of {frames} frames, page and server included, over nobody there (PEER1 1k, {duration})"
    );
    let wall = percent(watched.wall, alone.wall);
    let processor = percent(watched.processor, alone.processor);
    let by_wall = "the same by the clock, which other work on the machine disturbs";
    Ok(vec![
        Row::new("viewer/slow-down", what, processor, "%", limit),
        Row::new("viewer/slow-down-wall", by_wall, wall, "%", Limit::None),
        Row::new("viewer/alone", "processor time with nobody there", alone.processor, "s", Limit::None),
    ])
}

/// Plays to the end by the loop of the viewer, while nobody looks on.
fn alone_took(mut live: Live) -> Result<Took, String> {
    let play = || {
        let begun = now();
        Ok(live.play_alone().map(|()| Took::since(begun)))
    };
    with_threads(Some(THREADS), play).map_err(words)?
}

/// The same with a page that acknowledges every frame, and how many it gets. As in `pliant view`, a pool of threads steps the world,
/// and connections have their own.
fn watched_took(mut live: Live) -> Result<(Took, usize), String> {
    let (events, heard) = channel();
    let server = Server::start(Place::default(), events, live.work()).map_err(words)?;
    let step = move || {
        live.run(&heard);
        Ok(())
    };
    std::thread::spawn(move || with_threads(Some(THREADS), step));
    let mut page = Visitor::open(&server).map_err(words)?;
    page.wait_for("frame", |_| true).map_err(words)?;
    let begun = now();
    page.say(&json!({"kind": "play"})).map_err(words)?;
    let mut frames = 0;
    loop {
        let message = page.hear().map_err(words)?;
        frames += usize::from(message["kind"] == "frame");
        if message["finished"] == true {
            return Ok((Took::since(begun), frames));
        }
    }
}
