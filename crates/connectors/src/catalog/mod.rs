//! What the engines' catalogs have in common: the fingerprint, samples fit to show, and keys found by looking.

mod keys;
mod names;
mod small;

pub(crate) use keys::{KeyProbe, infer_keys};
pub(crate) use small::{Distinct, profile_rows};

use sha2::{Digest, Sha256};
use vouch_model::{ForeignKey, Table, hex};

/// The longest sample value, in characters.
const LONGEST_SAMPLE: usize = 80;

/// Equal for equal tables, columns, types and keys; what the rows are does not matter.
pub(crate) fn fingerprint(tables: &[Table], foreign_keys: &[ForeignKey], own_functions: &[String]) -> String {
    let mut hash = Sha256::new();
    let mut put = |part: &str| {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part.as_bytes());
    };
    for table in tables {
        put("table");
        put(&table.qualified_name());
        put(if table.kind == vouch_model::TableKind::View { "view" } else { "table" });
        put(table.definition.as_deref().unwrap_or_default());
        for column in &table.columns {
            put(&column.name);
            put(&column.native_type);
            put(column.data_type.name());
            put(if column.nullable { "null" } else { "not null" });
        }
        put("key");
        table.primary_key.iter().for_each(|column| put(column));
    }
    for key in foreign_keys {
        put("reference");
        put(&key.table);
        key.columns.iter().for_each(|column| put(column));
        put(&key.to_table);
        key.to_columns.iter().for_each(|column| put(column));
    }
    put("functions");
    own_functions.iter().for_each(|name| put(name));
    hash.finalize().get(..16).map(hex).unwrap_or_default()
}

/// A value as a sample: cut where it is long.
pub(crate) fn sample(text: &str) -> String {
    if text.chars().nth(LONGEST_SAMPLE).is_none() {
        return text.to_owned();
    }
    text.chars().take(LONGEST_SAMPLE).chain(['…']).collect()
}
