//! Finding what a column name refers to, and saying well what went wrong when it refers to nothing.

use super::Rejected;
use super::names::plain;
use super::rejection::{did_you_mean, reject};
use super::scope::{Clause, Find, Relation, Scope};
use super::walk::{Walk, place, shown};
use crate::nearest_names;
use sqlparser::ast::Ident;
use vouch_model::{DataType, Dialect, ErrorCode};

type Typed<'a> = Result<Option<&'a DataType>, Rejected>;

impl<'a> Walk<'a> {
    /// A bare name. Inner scopes come first; whatever may be there is taken to be there.
    pub(super) fn column(&mut self, ident: &Ident) -> Typed<'a> {
        let found = self.bare(ident);
        self.note_sight(found, std::slice::from_ref(ident))
    }

    fn bare(&mut self, ident: &Ident) -> Typed<'a> {
        let name = plain(ident);
        for scope in self.scopes.iter().rev().filter(|scope| !scope.hidden) {
            let holders = scope.holders(ident);
            let alias = self.alias_in_sight(scope, &name);
            match holders.relations.as_slice() {
                [] => {}
                [_] => return Ok(holders.data_type),
                several if alias || scope.is_merged(&name) || holders.uncertain || same_name(several) => {
                    return Ok(holders.data_type);
                }
                several => return Err(ambiguous(ident, several)),
            }
            if holders.uncertain || alias || scope.relation(&name).is_some() {
                return Ok(None);
            }
        }
        if self.is_constant(&name) || (self.has_rowid() && self.is_rowid(&name)) {
            return Ok(None);
        }
        if self.context.policy.tenant.is_some() && self.is_rowid(&name) {
            return Err(no_row_numbers(ident));
        }
        if self.dialect == Dialect::Sqlite && ident.quote_style == Some('"') {
            self.found.texts.insert(place(ident.span));
            return Ok(None);
        }
        Err(self.unknown_column(ident))
    }

    /// A dotted name: `table.column`, `schema.table.column`, or a field of a struct.
    pub(super) fn dotted(&mut self, idents: &[Ident]) -> Typed<'a> {
        let [first, second, rest @ ..] = idents else {
            return idents.first().map_or(Ok(None), |ident| self.column(ident));
        };
        let found = self.qualified(first, second, rest);
        if found.is_ok() && self.names_schema(first, second) {
            self.found.isolation.note_schema(first);
        }
        self.note_sight(found, idents)
    }

    fn qualified(&mut self, first: &Ident, second: &Ident, rest: &[Ident]) -> Typed<'a> {
        for scope in self.scopes.iter().rev().filter(|scope| !scope.hidden) {
            if let Some(found) = self.in_relation(scope, first, second, rest) {
                return found;
            }
            let holders = scope.holders(first);
            let is_alias = self.alias_in_sight(scope, &plain(first));
            if self.dialect == Dialect::DuckDb && (!holders.relations.is_empty() || holders.uncertain || is_alias) {
                return Ok(None);
            }
            // A relation without known columns says nothing about which tables are in sight.
        }
        Err(self.unknown_qualifier(first))
    }

    /// Whether the first part is the schema of a table of which only the tenant's rows are read: what stands in its
    /// place has no schema.
    fn names_schema(&self, first: &Ident, second: &Ident) -> bool {
        let (schema, table) = (plain(first), plain(second));
        let innermost = self.scopes.iter().rev().filter(|scope| !scope.hidden).find_map(|scope| {
            let own = scope.relation(&schema);
            own.or_else(|| scope.relation(&table).filter(|r| is_in_schema(r, &schema))).map(|r| (r, own.is_some()))
        });
        innermost.is_some_and(|(relation, by_itself)| !by_itself && relation.filtered)
    }

    fn in_relation(&self, scope: &Scope<'a>, first: &Ident, second: &Ident, rest: &[Ident]) -> Option<Typed<'a>> {
        let qualifier = plain(first);
        if let Some(relation) = scope.relation(&qualifier) {
            return Some(match relation.columns.find(second) {
                Find::Found(data_type) if rest.is_empty() => Ok(data_type),
                Find::Found(_) | Find::Uncertain => Ok(None),
                Find::Missing if relation.is_table && self.is_rowid(&plain(second)) => Ok(None),
                Find::Missing if self.dialect == Dialect::DuckDb && !scope.holders(first).relations.is_empty() => {
                    Ok(None)
                }
                Find::Missing => Err(self.not_in_relation(second, relation)),
            });
        }
        let column = rest.first()?;
        let relation = scope.relation(&plain(second))?;
        if !is_in_schema(relation, &qualifier) {
            return None;
        }
        Some(match relation.columns.find(column) {
            Find::Found(data_type) => Ok(data_type),
            Find::Uncertain => Ok(None),
            Find::Missing => Err(self.not_in_relation(column, relation)),
        })
    }

    fn alias_in_sight(&self, scope: &Scope<'a>, name: &str) -> bool {
        let known_here = match scope.clause {
            Clause::From => false,
            Clause::Projection => self.dialect == Dialect::DuckDb,
            Clause::AfterProjection => true,
        };
        known_here && scope.has_alias(name)
    }

    fn has_rowid(&self) -> bool {
        self.scopes.iter().any(|scope| scope.relations.iter().any(|relation| relation.is_table))
    }

    fn is_rowid(&self, name: &str) -> bool {
        let names: &[&str] = match self.dialect {
            Dialect::Sqlite => &["rowid", "oid", "_rowid_"],
            _ => &["rowid"],
        };
        names.iter().any(|rowid| name.eq_ignore_ascii_case(rowid))
    }

    /// Words that read like a column and are a value.
    fn is_constant(&self, name: &str) -> bool {
        ["current_date", "current_time", "current_timestamp", "localtime", "localtimestamp"]
            .iter()
            .any(|constant| name.eq_ignore_ascii_case(constant))
            // A lone `?` or the like is refused as a placeholder; DuckDB's `excluded` only exists in an INSERT.
            || (self.dialect == Dialect::Sqlite && ["true", "false"].iter().any(|c| name.eq_ignore_ascii_case(c)))
    }

    fn unknown_column(&self, ident: &Ident) -> Rejected {
        let name = shown(ident);
        let in_sight: Vec<&str> =
            self.visible().flat_map(|scope| &scope.relations).flat_map(|r| r.columns.names()).collect();
        let rejected = |message: String| reject(ErrorCode::ColumnNotFound, message).span(ident.span);
        let near = nearest_names(&name, in_sight.iter().copied(), 3);
        if let (true, Some(elsewhere)) = (
            near.is_empty() || near.first().is_some_and(|n| !n.eq_ignore_ascii_case(&name)),
            self.held_elsewhere(&name),
        ) {
            return rejected(format!("There is no column `{name}` in the tables that are read here."))
                .suggest(format!("`{name}` is a column of {elsewhere}, which is not in FROM: join it"));
        }
        let suggestion = match did_you_mean(&near) {
            Some(near) => near,
            None if ident.quote_style == Some('"') => format!("if it is a text, write it in single quotes: '{name}'"),
            None => columns_here(&in_sight),
        };
        rejected(format!("There is no column `{name}`.")).suggest(suggestion)
    }

    fn not_in_relation(&self, ident: &Ident, relation: &Relation<'a>) -> Rejected {
        let name = shown(ident);
        if relation.filtered && self.is_rowid(&name) {
            return no_row_numbers(ident);
        }
        let own = relation.columns.names();
        let of = relation.name.clone().unwrap_or_default();
        let near = nearest_names(&name, own.iter().copied(), 3);
        let holder = self
            .visible()
            .flat_map(|scope| &scope.relations)
            .find(|other| matches!(other.columns.find(ident), Find::Found(_)))
            .and_then(|other| other.name.clone());
        let suggestion = match holder {
            Some(holder) => format!("did you mean `{holder}.{name}`?"),
            None => did_you_mean(&near).unwrap_or_else(|| columns_here(&own)),
        };
        reject(ErrorCode::ColumnNotFound, format!("`{of}` has no column `{name}`."))
            .suggest(suggestion)
            .span(ident.span)
    }

    pub(super) fn unknown_qualifier(&self, ident: &Ident) -> Rejected {
        let name = shown(ident);
        let relations: Vec<&str> =
            self.visible().flat_map(|scope| &scope.relations).filter_map(|r| r.name.as_deref()).collect();
        let is_table = self.context.catalog.is_some_and(|c| c.table(&name).is_some());
        let suggestion = match did_you_mean(&nearest_names(&name, relations.iter().copied(), 3)) {
            Some(near) => near,
            None if is_table => format!("`{name}` is a table, but it is not in FROM: join it"),
            None if relations.is_empty() => "put the table into FROM".to_owned(),
            None => format!("FROM has {}", listed(&relations)),
        };
        reject(ErrorCode::ColumnNotFound, format!("`{name}` is not a table or alias of this query."))
            .suggest(suggestion)
            .span(ident.span)
    }

    fn visible(&self) -> impl Iterator<Item = &Scope<'a>> {
        self.scopes.iter().rev().filter(|scope| !scope.hidden)
    }

    /// Catalog tables that have such a column, for a person who forgot a join.
    fn held_elsewhere(&self, name: &str) -> Option<String> {
        let tables: Vec<&str> = self
            .context
            .catalog?
            .tables
            .iter()
            .filter(|table| table.column(name).is_some())
            .map(|table| table.name.as_str())
            .take(3)
            .collect();
        if tables.is_empty() {
            None
        } else {
            Some(tables.iter().map(|t| format!("`{t}`")).collect::<Vec<_>>().join(" and "))
        }
    }
}

