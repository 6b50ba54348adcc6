//! Who wants to know that something changed: readers of a turn's events, and whoever runs a turn that is to stop.
//!
//! A message may be lost on its way from another instance, never the change itself: readers look into the store from
//! time to time anyway.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use tokio::sync::{broadcast, watch};
use vouch_model::AskId;

/// Requests to stop that may wait for a slow instance.
const STOPS_AHEAD: usize = 1_024;

pub struct Changes {
    turns: Mutex<HashMap<AskId, watch::Sender<u64>>>,
    stops: broadcast::Sender<AskId>,
}

impl Default for Changes {
    fn default() -> Self {
        Self { turns: Mutex::default(), stops: broadcast::channel(STOPS_AHEAD).0 }
    }
}

impl Changes {
    /// Changes whenever the turn got events or ended. Taken before the store is read, so that nothing falls between.
    pub fn of_turn(&self, turn: &AskId) -> watch::Receiver<u64> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        turns.retain(|_, sender| sender.receiver_count() > 0);
        turns.entry(turn.clone()).or_insert_with(|| watch::channel(0).0).subscribe()
    }

    /// Whether somebody here waits for changes of the turn.
    pub(crate) fn is_watched(&self, turn: &AskId) -> bool {
        let turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        turns.get(turn).is_some_and(|sender| sender.receiver_count() > 0)
    }

    /// Turns that somebody asked to stop.
    pub fn stops(&self) -> broadcast::Receiver<AskId> {
        self.stops.subscribe()
    }

    pub(crate) fn turn_changed(&self, turn: &AskId) {
        let turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = turns.get(turn) {
            sender.send_modify(|count| *count += 1);
        }
    }

    /// Messages may have been lost: everybody looks for themselves.
    pub(crate) fn look_again(&self) {
        let turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        for sender in turns.values() {
            sender.send_modify(|count| *count += 1);
        }
    }

    pub(crate) fn stop_requested(&self, turn: &AskId) {
        // Nobody listening is fine: the request is in the store.
        let _ = self.stops.send(turn.clone());
    }
}
