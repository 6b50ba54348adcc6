use super::*;

fn values(sentence: &str) -> Vec<f64> {
    mentions(sentence).into_iter().map(|m| m.value).collect()
}

#[test]
fn figures_are_written_as_people_write_them() {
    assert_eq!(format(1_234_567.0), "1,234,567");
    assert_eq!(format(-1_234.5), "-1,234.50");
    assert_eq!(format(0.1234), "0.1234");
    assert_eq!(format(999.999), "1,000.00");
    assert_eq!(percent(0.12345), "12.3 %");
    assert_eq!(percent(0.5), "50 %");
    assert_eq!(percent(-0.031), "-3.1 %");
}

#[test]
fn figures_in_a_sentence_are_found_with_their_scale() {
    assert_eq!(values("Revenue was 1,234.50, up 12 % from 3.2 million."), [1234.5, 12.0, 3.2e6]);
    assert_eq!(values("It fell by -7 to 5k."), [-7.0, 5000.0]);
    assert!(mentions("up 12 %")[0].is_percent);
}

#[test]
fn names_and_dates_are_not_figures() {
    assert_eq!(values("The Galaxy S24 led Q3 on 2024-07-01 at 10:30."), [] as [f64; 0]);
    assert_eq!(values("The 3rd of 20 stores"), [3.0, 20.0]);
}
