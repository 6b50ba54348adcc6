//! The HTTP door: the page, the seeds' endpoints and our own. The only room that knows axum.
//!
//! It reads requests and writes answers; who may do what, and what is done, is decided in `service`. Without keys it
//! listens on loopback only and answers only requests that come from a page of its own: another site in the same browser
//! must not be able to ask.

mod account;
mod agents;
mod ask;
mod asking;
mod body;
mod chat;
mod datasets;
mod docs;
mod door;
mod error;
mod explore;
mod fields;
mod health;
mod licences;
mod listening;
mod page;
mod pictures;
mod query;
mod report;
mod saved;
mod sources;
mod stream;

pub use error::ServerError;

use crate::mcp::McpDoor;
use crate::service::Service;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware;
use axum::routing::get;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{AllowOrigin, CorsLayer};
use tower_http::timeout::TimeoutLayer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// A question has at most 1,000 characters, a statement may be longer; this leaves room for everything around it.
const LARGEST_BODY: usize = 64 << 10;
/// Rows, or the results of an exploration, that come with a request.
const LARGEST_RESULTS: usize = 16 << 20;
/// What a form has beyond its files.
const FORM_SLACK: u64 = 1 << 20;
/// Beyond an ask's own deadline, for what surrounds it.
const GRACE: Duration = Duration::from_secs(5);
/// How long an upload and its loading may take.
const UPLOAD_TIME: Duration = Duration::from_secs(600);

pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    service: Arc<Service>,
}

