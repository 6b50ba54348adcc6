//! The sources that can be asked: those the server was started with, those an admin added, and datasets. Each is opened
//! once and shared; a tenant has a view of its own.

use super::discreet::{Called, Discreet};
use super::{About, Caller, Service, outcome_of};
use crate::session::{AskError, Conversations, DATASET, Known, Presence};
use crate::settings::Settings;
use crate::wiring::{self, Data, DataChoice};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tokio_util::sync::CancellationToken;
use vouch_connectors::{ConnectorError, Progress, SourceUrl};
use vouch_model::{DatasetId, ErrorCode};
use vouch_store::Store;
use vouch_store::records::{self, AddedSource, Dataset, Role};

/// Datasets that stay open at once.
const OPEN_DATASETS: usize = 32;
/// Tenants of one source whose view is kept.
const OPEN_TENANTS: usize = 64;

/// What a request names: a source, a dataset, or nothing.
#[derive(Clone, Debug, Default)]
pub struct SourceName {
    pub source: Option<String>,
    pub dataset_id: Option<String>,
    pub client_id: Option<String>,
}

/// Where a question goes: a source as one tenant sees it.
#[derive(Clone)]
pub struct Target {
    /// As people know it.
    pub name: String,
    pub dataset: Option<DatasetId>,
    pub conversations: Conversations,
}

/// An open source.
pub struct Source {
    pub name: String,
    /// `duckdb:PATH` without what must not be shown.
    pub url: String,
    /// The record of one that was added while serving, here or on another instance.
    added: Option<AddedSource>,
    conversations: Conversations,
    tenants: Mutex<Recent<Conversations>>,
    _data: Data,
}

pub struct Sources {
    store: Arc<dyn Store>,
    settings: Arc<Settings>,
    known: Known,
    open: Mutex<BTreeMap<String, Arc<Source>>>,
    datasets: Mutex<Recent<Arc<Source>>>,
    /// Two requests for the same dataset open it once.
    opening: tokio::sync::Mutex<()>,
}

impl Sources {
    pub fn new(store: Arc<dyn Store>, settings: Arc<Settings>, presence: &Presence) -> Self {
        Self {
            store,
            settings,
            known: presence.known(),
            open: Mutex::default(),
            datasets: Mutex::new(Recent::new(OPEN_DATASETS)),
            opening: tokio::sync::Mutex::default(),
        }
    }

    /// Adds what the server was started with.
    pub fn add(&self, name: &str, url: &str, data: Data) -> Result<(), wiring::WiringError> {
        let source = self.connect(Called::Source(name.to_owned()), url, data)?;
        lock(&self.open).insert(name.to_owned(), Arc::new(source));
        Ok(())
    }

    /// Those that are open here, by name.
    pub fn names(&self) -> Vec<String> {
        lock(&self.open).keys().cloned().collect()
    }

    pub fn remove(&self, name: &str) -> bool {
        lock(&self.open).remove(name).is_some()
    }

    pub fn forget_dataset(&self, id: &DatasetId) {
        lock(&self.datasets).remove(id.as_str());
    }

    fn connect(&self, called: Called, url: &str, mut data: Data) -> Result<Source, wiring::WiringError> {
        let (Called::Source(name) | Called::Dataset(name)) = called.clone();
        data.connector = Arc::new(Discreet { inner: data.connector, called });
        Ok(Source {
            name,
            url: url.to_owned(),
            added: None,
            conversations: wiring::conversations(&data, Arc::clone(&self.store), &self.settings, &self.known)?,
            tenants: Mutex::new(Recent::new(OPEN_TENANTS)),
            _data: data,
        })
    }

    /// All that are open, those that other instances added included and those that they removed left out.
    pub async fn all(&self) -> Result<Vec<Arc<Source>>, AskError> {
        let all = records::list::<AddedSource>(self.store.as_ref(), None).await?;
        lock(&self.open).retain(|_, source| source.added.as_ref().is_none_or(|added| all.contains(added)));
        for added in &all {
            if !lock(&self.open).contains_key(&added.name)
                && let Err(error) = self.open_added(added).await
            {
                tracing::warn!(source = %added.name, %error, "a source that was added cannot be opened");
            }
        }
        Ok(lock(&self.open).values().cloned().collect())
    }

    /// Opens a source that was added, here or on another instance.
    pub async fn open_added(&self, added: &AddedSource) -> Result<Arc<Source>, AskError> {
        let data = wiring::open_data(&DataChoice::Url(added.url.clone()), &self.settings, Arc::new(Quiet)).await;
        let data = data.map_err(unavailable)?;
        let called = Called::Source(added.name.clone());
        let source = self.connect(called, &added.url, data).map_err(unavailable)?;
        let source = Arc::new(Source { added: Some(added.clone()), ..source });
        lock(&self.open).insert(added.name.clone(), Arc::clone(&source));
        Ok(source)
    }

