//! What page and server say to each other, but for frames.

use serde::{Deserialize, Serialize};

/// What a page says.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum FromPage {
    /// It has a frame and may get another.
    Ack {
        /// Which one.
        id: u64,
    },
    /// Go on.
    Play {},
    /// Stand still.
    Pause {},
    /// One step, or one frame of a replay.
    Step {
        /// Frames, of a replay: 1 or -1.
        #[serde(default = "one")]
        by: i64,
    },
    /// Back to the beginning.
    Reset {},
    /// Simulated seconds a second; 0 is as fast as it goes.
    Speed {
        /// The factor.
        value: f64,
    },
    /// A frame of a replay.
    Seek {
        /// Its number from 0.
        frame: usize,
    },
    /// Which field colours the surface; empty for none.
    Colour {
        /// Its name.
        field: String,
    },
    /// What is to be seen.
    Layers {
        /// Their names.
        shown: Vec<String>,
    },
    /// Take hold of a place of a surface.
    Grab {
        /// The body.
        part: String,
        /// The triangle of its surface, as sent.
        triangle: usize,
        /// Where in it.
        weights: [f64; 3],
        /// Where it is to go (m).
        target: [f64; 3],
    },
    /// Move what is held.
    Drag {
        /// Where to (m).
        target: [f64; 3],
    },
    /// Let go.
    Release {
        /// Leave it pinned there.
        pin: bool,
    },
    /// Let go of all that was pinned by hand.
    Unpin {},
    /// Change a number of the scene.
    Set {
        /// The path of its key.
        path: String,
        /// Its value in SI units.
        value: f64,
    },
    /// Another text of the scene.
    Scene {
        /// All of it.
        text: String,
    },
    /// A scene of the gallery.
    Gallery {
        /// Its name.
        name: String,
    },
    /// Tell the state.
    AskState {},
}

fn one() -> i64 {
    1
}

/// What the server says.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ToPage {
    /// All about a scene.
    Hello(Box<Hello>),
    /// Rows of numbers.
    Samples {
        /// Time, kinetic, elastic and load energy, and each probe.
        rows: Vec<Vec<Option<f64>>>,
        /// Forget what was before.
        restart: bool,
    },
    /// What is wrong with a scene that was sent.
    Problems {
        /// Each.
        problems: Vec<ProblemText>,
    },
    /// How things stand.
    State(StateText),
    /// Something takes long, and nothing is heard before it is done.
    Busy {
        /// `step` or `scene`.
        what: &'static str,
        /// How long it has taken until now (s); 0 when it is done.
        seconds: u64,
    },
    /// A request could not be met.
    Error {
        /// Why.
        text: String,
    },
}

/// All about a scene.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Hello {
    /// Of the program.
    pub version: &'static str,
    /// `live` or `replay`.
    pub mode: &'static str,
    /// Of the file.
    pub name: String,
    /// Of the scene.
    pub title: String,
    /// What it shows.
    pub about: String,
    /// Against gravity.
    pub up: [f64; 3],
    /// The file, if it is there.
    pub text: String,
    /// Whether a changed text may be sent.
    pub editable: bool,
    /// Of the run (s).
    pub duration: f64,
    /// Between frames (s).
    pub frame_step: f64,
    /// Of a replay.
    pub frames: usize,
    /// Of each frame of a replay (s).
    pub times: Vec<f64>,
    /// What a surface can be coloured by.
    pub fields: Vec<NamedUnit>,
    /// What can be seen.
    pub layers: Vec<Layer>,
    /// What can be changed.
    pub parameters: Vec<Parameter>,
    /// What is read over time.
    pub probes: Vec<NamedUnit>,
    /// Scenes that ship with the program.
    pub gallery: Vec<GalleryItem>,
    /// Two corners of the box around all bodies now (m).
    pub bounds: [[f64; 3]; 2],
}

/// A quantity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NamedUnit {
    /// Its name.
    pub name: String,
    /// Its SI unit.
    pub unit: String,
}

