//! Which conditions of a join are a key, and what tells two readings of the same table apart.

use super::from::Joined;
use super::scope::{Scope, Source, column_parts};
use super::{Restater, words};
use sqlparser::ast::{BinaryOperator, Expr};

/// A join along a key between an earlier source and this one.
pub(super) struct Link {
    pub(super) to: usize,
    /// The joined source has at most one row for each row of the earlier one.
    pub(super) one: bool,
    /// Which of the conditions it consists of.
    pub(super) used: Vec<usize>,
}

impl Restater<'_> {
    /// A key between the source at `index` and an earlier one, among the equalities of `conditions`.
    pub(super) fn link(&self, scope: &Scope<'_>, index: usize, conditions: &[&Expr], using: &[String]) -> Option<Link> {
        let mut pairs: Vec<(usize, usize, String, String)> = Vec::new();
        for (at, condition) in conditions.iter().enumerate() {
            let Some(((left, left_column), (right, right_column))) = equality(condition, scope) else { continue };
            if right == index && left < index {
                pairs.push((at, left, left_column, right_column));
            } else if left == index && right < index {
                pairs.push((at, right, right_column, left_column));
            }
        }
        for column in using {
            let earlier = scope.sources.iter().take(index).position(|source| source.has_column(column)).unwrap_or(0);
            pairs.push((usize::MAX, earlier, column.clone(), column.clone()));
        }
        (0..index).find_map(|earlier| {
            let here: Vec<_> = pairs.iter().filter(|(_, to, ..)| *to == earlier).collect();
            let columns: Vec<(&str, &str)> = here.iter().map(|(_, _, a, b)| (a.as_str(), b.as_str())).collect();
            let (left, right) = (scope.sources.get(earlier)?, scope.sources.get(index)?);
            let (one, key) = self.key_between(left, right, &columns)?;
            let is_key =
                |a: &str, b: &str| key.iter().any(|(x, y)| x.eq_ignore_ascii_case(a) && y.eq_ignore_ascii_case(b));
            let used = here.iter().filter(|(_, _, a, b)| is_key(a, b)).map(|(at, ..)| *at).collect();
            Some(Link { to: earlier, one, used })
        })
    }

    /// Whether the column pairs hold a key, and on which side the one is: `true` when `right` has at most one
    /// row for each of `left`. Gives the pairs that make up the key.
    pub(super) fn key_between(
        &self,
        left: &Source<'_>,
        right: &Source<'_>,
        columns: &[(&str, &str)],
    ) -> Option<(bool, Vec<(String, String)>)> {
        let (Some(left_table), Some(right_table)) = (left.table, right.table) else {
            return if left.table.is_none() && right.table.is_none() && self.catalog.is_none() {
                key_by_name(left, right, columns)
            } else {
                None
            };
        };
        let has =
            |a: &str, b: &str| columns.iter().any(|(x, y)| x.eq_ignore_ascii_case(a) && y.eq_ignore_ascii_case(b));
        self.catalog?.foreign_keys.iter().find_map(|key| {
            let pairs: Vec<(&String, &String)> = key.columns.iter().zip(&key.to_columns).collect();
            if names(left_table, &key.table)
                && names(right_table, &key.to_table)
                && pairs.iter().all(|(a, b)| has(a, b))
            {
                return Some((true, pairs.iter().map(|(a, b)| ((*a).clone(), (*b).clone())).collect()));
            }
            if names(right_table, &key.table)
                && names(left_table, &key.to_table)
                && pairs.iter().all(|(a, b)| has(b, a))
            {
                return Some((false, pairs.iter().map(|(a, b)| ((*b).clone(), (*a).clone())).collect()));
            }
            None
        })
    }
}

/// Without a catalog, the usual way of naming keys: `orders.customer_id = customers.id`.
fn key_by_name(
    left: &Source<'_>,
    right: &Source<'_>,
    columns: &[(&str, &str)],
) -> Option<(bool, Vec<(String, String)>)> {
    let [(left_column, right_column)] = columns else { return None };
    if left.many.starts_with(['"', '`']) || right.many.starts_with(['"', '`']) {
        return None;
    }
    let refers = |column: &str, other: &str, to: &Source<'_>| {
        let own = format!("{}_id", to.one.replace(' ', "_"));
        column.eq_ignore_ascii_case(&own) && (other.eq_ignore_ascii_case("id") || other.eq_ignore_ascii_case(&own))
    };
    let pair = vec![((*left_column).to_owned(), (*right_column).to_owned())];
    if refers(left_column, right_column, right) {
        Some((true, pair))
    } else if refers(right_column, left_column, left) {
        Some((false, pair))
    } else {
        None
    }
}

