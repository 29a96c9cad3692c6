//! D of an elaston whose matter is stiffer along some directions, or of several materials.
//!
//! Each piece p of its matter has a stiffness C_p, seen from the elaston's axes, a place theta_p and a second moment m_p of its own. Then
//!
//! ```text
//! bending:   D_kl = sum_p V_p (theta_k theta_l + m_kl) C_p - B_k A^-1 B_l,   A = sum_p V_p C_p,   B_k = sum_p V_p theta_k C_p
//! ```
//!
//! which is the laminate of text books: layers bend about their neutral surface, wherever that is. What B does beyond it, that a pull bends layers
//! which are not symmetric, is left out: stretching and bending of an elaston are kept apart.
//!
//! Stretching has V C with C the mean over all pieces of the same material. Where a border between materials crosses the elaston, stresses across the
//! border are the same on both sides, and strains along it: C is that of such layers, exact for a plane border. The normal of the border is
//! the direction along which the centres of the materials lie apart; where they do not (layers that are symmetric), strains are the same.
//!
//! Torsion: a section with two shear moduli twists as one of another shape with one, stretched by (G_c/G_b)^(1/4) along b and by the inverse
//! along c. The factor f of that shape goes with the compliances of the axial shears, S_55/f and S_66/f. Bending then has 1/S_11, also
//! where fibres are at an angle and bending twists.

use super::constitutive::{STRAINS, Section, Stiffness, add_block, axial_shears, condense, shear};
use super::model::section;
use super::setup::ElastonSetup;
use glam::{DMat3, DVec3};
use pliant_geometry::sampling::ElastonSite;
use pliant_material::directional::{Six, directions_of, inverse, turned};
use pliant_math::decompose::symmetric_eigen;
use rayon::prelude::*;

/// Matter of an elaston that is the same everywhere.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Which material it is.
    pub material: u32,
    /// Its stiffness in the elaston's axes (Pa).
    pub stiffness: Six,
    /// Volume (m3).
    pub volume: f64,
    /// Its centre, from that of the elaston, along its axes (m).
    pub offset: DVec3,
    /// Second moments about its own centre per volume, in the elaston's axes (m2).
    pub moments: DMat3,
}

/// Centres of materials nearer to each other than this share of the elaston's extent are at the same place.
const APART: f64 = 1e-3;

/// D of the elastons that are not of one isotropic material; empty if all are.
pub fn composites(
    setup: &ElastonSetup,
    sites: &[ElastonSite],
    condensed: bool,
) -> Vec<Option<Box<Stiffness>>> {
    let is_directional = setup.materials.iter().any(|material| material.directional.is_some());
    if !is_directional && setup.materials.len() < 2 {
        return Vec::new();
    }
    let of_site = |site: &ElastonSite| {
        let parts = parts(setup, site);
        let is_plain = parts.len() == 1 && setup.materials[parts[0].material as usize].directional.is_none();
        (!is_plain).then(|| composite_stiffness(&parts, &section(site), condensed))
    };
    sites.par_iter().map(of_site).collect()
}

/// The matter of an elaston: one part if it is all the same, else one for each piece.
fn parts(setup: &ElastonSetup, site: &ElastonSite) -> Vec<Part> {
    let directions = |p: u32| setup.directions.get(p as usize).copied().unwrap_or([DVec3::X, DVec3::Y]);
    let kind = |p: u32| {
        let material = setup.material_of_point[p as usize];
        let is_directional = setup.materials[material as usize].directional.is_some();
        (material, is_directional.then(|| directions(p)))
    };
    let stiffness = |(material, along): (u32, Option<[DVec3; 2]>)| {
        let own = along.map_or(DMat3::IDENTITY, |[first, second]| directions_of(first, second));
        setup.materials[material as usize].stiffness_in(&(site.axes.transpose() * own))
    };
    let Some(first) = site.points.first().map(|&p| kind(p)) else { return Vec::new() };
    if site.points.iter().all(|&p| kind(p) == first) {
        let whole = Part {
            material: first.0,
            stiffness: stiffness(first),
            volume: site.volume,
            offset: DVec3::ZERO,
            moments: site.moment,
        };
        return vec![whole];
    }
    let cloud = &setup.matter.cloud;
    let mut last = (first, stiffness(first));
    let piece = |&p: &u32| {
        if kind(p) != last.0 {
            last = (kind(p), stiffness(kind(p)));
        }
        Part {
            material: last.0.0,
            stiffness: last.1,
            volume: cloud.volumes[p as usize],
            offset: site.axes.transpose() * (cloud.points[p as usize] - site.centre),
            moments: site.axes.transpose() * cloud.moments[p as usize] * site.axes,
        }
    };
    site.points.iter().map(piece).collect()
}

