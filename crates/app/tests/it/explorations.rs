//! Explorations and reports: seed 003's shapes, watched, stopped, and as files.

use crate::support::{Server, run, text};
use crate::watching::Sent;
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};

/// Sixty rows in which the East pays twice as much.
fn rows() -> Vec<Json> {
    (0..60)
        .map(|n| {
            let (region, base) = [("East", 40), ("West", 20), ("North", 21)][n % 3];
            let channel = ["web", "shop"][n / 3 % 2];
            json!({"region": region, "channel": channel, "amount": base + (n * 7 % 11) as i64})
        })
        .collect()
}

fn inline() -> Json {
    json!({
        "question": "What drives the amount?",
        "schema": [{"name": "region", "type": "VARCHAR"}, {"name": "channel", "type": "VARCHAR"}, {"name": "amount", "type": "INTEGER"}],
        "sampleData": rows(),
        "rowCount": 60,
        "dataDescription": "Sales of a shop.",
        "maxSteps": 10,
    })
}

#[test]
fn an_exploration_of_inline_rows_has_the_seeds_fields() {
    let server = Server::alone(&[]);
    let response = server.post("/api/agentic-explore", &inline());
    assert_eq!(response.status, 200, "{response:?}");
    let result = response.json();
    assert_eq!(result["status"], "exploration_complete", "{result:#}");
    assert!(text(&result["summary"]).contains("East"), "{result:#}");
    assert!(result["insights"].as_array().unwrap().iter().any(|claim| text(claim).contains("East")), "{result:#}");
    let query = &result["executedQueries"][0];
    assert!(text(&query["query"]).contains("t_parsed"), "{query:#}");
    assert!(!text(&query["reason"]).is_empty());
    assert!(query["result"]["columns"].is_array() && query["result"]["rows"][0].is_object(), "{query:#}");
    let chart = &result["charts"][0];
    for field in ["id", "chartType", "title", "sqlQuery"] {
        assert!(chart[field].is_string(), "{field}: {chart:#}");
    }
    assert!(chart["spec"]["mark"].is_object() || chart["spec"]["layer"].is_array(), "{chart:#}");
    let metadata = &result["metadata"];
    assert!((1..=10).contains(&metadata["stepCount"].as_u64().unwrap()), "{metadata:#}");
    assert_eq!((&metadata["tokensUsed"], &metadata["mind"]), (&json!(0), &json!("builtin")));
    assert!(metadata["durationMs"].as_f64().unwrap() > 0.0);
    let finding = &result["findings"][0];
    assert_eq!(finding["verdict"]["status"], "holds", "{finding:#}");
    assert!(finding["chart"].is_string() && finding["sql"].is_string(), "{finding:#}");
    // The rows are a dataset that goes with the exploration's session.
    let datasets = server.get("/api/v1/datasets").json();
    assert_eq!(datasets["datasets"][0]["session_id"], result["session_id"], "{datasets:#}");
    // It is kept, and listed.
    let id = text(&result["exploration_id"]);
    let kept = server.get(&format!("/api/v1/explorations/{id}")).json();
    assert_eq!(kept["findings"], result["findings"]);
    let listed = server.get("/api/v1/explorations").json();
    assert_eq!(listed["explorations"][0]["exploration_id"], id.as_str(), "{listed:#}");
}

