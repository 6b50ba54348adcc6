//! Turns of phrase of people who look at their own business: 'our best selling product', 'bought only once', 'are sales going
//! up or down', 'the highest daily revenue', 'each customer's first order'. `spoken` asks here.

use crate::schema::{Col, ColumnKind, Element, Schema};
use crate::tokens::{Kind, Token, tokenize};

/// How many are shown where somebody asks for the best in the plural and says no number.
const SEVERAL: &str = "10";

fn is(tokens: &[Token], at: usize, words: &[&str]) -> bool {
    tokens.get(at).is_some_and(|t| words.contains(&t.lower.as_str()))
}

fn find(tokens: &[Token], from: usize, words: &[&str]) -> Option<usize> {
    (from..tokens.len()).find(|at| is(tokens, *at, words))
}

/// The table that a word names by the last word of its name.
fn table_called(token: Option<&Token>, schema: &Schema) -> Option<usize> {
    let token = token?;
    schema.postings.get(&token.stem)?.iter().find_map(|p| match p.element {
        Element::Table(t) if schema.tables.get(t).is_some_and(|v| v.words.last() == Some(&token.stem)) => Some(t),
        _ => None,
    })
}

/// How many pieces each line of a sale has, by its name, where lines of sales belong to the rows of a table.
fn pieces_sold(t: usize, schema: &Schema) -> Option<String> {
    let lines = |l: &usize| schema.tables.get(*l).is_some_and(|v| v.worth.is_some()) && schema.belongs(*l, t);
    let mut lines = (0..schema.tables.len()).filter(lines);
    let (Some(table), None) = (lines.next(), lines.next()) else { return None };
    let quantity = schema.numeric_with(table, &["quantity"])?;
    (schema.kind(quantity) == ColumnKind::Number).then(|| schema.reference(quantity).column)
}

/// 'our best selling products', 'the second best selling product', 'which product sold the most in each category': ranked by how
/// many pieces were sold.
pub fn best_selling(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let (from, noun, rest, worst) = selling(tokens)?;
    let named = tokens.get(noun)?;
    let quantity = pieces_sold(table_called(Some(named), schema)?, schema)?;
    let before = from.checked_sub(1).and_then(|at| tokens.get(at));
    let number = before.filter(|t| t.number().is_some());
    let ordinal = before.filter(|t| matches!(t.kind, Kind::Ordinal(_)));
    let end = if worst { "lowest" } else { "highest" };
    let from = if number.or(ordinal).is_some() { from - 1 } else { from };
    let head = tokens.get(..from)?;
    let tail = tokens.get(rest..)?;
    if let Some(place) = ordinal {
        let plain = tokenize(&format!("{} with the {} {end} total {quantity}", named.text, place.text));
        return Some([head, &plain, tail].concat());
    }
    let several = named.lower != named.lemma;
    let limit = number.map_or(if several { SEVERAL } else { "1" }, |t| t.text.as_str());
    let end = if worst { "bottom" } else { "top" };
    let top = tokenize(&format!("{end} {limit} {}", named.text));
    let by = tokenize(&format!("by total {quantity}"));
    // 'in each category' says of what, and comes before by what.
    let each = is(tokens, rest, &["in", "of", "for"]) && is(tokens, rest + 1, &["each", "every"]);
    let per = is(tokens, rest, &["per"]);
    let skip = if each {
        3
    } else if per {
        2
    } else {
        0
    };
    Some([head, &top, tail.get(..skip.min(tail.len()))?, &by, tail.get(skip.min(tail.len())..)?].concat())
}

