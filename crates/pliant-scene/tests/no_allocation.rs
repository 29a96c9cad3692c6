//! Explicit steps allocate nothing once the arrays have grown, whatever the method: forces, springs that hold, updates.
//!
//! Within a pool of one thread: handing work to it from outside, and threads that take work from each other, may allocate.
#![allow(clippy::unwrap_used)]

#[path = "../../pliant-geometry/tests/support/counting.rs"]
mod counting;

use counting::allocations_of;
use pliant_scene::{MemoryFiles, Scene};
use pliant_stepping::NoPhases;
use std::sync::Arc;

/// Steps between looks of the guard, and between looks at the stable step; both may allocate.
const LOOKS: [u64; 2] = [64, 512];

fn scene(method: &str) -> String {
    format!(
        "[time]\nduration = \"10 s\"\nframes_per_second = 0.1\nsamples_per_second = 0.1\n\n[stepper]\nkind = \"leapfrog\"\n\n[material.stuff]\nlaw = \"stvk\"\nyoung = \"1 MPa\"\npoisson = 0.3\ndensity = 1000\nviscosity = \"10 Pa s\"\n\n\
         [body.beam]\nshape = {{ box = [1, 0.2, 0.2] }}\nmaterial = \"stuff\"\n{method}\n\n[pin.wall]\nbody = \"beam\"\nwhere = {{ face = \"x-\" }}\n"
    )
}

#[test]
fn explicit_steps_in_a_steady_state_allocate_nothing() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    for method in ["cells = [10, 2, 2]", "method = \"phyxel\"\ncells = [20, 4, 4]"] {
        pool.install(|| {
            let scene =
                Scene::with_files(&scene(method), "test.toml", &[], Arc::new(MemoryFiles::none())).unwrap();
            let mut world = scene.build().unwrap().world;
            for _ in 0..4 * LOOKS[0] {
                world.step(&mut NoPhases).unwrap();
            }
            let mut counted = 0;
            while counted < 100 {
                let step = world.state().step;
                let allocations = allocations_of(|| {
                    world.step(&mut NoPhases).unwrap();
                });
                if LOOKS.iter().all(|every| (step + 1) % every > 1 && step % every > 1) {
                    assert_eq!(allocations, 0, "{method}: step {step}");
                    counted += 1;
                }
            }
        });
    }
}
