//! Pictures: text is really there, limits hold, nothing is loaded.

use crate::table;
use resvg::tiny_skia::Pixmap;
use serde_json::{Value, json};
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use vouch_charts::{ChartError, Limits, Renderer, Size, Theme, accept, choose};
use vouch_model::ChartType;

/// One for all tests: starting Vega costs more than drawing.
pub static RENDERER: LazyLock<Renderer> = LazyLock::new(Renderer::default);

fn size() -> Size {
    Size { width: 480, height: None, scale: 1.0 }
}

#[test]
fn every_case_can_be_drawn_and_shows_its_names() {
    for text in [include_str!("../cases/choose.txt"), include_str!("../cases/sheet.txt")] {
        for case in table::read(text) {
            let Some(chart) = choose(&case.rows, &case.hints) else { continue };
            let svg = RENDERER.svg(&chart.spec, size(), Theme::Light).unwrap_or_else(|e| panic!("{}: {e}", case.name));
            let word = chart.title.split(' ').next().unwrap();
            assert!(svg.contains(word), "{}: the title is missing", case.name);
            assert!(!svg.contains("NaN") && !svg.contains("undefined"), "{}: {svg}", case.name);
        }
    }
}

fn regions() -> Value {
    let text = "== regions
col region text North, South, East, West
col total_revenue_usd float 1200000, 3400000, 800000, -2100000
=> bar";
    let case = table::read(text).remove(0);
    Value::clone(&choose(&case.rows, &case.hints).unwrap().spec)
}

#[test]
fn svg_has_labels_units_and_the_theme() {
    let light = RENDERER.svg(&regions(), size(), Theme::Light).unwrap();
    for text in ["North", "Total revenue (USD) by region", "$2M", "−$2M", "Inter", "#3b5bdb"] {
        assert!(light.contains(text), "{text} is missing in {light}");
    }
    let dark = RENDERER.svg(&regions(), size(), Theme::Dark).unwrap();
    assert!(dark.contains("#748ffc") && dark.contains(Theme::Dark.background()));
    let attribute =
        |name: &str| light.split(&format!("{name}=\"")).nth(1).unwrap().split('"').next().unwrap().to_owned();
    assert_eq!(attribute("width"), "480");
}

/// With round corners in the theme, the bars of histograms had no width and nobody saw an error.
#[test]
fn bars_of_a_histogram_have_a_width() {
    let case = table::read("== x\ncol amount float noise:5..500\nrows 200\n=> histogram").remove(0);
    let svg = RENDERER.svg(&choose(&case.rows, &case.hints).unwrap().spec, size(), Theme::Light).unwrap();
    let bars: Vec<&str> = svg.split("aria-roledescription=\"bar\" d=\"").skip(1).collect();
    assert!(bars.len() >= 5 && bars.iter().all(|bar| !bar.split('"').next().unwrap().contains("h0v")), "{svg}");
}

#[test]
fn png_has_ink_where_the_title_is() {
    let png = RENDERER.png(&regions(), Size { scale: 2.0, ..size() }, Theme::Light).unwrap();
    let picture = Pixmap::decode_png(&png).unwrap();
    assert_eq!(picture.width(), 960);
    // The title is dark on white at the top left; nothing else is there.
    let dark =
        |x: u32, y: u32| picture.pixel(x, y).is_some_and(|p| p.alpha() == 255 && p.red() < 100 && p.green() < 100);
    let ink = (0..60).flat_map(|y| (16..500).map(move |x| (x, y))).filter(|(x, y)| dark(*x, *y)).count();
    assert!(ink > 500, "only {ink} dark pixels where the title should be");
}

#[test]
fn names_that_look_like_paths_are_drawn() {
    for name in [
        "a.b",
        "a[0]",
        "it's",
        "say \"x\"",
        "back\\slash",
        "tick`",
        "",
        " ",
        "*",
        "__proto__",
        "constructor",
        "größe €",
        "a,b:c;d",
        "datum",
        "${x}",
        "a\nb",
        "a\u{2028}b",
    ] {
        let mut case = table::read("== x\ncol c text North, South, East\ncol v float 5, 3, 1\n=> bar").remove(0);
        case.rows.columns[0].name = name.to_owned();
        case.rows.columns[1].name = format!("{name}_2");
        let chart = choose(&case.rows, &case.hints).unwrap_or_else(|| panic!("{name:?}"));
        let svg = RENDERER.svg(&chart.spec, size(), Theme::Light).unwrap_or_else(|e| panic!("{name:?}: {e}"));
        assert!(svg.contains("North") && svg.contains("South"), "{name:?}");
        let bars = svg.matches("role=\"graphics-symbol\" aria-roledescription=\"bar\"").count();
        assert_eq!(bars, 3, "{name:?}");
    }
}

