//! The row limit of the outermost query: put in, lowered, or left alone. Called by `check` once the tree has
//! passed; refuses the few limits that cannot be bounded without changing what they mean.

use super::Rejected;
use super::rejection::reject;
use sqlparser::ast::{
    CaseWhen, Expr, Fetch, FunctionArg, FunctionArgExpr, FunctionArguments, LimitClause, Offset, OffsetRows, Query,
    SetExpr, UnaryOperator, Value, ValueWithSpan,
};
use sqlparser::tokenizer::Span;
use vouch_model::{Dialect, ErrorCode};

/// Whose limit stands at the end of the statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LimitOwner {
    /// The statement's own, not above the policy's.
    Statement,
    /// The policy's: the engine gets one row more, to see whether rows were left out.
    Policy,
}

/// Makes `query` return at most `max_rows` rows and says whose limit that is.
pub(super) fn bound(query: &mut Query, max_rows: usize, dialect: Dialect) -> Result<LimitOwner, Rejected> {
    let limit = take_limit(query)?;
    let (limit, owner) = match limit {
        Some(limit) => bounded(limit, max_rows, dialect),
        None => (number(max_rows), LimitOwner::Policy),
    };
    set_limit(query, limit);
    Ok(owner)
}

/// Raises a limit of ours by one row.
pub(super) fn one_row_more(query: &mut Query, max_rows: usize, dialect: Dialect) {
    let more = max_rows.saturating_add(1);
    let limit = match &mut query.limit_clause {
        Some(LimitClause::LimitOffset { limit: Some(limit), .. }) => limit,
        _ => return,
    };
    match as_count(limit) {
        Some(_) => *limit = number(more),
        None => raise_bound(limit, more, dialect),
    }
}

/// Takes the statement's own limit out, whichever way it was written, and leaves the offset in place.
fn take_limit(query: &mut Query) -> Result<Option<Expr>, Rejected> {
    if let Some(Fetch { with_ties, percent, quantity }) = query.fetch.take() {
        if with_ties || percent {
            return Err(reject(ErrorCode::NotSupported, "FETCH with PERCENT or WITH TIES is not supported.")
                .suggest("write LIMIT with a number"));
        }
        return Ok(Some(quantity.unwrap_or_else(|| number(1))));
    }
    Ok(match query.limit_clause.take() {
        None => None,
        Some(LimitClause::LimitOffset { limit, offset, limit_by }) => {
            query.limit_clause = Some(LimitClause::LimitOffset { limit: None, offset, limit_by });
            limit
        }
        Some(LimitClause::OffsetCommaLimit { offset, limit }) => {
            let offset = Offset { value: offset, rows: OffsetRows::None };
            query.limit_clause =
                Some(LimitClause::LimitOffset { limit: None, offset: Some(offset), limit_by: Vec::new() });
            Some(limit)
        }
    })
}

pub(crate) fn set_limit(query: &mut Query, new: Expr) {
    match &mut query.limit_clause {
        Some(LimitClause::LimitOffset { limit: own, offset, .. }) => {
            *own = Some(new);
            // `OFFSET 5 ROWS` is not known to every engine, and says no more than `OFFSET 5`.
            offset.iter_mut().for_each(|offset| offset.rows = OffsetRows::None);
        }
        other => *other = Some(LimitClause::LimitOffset { limit: Some(new), offset: None, limit_by: Vec::new() }),
    }
}

fn bounded(limit: Expr, max_rows: usize, dialect: Dialect) -> (Expr, LimitOwner) {
    match as_count(&limit) {
        Some(count) if count <= max_rows as u128 => (limit, LimitOwner::Statement),
        Some(_) => (number(max_rows), LimitOwner::Policy),
        None if is_no_limit(&limit) => (number(max_rows), LimitOwner::Policy),
        None if own_bound(&limit).is_some_and(|bound| bound == max_rows as u128) => (limit, LimitOwner::Policy),
        None if own_bound(&limit).is_some_and(|bound| bound < max_rows as u128) => (limit, LimitOwner::Statement),
        None => (computed(limit, max_rows, dialect), LimitOwner::Policy),
    }
}

