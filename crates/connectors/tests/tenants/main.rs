//! Tenants against real engines: what a policy shows of the whole database is what a copy with the tenant's rows only
//! shows, no statement gets around it, and no condition of a question is tried on somebody else's row.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod breakout;
mod clinic;
mod compare;
mod cost;
mod differential;
mod grammar;
mod school;
mod wall;
mod world;
