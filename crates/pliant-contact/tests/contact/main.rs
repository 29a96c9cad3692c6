//! The contact layer as steppers see it: one program, so that it is linked once.

#![allow(clippy::unwrap_used)]

mod common;
mod detection;
mod fast;
mod filter;
mod filter_random;
mod friction;
mod gradient;
mod initial;
mod passing;
mod scenes;
mod sides;
mod stepper;
mod symbolic;
mod tangent;
