use super::*;

fn rows(rows: &[&[i64]]) -> Rows {
    rows.iter().map(|row| row.iter().map(|n| Cell::Int(*n)).collect()).collect()
}

#[test]
fn columns_may_come_in_any_order_if_all_rows_agree_on_it() {
    assert!(spider(&rows(&[&[1, 2], &[3, 4]]), &rows(&[&[4, 3], &[2, 1]]), false));
    assert!(!spider(&rows(&[&[1, 2], &[3, 4]]), &rows(&[&[2, 1], &[3, 4]]), false));
}

#[test]
fn order_counts_only_where_the_gold_query_orders() {
    assert!(spider(&rows(&[&[1], &[2]]), &rows(&[&[2], &[1]]), false));
    assert!(!spider(&rows(&[&[1], &[2]]), &rows(&[&[2], &[1]]), true));
}

#[test]
fn duplicates_count_for_spider_and_not_for_bird() {
    assert!(!spider(&rows(&[&[1], &[1]]), &rows(&[&[1]]), false));
    assert!(bird(&rows(&[&[1], &[1]]), &rows(&[&[1]])));
    assert!(!bird(&rows(&[&[1, 2]]), &rows(&[&[2, 1]])));
}

#[test]
fn empty_results_are_equal_whatever_their_columns() {
    assert!(spider(&rows(&[]), &rows(&[]), true));
    assert!(!spider(&rows(&[]), &rows(&[&[1]]), false));
}

#[test]
fn numbers_are_equal_whatever_their_type_and_texts_are_no_numbers() {
    assert_eq!(cell(&Value::Int(1)), cell(&Value::Float(1.0)));
    assert_eq!(cell(&Value::Bool(true)), cell(&Value::Int(1)));
    assert_ne!(cell(&Value::Int(1)), cell(&Value::Text("1".into())));
}
