//! What looking on costs: frames as bytes, a page that only acknowledges, the first picture.
//!
//! What the page's own script takes is measured in a browser: `npm run bench` in `crates/pliant-viewer/web`.

use super::{Limit, Row};
use crate::cli::Failure;
use crate::run::with_threads;
use pliant_scene::{MemoryFiles, Scene};
use pliant_viewer::client::{Event, Wants};
use pliant_viewer::encode::Encoder;
use pliant_viewer::picture::{Picture, Shown};
use pliant_viewer::{Live, Place, SceneSource, Server};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;
use tungstenite::{Message, WebSocket};

/// Runs of each; the minimum counts.
const REPEATS: usize = 5;
/// Frames that are encoded each time.
const FRAMES: usize = 20;

/// A plate with about 50 000 triangles to see.
const PLATE: &str = include_str!("../../../../../scenes/bench/viewer-plate.toml");
/// A beam of a thousand nodes.
const BEAM: &str = include_str!("../../../../../scenes/bench/peer1-1k.toml");

/// All rows of the suite; `quick` makes everything small and runs it once.
pub fn run(quick: bool) -> Result<Vec<Row>, Failure> {
    let repeats = if quick { 1 } else { REPEATS };
    let mut rows = encoding(quick, repeats)?;
    rows.push(with_threads(None, || Ok(first_picture(quick, repeats)))?.map_err(failed)?);
    rows.extend(slow_down(quick, repeats).map_err(failed)?);
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

fn source(text: &str, overrides: Vec<(String, String)>) -> SceneSource {
    SceneSource {
        name: "bench.toml".into(),
        text: text.into(),
        overrides,
        files: Arc::new(MemoryFiles::none()),
    }
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

/// A page without a screen.
struct Page {
    socket: WebSocket<TcpStream>,
}

impl Page {
    fn open(server: &Server) -> Result<Self, String> {
        let address = server.address();
        let url = server.url().replace("http://", "ws://").replace("/?", "/live?");
        let mut request = url.into_client_request().map_err(text)?;
        let origin = HeaderValue::from_str(&format!("http://{address}")).map_err(text)?;
        request.headers_mut().insert("origin", origin);
        let stream = TcpStream::connect(address).map_err(text)?;
        stream.set_read_timeout(Some(Duration::from_secs(60))).map_err(text)?;
        let (socket, _) = tungstenite::client(request, stream).map_err(text)?;
        Ok(Self { socket })
    }

    fn say(&mut self, message: &str) -> Result<(), String> {
        self.socket.send(Message::text(message)).map_err(text)
    }

    /// Acknowledges frames until a text holds this; how many frames there were.
    fn look_on_until(&mut self, words: &str) -> Result<usize, String> {
        let mut frames = 0;
        loop {
            match self.socket.read().map_err(text)? {
                Message::Binary(_) => {
                    frames += 1;
                    self.say(&format!("{{\"kind\":\"ack\",\"id\":{frames}}}"))?;
                }
                Message::Text(said) if said.contains(words) => return Ok(frames),
                _ => {}
            }
        }
    }
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn serve(source: SceneSource) -> Result<Server, String> {
    let mut live = Live::new(source, Vec::new(), false).map_err(text)?;
    live.set_speed(0.0);
    let (events, heard) = channel::<Event>();
    let server = Server::start(Place::default(), events).map_err(text)?;
    std::thread::spawn(move || live.run(&heard));
    Ok(server)
}

/// From the page's request to its first frame.
fn first_picture(quick: bool, repeats: usize) -> Result<Row, String> {
    let server = serve(source(PLATE, plate(quick)))?;
    let mut least = f64::INFINITY;
    for _ in 0..repeats {
        let begun = Instant::now();
        let mut stream = TcpStream::connect(server.address()).map_err(text)?;
        let query = server.url().split_once("/?").map_or(String::new(), |(_, query)| query.to_string());
        write!(stream, "GET /?{query} HTTP/1.1\r\nHost: localhost\r\n\r\n").map_err(text)?;
        stream.read_to_end(&mut Vec::new()).map_err(text)?;
        let mut page = Page::open(&server)?;
        while !matches!(page.socket.read().map_err(text)?, Message::Binary(_)) {}
        least = least.min(begun.elapsed().as_secs_f64());
    }
    let what = "from the page's request to its first frame of 50k triangles, without the browser's own work";
    Ok(Row::new("viewer/first-picture", what, least, "s", Limit::Most(1.0)))
}

/// A run with a page that only acknowledges, against one whose page is told nothing.
fn slow_down(quick: bool, repeats: usize) -> Result<Vec<Row>, String> {
    let duration = if quick { "0.02 s" } else { "0.5 s" };
    let overrides = vec![("time.duration".to_string(), duration.to_string())];
    let mut seconds = [f64::INFINITY; 2];
    let mut frames = 0;
    for _ in 0..repeats {
        for (watched, least) in [false, true].into_iter().zip(&mut seconds) {
            let server = serve(source(BEAM, overrides.clone()))?;
            let mut page = Page::open(&server)?;
            page.look_on_until("\"playing\":false")?;
            if !watched {
                page.say("{\"kind\":\"layers\",\"shown\":[]}")?;
            }
            let begun = Instant::now();
            page.say("{\"kind\":\"play\"}")?;
            let seen =
                if watched { page.look_on_until("\"finished\":true")? } else { page.stare_until_finished()? };
            *least = least.min(begun.elapsed().as_secs_f64());
            frames = frames.max(seen);
        }
    }
    let [alone, watched] = seconds;
    let limit = if quick { Limit::None } else { Limit::Most(5.0) };
    let what = format!(
        "a page that acknowledges {frames} frames, over a page that acknowledges none (PEER1 1k, {duration})"
    );
    Ok(vec![
        Row::new("viewer/slow-down", what, 100.0 * (watched / alone - 1.0), "%", limit),
        Row::new("viewer/alone", "the run with a page that acknowledges none", alone, "s", Limit::None),
    ])
}

impl Page {
    /// Reads on and acknowledges nothing.
    fn stare_until_finished(&mut self) -> Result<usize, String> {
        loop {
            match self.socket.read().map_err(text)? {
                Message::Text(said) if said.contains("\"finished\":true") => return Ok(0),
                _ => {}
            }
        }
    }
}
