//! The program as its users meet it: the real binary, the real server, the real question sets.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod access;
mod answers;
mod audit;
mod client;
mod clients;
mod commands;
mod evals;
mod instances;
mod killed;
mod limits;
mod login;
mod mcp;
mod models;
mod outside;
mod running;
mod serve;
mod site;
mod soak;
mod strangers;
mod support;
mod tenants;
mod tokens;
