//! Fields of a specification against the columns of the rows, and words for those that have none.

use super::expression;
use crate::column::Column;
use crate::{ChartError, request, vega, words};
use serde_json::{Map, Value, json};
use std::collections::HashSet;
use vouch_model::ChartType;

/// Which columns a specification uses, and which of them as time.
#[derive(Debug, Default)]
pub(super) struct Used {
    pub(super) columns: HashSet<String>,
    pub(super) temporal: HashSet<String>,
}

/// Every field must be a column or something that a transform makes. Names that only differ in case, or are not
/// escaped as Vega wants them, are put right.
pub(super) fn check(spec: &mut Map<String, Value>, columns: &[Column<'_>]) -> Result<Used, ChartError> {
    let mut made = HashSet::new();
    made_by(spec, &mut made);
    let mut check = Check { columns, made, used: Used::default() };
    check.map(spec)?;
    Ok(check.used)
}

struct Check<'c, 'a> {
    columns: &'c [Column<'a>],
    made: HashSet<String>,
    used: Used,
}

impl Check<'_, '_> {
    fn map(&mut self, object: &mut Map<String, Value>) -> Result<(), ChartError> {
        if object.get("type").and_then(Value::as_str) == Some("temporal") || object.contains_key("timeUnit") {
            let name = object.get("field").and_then(Value::as_str).map(unescape);
            let column = name.and_then(|name| self.find(&name).map(str::to_owned));
            self.used.temporal.extend(column);
        }
        for (key, value) in object.iter_mut() {
            match key.as_str() {
                "field" | "groupby" | "fold" => self.names(value)?,
                // `repeat: [a, b]`, or by row and column; inside a field it only refers to that.
                "repeat" if value.is_array() => self.names(value)?,
                "repeat" => {
                    value.as_object_mut().into_iter().flat_map(Map::values_mut).try_for_each(|v| self.names(v))?
                }
                // What a transform does to one column, named by the transform: `density: price`.
                "density" | "quantile" | "regression" | "loess" | "impute" | "key" | "on" | "stack"
                    if value.is_string() =>
                {
                    self.maybe_name(key, value)?;
                }
                "calculate" | "filter" | "expr" | "labelExpr" | "test" => self.expression(value)?,
                _ => {}
            }
            self.value(value)?;
        }
        Ok(())
    }

    fn value(&mut self, value: &mut Value) -> Result<(), ChartError> {
        match value {
            Value::Object(object) => self.map(object),
            Value::Array(items) => items.iter_mut().try_for_each(|item| self.value(item)),
            _ => Ok(()),
        }
    }

    /// `stack: "normalize"` is a word of an encoding, `stack: "price"` a column of a transform.
    fn maybe_name(&mut self, key: &str, value: &mut Value) -> Result<(), ChartError> {
        let word = value.as_str().unwrap_or_default();
        let plain = key == "stack" && matches!(word, "zero" | "normalize" | "center");
        if plain { Ok(()) } else { self.names(value) }
    }

    fn names(&mut self, value: &mut Value) -> Result<(), ChartError> {
        match value {
            Value::String(text) => {
                if let Some(right) = self.name(text)? {
                    *text = right;
                }
                Ok(())
            }
            Value::Array(items) => {
                items.iter_mut().filter(|item| item.is_string()).try_for_each(|item| self.names(item))
            }
            _ => Ok(()),
        }
    }

    fn find(&self, name: &str) -> Option<&str> {
        let exact = self.columns.iter().find(|column| column.name == name);
        exact.or_else(|| self.columns.iter().find(|column| column.name.eq_ignore_ascii_case(name))).map(|c| c.name)
    }

    /// The name as it must be written, if the text names a column.
    fn name(&mut self, text: &str) -> Result<Option<String>, ChartError> {
        let plain = unescape(text);
        // `a.b` may be a column as it stands, or one that was escaped.
        let column = [text, plain.as_str()].into_iter().find_map(|name| self.find(name).map(str::to_owned));
        if let Some(column) = column {
            let escaped = vega::escape(&column);
            self.used.columns.insert(column);
            return Ok(Some(escaped));
        }
        if text == "*" || self.made.contains(&plain) || self.made.contains(text) {
            return Ok(None);
        }
        Err(request::unknown(text, self.columns.iter().map(|column| column.name)))
    }

