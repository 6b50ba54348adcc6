//! The guard in front of real engines whose own sandbox is off: what it accepts must read, and nothing else.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod agreement;
#[path = "../../../sql/tests/it/cases.rs"]
mod cases;
#[path = "../../../sql/tests/it/first_aid.rs"]
mod first_aid_cases;
mod hostile;
mod mended;
mod mutation;
mod regression_statements;
mod tables_that_exist;
mod world;
