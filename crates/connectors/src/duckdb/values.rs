//! DuckDB's types and values as ours, without loss. What has no variant of its own becomes the text that
//! DuckDB itself would show.

use super::vector::{LogicalType, Vector, kind};
use duckdb::ffi;
use vouch_model::{DataType, Decimal, Timestamp, Value};

/// A column's type with all that is needed to read its vectors, resolved once per statement.
#[derive(Debug)]
pub(super) enum Shape {
    /// One of the types that need nothing but their id.
    Simple(ffi::duckdb_type),
    Json,
    Decimal {
        width: u8,
        scale: u8,
    },
    Enum(Vec<String>),
    List(Box<Shape>),
    Array(Box<Shape>, usize),
    Struct(Vec<(String, Shape)>),
    Map(Box<Shape>, Box<Shape>),
    Union(Vec<(String, Shape)>),
    /// A type that this version of Vouch cannot read.
    Unknown,
}

impl Shape {
    pub fn of(logical: &LogicalType) -> Shape {
        // The parts of `(1, 2)` have no names; without one each would be taken for the one before it.
        let named = |(i, name): (usize, String)| if name.is_empty() { (i + 1).to_string() } else { name };
        let fields = |list: Vec<(String, LogicalType)>| {
            list.into_iter().enumerate().map(|(i, (name, kind))| (named((i, name)), Shape::of(&kind))).collect()
        };
        match logical.id() {
            kind::VARCHAR if logical.alias().is_some_and(|alias| alias == "JSON") => Shape::Json,
            kind::DECIMAL => {
                let (width, scale) = logical.decimal();
                Shape::Decimal { width, scale }
            }
            kind::ENUM => Shape::Enum(logical.enum_words()),
            kind::LIST => logical.items().map_or(Shape::Unknown, |item| Shape::List(Box::new(Shape::of(&item)))),
            kind::ARRAY => logical
                .items()
                .map_or(Shape::Unknown, |item| Shape::Array(Box::new(Shape::of(&item)), logical.array_size())),
            kind::STRUCT => Shape::Struct(fields(logical.fields())),
            kind::UNION => Shape::Union(fields(logical.members())),
            kind::MAP => map_shape(logical).unwrap_or(Shape::Unknown),
            id if simple_type(id).is_some() => Shape::Simple(id),
            _ => Shape::Unknown,
        }
    }

    pub fn data_type(&self) -> DataType {
        let fields = |list: &[(String, Shape)]| list.iter().map(|(n, s)| (n.clone(), s.data_type())).collect();
        match self {
            Shape::Simple(id) => simple_type(*id).unwrap_or_else(|| DataType::Other("unknown".to_owned())),
            Shape::Json => DataType::Json,
            Shape::Decimal { width, scale } => DataType::Decimal { precision: *width, scale: *scale },
            Shape::Enum(_) => DataType::Text,
            Shape::List(item) | Shape::Array(item, _) => DataType::List(Box::new(item.data_type())),
            Shape::Struct(list) => DataType::Struct(fields(list)),
            Shape::Map(key, value) => DataType::Map(Box::new(key.data_type()), Box::new(value.data_type())),
            Shape::Union(_) => DataType::Other("UNION".to_owned()),
            Shape::Unknown => DataType::Other("unknown".to_owned()),
        }
    }

    /// Whether every value of it can be read.
    pub fn is_known(&self) -> bool {
        match self {
            Shape::Unknown => false,
            Shape::List(item) | Shape::Array(item, _) => item.is_known(),
            Shape::Map(key, value) => key.is_known() && value.is_known(),
            Shape::Struct(list) | Shape::Union(list) => list.iter().all(|(_, shape)| shape.is_known()),
            _ => true,
        }
    }

    pub fn value(&self, vector: &Vector<'_>, row: usize) -> Value {
        if vector.is_null(row) {
            return Value::Null;
        }
        let value = match self {
            Shape::Simple(id) => simple_value(*id, vector, row),
            Shape::Json => vector.bytes(row).map(text),
            Shape::Decimal { scale, .. } => integer(vector, row).map(|n| Value::Decimal(Decimal::new(n, *scale))),
            Shape::Enum(words) => integer(vector, row)
                .and_then(|n| words.get(usize::try_from(n).ok()?))
                .map(|word| Value::Text(word.clone())),
            Shape::List(item) => list_range(vector, row)
                .and_then(|range| Some(Value::List(item_values(item, &vector.list_items()?, range)))),
            Shape::Array(item, size) => vector
                .array_items(*size)
                .map(|items| Value::List(item_values(item, &items, row * size..(row + 1) * size))),
            Shape::Struct(fields) => Some(Value::Struct(
                fields
                    .iter()
                    .enumerate()
                    .map(|(i, (name, shape))| (name.clone(), field(shape, vector, i, row)))
                    .collect(),
            )),
            Shape::Map(key, value) => map_entries(key, value, vector, row),
            Shape::Union(members) => union_value(members, vector, row),
            Shape::Unknown => None,
        };
        value.unwrap_or(Value::Null)
    }
}

