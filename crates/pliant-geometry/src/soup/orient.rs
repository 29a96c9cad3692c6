//! Which way round the triangles are meant to be.
//!
//! The rule, in this order:
//! 1. Within a patch (triangles joined by edges that exactly two of them share) neighbours are made to agree. The
//!    patch keeps the side that most of its area had in the file; if neither side has 60 %, it faces outward by its
//!    signed volume. A patch that agrees with itself is kept as it is: a cavity stays a cavity.
//! 2. If the whole then has a negative volume, and no closed component has a positive one, the file is inside out
//!    and every triangle is turned.

use glam::DVec3;

use super::edges::{EdgeTable, Sets, is_upward, passes_upward};

const NONE: u32 = u32::MAX;

/// Share of the area from which on a patch's own orientation is believed.
const CLEAR_MAJORITY: f64 = 0.6;

/// What the orientation of a soup looks like, and what was done.
#[derive(Clone, Debug, Default)]
pub(crate) struct Orientation {
    /// Triangles turned to agree with their neighbours.
    pub turned: usize,
    /// Edges whose triangles cannot agree (the patch has one side only).
    pub one_sided_edges: usize,
    pub inside_out: bool,
    /// Every edge is passed as often one way as the other: the winding number is a whole number everywhere.
    pub closed: bool,
    pub components: Vec<Component>,
}

/// Triangles connected by edges.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Component {
    pub triangles: usize,
    pub closed: bool,
    /// About the component's own centroid, unit frame.
    pub volume: f64,
    pub area: f64,
    moment: DVec3,
}

/// Makes neighbours agree and the whole face outward.
pub(crate) fn orient(points: &[DVec3], triangles: &mut [[u32; 3]], edges: &EdgeTable) -> Orientation {
    let (turned, one_sided_edges) = agree(points, triangles, edges);
    let mut components = components(points, triangles, edges);
    let total = total_volume(points, triangles);
    let inside_out = total < 0.0 && !components.iter().any(|c| c.closed && c.volume > 0.0);
    if inside_out {
        triangles.iter_mut().for_each(|t| t.swap(1, 2));
        components.iter_mut().for_each(|c| c.volume = -c.volume);
    }
    let closed = !components.is_empty() && components.iter().all(|c| c.closed);
    Orientation { turned, one_sided_edges, inside_out, closed, components }
}

/// Turns triangles patch by patch. Returns how many, and at how many edges that failed.
fn agree(points: &[DVec3], triangles: &mut [[u32; 3]], edges: &EdgeTable) -> (usize, usize) {
    let mates = mates(triangles, edges);
    let mut flip = vec![false; triangles.len()];
    let mut seen = vec![false; triangles.len()];
    let mut failed = 0;
    let mut patch: Vec<u32> = vec![];
    for seed in 0..triangles.len() {
        if seen[seed] {
            continue;
        }
        patch.clear();
        patch.push(seed as u32);
        seen[seed] = true;
        let mut next = 0;
        while next < patch.len() {
            let t = patch[next] as usize;
            next += 1;
            for half in 3 * t..3 * t + 3 {
                let mate = mates[half];
                if mate == NONE {
                    continue;
                }
                let other = mate as usize / 3;
                let same_way = is_upward(triangles, half as u32) == is_upward(triangles, mate);
                let wanted = flip[t] ^ same_way;
                if !seen[other] {
                    seen[other] = true;
                    flip[other] = wanted;
                    patch.push(other as u32);
                } else if flip[other] != wanted {
                    failed += 1;
                }
            }
        }
        choose_side(points, triangles, &patch, &mut flip);
    }
    let turned = flip.iter().filter(|f| **f).count();
    for (t, _) in triangles.iter_mut().zip(&flip).filter(|(_, flip)| **flip) {
        t.swap(1, 2);
    }
    // Each failed edge was met from both sides.
    (turned, failed / 2)
}

/// For half-edges on edges of exactly two triangles, the other half-edge.
fn mates(triangles: &[[u32; 3]], edges: &EdgeTable) -> Vec<u32> {
    let mut mates = vec![NONE; 3 * triangles.len()];
    for (_, run) in edges.edges() {
        if let [(_, a), (_, b)] = *run {
            mates[a as usize] = b;
            mates[b as usize] = a;
        }
    }
    mates
}

