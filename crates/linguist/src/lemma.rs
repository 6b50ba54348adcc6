//! English inflection: `lemma` undoes plural and irregular forms, `stem` also undoes verb endings.
//!
//! Our own small rules instead of a stemmer library: names in schemas are mostly nouns, and a stemmer that turns
//! "university" and "universe" into one word does harm there. Both sides of every comparison pass through here.

use std::collections::HashMap;
use std::sync::LazyLock;

static IRREGULAR: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    include_str!("../data/irregular.txt")
        .lines()
        .filter(|l| !l.trim().is_empty() && !l.starts_with('#'))
        .filter_map(|l| l.split_once(':'))
        .flat_map(|(base, forms)| forms.split_whitespace().map(move |f| (f, base.trim())))
        .collect()
});

/// The dictionary form of a noun or an irregular verb: "cities" -> "city", "sold" -> "sell".
pub fn lemma(word: &str) -> String {
    if let Some(base) = IRREGULAR.get(word) {
        return (*base).to_owned();
    }
    if word.len() < 4 || !word.is_ascii() {
        return word.to_owned();
    }
    let keep = ["ss", "us", "is", "ous"].iter().any(|e| word.ends_with(e));
    if keep || !word.ends_with('s') {
        return word.to_owned();
    }
    if let Some(base) = word.strip_suffix("ies").filter(|b| b.len() > 1) {
        return format!("{base}y");
    }
    for ending in ["sses", "shes", "ches", "xes", "zzes"] {
        if word.ends_with(ending) {
            return word.strip_suffix("es").unwrap_or(word).to_owned();
        }
    }
    word.strip_suffix('s').unwrap_or(word).to_owned()
}

/// Several of them: "city" -> "cities". What is several already stays.
pub fn plural(noun: &str) -> String {
    if lemma(noun) != noun || !noun.is_ascii() || noun == "data" {
        return noun.to_owned();
    }
    if let Some((form, _)) = IRREGULAR.iter().filter(|(_, base)| **base == noun).min() {
        return (*form).to_owned();
    }
    match noun.strip_suffix('y').filter(|b| !b.ends_with(['a', 'e', 'i', 'o', 'u'])) {
        Some(base) => format!("{base}ies"),
        None if ["s", "x", "ch", "sh", "z"].iter().any(|e| noun.ends_with(e)) => format!("{noun}es"),
        None => format!("{noun}s"),
    }
}

/// A form that related words share: "ordered", "ordering" and "order" give one stem. Not a word of the language.
pub fn stem(lemma: &str) -> String {
    if !lemma.is_ascii() || lemma.len() < 5 {
        return lemma.strip_suffix('e').filter(|b| b.len() > 2).unwrap_or(lemma).to_owned();
    }
    let verb_endings = ["ing", "ied", "ed"];
    for ending in verb_endings {
        let Some(base) = lemma.strip_suffix(ending) else { continue };
        if base.len() < 3 || !base.contains(['a', 'e', 'i', 'o', 'u', 'y']) {
            continue;
        }
        if ending == "ied" {
            return format!("{base}y");
        }
        return undouble(base).to_owned();
    }
    lemma.strip_suffix('e').unwrap_or(lemma).to_owned()
}

/// The stem of a word as it is said: "left" -> "leav".
pub fn stem_of(word: &str) -> String {
    stem(&lemma(word))
}

/// What nouns and verbs of one family share: "cancellation" and "cancelled" have one root. Only of long words, and further from
/// the word than a stem: for what nothing else explains.
pub fn root(word: &str) -> Option<String> {
    const ENDINGS: [&str; 14] =
        ["ations", "ation", "ments", "ment", "ances", "ance", "ings", "ing", "ions", "ion", "als", "al", "ed", "s"];
    const SHORTEST: usize = 5;
    let base = ENDINGS.iter().find_map(|ending| word.strip_suffix(ending)).unwrap_or(word);
    let base = base.strip_suffix('e').unwrap_or(base);
    let mut last = base.chars().rev();
    let doubled = last.next().is_some_and(|a| Some(a) == last.next());
    let base = if doubled { base.get(..base.len() - 1).unwrap_or(base) } else { base };
    (base.is_ascii() && base.len() >= SHORTEST).then(|| base.to_owned())
}

/// "shipp" -> "ship", but "sell" stays.
fn undouble(base: &str) -> &str {
    let mut last = base.chars().rev();
    match (last.next(), last.next()) {
        (Some(a), Some(b)) if a == b && !matches!(a, 'l' | 's' | 'z' | 'e' | 'o') => {
            base.get(..base.len() - 1).unwrap_or(base)
        }
        _ => base.strip_suffix('e').unwrap_or(base),
    }
}

#[cfg(test)]
#[path = "lemma_tests.rs"]
mod tests;
