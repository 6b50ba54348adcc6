//! Files large enough for the fast way, clean and not.

use crate::fixture::{Files, table};
use std::fmt::Write;
use std::sync::atomic::Ordering;

/// About 33 bytes a row.
fn orders(rows: usize, replace: impl Fn(usize) -> Option<&'static str>) -> String {
    let mut text = String::with_capacity(rows * 36);
    text.push_str("Order ID,Day,Amount,Status,Weight\n");
    for i in 0..rows {
        match replace(i) {
            Some(line) => text.push_str(line),
            None => {
                let status = ["new", "paid", "sent"][i % 3];
                writeln!(
                    text,
                    "{i},2024-{:02}-{:02},{}.{:02},{status},{}.125",
                    i % 12 + 1,
                    i % 28 + 1,
                    i % 500,
                    i % 100,
                    i % 7
                )
                .unwrap();
            }
        }
    }
    text
}

#[test]
fn a_million_rows() {
    let loaded = Files::new().with("orders.csv", orders(1_000_000, |_| None)).load();
    assert_eq!(
        loaded.columns("orders"),
        ["order_id BIGINT", "day DATE", "amount DECIMAL(18,2)", "status VARCHAR", "weight DECIMAL(18,3)"]
    );
    assert_eq!(loaded.report.tables[0].rows, 1_000_000);
    assert_eq!(loaded.problems(), []);
    let sql = "SELECT count(*), count(DISTINCT order_id), sum(amount), min(day), max(day) FROM orders";
    assert_eq!(loaded.rows(sql), table("1000000|1000000|249995000.00|2024-01-01|2024-12-28"));
    let told = &loaded.told;
    assert_eq!(told.advanced.load(Ordering::Relaxed), told.total.load(Ordering::Relaxed));
    assert!(told.calls.load(Ordering::Relaxed) > 1, "progress must move");
}

#[test]
fn a_misfit_far_into_a_large_file_is_reported_with_its_line() {
    let text = orders(250_000, |i| match i {
        123_457 => Some("123457,2024-01-01,oops,new,1.5\n"),
        200_000 => Some("200000,2024-01-01,5.00\n"),
        _ => None,
    });
    let loaded = Files::new().with("orders.csv", text).load();
    assert_eq!(loaded.report.tables[0].rows, 250_000);
    let problems = loaded.problems();
    assert_eq!(problems.iter().map(|p| p.0).collect::<Vec<_>>(), [123_459, 200_002]);
    assert_eq!(loaded.columns("orders")[2], "amount DECIMAL(18,2)");
    assert_eq!(loaded.one("SELECT count(*) FROM orders WHERE amount IS NULL"), "1");
}

/// The engine's own reader would round 5.5 to 6 in a column of whole numbers, and cut the time off a date.
#[test]
fn what_the_sample_did_not_show_is_not_lost() {
    let far = |line: &'static str| orders(250_000, move |i| (i == 123_457).then_some(line));
    let fraction = Files::new().with("orders.csv", far("5.5,2024-01-01,1.00,new,1.5\n")).load();
    assert_eq!(fraction.one("SELECT order_id FROM orders WHERE amount = 1.00 AND order_id = 5.5"), "5.5");
    let decimals = Files::new().with("orders.csv", far("7,2024-01-01,1.2345,new,1.5\n")).load();
    assert_eq!(
        decimals.one("SELECT CAST(amount AS DOUBLE) FROM orders WHERE order_id = 7 AND day = '2024-01-01'"),
        "1.2345"
    );
    let time = Files::new().with("orders.csv", far("7,2024-01-01 12:00:00,1.00,new,1.5\n")).load();
    assert_eq!(time.one("SELECT count(*) FROM orders WHERE CAST(day AS VARCHAR) LIKE '%12:00:00'"), "1");
}

#[test]
fn quoted_line_breaks_in_a_large_file() {
    let text = orders(200_000, |i| (i % 1000 == 7).then_some("7,2024-01-01,1.00,\"a\nb, c\",1.5\n"));
    let loaded = Files::new().with("orders.csv", text).load();
    assert_eq!(loaded.one("SELECT count(*) FROM orders WHERE status = 'a\nb, c'"), "200");
}
