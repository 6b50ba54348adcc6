//! A question's way through the rooms of this crate, from words to ranked candidates.

use crate::compose;
use crate::courtesy;
use crate::describe;
use crate::follow;
use crate::follow_cues::{self, Cues};
use crate::form::{Form, Query};
use crate::intent;
use crate::link::{Link, Linker, Span};
use crate::link_names::FAINT;
use crate::manner;
use crate::phrasing;
use crate::pictures;
use crate::promises::Promises;
use crate::ranking;
use crate::reading_rows::{EMPTY, as_difference, keep_best_share, name_who, only_those, prefer_rows, same_as};
use crate::reword;
use crate::schema::Schema;
use crate::score::{self, Evidence};
use crate::score_kept::Kept;
use crate::segment;
use crate::slips;
use crate::spoken;
use crate::tokens::{self, Token};
use crate::write::Writer;
use crate::{Candidate, Linguist, ReadIntent, Reading, Setting};
use std::collections::HashMap;

/// Candidates that are handed out.
const MOST: usize = 5;
/// Candidates that are tried against the data.
const LOOKED_AT: usize = 4;
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

/// A way to take the question, with what speaks for and against it.
pub struct Considered {
    pub form: Form,
    pub sql: String,
    pub features: score::Features,
    pub score: f64,
    pub unexplained: Vec<String>,
    looked_at: bool,
}

/// Every way to take the question as it was said and, for public sets, in other words as well.
fn every_wording(
    linker: &Linker<'_>,
    linguist: &Linguist,
    question: &str,
    tokens: &[Token],
    spans: &[Span],
) -> Vec<Considered> {
    let mut all = consider(linguist, question, tokens, spans);
    if linguist.shows_rankings {
        return all;
    }
    for other in reword::reworded(tokens, &linguist.schema) {
        let mut more = consider(linguist, question, &other, &linker.spans(&other));
        more.iter_mut().for_each(|one| one.note(linguist, reword::REWORDED));
        all.extend(more);
    }
    all
}

/// Every way to take the question, in no particular order; several may lead to the same statement.
pub fn consider(linguist: &Linguist, question: &str, tokens: &[Token], spans: &[Span]) -> Vec<Considered> {
    let (schema, graph) = (&linguist.schema, &linguist.graph);
    let assignments = segment::assignments(tokens, spans, schema, graph, &[]);
    let best = assignments.first().map_or(0.0, |a| a.score);
    let mut all: Vec<Considered> = Vec::new();
    for assignment in &assignments {
        // Who says 'by product' to a program means it.
        if linguist.shows_rankings && score::passes_over_by(tokens, &assignment.pieces) {
            continue;
        }
        let mut draft = compose::read(schema, tokens, &assignment.pieces);
        draft.for_people = linguist.shows_rankings;
        if draft.for_people {
            draft.consumed.extend(spoken::silent(tokens, &assignment.pieces));
        }
        let cover_loss = best - assignment.score;
        let every_way = |draft: compose::Draft, label: Option<&'static str>| {
            let varied = compose::vary(draft, tokens, schema, linguist.shows_rankings).into_iter();
            let made = varied.filter_map(|(draft, mut changes)| {
                let assembled = compose::assemble(&draft, schema, graph, tokens)?;
                changes.extend(label);
                let pieces = &assignment.pieces;
                let making = Making { linguist, question, tokens, pieces, draft: &draft, changes, cover_loss };
                Some(making.every_shape(assembled))
            });
            made.flatten().collect::<Vec<_>>()
        };
        let mut made = every_way(draft.clone(), None);
        if made.is_empty() && !linguist.shows_rankings {
            let less = compose::relaxed(&draft, schema).into_iter();
            made = less.map(|less| every_way(less, Some("relaxed"))).find(|made| !made.is_empty()).unwrap_or_default();
        }
        all.extend(made);
    }
    all
}

