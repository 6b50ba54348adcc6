//! What the doors of a server share: who may ask what, which sources there are, the asks that run, and their records.
//!
//! HTTP and MCP turn a request into a call here and what comes back into their own shape; neither has rules of its own.
//! Knows nothing of axum, nothing of JSON shapes, and nothing of how a question is answered.

mod asks;
mod boards;
mod caller;
mod datasets;
mod discreet;
mod doorkeeper;
mod explorations;
mod housekeeping;
mod keys;
mod loading;
mod observer;
mod profiles;
mod queue;
mod repeats;
mod saved;
mod sessions;
mod sources;
mod spelling;
mod tokens;

pub use asks::{Asking, LOOK_AGAIN, Started};
pub use boards::BoardChange;
pub use caller::Caller;
pub use datasets::{Incoming, Upload};
pub use doorkeeper::{Credential, Doorkeeper, LOGIN_LASTS, Nobody};
pub use explorations::Inline;
pub use keys::{NewKey, create_key, forget_revoked_keys, revoke_key};
pub use loading::{COMMAND as LOAD_COMMAND, LoadLimits, obey as load_by_order, this_program};
pub use queue::Queue;
pub use repeats::RepeatKey;
pub use sources::{SourceName, Sources, Target};
pub use spelling::{CLIENT, ClientId, NothingMeant, client_id, is_meant};
pub use tokens::{TokenSettings, Tokens, role};

use crate::session::{AskError, Presence};
use crate::settings::{Clock, Settings};
use asks::Running;
use queue::Told;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use vouch_store::{AuditEntry, Store};

const QUESTIONS: Told = Told { one: "question", several: "questions", done: "answered" };
const UPLOADS: Told = Told { one: "upload", several: "uploads", done: "read" };

pub struct Service {
    pub store: Arc<dyn Store>,
    pub settings: Arc<Settings>,
    pub clock: Clock,
    pub sources: Sources,
    pub doorkeeper: Doorkeeper,
    presence: Presence,
    running: Running,
    queue: Queue,
    /// Uploads that are read.
    loads: Queue,
    closing: AtomicBool,
}

impl Service {
    pub fn new(
        store: Arc<dyn Store>,
        settings: Arc<Settings>,
        clock: Clock,
        sources: Sources,
        doorkeeper: Doorkeeper,
        presence: Presence,
    ) -> Arc<Self> {
        let options = &settings.service;
        let service = Arc::new(Self {
            queue: Queue::new(options.max_running, options.max_waiting, QUESTIONS),
            loads: Queue::new(options.max_loading, options.max_loads_waiting, UPLOADS),
            store,
            clock,
            sources,
            doorkeeper,
            presence,
            running: Running::default(),
            closing: AtomicBool::new(false),
            settings,
        });
        housekeeping::begin(&service);
        service
    }

    /// Whether new asks are taken.
    pub fn is_open(&self) -> bool {
        !self.closing.load(Ordering::Relaxed)
    }

    pub fn queue(&self) -> &Queue {
        &self.queue
    }

    /// Writes down who did what. The log is also kept where the program's log goes, should the store fail.
    pub async fn record(&self, caller: &Caller, action: &str, about: About<'_>) {
        let entry = AuditEntry {
            at: jiff::Timestamp::now(),
            owner: caller.owner.clone(),
            tenant: about.tenant.map(str::to_owned).or_else(|| caller.client_id.clone()),
            action: action.to_owned(),
            subject: about.subject.map(str::to_owned),
            source: about.source.map(str::to_owned),
            detail: about.detail.map(str::to_owned),
            outcome: about.outcome.unwrap_or("ok").to_owned(),
            request_id: caller.request_id.clone(),
        };
        if let Err(error) = self.store.record(&entry).await {
            tracing::error!(%error, ?entry, "this could not be written to the audit log");
        }
    }
}

/// What an entry of the audit log is about.
#[derive(Clone, Copy, Default)]
pub struct About<'a> {
    pub subject: Option<&'a str>,
    pub source: Option<&'a str>,
    pub tenant: Option<&'a str>,
    pub detail: Option<&'a str>,
    /// The code of what went wrong.
    pub outcome: Option<&'static str>,
}

impl<'a> About<'a> {
    pub fn subject(subject: &'a str) -> Self {
        Self { subject: Some(subject), ..Self::default() }
    }
}

/// How an attempt ended, for the audit log.
pub fn outcome_of<T>(result: &Result<T, AskError>) -> Option<&'static str> {
    result.as_ref().err().map(|error| error.code().name())
}
