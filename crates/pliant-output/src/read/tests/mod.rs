//! The readers against files written here by hand: every variant, broken files, and random damage.
#![allow(clippy::unwrap_used)]

mod broken;
mod clouds;
mod samples;
mod vtu_samples;

use std::sync::LazyLock;

use proptest::prelude::*;

use super::{ReadMesh, tet_mesh};
use samples::{Sample, all_variants};

fn read(name: &str, bytes: &[u8]) -> ReadMesh {
    tet_mesh(name, bytes).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_variant_reads_the_same_mesh() {
    for quadratic in [false, true] {
        let sample = Sample::new(quadratic);
        for file in all_variants(&sample) {
            let found = read(file.name, &file.bytes);
            assert_eq!(found.mesh.order, sample.mesh.order, "{}", file.name);
            assert_eq!(found.mesh.nodes, sample.mesh.nodes, "{}", file.name);
            assert_eq!(found.mesh.tets, sample.mesh.tets, "{}", file.name);
            let [left, right, floor] = file.groups;
            assert_eq!(found.mesh.element_groups[left], [0], "{}", file.name);
            assert_eq!(found.mesh.element_groups[right], [1], "{}", file.name);
            let mut floor_nodes = sample.floor.clone();
            floor_nodes.sort_unstable();
            assert_eq!(found.mesh.node_groups[floor], floor_nodes, "{}", file.name);
            assert_eq!(found.notes, Vec::<String>::new(), "{}", file.name);
        }
    }
}

#[test]
fn windows_line_ends_and_a_byte_order_mark_do_no_harm() {
    let sample = Sample::new(false);
    for file in all_variants(&sample).into_iter().filter(|file| file.text) {
        let text = String::from_utf8(file.bytes).unwrap().replace('\n', "\r\n");
        let found = read(file.name, format!("\u{feff}{text}").as_bytes());
        assert_eq!(found.mesh.tets, sample.mesh.tets, "{}", file.name);
        assert!(found.mesh.element_groups.contains_key(file.groups[0]), "{}", file.name);
    }
}

#[test]
fn left_handed_numbering_is_repaired_and_told() {
    let mut sample = Sample::new(false);
    sample.mesh.tets.swap(1, 2);
    let file = samples::gmsh4(&sample, None);
    let found = read("left.msh", &file);
    assert_eq!(found.notes, ["1 left-handed elements were renumbered"]);
    assert_eq!(found.mesh.tets, Sample::new(false).mesh.tets);
}

#[test]
fn unused_nodes_and_lonely_triangles_are_left_out_and_told() {
    let text = "# vtk DataFile Version 3.0\nx\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 6 float\n\
                9 9 9 0 0 0 1 0 0 0 1 0 0 0 1 8 8 8\nCELLS 3 13\n4 1 2 3 4\n3 1 2 3\n3 0 1 5\nCELL_TYPES 3\n10 5 5\n";
    let found = read("a.vtk", text.as_bytes());
    assert_eq!(found.mesh.node_count(), 4);
    assert_eq!(found.mesh.tets, [0, 1, 2, 3]);
    let wanted = ["2 triangles in no group were left out", "2 nodes that no tetrahedron uses were left out"];
    assert_eq!(found.notes, wanted);
}

#[test]
fn an_element_in_two_gmsh_groups_is_one_element_in_both() {
    let text = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Comments\nmade by hand\n$EndComments\n\
                $PhysicalNames\n1\n3 7 \"the whole thing\"\n$EndPhysicalNames\n\
                $Nodes\n4\n10 0 0 0\n20 1 0 0\n30 0 1 0\n40 0 0 1\n$EndNodes\n\
                $Elements\n2\n1 4 2 7 1 10 20 30 40\n2 4 2 9 1 10 20 30 40\n$EndElements\n";
    let found = read("a.msh", text.as_bytes());
    assert_eq!(found.mesh.element_count(), 1);
    assert_eq!(found.mesh.element_groups["the whole thing"], [0]);
    assert_eq!(found.mesh.element_groups["volume 9"], [0]);
    assert_eq!(found.notes, ["1 elements that occur twice were merged"]);
}

#[test]
fn other_cells_beside_tetrahedra_are_told() {
    let text = "# vtk DataFile Version 3.0\nx\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 5 double\n\
                0 0 0 1 0 0 0 1 0 0 0 1 1 1 1\nCELLS 2 11\n4 0 1 2 3\n5 0 1 2 3 4\nCELL_TYPES 2\n10 14\n";
    let found = read("a.vtk", text.as_bytes());
    assert!(found.notes[0].starts_with("1 pyramids were left out"), "{:?}", found.notes);
}

#[test]
fn several_vtu_pieces_become_one_mesh() {
    let piece = |shift: f64| {
        format!(
            "<Piece NumberOfPoints=\"4\" NumberOfCells=\"1\"><Points><DataArray type=\"Float32\" \
             NumberOfComponents=\"3\">{shift} 0 0 {} 0 0 {shift} 1 0 {shift} 0 1</DataArray></Points><Cells>\
             <DataArray type=\"Int32\" Name=\"connectivity\">0 1 2 3</DataArray>\
             <DataArray type=\"Int32\" Name=\"offsets\">4</DataArray>\
             <DataArray type=\"UInt8\" Name=\"types\">10</DataArray></Cells></Piece>",
            shift + 1.0
        )
    };
    let text = format!(
        "<?xml version=\"1.0\"?><VTKFile type=\"UnstructuredGrid\" compressor=\"vtkLZ4DataCompressor\">\
         <UnstructuredGrid>{}{}</UnstructuredGrid></VTKFile>",
        piece(0.0),
        piece(5.0)
    );
    let found = read("a.vtu", text.as_bytes());
    assert_eq!(found.mesh.tets, [0, 1, 2, 3, 4, 5, 6, 7]);
    assert!(found.notes[0].contains("2 pieces"), "{:?}", found.notes);
}

/// Files to damage: all variants of both orders.
static VICTIMS: LazyLock<Vec<samples::Variant>> = LazyLock::new(|| {
    [false, true].into_iter().flat_map(|quadratic| all_variants(&Sample::new(quadratic))).collect()
});

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Cut off anywhere: an error or (if only the end tag is missing) the mesh, never a panic.
    #[test]
    fn truncated_files_do_not_panic(which in any::<prop::sample::Index>(), cut in any::<prop::sample::Index>()) {
        let file = which.get(&VICTIMS);
        let _ = tet_mesh(file.name, &file.bytes[..cut.index(file.bytes.len())]);
    }

    /// Bytes replaced, removed and repeated: never a panic, never a mesh that does not pass its own check.
    #[test]
    fn damaged_files_do_not_panic(
        which in any::<prop::sample::Index>(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..4u8, any::<u8>()), 1..6),
    ) {
        let file = which.get(&VICTIMS);
        let mut bytes = file.bytes.clone();
        for (place, action, byte) in edits {
            let at = place.index(bytes.len());
            match action {
                0 => bytes[at] = byte,
                1 => bytes[at] = b"0123456789 \n-<>\"$="[byte as usize % 18],
                2 => { bytes.remove(at); }
                _ => bytes.insert(at, bytes[at]),
            }
        }
        if let Ok(found) = tet_mesh(file.name, &bytes) {
            prop_assert!(!found.mesh.check().has_errors());
        }
    }

    /// Numbers in the text replaced by absurd ones: no allocation by an unchecked count.
    #[test]
    fn absurd_counts_do_not_allocate(which in any::<prop::sample::Index>(), word in any::<prop::sample::Index>(),
                                     number in prop::sample::select(vec!["99999999999", "-1", "18446744073709551615", "1e300", "4294967295"])) {
        let files: Vec<_> = VICTIMS.iter().filter(|file| file.text).collect();
        let text = String::from_utf8(which.get(&files).bytes.clone()).unwrap();
        let numbers: Vec<usize> = text.match_indices(|c: char| c.is_ascii_digit()).map(|(i, _)| i).collect();
        let at = *word.get(&numbers);
        let damaged = format!("{}{number}{}", &text[..at], &text[at + 1..]);
        let _ = tet_mesh("a", damaged.as_bytes());
    }

    #[test]
    fn random_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), start in 0..4usize) {
        let head: &[u8] = [&b""[..], b"$MeshFormat\n4.1 1 8\n\x01\0\0\0\n$EndMeshFormat\n$Nodes\n",
            b"# vtk DataFile Version 2.0\nx\nBINARY\nDATASET UNSTRUCTURED_GRID\n", b"<VTKFile "][start];
        let _ = tet_mesh("random.msh", &[head, &bytes].concat());
    }
}

#[test]
fn deeply_nested_xml_is_an_error_not_a_stack_overflow() {
    let text = format!("<VTKFile type=\"UnstructuredGrid\">{}", "<a>".repeat(200_000));
    assert!(tet_mesh("deep.vtu", text.as_bytes()).is_err());
    let closed = format!("{text}{}</VTKFile>", "</a>".repeat(200_000));
    assert!(tet_mesh("deep.vtu", closed.as_bytes()).is_err());
}
