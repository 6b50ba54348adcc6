//! Files become tables: every kind, every oddity, through the public function.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod csv;
mod encodings;
mod fixture;
mod kinds;
mod large;
mod refusals;
