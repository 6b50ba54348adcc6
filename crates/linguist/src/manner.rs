//! One thing in several manners: 'broken down by month' and 'per month', 'in 2025, total billed' and 'total billed in 2025', 'how many
//! sale' and 'how many sales'. For people only, before anything is linked: all of them are put as the turns of phrase have them,
//! so that an answer does not hang on which one was typed.

use crate::dates::time_at;
use crate::lemma;
use crate::lexicon::{Mark, lexicon};
use crate::phrasing::{is, replaced, says, sentence_ends};
use crate::schema::Schema;
use crate::spoken_everyday::{is_usual, table_called};
use crate::tokens::{Kind, Token, tokenize};

/// Whether words are a time does not hang on the day.
const ANY_DAY: jiff::civil::Date = jiff::civil::date(2000, 1, 1);

type Turn = fn(&[Token], &Schema) -> Option<Vec<Token>>;

const TURNS: [Turn; 11] = [
    heading,
    please,
    broken_down,
    one_by_one,
    no_less,
    sum_of,
    time_in_front,
    year_behind,
    one_of_many,
    not_so,
    the_usual_one,
];

pub fn plainly(tokens: Vec<Token>, schema: &Schema) -> Vec<Token> {
    TURNS.iter().fold(tokens, |tokens, turn| turn(&tokens, schema).unwrap_or(tokens))
}

/// 'quick question: how many orders', 'Query: ...'.
fn heading(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let quick = usize::from(is(tokens, 0, &["quick", "my", "another", "one", "next"]));
    let end = quick + usize::from(is(tokens, quick, &["question", "query", "q", "task", "request"]));
    let colon = usize::from(tokens.get(end).is_some_and(|t| matches!(t.kind, Kind::Punct(':' | ',' | '.'))));
    // 'question texts by survey' is about questions.
    let heads = end > quick && (colon == 1 || quick == 1 && is(tokens, 0, &["quick"]));
    tokens.get(end + colon..).filter(|rest| heads && !rest.is_empty()).map(<[Token]>::to_vec)
}

/// 'how many orders please'.
fn please(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let said = |at: &usize| is(tokens, *at, &["please", "pls", "plz", "thx"]) && sentence_ends(tokens, at + 1);
    replaced(tokens, (1..tokens.len()).find(said)?, tokens.len(), "")
}

/// 'revenue broken down by month', 'grouped by city'.
fn broken_down(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    (1..tokens.len()).find_map(|at| {
        let verb =
            is(tokens, at, &["broken", "break", "split", "grouped", "group", "segmented", "divided", "itemised"]);
        let down = usize::from(is(tokens, at + 1, &["down", "up", "out"]));
        // 'per' is said of one thing; 'by category and by month' of several.
        let by = verb && is(tokens, at + 1 + down, &["by", "per"]);
        by.then(|| replaced(tokens, at, at + 2 + down, "per")).flatten()
    })
}

/// 'average mark, course by course', 'returns month by month'.
fn one_by_one(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let twice = |at: &usize| {
        let noun = tokens.get(*at).filter(|t| t.kind == Kind::Word);
        noun.is_some_and(|noun| {
            is(tokens, at + 1, &["by"]) && tokens.get(at + 2).is_some_and(|t| t.lower == noun.lower)
        })
    };
    let at = (1..tokens.len()).find(twice)?;
    let comma = usize::from(tokens.get(at - 1).is_some_and(|t| t.is_punct(',')));
    replaced(tokens, at - comma, at + 2, "per")
}

/// 'no less than 3': at least 3.
fn no_less(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    (0..tokens.len()).find_map(|at| {
        let no = is(tokens, at, &["no", "not"]) && is(tokens, at + 2, &["than"]);
        let plain = match (no, tokens.get(at + 1)?.lower.as_str()) {
            (true, "less" | "fewer") => "at least",
            (true, "more") => "at most",
            _ => return None,
        };
        replaced(tokens, at, at + 3, plain)
    })
}

/// 'the sum of all payments', 'sum of minutes per week'.
fn sum_of(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    if schema.postings.contains_key(&lemma::stem_of("total")) {
        // There 'total' is what a column is called.
        return None;
    }
    let at = (0..tokens.len()).find(|at| says(tokens, *at, &["sum", "of"]))?;
    let words = (at + 2..tokens.len()).take(2).take_while(|i| is(tokens, *i, &["all", "the", "our"])).count();
    replaced(tokens, at, at + 2 + words, "total")
}

/// 'In 2025, total billed': the time belongs to what is asked.
fn time_in_front(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    const LONGEST: usize = 5;
    if !is(tokens, 0, &["in", "during", "for", "since", "on", "between"]) {
        return None;
    }
    let comma = (2..=LONGEST).find(|at| tokens.get(*at).is_some_and(|t| t.is_punct(',')))?;
    let when = tokens.get(..comma)?;
    let (used, _) = time_at(when, ANY_DAY)?;
    let end = (comma + 1..=tokens.len()).find(|at| sentence_ends(tokens, *at))?;
    let asked = tokens.get(comma + 1..end).filter(|asked| used == comma && !asked.is_empty())?;
    if time_at(asked, ANY_DAY).is_some() {
        // 'in March, April and May': more of it follows.
        return None;
    }
    Some([asked, when, tokens.get(end..)?].concat())
}

