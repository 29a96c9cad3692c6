//! Boxes, sheets, twisted boxes and blocks: a grid of cells, one cell across a thin direction.

use std::collections::BTreeMap;

use glam::{DMat3, DVec3};
use rayon::prelude::*;

use super::pieces::{GAUSS, Piece, PieceSum};
use super::spacing::{MatterError, MatterSpacing, limit_points, limit_triangles, positive};
use super::{MaterialCloud, Matter, piece_radius};
use crate::triangles::TriangleSurface;

/// A body that is the picture of the unit cube.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BlockShape {
    /// A box along the axes.
    Box {
        /// Its corner with the smallest coordinates (m).
        origin: DVec3,
        /// Edge lengths (m).
        size: DVec3,
        /// Turn of the upper x end against the lower one about the middle line along x (rad), even in between.
        twist: f64,
    },
    /// Straight edges between eight corners (m): bottom counter-clockwise seen from above, then the top.
    Corners([DVec3; 8]),
}

impl BlockShape {
    /// A flat sheet around the origin, its thickness along z (m).
    pub fn sheet(width: f64, depth: f64, thickness: f64) -> Self {
        let size = DVec3::new(width, depth, thickness);
        Self::Box { origin: -0.5 * size, size, twist: 0.0 }
    }

    /// Longest edge along each of the three directions (m).
    pub fn extents(&self) -> [f64; 3] {
        match self {
            Self::Box { size, .. } => size.to_array(),
            Self::Corners(c) => {
                let longest = |pairs: [(usize, usize); 4]| {
                    pairs.iter().map(|&(a, b)| c[a].distance(c[b])).fold(0.0, f64::max)
                };
                [
                    longest([(0, 1), (3, 2), (4, 5), (7, 6)]),
                    longest([(0, 3), (1, 2), (4, 7), (5, 6)]),
                    longest([(0, 4), (1, 5), (2, 6), (3, 7)]),
                ]
            }
        }
    }

    /// Where a point of the unit cube goes.
    fn point(&self, u: DVec3) -> DVec3 {
        match self {
            Self::Box { origin, size, twist } => {
                let middle = *origin + DVec3::new(size.x * u.x, 0.5 * size.y, 0.5 * size.z);
                let (sin, cos) = (twist * u.x).sin_cos();
                let (y, z) = ((u.y - 0.5) * size.y, (u.z - 0.5) * size.z);
                if *twist == 0.0 {
                    *origin + *size * u
                } else {
                    middle + DVec3::new(0.0, cos * y - sin * z, sin * y + cos * z)
                }
            }
            Self::Corners(corners) => {
                let (low, high) = (DVec3::ONE - u, u);
                let level = |c: &[DVec3], w: f64| {
                    w * (low.x * low.y * c[0]
                        + high.x * low.y * c[1]
                        + high.x * high.y * c[2]
                        + low.x * high.y * c[3])
                };
                level(&corners[..4], low.z) + level(&corners[4..], high.z)
            }
        }
    }

    /// The matter in it. Volume and moments are exact for boxes and blocks. Groups `x-` ... `z+` are its sides, `edge` is
    /// the rim of one that is thin in z.
    ///
    /// # Errors
    /// Without a positive volume, or with too many pieces.
    pub fn matter(&self, spacing: MatterSpacing) -> Result<Matter, MatterError> {
        spacing.check()?;
        let extents = self.extents();
        for length in extents {
            positive("an edge of the box", length)?;
        }
        self.cut(spacing.counts(extents)?, spacing)
    }

    /// The same cut into so many pieces along its three directions.
    ///
    /// # Errors
    /// Without a positive volume, or with too many pieces.
    pub fn matter_in_cells(&self, cells: [usize; 3]) -> Result<Matter, MatterError> {
        let extents = self.extents();
        for length in extents {
            positive("an edge of the box", length)?;
        }
        let size = (0..3).map(|k| extents[k] / cells[k] as f64).fold(0.0, f64::max);
        limit_points(size, cells.iter().map(|count| *count as f64).product())?;
        self.cut(cells, MatterSpacing::for_samples(size))
    }

