//! Names as written: unquoting, and telling tables from files and system tables. Used by the walk.

use sqlparser::ast::{Ident, ObjectName, ObjectNamePart};
use std::borrow::Cow;
use vouch_model::Dialect;

/// The name an identifier stands for; the parser keeps quotes inside it doubled.
pub(super) fn plain(ident: &Ident) -> Cow<'_, str> {
    match ident.quote_style {
        Some(quote) if ident.value.contains(quote) => {
            let doubled: String = [quote, quote].iter().collect();
            Cow::Owned(ident.value.replace(&doubled, quote.encode_utf8(&mut [0; 4])))
        }
        _ => Cow::Borrowed(&ident.value),
    }
}

pub(super) fn lower(ident: &Ident) -> String {
    plain(ident).to_ascii_lowercase()
}

/// The parts of a dotted name; `None` when a part is something else than a name.
pub(super) fn parts(name: &ObjectName) -> Option<Vec<&Ident>> {
    name.0
        .iter()
        .map(|part| match part {
            ObjectNamePart::Identifier(ident) => Some(ident),
            ObjectNamePart::Function(_) => None,
        })
        .collect()
}

/// Whether an engine could take the name for a file or an address. DuckDB opens `FROM "data.csv"`, and also
/// `FROM data.csv`, which reads as schema and table.
pub(super) fn looks_like_file(parts: &[&Ident]) -> bool {
    let odd = |c: char| matches!(c, '/' | '\\' | ':' | '*' | '?' | '[' | ']' | '.' | '~' | '{' | '|') || c.is_control();
    if parts.iter().any(|ident| ident.quote_style == Some('\'') || plain(ident).contains(odd)) {
        return true;
    }
    parts.len() > 1 && parts.last().is_some_and(|last| FILE_ENDINGS.contains(&lower(last).as_str()))
}

const FILE_ENDINGS: [&str; 30] = [
    "arrow", "avro", "bz2", "csv", "dat", "db", "db3", "duckdb", "feather", "geojson", "gz", "ipc", "json", "jsonl",
    "log", "md", "ndjson", "orc", "parquet", "parq", "shp", "sqlite", "sqlite3", "tbl", "tsv", "txt", "vortex", "xls",
    "xlsx", "zst",
];

/// Tables in which an engine describes itself.
pub(super) fn is_system(parts: &[&Ident], dialect: Dialect) -> bool {
    let Some((last, qualifiers)) = parts.split_last() else { return false };
    let name = lower(last);
    let schemas = ["information_schema", "pg_catalog", "system", "temp", "pragma"];
    if qualifiers.iter().any(|q| schemas.contains(&lower(q).as_str())) {
        return true;
    }
    let begins = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    match dialect {
        Dialect::Sqlite => {
            begins(&["sqlite_", "pragma_"])
                || ["dbstat", "bytecode", "tables_used", "completion", "fsdir", "zipfile", "stmt"]
                    .contains(&name.as_str())
        }
        _ => begins(&["duckdb_", "pragma_", "pg_", "sqlite_"]) || name == "information_schema",
    }
}
