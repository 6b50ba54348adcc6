use crate::few_tables::catalog;
use crate::{Linguist, Setting, samples::NoData};

/// A thousand tables may have a `rating`; whose it is, the question says.
#[test]
fn of_many_columns_of_one_name_those_of_the_named_table_are_meant() {
    let names: Vec<String> = ["ferry", "harbor", "museum", "clinic", "quarry", "bakery", "brewery", "theatre"]
        .iter()
        .flat_map(|trade| ["visit", "ticket", "exhibit", "machine", "batch"].map(|thing| format!("{trade}_{thing}")))
        .collect();
    let columns = [("city", "text"), ("rating", "float")];
    let tables: Vec<(&str, &[(&str, &str)])> = names.iter().map(|name| (name.as_str(), &columns[..])).collect();
    let linguist = Linguist::new(catalog(&tables), Vec::new());
    let now = "2026-11-15T12:00:00[UTC]".parse().unwrap();
    let reading = linguist
        .read("average rating of theatre exhibits by city", &Setting { now: &now, previous: None, probe: &NoData });
    assert!(reading.candidates[0].sql.contains("FROM theatre_exhibit"), "{}", reading.candidates[0].sql);
}