/// Where the turn begins, where its noun stands, where the rest begins, and whether the worst are asked for.
fn selling(tokens: &[Token]) -> Option<(usize, usize, usize, bool)> {
    if let Some(at) = (1..tokens.len()).find(|at| is(tokens, *at, &["selling"])) {
        let worst = is(tokens, at - 1, &["worst", "least", "lowest"]);
        let ranks = worst || is(tokens, at - 1, &["best", "top", "most", "highest"]);
        return ranks.then_some((at - 1, at + 1, at + 2, worst));
    }
    if let Some(at) =
        (1..tokens.len()).find(|at| is(tokens, *at, &["popular"]) && is(tokens, at - 1, &["most", "least"]))
    {
        return Some((at - 1, at + 1, at + 2, is(tokens, at - 1, &["least"])));
    }
    if let Some(at) = find(tokens, 0, &["bestselling"]) {
        return Some((at, at + 1, at + 2, false));
    }
    // 'which product sold the most'.
    let at = (0..tokens.len())
        .find(|at| is(tokens, *at, &["which", "what"]) && is(tokens, at + 2, &["sold", "sells", "sell"]))?;
    let the = usize::from(is(tokens, at + 3, &["the"]));
    let worst = is(tokens, at + 3 + the, &["least", "worst"]);
    let ranks = worst || is(tokens, at + 3 + the, &["most", "best"]);
    let noun = tokens.get(at + 4 + the).is_some_and(|t| t.kind == Kind::Word && !is(tokens, at + 4 + the, &SMALL));
    (ranks && !noun).then_some((at, at + 1, at + 4 + the, worst))
}

const SMALL: [&str; 12] = ["in", "on", "during", "per", "for", "since", "last", "this", "at", "of", "by", "between"];

/// 'for each category, which product sold the most': what is asked of each comes first.
pub fn each_first(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let opens = is(tokens, 0, &["for", "in"]) && is(tokens, 1, &["each", "every"]);
    table_or_column(tokens.get(2).filter(|_| opens)?, schema)?;
    let comma = usize::from(tokens.get(3).is_some_and(|t| t.is_punct(',')));
    let asks = 3 + comma;
    let sold = is(tokens, asks, &["which", "what"]) && selling(tokens.get(asks..)?).is_some_and(|s| s.0 == 0);
    if !sold {
        return None;
    }
    let rest = tokens.get(asks..)?;
    let ending = rest.iter().rev().take_while(|t| matches!(t.kind, Kind::Punct(_))).count();
    Some([rest.get(..rest.len() - ending)?, &tokenize("in"), tokens.get(1..3)?].concat())
}

fn table_or_column(token: &Token, schema: &Schema) -> Option<()> {
    schema.postings.get(&token.stem).filter(|found| !found.is_empty()).map(|_| ())
}

/// 'bought only once', 'ordered just one time', 'ordered twice': so many times.
pub fn once(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (1..tokens.len()).find(|at| {
        let one_time = is(tokens, *at, &["one"]) && is(tokens, at + 1, &["time"]);
        is(tokens, *at, &["once", "twice"]) || one_time && is(tokens, at - 1, &["only", "just", "exactly"])
    })?;
    let used = if is(tokens, at, &["one"]) { 2 } else { 1 };
    let said = is(tokens, at - 1, &["only", "just", "exactly"]);
    // 'more than once', 'at least twice', 'twice what they cost', 'once a week' are something else.
    let compared = is(tokens, at - 1, &["than", "least", "most", "at"]);
    let goes_on = is(tokens, at + used, &["what", "as", "a", "an", "the", "per", "every", "more", "their", "its"]);
    let verb = at.checked_sub(1 + usize::from(said)).and_then(|i| tokens.get(i)).is_some_and(|t| t.kind == Kind::Word);
    if compared || goes_on || !verb || at < 2 {
        return None;
    }
    let n = if is(tokens, at, &["twice"]) { 2 } else { 1 };
    let from = at - usize::from(said);
    let bought = is(tokens, from - 1, &["bought", "purchased", "shopped", "buy"]);
    if let Some(deals) =
        deals(schema).filter(|_| bought && tokens.get(at + used).is_none_or(|t| matches!(t.kind, Kind::Punct(_))))
    {
        let plain = tokenize(&format!("placed exactly {n} {}", schema.table_name(deals)));
        return Some([tokens.get(..from - 1)?, &plain, tokens.get(at + used..)?].concat());
    }
    Some([tokens.get(..from)?, &tokenize(&format!("exactly {n} times")), tokens.get(at + used..)?].concat())
}

