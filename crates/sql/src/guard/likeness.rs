//! Measures of how alike two texts are. Each character of one is held against each of the other, for 2,048 rows between
//! two looks at the clock, and a cell may be far longer than what a text is taken to have: so only the beginnings of
//! texts are compared. What people compare is shorter, so the statement is changed rather than refused.

use super::Rejected;
use super::growth::{Arguments, bound, literal_text};
use super::parse::parse_expression;
use super::rejection::reject;
use sqlparser::ast::{Expr, Function, FunctionArg, FunctionArgExpr, FunctionArguments};
use vouch_model::{Dialect, ErrorCode};

/// Characters that are compared. With 2,048 pairs of them the slowest measure takes some three seconds.
const LONGEST: usize = 250;

fn compares(called: &str) -> bool {
    matches!(
        called,
        "levenshtein" | "editdist3" | "damerau_levenshtein" | "jaro_similarity" | "jaro_winkler_similarity"
    )
}

/// Makes `levenshtein(a, b)` into `levenshtein(left(a, 250), left(b, 250))`.
pub(super) fn shorten_compared(function: &mut Function) {
    if !compares(&function.name.to_string().to_ascii_lowercase()) {
        return;
    }
    let FunctionArguments::List(list) = &mut function.args else { return };
    for arg in &mut list.args {
        if let FunctionArg::Unnamed(FunctionArgExpr::Expr(expr)) = arg
            && !is_short(expr)
            && let Some(mut left) = parse_expression(&format!("left(x, {LONGEST})"), Dialect::DuckDb)
            && let Some(inner) = first_argument(&mut left)
        {
            std::mem::swap(inner, expr);
            *expr = left;
        }
    }
}

/// Refuses what could not be changed: a method, a named argument.
pub(super) fn check_compared(called: &str, arguments: Arguments<'_>) -> Result<(), Rejected> {
    if !compares(called) || (0..arguments.len()).all(|index| arguments.at(index).is_some_and(is_short)) {
        return Ok(());
    }
    let message = format!("{called}() compares at most {LONGEST} characters here.");
    let instead = format!("write {called}(left(a, {LONGEST}), left(b, {LONGEST}))");
    Err(reject(ErrorCode::TooLarge, message).suggest(instead))
}

/// A literal, or `left(..., 250)`. With a number below zero `left` gives all but the end.
fn is_short(expr: &Expr) -> bool {
    match expr {
        Expr::Value(value) => literal_text(&value.value).is_none_or(|text| text.chars().count() <= LONGEST),
        Expr::Function(function) if function.name.to_string().eq_ignore_ascii_case("left") => match &function.args {
            FunctionArguments::List(list) => {
                let length = Arguments { list, is_method: false }.at(1).filter(|at| matches!(at, Expr::Value(_)));
                length.and_then(bound).is_some_and(|length| length <= LONGEST as f64)
            }
            _ => false,
        },
        _ => false,
    }
}

fn first_argument(expr: &mut Expr) -> Option<&mut Expr> {
    let Expr::Function(Function { args: FunctionArguments::List(list), .. }) = expr else { return None };
    match list.args.first_mut()? {
        FunctionArg::Unnamed(FunctionArgExpr::Expr(expr)) => Some(expr),
        _ => None,
    }
}
