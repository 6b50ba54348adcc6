//! The schema and its changes. A migration, once released, is never edited: a change is a new file with the next
//! number, and every store remembers which of them it has seen.

use crate::StoreError;
use rusqlite::{Connection, TransactionBehavior};

const MIGRATIONS: &[(i64, &str)] = &[
    (1, include_str!("migrations/0001_first.sql")),
    (2, include_str!("migrations/0002_memories.sql")),
    (3, include_str!("migrations/0003_service.sql")),
    (4, include_str!("migrations/0004_memories_version.sql")),
    (5, include_str!("migrations/0005_batches.sql")),
];

/// In the file's header; tells a store of ours from any other SQLite file. The letters "Vouc".
const APPLICATION_ID: i64 = 0x566f_7563;

/// A database that holds tables and does not carry our mark is somebody else's: leave it as it is.
pub fn refuse_foreign(connection: &Connection) -> Result<(), StoreError> {
    let mark: i64 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables > 0 && mark != APPLICATION_ID {
        return Err(StoreError::Unavailable {
            message: "the file is a database of another program".to_owned(),
            hint: "Choose another data folder with --data-dir, or move the file away.".to_owned(),
        });
    }
    Ok(())
}

/// Brings the schema up to date in one transaction, so that two programs that start together do it once.
pub fn apply(connection: &mut Connection) -> Result<(), StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute_batch(
        "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY, applied_at TEXT NOT NULL)",
    )?;
    let found: i64 =
        transaction.query_row("SELECT coalesce(max(version), 0) FROM schema_version", [], |row| row.get(0))?;
    let newest = MIGRATIONS.last().map_or(0, |(version, _)| *version);
    if found > newest {
        return Err(StoreError::Unavailable {
            message: format!(
                "the store has schema version {found}, this program knows up to {newest}: a newer Vouch has written it"
            ),
            hint: "Update Vouch, or choose another data folder with --data-dir.".to_owned(),
        });
    }
    for (version, sql) in MIGRATIONS.iter().filter(|(version, _)| *version > found) {
        transaction.execute_batch(sql)?;
        transaction
            .execute("INSERT INTO schema_version (version, applied_at) VALUES (?1, ?2)", (version, super::now()))?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.commit()?;
    Ok(())
}

#[cfg(test)]
#[path = "migrations_tests.rs"]
mod tests;
