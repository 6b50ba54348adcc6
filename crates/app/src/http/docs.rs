//! The API's own description: made from the code, at `/openapi.json`, and readable at `/docs` without a network.

use super::error::ErrorBody;
use axum::Router;
use axum::http::{HeaderValue, header};
use axum::middleware::map_response;
use axum::response::Response;
use serde::Serialize;
use serde_json::Value as Json;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::response::ResponseBuilder;
use utoipa::openapi::schema::Type;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{ContentBuilder, ObjectBuilder, OpenApi, Ref, RefOr, Required};
use utoipa::{OpenApi as _, ToSchema};
use utoipa_swagger_ui::{Config, SwaggerUi};
use vouch_model::{Intent, Timings, Usage};

/// Scripts and styles come from here and nowhere else; the page styles its parts as it makes them.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
     font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

#[derive(utoipa::OpenApi)]
#[openapi(
    info(title = "Vouch", description = "Questions about data in plain language, with answers that can be trusted."),
    components(schemas(ErrorBody, QueryError))
)]
struct Described;

/// Seed 000's answer: one of success, a question back, or an error.
#[derive(Serialize, ToSchema)]
pub struct QueryReply {
    pub success: bool,
    /// `agentic` or `simple`.
    pub method: String,
    pub query_id: String,
    pub session_id: Option<String>,
    pub sql: Option<String>,
    #[schema(value_type = Option<Object>)]
    pub results: Option<Json>,
    pub explanation: Option<String>,
    #[schema(value_type = Option<Object>)]
    pub validation: Option<Json>,
    #[schema(value_type = Option<Object>)]
    pub reflection: Option<Json>,
    pub iterations: u32,
    pub tool_calls: u32,
    pub is_followup: bool,
    pub needs_clarification: Option<bool>,
    pub questions: Option<Vec<String>>,
    pub error: Option<String>,
    pub error_code: Option<String>,
    pub timings: Timings,
    pub usage: Usage,
    pub intent: Option<Intent>,
    /// The question with everything from the conversation written out.
    pub resolved_query: Option<String>,
    pub restatement: Option<String>,
    pub tables_used: Option<Vec<String>>,
    #[schema(value_type = Option<Vec<Object>>)]
    pub checks: Option<Json>,
    pub facts: Option<Vec<String>>,
    #[schema(value_type = Option<Vec<Object>>)]
    pub attempts: Option<Json>,
    pub notes: Option<Vec<String>>,
    pub confidence: Option<String>,
    pub executed_sql: Option<String>,
    pub suggestions: Option<Vec<String>>,
    /// Why it is asked back, and what may be meant.
    pub reason: Option<String>,
    #[schema(value_type = Option<Vec<Object>>)]
    pub choices: Option<Json>,
}

/// Seed 000's refusal of a request: `error` is a text.
#[derive(Serialize, ToSchema)]
pub struct QueryError {
    pub success: bool,
    pub error: String,
    pub error_code: String,
    pub method: String,
}

pub fn description() -> OpenApi {
    let mut api = Described::openapi();
    api.info.version = env!("CARGO_PKG_VERSION").to_owned();
    api
}

/// What every path may also answer: who is refused learns it in the same shape everywhere.
const REFUSALS: [(&str, &str); 11] = [
    ("400", "The request is wrong; the message says how"),
    ("401", "A key is needed"),
    ("403", "Not with this key, or not from this site"),
    ("404", "There is no such thing, or it is somebody else's"),
    ("408", "The request did not come in time"),
    ("409", "It does not fit what is there"),
    ("413", "Too large"),
    ("422", "The statement was refused or did not run"),
    ("429", "Too many questions; Retry-After says when to come back"),
    ("503", "Too busy, or something it needs does not answer"),
    ("504", "The answer did not come in time"),
];

/// What a request with an `Idempotency-Key` begins but once.
const REPEATABLE: [&str; 13] = [
    "/query",
    "/query-agentic",
    "/api/v1/ask",
    "/api/v1/chat",
    "/api/v1/chat/stream",
    "/api/v1/chat/sessions",
    "/api/v1/datasets",
    "/api/v1/keys",
    "/api/v1/saved",
    "/api/v1/saved/boards",
    "/api/agentic-explore",
    "/agents/text-to-sql/chat",
    "/agents/text-to-sql/start-session",
];

fn repeat_key() -> Parameter {
    let about = "Sent again with the same request, it finds what the first one began; with another one it is refused";
    let text = ObjectBuilder::new().schema_type(Type::String).min_length(Some(1)).max_length(Some(255)).build();
    ParameterBuilder::new()
        .name("Idempotency-Key")
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some(about))
        .schema(Some(text))
        .build()
}

/// Adds the refusals and the ways to log in to everything that was described.
fn complete(mut api: OpenApi) -> OpenApi {
    for (path, item) in &mut api.paths.paths {
        let schema = if path.starts_with("/query") { "QueryError" } else { "ErrorBody" };
        if REPEATABLE.contains(&path.as_str())
            && let Some(post) = &mut item.post
        {
            post.parameters.get_or_insert_default().push(RefOr::T(repeat_key()));
        }
        let operations = [&mut item.get, &mut item.post, &mut item.put, &mut item.delete, &mut item.patch];
        for operation in operations.into_iter().flatten() {
            // The handlers' own names repeat from group to group, and generators of clients fold what is called alike.
            let group = operation.tags.as_ref().and_then(|tags| tags.first()).cloned().unwrap_or_default();
            operation.operation_id = operation.operation_id.as_ref().map(|name| format!("{group}_{name}"));
            for (status, about) in REFUSALS {
                let content = ContentBuilder::new().schema(Some(Ref::from_schema_name(schema))).build();
                let refusal = ResponseBuilder::new().description(about).content("application/json", content).build();
                operation.responses.responses.entry(status.to_owned()).or_insert(RefOr::T(refusal));
            }
        }
    }
    let components = api.components.get_or_insert_default();
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some("A key, or a token")).build();
    components.security_schemes.insert("key".to_owned(), RefOr::T(SecurityScheme::Http(bearer)));
    // The empty one: without keys nobody has to say who they are.
    let none: [String; 0] = [];
    api.security = Some(vec![SecurityRequirement::default(), SecurityRequirement::new("key", none)]);
    api
}

/// `/openapi.json` and `/docs`. Nobody elsewhere is asked whether the description is valid.
pub fn pages<S: Clone + Send + Sync + 'static>(api: OpenApi) -> Router<S> {
    let pages =
        SwaggerUi::new("/docs").url("/openapi.json", complete(api)).config(Config::default().validator_url("none"));
    Router::from(pages).layer(map_response(with_policy))
}

async fn with_policy(mut response: Response) -> Response {
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    response
}