/// D of an elaston made of parts.
pub fn composite_stiffness(parts: &[Part], section: &Section, condensed: bool) -> Box<Stiffness> {
    let mut D = Box::new([[0.0; STRAINS]; STRAINS]);
    add_block(&mut D, [0, 0], section.volume, &stretching(parts, section));
    let factors = torsion_factors(parts, section);
    let softened: Vec<Part> =
        parts.iter().map(|part| Part { stiffness: twisted(&part.stiffness, factors), ..*part }).collect();
    let off_centre = parts.len() > 1;
    let sum_of =
        |weight: &dyn Fn(&Part) -> f64| sum(softened.iter().map(|part| (weight(part), &part.stiffness)));
    let whole = inverse(&sum_of(&|part| part.volume));
    let firsts = [0, 1, 2].map(|k| sum_of(&|part: &Part| part.volume * part.offset[k]));
    for k in 0..3 {
        for l in 0..3 {
            let second =
                |part: &Part| part.volume * (part.offset[k] * part.offset[l] + part.moments.col(l)[k]);
            add_block(&mut D, [k + 1, l + 1], 1.0, &sum_of(&second));
            if let Some(whole) = whole.filter(|_| off_centre) {
                add_block(&mut D, [k + 1, l + 1], -1.0, &product(&firsts[k], &whole, &firsts[l]));
            }
        }
    }
    if condensed {
        condense(&mut D, &section.thin);
    }
    D
}

fn sum<'a>(terms: impl Iterator<Item = (f64, &'a Six)>) -> Six {
    let mut out = [[0.0; 6]; 6];
    for (factor, C) in terms {
        out.iter_mut().flatten().zip(C.iter().flatten()).for_each(|(out, c)| *out += factor * c);
    }
    out
}

/// A B C.
fn product(A: &Six, B: &Six, C: &Six) -> Six {
    let times = |P: &Six, Q: &Six| -> Six {
        std::array::from_fn(|i| std::array::from_fn(|j| (0..6).map(|k| P[i][k] * Q[k][j]).sum()))
    };
    times(&times(A, B), C)
}

/// Factors of the shears 23, 13, 12, as of an isotropic section that is stretched as its shear moduli say.
fn torsion_factors(parts: &[Part], section: &Section) -> [f64; 3] {
    let thin: Vec<usize> = (0..3).filter(|&k| section.thin[k]).collect();
    let mean = sum(parts.iter().map(|part| (part.volume / section.volume, &part.stiffness)));
    let ([b, c], Some(S)) = (&thin[..], inverse(&mean)) else { return [1.0; 3] };
    let (b, c) = (*b, *c);
    let along = 3 - b - c;
    let compliance = |axis: usize| S[shear(along, axis)][shear(along, axis)];
    let stretch = (compliance(b) / compliance(c)).sqrt();
    let mut moments = section.moments;
    moments.col_mut(b)[b] *= stretch;
    moments.col_mut(c)[c] /= stretch;
    axial_shears(&Section { moments, ..*section })
}

/// The stiffness with the compliances of the shears 23, 13, 12 divided by factors.
fn twisted(C: &Six, factors: [f64; 3]) -> Six {
    if factors == [1.0; 3] {
        return *C;
    }
    let Some(mut S) = inverse(C) else { return *C };
    (0..3).for_each(|k| S[k + 3][k + 3] /= factors[k]);
    inverse(&S).unwrap_or(*C)
}

