//! Values in words: columns, literals, arithmetic, choices.

use super::conditions::is_literal;
use super::links::unnested;
use super::periods::{day_of, day_words};
use super::scope::{Kind, Scope, column_parts};
use super::{Place, Restater, words};
use crate::inspect::aggregates::function_name;
use sqlparser::ast::{BinaryOperator, CaseWhen, CastKind, DataType, Expr, Interval, Query, UnaryOperator, Value};

impl Restater<'_> {
    pub(super) fn value(&self, expr: &Expr, scope: &Scope<'_>) -> String {
        self.deeper(|| self.value_words(expr, scope), || words::quoted_sql(expr))
    }

    /// A value inside a larger expression: what would run into its surroundings gets parentheses.
    pub(super) fn operand(&self, expr: &Expr, scope: &Scope<'_>) -> String {
        let text = self.value(expr, scope);
        let open = match unnested(expr) {
            Expr::Case { .. } => true,
            Expr::BinaryOp { op, .. } => !matches!(op, BinaryOperator::Divide) || text.contains(" divided by "),
            _ => false,
        };
        if open && !text.starts_with(['(', '`']) { format!("({text})") } else { text }
    }

    fn value_words(&self, expr: &Expr, scope: &Scope<'_>) -> String {
        let inner = |expr: &Expr| self.operand(expr, scope);
        match expr {
            Expr::Identifier(_) | Expr::CompoundIdentifier(_) => self.column(expr, scope),
            Expr::Nested(inner) => self.value(inner, scope),
            Expr::Value(value) => literal(&value.value).unwrap_or_else(|| words::quoted_sql(expr)),
            Expr::TypedString(typed) => match (day_of(expr), &typed.value.value) {
                (Some(day), _) => day_words(day),
                (None, Value::SingleQuotedString(text)) => text.clone(),
                _ => words::quoted_sql(expr),
            },
            Expr::Function(function) => self.call(function, scope),
            Expr::BinaryOp { left, op, right } => self.binary(expr, left, op, right, scope),
            Expr::UnaryOp { op: UnaryOperator::Minus, expr } if is_literal(expr) => format!("-{}", inner(expr)),
            Expr::UnaryOp { op: UnaryOperator::Minus, expr } => format!("minus {}", inner(expr)),
            Expr::UnaryOp { op: UnaryOperator::Plus, expr } => inner(expr),
            Expr::Cast { kind, expr: cast, data_type, format: None } => {
                self.cast(expr, cast, data_type, matches!(kind, CastKind::TryCast | CastKind::SafeCast), scope)
            }
            Expr::Case { operand, conditions, else_result, .. } => {
                self.choice(operand.as_deref(), conditions, else_result.as_deref(), scope)
            }
            Expr::Subquery(query) => self.subquery(query, scope),
            Expr::Extract { field, expr, .. } => self.date_part(&field.to_string(), expr, scope),
            Expr::Interval(interval) => interval_words(interval).unwrap_or_else(|| words::quoted_sql(expr)),
            Expr::AtTimeZone { timestamp, time_zone } => {
                format!("{} in time zone {}", inner(timestamp), inner(time_zone))
            }
            Expr::Collate { expr, collation } => {
                format!("{} (compared as {})", inner(expr), words::quoted_sql(collation))
            }
            Expr::Substring { expr, substring_from, substring_for, .. } => {
                self.substring(expr, substring_from.as_deref(), substring_for.as_deref(), scope)
            }
            Expr::Trim { expr, trim_what: None, trim_where: None, trim_characters: None } => {
                format!("{} without surrounding spaces", inner(expr))
            }
            Expr::Position { expr, r#in } => format!("the position of {} in {}", inner(expr), inner(r#in)),
            Expr::Ceil { expr: x, .. } if !expr.to_string().contains(',') => format!("{} rounded up", inner(x)),
            Expr::Floor { expr: x, .. } if !expr.to_string().contains(',') => format!("{} rounded down", inner(x)),
            Expr::Tuple(items) => {
                let items: Vec<String> = items.iter().map(inner).collect();
                format!("({})", items.join(", "))
            }
            Expr::Array(array) => {
                let items: Vec<String> = array.elem.iter().map(inner).collect();
                format!("the list [{}]", items.join(", "))
            }
            other if is_condition(other) => format!("whether {}", self.condition(other, scope)),
            other => words::quoted_sql(other),
        }
    }

    fn column(&self, expr: &Expr, scope: &Scope<'_>) -> String {
        let parts = column_parts(expr).unwrap_or_default();
        if let [only] = parts {
            let is_column = scope.find(parts).is_some();
            if let Some(aliased) = scope.alias(&only.value).filter(|aliased| !is_column && *aliased != expr) {
                return self.value(aliased, scope);
            }
        }
        scope.column_words(parts)
    }

    pub(super) fn subquery(&self, query: &Query, scope: &Scope<'_>) -> String {
        let text = self.query(query, Some(scope), Place::Inside).text;
        if text.contains([',', '(']) || text.contains(" where ") {
            format!("({text})")
        } else {
            format!("the {}", text.trim_start_matches("the "))
        }
    }

    fn cast(&self, whole: &Expr, inner: &Expr, data_type: &DataType, lenient: bool, scope: &Scope<'_>) -> String {
        if let Some(day) = day_of(whole) {
            return day_words(day);
        }
        let name = data_type.to_string().to_uppercase();
        let value = self.operand(inner, scope);
        let kind = self.kind(inner, scope);
        let said = if name == "DATE" {
            if kind == Kind::Day { value } else { format!("day of {value}") }
        } else if name.starts_with("TIMESTAMP") || name == "DATETIME" {
            if kind.is_time() { value } else { format!("{value} as a time") }
        } else if ["INT", "BIGINT", "SMALLINT", "TINYINT", "HUGEINT", "SIGNED", "UBIGINT"]
            .iter()
            .any(|t| name.starts_with(t))
        {
            format!("{value} as a whole number")
        } else if ["DOUBLE", "REAL", "FLOAT", "DECIMAL", "NUMERIC"].iter().any(|t| name.starts_with(t)) {
            if kind == Kind::Number && !name.contains('(') {
                value
            } else {
                format!("{value} as a number{}", digits_of(&name))
            }
        } else if ["VARCHAR", "TEXT", "STRING", "CHAR"].iter().any(|t| name.starts_with(t)) {
            format!("{value} as text")
        } else {
            return words::quoted_sql(whole);
        };
        if lenient { format!("{said} (missing where that fails)") } else { said }
    }

    fn choice(&self, operand: Option<&Expr>, branches: &[CaseWhen], other: Option<&Expr>, scope: &Scope<'_>) -> String {
        let subject = operand.map(|operand| self.operand(operand, scope));
        let mut parts: Vec<String> = branches
            .iter()
            .map(|branch| {
                let result = self.operand(&branch.result, scope);
                match &subject {
                    Some(subject) => format!("{result} if {subject} is {}", self.operand(&branch.condition, scope)),
                    None => format!("{result} if {}", self.condition(&branch.condition, scope)),
                }
            })
            .collect();
        match other {
            Some(other) => parts.push(format!("{} otherwise", self.operand(other, scope))),
            None => parts.push("nothing otherwise".to_owned()),
        }
        parts.join(", ")
    }

    pub(super) fn kind(&self, expr: &Expr, scope: &Scope<'_>) -> Kind {
        match expr {
            Expr::Identifier(ident) => match scope.find(std::slice::from_ref(ident)) {
                Some(found) => found.kind,
                None => match scope.alias(&ident.value) {
                    Some(aliased) if aliased != expr => self.kind(aliased, scope),
                    _ => Kind::Unknown,
                },
            },
            Expr::CompoundIdentifier(parts) => scope.find(parts).map_or(Kind::Unknown, |found| found.kind),
            Expr::Nested(inner) => self.kind(inner, scope),
            Expr::Value(value) => match &value.value {
                Value::Number(..) => Kind::Number,
                Value::Boolean(_) => Kind::Bool,
                Value::SingleQuotedString(_) => Kind::Text,
                _ => Kind::Unknown,
            },
            Expr::TypedString(_) => Kind::Day,
            Expr::BinaryOp { left, op: BinaryOperator::Plus | BinaryOperator::Minus, right } => {
                // Only a shifted date is not a number; anything else need not be looked into, however long.
                match right.as_ref() {
                    Expr::Interval(_) => self.kind(left, scope),
                    _ => Kind::Number,
                }
            }
            Expr::BinaryOp {
                op: BinaryOperator::Multiply | BinaryOperator::Divide | BinaryOperator::Modulo, ..
            } => Kind::Number,
            Expr::Cast { data_type, .. } => cast_kind(data_type),
            Expr::Case { conditions, .. } => {
                conditions.first().map_or(Kind::Unknown, |branch| self.kind(&branch.result, scope))
            }
            Expr::Extract { .. } => Kind::Number,
            Expr::Function(function) => self.call_kind(function, scope),
            Expr::Subquery(query) => {
                query.body.as_select().and_then(|select| select.projection.first()).map_or(Kind::Unknown, item_kind)
            }
            _ => Kind::Unknown,
        }
    }
}

