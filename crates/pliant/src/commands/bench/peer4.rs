//! The clamped rod PEER4 made of elastons: where it hangs at rest, and how far it swings.

use super::child::{Job, Measured, Workshop};
use super::{Limit, Row};
use crate::cli::Failure;

const STATIC: &str = include_str!("../../../../../scenes/bench/peer4-static.toml");
const DYNAMIC: &str = include_str!("../../../../../scenes/bench/peer4.toml");

/// Tip of the inextensible elastica (m).
const TIP: [f64; 2] = [0.89337, -0.41920];
/// Runs that are timed; the minimum counts.
const REPEATS: usize = 3;
/// What the refined run is made with: from here on the minimum changes by less than a thousandth.
const REFINED: [(&str, &str); 4] = [
    ("time.step", "0.5 ms"),
    ("time.samples_per_second", "2000"),
    ("time.duration", "0.6 s"),
    ("body.rod.samples", "48"),
];

/// All rows of PEER4.
pub fn run(quick: bool) -> Result<Vec<Row>, Failure> {
    let workshop = Workshop::open()?;
    let job = |text, set| Job { name: "peer4.toml", text, set, threads: 1 };
    let rest = workshop.run(&job(STATIC, Vec::new()))?;
    let off = |value: f64, right: f64| 100.0 * (value / right - 1.0).abs();
    let error = off(rest.last("x"), TIP[0]).max(off(rest.last("z"), TIP[1]));
    let what = format!("tip at rest against the elastica: ({:.5}, {:.5})", rest.last("x"), rest.last("z"));
    let mut rows = vec![Row::new("peer4/static", what, error, "%", Limit::Most(0.2))];
    let repeats = if quick { 1 } else { REPEATS };
    let runs: Vec<Measured> =
        (0..repeats).map(|_| workshop.run(&job(DYNAMIC, Vec::new()))).collect::<Result<_, _>>()?;
    let cpu = runs.iter().map(Measured::cpu_seconds).fold(f64::INFINITY, f64::min);
    let (lowest, when) = runs[0].least("z");
    if !quick {
        let set = REFINED.map(|(key, value)| (key, value.to_owned())).to_vec();
        let refined = workshop.run(&job(DYNAMIC, set))?.least("z").0;
        let what =
            format!("first minimum {lowest:.4} m at {when:.3} s against the refined run's {refined:.4} m");
        rows.push(Row::new("peer4/dynamic", what, off(lowest, refined), "%", Limit::Most(1.0)));
    }
    let what = "processor time of a simulated second, one thread";
    rows.push(
        Row::new("peer4/cpu", what, cpu, "s", Limit::Most(0.3))
            .against("PyElastica, published with the scene, another machine", 2.7),
    );
    Ok(rows)
}
