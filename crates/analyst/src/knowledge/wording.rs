//! When two questions are the same question: case, punctuation, politeness, plurals and number words do not matter.
//!
//! Everything else does, and so does the order of the words. The price of taking two questions for one is a wrong answer
//! given with confidence; the price of missing one is a call to a model. Every rule here errs towards the second.

use super::question_words::{joined_numbers, words};
use crate::gather::singular;

/// What a question may begin with and mean nothing by. Longest first among those that begin alike; taken off again and
/// again. Written after contractions are undone and `are` has become `is`.
const OPENINGS: &[&str] = &[
    "please",
    "kindly",
    "hello",
    "hey",
    "can you",
    "could you",
    "would you",
    "will you",
    "can i",
    "could i",
    "may i",
    "i would like to",
    "i want to",
    "i need to",
    "we want to",
    "we need to",
    "let me",
    "do you know",
    "know",
    "see",
    "show me",
    "show us",
    "show",
    "tell me",
    "tell us",
    "give me",
    "give us",
    "list of",
    "list",
    "find me",
    "find",
    "get me",
    "get",
    "fetch",
    "calculate",
    "compute",
    "what is",
    "which is",
];

const CLOSINGS: &[&str] = &["please", "thanks", "thank you"];

/// After a request "all" adds nothing: "list all customers". Elsewhere it does: "who bought all products".
const REQUESTS: &[&str] = &["show", "me", "us", "list", "find", "get", "fetch", "of"];

/// Ways to ask for a number, at the start only: a phone number is no count of phones.
const COUNTS: &[&str] = &["how many", "number of", "count of"];

/// In "how many orders are there"; "are there orders" asks something else.
const EXISTENCE: &[&str] = &["is there", "do we have", "do i have"];

/// "The highest salary" is one row and "the highest salaries" are several: with one of these, plurals matter.
const RANKS: &[&str] =
    &["top", "bottom", "best", "worst", "most", "least", "first", "last", "next", "previous", "leading"];

/// A question without what does not change its meaning; equal for questions that may share an answer. Empty for one
/// that says nothing. A question that leans on an earlier one ("and in 2023?") must be made standalone first.
pub fn wording(question: &str) -> String {
    let mut words = joined_numbers(words(question));
    for closing in CLOSINGS {
        let closing: Vec<&str> = closing.split(' ').collect();
        while words.ends_with(&owned(&closing)) {
            words.truncate(words.len() - closing.len());
        }
    }
    words.retain(|word| word != "the");
    let mut words = without_opening(&words);
    if let Some(rest) = COUNTS.iter().find_map(|phrase| after(&words, phrase)) {
        words = std::iter::once("count".to_owned()).chain(without_existence(rest)).collect();
    }
    let is_ranking = words.iter().any(|w| RANKS.contains(&w.as_str()) || (w.len() > 4 && w.ends_with("est")));
    if !is_ranking {
        words = words.iter().map(|word| singular(word)).collect();
    }
    words.join(" ")
}

fn without_opening(words: &[String]) -> Vec<String> {
    let mut rest = words;
    let mut taken: &[String] = &[];
    loop {
        let is_noun = after(rest, "list price").is_some() || after(rest, "list prices").is_some();
        let opening = OPENINGS.iter().filter(|_| !is_noun).find_map(|phrase| after(rest, phrase));
        let all = after(rest, "all").filter(|next| {
            let requested = taken.last().is_some_and(|word| REQUESTS.contains(&word.as_str()));
            requested && !next.first().is_some_and(|word| matches!(word.as_str(), "but" | "except" | "of"))
        });
        let Some(shorter) = opening.or(all) else { return rest.to_vec() };
        taken = rest.get(..rest.len() - shorter.len()).unwrap_or_default();
        rest = shorter;
    }
}

fn without_existence(words: &[String]) -> Vec<String> {
    for phrase in EXISTENCE {
        let phrase = owned(&phrase.split(' ').collect::<Vec<_>>());
        if let Some(at) = words.windows(phrase.len()).position(|window| window == phrase).filter(|at| *at > 0) {
            return words.iter().take(at).chain(words.iter().skip(at + phrase.len())).cloned().collect();
        }
    }
    words.to_vec()
}

/// What follows the phrase at the start.
fn after<'a>(words: &'a [String], phrase: &str) -> Option<&'a [String]> {
    phrase.split(' ').try_fold(words, |rest, expected| match rest {
        [first, rest @ ..] if first == expected => Some(rest),
        _ => None,
    })
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

#[cfg(test)]
#[path = "wording_tests.rs"]
mod tests;
