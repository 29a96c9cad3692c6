//! Cross sections of rods: cut into cells, each with quadrature points that know its moments exactly.

use std::f64::consts::PI;

use glam::DVec2;

use super::pieces::GAUSS;
use super::spacing::{MatterError, MatterSpacing, limit_points, parts, positive};

/// A cross section. Its centre is on the curve; the first coordinate is across, the second one along `up`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Section {
    /// A disc, or a ring if it has an inner radius (m).
    Round {
        /// Outer radius (m).
        radius: f64,
        /// Inner radius (m); zero is a full disc.
        inner_radius: f64,
    },
    /// A rectangle (m).
    Rectangle {
        /// Across the curve and `up`.
        width: f64,
        /// Along `up`.
        height: f64,
    },
}

/// A cell of a section: weights (m²) and places (m), exact for polynomials of degree three.
#[derive(Clone, Debug)]
pub(super) struct SectionCell {
    pub points: Vec<(f64, DVec2)>,
    /// Longest extent (m).
    pub extent: f64,
}

/// Fewest sides of a round outline.
const SIDES: usize = 12;

impl Section {
    /// A full disc (m).
    pub fn round(radius: f64) -> Self {
        Self::Round { radius, inner_radius: 0.0 }
    }

    pub(super) fn check(&self) -> Result<(), MatterError> {
        match *self {
            Self::Round { radius, inner_radius } => {
                positive("the radius", radius)?;
                if (0.0..radius).contains(&inner_radius) {
                    return Ok(());
                }
                Err(MatterError::shape("the tube has no wall", "make the inner radius smaller"))
            }
            Self::Rectangle { width, height } => {
                positive("the width of the section", width)?;
                positive("the height of the section", height)
            }
        }
    }

    /// Area (m²).
    pub fn area(&self) -> f64 {
        match *self {
            Self::Round { radius, inner_radius } => PI * (radius - inner_radius) * (radius + inner_radius),
            Self::Rectangle { width, height } => width * height,
        }
    }

    /// Two lengths (m) with this area that tell how thin it is.
    pub(super) fn extents(&self) -> [f64; 2] {
        match *self {
            Self::Round { radius, inner_radius: 0.0 } => [2.0 * radius; 2],
            Self::Round { radius, inner_radius } => [2.0 * radius, radius - inner_radius],
            Self::Rectangle { width, height } => [width, height],
        }
    }

    /// Largest distance from the centre (m).
    pub(super) fn reach(&self) -> f64 {
        match *self {
            Self::Round { radius, .. } => radius,
            Self::Rectangle { width, height } => 0.5 * width.hypot(height),
        }
    }

    /// The share of the outline at which the hole begins.
    pub(super) fn hole(&self) -> f64 {
        match *self {
            Self::Round { radius, inner_radius } => inner_radius / radius,
            Self::Rectangle { .. } => 0.0,
        }
    }

    /// Points around it, counter-clockwise (m).
    pub(super) fn outline(&self, spacing: &MatterSpacing) -> Vec<DVec2> {
        match *self {
            Self::Round { radius, .. } => {
                let sides = parts(2.0 * PI * radius, spacing.edge()).max(SIDES);
                let at = |side: usize| 2.0 * PI * side as f64 / sides as f64;
                (0..sides).map(|side| radius * DVec2::from_angle(at(side))).collect()
            }
            Self::Rectangle { width, height } => {
                let half = 0.5 * DVec2::new(width, height);
                let corners =
                    [DVec2::new(-1.0, -1.0), DVec2::new(1.0, -1.0), DVec2::ONE, DVec2::new(-1.0, 1.0)];
                let counts = [width, height, width, height].map(|length| spacing.edges_along(length));
                (0..4)
                    .flat_map(|side| {
                        let (a, b) = (half * corners[side], half * corners[(side + 1) % 4]);
                        (0..counts[side]).map(move |i| a.lerp(b, i as f64 / counts[side] as f64))
                    })
                    .collect()
            }
        }
    }

