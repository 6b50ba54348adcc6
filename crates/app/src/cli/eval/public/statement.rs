//! SQL of the public question sets, cut into words: how hard it is by Spider's rules, what it is made of, and the same
//! without `DISTINCT`.
//!
//! Knows no dialect beyond quotes and parentheses: the official evaluators look at the words too.

use std::collections::BTreeSet;

/// A word, number, quoted text or sign, and how many parentheses are open around it.
#[derive(Clone, Debug)]
struct Word {
    /// As written; lower case unless quoted.
    text: String,
    depth: usize,
}

/// The pieces of a text, blanks included, so that they can be joined again.
fn pieces(sql: &str) -> Vec<&str> {
    let bytes = sql.as_bytes();
    let mut pieces = Vec::new();
    let mut at = 0;
    while let Some(first) = bytes.get(at) {
        let rest = bytes.get(at..).unwrap_or_default();
        let word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_' || *b >= 0x80;
        let length = match first {
            quote @ (b'\'' | b'"' | b'`') => rest.iter().skip(1).position(|b| b == quote).map_or(rest.len(), |n| n + 2),
            b if b.is_ascii_whitespace() => rest.iter().take_while(|b| b.is_ascii_whitespace()).count(),
            b if word(b) => rest.iter().take_while(|b| word(b)).count(),
            b'<' | b'>' | b'!' if rest.get(1).is_some_and(|b| matches!(b, b'=' | b'>')) => 2,
            _ => 1,
        };
        pieces.push(sql.get(at..at + length).unwrap_or_default());
        at += length;
    }
    pieces
}

/// The statement as the official evaluator runs it.
pub fn without_distinct(sql: &str) -> String {
    pieces(&joined_signs(sql)).into_iter().filter(|p| !p.eq_ignore_ascii_case("distinct")).collect()
}

/// Some gold queries write a sign of two letters apart.
pub fn joined_signs(sql: &str) -> String {
    sql.replace("> =", ">=").replace("< =", "<=").replace("! =", "!=")
}

pub fn orders(sql: &str) -> bool {
    sql.to_lowercase().contains("order by")
}

fn words(sql: &str) -> Vec<Word> {
    let mut depth = 0;
    let mut words = Vec::new();
    for piece in pieces(sql).into_iter().filter(|p| !p.trim().is_empty()) {
        let quoted = piece.starts_with(['\'', '"', '`']);
        let text = if quoted { piece.to_owned() } else { piece.to_lowercase() };
        if piece == ")" {
            depth = usize::saturating_sub(depth, 1);
        }
        words.push(Word { text, depth });
        depth += usize::from(piece == "(");
    }
    words
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difficulty {
    Easy,
    Medium,
    Hard,
    Extra,
}

impl Difficulty {
    pub fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
            Difficulty::Extra => "extra",
        }
    }
}

const SET_WORDS: [&str; 3] = ["union", "intersect", "except"];
const FUNCTIONS: [&str; 5] = ["count", "sum", "avg", "min", "max"];

/// The clauses of the first SELECT, without what is nested in them.
#[derive(Default)]
struct Clauses {
    select: Vec<Word>,
    from: Vec<Word>,
    filter: Vec<Word>,
    group: Vec<Word>,
    having: Vec<Word>,
    order: Vec<Word>,
    limit: bool,
    set_operations: usize,
}

impl Clauses {
    fn read(words: &[Word]) -> Self {
        let mut clauses = Self::default();
        let mut part = "";
        for (i, word) in words.iter().enumerate() {
            if word.depth == 0 {
                if SET_WORDS.contains(&word.text.as_str()) {
                    // What follows is the nested query; of it only that it is there counts.
                    clauses.set_operations = 1;
                    break;
                }
                let by = words.get(i + 1).is_some_and(|w| w.text == "by");
                match word.text.as_str() {
                    "select" | "from" | "where" | "having" => part = word.text.as_str(),
                    "group" | "order" if by => part = word.text.as_str(),
                    "limit" => {
                        clauses.limit = true;
                        part = "";
                    }
                    _ => {}
                }
            }
            let list = match part {
                "select" => &mut clauses.select,
                "from" => &mut clauses.from,
                "where" => &mut clauses.filter,
                "group" => &mut clauses.group,
                "having" => &mut clauses.having,
                "order" => &mut clauses.order,
                _ => continue,
            };
            list.push(word.clone());
        }
        clauses
    }
}

fn top(words: &[Word], text: &str) -> usize {
    words.iter().filter(|w| w.depth == 0 && w.text == text).count()
}

/// Expressions of a list between commas, by whether they begin with a function.
fn listed(words: &[Word]) -> (usize, usize) {
    let mut items = vec![Vec::new()];
    for word in words.iter().skip_while(|w| matches!(w.text.as_str(), "select" | "group" | "order" | "by")) {
        if word.depth == 0 && word.text == "," {
            items.push(Vec::new());
        } else if let Some(last) = items.last_mut() {
            last.push(word.text.as_str());
        }
    }
    let begins = |item: &&Vec<&str>| {
        let first = item.iter().find(|w| **w != "distinct");
        first.is_some_and(|w| FUNCTIONS.contains(w))
    };
    (items.len(), items.iter().filter(begins).count())
}

/// Queries in parentheses right after a comparison.
fn nested(words: &[Word]) -> usize {
    words.windows(2).filter(|w| matches!(w, [a, b] if a.depth == 0 && a.text == "(" && b.text == "select")).count()
}

/// Conditions joined by AND or OR; the AND of a BETWEEN joins nothing.
fn connectives(words: &[Word]) -> usize {
    let joins = top(words, "and") + top(words, "or");
    joins.saturating_sub(top(words, "between"))
}

