//! Deterministic looks at a result before anyone sees it: is every row counted once, did a join lose rows, do the
//! values exist, is it empty, null or cut off, did others rank the same, does it
//! count what was cancelled? The statement's shape says what to look for,
//! small extra queries find out.
//!
//! A check that cannot be made (its query is refused or takes too long) is left out; it never fails the ask.

mod called_off;
mod joins;
mod rows;
mod ties;
mod values;

use crate::settings::AnalystSettings;
use crate::source_view::SourceView;
use crate::workflow::Validation;
use tokio_util::sync::CancellationToken;
use vouch_model::{Check, CheckKind, CheckVerdict, ResultSet, Value};
use vouch_sql::CheckedSql;

pub async fn all(
    view: &SourceView,
    checked: &CheckedSql,
    results: &ResultSet,
    settings: &AnalystSettings,
    cancel: &CancellationToken,
) -> Validation {
    let shape = view.shape(checked);
    let desk = Desk { view, checked, settings, cancel };
    let (fan_outs, losses, nulls, values, ties, called_off) = tokio::join!(
        joins::fan_outs(&desk, &shape),
        joins::losses(&desk, &shape),
        rows::skipped_nulls(&desk, &shape),
        values::exist(&desk, &shape),
        ties::at_the_cut(&desk, &shape, results),
        called_off::included(&desk, &shape),
    );
    let mut checks = vec![read_only()];
    checks.extend(fan_outs.checks);
    checks.extend(losses);
    checks.extend(values);
    checks.extend(nulls);
    checks.extend(called_off);
    checks.extend(ties);
    checks.extend(rows::spelled_apart(results, &shape.grouped_by));
    checks.extend(rows::of_result(results, checked.max_rows()));
    Validation { checks, repaired_sql: fan_outs.repaired_sql }
}

/// What a check may use.
struct Desk<'a> {
    view: &'a SourceView,
    checked: &'a CheckedSql,
    settings: &'a AnalystSettings,
    cancel: &'a CancellationToken,
}

impl Desk<'_> {
    /// The figures of a query that gives one row.
    async fn figures(&self, sql: &str) -> Option<Vec<u64>> {
        let rows = self.view.probe(sql, 1, self.settings, self.cancel).await?;
        rows.rows.first()?.iter().map(figure).collect()
    }
}

fn figure(value: &Value) -> Option<u64> {
    match value {
        Value::Int(n) => u64::try_from(*n).ok(),
        // A sum over no rows.
        Value::Null => Some(0),
        other => other.as_f64().filter(|x| *x >= 0.0).map(|x| x as u64),
    }
}

fn read_only() -> Check {
    check(CheckKind::ReadOnly, CheckVerdict::Passed, "The statement only reads, and only tables of this source.".into())
}

fn check(kind: CheckKind, verdict: CheckVerdict, message: String) -> Check {
    Check { kind, verdict, message, suggestions: Vec::new(), fixes: Vec::new() }
}

fn number(n: u64) -> String {
    crate::facts::format_number(n as f64)
}

fn words(name: &str) -> String {
    name.replace('_', " ")
}
