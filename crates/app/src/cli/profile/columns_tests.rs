use super::{rounded, share};

#[test]
fn a_share_never_rounds_to_none_or_all() {
    assert_eq!(share(0, 10), "0");
    assert_eq!(share(1, 1_000_000), "1 (0.1 %)");
    assert_eq!(share(999_999, 1_000_000), "999999 (99.9 %)");
    assert_eq!(share(10, 10), "10 (100.0 %)");
}

#[test]
fn a_computed_figure_has_the_digits_that_count() {
    assert_eq!(rounded(2.5), "2.5");
    assert_eq!(rounded(1.0 / 3.0), "0.333333");
    assert_eq!(rounded(1_234_567.891), "1234568");
    assert_eq!(rounded(-0.000_012_345_678), "-0.0000123457");
    assert_eq!(rounded(1.234_567_891e-20), "1.23457e-20");
}