/// Turns the whole patch over if most of it was the other way in the file.
fn choose_side(points: &[DVec3], triangles: &[[u32; 3]], patch: &[u32], flip: &mut [bool]) {
    if patch.iter().all(|&t| !flip[t as usize]) {
        return;
    }
    let corners = |t: u32| triangles[t as usize].map(|id| points[id as usize]);
    let (mut kept, mut turned, mut moment) = (0.0, 0.0, DVec3::ZERO);
    for &t in patch {
        let area = area_vector(corners(t)).length();
        moment += area * centroid(corners(t));
        *(if flip[t as usize] { &mut turned } else { &mut kept }) += area;
    }
    let total: f64 = kept + turned;
    let over = if kept.max(turned) >= CLEAR_MAJORITY * total {
        turned > kept
    } else {
        let origin = moment / total.max(f64::MIN_POSITIVE);
        let signed = |&t: &u32| {
            let volume = cone_volume(corners(t), origin);
            if flip[t as usize] { -volume } else { volume }
        };
        patch.iter().map(signed).sum::<f64>() < 0.0
    };
    if over {
        patch.iter().for_each(|&t| flip[t as usize] = !flip[t as usize]);
    }
}

/// The components, those with most triangles first.
fn components(points: &[DVec3], triangles: &[[u32; 3]], edges: &EdgeTable) -> Vec<Component> {
    let mut sets = Sets::new(triangles.len());
    for (_, run) in edges.edges() {
        run[1..].iter().for_each(|&(_, half)| sets.join(run[0].1 / 3, half / 3));
    }
    let mut number = vec![NONE; triangles.len()];
    let mut found: Vec<Component> = vec![];
    for t in 0..triangles.len() {
        let root = sets.root(t as u32) as usize;
        if root == t {
            number[t] = found.len() as u32;
            found.push(Component { closed: true, ..Component::default() });
        }
        number[t] = number[root];
        let component = &mut found[number[t] as usize];
        let corners = triangles[t].map(|id| points[id as usize]);
        let area = area_vector(corners).length();
        component.triangles += 1;
        component.area += area;
        component.moment += area * centroid(corners);
    }
    for (t, ids) in triangles.iter().enumerate() {
        let component = &mut found[number[t] as usize];
        let origin = component.moment / component.area.max(f64::MIN_POSITIVE);
        component.volume += cone_volume(ids.map(|id| points[id as usize]), origin);
    }
    for (pair, run) in edges.edges() {
        let upward =
            run.iter().filter(|&&(_, half)| passes_upward(triangles[half as usize / 3], pair)).count();
        if 2 * upward != run.len() {
            found[number[run[0].1 as usize / 3] as usize].closed = false;
        }
    }
    found.sort_by_key(|c| std::cmp::Reverse(c.triangles));
    found
}

/// The signed volume of all triangles about their common centroid.
pub(crate) fn total_volume(points: &[DVec3], triangles: &[[u32; 3]]) -> f64 {
    let corners = |t: &[u32; 3]| t.map(|id| points[id as usize]);
    let (mut area, mut moment) = (0.0, DVec3::ZERO);
    for t in triangles {
        let a = area_vector(corners(t)).length();
        area += a;
        moment += a * centroid(corners(t));
    }
    let origin = moment / area.max(f64::MIN_POSITIVE);
    triangles.iter().map(|t| cone_volume(corners(t), origin)).sum()
}

/// Half the cross product of two sides.
pub(crate) fn area_vector([a, b, c]: [DVec3; 3]) -> DVec3 {
    0.5 * (b - a).cross(c - a)
}

pub(crate) fn centroid([a, b, c]: [DVec3; 3]) -> DVec3 {
    (a + b + c) / 3.0
}

/// Signed volume of the tetrahedron from the origin to the triangle.
fn cone_volume([a, b, c]: [DVec3; 3], origin: DVec3) -> f64 {
    (a - origin).dot((b - origin).cross(c - origin)) / 6.0
}
