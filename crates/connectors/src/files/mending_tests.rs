use super::*;

const USUAL: [Option<Look>; 4] = [Some(Look::Moment), Some(Look::Number), Some(Look::Word), Some(Look::Number)];

fn fitted(cells: &[&str]) -> Vec<String> {
    fit(cells.iter().map(|c| (*c).to_owned()).collect(), &USUAL, ',').0
}

#[test]
fn a_row_cut_short_is_filled_at_its_end() {
    assert_eq!(fitted(&["2024-01-01", "5", "x"]), ["2024-01-01", "5", "x", ""]);
}

#[test]
fn a_missing_delimiter_shifts_nothing() {
    assert_eq!(fitted(&["2024-01-01", "x", "7"]), ["2024-01-01", "", "x", "7"]);
}

#[test]
fn a_delimiter_in_a_text_is_put_back() {
    assert_eq!(fitted(&["2024-01-01", "5", "Smith", "Ann", "7"]), ["2024-01-01", "5", "Smith, Ann", "7"]);
}

#[test]
fn a_doubled_delimiter_is_one() {
    assert_eq!(fitted(&["2024-01-01", "", "5", "x", "7"]), ["2024-01-01", "5", "x", "7"]);
}

#[test]
fn surplus_at_the_end_is_left_out_and_named() {
    let cells = ["2024-01-01", "5", "x", "7", "9"].iter().map(|c| (*c).to_owned()).collect();
    let (cells, said) = fit(cells, &USUAL, ',');
    assert_eq!(cells, ["2024-01-01", "5", "x", "7"]);
    assert!(said.contains("left out: 9"));
}
