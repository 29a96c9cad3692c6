//! Shape functions and quadrature of 3- and 6-node triangles (faces of tetrahedra).
//!
//! Barycentric coordinates (l0, l1, l2), reference coordinates (l1, l2). Nodes: corners 0..2, then the mid nodes of
//! the sides (0,1), (1,2), (2,0). Quadrature weights sum to 1: multiply by the area, or for a curved triangle by
//! |dx/dl1 x dx/dl2| / 2 at the point.
//! Sources: 3-point rule, Hammer & Stroud 1956; 6-point rule of degree 4, Strang & Fix 1973 / Dunavant 1985;
//! 7-point rule of degree 5, Radon 1948. All weights positive, all points inside.

use glam::DVec3;

const SIDES: [[usize; 2]; 3] = [[0, 1], [1, 2], [2, 0]];

/// d lambda_i / d(l1, l2).
const LAMBDA_GRADIENTS: [[f64; 2]; 3] = [[-1.0, -1.0], [1.0, 0.0], [0.0, 1.0]];

/// Values of the three linear shape functions.
pub fn linear_values(lambda: [f64; 3]) -> [f64; 3] {
    lambda
}

/// Values of the six quadratic shape functions.
pub fn quadratic_values(lambda: [f64; 3]) -> [f64; 6] {
    let l = lambda;
    std::array::from_fn(|n| match n {
        0..3 => l[n] * (2.0 * l[n] - 1.0),
        _ => {
            let [i, j] = SIDES[n - 3];
            4.0 * l[i] * l[j]
        }
    })
}

/// Derivatives of the six quadratic shape functions with respect to (l1, l2).
pub fn quadratic_gradients(lambda: [f64; 3]) -> [[f64; 2]; 6] {
    let (l, g) = (lambda, &LAMBDA_GRADIENTS);
    std::array::from_fn(|n| {
        [0, 1].map(|k| match n {
            0..3 => (4.0 * l[n] - 1.0) * g[n][k],
            _ => {
                let [i, j] = SIDES[n - 3];
                4.0 * (l[j] * g[i][k] + l[i] * g[j][k])
            }
        })
    })
}

/// Tangents dx/dl1 and dx/dl2 of a quadratic triangle at a point.
pub fn tangents(positions: &[DVec3; 6], lambda: [f64; 3]) -> [DVec3; 2] {
    let gradients = quadratic_gradients(lambda);
    [0, 1].map(|k| positions.iter().zip(&gradients).map(|(x, g)| *x * g[k]).sum())
}

/// dx/dl1 x dx/dl2 of a quadratic triangle: the normal times twice the area density.
pub fn area_vector(positions: &[DVec3; 6], lambda: [f64; 3]) -> DVec3 {
    let [u, v] = tangents(positions, lambda);
    u.cross(v)
}

/// A point of a quadrature rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriPoint {
    /// Barycentric coordinates.
    pub lambda: [f64; 3],
    /// Share of the area; the weights of a rule sum to 1.
    pub weight: f64,
}

/// Quadrature rules with positive weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TriRule {
    /// The centroid; exact for degree 1.
    One,
    /// Three points; exact for degree 2.
    Three,
    /// Six points; exact for degree 4.
    Six,
    /// Seven points; exact for degree 5.
    Seven,
}

impl TriRule {
    /// The cheapest rule that integrates polynomials of this degree exactly; `None` above 5.
    pub fn of_degree(degree: usize) -> Option<Self> {
        match degree {
            0..=1 => Some(TriRule::One),
            2 => Some(TriRule::Three),
            3..=4 => Some(TriRule::Six),
            5 => Some(TriRule::Seven),
            _ => None,
        }
    }

    /// Highest degree of polynomials that are integrated exactly.
    pub fn degree(self) -> usize {
        match self {
            TriRule::One => 1,
            TriRule::Three => 2,
            TriRule::Six => 4,
            TriRule::Seven => 5,
        }
    }

    /// The points and weights.
    pub fn points(self) -> &'static [TriPoint] {
        match self {
            TriRule::One => &ONE,
            TriRule::Three => &THREE,
            TriRule::Six => &SIX,
            TriRule::Seven => &SEVEN,
        }
    }
}

