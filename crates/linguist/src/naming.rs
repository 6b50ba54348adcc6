//! Names of tables and columns as words: cut apart, abbreviations written out, reduced to stems.

use crate::lemma;
use crate::lexicon::lexicon;
use crate::tokens::name_words;
use crate::wordnet;

/// Letters that each of two words written as one has at least.
const SHORTEST_HALF: usize = 4;

/// Stems of a name with abbreviations written out.
pub fn stems(name: &str) -> Vec<String> {
    let lexicon = lexicon();
    let mut words = Vec::new();
    let mut cut = name_words(name);
    for i in 1..cut.len() {
        // `LName` and `FName` are cut at the hump.
        let short = match (cut.get(i - 1).map(String::as_str), cut.get(i).map(String::as_str)) {
            (Some("l"), Some("name")) => "last",
            (Some("f"), Some("name")) => "first",
            _ => continue,
        };
        if let Some(word) = cut.get_mut(i - 1) {
            *word = short.to_owned();
        }
    }
    write_out(&mut cut);
    for word in cut.iter().flat_map(|w| compound(w)) {
        match lexicon.expand(&word) {
            Some(long) => words.extend(long.iter().map(|w| lemma::stem(&lemma::lemma(w)))),
            None => words.push(lemma::stem(&lemma::lemma(&word))),
        }
    }
    words
}

/// Short forms that only their place tells apart: `delay_min` counts minutes and `min_delay` is the least, `dep_delay` is that of
/// a departure and `dep_id` a department's.
fn write_out(words: &mut [String]) {
    let [first, .., last] = words else { return };
    if last == "min" || last == "mins" {
        "minutes".clone_into(last);
    }
    if first == "dep" && matches!(last.as_str(), "delay" | "minutes" | "time" | "date" | "airport" | "at") {
        "departure".clone_into(first);
    }
}

/// `countryname` and `stuid` as two words; a word that the lexicon knows stays whole.
fn compound(word: &str) -> Vec<String> {
    const ENDS: [&str; 9] = ["name", "id", "date", "code", "type", "number", "num", "year", "time"];
    let lexicon = lexicon();
    let whole = vec![word.to_owned()];
    if lexicon.knows(word) || !word.is_ascii() || word.len() < 3 {
        return whole;
    }
    const BEGINS: [&str; 9] = ["first", "last", "start", "end", "total", "number", "average", "max", "min"];
    for at in 3..word.len().saturating_sub(1) {
        let (a, b) = word.split_at(at);
        // 'hometown' is one word to everybody; `lastname` is not.
        if lexicon.knows(a) && (ENDS.contains(&b) || BEGINS.contains(&a) && lexicon.knows(b)) {
            return vec![a.to_owned(), b.to_owned()];
        }
    }
    for end in ENDS {
        if let Some(begin) = word.strip_suffix(end).filter(|b| !b.is_empty() && (b.len() < 5 || lexicon.knows(b))) {
            return vec![begin.to_owned(), end.to_owned()];
        }
    }
    whole
}

/// The stems where two words of English are written as one that is none: `birdstrikes`. Another name, because
/// somebody may say it in one word.
pub fn apart(name: &str) -> Option<Vec<String>> {
    let is_word = |w: &str| {
        let lemma = lemma::lemma(w);
        lexicon().knows(w) || wordnet::knows(w) || wordnet::knows(&lemma)
    };
    let halves = |word: &String| {
        let places = SHORTEST_HALF..=word.len().checked_sub(SHORTEST_HALF)?;
        let cut = places.filter_map(|at| Some((word.get(..at)?, word.get(at..)?)));
        let cut = cut.filter(|_| !is_word(word)).find(|(a, b)| is_word(a) && is_word(b));
        cut.map(|(a, b)| vec![a.to_owned(), b.to_owned()])
    };
    let words = name_words(name);
    let cut: Vec<Option<Vec<String>>> = words.iter().map(halves).collect();
    if cut.iter().all(Option::is_none) {
        return None;
    }
    let all = words.into_iter().zip(cut).flat_map(|(word, cut)| cut.unwrap_or_else(|| vec![word]));
    Some(all.map(|w| lemma::stem(&lemma::lemma(&w))).collect())
}

/// The stems as they are written, without short forms written out: a `pub` need not be a publication.
pub fn unabridged(name: &str) -> Option<Vec<String>> {
    let words = name_words(name);
    let short = |w: &String| w.len() > 2 && lexicon().expand(w).is_some();
    words.iter().any(short).then(|| words.iter().map(|w| lemma::stem_of(w)).collect())
}

/// Stems of a label or comment that the name itself does not hold.
pub fn extra_words(text: Option<&str>, known: &[String]) -> Vec<String> {
    let words = text.map(stems).unwrap_or_default();
    words.into_iter().filter(|w| w.len() > 2 && !known.contains(w)).collect()
}
