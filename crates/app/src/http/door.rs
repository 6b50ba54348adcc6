//! Who comes in. Every request passes here first: from where it claims to come, who it is from, and what is said about
//! it in the log.
//!
//! A page of another site can make a browser send requests here (cross-site), or have its own name point here (DNS
//! rebinding). Both show in headers that a page cannot forge: `Origin` and `Host`. A number is never such a name, so
//! addresses are fine; names are fine when the settings list them.

use super::error::Problem;
use super::query;
use crate::service::{CLIENT, Caller, Credential, Service, is_meant};
use crate::telemetry;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;
use tracing::Instrument;

pub const COOKIE: &str = "vouch_login";
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Characters of a request id that a client chose.
const LONGEST_REQUEST_ID: usize = 100;

/// The one layer around everything.
pub async fn enter(State(service): State<Arc<Service>>, mut request: Request, next: Next) -> Response {
    let request_id = request_id(request.headers());
    let span =
        tracing::info_span!("request", id = %request_id, method = %request.method(), path = request.uri().path());
    let hosts = &service.settings.service;
    let verdict = verdict(request.headers(), request.uri().authority(), &hosts.allowed_hosts, &hosts.cors_origins);
    request.extensions_mut().insert(RequestId(request_id.clone()));
    // Seed 000's paths have errors of their own shape, whoever finds them.
    let method = query::method_of(request.uri().path());
    let refusal = |problem: Problem| match method {
        Some(method) => query::refusal(problem, method),
        None => problem.into_response(),
    };
    let is_upload = request.uri().path() == "/api/v1/datasets";
    let overlooked = overlooked_client(request.method(), request.uri().query().unwrap_or_default());
    let mut response = match (verdict, overlooked) {
        (Ok(()), None) => next.run(request).instrument(span.clone()).await,
        (Ok(()), Some(problem)) => refusal(problem),
        (Err((code, message)), _) => {
            let hint = "Open the page at the address that `vouch serve` printed; other names go into allowed_hosts.";
            refusal(Problem::new(StatusCode::FORBIDDEN, code, message, hint))
        }
    };
    // The layer that keeps the time says nothing else; what was said about other sites stays.
    if response.status() == StatusCode::GATEWAY_TIMEOUT {
        let message = "The answer did not come in time.";
        let hint = match is_upload {
            true => "Upload less at once, or compress it (.csv.gz, .parquet).",
            false => "Ask with /api/v1/ask and poll, or ask for less at once.",
        };
        let said = std::mem::take(response.headers_mut());
        response = refusal(Problem::new(StatusCode::GATEWAY_TIMEOUT, "TIMEOUT", message, hint));
        for (name, value) in
            said.iter().filter(|(name, _)| *name != header::CONTENT_LENGTH && *name != header::CONTENT_TYPE)
        {
            response.headers_mut().append(name, value.clone());
        }
    }
    telemetry::count_request(response.status().as_u16());
    span.in_scope(|| tracing::debug!(status = response.status().as_u16(), "answered"));
    let headers = response.headers_mut();
    if let Ok(id) = HeaderValue::from_str(&request_id) {
        headers.insert(REQUEST_ID, id);
    }
    for (name, value) in SECURITY {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// A client that is named where nobody looks, or almost: without it everybody's rows would be read.
fn overlooked_client(method: &Method, query: &str) -> Option<Problem> {
    let names = query.split('&').map(|pair| pair.split_once('=').map_or(pair, |(name, _)| name));
    let mut meant = names.filter(|name| is_meant(name, CLIENT));
    let name = meant.find(|name| *name != CLIENT || *method == Method::POST)?;
    let (message, hint) = if name == CLIENT {
        (format!("{CLIENT} is read from the body here, not from the address."), "Send it as a field of the JSON body.")
    } else {
        (format!("There is no parameter '{name}'; did you mean '{CLIENT}'?"), "The API is described at /docs.")
    };
    Some(Problem::bad_request(&message, hint))
}

/// For everything that does not say otherwise: nothing here is a page that may load or be framed.
const SECURITY: [(HeaderName, &str); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"),
    (header::CACHE_CONTROL, "no-store"),
];

#[derive(Clone)]
struct RequestId(String);

/// The client's own, where it is one, so that its log and ours meet.
fn request_id(headers: &HeaderMap) -> String {
    let given = headers.get(REQUEST_ID).and_then(|value| value.to_str().ok());
    let plain = |id: &&str| {
        (1..=LONGEST_REQUEST_ID).contains(&id.len())
            && id.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
    };
    given.filter(plain).map_or_else(|| uuid::Uuid::new_v4().simple().to_string(), str::to_owned)
}

/// Whoever sent the request; without the right to be here it goes no further.
pub struct Visitor(pub Caller);

impl FromRequestParts<Arc<Service>> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, service: &Arc<Service>) -> Result<Self, Problem> {
        let caller = service.doorkeeper.identify(credential(&parts.headers)).await?;
        let request_id = parts.extensions.get::<RequestId>().map(|id| id.0.clone());
        Ok(Visitor(Caller { request_id, ..caller }))
    }
}

