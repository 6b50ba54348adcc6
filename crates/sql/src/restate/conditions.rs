//! Conditions in words: comparisons, ranges, patterns, membership, and how they are put together.

use super::links::{flatten_and, unnested};
use super::periods::{day_of, day_words, span_words};
use super::scope::{Kind, Scope, column_parts};
use super::{Place, Restater, words};
use sqlparser::ast::{BinaryOperator, Expr, Query, UnaryOperator, Value};

/// One end of a range over an expression.
struct Bound<'a> {
    subject: &'a Expr,
    limit: &'a Expr,
    lower: bool,
    inclusive: bool,
}

impl Restater<'_> {
    pub(super) fn all_conditions(&self, expr: &Expr, scope: &Scope<'_>) -> String {
        let mut conjuncts = Vec::new();
        flatten_and(expr, &mut conjuncts);
        words::list(&self.conditions(&conjuncts, scope), "and")
    }

    /// Each conjunct in words; two bounds of the same expression become one range.
    pub(super) fn conditions(&self, conjuncts: &[&Expr], scope: &Scope<'_>) -> Vec<String> {
        self.grouped_conditions(conjuncts, scope).into_iter().map(|(_, words)| words).collect()
    }

    /// The same, with the conjuncts that each is made of.
    pub(super) fn grouped_conditions(&self, conjuncts: &[&Expr], scope: &Scope<'_>) -> Vec<(Vec<usize>, String)> {
        let mut said = Vec::new();
        let mut used = vec![false; conjuncts.len()];
        for (at, conjunct) in conjuncts.iter().enumerate() {
            if used.get(at).copied().unwrap_or(true) {
                continue;
            }
            let range = bound(conjunct).and_then(|first| {
                conjuncts.iter().enumerate().skip(at + 1).find_map(|(other, candidate)| {
                    let second = bound(candidate).filter(|_| used.get(other) == Some(&false))?;
                    let words = self.range(&first, &second, scope)?;
                    Some((other, words))
                })
            });
            match range {
                Some((other, words)) => {
                    if let Some(flag) = used.get_mut(other) {
                        *flag = true;
                    }
                    said.push((vec![at, other], words));
                }
                None => said.push((vec![at], self.inner_condition(conjunct, scope))),
            }
        }
        said
    }

    fn range(&self, first: &Bound<'_>, second: &Bound<'_>, scope: &Scope<'_>) -> Option<String> {
        if first.lower == second.lower || first.subject != second.subject {
            return None;
        }
        let (low, high) = if first.lower { (first, second) } else { (second, first) };
        let subject = self.operand(low.subject, scope);
        let kind = self.kind(low.subject, scope);
        if let (Some(start), Some(end)) = (day_of(low.limit), day_of(high.limit)) {
            let start = match (low.inclusive, kind) {
                (true, _) => start,
                (false, Kind::Day) => start.tomorrow().ok()?,
                _ => return None,
            };
            return match (high.inclusive, kind) {
                (false, _) => span_words(start, end).map(|span| format!("{subject} is {span}")),
                (true, Kind::Day) => span_words(start, end.tomorrow().ok()?).map(|span| format!("{subject} is {span}")),
                (true, _) => Some(format!("{subject} is from {} to {}", day_words(start), day_words(end))),
            };
        }
        (low.inclusive && high.inclusive).then(|| {
            let (low, high) = (self.operand(low.limit, scope), self.operand(high.limit, scope));
            format!("{subject} is between {low} and {high}")
        })
    }

    /// A condition that stands beside others: alternatives get parentheses.
    fn inner_condition(&self, expr: &Expr, scope: &Scope<'_>) -> String {
        let text = self.condition(expr, scope);
        if matches!(unnested(expr), Expr::BinaryOp { op: BinaryOperator::Or | BinaryOperator::Xor, .. }) {
            format!("({text})")
        } else {
            text
        }
    }

    pub(super) fn condition(&self, expr: &Expr, scope: &Scope<'_>) -> String {
        self.deeper(|| self.condition_words(expr, scope), || words::quoted_sql(expr))
    }

    fn condition_words(&self, expr: &Expr, scope: &Scope<'_>) -> String {
        let value = |expr: &Expr| self.operand(expr, scope);
        match expr {
            Expr::Nested(inner) => self.condition(inner, scope),
            Expr::BinaryOp { op: BinaryOperator::And, .. } => self.all_conditions(expr, scope),
            Expr::BinaryOp { op: BinaryOperator::Or, .. } => self.alternatives(expr, scope),
            Expr::BinaryOp { left, op, right } => self.comparison(left, op, right, scope),
            Expr::UnaryOp { op: UnaryOperator::Not | UnaryOperator::BangNot, expr } => match unnested(expr) {
                Expr::Exists { subquery, negated } => self.exists_words(subquery, !*negated, scope),
                inner if column_parts(inner).is_some() => format!("{} is false", value(inner)),
                inner => format!("not ({})", self.condition(inner, scope)),
            },
            Expr::IsNull(inner) | Expr::IsUnknown(inner) => format!("{} is missing", value(inner)),
            Expr::IsNotNull(inner) | Expr::IsNotUnknown(inner) => format!("{} is not missing", value(inner)),
            Expr::IsTrue(inner) => format!("{} is true", value(inner)),
            Expr::IsNotTrue(inner) => format!("{} is not true", value(inner)),
            Expr::IsFalse(inner) => format!("{} is false", value(inner)),
            Expr::IsNotFalse(inner) => format!("{} is not false", value(inner)),
            Expr::IsDistinctFrom(left, right) => {
                format!("{} differs from {} (missing counts as a value)", value(left), value(right))
            }
            Expr::IsNotDistinctFrom(left, right) => {
                format!("{} is the same as {} (missing counts as a value)", value(left), value(right))
            }
            Expr::InList { expr, list, negated } => self.in_list(expr, list, *negated, scope),
            Expr::InSubquery { expr, subquery, negated } => {
                let is = if *negated { "is not among" } else { "is among" };
                format!("{} {is} {}", value(expr), self.subquery(subquery, scope))
            }
            Expr::Between { expr, negated, low, high } => self.between(expr, *negated, low, high, scope),
            Expr::Like { negated, any: false, expr, pattern, escape_char: None } => {
                self.like(expr, pattern, *negated, Case::AsWritten, scope)
            }
            Expr::ILike { negated, any: false, expr, pattern, escape_char: None } => {
                self.like(expr, pattern, *negated, Case::Ignored, scope)
            }
            Expr::SimilarTo { negated, expr, pattern, escape_char: None } => {
                format!("{} {} {}", value(expr), matches_regex(*negated), value(pattern))
            }
            Expr::RLike { negated, expr, pattern, .. } => {
                format!("{} {} {}", value(expr), matches_regex(*negated), value(pattern))
            }
            Expr::Exists { subquery, negated } => self.exists_words(subquery, *negated, scope),
            Expr::AnyOp { left, compare_op, right, .. } => self.quantified(left, compare_op, right, "any of", scope),
            Expr::AllOp { left, compare_op, right } => self.quantified(left, compare_op, right, "every one of", scope),
            Expr::Value(literal) => match &literal.value {
                Value::Boolean(true) => "always".to_owned(),
                Value::Boolean(false) => "never".to_owned(),
                _ => format!("{} is true", value(expr)),
            },
            Expr::Function(function) => match self.predicate_call(function, scope) {
                Some(words) => words,
                None => format!("{} is true", value(expr)),
            },
            other => format!("{} is true", value(other)),
        }
    }

    fn alternatives(&self, expr: &Expr, scope: &Scope<'_>) -> String {
        let mut rights = Vec::new();
        let mut current = expr;
        while let Expr::BinaryOp { left, op: BinaryOperator::Or, right } = unnested(current) {
            rights.push(right.as_ref());
            current = left;
        }
        let branches = std::iter::once(current).chain(rights.into_iter().rev());
        let said: Vec<String> = branches
            .map(|branch| {
                let text = self.condition(branch, scope);
                let compound =
                    matches!(unnested(branch), Expr::BinaryOp { op: BinaryOperator::And | BinaryOperator::Or, .. });
                if compound && text.contains(" and ") { format!("({text})") } else { text }
            })
            .collect();
        words::list(&said, "or")
    }

    fn comparison(&self, left: &Expr, op: &BinaryOperator, right: &Expr, scope: &Scope<'_>) -> String {
        if is_literal(left)
            && !is_literal(right)
            && let Some(flipped) = flipped(op)
        {
            return self.comparison(right, &flipped, left, scope);
        }
        let special = self.same_as_outer(left, op, right, scope).or_else(|| self.period_test(left, op, right, scope));
        let special = special.or_else(|| self.same_as_of_all(left, op, right, scope));
        if let Some(words) = special.or_else(|| self.case_ignored(left, op, right, scope)) {
            return words;
        }
        let day = day_of(right);
        let is_time = day.is_some() || self.kind(left, scope).is_time() || self.kind(right, scope).is_time();
        let is = match (op, is_time) {
            (BinaryOperator::Eq, _) => "is",
            (BinaryOperator::NotEq, _) => "is not",
            (BinaryOperator::Gt, false) => "is more than",
            (BinaryOperator::GtEq, false) => "is at least",
            (BinaryOperator::Lt, false) => "is less than",
            (BinaryOperator::LtEq, false) => "is at most",
            (BinaryOperator::Gt, true) => "is after",
            (BinaryOperator::GtEq, true) => "is on or after",
            (BinaryOperator::Lt, true) => "is before",
            (BinaryOperator::LtEq, true) => "is on or before",
            (BinaryOperator::PGRegexMatch | BinaryOperator::Regexp, _) => matches_regex(false),
            (BinaryOperator::PGRegexNotMatch, _) => matches_regex(true),
            (BinaryOperator::Glob, _) => "matches the wildcard pattern",
            (BinaryOperator::PGStartsWith, _) => "starts with",
            (BinaryOperator::PGLikeMatch, _) => return self.like(left, right, false, Case::AsWritten, scope),
            (BinaryOperator::PGNotLikeMatch, _) => return self.like(left, right, true, Case::AsWritten, scope),
            (BinaryOperator::PGILikeMatch, _) => return self.like(left, right, false, Case::Ignored, scope),
            (BinaryOperator::PGNotILikeMatch, _) => return self.like(left, right, true, Case::Ignored, scope),
            _ => {
                let whole = Expr::BinaryOp { left: left.clone().into(), op: op.clone(), right: right.clone().into() };
                return format!("{} is true", self.value(&whole, scope));
            }
        };
        let right = day.map_or_else(|| self.operand(right, scope), day_words);
        format!("{} {is} {right}", self.operand(left, scope))
    }

    /// `inner.category = outer.category` over the same table: "category is the same".
    fn same_as_outer(&self, left: &Expr, op: &BinaryOperator, right: &Expr, scope: &Scope<'_>) -> Option<String> {
        let (a, b) = (column_parts(left)?, column_parts(right)?);
        let (first, second) = (scope.find(a)?, scope.find(b)?);
        let same_column = a.last()?.value.eq_ignore_ascii_case(&b.last()?.value);
        let same_table = first.source.table.is_some() && first.source.table == second.source.table;
        let crosses = (first.depth == 0) != (second.depth == 0);
        (matches!(op, BinaryOperator::Eq) && same_column && same_table && crosses)
            .then(|| format!("{} is the same", first.words))
    }

    /// `count(DISTINCT clinic) = (SELECT count(DISTINCT clinic) FROM visits)`: each of them.
    fn same_as_of_all(&self, left: &Expr, op: &BinaryOperator, right: &Expr, scope: &Scope<'_>) -> Option<String> {
        let (BinaryOperator::Eq, Expr::Subquery(query)) = (op, unnested(right)) else { return None };
        let figure = self.operand(left, scope);
        let all = self.query(query, Some(scope), Place::Inside).text;
        let rows = all.strip_prefix(&figure)?.strip_prefix(", for ")?;
        Some(format!("{figure} is that of all {rows}"))
    }

    /// `lower(x) = 'abc'`.
    fn case_ignored(&self, left: &Expr, op: &BinaryOperator, right: &Expr, scope: &Scope<'_>) -> Option<String> {
        let (inner, text) = (folded(left)?, text_of(right)?);
        let is = match op {
            BinaryOperator::Eq => "is",
            BinaryOperator::NotEq => "is not",
            _ => return None,
        };
        let fits = inner.1.fold(text) == text;
        fits.then(|| format!("{} {is} '{text}' (ignoring case)", self.operand(inner.0, scope)))
    }

    fn in_list(&self, expr: &Expr, list: &[Expr], negated: bool, scope: &Scope<'_>) -> String {
        const SHOWN: usize = 20;
        let mut values: Vec<String> = list.iter().take(SHOWN).map(|item| self.operand(item, scope)).collect();
        if list.len() > SHOWN {
            values.push(format!("one of {} more values", list.len() - SHOWN));
        }
        let subject = self.operand(expr, scope);
        match (negated, values.len()) {
            (false, 0) => "never".to_owned(),
            (true, 0) => "always".to_owned(),
            (false, _) => format!("{subject} is {}", words::list(&values, "or")),
            (true, 1) => format!("{subject} is not {}", words::list(&values, "or")),
            (true, _) => format!("{subject} is none of {}", words::list(&values, "and")),
        }
    }

    fn between(&self, expr: &Expr, negated: bool, low: &Expr, high: &Expr, scope: &Scope<'_>) -> String {
        let range = Bound { subject: expr, limit: low, lower: true, inclusive: true };
        let end = Bound { subject: expr, limit: high, lower: false, inclusive: true };
        match self.range(&range, &end, scope) {
            Some(words) if negated => format!("not ({words})"),
            Some(words) => words,
            None => {
                let is = if negated { "is not between" } else { "is between" };
                let (low, high) = (self.operand(low, scope), self.operand(high, scope));
                format!("{} {is} {low} and {high}", self.operand(expr, scope))
            }
        }
    }

    fn like(&self, expr: &Expr, pattern: &Expr, negated: bool, case: Case, scope: &Scope<'_>) -> String {
        let (subject, case) = match folded(expr) {
            Some((inner, fold)) if text_of(pattern).is_some_and(|text| fold.fold(text) == text) => {
                (inner, Case::Ignored)
            }
            _ => (expr, case),
        };
        let subject = self.operand(subject, scope);
        let note = if matches!(case, Case::Ignored) { " (ignoring case)" } else { "" };
        let test = match text_of(pattern).map(pattern_words) {
            Some((positive, negative, text)) => format!("{} '{text}'", if negated { negative } else { positive }),
            None => {
                let verb = if negated { "does not match" } else { "matches" };
                format!("{verb} the pattern {}", self.operand(pattern, scope))
            }
        };
        format!("{subject} {test}{note}")
    }

    fn exists_words(&self, subquery: &Query, negated: bool, scope: &Scope<'_>) -> String {
        let there = if negated { "there are no" } else { "there are" };
        let text = match subquery.body.as_select() {
            // What EXISTS selects does not matter, only whether there are rows.
            Some(select) if subquery.with.is_none() && crate::inspect::aggregates::is_plain(select) => {
                let from = self.from(select, Some(scope));
                if from.conditions.is_empty() {
                    from.text
                } else {
                    format!("{} where {}", from.text, words::list(&from.conditions, "and"))
                }
            }
            _ => format!("rows in {}", self.query(subquery, Some(scope), Place::Inside).text),
        };
        format!("({there} {text})")
    }

    fn quantified(&self, left: &Expr, op: &BinaryOperator, right: &Expr, of: &str, scope: &Scope<'_>) -> String {
        let is = match op {
            BinaryOperator::Eq => "is",
            BinaryOperator::NotEq => "is not",
            BinaryOperator::Gt => "is more than",
            BinaryOperator::GtEq => "is at least",
            BinaryOperator::Lt => "is less than",
            BinaryOperator::LtEq => "is at most",
            other => return format!("{} `{other}` {of} {}", self.operand(left, scope), self.operand(right, scope)),
        };
        format!("{} {is} {of} {}", self.operand(left, scope), self.operand(right, scope))
    }
}

