//! The statement as tokens with their places in the text, and changes to the text at those places. The text around
//! a change stays as it was written, byte for byte.

use crate::guard::Position;
use crate::guard::parse::grammar;
use sqlparser::tokenizer::{Location, Token, Tokenizer};
use std::ops::Range;
use vouch_model::Dialect;

pub(super) struct Piece {
    pub(super) token: Token,
    /// In bytes.
    pub(super) place: Range<usize>,
    position: Position,
}

pub(super) struct Text<'s> {
    pub(super) sql: &'s str,
    /// Without blanks, comments and semicolons at the end.
    pub(super) pieces: Vec<Piece>,
}

#[derive(Debug)]
pub(super) struct Edit {
    place: Range<usize>,
    text: String,
}

impl Edit {
    pub(super) fn replace(place: Range<usize>, text: impl Into<String>) -> Self {
        Self { place, text: text.into() }
    }

    pub(super) fn insert(at: usize, text: impl Into<String>) -> Self {
        Self::replace(at..at, text)
    }
}

/// The text with the edits made; `None` when two of them touch the same place.
pub(super) fn apply(sql: &str, mut edits: Vec<Edit>) -> Option<String> {
    edits.sort_by_key(|edit| (edit.place.start, edit.place.end));
    let mut mended = String::with_capacity(sql.len() + 32);
    let mut at = 0;
    for edit in edits {
        mended.push_str(sql.get(at..edit.place.start)?);
        mended.push_str(&edit.text);
        at = edit.place.end;
    }
    mended.push_str(sql.get(at..)?);
    Some(mended)
}

impl<'s> Text<'s> {
    pub(super) fn read(sql: &'s str, dialect: Dialect) -> Option<Self> {
        let tokens = Tokenizer::new(grammar(dialect), sql).with_unescape(false).tokenize_with_location().ok()?;
        let mut places = Places::new(sql);
        let mut pieces = Vec::new();
        for token in tokens {
            let (start, end) = (places.offset(token.span.start)?, places.offset(token.span.end)?);
            if matches!(token.token, Token::Whitespace(_) | Token::EOF) {
                continue;
            }
            let position = Position { line: token.span.start.line, column: token.span.start.column };
            pieces.push(Piece { token: token.token, place: start..end, position });
        }
        while pieces.last().is_some_and(|piece: &Piece| piece.token == Token::SemiColon) {
            pieces.pop();
        }
        Some(Self { sql, pieces })
    }

    pub(super) fn token(&self, at: usize) -> Option<&Token> {
        self.pieces.get(at).map(|piece| &piece.token)
    }

    /// The token that begins there.
    pub(super) fn at(&self, position: Position) -> Option<usize> {
        self.pieces.iter().position(|piece| piece.position == position)
    }

    /// An unquoted word in upper case.
    pub(super) fn word(&self, at: usize) -> Option<String> {
        match self.token(at)? {
            Token::Word(word) if word.quote_style.is_none() => Some(word.value.to_ascii_uppercase()),
            _ => None,
        }
    }

    pub(super) fn is_word(&self, at: usize, word: &str) -> bool {
        self.word(at).is_some_and(|own| own == word)
    }

    pub(super) fn is_any(&self, at: usize, words: &[&str]) -> bool {
        self.word(at).is_some_and(|own| words.contains(&own.as_str()))
    }

    pub(super) fn is(&self, at: usize, token: &Token) -> bool {
        self.token(at) == Some(token)
    }

    /// A name, quoted or not, without its quotes.
    pub(super) fn name(&self, at: usize) -> Option<&str> {
        match self.token(at)? {
            Token::Word(word) => Some(&word.value),
            _ => None,
        }
    }

    pub(super) fn place(&self, at: usize) -> Option<Range<usize>> {
        self.pieces.get(at).map(|piece| piece.place.clone())
    }

    /// From the beginning of the first token to the end of the last.
    pub(super) fn span(&self, tokens: Range<usize>) -> Option<Range<usize>> {
        let last = tokens.end.checked_sub(1)?;
        Some(self.place(tokens.start)?.start..self.place(last)?.end)
    }

