//! Bars, upright or across; across, their figures stand at the ends instead of on an axis.

use super::axis::{self, reach, tip_figure, tip_name};
use super::{Body, data, escape, field, parts};
use crate::number::{self, Precision};
use crate::plot::Bars;
use serde_json::{Value, json};

const HEIGHT: usize = 300;
/// Pixels for a bar with its gap.
const STEP: usize = 24;
const STEP_IN_GROUP: usize = 13;
/// The narrowest chart that is drawn whole, in pixels, and an average character.
const NARROWEST: f64 = 440.0;
const CHARACTER: f64 = 6.5;

pub(super) fn body(bars: &Bars) -> Body {
    let keys = field::keys([Some(&bars.label), Some(&bars.value), bars.series.as_ref()]);
    let [label, value, series] = &keys;
    let values = data(bars.bars.iter().map(|bar| {
        let mut entries = vec![(label.as_str(), json!(bar.label)), (value.as_str(), json!(bar.value))];
        entries.extend(bar.series.as_ref().map(|name| (series.as_str(), json!(name))));
        entries
    }));
    let mut tips = vec![tip_name(label, &bars.label), tip_figure(value, &bars.value)];
    tips.extend(bars.series.as_ref().map(|axis| tip_name(series, axis)));
    let name_title = (!bars.across).then_some(bars.label.title.as_str());
    let names = json!({
        "field": escape(label), "type": "nominal", "sort": bars.labels,
        "axis": name_axis(bars, name_title),
    });
    let figures = figures(bars, value);
    let (x, y, offset) = if bars.across { (figures, names, "yOffset") } else { (names, figures, "xOffset") };
    let mut encoding = json!({ "x": x, "y": y, "tooltip": tips });
    if let (Some(axis), Some(encoding)) = (&bars.series, encoding.as_object_mut()) {
        encoding.insert("color".to_owned(), color(series, &axis.title, &bars.names));
        if !bars.stacked {
            encoding
                .insert(offset.to_owned(), json!({ "field": escape(series), "type": "nominal", "sort": bars.names }));
        }
    }
    // Not in the theme: Vega-Lite draws binned bars with round corners without a width.
    let mark = json!({ "type": "bar", "cornerRadiusEnd": if bars.stacked { 0 } else { 2 } });
    let parts = if labelled(bars) {
        parts(json!({ "encoding": encoding, "layer": [{ "mark": mark }, end_label(bars, value)] }))
    } else {
        parts(json!({ "mark": mark, "encoding": encoding }))
    };
    Body { values, height: height(bars), parts, right: 0 }
}

fn name_axis(bars: &Bars, title: Option<&str>) -> Value {
    let mut axis = axis::names(title);
    if let Some(axis) = axis.as_object_mut().filter(|_| !bars.across) {
        axis.insert("labelAngle".to_owned(), json!(0));
        // On a narrow page a name left out is better than two on top of each other.
        axis.insert("labelOverlap".to_owned(), json!(true));
    }
    axis
}

/// Figures at the ends, where each bar stands for itself.
fn labelled(bars: &Bars) -> bool {
    bars.across && bars.series.is_none()
}

fn figures(bars: &Bars, key: &str) -> Value {
    let (least, greatest) = reach(bars.bars.iter().map(|bar| bar.value));
    let mut encoding = json!({ "field": escape(key), "type": "quantitative" });
    let Some(map) = encoding.as_object_mut() else { return encoding };
    if labelled(bars) {
        let (low, high) = (least.min(0.0), greatest.max(0.0));
        let room = (high - low) * label_room(bars);
        let domain = [low - if low < 0.0 { room } else { 0.0 }, high + if high > 0.0 { room } else { 0.0 }];
        map.insert("axis".to_owned(), Value::Null);
        // All zero: any domain will do, as long as it has an extent.
        let scale = if room > 0.0 { json!({ "domain": domain, "nice": false }) } else { json!({ "domain": [0, 1] }) };
        map.insert("scale".to_owned(), scale);
    } else {
        map.insert("axis".to_owned(), axis::figures(&bars.value, least.min(0.0), greatest.max(stacked_reach(bars))));
        map.insert("stack".to_owned(), if bars.stacked { json!("zero") } else { Value::Null });
    }
    encoding
}

/// Room beyond the longest bar for its figure, as a share of the axis, where names leave the least.
fn label_room(bars: &Bars) -> f64 {
    let width = |text: &str| text.chars().count() as f64 * CHARACTER;
    let names = bars.labels.iter().map(|label| width(label)).fold(0.0, f64::max).min(axis::LABEL_LIMIT as f64);
    let figures = bars.bars.iter().map(|bar| width(&number::short(bar.value, bars.value.unit))).fold(0.0, f64::max);
    ((figures + 10.0) / (NARROWEST - names - figures)).clamp(0.08, 0.5)
}

/// Stacks reach higher than any of their parts.
fn stacked_reach(bars: &Bars) -> f64 {
    if bars.stacked {
        bars.bars.iter().map(|bar| bar.value).sum::<f64>() / bars.labels.len().max(1) as f64
    } else {
        0.0
    }
}

fn end_label(bars: &Bars, key: &str) -> Value {
    let (least, greatest) = reach(bars.bars.iter().map(|bar| bar.value));
    let value = field::in_expr(key);
    let side = |when_negative: &str, otherwise: &str| json!({ "expr": format!("{value} < 0 ? {when_negative} : {otherwise}") });
    json!({
        "mark": { "type": "text", "style": "quiet", "baseline": "middle", "align": side("'right'", "'left'"), "dx": side("-5", "5") },
        "transform": [{ "calculate": number::label_expr(&value, bars.value.unit, least, greatest, Precision::Mark), "as": "label_" }],
        "encoding": { "text": { "field": "label_", "type": "nominal" } },
    })
}

pub(super) fn color(key: &str, title: &str, names: &[String]) -> Value {
    let title = if title == "Measure" { Value::Null } else { json!(title) };
    json!({
        "field": escape(key), "type": "nominal", "sort": names,
        "scale": { "domain": names },
        "legend": { "title": title, "orient": "top", "columns": 4, "labelLimit": 140 },
    })
}

fn height(bars: &Bars) -> Value {
    if !bars.across {
        return json!(HEIGHT);
    }
    let grouped = bars.series.is_some() && !bars.stacked;
    if grouped {
        return json!({ "step": STEP_IN_GROUP * bars.names.len() + 12, "for": "position" });
    }
    json!({ "step": STEP })
}