/// 'placed only one order': exactly one.
pub fn only_one(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (1..tokens.len()).find(|at| {
        is(tokens, *at, &["only", "just"])
            && is(tokens, at + 1, &["one", "1"])
            && table_called(tokens.get(at + 2), schema).is_some()
    })?;
    let noun = tokens.get(at + 2)?;
    let several = if noun.lower == noun.lemma { format!("{}s", noun.lower) } else { noun.lower.clone() };
    Some([tokens.get(..at)?, &tokenize(&format!("exactly 1 {several}")), tokens.get(at + 3..)?].concat())
}

/// The table of what was bought at one time: its lines have a price, and it says when.
fn deals(schema: &Schema) -> Option<usize> {
    let mut lines = (0..schema.tables.len()).filter(|t| schema.tables.get(*t).is_some_and(|v| v.worth.is_some()));
    let (Some(lines), None) = (lines.next(), lines.next()) else { return None };
    if schema.time(lines).is_some() {
        return Some(lines);
    }
    schema.parents(lines).first().copied().filter(|t| schema.time(*t).is_some())
}

/// 'units sold by category', 'how many units did we sell': how many pieces the lines of sales have.
pub fn units_sold(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (0..tokens.len()).find(|at| is(tokens, *at, &["units", "quantity"]))?;
    let mut lines = (0..schema.tables.len()).filter(|t| schema.tables.get(*t).is_some_and(|v| v.worth.is_some()));
    let (Some(lines), None) = (lines.next(), lines.next()) else { return None };
    let quantity = schema.numeric_with(lines, &["quantity"])?;
    let name = schema.reference(quantity).column;
    let counted = at.checked_sub(1).and_then(|i| tokens.get(i)).is_some_and(|t| t.number().is_some());
    let sold = is(tokens, at + 1, &["sold"]);
    if is(tokens, at, &["quantity"]) {
        // 'total quantity sold'.
        return sold
            .then(|| [tokens.get(..at + 1).unwrap_or_default(), tokens.get(at + 2..).unwrap_or_default()].concat());
    }
    let asked = at >= 2 && is(tokens, at - 1, &["many"]) && is(tokens, at - 2, &["how"]);
    let told = asked && is(tokens, at + 1, &["did", "do", "have"]) && is(tokens, at + 3, &["sell", "sold"]);
    let passive = asked && is(tokens, at + 1, &["were", "was"]) && is(tokens, at + 2, &["sold"]);
    let used = if told {
        4
    } else if passive {
        3
    } else {
        2
    };
    if counted || !(sold || told || passive) {
        return None;
    }
    let from = if asked {
        at - 2
    } else if at > 0 && is(tokens, at - 1, &["total", "of"]) {
        at - if is(tokens, at - 1, &["of"]) && at > 1 { 2 } else { 1 }
    } else {
        at
    };
    Some([tokens.get(..from)?, &tokenize(&format!("total {name}")), tokens.get(at + used..)?].concat())
}

/// 'which ticket took the longest to resolve': the one with the longest duration.
pub fn took_longest(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (1..tokens.len()).find(|at| is(tokens, *at, &["took", "takes", "take"]))?;
    let the = usize::from(is(tokens, at + 1, &["the"]));
    let end = at + 1 + the;
    let long = is(tokens, end, &["longest", "shortest", "least", "most"]);
    let timed = (0..schema.tables.len()).filter(|t| schema.elapsed(*t).is_some()).count() == 1;
    if !long || !timed || !is(tokens, 0, &["which", "what"]) {
        return None;
    }
    let time = usize::from(is(tokens, end + 1, &["time"]));
    let verb = if is(tokens, end + 1 + time, &["to"]) {
        2 + usize::from(is(tokens, end + 2 + time, &["be", "get"]))
    } else {
        0
    };
    let word = if is(tokens, end, &["longest", "most"]) { "longest" } else { "shortest" };
    Some(
        [tokens.get(..at)?, &tokenize(&format!("with the {word} duration")), tokens.get(end + 1 + time + verb..)?]
            .concat(),
    )
}

