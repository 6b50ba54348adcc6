//! Whatever rows come, there is no chart or one that is valid and can be drawn.

use crate::drawing::RENDERER;
use proptest::prelude::*;
use vouch_charts::{Colour, Hints, Size, Theme, choose, terminal, validate};
use vouch_model::{ChartType, DataType, Decimal, ResultColumn, ResultSet, Timestamp, Value};

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        2 => Just(Value::Null),
        4 => (-5i64..2100).prop_map(Value::Int),
        1 => any::<i64>().prop_map(Value::Int),
        4 => (-1e6..1e6f64).prop_map(Value::Float),
        1 => any::<f64>().prop_map(Value::Float),
        1 => (any::<i64>(), 0u8..6).prop_map(|(n, scale)| Value::Decimal(Decimal::new(n.into(), scale))),
        4 => "[a-c]".prop_map(Value::Text),
        1 => "\\PC{0,40}".prop_map(Value::Text),
        1 => any::<String>().prop_map(Value::Text),
        3 => (0i32..30_000).prop_map(Value::Date),
        1 => any::<i32>().prop_map(Value::Date),
        1 => (any::<i64>(), any::<bool>()).prop_map(|(seconds, zoned)| Value::Timestamp(Timestamp { seconds, nanos: 5, zoned })),
        1 => any::<bool>().prop_map(Value::Bool),
        1 => Just(Value::BigInt("123456789012345678901234567890".to_owned())),
        1 => Just(Value::List(vec![Value::Int(1)])),
    ]
}

/// Columns of one kind, mostly: mixed ones never get far.
fn column(rows: usize) -> impl Strategy<Value = Vec<Value>> {
    let of = move |one: BoxedStrategy<Value>| proptest::collection::vec(one, rows);
    prop_oneof![
        of((-5i64..2100).prop_map(Value::Int).boxed()),
        of(prop_oneof![9 => (-1e9..1e9f64).prop_map(Value::Float), 1 => Just(Value::Null)].boxed()),
        of(any::<f64>().prop_map(Value::Float).boxed()),
        of("[a-e]".prop_map(Value::Text).boxed()),
        of(prop_oneof!["\\PC{0,30}".prop_map(Value::Text), Just(Value::Null)].boxed()),
        of((0i32..30_000).prop_map(Value::Date).boxed()),
        of(prop_oneof![Just("2024-01"), Just("2024-02"), Just("2025-07")]
            .prop_map(|t| Value::Text(t.to_owned()))
            .boxed()),
        of(value().boxed()),
    ]
}

fn table() -> impl Strategy<Value = ResultSet> {
    (0usize..60, 1usize..5).prop_flat_map(|(rows, columns)| {
        let names = proptest::collection::vec(
            prop_oneof![
                Just("month".to_owned()),
                Just("year".to_owned()),
                Just("total".to_owned()),
                Just("share".to_owned()),
                Just("region".to_owned()),
                "\\PC{0,12}",
                any::<String>(),
            ],
            columns,
        );
        (names, proptest::collection::vec(column(rows), columns), any::<bool>()).prop_map(
            move |(names, columns, truncated)| {
                let unique = |(at, name): (usize, String)| ResultColumn {
                    name: format!("{name}{}", "_".repeat(at)),
                    data_type: DataType::Other(String::new()),
                };
                ResultSet {
                    rows: (0..rows).map(|row| columns.iter().map(|column| column[row].clone()).collect()).collect(),
                    columns: names.into_iter().enumerate().map(unique).collect(),
                    truncated,
                }
            },
        )
    })
}

fn hints() -> impl Strategy<Value = Hints> {
    let kind = proptest::option::of(proptest::sample::select(ChartType::NAMED.to_vec()));
    (any::<bool>(), kind, proptest::option::of(any::<String>())).prop_map(|(ordered, chart_type, title)| Hints {
        ordered,
        chart_type,
        title,
        ..Hints::default()
    })
}

fn cases() -> u32 {
    if std::env::var_os("VOUCH_LONG").is_some() { 2_000 } else { 48 }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, max_shrink_iters: 60, ..ProptestConfig::default() })]

    #[test]
    fn rows_give_no_chart_or_one_that_can_be_drawn(rows in table(), hints in hints()) {
        if let Some(chart) = choose(&rows, &hints) {
            prop_assert_eq!(validate(&chart.spec), Ok(()));
            let svg = RENDERER.svg(&chart.spec, Size { width: 400, height: None, scale: 1.0 }, Theme::Light);
            prop_assert!(svg.is_ok(), "{:?}\n{}", svg, *chart.spec);
            let marks = chart.spec["data"]["values"].as_array().map_or(0, Vec::len);
            prop_assert!(marks <= 1_600, "{} marks", marks);
            prop_assert!(!chart.title.is_empty() && !chart.description.is_empty());
        }
        if let Some(text) = terminal(&rows, &hints, 60, Colour::None) {
            prop_assert!(text.lines().count() > 2);
        }
    }
}
