//! Turns of phrase about what was sold: 'our best selling product', 'units sold', 'the largest order', 'the basket size', 'stores
//! with more than 200,000 in sales'. `spoken` asks here.
//!
//! They all rest on lines with a price and a quantity, and on what those lines belong to.

use crate::schema::{Col, ColumnKind, Schema};
use crate::spoken_everyday::{is, table_called};
use crate::tokens::{Kind, Token, tokenize};

/// How many are shown where somebody asks for the best in the plural and says no number.
const SEVERAL: &str = "10";

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
    if let Some(at) = (0..tokens.len()).find(|at| is(tokens, *at, &["bestselling"])) {
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

/// The table of what was bought at one time: its lines have a price, and it says when.
pub(crate) fn deals(schema: &Schema) -> Option<usize> {
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

/// 'stores that made more than 100000 in 2025': in revenue.
pub fn made_more(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    deals(schema)?;
    let at = (1..tokens.len()).find(|at| {
        let than = if is(tokens, at + 1, &["over", "under", "above", "below"]) { 2 } else { 3 };
        let compared = than == 2 || is(tokens, at + 1, &["more", "less"]) && is(tokens, at + 2, &["than"]);
        let money =
            tokens.get(at + than).is_some_and(|t| t.number().is_some() || matches!(t.text.as_str(), "$" | "€" | "£"));
        is(tokens, *at, &["made", "make", "makes", "earned", "took"]) && compared && money
    })?;
    // 'made more than 5 orders' counts.
    let number = (at + 1..tokens.len()).find(|i| tokens.get(*i).is_some_and(|t| t.number().is_some()))?;
    let counted = tokens.get(number + 1).is_some_and(|t| {
        t.kind == Kind::Word
            && !matches!(t.lower.as_str(), "in" | "last" | "this" | "during" | "since" | "from" | "per" | "dollars")
    });
    let helps = usize::from(is(tokens, at - 1, &["that", "who", "which"]));
    (!counted).then(|| {
        let plain = tokenize("with revenue");
        [tokens.get(..at - helps).unwrap_or_default(), &plain, tokens.get(at + 1..).unwrap_or_default()].concat()
    })
}

/// The things that lines of sales are about, and how many pieces a line has.
pub(crate) fn goods(schema: &Schema) -> Option<(usize, Option<Col>)> {
    let mut lines = (0..schema.tables.len()).filter(|t| schema.tables.get(*t).is_some_and(|v| v.worth.is_some()));
    let (Some(lines), None) = (lines.next(), lines.next()) else { return None };
    let sold = deals(schema);
    let named = |t: &usize| {
        let text = |c: &Col| schema.kind(*c) == ColumnKind::Text;
        Some(*t) != sold && !schema.is_people(*t) && schema.display(*t).iter().any(text)
    };
    let mut things = schema.parents(lines).into_iter().filter(named);
    let (Some(thing), None) = (things.next(), things.next()) else { return None };
    Some((thing, schema.numeric_with(lines, &["quantity"])))
}

/// 'which customer placed the biggest order': the biggest order, and whose it is.
pub fn deal_of(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    const WINS: [&str; 6] = ["biggest", "largest", "smallest", "dearest", "highest", "cheapest"];
    let sold = deals(schema)?;
    let at = (3..tokens.len()).find(|at| {
        let most = is(tokens, at - 1, &["expensive", "valuable"]) && is(tokens, at - 2, &["most"]);
        table_called(tokens.get(*at), schema) == Some(sold) && (most || is(tokens, at - 1, &WINS))
    })?;
    let from = at - if is(tokens, at - 1, &WINS) { 1 } else { 2 };
    let the = from - usize::from(is(tokens, from - 1, &["the"]));
    let whose = table_called(tokens.get(1), schema).filter(|t| schema.belongs(sold, *t))?;
    let verb = tokens.get(2..the)?;
    let did = verb.iter().all(|t| matches!(t.lower.as_str(), "placed" | "made" | "had" | "has" | "ever"));
    if !is(tokens, 0, &["which", "what"]) || !did || whose == sold {
        return None;
    }
    let with = tokenize("with its");
    Some([tokens.get(from..=at)?, &with, tokens.get(1..2)?, tokens.get(at + 1..)?].concat())
}

/// 'what did Omar Barrett buy this year': which products he bought.
pub fn what_bought(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    if !is(tokens, 0, &["what"]) || !is(tokens, 1, &["did", "has", "have", "does", "do"]) {
        return None;
    }
    let bought = ["buy", "bought", "order", "ordered", "purchase", "purchased"];
    (3..tokens.len()).find(|at| is(tokens, *at, &bought))?;
    if is(tokens, 2, &["we", "i", "people", "customers"]) {
        return None;
    }
    let things = crate::tokens::name_words(schema.table_name(goods(schema)?.0)).join(" ");
    Some([&tokenize(&format!("which {things}")), tokens.get(1..)?].concat())
}

/// 'how much did we make in October', 'what did we take last month': the revenue.
pub fn we_made(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    const MAKE: [&str; 6] = ["make", "made", "take", "earn", "earned", "sell"];
    let asks = is(tokens, 0, &["how"]) && is(tokens, 1, &["much"]);
    let money = usize::from(asks && is(tokens, 2, &["money"]));
    let does = if asks { 2 + money } else { 1 };
    let we = is(tokens, does, &["did", "have", "do"]) && is(tokens, does + 1, &["we", "i"]);
    let verb = does + 2;
    let brought = is(tokens, verb, &["bring"]) && is(tokens, verb + 1, &["in"]);
    let worth = schema.tables.iter().filter(|t| t.worth.is_some()).count() == 1;
    if !(asks || is(tokens, 0, &["what"])) || !we || !worth || !(brought || is(tokens, verb, &MAKE)) {
        return None;
    }
    let rest = tokens.get(verb + 1 + usize::from(brought)..)?;
    let told = rest.first().is_none_or(|t| {
        matches!(t.kind, Kind::Punct(_))
            || matches!(
                t.lower.as_str(),
                "in" | "last"
                    | "this"
                    | "during"
                    | "on"
                    | "since"
                    | "yesterday"
                    | "today"
                    | "per"
                    | "by"
                    | "from"
                    | "at"
            )
    });
    told.then(|| [&tokenize("total revenue"), rest].concat())
}

/// 'what did the repairs cost us this year': the total cost of them.
pub fn what_it_cost(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    if !is(tokens, 0, &["what"]) || !is(tokens, 1, &["did", "do", "does"]) {
        return None;
    }
    let cost = (3..tokens.len()).find(|at| is(tokens, *at, &["cost"]))?;
    // 'what does a lamp cost' asks for its price.
    let one = is(tokens, 2, &["a", "an", "one"]) || is(tokens, 1, &["does"]);
    let us = usize::from(is(tokens, cost + 1, &["us"]));
    if one || us == 0 {
        return None;
    }
    Some([&tokenize("total cost of"), tokens.get(2..cost)?, tokens.get(cost + 1 + us..)?].concat())
}

/// 'which owners haven't paid': those who have something unpaid.
pub fn not_paid(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (1..tokens.len()).find(|at| {
        let not = is(tokens, *at, &["have", "has", "did", "do", "does"]) && is(tokens, at + 1, &["not"]);
        not && is(tokens, at + 2, &["paid", "pay"])
    })?;
    let yet = usize::from(is(tokens, at + 3, &["yet"]));
    let ends = tokens.get(at + 3 + yet).is_none_or(|t| matches!(t.kind, Kind::Punct(_)));
    let subject = (0..at).rev().find_map(|i| table_called(tokens.get(i), schema)).filter(|_| ends)?;
    let paid = |t: &usize| {
        let word = |c: &crate::schema::ColumnView| c.words.iter().any(|w| *w == crate::lemma::stem_of("paid"));
        let kind = |c: &crate::schema::ColumnView| matches!(c.kind, ColumnKind::Time | ColumnKind::Bool);
        schema.tables.get(*t).is_some_and(|v| v.columns.iter().any(|c| word(c) && kind(c)))
    };
    let mut bills = (0..schema.tables.len()).filter(paid);
    let (Some(bills), None) = (bills.next(), bills.next()) else { return None };
    if bills == subject {
        return None;
    }
    let who = usize::from(is(tokens, at - 1, &["who", "that"]));
    let plain = tokenize(&format!("with unpaid {}", crate::tokens::name_words(schema.table_name(bills)).join(" ")));
    Some([tokens.get(..at - who)?, &plain, tokens.get(at + 3 + yet..)?].concat())
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
