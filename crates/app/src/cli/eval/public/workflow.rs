//! Somebody else's statements as first drafts: each goes through guard, first aid, execution and checks as a model's
//! would, and what that wins or spoils is counted.

use super::database::{Database, RunError};
use super::questions::Question;
use super::{Rules, equal, runnable};
use crate::cli::print::{Alignment, Grid, Look, clean_line};
use async_trait::async_trait;
use jiff::Zoned;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use vouch_analyst::{Analyst, AnalystSettings, EventSink, SinkError};
use vouch_model::{Answer, AskRequest, Event, Outcome, Stage};

/// No cap that a result of these sets would reach.
const ALL_ROWS: usize = 20_000_000;

/// One draft before and after.
#[derive(Clone, Debug)]
pub struct Drafted {
    system: String,
    question: String,
    database: String,
    draft: String,
    after: Option<String>,
    /// The engine itself runs it.
    runs: bool,
    right_before: bool,
    right_after: bool,
    /// Why nothing came of it, where nothing did.
    refusal: Option<String>,
    changed: bool,
}

pub struct Bench<'a> {
    pub database: &'a Database,
    pub analyst: Analyst,
    pub rules: Rules,
    pub now: Zoned,
    pub runtime: &'a Handle,
}

impl<'a> Bench<'a> {
    pub fn new(database: &'a Database, rules: Rules, now: Zoned, runtime: &'a Handle) -> Self {
        let settings = AnalystSettings {
            statement_timeout: Duration::from_secs(60),
            ask_deadline: Duration::from_secs(120),
            max_result_bytes: 4 << 30,
            ..AnalystSettings::default()
        };
        let analyst = Analyst::new(database.source.connector.clone(), settings);
        Self { database, analyst, rules, now, runtime }
    }

    /// `None` where the gold query itself does not run.
    pub fn one(&self, system: &str, question: &Question, draft: &str) -> Option<Drafted> {
        let expected = self.database.rows(&runnable(&question.gold, self.rules)).ok()?;
        let judge = |sql: &str| {
            let rows = self.database.rows(&runnable(sql, self.rules));
            let right = rows.as_ref().is_ok_and(|rows| equal(self.rules, &question.gold, &expected, rows));
            (right, rows.map(|_| ()))
        };
        let (right_before, ran) = judge(draft);
        let answer = self.walk(question, draft);
        let after = answer.sql.clone().filter(|_| matches!(answer.outcome, Outcome::Answered));
        let right_after = after.as_deref().is_some_and(|sql| judge(sql).0);
        Some(Drafted {
            system: system.to_owned(),
            question: question.text.clone(),
            database: question.database.clone(),
            draft: draft.to_owned(),
            refusal: after.is_none().then(|| refusal(&answer)),
            changed: !answer.notes.is_empty() || answer.attempts.len() > 1,
            runs: matches!(ran, Ok(()) | Err(RunError::Timeout)),
            after,
            right_before,
            right_after,
        })
    }

    fn walk(&self, question: &Question, draft: &str) -> Arc<Answer> {
        let request = AskRequest {
            max_rows: ALL_ROWS,
            skip: vec![Stage::Reason, Stage::Present],
            ..AskRequest::new(&question.text, self.now.clone())
        };
        let asked = self.analyst.ask_with_draft(request, draft, CancellationToken::new(), &Nobody);
        self.runtime.block_on(asked)
    }
}

fn refusal(answer: &Answer) -> String {
    match &answer.outcome {
        Outcome::Failed { message, .. } | Outcome::Declined { message, .. } => message.clone(),
        other => format!("{other:?}"),
    }
}

/// What putting drafts through the workflow came to.
#[derive(Default)]
pub struct Gains {
    drafts: Vec<Drafted>,
}

#[derive(Clone, Copy, Default)]
struct Count {
    all: usize,
    run: usize,
    refused: usize,
    before: usize,
    after: usize,
    won: usize,
    spoilt: usize,
}

impl Drafted {
    fn is_refused(&self) -> bool {
        self.runs && self.refusal.is_some()
    }

    fn is_won(&self) -> bool {
        self.right_after && !self.right_before
    }

    fn is_spoilt(&self) -> bool {
        self.right_before && !self.right_after
    }

    fn to_json(&self) -> Json {
        json!({
            "system": self.system, "database": self.database, "question": self.question, "draft": self.draft,
            "after": self.after, "refusal": self.refusal, "runs": self.runs, "changed": self.changed,
            "right_before": self.right_before, "right_after": self.right_after,
        })
    }
}

