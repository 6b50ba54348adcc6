//! The store's tests: one suite for every backend, and what only one of them has.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod conformance;
mod killed;
mod redis;
mod samples;
mod sqlite;
