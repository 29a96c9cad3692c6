//! Regions on a unit cube of 4 x 4 x 4 cells, and the logic of their combinations.

use proptest::prelude::*;

use super::*;
use crate::shapes::unit_box;

fn cube() -> TetMesh {
    let mut mesh = unit_box([4, 4, 4]);
    mesh.element_groups.insert("first".into(), vec![0, 1]);
    mesh.node_groups.insert("ends".into(), vec![0, 124]);
    mesh
}

fn picked(region: &Region) -> Vec<DVec3> {
    let mesh = cube();
    region.nodes(&mesh).expect("valid region").iter().map(|&i| mesh.nodes[i as usize]).collect()
}

#[test]
fn borders_belong_to_the_region() {
    let min = DVec3::new(0.25, 0.25, 0.25);
    assert_eq!(picked(&Region::Box { min, max: min }).len(), 1);
    assert_eq!(picked(&Region::Sphere { centre: DVec3::ZERO, radius: 0.25 }).len(), 4);
    assert_eq!(picked(&Region::HalfSpace { point: DVec3::X, normal: DVec3::X * 7.0 }).len(), 25);
    let cylinder = Region::Cylinder { from: DVec3::ZERO, to: DVec3::Z, radius: 0.25 };
    assert_eq!(picked(&cylinder).len(), 3 * 5);
    assert_eq!(picked(&Region::Everything).len(), 125);
}

#[test]
fn nearest_takes_all_ties() {
    assert_eq!(picked(&Region::Near(DVec3::new(0.26, 0.51, 0.0))), [DVec3::new(0.25, 0.5, 0.0)]);
    assert_eq!(picked(&Region::Near(DVec3::new(0.125, 0.125, 0.125))).len(), 8);
    assert_eq!(picked(&Region::NearNamed(NamedPoint::Centre)), [DVec3::splat(0.5)]);
    assert_eq!(picked(&Region::NearNamed(NamedPoint::Corners)).len(), 8);
}

#[test]
fn sides_of_the_bounding_box() {
    for (text, axis, value) in
        [("x-", 0, 0.0), ("x+", 0, 1.0), ("y-", 1, 0.0), ("y+", 1, 1.0), ("z-", 2, 0.0), ("z+", 2, 1.0)]
    {
        let side = Side::parse(text).expect("a side");
        let points = picked(&Region::Face(side));
        assert_eq!(points.len(), 25);
        assert!(points.iter().all(|p| p[axis] == value));
        let mesh = cube();
        let faces = Region::Face(side).faces(&mesh, &BoundarySurface::new(&mesh)).expect("valid");
        assert_eq!(faces.len(), 32);
        assert_eq!(Region::Face(side).elements(&mesh).expect("valid").len(), 32);
    }
    assert_eq!(Side::parse("w+"), None);
}

#[test]
fn groups_serve_nodes_and_elements() {
    let mesh = cube();
    let first = Region::Group("first".into());
    assert_eq!(first.elements(&mesh), Ok(vec![0, 1]));
    assert_eq!(first.nodes(&mesh).map(|n| n.len()), Ok(5));
    let ends = Region::Group("ends".into());
    assert_eq!(ends.nodes(&mesh), Ok(vec![0, 124]));
    assert_eq!(ends.elements(&mesh), Ok(vec![]));
    let error =
        Region::Not(Box::new(Region::Group("frist".into()))).nodes(&mesh).expect_err("must be refused");
    assert_eq!(error.to_string(), "the body has no group \"frist\"; it has \"ends\", \"first\"");
    let error = Region::Group("a".into()).elements(&unit_box([1, 1, 1])).expect_err("must be refused");
    assert!(error.to_string().contains("no groups at all"));
}

#[test]
fn elements_are_picked_by_centroid() {
    let mesh = cube();
    let half = Region::HalfSpace { point: DVec3::splat(0.5), normal: -DVec3::Y };
    assert_eq!(half.elements(&mesh).map(|e| e.len()), Ok(mesh.element_count() / 2));
}

#[test]
fn nonsense_is_told() {
    let point = DVec3::ZERO;
    let bad = [
        Region::Box { min: DVec3::ONE, max: DVec3::ZERO },
        Region::Sphere { centre: point, radius: -1.0 },
        Region::HalfSpace { point, normal: DVec3::ZERO },
        Region::Cylinder { from: point, to: point, radius: 1.0 },
        Region::Near(DVec3::NAN),
    ];
    for region in &bad {
        assert_eq!(region.check().len(), 1, "{region:?}");
    }
    assert_eq!(Region::Not(Box::new(Region::Any(bad.to_vec()))).check().len(), bad.len());
    assert!(Region::Face(Side::XMin).check().is_empty());
}

fn number() -> impl Strategy<Value = f64> {
    -0.5..1.5f64
}

fn vector() -> impl Strategy<Value = DVec3> {
    (number(), number(), number()).prop_map(|(x, y, z)| DVec3::new(x, y, z))
}

fn any_region() -> impl Strategy<Value = Region> {
    let leaf = prop_oneof![
        Just(Region::Everything),
        (vector(), vector()).prop_map(|(a, b)| Region::Box { min: a.min(b), max: a.max(b) }),
        (vector(), 0.0..1.0f64).prop_map(|(centre, radius)| Region::Sphere { centre, radius }),
        (vector(), vector()).prop_map(|(point, normal)| Region::HalfSpace { point, normal }),
        (vector(), vector(), 0.0..1.0f64).prop_map(|(from, to, radius)| Region::Cylinder {
            from,
            to,
            radius
        }),
        vector().prop_map(Region::Near),
        Just(Region::NearNamed(NamedPoint::Corners)),
        Just(Region::Face(Side::YMax)),
        Just(Region::Group("first".into())),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Region::Any),
            prop::collection::vec(inner.clone(), 0..3).prop_map(Region::All),
            inner.prop_map(|r| Region::Not(Box::new(r))),
        ]
    })
}

proptest! {
    #[test]
    fn selections_obey_set_logic(a in any_region(), b in any_region()) {
        let mesh = cube();
        let set = |r: &Region| -> BTreeSet<u32> { r.nodes(&mesh).expect("known groups").into_iter().collect() };
        let not = |r: &Region| Region::Not(Box::new(r.clone()));
        let all: BTreeSet<u32> = (0..125).collect();
        prop_assert_eq!(set(&Region::Any(vec![a.clone(), b.clone()])), &set(&a) | &set(&b));
        prop_assert_eq!(set(&Region::All(vec![a.clone(), b.clone()])), &set(&a) & &set(&b));
        prop_assert_eq!(set(&not(&a)), &all - &set(&a));
        let de_morgan = not(&Region::All(vec![not(&a), not(&b)]));
        prop_assert_eq!(set(&de_morgan), set(&Region::Any(vec![a.clone(), b.clone()])));
        let ids = a.nodes(&mesh).expect("known groups");
        prop_assert!(ids.is_sorted_by(|x, y| x < y));
    }

    #[test]
    fn faces_have_all_their_nodes_inside(a in any_region()) {
        let mesh = cube();
        let skin = BoundarySurface::new(&mesh);
        let nodes = a.nodes(&mesh).expect("known groups");
        for face in a.faces(&mesh, &skin).expect("known groups") {
            prop_assert!(skin.triangle(face as usize).iter().all(|n| nodes.binary_search(n).is_ok()));
        }
    }
}
