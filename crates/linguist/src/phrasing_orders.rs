//! Orders that are told by their ends or by where they begin: 'from the oldest to the youngest', 'cheapest first', 'starting with the
//! smallest'. `phrasing` asks here.

use crate::lexicon::{Mark, lexicon};
use crate::phrasing::{NEAR, ends, is, replaced, says, text};
use crate::schema::Schema;
use crate::spoken_everyday::table_called;
use crate::tokens::{Kind, Token};

/// Which way a superlative at this place goes, where it ends, and whether it says itself what it is about.
pub(crate) fn extreme(tokens: &[Token], at: usize) -> Option<(bool, usize, bool)> {
    // 'cheapest first' is a mark of its own, which is not asked for here.
    let marks =
        (1..=3).rev().filter_map(|n| lexicon().mark_at(tokens.get(at..at + n)?).filter(|(length, _)| *length == n));
    marks.into_iter().find_map(|(length, mark)| match mark {
        Mark::Extreme(up) | Mark::Most(up) => Some((*up, at + length, false)),
        Mark::Superlative(adjective) => Some((adjective.descending, at + length, true)),
        Mark::Common(up) => Some((*up, at + length, false)),
        _ => None,
    })
}

/// What is ordered by when a superlative and a noun say where it begins: 'oldest' where the noun is the thing itself, the noun
/// where it is something the thing has.
pub(crate) fn order(tokens: &[Token], at: usize, noun: &[Token], schema: &Schema) -> Option<String> {
    const FIGURES: [&str; 9] = ["total", "number", "count", "average", "sum", "figure", "amount", "one", "ones"];
    let (down, end, hinted) = extreme(tokens, at)?;
    let noun: Vec<Token> = noun
        .iter()
        .filter(|t| !matches!(t.lower.as_str(), "the" | "of" | "one" | "ones" | "them" | "these"))
        .cloned()
        .collect();
    let direction = if down { "in descending order" } else { "in ascending order" };
    let figure = noun.iter().all(|t| FIGURES.contains(&t.lower.as_str()));
    let thing = noun.last().is_some_and(|t| table_called(Some(t), schema).is_some());
    let column = |t: &Token| schema.tables.iter().flat_map(|t| &t.columns).any(|c| c.words.contains(&t.stem));
    if hinted && (noun.is_empty() || thing || !noun.last().is_some_and(column)) {
        return Some(format!("sorted by {}", text(tokens.get(at..end)?)));
    }
    if noun.is_empty() || thing {
        return Some(if down { "highest first" } else { "lowest first" }.to_owned());
    }
    if figure {
        return Some(direction.to_owned());
    }
    Some(format!("sorted by {} {direction}", whole_name(tokens, &noun, schema)))
}

/// 'range', where 'battery range' was said before and is what a column is called.
pub(crate) fn whole_name(tokens: &[Token], noun: &[Token], schema: &Schema) -> String {
    let [only] = noun else { return text(noun) };
    let named = |first: &Token| {
        let mut columns = schema.tables.iter().flat_map(|t| &t.columns);
        columns.any(|c| c.words.contains(&first.stem) && c.words.contains(&only.stem))
    };
    let said = tokens.windows(2).find_map(|pair| match pair {
        [first, last] if last.stem == only.stem && named(first) => Some(text(pair)),
        _ => None,
    });
    said.unwrap_or_else(|| text(noun))
}

/// Verbs that only announce an order, and the results they are said of, before this place.
pub(crate) fn announced(tokens: &[Token], at: usize) -> usize {
    const RESULTS: [&str; 8] = ["them", "it", "results", "result", "the", "these", "list", "those"];
    const VERBS: [&str; 14] = [
        "sort", "sorted", "order", "ordered", "rank", "ranked", "arrange", "arranged", "put", "list", "listed", "with",
        "start", "starting",
    ];
    let mut begin = at;
    while begin > 0 && is(tokens, begin - 1, &RESULTS) {
        begin -= 1;
    }
    match begin.checked_sub(1) {
        Some(verb) if verb > 0 && is(tokens, verb, &VERBS) => verb,
        _ => at,
    }
}