/// 'are sales going up or down': what they come to, month by month.
pub fn going_up(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    if !is(tokens, 0, &["are", "is", "have", "has", "do", "does"]) {
        return None;
    }
    let at = (2..tokens.len()).find(|at| {
        let going = is(tokens, *at, &["going", "gone", "trending", "heading"]) && is(tokens, at + 1, &["up", "down"]);
        let moving = ["growing", "rising", "falling", "increasing", "decreasing", "declining", "shrinking"];
        going || is(tokens, *at, &moving)
    })?;
    let behind = (at + 1..tokens.len())
        .find(|i| !is(tokens, *i, &["up", "down", "or", "rising", "falling", "shrinking", "decreasing", "declining"]))
        .unwrap_or(tokens.len());
    let subject = tokens.get(1..at)?;
    let subject: Vec<Token> =
        subject.iter().filter(|t| !matches!(t.lower.as_str(), "our" | "my" | "the" | "been")).cloned().collect();
    let counted = subject.first().is_some_and(|t| t.kind == Kind::Word);
    counted.then(|| [subject.as_slice(), &tokenize("by month"), tokens.get(behind..).unwrap_or_default()].concat())
}

/// 'the highest daily revenue', 'the lowest monthly order count': the day, the month, with what it comes to.
pub fn extreme_step(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    const STEPS: [(&str, &str); 5] =
        [("daily", "day"), ("weekly", "week"), ("monthly", "month"), ("quarterly", "quarter"), ("yearly", "year")];
    let at = (1..tokens.len()).find(|at| STEPS.iter().any(|(word, _)| is(tokens, *at, &[word])))?;
    let (_, step) = STEPS.iter().find(|(word, _)| is(tokens, at, &[word]))?;
    let low = is(tokens, at - 1, &["lowest", "smallest", "worst", "fewest"]);
    if !low && !is(tokens, at - 1, &["highest", "biggest", "best", "largest"]) {
        return None;
    }
    // 'the highest monthly rent' is a column.
    let called = |c: &crate::schema::ColumnView| {
        c.words.contains(&crate::lemma::stem_of(&tokens.get(at).map_or(String::new(), |t| t.lower.clone())))
    };
    if schema.tables.iter().any(|t| t.columns.iter().any(called)) {
        return None;
    }
    let head = at - 1 - usize::from(at > 1 && is(tokens, at - 2, &["the"]));
    let counted = table_called(tokens.get(at + 1), schema).filter(|_| !is(tokens, at + 1, &["sales"]));
    let figure = if counted.is_some() {
        let most = if low { "fewest" } else { "most" };
        let noun = tokens.get(at + 1)?;
        let several = if noun.lower == noun.lemma { format!("{}s", noun.lower) } else { noun.lower.clone() };
        let skip = 2 + usize::from(is(tokens, at + 2, &["count", "counts", "number", "volume"]));
        [tokenize(&format!("{most} {several}")), tokens.get(at + skip..)?.to_vec()].concat()
    } else {
        [tokenize(if low { "lowest" } else { "highest" }), tokens.get(at + 1..)?.to_vec()].concat()
    };
    Some([tokens.get(..head)?, &tokenize(&format!("which {step} had the")), &figure].concat())
}

