//! Views under a tenant: what a view computes it computes over the rows of everybody, and a filter on what comes out of it is too late
//! for windows, aggregates and casts. So its own query is put in its place, and is narrowed like everything else: a tenant's
//! view is computed from the tenant's rows. Its client column still filters what comes out.
//!
//! Names in a view mean tables, never a WITH query of the statement around it: each gets its schema. A view whose query cannot be read
//! is refused.

use super::Rejected;
use super::names::{lower, parts, plain};
use super::normalize::bracket_minus;
use super::parse::{parse_factor, parse_view, reread};
use super::rejection::reject;
use crate::tenant::TenantPolicy;
use crate::{quote_identifier, visiting::change};
use sqlparser::ast::{Expr, Ident, ObjectName, ObjectNamePart, Query, TableAlias, TableFactor, VisitorMut};
use std::ops::ControlFlow;
use vouch_model::{Catalog, Dialect, ErrorCode, Table, TableKind};

/// Views of views that are followed.
const MAX_DEPTH: usize = 12;
/// Views that one statement may come to.
const MAX_VIEWS: usize = 60;

/// Whether the table is a view of which one tenant sees some rows.
pub(super) fn is_bound(table: &Table, policy: &TenantPolicy) -> bool {
    table.kind == TableKind::View && !policy.is_shared(&table.qualified_name())
}

/// The query with every such view written out, read anew so that each name stands in a place of its own.
pub(super) fn written_out(
    query: &Query,
    catalog: &Catalog,
    policy: &TenantPolicy,
    dialect: Dialect,
) -> Result<Box<Query>, Rejected> {
    let mut query = Box::new(query.clone());
    Writer { catalog, policy, dialect, left: MAX_VIEWS }.work(&mut query, 0)?;
    reread(&query.to_string(), dialect).ok_or_else(|| {
        reject(ErrorCode::NotSupported, "The views in this statement cannot be written out for one client.")
            .suggest("read the tables that they are made of")
    })
}

struct Writer<'c> {
    catalog: &'c Catalog,
    policy: &'c TenantPolicy,
    dialect: Dialect,
    left: usize,
}

impl Writer<'_> {
    fn work(&mut self, query: &mut Query, depth: usize) -> Result<(), Rejected> {
        let mut replacing = Replacing { writer: self, depth, names: Vec::new(), outside: Vec::new(), of_view: None };
        finish(change(query, &mut replacing))
    }

    /// The rows of the view that are the tenant's, as something that stands in FROM.
    fn rows_of(
        &mut self,
        view: &Table,
        alias: TableAlias,
        outside: Vec<String>,
        depth: usize,
    ) -> Result<TableFactor, Rejected> {
        let unreadable = |why: &str| unreadable(view, why);
        self.left = self.left.checked_sub(1).ok_or_else(|| unreadable("the statement comes to too many views"))?;
        if depth >= MAX_DEPTH {
            return Err(unreadable("it is made of views of views of views"));
        }
        let text = view.definition.as_deref().ok_or_else(|| unreadable("its query is not known"))?;
        let (columns, mut query) =
            parse_view(text, self.dialect).ok_or_else(|| unreadable("its query is not understood"))?;
        let mut names = Replacing { writer: self, depth, names: Vec::new(), outside, of_view: Some(view) };
        finish(change(&mut query, &mut names))?;
        let own = quote_identifier(&view.name, self.dialect);
        let named = match columns.is_empty() {
            true => query.to_string(),
            // SQLite takes names of columns behind a WITH name only.
            false => {
                let list: Vec<String> = columns.iter().map(|name| quote_identifier(name, self.dialect)).collect();
                format!("WITH {own}({}) AS ({query}) SELECT * FROM {own}", list.join(", "))
            }
        };
        let rows = self.policy.rows_of_view(&view.qualified_name(), &named)?;
        parse_factor(&rows, alias, self.dialect).ok_or_else(|| unreadable("its query is not understood"))
    }
}

struct Replacing<'w, 'c, 'v> {
    writer: &'w mut Writer<'c>,
    depth: usize,
    /// What WITH gives a name to, in lower case.
    names: Vec<String>,
    /// The same of what stands around this view.
    outside: Vec<String>,
    /// The view whose query this is; `None` for the statement itself.
    of_view: Option<&'v Table>,
}

