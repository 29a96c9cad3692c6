//! Every preset against the rules of the library.
#![allow(clippy::unwrap_used)]

use super::*;
use std::f64::consts::TAU;

#[test]
fn names_are_sorted_unique_and_in_kebab_case() {
    let names: Vec<&str> = Preset::names().collect();
    assert!(names.windows(2).all(|pair| pair[0] < pair[1]), "{names:?}");
    for name in names {
        let kebab =
            name.split('-').all(|word| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase()));
        assert!(kebab, "{name}");
        assert_eq!(Preset::find(name).unwrap().name, name);
    }
    assert_eq!(Preset::find("Jelly"), None);
}

#[test]
fn every_preset_is_a_material_within_its_range() {
    for preset in PRESETS {
        let material = preset.material().unwrap_or_else(|error| panic!("{}: {error}", preset.name));
        assert_eq!(material.law.name(), preset.law);
        let close = (material.law.lame().young() / preset.young - 1.0).abs() < 1e-12;
        assert!(close, "{}: {:?}", preset.name, material.law.lame());
        let (least, greatest) = preset.young_range;
        assert!(least < greatest && (least..=greatest).contains(&preset.young), "{}", preset.name);
        // Above 0 so that lambda alone determines the stiffness; up to 0.49 for 10-node tetrahedra.
        assert!(preset.poisson > 0.0 && preset.poisson <= 0.49, "{}", preset.name);
        assert!((10.0..10_000.0).contains(&preset.density), "{}", preset.name);
    }
}

#[test]
fn every_figure_has_a_source_or_is_called_an_estimate() {
    for preset in PRESETS {
        let mut figures: Vec<Figure> = preset.citations.iter().map(|citation| citation.figure).collect();
        let mut expected = vec![Figure::Young, Figure::Range, Figure::Poisson, Figure::Density];
        expected.extend(preset.loss.map(|_| Figure::Loss));
        figures.sort_unstable();
        assert_eq!(figures, expected, "{}", preset.name);
        for citation in preset.citations {
            assert!(!citation.note.is_empty(), "{} {:?}", preset.name, citation.figure);
            let sourced = match citation.source {
                "" => citation.basis == Basis::Estimate,
                key => Source::find(key).is_some(),
            };
            assert!(sourced, "{} {:?}", preset.name, citation.figure);
        }
        assert!(!preset.meaning.is_empty() && preset.caveat.ends_with('.'), "{}", preset.name);
    }
}

#[test]
fn viscosity_has_the_stated_loss_factor() {
    let damped: Vec<&Preset> = PRESETS.iter().filter(|preset| preset.loss.is_some()).collect();
    assert!(!damped.is_empty());
    for preset in damped {
        let (loss, material) = (preset.loss.unwrap(), preset.material().unwrap());
        let loss_modulus = TAU * loss.frequency * material.damping.shear_viscosity;
        let factor = loss_modulus / material.law.lame().mu();
        assert!((factor / loss.factor - 1.0).abs() < 1e-12, "{}: {factor}", preset.name);
        assert_eq!(preset.damping(2.0).shear_viscosity, 2.0 * preset.damping(1.0).shear_viscosity);
    }
    assert_eq!(Preset::find("steel").unwrap().material().unwrap().damping, Damping::NONE);
}

/// The arithmetic behind figures that are worked out from their source.
#[test]
fn derived_figures_follow_from_their_sources() {
    let shore = |s: f64| 0.0981 * (56.0 + 7.62336 * s) / (0.137_505 * (254.0 - 2.54 * s)) * 1e6;
    let foam = |density: f64| 45e6 * (density / 1200.0_f64).powi(2);
    let gelatine = |ratio: f64| 4.34e3 * (20.0_f64 / ratio).powf((277.0_f64 / 4.34).ln() / 10.0_f64.ln());
    let cartilage = 0.70e6 * 1.1 * 0.8 / 0.9;
    let mix = |parts: &[(f64, f64)]| {
        let (mass, volume) = parts.iter().fold((0.0, 0.0), |(m, v), (part, rho)| (m + part, v + part / rho));
        mass / volume
    };
    let young = |name: &str| Preset::find(name).unwrap().young;
    let density = |name: &str| Preset::find(name).unwrap().density;
    for (what, value, expected, tolerance) in [
        ("hard rubber", young("rubber-hard"), shore(70.0), 0.01),
        ("its least", Preset::find("rubber-hard").unwrap().young_range.0, shore(60.0), 0.01),
        ("its greatest", Preset::find("rubber-hard").unwrap().young_range.1, shore(80.0), 0.01),
        ("its density", density("rubber-hard"), mix(&[(100.0, 920.0), (50.0, 1800.0)]), 0.03),
        ("foam", young("foam"), foam(density("foam")), 1e-9),
        ("its least", Preset::find("foam").unwrap().young_range.0, foam(25.0), 0.05),
        ("jelly", young("jelly"), gelatine(12.6), 0.01),
        ("its density", density("jelly"), mix(&[(1.0, 1350.0), (12.6, 998.0)]), 0.01),
        ("cartilage", young("cartilage"), cartilage, 0.01),
        ("wood", density("wood"), 400.0 * 1.12, 0.01),
        ("oak", density("oak"), 630.0 * 1.12, 0.01),
        ("balsa", density("balsa"), 160.0 * 1.12, 0.01),
        ("paper", young("paper"), (7.44e9 * 3.47e9_f64).sqrt(), 0.03),
        ("its density", density("paper"), 0.080 / 0.1e-3, 1e-9),
        ("cotton", density("cotton"), 0.150 / 0.35e-3, 0.01),
        ("clay", density("clay"), 0.5 * 2650.0 + 0.5 * 1000.0, 0.03),
        ("polystyrene foam", young("polystyrene-foam"), 50e3 / 0.01, 1e-9),
        ("cork", young("cork"), (2.0 * 13e6 + 20e6) / 3.0, 0.03),
        ("muscle", young("muscle"), 3.0 * 4.0e3, 0.01),
    ] {
        assert!((value / expected - 1.0).abs() <= tolerance, "{what}: {value} against {expected}");
    }
    let foam_ratio = Preset::find("polystyrene-foam").unwrap().poisson;
    assert!((foam_ratio - (0.0056 * 21.6 + 0.0024)).abs() < 0.005, "{foam_ratio}");
}

#[test]
fn every_source_is_used_and_sorted() {
    assert!(SOURCES.windows(2).all(|pair| pair[0].key < pair[1].key));
    for source in SOURCES {
        let used =
            PRESETS.iter().flat_map(|preset| preset.citations).any(|citation| citation.source == source.key);
        assert!(used, "{}", source.key);
        let year = &source.key[source.key.len() - 4..];
        assert!(source.text.ends_with(year), "{}", source.text);
    }
}