/// The same table twice under one name cannot be told apart here; the engine will say what it makes of it.
fn same_name(relations: &[&Relation<'_>]) -> bool {
    relations.windows(2).all(|pair| matches!(pair, [a, b] if a.name == b.name && a.name.is_some()))
}

/// `rowid` counts the rows of all clients.
fn no_row_numbers(ident: &Ident) -> Rejected {
    let message = format!("`{}` numbers the rows of all clients, so one client cannot ask for it.", shown(ident));
    reject(ErrorCode::ColumnNotFound, message).suggest("use the table's own key").span(ident.span)
}

fn is_in_schema(relation: &Relation<'_>, schema: &str) -> bool {
    relation.schema.as_deref().is_some_and(|own| own.eq_ignore_ascii_case(schema))
}

fn ambiguous(ident: &Ident, holders: &[&Relation<'_>]) -> Rejected {
    let name = shown(ident);
    let candidates: Vec<String> = holders
        .iter()
        .map(|relation| match &relation.name {
            Some(table) => format!("{table}.{name}"),
            None => name.clone(),
        })
        .collect();
    let quoted: Vec<&str> = candidates.iter().map(String::as_str).collect();
    reject(ErrorCode::AmbiguousColumn, format!("`{name}` could be {}.", listed(&quoted)))
        .suggest(format!("write the table in front, such as `{}`", candidates.first().cloned().unwrap_or_default()))
        .span(ident.span)
}

fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

fn columns_here(names: &[&str]) -> String {
    match names.len() {
        0 => "put the table that has it into FROM".to_owned(),
        1..=12 => format!("the columns here are {}", listed(names).replace(" or ", " and ")),
        more => format!(
            "the columns here are {} and {} more",
            names.iter().take(12).map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", "),
            more - 12
        ),
    }
}
