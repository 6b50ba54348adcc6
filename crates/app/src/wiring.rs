//! The one place that says which implementation is used: the store, the engine behind a source, the analyst.
//!
//! Called by the doors once per command. Knows paths and settings, nothing of how things are shown.

mod answers;
pub mod models;

use crate::demo;
use crate::service::this_program;
use crate::session::{Conversations, HistoryWindow, Known};
use crate::settings::Settings;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use tempfile::TempDir;
use vouch_analyst::{Analyst, AnalystSettings, Library, Rules};
use vouch_connectors::{Aside, Connector, ConnectorError, LoadReport, Progress, SourceUrl, load_files};
use vouch_sql::TenantSettings;
use vouch_store::{RedisStore, SqliteStore, Store, StoreError};

/// Part of the demo file's name. Raised when the demo's rows change, so that an older file is not taken for it.
const DEMO_EDITION: u32 = 1;

/// How a session remembers the demo.
const DEMO: &str = "demo";

/// Where the data comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum DataChoice {
    Demo,
    /// A source by its URL.
    Url(String),
    Files(Vec<PathBuf>),
}

/// A source that is open, with what became of the files it was made from.
pub struct Data {
    pub connector: Arc<dyn Connector>,
    /// How a session remembers it.
    pub identity: String,
    pub report: LoadReport,
    /// The database made from files; gone with this value.
    _folder: Option<TempDir>,
}

