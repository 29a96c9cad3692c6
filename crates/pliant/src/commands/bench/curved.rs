//! A curved shell beside a flat one with the same counts: curvature may cost a little, since supports hold samples of a bent surface, but not much.

use super::elaston::{Clock, frame, processor};
use super::solver::on_threads;
use super::{Limit, Row};
use crate::cli::Failure;
use pliant_scene::Scene;

const FLAT: &str = include_str!("../../../../../scenes/bench/elaston-flat-shell.toml");
const CURVED: &str = include_str!("../../../../../scenes/bench/elaston-curved-shell.toml");

/// How many times as long a step of the curved shell may take.
const MOST: f64 = 1.3;
/// Times that both are measured in turns.
const ROUNDS: usize = 3;

/// A step of either, one thread.
pub fn run(quick: bool) -> Result<Vec<Row>, Failure> {
    let [flat, curved] = [(FLAT, "flat"), (CURVED, "curved")]
        .map(|(text, name)| Scene::from_text(text, name, &[]).map_err(Failure::bad_input));
    let (flat, curved) = (flat?, curved?);
    let mut least = [f64::INFINITY; 2];
    for _ in 0..if quick { 1 } else { ROUNDS } {
        for (scene, least) in [&flat, &curved].into_iter().zip(&mut least) {
            let clock: Clock = processor;
            *least = least.min(on_threads(1, || frame(scene, clock, quick))??.0);
        }
    }
    let what = "a step of half a tube of 300 samples, one thread, beside that of a flat sheet of 300 samples";
    Ok(vec![
        Row::new("elaston/curved-shell", what, least[1] / least[0], "x", Limit::Most(MOST))
            .against("the flat sheet", 1.0),
        Row::new("elaston/curved-shell/frame", "the step of the half tube", least[1], "s", Limit::None),
    ])
}