/// What a subquery gives, without building its scope: only what its first entry shows by itself.
fn item_kind(item: &sqlparser::ast::SelectItem) -> Kind {
    match item {
        sqlparser::ast::SelectItem::UnnamedExpr(Expr::Function(function))
            if matches!(function_name(function).as_str(), "count" | "sum" | "avg") =>
        {
            Kind::Number
        }
        _ => Kind::Unknown,
    }
}

fn cast_kind(data_type: &DataType) -> Kind {
    let name = data_type.to_string().to_uppercase();
    if name == "DATE" {
        Kind::Day
    } else if name.starts_with("TIMESTAMP") || name == "DATETIME" {
        Kind::Moment
    } else if ["INT", "BIGINT", "DOUBLE", "REAL", "FLOAT", "DECIMAL", "NUMERIC"].iter().any(|t| name.starts_with(t)) {
        Kind::Number
    } else if ["VARCHAR", "TEXT"].iter().any(|t| name.starts_with(t)) {
        Kind::Text
    } else {
        Kind::Unknown
    }
}

pub(super) fn literal(value: &Value) -> Option<String> {
    Some(match value {
        Value::Number(digits, _) => words::number(digits),
        Value::SingleQuotedString(text) => format!("'{text}'"),
        Value::Boolean(true) => "true".to_owned(),
        Value::Boolean(false) => "false".to_owned(),
        Value::Null => "nothing".to_owned(),
        _ => return None,
    })
}

