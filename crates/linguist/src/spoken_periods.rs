//! Turns of phrase about stretches of time that are held against each other or ranked: 'this year so far compared with the same
//! period last year', 'our busiest day of the week'. `spoken` asks here.

use crate::link::Link;
use crate::phrasing::says;
use crate::schema::{Col, ColumnKind, Schema};
use crate::segment::Piece;
use crate::spoken_everyday::{is, table_called};
use crate::spoken_sales::deals;
use crate::time_atoms::is_year;
use crate::tokens::{Kind, Token, tokenize};

/// 'this year so far compared with the same period last year': both years up to this day of them.
pub fn same_period(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let year = |at: usize| tokens.get(at).is_some_and(is_year);
    let at = (2..tokens.len()).find(|at| {
        is(tokens, *at, &["same"])
            && is(tokens, at + 1, &["period", "time", "stretch", "span", "months", "part", "point"])
    })?;
    let of = at + 2 + usize::from(is(tokens, at + 2, &["of", "in", "from"]));
    let (said, used) = match () {
        () if says(tokens, of, &["last", "year"]) || says(tokens, of, &["previous", "year"]) => ("last year", 2),
        () if says(tokens, of, &["the", "previous", "year"]) || says(tokens, of, &["the", "year", "before"]) => {
            ("last year", 3)
        }
        () if says(tokens, of, &["a", "year", "ago"]) || says(tokens, of, &["a", "year", "earlier"]) => {
            ("last year", 3)
        }
        () if year(of) => ("", 1),
        () => return None,
    };
    // 'this year', 'in 2026', and whatever says that it is not over.
    let (from, end, which) = (0..at).find_map(|i| {
        let named = i + usize::from(is(tokens, i, &["in", "for", "during", "of"]));
        match () {
            () if says(tokens, named, &["this", "year"]) && !said.is_empty() => Some((i, named + 2, None)),
            () if year(named) => Some((i, named + 1, tokens.get(named))),
            () => None,
        }
    })?;
    let so_far = |i: usize| {
        [&["so", "far"][..], &["up", "to", "now"], &["until", "now"], &["to", "date"], &["up", "until", "now"]]
            .iter()
            .find(|words| says(tokens, i, words))
            .map_or(0, |words| words.len())
    };
    // 'so far this year', 'this year so far'.
    let from = (0..from).find(|i| so_far(*i) > 0 && i + so_far(*i) == from).unwrap_or(from);
    let end = end + so_far(end);
    let article = usize::from(is(tokens, at - 1, &["the"]));
    let against = tokens.get(end..at - article)?;
    let other = if said.is_empty() { tokens.get(of..=of)?.to_vec() } else { tokenize(said) };
    let rest = tokens.get(of + used..)?;
    let ytd = tokenize("ytd");
    let which = which.map(std::slice::from_ref).unwrap_or_default();
    Some([tokens.get(..from)?, &ytd, which, against, &ytd, &other, rest].concat())
}

/// 'which day of the week is busiest', 'our busiest month for bookings in 2025', 'what time of day do people shop the most': the one
/// with the most rows.
pub fn busiest_step(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let end = tokens.len() - tokens.iter().rev().take_while(|t| matches!(t.kind, Kind::Punct(_))).count();
    let (step, rest) = busy_step(tokens, end).or_else(|| shopping_step(tokens, end))?;
    let mut rest = tokens.get(rest..end)?;
    // 'for bookings', 'for the cards'.
    let noun = 1 + usize::from(is(rest, 1, &["the", "our"]));
    let named = rest.get(noun).filter(|t| is(rest, 0, &["for", "of"]) && t.kind == Kind::Word && !t.proper);
    let rows = match named.and_then(|t| table_called(Some(t), schema)) {
        Some(table) => {
            rest = rest.get(noun + 1..)?;
            table
        }
        None => what_is_done(schema)?,
    };
    if named.is_some_and(|t| t.lower != t.lemma) && schema.tables.len() == 1 && rest.len() == noun + 1 {
        // The rows of a file are what they are called.
        rest = &[];
    }
    schema.happened(rows)?;
    if is(rest, 0, &["ever", "overall"]) {
        rest = rest.get(1..)?;
    }
    let plain = tokenize(&format!("{step} with the most {}", schema.table_name(rows)));
    Some([&plain, rest, tokens.get(end..)?].concat())
}

/// Steps of time as they are said, and as the reader has them.
const STEPS: [(&[&str], &str); 10] = [
    (&["day", "of", "the", "week"], "day of the week"),
    (&["day", "of", "week"], "day of the week"),
    (&["time", "of", "day"], "hour"),
    (&["hour", "of", "the", "day"], "hour"),
    (&["weekday"], "day of the week"),
    (&["hour"], "hour"),
    (&["month"], "month"),
    (&["quarter"], "quarter"),
    (&["week"], "week"),
    (&["day"], "day"),
];

fn step_at(tokens: &[Token], at: usize) -> Option<(&'static str, usize)> {
    STEPS.iter().find(|(said, _)| says(tokens, at, said)).map(|(said, step)| (*step, at + said.len()))
}

/// 'what is our busiest day', 'which day is the busiest', and where the rest begins.
fn busy_step(tokens: &[Token], end: usize) -> Option<(&'static str, usize)> {
    let busy = (0..end).find(|at| is(tokens, *at, &["busiest"]))?;
    let small = |t: &Token| {
        matches!(
            t.lower.as_str(),
            "what" | "which" | "when" | "is" | "was" | "are" | "our" | "the" | "my" | "show" | "me"
        )
    };
    if tokens.get(..busy)?.iter().all(small) {
        return step_at(tokens, busy + 1);
    }
    let asked = usize::from(is(tokens, 0, &["which", "what"]));
    let (step, behind) = step_at(tokens, asked).filter(|_| asked == 1)?;
    tokens.get(behind..busy)?.iter().all(small).then_some((step, busy + 1))
}

