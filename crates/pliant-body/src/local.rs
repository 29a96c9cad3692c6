//! Work by chunks: each copies the nodes it needs, works on the copies, and writes to slots of its own.
//!
//! Shared by the methods whose elements gather a few kilobytes of nodes, so that no two of them do it differently.

use glam::{DMat3, DVec3};
use pliant_math::lanes::{PaddedPoint, Real, WIDTH};
use pliant_math::small::M3;
use std::cell::RefCell;
use std::thread::LocalKey;

/// Copies of a chunk's nodes, kept by each thread so that no step allocates.
#[derive(Default)]
struct Scratch {
    fields: [Vec<PaddedPoint>; 4],
    forces: Vec<PaddedPoint>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// Calls `f` with so many entries of a room that a thread keeps, so that no step allocates.
pub fn with_room<E: Copy + Default, T>(
    room: &'static LocalKey<RefCell<Vec<E>>>,
    entries: usize,
    f: impl FnOnce(&mut [E]) -> T,
) -> T {
    room.with_borrow_mut(|room| {
        if room.len() < entries {
            room.resize(entries, E::default());
        }
        f(&mut room[..entries])
    })
}

/// Copies fields of the nodes (but empty ones) to local points and calls `f` with them and the zeroed local forces.
pub fn locally<const K: usize, T>(
    nodes: &[u32],
    fields: [&[DVec3]; K],
    f: impl FnOnce([&[PaddedPoint]; K], &mut [PaddedPoint]) -> T,
) -> T {
    SCRATCH.with_borrow_mut(|scratch| {
        for (local, field) in scratch.fields.iter_mut().zip(fields) {
            local.clear();
            if !field.is_empty() {
                local.extend(nodes.iter().map(|&node| PaddedPoint::from(field[node as usize])));
            }
        }
        scratch.forces.clear();
        scratch.forces.resize(nodes.len(), PaddedPoint::default());
        let (points, forces) = (&scratch.fields, &mut scratch.forces);
        f(std::array::from_fn(|k| points[k].as_slice()), forces)
    })
}

/// Splits `out` among the chunks and works on the parts in parallel. Halving instead of a list of parts, so that
/// nothing is allocated.
pub fn each_part<C: Sync, T: Send>(
    chunks: &[C],
    out: &mut [T],
    length: &(impl Fn(&C) -> usize + Sync),
    f: &(impl Fn(&C, &mut [T]) + Sync),
) {
    match chunks {
        [] => {}
        [chunk] => f(chunk, out),
        _ => {
            let (left, right) = chunks.split_at(chunks.len() / 2);
            let (left_out, right_out) = out.split_at_mut(left.iter().map(length).sum());
            rayon::join(|| each_part(left, left_out, length, f), || each_part(right, right_out, length, f));
        }
    }
}

/// Adds a block of four elements to their slots: `slot` tells which, and whether the block must be transposed.
#[inline(always)]
pub fn add_block<R: Real>(K: &M3<R>, slot: impl Fn(usize) -> (usize, bool), blocks: &mut [DMat3]) {
    let mut lanes = [[0.0; WIDTH]; 9];
    for k in 0..9 {
        lanes[k] = K[k / 3][k % 3].to_lanes();
    }
    for lane in 0..R::COUNT {
        // glam is column-major: read the block (or its transpose) in that order.
        let (slot, transposed) = slot(lane);
        let entries: [f64; 9] = std::array::from_fn(|c| {
            let (row, column) = (c % 3, c / 3);
            lanes[if transposed { 3 * column + row } else { 3 * row + column }][lane]
        });
        blocks[slot] += DMat3::from_cols_array(&entries);
    }
}

/// The smaller of a number and those side by side. What is not a number is worse than any, and stays.
#[inline(always)]
pub fn smallest_of<R: Real>(smallest: f64, J: R) -> f64 {
    let lanes = J.to_lanes();
    lanes[..R::COUNT]
        .iter()
        .fold(smallest, |smallest, &J| if J >= smallest || smallest.is_nan() { smallest } else { J })
}

/// Local forces into the slots.
pub fn store(forces: &[PaddedPoint], out: &mut [DVec3]) {
    for (out, force) in out.iter_mut().zip(forces) {
        *out = DVec3::from(*force);
    }
}
