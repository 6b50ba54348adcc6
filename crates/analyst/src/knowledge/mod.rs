//! What a source's people know about it: rules and glossary notes in files, and answers that proved right.
//!
//! [`Rules`] reads a folder of Markdown and YAML and finds what a question needs of it. [`Memories::recall`] finds, among the
//! answers that the store remembers, the one to the same question and those to similar ones. Both only find: what goes
//! into a prompt, and what is remembered, is decided by their callers.

mod error;
mod files;
mod markdown;
mod memory;
mod question_words;
mod rules;
mod time_words;
mod wording;
mod yaml;

pub use error::KnowledgeError;
pub use memory::Memories;
pub use rules::Rules;
pub use wording::wording;
