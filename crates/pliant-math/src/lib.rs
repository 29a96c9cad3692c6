//! Small algebra, SIMD lanes, ordered reductions, block-sparse matrices and their solvers. No physics.

pub mod decompose;
pub mod hash;
pub mod lanes;
pub mod least_squares;
pub mod reduce;
pub mod small;
pub mod sparse;
