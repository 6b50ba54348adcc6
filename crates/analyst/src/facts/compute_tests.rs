use super::*;

fn results(columns: &[(&str, DataType)], rows: Vec<Vec<Value>>) -> ResultSet {
    let columns = columns.iter().map(|(n, t)| ResultColumn { name: (*n).into(), data_type: t.clone() }).collect();
    ResultSet { columns, rows, truncated: false }
}

fn text(s: &str) -> Value {
    Value::Text(s.into())
}

fn said(results: &ResultSet, shape: &Shape) -> Vec<String> {
    compute(results, shape).into_iter().map(|f| f.text).collect()
}

#[test]
fn one_figure_is_said_plainly() {
    let one = results(&[("total_revenue", DataType::Float)], vec![vec![Value::Float(1234.5)]]);
    assert_eq!(said(&one, &Shape::default()), ["The total revenue is 1,234.50."]);
    let yes = results(&[("any_orders", DataType::Bool)], vec![vec![Value::Bool(true)]]);
    assert_eq!(said(&yes, &Shape::default()), ["Yes."]);
    let none = results(&[("average_price", DataType::Float)], vec![vec![Value::Null]]);
    assert_eq!(said(&none, &Shape::default()), ["There is no average price: no row has a value for it."]);
}

fn by_state() -> ResultSet {
    let rows = [("California", 60), ("Texas", 30), ("Maine", 10)];
    let rows = rows.iter().map(|(s, n)| vec![text(s), Value::Int(*n)]).collect();
    results(&[("state", DataType::Text), ("order_count", DataType::Int)], rows)
}

#[test]
fn categories_have_a_highest_a_lowest_and_a_total_where_it_adds_up() {
    let shape = Shape { grouped_by: vec![0], additive: vec![1], ..Shape::default() };
    assert_eq!(
        said(&by_state(), &shape),
        [
            "California has the highest order count, 60.",
            "Maine has the lowest order count, 10.",
            "The order count over all 3 rows is 100; California makes up 60 % of it.",
        ]
    );
    let averages = Shape { grouped_by: vec![0], ..Shape::default() };
    assert_eq!(said(&by_state(), &averages).last().unwrap(), "There are 3 rows.");
}

#[test]
fn a_cut_off_result_has_no_total() {
    let shape = Shape { grouped_by: vec![0], additive: vec![1], ..Shape::default() };
    let cut = ResultSet { truncated: true, ..by_state() };
    let facts = said(&cut, &shape);
    assert!(!facts.iter().any(|f| f.contains("over all")), "{facts:?}");
    assert!(facts.contains(&"There are more than 3 rows; the first 3 are shown.".to_owned()), "{facts:?}");
}

#[test]
fn periods_tell_their_change_whatever_the_order_of_the_rows() {
    let rows = vec![
        vec![Value::Date(19_905), Value::Float(150.0)],
        vec![Value::Date(19_844), Value::Float(100.0)],
        vec![Value::Date(19_875), Value::Float(180.0)],
    ];
    let monthly = results(&[("month", DataType::Date), ("revenue", DataType::Float)], rows);
    let shape = Shape { grouped_by: vec![0], time_column: Some(0), ..Shape::default() };
    assert_eq!(
        said(&monthly, &shape),
        [
            "Revenue rose from 100 in 2024-05 to 150 in 2024-07 (+50 %).",
            "2024-06 has the highest revenue, 180.",
            "2024-05 has the lowest revenue, 100.",
        ]
    );
}

#[test]
fn every_fact_survives_its_own_grounding() {
    let shape = Shape { grouped_by: vec![0], additive: vec![1], ..Shape::default() };
    let facts = compute(&by_state(), &shape);
    let ground = crate::facts::Ground::new(&by_state(), &facts, "", "");
    let mut explanation = vouch_model::Explanation::default();
    for fact in &facts {
        ground.add(&mut explanation, fact.text.clone());
    }
    assert_eq!((explanation.sentences.len(), explanation.dropped), (3, 0));
}

#[test]
fn nothing_and_lists_are_said_as_such() {
    let nothing = results(&[("name", DataType::Text)], Vec::new());
    assert_eq!(said(&nothing, &Shape::default()), ["No rows match."]);
    let names = results(&[("name", DataType::Text)], vec![vec![text("Ann")], vec![text("Zoe")]]);
    assert_eq!(said(&names, &Shape::default()), ["There are 2 rows.", "The first is Ann, the last Zoe."]);
}
