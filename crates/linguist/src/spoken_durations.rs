//! Turns of phrase about how long things took and what is still to come: 'stays that lasted more than 20 days', 'the longest stay',
//! 'how long do boats stay', 'upcoming performances', 'when is the next session'. `spoken` asks here.

use crate::schema::{ColumnKind, Schema};
use crate::spoken_everyday::{is, table_called};
use crate::tokens::{Kind, Token, tokenize};

const LASTS: [&str; 8] = ["lasted", "last", "lasts", "lasting", "took", "take", "takes", "taking"];

/// The table that a word names, by the last word of its name or by the first of two.
pub(crate) fn thing(token: Option<&Token>, schema: &Schema) -> Option<usize> {
    let word = token.filter(|t| t.kind == Kind::Word)?;
    let first = || {
        let mut named = (0..schema.tables.len()).filter(|t| {
            schema.tables.get(*t).is_some_and(|v| v.words.len() == 2 && v.words.first() == Some(&word.stem))
        });
        named.next().filter(|_| named.next().is_none())
    };
    table_called(token, schema).or_else(first)
}

/// The last thing named before a word whose rows take time.
fn timed_before(tokens: &[Token], at: usize, schema: &Schema) -> Option<usize> {
    (0..at).rev().find_map(|i| thing(tokens.get(i), schema)).filter(|t| schema.elapsed(*t).is_some())
}

/// How many days or hours a length of time is, and how many words say it.
fn length(tokens: &[Token], at: usize) -> Option<(f64, &'static str, usize)> {
    let one = is(tokens, at, &["a", "an", "one"]);
    let n = tokens.get(at).and_then(Token::number).or(one.then_some(1.0))?;
    let (factor, unit) = match tokens.get(at + 1)?.lemma.as_str() {
        "day" | "night" => (1.0, "days"),
        "week" => (7.0, "days"),
        "hour" => (1.0, "hours"),
        _ => return None,
    };
    Some((n * factor, unit, 2))
}

/// 'stays that lasted more than 20 days', 'jobs finished within a week': from the one moment to the other.
pub fn lasted(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let compared = |at: usize| {
        let than = is(tokens, at + 1, &["than"]);
        match tokens.get(at)?.lower.as_str() {
            "more" | "longer" if than => Some(("more than", 2)),
            "less" | "shorter" | "fewer" if than => Some(("less than", 2)),
            "over" => Some(("more than", 1)),
            "under" | "within" => Some(("at most", 1)),
            _ => None,
        }
    };
    let (at, told, n, unit, end) = (1..tokens.len()).find_map(|at| {
        // 'stays were longer than two weeks'.
        let were = is(tokens, at, &["were", "was", "are", "is"]) && is(tokens, at + 1, &["longer", "shorter"]);
        let lasts = is(tokens, at, &LASTS) || were;
        let from = at + usize::from(lasts) + usize::from(lasts && is(tokens, at + 1, &["for"]));
        let (told, used) =
            compared(from).filter(|(told, _)| lasts || *told == "at most" && is(tokens, at, &["within"]))?;
        let (n, unit, words) = length(tokens, from + used)?;
        Some((at, told, n, unit, from + used + words))
    })?;
    let t = timed_before(tokens, at, schema)?;
    // 'more than 15 hours', where a column counts them.
    let counted =
        |c: &crate::schema::ColumnView| c.kind == ColumnKind::Number && c.words.contains(&crate::lemma::stem_of(unit));
    if schema.tables.get(t)?.columns.iter().any(counted) {
        return None;
    }
    let took = schema.elapsed(t)?;
    let (from, to) = (schema.reference(took.from).column, schema.reference(took.to).column);
    // 'took more than 10 days to close' says which moment itself.
    let verb = usize::from(is(tokens, end, &["to"])) * 2;
    let own = schema.view(took.to).zip(tokens.get(end + 1)).is_some_and(|(view, t)| view.words.contains(&t.stem));
    if verb > 0 && !own {
        return None;
    }
    // 'were finished within a week': the verb says no more than 'within'.
    let ended = ["finished", "completed", "done", "closed", "resolved", "over", "ended"];
    let verb_before = |at: usize| {
        let done = usize::from(is(tokens, at - 1, &ended));
        done + usize::from(done > 0 && at > 2 && is(tokens, at - 2, &["were", "was", "are", "is"]))
    };
    let before = if is(tokens, at, &["within"]) { verb_before(at) } else { 0 };
    if is(tokens, at, &["within"]) && before == 0 {
        return None;
    }
    let who = usize::from(at > before + 1 && is(tokens, at - before - 1, &["that", "which"]));
    let plain = tokenize(&format!("that took {told} {n} {unit} from {from} to {to}"));
    Some([tokens.get(..at - before - who)?, &plain, tokens.get(end + verb..)?].concat())
}