/// 'each customer's first order': the first order of each customer.
pub fn of_each(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    const WHICH: [&str; 9] = ["first", "last", "latest", "earliest", "newest", "oldest", "biggest", "largest", "most"];
    let at = (0..tokens.len()).find(|at| {
        let owner = tokens.get(at + 1).is_some_and(|t| t.possessive);
        is(tokens, *at, &["each", "every"]) && owner && is(tokens, at + 2, &WHICH)
    })?;
    let mut owner = tokens.get(at + 1)?.clone();
    owner.possessive = false;
    let used = if is(tokens, at + 2, &["most"]) { 3 } else { 2 };
    let thing = tokens.get(at + 2..at + 2 + used)?;
    let dated = match tokens.get(at + 2)?.lower.as_str() {
        "first" => "earliest",
        "last" => "latest",
        _ => "",
    };
    let thing = if dated.is_empty() { thing.to_vec() } else { [tokenize(dated), thing.get(1..)?.to_vec()].concat() };
    let rest = tokens.get(at + 2 + used..)?;
    let asks = tokens
        .get(..at)?
        .iter()
        .all(|t| matches!(t.lower.as_str(), "what" | "was" | "is" | "show" | "list" | "the" | "me"));
    let head = if asks { &[] } else { tokens.get(..at)? };
    Some([head, &tokenize("the"), &thing, &tokenize("of each"), &[owner], rest].concat())
}

/// 'the largest order', 'the most valuable order', 'the highest order value', where an order has no amount of its own but lines
/// with a price.
pub fn worth_of_rows(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let deal = |at: usize| table_called(tokens.get(at), schema).filter(|t| schema.lines_of(*t).is_some()).is_some();
    let (from, noun, rest, low) = (1..tokens.len()).find_map(|at| {
        let low = is(tokens, at - 1, &["smallest", "lowest", "cheapest"]);
        let single = usize::from(is(tokens, at, &["single"]));
        let valued = is(tokens, at + 1, &["value", "amount", "total"]);
        if is(tokens, at - 1, &["largest", "biggest", "smallest", "cheapest"]) && deal(at + single) {
            return Some((at - 1, at + single, at + single + 1 + usize::from(valued), low));
        }
        if is(tokens, at - 1, &["highest", "lowest"]) && deal(at) && valued {
            return Some((at - 1, at, at + 2, low));
        }
        let most = at > 1 && is(tokens, at - 1, &["valuable", "expensive"]) && is(tokens, at - 2, &["most"]);
        (most && deal(at)).then(|| (at - 2, at, at + 1, false))
    })?;
    let end = if low { "lowest" } else { "highest" };
    let plain = tokenize(&format!("{} with the {end} revenue", tokens.get(noun)?.text));
    Some([tokens.get(..from)?, &plain, tokens.get(rest..)?].concat())
}

/// 'the basket size', 'the average cart value': what an order is worth on average.
pub fn basket(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (0..tokens.len())
        .find(|at| is(tokens, *at, &["basket", "cart"]) && is(tokens, at + 1, &["size", "value", "total"]))?;
    let deal = deals(schema).filter(|t| schema.lines_of(*t).is_some())?;
    let name = crate::lemma::lemma(&crate::tokens::name_words(schema.table_name(deal)).join(" "));
    let average = at > 0 && is(tokens, at - 1, &["average", "mean", "avg"]);
    let from = at - usize::from(average);
    Some([tokens.get(..from)?, &tokenize(&format!("average {name} value")), tokens.get(at + 2..)?].concat())
}

/// 'how many items are in a typical order', 'the average number of items in an order', 'orders in an average month': the average
/// number of the one per the other.
pub fn typical(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let step = |at: usize| is(tokens, at, &["day", "week", "month", "quarter", "year"]);
    let article = |at: usize| is(tokens, at, &["a", "an", "the", "one"]);
    let plain = tokenize("average number of");
    let number = (0..tokens.len())
        .find(|at| is(tokens, *at, &["average"]) && is(tokens, at + 1, &["number"]) && is(tokens, at + 2, &["of"]));
    if let Some(from) = number {
        let inside = is(tokens, from + 4, &["in", "on", "of"]) && article(from + 5);
        table_called(tokens.get(from + 6).filter(|_| inside), schema)?;
        let thing = tokens.get(from + 3..from + 4)?;
        return Some([tokens.get(..from)?, &plain, thing, &tokenize("per"), tokens.get(from + 6..)?].concat());
    }
    let at = (4..tokens.len()).find(|at| is(tokens, *at, &["typical", "average"]) && article(at - 1))?;
    let asks = is(tokens, 0, &["how"]) && is(tokens, 1, &["many"]);
    table_called(tokens.get(2).filter(|_| asks), schema)?;
    if !step(at + 1) {
        table_called(tokens.get(at + 1), schema)?;
    }
    let behind = tokens.get(at + 2..)?;
    let verb = ["have", "make", "place", "contain", "get", "buy"];
    let skip = usize::from(behind.first().is_some_and(|t| verb.contains(&t.lower.as_str())));
    Some([&plain, tokens.get(2..3)?, &tokenize("per"), tokens.get(at + 1..at + 2)?, behind.get(skip..)?].concat())
}

