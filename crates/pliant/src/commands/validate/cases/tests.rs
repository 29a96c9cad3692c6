//! The table is well-formed: everything it names exists, and no value can pass by being empty.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::commands::validate::figure::Figures;
use std::collections::BTreeSet;
use std::path::Path;

fn table() -> Table {
    Table::embedded().unwrap()
}

fn probes_of(component: &Component) -> Vec<&str> {
    match component {
        Component::Probe(name) => vec![name],
        Component::Sum(sum) => sum.keys().map(String::as_str).collect(),
        Component::Angle { angle } => angle.iter().flat_map(BTreeMap::keys).map(String::as_str).collect(),
    }
}

#[test]
fn ids_are_unique() {
    let table = table();
    let mut seen = BTreeSet::new();
    for case in &table.case {
        for value in &case.value {
            assert!(
                seen.insert(format!("{}/{}", case.id, value.id)),
                "{}/{} is there twice",
                case.id,
                value.id
            );
        }
    }
}

#[test]
fn every_scene_file_is_in_the_program_and_in_the_table() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../validation/scenes");
    let files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    let named = |ending: &str| -> BTreeSet<String> {
        let chosen = files.iter().filter(|path| path.extension().is_some_and(|e| e == ending));
        chosen.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect()
    };
    let on_disk = named("toml");
    for ending in ["ply", "obj", "vtu"] {
        let of_kind = MESHES.iter().filter_map(|(name, _)| name.strip_suffix(&format!(".{ending}")));
        assert_eq!(named(ending), of_kind.map(str::to_owned).collect());
    }
    let embedded: BTreeSet<String> = SCENES.iter().map(|(name, _)| (*name).to_owned()).collect();
    let mut used: BTreeSet<String> = table().case.iter().map(|case| case.scene.clone()).collect();
    used.extend(Figures::embedded().unwrap().scenes().map(str::to_owned));
    assert_eq!(on_disk, embedded);
    assert_eq!(used, embedded);
}

#[test]
fn every_case_loads_without_warnings_and_has_what_it_reads() {
    let mut worlds: BTreeMap<String, (String, BTreeSet<String>)> = BTreeMap::new();
    for case in &table().case {
        let scene = case.load().unwrap_or_else(|problems| panic!("{}: {problems}", case.id));
        assert!(scene.plan().warnings.is_empty(), "{}: {}", case.id, scene.plan().warnings);
        // With another force on the same body the world is the same: once is enough, as bodies with many samples take their time.
        let set: Vec<&String> = case.set.iter().filter(|set| !set.starts_with("load.")).collect();
        let (method, probes) =
            worlds.entry(format!("{} {:?} {set:?}", case.scene, case.refine)).or_insert_with(|| {
                let built = scene.build().unwrap_or_else(|problems| panic!("{}: {problems}", case.id));
                let probes = built.world.probe_names().map(str::to_owned).collect();
                (built.world.method(0).to_owned(), probes)
            });
        assert_eq!(*method, case.method, "{}", case.id);
        assert!(!case.value.is_empty(), "{} reads nothing", case.id);
        let of = case.value.iter().flat_map(|v| v.of.components()).flat_map(probes_of);
        let factors = case.value.iter().flat_map(|v| &v.times).map(|factor| factor.of.as_str());
        let watched = case.value.iter().filter_map(|v| match &v.take {
            Take::When(moment) => Some(moment.of.as_str()),
            _ => None,
        });
        for probe in of.chain(factors).chain(watched).filter(|name| *name != TOTAL_ENERGY) {
            assert!(probes.contains(probe), "{}: no probe \"{probe}\" in {}", case.id, case.scene);
        }
    }
}

#[test]
fn references_and_tolerances_make_sense() {
    for case in &table().case {
        assert!(0.0 < case.tolerance_top && case.tolerance_top <= case.tolerance_pass, "{}", case.id);
        assert!(!case.source.is_empty(), "{} has no source", case.id);
        for value in &case.value {
            let (top, pass) = (value.tolerance_top, value.tolerance_pass);
            assert!(top.unwrap_or(case.tolerance_top) <= pass.unwrap_or(case.tolerance_pass), "{}", case.id);
            let reference = value.reference.components();
            let is_zero = reference.iter().all(|x| *x == 0.0);
            assert_eq!(is_zero, value.over.is_some(), "{}/{}: a length for a zero", case.id, value.id);
            let reads_probes = matches!(case.analysis, Analysis::Run | Analysis::Compare(_));
            let reads_probes = reads_probes && !matches!(value.take, Take::Iterations);
            let may_read = matches!(value.take, Take::Critical | Take::LastCritical);
            let reads_probes = reads_probes || (may_read && !value.of.components().is_empty());
            assert_eq!(reads_probes, !value.of.components().is_empty(), "{}/{}", case.id, value.id);
            if reads_probes && !matches!(value.take, Take::LargestChange | Take::Drift(_)) {
                assert_eq!(value.of.components().len(), reference.len(), "{}/{}", case.id, value.id);
            }
        }
    }
}

