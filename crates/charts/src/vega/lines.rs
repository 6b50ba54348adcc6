//! Lines and areas, named at their ends where there is room, else in a legend.

use super::axis::{self, reach, tip_figure, tip_name};
use super::bars::color;
use super::{Body, data, escape, field, parts};
use crate::calendar::{self, Moment};
use crate::plot::{Along, Lines};
use serde_json::{Map, Value, json};

const HEIGHT: usize = 300;
/// With more points than this, dots would hide the line.
const MOST_MARKED: usize = 31;
/// Names at the ends need this share of the height for themselves.
const NAME_ROOM: f64 = 0.06;
const LONGEST_NAME: usize = 22;
/// Pixels of an average character at the size of labels.
const CHARACTER: f64 = 6.3;

pub(super) fn body(lines: &Lines) -> Body {
    let [x, y, series] = field::keys([Some(&lines.x), Some(&lines.y), lines.series.as_ref()]);
    let row = |name: &str, at: f64, value: Option<f64>| {
        let mut entries = vec![(x.as_str(), place(&lines.along, at)), (y.as_str(), json!(value))];
        if lines.series.is_some() {
            entries.push((series.as_str(), json!(name)));
        }
        entries
    };
    let points = lines.lines.iter().flat_map(|line| line.points.iter().map(|(at, value)| (&line.name, *at, *value)));
    let values = data(points.map(|(name, at, value)| row(name, at, value)));
    let mut encoding = json!({
        "x": x_encoding(lines, &x),
        "y": y_encoding(lines, &y),
        "tooltip": tips(lines, &x, &y, &series),
    });
    let names: Vec<String> = lines.lines.iter().map(|line| line.name.clone()).collect();
    let labels = end_labels(lines);
    if let (Some(axis), Some(encoding)) = (&lines.series, encoding.as_object_mut()) {
        let mut by = color(&series, &axis.title, &names);
        if let Some(by) = by.as_object_mut().filter(|_| labels.is_some()) {
            by.insert("legend".to_owned(), Value::Null);
        }
        encoding.insert("color".to_owned(), by);
    }
    let mark = mark(lines);
    let Some(labels) = labels else {
        return Body {
            values,
            height: json!(HEIGHT),
            parts: parts(json!({ "mark": mark, "encoding": encoding })),
            right: 0,
        };
    };
    let end = |(name, at, value): &(String, f64, f64)| -> Map<String, Value> {
        row(name, *at, Some(*value)).into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    };
    let ends: Vec<_> = labels.iter().map(end).collect();
    let longest = labels.iter().map(|(name, ..)| name.chars().count().min(LONGEST_NAME)).max().unwrap_or(0);
    // A short name of wide letters is wider than its number of letters says.
    let right = (longest as f64 * CHARACTER) as usize + 14;
    let text = json!({
        "data": { "values": ends },
        "mark": { "type": "text", "align": "left", "baseline": "middle", "dx": 8, "limit": right },
        "encoding": { "text": { "field": escape(&series), "type": "nominal" } },
    });
    let layers = json!({ "encoding": encoding, "layer": [{ "mark": mark }, text] });
    Body { values, height: json!(HEIGHT), parts: parts(layers), right }
}

fn place(along: &Along, at: f64) -> Value {
    match along {
        Along::Time(_) => json!(calendar::iso(at as Moment)),
        Along::Numbers => json!(at),
        Along::Names(names) => json!(names.get(at as usize)),
    }
}

fn mark(lines: &Lines) -> Value {
    let most = lines.lines.iter().map(|line| line.points.len()).max().unwrap_or(0);
    // A value between two gaps has no line to show it.
    let lonely = lines.lines.iter().any(|line| {
        line.points.iter().any(|p| p.1.is_none()) || line.points.iter().filter(|p| p.1.is_some()).count() == 1
    });
    let marked = most <= MOST_MARKED || (lonely && most <= MOST_MARKED * 4);
    let kind = if lines.filled { "area" } else { "line" };
    let mut mark = json!({ "type": kind });
    if let Some(mark) = mark.as_object_mut().filter(|_| marked && !lines.filled) {
        mark.insert("point".to_owned(), json!({ "size": 30, "opacity": 1 }));
    }
    mark
}

