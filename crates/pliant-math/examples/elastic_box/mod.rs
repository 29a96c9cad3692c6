//! Stiffness and mass of a box of linear elastic 4-node tetrahedra, for measuring and testing solvers.

use glam::{DMat3, DVec3};
use pliant_math::sparse::{BlockMatrix, BlockPattern};

/// Cells along the axes, six tetrahedra each around the main diagonal.
pub struct ElasticBox {
    /// Positions of the free nodes.
    pub positions: Vec<DVec3>,
    /// Stiffness of the free nodes.
    pub stiffness: BlockMatrix,
    /// Lumped mass of the free nodes.
    pub mass: Vec<f64>,
}

const YOUNG: f64 = 1e6;
const POISSON: f64 = 0.3;
const DENSITY: f64 = 1000.0;

/// The six paths from corner (0,0,0) to (1,1,1) of a cell along its edges.
const PATHS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Builds the box; nodes with `held(position)` are left out of the system.
pub fn build(cells: [usize; 3], size: DVec3, held: impl Fn(DVec3) -> bool) -> ElasticBox {
    let nodes = cells.map(|c| c + 1);
    let h = size / DVec3::new(cells[0] as f64, cells[1] as f64, cells[2] as f64);
    let number = |c: [usize; 3]| (c[0] * nodes[1] + c[1]) * nodes[2] + c[2];
    let mut free = Vec::new();
    let mut positions = Vec::new();
    for i in 0..nodes[0] {
        for j in 0..nodes[1] {
            for k in 0..nodes[2] {
                let p = h * DVec3::new(i as f64, j as f64, k as f64);
                free.push(if held(p) { u32::MAX } else { positions.len() as u32 });
                if !held(p) {
                    positions.push(p);
                }
            }
        }
    }
    let mut tets = Vec::new();
    for i in 0..cells[0] {
        for j in 0..cells[1] {
            for k in 0..cells[2] {
                for path in PATHS {
                    let mut corner = [i, j, k];
                    let mut tet = [number(corner); 4];
                    for (t, axis) in path.into_iter().enumerate() {
                        corner[axis] += 1;
                        tet[t + 1] = number(corner);
                    }
                    tets.push((tet, path));
                }
            }
        }
    }
    assemble(&free, positions, h, &tets)
}

fn assemble(free: &[u32], positions: Vec<DVec3>, h: DVec3, tets: &[([usize; 4], [usize; 3])]) -> ElasticBox {
    let elements: Vec<Vec<u32>> =
        tets.iter().map(|(t, _)| t.iter().map(|&i| free[i]).filter(|&i| i != u32::MAX).collect()).collect();
    let pattern = BlockPattern::from_elements(positions.len(), elements.iter().map(|e| e.as_slice()));
    let lambda = YOUNG * POISSON / ((1.0 + POISSON) * (1.0 - 2.0 * POISSON));
    let mu = YOUNG / (2.0 * (1.0 + POISSON));
    let volume = h.x * h.y * h.z / 6.0;
    let mut stiffness = BlockMatrix::zeros(pattern.clone());
    let mut mass = vec![0.0; positions.len()];
    for (tet, path) in tets {
        // Gradients of the shape functions: 1 - x_0/h_0, x_0/h_0 - x_1/h_1, x_1/h_1 - x_2/h_2, x_2/h_2.
        let slope = |t: usize| DVec3::AXES[path[t]] / h[path[t]];
        let gradient = [-slope(0), slope(0) - slope(1), slope(1) - slope(2), slope(2)];
        for (a, &i) in tet.iter().enumerate() {
            if free[i] == u32::MAX {
                continue;
            }
            mass[free[i] as usize] += DENSITY * volume / 4.0;
            for (b, &j) in tet.iter().enumerate() {
                if free[j] == u32::MAX || free[j] > free[i] {
                    continue;
                }
                let (ga, gb) = (gradient[a], gradient[b]);
                let block = outer(ga, gb) * lambda
                    + outer(gb, ga) * mu
                    + DMat3::from_diagonal(DVec3::splat(mu * ga.dot(gb)));
                let index = pattern.index(free[i] as usize, free[j] as usize);
                stiffness.values[index.expect("nodes of one tetrahedron are coupled")] += block * volume;
            }
        }
    }
    ElasticBox { positions, stiffness, mass }
}

fn outer(a: DVec3, b: DVec3) -> DMat3 {
    DMat3::from_cols(a * b.x, a * b.y, a * b.z)
}
