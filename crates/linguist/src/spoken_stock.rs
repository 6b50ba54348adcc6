//! Turns of phrase about what is kept in stock: 'parts below their reorder level', 'which parts are out of stock'. `spoken` asks here.

use crate::lemma;
use crate::schema::{Col, ColumnKind, ColumnView, Schema};
use crate::spoken_everyday::{is, table_called};
use crate::tokens::{Kind, Token, tokenize};

/// The columns of a table that say how many there are and, where one does, how many there should be.
fn stock(schema: &Schema, t: usize) -> Option<(Col, Option<Col>)> {
    let columns = schema.tables.get(t)?.columns.as_slice();
    let named = |c: &ColumnView, words: &[&str]| {
        c.kind == ColumnKind::Number && words.iter().any(|w| c.words.contains(&lemma::stem_of(w)))
    };
    let level = columns.iter().position(|c| named(c, &["reorder", "minimum", "min", "threshold"]));
    // A quantity is what is kept only beside what should be.
    let kept: &[&str] = if level.is_some() {
        &["stock", "hand", "available", "inventory", "quantity", "qty"]
    } else {
        &["stock", "hand", "inventory"]
    };
    let mut held = columns.iter().enumerate().filter(|(i, c)| Some(*i) != level && named(c, kept));
    let (Some((held, _)), None) = (held.next(), held.next()) else { return None };
    Some((Col { table: t, column: held }, level.map(|column| Col { table: t, column })))
}

/// Where a question names things that are kept in stock.
fn kept(tokens: &[Token], schema: &Schema) -> Option<(usize, Col, Option<Col>)> {
    (0..tokens.len()).find_map(|at| {
        let t = table_called(tokens.get(at), schema)?;
        stock(schema, t).map(|(held, level)| (at, held, level))
    })
}

/// 'what is out of stock', where one table holds what there is.
fn nothing_left(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (0..tokens.len())
        .find(|at| is(tokens, *at, &["out"]) && is(tokens, at + 1, &["of"]) && is(tokens, at + 2, &["stock"]))?;
    let said = tokens
        .get(..at)?
        .iter()
        .all(|t| matches!(t.lower.as_str(), "what" | "which" | "is" | "are" | "do" | "we" | "anything"));
    let mut kept = (0..schema.tables.len()).filter_map(|t| stock(schema, t));
    let (Some((held, _)), None) = (kept.next(), kept.next()) else { return None };
    let rows = crate::tokens::name_words(schema.table_name(held.table)).join(" ");
    let plain = tokenize(&format!("which {rows} where {} is below 1", schema.reference(held).column));
    said.then(|| [&plain, tokens.get(at + 3..).unwrap_or_default()].concat())
}

/// 'which parts are out of stock', 'parts in stock': none of them left, or some.
pub fn out_of_stock(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let Some((noun, held, _)) = kept(tokens, schema) else { return nothing_left(tokens, schema) };
    let at = (noun + 1..tokens.len()).find(|at| {
        let out = is(tokens, *at, &["out"]) && is(tokens, at + 1, &["of"]) && is(tokens, at + 2, &["stock"]);
        out || is(tokens, *at, &["sold"]) && is(tokens, at + 1, &["out"])
    })?;
    let used = if is(tokens, at, &["out"]) { 3 } else { 2 };
    let helps =
        tokens.get(noun + 1..at)?.iter().rev().take_while(|t| matches!(t.lower.as_str(), "are" | "is" | "that"));
    let held = schema.reference(held).column;
    let from = at - helps.count();
    Some([tokens.get(..from)?, &tokenize(&format!("where {held} is below 1")), tokens.get(at + used..)?].concat())
}

/// 'parts below their reorder level', 'which parts need to be reordered', 'which parts do we need to reorder', 'parts running low':
/// fewer in stock than there should be.
pub fn running_low(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    const SAID: [&str; 17] = [
        "need to be reordered",
        "need to be restocked",
        "need reordering",
        "need restocking",
        "do we need to reorder",
        "do we have to reorder",
        "should we reorder",
        "do we need to restock",
        "running low",
        "low on stock",
        "low in stock",
        "below their reorder",
        "below the reorder",
        "below reorder",
        "under their reorder",
        "below their minimum",
        "below minimum",
    ];
    let (noun, held, level) = kept(tokens, schema)?;
    let [held, level] = [held, level?].map(|c| schema.reference(c).column);
    let rest = tokens.get(noun + 1..)?;
    let words: Vec<&str> = rest.iter().filter(|t| t.kind == Kind::Word).map(|t| t.lower.as_str()).collect();
    let (from, used) = SAID.iter().find_map(|said| {
        let said: Vec<&str> = said.split(' ').collect();
        let from = (0..words.len()).find(|i| words.get(*i..).is_some_and(|w| w.starts_with(&said)))?;
        Some((from, said.len()))
    })?;
    // 'reorder level', 'minimum stock'.
    let more =
        words.get(from + used).is_some_and(|w| matches!(*w, "level" | "levels" | "stock" | "quantity" | "point"));
    let helps = words.get(..from)?.iter().rev().take_while(|w| matches!(**w, "are" | "is" | "that")).count();
    let plain = tokenize(&format!("where {held} is below {level}"));
    let end = from + used + usize::from(more);
    Some([tokens.get(..=noun)?, rest.get(..from - helps)?, &plain, rest.get(end..)?].concat())
}

