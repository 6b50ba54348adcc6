//! A statement that measures both sides of a to-many join, rewritten: the many side is summed up per join key before
//! it is joined, so that each row of either side counts once.
//!
//! Only where that is certain: plain equalities join the sides, nothing but sums, counts and extremes of the many
//! side is used, and its filters are its own. Rows of the join itself (`COUNT(*)`) may mean anything, so they are
//! left alone.

use super::aggregates::{aggregates_of, function_name, is_distinct, only_argument};
use super::repair::parse_select;
use super::tables::{JoinKind, Source, Tables};
use super::{Part, Statement};
use crate::quote_identifier;
use crate::restate::unnested;
use sqlparser::ast::{BinaryOperator, Expr, Function, GroupByExpr, Select};
use vouch_model::Dialect;

/// The SELECT with each of `many` summed up before it is joined.
pub(super) fn preaggregated(
    part: &Part<'_>,
    tables: &Tables<'_>,
    many: &[usize],
    statement: &Statement<'_>,
) -> Option<Select> {
    let select = part.select.as_ref();
    let query = part.query.as_deref()?;
    let text = select.to_string();
    let plain = select.distinct.is_none()
        && select.qualify.is_none()
        && select.named_window.is_empty()
        && !text.to_uppercase().contains(" USING")
        && !text.to_uppercase().contains(" OVER ");
    let shows = [tables.touched(&select.group_by), tables.touched(&query.order_by), tables.touched(&select.having)];
    if !plain || tables.odd || shows.iter().flatten().any(|at| many.contains(at)) {
        return None;
    }
    let aggregates = distinct_aggregates(select);
    let mut derived: Vec<Derived> = many.iter().map(|at| Derived::of(*at, many, tables)).collect::<Option<_>>()?;
    let mut projection = joined(&select.projection, ", ");
    let mut bare = projection.clone();
    for function in &aggregates {
        let (written, new) = (function.to_string(), measure(function, tables, many, &mut derived, statement.dialect)?);
        // Written twice in one text, or inside another: then it is not clear what a change would hit.
        if projection.matches(written.as_str()).count() != 1 {
            return None;
        }
        bare = bare.replace(&written, "0");
        projection = projection.replace(&written, &new);
    }
    let outside = parse_select(&format!("SELECT {bare}"), statement.dialect)?;
    if tables.touched(&outside.projection).iter().any(|at| many.contains(at)) {
        return None;
    }
    let from = from_clause(tables, &derived, statement.dialect)?;
    let own: Vec<String> =
        tables.filters.iter().filter(|f| !touches(tables, f, many)).map(|f| format!("({f})")).collect();
    let filter = if own.is_empty() { String::new() } else { format!(" WHERE {}", own.join(" AND ")) };
    let rebuilt = parse_select(&format!("SELECT {projection} FROM {from}{filter}"), statement.dialect)?;
    let grouped = matches!(&select.group_by, GroupByExpr::Expressions(_, modifiers) if modifiers.is_empty());
    grouped.then(|| Select {
        projection: rebuilt.projection,
        from: rebuilt.from,
        selection: rebuilt.selection,
        ..select.clone()
    })
}

fn distinct_aggregates(select: &Select) -> Vec<Function> {
    let mut found: Vec<Function> = Vec::new();
    for function in aggregates_of(&select.projection) {
        if !found.contains(&function) {
            found.push(function);
        }
    }
    found
}

fn touches(tables: &Tables<'_>, condition: &Expr, many: &[usize]) -> bool {
    tables.touched(condition).iter().any(|at| many.contains(at))
}

fn joined(items: &[impl ToString], by: &str) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(by)
}

/// A many side that becomes a subquery.
struct Derived {
    at: usize,
    /// Its columns by which it is joined.
    keys: Vec<String>,
    /// The conditions that join it.
    on: Vec<Expr>,
    /// The conditions that are its own.
    filters: Vec<Expr>,
    /// What it measures, and the names for that.
    measures: Vec<(String, String)>,
}

impl Derived {
    fn of(at: usize, many: &[usize], tables: &Tables<'_>) -> Option<Self> {
        let source = tables.sources.get(at)?;
        source.table?;
        let mut derived = Self { at, keys: Vec::new(), on: Vec::new(), filters: Vec::new(), measures: Vec::new() };
        let inner = match source.kind {
            JoinKind::Inner => true,
            JoinKind::Left if at > 0 => false,
            _ => return None,
        };
        let of_inner = tables.sources.iter().filter(|other| other.kind == JoinKind::Inner).flat_map(|other| &other.on);
        let pool: Vec<&Expr> = if inner {
            of_inner.chain(&tables.filters).collect()
        } else {
            // A filter on a left-joined side would make it an inner one.
            let filtered = tables.filters.iter().chain(of_inner).any(|f| touches(tables, f, &[at]));
            if filtered {
                return None;
            }
            source.on.iter().collect()
        };
        for condition in pool {
            let touched = tables.touched(condition);
            if !touched.contains(&at) {
                continue;
            }
            if condition.to_string().to_uppercase().contains("SELECT") {
                return None;
            }
            if touched == [at] {
                derived.filters.push(condition.clone());
                continue;
            }
            let key = own_key(condition, at, many, tables)?;
            if !derived.keys.contains(&key) {
                derived.keys.push(key);
            }
            derived.on.push(condition.clone());
        }
        (!derived.keys.is_empty()).then_some(derived)
    }

