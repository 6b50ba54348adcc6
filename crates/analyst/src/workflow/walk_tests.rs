//! Whole walks over a real source with a mind that says what the test tells it to: the paths that a smooth question
//! never takes.

use super::*;
use crate::mind::{Draft, Drafted, Frame, Repair, Shown};
use async_trait::async_trait;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;
use tokio::sync::mpsc;
use vouch_connectors::{Progress, SourceUrl, load_files, open};
use vouch_model::{Attempt, CheckKind, CheckVerdict, Diagnosis, Intent, Outcome};

/// Proposes the given statements, one after the other.
struct ScriptedMind {
    statements: Vec<&'static str>,
    /// How many earlier attempts, and whether all carried their error, at each repair.
    seen: Mutex<Vec<(usize, bool)>>,
    /// How long it takes to understand a question.
    thinks: Duration,
}

impl ScriptedMind {
    fn new(statements: &[&'static str]) -> Self {
        Self { statements: statements.to_vec(), seen: Mutex::default(), thinks: Duration::ZERO }
    }

    fn next(&self, attempts: &[Attempt]) -> Option<Draft> {
        let sql = *self.statements.get(attempts.len())?;
        Some(Draft {
            sql: sql.into(),
            mind: "scripted".into(),
            confidence: 0.9,
            summary: String::new(),
            notes: Vec::new(),
            reading: None,
        })
    }
}

#[async_trait]
impl Mind for ScriptedMind {
    fn name(&self) -> &str {
        "scripted"
    }

    fn rewrites(&self, _scene: &Scene<'_>) -> bool {
        false
    }

    async fn frame(&self, scene: &Scene<'_>) -> Frame {
        tokio::time::sleep(self.thinks).await;
        Frame::other(Intent::TextToSql, &scene.request.question)
    }

    async fn reason(&self, _scene: &Scene<'_>, _frame: &Frame) -> Vec<String> {
        Vec::new()
    }

    async fn draft(&self, _scene: &Scene<'_>, _frame: &Frame, _plan: &[String], earlier: &[Attempt]) -> Drafted {
        self.next(earlier).into()
    }

    async fn diagnose(&self, _scene: &Scene<'_>, _frame: &Frame, attempts: &[Attempt], issues: &[String]) -> Diagnosis {
        let (error_type, root_cause) = match attempts.last().and_then(|a| a.error.as_ref()) {
            Some(error) => (error.code, error.message.clone()),
            None => (ErrorCode::ExecutionError, issues.join(" ")),
        };
        Diagnosis { error_type, root_cause, suggestion: String::new() }
    }

    async fn repair(&self, _scene: &Scene<'_>, repair: &Repair<'_>) -> Option<Draft> {
        let explained = repair.attempts.iter().all(|a| a.error.is_some() && a.diagnosis.is_some());
        self.seen.lock().unwrap().push((repair.attempts.len(), explained));
        match repair.ready {
            Some(sql) => {
                let sql = sql.to_owned();
                Some(Draft {
                    sql,
                    mind: "scripted".into(),
                    confidence: 0.9,
                    summary: String::new(),
                    notes: Vec::new(),
                    reading: None,
                })
            }
            None => self.next(repair.attempts),
        }
    }

    async fn explore(&self, _: &Scene<'_>, _: &crate::explore::Notebook) -> crate::explore::Move {
        unreachable!("this mind explores nothing")
    }

    async fn report(&self, _: &Scene<'_>, _: &vouch_model::Exploration) -> Option<String> {
        None
    }

