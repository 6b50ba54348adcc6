//! What a file is: by its first bytes where they say so, else by its name.
//!
//! Owns the refusal of what can never be a table (directories, empty files, pictures, databases), each with what to
//! do instead. Reads a few bytes and nothing else.

use super::bad_file;
use super::source::{Encoding, decode, unreadable};
use crate::ConnectorError;
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    Text,
    Json,
    Parquet,
    Workbook,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileFacts {
    pub kind: FileKind,
    pub gzip: bool,
    pub bytes: u64,
    /// Name without extensions.
    pub stem: String,
    /// Lower case, that of the packed file under `.gz`.
    pub extension: String,
}

pub fn examine(path: &Path) -> Result<FileFacts, ConnectorError> {
    let metadata = std::fs::metadata(path).map_err(|error| missing(path, &error))?;
    if metadata.is_dir() {
        return Err(bad_file(
            path,
            "is a directory",
            "Name the files inside it, for example with a pattern such as DIR/*.csv.",
        ));
    }
    if !metadata.is_file() {
        return Err(bad_file(path, "is not a regular file", "Save the data to a file first and name that."));
    }
    if metadata.len() == 0 {
        return Err(bad_file(
            path,
            "is empty (0 bytes)",
            "Check that the export or download finished, then try again.",
        ));
    }
    let mut file = File::open(path).map_err(|e| unreadable(path, &e))?;
    let mut head = first_bytes(&mut file).map_err(|e| unreadable(path, &e))?;
    let gzip = head.starts_with(&[0x1f, 0x8b]);
    if gzip {
        file.seek(SeekFrom::Start(0)).map_err(|e| unreadable(path, &e))?;
        head = first_bytes(&mut MultiGzDecoder::new(file))
            .map_err(|e| bad_file(path, &format!("is not a readable gzip file: {e}"), "Download or pack it again."))?;
        if head.is_empty() {
            return Err(bad_file(
                path,
                "is empty once unpacked",
                "Check that the export finished before it was packed.",
            ));
        }
    }
    let (stem, extension) = parts_of_name(path, gzip);
    let kind = kind_of(path, &head, &extension)?;
    if gzip && matches!(kind, FileKind::Parquet | FileKind::Workbook) {
        return Err(bad_file(path, "is a packed spreadsheet or Parquet file", "Unpack it with gunzip first."));
    }
    Ok(FileFacts { kind, gzip, bytes: metadata.len(), stem, extension })
}

fn missing(path: &Path, error: &std::io::Error) -> ConnectorError {
    if error.kind() == std::io::ErrorKind::NotFound {
        bad_file(
            path,
            "does not exist",
            "Check the spelling and the folder; a relative path starts from where you are.",
        )
    } else {
        unreadable(path, error)
    }
}

fn first_bytes(reader: &mut dyn Read) -> std::io::Result<Vec<u8>> {
    let mut head = Vec::new();
    reader.take(4096).read_to_end(&mut head)?;
    Ok(head)
}

fn parts_of_name(path: &Path, gzip: bool) -> (String, String) {
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let lower = name.to_lowercase();
    let name = match lower.strip_suffix(".gz").filter(|_| gzip) {
        Some(inner) => name.get(..inner.len()).unwrap_or(&name).to_owned(),
        None => name,
    };
    match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => (stem.to_owned(), extension.to_lowercase()),
        _ => (name, String::new()),
    }
}

fn kind_of(path: &Path, head: &[u8], extension: &str) -> Result<FileKind, ConnectorError> {
    let refuse = |what: &str, hint: &str| Err(bad_file(path, what, hint));
    let export = "Export the data as CSV, JSON, Parquet or XLSX and choose that file.";
    match head {
        [b'P', b'A', b'R', b'1', ..] => return Ok(FileKind::Parquet),
        // Old Office files, and spreadsheets protected by a password.
        [0xd0, 0xcf, 0x11, 0xe0, ..] => return Ok(FileKind::Workbook),
        [b'P', b'K', 3, 4, ..] => {
            let text = String::from_utf8_lossy(head);
            let is_book = ["[Content_Types].xml", "xl/", "_rels/", "opendocument.spreadsheet", "docProps"]
                .iter()
                .any(|m| text.contains(m));
            let named_book = matches!(extension, "xlsx" | "xlsm" | "xlsb" | "ods");
            if is_book || named_book {
                return Ok(FileKind::Workbook);
            }
            return refuse("is a zip archive", "Unpack it and choose the files inside.");
        }
        _ => {}
    }
    if head.starts_with(b"SQLite format 3\0") {
        return refuse("is a SQLite database", "Open it as a source: sqlite:PATH.");
    }
    if head.get(8..12) == Some(b"DUCK") {
        return refuse("is a DuckDB database", "Open it as a source: duckdb:PATH.");
    }
    let pictures: [&[u8]; 6] = [b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x7fELF", b"BZh"];
    if pictures.iter().any(|magic| head.starts_with(magic)) {
        return refuse("is not a table of any kind (a document, picture or program)", export);
    }
    text_kind(path, head, extension)
}

fn text_kind(path: &Path, head: &[u8], extension: &str) -> Result<FileKind, ConnectorError> {
    let text = decode(head, Encoding::detect(head));
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let start = text.get(..200.min(text.len())).unwrap_or(text).to_lowercase();
    let opens_tag =
        start.strip_prefix('<').is_some_and(|t| t.starts_with(|c: char| c.is_alphabetic() || "!?".contains(c)));
    if opens_tag {
        let hint = "Save the table in it as CSV or XLSX and choose that file.";
        return Err(bad_file(path, "is a web page or XML document", hint));
    }
    if matches!(extension, "parquet" | "xlsx" | "xlsm" | "xlsb" | "xls" | "ods") {
        let what = format!("is not what its name says: it holds no {extension} data");
        return Err(bad_file(path, &what, "If it is a CSV, name it .csv; else export it again, it may be cut off."));
    }
    let json_name = matches!(extension, "json" | "ndjson" | "jsonl" | "geojson");
    let opens_object = text.starts_with('{') && text.get(1..).is_some_and(|t| t.trim_start().starts_with(['"', '}']));
    let opens_list = text.starts_with('[') && text.get(1..).is_some_and(|t| t.trim_start().starts_with(['{', ']']));
    let looks_json = opens_object || opens_list;
    if json_name && !text.is_empty() && !text.starts_with(['{', '[']) {
        let hint = "If it is a CSV, name it .csv; JSON tables begin with [ or {.";
        return Err(bad_file(path, "is not what its name says: it holds no JSON", hint));
    }
    Ok(if looks_json || (json_name && text.starts_with(['{', '['])) { FileKind::Json } else { FileKind::Text })
}
