//! The room that thinks: a question becomes an answer here, one stage after the other.
//!
//! Doors call [`Analyst::ask`] and listen to its events; nothing here knows HTTP, the terminal or the store. What needs
//! judgement goes through the [`Mind`](mind::Mind) trait, everything else is code that is the same for every mind.

mod answered;
mod catalog_answers;
mod checks;
mod context;
mod explore;
mod facts;
mod gather;
mod knowledge;
mod learn;
mod ledger;
mod mind;
mod minds;
mod profile;
mod prompting;
mod recent;
mod report;
mod rows;
mod settings;
mod sink;
mod source_view;
#[doc(hidden)]
pub mod statistics;
mod tenant_catalog;
mod tenants;
mod tools;
mod workflow;

pub use answered::AnswerCache;
pub use context::Library;
pub use explore::tools::ALL as EXPLORATION_TOOLS;
pub use knowledge::{KnowledgeError, Rules};
pub use ledger::Budget;
pub use mind::{ModelSettings, Reasoning};
pub use minds::Minds;
pub use prompting::{PromptError, Prompts};
pub use report::{Report, Subject as ReportSubject};
pub use settings::AnalystSettings;
pub use sink::{EventSink, SinkError};

use jiff::Zoned;
use source_view::{SourceView, ViewCache, quoted_table};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use tenants::Tenant;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use vouch_connectors::{Connector, ConnectorError};
use vouch_model::{
    Answer, AskMode, AskRequest, AttemptError, Catalog, Check, ErrorCode, Exchange, Gathered, ResultSet, Stage, Table,
    Timings,
};
use vouch_sql::restate;

/// Answers questions about one source. Cheap to clone; clones share what was learned about the source.
#[derive(Clone)]
pub struct Analyst {
    connector: Arc<dyn Connector>,
    settings: Arc<AnalystSettings>,
    views: Arc<ViewCache>,
    minds: Arc<Minds>,
    library: Arc<Library>,
    learning: TaskTracker,
    learners: Arc<Semaphore>,
    /// Asks that run.
    asks: Arc<AtomicUsize>,
    /// Whose rows are read; without it all are.
    tenant: Option<Arc<Tenant>>,
}

/// What hand-written SQL gave.
#[derive(Debug)]
pub struct SqlOutcome {
    pub sql: String,
    /// What really ran, where only a tenant's rows were read.
    pub executed_sql: Option<String>,
    pub restatement: String,
    pub results: ResultSet,
    pub checks: Vec<Check>,
    pub notes: Vec<String>,
    pub timings: Timings,
}

impl Analyst {
    pub fn new(source: Arc<dyn Connector>, settings: AnalystSettings) -> Self {
        Self {
            connector: source,
            settings: Arc::new(settings),
            views: Arc::default(),
            minds: Arc::default(),
            library: Arc::default(),
            learning: TaskTracker::new(),
            learners: Arc::new(Semaphore::new(1)),
            asks: Arc::default(),
            tenant: None,
        }
    }

    /// With models beside the built-in mind.
    pub fn with_minds(self, minds: Minds) -> Self {
        Self { minds: Arc::new(minds), ..self }
    }

    /// With business rules and remembered answers.
    pub fn with_library(self, library: Library) -> Self {
        Self { library: Arc::new(library), ..self }
    }

    pub fn source(&self) -> &Arc<dyn Connector> {
        &self.connector
    }

    /// Runs the workflow. Every event goes to `events` in order, the last one is `Event::Done` with the answer that is
    /// also returned: after success, failure and stop alike.
    ///
    /// What runs is boxed: each layer of futures around it would hold room for it twice, and a task of hundreds of
    /// kilobytes is copied several times on its way.
    pub async fn ask(
        &self,
        request: AskRequest,
        history: Vec<Exchange>,
        cancel: CancellationToken,
        events: &dyn EventSink,
    ) -> Arc<Answer> {
        match self.minds.choose(request.mind) {
            Ok(mind) => {
                let now = request.now.clone();
                let running = Running::begin(&self.asks);
                if request.mode == AskMode::Explore {
                    return Box::pin(explore::run(self, mind, request, cancel, events)).await;
                }
                let answer = Box::pin(workflow::run(self, mind, request, history, cancel, events)).await;
                drop(running);
                self.learn(&answer, now);
                answer
            }
            Err(error) => workflow::refuse(request, error, events).await,
        }
    }

    /// The same with a statement that somebody else drafted: guard, first aid, execution and checks as for any mind's.
    pub async fn ask_with_draft(
        &self,
        request: AskRequest,
        sql: &str,
        cancel: CancellationToken,
        events: &dyn EventSink,
    ) -> Arc<Answer> {
        workflow::run(self, &mind::GivenMind::new(sql), request, Vec::new(), cancel, events).await
    }

