//! Small dense least squares: plain, with non-negative unknowns, and nonlinear. For fits with some tens of unknowns.
//!
//! Everything goes through Householder QR, so that nearly parallel columns cost digits once, not twice as with normal
//! equations. Written here and not taken from a crate: the well-kept ones bring a second dense algebra along (nalgebra, ndarray)
//! for some hundred lines. Sources: Lawson & Hanson, Solving Least Squares Problems, 1974, ch. 11 and 23; More, The
//! Levenberg-Marquardt Algorithm, Lecture Notes in Mathematics 630, 1978, with the step control of Nielsen, IMM-REP-1999-05.
//!
//! All loops are bounded; inputs that are not finite give `None`.

/// A matrix by columns, each as long as the right-hand side.
pub type Columns = Vec<Vec<f64>>;

/// Entries on the diagonal of R below this share of the largest count as zero: the column says nothing new.
const DEPENDENT: f64 = 1e-13;

/// |v|.
fn norm(v: &[f64]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn is_usable(columns: &[Vec<f64>], target: &[f64]) -> bool {
    let finite = |v: &[f64]| v.iter().all(|x| x.is_finite());
    finite(target) && columns.iter().all(|column| column.len() == target.len() && finite(column))
}

/// Overwrites the columns with R and the target with Q^T target.
fn triangulate(columns: &mut [Vec<f64>], target: &mut [f64]) {
    for k in 0..columns.len().min(target.len()) {
        let (done, rest) = columns.split_at_mut(k + 1);
        let pivot = &mut done[k];
        let length = norm(&pivot[k..]);
        if length == 0.0 {
            continue;
        }
        let diagonal = if pivot[k] > 0.0 { -length } else { length };
        let mut v = pivot[k..].to_vec();
        v[0] -= diagonal;
        let squared = dot(&v, &v);
        let reflect = |column: &mut [f64]| {
            let factor = 2.0 * dot(&v, column) / squared;
            column.iter_mut().zip(&v).for_each(|(x, v)| *x -= factor * v);
        };
        if squared > 0.0 {
            rest.iter_mut().for_each(|column| reflect(&mut column[k..]));
            reflect(&mut target[k..]);
        }
        pivot[k] = diagonal;
        pivot[k + 1..].iter_mut().for_each(|x| *x = 0.0);
    }
}

/// x that makes |A x - b| least; columns that say nothing new get 0. `None` if a number is not finite or a length differs.
pub fn solve(columns: &[Vec<f64>], target: &[f64]) -> Option<Vec<f64>> {
    if !is_usable(columns, target) {
        return None;
    }
    let (mut R, mut c) = (columns.to_vec(), target.to_vec());
    triangulate(&mut R, &mut c);
    let diagonal = |k: usize| R[k].get(k).map_or(0.0, |x| x.abs());
    let largest = (0..R.len()).map(diagonal).fold(0.0, f64::max);
    let mut x = vec![0.0; R.len()];
    for k in (0..R.len()).rev() {
        if diagonal(k) > DEPENDENT * largest {
            let known: f64 = (k + 1..R.len()).map(|j| R[j][k] * x[j]).sum();
            x[k] = (c[k] - known) / R[k][k];
        }
    }
    x.iter().all(|x| x.is_finite()).then_some(x)
}

/// x >= 0 that makes |A x - b| least (the active-set method of Lawson and Hanson). `None` if a number is not finite or a
/// length differs.
pub fn solve_nonnegative(columns: &[Vec<f64>], target: &[f64]) -> Option<Vec<f64>> {
    if !is_usable(columns, target) {
        return None;
    }
    let lengths: Vec<f64> = columns.iter().map(|column| norm(column)).collect();
    let unit = |(column, &length): (&Vec<f64>, &f64)| {
        let inverse = if length > 0.0 { 1.0 / length } else { 0.0 };
        column.iter().map(|x| x * inverse).collect()
    };
    let mut A: Columns = columns.iter().zip(&lengths).map(unit).collect();
    let mut b = target.to_vec();
    // Q changes no length: the square problem has the same answer, however long the columns were.
    triangulate(&mut A, &mut b);
    let rows = A.len().min(b.len());
    b.truncate(rows);
    A.iter_mut().for_each(|column| column.truncate(rows));
    let x = ActiveSet::new(&A, &b).run()?;
    Some(x.iter().zip(&lengths).map(|(x, &length)| if length > 0.0 { x / length } else { 0.0 }).collect())
}

/// Which unknowns are free, and their values.
struct ActiveSet<'a> {
    A: &'a [Vec<f64>],
    b: &'a [f64],
    x: Vec<f64>,
    free: Vec<usize>,
}

impl<'a> ActiveSet<'a> {
    fn new(A: &'a [Vec<f64>], b: &'a [f64]) -> Self {
        Self { A, b, x: vec![0.0; A.len()], free: Vec::new() }
    }

