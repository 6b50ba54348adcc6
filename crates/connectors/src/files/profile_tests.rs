use super::*;

fn verdict_of(name: &str, cells: &[&str]) -> Verdict {
    let mut profile = Profile::default();
    cells.iter().for_each(|cell| profile.observe(cell));
    profile.verdict(name, Habits::default())
}

fn type_of(cells: &[&str]) -> ColumnType {
    verdict_of("x", cells).column_type
}

#[test]
fn numbers_get_the_narrowest_exact_type() {
    assert!(matches!(type_of(&["1", "-2", "30"]), ColumnType::Int(_)));
    assert!(matches!(type_of(&["1.50", "2", "3.25"]), ColumnType::Decimal { scale: 2, .. }));
    assert!(matches!(type_of(&["1.5", "2.123456"]), ColumnType::Float(_)));
    assert!(matches!(type_of(&["1e5", "2"]), ColumnType::Float(_)));
}

#[test]
fn codes_stay_text() {
    assert_eq!(type_of(&["01234", "90210"]), ColumnType::Text);
    assert_eq!(type_of(&["1234567890123456789"]), ColumnType::Text);
    assert_eq!(type_of(&["+4930123456", "+4930123457"]), ColumnType::Text);
    assert_eq!(type_of(&["$5", "€7"]), ColumnType::Text);
    assert_eq!(type_of(&["5%", "7"]), ColumnType::Text);
}

#[test]
fn markers_are_nulls_only_beside_typed_values() {
    let verdict = verdict_of("x", &["1", "N/A", "-", "2"]);
    assert_eq!((verdict.markers, verdict.misfits), (2, 0));
    assert!(matches!(verdict.column_type, ColumnType::Int(_)));
    assert_eq!(verdict_of("x", &["DE", "NA", "FR"]).column_type, ColumnType::Text);
}

#[test]
fn one_cell_in_a_hundred_may_not_fit() {
    let mut cells = vec!["7"; 200];
    cells.push("seven");
    assert_eq!(verdict_of("x", &cells).misfits, 1);
    assert_eq!(type_of(&["7", "7", "seven"]), ColumnType::Text);
}

#[test]
fn one_value_decides_the_order_of_day_and_month() {
    let ColumnType::Date(shapes) = type_of(&["03/04/2024", "25/12/2024"]) else { panic!("not a date") };
    assert_eq!(shapes[0].order, Order::DayMonthYear);
    let ColumnType::Date(shapes) = type_of(&["03/04/2024", "12/25/2024"]) else { panic!("not a date") };
    assert_eq!(shapes[0].order, Order::MonthDayYear);
    assert!(verdict_of("x", &["03/04/2024"]).undecided_order);
}

#[test]
fn eight_digits_are_a_date_only_by_name() {
    assert!(matches!(verdict_of("order_date", &["20241231", "20240101"]).column_type, ColumnType::Date(_)));
    assert!(matches!(verdict_of("amount", &["20241231", "20240101"]).column_type, ColumnType::Int(_)));
}

#[test]
fn words_and_booleans() {
    assert_eq!(type_of(&["yes", "No"]), ColumnType::Bool);
    assert!(matches!(type_of(&["0", "1"]), ColumnType::Int(_)));
    assert_eq!(type_of(&["", ""]), ColumnType::Text);
}
