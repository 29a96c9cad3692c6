//! How weights of surface points may change: every row stays exact for affine motion ([`patch`](super::patch)).
//!
//! With p_k the offset of phyxel k from the point and one, the weights change by e_k (a . L_k - f . p_k), f = M^-1 sum_k e_k (a . L_k) p_k and
//! M = sum_k e_k p_k p_k^T: e (the ease) falls with distance, a is the share of the surface at the point. This is done hundreds of times, so four rows
//! stand side by side in SIMD lanes. No operation is fused, and what comes of them is summed in the order of the rows.

use crate::local::{each_part, locally};
use glam::{DMat4, DVec3, DVec4};
use pliant_math::lanes::{Kernel, PaddedPoint, Real, WIDTH, dispatch};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The rows of all surface points.
pub struct SurfaceChange {
    tasks: Vec<Task>,
    /// Phyxels that carry something, ascending, and where their shares end.
    carriers: Vec<(u32, usize)>,
    /// Of each carrier in turn: where the change is among all, and the share of the surface of its row; by ascending rows.
    shares: Vec<(u32, DVec3)>,
}

/// Some rows, handled by one task.
struct Task {
    /// The phyxels of its rows, ascending: what their numbers here mean.
    phyxels: Vec<u32>,
    /// Of each row: its share of the surface, and how many phyxels it has.
    rows: Vec<(DVec3, usize)>,
    packs: Vec<Pack>,
}

/// Four rows side by side.
struct Pack {
    /// Per entry and lane: number of the phyxel; any, where a row has no more.
    phyxels: Vec<u16>,
    /// Per entry [`ENTRY`] numbers: ease, and the offset of the phyxel from the point; of each, one a lane.
    entries: Vec<f64>,
    /// a, and M^-1 by columns; of each number, one a lane.
    heads: [f64; HEAD * WIDTH],
}

const ENTRY: usize = 4;
const HEAD: usize = 3 + 16;

/// The farthest phyxel of a row changes a little, too.
const BEYOND_FARTHEST: f64 = 1.15;
/// Determinant over the product of the diagonal, below which phyxels do not span space.
const FLAT: f64 = 1e-4;
/// Rows that one task handles.
const TASK: usize = 64;
/// Rows with more phyxels than this stay what they are: phyxels of a task must have numbers of 16 bits.
const LONGEST: usize = u16::MAX as usize / TASK;

impl SurfaceChange {
    /// Rows that carry these points with these shares of the surface.
    pub fn new(points: &[DVec3], surface: &[DVec3], areas: &[DVec3], rows: &[Vec<(u32, f64)>]) -> Self {
        let of = |p: usize| Row::new(points, surface[p], areas[p], &rows[p]);
        let rows: Vec<Row> = (0..surface.len()).into_par_iter().map(of).collect();
        let tasks: Vec<Task> = rows.par_chunks(TASK).map(Task::new).collect();
        let mut of_phyxel: Vec<Vec<(u32, DVec3)>> = vec![Vec::new(); points.len()];
        each_change(&tasks, |change| of_phyxel[change.phyxel].push((change.at as u32, change.area)));
        let mut out = Self { tasks, carriers: Vec::new(), shares: Vec::new() };
        for (phyxel, of) in of_phyxel.iter().enumerate().filter(|(_, of)| !of.is_empty()) {
            out.shares.extend(of);
            out.carriers.push((phyxel as u32, out.shares.len()));
        }
        out
    }

    /// Adds how much the balance changes with the multipliers L. `changes` is room to work in, kept from call to call.
    pub fn add_response(&self, L: &[DVec3], changes: &mut Vec<f64>, out: &mut [DVec3]) {
        self.work_out(L, changes);
        let mut first = 0;
        for &(phyxel, end) in &self.carriers {
            let sum = &mut out[phyxel as usize];
            *sum = self.shares[first..end]
                .iter()
                .fold(*sum, |sum, (at, area)| sum + *area * changes[*at as usize]);
            first = end;
        }
    }

    /// Changes the rows.
    pub fn change(&self, L: &[DVec3], rows: &mut [Vec<(u32, f64)>]) {
        let mut changes = Vec::new();
        self.work_out(L, &mut changes);
        each_change(&self.tasks, |change| rows[change.row][change.entry].1 -= changes[change.at]);
    }

    /// Writes the changes of all weights.
    fn work_out(&self, L: &[DVec3], changes: &mut Vec<f64>) {
        changes.resize(self.tasks.iter().map(Task::len).sum(), 0.0);
        each_part(&self.tasks, changes, &Task::len, &|task, out| {
            locally(&task.phyxels, [L], |[L], _| dispatch(Changes { packs: &task.packs, L, out }));
        });
    }
}

/// A weight that may change.
struct Change {
    row: usize,
    /// Its place in the row.
    entry: usize,
    phyxel: usize,
    /// Share of the surface of its row.
    area: DVec3,
    /// Where its change is among all.
    at: usize,
}