/// For what is not a handler of ours: puts the caller where it is looked for, or turns the request away.
pub async fn introduce(Visitor(caller): Visitor, mut request: Request, next: Next) -> Response {
    request.extensions_mut().insert(caller);
    next.run(request).await
}

/// A key in a header counts before a cookie: it was sent on purpose.
pub fn credential(headers: &HeaderMap) -> Credential<'_> {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(value) = text(header::AUTHORIZATION) {
        let bearer = value.split_once(' ').filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
        return Credential::Bearer(bearer.map_or("", |(_, token)| token.trim()));
    }
    if let Some(key) = text(HeaderName::from_static("x-api-key")) {
        return Credential::Bearer(key.trim());
    }
    cookie(headers).map_or(Credential::None, Credential::Cookie)
}

pub fn cookie(headers: &HeaderMap) -> Option<&str> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    all.flat_map(|line| line.split(';')).find_map(|pair| pair.trim().strip_prefix(COOKIE)?.strip_prefix('='))
}

/// The target's own authority (absolute form, HTTP/2) counts before the header, as HTTP says.
fn verdict(
    headers: &HeaderMap,
    target: Option<&Authority>,
    names: &[String],
    origins: &[String],
) -> Result<(), (&'static str, &'static str)> {
    let host = match target {
        Some(authority) => Some(authority.as_str()),
        None => headers.get(header::HOST).and_then(|value| value.to_str().ok()),
    };
    let Some(host) = host.filter(|host| is_ours(host, names)) else {
        return Err(("WRONG_HOST", "This server does not answer to that name."));
    };
    match headers.get(header::ORIGIN).map(|value| value.to_str()) {
        None => Ok(()),
        Some(Ok(origin)) if same_origin(origin, host) || origins.iter().any(|o| o == origin) => Ok(()),
        Some(_) => Err(("WRONG_ORIGIN", "This server answers only its own page.")),
    }
}

fn is_ours(host: &str, names: &[String]) -> bool {
    let Ok(authority) = host.parse::<Authority>() else { return false };
    // A login in a Host header is never honest, nor is a port that is no number.
    if host.contains('@') || (authority.port().is_none() && authority.host() != host) {
        return false;
    }
    let name = authority.host().trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok()
        || names.iter().any(|allowed| allowed.eq_ignore_ascii_case(name))
}

/// Same host and port: another program's page on this machine is another site, too. Before us may stand a proxy that
/// speaks TLS, so both schemes are ours; whoever can read the one can read the other.
fn same_origin(origin: &str, host: &str) -> bool {
    let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    authority.is_some_and(|authority| authority.eq_ignore_ascii_case(host))
}

#[cfg(test)]
#[path = "door_tests.rs"]
mod tests;
