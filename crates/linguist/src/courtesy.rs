//! What people say around a question: thanks for the answer before, 'hmm', 'could you please', 'I want to know', 'in this
//! table', 'filter the list to show only'. For people only, and before anything is linked: what is left begins with what is
//! asked.

use crate::schema::Schema;
use crate::tokens::{Kind, Token, tokenize};

/// Words that alone, up to a comma or a full stop, ask for nothing.
const SOUNDS: [&str; 42] = [
    "thanks",
    "thank",
    "great",
    "perfect",
    "awesome",
    "excellent",
    "amazing",
    "nice",
    "cool",
    "ok",
    "okay",
    "k",
    "hmm",
    "hm",
    "mm",
    "oh",
    "ah",
    "well",
    "alright",
    "right",
    "sure",
    "yes",
    "yeah",
    "hi",
    "hello",
    "hey",
    "morning",
    "afternoon",
    "interesting",
    "wow",
    "wonderful",
    "fantastic",
    "lovely",
    "brilliant",
    "sorry",
    "good",
    "then",
    "quick",
    "helpful",
    "sweet",
    "apologies",
    "appreciate",
];
/// What stands beside them.
const BESIDE: [&str; 25] = [
    "you",
    "very",
    "much",
    "so",
    "for",
    "that",
    "the",
    "a",
    "lot",
    "there",
    "i",
    "see",
    "was",
    "is",
    "got",
    "it",
    "all",
    "this",
    "info",
    "list",
    "information",
    "help",
    "about",
    "my",
    "really",
];
/// Sounds that need no comma.
const BARE: [&str; 12] = ["hmm", "hm", "oh", "ah", "ok", "okay", "k", "hi", "hello", "hey", "thanks", "alright"];
/// How a request begins, longest first; what it asks for follows.
const OPENINGS: [&str; 54] = [
    "my final question is",
    "final question is",
    "my next question is",
    "next question is",
    "i was wondering if you could",
    "i was wondering",
    "i am wondering",
    "i wonder",
    "may i ask",
    "can i ask",
    "i would like for you to",
    "i would like you to",
    "i want you to",
    "i would like to know",
    "i would like to see",
    "i would also like to know",
    "i like to know",
    "i want to know",
    "i want to see",
    "i want to find",
    "i need to know",
    "i need to see",
    "i also want to know",
    "would you mind",
    "would you be able to",
    "are you able to",
    "is it possible to",
    "do you know",
    "let me know",
    "let me see",
    "i would like",
    "i like to",
    "i like",
    "i want to",
    "i want",
    "i need to",
    "i need",
    "may i have",
    "may i see",
    "may i know",
    "can i have",
    "can i get",
    "can i see",
    "can i know",
    "could i have",
    "could i get",
    "could i see",
    "can you",
    "could you",
    "would you",
    "will you",
    "can we",
    "kindly",
    "please",
];
/// Verbs that ask for something to be shown.
const SHOWING: [&str; 9] = ["tell", "provide", "display", "return", "fetch", "find", "get", "pull", "present"];
/// Where everything is that can be asked about.
const PLACES: [&str; 9] = ["table", "list", "database", "dataset", "data", "file", "sheet", "spreadsheet", "results"];

/// One way to say less; `None` where there is nothing to leave out.
type Step = fn(&[Token], &Schema) -> Option<Vec<Token>>;

/// The question without what is said around it.
pub fn bare(tokens: Vec<Token>, schema: &Schema) -> Vec<Token> {
    let steps: [Step; 11] =
        [sounds, openings, misspelt, above, out_of_those, narrowed, widened, sorted, shown, figure_shown, whereabouts];
    steps.into_iter().fold(tokens, |tokens, step| step(&tokens, schema).filter(|t| says(t)).unwrap_or(tokens))
}

fn says(tokens: &[Token]) -> bool {
    tokens.iter().any(|t| !matches!(t.kind, Kind::Punct(_)))
}

fn word(tokens: &[Token], at: usize) -> &str {
    tokens.get(at).filter(|t| t.kind == Kind::Word).map_or("", |t| t.lower.as_str())
}

/// How many tokens at `at` are these words.
fn phrase(tokens: &[Token], at: usize, words: &str) -> Option<usize> {
    let mut length = 0;
    for part in words.split(' ') {
        if word(tokens, at + length) != part {
            return None;
        }
        length += 1;
    }
    Some(length)
}

fn any_of(tokens: &[Token], at: usize, words: &[&str]) -> usize {
    usize::from(words.contains(&word(tokens, at)))
}

