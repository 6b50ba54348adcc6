use super::share;

#[test]
fn a_share_never_rounds_to_none_or_all() {
    assert_eq!(share(0, Some(10)), "0");
    assert_eq!(share(1, Some(1_000_000)), "1 (0.1 %)");
    assert_eq!(share(999_999, Some(1_000_000)), "999999 (99.9 %)");
    assert_eq!(share(10, Some(10)), "10 (100.0 %)");
    assert_eq!(share(5, None), "5");
}
