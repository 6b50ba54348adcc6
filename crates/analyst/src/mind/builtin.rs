//! The mind that needs no key and no network: the linguist's readings, and rules for everything around them.

use super::{Draft, Drafted, Frame, Mind, Refusal, Repair, Scene, Shown};
use crate::explore::{EXPLORE, Move, Notebook, strategy};
use crate::gather::words::prose_words;
use crate::source_view::ViewProbe;
use async_trait::async_trait;
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio::sync::mpsc;
use vouch_linguist::{Candidate, ReadIntent, Reading, Setting};
use vouch_model::{Attempt, Choice, Clarification, Diagnosis, ErrorCode, Exploration, Intent, ResultSet};

pub struct BuiltinMind;

/// As it stands in an answer's usage.
pub const NAME: &str = "builtin";

/// Readings offered when a question can be taken several ways.
const MAX_CHOICES: usize = 3;
/// How far behind the best guess, in log-odds, another one is still worth offering.
const GUESSES_APART: f64 = 1.5;
/// Rows compared to see whether two readings come to the same thing.
const COMPARED_ROWS: usize = 200;
/// Examples shown to someone whose question was not understood.
const EXAMPLES: usize = 3;

#[async_trait]
impl Mind for BuiltinMind {
    fn name(&self) -> &str {
        NAME
    }

    fn rewrites(&self, _scene: &Scene<'_>) -> bool {
        false
    }

    async fn frame(&self, scene: &Scene<'_>) -> Frame {
        if let Some(pending) = scene.history.last().and_then(|exchange| exchange.pending.as_ref()) {
            return self.frame_reply(scene, pending).await;
        }
        let reading = read(scene, &scene.request.question).await;
        self.judge(scene, &scene.request.question, reading).await
    }

    async fn reason(&self, _scene: &Scene<'_>, frame: &Frame) -> Vec<String> {
        // The reading is the plan; it is worth words only where something had to be assumed.
        match frame.drafts.first() {
            Some(draft) if !draft.notes.is_empty() => {
                let mut steps = vec![format!("Read the question as: {}", draft.summary)];
                steps.extend(draft.notes.iter().cloned());
                steps
            }
            _ => Vec::new(),
        }
    }

    async fn draft(&self, _scene: &Scene<'_>, frame: &Frame, _plan: &[String], earlier: &[Attempt]) -> Drafted {
        untried(frame, earlier).into()
    }

    async fn diagnose(&self, _scene: &Scene<'_>, _frame: &Frame, attempts: &[Attempt], issues: &[String]) -> Diagnosis {
        match attempts.last().and_then(|failed| failed.error.as_ref()) {
            Some(error) => Diagnosis {
                error_type: error.code,
                root_cause: error.message.clone(),
                suggestion: error.suggestion.clone().unwrap_or_else(|| "Try the next reading of the question.".into()),
            },
            None => Diagnosis {
                error_type: ErrorCode::ExecutionError,
                root_cause: issues.join(" "),
                suggestion: "Rewrite the statement so that no row is counted twice.".into(),
            },
        }
    }

    async fn repair(&self, scene: &Scene<'_>, repair: &Repair<'_>) -> Option<Draft> {
        if let (Some(sql), Some(last)) = (repair.ready, repair.attempts.last())
            && !tried(repair.attempts, sql)
        {
            let before = repair.frame.drafts.iter().find(|d| d.sql == last.sql);
            return Some(Draft {
                sql: sql.to_owned(),
                mind: NAME.to_owned(),
                confidence: before.map_or(scene.settings.answer_confidence, |d| d.confidence),
                summary: before.map(|d| d.summary.clone()).unwrap_or_default(),
                notes: vec![format!("{} The statement was rewritten to count each once.", repair.diagnosis.root_cause)],
                reading: before.and_then(|d| d.reading.clone()),
            });
        }
        // Another meaning than the one that failed must be sure enough by itself.
        untried(repair.frame, repair.attempts).filter(|draft| draft.confidence >= scene.settings.answer_confidence)
    }

    async fn explore(&self, scene: &Scene<'_>, notebook: &Notebook) -> Move {
        scene.ledger.did_task(EXPLORE, NAME);
        strategy::next(notebook)
    }

    async fn report(&self, _scene: &Scene<'_>, _exploration: &Exploration) -> Option<String> {
        None
    }

