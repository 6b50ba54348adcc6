//! Turns of phrase of every office day: 'since the start of 2025', 'before 9 in the morning', '2 stars or worse', 'the total of all
//! unpaid invoices', 'when did Moser last open a ticket', 'tickets per agent' where agents are staff. `spoken` asks here.

use crate::lexicon::lexicon;
use crate::phrasing::{is, replaced, says, text, word};
use crate::schema::{Col, ColumnKind, Schema};
use crate::spoken_everyday::table_called;
use crate::tokens::{Kind, Token};

/// 'since the start of 2025', 'from the beginning of June': since then.
pub fn since_start(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let at = (1..tokens.len()).find(|at| {
        let article = usize::from(is(tokens, at + 1, &["the"]));
        is(tokens, *at, &["since", "from"])
            && is(tokens, at + 1 + article, &["start", "beginning"])
            && is(tokens, at + 2 + article, &["of"])
    })?;
    let article = usize::from(is(tokens, at + 1, &["the"]));
    let what = at + 3 + article;
    // 'since the start of the year': this one.
    let this = usize::from(is(tokens, what, &["the"]) && is(tokens, what + 1, &["year", "month", "quarter", "week"]));
    replaced(tokens, at, what + this, if this > 0 { "since this" } else { "since" })
}

/// 'before 9 in the morning': before 9 am.
pub fn at_hour(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let hour = |t: &Token| t.number().is_some_and(|n| (1.0..=12.0).contains(&n));
    let at = (1..tokens.len()).find(|at| {
        let when = is(tokens, at - 1, &["before", "after", "at", "from", "until", "till", "by", "than"]);
        when && tokens.get(*at).is_some_and(hour) && says(tokens, at + 1, &["in", "the"])
    })?;
    let half = match word(tokens, at + 3) {
        "morning" => "am",
        "afternoon" | "evening" => "pm",
        _ => return None,
    };
    replaced(tokens, at + 1, at + 4, half)
}

/// 'rated 2 or worse', '3 stars or less', 'a rating of 4 or better'.
pub fn or_worse(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (1..tokens.len()).find(|at| {
        let number = tokens.get(at - 1).is_some_and(|t| t.number().is_some())
            || is(tokens, at - 1, &["star", "stars", "points", "point"]);
        is(tokens, *at, &["or"])
            && number
            && is(tokens, at + 1, &["worse", "better", "less", "lower", "fewer", "more", "higher"])
    })?;
    let stars = usize::from(tokens.get(at - 1).is_some_and(|t| t.number().is_none()));
    let worse = is(tokens, at + 1, &["worse", "better"]);
    if stars == 0 && !worse {
        return None;
    }
    let number = at.checked_sub(1 + stars).filter(|i| tokens.get(*i).is_some_and(|t| t.number().is_some()))?;
    let rated = ["rating", "stars", "star", "score", "satisfaction", "grade"].into_iter().find(|name| {
        let stem = crate::lemma::stem_of(name);
        let figure = |c: &crate::schema::ColumnView| c.kind == ColumnKind::Number && c.words.contains(&stem);
        schema.tables.iter().flat_map(|t| &t.columns).any(figure)
    });
    // 'rated 2', 'with 2', 'gave us 2': the verb goes without saying beside the figure.
    let verb = number.checked_sub(1).filter(|i| is(tokens, *i, &["rated", "scored", "graded", "with"]));
    let (from, figure) = match (verb, rated) {
        (Some(verb), Some(rated)) => (verb, format!("with {rated}")),
        (None, Some(rated)) if stars > 0 => (number, format!("with {rated}")),
        _ => (number, String::new()),
    };
    let bound = if is(tokens, at + 1, &["worse", "less", "lower", "fewer"]) { "at most" } else { "at least" };
    replaced(tokens, from, at + 2, &format!("{figure} {bound} {}", text(tokens.get(number..=number)?)))
}

