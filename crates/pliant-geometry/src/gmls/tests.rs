//! What shape functions must do: reproduce polynomials, have the derivatives they claim, and not care for axes and units.
#![allow(clippy::unwrap_used)]

use glam::{DMat3, DQuat, DVec3};

use super::*;

const BASES: [GmlsBasis; 3] = [GmlsBasis::Linear, GmlsBasis::Quadratic, GmlsBasis::Condensed];
const PAIRS: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (1, 2), (0, 2), (0, 1)];

/// Samples of spacing about 1 that fill 0 to 3 dimensions of space, shaken along those, turned and shifted.
fn samples(dimensions: usize) -> Vec<DVec3> {
    let mut state = 12345u64;
    let mut shake = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        0.3 * ((state >> 40) as f64 / (1u64 << 24) as f64 - 0.5)
    };
    let count = |axis: usize| if axis < dimensions { 6 } else { 1 };
    let mut points = Vec::new();
    for i in 0..count(0) {
        for j in 0..count(1) {
            for k in 0..count(2) {
                let mut x = DVec3::new(i as f64, j as f64, k as f64);
                for axis in 0..dimensions {
                    x[axis] += shake();
                }
                points.push(turn() * x + DVec3::new(4.0, -7.0, 2.0));
            }
        }
    }
    points
}

fn turn() -> DMat3 {
    DMat3::from_quat(DQuat::from_axis_angle(DVec3::new(1.0, 2.0, -2.0) / 3.0, 0.7))
}

fn gmls(samples: Vec<DVec3>, basis: GmlsBasis, ridge: f64) -> Gmls {
    let spacings = (0..samples.len()).map(|i| 1.0 + 0.02 * (i % 5) as f64).collect();
    let radii = (0..samples.len()).map(|i| 2.5 + 0.1 * (i % 3) as f64).collect();
    Gmls::new(samples, spacings, radii, basis, ridge)
}

/// The same with samples that stand for sections across the directions they do not fill.
fn broad(gmls: Gmls, dimensions: usize, farthest: f64) -> Gmls {
    let thin: Vec<DVec3> = (dimensions..3).map(|k| turn().col(k)).collect();
    let breadths = vec![Breadth::new(&thin, farthest); gmls.samples().len()];
    gmls.with_breadths(breadths)
}

/// Points on and off the samples, all within the body they stand for.
fn places(gmls: &Gmls) -> Vec<DVec3> {
    let off = [DVec3::ZERO, DVec3::new(0.21, -0.1, 0.15), DVec3::new(-0.3, 0.2, 0.05)];
    gmls.samples().iter().step_by(7).flat_map(|x| off.map(|o| *x + o)).collect()
}

fn rows(gmls: &Gmls, x: DVec3) -> (Vec<u32>, Vec<GmlsRow>) {
    let (mut supporters, mut out) = (Vec::new(), Vec::new());
    gmls.supporters(x, &mut supporters);
    gmls.evaluate(x, &supporters, true, &mut GmlsScratch::default(), &mut out).unwrap();
    (supporters, out)
}

/// f(X) = a + b . X + X . C X / 2
struct Polynomial {
    a: f64,
    b: DVec3,
    C: DMat3,
}

