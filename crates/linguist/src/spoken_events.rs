//! Turns of phrase in which a verb or a time of day stands for rows: 'ordered in 2025 but not in 2026', 'how often did she donate',
//! 'weekend orders', 'revenue growth 2025 vs 2024'. `spoken` asks here.

use crate::schema::Schema;
use crate::spoken_everyday::{is, table_called};
use crate::spoken_sales::deals;
use crate::time_atoms::atom_at;
use crate::tokens::{Kind, Token, name_words, tokenize};

/// What whoever comes does, whatever the rows of it are called.
const COMES: [&str; 9] = ["came", "come", "comes", "bought", "buy", "purchased", "visited", "shopped", "active"];
/// Steps from people or things to what they do.
const FAR: usize = 3;

/// How many words at a place say when.
fn time(tokens: &[Token], at: usize) -> Option<usize> {
    let preposition = usize::from(is(tokens, at, &["in", "during", "since"]));
    // How many words a time takes does not hang on when it is asked.
    let atom = atom_at(tokens.get(at + preposition..)?, jiff::civil::date(2000, 1, 1))?;
    Some(preposition + atom.used)
}

/// The rows that a verb of some people or things stands for: 'donated' for donations, 'came' for the only ones there are.
pub(crate) fn events(verb: &Token, of: usize, schema: &Schema) -> Option<usize> {
    let dated = |t: &usize| schema.happened(*t).is_some();
    let children = |of: usize| (0..schema.tables.len()).filter(move |t| schema.parents(*t).contains(&of)).filter(dated);
    // A client has bikes, and the bikes have jobs: what is dated comes first.
    let any = |of: usize| (0..schema.tables.len()).filter(move |t| schema.parents(*t).contains(&of));
    let mut theirs: Vec<usize> = children(of).collect();
    if theirs.is_empty() {
        theirs = any(of).flat_map(children).collect();
    }
    let root = Some(verb.stem.as_str()).filter(|stem| stem.len() > 3);
    let same = |t: &&usize| {
        let words = schema.tables.get(**t).map_or(&[][..], |view| view.words.as_slice());
        words.iter().any(|w| *w == verb.stem || root.is_some_and(|root| w.starts_with(root)))
    };
    // Whoever returns something returns lines of an order of theirs.
    let mut below = theirs.clone();
    for _ in 0..FAR {
        if let Some(t) = below.iter().find(same) {
            return Some(*t);
        }
        below = below.into_iter().flat_map(children).collect();
    }
    let comes = COMES.contains(&verb.lower.as_str());
    let sold = deals(schema).filter(|t| theirs.contains(t));
    match theirs.as_slice() {
        [only] if comes => Some(*only),
        _ => sold.filter(|_| comes),
    }
}

fn spoken(t: usize, schema: &Schema) -> String {
    name_words(schema.table_name(t)).join(" ")
}

/// 'customers who ordered in 2025 but not in 2026': who have orders of the one year but none of the other.
pub fn but_not(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let but = (2..tokens.len()).find(|at| is(tokens, *at, &["but", "and"]) && is(tokens, at + 1, &["not", "never"]))?;
    let second = time(tokens, but + 2)?;
    let first = (1..but).find(|at| time(tokens, *at).is_some_and(|used| at + used == but))?;
    let verb = tokens.get(first - 1).filter(|t| t.kind == Kind::Word)?;
    let subject = (0..first - 1).rev().find_map(|i| table_called(tokens.get(i), schema))?;
    let rows = spoken(events(verb, subject, schema)?, schema);
    let have = tokenize(&format!("have {rows}"));
    let none = tokenize(&format!("but no {rows}"));
    let (when, other) = (tokens.get(first..but)?, tokens.get(but + 2..but + 2 + second)?);
    Some([tokens.get(..first - 1)?, &have, when, &none, other, tokens.get(but + 2 + second..)?].concat())
}

/// 'which customer ordered the most in October', 'which donor donated most often': the one with the most orders, donations.
pub fn did_most(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let (verb, most, end) = (1..tokens.len()).find_map(|verb| {
        let most = verb + 1 + usize::from(is(tokens, verb + 1, &["the"]));
        let word = tokens.get(most).filter(|t| matches!(t.lower.as_str(), "most" | "least" | "fewest"))?;
        let often = usize::from(is(tokens, most + 1, &["often", "frequently", "times"]));
        let end = most + 1 + often;
        let ends = tokens.get(end).is_none_or(|t| matches!(t.kind, Kind::Punct(_)))
            || is(tokens, end, &["in", "since", "during", "last", "this", "between", "from", "at", "on"]);
        ends.then(|| (verb, word.lower.clone(), end))
    })?;
    let subject = (0..verb).rev().find_map(|i| table_called(tokens.get(i), schema))?;
    // 'who bought the most' spent the most; 'who came the most' is counted.
    let bought = is(tokens, verb, &["bought", "buy", "purchased", "used"]);
    let rows = events(tokens.get(verb).filter(|_| !bought)?, subject, schema)?;
    let most = if most == "most" { "most" } else { "fewest" };
    let plain = tokenize(&format!("with the {most} {}", spoken(rows, schema)));
    Some([tokens.get(..verb)?, &plain, tokens.get(end..)?].concat())
}

