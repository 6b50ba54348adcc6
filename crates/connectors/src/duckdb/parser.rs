//! DuckDB's own parser, asked what it sees in a text without running anything. The guard asks it.
//!
//! It lives in an empty database in memory of its own, so that it is quick, knows no table, and cannot touch
//! a source. DuckDB serializes only SELECT statements; that refusal is an answer, not an error.

use super::raw::{Database, Session, Statement};
use super::syntax_json;
use super::values::Shape;
use std::sync::{Arc, Mutex, PoisonError};
use vouch_model::Value;
use vouch_sql::{EngineParser, EngineVerdict};

const SERIALIZE: &str =
    "SELECT json_serialize_sql(?::VARCHAR, skip_null := true, skip_empty := true, skip_default := true)";

pub(super) struct Parser {
    database: Arc<Database>,
    /// Prepared once, because preparing costs more than parsing a usual statement.
    idle: Mutex<Vec<Prepared>>,
}

struct Prepared {
    statement: Statement,
    _session: Session,
}

impl Parser {
    pub fn new() -> Result<Self, String> {
        let options = [
            ("enable_external_access", "false"),
            ("autoinstall_known_extensions", "false"),
            ("autoload_known_extensions", "false"),
            ("allow_persistent_secrets", "false"),
            ("threads", "1"),
            ("memory_limit", "256MB"),
            ("lock_configuration", "true"),
        ];
        let parser = Self { database: Database::open(None, &options)?, idle: Mutex::new(Vec::new()) };
        let first = parser.prepare()?;
        parser.give_back(first);
        Ok(parser)
    }

    fn prepare(&self) -> Result<Prepared, String> {
        let session = self.database.connect()?;
        let statement = session.prepare(SERIALIZE)?;
        Ok(Prepared { statement, _session: session })
    }

    fn give_back(&self, prepared: Prepared) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(prepared);
    }

    fn serialize(&self, sql: &str) -> Result<String, String> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut prepared = idle.map_or_else(|| self.prepare(), Ok)?;
        let tree = first_text(&mut prepared.statement, sql);
        self.give_back(prepared);
        tree
    }
}

impl EngineParser for Parser {
    fn parse(&self, sql: &str) -> Result<EngineVerdict, String> {
        let seen = syntax_json::read(&self.serialize(sql)?)?;
        match seen.error {
            None => Ok(seen.verdict),
            // DuckDB parsed it and says that it is something else than a query.
            Some(message) if message.contains("Only SELECT statements") => {
                Ok(EngineVerdict { statements: 1, all_select: false, ..EngineVerdict::default() })
            }
            Some(message) => Err(message),
        }
    }
}

fn first_text(statement: &mut Statement, sql: &str) -> Result<String, String> {
    statement.bind_text(1, sql)?;
    let mut rows = statement.execute()?;
    let shapes: Vec<Shape> = rows.columns().iter().map(|(_, logical)| Shape::of(logical)).collect();
    let chunk = rows.next()?.ok_or("the engine's parser gave no answer")?;
    let vectors = chunk.vectors();
    match shapes.first().zip(vectors.first()).map(|(shape, vector)| shape.value(vector, 0)) {
        Some(Value::Text(text)) => Ok(text),
        _ => Err("the engine's parser gave no answer".to_owned()),
    }
}

#[cfg(test)]
#[path = "parser_tests.rs"]
mod tests;
