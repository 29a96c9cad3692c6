//! Places of folded bodies, and how far apart they are.
//!
//! Two legs of a hairpin are near each other in space and far from each other along the body. Kernels that know space only tie them together as far as
//! supports reach. So a body may be laid out in a few directions beside space: one leg goes one way, the other the opposite way, and they part where they
//! meet. With a(X) the place in these directions,
//!
//! ```text
//! r^2 q^2 = d^2 + |b|^2,   b = a_i - a(X)
//! ```
//!
//! Since a is smooth along the body, so are shape functions; polynomials are those of space, so that rigid motions and linear fields stay exact.

use glam::DVec3;

use super::breadth::Across;

/// How many directions there are beside space.
pub const ASIDE: usize = 6;

/// Where something lies beside space (m).
pub type Aside = [f64; ASIDE];

/// A place of a body, where it lies beside space, and how that changes from place to place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spot {
    /// The place (m).
    pub x: DVec3,
    /// Where it lies beside space (m).
    pub aside: Aside,
    /// The gradients of these.
    pub slopes: [DVec3; ASIDE],
}

impl Spot {
    /// A place near by, if all changes evenly.
    #[must_use]
    pub fn moved_to(&self, x: DVec3) -> Self {
        let d = x - self.x;
        Self { x, aside: std::array::from_fn(|k| self.aside[k] + self.slopes[k].dot(d)), ..*self }
    }

    /// The square of how far another place is beside space (m²).
    pub fn distance_squared_aside(&self, aside: &Aside) -> f64 {
        aside.iter().zip(&self.aside).map(|(a, b)| (a - b) * (a - b)).sum()
    }

    /// What a sample's being aside adds, in units of the length L.
    pub(super) fn add_to(&self, sample: &Aside, L: f64, across: &mut Across) {
        for k in 0..ASIDE {
            let (b, slope) = ((sample[k] - self.aside[k]) / L, self.slopes[k]);
            across.psi -= b * b;
            across.change -= b * slope;
            let pairs = [
                slope.x * slope.x,
                slope.y * slope.y,
                slope.z * slope.z,
                slope.y * slope.z,
                slope.x * slope.z,
                slope.x * slope.y,
            ];
            across.slopes.iter_mut().zip(pairs).for_each(|(sum, pair)| *sum -= pair);
        }
    }
}

impl From<DVec3> for Spot {
    fn from(x: DVec3) -> Self {
        Self { x, ..Self::default() }
    }
}
