use super::*;

#[test]
fn every_line_is_a_turn_and_uses_only_the_gaps_it_has() {
    let text = concat!(include_str!("../data/rewordings.txt"), include_str!("../data/rewordings_people.txt"));
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')).collect();
    for line in &lines {
        let turn = Turn::parse(line).unwrap_or_else(|| panic!("not a turn: {line}"));
        let gaps: Vec<&String> = turn
            .said
            .iter()
            .filter_map(|item| match item {
                Item::Gap { name, .. } => Some(name),
                _ => None,
            })
            .collect();
        for part in &turn.plain {
            if let Part::Gap(name) | Part::Many(name) = part {
                assert!(gaps.contains(&name), "{line}: ${name} is said nowhere");
            }
        }
    }
    assert_eq!(TURNS.len() + OF_PEOPLE.len(), lines.len());
    // Nothing tries the others.
    assert!(OF_PEOPLE.iter().all(|turn| turn.certain), "a turn of people is not marked '!'");
}

/// What people say, as the reader has it then.
#[test]
fn people_say_one_thing_in_many_ways() {
    let tables = crate::few_tables::catalog(&[
        ("orders", &[("amount", "int"), ("guests", "int"), ("region", "text")]),
        ("customers", &[("region", "text")]),
    ]);
    let schema = Schema::new(tables, &crate::Synonyms::default());
    for (said, plain) in [
        ("Add up the amount of all orders", "total amount of all orders"),
        ("count of orders, per region", "number of orders per region"),
        ("order count by region", "number of orders by region"),
        ("mean amount by region", "average amount by region"),
        ("break orders down by region", "orders by region"),
        ("break it down by region", "break it down by region"),
        ("rank the customers by amount and show the first 3", "top 3 customers by amount"),
        ("Out of all orders, what percent were late?", "what percentage of orders were late ?"),
        ("are there any orders without guests? Which ones?", "which orders without guests ?"),
        ("check whether Ada has orders", "does Ada have orders"),
        ("customers without a single order", "customers without order"),
        ("orders with an amount of 50 or more", "orders with an amount of at least 50"),
        ("do men order more often than women", "do men order more often than women"),
        ("how many orders were late, in percent", "how many orders were late , in percent"),
        ("orders in each of 2025 and 2026", "orders in each of 2025 and 2026"),
        ("share of late orders, in percent", "percentage of late orders"),
        ("all 2025 orders", "orders in 2025"),
        ("orders dated March 2025", "orders from March 2025"),
        ("by how many do our orders outnumber our customers", "how many more orders than customers are there"),
    ] {
        assert_eq!(crate::phrasing::text(&of_people(tokenize(said), &schema)), plain, "{said}");
    }
}
