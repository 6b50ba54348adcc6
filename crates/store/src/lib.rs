//! Sessions, turns, events, small records and remembered answers: what must still be there tomorrow.
//!
//! [`Store`] is the role; [`SqliteStore`] keeps everything in one file on this machine, [`RedisStore`] on a server that
//! several instances share. A backend is only a place: what counts as context for a follow-up is decided once, in
//! [`exchange_of`], for all of them. Nothing here knows how a question is answered or who asked it.

mod changes;
mod context;
mod contract;
mod error;
pub mod records;
mod redis;
mod sqlite;
mod types;
mod words;

pub use changes::Changes;
pub use context::exchange_of;
pub use contract::Store;
pub use error::StoreError;
pub use redis::RedisStore;
pub use sqlite::SqliteStore;
pub use types::{
    AuditEntry, AuditFilter, Document, InstanceId, Kind, NewSession, NewTurn, Owner, Remembered, RememberedBecause,
    Session, SessionFilter, SessionKind, StopRequest, Take, Turn,
};
