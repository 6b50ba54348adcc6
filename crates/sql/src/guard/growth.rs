//! Functions that make large values out of small ones. An engine computes a value in one go: no time limit or stop reaches
//! into it, and DuckDB does not count it against its memory limit. So how large it may become is decided here.

use super::Rejected;
use super::rejection::reject;
use sqlparser::ast::{
    Expr, FunctionArg, FunctionArgExpr, FunctionArgumentList, FunctionArguments, UnaryOperator, Value,
};
use vouch_model::ErrorCode;

/// Characters or elements that one call may be told to make.
const MOST: f64 = 10_000.0;

/// Where the function is told how much to make; `None` if it is not one of them.
fn size_arguments(called: &str) -> Option<std::ops::Range<usize>> {
    match called {
        "repeat" | "lpad" | "rpad" | "list_resize" | "array_resize" => Some(1..2),
        "range" | "generate_series" => Some(0..3),
        _ => None,
    }
}

pub(super) fn grows(called: &str) -> bool {
    size_arguments(called).is_some()
}

/// Refuses a call whose size is not plainly small.
pub(super) fn check_growth(called: &str, list: &FunctionArgumentList) -> Result<(), Rejected> {
    let Some(places) = size_arguments(called) else { return Ok(()) };
    let sizes = list.args.iter().enumerate().filter(|(i, _)| places.contains(i));
    for (_, argument) in sizes {
        let small = match argument {
            FunctionArg::Unnamed(FunctionArgExpr::Expr(expr)) => is_small(expr),
            _ => false,
        };
        if !small {
            let message = format!(
                "{called}() may make at most {MOST} characters or elements here, and says how many as a number."
            );
            let instead = format!("write a number up to {MOST}, or least(..., {MOST})");
            return Err(reject(ErrorCode::TooLarge, message).suggest(instead));
        }
    }
    Ok(())
}

/// A number up to the bound, something that is bounded by one, or a date or interval (whose steps are few).
fn is_small(expr: &Expr) -> bool {
    match expr {
        Expr::Nested(inner) => is_small(inner),
        Expr::UnaryOp { op: UnaryOperator::Minus, expr } => is_small(expr),
        Expr::Value(value) => match &value.value {
            Value::Number(digits, _) => digits.to_string().parse::<f64>().is_ok_and(|n| n <= MOST),
            _ => false,
        },
        Expr::TypedString(_) | Expr::Interval(_) => true,
        Expr::Function(function) if function.name.to_string().eq_ignore_ascii_case("least") => match &function.args {
            FunctionArguments::List(list) => list.args.iter().any(
                |argument| matches!(argument, FunctionArg::Unnamed(FunctionArgExpr::Expr(expr)) if is_small(expr)),
            ),
            _ => false,
        },
        _ => false,
    }
}