    async fn explain(&self, _scene: &Scene<'_>, shown: &Shown<'_>, say: mpsc::Sender<String>) {
        for fact in shown.facts {
            // Nobody listens any more: the ask was stopped.
            if say.send(fact.text.clone()).await.is_err() {
                return;
            }
        }
    }
}

impl BuiltinMind {
    /// The message after a question back: one of the choices, or words to add to the question that waits.
    async fn frame_reply(&self, scene: &Scene<'_>, pending: &Clarification) -> Frame {
        let reply = scene.request.question.trim();
        if let Some(choice) = chosen(pending, reply) {
            let written = choice.reading.as_ref().and_then(|form| scene.view.linguist.write(form));
            if let Some(candidate) = written {
                return Frame::query(choice.question.clone(), true, vec![to_draft(candidate)]);
            }
            let reading = read(scene, &choice.question).await;
            return self.judge(scene, &choice.question, reading).await;
        }
        if denies(reply) && !pending.choices.is_empty() {
            let message =
                "Then I did not understand it. Say it in other words, with the names that the data has.".to_owned();
            let suggestions = scene.view.linguist.questions_near(&pending.question, &scene.request.now, EXAMPLES);
            let refusal = Refusal { code: ErrorCode::NotUnderstood, message, suggestions };
            return Frame::refused(Intent::TextToSql, &pending.question, refusal);
        }
        // A reply that is a whole question of its own leaves the pending one behind.
        let alone = read(scene, reply).await;
        if alone.intent != ReadIntent::Query || best_confidence(&alone) < scene.settings.answer_confidence {
            let joined = format!("{} {reply}", pending.question.trim_end_matches(['?', '.', ' ']));
            let reading = read(scene, &joined).await;
            if best_confidence(&reading) >= best_confidence(&alone) {
                return self.judge(scene, &joined, reading).await;
            }
        }
        self.judge(scene, reply, alone).await
    }

    async fn judge(&self, scene: &Scene<'_>, question: &str, reading: Reading) -> Frame {
        match reading.intent {
            ReadIntent::Catalog => Frame::other(Intent::SchemaQuery, question),
            ReadIntent::General => Frame::other(Intent::General, question),
            ReadIntent::Write => Frame::refused(Intent::MisleadingQuery, question, refuse_write(scene)),
            ReadIntent::Unrelated => Frame::refused(Intent::MisleadingQuery, question, refuse_unrelated(scene)),
            ReadIntent::NotUnderstood => Frame::refused(Intent::TextToSql, question, not_understood(scene, &reading)),
            ReadIntent::Query => self.judge_query(scene, question, reading).await,
        }
    }

    async fn judge_query(&self, scene: &Scene<'_>, question: &str, mut reading: Reading) -> Frame {
        let best = best_confidence(&reading);
        if best < scene.settings.answer_confidence {
            return self.guess(scene, question, &reading).await;
        }
        let close = |c: &&Candidate| log_odds(best) - log_odds(c.confidence) < scene.settings.ambiguity_gap;
        let rivals = reading.candidates.iter().take(MAX_CHOICES).filter(close).count();
        if rivals > 1 {
            let different = different_readings(scene, &reading.candidates[..rivals]).await;
            if different.len() > 1 {
                let reason = "The question can be read in more than one way, and the answers differ.".to_owned();
                return Frame::ask_back(question, clarification(question, reason, &different));
            }
        }
        let is_followup = reading.is_followup;
        let standalone = reading.candidates.first().map_or_else(|| question.to_owned(), |c| c.standalone.clone());
        let drafts = reading.candidates.drain(..).map(to_draft).collect();
        Frame::query(standalone, is_followup, drafts)
    }

    /// Too unsure to answer: whoever asked sees in plain words what would be computed, and picks it or says it otherwise.
    async fn guess(&self, scene: &Scene<'_>, question: &str, reading: &Reading) -> Frame {
        let best = log_odds(best_confidence(reading));
        let near = |c: &&Candidate| best - log_odds(c.confidence) < GUESSES_APART;
        let rivals = reading.candidates.iter().take(MAX_CHOICES).take_while(near).count();
        let different = different_readings(scene, reading.candidates.get(..rivals).unwrap_or_default()).await;
        if different.is_empty() {
            return Frame::refused(Intent::TextToSql, question, not_understood(scene, reading));
        }
        // What would be computed is what was asked, word by word: there is nothing to ask back.
        if let [only] = different.as_slice()
            && reading.unexplained.is_empty()
            && prose_words(&only.summary) == prose_words(question)
        {
            return Frame::query(only.standalone.clone(), reading.is_followup, vec![to_draft((*only).clone())]);
        }
        let assumed = different.first().map_or("", |c| c.assumptions.first().map_or("", String::as_str));
        let reason = match said(&reading.unexplained, question).as_slice() {
            [] if assumed.is_empty() => "I am not sure that I understand the question.".to_owned(),
            [] => format!("I am not sure that I understand the question: {assumed}."),
            words => format!("I found nothing in the data for {}, so this is only a guess.", quoted(words)),
        };
        Frame::ask_back(question, clarification(question, reason, &different))
    }
}

