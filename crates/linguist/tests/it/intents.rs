//! What is not a query, and what only looks as if it were none.

use crate::catalogs::{NoProbe, now, shop};
use vouch_linguist::{ReadIntent, Setting};

fn intent(question: &str) -> ReadIntent {
    let now = now();
    shop().read(question, &Setting { now: &now, previous: None, probe: &NoProbe }).intent
}

#[test]
fn small_talk_is_general() {
    for question in ["hello", "thanks!", "what can you do?", "help", ""] {
        assert_eq!(intent(question), ReadIntent::General, "{question}");
    }
}

#[test]
fn questions_about_tables_are_about_the_catalog() {
    for question in
        ["what tables are there?", "how many columns does customers have", "describe orders", "how many tables"]
    {
        assert_eq!(intent(question), ReadIntent::Catalog, "{question}");
    }
}

#[test]
fn instructions_to_change_are_recognised() {
    for question in
        ["delete all orders", "please update the price of the red lamp", "drop table customers", "cancel all orders"]
    {
        assert_eq!(intent(question), ReadIntent::Write, "{question}");
    }
}

#[test]
fn cancelled_orders_are_a_question() {
    assert_eq!(intent("how many cancelled orders"), ReadIntent::Query);
}

#[test]
fn nothing_of_this_data_is_unrelated() {
    for question in ["how do I bake sourdough bread?", "asdf qwer zxcv"] {
        assert_eq!(intent(question), ReadIntent::Unrelated, "{question}");
    }
}

#[test]
fn missing_data_is_not_answered_with_confidence() {
    let now = now();
    for question in [
        "how many employees work in each warehouse",
        "average shipping weight of orders",
        "which supplier delivers late",
    ] {
        let reading = shop().read(question, &Setting { now: &now, previous: None, probe: &NoProbe });
        let confidence = reading.candidates.first().map_or(0.0, |c| c.confidence);
        assert!(confidence < 0.5, "{question}: {confidence} {:?}", reading.candidates.first().map(|c| &c.sql));
        assert!(!reading.unexplained.is_empty(), "{question}");
    }
}
