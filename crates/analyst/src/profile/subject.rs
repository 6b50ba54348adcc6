//! One column as the statements see it: what kind it is, and how its values are read in each dialect.

use super::reader::{Reader, count};
use vouch_model::{AttemptError, Column, ColumnKind, DataType, Dialect};
use vouch_sql::quote_identifier;

/// The largest double. SQLite keeps infinities in columns of numbers and has no function to tell them.
const LARGEST: &str = "1.7976931348623157e308";

pub struct Subject<'a> {
    pub column: &'a Column,
    pub kind: ColumnKind,
    /// Quoted for a statement.
    pub name: String,
    /// What it is called inside our statements, whatever it is called outside: `c0`, `c1`.
    pub alias: String,
    dialect: Dialect,
    /// Nothing was declared; the values say what it is.
    undeclared: bool,
}

impl<'a> Subject<'a> {
    pub fn new(column: &'a Column, index: usize, dialect: Dialect) -> Self {
        let undeclared = dialect == Dialect::Sqlite && matches!(column.data_type, DataType::Other(_));
        Self {
            column,
            kind: kind_of(&column.data_type),
            name: quote_identifier(&column.name, dialect),
            alias: format!("c{index}"),
            dialect,
            undeclared,
        }
    }

    /// Numbers and dates: there is a number behind each value.
    pub fn is_measured(&self) -> bool {
        matches!(self.kind, ColumnKind::Number | ColumnKind::Date)
    }

    pub fn is_number(&self) -> bool {
        self.kind == ColumnKind::Number
    }

    pub fn is_text(&self) -> bool {
        self.kind == ColumnKind::Category && (self.column.data_type.is_text() || self.undeclared)
    }

    pub fn is_float(&self) -> bool {
        self.column.data_type == DataType::Float
    }

    pub fn may_be_key(&self) -> bool {
        self.is_text() || matches!(self.column.data_type, DataType::Int | DataType::Uuid)
    }

    /// The column as it is, under its alias.
    pub fn plain(&self) -> String {
        format!("{} AS {}", self.name, self.alias)
    }

    /// The number behind each value, under the alias: seconds since 1970 for dates. NULL where there is none: NaN,
    /// infinities, texts among SQLite's numbers.
    pub fn measured(&self) -> String {
        format!("{} AS {}", self.number(), self.alias)
    }

    pub fn number(&self) -> String {
        let x = &self.name;
        match (self.dialect, self.kind) {
            (Dialect::Sqlite, ColumnKind::Date) => {
                format!("CASE WHEN typeof({x}) = 'text' THEN unixepoch({x}, 'subsec') END")
            }
            (Dialect::Sqlite, _) => format!("CASE WHEN {} THEN {x} END", self.usable(x)),
            (_, ColumnKind::Date) => format!("epoch({x})"),
            _ if self.is_float() => format!("CASE WHEN isfinite({x}) THEN CAST({x} AS DOUBLE) END"),
            _ => format!("CAST({x} AS DOUBLE)"),
        }
    }

    /// Whether `x`, a value of it, is one that figures are made of.
    pub fn usable(&self, x: &str) -> String {
        match (self.dialect, self.kind) {
            (Dialect::Sqlite, ColumnKind::Number) => {
                format!("typeof({x}) IN ('integer', 'real') AND {x} BETWEEN -{LARGEST} AND {LARGEST}")
            }
            (Dialect::Sqlite, ColumnKind::Date) => format!("typeof({x}) = 'text' AND unixepoch({x}) IS NOT NULL"),
            (Dialect::DuckDb, ColumnKind::Date) => format!("isfinite({x})"),
            _ if self.is_float() => format!("isfinite({x})"),
            _ => format!("{x} IS NOT NULL"),
        }
    }

    /// NaN, infinities above and below, as conditions on `x`; `None` where there cannot be any.
    pub fn not_finite(&self, x: &str) -> Option<[String; 3]> {
        match (self.dialect, self.kind) {
            // SQLite makes NULL of NaN.
            (Dialect::Sqlite, ColumnKind::Number) => Some([
                "1 = 0".to_owned(),
                format!("typeof({x}) = 'real' AND {x} > {LARGEST}"),
                format!("typeof({x}) = 'real' AND {x} < -{LARGEST}"),
            ]),
            (Dialect::DuckDb, ColumnKind::Number) if self.is_float() => {
                Some([format!("isnan({x})"), format!("isinf({x}) AND {x} > 0"), format!("isinf({x}) AND {x} < 0")])
            }
            (Dialect::DuckDb, ColumnKind::Date) => {
                Some(["1 = 0".to_owned(), format!("{x} = 'infinity'"), format!("{x} = '-infinity'")])
            }
            _ => None,
        }
    }

    /// A value that is not of the class that its column has mostly. Only SQLite keeps such.
    pub fn stray(&self, x: &str) -> Option<String> {
        match (self.dialect, self.kind) {
            (Dialect::Sqlite, ColumnKind::Number) => Some(format!("typeof({x}) IN ('text', 'blob')")),
            (Dialect::Sqlite, ColumnKind::Date) => Some(format!("{x} IS NOT NULL AND NOT ({})", self.usable(x))),
            (Dialect::Sqlite, ColumnKind::Category) if self.is_text() => {
                Some(format!("{x} IS NOT NULL AND typeof({x}) <> 'text'"))
            }
            _ => None,
        }
    }
}

fn kind_of(data_type: &DataType) -> ColumnKind {
    match data_type {
        DataType::Int | DataType::Decimal { .. } | DataType::Float => ColumnKind::Number,
        DataType::Date | DataType::Timestamp { .. } => ColumnKind::Date,
        DataType::Bool | DataType::Text | DataType::Uuid | DataType::Time | DataType::Interval => ColumnKind::Category,
        _ => ColumnKind::Opaque,
    }
}

/// Says by their values what columns of SQLite are that were declared as nothing, or hold something else.
pub async fn settle(subjects: &mut [Subject<'_>], reader: &mut Reader) -> Result<(), AttemptError> {
    let asks = subjects.iter().map(|subject| {
        if !subject.undeclared {
            return None;
        }
        let of = |class: &str| format!("count(*) FILTER (WHERE typeof({}) IN ({class}))", subject.alias);
        Some(super::reader::Ask {
            columns: vec![subject.plain()],
            wanted: vec![of("'integer', 'real'"), of("'text'"), of("'blob'")],
        })
    });
    let asks = asks.collect();
    let answers = reader.per_column("kinds of values", subjects, asks).await?;
    for (subject, answer) in subjects.iter_mut().zip(answers).filter(|(subject, _)| subject.undeclared) {
        let counts: Vec<u64> = answer.unwrap_or_default().iter().filter_map(count).collect();
        subject.kind = match counts.as_slice() {
            [numbers, texts, blobs] if numbers >= texts && numbers >= blobs && *numbers > 0 => ColumnKind::Number,
            [_, texts, blobs] if blobs > texts => ColumnKind::Opaque,
            [..] => ColumnKind::Category,
        };
    }
    Ok(())
}
