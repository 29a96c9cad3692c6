//! Numbers of cells along the Morton curve: the cells of a block of an octree are one run of numbers.

/// Bits of a cell's number along each axis.
pub(super) const AXIS_BITS: u32 = 21;

/// Cells along each axis at most.
pub(super) const MOST_ALONG: u32 = 1 << AXIS_BITS;

/// The number of the cell with these numbers along the axes.
#[inline]
pub(super) fn key([x, y, z]: [u32; 3]) -> u64 {
    spread(x) | spread(y) << 1 | spread(z) << 2
}

/// The cell's numbers along the axes.
#[inline]
pub(super) fn index(key: u64) -> [u32; 3] {
    [compact(key), compact(key >> 1), compact(key >> 2)]
}

/// The cell so many steps along the axes; none if it would lie beyond the numbers there are for blocks of a level.
#[inline]
pub(super) fn shifted(index: [u32; 3], step: [i32; 3], level: u32) -> Option<[u32; 3]> {
    let mut to = [0; 3];
    for axis in 0..3 {
        to[axis] = index[axis].checked_add_signed(step[axis]).filter(|i| *i < MOST_ALONG >> level)?;
    }
    Some(to)
}

/// Puts two zeros between the bits of a number.
#[inline]
fn spread(x: u32) -> u64 {
    let mut x = u64::from(x) & 0x1f_ffff;
    x = (x | x << 32) & 0x001f_0000_0000_ffff;
    x = (x | x << 16) & 0x001f_0000_ff00_00ff;
    x = (x | x << 8) & 0x100f_00f0_0f00_f00f;
    x = (x | x << 4) & 0x10c3_0c30_c30c_30c3;
    (x | x << 2) & 0x1249_2492_4924_9249
}

#[inline]
fn compact(key: u64) -> u32 {
    let mut x = key & 0x1249_2492_4924_9249;
    x = (x | x >> 2) & 0x10c3_0c30_c30c_30c3;
    x = (x | x >> 4) & 0x100f_00f0_0f00_f00f;
    x = (x | x >> 8) & 0x001f_0000_ff00_00ff;
    x = (x | x >> 16) & 0x001f_0000_0000_ffff;
    ((x | x >> 32) & 0x1f_ffff) as u32
}

/// The 26 cells around a cell, nearest first.
pub(super) fn around() -> impl Iterator<Item = [i32; 3]> {
    let all = |i: i32| [i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1];
    let axes = |step: &[i32; 3]| step.iter().filter(|s| **s != 0).count();
    (1..4).flat_map(move |count| (0..27).map(all).filter(move |step| axes(step) == count))
}

/// The six cells across its faces.
pub(super) fn across() -> impl Iterator<Item = [i32; 3]> {
    around().take(6)
}
