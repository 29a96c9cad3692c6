//! Bodies from mesh files: size, order, groups.
#![allow(clippy::unwrap_used)]

#[path = "broken/meshes.rs"]
mod meshes;
mod runs;

use pliant_scene::MemoryFiles;
use runs::{Run, assert_close, run_world, world_with};

fn stand(shape: &str, order: usize, files: MemoryFiles) -> Run {
    let text = format!(
        "gravity = 10\n[stepper]\nkind = \"quasi-static\"\n[material.m]\nyoung = 1e6\npoisson = 0.3\n\
         [body.part]\nshape = {shape}\norder = {order}\nmaterial = \"m\"\n[pin.foot]\nbody = \"part\"\nwhere = {{ group = \"foot\" }}\n\
         [probe.foot]\npin = \"foot\"\nread = \"reaction.z\"\n[probe.core]\nbody = \"part\"\nwhere = {{ group = \"core\" }}\nread = \"energy.elastic\"\n\
         [probe.top]\nbody = \"part\"\nread = \"position.z\"\ngather = \"max\""
    );
    run_world(world_with(&text, files), &text)
}

#[test]
fn groups_and_sizes_of_a_file_are_used() {
    for (options, factor) in [("", 1.0), (", scale = 0.5", 0.5), (", height = \"3 m\"", 3.0)] {
        for (order, nodes) in [(1, 4), (2, 10)] {
            let run = stand(&format!("{{ file = \"groups.msh\"{options} }}"), order, meshes::files());
            let what = format!("order {order}{options}");
            assert_eq!(run.world.shape(0).rest.len(), nodes, "{what}");
            assert_close(run.last("foot"), 1e4 / 6.0 * f64::powi(factor, 3), 1e-6, &what);
            assert_close(run.last("top"), factor, 0.05, &what);
            assert!(run.last("core") > 0.0);
        }
    }
}

#[test]
fn ten_node_file_can_be_used_with_its_corners_only() {
    let files = || MemoryFiles::none().with("ten.msh", TEN_NODES);
    for (order, nodes) in [(1, 4), (2, 10)] {
        let run = stand("{ file = \"ten.msh\" }", order, files());
        assert_eq!(run.world.shape(0).rest.len(), nodes);
        assert_close(run.last("foot"), 1e4 / 6.0, 1e-6, "weight");
    }
}

/// A straight 10-node tetrahedron and its 6-node foot, in Gmsh's numbering.
const TEN_NODES: &str = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n2 1 \"foot\"\n3 2 \"core\"\n$EndPhysicalNames\n\
    $Nodes\n10\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 0.5 0 0\n6 0.5 0.5 0\n7 0 0.5 0\n8 0 0 0.5\n9 0 0.5 0.5\n10 0.5 0 0.5\n$EndNodes\n\
    $Elements\n2\n1 9 2 1 1 1 2 3 5 6 7\n2 11 2 2 1 1 2 3 4 5 6 7 8 9 10\n$EndElements\n";