    /// Hand-written SQL through the same guard, limits and checks as a drafted statement.
    pub async fn run_sql(
        &self,
        sql: &str,
        max_rows: usize,
        cancel: CancellationToken,
    ) -> Result<SqlOutcome, AttemptError> {
        let (mut watch, mut timings) = (Instant::now(), Timings::default());
        let begun = watch;
        let mut lap = |stage| {
            timings.add(stage, watch.elapsed().as_secs_f64());
            watch = Instant::now();
        };
        let view = self.view().await.map_err(|e| from_connector(&e))?;
        let checked = view.check(sql, max_rows).map_err(from_rejected)?;
        lap(Stage::Check);
        let limits = self.settings.limits(max_rows);
        let results = view.execute(&checked, &limits, &cancel).await.map_err(|e| from_connector(&e))?;
        lap(Stage::Run);
        let checks = checks::all(&view, &checked, &results, &self.settings, &cancel).await;
        lap(Stage::Validate);
        timings.total_time = begun.elapsed().as_secs_f64();
        Ok(SqlOutcome {
            sql: checked.sql().to_owned(),
            executed_sql: checked.narrowed_sql(),
            restatement: restate(&checked, Some(&view.catalog)),
            notes: checked.notes().to_vec(),
            results,
            checks: checks.checks,
            timings,
        })
    }

    /// The report on an exploration, written when somebody asks for it.
    pub async fn report(
        &self,
        request: &AskRequest,
        subject: &ReportSubject<'_>,
        cancel: &CancellationToken,
        events: &dyn EventSink,
    ) -> Result<Report, AttemptError> {
        let mind = self.minds.choose(request.mind)?;
        report::write(self, mind, request, subject, cancel, events).await
    }

    /// One of an exploration's tools by hand: its result, or why not and what to do instead.
    pub async fn use_tool(
        &self,
        tool: &str,
        arguments: serde_json::Value,
        cancel: CancellationToken,
    ) -> serde_json::Value {
        explore::use_once(self, tool, arguments, cancel).await
    }

    /// Questions that this data can answer, for someone who does not know what to ask.
    pub async fn sample_questions(&self, limit: usize) -> Result<Vec<String>, ConnectorError> {
        Ok(self.view().await?.linguist.sample_questions(limit))
    }

    /// Short messages that go on from an answer. A statement that a model wrote has no form to go on from; its question
    /// is read for one.
    pub async fn follow_ups(&self, answer: &Answer, now: &Zoned, limit: usize) -> Result<Vec<String>, ConnectorError> {
        let view = self.view().await?;
        let (reading, standalone, now) = (answer.reading.clone(), answer.standalone.clone(), now.clone());
        let work = move || {
            let form = reading.or_else(|| view.linguist.form_of(&standalone, &now));
            form.map(|form| view.linguist.follow_ups(&form, limit)).unwrap_or_default()
        };
        Ok(tokio::task::spawn_blocking(work).await.unwrap_or_default())
    }

    /// What the source holds, as this analyst may see it.
    pub async fn catalog(&self) -> Result<Arc<Catalog>, ConnectorError> {
        Ok(self.view().await?.catalog.clone())
    }

    /// The tables, rules and earlier answers that have to do with some words.
    pub async fn search_metadata(&self, words: &str) -> Result<Gathered, ConnectorError> {
        let view = self.view().await?;
        Ok(self.library.gather(&view, words, "").await)
    }

    /// The first rows of a table, in no particular order.
    pub async fn first_rows(
        &self,
        table: &Table,
        limit: usize,
        cancel: CancellationToken,
    ) -> Result<ResultSet, AttemptError> {
        let sql = format!("SELECT * FROM {} LIMIT {limit}", quoted_table(table, self.connector.dialect()));
        Ok(self.run_sql(&sql, limit, cancel).await?.results)
    }

    async fn view(&self) -> Result<Arc<SourceView>, ConnectorError> {
        self.views.current(&self.connector, self.tenant.as_deref()).await
    }
}

/// Whether every figure of a sentence is in the rows.
pub fn is_grounded(sentence: &str, rows: &ResultSet) -> bool {
    facts::Ground::over(std::iter::once(rows), &[], "").supports(sentence)
}

/// One ask, for as long as it is held.
struct Running<'a>(&'a AtomicUsize);

impl<'a> Running<'a> {
    fn begin(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn from_rejected(rejected: vouch_sql::Rejected) -> AttemptError {
    AttemptError { code: rejected.code, message: rejected.message, suggestion: rejected.suggestion }
}

fn from_connector(error: &ConnectorError) -> AttemptError {
    let code = match error.code() {
        ErrorCode::Internal => ErrorCode::ExecutionError,
        code => code,
    };
    AttemptError { code, message: error.to_string(), suggestion: error.hint() }
}
