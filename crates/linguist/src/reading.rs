//! A question's way through the rooms of this crate, from words to ranked candidates.

use crate::compose;
use crate::courtesy;
use crate::describe;
use crate::follow;
use crate::follow_cues::{self, Cues};
use crate::form::{Form, Query};
use crate::intent;
use crate::link::{Link, Linker, Span};
use crate::manner;
use crate::phrasing;
use crate::pictures;
use crate::ranking;
use crate::reading_rows::{EMPTY, prefer_rows};
use crate::reword;
use crate::score::{self, Evidence};
use crate::segment;
use crate::slips;
use crate::spoken;
use crate::tokens::{self, Token};
use crate::ways::{Considered, each_once, every_wording, look, rank};
use crate::write::Writer;
use crate::{Candidate, Linguist, ReadIntent, Reading, Setting};
use std::collections::HashMap;

/// Candidates that are handed out.
const MOST: usize = 5;
/// Scores that are no further apart say nothing about which is meant.
const EQUALLY_GOOD: f64 = 0.1;
/// From here on a reading is answered without asking back.
const SURE_ENOUGH: f64 = 0.5;
/// The most that a reading may count which rests on words that are only near in meaning.
const GUESSED: f64 = 0.45;
/// The most that a reading may count which passes over a word of the question: half of such answers are wrong.
const PASSED_OVER: f64 = 0.59;
/// Below this a reading is no more than a guess.
const WORTH_SHOWING: f64 = 0.2;

pub fn read(linguist: &Linguist, question: &str, setting: &Setting<'_>) -> Reading {
    if let Some(reading) = drawn_again(linguist, question, setting) {
        return reading;
    }
    let (tokens, slips) = tokenize(linguist, question, setting);
    let mut reading = read_tokens(linguist, question, tokens, setting);
    slips.iter().for_each(|slip| slip.tell(&mut reading));
    reading
}

/// 'plot it': what was found before, to be drawn.
fn drawn_again(linguist: &Linguist, question: &str, setting: &Setting<'_>) -> Option<Reading> {
    let asked = tokens::tokenize(&slips::unshouted(linguist, question));
    let form = setting.previous.filter(|_| linguist.shows_rankings && pictures::is_all(&asked))?;
    let form: Form = serde_json::from_value(form.clone()).ok()?;
    let found = candidate(linguist, Form { confidence: form.confidence.max(SURE_ENOUGH), ..form })?;
    Some(Reading { intent: ReadIntent::Query, candidates: vec![found], is_followup: true, unexplained: Vec::new() })
}

fn read_tokens(linguist: &Linguist, question: &str, tokens: Vec<Token>, setting: &Setting<'_>) -> Reading {
    let previous: Option<Form> = setting.previous.and_then(|form| serde_json::from_value(form.clone()).ok());
    let (cues, left) = follow_cues::cues(&tokens);
    let following = || previous.as_ref().and_then(|form| followed(linguist, form, &left, &cues, setting));
    // 'add the manufacturer' after a list asks for a column, if it names one; else it is an instruction.
    let added = cues.adds.then(following).flatten().filter(|reading| reading.unexplained.is_empty());
    if let Some(reading) = added {
        return reading;
    }
    if let Some(intent) = intent::intent(&tokens, &linguist.schema) {
        return Reading { intent, candidates: Vec::new(), is_followup: false, unexplained: Vec::new() };
    }
    let worked_in = following();
    // 'which of them has the highest price' is a question of its own.
    let denies = |t: &Token| matches!(t.lower.as_str(), "never" | "no" | "not" | "without" | "nothing" | "none");
    let listed = follow::lists_them(&tokens)
        && cues.winner.is_none()
        && !tokens.iter().any(denies)
        && worked_in.as_ref().is_some_and(|r| r.unexplained.is_empty());
    if let (Some(form), true, false) = (&previous, linguist.shows_rankings, listed)
        && let Some(reading) = crate::refer::referred(linguist, form, &tokens, setting)
            .or_else(|| crate::refer::only(linguist, form, &tokens, setting))
    {
        return reading;
    }
    let mut reading = worked_in.unwrap_or_else(|| fresh(linguist, question, &courtesy::asked(&tokens), setting));
    if let (Some(form), true, false) = (&previous, linguist.shows_rankings, reading.is_followup)
        && let Some(reading) = crate::refer::meant(linguist, form, &tokens, &reading)
            .or_else(|| crate::refer::carried(linguist, form, &tokens, &reading))
    {
        return reading;
    }
    let winner = |form: &Form| crate::refer::points_at_winner(linguist, form, &tokens) && !listed;
    let lost = previous.as_ref().is_some_and(winner)
        || crate::refer::points_elsewhere(linguist, previous.as_ref(), &tokens, &reading);
    if lost && linguist.shows_rankings {
        // What 'it' is was not worked in: this is about all of them.
        reading.candidates.iter_mut().for_each(|c| c.confidence = c.confidence.min(GUESSED));
    }
    reading
}

