//! A plot as a Vega-Lite 6 specification, complete in itself: data, words and theme inside.

mod axis;
mod bars;
mod field;
mod grid;
mod lines;
mod spread;

use crate::plot::{Marks, Plot};
use crate::theme::Theme;
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};
use std::sync::LazyLock;
use vouch_model::SharedJson;

pub(crate) use field::escape;

pub(crate) const SCHEMA_URL: &str = "https://vega.github.io/schema/vega-lite/v6.json";

/// Titles wider than this, in characters, go on in a second line.
const TITLE_WIDTH: usize = 80;

/// The same in every specification.
static CONFIG: LazyLock<Box<RawValue>> = LazyLock::new(|| written(&Theme::Light.config()));

/// What differs from chart to chart: marks with their encodings, data, and how high it wants to be.
struct Body {
    values: Box<RawValue>,
    height: Value,
    /// `mark` and `encoding`, or `layer`.
    parts: Map<String, Value>,
    /// Room at the right for labels at the ends of lines.
    right: usize,
}

/// As it is written.
#[derive(Serialize)]
struct Spec<'a> {
    #[serde(rename = "$schema")]
    schema: &'a str,
    description: &'a str,
    title: Value,
    width: &'a str,
    height: Value,
    autosize: Value,
    data: Data,
    config: &'a RawValue,
    #[serde(skip_serializing_if = "Option::is_none")]
    padding: Option<Value>,
    #[serde(flatten)]
    parts: Map<String, Value>,
}

#[derive(Serialize)]
struct Data {
    values: Box<RawValue>,
}

pub(crate) fn spec(plot: &Plot, description: &str) -> SharedJson {
    let body = match &plot.marks {
        Marks::Bars(bars) => bars::body(bars),
        Marks::Lines(lines) => lines::body(lines),
        Marks::Points(points) => grid::points(points),
        Marks::Cells(cells) => grid::cells(cells),
        Marks::Bins(bins) => spread::histogram(bins),
        Marks::Boxes(boxes) => spread::boxes(boxes),
    };
    let fit = if body.height.is_object() { "fit-x" } else { "fit" };
    let padding = |right: usize| json!({ "left": 8, "top": 8, "right": 8 + right, "bottom": 8 });
    let spec = Spec {
        schema: SCHEMA_URL,
        description,
        title: title(&plot.title, plot.subtitle.as_deref()),
        width: "container",
        height: body.height,
        autosize: json!({ "type": fit, "contains": "padding" }),
        data: Data { values: body.values },
        config: &CONFIG,
        padding: (body.right > 0).then(|| padding(body.right)),
        parts: body.parts,
    };
    SharedJson::written(&spec).unwrap_or_else(|_| Value::Null.into())
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

/// One datum: its keys with what they hold.
struct Datum<'a>(Vec<(&'a str, Value)>);

impl Serialize for Datum<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

/// All of them, as they stand in a specification.
fn data<'a>(data: impl Iterator<Item = Vec<(&'a str, Value)>>) -> Box<RawValue> {
    written(&data.map(Datum).collect::<Vec<_>>())
}

/// Nothing that is written here can fail to be.
fn written(value: &impl Serialize) -> Box<RawValue> {
    to_raw_value(value).unwrap_or_else(|_| RawValue::NULL.to_owned())
}
