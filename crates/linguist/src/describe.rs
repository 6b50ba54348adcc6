//! A form in a few plain words, for choices and assumptions.

use crate::form::{Condition, Expr, Operand, Query};
use crate::lemma;
use crate::lexicon::{Aggregate, Relation};
use crate::tokens::name_words;
use vouch_sql::{day_of_text, span_words};

pub fn words(name: &str) -> String {
    name_words(name).join(" ")
}

/// "quantity times unit price".
pub fn arithmetic(expr: &Expr) -> String {
    match expr {
        Expr::Column(c) => words(&c.column),
        Expr::Number(n) => crate::write::number(*n),
        Expr::Arithmetic { sign, left, right } => {
            let word = match sign {
                '*' => "times",
                '/' => "divided by",
                '-' => "minus",
                _ => "plus",
            };
            let side = |e: &Expr| match e {
                Expr::Arithmetic { sign: '-', .. } => format!("({})", arithmetic(e)),
                _ => arithmetic(e),
            };
            format!("{} {word} {}", side(left), side(right))
        }
        other => expression(other),
    }
}

pub fn expression(expr: &Expr) -> String {
    match expr {
        Expr::Rows { table } => format!("number of {}", plural(table)),
        Expr::Aggregate { function, distinct, of } => {
            let name = match function {
                Aggregate::Count if *distinct => "number of different",
                Aggregate::Count => "number of",
                Aggregate::Sum => "total",
                Aggregate::Average => "average",
                Aggregate::Min => "lowest",
                Aggregate::Max => "highest",
                Aggregate::Median => "median",
            };
            let of = arithmetic(of);
            match function {
                // 'total line total' says one word twice.
                Aggregate::Sum if of.split(' ').any(|word| word == name) => format!("sum of {of}"),
                _ => format!("{name} {of}"),
            }
        }
        Expr::Bucket { grain, .. } => grain.name().to_owned(),
        Expr::Elapsed { from, to, in_hours } => {
            let unit = if *in_hours { "hours" } else { "days" };
            format!("{unit} from {} to {}", words(&from.column), words(&to.column))
        }
        Expr::Age { .. } => "age".to_owned(),
        Expr::Lookup { key, .. } => words(&key.column),
        Expr::ShareOfRows { .. } => "share of the rows".to_owned(),
        Expr::ShareOfSum { of, .. } | Expr::ShareOfTotal { of } => format!("share of {}", arithmetic(of)),
        other => arithmetic(other),
    }
}

pub fn condition(c: &Condition) -> String {
    let operand = |o: &Operand| match o {
        Operand::Number(n) => crate::write::number(*n),
        Operand::Text(t) => t.clone(),
        Operand::Bool(b) => b.to_string(),
        Operand::Expr(e) => expression(e),
        Operand::Query(q) => q.select.first().map_or_else(String::new, |s| expression(&s.expr)),
    };
    match c {
        Condition::Compare { left: Expr::Aggregate { distinct: true, of, .. }, right: Operand::Query(_), .. }
            if crate::quantified::with_every(c) =>
        {
            format!("with every {}", arithmetic(of))
        }
        Condition::Compare { left, relation, right } => {
            let word = match relation {
                Relation::Equal => "is",
                Relation::NotEqual => "is not",
                Relation::Greater => "above",
                Relation::GreaterOrEqual => "at least",
                Relation::Less => "below",
                Relation::LessOrEqual => "at most",
            };
            format!("{} {word} {}", expression(left), operand(right))
        }
        Condition::OneOf { column, values, negated } => {
            let not = if *negated { "not " } else { "" };
            let values: Vec<String> = values.iter().map(operand).collect();
            format!("{} {not}{}", words(&column.column), values.join(" or "))
        }
        Condition::Between { left, low, high } => {
            format!("{} from {} to {}", expression(left), crate::write::number(*low), crate::write::number(*high))
        }
        Condition::Like { column, pattern, negated } => {
            let not = if *negated { "not " } else { "" };
            format!("{} {not}like {}", words(&column.column), pattern.trim_matches('%'))
        }
        Condition::Null { column, negated } => {
            format!("{} {}", words(&column.column), if *negated { "known" } else { "missing" })
        }
        Condition::Period { column, from, to } => match (from, to) {
            (Some(a), Some(b)) => format!("{} {}", words(&column.column), span(a, b)),
            (Some(a), None) => format!("{} from {a} on", words(&column.column)),
            (None, Some(b)) => format!("{} before {b}", words(&column.column)),
            (None, None) => String::new(),
        },
        Condition::Recurs { column, when } => format!("{} {}", words(&column.column), recurring(when)),
        Condition::Related { table, negated, when, .. } => {
            let inner: Vec<String> = when.iter().map(condition).collect();
            let with = if *negated { "without" } else { "with" };
            format!("{with} {} {}", words(table), inner.join(" and ")).trim().to_owned()
        }
        Condition::InQuery { query, negated, .. } => {
            let having: Vec<String> = query.having.iter().map(condition).collect();
            let rows = query.filter.iter().filter(|c| !matches!(c, Condition::Null { .. })).map(condition);
            let rows: Vec<String> = rows.filter(|_| having.is_empty()).collect();
            match (rows.is_empty(), negated) {
                (true, _) => format!("{}{}", if *negated { "not " } else { "" }, having.join(" and ")),
                (false, true) => format!("without {} {}", words(&query.base), rows.join(" and ")),
                (false, false) => format!("with {} {}", words(&query.base), rows.join(" and ")),
            }
        }
        Condition::Fellow { column, relation, key, .. } => {
            format!("{} {} that of its {}", words(&column.column), relation.sign(), words(key))
        }
        Condition::Best { column, by, descending } => {
            let end = if *descending { "highest" } else { "lowest" };
            format!("{end} {} of its {}", words(&column.column), words(&by.column))
        }
        Condition::Any(all) => all.iter().map(condition).collect::<Vec<_>>().join(" or "),
        Condition::All(all) => all.iter().map(condition).collect::<Vec<_>>().join(" and "),
        Condition::Not(inner) => format!("not {}", condition(inner)),
    }
}