/// C of stretching: see above.
fn stretching(parts: &[Part], section: &Section) -> Six {
    let materials = by_material(parts);
    let mean = sum(materials.iter().map(|part| (part.volume / section.volume, &part.stiffness)));
    let Some(normal) = border_normal(&materials, section) else { return mean };
    let first = normal.any_orthonormal_vector();
    // Axes with the normal last; seen from them the elaston's axes are the columns of the transpose.
    let axes = DMat3::from_cols(first, normal.cross(first), normal);
    let layers: Vec<(f64, Six)> = materials
        .iter()
        .map(|part| (part.volume / section.volume, turned(&part.stiffness, &axes.transpose())))
        .collect();
    layered(&layers).map_or(mean, |C| turned(&C, &axes))
}

/// One part for each material, with the mean stiffness and the centre of all of it.
fn by_material(parts: &[Part]) -> Vec<Part> {
    let mut found: Vec<Part> = Vec::new();
    for part in parts {
        match found.iter_mut().find(|known| known.material == part.material) {
            Some(known) => {
                let volume = known.volume + part.volume;
                let [a, b] = [known.volume / volume, part.volume / volume];
                known.stiffness = sum([(a, &known.stiffness), (b, &part.stiffness)].into_iter());
                known.offset = a * known.offset + b * part.offset;
                known.volume = volume;
            }
            None => found.push(*part),
        }
    }
    found
}

/// Normal of the plane between materials, if their centres are apart.
fn border_normal(materials: &[Part], section: &Section) -> Option<DVec3> {
    if materials.len() < 2 {
        return None;
    }
    let mut apart = DMat3::ZERO;
    for part in materials {
        let x = part.offset;
        apart += DMat3::from_cols(x * x.x, x * x.y, x * x.z) * (part.volume / section.volume);
    }
    let extent = section.moments.col(0)[0] + section.moments.col(1)[1] + section.moments.col(2)[2];
    let eigen = symmetric_eigen(&apart);
    let largest = (0..3).max_by(|&a, &b| eigen.values[a].total_cmp(&eigen.values[b]))?;
    (eigen.values[largest] > APART * APART * extent).then(|| eigen.vectors.col(largest).normalize())
}

