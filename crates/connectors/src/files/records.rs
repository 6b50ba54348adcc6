//! Lines of text into records, with the line each one starts on.
//!
//! Owns quoting, quoted line breaks, and the mending of broken ones: an opening quote that is never closed must not
//! swallow the rest of the file. What was mended is said in the record's `trouble`. Refuses nothing; a line always
//! becomes a record.

use crate::ConnectorError;
use std::collections::VecDeque;

/// How fields are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    pub delimiter: u8,
    pub quote: Option<u8>,
    /// `\"` stands for a quote inside quotes; otherwise `""` does.
    pub backslash: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// 1 is the first line of the file.
    pub line: u64,
    /// Trimmed.
    pub fields: Vec<String>,
    /// What had to be mended to read it.
    pub trouble: Option<&'static str>,
}

/// Where lines come from, without their ends.
pub trait LineSource {
    fn next_line(&mut self) -> Result<Option<String>, ConnectorError>;
}

/// A field in quotes may go on for so many lines before the quote is taken for a stray one.
const MAX_QUOTED_LINES: usize = 500;

pub struct RecordReader<S> {
    source: S,
    pending: VecDeque<String>,
    line: u64,
    format: Format,
    /// The number of fields a record should have, once known: it decides between readings of broken quotes.
    width: Option<usize>,
}

impl<S: LineSource> RecordReader<S> {
    pub fn new(source: S, format: Format, width: Option<usize>) -> Self {
        Self { source, pending: VecDeque::new(), line: 0, format, width }
    }

    /// The next record; blank lines are none.
    pub fn next_record(&mut self) -> Result<Option<Record>, ConnectorError> {
        loop {
            let Some(text) = self.take_line()? else { return Ok(None) };
            if !text.trim_matches([' ', '\r', '\u{feff}', '\0']).is_empty() {
                return self.read_from(text).map(Some);
            }
        }
    }

    fn take_line(&mut self) -> Result<Option<String>, ConnectorError> {
        let line = match self.pending.pop_front() {
            Some(line) => Some(line),
            None => self.source.next_line()?,
        };
        self.line += u64::from(line.is_some());
        Ok(line)
    }

    fn fits(&self, fields: &[String]) -> bool {
        self.width.is_none_or(|width| fields.len() == width)
    }

    fn read_from(&mut self, text: String) -> Result<Record, ConnectorError> {
        let line = self.line;
        let record = |fields, trouble| Record { line, fields, trouble };
        let strict = match split(&text, self.format, Broken::Refuse) {
            Split::Fields(fields) if self.fits(&fields) => return Ok(record(fields, None)),
            Split::Fields(fields) => Some(fields),
            Split::Open => match self.read_on(&text)? {
                Some(fields) => return Ok(record(fields, None)),
                None => None,
            },
            Split::Malformed => None,
        };
        for (broken, trouble) in [
            (Broken::KeepInner, "has quotation marks inside a quoted field; they were kept"),
            (Broken::KeepOpening, "has a quotation mark that is never closed; it was kept as text"),
        ] {
            if let Split::Fields(fields) = split(&text, self.format, broken)
                && self.width.is_some()
                && self.fits(&fields)
                && strict.is_none()
            {
                return Ok(record(fields, Some(trouble)));
            }
        }
        if let Some(fields) = self.by_other_delimiter(&text, strict.as_ref().map_or(1, Vec::len)) {
            return Ok(record(fields, Some("is parted by another character than the other lines")));
        }
        Ok(match (strict, split(&text, self.format, Broken::KeepOpening)) {
            (Some(fields), _) => record(fields, None),
            (None, Split::Fields(fields)) => record(fields, Some("has quotation marks that do not match")),
            (None, _) => record(vec![text], Some("has quotation marks that do not match")),
        })
    }

    /// A quoted field goes on in the next lines. `None`, with the lines put back, if that leads nowhere.
    fn read_on(&mut self, first: &str) -> Result<Option<Vec<String>>, ConnectorError> {
        let mut text = first.to_owned();
        let mut taken = Vec::new();
        let quote = self.format.quote.map_or('"', char::from);
        while taken.len() < MAX_QUOTED_LINES {
            let Some(next) = self.take_line()? else { break };
            text.push('\n');
            text.push_str(&next);
            let may_close = next.contains(quote);
            taken.push(next);
            if !may_close {
                continue;
            }
            match split(&text, self.format, Broken::Refuse) {
                Split::Fields(fields) if self.fits(&fields) => return Ok(Some(fields)),
                Split::Open => {}
                _ => break,
            }
        }
        self.line -= taken.len() as u64;
        while let Some(line) = taken.pop() {
            self.pending.push_front(line);
        }
        Ok(None)
    }

