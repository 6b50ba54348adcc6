//! The model that both services ask: the same script, at 0 ms, over the vendors' real wire format. It keeps nothing of what
//! it is asked, and the bench measures it by itself to show that it is not what limits a service.

use super::shop;
use anyhow::{Result, ensure};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use vouch_testing::{ModelServer, Script, Turn, Usage};

/// In a question: the model takes this long to write its statement, so that the ask stays under way.
pub const SLOWLY: &str = "Slowly: ";
pub const SLOW: Duration = Duration::from_secs(12);

pub struct Model {
    server: ModelServer,
    calls: Arc<AtomicU64>,
}

impl Model {
    pub async fn start() -> Self {
        let calls = Arc::new(AtomicU64::new(0));
        let counted = calls.clone();
        let script = Script::by(move |request| {
            counted.fetch_add(1, Ordering::Relaxed);
            let said = request.last_user();
            let turn = reply(&said).usage(Usage { input: 1_000, output: 100, ..Usage::default() });
            if said.contains(SLOWLY) && said.starts_with("Write") { turn.latency(SLOW) } else { turn }
        });
        Self { server: ModelServer::start_forgetting(script).await, calls }
    }

    /// With the version, as Python's client wants it.
    pub fn url(&self) -> String {
        format!("{}/v1", self.server.url())
    }

    pub fn calls(&self) -> u64 {
        self.calls.load(Ordering::Relaxed)
    }

    /// Calls a second with a prompt as long as the services send, and whether the reply is streamed.
    pub async fn pace(&self, client: &reqwest::Client, at_once: usize, streamed: bool) -> Result<f64> {
        let question = "Write one SELECT statement.\nWhich orders of customer 7 were above 0 dollars in total?";
        let system = "orders(order_id INTEGER, customer_id INTEGER, ordered_on TEXT, status TEXT)\n".repeat(80);
        let messages = json!([{"role": "system", "content": system}, {"role": "user", "content": question}]);
        let body = json!({"model": "scripted", "stream": streamed, "messages": messages}).to_string();
        let (since, before) = (Instant::now(), self.calls());
        let end = since + Duration::from_secs(2);
        let callers = (0..at_once).map(|_| {
            let (client, url, body) = (client.clone(), format!("{}/chat/completions", self.url()), body.clone());
            tokio::spawn(async move {
                while Instant::now() < end {
                    let response = client.post(&url).body(body.clone()).send().await?;
                    ensure!(response.bytes().await?.len() > 100, "the scripted model said nothing");
                }
                Ok(())
            })
        });
        for caller in callers.collect::<Vec<_>>() {
            caller.await??;
        }
        Ok((self.calls() - before) as f64 / since.elapsed().as_secs_f64())
    }
}

/// By the first words of a prompt: the peer's, then Vouch's.
fn reply(prompt: &str) -> Turn {
    let sql = || shop::statement(prompt).unwrap_or_else(|| "SELECT 1".to_owned());
    let framed = || {
        let question = prompt.lines().find(|line| line.contains("orders of customer")).unwrap_or_default();
        json!({"intent": "TEXT_TO_SQL", "confidence": 0.95, "is_followup": false,
               "standalone_question": question.trim(), "clarification": null})
    };
    let begins = |words: &str| prompt.starts_with(words);
    if begins("Analyze this query") {
        Turn::json(json!({"needs_clarification": false, "questions": []}))
    } else if begins("Write one SQLite SELECT") {
        Turn::text(sql())
    } else if begins("Decide") {
        Turn::json(framed())
    } else if begins("Understand") {
        let mut both = framed();
        both["sql"] = json!(sql());
        both["assumptions"] = json!([]);
        Turn::json(both)
    } else if begins("Plan") {
        Turn::json(json!({"steps": ["Add up each order of the customer."], "tables_needed": ["orders", "order_items"]}))
    } else if begins("Write") {
        Turn::json(json!({"sql": sql(), "assumptions": []}))
    } else {
        Turn::text("The orders differ in size. The first one leads the list.")
    }
}