/// Stiffness of layers across the third axis, by their shares: stresses 33, 23, 13 are the same in all, strains 11, 22, 12 too.
fn layered(layers: &[(f64, Six)]) -> Option<Six> {
    const ACROSS: [usize; 3] = [2, 3, 4];
    const ALONG: [usize; 3] = [0, 1, 5];
    type Three = [[f64; 3]; 3];
    let part = |C: &Six, rows: [usize; 3], columns: [usize; 3]| -> Three {
        std::array::from_fn(|i| std::array::from_fn(|j| C[rows[i]][columns[j]]))
    };
    let times = |P: &Three, Q: &Three| -> Three {
        std::array::from_fn(|i| std::array::from_fn(|j| (0..3).map(|k| P[i][k] * Q[k][j]).sum()))
    };
    let transposed = |P: &Three| -> Three { std::array::from_fn(|i| std::array::from_fn(|j| P[j][i])) };
    let (mut compliance, mut widening, mut plane) = ([[0.0; 3]; 3], [[0.0; 3]; 3], [[0.0; 3]; 3]);
    let add = |to: &mut Three, factor: f64, term: &Three| {
        to.iter_mut().flatten().zip(term.iter().flatten()).for_each(|(to, term)| *to += factor * term);
    };
    for (share, C) in layers {
        let of_normal = inverse(&part(C, ACROSS, ACROSS))?;
        let coupling = times(&of_normal, &part(C, ACROSS, ALONG));
        add(&mut compliance, *share, &of_normal);
        add(&mut widening, *share, &coupling);
        add(&mut plane, *share, &part(C, ALONG, ALONG));
        add(&mut plane, -share, &times(&part(C, ALONG, ACROSS), &coupling));
    }
    let across = inverse(&compliance)?;
    let mixed = times(&across, &widening);
    add(&mut plane, 1.0, &times(&transposed(&widening), &mixed));
    let mut out = [[0.0; 6]; 6];
    for i in 0..3 {
        for j in 0..3 {
            out[ACROSS[i]][ACROSS[j]] = across[i][j];
            out[ACROSS[i]][ALONG[j]] = mixed[i][j];
            out[ALONG[j]][ACROSS[i]] = mixed[i][j];
            out[ALONG[i]][ALONG[j]] = plane[i][j];
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::elaston::constitutive::stiffness;
    use pliant_material::directional::{DirectionalHooke, isotropic};

    const YOUNG: [f64; 3] = [16.0, 1.0, 2.0];
    const SHEAR: [f64; 3] = [0.8, 0.7, 0.4];
    const NU: f64 = 0.3;
    const SIDES: DVec3 = DVec3::new(1.0, 0.2, 0.1);

    fn wood() -> DirectionalHooke {
        DirectionalHooke::new(YOUNG, NU, Some(SHEAR)).unwrap()
    }

    fn of_box(thin: [bool; 3]) -> Section {
        let moments = DMat3::from_diagonal(SIDES * SIDES / 12.0);
        Section { volume: SIDES.element_product(), moments, thin, area: SIDES.y * SIDES.z }
    }

    fn whole(stiffness: Six, section: &Section) -> Part {
        Part { material: 0, stiffness, volume: section.volume, offset: DVec3::ZERO, moments: section.moments }
    }

    fn with_fibre(first: DVec3, second: DVec3, thin: [bool; 3]) -> Box<Stiffness> {
        let section = of_box(thin);
        let C = wood().stiffness_in(&directions_of(first, second));
        composite_stiffness(&[whole(C, &section)], &section, true)
    }

    fn energy(D: &Stiffness, e: &[f64; STRAINS]) -> f64 {
        let row = |i: usize| (0..STRAINS).map(|j| D[i][j] * e[j]).sum::<f64>();
        0.5 * (0..STRAINS).map(|i| e[i] * row(i)).sum::<f64>()
    }

    fn curvature() -> [f64; STRAINS] {
        let mut e = [0.0; STRAINS];
        e[6 * 3] = 1.0;
        e
    }

    /// u_,12 = z and u_,13 = -y: twist 1 about x.
    fn twist() -> [f64; STRAINS] {
        let mut e = [0.0; STRAINS];
        e[6 * 2 + shear(0, 2)] = 1.0;
        e[6 * 3 + shear(0, 1)] = -1.0;
        e
    }

    /// Energy of curvature 1, free to twist.
    fn bending_energy(D: &Stiffness) -> f64 {
        let (k, t) = (curvature(), twist());
        let both = std::array::from_fn(|i| k[i] + t[i]);
        let (kk, tt) = (energy(D, &k), energy(D, &t));
        let kt = energy(D, &both) - kk - tt;
        kk - kt * kt / (4.0 * tt)
    }

    #[test]
    fn equal_moduli_are_the_isotropic_elaston() {
        for thin in [[false, false, true], [false, true, true]] {
            let section = of_box(thin);
            let (lambda, mu) = (1.2, 0.8);
            let one = stiffness(lambda, mu, &section, true);
            let other = composite_stiffness(&[whole(isotropic(lambda, mu), &section)], &section, true);
            for (a, b) in one[6..].iter().flatten().zip(other[6..].iter().flatten()) {
                assert!((a - b).abs() < 1e-15, "{a} {b}");
            }
        }
    }

    #[test]
    fn a_rod_bends_with_the_modulus_along_it() {
        let rod = [false, true, true];
        let I = SIDES.y * SIDES.z.powi(3) / 12.0;
        for (first, second, young) in
            [(DVec3::X, DVec3::Y, 16.0), (DVec3::Y, DVec3::X, 1.0), (DVec3::Y, DVec3::Z, 2.0)]
        {
            let E = 2.0 * bending_energy(&with_fibre(first, second, rod)) / I;
            assert!((E / young - 1.0).abs() < 1e-12, "{E} instead of {young}");
        }
        let turned = 4.0 / (1.0 / 16.0 + 1.0 + 1.0 / 0.8 - 2.0 * NU / 16.0);
        let D = with_fibre(DVec3::new(1.0, 1.0, 0.0), DVec3::new(-1.0, 1.0, 0.0), rod);
        let E = 2.0 * bending_energy(&D) / I;
        assert!((E / turned - 1.0).abs() < 1e-12, "{E} instead of {turned}");
        assert!(2.0 * energy(&D, &curvature()) / I > 1.01 * turned, "bending twists it");
    }

    #[test]
    fn a_plate_bends_as_a_laminate_of_one_layer() {
        let D = with_fibre(DVec3::X, DVec3::Y, [false, false, true]);
        let I = SIDES.y * SIDES.z.powi(3) / 12.0;
        let plane = 16.0 / (1.0 - NU * NU / 16.0);
        let found = 2.0 * energy(&D, &curvature()) / I;
        assert!((found / plane - 1.0).abs() < 1e-12, "{found} instead of {plane}");
    }

    /// Lekhnitskii: a bar with two shear moduli twists as a stretched one with their geometric mean.
    #[test]
    fn torsion_of_a_bar_with_two_shear_moduli() {
        let D = with_fibre(DVec3::X, DVec3::Y, [false, true, true]);
        let [G_y, G_z] = [SHEAR[0], SHEAR[1]];
        let stretch = (G_z / G_y).powf(0.25);
        let (a, b) = (SIDES.y * stretch, SIDES.z / stretch);
        let series: f64 = (0..40)
            .map(|i| f64::from(2 * i + 1))
            .map(|n| (n * std::f64::consts::PI * a / (2.0 * b)).tanh() / n.powi(5))
            .sum();
        let J = a * b.powi(3) / 3.0 * (1.0 - 192.0 / std::f64::consts::PI.powi(5) * (b / a) * series);
        let found = 2.0 * energy(&D, &twist());
        assert!((found / ((G_y * G_z).sqrt() * J) - 1.0).abs() < 1e-7, "{found}");
    }

    /// Halves of a body of two materials, cut across an axis.
    fn halves(axis: usize, C: [Six; 2], section: &Section) -> [Part; 2] {
        let mut half = SIDES;
        half[axis] *= 0.5;
        [-1.0, 1.0].map(|side| {
            let mut offset = DVec3::ZERO;
            offset[axis] = side * 0.25 * SIDES[axis];
            Part {
                material: u32::from(side > 0.0),
                stiffness: C[usize::from(side > 0.0)],
                volume: 0.5 * section.volume,
                offset,
                moments: DMat3::from_diagonal(half * half / 12.0),
            }
        })
    }

    #[test]
    fn materials_one_after_the_other_give_way_together() {
        let section = of_box([false, true, true]);
        let C = [isotropic(0.0, 0.5), isotropic(0.0, 5.0)];
        let D = composite_stiffness(&halves(0, C, &section), &section, true);
        let young = |k: usize| D[k][k] / section.volume;
        assert!((young(0) - 2.0 / (1.0 + 0.1)).abs() < 1e-12, "series along: {}", young(0));
        assert!((young(1) - 0.5 * (1.0 + 10.0)).abs() < 1e-12, "side by side across: {}", young(1));
    }

    #[test]
    fn two_layers_bend_about_their_neutral_surface() {
        let section = of_box([false, true, true]);
        let (E1, E2) = (1.0, 10.0);
        let D = composite_stiffness(
            &halves(2, [isotropic(0.0, 0.5 * E1), isotropic(0.0, 0.5 * E2)], &section),
            &section,
            true,
        );
        // Text book: b h^3 (E1^2 + 14 E1 E2 + E2^2) / (96 (E1 + E2)) for layers of half the height.
        let EI = SIDES.y * SIDES.z.powi(3) * (E1 * E1 + 14.0 * E1 * E2 + E2 * E2) / (96.0 * (E1 + E2));
        let found = 2.0 * energy(&D, &curvature());
        assert!((found / EI - 1.0).abs() < 1e-12, "{found} instead of {EI}");
    }

    #[test]
    fn an_inclined_border_is_the_same_seen_from_anywhere() {
        let section = of_box([false; 3]);
        let C = [isotropic(1.0, 0.5), isotropic(3.0, 5.0)];
        let R = directions_of(DVec3::new(1.0, 0.3, -0.2), DVec3::new(0.1, 1.0, 0.4));
        let straight = stretching(&halves(0, C, &section), &section);
        let inclined = halves(0, C, &section).map(|part| Part { offset: R * part.offset, ..part });
        let expected = turned(&straight, &R);
        let found = stretching(&inclined, &section);
        for (a, b) in found.iter().flatten().zip(expected.iter().flatten()) {
            assert!((a - b).abs() < 1e-12, "{a} {b}");
        }
    }
}
