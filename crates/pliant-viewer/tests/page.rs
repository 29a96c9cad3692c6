//! A page without a browser: what a server says and does, over a real socket.
#![allow(clippy::unwrap_used)]

use pliant_scene::MemoryFiles;
use pliant_viewer::client::Event;
use pliant_viewer::{Live, Place, SceneSource, Server};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;
use tungstenite::{Error, Message, WebSocket};

const SCENE: &str = r#"
title = "A beam"
[time]
duration = "2 s"
step = "10 ms"
[material.soft]
young = "100 kPa"
poisson = 0.3
[body.beam]
shape = { box = ["40 cm", "10 cm", "10 cm"] }
cells = [4, 1, 1]
material = "soft"
[pin.wall]
body = "beam"
where = { face = "x-" }
[probe.tip]
body = "beam"
at = ["40 cm", "5 cm", "5 cm"]
read = "displacement.z"
"#;

/// A server of a scene that stands at its beginning.
fn serve(text: &str) -> Server {
    let files = Arc::new(MemoryFiles::none());
    let source = SceneSource { name: "beam.toml".into(), text: text.into(), overrides: vec![], files };
    let mut live = Live::new(source, vec![], false).unwrap();
    live.set_speed(0.0);
    let (events, heard) = channel::<Event>();
    let server = Server::start(Place::default(), events).unwrap();
    std::thread::spawn(move || live.run(&heard));
    server
}

/// How long a page of a test waits.
const PATIENCE: Duration = Duration::from_secs(60);

struct Page {
    socket: WebSocket<TcpStream>,
    begun: Instant,
}

fn token(server: &Server) -> String {
    server.url().split("token=").nth(1).unwrap().to_string()
}

fn connect(server: &Server, token: &str, origin: Option<&str>) -> Result<Page, Error> {
    let address = server.address();
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let mut request = format!("ws://{address}/live?token={token}").into_client_request().unwrap();
    if let Some(origin) = origin {
        request.headers_mut().insert("origin", HeaderValue::from_str(origin).unwrap());
    }
    match tungstenite::client(request, stream) {
        Ok((socket, _)) => Ok(Page { socket, begun: Instant::now() }),
        Err(tungstenite::HandshakeError::Failure(error)) => Err(error),
        Err(other) => panic!("{other}"),
    }
}

fn open(server: &Server) -> Page {
    connect(server, &token(server), Some(&format!("http://{}", server.address()))).unwrap()
}

impl Page {
    fn say(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).unwrap();
    }

    /// The next message; frames are acknowledged.
    fn hear(&mut self) -> Value {
        loop {
            match self.socket.read().unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Binary(bytes) => {
                    let length = u32::from_le_bytes(bytes[4..8].try_into().unwrap()) as usize;
                    let mut header: Value = serde_json::from_slice(&bytes[8..8 + length]).unwrap();
                    self.say(json!({"kind": "ack", "id": header["id"]}));
                    header["kind"] = "frame".into();
                    return header;
                }
                _ => assert!(self.begun.elapsed() < PATIENCE, "nothing is said any more"),
            }
        }
    }

    /// The next message of a kind that is as wanted.
    fn wait_for(&mut self, kind: &str, is_wanted: impl Fn(&Value) -> bool) -> Value {
        self.begun = Instant::now();
        loop {
            let message = self.hear();
            if message["kind"] == kind && is_wanted(&message) {
                return message;
            }
            assert!(self.begun.elapsed() < PATIENCE, "no such {kind}, last was {message}");
        }
    }

    fn state(&mut self) -> Value {
        self.say(json!({"kind": "ask_state"}));
        self.wait_for("state", |_| true)
    }

    /// Plays to the end; the state there.
    fn finish(&mut self) -> Value {
        self.say(json!({"kind": "play"}));
        self.wait_for("state", |state| state["finished"] == true)
    }
}

