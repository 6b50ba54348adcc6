//! The files of a rules folder: which count, how large they may be, whether they changed.
//!
//! Hidden files and folders are left out, and so is everything that a symbolic link would bring in from outside: a folder
//! of rules says nothing about other files of this machine.

use super::KnowledgeError;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

const MOST_FILES: usize = 1_000;
const MOST_FOLDERS: usize = 1_000;
const MOST_BYTES: u64 = 1_000_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Markdown,
    Yaml,
}

/// A file as it stood when the folder was listed; equal lists mean that nothing changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFile {
    /// Relative to the folder, for people.
    pub name: String,
    pub format: Format,
    path: PathBuf,
    length: u64,
    modified: Option<SystemTime>,
}

/// The files in order of their names, those of subfolders included.
pub fn list(folder: &Path) -> Result<Vec<RuleFile>, KnowledgeError> {
    let root = folder.canonicalize().map_err(|e| unreadable(folder, &e))?;
    let mut folders = vec![root.clone()];
    let (mut seen, mut files) = (0, Vec::new());
    while let Some(folder) = folders.pop() {
        seen += 1;
        for entry in fs::read_dir(&folder).map_err(|e| unreadable(&folder, &e))? {
            let entry = entry.map_err(|e| unreadable(&folder, &e))?;
            if entry.file_name().to_string_lossy().starts_with('.') {
                continue;
            }
            if entry.file_type().map_err(|e| unreadable(&entry.path(), &e))?.is_dir() {
                folders.push(entry.path());
            } else if let Some(format) = format_of(&entry.path()) {
                files.extend(rule_file(&root, entry.path(), format)?);
            }
        }
        if files.len() > MOST_FILES || seen + folders.len() > MOST_FOLDERS {
            return Err(KnowledgeError::TooLarge {
                place: root.display().to_string(),
                message: format!("holds more than {MOST_FILES} rule files or {MOST_FOLDERS} folders"),
                hint: "Name a folder that holds only rules, or put several of them into one file.".to_owned(),
            });
        }
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files)
}

fn rule_file(root: &Path, path: PathBuf, format: Format) -> Result<Option<RuleFile>, KnowledgeError> {
    let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
    let Some(real) = path.canonicalize().ok().filter(|real| real.starts_with(root)) else {
        tracing::warn!(file = %path.display(), "left out: the link leads out of the rules folder, or nowhere");
        return Ok(None);
    };
    let about = fs::metadata(&real).map_err(|e| unreadable(&path, &e))?;
    if !about.is_file() {
        return Ok(None);
    }
    if about.len() > MOST_BYTES {
        return Err(too_large(&name));
    }
    Ok(Some(RuleFile { name, format, path: real, length: about.len(), modified: about.modified().ok() }))
}

fn format_of(path: &Path) -> Option<Format> {
    match path.extension().and_then(OsStr::to_str)?.to_ascii_lowercase().as_str() {
        "md" => Some(Format::Markdown),
        "yaml" | "yml" => Some(Format::Yaml),
        _ => None,
    }
}

/// The text of a file, without a byte order mark.
pub fn read(file: &RuleFile) -> Result<String, KnowledgeError> {
    let mut bytes = Vec::new();
    // It may have grown since it was listed.
    let open = File::open(&file.path).and_then(|f| f.take(MOST_BYTES + 1).read_to_end(&mut bytes));
    open.map_err(|e| unreadable(&file.path, &e))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(too_large(&file.name));
    }
    let text = String::from_utf8(bytes).map_err(|e| {
        let before = e.as_bytes().iter().take(e.utf8_error().valid_up_to());
        let line = 1 + before.filter(|byte| **byte == b'\n').count();
        KnowledgeError::Malformed {
            place: format!("{}:{line}", file.name),
            message: "is not UTF-8 text".to_owned(),
            hint: "Save the file as UTF-8.".to_owned(),
        }
    })?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

fn too_large(name: &str) -> KnowledgeError {
    KnowledgeError::TooLarge {
        place: name.to_owned(),
        message: "is larger than 1 MB".to_owned(),
        hint: "Split it into several files, or move what is not a rule out of the folder.".to_owned(),
    }
}

fn unreadable(path: &Path, error: &io::Error) -> KnowledgeError {
    KnowledgeError::Unreadable { place: path.display().to_string(), reason: error.to_string() }
}
