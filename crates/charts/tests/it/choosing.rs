//! Each case in `tests/cases/choose.txt` gives the kind it says, and a specification that the schema accepts.

use crate::table;
use std::fmt::Write;
use vouch_charts::{choose, validate};

#[test]
fn shapes_give_the_charts_they_should() {
    let mut seen = String::new();
    let mut wrong = Vec::new();
    for case in table::read(include_str!("../cases/choose.txt")) {
        let chart = choose(&case.rows, &case.hints);
        let kind = chart.as_ref().map_or("none", |chart| chart.chart_type.name());
        if kind != case.expected {
            wrong.push(format!("{}: expected {}, got {kind}", case.name, case.expected));
        }
        writeln!(seen, "{}: {kind}", case.name).unwrap();
        if let Some(chart) = chart {
            writeln!(seen, "  {} | {}", chart.title, chart.subtitle.as_deref().unwrap_or("-")).unwrap();
            writeln!(seen, "  {}", chart.description).unwrap();
            if let Err(problems) = validate(&chart.spec) {
                wrong.push(format!("{}: {problems:?}", case.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    insta::assert_snapshot!(seen);
}

#[test]
fn a_chart_as_it_is_stored_and_sent() {
    let case = table::read(
        "== x\ncol month text 2024-01, 2024-02, 2024-03, 2024-04\ncol revenue_usd float 10, 12, null, 15\n=> line",
    );
    let mut chart = serde_json::to_value(choose(&case[0].rows, &case[0].hints)).unwrap();
    chart["spec"]["config"] = "…".into();
    insta::assert_json_snapshot!(chart);
}

#[test]
fn licences_of_what_is_embedded_are_there() {
    for (name, text) in vouch_charts::LICENCES {
        assert!(text.contains("Copyright"), "{name}");
    }
}
