//! Datasets: files that somebody uploaded, made into a database of their own that nobody else can ask.
//!
//! An upload is written aside, loaded aside, and only then renamed into its place, so that no instance that shares the
//! data folder ever sees half of one. What was uploaded is not kept, only what became of it.

use super::loading::{LoadOrder, load_aside};
use super::{About, Caller, RepeatKey, Service};
use crate::session::{AskError, DATASET, validate_session};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use vouch_connectors::{ConnectorError, LoadReport, LoadedTable};
use vouch_model::{DatasetId, SessionId, hex};
use vouch_store::records::{self, Dataset, Loaded, Role};
use vouch_store::{NewSession, SessionKind, StoreError};

/// Files that one dataset may be made of.
const MOST_FILES: usize = 20;
/// Characters of a file's name that are kept, and of the ending in it: what a file is, `.csv.gz`, is read from that.
const LONGEST_NAME: usize = 120;
const LONGEST_ENDING: usize = 16;
/// Problems with rows that are kept with a dataset.
const MOST_PROBLEMS: usize = 100;

/// A folder that fills up while an upload comes in; gone when this is dropped before it is done.
pub struct Incoming {
    folder: tempfile::TempDir,
    files: Vec<(String, PathBuf)>,
    bytes: u64,
    limit: u64,
    /// Of the files and their names, as they came, where somebody wants to know.
    digest: Option<Sha256>,
}

/// What was said about an upload beside its files.
#[derive(Clone, Debug, Default)]
pub struct Upload {
    pub name: Option<String>,
    /// It goes when this session goes, which it begins where there is none of that name.
    pub session: Option<SessionId>,
    pub repeat: RepeatKey,
}

/// A file that is being written.
pub struct IncomingFile<'a> {
    incoming: &'a mut Incoming,
    file: tokio::fs::File,
}

impl Incoming {
    /// Opens the next file. Its name is for people and for the table; it never becomes a path of its own.
    pub async fn file(&mut self, name: &str) -> Result<IncomingFile<'_>, AskError> {
        if self.files.len() >= MOST_FILES {
            return Err(AskError::TooLarge {
                message: format!("a dataset is made of at most {MOST_FILES} files"),
                hint: "Upload fewer files at once, or join them beforehand.".to_owned(),
            });
        }
        let name = self.free_name(&plain_name(name));
        let path = self.folder.path().join(&name);
        let file = tokio::fs::File::create_new(&path).await.map_err(cannot_write)?;
        if let Some(digest) = &mut self.digest {
            // Where one ends and the next begins is part of it.
            digest.update(format!("{}\0{name}\0", self.bytes));
        }
        self.files.push((name, path));
        Ok(IncomingFile { incoming: self, file })
    }

    /// To be told from other uploads by what is in it.
    pub fn digested(self) -> Self {
        Self { digest: Some(Sha256::new()), ..self }
    }

    /// The same files give the same.
    pub fn digest(&self) -> Option<String> {
        Some(hex(&self.digest.clone()?.finalize()))
    }

    /// Two files of the same name become two tables.
    fn free_name(&self, name: &str) -> String {
        let taken = |name: &str| self.files.iter().any(|(other, _)| other.eq_ignore_ascii_case(name));
        if !taken(name) {
            return name.to_owned();
        }
        let (stem, extension) = name.split_once('.').unwrap_or((name, ""));
        (2..)
            .map(|n| if extension.is_empty() { format!("{stem}_{n}") } else { format!("{stem}_{n}.{extension}") })
            .find(|name| !taken(name))
            .unwrap_or_default()
    }
}

impl IncomingFile<'_> {
    pub async fn write(&mut self, piece: &[u8]) -> Result<(), AskError> {
        self.incoming.bytes += piece.len() as u64;
        if self.incoming.bytes > self.incoming.limit {
            let megabytes = self.incoming.limit >> 20;
            return Err(AskError::TooLarge {
                message: format!("an upload has at most {megabytes} MB"),
                hint: "Upload less at once, compress it (.csv.gz, .parquet), or connect a database instead.".to_owned(),
            });
        }
        if let Some(digest) = &mut self.incoming.digest {
            digest.update(piece);
        }
        tokio::io::AsyncWriteExt::write_all(&mut self.file, piece).await.map_err(cannot_write)
    }

    pub async fn finish(mut self) -> Result<(), AskError> {
        tokio::io::AsyncWriteExt::flush(&mut self.file).await.map_err(cannot_write)
    }
}