fn tokenize(linguist: &Linguist, question: &str, setting: &Setting<'_>) -> (Vec<Token>, Vec<slips::Slip>) {
    let linker = linker(linguist, setting);
    let (tokens, slips) =
        slips::mended(linguist, linker.open_quotes(tokens::tokenize(&slips::unshouted(linguist, question))));
    let schema = &linguist.schema;
    if !linguist.shows_rankings {
        return (phrasing::plainly(reword::plainly(tokens, schema), schema, false), slips);
    }
    let tokens = pictures::plainly(courtesy::bare(tokens, schema), schema, &linguist.values);
    let tokens = reword::of_people(tokens, schema);
    let tokens = manner::plainly(tokens, schema);
    let tokens = phrasing::plainly(reword::plainly(tokens, schema), schema, true);
    let people = crate::speaker::Speaker { schema, values: &linguist.values, today: setting.now.date() };
    (spoken::plainly(people.plainly(tokens), schema), slips)
}

/// A message that leans on the one before, worked into its form.
fn followed(
    linguist: &Linguist,
    previous: &Form,
    tokens: &[Token],
    cues: &Cues,
    setting: &Setting<'_>,
) -> Option<Reading> {
    let linker = linker(linguist, setting);
    let spans = linker.spans(tokens);
    let tables = previous.query.core_tables().into_iter().chain(previous.query.filter_tables());
    let given: Vec<usize> = tables.filter_map(|t| linguist.schema.table_index(t)).collect();
    let assignments = segment::assignments(tokens, &spans, &linguist.schema, &linguist.graph, &given);
    let best = assignments.first()?;
    let draft = compose::read(&linguist.schema, tokens, &best.pieces);
    let turn = follow::Turn { linguist, previous, tokens, cues };
    if !turn.leans(&draft) {
        return None;
    }
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut unexplained = Vec::new();
    for assignment in &assignments {
        let mut draft = compose::read(&linguist.schema, tokens, &assignment.pieces);
        if turn.regroups(&draft) {
            draft.items.clear();
        }
        let Some(mut form) = turn.apply(&draft, &assignment.pieces) else { continue };
        if cues.lean() {
            // What waits for its noun found it in the question before.
            (draft.dangling, draft.leftover) = (Vec::new(), Vec::new());
        }
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
        form.confidence = score::confidence(&score::features(&evidence, &linguist.schema, &writer), false);
        // 'how many are paid?' with all of them counted.
        let how =
            |p: &segment::Piece| p.start.checked_sub(1).and_then(|i| tokens.get(i)).is_some_and(|t| t.lower == "how");
        let said = |p: &segment::Piece| matches!(p.link, Link::Mark(crate::lexicon::Mark::Positive(_))) && !how(p);
        let kept = form.query.filter.len() > previous.query.filter.len() || form.query.order != previous.query.order;
        if linguist.shows_rankings && !kept && assignment.pieces.iter().any(said) {
            form.confidence *= EMPTY;
        }
        if linguist.shows_rankings {
            ranking::show(&mut form.query, None);
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
    prefer_rows(&mut candidates, previous, setting);
    Some(Reading { intent: ReadIntent::Query, candidates, is_followup: true, unexplained })
}

/// A question that stands alone. Who asks a program is first taken at their word; only what cannot be answered so is read in
/// other words that say the same, and then again with words that are near in meaning, and never surely enough to be answered without asking back.
pub fn fresh(linguist: &Linguist, question: &str, tokens: &[Token], setting: &Setting<'_>) -> Reading {
    let linker = linker(linguist, setting);
    let reading = stand_alone(&linker, linguist, question, tokens);
    let best = |reading: &Reading| reading.candidates.first().map_or(0.0, |c| c.confidence);
    if linker.kindred || best(&reading) >= SURE_ENOUGH {
        return reading;
    }
    let ways = reword::reworded(tokens, &linguist.schema).into_iter().chain(courtesy::unasked(tokens));
    let others = ways.map(|way| stand_alone(&linker, linguist, question, &way));
    if let Some(plain) = others.max_by(|a, b| best(a).total_cmp(&best(b))).filter(|r| best(r) >= SURE_ENOUGH) {
        return plain;
    }
    let mut guess = stand_alone(&Linker { kindred: true, ..linker }, linguist, question, tokens);
    guess.candidates.iter_mut().for_each(|c| c.confidence = c.confidence.min(GUESSED));
    // What was not understood before is still not understood.
    guess.unexplained = reading.unexplained.clone();
    if best(&guess) > best(&reading) { guess } else { reading }
}

/// Public question sets are content with the nearest name.
fn linker<'a>(linguist: &'a Linguist, setting: &'a Setting<'a>) -> Linker<'a> {
    Linker { schema: &linguist.schema, values: &linguist.values, setting, kindred: !linguist.shows_rankings }
}