/// 'how many walks did we do 2025'. Only behind what is done: behind a noun it may be the number of one.
fn year_behind(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    const DONE: [&str; 30] = [
        "do",
        "did",
        "have",
        "had",
        "make",
        "made",
        "sell",
        "sold",
        "buy",
        "bought",
        "get",
        "got",
        "take",
        "took",
        "spend",
        "spent",
        "earn",
        "win",
        "won",
        "lose",
        "lost",
        "ship",
        "book",
        "work",
        "run",
        "ran",
        "produce",
        "use",
        "something",
        "anything",
    ];
    let year = |token: &Token| {
        let plain = token.text.len() == 4 && token.text.bytes().all(|b| b.is_ascii_digit());
        plain && token.number().is_some_and(|n| (1990.0..2060.0).contains(&n))
    };
    let at = (2..tokens.len()).find(|at| tokens.get(*at).is_some_and(year) && sentence_ends(tokens, at + 1))?;
    let before = tokens.get(at - 1).filter(|t| t.kind == Kind::Word && !t.proper)?;
    let asks = is(tokens, 0, &["how", "what", "which", "who"]);
    let done = DONE.contains(&before.lower.as_str()) || before.lower.ends_with("ed");
    let other = !done || schema.postings.contains_key(&before.stem) || is_thing(before, schema);
    let behind = tokens.get(at - 1..)?;
    let compared = matches!(lexicon().mark_at(behind), Some((_, Mark::Compare(_))));
    let says_when = asks && !other && !compared && time_at(behind, ANY_DAY).is_none();
    says_when.then(|| Some([tokens.get(..at)?, &tokenize("in"), tokens.get(at..)?].concat())).flatten()
}

/// 'how many sale were refunded', 'how many day on average'.
fn one_of_many(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    const UNITS: [&str; 6] = ["day", "hour", "week", "month", "minute", "year"];
    let at = (0..tokens.len()).find(|at| says(tokens, *at, &["how", "many"]))? + 2;
    let noun = tokens.get(at).filter(|t| t.kind == Kind::Word && !t.proper && t.lower == t.lemma)?;
    let counted = UNITS.contains(&noun.lower.as_str()) || is_thing(noun, schema);
    // 'how many customer orders': the next word is what is counted.
    let alone = tokens.get(at + 1).is_none_or(|next| next.kind != Kind::Word || lexicon().is_stop(next));
    let many = lemma::plural(&noun.lower);
    (counted && alone && many != noun.lower).then(|| replaced(tokens, at, at + 1, &many)).flatten()
}

/// 'inactive members', 'how many patients are uninsured': a word that only without its 'un' is known here.
fn not_so(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    const SHORTEST: usize = 4;
    tokens.iter().enumerate().find_map(|(at, token)| {
        let plain = ["un", "in", "non"].iter().find_map(|not| token.lower.strip_prefix(not))?;
        let known = |word: &str| schema.postings.contains_key(&lemma::stem_of(word));
        let fits = token.kind == Kind::Word && plain.len() >= SHORTEST && known(plain) && !known(&token.lower);
        // 'unpaid' and the like have turns of their own.
        (fits && lexicon().mark_at(tokens.get(at..)?).is_none() && plain != "paid")
            .then(|| replaced(tokens, at, at + 1, &format!("not {plain}")))
            .flatten()
    })
}

/// 'how many orders did we get' where there are sales orders and standing orders: who says nothing more means the usual ones.
fn the_usual_one(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    (0..tokens.len()).find_map(|at| {
        let noun = tokens.get(at).filter(|t| t.kind == Kind::Word)?;
        let called = |t: &usize| schema.tables.get(*t).is_some_and(|v| v.words.last() == Some(&noun.stem));
        let words = |t: usize| schema.tables.get(t).map_or(&[][..], |v| v.words.as_slice());
        let same: Vec<usize> = (0..schema.tables.len()).filter(called).collect();
        let is_usual = |t: &&usize| matches!(words(**t), [told, _] if is_usual(told));
        let usual = same.iter().find(is_usual)?;
        let all_told = same.len() > 1 && same.iter().all(|t| words(*t).len() > 1);
        // 'standing orders', 'order lines', 'order date' say which.
        let told = |i: Option<usize>| {
            let word = i.and_then(|i| tokens.get(i)).filter(|t| t.kind == Kind::Word && !lexicon().is_stop(t));
            word.is_some_and(|t| schema.postings.contains_key(&t.stem))
        };
        // 'average order value' is a turn of its own.
        let worth = is(tokens, at + 1, &["value", "values"]);
        let verb = noun.lower.ends_with("ed") || worth || told(at.checked_sub(1)) || told(Some(at + 1));
        let name = crate::tokens::name_words(schema.table_name(*usual)).join(" ");
        (all_told && !verb).then(|| replaced(tokens, at, at + 1, &name)).flatten()
    })
}

/// What a table is called by, one or many.
fn is_thing(noun: &Token, schema: &Schema) -> bool {
    let many = tokenize(&lemma::plural(&noun.lower));
    table_called(Some(noun), schema).or_else(|| table_called(many.first(), schema)).is_some()
}

#[cfg(test)]
#[path = "manner_tests.rs"]
mod tests;