/// What a reading is made from.
struct Making<'a> {
    linguist: &'a Linguist,
    question: &'a str,
    tokens: &'a [Token],
    pieces: &'a [segment::Piece],
    draft: &'a compose::Draft,
    /// How the draft was varied.
    changes: Vec<&'static str>,
    cover_loss: f64,
}

impl Making<'_> {
    /// The form as it was assembled and, for public sets, what else it may look like.
    fn every_shape(&self, assembled: compose::Assembled) -> Vec<Considered> {
        let shapes = if self.linguist.shows_rankings {
            Vec::new()
        } else {
            compose::reshaped(&assembled.query, self.tokens, self.pieces, &self.linguist.schema)
        };
        let reshaped = shapes.into_iter().filter_map(|(query, label)| {
            let changes = self.changes.iter().copied().chain([label]).collect();
            Making { changes, ..*self }.made(compose::Assembled { query, ..assembled.clone() })
        });
        let reshaped: Vec<Considered> = reshaped.collect();
        self.made(assembled).into_iter().chain(reshaped).collect()
    }

    fn made(&self, assembled: compose::Assembled) -> Option<Considered> {
        let Linguist { schema, graph, .. } = self.linguist;
        let compose::Assembled { mut query, mut assumptions, order_name } = assembled;
        if !self.linguist.shows_rankings && score::adds_up_texts(&query, schema) {
            return None;
        }
        let features = self.features(&query, assumptions.len());
        if self.linguist.shows_rankings {
            assumptions.extend(crate::signed::apply(&mut query, self.tokens, schema));
            name_who(&mut query, self.tokens, schema);
            as_difference(&mut query, self.tokens);
            only_those(&mut query, self.tokens, schema);
            let same = same_as(&mut query, self.tokens, schema) != Some(false);
            if !same || !keep_best_share(&mut query, self.question) {
                return None;
            }
            ranking::show(&mut query, order_name);
        } else {
            ranking::plain(&mut query, schema, graph);
        }
        self.considered(query, assumptions, features)
    }

    fn features(&self, query: &Query, assumptions: usize) -> score::Features {
        let Linguist { schema, graph, .. } = self.linguist;
        let evidence = Evidence {
            tokens: self.tokens,
            pieces: self.pieces,
            draft: self.draft,
            query,
            cover_loss: self.cover_loss,
            assumptions,
            is_followup: false,
        };
        let mut features = score::features(&evidence, schema, &Writer { schema, graph });
        features.extend(self.changes.iter().map(|name| (*name, 1.0)));
        features
    }

    /// Writes a form out and notes what it loses of the question; `None` where it cannot be written.
    fn considered(
        &self,
        query: Query,
        mut assumptions: Vec<String>,
        mut features: score::Features,
    ) -> Option<Considered> {
        let Making { linguist, tokens, pieces, draft, .. } = *self;
        let Linguist { schema, graph, .. } = linguist;
        assumptions.extend(pieces.iter().filter_map(|piece| taken_for(piece, tokens, schema)));
        let missing = score::unexplained(tokens, pieces, &draft.consumed);
        let missing = missing.into_iter().filter_map(|i| tokens.get(i)).map(|t| t.text.clone());
        let mut unexplained: Vec<String> = missing.collect();
        if linguist.shows_rankings {
            assumptions.extend(unexplained.iter().map(|w| format!("'{w}' was not understood and is left out")));
        }
        let form = Form { query, question: self.question.trim().to_owned(), assumptions, confidence: 0.0 };
        // Most of these are never seen: only those that are handed out get words and a stored form.
        let sql = (Writer { schema, graph }).write(&form.query)?;
        let lost = score::years_lost(tokens, &sql);
        score::note_lost(&mut features, lost.len(), tokens);
        unexplained.extend(lost);
        let promises = Promises { tokens, pieces, draft, query: &form.query, sql: &sql, schema };
        if linguist.shows_rankings {
            let broken = promises.broken();
            features.push((score::BROKEN, broken.len() as f64));
            score::note_lost(&mut features, broken.len(), tokens);
            unexplained.extend(broken);
        } else {
            features.extend(Kept(promises).features());
        }
        // How sure it is is asked of those that are handed out.
        let score = score::rank(&features, linguist.shows_rankings);
        Some(Considered { form, sql, features, score, unexplained, looked_at: false })
    }
}