/// 'Great!', 'That was very quick, thank you :)', 'Hmm, ...', 'ok what about ...'.
fn sounds(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let mut from = 0;
    loop {
        while tokens.get(from).is_some_and(|t| matches!(t.kind, Kind::Punct(_))) {
            from += 1;
        }
        let rest = tokens.get(from..)?;
        let end = rest.iter().position(|t| matches!(t.kind, Kind::Punct(',' | '.' | '!' | ':' | ')' | ';' | '?')));
        let clause = rest.get(..end.unwrap_or_default())?;
        let greets = phrase(rest, 0, "how are you").is_some_and(|n| n + 1 >= clause.len() && !clause.is_empty());
        let idle = |t: &Token| SOUNDS.contains(&t.lower.as_str()) || BESIDE.contains(&t.lower.as_str());
        let said = clause.iter().any(|t| SOUNDS.contains(&t.lower.as_str())) && clause.iter().all(idle);
        if (said || greets) && rest.len() > clause.len() + 1 {
            from += clause.len() + 1;
        } else if BARE.contains(&word(tokens, from)) && rest.len() > 3 {
            from += 1;
        } else {
            return (from > 0).then(|| rest.to_vec());
        }
    }
}

/// 'could you please also', 'I want to know': 'also' stays.
fn openings(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let kept = |at: usize| any_of(tokens, at, &["also", "and", "now", "then", "just", "only", "but", "so"]);
    let (mut from, mut said): (usize, Vec<Token>) = (0, Vec::new());
    loop {
        if let Some(length) = OPENINGS.iter().find_map(|opening| phrase(tokens, from, opening)) {
            from += length;
        } else if kept(from) == 1 && from + 1 < tokens.len() {
            let opens = OPENINGS.iter().any(|opening| phrase(tokens, from + 1, opening).is_some());
            if !opens && said.is_empty() && from == 0 {
                return None;
            }
            said.extend(tokens.get(from).cloned());
            from += 1;
        } else {
            break;
        }
    }
    (from > said.len()).then(|| [said.as_slice(), tokens.get(from..).unwrap_or_default()].concat())
}

fn length_of_list(tokens: &[Token], at: usize) -> usize {
    let whose = any_of(tokens, at, &["the", "this", "that", "these", "those", "my", "it", "them"]);
    let noun = any_of(tokens, at + whose, &["list", "table", "result", "results", "rows", "entries", "output", "view"]);
    // 'it', 'that' alone stand for the list.
    if whose + noun == 0 || noun == 0 && matches!(word(tokens, at), "the" | "my") { 0 } else { whose + noun }
}

/// 'filter the list to only show', 'narrow that down to': only.
fn narrowed(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let lead = any_of(tokens, 0, &["and", "then", "now", "also", "just"]);
    let verb = any_of(tokens, lead, &["filter", "narrow", "limit", "restrict", "reduce", "refine"]);
    if verb == 0 || named(tokens.get(lead)?, schema) {
        return None;
    }
    let mut at = lead + 1;
    at += length_of_list(tokens, at);
    at += any_of(tokens, at, &["down"]);
    let joint = any_of(tokens, at, &["to", "by", "for", "so", "down"]);
    if joint == 0 {
        return None;
    }
    at += joint;
    let filler = ["only", "just", "show", "showing", "include", "display", "me", "those", "the", "it", "shows", "that"];
    while any_of(tokens, at, &filler) == 1 {
        at += 1;
    }
    Some([tokenize("only").as_slice(), tokens.get(at..)?].concat())
}

/// 'update the list to also include', 'add a column showing', 'add their ages to the table': add.
fn widened(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let lead = any_of(tokens, 0, &["and", "then", "now", "also"]);
    let verb = word(tokens, lead);
    let mut at = lead + 1;
    match verb {
        "update" | "expand" | "extend" | "change" => {
            let list = length_of_list(tokens, at);
            at += list;
            let joint = any_of(tokens, at, &["to", "so"]);
            at += joint;
            at += any_of(tokens, at, &["also"]);
            let shows = any_of(tokens, at, &["include", "show", "display", "add", "contain", "have"]);
            if list * joint * shows == 0 {
                return None;
            }
            at += 1;
        }
        "add" | "include" => {
            let column = phrase(tokens, at, "a column").or_else(|| phrase(tokens, at, "another column"));
            let to_list = any_of(tokens, at, &["to", "on", "in"]) * length_of_list(tokens, at + 1);
            at += column.unwrap_or_default() + if to_list > 0 { 1 + to_list } else { 0 };
            at += if column.is_some() { any_of(tokens, at, &["showing", "with", "for", "of", "that"]) } else { 0 };
            at += if column.is_some() { any_of(tokens, at, &["shows"]) } else { 0 };
            // 'add a customer to the table' would be a new row.
            let row = column.is_none() && any_of(tokens, at, &["a", "an", "another", "one", "new"]) == 1;
            if row || column.is_none() && to_list == 0 && tail(tokens) == tokens.len() {
                return None;
            }
        }
        _ => return None,
    }
    let end = tail(tokens).max(at);
    at += any_of(tokens, at, &["all", "both"]);
    at += any_of(tokens, at, &["of"]);
    let whose = any_of(tokens, at, &["the", "their", "its", "his", "her"]);
    let what = tokens.get(at + whose..end)?;
    let their = if whose == 1 { word(tokens, at) } else { "the" };
    // Not 'add', which would change the data.
    Some([tokenize(&format!("include {their}")).as_slice(), what].concat())
}

