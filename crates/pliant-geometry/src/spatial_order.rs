//! Space-filling orders: points that are near in the order are near in space.
//!
//! The Hilbert index follows J. Skilling, "Programming the Hilbert curve", AIP Conf. Proc. 707 (2004): the
//! quantised coordinates are turned into the "transposed" Hilbert index by Gray-code exchanges, then their bits
//! are interleaved.

use glam::DVec3;

use crate::bounds::BoundingBox;
use crate::mesh::TetMesh;

/// Bits per axis; three axes fill 63 bits of a key.
const BITS: u32 = 21;

/// Position of a point on the Morton (Z) curve through the box.
pub fn morton_key(point: DVec3, bounds: &BoundingBox) -> u64 {
    interleave(quantise(point, bounds))
}

/// Position of a point on the Hilbert curve through the box.
pub fn hilbert_key(point: DVec3, bounds: &BoundingBox) -> u64 {
    interleave(transposed_hilbert(quantise(point, bounds)))
}

/// The permutation that walks the points along the Hilbert curve: `order[i]` is the id of the i-th point. Equal
/// keys keep the order of their ids.
pub fn hilbert_order(points: &[DVec3]) -> Vec<u32> {
    let bounds = BoundingBox::of_points(points);
    let mut keyed: Vec<(u64, u32)> =
        points.iter().zip(0u32..).map(|(&point, id)| (hilbert_key(point, &bounds), id)).collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, id)| id).collect()
}

/// The elements of a mesh along the Hilbert curve through their centroids: consecutive ones form compact chunks.
pub fn element_order(mesh: &TetMesh) -> Vec<u32> {
    let centroids: Vec<DVec3> = (0..mesh.element_count()).map(|e| mesh.centroid(e)).collect();
    hilbert_order(&centroids)
}

/// Cubic cells, so that near in key means near in metres also in flat bodies.
fn quantise(point: DVec3, bounds: &BoundingBox) -> [u32; 3] {
    let longest = bounds.size().max_element();
    let scale = if longest > 0.0 { ((1u32 << BITS) - 1) as f64 / longest } else { 0.0 };
    // The cast saturates and maps NaN to 0, so no point can leave the range.
    ((point - bounds.min) * scale).to_array().map(|x| (x as u32).min((1 << BITS) - 1))
}

fn interleave(x: [u32; 3]) -> u64 {
    let mut key = 0;
    for bit in (0..BITS).rev() {
        for axis in x {
            key = key << 1 | (axis >> bit & 1) as u64;
        }
    }
    key
}

fn transposed_hilbert(mut x: [u32; 3]) -> [u32; 3] {
    // Inverse undo of the excess work.
    let mut q = 1 << (BITS - 1);
    while q > 1 {
        let p = q - 1;
        for i in 0..3 {
            if x[i] & q != 0 {
                x[0] ^= p;
            } else {
                let t = (x[0] ^ x[i]) & p;
                x[0] ^= t;
                x[i] ^= t;
            }
        }
        q >>= 1;
    }
    // Gray encode.
    x[1] ^= x[0];
    x[2] ^= x[1];
    let mut t = 0;
    let mut q = 1 << (BITS - 1);
    while q > 1 {
        if x[2] & q != 0 {
            t ^= q - 1;
        }
        q >>= 1;
    }
    x.map(|v| v ^ t)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::unit_box;

    #[test]
    fn hilbert_walk_over_a_lattice_takes_unit_steps() {
        let points: Vec<DVec3> = (0..512)
            .map(|i| DVec3::new((i % 8) as f64, (i / 8 % 8) as f64, (i / 64) as f64) + DVec3::splat(0.5))
            .collect();
        // A box of 8^3 unit cells: each step of a Hilbert curve enters a neighbouring cell.
        let bounds = BoundingBox { min: DVec3::ZERO, max: DVec3::splat(8.0) };
        let mut walk: Vec<(u64, usize)> =
            points.iter().enumerate().map(|(i, &p)| (hilbert_key(p, &bounds), i)).collect();
        walk.sort_unstable();
        for pair in walk.windows(2) {
            let step = points[pair[1].1] - points[pair[0].1];
            assert!((step.length() - 1.0).abs() < 1e-12, "{step}");
        }
    }

    #[test]
    fn morton_key_puts_x_first() {
        let bounds = BoundingBox { min: DVec3::ZERO, max: DVec3::ONE };
        assert!(morton_key(DVec3::Z, &bounds) < morton_key(DVec3::Y, &bounds));
        assert!(morton_key(DVec3::Y, &bounds) < morton_key(DVec3::X, &bounds));
        assert_eq!(morton_key(DVec3::ONE, &bounds), (1 << 63) - 1);
        assert_eq!(morton_key(DVec3::splat(f64::NAN), &bounds), 0);
    }

    #[test]
    fn element_order_is_a_permutation_into_compact_chunks() {
        let mesh = unit_box([8, 8, 8]);
        let order = element_order(&mesh);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert!(sorted.iter().copied().eq(0..mesh.element_count() as u32));
        let extent = |chunk: &[u32]| {
            let centroids: Vec<DVec3> = chunk.iter().map(|&e| mesh.centroid(e as usize)).collect();
            BoundingBox::of_points(&centroids).diagonal()
        };
        let chunks: Vec<f64> = order.chunks(64).map(extent).collect();
        assert!(chunks.iter().sum::<f64>() / (chunks.len() as f64) < 0.75, "{chunks:?}");
    }
}
