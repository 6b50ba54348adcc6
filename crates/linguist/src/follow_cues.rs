//! What a follow-up asks by its turn of phrase rather than by what it names: 'instead of', 'too', 'highest first', 'the
//! month before', 'as a single total', 'which one had the most'.
//!
//! Read off the words before anything is linked. Words that are spent here are taken out, so that the rest reads like
//! any other fragment; `follow` works the cues into the form before it.

use crate::form::Grain;
use crate::tokens::{Kind, Token};

/// What the phrase asks of the form before it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cues {
    /// 'instead': leans on what was asked, whatever else it says.
    pub instead: bool,
    /// 'too', 'with their', 'add the': columns join those shown.
    pub adds: bool,
    /// 'highest first': descending, and whether it speaks of time.
    pub first: Option<Direction>,
    /// 'the month before'.
    pub before: Option<Grain>,
    /// 'the whole year'.
    pub whole: Option<Grain>,
    /// 'as a single total': no groups any more.
    pub single: bool,
    /// 'which one had the most': the first of the groups by their figure; descending or not.
    pub winner: Option<bool>,
    /// 'make it 3'.
    pub limit: Option<u64>,
    /// 'the other way round'.
    pub reversed: bool,
    /// 'how many of them': rows are counted, whatever else is named.
    pub counts_them: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Direction {
    pub descending: bool,
    pub of_time: bool,
}

const HIGH: [&str; 8] = ["highest", "largest", "biggest", "most", "best", "top", "greatest", "longest"];
const LOW: [&str; 7] = ["lowest", "smallest", "fewest", "least", "worst", "cheapest", "shortest"];
const NEW: [&str; 3] = ["newest", "latest", "recent"];
const OLD: [&str; 2] = ["oldest", "earliest"];

/// The cues of a message and the tokens that are left to be read.
pub fn cues(tokens: &[Token]) -> (Cues, Vec<Token>) {
    let mut cues = Cues::default();
    let mut left: Vec<Token> = tokens.to_vec();
    // Politeness and a full stop hide the end of the phrase.
    while left.last().is_some_and(|t| t.lower == "please" || matches!(t.kind, Kind::Punct('?' | '.' | '!' | ','))) {
        left.pop();
    }
    instead(&mut cues, &mut left);
    additions(&mut cues, &mut left);
    directions(&mut cues, &mut left);
    turned(&mut cues, &mut left);
    times(&mut cues, &mut left);
    single(&mut cues, &mut left);
    winner(&mut cues, &left);
    limits(&mut cues, &left);
    let text = joined(&left);
    cues.counts_them = ["them", "those", "these"].iter().any(|word| text.contains(&format!("how many of {word}")));
    (cues, left)
}

impl Cues {
    /// Whether the phrase alone says that it is about what came before.
    pub fn lean(&self) -> bool {
        *self != Self::default()
    }
}

fn joined(tokens: &[Token]) -> String {
    tokens.iter().map(|t| t.lower.as_str()).collect::<Vec<_>>().join(" ")
}

/// Takes the words of a phrase out, where they follow one another.
fn take(left: &mut Vec<Token>, phrase: &str) -> bool {
    let words: Vec<&str> = phrase.split(' ').collect();
    let found = left.windows(words.len()).position(|w| w.iter().zip(&words).all(|(t, word)| t.lower == *word));
    let Some(at) = found else { return false };
    left.drain(at..at + words.len());
    true
}

/// 'townhouses instead', 'per branch instead of per month': what was there before goes without being named.
fn instead(cues: &mut Cues, left: &mut Vec<Token>) {
    let Some(at) = left.iter().position(|t| t.lower == "instead") else { return };
    cues.instead = true;
    match left.get(at + 1).map(|t| t.lower.as_str()) {
        Some("of") if at > 0 => left.truncate(at),
        _ => {
            left.remove(at);
        }
    }
}

fn additions(cues: &mut Cues, left: &mut Vec<Token>) {
    let word = |at: usize| left.get(at).map_or("", |t| t.lower.as_str());
    let whose = matches!(word(1), "the" | "their" | "its" | "his" | "her");
    let owned = left.iter().any(|t| matches!(t.lower.as_str(), "their" | "its" | "his" | "her"));
    if word(0) == "also" && owned && left.len() <= 10 {
        cues.adds = true;
        left.remove(0);
        return;
    }
    let numbers = left.iter().any(|t| matches!(t.kind, Kind::Number(_) | Kind::Quoted));
    if matches!(word(0), "add" | "include" | "with") && whose && !numbers && left.len() <= 10 {
        // 'with the most orders' filters; 'with their orders' shows.
        cues.adds = word(0) != "with" || word(1) != "the";
        if cues.adds {
            left.drain(..2);
        }
        return;
    }
    cues.adds |= ["too", "as well", "also"].iter().any(|phrase| left.len() > 2 && joined(left).ends_with(phrase));
    if cues.adds {
        let _ = take(left, "too") || take(left, "as well") || take(left, "also");
    }
}

