//! Mistakes of type that are plain to see: a number or date compared with a text that is neither, a sum over
//! texts. Only for DuckDB, which would fail; SQLite compares and adds whatever it is given.

use super::Rejected;
use super::rejection::reject;
use sqlparser::ast::{Expr, Value, ValueWithSpan};
use vouch_model::{DataType, Dialect, ErrorCode};

/// `column` has `data_type`; `other` stands on the other side of a comparison.
pub(super) fn check_comparison(
    dialect: Dialect,
    column: &Expr,
    data_type: Option<&DataType>,
    other: &Expr,
) -> Result<(), Rejected> {
    let (Dialect::DuckDb, Some(data_type), Expr::Value(ValueWithSpan { value: Value::SingleQuotedString(text), span })) =
        (dialect, data_type, other)
    else {
        return Ok(());
    };
    let has_digit = text.chars().any(|c| c.is_ascii_digit());
    let word = text.trim().to_ascii_lowercase();
    let (kind, example) = if data_type.is_numeric()
        && !has_digit
        && !["nan", "inf", "infinity", "-inf", "-infinity"].contains(&word.as_str())
    {
        ("a number", "a number without quotes")
    } else if data_type.is_temporal() && !has_digit && !["epoch", "infinity", "-infinity"].contains(&word.as_str()) {
        ("a date", "a date such as '2024-01-31'")
    } else {
        return Ok(());
    };
    let message = format!("`{column}` is {kind} and cannot be compared with the text '{text}'.");
    Err(reject(ErrorCode::TypeMismatch, message)
        .suggest(format!("compare it with {example}, or use the column that holds the text"))
        .span(*span))
}

/// `sum` and `avg` need numbers.
pub(super) fn check_aggregate(
    dialect: Dialect,
    function: &str,
    argument: &Expr,
    data_type: Option<&DataType>,
) -> Result<(), Rejected> {
    let adds = ["sum", "avg", "mean", "stddev", "variance", "stddev_pop", "stddev_samp", "var_pop", "var_samp"]
        .contains(&function);
    if dialect != Dialect::DuckDb || !adds || !data_type.is_some_and(DataType::is_text) {
        return Ok(());
    }
    Err(reject(ErrorCode::TypeMismatch, format!("{function}() needs numbers, and `{argument}` is a text."))
        .suggest(format!("use a column of numbers, count({argument}), or {function}(TRY_CAST({argument} AS DOUBLE))")))
}
