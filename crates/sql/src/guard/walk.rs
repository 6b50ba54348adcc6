//! The walk over the whole tree: the allow-list itself. Called by `check`; the files beside this one hold the
//! parts for FROM, SELECT, expressions and calls.
//!
//! Everything is named that may stand in a query; anything else is refused, also what a later version of the
//! parser may add. Structures are taken apart field by field, so that a new field does not compile unnoticed,
//! and [`Seen`] is compared with a count by the parser's own visitor, so that no branch is walked past.

use super::growth::{Growth, RECURSIVE, grows_by_itself};
use super::isolate::Isolation;
use super::names::{looks_like_file, lower, plain};
use super::rejection::reject;
use super::scope::{Clause, Columns, OutputColumn, Scope};
use super::sight::Sight;
use super::spread::Spread;
use super::{CheckContext, Rejected};
use crate::functions::FunctionList;
use sqlparser::ast::{
    Cte, Expr, Fetch, LimitClause, Offset, OrderBy, OrderByExpr, OrderByKind, OrderByOptions, OrderBySort, Query,
    SetExpr, SetQuantifier, Values, With,
};
use sqlparser::tokenizer::Span;
use std::collections::{BTreeSet, HashSet};
use vouch_model::{Dialect, ErrorCode};

/// Nested expressions and queries that are followed. The parser's own bound lies below this; left-leaning
/// chains (`a::b::c`) come without nesting and are bounded here.
const MAX_DEPTH: usize = 250;

pub(super) struct Walk<'a> {
    pub(super) context: &'a CheckContext<'a>,
    pub(super) dialect: Dialect,
    pub(super) functions: &'static FunctionList,
    pub(super) scopes: Vec<Scope<'a>>,
    pub(super) ctes: Vec<NamedQuery<'a>>,
    pub(super) seen: Seen,
    pub(super) found: Found,
    /// The arguments of a function that makes large values are being walked.
    pub(super) inside_growing: bool,
    pub(super) growth: Growth,
    pub(super) spread: Spread,
    /// What was in sight of the first name that was refused.
    pub(super) sight: Option<Sight>,
    depth: usize,
}

/// What WITH gives a name to.
pub(super) struct NamedQuery<'a> {
    /// In lower case.
    pub name: String,
    pub columns: Columns<'a>,
    /// What it is called where only a tenant's rows are read.
    pub renamed: Option<String>,
    /// The tables that are read where it is named.
    pub tables: usize,
}

/// What the walk learned about the statement.
#[derive(Default)]
pub(super) struct Found {
    /// Catalog tables, as the catalog names them, in order of appearance.
    pub tables: Vec<String>,
    /// Everything that stands in FROM by name, lower case, with and without its schema.
    pub relations: HashSet<String>,
    /// SQLite takes "Alice" for a text when no column has that name: where such texts begin.
    pub texts: BTreeSet<(u64, u64)>,
    /// What every name means to a tenant; empty without one.
    pub isolation: Isolation,
    /// Some of its work hears no interrupt.
    pub aside: bool,
}

/// Nodes that the walk has been at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Seen {
    pub queries: usize,
    pub factors: usize,
    pub expressions: usize,
}

/// Walks the statement, or says why it may not run. `nodes` is what the parser's own visitor counted.
pub(super) fn walk<'a>(
    query: &'a Query,
    nodes: Seen,
    context: &'a CheckContext<'a>,
    sight: &mut Option<Sight>,
) -> Result<Found, Rejected> {
    let mut walk = Walk {
        context,
        dialect: context.dialect,
        functions: FunctionList::of(context.dialect),
        scopes: Vec::new(),
        ctes: Vec::new(),
        seen: Seen::default(),
        found: Found {
            isolation: context.policy.tenant.as_ref().map(|_| Isolation::of(query)).unwrap_or_default(),
            ..Found::default()
        },
        inside_growing: false,
        growth: Growth::default(),
        spread: Spread::default(),
        sight: None,
        depth: 0,
    };
    let walked = walk.query(query);
    *sight = walk.sight.take();
    walked?;
    if walk.seen != nodes {
        return Err(refused("A part of this statement is not understood"));
    }
    Ok(walk.found)
}

