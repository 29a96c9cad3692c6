//! Plots: sound XML, the data in the right place, hard cases.
#![allow(clippy::unwrap_used)]

mod common;

use std::path::Path;

use common::{empty_folder, names_in};
use pliant_output::plot::{Plot, Scale, Series, Sheet};
use pliant_output::{OutputError, Table};

fn line(name: &str, points: &[(f64, f64)]) -> Series {
    Series {
        name: name.into(),
        x: points.iter().map(|p| p.0).collect(),
        y: points.iter().map(|p| p.1).collect(),
        is_reference: false,
    }
}

fn texts(svg: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).unwrap();
    let texts =
        document.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")));
    texts.map(|node| node.text().unwrap_or("").to_string()).collect()
}

/// The path data of the lines, by colour.
fn path_of(svg: &str, colour: &str) -> String {
    let document = roxmltree::Document::parse(svg).unwrap();
    let mut paths = document.descendants().filter(|node| node.attribute("stroke") == Some(colour));
    paths.next().unwrap().attribute("d").unwrap().to_string()
}

#[test]
fn axes_title_units_and_legend_are_there() {
    let plot = Plot {
        title: "Zug <1> & \"Bär\" 🐻".into(),
        y_label: "force".into(),
        y_unit: "N".into(),
        series: vec![
            line("left & right", &[(0.0, 0.0), (2.0, 3e6)]),
            line("top", &[(0.0, 1e6), (2.0, -1e6)]),
        ],
        ..Plot::default()
    };
    let svg = plot.to_svg();
    let texts = texts(&svg);
    for wanted in
        ["Zug <1> & \"Bär\" 🐻", "time [s]", "force [10⁶ N]", "left & right", "top", "0", "−1", "2.0"]
    {
        assert!(texts.iter().any(|text| text == wanted), "{wanted} is missing in {texts:?}");
    }
    assert_eq!(svg, plot.to_svg());
}

#[test]
fn the_line_goes_where_the_data_is() {
    let plot = Plot {
        y_label: "y".into(),
        series: vec![line("y", &[(0.0, 0.0), (1.0, 2.0), (2.0, 1.0)])],
        ..Plot::default()
    };
    // Axes from (84, 366) to (740, 20), five percent of room below and above.
    let (bottom, height) = (366.0, 346.0);
    let y = |value: f64| bottom - height * (value + 0.1) / 2.2;
    let wanted = format!("M84.00 {:.2}L412.00 {:.2}L740.00 {:.2}", y(0.0), y(2.0), y(1.0));
    assert_eq!(path_of(&plot.to_svg(), "#0072b2"), wanted);
}

