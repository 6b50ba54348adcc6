//! How deep a JSON file nests and whether it is whole, looked at before the engine reads it.
//!
//! The engine makes a type of every level, in time and memory that grow much faster than the levels do: a few kilobytes of
//! brackets would keep it until it is ended. No table is that deep. And it takes a list that breaks off behind one of its
//! rows for a whole one: half of a download would be a table. What is no JSON is for the engine to say.

use super::bad_file;
use super::source::unreadable;
use crate::ConnectorError;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// Lists and objects within one another.
const DEEPEST: usize = 100;

/// Fails for a file that nests deeper than is read. Whether it is whole: `false` for a list that is not closed.
pub fn look(path: &Path, bytes: impl Read) -> Result<bool, ConnectorError> {
    let mut reader = BufReader::with_capacity(1 << 18, bytes);
    let mut levels = Levels::default();
    loop {
        let piece = reader.fill_buf().map_err(|e| unreadable(path, &e))?;
        if piece.is_empty() {
            break;
        }
        if piece.iter().any(|byte| levels.take(*byte) > DEEPEST) {
            let what = format!(
                "nests lists and objects more than {DEEPEST} levels deep (line {}); a table is not that deep",
                levels.line
            );
            let hint = "Save the list of rows in it as a file of its own, each row an object with plain values.";
            return Err(bad_file(path, &what, hint));
        }
        let length = piece.len();
        reader.consume(length);
    }
    Ok(!levels.is_open_list())
}

/// Where in a document one is.
struct Levels {
    depth: usize,
    in_text: bool,
    escaped: bool,
    line: u64,
    /// Each line is a document of its own, as the first one was: a broken one must not make those after it seem deep.
    by_line: Option<bool>,
    /// The first bracket.
    begun: Option<u8>,
}

impl Default for Levels {
    fn default() -> Self {
        Self { depth: 0, in_text: false, escaped: false, line: 1, by_line: None, begun: None }
    }
}

impl Levels {
    /// Lines that are documents of their own are read one by one; which of them is broken, is said of each.
    fn is_open_list(&self) -> bool {
        self.begun == Some(b'[') && self.by_line != Some(true) && (self.depth > 0 || self.in_text)
    }

    /// How deep it is behind this byte.
    fn take(&mut self, byte: u8) -> usize {
        match byte {
            b'\n' => {
                self.line += 1;
                if self.begun.is_some() && *self.by_line.get_or_insert(self.depth == 0) {
                    (self.depth, self.in_text) = (0, false);
                }
                self.escaped = false;
            }
            _ if self.escaped => self.escaped = false,
            b'\\' if self.in_text => self.escaped = true,
            b'"' => self.in_text = !self.in_text,
            b'{' | b'[' if !self.in_text => {
                self.depth += 1;
                self.begun.get_or_insert(byte);
            }
            b'}' | b']' if !self.in_text => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        self.depth
    }
}

#[cfg(test)]
#[path = "depth_tests.rs"]
mod tests;
