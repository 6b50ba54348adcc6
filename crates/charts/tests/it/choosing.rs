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
