//! Axes: labels for figures, for time by its grain, and for names.

use crate::calendar::{self, Grain, Moment};
use crate::number::{self, Precision};
use crate::plot::Axis;
use jiff::civil::DateTime;
use serde_json::{Value, json};

/// Names longer than this, in pixels, are cut on the axis; the tooltip has them whole.
pub(super) const LABEL_LIMIT: usize = 220;

pub(super) fn figures(axis: &Axis, least: f64, greatest: f64) -> Value {
    json!({
        "title": axis.title,
        "tickCount": 5,
        "labelExpr": number::label_expr("datum.value", axis.unit, least, greatest, Precision::Tick),
    })
}

pub(super) fn names(title: Option<&str>) -> Value {
    json!({ "title": title, "labelLimit": LABEL_LIMIT, "labelOverlap": false })
}

const DAY: i64 = 86_400;

/// Ticks at the starts of periods, as many as have room.
pub(super) fn time(grain: Grain, first: Moment, last: Moment) -> Value {
    let days = (last - first) / DAY;
    let months = months_between(first, last);
    let every = |interval: &str, step: i64| json!({ "interval": interval, "step": step.max(1) });
    let (count, label) = match grain {
        Grain::Year => (every("year", nice(months / 12 / 10)), format_expr("%Y")),
        _ if months > 72 => (every("year", nice(months / 12 / 10)), format_expr("%Y")),
        Grain::Quarter => (every("month", if months > 36 { 6 } else { 3 }), quarter_expr()),
        Grain::Month => (every("month", month_step(months)), month_expr()),
        _ if days > 75 => (every("month", month_step(months)), month_expr()),
        Grain::Week | Grain::Day if days > 14 => (every("week", 1 + days / 70), format_expr("%-d %b")),
        Grain::Week | Grain::Day => (every("day", 1 + days / 12), format_expr("%-d %b")),
        _ if days > 14 => (every("week", 1 + days / 70), format_expr("%-d %b")),
        _ if days > 2 => (every("day", 1 + days / 12), format_expr("%-d %b")),
        _ => (json!(8), format_expr(if days > 0 { "%-d %b %H:%M" } else { "%H:%M" })),
    };
    json!({ "title": null, "tickCount": count, "labelExpr": label, "labelOverlap": true })
}

fn month_step(months: i64) -> i64 {
    match months {
        ..=14 => 1,
        15..=40 => 3,
        _ => 6,
    }
}

fn nice(least: i64) -> i64 {
    [1, 2, 5, 10, 20, 50, 100, 200, 500].into_iter().find(|step| *step > least).unwrap_or(1_000)
}

fn months_between(first: Moment, last: Moment) -> i64 {
    let count = |at: DateTime| i64::from(at.year()) * 12 + i64::from(at.month());
    match (calendar::civil(first), calendar::civil(last)) {
        (Some(first), Some(last)) => count(last) - count(first),
        _ => 0,
    }
}

fn format_expr(format: &str) -> String {
    format!("timeFormat(datum.value, '{format}')")
}

/// The year stands under January only: twelve times the same year would be noise.
fn month_expr() -> String {
    "[timeFormat(datum.value, '%b'), month(datum.value) == 0 ? timeFormat(datum.value, '%Y') : '']".to_owned()
}

fn quarter_expr() -> String {
    "['Q' + quarter(datum.value), quarter(datum.value) == 1 ? timeFormat(datum.value, '%Y') : '']".to_owned()
}

/// d3's format for a tooltip.
pub(super) fn time_format(grain: Grain) -> &'static str {
    match grain {
        Grain::Year => "%Y",
        Grain::Quarter => "Q%q %Y",
        Grain::Month => "%B %Y",
        Grain::Week | Grain::Day => "%-d %b %Y",
        Grain::Hour | Grain::Minute => "%-d %b %Y %H:%M",
    }
}

/// Vega-Lite writes the titles of tooltips into an expression as they are, so that a backslash would swallow the closing quote.
pub(super) fn tip_title(title: &str) -> String {
    title.replace('\\', "\\\\")
}

pub(super) fn tip_name(key: &str, axis: &Axis) -> Value {
    json!({ "field": super::escape(key), "type": "nominal", "title": tip_title(&axis.title) })
}

pub(super) fn tip_figure(key: &str, axis: &Axis) -> Value {
    json!({ "field": super::escape(key), "type": "quantitative", "title": tip_title(&axis.title), "format": number::format(axis.unit) })
}

/// Least and greatest, zero among them if asked.
pub(super) fn reach(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    (values.clone().fold(f64::INFINITY, f64::min), values.fold(f64::NEG_INFINITY, f64::max))
}
