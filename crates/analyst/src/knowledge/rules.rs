//! Business rules and glossary notes from a folder, and which of them a question needs.

use super::files::{self, Format, RuleFile};
use super::{KnowledgeError, markdown, yaml};
use crate::gather::{Field, Index, IndexBuilder, content_terms};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const TITLE: Field = Field { weight: 3.0, length_matters: 0.3 };
const TEXT: Field = Field { weight: 1.0, length_matters: 0.6 };

/// A rule about a table that the question needs is wanted more than one that shares a word with the question.
const BOUND: f32 = 3.0;
/// The question uses the very term that is defined.
const TERM: f32 = 6.0;
/// One word in a long text is chance; so many of the question's words are not.
const WORDS_IN_TEXT: usize = 2;

/// The folder is looked at no more often than this.
const REFRESH_AFTER: Duration = Duration::from_secs(1);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    pub title: String,
    pub text: String,
    /// The tables it is about; none means that only its words decide.
    pub tables: Vec<String>,
    /// It belongs to every question.
    pub always: bool,
    /// File and line, `glossary.md:12`.
    pub origin: String,
}

/// A rule as a file gives it. `term` is what is defined, where the title says more than that.
pub struct Draft {
    pub title: String,
    pub term: String,
    pub text: String,
    pub tables: Vec<String>,
    pub always: bool,
    pub line: usize,
}

pub struct Rules {
    folder: PathBuf,
    files: Vec<RuleFile>,
    looked_at: Instant,
    rules: Vec<Rule>,
    words: Vec<RuleWords>,
    index: Index,
}

/// What the question's words are compared with, beside the index.
struct RuleWords {
    term: Vec<u64>,
    title: Vec<u64>,
    text: Vec<u64>,
}

impl Rules {
    /// Reads every `*.md`, `*.yaml` and `*.yml` below the folder. Blocking.
    pub fn load(folder: &Path) -> Result<Self, KnowledgeError> {
        Self::read(folder, files::list(folder)?)
    }

    /// Reads the folder again if a file in it changed; looks at most once a second. When what is there now cannot be
    /// read, the rules stay as they were and the error says why. Blocking.
    pub fn refresh(&mut self) -> Result<bool, KnowledgeError> {
        if self.looked_at.elapsed() < REFRESH_AFTER {
            return Ok(false);
        }
        self.look_again()
    }

    fn look_again(&mut self) -> Result<bool, KnowledgeError> {
        self.looked_at = Instant::now();
        let files = files::list(&self.folder)?;
        let changed = files != self.files;
        if changed {
            *self = Self::read(&self.folder, files)?;
        }
        Ok(changed)
    }

    fn read(folder: &Path, files: Vec<RuleFile>) -> Result<Self, KnowledgeError> {
        let mut builder = IndexBuilder::new([TITLE, TEXT]);
        let (mut rules, mut words) = (Vec::new(), Vec::new());
        for file in &files {
            let text = files::read(file)?;
            let drafts = match file.format {
                Format::Markdown => markdown::parse(&file.name, &text)?,
                Format::Yaml => yaml::parse(&file.name, &text)?,
            };
            for draft in drafts {
                let keys = |text: &str| content_terms(text).iter().map(|term| builder.key(term)).collect::<Vec<u64>>();
                let known = RuleWords { term: keys(&draft.term), title: keys(&draft.title), text: keys(&draft.text) };
                builder.add(&[known.title.clone(), known.text.clone()]);
                words.push(known);
                rules.push(Rule {
                    origin: format!("{}:{}", file.name, draft.line),
                    title: draft.title,
                    text: draft.text,
                    tables: draft.tables,
                    always: draft.always,
                });
            }
        }
        let index = builder.finish();
        Ok(Self { folder: folder.to_owned(), files, looked_at: Instant::now(), rules, words, index })
    }

    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Every rule, in the order of the files.
    pub fn all(&self) -> &[Rule] {
        &self.rules
    }