fn stand_alone(linker: &Linker<'_>, linguist: &Linguist, question: &str, tokens: &[Token]) -> Reading {
    let setting = linker.setting;
    let spans = linker.spans(tokens);
    let touches = spans.iter().any(|s| {
        s.choices.first().is_some_and(|c| {
            c.quality > 0.5 && matches!(c.link, Link::Table(_) | Link::Column(_) | Link::Value(_) | Link::Worth(_))
        })
    });
    let mut considered = each_once(every_wording(linker, linguist, question, tokens, &spans));
    let unexplained = considered.iter().map(|c| &c.unexplained).min_by_key(|u| u.len()).cloned();
    let unexplained = unexplained.unwrap_or_else(|| content_words(tokens));
    rank(&mut considered);
    look(linguist, &mut considered, setting);
    prefer_sure(linguist, &mut considered);
    let whole = !linguist.shows_rankings || considered.first().is_none_or(|best| best.unexplained.is_empty());
    let mut candidates = candidates(linguist, considered);
    if !whole {
        candidates.iter_mut().for_each(|c| c.confidence = c.confidence.min(PASSED_OVER));
    }
    let sure = candidates.first().is_some_and(|c| c.confidence >= WORTH_SHOWING);
    let intent = match (sure, touches) {
        (true, _) => ReadIntent::Query,
        (false, true) => ReadIntent::NotUnderstood,
        (false, false) => ReadIntent::Unrelated,
    };
    let candidates = if intent == ReadIntent::Query { candidates } else { Vec::new() };
    Reading { intent, candidates, is_followup: false, unexplained }
}

