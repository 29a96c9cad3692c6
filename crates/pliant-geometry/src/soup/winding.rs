//! The generalised winding number: how often the triangles surround a point.
//!
//! w(q) = sum of the signed solid angles of the triangles over 4 pi (Jacobson, Kavan, Sorkine-Hornung 2013): 1 inside
//! a closed outward surface, 0 outside, and in between near holes. One solid angle is exact by van Oosterom and
//! Strackee 1983: tan(omega / 2) = det(a, b, c) / (|a||b||c| + (a.b)|c| + (b.c)|a| + (c.a)|b|).
//!
//! Far groups of triangles are replaced by their expansion (Barill, Dickson, Schmidt, Levin, Jacobson 2018) up to
//! third order: with d = p - q, p the group's centre, n the area normals and o the offsets of the surface from p,
//!   N = sum n,  M_j = sum o_j n,  T_jk = sum o_j o_k n (integrated over each triangle),
//!   4 pi w = N.d / |d|^3 + M_jj / |d|^3 - 3 d_j M_j.d / |d|^5
//!            - 3/2 (2 T_jk,j d_k + T_jj.d) / |d|^5 + 15/2 d_j d_k T_jk.d / |d|^7.
//! The third order is not a luxury: seen from the middle of a ball it cancels an error of the second that is larger
//! than the first order's. A group is far when |d| exceeds `ACCURACY` times its radius.

use std::f64::consts::PI;

use glam::DVec3;

use super::orient::{area_vector, centroid};
use super::tree::TriangleTree;
use crate::bounds_tree::Stack;

/// How many radii away a group of triangles must be to be replaced by its expansion.
pub(crate) const ACCURACY: f64 = 2.0;

/// The pairs (j, k) of second moments, in the order they are kept.
const PAIRS: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];

/// What a far point sees of the triangles below one box of the tree.
#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    centre: DVec3,
    /// Squared distance from which on the expansion holds.
    far: f64,
    /// N.
    dipole: DVec3,
    /// M_j.
    second: [DVec3; 3],
    /// T_jk, in the order of `PAIRS`.
    third: [DVec3; 6],
}

/// Moments of every box of a tree.
#[derive(Clone, Debug)]
pub(crate) struct Winding {
    moments: Vec<Moments>,
}

impl Winding {
    pub fn new(tree: &TriangleTree) -> Self {
        let mut moments = vec![Moments::default(); tree.nodes().len()];
        let mut areas = vec![0.0; tree.nodes().len()];
        // Children follow their parents, so walking backward meets them first.
        for index in (0..tree.nodes().len()).rev() {
            let right = tree.nodes()[index].right() as usize;
            (moments[index], areas[index]) = if right == 0 {
                leaf_moments(tree, index)
            } else {
                let (l, r) = (index + 1, right);
                merged((&moments[l], areas[l]), (&moments[r], areas[r]))
            };
            let bounds = &tree.nodes()[index].bounds;
            let centre = moments[index].centre;
            let radius = (centre - bounds.min).abs().max((bounds.max - centre).abs()).length();
            moments[index].far = (ACCURACY * radius).powi(2);
        }
        Self { moments }
    }

    /// The winding number of the surface about a point.
    pub fn at(&self, tree: &TriangleTree, q: DVec3) -> f64 {
        if self.moments.is_empty() {
            return 0.0;
        }
        let mut solid_angle = 0.0;
        let mut stack = Stack::new();
        stack.push(0, 0.0);
        while let Some((index, _)) = stack.pop() {
            let moments = &self.moments[index as usize];
            let d = moments.centre - q;
            let squared = d.length_squared();
            let node = &tree.nodes()[index as usize];
            if squared > moments.far {
                solid_angle += moments.solid_angle(d, squared);
            } else if node.is_leaf() {
                solid_angle += node.places().map(|t| triangle_solid_angle(tree.corners(t), q)).sum::<f64>();
            } else {
                stack.push(node.right(), 0.0);
                stack.push(index + 1, 0.0);
            }
        }
        solid_angle / (4.0 * PI)
    }
}

