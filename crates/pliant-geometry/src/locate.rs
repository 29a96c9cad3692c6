//! Point location: the element at a point, or the nearest one, with the weights of its nodes.
//!
//! A tree of bounding boxes over the elements, walked nearest box first. Within an element the closest point is found by repeated linearisation of the map x(lambda): the linearised
//! element is a straight tetrahedron, whose closest point is exact. A 4-node element is done in one round; for a
//! curved one this is Newton's method inside and damped Gauss-Newton on the border.

use glam::DVec3;

use crate::bounds::BoundingBox;
use crate::bounds_tree::BoundsTree;
use crate::closest::closest_on_triangle;
use crate::mesh::{EDGES, ElementOrder, FACES, TetMesh};
use crate::tet_shape;

const ROUNDS: usize = 60;

/// Where a point was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Location {
    /// The element.
    pub element: u32,
    /// Barycentric coordinates within the element.
    pub lambda: [f64; 4],
    /// Weights of the element's nodes, which sum to 1: the first 4 or 10 count.
    pub weights: [f64; 10],
    /// The point of the mesh with these weights: the point asked for, if it is inside.
    pub point: DVec3,
    /// Distance between the two (m); 0 inside.
    pub distance: f64,
}

/// Finds elements by position. Holds its own copy of what it needs of the mesh.
#[derive(Clone, Debug)]
pub struct TetLocator {
    order: ElementOrder,
    positions: Vec<DVec3>,
    tree: BoundsTree,
    tolerance: f64,
}

impl TetLocator {
    /// Builds the tree; all node ids of the mesh must be in range.
    pub fn new(mesh: &TetMesh) -> Self {
        let mut locator = Self {
            order: mesh.order,
            positions: mesh.tets.iter().map(|&i| mesh.nodes[i as usize]).collect(),
            tree: BoundsTree::default(),
            tolerance: mesh.bounds().tolerance(),
        };
        let boxes: Vec<BoundingBox> = (0..mesh.element_count()).map(|e| locator.element_bounds(e)).collect();
        locator.tree = BoundsTree::new(&boxes);
        locator
    }

    /// The element that holds the point, or else the one closest to it (the lowest id of several); `None` for a mesh
    /// without elements or a point that is not finite.
    pub fn locate(&self, point: DVec3) -> Option<Location> {
        if !point.is_finite() {
            return None;
        }
        let mut best: Option<Location> = None;
        self.tree.visit_nearest(point, f64::INFINITY, |element, limit| {
            let found = self.closest_in(element, point);
            if best.is_some_and(|b| (b.distance, b.element) <= (found.distance, element)) {
                return limit;
            }
            best = Some(found);
            largest_with_root(found.distance)
        });
        best
    }

    /// The element that holds the point (within 1e-9 of the body's size); `None` outside.
    pub fn containing(&self, point: DVec3) -> Option<Location> {
        self.locate(point).filter(|location| location.distance <= self.tolerance)
    }

    fn element_positions(&self, element: usize) -> &[DVec3] {
        let n = self.order.nodes_per_tet();
        &self.positions[n * element..n * (element + 1)]
    }

    /// A box that holds the element, also where it bulges: around its Bezier control points.
    fn element_bounds(&self, element: usize) -> BoundingBox {
        let x = self.element_positions(element);
        let mut bounds = BoundingBox::of_points(&x[..4]);
        if self.order == ElementOrder::Quadratic {
            for (k, [i, j]) in EDGES.iter().enumerate() {
                bounds.include(2.0 * x[4 + k] - 0.5 * (x[*i] + x[*j]));
            }
        }
        bounds
    }

    fn closest_in(&self, element: u32, point: DVec3) -> Location {
        let x = self.element_positions(element as usize);
        let corners = [x[0], x[1], x[2], x[3]];
        let lambda = closest_on_tet(corners, point);
        match self.order {
            ElementOrder::Linear => {
                let mut weights = [0.0; 10];
                weights[..4].copy_from_slice(&lambda);
                self.location(element, lambda, weights, point)
            }
            ElementOrder::Quadratic => {
                let ten: [DVec3; 10] = std::array::from_fn(|i| x[i]);
                let lambda = closest_on_curved(&ten, point, lambda);
                self.location(element, lambda, tet_shape::quadratic_values(lambda), point)
            }
        }
    }

