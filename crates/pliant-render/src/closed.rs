//! Which objects are closed: of those only the side that faces the eye need be drawn.

use crate::surface::{Surface, Triangle};
use glam::DVec3;

/// For each object: 1 if it is closed with its normals outwards, -1 if inwards, 0 if both of its sides may be seen from
/// `eye`, because it is open or the eye may be inside.
pub(crate) fn outsides(surface: &Surface, objects: usize, eye: DVec3) -> Vec<f64> {
    let mut tallies = vec![Tally::default(); objects];
    for triangle in &surface.triangles {
        tallies[triangle.object as usize].add(surface, triangle);
    }
    tallies.iter().map(|tally| tally.outside(eye)).collect()
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
        let is_closed = self.unmatched == 0 && !may_be_inside && self.volume != 0.0;
        if is_closed { self.volume.signum() } else { 0.0 }
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

    fn outside_of(triangles: &[[u32; 3]], eye: DVec3) -> f64 {
        let object = Object { name: "tet", positions: &CORNERS, triangles, values: None, colour: [1.0; 3] };
        let picture = Picture { objects: &[object], ..Picture::default() };
        let surface = Surface::new(&picture, &SceneUnits { centre: DVec3::ZERO, radius: 1.0 });
        outsides(&surface, 1, eye)[0]
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
}
