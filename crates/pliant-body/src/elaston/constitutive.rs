//! From the material and the shape of an elaston to its energy W = 1/2 e^T D e.
//!
//! e holds the membrane strain alpha and the three bending strains beta^k (k = 1..3) of the elaston in its own axes, six
//! numbers each (11, 22, 33, 23, 13, 12, shears doubled). With V the volume and m_kl the second moments per volume,
//!
//! ```text
//! W = V/2 (alpha : C : alpha + sum_kl m_kl beta^k : C : beta^l)
//! ```
//!
//! (eq. 12 of martin2010, with the moments themselves in place of h_k^2/12: a cuboid of the same volume errs by 3 % in the
//! bending of a round rod). Two corrections make it right for thin things:
//!
//! - *Condensation.* Where axes j and k are thin, the field has no way of its own to choose the second derivatives u_,jk, by which a
//!   section gets thinner on one side and warps. They are internal unknowns of the elaston and are eliminated:
//!   D <- D - D G (G^T D G)^-1 G^T D, G the strains of those modes. Without it bending is too stiff by (1-nu)/((1+nu)(1-2nu)).
//! - *Torsion.* Linear warping turns the polar moment into 4 I2 I3/(I2+I3); the shears along the axis of a section with
//!   two thin axes are scaled by f so that Saint-Venant's torsion constant comes out ([`torsion_factor`]).
//! - *Volume.* In a solid that hardly changes its volume, the changes of volume that vary within an elaston are more conditions than
//!   samples have unknowns. There lambda counts up to 1.5 mu only (what it is for nu = 0.3); in the membrane strain it counts in full.

use glam::DMat3;
use std::f64::consts::PI;

/// Lambda over mu in the bending of solids, at most.
const MOST_LAMBDA: f64 = 1.5;

/// Numbers in e: membrane and three bending strains.
pub const STRAINS: usize = 24;

/// Position of the shear of axes a and b among the six numbers of a strain.
pub(super) const fn shear(a: usize, b: usize) -> usize {
    6 - a - b
}

/// D, symmetric, by rows.
pub type Stiffness = [[f64; STRAINS]; STRAINS];

/// What D depends on.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// Volume (m3).
    pub volume: f64,
    /// Second moments per volume in the elaston's axes, in m2.
    pub moments: DMat3,
    /// Which axes are thin.
    pub thin: [bool; 3],
    /// Area of the section that two thin axes span (m2).
    pub area: f64,
}

/// D for an isotropic material with Lame's parameters (or viscosities in their place). `condensed` says whether the basis
/// leaves the second derivatives along thin axes to the elaston.
pub fn stiffness(lambda: f64, mu: f64, section: &Section, condensed: bool) -> Box<Stiffness> {
    let mut D = Box::new([[0.0; STRAINS]; STRAINS]);
    add_block(&mut D, [0, 0], section.volume, &hooke(lambda, mu, [1.0; 3]));
    let shears = axial_shears(section);
    let bending_lambda = if section.thin == [false; 3] { lambda.min(MOST_LAMBDA * mu) } else { lambda };
    for k in 0..3 {
        for l in 0..3 {
            let moment = section.volume * section.moments.col(l)[k];
            add_block(&mut D, [k + 1, l + 1], moment, &hooke(bending_lambda, mu, shears));
        }
    }
    if condensed {
        condense(&mut D, &section.thin);
    }
    D
}

/// Factors of the shears 23, 13, 12 in bending: f along the one axis that is not thin, if there is just one.
pub(super) fn axial_shears(section: &Section) -> [f64; 3] {
    let mut factors = [1.0; 3];
    let thin: Vec<usize> = (0..3).filter(|&k| section.thin[k]).collect();
    if let [b, c] = thin[..] {
        let along = 3 - b - c;
        let [l2, l3] = principal(&section.moments, b, c);
        let f = torsion_factor(section.area, l2, l3);
        factors[shear(along, b) - 3] = f;
        factors[shear(along, c) - 3] = f;
    }
    factors
}

/// Principal moments in the plane of axes b and c, the larger first.
fn principal(moments: &DMat3, b: usize, c: usize) -> [f64; 2] {
    let (bb, cc, bc) = (moments.col(b)[b], moments.col(c)[c], moments.col(b)[c]);
    let (mean, half) = (0.5 * (bb + cc), (0.5 * (bb - cc)).hypot(bc));
    [mean + half, mean - half]
}

