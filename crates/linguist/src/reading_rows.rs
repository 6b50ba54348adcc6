//! What a reading shows and finds: names where somebody is asked for, and rows rather than none where the question speaks of some.

use crate::form::{Condition, Expr, Form, Query, Selected};
use crate::schema::Schema;
use crate::tokens::Token;
use crate::{Candidate, Setting};

/// What is left of the confidence in a follow-up without rows, where another reading has some.
pub const EMPTY: f64 = 0.3;

/// Who narrows an answer down speaks of rows that are there: of several readings one without rows is meant last.
pub fn prefer_rows(candidates: &mut [Candidate], previous: &Form, setting: &Setting<'_>) {
    let [first, ..] = candidates else { return };
    let confidence = first.confidence;
    let rows = |c: &Candidate| setting.probe.row_count(&c.sql, 1);
    if candidates.len() < 2 || candidates.first().and_then(rows) != Some(0) {
        return;
    }
    // 'which of them are in Miami?' may be none of them: what says nothing new is no other reading of it.
    let says = |c: &Candidate| {
        let form: Option<Form> = serde_json::from_value(c.form.clone()).ok();
        form.is_some_and(|form| {
            let new = |c| !previous.query.filter.contains(c) && !within_rows(c);
            form.query.filter.iter().any(new) || form.query.having != previous.query.having
        })
    };
    let first_says = candidates.first().is_some_and(says);
    let found = candidates.iter().position(|c| (says(c) || !first_says) && rows(c).is_some_and(|n| n > 0));
    let Some(before) = found.and_then(|at| candidates.get_mut(..=at)) else { return };
    before.rotate_right(1);
    if let [first, empty @ ..] = before {
        first.confidence = first.confidence.max(confidence);
        empty.iter_mut().for_each(|c| c.confidence *= EMPTY);
    }
}

/// The rows that were found before.
fn within_rows(condition: &Condition) -> bool {
    matches!(condition, Condition::InQuery { .. })
}

/// 'who scored more than 20 points?' asks for people, not for points; 'which product has that price?' for a product.
pub fn name_who(query: &mut Query, tokens: &[Token], schema: &Schema) {
    let first = tokens.first().map_or("", |t| t.lower.as_str());
    // 'who is the composer' asks for a composer.
    let is = tokens.get(1).is_some_and(|t| matches!(t.lower.as_str(), "is" | "are" | "was" | "were"));
    // 'which ingredient suppliers' asks for suppliers.
    let goes_on = tokens.get(2).is_some_and(|t| schema.postings.contains_key(&t.stem));
    let table = schema.table_index(&query.base);
    let which = || !goes_on && table.is_some() && crate::spoken_everyday::table_called(tokens.get(1), schema) == table;
    let who = first == "who" && !is || first == "which" && which();
    let shown: Vec<&str> = query.select.iter().filter_map(|s| table_shown(&s.expr)).collect();
    let names: Vec<Expr> = table.into_iter().flat_map(|t| schema.display(t)).map(|c| schema.expr(c)).collect();
    let named = query.select.iter().any(|s| names.contains(&s.expr));
    let own = shown.len() == query.select.len() && shown.iter().all(|table| *table == query.base);
    if who && own && !named && !query.is_aggregated() && query.combine.is_none() && !query.select.is_empty() {
        let names = names.into_iter().map(|expr| Selected { expr, alias: None });
        query.select = names.chain(std::mem::take(&mut query.select)).collect();
        query.distinct = false;
    }
}

/// The table of a column that is shown as it is.
fn table_shown(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Column(column) => Some(&column.table),
        _ => None,
    }
}