/// The official parser takes everything between a column on the right of a comparison and the next AND for that one
/// operand, so that it does not see an OR there.
fn as_parsed(words: Vec<Word>) -> Vec<Word> {
    let is_operand = |w: &Word| w.text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && w.text != "select";
    let mut kept: Vec<Word> = Vec::new();
    let mut inside = false;
    for word in words {
        let compared =
            kept.last().is_some_and(|w| matches!(w.text.as_str(), "=" | "<" | ">" | "<=" | ">=" | "!=" | "<>"));
        inside =
            inside && word.depth == 0 && !matches!(word.text.as_str(), "and" | ",") || compared && is_operand(&word);
        if !(inside && word.text == "or") {
            kept.push(word);
        }
    }
    kept
}

pub fn difficulty(sql: &str) -> Difficulty {
    let words = words(sql);
    let mut clauses = Clauses::read(&words);
    clauses.filter = as_parsed(std::mem::take(&mut clauses.filter));
    let conditions = [&clauses.from, &clauses.filter, &clauses.having];
    let is = |list: &Vec<Word>| usize::from(!list.is_empty());
    let joined = top(&clauses.from, "join") + top(&clauses.from, ",");
    let likes: usize = conditions.iter().map(|c| top(c, "like") + top(c, "or")).sum();
    let a = is(&clauses.filter) + is(&clauses.group) + is(&clauses.order) + usize::from(clauses.limit) + joined + likes;
    let from_conditions: Vec<Word> =
        clauses.from.iter().skip_while(|w| w.text != "on" || w.depth > 0).cloned().collect();
    let b = nested(&from_conditions) + nested(&clauses.filter) + nested(&clauses.having) + clauses.set_operations;
    let (columns, shown) = listed(&clauses.select);
    let (groups, _) = if clauses.group.is_empty() { (0, 0) } else { listed(&clauses.group) };
    let (_, sorted) = if clauses.order.is_empty() { (0, 0) } else { listed(&clauses.order) };
    // The official count takes NOT in a condition and AND in HAVING for functions.
    let aggregates = shown + sorted + top(&clauses.filter, "not") + connectives(&clauses.having);
    let c = usize::from(aggregates > 1)
        + usize::from(columns > 1)
        + usize::from(connectives(&clauses.filter) > 0)
        + usize::from(groups > 1);
    if a <= 1 && b == 0 && c == 0 {
        Difficulty::Easy
    } else if b == 0 && (c <= 2 && a <= 1 || a <= 2 && c < 2) {
        Difficulty::Medium
    } else if b == 0 && (c > 2 && a <= 2 || a == 3 && c <= 2) || a <= 1 && c == 0 && b <= 1 {
        Difficulty::Hard
    } else {
        Difficulty::Extra
    }
}

/// Why an answer was wrong, as far as the two statements tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Miss {
    NoAnswer,
    Error,
    Timeout,
    Nesting,
    Table,
    Join,
    Aggregate,
    Grouping,
    Order,
    Value,
    Column,
}

impl Miss {
    pub fn name(self) -> &'static str {
        match self {
            Miss::NoAnswer => "no answer",
            Miss::Error => "error",
            Miss::Timeout => "timeout",
            Miss::Nesting => "nesting",
            Miss::Table => "wrong table",
            Miss::Join => "join",
            Miss::Aggregate => "aggregate",
            Miss::Grouping => "grouping",
            Miss::Order => "order",
            Miss::Value => "value",
            Miss::Column => "column",
        }
    }
}

/// The first thing in which two statements that both run differ.
pub fn difference(gold: &str, ours: &str) -> Miss {
    let (gold, ours) = (words(gold), words(ours));
    let count = |words: &[Word], wanted: &[&str]| words.iter().filter(|w| wanted.contains(&w.text.as_str())).count();
    let deep = |w: &[Word]| (count(w, &["select"]), SET_WORDS.map(|s| count(w, &[s])));
    let tables = |words: &[Word]| -> BTreeSet<String> {
        let named = words.windows(2).filter(|w| matches!(w, [a, _] if a.text == "from" || a.text == "join"));
        named.filter_map(|w| w.get(1)).map(|w| w.text.trim_matches(['"', '`']).to_lowercase()).collect()
    };
    let functions = |w: &[Word]| FUNCTIONS.map(|f| count(w, &[f]));
    let literals = |words: &[Word]| -> BTreeSet<String> {
        let literal = |w: &&Word| w.text.starts_with(['\'', '"']) || w.text.bytes().all(|b| b.is_ascii_digit());
        let texts = words.iter().filter(literal).map(|w| w.text.trim_matches(['\'', '"']).to_lowercase());
        texts.filter(|t| t != "1").collect()
    };
    let (theirs, own) = (tables(&gold), tables(&ours));
    if deep(&gold) != deep(&ours) {
        Miss::Nesting
    } else if theirs != own {
        if theirs.is_subset(&own) || own.is_subset(&theirs) { Miss::Join } else { Miss::Table }
    } else if functions(&gold) != functions(&ours) {
        Miss::Aggregate
    } else if (count(&gold, &["group"]) > 0) != (count(&ours, &["group"]) > 0) {
        Miss::Grouping
    } else if (count(&gold, &["order", "limit", "desc"])) != (count(&ours, &["order", "limit", "desc"])) {
        Miss::Order
    } else if literals(&gold) != literals(&ours) {
        Miss::Value
    } else {
        Miss::Column
    }
}

#[cfg(test)]
#[path = "statement_tests.rs"]
mod tests;