/// A message about a list that is there, where there is none: what it is to show.
pub fn asked(tokens: &[Token]) -> Vec<Token> {
    let rest = tokens.get(1..).filter(|_| any_of(tokens, 0, &["include"]) == 1);
    rest.map_or_else(|| tokens.to_vec(), |rest| [tokenize("show").as_slice(), rest].concat())
}

/// 'show me total revenue in May', 'give me the average price': a figure, and no list of what it is made from.
fn figure_shown(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    const FIGURES: [&str; 15] = [
        "total", "sum", "average", "avg", "mean", "median", "number", "count", "revenue", "sales", "turnover",
        "profit", "spend", "spending", "income",
    ];
    let rest = unasked(tokens)?;
    let article = any_of(&rest, 0, &["the", "our"]);
    let figure = any_of(&rest, article, &FIGURES) == 1;
    // 'show me sales from May' where rows are sales asks for these.
    let rows = crate::spoken_everyday::table_called(rest.get(article), schema).is_some();
    (figure && !rows).then_some(rest)
}

/// 'show me orders per month' without the verb: 'orders per month' says as much.
pub fn unasked(tokens: &[Token]) -> Option<Vec<Token>> {
    let verb = any_of(tokens, 0, &["show", "list", "give", "display", "see"]);
    let whom = any_of(tokens, verb, &["me", "us"]);
    let rest = tokens.get(verb + whom..).filter(|rest| verb == 1 && says(rest))?;
    Some(rest.to_vec())
}

/// 'less then 6'.
fn misspelt(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    const COMPARED: [&str; 22] = [
        "more", "less", "fewer", "rather", "worse", "better", "higher", "lower", "greater", "smaller", "larger",
        "bigger", "older", "younger", "longer", "shorter", "cheaper", "earlier", "later", "taller", "faster", "slower",
    ];
    // 'by customer then by date' is no comparison.
    let compared = |t: &Token| COMPARED.contains(&t.lower.as_str());
    let at = (1..tokens.len()).find(|at| {
        let before = tokens.get(at - 1).is_some_and(compared);
        before && tokens.get(*at).is_some_and(|t| t.lower == "then")
    })?;
    Some([tokens.get(..at)?, tokenize("than").as_slice(), tokens.get(at + 1..)?].concat())
}

/// 'of the above results', 'the above employees': those.
fn above(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (0..tokens.len()).find(|at| {
        word(tokens, *at) == "the" && matches!(word(tokens, at + 1), "above" | "aforementioned" | "previous")
    })?;
    let what = tokens.get(at + 2).filter(|t| t.kind == Kind::Word);
    let list = matches!(word(tokens, at + 2), "results" | "result" | "list" | "query" | "ones");
    if !list && what.is_some_and(|t| crate::spoken_everyday::table_called(Some(t), schema).is_none()) {
        return None;
    }
    Some([tokens.get(..at)?, tokenize("those").as_slice(), tokens.get(at + 2 + usize::from(list)..)?].concat())
}

