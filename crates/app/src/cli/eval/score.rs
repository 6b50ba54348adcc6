//! The tally: by set, by kind, and every miss.

use super::suite::{Case, HELD_OUT};
use crate::cli::print::{Alignment, Grid, Look, clean_line};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::io::{self, Write};
use vouch_model::{Answer, Outcome};

/// Rows of a miss that are printed.
const ROWS_SHOWN: usize = 3;

/// How an ask ended, as far as a score cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    Answered,
    /// Words that claim nothing about the data.
    Talk,
    Clarify,
    Declined,
    Failed,
    Stopped,
}

impl Ending {
    pub fn name(self) -> &'static str {
        match self {
            Ending::Answered => "answered",
            Ending::Talk => "talk",
            Ending::Clarify => "clarify",
            Ending::Declined => "declined",
            Ending::Failed => "failed",
            Ending::Stopped => "stopped",
        }
    }
}

/// What is said of an answer.
#[derive(Clone, Copy, Debug)]
pub struct Verdict {
    pub ending: Ending,
    pub right: bool,
    /// It asked back, and one of the choices leads to the right rows.
    pub offered: bool,
}

/// One case, judged.
#[derive(Clone, Debug)]
pub struct Judged {
    set: String,
    kind: String,
    id: String,
    question: String,
    session: Vec<String>,
    expected: String,
    ours: String,
    sql: Option<String>,
    ending: Ending,
    right: bool,
    offered: bool,
    unanswerable: bool,
}

impl Judged {
    pub fn new(case: &Case, answer: &Answer, Verdict { ending, right, offered }: Verdict) -> Self {
        let expected = if case.is_unanswerable() { case.accept.join(" or ") } else { rows_text(&case.rows) };
        Self {
            set: case.set.clone(),
            kind: case.kind.clone(),
            id: case.id.clone(),
            question: case.question.clone(),
            session: case.session.clone(),
            expected,
            ours: ours(answer),
            sql: answer.sql.clone(),
            ending,
            right,
            offered,
            unanswerable: case.is_unanswerable(),
        }
    }

    fn to_json(&self) -> Json {
        json!({
            "id": self.id, "set": self.set, "kind": self.kind, "session": self.session, "question": self.question,
            "expected": self.expected, "ours": self.ours, "ending": self.ending.name(), "offered": self.offered,
            "sql": self.sql,
        })
    }
}

fn ours(answer: &Answer) -> String {
    match (&answer.outcome, &answer.results) {
        (Outcome::Answered, Some(results)) => {
            let rows: Vec<Vec<Json>> =
                results.rows.iter().map(|row| row.iter().map(|value| value.to_json()).collect()).collect();
            rows_text(&rows)
        }
        (Outcome::Answered, None) => {
            format!("said: {}", answer.explanation.as_ref().map(|e| e.text()).unwrap_or_default())
        }
        (Outcome::Clarify { clarification }, _) => {
            let choices: Vec<&str> = clarification.choices.iter().map(|c| c.label.as_str()).collect();
            format!("asked back: {} [{}]", clarification.reason, choices.join(" | "))
        }
        (Outcome::Declined { message, .. }, _) => format!("declined: {message}"),
        (Outcome::Failed { message, .. }, _) => format!("failed: {message}"),
        (Outcome::Stopped, _) => "stopped".to_owned(),
    }
}

fn rows_text(rows: &[Vec<Json>]) -> String {
    let shown: Vec<String> = rows.iter().take(ROWS_SHOWN).map(|row| Json::from(row.clone()).to_string()).collect();
    let more = rows.len().saturating_sub(ROWS_SHOWN);
    let rest = if more > 0 { format!(" … {more} more") } else { String::new() };
    format!("{}{rest}", if shown.is_empty() { "no rows".to_owned() } else { shown.join(" ") })
}

#[derive(Default)]
pub struct Score {
    results: Vec<Judged>,
}

#[derive(Clone, Copy, Default)]
struct Tally {
    right: usize,
    all: usize,
}

impl Tally {
    fn of<'a>(results: impl Iterator<Item = &'a Judged>) -> Self {
        results.fold(Self::default(), |t, r| Self { right: t.right + usize::from(r.right), all: t.all + 1 })
    }

    fn percent(self) -> Option<f64> {
        (self.all > 0).then(|| 100.0 * self.right as f64 / self.all as f64)
    }

    fn row(self, name: &str) -> Vec<Option<String>> {
        let percent = self.percent().map(|p| format!("{p:.1} %"));
        vec![Some(name.to_owned()), Some(self.right.to_string()), Some(self.all.to_string()), percent]
    }

    fn to_json(self) -> Json {
        json!({"right": self.right, "all": self.all, "percent": self.percent()})
    }
}

/// What became of the questions that were not answered rightly.
#[derive(Clone, Copy, Default)]
struct Missed {
    /// Answered with other rows.
    wrong: usize,
    asked_back: usize,
    /// Of these, those where a choice leads to the right rows.
    offered: usize,
    unanswered: usize,
}

impl Score {
    pub fn add(&mut self, result: Judged) {
        self.results.push(result);
    }

    /// What is worked on: neither held back nor without an answer. Of the held-back set when nothing else was asked.
    pub fn percent_right(&self) -> Option<f64> {
        self.worked_on().percent().or_else(|| self.set_tally(HELD_OUT).percent())
    }

    /// Share of the questions without an answer that got one.
    pub fn percent_as_if_fine(&self) -> Option<f64> {
        let all = self.unanswerable().count();
        let fine = self.unanswerable().filter(|r| r.ending == Ending::Answered).count();
        (all > 0).then(|| 100.0 * fine as f64 / all as f64)
    }

    fn worked_on(&self) -> Tally {
        Tally::of(self.results.iter().filter(|r| !r.unanswerable && r.set != HELD_OUT))
    }