/// Kinds of prices, and what else they are called.
const PRICES: [&[&str]; 4] = [
    &["purchase", "cost", "buying", "buy", "wholesale"],
    &["selling", "sell", "sale", "retail", "list", "sales"],
    &["standard", "std"],
    &["unit"],
];

/// 'what is our stock worth at purchase price, by category': what there is of each times its price.
pub fn worth_of_stock(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    const SMALL: [&str; 22] = [
        "what", "how", "much", "is", "are", "the", "our", "my", "whole", "entire", "total", "current", "all", "of",
        "in", "s", "money", "tied", "up", "does", "show", "me",
    ];
    let kept = (0..tokens.len()).find(|at| is(tokens, *at, &["stock", "inventory"]))?;
    let worth = (0..tokens.len()).find(|at| is(tokens, *at, &["worth", "value"]))?;
    let (first, last) = (kept.min(worth), kept.max(worth));
    let before = tokens.get(..first)?;
    if !before.iter().all(|t| SMALL.contains(&t.lower.as_str())) || is(tokens, last + 1, &["more", "over", "less"]) {
        return None;
    }
    let mut all = (0..schema.tables.len()).filter_map(|t| stock(schema, t));
    let (Some((held, _)), None) = (all.next(), all.next()) else { return None };
    let between = tokens.get(first + 1..last)?;
    let between = if between.iter().all(|t| SMALL.contains(&t.lower.as_str())) { &[] } else { between };
    let rest = tokens.get(last + 1..)?;
    // 'at selling price'.
    let at = rest
        .iter()
        .position(|t| t.lower == "at")
        .filter(|at| (at + 1..at + 4).any(|i| is(rest, i, &["price", "prices", "cost", "costs", "value"])));
    let price_ends =
        at.and_then(|at| (at + 1..at + 4).find(|i| is(rest, *i, &["price", "prices", "cost", "costs", "value"])));
    let said = at.zip(price_ends).and_then(|(at, end)| rest.get(at + 1..=end)).unwrap_or_default();
    let price = price_of_stock(held.table, said, schema)?;
    let [held, price] = [held, price].map(|c| schema.reference(c).column);
    let (head, tail) = match at.zip(price_ends) {
        Some((at, end)) => (rest.get(..at)?, rest.get(end + 1..)?),
        None => (rest, &[][..]),
    };
    let tail = tail.get(usize::from(tail.first().is_some_and(|t| t.is_punct(',')))..)?;
    Some([&tokenize(&format!("total {held} times {price}")), between, head, tail].concat())
}

/// The price that is said, else what a piece cost, else the only one there is.
fn price_of_stock(t: usize, said: &[Token], schema: &Schema) -> Option<Col> {
    let columns = schema.tables.get(t)?.columns.as_slice();
    let has = |c: &ColumnView, words: &[&str]| words.iter().any(|w| c.words.contains(&lemma::stem_of(w)));
    let priced = |c: &ColumnView| c.kind == ColumnKind::Number && has(c, &["price", "cost"]);
    let prices: Vec<usize> = columns.iter().enumerate().filter(|(_, c)| priced(c)).map(|(i, _)| i).collect();
    let called = |words: &[&str]| {
        let mut found = prices.iter().filter(|i| columns.get(**i).is_some_and(|c| has(c, words)));
        found.next().copied().filter(|_| found.next().is_none())
    };
    let kind = PRICES.iter().find(|kind| said.iter().any(|t| kind.contains(&t.lower.as_str())));
    let column = match (prices.as_slice(), kind) {
        ([only], _) => Some(*only),
        (_, Some(kind)) => called(kind),
        (_, None) => PRICES.first().and_then(|cost| called(cost)),
    };
    column.map(|column| Col { table: t, column })
}
