//! Presets of the material library in scenes.
#![allow(clippy::unwrap_used)]

use pliant_material::library::{PRESETS, Preset, SOURCES};
use pliant_scene::plan::{Constants, MaterialPlan, Moduli};
use pliant_scene::schema::Choose as _;
use pliant_scene::{Plan, Scene, materials};

/// A small cube of a material, held at one side; `tables` come before it.
fn cube(tables: &str, material: &str) -> String {
    format!(
        "[time]\nduration = \"10 ms\"\n{tables}\n[body.cube]\nshape = {{ box = [\"2 cm\", \"2 cm\", \"2 cm\"] }}\n\
         cells = [1, 1, 1]\nmaterial = \"{material}\"\n[pin.root]\nbody = \"cube\"\nwhere = {{ face = \"x-\" }}\n"
    )
}

fn parse(text: &str, overrides: &[(&str, &str)]) -> Plan {
    Plan::parse(text, "scene.toml", overrides).unwrap_or_else(|problems| panic!("{problems}\n{text}"))
}

/// The material of a cube with these lines in its table.
fn material_with(lines: &str) -> MaterialPlan {
    let plan = parse(&cube(&format!("[material.stuff]\n{lines}"), "stuff"), &[]);
    plan.materials[0].clone()
}

fn messages(tables: &str, material: &str) -> String {
    Plan::parse(&cube(tables, material), "scene.toml", &[]).unwrap_err().to_string()
}

fn jelly() -> &'static Preset {
    Preset::find("jelly").unwrap()
}

/// Equal but for rounding.
fn assert_same_moduli(given: &Moduli, expected: &Moduli) {
    let pairs =
        [(given.young, expected.young), (given.poisson, expected.poisson), (given.bulk, expected.bulk)];
    for (a, b) in pairs.into_iter().chain([(given.shear, expected.shear), (given.lambda, expected.lambda)]) {
        assert!((a - b).abs() <= 1e-11 * b.abs(), "{given:?} against {expected:?}");
    }
}

#[test]
fn every_preset_checks_clean_as_a_cube() {
    for preset in PRESETS {
        let scene = Scene::from_text(&cube("", preset.name), "cube.toml", &[]).unwrap();
        let built = scene.build().unwrap_or_else(|problems| panic!("{}: {problems}", preset.name));
        assert!(built.warnings.is_empty(), "{}: {}", preset.name, built.warnings);
        let plan = &scene.plan().materials[0];
        assert_eq!((plan.name.as_str(), plan.law.value.word()), (preset.name, preset.law));
        assert_eq!((plan.moduli.value.young, plan.density), (preset.young, preset.density));
        assert_eq!(plan.damping.viscosity > 0.0, preset.loss.is_some(), "{}", preset.name);
    }
}

#[test]
fn every_preset_runs_as_a_cube() {
    for preset in PRESETS {
        let scene = Scene::from_text(&cube("", preset.name), "cube.toml", &[]).unwrap();
        let mut world = scene.build().unwrap().world;
        world.run(&mut pliant_world::Silent).unwrap_or_else(|error| panic!("{}: {error}", preset.name));
        let lowest = world.positions(0).iter().map(|x| x.z).fold(f64::INFINITY, f64::min);
        // Falls freely at most, by g t^2 / 2 = 0.5 mm and what the step adds.
        assert!((-1.5e-3..0.0).contains(&lowest), "{}: {lowest}", preset.name);
    }
}

#[test]
fn named_in_a_body_or_in_a_table_or_in_full_it_is_the_same() {
    for preset in PRESETS {
        let direct = parse(&cube("", preset.name), &[]).materials[0].clone();
        let table = material_with(&format!("preset = \"{}\"", preset.name));
        let full = parse(&cube(&materials::toml(preset), preset.name), &[]).materials[0].clone();
        assert_eq!((direct.moduli.value, direct.damping), (table.moduli.value, table.damping));
        for other in [table, full] {
            assert_eq!((direct.law.value, direct.density), (other.law.value, other.density));
            assert_same_moduli(&other.moduli.value, &direct.moduli.value);
            let viscosity = (other.damping.viscosity, direct.damping.viscosity);
            assert!(
                (viscosity.0 - viscosity.1).abs() <= 1e-3 * viscosity.1,
                "{}: {viscosity:?}",
                preset.name
            );
        }
    }
}

