//! The program as its users meet it: the real binary, the real server, the real question sets.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod agents;
mod answers;
mod asks;
mod caching;
mod chats;
mod commands;
mod datasets;
mod evals;
mod follow_ups;
mod forms;
mod models;
mod queries;
mod scripted;
mod serve;
mod stops;
mod streams;
mod support;
mod watching;
