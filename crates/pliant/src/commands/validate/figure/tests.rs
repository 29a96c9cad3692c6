//! The table of figures is well-formed, and what is said of curves is what they are.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::commands::validate::cases::is_numerical;
use std::collections::BTreeSet;

fn figures() -> Figures {
    Figures::embedded().unwrap()
}

fn curves(figures: &Figures) -> impl Iterator<Item = (&Panel, &table::Curve)> {
    let panels = figures.figure.iter().flat_map(|figure| &figure.panel);
    panels.flat_map(|panel| panel.curve.iter().map(move |curve| (panel, curve)))
}

#[test]
fn figures_panels_and_curves_have_names_of_their_own() {
    let figures = figures();
    let ids: BTreeSet<&str> = figures.figure.iter().map(|figure| figure.id.as_str()).collect();
    assert_eq!(ids, BTreeSet::from(["martin2010-2", "martin2010-3"]));
    for figure in &figures.figure {
        let panels: BTreeSet<&str> = figure.panel.iter().map(id_of).collect();
        assert_eq!(panels.len(), figure.panel.len(), "{}", figure.id);
        for panel in &figure.panel {
            let names: BTreeSet<&str> = panel.curve.iter().map(|curve| curve.name.as_str()).collect();
            assert_eq!(names.len(), panel.curve.len(), "{}/{}", figure.id, panel.id);
            assert!(panel.within > 0.0 && !panel.source.is_empty(), "{}/{}", figure.id, panel.id);
            for other in panel.curve.iter().filter_map(|curve| curve.same_as.as_deref()) {
                assert!(names.contains(other), "{}/{}: no curve {other}", figure.id, panel.id);
            }
        }
    }
}

/// Only what a curve is about is set: everything else is left to the program.
#[test]
fn runs_set_basis_method_and_fineness_only() {
    let allowed = ["samples", "basis", "ratio", "turned_axes", "cells", "order"];
    let figures = figures();
    for (panel, curve) in curves(&figures) {
        assert!((1..=curve.sizes.len()).contains(&curve.quick), "{}/{}", panel.id, curve.name);
        for size in 0..curve.sizes.len() {
            let case = curve.case(size);
            for (key, _) in case.pairs(&case.set).unwrap() {
                let last = key.rsplit('.').next().unwrap();
                assert!(allowed.contains(&last) && !is_numerical(&key), "{}/{}: {key}", panel.id, curve.name);
            }
            assert!(case.overrides().unwrap().is_empty(), "{}/{}", panel.id, curve.name);
            let scene = case.load().unwrap_or_else(|problems| panic!("{}: {problems}", curve.name));
            assert!(scene.plan().warnings.is_empty(), "{}: {}", curve.name, scene.plan().warnings);
        }
    }
}

#[test]
fn an_unknown_figure_is_refused_with_those_there_are() {
    let message = figures().find("martin2010-9").err().unwrap();
    assert!(message.contains("martin2010-9") && message.contains("martin2010-2, martin2010-3"), "{message}");
}

fn row(panel: &Panel, curve: &table::Curve, (nonzeros, dofs): (usize, usize), ratio: f64) -> FigureRow {
    let case = curve.case(0);
    FigureRow {
        panel: panel.id.clone(),
        curve: curve.name.clone(),
        value: Some(ratio),
        reference: 1.0,
        over_reference: Some(ratio),
        error: Some((ratio - 1.0).abs()),
        nonzeros: Some(nonzeros),
        dofs,
        samples: None,
        seed: None,
        spread: None,
        seconds: 0.0,
        overrides: Vec::new(),
        scene: case.scene.clone(),
        set: case.set,
        failure: None,
    }
}

#[test]
fn orders_are_fitted_above_what_the_reference_is_known_to() {
    let figures = figures();
    let figure = figures.find("martin2010-3").unwrap();
    let shell = figure.panel.iter().find(|panel| panel.id == "shell").unwrap();
    let curve = &shell.curve[0];
    // The error falls with the square of the spacing, that is, as one over the dofs; the last is noise.
    let rows = [
        row(shell, curve, (100, 10), 0.9),
        row(shell, curve, (1600, 40), 0.975),
        row(shell, curve, (25600, 160), 1.0 - 0.1 / 16.0),
        row(shell, curve, (409_600, 640), 1.0 + 0.5 * shell.within),
    ];
    let rows: Vec<&FigureRow> = rows.iter().collect();
    let report = CurveReport::new(shell, curve, &rows, &rows);
    assert_eq!(report.points, 3);
    assert!((report.order_by_spacing.unwrap() - 2.0).abs() < 1e-9);
    assert!((report.order_by_nonzeros.unwrap() - 0.5).abs() < 1e-9);
    assert_eq!(report.finest, Some(1.0 + 0.5 * shell.within));
    assert!(report.differs.is_none());
}

#[test]
fn curves_that_must_be_the_same_tell_how_far_they_are_apart() {
    let figures = figures();
    let axes = figures.find("martin2010-2").unwrap().panel.iter().find(|panel| panel.id == "axes").unwrap();
    let rows = [
        row(axes, &axes.curve[0], (1, 1), 0.9),
        row(axes, &axes.curve[0], (2, 2), 1.0),
        row(axes, &axes.curve[1], (1, 1), 0.9),
        row(axes, &axes.curve[1], (2, 2), 1.25),
    ];
    let all: Vec<&FigureRow> = rows.iter().collect();
    let differs = CurveReport::new(axes, &axes.curve[1], &all[2..], &all).differs.unwrap();
    assert_eq!((differs.from.as_str(), differs.at_most), ("q12", 0.25));
}

/// One curve of three small runs: what the program prints is of real runs.
#[test]
fn finer_runs_have_more_non_zeros_and_smaller_errors() {
    let figures = figures();
    let figure = figures.find("martin2010-3").unwrap();
    let solid = figure.panel.iter().find(|panel| panel.id == "solid").unwrap();
    let tets = solid.curve.iter().find(|curve| curve.name == "4-node tets").unwrap();
    let rows: Vec<FigureRow> = (0..3).map(|size| FigureRow::measure(solid, tets, size, true, None)).collect();
    // 27 nodes, 9 of them held: 18 unknown nodes.
    let blocks_at_most = 18 * 18;
    assert_eq!(rows[0].dofs, 81);
    assert!(rows[0].nonzeros.unwrap() <= 9 * blocks_at_most && rows[0].nonzeros.unwrap() > 9 * 18);
    assert!(rows.windows(2).all(|pair| pair[0].nonzeros < pair[1].nonzeros && pair[0].error > pair[1].error));
    let rows: Vec<&FigureRow> = rows.iter().collect();
    let report = CurveReport::new(solid, tets, &rows, &rows);
    assert!((0.8..2.2).contains(&report.order_by_spacing.unwrap()), "{report:?}");
}
