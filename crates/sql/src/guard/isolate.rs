//! The tenant's rows only: what the walk found out about every name becomes a tree in which each reference to a
//! protected table is a subquery that gives the tenant's rows.
//!
//! The walk alone decides what a name means. Names that matter here get a number before it (see [`mark`]), the walk
//! notes its decision under the number, and the rewriting looks it up: a table reference without a decision is
//! refused. A WITH query that has a table's name gets another one, because engines differ in when such a name means
//! the table: DuckDB reads the table in `WITH RECURSIVE orders AS (SELECT * FROM orders)`.

use super::Rejected;
use super::names::{lower, plain};
use super::parse::parse_factor;
use super::rejection::reject;
use super::walk::Walk;
use crate::dialect::is_reserved;
use crate::tenant::{Sight, TenantPolicy};
use crate::visiting::look;
use sqlparser::ast::{
    Expr, Ident, ObjectName, ObjectNamePart, Query, Select, SelectItem, SelectItemQualifiedWildcardKind, TableAlias,
    TableFactor, Visitor,
};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use vouch_model::{Dialect, ErrorCode};

/// A line that no statement has: spans that end there carry a number.
const NUMBERED: u64 = u64::MAX;

/// Gives a name its number. The start of its span still says where it stands.
fn mark(ident: &mut Ident, number: &mut u64) {
    *number += 1;
    ident.span.end.line = NUMBERED;
    ident.span.end.column = *number;
}

fn number_of(ident: &Ident) -> Option<u64> {
    (ident.span.end.line == NUMBERED).then_some(ident.span.end.column)
}

/// Numbers the table that stands in FROM.
pub(super) fn mark_factor(factor: &mut TableFactor, number: &mut u64) {
    if let TableFactor::Table { name, .. } = factor
        && let Some(ObjectNamePart::Identifier(first)) = name.0.first_mut()
    {
        mark(first, number);
    }
}

/// Numbers the names that WITH gives.
pub(super) fn mark_ctes(query: &mut Query, number: &mut u64) {
    let ctes = query.with.iter_mut().flat_map(|with| &mut with.cte_tables);
    ctes.for_each(|cte| mark(&mut cte.alias.name, number));
}

/// Numbers what may be `schema.table.column`.
pub(super) fn mark_dotted(idents: &mut [Ident], number: &mut u64) {
    if let [first, _, _, ..] = idents {
        mark(first, number);
    }
}

/// Numbers what may be `schema.table.*`.
pub(super) fn mark_stars(select: &mut Select, number: &mut u64) {
    for item in &mut select.projection {
        if let SelectItem::QualifiedWildcard(SelectItemQualifiedWildcardKind::ObjectName(name), _) = item
            && let [ObjectNamePart::Identifier(first), _, ..] = name.0.as_mut_slice()
        {
            mark(first, number);
        }
    }
}

/// What the walk decided about the names of a statement.
#[derive(Default)]
pub(super) struct Isolation {
    references: HashMap<u64, Reference>,
    /// WITH queries that get another name.
    renamed: HashMap<u64, String>,
    /// Dotted names that begin with the schema of a table which is a subquery now.
    without_schema: HashSet<u64>,
    names_given: usize,
    /// The statement in lower case: a new name is one that does not occur in it.
    statement: String,
}

enum Reference {
    /// A shared table, or a WITH query that keeps its name.
    AsWritten,
    /// A WITH query that has another name now.
    Renamed(String),
    /// The query for the tenant's rows.
    Rows(String),
}

impl Isolation {
    pub(super) fn of(statement: &Query) -> Self {
        Self { statement: statement.to_string().to_lowercase(), ..Self::default() }
    }

    /// Notes a table; tells whether only some of its rows are seen.
    pub(super) fn note_table(&mut self, policy: &TenantPolicy, key: &str, first: &Ident) -> Result<bool, Rejected> {
        let reference = match policy.sight(key).map_err(|rejected| rejected.span(first.span))? {
            Sight::Whole => Reference::AsWritten,
            Sight::Rows(query) => Reference::Rows(query),
        };
        let filtered = matches!(reference, Reference::Rows(_));
        self.note(first, reference);
        Ok(filtered)
    }

    /// Whether any table is seen in part only.
    pub(super) fn narrows(&self) -> bool {
        self.references.values().any(|reference| matches!(reference, Reference::Rows(_)))
    }

    pub(super) fn note_cte(&mut self, ident: &Ident, renamed: Option<&str>) {
        let reference = renamed.map_or(Reference::AsWritten, |name| Reference::Renamed(name.to_owned()));
        self.note(ident, reference);
    }

    fn note(&mut self, ident: &Ident, reference: Reference) {
        if let Some(number) = number_of(ident) {
            self.references.insert(number, reference);
        }
    }

    pub(super) fn note_schema(&mut self, first: &Ident) {
        self.without_schema.extend(number_of(first));
    }

    /// Another name for a WITH query that is called like a table; none where its name is its own.
    pub(super) fn rename_cte(&mut self, policy: &TenantPolicy, alias: &Ident) -> Option<String> {
        if !policy.names_table(&plain(alias)) {
            return None;
        }
        let name = loop {
            self.names_given += 1;
            let name = format!("with_{}", self.names_given);
            if !policy.names_table(&name) && !self.statement.contains(&name) {
                break name;
            }
        };
        self.renamed.extend(number_of(alias).map(|number| (number, name.clone())));
        Some(name)
    }

