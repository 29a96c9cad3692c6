//! Which objects are closed: of those only one side need be drawn.

use crate::picture::{Faces, Picture};
use crate::surface::{Surface, Triangle};
use glam::DVec3;

/// For each object the side to be drawn: 1 if it is that of the normals, -1 if it is the other one, 0 if both may be
/// seen from `eye`, because the object is open or the eye may be inside.
pub(crate) fn sides(surface: &Surface, eye: DVec3) -> Vec<f64> {
    let one_sided = &surface.one_sided;
    let tallies = tallies(surface, one_sided.len(), |object| !one_sided[object]);
    let side = |(tally, one_sided): (&Tally, &bool)| if *one_sided { 1.0 } else { tally.outside(eye) };
    tallies.iter().zip(one_sided).map(side).collect()
}

/// For each object whether only its fronts are there: because it is wanted so, or because it is a container that is to
/// be looked into, closed and wound inwards.
pub(crate) fn one_sided(surface: &Surface, picture: &Picture) -> Vec<bool> {
    let faces = |object: usize| picture.objects[object].faces;
    let tallies = tallies(surface, picture.objects.len(), |object| faces(object) == Faces::Inside);
    let is_one_sided = |(object, tally): (usize, &Tally)| match faces(object) {
        Faces::All => false,
        Faces::Inside => tally.is_closed() && tally.volume < 0.0,
        Faces::Front => true,
    };
    tallies.iter().enumerate().map(is_one_sided).collect()
}

fn tallies(surface: &Surface, objects: usize, is_counted: impl Fn(usize) -> bool) -> Vec<Tally> {
    let mut tallies = vec![Tally::default(); objects];
    for triangle in surface.triangles.iter().filter(|triangle| is_counted(triangle.object as usize)) {
        tallies[triangle.object as usize].add(surface, triangle);
    }
    tallies
}

#[derive(Clone)]
struct Tally {
    /// Every edge adds a number when it is passed one way and takes it away when it is passed the other way: what is
    /// left is 0 if, and but for a chance of 2^-64 only if, every edge joins two triangles of the same sense.
    unmatched: u64,
    /// Six times the volume inside.
    volume: f64,
    low: DVec3,
    high: DVec3,
}

impl Default for Tally {
    fn default() -> Self {
        let (low, high) = (DVec3::splat(f64::INFINITY), DVec3::splat(f64::NEG_INFINITY));
        Self { unmatched: 0, volume: 0.0, low, high }
    }
}

impl Tally {
    fn add(&mut self, surface: &Surface, triangle: &Triangle) {
        let [a, b, c] = surface.corner_points(triangle);
        self.volume += a.dot(b.cross(c));
        self.low = self.low.min(a).min(b).min(c);
        self.high = self.high.max(a).max(b).max(c);
        let twin = |corner: usize| u64::from(surface.twins[triangle.corners[corner] as usize]);
        let vertices = [twin(0), twin(1), twin(2)];
        for corner in 0..3 {
            let (from, to) = (vertices[corner], vertices[(corner + 1) % 3]);
            let number = mix(from.min(to) << 32 | from.max(to));
            let signed = if from < to { number } else { number.wrapping_neg() };
            self.unmatched = self.unmatched.wrapping_add(if from == to { 0 } else { signed });
        }
    }

    fn outside(&self, eye: DVec3) -> f64 {
        let margin = DVec3::splat(1e-2);
        let may_be_inside = eye.cmpge(self.low - margin).all() && eye.cmple(self.high + margin).all();
        if self.is_closed() && !may_be_inside { self.volume.signum() } else { 0.0 }
    }

    fn is_closed(&self) -> bool {
        self.unmatched == 0 && self.volume != 0.0
    }
}

/// Spreads the bits of a number (S. Vigna, the finaliser of SplitMix64).
fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lens::SceneUnits;
    use crate::picture::{Object, Picture};

    const CORNERS: [DVec3; 4] = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];

    fn side_of(triangles: &[[u32; 3]], eye: DVec3, faces: Faces) -> f64 {
        let object = Object { name: "tet", positions: &CORNERS, triangles, faces, ..Object::default() };
        let picture = Picture { objects: &[object], ..Picture::default() };
        let surface = Surface::new(&picture, &SceneUnits { centre: DVec3::ZERO, radius: 1.0 });
        sides(&surface, eye)[0]
    }

    fn outside_of(triangles: &[[u32; 3]], eye: DVec3) -> f64 {
        side_of(triangles, eye, Faces::All)
    }

    #[test]
    fn closed_open_turned_and_entered_bodies_are_told_apart() {
        let outwards = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
        let inwards = outwards.map(|[a, b, c]| [a, c, b]);
        let far = DVec3::splat(5.0);
        assert_eq!(outside_of(&outwards, far), 1.0);
        assert_eq!(outside_of(&inwards, far), -1.0);
        assert_eq!(outside_of(&outwards[..3], far), 0.0, "open");
        assert_eq!(
            outside_of(&[outwards[0], outwards[1], outwards[2], inwards[3]], far),
            0.0,
            "one is turned"
        );
        assert_eq!(outside_of(&outwards, DVec3::splat(0.1)), 0.0, "the eye is inside");
    }

    #[test]
    fn only_what_is_closed_and_wound_inwards_is_looked_into() {
        let outwards = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
        let inwards = outwards.map(|[a, b, c]| [a, c, b]);
        let far = DVec3::splat(5.0);
        assert_eq!(side_of(&inwards, far, Faces::Inside), 1.0, "the side of the normals: the inside");
        assert_eq!(side_of(&outwards, far, Faces::Inside), 1.0, "the outside");
        assert_eq!(side_of(&inwards[..3], far, Faces::Inside), 0.0, "open");
        assert_eq!(side_of(&inwards[..3], far, Faces::Front), 1.0);
        assert_eq!(side_of(&inwards, DVec3::splat(0.1), Faces::Inside), 1.0, "the eye is inside");
    }
}
