//! How deep bodies are in each other, and how far apart those are that press on each other, from positions alone: nothing
//! here asks the contact layer, so that it cannot vouch for itself.

use glam::DVec3;
use pliant_geometry::{BoundingBox, closest_between_segments, closest_point_of_triangle};
use pliant_world::World;
use std::borrow::Cow;

/// Points looked at along each edge of a surface, besides its ends.
const POINTS_AN_EDGE: u32 = 8;

/// A wall: a point of it, and its unit normal towards the free side.
pub type Wall = (DVec3, DVec3);

/// Depths (m), zero where nothing overlaps.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Depths {
    /// Of nodes in other bodies.
    pub nodes: f64,
    /// Of points of edges in other bodies.
    pub edges: f64,
    /// Of nodes behind walls.
    pub walls: f64,
}

impl Depths {
    /// The larger of each.
    pub fn max(self, other: Self) -> Self {
        Self {
            nodes: self.nodes.max(other.nodes),
            edges: self.edges.max(other.edges),
            walls: self.walls.max(other.walls),
        }
    }

    /// The largest of all.
    pub fn deepest(self) -> f64 {
        self.nodes.max(self.edges).max(self.walls)
    }
}

/// A body where it is now.
pub struct Standing<'a> {
    x: Cow<'a, [DVec3]>,
    cells: Vec<([u32; 4], BoundingBox)>,
    triangles: &'a [[u32; 3]],
    triangle_boxes: Vec<BoundingBox>,
    bounds: BoundingBox,
}

/// All bodies where they are now.
pub fn standing(world: &World) -> Vec<Standing<'_>> {
    (0..world.body_count()).map(|body| Standing::new(world, body)).collect()
}

impl<'a> Standing<'a> {
    fn new(world: &'a World, body: usize) -> Self {
        let shape = world.shape(body);
        Self::of(world.positions(body), &shape.cells, shape.nodes_a_cell, &shape.surface)
    }

    fn of(x: Cow<'a, [DVec3]>, cells: &[u32], nodes_a_cell: usize, triangles: &'a [[u32; 3]]) -> Self {
        let around = |nodes: &[u32]| BoundingBox::of_points(nodes.iter().map(|&n| &x[n as usize]));
        let corners = |cell: &[u32]| [cell[0], cell[1], cell[2], cell[3]];
        let cells = cells.chunks_exact(nodes_a_cell).map(corners).map(|c| (c, around(&c)));
        let (cells, triangle_boxes) = (cells.collect(), triangles.iter().map(|t| around(t)).collect());
        Self { cells, triangles, triangle_boxes, bounds: BoundingBox::of_points(&*x), x }
    }

    fn corners(&self, triangle: [u32; 3]) -> [DVec3; 3] {
        triangle.map(|node| self.x[node as usize])
    }

    /// The edges of the surface, each once.
    fn edges(&self) -> Vec<[u32; 2]> {
        let sides = self.triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
        // The surface is closed and oriented: every edge comes once in each direction.
        sides.filter(|[a, b]| a < b).collect()
    }

    /// How deep a point is inside (m): its distance from the surface, or zero if it is outside. Inside is where cells hold it
    /// more often the right way round than inside out, which is what the surface's winding number counts: a corner that is
    /// pushed in so far that its cell is inside out leaves a dent, and who is in the dent is not in the body.
    fn depth(&self, point: DVec3) -> f64 {
        let holds = |bounds: &BoundingBox| bounds.distance_squared(point) == 0.0;
        if !holds(&self.bounds) {
            return 0.0;
        }
        let near = self.cells.iter().filter(|(_, bounds)| holds(bounds));
        let winding: i32 = near.map(|(cell, _)| cover(point, cell.map(|node| self.x[node as usize]))).sum();
        if winding <= 0 {
            return 0.0;
        }
        let squared =
            |t: &[u32; 3]| closest_point_of_triangle(point, self.corners(*t)).distance_squared(point);
        self.triangles.iter().map(squared).fold(f64::INFINITY, f64::min).sqrt()
    }

    /// Distance of one of its triangles from another body's surface (m), if that is below `limit`.
    fn triangle_distance(&self, triangle: usize, other: &Standing<'_>, limit: f64) -> f64 {
        let reach = self.triangle_boxes[triangle].grown(limit);
        if !reach.overlaps(&other.bounds) {
            return limit;
        }
        let own = self.corners(self.triangles[triangle]);
        let near = other.triangles.iter().zip(&other.triangle_boxes).filter(|(_, b)| reach.overlaps(b));
        near.map(|(&t, _)| between_triangles(own, other.corners(t))).fold(limit, f64::min)
    }
}

