use super::*;

#[test]
fn the_last_digits_of_a_sum_do_not_make_another_result() {
    let result = |x: f64| ResultSet {
        columns: Vec::new(),
        rows: vec![vec![Value::Float(x)], vec![Value::Int(3)]],
        truncated: false,
    };
    let mut turned = result(0.3);
    turned.rows.reverse();
    assert_eq!(in_no_order(&result(0.1 + 0.2)), in_no_order(&turned));
    assert_ne!(in_no_order(&result(0.300_001)), in_no_order(&result(0.3)));
}
