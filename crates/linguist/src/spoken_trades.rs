//! What small organisations ask of their own records: what somebody brought in, how many kilos, how long a job takes where a column
//! counts its minutes, what a buyer took, what came back late. `spoken` asks here.

use crate::lemma::stem_of;
use crate::schema::{Col, ColumnKind, Schema};
use crate::spoken_everyday::{is, table_called};
use crate::tokens::{Kind, Token, name_words, tokenize};

/// Words of a name are no more than these: 'what did Anna Maria de Vries earn us'.
const LONG_NAME: usize = 4;

/// Numbers with one of these words in their name, as it is written.
fn figures<'a>(schema: &'a Schema, words: &'a [&str]) -> impl Iterator<Item = Col> + 'a {
    let columns = schema.tables.iter().enumerate().flat_map(|(table, view)| {
        let numbers = view.columns.iter().enumerate().filter(|(_, c)| c.kind == ColumnKind::Number);
        numbers.map(move |(column, _)| Col { table, column })
    });
    columns.filter(move |c| {
        let name = name_words(&schema.reference(*c).column);
        name.iter().any(|w| words.contains(&w.as_str())) && !name.iter().any(|w| w == "per")
    })
}

/// 'how many kilos did we sell': the total of what is counted in kilos, not how many such figures there are.
pub fn weighed(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    const UNITS: [(&[&str], &[&str]); 5] = [
        (&["kilos", "kilo", "kg", "kgs", "kilograms"], &["kg", "kgs", "kilo", "kilos", "kilograms"]),
        (&["litres", "liters"], &["litre", "litres", "liter", "liters", "l"]),
        (&["tons", "tonnes"], &["ton", "tons", "tonne", "tonnes", "t"]),
        (&["kilometres", "kilometers", "km", "kms"], &["km", "kms", "kilometres", "kilometers"]),
        (&["miles"], &["mile", "miles", "mi"]),
    ];
    const OUT: [&str; 12] =
        ["sold", "sell", "out", "left", "shipped", "delivered", "bought", "buy", "took", "take", "sent", "leave"];
    let at = (0..tokens.len()).find(|at| is(tokens, *at, &["how"]) && is(tokens, at + 1, &["many"]))?;
    let (_, stored) = UNITS.iter().find(|(said, _)| is(tokens, at + 2, said))?;
    let found: Vec<Col> = figures(schema, stored).collect();
    let leaves = tokens.iter().any(|t| OUT.contains(&t.lower.as_str()));
    let way = |c: &Col, word: &str| name_words(&schema.reference(*c).column).iter().any(|w| w == word);
    let column = match found.as_slice() {
        [only] => *only,
        [a, b] if a.table == b.table => {
            let wanted = if leaves { "out" } else { "in" };
            *[a, b].into_iter().find(|c| way(c, wanted)).filter(|_| way(a, "in") != way(b, "in"))?
        }
        _ => return None,
    };
    let plain = tokenize(&format!("total {}", schema.reference(column).column));
    let idle = is(tokens, at + 3, &["of"]) && is(tokens, at + 4, &["stuff", "things", "goods", "material"]);
    Some([tokens.get(..at)?, &plain, tokens.get(at + 3 + if idle { 2 } else { 0 }..)?].concat())
}

/// 'what did Ruth earn us', 'which town brings in the most', 'top customers by what they paid us': by what rows are worth.
pub fn earned(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let mut worth = schema.tables.iter().filter(|view| view.worth.is_some());
    worth.next().filter(|_| worth.next().is_none())?;
    most_earned(tokens).or_else(|| by_what_they_paid(tokens)).or_else(|| earned_by(tokens, schema))
}

/// The plain form of a verb of earning and paying.
fn earning(token: &Token) -> &'static str {
    match token.lower.as_str() {
        "bring" | "brings" | "brought" | "bringing" => "bring",
        "earn" | "earns" | "earned" => "earn",
        "make" | "makes" | "made" => "make",
        "pay" | "pays" | "paid" => "pay",
        "spend" | "spends" | "spent" => "spend",
        _ => "",
    }
}

