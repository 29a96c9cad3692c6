//! Broken mesh files, each with the message the user sees.

use super::samples::{Sample, gmsh2, gmsh4, vtk};
use crate::read::tet_mesh;

fn message(name: &str, bytes: &[u8]) -> String {
    match tet_mesh(name, bytes) {
        Ok(found) => panic!("{name} was read: {found:?}"),
        Err(error) => error.to_string(),
    }
}

const AGAIN: &str = "the file is damaged or cut off: export it again";

/// The sample as text of a format with one replacement.
fn edited(format: &str, from: &str, to: &str) -> String {
    let sample = Sample::new(false);
    let bytes = match format {
        "gmsh2" => gmsh2(&sample, None),
        "gmsh4" => gmsh4(&sample, None),
        "vtk" => vtk(&sample, false, false),
        _ => vtk(&sample, false, true),
    };
    let text = String::from_utf8(bytes).unwrap();
    assert!(text.contains(from), "{from} is not in\n{text}");
    text.replacen(from, to, 1)
}

#[test]
fn files_that_are_something_else() {
    const FORMATS: &str =
        "give a tetrahedral mesh as Gmsh 2.2 or 4.1 (.msh), VTK legacy (.vtk) or VTU (.vtu)";
    for (name, bytes, wanted) in [
        ("a.msh", &b"  \n"[..], format!("a.msh: the file is empty; {AGAIN}")),
        ("a.msh", b"(0 fluent)", format!("a.msh: the name ends in .msh, but the file does not begin with $MeshFormat; {FORMATS}")),
        ("a.vtk", b"hello", format!("a.vtk: the name ends in .vtk, but the file does not begin with \"# vtk DataFile\"; {FORMATS}")),
        ("a.vtu", b"<html/>", format!("a.vtu: the name ends in .vtu, but the file has no <VTKFile> element; {FORMATS}")),
        ("a.obj", b"v 0 0 0", format!("a.obj: this is a surface format, which has no tetrahedra; {FORMATS}")),
        ("a.vtu", b"\x1f\x8b\x08", format!("a.vtu: the file is compressed by gzip; {FORMATS}")),
        ("a", b"\0\0", format!("a: the content is no tetrahedral mesh format known here; {FORMATS}")),
        ("a.msh", b"$NOD\n", "a.msh: this is Gmsh format 1; save it as format 4.1 or 2.2, e.g. `gmsh old.msh -save -format msh41 -o new.msh`".into()),
    ] {
        assert_eq!(message(name, bytes), wanted);
    }
}

