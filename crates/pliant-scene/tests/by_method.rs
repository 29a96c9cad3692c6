//! The same scene by another method: what is kept, translated, left out and refused.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use pliant_scene::plan::{Method, Resolution};
use pliant_scene::schema::Choose;
use pliant_scene::{ByMethod, MemoryFiles, Scene};

fn scene(body: &str) -> Scene {
    let cube = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n\
                f 1 3 2\nf 1 4 3\nf 5 6 7\nf 5 7 8\nf 1 2 6\nf 1 6 5\nf 2 3 7\nf 2 7 6\nf 3 4 8\nf 3 8 7\nf 4 1 5\nf 4 5 8\n";
    let text = format!(
        "[time]\nduration = \"1 s\"\n[material.rubber]\nlaw = \"neo-hookean\"\nyoung = \"1 MPa\"\npoisson = 0.3\n\
         [body.thing]\nmaterial = \"rubber\"\n{body}\n"
    );
    let files = MemoryFiles::none().with("cube.obj", cube.as_bytes().to_vec());
    Scene::with_files(&text, "thing.toml", &[], Arc::new(files))
        .unwrap_or_else(|problems| panic!("{problems}"))
}

#[track_caller]
fn by(scene: &Scene, method: Method) -> ByMethod {
    let found = scene.by_method(method, &[]).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(found.scene.plan().bodies[0].method.value, method);
    assert_ne!(found.scene.hash(), scene.hash(), "another scene has another hash");
    found
}

#[track_caller]
fn spacing(scene: &Scene) -> f64 {
    match scene.plan().bodies[0].resolution {
        Resolution::Spacing(spacing) => spacing.value,
        other => panic!("{other:?}"),
    }
}

#[test]
fn keys_of_tetrahedra_are_left_out_and_cells_become_a_spacing() {
    let beam = scene("shape = { box = [1, 0.2, 0.2], grade = { x = 4 } }\ncells = [20, 4, 4]\norder = 1");
    let phyxels = by(&beam, Method::Phyxel);
    assert_eq!(phyxels.scene.plan().bodies[0].cells(), Some([20, 4, 4]), "phyxels have cells");
    let mut remarks = phyxels.remarks.clone();
    remarks.sort();
    assert_eq!(remarks, ["thing: `order` is left out", "thing: `shape.grade` is left out"]);
    let elastons = by(&beam, Method::Elaston);
    assert!((spacing(&elastons.scene) - 0.05).abs() < 1e-12);
    let remarks = elastons.remarks.join("; ");
    assert!(remarks.contains("thing: spacing 0.05 m instead of `cells`"), "{remarks}");
    assert!(remarks.contains("follow Hooke's law"), "what the method warns of is told: {remarks}");
    // Refined afterwards, as any scene.
    assert!((spacing(&elastons.scene.refined(2.0).unwrap()) - 0.025).abs() < 1e-12);
    // What is of the method already stays as it is.
    let same = beam.by_method(Method::Tet, &[]).unwrap();
    assert!(same.remarks.is_empty());
    assert_eq!(same.scene.plan().bodies[0].order.value, 1);
}

#[test]
fn keys_of_elastons_are_left_out_and_samples_become_a_spacing() {
    let beam = scene(
        "method = \"elaston\"\nshape = { box = [1, 0.2, 0.2] }\nsamples = 320\nbasis = \"q12\"\nstrain = \"green\"\nseed = 3",
    );
    let tets = by(&beam, Method::Tet);
    // 0.04 m3 in 320 cubes of 5 cm.
    assert!((spacing(&tets.scene) - 0.05).abs() < 1e-9, "{}", spacing(&tets.scene));
    for key in ["basis", "strain", "seed"] {
        assert!(tets.remarks.contains(&format!("thing: `{key}` is left out")), "{:?}", tets.remarks);
    }
    assert_eq!(
        tets.remarks.iter().filter(|remark| remark.contains("samples")).count(),
        1,
        "{:?}",
        tets.remarks
    );
    let phyxels = by(&beam, Method::Phyxel);
    assert!(
        matches!(phyxels.scene.plan().bodies[0].resolution, Resolution::Samples(samples, _) if samples.value == 320)
    );
    // One sample across what is thin: 200 on a sheet of 2 m2.
    let sheet = scene("method = \"elaston\"\nshape = { sheet = [2, 1], thickness = 0.001 }\nsamples = 200");
    assert!((spacing(&by(&sheet, Method::Tet).scene) - 0.1).abs() < 1e-9);
}

#[test]
fn keys_of_regions_are_left_out_too() {
    let beam = scene(
        "method = \"elaston\"\nshape = { box = [1, 0.2, 0.2] }\nspacing = 0.05\n\
         regions = [{ where = { face = \"x-\" }, material = \"rubber\", directions = { first = [0, 0, 1] } }]",
    );
    let remarks = by(&beam, Method::Tet).remarks;
    assert!(remarks.contains(&"thing: `regions.0.directions` is left out".to_string()), "{remarks:?}");
}

#[test]
fn a_surface_that_says_nothing_has_as_many_samples_as_corners() {
    let cube = scene("shape = { file = \"cube.obj\" }");
    let elastons = by(&cube, Method::Elaston);
    let Resolution::Samples(samples, _) = elastons.scene.plan().bodies[0].resolution else { panic!() };
    let nodes = cube.build().unwrap().world.node_count(0);
    assert_eq!(samples.value, nodes / 8, "10-node elements have about eight nodes a corner");
    assert!(elastons.remarks[0].contains("samples, about as far apart"), "{:?}", elastons.remarks);
}

#[test]
fn what_a_method_cannot_do_is_refused() {
    let rod = scene(
        "method = \"elaston\"\nshape = { rod = [[0, 0, 0], [1, 0, 0]], radius = 0.01 }\nspacing = 0.05",
    );
    let refused = rod.by_method(Method::Tet, &[]).err().unwrap().to_string();
    assert!(refused.contains("cannot be filled with tetrahedra"), "{refused}");
    // Keys that were asked for are not left out in silence.
    let beam = scene("shape = { box = [1, 0.2, 0.2] }\nspacing = 0.05");
    let keys = |key: &str, value: &str| vec![(key.to_owned(), value.to_owned())];
    let refused = beam.by_method(Method::Phyxel, &keys("order", "1")).err().unwrap().to_string();
    assert!(refused.contains("`order` is about elements"), "{refused}");
    let layout = beam.by_method(Method::Phyxel, &keys("layout", "bcc")).unwrap();
    assert_eq!(layout.scene.plan().bodies[0].phyxel.as_ref().unwrap().cloud.layout.value.word(), "bcc");
}
