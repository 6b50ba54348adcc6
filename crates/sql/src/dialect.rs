//! How each dialect writes names and texts.

use vouch_model::Dialect;

/// A name as an identifier; quoted only where it must be (reserved word, capitals, odd characters).
pub fn quote_identifier(_name: &str, _dialect: Dialect) -> String {
    todo!()
}

/// A text as a literal, quotes doubled.
pub fn quote_text(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
