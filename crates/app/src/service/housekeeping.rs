//! What a service does by itself: it hears requests to stop, sweeps away what has expired, and ends in good order.

use super::Service;
use crate::session::AskError;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use tokio::sync::broadcast::error::RecvError;

const SWEEP_EVERY: Duration = Duration::from_secs(5);
/// Sessions that are swept away in one go.
const AT_ONCE: usize = 100;
/// After asks were told to end, this long is waited for them: a statement is interrupted within a second.
const LAST_WAIT: Duration = Duration::from_secs(5);

pub fn begin(service: &Arc<Service>) {
    tokio::spawn(hear_stops(Arc::downgrade(service), service.store.changes().stops()));
    tokio::spawn(sweep(Arc::downgrade(service)));
}

async fn hear_stops(service: Weak<Service>, mut stops: tokio::sync::broadcast::Receiver<vouch_model::AskId>) {
    loop {
        match stops.recv().await {
            Ok(turn) => match service.upgrade() {
                Some(service) => service.running.stop(&turn),
                None => return,
            },
            // What was missed is looked up with the next beat.
            Err(RecvError::Lagged(missed)) => tracing::debug!(missed, "requests to stop were missed"),
            Err(RecvError::Closed) => return,
        }
    }
}

async fn sweep(service: Weak<Service>) {
    loop {
        tokio::time::sleep(SWEEP_EVERY).await;
        let Some(service) = service.upgrade() else { return };
        crate::telemetry::tidy_figures();
        if let Err(error) = service.sweep_once().await {
            tracing::warn!(%error, "what has expired could not be swept away");
        }
    }
}

impl Service {
    async fn sweep_once(&self) -> Result<(), AskError> {
        for session in self.store.expired_sessions(jiff::Timestamp::now(), AT_ONCE).await? {
            self.expire_session(&session).await?;
        }
        Ok(())
    }

    /// No new asks from here on; those that run may finish within `grace`, then they are ended and say so.
    pub async fn close(&self, grace: Duration) {
        self.closing.store(true, Ordering::Relaxed);
        self.wait_for_running(grace).await;
        if self.running.count() > 0 {
            tracing::warn!(asks = self.running.count(), "asks that were not done in time are ended");
            self.presence.leave();
            self.running.stop_all();
            self.wait_for_running(LAST_WAIT).await;
        }
        if let Err(error) = self.store.leave(&self.presence.known().instance).await {
            tracing::debug!(%error, "the store was not told that this program ends");
        }
    }

    async fn wait_for_running(&self, limit: Duration) {
        let since = Instant::now();
        while self.running.count() > 0 && since.elapsed() < limit {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}
