//! Arithmetic in words: sums and products, ratios, percentages, texts put together.

use super::expressions::is_condition;
use super::links::unnested;
use super::scope::Scope;
use super::{Restater, functions, words};
use crate::inspect::aggregates::function_name;
use sqlparser::ast::{BinaryOperator, DataType, Expr, Value};

impl Restater<'_> {
    pub(super) fn binary(
        &self,
        whole: &Expr,
        left: &Expr,
        op: &BinaryOperator,
        right: &Expr,
        scope: &Scope<'_>,
    ) -> String {
        if let Some(words) =
            self.shifted_date(left, op, right, scope).or_else(|| self.days_between(left, op, right, scope))
        {
            return words;
        }
        let word = match op {
            BinaryOperator::Plus => "plus",
            BinaryOperator::Minus => "minus",
            BinaryOperator::Multiply => "times",
            BinaryOperator::Divide => return self.ratio(left, right, scope),
            BinaryOperator::DuckIntegerDivide => "divided without remainder by",
            BinaryOperator::Modulo => "modulo",
            BinaryOperator::StringConcat => return self.concatenated(whole, scope),
            BinaryOperator::PGExp => "to the power of",
            _ if is_condition(whole) => return format!("whether {}", self.condition(whole, scope)),
            _ => return words::quoted_sql(whole),
        };
        if let Some(words) = self.percentage(whole, scope) {
            return words;
        }
        // Sums and products of the same kind need no parentheses, and long chains no recursion.
        let mut rights = vec![right];
        let mut current = left;
        while let Expr::BinaryOp { left, op: other, right } = current {
            if other != op || !matches!(op, BinaryOperator::Plus | BinaryOperator::Multiply) {
                break;
            }
            rights.push(right.as_ref());
            current = left.as_ref();
        }
        let mut text = self.operand(current, scope);
        for right in rights.into_iter().rev() {
            text.push_str(&format!(" {word} {}", self.operand(right, scope)));
        }
        text
    }

    /// A division; a factor of 100 makes it a percentage, and what only forces decimals is not said.
    fn ratio(&self, left: &Expr, right: &Expr, scope: &Scope<'_>) -> String {
        let below = without_zero_guard(right);
        if let Some(above) = times(left, is_hundred) {
            return format!(
                "{} as a percentage of {}",
                self.operand(as_number(above), scope),
                self.operand(as_number(below), scope)
            );
        }
        let above = times(left, is_one).unwrap_or(left);
        format!("{} divided by {}", self.operand(as_number(above), scope), self.operand(as_number(below), scope))
    }

    /// `100.0 * (a / b)`.
    fn percentage(&self, whole: &Expr, scope: &Scope<'_>) -> Option<String> {
        let Expr::BinaryOp { left, op: BinaryOperator::Divide, right } = unnested(times(whole, is_hundred)?) else {
            return None;
        };
        let above = times(left, is_one).unwrap_or(left);
        let below = without_zero_guard(right);
        Some(format!(
            "{} as a percentage of {}",
            self.operand(as_number(above), scope),
            self.operand(as_number(below), scope)
        ))
    }

    fn concatenated(&self, whole: &Expr, scope: &Scope<'_>) -> String {
        let mut parts = Vec::new();
        let mut current = whole;
        while let Expr::BinaryOp { left, op: BinaryOperator::StringConcat, right } = current {
            parts.push(self.operand(right, scope));
            current = left;
        }
        parts.push(self.operand(current, scope));
        parts.reverse();
        format!("{} joined as one text", words::list(&parts, "and"))
    }
}

/// The other factor, where one factor satisfies the test.
fn times(expr: &Expr, is_factor: fn(&Expr) -> bool) -> Option<&Expr> {
    let Expr::BinaryOp { left, op: BinaryOperator::Multiply, right } = unnested(expr) else { return None };
    if is_factor(left) {
        Some(right)
    } else if is_factor(right) {
        Some(left)
    } else {
        None
    }
}

fn is_hundred(expr: &Expr) -> bool {
    number_is(expr, 100.0)
}

fn is_one(expr: &Expr) -> bool {
    number_is(expr, 1.0)
}

fn number_is(expr: &Expr, wanted: f64) -> bool {
    match unnested(expr) {
        Expr::Value(value) => match &value.value {
            Value::Number(digits, _) => digits.parse::<f64>().is_ok_and(|number| number == wanted),
            _ => false,
        },
        _ => false,
    }
}

/// A cast that only makes a division keep its decimals.
fn as_number(expr: &Expr) -> &Expr {
    match unnested(expr) {
        Expr::Cast {
            expr: inner,
            data_type: DataType::Double(_) | DataType::Real | DataType::Float(_) | DataType::DoublePrecision,
            ..
        } => inner,
        _ => times(expr, is_one).unwrap_or(expr),
    }
}

/// `NULLIF(x, 0)` under a division line: the x.
fn without_zero_guard(expr: &Expr) -> &Expr {
    let Expr::Function(function) = unnested(expr) else { return expr };
    if function_name(function) != "nullif" {
        return expr;
    }
    match functions::arguments(function).as_deref() {
        Some([value, zero]) if number_is(zero, 0.0) => value,
        _ => expr,
    }
}
