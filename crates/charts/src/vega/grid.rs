//! Scatter plots and heat maps.

use super::axis::{self, reach, tip_figure, tip_name};
use super::bars::color;
use super::{Body, data, escape, field, parts};
use crate::number::{self, Precision};
use crate::plot::{Axis, Cell, Cells, Points};
use serde_json::{Value, json};

const HEIGHT: usize = 340;
const STEP: usize = 26;
/// Figures inside the cells, up to so many.
const MOST_WRITTEN: usize = 130;
const MOST_WRITTEN_ACROSS: usize = 12;

pub(super) fn points(points: &Points) -> Body {
    let [x, y, series] = field::keys([Some(&points.x), Some(&points.y), points.series.as_ref()]);
    let values = data(points.points.iter().map(|point| {
        let mut entries = vec![(x.as_str(), json!(point.x)), (y.as_str(), json!(point.y))];
        entries.extend(point.series.as_ref().map(|name| (series.as_str(), json!(name))));
        entries
    }));
    let side = |key: &str, axis: &Axis, (least, greatest): (f64, f64)| {
        // From zero only if the points reach down to it.
        let zero = least <= 0.0 || least < greatest * 0.25;
        json!({
            "field": escape(key), "type": "quantitative", "scale": { "zero": zero },
            "axis": axis::figures(axis, least, greatest),
        })
    };
    let mut tips = vec![tip_figure(&x, &points.x), tip_figure(&y, &points.y)];
    tips.extend(points.series.as_ref().map(|axis| tip_name(&series, axis)));
    let mut encoding = json!({
        "x": side(&x, &points.x, reach(points.points.iter().map(|p| p.x))),
        "y": side(&y, &points.y, reach(points.points.iter().map(|p| p.y))),
        "tooltip": tips,
    });
    if let (Some(axis), Some(encoding)) = (&points.series, encoding.as_object_mut()) {
        encoding.insert("color".to_owned(), color(&series, &axis.title, &points.names));
    }
    // Many points need to let each other through.
    let opacity = if points.points.len() > 200 { 0.45 } else { 0.75 };
    let mark = json!({ "type": "point", "filled": true, "opacity": opacity });
    Body { values, height: json!(HEIGHT), parts: parts(json!({ "mark": mark, "encoding": encoding })), right: 0 }
}

pub(super) fn cells(cells: &Cells) -> Body {
    let [x, y, value] = field::keys([Some(&cells.x), Some(&cells.y), Some(&cells.value)]);
    let entries = |cell: &Cell| vec![(x.as_str(), json!(cell.x)), (&y, json!(cell.y)), (&value, json!(cell.value))];
    let values = data(cells.cells.iter().map(entries));
    let (least, greatest) = reach(cells.cells.iter().map(|cell| cell.value));
    let wide = cells.columns.iter().map(|name| name.chars().count()).max().unwrap_or(0) * cells.columns.len() > 90;
    let mut bottom = json!({ "title": cells.x.title, "labelOverlap": false, "labelLimit": 100 });
    if let Some(bottom) = bottom.as_object_mut() {
        bottom.insert("labelAngle".to_owned(), json!(if wide { -45 } else { 0 }));
    }
    let encoding = json!({
        "x": { "field": escape(&x), "type": "ordinal", "sort": cells.columns, "axis": bottom },
        "y": { "field": escape(&y), "type": "ordinal", "sort": cells.rows, "axis": axis::names(Some(&cells.y.title)) },
        "tooltip": [tip_name(&y, &cells.y), tip_name(&x, &cells.x), tip_figure(&value, &cells.value)],
    });
    let diverging = least < 0.0 && greatest > 0.0;
    let shade = json!({
        "field": escape(&value), "type": "quantitative",
        "scale": scale(least, greatest, diverging),
        "legend": legend(cells, least, greatest),
    });
    let rect = json!({ "mark": { "type": "rect", "cornerRadius": 2 }, "encoding": { "color": shade } });
    let written = cells.cells.len() <= MOST_WRITTEN && cells.columns.len() <= MOST_WRITTEN_ACROSS;
    let mut layers = vec![rect];
    if written {
        layers.push(figures(cells, &value, least, greatest, diverging));
    }
    Body {
        values,
        height: json!({ "step": STEP }),
        parts: parts(json!({ "encoding": encoding, "layer": layers })),
        right: 0,
    }
}

fn scale(least: f64, greatest: f64, diverging: bool) -> Value {
    if diverging {
        let far = least.abs().max(greatest);
        return json!({ "domain": [-far, 0, far], "range": "diverging" });
    }
    json!({ "range": "heatmap", "zero": least >= 0.0 })
}

fn legend(cells: &Cells, least: f64, greatest: f64) -> Value {
    // Where each cell has its figure, the colours need no key.
    if cells.cells.len() <= MOST_WRITTEN && cells.columns.len() <= MOST_WRITTEN_ACROSS {
        return Value::Null;
    }
    json!({ "title": cells.value.title, "labelExpr": number::label_expr("datum.value", cells.value.unit, least, greatest, Precision::Tick) })
}

fn figures(cells: &Cells, key: &str, least: f64, greatest: f64, diverging: bool) -> Value {
    let value = field::in_expr(key);
    let far = least.abs().max(greatest.abs());
    let dark = if diverging {
        format!("abs({value}) > {}", far * 0.6)
    } else {
        format!("{value} > {}", least.min(0.0) + (greatest - least.min(0.0)) * 0.5)
    };
    json!({
        "mark": { "type": "text", "baseline": "middle", "align": "center" },
        "transform": [{ "calculate": number::label_expr(&value, cells.value.unit, least, greatest, Precision::Mark), "as": "label_" }],
        "encoding": {
            "text": { "field": "label_", "type": "nominal" },
            "color": { "condition": { "test": dark, "value": "#ffffff" }, "value": "#1f2430" },
        },
    })
}
