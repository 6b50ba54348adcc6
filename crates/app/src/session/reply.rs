//! An answer as JSON, in the shapes of seed 000's `/query-agentic`. The command line's `--json` and HTTP both send
//! exactly this.

use serde::Serialize;
use serde_json::{Value as Json, json};
use vouch_analyst::SqlOutcome;
use vouch_model::{Answer, AskMode, AttemptError, Check, CheckVerdict, Outcome};

/// The three shapes: answered, asks back, not answered.
pub struct Reply<'a>(pub &'a Answer);

impl Reply<'_> {
    pub fn to_json(&self) -> Json {
        let answer = self.0;
        let mut reply = match &answer.outcome {
            Outcome::Answered => success(answer),
            Outcome::Clarify { clarification } => json!({
                "success": false,
                "needs_clarification": true,
                "reason": clarification.reason,
                "questions": clarification.questions,
                "choices": clarification.choices.iter()
                    .map(|c| json!({"label": c.label, "question": c.question}))
                    .collect::<Vec<_>>(),
            }),
            Outcome::Declined { code, message, suggestions } | Outcome::Failed { code, message, suggestions } => {
                failure(answer, code.name(), message, suggestions)
            }
            Outcome::Stopped => failure(answer, "CANCELLED", "The question was stopped.", &[]),
        };
        add_common(&mut reply, answer);
        reply
    }
}

fn success(answer: &Answer) -> Json {
    let results = answer.results.as_ref().map_or_else(no_rows, |r| r.to_json());
    let reflection = answer.reflection.clone().unwrap_or_default();
    // An answer without a reflection (from the catalog, or small talk) had nothing to find fault with.
    let acceptable = answer.reflection.as_ref().is_none_or(|r| r.is_acceptable);
    json!({
        "success": true,
        "sql": answer.sql,
        "results": results,
        "explanation": answer.explanation.as_ref().map(|e| e.text()).unwrap_or_default(),
        "validation": {
            "passed": !answer.checks.iter().any(|c| c.verdict == CheckVerdict::Failed),
            "checks": checks(&answer.checks),
        },
        "reflection": {
            "is_acceptable": acceptable,
            "should_refine": reflection.should_refine,
            "issues": reflection.issues,
        },
        "restatement": answer.restatement,
        "checks": checks(&answer.checks),
        "tables_used": answer.tables_used,
        "facts": answer.facts.iter().map(|f| f.text.as_str()).collect::<Vec<_>>(),
        "confidence": answer.confidence,
    })
}

/// What a question that needs no rows has for results: the fields are part of the contract.
fn no_rows() -> Json {
    json!({"data": [], "columns": [], "row_count": 0})
}

fn failure(answer: &Answer, code: &str, message: &str, suggestions: &[String]) -> Json {
    json!({
        "success": false,
        "error": message,
        "error_code": code,
        "suggestions": suggestions,
        "sql": answer.attempts.last().map(|a| a.sql.as_str()),
    })
}

fn add_common(reply: &mut Json, answer: &Answer) {
    let common = json!({
        "method": match answer.mode {
            AskMode::Simple => "simple",
            AskMode::Full | AskMode::Fast | AskMode::Explore => "agentic",
        },
        "session_id": answer.session,
        "query_id": answer.id,
        // Drafts that were tried; a question that needed none still had one go.
        "iterations": answer.attempts.len().max(1),
        "tool_calls": answer.tool_calls.len(),
        "is_followup": answer.is_followup,
        "resolved_query": answer.standalone,
        "intent": answer.intent,
        "attempts": answer.attempts,
        "notes": answer.notes,
        "timings": answer.timings,
        "usage": answer.usage,
    });
    if let (Json::Object(reply), Json::Object(common)) = (reply, common) {
        reply.extend(common);
        add_executed(reply, answer.executed_sql.as_deref());
    }
}

/// What really ran, where only a client's rows were read.
fn add_executed(reply: &mut serde_json::Map<String, Json>, executed: Option<&str>) {
    reply.extend(executed.map(|sql| ("executed_sql".to_owned(), Json::from(sql))));
}

/// A check with seed 000's `passed` beside our own words.
fn checks(checks: &[Check]) -> Vec<Json> {
    #[derive(Serialize)]
    struct Shown<'a> {
        passed: bool,
        #[serde(flatten)]
        check: &'a Check,
    }
    let shown = checks.iter().map(|check| Shown { passed: check.verdict != CheckVerdict::Failed, check });
    shown.map(|check| serde_json::to_value(check).unwrap_or_default()).collect()
}

/// What `vouch sql --json` prints.
pub fn sql_reply(outcome: &Result<SqlOutcome, AttemptError>) -> Json {
    match outcome {
        Ok(outcome) => {
            let mut reply = json!({
                "success": true,
                "sql": outcome.sql,
                "results": outcome.results.to_json(),
                "restatement": outcome.restatement,
                "checks": checks(&outcome.checks),
                "notes": outcome.notes,
                "method": "sql",
            });
            if let Json::Object(reply) = &mut reply {
                add_executed(reply, outcome.executed_sql.as_deref());
            }
            reply
        }
        Err(error) => json!({
            "success": false,
            "error": error.message,
            "error_code": error.code,
            "suggestions": error.suggestion.iter().collect::<Vec<_>>(),
            "method": "sql",
        }),
    }
}

#[cfg(test)]
#[path = "reply_tests.rs"]
mod tests;