#[derive(Clone, Copy)]
enum Case {
    AsWritten,
    Ignored,
}

fn matches_regex(negated: bool) -> &'static str {
    if negated { "does not match the regular expression" } else { "matches the regular expression" }
}

/// A LIKE pattern as (verb, negated verb, text).
fn pattern_words(pattern: &str) -> (&'static str, &'static str, String) {
    let inner = pattern.trim_start_matches('%').trim_end_matches('%');
    if inner.is_empty() || inner.contains(['%', '_']) {
        return ("matches the pattern", "does not match the pattern", pattern.to_owned());
    }
    let (positive, negative) = match (pattern.starts_with('%'), pattern.ends_with('%')) {
        (true, true) => ("contains", "does not contain"),
        (false, true) => ("starts with", "does not start with"),
        (true, false) => ("ends with", "does not end with"),
        (false, false) => ("is", "is not"),
    };
    (positive, negative, inner.to_owned())
}

#[derive(Clone, Copy)]
enum Fold {
    Lower,
    Upper,
}

impl Fold {
    fn fold(self, text: &str) -> String {
        match self {
            Fold::Lower => text.to_lowercase(),
            Fold::Upper => text.to_uppercase(),
        }
    }
}

/// `lower(x)` or `upper(x)`: the x.
fn folded(expr: &Expr) -> Option<(&Expr, Fold)> {
    let Expr::Function(function) = unnested(expr) else { return None };
    let fold = match function.name.to_string().to_lowercase().as_str() {
        "lower" | "lcase" => Fold::Lower,
        "upper" | "ucase" => Fold::Upper,
        _ => return None,
    };
    match super::functions::arguments(function)?.as_slice() {
        [only] => Some((only, fold)),
        _ => None,
    }
}

