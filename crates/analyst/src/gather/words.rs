//! Words as they are compared in a look-up: folded, cut out of names and sentences, and brought to one form.
//!
//! Small rules of our own instead of a stemmer library: schema words are mostly nouns, and a stemmer that makes one word
//! of "university" and "universe" finds the wrong table. Both sides of every comparison pass through here.

use std::collections::HashSet;
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Words that say how something is asked, not what about.
const STOP_WORDS: &str = "a about all also am an and any are as at be been by can could did do does each every find for \
    from get give had has have how i in into is it its let list many may me much my of on or our per please s shall \
    should show such t tell than that the their them then there these they this those to us was we were what when \
    where which who whom whose why will with would you your";

/// Plurals that the rules below would miss, with their singular.
const PLURALS: &[(&str, &str)] = &[
    ("people", "person"),
    ("children", "child"),
    ("men", "man"),
    ("women", "woman"),
    ("feet", "foot"),
    ("mice", "mouse"),
    ("data", "datum"),
    ("media", "medium"),
    ("criteria", "criterion"),
    ("analyses", "analysis"),
    ("bases", "basis"),
    ("indices", "index"),
    ("lives", "life"),
    ("movies", "movie"),
    ("cookies", "cookie"),
    ("calories", "calorie"),
    ("series", "series"),
    ("species", "species"),
    ("news", "news"),
    ("heroes", "hero"),
    ("ids", "id"),
    ("kpis", "kpi"),
];

/// Past forms that do not end in "ed".
const PASTS: &[(&str, &str)] =
    &[("bought", "buy"), ("sold", "sell"), ("paid", "pay"), ("spent", "spend"), ("left", "leave")];

/// Lower case without accents, and with letters like 'ł' as their plain neighbours.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    for c in text.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase) {
        match c {
            'ł' => folded.push('l'),
            'ø' => folded.push('o'),
            'đ' => folded.push('d'),
            'ı' => folded.push('i'),
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            other => folded.push(other),
        }
    }
    folded
}

/// The words of an identifier, folded: `order_items`, `orderItems` and `OrderItems2` all begin with "order", "items".
pub fn name_words(name: &str) -> Vec<String> {
    cut(name, |before, c, after| {
        digits_change(before, c)
            || (c.is_uppercase()
                && (before.is_lowercase() || (before.is_uppercase() && after.is_some_and(char::is_lowercase))))
    })
}

/// The words of a sentence or a stored value, folded. "McDonald" stays one word here.
pub fn prose_words(text: &str) -> Vec<String> {
    cut(text, |before, c, _| digits_change(before, c))
}

fn digits_change(before: char, c: char) -> bool {
    before.is_numeric() != c.is_numeric()
}

fn cut(text: &str, starts_word: impl Fn(char, char, Option<char>) -> bool) -> Vec<String> {
    let mut words = Vec::new();
    let mut current = String::new();
    let mut before: Option<char> = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        // A combining mark belongs to the letter before it.
        let part_of_word = c.is_alphanumeric() || is_combining_mark(c);
        let breaks = before.is_some_and(|b| !is_combining_mark(c) && starts_word(b, c, chars.peek().copied()));
        if !part_of_word || breaks {
            push_word(&mut words, &mut current);
        }
        if part_of_word {
            current.push(c);
        }
        before = part_of_word.then_some(c);
    }
    push_word(&mut words, &mut current);
    words
}

/// Scripts without spaces give pairs of characters: a pair of a question then meets the same pair in a name.
fn push_word(words: &mut Vec<String>, current: &mut String) {
    if current.is_empty() {
        return;
    }
    let word = fold(current);
    current.clear();
    let chars: Vec<char> = word.chars().collect();
    if chars.len() > 2 && chars.iter().all(|c| is_unspaced(*c)) {
        words.extend(chars.windows(2).map(|pair| pair.iter().collect::<String>()));
    } else if !word.is_empty() {
        words.push(word);
    }
}

/// Chinese characters and Japanese syllables.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}')
}

/// The words that carry what a question is about.
pub fn content_words(question: &str) -> Vec<String> {
    prose_words(question).into_iter().filter(|word| !is_stop_word(word)).collect()
}

/// Their stems, in order, each once.
pub fn content_terms(question: &str) -> Vec<String> {
    let mut terms: Vec<String> = Vec::new();
    for word in content_words(question) {
        let term = stem(&word);
        if !terms.contains(&term) {
            terms.push(term);
        }
    }
    terms
}

pub fn is_stop_word(word: &str) -> bool {
    static WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| STOP_WORDS.split_ascii_whitespace().collect());
    WORDS.contains(word)
}

/// The singular of a folded noun: "cities" -> "city". Third persons lose their "s" as well.
pub fn singular(word: &str) -> String {
    if let Some(base) = irregular(PLURALS, word) {
        return base;
    }
    let keeps_s = ["ss", "us", "is"].iter().any(|ending| word.ends_with(ending));
    if word.len() < 4 || !word.is_ascii() || !word.ends_with('s') || keeps_s {
        return word.to_owned();
    }
    if let Some(base) = word.strip_suffix("ies").filter(|base| base.len() > 1) {
        return format!("{base}y");
    }
    // "statuses", but "houses" and "causes".
    let of_us = word.len() > 5 && word.ends_with("uses") && !word.ends_with("ouses") && !word.ends_with("auses");
    let of_es = ["sses", "shes", "ches", "xes", "zzes"].iter().any(|ending| word.ends_with(ending));
    let ending = if of_us || of_es { "es" } else { "s" };
    word.strip_suffix(ending).unwrap_or(word).to_owned()
}

/// What the forms of a word share: "orders", "ordered" and "ordering" give one stem. Not a word of the language.
pub fn stem(word: &str) -> String {
    let word = irregular(PASTS, word).unwrap_or_else(|| singular(word));
    if !word.is_ascii() || word.len() < 4 {
        return word;
    }
    for ending in ["ied", "ing", "ed"] {
        let Some(base) = word.strip_suffix(ending) else { continue };
        if base.len() < 3 || !base.contains(['a', 'e', 'i', 'o', 'u', 'y']) {
            continue;
        }
        return if ending == "ied" { format!("{base}y") } else { without_doubling(base).to_owned() };
    }
    word.strip_suffix('e').unwrap_or(&word).to_owned()
}

fn irregular(forms: &[(&str, &str)], word: &str) -> Option<String> {
    forms.iter().find(|(form, _)| *form == word).map(|(_, base)| (*base).to_owned())
}

/// "shipp" -> "ship", but "sell" and "pass" stay; "pric" of "pricing" is already what "price" gives.
fn without_doubling(base: &str) -> &str {
    let mut from_end = base.chars().rev();
    match (from_end.next(), from_end.next()) {
        (Some(a), Some(b)) if a == b && !matches!(a, 'l' | 's' | 'z' | 'e' | 'o') => {
            base.strip_suffix(a).unwrap_or(base)
        }
        _ => base.strip_suffix('e').unwrap_or(base),
    }
}

#[cfg(test)]
#[path = "words_tests.rs"]
mod tests;
