//! Whether a question is about a time that moves with the clock. Its answer's statement may hold dates that were right
//! on the day, so it is never reused as it stands.
//!
//! Errs towards "yes": the price is that an answer is worked out again.

use super::question_words::{joined_numbers, words};
use crate::gather::singular;

/// One of these is enough.
const MOVING: &str = "today yesterday tomorrow tonight now nowadays current currently present presently recent recently \
    lately ago past upcoming coming future overdue expired expiring rolling trailing ytd mtd qtd wtd ttm ltm yet still \
    anymore age aged";

const PHRASES: &[[&str; 2]] = &[
    ["so", "far"],
    ["to", "date"],
    ["at", "moment"],
    ["older", "than"],
    ["younger", "than"],
    ["newer", "than"],
    ["day", "old"],
    ["week", "old"],
    ["month", "old"],
    ["year", "old"],
];

/// Before a unit of time, with at most a few words between: "last month", "this fiscal year".
const POINTERS: &str = "last this these next previous prior preceding following latest start beginning end";
/// These point only together with a number: "within 30 days", but not "in the month of highest sales".
const SPANS: &str = "within over for in";
const FURTHEST_UNIT: usize = 4;
const UNITS: &str = "second minute hour day night morning afternoon evening week weekend weekday fortnight month quarter \
    semester season year decade century period spring summer autumn fall winter";

const MONTHS: &str = "january february april june july august september october november december jan feb apr jun jul \
    aug sept oct nov";
/// Also ordinary words; months only after one of `BEFORE_MONTH`.
const AMBIGUOUS_MONTHS: &str = "march may mar dec sep";
const BEFORE_MONTH: &str = "in of during for by until since before after from to through";
const WEEKDAYS: &str = "monday tuesday wednesday thursday friday saturday sunday";

pub fn has_relative_time(question: &str) -> bool {
    let as_written: Vec<String> = joined_numbers(words(question)).into_iter().filter(|word| word != "the").collect();
    let singulars: Vec<String> = as_written.iter().map(|word| singular(word)).collect();
    let words: Vec<&str> = singulars.iter().map(String::as_str).collect();
    as_written.iter().chain(&singulars).any(|word| one_of(MOVING, word))
        || words.windows(2).any(|pair| PHRASES.iter().any(|phrase| pair == phrase))
        || points_at_a_unit(&words)
        || names_a_month_without_year(&words)
        // "On Monday" is one day near now; "on Mondays" is every one of them.
        || as_written.iter().any(|word| one_of(WEEKDAYS, word))
}

fn one_of(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|listed| listed == word)
}

fn points_at_a_unit(words: &[&str]) -> bool {
    words.iter().enumerate().any(|(at, word)| {
        let ahead = words.get(at + 1..).unwrap_or_default();
        let unit = ahead.iter().take(FURTHEST_UNIT + 1).position(|word| one_of(UNITS, word));
        let counted = || matches!(ahead, [count, unit, ..] if is_count(count) && one_of(UNITS, unit));
        unit.is_some() && (one_of(POINTERS, word) || (one_of(SPANS, word) && counted()))
    })
}

fn is_count(word: &str) -> bool {
    word.parse::<f64>().is_ok() && !is_year(word)
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit())
}

/// "In March" is this year's, or every year's: who knows which.
fn names_a_month_without_year(words: &[&str]) -> bool {
    let is_month = |(at, word): (usize, &&str)| {
        let led_to = at.checked_sub(1).and_then(|before| words.get(before)).is_some_and(|w| one_of(BEFORE_MONTH, w));
        one_of(MONTHS, word) || (led_to && one_of(AMBIGUOUS_MONTHS, word))
    };
    !words.iter().any(|word| is_year(word)) && words.iter().enumerate().any(is_month)
}

#[cfg(test)]
#[path = "time_words_tests.rs"]
mod tests;
