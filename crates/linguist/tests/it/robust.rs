//! The same answer every time, no panic for any text, and samples that can be answered.

use crate::catalogs::{NoProbe, flats, now, school, shop};
use proptest::prelude::*;
use vouch_linguist::{Linguist, Reading, Setting};

fn read(linguist: &Linguist, question: &str) -> Reading {
    let now = now();
    linguist.read(question, &Setting { now: &now, previous: None, probe: &NoProbe })
}

#[test]
fn equal_input_gives_equal_output() {
    let questions =
        ["revenue by category last year", "which city has the most customers", "customers without orders in Porto"];
    for question in questions {
        let first = read(&shop(), question);
        for _ in 0..5 {
            assert_eq!(first, read(&shop(), question), "{question}");
        }
    }
}

#[test]
fn samples_are_answered_with_confidence() {
    for linguist in [shop(), school(), flats()] {
        let samples = linguist.sample_questions(6);
        assert!(samples.len() >= 3, "{samples:?}");
        for question in samples {
            let confidence = read(&linguist, &question).candidates.first().map_or(0.0, |c| c.confidence);
            assert!(confidence >= 0.6, "{question}: {confidence}");
        }
    }
}

#[test]
fn a_stored_form_is_written_as_the_same_sql() {
    let linguist = shop();
    for question in ["revenue by month in 2025", "customers without orders", "share of orders that are cancelled"] {
        let best = read(&linguist, question).candidates.into_iter().next().unwrap();
        assert_eq!(linguist.write(&best.form).unwrap().sql, best.sql, "{question}");
    }
    assert!(linguist.write(&serde_json::json!({"query": 1})).is_none());
}

#[test]
fn a_strange_previous_form_is_ignored() {
    let now = now();
    let previous = serde_json::json!({"not": "a form"});
    let reading = shop().read("and by month?", &Setting { now: &now, previous: Some(&previous), probe: &NoProbe });
    assert!(!reading.is_followup);
}

/// Words that open every corner of the grammar, in any order.
const WORDS: [&str; 42] = [
    "how many",
    "top",
    "5",
    "by",
    "per",
    "each",
    "orders",
    "customers",
    "name",
    "city",
    "Porto",
    "not",
    "without",
    "more than",
    "10",
    "between",
    "and",
    "or",
    "last month",
    "in 2024",
    "highest",
    "most",
    "average",
    "total",
    "revenue",
    "share of",
    "who",
    "which",
    "sorted by",
    "descending",
    "status",
    "cancelled",
    "newsletter",
    "contains",
    "'x'",
    "least",
    "oldest",
    "cheapest",
    "first",
    "when",
    "?",
    "them",
];

/// Words that turns of phrase are known by: they look at what stands before and behind them.
const TURNS: [&str; 72] = [
    "best",
    "worst",
    "selling",
    "bestselling",
    "most popular",
    "which",
    "product",
    "products",
    "sold",
    "sells",
    "the",
    "most",
    "least",
    "for each",
    "in each",
    "every",
    "category",
    ",",
    "only",
    "just",
    "once",
    "twice",
    "one",
    "time",
    "bought",
    "ordered",
    "than",
    "units",
    "quantity",
    "how many",
    "did we sell",
    "were sold",
    "took",
    "longest",
    "to",
    "resolve",
    "are",
    "sales",
    "going up",
    "or down",
    "growing",
    "highest",
    "lowest",
    "daily",
    "monthly",
    "order",
    "orders",
    "count",
    "customer's",
    "first",
    "last",
    "largest",
    "single",
    "value",
    "basket",
    "size",
    "average",
    "number of",
    "in a",
    "typical",
    "month",
    "so far",
    "current",
    "balance",
    "top",
    "customer",
    "by value",
    "$200,000",
    "in sales",
    "within",
    "24",
    "hours",
];

proptest! {
    #[test]
    fn no_turn_of_phrase_breaks_it(words in prop::collection::vec(prop::sample::select(TURNS.to_vec()), 0..9)) {
        read(&shop(), &words.join(" "));
    }
}

proptest! {
    #[test]
    fn no_text_breaks_it(text in "\\PC{0,60}") {
        read(&shop(), &text);
    }

    #[test]
    fn no_order_of_words_breaks_it(words in prop::collection::vec(prop::sample::select(WORDS.to_vec()), 0..14)) {
        let linguist = shop();
        let question = words.join(" ");
        let first = read(&linguist, &question);
        let previous = first.candidates.first().map(|c| c.form.clone());
        let now = now();
        linguist.read("and by month?", &Setting { now: &now, previous: previous.as_ref(), probe: &NoProbe });
        linguist.read(&question, &Setting { now: &now, previous: previous.as_ref(), probe: &NoProbe });
    }
}
