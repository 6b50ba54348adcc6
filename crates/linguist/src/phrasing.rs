//! Other ways to say what the reader knows: an order told by its ends ('from the oldest to the youngest'), a clause that
//! stands before what is asked ('for loans above 500, show ...'), a figure that is only pointed at ('and what is that
//! average'). They are put into the reader's words before anything is linked, whoever asks.
//!
//! Each turn is about English and about no database; what needs the names of a database takes them from the schema.

use crate::lexicon::{Mark, lexicon};
use crate::phrasing_figures::{
    and_how_many, either_is, how_on_average, in_all, one_figure_more, rate, so_many_of, than_the_average, that_figure,
};
use crate::phrasing_nouns::{
    are_called, every_different, is_called, no_repeats, plain_each, what_it_costs, where_it_is, who_did, whose_id,
};
use crate::phrasing_orders::{alphabetically_by, comes_first, first_to_last, starts_with};
use crate::schema::Schema;
use crate::spoken_everyday::table_called;
use crate::tokens::{Kind, Token, tokenize};

/// The most words between the ends of an order and the noun it goes by.
pub(crate) const NEAR: usize = 4;

pub(crate) type Turn = fn(&[Token], &Schema) -> Option<Vec<Token>>;

/// Turns that hold whoever asks.
const ALWAYS: [Turn; 23] = [
    over_all,
    but_none,
    when_it_was,
    sooner_or_later,
    order_in_front,
    clause_in_front,
    alphabetically_by,
    first_to_last,
    starts_with,
    that_figure,
    and_how_many,
    than_the_average,
    the_year,
    so_many_of,
    in_all,
    no_repeats,
    are_called,
    is_called,
    how_on_average,
    done_by,
    who_did,
    one_figure_more,
    either_is,
];

/// Turns for public question sets only: people say some of these otherwise (`spoken`), and are better asked back about the rest.
const OF_SETS: [Turn; 8] =
    [plain_each, comes_first, rate, what_it_costs, where_it_is, every_different, from_to, whose_id];

/// The question in the words of the reader.
pub fn plainly(tokens: Vec<Token>, schema: &Schema, for_people: bool) -> Vec<Token> {
    let of_sets: &[Turn] = if for_people { &[] } else { &OF_SETS };
    let turns = ALWAYS.iter().chain(of_sets);
    turns.fold(tokens, |tokens, turn| turn(&tokens, schema).unwrap_or(tokens))
}

pub(crate) fn word(tokens: &[Token], at: usize) -> &str {
    tokens.get(at).map_or("", |t| t.lower.as_str())
}

pub(crate) fn is(tokens: &[Token], at: usize, words: &[&str]) -> bool {
    tokens.get(at).is_some_and(|t| words.contains(&t.lower.as_str()))
}

/// The words from here on are these.
pub(crate) fn says(tokens: &[Token], at: usize, phrase: &[&str]) -> bool {
    phrase.iter().enumerate().all(|(i, w)| word(tokens, at + i) == *w)
}

pub(crate) fn ends(tokens: &[Token], at: usize) -> bool {
    tokens.get(at).is_none_or(|t| matches!(t.kind, Kind::Punct(_)))
}

pub(crate) fn sentence_ends(tokens: &[Token], at: usize) -> bool {
    tokens.get(at).is_none_or(|t| matches!(t.kind, Kind::Punct('.' | '?' | '!' | ';')))
}

/// `tokens` with those from `from` up to `to` said in other words.
pub(crate) fn replaced(tokens: &[Token], from: usize, to: usize, by: &str) -> Option<Vec<Token>> {
    Some([tokens.get(..from)?, &tokenize(by), tokens.get(to..)?].concat())
}

