//! What people mean by a draft where public question sets mean something else: which rows a flag asks for, what is added up and
//! not counted, what a figure is divided by.

use super::averages::{averaged_per, figures_of_a_time, flows_add_up};
use super::draft::{Ask, Draft, Filter, Group, Item, Pending, Target};
use super::measures::usual_aggregate;
use super::vary::by_values;
use crate::form::{Condition, Expr, Operand};
use crate::lexicon::{Aggregate, Relation};
use crate::schema::{Col, ColumnKind, Schema};
use crate::tokens::Token;

pub(super) fn as_people_say(draft: Draft, tokens: &[Token], schema: &Schema) -> Draft {
    let draft = averaged_per(draft, tokens, schema);
    let draft = flows_add_up(draft, tokens, schema);
    let draft = figures_of_a_time(draft, tokens, schema);
    let draft = deals_over(draft, tokens, schema);
    let draft = only_counted(draft);
    let draft = with_total(draft, tokens, schema);
    let draft = flags_narrow(draft, tokens, schema);
    let draft = masses_add_up(draft, tokens, schema);
    let draft = rows_compared(draft, schema);
    let draft = adds_up(draft, tokens, schema);
    let draft = extreme_in_unit(draft, tokens);
    let draft = divided(draft);
    let draft = per_row(draft, tokens);
    let draft = only_how_long(draft, tokens);
    let draft = step_of_day(draft, schema);
    averages(draft, tokens, schema)
}

/// 'the average age of men and women' is two figures; 'the average amount per order', where the amount is the order's, is one.
fn averages(mut draft: Draft, tokens: &[Token], schema: &Schema) -> Draft {
    let averaged = |i: &Item| matches!(i.aggregate, Some(Aggregate::Average | Aggregate::Median));
    if !draft.items.iter().any(averaged) {
        return draft;
    }
    let items = draft.items.clone();
    let own = |t: usize| items.iter().all(|i| averaged(i) && matches!(i.target, Target::Column(c) if c.table == t));
    let groups = draft.groups.len();
    let unique = |c: Col| schema.column(c).is_some_and(|c| c.unique);
    let row = |c: Col| unique(c) || schema.kind(c) == ColumnKind::Key && schema.points_at(c).is_none();
    draft.groups.retain(|g| match g {
        Group::Table(t) => !own(*t),
        Group::Column(c) => !(row(*c) && own(c.table)),
        Group::Grain(_) => true,
    });
    if draft.groups.len() < groups {
        return draft;
    }
    by_values(&draft, tokens, schema).unwrap_or(draft)
}

/// 'the total of all paid invoices' where each has a column of that name: they are added up.
fn with_total(mut draft: Draft, tokens: &[Token], schema: &Schema) -> Draft {
    let over = |t: Option<&Token>| t.is_some_and(|t| matches!(t.lower.as_str(), "of" | "for" | "per" | "by" | "in"));
    let said = tokens.iter().enumerate().any(|(i, t)| t.lower == "total" && over(tokens.get(i + 1)));
    if let ([item], true) = (draft.items.as_mut_slice(), said)
        && let Target::Column(c) = item.target
        && schema.kind(c) == ColumnKind::Number
        && schema.view(c).is_some_and(|v| v.words.iter().any(|w| w == "total"))
    {
        item.aggregate = item.aggregate.or(Some(Aggregate::Sum));
    }
    draft
}

/// 'all vegetarian mains', 'owners who get the newsletter': a column of yes and no that stands before what is listed, or behind
/// 'who', says which rows. 'Their newsletter flag' and what is listed behind 'and' is shown.
fn names_rows(draft: &Draft, tokens: &[Token], c: Col, schema: &Schema) -> bool {
    let words = schema.view(c).map_or(&[][..], |v| v.words.as_slice());
    let Some(at) = tokens.iter().position(|t| words.contains(&t.stem)) else { return false };
    let is = |i: usize, list: &[&str]| tokens.get(i).is_some_and(|t| list.contains(&t.lower.as_str()));
    let joined = at
        .checked_sub(1)
        .is_some_and(|i| is(i, &["and", "their", "its", "or"]) || tokens.get(i).is_some_and(|t| t.is_punct(',')));
    let asked = tokens.iter().any(|t| matches!(t.lower.as_str(), "whether" | "flag" | "status" | "is" | "does"));
    let row = |i: &Item| matches!(i.target, Target::Table(_));
    let rows = draft.items.iter().any(row) || draft.context.contains(&c.table);
    let behind =
        (0..at).rev().take(4).any(|i| is(i, &["who", "that", "which", "get", "gets", "have", "has", "receive"]));
    let before = matches!(draft.items.as_slice(), [_]) && !draft.filters.is_empty();
    let relative = rows && behind && at > 1;
    !joined && !asked && draft.ask == Ask::List && (relative || before)
}