#[test]
fn nothing_hard_to_draw_breaks_the_picture() {
    let hard: [&[(f64, f64)]; 6] = [
        &[],
        &[(0.0, f64::NAN)],
        &[(1.0, 5.0)],
        &[(0.0, -1e308), (1.0, 1e308), (2.0, f64::INFINITY)],
        &[(0.0, 1e-320), (1.0, -1e-320)],
        &[(0.0, 7.0), (1e-12, 7.0)],
    ];
    for points in hard {
        let plot = Plot { series: vec![line("x", points)], ..Plot::default() };
        let svg = plot.to_svg();
        assert!(roxmltree::Document::parse(&svg).is_ok());
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
    assert!(texts(&Plot::default().to_svg()).contains(&"no data".to_string()));
    let tiny = Plot { width: 1.0, height: 1.0, series: vec![line("x", &[(0.0, 1.0)])], ..Plot::default() };
    assert!(roxmltree::Document::parse(&tiny.to_svg()).is_ok());
}

#[test]
fn many_lines_and_long_names_fit() {
    let series =
        (0..30).map(|i| line(&format!("{i} {}", "long ".repeat(50)), &[(0.0, 0.0), (1.0, f64::from(i))]));
    let plot = Plot { title: "t".repeat(500), series: series.collect(), ..Plot::default() };
    let svg = plot.to_svg();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let height: f64 = document.root_element().attribute("height").unwrap().parse().unwrap();
    for node in document.descendants().filter(|node| node.attribute("y").is_some()) {
        let y: f64 = node.attribute("y").unwrap().parse().unwrap();
        assert!((0.0..=height).contains(&y), "{y} is outside of {height}");
    }
    assert!(texts(&svg).iter().all(|text| text.chars().count() < 90));
    // Lines of one colour differ by their dashes.
    let looks: std::collections::BTreeSet<_> = document
        .descendants()
        .filter(|node| node.attribute("d").is_some_and(|d| d.ends_with("h26")))
        .map(|node| (node.attribute("stroke"), node.attribute("stroke-dasharray")))
        .collect();
    assert_eq!(looks.len(), 21);
}

#[test]
fn a_million_rows_make_a_small_picture() {
    let x: Vec<f64> = (0..1_000_000).map(|i| f64::from(i) * 1e-6).collect();
    let y: Vec<f64> = x.iter().map(|t| (5000.0 * t).sin()).collect();
    let plot =
        Plot { series: vec![Series { name: "x".into(), x, y, is_reference: false }], ..Plot::default() };
    assert!(plot.to_svg().len() < 60_000);
}

#[test]
fn columns_of_a_table_become_lines() {
    let table = Table::parse(Path::new("energy.csv"), "time,kinetic,elastic\n0,1,2\n1,2,1\n").unwrap();
    let plot = Plot::of_columns("Energy", &table, &["kinetic", "elastic"], "J").unwrap();
    assert_eq!(plot.series[1], line("elastic", &[(0.0, 2.0), (1.0, 1.0)]));
    let single = Plot::of_columns("Energy", &table, &["kinetic"], "J").unwrap().to_svg();
    assert_eq!(
        texts(&single).iter().filter(|text| text.contains("kinetic")).count(),
        1,
        "no legend for one line"
    );
    let unknown = Plot::of_columns("Energy", &table, &["heat"], "J");
    assert!(matches!(unknown, Err(OutputError::UnknownColumn { .. })));

    let folder = empty_folder("plot_file");
    plot.write(&folder.join("energy.svg")).unwrap();
    assert_eq!(names_in(&folder), ["energy.svg"]);
}

#[test]
fn logarithmic_axes_leave_out_what_has_no_logarithm() {
    let plot = Plot {
        y_label: "error".into(),
        x_scale: Scale::Logarithmic,
        y_scale: Scale::Logarithmic,
        dots: true,
        series: vec![line("error", &[(0.0, 1.0), (0.1, 1e-2), (1.0, 1e-3), (10.0, 1e-4), (20.0, -1.0)])],
        ..Plot::default()
    };
    let svg = plot.to_svg();
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    assert_eq!(svg.matches("<circle").count(), 3);
    // Equal ratios are equal ways.
    let numbers: Vec<f64> = path_of(&svg, "#0072b2")
        .split(['M', 'L', ' '])
        .filter(|part| !part.is_empty())
        .map(|part| part.parse().unwrap())
        .collect();
    assert_eq!(numbers.len(), 6);
    assert!((numbers[2] - numbers[0] - (numbers[4] - numbers[2])).abs() < 0.03, "{numbers:?}");
    assert!((numbers[3] - numbers[1] - (numbers[5] - numbers[3])).abs() < 0.03, "{numbers:?}");
}

#[test]
fn a_sheet_holds_all_its_panels_and_references_have_a_colour_of_their_own() {
    let reference = Series { is_reference: true, ..line("truth", &[(0.0, 0.0), (1.0, 1.0)]) };
    let panel = |name: &str| Plot {
        title: name.into(),
        series: vec![reference.clone(), line("tet", &[(0.0, 0.0), (1.0, 2.0)])],
        ..Plot::default()
    };
    let sheet = Sheet {
        title: "All <of> it".into(),
        columns: 2,
        panels: ["first", "second", "third"].map(panel).into(),
    };
    let svg = sheet.to_svg();
    let texts = texts(&svg);
    for wanted in ["All <of> it", "first", "second", "third"] {
        assert!(texts.iter().any(|text| text == wanted), "{wanted} is missing in {texts:?}");
    }
    assert_eq!(svg.matches("<svg").count(), 4);
    assert!(
        svg.contains("stroke=\"#000000\"") && svg.contains("stroke=\"#0072b2\""),
        "tet has the first colour"
    );
    let document = roxmltree::Document::parse(&svg).unwrap();
    let size = |name: &str| document.root_element().attribute(name).unwrap().parse::<f64>().unwrap();
    assert!((size("width"), size("height")) > (2.0 * 760.0 - 1.0, 2.0 * 420.0), "two rows of two");
    assert!(roxmltree::Document::parse(&Sheet::default().to_svg()).is_ok());
}

#[test]
fn points_are_circles_in_the_colour_of_their_line() {
    let plot = Plot {
        series: vec![line("fitted", &[(0.0, 0.0), (1.0, 2.0)])],
        points: vec![line("measured", &[(0.0, 0.1), (0.5, f64::NAN), (1.0, 8.0)])],
        ..Plot::default()
    };
    let svg = plot.to_svg();
    // Two points that are numbers, and the sample in the legend; the axis reaches as far as they do.
    assert_eq!(svg.matches("<circle").count(), 3, "{svg}");
    assert_eq!(svg.matches("stroke=\"#0072b2\"").count(), 2 + 3, "{svg}");
    assert!(svg.contains(">measured</text>") && svg.contains(">8</text>"), "{svg}");
}
