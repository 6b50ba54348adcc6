//! Charts by explicit request.

use crate::table;
use vouch_charts::{ChartError, Fields, Hints, build, validate};
use vouch_model::{ChartType, ResultSet};

fn orders() -> ResultSet {
    let text = "== orders
col order_date date day:2024-01-01
col region text cycle:North|South|East
col channel text cycle:Web|Shop
col amount float noise:5..500
col units int noise:1..9
rows 60
=> line";
    table::read(text).remove(0).rows
}

fn fields(x: &str, y: &str, color: &str) -> Fields {
    let some = |name: &str| (!name.is_empty()).then(|| name.to_owned());
    Fields { x: some(x), y: some(y), color: some(color) }
}

#[test]
fn every_kind_can_be_asked_for() {
    for (kind, x, y, color) in [
        (ChartType::Bar, "region", "amount", ""),
        (ChartType::Bar, "amount", "region", ""),
        (ChartType::Bar, "region", "amount", "channel"),
        (ChartType::Bar, "region", "", ""),
        (ChartType::Line, "order_date", "amount", "region"),
        (ChartType::Line, "region", "amount", ""),
        (ChartType::Area, "order_date", "amount", "region"),
        (ChartType::Scatter, "units", "amount", "region"),
        (ChartType::Histogram, "amount", "", ""),
        (ChartType::Boxplot, "region", "amount", ""),
        (ChartType::Boxplot, "", "amount", ""),
        (ChartType::Heatmap, "region", "channel", "amount"),
        (ChartType::Heatmap, "region", "channel", ""),
        (ChartType::Bar, "", "", ""),
        (ChartType::Line, "", "", ""),
        (ChartType::Scatter, "", "", ""),
        (ChartType::Histogram, "", "", ""),
        (ChartType::Boxplot, "", "", ""),
        (ChartType::Heatmap, "", "", ""),
    ] {
        let chart = build(kind, &fields(x, y, color), &orders(), &Hints::default())
            .unwrap_or_else(|e| panic!("{kind} {x} {y} {color}: {e}"));
        assert_eq!(chart.chart_type, kind);
        assert_eq!(validate(&chart.spec), Ok(()), "{kind} {x} {y} {color}");
    }
}

#[test]
fn a_wrong_column_is_told_with_the_nearest() {
    let error = build(ChartType::Bar, &fields("regoin", "amount", ""), &orders(), &Hints::default()).unwrap_err();
    assert_eq!(error.to_string(), "there is no column 'regoin'");
    assert_eq!(
        error.hint().unwrap(),
        "Did you mean 'region'? The columns are: order_date, region, channel, amount, units."
    );
}

#[test]
fn figures_must_be_figures() {
    let error = build(ChartType::Scatter, &fields("region", "amount", ""), &orders(), &Hints::default()).unwrap_err();
    assert_eq!(error.to_string(), "a scatter chart needs two columns of numbers");
    assert!(error.hint().unwrap().contains("amount"));
    let error = build(ChartType::Bar, &fields("region", "channel", ""), &orders(), &Hints::default()).unwrap_err();
    assert!(matches!(error, ChartError::Unsuitable { .. }));
}

#[test]
fn nothing_to_draw_is_said() {
    let mut none = orders();
    none.rows.clear();
    let error = build(ChartType::Bar, &fields("region", "amount", ""), &none, &Hints::default()).unwrap_err();
    assert_eq!(error.code(), "chart_empty");
}

#[test]
fn case_of_names_does_not_matter() {
    assert!(build(ChartType::Bar, &fields("REGION", "Amount", ""), &orders(), &Hints::default()).is_ok());
}
