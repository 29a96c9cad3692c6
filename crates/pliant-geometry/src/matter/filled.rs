//! The inside of a surface: cubes that are inside, and what is inside of cubes the surface cuts.

use glam::DVec3;
use rayon::prelude::*;

use super::pieces::{Piece, PieceSum};
use super::refined::refined;
use super::spacing::{MatterError, MatterSpacing, limit_points};
use super::{MaterialCloud, Matter, cube_moment, piece_radius};
use crate::soup::{Solid, figures};
use crate::triangles::TriangleSurface;

/// Samples along an edge of a cube the surface cuts.
const SAMPLES: usize = 4;

/// Cubes handled by one thread at a time.
const CHUNK: usize = 256;

/// Grids with more cubes than this are refused, even if most are empty.
const MOST_CUBES: f64 = 2e7;

/// The matter inside a surface; what is seen of it is the surface as it was given, with long edges halved. Volumes sum to the enclosed volume where
/// that is known exactly; moments are those of the cut cubes.
///
/// # Errors
/// With too many pieces, or none.
pub fn filled(
    solid: &Solid,
    surface: TriangleSurface,
    spacing: MatterSpacing,
) -> Result<Matter, MatterError> {
    spacing.check()?;
    let thickness = 2.0 * solid.volume() / solid.report().area.max(f64::MIN_POSITIVE);
    // Walls need a few samples across, however far apart the carriers are.
    let size = spacing.pieces.unwrap_or_else(|| spacing.size([f64::MAX; 3]).min(thickness));
    limit_points(size, solid.volume() / size.powi(3))?;
    let bounds = solid.bounds();
    let counts = (bounds.size() / size).ceil().max(DVec3::ONE);
    if counts.element_product().is_nan() || counts.element_product() > MOST_CUBES {
        return Err(thin_for_its_box(thickness));
    }
    let origin = bounds.centre() - 0.5 * size * counts;
    let [nx, ny, nz] = counts.to_array().map(|count| count as usize);
    let low = |index: usize| {
        let index = [index % nx, index / nx % ny, index / (nx * ny)];
        origin + size * DVec3::from_array(index.map(|i| i as f64))
    };
    let pieces: Vec<Option<Piece>> = (0..nx * ny * nz)
        .into_par_iter()
        .with_min_len(CHUNK)
        .map(|index| cube(solid, low(index), size))
        .collect();
    let mut cloud = MaterialCloud::default();
    pieces.iter().flatten().for_each(|piece| cloud.push(piece, piece_radius(size)));
    if cloud.is_empty() {
        return Err(thin_for_its_box(thickness));
    }
    if solid.report().volume_is_exact {
        cloud.scale_volumes(solid.volume() / cloud.volume());
    }
    let surface = refined(surface, spacing.edge())?;
    Ok(Matter { cloud, surface: Some(surface), ..Matter::default() })
}

fn thin_for_its_box(thickness: f64) -> MatterError {
    MatterError::shape(
        format!("its walls are about {} m thin, too thin to be filled", figures(thickness)),
        "give the middle surface and its `thickness` instead, or larger material points",
    )
}

/// What is inside of a cube.
fn cube(solid: &Solid, low: DVec3, size: f64) -> Option<Piece> {
    let centre = low + 0.5 * size;
    // Half the diagonal: farther from the surface, the whole cube is on one side.
    let reach = 0.867 * size;
    if solid.distance(centre, reach).is_none() {
        let whole = Piece { volume: size.powi(3), centre, moment: cube_moment(size) };
        return solid.contains(centre).then_some(whole);
    }
    let step = size / SAMPLES as f64;
    let share = Piece { volume: step.powi(3), centre, moment: cube_moment(step) };
    let mut sum = PieceSum::around(centre);
    for i in 0..SAMPLES {
        for j in 0..SAMPLES {
            for k in 0..SAMPLES {
                let point = low + step * (DVec3::new(i as f64, j as f64, k as f64) + 0.5);
                if solid.contains(point) {
                    sum.add_piece(&Piece { centre: point, ..share });
                }
            }
        }
    }
    sum.finish()
}