    fn cut(&self, cells: [usize; 3], spacing: MatterSpacing) -> Result<Matter, MatterError> {
        let extents = self.extents();
        let (cloud, cloud_groups) = self.cloud(cells)?;
        let (surface, mut point_groups) = self.surface(&spacing, extents)?;
        if extents[2] < extents[0].min(extents[1]) {
            let mut rim: Vec<u32> = SIDES[..4].iter().flat_map(|side| point_groups[*side].clone()).collect();
            rim.sort_unstable();
            rim.dedup();
            point_groups.insert("edge".into(), rim);
        }
        Ok(Matter { cloud, surface: Some(surface), point_groups, cloud_groups, ..Matter::default() })
    }

    fn cloud(&self, cells: [usize; 3]) -> Result<(MaterialCloud, Groups), MatterError> {
        let size = DVec3::from_array(cells.map(|count| 1.0 / count as f64));
        let index = |cell: usize| [cell / (cells[1] * cells[2]), cell / cells[2] % cells[1], cell % cells[2]];
        let rates = Rates::new(self);
        let all = (0..cells.iter().product::<usize>()).into_par_iter().with_min_len(256);
        let pieces: Vec<(Option<Piece>, f64)> = all
            .map(|cell| {
                let low = DVec3::from_array(index(cell).map(|i| i as f64)) * size;
                (self.cell(low, size, &rates), piece_radius(self.longest_edge(low, size)))
            })
            .collect();
        let mut cloud = MaterialCloud::default();
        let mut sides: [Vec<u32>; 6] = Default::default();
        for (cell, (piece, radius)) in pieces.into_iter().enumerate() {
            for side in sides_of(index(cell), cells.map(|count| count - 1)) {
                sides[side].push(cell as u32);
            }
            cloud.push(&piece.ok_or_else(inside_out)?, radius);
        }
        let groups = SIDES.iter().zip(sides).map(|(side, cells)| ((*side).to_string(), cells)).collect();
        Ok((cloud, groups))
    }

    fn cell(&self, low: DVec3, size: DVec3, rates: &Rates) -> Option<Piece> {
        let mut sum = PieceSum::around(self.point(low + 0.5 * size));
        for (x, wx) in GAUSS {
            for (y, wy) in GAUSS {
                for (z, wz) in GAUSS {
                    let u = low + size * DVec3::new(x, y, z);
                    let (point, rate) = rates.at(self, u);
                    sum.add(point, wx * wy * wz * size.element_product() * rate);
                }
            }
        }
        sum.finish()
    }

    fn longest_edge(&self, low: DVec3, size: DVec3) -> f64 {
        let middle = low + 0.5 * size;
        let axes = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| 0.5 * size * axis);
        axes.iter()
            .map(|half| self.point(middle + *half).distance(self.point(middle - *half)))
            .fold(0.0, f64::max)
    }

    fn surface(
        &self,
        spacing: &MatterSpacing,
        extents: [f64; 3],
    ) -> Result<(TriangleSurface, Groups), MatterError> {
        let counts = extents.map(|length| spacing.edges_along(length));
        let area: f64 = (0..3).map(|i| counts[i] as f64 * counts[(i + 1) % 3] as f64).sum();
        limit_triangles(spacing.edge(), 8.0 * area)?;
        let mut grid = GridSurface::default();
        (0..6).for_each(|side| grid.add_side(side, counts));
        let scale = DVec3::from_array(counts.map(|count| 0.5 / count as f64));
        let mut groups: Groups = SIDES.iter().map(|side| ((*side).to_string(), vec![])).collect();
        for (id, index) in (0u32..).zip(&grid.indices) {
            for side in sides_of(*index, counts.map(|count| 2 * count)) {
                groups.entry(SIDES[side].into()).or_default().push(id);
            }
        }
        let at = |index: &[usize; 3]| self.point(DVec3::from_array(index.map(|i| i as f64)) * scale);
        let points = grid.indices.iter().map(at).collect();
        Ok((TriangleSurface { points, triangles: grid.triangles }, groups))
    }
}

