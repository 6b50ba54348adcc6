use super::*;

fn formats(text: &str) -> Vec<String> {
    read_date(text).iter().map(DateShape::format).collect()
}

#[test]
fn the_usual_formats_are_read() {
    assert_eq!(formats("2024-12-31"), ["%Y-%m-%d"]);
    assert_eq!(formats("2024/1/5"), ["%Y/%m/%d"]);
    assert_eq!(formats("31/12/2024"), ["%d/%m/%Y"]);
    assert_eq!(formats("12/31/24"), ["%m/%d/%y"]);
    assert_eq!(formats("31.12.2024"), ["%d.%m.%Y"]);
    assert_eq!(formats("Dec 31 2024"), ["%b %d %Y"]);
    assert_eq!(formats("December 31, 2024"), ["%B %d, %Y"]);
    assert_eq!(formats("31-Dec-2024"), ["%d-%b-%Y"]);
    assert_eq!(formats("20241231"), ["%Y%m%d"]);
    assert_eq!(formats("2024-12-31T10:20:30.5"), ["%Y-%m-%dT%H:%M:%S.%f"]);
    assert_eq!(formats("12/31/2024 3:05 PM"), ["%m/%d/%Y %I:%M %p"]);
}

#[test]
fn day_and_month_may_be_undecided() {
    assert_eq!(formats("03/04/2024"), ["%d/%m/%Y", "%m/%d/%Y"]);
}

#[test]
fn zones_are_seen() {
    assert!(read_date("2024-01-01T10:00:00Z")[0].is_zoned());
    assert!(read_date("2024-01-01 10:00:00+02:00")[0].is_zoned());
    assert!(!read_date("2024-01-01 10:00:00")[0].is_zoned());
}

#[test]
fn what_no_calendar_has_is_not_a_date() {
    for text in [
        "2024-02-30",
        "31/31/2024",
        "1.2.3",
        "10.0.0.1",
        "hello world 12",
        "2024-13-01",
        "99999999",
        "2024-01-01 25:00",
        "a-b-c",
    ] {
        assert_eq!(formats(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn times_of_day() {
    assert!(is_time_of_day("9:05") && is_time_of_day("23:59:59"));
    assert!(!is_time_of_day("24:00") && !is_time_of_day("1:2") && !is_time_of_day("noon"));
}
