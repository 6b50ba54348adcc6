//! With a model that takes a second for every call: when the rows are there, when the explanation is, and what the ask
//! sends. Beside it the seeds' order, one call after the other, through the same program.

use anyhow::{Context, Result};
use async_trait::async_trait;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tiktoken_rs::o200k_base_singleton;
use tokio_util::sync::CancellationToken;
use vouch_analyst::{Analyst, AnalystSettings, EventSink, Minds, ModelSettings, Reasoning, SinkError};
use vouch_connectors::{SourceUrl, open};
use vouch_llm::{ProviderSettings, connect};
use vouch_model::{AskMode, AskRequest, Event, Exchange, MindName, Stage};
use vouch_testing::{ModelServer, Script, Turn};

const L: Duration = Duration::from_secs(1);
const QUESTION: &str = "What is the revenue of each category?";
const SQL: &str = "SELECT c.category_name, sum(i.line_total) AS revenue FROM order_items i \
                   JOIN products p ON p.product_id = i.product_id \
                   JOIN categories c ON c.category_id = p.category_id GROUP BY 1 ORDER BY 2 DESC";

/// When what became visible.
#[derive(Default)]
struct Watch {
    since: Mutex<Option<Instant>>,
    rows: Mutex<Option<Duration>>,
}

#[async_trait]
impl EventSink for Watch {
    async fn send(&self, event: Event) -> Result<(), SinkError> {
        let locked = |e: &dyn std::fmt::Display| SinkError(e.to_string());
        if let Event::Rows { .. } = event {
            let since = self.since.lock().map_err(|e| locked(&e))?;
            *self.rows.lock().map_err(|e| locked(&e))? = since.map(|s| s.elapsed());
        }
        Ok(())
    }
}

pub fn run(demo: &Path) -> Result<()> {
    let runtime = tokio::runtime::Runtime::new()?;
    println!("\nmodel: a scripted model with L = 1 s per call, on the demo");
    runtime.block_on(measure(demo))
}

async fn measure(demo: &Path) -> Result<()> {
    let source = open("demo", &SourceUrl::DuckDb(demo.to_owned())).await?;
    let server = ModelServer::start(script()).await;
    let analyst = |reasoning| -> Result<Analyst> {
        let model = connect(ProviderSettings {
            vendor: "anthropic".into(),
            base_url: Some(server.url()),
            api_key: Some("not-a-key".into()),
            ..Default::default()
        })?;
        let settings = ModelSettings { reasoning, ..ModelSettings::builtin()? };
        let minds = Minds::new([(MindName::Anthropic, model)], Arc::new(settings));
        Ok(Analyst::new(source.clone(), AnalystSettings::default()).with_minds(minds))
    };
    let ours = analyst(Reasoning::Never)?;
    // The first ask of a program also reads the catalog.
    ours.sample_questions(1).await?;
    let full = AskRequest { skip: vec![Stage::Reason], ..AskRequest::new(QUESTION, jiff::Zoned::now()) };
    let simple = AskRequest { mode: AskMode::Simple, ..full.clone() };
    let fast = AskRequest { mode: AskMode::Fast, ..full.clone() };
    show("full, the question stands alone", time(&ours, full.clone(), Vec::new()).await?, "aim rows 1.2 L, end 2.3 L");
    show("fast, one call", time(&ours, fast, Vec::new()).await?, "");
    show("simple (`POST /query`)", time(&ours, simple, Vec::new()).await?, "aim 1.2 L");
    // A conversation makes the frame come first, and a plan makes the draft wait for it: the seeds' order.
    let sequential = AskRequest { skip: Vec::new(), ..full.clone() };
    show("the seeds' order (frame, draft, explain)", time(&ours, full, vec![earlier()]).await?, "");
    let with_plan = analyst(Reasoning::Always)?;
    show("the same with a plan", time(&with_plan, sequential, vec![earlier()]).await?, "");
    tokens(&server)
}

fn show(what: &str, (rows, end): (Duration, Duration), aim: &str) {
    println!("  {what:<42} rows after {:.2} L, finished after {:.2} L  {aim}", in_l(rows), in_l(end));
}

fn in_l(time: Duration) -> f64 {
    time.as_secs_f64() / L.as_secs_f64()
}

async fn time(analyst: &Analyst, request: AskRequest, history: Vec<Exchange>) -> Result<(Duration, Duration)> {
    let watch = Watch::default();
    let since = Instant::now();
    if let Ok(mut slot) = watch.since.lock() {
        *slot = Some(since);
    }
    let answer = analyst.ask(request, history, CancellationToken::new(), &watch).await;
    let end = since.elapsed();
    anyhow::ensure!(answer.sql.is_some(), "not answered: {:?}", answer.outcome);
    let rows = watch.rows.into_inner().ok().flatten().context("no rows were told")?;
    Ok((rows, end))
}

/// What the first ask sent, counted with OpenAI's `o200k_base`; the vendor bills what it has cached at a tenth.
fn tokens(server: &ModelServer) -> Result<()> {
    let count = |text: &str| o200k_base_singleton().encode_with_special_tokens(text).len();
    let (mut total, mut cached) = (0, 0);
    for request in server.requests().iter().take(3) {
        let (all, system) = (count(&request.text()), count(&request.system()));
        println!(
            "  sent for {:<8} {all:>5} tokens, of them {system} in the part that can be cached",
            purpose(&request.last_user())
        );
        total += all;
        cached += system;
    }
    println!(
        "  an ask sends {total} tokens in all; {} of them again and again, {} new (o200k_base)",
        cached,
        total - cached
    );
    Ok(())
}

fn script() -> Script {
    Script::by(|request| {
        let turn = match purpose(&request.last_user()) {
            "frame" => Turn::json(serde_json::json!({
                "intent": "TEXT_TO_SQL", "confidence": 0.95, "is_followup": false,
                "standalone_question": QUESTION, "clarification": null,
            })),
            "fast" => Turn::json(serde_json::json!({
                "intent": "TEXT_TO_SQL", "confidence": 0.95, "is_followup": false,
                "standalone_question": QUESTION, "clarification": null, "sql": SQL, "assumptions": [],
            })),
            "plan" => Turn::json(serde_json::json!({"steps": ["Sum the lines by category."], "tables_needed": []})),
            "draft" => Turn::json(serde_json::json!({"sql": SQL, "assumptions": []})),
            _ => Turn::text("The categories differ widely. The first one leads."),
        };
        turn.latency(L)
    })
}

fn purpose(message: &str) -> &'static str {
    let beginnings = [("Decide", "frame"), ("Understand", "fast"), ("Plan", "plan"), ("Write", "draft")];
    beginnings.into_iter().find(|(words, _)| message.starts_with(words)).map_or("explain", |(_, name)| name)
}

fn earlier() -> Exchange {
    Exchange {
        question: "How many orders are there?".into(),
        standalone: "How many orders are there?".into(),
        sql: Some("SELECT count(*) FROM orders".into()),
        results_summary: "1 row, columns: count".into(),
        reading: None,
        pending: None,
        source: None,
    }
}