#[test]
fn bad_requests_say_what_to_do() {
    let server = Server::alone(&[]);
    let cases = [
        (json!({}), "question"),
        (json!({"question": " "}), "empty"),
        (json!({"question": "why?", "maxSteps": 16}), "maxSteps"),
        (json!({"question": "why?", "maxSteps": 0}), "maxSteps"),
        (json!({"question": "why?", "schema": [{"name": "a", "type": "INT"}], "sampleData": []}), "sampleData"),
        (json!({"question": "why?", "sampleData": [1, 2]}), "object"),
        (json!({"question": "why?", "sampleData": [{"a": 1}], "source": "demo"}), "exclude"),
        (json!({"question": "why?", "source": "nowhere"}), "nowhere"),
    ];
    for (body, word) in cases {
        let response = server.post("/api/agentic-explore", &body);
        assert!((400..=404).contains(&response.status), "{body}: {response:?}");
        let problem = response.json();
        let said = format!("{} {}", problem["error"]["message"], problem["error"]["hint"]);
        assert!(said.contains(word), "{body}: {said}");
    }
    for path in ["/api/v1/explorations/none", "/api/v1/explorations/none/report"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    // A question is no exploration.
    let id = server.ask(&json!({"query": "how many customers are there?"}));
    assert_eq!(server.get(&format!("/api/v1/explorations/{id}")).status, 404);
    let report = server.post("/api/report", &json!({"question": "why?"}));
    assert_eq!((report.status, report.problem().1.as_str()), (400, "INVALID_INPUT"), "{report:?}");
}

#[test]
fn an_exploration_is_watched_live_and_again() {
    let server = Server::alone(&[]);
    let body = json!({"question": "What drives returns?", "background": true});
    let accepted = server.post("/api/agentic-explore", &body);
    assert_eq!(accepted.status, 202, "{accepted:?}");
    let id = text(&accepted.json()["exploration_id"]);
    let path = format!("/api/v1/explorations/{id}/stream");
    let live: Vec<Sent> = server.watch_with("GET", &path, &[], "").collect();
    let kinds: Vec<String> = live.iter().map(Sent::what).collect();
    for kind in ["thinking", "step", "tool", "chart", "finding"] {
        assert!(kinds.iter().any(|seen| seen == kind), "{kind}: {kinds:?}");
    }
    let last = live.last().unwrap();
    assert_eq!(last.name, "done");
    let done = &last.data;
    assert_eq!((&done["status"], &done["exploration_id"]), (&json!("exploration_complete"), &json!(id)));
    assert!(done["metadata"]["durationMs"].as_f64().unwrap() < 30_000.0, "{:#}", done["metadata"]);
    // What drives returns in the demo is known: the discount code of one spring.
    assert!(
        text(&done["summary"]).contains("SPRING25") || done["findings"].to_string().contains("SPRING25"),
        "{done:#}"
    );
    let again: Vec<Sent> = server.watch_with("GET", &path, &[], "").collect();
    assert_eq!(again, live);
}

#[test]
fn a_stopped_exploration_stays_stopped_with_what_it_found() {
    let server = Server::alone(&[]);
    let accepted =
        server.post("/api/agentic-explore", &json!({"question": "What drives returns?", "background": true}));
    let id = text(&accepted.json()["exploration_id"]);
    std::thread::sleep(Duration::from_millis(300));
    let since = Instant::now();
    let stopped = server.post(&format!("/api/v1/explorations/{id}/stop"), &json!({})).json();
    assert!(since.elapsed() < Duration::from_millis(1_500), "{:?}", since.elapsed());
    assert_eq!(stopped["status"], "stopped", "{stopped:#}");
    let later = server.get(&format!("/api/v1/explorations/{id}")).json();
    assert_eq!(later["status"], "stopped");
}

#[test]
fn a_report_is_written_on_request_in_three_formats() {
    let server = Server::alone(&[]);
    let explored = server.post("/api/agentic-explore", &inline()).json();
    let id = text(&explored["exploration_id"]);
    let report = text(&server.post("/api/report", &json!({"exploration_id": id})).json()["report"]);
    for part in [
        "# What drives the amount?",
        "## Executive summary",
        "## Findings",
        "## Method",
        "## Data quality",
        "## Limits",
        "## Appendix: queries",
        "](chart:c1)",
        "[Q1]",
        "### Q1",
        "```sql",
    ] {
        assert!(report.contains(part), "{part}: {report}");
    }
    let file = |format: &str| server.get(&format!("/api/v1/explorations/{id}/report?format={format}"));
    // The file brings its pictures along: nobody who opens it can ask for `chart:c1`.
    let markdown = file("markdown").body;
    assert!(markdown.contains("](data:image/svg+xml;base64,PHN2Zy") && !markdown.contains("](chart:"), "{markdown}");
    let (first, picture) = (report.split("![").next().unwrap(), report.matches("](chart:").count());
    assert!(markdown.starts_with(first) && markdown.matches("](data:").count() == picture, "{markdown}");
    let html = file("html");
    assert_eq!(html.status, 200, "{html:?}");
    assert!(html.body.contains("<svg") && !html.body.contains("<script"), "{}", html.body);
    let pdf = server.send_bytes("GET", &format!("/api/v1/explorations/{id}/report?format=pdf"), &[], b"");
    assert_eq!(pdf.status, 200);
    assert!(pdf.bytes.starts_with(b"%PDF-"), "{:?}", pdf.head);
    assert_eq!(file("docx").status, 400);
    // The older way, with what a client kept; an invented figure finds no source.
    let given = json!({
        "question": "What drives the amount?",
        "explorationResults": {
            "summary": "The East pays most.", "insights": ["The East averages 45.", "Sales grew by 812 %."],
            "executedQueries": [{"query": "SELECT 1", "reason": "compare", "result": {"columns": ["region", "avg"], "rows": [{"region": "East", "avg": 45}]}}],
            "charts": [{"id": "x", "chartType": "bar", "title": "t", "sqlQuery": "s", "spec": {"mark": "no such mark"}}],
        },
    });
    let report = text(&server.post("/api/report", &given).json()["report"]);
    assert!(report.contains("The East averages 45") && report.contains("not tested here"), "{report}");
    assert!(report.contains("No query that came along shows its figures"), "{report}");
    let streamed = server.post("/api/report", &json!({"exploration_id": id, "stream": true}));
    assert!(streamed.body.contains("event: step") && streamed.body.contains("event: done"), "{}", streamed.body);
}

#[test]
fn not_too_many_explorations_run_at_once() {
    // The first one goes on for as long as its model says nothing.
    let model = crate::site::Model::hanging();
    let plan = crate::site::Plan::new().model(&model).variable("VOUCH_MODEL_TIMEOUT", "300");
    let site = plan.variable("VOUCH_MAX_EXPLORATIONS", "1").start();
    let body = json!({"question": "What drives returns?", "background": true});
    let first = site.nobody().post("/api/agentic-explore", &body);
    assert_eq!(first.status, 202, "{first:?}");
    let second = site.nobody().post("/api/agentic-explore", &body);
    assert_eq!((second.status, second.code().as_str()), (409, "CONFLICT"), "{second:?}");
    let id = text(&first.json()["exploration_id"]);
    assert_eq!(site.nobody().get(&format!("/api/v1/explorations/{id}")).json()["status"], "running");
}

#[test]
fn answers_come_with_a_chart_where_one_fits() {
    let server = Server::alone(&[]);
    let answer = server.answer(&json!({"query": "number of orders by status"}));
    assert_eq!(answer["chart"]["chartType"], "bar", "{answer:#}");
    assert_eq!(answer["chart"]["spec"]["$schema"], "https://vega.github.io/schema/vega-lite/v6.json");
    let one = server.answer(&json!({"query": "how many customers are there?"}));
    assert!(one.get("chart").is_none(), "{one:#}");
}

/// In the question itself, or afterwards; the rows are the same, so that what was kept of them must not bring the old picture back.
#[test]
fn a_chart_is_of_the_kind_that_was_asked_for() {
    let server = Server::alone(&[]);
    let kind = |answer: &Json| answer["chart"]["chartType"].as_str().unwrap_or_default().to_owned();
    let chat = |message: &str| server.post("/api/v1/chat", &json!({"message": message, "session_id": "drawn"})).json();
    assert_eq!(kind(&chat("orders per month in 2025")), "line");
    let bars = chat("as a bar chart");
    assert_eq!((kind(&bars).as_str(), bars["results"]["row_count"].as_u64()), ("bar", Some(12)), "{bars:#}");
    assert_eq!(kind(&chat("plot it")), "line");
    assert_eq!(kind(&chat("bar chart of orders per month in 2026")), "bar");
    let drawn = run(&["ask", "orders per month in 2025 as a bar chart", "--demo"]);
    assert!(drawn.code == Some(0) && drawn.stdout.contains('█'), "{drawn:?}");
}

#[test]
fn the_command_line_explores_draws_and_reports() {
    let folder = crate::support::folder(&[]);
    let path = folder.path().join("sales.csv");
    let mut csv = "region,channel,amount\n".to_owned();
    for row in rows() {
        csv.push_str(&format!("{},{},{}\n", text(&row["region"]), text(&row["channel"]), row["amount"]));
    }
    std::fs::write(&path, csv).unwrap();
    let path = path.to_str().unwrap();
    let explored = run(&["explore", "What drives the amount?", path, "--chart"]);
    assert_eq!(explored.code, Some(0), "{explored:?}");
    assert!(explored.stdout.contains("East") && explored.stdout.contains("holds"), "{}", explored.stdout);
    assert!(explored.stdout.contains('█'), "a chart is drawn: {}", explored.stdout);
    let asked = run(&["ask", "average amount by region", path, "--chart=bar"]);
    assert!(asked.code == Some(0) && asked.stdout.contains('█'), "{asked:?}");
    let wrong = run(&["ask", "average amount by region", path, "--chart=pie"]);
    assert_eq!(wrong.code, Some(2), "{wrong:?}");
    let html = folder.path().join("report.html");
    let made = run(&["report", "What drives the amount?", path, "--output", html.to_str().unwrap()]);
    assert_eq!(made.code, Some(0), "{made:?}");
    assert!(std::fs::read_to_string(html).unwrap().contains("<svg"));
    let pdf = folder.path().join("report.pdf");
    let made = run(&["report", "What drives the amount?", path, "-o", pdf.to_str().unwrap()]);
    assert_eq!(made.code, Some(0), "{made:?}");
    assert!(std::fs::read(pdf).unwrap().starts_with(b"%PDF-"));
}

#[test]
fn an_exploration_that_is_not_there_is_called_one() {
    let server = Server::start();
    for (method, path) in [("GET", ""), ("POST", "/stop"), ("GET", "/stream"), ("GET", "/report")] {
        let answer = server.send(method, &format!("/api/v1/explorations/nobody's{path}"), &[], "");
        assert_eq!(answer.problem(), (404, "NOT_FOUND".to_owned()));
        assert_eq!(answer.json()["error"]["message"], "There is no exploration 'nobody's'", "{path}");
    }
}