    /// A line that its own delimiter hardly parts. Blanks and colons occur in any text and are not tried.
    fn by_other_delimiter(&self, text: &str, parted: usize) -> Option<Vec<String>> {
        let width = self.width.filter(|width| *width > 2 && parted * 2 <= *width)?;
        let others = DELIMITERS.iter().filter(|d| **d != self.format.delimiter && !matches!(**d, b' ' | b':'));
        let mut readings = others.filter_map(|delimiter| {
            match split(text, Format { delimiter: *delimiter, ..self.format }, Broken::Refuse) {
                Split::Fields(fields) if fields.len() == width => Some(fields),
                _ => None,
            }
        });
        readings.next()
    }
}

/// Characters that part fields, the likelier first.
pub const DELIMITERS: [u8; 9] = [b',', b';', b'\t', b'|', b':', b'~', b'^', 0x1f, b' '];

pub enum Split {
    Fields(Vec<String>),
    /// The line ends inside quotes.
    Open,
    /// A closing quote is followed by neither delimiter nor end.
    Malformed,
}

/// What to do with a quote that is out of place.
#[derive(Clone, Copy, PartialEq)]
pub enum Broken {
    Refuse,
    /// Take it as a character of the quoted field.
    KeepInner,
    /// Take the field's opening quote as a character.
    KeepOpening,
}

pub fn split(text: &str, format: Format, broken: Broken) -> Split {
    let mut fields = Vec::new();
    let mut position = 0;
    loop {
        let rest = text.get(position..).unwrap_or_default();
        let blanks = rest.bytes().take_while(|b| *b == b' ' && format.delimiter != b' ').count();
        let quoted = format.quote.is_some() && rest.as_bytes().get(blanks).copied() == format.quote;
        let length = if quoted {
            match take_quoted(rest.get(blanks + 1..).unwrap_or_default(), format, broken) {
                Quoted::Closed { value, length } => {
                    fields.push(value);
                    Some(blanks + 1 + length)
                }
                Quoted::Open if broken != Broken::KeepOpening => return Split::Open,
                Quoted::Malformed if broken != Broken::KeepOpening => return Split::Malformed,
                Quoted::Open | Quoted::Malformed => None,
            }
        } else {
            None
        };
        let length = length.unwrap_or_else(|| {
            let end = rest.bytes().position(|b| b == format.delimiter).unwrap_or(rest.len());
            fields.push(rest.get(..end).unwrap_or_default().trim().to_owned());
            end
        });
        position += length;
        if position >= text.len() {
            return Split::Fields(fields);
        }
        position += 1;
    }
}

enum Quoted {
    /// `length` reaches up to the delimiter or the end.
    Closed {
        value: String,
        length: usize,
    },
    Open,
    Malformed,
}

/// Reads from behind an opening quote.
fn take_quoted(text: &str, format: Format, broken: Broken) -> Quoted {
    let quote = format.quote.unwrap_or(b'"');
    let bytes = text.as_bytes();
    let mut value: Vec<u8> = Vec::new();
    let mut position = 0;
    while let Some(&byte) = bytes.get(position) {
        let next = bytes.get(position + 1).copied();
        if format.backslash && byte == b'\\' && next.is_some_and(|n| n == quote || n == b'\\') {
            value.extend(next);
            position += 2;
        } else if byte != quote {
            value.push(byte);
            position += 1;
        } else if next == Some(quote) && !format.backslash {
            value.push(quote);
            position += 2;
        } else {
            let behind = bytes.get(position + 1..).unwrap_or_default();
            let blanks = behind.iter().take_while(|b| matches!(b, b' ' | b'\r') && **b != format.delimiter).count();
            if behind.get(blanks).is_none_or(|b| *b == format.delimiter) {
                let value = String::from_utf8_lossy(&value).trim().to_owned();
                return Quoted::Closed { value, length: position + 1 + blanks };
            }
            if broken != Broken::KeepInner {
                return Quoted::Malformed;
            }
            value.push(quote);
            position += 1;
        }
    }
    Quoted::Open
}

#[cfg(test)]
#[path = "records_tests.rs"]
mod tests;
