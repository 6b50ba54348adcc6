//! A database of several tenants, and for each tenant a copy that holds its rows only. Whose row is whose is known here
//! because the rows are made so, not because anybody looked at keys.

use crate::compare::Side;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;
use vouch_connectors::{SourceUrl, open};
use vouch_model::Dialect;
use vouch_sql::{TenantPolicy, TenantSettings};

/// Whose a row is.
#[derive(Clone, Debug, PartialEq)]
pub enum Owner {
    Everybody,
    One(&'static str),
    /// Its keys lead nowhere, or to two tenants.
    Nobody,
}

/// `table` and the values of a row as SQL writes them.
pub struct Row {
    pub owner: Owner,
    pub table: &'static str,
    pub values: String,
}

pub struct World {
    folder: TempDir,
    pub whole: Side,
    /// The tenant, the whole under its policy, and its copy.
    pub tenants: Vec<(&'static str, Side, Side)>,
}

pub async fn make(
    dialect: Dialect,
    schema: &str,
    rows: &[Row],
    settings: &TenantSettings,
    tenants: &[&'static str],
) -> World {
    let folder = TempDir::new().unwrap();
    let whole = side(dialect, &folder.path().join("whole.db"), schema, rows.iter()).await;
    let mut made = Vec::new();
    for (i, tenant) in tenants.iter().enumerate() {
        let own = rows.iter().filter(|row| matches!(&row.owner, Owner::Everybody) || row.owner == Owner::One(tenant));
        let copy = side(dialect, &folder.path().join(format!("copy{i}.db")), schema, own).await;
        let policy = TenantPolicy::new(&whole.catalog, settings, tenant).unwrap();
        let narrowed = Side { tenant: Some(Arc::new(policy)), ..whole.clone() };
        made.push((*tenant, narrowed, copy));
    }
    World { folder, whole, tenants: made }
}

impl World {
    /// The file that holds everybody's rows.
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("whole.db")
    }
}

async fn side<'r>(dialect: Dialect, path: &Path, schema: &str, rows: impl Iterator<Item = &'r Row>) -> Side {
    let inserts: Vec<String> = rows.map(|row| format!("INSERT INTO {} VALUES ({});", row.table, row.values)).collect();
    let script = format!("{schema}\nBEGIN;\n{}\nCOMMIT;", inserts.join("\n"));
    let url = match dialect {
        Dialect::DuckDb => {
            duckdb::Connection::open(path).unwrap().execute_batch(&script).unwrap();
            SourceUrl::DuckDb(path.to_owned())
        }
        _ => {
            rusqlite::Connection::open(path).unwrap().execute_batch(&script).unwrap();
            SourceUrl::Sqlite(path.to_owned())
        }
    };
    Side::of(open("world", &url).await.unwrap()).await
}
