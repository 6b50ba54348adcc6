//! The settings that say which rows belong to which client.

use super::{Layers, SettingsError};
use vouch_sql::{TenantColumn, TenantSettings};

pub fn resolve(layers: &Layers) -> Result<TenantSettings, SettingsError> {
    let column = layers.text("tenant_column").unwrap_or_default().trim().to_owned();
    if column.is_empty() {
        return Err(layers.wrong("tenant_column", "it names no column"));
    }
    let columns =
        names(layers, "tenant_columns").iter().map(|text| table_column(layers, text)).collect::<Result<_, _>>()?;
    Ok(TenantSettings { column, shared_tables: names(layers, "shared_tables"), columns })
}

/// With commas between them, or a list in the file.
fn names(layers: &Layers, setting: &str) -> Vec<String> {
    let text = layers.text(setting).unwrap_or_default();
    let listed = format!("names = {text}").parse::<toml::Table>().ok().and_then(|mut table| table.remove("names"));
    match listed {
        Some(toml::Value::Array(items)) => items.iter().filter_map(|item| item.as_str()).map(str::to_owned).collect(),
        _ => text.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect(),
    }
}

fn table_column(layers: &Layers, text: &str) -> Result<TenantColumn, SettingsError> {
    match text.rsplit_once('.') {
        Some((table, column)) if !table.is_empty() && !column.is_empty() => {
            Ok(TenantColumn { table: table.to_owned(), column: column.to_owned() })
        }
        _ => Err(layers.wrong("tenant_columns", &format!("'{text}' is not table.column"))),
    }
}