/// 'customers who bought nothing this year': who did not buy anything.
pub fn did_nothing(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (2..tokens.len()).find(|at| is(tokens, *at, &["nothing"]))?;
    let verb =
        tokens.get(at - 1).filter(|t| t.kind == Kind::Word && !is(tokens, at - 1, &["is", "was", "cost", "for"]))?;
    let subject = (0..at - 1).rev().find_map(|i| table_called(tokens.get(i), schema))?;
    events(verb, subject, schema)?;
    let not = tokenize(&format!("did not {} anything", verb.lower));
    Some([tokens.get(..at - 1)?, &not, tokens.get(at + 1..)?].concat())
}

/// 'how often did Celia Crane donate': how many times.
pub fn how_often(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let how = (0..tokens.len()).find(|at| is(tokens, *at, &["how"]) && is(tokens, at + 1, &["often"]))?;
    let does = is(tokens, how + 2, &["did", "does", "do", "has", "have", "was", "were"]);
    does.then_some(())?;
    Some([tokens.get(..how)?, &tokenize("how many times"), tokens.get(how + 2..)?].concat())
}

/// 'how many hours did we spend on hull cleaning', where a column counts them: the total of them.
pub fn units_spent(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    if !is(tokens, 0, &["how"]) || !is(tokens, 1, &["many"]) || !is(tokens, 3, &["did", "do", "have"]) {
        return None;
    }
    let unit = tokens.get(2)?;
    let counts =
        |c: &crate::schema::ColumnView| c.kind == crate::schema::ColumnKind::Number && c.words == [unit.stem.clone()];
    let stored = schema.tables.iter().flat_map(|t| &t.columns).filter(|c| counts(c)).count() == 1;
    let spent = (4..tokens.len().min(8)).find(|at| is(tokens, *at, &["spend", "spent", "work", "worked"]))?;
    let ours = tokens.get(4..spent)?.iter().all(|t| matches!(t.lower.as_str(), "we" | "they" | "i"));
    let on = usize::from(is(tokens, spent + 1, &["on", "for"]));
    (stored && ours).then(|| {
        let plain = tokenize(&format!("total {} for", unit.lower));
        [&plain, tokens.get(spent + 1 + on..).unwrap_or_default()].concat()
    })
}

/// 'weekend orders', 'evening performances': orders on weekends, performances in the evening.
pub fn at_such_times(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    const TIMES: [(&str, &str); 5] = [
        ("weekend", "on weekends"),
        ("weekday", "on weekdays"),
        ("evening", "in the evening"),
        ("morning", "in the morning"),
        ("afternoon", "in the afternoon"),
    ];
    let at = (0..tokens.len()).find(|at| TIMES.iter().any(|(word, _)| is(tokens, *at, &[word])))?;
    let (_, plain) = TIMES.iter().find(|(word, _)| is(tokens, at, &[word]))?;
    let noun = tokens.get(at + 1).filter(|t| t.lower != t.lemma)?;
    let when = table_called(Some(noun), schema).and_then(|t| schema.happened(t))?;
    let stored = schema.postings.contains_key(&tokens.get(at)?.stem);
    if stored || plain.starts_with("in") && !schema.has_hours(when) {
        return None;
    }
    Some([tokens.get(..at)?, std::slice::from_ref(noun), &tokenize(plain), tokens.get(at + 2..)?].concat())
}

/// 'revenue growth 2025 vs 2024': the two side by side.
pub fn growth(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let at = (1..tokens.len()).find(|at| is(tokens, *at, &["growth", "change", "increase"]))?;
    let versus = tokens.iter().skip(at).any(|t| matches!(t.lower.as_str(), "vs" | "versus" | "compared"));
    let from = at + 1 + usize::from(is(tokens, at + 1, &["in"]));
    versus.then(|| [tokens.get(..at).unwrap_or_default(), tokens.get(from..).unwrap_or_default()].concat())
}

/// 'which genre has the highest cancellation rate': the rate by genre; `reading_rows` keeps the best of them.
pub fn best_share(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let text: Vec<&str> = tokens.iter().map(|t| t.lower.as_str()).collect();
    let (from, at) = crate::reading_rows::ranks_shares(&text)?;
    // 'the highest hourly rate' is a column.
    let rate = crate::lemma::stem_of("rate");
    let stored = |c: &crate::schema::ColumnView| {
        let said = |w: &String| *w == rate || tokens.iter().any(|t| t.stem == *w);
        c.kind == crate::schema::ColumnKind::Number && c.words.contains(&rate) && c.words.iter().all(said)
    };
    if schema.tables.iter().flat_map(|t| &t.columns).any(stored) {
        return None;
    }
    let has = (from + 2..at).find(|i| is(tokens, *i, &["has", "have", "had", "with", "shows", "sees"]))?;
    let group = tokens.get(from + 1..has).filter(|group| !group.is_empty() && group.len() < 4)?;
    let rest = tokens.get(at + 1..)?;
    let end = rest.len() - rest.iter().rev().take_while(|t| matches!(t.kind, Kind::Punct(_))).count();
    Some([tokens.get(..from)?, rest.get(..end)?, &tokenize("by"), group, rest.get(end..)?].concat())
}
