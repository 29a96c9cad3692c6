//! Surface points carried by the lattice: four nodes and four weights each.
//!
//! A point inside gets the barycentric weights of its tetrahedron; a point a little outside those of the nearest one,
//! extrapolated, so that rest positions are reproduced to rounding and any affine motion of the nodes is followed
//! exactly. "Nearest" is measured to the planes of the faces: the largest distance by which the point lies outside
//! one of them. Beyond one spacing weights are clamped to the nearest point of the lattice.
//! Tetrahedra are found through cubes of the lattice's own size.

use glam::DVec3;
use rayon::prelude::*;

use super::Lattice;
use super::grid::Grid;
use crate::bounds::BoundingBox;
use crate::locate::TetLocator;
use crate::mesh::{TetMesh, corner_positions};

/// Points located by one thread at a time.
const CHUNK: usize = 1024;

/// Width of the cubes, in spacings.
const CUBE: f64 = 0.7;
/// Points farther outside than this, in spacings, are located by a tree.
const MARGIN: f64 = 0.3;
/// Cubes at most; wider ones are used beyond.
const MOST_CUBES: f64 = 1e7;

/// Extrapolated weights beyond this size are not used: the tetrahedron is too thin for the point's distance.
const LARGEST_WEIGHT: f64 = 8.0;

/// Rows of four nodes and weights, one a point. Weights sum to 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LatticeEmbedding {
    /// The nodes that carry each point.
    pub nodes: Vec<[u32; 4]>,
    /// Their weights; negative ones extrapolate.
    pub weights: Vec<[f64; 4]>,
    /// The element of the lattice's mesh these nodes are the corners of, in the order of the weights.
    pub elements: Vec<u32>,
    /// How many points were farther from the lattice than one spacing, or not finite: they follow its nearest point.
    pub clamped: usize,
    /// How far outside the lattice the farthest point lies (m), of the finite ones.
    pub farthest: f64,
}

impl LatticeEmbedding {
    /// Point `i` of a node field (positions, velocities, ...).
    pub fn value(&self, i: usize, field: &[DVec3]) -> DVec3 {
        self.nodes[i].iter().zip(&self.weights[i]).map(|(&node, &w)| w * field[node as usize]).sum()
    }
}

/// What was found for one point.
#[derive(Clone, Copy)]
struct Row {
    element: u32,
    nodes: [u32; 4],
    weights: [f64; 4],
    outside: f64,
    clamped: bool,
}

impl Lattice {
    /// Rows for points of the body at rest (m), in their order. Safe for points anywhere, also those not finite.
    pub fn embed(&self, points: &[DVec3]) -> LatticeEmbedding {
        let buckets = Buckets::new(&self.mesh, self.spacing, points);
        let far: std::sync::OnceLock<TetLocator> = std::sync::OnceLock::new();
        let find = |&x: &DVec3| {
            buckets
                .nearest(x)
                .unwrap_or_else(|| self.clamped_row(far.get_or_init(|| TetLocator::new(&self.mesh)), x))
        };
        let rows: Vec<Row> = points.par_iter().with_min_len(CHUNK).map(find).collect();
        LatticeEmbedding {
            nodes: rows.iter().map(|row| row.nodes).collect(),
            weights: rows.iter().map(|row| row.weights).collect(),
            elements: rows.iter().map(|row| row.element).collect(),
            clamped: rows.iter().filter(|row| row.clamped).count(),
            farthest: rows.iter().fold(0.0, |most: f64, row| most.max(row.outside)),
        }
    }

    /// The nearest point of the lattice; the first node of the first element for a point that is not finite.
    fn clamped_row(&self, locator: &TetLocator, x: DVec3) -> Row {
        let Some(location) = locator.locate(x) else {
            let nodes = [0, 1, 2, 3].map(|i| self.mesh.tets.get(i).map_or(0, |&node| node));
            return Row { element: 0, nodes, weights: [1.0, 0.0, 0.0, 0.0], outside: 0.0, clamped: true };
        };
        let (element, outside) = (location.element, location.distance);
        let tet = PreparedTet::new(&self.mesh, element);
        if outside <= self.spacing {
            let weights = tet.weights(x);
            if are_moderate(weights) {
                return Row { element, nodes: tet.nodes, weights, outside, clamped: false };
            }
        }
        Row { element, nodes: tet.nodes, weights: location.lambda, outside, clamped: true }
    }
}

/// Tetrahedra by the cubes they touch, only for cubes that hold points.
struct Buckets {
    grid: Grid,
    /// For each cube the first entry of its bucket.
    starts: Vec<u32>,
    /// Indices into `tets`.
    entries: Vec<u32>,
    tets: Vec<PreparedTet>,
    /// Points at most this far outside a tetrahedron find it.
    margin: f64,
}

