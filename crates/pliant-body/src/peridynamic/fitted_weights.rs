//! Weights of bonds that give the right moduli: a neighbourhood of finitely many bonds, cut off at surfaces, shall store under every
//! homogeneous strain what a full round one does.
//!
//! The energy of small strain knows weights by sum_j a_j n_j n_j n_j n_j only (n: direction of a bond; 15 numbers in space, 5 in a layer, 1 in
//! a fibre; by contraction also sum a n n = 1/d and sum a = 1). Weights are changed as little as possible, min sum (a - a0)^2/a0, so that
//! these equal the means over all directions, or over all directions times G(n) for a material that is stiffer along some. Where that takes
//! negative weights (edges, corners), or cannot be had, the best that is not negative counts.

use glam::DVec3;
use pliant_math::least_squares::solve_nonnegative;

/// Products of four components of a direction, by powers of x, y, z.
pub const MOMENTS: usize = 15;
const POWERS: [[i32; 3]; MOMENTS] = [
    [4, 0, 0],
    [0, 4, 0],
    [0, 0, 4],
    [2, 2, 0],
    [0, 2, 2],
    [2, 0, 2],
    [3, 1, 0],
    [1, 3, 0],
    [0, 3, 1],
    [0, 1, 3],
    [3, 0, 1],
    [1, 0, 3],
    [2, 1, 1],
    [1, 2, 1],
    [1, 1, 2],
];
/// How often each product stands in the tensor: what its square counts.
const TIMES: [f64; MOMENTS] = [1.0, 1.0, 1.0, 6.0, 6.0, 6.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 12.0, 12.0, 12.0];

/// Where the product with these powers is, and how often it stands in the tensor.
pub fn place_of(powers: [i32; 3]) -> (usize, f64) {
    let place = POWERS.iter().position(|known| *known == powers).expect("the powers sum to four");
    (place, TIMES[place])
}

/// The products for one direction, each by the square root of how often it stands in the tensor.
#[inline]
pub fn moments_of(n: DVec3) -> [f64; MOMENTS] {
    let DVec3 { x, y, z } = n;
    let (xx, yy, zz, xy, yz, zx) = (x * x, y * y, z * z, x * y, y * z, z * x);
    let (six, twelve) = (6.0_f64.sqrt(), 12.0_f64.sqrt());
    [
        xx * xx,
        yy * yy,
        zz * zz,
        six * xx * yy,
        six * yy * zz,
        six * zz * xx,
        2.0 * xx * xy,
        2.0 * yy * xy,
        2.0 * yy * yz,
        2.0 * zz * yz,
        2.0 * xx * zx,
        2.0 * zz * zx,
        twelve * xx * yz,
        twelve * yy * zx,
        twelve * zz * xy,
    ]
}

/// Their means over all directions of a space of so many dimensions.
pub fn isotropic_moments(dimension: usize) -> [f64; MOMENTS] {
    let d = dimension as f64;
    let (fourth, square) = (3.0 / (d * (d + 2.0)), 1.0 / (d * (d + 2.0)));
    let inside = |k: usize| (dimension..3).all(|axis| POWERS[k][axis] == 0);
    std::array::from_fn(|k| match k {
        _ if !inside(k) => 0.0,
        0..3 => fourth,
        3..6 => TIMES[k].sqrt() * square,
        _ => 0.0,
    })
}

/// Share of the sum of diagonal entries that keeps the equations solvable: bonds in rows have fewer directions than there are moments.
const REGULAR: f64 = 1e-12;
/// Share of a first weight that every bond keeps: a point at a tip must not lose all stiffness along some direction.
const LEAST: f64 = 1e-2;
/// How much the moments count beside the change of weights, where not all can be had.
const EXACT: f64 = 1e4;

/// Weights near `first` (all positive) for bonds with these moments, none negative.
pub fn fitted(first: &[f64], moments: &[[f64; MOMENTS]], target: &[f64; MOMENTS]) -> Vec<f64> {
    let mut weights = first.to_vec();
    // Twice: the second round takes away what the regularisation left.
    for _ in 0..2 {
        match smallest_change(first, &weights, moments, target) {
            Some(changed) => weights = changed,
            None => break,
        }
    }
    let is_fine = weights.iter().all(|w| *w >= 0.0) && mismatch(&weights, moments, target) < 1e-9;
    if is_fine { weights } else { nonnegative(first, moments, target) }
}

/// |sum a m - target|.
fn mismatch(weights: &[f64], moments: &[[f64; MOMENTS]], target: &[f64; MOMENTS]) -> f64 {
    let rest = |k: usize| weights.iter().zip(moments).map(|(w, m)| w * m[k]).sum::<f64>() - target[k];
    (0..MOMENTS).map(|k| rest(k).powi(2)).sum::<f64>().sqrt()
}

/// a + a0 (m . L) with (sum a0 m m^T) L = target - sum a m.
fn smallest_change(
    first: &[f64],
    now: &[f64],
    moments: &[[f64; MOMENTS]],
    target: &[f64; MOMENTS],
) -> Option<Vec<f64>> {
    let mut A = [[0.0; MOMENTS]; MOMENTS];
    let mut rest = *target;
    for ((m, w0), w) in moments.iter().zip(first).zip(now) {
        for a in 0..MOMENTS {
            rest[a] -= w * m[a];
            for b in 0..=a {
                A[a][b] += w0 * m[a] * m[b];
            }
        }
    }
    let trace: f64 = (0..MOMENTS).map(|k| A[k][k]).sum();
    (0..MOMENTS).for_each(|k| A[k][k] += REGULAR * trace);
    let L = solve_positive(A, rest)?;
    let change = |m: &[f64; MOMENTS]| m.iter().zip(&L).map(|(m, l)| m * l).sum::<f64>();
    Some(now.iter().zip(first).zip(moments).map(|((w, w0), m)| w + w0 * change(m)).collect())
}

