//! A running program makes itself known to the store, so that what it leaves behind when it dies can be told from what
//! it still works on.
//!
//! While a [`Presence`] lives it renews a lease, ends the asks of programs whose lease ran out, and looks for requests
//! to stop that no message brought. Called by `wiring` for every store that lasts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::task::JoinHandle;
use vouch_model::{Answer, AskId, ErrorCode, Outcome};
use vouch_store::{InstanceId, Store, StoreError};

const BEAT: Duration = Duration::from_secs(2);
/// Four beats: a busy machine misses one, a dead one all of them.
const LEASE: Duration = Duration::from_secs(8);
/// Asks of dead programs that are ended in one beat.
const AT_ONCE: usize = 100;

pub struct Presence {
    known: Known,
    task: Option<JoinHandle<()>>,
}

/// What asks must know of the program they run in.
#[derive(Clone)]
pub struct Known {
    pub instance: InstanceId,
    /// The program is about to end: what is stopped now was not stopped by who asked.
    pub leaving: Arc<AtomicBool>,
}

impl Known {
    fn new() -> Self {
        Self { instance: InstanceId::from_text(uuid::Uuid::now_v7().to_string()), leaving: Arc::default() }
    }
}

impl Presence {
    /// For a store that nobody else sees.
    pub fn alone() -> Self {
        Self { known: Known::new(), task: None }
    }

    /// Beats once before it returns, so that no turn is ever opened without a lease.
    pub async fn begin(store: Arc<dyn Store>) -> Result<Self, StoreError> {
        let known = Known::new();
        store.beat(&known.instance, LEASE).await?;
        let task = tokio::spawn(beat(store, known.instance.clone()));
        Ok(Self { known, task: Some(task) })
    }

    pub fn known(&self) -> Known {
        self.known.clone()
    }

    /// What is stopped from now on is called interrupted.
    pub fn leave(&self) {
        self.known.leaving.store(true, Ordering::Relaxed);
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        if let Some(task) = &self.task {
            task.abort();
        }
    }
}

/// How an ask ends whose program ended first.
pub fn interrupted() -> Outcome {
    Outcome::Failed {
        code: ErrorCode::Interrupted,
        message: "The server that worked on this question ended before the answer was there.".to_owned(),
        suggestions: vec!["Ask again.".to_owned()],
    }
}

async fn beat(store: Arc<dyn Store>, instance: InstanceId) {
    loop {
        tokio::time::sleep(BEAT).await;
        if let Err(error) = renew(store.as_ref(), &instance).await {
            tracing::warn!(%error, "the store did not answer");
        }
    }
}

async fn renew(store: &dyn Store, instance: &InstanceId) -> Result<(), StoreError> {
    store.beat(instance, LEASE).await?;
    for turn in store.stops_requested(instance).await? {
        remind(store, &turn).await?;
    }
    let orphans = store.orphans(AT_ONCE).await?;
    for turn in orphans.into_iter().filter(|turn| is_left_alone(turn.started_at)) {
        let answer = Answer::without_work(turn.id.clone(), Some(turn.session.clone()), &turn.question, interrupted());
        match store.close_turn(&turn.id, &answer).await {
            Ok(()) => tracing::info!(turn = %turn.id, "an ask of a program that is gone was ended"),
            // Another instance was quicker, or its session was deleted.
            Err(StoreError::Conflict { .. } | StoreError::NotFound { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// A lease can be gone although its program lives, where a store came back without what it held. Whoever has just begun
/// an ask lives, and renews its lease before the ask is this old.
fn is_left_alone(since: jiff::Timestamp) -> bool {
    jiff::Timestamp::now().duration_since(since) > jiff::SignedDuration::try_from(LEASE).unwrap_or_default()
}

/// Asking once more is what tells those who run it.
async fn remind(store: &dyn Store, turn: &AskId) -> Result<(), StoreError> {
    store.request_stop(turn).await.map(drop)
}
