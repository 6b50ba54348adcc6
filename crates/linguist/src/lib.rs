//! Questions to SQL without a model: tokens, links to the schema and the data, candidates, scores, SQL.
//!
//! Pure and deterministic. What it needs to know about the data beyond the catalog comes through [`Probe`], which
//! `analyst` implements; it never opens a database itself.

mod compose;
mod courtesy;
mod dates;
mod describe;
mod exact;
#[cfg(test)]
mod few_tables;
mod follow;
mod follow_changes;
mod follow_cues;
mod follow_found;
mod follow_times;
mod form;
mod intent;
mod join;
mod lemma;
mod lexicon;
mod link;
mod link_names;
mod link_units;
mod link_values;
mod manner;
mod moments;
mod naming;
mod next;
mod parts;
mod phrasing;
mod phrasing_figures;
mod phrasing_nouns;
mod phrasing_orders;
mod pictures;
mod pointer;
mod promises;
mod promises_business;
mod promises_everyday;
mod promises_figures;
mod promises_sense;
mod promises_words;
mod quantified;
mod quantified_every;
mod quantified_words;
mod ranking;
mod reading;
mod reading_rows;
mod refer;
mod reword;
mod samples;
mod schema;
mod schema_people;
mod score;
mod score_kept;
mod score_links;
mod score_mentions;
mod score_roles;
mod segment;
mod signed;
mod slips;
mod speaker;
mod spoken;
mod spoken_ages;
mod spoken_durations;
mod spoken_events;
mod spoken_everyday;
mod spoken_known;
mod spoken_logs;
mod spoken_people;
mod spoken_periods;
mod spoken_plain;
mod spoken_rows;
mod spoken_sales;
mod spoken_stock;
mod spoken_trades;
mod spoken_turns;
mod standing;
mod synonyms;
mod time_atoms;
mod time_clock;
mod time_feasts;
mod time_recurring;
mod tokens;
mod values;
mod vectors;
mod views;
mod ways;
mod wordnet;
mod worth;
mod write;
mod write_conditions;

pub use synonyms::Synonyms;

use jiff::Zoned;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use vouch_model::{Catalog, ContextPart};

/// What the linguist may ask of the data while it reads a question.
pub trait Probe {
    /// Stored values of a text column that equal `text`, ignoring case; at most a few.
    fn find_value(&self, table: &str, column: &str, text: &str) -> Vec<String>;
    /// How many rows a candidate gives, counting no further than `limit`; `None` if it fails or takes too long.
    fn row_count(&self, sql: &str, limit: usize) -> Option<usize>;
}

/// Distinct values of text columns, for linking words to data. Filled by `analyst`, columns with too many values left
/// out (those are looked up through [`Probe::find_value`]).
#[derive(Clone, Debug, Default)]
pub struct ColumnValues {
    pub table: String,
    pub column: String,
    pub values: Vec<String>,
    /// All distinct values are here.
    pub complete: bool,
}

/// Reads questions about one catalog. Built once per catalog version and shared.
pub struct Linguist {
    schema: schema::Schema,
    graph: join::JoinGraph,
    values: values::ValueIndex,
    spelling: slips::Spelling,
    shows_rankings: bool,
}

/// What surrounds a question.
pub struct Setting<'a> {
    pub now: &'a Zoned,
    /// The form of the last answered question, for follow-ups.
    pub previous: Option<&'a serde_json::Value>,
    pub probe: &'a dyn Probe,
}

/// What the linguist makes of a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    pub intent: ReadIntent,
    /// Best first; empty unless `intent` is `Query`.
    pub candidates: Vec<Candidate>,
    /// The question took something from the one before.
    pub is_followup: bool,
    /// Content words that no candidate accounts for.
    pub unexplained: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadIntent {
    Query,
    /// About tables and columns themselves.
    Catalog,
    /// Greeting, thanks, "what can you do".
    General,
    /// An instruction to change or destroy.
    Write,
    /// Nothing in it points at this data.
    Unrelated,
    /// Points at this data, but what is asked cannot be made out or is not there.
    NotUnderstood,
}

/// A candidate before the choice.
#[derive(Clone, Debug)]
pub struct Considered {
    pub sql: String,
    /// 0 to 1, were it the first.
    pub confidence: f64,
    /// Named evidence; see `score.rs`.
    pub features: Vec<(&'static str, f64)>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    pub sql: String,
    /// The intermediate form, serialized; goes back in as [`Setting::previous`].
    pub form: serde_json::Value,
    /// 0 to 1, calibrated: the share of such candidates that are right.
    pub confidence: f64,
    /// The reading in a few plain words, for choices.
    pub summary: String,
    /// The question with everything from the conversation written out.
    pub standalone: String,
    /// What was assumed: "'revenue' read as quantity times unit_price".
    pub assumptions: Vec<String>,
}

impl Linguist {
    /// Builds the indices over names, keys and values.
    pub fn new(catalog: Arc<Catalog>, values: Vec<ColumnValues>) -> Self {
        Self::with_synonyms(catalog, values, &Synonyms::default())
    }

