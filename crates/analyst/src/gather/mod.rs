//! Which tables and columns matter for a question, found without a model.
//!
//! [`TableFinder`] is built once per catalog snapshot and shared by all asks. It ranks tables by the question's words
//! (`index`: BM25F over names, labels, comments and values), then adds what connects the ranked ones along foreign keys
//! (`connect`). `words` decides when two words are the same word; `knowledge` looks things up with the same two. Nothing
//! here asks the engine, and no value of the data is kept in readable form.

mod columns;
mod connect;
mod finder;
mod index;
mod variants;
pub mod words;

pub use finder::TableFinder;
pub use index::{Field, Index, IndexBuilder};
pub use words::{content_terms, singular};