fn names(table: &vouch_model::Table, name: &str) -> bool {
    table.name.eq_ignore_ascii_case(name) || table.qualified_name().eq_ignore_ascii_case(name)
}

/// Two sources with the same noun get names of their own: the role that the key column gives ("manager"), or
/// "first" and "second".
pub(super) fn tell_twins_apart(scope: &mut Scope<'_>, joined: &[Joined<'_>]) {
    let nouns: Vec<String> = scope.sources.iter().map(|source| source.one.clone()).collect();
    for (index, noun) in nouns.iter().enumerate() {
        let twins = nouns.iter().filter(|other| *other == noun).count();
        if twins < 2 || noun.starts_with('`') {
            continue;
        }
        let before = nouns.iter().take(index).filter(|other| *other == noun).count();
        let conditions = joined.get(index).map(|join| join.conditions.as_slice()).unwrap_or_default();
        let role = conditions.iter().find_map(|condition| role_of(condition, index, scope)).filter(|_| before > 0);
        let is_role_elsewhere = before == 0
            && twins == 2
            && joined.iter().enumerate().skip(index + 1).any(|(at, join)| {
                nouns.get(at) == Some(noun) && join.conditions.iter().any(|c| role_of(c, at, scope).is_some())
            });
        if is_role_elsewhere {
            continue;
        }
        const ORDINALS: [&str; 4] = ["first", "second", "third", "fourth"];
        let name = role.unwrap_or_else(|| match ORDINALS.get(before) {
            Some(ordinal) => format!("{ordinal} {noun}"),
            None => format!("{noun} number {}", before + 1),
        });
        if let Some(source) = scope.sources.get_mut(index) {
            source.many = words::plural(&name);
            source.one = name;
        }
    }
}

/// `e.manager_id = m.id` makes `m` the "manager".
fn role_of(condition: &Expr, index: usize, scope: &Scope<'_>) -> Option<String> {
    let ((left, left_column), (right, right_column)) = equality(condition, scope)?;
    let (own, column) = match (left == index, right == index) {
        (true, false) => (left_column, right_column),
        (false, true) => (right_column, left_column),
        _ => return None,
    };
    // Only a reference names a role: two orders of the same customer are not customers.
    let source = scope.sources.get(index)?;
    let is_key = match source.table {
        Some(table) => matches!(table.primary_key.as_slice(), [key] if key.eq_ignore_ascii_case(&own)),
        None => own.eq_ignore_ascii_case("id"),
    };
    if !is_key {
        return None;
    }
    let stem = words::spoken(&column);
    let stem = stem.strip_suffix(" id").or_else(|| stem.strip_suffix(" key"))?;
    let noun = &source.one;
    (stem != noun && !stem.is_empty()).then(|| stem.to_owned())
}

type ColumnAt = (usize, String);

/// An equality of two columns of this very FROM.
pub(super) fn equality(condition: &Expr, scope: &Scope<'_>) -> Option<(ColumnAt, ColumnAt)> {
    let Expr::BinaryOp { left, op: BinaryOperator::Eq, right } = unnested(condition) else { return None };
    let column = |expr: &Expr| {
        let parts = column_parts(expr)?;
        let found = scope.find(parts).filter(|found| found.depth == 0)?;
        Some((found.index, parts.last()?.value.clone()))
    };
    let (left, right) = (column(left)?, column(right)?);
    (left.0 != right.0).then_some((left, right))
}

pub(crate) fn unnested(expr: &Expr) -> &Expr {
    match expr {
        Expr::Nested(inner) => unnested(inner),
        expr => expr,
    }
}

/// The conjuncts of a condition, in order. The left spine is walked, not recursed into: a generated statement
/// may have thousands.
pub(crate) fn flatten_and<'a>(expr: &'a Expr, conjuncts: &mut Vec<&'a Expr>) {
    let mut rights = Vec::new();
    let mut current = unnested(expr);
    while let Expr::BinaryOp { left, op: BinaryOperator::And, right } = current {
        rights.push(right.as_ref());
        current = unnested(left);
    }
    conjuncts.push(current);
    for right in rights.into_iter().rev() {
        match unnested(right) {
            inner @ Expr::BinaryOp { op: BinaryOperator::And, .. } => flatten_and(inner, conjuncts),
            inner => conjuncts.push(inner),
        }
    }
}