/// 'the longest stay', where a stay has two moments and no length: the one with the longest duration.
pub fn longest(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (0..tokens.len()).find(|at| is(tokens, *at, &["longest", "shortest"]))?;
    let noun = tokens.get(at + 1)?;
    let t = thing(Some(noun), schema).filter(|t| schema.elapsed(*t).is_some())?;
    let long = |c: &crate::schema::ColumnView| {
        let words = ["length", "duration", "minute", "hour", "day", "distance", "runtime", "time"];
        c.kind == ColumnKind::Number && words.iter().any(|w| c.words.contains(&crate::lemma::stem_of(w)))
    };
    if schema.tables.get(t)?.columns.iter().any(long) {
        return None;
    }
    // Words of the thing's name beside its first one.
    let more = usize::from(tokens.get(at + 2).is_some_and(|t2| {
        schema.tables.get(t).is_some_and(|v| v.words.contains(&t2.stem) && v.words.contains(&noun.stem))
    }));
    let word = tokens.get(at)?.lower.clone();
    let several =
        noun.lower != noun.lemma || tokens.get(at + 2).filter(|_| more > 0).is_some_and(|t| t.lower != t.lemma);
    let asks = at.checked_sub(1).and_then(|i| tokens.get(i)).is_some_and(|t| t.number().is_some());
    if several && !asks {
        return None;
    }
    let plain = tokenize(&format!("with the {word} duration"));
    let end = at + 2 + more;
    let unit = if is(tokens, end, &["in"]) && is(tokens, end + 1, &["days", "nights", "hours"]) { 2 } else { 0 };
    Some([tokens.get(..at)?, tokens.get(at + 1..end)?, &plain, tokens.get(end + unit..)?].concat())
}

/// 'which boat stayed the longest', 'which kind of work takes longest': the boat of the longest stay, the kind that takes longest
/// on average.
pub fn which_lasts(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    if !is(tokens, 0, &["which", "what"]) {
        return None;
    }
    let (at, end, word) = (2..tokens.len()).find_map(|at| {
        let the = at + 1 + usize::from(is(tokens, at + 1, &["the"]));
        let word = tokens.get(the).filter(|t| matches!(t.lower.as_str(), "longest" | "shortest"))?;
        let ends = tokens.get(the + 1).is_none_or(|t| matches!(t.kind, Kind::Punct(_))) || is(tokens, the + 1, &["on"]);
        ends.then(|| (at, the + 1, word.lower.clone()))
    })?;
    let verb = tokens.get(at)?;
    if let Some(t) = table_called(Some(verb), schema).filter(|t| schema.elapsed(*t).is_some()) {
        let rows = crate::tokens::name_words(schema.table_name(t)).join(" ");
        let plain = tokenize(&format!("had the {word} duration of {rows}"));
        return Some([tokens.get(..at)?, &plain, tokens.get(end..)?].concat());
    }
    let usual = usize::from(is(tokens, end, &["on"]) && is(tokens, end + 1, &["average"])) * 2;
    // 'which kind of job takes longest' asks for a kind.
    let kind = is(tokens, 1, &["kind", "type", "sort"]) && is(tokens, 2, &["of"]);
    let subject = if kind { tokens.get(1..2)? } else { tokens.get(1..at)? };
    let at = if kind { 2 } else { at };
    let rows = subject.iter().any(|t| thing(Some(t), schema).is_some_and(|t| schema.elapsed(t).is_some()));
    let timed = (0..schema.tables.len()).filter(|t| schema.elapsed(*t).is_some()).count() == 1;
    if !LASTS.contains(&verb.lower.as_str()) || rows || !timed {
        return None;
    }
    let high = if word == "longest" { "highest" } else { "lowest" };
    let plain = tokenize(&format!("has the {high} average duration"));
    Some([tokens.get(..at)?, &plain, tokens.get(end + usual..)?].concat())
}

