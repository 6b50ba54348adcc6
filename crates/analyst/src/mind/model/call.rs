//! One call of the model: what is sent, what it may cost, what became of it.

use super::{ModelMind, ModelSettings};
use crate::ledger::Spent;
use crate::mind::Scene;
use crate::prompting::{CommonInput, PromptError, PromptInput, SchemaInput, schema_text};
use futures::StreamExt;
use serde_json::{Value as Json, json};
use std::time::Instant;
use vouch_llm::{
    Call, ChatRequest, Chunk, Effort, LlmError, Message, OutputSchema, Part, Reply, StopReason, TokenUsage, ToolSpec,
    read_json,
};
use vouch_model::{Event, JsonText, ModelCall, SharedJson};

/// Columns of a table that are shown; a wider one shows those that the question touches.
const MOST_COLUMNS: usize = 60;
/// Characters to a token, low enough that a budget is rather kept than broken.
const CHARS_PER_TOKEN: usize = 3;

/// A prompt that waits to be sent.
pub struct Prompt {
    /// The template's name, and what the call is for.
    pub name: &'static str,
    user: Result<String, PromptError>,
    with_schema: bool,
    output: Option<OutputSchema>,
    is_sql: bool,
    temperature: Option<f32>,
    tokens: Option<u32>,
    /// What was said since, where this is a conversation.
    following: Vec<Message>,
    tools: Vec<ToolSpec>,
}

impl Prompt {
    /// Sees the tables.
    pub fn about_schema(self) -> Self {
        Self { with_schema: true, ..self }
    }

    pub fn replies(self, schema: SharedJson) -> Self {
        Self { output: Some(OutputSchema { name: self.name.to_owned(), schema }), ..self }
    }

    pub fn with_sql(self) -> Self {
        Self { is_sql: true, ..self }
    }

    /// Goes on after these messages, with tools at hand.
    pub fn going_on(self, following: Vec<Message>, tools: Vec<ToolSpec>) -> Self {
        Self { following, tools, ..self }
    }

    /// A reply may have so many tokens, whatever the settings say of others.
    pub fn with_tokens(self, tokens: u32) -> Self {
        Self { tokens: Some(tokens), ..self }
    }

    pub fn with_temperature(self, temperature: f32) -> Self {
        Self { temperature: Some(temperature), ..self }
    }
}

impl ModelMind {
    /// A prompt that sees nothing but its own input.
    pub(super) fn prompt<I: PromptInput>(&self, name: &'static str, input: &I) -> Prompt {
        let user = self.settings.prompts.render(input);
        Prompt {
            name,
            user,
            with_schema: false,
            output: None,
            is_sql: false,
            temperature: None,
            tokens: None,
            following: Vec::new(),
            tools: Vec::new(),
        }
    }

    /// The whole reply as JSON, or `None`: why not is in the ledger.
    pub(super) async fn ask(&self, scene: &Scene<'_>, prompt: Prompt) -> Option<Json> {
        let reply = self.send(scene, prompt, &mut |_| {}).await?;
        match read_json(&reply.text) {
            Some(json) => Some(json),
            // Bare SQL is the one thing that is worth having without its JSON.
            None => vouch_llm::read_sql(&reply.text).map(|sql| json!({ "sql": sql })),
        }
    }

    /// Sends the prompt; `piece` hears the text as it comes.
    pub(super) async fn send(
        &self,
        scene: &Scene<'_>,
        prompt: Prompt,
        piece: &mut (dyn FnMut(&str) + Send),
    ) -> Option<Reply> {
        let name = prompt.name;
        let request = match self.request(scene, prompt) {
            Ok(request) => request,
            Err(error) => {
                scene.ledger.close(format!("{error}. The built-in mind took over."));
                return None;
            }
        };
        let model = request.model.clone().unwrap_or_else(|| self.model.model().to_owned());
        let expected =
            TokenUsage { input: estimate(&request), output: u64::from(request.max_tokens), ..Default::default() };
        let price = self.settings.prices.cost(self.model.vendor(), &model, &expected);
        let _reserved = scene.ledger.reserve(expected.input + expected.output, price).ok()?;
        let call = Call {
            purpose: name.to_owned(),
            timeout: self.settings.call_timeout,
            deadline: scene.deadline,
            cancel: scene.cancel.clone(),
        };
        let since = Instant::now();
        let outcome = self.listen(scene, &request, &call, piece).await;
        let usage = outcome.as_ref().map(|reply| counted(&request, reply)).unwrap_or_default();
        let cost = self.settings.prices.cost(self.model.vendor(), &model, &usage);
        if outcome.is_ok() {
            scene.ledger.record(&Spent { purpose: name, model: &model, usage, cost });
        }
        let told = ModelCall {
            purpose: name.to_owned(),
            vendor: self.model.vendor().to_owned(),
            model,
            request: JsonText::of(&request).unwrap_or_default(),
            reply: outcome.as_ref().ok().and_then(|reply| JsonText::of(reply).ok()),
            error: outcome.as_ref().err().and_then(|error| JsonText::of(error).ok()),
            millis: since.elapsed().as_secs_f64() * 1_000.0,
            input_tokens: usage.sent(),
            output_tokens: usage.output,
            cost_usd: cost,
        };
        scene.tell(Event::ModelCalled { call: Box::new(told) }).await;
        self.judge_outcome(scene, outcome)
    }

