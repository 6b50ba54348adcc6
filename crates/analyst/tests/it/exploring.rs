//! Explorations that a model steers through tool calls, as transcripts: what it asks for, what it is told, what is found.

use crate::support::{Shop, Transcript, line, model_at};
use serde_json::json;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;
use vouch_model::{Answer, AskMode, AskRequest, Event, ExploreOptions, FindingKind, MindName, Outcome, VerdictStatus};
use vouch_testing::{ModelServer, Script, Turn};

/// Ninety sales in three regions; the East sells for about twice as much.
async fn sales() -> Shop {
    let mut csv = "sale,region,channel,amount\n".to_owned();
    for n in 0..90 {
        let (region, base) = [("East", 40.0), ("West", 20.0), ("North", 21.0)][n % 3];
        let channel = ["web", "shop"][n / 3 % 2];
        let _ = writeln!(csv, "{n},{region},{channel},{}", base + f64::from(n as u32 * 7 % 11) - 5.0);
    }
    Shop::of_files(&[("sales.csv", &csv)]).await
}

const BY_REGION: &str =
    "SELECT region, avg(amount) AS avg_amount, count(*) AS n FROM sales GROUP BY region ORDER BY 2 DESC";

struct Explored {
    answer: Arc<Answer>,
    events: Vec<Event>,
    server: ModelServer,
}

impl Explored {
    fn transcript(&self) -> String {
        let mut lines: Vec<String> = self.events.iter().filter_map(line).collect();
        let exploration = self.answer.exploration.as_ref().unwrap();
        lines.push(format!("ended: {}", exploration.ended));
        lines.push(format!("summary: {}", exploration.summary));
        lines.join("\n")
    }
}

