//! Which lattice sites are inside.
//!
//! For a closed surface the winding number is constant wherever the surface does not come: cubes it stays clear of are
//! flooded from one winding number each region, and only sites without a clear cube need their own. For an open one
//! it varies; there only blocks of cubes far from the surface share one number, when that is far from 1/2.
//! The inside never reaches beyond the box of the surface.

use glam::DVec3;
use rayon::prelude::*;

use super::grid::Grid;
use crate::soup::Solid;

/// Cubes along the side of a block.
const BLOCK: usize = 4;

/// Blocks of an open surface share a winding number if they are this many of their radii away from it ...
const FAR: f64 = 4.0;
/// ... and it differs from 1/2 by this much: seen from there a hole of any size changes it by less.
const SAFE_MARGIN: f64 = 0.3;

/// Sites handled by one thread at a time.
const CHUNK: usize = 1024;

/// What is known of a cube as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cube {
    /// The surface may pass through, or nothing is known.
    Mixed,
    /// Clear of the surface, not yet flooded.
    Clear,
    Outside,
    Inside,
}

/// For every site whether it is inside.
pub(crate) fn inside_sites(solid: &Solid, grid: &Grid) -> Vec<bool> {
    let cubes = if solid.report().closed { flooded_cubes(solid, grid) } else { far_cubes(solid, grid) };
    let bounds = solid.tree.bounds();
    let mut inside = vec![false; grid.site_count()];
    inside.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, sides)| {
        for (offset, side) in sides.iter_mut().enumerate() {
            let site = grid.site(chunk * CHUNK + offset);
            let x = grid.position(site);
            *side = bounds.distance_squared(x) == 0.0
                && known_side(grid, &cubes, site).unwrap_or_else(|| solid.unit_contains(x));
        }
    });
    inside
}

/// The side of a site by the cubes around it.
fn known_side(grid: &Grid, cubes: &[Cube], site: [i32; 3]) -> Option<bool> {
    let side = |cell: [usize; 3]| match cubes[grid.cell_index(cell)] {
        Cube::Inside => Some(true),
        Cube::Outside => Some(false),
        _ => None,
    };
    if site[0] & 1 == 1 {
        return side(site.map(|x| (x >> 1) as usize));
    }
    (0..8).find_map(|bits| {
        let cell = [0, 1, 2].map(|i| (site[i] >> 1) - (bits >> i & 1));
        let exists = (0..3).all(|i| cell[i] >= 0 && (cell[i] as usize) < grid.counts[i]);
        if exists { side(cell.map(|x| x as usize)) } else { None }
    })
}

/// Runs `work(first cell of the block, one past its last cell, middle, radius)` for all blocks, a layer of blocks a
/// task; it is given the cubes of the layer, the first of which is at the block's own z.
fn for_blocks(
    grid: &Grid,
    cubes: &mut [Cube],
    work: impl Fn([usize; 3], [usize; 3], DVec3, f64, &mut [Cube]) + Sync,
) {
    let [nx, ny, nz] = grid.counts;
    cubes.par_chunks_mut(BLOCK * nx * ny).enumerate().for_each(|(layer, cubes)| {
        for y in (0..ny).step_by(BLOCK) {
            for x in (0..nx).step_by(BLOCK) {
                let low = [x, y, layer * BLOCK];
                let high = [(x + BLOCK).min(nx), (y + BLOCK).min(ny), (layer * BLOCK + BLOCK).min(nz)];
                let corner = |c: [usize; 3]| grid.position(c.map(|x| 2 * x as i32));
                let (a, b) = (corner(low), corner(high));
                work(low, high, 0.5 * (a + b), 0.5 * a.distance(b), cubes);
            }
        }
    });
}

/// The cells of a block, as offsets into its layer and as cells.
fn cells_of(
    grid: &Grid,
    low: [usize; 3],
    high: [usize; 3],
) -> impl Iterator<Item = (usize, [usize; 3])> + use<> {
    let [nx, ny, _] = grid.counts;
    (low[2]..high[2]).flat_map(move |z| {
        (low[1]..high[1])
            .flat_map(move |y| (low[0]..high[0]).map(move |x| (((z - low[2]) * ny + y) * nx + x, [x, y, z])))
    })
}

/// For closed surfaces: clear cubes, each region flooded from one winding number.
fn flooded_cubes(solid: &Solid, grid: &Grid) -> Vec<Cube> {
    let mut cubes = vec![Cube::Clear; grid.cell_count()];
    // Half the space diagonal of a cube, and a little for rounding.
    let radius = 0.5 * 3f64.sqrt() * grid.cell * (1.0 + 1e-9);
    for_blocks(grid, &mut cubes, |low, high, middle, block_radius, cubes| {
        if solid.tree.is_within(middle, block_radius * (1.0 + 1e-9)) {
            for (offset, cell) in cells_of(grid, low, high) {
                if solid.tree.is_within(grid.position(cell.map(|x| 2 * x as i32 + 1)), radius) {
                    cubes[offset] = Cube::Mixed;
                }
            }
        }
    });
    flood(solid, grid, &mut cubes);
    cubes
}

fn flood(solid: &Solid, grid: &Grid, cubes: &mut [Cube]) {
    let mut ahead: Vec<u32> = vec![];
    for seed in 0..cubes.len() {
        if cubes[seed] != Cube::Clear {
            continue;
        }
        let middle = grid.position(grid.cell_at(seed).map(|x| 2 * x as i32 + 1));
        let side = if solid.unit_contains(middle) { Cube::Inside } else { Cube::Outside };
        cubes[seed] = side;
        ahead.push(seed as u32);
        while let Some(index) = ahead.pop() {
            let cell = grid.cell_at(index as usize);
            for axis in 0..3 {
                for next in [cell[axis].wrapping_sub(1), cell[axis] + 1] {
                    let mut neighbour = cell;
                    neighbour[axis] = next;
                    if next < grid.counts[axis] && cubes[grid.cell_index(neighbour)] == Cube::Clear {
                        cubes[grid.cell_index(neighbour)] = side;
                        ahead.push(grid.cell_index(neighbour) as u32);
                    }
                }
            }
        }
    }
}

/// For open surfaces: whole blocks far away from the surface.
fn far_cubes(solid: &Solid, grid: &Grid) -> Vec<Cube> {
    let mut cubes = vec![Cube::Mixed; grid.cell_count()];
    for_blocks(grid, &mut cubes, |low, high, middle, radius, cubes| {
        if solid.tree.is_within(middle, FAR * radius) {
            return;
        }
        let w = solid.unit_winding(middle).abs();
        if (w - 0.5).abs() > SAFE_MARGIN {
            let side = if w > 0.5 { Cube::Inside } else { Cube::Outside };
            cells_of(grid, low, high).for_each(|(offset, _)| cubes[offset] = side);
        }
    });
    cubes
}
