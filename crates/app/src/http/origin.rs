//! Who may ask while there are no keys: this machine, by a loopback name, from our own page or from no page.
//!
//! A page of another site can make a browser send requests here (cross-site), or have its own name point here (DNS
//! rebinding). Both show in headers that a page cannot forge: `Origin` and `Host`.

use super::error::refusal;
use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use std::net::IpAddr;

pub async fn only_from_here(request: Request, next: Next) -> Response {
    match verdict(request.headers(), request.uri().authority()) {
        Ok(()) => next.run(request).await,
        Err((code, message)) => {
            let hint = "Open the page at the address that `vouch serve` printed.";
            refusal(StatusCode::FORBIDDEN, code, message, hint)
        }
    }
}

/// The target's own authority (absolute form, HTTP/2) counts before the header, as HTTP says.
fn verdict(headers: &HeaderMap, target: Option<&Authority>) -> Result<(), (&'static str, &'static str)> {
    let host = match target {
        Some(authority) => Some(authority.as_str()),
        None => headers.get(header::HOST).and_then(|value| value.to_str().ok()),
    };
    let Some(host) = host.filter(|host| is_loopback(host)) else {
        return Err(("WRONG_HOST", "This server answers only to localhost."));
    };
    match headers.get(header::ORIGIN).map(|value| value.to_str()) {
        None => Ok(()),
        Some(Ok(origin)) if same_origin(origin, host) => Ok(()),
        Some(_) => Err(("WRONG_ORIGIN", "This server answers only its own page.")),
    }
}

fn is_loopback(host: &str) -> bool {
    let Ok(authority) = host.parse::<Authority>() else { return false };
    // A login in a Host header is never honest, nor is a port that is no number.
    if host.contains('@') || (authority.port().is_none() && authority.host() != host) {
        return false;
    }
    let name = authority.host().trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// Same host and port: another program's page on this machine is another site, too.
fn same_origin(origin: &str, host: &str) -> bool {
    origin.strip_prefix("http://").is_some_and(|authority| authority.eq_ignore_ascii_case(host))
}

#[cfg(test)]
#[path = "origin_tests.rs"]
mod tests;
