//! Meshes in every state of disrepair.

#![allow(clippy::unwrap_used)]

use glam::DVec3;
use pliant_geometry::TriangleSurface;
use proptest::prelude::*;

use super::mesh::{ColliderMesh, ColliderMeshError};

/// The unit cube from a corner, outward.
fn cube(corner: DVec3) -> TriangleSurface {
    let points =
        (0..8).map(|i| corner + DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)));
    let sides = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    let triangles = sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    TriangleSurface { points: points.collect(), triangles }
}

/// Three points of its own for every triangle.
fn soup(surface: &TriangleSurface) -> TriangleSurface {
    let points: Vec<DVec3> = (0..surface.triangles.len()).flat_map(|t| surface.corners(t)).collect();
    let triangles = (0..surface.triangles.len() as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    TriangleSurface { points, triangles }
}

fn joined(mut a: TriangleSurface, b: &TriangleSurface) -> TriangleSurface {
    let offset = a.points.len() as u32;
    a.points.extend(&b.points);
    a.triangles.extend(b.triangles.iter().map(|t| t.map(|id| id + offset)));
    a
}

fn volume(mesh: &ColliderMesh) -> f64 {
    let cone = |t| {
        let [a, b, c] = mesh.surface().corners(t);
        a.dot(b.cross(c)) / 6.0
    };
    (0..mesh.triangles().len()).map(cone).sum()
}

fn changed(change: impl Fn(&mut TriangleSurface)) -> TriangleSurface {
    let mut surface = cube(DVec3::ZERO);
    change(&mut surface);
    surface
}

#[test]
fn a_clean_cube_stays_as_it_is() {
    let surface = cube(DVec3::new(0.1, 0.2, 0.3));
    let mesh = ColliderMesh::new(&surface).unwrap();
    assert!(mesh.is_closed && mesh.repairs.is_empty());
    assert_eq!(mesh.surface(), &surface);
    assert_eq!((mesh.points(), mesh.triangles()), (&surface.points[..], &surface.triangles[..]));
    assert_eq!(mesh.bounds(), surface.bounds());
    assert_eq!(mesh.edges().len(), 18);
    assert!(mesh.edges().iter().all(|edge| edge.other.is_some()));
}

#[test]
fn repairs_are_made_and_told() {
    let cases: [(TriangleSurface, &[&str]); 9] = [
        (
            changed(|s| s.triangles.extend([[0, 0, 1], [2, 2, 2], [3, 5, 3]])),
            &["3 triangles without area were left out"],
        ),
        (changed(|s| s.triangles.push([0, 4, 4])), &["1 triangle without area was left out"]),
        (
            changed(|s| {
                let [[a, b, c], [d, e, f]] = [s.triangles[3], s.triangles[5]];
                s.triangles.extend([[b, c, a], [d, f, e]]);
            }),
            &["2 duplicate triangles were left out"],
        ),
        (changed(|s| s.points.push(DVec3::ONE)), &["1 point that no triangle uses was left out"]),
        (soup(&cube(DVec3::ZERO)), &["28 points in the same place as another merged with it"]),
        (
            changed(|s| s.triangles.iter_mut().for_each(|t| t.swap(0, 1))),
            &["all triangles faced inward and were turned"],
        ),
        (
            changed(|s| s.triangles[4].swap(0, 1)),
            &["1 triangle was turned to face the same side as the neighbours"],
        ),
        (
            // The other side of the whole file: every triangle twice.
            changed(|s| s.triangles.extend(s.triangles.clone().iter().map(|&[a, b, c]| [a, c, b]))),
            &["12 duplicate triangles were left out"],
        ),
        (
            // A triangle on a straight line, of points that are used elsewhere and one that is not.
            changed(|s| {
                s.points.push(DVec3::new(0.5, 0.0, 0.0));
                s.triangles.push([0, 8, 1]);
            }),
            &["1 triangle without area was left out", "1 point that no triangle uses was left out"],
        ),
    ];
    for (surface, told) in cases {
        let mesh = ColliderMesh::new(&surface).unwrap();
        assert_eq!(mesh.repairs, told);
        assert!(mesh.is_closed, "{told:?}");
        assert_eq!(
            (mesh.points().len(), mesh.triangles().len(), mesh.edges().len()),
            (8, 12, 18),
            "{told:?}"
        );
        assert!((volume(&mesh) - 1.0).abs() < 1e-14, "{told:?}");
    }
}

#[test]
fn a_seam_that_a_triangle_without_area_closes_leaves_a_solid() {
    // The edge from 0 to 1 is split on one side only; [0, 1, 8] fills the gap.
    let surface = changed(|s| {
        s.points.push(DVec3::new(0.5, 0.0, 0.0));
        let at = s.triangles.iter().position(|t| t.contains(&0) && t.contains(&1)).unwrap();
        let [a, b, c] = s.triangles[at];
        let (from, to, tip) =
            [(a, b, c), (b, c, a), (c, a, b)].into_iter().find(|&(from, to, _)| from.max(to) == 1).unwrap();
        s.triangles[at] = [from, 8, tip];
        s.triangles.extend([[8, to, tip], [from, to, 8]]);
    });
    let mesh = ColliderMesh::new(&surface).unwrap();
    assert!(mesh.is_closed);
    assert_eq!((mesh.points().len(), mesh.triangles().len()), (9, 13));
    assert_eq!(mesh.edges().iter().filter(|edge| edge.other.is_none()).count(), 3);
    assert_eq!(mesh.repairs, ["1 triangle without area was left out"]);
    assert!((volume(&mesh) - 1.0).abs() < 1e-14);
}

#[test]
fn an_inner_wall_between_two_cubes_is_left_out() {
    let mesh = ColliderMesh::new(&joined(cube(DVec3::ZERO), &cube(DVec3::X))).unwrap();
    assert!(mesh.is_closed);
    assert_eq!((mesh.points().len(), mesh.triangles().len()), (12, 20));
    assert!((volume(&mesh) - 2.0).abs() < 1e-14);
}

#[test]
fn a_cavity_stays_a_cavity() {
    let mut hole = cube(DVec3::ZERO);
    hole.points.iter_mut().for_each(|x| *x = *x * 0.5 + 0.25);
    hole.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    let mesh = ColliderMesh::new(&joined(cube(DVec3::ZERO), &hole)).unwrap();
    assert!(mesh.is_closed && mesh.repairs.is_empty());
    assert!((volume(&mesh) - 0.875).abs() < 1e-14);
}

#[test]
fn a_shell_that_is_inside_out_is_turned_as_a_whole() {
    let mut core = cube(DVec3::ZERO);
    core.points.iter_mut().for_each(|x| *x = *x * 0.5 + 0.25);
    let shell = joined(changed(|s| s.triangles.iter_mut().for_each(|t| t.swap(1, 2))), &core);
    let mesh = ColliderMesh::new(&shell).unwrap();
    assert!(mesh.is_closed);
    assert_eq!(mesh.repairs, ["all triangles faced inward and were turned"]);
    assert!((volume(&mesh) - 0.875).abs() < 1e-14);
}

#[test]
fn a_part_that_is_inside_out_is_turned_alone() {
    let mut other = cube(DVec3::X * 3.0);
    other.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    for surface in [joined(cube(DVec3::ZERO), &other), joined(other.clone(), &cube(DVec3::ZERO))] {
        let mesh = ColliderMesh::new(&surface).unwrap();
        assert!(mesh.is_closed);
        assert!((volume(&mesh) - 2.0).abs() < 1e-14);
        assert_eq!(mesh.repairs, ["1 part faced inward and was turned"]);
    }
}

#[test]
fn open_and_one_sided_surfaces_are_sheets() {
    let open = changed(|s| s.triangles.truncate(10));
    let inward = changed(|s| {
        s.triangles.truncate(10);
        s.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    });
    for surface in [open, inward] {
        let mesh = ColliderMesh::new(&surface).unwrap();
        assert!(!mesh.is_closed && mesh.repairs.is_empty());
        assert_eq!(mesh.surface(), &surface);
        assert_eq!(mesh.edges().iter().filter(|edge| edge.other.is_none()).count(), 4);
    }
    let strip = (0..5u32).map(|i| {
        if i == 4 {
            [0, 1, 4]
        } else if i == 3 {
            [3, 4, 0]
        } else {
            [i, i + 1, i + 2]
        }
    });
    let points = (0..5).map(|i| DVec3::new(f64::from(i).sin(), f64::from(i * i), f64::from(i % 2)));
    let moebius = TriangleSurface { points: points.collect(), triangles: strip.collect() };
    assert!(!ColliderMesh::new(&moebius).unwrap().is_closed);
    // Flat, though every edge has two triangles.
    let corner = |i: f64, j: f64| DVec3::new(i, j, 0.0);
    let points = vec![corner(0.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0), corner(0.0, 1.0)];
    let flat = TriangleSurface { points, triangles: vec![[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]] };
    assert!(!ColliderMesh::new(&flat).unwrap().is_closed);
}

#[test]
fn where_three_triangles_meet_the_edge_has_no_other() {
    let points = vec![DVec3::ZERO, DVec3::Z, DVec3::X, DVec3::Y, -DVec3::X];
    let fan = TriangleSurface { points, triangles: vec![[0, 1, 2], [0, 1, 3], [0, 1, 4]] };
    let mesh = ColliderMesh::new(&fan).unwrap();
    assert!(!mesh.is_closed);
    assert_eq!((mesh.edges().len(), mesh.edges()[0].points, mesh.edges()[0].other), (7, [0, 1], None));
}

#[test]
fn what_cannot_be_touched_is_refused_with_the_place() {
    let nothing = TriangleSurface { points: vec![DVec3::ZERO], triangles: vec![] };
    assert_eq!(ColliderMesh::new(&nothing), Err(ColliderMeshError::NoTriangles));
    let line = changed(|s| s.triangles = vec![[0, 1, 1], [2, 2, 2]]);
    assert_eq!(ColliderMesh::new(&line), Err(ColliderMeshError::NoArea));
    let missing = changed(|s| s.triangles[7] = [0, 1, 8]);
    assert_eq!(ColliderMesh::new(&missing), Err(ColliderMeshError::MissingPoint { triangle: 7 }));
    for bad in [f64::NAN, f64::INFINITY, 1e200] {
        let surface = changed(|s| {
            s.points[5].y = bad;
            s.points[6].x = f64::NAN;
        });
        let message = ColliderMesh::new(&surface).unwrap_err().to_string();
        assert!(message.starts_with("point 5 (counted from 0) of the collider is [1, "), "{message}");
    }
}

/// Whether the two triangles of every edge pass it in opposite directions.
fn neighbours_agree(mesh: &ColliderMesh) -> bool {
    let passes = |t: u32, [a, b]: [u32; 2]| {
        let t = mesh.triangles()[t as usize];
        (0..3).any(|k| t[k] == a && t[(k + 1) % 3] == b)
    };
    mesh.edges().iter().all(|edge| {
        edge.other.is_none_or(|other| passes(edge.triangle, edge.points) != passes(other, edge.points))
    })
}

fn any_soup() -> impl Strategy<Value = TriangleSurface> {
    let points = prop::collection::vec([0..3i32, 0..3i32, 0..3i32], 3..9);
    points.prop_flat_map(|points| {
        let id = 0..points.len() as u32;
        let triangles = prop::collection::vec([id.clone(), id.clone(), id], 1..24);
        triangles.prop_map(move |triangles| {
            let points = points.iter().map(|p| DVec3::from_array(p.map(f64::from))).collect();
            TriangleSurface { points, triangles }
        })
    })
}

proptest! {
    #[test]
    fn any_soup_becomes_clean_or_is_refused(surface in any_soup()) {
        let Ok(mesh) = ColliderMesh::new(&surface) else { return Ok(()) };
        let mut used = vec![false; mesh.points().len()];
        mesh.triangles().iter().flatten().for_each(|&id| used[id as usize] = true);
        prop_assert!(used.iter().all(|used| *used));
        prop_assert!(mesh.points().iter().all(|x| surface.points.contains(x)));
        let mut keys: Vec<[u32; 3]> = mesh.triangles().to_vec();
        keys.iter_mut().for_each(|t| t.sort_unstable());
        keys.sort_unstable();
        prop_assert!(keys.windows(2).all(|pair| pair[0] != pair[1]));
        for t in 0..mesh.triangles().len() {
            let [a, b, c] = mesh.surface().corners(t);
            prop_assert!((b - a).cross(c - a).length() > 1e-9);
        }
        for edge in mesh.edges() {
            for t in std::iter::once(edge.triangle).chain(edge.other) {
                prop_assert!(edge.points.iter().all(|id| mesh.triangles()[t as usize].contains(id)));
            }
        }
        let sides: usize = mesh.edges().iter().map(|edge| 1 + edge.other.is_some() as usize).sum();
        prop_assert!(sides <= 3 * mesh.triangles().len());
        if mesh.is_closed {
            prop_assert!(volume(&mesh) > 0.0 && neighbours_agree(&mesh));
        }
        // Cleaning again finds nothing to do, unless the surface has one side only.
        if neighbours_agree(&mesh) {
            let again = ColliderMesh::new(mesh.surface()).unwrap();
            prop_assert_eq!(&again.repairs, &Vec::<String>::new());
            prop_assert_eq!(again.surface(), mesh.surface());
        }
    }

    #[test]
    fn any_triangles_of_a_cube_may_face_the_wrong_way(flips in prop::array::uniform12(any::<bool>())) {
        let mut surface = cube(DVec3::ZERO);
        for (t, _) in surface.triangles.iter_mut().zip(flips).filter(|(_, flip)| *flip) {
            t.swap(1, 2);
        }
        for surface in [soup(&surface), surface] {
            let mesh = ColliderMesh::new(&surface).unwrap();
            prop_assert!(mesh.is_closed && neighbours_agree(&mesh));
            prop_assert!((volume(&mesh) - 1.0).abs() < 1e-14);
        }
    }
}