/// Hooke's law for six numbers with doubled shears; `shears` scales the shear moduli 23, 13, 12.
fn hooke(lambda: f64, mu: f64, shears: [f64; 3]) -> [[f64; 6]; 6] {
    let mut C = [[0.0; 6]; 6];
    for i in 0..3 {
        C[i][..3].fill(lambda);
        C[i][i] += 2.0 * mu;
        C[i + 3][i + 3] = mu * shears[i];
    }
    C
}

pub(super) fn add_block(D: &mut Stiffness, [m, n]: [usize; 2], factor: f64, C: &[[f64; 6]; 6]) {
    for (i, row) in C.iter().enumerate() {
        for (j, value) in row.iter().enumerate() {
            D[6 * m + i][6 * n + j] += factor * value;
        }
    }
}

/// Strains of a second derivative u_,jk along axis c: it adds to beta^k_(cj) and, if j and k differ, to beta^j_(ck).
fn mode(j: usize, k: usize, c: usize) -> [f64; STRAINS] {
    let mut e = [0.0; STRAINS];
    let mut add = |bending: usize, along: usize| {
        let entry = if along == c { c } else { shear(along, c) };
        e[6 * (bending + 1) + entry] += 1.0;
    };
    add(k, j);
    if j != k {
        add(j, k);
    }
    e
}

/// Eliminates the modes u_,jk with j and k thin, one after the other: D <- D - (D g)(D g)^T / (g^T D g).
pub(super) fn condense(D: &mut Stiffness, thin: &[bool; 3]) {
    // Of the bending strains alone: beside the membrane, the smallness of a body in metres would count.
    let scale = (6..STRAINS).map(|i| D[i][i]).fold(0.0, f64::max);
    for j in 0..3 {
        for k in j..3 {
            if thin[j] && thin[k] {
                (0..3).for_each(|c| eliminate(D, &mode(j, k, c), scale));
            }
        }
    }
}

fn eliminate(D: &mut Stiffness, g: &[f64; STRAINS], scale: f64) {
    let Dg: [f64; STRAINS] = std::array::from_fn(|i| D[i].iter().zip(g).map(|(d, g)| d * g).sum());
    let pivot: f64 = Dg.iter().zip(g).map(|(d, g)| d * g).sum();
    // Without stiffness there is nothing left to take out.
    if pivot <= 1e-14 * scale {
        return;
    }
    for i in 0..STRAINS {
        for j in 0..STRAINS {
            D[i][j] -= Dg[i] * Dg[j] / pivot;
        }
    }
}

/// Saint-Venant's torsion constant over 4 A l2 l3/(l2 + l3), for a section of area A with second moments per area l2, l3.
///
/// Exact for rectangles and circles, which differ in s = A/sqrt(l2 l3) (12 and 4 pi), and close for what lies
/// between or near them.
pub fn torsion_factor(area: f64, l2: f64, l3: f64) -> f64 {
    let roundness = area / (l2 * l3).sqrt();
    if !roundness.is_finite() {
        return 1.0;
    }
    let (a, b) = ((12.0 * l2.max(l3)).sqrt(), (12.0 * l2.min(l3)).sqrt());
    let of_rectangle = rectangle_torsion(a, b) / (4.0 * a * b * l2 * l3 / (l2 + l3));
    let share = ((4.0 * PI - roundness) / (4.0 * PI - 12.0)).clamp(0.0, 2.5);
    1.0 - (1.0 - of_rectangle) * share
}

