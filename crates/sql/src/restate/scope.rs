//! Which tables a SELECT reads, what each is called in the sentence, and what a column name means there.

use super::words;
use sqlparser::ast::{Expr, Ident};
use vouch_model::{Column, DataType, Table};

/// What kind of value an expression gives, as far as wording depends on it ("highest" or "latest").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    /// A calendar day without a time.
    Day,
    Moment,
    Text,
    Bool,
    Unknown,
}

impl Kind {
    pub(super) fn of_type(data_type: &DataType) -> Kind {
        match data_type {
            DataType::Date => Kind::Day,
            DataType::Timestamp { .. } => Kind::Moment,
            DataType::Bool => Kind::Bool,
            DataType::Text => Kind::Text,
            t if t.is_numeric() => Kind::Number,
            _ => Kind::Unknown,
        }
    }

    pub(super) fn is_time(self) -> bool {
        matches!(self, Kind::Day | Kind::Moment)
    }
}

/// A column that a query gives out, for those who read from that query.
#[derive(Clone, Debug)]
pub(super) struct Output {
    pub(super) name: String,
    pub(super) words: String,
    pub(super) kind: Kind,
}

pub(super) struct Source<'a> {
    /// The name by which the statement refers to it, lower case.
    pub(super) binding: String,
    pub(super) table: Option<&'a Table>,
    /// For what is not a table of the catalog: the columns of the query behind it, where known.
    pub(super) outputs: Vec<Output>,
    pub(super) one: String,
    pub(super) many: String,
}

impl Source<'_> {
    fn column_named(&self, name: &str) -> Option<(String, Kind)> {
        if let Some(column) = self.table.and_then(|table| table.column(name)) {
            return Some((words::column_words(column), Kind::of_type(&column.data_type)));
        }
        let output = self.outputs.iter().find(|output| output.name.eq_ignore_ascii_case(name))?;
        Some((output.words.clone(), output.kind))
    }

    pub(super) fn has_column(&self, name: &str) -> bool {
        self.column_named(name).is_some()
    }

    /// Every column that a star over it gives.
    pub(super) fn all_outputs(&self) -> Vec<Output> {
        match self.table {
            Some(table) => table
                .columns
                .iter()
                .map(|column| Output {
                    name: column.name.clone(),
                    words: words::column_words(column),
                    kind: Kind::of_type(&column.data_type),
                })
                .collect(),
            None => self.outputs.clone(),
        }
    }

    /// Whether its columns are known at all; without a catalog they are not.
    fn is_known(&self) -> bool {
        self.table.is_some() || !self.outputs.is_empty()
    }
}

pub(super) struct Scope<'a> {
    pub(super) sources: Vec<Source<'a>>,
    pub(super) parent: Option<&'a Scope<'a>>,
    /// Output aliases of the SELECT, which its own ORDER BY, GROUP BY and HAVING may use.
    pub(super) aliases: Vec<(String, &'a Expr)>,
    /// What COUNT(*) counts here: "orders", or "rows" where no table gives its name.
    pub(super) grain: String,
}

/// A column found in a scope.
pub(super) struct Found<'s, 'a> {
    pub(super) source: &'s Source<'a>,
    pub(super) index: usize,
    /// How many queries outward it was found.
    pub(super) depth: usize,
    pub(super) words: String,
    pub(super) kind: Kind,
}

impl<'a> Scope<'a> {
    pub(super) fn find<'s>(&'s self, parts: &[Ident]) -> Option<Found<'s, 'a>> {
        let mut scope = self;
        let mut depth = 0;
        loop {
            if let Some(found) = scope.find_here(parts, depth) {
                return Some(found);
            }
            scope = scope.parent?;
            depth += 1;
        }
    }

    fn find_here<'s>(&'s self, parts: &[Ident], depth: usize) -> Option<Found<'s, 'a>> {
        let name = &parts.last()?.value;
        let qualifier = parts.len().checked_sub(2).and_then(|at| parts.get(at)).map(|ident| ident.value.to_lowercase());
        let index = match qualifier {
            Some(qualifier) => self.sources.iter().position(|source| source.binding == qualifier)?,
            None => self.position_of_bare(name)?,
        };
        let source = self.sources.get(index)?;
        let (words, kind) = source.column_named(name).unwrap_or_else(|| (words::spoken(name), Kind::Unknown));
        Some(Found { source, index, depth, words, kind })
    }

    fn position_of_bare(&self, name: &str) -> Option<usize> {
        let known = self.sources.iter().position(|source| source.has_column(name));
        // A table whose columns are unknown may have any column, if it is the only one that may.
        known.or_else(|| match self.sources.as_slice() {
            [only] if !only.is_known() => Some(0),
            _ => None,
        })
    }

    /// The column's words, with the table's noun before it where the sentence would be ambiguous without.
    pub(super) fn column_words(&self, parts: &[Ident]) -> String {
        let Some(found) = self.find(parts) else {
            return parts.last().map(|ident| words::spoken(&ident.value)).unwrap_or_default();
        };
        if found.depth > 0 {
            return format!("this {}'s {}", found.source.one, found.words);
        }
        let name = parts.last().map(|ident| ident.value.as_str()).unwrap_or_default();
        let others = || self.sources.iter().enumerate().filter(|(index, _)| *index != found.index).map(|(_, s)| s);
        let ambiguous = others().any(|other| other.has_column(name) || (parts.len() > 1 && !other.is_known()));
        let bare = self.sources.len() > 1 && is_bare_word(&found.words);
        if (ambiguous || bare) && !found.words.to_lowercase().starts_with(&found.source.one.to_lowercase()) {
            return format!("{} {}", found.source.one, found.words);
        }
        found.words
    }

    pub(super) fn alias(&self, name: &str) -> Option<&'a Expr> {
        self.aliases.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(name)).map(|(_, expr)| *expr)
    }

    pub(super) fn catalog_column(&self, parts: &[Ident]) -> Option<&'a Column> {
        let found = self.find(parts)?;
        found.source.table?.column(&parts.last()?.value)
    }
}

/// Words that say little without their table, once there are two tables.
fn is_bare_word(words: &str) -> bool {
    matches!(words, "id" | "name" | "title" | "code" | "type" | "status" | "date" | "description" | "label")
}

/// The identifier parts of a column reference.
pub(super) fn column_parts(expr: &Expr) -> Option<&[Ident]> {
    match expr {
        Expr::Identifier(ident) => Some(std::slice::from_ref(ident)),
        Expr::CompoundIdentifier(parts) => Some(parts),
        Expr::Nested(inner) => column_parts(inner),
        _ => None,
    }
}
