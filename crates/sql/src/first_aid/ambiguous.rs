//! A column that several tables have: qualified where it does not matter which is meant.

use super::quoting::written;
use super::text::{Edit, Text};
use super::{Mend, Patient};
use crate::guard::sight::Sight;
use sqlparser::tokenizer::Token;
use std::ops::Range;

pub(super) fn mend(patient: &Patient<'_>, sight: &Sight) -> Option<Mend> {
    let [column] = sight.parts.as_slice() else { return None };
    let scope = sight.scopes.iter().find(|scope| scope.relations.iter().filter(|r| r.has(column)).count() > 1)?;
    let names: Vec<&str> =
        scope.relations.iter().filter(|r| r.has(column)).map(|r| r.name.as_deref()).collect::<Option<_>>()?;
    let at = patient.text.at(sight.position)?;
    let before: Vec<&str> = names.iter().copied().filter(|name| !is_one_of(name, patient.joined)).collect();
    let (name, note) = match before.as_slice() {
        // It was not ambiguous until a mend joined a table.
        [only] => (*only, format!("`{column}` could now be of two tables; kept `{only}.{column}`.")),
        [first, ..] if before.len() == names.len() && are_equal(&patient.text, at, column, &names) => {
            (*first, format!("`{column}` is the same in both joined tables; wrote `{first}.{column}`."))
        }
        _ => return None,
    };
    let edit = Edit::insert(patient.text.place(at)?.start, format!("{}.", written(name, patient.dialect)));
    Some(Mend::one(edit, note))
}

fn is_one_of(name: &str, joined: &[String]) -> bool {
    joined.iter().any(|own| own.eq_ignore_ascii_case(name))
}

/// Whether inner joins hold the column of all the tables equal. Outer joins leave it missing on one side.
fn are_equal(text: &Text<'_>, at: usize, column: &str, names: &[&str]) -> bool {
    let Some(from) = text.select_of(at).and_then(|select| text.sources_of(select)) else { return false };
    let outer = from
        .clone()
        .any(|at| text.is_any(at, &["LEFT", "RIGHT", "FULL", "OUTER", "OR", "NOT", "CASE", "ANTI", "SEMI"]));
    if outer {
        return false;
    }
    let pairs: Vec<(String, String)> = from.clone().filter_map(|at| equality(text, at, &from, column)).collect();
    let mut same: Vec<String> = names.first().map(|name| name.to_lowercase()).into_iter().collect();
    for _ in names {
        for (a, b) in &pairs {
            if same.contains(a) != same.contains(b) {
                same.push(if same.contains(a) { b.clone() } else { a.clone() });
            }
        }
    }
    names.iter().all(|name| same.contains(&name.to_lowercase()))
}

/// `a.column = b.column` as a condition of its own, with its beginning at `at`.
fn equality(text: &Text<'_>, at: usize, within: &Range<usize>, column: &str) -> Option<(String, String)> {
    let is_column = |at: usize| text.name(at).is_some_and(|name| name.eq_ignore_ascii_case(column));
    let shape = text.is(at + 1, &Token::Period)
        && is_column(at + 2)
        && text.is(at + 3, &Token::Eq)
        && text.is(at + 5, &Token::Period)
        && is_column(at + 6);
    let begins =
        at.checked_sub(1).is_some_and(|before| text.is_any(before, &["ON", "AND"]) || text.is(before, &Token::LParen));
    let after = at + 7;
    let ends = !within.contains(&after)
        || text.is(after, &Token::RParen)
        || text.is_any(after, &["AND", "JOIN", "INNER", "CROSS", "NATURAL"]);
    (shape && begins && ends).then_some(())?;
    Some((text.name(at)?.to_lowercase(), text.name(at + 4)?.to_lowercase()))
}
