//! The guard.

use serde::{Deserialize, Serialize};
use vouch_model::{Catalog, Dialect, ErrorCode};

/// What a statement may do beyond reading known tables.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// LIMIT is put in, or lowered to this.
    pub max_rows: usize,
}

pub struct CheckContext<'a> {
    pub dialect: Dialect,
    /// `None`: names are not checked (`vouch check` without a source).
    pub catalog: Option<&'a Catalog>,
    pub policy: &'a Policy,
    pub engine: Option<&'a dyn EngineParser>,
}

/// The engine's own opinion of a statement, where it has a parser that can be asked without running.
pub trait EngineParser: Send + Sync {
    fn parse(&self, sql: &str) -> Result<EngineVerdict, String>;
}

/// What the engine's parser saw.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineVerdict {
    pub statements: usize,
    pub all_select: bool,
    /// Every base table and table function that it saw, lower case; CTE names included.
    pub tables: Vec<String>,
    pub functions: Vec<String>,
}

/// A statement that passed. Its fields are private to this crate: nobody else can make one.
#[derive(Clone, Debug)]
pub struct CheckedSql {
    statement: sqlparser::ast::Query,
    sql: String,
    to_run: String,
    dialect: Dialect,
    tables: Vec<String>,
    max_rows: usize,
    notes: Vec<String>,
}

impl CheckedSql {
    /// The statement as a person may copy and run it, LIMIT included.
    pub fn sql(&self) -> &str {
        &self.sql
    }
    /// The statement for the engine: where the LIMIT is ours it is one higher, so that the connector sees
    /// whether rows were left out.
    pub fn to_run(&self) -> &str {
        &self.to_run
    }
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }
    /// Catalog tables that it reads, each once, in order of appearance.
    pub fn tables(&self) -> &[String] {
        &self.tables
    }
    pub fn max_rows(&self) -> usize {
        self.max_rows
    }
    /// The syntax tree, for the restater and the result checks.
    pub fn query(&self) -> &sqlparser::ast::Query {
        &self.statement
    }
    /// What the rewriter did, in plain words ("limited to 1,000 rows").
    pub fn notes(&self) -> &[String] {
        &self.notes
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    pub line: u64,
    pub column: u64,
}

#[derive(Clone, Debug, PartialEq, thiserror::Error, Serialize, Deserialize)]
#[error("{message}")]
pub struct Rejected {
    pub code: ErrorCode,
    pub message: String,
    pub position: Option<Position>,
    /// What to write instead, where the guard knows: "did you mean `amount`?".
    pub suggestion: Option<String>,
}

pub fn check(_sql: &str, _context: &CheckContext<'_>) -> Result<CheckedSql, Rejected> {
    todo!()
}
