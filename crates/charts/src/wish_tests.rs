use super::*;

#[test]
fn a_picture_is_wanted_where_one_is_named() {
    assert!(wants_picture("plot revenue by month") && wants_picture("orders by city, visualize"));
    assert!(!wants_picture("revenue by month"));
}

#[test]
fn a_kind_is_named_with_the_picture() {
    for (question, kind) in [
        ("bar chart of orders per month", Some(ChartType::Bar)),
        ("orders by status as a Pie-Chart", Some(ChartType::Bar)),
        ("draw a line graph of revenue", Some(ChartType::Line)),
        ("scatter plot of price and rating", Some(ChartType::Scatter)),
        ("histogram of ages", Some(ChartType::Histogram)),
        ("heat map of orders by hour and weekday", Some(ChartType::Heatmap)),
        ("plot revenue by month", None),
        ("revenue of bar and line 3", None),
        ("products by area", None),
    ] {
        assert_eq!(asked_for(question), kind, "{question}");
    }
}