    pub(super) fn rewrite_factor(&self, factor: &mut TableFactor, dialect: Dialect) -> Result<(), Rejected> {
        let TableFactor::Table { name, alias, args: None, .. } = factor else { return Ok(()) };
        let (first, last) = match (name.0.first(), name.0.last()) {
            (Some(ObjectNamePart::Identifier(first)), Some(ObjectNamePart::Identifier(last))) => (first, last),
            _ => return Err(not_isolated()),
        };
        let reference = number_of(first).and_then(|number| self.references.get(&number)).ok_or_else(not_isolated)?;
        let own = match alias {
            Some(alias) => alias.clone(),
            None => alias_of(last, dialect),
        };
        match reference {
            Reference::AsWritten => {}
            Reference::Renamed(new) => {
                *name = ObjectName(vec![ObjectNamePart::Identifier(Ident::new(new))]);
                *alias = Some(own);
            }
            Reference::Rows(query) => *factor = parse_factor(query, own, dialect).ok_or_else(not_isolated)?,
        }
        Ok(())
    }

    pub(super) fn rewrite_ctes(&self, query: &mut Query) {
        for cte in query.with.iter_mut().flat_map(|with| &mut with.cte_tables) {
            if let Some(new) = number_of(&cte.alias.name).and_then(|number| self.renamed.get(&number)) {
                cte.alias.name = Ident::new(new);
            }
        }
    }

    pub(super) fn rewrite_expr(&self, expr: &mut Expr) {
        if let Expr::CompoundIdentifier(idents) = expr
            && idents.first().is_some_and(|first| self.loses_schema(first))
        {
            idents.remove(0);
        }
    }

    pub(super) fn rewrite_projection(&self, select: &mut Select) {
        for item in &mut select.projection {
            keep_name(item);
            if let SelectItem::QualifiedWildcard(SelectItemQualifiedWildcardKind::ObjectName(name), _) = item
                && let Some(ObjectNamePart::Identifier(first)) = name.0.first()
                && self.loses_schema(first)
            {
                name.0.remove(0);
            }
        }
    }

    fn loses_schema(&self, first: &Ident) -> bool {
        number_of(first).is_some_and(|number| self.without_schema.contains(&number))
    }
}

impl Walk<'_> {
    /// Which of the table's rows the statement may see; tells whether that is a part of them.
    pub(super) fn narrow(&mut self, idents: &[&Ident]) -> Result<bool, Rejected> {
        let (Some(policy), Some(first)) = (self.context.policy.tenant.as_deref(), idents.first()) else {
            return Ok(false);
        };
        let key = match self.context.catalog {
            Some(catalog) => self.catalog_table(catalog, idents)?.qualified_name(),
            None => {
                let written = idents.iter().map(|ident| lower(ident)).collect::<Vec<_>>().join(".");
                written.strip_prefix("main.").map_or(written.clone(), str::to_owned)
            }
        };
        self.found.isolation.note_table(policy, &key, first)
    }

    /// `schema.table.*` of a table that is a subquery when it runs.
    pub(super) fn note_star(&mut self, idents: &[&Ident]) {
        if let [first, .., last] = idents
            && self.scopes.last().and_then(|scope| scope.relation(&plain(last))).is_some_and(|r| r.filtered)
        {
            self.found.isolation.note_schema(first);
        }
    }
}

/// An engine calls a column that has no name after its text, which would show the rewriting: what reads tables keeps the
/// text that was written. What stands for several columns is left alone.
fn keep_name(item: &mut SelectItem) {
    let SelectItem::UnnamedExpr(expr) = item else { return };
    if !look(expr, &mut HasQuery).is_break() {
        return;
    }
    let text = expr.to_string();
    let upper = text.to_ascii_uppercase();
    let several = ["COLUMNS", "UNNEST", "UNPACK"].iter().any(|name| upper.contains(name));
    if !several {
        let alias = Ident::with_quote('"', text.replace('"', "\"\""));
        *item = SelectItem::ExprWithAlias { expr: expr.clone(), alias };
    }
}

/// Breaks off at the first query within an expression.
struct HasQuery;

impl Visitor for HasQuery {
    type Break = ();

    fn pre_visit_query(&mut self, _query: &Query) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// The table's own name as the alias of what stands in its place.
fn alias_of(name: &Ident, dialect: Dialect) -> TableAlias {
    let mut name = name.clone();
    if name.quote_style.is_none() && is_reserved(&lower(&name), dialect) {
        name.quote_style = Some(if dialect == Dialect::Sqlite { '`' } else { '"' });
    }
    TableAlias { explicit: true, name, columns: Vec::new(), at: None }
}

/// Notes a table that the tree reads, as `schema.table` or as a bare name, in lower case.
pub(super) fn note_reference(factor: &TableFactor, references: &mut Vec<String>) {
    if let TableFactor::Table { name, args: None, .. } = factor {
        let part = |part: &ObjectNamePart| match part {
            ObjectNamePart::Identifier(ident) => plain(ident).to_lowercase(),
            ObjectNamePart::Function(function) => function.to_string(),
        };
        references.push(name.0.iter().map(part).collect::<Vec<_>>().join("."));
    }
}

fn not_isolated() -> Rejected {
    reject(ErrorCode::NotSupported, "A table of this statement cannot be narrowed to one client with certainty.")
        .suggest("name each table plainly in FROM")
}
