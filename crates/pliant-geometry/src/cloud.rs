//! Material points that fill a solid.

use std::f64::consts::PI;

use glam::DVec3;

use crate::lattice::LatticeError;
use crate::lattice::sides::inside_sites;
use crate::lattice::spacing::{checked_grid, is_fair, too_coarse};
use crate::soup::Solid;

/// Points with a radius and a share of the volume each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PointCloud {
    /// Positions (m).
    pub points: Vec<DVec3>,
    /// Radius of the ball that has the point's volume (m).
    pub radii: Vec<f64>,
    /// The point's share of the enclosed volume (m³); they sum to [`Solid::volume`].
    pub volumes: Vec<f64>,
}

/// Sites of a body-centred cubic lattice that lie inside, with a distance of `spacing` (m) between nearest neighbours.
/// All get the same share of the enclosed volume.
///
/// # Errors
/// As for [`crate::lattice()`]: no length, too many points, or too few for the shape.
pub fn sample_inside(solid: &Solid, spacing: f64) -> Result<PointCloud, LatticeError> {
    // Nearest neighbours are sqrt(3)/2 of a cell apart.
    let grid = checked_grid(solid, spacing, 2.0 / 3f64.sqrt())?;
    let inside = inside_sites(solid, &grid);
    let sites = (0..inside.len()).filter(|&i| inside[i]);
    let points: Vec<DVec3> = sites.map(|i| solid.frame.to_metres(grid.position(grid.site(i)))).collect();
    if !is_fair(solid, points.len(), 0.5 * grid.cell.powi(3)) {
        return Err(too_coarse(solid, spacing));
    }
    let volume = solid.volume() / points.len() as f64;
    let radius = (volume / (4.0 / 3.0 * PI)).cbrt();
    Ok(PointCloud { radii: vec![radius; points.len()], volumes: vec![volume; points.len()], points })
}
