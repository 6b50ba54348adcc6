//! What a stage's reply must look like, and how it is read: every field may be missing, of another type or nonsense.

use crate::mind::Draft;
use serde_json::{Value as Json, json};
use std::sync::LazyLock;
use vouch_model::{Choice, Clarification, Diagnosis, Intent, SharedJson};

/// Longer statements are not what anyone meant.
const MOST_SQL_CHARS: usize = 20_000;
const MOST_QUESTION_CHARS: usize = 1_000;
const MOST_TEXT_CHARS: usize = 500;
const MOST_ITEMS: usize = 8;

#[derive(Clone, Debug, PartialEq)]
pub struct FrameReply {
    pub intent: Intent,
    pub confidence: f64,
    pub is_followup: bool,
    pub standalone: Option<String>,
    pub clarification: Option<Clarification>,
}

pub fn frame_schema() -> SharedJson {
    static SCHEMA: LazyLock<SharedJson> = LazyLock::new(|| {
        object(json!({
            "intent": {"type": "string", "enum": INTENTS},
            "confidence": {"type": "number"},
            "is_followup": {"type": "boolean"},
            "standalone_question": {"type": "string"},
            "clarification": clarification_schema(),
        }))
        .into()
    });
    SCHEMA.clone()
}

pub fn fast_schema() -> SharedJson {
    static SCHEMA: LazyLock<SharedJson> = LazyLock::new(|| {
        let mut schema = Json::clone(&frame_schema());
        let sql = draft_schema();
        for name in ["sql", "assumptions"] {
            schema["properties"][name] = sql["properties"][name].clone();
            if let Some(required) = schema["required"].as_array_mut() {
                required.push(name.into());
            }
        }
        schema.into()
    });
    SCHEMA.clone()
}

pub fn standalone_schema() -> SharedJson {
    static SCHEMA: LazyLock<SharedJson> = LazyLock::new(|| {
        object(json!({"standalone_question": {"type": "string"}, "is_followup": {"type": "boolean"}})).into()
    });
    SCHEMA.clone()
}

pub fn plan_schema() -> SharedJson {
    static SCHEMA: LazyLock<SharedJson> =
        LazyLock::new(|| object(json!({"steps": strings(), "tables_needed": strings()})).into());
    SCHEMA.clone()
}

pub fn draft_schema() -> SharedJson {
    static SCHEMA: LazyLock<SharedJson> =
        LazyLock::new(|| object(json!({"sql": {"type": ["string", "null"]}, "assumptions": strings()})).into());
    SCHEMA.clone()
}

pub fn diagnosis_schema() -> SharedJson {
    static SCHEMA: LazyLock<SharedJson> = LazyLock::new(|| {
        let text = json!({"type": "string"});
        object(json!({"error_type": text, "root_cause": text, "suggestion": text})).into()
    });
    SCHEMA.clone()
}

const INTENTS: [&str; 5] = ["TEXT_TO_SQL", "SCHEMA_QUERY", "MISLEADING_QUERY", "GENERAL", "CLARIFICATION_NEEDED"];

fn clarification_schema() -> Json {
    let choice = object(json!({"label": {"type": "string"}, "question": {"type": "string"}}));
    let inner = object(json!({
        "reason": {"type": "string"},
        "questions": strings(),
        "choices": {"type": "array", "items": choice},
    }));
    json!({"anyOf": [{"type": "null"}, inner]})
}

fn strings() -> Json {
    json!({"type": "array", "items": {"type": "string"}})
}

fn object(properties: Json) -> Json {
    let required: Vec<&String> = properties.as_object().map(|p| p.keys().collect()).unwrap_or_default();
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

/// `None` when not even the intent can be made out.
pub fn frame(reply: &Json, question: &str) -> Option<FrameReply> {
    let intent = text(reply, "intent", 40)?.to_uppercase();
    let intent: Intent = serde_json::from_value(intent.into()).ok()?;
    let confidence = reply.get("confidence").and_then(Json::as_f64).filter(|c| c.is_finite()).unwrap_or(0.5);
    Some(FrameReply {
        intent,
        confidence: confidence.clamp(0.0, 1.0),
        is_followup: reply.get("is_followup").and_then(Json::as_bool).unwrap_or(false),
        standalone: text(reply, "standalone_question", MOST_QUESTION_CHARS),
        clarification: reply.get("clarification").and_then(|c| clarification(c, question)),
    })
}

pub fn standalone(reply: &Json) -> Option<String> {
    text(reply, "standalone_question", MOST_QUESTION_CHARS)
}

pub fn steps(reply: &Json) -> Option<Vec<String>> {
    Some(texts(reply, "steps")).filter(|steps| !steps.is_empty())
}

/// A statement; its confidence is the caller's to judge.
pub fn statement(reply: &Json, summary: &str, mind: &str, confidence: f64) -> Option<Draft> {
    let sql = reply.get("sql")?.as_str()?.trim();
    // Some models put the whole fenced block into the field.
    let sql = vouch_llm::read_sql(sql).unwrap_or_else(|| sql.to_owned());
    let usable = !sql.is_empty() && sql.chars().count() <= MOST_SQL_CHARS;
    usable.then(|| Draft {
        sql,
        mind: mind.to_owned(),
        confidence,
        summary: summary.to_owned(),
        notes: texts(reply, "assumptions"),
        reading: None,
    })
}

pub fn diagnosis(reply: &Json, known: &Diagnosis) -> Option<Diagnosis> {
    let root_cause = text(reply, "root_cause", MOST_TEXT_CHARS)?;
    let suggestion = text(reply, "suggestion", MOST_TEXT_CHARS).unwrap_or_else(|| known.suggestion.clone());
    // What the engine said is a fact; the model explains it and does not rename it.
    Some(Diagnosis { error_type: known.error_type, root_cause, suggestion })
}

fn clarification(reply: &Json, question: &str) -> Option<Clarification> {
    let questions = texts(reply, "questions");
    let choices = reply.get("choices").and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
    let choices: Vec<Choice> = choices
        .iter()
        .take(MOST_ITEMS)
        .filter_map(|choice| {
            let label = text(choice, "label", MOST_TEXT_CHARS)?;
            let question = text(choice, "question", MOST_QUESTION_CHARS).unwrap_or_else(|| label.clone());
            Some(Choice { label, question, reading: None })
        })
        .collect();
    let reason = text(reply, "reason", MOST_TEXT_CHARS)
        .unwrap_or_else(|| "The question can be read in more than one way.".to_owned());
    (!questions.is_empty()).then(|| Clarification { reason, questions, choices, question: question.to_owned() })
}

/// A text field without control characters, cut, and only if something is left.
fn text(reply: &Json, field: &str, most: usize) -> Option<String> {
    clean(reply.get(field)?.as_str()?, most)
}

fn texts(reply: &Json, field: &str) -> Vec<String> {
    let items = reply.get(field).and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
    items.iter().take(MOST_ITEMS).filter_map(|item| clean(item.as_str()?, MOST_TEXT_CHARS)).collect()
}

fn clean(text: &str, most: usize) -> Option<String> {
    let words = text.split_whitespace().map(|word| word.chars().filter(|c| !c.is_control()).collect::<String>());
    let line = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let line: String = line.chars().take(most).collect();
    Some(line).filter(|line| !line.is_empty())
}

#[cfg(test)]
#[path = "replies_tests.rs"]
mod tests;