/// 'hours per activity for VIP clients', 'callbacks requested by queue': beside a figure or a group, a column of yes and no says
/// which rows, and nobody wants its letters shown.
fn flags_narrow(mut draft: Draft, tokens: &[Token], schema: &Schema) -> Draft {
    let groups = draft.groups.clone();
    let flag = |i: &Item| match i.target {
        Target::Column(c) if i.aggregate.is_none() && !groups.contains(&Group::Column(c)) => {
            schema.flag(c).map(|yes| (c, yes))
        }
        _ => None,
    };
    let figures = draft.items.iter().any(|i| i.aggregate.is_some());
    let flags: Vec<(Col, Operand)> = draft.items.iter().filter_map(flag).collect();
    if let [(c, yes)] = flags.as_slice()
        && groups.is_empty()
        && !figures
        && names_rows(&draft, tokens, *c, schema)
    {
        draft.items.retain(|i| flag(i).is_none());
        if draft.items.is_empty() {
            draft.items.push(Item { aggregate: None, distinct: false, target: Target::Table(c.table) });
        }
        let condition = Condition::OneOf { column: schema.reference(*c), values: vec![yes.clone()], negated: false };
        draft.filters.push(Filter { condition: Pending::Ready(condition), or: false, at: 0 });
        return draft;
    }
    if flags.is_empty() || groups.is_empty() && !figures {
        return draft;
    }
    draft.items.retain(|i| flag(i).is_none());
    for (c, yes) in flags {
        let condition = Condition::OneOf { column: schema.reference(c), values: vec![yes], negated: false };
        draft.filters.push(Filter { condition: Pending::Ready(condition), or: false, at: 0 });
        if draft.items.is_empty() && draft.keys.is_empty() {
            draft.ask = Ask::Count;
            draft.context.push(c.table);
        }
    }
    draft
}

/// 'how many final marks between 60 and 69': as many as there are rows, not what the marks add up to.
fn rows_compared(mut draft: Draft, schema: &Schema) -> Draft {
    let compared: Vec<Col> = draft
        .filters
        .iter()
        .filter_map(|f| match &f.condition {
            Pending::Ready(
                Condition::Compare { left: Expr::Column(c), .. } | Condition::Between { left: Expr::Column(c), .. },
            ) => schema.find(c),
            _ => None,
        })
        .collect();
    let loose = draft.filters.iter().any(|f| matches!(f.condition, Pending::Loose { .. }));
    for item in &mut draft.items {
        let counted = item.aggregate == Some(Aggregate::Count) && !item.distinct;
        if let (Target::Column(c), true) = (&item.target, counted)
            && (compared.contains(c) || loose && schema.kind(*c) == ColumnKind::Number)
        {
            let left = schema.expr(*c);
            for filter in &mut draft.filters {
                if let Pending::Loose { relation, number } = filter.condition {
                    let right = Operand::Number(number);
                    filter.condition = Pending::Ready(Condition::Compare { left: left.clone(), relation, right });
                }
            }
            item.target = Target::Table(c.table);
        }
    }
    draft
}

