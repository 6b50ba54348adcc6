//! The program `vouch`: its doors (`cli`, `http`), the one function behind them (`session`), its settings, and the
//! one place that picks implementations (`wiring`).
//!
//! Only `cli` prints, only `http` knows axum, only `wiring` says which store, engine and analyst are used. No door has
//! logic of its own: what a question means is decided in `vouch-analyst`.

mod cli;
pub mod demo;
mod export;
mod http;
mod mcp;
mod publish;
mod service;
pub mod session;
pub mod settings;
mod shapes;
mod telemetry;
pub mod wiring;

pub use cli::main;
