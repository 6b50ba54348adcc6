use super::*;

fn request(question: &str) -> AskRequest {
    AskRequest::new(question, "2025-06-30T12:00:00Z[UTC]".parse().unwrap())
}

#[test]
fn the_length_of_a_question_is_counted_in_characters() {
    assert!(validate(&request(&"ü".repeat(1_000))).is_ok());
    assert!(validate(&request(&"ü".repeat(1_001))).is_err());
    assert!(validate(&request(" \n ")).is_err());
    assert!(validate(&request("?")).is_ok());
}

#[test]
fn limits_are_the_same_for_every_door() {
    for (attempts, rows, ok) in
        [(1, 1, true), (5, 10_000, true), (0, 1, false), (6, 1, false), (3, 10_001, false), (3, 0, false)]
    {
        let request = AskRequest { max_attempts: attempts, max_rows: rows, ..request("q") };
        assert_eq!(validate(&request).is_ok(), ok, "{attempts} {rows}");
    }
    let with_session = |id: &str| AskRequest { session: Some(SessionId::from_text(id)), ..request("q") };
    assert!(validate(&with_session("mine")).is_ok());
    assert!(validate(&with_session("")).is_err());
    assert!(validate(&with_session(&"x".repeat(201))).is_err());
}

#[test]
fn a_title_is_one_short_line() {
    assert_eq!(title("  top\n 10   products "), "top 10 products");
    let long = title(&"wörter ".repeat(40));
    assert!(long.chars().count() <= LONGEST_TITLE + 1 && long.ends_with('…'), "{long}");
}
