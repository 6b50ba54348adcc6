use super::*;

fn span(start: &str, end: &str) -> Option<String> {
    span_words(day_of_text(start).unwrap(), day_of_text(end).unwrap())
}

#[test]
fn half_open_ranges_are_periods() {
    for (start, end, words) in [
        ("2024-01-01", "2025-01-01", "in 2024"),
        ("2022-01-01", "2025-01-01", "in 2022 to 2024"),
        ("2024-07-01", "2024-10-01", "in July to September 2024"),
        ("2024-12-01", "2025-01-01", "in December 2024"),
        ("2023-11-01", "2024-02-01", "in November 2023 to January 2024"),
        ("2024-02-29", "2024-03-01", "on 29 February 2024"),
        ("2024-07-01", "2024-07-08", "from 1 July 2024 to 7 July 2024"),
    ] {
        assert_eq!(span(start, end).as_deref(), Some(words));
    }
    assert_eq!(span("2024-07-01", "2024-07-01"), None);
}

#[test]
fn only_days_are_days() {
    assert!(day_of_text("2024-07-01 00:00:00").is_some());
    assert!(day_of_text("2024-07-01 10:00").is_none());
    assert!(day_of_text("2024-13-01").is_none());
    assert!(day_of_text("2024").is_none());
}

#[test]
fn formatted_periods_are_read_back() {
    assert_eq!(period_of_text("2024").as_deref(), Some("in 2024"));
    assert_eq!(period_of_text("2024-07").as_deref(), Some("in July 2024"));
    assert_eq!(period_of_text("2024-07-05").as_deref(), Some("on 5 July 2024"));
    assert_eq!(period_of_text("2024-00"), None);
    assert_eq!(period_of_text("x"), None);
}
