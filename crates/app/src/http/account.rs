//! `/api/v1/settings`, login and logout for the page, keys and the audit log for admins.

use super::asking::repeat_key;
use super::body::{Args, JsonBody, Path};
use super::door::{COOKIE, Visitor, cookie, credential};
use super::error::Problem;
use crate::service::{About, LOGIN_LASTS, NewKey, Service, create_key, revoke_key};
use crate::session::AskError;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};
use vouch_model::MindName;
use vouch_store::records::{self, ApiKey, Role};
use vouch_store::{AuditEntry, AuditFilter, Owner};

/// What the page may know before and after login. Never a key, an address or a path.
#[derive(Serialize, ToSchema)]
pub struct PublicSettings {
    pub version: &'static str,
    /// Whether a key is needed.
    pub login_needed: bool,
    pub caller: Option<CallerShape>,
    pub mind: MindName,
    /// Whether a language model is configured.
    pub model: bool,
    /// No cell value leaves the machine.
    pub schema_only: bool,
    pub limits: Limits,
}

#[derive(Serialize, ToSchema)]
pub struct CallerShape {
    pub name: String,
    /// viewer, analyst or admin.
    pub role: String,
    pub client_id: Option<String>,
    pub sources: Option<Vec<String>>,
}

#[derive(Serialize, ToSchema)]
pub struct Limits {
    pub max_rows: usize,
    pub max_iterations: u32,
    pub question_characters: usize,
    pub upload_bytes: u64,
    pub asks_per_minute: u32,
    pub ask_seconds: u64,
    pub session_idle_seconds: Option<u64>,
    pub require_client_id: bool,
}

/// What the page needs to know of this server.
#[utoipa::path(get, path = "/api/v1/settings", tag = "account",
    responses((status = 200, description = "What the page may know", body = PublicSettings)))]
pub async fn settings(
    State(service): State<Arc<Service>>,
    headers: HeaderMap,
) -> Result<Json<PublicSettings>, Problem> {
    let settings = &service.settings;
    let caller = service.doorkeeper.identify(credential(&headers)).await.ok();
    Ok(Json(PublicSettings {
        version: env!("CARGO_PKG_VERSION"),
        login_needed: service.doorkeeper.is_locked().await?,
        caller: caller.map(|caller| CallerShape {
            name: caller.name,
            role: caller.role.name().to_owned(),
            client_id: caller.client_id,
            sources: caller.sources.map(|sources| sources.into_iter().collect()),
        }),
        mind: settings.mind,
        model: settings.models.anthropic_key.is_some()
            || settings.models.openai_key.is_some()
            || settings.models.openai_base_url.is_some(),
        schema_only: settings.models.schema_only,
        limits: Limits {
            max_rows: settings.max_rows,
            max_iterations: settings.max_attempts,
            question_characters: crate::session::LONGEST_QUESTION,
            upload_bytes: settings.service.upload_bytes,
            asks_per_minute: settings.service.asks_per_minute,
            ask_seconds: settings.ask_deadline.as_secs(),
            session_idle_seconds: settings.service.session_idle.map(|idle| idle.as_secs()),
            require_client_id: settings.require_client_id,
        },
    }))
}

#[derive(Deserialize, ToSchema)]
pub struct LoginBody {
    key: String,
}

#[derive(Serialize, ToSchema)]
pub struct LoginReply {
    pub name: String,
    pub role: &'static str,
}

/// A key for a cookie that scripts cannot read and other sites cannot send.
#[utoipa::path(post, path = "/api/v1/login", tag = "account", request_body = LoginBody,
    responses((status = 200, description = "Logged in; the cookie serves for everything", body = LoginReply)))]
pub async fn login(
    State(service): State<Arc<Service>>,
    headers: HeaderMap,
    JsonBody(body): JsonBody<LoginBody>,
) -> Result<Response, Problem> {
    let (caller, token) = service.doorkeeper.log_in(body.key.trim()).await?;
    service.record(&caller, "login", About::default()).await;
    let secure = if over_tls(&headers) { "; Secure" } else { "" };
    let lasts = LOGIN_LASTS.as_secs();
    let set = format!("{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/; Max-Age={lasts}{secure}");
    let reply = LoginReply { name: caller.name, role: caller.role.name() };
    Ok(([(header::SET_COOKIE, set)], Json(reply)).into_response())
}

/// The page's own address tells whether a proxy before us speaks TLS.
fn over_tls(headers: &HeaderMap) -> bool {
    let https = |name: header::HeaderName| {
        headers.get(name).and_then(|value| value.to_str().ok()).is_some_and(|url| url.starts_with("https://"))
    };
    https(header::ORIGIN) || https(header::REFERER)
}

/// Logs the page out.
#[utoipa::path(post, path = "/api/v1/logout", tag = "account", responses((status = 204, description = "Logged out")))]
pub async fn logout(State(service): State<Arc<Service>>, headers: HeaderMap) -> Result<Response, Problem> {
    if let Some(token) = cookie(&headers) {
        service.doorkeeper.log_out(token).await?;
    }
    let gone = format!("{COOKIE}=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0");
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, gone)]).into_response())
}

/// A key as admins see it: everything but the key.
#[derive(Serialize, ToSchema)]
pub struct KeyShape {
    pub id: String,
    pub name: String,
    pub role: &'static str,
    pub sources: Option<Vec<String>>,
    pub client_id: Option<String>,
    pub created_at: String,
    pub revoked_at: Option<String>,
}

