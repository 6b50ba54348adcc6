//! Names in sight: which tables, columns and aliases an expression may refer to. Used by the walk.
//!
//! Safety never rests on this: a name that is let through wrongly fails in the engine. So whatever is not
//! certain (a table function's columns, a star over one) is let pass.

use super::names::plain;
use super::spread::Given;
use sqlparser::ast::Ident;
use std::rc::Rc;
use vouch_model::{DataType, Table};

/// The columns of something that stands in FROM.
#[derive(Clone)]
pub(super) enum Columns<'a> {
    Table(&'a Table),
    Listed(Rc<Listed<'a>>),
    /// Nobody knows: names in it are not checked. There are about so many.
    Unknown(usize),
}

pub(super) struct Listed<'a> {
    pub columns: Vec<OutputColumn<'a>>,
    /// Some columns have names of the engine's making (`count_star()`), which can only be written in quotes.
    pub open: bool,
    /// How many there are, with those whose names are not known.
    pub width: usize,
}

#[derive(Clone)]
pub(super) struct OutputColumn<'a> {
    pub name: String,
    pub data_type: Option<&'a DataType>,
    /// The bytes that a value may have, as `growth` estimates them.
    pub size: f64,
}

impl<'a> Columns<'a> {
    pub(super) fn listed(columns: Vec<OutputColumn<'a>>) -> Self {
        let width = columns.len();
        Columns::Listed(Rc::new(Listed { columns, open: false, width }))
    }

    pub(super) fn named(names: impl IntoIterator<Item = String>) -> Self {
        Self::sized(names, super::growth::USUAL)
    }

    pub(super) fn sized(names: impl IntoIterator<Item = String>, size: f64) -> Self {
        Self::listed(names.into_iter().map(|name| OutputColumn { name, data_type: None, size }).collect())
    }

    /// The same columns with other sizes, each made from the old one and its place.
    pub(super) fn resized(self, size: impl Fn(usize, f64) -> f64) -> Self {
        match self {
            Columns::Listed(listed) => {
                let columns = listed.columns.iter().enumerate();
                let columns = columns.map(|(i, c)| OutputColumn { size: size(i, c.size), ..c.clone() });
                let (open, width) = (listed.open, listed.width);
                Columns::Listed(Rc::new(Listed { columns: columns.collect(), open, width }))
            }
            other => other,
        }
    }

    /// The size of the column at a place; none where it is not known.
    pub(super) fn size_at(&self, place: usize) -> Option<f64> {
        match self {
            Columns::Listed(listed) if !listed.open => listed.columns.get(place).map(|column| column.size),
            _ => None,
        }
    }

    /// All columns, where they are known.
    pub(super) fn all(&self) -> Option<Vec<OutputColumn<'a>>> {
        match self {
            Columns::Table(table) => Some(
                table
                    .columns
                    .iter()
                    .map(|c| OutputColumn {
                        name: c.name.clone(),
                        data_type: Some(&c.data_type),
                        size: super::growth::usual_size(&c.data_type),
                    })
                    .collect(),
            ),
            Columns::Listed(listed) if !listed.open => Some(listed.columns.clone()),
            Columns::Listed(_) | Columns::Unknown(_) => None,
        }
    }

    /// How many there are.
    pub(super) fn width(&self) -> usize {
        match self {
            Columns::Table(table) => table.columns.len(),
            Columns::Listed(listed) => listed.width,
            Columns::Unknown(some) => *some,
        }
    }

    /// Those whose names are known.
    pub(super) fn names(&self) -> Vec<&str> {
        match self {
            Columns::Table(table) => table.columns.iter().map(|c| c.name.as_str()).collect(),
            Columns::Listed(listed) => listed.columns.iter().map(|c| c.name.as_str()).collect(),
            Columns::Unknown(_) => Vec::new(),
        }
    }

    pub(super) fn find(&self, ident: &Ident) -> Find<'a> {
        let name = plain(ident);
        match self {
            Columns::Table(table) => match table.column(&name) {
                Some(column) => Find::Found(Some(&column.data_type)),
                None => Find::Missing,
            },
            Columns::Listed(listed) => match listed.columns.iter().find(|c| c.name.eq_ignore_ascii_case(&name)) {
                Some(column) => Find::Found(column.data_type),
                None if listed.open && ident.quote_style.is_some() => Find::Uncertain,
                None => Find::Missing,
            },
            Columns::Unknown(_) => Find::Uncertain,
        }
    }

    /// Columns with the first names replaced, as `AS t(a, b)` does.
    pub(super) fn renamed(self, names: &[String]) -> Self {
        if names.is_empty() {
            return self;
        }
        let width = self.width();
        let Some(mut columns) = self.all() else { return Columns::Unknown(width) };
        for (column, name) in columns.iter_mut().zip(names) {
            column.name.clone_from(name);
        }
        Columns::Listed(Rc::new(Listed { columns, open: false, width }))
    }
}

