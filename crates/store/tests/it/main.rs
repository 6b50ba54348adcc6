//! The store's tests: one suite for every backend, and what only the SQLite file has.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod conformance;
mod samples;
mod sqlite;
