//! A page without a browser: what a server says and does, over a real socket.
#![allow(clippy::unwrap_used)]

use pliant_scene::MemoryFiles;
use pliant_viewer::visitor::{VisitError, Visitor, answer_to};
use pliant_viewer::work::{Task, Work};
use pliant_viewer::{Live, Place, SceneSource, Server};
use serde_json::{Value, json};
use std::sync::Arc;
use tungstenite::Message;

/// The tests in a browser have the same one.
const SCENE: &str = include_str!("beam.toml");
/// When it ends (s).
const END: f64 = 0.4;

/// A server of a scene that stands at its beginning.
fn serve(text: &str) -> Server {
    served(text, false)
}

fn served(text: &str, playing: bool) -> Server {
    let files = Arc::new(MemoryFiles::none());
    let source = SceneSource { name: "beam.toml".into(), text: text.into(), overrides: vec![], files };
    let mut live = Live::new(source, vec![], playing).unwrap();
    live.set_speed(0.0);
    live.serve_aside(Place::default()).unwrap()
}

/// A visitor for whom everything goes well.
struct Page(Visitor);

fn open(server: &Server) -> Page {
    Page(Visitor::open(server).unwrap())
}

impl Page {
    fn say(&mut self, message: Value) {
        self.0.say(&message).unwrap();
    }

