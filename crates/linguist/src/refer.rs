//! 'how much revenue did it bring?', 'what is the salary of that employee?', 'and what is the price?': a question of its own
//! about the rows that the one before it found.
//!
//! The words that point back are read as what those rows are called, and the statement is narrowed to them: to the ones that
//! won, where the question before ranked, else to all that it was about.

use crate::follow_changes::{column_of, with_names, within};
use crate::form::{Condition, Expr, Form, Operand, Query};
use crate::lexicon::{Aggregate, Relation};
use crate::pointer::{OWNERS, Pointer, THIS};
use crate::reading::{self, candidate};
use crate::tokens::{Kind, Token, name_words};
use crate::{Candidate, Linguist, ReadIntent, Reading, Setting};

/// A reading of its own must be this sure before it is narrowed.
const SURE_ENOUGH: f64 = 0.5;
/// The same where what was found says which of several columns is meant, and how sure that makes it.
const SURE_BESIDE: f64 = 0.3;
const MADE_SURE: f64 = 0.55;
const ASKS: [&str; 23] = [
    "how", "what", "when", "where", "who", "which", "did", "do", "does", "is", "are", "was", "were", "has", "show",
    "list", "give", "name", "tell", "find", "get", "count", "whose",
];
const LEADS: [&str; 7] = ["and", "but", "so", "also", "now", "then", "just"];
const SEVERAL: [&str; 5] = ["their", "they", "them", "those", "these"];

/// The rows that were found, what they are called, and what narrows another question to them.
struct Found {
    name: String,
    /// They are rows of a table, not values of a column.
    rows: bool,
    conditions: Vec<Condition>,
    /// When that was: 'which store sold the most last month?', 'how many orders did it have?'.
    times: Vec<Condition>,
}

/// The message as a question about what the one before it found; `None` where it points at nothing or cannot be read so.
pub fn referred(linguist: &Linguist, previous: &Form, tokens: &[Token], setting: &Setting<'_>) -> Option<Reading> {
    let pointer = Pointer::of(tokens, &linguist.schema)?;
    if !asks(tokens) {
        return None;
    }
    let found = found(&previous.query, linguist)?;
    // The states with the most customers, then 'how many of them': of the customers.
    let it = tokens.get(pointer.at).is_some_and(|t| matches!(t.lower.as_str(), "it" | "its"));
    if !found.rows && !it && !pointer.noun
        || found.conditions.is_empty() && pointer.which_of(tokens) == 0 && !pointer.each(tokens)
    {
        return None;
    }
    let written = pointer.written(tokens, &found.name)?;
    let reading = alone(linguist, &written, setting)?;
    if pointer.which_of(tokens) == 0 && repeats(linguist, previous, tokens, &reading) {
        return None;
    }
    let several = tokens.get(pointer.at).is_some_and(|t| SEVERAL.contains(&t.lower.as_str()));
    narrowed(linguist, reading, &found, several.then_some(&previous.query))
}

/// 'who wrote it?' answered with the book: the name of what was found is no answer to a question about it.
fn repeats(linguist: &Linguist, previous: &Form, tokens: &[Token], reading: &Reading) -> bool {
    let schema = &linguist.schema;
    let asks =
        tokens.first().is_some_and(|t| matches!(t.lower.as_str(), "who" | "whose" | "what" | "when" | "where" | "how"));
    let Some(query) = asked_for(reading) else { return false };
    let found = previous.query.select.iter().find_map(|s| match &s.expr {
        Expr::Column(c) => schema.find(c).map(|c| c.table),
        _ => None,
    });
    let found = found.or_else(|| schema.table_index(&previous.query.base));
    let names: Vec<Expr> = found.into_iter().flat_map(|t| schema.display(t)).map(|c| schema.expr(c)).collect();
    let named = |s: &crate::form::Selected| names.contains(&s.expr);
    // 'what are their names?' asks for just that.
    let asked = tokens.iter().any(|t| t.stem == "name" || t.stem == "titl");
    asks && !asked && !query.select.is_empty() && query.select.iter().all(named)
}

