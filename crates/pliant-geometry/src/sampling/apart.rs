//! Pieces of a body that do not touch, laid out side by side.
//!
//! Samples are spread, cells grown and forms found by distances. Two sheets a millimetre apart with samples a centimetre apart would share cells, and move as
//! one. So pieces are first moved apart, along x, farther than anything looks; what is found there is moved back. Grains of a cloud that are smaller than the
//! spacing have no samples of their own and stay with what is around them.
//!
//! Strands, rods beyond their roots, are laid out likewise, although they hang together with what they grow out of: no cell shall hold some of a
//! root, which is sampled as a solid, and some of the row of samples beyond.

use glam::DVec3;

use super::Sampling;
use super::links::{Sets, number_pieces, touching};
use super::matter::Matter;
use super::options::SamplingOptions;
use crate::BoundingBox;
use crate::matter::MaterialCloud;

/// Spacings that a piece is long at least to be one of its own.
const LEAST_SPACINGS: f64 = 4.0;

/// Spacings between pieces that are laid out.
const GAP: f64 = 32.0;

/// Whether some pieces are too small for samples of their own.
pub(super) fn has_grains(matter: &Matter, links: &[(u32, u32)]) -> bool {
    let (number, count) = numbered(matter, links);
    let (boxes, spacings) = extents(matter, &number, count);
    count > 1 && is_any_grain(&boxes, &spacings)
}

fn is_any_grain(boxes: &[BoundingBox], spacings: &[f64]) -> bool {
    boxes.iter().zip(spacings).any(|(of, h)| of.diagonal() < LEAST_SPACINGS * h)
}

/// The piece of each place, and how many there are.
fn numbered(matter: &Matter, links: &[(u32, u32)]) -> (Vec<u32>, usize) {
    let mut sets = Sets::new(matter.len());
    links.iter().for_each(|&(a, b)| sets.merge(a, b));
    number_pieces(matter, &mut sets)
}

/// The boxes around pieces, and the largest spacing in each (m).
fn extents(matter: &Matter, number: &[u32], count: usize) -> (Vec<BoundingBox>, Vec<f64>) {
    let mut boxes = vec![BoundingBox::EMPTY; count];
    let mut spacings = vec![0.0f64; count];
    for (place, &piece) in number.iter().enumerate() {
        boxes[piece as usize].include(matter.x()[place]);
        spacings[piece as usize] = spacings[piece as usize].max(matter.h[place]);
    }
    (boxes, spacings)
}

/// Where pieces were moved to.
pub(super) struct Apart {
    /// How each point of the cloud was moved (m).
    shifts: Vec<DVec3>,
    /// Of each piece: up to which x it is alone (m), and how it was moved; ascending.
    lanes: Vec<(f64, DVec3)>,
}

impl Apart {
    /// None if the body hangs together, or has grains.
    pub fn new(cloud: &MaterialCloud, options: &SamplingOptions) -> Option<Self> {
        let matter = Matter::new(cloud, &options.spacing);
        let (number, count) = numbered(&matter, &touching(&matter));
        if count < 2 {
            return None;
        }
        let (boxes, spacings) = extents(&matter, &number, count);
        (!is_any_grain(&boxes, &spacings)).then(|| Self::laid_out(&matter, &number, &boxes, &spacings))
    }

    /// The strands of a body, which hang together with the rest of it but have samples and elastons of their own; none if there are none.
    pub fn strands(cloud: &MaterialCloud, options: &SamplingOptions) -> Option<Self> {
        let strands = options.strands.as_ref()?;
        // Rods that meet each other only leave no rest.
        let (least, most) = (*strands.iter().min()?, *strands.iter().max()?);
        let count = 1 + (most - least) as usize;
        let matter = Matter::new(cloud, &options.spacing);
        let number: Vec<u32> = matter.id.iter().map(|&id| strands[id as usize] - least).collect();
        let (boxes, spacings) = extents(&matter, &number, count);
        Some(Self::laid_out(&matter, &number, &boxes, &spacings))
    }

    /// Side by side by their numbers.
    fn laid_out(matter: &Matter, number: &[u32], boxes: &[BoundingBox], spacings: &[f64]) -> Self {
        let gap = GAP * spacings.iter().fold(0.0, |most: f64, h| most.max(*h));
        let mut start = boxes[0].min.x;
        let mut lanes = Vec::with_capacity(boxes.len());
        for of in boxes {
            let end = start + of.size().x;
            lanes.push((end + 0.5 * gap, DVec3::X * (start - of.min.x)));
            start = end + gap;
        }
        let mut shifts = vec![DVec3::ZERO; matter.len()];
        for (place, &piece) in number.iter().enumerate() {
            shifts[matter.id[place] as usize] = lanes[piece as usize].1;
        }
        Self { shifts, lanes }
    }

    /// Moves points of the cloud apart.
    pub fn spread(&self, points: &mut [DVec3]) {
        points.iter_mut().zip(&self.shifts).for_each(|(point, shift)| *point += *shift);
    }

    /// Where a place of the layout is in the body.
    pub fn back(&self, x: DVec3) -> DVec3 {
        let lane = self.lanes.partition_point(|(end, _)| *end < x.x).min(self.lanes.len() - 1);
        x - self.lanes[lane].1
    }

    /// Moves all that was found back.
    pub fn move_back(&self, found: &mut Sampling) {
        found.samples.iter_mut().for_each(|x| *x = self.back(*x));
        let elastons = std::mem::take(&mut found.elastons);
        found.elastons = elastons.into_iter().map(|site| site.moved(|x| self.back(x))).collect();
        found.pieces.iter_mut().for_each(|piece| piece.centre = self.back(piece.centre));
        found.strip.iter_mut().for_each(|strip| strip.place = self.back(strip.place));
        let bends = found.bend.iter_mut().chain(&mut found.smooth_bend);
        bends.for_each(|bend| bend.place = self.back(bend.place));
        found.fold.iter_mut().for_each(|fold| fold.place = self.back(fold.place));
    }
}