impl<'a> Walk<'a> {
    pub(super) fn deeper<T>(&mut self, step: impl FnOnce(&mut Self) -> Result<T, Rejected>) -> Result<T, Rejected> {
        if self.depth >= MAX_DEPTH {
            return Err(reject(ErrorCode::TooLarge, "The statement is nested too deeply to be checked.")
                .suggest("split it into steps with WITH"));
        }
        self.depth += 1;
        let result = step(self);
        self.depth -= 1;
        result
    }

    pub(super) fn query(&mut self, query: &'a Query) -> Result<Columns<'a>, Rejected> {
        self.deeper(|walk| walk.query_parts(query))
    }

    fn query_parts(&mut self, query: &'a Query) -> Result<Columns<'a>, Rejected> {
        self.seen.queries += 1;
        let Query {
            with,
            body,
            order_by,
            limit_clause,
            fetch,
            locks,
            for_clause,
            settings,
            format_clause,
            pipe_operators,
        } = query;
        if !locks.is_empty() {
            return Err(reject(
                ErrorCode::NotReadOnly,
                "FOR UPDATE and FOR SHARE lock rows, which a reading statement must not do.",
            )
            .suggest("leave the locking clause out"));
        }
        if for_clause.is_some() || settings.is_some() || format_clause.is_some() || !pipe_operators.is_empty() {
            return Err(refused("FOR, SETTINGS, FORMAT and |> clauses are not supported here"));
        }
        let outer_ctes = self.ctes.len();
        if let Some(with) = with {
            self.with(with)?;
        }
        let columns = match body.as_ref() {
            SetExpr::Select(select) => self.select(select, order_by.as_ref())?,
            other => {
                let columns = self.set_expr(other)?;
                if let Some(order_by) = order_by {
                    self.order_of_result(order_by, &columns, other)?;
                }
                columns
            }
        };
        self.limits(limit_clause.as_ref(), fetch.as_ref())?;
        self.ctes.truncate(outer_ctes);
        // For a subquery that stands for a value.
        self.growth.sum = self.growth.largest;
        Ok(columns)
    }

    fn with(&mut self, with: &'a With) -> Result<(), Rejected> {
        let With { with_token: _, recursive, cte_tables } = with;
        for cte in cte_tables {
            let Cte { alias, query, from, materialized: _, closing_paren_token: _ } = cte;
            if from.is_some() || alias.at.is_some() {
                return Err(refused("This form of WITH is not supported"));
            }
            // A name that the engine might also take for a file stays out of FROM altogether.
            if looks_like_file(&[&alias.name]) || super::names::is_system(&[&alias.name], self.dialect) {
                return Err(
                    refused(format!("The name {} cannot be given to a WITH query", alias.name)).span(alias.name.span)
                );
            }
            let names = self.alias_columns(alias)?;
            let name = lower(&alias.name);
            let tenant = self.context.policy.tenant.as_deref();
            let renamed = tenant.and_then(|policy| self.found.isolation.rename_cte(policy, &alias.name));
            if let Some(renamed) = &renamed {
                self.found.relations.insert(renamed.clone());
            }
            let before = self.ctes.len();
            let largest = self.growth.largest;
            if *recursive {
                self.growth.largest = largest.max(RECURSIVE);
                let own = if names.is_empty() { Columns::Unknown(1) } else { Columns::sized(names.clone(), RECURSIVE) };
                self.ctes.push(NamedQuery { name: name.clone(), columns: own, renamed: renamed.clone(), tables: 1 });
            }
            let tables = self.spread.tables;
            let mut columns = self.query(query)?.renamed(&names);
            let tables = (self.spread.tables - tables).max(1);
            if *recursive {
                if self.dialect == Dialect::DuckDb && self.growth.largest > RECURSIVE {
                    grows_by_itself(&columns, self.growth.largest)
                        .map_err(|rejected| rejected.span(alias.name.span))?;
                }
                // How often it repeats is not known; a text that gets a piece longer each time stays usual.
                columns = columns.resized(|_, size| size.min(super::growth::GATHERED));
                self.growth.largest = largest.max(self.growth.largest.min(super::growth::GATHERED));
            }
            self.ctes.truncate(before);
            self.ctes.push(NamedQuery { name, columns, renamed, tables });
        }
        Ok(())
    }

    fn set_expr(&mut self, body: &'a SetExpr) -> Result<Columns<'a>, Rejected> {
        self.deeper(|walk| match body {
            SetExpr::Select(select) => walk.select(select, None),
            SetExpr::Query(query) => walk.query(query),
            SetExpr::Values(values) => walk.values(values),
            SetExpr::SetOperation { .. } => walk.set_operation(body),
            SetExpr::Insert(_) | SetExpr::Update(_) | SetExpr::Delete(_) | SetExpr::Merge(_) => Err(reject(
                ErrorCode::NotReadOnly,
                "The statement changes data inside a WITH or a subquery; only reading is allowed.",
            )
            .suggest("use SELECT only")),
            SetExpr::Table(table) => Err(refused("TABLE is not supported here")
                .suggest(format!("write SELECT * FROM {}", table.table_name.as_deref().unwrap_or("...")))),
        })
    }

    /// A chain of UNIONs leans left: it is walked from its far end without nesting.
    fn set_operation(&mut self, body: &'a SetExpr) -> Result<Columns<'a>, Rejected> {
        let mut rest = Vec::new();
        let mut leftmost = body;
        while let SetExpr::SetOperation { left, op: _, set_quantifier, right } = leftmost {
            rest.push((*set_quantifier, right.as_ref()));
            leftmost = left;
        }
        let mut columns = self.set_expr(leftmost)?;
        for (quantifier, right) in rest.into_iter().rev() {
            let more = self.set_expr(right)?;
            let largest = self.growth.largest;
            columns = columns.resized(|i, size| size.max(more.size_at(i).unwrap_or(largest)));
            columns = match quantifier {
                SetQuantifier::All | SetQuantifier::Distinct | SetQuantifier::None => columns,
                SetQuantifier::ByName | SetQuantifier::AllByName | SetQuantifier::DistinctByName => {
                    if self.dialect == Dialect::Sqlite {
                        return Err(refused("UNION BY NAME is not known to SQLite")
                            .suggest("list the columns of both sides in the same order"));
                    }
                    let both = by_name(&columns, &more).resized(|_, size| size.max(largest));
                    self.spread.give(both.width())?;
                    both
                }
            };
        }
        Ok(columns)
    }

    fn values(&mut self, values: &'a Values) -> Result<Columns<'a>, Rejected> {
        let Values { explicit_row, value_keyword, rows } = values;
        if *explicit_row || *value_keyword {
            return Err(refused("This form of VALUES is not supported").suggest("write VALUES (1, 'a'), (2, 'b')"));
        }
        let width = rows.first().map_or(0, |row| row.content.len());
        rows.iter().flat_map(|row| &row.content).try_for_each(|expr| self.expr(expr).map(drop))?;
        let prefix = if self.dialect == Dialect::Sqlite { ("column", 1) } else { ("col", 0) };
        Ok(Columns::named((0..width).map(|i| format!("{}{}", prefix.0, i + prefix.1))))
    }

    /// ORDER BY behind a set operation or VALUES sees the result's columns. Both engines also match whole
    /// expressions of a branch, so only plain names are checked.
    fn order_of_result(
        &mut self,
        order_by: &'a OrderBy,
        columns: &Columns<'a>,
        body: &SetExpr,
    ) -> Result<(), Rejected> {
        let only_names = match &order_by.kind {
            OrderByKind::Expressions(list) => {
                list.iter().all(|o| matches!(&o.expr, Expr::Identifier(_) | Expr::Value(_)))
            }
            OrderByKind::All(_) => true,
        };
        let first_branch_only = matches!(body, SetExpr::Query(_)) || self.dialect == Dialect::DuckDb;
        let in_sight =
            if only_names && first_branch_only { columns.clone() } else { Columns::Unknown(columns.width()) };
        self.scopes.push(Scope::of_columns(in_sight));
        let result = self.order_by(order_by);
        self.scopes.pop();
        result
    }

    pub(super) fn order_by(&mut self, order_by: &'a OrderBy) -> Result<(), Rejected> {
        let OrderBy { kind, interpolate } = order_by;
        if interpolate.is_some() {
            return Err(refused("INTERPOLATE is not supported"));
        }
        match kind {
            OrderByKind::All(options) => self.order_options(options),
            OrderByKind::Expressions(list) => self.order_list(list),
        }
    }

    pub(super) fn order_list(&mut self, list: &'a [OrderByExpr]) -> Result<(), Rejected> {
        for OrderByExpr { expr, options, with_fill } in list {
            if with_fill.is_some() {
                return Err(refused("WITH FILL is not supported"));
            }
            self.order_options(options)?;
            self.expr(expr)?;
        }
        Ok(())
    }

    fn order_options(&self, options: &OrderByOptions) -> Result<(), Rejected> {
        let OrderByOptions { sort, nulls_first: _ } = options;
        match sort {
            None | Some(OrderBySort::Asc | OrderBySort::Desc) => Ok(()),
            Some(OrderBySort::Using(_)) => {
                Err(refused("ORDER BY ... USING is not supported").suggest("write ASC or DESC"))
            }
        }
    }

    fn limits(&mut self, limit: Option<&'a LimitClause>, fetch: Option<&'a Fetch>) -> Result<(), Rejected> {
        self.scopes.push(Scope::new());
        let result = self.limit_parts(limit, fetch);
        self.scopes.pop();
        result
    }

    fn limit_parts(&mut self, limit: Option<&'a LimitClause>, fetch: Option<&'a Fetch>) -> Result<(), Rejected> {
        match limit {
            None => {}
            Some(LimitClause::LimitOffset { limit, offset, limit_by }) => {
                if !limit_by.is_empty() {
                    return Err(refused("LIMIT ... BY is not supported"));
                }
                if let Some(limit) = limit {
                    self.expr(limit)?;
                }
                if let Some(Offset { value, rows: _ }) = offset {
                    self.expr(value)?;
                }
            }
            Some(LimitClause::OffsetCommaLimit { offset, limit }) => {
                self.expr(offset)?;
                self.expr(limit)?;
            }
        }
        let Some(Fetch { with_ties, percent, quantity }) = fetch else { return Ok(()) };
        if *with_ties || *percent {
            return Err(
                refused("FETCH with PERCENT or WITH TIES is not supported").suggest("write LIMIT with a number")
            );
        }
        match quantity {
            Some(quantity) => self.expr(quantity).map(drop),
            None => Ok(()),
        }
    }

    pub(super) fn in_clause<T>(
        &mut self,
        clause: Clause,
        step: impl FnOnce(&mut Self) -> Result<T, Rejected>,
    ) -> Result<T, Rejected> {
        if let Some(scope) = self.scopes.last_mut() {
            scope.clause = clause;
        }
        step(self)
    }
}

fn by_name<'a>(left: &Columns<'a>, right: &Columns<'a>) -> Columns<'a> {
    let (Some(mut columns), Some(more)) = (left.all(), right.all()) else {
        return Columns::Unknown(left.width() + right.width());
    };
    let new: Vec<OutputColumn<'a>> =
        more.into_iter().filter(|m| !columns.iter().any(|c| c.name.eq_ignore_ascii_case(&m.name))).collect();
    columns.extend(new);
    Columns::listed(columns)
}

/// A refusal of something that the guard does not know.
pub(super) fn refused(message: impl Into<String>) -> Rejected {
    reject(ErrorCode::NotSupported, format!("{}.", message.into()))
        .suggest("write it with plain SELECT, JOIN, WHERE, GROUP BY and ORDER BY")
}

/// Where a name stands, as the key under which a text in double quotes is remembered.
pub(super) fn place(span: Span) -> (u64, u64) {
    (span.start.line, span.start.column)
}

/// For messages: the name as a person would write it.
pub(super) fn shown(ident: &sqlparser::ast::Ident) -> String {
    plain(ident).into_owned()
}
