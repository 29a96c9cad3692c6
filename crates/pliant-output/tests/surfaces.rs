//! Surfaces from OBJ, STL, PLY and OFF files.
#![allow(clippy::unwrap_used)]

#[path = "common/surface_files.rs"]
mod surface_files;

use glam::DVec3;
use pliant_geometry::TriangleSurface;
use pliant_output::read::{Place, ReadSurface, surface};
use surface_files::{all_formats, cube, obj, ply_binary, ply_text, sphere, stl_binary, stl_text, torus};

fn read(name: &str, bytes: &[u8]) -> ReadSurface {
    surface(name, bytes).unwrap_or_else(|error| panic!("{error}"))
}

fn error(name: &str, text: &str) -> String {
    surface(name, text.as_bytes()).unwrap_err().to_string()
}

/// Corner by corner, since STL files do not keep the order of the points.
fn assert_same_shape(found: &TriangleSurface, wanted: &TriangleSurface, tolerance: f64, name: &str) {
    assert_eq!(found.triangles.len(), wanted.triangles.len(), "{name}");
    assert_eq!(found.points.len(), wanted.points.len(), "{name}");
    for t in 0..wanted.triangles.len() {
        for (a, b) in found.corners(t).iter().zip(wanted.corners(t)) {
            assert!((a - b).length() <= tolerance, "{name}, triangle {t}");
        }
    }
}

#[test]
fn every_format_reads_the_same_surface() {
    for wanted in [cube(), torus(), sphere()] {
        for file in all_formats(&wanted) {
            // The extension does not matter.
            for name in [file.name, "surface", "wrong.msh"] {
                let found = read(name, &file.bytes);
                let tolerance = if file.name == "binary.stl" { 1e-6 } else { 0.0 };
                assert_same_shape(&found.surface, &wanted, tolerance, file.name);
                assert_eq!(found.notes, Vec::<String>::new(), "{}", file.name);
            }
            if !file.name.ends_with(".stl") {
                assert_eq!(read(file.name, &file.bytes).surface, wanted, "{}", file.name);
            }
        }
    }
}

#[test]
fn windows_line_ends_and_a_byte_order_mark_do_no_harm() {
    for file in all_formats(&cube()) {
        let Ok(text) = String::from_utf8(file.bytes) else { continue };
        if text.contains('\0') {
            continue;
        }
        let text = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        assert_same_shape(&read(file.name, text.as_bytes()).surface, &cube(), 0.0, file.name);
    }
}

#[test]
fn obj_corners_of_all_forms_continued_lines_and_colours() {
    let text = "v 0 0 0 1 0.5 0.5\nv 1 0 0\nv 1 1 0 # the third\nv 0 1 \\\n 0\ng sides\nf 1/1 2/2 \\\r\n 3/3\n\
                f -4//1 -2/1/1 -1\nusemtl red\nv 5 5 5\nl 1 2\nfo 1 2 5";
    let found = read("a.obj", text.as_bytes());
    assert_eq!(found.surface.triangles, [[0, 1, 2], [0, 2, 3], [0, 1, 4]]);
    assert_eq!(found.surface.points[3], DVec3::new(0.0, 1.0, 0.0));
    assert_eq!(found.warnings, ["1 line with points, curves or free-form surfaces left out"]);
}

#[test]
fn polygons_are_cut_and_told() {
    // A square, an arrow head that needs its ears clipped, and a face that is none.
    let text = "f 1 2 3 4\nf 5 6 7 8\nf 1 2\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n\
                v 2 1 0\nv 0 2 0\nv 0.5 1 0\nv 0 0 0\n";
    let found = read("a.obj", text.as_bytes());
    assert_eq!(found.surface.triangles.len(), 4);
    let area = |t| {
        let [a, b, c] = found.surface.corners(t);
        0.5 * (b - a).cross(c - a).z
    };
    assert!((0..4).all(|t| area(t) > 0.0));
    assert_eq!((0..4).map(area).sum::<f64>(), 2.5);
    assert_eq!(found.notes[0], "2 polygons were cut into triangles");
    assert_eq!(found.warnings, ["1 face with fewer than three corners was left out"]);
}