#[derive(Debug, thiserror::Error)]
pub enum WiringError {
    #[error(transparent)]
    Connector(#[from] ConnectorError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{message}")]
    Unavailable { message: String, hint: String },
}

impl WiringError {
    pub fn hint(&self) -> Option<String> {
        match self {
            WiringError::Connector(error) => error.hint(),
            WiringError::Store(error) => error.hint(),
            WiringError::Unavailable { hint, .. } => Some(hint.clone()),
        }
    }
}

/// The hidden command that a statement's own process is started with.
pub const STATEMENT_COMMAND: &str = "run-statement";

/// One for the program, because what it bounds is the number of processes that the program has.
static ASIDE: LazyLock<Option<Arc<Aside>>> =
    LazyLock::new(|| this_program().ok().map(|program| Aside::new(program, STATEMENT_COMMAND)));

/// A source whose long statements run in processes of their own.
async fn open(name: &str, url: &SourceUrl) -> Result<Arc<dyn Connector>, ConnectorError> {
    let connector = vouch_connectors::open(name, url).await?;
    Ok(match &*ASIDE {
        Some(aside) => aside.confine(connector, url),
        None => connector,
    })
}

/// Opens the data. Loading files is told to `progress`.
pub async fn open_data(
    choice: &DataChoice,
    settings: &Settings,
    progress: Arc<dyn Progress>,
) -> Result<Data, WiringError> {
    match choice {
        DataChoice::Demo => open_demo(settings).await,
        DataChoice::Url(url) => {
            let connector = open(url_name(url), &url.parse::<SourceUrl>()?).await?;
            Ok(Data { connector, identity: url.clone(), report: LoadReport::default(), _folder: None })
        }
        DataChoice::Files(files) => match database_among(files)? {
            Some(url) => {
                let name = file_names(files);
                let connector = open(&name, &url).await?;
                Ok(Data { connector, identity: identity(files), report: LoadReport::default(), _folder: None })
            }
            None => open_files(files, progress).await,
        },
    }
}

async fn open_files(files: &[PathBuf], progress: Arc<dyn Progress>) -> Result<Data, WiringError> {
    let folder = tempfile::Builder::new().prefix("vouch-").tempdir().map_err(|e| WiringError::Unavailable {
        message: format!("no temporary folder can be made for the files: {e}"),
        hint: "Free some space, or point TMPDIR to a folder that is writable.".to_owned(),
    })?;
    let database = folder.path().join("files.duckdb");
    let (list, into) = (files.to_vec(), database.clone());
    let report = tokio::task::spawn_blocking(move || load_files(&list, &into, progress.as_ref()))
        .await
        .map_err(|e| ConnectorError::Internal(format!("loading did not finish: {e}")))??;
    let connector = open(&file_names(files), &SourceUrl::DuckDb(database)).await?;
    Ok(Data { connector, identity: identity(files), report, _folder: Some(folder) })
}

/// The demo data is made once and then reopened. Where the data folder cannot be written it is made in a temporary one.
async fn open_demo(settings: &Settings) -> Result<Data, WiringError> {
    let name = format!("demo-{DEMO_EDITION}.duckdb");
    let kept = settings.data_dir.join(&name);
    let made = if kept.is_file() { Ok(()) } else { make_demo(&settings.data_dir, kept.clone()).await };
    let (path, folder) = match made {
        Ok(()) => (kept, None),
        Err(error) => {
            tracing::warn!(%error, "the demo data cannot be kept and is made anew each time");
            let unavailable = |message: String| WiringError::Unavailable {
                message,
                hint: "Choose a writable folder with --data-dir.".to_owned(),
            };
            let folder = tempfile::tempdir().map_err(|e| unavailable(format!("the demo data cannot be made: {e}")))?;
            let path = folder.path().join(&name);
            make_demo(folder.path(), path.clone()).await.map_err(unavailable)?;
            (path, Some(folder))
        }
    };
    let connector = open("demo", &SourceUrl::DuckDb(path)).await?;
    Ok(Data { connector, identity: DEMO.to_owned(), report: LoadReport::default(), _folder: folder })
}

async fn make_demo(folder: &Path, path: PathBuf) -> Result<(), String> {
    private_folder(folder).map_err(|e| e.to_string())?;
    let made = tokio::task::spawn_blocking(move || demo::create(&path)).await;
    made.map_err(|e| e.to_string())?.map_err(|e| format!("{e:#}"))
}

/// A database that is a file of its own.
pub async fn open_database(name: &str, url: &SourceUrl, identity: &str) -> Result<Data, ConnectorError> {
    let connector = open(name, url).await?;
    Ok(Data { connector, identity: identity.to_owned(), report: LoadReport::default(), _folder: None })
}

/// Where a server keeps sessions and asks: a Redis that instances share, or the data folder.
pub async fn serving_store(settings: &Settings) -> Result<Arc<dyn Store>, StoreError> {
    match &settings.service.state {
        None => lasting_store(settings),
        Some(url) => Ok(Arc::new(RedisStore::open(url).await?)),
    }
}

/// Sessions that are there tomorrow.
pub fn lasting_store(settings: &Settings) -> Result<Arc<dyn Store>, StoreError> {
    let folder = &settings.data_dir;
    private_folder(folder).map_err(|e| StoreError::Unavailable {
        message: format!("the data folder {} cannot be made: {e}", folder.display()),
        hint: "Choose a writable folder with --data-dir or VOUCH_DATA_DIR.".to_owned(),
    })?;
    Ok(Arc::new(SqliteStore::open(&folder.join("vouch.db"))?))
}

/// For a single question that nobody comes back to.
pub fn passing_store() -> Result<Arc<dyn Store>, StoreError> {
    Ok(Arc::new(SqliteStore::in_memory()?))
}

pub fn analyst(data: &Data, settings: &Settings) -> Analyst {
    Analyst::new(
        Arc::clone(&data.connector),
        AnalystSettings {
            statement_timeout: settings.statement_timeout,
            ask_deadline: settings.ask_deadline,
            explore_deadline: settings.explore_deadline,
            memory_bytes: settings.memory_bytes,
            budget: settings.models.budget,
            schema_only: settings.models.schema_only,
            tenants: tenants(data, settings),
            ..AnalystSettings::default()
        },
    )
}

/// The demo says itself what is everybody's in it.
pub fn tenants(data: &Data, settings: &Settings) -> TenantSettings {
    let mut tenants = settings.tenants.clone();
    if data.identity == DEMO {
        tenants.shared_tables.extend(demo::SHARED_TABLES.iter().map(|table| (*table).to_owned()));
    }
    tenants
}

/// Conversations with everything that may help to answer: models, business rules, remembered answers.
pub fn conversations(
    data: &Data,
    store: Arc<dyn Store>,
    settings: &Settings,
    known: &Known,
) -> Result<Conversations, WiringError> {
    let analyst = analyst(data, settings).with_minds(models::minds(settings)?).with_library(library(
        data,
        store.clone(),
        settings,
    )?);
    let window = HistoryWindow { kept: settings.history_kept, sent: settings.history_sent };
    Ok(Conversations::new(store, analyst, &data.identity, window, known))
}

fn library(data: &Data, store: Arc<dyn Store>, settings: &Settings) -> Result<Library, WiringError> {
    let mut library = Library::default().with_memory(Arc::clone(&store), &data.identity, None);
    if let Some(lasts) = settings.service.cache_ttl.filter(|_| settings.serving) {
        library = library.with_cache(Arc::new(answers::StoredAnswers::new(store, lasts)));
    }
    let Some(folder) = &settings.models.knowledge_dir else { return Ok(library) };
    let rules = Rules::load(folder)
        .map_err(|error| WiringError::Unavailable { message: error.to_string(), hint: error.hint() })?;
    Ok(library.with_rules(rules))
}

/// Questions and rows are nobody else's business, so the folder is the user's alone.
fn private_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// A single file that is a database already is opened as it is; a database among other files is a mistake.
fn database_among(files: &[PathBuf]) -> Result<Option<SourceUrl>, WiringError> {
    let mut found = files.iter().filter_map(|file| database_kind(file));
    match (found.next(), files.len()) {
        (url, 1) => Ok(url),
        (None, _) => Ok(None),
        (Some(_), _) => Err(WiringError::Unavailable {
            message: "a database cannot be combined with other files".to_owned(),
            hint: "Ask the database alone, or export its tables to files.".to_owned(),
        }),
    }
}

/// By its first bytes, not by its name.
fn database_kind(path: &Path) -> Option<SourceUrl> {
    let mut head = [0_u8; 16];
    std::fs::File::open(path).ok()?.read_exact(&mut head).ok()?;
    if head.starts_with(b"SQLite format 3\0") {
        return Some(SourceUrl::Sqlite(path.to_owned()));
    }
    (head.get(8..12) == Some(b"DUCK")).then(|| SourceUrl::DuckDb(path.to_owned()))
}

fn file_names(files: &[PathBuf]) -> String {
    let name = |file: &PathBuf| file.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    files.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// The same files, named from another folder, are the same source.
fn identity(files: &[PathBuf]) -> String {
    let mut paths: Vec<String> = files
        .iter()
        .map(|file| std::fs::canonicalize(file).unwrap_or_else(|_| file.clone()).display().to_string())
        .collect();
    paths.sort();
    paths.join(", ")
}

/// What to call a source that was given by URL only.
fn url_name(url: &str) -> &str {
    url.rsplit(['/', ':']).next().filter(|name| !name.is_empty()).unwrap_or(url)
}