/// 'highest first', 'newest first'.
fn directions(cues: &mut Cues, left: &mut Vec<Token>) {
    let [.., how, first] = left.as_slice() else { return };
    if first.lower != "first" || left.len() > 4 {
        return;
    }
    let word = how.lower.as_str();
    let direction = |descending, of_time| Some(Direction { descending, of_time });
    cues.first = match word {
        _ if HIGH.contains(&word) => direction(true, false),
        _ if LOW.contains(&word) => direction(false, false),
        _ if NEW.contains(&word) => direction(true, true),
        _ if OLD.contains(&word) => direction(false, true),
        _ => None,
    };
    if cues.first.is_some() {
        left.truncate(left.len() - 2);
    }
}

/// 'the other way round', 'ascending', 'bottom 5': the same list in another order.
fn turned(cues: &mut Cues, left: &mut Vec<Token>) {
    const REVERSED: [&str; 8] = [
        "the other way round",
        "the other way around",
        "other way round",
        "other way around",
        "reverse",
        "reversed",
        "reverse the order",
        "in reverse order",
    ];
    let text = joined(left);
    let said = text.strip_prefix("sort ").or_else(|| text.strip_prefix("and ")).unwrap_or(&text);
    let direction = |descending| Some(Direction { descending, of_time: false });
    match said {
        _ if REVERSED.contains(&said) => cues.reversed = true,
        "ascending" | "in ascending order" | "them ascending" => cues.first = direction(false),
        "descending" | "in descending order" | "them descending" => cues.first = direction(true),
        _ => {
            let [.., end, last] = left.as_slice() else { return };
            let (true, Kind::Number(n)) = (left.len() <= 4, &last.kind) else { return };
            let low = end.lower == "bottom" || LOW.contains(&end.lower.as_str());
            if !low || !(1.0..=1_000.0).contains(n) {
                return;
            }
            (cues.first, cues.limit) = (direction(false), Some(*n as u64));
        }
    }
    left.clear();
}

fn times(cues: &mut Cues, left: &mut Vec<Token>) {
    const GRAINS: [(&str, Grain); 5] = [
        ("day", Grain::Day),
        ("week", Grain::Week),
        ("month", Grain::Month),
        ("quarter", Grain::Quarter),
        ("year", Grain::Year),
    ];
    if left.len() > 6 {
        return;
    }
    for (name, grain) in GRAINS {
        if take(left, &format!("the {name} before")) || take(left, &format!("the previous {name}")) {
            cues.before = Some(grain);
        }
        if ["whole", "entire", "full"].iter().any(|all| take(left, &format!("the {all} {name}"))) {
            cues.whole = Some(grain);
        }
    }
}

fn single(cues: &mut Cues, left: &mut Vec<Token>) {
    const PHRASES: [&str; 9] = [
        "as a single total",
        "as one total",
        "as a single number",
        "as one number",
        "as a total",
        "all together",
        "altogether",
        "in total",
        "overall",
    ];
    if left.len() <= 6 && PHRASES.iter().any(|phrase| take(left, phrase)) {
        cues.single = true;
    }
}

/// 'which one had the most', 'which country has the most', 'which month was the best'.
fn winner(cues: &mut Cues, left: &[Token]) {
    let asks = left.first().is_some_and(|t| matches!(t.lower.as_str(), "which" | "what" | "who"));
    // Growth is no figure that is there, and 'who used it most' is about somebody else.
    let grows =
        ["grew", "grow", "grown", "growth", "increased", "improved", "dropped", "declined", "changed", "compared"];
    let other = left.iter().any(|t| grows.contains(&t.lower.as_str()))
        || left.first().is_some_and(|t| t.lower == "who") && left.iter().any(|t| t.lower == "it");
    let ranked = left.iter().rev().find_map(|t| {
        let word = t.lower.as_str();
        let low = LOW.contains(&word) && word != "cheapest" && word != "shortest";
        HIGH.contains(&word).then_some(true).or(low.then_some(false))
    });
    if asks && !other && left.len() <= 8 {
        cues.winner = ranked;
    }
}

/// 'make it 3', 'only 3', 'just 3'.
fn limits(cues: &mut Cues, left: &[Token]) {
    let [before @ .., last] = left else { return };
    let Kind::Number(n) = last.kind else { return };
    let small = (1.0..=1_000.0).contains(&n) && n.fract() == 0.0;
    if small && matches!(joined(before).as_str(), "make it" | "make that" | "only" | "just" | "show" | "only show") {
        cues.limit = Some(n as u64);
    }
}

#[cfg(test)]
#[path = "follow_cues_tests.rs"]
mod tests;
