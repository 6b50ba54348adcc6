//! An Arrow IPC file ("Feather 2"): one batch, every column in the type that holds all of its values.

use arrow::array::{
    Array, ArrayRef, BinaryArray, BooleanArray, Date32Array, Decimal128Array, FixedSizeBinaryArray, Float64Array,
    Int64Array, IntervalMonthDayNanoArray, ListArray, MapArray, RecordBatch, RecordBatchOptions, StringArray,
    StructArray, Time64NanosecondArray, TimestampMicrosecondArray, TimestampNanosecondArray,
};
use arrow::buffer::{NullBuffer, OffsetBuffer};
use arrow::datatypes::{DataType, Field, Fields, IntervalMonthDayNano, IntervalUnit, Schema, TimeUnit};
use arrow::error::ArrowError;
use arrow::ipc::writer::FileWriter;
use std::collections::HashMap;
use std::sync::Arc;
use vouch_connectors::{ColumnLayout, Kind, layout, unscaled};
use vouch_model::{ResultSet, Timestamp, Value};

const UUID_BYTES: i32 = 16;

pub fn file(results: &ResultSet) -> Result<Vec<u8>, ArrowError> {
    let columns = layout(results);
    let schema = Arc::new(Schema::new(columns.iter().map(top_field).collect::<Vec<_>>()));
    let arrays = columns.iter().enumerate().map(|(i, column)| {
        let values: Vec<Option<&Value>> = results.rows.iter().map(|row| row.get(i).filter(|v| !v.is_null())).collect();
        array(&column.kind, &values)
    });
    let arrays = arrays.collect::<Result<Vec<_>, _>>()?;
    let options = RecordBatchOptions::new().with_row_count(Some(results.rows.len()));
    let batch = RecordBatch::try_new_with_options(Arc::clone(&schema), arrays, &options)?;
    let mut writer = FileWriter::try_new(Vec::new(), &schema)?;
    writer.write(&batch)?;
    writer.finish()?;
    writer.into_inner()
}

fn top_field(column: &ColumnLayout) -> Field {
    field(&column.name, &column.kind)
}

fn field(name: &str, kind: &Kind) -> Field {
    let field = Field::new(name, data_type(kind), true);
    match kind {
        // Readers that know no ids still read the bytes.
        Kind::Uuid => {
            let extension = ("ARROW:extension:name".to_owned(), "arrow.uuid".to_owned());
            field.with_metadata(HashMap::from([extension]))
        }
        _ => field,
    }
}

fn data_type(kind: &Kind) -> DataType {
    match kind {
        Kind::Bool => DataType::Boolean,
        Kind::Int => DataType::Int64,
        Kind::Decimal { precision, scale } => DataType::Decimal128(*precision, signed(*scale)),
        Kind::Float => DataType::Float64,
        Kind::Text => DataType::Utf8,
        Kind::Blob => DataType::Binary,
        Kind::Date => DataType::Date32,
        Kind::Time => DataType::Time64(TimeUnit::Nanosecond),
        Kind::Timestamp { zoned, nanos } => {
            let unit = if *nanos { TimeUnit::Nanosecond } else { TimeUnit::Microsecond };
            DataType::Timestamp(unit, zone(*zoned))
        }
        Kind::Interval => DataType::Interval(IntervalUnit::MonthDayNano),
        Kind::Uuid => DataType::FixedSizeBinary(UUID_BYTES),
        Kind::List(item) => DataType::List(Arc::new(field("item", item))),
        Kind::Struct(fields) => DataType::Struct(fields_of(fields)),
        Kind::Map(key, value) => DataType::Map(entries_field(key, value), false),
    }
}

fn fields_of(fields: &[(String, Kind)]) -> Fields {
    fields.iter().map(|(name, kind)| field(name, kind)).collect()
}

/// A key is always there.
fn entry_fields(key: &Kind, value: &Kind) -> Fields {
    Fields::from(vec![field("key", key).with_nullable(false), field("value", value)])
}

fn entries_field(key: &Kind, value: &Kind) -> Arc<Field> {
    Arc::new(Field::new("entries", DataType::Struct(entry_fields(key, value)), false))
}

fn zone(zoned: bool) -> Option<Arc<str>> {
    zoned.then(|| Arc::from("UTC"))
}

/// A scale is 38 at most.
fn signed(scale: u8) -> i8 {
    i8::try_from(scale).unwrap_or(i8::MAX)
}

