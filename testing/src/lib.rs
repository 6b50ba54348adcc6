//! A scripted model server for tests and benches: speaks the real wire formats of Anthropic (`/v1/messages`), OpenAI
//! Chat Completions (`/v1/chat/completions`) and Responses (`/v1/responses`) on a free loopback port, streaming or not,
//! and keeps what it was asked. Knows nothing of Vouch.
//!
//! ```no_run
//! use std::time::Duration;
//! use vouch_testing::{Chunking, ModelServer, Script, Turn};
//!
//! # async fn example() {
//! // A script decides by what is asked; the same turn is written in whichever format the request came in.
//! let script = Script::by(|request| {
//!     if request.contains("Write one SQL statement") {
//!         Turn::json(serde_json::json!({"sql": "SELECT 1"})).latency(Duration::from_secs(1))
//!     } else if request.last_user().starts_with("Explain") {
//!         Turn::text("There is one row.").chunking(Chunking::Every(7))
//!     } else {
//!         Turn::status(500, "nobody wrote a turn for this")
//!     }
//! });
//! let server = ModelServer::start(script).await;
//! // ... point a provider's base URL at `server.url()` and run the workflow ...
//! assert_eq!(server.requests().len(), 2);
//! assert!(server.max_in_flight() <= 2);
//! # }
//! ```
//!
//! Other scripts: `Script::queue([...])` answers in order, `Script::always(turn)` with the same, and
//! `Script::rules().when("words", turn).otherwise(turn)` by words in the request.
//!
//! Beside it [`RedisServer`], a real one for a single test.

// Only tests use this crate, and a server that cannot start should end them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod body;
mod redis_server;
mod request;
mod script;
mod server;
mod wire;

pub use redis_server::RedisServer;
pub use request::{Api, Recorded};
pub use script::{Chunking, Rules, Script, Stop, ToolUse, Turn, Usage};
pub use server::ModelServer;
