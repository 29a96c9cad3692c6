//! The two element families: 4-node tetrahedra with one integration point, 10-node ones with four.
//!
//! On the reference tetrahedron with coordinates xi, the rest shape has the Jacobian J0 = dX/dxi. An element
//! keeps B = J0^-1 and the weight w det J0 at each integration point; then F = (sum_a x_a (x) dN_a/dxi) B and
//! the nodal forces are -(P B^T w det J0) dN_a/dxi. The constants dN_a/dxi belong to the family.

use pliant_geometry::ElementOrder;
use pliant_geometry::tet_shape::{TetRule, quadratic_gradients};
use pliant_math::lanes::Real;
use pliant_math::small::{self, M3, V3};

/// An element family with N nodes and Q integration points.
pub trait Family<const N: usize, const Q: usize>: Copy + Send + Sync + 'static {
    /// Which order of mesh it serves.
    const ORDER: ElementOrder;
    /// Elements handled as one task: its nodes and blocks must stay in the first caches and below 2^15 slots.
    const ELEMENTS_A_CHUNK: usize;
    /// Prepares the constants.
    fn new() -> Self;
    /// Weight of integration point `point`, so that weight times det J0 is its share of the volume.
    fn weight(&self, point: usize) -> f64;
    /// dN_a/dxi at integration point `point`.
    fn shape_gradients(&self, point: usize) -> [[f64; 3]; N];
    /// sum_a x_a (x) dN_a/dxi.
    fn reference_gradient<R: Real>(&self, point: usize, x: &[V3<R>; N]) -> M3<R>;
    /// f_a -= T dN_a/dxi.
    fn spread<R: Real>(&self, point: usize, T: &M3<R>, f: &mut [V3<R>; N]);
}

/// 4-node tetrahedra: constant strain, one point.
#[derive(Clone, Copy, Debug)]
pub struct Linear;

impl Family<4, 1> for Linear {
    const ORDER: ElementOrder = ElementOrder::Linear;
    const ELEMENTS_A_CHUNK: usize = 1024;

    fn new() -> Self {
        Self
    }

    fn weight(&self, _: usize) -> f64 {
        1.0 / 6.0
    }

    fn shape_gradients(&self, _: usize) -> [[f64; 3]; 4] {
        [[-1.0, -1.0, -1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    }

    #[inline(always)]
    fn reference_gradient<R: Real>(&self, _: usize, x: &[V3<R>; 4]) -> M3<R> {
        small::from_fn(
            #[inline(always)]
            |i, k| x[k + 1][i] - x[0][i],
        )
    }

    #[inline(always)]
    fn spread<R: Real>(&self, _: usize, T: &M3<R>, f: &mut [V3<R>; 4]) {
        for i in 0..3 {
            f[0][i] += T[i][0] + T[i][1] + T[i][2];
            for k in 0..3 {
                f[k + 1][i] -= T[i][k];
            }
        }
    }
}

/// 10-node tetrahedra: linear strain, four points (exact for straight elements and linear materials).
#[derive(Clone, Copy, Debug)]
pub struct Quadratic {
    weights: [f64; 4],
    gradients: [[[f64; 3]; 10]; 4],
}

impl Family<10, 4> for Quadratic {
    const ORDER: ElementOrder = ElementOrder::Quadratic;
    const ELEMENTS_A_CHUNK: usize = 256;

    fn new() -> Self {
        let rule = TetRule::of_degree(2).expect("a rule of degree 2 exists").points();
        Self {
            weights: std::array::from_fn(|p| rule[p].weight / 6.0),
            gradients: std::array::from_fn(|p| quadratic_gradients(rule[p].lambda).map(|g| g.to_array())),
        }
    }

    fn weight(&self, point: usize) -> f64 {
        self.weights[point]
    }

    fn shape_gradients(&self, point: usize) -> [[f64; 3]; 10] {
        self.gradients[point]
    }

    #[inline(always)]
    fn reference_gradient<R: Real>(&self, point: usize, x: &[V3<R>; 10]) -> M3<R> {
        let mut sum = small::zero::<R>();
        for (x, gradient) in x.iter().zip(&self.gradients[point]) {
            for k in 0..3 {
                let g = R::splat(gradient[k]);
                for i in 0..3 {
                    sum[i][k] = x[i].mul_add(g, sum[i][k]);
                }
            }
        }
        sum
    }

    #[inline(always)]
    fn spread<R: Real>(&self, point: usize, T: &M3<R>, f: &mut [V3<R>; 10]) {
        for (f, gradient) in f.iter_mut().zip(&self.gradients[point]) {
            let g = gradient.map(|g| R::splat(-g));
            for i in 0..3 {
                f[i] = T[i][2].mul_add(g[2], T[i][1].mul_add(g[1], T[i][0].mul_add(g[0], f[i])));
            }
        }
    }
}
