//! What the bonds of a body store where they cross a plane: the energy of fracture of a stretch at which they break.
//!
//! A bond of length x at rest and stiffness k as a spring holds 1/2 k x^2 s^2 at a stretch of 1 + s. So a body whose bonds all break at s takes
//!
//!   G = s^2/A sum 1/2 k x^2   over the bonds that cross an area A
//!
//! to come apart [Silling and Askari 2005]. Springs bound a part of the stiffness that comes by the mean stretch of a point, from above; the sum is
//! exact where there is none, with a Poisson's ratio of 1/4.

use super::cases::Cut;
use crate::run::with_threads;
use glam::DVec3;
use pliant_scene::Scene;
use pliant_system::{At, System, TangentWeights};
use pliant_world::World;

/// What is nearer to a border than this share of half the width is on it.
const ON_THE_BORDER: f64 = 1e-9;

/// Energy by area and by the square of the stretch (J/m2) of a scene at rest, and its world.
pub fn cut_through(scene: &Scene, cut: &Cut, threads: Option<usize>) -> Result<(World, f64), String> {
    let window = Window::new(cut)?;
    let mut world = with_threads(threads, || Ok(scene.build()?.world)).map_err(|error| error.to_string())?;
    let energy = energy_by_area(world.parts().0, &window)?;
    Ok((world, energy))
}

/// A square in a plane.
struct Window {
    middle: DVec3,
    normal: DVec3,
    sides: [DVec3; 2],
    half_width: f64,
}

impl Window {
    fn new(cut: &Cut) -> Result<Self, String> {
        let Cut { point, normal, half_width } = *cut;
        let middle = DVec3::from_array(point);
        if !middle.is_finite() {
            return Err(format!("the point of a cut is {middle} m; it must be finite"));
        }
        let Some(normal) = DVec3::from_array(normal).try_normalize() else {
            return Err("the normal of a cut must be a direction: not zero, and finite".to_owned());
        };
        if !(half_width > 0.0 && half_width.is_finite()) {
            return Err(format!("half the width of a cut is {half_width} m; it must be positive and finite"));
        }
        Ok(Self { middle, normal, sides: normal.any_orthonormal_pair().into(), half_width })
    }

    fn area(&self) -> f64 {
        4.0 * self.half_width * self.half_width
    }

    /// Whether a straight way passes through. Of two opposite borders one belongs to the window, and the plane itself to one side of it: windows
    /// that tile a plane count every way once.
    fn is_crossed(&self, from: DVec3, to: DVec3) -> bool {
        let slack = ON_THE_BORDER * self.half_width;
        let [start, end] = [from, to].map(|x| (x - self.middle).dot(self.normal));
        if (start < -slack) == (end < -slack) {
            return false;
        }
        let crossing = from.lerp(to, start / (start - end)) - self.middle;
        let is_inside = |side: &DVec3| {
            let along = crossing.dot(*side) + slack;
            -self.half_width <= along && along < self.half_width
        };
        self.sides.iter().all(is_inside)
    }
}