/// 'how long do boats stay on average', 'how many nights did boats stay in total', where stays are rows: how long those take.
pub fn stayed(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let how = (0..tokens.len()).find(|at| {
        let nights = is(tokens, at + 1, &["many"]) && is(tokens, at + 2, &["nights", "days", "hours"]);
        is(tokens, *at, &["how"]) && (nights || is(tokens, at + 1, &["long"]))
    })?;
    let long = is(tokens, how + 1, &["long"]);
    let does = Some(how + if long { 2 } else { 3 }).filter(|at| is(tokens, *at, &["do", "does", "did"]))?;
    let verb = (does + 2..tokens.len().min(does + 6)).find(|at| {
        let plain = tokens.get(*at).filter(|t| t.lower == t.lemma);
        let named = table_called(plain, schema);
        named.is_some_and(|t| schema.elapsed(t).is_some()) && !is(tokens, at - 1, &["a", "an", "the", "each", "per"])
    })?;
    if tokens.get(verb + 1..)?.iter().any(|t| LASTS.contains(&t.lower.as_str()) || t.lower == "stay") {
        return None;
    }
    let t = table_called(tokens.get(verb), schema)?;
    let rest = tokens.get(verb + 1..)?;
    let total = (0..rest.len()).find(|i| {
        is(rest, *i, &["in", "altogether"]) && (is(rest, i + 1, &["total"]) || is(rest, *i, &["altogether"]))
    });
    let usual = (0..rest.len()).find(|i| is(rest, *i, &["on"]) && is(rest, i + 1, &["average"]));
    let behind = match (total, usual) {
        (Some(i), _) | (_, Some(i)) => [rest.get(..i)?, rest.get(i + 2..).unwrap_or_default()].concat(),
        _ => rest.to_vec(),
    };
    let figure = if total.is_some() || !long && usual.is_none() { "total" } else { "average" };
    let unit = if is(tokens, how + 2, &["hours"]) { "hours" } else { "days" };
    let plain =
        tokenize(&format!("{figure} duration of {}", crate::tokens::name_words(schema.table_name(t)).join(" ")));
    let end = behind.len() - behind.iter().rev().take_while(|t| matches!(t.kind, Kind::Punct(_))).count();
    let asked = tokenize(&format!("in {unit}"));
    Some([tokens.get(..how)?, &plain, behind.get(..end)?, &asked, behind.get(end..)?].concat())
}

/// 'upcoming performances': those after today, where nothing is called so.
pub fn coming(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = tokens.iter().position(|t| matches!(t.lower.as_str(), "upcoming" | "forthcoming"))?;
    let noun = (at + 1..tokens.len().min(at + 3)).find(|i| thing(tokens.get(*i), schema).is_some())?;
    let t = thing(tokens.get(noun), schema)?;
    schema.happened(t)?;
    if schema.postings.contains_key(&tokens.get(at)?.stem) {
        return None;
    }
    Some([tokens.get(..at)?, tokens.get(at + 1..=noun)?, &tokenize("after today"), tokens.get(noun + 1..)?].concat())
}

/// 'when is the next session': the first day after today.
pub fn next(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    if !is(tokens, 0, &["when"]) || !is(tokens, 1, &["is", "are"]) || !is(tokens, 2, &["the", "our", "my"]) {
        return None;
    }
    let noun = (4..tokens.len().min(7))
        .find(|at| thing(tokens.get(*at), schema).is_some())
        .filter(|_| is(tokens, 3, &["next"]))?;
    let t = thing(tokens.get(noun), schema)?;
    let when = schema.happened(t)?;
    let name = schema.reference(when).column;
    let plain = tokenize(&format!("what is the earliest {name} of"));
    let rest = tokens.get(noun + 1..)?;
    let end = rest.len() - rest.iter().rev().take_while(|t| matches!(t.kind, Kind::Punct(_))).count();
    Some([&plain, tokens.get(4..=noun)?, rest.get(..end)?, &tokenize("after today"), rest.get(end..)?].concat())
}
