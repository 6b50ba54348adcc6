use super::*;

#[test]
fn a_period_is_open_from_its_first_day_to_its_last() {
    let today = date(2026, 11, 19);
    for (label, column) in
        [("2026", "year"), ("2026-11", "month"), ("Q4 2026", "quarter"), ("2026-Q4", "quarter"), ("2026-11-16", "week")]
    {
        assert!(is_open(label, column, today), "{label}");
    }
    for (label, column) in [
        ("2025", "year"),
        ("2027", "year"),
        ("2026-10", "month"),
        ("2026-12", "month"),
        ("Q3 2026", "quarter"),
        ("2026-Q5", "quarter"),
        ("2026-11-09", "week"),
        ("2026-11-19", "day"),
        ("Texas", "state"),
        ("2026-13", "month"),
        ("", "month"),
    ] {
        assert!(!is_open(label, column, today), "{label}");
    }
    assert!(is_open("2026-11", "month", date(2026, 11, 1)) && is_open("2026-11", "month", date(2026, 11, 30)));
}
