//! The program as its users meet it: the real binary, the real server, the real question sets.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod access;
mod agents;
mod answers;
mod asks;
mod audit;
mod caching;
mod chats;
mod client;
mod clients;
mod commands;
mod datasets;
mod evals;
mod explorations;
mod follow_ups;
mod forms;
mod instances;
mod killed;
mod limits;
mod login;
mod mcp;
mod models;
mod outside;
mod queries;
mod running;
mod scripted;
mod serve;
mod site;
mod soak;
mod stops;
mod strangers;
mod streams;
mod support;
mod tenants;
mod tokens;
mod watching;