#[test]
fn numbers_that_are_not_finite_take_their_triangles_with_them() {
    for odd in ["nan", "-inf", "1e400", "1e151", "-nan(ind)", "1.#QNAN"] {
        let text = String::from_utf8(obj(&cube())).unwrap().replacen("v 0 0 0", &format!("v 0 {odd} 0"), 1);
        let found = read("a.obj", text.as_bytes());
        assert_eq!(found.surface.points.len(), 7, "{odd}");
        assert_eq!(found.surface.points[0], DVec3::X);
        assert_eq!(found.surface.triangles.len(), 12 - 6);
        let wanted = "1 point was left out: coordinates that are not finite or beyond 1e150; 6 triangles went with them";
        assert_eq!((found.notes.len(), found.warnings), (0, vec![wanted.to_string()]));
    }
    let mut bytes = stl_binary(&cube());
    bytes[84 + 12..84 + 16].copy_from_slice(&f32::NAN.to_le_bytes());
    let found = read("a.stl", &bytes);
    assert_eq!((found.surface.triangles.len(), found.surface.points.len()), (11, 8));
    let all = error("a.obj", "v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    assert!(all.contains("1 triangle was found, and it uses points that are not finite"), "{all}");
}

#[test]
fn ids_out_of_range_are_refused_with_their_place() {
    let found = error("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n\nf 1 2 4\n");
    assert!(
        found.starts_with("a.obj, line 5: a face uses point 4, but the points are numbered 1 to 3"),
        "{found}"
    );
    let found = error("a.obj", "v 0 0 0\nv 1 0 0\nf 1 2 -3\nv 0 1 0\n");
    assert!(found.contains("line 3: a face uses point -3, but only 2 points come before it"), "{found}");
    assert!(error("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 0 1 2\n").contains("uses point 0"));
    let found = error("a.off", "OFF 3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n");
    assert!(found.starts_with("a.off, line 5: a face uses point 3"), "{found}");
    let mut bytes = ply_binary(&cube(), false);
    let end = bytes.len();
    bytes[end - 4..].copy_from_slice(&8u32.to_le_bytes());
    let found = surface("a.ply", &bytes).unwrap_err();
    assert_eq!(found.place, Place::Byte(end));
    assert!(found.reason.contains("point 8, but the points are numbered 0 to 7"), "{found}");
}

#[test]
fn cut_off_files_say_how_much_is_there() {
    let bytes = stl_binary(&cube());
    let cut = surface("a.stl", &bytes[..bytes.len() - 60]).unwrap_err().to_string();
    assert!(cut.contains("only 10 of the 12 triangles announced are there"), "{cut}");
    let longer = surface("a.stl", &[&bytes[..], b"more"].concat()).unwrap_err().to_string();
    assert!(longer.contains("12 triangles are announced, but 4 more bytes follow"), "{longer}");
    let text = stl_text(&cube());
    let cut = surface("a.stl", &text[..text.len() - 30]).unwrap_err().to_string();
    assert!(cut.contains("the file ends after 11 whole facets"), "{cut}");
    for bytes in [ply_binary(&cube(), false), ply_binary(&cube(), true), ply_text(&cube())] {
        let cut = surface("a.ply", &bytes[..bytes.len() - 3]).unwrap_err().to_string();
        assert!(cut.contains("only 11 of 12 rows of \"face\" are there"), "{cut}");
        let longer = surface("a.ply", &[&bytes[..], b"99 more"].concat()).unwrap_err().to_string();
        assert!(longer.contains("7 bytes follow behind the last element"), "{longer}");
    }
    let cut = error("a.off", "OFF\n3 5 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
    assert!(cut.contains("only 3 of 3 points and 1 of 5 faces are there"), "{cut}");
}

#[test]
fn huge_announcements_are_refused() {
    let huge = "ply\nformat binary_little_endian 1.0\nelement vertex 18446744073709551615\nproperty float x\n\
                property float y\nproperty float z\nelement face 1\nproperty list uint int vertex_index\nend_header\n";
    assert!(error("a.ply", huge).contains("only 0 of 18446744073709551615 rows of \"vertex\""));
    // Rows without content take no time, however many there are.
    let empty = "ply\nformat ascii 1.0\nelement nothing 18446744073709551615\nelement vertex 3\nproperty float x\n\
                 property float y\nproperty float z\nelement face 1\nproperty list uint int vertex_index\nend_header\n\
                 0 0 0 1 0 0 0 1 0\n3 0 1 2\n";
    assert_eq!(read("a.ply", empty.as_bytes()).surface.triangles, [[0, 1, 2]]);
    let list = empty.replace("3 0 1 2", "4000000000 0 1 2");
    assert!(error("a.ply", &list).contains("only 0 of 1 rows of \"face\""));
    assert!(error("a.off", "OFF\n99999999999 1 0\n0 0 0\n").contains("only 1 of 99999999999 points"));
    let many = error(
        "a.ply",
        "ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nproperty float y\n\
                 property float z\nend_header\n",
    );
    assert!(many.contains("cloud of points"), "{many}");
}

#[test]
fn ply_strips_faces_before_vertices_and_odd_types() {
    let text = "ply\nformat ascii 1.0\nelement tristrips 1\nproperty list int int vertex_indices\n\
                element face 1\nproperty list uchar float vertex_index\nelement vertex 4\nproperty int x\n\
                property char y\nproperty double z\nproperty float confidence\nend_header\n\
                8 0 1 2 3 -1 3 2 0\n3 0.0 1 3.0\n0 0 0 1\n1 0 0 1\n0 1 0 1\n1 1 0 1\n";
    let found = read("a.ply", text.as_bytes());
    assert_eq!(found.surface.triangles, [[0, 1, 3], [0, 1, 2], [2, 1, 3], [3, 2, 0]]);
    assert_eq!(found.notes, ["strips were taken apart into triangles"]);
}

#[test]
fn other_formats_and_nonsense_are_refused_with_a_remedy() {
    let refused = |name: &str, bytes: &[u8]| surface(name, bytes).unwrap_err().to_string();
    assert!(refused("a.glb", b"glTF\x02\0\0\0").contains("export the surface as OBJ, STL or PLY"));
    assert!(refused("a.gltf", b"{ \"asset\": {} }").contains("glTF is not read"));
    assert!(refused("a.3mf", b"PK\x03\x04abc").contains("zip archive"));
    assert!(refused("a.msh", b"$MeshFormat\n4.1 0 8\n").contains("tetrahedral mesh"));
    assert!(refused("a.obj", b"  \n ").contains("the file is empty"));
    assert!(refused("a.obj", b"hello\n").contains("no line with \"v\""));
    assert!(refused("a.xyz", b"1 2 3\n").contains("OBJ, STL, PLY or OFF"));
    assert!(refused("a.obj", b"v 0 0 0\n").contains("the file has 1 point, but no triangles"));
    assert!(refused("a.off", b"OFF BINARY\n\0\0\0\x03").contains("binary OFF is not read"));
    assert!(refused("a.off", b"4OFF\n1 1 0\n").contains("not in three dimensions"));
    assert!(
        refused("a.obj", b"v 0 zero 0\n").starts_with("a.obj, line 1: expected a coordinate, found \"zero\"")
    );
    assert!(
        refused("a.ply", b"ply\nformat ascii 2.0\n").contains("line 2: the header line \"format ascii 2.0\"")
    );
    assert!(refused("a.ply", b"ply\nformat ascii 1.0\nelement").contains("is not understood"));
    let found = read("a.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nmystery 5\nf 1 2 3\n");
    assert_eq!(found.warnings, ["1 line with unknown statements left out (the first: line 4, \"mystery\")"]);
}
