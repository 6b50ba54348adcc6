//! A specification made ready for one picture: theme, size, titles broken where they would not fit.

use super::{Size, font};
use crate::{ChartError, Theme, vega};
use serde_json::{Map, Value, json};

/// Titles keep this far from the right edge.
const MARGIN: f64 = 24.0;

pub(super) fn prepare(spec: &Value, size: Size, theme: Theme) -> Result<String, ChartError> {
    let Value::Object(mut spec) = spec.clone() else {
        return Err(ChartError::Undrawable("a specification is an object".to_owned()));
    };
    spec.insert("config".to_owned(), theme.config());
    spec.insert("background".to_owned(), json!(theme.background()));
    if spec.contains_key("mark") || spec.contains_key("layer") {
        fit(&mut spec, size);
    }
    if let Some(title) = spec.get_mut("title") {
        *title = wrap(title, f64::from(size.width.max(100)) - MARGIN);
    }
    Ok(Value::Object(spec).to_string())
}

fn fit(spec: &mut Map<String, Value>, size: Size) {
    spec.insert("width".to_owned(), json!(size.width.clamp(100, 4_000)));
    match size.height {
        Some(height) => spec.insert("height".to_owned(), json!(height.clamp(60, 4_000))),
        // "container" has no container here.
        None if spec.get("height").is_none_or(Value::is_string) => spec.insert("height".to_owned(), json!(300)),
        None => None,
    };
    let stepped = spec.get("height").is_some_and(Value::is_object);
    let fit = if stepped { "fit-x" } else { "fit" };
    spec.insert("autosize".to_owned(), json!({ "type": fit, "contains": "padding" }));
}

fn wrap(title: &Value, width: f64) -> Value {
    let lines = |value: &Value, css: &str| {
        let text = match value {
            Value::Array(lines) => lines.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "),
            other => other.as_str().unwrap_or_default().to_owned(),
        };
        json!(vega::wrap_by(&text, |line| font::width(css, line) <= width))
    };
    let mut title = match title {
        Value::Object(title) => title.clone(),
        text => Map::from_iter([("text".to_owned(), text.clone())]),
    };
    for (part, css) in [("text", "600 15px Inter"), ("subtitle", "12px Inter")] {
        if let Some(value) = title.get_mut(part) {
            *value = lines(value, css);
        }
    }
    Value::Object(title)
}
