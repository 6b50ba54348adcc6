//! The program as its users meet it: the real binary, the real server, the real question sets.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod answers;
mod commands;
mod evals;
mod models;
mod serve;
mod support;
mod tenants;
