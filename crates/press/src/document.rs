//! A report as both writers see it. Every text in it is plain text, every link leads to a known place, every number
//! of things is within limits; what a writer must escape is only what its own format reads as syntax.

use crate::words::Words;

/// With fewer sections than this a report is seen at a glance, and has no contents.
const CONTENTS_FROM: usize = 4;

#[derive(Debug, Default, PartialEq)]
pub(crate) struct Document {
    /// Never empty.
    pub title: String,
    pub subtitle: String,
    pub blocks: Vec<Block>,
    /// Headings in order, for the contents.
    pub outline: Vec<Entry>,
}

impl Document {
    /// What stands in the contents: sections and what is right under them, but not every query.
    pub fn contents(&self) -> Vec<&Entry> {
        let listed: Vec<&Entry> = self.outline.iter().filter(|entry| entry.depth <= 2 && !entry.query).collect();
        if listed.len() < CONTENTS_FROM { Vec::new() } else { listed }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    /// 1 is a section of the report; no level is ever skipped on the way down.
    pub depth: usize,
    /// Unique in the document.
    pub id: String,
    pub text: String,
    /// Whether this is the heading of a query, which citations lead to.
    pub query: bool,
}

#[derive(Debug, PartialEq)]
pub(crate) enum Block {
    Heading { entry: Entry, inlines: Vec<Inline> },
    Paragraph(Vec<Inline>),
    Quote { title: Option<String>, blocks: Vec<Block> },
    List { start: Option<usize>, tight: bool, items: Vec<Item> },
    Code { language: String, text: String },
    Table(Table),
    Figure(Placed),
    Rule,
}

#[derive(Debug, PartialEq)]
pub(crate) struct Item {
    /// For a list of tasks: whether it is done.
    pub done: Option<bool>,
    pub blocks: Vec<Block>,
}

#[derive(Debug, PartialEq)]
pub(crate) struct Table {
    pub columns: Vec<Column>,
    pub header: Vec<Vec<Inline>>,
    /// Each as long as `columns`.
    pub rows: Vec<Vec<Vec<Inline>>>,
    pub rows_left_out: usize,
    pub columns_left_out: usize,
}

impl Table {
    /// What stands under a table that is not whole.
    pub fn notes(words: &Words, rows_left_out: usize, columns_left_out: usize) -> Vec<String> {
        [(words.rows_left_out, rows_left_out), (words.columns_left_out, columns_left_out)]
            .into_iter()
            .filter(|(_, count)| *count > 0)
            .map(|(text, count)| format!("{text} {count}"))
            .collect()
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Column {
    pub side: Side,
    /// Every cell is a number (or empty): set in tabular figures and never broken.
    pub numeric: bool,
    /// Longest cell, in characters.
    pub longest: usize,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Side {
    Left,
    Center,
    Right,
}

/// A chart at one place of the report.
#[derive(Debug, PartialEq)]
pub(crate) struct Placed {
    /// From 1, in the order of the report.
    pub number: usize,
    /// Index into the report's charts.
    pub chart: usize,
    pub caption: String,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Inline {
    Text(String),
    Code(String),
    Strong(Vec<Inline>),
    Emph(Vec<Inline>),
    Strike(Vec<Inline>),
    Break,
    Link {
        target: Target,
        inlines: Vec<Inline>,
    },
    /// A query by its name (`Q1`) and the id of its heading.
    Citation {
        name: String,
        id: String,
    },
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Target {
    /// http, https or mailto.
    Outside(String),
    /// The id of a heading that exists.
    Inside(String),
}

/// What is left of inlines when only the words count.
pub(crate) fn plain(inlines: &[Inline]) -> String {
    let mut text = String::new();
    gather(inlines, &mut text);
    text
}

fn gather(inlines: &[Inline], text: &mut String) {
    for inline in inlines {
        match inline {
            Inline::Text(part) | Inline::Code(part) | Inline::Citation { name: part, .. } => text.push_str(part),
            Inline::Strong(inner)
            | Inline::Emph(inner)
            | Inline::Strike(inner)
            | Inline::Link { inlines: inner, .. } => {
                gather(inner, text);
            }
            Inline::Break => text.push(' '),
        }
    }
}