    /// One that was added may since have been removed on another instance, or added anew with another database.
    async fn named(&self, name: &str) -> Result<Arc<Source>, AskError> {
        let open = lock(&self.open).get(name).cloned();
        if let Some(source) = open.as_ref().filter(|source| source.added.is_none()) {
            return Ok(Arc::clone(source));
        }
        let added = records::get::<AddedSource>(self.store.as_ref(), name).await?;
        match (open, added) {
            (Some(source), added) if added.is_some() && source.added == added => Ok(source),
            (_, Some(added)) => self.open_added(&added).await.map_err(|error| match error {
                AskError::Source(error) => AskError::Source(Called::Source(name.to_owned()).tell(error)),
                other => other,
            }),
            (_, None) => {
                self.remove(name);
                Err(AskError::not_found("source", name))
            }
        }
    }

    /// The database of a dataset; opened when it is first asked.
    pub async fn dataset(&self, dataset: &Dataset) -> Result<Arc<Source>, AskError> {
        let _one_at_a_time = self.opening.lock().await;
        if let Some(source) = lock(&self.datasets).get(dataset.id.as_str()) {
            return Ok(source);
        }
        let path = self.settings.data_dir.join(&dataset.path);
        let identity = format!("{DATASET}{}", dataset.id);
        let called = Called::Dataset(dataset.name.clone());
        let data = wiring::open_database(&dataset.name, &SourceUrl::DuckDb(path), &identity).await;
        let data = data.map_err(|error| called.tell(error))?;
        let source = Arc::new(self.connect(called, &identity, data).map_err(unavailable)?);
        lock(&self.datasets).put(dataset.id.as_str(), Arc::clone(&source));
        Ok(source)
    }

    /// Where a file that an admin names must lie: not just anywhere on this machine.
    pub fn check_url(&self, url: &str) -> Result<SourceUrl, AskError> {
        let Some(folder) = &self.settings.service.sources_dir else {
            return Err(AskError::forbidden(
                "this server lets nobody name files on it",
                "Set sources_dir to the folder that may be named, or start the server with --source NAME=URL.",
            ));
        };
        // What is wrong with it is not said: whether a file is there is for who may name it.
        let parsed: SourceUrl = url
            .parse()
            .map_err(|_| AskError::invalid("that is not the URL of a database", "Use duckdb:PATH or sqlite:PATH."))?;
        let (SourceUrl::DuckDb(path) | SourceUrl::Sqlite(path)) = &parsed;
        if within(path, folder) {
            return Ok(parsed);
        }
        Err(AskError::forbidden(
            "that file is not in the folder that may be named",
            "Put the database into the folder that the setting sources_dir names.",
        ))
    }
}

/// Both as they really are: no `..` and no link leads out.
fn within(path: &Path, folder: &Path) -> bool {
    let real = |path: &Path| -> Option<PathBuf> { std::fs::canonicalize(path).ok() };
    real(path).zip(real(folder)).is_some_and(|(path, folder)| path.starts_with(folder))
}

impl Source {
    pub fn conversations(&self) -> &Conversations {
        &self.conversations
    }

    /// As a tenant sees it. What one tenant asked and was told is never seen by another.
    async fn for_tenant(&self, tenant: Option<&str>) -> Result<Conversations, AskError> {
        let Some(tenant) = tenant else { return Ok(self.conversations.clone()) };
        if let Some(found) = lock(&self.tenants).get(tenant) {
            return Ok(found);
        }
        let analyst = self.conversations.analyst().for_tenant(tenant).await.map_err(|error| match error.code {
            ErrorCode::InvalidInput => AskError::invalid(error.message, "Send client_id as the data holds it."),
            _ => AskError::Statement(error),
        })?;
        let made = self.conversations.for_tenant(tenant, analyst);
        lock(&self.tenants).put(tenant, made.clone());
        Ok(made)
    }
}

impl Service {
    /// The source or dataset that was named, or the only one there is, as the caller may see it.
    pub async fn target(&self, caller: &Caller, named: &SourceName) -> Result<Target, AskError> {
        // A dataset is its owner's own, and has no clients.
        let required = self.settings.require_client_id && named.dataset_id.is_none();
        let tenant = caller.tenant(named.client_id.as_deref(), required)?;
        self.target_for(caller, named, tenant).await
    }

    /// A source to list the clients of: those that the caller may name, of whom none needs to be named yet.
    pub async fn target_of_clients(&self, caller: &Caller, source: String) -> Result<Target, AskError> {
        let named = SourceName { source: Some(source), ..SourceName::default() };
        self.target_for(caller, &named, caller.client_id.clone()).await
    }

    async fn target_for(
        &self,
        caller: &Caller,
        named: &SourceName,
        tenant: Option<String>,
    ) -> Result<Target, AskError> {
        if named.source.is_some() && named.dataset_id.is_some() {
            return Err(AskError::invalid("source and dataset_id were both named", "Name one of them."));
        }
        if let Some(id) = &named.dataset_id {
            return self.dataset_target(caller, id, tenant).await;
        }
        let source = match &named.source {
            Some(name) if caller.may_use(name) => self.sources.named(name).await?,
            Some(name) => return Err(AskError::not_found("source", name)),
            None => self.only_source(caller).await?,
        };
        let conversations = source.for_tenant(tenant.as_deref()).await?;
        Ok(Target { name: source.name.clone(), dataset: None, conversations })
    }

