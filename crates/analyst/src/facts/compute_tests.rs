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
fn each_of_several_courses_has_its_own_ends() {
    let rows =
        [("1970", "Japan", 2), ("1970", "USA", 22), ("1982", "Japan", 9), ("1982", "USA", 20), ("1982", "Mars", 3)];
    let rows = rows.iter().map(|(y, o, n)| vec![Value::Int(y.parse().unwrap()), text(o), Value::Int(*n)]).collect();
    let cars = results(&[("year", DataType::Int), ("origin", DataType::Text), ("cars", DataType::Int)], rows);
    let shape = Shape { grouped_by: vec![0, 1], time_column: Some(0), ..Shape::default() };
    assert_eq!(
        said(&cars, &shape),
        [
            "Japan: cars rose from 2 in 1970 to 9 in 1982 (+350 %), the most of 2.",
            "USA: cars fell from 22 in 1970 to 20 in 1982 (-9.1 %), the most of 2.",
            "USA in 1970 has the highest cars, 22.",
        ]
    );
    // Without what tells them apart, rows of one moment are no course.
    let raw = results(
        &[("year", DataType::Int), ("cars", DataType::Int)],
        vec![vec![Value::Int(1970), Value::Int(2)], vec![Value::Int(1970), Value::Int(22)]],
    );
    let said = said(&raw, &Shape { time_column: Some(0), ..Shape::default() });
    assert!(!said.iter().any(|fact| fact.contains("rose")), "{said:?}");
}

#[test]
fn a_row_is_called_by_all_that_tells_it_apart() {
    let rows = [("No. 38", "Waseca", 58.0), ("No. 38", "Morris", 47.0), ("Trebi", "Waseca", 63.0)];
    let rows = rows.iter().map(|(v, s, y)| vec![text(v), text(s), Value::Float(*y)]).collect();
    let columns = [("variety", DataType::Text), ("site", DataType::Text), ("yield", DataType::Float)];
    let barley = results(&columns, rows);
    let shape = Shape { grouped_by: vec![0, 1], ..Shape::default() };
    assert_eq!(said(&barley, &shape)[1], "No. 38, Morris has the lowest yield, 47.");
    let facts = compute(&barley, &shape);
    let ground = crate::facts::Ground::new(&barley, &facts, "", "");
    let mut explanation = vouch_model::Explanation::default();
    ground.add(&mut explanation, facts[1].text.clone());
    let figures: Vec<&str> = explanation.sentences[0].figures.iter().map(|f| f.text.as_str()).collect();
    assert_eq!(figures, ["47"]);
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

#[test]
fn the_last_of_the_best_is_not_the_worst_of_all() {
    let shape = Shape { grouped_by: vec![0], additive: vec![1], limit: Some(3), ..Shape::default() };
    let best = said(&by_state(), &shape);
    assert!(best.iter().any(|fact| fact.contains("California has the highest")), "{best:?}");
    assert!(!best.iter().any(|fact| fact.contains("lowest")), "{best:?}");
    let mut worst = by_state();
    worst.rows.reverse();
    let worst = said(&worst, &shape);
    assert!(worst.iter().any(|fact| fact.contains("Maine has the lowest")), "{worst:?}");
    assert!(!worst.iter().any(|fact| fact.contains("highest")), "{worst:?}");
    // Three of at most ten: these are all there are.
    let all = said(&by_state(), &Shape { limit: Some(10), ..shape });
    assert!(all.iter().any(|fact| fact.contains("lowest")), "{all:?}");
}

/// Ten months against twelve were told as a fall.
#[test]
fn a_period_that_is_not_over_is_no_change() {
    let shape = Shape { grouped_by: vec![0], time_column: Some(0), additive: vec![1], ..Shape::default() };
    let today = Some(jiff::civil::date(2026, 11, 19));
    let said = |periods: &[(&str, i64)], today| {
        let rows = periods.iter().map(|(period, n)| vec![text(period), Value::Int(*n)]).collect();
        let results = results(&[("month", DataType::Text), ("orders", DataType::Int)], rows);
        compute_on(&results, &shape, today).into_iter().map(|fact| fact.text).collect::<Vec<_>>()
    };
    let months = [("2026-08", 100), ("2026-09", 90), ("2026-10", 120), ("2026-11", 8)];
    let told = said(&months, today);
    assert_eq!(
        told,
        [
            "Orders rose from 100 in 2026-08 to 120 in 2026-10 (+20 %); 2026-11, with 8 so far, is not over yet.",
            "2026-10 has the highest orders, 120.",
            "2026-09 has the lowest orders, 90.",
            "The orders over all 4 rows is 318.",
        ]
    );
    assert!(said(&months, Some(jiff::civil::date(2026, 12, 1)))[0].starts_with("Orders fell from 100 in 2026-08 to 8"));
    let two = said(&[("2025", 120), ("2026", 100)], today);
    assert_eq!(two[0], "Orders came to 120 in 2025; 2026, with 100 so far, is not over yet.");
}
