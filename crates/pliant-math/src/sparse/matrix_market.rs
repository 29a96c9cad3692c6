//! Matrix Market text of a block matrix, to compare solvers on the same matrices.

use super::{BLOCK, BlockMatrix};
use std::io::{self, Write};

/// Writes the lower triangle as `matrix coordinate real symmetric`, one line an entry, with indices of unknowns
/// from 1. Every digit needed to read the same `f64` back is written. Zero entries are kept off the file.
pub fn write_matrix_market(matrix: &BlockMatrix, out: &mut impl Write) -> io::Result<()> {
    let n = matrix.pattern().dof_count();
    let mut count = 0usize;
    for_each_entry(matrix, |_, _, _| {
        count += 1;
        Ok(())
    })?;
    writeln!(out, "%%MatrixMarket matrix coordinate real symmetric")?;
    writeln!(out, "{n} {n} {count}")?;
    for_each_entry(matrix, |row, column, value| writeln!(out, "{} {} {value:e}", row + 1, column + 1))
}

fn for_each_entry(
    matrix: &BlockMatrix,
    mut visit: impl FnMut(usize, usize, f64) -> io::Result<()>,
) -> io::Result<()> {
    let pattern = matrix.pattern();
    for i in 0..pattern.node_count() {
        for (index, &j) in pattern.row_range(i).zip(pattern.row(i)) {
            let block = matrix.values[index].to_cols_array_2d();
            for (c, column) in block.iter().enumerate() {
                for (r, &value) in column.iter().enumerate() {
                    let (row, column) = (BLOCK * i + r, BLOCK * j as usize + c);
                    if row >= column && (value != 0.0 || row == column) {
                        visit(row, column, value)?;
                    }
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::sparse::BlockPattern;
    use glam::{DMat3, DVec3};

    #[test]
    fn writes_the_lower_triangle_of_unknowns() {
        let pattern = BlockPattern::from_pairs(2, [(0, 1)]);
        let mut matrix = BlockMatrix::zeros(pattern);
        matrix.values[0] = DMat3::from_diagonal(DVec3::new(1.0, 2.0, 3.0));
        matrix.values[1].y_axis.x = 0.1;
        matrix.values[2] = DMat3::IDENTITY;
        let mut text = Vec::new();
        write_matrix_market(&matrix, &mut text).unwrap();
        let expected = "%%MatrixMarket matrix coordinate real symmetric\n6 6 7\n\
                        1 1 1e0\n2 2 2e0\n3 3 3e0\n4 2 1e-1\n4 4 1e0\n5 5 1e0\n6 6 1e0\n";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }
}