fn most_earned(tokens: &[Token]) -> Option<Vec<Token>> {
    let (at, used) = (1..tokens.len()).find_map(|at| {
        let verb = tokens.get(at).map_or("", earning);
        let us = usize::from(is(tokens, at + 1, &["us"]));
        let used = match verb {
            "bring" => 1 + us + usize::from(is(tokens, at + 1 + us, &["in"])),
            // Who earns most is paid most.
            "earn" | "make" | "pay" | "spend" if us > 0 => 2,
            "spend" if is(tokens, at + 1, &["with"]) && is(tokens, at + 2, &["us"]) => 3,
            _ => return None,
        };
        (used > 1).then_some((at, used))
    })?;
    let the = at + used + usize::from(is(tokens, at + used, &["the"]));
    let end = the + 1 + usize::from(is(tokens, the + 1, &["money"]));
    let ends =
        tokens.get(end).is_none_or(|t| t.kind != Kind::Word || matches!(t.lower.as_str(), "in" | "this" | "last"));
    let wanted = tokens.get(the).filter(|t| matches!(t.lower.as_str(), "most" | "least") && ends)?;
    let plain = tokenize(&format!("has the {} revenue", wanted.lower));
    let helps = usize::from(is(tokens, at - 1, &["has", "have"]));
    Some([tokens.get(..at - helps)?, &plain, tokens.get(end..)?].concat())
}

fn by_what_they_paid(tokens: &[Token]) -> Option<Vec<Token>> {
    let at = (1..tokens.len()).find(|at| {
        let who = is(tokens, at + 2, &["they", "she", "he", "each"]);
        is(tokens, *at, &["by"]) && is(tokens, at + 1, &["what"]) && who
    })?;
    tokens.get(at + 3).filter(|t| !matches!(earning(t), "" | "make"))?;
    let rest = tokens.get(at + 4..)?;
    let more = rest.iter().take_while(|t| matches!(t.lower.as_str(), "us" | "with" | "in")).count();
    Some([tokens.get(..at)?, &tokenize("by revenue"), rest.get(more..)?].concat())
}

fn earned_by(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let what = is(tokens, 0, &["what"]);
    let much = is(tokens, 0, &["how"]) && is(tokens, 1, &["much"]);
    let helps = if what { 1 } else { 2 };
    if !what && !much || !is(tokens, helps, &["did", "does", "do", "has", "have"]) {
        return None;
    }
    // Where quantities and prices are known, what somebody spent is understood as it stands; so it is in a file of one's own spending.
    let assumed = schema.assumed_worth.is_some() && schema.tables.len() > 1;
    let verb = (helps + 2..tokens.len().min(helps + 2 + LONG_NAME)).find(|at| {
        let us = is(tokens, at + 1, &["us"]);
        match tokens.get(*at).map_or("", earning) {
            "earn" | "make" | "pay" => us,
            "bring" => us || is(tokens, at + 1, &["in"]),
            "spend" => us || assumed || is(tokens, at + 1, &["with"]) && is(tokens, at + 2, &["us"]),
            _ => false,
        }
    })?;
    let name = tokens.get(helps + 1..verb)?;
    if name
        .iter()
        .any(|t| matches!(t.lower.as_str(), "i" | "we" | "you" | "it" | "they" | "people" | "each" | "customers"))
    {
        return None;
    }
    let rest = tokens.get(verb + 1..)?;
    // 'bring in during 2026', but 'spend in 2026'.
    let brings = tokens.get(verb).is_some_and(|t| earning(t) == "bring") && is(rest, 0, &["in"]);
    let more = match rest.first().map_or("", |t| t.lower.as_str()) {
        "us" => 1,
        "with" if is(rest, 1, &["us"]) => 2,
        _ => usize::from(brings),
    };
    Some([&tokenize("total revenue of"), name, rest.get(more..)?].concat())
}

