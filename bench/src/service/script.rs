//! The model that both services ask: the same script, at 0 ms, over OpenAI's wire format, as it is or streamed. It keeps
//! nothing of what it is asked and takes as little of the machine as it can; the bench measures it by itself to show that
//! it is not what limits a service.

use super::shop;
use super::wire::Wire;
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use std::borrow::Cow;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpStream};

/// In a question: the model takes this long to write its statement, so that the ask stays under way.
pub const SLOWLY: &str = "Slowly: ";
pub const SLOW: Duration = Duration::from_secs(12);

/// Characters of a reply that come in one event, some two tokens.
const DELTA: usize = 8;
const BEFORE: &str = "data: {\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1,\
     \"model\":\"scripted\",\"choices\":[{\"index\":0,\"delta\":{";
const AFTER: &str = "},\"logprobs\":null,\"finish_reason\":null}],\"usage\":null}\n\n";
const OPENING: &str = "\"role\":\"assistant\",\"content\":\"\",\"refusal\":null";
const ENDING: &str = "data: {\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1,\
     \"model\":\"scripted\",\"choices\":[{\"index\":0,\"delta\":{},\"logprobs\":null,\"finish_reason\":\"stop\"}],\
     \"usage\":null}\n\ndata: {\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1,\
     \"model\":\"scripted\",\"choices\":[],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,\
     \"total_tokens\":1100}}\n\ndata: [DONE]\n\n";
const MODELS: &str = r#"{"object":"list","data":[{"id":"scripted","object":"model","created":1,"owned_by":"test"}]}"#;

pub struct Model {
    address: SocketAddr,
    calls: Arc<AtomicU64>,
}

impl Model {
    pub async fn start() -> Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let (address, calls) = (listener.local_addr()?, Arc::<AtomicU64>::default());
        let counted = calls.clone();
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                // A service that ends or stops an ask breaks its connections off.
                tokio::spawn(serve(socket, counted.clone()));
            }
        });
        Ok(Self { address, calls })
    }

    /// With the version, as Python's client wants it.
    pub fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    pub fn calls(&self) -> u64 {
        self.calls.load(Ordering::Relaxed)
    }

    /// Calls a second with a prompt as long as the services send, and whether the reply is streamed.
    pub async fn pace(&self, at_once: usize, streamed: bool) -> Result<f64> {
        let question = "Write one SELECT statement.\nWhich orders of customer 7 were above 0 dollars in total?";
        let system = "orders(order_id INTEGER, customer_id INTEGER, ordered_on TEXT, status TEXT)\n".repeat(80);
        let messages = json!([{"role": "system", "content": system}, {"role": "user", "content": question}]);
        let body = json!({"model": "scripted", "stream": streamed, "messages": messages}).to_string();
        let request: Arc<str> = request("/v1/chat/completions", &body).into();
        let (since, before) = (Instant::now(), self.calls());
        let end = since + Duration::from_secs(2);
        let callers = (0..at_once).map(|_| {
            let (request, address) = (request.clone(), self.address);
            tokio::spawn(async move {
                let mut wire = Wire::connect(address).await?;
                while Instant::now() < end {
                    let (status, reply) = wire.ask(request.as_bytes()).await?;
                    ensure!(status == 200 && reply.len() > 100, "the scripted model said nothing");
                }
                anyhow::Ok(())
            })
        });
        for caller in callers.collect::<Vec<_>>() {
            caller.await??;
        }
        Ok((self.calls() - before) as f64 / since.elapsed().as_secs_f64())
    }
}

/// A request as both ends of the load send it.
pub fn request(path: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    )
}

/// What is read of a request; the rest is stepped over.
#[derive(Deserialize)]
struct Asked<'a> {
    #[serde(borrow)]
    messages: Vec<Message<'a>>,
    #[serde(default)]
    stream: bool,
}

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    content: Cow<'a, str>,
}

async fn serve(socket: TcpStream, calls: Arc<AtomicU64>) -> Result<()> {
    let mut wire = Wire::over(socket)?;
    while let Some((path, body)) = wire.asked().await? {
        if path.ends_with("/models") {
            wire.answer(&response("application/json", MODELS)).await?;
            continue;
        }
        calls.fetch_add(1, Ordering::Relaxed);
        let asked: Asked<'_> = serde_json::from_slice(body)?;
        // Neither service sends anything behind the user's message.
        let said = asked.messages.last().context("a request without messages")?.content.as_ref();
        let slowly = said.contains(SLOWLY) && said.starts_with("Write");
        let text = reply(said);
        let response = match asked.stream {
            true => response("text/event-stream; charset=utf-8", &streamed(&text)),
            false => response("application/json", &whole(&text)),
        };
        if slowly {
            tokio::time::sleep(SLOW).await;
        }
        wire.answer(&response).await?;
    }
    Ok(())
}

fn response(kind: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!("HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\n\r\n{body}").into_bytes()
}

/// The reply in events, all in one piece: at 0 ms nothing lies between them.
fn streamed(text: &str) -> String {
    let mut events = format!("{BEFORE}{OPENING}{AFTER}");
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.char_indices().nth(DELTA).map_or(rest.len(), |(at, _)| at);
        let (piece, behind) = rest.split_at(end);
        rest = behind;
        events.push_str(BEFORE);
        events.push_str("\"content\":");
        events.push_str(&quoted(piece));
        events.push_str(AFTER);
    }
    events + ENDING
}

fn whole(text: &str) -> String {
    format!(
        "{{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"scripted\",\"choices\":[{{\
         \"index\":0,\"message\":{{\"role\":\"assistant\",\"content\":{},\"refusal\":null}},\"finish_reason\":\"stop\"}}],\
         \"usage\":{{\"prompt_tokens\":1000,\"completion_tokens\":100,\"total_tokens\":1100}}}}",
        quoted(text)
    )
}

fn quoted(text: &str) -> String {
    Json::from(text).to_string()
}

/// By the first words of a prompt: the peer's, then Vouch's.
fn reply(prompt: &str) -> String {
    let sql = || shop::statement(prompt).unwrap_or_else(|| "SELECT 1".to_owned());
    let framed = || {
        let question = prompt.lines().find(|line| line.contains("orders of customer")).unwrap_or_default();
        json!({"intent": "TEXT_TO_SQL", "confidence": 0.95, "is_followup": false,
               "standalone_question": question.trim(), "clarification": null})
    };
    let begins = |words: &str| prompt.starts_with(words);
    if begins("Analyze this query") {
        r#"{"needs_clarification":false,"questions":[]}"#.to_owned()
    } else if begins("Write one SQLite SELECT") {
        sql()
    } else if begins("Decide") {
        framed().to_string()
    } else if begins("Understand") {
        let mut both = framed();
        both["sql"] = json!(sql());
        both["assumptions"] = json!([]);
        both.to_string()
    } else if begins("Plan") {
        r#"{"steps":["Add up each order of the customer."],"tables_needed":["orders","order_items"]}"#.to_owned()
    } else if begins("Write") {
        json!({"sql": sql(), "assumptions": []}).to_string()
    } else {
        "The orders differ in size. The first one leads the list.".to_owned()
    }
}