/// Sum of 1/2 k x^2 over the springs that cross a window, by its area (J/m2).
fn energy_by_area(system: &System, window: &Window) -> Result<f64, String> {
    let x = &system.x_rest;
    let still = vec![DVec3::ZERO; x.len()];
    let at = At { q: x, v: &still, time: 0.0 };
    let weights = TangentWeights { position: 1.0, velocity: 0.0, positive: true };
    let (mut springs, mut crossed, mut energy) = (0, 0, 0.0);
    for term in system.terms() {
        let Some(pairs) = term.spring_pairs() else { continue };
        let mut stiffness = vec![0.0; pairs.len()];
        term.spring_stiffness(&at, weights, &mut stiffness);
        springs += pairs.len();
        for (&(i, j), k) in pairs.iter().zip(&stiffness) {
            let (from, to) = (x[i as usize], x[j as usize]);
            if window.is_crossed(from, to) {
                crossed += 1;
                energy += 0.5 * k * from.distance_squared(to);
            }
        }
    }
    match (springs, crossed) {
        (0, _) => Err("nothing in the scene is made of bonds; a cut needs `method = \"peridynamic\"` and \
                       `law = \"bonds\"`"
            .to_owned()),
        (_, 0) => Err(format!(
            "none of {springs} bonds crosses the cut at {} m; it must lie inside of a body",
            window.middle
        )),
        _ => Ok(energy / window.area()),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use pliant_system::{Holds, Mass, Term};

    /// Springs of one stiffness.
    struct Springs {
        pairs: Vec<(u32, u32)>,
        stiffness: f64,
    }

    impl Term for Springs {
        fn name(&self) -> &str {
            "springs"
        }
        fn force_slots(&self) -> &[u32] {
            &[]
        }
        fn forces(&self, _: &At<'_>, _: &mut [DVec3]) {}
        fn energy(&self, _: &At<'_>) -> Option<f64> {
            None
        }
        fn spring_pairs(&self) -> Option<&[(u32, u32)]> {
            Some(&self.pairs)
        }
        fn spring_stiffness(&self, _: &At<'_>, weights: TangentWeights, out: &mut [f64]) {
            out.fill(weights.position * self.stiffness);
        }
    }

    const SIDE: usize = 7;
    const SPACING: f64 = 0.1;

    /// A lattice with springs from each place to the one that is `step` further.
    fn lattice(step: [usize; 3], stiffness: f64) -> System {
        let number = |[i, j, k]: [usize; 3]| (i + SIDE * (j + SIDE * k)) as u32;
        let all = (0..SIDE * SIDE * SIDE).map(|n| [n % SIDE, n / SIDE % SIDE, n / (SIDE * SIDE)]);
        let place = |at: [usize; 3]| DVec3::from_array(at.map(|n| n as f64)) * SPACING;
        let x: Vec<DVec3> = all.clone().map(place).collect();
        let other = |at: [usize; 3]| std::array::from_fn(|axis| at[axis] + step[axis]);
        let fits = |to: &[usize; 3]| to.iter().all(|n| *n < SIDE);
        let pair = |from: [usize; 3]| Some(other(from)).filter(fits).map(|to| (number(to), number(from)));
        let springs = Springs { pairs: all.filter_map(pair).collect(), stiffness };
        let holds = Holds::new(x.len(), Vec::new(), &[]).unwrap();
        let mass = Mass::of_parts(vec![1.0; x.len()], []);
        System::new(x, mass, holds, vec![Box::new(springs)])
    }

    fn cut(point: [f64; 3], normal: [f64; 3], half_width: f64) -> Cut {
        Cut { point, normal, half_width }
    }

    fn by_area(system: &System, cut: &Cut) -> f64 {
        energy_by_area(system, &Window::new(cut).unwrap()).unwrap()
    }

    #[test]
    fn a_lattice_stores_the_same_by_area_wherever_the_borders_are() {
        let (system, k) = (lattice([1, 0, 0], 3.0), 3.0);
        // A spring of length d for each d^2: 1/2 k, by area.
        for x in [0.25, 0.3, 0.333] {
            for y in [0.3, 0.25, 0.31] {
                for normal in [[1.0, 0.0, 0.0], [-2.0, 0.0, 0.0]] {
                    let found = by_area(&system, &cut([x, y, 0.3], normal, 0.1));
                    assert!((found - 0.5 * k).abs() < 1e-12, "{x} {y} {normal:?}: {found}");
                }
            }
        }
    }

    #[test]
    fn oblique_springs_count_where_they_cross() {
        // Through each d^2 of a plane x go as many springs as the step has spacings along x, each with 1/2 k |step|^2 d^2.
        let k = 2.0;
        for step in [[1, 1, 0], [2, 1, 0], [1, 1, 1], [2, 1, 2]] {
            let system = lattice(step, k);
            let length_squared: usize = step.iter().map(|n| n * n).sum();
            let expected = step[0] as f64 * 0.5 * k * length_squared as f64;
            for x in [0.3, 0.26, 0.35] {
                let found = by_area(&system, &cut([x, 0.3, 0.3], [1.0, 0.0, 0.0], 0.1));
                assert!((found - expected).abs() < 1e-12 * expected, "{step:?} at {x}: {found}");
            }
        }
    }

    #[test]
    fn cuts_that_make_no_sense_are_refused_with_a_reason() {
        for (wrong, reason) in [
            (cut([0.0; 3], [0.0; 3], 1.0), "direction"),
            (cut([0.0; 3], [f64::NAN, 0.0, 0.0], 1.0), "direction"),
            (cut([0.0; 3], [1.0, 0.0, 0.0], 0.0), "positive"),
            (cut([0.0; 3], [1.0, 0.0, 0.0], f64::INFINITY), "finite"),
            (cut([f64::NAN, 0.0, 0.0], [1.0, 0.0, 0.0], 1.0), "finite"),
        ] {
            let found = Window::new(&wrong).err().unwrap();
            assert!(found.contains(reason), "{found}");
        }
        let far = Window::new(&cut([9.0, 0.3, 0.3], [1.0, 0.0, 0.0], 0.1)).unwrap();
        assert!(energy_by_area(&lattice([1, 0, 0], 1.0), &far).unwrap_err().contains("inside of a body"));
        let x = vec![DVec3::ZERO];
        let holds = Holds::new(1, Vec::new(), &[]).unwrap();
        let bare = System::new(x, Mass::of_parts(vec![1.0], []), holds, Vec::new());
        assert!(energy_by_area(&bare, &far).unwrap_err().contains("peridynamic"));
    }
}