#[test]
fn what_is_given_counts_instead() {
    let (young, poisson) = (jelly().young, jelly().poisson);
    for (lines, expected) in [
        ("young = \"5 kPa\"", Moduli::from_young_poisson(5e3, poisson)),
        ("poisson = 0.3", Moduli::from_young_poisson(young, 0.3)),
        ("shear = \"2 kPa\"", Moduli::from_young_poisson(2.0 * 2e3 * (1.0 + poisson), poisson)),
        ("bulk = \"60 kPa\"", Moduli::from_young_poisson(3.0 * 60e3 * (1.0 - 2.0 * poisson), poisson)),
        ("lambda = \"49 kPa\"", Moduli::from_lambda_shear(49e3, 1e3)),
        ("young = 2e3\npoisson = 0.1", Moduli::from_young_poisson(2e3, 0.1)),
        ("bulk = 3e3\nshear = 1e3", Moduli::from_bulk_shear(3e3, 1e3)),
        ("lambda = 4e3\nshear = 1e3", Moduli::from_lambda_shear(4e3, 1e3)),
    ] {
        let material = material_with(&format!("preset = \"jelly\"\n{lines}"));
        assert_same_moduli(&material.moduli.value, &expected);
        assert_eq!((material.law.value.word(), material.density), (jelly().law, jelly().density), "{lines}");
    }
    let other = material_with("preset = \"jelly\"\nlaw = \"stvk\"\ndensity = 900");
    assert_eq!((other.law.value.word(), other.density), ("stvk", 900.0));
    assert_eq!(other.moduli.value.young, young);
}

#[test]
fn damping_keeps_its_loss_factor_or_is_replaced_as_a_whole() {
    let cork = material_with("preset = \"cork\"").damping;
    let stiffer = material_with("preset = \"cork\"\nyoung = \"30 MPa\"").damping;
    assert!((stiffer.viscosity / cork.viscosity - 2.0).abs() < 1e-12, "{stiffer:?}");
    let rayleigh = material_with("preset = \"cork\"\ndamping = { mass = 3 }").damping;
    assert_eq!((rayleigh.mass, rayleigh.viscosity), (3.0, 0.0));
    let off = material_with("preset = \"cork\"\nviscosity = 0").damping;
    assert_eq!(off, pliant_scene::plan::Damping::default());
    let bulk = material_with("preset = \"cork\"\nbulk_viscosity = 7").damping;
    assert_eq!((bulk.viscosity, bulk.bulk_viscosity), (0.0, 7.0));
}

#[test]
fn a_table_of_the_name_wins_and_regions_name_presets_too() {
    let own = parse(&cube("[material.jelly]\nyoung = 1e6\npoisson = 0.3", "jelly"), &[]);
    assert_eq!((own.materials.len(), own.materials[0].moduli.value.young), (1, 1e6));
    let regions = "[material.mine]\nyoung = 1e6\npoisson = 0.3\n[body.ball]\nshape = { sphere = 1 }\nspacing = 0.5\n\
         material = \"steel\"\nregions = [{ where = \"all\", material = \"cork\" }, { where = \"all\", material = \"mine\" }]";
    let plan = parse(&cube(regions, "cork"), &[]);
    let names: Vec<&str> = plan.materials.iter().map(|material| material.name.as_str()).collect();
    assert_eq!(names, ["mine", "steel", "cork"]);
    assert_eq!((plan.bodies[0].material, plan.bodies[1].material), (1, 2));
    let used: Vec<usize> = plan.bodies[0].regions.iter().map(|region| region.material).collect();
    assert_eq!(used, [2, 0]);
    let changed = parse(&cube("", "jelly"), &[("material.jelly.young", "2kPa")]);
    assert_eq!(changed.materials[0].moduli.value.young, 2e3);
    let other =
        parse(&cube("", "jelly"), &[("body.cube.material", "\"cork\""), ("material.cork.density", "200")]);
    let used = &other.materials[other.bodies[0].material];
    assert_eq!((used.name.as_str(), used.density), ("cork", 200.0));
}