/// Places and volumes of the unit cube.
enum Rates {
    /// The same volume everywhere: of the whole (m³).
    Even(f64),
    /// Factors of 1, x, y, z, yz, xz, xy and xyz.
    Trilinear([DVec3; 8]),
}

impl Rates {
    fn new(shape: &BlockShape) -> Self {
        let corners = match shape {
            BlockShape::Box { size, .. } => return Self::Even(size.element_product()),
            BlockShape::Corners(corners) => corners,
        };
        let [a, b, c, d, e, f, g, h] = *corners;
        Self::Trilinear([
            a,
            b - a,
            d - a,
            e - a,
            a - d - e + h,
            a - b - e + f,
            a - b - d + c,
            b + d + e + g - a - c - f - h,
        ])
    }

    /// The place of a point of the unit cube, and the volume per volume of the cube there (m³).
    fn at(&self, shape: &BlockShape, u: DVec3) -> (DVec3, f64) {
        let factors = match self {
            Self::Even(volume) => return (shape.point(u), *volume),
            Self::Trilinear(factors) => factors,
        };
        let [one, x, y, z, yz, xz, xy, xyz] = *factors;
        let along_x = x + u.y * (xy + u.z * xyz) + u.z * xz;
        let along_y = y + u.x * (xy + u.z * xyz) + u.z * yz;
        let along_z = z + u.x * (xz + u.y * xyz) + u.y * yz;
        let point = one + u.x * along_x + u.y * (y + u.z * yz) + u.z * z;
        (point, DMat3::from_cols(along_x, along_y, along_z).determinant())
    }
}

type Groups = BTreeMap<String, Vec<u32>>;

/// Names of the sides: axis by axis, the lower one first.
const SIDES: [&str; 6] = ["x-", "x+", "y-", "y+", "z-", "z+"];

/// Which sides of a grid a cell or point is on, of which the last has this index.
fn sides_of(index: [usize; 3], last: [usize; 3]) -> impl Iterator<Item = usize> {
    (0..6).filter(move |side| index[side / 2] == if side % 2 == 0 { 0 } else { last[side / 2] })
}

fn inside_out() -> MatterError {
    MatterError::shape("the block is flat or turned inside out", "check the order of its corners")
}

/// The skin of a grid of cells.
#[derive(Default)]
struct GridSurface {
    ids: BTreeMap<[usize; 3], u32>,
    /// Places of the points in half cells.
    indices: Vec<[usize; 3]>,
    triangles: Vec<[u32; 3]>,
}

impl GridSurface {
    fn id(&mut self, index: [usize; 3]) -> u32 {
        *self.ids.entry(index).or_insert_with(|| {
            self.indices.push(index);
            self.indices.len() as u32 - 1
        })
    }

    /// Both halves of each square of a side. Diagonals alternate, so that the surface favours no direction; squares across a thin
    /// side are cut into quarters, so that what is spread over them has no couple.
    fn add_side(&mut self, side: usize, counts: [usize; 3]) {
        let (axis, upper) = (side / 2, side % 2 == 1);
        let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
        let level = if upper { 2 * counts[axis] } else { 0 };
        let is_thin = counts[b].min(counts[c]) == 1;
        for i in 0..counts[b] {
            for j in 0..counts[c] {
                let corner = |di: usize, dj: usize| {
                    let mut index = [level; 3];
                    (index[b], index[c]) = (2 * i + di, 2 * j + dj);
                    index
                };
                let [p, q, r, s] =
                    [corner(0, 0), corner(2, 0), corner(2, 2), corner(0, 2)].map(|index| self.id(index));
                let turned = |[a, b, c]: [u32; 3]| if upper { [a, b, c] } else { [a, c, b] };
                if is_thin {
                    let m = self.id(corner(1, 1));
                    self.triangles.extend([[p, q, m], [q, r, m], [r, s, m], [s, p, m]].map(turned));
                } else {
                    let halves =
                        if (i + j) % 2 == 0 { [[p, q, r], [p, r, s]] } else { [[p, q, s], [q, r, s]] };
                    self.triangles.extend(halves.map(turned));
                }
            }
        }
    }
}
