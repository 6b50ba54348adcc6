//! A question's way through the rooms of this crate, from words to ranked candidates.

use crate::compose;
use crate::describe;
use crate::follow;
use crate::form::Form;
use crate::intent;
use crate::link::{Link, Linker};
use crate::ranking;
use crate::score::{self, Evidence};
use crate::segment;
use crate::tokens::{self, Token};
use crate::write::Writer;
use crate::{Candidate, Linguist, ReadIntent, Reading, Setting};

/// Candidates that are handed out.
const MOST: usize = 5;
/// Below this a reading is no more than a guess.
const WORTH_SHOWING: f64 = 0.2;

pub fn read(linguist: &Linguist, question: &str, setting: &Setting<'_>) -> Reading {
    let tokens = tokens::tokenize(question);
    if let Some(intent) = intent::intent(&tokens, &linguist.schema) {
        return Reading { intent, candidates: Vec::new(), is_followup: false, unexplained: Vec::new() };
    }
    let previous: Option<Form> = setting.previous.and_then(|form| serde_json::from_value(form.clone()).ok());
    let followed = previous.and_then(|form| followed(linguist, &form, &tokens, setting));
    followed.unwrap_or_else(|| fresh(linguist, question, &tokens, setting))
}

/// A message that leans on the one before, worked into its form.
fn followed(linguist: &Linguist, previous: &Form, tokens: &[Token], setting: &Setting<'_>) -> Option<Reading> {
    let linker = Linker { schema: &linguist.schema, values: &linguist.values, setting };
    let spans = linker.spans(tokens);
    let tables = previous.query.core_tables().into_iter().chain(previous.query.filter_tables());
    let given: Vec<usize> = tables.filter_map(|t| linguist.schema.table_index(t)).collect();
    let assignments = segment::assignments(tokens, &spans, &linguist.schema, &linguist.graph, &given);
    let best = assignments.first()?;
    let draft = compose::read(&linguist.schema, tokens, &best.pieces);
    if !follow::leans(tokens, Some(&draft)) {
        return None;
    }
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut unexplained = Vec::new();
    for assignment in &assignments {
        let draft = compose::read(&linguist.schema, tokens, &assignment.pieces);
        let Some(mut form) = follow::apply(linguist, previous, &draft, &assignment.pieces, tokens) else { continue };
        let evidence = Evidence {
            tokens,
            pieces: &assignment.pieces,
            draft: &draft,
            query: &form.query,
            cover_loss: best.score - assignment.score,
            assumptions: draft.assumptions.len(),
            is_followup: true,
        };
        let writer = Writer { schema: &linguist.schema, graph: &linguist.graph };
        form.confidence = score::confidence(&score::features(&evidence, &linguist.schema, &writer));
        if linguist.shows_rankings {
            ranking::show(&mut form.query);
        }
        let Some(made) = candidate(linguist, form) else { continue };
        if candidates.is_empty() {
            let missing = score::unexplained(tokens, &assignment.pieces, &draft.consumed);
            unexplained = missing.into_iter().filter_map(|i| tokens.get(i)).map(|t| t.text.clone()).collect();
        }
        if !candidates.iter().any(|c| c.sql == made.sql) {
            candidates.push(made);
        }
    }
    candidates.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    candidates.truncate(MOST);
    candidates.first()?;
    Some(Reading { intent: ReadIntent::Query, candidates, is_followup: true, unexplained })
}

/// A question that stands alone.
pub fn fresh(linguist: &Linguist, question: &str, tokens: &[Token], setting: &Setting<'_>) -> Reading {
    let linker = Linker { schema: &linguist.schema, values: &linguist.values, setting };
    let spans = linker.spans(tokens);
    let touches = spans.iter().any(|s| {
        s.choices.first().is_some_and(|c| {
            c.quality > 0.5 && matches!(c.link, Link::Table(_) | Link::Column(_) | Link::Value(_) | Link::Worth(_))
        })
    });
    let assignments = segment::assignments(tokens, &spans, &linguist.schema, &linguist.graph, &[]);
    let best = assignments.first().map_or(0.0, |a| a.score);
    let mut unexplained: Option<Vec<String>> = None;
    let mut candidates: Vec<Candidate> = Vec::new();
    for assignment in &assignments {
        let draft = compose::read(&linguist.schema, tokens, &assignment.pieces);
        let Some(assembled) = compose::assemble(&draft, &linguist.schema, &linguist.graph, tokens) else { continue };
        let evidence = Evidence {
            tokens,
            pieces: &assignment.pieces,
            draft: &draft,
            query: &assembled.query,
            cover_loss: best - assignment.score,
            assumptions: assembled.assumptions.len(),
            is_followup: false,
        };
        let writer = Writer { schema: &linguist.schema, graph: &linguist.graph };
        let confidence = score::confidence(&score::features(&evidence, &linguist.schema, &writer));
        let mut query = assembled.query;
        if linguist.shows_rankings {
            ranking::show(&mut query);
        }
        let form = Form { query, question: question.trim().to_owned(), assumptions: assembled.assumptions, confidence };
        let Some(made) = candidate(linguist, form) else { continue };
        let missing = score::unexplained(tokens, &assignment.pieces, &draft.consumed);
        let missing: Vec<String> = missing.into_iter().filter_map(|i| tokens.get(i)).map(|t| t.text.clone()).collect();
        if unexplained.as_ref().is_none_or(|u| missing.len() < u.len()) {
            unexplained = Some(missing);
        }
        match candidates.iter_mut().find(|c| c.sql == made.sql) {
            Some(same) if same.confidence < made.confidence => *same = made,
            Some(_) => {}
            None => candidates.push(made),
        }
    }
    candidates.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    candidates.truncate(MOST);
    let unexplained = unexplained.unwrap_or_else(|| content_words(tokens));
    let sure = candidates.first().is_some_and(|c| c.confidence >= WORTH_SHOWING);
    let intent = match (sure, touches) {
        (true, _) => ReadIntent::Query,
        (false, true) => ReadIntent::NotUnderstood,
        (false, false) => ReadIntent::Unrelated,
    };
    if intent != ReadIntent::Query {
        candidates.clear();
    }
    Reading { intent, candidates, is_followup: false, unexplained }
}

fn content_words(tokens: &[Token]) -> Vec<String> {
    let none = score::unexplained(tokens, &[], &[]);
    none.into_iter().filter_map(|i| tokens.get(i)).map(|t| t.text.clone()).collect()
}

/// Writes a form out as a candidate; `None` where it cannot be written.
pub fn candidate(linguist: &Linguist, form: Form) -> Option<Candidate> {
    let writer = Writer { schema: &linguist.schema, graph: &linguist.graph };
    let sql = writer.write(&form.query)?;
    Some(Candidate {
        sql,
        summary: describe::summary(&form.query),
        confidence: form.confidence,
        standalone: form.question.clone(),
        assumptions: form.assumptions.clone(),
        form: serde_json::to_value(&form).ok()?,
    })
}
