//! Tables written and read back, the summary, the plots.
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;
use std::path::Path;

use common::empty_folder;
use pliant_output::write::{BodySummary, ProbeSummary, RunStatus, SceneSummary};
use pliant_output::{CsvTable, OutputError, Summary, Table};

#[test]
fn names_and_numbers_come_back_the_same() {
    let path = empty_folder("csv_round_trip").join("probes.csv");
    let long = "a".repeat(3000);
    let names = ["time", "tip, left", "the \"soft\" one", "Bär 🐻", " padded ", "", long.as_str()];
    let rows = [
        [0.0, 0.1 + 0.2, -1e-300, 1.0 / 3.0, f64::MAX, 5e-324, -0.0],
        [1.0 / 30.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e21, 123_456.789, 2.0],
    ];
    let mut table = CsvTable::create(&path, &names).unwrap();
    for row in &rows {
        table.row(row).unwrap();
    }
    let read = Table::read(&path).unwrap();
    assert_eq!(read.names, names);
    for (i, row) in rows.iter().enumerate() {
        for (column, value) in read.columns.iter().zip(row) {
            let same = column[i].to_bits() == value.to_bits() || (column[i].is_nan() && value.is_nan());
            assert!(same, "{} became {}", value, column[i]);
        }
    }
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("time,\"tip, left\",\"the \"\"soft\"\" one\",Bär 🐻,\" padded \",\"\",aaa"));
    assert!(text.ends_with("\n0.03333333333333333,nan,inf,-inf,1e21,123456.789,2\n"), "{text}");
}

#[test]
fn every_row_is_on_disk_before_the_next() {
    let path = empty_folder("csv_streaming").join("energy.csv");
    let mut table = CsvTable::create(&path, &["time", "total"]).unwrap();
    for i in 0..5 {
        assert_eq!(Table::read(&path).unwrap().row_count(), i);
        table.row(&[i as f64, 1.0]).unwrap();
    }
    // As a kill in the middle of a line would leave it.
    let mut text = fs::read_to_string(&path).unwrap();
    text.push_str("5,0.99");
    assert_eq!(Table::parse(&path, &text).unwrap().row_count(), 5);
}

#[test]
fn rows_and_headers_that_do_not_fit_are_refused() {
    let path = empty_folder("csv_refusals").join("t.csv");
    let mut table = CsvTable::create(&path, &["time", "a"]).unwrap();
    assert!(matches!(table.row(&[1.0]), Err(OutputError::WrongRow { columns: 2, values: 1, .. })));
    assert_eq!(fs::read_to_string(&path).unwrap(), "time,a\n");
    let twice = CsvTable::create(&path, &["time", "a", "a"]).unwrap_err().to_string();
    assert!(twice.contains("the column \"a\" is there twice"), "{twice}");
    let none: [&str; 0] = [];
    assert!(CsvTable::create(&path, &none).is_err());
    let nowhere = CsvTable::create(Path::new("/no/such/folder/t.csv"), &["time"]).unwrap_err().to_string();
    assert!(nowhere.contains("/no/such/folder/t.csv: there is no such file or folder"), "{nowhere}");
}

/// `/dev/full` answers every write as a full disk does.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_as_such() {
    let error = CsvTable::create(Path::new("/dev/full"), &["time"]).unwrap_err().to_string();
    assert_eq!(
        error,
        "cannot write /dev/full: the disk is full; free some space or name a folder on another disk"
    );
}

