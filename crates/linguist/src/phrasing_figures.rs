//! Figures that are told in other words: 'and what is that average', 'than the average driver', 'three or more of the members', 'in all'.
//! `phrasing` asks here.

use crate::lexicon::{Mark, lexicon};
use crate::phrasing::{NEAR, ends, is, replaced, says, sentence_ends, text, word};
use crate::schema::Schema;
use crate::spoken_everyday::table_called;
use crate::tokens::{Kind, Token, tokenize};

/// The mark that stands for a figure that is only pointed at; see `[marks]`.
pub(crate) const THAT_FIGURE: &str = "along with that figure";

/// Something is compared or ranked, so that there is a figure to point at.
pub(crate) fn has_figure(tokens: &[Token]) -> bool {
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
pub(crate) fn only_ranks(tokens: &[Token]) -> bool {
    let marks = (0..tokens.len()).filter_map(|at| lexicon().mark_at(tokens.get(at..)?).map(|(_, mark)| mark));
    let marks: Vec<&Mark> = marks.collect();
    let ranks = |m: &&Mark| matches!(m, Mark::Most(_) | Mark::Extreme(_) | Mark::Superlative(_) | Mark::Common(_));
    let counts = |m: &&Mark| matches!(m, Mark::HowMany | Mark::HowMuch | Mark::Count | Mark::CountVerb | Mark::Each);
    marks.iter().any(ranks) && !marks.iter().any(counts)
}

/// 'and what is that average', 'along with that number', 'and how many times'.
pub(crate) fn that_figure(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
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
pub(crate) fn and_how_many(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
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
pub(crate) fn than_the_average(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
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

/// 'three or more of the members', 'three times or more'.
pub(crate) fn so_many_of(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
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
pub(crate) fn rate(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
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
pub(crate) fn in_all(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
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

/// 'how old are they on average', 'how long is a trip on average', 'on average, how much does a dish cost'.
pub(crate) fn how_on_average(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
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

/// 'the mean fee and the highest one'.
pub(crate) fn one_figure_more(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
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
pub(crate) fn either_is(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
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