/// Torsion constant of a rectangle with sides a >= b (Timoshenko & Goodier, Theory of Elasticity, art. 109).
fn rectangle_torsion(a: f64, b: f64) -> f64 {
    let series: f64 =
        (0..30).map(|i| f64::from(2 * i + 1)).map(|n| (n * PI * a / (2.0 * b)).tanh() / n.powi(5)).sum();
    a * b.powi(3) / 3.0 * (1.0 - 192.0 / PI.powi(5) * (b / a) * series)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use glam::DVec3;

    const E: f64 = 2.0;
    const NU: f64 = 0.3;

    fn lame() -> (f64, f64) {
        (E * NU / ((1.0 + NU) * (1.0 - 2.0 * NU)), E / (2.0 * (1.0 + NU)))
    }

    fn of(thin: [bool; 3], sides: DVec3, condensed: bool) -> Box<Stiffness> {
        let (lambda, mu) = lame();
        let moments = DMat3::from_diagonal(sides * sides / 12.0);
        let section = Section { volume: sides.element_product(), moments, thin, area: sides.y * sides.z };
        stiffness(lambda, mu, &section, condensed)
    }

    fn energy(D: &Stiffness, e: &[f64; STRAINS]) -> f64 {
        0.5 * (0..STRAINS)
            .flat_map(|i| (0..STRAINS).map(move |j| (i, j)))
            .map(|(i, j)| e[i] * D[i][j] * e[j])
            .sum::<f64>()
    }

    #[test]
    fn a_rod_bends_with_youngs_modulus_and_a_plate_with_its_plane_modulus() {
        let mut e = [0.0; STRAINS];
        e[6 * 3] = 1.0; // beta^3_11 = 1: curvature 1 about y
        let (h, t) = (0.2, 0.1);
        let I = h * t * t * t / 12.0;
        let rod = energy(&of([false, true, true], DVec3::new(1.0, h, t), true), &e);
        assert!((rod / (0.5 * E * I) - 1.0).abs() < 1e-12, "{rod}");
        let plate = energy(&of([false, false, true], DVec3::new(1.0, h, t), true), &e);
        assert!((plate / (0.5 * E / (1.0 - NU * NU) * I) - 1.0).abs() < 1e-12, "{plate}");
        let locked = energy(&of([false, true, true], DVec3::new(1.0, h, t), false), &e);
        assert!((locked / rod - (1.0 - NU) / ((1.0 + NU) * (1.0 - 2.0 * NU))).abs() < 1e-12, "{locked}");
    }

    /// Bodies thinner than 0.35 micrometres once were not condensed.
    #[test]
    fn a_body_a_million_times_smaller_is_the_same_body() {
        let (sides, small) = (DVec3::new(1.0, 0.2, 0.1), (-20_f64).exp2());
        for thin in [[false, false, true], [false, true, true], [true; 3]] {
            let D = of(thin, sides, true);
            let scaled = of(thin, small * sides, true);
            for (i, (row, scaled)) in D.iter().zip(scaled.iter()).enumerate() {
                // Volume, and for bending another length squared; powers of two are exact.
                let factor = small.powi(if i < 6 { 3 } else { 5 });
                assert_eq!(row.map(|d| d * factor), *scaled, "row {i}, thin {thin:?}");
            }
        }
    }

    #[test]
    fn volume_that_varies_within_an_elaston_counts_less_in_nearly_incompressible_solids_only() {
        let of = |thin: [bool; 3], nu: f64| {
            let (lambda, mu) = (E * nu / ((1.0 + nu) * (1.0 - 2.0 * nu)), E / (2.0 * (1.0 + nu)));
            let moments = DMat3::from_diagonal(DVec3::splat(1.0 / 12.0));
            let D = stiffness(lambda, mu, &Section { volume: 1.0, moments, thin, area: 1.0 }, false);
            [D[0][1] / lambda, 12.0 * D[6][7] / lambda]
        };
        let is_near = |[a, b]: [f64; 2], [c, d]: [f64; 2]| (a - c).abs() + (b - d).abs() < 1e-12;
        assert!(is_near(of([false; 3], 0.3), [1.0, 1.0]));
        assert!(is_near(of([false; 3], 0.49), [1.0, 1.5 / 49.0]));
        assert!(is_near(of([false, false, true], 0.49), [1.0, 1.0]));
    }

    #[test]
    fn torsion_is_saint_venants() {
        let (_, mu) = lame();
        // u_,12 = z and u_,13 = -y: twist 1 about x.
        let twist = |D: &Stiffness| {
            let mut e = [0.0; STRAINS];
            e[6 * 2 + shear(0, 2)] = 1.0;
            e[6 * 3 + shear(0, 1)] = -1.0;
            2.0 * energy(D, &e) / mu
        };
        let square = twist(&of([false, true, true], DVec3::new(1.0, 0.1, 0.1), true));
        assert!((square / 0.140_577_0e-4 - 1.0).abs() < 1e-5, "{square}");
        let strip = twist(&of([false, true, true], DVec3::new(1.0, 0.4, 0.1), true));
        assert!((strip / (0.4 * 1e-3 * 0.280_8) - 1.0).abs() < 1e-3, "{strip}");
        assert!((torsion_factor(PI, 0.25, 0.25) - 1.0).abs() < 1e-12);
    }
}