/// 'which cow gave the most milk' where milkings have litres: what is no thing is not counted but added up.
fn masses_add_up(mut draft: Draft, tokens: &[Token], schema: &Schema) -> Draft {
    if draft.ask == Ask::Count || draft.average_count {
        return draft;
    }
    let amounts = !draft.groups.is_empty() || draft.compare || draft.trend;
    for item in &mut draft.items {
        let figure = matches!(item.aggregate, Some(Aggregate::Count | Aggregate::Sum));
        let counted = figure || item.aggregate.is_none() && amounts;
        if let (Target::Table(t), true) = (&item.target, counted)
            && let Some(c) = measure_of_mass(*t, tokens, schema)
        {
            *item = Item { aggregate: Some(Aggregate::Sum), distinct: false, target: Target::Column(c) };
        }
    }
    for key in &mut draft.keys {
        if let (Target::Table(t), Some(Aggregate::Count)) = (&key.item.target, key.item.aggregate)
            && let Some(c) = measure_of_mass(*t, tokens, schema)
        {
            key.item = Item { aggregate: Some(Aggregate::Sum), distinct: false, target: Target::Column(c) };
        }
    }
    draft
}

/// The one amount of a table that is spoken of by a word that has no plural: 'milk' for milkings.
fn measure_of_mass(t: usize, tokens: &[Token], schema: &Schema) -> Option<Col> {
    let view = schema.tables.get(t)?;
    let [word] = view.words.as_slice() else { return None };
    let mut said = tokens.iter().filter(|token| token.stem == *word);
    let (Some(token), None) = (said.next(), said.next()) else { return None };
    let name = crate::tokens::name_words(schema.table_name(t));
    let thing = name.iter().any(|w| crate::lemma::lemma(w) == token.lemma) || token.lower != token.lemma;
    let numbers = view.columns.iter().enumerate().filter(|(_, c)| c.kind == ColumnKind::Number);
    // How fat the milk was is no amount of it.
    let amounts = numbers.map(|(column, _)| Col { table: t, column });
    let mut amounts = amounts.filter(|c| usual_aggregate(schema, *c) == Aggregate::Sum);
    let (Some(col), None) = (amounts.next(), amounts.next()) else { return None };
    (!thing).then_some(col)
}

/// 'cows that cost us more than 150 in treatments': what it all comes to, not any one of them.
fn adds_up(mut draft: Draft, tokens: &[Token], schema: &Schema) -> Draft {
    const SPENT: [&str; 17] = [
        "sold",
        "sell",
        "bought",
        "cost",
        "spend",
        "spent",
        "pay",
        "paid",
        "earn",
        "earned",
        "billed",
        "brought",
        "donated",
        "generated",
        "invested",
        "total",
        "altogether",
    ];
    let said = tokens.iter().any(|t| SPENT.contains(&t.lower.as_str()));
    let Some(t) = draft.items.first().and_then(super::measures::table_of).filter(|_| said && draft.items.len() == 1)
    else {
        return draft;
    };
    let sold = tokens.iter().any(|t| matches!(t.lower.as_str(), "sold" | "sell" | "bought"));
    let summed = |f: &Filter| match &f.condition {
        Pending::Ready(Condition::Compare { left: Expr::Column(c), relation, right: Operand::Number(n) }) => {
            let c = schema.find(c).filter(|c| schema.belongs(c.table, t))?;
            let more = matches!(relation, Relation::Greater | Relation::GreaterOrEqual) || sold;
            (more && usual_aggregate(schema, c) == Aggregate::Sum).then_some((c, *relation, *n))
        }
        _ => None,
    };
    for (c, relation, n) in draft.filters.iter().filter_map(summed).collect::<Vec<_>>() {
        let item = Item { aggregate: Some(Aggregate::Sum), distinct: false, target: Target::Column(c) };
        draft.having.push((item, relation, n));
    }
    draft.filters.retain(|f| summed(f).is_none());
    draft
}

/// 'orders over $500', where an order has no amount but its lines do: what they come to.
fn deals_over(mut draft: Draft, tokens: &[Token], schema: &Schema) -> Draft {
    const MONEY: [&str; 12] =
        ["$", "€", "£", "dollars", "euros", "pounds", "worth", "cost", "costing", "over", "above", "exceeding"];
    if !tokens.iter().any(|t| MONEY.contains(&t.lower.as_str()) || t.text.starts_with(['$', '€', '£'])) {
        return draft;
    }
    let said = draft.items.first().and_then(super::measures::table_of).or(draft.context.first().copied());
    let Some(lines) = said.and_then(|t| schema.lines_of(t)) else { return draft };
    let loose = |f: &Filter| match f.condition {
        Pending::Loose { relation, number } => Some((relation, number)),
        _ => None,
    };
    let worth = Item { aggregate: None, distinct: false, target: Target::Worth(lines) };
    draft.having.extend(draft.filters.iter().filter_map(loose).map(|(relation, n)| (worth.clone(), relation, n)));
    draft.filters.retain(|f| loose(f).is_none());
    draft
}

