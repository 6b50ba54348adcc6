//! `/api/v1/sources` and `/api/v1/sql`: what can be asked, and statements by hand through the same guard.

use super::asking::HowToAsk;
use super::body::{Args, JsonBody, Path};
use super::door::Visitor;
use super::error::Problem;
use crate::service::{About, Service, SourceName};
use crate::session::AskError;
use crate::settings::{MOST_ROWS, mask_password};
use crate::shapes::{RowsShape, SchemaShape};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};
use vouch_model::{Check, Dialect, TableProfile, Timings};
use vouch_store::records::{self, AddedSource, Role};

#[derive(Serialize, ToSchema)]
pub struct SourceShape {
    pub name: String,
    pub dialect: Dialect,
    /// For admins, and never with a password.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct SourceList {
    pub sources: Vec<SourceShape>,
}

/// Lists the sources one may ask.
#[utoipa::path(get, path = "/api/v1/sources", tag = "sources",
    responses((status = 200, description = "The sources the caller may ask", body = SourceList)))]
pub async fn list(State(service): State<Arc<Service>>, Visitor(caller): Visitor) -> Result<Json<SourceList>, Problem> {
    let admin = caller.role == Role::Admin;
    let sources = service.visible_sources(&caller).await?.into_iter().map(|source| SourceShape {
        name: source.name.clone(),
        dialect: source.conversations().analyst().source().dialect(),
        url: admin.then(|| mask_password(&source.url)),
    });
    Ok(Json(SourceList { sources: sources.collect() }))
}

#[derive(Deserialize, ToSchema)]
pub struct SourceBody {
    name: String,
    /// duckdb:PATH or sqlite:PATH, in the folder that the settings allow.
    url: String,
}

/// Adds a source.
#[utoipa::path(post, path = "/api/v1/sources", tag = "sources", request_body = SourceBody,
    responses((status = 201, description = "A new source, for every instance", body = SourceShape)))]
pub async fn add(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    JsonBody(body): JsonBody<SourceBody>,
) -> Result<(StatusCode, Json<SourceShape>), Problem> {
    caller.require(Role::Admin, "add sources")?;
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if !(1..=100).contains(&body.name.len()) || !body.name.chars().all(plain) {
        let hint = "Use letters, digits, dots, dashes and underscores.";
        return Err(Problem::bad_request("A source's name has 1 to 100 plain characters.", hint));
    }
    if service.sources.all().await?.iter().any(|source| source.name == body.name) {
        let message = format!("there already is a source '{}'", body.name);
        return Err(AskError::Conflict { message, hint: "Choose another name.".to_owned() }.into());
    }
    service.sources.check_url(&body.url)?;
    let (name, url, created_at) = (body.name, body.url, jiff::Timestamp::now());
    let added = AddedSource { name, owner: caller.owner.clone(), url, created_at };
    let source = service.sources.open_added(&added).await.map_err(|error| match error {
        // The request named it, so it is for the request to be mended.
        AskError::Source(error) => AskError::invalid(error.to_string(), error.hint().unwrap_or_default()),
        other => other,
    })?;
    records::put(service.store.as_ref(), &added).await?;
    service.record(&caller, "add_source", About::subject(&added.name)).await;
    let dialect = source.conversations().analyst().source().dialect();
    let shape = SourceShape { name: added.name, dialect, url: Some(mask_password(&added.url)) };
    Ok((StatusCode::CREATED, Json(shape)))
}

/// Removes a source that was added.
#[utoipa::path(delete, path = "/api/v1/sources/{name}", tag = "sources", params(("name" = String, Path)),
    responses((status = 204, description = "No longer asked; the database itself is untouched")))]
pub async fn remove(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(name): Path<String>,
) -> Result<StatusCode, Problem> {
    caller.require(Role::Admin, "remove sources")?;
    if !records::remove::<AddedSource>(service.store.as_ref(), &name).await? {
        return Err(AskError::not_found("source", name).into());
    }
    service.sources.remove(&name);
    service.record(&caller, "remove_source", About::subject(&name)).await;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, IntoParams)]
pub struct TenantArgs {
    /// Whose rows samples and counts are taken from.
    client_id: Option<String>,
}

/// The schema of a source.
#[utoipa::path(get, path = "/api/v1/sources/{name}/schema", tag = "sources", params(("name" = String, Path), TenantArgs),
    responses((status = 200, description = "Tables, columns, keys, samples", body = SchemaShape)))]
pub async fn schema(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(name): Path<String>,
    Args(args): Args<TenantArgs>,
) -> Result<Json<SchemaShape>, Problem> {
    let named = SourceName { source: Some(name), client_id: args.client_id, ..SourceName::default() };
    let target = service.target(&caller, &named).await?;
    Ok(Json(SchemaShape::of(&*target.conversations.analyst().catalog().await?)))
}

