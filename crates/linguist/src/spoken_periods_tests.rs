use super::*;
use std::sync::Arc;
use vouch_model::{Catalog, Dialect};

fn plain(turn: fn(&[Token], &Schema) -> Option<Vec<Token>>, text: &str) -> Option<String> {
    let catalog = Catalog {
        source: "nothing".to_owned(),
        dialect: Dialect::DuckDb,
        version: String::new(),
        tables: Vec::new(),
        foreign_keys: Vec::new(),
        own_functions: Vec::new(),
    };
    let linguist = crate::Linguist::new(Arc::new(catalog), Vec::new());
    let tokens = turn(&tokenize(text), &linguist.schema)?;
    Some(tokens.iter().map(|t| t.text.as_str()).collect::<Vec<_>>().join(" "))
}

#[test]
fn the_same_period_of_another_year_ends_on_the_same_day() {
    let same = |text| plain(same_period, text);
    let compared = Some("sales ytd compared with ytd last year");
    assert_eq!(same("sales this year so far compared with the same period last year").as_deref(), compared);
    assert_eq!(same("sales so far this year compared with same time last year").as_deref(), compared);
    assert_eq!(same("sales this year compared with the same period a year ago").as_deref(), compared);
    let years = "spend in 2026 so far vs the same period of 2025";
    assert_eq!(same(years).as_deref(), Some("spend ytd 2026 vs ytd 2025"));
    assert_eq!(same("who works in the same period as Ann"), None);
}

#[test]
fn the_busiest_step_of_time_is_found_in_the_words() {
    let step = |text: &str| {
        let tokens = tokenize(text);
        busy_step(&tokens, tokens.len()).or_else(|| shopping_step(&tokens, tokens.len())).map(|(step, _)| step)
    };
    assert_eq!(step("what is our busiest day of the week"), Some("day of the week"));
    assert_eq!(step("which month was the busiest"), Some("month"));
    assert_eq!(step("busiest weekday for the cards"), Some("day of the week"));
    assert_eq!(step("what time of day do people shop the most"), Some("hour"));
    assert_eq!(step("the busiest vet"), None);
    assert_eq!(step("how many orders came on the busiest day"), None);
}
