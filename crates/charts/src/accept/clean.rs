//! The first walk through a specification: what may not stay is taken out or refused, what could grow without
//! bounds is held.

use super::expression;
use crate::ChartError;
use serde_json::{Map, Value, json};

/// Deeper or larger than any chart a person would want.
const DEEPEST: usize = 24;
const MOST_NODES: usize = 5_000;
const MOST_LAYERS: usize = 8;
const LONGEST_TEXT: usize = 1_000;

/// Data of its own, ways out, selections, themes. `projection` and `resolve` are kept: they only arrange.
const TAKEN_OUT: &[&str] = &[
    "$schema",
    "data",
    "datasets",
    "usermeta",
    "href",
    "url",
    "params",
    "selection",
    "config",
    "background",
    "padding",
    "autosize",
    "bounds",
    "cursor",
];

/// Marks that draw something else than data: pictures from elsewhere, maps without a map.
const REFUSED_MARKS: &[&str] = &["image", "geoshape"];

/// Transforms that bring in other data or invent rows.
const REFUSED_TRANSFORMS: &[&str] = &["lookup", "flatten", "pivot", "sample"];

pub(super) fn clean(spec: Value) -> Result<Map<String, Value>, ChartError> {
    let Value::Object(mut spec) = spec else { return Err(refused("be anything but an object")) };
    let mut nodes = 0;
    map(&mut spec, 0, &mut nodes)?;
    let drawn = ["mark", "layer", "hconcat", "vconcat", "concat", "facet", "repeat"];
    if !drawn.iter().any(|part| spec.contains_key(*part)) {
        return Err(refused("be without a mark"));
    }
    Ok(spec)
}

pub(super) fn refused(what: impl Into<String>) -> ChartError {
    ChartError::Refused { what: what.into() }
}

fn map(object: &mut Map<String, Value>, depth: usize, nodes: &mut usize) -> Result<(), ChartError> {
    object.retain(|key, _| !TAKEN_OUT.contains(&key.as_str()));
    for (key, value) in object.iter_mut() {
        hold(key, value)?;
        node(key, value, depth + 1, nodes)?;
    }
    Ok(())
}

fn node(key: &str, value: &mut Value, depth: usize, nodes: &mut usize) -> Result<(), ChartError> {
    *nodes += 1;
    if depth > DEEPEST || *nodes > MOST_NODES {
        return Err(refused("be that large"));
    }
    match value {
        Value::Object(object) => map(object, depth, nodes),
        Value::Array(items) => {
            items.retain(|item| !is_selection(item));
            items.iter_mut().try_for_each(|item| node(key, item, depth + 1, nodes))
        }
        Value::String(text) if text.len() > LONGEST_TEXT => Err(refused("hold such long texts")),
        Value::String(text) if is_expression(key) => expression::check(text),
        _ => Ok(()),
    }
}

/// A condition on a selection has no meaning when nothing can be selected.
fn is_selection(item: &Value) -> bool {
    item.as_object().is_some_and(|object| object.contains_key("param"))
}

/// The places where Vega-Lite takes code. A filter may also be an object.
fn is_expression(key: &str) -> bool {
    matches!(key, "calculate" | "filter" | "expr" | "labelExpr" | "test" | "signal" | "and" | "or" | "not")
}

fn hold(key: &str, value: &mut Value) -> Result<(), ChartError> {
    let at_most = |value: &mut Value, most: f64| {
        if value.as_f64().is_some_and(|n| n > most) {
            *value = json!(most);
        }
    };
    match key {
        "mark" => {
            let name = value.get("type").unwrap_or(value).as_str().unwrap_or_default();
            if REFUSED_MARKS.contains(&name) {
                return Err(refused(format!("draw with the mark '{name}'")));
            }
        }
        "transform" => transforms(value)?,
        "layer" | "hconcat" | "vconcat" | "concat"
            if value.as_array().is_some_and(|parts| parts.len() > MOST_LAYERS) =>
        {
            return Err(refused(format!("have more than {MOST_LAYERS} parts")));
        }
        // A step of a millionth would be a million bins, and a tick for each.
        "bin" => {
            if let Some(bin) = value.as_object_mut() {
                bin.retain(|part, _| !matches!(part.as_str(), "step" | "steps" | "minstep" | "extent"));
                if let Some(most) = bin.get_mut("maxbins") {
                    at_most(most, 60.0);
                }
            }
        }
        "tickCount" | "maxbins" | "columns" => at_most(value, 60.0),
        "maxsteps" | "minsteps" | "steps" => at_most(value, 200.0),
        "width" | "height" | "size" | "step" | "fontSize" | "outerRadius" | "innerRadius" => at_most(value, 2_000.0),
        "keyvals" if value.is_object() => return Err(refused("count up values of its own (keyvals)")),
        "sequence" | "graticule" | "sphere" => return Err(refused(format!("make data of its own ({key})"))),
        "condition" if is_selection(value) => *value = json!([]),
        "filter" if is_selection(value) => return Err(refused("filter by a selection")),
        _ => {}
    }
    Ok(())
}

fn transforms(value: &Value) -> Result<(), ChartError> {
    let steps = value.as_array().map(Vec::as_slice).unwrap_or_default();
    for step in steps {
        let found = REFUSED_TRANSFORMS.iter().find(|name| step.get(**name).is_some());
        if let Some(name) = found {
            return Err(refused(format!("use the transform '{name}'")));
        }
        // Steps of quantiles and densities, by their extent, are as many as one likes.
        let fine = step.get("quantile").is_some() || step.get("density").is_some();
        if fine
            && (step.get("step").is_some()
                || step.get("probs").is_some_and(|p| p.as_array().is_some_and(|p| p.len() > 100)))
        {
            return Err(refused("set the steps of a quantile"));
        }
    }
    Ok(())
}
