use super::*;
use crate::stream::unique_names;
use std::time::Duration;

fn limits(max_rows: usize, max_result_bytes: usize) -> Limits {
    Limits { max_rows, max_result_bytes, timeout: Duration::from_secs(1), ..Limits::default() }
}

fn pushed(cap: usize, rows: usize) -> (usize, bool) {
    let limits = limits(cap, 1 << 20);
    let (mut outlet, mut batches) = Outlet::new(usize::MAX, &limits, Control::new(&limits));
    for i in 0..rows {
        if outlet.push(vec![Value::Int(i as i64)]).unwrap() == Flow::Enough {
            break;
        }
    }
    outlet.finish(Ok(()));
    let (mut seen, mut truncated) = (0, false);
    while let Some(batch) = batches.blocking_recv() {
        match batch.unwrap() {
            Batch::Rows(rows) => seen += rows.len(),
            Batch::Truncated => truncated = true,
        }
    }
    (seen, truncated)
}

#[test]
fn a_result_exactly_at_the_cap_is_whole() {
    assert_eq!(pushed(10, 9), (9, false));
    assert_eq!(pushed(10, 10), (10, false));
    assert_eq!(pushed(10, 11), (10, true));
    assert_eq!(pushed(0, 1), (0, true));
}

#[test]
fn bytes_are_counted_inside_nested_values() {
    let limits = limits(10, 10_000);
    let (mut outlet, _batches) = Outlet::new(10, &limits, Control::new(&limits));
    let long = || Value::Text("x".repeat(2_000));
    assert!(outlet.push(vec![long(), long()]).is_ok());
    let nested = Value::List(vec![long(), Value::Struct(vec![("a".into(), long()), ("b".into(), long())])]);
    let error = outlet.push(vec![nested]).unwrap_err();
    assert!(matches!(error, ConnectorError::TooLarge { .. }), "{error}");
}

#[test]
fn repeated_names_get_numbers_that_are_free() {
    let names = |list: &[&str]| unique_names(list.iter().map(|s| s.to_string()).collect());
    assert_eq!(names(&["n", "n", "n"]), ["n", "n_2", "n_3"]);
    assert_eq!(names(&["n", "n", "n_2"]), ["n", "n_3", "n_2"]);
    assert_eq!(names(&["N", "n"]), ["N", "n_2"]);
}