/// "in July to September 2024" where it is whole days.
fn span(from: &str, to: &str) -> String {
    let day = |text: &str| day_of_text(text).filter(|day| day.to_string() == text);
    let days = day(from).zip(day(to));
    days.and_then(|(from, to)| span_words(from, to)).unwrap_or_else(|| format!("from {from} until before {to}"))
}

/// "name and price of each product".
fn listed(shown: &[&Expr], base: &str) -> String {
    let one = singular(base);
    let own = |e: &&Expr| {
        let name = expression(e);
        let rest = name.strip_prefix(&one).and_then(|rest| rest.strip_prefix(' '));
        rest.filter(|rest| !rest.is_empty()).unwrap_or(&name).to_owned()
    };
    let mut names: Vec<String> = shown.iter().map(own).collect();
    let last = names.pop().unwrap_or_default();
    let names = if names.is_empty() { last } else { format!("{} and {last}", names.join(", ")) };
    if names == one { format!("each {one}") } else { format!("{names} of each {one}") }
}

/// A table's name as one calls a single row.
fn singular(table: &str) -> String {
    let mut words = name_words(table);
    if let Some(last) = words.last_mut() {
        *last = lemma::lemma(last);
    }
    words.join(" ")
}

/// A table's name as one calls all of its rows.
pub fn plural(table: &str) -> String {
    let mut words = name_words(table);
    if let Some(last) = words.last_mut() {
        *last = lemma::plural(last);
    }
    words.join(" ")
}

/// The reading in one line: "number of orders by month, status cancelled".
pub fn summary(query: &Query) -> String {
    let (measures, plain): (Vec<&Expr>, Vec<&Expr>) =
        query.select.iter().map(|s| &s.expr).partition(|e| e.is_aggregate());
    let list = |exprs: &[&Expr]| exprs.iter().map(|e| expression(e)).collect::<Vec<_>>().join(", ");
    let mut text = if query.yes_no {
        format!("whether there are {}{}", if query.none { "no " } else { "" }, plural(&query.base))
    } else if query.select.is_empty() {
        format!("all {}", plural(&query.base))
    } else if measures.is_empty() {
        listed(&plain, &query.base)
    } else if plain.is_empty() {
        list(&measures)
    } else {
        format!("{} by {}", list(&measures), list(&plain))
    };
    let filters: Vec<String> =
        query.filter.iter().chain(&query.having).map(condition).filter(|c| !c.is_empty()).collect();
    if !filters.is_empty() {
        text = format!("{text}, {}", filters.join(", "));
    }
    if let (Some(order), Some(limit)) = (query.order.first(), query.limit) {
        let word = if order.descending { "highest" } else { "lowest" };
        text = format!("{text}, the {limit} with the {word} {}", expression(&order.expr));
    } else if let Some(order) = query.order.first().filter(|_| measures.is_empty()) {
        text = format!("{text}, sorted by {}", expression(&order.expr));
    }
    text
}

/// 'on Saturday or Sunday', 'from 18:00 to 24:00'.
fn recurring(when: &crate::time_recurring::Recurring) -> String {
    let name = |day: &i8| usize::try_from(*day - 1).ok().and_then(|i| crate::time_recurring::DAYS.get(i).copied());
    let days: Vec<&str> = when.days.iter().filter_map(name).collect();
    let month = when.month.and_then(|m| usize::try_from(m - 1).ok()).and_then(|i| vouch_model::MONTHS.get(i));
    if let Some(month) = month {
        return format!("in {month}");
    }
    let clock = |minute: i16| format!("{}:{:02}", minute / 60, minute % 60);
    match when.minutes {
        Some((from, to)) => format!("from {} to {}", clock(from), clock(to)),
        None => format!("on {}", days.join(" or ")),
    }
}