#[test]
fn broken_tables_are_told_with_their_line() {
    let cases = [
        ("", "line 1: the header is missing"),
        ("time,a\n1,2\n1\n", "line 3: 1 values do not fit 2 columns"),
        ("time,a\n1,x\n", "line 2: \"x\" is no number"),
        ("time,\"a\n1,2\n", "line 1: a quotation mark is not closed"),
    ];
    for (text, message) in cases {
        let error = Table::parse(Path::new("t.csv"), text).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
    let table = Table::parse(Path::new("t.csv"), "time,a\n0,1\n").unwrap();
    assert_eq!(table.column("a").unwrap(), [1.0]);
    let error = table.column("b").unwrap_err().to_string();
    assert_eq!(error, "there is no column \"b\"; there are: time, a");
}

fn summary() -> Summary {
    let mut tip = ProbeSummary::new("m");
    for (time, value) in [(0.0, 0.0), (0.5, -0.25), (1.0, 0.125), (1.5, -0.25)] {
        tip.record(time, value);
    }
    let mut summary = Summary {
        version: "0.1.0".into(),
        scene: SceneSummary { title: "Gummibär \"im\" Wind 🐻".into(), hash: 0xabc, up: [0.0, 0.0, 1.0] },
        status: RunStatus::Failed("the step vanished".into()),
        stepper: "implicit-euler".into(),
        solver: "cholesky".into(),
        threads: 2,
        steps: 3,
        time_reached: 1.5,
        wall_seconds: f64::NAN,
        seconds_per_phase: vec![("solve".into(), 0.5), ("assemble".into(), 0.25)],
        bodies: vec![BodySummary {
            name: "bear".into(),
            method: "tet".into(),
            nodes: 8,
            cells: 5,
            neighbours: None,
        }],
        state_hash: 0x0123_4567_89ab_cdef,
        probes: vec![("zz".into(), tip), ("aa".into(), ProbeSummary::new("Pa"))],
        ..Summary::default()
    };
    summary.dt.record(0.5);
    summary.dt.record(0.25);
    for _ in 0..3 {
        summary.warn("a step was cut back", 1);
    }
    summary.warn("nothing moves", 1);
    summary
}

#[test]
fn the_summary_has_all_entries_under_stable_keys() {
    let text = summary().to_json();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["format"], "pliant run summary 1");
    assert_eq!(json["scene"]["title"], "Gummibär \"im\" Wind 🐻");
    assert_eq!(json["scene"]["hash"], "0000000000000abc");
    assert_eq!(json["state_hash"], "0123456789abcdef");
    assert_eq!(json["status"]["failed"], "the step vanished");
    assert_eq!(json["dt"], serde_json::json!({"min": 0.25, "max": 0.5}));
    assert_eq!(json["wall_seconds"], serde_json::Value::Null);
    assert_eq!(json["seconds_per_phase"]["solve"], 0.5);
    assert_eq!(json["bodies"][0]["cells"], 5);
    assert_eq!(json["probes"]["zz"]["min"], serde_json::json!({"value": -0.25, "time": 0.5}));
    assert_eq!(json["probes"]["zz"]["max"], serde_json::json!({"value": 0.125, "time": 1.0}));
    assert_eq!(json["probes"]["zz"]["final"]["time"], 1.5);
    assert_eq!(json["probes"]["aa"]["final"], serde_json::Value::Null);
    assert_eq!(json["warnings"][0], serde_json::json!({"message": "a step was cut back", "count": 3}));
    assert_eq!(json["warnings"][1]["count"], 1);

    let top: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("  \""))
        .map(|line| line.split('"').next().unwrap())
        .collect();
    let keys = "format version scene status stepper solve solver threads steps dt time_reached wall_seconds cpu_seconds \
                stepping_cpu_seconds peak_memory_bytes seconds_per_phase iterations linear_iterations cutbacks \
                resumed bodies state_hash penetrations probes warnings files";
    assert_eq!(top, keys.split_whitespace().collect::<Vec<_>>());
    let order = ["\"solve\"", "\"assemble\"", "\"zz\"", "\"aa\""].map(|key| text.find(key).unwrap());
    assert!(order.is_sorted(), "named lists keep their order");
    assert_eq!(text, summary().to_json());
}

#[test]
fn a_probe_that_breaks_keeps_its_good_extremes() {
    let mut probe = ProbeSummary::new("m");
    probe.record(0.0, f64::NAN);
    probe.record(1.0, 2.0);
    probe.record(2.0, f64::INFINITY);
    assert_eq!(probe.min.map(|seen| seen.value), Some(2.0));
    assert_eq!(probe.max.map(|seen| seen.time), Some(1.0));
    assert!(probe.last.is_some_and(|seen| seen.value.is_infinite()));
    let json = serde_json::to_value(&probe).unwrap();
    assert_eq!(json["final"], serde_json::json!({"value": null, "time": 2.0}));
}
