//! Expressions: every kind that may stand in a query, and the plain mistakes of type that can be seen in them.

use super::Rejected;
use super::from::scope_of_names;
use super::names::plain;
use super::types::check_type;
use super::walk::{Walk, refused};
use crate::guard::mismatch::check_comparison;
use sqlparser::ast::{
    AccessExpr, Array, BinaryOperator as B, CaseWhen, CeilFloorKind, DateTimeField, Expr, Interval, LambdaFunction,
    Map, ObjectNamePart, Subscript, TypedString, UnaryOperator as U, Value, ValueWithSpan,
};
use vouch_model::{DataType, Dialect, ErrorCode};

/// The type, where the expression is a column whose type is known.
type Typed<'a> = Result<Option<&'a DataType>, Rejected>;

impl<'a> Walk<'a> {
    pub(super) fn expr(&mut self, expr: &'a Expr) -> Typed<'a> {
        let siblings = std::mem::take(&mut self.growth.sum);
        let typed = self.deeper(|walk| walk.expr_kind(expr))?;
        let size = self.size_of(expr)?;
        self.note_size_aside(size);
        self.growth.sum = siblings + size;
        Ok(typed)
    }

    /// The same, with the size that its value may have.
    pub(super) fn sized(&mut self, expr: &'a Expr) -> Result<(Option<&'a DataType>, f64), Rejected> {
        self.growth.sum = 0.0;
        let typed = self.expr(expr)?;
        Ok((typed, self.growth.sum))
    }

    fn all(&mut self, exprs: impl IntoIterator<Item = &'a Expr>) -> Typed<'a> {
        exprs.into_iter().try_for_each(|expr| self.expr(expr).map(drop))?;
        Ok(None)
    }

    fn expr_kind(&mut self, expr: &'a Expr) -> Typed<'a> {
        self.seen.expressions += 1;
        match expr {
            Expr::Identifier(ident) => {
                self.note_use(ident)?;
                let data_type = self.column(ident)?;
                self.note_column_aside(data_type);
                Ok(data_type)
            }
            Expr::CompoundIdentifier(idents) => {
                let data_type = self.dotted(idents)?;
                self.note_column_aside(data_type);
                Ok(data_type)
            }
            Expr::Value(value) => self.value(value),
            Expr::Nested(inner) => self.expr(inner),
            Expr::BinaryOp { .. } => self.chain(expr),
            Expr::UnaryOp { op: U::Minus | U::Plus | U::Not | U::BitwiseNot, expr } => self.all([expr.as_ref()]),
            Expr::UnaryOp { op: U::PGAbs | U::PGPostfixFactorial, expr } if self.is_duckdb() => {
                self.all([expr.as_ref()])
            }
            Expr::Function(function) => self.call(function),
            Expr::IsFalse(e)
            | Expr::IsNotFalse(e)
            | Expr::IsTrue(e)
            | Expr::IsNotTrue(e)
            | Expr::IsNull(e)
            | Expr::IsNotNull(e) => self.all([e.as_ref()]),
            Expr::IsDistinctFrom(a, b) | Expr::IsNotDistinctFrom(a, b) => self.all([a.as_ref(), b.as_ref()]),
            Expr::InList { expr, list, negated: _ } => {
                let data_type = self.expr(expr)?;
                self.all(list)?;
                list.iter().try_for_each(|item| check_comparison(self.dialect, expr, data_type, item))?;
                Ok(None)
            }
            Expr::Between { expr, negated: _, low, high } => {
                let data_type = self.expr(expr)?;
                self.all([low.as_ref(), high.as_ref()])?;
                check_comparison(self.dialect, expr, data_type, low)?;
                check_comparison(self.dialect, expr, data_type, high)?;
                Ok(None)
            }
            Expr::InSubquery { expr, subquery, negated: _ } => {
                self.expr(expr)?;
                self.query(subquery).map(|_| None)
            }
            Expr::Exists { subquery, negated: _ } | Expr::Subquery(subquery) => self.query(subquery).map(|_| None),
            Expr::Like { negated: _, any: false, expr, pattern, escape_char } => {
                self.note_pattern_aside(pattern, '%');
                self.all([expr.as_ref(), pattern.as_ref()].into_iter().chain(escape_char.as_deref()))
            }
            Expr::ILike { any: false, expr, pattern, escape_char, negated: _ } => {
                self.duckdb_only("ILIKE", "LIKE, which ignores case in SQLite")?;
                self.note_pattern_aside(pattern, '%');
                self.all([expr.as_ref(), pattern.as_ref()].into_iter().chain(escape_char.as_deref()))
            }
            Expr::SimilarTo { negated: _, expr, pattern, escape_char } => {
                self.duckdb_only("SIMILAR TO", "LIKE or GLOB")?;
                self.found.aside = true;
                self.all([expr.as_ref(), pattern.as_ref()].into_iter().chain(escape_char.as_deref()))
            }
            Expr::AnyOp { left, compare_op, right, is_some: _ } | Expr::AllOp { left, compare_op, right } => {
                self.duckdb_only("ANY and ALL", "IN (SELECT ...) or EXISTS")?;
                self.operator(compare_op)?;
                self.all([left.as_ref(), right.as_ref()])
            }
            Expr::Case { case_token: _, end_token: _, operand, conditions, else_result } => {
                self.all(operand.as_deref())?;
                let mut largest = 0.0_f64;
                for CaseWhen { condition, result } in conditions {
                    self.expr(condition)?;
                    largest = largest.max(self.sized(result)?.1);
                }
                if let Some(otherwise) = else_result {
                    largest = largest.max(self.sized(otherwise)?.1);
                }
                self.growth.sum = largest;
                Ok(None)
            }
            Expr::Tuple(exprs) => self.all(exprs),
            _ => self.special_form(expr),
        }
    }

    /// What has a syntax of its own.
    fn special_form(&mut self, expr: &'a Expr) -> Typed<'a> {
        match expr {
            Expr::Cast { kind: _, expr, data_type, format } => {
                if format.is_some() {
                    return Err(refused("CAST ... FORMAT is not supported").suggest("use strftime or strptime"));
                }
                check_type(data_type, self.dialect)?;
                self.note_cast_aside(data_type);
                self.all([expr.as_ref()])
            }
            Expr::TypedString(TypedString { data_type, value, uses_odbc_syntax }) => {
                if *uses_odbc_syntax || self.dialect == Dialect::Sqlite {
                    return Err(refused("Typed literals such as DATE '2024-01-31' are not known here")
                        .suggest("write the text alone: '2024-01-31'"));
                }
                check_type(data_type, self.dialect)?;
                self.value(value)
            }
            Expr::Interval(Interval {
                value,
                leading_field,
                leading_precision,
                last_field,
                fractional_seconds_precision,
            }) => {
                self.duckdb_only("INTERVAL", "date(x, '+1 month')")?;
                if leading_precision.is_some() || last_field.is_some() || fractional_seconds_precision.is_some() {
                    return Err(refused("This form of INTERVAL is not supported").suggest("write INTERVAL '3' DAY"));
                }
                leading_field.as_ref().map_or(Ok(()), plain_field)?;
                self.all([value.as_ref()])
            }
            Expr::Extract { field, syntax: _, expr } => {
                self.duckdb_only("EXTRACT", "strftime('%Y', x)")?;
                plain_field(field)?;
                self.all([expr.as_ref()])
            }
            Expr::AtTimeZone { timestamp, time_zone } => {
                self.duckdb_only("AT TIME ZONE", "datetime(x, 'localtime')")?;
                self.all([timestamp.as_ref(), time_zone.as_ref()])
            }
            Expr::Ceil { expr, field } | Expr::Floor { expr, field } => match field {
                CeilFloorKind::DateTimeField(DateTimeField::NoDateTime) => {
                    self.duckdb_only("CEIL and FLOOR", "round(x - 0.5) for floor, round(x + 0.5) for ceil")?;
                    self.all([expr.as_ref()])
                }
                _ => Err(refused("CEIL and FLOOR take one number")
                    .suggest("use date_trunc for dates, round(x, n) for digits")),
            },
            Expr::Position { expr, r#in } => {
                self.duckdb_only("POSITION", "instr(text, part)")?;
                self.note_trimmed_aside(Some(expr));
                self.all([expr.as_ref(), r#in.as_ref()])
            }
            Expr::Substring { expr, substring_from, substring_for, special, shorthand: _ } => {
                if !*special {
                    self.duckdb_only("SUBSTRING ... FROM", "substr(text, start, length)")?;
                }
                self.all(
                    [Some(expr), substring_from.as_ref(), substring_for.as_ref()]
                        .into_iter()
                        .flatten()
                        .map(AsRef::as_ref),
                )
            }
            Expr::Trim { trim_where, trim_what, expr, trim_characters } => {
                if trim_where.is_some() || trim_what.is_some() {
                    self.duckdb_only("TRIM ... FROM", "trim(text, characters)")?;
                }
                self.note_trimmed_aside(trim_what.as_deref());
                trim_characters.iter().flatten().for_each(|characters| self.note_trimmed_aside(Some(characters)));
                self.all([expr.as_ref()].into_iter().chain(trim_what.as_deref()))?;
                self.all(trim_characters.iter().flatten())
            }
            Expr::Overlay { expr, overlay_what, overlay_from, overlay_for } => {
                self.duckdb_only("OVERLAY", "substr and ||")?;
                self.all(
                    [expr.as_ref(), overlay_what.as_ref(), overlay_from.as_ref()]
                        .into_iter()
                        .chain(overlay_for.as_deref()),
                )
            }
            Expr::Collate { expr, collation } => {
                self.collation(&collation.0)?;
                self.all([expr.as_ref()])
            }
            _ => self.nested_value(expr),
        }
    }

    /// Lists, structs, maps, lambdas and access to their parts: DuckDB only.
    fn nested_value(&mut self, expr: &'a Expr) -> Typed<'a> {
        if !self.is_duckdb() {
            return Err(refused("This expression is not known to SQLite"));
        }
        self.found.aside = true;
        match expr {
            Expr::Array(Array { elem, named: _ }) => self.all(elem),
            Expr::Dictionary(fields) => self.all(fields.iter().map(|field| field.value.as_ref())),
            Expr::Map(Map { entries }) => {
                self.all(entries.iter().flat_map(|entry| [entry.key.as_ref(), entry.value.as_ref()]))
            }
            Expr::Lambda(LambdaFunction { params, body, syntax: _ }) => {
                if params.iter().any(|param| param.data_type.is_some()) {
                    return Err(refused("Lambda parameters take no types"));
                }
                let names = params.iter().map(|param| plain(&param.name).into_owned()).collect();
                self.scopes.push(scope_of_names(names, self.growth.element));
                let result = self.expr(body);
                self.scopes.pop();
                result.map(|_| None)
            }
            Expr::CompoundFieldAccess { root, access_chain } => {
                self.expr(root)?;
                access_chain.iter().try_for_each(|access| self.access(access))?;
                Ok(None)
            }
            _ => Err(refused("This kind of expression is not supported")),
        }
    }

    fn access(&mut self, access: &'a AccessExpr) -> Result<(), Rejected> {
        match access {
            // A field of a struct: its name is the engine's to check.
            AccessExpr::Dot(Expr::Identifier(_)) => {
                self.seen.expressions += 1;
                Ok(())
            }
            // A method: `text.upper()`.
            AccessExpr::Dot(method @ Expr::Function(_)) => {
                self.growth.receiver = Some(self.growth.sum);
                self.expr(method).map(drop)
            }
            AccessExpr::Dot(_) => Err(refused("Only a field name can stand behind the dot")),
            AccessExpr::Subscript(Subscript::Index { index }) => self.expr(index).map(drop),
            AccessExpr::Subscript(Subscript::Slice { lower_bound, upper_bound, stride }) => {
                self.all([lower_bound, upper_bound, stride].into_iter().flatten()).map(drop)
            }
        }
    }

    /// `a AND b AND c ...` leans left: walked in a loop, so that a long filter is not deep.
    fn chain(&mut self, expr: &'a Expr) -> Typed<'a> {
        let mut rights = Vec::new();
        let mut leftmost = expr;
        while let Expr::BinaryOp { left, op, right } = leftmost {
            if !std::ptr::eq(leftmost, expr) {
                self.seen.expressions += 1;
            }
            self.operator(op)?;
            rights.push((op, left.as_ref(), right.as_ref()));
            leftmost = left;
        }
        if rights.len() > MAX_CHAIN {
            return Err(super::rejection::reject(
                ErrorCode::TooLarge,
                format!("More than {MAX_CHAIN} conditions or terms in a row are not read."),
            )
            .suggest("use IN (...) with a list"));
        }
        let (mut left_type, mut size) = self.sized(leftmost)?;
        for (op, left, right) in rights.into_iter().rev() {
            let (right_type, right_size) = self.sized(right)?;
            size = super::growth::of_operator(op, size, right_size);
            self.note_operator_aside(op, right);
            if is_comparison(op) {
                check_comparison(self.dialect, left, left_type, right)?;
                check_comparison(self.dialect, right, right_type, left)?;
            }
            left_type = None;
        }
        self.growth.sum = size;
        Ok(None)
    }

    fn operator(&self, op: &B) -> Result<(), Rejected> {
        let both = matches!(
            op,
            B::Plus
                | B::Minus
                | B::Multiply
                | B::Divide
                | B::Modulo
                | B::StringConcat
                | B::Gt
                | B::Lt
                | B::GtEq
                | B::LtEq
                | B::Eq
                | B::NotEq
                | B::And
                | B::Or
                | B::BitwiseOr
                | B::BitwiseAnd
                | B::PGBitwiseShiftLeft
                | B::PGBitwiseShiftRight
                | B::Arrow
                | B::LongArrow
        );
        let duckdb = matches!(
            op,
            B::DuckIntegerDivide
                | B::PGExp
                | B::PGBitwiseXor
                | B::BitwiseXor
                | B::PGOverlap
                | B::PGRegexMatch
                | B::PGRegexNotMatch
                | B::PGLikeMatch
                | B::PGILikeMatch
                | B::PGNotLikeMatch
                | B::PGNotILikeMatch
                | B::PGStartsWith
                | B::AtArrow
                | B::ArrowAt
        );
        match op {
            _ if both || (duckdb && self.is_duckdb()) => Ok(()),
            B::Match if self.scopes.iter().any(|scope| scope.relations.iter().any(|relation| relation.filtered)) => {
                Err(refused("MATCH searches the rows of all clients, and cannot be narrowed to one")
                    .suggest("use LIKE '%word%'"))
            }
            B::Glob | B::Match if !self.is_duckdb() => Ok(()),
            B::Regexp => Err(super::rejection::reject(ErrorCode::FunctionNotFound, "REGEXP is not built into SQLite.")
                .suggest("use LIKE or GLOB")),
            other => Err(refused(format!("The operator {other} is not supported here"))),
        }
    }

    fn value(&self, value: &'a ValueWithSpan) -> Typed<'a> {
        let ValueWithSpan { value, span } = value;
        match value {
            Value::Number(_, false) | Value::SingleQuotedString(_) | Value::Boolean(_) | Value::Null => Ok(None),
            Value::HexStringLiteral(digits) if self.dialect == Dialect::Sqlite && is_hex(digits) => Ok(None),
            Value::Placeholder(name) => Err(refused(format!("{name} stands for a value that is not given"))
                .suggest("write the value itself")
                .span(*span)),
            _ => Err(refused("This way of writing a text is not supported")
                .suggest("write it in single quotes: 'text'")
                .span(*span)),
        }
    }

    fn collation(&self, name: &[ObjectNamePart]) -> Result<(), Rejected> {
        let plain_word = |part: &ObjectNamePart| match part {
            ObjectNamePart::Identifier(ident) => {
                let word = ident.value.to_ascii_lowercase();
                let language = matches!(word.len(), 2 | 5) && word.chars().all(|c| c.is_ascii_lowercase() || c == '_');
                ["nocase", "noaccent", "nfc", "binary", "rtrim", "c", "posix"].contains(&word.as_str())
                    || (language && self.is_duckdb())
            }
            ObjectNamePart::Function(_) => false,
        };
        if name.iter().all(plain_word) {
            Ok(())
        } else {
            Err(refused("This collation is not supported").suggest("use COLLATE NOCASE"))
        }
    }

    pub(super) fn is_duckdb(&self) -> bool {
        self.dialect == Dialect::DuckDb
    }

    fn duckdb_only(&self, what: &str, instead: &str) -> Result<(), Rejected> {
        if self.is_duckdb() {
            Ok(())
        } else {
            Err(refused(format!("{what} is not known to SQLite")).suggest(format!("use {instead}")))
        }
    }
}

/// A chain this long is printed, cloned and dropped by recursion elsewhere: what fits a thread's stack.
const MAX_CHAIN: usize = 1_200;

fn is_comparison(op: &B) -> bool {
    matches!(op, B::Eq | B::NotEq | B::Lt | B::Gt | B::LtEq | B::GtEq)
}

fn is_hex(digits: &str) -> bool {
    digits.len().is_multiple_of(2) && digits.chars().all(|c| c.is_ascii_hexdigit())
}

/// Fields are words; the parser also lets quoted and computed ones through.
fn plain_field(field: &DateTimeField) -> Result<(), Rejected> {
    match field {
        DateTimeField::Custom(ident) if !ident.value.chars().all(|c| c.is_ascii_alphabetic() || c == '_') => {
            Err(refused("This date part is not supported"))
        }
        DateTimeField::Week(Some(_)) => Err(refused("WEEK takes no day here")),
        _ => Ok(()),
    }
}
