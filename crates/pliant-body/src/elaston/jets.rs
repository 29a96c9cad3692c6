//! What an elaston sees of the field: values and derivatives of shape functions at its centre, or their averages over its matter.
//!
//! The centre is enough where samples lie evenly or sheets meet. Where a rod grows out of something or `grading` makes samples closer, functions
//! vary across an elaston in ways its centre does not see, and a constant stress is not balanced. There the gradients of a function N over the
//! matter of the elaston are replaced by the linear field nearest to them, g + H theta:
//!
//! ```text
//! g    = <N_,j>
//! B    = <N_,j theta_k> m^-1,   theta the place from the centre, m = <theta theta^T>
//! H_jk = B_jk where k is thin and j is not, (B_jk + B_kj)/2 where both are or neither is
//! ```
//!
//! with < > the mean over the matter. Since sums of V g over elastons are integrals of N_,j over the body, uniform stress is balanced as exactly as
//! pieces of matter are fine, however samples lie; so is a stress that grows across what is thin: of the two slopes that B tells for j and k, that
//! across what is thin counts. Were N quadratic, both would be N_,jk.
//!
//! **Parts.** A rod or shell of one elaston across takes the field for quadratic over it, as it is where only samples of its own kind move it. Samples of
//! a thicker part beside it bring more: sections that warp, at no cost if only g + H theta counted, which would be a hinge. There an elaston is cut into
//! *parts* p, and its energy into one of bending, of H with all that is condensed, and one of stretching part by part, of N_,j - H theta:
//!
//! ```text
//! W = V/2 sum_kl m_kl beta^k : C : beta^l + sum_p V_p/2 alpha_p : C : alpha_p,    alpha_p = alpha + what is left beside alpha + theta_k beta^k
//! ```
//!
//! which is the energy of the whole field, but that in H it is free to be what it likes across.

use super::model::ridge;
use glam::{DMat3, DVec3};
use pliant_geometry::gmls::{Gmls, GmlsError, GmlsRow, GmlsScratch};
use pliant_geometry::matter::MaterialCloud;
use pliant_geometry::sampling::{ElastonSite, Sampling};
use pliant_math::decompose::symmetric_eigen;

/// Spacings that differ by more than this are graded.
const GRADED: f64 = 1.05;

/// Pieces longer than this part of the smallest spacing around are looked at in two places along their length.
const FINE: f64 = 0.3;

/// Parts of an elaston are at most this part of the smallest spacing around wide, if they need not be more than so many along an axis.
const PART: f64 = 0.8;
const MOST_PARTS: f64 = 4.0;
const ALL_PARTS: usize = 64;

/// How elastons of a body look at the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sight {
    /// At their centres.
    Centre,
    /// Averaged over their matter.
    Matter,
}

impl Sight {
    /// What the samples of a body ask for. Where sheets meet each other and solids, centres do: samples lie on both sides of them, and what centres
    /// do not see makes up for what fields cannot follow at the edges of a joint.
    pub fn of(sampling: &Sampling) -> Self {
        let (least, most) = sampling
            .spacings
            .iter()
            .fold((f64::INFINITY, 0.0f64), |(least, most), h| (least.min(*h), most.max(*h)));
        let is_uneven = if sampling.is_joined() { sampling.has_rods() } else { most > GRADED * least };
        if is_uneven { Self::Matter } else { Self::Centre }
    }
}

/// Work arrays.
#[derive(Default)]
pub(super) struct JetScratch {
    gmls: GmlsScratch,
    samples: Vec<u32>,
    places: Vec<usize>,
    rows: Vec<GmlsRow>,
    slopes: Vec<DMat3>,
}

/// Shape functions as elastons see them.
pub(super) struct Jets<'a> {
    pub gmls: &'a Gmls,
    pub cloud: &'a MaterialCloud,
    pub sight: Sight,
}