    fn location(&self, element: u32, lambda: [f64; 4], weights: [f64; 10], wanted: DVec3) -> Location {
        let x = self.element_positions(element as usize);
        let point: DVec3 = x.iter().zip(&weights).map(|(x, w)| *x * *w).sum();
        let distance = point.distance(wanted);
        // Rounding must not decide between an element that holds the point and its neighbour.
        let distance = if distance <= 1e-3 * self.tolerance { 0.0 } else { distance };
        Location { element, lambda, weights, point, distance }
    }
}

/// The largest number whose square root, rounded, is not above `root`: comparing squares then decides as comparing
/// distances would, and elements that are just as near are not shut out.
fn largest_with_root(root: f64) -> f64 {
    let mut square = root * root;
    while square.sqrt() > root {
        square = square.next_down();
    }
    while square.next_up().sqrt() <= root && square.is_finite() {
        square = square.next_up();
    }
    square
}

/// Barycentric coordinates of the point of a straight tetrahedron that is closest to `p`.
fn closest_on_tet(x: [DVec3; 4], p: DVec3) -> [f64; 4] {
    let lambda = barycentric_of(x, p);
    if lambda.is_some_and(|l| l.iter().all(|&v| v >= 0.0)) {
        return lambda.unwrap_or([0.25; 4]);
    }
    let mut best = ([0.25; 4], f64::INFINITY);
    for face in FACES {
        let w = closest_on_triangle(p, face.map(|i| x[i])).barycentric;
        let point = w[0] * x[face[0]] + w[1] * x[face[1]] + w[2] * x[face[2]];
        let distance = point.distance_squared(p);
        if distance < best.1 {
            let mut lambda = [0.0; 4];
            face.iter().zip(w).for_each(|(&i, w)| lambda[i] = w);
            best = (lambda, distance);
        }
    }
    best.0
}

/// Barycentric coordinates of a point; `None` for a flat element.
fn barycentric_of([a, b, c, d]: [DVec3; 4], p: DVec3) -> Option<[f64; 4]> {
    let volume = (b - a).cross(c - a).dot(d - a);
    if volume == 0.0 || !volume.is_finite() {
        return None;
    }
    let l1 = (p - a).cross(c - a).dot(d - a) / volume;
    let l2 = (b - a).cross(p - a).dot(d - a) / volume;
    let l3 = (b - a).cross(c - a).dot(p - a) / volume;
    Some([1.0 - l1 - l2 - l3, l1, l2, l3])
}