/// 'how many customers spent more than 1000': how many, and not what they spent.
fn only_counted(mut draft: Draft) -> Draft {
    let held = |i: &Item| draft.having.iter().any(|(h, ..)| h.target == i.target);
    let counts = draft.ask == Ask::Count || draft.items.iter().any(|i| i.aggregate == Some(Aggregate::Count));
    let worth: Vec<Item> =
        draft.items.iter().filter(|i| matches!(i.target, Target::Worth(_)) && held(i)).cloned().collect();
    if counts && !worth.is_empty() && worth.len() < draft.items.len() {
        draft.items.retain(|i| !worth.contains(i));
    }
    draft
}

/// 'the longest appointment in minutes' asks for the minutes.
fn extreme_in_unit(mut draft: Draft, tokens: &[Token]) -> Draft {
    let asked = crate::spoken::asked_unit(tokens).is_some() && draft.groups.is_empty() && !draft.sorted;
    let ([Item { aggregate: None, target: Target::Table(t), .. }], [key], Some(1), true) =
        (draft.items.as_slice(), draft.keys.as_slice(), draft.limit, asked)
    else {
        return draft;
    };
    if !matches!(key.item.target, Target::Hinted(_)) || draft.skip.is_some() {
        return draft;
    }
    let function = if key.descending { Aggregate::Max } else { Aggregate::Min };
    let item = Item { aggregate: Some(function), ..key.item.clone() };
    draft.context.insert(0, *t);
    (draft.items, draft.keys, draft.limit) = (vec![item], Vec::new(), None);
    draft
}

/// 'the most downloads per episode', where an episode has them in a column: their average, not a group for each.
fn per_row(mut draft: Draft, tokens: &[Token]) -> Draft {
    let said = tokens.iter().any(|t| t.lower == "per");
    let others = draft.groups.len() > 1 || !draft.items.is_empty();
    let ([key], true) = (draft.keys.as_mut_slice(), said && others) else { return draft };
    let Target::Column(c) = key.item.target else { return draft };
    let own = |g: &Group| *g == Group::Table(c.table);
    if key.item.aggregate == Some(Aggregate::Sum) && draft.groups.iter().any(own) {
        key.item.aggregate = Some(Aggregate::Average);
        draft.groups.retain(|g| !own(g));
    }
    draft
}

/// 'by check-in month', 'in each quarter, going by the issue date': the step of that day, not the day beside it.
fn step_of_day(mut draft: Draft, schema: &Schema) -> Draft {
    let day = draft.groups.iter().find_map(|g| match g {
        Group::Column(c) if schema.kind(*c) == ColumnKind::Time => Some(*c),
        _ => None,
    });
    let step = draft.groups.iter().any(|g| matches!(g, Group::Grain(_)));
    if let (Some(c), true) = (day, step) {
        draft.groups.retain(|g| *g != Group::Column(c));
        draft.event = Some((c, false));
    }
    draft
}

/// 'how many days do people take to pay an invoice': the days, and no figure of the invoice beside them.
fn only_how_long(mut draft: Draft, tokens: &[Token]) -> Draft {
    let long = |i: &Item| matches!(i.target, Target::Elapsed(_));
    let and = tokens.iter().any(|t| matches!(t.lower.as_str(), "and" | "with"));
    if draft.items.iter().any(long) && !and {
        draft.items.retain(|i| long(i) || i.aggregate.is_none());
    }
    draft
}

/// 'fuel per 100 km by vehicle type', 'yield per hectare': divided by what they add up to, not grouped by each of them.
fn divided(mut draft: Draft) -> Draft {
    let Some((by, _)) = draft.divisor else { return draft };
    draft.groups.retain(|g| *g != Group::Column(by));
    for item in draft.items.iter_mut().filter(|i| matches!(i.target, Target::Column(_))) {
        item.aggregate = Some(Aggregate::Sum);
    }
    draft
}