    /// A dataset is its owner's own: a tenant's filter has nothing to hold on to there.
    async fn dataset_target(&self, caller: &Caller, id: &str, tenant: Option<String>) -> Result<Target, AskError> {
        let dataset = self.dataset(caller, id).await?;
        if tenant.is_some() && caller.client_id.is_none() {
            let hint = "Leave client_id out: a dataset is its owner's own.";
            return Err(AskError::invalid("client_id does not go with a dataset", hint));
        }
        self.dataset_as(&dataset, tenant.as_deref()).await
    }

    /// What is asked with a client's key, or in a client's session, is that client's, here as well; the rows are all the
    /// owner's own.
    pub(super) async fn dataset_as(&self, dataset: &Dataset, tenant: Option<&str>) -> Result<Target, AskError> {
        let source = self.sources.dataset(dataset).await?;
        let all = &source.conversations;
        let conversations = match tenant {
            Some(tenant) => all.for_tenant(tenant, all.analyst().clone()),
            None => all.clone(),
        };
        Ok(Target { name: source.name.clone(), dataset: Some(dataset.id.clone()), conversations })
    }

    /// The sources a caller may use, by name.
    pub async fn visible_sources(&self, caller: &Caller) -> Result<Vec<Arc<Source>>, AskError> {
        let mut all = self.sources.all().await?;
        all.retain(|source| caller.may_use(&source.name));
        Ok(all)
    }

    async fn only_source(&self, caller: &Caller) -> Result<Arc<Source>, AskError> {
        let mut visible = self.visible_sources(caller).await?;
        let names = visible.iter().map(|source| source.name.as_str()).collect::<Vec<_>>().join(", ");
        match (visible.pop(), visible.is_empty()) {
            (Some(only), true) => Ok(only),
            (None, _) => Err(AskError::invalid(
                "there is no source to ask",
                "Upload a dataset and name its dataset_id, or start the server with --source NAME=URL.",
            )),
            _ => {
                let message = format!("several sources are served; name one of: {names}");
                Err(AskError::invalid(message, "Send \"source\": \"NAME\" or \"dataset_id\" with the request."))
            }
        }
    }
}

impl Service {
    /// A statement by hand, through the same guard and limits as one that was drafted.
    pub async fn run_sql(
        &self,
        caller: &Caller,
        named: &SourceName,
        sql: &str,
        max_rows: usize,
    ) -> Result<vouch_analyst::SqlOutcome, AskError> {
        caller.require(Role::Analyst, "run statements")?;
        let target = self.target(caller, named).await?;
        self.limit_rate(caller, None).await?;
        // It may be as much work as an ask, so it waits for its turn like one.
        let _place = self.queue().enter(&caller.owner)?.ready().await;
        let cancel = CancellationToken::new();
        // When the client leaves, the statement is stopped.
        let _guard = cancel.clone().drop_guard();
        let outcome = target.conversations.analyst().run_sql(sql, max_rows, cancel).await.map_err(AskError::Statement);
        let about = About {
            source: Some(&target.name),
            tenant: target.conversations.tenant(),
            detail: Some(sql),
            outcome: outcome_of(&outcome),
            ..About::default()
        };
        self.record(caller, "run_sql", about).await;
        outcome
    }
}

pub fn unavailable(error: wiring::WiringError) -> AskError {
    match error {
        wiring::WiringError::Connector(error) => AskError::Source(error),
        wiring::WiringError::Store(error) => AskError::Store(error),
        other => AskError::Source(ConnectorError::Unavailable {
            message: other.to_string(),
            hint: other.hint().unwrap_or_default(),
        }),
    }
}

/// The most recently used, up to a number.
struct Recent<T> {
    most: usize,
    entries: Vec<(String, T)>,
}

impl<T: Clone> Recent<T> {
    fn new(most: usize) -> Self {
        Self { most, entries: Vec::new() }
    }

    fn get(&mut self, key: &str) -> Option<T> {
        let at = self.entries.iter().position(|(name, _)| name == key)?;
        let entry = self.entries.remove(at);
        let value = entry.1.clone();
        self.entries.push(entry);
        Some(value)
    }

    fn put(&mut self, key: &str, value: T) {
        self.remove(key);
        if self.entries.len() >= self.most {
            self.entries.remove(0);
        }
        self.entries.push((key.to_owned(), value));
    }

    fn remove(&mut self, key: &str) {
        self.entries.retain(|(name, _)| name != key);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Loading that nobody watches.
pub struct Quiet;

impl Progress for Quiet {
    fn start(&self, _file: &str, _total_bytes: u64) {}
    fn advance(&self, _bytes: u64) {}
    fn finish(&self) {}
}
