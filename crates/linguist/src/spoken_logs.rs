//! Turns of phrase about a file of one table, in which every row is something that was done: 'who' without a table of people, 'more than
//! 3 unresolved calls', 'came more than twice', 'when did each agent last call'. `spoken` asks here, `quantified` does the rest.

use crate::lemma::{lemma, plural};
use crate::lexicon::lexicon;
use crate::phrasing::{is, replaced, text, word};
use crate::schema::{ColumnKind, Schema};
use crate::spoken_everyday::table_called;
use crate::tokens::{Kind, Token, tokenize};

/// 'customers with more than 3 unresolved calls' in a file of calls: more than 3 calls of that kind, not a `call_no` over 3.
pub fn so_many_such(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    if schema.tables.len() != 1 {
        return None;
    }
    let bound = |at: usize| is(tokens, at, &["than", "least", "most", "exactly", "over", "only"]);
    let at = (1..tokens.len()).find(|at| tokens.get(*at).is_some_and(|t| t.number().is_some()) && bound(at - 1))?;
    let not = usize::from(is(tokens, at + 1, &["not"]));
    let such = tokens.get(at + 1 + not).filter(|t| t.kind == Kind::Word && table_called(Some(t), schema).is_none())?;
    let rows = tokens.get(at + 2 + not).filter(|t| table_called(Some(t), schema).is_some())?;
    if lexicon().is_stop(such) {
        return None;
    }
    let such = tokens.get(at + 1..at + 2 + not)?;
    Some([tokens.get(..=at)?, std::slice::from_ref(rows), such, tokens.get(at + 3 + not..)?].concat())
}

/// 'parcels per town' in a file of deliveries, where every row has a `parcel` like 'P2000': a parcel is a row.
pub fn row_by_code(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let [table] = schema.tables.as_slice() else { return None };
    let columns = schema.catalog.tables.first()?.columns.iter().zip(&table.columns);
    let code = |c: &vouch_model::Column, view: &crate::schema::ColumnView| {
        let numbered = |text: &String| text.chars().any(|c| c.is_ascii_digit());
        let unique = c.unique && view.kind == ColumnKind::Text && !c.samples.is_empty();
        unique && c.samples.iter().all(numbered) && view.words.len() == 1
    };
    let mut codes = columns.filter(|(c, view)| code(c, view)).filter_map(|(_, view)| view.words.first());
    let stem = codes.next().filter(|stem| codes.next().is_none() && !table.words.contains(stem))?;
    let row = lemma(crate::tokens::name_words(schema.table_name(0)).last()?);
    let said = |at: usize| {
        let noun = tokens.get(at).is_some_and(|t| t.stem == *stem && t.kind == Kind::Word);
        let several = tokens.get(at).is_some_and(|t| t.lower != t.lemma);
        let one = at > 0
            && is(tokens, at - 1, &["a", "an", "any", "every", "each", "which", "no", "single", "first", "last"]);
        // 'every large parcel'.
        let such = at > 1 && is(tokens, at - 2, &["every", "each", "any", "no"]);
        (noun && (several || one || such)).then_some(several)
    };
    let mut plain = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match said(at) {
            Some(true) => plain.extend(tokenize(&plural(&row))),
            Some(false) => plain.extend(tokenize(&row)),
            None => plain.push(token.clone()),
        }
    }
    (0..tokens.len()).any(|at| said(at).is_some()).then_some(plain)
}

/// 'who came more than twice': more than 2 times.
pub fn so_often(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (2..tokens.len()).find(|at| {
        let bound = is(tokens, at - 1, &["than"]) && is(tokens, at - 2, &["more", "less", "fewer"])
            || is(tokens, at - 1, &["least", "most"]) && is(tokens, at - 2, &["at"]);
        is(tokens, *at, &["once", "twice", "thrice"]) && bound
    })?;
    // 'more than twice what they paid', 'at least once a month'.
    let goes_on = is(tokens, at + 1, &["what", "as", "a", "an", "the", "per", "every", "each", "their", "its"]);
    let n = match word(tokens, at) {
        "once" => 1,
        "twice" => 2,
        _ => 3,
    };
    (schema.tables.len() == 1 && !goes_on).then(|| replaced(tokens, at, at + 1, &format!("{n} times"))).flatten()
}

