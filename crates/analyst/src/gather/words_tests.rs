use super::*;

#[test]
fn names_are_cut_at_underscores_humps_and_digits() {
    for (name, words) in [
        ("order_items", &["order", "items"][..]),
        ("orderItems", &["order", "items"]),
        ("HTTPServerLog", &["http", "server", "log"]),
        ("sales2023Q4", &["sales", "2023", "q", "4"]),
        ("CUSTOMER", &["customer"]),
        ("__x--y__", &["x", "y"]),
        ("Łódź_Straße", &["lodz", "strasse"]),
        ("", &[]),
    ] {
        assert_eq!(name_words(name), words, "{name}");
    }
}

#[test]
fn sentences_keep_names_whole() {
    assert_eq!(
        prose_words("McDonald's in São Paulo, e\u{301}te\u{301}"),
        ["mcdonald", "s", "in", "sao", "paulo", "ete"]
    );
    assert_eq!(prose_words("订单总额"), ["订单", "单总", "总额"]);
}

#[test]
fn forms_of_a_word_share_a_stem() {
    for family in [
        &["order", "orders", "ordered", "ordering"][..],
        &["city", "cities"],
        &["price", "prices", "priced", "pricing"],
        &["ship", "shipped", "shipping"],
        &["sell", "sold", "selling"],
        &["person", "people"],
        &["status", "statuses"],
        &["house", "houses"],
        &["movie", "movies"],
        &["box", "boxes"],
        &["study", "studied", "studies"],
        &["employee", "employees"],
    ] {
        let stems: std::collections::BTreeSet<String> = family.iter().map(|word| stem(word)).collect();
        assert_eq!(stems.len(), 1, "{family:?} -> {stems:?}");
    }
}

#[test]
fn different_words_keep_different_stems() {
    for (one, other) in
        [("university", "universe"), ("general", "generic"), ("address", "add"), ("news", "new"), ("bus", "bu")]
    {
        assert_ne!(stem(one), stem(other));
    }
}

#[test]
fn only_what_a_question_is_about_remains() {
    assert_eq!(content_terms("Can you show me the orders of each customer, and their orders?"), ["order", "customer"]);
    assert!(content_terms("what is it?").is_empty());
}
