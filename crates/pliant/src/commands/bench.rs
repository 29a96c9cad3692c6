//! `pliant bench`.
use crate::cli::{BenchArgs, Failure};
/// Runs.
pub fn run(_: &BenchArgs) -> Result<(), Failure> {
    Ok(())
}