/// 'when did each agent last take a call', 'last time each agent took a call': the last call of each agent. 'how often did each agent
/// escalate': the number of calls per agent.
pub fn each_did(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let [_] = schema.tables.as_slice() else { return None };
    schema.happened(0)?;
    let did = |at: usize| is(tokens, at, &["did", "does", "do", "has", "have", "was", "were"]);
    let order = ["last", "first", "latest"];
    // 'when was the latest call of each agent'.
    let of = |at: usize| is(tokens, at, &["of", "for", "by", "per"]) || is(tokens, at, &["each", "every"]);
    let row = 3 + usize::from(is(tokens, 2, &["the"]));
    if is(tokens, 0, &["when"]) && did(1) && is(tokens, row - 1, &order) && of(row + 1) {
        table_called(tokens.get(row), schema)?;
        return tokens.get(2..).map(<[Token]>::to_vec);
    }
    let (each, mut order, often) = if is(tokens, 0, &["when"]) && did(1) {
        (2, "", false)
    } else if is(tokens, 0, &["how"]) && is(tokens, 1, &["often"]) && did(2) {
        (3, "", true)
    } else {
        let at = (0..2).find(|at| is(tokens, *at, &order) && is(tokens, at + 1, &["time"]))?;
        (at + 2 + usize::from(is(tokens, at + 2, &["that"])), word(tokens, at), false)
    };
    let named = is(tokens, each, &["each", "every"]).then(|| name_at(tokens, each + 1, schema)).flatten()?;
    let mut rest = each + 1 + named;
    if order.is_empty() && !often {
        order = Some(word(tokens, rest)).filter(|w| matches!(*w, "last" | "first"))?;
        rest += 1;
    }
    // 'last time each visitor paid' is about those that are paid.
    let verb = tokens.get(rest)?;
    if table_called(Some(verb), schema).is_none() && schema.postings.contains_key(&verb.stem) {
        return None;
    }
    let name = text(tokens.get(each + 1..each + 1 + named)?);
    let row = lemma(crate::tokens::name_words(schema.table_name(0)).last()?);
    let begin = if often {
        format!("number of {} per {name}", plural(&row))
    } else {
        format!("the {order} {row} of each {name}")
    };
    Some([&tokenize(&begin), tokens.get(rest..)?].concat())
}

/// 'who took a bike from Harbour': which one does not matter.
pub fn any_object(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let [table] = schema.tables.as_slice() else { return None };
    let columns = schema.catalog.tables.first()?.columns.iter().zip(&table.columns);
    let clause = |at: usize| is(tokens, at, &["who", "that", "which", "have", "has", "had", "did", "never", "anyone"]);
    let at = (2..tokens.len()).find(|at| {
        let object = is(tokens, *at, &["a", "an", "any"]) && (0..*at).any(clause);
        let verb = tokens.get(at - 1).is_some_and(|t| t.kind == Kind::Word && !lexicon().is_stop(t));
        object && verb && !is(tokens, at - 1, &["per", "with", "than", "as", "once", "twice"])
    })?;
    let used = name_at(tokens, at + 1, schema)?;
    let named = text(tokens.get(at + 1..at + 1 + used)?);
    // A row's own name says as little: 'who handled a call about printers'.
    let says_nothing = |(c, view): (&vouch_model::Column, &crate::schema::ColumnView)| {
        let row = view.words.len() == 1 && table.words.contains(view.words.first()?);
        let called = crate::tokens::name_words(&c.name).join(" ") == named;
        (called && c.null_count == Some(0) && (row || !c.unique)).then_some(())
    };
    let mut columns = columns;
    let always = columns.find_map(says_nothing).is_some();
    always.then(|| [tokens.get(..at).unwrap_or_default(), tokens.get(at + 1 + used..).unwrap_or_default()].concat())
}

/// How many words at the start are the name of a column of the only table.
fn name_at(tokens: &[Token], at: usize, schema: &Schema) -> Option<usize> {
    let columns = &schema.tables.first()?.columns;
    let called = |c: &crate::schema::ColumnView| {
        let said = tokens.get(at..at + c.words.len())?;
        let named = c.kind == ColumnKind::Text && !c.words.is_empty();
        (named && said.iter().map(|t| &t.stem).eq(&c.words)).then_some(c.words.len())
    };
    columns.iter().filter_map(called).max()
}

/// 'who spent the most', 'people who used both', where a file has one column with people: which cardholder, cardholders.
pub fn who_in_file(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (0..tokens.len()).find(|at| is(tokens, *at, &["who", "people", "person", "persons", "everyone"]))?;
    let relative = is(tokens, at, &["who"]) && at > 0;
    let at_work = crate::spoken_people::at_work(tokens.get(at + 1..)?);
    let column = schema.person_column(at_work).filter(|_| !relative)?;
    let name = crate::tokens::name_words(&schema.column(column)?.name).join(" ");
    let several = plural(&name);
    let plain = match word(tokens, at) {
        "who" if is(tokens, at + 1, &["are", "were", "have"]) => format!("which {several}"),
        "who" => format!("which {name}"),
        "person" => name,
        _ => several,
    };
    replaced(tokens, at, at + 1, &plain)
}