/// `layout` has looked at every value, so what does not fit its kind is not there; it would be null.
fn array(kind: &Kind, values: &[Option<&Value>]) -> Result<ArrayRef, ArrowError> {
    fn each<'v, T>(values: &[Option<&'v Value>], read: impl Fn(&'v Value) -> Option<T>) -> Vec<Option<T>> {
        values.iter().map(|value| value.and_then(&read)).collect()
    }
    Ok(match kind {
        Kind::Bool => Arc::new(BooleanArray::from(each(values, |v| match v {
            Value::Bool(truth) => Some(*truth),
            _ => None,
        }))),
        Kind::Int => Arc::new(Int64Array::from(each(values, |v| match v {
            Value::Int(number) => Some(*number),
            _ => None,
        }))),
        Kind::Decimal { precision, scale } => {
            let digits = each(values, |v| match v {
                Value::Decimal(number) => unscaled(*number, *scale),
                whole => whole.to_string().parse().ok(),
            });
            Arc::new(Decimal128Array::from(digits).with_precision_and_scale(*precision, signed(*scale))?)
        }
        Kind::Float => Arc::new(Float64Array::from(each(values, Value::as_f64))),
        Kind::Text => Arc::new(StringArray::from(each(values, |v| Some(v.to_string())))),
        Kind::Blob => Arc::new(BinaryArray::from(each(values, |v| match v {
            Value::Blob(bytes) => Some(bytes.as_slice()),
            _ => None,
        }))),
        Kind::Date => Arc::new(Date32Array::from(each(values, |v| match v {
            Value::Date(days) => Some(*days),
            _ => None,
        }))),
        Kind::Time => Arc::new(Time64NanosecondArray::from(each(values, |v| match v {
            Value::Time(nanos) => Some(*nanos),
            _ => None,
        }))),
        Kind::Timestamp { zoned, nanos: true } => {
            let nanos = each(values, |v| instant(v, 1_000_000_000, |at| at.nanos));
            Arc::new(TimestampNanosecondArray::from(nanos).with_timezone_opt(zone(*zoned)))
        }
        Kind::Timestamp { zoned, nanos: false } => {
            let micros = each(values, |v| instant(v, 1_000_000, |at| at.nanos / 1_000));
            Arc::new(TimestampMicrosecondArray::from(micros).with_timezone_opt(zone(*zoned)))
        }
        Kind::Interval => Arc::new(IntervalMonthDayNanoArray::from(each(values, |v| match v {
            Value::Interval { months, days, micros } => {
                Some(IntervalMonthDayNano::new(*months, *days, micros.saturating_mul(1_000)))
            }
            _ => None,
        }))),
        Kind::Uuid => {
            let ids = each(values, |v| match v {
                Value::Uuid(id) => Some(id.as_bytes()),
                _ => None,
            });
            Arc::new(FixedSizeBinaryArray::try_from_sparse_iter_with_size(ids.into_iter(), UUID_BYTES)?)
        }
        Kind::List(item) => list(item, values)?,
        Kind::Struct(fields) => structure(fields, values)?,
        Kind::Map(key, value) => map(key, value, values)?,
    })
}

fn instant(value: &Value, unit: i64, part: impl Fn(&Timestamp) -> u32) -> Option<i64> {
    match value {
        Value::Timestamp(at) => at.seconds.checked_mul(unit)?.checked_add(i64::from(part(at))),
        _ => None,
    }
}

fn present(values: &[Option<&Value>]) -> NullBuffer {
    values.iter().map(Option::is_some).collect()
}

fn not_null(value: &Value) -> Option<&Value> {
    Some(value).filter(|value| !value.is_null())
}

fn list(item: &Kind, values: &[Option<&Value>]) -> Result<ArrayRef, ArrowError> {
    let (mut items, mut lengths) = (Vec::new(), Vec::with_capacity(values.len()));
    for value in values {
        let before = items.len();
        if let Some(Value::List(own)) = value {
            items.extend(own.iter().map(not_null));
        }
        lengths.push(items.len() - before);
    }
    let offsets = OffsetBuffer::from_lengths(lengths);
    let list = ListArray::try_new(Arc::new(field("item", item)), offsets, array(item, &items)?, Some(present(values)))?;
    Ok(Arc::new(list))
}

fn structure(fields: &[(String, Kind)], values: &[Option<&Value>]) -> Result<ArrayRef, ArrowError> {
    let column = |(i, (_, kind)): (usize, &(String, Kind))| {
        let own: Vec<Option<&Value>> = values
            .iter()
            .map(|value| match value {
                Some(Value::Struct(own)) => own.get(i).and_then(|(_, value)| not_null(value)),
                _ => None,
            })
            .collect();
        array(kind, &own)
    };
    let columns = fields.iter().enumerate().map(column).collect::<Result<Vec<_>, _>>()?;
    Ok(Arc::new(StructArray::try_new(fields_of(fields), columns, Some(present(values)))?))
}

fn map(key: &Kind, value: &Kind, values: &[Option<&Value>]) -> Result<ArrayRef, ArrowError> {
    let (mut keys, mut own, mut lengths) = (Vec::new(), Vec::new(), Vec::with_capacity(values.len()));
    for entries in values {
        let before = keys.len();
        if let Some(Value::Map(entries)) = entries {
            keys.extend(entries.iter().map(|(key, _)| not_null(key)));
            own.extend(entries.iter().map(|(_, value)| not_null(value)));
        }
        lengths.push(keys.len() - before);
    }
    let columns = vec![array(key, &keys)?, array(value, &own)?];
    let entries = StructArray::try_new(entry_fields(key, value), columns, None)?;
    let offsets = OffsetBuffer::from_lengths(lengths);
    let made = MapArray::try_new(entries_field(key, value), offsets, entries, Some(present(values)), false)?;
    debug_assert_eq!(made.len(), values.len());
    Ok(Arc::new(made))
}

#[cfg(test)]
#[path = "arrow_tests.rs"]
mod tests;
