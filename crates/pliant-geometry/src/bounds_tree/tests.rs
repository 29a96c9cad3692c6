use glam::DVec3;
use proptest::prelude::*;

use super::*;

fn boxes(most: usize) -> impl Strategy<Value = Vec<BoundingBox>> {
    let number = -1.0..1.0f64;
    let one = ([number.clone(), number.clone(), number], [0.0..0.3f64, 0.0..0.3f64, 0.0..0.3f64]);
    let one = one.prop_map(|(min, size)| {
        let min = DVec3::from_array(min);
        BoundingBox { min, max: min + DVec3::from_array(size) }
    });
    proptest::collection::vec(one, 0..most)
}

fn overlaps(tree: &BoundsTree, bounds: &BoundingBox) -> Vec<u32> {
    let mut found = vec![];
    tree.visit_overlaps(bounds, |id| found.push(id));
    found.sort_unstable();
    found
}

/// Everything the walks find is what all pairs say.
fn assert_walks(tree: &BoundsTree, boxes: &[BoundingBox], other: &BoundsTree, others: &[BoundingBox]) {
    let mut expected = vec![];
    for (a, x) in (0u32..).zip(boxes) {
        let all: Vec<u32> = (0u32..).zip(boxes).filter(|(_, y)| x.overlaps(y)).map(|(b, _)| b).collect();
        assert_eq!(overlaps(tree, x), all);
        expected.extend(all.into_iter().filter(|b| a < *b).map(|b| (a, b)));
    }
    let mut found = vec![];
    tree.visit_self_pairs(|a, b| found.push((a, b)));
    found.sort_unstable();
    assert_eq!(found, expected);
    let mut expected: Vec<(u32, u32)> = vec![];
    for (a, x) in (0u32..).zip(boxes) {
        expected.extend((0u32..).zip(others).filter(|(_, y)| x.overlaps(y)).map(|(b, _)| (a, b)));
    }
    let mut found = vec![];
    tree.visit_pairs(other, |a, b| found.push((a, b)));
    found.sort_unstable();
    assert_eq!(found, expected);
}

proptest! {
    #[test]
    fn walks_find_what_all_pairs_say(boxes in boxes(150), others in boxes(60), shift in -0.5..0.5f64) {
        let (mut tree, other) = (BoundsTree::new(&boxes), BoundsTree::new(&others));
        assert_walks(&tree, &boxes, &other, &others);
        let moved: Vec<BoundingBox> = boxes.iter().map(|b| {
            let shift = shift * DVec3::new(b.min.y, -b.min.x, b.min.x * b.min.y);
            BoundingBox { min: b.min + shift, max: b.max + shift }
        }).collect();
        tree.refit(&moved);
        assert_walks(&tree, &moved, &other, &others);
    }

    #[test]
    fn the_nearest_box_is_found(boxes in boxes(200), x in [-2.0..2.0f64, -2.0..2.0f64, -2.0..2.0f64]) {
        let x = DVec3::from_array(x);
        let tree = BoundsTree::new(&boxes);
        let mut nearest = f64::INFINITY;
        tree.visit_nearest(x, f64::INFINITY, |id, limit| {
            nearest = nearest.min(boxes[id as usize].distance_squared(x));
            limit.min(nearest)
        });
        let expected = boxes.iter().map(|b| b.distance_squared(x)).fold(f64::INFINITY, f64::min);
        prop_assert_eq!(nearest, expected);
    }
}

#[test]
fn empty_equal_and_unusable_boxes_do_no_harm() {
    let nothing = BoundsTree::new(&[]);
    assert!(nothing.is_empty() && nothing.bounds().is_empty() && nothing.nodes().is_empty());
    let everywhere = BoundingBox { min: DVec3::splat(-1e300), max: DVec3::splat(1e300) };
    assert!(overlaps(&nothing, &everywhere).is_empty());
    nothing.visit_self_pairs(|_, _| panic!("there is nothing"));
    nothing.visit_nearest(DVec3::ZERO, f64::INFINITY, |_, _| panic!("there is nothing"));
    let point = BoundingBox { min: DVec3::ONE, max: DVec3::ONE };
    let mut boxes = vec![point; 100];
    boxes[3] = BoundingBox::EMPTY;
    boxes[4] = BoundingBox { min: DVec3::NAN, max: DVec3::NAN };
    let tree = BoundsTree::new(&boxes);
    let mut pairs = 0;
    tree.visit_self_pairs(|a, b| {
        assert!(a < b && ![3, 4].contains(&a) && ![3, 4].contains(&b));
        pairs += 1;
    });
    assert_eq!(pairs, 98 * 97 / 2);
    assert_eq!(overlaps(&tree, &everywhere).len(), 98);
}

#[test]
fn many_boxes_are_refitted_with_the_same_result_at_any_number_of_threads() {
    let boxes: Vec<BoundingBox> = (0..50_000)
        .map(|k| {
            let min = DVec3::new(f64::from(k % 37), f64::from(k % 101), f64::from(k % 1009));
            BoundingBox { min, max: min + 0.5 }
        })
        .collect();
    let moved: Vec<BoundingBox> = boxes.iter().map(|b| b.grown(0.1)).collect();
    let refitted = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            let mut tree = BoundsTree::new(&boxes);
            tree.refit(&moved);
            tree
        })
    };
    let (one, three) = (refitted(1), refitted(3));
    assert_eq!(one.order(), three.order());
    assert!(one.nodes().iter().zip(three.nodes()).all(|(a, b)| a.bounds == b.bounds));
    assert_eq!(one.bounds(), BoundingBox::EMPTY.around(&moved));
}

impl BoundingBox {
    fn around(mut self, boxes: &[BoundingBox]) -> Self {
        boxes.iter().for_each(|b| self.merge(b));
        self
    }
}
