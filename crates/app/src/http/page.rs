//! The page: built by `scripts/page`, inside the program, packed as browsers take it.

use axum::body::Body;
use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Built;

/// The page needs nothing from elsewhere, runs no script but its own, and must not be framed. Styles may stand inside
/// it: the editor and the charts write theirs at run time.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; \
     img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; frame-src blob:; base-uri 'none'; \
     form-action 'self'; frame-ancestors 'none'";
/// Names of assets change with their content.
const FOR_GOOD: &str = "public, max-age=31536000, immutable";

/// The page itself, whichever of its views the address names.
pub async fn page(headers: HeaderMap) -> Response {
    let Some(mut response) = file("index.html", &headers, "no-cache") else {
        return (StatusCode::NOT_FOUND, "The page is not part of this program.").into_response();
    };
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    response
}

pub async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Response {
    file(&format!("assets/{name}"), &headers, FOR_GOOD).unwrap_or_else(|| StatusCode::NOT_FOUND.into_response())
}

fn file(name: &str, headers: &HeaderMap, cache: &'static str) -> Option<Response> {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let packed = [("br", "br"), ("gzip", "gz")].into_iter().find_map(|(encoding, ending)| {
        let accepts = accepted.split(',').any(|part| part.split(';').next().is_some_and(|e| e.trim() == encoding));
        let found = accepts.then(|| Built::get(&format!("{name}.{ending}"))).flatten()?;
        Some((found, encoding))
    });
    let (found, encoding): (EmbeddedFile, Option<&'static str>) = match packed {
        Some((found, encoding)) => (found, Some(encoding)),
        None => (Built::get(name)?, None),
    };
    let mut response = Body::from(found.data).into_response();
    let head = response.headers_mut();
    head.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type(name)));
    head.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    head.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(encoding) = encoding {
        head.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    Some(response)
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" | "webmanifest" => "application/json",
        "woff2" => "font/woff2",
        "png" => "image/png",
        _ => "application/octet-stream",
    }
}
