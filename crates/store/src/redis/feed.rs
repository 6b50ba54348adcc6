//! What other instances change, told here: a subscription of its own that feeds [`Changes`] and comes back by itself.
//!
//! A message may be lost while the connection is down, so after each return everybody who watches a turn is asked to look
//! again; stops that were missed are found by `stops_requested`.

use super::connection::{Database, unavailable};
use crate::{Changes, StoreError};
use futures::StreamExt;
use redis::Msg;
use redis::aio::{PubSubSink, PubSubStream};
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::task::AbortHandle;
use tokio::time::timeout;
use vouch_model::AskId;

/// How long the server may take to answer on this connection.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often it is asked whether it is still there; a cut cable says nothing by itself.
const PULSE: Duration = Duration::from_secs(10);
const SHORTEST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// Ends with the value.
pub struct Feed {
    task: AbortHandle,
}

impl Drop for Feed {
    fn drop(&mut self) {
        self.task.abort();
    }
}

type Subscription = (PubSubSink, PubSubStream);

impl Feed {
    /// Returns once the subscription stands: whatever changes from now on is told.
    pub async fn start(database: Database, changes: &Arc<Changes>) -> Result<Self, StoreError> {
        let first = subscribe(&database).await?;
        let task = tokio::spawn(listen(database, Arc::downgrade(changes), first));
        Ok(Self { task: task.abort_handle() })
    }
}

async fn subscribe(database: &Database) -> Result<Subscription, StoreError> {
    let connect = async {
        let (mut sink, stream) = database.client().get_async_pubsub().await?.split();
        sink.subscribe(database.key("changes")).await?;
        Ok((sink, stream))
    };
    let silent = || std::io::Error::new(std::io::ErrorKind::TimedOut, "no answer").into();
    timeout(PATIENCE, connect).await.unwrap_or_else(|_| Err(silent())).map_err(|e| unavailable(database.place(), &e))
}

async fn listen(database: Database, changes: Weak<Changes>, first: Subscription) {
    let mut subscription = first;
    loop {
        tell(&mut subscription, &changes).await;
        tracing::warn!(place = database.place(), "the connection that tells of other instances' changes is gone");
        subscription = resubscribe(&database).await;
        tracing::info!(place = database.place(), "the connection that tells of other instances' changes is back");
        let Some(changes) = changes.upgrade() else { return };
        changes.look_again();
    }
}

/// Passes messages on for as long as the connection lasts.
async fn tell((sink, stream): &mut Subscription, changes: &Weak<Changes>) {
    loop {
        match timeout(PULSE, stream.next()).await {
            Ok(Some(message)) => match changes.upgrade() {
                Some(changes) => pass_on(&message, &changes),
                None => return,
            },
            Ok(None) => return,
            Err(_) if matches!(timeout(PATIENCE, sink.ping::<redis::Value>()).await, Ok(Ok(_))) => {}
            Err(_) => return,
        }
    }
}

async fn resubscribe(database: &Database) -> Subscription {
    let mut pause = SHORTEST_PAUSE;
    loop {
        match subscribe(database).await {
            Ok(subscription) => return subscription,
            Err(error) => tracing::debug!(%error, "not yet"),
        }
        tokio::time::sleep(pause).await;
        pause = LONGEST_PAUSE.min(pause * 2);
    }
}

fn pass_on(message: &Msg, changes: &Changes) {
    let Ok(text) = message.get_payload::<String>() else { return };
    match text.split_once(':') {
        Some(("turn", id)) => changes.turn_changed(&AskId::from_text(id)),
        Some(("stop", id)) => changes.stop_requested(&AskId::from_text(id)),
        _ => tracing::debug!("a message that is none of ours"),
    }
}
