//! The tenant as a value of a column: written for its type, or refused where it could not be one.

use super::refusal;
use crate::guard::Rejected;
use crate::quote_text;
use vouch_model::{Column, DataType, Dialect, ErrorCode};

/// Longest tenant that is taken, in bytes.
const LONGEST: usize = 200;

/// What no client is called: nothing, or something that cannot be seen.
pub(super) fn refuse_odd(tenant: &str) -> Result<(), Rejected> {
    if tenant.is_empty() || tenant.len() > LONGEST || tenant.chars().any(char::is_control) {
        return Err(not_a_tenant(format!("A client id has 1 to {LONGEST} bytes and no control characters.")));
    }
    Ok(())
}

/// The tenant as it is compared with the column, or why it cannot be.
pub(super) fn literal(tenant: &str, table: &str, column: &Column, dialect: Dialect) -> Result<String, Rejected> {
    let place = format!("{table}.{}", column.name);
    match &compared_as(column, dialect) {
        DataType::Int | DataType::Decimal { scale: 0, .. } => match tenant.parse::<i64>() {
            // One client, one spelling: 007 and 7 would share rows and not sessions.
            Ok(number) if number.to_string() == tenant => Ok(tenant.to_owned()),
            _ => Err(not_a_tenant(format!(
                "The client id '{tenant}' is no whole number, and {place} holds whole numbers."
            ))),
        },
        DataType::Text => Ok(quote_text(tenant)),
        DataType::Uuid if is_uuid(tenant) => Ok(quote_text(tenant)),
        DataType::Uuid if dialect == Dialect::Sqlite => Ok(quote_text(tenant)),
        DataType::Uuid => Err(not_a_tenant(format!("The client id '{tenant}' is no UUID, and {place} holds UUIDs."))),
        _ => Err(refusal(
            format!("{place} is of type {}, which cannot be compared with a client id safely.", column.native_type),
            "bind clients by a column of whole numbers or texts (tenant_column, tenant_columns)",
        )),
    }
}

/// The type that a client is compared as. Where the rows of a SQLite column do not agree it is what SQLite makes of what is put
/// into it: one odd row is nobody's, and takes nothing from the others.
pub(super) fn compared_as(column: &Column, dialect: Dialect) -> DataType {
    let declared = column.native_type.to_ascii_uppercase();
    let says = |words: &[&str]| dialect == Dialect::Sqlite && words.iter().any(|word| declared.contains(word));
    match &column.data_type {
        DataType::Int | DataType::Text | DataType::Uuid => column.data_type.clone(),
        _ if says(&["INT"]) => DataType::Int,
        _ if says(&["CHAR", "CLOB", "TEXT"]) => DataType::Text,
        seen => seen.clone(),
    }
}

fn not_a_tenant(message: String) -> Rejected {
    Rejected { code: ErrorCode::InvalidInput, ..refusal(message, "send the client id as the data holds it") }
}

fn is_uuid(text: &str) -> bool {
    let groups: Vec<usize> = text.split('-').map(str::len).collect();
    groups == [8, 4, 4, 4, 12] && text.chars().all(|c| c == '-' || c.is_ascii_hexdigit())
}