impl Moments {
    fn solid_angle(&self, d: DVec3, squared: f64) -> f64 {
        let [m, t] = [&self.second[..], &self.third[..]];
        let trace = m[0].x + m[1].y + m[2].z;
        let projected = (m[0] * d.x + m[1] * d.y + m[2] * d.z).dot(d);
        let contracted =
            DVec3::new(t[0].x + t[3].y + t[4].z, t[3].x + t[1].y + t[5].z, t[4].x + t[5].y + t[2].z);
        let linear = (2.0 * contracted + t[0] + t[1] + t[2]).dot(d);
        let cross = 2.0 * (t[3] * (d.x * d.y) + t[4] * (d.x * d.z) + t[5] * (d.y * d.z));
        let cubic = (t[0] * (d.x * d.x) + t[1] * (d.y * d.y) + t[2] * (d.z * d.z) + cross).dot(d);
        let inverse = 1.0 / squared;
        let inverse_cubed = inverse * inverse.sqrt();
        let high = 7.5 * inverse * cubic - 1.5 * linear - 3.0 * projected;
        inverse_cubed * (self.dipole.dot(d) + trace + inverse * high)
    }
}

fn leaf_moments(tree: &TriangleTree, index: usize) -> (Moments, f64) {
    let mut moments = Moments::default();
    let mut area = 0.0;
    for t in tree.nodes()[index].places() {
        let a = area_vector(tree.corners(t)).length();
        moments.centre += a * centroid(tree.corners(t));
        area += a;
    }
    let middle = tree.nodes()[index].bounds.centre();
    moments.centre = if area > 0.0 { moments.centre / area } else { middle };
    for t in tree.nodes()[index].places() {
        let normal = area_vector(tree.corners(t));
        let offset = centroid(tree.corners(t)) - moments.centre;
        moments.dipole += normal;
        for (column, o) in moments.second.iter_mut().zip(offset.to_array()) {
            *column += o * normal;
        }
        // Mean of x_j x_k over a triangle: (sum over corners of v_j v_k + 9 c_j c_k) / 12.
        let v = tree.corners(t).map(|x| x - moments.centre);
        for (entry, (j, k)) in moments.third.iter_mut().zip(PAIRS) {
            let corners: f64 = v.iter().map(|v| v[j] * v[k]).sum();
            *entry += (corners + 9.0 * offset[j] * offset[k]) / 12.0 * normal;
        }
    }
    (moments, area)
}

/// Moments of two groups about their common centre.
fn merged(left: (&Moments, f64), right: (&Moments, f64)) -> (Moments, f64) {
    let area = left.1 + right.1;
    let mut moments = Moments::default();
    let share = if area > 0.0 { left.1 / area } else { 0.5 };
    moments.centre = share * left.0.centre + (1.0 - share) * right.0.centre;
    for part in [left.0, right.0] {
        moments.dipole += part.dipole;
        let offset = (part.centre - moments.centre).to_array();
        for j in 0..3 {
            moments.second[j] += part.second[j] + offset[j] * part.dipole;
        }
        for (i, (j, k)) in PAIRS.into_iter().enumerate() {
            let shift = offset[j] * part.second[k] + offset[k] * part.second[j];
            moments.third[i] += part.third[i] + shift + offset[j] * offset[k] * part.dipole;
        }
    }
    (moments, area)
}

/// The signed solid angle of one triangle seen from a point: positive if its normal points away from it.
pub(crate) fn triangle_solid_angle(corners: [DVec3; 3], q: DVec3) -> f64 {
    let [a, b, c] = corners.map(|x| x - q);
    let (la, lb, lc) = (a.length(), b.length(), c.length());
    let numerator = a.dot(b.cross(c));
    let denominator = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
    2.0 * numerator.atan2(denominator)
}