pub(super) fn text_of(expr: &Expr) -> Option<&str> {
    match unnested(expr) {
        Expr::Value(value) => match &value.value {
            Value::SingleQuotedString(text) => Some(text),
            _ => None,
        },
        _ => None,
    }
}

pub(super) fn is_literal(expr: &Expr) -> bool {
    matches!(unnested(expr), Expr::Value(_) | Expr::TypedString(_))
}

fn flipped(op: &BinaryOperator) -> Option<BinaryOperator> {
    Some(match op {
        BinaryOperator::Eq => BinaryOperator::Eq,
        BinaryOperator::NotEq => BinaryOperator::NotEq,
        BinaryOperator::Lt => BinaryOperator::Gt,
        BinaryOperator::LtEq => BinaryOperator::GtEq,
        BinaryOperator::Gt => BinaryOperator::Lt,
        BinaryOperator::GtEq => BinaryOperator::LtEq,
        _ => return None,
    })
}

/// What a condition speaks about, where it is a comparison.
pub(super) fn subject(expr: &Expr) -> Option<&Expr> {
    match unnested(expr) {
        Expr::Between { expr, .. } | Expr::InList { expr, .. } => Some(expr),
        Expr::BinaryOp { left, right, .. } => Some(if is_literal(left) { right } else { left }),
        _ => None,
    }
}

fn bound(expr: &Expr) -> Option<Bound<'_>> {
    let Expr::BinaryOp { left, op, right } = unnested(expr) else { return None };
    let (subject, op, limit) = if is_literal(left) {
        (right.as_ref(), flipped(op)?, left.as_ref())
    } else {
        (left.as_ref(), op.clone(), right.as_ref())
    };
    let (lower, inclusive) = match op {
        BinaryOperator::Gt => (true, false),
        BinaryOperator::GtEq => (true, true),
        BinaryOperator::Lt => (false, false),
        BinaryOperator::LtEq => (false, true),
        _ => return None,
    };
    Some(Bound { subject, limit, lower, inclusive })
}
