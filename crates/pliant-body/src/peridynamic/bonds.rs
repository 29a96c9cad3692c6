//! Who is bonded with whom, and how much each bond counts.

use super::dimension::Extent;
use super::fitted_weights::{MOMENTS, fitted, isotropic_moments, moments_of};
use crate::cloud::{CloudError, Neighbours, SharedLists};
use glam::DVec3;
use pliant_geometry::CellList;
use pliant_material::bond::Orthotropy;
use pliant_math::hash::Fnv;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// How much a bond counts by its length r, in horizons, before weights are fitted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Influence {
    /// 1/(1 + r).
    #[default]
    Inverse,
    /// The same for all.
    Constant,
    /// r.
    Linear,
    /// r^2: the linear peridynamic solid with a constant influence.
    Quadratic,
}

impl Influence {
    fn weight(self, r: f64) -> f64 {
        match self {
            Influence::Inverse => 1.0 / (1.0 + r),
            Influence::Constant => 1.0,
            Influence::Linear => r,
            Influence::Quadratic => r * r,
        }
    }
}

/// Weights of all bonds.
#[derive(Clone, Debug, Default)]
pub struct Bonds {
    dilation: SharedLists,
    /// `None` where directions count alike: then the same as those of the dilation.
    directed: Option<SharedLists>,
    /// By point: which shape its neighbourhood has.
    shapes: Vec<u32>,
    /// By shape.
    extents: Vec<Extent>,
    /// By shape: what the weights beside h were fitted to, in the axes of the body; of solids.
    moments: Vec<[f64; MOMENTS]>,
}

impl Bonds {
    /// a_ij = w_ij V_j of a point's bonds, in the mean stretch theta.
    pub fn dilation(&self, i: usize) -> &[f64] {
        self.dilation.of(i)
    }

    /// a_ij G_ij of a point's bonds, beside h.
    pub fn stretch(&self, i: usize) -> &[f64] {
        self.directed.as_ref().unwrap_or(&self.dilation).of(i)
    }

    /// Whether a point is part of a solid, a layer or a fibre.
    pub fn extent(&self, i: usize) -> &Extent {
        &self.extents[self.shapes[i] as usize]
    }

    /// The same of all points.
    pub fn extents(&self) -> Vec<Extent> {
        self.shapes.iter().map(|&shape| self.extents[shape as usize]).collect()
    }

    /// Some points are parts of layers or fibres.
    pub fn is_thin(&self) -> bool {
        self.extents.iter().any(|extent| extent.dimension < 3)
    }

    fn of_shapes(fits: &[PointBonds], shapes: Vec<u32>) -> Self {
        let lists = |list: fn(&PointBonds) -> &[f64]| SharedLists::of_shapes(fits.iter().map(list), &shapes);
        let has_directions = fits.iter().any(|fit| fit.directed.is_some());
        Self {
            dilation: lists(|fit| &fit.dilation),
            directed: has_directions.then(|| lists(|fit| fit.directed.as_ref().unwrap_or(&fit.dilation))),
            extents: fits.iter().map(|fit| fit.extent).collect(),
            moments: fits.iter().map(|fit| fit.moments).collect(),
            shapes,
        }
    }

    /// Other weights of a solid, found by `change` from those there are and the moments they were fitted to.
    pub fn change(
        &mut self,
        neighbours: &Neighbours,
        change: impl Fn(&[f64], &[[f64; MOMENTS]]) -> Vec<f64>,
    ) {
        let changed = |lists: &SharedLists, moments: &[[f64; MOMENTS]]| {
            SharedLists::of_points(change(&lists.in_full(), moments), &neighbours.starts)
        };
        if let Some(directed) = &mut self.directed {
            let moments: Vec<_> = self.shapes.iter().map(|&shape| self.moments[shape as usize]).collect();
            *directed = changed(directed, &moments);
        }
        self.dilation = changed(&self.dilation, &vec![isotropic_moments(3); self.shapes.len()]);
    }
}

/// By point: what makes it stiffer along some directions than along others, and the first two of these.
pub type OrthotropyOf<'a> = &'a (dyn Fn(usize) -> Option<(Orthotropy, [DVec3; 2])> + Sync);