impl Server {
    pub async fn bind(service: Arc<Service>) -> Result<Self, ServerError> {
        let settings = &service.settings;
        // A store that cannot say whether there are keys is not asked again: then it is this machine only.
        let has_keys = service.doorkeeper.has_keys().await.unwrap_or(false);
        let host = address(&settings.host, has_keys || settings.service.insecure)?;
        let wanted = SocketAddr::new(host, settings.port);
        let listener = TcpListener::bind(wanted).await.map_err(|e| ServerError::cannot_listen(wanted, e))?;
        let address = listener.local_addr().map_err(|e| ServerError::cannot_listen(wanted, e))?;
        Ok(Self { listener, address, service })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop`. Then readiness goes down, running asks may finish, and open connections end.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let app = router(Arc::clone(&self.service));
        let service = self.service;
        let grace = service.settings.service.shutdown_grace;
        let (closed, when_closed) = tokio::sync::oneshot::channel::<()>();
        let ending = async move {
            stop.await;
            service.close(grace).await;
            // Nobody waits for it when the server is gone already.
            let _ = closed.send(());
        };
        tokio::select! {
            () = listening::serve(self.listener, app, ending) => {}
            // A connection that never ends must not keep the program.
            () = async { drop(when_closed.await); tokio::time::sleep(GRACE).await } => {}
        }
    }
}

fn router(service: Arc<Service>) -> Router {
    let deadline = service.settings.ask_deadline + GRACE;
    let upload = usize::try_from(service.settings.service.upload_bytes + FORM_SLACK).unwrap_or(usize::MAX);
    let timeout = |limit| TimeoutLayer::with_status_code(StatusCode::GATEWAY_TIMEOUT, limit);
    let quick = OpenApiRouter::with_openapi(docs::description())
        .routes(routes!(query::query))
        .routes(routes!(query::query_agentic))
        .routes(routes!(ask::submit))
        .routes(routes!(ask::poll))
        .routes(routes!(ask::stop))
        .routes(routes!(ask::feedback))
        .routes(routes!(ask::follow_ups))
        .routes(routes!(licences::list))
        .routes(routes!(ask::export_rows))
        .routes(routes!(chat::chat))
        .routes(routes!(chat::create, chat::list))
        .routes(routes!(chat::get, chat::rename, chat::delete))
        .routes(routes!(chat::stop))
        .routes(routes!(chat::share))
        .routes(routes!(chat::shared))
        .routes(routes!(agents::start_session))
        .routes(routes!(agents::chat))
        .routes(routes!(agents::get_session, agents::end_session))
        .routes(routes!(agents::health))
        .routes(routes!(datasets::get, datasets::delete))
        .routes(routes!(datasets::preview))
        .routes(routes!(pictures::of_ask))
        .routes(routes!(pictures::of_exploration))
        .routes(routes!(explore::tool))
        .routes(routes!(explore::list))
        .routes(routes!(explore::get))
        .routes(routes!(explore::stop))
        .routes(routes!(report::report_file))
        .routes(routes!(datasets::profile))
        .routes(routes!(sources::list, sources::add))
        .routes(routes!(sources::remove))
        .routes(routes!(sources::schema))
        .routes(routes!(sources::clients))
        .routes(routes!(sources::profile))
        .routes(routes!(sources::run_sql))
        .routes(routes!(sources::sample_questions))
        .routes(routes!(saved::save, saved::list))
        .routes(routes!(saved::get, saved::rename, saved::delete))
        .routes(routes!(saved::refresh))
        .routes(routes!(saved::create_board, saved::list_boards))
        .routes(routes!(saved::get_board, saved::change_board, saved::delete_board))
        .routes(routes!(saved::share_board, saved::unshare_board))
        .routes(routes!(saved::shared))
        .routes(routes!(account::settings))
        .routes(routes!(account::login))
        .routes(routes!(account::logout))
        .routes(routes!(account::keys, account::new_key))
        .routes(routes!(account::revoke))
        .routes(routes!(account::audit))
        .routes(routes!(health::health))
        .routes(routes!(health::ready))
        .routes(routes!(health::metrics))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(timeout(deadline));
    let uploads = OpenApiRouter::new()
        .routes(routes!(datasets::upload, datasets::list))
        .layer(DefaultBodyLimit::max(upload))
        .layer(timeout(UPLOAD_TIME));
    // A stream lasts as long as its ask.
    let streams = OpenApiRouter::new()
        .routes(routes!(ask::events))
        .routes(routes!(chat::chat_stream))
        .routes(routes!(explore::events))
        .layer(DefaultBodyLimit::max(LARGEST_BODY));
    // Rows may come along with the question.
    let explorations = OpenApiRouter::new()
        .routes(routes!(explore::explore))
        .routes(routes!(report::report))
        .layer(DefaultBodyLimit::max(LARGEST_RESULTS))
        .layer(timeout(service.settings.explore_deadline + GRACE));
    let (router, api) = quick.merge(uploads).merge(streams).merge(explorations).split_for_parts();
    let cors = cors(&service.settings.service.cors_origins);
    let mcp = mcp_router(&service);
    router
        .merge(mcp)
        .merge(pages())
        .merge(docs::pages(api))
        .fallback(error::not_found)
        .method_not_allowed_fallback(error::method_not_allowed)
        .layer(CatchPanicLayer::custom(panicked))
        .layer(cors)
        .layer(middleware::from_fn_with_state(Arc::clone(&service), door::enter))
        .with_state(service)
}

/// The page, at the addresses of all its views: it finds out by itself which one is meant.
fn pages() -> Router<Arc<Service>> {
    const VIEWS: [&str; 7] = ["s", "shared", "data", "explore", "boards", "settings", "licences"];
    let router = Router::new().route("/", get(page::page)).route("/assets/{*name}", get(page::asset));
    VIEWS.into_iter().fold(router, |router, view| {
        router.route(&format!("/{view}"), get(page::page)).route(&format!("/{view}/{{*rest}}"), get(page::page))
    })
}

/// MCP over HTTP, stateless, so that any instance serves any request. Who asks is found out here, like everywhere.
fn mcp_router(service: &Arc<Service>) -> Router<Arc<Service>> {
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(LARGEST_BODY)
        // The door has looked at both before.
        .disable_allowed_hosts();
    let kept = Arc::clone(service);
    let door = move || Ok(McpDoor::new(Arc::clone(&kept), None));
    let tools = StreamableHttpService::new(door, Arc::<LocalSessionManager>::default(), config);
    Router::new()
        .nest_service("/mcp", tools)
        .layer(middleware::from_fn(body::arrived))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(service), door::introduce))
}

/// Off unless sites are listed.
fn cors(origins: &[String]) -> CorsLayer {
    let allowed: Vec<HeaderValue> = origins.iter().filter_map(|origin| HeaderValue::from_str(origin).ok()).collect();
    let headers = ["authorization", "content-type", "idempotency-key", "last-event-id", "x-api-key", "x-request-id"];
    CorsLayer::new()
        .allow_origin(AllowOrigin::list(allowed))
        .allow_methods([Method::GET, Method::POST, Method::PATCH, Method::DELETE])
        .allow_headers(headers.map(HeaderName::from_static))
        .expose_headers([header::RETRY_AFTER, HeaderName::from_static("x-request-id")])
}

/// A bug of ours: said as such, without its insides, and the server goes on.
fn panicked(_: Box<dyn std::any::Any + Send>) -> axum::response::Response {
    let (message, hint) = ("Something went wrong inside Vouch.", "The log says more; please report it.");
    let problem = error::Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "INTERNAL", message, hint);
    axum::response::IntoResponse::into_response(problem)
}

/// Names are not looked up: what `localhost` means is not the network's to say.
fn address(host: &str, open_to_others: bool) -> Result<IpAddr, ServerError> {
    let text = host.trim_start_matches('[').trim_end_matches(']');
    let text = if text.eq_ignore_ascii_case("localhost") { "127.0.0.1" } else { text };
    match text.parse::<IpAddr>() {
        Ok(address) if address.is_loopback() || open_to_others => Ok(address),
        Ok(_) => Err(ServerError::NotLoopback(host.to_owned())),
        Err(_) => Err(ServerError::NoAddress(host.to_owned())),
    }
}

#[cfg(test)]
#[path = "http_tests.rs"]
mod tests;
