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
}
