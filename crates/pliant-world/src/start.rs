//! Bodies that begin deformed: stretched, mirrored, flattened, folded, or with every node anywhere.
//!
//! The rest shape stays what it is; only the places of the nodes at the first moment change. Held nodes are then put where their
//! holds want them.

use glam::{DMat3, DVec3};
use pliant_body::Body;
use pliant_geometry::BoundingBox;

/// How a body is deformed before the first step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Start {
    /// By this matrix about the middle of the body: a stretch, a mirroring, a projection.
    Affine(DMat3),
    /// The half on the side of this direction is laid over the other one.
    Folded(DVec3),
    /// Every node is at a random place in the body's bounding box, chosen by the seed.
    Random(u64),
}

impl Start {
    /// Puts the nodes of a body, at rest in `q`, where they begin. Nodes that are derivatives of a field follow affine
    /// deformations; others leave them alone.
    pub(crate) fn deform(self, body: &dyn Body, q: &mut [DVec3]) {
        let bounds = BoundingBox::of_points(body.points_at_rest());
        let middle = 0.5 * (bounds.min + bounds.max);
        let shares = body.shift_shares();
        let half = 0.5 * (bounds.max - bounds.min);
        match self {
            Self::Affine(matrix) => {
                let shift = middle - matrix * middle;
                q.iter_mut().zip(&shares).for_each(|(x, share)| *x = matrix * *x + shift * *share);
            }
            Self::Folded(direction) => {
                let normal = direction.normalize_or_zero();
                let crease = middle_along(body.points_at_rest(), normal);
                for (x, _) in places(q, &shares) {
                    *x -= normal * (2.0 * (x.dot(normal) - crease).max(0.0));
                }
            }
            Self::Random(seed) => {
                for (x, node) in places(q, &shares) {
                    *x = middle + half * random_direction(seed, node as u64);
                }
            }
        }
        self.shake(half, &shares, q);
    }

    /// Moves every place by up to a hundredth of the body's size, if it begins flat or inside out: what is exactly symmetric is in
    /// balance there, though not in a stable one, and would find no way out.
    fn shake(self, half: DVec3, shares: &[f64], q: &mut [DVec3]) {
        let is_upright = matches!(self, Self::Affine(matrix) if matrix.determinant() > 0.0);
        if is_upright || matches!(self, Self::Random(_)) {
            return;
        }
        for (x, node) in places(q, shares) {
            *x += half * random_direction(0, node as u64) * SHAKEN;
        }
    }
}

/// How far places of flat and inverted starts are moved, over half the size of the body.
const SHAKEN: f64 = 0.02;

/// Nodes that are places, with their numbers.
fn places<'a>(q: &'a mut [DVec3], shares: &'a [f64]) -> impl Iterator<Item = (&'a mut DVec3, usize)> {
    q.iter_mut().zip(0..).filter(|(_, node)| shares[*node] == 1.0)
}

/// The middle of the extent along a direction.
fn middle_along(points: &[DVec3], direction: DVec3) -> f64 {
    let along = points.iter().map(|x| x.dot(direction));
    let (least, most) = along.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
    0.5 * (least + most)
}

/// Three numbers from -1 to 1: SplitMix64 (Steele, Lea, Flood 2014) of the seed and a number.
fn random_direction(seed: u64, number: u64) -> DVec3 {
    let signed = |component: u64| {
        let mut z = seed.wrapping_add((3 * number + component + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    DVec3::new(signed(0), signed(1), signed(2))
}
