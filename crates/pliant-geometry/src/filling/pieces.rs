//! Pieces that are sites.

use super::distance::neighbour_distances;
use super::{Filling, FillingError, check_count};
use crate::matter::MaterialCloud;

pub(super) fn fill(cloud: &MaterialCloud) -> Result<Filling, FillingError> {
    let sizes: Vec<f64> = cloud.volumes.iter().map(|volume| volume.cbrt()).collect();
    check_count(cloud.len(), sizes[0])?;
    Ok(Filling {
        points: cloud.points.clone(),
        volumes: cloud.volumes.clone(),
        spacings: neighbour_distances(&cloud.points, &sizes),
        site_of_piece: (0..cloud.len() as u32).collect(),
    })
}
