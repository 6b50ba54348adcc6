use super::*;

#[test]
fn texts_that_can_only_be_dates_are_dates() {
    for (text, expected) in [
        ("2024-03", Some(("2024-03-01T00:00:00", Grain::Month))),
        ("2024/3", Some(("2024-03-01T00:00:00", Grain::Month))),
        ("03/2024", Some(("2024-03-01T00:00:00", Grain::Month))),
        ("Mar 2024", Some(("2024-03-01T00:00:00", Grain::Month))),
        ("September 2023", Some(("2023-09-01T00:00:00", Grain::Month))),
        ("2024-Q2", Some(("2024-04-01T00:00:00", Grain::Quarter))),
        ("Q2 2024", Some(("2024-04-01T00:00:00", Grain::Quarter))),
        ("2024-W01", Some(("2024-01-01T00:00:00", Grain::Week))),
        ("2024-03-05", Some(("2024-03-05T00:00:00", Grain::Day))),
        ("2024-03-05 10:00:00", Some(("2024-03-05T10:00:00", Grain::Hour))),
        ("2024-03-05T10:30", Some(("2024-03-05T10:30:00", Grain::Minute))),
        ("2024-13", None),
        ("1-2", None),
        ("10-19", None),
        ("Chair 2024", None),
        ("555-1234", None),
    ] {
        let found = of_text(text).map(|(moment, grain)| (iso(moment), grain));
        assert_eq!(found, expected.map(|(at, grain)| (at.to_owned(), grain)), "{text}");
    }
}

#[test]
fn floors_and_labels() {
    let (moment, _) = of_text("2024-05-17 13:45:10").unwrap();
    for (grain, label) in [
        (Grain::Minute, "17 May 2024 13:45"),
        (Grain::Hour, "17 May 2024 13:00"),
        (Grain::Day, "17 May 2024"),
        (Grain::Week, "13 May 2024"),
        (Grain::Month, "May 2024"),
        (Grain::Quarter, "Q2 2024"),
        (Grain::Year, "2024"),
    ] {
        assert_eq!(grain.label(grain.floor(moment)), label);
    }
}

#[test]
fn grain_is_what_moments_have_in_common() {
    let grain = |texts: &[&str]| grain_of(texts.iter().map(|t| of_text(t).unwrap().0));
    assert_eq!(grain(&["2023-01-01", "2024-01-01"]), Grain::Year);
    assert_eq!(grain(&["2023-01-01", "2023-02-01", "2023-03-01"]), Grain::Month);
    assert_eq!(grain(&["2023-01-01", "2023-04-01", "2023-07-01"]), Grain::Quarter);
    assert_eq!(grain(&["2024-05-13", "2024-05-20", "2024-05-27"]), Grain::Week);
    assert_eq!(grain(&["2024-05-13", "2024-05-14"]), Grain::Day);
    assert_eq!(grain(&["2024-05-13 08:00", "2024-05-14"]), Grain::Hour);
}

#[test]
fn names_that_a_calendar_orders() {
    assert_eq!(order("Tue"), Some((Cycle::Weekday, 2)));
    assert_eq!(order("march"), Some((Cycle::Month, 3)));
    assert_eq!(order("Sept."), Some((Cycle::Month, 9)));
    assert_eq!(order("Q4"), Some((Cycle::Quarter, 4)));
    assert_eq!(order("Marketing"), None);
    assert_eq!(order("mon"), Some((Cycle::Weekday, 1)));
}
