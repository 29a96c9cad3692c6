//! Shape functions and quadrature of 4- and 10-node tetrahedra.
//!
//! Everything is written in barycentric coordinates lambda = (l0, l1, l2, l3), sum 1; the reference coordinates
//! are xi = (l1, l2, l3), so corner 0 sits at the origin. Node numbering as in [`crate::TetMesh`].
//!
//! Quadratic shape functions: N_i = l_i (2 l_i - 1) at corners, N_ij = 4 l_i l_j at mid-edge nodes.
//!
//! Quadrature weights sum to 1: multiply by the volume (or, for a curved element, by det J / 6 at the point).
//! Sources: centroid and 4-point rule, Hammer & Stroud 1956; 14-point rule of degree 5, Walkington 2000.
//! All weights positive, all points inside.

use glam::{DMat3, DVec3};

use crate::mesh::EDGES;

/// Barycentric coordinates of a point in reference coordinates.
pub fn barycentric(xi: DVec3) -> [f64; 4] {
    [1.0 - xi.x - xi.y - xi.z, xi.x, xi.y, xi.z]
}

/// d lambda_i / d xi.
const LAMBDA_GRADIENTS: [DVec3; 4] = [DVec3::NEG_ONE, DVec3::X, DVec3::Y, DVec3::Z];

/// Values of the four linear shape functions: the barycentric coordinates themselves.
pub fn linear_values(lambda: [f64; 4]) -> [f64; 4] {
    lambda
}

/// Gradients of the four linear shape functions in reference coordinates.
pub fn linear_gradients() -> [DVec3; 4] {
    LAMBDA_GRADIENTS
}

/// Values of the ten quadratic shape functions.
pub fn quadratic_values(lambda: [f64; 4]) -> [f64; 10] {
    let l = lambda;
    std::array::from_fn(|n| match n {
        0..4 => l[n] * (2.0 * l[n] - 1.0),
        _ => {
            let [i, j] = EDGES[n - 4];
            4.0 * l[i] * l[j]
        }
    })
}

/// Gradients of the ten quadratic shape functions in reference coordinates.
pub fn quadratic_gradients(lambda: [f64; 4]) -> [DVec3; 10] {
    let (l, g) = (lambda, &LAMBDA_GRADIENTS);
    std::array::from_fn(|n| match n {
        0..4 => (4.0 * l[n] - 1.0) * g[n],
        _ => {
            let [i, j] = EDGES[n - 4];
            4.0 * (l[j] * g[i] + l[i] * g[j])
        }
    })
}

/// J = dx/dxi of a quadratic element at a point; column k is dx/dxi_k.
pub fn jacobian_matrix(positions: &[DVec3; 10], lambda: [f64; 4]) -> DMat3 {
    let gradients = quadratic_gradients(lambda);
    let mut J = DMat3::ZERO;
    for (x, g) in positions.iter().zip(&gradients) {
        J += DMat3::from_cols(*x * g.x, *x * g.y, *x * g.z);
    }
    J
}

/// det dx/dxi of a quadratic element at a point: six times the volume of a straight one.
pub fn jacobian(positions: &[DVec3; 10], lambda: [f64; 4]) -> f64 {
    jacobian_matrix(positions, lambda).determinant()
}

/// The smallest Jacobian of a quadratic element over its nodes and the points of the 14-point rule.
pub fn smallest_jacobian(positions: &[DVec3; 10]) -> f64 {
    let corners = (0..4).map(|i| std::array::from_fn(|k| if k == i { 1.0 } else { 0.0 }));
    let mids = EDGES.iter().map(|&[i, j]| std::array::from_fn(|k| if k == i || k == j { 0.5 } else { 0.0 }));
    let inner = TetRule::Fourteen.points().iter().map(|p| p.lambda);
    corners.chain(mids).chain(inner).map(|lambda| jacobian(positions, lambda)).fold(f64::INFINITY, f64::min)
}

/// A point of a quadrature rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TetPoint {
    /// Barycentric coordinates.
    pub lambda: [f64; 4],
    /// Share of the volume; the weights of a rule sum to 1.
    pub weight: f64,
}

/// Quadrature rules with positive weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TetRule {
    /// The centroid; exact for degree 1.
    One,
    /// Four points; exact for degree 2.
    Four,
    /// Fourteen points; exact for degree 5.
    Fourteen,
}

impl TetRule {
    /// The cheapest rule that integrates polynomials of this degree exactly; `None` above 5.
    pub fn of_degree(degree: usize) -> Option<Self> {
        match degree {
            0..=1 => Some(TetRule::One),
            2 => Some(TetRule::Four),
            3..=5 => Some(TetRule::Fourteen),
            _ => None,
        }
    }

    /// Highest degree of polynomials that are integrated exactly.
    pub fn degree(self) -> usize {
        match self {
            TetRule::One => 1,
            TetRule::Four => 2,
            TetRule::Fourteen => 5,
        }
    }

    /// The points and weights.
    pub fn points(self) -> &'static [TetPoint] {
        match self {
            TetRule::One => &ONE,
            TetRule::Four => &FOUR,
            TetRule::Fourteen => &FOURTEEN,
        }
    }
}

static ONE: [TetPoint; 1] = [TetPoint { lambda: [0.25; 4], weight: 1.0 }];

/// (5 - sqrt 5) / 20.
const FOUR_A: f64 = 0.138_196_601_125_010_5;

static FOUR: [TetPoint; 4] = [
    near_corner(FOUR_A, 0, 0.25),
    near_corner(FOUR_A, 1, 0.25),
    near_corner(FOUR_A, 2, 0.25),
    near_corner(FOUR_A, 3, 0.25),
];

