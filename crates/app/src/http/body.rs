//! What a request says, read so that a mistake is named: a JSON body whatever its content type claims, the names in
//! the address, and the part after the question mark.

use super::error::Problem;
use super::fields::Described;
use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::de::{DeserializeOwned, IgnoredAny};
use std::collections::BTreeMap;
use std::time::Duration;
use utoipa::ToSchema;

/// How long a body may take to arrive; it is short, and somebody else could use the connection.
const BODY_TIME: Duration = Duration::from_secs(10);

/// Read whatever the content type says: the seeds' examples send none.
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned + ToSchema + 'static, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        parse(&bytes_of(request, state).await?).map(JsonBody)
    }
}

/// As [`JsonBody`], where saying nothing at all is fine.
pub struct MaybeBody<T>(pub T);

impl<T: DeserializeOwned + ToSchema + Default + 'static, S: Send + Sync> FromRequest<S> for MaybeBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let bytes = bytes_of(request, state).await?;
        if bytes.is_empty() { Ok(MaybeBody(T::default())) } else { parse(&bytes).map(MaybeBody) }
    }
}

async fn bytes_of<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, Problem> {
    let read = tokio::time::timeout(BODY_TIME, Bytes::from_request(request, state)).await;
    let read = read.map_err(|_| {
        let (message, hint) = ("The body did not come in time.", "Send the request again.");
        Problem::new(StatusCode::REQUEST_TIMEOUT, "TIMEOUT", message, hint)
    })?;
    read.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "TOO_LARGE",
            "The body is too large.",
            "A question has at most 1,000 characters; files are uploaded to /api/v1/datasets.",
        ),
        status => Problem::new(status, "INVALID_INPUT", &rejection.body_text(), "Send the request again."),
    })
}

/// For what reads bodies by itself: the whole of it is there before, or the request is turned away.
pub async fn arrived(request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let limited = Request::from_parts(parts.clone(), body);
    match bytes_of(limited, &()).await {
        Ok(bytes) => next.run(Request::from_parts(parts, Body::from(bytes))).await,
        Err(problem) => problem.into_response(),
    }
}

fn parse<T: DeserializeOwned + ToSchema + 'static>(bytes: &[u8]) -> Result<T, Problem> {
    let described = Described::of::<T>();
    // What is no object at all is refused below.
    let names: BTreeMap<String, IgnoredAny> = serde_json::from_slice(bytes).unwrap_or_default();
    if let Some((name, meant)) = described.near_miss(names.keys().map(String::as_str)) {
        let message = format!("There is no field '{name}'; did you mean '{meant}'?");
        return Err(Problem::bad_request(&message, "The API is described at /docs."));
    }
    serde_json::from_slice(bytes).map_err(|error| {
        let message = format!("{}.", unreadable(&described, bytes, &error));
        Problem::bad_request(&message, "The API is described at /docs.")
    })
}

/// Why a body cannot be read, without the words of the library that reads it.
fn unreadable(described: &Described, bytes: &[u8], error: &serde_json::Error) -> String {
    let otherwise = || match error.to_string().strip_prefix("duplicate field `").and_then(|rest| rest.split_once('`')) {
        Some((field, _)) => format!("The field '{field}' stands there twice"),
        None => format!("The body is not what is expected here: {error}"),
    };
    match serde_json::from_slice(bytes) {
        Ok(body) => described.misfit(&body).unwrap_or_else(otherwise),
        Err(_) if bytes.trim_ascii().is_empty() => "The body is empty; it must be JSON".to_owned(),
        Err(error) if error.is_eof() => "The body is not JSON: it breaks off".to_owned(),
        Err(error) => format!("The body is not JSON: line {}, column {} is wrong", error.line(), error.column()),
    }
}

/// The same of what follows the question mark.
fn unreadable_argument(told: &str) -> String {
    let reason = told.rsplit_once("query string: ").map_or(told, |(_, reason)| reason);
    match reason.split_once(": ") {
        Some((name, reason)) if reason.contains("digit") || reason.contains("integer") || reason.contains("number") => {
            format!("'{name}' in the address must be a whole number.")
        }
        _ => format!("What follows the ? cannot be read: {}.", reason.trim_end_matches('.')),
    }
}

/// What stands in the address.
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let read = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        let axum::extract::Path(names) = read.map_err(|rejection| {
            let message = format!("The address cannot be read: {}.", rejection.body_text().trim_end_matches('.'));
            Problem::bad_request(&message, "Names in it are UTF-8, written with % where need be.")
        })?;
        Ok(Path(names))
    }
}

pub struct Args<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Args<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Query(arguments) = Query::<T>::from_request_parts(parts, state).await.map_err(|rejection| {
            Problem::bad_request(&unreadable_argument(&rejection.body_text()), "The API is described at /docs.")
        })?;
        Ok(Args(arguments))
    }
}
