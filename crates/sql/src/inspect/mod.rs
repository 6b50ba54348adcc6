//! What the shape of a query says about the trust its result deserves.
//!
//! Called by the workflow's result checks. Finds what may make a right-looking figure wrong (rows multiplied by
//! a join, rows lost by one, values that may not occur, values that were missing) and writes the SELECTs that
//! find out whether it did. Runs nothing: the probes go through the guard like any other statement.

pub(crate) mod aggregates;
mod fan_out;
mod outline;
mod preaggregate;
mod probes;
mod repair;
pub(crate) mod room;
pub(crate) mod tables;

use crate::CheckedSql;
use crate::visiting::look;
use sqlparser::ast::{Cte, Expr, Query, Select, SetExpr, Visitor};
use std::borrow::Cow;
use std::ops::ControlFlow;
use vouch_model::{Catalog, Dialect};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shape {
    pub fan_outs: Vec<FanOut>,
    pub join_losses: Vec<JoinLoss>,
    pub literals: Vec<FilterLiteral>,
    pub aggregated: Vec<SkippedNulls>,
    /// One row by construction: aggregates without a group.
    pub is_single_aggregate: bool,
    /// Output columns that are group keys, from zero.
    pub grouped_by: Vec<usize>,
    /// Output columns whose figures add up over the rows to the figure of everything.
    pub additive: Vec<usize>,
    pub ordered: bool,
    /// The first output column that is a date or a period.
    pub time_column: Option<usize>,
    /// The LIMIT of the statement, where it is a plain number that the guard did not put there.
    pub limit: Option<u64>,
    pub has_explicit_limit: bool,
}

/// A figure over rows that a join has multiplied.
#[derive(Clone, Debug, PartialEq)]
pub struct FanOut {
    /// `SUM(o.amount)`.
    pub aggregate: String,
    /// The table whose rows count more than once, and the measured column; `*` for COUNT(*).
    pub table: String,
    pub column: String,
    pub multiplied_by: Vec<String>,
    /// The keys say so. Otherwise nothing is known that rules it out, and the probe decides.
    pub certain: bool,
    /// The whole statement, written so that each row counts once; only where that is certain.
    pub repaired: Option<String>,
    /// Gives (joined_rows, measured_rows): rows were multiplied if the first is the larger.
    pub probe: Option<String>,
}

impl FanOut {
    /// A column is counted and nothing added up. Who joins a table and counts a column of the other may well mean the
    /// joined rows: this is worth a word, but no reason to write the statement anew.
    pub fn may_be_meant(&self) -> bool {
        self.aggregate.get(..6).is_some_and(|begin| begin.eq_ignore_ascii_case("count(")) && self.column != "*"
    }
}

/// An inner join that may drop rows.
#[derive(Clone, Debug, PartialEq)]
pub struct JoinLoss {
    /// The table whose rows may be dropped, and the one in which they find no partner.
    pub table: String,
    pub partner: String,
    /// Gives (lost, total).
    pub probe: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiteralOperator {
    Eq,
    NotEq,
    In,
    Like,
}

/// A text column compared with a text.
#[derive(Clone, Debug, PartialEq)]
pub struct FilterLiteral {
    pub table: String,
    pub column: String,
    pub operator: LiteralOperator,
    pub value: String,
    /// Compared through `lower`, `upper` or ILIKE.
    pub ignores_case: bool,
}

/// An aggregate over a column that may be missing; missing values are not part of it.
#[derive(Clone, Debug, PartialEq)]
pub struct SkippedNulls {
    pub function: String,
    pub table: String,
    pub column: String,
    /// Gives (missing, total).
    pub probe: String,
}

pub fn inspect(checked: &CheckedSql, catalog: &Catalog) -> Shape {
    let walk = || inspect_query(checked.query(), checked.dialect(), catalog);
    let mut shape = room::with_room(checked.sql().len(), walk).unwrap_or_default();
    // The guard's own LIMIT is not the question's.
    if checked.limit_is_ours() {
        shape.limit = None;
        shape.has_explicit_limit = false;
    }
    // The first few groups are not everything.
    if shape.has_explicit_limit {
        shape.additive.clear();
    }
    shape
}

/// One SELECT of the statement, wherever it stands.
pub(crate) struct Part<'a> {
    pub(crate) select: Cow<'a, Select>,
    /// The query around it, if the SELECT is its whole body.
    pub(crate) query: Option<Cow<'a, Query>>,
    /// Inside an expression: it may depend on the row around it, so it cannot be run alone.
    pub(crate) in_expression: bool,
}