/// Calls `f` for every weight that may change, row by row.
fn each_change(tasks: &[Task], mut f: impl FnMut(Change)) {
    let (mut row, mut first) = (0, 0);
    for task in tasks {
        for (pack, rows) in task.packs.iter().zip(task.rows.chunks(WIDTH)) {
            for (lane, &(area, length)) in rows.iter().enumerate() {
                for entry in 0..length {
                    let own = entry * WIDTH + lane;
                    let phyxel = task.phyxels[pack.phyxels[own] as usize] as usize;
                    f(Change { row, entry, phyxel, area, at: first + own });
                }
                row += 1;
            }
            first += pack.phyxels.len();
        }
    }
}

impl Task {
    fn new(rows: &[Row]) -> Self {
        let mut phyxels: Vec<u32> = rows.iter().flat_map(|row| row.phyxels.iter().copied()).collect();
        phyxels.sort_unstable();
        phyxels.dedup();
        let number: BTreeMap<u32, u16> = phyxels.iter().copied().zip(0..).collect();
        Self {
            packs: rows.chunks(WIDTH).map(|rows| Pack::new(rows, &number)).collect(),
            rows: rows.iter().map(|row| (row.area, row.phyxels.len())).collect(),
            phyxels,
        }
    }

    /// Numbers that its changes take.
    fn len(&self) -> usize {
        self.packs.iter().map(|pack| pack.phyxels.len()).sum()
    }
}

impl Pack {
    fn new(rows: &[Row], number: &BTreeMap<u32, u16>) -> Self {
        let length = rows.iter().map(|row| row.phyxels.len()).max().unwrap_or(0);
        let mut out = Self {
            phyxels: vec![0; length * WIDTH],
            entries: vec![0.0; length * ENTRY * WIDTH],
            heads: [0.0; HEAD * WIDTH],
        };
        for (lane, row) in rows.iter().enumerate() {
            let inverse = row.inverse.to_cols_array();
            for (i, number) in row.area.to_array().iter().chain(&inverse).enumerate() {
                out.heads[i * WIDTH + lane] = *number;
            }
            for (k, phyxel) in row.phyxels.iter().enumerate() {
                out.phyxels[k * WIDTH + lane] = number[phyxel];
                let p = row.places[k];
                for (i, number) in [row.ease[k], p.x, p.y, p.z].into_iter().enumerate() {
                    out.entries[(k * ENTRY + i) * WIDTH + lane] = number;
                }
            }
        }
        out
    }

    /// One of the numbers of the rows.
    #[inline(always)]
    fn head<R: Real>(&self, i: usize) -> R {
        R::load(&self.heads[i * WIDTH..(i + 1) * WIDTH])
    }

    /// Writes e (a . L - its affine fit) of each phyxel.
    #[inline(always)]
    fn changes<R: Real>(&self, L: &[PaddedPoint], out: &mut [f64]) {
        let a: [R; 3] = [self.head(0), self.head(1), self.head(2)];
        let mut sum = [R::zero(); 4];
        let entries = self.entries.chunks_exact(ENTRY * WIDTH);
        let phyxels = self.phyxels.chunks_exact(WIDTH);
        for ((entry, phyxels), out) in entries.clone().zip(phyxels).zip(out.chunks_exact_mut(WIDTH)) {
            let [ease, x, y, z] = numbers::<R>(entry);
            let L = R::gather(L, phyxels);
            let pull = ease * (a[0] * L[0] + a[1] * L[1] + a[2] * L[2]);
            sum = [sum[0] + x * pull, sum[1] + y * pull, sum[2] + z * pull, sum[3] + pull];
            out.copy_from_slice(&pull.to_lanes());
        }
        let fit = self.fit(sum);
        for (entry, out) in entries.zip(out.chunks_exact_mut(WIDTH)) {
            let [ease, x, y, z] = numbers::<R>(entry);
            let fitted = fit[0] * x + fit[1] * y + fit[2] * z + fit[3];
            out.copy_from_slice(&(R::load(out) - ease * fitted).to_lanes());
        }
    }

    /// f = M^-1 sum.
    #[inline(always)]
    fn fit<R: Real>(&self, sum: [R; 4]) -> [R; 4] {
        let mut fit = [R::zero(); 4];
        for (i, fit) in fit.iter_mut().enumerate() {
            *fit = self.head::<R>(3 + i) * sum[0]
                + self.head::<R>(7 + i) * sum[1]
                + self.head::<R>(11 + i) * sum[2]
                + self.head::<R>(15 + i) * sum[3];
        }
        fit
    }
}

/// The numbers of an entry.
#[inline(always)]
fn numbers<R: Real>(entry: &[f64]) -> [R; ENTRY] {
    let mut out = [R::zero(); ENTRY];
    for (i, out) in out.iter_mut().enumerate() {
        *out = R::load(&entry[i * WIDTH..(i + 1) * WIDTH]);
    }
    out
}

