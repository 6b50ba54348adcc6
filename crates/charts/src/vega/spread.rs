//! Histograms and boxes; the counting is done already.

use super::axis::{self, reach};
use super::{Body, data, parts};
use crate::number;
use crate::plot::{Bin, Bins, Boxes, Spread};
use serde_json::{Value, json};

const HEIGHT: usize = 300;
const STEP: usize = 34;

pub(super) fn histogram(bins: &Bins) -> Body {
    let entries = |bin: &Bin| vec![("from", json!(bin.start)), ("to", json!(bin.end)), ("count", json!(bin.count))];
    let values = data(bins.bins.iter().map(entries));
    let (least, greatest) = reach(bins.bins.iter().flat_map(|bin| [bin.start, bin.end]));
    let most = bins.bins.iter().map(|bin| bin.count).max().unwrap_or(0) as f64;
    let count =
        crate::plot::Axis { field: "count".into(), title: "Number of rows".into(), unit: crate::words::Unit::Plain };
    let format = number::format(bins.value.unit);
    let encoding = json!({
        "x": {
            "field": "from", "type": "quantitative", "bin": { "binned": true },
            "scale": { "zero": false, "nice": false, "domain": [least, greatest] },
            "axis": axis::figures(&bins.value, least, greatest),
        },
        "x2": { "field": "to" },
        "y": { "field": "count", "type": "quantitative", "axis": axis::figures(&count, 0.0, most) },
        "tooltip": [
            { "field": "from", "type": "quantitative", "title": "From", "format": format },
            { "field": "to", "type": "quantitative", "title": "To", "format": format },
            { "field": "count", "type": "quantitative", "title": count.title, "format": "," },
        ],
    });
    let mark = json!({ "type": "bar", "binSpacing": 1 });
    Body { values, height: json!(HEIGHT), parts: parts(json!({ "mark": mark, "encoding": encoding })), right: 0 }
}

pub(super) fn boxes(boxes: &Boxes) -> Body {
    let values = data(boxes.boxes.iter().map(summary));
    let (least, greatest) = reach(boxes.boxes.iter().flat_map(|b| b.outliers.iter().copied().chain([b.low, b.high])));
    let axis = axis::figures(&boxes.value, least, greatest);
    let zero = least <= 0.0 || least < greatest * 0.25;
    let labels: Vec<&str> = boxes.boxes.iter().map(|b| b.label.as_str()).collect();
    let at = |field: &str| json!({ "field": field, "type": "quantitative", "scale": { "zero": zero }, "axis": axis });
    let format = number::format(boxes.value.unit);
    let tip =
        |field: &str, title: &str| json!({ "field": field, "type": "quantitative", "title": title, "format": format });
    let mut tips = vec![tip("high", "Highest within reach"), tip("third", "Upper quarter"), tip("median", "Median")];
    tips.extend([tip("first", "Lower quarter"), tip("low", "Lowest within reach"), tip("count", "Values")]);
    let outliers: Vec<Value> =
        boxes.boxes.iter().flat_map(|b| b.outliers.iter().map(|x| json!({ "label": b.label, "value": x }))).collect();
    let mut layers = vec![
        json!({ "mark": { "type": "rule" }, "encoding": { "x": at("low"), "x2": { "field": "high" }, "tooltip": tips } }),
        json!({
            "mark": { "type": "bar", "size": 18, "cornerRadius": 2, "opacity": 0.75 },
            "encoding": { "x": at("first"), "x2": { "field": "third" }, "tooltip": tips },
        }),
        json!({ "mark": { "type": "tick", "size": 18, "thickness": 2 }, "encoding": { "x": at("median"), "tooltip": tips } }),
    ];
    if !outliers.is_empty() {
        layers.push(json!({
            "data": { "values": outliers },
            "mark": { "type": "point", "filled": true, "size": 14, "opacity": 0.6 },
            "encoding": { "x": at("value") },
        }));
    }
    let name_axis = if boxes.label.is_some() { axis::names(None) } else { Value::Null };
    let y = json!({ "field": "label", "type": "nominal", "sort": labels, "axis": name_axis });
    Body {
        values,
        height: json!({ "step": STEP }),
        parts: parts(json!({ "encoding": { "y": y }, "layer": layers })),
        right: 0,
    }
}

fn summary(b: &Spread) -> Vec<(&'static str, Value)> {
    vec![
        ("label", json!(b.label)),
        ("count", json!(b.count)),
        ("low", json!(b.low)),
        ("first", json!(b.first)),
        ("median", json!(b.median)),
        ("third", json!(b.third)),
        ("high", json!(b.high)),
    ]
}
