use super::*;

fn words(question: &str) -> Vec<String> {
    tokenize(question).into_iter().map(|t| t.lower).collect()
}

fn numbers(question: &str) -> Vec<f64> {
    tokenize(question).iter().filter_map(Token::number).collect()
}

#[test]
fn numbers_in_all_their_clothes() {
    assert_eq!(numbers("1,000 and 5k and 2 million and $3.50"), [1000.0, 5000.0, 2e6, 3.5]);
    assert_eq!(numbers("twenty five, two hundred"), [25.0, 200.0]);
    assert_eq!(numbers("which one is above -4"), [-4.0]);
    assert_eq!(numbers("more than once"), [1.0]);
}

#[test]
fn dates_stay_whole() {
    assert_eq!(words("on 2024-03-01 or 3/15/2024"), ["on", "2024-03-01", "or", "3/15/2024"]);
}

#[test]
fn contractions_and_possessives() {
    assert_eq!(words("What's the customers' age? Don't"), ["what", "is", "the", "customers", "age", "?", "do", "not"]);
    assert!(tokenize("the customer's name").iter().any(|t| t.possessive && t.lower == "customer"));
}

#[test]
fn quotes_of_every_kind() {
    for question in ["named \"New York\"", "named 'New York'", "named “New York”", "named ‘New York’"] {
        let tokens = tokenize(question);
        assert_eq!(tokens[1].kind, Kind::Quoted, "{question}");
        assert_eq!(tokens[1].text, "New York");
    }
    assert_eq!(words("O'Brien's cat"), ["o", "brien", "cat"]);
}

#[test]
fn names_split_at_humps_and_underscores() {
    assert_eq!(name_words("orderItem_ID"), ["order", "item", "id"]);
    assert_eq!(name_words("HTTPServer"), ["http", "server"]);
    assert_eq!(name_words("Käse-Sorte"), ["kase", "sorte"]);
}

proptest::proptest! {
    #[test]
    fn any_text_can_be_cut(text in "\\PC{0,80}") {
        tokenize(&text);
        name_words(&text);
    }
}
