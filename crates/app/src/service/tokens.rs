//! Tokens of an identity provider (JWT), checked with its public keys and mapped to the same rights as a key has.

use super::Caller;
use super::doorkeeper::person;
use crate::session::AskError;
use jsonwebtoken::jwk::{Jwk, JwkSet};
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode, decode_header};
use serde_json::Value as Json;
use std::time::{Duration, Instant};
use tokio::sync::RwLock;
use vouch_store::records::Role;

/// Keys are read again after this long, and when a token names one that is not known, but not more often than that.
const KEYS_LAST: Duration = Duration::from_secs(600);
const LEAST_WAIT: Duration = Duration::from_secs(30);
const FETCH_TIMEOUT: Duration = Duration::from_secs(5);
/// Clocks differ by a little.
const LEEWAY_SECONDS: u64 = 30;
/// Those with a public key. A secret that both sides share would let everybody who can check a token make one.
const ALGORITHMS: [Algorithm; 9] = [
    Algorithm::RS256,
    Algorithm::RS384,
    Algorithm::RS512,
    Algorithm::PS256,
    Algorithm::PS384,
    Algorithm::PS512,
    Algorithm::ES256,
    Algorithm::ES384,
    Algorithm::EdDSA,
];

#[derive(Clone, Debug, PartialEq)]
pub struct TokenSettings {
    pub issuer: String,
    pub audience: String,
    /// The file or address with the provider's public keys (JWKS).
    pub jwks: String,
    /// Claims that say what the bearer may: the role, the client, the sources.
    pub role_claim: String,
    pub client_claim: String,
    pub sources_claim: String,
}

pub struct Tokens {
    settings: TokenSettings,
    keys: RwLock<Option<(Instant, JwkSet)>>,
}

impl Tokens {
    pub fn new(settings: TokenSettings) -> Self {
        Self { settings, keys: RwLock::default() }
    }

    pub async fn caller_of(&self, token: &str) -> Result<Caller, AskError> {
        let header = decode_header(token).map_err(refused)?;
        if !ALGORITHMS.contains(&header.alg) {
            return Err(unauthorized("its algorithm is not one with a public key"));
        }
        let key = self.key(header.kid.as_deref()).await?;
        let mut validation = Validation::new(header.alg);
        validation.leeway = LEEWAY_SECONDS;
        validation.validate_nbf = true;
        validation.set_issuer(&[&self.settings.issuer]);
        validation.set_audience(&[&self.settings.audience]);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        let decoding = DecodingKey::from_jwk(&key).map_err(refused)?;
        let claims = decode::<Json>(token, &decoding, &validation).map_err(refused)?.claims;
        self.caller(&claims)
    }

    fn caller(&self, claims: &Json) -> Result<Caller, AskError> {
        let subject = claims.get("sub").and_then(Json::as_str).filter(|subject| !subject.is_empty());
        let subject = subject.ok_or_else(|| unauthorized("it names nobody (sub)"))?;
        // What a token does not say it does not give: the least role, and every source that the server serves.
        let role = match claims.get(&self.settings.role_claim).map(text) {
            None => Role::Viewer,
            Some(Some(name)) => role(&name).ok_or_else(|| unauthorized("its role is none of ours"))?,
            Some(None) => return Err(unauthorized("its role is not a text")),
        };
        let client_id = match claims.get(&self.settings.client_claim) {
            None | Some(Json::Null) => None,
            Some(value) => Some(text(value).ok_or_else(|| unauthorized("its client is neither text nor number"))?),
        };
        let sources = match claims.get(&self.settings.sources_claim) {
            None | Some(Json::Null) => None,
            Some(Json::Array(names)) => {
                let names: Option<_> = names.iter().map(text).collect();
                Some(names.ok_or_else(|| unauthorized("its sources are not a list of texts"))?)
            }
            Some(_) => return Err(unauthorized("its sources are not a list of texts")),
        };
        let name = claims.get("name").and_then(text).unwrap_or_else(|| subject.to_owned());
        let owner = person(&self.settings.issuer, subject);
        Ok(Caller { owner, name, role, sources, client_id, request_id: None })
    }

    /// The key that a token names, or the only one there is.
    async fn key(&self, id: Option<&str>) -> Result<Jwk, AskError> {
        let choose = |keys: &JwkSet| match (id, keys.keys.as_slice()) {
            (Some(id), _) => keys.find(id).cloned(),
            (None, [only]) => Some(only.clone()),
            (None, _) => None,
        };
        let known = self.keys.read().await.as_ref().map(|(since, keys)| (since.elapsed(), choose(keys)));
        match known {
            Some((age, Some(key))) if age < KEYS_LAST => return Ok(key),
            Some((age, None)) if age < LEAST_WAIT => return Err(unauthorized("its key is not known")),
            _ => {}
        }
        let fetched = self.fetch().await?;
        let found = choose(&fetched);
        *self.keys.write().await = Some((Instant::now(), fetched));
        found.ok_or_else(|| unauthorized("its key is not known"))
    }

    async fn fetch(&self) -> Result<JwkSet, AskError> {
        let place = &self.settings.jwks;
        let unreadable = |why: String| {
            tracing::error!(%place, %why, "the identity provider's keys cannot be read");
            AskError::Busy { message: "the identity provider's keys cannot be read at the moment".to_owned() }
        };
        let text = if place.starts_with("http://") || place.starts_with("https://") {
            let client = vouch_llm::http_client(place).map_err(|e| unreadable(e.to_string()))?;
            let sent = client.get(place).timeout(FETCH_TIMEOUT).send().await;
            let answer = sent.and_then(reqwest::Response::error_for_status).map_err(|e| unreadable(e.to_string()))?;
            answer.text().await.map_err(|e| unreadable(e.to_string()))?
        } else {
            tokio::fs::read_to_string(place).await.map_err(|e| unreadable(e.to_string()))?
        };
        serde_json::from_str(&text).map_err(|e| unreadable(e.to_string()))
    }
}

/// A number serves as well as a text.
fn text(value: &Json) -> Option<String> {
    match value {
        Json::String(text) => Some(text.clone()),
        Json::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

pub fn role(name: &str) -> Option<Role> {
    match name {
        "viewer" => Some(Role::Viewer),
        "analyst" => Some(Role::Analyst),
        "admin" => Some(Role::Admin),
        _ => None,
    }
}

fn refused(error: jsonwebtoken::errors::Error) -> AskError {
    use jsonwebtoken::errors::ErrorKind;
    unauthorized(match error.kind() {
        ErrorKind::ExpiredSignature => "it has expired",
        ErrorKind::ImmatureSignature => "it is not valid yet",
        ErrorKind::InvalidIssuer => "it is from another issuer",
        ErrorKind::InvalidAudience => "it is for another audience",
        ErrorKind::InvalidSignature => "its signature is wrong",
        ErrorKind::MissingRequiredClaim(_) => "it lacks one of exp, iss, aud, sub",
        _ => "it cannot be read",
    })
}

fn unauthorized(why: &str) -> AskError {
    AskError::Unauthorized { message: format!("the token is not accepted: {why}") }
}