/// 'how long does a tuning take', where a column counts its minutes.
pub fn takes_minutes(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    const COUNTED: [&str; 6] = ["minutes", "mins", "hours", "duration", "runtime", "seconds"];
    let how = (0..tokens.len()).find(|i| is(tokens, *i, &["how"]) && is(tokens, i + 1, &["long"]))?;
    let does = Some(how + 2).filter(|i| is(tokens, *i, &["do", "does", "did"]))?;
    let take = (does + 1..tokens.len()).find(|i| is(tokens, *i, &["take", "last"]))?;
    let whose = tokens.get(does + 1 + usize::from(is(tokens, does + 1, &["a", "an", "the", "each", "it"]))..take)?;
    let found: Vec<Col> = figures(schema, &COUNTED).collect();
    let [column] = found.as_slice() else { return None };
    let of = whose.iter().find_map(|t| table_called(Some(t), schema));
    if of.is_some_and(|t| t != column.table) || whose.is_empty() || of.is_none() && schema.tables.len() > 1 {
        return None;
    }
    let usual = is(tokens, take + 1, &["on"]) && is(tokens, take + 2, &["average"]);
    let to_do = is(tokens, take + 1, &["to"]);
    let rest = tokens.get(take + 1 + if usual { 2 } else { 0 }..).filter(|_| !to_do)?;
    let plain = tokenize(&format!("average {} of", schema.reference(*column).column));
    Some([tokens.get(..how)?, &plain, whose, rest].concat())
}

/// 'how many wheels did Hotel Post buy', where a column says when each was sold: those sold to them.
pub fn bought_of_us(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let says = |words: &[&str]| {
        let stems: Vec<String> = words.iter().map(|w| stem_of(w)).collect();
        let times = schema.tables.iter().flat_map(|t| &t.columns).filter(|c| c.kind == ColumnKind::Time);
        times.into_iter().any(|c| c.words.iter().any(|w| stems.contains(w)))
    };
    if schema.tables.len() > 1 || !says(&["sold"]) || says(&["bought", "purchase", "purchased", "buy"]) {
        return None;
    }
    // 'did Hotel Post buy any' asks whether.
    let did = tokens.iter().position(|t| t.lower == "did").filter(|did| *did > 0)?;
    let verb = (did + 2..tokens.len().min(did + 2 + LONG_NAME))
        .find(|at| is(tokens, *at, &["buy", "purchase", "take", "get"]))?;
    let who = tokens.get(did + 1..verb)?;
    if who.iter().any(|t| matches!(t.lower.as_str(), "we" | "i" | "you" | "it" | "long")) {
        return None;
    }
    let plain = tokenize(if is(who, 0, &["each"]) { "sold per" } else { "sold to" });
    let who = who.get(usize::from(is(who, 0, &["each"]))..)?;
    Some([tokens.get(..did)?, &plain, who, tokens.get(verb + 1..)?].concat())
}

/// 'how many loans came back late' were late.
pub fn back_late(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let late = (2..tokens.len()).find(|at| is(tokens, *at, &["late"]))?;
    let back = late - usize::from(is(tokens, late - 1, &["back"]));
    let verb = back.checked_sub(1)?;
    let came = is(tokens, verb, &["came", "come"]) && back < late;
    let brought = is(tokens, verb, &["brought", "returned", "handed", "given"]);
    if !came && !brought {
        return None;
    }
    let helps = usize::from(verb > 0 && is(tokens, verb - 1, &["were", "was", "are", "been"]));
    Some([tokens.get(..verb - helps)?, &tokenize("were"), tokens.get(late..)?].concat())
}

