//! How far a statement unfolds. An engine writes a WITH query out where it is named, `*` as its columns, and a name
//! that the SELECT list has given as what it stands for, and plans what comes of that without looking at a clock: what
//! doubles at every step keeps it busy for good. So all of it is counted here as if it were written out.

use super::Rejected;
use super::growth::{GATHERED, SMALL};
use super::names::plain;
use super::rejection::reject;
use super::walk::Walk;
use sqlparser::ast::Ident;
use vouch_model::ErrorCode;

/// Tables that a statement may read, those of a WITH query as often as it is named.
const MOST_TABLES: usize = 300;
/// Tables in one FROM. DuckDB thinks for seconds about the order of so many; SQLite refuses 65.
const MOST_JOINED: usize = 50;
/// Columns that one SELECT may give.
const WIDEST: usize = 10_000;
/// And all of them together.
const MOST_COLUMNS: usize = 50_000;
/// Uses of the names that SELECT lists give.
const MOST_USES: usize = 2_000;

/// Kept by the walk.
#[derive(Default)]
pub(super) struct Spread {
    /// Tables that were read so far.
    pub(super) tables: usize,
    columns: usize,
    uses: usize,
    /// Calls so far that stand for several columns.
    stars: usize,
}

/// A name that the SELECT list has given.
pub(super) struct Given {
    pub name: String,
    /// Of its values, as `growth` estimates it.
    pub size: f64,
    /// Itself, and the given names that it is made of, written out.
    pub uses: usize,
}

/// What had been counted before an item of the SELECT list.
#[derive(Clone, Copy)]
pub(super) struct Before {
    uses: usize,
    stars: usize,
}

impl Spread {
    pub(super) fn read(&mut self, tables: usize) -> Result<(), Rejected> {
        self.tables = self.tables.saturating_add(tables);
        if self.tables <= MOST_TABLES {
            return Ok(());
        }
        let message = format!(
            "The statement reads more than {MOST_TABLES} tables, those of a WITH query counted as often as it is named."
        );
        Err(reject(ErrorCode::TooLarge, message).suggest("name each WITH query less often, or ask for less at once"))
    }

    pub(super) fn join(relations: usize) -> Result<(), Rejected> {
        if relations <= MOST_JOINED {
            return Ok(());
        }
        let message = format!("More than {MOST_JOINED} tables in one FROM are not read.");
        Err(reject(ErrorCode::TooLarge, message).suggest("join fewer tables at once"))
    }

    /// A SELECT that gives so many columns.
    pub(super) fn give(&mut self, columns: usize) -> Result<(), Rejected> {
        check_width(columns)?;
        self.columns = self.columns.saturating_add(columns);
        if self.columns <= MOST_COLUMNS {
            return Ok(());
        }
        let message = format!("The SELECTs of this statement give more than {MOST_COLUMNS} columns together.");
        Err(reject(ErrorCode::TooLarge, message).suggest(LIST_THEM))
    }

    pub(super) fn before(&self) -> Before {
        Before { uses: self.uses, stars: self.stars }
    }

    pub(super) fn uses_since(&self, before: Before) -> usize {
        1 + self.uses.saturating_sub(before.uses)
    }

    /// A call that may stand for several columns.
    pub(super) fn note_call(&mut self, called: &str) {
        self.stars += usize::from(["columns", "unnest", "unpack"].contains(&called));
    }
}

const LIST_THEM: &str = "list the columns that are needed instead of *";

pub(super) fn check_width(columns: usize) -> Result<(), Rejected> {
    if columns <= WIDEST {
        return Ok(());
    }
    let message = format!("A SELECT here gives more than {WIDEST} columns.");
    Err(reject(ErrorCode::TooLarge, message).suggest(LIST_THEM))
}

impl Walk<'_> {
    /// The columns that an item of the SELECT list stands for: one, or with COLUMNS or `unnest` up to what there is.
    pub(super) fn width_since(&self, before: Before, size: f64) -> usize {
        if self.spread.stars == before.stars { 1 } else { self.width_of_struct(size) }
    }

    /// The fields that a value of that size may have. What was gathered is a list, and stays one column.
    pub(super) fn width_of_struct(&self, size: f64) -> usize {
        let here = self.scopes.last().map_or(0, |scope| scope.relations.iter().map(|r| r.columns.width()).sum());
        let fields = if size < GATHERED { (size / SMALL) as usize } else { 1 };
        fields.max(here).max(1)
    }

    /// A name that may be one that the SELECT list gave.
    pub(super) fn note_use(&mut self, ident: &Ident) -> Result<(), Rejected> {
        let name = plain(ident);
        let all = self.scopes.iter().rev().flat_map(|scope| &scope.given);
        let uses = all.filter(|given| given.name.eq_ignore_ascii_case(&name)).map(|given| given.uses).max();
        self.spread.uses = self.spread.uses.saturating_add(uses.unwrap_or(0));
        if self.spread.uses <= MOST_USES {
            return Ok(());
        }
        let message = "The names that are given in SELECT build on each other too often to be written out.";
        Err(reject(ErrorCode::TooLarge, message).suggest("compute the parts in a subquery or in WITH").span(ident.span))
    }
}