/// 'only the patients who had more than one appointment': those of the rows before of which the rest is true.
pub fn only(linguist: &Linguist, previous: &Form, tokens: &[Token], setting: &Setting<'_>) -> Option<Reading> {
    let lead = tokens.iter().take_while(|t| LEADS.contains(&t.lower.as_str())).count();
    let rest = tokens.get(lead + 1..).filter(|_| tokens.get(lead).is_some_and(|t| t.lower == "only"))?;
    let told = ["who", "that", "which", "whose", "with", "having", "from", "in"];
    let told = rest.iter().take(5).any(|t| told.contains(&t.lower.as_str()));
    let noun = rest.iter().take(3).find_map(|t| crate::spoken_everyday::table_called(Some(t), &linguist.schema))?;
    let same = linguist.schema.table_name(noun) == previous.query.base;
    let reading = alone(linguist, rest, setting).filter(|_| told && same && rest.len() > 4)?;
    match found(&previous.query, linguist) {
        Some(found) => narrowed(linguist, reading, &found, None),
        None => Some(Reading { is_followup: true, ..reading }),
    }
}

/// 'what is the price?' after the dearest product was found: nothing points, but a price of all products is no price.
pub fn meant(linguist: &Linguist, previous: &Form, tokens: &[Token], reading: &Reading) -> Option<Reading> {
    let schema = &linguist.schema;
    let found = found(&previous.query, linguist).filter(|found| !found.conditions.is_empty())?;
    let query = asked_for(reading)?;
    let listed = query.base == previous.query.base
        && query.filter.is_empty()
        && query.limit.is_none()
        && query.combine.is_none()
        && !query.is_aggregated();
    let asked = matches!(tokens.first()?.lower.as_str(), "what" | "when" | "where" | "who")
        && tokens.iter().any(|t| t.lower == "the");
    let every = ["all", "each", "every", "any", "different", "list", "various", "available", "other"];
    let wide = tokens.iter().any(|t| every.contains(&t.lower.as_str()));
    let table = schema.table_index(&query.base).and_then(|t| schema.tables.get(t)).and_then(|t| t.words.last());
    let plural = tokens.iter().any(|t| Some(&t.stem) == table && t.lower != t.lemma);
    let whole = reading.unexplained.is_empty();
    if !listed || !asked || wide || plural || !whole {
        return None;
    }
    let mut reading = reading.clone();
    // The price of a product that was found, not that of an order item.
    for first in reading.candidates.iter_mut().take(1).filter(|c| c.confidence >= SURE_BESIDE) {
        first.confidence = first.confidence.max(MADE_SURE);
    }
    narrowed(linguist, reading, &found, None)
}

/// 'total amount?', 'which clients?' after the unpaid bills: so short a message is about what was found.
pub fn carried(linguist: &Linguist, previous: &Form, tokens: &[Token], reading: &Reading) -> Option<Reading> {
    const ANEW: [&str; 19] = [
        "all",
        "overall",
        "every",
        "everything",
        "ever",
        "altogether",
        "our",
        "we",
        "list",
        "show",
        "give",
        "display",
        "new",
        "other",
        "another",
        "there",
        "us",
        "have",
        "total",
    ];
    let mut words: Vec<&str> =
        tokens.iter().filter(|t| !matches!(t.kind, Kind::Punct(_))).map(|t| t.lower.as_str()).collect();
    if words.ends_with(&["in", "total"]) {
        words.truncate(words.len() - 2);
    }
    let placed = matches!(words.first(), Some(&("in" | "on" | "for" | "from" | "to" | "at" | "with" | "of")));
    let article = words.iter().filter(|w| matches!(**w, "the" | "a" | "is" | "are" | "was" | "were" | "what")).count();
    // 'total amount' is short, 'total' alone as well; 'the total number of customers' is not.
    let total = !words.contains(&"number");
    let anew =
        words.iter().any(|w| ANEW.contains(w) && !(*w == "total" && total) && !(*w == "there" && words.len() <= 3));
    let short = words.len() <= 3 + article.min(3) + usize::from(placed);
    let numbers = tokens.iter().any(|t| t.number().is_some() || t.kind == Kind::Quoted);
    let query = asked_for(reading)?;
    let open = query.filter.is_empty() && query.having.is_empty() && query.limit.is_none() && query.combine.is_none();
    if anew || !short || numbers || !open || !reading.unexplained.is_empty() {
        return None;
    }
    // After the best product 'number of stores' and 'orders per weekday' say all of it, and nothing of that product.
    let counts = words.starts_with(&["number", "of"]) || words.starts_with(&["how", "many"]);
    if previous.query.limit.is_some() && (counts || !query.group.is_empty()) {
        return None;
    }
    let found = found(&previous.query, linguist).filter(|found| !found.conditions.is_empty()).or_else(|| {
        let conditions = previous.query.filter.clone();
        (!conditions.is_empty()).then_some(Found { name: String::new(), rows: true, conditions, times: Vec::new() })
    })?;
    narrowed(linguist, reading.clone(), &found, None)
}