    pub(super) fn slice(&self, tokens: Range<usize>) -> Option<&'s str> {
        self.sql.get(self.span(tokens)?)
    }

    /// The bracket that closes the one at `open`.
    pub(super) fn close(&self, open: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for (at, piece) in self.pieces.iter().enumerate().skip(open) {
            match piece.token {
                Token::LParen => depth += 1,
                Token::RParen => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(at);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The bracket that opens what the one at `close` closes.
    pub(super) fn open(&self, close: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for at in (0..=close).rev() {
            match self.token(at)? {
                Token::RParen => depth += 1,
                Token::LParen => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(at);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The token ranges between commas of a bracket, empty for `()`.
    pub(super) fn arguments(&self, open: usize, close: usize) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let (mut depth, mut start) = (0_usize, open + 1);
        for at in open + 1..close {
            match self.token(at) {
                Some(Token::LParen | Token::LBracket | Token::LBrace) => depth += 1,
                Some(Token::RParen | Token::RBracket | Token::RBrace) => depth = depth.saturating_sub(1),
                Some(Token::Comma) if depth == 0 => {
                    found.push(start..at);
                    start = at + 1;
                }
                _ => {}
            }
        }
        if start < close {
            found.push(start..close);
        }
        found
    }

    /// The tokens from `start` to the end of the bracket, or of the statement, that holds it; only those that stand
    /// in no inner bracket.
    pub(super) fn level(&self, start: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut depth = 0_usize;
        for (at, piece) in self.pieces.iter().enumerate().skip(start) {
            match piece.token {
                Token::RParen if depth == 0 => break,
                Token::RParen => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                found.push(at);
            }
            if piece.token == Token::LParen {
                depth += 1;
            }
        }
        found
    }

    /// The SELECT to which the token belongs.
    pub(super) fn select_of(&self, at: usize) -> Option<usize> {
        let (mut level, mut lowest) = (0_i64, 0_i64);
        for at in (0..at).rev() {
            match self.token(at)? {
                Token::RParen => level += 1,
                Token::LParen => level -= 1,
                _ => {}
            }
            lowest = lowest.min(level);
            if level == lowest && self.is_word(at, "SELECT") {
                return Some(at);
            }
        }
        None
    }

    /// FROM of a SELECT, from its first token to the one behind its last.
    pub(super) fn sources_of(&self, select: usize) -> Option<Range<usize>> {
        let level = self.level(select);
        let is_from = |at: &usize| {
            self.is_word(*at, "FROM") && !at.checked_sub(1).is_some_and(|before| self.is_word(before, "DISTINCT"))
        };
        let from = level.iter().copied().find(is_from)?;
        let end = level.iter().copied().find(|at| *at > from && self.is_any(*at, AFTER_FROM));
        let end = end.or_else(|| level.last().map(|last| self.whole(*last) + 1))?;
        Some(from..end)
    }

    /// The last token of what begins at `at`: the closing bracket, if it is an opening one.
    fn whole(&self, at: usize) -> usize {
        if self.is(at, &Token::LParen) { self.close(at).unwrap_or(at) } else { at }
    }
}

/// What ends a FROM clause.
const AFTER_FROM: &[&str] = &[
    "WHERE",
    "GROUP",
    "HAVING",
    "ORDER",
    "LIMIT",
    "UNION",
    "EXCEPT",
    "INTERSECT",
    "WINDOW",
    "QUALIFY",
    "FETCH",
    "OFFSET",
];

/// Turns lines and columns into bytes; the tokenizer counts characters.
struct Places<'s> {
    chars: std::iter::Peekable<std::str::CharIndices<'s>>,
    length: usize,
    line: u64,
    column: u64,
}

impl<'s> Places<'s> {
    fn new(sql: &'s str) -> Self {
        Self { chars: sql.char_indices().peekable(), length: sql.len(), line: 1, column: 1 }
    }

    /// Locations come in order.
    fn offset(&mut self, location: Location) -> Option<usize> {
        while (self.line, self.column) < (location.line, location.column) {
            let (_, c) = self.chars.next()?;
            if c == '\n' {
                self.line += 1;
                self.column = 1;
            } else {
                self.column += 1;
            }
        }
        Some(self.chars.peek().map_or(self.length, |(at, _)| *at))
    }
}
