//! Sessions, turns, events, datasets and remembered answers: what must still be there tomorrow.
//!
//! [`Store`] is the role; [`SqliteStore`] keeps everything in one file on this machine. A backend is only
//! a place: what counts as context for a follow-up is decided once, in [`exchange_of`], for all of them. Nothing
//! here knows how a question is answered or who asked it.

mod context;
mod contract;
mod error;
mod sqlite;
mod types;

pub use context::exchange_of;
pub use contract::Store;
pub use error::StoreError;
pub use sqlite::SqliteStore;
pub use types::{Dataset, NewSession, Remembered, RememberedBecause, Session, Turn};
