//! Sites of meshless solids (phyxels): matter is divided among points, each of which stands for a cell of it.
//!
//! Matter comes as fine pieces ([`MaterialCloud`]), however it was made, so nobody asks what is inside of what: a cell is
//! matter where it holds pieces. The layouts are those of Stegmayr's thesis (2008) and a few more: the octree of its Table
//! 3.1, finer at the surface; even lattices, which is what the stencil method of its Table 3.2 yields; and two
//! without order.
//!
//! Lattices and the octree go the same way: pieces are taken for boxes along the axes and shared among the cells they lie in
//! (`shares`), cells with too little in them are given to neighbours, and the others become sites (`settle`).

mod body_centred;
mod boxes;
mod cubic;
mod distance;
mod error;
mod grid;
mod jittered;
mod keys;
mod octree;
mod pieces;
mod poisson;
mod random;
mod settle;
mod shares;
#[cfg(test)]
mod tests;

use glam::DVec3;

pub use error::FillingError;

use crate::matter::MaterialCloud;
use boxes::Boxes;

/// Fillings with more sites than this are refused.
pub const MAX_SITES: usize = 3_000_000;

/// Pieces may be at most this large, in spacings: fewer than five or so to a cell do not tell what it holds.
const LARGEST_PIECE: f64 = 0.6;

/// This share of the volume may be in larger pieces all the same.
const COARSE_SHARE: f64 = 0.01;

/// How sites lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Layout {
    /// The pieces themselves are the sites (blocks cut into cells; clouds of a file); the spacing is not asked.
    Pieces,
    /// A cubic lattice. Cells are shrunk so that a whole number fits along axes on which the body has flat ends.
    Cubic,
    /// A body-centred lattice; neighbours are a spacing apart, along the diagonals of its cubes.
    BodyCentred,
    /// Cubic, each site moved at random. Volumes are those of the lattice.
    Jittered {
        /// The farthest move along each axis, as a share of the spacing (0 to 0.5).
        share: f64,
    },
    /// Poisson discs: seeded darts at pieces, none nearer to another than the spacing, so many that no more fit; then moved twice
    /// to the centres of what is nearest to them, which brings a few a little closer.
    Poisson,
    /// Cells of an octree (Table 3.1): a spacing wide where the surface cuts them, larger inside, and at most twice as wide as
    /// those across a face.
    Octree {
        /// Cells are at most two to the power of this spacings wide.
        levels: u32,
    },
}

/// What is wished for.
#[derive(Clone, Debug, PartialEq)]
pub struct FillingOptions {
    /// How sites lie.
    pub layout: Layout,
    /// Distance of neighbouring sites (m).
    pub spacing: f64,
    /// The spacing is multiplied by this at each piece of the cloud (octree and Poisson discs; lattices are even).
    pub factors: Option<Vec<f64>>,
    /// Seed of the layouts that are random.
    pub seed: u64,
}

/// Sites, and the matter each of them stands for. The first three lists have one entry a site.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filling {
    /// Where the sites are (m): the place of the lattice if the cell is full, else the centroid of what it holds.
    pub points: Vec<DVec3>,
    /// Their volumes (m³), in sum that of the cloud. A piece that lies in several cells is shared among them.
    pub volumes: Vec<f64>,
    /// Distance to neighbouring sites (m): the width of the cell, without directions in which there is but one; for pieces and
    /// Poisson discs the mean distance of the nearest three.
    pub spacings: Vec<f64>,
    /// The site of the cell each piece of the cloud has its centre in.
    pub site_of_piece: Vec<u32>,
}

/// Divides matter among sites. The answer does not depend on the number of threads.
///
/// # Errors
/// Without matter, with a spacing that is none, with pieces too large for the spacing, or with too many sites.
pub fn fill(cloud: &MaterialCloud, options: &FillingOptions) -> Result<Filling, FillingError> {
    check_cloud(cloud)?;
    if options.layout == Layout::Pieces {
        return pieces::fill(cloud);
    }
    check_options(cloud, options)?;
    let boxes = Boxes::of(cloud);
    match options.layout {
        Layout::Pieces => pieces::fill(cloud),
        Layout::Cubic => cubic::fill(&boxes, options.spacing),
        Layout::BodyCentred => body_centred::fill(&boxes, options.spacing),
        Layout::Jittered { share } => jittered::fill(&boxes, options.spacing, share, options.seed),
        Layout::Poisson => poisson::fill(&boxes, options),
        Layout::Octree { levels } => octree::fill(&boxes, options, levels),
    }
}

impl FillingOptions {
    /// The wished spacing at a piece (m).
    fn spacing_at(&self, piece: usize) -> f64 {
        self.spacing * self.factors.as_ref().map_or(1.0, |factors| factors[piece])
    }
}

fn check_cloud(cloud: &MaterialCloud) -> Result<(), FillingError> {
    if cloud.is_empty() {
        return Err(FillingError::Empty);
    }
    for values in [cloud.volumes.len(), cloud.moments.len()] {
        same_length(cloud, values)?;
    }
    let is_bad = |piece: &usize| {
        let volume = cloud.volumes[*piece];
        let is_finite =
            cloud.points[*piece].is_finite() && volume.is_finite() && cloud.moments[*piece].is_finite();
        !(is_finite && volume > 0.0)
    };
    (0..cloud.len()).find(is_bad).map_or(Ok(()), |piece| Err(FillingError::BadPiece { piece }))
}

fn same_length(cloud: &MaterialCloud, values: usize) -> Result<(), FillingError> {
    let points = cloud.len();
    if values == points { Ok(()) } else { Err(FillingError::ListsDiffer { points, values }) }
}

fn check_options(cloud: &MaterialCloud, options: &FillingOptions) -> Result<(), FillingError> {
    let is_length = |value: f64| value > 0.0 && value.is_finite();
    if !is_length(options.spacing) {
        return Err(FillingError::BadSpacing { spacing: options.spacing });
    }
    if let Layout::Jittered { share } = options.layout
        && !(0.0..=0.5).contains(&share)
    {
        return Err(FillingError::BadShare { share });
    }
    if let Some(factors) = &options.factors {
        same_length(cloud, factors.len())?;
        let is_bad = |piece: &usize| !is_length(options.spacing_at(*piece));
        if let Some(piece) = (0..factors.len()).find(is_bad) {
            return Err(FillingError::BadFactor { piece, factor: factors[piece] });
        }
    }
    check_fineness(cloud, options)
}

/// Refuses pieces that are too large for the spacing, unless it is only a few.
fn check_fineness(cloud: &MaterialCloud, options: &FillingOptions) -> Result<(), FillingError> {
    let (mut whole, mut coarse) = (0.0, 0.0);
    let mut worst = (0.0, 0.0, options.spacing);
    for (piece, volume) in cloud.volumes.iter().enumerate() {
        let (size, spacing) = (volume.cbrt(), options.spacing_at(piece));
        whole += volume;
        if size > LARGEST_PIECE * spacing {
            coarse += volume;
        }
        if size / spacing > worst.0 {
            worst = (size / spacing, size, spacing);
        }
    }
    let (_, piece, spacing) = worst;
    if coarse > COARSE_SHARE * whole { Err(FillingError::TooCoarse { piece, spacing }) } else { Ok(()) }
}

fn check_count(sites: usize, spacing: f64) -> Result<(), FillingError> {
    if sites > MAX_SITES {
        return Err(FillingError::TooMany { sites: sites as f64, limit: MAX_SITES, spacing });
    }
    Ok(())
}
