//! Where readers put problems: they go on reading, so that the user sees all of them at once.

use std::cell::RefCell;

use crate::place::Place;
use crate::problem::Problem;

/// Collects problems behind a shared reference.
#[derive(Debug, Default)]
pub(crate) struct Sink(RefCell<Vec<Problem>>);

impl Sink {
    pub(crate) fn push(&self, problem: Problem) {
        self.0.borrow_mut().push(problem);
    }

    pub(crate) fn error(
        &self,
        place: Place,
        key: &str,
        reason: impl Into<String>,
        remedy: impl Into<String>,
    ) {
        self.push(Problem::error(place, key, reason, remedy));
    }

    pub(crate) fn warning(
        &self,
        place: Place,
        key: &str,
        reason: impl Into<String>,
        remedy: impl Into<String>,
    ) {
        self.push(Problem::warning(place, key, reason, remedy));
    }

    pub(crate) fn into_problems(self) -> Vec<Problem> {
        self.0.into_inner()
    }
}