    fn wait_for(&mut self, kind: &str, is_wanted: impl Fn(&Value) -> bool) -> Value {
        self.0.wait_for(kind, is_wanted).unwrap()
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

    /// Takes hold of a corner and draws it up.
    fn grab(&mut self) {
        let target = [0.4, 0.05, 0.3];
        self.say(
            json!({"kind": "grab", "part": "beam", "triangle": 0, "weights": [1, 0, 0], "target": target}),
        );
    }
}

fn is_end(time: &Value) -> bool {
    time.as_f64().is_some_and(|time| (time - END).abs() < 1e-9)
}

fn get(server: &Server, head: &str) -> String {
    answer_to(server, head).unwrap()
}

#[test]
fn a_page_hears_all_about_the_scene_and_sees_it_move() {
    let server = serve(SCENE);
    let mut page = open(&server);
    let hello = page.wait_for("hello", |_| true);
    assert_eq!((&hello["mode"], &hello["title"]), (&json!("live"), &json!("A short beam")));
    assert_eq!(hello["probes"], json!([{"name": "tip", "unit": "m"}]));
    let paths: Vec<&str> =
        hello["parameters"].as_array().unwrap().iter().map(|p| p["path"].as_str().unwrap()).collect();
    assert!(paths.contains(&"material.soft.young") && paths.contains(&"time.step"), "{paths:?}");
    let first = page.wait_for("frame", |_| true);
    assert_eq!((&first["time"], &first["parts"][0]["name"]), (&json!(0.0), &json!("beam")));
    let end = page.finish();
    assert!(is_end(&end["time"]));
    let last = page.wait_for("frame", |frame| is_end(&frame["time"]));
    assert!(last["parts"][0]["triangles"].is_null(), "the page has the triangles already");
}

#[test]
fn the_beginning_is_seen_before_the_first_step_though_it_plays() {
    let mut page = open(&served(SCENE, true));
    assert_eq!(page.wait_for("frame", |_| true)["time"], 0.0);
    page.wait_for("state", |state| state["finished"] == true);
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
    page.grab();
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
    holder.grab();
    watcher.wait_for("frame", |frame| !frame["grab"].is_null());
    open(&server).0.socket.close(None).unwrap();
    watcher.say(json!({"kind": "step"}));
    let frame = watcher.wait_for("frame", |frame| frame["step"] == 1);
    assert!(!frame["grab"].is_null(), "another page's going changes nothing");
    drop(holder);
    watcher.wait_for("frame", |frame| frame["grab"].is_null());
}

#[test]
fn a_page_moves_and_drops_what_it_holds_itself_only() {
    let server = serve(SCENE);
    let (mut first, mut second) = (open(&server), open(&server));
    first.grab();
    second.wait_for("frame", |frame| !frame["grab"].is_null());
    // The second takes it over; the first does not know yet, and drags and lets go.
    second.grab();
    second.state();
    first.say(json!({"kind": "drag", "target": [0.0, 0.0, 9.0]}));
    first.say(json!({"kind": "release", "pin": true}));
    first.state();
    second.say(json!({"kind": "drag", "target": [0.4, 0.05, 0.35]}));
    let held = second.wait_for("frame", |frame| frame["grab"].is_null() || frame["grab"]["to"][2] == 0.35);
    assert_eq!(held["grab"]["to"], json!([0.4, 0.05, 0.35]));
}

#[test]
fn a_step_that_takes_long_is_told_and_so_is_its_end() {
    let (events, heard) = std::sync::mpsc::channel();
    let work = Arc::new(Work::default());
    let server = Server::start(Place::default(), events, work.clone()).unwrap();
    let mut page = open(&server);
    // Nobody hears the page; it is told nevertheless.
    work.begin(Task::Step);
    assert_eq!(page.0.hear().unwrap(), json!({"kind": "busy", "what": "step", "seconds": 1}));
    assert_eq!(page.0.hear().unwrap(), json!({"kind": "busy", "what": "step", "seconds": 2}));
    work.rest();
    assert_eq!(page.0.hear().unwrap(), json!({"kind": "busy", "what": "", "seconds": 0}));
    drop(heard);
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
    assert!(is_end(&page.finish()["time"]));
    page.say(
        json!({"kind": "scene", "text": SCENE.replace("A short beam", "Another").replace("0.4 s", "0.2 s")}),
    );
    assert_eq!(page.wait_for("hello", |_| true)["title"], "Another");
    assert!((page.finish()["time"].as_f64().unwrap() - 0.2).abs() < 1e-9);
}

#[test]
fn strangers_are_turned_away() {
    let server = serve(SCENE);
    let own = format!("http://{}", server.address());
    let token = server.token();
    let refused = |token: &str, origin: Option<&str>| {
        matches!(Visitor::knock(&server, token, origin), Err(VisitError::Refused(403)))
    };
    assert!(refused("0", Some(&own)), "wrong token");
    assert!(refused("", Some(&own)), "no token");
    assert!(refused(token, Some("http://evil.example")), "another page");
    assert!(refused(token, None), "no page");
    let host = format!("GET /?token={} HTTP/1.1\r\nHost: evil.example", token);
    assert!(get(&server, &host).starts_with("HTTP/1.1 403"), "another name");
    let twice = format!("GET /?token={token} HTTP/1.1\r\nHost: localhost\r\nHost: evil.example");
    assert!(get(&server, &twice).starts_with("HTTP/1.1 400"), "two names");
    assert!(get(&server, "GET /../Cargo.toml HTTP/1.1\r\nHost: localhost").starts_with("HTTP/1.1 404"));
    assert!(get(&server, "POST / HTTP/1.1\r\nHost: localhost").starts_with("HTTP/1.1 405"));
    assert!(get(&server, "nonsense").starts_with("HTTP/1.1 400"));
    let page = get(&server, &format!("GET /?token={} HTTP/1.1\r\nHost: localhost", token));
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
        let _ = page.0.socket.send(message);
        let ended = loop {
            match page.0.socket.read() {
                Ok(Message::Close(frame)) => break frame.map(|frame| u16::from(frame.code)),
                Ok(_) => {}
                Err(_) => break None,
            }
        };
        assert!(matches!(ended, None | Some(1008)), "{ended:?}");
    }
    let mut heavy = open(&server);
    let text = json!({"kind": "scene", "text": "x".repeat(1_000_000)}).to_string();
    let sent = (0..100).take_while(|_| heavy.0.socket.send(Message::text(text.clone())).is_ok()).count();
    assert!(sent < 100, "a hundred megabytes in one go are too much");
    let mut flood = open(&server);
    for _ in 0..5000 {
        if flood.0.socket.send(Message::text(r#"{"kind":"ask_state"}"#)).is_err() {
            break;
        }
    }
    assert!(is_end(&watcher.finish()["time"]));
}

#[test]
fn a_page_that_acknowledges_nothing_does_not_hold_up_the_run() {
    let server = serve(SCENE);
    let _silent = open(&server);
    let mut page = open(&server);
    assert!(is_end(&page.finish()["time"]));
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