/// 'out of those 6 people, how many of them ...', 'of these, which ...': what is asked, of them.
fn out_of_those(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let lead = any_of(tokens, 0, &["out"]);
    let of = any_of(tokens, lead, &["of", "among", "from"]);
    let those = any_of(tokens, lead + of, &["those", "these", "them"]);
    if of * those == 0 {
        return None;
    }
    let comma = tokens.iter().position(|t| t.is_punct(',')).filter(|at| *at <= lead + 6);
    let asks = |at: usize| any_of(tokens, at, &["how", "which", "what", "who", "list", "show"]) == 1;
    let at = comma.map(|at| at + 1).filter(|at| asks(*at)).or_else(|| (2..8).find(|at| asks(*at)))?;
    let (asked, of) = match (word(tokens, at), word(tokens, at + 1)) {
        ("how", "many") => (2, usize::from(phrase(tokens, at + 2, "of them").is_some()) * 2),
        ("which" | "who", "ones" | "one") => (1, 1),
        ("which", "of") => (1, 2),
        ("which" | "who", _) => (1, 0),
        _ => return None,
    };
    let head = if asked == 2 { "how many of them" } else { "which of them" };
    Some([tokenize(head).as_slice(), tokens.get(at + asked + of..)?].concat())
}

/// 'sort the list in descending order of sales', 'set this result in ascending order by name': sort by it.
fn sorted(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let verb = any_of(tokens, 0, &["sort", "order", "arrange", "set", "put", "rank", "display", "show", "organize"]);
    let list = length_of_list(tokens, 1);
    let at = 1 + list;
    let direction = ["in ascending order", "in descending order"].iter().find_map(|p| phrase(tokens, at, p))?;
    let by = any_of(tokens, at + direction, &["of", "by"]);
    if verb * list * by == 0 || named(tokens.first()?, schema) {
        return None;
    }
    let how = tokens.get(at + 1)?.clone();
    let end = tokens.len() - tokens.iter().rev().take_while(|t| matches!(t.kind, Kind::Punct(_))).count();
    let what = tokens.get(at + direction + by..end)?;
    Some([tokenize("sort by").as_slice(), what, &[how]].concat())
}

/// Where 'to the table', 'to this list' at the end begins.
fn tail(tokens: &[Token]) -> usize {
    let end = tokens.len() - tokens.iter().rev().take_while(|t| matches!(t.kind, Kind::Punct(_))).count();
    let begins =
        |at: usize| any_of(tokens, at, &["to", "on", "in"]) == 1 && at + 1 + length_of_list(tokens, at + 1) == end;
    (1..end).find(|at| begins(*at)).unwrap_or(tokens.len())
}

/// 'tell me how many', 'provide me with the names': show, or nothing before a question.
fn shown(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let lead = any_of(tokens, 0, &["and", "then", "now", "also", "just"]);
    let verb = tokens.get(lead).filter(|t| SHOWING.contains(&t.lower.as_str()) && !named(t, schema))?;
    let mut at = lead + 1;
    at += any_of(tokens, at, &["me", "us", "out"]);
    at += any_of(tokens, at, &["with", "about"]);
    let asks = ["how", "what", "which", "who", "when", "where", "whose", "whether", "if"];
    let before = tokens.get(..lead)?;
    if any_of(tokens, at, &asks) == 1 {
        return Some([before, tokens.get(at..)?].concat());
    }
    let goes_on = ["the", "all", "a", "an", "each", "every", "their", "its", "his", "her", "those", "these", "any"];
    if verb.lower == "find" || at == lead + 1 && any_of(tokens, at, &goes_on) == 0 {
        return None;
    }
    Some([before, tokenize("show").as_slice(), tokens.get(at..)?].concat())
}

/// 'in this table', 'on the list' at the end of a question that says what it is about.
fn whereabouts(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let end = tokens.len() - tokens.iter().rev().take_while(|t| matches!(t.kind, Kind::Punct(_))).count();
    let place = end.checked_sub(1).filter(|at| any_of(tokens, *at, &PLACES) == 1)?;
    let whose = any_of(tokens, place.checked_sub(1)?, &["this", "the", "that", "our", "my", "your"]);
    let at =
        place.checked_sub(whose + 1).filter(|at| any_of(tokens, *at, &["in", "on", "from", "within", "of"]) == 1)?;
    if !is_place(tokens.get(place)?, schema) || whose == 0 && word(tokens, at) == "of" {
        return None;
    }
    let before = tokens.get(..at)?;
    let about = ["table", "tables", "column", "columns", "field", "fields", "schema", "rows", "row"];
    let asked = before.iter().any(|t| named(t, schema)) && !before.iter().any(|t| about.contains(&t.lower.as_str()));
    asked.then(|| [before, tokens.get(end..).unwrap_or_default()].concat())
}

/// 'table', 'list', 'database': where everything is, unless something here is called so.
pub fn is_place(token: &Token, schema: &Schema) -> bool {
    PLACES.contains(&token.lower.as_str()) && !named(token, schema)
}

fn named(token: &Token, schema: &Schema) -> bool {
    schema.postings.contains_key(&token.stem)
}
