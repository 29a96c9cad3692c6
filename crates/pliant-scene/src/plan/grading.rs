//! Graded cell sizes of boxes and blocks.

/// Relative cell sizes along three directions; empty lists are even.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Grading {
    /// For each direction: relative sizes at evenly numbered cells, geometric between. `[1, 4]` lets cells grow to
    /// four times the first one, `[1, 3, 1]` is fine at both ends.
    pub sizes: [Vec<f64>; 3],
}

impl Grading {
    /// Cell borders along a direction as shares of its length: `cells + 1` numbers from 0 to 1.
    #[must_use]
    pub fn borders(&self, direction: usize, cells: usize) -> Vec<f64> {
        let sizes: Vec<f64> = (0..cells).map(|cell| self.relative_size(direction, cell, cells)).collect();
        let total: f64 = sizes.iter().sum();
        let mut borders = vec![0.0];
        let mut sum = 0.0;
        for size in sizes {
            sum += size;
            borders.push(sum / total);
        }
        // The last border is exactly the end, whatever the rounding of the sum.
        if let Some(last) = borders.last_mut() {
            *last = 1.0;
        }
        borders
    }

    #[allow(clippy::cast_precision_loss, reason = "cell numbers are far below 2^53")]
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "floor of a small positive number"
    )]
    fn relative_size(&self, direction: usize, cell: usize, cells: usize) -> f64 {
        let given = &self.sizes[direction];
        let (Some(&first), true) = (given.first(), cells > 1 && given.len() > 1) else { return 1.0 };
        let along = cell as f64 / (cells - 1) as f64 * (given.len() - 1) as f64;
        let index = (along.floor() as usize).min(given.len() - 2);
        let share = along - index as f64;
        (given[index] / first).powf(1.0 - share) * (given[index + 1] / first).powf(share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_without_sizes() {
        assert_eq!(Grading::default().borders(0, 4), [0.0, 0.25, 0.5, 0.75, 1.0]);
    }

    #[test]
    fn last_cell_has_the_given_ratio_and_growth_is_geometric() {
        let grading = Grading { sizes: [vec![1.0, 8.0], vec![1.0, 3.0, 1.0], vec![]] };
        let borders = grading.borders(0, 4);
        let sizes: Vec<f64> = borders.windows(2).map(|pair| pair[1] - pair[0]).collect();
        for (size, expected) in sizes.iter().zip([1.0, 2.0, 4.0, 8.0]) {
            assert!((size / sizes[0] - expected).abs() < 1e-12, "{sizes:?}");
        }
        let both_ends = grading.borders(1, 5);
        assert!((both_ends[1] - (1.0 - both_ends[4])).abs() < 1e-15, "{both_ends:?}");
        assert!(both_ends[3] - both_ends[2] > 2.9 * both_ends[1], "{both_ends:?}");
    }
}