/// What bonds are looked for among.
pub struct BondSearch<'a> {
    /// Points at rest, in the body's own coordinates (m).
    pub points: &'a [DVec3],
    /// Volumes (m3).
    pub volumes: &'a [f64],
    /// Distance of points around each (m).
    pub spacings: &'a [f64],
    /// How far bonds reach, in spacings.
    pub horizon: f64,
    /// How much they count.
    pub influence: Influence,
    /// By point: what makes it stiffer along some directions than along others, and the first two of these.
    pub orthotropy: OrthotropyOf<'a>,
}

/// Bonds of one point.
struct PointBonds {
    /// By influence and volume alone: those that F is fitted with.
    plain: Vec<f64>,
    dilation: Vec<f64>,
    /// Those of materials that are stiffer along some directions.
    directed: Option<Vec<f64>>,
    extent: Extent,
    moments: [f64; MOMENTS],
}

/// Bonds of a lattice that point the same way: whole multiples of this of the spacing.
const FINEST: f64 = 1e-6;
/// How many horizons points look that have neighbours in a plane only.
const FARTHER: [f64; 3] = [1.25, 1.6, 2.0];
/// How much closer than the horizon a neighbour must be: rounding must not decide among those of a lattice.
const WITHIN: f64 = 1.0 - 1e-6;

impl BondSearch<'_> {
    /// Neighbours of all within their horizons.
    pub fn within_horizons(&self) -> Vec<Vec<u32>> {
        let list = self.list();
        (0..self.points.len()).into_par_iter().map(|i| self.within(&list, i, 1.0)).collect()
    }

    fn list(&self) -> CellList {
        let reach = self.spacings.iter().copied().fold(0.0, f64::max) * self.horizon;
        let mut list = CellList::default();
        list.rebuild(self.points, reach);
        list
    }

    /// Bonds of all, with weights fitted to moments, from [`BondSearch::within_horizons`].
    ///
    /// # Errors
    /// If a point has no neighbour within its horizon.
    pub fn find(&self, mut found: Vec<Vec<u32>>) -> Result<(Neighbours, Bonds), CloudError> {
        self.widen(&self.list(), &mut found);
        if let Some(i) = found.iter().position(Vec::is_empty) {
            return Err(CloudError::Alone { at: self.points[i] });
        }
        let shapes = self.shapes(&found);
        let fits: Vec<PointBonds> = shapes.firsts.par_iter().map(|&i| self.fit(i, &found[i])).collect();
        let count = found.iter().map(Vec::len).sum();
        let weights = SharedLists::of_shapes(fits.iter().map(|fit| &fit.plain[..]), &shapes.of_point);
        let mut neighbours = Neighbours { starts: vec![0], ids: Vec::with_capacity(count), weights };
        for ids in found {
            neighbours.ids.extend(ids);
            neighbours.starts.push(neighbours.ids.len() as u32);
        }
        Ok((neighbours, Bonds::of_shapes(&fits, shapes.of_point)))
    }

    /// Points at tips and rims of a solid may have neighbours in a plane only, so that nothing holds them across it: these look farther.
    fn widen(&self, list: &CellList, found: &mut [Vec<u32>]) {
        let is_flat = |i: usize, ids: &[u32]| {
            let offset = |&j: &u32| (self.points[j as usize] - self.points[i], self.volumes[j as usize]);
            Extent::new(ids.iter().map(offset)).dimension < 3
        };
        let flat: Vec<usize> = (0..found.len()).into_par_iter().filter(|&i| is_flat(i, &found[i])).collect();
        if 2 * flat.len() > found.len() {
            return;
        }
        for i in flat {
            let wider = FARTHER.into_iter().map(|factor| self.within(list, i, factor));
            if let Some(ids) = wider.into_iter().find(|ids| !is_flat(i, ids)) {
                found[i] = ids;
            }
        }
    }

    /// Neighbours of a point within so many horizons, by where they lie.
    fn within(&self, list: &CellList, i: usize, horizons: f64) -> Vec<u32> {
        let reach = horizons * self.horizon * self.spacings[i] * WITHIN;
        let mut ids = Vec::new();
        list.neighbours_of(self.points[i], reach, |j| {
            if j as usize != i && self.points[j as usize].distance(self.points[i]) < reach {
                ids.push(j);
            }
        });
        ids.sort_by_cached_key(|&j| (self.place(i, j), j));
        ids
    }

    /// Where j lies from i, in whole steps; upmost last.
    fn place(&self, i: usize, j: u32) -> [i64; 3] {
        let offset = (self.points[j as usize] - self.points[i]) / (FINEST * self.spacings[i]);
        [offset.z, offset.y, offset.x].map(|x| x.round() as i64)
    }

    /// Neighbourhoods that are the same but for where they are: weights are fitted once for each.
    fn shapes(&self, found: &[Vec<u32>]) -> Shapes {
        let keys: Vec<ShapeKey> = (0..found.len())
            .into_par_iter()
            .map(|i| ShapeKey::new(&self.description(i, &found[i])))
            .collect();
        let mut known: BTreeMap<&ShapeKey, u32> = BTreeMap::new();
        let (mut firsts, mut of_point) = (Vec::new(), Vec::with_capacity(keys.len()));
        for (i, key) in keys.iter().enumerate() {
            let shape = *known.entry(key).or_insert_with(|| {
                firsts.push(i);
                firsts.len() as u32 - 1
            });
            of_point.push(shape);
        }
        Shapes { firsts, of_point }
    }

    /// Where neighbours lie, how large they are, and which way the material goes, in whole numbers.
    fn description(&self, i: usize, ids: &[u32]) -> Vec<i64> {
        let mut numbers: Vec<i64> = ids.iter().flat_map(|&j| self.place(i, j)).collect();
        let volume = |j: usize| (self.volumes[j] / self.volumes[i] / FINEST).round() as i64;
        numbers.extend(ids.iter().map(|&j| volume(j as usize)));
        if let Some((of, axes)) = (self.orthotropy)(i) {
            let about = of.sigma().into_iter().chain(axes.into_iter().flat_map(|axis| axis.to_array()));
            numbers.extend(about.map(|x| (x / FINEST).round() as i64));
        }
        numbers
    }

    fn fit(&self, i: usize, ids: &[u32]) -> PointBonds {
        let s = self.spacings[i];
        let offsets: Vec<DVec3> =
            ids.iter().map(|&j| (self.points[j as usize] - self.points[i]) / s).collect();
        let mut first: Vec<f64> = offsets
            .iter()
            .zip(ids)
            .map(|(x, &j)| self.influence.weight(x.length() / self.horizon) * self.volumes[j as usize])
            .collect();
        let total: f64 = first.iter().sum();
        first.iter_mut().for_each(|w| *w /= total);
        let extent = Extent::new(offsets.iter().copied().zip(first.iter().copied()));
        let directions: Vec<DVec3> = offsets.iter().map(|x| extent.along(*x)).collect();
        let moments: Vec<[f64; MOMENTS]> = directions.iter().map(|n| moments_of(*n)).collect();
        let dilation = fitted(&first, &moments, &isotropic_moments(extent.dimension));
        let (directed, moments) = match (self.orthotropy)(i) {
            None => (None, isotropic_moments(extent.dimension)),
            Some((of, axes)) => {
                let (weights, moments) = stiffer(&of, axes, &extent, &directions, &first);
                (Some(weights), moments)
            }
        };
        PointBonds { plain: first, dilation, directed, extent, moments }
    }
}

