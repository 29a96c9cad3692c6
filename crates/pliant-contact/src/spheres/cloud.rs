//! Spheres to measure with.

use std::f64::consts::PI;

use glam::DVec3;

/// Spheres at random places of the unit cube, in random order.
#[derive(Clone, Debug)]
pub struct SphereCloud {
    /// Centres (m).
    pub centres: Vec<DVec3>,
    /// Radii (m).
    pub radii: Vec<f64>,
    /// The mean radius (m).
    pub radius: f64,
}

/// A cloud of spheres whose radii differ by up to ten percent from their mean, each touching about that many others. The
/// same numbers always.
pub fn sphere_cloud(count: usize, neighbours: f64) -> SphereCloud {
    // Two spheres touch if the centre of one is in the ball of twice the radius around the other's.
    let ball = neighbours / (count.max(1) as f64);
    let radius = 0.5 * (ball * 3.0 / (4.0 * PI)).cbrt();
    let mut numbers = Numbers(count as u64);
    let centres = (0..count).map(|_| DVec3::new(numbers.next(), numbers.next(), numbers.next())).collect();
    let radii = (0..count).map(|_| radius * (0.9 + 0.2 * numbers.next())).collect();
    SphereCloud { centres, radii, radius }
}

/// Evenly spread numbers below 1: SplitMix64 (Steele, Lea, Flood, Fast splittable pseudorandom number generators, 2014).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) >> 11) as f64 / (1u64 << 53) as f64
    }
}
