//! Other ways to say what the reader knows: an order told by its ends ('from the oldest to the youngest'), a clause that
//! stands before what is asked ('for loans above 500, show ...'), a figure that is only pointed at ('and what is that
//! average'). They are put into the reader's words before anything is linked, whoever asks.
//!
//! Each turn is about English and about no database; what needs the names of a database takes them from the schema.

use crate::lexicon::{Mark, lexicon};
use crate::schema::Schema;
use crate::spoken_everyday::table_called;
use crate::tokens::{Kind, Token, tokenize};

/// The most words between the ends of an order and the noun it goes by.
const NEAR: usize = 4;
/// The mark that stands for a figure that is only pointed at; see `[marks]`.
const THAT_FIGURE: &str = "along with that figure";

type Turn = fn(&[Token], &Schema) -> Option<Vec<Token>>;

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

fn word(tokens: &[Token], at: usize) -> &str {
    tokens.get(at).map_or("", |t| t.lower.as_str())
}

fn is(tokens: &[Token], at: usize, words: &[&str]) -> bool {
    tokens.get(at).is_some_and(|t| words.contains(&t.lower.as_str()))
}

/// The words from here on are these.
fn says(tokens: &[Token], at: usize, phrase: &[&str]) -> bool {
    phrase.iter().enumerate().all(|(i, w)| word(tokens, at + i) == *w)
}

fn ends(tokens: &[Token], at: usize) -> bool {
    tokens.get(at).is_none_or(|t| matches!(t.kind, Kind::Punct(_)))
}

fn sentence_ends(tokens: &[Token], at: usize) -> bool {
    tokens.get(at).is_none_or(|t| matches!(t.kind, Kind::Punct('.' | '?' | '!' | ';')))
}

/// `tokens` with those from `from` up to `to` said in other words.
fn replaced(tokens: &[Token], from: usize, to: usize, by: &str) -> Option<Vec<Token>> {
    Some([tokens.get(..from)?, &tokenize(by), tokens.get(to..)?].concat())
}

