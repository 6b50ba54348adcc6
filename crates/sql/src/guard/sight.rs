//! What was in sight where a name was not understood. The walk leaves it behind for first aid, which mends names
//! by what could have stood there; nothing is decided by it here.

use super::scope::{Columns, Scope};
use super::walk::Walk;
use super::{Position, Rejected};
use sqlparser::ast::Ident;
use vouch_model::{ErrorCode, Table};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A bare name that nothing in sight holds.
    Column,
    /// The relation in front is known, and lacks the column.
    ColumnOfRelation,
    /// What stands in front is no relation of the query.
    Qualifier,
    Ambiguous,
}

pub(crate) struct Sight {
    pub fault: Fault,
    /// The name as written, part by part, quotes taken off.
    pub parts: Vec<String>,
    /// Where the whole name begins.
    pub position: Position,
    /// Innermost first.
    pub scopes: Vec<ScopeInSight>,
}

pub(crate) struct ScopeInSight {
    pub relations: Vec<RelationInSight>,
    /// Names that the SELECT list gives, where they may be used.
    pub aliases: Vec<String>,
}

pub(crate) struct RelationInSight {
    /// Alias or table name.
    pub name: Option<String>,
    /// The catalog's table behind it, if it is one.
    pub table: Option<String>,
    /// The same in lower case and without its schema.
    pub plain_table: Option<String>,
    pub columns: Vec<ColumnInSight>,
    /// Its columns are all known.
    pub certain: bool,
}

pub(crate) struct ColumnInSight {
    pub name: String,
    pub label: Option<String>,
}

impl RelationInSight {
    pub(crate) fn has(&self, column: &str) -> bool {
        self.columns.iter().any(|own| own.name.eq_ignore_ascii_case(column))
    }
}

impl Walk<'_> {
    /// Remembers what was in sight if `outcome` is a refusal of the name.
    pub(super) fn note_sight<T>(
        &mut self,
        outcome: Result<T, Rejected>,
        idents: &[impl AsIdent],
    ) -> Result<T, Rejected> {
        if let Err(rejected) = &outcome
            && self.sight.is_none()
            && let Some(first) = idents.first()
        {
            let start = first.ident().span.start;
            let position = Position { line: start.line, column: start.column };
            let fault = match (rejected.code, rejected.position) {
                (ErrorCode::AmbiguousColumn, _) => Fault::Ambiguous,
                _ if idents.len() == 1 => Fault::Column,
                (_, at) if at == Some(position) => Fault::Qualifier,
                _ => Fault::ColumnOfRelation,
            };
            let parts = idents.iter().map(|i| super::names::plain(i.ident()).into_owned()).collect();
            let scopes = self.scopes.iter().rev().filter(|scope| !scope.hidden).map(in_sight).collect();
            self.sight = Some(Sight { fault, parts, position, scopes });
        }
        outcome
    }
}

/// Names come owned and borrowed.
pub(super) trait AsIdent {
    fn ident(&self) -> &Ident;
}

impl AsIdent for Ident {
    fn ident(&self) -> &Ident {
        self
    }
}

impl AsIdent for &Ident {
    fn ident(&self) -> &Ident {
        self
    }
}

fn in_sight(scope: &Scope<'_>) -> ScopeInSight {
    let relations = scope.relations.iter().map(|relation| {
        let table = match &relation.columns {
            Columns::Table(table) => Some(*table),
            _ => None,
        };
        RelationInSight {
            name: relation.name.clone(),
            table: table.map(Table::qualified_name),
            plain_table: table.map(|table| table.name.to_lowercase()),
            columns: columns(&relation.columns),
            certain: relation.columns.all().is_some(),
        }
    });
    ScopeInSight { relations: relations.collect(), aliases: scope.aliases.clone() }
}

fn columns(columns: &Columns<'_>) -> Vec<ColumnInSight> {
    match columns {
        Columns::Table(table) => {
            table.columns.iter().map(|c| ColumnInSight { name: c.name.clone(), label: c.label.clone() }).collect()
        }
        other => other.names().into_iter().map(|name| ColumnInSight { name: name.to_owned(), label: None }).collect(),
    }
}
