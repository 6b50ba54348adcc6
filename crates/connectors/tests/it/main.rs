//! One suite that every engine passes, through the public door: open, look, check, run.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod bad_sources;
mod catalog;
mod fixture;
mod limits;
mod shapes;
