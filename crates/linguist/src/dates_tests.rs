use super::*;
use crate::tokens::tokenize;

/// 'question part' -> ranges, on Sunday 15 November 2026.
fn ranges(text: &str) -> Vec<String> {
    let tokens = tokenize(text);
    let today = jiff::civil::date(2026, 11, 15);
    let Some((used, range)) = time_at(&tokens, today) else { return vec!["-".into()] };
    let side = |moment: Option<DateTime>| match moment {
        Some(moment) if moment.time() == Time::midnight() => moment.date().to_string(),
        Some(moment) => moment.to_string(),
        None => "..".to_owned(),
    };
    let mut all: Vec<String> = range.periods.iter().map(|p| format!("{} {}", side(p.from), side(p.to))).collect();
    if used != tokens.len() {
        all.push(format!("used {used} of {}", tokens.len()));
    }
    all
}

#[test]
fn table_of_expressions() {
    for (text, expected) in [
        ("in Q3 2024", "2024-07-01 2024-10-01"),
        ("in the first quarter of 2024", "2024-01-01 2024-04-01"),
        ("in 2024 Q4", "2024-10-01 2025-01-01"),
        ("in Q2", "2026-04-01 2026-07-01"),
        ("H1 2023", "2023-01-01 2023-07-01"),
        ("last month", "2026-10-01 2026-11-01"),
        ("this month", "2026-11-01 2026-12-01"),
        ("this year", "2026-01-01 2027-01-01"),
        ("last year", "2025-01-01 2026-01-01"),
        ("last quarter", "2026-07-01 2026-10-01"),
        ("last week", "2026-11-02 2026-11-09"),
        ("in the last 30 days", "2026-10-17 2026-11-16"),
        ("over the past 3 months", "2026-08-15 2026-11-16"),
        ("between March and May", "2026-03-01 2026-06-01"),
        ("between March and May 2024", "2024-03-01 2024-06-01"),
        ("between November and February", "2025-11-01 2026-03-01"),
        ("from 2019 to 2021", "2019-01-01 2022-01-01"),
        ("since 2021", "2021-01-01 .."),
        ("before June 2023", ".. 2023-06-01"),
        ("after 2020", "2021-01-01 .."),
        ("yesterday", "2026-11-14 2026-11-15"),
        ("in 2023", "2023-01-01 2024-01-01"),
        ("in 2023 and 2024", "2023-01-01 2025-01-01"),
        ("in 2023 or later", "2023-01-01 .."),
        ("in December", "2025-12-01 2026-01-01"),
        ("in March 2024", "2024-03-01 2024-04-01"),
        ("on March 5, 2024", "2024-03-05 2024-03-06"),
        ("on 5 March 2024", "2024-03-05 2024-03-06"),
        ("on 2024-03-05", "2024-03-05 2024-03-06"),
        ("on 3/15/2024", "2024-03-15 2024-03-16"),
        ("in the 1990s", "1990-01-01 2000-01-01"),
        ("3 days ago", "2026-11-12 2026-11-13"),
        ("week of 2024-03-06", "2024-03-04 2024-03-11"),
        ("year to date", "2026-01-01 2026-11-16"),
        ("last Friday", "2026-11-13 2026-11-14"),
        ("in the year 2005", "2005-01-01 2006-01-01"),
        ("after 2024-03-05 15:00", "2024-03-05T15:00:01 .."),
        ("since 2024-03-05T15:00:30", "2024-03-05T15:00:30 .."),
        ("before 5 March 2024 9:30 am", ".. 2024-03-05T09:30:00"),
        ("between 2024-03-05 9:00 and 2024-03-05 17:30", "2024-03-05T09:00:00 2024-03-05T17:30:01"),
    ] {
        assert_eq!(ranges(text), [expected], "{text}");
    }
    assert_eq!(ranges("in 2021 and 2023"), ["2021-01-01 2022-01-01", "2023-01-01 2024-01-01"]);
}

#[test]
fn numbers_alone_are_no_years() {
    assert_eq!(ranges("2000"), ["-"]);
    assert_eq!(ranges("in 500"), ["-"]);
}

#[test]
fn grains() {
    for (text, grain) in
        [("monthly", Grain::Month), ("month over month", Grain::Month), ("day of the week", Grain::Weekday)]
    {
        assert_eq!(grain_at(&tokenize(text)).map(|g| g.1), Some(grain), "{text}");
    }
}