/// 'what time of day do people shop the most'.
fn shopping_step(tokens: &[Token], end: usize) -> Option<(&'static str, usize)> {
    let (step, behind) = step_at(tokens, 1).filter(|_| is(tokens, 0, &["what", "which"]))?;
    let do_it = (behind..end)
        .any(|at| is(tokens, at, &["people", "customers"]) && is(tokens, at + 1, &["shop", "buy", "order"]));
    (do_it && end.checked_sub(1).is_some_and(|last| is(tokens, last, &["most"]))).then_some((step, end))
}

/// What is done day by day: the rows of a file, the deals, else the one table with a time that points at more others than any other
/// does. A bill only tells of what was done.
fn what_is_done(schema: &Schema) -> Option<usize> {
    const BILLS: [&str; 5] = ["invoice", "bill", "payment", "receipt", "fee"];
    if schema.tables.len() == 1 {
        return Some(0);
    }
    let bills: Vec<String> = BILLS.iter().map(|w| crate::lemma::stem_of(w)).collect();
    let is_bill = |t: usize| schema.tables.get(t).is_some_and(|view| view.words.iter().any(|w| bills.contains(w)));
    let done = |t: &usize| schema.time(*t).is_some() && !schema.is_people(*t) && !is_bill(*t);
    if let Some(deals) = deals(schema).filter(done) {
        return Some(deals);
    }
    let mut by_parents: Vec<(usize, usize)> =
        (0..schema.tables.len()).filter(done).map(|t| (schema.parents(t).len(), t)).collect();
    by_parents.sort_unstable();
    match by_parents.as_slice() {
        [.., (second, _), (most, table)] => (most > second).then_some(*table),
        [(_, table)] => Some(*table),
        [] => None,
    }
}

/// 'how many arrivals did we have last month', 'departures per week': the rows by the one moment that is called so.
pub fn moments_counted(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    const SMALL: [&str; 14] =
        ["did", "do", "does", "we", "they", "have", "had", "get", "got", "were", "are", "there", "was", "see"];
    let (at, moment) = tokens.iter().enumerate().find_map(|(at, noun)| Some((at, moment_called(noun, schema)?)))?;
    let rows = crate::tokens::name_words(schema.table_name(moment.table)).join(" ");
    let column = schema.reference(moment).column;
    let rest = tokens.get(at + 1..)?;
    if at >= 2 && says(tokens, at - 2, &["how", "many"]) {
        let verb = rest.iter().take_while(|t| SMALL.contains(&t.lower.as_str())).count();
        let plain = tokenize(&format!("{rows} with {column}"));
        return Some([tokens.get(..at)?, &plain, rest.get(verb..)?].concat());
    }
    let (step, behind) = step_at(rest, 1).filter(|_| is(rest, 0, &["per", "by", "each"]))?;
    let plain = tokenize(&format!("{rows} by {column} {step}"));
    Some([tokens.get(..at)?, &plain, rest.get(behind..)?].concat())
}

/// The one column that says when something was and has this name, where nothing else is called so.
fn moment_called(noun: &Token, schema: &Schema) -> Option<Col> {
    if noun.kind != Kind::Word || noun.proper || noun.lower == noun.lemma || !noun.lower.ends_with('s') {
        return None;
    }
    let stems = [Some(noun.stem.as_str()), noun.stem.strip_suffix("al"), noun.stem.strip_suffix("ur")];
    let mut named = Vec::new();
    for (table, view) in schema.tables.iter().enumerate() {
        let stems = &stems;
        let called = move |word: &String| stems.iter().flatten().any(|stem| stem == word);
        if view.words.iter().any(called) {
            return None;
        }
        let here = view.columns.iter().enumerate().filter(|(_, c)| c.words.iter().any(called));
        named.extend(here.map(|(column, c)| (Col { table, column }, c.kind)));
    }
    match named.as_slice() {
        [(only, ColumnKind::Time)] if !schema.is_people(only.table) => Some(*only),
        _ => None,
    }
}

/// Positions of verbs that need no column of their own: 'customers who joined us in May', 'cars built in 2020', where only one column
/// says when anything was.
pub fn begun(tokens: &[Token], pieces: &[Piece], schema: &Schema) -> Vec<usize> {
    const BEGUN: [&str; 16] = [
        "joined",
        "join",
        "signed",
        "registered",
        "enrolled",
        "subscribed",
        "came",
        "added",
        "created",
        "entered",
        "recorded",
        "logged",
        "built",
        "founded",
        "listed",
        "started",
    ];
    const SMALL: [&str; 5] = ["us", "up", "with", "here", "the"];
    let dated = |t: usize| {
        let columns = schema.tables.get(t).map_or(&[][..], |view| view.columns.as_slice());
        columns.iter().filter(|c| matches!(c.kind, ColumnKind::Time | ColumnKind::Year)).count() == 1
    };
    let verb = |at: &usize| {
        let when = (at + 1..tokens.len()).find(|i| !is(tokens, *i, &SMALL));
        let timed = |p: &Piece| Some(p.start) == when && matches!(p.link, Link::Time(_));
        let noun = pieces.iter().rev().filter(|p| p.end <= *at).find_map(|p| crate::segment::table_of(&p.link));
        is(tokens, *at, &BEGUN) && pieces.iter().any(timed) && noun.is_some_and(dated)
    };
    (0..tokens.len()).filter(verb).collect()
}

#[cfg(test)]
#[path = "spoken_periods_tests.rs"]
mod tests;
