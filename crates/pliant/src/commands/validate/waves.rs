//! Counts waves around an axis.

use glam::DVec3;

/// Bands along the axis that are looked at one by one: waves of one may be between those of the next, as diamonds are.
const BANDS: usize = 24;

/// Points a band needs to count.
const FEWEST: usize = 8;

/// Number n of full waves around an axis (0, 1, 2: x, y, z) through the origin in the motion away from it: the n whose part of it, cos n phi and sin n phi,
/// is the largest over all bands. `None` if nothing moves away from the axis.
pub fn waves_around(motion: &[(DVec3, DVec3)], axis: usize) -> Option<usize> {
    let axis = axis.min(2);
    let along = |x: DVec3| x[axis];
    let (low, high) = motion
        .iter()
        .map(|(place, _)| along(*place))
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    let mut bands = vec![Vec::new(); BANDS];
    for (place, moved) in motion {
        let band = ((along(*place) - low) / (high - low) * BANDS as f64) as usize;
        bands[band.min(BANDS - 1)].push(around(*place, *moved, axis));
    }
    bands.retain(|band| band.len() >= FEWEST);
    // Waves shorter than four points of a band are none.
    let most = bands.iter().map(Vec::len).min()? / 4;
    let parts = (0..=most).map(|waves| bands.iter().map(|band| part(band, waves)).sum::<f64>());
    let largest = parts.enumerate().max_by(|a, b| a.1.total_cmp(&b.1))?;
    (largest.1 > 0.0).then_some(largest.0)
}

/// Angle of a place around the axis, and how far it moves away from it.
fn around(place: DVec3, moved: DVec3, axis: usize) -> (f64, f64) {
    let (a, b) = ((axis + 1) % 3, (axis + 2) % 3);
    let radius = place[a].hypot(place[b]);
    let out = if radius > 0.0 { (place[a] * moved[a] + place[b] * moved[b]) / radius } else { 0.0 };
    (place[b].atan2(place[a]), out)
}

/// Square of the part of a band that has so many waves.
fn part(band: &[(f64, f64)], waves: usize) -> f64 {
    let waves = waves as f64;
    let sum = band.iter().fold((0.0, 0.0), |sum: (f64, f64), (angle, out)| {
        (sum.0 + out * (waves * angle).cos(), sum.1 + out * (waves * angle).sin())
    });
    // cos^2 and sin^2 have half the mean of 1.
    let weight = if waves == 0.0 { 1.0 } else { 2.0 };
    weight * (sum.0 * sum.0 + sum.1 * sum.1) / (band.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    /// Points of a tube along an axis whose motion outwards is a function of angle and height.
    fn tube(axis: usize, out: impl Fn(f64, f64) -> f64) -> Vec<(DVec3, DVec3)> {
        let mut all = Vec::new();
        for k in 0..60 {
            for j in 0..50 {
                let (height, angle) = (k as f64 / 60.0, TAU * (j as f64 + 0.3 * (k % 3) as f64) / 50.0);
                let mut direction = DVec3::ZERO;
                (direction[(axis + 1) % 3], direction[(axis + 2) % 3]) = (angle.cos(), angle.sin());
                let mut along = DVec3::ZERO;
                along[axis] = height;
                all.push((2.0 * direction + along, out(angle, height) * direction + 0.3 * along));
            }
        }
        all
    }

    #[test]
    fn waves_are_counted_also_where_bands_are_shifted_against_each_other() {
        for axis in 0..3 {
            let diamonds = tube(axis, |angle, height| (7.0 * angle).cos() * (12.0 * height).sin());
            assert_eq!(waves_around(&diamonds, axis), Some(7));
            let rings = tube(axis, |angle, height| (20.0 * height).sin() + 0.2 * (3.0 * angle).sin());
            assert_eq!(waves_around(&rings, axis), Some(0));
        }
    }

    #[test]
    fn what_does_not_move_has_no_waves() {
        assert_eq!(waves_around(&tube(2, |_, _| 0.0), 2), None);
        assert_eq!(waves_around(&[], 2), None);
    }
}
