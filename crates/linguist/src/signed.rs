//! One column for money that comes and goes, as a bank statement has it: what was spent stands below zero.
//!
//! 'how much did I spend' is about those rows alone and is told as a positive figure; 'how much came in' is about the others.

use crate::form::{ColumnRef, Condition, Expr, Operand, Query};
use crate::lexicon::Relation;
use crate::schema::{Col, ColumnKind, Schema};
use crate::tokens::Token;

const OUT: [&str; 17] = [
    "spend",
    "spent",
    "spending",
    "spendings",
    "expense",
    "expenses",
    "expenditure",
    "cost",
    "costs",
    "paid",
    "pay",
    "purchase",
    "purchases",
    "outgoing",
    "outgoings",
    "bought",
    "buy",
];
const IN: [&str; 8] = ["income", "earn", "earned", "earnings", "received", "incoming", "deposited", "deposits"];

/// Narrows a statement to the money that the question is about; what it was read as, where it did.
pub fn apply(query: &mut Query, tokens: &[Token], schema: &Schema) -> Option<String> {
    let said = |words: &[&str]| tokens.iter().any(|t| words.contains(&t.lower.as_str()));
    let moves = |way: &str| {
        let pairs = tokens.iter().zip(tokens.iter().skip(1));
        pairs.into_iter().any(|(a, b)| matches!(a.lemma.as_str(), "come" | "go") && b.lower == way)
    };
    let out = said(&OUT) || moves("out");
    let income = said(&IN) || moves("in");
    if out == income || query.combine.is_some() {
        return None;
    }
    let mut used = Vec::new();
    query.select.iter().map(|s| &s.expr).chain(query.order.iter().map(|o| &o.expr)).for_each(|e| columns(e, &mut used));
    query.filter.iter().for_each(|c| {
        if let Condition::Compare { left, .. } | Condition::Between { left, .. } = c {
            columns(left, &mut used);
        }
    });
    let signed = |c: &&ColumnRef| schema.find(c).is_some_and(|c| is_signed(c, schema));
    let column = used.into_iter().find(signed)?.clone();
    if out {
        let turn = |e: &mut Expr| turn(e, &column);
        query.select.iter_mut().for_each(|s| turn(&mut s.expr));
        query.order.iter_mut().for_each(|o| turn(&mut o.expr));
        query.having.iter_mut().chain(&mut query.filter).for_each(|c| {
            if let Condition::Compare { left, .. } | Condition::Between { left, .. } = c {
                turn(left);
            }
        });
    }
    let relation = if out { Relation::Less } else { Relation::Greater };
    let name = column.column.clone();
    query.filter.push(Condition::Compare { left: Expr::Column(column), relation, right: Operand::Number(0.0) });
    let word = if out { "spending" } else { "income" };
    let side = if out { "below" } else { "above" };
    Some(format!("{word} read as {name} {side} zero"))
}

/// Money with both signs.
fn is_signed(c: Col, schema: &Schema) -> bool {
    const MONEY: [&str; 4] = ["amount", "valu", "value", "sum"];
    let named = schema.view(c).is_some_and(|v| v.words.iter().any(|w| MONEY.contains(&w.as_str())));
    let bound = |value: &Option<vouch_model::Value>| value.as_ref().and_then(vouch_model::Value::as_f64);
    let both = schema
        .column(c)
        .is_some_and(|c| bound(&c.min).is_some_and(|low| low < 0.0) && bound(&c.max).is_some_and(|high| high > 0.0));
    named && both && schema.kind(c) == ColumnKind::Number
}

fn columns<'a>(expr: &'a Expr, into: &mut Vec<&'a ColumnRef>) {
    match expr {
        Expr::Column(c) => into.push(c),
        Expr::Aggregate { of, .. } | Expr::ShareOfSum { of, .. } | Expr::ShareOfTotal { of } => columns(of, into),
        Expr::Arithmetic { left, right, .. } => {
            columns(left, into);
            columns(right, into);
        }
        _ => {}
    }
}

/// What was spent, as a positive figure.
fn turn(expr: &mut Expr, column: &ColumnRef) {
    match expr {
        Expr::Column(c) if c == column => {
            let spent = Expr::Column(c.clone());
            *expr = Expr::Arithmetic { sign: '-', left: Box::new(Expr::Number(0.0)), right: Box::new(spent) };
        }
        Expr::Aggregate { of, .. } | Expr::ShareOfSum { of, .. } | Expr::ShareOfTotal { of } => turn(of, column),
        Expr::Arithmetic { left, right, .. } => {
            turn(left, column);
            turn(right, column);
        }
        _ => {}
    }
}