/// A kind of thing that can be seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Layer {
    /// For messages.
    pub name: &'static str,
    /// For people.
    pub label: &'static str,
    /// At the beginning.
    pub shown: bool,
}

/// A number of the scene that can be changed while it runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Parameter {
    /// Path of its key.
    pub path: String,
    /// The table it stands in, for people.
    pub group: String,
    /// Its key, for people.
    pub label: String,
    /// Its SI unit.
    pub unit: &'static str,
    /// Now.
    pub value: f64,
    /// Least value of a slider.
    pub least: f64,
    /// Most.
    pub most: f64,
    /// `linear` or `log`.
    pub scale: &'static str,
    /// Whether it is a whole number.
    pub whole: bool,
}

/// A scene of the gallery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GalleryItem {
    /// On the command line.
    pub name: String,
    /// For people.
    pub title: String,
}

/// What is wrong with a scene.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProblemText {
    /// `error` or `warning`.
    pub severity: &'static str,
    /// From 1; 0 without a place.
    pub line: usize,
    /// From 1; 0 without a place.
    pub column: usize,
    /// Path of the key.
    pub key: String,
    /// What is wrong.
    pub reason: String,
    /// What to do.
    pub remedy: String,
}

/// How things stand.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StateText {
    /// It goes on by itself.
    pub playing: bool,
    /// It reached its end.
    pub finished: bool,
    /// Why it cannot go on; empty if it can.
    pub failed: String,
    /// Simulated (s).
    pub time: f64,
    /// Steps taken, or the frame of a replay.
    pub step: u64,
    /// Of the state.
    pub hash: String,
    /// Simulated seconds a second that are wanted.
    pub speed: f64,
    /// What the user should know.
    pub warnings: Vec<String>,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn every_message_of_a_page_is_known_and_nothing_else() {
        let known = [
            r#"{"kind":"ack","id":3}"#,
            r#"{"kind":"play"}"#,
            r#"{"kind":"pause"}"#,
            r#"{"kind":"step"}"#,
            r#"{"kind":"step","by":-1}"#,
            r#"{"kind":"reset"}"#,
            r#"{"kind":"speed","value":0.5}"#,
            r#"{"kind":"seek","frame":7}"#,
            r#"{"kind":"colour","field":""}"#,
            r#"{"kind":"layers","shown":["surface"]}"#,
            r#"{"kind":"grab","part":"a","triangle":1,"weights":[1,0,0],"target":[0,0,1]}"#,
            r#"{"kind":"drag","target":[0,0,1]}"#,
            r#"{"kind":"release","pin":true}"#,
            r#"{"kind":"unpin"}"#,
            r#"{"kind":"set","path":"material.m.young","value":1e6}"#,
            r#"{"kind":"scene","text":"x"}"#,
            r#"{"kind":"gallery","name":"x"}"#,
            r#"{"kind":"ask_state"}"#,
        ];
        for text in known {
            serde_json::from_str::<FromPage>(text).unwrap();
        }
        for text in [
            "",
            "{}",
            "[]",
            "null",
            r#"{"kind":"quit"}"#,
            r#"{"kind":"play","more":1}"#,
            r#"{"kind":"seek","frame":-1}"#,
            r#"{"kind":"drag","target":[0,1]}"#,
            r#"{"kind":"speed","value":"fast"}"#,
            r#"{"kind":"speed","value":1e999}"#,
        ] {
            assert!(serde_json::from_str::<FromPage>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn messages_of_the_server_say_what_they_are() {
        let text = serde_json::to_string(&ToPage::Error { text: "no".into() }).unwrap();
        assert_eq!(text, r#"{"kind":"error","text":"no"}"#);
        let hello = serde_json::to_string(&ToPage::Hello(Box::default())).unwrap();
        assert!(hello.starts_with(r#"{"kind":"hello","version":"#), "{hello}");
    }
}