/// `INTERVAL 7 DAY`, `INTERVAL '7 days'`.
pub(super) fn interval_words(interval: &Interval) -> Option<String> {
    let amount = match interval.value.as_ref() {
        Expr::Value(value) => match &value.value {
            Value::Number(digits, _) => digits.clone(),
            Value::SingleQuotedString(text) => text.trim().to_owned(),
            _ => return None,
        },
        _ => return None,
    };
    match &interval.leading_field {
        Some(unit) => {
            let unit = unit.to_string().to_lowercase();
            let unit = unit.trim_end_matches('s');
            Some(if amount == "1" { format!("1 {unit}") } else { format!("{amount} {unit}s") })
        }
        None => Some(amount.to_lowercase()),
    }
}

fn digits_of(type_name: &str) -> String {
    let scale = type_name
        .split_once('(')
        .and_then(|(_, rest)| rest.trim_end_matches(')').split(',').nth(1)?.trim().parse::<u8>().ok());
    scale.map(|scale| format!(" with {scale} decimals")).unwrap_or_default()
}

pub(super) fn is_condition(expr: &Expr) -> bool {
    match expr {
        Expr::IsNull(_)
        | Expr::IsNotNull(_)
        | Expr::IsTrue(_)
        | Expr::IsNotTrue(_)
        | Expr::IsFalse(_)
        | Expr::IsNotFalse(_)
        | Expr::IsUnknown(_)
        | Expr::IsNotUnknown(_)
        | Expr::IsDistinctFrom(..)
        | Expr::IsNotDistinctFrom(..)
        | Expr::InList { .. }
        | Expr::InSubquery { .. }
        | Expr::Between { .. }
        | Expr::Exists { .. } => true,
        Expr::Like { any: false, escape_char: None, .. } | Expr::ILike { any: false, escape_char: None, .. } => true,
        Expr::SimilarTo { escape_char: None, .. } | Expr::RLike { .. } | Expr::AnyOp { .. } | Expr::AllOp { .. } => {
            true
        }
        Expr::UnaryOp { op: UnaryOperator::Not, .. } => true,
        Expr::BinaryOp { op, .. } => matches!(
            op,
            BinaryOperator::Eq
                | BinaryOperator::NotEq
                | BinaryOperator::Lt
                | BinaryOperator::LtEq
                | BinaryOperator::Gt
                | BinaryOperator::GtEq
                | BinaryOperator::And
                | BinaryOperator::Or
                | BinaryOperator::PGRegexMatch
                | BinaryOperator::PGRegexNotMatch
                | BinaryOperator::Regexp
                | BinaryOperator::Glob
                | BinaryOperator::PGStartsWith
                | BinaryOperator::PGLikeMatch
                | BinaryOperator::PGNotLikeMatch
                | BinaryOperator::PGILikeMatch
                | BinaryOperator::PGNotILikeMatch
        ),
        _ => false,
    }
}

impl Restater<'_> {
    pub(super) fn substring(
        &self,
        text: &Expr,
        from: Option<&Expr>,
        length: Option<&Expr>,
        scope: &Scope<'_>,
    ) -> String {
        let text_words = self.operand(text, scope);
        let number = |expr: &Expr| super::order::whole_number(expr);
        match (from, length) {
            (Some(from), Some(length)) if number(from) == Some(1) => {
                let count = number(length).map_or_else(
                    || format!("{} characters", self.operand(length, scope)),
                    |n| words::counted(n, "character"),
                );
                format!("the first {count} of {text_words}").replace("first 1 character", "first character")
            }
            (Some(from), Some(length)) => {
                let (from, length) = (self.operand(from, scope), self.operand(length, scope));
                format!("{length} characters of {text_words} from position {from}")
            }
            (Some(from), None) => format!("{text_words} from position {} on", self.operand(from, scope)),
            (None, Some(length)) => format!("the first {} characters of {text_words}", self.operand(length, scope)),
            (None, None) => text_words,
        }
    }
}