#[test]
fn only_ids_that_end_in_p1_use_4_node_tets() {
    for case in &table().case {
        let order = |set: &String| set.split_once(".order=").map(|(_, order)| order.trim().to_owned());
        let is_linear = case.set.iter().filter_map(order).any(|order| order == "1");
        let in_scene = case.text().unwrap().contains("order");
        assert!(!in_scene, "{}: the order of elements belongs into the table", case.scene);
        for value in &case.value {
            assert_eq!(is_linear, value.id.ends_with("/p1"), "{}/{}", case.id, value.id);
        }
    }
}

#[test]
fn elastons_are_tried_with_three_seeds_and_tets_have_none() {
    for case in &table().case {
        // Phyxels have a seed where they are moved at random.
        let is_random =
            case.method == "elaston" || case.set.iter().any(|set| set.ends_with("layout=jittered"));
        let seeds: &[u64] = if is_random { &[1, 2, 3] } else { &[] };
        assert_eq!(case.seeds, seeds, "{}", case.id);
        for seed in seeds {
            let changes = case.seeded(*seed).unwrap();
            let scene = case.load_with(&changes).unwrap();
            let seed_of = |body: &pliant_scene::plan::BodyPlan| {
                let of_phyxels = || body.phyxel.as_ref().map(|p| p.cloud.seed);
                let of_bonds = || body.peridynamic.as_ref().map(|p| p.cloud.seed);
                body.elaston.as_ref().map(|e| e.seed).or_else(of_phyxels).or_else(of_bonds)
            };
            let found = scene.plan().bodies.iter().filter_map(seed_of);
            assert_eq!(found.collect::<Vec<_>>(), [*seed], "{}", case.id);
        }
    }
}

#[test]
fn numerical_settings_are_listed_wherever_they_are() {
    let case = |set: &str| -> Case {
        toml::from_str(&format!(
            "id = 'x'\nfamily = 'solids'\nmethod = 'tet'\nscene = 'v1b-cantilever'\nset = ['{set}']\n\
             tolerance_pass = 1\ntolerance_top = 1\nsource = 'none'\nvalue = []"
        ))
        .unwrap()
    };
    assert!(case("stepper.kind=verlet").overrides().unwrap().is_empty());
    assert!(case("body.beam.cells=[2, 2, 2]").overrides().unwrap().is_empty());
    assert!(case("contact.friction=0.2").overrides().unwrap().is_empty());
    for set in ["stepper.tolerance=1e-9", "solver.kind=cg", "time.step=1 ms", "contact.stiffness=2"] {
        assert_eq!(case(set).overrides().unwrap(), [set]);
    }
}

#[test]
fn fits_and_cuts_take_what_they_give_and_run_nothing() {
    let table = table();
    let still: Vec<&Case> = table.case.iter().filter(|case| !case.analysis.is_of_a_run()).collect();
    assert!(still.len() > 3, "{}", still.len());
    for case in still {
        for value in &case.value {
            let fits = match case.analysis {
                Analysis::Fit { .. } => matches!(value.take, Take::Deviation(_)),
                _ => matches!(value.take, Take::Cut),
            };
            assert!(fits, "{}/{}", case.id, value.id);
        }
    }
    let with =
        |analysis: &str| toml::from_str::<BTreeMap<String, Analysis>>(&format!("analysis = {analysis}"));
    assert!(with("{ fit = { law = 'bonds', using = 'shear' } }").is_ok());
    assert!(with("{ fit = { law = 'bonds', using = 'torsion' } }").is_err());
    assert!(with("{ cut = { point = [0, 0, 0], normal = [1, 0, 0], half_width = 1, width = 2 } }").is_err());
}
