//! A statement rewritten so that each measured row counts once.
//!
//! Where the multiplying tables do nothing but filter, their join becomes EXISTS, or goes away where it filters
//! nothing; where they are measured too, they are summed up first (`preaggregate`). What comes out is inspected
//! again, and given only if nothing is multiplied any more.

use super::aggregates::{aggregates_of, only_argument};
use super::fan_out::has_fan_out;
use super::preaggregate::preaggregated;
use super::tables::{JoinKind, Tables};
use super::{Part, Statement};
use crate::guard::parse::grammar;
use crate::visiting::change;
use sqlparser::ast::{Expr, Query, Select, SetExpr, Statement as Parsed, VisitorMut};
use sqlparser::parser::Parser;
use std::borrow::Cow;
use std::ops::ControlFlow;
use vouch_model::Dialect;

pub(super) fn repaired(
    part: &Part<'_>,
    tables: &Tables<'_>,
    multiplying: &[usize],
    statement: &Statement<'_>,
) -> Option<String> {
    let query = part.query.as_deref()?;
    let dropped = dropped(tables, multiplying);
    let select = if only_filters(part, query, tables, &dropped) {
        as_semi_join(&part.select, tables, &dropped, statement.dialect)?
    } else {
        let mut many = multiplying.to_vec();
        many.sort_unstable();
        many.dedup();
        preaggregated(part, tables, &many, statement).filter(|_| dropped == many)?
    };
    let mut fixed = query.clone();
    *fixed.body = SetExpr::Select(Box::new(select.clone()));
    let mut whole = statement.whole.clone();
    let mut replace = Replace { from: query, to: &fixed, done: false };
    let _ = change(&mut whole, &mut replace);
    let query = Some(Cow::Borrowed(&fixed));
    let again = Part { select: Cow::Owned(select), query, in_expression: part.in_expression };
    let tables = Tables::of(&again.select, statement);
    (replace.done && !has_fan_out(&again, &tables, statement)).then(|| whole.to_string())
}

/// The multiplying sources and what hangs on the rest only through them.
fn dropped(tables: &Tables<'_>, multiplying: &[usize]) -> Vec<usize> {
    let Some(start) = (0..tables.sources.len()).find(|at| !multiplying.contains(at)) else {
        return multiplying.to_vec();
    };
    let mut kept = vec![start];
    loop {
        let next = (0..tables.sources.len())
            .find(|at| !kept.contains(at) && !multiplying.contains(at) && !tables.bound_columns(*at, &kept).is_empty());
        match next {
            Some(at) => kept.push(at),
            None => break,
        }
    }
    (0..tables.sources.len()).filter(|at| !kept.contains(at)).collect()
}

/// Nothing of the dropped sources is shown, measured, grouped or ordered by, and no plain rows are counted.
fn only_filters(part: &Part<'_>, query: &Query, tables: &Tables<'_>, dropped: &[usize]) -> bool {
    let select = &part.select;
    let shown = [
        tables.touched(&select.projection),
        tables.touched(&select.group_by),
        tables.touched(&select.having),
        tables.touched(&select.qualify),
        tables.touched(&query.order_by),
    ];
    let measures_columns = aggregates_of(&select.projection)
        .iter()
        .all(|function| only_argument(function).is_some_and(|argument| !tables.touched(argument).is_empty()));
    let kinds: Vec<JoinKind> =
        dropped.iter().filter_map(|at| tables.sources.get(*at)).map(|source| source.kind).collect();
    let stars = select.projection.iter().any(|item| {
        matches!(item, sqlparser::ast::SelectItem::Wildcard(_) | sqlparser::ast::SelectItem::QualifiedWildcard(..))
    });
    !shown.iter().flatten().any(|at| dropped.contains(at))
        && measures_columns
        && !stars
        && !dropped.is_empty()
        && (kinds.iter().all(|kind| *kind == JoinKind::Inner) || kinds.iter().all(|kind| *kind == JoinKind::Left))
}

fn as_semi_join(select: &Select, tables: &Tables<'_>, dropped: &[usize], dialect: Dialect) -> Option<Select> {
    let is_dropped = |at: &usize| dropped.contains(at);
    let left = dropped.iter().filter_map(|at| tables.sources.get(*at)).all(|source| source.kind == JoinKind::Left);
    let mut pool: Vec<&Expr> = Vec::new();
    let mut from = String::new();
    let mut inside = Vec::new();
    // USING leaves no condition to move.
    let has_using = select.from.iter().any(|from| from.to_string().to_uppercase().contains(" USING"));
    if has_using {
        return None;
    }
    for (at, source) in tables.sources.iter().enumerate() {
        if source.kind == JoinKind::Inner {
            pool.extend(&source.on);
        }
        if is_dropped(&at) {
            inside.push(source.sql.clone());
            continue;
        }
        match (from.is_empty(), source.kind) {
            (true, JoinKind::Inner) => from = source.sql.clone(),
            (false, JoinKind::Inner) => from.push_str(&format!(" CROSS JOIN {}", source.sql)),
            (false, JoinKind::Left)
                if !source.on.iter().flat_map(|on| tables.touched(on)).any(|at| is_dropped(&at)) =>
            {
                from.push_str(&format!(" LEFT JOIN {} ON {}", source.sql, joined(source.on.iter())));
            }
            _ => return None,
        }
    }
    pool.extend(&tables.filters);
    let (about, own): (Vec<&Expr>, Vec<&Expr>) =
        pool.into_iter().partition(|c| tables.touched(*c).iter().any(is_dropped));
    let mut conditions: Vec<String> = own.iter().map(|condition| format!("({condition})")).collect();
    if left && !about.is_empty() {
        return None;
    }
    if !left {
        conditions.push(format!(
            "EXISTS (SELECT 1 FROM {} WHERE {})",
            inside.join(" CROSS JOIN "),
            joined(about.into_iter())
        ));
    }
    let filter = if conditions.is_empty() { String::new() } else { format!(" WHERE {}", conditions.join(" AND ")) };
    let rebuilt = parse_select(&format!("SELECT 1 FROM {from}{filter}"), dialect)?;
    Some(Select { from: rebuilt.from, selection: rebuilt.selection, ..select.clone() })
}

fn joined<'e>(conditions: impl Iterator<Item = &'e Expr>) -> String {
    let all: Vec<String> = conditions.map(|condition| format!("({condition})")).collect();
    if all.is_empty() { "1 = 1".to_owned() } else { all.join(" AND ") }
}

pub(super) fn parse_select(sql: &str, dialect: Dialect) -> Option<Select> {
    match Parser::parse_sql(grammar(dialect), sql).ok()?.pop()? {
        Parsed::Query(query) => match *query.body {
            SetExpr::Select(select) => Some(*select),
            _ => None,
        },
        _ => None,
    }
}

struct Replace<'q> {
    from: &'q Query,
    to: &'q Query,
    done: bool,
}

impl VisitorMut for Replace<'_> {
    type Break = ();

    fn pre_visit_query(&mut self, query: &mut Query) -> ControlFlow<()> {
        if !self.done && query == self.from {
            *query = self.to.clone();
            self.done = true;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