fn map_shape(logical: &LogicalType) -> Option<Shape> {
    let mut fields = logical.items()?.fields().into_iter();
    let (_, key) = fields.next()?;
    let (_, value) = fields.next()?;
    Some(Shape::Map(Box::new(Shape::of(&key)), Box::new(Shape::of(&value))))
}

fn simple_type(id: ffi::duckdb_type) -> Option<DataType> {
    Some(match id {
        kind::BOOLEAN => DataType::Bool,
        kind::TINYINT | kind::SMALLINT | kind::INTEGER | kind::BIGINT | kind::HUGEINT => DataType::Int,
        kind::UTINYINT | kind::USMALLINT | kind::UINTEGER | kind::UBIGINT | kind::UHUGEINT | kind::BIGNUM => {
            DataType::Int
        }
        kind::FLOAT | kind::DOUBLE => DataType::Float,
        kind::VARCHAR => DataType::Text,
        kind::BLOB => DataType::Blob,
        kind::BIT => DataType::Other("BIT".to_owned()),
        kind::GEOMETRY => DataType::Other("GEOMETRY".to_owned()),
        kind::DATE => DataType::Date,
        kind::TIME | kind::TIME_NS => DataType::Time,
        kind::TIME_TZ => DataType::Other("TIME WITH TIME ZONE".to_owned()),
        kind::TIMESTAMP | kind::TIMESTAMP_S | kind::TIMESTAMP_MS | kind::TIMESTAMP_NS => {
            DataType::Timestamp { zoned: false }
        }
        kind::TIMESTAMP_TZ => DataType::Timestamp { zoned: true },
        kind::INTERVAL => DataType::Interval,
        kind::UUID => DataType::Uuid,
        kind::SQLNULL => DataType::Other("NULL".to_owned()),
        _ => return None,
    })
}

fn simple_value(id: ffi::duckdb_type, vector: &Vector<'_>, row: usize) -> Option<Value> {
    match id {
        kind::BOOLEAN => vector.get::<u8>(row).map(|b| Value::Bool(b != 0)),
        kind::UHUGEINT => vector.get::<ffi::duckdb_uhugeint>(row).map(|n| {
            let number = u128::from(n.upper) << 64 | u128::from(n.lower);
            Value::from_integer_text(&number.to_string())
        }),
        kind::BIGNUM => vector.bytes(row).map(|bytes| Value::from_integer_text(&bignum_digits(bytes))),
        // Through the shortest text, so that a FLOAT of 0.1 is shown as 0.1 and not as 0.10000000149011612.
        kind::FLOAT => vector.get::<f32>(row).map(|x| Value::Float(x.to_string().parse().unwrap_or(f64::from(x)))),
        kind::DOUBLE => vector.get::<f64>(row).map(Value::Float),
        kind::VARCHAR => vector.bytes(row).map(text),
        kind::BLOB | kind::GEOMETRY => vector.bytes(row).map(|bytes| Value::Blob(bytes.to_vec())),
        kind::BIT => vector.bytes(row).map(|bytes| Value::Text(bit_digits(bytes))),
        kind::DATE => vector.get::<i32>(row).map(|days| match infinite(i64::from(days), i64::from(i32::MAX)) {
            Some(endless) => endless,
            None => Value::Date(days),
        }),
        kind::TIME => vector.get::<i64>(row).map(|micros| Value::Time(micros.saturating_mul(1_000))),
        kind::TIME_NS => vector.get::<i64>(row).map(Value::Time),
        kind::TIME_TZ => vector.get::<u64>(row).map(zoned_time),
        kind::TIMESTAMP | kind::TIMESTAMP_S | kind::TIMESTAMP_MS | kind::TIMESTAMP_NS | kind::TIMESTAMP_TZ => {
            vector.get::<i64>(row).map(|count| infinite(count, i64::MAX).unwrap_or_else(|| timestamp(id, count)))
        }
        kind::INTERVAL => vector.get::<ffi::duckdb_interval>(row).map(|i| Value::Interval {
            months: i.months,
            days: i.days,
            micros: i.micros,
        }),
        kind::UUID => integer(vector, row).map(|n| Value::Uuid(uuid_of(n))),
        _ => integer(vector, row).map(Value::from_i128),
    }
}

/// Whatever whole number lies there.
fn integer(vector: &Vector<'_>, row: usize) -> Option<i128> {
    vector
        .get::<i32>(row)
        .map(i128::from)
        .or_else(|| vector.get::<i64>(row).map(i128::from))
        .or_else(|| vector.get::<i16>(row).map(i128::from))
        .or_else(|| vector.get::<i8>(row).map(i128::from))
        .or_else(|| vector.get::<u8>(row).map(i128::from))
        .or_else(|| vector.get::<u16>(row).map(i128::from))
        .or_else(|| vector.get::<u32>(row).map(i128::from))
        .or_else(|| vector.get::<u64>(row).map(i128::from))
        .or_else(|| vector.get::<ffi::duckdb_hugeint>(row).map(|n| i128::from(n.upper) << 64 | i128::from(n.lower)))
}

/// DuckDB's texts are UTF-8.
fn text(bytes: &[u8]) -> Value {
    Value::Text(String::from_utf8_lossy(bytes).into_owned())
}

