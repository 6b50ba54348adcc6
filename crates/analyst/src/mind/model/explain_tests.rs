use super::*;

/// Fed in pieces of every size, the text always gives the same sentences.
#[test]
fn sentences_are_cut_the_same_however_they_come() {
    let text = "Revenue was 3.5 million in St. Louis. It grew by 12.4%! Why? \"Alpha\" leads, e.g. in May.\nDone";
    let expected =
        ["Revenue was 3.5 million in St. Louis.", "It grew by 12.4%!", "Why?", "\"Alpha\" leads, e.g. in May.", "Done"];
    let characters: Vec<char> = text.chars().collect();
    for size in 1..=characters.len() {
        let mut sentences = Sentences::default();
        let mut cut: Vec<String> =
            characters.chunks(size).flat_map(|piece| sentences.push(&piece.iter().collect::<String>())).collect();
        cut.extend(sentences.rest());
        assert_eq!(cut, expected, "pieces of {size}");
    }
}

#[test]
fn markdown_and_empty_lines_are_left_out() {
    let mut sentences = Sentences::default();
    let mut cut = sentences.push("## Summary\n\n- **Paris** leads.\n\n---\n");
    cut.extend(sentences.rest());
    assert_eq!(cut, ["Summary", "Paris leads."]);
}