    /// The same where somebody says what tables and columns are called by people.
    pub fn with_synonyms(catalog: Arc<Catalog>, values: Vec<ColumnValues>, synonyms: &Synonyms) -> Self {
        let mut schema = schema::Schema::new(catalog, synonyms);
        schema.assume_worth();
        let graph = join::JoinGraph::new(&schema);
        let spelling = slips::Spelling::new(&schema, &values);
        let values = values::ValueIndex::new(&schema, &values);
        Self { schema, graph, values, spelling, shows_rankings: true }
    }

    /// Answers "which product sold most" with the product alone, as public question sets expect it.
    pub fn without_rankings(mut self) -> Self {
        self.schema.forget_assumed_worth();
        let graph = join::JoinGraph::new(&self.schema).with_namesakes(&self.schema);
        Self { shows_rankings: false, graph, ..self }
    }

    /// The weights of evidence before any question was seen: learning starts from them and is pulled back to them.
    pub fn prior_weights() -> std::collections::HashMap<&'static str, f64> {
        score::prior()
    }

    /// Those of them that learning leaves alone, because public questions cannot teach them.
    pub fn fixed_weights() -> Vec<&'static str> {
        score::fixed()
    }

    /// The weights of evidence for how sure to be that are asked for too seldom to be learned.
    pub fn fixed_confidence() -> std::collections::HashMap<&'static str, f64> {
        score::fixed_confidence()
    }

    /// Every way to take a question with what speaks for and against it, best first: what weights are learned from.
    pub fn considered(&self, question: &str, setting: &Setting<'_>) -> Vec<Considered> {
        reading::considered(self, question, setting)
    }

    pub fn read(&self, question: &str, setting: &Setting<'_>) -> Reading {
        reading::read(self, question, setting)
    }

    /// The words alone ask about tables and columns themselves; no reading of the data is tried.
    pub fn is_about_catalog(&self, question: &str) -> bool {
        intent::intent(&tokens::tokenize(question), &self.schema) == Some(ReadIntent::Catalog)
    }

    /// Writes a stored form as SQL again, for a chosen clarification.
    pub fn write(&self, form: &serde_json::Value) -> Option<Candidate> {
        reading::candidate(self, stored(form)?)
    }

    /// What a stored form is about, in pieces.
    pub fn parts(&self, form: &serde_json::Value) -> Vec<ContextPart> {
        stored(form).map(|form| parts::parts(&form)).unwrap_or_default()
    }

    /// A stored form without some of its pieces, written as SQL again.
    pub fn without(&self, form: &serde_json::Value, ids: &[&str]) -> Option<Candidate> {
        reading::candidate(self, parts::without(&stored(form)?, ids)?)
    }

    /// The form of a question that is surely understood without a look at the rows.
    pub fn form_of(&self, question: &str, now: &Zoned) -> Option<serde_json::Value> {
        let reading = self.read(question, &Setting { now, previous: None, probe: &samples::NoData });
        reading.candidates.into_iter().next().filter(|c| c.confidence >= samples::SURE).map(|c| c.form)
    }

    /// Short messages that go on from a stored form, each of which is understood.
    pub fn follow_ups(&self, form: &serde_json::Value, limit: usize) -> Vec<String> {
        stored(form).map(|parsed| next::follow_ups(self, &parsed, form, limit)).unwrap_or_default()
    }

    /// Questions that this data can answer, for empty states (seed 004).
    pub fn sample_questions(&self, limit: usize) -> Vec<String> {
        samples::samples(self, &[], limit)
    }

    /// The same near a question that was not understood: about the tables its words point at, then about others.
    pub fn questions_near(&self, question: &str, now: &Zoned, limit: usize) -> Vec<String> {
        let setting = Setting { now, previous: None, probe: &samples::NoData };
        let mut questions = samples::samples(self, &reading::tables_near(self, question, &setting), limit);
        questions.extend(samples::samples(self, &[], limit));
        let mut seen = std::collections::HashSet::new();
        questions.retain(|question| seen.insert(question.clone()));
        questions.truncate(limit);
        questions
    }
}

fn stored(form: &serde_json::Value) -> Option<form::Form> {
    serde_json::from_value(form.clone()).ok()
}

/// What others made and is inside this crate.
pub const LICENCES: [(&str, &str); 2] = [
    ("WordNet", include_str!("../data/LICENSE-WordNet")),
    // Word vectors are made from its weights; its licence is the same as ours, to the letter.
    ("all-MiniLM-L6-v2", include_str!("../../../LICENSE")),
];

/// Other words for one, from the general lexicon.
pub fn synonyms(word: &str) -> Vec<String> {
    let stem = lemma::lemma(&word.to_lowercase());
    lexicon::lexicon().synonyms(&stem).iter().map(|(other, _)| other.clone()).collect()
}
