//! Clouds and curves.

use glam::DVec3;
use proptest::prelude::*;

use crate::read::{cloud, curves, is_cloud};

const PLY: &str = "ply\nformat ascii 1.0\nelement camera 1\nproperty list uchar float pose\nelement vertex 2\n\
    property float x\nproperty uchar red\nproperty float y\nproperty float z\nproperty float radius\nproperty float paint\n\
    element face 0\nproperty list uchar int vertex_indices\nend_header\n3 1 2 3\n1 255 2 3 0.5 0.25\n4 0 5 6 0.75 2\n";

#[test]
fn ply_points_come_with_radii_and_the_property_asked_for() {
    assert!(is_cloud("a.ply", PLY.as_bytes()));
    let read = cloud("a.ply", PLY.as_bytes(), Some("paint")).unwrap();
    assert_eq!(read.points, [DVec3::new(1.0, 2.0, 3.0), DVec3::new(4.0, 5.0, 6.0)]);
    assert_eq!(read.radii, Some(vec![0.5, 0.75]));
    assert_eq!(read.attribute, Some(vec![0.25, 2.0]));
    assert_eq!(cloud("a.ply", PLY.as_bytes(), Some("nothing")).unwrap().attribute, None);
    let with_faces = PLY.replace("element face 0", "element face 1") + "3 0 1 0\n";
    assert!(!is_cloud("a.ply", with_faces.as_bytes()));
    assert_eq!(cloud("a.ply", with_faces.as_bytes(), None).unwrap().points.len(), 2);
}

#[test]
fn lines_of_numbers_are_points() {
    assert!(is_cloud("A.XYZ", b""));
    let read = cloud("a.xyz", b"# a cloud\n1 2 3\n4, 5, 6\n\n7;8;9 # end\n", None).unwrap();
    assert_eq!((read.points.len(), read.radii), (3, None));
    assert_eq!(read.points[2], DVec3::new(7.0, 8.0, 9.0));
    assert_eq!(cloud("a.xyz", b"1 2 3 0.5\n4 5 6 1\n", None).unwrap().radii, Some(vec![0.5, 1.0]));
    let coloured = cloud("a.xyz", b"1 2 3 255 0 0\n4 5 6 0 0 0\n", None).unwrap();
    assert_eq!((coloured.radii, coloured.warnings.len()), (None, 1));
}

#[test]
fn broken_clouds_say_where() {
    let error = |bytes: &[u8]| cloud("a.xyz", bytes, None).unwrap_err().to_string();
    assert!(error(b"").contains("empty"));
    assert!(error(b"1 2 3\n1 2\n").contains("line 2: a point needs three coordinates, this one has 2"));
    assert!(error(b"1 2 three\n").contains("expected a coordinate, found \"three\""));
    assert!(error(b"1 2 3 4\n1 2 3\n").contains("1 line has a radius, but there are 2 lines"));
    let short = PLY.replace("4 0 5 6 0.75 2\n", "");
    assert!(cloud("a.ply", short.as_bytes(), None).unwrap_err().to_string().contains("only 1 of 2 rows"));
    assert!(cloud("a.ply", PLY.replace("float y", "float v").as_bytes(), None).is_err());
}

#[test]
fn segments_that_meet_are_one_curve() {
    // A chain in disorder, a ring, and a fork of three at point 9.
    let text = "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 3 0 0\nl 2 3\nl 1 2\nl 4 3\nl 3 4\n\
        v 0 5 0\nv 1 5 0\nv 1 6 0\nl 5 6 7 5\n\
        v 0 9 0\nv 1 9 0\nv 2 9 0\nv 1 8 0\nl 8 9 10\nl -1 9\n";
    let read = curves("a.obj", text.as_bytes()).unwrap();
    let mut shapes: Vec<(usize, bool)> =
        read.iter().map(|curve| (curve.points.len(), curve.closed)).collect();
    shapes.sort_unstable();
    assert_eq!(shapes, [(2, false), (2, false), (2, false), (3, true), (4, false)]);
    let chain = read.iter().find(|curve| curve.points.len() == 4).unwrap();
    let ends = [chain.points[0].x, chain.points[3].x];
    assert!(ends == [0.0, 3.0] || ends == [3.0, 0.0], "{:?}", chain.points);
}

#[test]
fn broken_curves_are_refused() {
    let error = |text: &str| curves("a.obj", text.as_bytes()).unwrap_err().to_string();
    assert!(error("v 0 0 0\nv 1 0 0\nf 1 2 1\n").contains("no lines"));
    assert!(error("v 0 0 0\nl 1 2\n").contains("line 2: a line uses point 2"));
    assert!(error("v 0 0 0\nv nan 0 0\nl 1 2\n").contains("point 2, which is not finite"));
    assert!(error("v 0 0\n").contains("three coordinates"));
}

proptest! {
    #[test]
    fn any_bytes_are_safe(bytes in prop::collection::vec(any::<u8>(), 0..200), at in 0usize..300, to in any::<u8>()) {
        let _ = cloud("a.xyz", &bytes, None);
        let _ = curves("a.obj", &bytes);
        let mut damaged = PLY.as_bytes().to_vec();
        if let Some(byte) = damaged.get_mut(at) {
            *byte = to;
        }
        let _ = cloud("a.ply", &damaged, Some("paint"));
        let _ = is_cloud("a.ply", &damaged);
    }
}
