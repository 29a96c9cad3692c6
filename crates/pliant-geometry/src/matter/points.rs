//! Bare clouds of points, with radii or without.

use glam::DVec3;

use super::spacing::{MAX_MATERIAL_POINTS, MatterError, limit_points};
use super::{MaterialCloud, Matter};
use crate::bounds::BoundingBox;
use crate::cell_list::CellList;

/// A cloud, and what was done to it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CloudMatter {
    /// The matter; it has no surface.
    pub matter: Matter,
    /// For each material point, which of the points given it is.
    pub origin: Vec<u32>,
    /// Points left out because another one is in the same place.
    pub duplicates: usize,
}

/// How many neighbours tell the spacing of a cloud: a line has two, sheets and solids more at the same distance.
const NEIGHBOURS: usize = 2;

/// Neighbours farther away than this many times the nearest say nothing about the spacing, as at the end of a line.
const ALIKE: f64 = 1.5;

/// The matter of points with radii (m): each stands for the cube around its ball. Without radii, half the mean distance to
/// the two nearest points is taken.
///
/// # Errors
/// For fewer than two points, coordinates or radii that are no numbers, radii that are not positive.
pub fn cloud_matter(points: &[DVec3], radii: Option<&[f64]>) -> Result<CloudMatter, MatterError> {
    check(points, radii)?;
    let mut order: Vec<u32> = (0..points.len() as u32).collect();
    let key = |id: &u32| points[*id as usize].to_array().map(|x| (x + 0.0).to_bits());
    order.sort_unstable_by_key(|id| (key(id), *id));
    let mut origin: Vec<u32> = order.chunk_by(|a, b| key(a) == key(b)).map(|run| run[0]).collect();
    origin.sort_unstable();
    let duplicates = points.len() - origin.len();
    if origin.len() < 2 {
        return Err(MatterError::shape("all points are in the same place", "give a cloud with an extent"));
    }
    let places: Vec<DVec3> = origin.iter().map(|id| points[*id as usize]).collect();
    let radii = match radii {
        Some(radii) => origin.iter().map(|id| radii[*id as usize]).collect(),
        None => radii_from_spacing(&places),
    };
    let cloud = MaterialCloud::from_points_and_radii(places, radii);
    Ok(CloudMatter { matter: Matter { cloud, ..Matter::default() }, origin, duplicates })
}

fn check(points: &[DVec3], radii: Option<&[f64]>) -> Result<(), MatterError> {
    let refuse = |reason: String, remedy: &str| Err(MatterError::shape(reason, remedy));
    match points.len() {
        0 => return refuse("the cloud has no points".into(), "give at least two"),
        1 => return refuse("the cloud has one point, which cannot deform".into(), "give at least two"),
        _ => {}
    }
    limit_points(0.0, points.len() as f64).or_else(|_| {
        let reason =
            format!("the cloud has {} points; at most {MAX_MATERIAL_POINTS} are allowed", points.len());
        refuse(reason, "thin it out")
    })?;
    if let Some(bad) = points.iter().position(|point| !point.is_finite()) {
        return refuse(format!("point {} of the cloud is not finite", bad + 1), "remove it");
    }
    if radii.is_some_and(|radii| radii.len() != points.len()) {
        return refuse("there is not one radius for each point".into(), "give all radii or none");
    }
    let bad = radii.and_then(|radii| radii.iter().position(|radius| !(*radius > 0.0 && radius.is_finite())));
    if let (Some(bad), Some(radii)) = (bad, radii) {
        let reason = format!("the radius of point {} is {}", bad + 1, radii[bad]);
        return refuse(reason, "give positive radii, or none: then the distances of the points tell them");
    }
    Ok(())
}

/// Half the mean distance to the nearest points; all points differ.
fn radii_from_spacing(points: &[DVec3]) -> Vec<f64> {
    let wanted = NEIGHBOURS.min(points.len() - 1);
    let mut radii = vec![0.0; points.len()];
    let mut open: Vec<usize> = (0..points.len()).collect();
    let diagonal = BoundingBox::of_points(points).diagonal();
    let mut reach = 1.5 * diagonal / points.len() as f64;
    let mut list = CellList::default();
    let mut near = vec![];
    while !open.is_empty() {
        list.rebuild(points, reach);
        open.retain(|&point| {
            near.clear();
            list.neighbours_of(points[point], reach, |other| {
                if other as usize != point {
                    near.push(points[point].distance(points[other as usize]));
                }
            });
            near.retain(|distance| *distance <= reach);
            if near.len() < wanted {
                return true;
            }
            near.sort_unstable_by(f64::total_cmp);
            let alike = near[..wanted].iter().filter(|distance| **distance <= ALIKE * near[0]).count();
            radii[point] = 0.5 * near[..alike].iter().sum::<f64>() / alike as f64;
            false
        });
        reach *= 2.0;
    }
    radii
}