/// Barycentric coordinates of the point of a curved element closest to `p`.
fn closest_on_curved(x: &[DVec3; 10], p: DVec3, start: [f64; 4]) -> [f64; 4] {
    let at = |lambda: [f64; 4]| -> DVec3 {
        x.iter().zip(tet_shape::quadratic_values(lambda)).map(|(x, w)| *x * w).sum()
    };
    let mut lambda = start;
    let mut distance = at(lambda).distance(p);
    for _ in 0..ROUNDS {
        let (here, J) = (at(lambda), tet_shape::jacobian_matrix(x, lambda));
        let xi = DVec3::new(lambda[1], lambda[2], lambda[3]);
        let linearised = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z].map(|corner| here + J * (corner - xi));
        let target = closest_on_tet(linearised, p);
        // Far from a strongly curved face the full step overshoots: shorten it until it comes nearer. Every point
        // between is inside the element, because the set of barycentric coordinates is convex.
        let between =
            |share: f64| -> [f64; 4] { std::array::from_fn(|i| lambda[i] + share * (target[i] - lambda[i])) };
        let nearer =
            (0..12).map(|halvings| between(0.5f64.powi(halvings))).find(|l| at(*l).distance(p) < distance);
        let Some(next) = nearer else { break };
        let change = (0..4).map(|i| (next[i] - lambda[i]).abs()).fold(0.0, f64::max);
        lambda = next;
        distance = at(lambda).distance(p);
        if change < 1e-15 {
            break;
        }
    }
    lambda
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::{Fineness, Shape, unit_box};
    use crate::surface::BoundarySurface;
    use crate::tri_shape;
    use proptest::prelude::*;

    fn curved_ball() -> TetMesh {
        let shape = Shape::Sphere { centre: DVec3::ZERO, radius: 1.0 };
        shape.mesh(Fineness::Spacing(0.5), ElementOrder::Quadratic).expect("valid")
    }

    #[test]
    fn every_node_is_found_with_distance_zero() {
        for mesh in [unit_box([3, 2, 4]), unit_box([2, 2, 2]).to_quadratic(), curved_ball()] {
            let locator = TetLocator::new(&mesh);
            for &node in &mesh.nodes {
                let found = locator.containing(node).expect("nodes are inside");
                assert!(found.point.distance(node) < 1e-12);
            }
        }
    }

    #[test]
    fn outside_points_go_to_the_nearest_skin() {
        let mesh = unit_box([3, 3, 3]);
        let locator = TetLocator::new(&mesh);
        let found = locator.locate(DVec3::new(0.4, 0.7, 1.5)).expect("not empty");
        assert!((found.distance - 0.5).abs() < 1e-14);
        assert!(found.point.distance(DVec3::new(0.4, 0.7, 1.0)) < 1e-14);
        assert!(locator.containing(DVec3::new(0.4, 0.7, 1.5)).is_none());
        assert!(locator.locate(DVec3::NAN).is_none());
    }

    #[test]
    fn no_point_of_a_curved_skin_is_nearer() {
        let ball = curved_ball();
        let (locator, skin) = (TetLocator::new(&ball), BoundarySurface::new(&ball));
        for direction in [DVec3::new(0.3, -0.5, 0.8), DVec3::new(1.0, 0.1, 0.0), DVec3::new(-0.4, -0.5, -0.6)]
        {
            for away in [1.01, 1.3, 3.0] {
                let p = away * direction.normalize();
                let found = locator.locate(p).expect("not empty");
                assert!((found.distance - (away - 1.0)).abs() < 0.01, "{away}: {}", found.distance);
                let sampled = skin_samples(&ball, &skin).map(|x| x.distance(p)).fold(f64::INFINITY, f64::min);
                assert!(found.distance <= sampled + 1e-12, "{away}: {} {sampled}", found.distance);
            }
        }
    }

    /// 231 points on every curved triangle.
    fn skin_samples<'a>(mesh: &'a TetMesh, skin: &'a BoundarySurface) -> impl Iterator<Item = DVec3> + 'a {
        let grid =
            (0..=20).flat_map(|i| (0..=20 - i).map(move |j| [20 - i - j, i, j].map(|v| v as f64 / 20.0)));
        skin.iter().flat_map(move |triangle| {
            grid.clone().map(|l| {
                let values = tri_shape::quadratic_values(l);
                triangle.iter().zip(values).map(|(&i, w)| mesh.nodes[i as usize] * w).sum()
            })
        })
    }

    #[test]
    fn empty_mesh_has_no_locations() {
        let empty = TetMesh::new(ElementOrder::Linear, vec![], vec![]);
        assert!(TetLocator::new(&empty).locate(DVec3::ZERO).is_none());
    }

    proptest! {
        #[test]
        fn inside_points_are_reproduced(x in 0.0..1.0f64, y in 0.0..1.0f64, z in 0.0..1.0f64) {
            let p = DVec3::new(x, y, z);
            let mesh = unit_box([3, 2, 4]);
            let found = TetLocator::new(&mesh).locate(p).expect("not empty");
            prop_assert!(found.distance == 0.0 && found.point.distance(p) < 1e-14);
            prop_assert!((found.weights.iter().sum::<f64>() - 1.0).abs() < 1e-14);
            let ball = curved_ball();
            let p = 1.1 * (p - 0.5);
            let found = TetLocator::new(&ball).locate(p).expect("not empty");
            prop_assert!(found.distance == 0.0 && found.point.distance(p) < 1e-11);
            let ids = ball.element(found.element as usize);
            let rebuilt: DVec3 = ids.iter().zip(found.weights).map(|(&i, w)| ball.nodes[i as usize] * w).sum();
            prop_assert!(rebuilt.distance(p) < 1e-11);
        }

        #[test]
        fn no_element_is_nearer(x in -2.0..3.0f64, y in -2.0..3.0f64, z in -2.0..3.0f64) {
            let p = DVec3::new(x, y, z);
            let mesh = unit_box([2, 2, 2]);
            let found = TetLocator::new(&mesh).locate(p).expect("not empty");
            let exact = (p - p.clamp(DVec3::ZERO, DVec3::ONE)).length();
            prop_assert!((found.distance - exact).abs() < 1e-12);
        }
    }
}
