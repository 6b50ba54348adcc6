//! The explanation, sentence by sentence while it is still being written.

use super::ModelMind;
use crate::mind::{Scene, Shown};
use crate::prompting::{ExplainInput, MOST_ROWS_SENT, facts_text, rows_text};
use tokio::sync::mpsc;

/// An explanation that goes on and on is cut off here.
const MOST_SENTENCES: usize = 6;

/// A longer sentence is none.
const MOST_CHARS: usize = 500;

impl ModelMind {
    /// `false` when nothing was said.
    pub(super) async fn tell_about(&self, scene: &Scene<'_>, shown: &Shown<'_>, say: &mpsc::Sender<String>) -> bool {
        let left_out = shown.results.rows.len().saturating_sub(MOST_ROWS_SENT);
        let input = ExplainInput {
            question: shown.question.to_owned(),
            sql: shown.sql.to_owned(),
            rows: rows_text(shown.results),
            rows_left_out: Some(left_out).filter(|n| *n > 0),
            facts: facts_text(shown.facts),
        };
        let (pieces, mut heard) = mpsc::unbounded_channel::<String>();
        let sending = async {
            let mut piece = |text: &str| drop(pieces.send(text.to_owned()));
            let sent = self.send(scene, self.prompt("explain", &input), &mut piece).await;
            drop(pieces);
            sent.is_some()
        };
        let saying = async {
            let mut sentences = Sentences::default();
            let mut said = 0;
            while let Some(piece) = heard.recv().await {
                for sentence in sentences.push(&piece) {
                    said += say_one(say, sentence, said).await;
                }
            }
            said + match sentences.rest() {
                Some(rest) => say_one(say, rest, said).await,
                None => 0,
            }
        };
        let (_, said) = tokio::join!(sending, saying);
        said > 0
    }
}

async fn say_one(say: &mpsc::Sender<String>, sentence: String, said: usize) -> usize {
    usize::from(said < MOST_SENTENCES && say.send(sentence).await.is_ok())
}

/// Cuts a growing text into sentences. A sentence is whole once the next one has begun: "3." may become "3.5".
#[derive(Default)]
pub struct Sentences {
    waiting: String,
}

impl Sentences {
    pub fn push(&mut self, piece: &str) -> Vec<String> {
        self.waiting.push_str(piece);
        let mut whole = Vec::new();
        while let Some(end) = boundary(&self.waiting) {
            let rest = self.waiting.split_off(end);
            let sentence = std::mem::replace(&mut self.waiting, rest);
            whole.extend(tidy(&sentence));
        }
        whole
    }

    pub fn rest(self) -> Option<String> {
        tidy(&self.waiting)
    }
}

/// Where the first sentence ends: a full stop, then space, then something that begins a sentence.
fn boundary(text: &str) -> Option<usize> {
    let mut before = ' ';
    let mut ended: Option<usize> = None;
    for (at, c) in text.char_indices() {
        if c == '\n' && !text.get(..at).unwrap_or_default().trim().is_empty() {
            return Some(at);
        }
        match ended {
            Some(end) if !c.is_whitespace() => {
                let begins = c.is_uppercase() || c.is_numeric() || matches!(c, '"' | '“' | '$' | '€' | '£' | '(');
                if begins && !is_abbreviation(text.get(..end).unwrap_or_default()) {
                    return Some(end);
                }
                ended = None;
            }
            _ => {}
        }
        if matches!(before, '.' | '!' | '?') && c.is_whitespace() && ended.is_none() {
            ended = Some(at);
        }
        before = c;
    }
    None
}

/// "e.g.", "St.", "No.": a full stop that ends no sentence.
fn is_abbreviation(text: &str) -> bool {
    let word = text.rsplit(char::is_whitespace).next().unwrap_or_default().trim_end_matches('.');
    let known = ["e.g", "i.e", "etc", "vs", "no", "st", "mr", "mrs", "dr", "inc", "ltd", "co", "approx", "u.s"];
    word.chars().count() == 1 && word.chars().all(char::is_alphabetic) || known.contains(&word.to_lowercase().as_str())
}

/// Plain text: Markdown marks, line breaks and control characters out. What is no sentence (JSON, code, no end of it) is
/// left out altogether.
fn tidy(sentence: &str) -> Option<String> {
    let of_no_use = |c: &char| matches!(c, '*' | '`' | '#') || (c.is_control() && !c.is_whitespace());
    let plain: String = sentence.chars().filter(|c| !of_no_use(c)).collect();
    let line = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = line.trim_start_matches("- ").trim().to_owned();
    let is_sentence = line.chars().any(char::is_alphabetic)
        && line.chars().count() <= MOST_CHARS
        && !line.contains(['{', '}', '<', '>'])
        && !line.starts_with('[');
    is_sentence.then_some(line)
}

#[cfg(test)]
#[path = "explain_tests.rs"]
mod tests;
