//! A plot as a Vega-Lite 6 specification, complete in itself: data, words and theme inside.

mod axis;
mod bars;
mod field;
mod grid;
mod lines;
mod spread;

use crate::plot::{Marks, Plot};
use crate::theme::Theme;
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

pub(crate) use field::escape;

pub(crate) const SCHEMA_URL: &str = "https://vega.github.io/schema/vega-lite/v6.json";

/// Titles wider than this, in characters, go on in a second line.
const TITLE_WIDTH: usize = 80;

/// The same in every specification.
static CONFIG: LazyLock<Value> = LazyLock::new(|| Theme::Light.config());

/// What differs from chart to chart: marks with their encodings, data, and how high it wants to be.
struct Body {
    values: Vec<Value>,
    height: Value,
    /// `mark` and `encoding`, or `layer`.
    parts: Map<String, Value>,
    /// Room at the right for labels at the ends of lines.
    right: usize,
}

pub(crate) fn spec(plot: &Plot, description: &str) -> Value {
    let body = match &plot.marks {
        Marks::Bars(bars) => bars::body(bars),
        Marks::Lines(lines) => lines::body(lines),
        Marks::Points(points) => grid::points(points),
        Marks::Cells(cells) => grid::cells(cells),
        Marks::Bins(bins) => spread::histogram(bins),
        Marks::Boxes(boxes) => spread::boxes(boxes),
    };
    let fit = if body.height.is_object() { "fit-x" } else { "fit" };
    let mut spec = json!({
        "$schema": SCHEMA_URL,
        "description": description,
        "title": title(&plot.title, plot.subtitle.as_deref()),
        "width": "container",
        "height": body.height,
        "autosize": { "type": fit, "contains": "padding" },
        "data": { "values": body.values },
        "config": *CONFIG,
    });
    if let Some(spec) = spec.as_object_mut() {
        if body.right > 0 {
            spec.insert("padding".to_owned(), json!({ "left": 8, "top": 8, "right": 8 + body.right, "bottom": 8 }));
        }
        spec.extend(body.parts);
    }
    spec
}

pub(crate) fn title(text: &str, subtitle: Option<&str>) -> Value {
    let mut title = json!({ "text": wrap(text, TITLE_WIDTH) });
    if let (Some(title), Some(subtitle)) = (title.as_object_mut(), subtitle) {
        title.insert("subtitle".to_owned(), wrap(subtitle, TITLE_WIDTH + 20));
    }
    title
}

/// One line as a text, several as a list, as Vega wants them.
fn wrap(text: &str, width: usize) -> Value {
    let lines = wrap_by(text, |line| line.chars().count() <= width);
    match lines.as_slice() {
        [line] => json!(line),
        _ => json!(lines),
    }
}

/// Lines that fit, broken between words.
pub(crate) fn wrap_by(text: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if fits(&format!("{line} {word}")) => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    if lines.is_empty() { vec![String::new()] } else { lines }
}

fn parts(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(parts) => parts,
        _ => Map::new(),
    }
}

/// One datum.
fn datum(entries: &[(&str, Value)]) -> Value {
    Value::Object(entries.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect())
}