/// What a word was taken for that only is near in meaning.
fn taken_for(piece: &segment::Piece, tokens: &[Token], schema: &Schema) -> Option<String> {
    let word = &tokens.get(piece.start).filter(|_| piece.quality < FAINT)?.text;
    match piece.link {
        Link::Table(t) => Some(format!("'{word}' taken for {}", schema.table_name(t))),
        Link::Column(c) => Some(format!("'{word}' taken for {}", schema.reference(c).column)),
        _ => None,
    }
}

/// Each statement once, by the reading that speaks most for it.
fn each_once(all: Vec<Considered>) -> Vec<Considered> {
    let mut at: HashMap<String, usize> = HashMap::new();
    let mut kept: Vec<Considered> = Vec::new();
    for one in all {
        match at.get(&one.sql).and_then(|i| kept.get_mut(*i)) {
            Some(same) if same.score < one.score => *same = one,
            Some(_) => {}
            None => {
                at.insert(one.sql.clone(), kept.len());
                kept.push(one);
            }
        }
    }
    kept
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

fn rank(considered: &mut [Considered]) {
    considered.sort_by(|a, b| b.score.total_cmp(&a.score));
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

/// The best few are tried: what has no rows although the question speaks of some is less likely meant.
fn look(linguist: &Linguist, considered: &mut [Considered], setting: &Setting<'_>) {
    let close = |c: &&mut Considered, best: f64| best - c.score < score::WORTH_A_LOOK;
    let Some(best) = considered.first().map(|c| c.score) else { return };
    if considered.len() < 2 {
        return;
    }
    for one in considered.iter_mut().take(LOOKED_AT).filter(|c| close(c, best)) {
        one.look(linguist, setting);
    }
    rank(considered);
    // Where all of these are empty, one comes first that nobody has looked at. Weights are learned from looks at all of them.
    let more = if linguist.shows_rankings { 0 } else { LOOKED_AT };
    for _ in 0..more {
        let Some(first) = considered.first_mut().filter(|c| !c.looked_at) else { return };
        first.look(linguist, setting);
        rank(considered);
    }
}

impl Considered {
    /// What the data says: the rows that the statement draws on are there, or not.
    fn is_empty(&self, linguist: &Linguist, setting: &Setting<'_>) -> bool {
        let mut witness = self.form.query.clone();
        // Whether there is any row needs no order, and one row of a group tells as much as its figures.
        (witness.order, witness.limit, witness.within) = (Vec::new(), None, Vec::new());
        if witness.group.is_empty() && witness.is_aggregated() {
            witness.select = Vec::new();
        }
        if witness.filter.is_empty() && witness.having.is_empty() && witness.combine.is_none() {
            return false;
        }
        witness.yes_no = false;
        let writer = Writer { schema: &linguist.schema, graph: &linguist.graph };
        writer.write(&witness).and_then(|sql| setting.probe.row_count(&sql, 1)) == Some(0)
    }

    fn look(&mut self, linguist: &Linguist, setting: &Setting<'_>) {
        let empty = self.is_empty(linguist, setting);
        self.looked_at = true;
        self.note_rows(linguist, empty);
    }

    fn sure_but_for_ties(&self) -> f64 {
        let others = self.features.iter().filter(|(name, _)| *name != "ties").copied().collect();
        score::confidence(&others, false)
    }

    fn note_rows(&mut self, linguist: &Linguist, empty: bool) {
        if empty {
            self.note(linguist, "empty");
        }
    }

    fn note(&mut self, linguist: &Linguist, feature: &'static str) {
        self.features.push((feature, 1.0));
        self.score = score::rank(&self.features, linguist.shows_rankings);
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