    fn set_tally(&self, set: &str) -> Tally {
        Tally::of(self.results.iter().filter(|r| r.set == set && !r.unanswerable))
    }

    fn unanswerable(&self) -> impl Iterator<Item = &Judged> {
        self.results.iter().filter(|r| r.unanswerable)
    }

    /// How the questions ended that have an answer, those with the right rows left out.
    fn missed(&self) -> Missed {
        let missed = self.results.iter().filter(|r| !r.right && !r.unanswerable && r.set != HELD_OUT);
        missed.fold(Missed::default(), |mut all, one| {
            match one.ending {
                Ending::Answered => all.wrong += 1,
                Ending::Clarify => {
                    all.asked_back += 1;
                    all.offered += usize::from(one.offered);
                }
                _ => all.unanswered += 1,
            }
            all
        })
    }

    fn misses(&self) -> impl Iterator<Item = &Judged> {
        self.results.iter().filter(|r| !r.right && r.set != HELD_OUT)
    }

    fn by(&self, key: impl Fn(&Judged) -> &str) -> BTreeMap<String, Tally> {
        let mut groups: BTreeMap<String, Vec<&Judged>> = BTreeMap::new();
        for result in self.results.iter().filter(|r| !r.unanswerable) {
            groups.entry(key(result).to_owned()).or_default().push(result);
        }
        groups.into_iter().map(|(name, group)| (name, Tally::of(group.into_iter()))).collect()
    }

    /// The kinds of what is worked on.
    fn kinds(&self) -> BTreeMap<String, Tally> {
        let open = Score { results: self.results.iter().filter(|r| r.set != HELD_OUT).cloned().collect() };
        open.by(|r| &r.kind)
    }

    fn endings(&self) -> BTreeMap<Ending, usize> {
        self.unanswerable().fold(BTreeMap::new(), |mut counts, result| {
            *counts.entry(result.ending).or_default() += 1;
            counts
        })
    }

    pub fn write(&self, out: &mut dyn Write, look: &Look, with_misses: bool) -> io::Result<()> {
        if with_misses {
            self.misses().try_for_each(|miss| write_miss(out, look, miss))?;
        }
        let sets = self.by(|r| &r.set);
        if !sets.is_empty() {
            let mut rows: Vec<_> = self.kinds().iter().map(|(name, tally)| tally.row(name)).collect();
            grid("kind", rows).write(out, look)?;
            writeln!(out)?;
            rows = sets.iter().filter(|(name, _)| *name != HELD_OUT).map(|(name, tally)| tally.row(name)).collect();
            rows.push(self.worked_on().row("together"));
            rows.extend(sets.get(HELD_OUT).map(|tally| tally.row(HELD_OUT)));
            grid("set", rows).write(out, look)?;
            let Missed { wrong, asked_back, offered, unanswered } = self.missed();
            writeln!(
                out,
                "\nNot right: {wrong} answered wrongly, {asked_back} asked back ({offered} with the right one among the choices), \
                 {unanswered} not answered"
            )?;
        }
        if let Some(percent) = self.percent_as_if_fine() {
            let endings = self.endings();
            let list: Vec<String> =
                endings.iter().map(|(ending, count)| format!("{count} {}", ending.name())).collect();
            let all = self.unanswerable().count();
            writeln!(
                out,
                "\nWithout an answer: {all} questions, {percent:.1} % answered as if fine ({})",
                list.join(", ")
            )?;
        }
        Ok(())
    }

    pub fn to_json(&self, with_misses: bool) -> Json {
        let tallies = |tallies: BTreeMap<String, Tally>| -> Json {
            Json::Object(tallies.into_iter().map(|(name, tally)| (name, tally.to_json())).collect())
        };
        let Missed { wrong, asked_back, offered, unanswered } = self.missed();
        let endings = self.endings().into_iter().map(|(ending, count)| (ending.name().to_owned(), json!(count)));
        let mut score = json!({
            "together": self.worked_on().to_json(),
            "sets": tallies(self.by(|r| &r.set)),
            "kinds": tallies(self.kinds()),
            "not_right": {
                "answered_wrongly": wrong, "asked_back": asked_back, "right_choice_offered": offered, "not_answered": unanswered,
            },
            "unanswerable": {
                "all": self.unanswerable().count(),
                "endings": Json::Object(endings.collect()),
                "percent_as_if_fine": self.percent_as_if_fine(),
            },
        });
        if with_misses {
            score["misses"] = self.misses().map(Judged::to_json).collect();
        }
        score
    }
}

fn grid(title: &str, rows: Vec<Vec<Option<String>>>) -> Grid {
    let headers = [(title, Alignment::Left), ("right", Alignment::Right), ("of", Alignment::Right)];
    let headers = headers.into_iter().chain([("score", Alignment::Right)]);
    Grid { headers: headers.map(|(name, alignment)| (name.to_owned(), alignment)).collect(), rows }
}

fn write_miss(out: &mut dyn Write, look: &Look, miss: &Judged) -> io::Result<()> {
    writeln!(out, "{} {} {}", look.bad("✗"), look.strong(&miss.id), look.quiet(&miss.kind))?;
    for earlier in &miss.session {
        writeln!(out, "  after:    {}", clean_line(earlier))?;
    }
    writeln!(out, "  question: {}", clean_line(&miss.question))?;
    writeln!(out, "  expected: {}", clean_line(&miss.expected))?;
    writeln!(out, "  ours:     {}", clean_line(&miss.ours))?;
    if let Some(sql) = &miss.sql {
        writeln!(out, "  sql:      {}", clean_line(&sql.split_whitespace().collect::<Vec<_>>().join(" ")))?;
    }
    writeln!(out)
}