/// The whole answer to a request.
fn get(server: &Server, head: &str) -> String {
    let mut stream = TcpStream::connect(server.address()).unwrap();
    write!(stream, "{head}\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_page_hears_all_about_the_scene_and_sees_it_move() {
    let server = serve(SCENE);
    let mut page = open(&server);
    let hello = page.wait_for("hello", |_| true);
    assert_eq!((&hello["mode"], &hello["title"]), (&json!("live"), &json!("A beam")));
    assert_eq!(hello["probes"], json!([{"name": "tip", "unit": "m"}]));
    let paths: Vec<&str> =
        hello["parameters"].as_array().unwrap().iter().map(|p| p["path"].as_str().unwrap()).collect();
    assert!(paths.contains(&"material.soft.young") && paths.contains(&"time.step"), "{paths:?}");
    let first = page.wait_for("frame", |_| true);
    assert_eq!((&first["time"], &first["parts"][0]["name"]), (&json!(0.0), &json!("beam")));
    let end = page.finish();
    assert_eq!(end["time"], 2.0);
    let last = page.wait_for("frame", |frame| frame["time"] == 2.0);
    assert!(last["parts"][0]["triangles"].is_null(), "the page has the triangles already");
}

#[test]
fn nobody_touched_means_the_same_bits_as_a_run() {
    let mut page = open(&serve(SCENE));
    let live = page.finish()["hash"].as_str().unwrap().to_string();
    let mut world = pliant_scene::Scene::from_text(SCENE, "beam.toml", &[]).unwrap().build().unwrap().world;
    world.run(&mut pliant_world::Silent).unwrap();
    assert_eq!(live, format!("{:016x}", world.state().hash()));
}

#[test]
fn a_hand_moves_the_body_and_what_it_leaves_pinned_stays() {
    let server = serve(SCENE);
    let mut page = open(&server);
    let untouched = page.finish()["hash"].clone();
    page.say(json!({"kind": "reset"}));
    page.say(json!({"kind": "grab", "part": "beam", "triangle": 0, "weights": [1, 0, 0], "target": [0.4, 0.05, 0.3]}));
    let held = page.wait_for("frame", |frame| !frame["grab"].is_null());
    assert!(held["grab"]["force"].as_f64().unwrap() > 0.0);
    page.say(json!({"kind": "drag", "target": held["grab"]["from"]}));
    let eased =
        page.wait_for("frame", |frame| frame["grab"]["force"].as_f64().is_some_and(|force| force < 1e-6));
    assert_eq!(eased["time"], 0.0);
    page.say(json!({"kind": "drag", "target": [0.4, 0.05, 0.3]}));
    page.say(json!({"kind": "release", "pin": true}));
    let pinned = page.finish()["hash"].clone();
    assert_ne!(pinned, untouched);
    page.say(json!({"kind": "reset"}));
    assert_eq!(page.finish()["hash"], untouched, "a reset lets go of everything");
}

#[test]
fn what_a_page_holds_falls_when_the_page_is_closed() {
    let server = serve(SCENE);
    let (mut holder, mut watcher) = (open(&server), open(&server));
    holder.say(json!({"kind": "grab", "part": "beam", "triangle": 0, "weights": [1, 0, 0], "target": [0.4, 0.05, 0.3]}));
    watcher.wait_for("frame", |frame| !frame["grab"].is_null());
    open(&server).socket.close(None).unwrap();
    watcher.say(json!({"kind": "step"}));
    let frame = watcher.wait_for("frame", |frame| frame["step"] == 1);
    assert!(!frame["grab"].is_null(), "another page's going changes nothing");
    drop(holder);
    watcher.wait_for("frame", |frame| frame["grab"].is_null());
}

#[test]
fn a_slider_acts_at_once_and_goes_on_from_there() {
    let server = serve(SCENE);
    let mut page = open(&server);
    let soft = page.finish()["hash"].clone();
    page.say(json!({"kind": "reset"}));
    for _ in 0..20 {
        page.say(json!({"kind": "step"}));
    }
    page.wait_for("state", |state| state["step"] == 20);
    page.say(json!({"kind": "set", "path": "material.soft.young", "value": 1e6}));
    let state = page.state();
    assert_eq!(state["step"], 20, "it goes on from where it was");
    let stiff = page.finish();
    assert_eq!(stiff["failed"], "");
    assert_ne!(stiff["hash"], soft);
    page.say(json!({"kind": "set", "path": "material.soft.young", "value": -1}));
    assert!(page.wait_for("error", |_| true)["text"].as_str().unwrap().contains("young"));
}

#[test]
fn a_broken_scene_is_told_at_its_line_and_the_old_one_goes_on() {
    let server = serve(SCENE);
    let mut page = open(&server);
    let broken = SCENE.replace("poisson = 0.3", "poisson = 3");
    page.say(json!({"kind": "scene", "text": broken}));
    let problems = page.wait_for("problems", |_| true);
    let problem = &problems["problems"][0];
    let line = SCENE.lines().position(|line| line.starts_with("poisson")).unwrap() + 1;
    assert_eq!((&problem["line"], &problem["severity"]), (&json!(line), &json!("error")), "{problem}");
    assert_eq!(page.finish()["time"], 2.0);
    page.say(json!({"kind": "scene", "text": SCENE.replace("A beam", "Another").replace("2 s", "1 s")}));
    assert_eq!(page.wait_for("hello", |_| true)["title"], "Another");
    assert_eq!(page.finish()["time"], 1.0);
}

#[test]
fn strangers_are_turned_away() {
    let server = serve(SCENE);
    let own = format!("http://{}", server.address());
    let refused = |token: &str, origin: Option<&str>| matches!(connect(&server, token, origin), Err(Error::Http(answer)) if answer.status() == 403);
    assert!(refused("0", Some(&own)), "wrong token");
    assert!(refused("", Some(&own)), "no token");
    assert!(refused(&token(&server), Some("http://evil.example")), "another page");
    assert!(refused(&token(&server), None), "no page");
    let host = format!("GET /?token={} HTTP/1.1\r\nHost: evil.example", token(&server));
    assert!(get(&server, &host).starts_with("HTTP/1.1 403"), "another name");
    assert!(get(&server, "GET /../Cargo.toml HTTP/1.1\r\nHost: localhost").starts_with("HTTP/1.1 404"));
    assert!(get(&server, "POST / HTTP/1.1\r\nHost: localhost").starts_with("HTTP/1.1 405"));
    assert!(get(&server, "nonsense").starts_with("HTTP/1.1 400"));
    let page = get(&server, &format!("GET /?token={} HTTP/1.1\r\nHost: localhost", token(&server)));
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("Content-Security-Policy: default-src 'none'"));
}

