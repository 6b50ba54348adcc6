//! The HTTP door: the plain page and seed 000's `/query-agentic`. The only room that knows axum.
//!
//! There are no keys yet, so it listens on loopback only and answers only requests that name a loopback host and come
//! from a page of its own: another site in the same browser must not be able to ask.

mod error;
mod origin;
mod page;
mod query;

pub use error::ServerError;

use crate::session::Conversations;
use crate::settings::{Clock, Settings};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware;
use axum::routing::{get, post};
use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tower_http::timeout::TimeoutLayer;

/// A question has at most 1,000 characters; this leaves room for everything around it.
const LARGEST_BODY: usize = 64 << 10;
/// Beyond an ask's own deadline, for what surrounds it.
const GRACE: Duration = Duration::from_secs(5);

/// What every request may use.
struct Service {
    sources: BTreeMap<String, Conversations>,
    settings: Settings,
    clock: Clock,
}

pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    service: Arc<Service>,
}

impl Server {
    pub async fn bind(
        sources: BTreeMap<String, Conversations>,
        settings: &Settings,
        clock: Clock,
    ) -> Result<Self, ServerError> {
        let host = loopback(&settings.host)?;
        let wanted = SocketAddr::new(host, settings.port);
        let listener = TcpListener::bind(wanted).await.map_err(|e| ServerError::cannot_listen(wanted, e))?;
        let address = listener.local_addr().map_err(|e| ServerError::cannot_listen(wanted, e))?;
        Ok(Self { listener, address, service: Arc::new(Service { sources, settings: settings.clone(), clock }) })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop`, then lets running requests end.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), ServerError> {
        let app = router(Arc::clone(&self.service));
        axum::serve(self.listener, app).with_graceful_shutdown(stop).await.map_err(ServerError::Broken)
    }
}

fn router(service: Arc<Service>) -> Router {
    let deadline = service.settings.ask_deadline + GRACE;
    Router::new()
        .route("/", get(page::page))
        .route("/health", get(page::health))
        .route("/api/v1/sample-questions", get(page::sample_questions))
        .route("/query", post(query::query))
        .route("/query-agentic", post(query::query_agentic))
        .fallback(error::not_found)
        .method_not_allowed_fallback(error::method_not_allowed)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(TimeoutLayer::with_status_code(StatusCode::GATEWAY_TIMEOUT, deadline))
        .layer(middleware::from_fn(origin::only_from_here))
        .with_state(service)
}

/// Names are not looked up: what `localhost` means is not the network's to say.
fn loopback(host: &str) -> Result<IpAddr, ServerError> {
    let text = host.trim_start_matches('[').trim_end_matches(']');
    let text = if text.eq_ignore_ascii_case("localhost") { "127.0.0.1" } else { text };
    match text.parse::<IpAddr>() {
        Ok(address) if address.is_loopback() => Ok(address),
        _ => Err(ServerError::NotLoopback(host.to_owned())),
    }
}

#[cfg(test)]
#[path = "http_tests.rs"]
mod tests;
