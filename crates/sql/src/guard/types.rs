//! Which types a cast may name. Refuses all that an engine might have to load an extension for, and all that
//! neither engine has. Used by the walk.

use super::Rejected;
use super::names::lower;
use super::rejection::reject;
use sqlparser::ast::{ArrayElemTypeDef, DataType, EnumMember, ObjectNamePart, StructField};
use vouch_model::{Dialect, ErrorCode};

pub(super) fn check_type(data_type: &DataType, dialect: Dialect) -> Result<(), Rejected> {
    use DataType as T;
    match data_type {
        T::Character(_)
        | T::Char(_)
        | T::CharacterVarying(_)
        | T::CharVarying(_)
        | T::Varchar(_)
        | T::Nvarchar(_)
        | T::Text
        | T::String(_)
        | T::Clob(_)
        | T::Uuid
        | T::Blob(_)
        | T::Binary(_)
        | T::Varbinary(_)
        | T::Bytea
        | T::Numeric(_)
        | T::Decimal(_)
        | T::Dec(_)
        | T::Float(_)
        | T::Float4
        | T::Float8
        | T::Float64
        | T::Real
        | T::Double(_)
        | T::DoublePrecision
        | T::TinyInt(_)
        | T::UTinyInt
        | T::Int2(_)
        | T::SmallInt(_)
        | T::USmallInt
        | T::MediumInt(_)
        | T::Int(_)
        | T::Int4(_)
        | T::Int8(_)
        | T::Int16
        | T::Int32
        | T::Int64
        | T::Int128
        | T::Integer(_)
        | T::HugeInt
        | T::UHugeInt
        | T::UInt8
        | T::UInt16
        | T::UInt32
        | T::UInt64
        | T::UInt128
        | T::BigInt(_)
        | T::UBigInt
        | T::Signed
        | T::Bool
        | T::Boolean
        | T::Date
        | T::Time(..)
        | T::Datetime(_)
        | T::Timestamp(..)
        | T::Interval { .. }
        | T::JSON
        | T::Bit(_) => Ok(()),
        T::BigIntUnsigned(_) | T::IntUnsigned(_) | T::IntegerUnsigned(_) | T::Unsigned
            if dialect == Dialect::Sqlite =>
        {
            Ok(())
        }
        T::Custom(name, modifiers) => check_named(name, modifiers, dialect),
        T::Array(element) => match element {
            ArrayElemTypeDef::SquareBracket(element, _)
            | ArrayElemTypeDef::AngleBracket(element)
            | ArrayElemTypeDef::Parenthesis(element)
            | ArrayElemTypeDef::Qualified(element, _) => check_type(element, dialect),
            ArrayElemTypeDef::None => Ok(()),
        },
        T::Map(key, value, _) => check_type(key, dialect).and_then(|()| check_type(value, dialect)),
        T::Struct(fields, _) => fields.iter().try_for_each(|field| check_field(field, dialect)),
        T::Union(fields) => fields.iter().try_for_each(|field| check_type(&field.field_type, dialect)),
        T::Enum(members, None) if members.iter().all(|member| matches!(member, EnumMember::Name(_))) => Ok(()),
        other => Err(unknown(&other.to_string())),
    }
}

fn check_field(field: &StructField, dialect: Dialect) -> Result<(), Rejected> {
    let StructField { field_name: _, field_type, options } = field;
    match options {
        None => check_type(field_type, dialect),
        Some(_) => Err(unknown("a field with options")),
    }
}

fn check_named(name: &sqlparser::ast::ObjectName, modifiers: &[String], dialect: Dialect) -> Result<(), Rejected> {
    let plain_modifiers = modifiers.iter().all(|m| m.chars().all(|c| c.is_ascii_digit()));
    // The parser reads MAP(VARCHAR, INTEGER) as a type of its own with two words behind it.
    let is_map = matches!(name.0.as_slice(), [ObjectNamePart::Identifier(ident)] if lower(ident) == "map");
    if is_map && dialect == Dialect::DuckDb {
        let known = |word: &String| MAP_PARTS.contains(&word.to_ascii_lowercase().as_str());
        return if modifiers.iter().all(known) { Ok(()) } else { Err(unknown(&name.to_string())) };
    }
    let [ObjectNamePart::Identifier(ident)] = name.0.as_slice() else { return Err(unknown(&name.to_string())) };
    // In SQLite the name of a type only hints at what to do with the value: any word will do.
    let known = match dialect {
        Dialect::Sqlite => ident.value.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == ' '),
        _ => DUCKDB_TYPES.contains(&lower(ident).as_str()),
    };
    if known && plain_modifiers { Ok(()) } else { Err(unknown(&name.to_string()).span(ident.span)) }
}

/// Names that the parser has no word of its own for.
/// Not `variant`: the engine ends the whole process in some functions over it.
const DUCKDB_TYPES: [&str; 38] = [
    "uinteger",
    "usmallint",
    "utinyint",
    "bignum",
    "bitstring",
    "bpchar",
    "bytes",
    "date",
    "datetime",
    "float4",
    "float8",
    "guid",
    "hugeint",
    "int1",
    "int128",
    "int16",
    "int32",
    "int64",
    "integral",
    "json",
    "logical",
    "long",
    "null",
    "numeric",
    "oid",
    "short",
    "signed",
    "string",
    "time_ns",
    "timestamp_ms",
    "timestamp_ns",
    "timestamp_s",
    "timestamp_us",
    "timestamptz",
    "timetz",
    "ubigint",
    "uhugeint",
    "varint",
];

const MAP_PARTS: [&str; 14] = [
    "bigint",
    "bool",
    "boolean",
    "date",
    "decimal",
    "double",
    "float",
    "hugeint",
    "int",
    "integer",
    "smallint",
    "text",
    "timestamp",
    "varchar",
];

fn unknown(name: &str) -> Rejected {
    reject(ErrorCode::NotSupported, format!("The type {name} is not supported here."))
        .suggest("cast to one of INTEGER, BIGINT, DOUBLE, DECIMAL(18, 2), VARCHAR, BOOLEAN, DATE or TIMESTAMP")
}
