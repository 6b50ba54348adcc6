use super::*;

fn ends(rows: &[&[&str]]) -> bool {
    let rows: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect();
    ends_with_totals(rows.iter().map(Vec::as_slice))
}

#[test]
fn a_row_that_adds_up_the_others_is_told_from_one_that_does_not() {
    assert!(ends(&[&["oak", "2.5", "x"], &["elm", "3", "y"], &["Total:", "5.5", ""]]));
    assert!(ends(&[&["oak", "", "0.1"], &["elm", "7", "0.2"], &["", "Grand total", "0.3"]]));
    assert!(!ends(&[&["oak", "2.5"], &["elm", "3"], &["Total", "9"]]), "it is no sum");
    assert!(!ends(&[&["oak", "2.5"], &["elm", "3"], &["ash", "5.5"]]), "a row that happens to be as large");
    assert!(!ends(&[&["oak", "2"], &["Total", "2"]]), "one row is not added up");
    assert!(!ends(&[&["Total", "2"]]));
    assert!(!ends(&[]));
}
