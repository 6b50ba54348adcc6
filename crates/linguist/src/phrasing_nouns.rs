//! Things and what they have, told in other words: 'what is it called', 'how much it costs', 'who directed them', 'every different type'.
//! `phrasing` asks here.

use crate::lexicon::{Mark, lexicon};
use crate::phrasing::{ASKING, NEAR, ends, is, replaced, says, sentence_ends, text};
use crate::schema::Schema;
use crate::spoken_everyday::table_called;
use crate::tokens::{Kind, Token};

/// 'without repetition', 'list each sponsor once': every list of public sets and of ours names things once.
pub(crate) fn no_repeats(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
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
pub(crate) fn are_called(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let what = (0..tokens.len()).find(|at| is(tokens, *at, &["what"]) && is(tokens, at + 1, &["is", "are"]))?;
    let called = (what + 3..what + 8).find(|at| is(tokens, *at, &["called"]))?;
    let end = ends(tokens, called + 1);
    let thing = tokens.get(what + 2..called)?;
    if !end || thing.iter().any(|t| t.kind != Kind::Word) {
        return None;
    }
    replaced(tokens, what, called + 1, &format!("what are the names of {}", text(thing)))
}

/// 'what each exam is called', 'what is each dish called', 'what is it called'.
pub(crate) fn is_called(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
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

pub(crate) fn is_clause_end(tokens: &[Token], at: usize) -> bool {
    ends(tokens, at) || is(tokens, at, &["and", "or", "but"])
}

/// 'its name and how much it costs', 'the peaks and how high they are'.
pub(crate) fn what_it_costs(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    const THEY: [&str; 6] = ["it", "they", "each", "he", "she", "one"];
    let at = (2..tokens.len()).find(|at| says(tokens, *at, &["how", "much"]) && is(tokens, at + 2, &THEY));
    if let Some(at) = at.filter(|at| is(tokens, at + 3, &["cost", "costs", "is", "are"])) {
        return replaced(tokens, at, at + 4, "the price");
    }
    let high = (1..tokens.len()).find(|at| says(tokens, *at, &["how", "high"]))?;
    replaced(tokens, high, high + 2, "how tall")
}

/// 'every lab and where it is located'.
pub(crate) fn where_it_is(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let at = (2..tokens.len()).find(|at| {
        is(tokens, *at, &["where"])
            && is(tokens, at + 1, &["it", "they"])
            && is(tokens, at + 3, &["located", "situated", "based"])
    })?;
    replaced(tokens, at, at + 4, "location")
}

/// 'which films came out in 1920, and who directed them', where there are directors.
pub(crate) fn who_did(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
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
pub(crate) fn every_different(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let at = (0..tokens.len())
        .find(|at| is(tokens, *at, &["every", "each"]) && is(tokens, at + 1, &["distinct", "different", "unique"]))?;
    let grouped = at > 0 && is(tokens, at - 1, &["for", "in", "of", "per", "by", "from", "at"]);
    let counted = tokens.iter().any(|t| matches!(t.lower.as_str(), "many" | "number" | "count" | "average" | "total"));
    (!grouped && !counted).then(|| replaced(tokens, at, at + 1, "all")).flatten()
}

/// 'the name of each truck and the last name of its owner': where nothing is counted, 'each' is all of them.
pub(crate) fn plain_each(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
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

/// 'the ids and lengths of all reels', 'which scooters need repair? Return their ids': of the thing that is asked about.
pub(crate) fn whose_id(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
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