/// 'my current balance': the latest one.
pub fn current_level(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let at = (1..tokens.len()).find(|at| is(tokens, *at, &["balance"]) && is(tokens, at - 1, &["current"]))?;
    Some([tokens.get(..at - 1)?, &tokenize("latest"), tokens.get(at..)?].concat())
}

/// 'in 2026 so far': the year has said it.
pub fn so_far(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let at = (1..tokens.len()).find(|at| is(tokens, *at, &["so"]) && is(tokens, at + 1, &["far"]))?;
    Some([tokens.get(..at)?, tokens.get(at + 2..)?].concat())
}

/// 'the best customer of each client', 'our biggest spenders', 'the top product in each store': by what they brought in, where
/// nothing else says how good or how big they are.
pub fn best_by_worth(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    if tokens.iter().any(|t| matches!(t.lower.as_str(), "by" | "with" | "most" | "least")) {
        return None;
    }
    let deals = deals(schema)?;
    let lines = (0..schema.tables.len()).find(|t| schema.tables.get(*t).is_some_and(|v| v.worth.is_some()))?;
    let (from, noun) = (1..tokens.len()).find_map(|at| {
        let ranks = is(tokens, at - 1, &["best", "biggest", "largest", "top"]);
        (ranks && table_called(tokens.get(at), schema).is_some()).then(|| (at - 1, at))
    })?;
    let t = table_called(tokens.get(noun), schema)?;
    let owns = (schema.belongs(lines, t) || schema.belongs(deals, t)) && t != deals && t != lines;
    // A store has a floor area, a student a score.
    let sized =
        ["size", "area", "capacity", "score", "rating", "grade"].iter().any(|w| schema.numeric_with(t, &[w]).is_some());
    if !owns || sized && !is(tokens, from, &["top"]) {
        return None;
    }
    let named = tokens.get(noun)?;
    let limit = if named.lower == named.lemma { "1" } else { SEVERAL };
    let tail = tokens.get(noun + 1..)?;
    let each = is(tokens, noun + 1, &["in", "of", "for"]) && is(tokens, noun + 2, &["each", "every"]);
    let skip = if each {
        3
    } else if is(tokens, noun + 1, &["per"]) {
        2
    } else {
        0
    };
    let (each, rest) = tail.split_at_checked(skip)?;
    Some(
        [tokens.get(..from)?, &tokenize(&format!("top {limit} {}", named.text)), each, &tokenize("by revenue"), rest]
            .concat(),
    )
}

/// 'top 5 orders by value': by what they come to.
pub fn by_value(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (1..tokens.len())
        .find(|at| is(tokens, *at, &["value", "amount", "worth"]) && is(tokens, at - 1, &["by", "in"]))?;
    let deal = |t: &Token| table_called(Some(t), schema).and_then(|t| schema.lines_of(t)).is_some();
    tokens.iter().take(at).any(deal).then_some(())?;
    Some([tokens.get(..at - 1)?, &tokenize("by revenue"), tokens.get(at + 1..)?].concat())
}

