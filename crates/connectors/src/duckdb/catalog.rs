//! What a DuckDB file holds. Few statements, however wide the tables: lists from DuckDB's own catalog, then one
//! statement per table for counts and extremes and one for samples.

use super::connection::Engine;
use super::errors;
use super::raw::Session;
use super::values::Shape;
use crate::ConnectorError;
use crate::catalog::{Distinct, KeyProbe, fingerprint, infer_keys, profile_rows, sample};
use crate::labels::read_comment;
use std::collections::HashMap;
use std::sync::mpsc;
use std::time::Duration;
use vouch_model::{Catalog, Column, DataType, Dialect, ForeignKey, KeyOrigin, Table, TableKind, Value};

/// Up to it a table is read whole and its figures are computed here.
const SMALL_ROWS: u64 = 200;
/// Above it distinct values are counted approximately, and uniqueness is proven only where it looks likely.
const EXACT_ROWS: u64 = 20_000;
/// Above it samples come from a part of the table.
const SAMPLED_ROWS: u64 = 1_000_000;
/// A view may hide any amount of work, so it gets less time than a table. What takes longer has no figures.
const TABLE_TIME: Duration = Duration::from_secs(20);
const VIEW_TIME: Duration = Duration::from_secs(1);

pub(super) fn read(source: &str, engine: &Engine) -> Result<Catalog, ConnectorError> {
    let session = engine.session()?;
    let mut reader = Reader { session: &session, small: HashMap::new() };
    let mut listed = reader.tables()?;
    profile_all(engine, &reader, &mut listed)?;
    let mut tables = Vec::new();
    for Listed { table, values, .. } in listed {
        reader.small.extend(values.map(|values| (table.qualified_name(), values)));
        tables.push(table);
    }
    let mut foreign_keys = reader.keys(&mut tables)?;
    foreign_keys.extend(infer_keys(&tables, &foreign_keys, &reader));
    let own_functions = reader.own_functions()?;
    let version = fingerprint(&tables, &foreign_keys, &own_functions);
    engine.give_back(session);
    let source = source.to_owned();
    Ok(Catalog { source, dialect: Dialect::DuckDb, version, tables, foreign_keys, own_functions })
}

struct Listed {
    table: Table,
    /// What DuckDB keeps for its planner; good enough to choose between exact and approximate counting.
    about_rows: u64,
    /// All values of a small table, for the search for keys.
    values: Option<Distinct>,
}

/// Side by side where there are many: small tables cost planning, which takes one core each.
fn profile_all(engine: &Engine, reader: &Reader<'_>, listed: &mut [Listed]) -> Result<(), ConnectorError> {
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get().min(4));
    if listed.len() < 2 * cores {
        listed.iter_mut().for_each(|listed| reader.profile(listed));
        return Ok(());
    }
    let sessions: Vec<Session> = (0..cores).map(|_| engine.session()).collect::<Result<_, _>>()?;
    let share = listed.len().div_ceil(cores);
    std::thread::scope(|scope| {
        for (session, part) in sessions.into_iter().zip(listed.chunks_mut(share)) {
            scope.spawn(move || {
                let reader = Reader { session: &session, small: HashMap::new() };
                part.iter_mut().for_each(|listed| reader.profile(listed));
                engine.give_back(session);
            });
        }
    });
    Ok(())
}

struct Reader<'s> {
    session: &'s Session,
    small: HashMap<String, Distinct>,
}

