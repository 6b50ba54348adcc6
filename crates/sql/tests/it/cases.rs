//! Reads the case files: a catalog, statements to accept (one a line), statements to refuse (`CODE statement`).
//! Also used by the engine tests of `connectors`, which make real tables from the same catalog.

use vouch_model::{Catalog, Column, DataType, Dialect, Table, TableKind};

pub struct RefuseCase {
    /// The engine tests only take the statement.
    #[allow(dead_code)]
    pub code: String,
    pub sql: String,
}

const CATALOG: &str = include_str!("../cases/catalog.txt");
const ACCEPT_BOTH: &str = include_str!("../cases/both/accept.sql-cases");
const ACCEPT_DUCKDB: &str = include_str!("../cases/duckdb/accept.sql-cases");
const ACCEPT_SQLITE: &str = include_str!("../cases/sqlite/accept.sql-cases");
const REFUSE_BOTH: &str = include_str!("../cases/both/refuse.sql-cases");
const REFUSE_DUCKDB: &str = include_str!("../cases/duckdb/refuse.sql-cases");
const REFUSE_SQLITE: &str = include_str!("../cases/sqlite/refuse.sql-cases");

/// `\n` in a case stands for a line break; blank lines and lines that begin with `#` are left out.
fn lines(text: &'static str) -> impl Iterator<Item = String> {
    text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')).map(|l| l.replace("\\n", "\n"))
}

pub fn accepted(dialect: Dialect) -> Vec<String> {
    let own = if dialect == Dialect::Sqlite { ACCEPT_SQLITE } else { ACCEPT_DUCKDB };
    lines(ACCEPT_BOTH).chain(lines(own)).collect()
}

pub fn refused(dialect: Dialect) -> Vec<RefuseCase> {
    let own = if dialect == Dialect::Sqlite { REFUSE_SQLITE } else { REFUSE_DUCKDB };
    let case = |line: String| {
        let (code, sql) = line.split_once(' ').expect("CODE, a blank, the statement");
        RefuseCase { code: code.to_owned(), sql: sql.trim_start().to_owned() }
    };
    lines(REFUSE_BOTH).chain(lines(own)).map(case).collect()
}

pub fn catalog(dialect: Dialect) -> Catalog {
    let tables = lines(CATALOG).filter_map(|line| {
        let line = match line.strip_prefix("[duckdb] ") {
            Some(_) if dialect == Dialect::Sqlite => return None,
            Some(rest) => rest.to_owned(),
            None => line,
        };
        let (name, columns) = line.split_once(':')?;
        let (schema, name) = match name.split_once('.') {
            Some((schema, name)) => (Some(schema.to_owned()), name),
            None => (None, name),
        };
        let columns = columns.split(',').map(|column| {
            let (name, kind) = column.trim().rsplit_once(' ').expect("column and type");
            column_of(name, kind)
        });
        Some(Table {
            schema,
            name: name.to_owned(),
            label: None,
            kind: TableKind::Table,
            comment: None,
            columns: columns.collect(),
            primary_key: Vec::new(),
            row_count: None,
            definition: None,
        })
    });
    Catalog {
        source: "cases".into(),
        dialect,
        version: "1".into(),
        tables: tables.collect(),
        foreign_keys: Vec::new(),
        own_functions: Vec::new(),
    }
}

pub fn column_of(name: &str, kind: &str) -> Column {
    let data_type = match kind {
        "int" => DataType::Int,
        "text" => DataType::Text,
        "date" => DataType::Date,
        "timestamp" => DataType::Timestamp { zoned: false },
        "bool" => DataType::Bool,
        "decimal" => DataType::Decimal { precision: 18, scale: 2 },
        "float" => DataType::Float,
        "json" => DataType::Json,
        "int[]" => DataType::List(Box::new(DataType::Int)),
        "text[]" => DataType::List(Box::new(DataType::Text)),
        "struct" => DataType::Struct(vec![("width".into(), DataType::Int), ("color".into(), DataType::Text)]),
        "map" => DataType::Map(Box::new(DataType::Text), Box::new(DataType::Int)),
        other => panic!("no such type in the catalog of cases: {other}"),
    };
    Column {
        name: name.to_owned(),
        label: None,
        data_type,
        native_type: kind.to_owned(),
        nullable: true,
        comment: None,
        samples: Vec::new(),
        min: None,
        max: None,
        null_count: None,
        distinct_count: None,
        unique: false,
    }
}
