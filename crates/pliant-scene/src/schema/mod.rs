//! The schema: ONE definition per key ([`Field`]) gives its parser, default, bounds, help text, and its row in the
//! reference page. Tables of fields are [`Section`]s; the readers in `crate::sections` take values out of them.

pub mod field;
pub(crate) mod reader;
pub(crate) mod sink;
pub(crate) mod suggest;
pub(crate) mod value;

pub use field::{Bounds, Choice, Choose, Field, Kind, Presence, Section};
pub(crate) use field::{choice_enum, choices_of};