    /// The rules that the question needs, those that always hold first, then the best: by the question's words and by
    /// the tables that were gathered for it. Their titles and texts together have at most `most_chars` characters; only
    /// whole rules are taken, unless the first alone is too long, which is then cut after a sentence.
    pub fn search(&self, question: &str, tables: &[String], most_chars: usize) -> Vec<Cow<'_, Rule>> {
        let wanted: Vec<u64> = content_terms(question).iter().map(|term| self.index.key(term)).collect();
        let mut scores = self.index.no_scores();
        for word in &wanted {
            self.index.score(&[(*word, 1.0)], &mut scores);
        }
        let mut found: Vec<(&Rule, f32)> = Vec::new();
        for ((rule, words), score) in self.rules.iter().zip(&self.words).zip(scores) {
            let bound = rule.is_about(tables);
            if rule.always || bound || words.are_meant(&wanted) {
                let bound = if bound { BOUND } else { 0.0 };
                let term = if words.hold_term(&wanted) { TERM } else { 0.0 };
                found.push((rule, score + bound + term));
            }
        }
        found.sort_by(|(a, score_a), (b, score_b)| {
            Reverse(a.always).cmp(&Reverse(b.always)).then(score_b.total_cmp(score_a))
        });
        within(found.into_iter().map(|(rule, _)| rule), most_chars)
    }
}

impl RuleWords {
    fn hold_term(&self, wanted: &[u64]) -> bool {
        !self.term.is_empty() && self.term.iter().all(|word| wanted.contains(word))
    }

    fn are_meant(&self, wanted: &[u64]) -> bool {
        let shared = wanted.iter().filter(|word| self.text.contains(word)).count();
        self.title.iter().any(|word| wanted.contains(word)) || (shared > 0 && shared >= WORDS_IN_TEXT.min(wanted.len()))
    }
}

impl Rule {
    /// A rule that names no schema is about tables of that name in every schema.
    fn is_about(&self, tables: &[String]) -> bool {
        let same = |rule: &str, table: &str| {
            let unqualified = table.rsplit('.').next().unwrap_or(table);
            rule.eq_ignore_ascii_case(table) || rule.eq_ignore_ascii_case(unqualified)
        };
        self.tables.iter().any(|own| tables.iter().any(|table| same(own, table)))
    }

    fn length(&self) -> usize {
        self.title.chars().count() + self.text.chars().count()
    }
}

fn within<'a>(rules: impl Iterator<Item = &'a Rule>, most_chars: usize) -> Vec<Cow<'a, Rule>> {
    let mut taken: Vec<Cow<'a, Rule>> = Vec::new();
    let mut left = most_chars;
    for (place, rule) in rules.enumerate() {
        if rule.length() <= left {
            left -= rule.length();
            taken.push(Cow::Borrowed(rule));
        } else if place == 0 {
            let room = left.saturating_sub(rule.title.chars().count());
            let text = cut_after_sentence(&rule.text, room);
            if !text.is_empty() {
                return vec![Cow::Owned(Rule { text, ..rule.clone() })];
            }
        }
    }
    taken
}

/// At most `most` characters of the text, up to the end of a sentence; where none ends in time, of a word. Marked with
/// an ellipsis, so that nobody takes it for the whole.
fn cut_after_sentence(text: &str, most: usize) -> String {
    const MARK: &str = " …";
    let Some(room) = most.checked_sub(MARK.chars().count()).filter(|room| *room > 0) else { return String::new() };
    let end = text.char_indices().nth(room).map_or(text.len(), |(at, _)| at);
    let head = text.get(..end).unwrap_or(text);
    let space_follows = |at: usize| text.get(at..).and_then(|rest| rest.chars().next()).is_none_or(char::is_whitespace);
    let ends_sentence = |at: usize, c: char| match c {
        '\n' | '。' => true,
        '.' | '!' | '?' => space_follows(at),
        _ => false,
    };
    let mut ends = head.char_indices().map(|(at, c)| (at + c.len_utf8(), c)).rev();
    let sentence = ends.find(|(at, c)| ends_sentence(*at, *c)).map(|(at, _)| at);
    let word = || if space_follows(end) { Some(end) } else { head.rfind(char::is_whitespace) };
    let kept = head.get(..sentence.or_else(word).unwrap_or(end)).unwrap_or(head).trim_end();
    if kept.is_empty() { String::new() } else { format!("{kept}{MARK}") }
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