impl Jets<'_> {
    /// The samples that move what an elaston sees, of those that reach it along the body.
    pub fn supporters(&self, site: &ElastonSite, reach: &[u32]) -> Vec<u32> {
        let mut places = vec![site.centre];
        if self.sight == Sight::Matter {
            places = self.places(site, reach).map(|place| place.x).collect();
            // With fewer samples pieces may be looked at in their middle.
            places.extend(site.points.iter().map(|&p| self.cloud.points[p as usize]));
        }
        let does_support =
            |i: &u32| places.iter().any(|x| self.gmls.does_support(*i as usize, site.spot(*x)));
        reach.iter().copied().filter(does_support).collect()
    }

    /// Rows of all nodes of the given samples, which are those that support the elaston. `out` is overwritten.
    pub fn rows(
        &self,
        site: &ElastonSite,
        samples: &[u32],
        scratch: &mut JetScratch,
        out: &mut Vec<GmlsRow>,
    ) -> Result<(), GmlsError> {
        let ridge = ridge(self.gmls, site);
        match self.sight {
            Sight::Centre => self.gmls.evaluate_ridged(
                site.spot(site.centre),
                samples,
                ridge,
                true,
                &mut scratch.gmls,
                out,
            ),
            Sight::Matter => self.averaged(site, samples, ridge, scratch, out),
        }
    }

    fn averaged(
        &self,
        site: &ElastonSite,
        samples: &[u32],
        ridge: f64,
        scratch: &mut JetScratch,
        out: &mut Vec<GmlsRow>,
    ) -> Result<(), GmlsError> {
        let count = samples.len() * self.gmls.basis().nodes_a_sample();
        let mut slopes = std::mem::take(&mut scratch.slopes);
        out.clear();
        out.resize(count, [0.0; 10]);
        slopes.clear();
        slopes.resize(count, DMat3::ZERO);
        self.over_matter(site, samples, ridge, scratch, |place, row, node| {
            out[node][..4].iter_mut().zip(row).for_each(|(sum, value)| *sum += place.share * value);
            slopes[node] += place.share * slopes_of_piece(row, place.x - site.centre, &place.moment);
        })?;
        let inverse_moment = site.moment.inverse();
        for (row, slopes) in out.iter_mut().zip(&slopes) {
            let H = second_derivatives(slopes, site, &inverse_moment);
            row[4..]
                .copy_from_slice(&[H.x_axis.x, H.y_axis.y, H.z_axis.z, H.y_axis.z, H.x_axis.z, H.x_axis.y]);
        }
        scratch.slopes = slopes;
        Ok(())
    }

    /// Calls `with` for all nodes at all places that stand for the matter of an elaston.
    fn over_matter(
        &self,
        site: &ElastonSite,
        samples: &[u32],
        ridge: f64,
        scratch: &mut JetScratch,
        mut with: impl FnMut(&Place, &GmlsRow, usize),
    ) -> Result<(), GmlsError> {
        let a_sample = self.gmls.basis().nodes_a_sample();
        let JetScratch { gmls, samples: near, places, rows, .. } = scratch;
        for place in self.places(site, samples) {
            near.clear();
            places.clear();
            for (number, &i) in samples.iter().enumerate() {
                if self.gmls.does_support(i as usize, site.spot(place.x)) {
                    near.push(i);
                    places.push(number);
                }
            }
            self.gmls.evaluate_ridged(site.spot(place.x), near, ridge, true, gmls, rows)?;
            let nodes = places.iter().flat_map(|number| number * a_sample..(number + 1) * a_sample);
            rows.iter().zip(nodes).for_each(|(row, node)| with(&place, row, node));
        }
        Ok(())
    }

    /// The places that stand for the matter of an elaston.
    fn places(&self, site: &ElastonSite, samples: &[u32]) -> impl Iterator<Item = Place> {
        let fine = FINE * self.closest(samples);
        site.points.iter().flat_map(move |&p| {
            let piece =
                PiecePoints::new(self.cloud.points[p as usize], &self.cloud.moments[p as usize], fine);
            let share = self.cloud.volumes[p as usize] / site.volume / piece.count as f64;
            (0..piece.count).map(move |n| Place { x: piece.points[n], share, moment: piece.moment })
        })
    }

    /// The smallest spacing of samples (m).
    fn closest(&self, samples: &[u32]) -> f64 {
        samples.iter().map(|&i| self.gmls.spacings()[i as usize]).fold(f64::INFINITY, f64::min)
    }

    /// The parts of an elaston that samples of something thicker move, too; `thin_axes` is of the samples.
    pub fn parts(&self, site: &ElastonSite, samples: &[u32], thin_axes: &[u8]) -> Parts {
        let own = site.thin.iter().filter(|thin| **thin).count() as u8;
        if self.sight == Sight::Centre || samples.iter().all(|&i| thin_axes[i as usize] >= own) {
            return Parts::default();
        }
        let size = PART * self.closest(samples);
        let counts = [0, 1, 2].map(|k| {
            let width = (12.0 * site.moment.col(k)[k].max(0.0)).sqrt();
            (width / size).ceil().clamp(1.0, MOST_PARTS)
        });
        let mut parts = Parts { counts, ..Parts::default() };
        let mut shares = [0.0; ALL_PARTS];
        for place in self.places(site, samples) {
            shares[parts.number(site, place.x)] += place.share;
        }
        parts.shares = (0..ALL_PARTS).filter(|&n| shares[n] > 0.0).map(|n| (n as u8, shares[n])).collect();
        parts
    }

    /// Rows of the parts of an elaston whose own rows are given, one part after the other. `out` is overwritten.
    pub fn part_rows(
        &self,
        site: &ElastonSite,
        samples: &[u32],
        parts: &Parts,
        whole: &[GmlsRow],
        scratch: &mut JetScratch,
        out: &mut Vec<GmlsRow>,
    ) -> Result<(), GmlsError> {
        out.clear();
        out.resize(parts.len() * whole.len(), [0.0; 10]);
        let mut middles = vec![DVec3::ZERO; parts.len()];
        for place in self.places(site, samples) {
            let (n, share) = parts.of(site, &place);
            middles[n] += share * (place.x - site.centre);
        }
        self.over_matter(site, samples, ridge(self.gmls, site), scratch, |place, row, node| {
            let (n, share) = parts.of(site, place);
            let sum = &mut out[n * whole.len() + node];
            sum[1..4].iter_mut().zip(&row[1..4]).for_each(|(sum, value)| *sum += share * value);
        })?;
        for (rows, middle) in out.chunks_mut(whole.len()).zip(middles) {
            for (row, whole) in rows.iter_mut().zip(whole) {
                let linear = hessian(whole) * middle;
                row[1..4].iter_mut().zip(linear.to_array()).for_each(|(value, linear)| *value -= linear);
            }
        }
        Ok(())
    }
}