/// 'from the oldest rider to the youngest', 'from lowest to highest altitude', 'from the one that opened earliest to the latest'.
pub(crate) fn first_to_last(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let past_article = |at: usize| at + usize::from(is(tokens, at, &["the"]));
    let found = (1..tokens.len()).filter(|at| is(tokens, *at, &["from"])).find_map(|from| {
        let begin = past_article(from + 1);
        let first = (begin..begin + NEAR).find(|at| extreme(tokens, *at).is_some())?;
        let of_one = is(tokens, begin, &["one", "ones"]);
        if first != begin && !of_one {
            return None;
        }
        let (_, end, _) = extreme(tokens, first)?;
        let to = (end..end + NEAR).find(|at| is(tokens, *at, &["to"]))?;
        let (_, last, _) = extreme(tokens, past_article(to + 1))?;
        let between = tokens.get(end..to)?;
        let behind = (last..last + NEAR).take_while(|at| !ends(tokens, *at)).count();
        let stops = |t: &Token| lexicon().mark_at(std::slice::from_ref(t)).is_some();
        let behind = tokens.get(last..last + behind)?;
        let behind = behind.split(stops).next().unwrap_or_default();
        Some((from, first, if between.is_empty() { behind } else { between }, last + behind.len()))
    });
    let (from, first, noun, last) = found?;
    // 'sorted by price from the highest to the lowest' has said what it goes by.
    if noun.is_empty() && tokens.get(..from)?.iter().any(|t| matches!(t.lower.as_str(), "by" | "order")) {
        return None;
    }
    replaced(tokens, announced(tokens, from), last, &order(tokens, first, noun, schema)?)
}

/// 'with the oldest team first', 'put the cheapest first': all of them, in that order.
pub(crate) fn comes_first(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let first = (2..tokens.len()).find(|at| is(tokens, *at, &["first"]) && ends(tokens, at + 1))?;
    let begin = (first.saturating_sub(NEAR + 1)..first).find(|at| extreme(tokens, *at).is_some())?;
    let (_, end, _) = extreme(tokens, begin).filter(|(_, end, _)| *end <= first)?;
    let noun = tokens.get(end..first)?;
    if noun.iter().any(|t| matches!(t.kind, Kind::Punct(_))) {
        return None;
    }
    let article = begin.saturating_sub(usize::from(begin > 0 && is(tokens, begin - 1, &["the"])));
    // 'highest first' behind a noun that was ordered by is in the lexicon.
    let known =
        lexicon().mark_at(tokens.get(begin..)?).is_some_and(|(_, m)| matches!(m, Mark::Descending | Mark::Ascending));
    if known && article == begin && announced(tokens, article) == article {
        return None;
    }
    replaced(tokens, announced(tokens, article), first + 1, &order(tokens, begin, noun, schema)?)
}

/// 'starting with the smallest seed count', 'beginning with the one that lies highest'.
pub(crate) fn starts_with(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (1..tokens.len())
        .find(|at| is(tokens, *at, &["starting", "beginning"]) && is(tokens, at + 1, &["with", "from"]))?;
    let the = at + 2 + usize::from(is(tokens, at + 2, &["the"]));
    // 'in the order of their dates starting from the most recent one' has said what it goes by.
    if tokens.get(..at)?.iter().any(|t| matches!(t.lower.as_str(), "order" | "ordered" | "sorted" | "sort")) {
        return None;
    }
    let of_one = is(tokens, the, &["one", "ones"]);
    let begin = (the..the + if of_one { NEAR } else { 1 }).find(|at| extreme(tokens, *at).is_some())?;
    let (_, end, _) = extreme(tokens, begin)?;
    let noun = (end..end + NEAR).take_while(|at| !ends(tokens, *at)).count();
    let noun = tokens.get(end..end + noun)?;
    let last = end + noun.len();
    if !ends(tokens, last) {
        return None;
    }
    replaced(tokens, at, last, &order(tokens, begin, noun, schema)?)
}

/// 'sorted alphabetically by surname', 'in alphabetical order of last name'.
pub(crate) fn alphabetically_by(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let at = (1..tokens.len()).find(|at| {
        is(tokens, *at, &["alphabetically"]) && is(tokens, at + 1, &["by"])
            || says(tokens, *at, &["in", "alphabetical", "order"]) && is(tokens, at + 3, &["of", "by"])
    })?;
    let end = at + if is(tokens, at, &["in"]) { 4 } else { 2 };
    let own = usize::from(is(tokens, end, &["the", "their"]));
    replaced(tokens, announced(tokens, at), end + own, "sorted by")
}