/// Stands for a description of a neighbourhood, which would take more memory than its bonds: two hashes of it, from either end.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct ShapeKey([u64; 2]);

impl ShapeKey {
    fn new(description: &[i64]) -> Self {
        let hash = |numbers: &mut dyn Iterator<Item = &i64>| {
            let mut hash = Fnv::new();
            numbers.for_each(|number| {
                hash.bytes(&number.to_le_bytes());
            });
            hash.value()
        };
        Self([hash(&mut description.iter()), hash(&mut description.iter().rev())])
    }
}

/// Which neighbourhoods differ.
struct Shapes {
    /// A point with each.
    firsts: Vec<usize>,
    /// Which one each point has.
    of_point: Vec<u32>,
}

/// Weights of bonds that are stiffer along some directions, fitted to the moments of G, and these moments in the axes of the neighbourhood.
fn stiffer(
    of: &Orthotropy,
    axes: [DVec3; 2],
    extent: &Extent,
    directions: &[DVec3],
    first: &[f64],
) -> (Vec<f64>, [f64; MOMENTS]) {
    let d = extent.dimension;
    let frame = of.frame(d, axes.map(|axis| extent.axes.transpose() * axis));
    let state = |n: &DVec3| of.state(d, frame.transpose() * *n).max(1e-9);
    let weighted: Vec<f64> = directions.iter().zip(first).map(|(n, w)| w * state(n)).collect();
    let moments: Vec<[f64; MOMENTS]> = directions.iter().map(|n| moments_of(*n)).collect();
    let target = of.mean(d, |n| moments_of(frame * n));
    (fitted(&weighted, &moments, &target), target)
}