/// 'the phone number of Eileen Keane' is not how many phones she has; nor is 'the VAT number of Bergmann' a count of anything.
pub fn number_of_one(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    const CALLED: [&str; 5] = ["phone", "telephone", "mobile", "cell", "fax"];
    const KNOWN_BY: [&str; 7] = ["vat", "tax", "iban", "passport", "licence", "license", "insurance"];
    let at = (1..tokens.len()).find(|at| is(tokens, *at, &["number"]) && is(tokens, at + 1, &["of", "for"]))?;
    let kind = word(tokens, at - 1);
    if CALLED.contains(&kind) {
        return replaced(tokens, at, at + 1, "");
    }
    let (one, number) = (&tokens.get(at - 1)?.stem, crate::lemma::stem_of("number"));
    let mut columns = schema.tables.iter().flat_map(|t| &t.columns);
    let stored = columns.any(|c| c.words.contains(one) && c.words.contains(&number));
    (KNOWN_BY.contains(&kind) && !stored).then(|| replaced(tokens, at - 1, at + 1, &format!("{kind}_number"))).flatten()
}

/// 'who took the most orders': who has the most, it is not about how long anything took.
pub fn took_most(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (1..tokens.len()).find(|at| {
        is(tokens, *at, &["took", "take", "takes", "taken"])
            && is(tokens, at + 1, &["the"])
            && is(tokens, at + 2, &["most", "fewest", "least"])
            && table_called(tokens.get(at + 3), schema).is_some()
    })?;
    let helped = is(tokens, at - 1, &["has", "have"]);
    replaced(tokens, at, at + 1, if helped { "" } else { "has" })
}

/// 'which room is booked the most', where nothing is called so: which has the most of what points at rooms and says when.
pub fn used_most(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    const DONE: [&str; 11] = [
        "booked",
        "used",
        "hired",
        "rented",
        "ordered",
        "requested",
        "visited",
        "borrowed",
        "chosen",
        "reserved",
        "bought",
    ];
    let verb = (2..tokens.len()).find(|at| is(tokens, *at, &DONE))?;
    let most = usize::from(is(tokens, verb + 1, &["the"])) + 1;
    let helped = is(tokens, verb - 1, &["is", "are", "was", "were", "gets", "got"]);
    let often = usize::from(is(tokens, verb + most + 1, &["often", "frequently"]));
    let ranks = is(tokens, verb + most, &["most", "least"]);
    let which = is(tokens, 0, &["which", "what"]);
    let table = (1..verb).find_map(|i| table_called(tokens.get(i), schema))?;
    if !helped || !ranks || !which || schema.postings.contains_key(&tokens.get(verb)?.stem) {
        return None;
    }
    let rows = |t: &usize| schema.catalog.tables.get(*t).and_then(|t| t.row_count).unwrap_or(0);
    let children =
        (0..schema.tables.len()).filter(|t| schema.parents(*t).contains(&table) && schema.time(*t).is_some());
    let child = crate::tokens::name_words(schema.table_name(children.max_by_key(rows)?)).join(" ");
    let amount = if is(tokens, verb + most, &["most"]) { "most" } else { "fewest" };
    replaced(tokens, verb - 1, verb + most + 1 + often, &format!("has the {amount} {child}"))
}

/// 'at least an hour': one.
pub fn an_hour(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let at = (1..tokens.len()).find(|at| {
        is(tokens, *at, &["an", "a"])
            && is(tokens, at - 1, &["least", "most", "than", "over", "under"])
            && is(tokens, at + 1, &["hour", "minute", "day", "week", "month", "year"])
    })?;
    replaced(tokens, at, at + 1, "1")
}

/// The one column that says what a row comes to.
fn amount(t: usize, schema: &Schema) -> Option<Col> {
    let stems = ["amount", "total", "gross", "net", "value", "price", "fee", "sum"].map(crate::lemma::stem_of);
    let fits =
        |c: &crate::schema::ColumnView| c.kind == ColumnKind::Number && c.words.iter().any(|w| stems.contains(w));
    let columns = schema.tables.get(t)?.columns.iter().enumerate();
    let mut found = columns.filter(|(_, c)| fits(c)).map(|(column, _)| Col { table: t, column });
    found.next().filter(|_| found.next().is_none())
}