#[test]
fn mistakes_get_help() {
    for (tables, material, expected) in [
        ("[material.m]\npreset = \"jely\"", "m", "did you mean \"jelly\"?"),
        ("[material.m]\npreset = \"unobtainium\"", "m", "choose one of: abs, acrylic, aluminium"),
        ("[material.m]\npreset = 3", "m", "`preset` must be the name of a material of the library"),
        ("[material.m]\npreset = \"jelly\"\nyoung = 1\nbulk = 1", "m", "`young`, `bulk` do not make a pair"),
        ("[material.m]\npreset = \"jelly\"\nyoung = 1e3\npoisson = 0.3\nshear = 1e3", "m", "are too many"),
        (
            "[material.m]\npreset = \"jelly\"\nlambda = -5",
            "m",
            "`lambda` is -5 Pa, but must be positive beside",
        ),
        ("[material.m]\npreset = \"jelly\"\npoisson = 0.5", "m", "incompressible"),
        ("[material.steel]\nyoung = \"200 GPa\"", "steel", "or add `preset = \"steel\"`"),
        ("[material.m]\ndensity = 3", "m", "or name a `preset`"),
        ("", "jely", "did you mean \"jelly\"?"),
        ("", "unobtainium", "add a table [material.unobtainium], or name a preset"),
    ] {
        let text = messages(tables, material);
        assert!(text.contains(expected), "{tables}: {text}");
        assert_eq!(text.matches("error:").count(), 1, "{tables}: {text}");
    }
}

#[test]
fn page_is_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/materials.md");
    let page = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        page == materials::page(),
        "docs/materials.md is stale; run `cargo run -p pliant-scene --example write_materials`"
    );
}

#[test]
fn page_and_terminal_say_everything() {
    let (page, bibliography) = (materials::page(), include_str!("../../../docs/references.bib"));
    for source in SOURCES {
        assert!(page.contains(&format!("- [{}] ", source.key)), "{}", source.key);
        assert!(bibliography.contains(&format!("{{{},", source.key)), "references.bib lacks {}", source.key);
    }
    for preset in PRESETS {
        assert!(page.contains(&format!("\n### {}\n", preset.name)), "{}", preset.name);
        let words = materials::words(preset);
        for citation in preset.citations {
            assert!(page.contains(citation.note) && words.contains(citation.note), "{}", preset.name);
        }
        assert!(words.contains(&materials::toml(preset)), "{words}");
    }
}

#[test]
fn laws_for_rubber_have_constants_and_the_moduli_they_make() {
    let mooney =
        material_with("law = \"mooney-rivlin\"\nc10 = \"0.16 MPa\"\nc01 = \"20 kPa\"\npoisson = 0.49");
    assert_eq!(mooney.constants, Constants::MooneyRivlin { c10: 0.16e6, c01: 20e3 });
    let shear = 2.0 * 0.18e6;
    assert!((mooney.moduli.value.shear - shear).abs() < 1e-9 * shear);
    assert!((mooney.moduli.value.poisson - 0.49).abs() < 1e-12);

    let ogden = material_with(
        "law = \"ogden\"\nmu = [\"0.63 MPa\", \"-10 kPa\"]\nalpha = [1.3, -2]\nbulk = \"40 MPa\"",
    );
    assert_eq!(ogden.constants, Constants::Ogden(vec![(0.63e6, 1.3), (-10e3, -2.0)]));
    let shear = 0.5 * (0.63e6 * 1.3 + 20e3);
    assert!((ogden.moduli.value.shear - shear).abs() < 1e-9 * shear);
    assert!((ogden.moduli.value.bulk - 40e6).abs() < 1e-3);

    // A preset tells Poisson's ratio and the density, not the stiffness.
    let preset = material_with("preset = \"rubber\"\nlaw = \"mooney-rivlin\"\nc10 = 1e5\nc01 = 0");
    assert!((preset.moduli.value.shear - 2e5).abs() < 1e-6);
    assert_eq!(material_with("preset = \"rubber\"").constants, Constants::None);
}