impl Service {
    /// A place for an upload, if the caller may have one more dataset.
    pub async fn begin_upload(&self, caller: &Caller) -> Result<Incoming, AskError> {
        caller.require(Role::Analyst, "upload files")?;
        let most = self.settings.service.max_datasets;
        if records::list::<Dataset>(self.store.as_ref(), Some(&caller.owner)).await?.len() >= most {
            return Err(AskError::Conflict {
                message: format!("there are {most} datasets already, which is the limit"),
                hint: "Delete one that is no longer needed.".to_owned(),
            });
        }
        // Nobody sends a file for nothing when it could not be read for a long while.
        drop(self.loads.admit(&caller.owner)?);
        let parent = self.datasets_folder();
        tokio::fs::create_dir_all(&parent).await.map_err(cannot_write)?;
        let folder = tempfile::Builder::new().prefix(".incoming-").tempdir_in(&parent).map_err(cannot_write)?;
        let limit = self.settings.service.upload_bytes;
        Ok(Incoming { folder, files: Vec::new(), bytes: 0, limit, digest: None })
    }

    /// Makes the dataset of what came in. Bad files leave nothing behind.
    pub async fn finish_upload(
        &self,
        caller: &Caller,
        incoming: Incoming,
        upload: Upload,
    ) -> Result<Dataset, AskError> {
        if incoming.files.is_empty() {
            return Err(AskError::invalid("no file came with the upload", "Send files as multipart/form-data."));
        }
        let said = serde_json::json!([incoming.digest(), upload.name, upload.session]);
        let find = |id: String| async move { self.dataset(caller, &id).await };
        let repeat = upload.repeat.clone();
        let make = async {
            let dataset = self.make_dataset(caller, &incoming, upload).await?;
            Ok((dataset.id.to_string(), dataset))
        };
        self.once(caller, &repeat, ("upload", said), find, make).await
    }

    async fn make_dataset(&self, caller: &Caller, incoming: &Incoming, upload: Upload) -> Result<Dataset, AskError> {
        let (session, begins) = self.session_of_upload(caller, upload.session.as_ref()).await?;
        let upload = Upload { session, ..upload };
        let id = DatasetId::new();
        let dataset = match self.load(caller, incoming, &id).await {
            Ok(report) => self.describe_upload(caller, id, incoming, &report, upload),
            Err(error) => {
                let names = names(incoming);
                let about = About { detail: Some(&names), outcome: Some(error.code().name()), ..About::default() };
                self.record(caller, "upload", about).await;
                return Err(error);
            }
        };
        records::put(self.store.as_ref(), &dataset).await?;
        let kept = match begins {
            true => self.begin_session_of(caller, &dataset).await,
            false => self.has_session(caller, &dataset).await,
        };
        if let Err(error) = kept {
            self.drop_dataset(&dataset).await?;
            return Err(error);
        }
        let about = About { detail: Some(&dataset.name), ..About::subject(dataset.id.as_str()) };
        self.record(caller, "upload", about).await;
        Ok(dataset)
    }

    /// The session that an upload is for, and whether it is still to begin, as the first message of one would begin it. An id
    /// that was made here was made with its session: without that it is nobody's name for anything.
    async fn session_of_upload(
        &self,
        caller: &Caller,
        name: Option<&SessionId>,
    ) -> Result<(Option<SessionId>, bool), AskError> {
        let Some(name) = name else { return Ok((None, false)) };
        validate_session(name.as_str())?;
        match self.session(caller, name).await {
            Ok(session) => Ok((Some(session.id), false)),
            Err(AskError::NotFound { .. }) if !name.is_made_here() => {
                Ok((Some(self.named_session(caller, name.as_str()).await?), true))
            }
            Err(error) => Err(error),
        }
    }

    async fn begin_session_of(&self, caller: &Caller, dataset: &Dataset) -> Result<(), AskError> {
        let Some(id) = &dataset.session else { return Ok(()) };
        let new = NewSession {
            id: id.clone(),
            owner: caller.owner.clone(),
            tenant: caller.client_id.clone(),
            kind: SessionKind::Chat,
            title: crate::session::title(&dataset.name),
            source: format!("{DATASET}{}", dataset.id),
            idle_limit: self.settings.service.session_idle,
        };
        match self.store.create_session(&new).await {
            // Something was said in it meanwhile.
            Err(StoreError::Conflict { .. }) => self.has_session(caller, dataset).await,
            made => Ok(made?),
        }
    }

    /// Fails if the session that a dataset is to go with went while it was loaded: nobody would take it away any more.
    async fn has_session(&self, caller: &Caller, dataset: &Dataset) -> Result<(), AskError> {
        match &dataset.session {
            Some(id) => self.session(caller, id).await.map(drop),
            None => Ok(()),
        }
    }

    /// Loads aside, when its turn comes, then moves the database to where it stays.
    async fn load(&self, caller: &Caller, incoming: &Incoming, id: &DatasetId) -> Result<LoadReport, AskError> {
        let place = self.loads.enter(&caller.owner)?.ready().await;
        let made = incoming.folder.path().join(".made");
        tokio::fs::create_dir(&made).await.map_err(cannot_write)?;
        let order = LoadOrder {
            files: incoming.files.iter().map(|(_, path)| path.clone()).collect(),
            into: made.join("data.duckdb"),
            limits: self.settings.service.load_limits,
        };
        let report = load_aside(order, place).await.map_err(|error| plain_paths(error, incoming.folder.path()))?;
        let place = self.datasets_folder().join(id.as_str());
        tokio::fs::rename(&made, &place).await.map_err(cannot_write)?;
        Ok(report)
    }