/// Vega cuts long labels by UTF-16 units; half a character cannot leave the engine.
#[test]
fn long_labels_outside_the_basic_plane_are_cut_whole() {
    let mut case = table::read("== x\ncol c text a, b, c\ncol v float 5, 3, 1\n=> bar").remove(0);
    for (at, row) in case.rows.rows.iter_mut().enumerate() {
        row[0] = vouch_model::Value::Text(format!("{at} {}", "𑍐🕴".repeat(20)));
    }
    let chart = choose(&case.rows, &case.hints).unwrap();
    for width in [200, 300, 301, 302, 303] {
        assert!(RENDERER.png(&chart.spec, Size { width, ..size() }, Theme::Light).is_ok());
    }
}

/// Vega-Lite writes labels into expressions to sort by them; a line separator ended the expression there.
#[test]
fn separators_in_labels_do_not_break_expressions() {
    let mut case = table::read("== x\ncol c text a, b, c\ncol v float 5, 3, 1\n=> bar").remove(0);
    for (row, label) in case.rows.rows.iter_mut().zip(["a\u{2028}b", "quote\" and \\ slash", "tab\tnew\nline"]) {
        row[0] = vouch_model::Value::Text(label.to_owned());
    }
    let chart = choose(&case.rows, &case.hints).unwrap();
    assert!(RENDERER.svg(&chart.spec, size(), Theme::Light).unwrap().contains("a b"));
}

/// A column called '\' ended no string in the expression that Vega-Lite makes for the tooltip.
#[test]
fn a_backslash_in_a_column_name_is_drawn() {
    let mut case = table::read("== x\ncol c text a, b, c\ncol v float 5, 3, 1\n=> bar").remove(0);
    for name in ["\\", "a\\", "\\\"b"] {
        case.rows.columns[1].name = name.to_owned();
        let chart = choose(&case.rows, &case.hints).unwrap();
        assert!(RENDERER.svg(&chart.spec, size(), Theme::Light).unwrap().contains("<svg"), "{name}");
    }
}

#[test]
fn other_scripts_keep_their_place() {
    let case = table::read("== x\ncol 地域 text 東京, 大阪, 名古屋\ncol 売上 float 5, 3, 1\n=> bar").remove(0);
    let chart = choose(&case.rows, &case.hints).unwrap();
    assert!(RENDERER.svg(&chart.spec, size(), Theme::Light).unwrap().contains("東京"));
    assert!(!RENDERER.png(&chart.spec, size(), Theme::Light).unwrap().is_empty());
}

#[test]
fn data_is_not_loaded() {
    let spec = json!({ "data": { "url": "file:///etc/passwd", "format": { "type": "csv" } }, "mark": "point",
        "encoding": { "x": { "field": "a", "type": "nominal" } } });
    let drawn = RENDERER.svg(&spec, size(), Theme::Light);
    assert!(!drawn.as_ref().is_ok_and(|svg| svg.contains("root:")), "{drawn:?}");
    // The renderer is as good as before.
    assert!(RENDERER.svg(&regions(), size(), Theme::Light).is_ok());
}

#[test]
fn what_never_ends_is_interrupted_and_the_next_is_drawn() {
    let renderer = Renderer::new(Limits { seconds: 1, megabytes: 4_096 });
    let endless = json!({ "data": { "sequence": { "start": 0, "stop": 3e7 } }, "mark": "point" });
    let started = Instant::now();
    let error = renderer.svg(&endless, size(), Theme::Light).unwrap_err();
    assert!(matches!(error, ChartError::TooSlow(_)), "{error:?}");
    assert!(started.elapsed() < Duration::from_secs(30));
    assert!(renderer.svg(&regions(), size(), Theme::Light).is_ok());
}

