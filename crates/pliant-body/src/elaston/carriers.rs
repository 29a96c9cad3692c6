//! Which samples carry a place of the body.
//!
//! Those whose support holds it, but for samples that are near only across a gap. Which these are the elaston says whose matter is
//! nearest to the place: its centre may be farther off than one beyond the gap, its matter is not.

use super::model::ridge;
use glam::DVec3;
use pliant_geometry::CellList;
use pliant_geometry::gmls::{Gmls, GmlsError, GmlsScratch};
use pliant_geometry::matter::MaterialCloud;
use pliant_geometry::sampling::ElastonSite;
use pliant_system::Embedding;
use rayon::prelude::*;

/// Points whose rows of weights are made before they are put together: all at once would take twice the memory.
const POINTS_AT_A_TIME: usize = 2048;

/// Searches double their reach at most this often.
const MOST_DOUBLINGS: usize = 64;

/// What is known about who carries what.
pub(super) struct Carriers {
    /// The matter.
    cells: CellList,
    /// Where searches begin (m).
    near: f64,
    /// The elaston of each piece of matter.
    site_of_point: Vec<u32>,
    /// For each elaston the samples that may hold some of its matter in their support, but only across a gap, ascending.
    beyond: Vec<Vec<u32>>,
}

impl Carriers {
    pub fn new(gmls: &Gmls, cloud: &MaterialCloud, sites: &[ElastonSite], reach: &[Vec<u32>]) -> Self {
        let mut site_of_point = vec![0; cloud.points.len()];
        for (e, site) in (0u32..).zip(sites) {
            site.points.iter().for_each(|&p| site_of_point[p as usize] = e);
        }
        let near = cloud.radii.iter().sum::<f64>() / cloud.radii.len().max(1) as f64;
        let mut cells = CellList::default();
        cells.rebuild(&cloud.points, 2.0 * near);
        let beyond = |(site, reached): (&ElastonSite, &Vec<u32>)| {
            let size = |p: &u32| cloud.points[*p as usize].distance(site.centre) + cloud.radii[*p as usize];
            let size = site.points.iter().map(size).fold(0.0, f64::max);
            let mut all = Vec::new();
            gmls.supporters_within(site.centre, size, &mut all);
            all.retain(|i| reached.binary_search(i).is_err());
            all
        };
        let beyond = sites.par_iter().zip(reach).map(beyond).collect();
        Self { cells, near: 2.0 * near, site_of_point, beyond }
    }

    /// The elaston whose matter is nearest to a place.
    pub fn site(&self, cloud: &MaterialCloud, x: DVec3) -> usize {
        let mut reach = self.near;
        for _ in 0..MOST_DOUBLINGS {
            let mut nearest = (f64::INFINITY, u32::MAX);
            self.cells.neighbours_of(x, reach, |point| {
                let distance = cloud.points[point as usize].distance_squared(x);
                if (distance, point) < nearest {
                    nearest = (distance, point);
                }
            });
            if nearest.1 != u32::MAX {
                return self.site_of_point[nearest.1 as usize] as usize;
            }
            reach *= 2.0;
        }
        0
    }

    /// Nodes and weights of a place that belongs to an elaston.
    pub fn weights(
        &self,
        gmls: &Gmls,
        x: DVec3,
        site: (usize, &ElastonSite),
        scratch: &mut GmlsScratch,
    ) -> Result<Vec<(u32, f64)>, GmlsError> {
        let (mut samples, mut rows) = (Vec::new(), Vec::new());
        let at = site.1.spot(x);
        gmls.supporters(at, &mut samples);
        samples.retain(|i| self.beyond[site.0].binary_search(i).is_err());
        gmls.evaluate_ridged(at, &samples, ridge(gmls, site.1), false, scratch, &mut rows)?;
        let k = gmls.basis().nodes_a_sample();
        let nodes = samples.iter().flat_map(|&i| (0..k as u32).map(move |a| i * k as u32 + a));
        Ok(nodes.zip(rows.iter().map(|row| row[0])).collect())
    }

    /// Rows of weights of the centres of all elastons and of the points before them.
    pub fn carry(
        &self,
        gmls: &Gmls,
        cloud: &MaterialCloud,
        sites: &[ElastonSite],
        points: &[DVec3],
    ) -> Result<Embedding, GmlsError> {
        let mut carrier = Embedding::new();
        let first_centre = points.len() - sites.len();
        for start in (0..points.len()).step_by(POINTS_AT_A_TIME) {
            let own = start..points.len().min(start + POINTS_AT_A_TIME);
            let rows: Vec<Result<Vec<(u32, f64)>, GmlsError>> = own
                .into_par_iter()
                .map_init(GmlsScratch::default, |scratch, p| {
                    let e = p.checked_sub(first_centre).unwrap_or_else(|| self.site(cloud, points[p]));
                    self.weights(gmls, points[p], (e, &sites[e]), scratch)
                })
                .collect();
            // The first that fails, at any number of threads.
            for row in rows {
                carrier.push(row?);
            }
        }
        carrier.shrink();
        Ok(carrier)
    }
}
