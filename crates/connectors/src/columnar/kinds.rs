//! Which type holds every value of a column without loss. The engine's word counts where its values keep it; where they
//! do not (SQLite's strays, endless dates, numbers of fifty digits), the column is text.

use vouch_model::{DataType, Decimal, ResultSet, Value};

/// Digits that a decimal of these formats has at most.
const MOST_DIGITS: usize = 38;
/// Up to it every whole number is a double.
const EXACT_IN_DOUBLE: u64 = 1 << 53;

/// A column that such a file can hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Bool,
    /// 64 bits.
    Int,
    Decimal {
        precision: u8,
        scale: u8,
    },
    Float,
    Text,
    Blob,
    Date,
    Time,
    /// In microseconds, or nanoseconds where there are some.
    Timestamp {
        zoned: bool,
        nanos: bool,
    },
    Interval,
    Uuid,
    List(Box<Kind>),
    Struct(Vec<(String, Kind)>),
    Map(Box<Kind>, Box<Kind>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnLayout {
    /// Never empty, and told apart from all others.
    pub name: String,
    pub kind: Kind,
}

/// The columns of a result as such a file would have them.
pub fn layout(results: &ResultSet) -> Vec<ColumnLayout> {
    let taken: Vec<&str> = results.column_names();
    let column = |(i, column): (usize, &vouch_model::ResultColumn)| {
        let values: Vec<&Value> = results.rows.iter().filter_map(|row| row.get(i)).collect();
        let name = match column.name.as_str() {
            "" => (i + 1..).map(|n| format!("column_{n}")).find(|name| !taken.contains(&name.as_str())),
            name => Some(name.to_owned()),
        };
        ColumnLayout { name: name.unwrap_or_default(), kind: kind_of(&column.data_type, &values) }
    };
    results.columns.iter().enumerate().map(column).collect()
}

/// NULL fits everything.
fn kind_of(declared: &DataType, values: &[&Value]) -> Kind {
    let all = |fits: fn(&Value) -> bool| values.iter().all(|value| value.is_null() || fits(value));
    let or_text = |fits: bool, kind: Kind| if fits { kind } else { Kind::Text };
    match declared {
        DataType::Bool if all(|v| matches!(v, Value::Bool(_))) => Kind::Bool,
        DataType::Decimal { precision, scale } if all(|v| matches!(v, Value::Decimal(_))) => {
            let (precision, scale) = (*precision, *scale);
            let fits = |value: &&Value| fits_decimal(value, precision, scale);
            or_text(values.iter().all(fits), Kind::Decimal { precision, scale })
        }
        // SQLite's truth is a number, and its decimals are what they please.
        DataType::Bool | DataType::Int | DataType::Decimal { .. } | DataType::Float => number(declared, values),
        DataType::Blob => or_text(all(|v| matches!(v, Value::Blob(_))), Kind::Blob),
        DataType::Date => or_text(all(|v| matches!(v, Value::Date(_))), Kind::Date),
        DataType::Time => or_text(all(|v| matches!(v, Value::Time(nanos) if nanos % 1_000 == 0)), Kind::Time),
        DataType::Timestamp { zoned } => timestamp(*zoned, values),
        DataType::Interval => or_text(all(|v| matches!(v, Value::Interval { .. })), Kind::Interval),
        DataType::Uuid => or_text(all(|v| matches!(v, Value::Uuid(_))), Kind::Uuid),
        DataType::List(item) => list(item, values),
        DataType::Struct(fields) => structure(fields, values),
        DataType::Map(key, value) => map(key, value, values),
        DataType::Text | DataType::Json | DataType::Other(_) => Kind::Text,
    }
}

fn number(declared: &DataType, values: &[&Value]) -> Kind {
    let all = |fits: fn(&Value) -> bool| values.iter().all(|value| value.is_null() || fits(value));
    if *declared != DataType::Float && all(|v| matches!(v, Value::Int(_))) {
        Kind::Int
    } else if all(|v| matches!(v, Value::Int(_) | Value::BigInt(_))) && *declared != DataType::Float {
        let short = |value: &&Value| value.to_string().trim_start_matches('-').len() <= MOST_DIGITS;
        let precision = u8::try_from(MOST_DIGITS).unwrap_or(u8::MAX);
        if values.iter().all(short) { Kind::Decimal { precision, scale: 0 } } else { Kind::Text }
    } else if all(|v| match v {
        Value::Float(_) => true,
        Value::Int(number) => number.unsigned_abs() <= EXACT_IN_DOUBLE,
        _ => false,
    }) {
        Kind::Float
    } else {
        Kind::Text
    }
}

fn fits_decimal(value: &Value, precision: u8, scale: u8) -> bool {
    match value {
        Value::Decimal(number) => {
            unscaled(*number, scale).is_some_and(|n| n.unsigned_abs().to_string().len() <= usize::from(precision))
        }
        _ => true,
    }
}

/// The number in units of its last digit, as a column of this scale has it.
pub fn unscaled(number: Decimal, scale: u8) -> Option<i128> {
    let text = number.to_string();
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let missing = usize::from(scale).checked_sub(fraction.len())?;
    format!("{whole}{fraction}{}", "0".repeat(missing)).parse().ok()
}

fn timestamp(zoned: bool, values: &[&Value]) -> Kind {
    let nanos = values.iter().any(|value| matches!(value, Value::Timestamp(at) if at.nanos % 1_000 != 0));
    let unit = if nanos { 1_000_000_000 } else { 1_000_000 };
    let fits = |value: &&Value| match value {
        Value::Null => true,
        // One unit to spare, so that the part of a second fits too.
        Value::Timestamp(at) => at.zoned == zoned && at.seconds.unsigned_abs() < (i64::MAX / unit).unsigned_abs(),
        _ => false,
    };
    if values.iter().all(fits) { Kind::Timestamp { zoned, nanos } } else { Kind::Text }
}

fn list(item: &DataType, values: &[&Value]) -> Kind {
    let mut items = Vec::new();
    for value in values {
        match value {
            Value::List(own) => items.extend(own),
            Value::Null => {}
            _ => return Kind::Text,
        }
    }
    Kind::List(Box::new(kind_of(item, &items)))
}

fn structure(fields: &[(String, DataType)], values: &[&Value]) -> Kind {
    let mut columns: Vec<Vec<&Value>> = fields.iter().map(|_| Vec::new()).collect();
    for value in values {
        let own = match value {
            Value::Null => continue,
            Value::Struct(own) if own.len() == fields.len() => own,
            _ => return Kind::Text,
        };
        for ((column, (name, _)), (own_name, value)) in columns.iter_mut().zip(fields).zip(own) {
            if name != own_name {
                return Kind::Text;
            }
            column.push(value);
        }
    }
    let named = fields.iter().all(|(name, _)| !name.is_empty()) && !fields.is_empty();
    let kinds = fields.iter().zip(&columns).map(|((name, declared), values)| (name.clone(), kind_of(declared, values)));
    if named { Kind::Struct(kinds.collect()) } else { Kind::Text }
}

fn map(key: &DataType, value: &DataType, values: &[&Value]) -> Kind {
    let (mut keys, mut own) = (Vec::new(), Vec::new());
    for entries in values {
        match entries {
            Value::Map(entries) => entries.iter().for_each(|(key, value)| {
                keys.push(key);
                own.push(value);
            }),
            Value::Null => {}
            _ => return Kind::Text,
        }
    }
    Kind::Map(Box::new(kind_of(key, &keys)), Box::new(kind_of(value, &own)))
}