    fn run(mut self) -> Option<Vec<f64>> {
        let tolerance = 1e-14 * norm(self.b);
        let mut barred: Vec<usize> = Vec::new();
        for _ in 0..10 * self.A.len() + 10 {
            let gradient = self.gradient();
            let may_enter =
                |j: &usize| !self.free.contains(j) && !barred.contains(j) && gradient[*j] > tolerance;
            let entering =
                (0..self.A.len()).filter(may_enter).max_by(|&i, &j| gradient[i].total_cmp(&gradient[j]));
            let Some(entering) = entering else { break };
            self.free.push(entering);
            let trial = self.free_solution()?;
            if trial.last().is_none_or(|&value| value <= 0.0) {
                // Rounding let a column in that does not help.
                self.free.pop();
                barred.push(entering);
                continue;
            }
            barred.clear();
            self.settle(trial)?;
        }
        Some(self.x)
    }

    /// A^T (b - A x).
    fn gradient(&self) -> Vec<f64> {
        let mut residual = self.b.to_vec();
        for (column, &x) in self.A.iter().zip(&self.x) {
            residual.iter_mut().zip(column).for_each(|(r, a)| *r -= a * x);
        }
        self.A.iter().map(|column| dot(column, &residual)).collect()
    }

    fn free_solution(&self) -> Option<Vec<f64>> {
        let columns: Columns = self.free.iter().map(|&j| self.A[j].clone()).collect();
        solve(&columns, self.b)
    }

    /// Goes towards the free solution; whoever reaches zero on the way is held there.
    fn settle(&mut self, mut trial: Vec<f64>) -> Option<()> {
        while !trial.is_empty() && trial.iter().any(|&z| z <= 0.0) {
            let share = |(&j, &z): (&usize, &f64)| (z <= 0.0).then(|| self.x[j] / (self.x[j] - z));
            let way = self.free.iter().zip(&trial).filter_map(share).fold(1.0, f64::min);
            let mut kept = Vec::new();
            for (&j, &z) in self.free.iter().zip(&trial) {
                let reached = self.x[j] + way * (z - self.x[j]);
                let stays = reached > 1e-15 * (z.abs() + self.x[j]);
                self.x[j] = if stays { reached } else { 0.0 };
                if stays {
                    kept.push(j);
                }
            }
            if kept.len() == self.free.len() {
                // Rounding kept everybody: who wants to be negative goes.
                kept.retain(|j| trial[self.free.iter().position(|f| f == j).unwrap_or(0)] > 0.0);
                self.free.iter().filter(|j| !kept.contains(j)).for_each(|&j| self.x[j] = 0.0);
            }
            self.free = kept;
            trial = self.free_solution()?;
        }
        for (&j, &z) in self.free.iter().zip(&trial) {
            self.x[j] = z;
        }
        Some(())
    }
}

/// Residuals of a nonlinear problem at some parameters, and their derivatives by columns, one a parameter.
#[derive(Clone, Debug)]
pub struct Linearised {
    /// r(p).
    pub residuals: Vec<f64>,
    /// dr/dp.
    pub jacobian: Columns,
}

/// Steps of [`minimise`] at most.
const MOST_STEPS: usize = 200;

/// Parameters near `start` that make |r| least (Levenberg and Marquardt), and |r|^2. `evaluate` says `None` where there is
/// nothing to evaluate; the way goes elsewhere then. `None` if that is so at the start.
pub fn minimise(start: &[f64], evaluate: impl Fn(&[f64]) -> Option<Linearised>) -> Option<(Vec<f64>, f64)> {
    let mut parameters = start.to_vec();
    let mut here = evaluate(&parameters)?;
    let mut squares = dot(&here.residuals, &here.residuals);
    let (mut damping, mut growth) = (1e-3, 2.0);
    for _ in 0..MOST_STEPS {
        let Some(step) = damped_step(&here, damping) else { break };
        let trial: Vec<f64> = parameters.iter().zip(&step).map(|(p, s)| p + s).collect();
        let size = norm(&step) / (norm(&parameters) + 1e-12);
        let next = evaluate(&trial).map(|next| (dot(&next.residuals, &next.residuals), next));
        match next {
            Some((lower, next)) if lower < squares => {
                let gained = (squares - lower) / squares;
                (parameters, here, squares) = (trial, next, lower);
                (damping, growth) = ((damping / 3.0).max(1e-14), 2.0);
                if size < 1e-12 || gained < 1e-14 {
                    break;
                }
            }
            _ => {
                if size < 1e-12 {
                    break;
                }
                damping *= growth;
                growth *= 2.0;
            }
        }
        if damping > 1e12 {
            break;
        }
    }
    squares.is_finite().then_some((parameters, squares))
}

/// The step that makes |r + J s|^2 + damping |D s|^2 least, D the lengths of the columns.
fn damped_step(here: &Linearised, damping: f64) -> Option<Vec<f64>> {
    let count = here.jacobian.len();
    let mut target: Vec<f64> = here.residuals.iter().map(|r| -r).collect();
    target.extend(std::iter::repeat_n(0.0, count));
    let row = |k: usize, column: &Vec<f64>| {
        let weight = damping.sqrt() * norm(column).max(1e-12);
        let mut long = column.clone();
        long.extend((0..count).map(|j| if j == k { weight } else { 0.0 }));
        long
    };
    let columns: Columns = here.jacobian.iter().enumerate().map(|(k, column)| row(k, column)).collect();
    solve(&columns, &target)
}

#[cfg(test)]
#[path = "least_squares_tests.rs"]
mod tests;