impl Reader<'_> {
    fn query(&self, sql: &str) -> Result<Vec<Vec<Value>>, String> {
        let mut statement = self.session.prepare(sql)?;
        let mut rows = statement.execute()?;
        let shapes: Vec<Shape> = rows.columns().iter().map(|(_, logical)| Shape::of(logical)).collect();
        let mut all = Vec::new();
        while let Some(chunk) = rows.next()? {
            let vectors = chunk.vectors();
            all.extend((0..chunk.len()).map(|row| {
                shapes.iter().zip(&vectors).map(|(shape, vector)| shape.value(vector, row)).collect::<Vec<_>>()
            }));
        }
        Ok(all)
    }

    /// The same, interrupted when it takes too long.
    fn query_within(&self, time: Duration, sql: &str) -> Result<Vec<Vec<Value>>, String> {
        let interrupter = self.session.interrupter();
        let (done, ended) = mpsc::channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                let mut wait = time;
                while ended.recv_timeout(wait) == Err(mpsc::RecvTimeoutError::Timeout) {
                    interrupter.interrupt();
                    wait = Duration::from_millis(10);
                }
            });
            let rows = self.query(sql);
            drop(done);
            rows
        })
    }

    fn tables(&self) -> Result<Vec<Listed>, ConnectorError> {
        let listed = self.list(
            "SELECT schema_name, table_name, comment, false AS is_view, table_oid AS oid, \
             coalesce(estimated_size, 0)::BIGINT AS size, NULL AS definition FROM duckdb_tables() \
             WHERE database_name = current_database() AND NOT internal AND NOT temporary \
             UNION ALL SELECT schema_name, view_name, comment, true, view_oid, 1000000, sql FROM duckdb_views() \
             WHERE database_name = current_database() AND NOT internal AND NOT temporary \
             ORDER BY is_view, schema_name, oid",
        )?;
        let mut columns: HashMap<(String, String), Vec<Column>> = HashMap::new();
        for row in self.list(
            "SELECT schema_name, table_name, column_name, data_type, is_nullable, comment FROM duckdb_columns() \
             WHERE database_name = current_database() AND NOT internal ORDER BY table_oid, column_index",
        )? {
            let cell = |i: usize| row.get(i).and_then(as_text);
            let (label, comment) = cell(5).as_deref().map_or((None, None), read_comment);
            let column = Column {
                name: cell(2).unwrap_or_default(),
                label,
                data_type: DataType::Other("unknown".to_owned()),
                native_type: cell(3).unwrap_or_default(),
                nullable: row.get(4) != Some(&Value::Bool(false)),
                comment,
                samples: Vec::new(),
                min: None,
                max: None,
                null_count: None,
                distinct_count: None,
                unique: false,
            };
            columns.entry((cell(0).unwrap_or_default(), cell(1).unwrap_or_default())).or_default().push(column);
        }
        let table = |row: &Vec<Value>| {
            let cell = |i: usize| row.get(i).and_then(as_text);
            let (schema, name) = (cell(0).unwrap_or_default(), cell(1).unwrap_or_default());
            let (label, comment) = cell(2).as_deref().map_or((None, None), read_comment);
            let columns = columns.remove(&(schema.clone(), name.clone())).unwrap_or_default();
            let kind = if row.get(3) == Some(&Value::Bool(true)) { TableKind::View } else { TableKind::Table };
            let schema = (schema != "main").then_some(schema);
            let about_rows = row.get(5).and_then(as_count).unwrap_or(0);
            let primary_key = Vec::new();
            let definition = cell(6);
            let table = Table { schema, name, label, kind, comment, columns, primary_key, row_count: None, definition };
            Listed { table, about_rows, values: None }
        };
        Ok(listed.iter().map(table).collect())
    }

    /// Macros of the database's own, and of whatever else lies in it.
    fn own_functions(&self) -> Result<Vec<String>, ConnectorError> {
        let names = self.list(
            "SELECT DISTINCT function_name AS name FROM duckdb_functions() \
             WHERE NOT internal AND database_name = current_database() ORDER BY name",
        )?;
        // Not by the engine: `lower` may be one of them.
        Ok(names.iter().filter_map(|row| row.first().and_then(as_text)).map(|name| name.to_lowercase()).collect())
    }

    fn list(&self, sql: &str) -> Result<Vec<Vec<Value>>, ConnectorError> {
        self.query(sql).map_err(|message| errors::statement(&message))
    }

    /// Types and figures. A table that cannot be read (a view whose table is gone) keeps its names.
    fn profile(&self, listed: &mut Listed) {
        let Listed { table, about_rows, values } = listed;
        let from = quoted_table(table);
        match self.session.prepare(&format!("SELECT * FROM {from}")) {
            Ok(statement) => {
                for (column, (_, logical)) in table.columns.iter_mut().zip(statement.columns()) {
                    column.data_type = Shape::of(&logical).data_type();
                }
            }
            Err(message) => {
                tracing::debug!(table = table.name, message, "the table cannot be read");
                return;
            }
        }
        let time = if table.kind == TableKind::View { VIEW_TIME } else { TABLE_TIME };
        if table.kind == TableKind::Table && *about_rows <= SMALL_ROWS {
            let rows = self.query_within(time, &format!("SELECT * FROM {from}")).ok();
            *values = rows.and_then(|rows| profile_rows(table, &rows));
            if values.is_some() {
                return;
            }
        }
        if let Err(message) = self.figures(table, &from, *about_rows <= EXACT_ROWS, time) {
            tracing::debug!(table = table.name, message, "the table has no figures");
        }
    }

    fn figures(&self, table: &mut Table, from: &str, exact: bool, time: Duration) -> Result<(), String> {
        let wanted: Vec<String> = table.columns.iter().map(|column| aggregates(column, exact)).collect();
        let answer = self.query_within(time, &format!("SELECT count(*), {} FROM {from}", wanted.join(", ")))?;
        let rows = first_count(&answer).unwrap_or(0);
        table.row_count = Some(rows);
        let mut cells = answer.into_iter().next().unwrap_or_default().into_iter().skip(1);
        let mut doubtful = Vec::new();
        for (i, column) in table.columns.iter_mut().enumerate() {
            let filled = cells.next().as_ref().and_then(as_count).unwrap_or(0);
            column.null_count = Some(rows.saturating_sub(filled));
            if is_countable(&column.data_type) {
                let distinct = cells.next().as_ref().and_then(as_count).unwrap_or(0).min(filled);
                column.distinct_count = Some(distinct);
                column.unique = exact && filled > 0 && distinct == filled;
                // The approximation is off by a few percent.
                if !exact && distinct.saturating_mul(100) >= filled.saturating_mul(85) && may_be_key(&column.data_type)
                {
                    doubtful.push((i, filled));
                }
            }
            if has_range(&column.data_type) {
                column.min = cells.next().filter(|value| !value.is_null());
                column.max = cells.next().filter(|value| !value.is_null());
            }
        }
        self.settle_unique(table, from, &doubtful, time)?;
        self.samples(table, from, rows, time)
    }

    fn settle_unique(
        &self,
        table: &mut Table,
        from: &str,
        doubtful: &[(usize, u64)],
        time: Duration,
    ) -> Result<(), String> {
        for &(i, filled) in doubtful {
            let Some(column) = table.columns.get_mut(i) else { continue };
            let sql = format!("SELECT count(DISTINCT {}) FROM {from}", quote(&column.name));
            let distinct = first_count(&self.query_within(time, &sql)?).unwrap_or(0);
            column.distinct_count = Some(distinct);
            column.unique = distinct == filled;
        }
        Ok(())
    }

    fn samples(&self, table: &mut Table, from: &str, rows: u64, time: Duration) -> Result<(), String> {
        let part = if rows > SAMPLED_ROWS {
            let percent = (SAMPLED_ROWS as f64 * 10.0 / rows as f64).clamp(0.1, 100.0);
            format!(" USING SAMPLE {percent:.1} PERCENT (system, 42)")
        } else {
            String::new()
        };
        let one = |(i, column): (usize, &Column)| {
            let name = quote(&column.name);
            let source = format!("(SELECT {name} AS v FROM {from}{part}) WHERE v IS NOT NULL");
            // Where every value occurs once, the most frequent are the first by name: no need to group.
            match column.unique {
                true => format!("(SELECT {i} AS i, v::VARCHAR AS v, 1 AS n FROM {source} ORDER BY v LIMIT 3)"),
                false => format!(
                    "(SELECT {i} AS i, v::VARCHAR AS v, count(*) AS n FROM {source} GROUP BY v ORDER BY n DESC, v LIMIT 3)"
                ),
            }
        };
        let texts = table.columns.iter().enumerate().filter(|(_, column)| column.data_type.is_text());
        let parts: Vec<String> = texts.map(one).collect();
        if parts.is_empty() || rows == 0 {
            return Ok(());
        }
        let sql = format!("SELECT i, v FROM ({}) ORDER BY i, n DESC, v", parts.join(" UNION ALL "));
        for row in self.query_within(time, &sql)? {
            let place = row.first().and_then(as_count).and_then(|i| usize::try_from(i).ok());
            if let (Some(column), Some(text)) =
                (place.and_then(|i| table.columns.get_mut(i)), row.get(1).and_then(as_text))
            {
                column.samples.push(sample(&text));
            }
        }
        Ok(())
    }

    /// Declared keys: primary and unique ones go into the tables, foreign ones come back.
    fn keys(&self, tables: &mut [Table]) -> Result<Vec<ForeignKey>, ConnectorError> {
        let mut foreign = Vec::new();
        for row in self.list(
            "SELECT schema_name, table_name, constraint_type, constraint_column_names, referenced_table, \
             referenced_column_names FROM duckdb_constraints() WHERE database_name = current_database()",
        )? {
            let cell = |i: usize| row.get(i).and_then(as_text).unwrap_or_default();
            let (schema, name) = (cell(0), cell(1));
            let found = tables.iter_mut().find(|t| t.name == name && t.schema.as_deref().unwrap_or("main") == schema);
            let Some(table) = found else { continue };
            let columns = row.get(3).map(names).unwrap_or_default();
            match cell(2).as_str() {
                "PRIMARY KEY" => {
                    mark_unique(table, &columns);
                    table.primary_key = columns;
                }
                "UNIQUE" => mark_unique(table, &columns),
                "FOREIGN KEY" => {
                    let to_table = Table { name: cell(4), ..table.clone() };
                    foreign.push(ForeignKey {
                        table: table.qualified_name(),
                        columns,
                        to_table: to_table.qualified_name(),
                        to_columns: row.get(5).map(names).unwrap_or_default(),
                        origin: KeyOrigin::Declared,
                    });
                }
                _ => {}
            }
        }
        Ok(foreign)
    }
}