/// 'the total of all unpaid invoices', 'the value of the open orders', where a row has an amount: the total amount of them.
pub fn total_of(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (0..tokens.len()).find(|at| is(tokens, *at, &["total", "sum", "value"]) && is(tokens, at + 1, &["of"]))?;
    let from = at - usize::from(at > 0 && is(tokens, at - 1, &["total", "overall", "combined"]));
    let average = from > 0 && is(tokens, from - 1, &["average", "mean", "highest", "lowest"]);
    let noun = (at + 2..tokens.len().min(at + 6)).find_map(|i| Some((i, table_called(tokens.get(i), schema)?)))?;
    let between = tokens.get(at + 2..noun.0)?;
    let other =
        |t: &Token| t.kind != Kind::Word || matches!(t.lower.as_str(), "of" | "per" | "for" | "in" | "total" | "by");
    let amount = amount(noun.1, schema)?;
    if average
        || between.iter().any(other)
        || schema.view(amount).is_some_and(|v| tokens.get(at).is_some_and(|t| v.words.contains(&t.stem)))
    {
        return None;
    }
    let amount = crate::tokens::name_words(&schema.column(amount)?.name).join(" ");
    replaced(tokens, from, at + 2, &format!("total {amount} of"))
}

/// 'when did Moser last open a ticket': when was the last ticket of Moser.
pub fn did_last(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    if !(is(tokens, 0, &["when"]) && is(tokens, 1, &["did", "has", "was"])) {
        return None;
    }
    let last = (3..tokens.len()).find(|at| is(tokens, *at, &["last", "first"]))?;
    let who = tokens.get(2..last)?;
    let article = |at: usize| usize::from(is(tokens, at, &["a", "an", "the", "our"]));
    let noun = last + 2 + article(last + 2);
    let table = table_called(tokens.get(noun), schema)?;
    schema.happened(table)?;
    let named = who.iter().any(|t| t.proper) && who.iter().all(|t| !matches!(t.kind, Kind::Punct(_)));
    let order = word(tokens, last);
    let thing = text(tokens.get(noun..=noun)?);
    let plain = format!("when was the {order} {thing} of {}", text(who));
    named.then(|| replaced(tokens, 0, noun + 1, &plain)).flatten()
}

/// 'tickets per agent', where nobody is called so but one table holds those who work here.
pub fn works_here(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    const THEY: [&str; 12] = [
        "agent",
        "employee",
        "colleague",
        "worker",
        "clerk",
        "rep",
        "staff",
        "associate",
        "assistant",
        "technician",
        "operator",
        "salesperson",
    ];
    const HERE: [&str; 8] = ["staff", "employee", "emp", "worker", "personnel", "crew", "colleague", "user"];
    let at = tokens.iter().position(|t| THEY.contains(&t.lemma.as_str()))?;
    if schema.postings.contains_key(&tokens.get(at)?.stem) {
        return None;
    }
    let stems = HERE.map(crate::lemma::stem_of);
    let called = |t: &usize| schema.tables.get(*t).and_then(|v| v.words.last()).is_some_and(|w| stems.contains(w));
    let mut tables = (0..schema.tables.len()).filter(called);
    let (Some(table), None) = (tables.next(), tables.next()) else { return None };
    // 'support agents' are told by what they do, where a column says so.
    let told = at.checked_sub(1).and_then(|i| tokens.get(i)).filter(|t| t.kind == Kind::Word && !lexicon().is_stop(t));
    let free =
        told.is_none_or(|t| matches!(t.lower.as_str(), "each" | "every" | "per" | "by" | "which" | "of" | "many"));
    free.then(|| replaced(tokens, at, at + 1, schema.table_name(table))).flatten()
}