/// A limit that is only known when it runs, bounded where it stands: the query keeps its own ORDER BY and
/// column names, which wrapping it in another SELECT could change.
fn computed(limit: Expr, max_rows: usize, dialect: Dialect) -> Expr {
    let text = match dialect {
        // In SQLite a negative limit means none, and NULL is an error.
        Dialect::Sqlite => format!("CASE WHEN ({limit}) BETWEEN 0 AND {max_rows} THEN ({limit}) ELSE {max_rows} END"),
        _ => format!("least({limit}, {max_rows})"),
    };
    super::parse::parse_expression(&text, dialect).unwrap_or_else(|| number(max_rows))
}

/// The bound in a limit that has the form which `computed` gives it: a checked statement that comes back is
/// left as it is.
fn own_bound(limit: &Expr) -> Option<u128> {
    match limit {
        Expr::Function(function) if function.name.to_string() == "least" => match &function.args {
            FunctionArguments::List(list) => match list.args.as_slice() {
                [_, FunctionArg::Unnamed(FunctionArgExpr::Expr(bound))] => as_count(bound),
                _ => None,
            },
            _ => None,
        },
        Expr::Case { operand: None, conditions, else_result: Some(otherwise), .. } => match conditions.as_slice() {
            [CaseWhen { condition: Expr::Between { expr, negated: false, low, high }, result }]
                if **expr == *result && as_count(low) == Some(0) && as_count(high) == as_count(otherwise) =>
            {
                as_count(high)
            }
            _ => None,
        },
        _ => None,
    }
}

fn raise_bound(limit: &mut Expr, more: usize, dialect: Dialect) {
    match limit {
        Expr::Function(function) => {
            if let FunctionArguments::List(list) = &mut function.args
                && let Some(FunctionArg::Unnamed(FunctionArgExpr::Expr(bound))) = list.args.last_mut()
            {
                *bound = number(more);
            }
        }
        Expr::Case { conditions, else_result, .. } => {
            if let Some(Expr::Between { high, .. }) = conditions.first_mut().map(|c| &mut c.condition) {
                **high = number(more);
            }
            *else_result = Some(Box::new(number(more)));
        }
        // `computed` makes nothing else.
        _ => *limit = super::parse::parse_expression(&more.to_string(), dialect).unwrap_or_else(|| number(more)),
    }
}

pub(crate) fn as_count(limit: &Expr) -> Option<u128> {
    match limit {
        Expr::Value(ValueWithSpan { value: Value::Number(digits, _), .. }) => digits.replace('_', "").parse().ok(),
        Expr::Nested(inner) => as_count(inner),
        _ => None,
    }
}

/// `LIMIT ALL` (which the parser drops), `LIMIT NULL`, and SQLite's `LIMIT -1`.
fn is_no_limit(limit: &Expr) -> bool {
    match limit {
        Expr::Value(ValueWithSpan { value: Value::Null, .. }) => true,
        Expr::UnaryOp { op: UnaryOperator::Minus, expr } => as_count(expr).is_some(),
        _ => false,
    }
}

pub(crate) fn number(count: usize) -> Expr {
    Expr::Value(ValueWithSpan { value: Value::Number(count.to_string(), false), span: Span::empty() })
}

/// A statement in brackets is the statement inside them, unless something stands behind the brackets. SQLite
/// takes no LIMIT behind VALUES: there the values are read from a subquery.
pub(super) fn unwrap_brackets(mut query: Box<Query>, dialect: Dialect) -> Result<Box<Query>, Rejected> {
    loop {
        let bare =
            query.with.is_none() && query.order_by.is_none() && query.limit_clause.is_none() && query.fetch.is_none();
        match *query.body {
            SetExpr::Query(inner) if bare => query = inner,
            body => {
                query.body = Box::new(body);
                break;
            }
        }
    }
    if dialect != Dialect::Sqlite || !ends_in_values(&query.body) {
        return Ok(query);
    }
    super::parse::wrap(&query, dialect).ok_or_else(|| {
        reject(ErrorCode::NotSupported, "VALUES cannot be limited here.").suggest("write SELECT * FROM (VALUES ...)")
    })
}

fn ends_in_values(body: &SetExpr) -> bool {
    match body {
        SetExpr::Values(_) => true,
        SetExpr::SetOperation { right, .. } => ends_in_values(right),
        _ => false,
    }
}
