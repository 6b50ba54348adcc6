use super::*;
use crate::tokens::tokenize;

fn read(text: &str) -> (Cues, String) {
    let (cues, left) = cues(&tokenize(text));
    (cues, joined(&left))
}

#[test]
fn instead_leaves_what_is_new() {
    let (cues, left) = read("per branch instead of per month");
    assert!(cues.instead);
    assert_eq!(left, "per branch");
    assert_eq!(read("townhouses instead, please").1, "townhouses");
}

#[test]
fn too_and_with_their_add() {
    assert_eq!(read("show the city and the floor area too").1, "show the city and the floor area");
    assert!(read("with their total amount").0.adds);
    assert!(read("add the manufacturer").0.adds);
    assert!(!read("with the most orders").0.adds);
    assert!(!read("add the customer \"Bob\"").0.adds, "that would be a new row");
}

#[test]
fn first_says_a_direction() {
    let said = |text: &str| read(text).0.first.map(|d| (d.descending, d.of_time));
    assert_eq!(said("largest first"), Some((true, false)));
    assert_eq!(said("lowest first please"), Some((false, false)));
    assert_eq!(said("newest first"), Some((true, true)));
    assert_eq!(said("who came first"), None);
}

#[test]
fn times_move_and_widen() {
    assert_eq!(read("and the month before?").0.before, Some(Grain::Month));
    assert_eq!(read("for the whole year").0.whole, Some(Grain::Year));
    assert!(read("as a single total").0.single);
}

#[test]
fn a_winner_is_asked_for() {
    assert_eq!(read("which one had the most?").0.winner, Some(true));
    assert_eq!(read("which month was the worst?").0.winner, Some(false));
    assert_eq!(read("how many had the most?").0.winner, None);
}

#[test]
fn a_number_alone_is_a_limit() {
    assert_eq!(read("make it 3").0.limit, Some(3));
    assert_eq!(read("only 2025 3 4").0.limit, None);
    assert!(read("and how many of them are new").0.counts_them);
    assert!(!read("how many orders are there in total per month and region and store").0.lean());
}

#[test]
fn the_other_way_round_turns_the_list() {
    assert!(read("the other way round").0.reversed);
    assert_eq!(read("ascending").0.first.map(|d| d.descending), Some(false));
    let (cues, left) = read("bottom 5");
    assert_eq!((cues.limit, cues.first.map(|d| d.descending), left.as_str()), (Some(5), Some(false), ""));
    assert_eq!(read("top 5").0.first, None, "the order is right already");
}