    /// The cells, none much larger than `size` (m); one where it is thin.
    pub(super) fn cells(&self, spacing: &MatterSpacing, size: f64) -> Result<Vec<SectionCell>, MatterError> {
        limit_points(size, self.area() / (size * size) / 4.0)?;
        Ok(match *self {
            Self::Rectangle { width, height } => {
                let counts = [width, height].map(|length| spacing.pieces_along(length, size));
                rectangle_cells(DVec2::new(width, height), counts)
            }
            Self::Round { radius, .. } if spacing.pieces_along(2.0 * radius, size) == 1 => {
                vec![self.whole_round()]
            }
            Self::Round { radius, inner_radius } => round_cells(spacing, radius, inner_radius, size),
        })
    }

    /// The whole ring as one cell: four points on the circle with the ring's second moment.
    fn whole_round(&self) -> SectionCell {
        let Self::Round { radius, inner_radius } = *self else {
            return SectionCell { points: vec![], extent: 0.0 };
        };
        let at = (0.5 * (radius * radius + inner_radius * inner_radius)).sqrt();
        let places = [DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y];
        let points = places.map(|place| (0.25 * self.area(), at * place)).to_vec();
        SectionCell { points, extent: 2.0 * radius }
    }
}

fn rectangle_cells(size: DVec2, counts: [usize; 2]) -> Vec<SectionCell> {
    let cell = size / DVec2::new(counts[0] as f64, counts[1] as f64);
    let at = |i: usize, j: usize| -0.5 * size + cell * DVec2::new(i as f64, j as f64);
    let one = |low: DVec2| SectionCell {
        points: GAUSS
            .iter()
            .flat_map(|(y, wy)| {
                GAUSS
                    .iter()
                    .map(move |(z, wz)| (wy * wz * cell.element_product(), low + cell * DVec2::new(*y, *z)))
            })
            .collect(),
        extent: cell.max_element(),
    };
    (0..counts[0]).flat_map(|i| (0..counts[1]).map(move |j| (i, j))).map(|(i, j)| one(at(i, j))).collect()
}

/// A disc in the middle, rings around it, each cut into pieces about as long as wide.
fn round_cells(spacing: &MatterSpacing, radius: f64, inner: f64, size: f64) -> Vec<SectionCell> {
    let mut cells = vec![];
    let mut from = inner;
    if inner == 0.0 {
        from = radius / (2 * parts(radius, size).max(2) - 1) as f64;
        cells.push(Section::round(from).whole_round());
    }
    let rings = spacing.pieces_along(radius - from, size);
    // What is left of a disc is not thin only because the middle was taken out.
    let rings = if inner == 0.0 { parts(radius - from, size) } else { rings };
    for ring in 0..rings {
        let at = |i: usize| from + (radius - from) * i as f64 / rings as f64;
        let (low, high) = (at(ring), at(ring + 1));
        let pieces = parts(PI * (low + high), size).max(6);
        let half = PI / pieces as f64;
        cells.extend((0..pieces).map(|piece| ring_cell(low, high, (2 * piece + 1) as f64 * half, half)));
    }
    cells
}

/// Places and weights of Gauss' rule with five points on -1..1: exact to degree nine, so to rounding for these arcs.
const GAUSS_FIVE: [(f64, f64); 5] = [
    (-0.906_179_845_938_664, 0.236_926_885_056_189_08),
    (-0.538_469_310_105_683_1, 0.478_628_670_499_366_47),
    (0.0, 0.568_888_888_888_888_9),
    (0.538_469_310_105_683_1, 0.478_628_670_499_366_47),
    (0.906_179_845_938_664, 0.236_926_885_056_189_08),
];

/// The piece of a ring between two radii, `half` (rad) to both sides of an angle.
fn ring_cell(low: f64, high: f64, angle: f64, half: f64) -> SectionCell {
    let mut points = vec![];
    for (r, wr) in GAUSS {
        let r = low + (high - low) * r;
        for (turn, wt) in GAUSS_FIVE {
            points.push((wr * (high - low) * r * wt * half, r * DVec2::from_angle(angle + turn * half)));
        }
    }
    // Whatever the rule for arcs leaves goes to the area, which is known.
    let area: f64 = points.iter().map(|point| point.0).sum();
    let factor = half * (high * high - low * low) / area;
    points.iter_mut().for_each(|point| point.0 *= factor);
    SectionCell { points, extent: (high - low).max(2.0 * half * high) }
}