/// What looking a name up in one relation, or in one scope, gave.
pub(super) enum Find<'a> {
    Found(Option<&'a DataType>),
    /// May be there; the engine knows.
    Uncertain,
    Missing,
}

/// Something that stands in FROM.
pub(super) struct Relation<'a> {
    /// Alias or table name; none for a subquery without alias.
    pub name: Option<String>,
    pub schema: Option<String>,
    pub columns: Columns<'a>,
    /// A real table, which has a rowid.
    pub is_table: bool,
    /// A table of which only the tenant's rows are read: a subquery, when it runs.
    pub filtered: bool,
}

/// The part of a SELECT that is being walked; decides whether its aliases are in sight.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Clause {
    From,
    Projection,
    /// WHERE, GROUP BY, HAVING, QUALIFY, ORDER BY: both engines know the aliases there.
    AfterProjection,
}

pub(super) struct Scope<'a> {
    pub relations: Vec<Relation<'a>>,
    /// Columns that USING or NATURAL made one of two.
    pub merged: Vec<String>,
    pub natural: bool,
    pub aliases: Vec<String>,
    /// The names that the SELECT list has given so far.
    pub given: Vec<Given>,
    pub clause: Clause,
    /// Not in sight just now: SQLite's subqueries in FROM do not see their neighbours.
    pub hidden: bool,
}

impl<'a> Scope<'a> {
    pub(super) fn new() -> Self {
        Self {
            relations: Vec::new(),
            merged: Vec::new(),
            natural: false,
            aliases: Vec::new(),
            given: Vec::new(),
            clause: Clause::From,
            hidden: false,
        }
    }

    pub(super) fn of_columns(columns: Columns<'a>) -> Self {
        let mut scope = Self::new();
        scope.relations.push(Relation { name: None, schema: None, columns, is_table: false, filtered: false });
        scope
    }

    pub(super) fn relation(&self, name: &str) -> Option<&Relation<'a>> {
        self.relations.iter().find(|r| r.name.as_deref().is_some_and(|n| n.eq_ignore_ascii_case(name)))
    }

    pub(super) fn has_alias(&self, name: &str) -> bool {
        self.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
    }

    /// All relations that hold the column; the first type found; whether some relation may hold it.
    pub(super) fn holders(&self, ident: &Ident) -> Holders<'a, '_> {
        let mut holders = Holders { relations: Vec::new(), data_type: None, uncertain: false };
        for relation in &self.relations {
            match relation.columns.find(ident) {
                Find::Found(data_type) => {
                    holders.data_type = holders.data_type.or(data_type);
                    holders.relations.push(relation);
                }
                Find::Uncertain => holders.uncertain = true,
                Find::Missing => {}
            }
        }
        holders
    }

    pub(super) fn is_merged(&self, name: &str) -> bool {
        self.natural || self.merged.iter().any(|merged| merged.eq_ignore_ascii_case(name))
    }
}

pub(super) struct Holders<'a, 's> {
    pub relations: Vec<&'s Relation<'a>>,
    pub data_type: Option<&'a DataType>,
    pub uncertain: bool,
}
