//! Who stands at the door: nobody in particular where there are no keys, else whoever has one, a token of the identity
//! provider, or a cookie that the page got for one.

use super::keys::{caller_of, caller_of_key, key_digest, random};
use super::{Caller, Tokens};
use crate::session::AskError;
use std::sync::Mutex;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};
use vouch_store::records::{self, ApiKey, Role};
use vouch_store::{Owner, Store};

/// How long a login of the page lasts.
pub const LOGIN_LASTS: Duration = Duration::from_secs(12 * 3_600);
const LOGINS: &str = "login";
/// How long it is believed that there are, or are no, keys.
const BELIEVED: Duration = Duration::from_secs(1);

pub struct Doorkeeper {
    store: Arc<dyn Store>,
    tokens: Option<Tokens>,
    nobody: Nobody,
    any_keys: Mutex<Option<(Instant, bool)>>,
}

/// Who comes in where there are no keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nobody {
    /// Anybody, with this role.
    May(Role),
    /// No one: the server was opened to others because there were keys, and stays shut when the last of them is gone.
    MayNot,
}

/// What a request brought to show who it is from.
#[derive(Clone, Copy, Debug)]
pub enum Credential<'a> {
    None,
    /// A key, or a token of the identity provider.
    Bearer(&'a str),
    Cookie(&'a str),
}

impl Doorkeeper {
    pub fn new(store: Arc<dyn Store>, tokens: Option<Tokens>, nobody: Nobody) -> Self {
        Self { store, tokens, nobody, any_keys: Mutex::default() }
    }

    /// Whether a caller must show who they are.
    pub async fn is_locked(&self) -> Result<bool, AskError> {
        Ok(self.nobody == Nobody::MayNot || self.has_keys().await?)
    }

    /// Whether there is anything that a caller could show.
    pub async fn has_keys(&self) -> Result<bool, AskError> {
        if self.tokens.is_some() {
            return Ok(true);
        }
        let believed = *self.any_keys.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((since, any)) = believed
            && since.elapsed() < BELIEVED
        {
            return Ok(any);
        }
        // A key that was revoked still says that this server is not open to everybody.
        let any = !records::list::<ApiKey>(self.store.as_ref(), None).await?.is_empty();
        *self.any_keys.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), any));
        Ok(any)
    }

    pub async fn identify(&self, credential: Credential<'_>) -> Result<Caller, AskError> {
        if let Nobody::May(role) = self.nobody
            && !self.is_locked().await?
        {
            return Ok(Caller::local(role));
        }
        let unauthorized = |message: &str| AskError::Unauthorized { message: message.to_owned() };
        let found = match credential {
            Credential::None => return Err(unauthorized("this server wants to know who asks")),
            Credential::Bearer(text) if text.matches('.').count() == 2 => match &self.tokens {
                Some(tokens) => Some(tokens.caller_of(text).await?),
                None => None,
            },
            Credential::Bearer(text) => caller_of_key(self.store.as_ref(), text).await?,
            Credential::Cookie(token) => self.caller_of_login(token).await?,
        };
        found.ok_or_else(|| unauthorized("this key is not known, or no longer valid"))
    }

    /// A token for the page's cookie, in exchange for a key.
    pub async fn log_in(&self, key: &str) -> Result<(Caller, String), AskError> {
        let caller = self.identify(Credential::Bearer(key)).await?;
        let token = random(24);
        let login = match caller.owner.as_str().strip_prefix("key:") {
            Some(id) => id.to_owned(),
            None => return Err(AskError::invalid("only a key opens the page", "Ask an admin for a key.")),
        };
        self.store.keep(LOGINS, &key_digest(&token), &login, LOGIN_LASTS).await?;
        Ok((caller, token))
    }

    pub async fn log_out(&self, token: &str) -> Result<(), AskError> {
        Ok(self.store.drop_kept(LOGINS, &key_digest(token)).await?)
    }

    /// The key is looked at each time: one that is revoked ends its logins too.
    async fn caller_of_login(&self, token: &str) -> Result<Option<Caller>, AskError> {
        let Some(id) = self.store.kept(LOGINS, &key_digest(token)).await? else { return Ok(None) };
        let key = records::get::<ApiKey>(self.store.as_ref(), &id).await?;
        Ok(key.filter(|key| key.revoked_at.is_none()).map(caller_of))
    }
}

/// Owners that are people of an identity provider.
pub fn person(issuer: &str, subject: &str) -> Owner {
    Owner::from_text(format!("jwt:{issuer}:{subject}"))
}
