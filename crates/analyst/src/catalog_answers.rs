//! Questions about the catalog itself ("how many tables are there?"), answered from it: exact, no statement, no model.

use crate::facts::plain_explanation;
use crate::workflow::Presentation;
use vouch_model::{Catalog, DataType, KeyOrigin, ResultColumn, ResultSet, Table, TableKind, Value};

pub fn answer(question: &str, catalog: &Catalog) -> Presentation {
    let question = question.to_lowercase();
    let words: Vec<&str> = question.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty()).collect();
    let says = |options: &[&str]| words.iter().any(|w| options.contains(w));
    let counts = question.contains("how many") || question.contains("number of") || says(&["count"]);
    let about = mentioned_table(&words, catalog);
    match about {
        Some(table) if counts && says(COLUMN_WORDS) => count_columns(table),
        Some(table) if says(KEY_WORDS) => keys(catalog, Some(table)),
        Some(table) => columns(table),
        None if says(KEY_WORDS) => keys(catalog, None),
        None if says(COLUMN_WORDS) && !counts => match mentioned_column(&words, catalog) {
            Some(column) => tables_with(catalog, &column),
            None => all_columns(catalog),
        },
        None if says(COLUMN_WORDS) => count_all_columns(catalog),
        None if counts && !says(&["rows", "records", "each", "big", "large"]) => count_tables(catalog),
        None => tables(catalog),
    }
}

const COLUMN_WORDS: &[&str] = &["column", "columns", "field", "fields", "attribute", "attributes"];
const KEY_WORDS: &[&str] =
    &["key", "keys", "related", "relation", "relations", "relationship", "relationships", "linked", "connected", "join"];

fn mentioned_table<'a>(words: &[&str], catalog: &'a Catalog) -> Option<&'a Table> {
    let spoken = format!(" {} ", words.join(" "));
    let mentioned = |table: &&Table| {
        let name = table.name.to_lowercase();
        let as_words = name.replace('_', " ");
        let singular = as_words.strip_suffix('s').unwrap_or(&as_words).to_owned();
        [name, as_words, singular].iter().any(|form| spoken.contains(&format!(" {form} ")))
    };
    // The longest name wins: `order_items` over `orders`.
    catalog.tables.iter().filter(mentioned).max_by_key(|table| table.name.len())
}

fn mentioned_column(words: &[&str], catalog: &Catalog) -> Option<String> {
    let spoken = format!(" {} ", words.join(" "));
    let names = catalog.tables.iter().flat_map(|t| &t.columns).map(|c| c.name.to_lowercase());
    names
        .filter(|n| !COLUMN_WORDS.contains(&n.as_str()))
        .filter(|n| spoken.contains(&format!(" {n} ")) || spoken.contains(&format!(" {} ", n.replace('_', " "))))
        .max_by_key(String::len)
}

fn count_tables(catalog: &Catalog) -> Presentation {
    let views = catalog.tables.iter().filter(|t| t.kind == TableKind::View).count();
    let tables = catalog.tables.len() - views;
    let and_views = if views > 0 { format!(" and {}", counted(views, "view")) } else { String::new() };
    let sentence = format!("{} holds {}{and_views}.", catalog.source, counted(tables, "table"));
    let mut presentation = self::tables(catalog);
    presentation.explanation = plain_explanation(vec![sentence]);
    presentation
}

fn tables(catalog: &Catalog) -> Presentation {
    let rows = catalog.tables.iter().map(|t| {
        vec![
            text(&t.qualified_name()),
            t.row_count.map_or(Value::Null, count),
            count(t.columns.len() as u64),
            t.comment.as_deref().or(t.label.as_deref()).map_or(Value::Null, text),
        ]
    });
    let sentence = format!("{} holds {}.", catalog.source, counted(catalog.tables.len(), "table"));
    present(sentence, &["table", "rows", "columns", "about"], rows.collect())
}

