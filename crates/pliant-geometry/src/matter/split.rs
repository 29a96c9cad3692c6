//! Pieces cut smaller where samples are closer than elsewhere.

use std::collections::BTreeMap;

use glam::DVec3;
use pliant_math::decompose::symmetric_eigen;

use super::pieces::Piece;
use super::spacing::{MatterError, limit_points, parts, positive};
use super::{MaterialCloud, Matter, OnLine, piece_radius};

/// Pieces longer than wanted by no more than this factor stay whole.
const TOLERATED: f64 = 1.2;

impl Matter {
    /// The matter with every piece that is longer than wanted (m, one size for each piece) cut into equal parts. It is taken for the
    /// cuboid with its volume and moment, so that both stay what they are. The surface stays as it is.
    ///
    /// # Errors
    /// If there would be too many pieces, or if sizes are not positive lengths.
    ///
    /// # Panics
    /// If there is not one size for each piece.
    pub fn split(self, wanted: &[f64]) -> Result<Self, MatterError> {
        self.split_with_parents(wanted).map(|(matter, _)| matter)
    }

    /// The same, with the piece that each new one is a part of.
    pub(crate) fn split_with_parents(mut self, wanted: &[f64]) -> Result<(Self, Vec<u32>), MatterError> {
        assert_eq!(wanted.len(), self.cloud.len(), "one size a piece");
        wanted.iter().try_for_each(|size| positive("the size of a piece", *size))?;
        let cut = |(point, size): (usize, &f64)| Cut::new(&self.cloud.piece(point), *size);
        let cuts: Vec<Cut> = wanted.iter().enumerate().map(cut).collect();
        let count: f64 = cuts.iter().map(Cut::pieces).sum();
        let smallest = cuts.iter().map(|cut| cut.size).fold(f64::INFINITY, f64::min);
        limit_points(smallest, count)?;
        let mut cloud = MaterialCloud::default();
        let mut starts = Vec::with_capacity(cuts.len() + 1);
        for (point, cut) in cuts.iter().enumerate() {
            starts.push(cloud.len() as u32);
            if cut.counts == [1; 3] {
                cloud.push_on_line(
                    &self.cloud.piece(point),
                    self.cloud.radii[point],
                    self.cloud.on_line(point),
                );
            } else {
                cut.add_parts(&self.cloud.piece(point), self.cloud.on_line(point), &mut cloud);
            }
        }
        starts.push(cloud.len() as u32);
        self.cloud = cloud;
        self.parts.iter_mut().for_each(|first| *first = starts[*first as usize]);
        follow(&mut self.cloud_groups, &starts);
        if self.surface.is_none() {
            follow(&mut self.point_groups, &starts);
        }
        let parts = |point: usize| starts[point + 1] - starts[point];
        let parents =
            (0..cuts.len()).flat_map(|p| std::iter::repeat_n(p as u32, parts(p) as usize)).collect();
        Ok((self, parents))
    }
}

/// Groups of the parts of what was in them.
fn follow(groups: &mut BTreeMap<String, Vec<u32>>, starts: &[u32]) {
    for ids in groups.values_mut() {
        *ids = ids.iter().flat_map(|&id| starts[id as usize]..starts[id as usize + 1]).collect();
    }
}

/// How a piece is cut.
struct Cut {
    /// Edges of the cuboid that has its moment (m).
    edges: [DVec3; 3],
    /// Parts along each.
    counts: [usize; 3],
    /// The size wanted (m).
    size: f64,
}

impl Cut {
    fn new(piece: &Piece, size: f64) -> Self {
        let eigen = symmetric_eigen(&piece.moment);
        let length = |k: usize| (12.0 * eigen.values[k].max(0.0)).sqrt();
        let count = |k: usize| if length(k) > TOLERATED * size { parts(length(k), size) } else { 1 };
        let edges = std::array::from_fn(|k| eigen.vectors.col(k) * length(k));
        Self { edges, counts: std::array::from_fn(count), size }
    }

    fn pieces(&self) -> f64 {
        self.counts.iter().map(|count| *count as f64).product()
    }

    fn add_parts(&self, piece: &Piece, on_line: OnLine, cloud: &mut MaterialCloud) {
        let small: [DVec3; 3] = std::array::from_fn(|k| self.edges[k] / self.counts[k] as f64);
        let moment = small
            .iter()
            .map(|edge| super::pieces::outer(*edge / 12.0, *edge))
            .fold(glam::DMat3::ZERO, |sum, one| sum + one);
        let radius = piece_radius(small.iter().map(|edge| edge.length()).fold(0.0, f64::max));
        let volume = piece.volume / self.pieces();
        let at = |k: usize, i: usize| small[k] * (i as f64 + 0.5) - 0.5 * self.edges[k];
        for i in 0..self.counts[0] {
            for j in 0..self.counts[1] {
                for k in 0..self.counts[2] {
                    let centre = piece.centre + at(0, i) + at(1, j) + at(2, k);
                    cloud.push_on_line(&Piece { volume, centre, moment }, radius, on_line);
                }
            }
        }
    }
}
