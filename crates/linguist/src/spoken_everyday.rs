//! Turns of phrase of people who look at their own data: 'bought only once', 'are sales going up or down', 'the highest daily
//! revenue', 'each customer's first order', 'resolved within 24 hours'. `spoken` asks here.

use crate::schema::{ColumnKind, Element, Schema};
use crate::spoken_sales::deals;
use crate::tokens::{Kind, Token, tokenize};

pub(crate) fn is(tokens: &[Token], at: usize, words: &[&str]) -> bool {
    tokens.get(at).is_some_and(|t| words.contains(&t.lower.as_str()))
}

/// 'sales orders' are what is meant by orders.
pub(crate) fn is_usual(word: &str) -> bool {
    matches!(word, "sal" | "sale" | "sales" | "customer")
}

/// The table that a word names by the last word of its name.
pub(crate) fn table_called(token: Option<&Token>, schema: &Schema) -> Option<usize> {
    let token = token?;
    let called = schema.postings.get(&token.stem)?.iter().filter_map(|p| match p.element {
        Element::Table(t) if schema.tables.get(t).is_some_and(|v| v.words.last() == Some(&token.stem)) => Some(t),
        _ => None,
    });
    // 'orders' are rather sales orders than standing orders.
    let told = |t: &usize| {
        let words = schema.tables.get(*t).map_or(&[][..], |v| v.words.as_slice());
        words.iter().rev().skip(1).filter(|w| !is_usual(w)).count()
    };
    called.min_by_key(told)
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

/// 'the top 3 products in each category': per category.
pub fn in_each(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let at = (1..tokens.len())
        .find(|at| is(tokens, *at, &["each", "every"]) && is(tokens, at - 1, &["in", "within", "at", "from"]))?;
    let ranks =
        ["top", "best", "worst", "biggest", "largest", "highest", "lowest", "most", "least", "smallest", "cheapest"];
    (0..at).find(|i| is(tokens, *i, &ranks))?;
    tokens.get(at + 1).filter(|t| t.kind == Kind::Word && !matches!(t.lower.as_str(), "of" | "one"))?;
    Some([tokens.get(..at - 1)?, &tokenize("per"), tokens.get(at + 1..)?].concat())
}

/// 'opted out': not opted in.
pub fn opted_out(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let at = (0..tokens.len())
        .find(|at| is(tokens, *at, &["opted", "opt", "opts", "opting"]) && is(tokens, at + 1, &["out"]))?;
    let of = usize::from(is(tokens, at + 2, &["of"]));
    Some([tokens.get(..at)?, &tokenize("not opted in"), tokens.get(at + 2 + of..)?].concat())
}

/// 'have expired', 'not expired yet', 'are coming up': before today, or after it.
pub fn past_or_ahead(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let expires = |c: &crate::schema::ColumnView| {
        c.kind == ColumnKind::Time && c.words.contains(&crate::lemma::stem_of("expire"))
    };
    let columns: Vec<&crate::schema::ColumnView> =
        schema.tables.iter().flat_map(|t| &t.columns).filter(|c| expires(c)).collect();
    let helps = ["have", "has", "had", "are", "is", "that", "which", "not", "already", "yet", "still", "to"];
    let plain = |at: usize, length: usize, when: &str| {
        let before = tokens.get(..at)?.iter().rev().take_while(|t| helps.contains(&t.lower.as_str())).count();
        let after =
            tokens.get(at + length..)?.iter().take_while(|t| matches!(t.lower.as_str(), "yet" | "already")).count();
        Some([tokens.get(..at - before)?, &tokenize(when), tokens.get(at + length + after..)?].concat())
    };
    if let (Some(at), [only]) = (tokens.iter().position(|t| t.lower == "expired"), columns.as_slice()) {
        let denied = at.checked_sub(1).is_some_and(|i| is(tokens, i, &["not"]));
        let behind = tokens.get(at + 1).is_none_or(|t| t.kind != Kind::Word || helps.contains(&t.lower.as_str()));
        let when = format!("with {} {}", only.words.join(" "), if denied { "after today" } else { "before today" });
        return plain(at, 1, &when).filter(|_| behind);
    }
    let coming = (1..tokens.len()).find(|at| {
        is(tokens, *at, &["coming"]) && is(tokens, at + 1, &["up"])
            || is(tokens, *at, &["still"]) && is(tokens, at + 2, &["come"])
    })?;
    let length = if is(tokens, coming, &["still"]) { 3 } else { 2 };
    plain(coming, length, "after today")
}

/// 'which store opened last', 'who joined first': most recently, the earliest.
pub fn happened_last(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let end = tokens.len() - tokens.iter().rev().take_while(|t| matches!(t.kind, Kind::Punct(_))).count();
    let at = end.checked_sub(1).filter(|at| *at > 1 && is(tokens, *at, &["last", "first"]))?;
    let verb = tokens.get(at - 1)?;
    let timed = |c: &crate::schema::ColumnView| c.kind == ColumnKind::Time && c.words.contains(&verb.stem);
    let asks = is(tokens, 0, &["which", "who", "what"]);
    if !asks || !schema.tables.iter().flat_map(|t| &t.columns).any(timed) {
        return None;
    }
    let plain = if is(tokens, at, &["last"]) { "most recently" } else { "the earliest" };
    Some([tokens.get(..at)?, &tokenize(plain), tokens.get(end..)?].concat())
}

/// 'how many customer orders are there': orders, which all have a customer.
pub fn compound(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    const DETERMINED: [&str; 12] =
        ["which", "what", "each", "every", "a", "an", "the", "this", "that", "per", "by", "one"];
    let at = (0..tokens.len().saturating_sub(1)).find(|at| {
        let (Some(first), Some(second)) = (tokens.get(*at), tokens.get(at + 1)) else { return false };
        let (one, many) = (table_called(Some(first), schema), table_called(Some(second), schema));
        let plural = first.lower == first.lemma && second.lower != second.lemma && !first.possessive;
        // Something here is called so.
        let both = |words: &[String]| words.contains(&first.stem) && words.contains(&second.stem);
        let named = schema.tables.iter().any(|t| both(&t.words) || t.columns.iter().any(|c| both(&c.words)));
        let free = at.checked_sub(1).is_none_or(|before| !is(tokens, before, &DETERMINED));
        // Every order is some customer's; a checking account is no account of a checking.
        let belongs = matches!((one, many), (Some(one), Some(many)) if schema.parents(many).contains(&one));
        belongs && one != many && plural && free && !named
    })?;
    Some([tokens.get(..at)?, tokens.get(at + 1..)?].concat())
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
    // 'are there growing regions' asks for regions.
    let ends = tokens.get(behind).is_none_or(|t| matches!(t.kind, Kind::Punct(_)))
        || is(tokens, behind, &["in", "since", "over", "this", "last", "for", "during", "from"]);
    let counted = ends && subject.first().is_some_and(|t| t.kind == Kind::Word && t.lower != "there");
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

#[cfg(test)]
mod tests {
    use crate::tokens::{Token, tokenize};

    fn said(tokens: Option<Vec<Token>>) -> Option<String> {
        tokens.map(|tokens| tokens.iter().map(|t| t.text.as_str()).collect::<Vec<_>>().join(" "))
    }

    fn plain(turn: fn(&[Token], &crate::schema::Schema) -> Option<Vec<Token>>, text: &str) -> Option<String> {
        let catalog = vouch_model::Catalog {
            source: "nothing".to_owned(),
            dialect: vouch_model::Dialect::DuckDb,
            version: String::new(),
            tables: Vec::new(),
            foreign_keys: Vec::new(),
            own_functions: Vec::new(),
        };
        said(turn(&tokenize(text), &crate::Linguist::new(std::sync::Arc::new(catalog), Vec::new()).schema))
    }

    #[test]
    fn what_is_said_of_how_often_is_a_number() {
        let once = |text| plain(super::once, text);
        assert_eq!(
            once("how many customers ordered only once").as_deref(),
            Some("how many customers ordered exactly 1 times")
        );
        assert_eq!(once("customers who came twice").as_deref(), Some("customers who came exactly 2 times"));
        assert_eq!(once("who paid twice what they owed"), None);
        assert_eq!(once("customers who ordered more than once"), None);
        assert_eq!(once("only once"), None);
    }

    #[test]
    fn whether_it_rises_is_told_month_by_month() {
        let up = |text| plain(super::going_up, text);
        assert_eq!(up("are sales going up or down").as_deref(), Some("sales by month"));
        assert_eq!(up("is our revenue growing in 2025").as_deref(), Some("revenue by month in 2025"));
        assert_eq!(up("are there growing regions"), None);
    }

    #[test]
    fn the_first_of_each_is_the_earliest() {
        let each = |text| plain(super::of_each, text);
        assert_eq!(
            each("what was each customer's first order").as_deref(),
            Some("the earliest order of each customer")
        );
        assert_eq!(plain(super::so_far, "orders in 2026 so far").as_deref(), Some("orders in 2026"));
    }
}
