//! The guard at its boundary: every statement of the case files, judged; then limits, names and positions.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod cases;
mod first_aid;
mod guard_cases;
mod guard_details;
mod structure;
mod tenants;