#[test]
fn memory_is_bounded() {
    let renderer = Renderer::new(Limits { seconds: 30, megabytes: 96 });
    let greedy = json!({ "data": { "values": [{ "a": 1 }] }, "mark": "point", "transform": [
        { "calculate": "sequence(2e7)", "as": "b" }, { "flatten": ["b"] }] });
    let error = renderer.svg(&greedy, size(), Theme::Light).unwrap_err();
    assert!(matches!(error, ChartError::TooLarge(_) | ChartError::TooSlow(_) | ChartError::Undrawable(_)), "{error:?}");
    assert!(renderer.svg(&regions(), size(), Theme::Light).is_ok());
}

#[test]
fn nonsense_is_told() {
    for spec in
        [json!("x"), json!({}), json!({ "mark": 7 }), json!({ "mark": "bar", "encoding": { "x": { "field": 3 } } })]
    {
        let drawn = RENDERER.svg(&spec, size(), Theme::Light);
        assert!(drawn.is_ok() || matches!(drawn, Err(ChartError::Undrawable(_))), "{spec}: {drawn:?}");
    }
    assert!(RENDERER.svg(&regions(), size(), Theme::Light).is_ok());
}

#[test]
fn accepted_specifications_are_drawn() {
    let rows = table::read(
        "== x\ncol day date day:2024-01-01\ncol kind text cycle:a|b\ncol n int noise:1..90\nrows 40\n=> line",
    )
    .remove(0)
    .rows;
    for (name, spec) in [
        (
            "pie",
            json!({ "mark": { "type": "arc", "innerRadius": 40 }, "encoding": {
            "theta": { "aggregate": "sum", "field": "n" }, "color": { "field": "kind" } } }),
        ),
        (
            "month",
            json!({ "mark": "bar", "encoding": { "x": { "field": "day", "timeUnit": "yearmonth" },
            "y": { "aggregate": "mean", "field": "n", "type": "quantitative" } } }),
        ),
        (
            "facet",
            json!({ "facet": { "field": "kind" }, "spec": { "mark": "line", "encoding": {
            "x": { "field": "day", "type": "temporal" }, "y": { "field": "n", "type": "quantitative" } } } }),
        ),
        (
            "repeat",
            json!({ "repeat": ["n", "kind"], "spec": { "mark": "bar", "encoding": {
            "x": { "field": { "repeat": "repeat" } }, "y": { "aggregate": "count" } } } }),
        ),
        (
            "impute",
            json!({ "transform": [{ "impute": "n", "key": "day", "groupby": ["kind"], "value": 0 }], "mark": "line",
            "encoding": { "x": { "field": "day", "type": "temporal" }, "y": { "field": "n", "type": "quantitative" },
            "color": { "field": "kind" } } }),
        ),
        (
            "rolling",
            json!({ "transform": [{ "window": [{ "op": "mean", "field": "n", "as": "mean" }], "frame": [-3, 3] }],
            "mark": "line", "encoding": { "x": { "field": "day", "type": "temporal" }, "y": { "field": "mean", "type": "quantitative" } } }),
        ),
        (
            "highlight",
            json!({ "mark": "bar", "encoding": { "x": { "field": "kind" }, "y": { "aggregate": "sum", "field": "n" },
            "color": { "condition": { "test": "datum.kind == 'a'", "value": "orange" }, "value": "steelblue" } } }),
        ),
    ] {
        let chart = accept(spec, &rows, ChartType::Other).unwrap_or_else(|e| panic!("{name}: {e} {:?}", e.hint()));
        let svg = RENDERER.svg(&chart.spec, size(), Theme::Dark).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(svg.contains("<path"), "{name}");
    }
}

#[test]
fn threads_share_one_renderer() {
    let spec = regions();
    std::thread::scope(|scope| {
        let drawn: Vec<_> =
            (0..4).map(|_| scope.spawn(|| RENDERER.svg(&spec, size(), Theme::Light).unwrap())).collect();
        let first = RENDERER.svg(&spec, size(), Theme::Light).unwrap();
        assert!(drawn.into_iter().all(|thread| thread.join().unwrap() == first), "the same rows give the same picture");
    });
}