/// The clients whose rows a source holds.
#[derive(Serialize, ToSchema)]
pub struct ClientList {
    /// The column that tells them apart.
    pub column: String,
    pub items: Vec<ClientShape>,
}

#[derive(Serialize, ToSchema)]
pub struct ClientShape {
    pub id: String,
    /// What people call it.
    pub label: String,
}

/// The clients whose rows a source holds.
#[utoipa::path(get, path = "/api/v1/sources/{name}/clients", tag = "sources", params(("name" = String, Path)),
    responses((status = 200, description = "The clients that can be named; none where the source has none", body = ClientList)))]
pub async fn clients(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(name): Path<String>,
) -> Result<Json<ClientList>, Problem> {
    // Who may see every client's rows may see their names; a key that is bound to one sees that one.
    let target = service.target_of_clients(&caller, name).await?;
    let cancel = tokio_util::sync::CancellationToken::new();
    let found = target.conversations.analyst().clients(cancel).await.map_err(AskError::Statement)?;
    let own = |id: &String| caller.client_id.as_ref().is_none_or(|own| own == id);
    let items = found.into_iter().filter(|(id, _)| own(id)).map(|(id, label)| ClientShape { id, label });
    Ok(Json(ClientList { column: service.settings.tenants.column.clone(), items: items.collect() }))
}

#[derive(Deserialize, IntoParams)]
pub struct ProfileArgs {
    /// Needed where there are several.
    table: Option<String>,
    /// Whose rows are looked at.
    client_id: Option<String>,
}

/// What the rows of a table are like: figures of every column, what looks odd in them, and what goes together.
#[utoipa::path(get, path = "/api/v1/sources/{name}/profile", tag = "sources",
    params(("name" = String, Path), ProfileArgs),
    responses((status = 200, description = "The table's profile", body = TableProfile)))]
pub async fn profile(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(name): Path<String>,
    Args(args): Args<ProfileArgs>,
) -> Result<Json<TableProfile>, Problem> {
    let named = SourceName { source: Some(name), client_id: args.client_id, ..SourceName::default() };
    Ok(Json(service.profile(&caller, &named, args.table.as_deref()).await?))
}

#[derive(Deserialize, ToSchema)]
pub struct SqlBody {
    sql: String,
    #[serde(flatten)]
    how: HowToAsk,
}

#[derive(Serialize, ToSchema)]
pub struct SqlReply {
    pub success: bool,
    pub sql: String,
    /// What really ran, where only a client's rows were read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub executed_sql: Option<String>,
    /// The statement in plain words.
    pub restatement: String,
    pub results: RowsShape,
    pub checks: Vec<Check>,
    pub notes: Vec<String>,
    pub timings: Timings,
}

/// A statement by hand: the same guard, limits, tenants and checks as for one that was drafted.
#[utoipa::path(post, path = "/api/v1/sql", tag = "sources", request_body = SqlBody,
    responses((status = 200, description = "Its rows", body = SqlReply)))]
pub async fn run_sql(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    JsonBody(body): JsonBody<SqlBody>,
) -> Result<Json<SqlReply>, Problem> {
    let max_rows = body.how.max_rows.unwrap_or(service.settings.max_rows);
    if !(1..=MOST_ROWS).contains(&max_rows) {
        return Err(Problem::bad_request("max_rows must be 1 to 10000.", "1000 is usual."));
    }
    let outcome = service.run_sql(&caller, &body.how.source_name(), &body.sql, max_rows).await?;
    Ok(Json(SqlReply {
        success: true,
        sql: outcome.sql,
        executed_sql: outcome.executed_sql,
        restatement: outcome.restatement,
        results: RowsShape::of(&outcome.results),
        checks: outcome.checks,
        notes: outcome.notes,
        timings: outcome.timings,
    }))
}

#[derive(Deserialize, IntoParams)]
pub struct SampleArgs {
    source: Option<String>,
    dataset_id: Option<String>,
    client_id: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct SampleReply {
    pub source: String,
    pub questions: Vec<String>,
}

/// Questions that this data can answer, for an empty page.
#[utoipa::path(get, path = "/api/v1/sample-questions", tag = "sources", params(SampleArgs),
    responses((status = 200, description = "Questions to begin with", body = SampleReply)))]
pub async fn sample_questions(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Args(args): Args<SampleArgs>,
) -> Result<Json<SampleReply>, Problem> {
    let named = SourceName { source: args.source, dataset_id: args.dataset_id, client_id: args.client_id };
    let target = service.target(&caller, &named).await?;
    let questions = target.conversations.analyst().sample_questions(6).await?;
    Ok(Json(SampleReply { source: target.name, questions }))
}
