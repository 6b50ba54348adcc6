//! Requests that are sent again: under the same `Idempotency-Key`, the same request of the same owner finds what the first
//! one began, and another request is refused.
//!
//! What is kept is a digest of what was asked for and the id of what came of it, for a day. While the first request is
//! still at work there is no id yet, and later ones wait for it.

use super::{Caller, Service};
use crate::session::AskError;
use serde_json::Value as Json;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use std::time::{Duration, Instant};
use vouch_model::hex;
use vouch_store::Store;

pub(super) const REPEATED: &str = "idempotency";
/// How long a repeated request is recognised.
pub(super) const REPEATS: Duration = Duration::from_secs(24 * 3_600);
/// How long a request that was never answered keeps later ones waiting, should its server be gone.
const AT_WORK: Duration = Duration::from_secs(120);
const RENEWED: Duration = Duration::from_secs(30);
/// How long a later one waits, and how often it looks.
const PATIENCE: Duration = Duration::from_secs(60);
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// What a client called its request, where it did.
#[derive(Clone, Debug, Default)]
pub struct RepeatKey(pub Option<String>);

/// The right to do what was asked for. Dropped without a word, it leaves that to the next who asks.
struct Claim(Option<Held>);

struct Held {
    store: Arc<dyn Store>,
    key: String,
    print: String,
    renewing: tokio::task::JoinHandle<()>,
}

impl Service {
    /// The place under which a caller's request is remembered.
    pub(super) fn repeat_place(caller: &Caller, key: &str) -> String {
        format!("{}:{}", caller.owner.as_str(), hex(&Sha256::digest(key.as_bytes())))
    }

    /// What `make` makes, and the id that it then has. Where `what`, with all that was said about it, was asked for before
    /// under this key, it is what came of that, as `find` finds it; what is gone since is made again.
    pub async fn once<T, F>(
        &self,
        caller: &Caller,
        key: &RepeatKey,
        what: (&str, Json),
        find: impl FnOnce(String) -> F,
        make: impl Future<Output = Result<(String, T), AskError>>,
    ) -> Result<T, AskError>
    where
        F: Future<Output = Result<T, AskError>>,
    {
        let Some(key) = &key.0 else { return Ok(make.await?.1) };
        let place = Self::repeat_place(caller, key);
        let print = print_of(&serde_json::json!(what));
        let claim = match self.claim(&place, &print).await? {
            Ok(claim) => claim,
            Err(earlier) => match find(earlier).await {
                Err(AskError::NotFound { .. } | AskError::Expired { .. }) => {
                    self.store.drop_kept(REPEATED, &place).await?;
                    self.claim(&place, &print).await?.map_err(|_| at_work())?
                }
                found => return found,
            },
        };
        let made = make.await;
        claim.settle(made.as_ref().ok().map(|(id, _)| id.as_str())).await;
        Ok(made?.1)
    }

    /// The claim, or the id of what came of the first one.
    async fn claim(&self, place: &str, print: &str) -> Result<Result<Claim, String>, AskError> {
        let since = Instant::now();
        loop {
            if self.store.keep_new(REPEATED, place, &format!("{print} "), AT_WORK).await? {
                return Ok(Ok(Claim::new(Arc::clone(&self.store), place, print)));
            }
            let kept = self.store.kept(REPEATED, place).await?.unwrap_or_default();
            match kept.split_once(' ') {
                Some((earlier, _)) if earlier != print => return Err(another_request()),
                Some((_, id)) if !id.is_empty() => return Ok(Err(id.to_owned())),
                _ if since.elapsed() > PATIENCE => return Err(at_work()),
                _ => tokio::time::sleep(LOOK_EVERY).await,
            }
        }
    }

    /// Whether anything was sent under this key.
    pub(super) async fn was_sent(&self, caller: &Caller, key: &RepeatKey) -> Result<bool, AskError> {
        match &key.0 {
            Some(key) => Ok(self.store.kept(REPEATED, &Self::repeat_place(caller, key)).await?.is_some()),
            None => Ok(false),
        }
    }
}

impl Claim {
    fn new(store: Arc<dyn Store>, key: &str, print: &str) -> Self {
        let (kept, place, mine) = (Arc::clone(&store), key.to_owned(), format!("{print} "));
        let renewing = tokio::spawn(async move {
            loop {
                tokio::time::sleep(RENEWED).await;
                if let Err(error) = kept.keep(REPEATED, &place, &mine, AT_WORK).await {
                    tracing::debug!(%error, "a request that is worked on could not be noted");
                }
            }
        });
        Self(Some(Held { store, key: key.to_owned(), print: print.to_owned(), renewing }))
    }

    /// From now on it is known what came of it; nothing, where it was refused. What was made stays made, should that not be
    /// kept.
    async fn settle(mut self, id: Option<&str>) {
        let Some(mut held) = self.0.take() else { return };
        held.renewing.abort();
        // What it was about to note must not come after this.
        let _ = (&mut held.renewing).await;
        let kept = match id {
            Some(id) => held.store.keep(REPEATED, &held.key, &format!("{} {id}", held.print), REPEATS).await,
            None => held.store.drop_kept(REPEATED, &held.key).await,
        };
        if let Err(error) = kept {
            tracing::warn!(%error, "what came of a request could not be noted");
        }
    }
}

/// What broke off may be tried again under the same key.
impl Drop for Claim {
    fn drop(&mut self) {
        let Some(Held { store, key, renewing, .. }) = self.0.take() else { return };
        renewing.abort();
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        runtime.spawn(async move {
            if let Err(error) = store.drop_kept(REPEATED, &key).await {
                tracing::debug!(%error, "a request that came to nothing could not be forgotten");
            }
        });
    }
}

pub(super) fn print_of(said: &Json) -> String {
    hex(&Sha256::digest(said.to_string().as_bytes()))
}

fn at_work() -> AskError {
    AskError::Conflict {
        message: "the first request with this Idempotency-Key is still being worked on".to_owned(),
        hint: "Send it again in a moment.".to_owned(),
    }
}

pub(super) fn another_request() -> AskError {
    AskError::Conflict {
        message: "this Idempotency-Key was sent with another request before".to_owned(),
        hint: "Use a new key for a new request.".to_owned(),
    }
}