impl VisitorMut for Replacing<'_, '_, '_> {
    type Break = Box<Rejected>;

    fn pre_visit_query(&mut self, query: &mut Query) -> ControlFlow<Self::Break> {
        self.names.extend(query.with.iter().flat_map(|with| &with.cte_tables).map(|cte| lower(&cte.alias.name)));
        ControlFlow::Continue(())
    }

    /// DuckDB keeps `extract(year FROM x)` as `main.date_part('year', x)`. The statement itself has been normalized already.
    fn pre_visit_expr(&mut self, expr: &mut Expr) -> ControlFlow<Self::Break> {
        if self.of_view.is_some() {
            bracket_minus(expr);
        }
        if let (Some(_), Expr::Function(function)) = (self.of_view, expr)
            && let Some(names) = parts(&function.name)
            && let [qualifiers @ .., _] = names.as_slice()
            && qualifiers.iter().all(|name| ["main", "system", "pg_catalog"].contains(&lower(name).as_str()))
            && let Some(last) = function.name.0.pop()
        {
            function.name.0 = vec![last];
        }
        ControlFlow::Continue(())
    }

    /// After its parts, so that what takes the view's place is not visited in turn.
    fn post_visit_table_factor(&mut self, factor: &mut TableFactor) -> ControlFlow<Self::Break> {
        match self.replace(factor) {
            Ok(()) => ControlFlow::Continue(()),
            Err(rejected) => ControlFlow::Break(Box::new(rejected)),
        }
    }
}

impl<'c> Replacing<'_, 'c, '_> {
    fn replace(&mut self, factor: &mut TableFactor) -> Result<(), Rejected> {
        let TableFactor::Table { name, alias, args: None, .. } = factor else { return Ok(()) };
        let Some(idents) = parts(name) else { return Ok(()) };
        if let [only] = idents.as_slice()
            && self.names.contains(&lower(only))
        {
            // Whether the view means its own WITH query there or a table, it must not come to mean somebody else's.
            return match self.of_view {
                Some(view) if self.outside.contains(&lower(only)) => {
                    Err(unreadable(view, "a WITH query of the statement is called like one of its own"))
                }
                _ => Ok(()),
            };
        }
        // Of what is no table here the walk says why.
        let Some(table) = self.table(&idents) else { return Ok(()) };
        if !is_bound(table, self.writer.policy) {
            if self.of_view.is_some()
                && let Some(last) = idents.last()
            {
                *name = qualified(table, last);
            }
            return Ok(());
        }
        let alias = alias.clone().unwrap_or_else(|| called(table, &idents));
        let outside = self.outside.iter().chain(&self.names).cloned().collect();
        *factor = self.writer.rows_of(table, alias, outside, self.depth + 1)?;
        Ok(())
    }

    /// A bare name in a view is a table of the view's own schema first.
    fn table(&self, idents: &[&Ident]) -> Option<&'c Table> {
        let catalog = self.writer.catalog;
        let names: Vec<_> = idents.iter().map(|ident| plain(ident)).collect();
        match names.as_slice() {
            [name] => {
                let schema = self.of_view.and_then(|view| view.schema.as_deref());
                let own = schema.and_then(|schema| catalog.table(&format!("{schema}.{name}")));
                own.or_else(|| catalog.table(name))
            }
            [schema, name] if schema.eq_ignore_ascii_case("main") => catalog.table(name),
            [schema, name] => catalog.table(&format!("{schema}.{name}")),
            // DuckDB writes the file's name in front of it all.
            [_, schema, name] if self.of_view.is_some() && schema.eq_ignore_ascii_case("main") => catalog.table(name),
            [_, schema, name] if self.of_view.is_some() => catalog.table(&format!("{schema}.{name}")),
            _ => None,
        }
    }
}

fn qualified(table: &Table, written: &Ident) -> ObjectName {
    let schema = Ident::with_quote(written.quote_style.unwrap_or('"'), table.schema.as_deref().unwrap_or("main"));
    ObjectName(vec![ObjectNamePart::Identifier(schema), ObjectNamePart::Identifier(written.clone())])
}

fn called(table: &Table, idents: &[&Ident]) -> TableAlias {
    let name = idents.last().map_or_else(|| Ident::with_quote('"', &table.name), |last| (*last).clone());
    TableAlias { explicit: true, name, columns: Vec::new(), at: None }
}

fn unreadable(view: &Table, why: &str) -> Rejected {
    let name = view.qualified_name();
    reject(ErrorCode::NotSupported, format!("The view `{name}` cannot be narrowed to one client: {why}."))
        .suggest(format!("read the tables it is made of, or add `{name}` to shared_tables if it is everybody's"))
}

fn finish(flow: ControlFlow<Box<Rejected>>) -> Result<(), Rejected> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(rejected) => Err(*rejected),
    }
}