/// What the best reading asks for.
fn asked_for(reading: &Reading) -> Option<Query> {
    let form: Form = serde_json::from_value(reading.candidates.first()?.form.clone()).ok()?;
    Some(form.query)
}

fn asks(tokens: &[Token]) -> bool {
    let at = |i: usize| tokens.get(i).map_or("", |t| t.lower.as_str());
    // 'what percentage is that' is about the figure.
    if tokens.iter().any(|t| matches!(t.lower.as_str(), "percentage" | "percent" | "share" | "proportion")) {
        return false;
    }
    let lead = (0..2).take_while(|i| LEADS.contains(&at(*i))).count();
    // 'for those customers, what is ...'.
    let lead_in = ["of", "for", "among", "from", "in", "the"];
    ASKS.contains(&at(lead)) || OWNERS.contains(&at(lead)) || lead_in.contains(&at(lead)) || THIS.contains(&at(lead))
}

/// A question that stands alone, if it is understood whole.
fn alone(linguist: &Linguist, tokens: &[Token], setting: &Setting<'_>) -> Option<Reading> {
    let text = tokens.iter().map(|t| t.text.as_str()).collect::<Vec<_>>().join(" ");
    let reading = reading::fresh(linguist, &text, tokens, &Setting { previous: None, ..*setting });
    (reading.intent == ReadIntent::Query && reading.unexplained.is_empty()).then_some(reading)
}

/// A reading about all of them as one about those that were found, with their names if `named` showed them.
fn narrowed(linguist: &Linguist, reading: Reading, found: &Found, named: Option<&Query>) -> Option<Reading> {
    let narrowed = |c: &Candidate| {
        let mut form: Form = serde_json::from_value(c.form.clone()).ok()?;
        let same = !found.conditions.is_empty() && form.query.filter == found.conditions;
        if form.query.combine.is_some() || same {
            return None;
        }
        // 'how many of them are male?' after the female ones.
        let said =
            |c: &Condition| column_of(c).is_some() && form.query.filter.iter().any(|f| column_of(f) == column_of(c));
        let new = found.conditions.iter().filter(|c| !form.query.filter.contains(c) && !said(c)).cloned();
        let new: Vec<Condition> = new.collect();
        form.query.filter.extend(new);
        let timed = form.query.filter.iter().any(Condition::is_time);
        let used: Vec<String> = form.query.core_tables().into_iter().map(str::to_owned).collect();
        let of_these = |c: &&Condition| column_of(c).is_some_and(|column| used.contains(&column.table));
        form.query.filter.extend(found.times.iter().filter(of_these).filter(|_| !timed).cloned());
        if let Some(previous) = named {
            with_names(&mut form.query, previous, linguist);
        }
        (form.confidence, form.question) = (c.confidence, crate::describe::summary(&form.query));
        candidate(linguist, form)
    };
    let sure = |c: &&Candidate| c.confidence >= SURE_ENOUGH;
    let candidates: Vec<Candidate> = reading.candidates.iter().filter(sure).filter_map(narrowed).collect();
    candidates.first()?;
    Some(Reading { candidates, is_followup: true, ..reading })
}

/// A question about the one that won the ranking before it.
pub fn points_at_winner(linguist: &Linguist, previous: &Form, tokens: &[Token]) -> bool {
    let points = |t: &Token| matches!(t.lower.as_str(), "it" | "its" | "they" | "their" | "them");
    let asks = tokens.first().is_some_and(|t| matches!(t.lower.as_str(), "how" | "when" | "where"));
    let rows = || found(&previous.query, linguist).is_some_and(|found| found.rows);
    previous.query.limit.is_some() && asks && tokens.iter().any(points) && rows()
}