fn columns(table: &Table) -> Presentation {
    let rows = table.columns.iter().map(|c| {
        vec![
            text(&c.name),
            text(&c.native_type),
            Value::Bool(table.primary_key.contains(&c.name)),
            Value::Bool(c.nullable),
            c.comment.as_deref().or(c.label.as_deref()).map_or(Value::Null, text),
            if c.samples.is_empty() { Value::Null } else { text(&c.samples.join(", ")) },
        ]
    });
    let size = table.row_count.map_or(String::new(), |n| format!(" and {}", counted(n as usize, "row")));
    let sentence = format!("{} has {}{size}.", table.qualified_name(), counted(table.columns.len(), "column"));
    present(sentence, &["column", "type", "primary_key", "nullable", "about", "samples"], rows.collect())
}

fn count_columns(table: &Table) -> Presentation {
    let number = table.columns.len();
    let sentence = format!("{} has {}.", table.qualified_name(), counted(number, "column"));
    present(sentence, &["columns"], vec![vec![count(number as u64)]])
}

fn count_all_columns(catalog: &Catalog) -> Presentation {
    let number: usize = catalog.tables.iter().map(|t| t.columns.len()).sum();
    let tables = counted(catalog.tables.len(), "table");
    let sentence = format!("{} has {} in {tables}.", catalog.source, counted(number, "column"));
    present(sentence, &["columns"], vec![vec![count(number as u64)]])
}

fn all_columns(catalog: &Catalog) -> Presentation {
    let of_table = |t: &Table| {
        let name = t.qualified_name();
        let row = |c: &vouch_model::Column| vec![text(&name), text(&c.name), text(&c.native_type)];
        t.columns.iter().map(row).collect::<Vec<_>>()
    };
    let rows: Vec<_> = catalog.tables.iter().flat_map(of_table).collect();
    let tables = counted(catalog.tables.len(), "table");
    let sentence = format!("{} has {} in {tables}.", catalog.source, counted(rows.len(), "column"));
    present(sentence, &["table", "column", "type"], rows)
}

fn tables_with(catalog: &Catalog, column: &str) -> Presentation {
    let holders = catalog.tables.iter().filter_map(|t| Some((t, t.column(column)?)));
    let rows: Vec<_> =
        holders.map(|(t, c)| vec![text(&t.qualified_name()), text(&c.name), text(&c.native_type)]).collect();
    let sentence = format!("A column {column} is in {}.", counted(rows.len(), "table"));
    present(sentence, &["table", "column", "type"], rows)
}

fn keys(catalog: &Catalog, of: Option<&Table>) -> Presentation {
    let concerns = |name: &str| of.is_none_or(|t| t.qualified_name().eq_ignore_ascii_case(name));
    let shown = catalog.foreign_keys.iter().filter(|k| concerns(&k.table) || concerns(&k.to_table));
    let rows: Vec<_> = shown
        .map(|k| {
            let origin = if k.origin == KeyOrigin::Declared { "declared" } else { "inferred from the data" };
            let side = |table: &str, columns: &[String]| text(&format!("{table}.{}", columns.join(", ")));
            vec![side(&k.table, &k.columns), side(&k.to_table, &k.to_columns), text(origin)]
        })
        .collect();
    let sentence = match rows.len() {
        0 => "No table is linked to another.".to_owned(),
        n => format!("There {} {} between tables.", if n == 1 { "is" } else { "are" }, counted(n, "link")),
    };
    present(sentence, &["from", "to", "origin"], rows)
}

fn present(sentence: String, names: &[&str], rows: Vec<Vec<Value>>) -> Presentation {
    let type_of = |i: usize| match rows.iter().find_map(|r| r.get(i).filter(|v| !v.is_null())) {
        Some(Value::Int(_)) => DataType::Int,
        Some(Value::Bool(_)) => DataType::Bool,
        _ => DataType::Text,
    };
    let columns =
        names.iter().enumerate().map(|(i, n)| ResultColumn { name: (*n).to_owned(), data_type: type_of(i) }).collect();
    Presentation {
        results: Some(ResultSet { columns, rows, truncated: false }),
        explanation: plain_explanation(vec![sentence]),
        ..Presentation::default()
    }
}

fn counted(n: usize, noun: &str) -> String {
    let figure = crate::facts::format_number(n as f64);
    if n == 1 { format!("{figure} {noun}") } else { format!("{figure} {noun}s") }
}

fn text(s: &str) -> Value {
    Value::Text(s.to_owned())
}

fn count(n: u64) -> Value {
    Value::from_i128(i128::from(n))
}

#[cfg(test)]
#[path = "catalog_answers_tests.rs"]
mod tests;
