//! Specifications written by others: what is taken, what is put right, what is refused.

use crate::table;
use serde_json::{Value, json};
use vouch_charts::{ChartError, accept, validate};
use vouch_model::{ChartType, ResultColumn, ResultSet};

fn sales() -> ResultSet {
    let text = "== sales
col year int 2021, 2022, 2023, 2024
col region text North, South, East, West
col `unit.price [usd]` float 10, 12, 9, 15
col total_revenue float 100, 120, 90, 150
=> bar";
    table::read(text).remove(0).rows
}

fn bar() -> Value {
    json!({
        "mark": "bar",
        "encoding": {
            "x": { "field": "region", "type": "nominal" },
            "y": { "field": "total_revenue", "type": "quantitative" },
        },
    })
}

fn with(path: &str, value: Value) -> Value {
    let mut spec = bar();
    let mut place = &mut spec;
    for key in path.split('/') {
        place = &mut place[key];
    }
    *place = value;
    spec
}

#[test]
fn a_plain_specification_becomes_ours() {
    let chart = accept(bar(), &sales(), ChartType::Other).unwrap();
    assert_eq!((chart.chart_type, chart.title.as_str()), (ChartType::Bar, "Total revenue by region"));
    assert_eq!(chart.spec["data"]["values"][0], json!({ "region": "North", "total_revenue": 100.0 }));
    assert_eq!(chart.spec["encoding"]["y"]["title"], "Total revenue");
    assert_eq!(chart.spec["$schema"], "https://vega.github.io/schema/vega-lite/v6.json");
    assert_eq!(validate(&chart.spec), Ok(()));
}

#[test]
fn ways_out_are_taken_out() {
    let mut spec = with("data", json!({ "url": "https://example.com/steal?x=1" }));
    spec["usermeta"] = json!({ "embedOptions": { "loader": { "baseURL": "https://example.com" } } });
    spec["encoding"]["href"] = json!({ "value": "javascript:alert(1)" });
    spec["params"] = json!([{ "name": "pick", "bind": { "element": "#secret" }, "value": 1 }]);
    spec["config"] = json!({ "background": "red" });
    spec["datasets"] = json!({ "other": [1, 2, 3] });
    let chart = accept(spec, &sales(), ChartType::Bar).unwrap();
    let text = chart.spec.to_string();
    for gone in ["example.com", "javascript", "usermeta", "pick", "datasets", "\"red\""] {
        assert!(!text.contains(gone), "{gone}");
    }
}

#[test]
fn nested_data_is_taken_out_too() {
    let spec = json!({ "layer": [
        { "data": { "url": "https://example.com/a.csv" }, "mark": "bar", "encoding": bar()["encoding"] },
        { "data": { "sequence": { "start": 0, "stop": 1e9 } }, "mark": "rule", "encoding": { "y": { "datum": 3 } } },
    ]});
    let chart = accept(spec, &sales(), ChartType::Bar).unwrap();
    assert!(!chart.spec.to_string().contains("example.com") && !chart.spec.to_string().contains("sequence"));
}

#[test]
fn what_would_change_the_picture_is_refused() {
    for (why, spec) in [
        ("lookup", with("transform", json!([{ "lookup": "region", "from": { "data": { "url": "x" }, "key": "k" } }]))),
        ("data(", with("transform", json!([{ "calculate": "length(data('x'))", "as": "n" }]))),
        ("sequence(", with("transform", json!([{ "calculate": "sequence(1e9)", "as": "n" }]))),
        ("a bomb of text", with("transform", json!([{ "calculate": "pad('x', 1e9, 'x')", "as": "n" }]))),
        ("a long expression", with("transform", json!([{ "filter": "1+".repeat(500) + "1" }]))),
        ("a selection", with("transform", json!([{ "filter": { "param": "pick" } }]))),
        ("an image", with("mark", json!({ "type": "image", "url": "https://example.com/pixel.png" }))),
        ("an expression in a mark", with("mark", json!({ "type": "bar", "size": { "expr": "window.x" } }))),
        (
            "keyvals",
            with(
                "transform",
                json!([{ "impute": "total_revenue", "key": "year", "keyvals": { "start": 0, "stop": 1e9 } }]),
            ),
        ),
        ("too many layers", json!({ "layer": vec![bar(); 30] })),
        ("a text", json!("bar")),
        ("no mark", json!({ "encoding": bar()["encoding"] })),
    ] {
        let error = accept(spec, &sales(), ChartType::Bar).expect_err(why);
        assert!(matches!(error, ChartError::Refused { .. }), "{why}: {error:?}");
    }
}