    async fn listen(
        &self,
        scene: &Scene<'_>,
        request: &ChatRequest,
        call: &Call,
        piece: &mut (dyn FnMut(&str) + Send),
    ) -> Result<Reply, LlmError> {
        let mut stream = self.model.stream(request, call).await?;
        let mut reply = Reply::default();
        while let Some(chunk) = stream.next().await {
            match chunk? {
                Chunk::Text { text } => {
                    piece(&text);
                    reply.text.push_str(&text);
                }
                Chunk::Thinking { text } => {
                    scene.tell(Event::Thinking { text: text.clone() }).await;
                    reply.thinking.push_str(&text);
                }
                Chunk::ToolCall { call } => reply.tool_calls.push(call),
                Chunk::End { stop, usage } => (reply.stop, reply.usage) = (stop, usage),
            }
        }
        Ok(reply)
    }

    fn judge_outcome(&self, scene: &Scene<'_>, outcome: Result<Reply, LlmError>) -> Option<Reply> {
        let error = match outcome {
            Ok(reply) if reply.stop == StopReason::Refused => {
                scene.ledger.note("The model declined a step; the built-in mind did it.".to_owned());
                return None;
            }
            Ok(reply) => return Some(reply),
            Err(error) => error,
        };
        tracing::info!(code = error.code(), %error, "a model call failed");
        match &error {
            LlmError::Cancelled => {}
            LlmError::Drift { message } => scene.ledger.set_drift(message.clone()),
            // The next request may be shorter, the next reply better.
            LlmError::TooLong { .. } | LlmError::Garbled { .. } => scene.ledger.note(sentence(&error)),
            _ => scene.ledger.close(sentence(&error)),
        }
        None
    }

    fn request(&self, scene: &Scene<'_>, prompt: Prompt) -> Result<ChatRequest, PromptError> {
        let settings: &ModelSettings = &self.settings;
        let common =
            settings.prompts.render(&CommonInput { dialect: scene.view.catalog.dialect.title().to_owned() })?;
        let mut system = vec![Part { text: common, cache: !prompt.with_schema }];
        if prompt.with_schema {
            system.push(Part { text: self.schema(scene)?, cache: true });
        }
        let temperature = if prompt.is_sql { settings.sql_temperature } else { settings.temperature };
        Ok(ChatRequest {
            model: settings.stage_models.get(prompt.name).cloned(),
            system,
            messages: std::iter::once(Message::User { text: prompt.user? }).chain(prompt.following).collect(),
            tools: prompt.tools,
            output: prompt.output,
            temperature: Some(prompt.temperature.unwrap_or(temperature)),
            max_tokens: prompt.tokens.unwrap_or(if prompt.is_sql { settings.sql_tokens } else { settings.text_tokens }),
            // A model that thinks must not think for long: someone waits.
            effort: Some(Effort::Low),
        })
    }

    fn schema(&self, scene: &Scene<'_>) -> Result<String, PromptError> {
        let (view, tables) = (scene.view, &scene.context.tables);
        let schema = tables_text(scene);
        let more = view.catalog.tables.len().saturating_sub(tables.len());
        self.settings.prompts.render(&SchemaInput { schema, more_tables: Some(more).filter(|n| *n > 0) })
    }
}

/// The tables at hand. Unless one of them is so wide that the question decides what is shown of it, they read the same
/// whatever is asked.
fn tables_text(scene: &Scene<'_>) -> String {
    let (view, context, private) = (scene.view, scene.context, scene.curtain.is_closed());
    let same = |(tables, closed): &(Vec<String>, bool)| *closed == private && *tables == context.tables;
    if let Some(known) = view.schema_texts.find(same) {
        return known;
    }
    let worth = |table: &vouch_model::Table| {
        view.finder.columns_worth_showing(&table.qualified_name(), &context.question, MOST_COLUMNS)
    };
    let text = schema_text(&view.catalog, &context.tables, &worth, scene.curtain);
    let shown = context.tables.iter().filter_map(|name| view.catalog.table(name));
    if shown.into_iter().all(|table| table.columns.len() <= MOST_COLUMNS) {
        view.schema_texts.keep((context.tables.clone(), private), text.clone());
    }
    text
}

/// Vendors put whole stack traces into their errors.
const MOST_ERROR_CHARS: usize = 240;

fn sentence(error: &LlmError) -> String {
    let error_text: String = error.to_string().chars().take(MOST_ERROR_CHARS).collect();
    let hint = error.hint().map(|h| format!(" {h}")).unwrap_or_default();
    format!("{error_text}; the built-in mind took over.{hint}")
}

/// Some servers count nothing; a guess keeps budgets meaningful.
fn counted(request: &ChatRequest, reply: &Reply) -> TokenUsage {
    if reply.usage != TokenUsage::default() {
        return reply.usage;
    }
    let said = reply.text.chars().count() + reply.thinking.chars().count();
    TokenUsage { input: estimate(request), output: (said / CHARS_PER_TOKEN) as u64, ..TokenUsage::default() }
}

/// Before sending, nobody knows the vendor's count.
fn estimate(request: &ChatRequest) -> u64 {
    let system: usize = request.system.iter().map(|p| p.text.chars().count()).sum();
    let messages = request.messages.iter().map(|m| match m {
        Message::User { text } | Message::Assistant { text, .. } | Message::Tool { text, .. } => text.chars().count(),
    });
    ((system + messages.sum::<usize>()) / CHARS_PER_TOKEN) as u64
}
