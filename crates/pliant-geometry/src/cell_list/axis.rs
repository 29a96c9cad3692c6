//! How one axis is cut into slabs: evenly, or by where the points are if they are spread too far for that.

use rayon::prelude::*;

/// Even slabs along an axis at most; beyond it, slabs follow the points.
const MOST_SLABS: f64 = 2e6;

/// Slabs of one axis. The slab of a coordinate never falls as the coordinate rises: that is all a search relies on.
#[derive(Clone, Debug, Default)]
pub(super) struct Axis {
    low: f64,
    /// Slabs per metre; 0 if they follow the points.
    density: f64,
    /// The last slab.
    last: u32,
    /// Where each slab begins, if they follow the points.
    starts: Vec<f64>,
}

impl Axis {
    /// Cuts the axis into slabs of about the width (m). `coordinates` are asked only if even slabs would be too many;
    /// they must be finite.
    pub fn fit(&mut self, [low, high]: [f64; 2], width: f64, coordinates: impl Iterator<Item = f64>) {
        self.low = low;
        self.starts.clear();
        let slabs = (high - low) / width;
        if slabs < MOST_SLABS {
            self.density = 1.0 / width;
            self.last = slabs as u32;
            return;
        }
        self.density = 0.0;
        if low == high {
            self.starts.push(low);
        } else {
            self.starts.extend(coordinates);
            self.starts.par_sort_unstable_by(f64::total_cmp);
            let mut start = f64::NEG_INFINITY;
            self.starts.retain(|&x| {
                let is_new = x - start > width;
                start = if is_new { x } else { start };
                is_new
            });
        }
        self.last = self.starts.len().saturating_sub(1) as u32;
    }

    pub fn count(&self) -> u64 {
        u64::from(self.last) + 1
    }

    /// The slab of a coordinate; those beyond the ends belong to the outer slabs.
    #[inline]
    pub fn slab(&self, coordinate: f64) -> u32 {
        if self.density > 0.0 {
            // The conversion takes negative numbers to 0.
            (((coordinate - self.low) * self.density) as u32).min(self.last)
        } else {
            self.starts.partition_point(|start| *start <= coordinate).saturating_sub(1) as u32
        }
    }

    /// The slabs that hold everything within `reach` of a range of coordinates.
    #[inline]
    pub fn slabs_near(&self, [low, high]: [f64; 2], reach: f64) -> (u32, u32) {
        (self.slab((low - reach).next_down()), self.slab((high + reach).next_up()))
    }
}
