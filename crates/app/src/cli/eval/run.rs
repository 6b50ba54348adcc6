//! Asks the cases of a suite, each in a session of its own, and judges the answers.

use super::compare::{self, Rules};
use super::looks::Source;
use super::score::{Ending, Judged, Score, Verdict};
use super::suite::{Case, DataOfSet, Suite};
use crate::cli::Failure;
use crate::cli::interrupt::Interrupt;
use crate::cli::progress::LoadingBar;
use crate::session::{Conversations, Presence, Visitor, new_request};
use crate::settings::{Clock, Settings};
use crate::wiring::{self, Data, DataChoice};
use async_trait::async_trait;
use indicatif::{ProgressBar, ProgressDrawTarget};
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;
use vouch_analyst::{EventSink, SinkError};
use vouch_connectors::ConnectorError;
use vouch_model::{Answer, AskRequest, Event, Intent, Outcome, ResultSet, SessionId};
use vouch_store::SessionKind;

pub async fn run(suite: &Suite, settings: &Settings, interrupt: &Interrupt) -> Result<Score, Failure> {
    let mut score = Score::default();
    let mut opened: BTreeMap<&str, Opened> = BTreeMap::new();
    let bar = progress(suite.cases.len());
    for case in &suite.cases {
        let name = case.data_name();
        let Some(set) = suite.data.get(name) else { continue };
        if !opened.contains_key(name) {
            opened.insert(name, Opened::open(&suite.path.join(name), set, settings).await?);
        }
        let Some(data) = opened.get(name) else { continue };
        let clock = Clock::new(settings.time_zone.clone(), Some(case.now.as_ref().unwrap_or(&set.now)))?;
        let answer = data.ask(case, None, settings, &clock, interrupt).await?;
        if interrupt.happened() {
            break;
        }
        let offered = data.offers(case, &answer, settings, &clock, interrupt).await?;
        score.add(judge(case, &answer, offered));
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(score)
}

pub fn progress(cases: usize) -> ProgressBar {
    let shown = std::io::stderr().is_terminal();
    let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    ProgressBar::with_draw_target(Some(u64::try_from(cases).unwrap_or(0)), target)
}

/// The data of a set, ready to be asked.
pub struct Opened {
    conversations: Conversations,
    data: Data,
    _folder: Option<TempDir>,
}

impl Opened {
    pub async fn open(folder: &Path, set: &DataOfSet, settings: &Settings) -> Result<Self, Failure> {
        let mut made = None;
        let choice = if let Some(script) = &set.sqlite {
            let (temporary, url) = make_sqlite(&folder.join(script))?;
            made = Some(temporary);
            DataChoice::Url(url)
        } else if let Some(files) = &set.files {
            DataChoice::Files(files.iter().map(|file| folder.join(file)).collect())
        } else if set.source.as_deref() == Some("demo") {
            DataChoice::Demo
        } else {
            let message = format!("{} names no data", folder.join("set.json").display());
            return Err(Failure::new(message, Some("It needs one of source, files, sqlite.".to_owned())));
        };
        Self::open_choice(&choice, made, settings).await
    }

    pub async fn open_choice(
        choice: &DataChoice,
        folder: Option<TempDir>,
        settings: &Settings,
    ) -> Result<Self, Failure> {
        let data = wiring::open_data(choice, settings, Arc::new(LoadingBar::default())).await?;
        let conversations =
            wiring::conversations(&data, wiring::passing_store()?, settings, &Presence::alone().known())?;
        Ok(Self { conversations, data, _folder: folder })
    }

    /// The data itself.
    pub async fn source(&self) -> Result<Source, ConnectorError> {
        Source::of(Arc::clone(&self.data.connector)).await
    }

    /// Whether one of the choices that an answer offers leads to the right rows.
    async fn offers(
        &self,
        case: &Case,
        answer: &Answer,
        settings: &Settings,
        clock: &Clock,
        interrupt: &Interrupt,
    ) -> Result<bool, Failure> {
        let Outcome::Clarify { clarification } = &answer.outcome else { return Ok(false) };
        if case.is_unanswerable() {
            return Ok(false);
        }
        for choice in 1..=clarification.choices.len() {
            let picked = self.ask(case, Some(&choice.to_string()), settings, clock, interrupt).await?;
            if answers(case, &picked) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Asks the earlier questions of the session, then the one that counts, and replies if it is asked back.
    pub async fn ask(
        &self,
        case: &Case,
        reply: Option<&str>,
        settings: &Settings,
        clock: &Clock,
        interrupt: &Interrupt,
    ) -> Result<Arc<Answer>, Failure> {
        let session = SessionId::new();
        let visitor = Visitor::local(SessionKind::Chat);
        let ask = |question: &str| {
            let request = AskRequest { session: Some(session.clone()), ..new_request(question, settings, clock.now()) };
            self.conversations.ask(&visitor, request, interrupt.token(), &Nobody)
        };
        for earlier in &case.session {
            ask(earlier).await?;
        }
        let answer = ask(&case.question).await?;
        match reply {
            Some(reply) => Ok(ask(reply).await?),
            None => Ok(answer),
        }
    }
}

/// Runs a script into a new SQLite database.
fn make_sqlite(script: &Path) -> Result<(TempDir, String), Failure> {
    let failed = |e: &dyn std::fmt::Display| Failure::new(format!("{} cannot be run: {e}", script.display()), None);
    let sql = std::fs::read_to_string(script).map_err(|e| failed(&e))?;
    let folder = tempfile::tempdir().map_err(|e| failed(&e))?;
    let path = folder.path().join("data.sqlite");
    vouch_connectors::create_from_script(&path, &sql).map_err(|e| failed(&e))?;
    Ok((folder, format!("sqlite:{}", path.display())))
}

fn judge(case: &Case, answer: &Answer, offered: bool) -> Judged {
    let ending = ending(answer);
    let right = if case.is_unanswerable() {
        case.accept.iter().any(|accepted| accepted == ending.name())
    } else {
        ending == Ending::Answered && answers(case, answer)
    };
    Judged::new(case, answer, Verdict { ending, right, offered })
}

fn answers(case: &Case, answer: &Answer) -> bool {
    answer.results.as_ref().is_some_and(|results| fits(case, results))
}

/// Whether these are the rows of the case, or of one of its other readings.
pub fn fits(case: &Case, results: &ResultSet) -> bool {
    let rules = Rules { ordered: case.ordered, extra_columns: case.extra_columns, percent: case.percent };
    let mut readings = std::iter::once(&case.rows).chain(case.alternatives.iter().map(|a| &a.rows));
    readings.any(|rows| compare::equal(rows, results, rules))
}

pub fn ending(answer: &Answer) -> Ending {
    match &answer.outcome {
        // Small talk and help are answers, but they claim nothing about the data.
        Outcome::Answered if answer.results.is_none() && answer.intent == Intent::General => Ending::Talk,
        Outcome::Answered => Ending::Answered,
        Outcome::Clarify { .. } => Ending::Clarify,
        Outcome::Declined { .. } => Ending::Declined,
        Outcome::Failed { .. } => Ending::Failed,
        Outcome::Stopped => Ending::Stopped,
    }
}

struct Nobody;

#[async_trait]
impl EventSink for Nobody {
    async fn send(&self, _event: Event) -> Result<(), SinkError> {
        Ok(())
    }
}
