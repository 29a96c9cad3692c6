//! L-BFGS: what the last corrections have shown of the curvature, on top of a matrix that is factored already.
//!
//!   s_i = q_{i+1} - q_i,   y_i = r_i - r_{i+1},   rho_i = 1 / s_i.y_i,   H0 = gamma A^-1,   gamma = s.y / y.A^-1 y of the newest
//!
//! and H r by the two loops of [Nocedal 1980]. A is about three times too stiff (a spring resists in all directions), which gamma finds out:
//! it saves a fifth to a third of the iterations. Answers A^-1 r_i are known from every iteration, and with them A^-1 y_i = A^-1 r_i - A^-1 r_{i+1}:
//! one substitution an iteration is all there is to do, and it can be done before anything else of the iteration is known.

use glam::DVec3;
use pliant_math::reduce;

/// Pairs with less curvature than this share of |s| |y| are not kept: H would not stay positive definite.
const LEAST_CURVATURE: f64 = 1e-12;

/// The last corrections, the newest last.
#[derive(Default)]
pub(crate) struct History {
    pairs: Vec<Pair>,
    /// How many of the pairs are in use, from the first on.
    count: usize,
    /// Work array.
    gradient: Vec<DVec3>,
}

/// A correction and what came of it.
#[derive(Default)]
struct Pair {
    s: Vec<DVec3>,
    y: Vec<DVec3>,
    /// A^-1 y.
    image: Vec<DVec3>,
    rho: f64,
    alpha: f64,
}

impl History {
    /// Forgets everything; the memory is kept.
    pub(crate) fn clear(&mut self) {
        self.count = 0;
    }

    /// True if nothing is known beside the matrix.
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Takes in a correction `share * direction` on the way from residual and answer `before` to those `after`; the oldest goes if there are
    /// `most` already.
    pub(crate) fn push(
        &mut self,
        most: usize,
        direction: &[DVec3],
        share: f64,
        before: [&[DVec3]; 2],
        after: [&[DVec3]; 2],
    ) {
        if most == 0 {
            return;
        }
        if self.count == most {
            self.pairs[..most].rotate_left(1);
            self.count -= 1;
        }
        if self.pairs.len() == self.count {
            self.pairs.push(Pair::default());
        }
        let pair = &mut self.pairs[self.count];
        for (field, [a, b]) in
            [(&mut pair.y, [before[0], after[0]]), (&mut pair.image, [before[1], after[1]])]
        {
            field.clear();
            field.extend(a.iter().zip(b).map(|(a, b)| *a - *b));
        }
        pair.s.clear();
        pair.s.extend(direction.iter().map(|d| *d * share));
        let curvature = reduce::dot(&pair.s, &pair.y);
        if curvature > LEAST_CURVATURE * reduce::norm(&pair.s) * reduce::norm(&pair.y) {
            pair.rho = 1.0 / curvature;
            self.count += 1;
        }
    }

    /// H r from the residual and A^-1 r.
    pub(crate) fn apply(&mut self, residual: &[DVec3], answer: &[DVec3], out: &mut [DVec3]) {
        out.copy_from_slice(answer);
        if self.is_empty() {
            return;
        }
        self.gradient.clear();
        self.gradient.extend_from_slice(residual);
        let pairs = &mut self.pairs[..self.count];
        for pair in pairs.iter_mut().rev() {
            pair.alpha = pair.rho * reduce::dot(&pair.s, &self.gradient);
            reduce::add_scaled(&mut self.gradient, -pair.alpha, &pair.y);
            reduce::add_scaled(out, -pair.alpha, &pair.image);
        }
        if let Some(newest) = pairs.last() {
            reduce::scale(out, 1.0 / (newest.rho * reduce::dot(&newest.y, &newest.image)));
        }
        for pair in pairs {
            let beta = pair.rho * reduce::dot(&pair.y, out);
            reduce::add_scaled(out, pair.alpha - beta, &pair.s);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Minimises r = b - K q with K diagonal and A = 1: n steps with a long history find the answer, since L-BFGS is
    /// conjugate gradients on a quadratic function with exact line searches.
    #[test]
    fn a_quadratic_function_takes_as_many_steps_as_it_has_different_curvatures() {
        let curvature = |i: usize| [1.0, 3.0, 7.0, 20.0][i % 4];
        let b: Vec<DVec3> = (0..40).map(|i| DVec3::new(1.0 + i as f64, (i as f64).sin(), -2.0)).collect();
        let times =
            |x: &[DVec3]| -> Vec<DVec3> { x.iter().enumerate().map(|(i, x)| *x * curvature(i)).collect() };
        let mut history = History::default();
        let (mut q, mut r) = (vec![DVec3::ZERO; 40], b.clone());
        let mut direction = vec![DVec3::ZERO; 40];
        for _ in 0..4 {
            history.apply(&r, &r, &mut direction);
            let share = reduce::dot(&r, &direction) / reduce::dot(&direction, &times(&direction));
            reduce::add_scaled(&mut q, share, &direction);
            let before = r.clone();
            reduce::add_scaled(&mut r, -share, &times(&direction));
            history.push(8, &direction, share, [&before, &before], [&r, &r]);
        }
        assert!(reduce::norm(&r) < 1e-12 * reduce::norm(&b), "{}", reduce::norm(&r));
    }

    #[test]
    fn the_oldest_goes_first_and_negative_curvature_is_not_kept() {
        let mut history = History::default();
        let unit =
            |k: usize| -> Vec<DVec3> { (0..5).map(|i| DVec3::splat(f64::from(u8::from(i == k)))).collect() };
        let zero = vec![DVec3::ZERO; 5];
        for k in 0..4 {
            history.push(3, &unit(k), 1.0, [&unit(k), &unit(k)], [&zero, &zero]);
        }
        assert_eq!(history.count, 3);
        assert_eq!(history.pairs[0].s, unit(1));
        history.push(3, &unit(4), 1.0, [&zero, &zero], [&unit(4), &unit(4)]);
        assert_eq!((history.count, &history.pairs[1].s), (2, &unit(3)));
        history.clear();
        assert!(history.is_empty());
    }
}
