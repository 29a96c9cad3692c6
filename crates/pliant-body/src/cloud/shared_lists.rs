//! Numbers of the neighbours of each point, one copy for all points that have the same.

use std::ops::Range;

/// A list for each point; points with the same numbers, as inside lattices, have one copy.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SharedLists {
    /// By point: where its list is.
    ranges: Vec<Range<u32>>,
    numbers: Vec<f64>,
}

impl SharedLists {
    /// The list of a point.
    pub fn of(&self, i: usize) -> &[f64] {
        let Range { start, end } = self.ranges[i];
        &self.numbers[start as usize..end as usize]
    }

    /// A list for each shape of neighbourhood, and which shape each point has.
    pub fn of_shapes<'a>(lists: impl Iterator<Item = &'a [f64]>, shapes: &[u32]) -> Self {
        let (mut by_shape, mut numbers) = (Vec::new(), Vec::new());
        for list in lists {
            by_shape.push(numbers.len() as u32..(numbers.len() + list.len()) as u32);
            numbers.extend(list);
        }
        numbers.shrink_to_fit();
        Self { ranges: shapes.iter().map(|&shape| by_shape[shape as usize].clone()).collect(), numbers }
    }

    /// A list for each point; `starts` is where they start, and their number at the end.
    pub fn of_points(numbers: Vec<f64>, starts: &[u32]) -> Self {
        Self { ranges: starts.windows(2).map(|pair| pair[0]..pair[1]).collect(), numbers }
    }

    /// All of them, one after the other.
    pub fn in_full(&self) -> Vec<f64> {
        (0..self.ranges.len()).flat_map(|i| self.of(i)).copied().collect()
    }
}
