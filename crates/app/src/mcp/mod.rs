//! The MCP door: tools for other people's agents, over stdio and at `/mcp`. Same guard, limits, keys and tenants as
//! every other door; what a tool does is done in `service`.

mod arguments;
mod exploring;

use crate::service::{Asking, Caller, Service, Target};
use crate::session::{AskError, new_request, validate_session};
use crate::settings::MOST_ROWS;
use crate::shapes::{ChatReply, RowsShape, SchemaShape, TableShape};
use arguments::{
    AskArguments, Place, SchemaArguments, SearchArguments, SessionArguments, SqlArguments, TableArguments,
};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, ContentBlock, Implementation, ServerCapabilities, ServerConfig};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler, tool, tool_handler, tool_router};
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::sync::Arc;
use vouch_model::Outcome;
use vouch_store::SessionKind;

const INSTRUCTIONS: &str = "Ask questions about data in plain language. Use `ask` for answers with checked SQL and an \
     explanation; `describe_schema` and `search_metadata` tell what there is; `run_sql` runs a SELECT of your own through \
     the same guard; `explore` looks around by itself, and `find_patterns`, `create_visualization` and `validate_analysis` \
     are its tools. A reply with a clarification is answered by calling `ask` again with the same session_id.";

#[derive(Clone)]
pub struct McpDoor {
    service: Arc<Service>,
    /// Who asks, where the door itself knows: over stdio it is who started the program.
    caller: Option<Caller>,
    tool_router: ToolRouter<Self>,
}

impl McpDoor {
    pub fn new(service: Arc<Service>, caller: Option<Caller>) -> Self {
        Self { service, caller, tool_router: Self::tool_router() + Self::exploring_router() }
    }

    /// Over HTTP the request itself says who sends it; who could not say it was turned away before.
    fn caller(&self, context: &RequestContext<RoleServer>) -> Result<Caller, AskError> {
        let of_request = || context.extensions.get::<http::request::Parts>()?.extensions.get::<Caller>().cloned();
        let unknown = || AskError::Unauthorized { message: "nobody knows who asks".to_owned() };
        self.caller.clone().or_else(of_request).ok_or_else(unknown)
    }

    async fn target(&self, caller: &Caller, place: &Place) -> Result<Target, AskError> {
        self.service.target(caller, &place.source_name()).await
    }
}

#[tool_router]
impl McpDoor {
    /// Answers a question about the data: checked SQL, its rows, and an explanation whose figures come from them.
    #[tool]
    async fn ask(
        &self,
        Parameters(arguments): Parameters<AskArguments>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        let answered = async {
            let caller = self.caller(&context)?;
            let service = &self.service;
            let mut request = new_request(&arguments.question, &service.settings, service.clock.now());
            request.max_rows = arguments.max_rows.unwrap_or(request.max_rows);
            if let Some(name) = &arguments.session_id {
                validate_session(name)?;
                request.session = Some(service.named_session(&caller, name).await?);
            }
            let known = match (&request.session, arguments.place.is_empty()) {
                (Some(id), true) => service.session(&caller, id).await.ok(),
                _ => None,
            };
            let target = match known {
                Some(session) => {
                    let client_id = arguments.place.client_id.as_deref();
                    service.target_of_question(&caller, &session, client_id, None).await?
                }
                None => self.target(&caller, &arguments.place).await?,
            };
            let asking = Asking::new(target, request, SessionKind::Chat);
            // A client that cancels or leaves stops the ask.
            let (started, _stop) = service.start_attended(&caller, asking).await?;
            tokio::select! {
                answer = service.finish(started) => answer,
                () = context.ct.cancelled() => Err(AskError::Busy { message: "the question was cancelled".to_owned() }),
            }
        };
        match answered.await {
            Ok(answer) => {
                let worked = matches!(answer.outcome, Outcome::Answered | Outcome::Clarify { .. });
                let reply = serde_json::to_value(ChatReply::of_answer(&answer)).unwrap_or_default();
                if worked { CallToolResult::structured(reply) } else { CallToolResult::structured_error(reply) }
            }
            Err(error) => refused(&error),
        }
    }

    /// Runs one SELECT through the guard: read-only, with row and time limits, as the caller's tenant.
    #[tool]
    async fn run_sql(
        &self,
        Parameters(arguments): Parameters<SqlArguments>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        let ran = async {
            let caller = self.caller(&context)?;
            let max_rows = arguments.max_rows.unwrap_or(self.service.settings.max_rows);
            if !(1..=MOST_ROWS).contains(&max_rows) {
                return Err(AskError::invalid(format!("max_rows must be 1 to {MOST_ROWS}"), "1000 is usual."));
            }
            let named = arguments.place.source_name();
            let outcome = self.service.run_sql(&caller, &named, &arguments.sql, max_rows).await?;
            Ok(json!({
                "sql": outcome.sql,
                "restatement": outcome.restatement,
                "results": RowsShape::of(&outcome.results),
                "checks": outcome.checks,
                "notes": outcome.notes,
            }))
        };
        reply(ran.await)
    }