/// x of A x = b by Cholesky; A is given below its diagonal.
fn solve_positive(mut A: [[f64; MOMENTS]; MOMENTS], mut b: [f64; MOMENTS]) -> Option<[f64; MOMENTS]> {
    for j in 0..MOMENTS {
        let pivot = A[j][j] - (0..j).map(|k| A[j][k] * A[j][k]).sum::<f64>();
        if pivot.is_nan() || pivot <= 0.0 {
            return None;
        }
        A[j][j] = pivot.sqrt();
        for i in j + 1..MOMENTS {
            let dot: f64 = (0..j).map(|k| A[i][k] * A[j][k]).sum();
            A[i][j] = (A[i][j] - dot) / A[j][j];
        }
    }
    for i in 0..MOMENTS {
        let dot: f64 = (0..i).map(|k| A[i][k] * b[k]).sum();
        b[i] = (b[i] - dot) / A[i][i];
    }
    for i in (0..MOMENTS).rev() {
        let dot: f64 = (i + 1..MOMENTS).map(|k| A[k][i] * b[k]).sum();
        b[i] = (b[i] - dot) / A[i][i];
    }
    Some(b)
}

/// The best weights that are not negative: with z = a/sqrt(a0), min |z - sqrt(a0)|^2 + EXACT^2 |sum z sqrt(a0) m - target|^2.
fn nonnegative(first: &[f64], moments: &[[f64; MOMENTS]], target: &[f64; MOMENTS]) -> Vec<f64> {
    let n = first.len();
    let columns: Vec<Vec<f64>> = (0..n)
        .map(|j| {
            let root = first[j].sqrt();
            let mut column: Vec<f64> = moments[j].iter().map(|m| EXACT * root * m).collect();
            column.extend((0..n).map(|k| if k == j { 1.0 } else { 0.0 }));
            column
        })
        .collect();
    let wish: Vec<f64> = target.iter().map(|t| EXACT * t).chain(first.iter().map(|w| w.sqrt())).collect();
    let Some(z) = solve_nonnegative(&columns, &wish) else { return first.to_vec() };
    z.iter().zip(first).map(|(z, w)| (z * w.sqrt()).max(LEAST * w)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lattice(reach: f64, keep: impl Fn(DVec3) -> bool) -> Vec<DVec3> {
        let n = reach as i32;
        let range = || -n..=n;
        let all = range().flat_map(|x| range().flat_map(move |y| range().map(move |z| [x, y, z])));
        let points = all.map(|p| DVec3::from_array(p.map(f64::from)));
        points.filter(|p| p.length() > 0.0 && p.length() < reach - 1e-9 && keep(*p)).collect()
    }

    fn off(bonds: &[DVec3], dimension: usize) -> (f64, f64) {
        let moments: Vec<_> = bonds.iter().map(|x| moments_of(x.normalize())).collect();
        let first = vec![1.0 / bonds.len() as f64; bonds.len()];
        let target = isotropic_moments(dimension);
        let weights = fitted(&first, &moments, &target);
        (mismatch(&weights, &moments, &target), weights.iter().copied().fold(f64::INFINITY, f64::min))
    }

    #[test]
    fn products_are_in_the_order_of_their_powers() {
        let n = DVec3::new(0.3, -0.7, 0.5);
        for (k, product) in moments_of(n).into_iter().enumerate() {
            let [x, y, z] = POWERS[k];
            let expected = TIMES[k].sqrt() * n.x.powi(x) * n.y.powi(y) * n.z.powi(z);
            assert!((product - expected).abs() < 1e-15, "{k}: {product}, {expected}");
        }
    }

    #[test]
    fn neighbourhoods_inside_and_at_faces_are_exact() {
        for reach in [2.0, 3.0, 4.0] {
            for keep in [|_: DVec3| true, |p: DVec3| p.z >= 0.0] {
                let (mismatch, least) = off(&lattice(reach, keep), 3);
                assert!(mismatch < 1e-9 && least >= 0.0, "{reach}: {mismatch}, {least}");
            }
        }
        let (mismatch, least) = off(&lattice(2.0, |p| p.z == 0.0), 2);
        assert!(mismatch < 1e-9 && least >= 0.0, "layer: {mismatch}, {least}");
        let (mismatch, _) = off(&lattice(3.0, |p| p.z == 0.0 && p.y == 0.0), 1);
        assert!(mismatch < 1e-9, "fibre: {mismatch}");
    }

    #[test]
    fn edges_and_corners_do_what_they_can() {
        for keep in [|p: DVec3| p.z >= 0.0 && p.y >= 0.0, |p: DVec3| p.z >= 0.0 && p.y >= 0.0 && p.x >= 0.0] {
            let (mismatch, least) = off(&lattice(2.0, keep), 3);
            assert!(mismatch < 0.25 && least >= 0.0, "{mismatch}, {least}");
        }
    }
}