#[test]
fn broken_gmsh_files() {
    for (format, from, to, wanted) in [
        ("gmsh4", "4.1 0 8", "4 0 8", "line 2: Gmsh format 4 is not read, only 2.x and 4.1; save it as"),
        ("gmsh4", "4.1 0 8", "4.1 0", "line 2: $MeshFormat needs version, file type and data size"),
        ("gmsh4", "4.1 0 8", "4.1 2 8", "line 2: file type 2 is neither 0 (ASCII) nor 1 (binary)"),
        ("gmsh4", "4.1 0 8", "4.1 0 16", "line 2: data size 16 is neither 4 nor 8"),
        ("gmsh2", "$EndNodes", "$EndNodez", "line 12: $Nodes does not end with $EndNodes"),
        (
            "gmsh2",
            "$Nodes\n5",
            "$Nodes\n5000000000",
            "line 10: 5000000000 nodes are announced, more than the rest of the file can hold",
        ),
        ("gmsh2", "$Nodes\n5", "$Nodes\nfive", "line 10: expected the number of nodes, found \"five\""),
        ("gmsh2", "1 0 0 0 2", "2 0 0 0 2", "node 2 is defined twice"),
        (
            "gmsh2",
            "1 4 2 1 1 1 2 3 4",
            "1 4 2 1 1 1 2 3 9",
            "line 15: an element uses node 9, which does not exist",
        ),
        ("gmsh2", "1 4 2 1 1", "1 99 2 1 1", "line 15: element type 99 is not known; use standard elements"),
        ("gmsh2", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n", "", "line 6: $Nodes comes before $MeshFormat"),
        ("gmsh2", "$Elements", "Elements", "line 13: expected the start of a section, like $Nodes"),
    ] {
        let text = message("m.msh", edited(format, from, to).as_bytes());
        assert!(text.starts_with("m.msh") && text.contains(wanted), "{text}\n{wanted}");
    }
    let cut = edited("gmsh2", "\n$EndElements\n", "");
    let text = message("m.msh", &cut.as_bytes()[..cut.len() - 2]);
    assert_eq!(
        text,
        format!("m.msh, line 15: the file ends where a node of an element is expected; {AGAIN}")
    );
    let binary = gmsh4(&Sample::new(false), Some(false));
    let wanted = format!(
        "m.msh, byte 253: 2 entities are announced, more than the rest of the file can hold; {AGAIN}"
    );
    assert_eq!(message("m.msh", &binary[..300]), wanted);
    let binary = gmsh2(&Sample::new(false), Some(false));
    let text = message("m.msh", &binary[..binary.len() - 20]);
    assert!(
        text.contains(", byte ") && text.contains("the file ends in the middle of a node of an element"),
        "{text}"
    );
    let mut wrong = gmsh2(&Sample::new(false), Some(false));
    wrong[20] = 7;
    assert!(message("m.msh", &wrong).contains("the byte order mark is not 1"));
}

#[test]
fn broken_vtk_files() {
    for (format, from, to, wanted) in [
        ("vtk", "ASCII", "TEXT", "line 3: the third line must say ASCII or BINARY"),
        (
            "vtk",
            "UNSTRUCTURED_GRID",
            "POLYDATA",
            "line 4: the dataset is POLYDATA, not UNSTRUCTURED_GRID; save a tetrahedral mesh as an unstructured grid",
        ),
        ("vtk", "POINTS 5", "POINTS 5000000000", "line 5: 15000000000 point coordinates are announced"),
        (
            "vtk",
            "double",
            "quaternion",
            "line 5: \"quaternion\" is no number type that is read; save numbers as int, float or double",
        ),
        ("vtk", "CELLS 3 14", "CELLS 4 14", "CELLS ends in the middle of cell 3"),
        ("vtk", "4 0 1 2 3", "4 0 1 2 7", "cell 0 uses point 7, but there are 5 points"),
        ("vtk", "4 0 1 2 3", "4 0 1 2 -3", "cell 0 uses point -3, but there are 5 points"),
        ("vtk", "10 5 10", "10 5 99", "cell 2 has the unknown type 99"),
        ("vtk", "10 5 10", "10 5 24", "cell 2 is of type 24, but has 4 points"),
        ("vtk", "CELL_TYPES 3\n10 5 10", "CELL_TYPES 2\n10 5", "there are 3 cells, but 2 cell types"),
        ("vtk5", "0 4 7 11", "0 4 7 99", "the offset 99 of cell 2 does not fit the connectivity"),
        ("vtk5", "CONNECTIVITY", "CONNECTED", "expected CONNECTIVITY"),
        ("vtk", "POINTS", "PIONTS", "line 5: unknown keyword \"PIONTS\""),
        (
            "vtk",
            "0 0 0",
            "0 nan 0",
            "nodes whose position is not a finite number: 1 (number 0); repair the coordinates",
        ),
    ] {
        let text = message("m.vtk", edited(format, from, to).as_bytes());
        assert!(text.starts_with("m.vtk") && text.contains(wanted), "{text}\n{wanted}");
    }
}

#[test]
fn meshes_that_cannot_be_simulated() {
    // A node moved into the plane of its element.
    let text = message("m.msh", edited("gmsh2", "4 0 0 1", "4 0.25 0.25 0").as_bytes());
    assert_eq!(
        text,
        "m.msh: elements without volume: 1 (number 0); remove slivers, e.g. by the mesher's optimisation"
    );
    // The far node pulled through the shared face: the second element overlaps the first.
    let text = message("m.msh", edited("gmsh2", "5 1 1.25 1.5", "5 0.01 0.01 0.01").as_bytes());
    assert!(text.contains("inverted elements (negative volume): 1 (number 1)"), "{text}");
    let text = message("m.vtk", edited("vtk", "CELLS 3 14\n4 0 1 2 3", "CELLS 3 14\n4 0 1 2 2").as_bytes());
    assert!(text.contains("elements that use a node twice: 1 (number 0)"), "{text}");
}

#[test]
fn meshes_without_tetrahedra() {
    let grid = |cells: &str, types: &str| {
        let points = "0 0 0 1 0 0 1 1 0 0 1 0 0 0 1 1 0 1 1 1 1 0 1 1";
        format!(
            "# vtk DataFile Version 2.0\nx\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 8 float\n{points}\n{cells}\n{types}\n"
        )
    };
    let hexahedron = grid("CELLS 1 9\n8 0 1 2 3 4 5 6 7", "CELL_TYPES 1\n12");
    assert_eq!(
        message("m.vtk", hexahedron.as_bytes()),
        "m.vtk: the file has no 4- or 10-node tetrahedra, only 1 hexahedra; \
         mesh the volume with tetrahedra of first or second order"
    );
    let triangle = grid("CELLS 1 4\n3 0 1 2", "CELL_TYPES 1\n5");
    assert!(
        message("m.vtk", triangle.as_bytes())
            .contains("only points, curves or surfaces; mesh the volume too")
    );
    assert!(message("m.vtk", grid("", "").as_bytes()).contains("the file has no elements"));
    let mixed = grid("CELLS 2 16\n4 0 1 3 4\n10 0 1 2 3 4 5 6 7 0 1", "CELL_TYPES 2\n10 24");
    assert!(message("m.vtk", mixed.as_bytes()).contains("mixes 4-node and 10-node tetrahedra"));
}

#[test]
fn broken_vtu_files() {
    let file = |attributes: &str, array: &str| {
        format!(
            "<VTKFile {attributes}>\n<UnstructuredGrid>\n<Piece NumberOfPoints=\"1\" NumberOfCells=\"0\">\n<Points>\n\
             <DataArray Name=\"p\" {array}</DataArray>\n</Points>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>"
        )
    };
    let grid = "type=\"UnstructuredGrid\"";
    let ascii = "type=\"Float64\">0 0 0";
    for (attributes, array, wanted) in [
        (
            "type=\"PolyData\"",
            ascii,
            "line 1: the data set is PolyData, not UnstructuredGrid; save a tetrahedral mesh",
        ),
        (
            "type=\"PUnstructuredGrid\"",
            ascii,
            "give the .vtu file of the whole mesh instead of the parallel index",
        ),
        ("type=\"UnstructuredGrid\" byte_order=\"Middle\"", ascii, "line 1: byte_order Middle is not known"),
        ("type=\"UnstructuredGrid\" header_type=\"Int\"", ascii, "line 1: header_type Int is not known"),
        (
            "type=\"UnstructuredGrid\" compressor=\"vtkLZ4DataCompressor\"",
            "type=\"Float64\" format=\"binary\">AAAA",
            "line 5: the compression vtkLZ4DataCompressor is not read; save it again with zlib compression or none",
        ),
        (grid, "type=\"Float64\">0 0 zero", "line 5: array \"p\": \"zero\" is not the number expected"),
        (grid, "type=\"Float64\">0 0", "line 3: 2 coordinates do not make 1 points"),
        (grid, "type=\"Quad\">0 0 0", "line 5: array \"p\": the type Quad is not read"),
        (grid, "type=\"Float64\" format=\"morse\">0", "line 5: array \"p\": the format morse is not known"),
        (
            grid,
            "type=\"Float64\" format=\"binary\">AAAA",
            "line 5: array \"p\": the base64 data ends too early",
        ),
        (
            grid,
            "type=\"Float64\" format=\"binary\">????",
            "line 5: array \"p\": the byte 63 does not occur in base64",
        ),
        (grid, "type=\"Float64\" format=\"binary\">/////wAA", "announced, more than there are"),
        (
            grid,
            "type=\"Float64\" format=\"appended\" offset=\"0\">",
            "line 5: array \"p\": there is no <AppendedData>",
        ),
        (grid, ascii, "line 3: the piece has no <Cells>"),
    ] {
        let text = message("m.vtu", file(attributes, array).as_bytes());
        assert!(text.starts_with("m.vtu") && text.contains(wanted), "{text}\n{wanted}");
    }
    let text = message("m.vtu", b"<VTKFile type=\"UnstructuredGrid\">\n<UnstructuredGrid>\n</VTKFile>");
    assert!(text.starts_with("m.vtu, line 3: the XML is broken"), "{text}");
    let text = message("m.vtu", b"<VTKFile type=\"UnstructuredGrid\"><AppendedData encoding=\"raw\">");
    assert!(text.contains("<AppendedData> has no data"), "{text}");
}