    async fn explain(&self, _scene: &Scene<'_>, shown: &Shown<'_>, say: mpsc::Sender<String>) {
        for fact in shown.facts {
            say.send(fact.text.clone()).await.unwrap();
        }
        say.send("Sales doubled to 987,654.".into()).await.unwrap();
    }
}

#[derive(Default)]
struct Transcript(Mutex<Vec<Event>>);

#[async_trait]
impl EventSink for Transcript {
    async fn send(&self, event: Event) -> Result<(), crate::SinkError> {
        self.0.lock().unwrap().push(event);
        Ok(())
    }
}

impl Transcript {
    /// One word or two for each event, without times.
    fn lines(&self) -> Vec<String> {
        let line = |event: &Event| match event {
            Event::Status { status } => Some(format!("{status:?}").to_lowercase()),
            Event::Drafted { attempt, .. } => Some(format!("draft {attempt}")),
            Event::AttemptFailed { attempt, error } => Some(format!("attempt {attempt} failed: {}", error.code)),
            Event::Tool { call } => Some(format!("tool {} {}", call.tool, call.success)),
            Event::Rows { results } => Some(format!("{} rows", results.rows.len())),
            Event::Done { .. } => Some("done".into()),
            _ => None,
        };
        self.0.lock().unwrap().iter().filter_map(line).collect()
    }
}

struct Quiet;

impl Progress for Quiet {
    fn start(&self, _file: &str, _total_bytes: u64) {}
    fn advance(&self, _bytes: u64) {}
    fn finish(&self) {}
}

struct Shop {
    _folder: tempfile::TempDir,
    analyst: Analyst,
}

/// Three orders with four lines between them: joining the lines repeats order 1.
async fn shop(settings: AnalystSettings) -> Shop {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| -> PathBuf {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let orders = file("orders.csv", "order_id,city,fee\n1,Paris,10\n2,Rome,20\n3,Paris,30\n");
    let lines = file("order_lines.csv", "line_id,order_id,amount\n1,1,5.5\n2,1,4.5\n3,2,7\n4,3,1\n");
    let database = folder.path().join("shop.duckdb");
    load_files(&[orders, lines], &database, &Quiet).unwrap();
    let source = open("shop", &SourceUrl::DuckDb(database)).await.unwrap();
    Shop { _folder: folder, analyst: Analyst::new(source, settings) }
}

fn request() -> AskRequest {
    let request = AskRequest::new("what are the fees?", "2026-11-15T12:00:00[UTC]".parse().unwrap());
    AskRequest { skip: vec![Stage::Reason], ..request }
}

async fn walk(mind: &ScriptedMind) -> (Arc<Answer>, Vec<String>) {
    let shop = shop(AnalystSettings::default()).await;
    let events = Transcript::default();
    let answer = run(&shop.analyst, mind, request(), Vec::new(), CancellationToken::new(), &events).await;
    (answer, events.lines())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_good_statement_is_answered_at_once_and_false_sentences_are_dropped() {
    let (answer, lines) = walk(&ScriptedMind::new(&["SELECT sum(fee) AS total_fee FROM orders"])).await;
    assert_eq!(answer.outcome, Outcome::Answered);
    assert_eq!(
        lines,
        [
            "understanding",
            "searching",
            "tool get_schema true",
            "generating",
            "draft 1",
            "executing",
            "tool execute_sql true",
            "1 rows",
            "tool validate_results true",
            "explaining",
            "finished",
            "done",
        ]
    );
    let explanation = answer.explanation.as_ref().unwrap();
    assert_eq!(explanation.text(), "The total fee is 60.");
    assert_eq!(explanation.dropped, 1);
    assert_eq!(explanation.sentences[0].figures[0].cells, [(0, 0)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_statement_is_repaired_in_the_light_of_its_error() {
    let mind = ScriptedMind::new(&["SELCT fee FROM orders", "SELECT nothing FROM orders", "SELECT fee FROM orders"]);
    let (answer, lines) = walk(&mind).await;
    assert_eq!(answer.outcome, Outcome::Answered);
    let errors: Vec<_> = answer.attempts.iter().map(|a| a.error.as_ref().map(|e| e.code)).collect();
    assert_eq!(errors, [Some(ErrorCode::SyntaxError), Some(ErrorCode::ColumnNotFound), None]);
    assert!(lines.contains(&"correcting".to_owned()), "{lines:?}");
    assert_eq!(*mind.seen.lock().unwrap(), [(1, true), (2, true)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_misspelt_column_is_mended_and_counts_as_no_attempt() {
    let (answer, lines) = walk(&ScriptedMind::new(&["SELECT fees FROM orders"])).await;
    assert_eq!(answer.outcome, Outcome::Answered);
    assert_eq!(answer.attempts.len(), 1);
    assert!(answer.notes.iter().any(|note| note.contains("`fee`")), "{:?}", answer.notes);
    assert!(!lines.contains(&"correcting".to_owned()), "{lines:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn after_the_last_attempt_the_end_is_honest() {
    let mind = ScriptedMind::new(&["SELECT a FROM orders", "SELECT b FROM staff", "SELECT c FROM orders"]);
    let (answer, lines) = walk(&mind).await;
    let Outcome::Failed { code, message, suggestions } = &answer.outcome else { panic!("{:?}", answer.outcome) };
    assert_eq!(*code, ErrorCode::AttemptsExhausted);
    assert_eq!(answer.attempts.len(), 3);
    for said in ["3 statements", "Attempt 1: ", "Attempt 3: ", "no table `staff`"] {
        assert!(message.contains(said), "{said} in {message}");
    }
    assert!(!suggestions.is_empty());
    assert!(answer.sql.is_none() && answer.results.is_none());
    assert_eq!(lines.last().unwrap(), "done");
    assert!(lines.contains(&"failed".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sum_that_a_join_multiplies_is_found_and_mended() {
    let fan_out = "SELECT sum(o.fee) AS fees FROM orders o JOIN order_lines l ON l.order_id = o.order_id \
                   WHERE l.amount > 1";
    let (answer, _) = walk(&ScriptedMind::new(&[fan_out])).await;
    assert_eq!(answer.outcome, Outcome::Answered);
    let cell = answer.results.as_ref().unwrap().rows[0][0].as_f64();
    // Orders 1 and 2 have such lines, fees 10 and 20; the join alone would say 40.
    assert_eq!(cell, Some(30.0), "{:?}", answer.sql);
    assert_eq!(answer.attempts.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_value_that_does_not_occur_is_named_with_the_nearest() {
    let (answer, _) = walk(&ScriptedMind::new(&["SELECT fee FROM orders WHERE city = 'Pariss'"])).await;
    let check = answer.checks.iter().find(|c| c.kind == CheckKind::ValueExists).unwrap();
    assert_eq!(check.verdict, CheckVerdict::Warning);
    assert_eq!(check.suggestions, ["Paris"]);
    assert!(answer.checks.iter().any(|c| c.kind == CheckKind::Empty));
    assert_eq!(answer.outcome, Outcome::Answered);
}

const ENDLESS: &str =
    "SELECT count(*) FROM range(1000000) a, range(1000000) b, range(1000) c WHERE a.range + b.range = -c.range";

#[tokio::test(flavor = "multi_thread")]
async fn stopping_interrupts_the_statement_within_a_second() {
    let shop = shop(AnalystSettings::default()).await;
    let events = Transcript::default();
    let cancel = CancellationToken::new();
    let stop = cancel.clone();
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(300)).await;
        stop.cancel();
    });
    let since = Instant::now();
    let answer = run(&shop.analyst, &ScriptedMind::new(&[ENDLESS]), request(), Vec::new(), cancel, &events).await;
    assert_eq!(answer.outcome, Outcome::Stopped);
    assert!(since.elapsed() < Duration::from_millis(1_300), "{:?}", since.elapsed());
    assert_eq!(events.lines()[events.lines().len() - 2..], ["stopped", "done"]);
    // The engine is free again at once.
    let after = shop.analyst.run_sql("SELECT count(*) FROM orders", 10, CancellationToken::new()).await;
    assert_eq!(after.unwrap().results.rows.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_statement_that_takes_too_long_is_not_tried_again() {
    let settings = AnalystSettings { statement_timeout: Duration::from_millis(300), ..Default::default() };
    let shop = shop(settings).await;
    let mind = ScriptedMind::new(&[ENDLESS, "SELECT 1"]);
    let answer =
        run(&shop.analyst, &mind, request(), Vec::new(), CancellationToken::new(), &Transcript::default()).await;
    let Outcome::Failed { code, suggestions, .. } = &answer.outcome else { panic!("{:?}", answer.outcome) };
    assert_eq!(*code, ErrorCode::Timeout);
    assert_eq!(answer.attempts.len(), 1);
    assert!(!suggestions.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_whole_ask_has_a_deadline_too() {
    let settings = AnalystSettings { ask_deadline: Duration::from_millis(300), ..Default::default() };
    let shop = shop(settings).await;
    let mind = ScriptedMind::new(&[ENDLESS]);
    let answer =
        run(&shop.analyst, &mind, request(), Vec::new(), CancellationToken::new(), &Transcript::default()).await;
    assert!(matches!(answer.outcome, Outcome::Failed { code: ErrorCode::Timeout, .. }), "{:?}", answer.outcome);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_or_endless_question_is_bad_input() {
    let shop = shop(AnalystSettings::default()).await;
    for question in [String::new(), "  ".into(), "x".repeat(1_001)] {
        let request = AskRequest { question, ..request() };
        let mind = ScriptedMind::new(&[]);
        let answer =
            run(&shop.analyst, &mind, request, Vec::new(), CancellationToken::new(), &Transcript::default()).await;
        assert!(matches!(answer.outcome, Outcome::Failed { code: ErrorCode::InvalidInput, .. }));
    }
}

/// It began the same stage anew for ever, until the program was out of memory.
#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_that_passes_before_anything_is_understood_ends_the_ask() {
    let settings = AnalystSettings { ask_deadline: Duration::from_millis(200), ..Default::default() };
    let shop = shop(settings).await;
    let mind = ScriptedMind { thinks: Duration::from_secs(60), ..ScriptedMind::new(&["SELECT 1"]) };
    let events = Transcript::default();
    let walk = run(&shop.analyst, &mind, request(), Vec::new(), CancellationToken::new(), &events);
    let answer = tokio::time::timeout(Duration::from_secs(20), walk).await.unwrap();
    assert!(matches!(answer.outcome, Outcome::Failed { code: ErrorCode::Timeout, .. }), "{:?}", answer.outcome);
    assert_eq!(events.lines().last().unwrap(), "done");
    assert!(events.lines().len() < 10, "{:?}", events.lines());
}
