//! A specification that a language model wrote, made safe and made ours: its data are the rows and nothing else,
//! its fields exist, its expressions only compute, its marks can be counted, its look is the theme's.
//!
//! What is harmless but of no use here (links, selections, themes, data of its own) is taken out without a word;
//! what would change the picture if it were missing is refused, so that the model can mend it.

mod bounds;
mod clean;
mod expression;
mod fields;

use crate::theme::Theme;
use crate::{ChartError, Hints, columns, validate, vega, words};
use serde_json::{Map, Value, json};
use vouch_model::{Chart, ChartType, ResultSet};

pub fn accept(spec: Value, rows: &ResultSet, chart_type: ChartType) -> Result<Chart, ChartError> {
    if rows.rows.is_empty() {
        return Err(ChartError::Empty { why: "there are no rows" });
    }
    let columns = columns(rows, &Hints::default());
    let mut spec = clean::clean(spec)?;
    let used = fields::check(&mut spec, &columns)?;
    let (values, notes) = bounds::values(&spec, rows, &columns, &used)?;
    fields::entitle(&mut spec);
    let kind = if chart_type == ChartType::Other { kind_of(&spec) } else { chart_type };
    let title = text_of(spec.get("title"), "text").unwrap_or_else(|| fields::title(&spec, kind));
    let mut said: Vec<String> = text_of(spec.get("title"), "subtitle").into_iter().collect();
    said.extend(notes.iter().map(|note| words::capitalize(note)));
    let subtitle = (!said.is_empty()).then(|| said.join(" · "));
    let description = spec.get("description").and_then(Value::as_str).map(|text| words::shorten(text, 400));
    let description = description.unwrap_or_else(|| format!("{} with {} data points.", title, values.len()));
    finish(&mut spec, &title, subtitle.as_deref(), &description, values);
    let spec = Value::Object(spec);
    validate(&spec).map_err(ChartError::Invalid)?;
    Ok(Chart { id: None, chart_type: kind, title, subtitle, description, spec: spec.into(), sql_query: None })
}

fn finish(spec: &mut Map<String, Value>, title: &str, subtitle: Option<&str>, description: &str, values: Vec<Value>) {
    spec.insert("$schema".to_owned(), json!(vega::SCHEMA_URL));
    spec.insert("description".to_owned(), json!(description));
    spec.insert("title".to_owned(), vega::title(title, subtitle));
    spec.insert("data".to_owned(), json!({ "values": values }));
    spec.insert("config".to_owned(), Theme::Light.config());
    if spec.contains_key("mark") || spec.contains_key("layer") {
        // The page decides how wide a chart is.
        spec.insert("width".to_owned(), json!("container"));
        let stepped = spec.get("height").is_some_and(Value::is_object);
        spec.entry("height").or_insert_with(|| json!(300));
        spec.insert(
            "autosize".to_owned(),
            json!({ "type": if stepped { "fit-x" } else { "fit" }, "contains": "padding" }),
        );
    }
}

/// A title is a text, lines, or an object with those inside.
fn text_of(title: Option<&Value>, part: &str) -> Option<String> {
    let text = match title? {
        Value::Object(map) => return text_of(map.get(part), "text"),
        Value::String(text) => text.clone(),
        Value::Array(lines) => lines.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "),
        _ => return None,
    };
    // A plain text has no subtitle.
    let wanted = part == "text" && !text.trim().is_empty();
    wanted.then(|| words::shorten(text.trim(), 160))
}

fn kind_of(spec: &Map<String, Value>) -> ChartType {
    let layers = spec.get("layer").and_then(Value::as_array);
    let first = layers.and_then(|layers| layers.first()).and_then(Value::as_object).unwrap_or(spec);
    let mark = first.get("mark").map(|mark| mark.get("type").unwrap_or(mark)).and_then(Value::as_str);
    let channel =
        |name: &str| [first, spec].into_iter().find_map(|part| part.get("encoding").and_then(|e| e.get(name)).cloned());
    let binned = channel("x").is_some_and(|x| x.get("bin").is_some_and(|bin| *bin != Value::Bool(false)));
    match mark {
        Some("bar") if binned => ChartType::Histogram,
        Some("bar") => ChartType::Bar,
        Some("line" | "trail") => ChartType::Line,
        Some("area") => ChartType::Area,
        Some("point" | "circle" | "square") => ChartType::Scatter,
        Some("boxplot") => ChartType::Boxplot,
        Some("rect") => ChartType::Heatmap,
        _ => ChartType::Other,
    }
}