/// For learning: all of them, each statement tried against the data.
pub fn considered(linguist: &Linguist, question: &str, setting: &Setting<'_>) -> Vec<crate::Considered> {
    let tokens = courtesy::asked(&tokenize(linguist, question, setting).0);
    let linker = linker(linguist, setting);
    let mut all = every_wording(&linker, linguist, question, &tokens, &linker.spans(&tokens));
    let mut tried: HashMap<String, bool> = HashMap::new();
    for one in &mut all {
        let empty = *tried.entry(one.sql.clone()).or_insert_with(|| one.is_empty(linguist, setting));
        one.note_rows(linguist, empty);
    }
    rank(&mut all);
    let shown = |one: Considered| crate::Considered {
        sql: one.sql,
        confidence: score::confidence(&one.features, linguist.shows_rankings),
        features: one.features,
    };
    all.into_iter().map(shown).collect()
}

/// Tables that the words of a question point at most surely.
pub fn tables_near(linguist: &Linguist, question: &str, setting: &Setting<'_>) -> Vec<usize> {
    let tokens = tokens::tokenize(question);
    let linker = linker(linguist, setting);
    let best = |span: &Span| span.choices.first().filter(|c| c.quality > 0.6).and_then(|c| segment::table_of(&c.link));
    let mut tables: Vec<usize> = linker.spans(&tokens).iter().filter_map(best).collect();
    tables.sort_unstable();
    tables.dedup();
    tables
}

/// What is too unsure to be shown yields to the next that is not: to answer nothing would be worse.
fn prefer_sure(linguist: &Linguist, considered: &mut [Considered]) {
    let sure = |c: &Considered| score::confidence(&c.features, linguist.shows_rankings);
    let Some(best) = considered.first().filter(|c| sure(c) < WORTH_SHOWING).map(|c| c.score) else { return };
    let close = |c: &Considered| best - c.score < score::WORTH_A_LOOK;
    let next = considered.iter().position(|c| close(c) && sure(c) >= SURE_ENOUGH);
    if let Some(before) = next.and_then(|at| considered.get_mut(..=at)) {
        before.rotate_right(1);
    }
}

/// The first is as sure as it looks; the others are as much less likely as their scores are behind.
fn candidates(linguist: &Linguist, mut considered: Vec<Considered>) -> Vec<Candidate> {
    if linguist.shows_rankings {
        without_less(&mut considered);
    }
    let Some((top, sure)) =
        considered.first().map(|c| (c.score, score::confidence(&c.features, linguist.shows_rankings)))
    else {
        return Vec::new();
    };
    let sure = if two_columns_fit(&considered) {
        considered.first().map_or(sure, Considered::sure_but_for_ties)
    } else {
        sure
    };
    let log_odds = (sure / (1.0 - sure).max(1e-9)).max(1e-9).ln();
    let behind = |score: f64| 1.0 / (1.0 + (top - score - log_odds).exp());
    let handed_out = considered.into_iter().take(MOST);
    handed_out.filter_map(|one| candidate(linguist, Form { confidence: behind(one.score), ..one.form })).collect()
}

/// 'all orders': who is shown whole rows needs no choice between them and a column of the same rows.
fn without_less(considered: &mut Vec<Considered>) {
    let Some(first) = considered.first().map(|c| c.form.query.clone()).filter(|q| q.select.is_empty()) else { return };
    let less = |query: &Query| {
        let plain = query.select.iter().all(|s| matches!(s.expr, crate::form::Expr::Column(_)));
        plain
            && !query.select.is_empty()
            && Query { select: Vec::new(), distinct: first.distinct, ..query.clone() } == first
    };
    considered.retain(|c| !less(&c.form.query));
}

/// 'price' where there are a list price and a sale price: each reading is as good as the other, and whoever asked can
/// say which. That is for the caller to ask, not to decline.
fn two_columns_fit(considered: &[Considered]) -> bool {
    let tied = |c: &Considered| c.features.iter().any(|(name, value)| *name == "ties" && *value > 0.0);
    let [first, second, ..] = considered else { return false };
    tied(first) && tied(second) && first.score - second.score < EQUALLY_GOOD
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
