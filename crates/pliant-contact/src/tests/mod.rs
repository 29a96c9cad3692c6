//! Tests of what is private.

#![allow(clippy::unwrap_used)]

mod search;
