//! What rows have or have not, said of a column that is often empty; and words that only name a column by what is done with it:
//! 'shipments with a damage claim', 'status breakdown'. `spoken` asks here.

use crate::lemma;
use crate::schema::{Col, ColumnKind, Schema};
use crate::spoken_everyday::{is, table_called};
use crate::tokens::{Kind, Token, name_words, tokenize};

/// Words of a column's name behind what it is about.
const COUNTED_IN: [&str; 18] = [
    "eur", "usd", "gbp", "chf", "amount", "kwh", "kw", "kg", "km", "cm", "mm", "date", "no", "number", "id", "code",
    "on", "at",
];
/// What may stand behind it and is about something else; all other words may say more of it.
const GOES_ON: [&str; 13] =
    ["in", "during", "since", "per", "by", "each", "this", "last", "yesterday", "today", "from", "between", "after"];
const LONGEST_NAME: usize = 3;
/// Words in front of rows that are only counted.
const COUNTING: [&str; 6] = ["many", "percentage", "percent", "share", "number", "count"];

/// 'how many shipments had a damage claim': where it is not empty.
pub fn had_one(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    // 'does Rosa have a supervisor' is answered by yes or no.
    if is(tokens, 0, &["do", "does", "did", "is", "are", "was", "were", "has", "have", "had"]) {
        return None;
    }
    let article = |at: usize| is(tokens, at + 1, &["a", "an", "any"]);
    // 'percentage of projects with battery'; 'customers with email' may as well ask to see it.
    let counts = tokens.iter().take(3).any(|t| COUNTING.contains(&t.lower.as_str()));
    let at =
        (1..tokens.len()).find(|at| is(tokens, *at, &["with", "had", "have", "has"]) && (counts || article(*at)))?;
    let from = at + 1 + usize::from(article(at));
    let (end, column) = (1..=LONGEST_NAME).rev().find_map(|length| {
        let said = tokens.get(from..from + length)?;
        Some((from + length, sometimes_known(said, schema)?))
    })?;
    let ends =
        tokens.get(end).is_none_or(|t| matches!(t.kind, Kind::Punct('?' | '.' | '!'))) || is(tokens, end, &GOES_ON);
    if !ends || table_called(tokens.get(end - 1), schema).is_some() {
        return None;
    }
    let name = name_words(&schema.column(column)?.name).join(" ");
    let known = tokenize(&format!("where {name} is not missing"));
    let that = usize::from(is(tokens, at - 1, &["that", "which", "who"]));
    Some([tokens.get(..at - that)?, &known, tokens.get(end..)?].concat())
}

/// 'how many ratings are missing': how many rows have none.
pub fn missing(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (0..tokens.len()).find(|at| is(tokens, *at, &["how"]) && is(tokens, at + 1, &["many"]))? + 2;
    let verb = (at + 1..tokens.len()).take(LONGEST_NAME).find(|i| is(tokens, *i, &["are", "is", "were"]))?;
    if !is(tokens, verb + 1, &["missing", "empty", "blank", "unknown"]) {
        return None;
    }
    let column = sometimes_known(tokens.get(at..verb)?, schema)?;
    let (table, name) = (schema.table_name(column.table), name_words(&schema.column(column)?.name).join(" "));
    let rows = tokenize(&format!("{} where {name} is missing", name_words(table).join(" ")));
    Some([tokens.get(..at)?, &rows, tokens.get(verb + 2..)?].concat())
}

/// The one column that is called so, but for what it is counted in, where it is empty in some rows.
fn sometimes_known(said: &[Token], schema: &Schema) -> Option<Col> {
    let called = |c: &Col| {
        let words = name_words(&schema.reference(*c).column);
        let same = |(word, said): (&String, &Token)| lemma::stem_of(word) == said.stem;
        let begins = words.len() >= said.len() && words.iter().zip(said).all(same);
        let rest = words.get(said.len()..).unwrap_or_default();
        let unit = |word: &String| COUNTED_IN.contains(&word.as_str());
        begins && (rest.iter().all(unit) || unit(&rest.concat()))
    };
    let columns = schema
        .tables
        .iter()
        .enumerate()
        .flat_map(|(table, view)| (0..view.columns.len()).map(move |column| Col { table, column }));
    let mut found = columns.filter(called);
    let (Some(only), None) = (found.next(), found.next()) else { return None };
    let empty = schema.column(only)?.null_count.is_some_and(|n| n > 0);
    (empty && schema.flag(only).is_none()).then_some(only)
}

/// 'status breakdown for Heidi': the breakdown by status.
pub fn breakdown(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (1..tokens.len()).find(|at| is(tokens, *at, &["breakdown"]))?;
    let column = |t: &Token| {
        let kind = |p: &crate::schema::Posting| match p.element {
            crate::schema::Element::Column(c) => p.weight >= 1.0 && schema.kind(c) == ColumnKind::Text,
            crate::schema::Element::Table(_) => false,
        };
        t.kind == Kind::Word && schema.postings.get(&t.stem).is_some_and(|all| all.iter().any(kind))
    };
    let what = tokens.get(at - 1).filter(|t| column(t))?;
    if is(tokens, at + 1, &["by", "per"]) {
        return None;
    }
    Some([tokens.get(..at - 1)?, &tokenize("breakdown by"), std::slice::from_ref(what), tokens.get(at + 1..)?].concat())
}