    /// Lists the sources and datasets that can be asked.
    #[tool]
    async fn list_sources(&self, context: RequestContext<RoleServer>) -> CallToolResult {
        let listed = async {
            let caller = self.caller(&context)?;
            let sources = self.service.visible_sources(&caller).await?;
            let sources = sources.iter().map(
                |source| json!({"source": source.name, "dialect": source.conversations().analyst().source().dialect()}),
            );
            let datasets = self.service.datasets(&caller).await?;
            let datasets = datasets
                .iter()
                .map(|dataset| json!({"dataset_id": dataset.id, "name": dataset.name, "tables": dataset.tables}));
            Ok(json!({"sources": sources.collect::<Vec<_>>(), "datasets": datasets.collect::<Vec<_>>()}))
        };
        reply(listed.await)
    }

    /// Describes tables, columns, keys and sample values of a source, or of one table.
    #[tool]
    async fn describe_schema(
        &self,
        Parameters(arguments): Parameters<SchemaArguments>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        let described = async {
            let caller = self.caller(&context)?;
            let target = self.target(&caller, &arguments.place).await?;
            let catalog = target.conversations.analyst().catalog().await?;
            match &arguments.table {
                None => Ok(to_json(&SchemaShape::of(&catalog))),
                Some(name) => match catalog.table(name) {
                    Some(table) => Ok(to_json(&TableShape::of(table))),
                    None => Err(AskError::not_found("table", name)),
                },
            }
        };
        reply(described.await)
    }

    /// Finds the tables, business rules and earlier answers that have to do with a question.
    #[tool]
    async fn search_metadata(
        &self,
        Parameters(arguments): Parameters<SearchArguments>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        let found = async {
            let caller = self.caller(&context)?;
            let target = self.target(&caller, &arguments.place).await?;
            let found = target.conversations.analyst().search_metadata(&arguments.query).await?;
            let pairs = |pairs: &[(String, String)], first: &str, second: &str| -> Vec<Json> {
                pairs.iter().map(|(a, b)| json!({first: a, second: b})).collect()
            };
            // The answer to the very same question is the best example there is.
            let same = found.same.map(|sql| (arguments.query.clone(), sql));
            let examples: Vec<(String, String)> = same.into_iter().chain(found.examples).collect();
            Ok(json!({
                "tables": found.tables,
                "rules": pairs(&found.rules, "title", "text"),
                "examples": pairs(&examples, "question", "sql"),
            }))
        };
        reply(found.await)
    }

    /// Tells what the rows of a table are like: per column counts, nulls, distinct values, range, mean, median, quartiles,
    /// deviation, histogram or most frequent values, outliers and what looks odd; repeated rows, correlations, and what is
    /// missing together.
    #[tool]
    async fn profile(
        &self,
        Parameters(arguments): Parameters<TableArguments>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        let profiled = async {
            let caller = self.caller(&context)?;
            let named = arguments.place.source_name();
            Ok(to_json(&self.service.profile(&caller, &named, Some(&arguments.table)).await?))
        };
        reply(profiled.await)
    }

    /// Lists the caller's conversations, latest first.
    #[tool]
    async fn list_sessions(
        &self,
        Parameters(arguments): Parameters<SessionArguments>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        let listed = async {
            let caller = self.caller(&context)?;
            let limit = arguments.limit.unwrap_or(20).min(1_000);
            let sessions = self.service.sessions(&caller, arguments.search.as_deref(), 0, limit).await?;
            let sessions = sessions.iter().map(|session| {
                json!({
                    "session_id": session.id.shown(),
                    "title": session.title,
                    "last_activity": session.last_activity,
                    "turns": session.turn_count,
                })
            });
            Ok(json!({"sessions": sessions.collect::<Vec<_>>()}))
        };
        reply(listed.await)
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for McpDoor {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("vouch", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }
}

fn reply(result: Result<Json, AskError>) -> CallToolResult {
    match result {
        Ok(value) => CallToolResult::structured(value),
        Err(error) => refused(&error),
    }
}

/// An error that the calling agent can act on: what happened, its code, what to do.
fn refused(error: &AskError) -> CallToolResult {
    let hint = error.hint().unwrap_or_default();
    CallToolResult::error(vec![ContentBlock::text(format!("{error} ({}). {hint}", error.code()))])
}

fn to_json(value: &impl Serialize) -> Json {
    serde_json::to_value(value).unwrap_or_default()
}