impl Polynomial {
    fn row(&self, x: DVec3) -> GmlsRow {
        let value = self.a + self.b.dot(x) + 0.5 * x.dot(self.C * x);
        let gradient = self.b + self.C * x;
        let mut row = [value, gradient.x, gradient.y, gradient.z, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        for (pair, &(j, k)) in PAIRS.iter().enumerate() {
            row[4 + pair] = self.C.col(j)[k];
        }
        row
    }

    /// The field the samples span when they are given the polynomial's values and derivatives.
    fn fitted(&self, gmls: &Gmls, x: DVec3) -> GmlsRow {
        let (supporters, rows) = rows(gmls, x);
        let count = gmls.basis().nodes_a_sample();
        let mut sum = [0.0; 10];
        for (&i, rows) in supporters.iter().zip(rows.chunks(count)) {
            let data = self.row(gmls.samples()[i as usize]);
            let s = gmls.spacings()[i as usize];
            for (node, row) in rows.iter().enumerate() {
                let power = [0, 1, 1, 1, 2, 2, 2, 2, 2, 2][node];
                for (sum, value) in sum.iter_mut().zip(row) {
                    *sum += data[node] * s.powi(power) * value;
                }
            }
        }
        sum
    }

    fn largest_error(&self, gmls: &Gmls) -> f64 {
        let error = |x: DVec3| {
            let (fitted, exact) = (self.fitted(gmls, x), self.row(x));
            fitted.iter().zip(exact).map(|(f, e)| (f - e).abs()).fold(0.0, f64::max)
        };
        places(gmls).into_iter().map(error).fold(0.0, f64::max)
    }
}

#[test]
fn shape_functions_of_values_sum_to_one() {
    for dimensions in 0..4 {
        for basis in BASES {
            let gmls = gmls(samples(dimensions), basis, 1e-2);
            let one = Polynomial { a: 1.0, b: DVec3::ZERO, C: DMat3::ZERO };
            let error = one.largest_error(&gmls);
            assert!(error < 1e-12, "{basis:?} in {dimensions} dimensions: {error:e}");
        }
    }
}

#[test]
fn linear_fields_are_exact_on_lines_planes_and_in_solids() {
    for dimensions in 0..4 {
        for basis in BASES {
            let gmls = gmls(samples(dimensions), basis, 1e-2);
            let line = Polynomial { a: 0.3, b: DVec3::new(0.7, -0.4, 0.6), C: DMat3::ZERO };
            let error = line.largest_error(&gmls);
            assert!(error < 2e-12, "{basis:?} in {dimensions} dimensions: {error:e}");
        }
    }
}

#[test]
fn quadratic_fields_are_exact_where_second_derivatives_are_unknowns() {
    let C = DMat3::from_cols_array_2d(&[[0.4, 0.2, -0.1], [0.2, -0.3, 0.15], [-0.1, 0.15, 0.25]]);
    for dimensions in 0..4 {
        let gmls = gmls(samples(dimensions), GmlsBasis::Quadratic, 0.0);
        // Around the samples, so that round-off of large values stays out of it.
        let centre = gmls.samples()[gmls.samples().len() / 2];
        let field = Polynomial { a: 0.5, b: -(C * centre), C };
        let error = field.largest_error(&gmls);
        assert!(error < 1e-11, "{dimensions} dimensions: {error:e}");
    }
}

/// The ridge pulls second derivatives to zero: what is left of them falls in proportion to it.
#[test]
fn condensed_fields_tend_to_exact_quadratics_as_the_ridge_falls() {
    let C = turn() * DMat3::from_diagonal(DVec3::new(0.4, -0.3, 0.2)) * turn().transpose();
    let error = |ridge: f64| {
        let gmls = gmls(samples(3), GmlsBasis::Condensed, ridge);
        let centre = gmls.samples()[gmls.samples().len() / 2];
        Polynomial { a: 0.5, b: -(C * centre), C }.largest_error(&gmls)
    };
    assert!(error(0.0) < 2e-12, "{:e}", error(0.0));
    assert!(error(1e-13) < 2e-12, "{:e}", error(1e-13));
    let (coarse, fine) = (error(1e-4), error(1e-6));
    assert!(coarse < 1e-3 && fine < 0.02 * coarse, "{coarse:e} {fine:e}");
}

/// On a plane all quadratics are determined but the square of the distance to it. Those that are err by about the ridge, others
/// would by all they are.
#[test]
fn condensed_fields_on_a_plane_hold_quadratics_along_it_and_tilts() {
    let (e1, e2, e3) = (turn().x_axis, turn().y_axis, turn().z_axis);
    let product = |a: DVec3, b: DVec3| DMat3::from_cols(a * b.x, a * b.y, a * b.z);
    let both = |a: DVec3, b: DVec3| product(a, b) + product(b, a);
    let gmls = gmls(samples(2), GmlsBasis::Condensed, 1e-7);
    for C in [product(e1, e1), product(e2, e2), both(e1, e2), both(e1, e3), both(e2, e3)] {
        let centre = gmls.samples()[gmls.samples().len() / 2];
        let field = Polynomial { a: 0.5, b: -(C * centre), C };
        let mid = gmls.samples()[14];
        let (fitted, exact) = (field.fitted(&gmls, mid), field.row(mid));
        for (fitted, exact) in fitted.iter().zip(exact) {
            assert!((fitted - exact).abs() < 1e-6, "{fitted} {exact}");
        }
    }
}

#[test]
fn derivatives_agree_with_differences() {
    let step = 1e-5;
    for (dimensions, farthest) in [(1, 0.0), (2, 0.0), (3, 0.0), (1, 0.15), (1, 0.5), (2, 0.05), (2, 0.3)] {
        for basis in BASES {
            let gmls = broad(gmls(samples(dimensions), basis, 1e-2), dimensions, farthest);
            let x = gmls.samples()[3] + DVec3::new(0.21, -0.1, 0.15);
            let (supporters, rows) = rows(&gmls, x);
            let at = |axis: usize, sign: f64| {
                let mut moved = x;
                moved[axis] += sign * step;
                let mut out = Vec::new();
                gmls.evaluate(moved, &supporters, true, &mut GmlsScratch::default(), &mut out).unwrap();
                out
            };
            for axis in 0..3 {
                let (ahead, behind) = (at(axis, 1.0), at(axis, -1.0));
                for ((row, a), b) in rows.iter().zip(&ahead).zip(&behind) {
                    let slope = |entry: usize| (a[entry] - b[entry]) / (2.0 * step);
                    assert!((row[1 + axis] - slope(0)).abs() < 1e-8, "{} {}", row[1 + axis], slope(0));
                    for other in 0..3 {
                        let is_pair = |p: &(usize, usize)| *p == (axis, other) || *p == (other, axis);
                        let pair = PAIRS.iter().position(is_pair).unwrap();
                        let (exact, slope) = (row[4 + pair], slope(1 + other));
                        assert!((exact - slope).abs() < 1e-7, "{basis:?} {exact} {slope}");
                    }
                }
            }
        }
    }
}

/// A body that is laid out beside space: its samples lie anywhere there, and what it is like around a place is told by the slopes.
#[test]
fn beside_space_linear_fields_stay_exact_and_derivatives_agree_with_differences() {
    let step = 1e-5;
    for dimensions in 1..4 {
        for basis in BASES {
            let plain = gmls(samples(dimensions), basis, 1e-2);
            let slopes: [DVec3; ASIDE] = std::array::from_fn(|k| {
                DVec3::new(0.5, -0.3, 0.8) * if k < 2 { 1.0 - 1.7 * k as f64 } else { 0.0 }
            });
            let (origin, line) = (plain.samples()[3], DVec3::new(0.7, -0.4, 0.6));
            let aside = |x: &DVec3| -> Aside {
                std::array::from_fn(|k| slopes[k].dot(*x - origin) + 0.2 * (3.0 * x.x + k as f64).sin())
            };
            let asides = plain.samples().iter().map(aside).collect();
            let gmls = plain.with_asides(asides);
            let here = Spot { x: origin, aside: [0.1, -0.2, 0.0, 0.0, 0.05, 0.0], slopes };
            let x = origin + DVec3::new(0.21, -0.1, 0.15);
            let mut supporters = Vec::new();
            gmls.supporters(here.moved_to(x), &mut supporters);
            let at = |x: DVec3| {
                let mut out = Vec::new();
                let scratch = &mut GmlsScratch::default();
                gmls.evaluate(here.moved_to(x), &supporters, true, scratch, &mut out).unwrap();
                out
            };
            let rows = at(x);
            let count = basis.nodes_a_sample();
            let (mut value, mut gradient) = (0.0, DVec3::ZERO);
            for (&i, rows) in supporters.iter().zip(rows.chunks(count)) {
                let s = gmls.spacings()[i as usize];
                let data = [line.dot(gmls.samples()[i as usize]), s * line.x, s * line.y, s * line.z];
                for (row, data) in rows.iter().zip(data) {
                    value += data * row[0];
                    gradient += data * DVec3::new(row[1], row[2], row[3]);
                }
            }
            assert!((value - line.dot(x)).abs() < 1e-11, "{basis:?} {value}");
            assert!((gradient - line).length() < 1e-11, "{basis:?} {gradient}");
            for axis in 0..3 {
                let (ahead, behind) = (at(x + step * DVec3::AXES[axis]), at(x - step * DVec3::AXES[axis]));
                for ((row, a), b) in rows.iter().zip(&ahead).zip(&behind) {
                    let slope = |entry: usize| (a[entry] - b[entry]) / (2.0 * step);
                    assert!((row[1 + axis] - slope(0)).abs() < 1e-8, "{} {}", row[1 + axis], slope(0));
                    for other in 0..3 {
                        let is_pair = |p: &(usize, usize)| *p == (axis, other) || *p == (other, axis);
                        let pair = PAIRS.iter().position(is_pair).unwrap();
                        assert!((row[4 + pair] - slope(1 + other)).abs() < 1e-7, "{basis:?}");
                    }
                }
            }
        }
    }
}

/// Where samples stand for sections, shape functions vary across these as their derivatives at the middle say, exactly; without, they do not.
#[test]
fn across_sections_shape_functions_are_quadratic() {
    for dimensions in [1, 2] {
        let across = 0.3 * turn().z_axis + if dimensions == 1 { 0.2 * turn().y_axis } else { DVec3::ZERO };
        let error = |gmls: &Gmls| {
            let middle = gmls.samples()[3] + 0.4 * turn().x_axis;
            let ((_, here), (_, there)) = (rows(gmls, middle), rows(gmls, middle + across));
            let foreseen = |row: &GmlsRow| {
                let slope = DVec3::new(row[1], row[2], row[3]).dot(across);
                let bend = PAIRS
                    .iter()
                    .zip(&row[4..])
                    .map(|(&(j, k), second)| second * across[j] * across[k] * if j == k { 0.5 } else { 1.0 });
                row[0] + slope + bend.sum::<f64>()
            };
            here.iter().zip(&there).map(|(a, b)| (foreseen(a) - b[0]).abs()).fold(0.0, f64::max)
        };
        let round = gmls(samples(dimensions), GmlsBasis::Condensed, 1e-3);
        assert!(error(&round) > 1e-4, "{:e}", error(&round));
        let broad = broad(round, dimensions, 0.4);
        assert!(error(&broad) < 1e-12, "{:e}", error(&broad));
    }
}

/// Values stay; derivative nodes and derivatives turn with the body.
#[test]
fn turning_and_shifting_everything_changes_nothing() {
    let motion = |x: DVec3| turn() * turn() * x + DVec3::new(1.0, 50.0, -3.0);
    let R = turn() * turn();
    for basis in BASES {
        let here = gmls(samples(2), basis, 1e-2);
        let there = gmls(samples(2).into_iter().map(motion).collect(), basis, 1e-2);
        let x = here.samples()[14] + DVec3::new(0.21, -0.1, 0.15);
        let ((_, before), (_, after)) = (rows(&here, x), rows(&there, motion(x)));
        let count = basis.nodes_a_sample();
        for (before, after) in before.chunks(count).zip(after.chunks(count)) {
            assert!((before[0][0] - after[0][0]).abs() < 1e-12);
            let slopes = |rows: &[GmlsRow]| DVec3::new(rows[1][0], rows[2][0], rows[3][0]);
            assert!((R * slopes(before) - slopes(after)).length() < 1e-12);
            let gradient = |row: &GmlsRow| DVec3::new(row[1], row[2], row[3]);
            assert!((R * gradient(&before[0]) - gradient(&after[0])).length() < 1e-12);
            let laplacian = |row: &GmlsRow| row[4] + row[5] + row[6];
            assert!((laplacian(&before[0]) - laplacian(&after[0])).abs() < 1e-11);
        }
    }
}

#[test]
fn the_unit_of_length_changes_nothing() {
    for unit in [1e-3, 1e3, 3.7e8] {
        for basis in BASES {
            let here = gmls(samples(1), basis, 1e-2);
            let scaled = |values: &[f64]| values.iter().map(|v| v * unit).collect::<Vec<_>>();
            let there = Gmls::new(
                here.samples().iter().map(|x| *x * unit).collect(),
                scaled(here.spacings()),
                scaled(here.radii()),
                basis,
                1e-2,
            );
            let x = here.samples()[2] + DVec3::new(0.21, -0.1, 0.15);
            let ((_, before), (_, after)) = (rows(&here, x), rows(&there, unit * x));
            for (before, after) in before.iter().zip(&after) {
                for entry in 0..10 {
                    let power = [0, 1, 1, 1, 2, 2, 2, 2, 2, 2][entry];
                    let after = after[entry] * unit.powi(power);
                    assert!((before[entry] - after).abs() < 1e-11, "{} {after}", before[entry]);
                }
            }
        }
    }
}

#[test]
fn node_weights_are_the_values_of_the_rows() {
    for basis in BASES {
        let gmls = gmls(samples(2), basis, 1e-2);
        let x = gmls.samples()[9] + DVec3::splat(0.1);
        let (supporters, rows) = rows(&gmls, x);
        let weights = gmls.weights(x, &mut GmlsScratch::default()).unwrap();
        let count = basis.nodes_a_sample();
        assert_eq!(weights.len(), supporters.len() * count);
        assert!(weights.windows(2).all(|pair| pair[0].0 < pair[1].0));
        for ((place, &(node, weight)), row) in weights.iter().enumerate().zip(&rows) {
            assert_eq!(node as usize, supporters[place / count] as usize * count + place % count);
            assert!((weight - row[0]).abs() < 1e-15);
        }
    }
}

#[test]
fn supporters_are_the_samples_whose_support_holds_the_point() {
    let gmls = gmls(samples(3), GmlsBasis::Linear, 0.0);
    let mut found = vec![99];
    for x in places(&gmls) {
        gmls.supporters(x, &mut found);
        let distance = |i: u32| gmls.samples()[i as usize].distance(x) / gmls.radii()[i as usize];
        let all: Vec<u32> = (0..gmls.samples().len() as u32).filter(|&i| distance(i) < 1.0).collect();
        assert_eq!(found, all);
    }
}

#[test]
fn points_without_a_field_are_refused_with_the_reason() {
    let gmls = gmls(samples(1), GmlsBasis::Condensed, 0.0);
    let scratch = &mut GmlsScratch::default();
    let far = gmls.weights(DVec3::splat(100.0), scratch).unwrap_err();
    assert!(far.to_string().contains("no sample reaches the point"), "{far}");
    // Without a ridge nothing says how a line bends across itself.
    let open = gmls.weights(gmls.samples()[2], scratch).unwrap_err();
    assert!(open.to_string().contains("do not determine the field"), "{open}");
    assert!(gmls.weights(DVec3::splat(f64::NAN), scratch).is_err());
}