impl Buckets {
    fn new(mesh: &TetMesh, spacing: f64, points: &[DVec3]) -> Self {
        let bounds = mesh.bounds();
        let mut width = CUBE * spacing;
        // Wider cubes only cost time; also keeps NaN and zero out.
        let too_many = |cubes: f64| cubes.is_nan() || cubes > MOST_CUBES;
        while too_many(Grid::cell_count_over(&bounds, width)) && width.is_finite() {
            width = (1.3 * width).max(1e-3 * bounds.size().max_element()).max(f64::MIN_POSITIVE);
        }
        let grid = Grid::over(&bounds, width);
        let margin = MARGIN * spacing;
        let mut wanted = vec![false; grid.cell_count()];
        for &x in points {
            wanted[grid.cell_index(grid.cell_of(x))] = true;
        }
        let mut starts = vec![0u32; grid.cell_count() + 1];
        let mut tets = vec![];
        for (ids, element) in mesh.elements().zip(0u32..) {
            let mut needed = false;
            for_touched(mesh, &grid, margin, ids, |cube| {
                if wanted[cube] {
                    starts[cube + 1] += 1;
                    needed = true;
                }
            });
            if needed {
                tets.push(PreparedTet::new(mesh, element));
            }
        }
        for cube in 0..grid.cell_count() {
            starts[cube + 1] += starts[cube];
        }
        let mut next = starts.clone();
        let mut entries = vec![0; starts[grid.cell_count()] as usize];
        for (tet, number) in tets.iter().zip(0u32..) {
            for_touched(mesh, &grid, margin, &tet.nodes, |cube| {
                if wanted[cube] {
                    entries[next[cube] as usize] = number;
                    next[cube] += 1;
                }
            });
        }
        Self { grid, starts, entries, tets, margin }
    }

    /// The tetrahedron that holds the point (the first of several), or the one it is least outside of.
    fn nearest(&self, x: DVec3) -> Option<Row> {
        if !x.is_finite() {
            return None;
        }
        let cube = self.grid.cell_index(self.grid.cell_of(x));
        let mut best: Option<Row> = None;
        for &number in &self.entries[self.starts[cube] as usize..self.starts[cube + 1] as usize] {
            let tet = &self.tets[number as usize];
            let weights = tet.weights(x);
            let outside = tet.outside(weights);
            if best.is_none_or(|b| outside < b.outside) && are_moderate(weights) {
                best = Some(Row { element: tet.element, nodes: tet.nodes, weights, outside, clamped: false });
                if outside == 0.0 {
                    break;
                }
            }
        }
        best.filter(|row| row.outside <= self.margin)
    }
}

fn are_moderate(weights: [f64; 4]) -> bool {
    weights.iter().all(|w| w.abs() <= LARGEST_WEIGHT)
}

/// Calls `visit(cube)` for every cube the element's box, grown by a margin, touches.
fn for_touched(mesh: &TetMesh, grid: &Grid, margin: f64, ids: &[u32], mut visit: impl FnMut(usize)) {
    let bounds = BoundingBox::of_points(&corner_positions(&mesh.nodes, ids));
    let (low, high) = (grid.cell_of(bounds.min - margin), grid.cell_of(bounds.max + margin));
    for z in low[2]..=high[2] {
        for y in low[1]..=high[1] {
            for x in low[0]..=high[0] {
                visit(grid.cell_index([x, y, z]));
            }
        }
    }
}

/// A tetrahedron with what its barycentric weights need.
struct PreparedTet {
    element: u32,
    nodes: [u32; 4],
    first: DVec3,
    /// Gradients of the weights of corners 1, 2, 3.
    gradients: [DVec3; 3],
    /// Distance of each corner from the face opposite.
    heights: [f64; 4],
}

impl PreparedTet {
    fn new(mesh: &TetMesh, element: u32) -> Self {
        let ids = mesh.element(element as usize);
        let [a, b, c, d] = corner_positions(&mesh.nodes, ids);
        let (ab, ac, ad) = (b - a, c - a, d - a);
        let normals = [ac.cross(ad), ad.cross(ab), ab.cross(ac)];
        let volume = ab.dot(normals[0]);
        let gradients = normals.map(|n| n / volume);
        let of_first = gradients.iter().sum::<DVec3>();
        let heights =
            [of_first, gradients[0], gradients[1], gradients[2]].map(|gradient| 1.0 / gradient.length());
        Self { element, nodes: [0, 1, 2, 3].map(|i| ids[i]), first: a, gradients, heights }
    }

    /// Barycentric weights, not clamped; they sum to 1.
    fn weights(&self, x: DVec3) -> [f64; 4] {
        let from_first = x - self.first;
        let [b, c, d] = self.gradients.map(|gradient| gradient.dot(from_first));
        [1.0 - b - c - d, b, c, d]
    }

    /// How far a point with these weights lies outside the worst face plane; 0 inside.
    fn outside(&self, weights: [f64; 4]) -> f64 {
        (0..4).fold(0.0, |most: f64, i| most.max(-weights[i] * self.heights[i]))
    }
}