pub(super) async fn read(scene: &Scene<'_>, question: &str) -> Reading {
    let probe = ViewProbe {
        view: scene.view.clone(),
        settings: scene.settings.clone(),
        runtime: tokio::runtime::Handle::current(),
        cancel: scene.cancel.clone(),
    };
    let previous = scene.history.iter().rev().find_map(|exchange| exchange.reading.clone());
    let (question, now) = (question.to_owned(), scene.request.now.clone());
    let linguist = Arc::clone(&scene.view.linguist);
    let work = move || linguist.read(&question, &Setting { now: &now, previous: previous.as_ref(), probe: &probe });
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|error| {
        tracing::error!(%error, "reading a question failed");
        Reading {
            intent: ReadIntent::NotUnderstood,
            candidates: Vec::new(),
            is_followup: false,
            unexplained: Vec::new(),
        }
    })
}

/// Of readings that are about equally likely, those that really give different rows. Executing them is cheap beside
/// asking a person something that makes no difference.
async fn different_readings<'a>(scene: &Scene<'_>, rivals: &'a [Candidate]) -> Vec<&'a Candidate> {
    let mut seen: Vec<ResultSet> = Vec::new();
    let mut different = Vec::new();
    for candidate in rivals {
        let rows = scene.view.probe(&candidate.sql, COMPARED_ROWS, scene.settings, scene.cancel).await;
        let Some(rows) = rows else { continue };
        // Two readings that are told in the same words are no choice.
        let told = different.iter().any(|other: &&Candidate| other.summary == candidate.summary);
        if !told && !seen.iter().any(|other| other.rows == rows.rows) {
            seen.push(rows);
            different.push(candidate);
        }
    }
    different
}

fn clarification(question: &str, reason: String, readings: &[&Candidate]) -> Clarification {
    // A follow-up's readings are told apart by what was written out; one question's only by their summaries.
    let standalone: BTreeSet<&str> = readings.iter().map(|c| c.standalone.as_str()).collect();
    let apart = readings.len() > 1 && standalone.len() == readings.len();
    let written = |c: &Candidate| if apart { c.standalone.clone() } else { c.summary.clone() };
    let choices: Vec<Choice> = readings
        .iter()
        .map(|c| Choice { label: c.summary.clone(), question: written(c), reading: Some(c.form.clone()) })
        .collect();
    let listed = choices.iter().enumerate().map(|(i, c)| format!("{}. {}", i + 1, c.label)).collect::<Vec<_>>();
    let asked = if choices.len() > 1 { "Which of these do you mean?" } else { "Do you mean this?" };
    Clarification {
        reason,
        questions: vec![format!("{asked} {}", listed.join("; "))],
        choices,
        question: question.to_owned(),
    }
}

/// A choice named by its number, its label or its question; the only one also by a yes.
pub(super) fn chosen<'a>(pending: &'a Clarification, reply: &str) -> Option<&'a Choice> {
    if let Some(choice) = place(reply, pending.choices.len()).and_then(|at| pending.choices.get(at)) {
        return Some(choice);
    }
    if let ([only], true) = (pending.choices.as_slice(), agrees(reply)) {
        return Some(only);
    }
    pending.choices.iter().find(|c| c.label.eq_ignore_ascii_case(reply) || c.question.eq_ignore_ascii_case(reply))
}

/// What a reply says without its courtesy.
fn bare(reply: &str) -> String {
    let words = reply.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
    let words = words
        .map(str::to_lowercase)
        .filter(|word| !matches!(word.as_str(), "please" | "thanks" | "that" | "it" | "do" | "i"));
    words.collect::<Vec<_>>().join(" ")
}

fn agrees(reply: &str) -> bool {
    const YES: [&str; 18] = [
        "yes",
        "y",
        "yep",
        "yeah",
        "yup",
        "ok",
        "okay",
        "sure",
        "correct",
        "right",
        "exactly",
        "that's right",
        "yes that's right",
        "yes mean",
        "yes exactly",
        "yes correct",
        "that's",
        "of course",
    ];
    YES.contains(&bare(reply).as_str())
}