/// A message that points back, read as if it did not: all of something, and nothing of what was found.
pub fn points_elsewhere(linguist: &Linguist, previous: Option<&Form>, tokens: &[Token], reading: &Reading) -> bool {
    if Pointer::of(tokens, &linguist.schema).is_none() {
        return false;
    }
    let who = tokens.first().is_some_and(|t| matches!(t.lower.as_str(), "who" | "whose" | "when" | "where"));
    let they =
        ["they", "those", "these", "them"].iter().any(|w| tokens.iter().any(|t| t.lower == *w)) && tokens.len() <= 4;
    if previous.is_some_and(|form| who && !they && repeats(linguist, form, tokens, reading)) {
        return true;
    }
    let Some(query) = asked_for(reading) else { return false };
    let all = query.filter.is_empty() && query.having.is_empty() && query.limit.is_none();
    let Some(previous) = previous else {
        // Nothing was said before; here something may have been.
        let pointer = Pointer::of(tokens, &linguist.schema);
        let before = pointer.and_then(|p| tokens.get(..p.at)).unwrap_or_default();
        let takes = tokens.windows(2).any(|two| {
            matches!(two, [it, verb] if it.lower == "it" && matches!(verb.lower.as_str(), "take" | "takes" | "took" | "is" | "cost"))
        });
        // 'which branches do we have and when did they open?' says it itself.
        let joined = before.iter().any(|t| t.lower == "and" || t.is_punct(',') || t.is_punct('?') || t.is_punct('.'));
        let does = !joined
            && before.last().is_some_and(|t| matches!(t.lower.as_str(), "did" | "does" | "do" | "has" | "have"));
        return all && !takes && (does || !before.iter().any(|t| linguist.schema.postings.contains_key(&t.stem)));
    };
    let narrows = |found: Found| !found.conditions.is_empty();
    let other = query.base != previous.query.base || found(&previous.query, linguist).is_some_and(narrows);
    all && other && (!reading.is_followup || !previous.query.filter.is_empty())
}

fn found(query: &Query, linguist: &Linguist) -> Option<Found> {
    let schema = &linguist.schema;
    if !query.within.is_empty() {
        return None;
    }
    if query.limit.is_some() || !query.having.is_empty() || query.combine.is_some() {
        let rows = within(query, linguist)?;
        let [Condition::InQuery { column, .. }] = rows.filter.as_slice() else { return None };
        let col = schema.find(column)?;
        let named = schema.tells_apart(col);
        let name = if named { schema.table_name(col.table) } else { column.column.as_str() };
        let times = query.filter.iter().filter(|c| c.is_time()).cloned().collect();
        return Some(Found { name: name_words(name).join(" "), rows: named, conditions: rows.filter, times });
    }
    if !query.group.is_empty() {
        return None;
    }
    let name = name_words(&query.base).join(" ");
    if let [crate::form::Selected { expr: Expr::ShareOfRows { when, .. }, .. }] = query.select.as_slice() {
        // 'what share of all customers is that', 'how many orders do they have': those that are the share.
        let conditions = query.filter.iter().chain(when).cloned().collect();
        return Some(Found { name, rows: true, conditions, times: Vec::new() });
    }
    let conditions = extreme(query).map_or_else(|| query.filter.clone(), |held| vec![held]);
    let listed = !conditions.is_empty() || !query.is_aggregated();
    listed.then_some(Found { name, rows: true, conditions, times: Vec::new() })
}

/// After 'what is the lowest price': the rows that have it.
fn extreme(query: &Query) -> Option<Condition> {
    let [selected] = query.select.as_slice() else { return None };
    let Expr::Aggregate { function: Aggregate::Min | Aggregate::Max, of, .. } = &selected.expr else { return None };
    matches!(**of, Expr::Column(_)).then(|| Condition::Compare {
        left: (**of).clone(),
        relation: Relation::Equal,
        right: Operand::Query(Box::new(query.clone())),
    })
}
