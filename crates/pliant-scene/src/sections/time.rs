//! `[time]`: duration, step, rates.

use super::Context;
use crate::place::Located;
use crate::plan::{Rate, TimePlan};
use crate::schema::reader::Reader;
use crate::schema::value::{self, NumberRule, Spot};
use crate::schema::{Bounds, Field, Kind, Section};
use crate::tree::{Node, Value};
use crate::units::Dimension;

const DURATION: Field = Field::optional(
    "duration",
    Kind::Number(Dimension::TIME),
    "\"3 s\"",
    "1 s in a quasi-static run, else it must be given",
    "How long is simulated. In a quasi-static run this is pseudo time: loads and gravity grow from nothing to their full \
     strength over it, unless they have keyframes of their own.",
)
.within(Bounds::Positive)
.because("nothing happens in no time")
.plausible(1e-9, 1e6);
const STEP: Field = Field::optional(
    "step",
    Kind::Number(Dimension::TIME),
    "\"1 ms\"",
    "explicit steppers: the stable one; implicit ones: at most 1/120 s and a hundredth of the duration",
    "The longest time step: steps divide the time to the next frame or keyframe evenly. An explicit stepper refuses one beyond its \
     stable step.",
)
.within(Bounds::Positive)
.because("time has to go on");
const FRAMES_PER_SECOND: Field = Field::optional(
    "frames_per_second",
    RATE,
    "30",
    "30; every load increment in a quasi-static run",
    "How often a frame is written, per simulated second.",
);
const SAMPLES_PER_SECOND: Field = Field::optional(
    "samples_per_second",
    RATE,
    "\"every step\"",
    "ten times `frames_per_second`; every load increment in a quasi-static run",
    "How often a row of probes.csv and energy.csv is written, per simulated second.",
);
const RATE: Kind = Kind::Special("a number, or `\"every step\"`");

const DEFAULT_FRAMES_PER_SECOND: f64 = 30.0;
const DEFAULT_SAMPLES_PER_FRAME: f64 = 10.0;
const DEFAULT_PSEUDO_DURATION: f64 = 1.0;

pub(crate) const TIME: Section = Section::new(
    "[time]",
    "How long, and how often something is written. Steps are chosen for you.",
    &[&DURATION, &STEP, &FRAMES_PER_SECOND, &SAMPLES_PER_SECOND],
    "[time]\nduration = \"3 s\"\nframes_per_second = 30",
);

pub(crate) fn read(reader: &Reader<'_>, context: &Context) -> Option<TimePlan> {
    let duration = read_duration(reader, context);
    let step = reader.number(&STEP);
    let frames = reader.special(&FRAMES_PER_SECOND, read_rate).map(|rate| rate.value);
    let samples = reader.special(&SAMPLES_PER_SECOND, read_rate).map(|rate| rate.value);
    if context.follows_path {
        refuse_rate(reader, &FRAMES_PER_SECOND, frames);
        refuse_rate(reader, &SAMPLES_PER_SECOND, samples);
    }
    reader.finish();
    Some(TimePlan {
        place: reader.place,
        duration: duration?,
        step,
        frames: frames.unwrap_or(default_frames(context)),
        samples: samples.unwrap_or(default_samples(frames, context)),
    })
}

fn read_duration(reader: &Reader<'_>, context: &Context) -> Option<Located<f64>> {
    let given = reader.number(&DURATION);
    if reader.has(&DURATION) {
        return given;
    }
    if !context.is_static() {
        reader.missing(&DURATION);
        return None;
    }
    Some(Located { value: DEFAULT_PSEUDO_DURATION, place: reader.place })
}

/// A path has no seconds.
fn refuse_rate(reader: &Reader<'_>, field: &Field, rate: Option<Rate>) {
    if matches!(rate, Some(Rate::PerSecond(_))) {
        reader.error(
            field,
            "a path of equilibria goes by steps: its loads may stand still or turn round, so nothing comes so many times a second",
            "remove it, or write `\"every step\"`",
        );
    }
}

fn default_frames(context: &Context) -> Rate {
    if context.is_static() { Rate::EveryStep } else { Rate::PerSecond(DEFAULT_FRAMES_PER_SECOND) }
}

fn default_samples(frames: Option<Rate>, context: &Context) -> Rate {
    match frames.unwrap_or(default_frames(context)) {
        Rate::PerSecond(rate) if !context.is_static() => Rate::PerSecond(rate * DEFAULT_SAMPLES_PER_FRAME),
        _ => Rate::EveryStep,
    }
}

fn read_rate(spot: Spot<'_>, node: &Node) -> Option<Rate> {
    if matches!(&node.value, Value::Text(text) if text == "every step") {
        return Some(Rate::EveryStep);
    }
    let rule = NumberRule {
        bounds: Bounds::Positive,
        why: "it is a rate (frames are switched off by `output.frames = false`)",
        ..NumberRule::any(dimension_of_rate(node))
    };
    value::number(spot, node, &rule).map(Rate::PerSecond)
}

/// "30 Hz" is as good as 30.
fn dimension_of_rate(node: &Node) -> Dimension {
    if matches!(node.value, Value::Text(_)) { Dimension::RATE } else { Dimension::RATIO }
}