    /// The name under which a measure leaves the subquery.
    fn measure(&mut self, written: String) -> String {
        if let Some((_, name)) = self.measures.iter().find(|(own, _)| *own == written) {
            return name.clone();
        }
        let name = format!("measure_{}", self.measures.len() + 1);
        self.measures.push((written, name.clone()));
        name
    }

    fn sql(&self, source: &Source<'_>, dialect: Dialect) -> String {
        let binding = quote_identifier(&source.binding, dialect);
        let keys: Vec<String> =
            self.keys.iter().map(|key| format!("{binding}.{}", quote_identifier(key, dialect))).collect();
        let measures: Vec<String> =
            self.measures.iter().map(|(written, name)| format!("{written} AS {name}")).collect();
        let shown = [keys.clone(), measures].concat().join(", ");
        let filter = match self.filters.as_slice() {
            [] => String::new(),
            own => format!(" WHERE {}", own.iter().map(|f| format!("({f})")).collect::<Vec<_>>().join(" AND ")),
        };
        format!("(SELECT {shown} FROM {}{filter} GROUP BY {}) AS {binding}", source.sql, keys.join(", "))
    }
}

/// The column of the many side in `many.key = other.column`, where the other is not a many side itself.
fn own_key(condition: &Expr, at: usize, many: &[usize], tables: &Tables<'_>) -> Option<String> {
    let Expr::BinaryOp { left, op: BinaryOperator::Eq, right } = unnested(condition) else { return None };
    let (left, right) = (tables.column(left)?, tables.column(right)?);
    match (left.0 == at, right.0 == at) {
        (true, false) if !many.contains(&right.0) => Some(left.1),
        (false, true) if !many.contains(&left.0) => Some(right.1),
        _ => None,
    }
}

/// The aggregate over what the subquery has measured; the aggregate itself if it measures no many side.
fn measure(
    function: &Function,
    tables: &Tables<'_>,
    many: &[usize],
    derived: &mut [Derived],
    dialect: Dialect,
) -> Option<String> {
    let written = function.to_string();
    let argument = only_argument(function)?;
    let touched = tables.touched(argument);
    match touched.as_slice() {
        [] => None,
        all if !all.iter().any(|at| many.contains(at)) => Some(written),
        [one] => {
            let source = tables.sources.get(*one)?;
            let plain = !is_distinct(function) && function.filter.is_none() && function.within_group.is_empty();
            let name = function_name(function);
            let outer = match name.as_str() {
                "sum" | "count" => "SUM",
                "min" => "MIN",
                "max" => "MAX",
                _ => return None,
            };
            let own = derived.iter_mut().find(|derived| derived.at == *one && plain)?;
            let measured = format!("{}.{}", quote_identifier(&source.binding, dialect), own.measure(written));
            // A count of nothing is zero, a sum of nothing is missing.
            Some(if name == "count" { format!("COALESCE(SUM({measured}), 0)") } else { format!("{outer}({measured})") })
        }
        _ => None,
    }
}

/// FROM with the subqueries in the places of the many sides.
fn from_clause(tables: &Tables<'_>, derived: &[Derived], dialect: Dialect) -> Option<String> {
    let all = |conditions: &[Expr]| conditions.iter().map(|c| format!("({c})")).collect::<Vec<_>>().join(" AND ");
    let mut from = String::new();
    // The many sides come last, behind everything that their conditions speak of.
    let is_many = |at: usize| derived.iter().any(|d| d.at == at);
    for (at, source) in tables.sources.iter().enumerate().filter(|(at, _)| !is_many(*at)) {
        let own: Vec<Expr> = source
            .on
            .iter()
            .filter(|on| !derived.iter().any(|d| d.on.contains(on) || d.filters.contains(on)))
            .cloned()
            .collect();
        match (from.is_empty(), source.kind) {
            (true, JoinKind::Inner) => from = source.sql.clone(),
            (false, JoinKind::Inner) if own.is_empty() => from.push_str(&format!(" CROSS JOIN {}", source.sql)),
            (false, JoinKind::Inner) => from.push_str(&format!(" JOIN {} ON {}", source.sql, all(&own))),
            (false, JoinKind::Left) if own.len() == source.on.len() && at > 0 => {
                from.push_str(&format!(" LEFT JOIN {} ON {}", source.sql, all(&own)));
            }
            _ => return None,
        }
    }
    for derived in derived {
        let source = tables.sources.get(derived.at)?;
        let word = if source.kind == JoinKind::Left { "LEFT JOIN" } else { "JOIN" };
        from.push_str(&format!(" {word} {} ON {}", derived.sql(source, dialect), all(&derived.on)));
    }
    (!from.starts_with(' ')).then_some(from)
}
