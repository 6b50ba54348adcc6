//! Every way to take a question: each is a form with its statement, what speaks for and against it, and what it leaves
//! unexplained. `reading` chooses among them.

use crate::Linguist;
use crate::Setting;
use crate::compose;
use crate::form::{Form, Query};
use crate::link::{Link, Linker, Span};
use crate::link_names::FAINT;
use crate::promises::Promises;
use crate::quantified::{quantified, with_every};
use crate::ranking;
use crate::reading_rows::{as_difference, keep_best_share, name_who, only_those, same_as};
use crate::reword;
use crate::schema::Schema;
use crate::score::{self, Evidence};
use crate::score_kept::Kept;
use crate::segment;
use crate::spoken;
use crate::spoken_periods;
use crate::tokens::Token;
use crate::write::Writer;
use std::collections::HashMap;

/// Candidates that are tried against the data.
const LOOKED_AT: usize = 4;

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
pub(crate) fn every_wording(
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
fn consider(linguist: &Linguist, question: &str, tokens: &[Token], spans: &[Span]) -> Vec<Considered> {
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
            draft.consumed.extend(spoken_periods::begun(tokens, &assignment.pieces, schema));
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
            quantified(&mut query, self.tokens, self.question, schema)?;
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
pub(crate) fn each_once(all: Vec<Considered>) -> Vec<Considered> {
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

pub(crate) fn rank(considered: &mut [Considered]) {
    considered.sort_by(|a, b| b.score.total_cmp(&a.score));
}

/// The best few are tried: what has no rows although the question speaks of some is less likely meant.
pub(crate) fn look(linguist: &Linguist, considered: &mut [Considered], setting: &Setting<'_>) {
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
    pub(crate) fn is_empty(&self, linguist: &Linguist, setting: &Setting<'_>) -> bool {
        let mut witness = self.form.query.clone();
        if witness.yes_no && witness.none {
            return false;
        }
        // Whether there is any row needs no order, and one row of a group tells as much as its figures.
        (witness.order, witness.limit, witness.within) = (Vec::new(), None, Vec::new());
        if witness.group.is_empty() && witness.is_aggregated() {
            witness.select = Vec::new();
        }
        if linguist.shows_rankings {
            // Whether anybody is left, nobody knows who asks.
            witness.having.retain(|c| !with_every(c));
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

    pub(crate) fn sure_but_for_ties(&self) -> f64 {
        let others = self.features.iter().filter(|(name, _)| *name != "ties").copied().collect();
        score::confidence(&others, false)
    }

    pub(crate) fn note_rows(&mut self, linguist: &Linguist, empty: bool) {
        if empty {
            self.note(linguist, "empty");
        }
    }

    fn note(&mut self, linguist: &Linguist, feature: &'static str) {
        self.features.push((feature, 1.0));
        self.score = score::rank(&self.features, linguist.shows_rankings);
    }
}