    fn describe_upload(
        &self,
        caller: &Caller,
        id: DatasetId,
        incoming: &Incoming,
        report: &LoadReport,
        upload: Upload,
    ) -> Dataset {
        let empty = report.tables.iter().filter(|table| table.rows == 0);
        let empty = empty.map(|table| format!("{}: there are no rows in it", table.origin));
        let lines = report.tables.iter().flat_map(|table| {
            table.problems.iter().map(|problem| format!("{}, line {}: {}", table.origin, problem.line, problem.message))
        });
        let problems = empty.chain(lines);
        Dataset {
            path: format!("datasets/{id}/data.duckdb"),
            id,
            owner: caller.owner.clone(),
            name: upload.name.map(|name| plain_name(&name)).unwrap_or_else(|| names(incoming)),
            created_at: jiff::Timestamp::now(),
            files: incoming.files.iter().map(|(name, _)| name.clone()).collect(),
            bytes: incoming.bytes,
            tables: report.tables.iter().map(|table| table.name.clone()).collect(),
            problems: problems.take(MOST_PROBLEMS).collect(),
            session: upload.session,
            loaded: report.tables.iter().map(loaded).collect(),
        }
    }

    /// A dataset of the caller's own.
    pub async fn dataset(&self, caller: &Caller, id: &str) -> Result<Dataset, AskError> {
        let found = records::get::<Dataset>(self.store.as_ref(), id).await?;
        found.filter(|dataset| dataset.owner == caller.owner).ok_or_else(|| AskError::not_found("dataset", id))
    }

    pub async fn datasets(&self, caller: &Caller) -> Result<Vec<Dataset>, AskError> {
        Ok(records::list::<Dataset>(self.store.as_ref(), Some(&caller.owner)).await?)
    }

    pub async fn delete_dataset(&self, caller: &Caller, id: &str) -> Result<(), AskError> {
        let dataset = self.dataset(caller, id).await?;
        self.drop_dataset(&dataset).await?;
        self.record(caller, "delete_dataset", About::subject(id)).await;
        Ok(())
    }

    /// The record goes first: a file without one is found by nobody, a record without its file would be an error.
    pub async fn drop_dataset(&self, dataset: &Dataset) -> Result<(), AskError> {
        records::remove::<Dataset>(self.store.as_ref(), dataset.id.as_str()).await?;
        self.sources.forget_dataset(&dataset.id);
        let folder = self.datasets_folder().join(dataset.id.as_str());
        match tokio::fs::remove_dir_all(&folder).await {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                tracing::warn!(dataset = %dataset.id, %error, "the file of a dataset could not be deleted");
            }
            _ => {}
        }
        Ok(())
    }

    fn datasets_folder(&self) -> PathBuf {
        self.settings.data_dir.join("datasets")
    }
}

fn loaded(table: &LoadedTable) -> Loaded {
    Loaded {
        table: table.name.clone(),
        file: table.origin.clone(),
        rows: table.rows,
        problem_count: table.problem_count,
        notes: table.notes.clone(),
    }
}

fn names(incoming: &Incoming) -> String {
    let names: Vec<&str> = incoming.files.iter().map(|(name, _)| name.as_str()).collect();
    names.join(", ")
}

/// The last part of a name, without what a file system or a terminal would stumble over.
fn plain_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default().trim();
    let clean: Vec<char> = last.chars().filter(|c| !c.is_control()).collect();
    let clean: String = match clean.len() > LONGEST_NAME {
        true => {
            let tail = clean.iter().skip(clean.len() - LONGEST_ENDING);
            let ending: Vec<&char> = tail.skip_while(|c| **c != '.').collect();
            clean.iter().take(LONGEST_NAME - ending.len()).chain(ending).collect()
        }
        false => clean.into_iter().collect(),
    };
    match clean.trim_start_matches('.').trim() {
        "" => "data".to_owned(),
        name => name.to_owned(),
    }
}

/// Where the upload lay for a moment is nobody's business.
fn plain_paths(error: AskError, folder: &Path) -> AskError {
    let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let plain = |text: &str| {
        [folder, &real].iter().fold(text.to_owned(), |text, path| text.replace(&format!("{}/", path.display()), ""))
    };
    match error {
        AskError::Source(ConnectorError::BadFile { message, hint }) => AskError::invalid(plain(&message), plain(&hint)),
        other => other,
    }
}

fn cannot_write(error: std::io::Error) -> AskError {
    tracing::error!(%error, "an upload cannot be written");
    AskError::Busy { message: "the upload cannot be stored at the moment".to_owned() }
}