/// 'job no PT-1050': the number of the job, not a job that is not that one.
pub fn numbered(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (1..tokens.len()).find(|at| {
        let code = tokens.get(at + 1).is_some_and(|t| t.text.bytes().any(|b| b.is_ascii_digit()));
        is(tokens, *at, &["no"]) && code
    })?;
    let noun = tokens.get(at - 1)?;
    let columns = schema
        .tables
        .iter()
        .enumerate()
        .flat_map(|(table, view)| (0..view.columns.len()).map(move |column| Col { table, column }));
    let called = |c: Col| {
        let name = name_words(&schema.reference(c).column);
        name.contains(&noun.lower) && name.last().is_some_and(|w| w == "no" || w == "number")
    };
    let column = columns.into_iter().find(|c| called(*c))?;
    let plain = tokenize(&schema.reference(column).column.to_lowercase().replace([' ', '-'], "_"));
    Some([tokens.get(..at - 1)?, &plain, tokens.get(at + 1..)?].concat())
}

/// 'when did we last see Whitby Jazz Club', in a file of what was done: when the last of it was.
pub fn last_seen(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let said = ["when", "did", "we", "last"].iter().enumerate().all(|(at, word)| is(tokens, at, &[word]));
    let verb = is(tokens, 4, &["see", "visit", "serve", "meet", "help"]);
    if !said || !verb || schema.tables.len() > 1 || schema.time(0).is_none() {
        return None;
    }
    let rows = crate::lemma::lemma(name_words(schema.table_name(0)).last()?);
    Some([&tokenize(&format!("when was the last {rows} for")), tokens.get(5..)?].concat())
}

/// 'the most common defect', where a defect is told by a text that many share: the most common of these.
pub fn most_common(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (1..tokens.len())
        .find(|at| is(tokens, *at, &["common", "frequent"]) && is(tokens, at - 1, &["most", "least"]))?;
    let rows = tokens.get(at + 1)?;
    let table = table_called(Some(rows), schema)?;
    let ends = tokens
        .get(at + 2)
        .is_none_or(|t| t.kind != Kind::Word || matches!(t.lower.as_str(), "in" | "by" | "per" | "of" | "for"));
    let shared = |c: &&Col| schema.kind(**c) == ColumnKind::Text && schema.column(**c).is_some_and(|c| !c.unique);
    let told = schema.display(table);
    let column = told.iter().find(shared).filter(|_| ends)?;
    let name = schema.reference(*column).column;
    Some([tokens.get(..=at)?, &tokenize(&format!("{name} of")), tokens.get(at + 1..)?].concat())
}

/// 'how long do people keep the Messiah', where one table says from when to when: how long its rows take.
pub fn kept(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let how = (0..tokens.len()).find(|at| is(tokens, *at, &["how"]) && is(tokens, at + 1, &["long"]))?;
    let does = Some(how + 2).filter(|at| is(tokens, *at, &["do", "does", "did"]))?;
    let verb = (does + 2..tokens.len().min(does + 4))
        .find(|at| is(tokens, *at, &["keep", "borrow", "rent", "hire"]) && !is(tokens, at - 1, &["a", "the"]))?;
    let mut timed = (0..schema.tables.len()).filter(|t| schema.elapsed(*t).is_some() && !schema.is_people(*t));
    let rows = timed.next().filter(|_| timed.next().is_none())?;
    let rows = name_words(schema.table_name(rows)).join(" ");
    let rest = tokens.get(verb + 1..)?;
    let usual = (0..rest.len()).find(|at| is(rest, *at, &["on"]) && is(rest, at + 1, &["average"]));
    let rest = match usual {
        Some(at) => [rest.get(..at)?, rest.get(at + 2..)?].concat(),
        None => rest.to_vec(),
    };
    let of = if rest.iter().any(|t| t.kind == Kind::Word) { "of" } else { "" };
    Some([tokens.get(..how)?, &tokenize(&format!("average duration of {rows} {of}")), &rest].concat())
}