impl KeyShape {
    fn of(key: &ApiKey) -> Self {
        Self {
            id: key.id.clone(),
            name: key.name.clone(),
            role: key.role.name(),
            sources: key.sources.clone(),
            client_id: key.client_id.clone(),
            created_at: key.created_at.to_string(),
            revoked_at: key.revoked_at.map(|at| at.to_string()),
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct KeyList {
    pub keys: Vec<KeyShape>,
}

/// Lists the keys.
#[utoipa::path(get, path = "/api/v1/keys", tag = "account",
    responses((status = 200, description = "Keys, newest first", body = KeyList)))]
pub async fn keys(State(service): State<Arc<Service>>, Visitor(caller): Visitor) -> Result<Json<KeyList>, Problem> {
    caller.require(Role::Admin, "see keys")?;
    let mut keys = records::list::<ApiKey>(service.store.as_ref(), None).await?;
    keys.retain(|key| caller.client_id.is_none() || key.client_id == caller.client_id);
    Ok(Json(KeyList { keys: keys.iter().map(KeyShape::of).collect() }))
}

#[derive(Deserialize, ToSchema)]
pub struct KeyBody {
    name: String,
    /// viewer, analyst or admin.
    role: Option<String>,
    /// Every source when left out.
    sources: Option<Vec<String>>,
    #[serde(default, deserialize_with = "crate::service::client_id")]
    #[schema(value_type = Option<crate::service::ClientId>)]
    client_id: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct NewKeyReply {
    /// Shown this once.
    pub key: String,
    #[serde(flatten)]
    pub record: KeyShape,
}

/// Only who came with a key may make more: else the first visitor would lock everybody out.
#[utoipa::path(post, path = "/api/v1/keys", tag = "account", request_body = KeyBody,
    responses((status = 201, description = "A new key", body = NewKeyReply)))]
pub async fn new_key(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    headers: HeaderMap,
    JsonBody(body): JsonBody<KeyBody>,
) -> Result<(StatusCode, Json<NewKeyReply>), Problem> {
    caller.require(Role::Admin, "make keys")?;
    if caller.owner == Owner::local() {
        let hint = "Make the first one with `vouch keys create NAME --role admin` where the server runs.";
        return Err(Problem::new(
            StatusCode::FORBIDDEN,
            "FORBIDDEN",
            "The first key is not made over the network.",
            hint,
        ));
    }
    let name = body.role.as_deref().unwrap_or("analyst");
    let role = crate::service::role(name)
        .ok_or_else(|| Problem::bad_request(&format!("'{name}' is not a role."), "Use viewer, analyst or admin."))?;
    // Who is bound to a client makes keys for that client, and of no more sources than its own.
    let client_id = caller.tenant(body.client_id.as_deref(), false)?;
    let sources = body.sources.or_else(|| caller.sources.as_ref().map(|own| own.iter().cloned().collect()));
    if let Some(other) = sources.iter().flatten().find(|name| !caller.may_use(name)) {
        return Err(AskError::not_found("source", other).into());
    }
    let said = serde_json::json!([body.name, role, sources, client_id]);
    let find = |id: String| async move { Err(shown_before(&id)) };
    let make = async {
        let made = create_key(service.store.as_ref(), NewKey { name: body.name, role, sources, client_id }).await?;
        Ok((made.0.id.clone(), made))
    };
    let (record, key) = service.once(&caller, &repeat_key(&headers)?, ("key", said), find, make).await?;
    service.record(&caller, "create_key", About::subject(&record.id)).await;
    Ok((StatusCode::CREATED, Json(NewKeyReply { key, record: KeyShape::of(&record) })))
}

/// A key that an earlier request made; what opens the door is not kept.
fn shown_before(id: &str) -> AskError {
    AskError::Conflict {
        message: format!("this request made the key {id} before; a key is shown once, and not again"),
        hint: format!("If it was lost: DELETE /api/v1/keys/{id}, and make another under a new Idempotency-Key."),
    }
}

/// Revokes a key.
#[utoipa::path(delete, path = "/api/v1/keys/{key_id}", tag = "account", params(("key_id" = String, Path)),
    responses((status = 200, description = "Revoked", body = KeyShape)))]
pub async fn revoke(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
) -> Result<Json<KeyShape>, Problem> {
    caller.require(Role::Admin, "revoke keys")?;
    if caller.client_id.is_some() {
        let known = records::get::<ApiKey>(service.store.as_ref(), &id).await?;
        known.filter(|key| key.client_id == caller.client_id).ok_or_else(|| AskError::not_found("key", &id))?;
    }
    let revoked = revoke_key(service.store.as_ref(), &id).await?;
    service.record(&caller, "revoke_key", About::subject(&id)).await;
    Ok(Json(KeyShape::of(&revoked)))
}

#[derive(Deserialize, IntoParams)]
pub struct AuditArgs {
    owner: Option<String>,
    action: Option<String>,
    #[param(maximum = 1000)]
    limit: Option<usize>,
}

#[derive(Serialize, ToSchema)]
pub struct AuditList {
    #[schema(value_type = Vec<Object>)]
    pub entries: Vec<AuditEntry>,
}

/// The audit log.
#[utoipa::path(get, path = "/api/v1/audit", tag = "account", params(AuditArgs),
    responses((status = 200, description = "Who did what, latest first", body = AuditList)))]
pub async fn audit(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Args(args): Args<AuditArgs>,
) -> Result<Json<AuditList>, Problem> {
    caller.require(Role::Admin, "read the audit log")?;
    if caller.client_id.is_some() {
        let hint = "Use a key that is not bound to a client: the log is of all of them.";
        return Err(AskError::forbidden("this key is bound to a client, the audit log is not", hint).into());
    }
    let filter = AuditFilter {
        owner: args.owner.map(Owner::from_text),
        action: args.action,
        limit: args.limit.unwrap_or(100).min(1_000),
    };
    Ok(Json(AuditList { entries: service.store.audit(&filter).await? }))
}
