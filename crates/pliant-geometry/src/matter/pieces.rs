//! Volume, centroid and second moment of a piece of matter, summed over quadrature points.

use glam::{DMat3, DVec3};

use super::{MaterialCloud, OnLine};

/// A share of the matter: what a material point stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Piece {
    pub volume: f64,
    pub centre: DVec3,
    /// Second moment about the centre, per volume (m²).
    pub moment: DMat3,
}

/// Sums of a piece under way. Lengths are taken from a point near the piece, so that nothing cancels far from the origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceSum {
    origin: DVec3,
    volume: f64,
    first: DVec3,
    second: DMat3,
}

impl PieceSum {
    pub fn around(origin: DVec3) -> Self {
        Self { origin, volume: 0.0, first: DVec3::ZERO, second: DMat3::ZERO }
    }

    /// Adds a quadrature point with its share of the volume.
    pub fn add(&mut self, point: DVec3, volume: f64) {
        let arm = point - self.origin;
        self.volume += volume;
        self.first += volume * arm;
        self.second += outer(volume * arm, arm);
    }

    /// Adds a whole piece.
    pub fn add_piece(&mut self, piece: &Piece) {
        self.add(piece.centre, piece.volume);
        self.second += piece.volume * piece.moment;
    }

    /// The piece; `None` if it has no volume.
    pub fn finish(&self) -> Option<Piece> {
        if !(self.volume > 0.0 && self.volume.is_finite()) {
            return None;
        }
        let arm = self.first / self.volume;
        let moment = self.second * (1.0 / self.volume) - outer(arm, arm);
        Some(Piece { volume: self.volume, centre: self.origin + arm, moment: symmetric(moment) })
    }
}

impl MaterialCloud {
    /// Adds a material point.
    pub(super) fn push(&mut self, piece: &Piece, radius: f64) {
        self.push_on_line(piece, radius, OnLine::NONE);
    }

    /// Adds one of what is swept along a line.
    pub(super) fn push_on_line(&mut self, piece: &Piece, radius: f64, on_line: OnLine) {
        if on_line != OnLine::NONE || !self.lines.is_empty() {
            self.lines.resize(self.points.len(), OnLine::NONE);
            self.lines.push(on_line);
        }
        self.points.push(piece.centre);
        self.volumes.push(piece.volume);
        self.moments.push(piece.moment);
        self.radii.push(radius);
    }

    /// What a point stands for.
    pub(super) fn piece(&self, point: usize) -> Piece {
        Piece { volume: self.volumes[point], centre: self.points[point], moment: self.moments[point] }
    }

    /// Where a point lies on a line.
    pub(crate) fn on_line(&self, point: usize) -> OnLine {
        self.lines.get(point).copied().unwrap_or(OnLine::NONE)
    }

    /// Some of the points that follow each other.
    pub(crate) fn part(&self, own: std::ops::Range<usize>) -> Self {
        Self {
            points: self.points[own.clone()].to_vec(),
            volumes: self.volumes[own.clone()].to_vec(),
            moments: self.moments[own.clone()].to_vec(),
            radii: self.radii[own.clone()].to_vec(),
            lines: own.map(|point| self.on_line(point)).collect(),
        }
    }

    /// Second moment of the whole about a point (m⁵): sum of v ((x - o)(x - o)ᵀ + own moment).
    pub fn second_moment(&self, about: DVec3) -> DMat3 {
        let mut sum = DMat3::ZERO;
        for point in 0..self.len() {
            let arm = self.points[point] - about;
            sum += self.volumes[point] * (outer(arm, arm) + self.moments[point]);
        }
        sum
    }

    /// Adds all points of another cloud.
    pub fn append(&mut self, mut other: Self) {
        if !(self.lines.is_empty() && other.lines.is_empty()) {
            let known = self.lines.iter().map(|on_line| on_line.line).max().unwrap_or(0);
            let renumbered = |point| {
                let on_line = other.on_line(point);
                OnLine { line: if on_line.line > 0 { known + on_line.line } else { 0 }, ..on_line }
            };
            self.lines.resize(self.points.len(), OnLine::NONE);
            self.lines.extend((0..other.len()).map(renumbered));
        }
        self.points.append(&mut other.points);
        self.volumes.append(&mut other.volumes);
        self.moments.append(&mut other.moments);
        self.radii.append(&mut other.radii);
    }

    /// The cloud turned and shifted.
    #[must_use]
    pub fn placed(mut self, placement: &crate::Placement) -> Self {
        let turn = placement.rotation;
        self.points.iter_mut().for_each(|point| *point = placement.point(*point));
        self.moments.iter_mut().for_each(|moment| *moment = symmetric(turn * *moment * turn.transpose()));
        self
    }

    /// The cloud with every volume times a factor.
    pub(super) fn scale_volumes(&mut self, factor: f64) {
        self.volumes.iter_mut().for_each(|volume| *volume *= factor);
    }
}

/// a bᵀ.
pub(super) fn outer(a: DVec3, b: DVec3) -> DMat3 {
    DMat3::from_cols(a * b.x, a * b.y, a * b.z)
}

pub(super) fn symmetric(m: DMat3) -> DMat3 {
    (m + m.transpose()) * 0.5
}

/// Points and weights of Gauss' rule with three points on 0..1: exact to degree five.
pub(super) const GAUSS: [(f64, f64); 3] =
    [(0.112_701_665_379_258_31, 5.0 / 18.0), (0.5, 8.0 / 18.0), (0.887_298_334_620_741_7, 5.0 / 18.0)];
