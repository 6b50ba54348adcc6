use super::*;

#[test]
fn texts_fit_by_columns_not_characters() {
    assert_eq!(fit("Chair", 7), "Chair  ");
    assert_eq!(fit("Ergonomic", 5), "Ergo…");
    assert_eq!(fit("売上高の合計", 5), "売上…");
    assert_eq!(fit("売上高", 4), "売… ");
    assert_eq!(fit("a\nb", 3), "ab ");
    assert_eq!(fit("abc", 0), "");
    assert_eq!(fit_right("12", 4), "  12");
}