impl KeyProbe for Reader<'_> {
    fn contained(&self, table: &Table, column: &Column, to_table: &Table, to_column: &Column) -> bool {
        let values = |table: &Table, column: &Column| self.small.get(&table.qualified_name())?.get(&column.name);
        if let (Some(own), Some(others)) = (values(table, column), values(to_table, to_column)) {
            return own.is_subset(others);
        }
        let sql = format!(
            "SELECT count(*) FROM (SELECT 1 FROM {} AS a WHERE a.{own} IS NOT NULL AND NOT EXISTS \
             (SELECT 1 FROM {} AS b WHERE b.{other} = a.{own}) LIMIT 1)",
            quoted_table(table),
            quoted_table(to_table),
            own = quote(&column.name),
            other = quote(&to_column.name),
        );
        let strays = self.query_within(TABLE_TIME, &sql);
        strays.is_ok_and(|rows| first_count(&rows) == Some(0))
    }
}

/// What the one statement asks of a column; read back in the same order.
fn aggregates(column: &Column, exact: bool) -> String {
    let name = quote(&column.name);
    let mut wanted = vec![format!("count({name})")];
    if is_countable(&column.data_type) {
        wanted.push(if exact { format!("count(DISTINCT {name})") } else { format!("approx_count_distinct({name})") });
    }
    if has_range(&column.data_type) {
        wanted.push(format!("min({name}), max({name})"));
    }
    wanted.join(", ")
}

