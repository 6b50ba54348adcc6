//! What one may ask next: fragments that change the form at hand, each read back before it is offered.

use crate::form::{Condition, Expr, Form};
use crate::samples::{NoData, SURE, category, column_words};
use crate::schema::Col;
use crate::{Linguist, ReadIntent, Setting};
use vouch_model::DataType;

/// Groups shown at once without a wish for fewer.
const MANY: u64 = 8;

pub fn follow_ups(linguist: &Linguist, form: &Form, stored: &serde_json::Value, limit: usize) -> Vec<String> {
    let kinds: [fn(&Linguist, &Form) -> Option<String>; 4] = [by_month, by_category, only_value, top];
    let now = jiff::Timestamp::UNIX_EPOCH.to_zoned(jiff::tz::TimeZone::UTC);
    let understood = |message: &String| {
        let reading = linguist.read(message, &Setting { now: &now, previous: Some(stored), probe: &NoData });
        let sure = reading.candidates.first().is_some_and(|c| c.confidence >= SURE && c.form != *stored);
        reading.intent == ReadIntent::Query && reading.is_followup && sure
    };
    if form.query.combine.is_some() || form.query.yes_no {
        return Vec::new();
    }
    kinds.iter().filter_map(|kind| kind(linguist, form)).filter(understood).take(limit).collect()
}

/// The tables of the form, the one it is about first.
fn tables(linguist: &Linguist, form: &Form) -> Vec<usize> {
    let number = |name: &str| (0..linguist.schema.tables.len()).find(|t| linguist.schema.table_name(*t) == name);
    form.query.core_tables().into_iter().filter_map(number).collect()
}

fn measured(form: &Form) -> bool {
    form.query.select.iter().any(|selected| selected.expr.is_aggregate())
}

fn by_month(linguist: &Linguist, form: &Form) -> Option<String> {
    let is_date = |t: &usize| {
        let column = linguist.schema.time(*t).and_then(|time| linguist.schema.column(time));
        column.is_some_and(|c| matches!(c.data_type, DataType::Date | DataType::Timestamp { .. }))
    };
    let in_time = form.query.group.iter().any(|group| matches!(group, Expr::Bucket { .. }));
    let parents = tables(linguist, form).into_iter().flat_map(|t| [vec![t], linguist.schema.parents(t)].concat());
    let fits = measured(form) && !in_time && parents.into_iter().any(|t| is_date(&t));
    fits.then(|| "and by month?".to_owned())
}

fn by_category(linguist: &Linguist, form: &Form) -> Option<String> {
    let fresh = |column: &Col| !form.query.group.contains(&Expr::Column(linguist.schema.reference(*column)));
    let column = tables(linguist, form).into_iter().filter_map(|t| category(linguist, t)).find(fresh)?;
    measured(form).then(|| format!("and by {}?", column_words(linguist, column)))
}

fn only_value(linguist: &Linguist, form: &Form) -> Option<String> {
    let column = tables(linguist, form).into_iter().find_map(|t| category(linguist, t))?;
    let value = linguist.schema.column(column)?.samples.first()?;
    // What is narrowed down already is not offered again.
    let of = linguist.schema.reference(column);
    let narrowed = form.query.filter.iter().any(|condition| match condition {
        Condition::OneOf { column, .. } | Condition::Like { column, .. } => *column == of,
        Condition::Compare { left: Expr::Column(column), .. } => *column == of,
        _ => false,
    });
    (value.len() > 2 && !narrowed).then(|| format!("only {value}"))
}

fn top(linguist: &Linguist, form: &Form) -> Option<String> {
    let [Expr::Column(group)] = form.query.group.as_slice() else { return None };
    let table = linguist.schema.catalog.table(&group.table)?;
    let many = table.column(&group.column)?.distinct_count.is_some_and(|n| n > MANY);
    (many && form.query.limit.is_none() && measured(form)).then(|| "just the top 5".to_owned())
}