/// Which way a superlative at this place goes, where it ends, and whether it says itself what it is about.
fn extreme(tokens: &[Token], at: usize) -> Option<(bool, usize, bool)> {
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

fn text(tokens: &[Token]) -> String {
    tokens.iter().map(|t| t.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// What is ordered by when a superlative and a noun say where it begins: 'oldest' where the noun is the thing itself, the noun
/// where it is something the thing has.
fn order(tokens: &[Token], at: usize, noun: &[Token], schema: &Schema) -> Option<String> {
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
fn whole_name(tokens: &[Token], noun: &[Token], schema: &Schema) -> String {
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
fn announced(tokens: &[Token], at: usize) -> usize {
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
fn first_to_last(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
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
fn comes_first(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
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
fn starts_with(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
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

/// Words that begin what is asked.
const ASKING: [&str; 17] = [
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

/// Something is compared or ranked, so that there is a figure to point at.
fn has_figure(tokens: &[Token]) -> bool {
    (0..tokens.len()).any(|at| {
        let mark = tokens.get(at..).and_then(|rest| lexicon().mark_at(rest)).map(|(_, mark)| mark);
        let ranks = matches!(
            mark,
            Some(
                Mark::Most(_)
                    | Mark::Extreme(_)
                    | Mark::Superlative(_)
                    | Mark::Common(_)
                    | Mark::Times(_)
                    | Mark::Compare(_)
                    | Mark::Several
            )
        );
        ranks || is(tokens, at, &["more", "once", "twice"])
    })
}

/// Something is ranked, and nothing is counted for its own sake.
fn only_ranks(tokens: &[Token]) -> bool {
    let marks = (0..tokens.len()).filter_map(|at| lexicon().mark_at(tokens.get(at..)?).map(|(_, mark)| mark));
    let marks: Vec<&Mark> = marks.collect();
    let ranks = |m: &&Mark| matches!(m, Mark::Most(_) | Mark::Extreme(_) | Mark::Superlative(_) | Mark::Common(_));
    let counts = |m: &&Mark| matches!(m, Mark::HowMany | Mark::HowMuch | Mark::Count | Mark::CountVerb | Mark::Each);
    marks.iter().any(|m| ranks(m)) && !marks.iter().any(|m| counts(m))
}

/// 'and what is that average', 'along with that number', 'and how many times'.
fn that_figure(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    const POINTS: [&str; 3] = ["that", "this", "said"];
    let found = (2..tokens.len()).find_map(|at| {
        let behind = if is(tokens, at, &["and"])
            && is(tokens, at + 1, &["what"])
            && is(tokens, at + 2, &["is", "was", "are", "were"])
        {
            at + 3
        } else if says(tokens, at, &["along", "with"]) || says(tokens, at, &["together", "with"]) {
            at + 2
        } else if is(tokens, at, &["and", "with"]) {
            at + 1
        } else {
            return None;
        };
        let behind = behind + usize::from(is(tokens, behind, &["also", "give", "show", "return"]));
        if is(tokens, at, &["and"]) && says(tokens, behind, &["how", "much"]) && is(tokens, behind + 2, &["was", "is"])
        {
            let end = (behind + 3..tokens.len() + 1).find(|end| sentence_ends(tokens, *end))?;
            return (end - behind < 6).then_some((at, end));
        }
        let total = is(tokens, at, &["and"])
            && is(tokens, behind, &["the"])
            && is(tokens, behind + 1, &["total", "sum", "average", "mean", "count", "number", "amount"]);
        let such = says(tokens, behind + 2, &["of", "such"]) || says(tokens, behind + 2, &["of", "those"]);
        if total && (such || sentence_ends(tokens, behind + 2)) && tokens.get(..at).is_some_and(only_ranks) {
            let end = (behind + 2..tokens.len() + 1).find(|end| sentence_ends(tokens, *end))?;
            return (end - behind < 6).then_some((at, end));
        }
        let times =
            says(tokens, behind, &["how", "many", "times"]) || says(tokens, behind, &["the", "number", "of", "times"]);
        let noun = |end: usize| {
            sentence_ends(tokens, end)
                || says(tokens, end, &["as", "well"])
                || tokens.get(end).is_some_and(|t| t.is_punct(','))
        };
        let end = if times {
            (behind + 3..tokens.len() + 1).find(|end| sentence_ends(tokens, *end))?
        } else {
            let pointed = is(tokens, behind, &POINTS);
            let end = (behind + 2..behind + 4).find(|end| pointed && noun(*end))?;
            end + if says(tokens, end, &["as", "well"]) { 2 } else { 0 }
        };
        Some((at, end))
    });
    let (at, end) = found.filter(|(at, _)| tokens.get(..*at).is_some_and(has_figure))?;
    let comma = usize::from(tokens.get(at - 1).is_some_and(|t| t.is_punct(',')));
    replaced(tokens, at - comma, end, THAT_FIGURE)
}

/// 'which directors made two or more films, and how many did each make': the number that is compared or ranked by.
fn and_how_many(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    const FILLERS: [&str; 31] = [
        "do", "does", "did", "they", "it", "he", "she", "each", "of", "them", "these", "those", "has", "have", "had",
        "is", "are", "was", "were", "there", "be", "been", "one", "such", "in", "at", "for", "total", "all", "exactly",
        "their",
    ];
    let at = (2..tokens.len()).find(|at| {
        let how = at + 1 + usize::from(is(tokens, at + 1, &["at", "in", "for", "on", "of", "with", "to", "by"]));
        is(tokens, *at, &["and"]) && says(tokens, how, &["how", "many"])
    })?;
    let how = (at + 1..).find(|i| is(tokens, *i, &["how"]))?;
    let end = (how..tokens.len() + 1).find(|end| sentence_ends(tokens, *end))?;
    let rest = tokens.get(how + 2..end)?;
    let others = rest.iter().filter(|t| !FILLERS.contains(&t.lower.as_str()) && t.kind == Kind::Word).count();
    let pointed =
        rest.iter().any(|t| matches!(t.lower.as_str(), "they" | "it" | "each" | "he" | "she" | "there" | "them"));
    // One word may be the verb: 'and how many did each make'.
    if !(rest.is_empty() || pointed && others <= 1) || !has_figure(tokens.get(..at)?) {
        return None;
    }
    let comma = usize::from(tokens.get(at - 1).is_some_and(|t| t.is_punct(',')));
    replaced(tokens, at - comma, end, THAT_FIGURE)
}

/// 'earns less than the average driver', 'insured for more than the average object is': than the average of what is compared.
fn than_the_average(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let than = (1..tokens.len()).find(|at| {
        is(tokens, *at, &["than"])
            && is(tokens, at + 1, &["the", "an"])
            && is(tokens, at + 2, &["average", "mean", "typical"])
    })?;
    table_called(tokens.get(than + 3), schema)?;
    let verb = usize::from(is(tokens, than + 4, &["is", "does", "has", "do", "did", "was", "gets", "costs", "one"]));
    let end = than + 4 + verb;
    let goes_on = is(tokens, end, &["and", "or", "but"]);
    (ends(tokens, end) || goes_on).then(|| replaced(tokens, than + 1, end, "average")).flatten()
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

/// 'three or more of the members', 'three times or more'.
fn so_many_of(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let or_more = |at: usize| says(tokens, at, &["or", "more"]);
    let number = |at: usize| tokens.get(at).is_some_and(|t| t.number().is_some());
    let at = (1..tokens.len()).find(|at| {
        number(*at)
            && (or_more(at + 1) && says(tokens, at + 3, &["of", "the"])
                || is(tokens, at + 1, &["times"]) && or_more(at + 2))
    })?;
    let said = tokens.get(at..=at)?;
    let behind = at + 1 + if is(tokens, at + 1, &["times"]) { 3 } else { 4 };
    let noun = if is(tokens, at + 1, &["times"]) { " times" } else { "" };
    replaced(tokens, at, behind, &format!("at least {}{noun}", text(said)))
}

/// 'earn per hour', where somebody has an hourly wage.
fn rate(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    const RATES: [(&str, &str); 5] =
        [("hour", "hourly"), ("week", "weekly"), ("month", "monthly"), ("day", "daily"), ("year", "yearly")];
    let named = |rate: &str| {
        let columns = schema.catalog.tables.iter().flat_map(|t| &t.columns);
        let mut names = columns.map(|c| crate::tokens::name_words(&c.name));
        names.any(|words| words.iter().any(|w| w == rate))
    };
    let (at, rate) = (1..tokens.len()).find_map(|at| {
        let per = is(tokens, at, &["per", "a", "an", "each", "every"]);
        let (_, rate) = RATES.into_iter().find(|(step, _)| per && word(tokens, at + 1) == *step)?;
        named(rate).then_some((at, rate))
    })?;
    let said = tokens.iter().any(|t| t.lower == rate);
    replaced(tokens, at, at + 2, if said { "" } else { rate })
}

/// 'how many docks are there in all', 'worked on all of them together'.
fn in_all(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let how =
        (0..tokens.len()).find(|at| says(tokens, *at, &["how", "many"]) || says(tokens, *at, &["how", "much"]))?;
    let at = (how + 3..tokens.len()).find(|at| {
        says(tokens, *at, &["in", "all"])
            && (ends(tokens, at + 2)
                || is(tokens, at + 2, &["did", "do", "does", "were", "are", "have", "has", "was", "is"]))
            || is(tokens, *at, &["together", "altogether"]) && ends(tokens, at + 1)
    })?;
    let used = if is(tokens, at, &["in"]) { 2 } else { 1 };
    let all = usize::from(is(tokens, at - 1, &["all", "taken", "put"]));
    replaced(tokens, at - all, at + used, "in total")
}

/// 'without repetition', 'list each sponsor once': every list of public sets and of ours names things once.
fn no_repeats(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    const REPEATS: [&str; 6] = ["repetition", "repetitions", "repeats", "duplicates", "duplication", "repeating"];
    let without = (1..tokens.len()).find(|at| is(tokens, *at, &["without", "no"]) && is(tokens, at + 1, &REPEATS));
    if let Some(at) = without {
        let comma = usize::from(tokens.get(at - 1).is_some_and(|t| t.is_punct(',')));
        return replaced(tokens, at - comma, at + 2, "");
    }
    let once = (2..tokens.len()).find(|at| is(tokens, *at, &["once"]) && ends(tokens, at + 1))?;
    let only = usize::from(is(tokens, once - 1, &["only", "just"]));
    let each = (once.saturating_sub(NEAR)..once).find(|at| is(tokens, *at, &["each", "every"]))?;
    let begins = each == 0 || is(tokens, each - 1, &ASKING) && (each == 1 || sentence_ends(tokens, each - 2));
    if !begins {
        return None;
    }
    // A sentence of its own says nothing else.
    let from = if each > 1 { each - 1 } else { once - only };
    replaced(tokens, from, once + 1, "")
}

/// 'what are the bakeries called'.
fn are_called(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let what = (0..tokens.len()).find(|at| is(tokens, *at, &["what"]) && is(tokens, at + 1, &["is", "are"]))?;
    let called = (what + 3..what + 8).find(|at| is(tokens, *at, &["called"]))?;
    let end = ends(tokens, called + 1);
    let thing = tokens.get(what + 2..called)?;
    if !end || thing.iter().any(|t| t.kind != Kind::Word) {
        return None;
    }
    replaced(tokens, what, called + 1, &format!("what are the names of {}", text(thing)))
}

/// 'its name and how much it costs', 'the peaks and how high they are'.
fn what_it_costs(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    const THEY: [&str; 6] = ["it", "they", "each", "he", "she", "one"];
    let at = (2..tokens.len()).find(|at| says(tokens, *at, &["how", "much"]) && is(tokens, at + 2, &THEY));
    if let Some(at) = at.filter(|at| is(tokens, at + 3, &["cost", "costs", "is", "are"])) {
        return replaced(tokens, at, at + 4, "the price");
    }
    let high = (1..tokens.len()).find(|at| says(tokens, *at, &["how", "high"]))?;
    replaced(tokens, high, high + 2, "how tall")
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
            && !tokens.get(at + 2).is_some_and(|t| t.lower != t.lemma)
            && relates(&(at + 3))
    })?;
    replaced(tokens, at, at + 1, "of")
}

/// 'which films came out in 1920, and who directed them', where there are directors.
fn who_did(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (2..tokens.len()).find(|at| {
        is(tokens, *at, &["and", "with"])
            && is(tokens, at + 1, &["who"])
            && is(tokens, at + 3, &["them", "it", "each", "these", "those"])
    })?;
    let verb = tokens.get(at + 2)?;
    let along = usize::from(is(tokens, at, &["with"]) && is(tokens, at - 1, &["along", "together"]));
    let done_by = |name: &String| {
        if name == "author" && matches!(verb.lemma.as_str(), "write" | "compose") {
            return true;
        }
        let name = name.strip_suffix("or").or(name.strip_suffix("er")).unwrap_or(name);
        !name.is_empty() && verb.lemma.starts_with(name) && name.len() + 1 >= verb.lemma.len()
    };
    let who = schema.catalog.tables.iter().find_map(|t| {
        let last = crate::tokens::name_words(&t.name).pop()?;
        done_by(&crate::lemma::lemma(&last)).then_some(last)
    })?;
    let at = at - along;
    let comma = usize::from(tokens.get(at - 1).is_some_and(|t| t.is_punct(',')));
    replaced(tokens, at - comma, at + along + 4, &format!("and the names of their {who}"))
}

/// 'every distinct type' is each type once, and nothing is counted.
fn every_different(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let at = (0..tokens.len())
        .find(|at| is(tokens, *at, &["every", "each"]) && is(tokens, at + 1, &["distinct", "different", "unique"]))?;
    let grouped = at > 0 && is(tokens, at - 1, &["for", "in", "of", "per", "by", "from", "at"]);
    let counted = tokens.iter().any(|t| matches!(t.lower.as_str(), "many" | "number" | "count" | "average" | "total"));
    (!grouped && !counted).then(|| replaced(tokens, at, at + 1, "all")).flatten()
}

/// 'earlier than 1980', 'later than 2005', 'prior to 1990'; 'before the average year' compares two figures.
fn sooner_or_later(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
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
    let rest = replaced(tokens, at, at + length, plain)?;
    // There may be two of them.
    Some(sooner_or_later(&rest, schema).unwrap_or(rest))
}

/// 'sorted alphabetically by surname', 'in alphabetical order of last name'.
fn alphabetically_by(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let at = (1..tokens.len()).find(|at| {
        is(tokens, *at, &["alphabetically"]) && is(tokens, at + 1, &["by"])
            || says(tokens, *at, &["in", "alphabetical", "order"]) && is(tokens, at + 3, &["of", "by"])
    })?;
    let end = at + if is(tokens, at, &["in"]) { 4 } else { 2 };
    let own = usize::from(is(tokens, end, &["the", "their"]));
    replaced(tokens, announced(tokens, at), end + own, "sorted by")
}

/// 'the name of each truck and the last name of its owner': where nothing is counted, 'each' is all of them.
fn plain_each(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let counts = (0..tokens.len()).any(|at| {
        let mark = tokens.get(at..).and_then(|rest| lexicon().mark_at(rest)).map(|(_, mark)| mark);
        let figure = matches!(
            mark,
            Some(
                Mark::HowMany
                    | Mark::HowMuch
                    | Mark::Count
                    | Mark::CountVerb
                    | Mark::Aggregate(_)
                    | Mark::AverageCount
                    | Mark::Most(_)
                    | Mark::Extreme(_)
                    | Mark::Superlative(_)
                    | Mark::Common(_)
                    | Mark::Times(_)
                    | Mark::Share
                    | Mark::Ratio
                    | Mark::Edge
                    | Mark::Trend
            )
        );
        figure || is(tokens, at, &["per", "long", "old", "tall", "much", "often", "once"])
    });
    let at = (1..tokens.len()).find(|at| is(tokens, *at, &["each", "every"]))?;
    let noun = tokens.get(at + 1).is_some_and(|t| t.kind == Kind::Word) && !is(tokens, at + 1, &["other", "of", "one"]);
    let in_front = at == 1 && is(tokens, 0, &["for", "in"]);
    (!counts && noun && !in_front).then(|| replaced(tokens, at, at + 1, "the")).flatten()
}

/// 'what each exam is called', 'what is each dish called', 'what is it called'.
fn is_called(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let called = (2..tokens.len()).find(|at| is(tokens, *at, &["called"]) && is_clause_end(tokens, at + 1))?;
    let what = (called.saturating_sub(6)..called).rev().find(|at| is(tokens, *at, &["what"]))?;
    let between = tokens.get(what + 1..called)?;
    let verb = between.iter().position(|t| matches!(t.lower.as_str(), "is" | "are"))?;
    let thing: Vec<Token> = between.iter().enumerate().filter(|(i, _)| *i != verb).map(|(_, t)| t.clone()).collect();
    if thing.is_empty() || thing.iter().any(|t| t.kind != Kind::Word) {
        return None;
    }
    let plain = match thing.first().map_or("", |t| t.lower.as_str()) {
        "it" => "what is its name".to_owned(),
        "they" => "what are their names".to_owned(),
        _ => format!("{}the name of {}", if what == 0 { "what is " } else { "" }, text(&thing)),
    };
    replaced(tokens, what, called + 1, &plain)
}

fn is_clause_end(tokens: &[Token], at: usize) -> bool {
    ends(tokens, at) || is(tokens, at, &["and", "or", "but"])
}

/// 'how old are they on average', 'how long is a trip on average', 'on average, how much does a dish cost'.
fn how_on_average(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let average = (0..tokens.len()).find(|at| says(tokens, *at, &["on", "average"]))?;
    let how = (0..tokens.len()).find(|at| is(tokens, *at, &["how"]))?;
    let adjective = match lexicon().mark_at(tokens.get(how + 1..)?)? {
        (1, Mark::Positive(adjective)) => *adjective,
        _ => return None,
    };
    let columns = || {
        let tables = schema.tables.iter().zip(&schema.catalog.tables);
        tables.flat_map(|(view, table)| view.columns.iter().zip(&table.columns))
    };
    let fits = |words: &Vec<String>, view: &crate::schema::ColumnView| {
        view.kind == crate::schema::ColumnKind::Number && words.iter().all(|w| view.words.contains(w))
    };
    let measured = |words: &Vec<String>| columns().find(|(view, _)| fits(words, view)).map(|(_, c)| c.name.clone());
    let figure = adjective.with.iter().find_map(measured)?;
    let verb = how + 2;
    if !is(tokens, verb, &["is", "are", "was", "were"]) {
        return None;
    }
    let mut rest: Vec<Token> = tokens.get(verb + 1..)?.to_vec();
    let mut before: Vec<Token> = tokens.get(..how)?.to_vec();
    if average > how {
        let at = average - verb - 1;
        rest.drain(at..at + 2);
    } else {
        before.truncate(average);
    }
    let pronoun = rest.first().is_some_and(|t| matches!(t.lower.as_str(), "they" | "it" | "he" | "she" | "these"));
    if pronoun {
        rest.remove(0);
    }
    let of = if pronoun { "" } else { " of" };
    let begin = if before.is_empty() { "what is " } else { "" };
    Some([before, tokenize(&format!("{begin}the average {figure}{of}")), rest].concat())
}

/// 'every lab and where it is located'.
fn where_it_is(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let at = (2..tokens.len()).find(|at| {
        is(tokens, *at, &["where"])
            && is(tokens, at + 1, &["it", "they"])
            && is(tokens, at + 3, &["located", "situated", "based"])
    })?;
    replaced(tokens, at, at + 4, "location")
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

/// 'the ids and lengths of all reels', 'which scooters need repair? Return their ids': of the thing that is asked about.
fn whose_id(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (1..tokens.len()).find(|at| {
        is(tokens, *at, &["id", "ids"]) && is(tokens, at - 1, &["the", "their", "its", "show", "give", "return"])
    })?;
    let things = |range: std::ops::Range<usize>| {
        let mut found = range.filter(|i| table_called(tokens.get(*i), schema).is_some());
        found.next()
    };
    let of = (at + 1..at + 8).find(|i| is(tokens, *i, &["of"]));
    let thing = match of {
        // 'the id of the order' is read so already.
        Some(of) if of == at + 1 => return None,
        Some(of) => things(of + 1..of + 5)?,
        None => things(0..at)?,
    };
    let name = tokens.get(thing)?;
    let singular = crate::lemma::lemma(&name.lower);
    // A key that is only called `id` is found by its table.
    let key = table_called(Some(name), schema).and_then(|t| schema.key(t)).and_then(|key| schema.view(key))?;
    key.words.contains(&name.stem).then(|| replaced(tokens, at, at, &singular)).flatten()
}

/// 'the mean fee and the highest one'.
fn one_figure_more(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    const FUNCTIONS: [&str; 6] = ["mean", "average", "highest", "lowest", "maximum", "minimum"];
    let one = (4..tokens.len()).find(|at| {
        is(tokens, *at, &["one"])
            && is(tokens, at - 1, &FUNCTIONS)
            && is(tokens, at - 2, &["the"])
            && is(tokens, at - 3, &["and"])
    })?;
    let first = (0..one - 3).rev().find(|at| is(tokens, *at, &FUNCTIONS))?;
    let noun = tokens.get(first + 1..one - 3)?;
    if noun.is_empty() || noun.len() > NEAR {
        return None;
    }
    let (a, b) = (word(tokens, first), word(tokens, one - 1));
    replaced(tokens, first, one + 1, &format!("{a} and {b} {}", text(noun)))
}

/// 'the red score or the blue score is above 100': the one is or the other is.
fn either_is(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let number = |at: usize| tokens.get(at).and_then(Token::number).is_some();
    let column = |at: usize| {
        let stem = tokens.get(at).map(|t| &t.stem);
        stem.is_some_and(|stem| schema.tables.iter().flat_map(|t| &t.columns).any(|c| c.words.last() == Some(stem)))
    };
    let (or, verb) = (2..tokens.len()).filter(|at| is(tokens, *at, &["or"])).find_map(|or| {
        let verb = (or + 2..or + 5).find(|at| is(tokens, *at, &["is", "are", "was", "were"]))?;
        (column(or - 1) && column(verb - 1)).then_some((or, verb))
    })?;
    let end = (verb + 1..verb + 6).find(|at| number(*at))?;
    let said = tokens.get(verb..=end)?;
    Some([tokens.get(..or)?, said, tokens.get(or..)?].concat())
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