#[test]
fn depth_is_bounded() {
    let mut deep = json!(1);
    for _ in 0..200 {
        deep = json!({ "and": [deep] });
    }
    let error = accept(with("transform", json!([{ "filter": deep }])), &sales(), ChartType::Bar).unwrap_err();
    assert_eq!(error.code(), "chart_refused");
}

#[test]
fn fields_must_be_columns_or_be_made() {
    let error = accept(with("encoding/y/field", json!("revenue")), &sales(), ChartType::Bar).unwrap_err();
    assert_eq!(error.to_string(), "there is no column 'revenue'");
    assert!(error.hint().unwrap().contains("total_revenue"), "{:?}", error.hint());

    let mut made = with("encoding/y/field", json!("twice"));
    made["transform"] = json!([{ "calculate": "datum.total_revenue * 2", "as": "twice" }]);
    let chart = accept(made, &sales(), ChartType::Bar).unwrap();
    assert_eq!(chart.spec["data"]["values"][0], json!({ "region": "North", "total_revenue": 100.0 }));

    let wrong = with("transform", json!([{ "calculate": "datum.nothing * 2", "as": "twice" }]));
    assert_eq!(accept(wrong, &sales(), ChartType::Bar).unwrap_err().code(), "chart_unknown_column");
}

#[test]
fn names_are_put_right() {
    let chart = accept(with("encoding/y/field", json!("unit.price [usd]")), &sales(), ChartType::Bar).unwrap();
    assert_eq!(chart.spec["encoding"]["y"]["field"], "unit\\.price \\[usd\\]");
    let chart = accept(with("encoding/x/field", json!("REGION")), &sales(), ChartType::Bar).unwrap();
    assert_eq!(chart.spec["encoding"]["x"]["field"], "region");
}

#[test]
fn a_year_drawn_as_time_is_a_year() {
    let spec = with("encoding/x", json!({ "field": "year", "type": "temporal" }));
    let chart = accept(spec, &sales(), ChartType::Line).unwrap();
    assert_eq!(chart.spec["data"]["values"][0]["year"], "2021-01-01T00:00:00");
}

#[test]
fn not_vega_lite_is_told_where() {
    let error = accept(with("encoding/y/type", json!("numberish")), &sales(), ChartType::Bar).unwrap_err();
    let ChartError::Invalid(problems) = &error else { panic!("{error:?}") };
    assert!(problems.iter().any(|p| p.path == "/encoding/y/type"), "{problems:?}");
}

fn many(rows: usize) -> ResultSet {
    let mut table = sales();
    table.columns = vec![
        ResultColumn { name: "name".into(), data_type: vouch_model::DataType::Text },
        ResultColumn { name: "n".into(), data_type: vouch_model::DataType::Int },
    ];
    let row = |at: usize| vec![vouch_model::Value::Text(format!("name {at}")), vouch_model::Value::Int(at as i64)];
    table.rows = (0..rows).map(row).collect();
    table
}

#[test]
fn a_million_rows_are_bounded_or_refused() {
    let rows = many(1_000_000);
    let bars = json!({ "mark": "bar", "encoding": {
        "x": { "field": "name", "type": "nominal" }, "y": { "field": "n", "type": "quantitative" } } });
    let chart = accept(bars, &rows, ChartType::Bar).unwrap();
    assert_eq!(chart.spec["data"]["values"].as_array().unwrap().len(), 30);
    assert_eq!(chart.subtitle.as_deref(), Some("First 30 of 1000000 names"));

    let points = json!({ "mark": "point", "encoding": {
        "x": { "field": "n", "type": "quantitative" }, "y": { "field": "n", "type": "quantitative" } } });
    let chart = accept(points, &rows, ChartType::Scatter).unwrap();
    assert_eq!(chart.spec["data"]["values"].as_array().unwrap().len(), 1_000);
    assert_eq!(chart.subtitle.as_deref(), Some("1,000 of 1,000,000 rows shown"));

    let gathered = json!({ "mark": "bar", "encoding": {
        "x": { "field": "n", "bin": true, "type": "quantitative" }, "y": { "aggregate": "count" } } });
    assert_eq!(accept(gathered, &rows, ChartType::Histogram).unwrap_err().code(), "chart_too_many");
}

#[test]
fn bins_and_ticks_are_held() {
    let spec = json!({ "mark": "bar", "encoding": {
        "x": { "field": "total_revenue", "bin": { "step": 1e-6, "maxbins": 1e9 }, "type": "quantitative",
               "axis": { "tickCount": 1e9 } },
        "y": { "aggregate": "count", "type": "quantitative" } } });
    let chart = accept(spec, &sales(), ChartType::Histogram).unwrap();
    assert_eq!(chart.spec["encoding"]["x"]["bin"], json!({ "maxbins": 60.0 }));
    assert_eq!(chart.spec["encoding"]["x"]["axis"]["tickCount"], 60.0);
}
