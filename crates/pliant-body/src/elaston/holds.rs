//! What pins take hold of in a body of elastons.

use super::body::ElastonBody;
use crate::holds::{SpringHeld, Surroundings};
use glam::DVec3;
use pliant_geometry::gmls::GmlsScratch;
use pliant_geometry::{Region, RegionError};

impl SpringHeld for ElastonBody {
    const STIFFER: f64 = 3e2;

    fn own_point(&self, point: u32) -> DVec3 {
        self.model.points[point as usize]
    }

    fn place(&self, x: DVec3) -> DVec3 {
        self.placement.point(x)
    }

    /// Those of the nearest elaston if nothing reaches the place.
    fn weights(&self, x: DVec3) -> Vec<(u32, f64)> {
        let (model, e) = (&self.model, self.model.nearest_site(x));
        let mut scratch = GmlsScratch::default();
        let weights = model.carriers.weights(&model.gmls, x, (e, &model.sites[e]), &mut scratch);
        weights.unwrap_or_else(|_| model.carrier.row(model.seen_count() + e).collect())
    }

    /// A part is an elaston: one lies across each thin direction, so that means of parts lie on the middle line or surface.
    fn around(&self, x: DVec3) -> Surroundings {
        let e = self.model.nearest_site(x);
        let material = &self.model.materials[self.model.material_of_site[e] as usize];
        Surroundings { part: e, young: material.stiffest_young(), spacing: self.model.spacing_of_site[e] }
    }

    fn volume_around(&self, x: DVec3) -> f64 {
        let samples = self.model.gmls.samples();
        let distance = |i: &usize| samples[*i].distance_squared(x);
        let nearest = (0..samples.len()).min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(0);
        self.model.sample_volumes[nearest]
    }

    fn matter_in(&self, region: &Region) -> Result<Vec<(DVec3, f64)>, RegionError> {
        let cloud = self.cloud();
        let selected = self.select_matter(region)?;
        if self.model.matter.surface.is_some() {
            return Ok(selected
                .iter()
                .map(|&p| (cloud.points[p as usize], cloud.volumes[p as usize]))
                .collect());
        }
        // No face holds the turning of a bare cloud, so pieces do: six places each, with the second moment of the piece.
        let places = |&p: &u32| {
            let (x, moments) = (cloud.points[p as usize], &cloud.moments[p as usize]);
            let share = cloud.volumes[p as usize] / 6.0;
            (0..3).flat_map(move |k| {
                let off = DVec3::AXES[k] * (3.0 * moments.col(k)[k]).sqrt();
                [(x + off, share), (x - off, share)]
            })
        };
        Ok(selected.iter().flat_map(places).collect())
    }

    /// Moved along the thin axes of the elaston to its middle, where turning moves nothing.
    fn middle_of(&self, part: usize, mean: DVec3) -> DVec3 {
        let site = &self.model.sites()[part];
        let off = site.axes.transpose() * (mean - site.centre);
        let across = DVec3::from_array(std::array::from_fn(|k| if site.thin[k] { off[k] } else { 0.0 }));
        mean - site.axes * across
    }
}
