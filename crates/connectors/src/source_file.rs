//! A database file as the file system sees it: is it there, what is it, has it changed.

use crate::ConnectorError;
use std::fs::{self, File, Metadata};
use std::io::Read;
use std::path::Path;
use std::time::SystemTime;

/// What a database file is by its first bytes, whatever its name says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileKind {
    DuckDb,
    Sqlite,
    Empty,
    Other,
}

impl FileKind {
    pub fn of(path: &Path) -> Result<FileKind, ConnectorError> {
        check_readable(path)?;
        let mut start = Vec::new();
        File::open(path).and_then(|file| file.take(16).read_to_end(&mut start)).map_err(|e| cannot_read(path, &e))?;
        Ok(match start.as_slice() {
            [] => FileKind::Empty,
            b"SQLite format 3\0" => FileKind::Sqlite,
            // Eight bytes of checksum come first.
            bytes if bytes.get(8..12) == Some(b"DUCK") => FileKind::DuckDb,
            _ => FileKind::Other,
        })
    }

    /// Fails unless the file is what the caller is about to open it as.
    pub fn expect(path: &Path, wanted: FileKind) -> Result<(), ConnectorError> {
        let shown = path.display();
        let (message, hint) = match (FileKind::of(path)?, wanted) {
            (found, wanted) if found == wanted => return Ok(()),
            (FileKind::Empty, _) => {
                (format!("'{shown}' is empty (0 bytes)"), "Check that the file was copied completely.".to_owned())
            }
            (FileKind::Sqlite, _) => (
                format!("'{shown}' is a SQLite database, not a DuckDB one"),
                format!("Open it as sqlite:{shown}"),
            ),
            (FileKind::DuckDb, _) => (
                format!("'{shown}' is a DuckDB database, not a SQLite one"),
                format!("Open it as duckdb:{shown}"),
            ),
            (FileKind::Other, _) => (
                format!("'{shown}' is not a database file that Vouch knows"),
                "Vouch opens DuckDB and SQLite databases; a CSV, JSON, Parquet or Excel file is given as a file to ask."
                    .to_owned(),
            ),
        };
        Err(ConnectorError::Unavailable { message, hint })
    }
}

/// Fails with a clear word on what is missing, a directory, or not for us to read.
pub(crate) fn check_readable(path: &Path) -> Result<(), ConnectorError> {
    let shown = path.display();
    let metadata = fs::metadata(path).map_err(|error| cannot_read(path, &error))?;
    if metadata.is_dir() {
        return Err(ConnectorError::Unavailable {
            message: format!("'{shown}' is a directory, not a database file"),
            hint: "Give the path of the database file inside it.".to_owned(),
        });
    }
    Ok(())
}

fn cannot_read(path: &Path, error: &std::io::Error) -> ConnectorError {
    let shown = path.display();
    match error.kind() {
        std::io::ErrorKind::NotFound => ConnectorError::Unavailable {
            message: format!("there is no file '{shown}'"),
            hint: "Check the path; a relative path starts where the program was started.".to_owned(),
        },
        _ => ConnectorError::Unavailable {
            message: format!("'{shown}' cannot be read: {error}"),
            hint: "Check the rights of the file.".to_owned(),
        },
    }
}

/// Changes whenever the file (or the log beside it) is written or replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    file: FileStamp,
    log: Option<FileStamp>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct FileStamp {
    modified: Option<SystemTime>,
    size: u64,
    inode: u64,
}

impl Stamp {
    pub fn of(path: &Path, log: &Path) -> Result<Stamp, ConnectorError> {
        let file = fs::metadata(path).map_err(|error| cannot_read(path, &error))?;
        // An empty log is none: SQLite leaves one behind when it merely reads.
        let log = fs::metadata(log).ok().filter(|m| m.len() > 0).map(FileStamp::of);
        Ok(Stamp { file: FileStamp::of(file), log })
    }

    /// The same text for the same stamp, also in another program.
    pub fn to_text(&self) -> String {
        let log = self.log.as_ref().map(FileStamp::to_text).unwrap_or_default();
        format!("{} {log}", self.file.to_text())
    }
}

impl FileStamp {
    fn of(metadata: Metadata) -> Self {
        #[cfg(unix)]
        let inode = std::os::unix::fs::MetadataExt::ino(&metadata);
        #[cfg(not(unix))]
        let inode = 0;
        Self { modified: metadata.modified().ok(), size: metadata.len(), inode }
    }

    fn to_text(&self) -> String {
        let since = self.modified.and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
        format!("{}.{}.{}", since.unwrap_or_default().as_nanos(), self.size, self.inode)
    }
}
