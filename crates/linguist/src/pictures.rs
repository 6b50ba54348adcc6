//! What a question says of a picture: 'plot', 'a bar chart of', 'as a line graph', 'and draw it'. For people only, before
//! anything is linked: what is left is what is to be drawn. Which kind of chart it is to be is read elsewhere
//! (`vouch_charts::asked_for`).

use crate::phrasing::{is, says, sentence_ends};
use crate::schema::Schema;
use crate::tokens::{Kind, Token};
use crate::values::ValueIndex;

const PICTURES: [&str; 16] = [
    "chart",
    "charts",
    "graph",
    "graphs",
    "plot",
    "diagram",
    "histogram",
    "visualization",
    "visualisation",
    "scatterplot",
    "boxplot",
    "heatmap",
    "barchart",
    "piechart",
    "linechart",
    "picture",
];
/// What kind of picture; two of them at most.
const KINDS: [&str; 16] = [
    "bar",
    "line",
    "pie",
    "column",
    "scatter",
    "area",
    "donut",
    "doughnut",
    "box",
    "heat",
    "simple",
    "nice",
    "stacked",
    "horizontal",
    "vertical",
    "quick",
];
const DRAWING: [&str; 6] = ["plot", "graph", "chart", "visualize", "visualise", "draw"];
const ASKING: [&str; 13] = [
    "show", "give", "draw", "make", "create", "plot", "generate", "build", "produce", "display", "get", "want", "need",
];

pub fn plainly(tokens: Vec<Token>, schema: &Schema, values: &ValueIndex) -> Vec<Token> {
    let says_so = |t: &Token| PICTURES.contains(&t.lower.as_str()) || DRAWING.contains(&t.lower.as_str());
    if !tokens.iter().any(says_so) {
        return tokens;
    }
    let tokens = undrawn(&tokens).unwrap_or(tokens);
    // Where plots or 'Chart Paper' are sold, these are what is asked about.
    let named = |t: &Token| says_so(t) && schema.postings.contains_key(&t.stem);
    if tokens.iter().any(named) || !values.at(&tokens).is_empty() {
        return tokens;
    }
    begun(&tokens).filter(|rest| rest.iter().any(|t| t.kind == Kind::Word)).unwrap_or(tokens)
}

/// 'plot it', 'as a bar chart instead', 'can you visualize that?': nothing is asked but a picture of what was found.
pub fn is_all(tokens: &[Token]) -> bool {
    const AROUND: [&str; 53] = [
        "a", "an", "the", "it", "this", "that", "them", "these", "those", "result", "results", "data", "rows",
        "numbers", "answer", "as", "in", "on", "of", "for", "with", "into", "to", "me", "us", "please", "can", "could",
        "would", "you", "i", "we", "like", "now", "same", "instead", "rather", "again", "also", "and", "turn",
        "change", "switch", "see", "have", "is", "there", "ok", "use", "put", "but", "what", "about",
    ];
    let drawn = |t: &&Token| PICTURES.contains(&t.lower.as_str()) || DRAWING.contains(&t.lower.as_str());
    let around = |word: &str| AROUND.contains(&word) || KINDS.contains(&word) || ASKING.contains(&word);
    let words = || tokens.iter().filter(|t| !matches!(t.kind, Kind::Punct(_)));
    words().any(|t| drawn(&t)) && words().all(|t| drawn(&t) || around(&t.lower))
}

/// Where a picture that begins here ends: 'a simple bar chart'.
fn picture(tokens: &[Token], at: usize) -> Option<usize> {
    let article = usize::from(is(tokens, at, &["a", "an", "the", "one"]));
    let kinds = (at + article..).take(2).take_while(|i| is(tokens, *i, &KINDS)).count();
    let end = at + article + kinds;
    is(tokens, end, &PICTURES).then_some(end + 1)
}

/// 'draw me a bar chart of', 'plot', 'chart of'.
fn begun(tokens: &[Token]) -> Option<Vec<Token>> {
    let lead = usize::from(is(tokens, 0, &["i", "please"]));
    let verb = lead + usize::from(is(tokens, lead, &ASKING));
    let verb = verb + usize::from(is(tokens, verb, &["me", "us"]));
    if let Some(end) = picture(tokens, verb) {
        let what = [&["of"][..], &["for"], &["showing"], &["with"], &["on"], &["that", "shows"], &["to", "show"]];
        let of = what.iter().find(|words| says(tokens, end, words)).map_or(0, |words| words.len());
        let colon = usize::from(tokens.get(end).is_some_and(|t| t.is_punct(':')));
        // 'chart revenue by month' has no picture in it, but a verb.
        if of + colon > 0 || verb > lead {
            return tokens.get(end + of + colon..).map(<[Token]>::to_vec);
        }
    }
    let end = lead + usize::from(is(tokens, lead, &DRAWING));
    let whom = usize::from(is(tokens, end, &["me", "us", "out"]));
    tokens.get(end + whom..).filter(|_| end > lead).map(<[Token]>::to_vec)
}

/// 'as a bar chart', 'in a graph', 'and plot it' at the end.
fn undrawn(tokens: &[Token]) -> Option<Vec<Token>> {
    let at = (1..tokens.len()).find(|at| {
        let shown = is(tokens, *at, &["as", "in", "on", "with", "using"]);
        let drawn = is(tokens, *at, &["and"]) && is(tokens, at + 1, &DRAWING);
        let mut end = match () {
            () if shown => at + 1,
            () if drawn => at + 2 + usize::from(is(tokens, at + 2, &["it", "them", "this", "that", "these", "those"])),
            () => return false,
        };
        if drawn && is(tokens, end, &["as", "in", "on"]) {
            end += 1;
        }
        match picture(tokens, end) {
            Some(end) => sentence_ends(tokens, end),
            None => drawn && sentence_ends(tokens, end),
        }
    })?;
    let comma = usize::from(tokens.get(at - 1).is_some_and(|t| t.is_punct(',')));
    tokens.get(..at - comma).map(<[Token]>::to_vec)
}

#[cfg(test)]
#[path = "pictures_tests.rs"]
mod tests;