/// A place that stands for some of the matter of an elaston.
struct Place {
    x: DVec3,
    /// Of the volume of the elaston.
    share: f64,
    /// Second moment of its matter about it (m²).
    moment: DMat3,
}

/// Which parts an elaston is cut into: boxes along its axes.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    counts: [f64; 3],
    /// Those with matter: their number among all, ascending, and their share of the volume.
    pub shares: Vec<(u8, f64)>,
}

impl Parts {
    pub fn len(&self) -> usize {
        self.shares.len()
    }

    fn number(&self, site: &ElastonSite, x: DVec3) -> usize {
        let theta = site.axes.transpose() * (x - site.centre);
        [0, 1, 2].iter().fold(0, |number, &k| {
            let half = (3.0 * site.moment.col(k)[k].max(f64::MIN_POSITIVE)).sqrt();
            let along = 0.5 * (theta[k] / half + 1.0) * self.counts[k];
            number * MOST_PARTS as usize + along.floor().clamp(0.0, self.counts[k] - 1.0) as usize
        })
    }

    /// The part of a place among those with matter, and the place's share of it.
    fn of(&self, site: &ElastonSite, place: &Place) -> (usize, f64) {
        let number = self.number(site, place.x) as u8;
        let n = self.shares.partition_point(|(other, _)| *other < number);
        (n, place.share / self.shares[n].1)
    }
}

/// Places of a piece that stand for it: two along each axis along which it is long (Gauss), and the moment that is left to each.
struct PiecePoints {
    points: [DVec3; 8],
    count: usize,
    moment: DMat3,
}

impl PiecePoints {
    fn new(centre: DVec3, moment: &DMat3, fine: f64) -> Self {
        let mut all = Self { points: [centre; 8], count: 1, moment: *moment };
        if 12.0 * (moment.x_axis.x + moment.y_axis.y + moment.z_axis.z) <= fine * fine {
            return all;
        }
        let eigen = symmetric_eigen(moment);
        for k in 0..3 {
            let (axis, m) = (eigen.vectors.col(k), eigen.values[k]);
            if 12.0 * m > fine * fine {
                for n in 0..all.count {
                    let middle = all.points[n];
                    all.points[n] = middle - m.sqrt() * axis;
                    all.points[all.count + n] = middle + m.sqrt() * axis;
                }
                all.count *= 2;
                all.moment -= DMat3::from_cols(axis * axis.x, axis * axis.y, axis * axis.z) * m;
            }
        }
        all
    }
}

/// N_,j theta_k of a piece whose centre is at theta, column k by column; within it the gradient varies as it does at its centre.
fn slopes_of_piece(row: &GmlsRow, theta: DVec3, moment: &DMat3) -> DMat3 {
    let gradient = DVec3::new(row[1], row[2], row[3]);
    DMat3::from_cols(gradient * theta.x, gradient * theta.y, gradient * theta.z) + hessian(row) * *moment
}

fn hessian(row: &GmlsRow) -> DMat3 {
    let [xx, yy, zz, yz, xz, xy] = [row[4], row[5], row[6], row[7], row[8], row[9]];
    DMat3::from_cols(DVec3::new(xx, xy, xz), DVec3::new(xy, yy, yz), DVec3::new(xz, yz, zz))
}

/// H from S, along the axes of the elaston and back.
fn second_derivatives(S: &DMat3, site: &ElastonSite, inverse_moment: &DMat3) -> DMat3 {
    let B = site.axes.transpose() * *S * site.axes * *inverse_moment;
    let mut H = DMat3::ZERO;
    for k in 0..3 {
        for j in 0..3 {
            let (along_k, along_j) = (B.col(k)[j], B.col(j)[k]);
            H.col_mut(k)[j] = match (site.thin[j], site.thin[k]) {
                (false, true) => along_k,
                (true, false) => along_j,
                _ => 0.5 * (along_k + along_j),
            };
        }
    }
    site.axes * H * site.axes.transpose()
}
