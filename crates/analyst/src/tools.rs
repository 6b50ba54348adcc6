//! Seed 000's tools as records: what was called, what it gave, how long it took. The calls themselves happen in the
//! stages; this is the one place that knows the envelope.

use serde_json::{Value as Json, json};
use std::time::Instant;
use vouch_model::{Catalog, Check, CheckVerdict, Gathered, ResultSet, ToolCall};

pub fn succeeded(tool: &str, since: Instant, result: Json) -> ToolCall {
    ToolCall { tool: tool.to_owned(), success: true, result: Some(result), error: None, millis: millis(since) }
}

pub fn failed(tool: &str, since: Instant, error: String) -> ToolCall {
    ToolCall { tool: tool.to_owned(), success: false, result: None, error: Some(error), millis: millis(since) }
}

pub fn millis(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1_000.0
}

/// `get_schema`: the tables that matter, in seed 001's one-line form (`*` marks a primary key).
pub fn schema_text(catalog: &Catalog, tables: &[String]) -> String {
    let lines = tables.iter().filter_map(|name| catalog.table(name)).map(|table| {
        let columns = table.columns.iter().map(|c| {
            let key = if table.primary_key.contains(&c.name) { "*" } else { "" };
            format!("{} ({}{key})", c.name, c.native_type)
        });
        format!("{}: [{}]", table.qualified_name(), columns.collect::<Vec<_>>().join(", "))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// `search_metadata`: the rules and remembered answers that were found; nothing when there were none.
pub fn metadata(gathered: &Gathered, since: Instant) -> Option<ToolCall> {
    let rules: Vec<&str> = gathered.rules.iter().map(|(title, _)| title.as_str()).collect();
    let examples: Vec<&str> = gathered.examples.iter().map(|(question, _)| question.as_str()).collect();
    let found = !rules.is_empty() || !examples.is_empty() || gathered.same.is_some();
    let result = json!({"rules": rules, "examples": examples, "same_question": gathered.same.is_some()});
    found.then(|| succeeded("search_metadata", since, result))
}

/// `execute_sql`: how much came back; the rows themselves are in the answer.
pub fn execution(results: &ResultSet) -> Json {
    json!({ "columns": results.column_names(), "row_count": results.rows.len(), "truncated": results.truncated })
}

/// `validate_results`: seed 000's fields.
pub fn validation(results: &ResultSet, checks: &[Check]) -> Json {
    let issues: Vec<&str> =
        checks.iter().filter(|c| c.verdict != CheckVerdict::Passed).map(|c| c.message.as_str()).collect();
    json!({
        "is_valid": !checks.iter().any(|c| c.verdict == CheckVerdict::Failed),
        "has_results": !results.rows.is_empty(),
        "row_count": results.rows.len(),
        "issues": issues,
    })
}