async fn explore(shop: &Shop, options: ExploreOptions, script: Script, private: bool) -> Explored {
    let server = ModelServer::start(script).await;
    let analyst = shop.analyst(model_at(&server));
    let request = AskRequest {
        mode: AskMode::Explore,
        explore: options,
        schema_only: private,
        ..AskRequest::new("what drives the amount?", "2026-11-15T12:00:00[UTC]".parse().unwrap())
    };
    let events = Transcript::default();
    let answer = analyst.ask(request, Vec::new(), CancellationToken::new(), &events).await;
    Explored { answer, events: events.0.into_inner().unwrap(), server }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_explores_meets_errors_and_sums_up() {
    let shop = sales().await;
    let chart = |y: &str| json!({"chartType": "bar", "sqlQuery": BY_REGION, "title": "East sells for most", "x": "region", "y": y});
    let finding = json!({
        "finding": "The East averages 40.3, the West 19.6.", "relatedQuery": BY_REGION, "kind": "difference",
    });
    let script = Script::queue([
        Turn::tool_calls([("profileData", json!({}))]).saying_first("I look at the data first."),
        Turn::tool_calls([("executeSQLQuery", json!({"query": "SELECT regio, avg(amount) FROM sales GROUP BY 1"}))]),
        Turn::tool_calls([("executeSQLQuery", json!({"query": "DROP TABLE sales", "reason": "tidy up"}))]),
        Turn::tool_calls([
            ("executeSQLQuery", json!({"query": BY_REGION, "reason": "Compare the regions."})),
            ("createVisualization", chart("revenue")),
        ]),
        Turn::tool_calls([("createVisualization", chart("avg_amount")), ("makeCoffee", json!({"cups": 2}))]),
        Turn::tool_calls([("validateAnalysis", finding)]),
        Turn::text("The East averages 40.3 against 19.6 in the West. Sales will grow by 812 % next year."),
    ]);
    let told = explore(&shop, ExploreOptions::default(), script, false).await;
    insta::assert_snapshot!("explored", told.transcript());
    assert_eq!(told.answer.outcome, Outcome::Answered);
    let exploration = told.answer.exploration.as_ref().unwrap();
    assert_eq!((exploration.step_count, exploration.queries.len(), exploration.charts.len()), (6, 1, 1));
    let [finding] = exploration.findings.as_slice() else { panic!("{:?}", exploration.findings) };
    assert_eq!((finding.kind, finding.chart.as_deref()), (FindingKind::Difference, Some("c1")));
    assert_eq!(told.answer.usage.minds["explore"], "anthropic");
    assert!(told.answer.usage.input_tokens > 0);
    // Every error came with what to do instead, and the model saw it.
    let last = told.server.requests().last().unwrap().text();
    assert!(last.contains("There is no tool 'makeCoffee'"), "{last}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_figure_that_is_not_in_the_rows_is_found_out() {
    let shop = sales().await;
    let finding = json!({"finding": "The East averages 977.", "relatedQuery": BY_REGION});
    let script = Script::queue([Turn::tool_calls([("validateAnalysis", finding)]), Turn::text("That is all.")]);
    let told = explore(&shop, ExploreOptions::default(), script, false).await;
    let exploration = told.answer.exploration.clone().unwrap();
    assert_eq!(exploration.findings[0].verdict.status, VerdictStatus::Misleading);
    assert!(exploration.findings[0].verdict.reason.contains("not in the rows"));
}

#[tokio::test(flavor = "multi_thread")]
async fn it_ends_after_fifteen_steps_and_what_is_sent_stays_bounded() {
    let shop = sales().await;
    let count = std::sync::atomic::AtomicU32::new(0);
    let script = Script::by(move |_| {
        let n = count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let query = format!("SELECT *, {n} AS round FROM sales");
        Turn::tool_calls([("executeSQLQuery", json!({"query": query, "reason": "Look again."}))])
    });
    let told = explore(&shop, ExploreOptions::default(), script, false).await;
    let exploration = told.answer.exploration.clone().unwrap();
    assert_eq!((exploration.step_count, exploration.ended.as_str()), (15, "All 15 steps were used."));
    let sizes: Vec<usize> = told.server.requests().iter().map(|request| request.text().len()).collect();
    let (early, late) = (sizes[4], sizes[14]);
    assert!(late < early * 3 / 2, "what is sent grows: {sizes:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_query_is_not_run_twice() {
    let shop = sales().await;
    let again = || Turn::tool_calls([("executeSQLQuery", json!({"query": BY_REGION, "reason": "Compare."}))]);
    let script = Script::queue([again(), again(), Turn::text("Nothing more.")]);
    let told = explore(&shop, ExploreOptions::default(), script, false).await;
    assert_eq!(told.answer.exploration.clone().unwrap().queries.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_its_model_the_built_in_mind_explores() {
    let shop = sales().await;
    let told = explore(&shop, ExploreOptions::default(), Script::always(Turn::status(503, "down")), false).await;
    let exploration = told.answer.exploration.as_ref().unwrap();
    assert_eq!(told.answer.usage.minds["explore"], "builtin");
    let held = |f: &&vouch_model::Finding| f.verdict.status == VerdictStatus::Holds;
    assert!(exploration.findings.iter().filter(held).any(|f| f.claim.contains("East")), "{exploration:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn in_privacy_mode_no_cell_leaves() {
    let shop = sales().await;
    let told = explore(&shop, ExploreOptions::default(), Script::always(Turn::text("Hello.")), true).await;
    assert!(told.server.requests().is_empty());
    assert_eq!(told.answer.outcome, Outcome::Answered);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_ends_it_at_once() {
    let shop = sales().await;
    let server = ModelServer::start(Script::always(Turn::hang())).await;
    let analyst = shop.analyst(model_at(&server));
    let request = AskRequest {
        mode: AskMode::Explore,
        mind: MindName::Anthropic,
        ..AskRequest::new("what drives the amount?", "2026-11-15T12:00:00[UTC]".parse().unwrap())
    };
    let cancel = CancellationToken::new();
    let stopper = cancel.clone();
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(300)).await;
        stopper.cancel();
    });
    let since = Instant::now();
    let answer = analyst.ask(request, Vec::new(), cancel, &Transcript::default()).await;
    assert_eq!(answer.outcome, Outcome::Stopped);
    assert!(since.elapsed() < Duration::from_millis(1_300), "{:?}", since.elapsed());
    assert!(
        server.until(|server| server.closed_early() > 0, Duration::from_secs(1)).await,
        "the connection stays open"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn tools_by_hand_say_what_to_do_about_nonsense() {
    let shop = sales().await;
    let analyst = vouch_analyst::Analyst::new(shop.connector.clone(), Default::default());
    let cases = [
        ("executeSQLQuery", json!({"query": "SELECT 1 FROM nowhere", "reason": "x"}), "sales"),
        ("executeSQLQuery", json!({"query": BY_REGION}), "reason"),
        ("createVisualization", json!({"chartType": "pie", "sqlQuery": BY_REGION, "title": "t"}), "bar"),
        ("validateAnalysis", json!([1, 2]), "object"),
        ("profileData", json!({"table": "nowhere"}), "sales"),
        ("noSuchTool", json!({}), "executeSQLQuery"),
    ];
    for (tool, arguments, hint) in cases {
        let result = analyst.use_tool(tool, arguments, CancellationToken::new()).await;
        assert_eq!(result["success"], false, "{tool}: {result}");
        let said = format!("{} {}", result["error"], result["hint"]);
        assert!(said.contains(hint), "{tool}: {said}");
    }
    let patterns = analyst.use_tool("findPatterns", json!({"focus": "amount"}), CancellationToken::new()).await;
    assert!(patterns["patterns"][0]["claim"].as_str().unwrap().contains("East"), "{patterns}");
}