/// 'stores with more than $200,000 in sales', 'categories with less than 300k revenue': sales above that.
pub fn more_in_sales(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    const MONEY: [&str; 5] = ["sales", "revenue", "turnover", "income", "spend"];
    let at = (1..tokens.len()).find(|at| {
        let placed = usize::from(is(tokens, at + 1, &["in", "of"]));
        tokens.get(*at).is_some_and(|t| t.number().is_some()) && is(tokens, at + 1 + placed, &MONEY)
    })?;
    let sign = usize::from(is(tokens, at - 1, &["$", "€", "£"]));
    let than =
        at.checked_sub(1 + sign).filter(|i| is(tokens, *i, &["than", "over", "above", "below", "under", "least"]))?;
    let from = if is(tokens, than, &["than", "least"]) { than.checked_sub(1)? } else { than };
    let placed = usize::from(is(tokens, at + 1, &["in", "of"]));
    let money = tokens.get(at + 1 + placed..at + 2 + placed)?;
    let compared = tokens.get(from..at + 1)?;
    Some([tokens.get(..from)?, money, compared, tokens.get(at + 2 + placed..)?].concat())
}

/// 'how much has Omar Barrett spent': what he spent in total.
pub fn has_spent(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    deals(schema)?;
    let asks =
        is(tokens, 0, &["how"]) && is(tokens, 1, &["much"]) && is(tokens, 2, &["has", "have", "did", "does", "do"]);
    let verb = (4..tokens.len()).find(|at| is(tokens, *at, &["spent", "spend", "spends"])).filter(|_| asks)?;
    let who = tokens.get(3..verb)?;
    who.iter().all(|t| t.proper).then_some(())?;
    Some([&tokenize("total spend of"), who, tokens.get(verb + 1..)?].concat())
}

/// 'resolved within 24 hours', 'took longer than a day to resolve': took at most so long.
pub fn within_time(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let unit = |at: usize| tokens.get(at).filter(|t| matches!(crate::lemma::lemma(&t.lower).as_str(), "hour" | "day"));
    if let Some(at) = (1..tokens.len())
        .find(|at| is(tokens, *at, &["than"]) && is(tokens, at + 1, &["a", "an"]) && unit(at + 2).is_some())
    {
        let long = is(tokens, at - 1, &["longer", "more", "less", "shorter"]);
        let took = tokens.iter().take(at).any(|t| matches!(t.lower.as_str(), "took" | "take" | "takes"));
        let word = if is(tokens, at - 1, &["longer", "more"]) { "more" } else { "less" };
        let plain = tokenize(&format!("{word} than 1 {}s", unit(at + 2)?.lemma));
        (long && took).then_some(())?;
        return Some([tokens.get(..at - 1)?, &plain, tokens.get(at + 3..)?].concat());
    }
    let at = (1..tokens.len()).find(|at| is(tokens, *at, &["within"]))?;
    let one = is(tokens, at + 1, &["a", "an", "one"]);
    let n = tokens.get(at + 1).and_then(Token::number).or(one.then_some(1.0))?;
    let unit = unit(at + 2)?;
    let verb = tokens.get(at - 1)?;
    let ended = |t: &usize| {
        let end = schema.elapsed(*t).and_then(|took| schema.view(took.to));
        end.is_some_and(|view| view.words.contains(&verb.stem))
    };
    (0..schema.tables.len()).find(ended)?;
    let plain = tokenize(&format!("that took at most {n} {}s to {}", unit.lemma, verb.lemma));
    let were = usize::from(is(tokens, at.checked_sub(2)?, &["were", "was", "are"]));
    Some([tokens.get(..at - 1 - were)?, &plain, tokens.get(at + 3..)?].concat())
}