/// How deep things are in each other now.
pub fn depths(bodies: &[Standing<'_>], walls: &[Wall]) -> Depths {
    let mut depths = Depths::default();
    for (index, body) in bodies.iter().enumerate() {
        let others =
            bodies.iter().enumerate().filter(|(i, o)| *i != index && o.bounds.overlaps(&body.bounds));
        let others: Vec<&Standing<'_>> = others.map(|(_, other)| other).collect();
        let inside = |point: DVec3| others.iter().map(|o| o.depth(point)).fold(0.0, f64::max);
        // Nodes within the body never lead.
        for &node in body.triangles.iter().flatten() {
            depths.nodes = depths.nodes.max(inside(body.x[node as usize]));
        }
        for [from, to] in body.edges().into_iter().map(|edge| edge.map(|node| body.x[node as usize])) {
            for k in 1..=POINTS_AN_EDGE {
                let share = f64::from(k) / f64::from(POINTS_AN_EDGE + 1);
                depths.edges = depths.edges.max(inside(from.lerp(to, share)));
            }
        }
        for &(at, normal) in walls {
            let lowest = body.x.iter().map(|x| (*x - at).dot(normal)).fold(f64::INFINITY, f64::min);
            depths.walls = depths.walls.max(-lowest);
        }
    }
    depths
}

/// The widest gap that a contact force acts across (m): the largest, over all nodes that feel one above `least` (N), of the
/// distance from a wall or from the triangles around the node to another body, and zero where they overlap. A force at a node
/// comes through one of those triangles, so what is nearest to them is no farther than what presses.
pub fn widest_gap(bodies: &[Standing<'_>], force: &[DVec3], walls: &[Wall], least: f64) -> f64 {
    let (mut widest, mut first): (f64, usize) = (0.0, 0);
    for (index, body) in bodies.iter().enumerate() {
        let pressed = (0..body.x.len()).filter(|n| force.get(first + n).is_some_and(|f| f.length() > least));
        for node in pressed {
            let to_wall = |&(at, normal): &Wall| (body.x[node] - at).dot(normal).max(0.0);
            let mut gap = walls.iter().map(to_wall).fold(f64::INFINITY, f64::min);
            // An overlap is no gap, and who is nearer than the widest so far changes nothing.
            for t in (0..body.triangles.len()).filter(|&t| body.triangles[t].contains(&(node as u32))) {
                for other in bodies.iter().enumerate().filter(|(i, _)| *i != index).map(|(_, o)| o) {
                    if gap > widest {
                        gap = body.triangle_distance(t, other, gap.min(body.bounds.diagonal()));
                    }
                }
            }
            widest = widest.max(gap);
        }
        first += body.x.len();
    }
    widest
}

/// 1 if a cell holds the point, -1 if it does inside out, else 0.
fn cover(point: DVec3, [a, b, c, d]: [DVec3; 4]) -> i32 {
    let volume = |a: DVec3, b: DVec3, c: DVec3, d: DVec3| (b - a).cross(c - a).dot(d - a);
    let whole = volume(a, b, c, d);
    let parts =
        [volume(point, b, c, d), volume(a, point, c, d), volume(a, b, point, d), volume(a, b, c, point)];
    if whole == 0.0 || parts.iter().any(|part| part * whole < 0.0) {
        return 0;
    }
    if whole > 0.0 { 1 } else { -1 }
}

/// Distance of two triangles (m), zero if they cross.
fn between_triangles(a: [DVec3; 3], b: [DVec3; 3]) -> f64 {
    let sides = |t: [DVec3; 3]| [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]];
    let crosses = |side: &[DVec3; 2], triangle: [DVec3; 3]| crosses(*side, triangle);
    if sides(a).iter().any(|s| crosses(s, b)) || sides(b).iter().any(|s| crosses(s, a)) {
        return 0.0;
    }
    let corner = |p: &DVec3, t: [DVec3; 3]| closest_point_of_triangle(*p, t).distance(*p);
    let corners = a.iter().map(|p| corner(p, b)).chain(b.iter().map(|p| corner(p, a)));
    let edges = sides(a).into_iter().flat_map(|p| sides(b).map(|q| (p, q)));
    let edges = edges.map(|(p, q)| {
        let [x, y] = closest_between_segments(p, q).points(p, q);
        x.distance(y)
    });
    corners.chain(edges).fold(f64::INFINITY, f64::min)
}

fn crosses([from, to]: [DVec3; 2], [a, b, c]: [DVec3; 3]) -> bool {
    let side = |p: DVec3| (b - a).cross(c - a).dot(p - a);
    let around = |p: DVec3, q: DVec3| (p - from).cross(q - from).dot(to - from);
    let turns = [around(a, b), around(b, c), around(c, a)];
    side(from) * side(to) < 0.0 && (turns.iter().all(|t| *t >= 0.0) || turns.iter().all(|t| *t <= 0.0))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// Two cubes of 1 m, the second at `position`.
    fn two_cubes(position: [f64; 3]) -> World {
        let text = format!(
            "[time]\nduration = 1\n[body.a]\nshape = {{ box = [1, 1, 1] }}\ncells = [2, 2, 2]\norder = 1\n\
             material = \"jelly\"\n[body.b]\nshape = {{ box = [1, 1, 1] }}\ncells = [2, 2, 2]\norder = 1\n\
             material = \"jelly\"\nposition = {position:?}\n"
        );
        crate::world_from_text(&text, "two.toml").unwrap()
    }

    #[test]
    fn a_cube_in_a_cube_is_as_deep_as_it_is() {
        let world = two_cubes([0.1, 0.2, 0.97]);
        let depths = depths(&standing(&world), &[]);
        assert!((depths.nodes - 0.03).abs() < 1e-12 && (depths.edges - 0.03).abs() < 1e-12, "{depths:?}");
        assert_eq!(super::depths(&standing(&two_cubes([0.1, 0.2, 1.001])), &[]), Depths::default());
    }

    #[test]
    fn edges_are_seen_where_nodes_are_not() {
        // A long bar, turned by 45 degrees, lies with one edge 0.02 m deep in the top of a cube; its nodes are beyond the cube.
        let half = 0.5f64.sqrt();
        let text = format!(
            "[time]\nduration = 1\n[body.a]\nshape = {{ box = [1, 1, 1] }}\ncells = [1, 1, 1]\norder = 1\n\
             material = \"jelly\"\n[body.b]\nshape = {{ box = [1, 2, 1] }}\ncells = [1, 1, 1]\norder = 1\n\
             material = \"jelly\"\nrotation = {{ axis = [0, 1, 0], angle = \"45 deg\" }}\n\
             position = [{}, -0.5, {}]\n",
            0.5 - half,
            0.98 + half
        );
        let world = crate::world_from_text(&text, "bar.toml").unwrap();
        let depths = depths(&standing(&world), &[]);
        assert!(depths.nodes == 0.0 && (depths.edges - 0.02).abs() < 1e-9, "{depths:?}");
    }

    #[test]
    fn a_dent_is_outside() {
        let world = two_cubes([5.0, 0.0, 0.0]);
        let (shape, mut x) = (world.shape(0), world.positions(0).to_vec());
        let corner = x.iter().position(|x| x.distance(DVec3::ONE) < 1e-9).unwrap();
        // The corner's cells have their other corners on the planes through the cube's middle and through it.
        x[corner] = DVec3::splat(0.55);
        let body = Standing::of(x.into(), &shape.cells, 4, &shape.surface);
        assert_eq!(body.depth(DVec3::splat(0.8)), 0.0, "in the dent");
        assert!(body.depth(DVec3::splat(0.4)) > 0.05, "below it");
    }

    #[test]
    fn walls_count_from_their_free_side() {
        let world = two_cubes([2.0, 0.0, -0.25]);
        let depths = depths(&standing(&world), &[(DVec3::ZERO, DVec3::Z), (DVec3::X * 2.9, -DVec3::X)]);
        assert!((depths.walls - 0.25).abs() < 1e-12, "{depths:?}");
    }

    #[test]
    fn a_force_acts_across_the_gap_of_its_neighbourhood() {
        let world = two_cubes([0.1, 0.1, 1.003]);
        let bodies = standing(&world);
        let top = bodies[0].x.iter().position(|x| x.distance(DVec3::new(0.5, 0.5, 1.0)) < 1e-9).unwrap();
        let mut force = vec![DVec3::ZERO; world.state().q.len()];
        force[top] = DVec3::new(0.0, 0.0, -2.0);
        assert!((widest_gap(&bodies, &force, &[], 1.0) - 0.003).abs() < 1e-12);
        assert_eq!(widest_gap(&bodies, &force, &[], 3.0), 0.0, "too weak to count");
        let wall = (DVec3::Z * 0.999, DVec3::Z);
        assert!((widest_gap(&bodies, &force, &[wall], 1.0) - 0.001).abs() < 1e-12);
        let deep = two_cubes([0.1, 0.1, 0.99]);
        assert_eq!(widest_gap(&standing(&deep), &force, &[], 1.0), 0.0, "an overlap is no gap");
    }
}