/// The changes of a task.
struct Changes<'a> {
    packs: &'a [Pack],
    L: &'a [PaddedPoint],
    out: &'a mut [f64],
}

impl Kernel for Changes<'_> {
    type Output = ();

    #[inline(always)]
    fn run<R: Real>(self) {
        let mut rest = self.out;
        for pack in self.packs {
            let (own, after) = rest.split_at_mut(pack.phyxels.len());
            pack.changes::<R>(self.L, own);
            rest = after;
        }
    }
}

/// What carries one surface point.
struct Row {
    area: DVec3,
    /// None, if the row stays what it is.
    phyxels: Vec<u32>,
    /// Offset of each phyxel from the point, and one.
    places: Vec<DVec4>,
    /// How easily each weight changes.
    ease: Vec<f64>,
    /// M^-1.
    inverse: DMat4,
}

impl Row {
    fn new(points: &[DVec3], x: DVec3, area: DVec3, row: &[(u32, f64)]) -> Self {
        let offset = |&(j, _): &(u32, f64)| points[j as usize] - x;
        let farthest = row.iter().map(|of| offset(of).length()).fold(0.0, f64::max) * BEYOND_FARTHEST;
        let places: Vec<DVec4> = row.iter().map(|of| offset(of).extend(1.0)).collect();
        let ease: Vec<f64> =
            row.iter().map(|of| 1.0 - offset(of).length_squared() / (farthest * farthest)).collect();
        let mut M = DMat4::ZERO;
        for (p, ease) in places.iter().zip(&ease) {
            M += DMat4::from_cols(*p * p.x, *p * p.y, *p * p.z, *p * p.w) * *ease;
        }
        let diagonal = M.x_axis.x * M.y_axis.y * M.z_axis.z * M.w_axis.w;
        let may_change = M.determinant() > FLAT * diagonal && area != DVec3::ZERO && row.len() <= LONGEST;
        let phyxels = row.iter().filter(|_| may_change).map(|&(j, _)| j).collect();
        let inverse = if may_change { M.inverse() } else { DMat4::ZERO };
        Self { area, phyxels, places, ease, inverse }
    }
}

#[cfg(test)]
mod tests {
    use super::{Row, SurfaceChange};
    use glam::{DVec3, DVec4};

    /// One change after the other, as the formula says it.
    fn plainly(row: &Row, L: &[DVec3]) -> Vec<f64> {
        let pull = |k: usize| row.ease[k] * row.area.dot(L[row.phyxels[k] as usize]);
        let all = 0..row.phyxels.len();
        let fit = row.inverse * all.clone().fold(DVec4::ZERO, |sum, k| sum + row.places[k] * pull(k));
        all.map(|k| pull(k) - row.ease[k] * fit.dot(row.places[k])).collect()
    }

    #[test]
    fn rows_side_by_side_change_as_one_after_the_other() {
        let wave = |i: usize, f: f64| (f * i as f64).sin();
        let points: Vec<DVec3> =
            (0..300).map(|i| DVec3::new(wave(i, 1.7), wave(i, 2.9), wave(i, 0.37)) * 3.0).collect();
        let L: Vec<DVec3> = (0..300).map(|i| DVec3::new(wave(i, 5.1), wave(i, 0.9), wave(i, 7.7))).collect();
        // Rows of all lengths, some too short to change.
        let rows: Vec<Vec<(u32, f64)>> =
            (0..150u32).map(|p| (0..2 + p % 11).map(|k| ((7 * p + 13 * k) % 300, 0.1)).collect()).collect();
        // Among the points that carry them, so that these tell a fit.
        let middle = |row: &Vec<(u32, f64)>| {
            row.iter().map(|&(j, _)| points[j as usize]).sum::<DVec3>() / row.len() as f64
        };
        let surface: Vec<DVec3> = rows.iter().map(|row| middle(row) * 1.1).collect();
        let areas: Vec<DVec3> = (0..150).map(|p| DVec3::new(wave(p, 3.3), wave(p, 4.1), 0.5)).collect();
        let change = SurfaceChange::new(&points, &surface, &areas, &rows);
        let (mut changed, mut plain) = (rows.clone(), rows.clone());
        change.change(&L, &mut changed);
        let mut response = vec![DVec3::ZERO; points.len()];
        change.add_response(&L, &mut Vec::new(), &mut response);
        let mut expected = vec![DVec3::ZERO; points.len()];
        for p in 0..rows.len() {
            let row = Row::new(&points, surface[p], areas[p], &rows[p]);
            for (k, change) in plainly(&row, &L).into_iter().enumerate() {
                plain[p][k].1 -= change;
                expected[row.phyxels[k] as usize] += row.area * change;
            }
        }
        assert_eq!(changed, plain);
        assert_eq!(response, expected);
        assert!(changed.iter().zip(&rows).filter(|(now, before)| now != before).count() > 50);
    }
}
