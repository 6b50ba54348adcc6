//! An answer as JSON, in the shapes of seed 000's `/query-agentic`. The command line's `--json` and HTTP both send
//! exactly this.

use serde::{Serialize, Serializer};
use serde_json::{Value as Json, json};
use vouch_analyst::SqlOutcome;
use vouch_model::{
    Answer, AskId, AskMode, Attempt, AttemptError, Check, CheckVerdict, Confidence, Intent, Outcome, SessionId,
    ShownRows, Timings, Usage,
};

/// The three shapes: answered, asks back, not answered.
pub struct Reply<'a>(pub &'a Answer);

impl Reply<'_> {
    pub fn to_json(&self) -> Json {
        serde_json::to_value(self).unwrap_or_default()
    }
}

impl Serialize for Reply<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let answer = self.0;
        let shape = match &answer.outcome {
            Outcome::Answered => Shape::Success(Success::of(answer)),
            Outcome::Clarify { clarification } => Shape::AsksBack(AsksBack {
                success: false,
                needs_clarification: true,
                reason: &clarification.reason,
                questions: &clarification.questions,
                choices: clarification
                    .choices
                    .iter()
                    .map(|choice| Choice { label: &choice.label, question: &choice.question })
                    .collect(),
            }),
            Outcome::Declined { code, message, suggestions } | Outcome::Failed { code, message, suggestions } => {
                Shape::Failure(Failure::of(answer, code.name(), message, suggestions))
            }
            Outcome::Stopped => Shape::Failure(Failure::of(answer, "CANCELLED", "The question was stopped.", &[])),
        };
        Whole { shape, common: Common::of(answer) }.serialize(serializer)
    }
}

#[derive(Serialize)]
struct Whole<'a> {
    #[serde(flatten)]
    shape: Shape<'a>,
    #[serde(flatten)]
    common: Common<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Shape<'a> {
    Success(Success<'a>),
    AsksBack(AsksBack<'a>),
    Failure(Failure<'a>),
}

#[derive(Serialize)]
struct Success<'a> {
    success: bool,
    sql: Option<&'a str>,
    results: Results<'a>,
    explanation: String,
    validation: Validation<'a>,
    reflection: ShownReflection<'a>,
    restatement: Option<&'a str>,
    checks: Vec<ShownCheck<'a>>,
    tables_used: &'a [String],
    facts: Vec<&'a str>,
    confidence: Option<Confidence>,
}

impl<'a> Success<'a> {
    fn of(answer: &'a Answer) -> Self {
        let reflection = answer.reflection.as_ref();
        Self {
            success: true,
            sql: answer.sql.as_deref(),
            results: answer.results.as_ref().map_or(Results::NONE, |results| Results::Rows(results.shown())),
            explanation: answer.explanation.as_ref().map(|e| e.text()).unwrap_or_default(),
            validation: Validation {
                passed: !answer.checks.iter().any(|check| check.verdict == CheckVerdict::Failed),
                checks: shown_checks(&answer.checks),
            },
            reflection: ShownReflection {
                // An answer without a reflection (from the catalog, or small talk) had nothing to find fault with.
                is_acceptable: reflection.is_none_or(|r| r.is_acceptable),
                should_refine: reflection.is_some_and(|r| r.should_refine),
                issues: reflection.map(|r| r.issues.as_slice()).unwrap_or_default(),
            },
            restatement: answer.restatement.as_deref(),
            checks: shown_checks(&answer.checks),
            tables_used: &answer.tables_used,
            facts: answer.facts.iter().map(|fact| fact.text.as_str()).collect(),
            confidence: answer.confidence,
        }
    }
}

/// The fields are part of the contract, also for a question that needs no rows.
#[derive(Serialize)]
#[serde(untagged)]
enum Results<'a> {
    Rows(ShownRows<'a>),
    None { data: [(); 0], columns: [(); 0], row_count: usize },
}

impl Results<'_> {
    const NONE: Self = Self::None { data: [], columns: [], row_count: 0 };
}

#[derive(Serialize)]
struct Validation<'a> {
    passed: bool,
    checks: Vec<ShownCheck<'a>>,
}

#[derive(Serialize)]
struct ShownReflection<'a> {
    is_acceptable: bool,
    should_refine: bool,
    issues: &'a [String],
}

/// A check with seed 000's `passed` beside our own words.
#[derive(Serialize)]
struct ShownCheck<'a> {
    passed: bool,
    #[serde(flatten)]
    check: &'a Check,
}

fn shown_checks(checks: &[Check]) -> Vec<ShownCheck<'_>> {
    checks.iter().map(|check| ShownCheck { passed: check.verdict != CheckVerdict::Failed, check }).collect()
}

#[derive(Serialize)]
struct AsksBack<'a> {
    success: bool,
    needs_clarification: bool,
    reason: &'a str,
    questions: &'a [String],
    choices: Vec<Choice<'a>>,
}

#[derive(Serialize)]
struct Choice<'a> {
    label: &'a str,
    question: &'a str,
}

#[derive(Serialize)]
struct Failure<'a> {
    success: bool,
    error: &'a str,
    error_code: &'a str,
    suggestions: &'a [String],
    sql: Option<&'a str>,
}

impl<'a> Failure<'a> {
    fn of(answer: &'a Answer, error_code: &'a str, error: &'a str, suggestions: &'a [String]) -> Self {
        let sql = answer.attempts.last().map(|attempt| attempt.sql.as_str());
        Self { success: false, error, error_code, suggestions, sql }
    }
}

#[derive(Serialize)]
struct Common<'a> {
    method: &'static str,
    session_id: Option<&'a str>,
    query_id: &'a AskId,
    /// Drafts that were tried; a question that needed none still had one go.
    iterations: usize,
    tool_calls: usize,
    is_followup: bool,
    resolved_query: &'a str,
    intent: Intent,
    attempts: &'a [Attempt],
    notes: &'a [String],
    timings: &'a Timings,
    usage: &'a Usage,
    /// What really ran, where only a client's rows were read.
    #[serde(skip_serializing_if = "Option::is_none")]
    executed_sql: Option<&'a str>,
}

impl<'a> Common<'a> {
    fn of(answer: &'a Answer) -> Self {
        Self {
            method: match answer.mode {
                AskMode::Simple => "simple",
                AskMode::Full | AskMode::Fast | AskMode::Explore => "agentic",
            },
            session_id: answer.session.as_ref().map(SessionId::shown),
            query_id: &answer.id,
            iterations: answer.attempts.len().max(1),
            tool_calls: answer.tool_calls.len(),
            is_followup: answer.is_followup,
            resolved_query: &answer.standalone,
            intent: answer.intent,
            attempts: &answer.attempts,
            notes: &answer.notes,
            timings: &answer.timings,
            usage: &answer.usage,
            executed_sql: answer.executed_sql.as_deref(),
        }
    }
}

/// What `vouch sql --json` prints.
pub fn sql_reply(outcome: &Result<SqlOutcome, AttemptError>) -> Json {
    match outcome {
        Ok(outcome) => {
            let mut reply = json!({
                "success": true,
                "sql": outcome.sql,
                "results": outcome.results.shown(),
                "restatement": outcome.restatement,
                "checks": shown_checks(&outcome.checks),
                "notes": outcome.notes,
                "timings": outcome.timings,
                // No model takes part.
                "usage": Usage::default(),
                "method": "sql",
            });
            if let Some(executed) = &outcome.executed_sql {
                reply["executed_sql"] = json!(executed);
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
