//! Which SQL a source speaks. What follows from it (quoting, functions) is `sql`'s business.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Dialect {
    DuckDb,
    Sqlite,
}

impl Dialect {
    pub const ALL: [Dialect; 2] = [Dialect::DuckDb, Dialect::Sqlite];

    /// The name as it stands in source URLs, `--dialect` and case files.
    pub fn name(self) -> &'static str {
        match self {
            Dialect::DuckDb => "duckdb",
            Dialect::Sqlite => "sqlite",
        }
    }

    /// What people call the engine.
    pub fn title(self) -> &'static str {
        match self {
            Dialect::DuckDb => "DuckDB",
            Dialect::Sqlite => "SQLite",
        }
    }

    pub fn from_name(name: &str) -> Option<Dialect> {
        Dialect::ALL.into_iter().find(|d| d.name().eq_ignore_ascii_case(name))
    }
}

impl std::fmt::Display for Dialect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