impl Count {
    fn add(self, one: &Drafted) -> Self {
        let n = usize::from;
        Self {
            all: self.all + 1,
            run: self.run + n(one.runs),
            refused: self.refused + n(one.is_refused()),
            before: self.before + n(one.right_before),
            after: self.after + n(one.right_after),
            won: self.won + n(one.is_won()),
            spoilt: self.spoilt + n(one.is_spoilt()),
        }
    }

    fn percent(self, part: usize) -> f64 {
        if self.all == 0 { 0.0 } else { 100.0 * part as f64 / self.all as f64 }
    }

    fn row(self, name: &str) -> Vec<Option<String>> {
        let counts = [self.all, self.run, self.refused].map(|n| n.to_string());
        let shares = [self.before, self.after].map(|n| format!("{:.1} %", self.percent(n)));
        let changes = [self.won, self.spoilt].map(|n| n.to_string());
        let figures = counts.into_iter().chain(shares).chain(changes);
        std::iter::once(name.to_owned()).chain(figures).map(Some).collect()
    }

    fn to_json(self) -> Json {
        json!({
            "drafts": self.all, "run": self.run, "valid_refused": self.refused, "right_before": self.before,
            "right_after": self.after, "percent_before": self.percent(self.before),
            "percent_after": self.percent(self.after), "won": self.won, "spoilt": self.spoilt,
        })
    }
}

impl Gains {
    pub fn new(mut drafts: Vec<Drafted>) -> Self {
        drafts.sort_by(|a, b| (&a.system, &a.database).cmp(&(&b.system, &b.database)));
        Self { drafts }
    }

    /// No valid statement was refused, and nothing that was right became wrong.
    pub fn lost_nothing(&self) -> bool {
        !self.drafts.iter().any(|d| d.is_refused() || d.is_spoilt())
    }

    fn counts(&self) -> (BTreeMap<&str, Count>, Count) {
        let mut systems: BTreeMap<&str, Count> = BTreeMap::new();
        for one in &self.drafts {
            let count = systems.entry(one.system.as_str()).or_default();
            *count = count.add(one);
        }
        (systems, self.drafts.iter().fold(Count::default(), Count::add))
    }

    pub fn to_json(&self, with_drafts: bool) -> Json {
        let (systems, all) = self.counts();
        let systems: BTreeMap<&str, Json> = systems.into_iter().map(|(name, count)| (name, count.to_json())).collect();
        let told = self.drafts.iter().filter(|d| with_drafts && d.is_worth_telling()).map(Drafted::to_json);
        json!({"systems": systems, "together": all.to_json(), "drafts": told.collect::<Vec<_>>()})
    }

    pub fn write(&self, out: &mut dyn Write, look: &Look, with_drafts: bool) -> io::Result<()> {
        for one in self.drafts.iter().filter(|d| with_drafts && d.is_worth_telling()) {
            write_draft(out, look, one)?;
        }
        let (systems, all) = self.counts();
        let rows = systems.into_iter().map(|(name, count)| count.row(name)).chain([all.row("together")]);
        let headers = ["drafts", "all", "run", "valid, refused", "right before", "right after", "won", "spoilt"];
        let align = |i: usize| if i == 0 { Alignment::Left } else { Alignment::Right };
        let headers = headers.iter().enumerate().map(|(i, name)| ((*name).to_owned(), align(i))).collect();
        Grid { headers, rows: rows.collect() }.write(out, look)?;
        Ok(())
    }
}

impl Drafted {
    fn is_worth_telling(&self) -> bool {
        self.is_refused() || self.is_won() || self.is_spoilt()
    }
}

fn write_draft(out: &mut dyn Write, look: &Look, one: &Drafted) -> io::Result<()> {
    let mark = match (one.is_spoilt(), one.is_won()) {
        (true, _) => look.bad("spoilt"),
        (_, true) => look.good("won"),
        _ => look.bad("refused"),
    };
    writeln!(out, "{mark} {} {}", look.strong(&one.system), clean_line(&one.question))?;
    writeln!(out, "  draft: {}", clean_line(&one.draft))?;
    let after = one.after.as_deref().or(one.refusal.as_deref()).unwrap_or_default();
    writeln!(out, "  after: {}", clean_line(after))?;
    writeln!(out)
}

struct Nobody;

#[async_trait]
impl EventSink for Nobody {
    async fn send(&self, _event: Event) -> Result<(), SinkError> {
        Ok(())
    }
}