fn has_range(data_type: &DataType) -> bool {
    data_type.is_numeric() || data_type.is_temporal() || *data_type == DataType::Time
}

fn is_countable(data_type: &DataType) -> bool {
    has_range(data_type) || matches!(data_type, DataType::Bool | DataType::Text | DataType::Uuid)
}

fn may_be_key(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Int | DataType::Text | DataType::Uuid) || data_type.is_temporal()
}

fn mark_unique(table: &mut Table, columns: &[String]) {
    if let [only] = columns
        && let Some(column) = table.columns.iter_mut().find(|c| c.name == *only)
    {
        column.unique = true;
    }
}

fn names(value: &Value) -> Vec<String> {
    match value {
        Value::List(items) => items.iter().filter_map(as_text).collect(),
        _ => Vec::new(),
    }
}

fn as_text(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text.clone()),
        _ => None,
    }
}

fn as_count(value: &Value) -> Option<u64> {
    match value {
        Value::Int(count) => u64::try_from(*count).ok(),
        _ => None,
    }
}

fn first_count(rows: &[Vec<Value>]) -> Option<u64> {
    rows.first()?.first().and_then(as_count)
}

/// Always quoted: the names come from the engine itself and may be anything.
fn quote(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn quoted_table(table: &Table) -> String {
    format!("{}.{}", quote(table.schema.as_deref().unwrap_or("main")), quote(&table.name))
}
