//! The plain page.

use axum::http::{HeaderName, header};
use axum::response::{Html, IntoResponse};

const PAGE: &str = include_str!("../../../../web/plain/index.html");

/// The page needs nothing from elsewhere and must not be framed; rows are text to it, and this makes sure of it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; \
     img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub async fn page() -> impl IntoResponse {
    let headers: [(HeaderName, &str); 2] =
        [(header::CONTENT_SECURITY_POLICY, POLICY), (header::CACHE_CONTROL, "no-cache")];
    (headers, Html(PAGE))
}