const A1: f64 = 0.310_885_919_263_300_6;
const W1: f64 = 0.112_687_925_718_015_85;
const A2: f64 = 0.092_735_250_310_891_23;
const W2: f64 = 0.073_493_043_116_361_95;
const A3: f64 = 0.045_503_704_125_649_65;
const W3: f64 = 0.042_546_020_777_081_466;

static FOURTEEN: [TetPoint; 14] = [
    near_corner(A1, 0, W1),
    near_corner(A1, 1, W1),
    near_corner(A1, 2, W1),
    near_corner(A1, 3, W1),
    near_corner(A2, 0, W2),
    near_corner(A2, 1, W2),
    near_corner(A2, 2, W2),
    near_corner(A2, 3, W2),
    near_edge(A3, [0, 1], W3),
    near_edge(A3, [0, 2], W3),
    near_edge(A3, [0, 3], W3),
    near_edge(A3, [1, 2], W3),
    near_edge(A3, [1, 3], W3),
    near_edge(A3, [2, 3], W3),
];

/// (a, a, a, 1 - 3a) with the odd one at `corner`.
const fn near_corner(a: f64, corner: usize, weight: f64) -> TetPoint {
    let mut lambda = [a; 4];
    lambda[corner] = 1.0 - 3.0 * a;
    TetPoint { lambda, weight }
}

/// (a, a, 1/2 - a, 1/2 - a) with the first pair at `edge`.
const fn near_edge(a: f64, edge: [usize; 2], weight: f64) -> TetPoint {
    let mut lambda = [0.5 - a; 4];
    lambda[edge[0]] = a;
    lambda[edge[1]] = a;
    TetPoint { lambda, weight }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: [TetRule; 3] = [TetRule::One, TetRule::Four, TetRule::Fourteen];

    fn factorial(n: usize) -> f64 {
        (1..=n).map(|i| i as f64).product()
    }

    #[test]
    fn rules_integrate_monomials_exactly() {
        for rule in RULES {
            assert!((rule.points().iter().map(|p| p.weight).sum::<f64>() - 1.0).abs() < 1e-15);
            assert!(rule.points().iter().all(|p| p.weight > 0.0 && p.lambda.iter().all(|&l| l > 0.0)));
            for (i, j, k) in (0..6).flat_map(|i| (0..6).flat_map(move |j| (0..6).map(move |k| (i, j, k)))) {
                if i + j + k > rule.degree() {
                    continue;
                }
                let value: f64 = rule
                    .points()
                    .iter()
                    .map(|p| {
                        p.weight
                            * p.lambda[1].powi(i as i32)
                            * p.lambda[2].powi(j as i32)
                            * p.lambda[3].powi(k as i32)
                    })
                    .sum();
                // Integral over the reference element (volume 1/6): i! j! k! / (i + j + k + 3)!.
                let exact = 6.0 * factorial(i) * factorial(j) * factorial(k) / factorial(i + j + k + 3);
                assert!((value - exact).abs() < 2e-15, "{rule:?} x^{i} y^{j} z^{k}: {value} {exact}");
            }
        }
        assert_eq!(TetRule::of_degree(2), Some(TetRule::Four));
        assert_eq!(TetRule::of_degree(4), Some(TetRule::Fourteen));
        assert_eq!(TetRule::of_degree(6), None);
    }

    #[test]
    fn rules_are_not_exact_beyond_their_degree() {
        for rule in RULES {
            let n = rule.degree() as i32 + 1;
            let value: f64 = rule.points().iter().map(|p| p.weight * p.lambda[1].powi(n)).sum();
            let exact = 6.0 * factorial(n as usize) / factorial(n as usize + 3);
            assert!((value - exact).abs() > 1e-8, "{rule:?}");
        }
    }

    #[test]
    fn quadratic_functions_are_one_at_their_node_and_reproduce_quadratics() {
        let node = |n: usize| -> [f64; 4] {
            std::array::from_fn(|k| match n {
                0..4 => f64::from(u8::from(k == n)),
                _ => 0.5 * f64::from(u8::from(EDGES[n - 4].contains(&k))),
            })
        };
        for n in 0..10 {
            let values = quadratic_values(node(n));
            for (m, value) in values.iter().enumerate() {
                assert!((value - f64::from(u8::from(m == n))).abs() < 1e-15);
            }
        }
        let polynomial = |l: [f64; 4]| 1.0 + l[1] - 2.0 * l[2] * l[3] + 3.0 * l[1] * l[1] + 0.5 * l[3] * l[1];
        let l = barycentric(DVec3::new(0.2, 0.15, 0.4));
        let value: f64 = quadratic_values(l).iter().enumerate().map(|(n, v)| v * polynomial(node(n))).sum();
        assert!((value - polynomial(l)).abs() < 1e-15);
    }

    #[test]
    fn gradients_are_the_derivatives_of_the_values() {
        let xi = DVec3::new(0.2, 0.15, 0.4);
        let h = 1e-6;
        for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
            let up = quadratic_values(barycentric(xi + h * axis));
            let down = quadratic_values(barycentric(xi - h * axis));
            for (n, g) in quadratic_gradients(barycentric(xi)).iter().enumerate() {
                assert!((g.dot(axis) - (up[n] - down[n]) / (2.0 * h)).abs() < 1e-9);
            }
            let (up, down) = (barycentric(xi + h * axis), barycentric(xi - h * axis));
            for (n, g) in linear_gradients().iter().enumerate() {
                assert!((g.dot(axis) - (up[n] - down[n]) / (2.0 * h)).abs() < 1e-9);
            }
        }
    }
}