const THIRD: f64 = 1.0 / 3.0;

static ONE: [TriPoint; 1] = [TriPoint { lambda: [THIRD; 3], weight: 1.0 }];

static THREE: [TriPoint; 3] = orbit(1.0 / 6.0, THIRD);

static SIX: [TriPoint; 6] = join(
    orbit(0.445_948_490_915_964_9, 0.223_381_589_678_011_47),
    orbit(0.091_576_213_509_770_74, 0.109_951_743_655_321_87),
);

const SQRT_15: f64 = 3.872_983_346_207_417;

static SEVEN: [TriPoint; 7] = {
    let pairs = join(
        orbit((6.0 - SQRT_15) / 21.0, (155.0 - SQRT_15) / 1200.0),
        orbit((6.0 + SQRT_15) / 21.0, (155.0 + SQRT_15) / 1200.0),
    );
    let centre = TriPoint { lambda: [THIRD; 3], weight: 9.0 / 40.0 };
    [centre, pairs[0], pairs[1], pairs[2], pairs[3], pairs[4], pairs[5]]
};

/// The three points (a, a, 1 - 2a) with the odd one at each corner.
const fn orbit(a: f64, weight: f64) -> [TriPoint; 3] {
    let b = 1.0 - 2.0 * a;
    [
        TriPoint { lambda: [b, a, a], weight },
        TriPoint { lambda: [a, b, a], weight },
        TriPoint { lambda: [a, a, b], weight },
    ]
}

const fn join(p: [TriPoint; 3], q: [TriPoint; 3]) -> [TriPoint; 6] {
    [p[0], p[1], p[2], q[0], q[1], q[2]]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn factorial(n: usize) -> f64 {
        (1..=n).map(|i| i as f64).product()
    }

    #[test]
    fn rules_integrate_monomials_exactly_and_no_more() {
        for rule in [TriRule::One, TriRule::Three, TriRule::Six, TriRule::Seven] {
            assert!((rule.points().iter().map(|p| p.weight).sum::<f64>() - 1.0).abs() < 1e-15);
            let error = |i: usize, j: usize| {
                let term = |p: &TriPoint| p.weight * p.lambda[1].powi(i as i32) * p.lambda[2].powi(j as i32);
                let exact = 2.0 * factorial(i) * factorial(j) / factorial(i + j + 2);
                (rule.points().iter().map(term).sum::<f64>() - exact).abs()
            };
            for i in 0..=rule.degree() {
                for j in 0..=rule.degree() - i {
                    assert!(error(i, j) < 2e-15, "{rule:?} x^{i} y^{j}: {}", error(i, j));
                }
            }
            assert!(error(rule.degree() + 1, 0) > 1e-6, "{rule:?}");
        }
    }

    #[test]
    fn values_and_gradients_agree() {
        let at = |a: f64, b: f64| quadratic_values([1.0 - a - b, a, b]);
        let (a, b, h) = (0.3, 0.25, 1e-6);
        assert!((at(a, b).iter().sum::<f64>() - 1.0).abs() < 1e-15);
        let gradients = quadratic_gradients([1.0 - a - b, a, b]);
        for n in 0..6 {
            assert!((gradients[n][0] - (at(a + h, b)[n] - at(a - h, b)[n]) / (2.0 * h)).abs() < 1e-9);
            assert!((gradients[n][1] - (at(a, b + h)[n] - at(a, b - h)[n]) / (2.0 * h)).abs() < 1e-9);
        }
    }

    #[test]
    fn flat_triangle_has_its_area_everywhere() {
        let c = [DVec3::ZERO, DVec3::X, DVec3::Y];
        let m = |i: usize, j: usize| 0.5 * (c[i] + c[j]);
        let x = [c[0], c[1], c[2], m(0, 1), m(1, 2), m(2, 0)];
        assert!((area_vector(&x, [0.2, 0.5, 0.3]) - DVec3::Z).length() < 1e-15);
    }
}