pub(crate) fn text(tokens: &[Token]) -> String {
    tokens.iter().map(|t| t.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// Words that begin what is asked.
pub(crate) const ASKING: [&str; 17] = [
    "show", "list", "give", "find", "return", "display", "name", "tell", "what", "which", "who", "how", "count",
    "report", "get", "state", "print",
];

/// 'in order of year, show ...' and 'sorted by year, list ...': the order comes last.
fn order_in_front(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let said = lexicon().mark_at(tokens).is_some_and(|(_, mark)| *mark == Mark::Order)
        || says(tokens, 0, &["in", "order", "of"])
        || says(tokens, 0, &["in", "descending", "order"])
        || says(tokens, 0, &["in", "ascending", "order"]);
    let comma = (1..tokens.len().min(9)).find(|at| tokens.get(*at).is_some_and(|t| t.is_punct(',')))?;
    if !said || !is(tokens, comma + 1, &ASKING) {
        return None;
    }
    moved_behind(tokens, comma)
}

/// 'for loans with a fee above 500, show the start': what it is about comes behind what is shown.
fn clause_in_front(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let opens = is(tokens, 0, &["for", "among", "considering", "of"]) || says(tokens, 0, &["looking", "only", "at"]);
    let each =
        tokens.get(..4).unwrap_or_default().iter().any(|t| matches!(t.lower.as_str(), "each" | "every" | "which"));
    let comma = (2..tokens.len()).find(|at| tokens.get(*at).is_some_and(|t| t.is_punct(',')))?;
    let one_of_them =
        is(tokens, comma + 1, &["which", "who", "what"]) && is(tokens, comma + 2, &["one", "of", "is", "are"]);
    if !opens || each || one_of_them || !is(tokens, comma + 1, &ASKING) || sentence_breaks(tokens.get(..comma)?) {
        return None;
    }
    moved_behind(tokens, comma)
}

fn sentence_breaks(tokens: &[Token]) -> bool {
    (0..tokens.len()).any(|at| sentence_ends(tokens, at))
}

/// What stands before a comma, put behind the sentence it opens.
fn moved_behind(tokens: &[Token], comma: usize) -> Option<Vec<Token>> {
    let end = (comma + 1..tokens.len()).find(|at| sentence_ends(tokens, *at)).unwrap_or(tokens.len());
    Some([tokens.get(comma + 1..end)?, tokens.get(..comma)?, tokens.get(end..)?].concat())
}

/// 'earlier than the year 2000'.
fn the_year(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let year = |at: usize| tokens.get(at).and_then(Token::number).is_some_and(|n| (1_000.0..3_000.0).contains(&n));
    let at = (1..tokens.len()).find(|at| {
        says(tokens, *at, &["the", "year"])
            && year(at + 2)
            && is(tokens, at - 1, &["than", "before", "after", "since", "to", "until", "in", "from", "between", "and"])
    })?;
    replaced(tokens, at, at + 2, "")
}

/// 'the hours worked by the restorer whose name is Kranz': nothing is broken down.
fn done_by(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (2..tokens.len()).find(|at| {
        let relates = |i: &usize| is(tokens, *i, &["whose", "who", "named", "called", "with"]);
        let from = is(tokens, *at, &["by"])
            && !schema.for_people
            && is(tokens, at + 2, &["from", "whose", "who"])
            && table_called(tokens.get(at + 1), schema).is_some();
        from || says(tokens, *at, &["by", "the"])
            && table_called(tokens.get(at + 2), schema).is_some()
            && tokens.get(at + 2).is_none_or(|t| t.lower == t.lemma)
            && relates(&(at + 3))
    })?;
    replaced(tokens, at, at + 1, "of")
}

/// 'earlier than 1980', 'later than 2005', 'prior to 1990'; 'before the average year' compares two figures.
fn sooner_or_later(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let mut plain = dated(tokens)?;
    // There may be two of them.
    while let Some(more) = dated(&plain) {
        plain = more;
    }
    Some(plain)
}

fn dated(tokens: &[Token]) -> Option<Vec<Token>> {
    let year = |at: usize| {
        let at = at + if says(tokens, at, &["the", "year"]) { 2 } else { 0 };
        tokens.get(at).and_then(Token::number).is_some_and(|n| (1_000.0..3_000.0).contains(&n))
    };
    let average = |at: usize| says(tokens, at, &["the", "average"]) || is(tokens, at, &["average"]);
    let found = (1..tokens.len()).find_map(|at| {
        let denied = is(tokens, at - 1, &["no", "not"]);
        match word(tokens, at) {
            "earlier" if is(tokens, at + 1, &["than"]) && year(at + 2) && !denied => Some((2, "before")),
            "later" if is(tokens, at + 1, &["than"]) && year(at + 2) && !denied => Some((2, "after")),
            "prior" if is(tokens, at + 1, &["to"]) => Some((2, "before")),
            "before" if average(at + 1) => Some((1, "less than")),
            "after" if average(at + 1) => Some((1, "greater than")),
            _ => None,
        }
        .map(|(length, plain)| (at, length, plain))
    });
    let (at, length, plain) = found?;
    replaced(tokens, at, at + length, plain)
}

/// 'visited by 10000 to 20000 people', 'from the start of 2005 through the end of 2010'.
fn from_to(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let number = |at: usize| tokens.get(at).and_then(Token::number).is_some();
    if let Some(at) = (1..tokens.len()).find(|at| {
        number(*at)
            && is(tokens, at + 1, &["to"])
            && number(at + 2)
            && is(tokens, at - 1, &["for", "by", "of", "with", "has", "have", "cost", "costs"])
    }) {
        let (low, high) = (text(tokens.get(at..=at)?), text(tokens.get(at + 2..=at + 2)?));
        return replaced(tokens, at, at + 3, &format!("between {low} and {high}"));
    }
    let from = (1..tokens.len()).find(|at| {
        says(tokens, *at, &["from", "the"])
            && is(tokens, at + 2, &["start", "beginning"])
            && number(at + 4)
            && says(tokens, at + 6, &["the", "end", "of"])
            && number(at + 9)
    })?;
    let (first, last) = (text(tokens.get(from + 4..=from + 4)?), text(tokens.get(from + 9..=from + 9)?));
    replaced(tokens, from, from + 10, &format!("between {first} and {last}"))
}

/// 'the year the team was founded', 'the date on which it was built', where a column says so.
fn when_it_was(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let (at, end, name) = (1..tokens.len()).filter(|at| is(tokens, *at, &["year", "date", "day"])).find_map(|at| {
        let was = (at + 1..at + 6).find(|i| is(tokens, *i, &["was", "were", "is", "are"]))?;
        let between = tokens.get(at + 1..was)?;
        let plain = |t: &Token| {
            matches!(
                t.lower.as_str(),
                "the" | "that" | "it" | "they" | "each" | "when" | "in" | "on" | "which" | "a" | "its"
            ) || table_called(Some(t), schema).is_some()
        };
        let verb = tokens.get(was + 1).filter(|t| t.lower.ends_with("ed") || t.lower != t.lemma)?;
        let when = tokens.get(at)?;
        let tables = schema.tables.iter().zip(&schema.catalog.tables);
        let mut columns = tables.flat_map(|(view, table)| view.columns.iter().zip(&table.columns));
        let named = columns.find(|(c, _)| c.words.contains(&verb.stem) && c.words.contains(&when.stem))?;
        (!between.is_empty() && between.iter().all(plain)).then(|| (at, was + 2, named.1.name.clone()))
    })?;
    replaced(tokens, at, end, &name)
}

/// 'artworks in London sales but no artworks in New York sales', 'in some census but in no will': but not in these.
fn but_none(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let but = (1..tokens.len()).find(|at| is(tokens, *at, &["but"]))?;
    if is(tokens, but + 1, &["in", "on", "at", "for", "with"]) && is(tokens, but + 2, &["no"]) {
        let place = word(tokens, but + 1).to_owned();
        return replaced(tokens, but + 1, but + 3, &format!("not {place}"));
    }
    let has = usize::from(is(tokens, but + 1, &["have", "has", "had", "with"]));
    let no = but + 1 + has;
    let denied = is(tokens, no, &["no", "without", "never"]);
    let noun = no + 1 + usize::from(is(tokens, no + 1, &["any", "a", "an"]));
    let again =
        tokens.get(noun).is_some_and(|t| t.kind == Kind::Word && tokens.iter().take(but).any(|o| o.stem == t.stem));
    const COMPARED: [&str; 12] =
        ["later", "earlier", "before", "after", "more", "less", "over", "under", "above", "below", "than", "least"];
    let compared = tokens.iter().skip(noun).any(|t| COMPARED.contains(&t.lower.as_str()));
    (denied && again && !compared).then(|| replaced(tokens, but + 1, noun + 1, "not")).flatten()
}

/// 'the income over its performances', 'copies printed over all issues': of these, and nothing is compared.
fn over_all(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (1..tokens.len()).find(|at| {
        let whole =
            at + 1 + usize::from(says(tokens, at + 1, &["all", "the"]) || says(tokens, at + 1, &["all", "its"]));
        is(tokens, *at, &["over"])
            && is(tokens, at + 1, &["the", "its", "their", "all", "every"])
            && (table_called(tokens.get(whole + 1), schema).is_some())
    })?;
    let every = usize::from(is(tokens, at + 1, &["every"]));
    replaced(tokens, at, at + 1 + every, if every == 1 { "of the" } else { "of" })
}