#[test]
fn garbage_drops_the_page_and_the_run_goes_on() {
    let server = serve(SCENE);
    let mut watcher = open(&server);
    let long = "x".repeat(2 << 20);
    let garbage = [
        Message::text("{"),
        Message::text(r#"{"kind":"quit"}"#),
        Message::binary(vec![1u8, 2]),
        Message::text(long),
    ];
    for message in garbage {
        let mut page = open(&server);
        let _ = page.socket.send(message);
        let ended = loop {
            match page.socket.read() {
                Ok(Message::Close(frame)) => break frame.map(|frame| u16::from(frame.code)),
                Ok(_) => {}
                Err(_) => break None,
            }
        };
        assert!(matches!(ended, None | Some(1008)), "{ended:?}");
    }
    let mut heavy = open(&server);
    let text = json!({"kind": "scene", "text": "x".repeat(1_000_000)}).to_string();
    let sent = (0..100).take_while(|_| heavy.socket.send(Message::text(text.clone())).is_ok()).count();
    assert!(sent < 100, "a hundred megabytes in one go are too much");
    let mut flood = open(&server);
    for _ in 0..5000 {
        if flood.socket.send(Message::text(r#"{"kind":"ask_state"}"#)).is_err() {
            break;
        }
    }
    assert_eq!(watcher.finish()["time"], 2.0);
}

#[test]
fn a_page_that_acknowledges_nothing_does_not_hold_up_the_run() {
    let server = serve(SCENE);
    let _silent = open(&server);
    let mut page = open(&server);
    assert_eq!(page.finish()["time"], 2.0);
}

#[test]
fn a_run_that_fails_says_why() {
    let hopeless = SCENE.replace("100 kPa", "1e300 Pa");
    let mut page = open(&serve(&hopeless));
    page.say(json!({"kind": "play"}));
    let state = page.wait_for("state", |state| state["failed"] != "");
    assert!(state["failed"].as_str().unwrap().contains("in body \"beam\""), "{state}");
    assert_eq!(state["playing"], false);
    // Mended by a slider, it can go on, and the page is told so.
    page.say(json!({"kind": "set", "path": "material.soft.young", "value": 1e5}));
    assert_eq!(page.wait_for("state", |_| true)["failed"], "");
    assert_eq!(page.finish()["failed"], "");
}