fn denies(reply: &str) -> bool {
    const NO: [&str; 12] = [
        "no",
        "n",
        "nope",
        "none",
        "neither",
        "not",
        "none of these",
        "none of those",
        "none of them",
        "neither of them",
        "wrong",
        "no that's wrong",
    ];
    NO.contains(&bare(reply).as_str())
}

/// "2", "2.", "the second one", "the last": which of so many was pointed at.
fn place(reply: &str, of: usize) -> Option<usize> {
    const WORDS: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];
    let plain = reply.trim().trim_end_matches(['.', '!', ')']).to_lowercase();
    let said = plain.strip_prefix("the ").unwrap_or(&plain);
    let said = said.strip_suffix(" one").or_else(|| said.strip_suffix(" option")).unwrap_or(said).trim();
    match said {
        "last" => of.checked_sub(1),
        "former" if of == 2 => Some(0),
        "latter" if of == 2 => Some(1),
        number if number.parse::<usize>().is_ok() => number.parse::<usize>().ok()?.checked_sub(1),
        word => WORDS.iter().position(|known| *known == word),
    }
}

pub(super) fn to_draft(candidate: Candidate) -> Draft {
    Draft {
        sql: candidate.sql,
        mind: NAME.to_owned(),
        confidence: candidate.confidence,
        summary: candidate.summary,
        notes: candidate.assumptions,
        reading: Some(candidate.form),
    }
}

fn untried(frame: &Frame, earlier: &[Attempt]) -> Option<Draft> {
    frame.drafts.iter().find(|draft| !tried(earlier, &draft.sql)).cloned()
}

pub(super) fn tried(attempts: &[Attempt], sql: &str) -> bool {
    attempts.iter().any(|attempt| attempt.sql == sql)
}

pub(super) fn best_confidence(reading: &Reading) -> f64 {
    reading.candidates.first().map_or(0.0, |c| c.confidence)
}

/// Confidences crowd near one; their log-odds do not.
fn log_odds(confidence: f64) -> f64 {
    let p = confidence.clamp(1e-6, 1.0 - 1e-6);
    (p / (1.0 - p)).ln()
}

pub(super) fn refuse_write(scene: &Scene<'_>) -> Refusal {
    Refusal {
        code: ErrorCode::NotReadOnly,
        message: "That would change the data. Vouch only reads: it can show the rows that such a change would touch."
            .into(),
        suggestions: scene.view.linguist.sample_questions(EXAMPLES),
    }
}

pub(super) fn refuse_unrelated(scene: &Scene<'_>) -> Refusal {
    Refusal {
        code: ErrorCode::NoRelevantData,
        message: format!("Nothing in {} has to do with that. {}", scene.view.catalog.source, what_there_is(scene)),
        suggestions: scene.view.linguist.sample_questions(EXAMPLES),
    }
}

fn not_understood(scene: &Scene<'_>, reading: &Reading) -> Refusal {
    let message = match said(&reading.unexplained, &scene.request.question).as_slice() {
        [] => format!("I could not make out what to compute. {}", what_there_is(scene)),
        words => format!("I found nothing in the data for {}. {}", quoted(words), what_there_is(scene)),
    };
    let suggestions = scene.view.linguist.questions_near(&scene.request.question, &scene.request.now, EXAMPLES);
    Refusal { code: ErrorCode::NotUnderstood, message, suggestions }
}

/// Those that were really said; a promise that is not kept may be called by its column.
fn said(unexplained: &[String], question: &str) -> Vec<String> {
    let question = question.to_lowercase();
    unexplained.iter().filter(|word| question.contains(&word.to_lowercase())).cloned().collect()
}

fn quoted(words: &[String]) -> String {
    words.iter().map(|w| format!("'{w}'")).collect::<Vec<_>>().join(", ")
}

/// Tables named to someone who is lost; more would be a list to read, not a hint.
const NAMED_TABLES: usize = 8;

fn what_there_is(scene: &Scene<'_>) -> String {
    let tables = &scene.view.catalog.tables;
    let names = tables.iter().take(NAMED_TABLES).map(|t| t.display_name()).collect::<Vec<_>>().join(", ");
    let more = tables.len().saturating_sub(NAMED_TABLES);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("There is data on: {names}{rest}.")
}

#[cfg(test)]
#[path = "builtin_tests.rs"]
mod tests;