fn x_encoding(lines: &Lines, key: &str) -> Value {
    let (first, last) = reach(lines.lines.iter().flat_map(|line| line.points.iter().map(|p| p.0)));
    match &lines.along {
        Along::Time(grain) => json!({
            "field": escape(key), "type": "temporal",
            "axis": axis::time(*grain, first as Moment, last as Moment),
        }),
        Along::Numbers => json!({
            "field": escape(key), "type": "quantitative", "scale": { "zero": false, "nice": false },
            "axis": axis::figures(&lines.x, first, last),
        }),
        Along::Names(names) => json!({
            "field": escape(key), "type": "ordinal", "sort": names,
            "axis": { "title": lines.x.title, "labelOverlap": true },
        }),
    }
}

fn y_encoding(lines: &Lines, key: &str) -> Value {
    let (least, greatest) = reach(lines.lines.iter().flat_map(|line| line.points.iter().filter_map(|p| p.1)));
    // From zero where zero is near; far above it, the shape matters more than the height.
    let zero = lines.filled || least <= 0.0 || least < greatest * 0.4;
    let mut encoding = json!({
        "field": escape(key), "type": "quantitative",
        "scale": { "zero": zero },
        "axis": axis::figures(&lines.y, least, greatest),
    });
    if let Some(encoding) = encoding.as_object_mut().filter(|_| lines.filled) {
        let stacked = lines.series.is_some() && least >= 0.0;
        encoding.insert("stack".to_owned(), if stacked { json!("zero") } else { Value::Null });
    }
    encoding
}

fn tips(lines: &Lines, x: &str, y: &str, series: &str) -> Value {
    let at = match &lines.along {
        Along::Time(grain) => json!({
            "field": escape(x), "type": "temporal", "title": axis::tip_title(&lines.x.title), "format": axis::time_format(*grain),
        }),
        Along::Numbers => tip_figure(x, &lines.x),
        Along::Names(_) => tip_name(x, &lines.x),
    };
    let mut tips = vec![at, tip_figure(y, &lines.y)];
    tips.extend(lines.series.as_ref().map(|axis| tip_name(series, axis)));
    Value::Array(tips)
}

/// The names of the lines with their last points, if they all end at the right and far enough apart.
fn end_labels(lines: &Lines) -> Option<Vec<(String, f64, f64)>> {
    lines.series.as_ref().filter(|_| lines.lines.len() > 1 && !lines.filled)?;
    let last = |points: &[(f64, Option<f64>)]| points.iter().rev().find_map(|(x, y)| Some((*x, (*y)?)));
    let ends: Vec<(String, f64, f64)> =
        lines.lines.iter().filter_map(|line| last(&line.points).map(|(x, y)| (line.name.clone(), x, y))).collect();
    let right = ends.iter().map(|(_, x, _)| *x).fold(f64::NEG_INFINITY, f64::max);
    let all = lines.lines.iter().flat_map(|line| line.points.iter().filter_map(|p| p.1));
    let (least, greatest) = reach(all);
    let room = (greatest - least.min(0.0)) * NAME_ROOM;
    let mut heights: Vec<f64> = ends.iter().map(|(_, _, y)| *y).collect();
    heights.sort_by(f64::total_cmp);
    let apart = heights.iter().zip(heights.iter().skip(1)).all(|(a, b)| b - a > room);
    let together = ends.iter().all(|(_, x, _)| *x == right);
    let short = ends.iter().all(|(name, ..)| name.chars().count() <= LONGEST_NAME);
    (together && apart && short).then_some(ends)
}