    fn expression(&mut self, value: &Value) -> Result<(), ChartError> {
        let Value::String(text) = value else { return Ok(()) };
        for name in expression::reads(text) {
            // Axis labels and legends have a `value` and a `label` of their own.
            if self.columns.iter().any(|column| column.name == name) {
                self.used.columns.insert(name);
            } else if !self.made.contains(&name) && !matches!(name.as_str(), "value" | "label" | "index") {
                return Err(request::unknown(&name, self.columns.iter().map(|column| column.name)));
            }
        }
        Ok(())
    }
}

/// Names that transforms give to what they make.
fn made_by(spec: &Map<String, Value>, made: &mut HashSet<String>) {
    for (key, value) in spec {
        match value {
            Value::String(name) if key == "as" => {
                made.insert(name.clone());
            }
            Value::Array(names) if key == "as" => {
                made.extend(names.iter().filter_map(Value::as_str).map(str::to_owned))
            }
            _ => {}
        }
        if matches!(key.as_str(), "fold" | "density" | "quantile") {
            made.extend(["key", "value", "density", "prob"].map(str::to_owned));
        }
        let objects: Vec<&Map<String, Value>> = match value {
            Value::Object(object) => vec![object],
            Value::Array(items) => items.iter().filter_map(Value::as_object).collect(),
            _ => continue,
        };
        objects.into_iter().for_each(|object| made_by(object, made));
    }
}

pub(super) fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        plain.push(if c == '\\' { chars.next().unwrap_or(c) } else { c });
    }
    plain
}

/// Titles in words for channels that have none: Vega-Lite would write "Sum of total_revenue".
pub(super) fn entitle(spec: &mut Map<String, Value>) {
    if let Some(channels) = spec.get_mut("encoding").and_then(Value::as_object_mut) {
        for channel in channels.values_mut().filter_map(Value::as_object_mut) {
            let named = channel.contains_key("title")
                || ["axis", "legend", "header"]
                    .iter()
                    .any(|part| channel.get(*part).is_some_and(|part| part.is_null() || part.get("title").is_some()));
            if let Some(title) = words_for(channel).filter(|_| !named) {
                channel.insert("title".to_owned(), json!(title));
            }
        }
    }
    for part in ["layer", "hconcat", "vconcat", "concat"] {
        let inner = spec.get_mut(part).and_then(Value::as_array_mut);
        inner.into_iter().flatten().filter_map(Value::as_object_mut).for_each(entitle);
    }
    if let Some(inner) = spec.get_mut("spec").and_then(Value::as_object_mut) {
        entitle(inner);
    }
}

fn words_for(channel: &Map<String, Value>) -> Option<String> {
    let aggregate = channel.get("aggregate").and_then(Value::as_str);
    let field = channel.get("field").and_then(Value::as_str).map(|field| words::title(&unescape(field)));
    match (aggregate, field) {
        (Some("count"), _) => Some("Count".to_owned()),
        (Some("mean" | "average"), Some(field)) => Some(format!("Average {}", words::lower_first(&field))),
        (Some("sum"), Some(field)) if !field.to_lowercase().starts_with("total") => {
            Some(format!("Total {}", words::lower_first(&field)))
        }
        (Some(other), Some(field)) if other != "sum" => {
            Some(format!("{} {}", words::capitalize(other), words::lower_first(&field)))
        }
        (_, field) => field,
    }
}

/// "Y by x", when the specification has no title.
pub(super) fn title(spec: &Map<String, Value>, kind: ChartType) -> String {
    let layers = spec.get("layer").and_then(Value::as_array);
    let first = layers.and_then(|layers| layers.first()).and_then(Value::as_object).unwrap_or(spec);
    let word = |name: &str| {
        let channel = [first, spec].into_iter().find_map(|part| part.get("encoding")?.get(name)?.as_object());
        channel.and_then(words_for)
    };
    match (word("x"), word("y").or_else(|| word("theta"))) {
        (Some(x), Some(y)) => format!("{y} by {}", words::lower_first(&x)),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => words::capitalize(&format!("{kind} chart")),
    }
}