/// DuckDB marks an endless date or timestamp by the largest count, or its negative.
fn infinite(count: i64, most: i64) -> Option<Value> {
    match count {
        c if c == most => Some(Value::Text("infinity".to_owned())),
        c if c == -most => Some(Value::Text("-infinity".to_owned())),
        _ => None,
    }
}

fn timestamp(id: ffi::duckdb_type, count: i64) -> Value {
    Value::Timestamp(match id {
        kind::TIMESTAMP_S => Timestamp { seconds: count, nanos: 0, zoned: false },
        kind::TIMESTAMP_MS => {
            let nanos = u32::try_from(count.rem_euclid(1_000)).unwrap_or(0) * 1_000_000;
            Timestamp { seconds: count.div_euclid(1_000), nanos, zoned: false }
        }
        kind::TIMESTAMP_NS => Timestamp::from_nanos(count, false),
        kind::TIMESTAMP_TZ => Timestamp::from_micros(count, true),
        _ => Timestamp::from_micros(count, false),
    })
}

/// 40 bits of microseconds and 24 bits of offset, which is stored as "most offset minus offset".
fn zoned_time(bits: u64) -> Value {
    const MOST_OFFSET: i64 = 16 * 3_600 - 1;
    let micros = i64::try_from(bits >> 24).unwrap_or(0);
    let offset = MOST_OFFSET - i64::try_from(bits & 0xff_ffff).unwrap_or(0);
    let (sign, away) = if offset < 0 { ('-', -offset) } else { ('+', offset) };
    let time = Value::Time(micros * 1_000);
    let mut shown = format!("{time}{sign}{:02}:{:02}", away / 3_600, away / 60 % 60);
    if away % 60 != 0 {
        shown.push_str(&format!(":{:02}", away % 60));
    }
    Value::Text(shown)
}

/// DuckDB flips the top bit so that ids sort as their texts do.
fn uuid_of(number: i128) -> uuid::Uuid {
    uuid::Uuid::from_u128((number as u128) ^ (1 << 127))
}

/// The first byte says how many of the next byte's bits are padding.
fn bit_digits(bytes: &[u8]) -> String {
    let (padding, rest) = bytes.split_first().map_or((0, bytes), |(first, rest)| (usize::from(*first), rest));
    let bits = rest.iter().flat_map(|byte| (0..8).rev().map(move |i| if byte >> i & 1 == 1 { '1' } else { '0' }));
    bits.skip(padding).collect()
}

/// Three bytes of header (sign in the top bit), then the magnitude, big end first; all inverted when negative.
fn bignum_digits(bytes: &[u8]) -> String {
    let negative = bytes.first().is_some_and(|first| first & 0x80 == 0);
    let magnitude = bytes.iter().skip(3).map(|byte| if negative { !byte } else { *byte });
    // Little end first, each limb below 10^9.
    let mut limbs: Vec<u64> = vec![0];
    for byte in magnitude {
        let mut carry = u64::from(byte);
        for limb in &mut limbs {
            let sum = *limb * 256 + carry;
            *limb = sum % 1_000_000_000;
            carry = sum / 1_000_000_000;
        }
        if carry > 0 {
            limbs.push(carry);
        }
    }
    let mut limbs = limbs.into_iter().rev();
    let mut digits = limbs.next().unwrap_or(0).to_string();
    limbs.for_each(|limb| digits.push_str(&format!("{limb:09}")));
    if negative && digits != "0" { format!("-{digits}") } else { digits }
}

fn list_range(vector: &Vector<'_>, row: usize) -> Option<std::ops::Range<usize>> {
    let entry = vector.get::<ffi::duckdb_list_entry>(row)?;
    let start = usize::try_from(entry.offset).ok()?;
    Some(start..start + usize::try_from(entry.length).ok()?)
}

fn item_values(shape: &Shape, items: &Vector<'_>, range: std::ops::Range<usize>) -> Vec<Value> {
    range.map(|i| shape.value(items, i)).collect()
}

fn field(shape: &Shape, vector: &Vector<'_>, index: usize, row: usize) -> Value {
    vector.field(index).map_or(Value::Null, |values| shape.value(&values, row))
}

fn map_entries(key: &Shape, value: &Shape, vector: &Vector<'_>, row: usize) -> Option<Value> {
    let range = list_range(vector, row)?;
    let entries = vector.list_items()?;
    let (keys, values) = (entries.field(0)?, entries.field(1)?);
    Some(Value::Map(range.map(|i| (key.value(&keys, i), value.value(&values, i))).collect()))
}

/// The tag is kept as a field name: without it `union_value(a := 1)` and `union_value(b := 1)` would be one.
fn union_value(members: &[(String, Shape)], vector: &Vector<'_>, row: usize) -> Option<Value> {
    let tag = usize::from(vector.field(0)?.get::<u8>(row)?);
    let (name, shape) = members.get(tag)?;
    Some(Value::Struct(vec![(name.clone(), field(shape, vector, tag + 1, row))]))
}

#[cfg(test)]
#[path = "values_tests.rs"]
mod tests;
