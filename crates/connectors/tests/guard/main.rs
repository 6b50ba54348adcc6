//! The guard in front of real engines whose own sandbox is off: what it accepts must read, and nothing else.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod agreement;
#[path = "../../../sql/tests/it/cases.rs"]
mod cases;
mod hostile;
mod mutation;
mod regression_statements;
mod world;