/// The statement taken apart, and what its parts may refer to.
pub(crate) struct Statement<'a> {
    pub(crate) dialect: Dialect,
    pub(crate) catalog: &'a Catalog,
    pub(crate) whole: &'a Query,
    pub(crate) parts: Vec<Part<'a>>,
    pub(crate) ctes: Vec<Cte>,
}

impl<'a> Statement<'a> {
    pub(crate) fn of(query: &'a Query, dialect: Dialect, catalog: &'a Catalog) -> Self {
        let mut walk = Walk { whole: query, parts: Vec::new(), ctes: Vec::new(), expressions: 0 };
        let _ = look(query, &mut walk);
        Self { dialect, catalog, whole: query, parts: walk.parts, ctes: walk.ctes }
    }

    /// A probe with the common tables that it may need.
    pub(crate) fn probe(&self, select: &str) -> String {
        match &self.whole.with {
            Some(with) => format!("{with} {select}"),
            None => select.to_owned(),
        }
    }
}

pub(crate) fn inspect_query(query: &Query, dialect: Dialect, catalog: &Catalog) -> Shape {
    let statement = Statement::of(query, dialect, catalog);
    let mut shape = outline::outline(query, catalog);
    for part in &statement.parts {
        let tables = tables::Tables::of(&part.select, &statement);
        shape.fan_outs.extend(fan_out::fan_outs(part, &tables, &statement));
        shape.literals.extend(probes::literals(part, &tables));
        shape.aggregated.extend(probes::skipped_nulls(part, &tables));
        shape.join_losses.extend(probes::join_losses(part, &tables, &statement));
    }
    shape.literals.dedup();
    shape
}

struct Walk<'a> {
    whole: &'a Query,
    parts: Vec<Part<'a>>,
    ctes: Vec<Cte>,
    /// How many expressions we are inside of.
    expressions: usize,
}

impl<'a> Walk<'a> {
    fn take<'q>(
        &mut self,
        query: &'q Query,
        held: fn(&'q Query) -> Cow<'a, Query>,
        held_select: fn(&'q Select) -> Cow<'a, Select>,
    ) {
        let in_expression = self.expressions > 0;
        let mut bodies = vec![query.body.as_ref()];
        while let Some(body) = bodies.pop() {
            match body {
                SetExpr::Select(select) => {
                    let alone = matches!(query.body.as_ref(), SetExpr::Select(_));
                    let query = alone.then(|| held(query));
                    self.parts.push(Part { select: held_select(select), query, in_expression });
                }
                SetExpr::SetOperation { left, right, .. } => bodies.extend([right.as_ref(), left.as_ref()]),
                _ => {}
            }
        }
    }
}

impl Visitor for Walk<'_> {
    type Break = ();

    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<()> {
        self.ctes.extend(query.with.iter().flat_map(|with| with.cte_tables.iter().cloned()));
        // Most statements are one query, and a visitor may not keep what it is shown.
        if std::ptr::eq(query, self.whole) {
            self.take(self.whole, Cow::Borrowed, Cow::Borrowed);
        } else {
            self.take(query, |query| Cow::Owned(query.clone()), |select| Cow::Owned(select.clone()));
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, _: &Expr) -> ControlFlow<()> {
        self.expressions += 1;
        ControlFlow::Continue(())
    }

    fn post_visit_expr(&mut self, _: &Expr) -> ControlFlow<()> {
        self.expressions -= 1;
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
#[path = "../../tests/inspect/mod.rs"]
mod tests;

/// The catalog that the tests of this crate speak of.
#[cfg(test)]
#[path = "../../tests/shop/mod.rs"]
pub(crate) mod shop;