/// 'which day of the week is busiest', 'what time of day do people shop the most': the one with the most rows.
pub fn busiest_step(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    const STEPS: [(&str, &str); 7] = [
        ("day of the week", "day of the week"),
        ("time of day", "hour"),
        ("hour of the day", "hour"),
        ("weekday", "day of the week"),
        ("hour", "hour"),
        ("month", "month"),
        ("day", "day"),
    ];
    let text: Vec<&str> =
        tokens.iter().filter(|t| !matches!(t.kind, Kind::Punct(_))).map(|t| t.lower.as_str()).collect();
    let text = text.join(" ");
    let rows = deals(schema).or((schema.tables.len() == 1).then_some(0)).filter(|t| schema.time(*t).is_some())?;
    let asked = STEPS.iter().find(|(said, _)| {
        let step = format!("{said} ");
        let busy = [
            format!("which {said} is busiest"),
            format!("which {said} is the busiest"),
            format!("busiest {said}"),
            format!("what is the busiest {said}"),
            format!("what's the busiest {said}"),
            format!("which {said} is our busiest"),
        ];
        let shop = text.starts_with(&format!("what {step}")) || text.starts_with(&format!("which {step}"));
        let people =
            ["people shop", "customers shop", "people buy", "customers buy", "people order", "customers order"]
                .iter()
                .any(|w| text.contains(w));
        busy.contains(&text) || shop && people && text.ends_with("most")
    })?;
    Some(tokenize(&format!("{} with the most {}", asked.1, schema.table_name(rows))))
}

/// 'refund total per store', 'return count by month': the total of refunds, the number of returns.
pub fn figure_behind(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (1..tokens.len()).find(|at| {
        let ends = tokens.get(at + 1).is_none_or(|t| {
            matches!(t.kind, Kind::Punct(_)) || matches!(t.lower.as_str(), "per" | "by" | "for" | "in")
        });
        is(tokens, *at, &["total", "totals", "count", "counts"]) && ends
    })?;
    let noun = tokens.get(at - 1).filter(|t| t.kind == Kind::Word)?;
    let counted = is(tokens, at, &["count", "counts"]);
    let table = table_called(Some(noun), schema);
    let figure = schema
        .postings
        .get(&noun.stem)?
        .iter()
        .any(|p| matches!(p.element, Element::Column(c) if schema.kind(c) == ColumnKind::Number));
    // 'word count', 'line_total' are columns.
    let stored = schema.tables.iter().flat_map(|t| &t.columns).any(|c| {
        let behind = tokens.get(at).is_some_and(|t| c.words.contains(&t.stem));
        behind && c.words.contains(&noun.stem)
    });
    if stored || if counted { table.is_none() } else { !figure } {
        return None;
    }
    let several = if noun.lower == noun.lemma { format!("{}s", noun.lower) } else { noun.lower.clone() };
    let plain = if counted { format!("number of {several}") } else { format!("total {several}") };
    Some([tokens.get(..at - 1)?, &tokenize(&plain), tokens.get(at + 1..)?].concat())
}

/// 'the first order for each store': the earliest.
pub fn first_of_each(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (0..tokens.len()).find(|at| {
        let each = is(tokens, at + 2, &["of", "for", "in"]) && is(tokens, at + 3, &["each", "every"]);
        is(tokens, *at, &["first", "last"]) && (each || is(tokens, at + 2, &["per"]))
    })?;
    let timed = table_called(tokens.get(at + 1), schema).and_then(|t| schema.time(t)).is_some();
    let word = if is(tokens, at, &["first"]) { "earliest" } else { "latest" };
    timed.then_some(())?;
    Some([tokens.get(..at)?, &tokenize(word), tokens.get(at + 1..)?].concat())
}

/// Whether the time of a sale is meant, by a verb that says so.
pub fn says_sold(tokens: &[Token]) -> Option<&Token> {
    tokens.iter().find(|t| matches!(t.lower.as_str(), "sold" | "sell" | "sells" | "buy" | "bought" | "purchased"))
}

/// Columns that count what was sold and those of another table that are called the same: what came back is not what was sold.
pub fn same_name_sold(c: Col, schema: &Schema) -> bool {
    let worth = |t: usize| schema.tables.get(t).is_some_and(|v| v.worth.is_some());
    let Some(own) = schema.view(c).filter(|_| !worth(c.table)) else { return false };
    schema.tables.iter().enumerate().any(|(t, view)| {
        worth(t)
            && schema.belongs(c.table, t)
            && view.columns.iter().any(|other| other.words == own.words && other.kind == ColumnKind::Number)
    })
}
