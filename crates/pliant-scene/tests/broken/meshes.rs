//! Small mesh files in memory, sound and broken ones.

use pliant_scene::MemoryFiles;

/// One tetrahedron with a group "foot" of three nodes and a group "core" of the element.
const GROUPS: &str = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n2 1 \"foot\"\n3 2 \"core\"\n$EndPhysicalNames\n\
    $Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n$Elements\n2\n1 2 2 1 1 1 2 3\n2 4 2 2 1 1 2 3 4\n$EndElements\n";

/// Two tetrahedra that share no node, and a pyramid that cannot be read as a tetrahedron.
const TWO_PIECES: &str = "# vtk DataFile Version 3.0\npieces\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 13 double\n\
    0 0 0  1 0 0  0 1 0  0 0 1\n5 0 0  6 0 0  5 1 0  5 0 1\n9 0 0  10 0 0  10 1 0  9 1 0  9 0 1\n\
    CELLS 3 16\n4 0 1 2 3\n4 4 5 6 7\n5 8 9 10 11 12\nCELL_TYPES 3\n10\n10\n14\n";

const FLAT: &str = "# vtk DataFile Version 3.0\nflat\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 5 double\n\
    0 0 0  1 0 0  0 1 0  1 1 0  0 0 1\nCELLS 2 10\n4 0 1 2 4\n4 0 1 2 3\nCELL_TYPES 2\n10\n10\n";

/// A square sheet.
const SHEET: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n";

/// The same with a point twice, a triangle twice, one without area, one that is turned round, and a point too many.
const UNTIDY: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 1 1 0\nv 7 7 7\n\
    f 1 2 3\nf 4 5 1\nf 1 2 3\nf 1 2 2\nf 1 4 5\n";

const LINE: &str = "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n";

/// A metre of points along x, 5 cm apart.
fn row_of_points(from: f64) -> String {
    let at = |i: u32| from + 0.05 * f64::from(i);
    (0..21).map(|i| format!("{} 0 0\n", at(i))).collect()
}

/// All of them by name.
pub fn files() -> MemoryFiles {
    let cut_off = &GROUPS[..GROUPS.len() - 22];
    let triangle = GROUPS.replace("$Elements\n2\n", "$Elements\n1\n").replace("2 4 2 2 1 1 2 3 4\n", "");
    MemoryFiles::none()
        .with("groups.msh", GROUPS)
        .with("cut_off.msh", cut_off)
        .with("triangle.msh", triangle)
        .with("two_pieces.vtk", TWO_PIECES)
        .with("flat.vtk", FLAT)
        .with("sheet.obj", SHEET)
        .with("untidy.obj", UNTIDY)
        .with("line.obj", LINE)
        .with("cloud_empty.xyz", "# nothing\n")
        .with("cloud_one_point.xyz", "1 2 3\n")
        .with("cloud_nan.xyz", "0 0 0\n1 0 0\nnan 0 0\n")
        .with("cloud_zero_radius.xyz", "0 0 0 0.1\n0.2 0 0 0\n")
        .with("cloud_some_radii.xyz", "0 0 0 0.1\n0.2 0 0\n")
        .with("cloud_duplicates.xyz", row_of_points(0.0) + "0 0 0\n0.05 0 0\n")
        .with("cloud_two_pieces.xyz", row_of_points(0.0) + &row_of_points(5.0))
        .with("cloud.ply", "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nend_header\n0 0 0\n1 0 0\n")
        .with("letter.obj", "Dear reader,\nthis is no surface.\n")
        .with("letter.vtk", "Dear reader,\nthis is no mesh.\n")
}
