use super::*;

fn cited(text: &str) -> Vec<&str> {
    pieces(text).into_iter().filter_map(|p| if let Piece::Query(name) = p { Some(name) } else { None }).collect()
}

#[test]
fn names_in_brackets_are_citations_and_nothing_else_is() {
    assert_eq!(cited("Revenue fell [Q1], then rose [Q2, Q10]."), ["Q1", "Q2", "Q10"]);
    assert_eq!(cited("[Q3][Q4] [Q5; Q6]"), ["Q3", "Q4", "Q5", "Q6"]);
    for text in ["Q1", "[Q]", "[Q1", "[QQ1]", "[Q1 revenue]", "[q1]", "[Q1,]", "[]", "[Q1 Q2]", "[Q1.5]"] {
        assert!(cited(text).is_empty(), "{text}");
    }
}

#[test]
fn a_broken_group_does_not_hide_the_next() {
    assert_eq!(cited("[Q1 [Q2]"), ["Q2"]);
    assert_eq!(cited("[Qé [Q7]"), ["Q7"]);
}

proptest::proptest! {
    #[test]
    fn the_pieces_are_the_text(text in "[\\[\\]Q0-9, ;aé]{0,40}") {
        let again: String = pieces(&text).iter().map(|p| match p { Piece::Text(t) | Piece::Query(t) => *t }).collect();
        proptest::prop_assert_eq!(again, text);
    }
}
