//! Other ways to take a draft: what people mean by the same words differs, and the score decides.

use super::draft::{Ask, Draft, Filter, Group, Item, Key, Pending, Target};
use super::people::as_people_say;
use crate::form::{Condition, Expr, Operand};
use crate::lexicon::Aggregate;
use crate::schema::{ColumnKind, Schema};
use crate::tokens::{Kind, Token};

/// A draft with the names of the features that stand for how it was varied.
pub type Varied = (Draft, Vec<&'static str>);

/// The draft itself and its variants.
///
/// `for_people`: who asks wants names; public question sets are as content with a key. Their statements also need two
/// changes at once, where what a person says is better taken by its words.
pub fn vary(draft: Draft, tokens: &[Token], schema: &Schema, for_people: bool) -> Vec<Varied> {
    let draft = Draft { orders_texts: !for_people, ..draft };
    let draft = if for_people { as_people_say(draft, tokens, schema) } else { draft };
    let draft = pointed_at(draft);
    let said = Said { tokens, schema, for_people };
    let steps = said.steps(&draft);
    let mut all: Vec<Varied> = Vec::new();
    for (once, label) in &steps {
        let second = if for_people { Vec::new() } else { said.steps(once) };
        // Each pair in one order only.
        let later = second.into_iter().filter(|(_, other)| order(other) > order(label));
        all.extend(later.map(|(twice, other)| (twice, vec![*label, other, "two_changes"])));
    }
    all.extend(steps.into_iter().map(|(once, label)| (once, vec![label])));
    all.insert(0, (draft, Vec::new()));
    all
}

/// Any fixed order of the changes; whole rows or their names come last.
fn order(label: &str) -> usize {
    const ORDER: [&str; 32] = [
        "last_sentence",
        "plain_list",
        "whole_each",
        "by_context",
        "joined_lists",
        "no_table",
        "no_compared",
        "no_column",
        "no_context",
        "no_value",
        "none_there",
        "both",
        "count_values",
        "count_rows",
        "count_texts",
        "common_of_all",
        "having_any",
        "having_hidden",
        "stored_figure",
        "key_groups",
        "by_values",
        "extreme_of_each",
        "bare_of_each",
        "narrows_figure",
        "or_splits",
        "asks_date",
        "by_commonest",
        "hides_groups",
        "only_figures",
        "shows_common",
        "of_winner",
        "shows_figure",
    ];
    ORDER.iter().position(|known| *known == label).unwrap_or(ORDER.len())
}

/// What a draft was read from.
struct Said<'a> {
    tokens: &'a [Token],
    schema: &'a Schema,
    for_people: bool,
}

impl Said<'_> {
    fn says(&self, words: &[&str]) -> bool {
        self.tokens.iter().any(|t| words.contains(&t.lower.as_str()))
    }

    /// Every single change that the draft allows.
    fn steps(&self, draft: &Draft) -> Vec<(Draft, &'static str)> {
        let mut all: Vec<(Draft, &'static str)> = Vec::new();
        self.fewer(draft, &mut all);
        self.figures(draft, &mut all);
        self.groups(draft, &mut all);
        self.rankings(draft, &mut all);
        all
    }

    /// What is mentioned need not be shown, and need not narrow the rows.
    fn fewer(&self, draft: &Draft, all: &mut Vec<(Draft, &'static str)>) {
        if !draft.context.is_empty() && !draft.items.is_empty() && !draft.ignores_context {
            // 'the heads of departments' may just be the heads.
            all.push((Draft { ignores_context: true, ..draft.clone() }, "no_context"));
        }
        if let Some(fewer) = without_compared(draft, self.schema) {
            all.push((fewer, "no_compared"));
        }
        if let Some(fewer) = without_table(draft) {
            all.push((fewer, "no_table"));
        }
        all.extend(without_one(draft).into_iter().map(|fewer| (fewer, "no_column")));
        if let Some(items) = draft.items.get(draft.earlier..).filter(|i| draft.earlier > 0 && !i.is_empty()) {
            // 'Find the parties of the delegates. Who are their governors?' asks for the governors.
            all.push((Draft { items: items.to_vec(), earlier: 0, ..draft.clone() }, "last_sentence"));
        }
        if !self.for_people {
            all.extend(self.without_value(draft).into_iter().map(|fewer| (fewer, "no_value")));
            all.extend(self.none_there(draft).map(|none| (none, "none_there")));
        }
        if let Some(both) = super::lists::joined(draft, self.schema).filter(|_| !self.for_people) {
            all.push((both, "joined_lists"));
        }
        if let Some(dated) = event_asked(draft) {
            all.push((dated, "asks_date"));
        }
        let rows = matches!(draft.items.as_slice(), [Item { target: Target::Table(_), aggregate: None, .. }]);
        // Who says 'list all customers' to a program wants to see them whole.
        if rows && draft.groups.is_empty() && !(self.for_people && draft.all) {
            let label = if draft.all { "named_rows" } else { "whole_rows" };
            all.push((Draft { all: !draft.all, ..draft.clone() }, label));
        }
    }

    /// 'how often they were nominated', where some rows say 'Nominated': a verb that is stored somewhere need not mean it.
    fn without_value(&self, draft: &Draft) -> Vec<Draft> {
        let loose = |f: &Filter| {
            let value = matches!(&f.condition, Pending::Ready(Condition::OneOf { values, .. }) if values.len() == 1)
                || matches!(&f.condition, Pending::Ready(Condition::Like { .. }));
            // 'ending with the letter m' is how a text ends.
            let pattern = |t: &Token| matches!(t.lower.as_str(), "ending" | "starting" | "beginning" | "containing");
            let verb = |t: &Token| {
                !pattern(t) && t.kind == Kind::Word && (t.lower.ends_with("ed") || t.lower.ends_with("ing"))
            };
            value && self.tokens.get(f.at).is_some_and(|t| !t.proper && verb(t))
        };
        let places = draft.filters.iter().enumerate().filter(|(_, f)| loose(f)).map(|(at, _)| at);
        let left_out = |at: usize| {
            let mut fewer = draft.clone();
            fewer.filters.remove(at);
            fewer
        };
        places.map(left_out).collect()
    }

    /// 'services that were never used', where nothing is called a use: the rows that the only table that points at them does not
    /// point at.
    fn none_there(&self, draft: &Draft) -> Option<Draft> {
        let negated = |f: &Filter| match &f.condition {
            Pending::Ready(Condition::OneOf { negated, .. } | Condition::Like { negated, .. }) => *negated,
            Pending::Ready(Condition::Not(_) | Condition::Null { .. }) | Pending::Absent { .. } => true,
            _ => false,
        };
        if !crate::score::says_not(self.tokens) || draft.filters.iter().any(negated) {
            return None;
        }
        let about = draft.items.iter().find_map(super::measures::table_of)?;
        let points = |t: &usize| *t != about && self.schema.key_to(*t, about).is_some();
        let pointing: Vec<usize> = (0..self.schema.tables.len()).filter(points).collect();
        let words = |t: usize| self.schema.tables.get(t).map_or(&[][..], |v| v.words.as_slice());
        let named: Vec<usize> =
            pointing.iter().copied().filter(|t| words(about).iter().all(|w| words(*t).contains(w))).collect();
        let (([table], _) | (_, [table])) = (pointing.as_slice(), named.as_slice()) else { return None };
        if draft.context.contains(table) {
            return None;
        }
        let mut without = draft.clone();
        without.filters.push(Filter { condition: Pending::Absent { table: *table }, or: false, at: 0 });
        Some(without)
    }

    fn figures(&self, draft: &Draft, all: &mut Vec<(Draft, &'static str)>) {
        let next = |i: usize| self.tokens.get(i + 1).map_or("", |t| t.lower.as_str());
        let mut words = self.tokens.iter().enumerate();
        let total = words.any(|(i, t)| t.lower == "total" && (self.for_people || next(i) != "number"));
        if let Some(values) = counted_values(draft, self.schema).filter(|_| !total && !self.for_people) {
            all.push((values, "count_values"));
        }
        let distinct = self.says(&["different", "distinct", "unique"]);
        if let Some(rows) = counted_rows(draft, self.schema).filter(|_| !distinct && !self.for_people) {
            all.push((rows, "count_rows"));
        }
        let figure = draft.filters.iter().position(|f| matches!(f.condition, Pending::Average { .. }));
        if figure.is_some_and(|at| at + 1 < draft.filters.len()) && !draft.narrows_figure {
            all.push((Draft { narrows_figure: true, ..draft.clone() }, "narrows_figure"));
        }
        let ors: Vec<usize> = draft.filters.iter().enumerate().filter(|(_, f)| f.or).map(|(at, _)| at).collect();
        if let ([at], false) = (ors.as_slice(), draft.or_splits)
            && *at > 0
            && draft.filters.len() > 2
        {
            all.push((Draft { or_splits: true, ..draft.clone() }, "or_splits"));
        }
        if let Some(stored) = stored_figure(draft, self.schema) {
            all.push((stored, "stored_figure"));
        }
    }

    fn groups(&self, draft: &Draft, all: &mut Vec<(Draft, &'static str)>) {
        if !draft.both && !self.says(&["or"]) && two_values(draft) {
            all.push((Draft { both: true, implies_both: true, ..draft.clone() }, "both"));
        }
        let each = self.says(&["each", "every"]);
        if let Some(list) = plain_list(draft).filter(|_| each) {
            all.push((list, "plain_list"));
        }
        let whole = |t: &Token| matches!(t.lemma.as_str(), "detail" | "information" | "info" | "record");
        if let Some(rows) = super::lists::whole_each(draft).filter(|_| each && self.tokens.iter().any(whole)) {
            all.push((rows, "whole_each"));
        }
        if let Some(list) = super::lists::having_any(draft).filter(|_| !self.for_people) {
            all.push((list, "having_any"));
        }
        if let Some(list) = without_limited(draft) {
            all.push((list, "having_hidden"));
        }
        if !self.for_people {
            all.extend(super::lists::bare_of_each(draft).into_iter().map(|bare| (bare, "bare_of_each")));
        }
        if let Some(commonest) = super::lists::common_of_all(draft) {
            all.push((commonest, "common_of_all"));
        }
        if let Some(groups) = counted_texts(draft, self.schema).filter(|_| !self.for_people) {
            all.push((groups, "count_texts"));
        }
        if let Some(list) = by_context(draft, self.schema) {
            all.push((list, "by_context"));
        }
        let tables = draft.groups.iter().any(|g| matches!(g, Group::Table(_)));
        if !self.for_people && tables && !draft.groups_by_key {
            all.push((Draft { groups_by_key: true, ..draft.clone() }, "key_groups"));
        }
        if let Some(apart) = by_values(draft, self.tokens, self.schema) {
            all.push((apart, "by_values"));
        }
        if let Some(figures) = extreme_of_each(draft).filter(|_| !self.for_people) {
            all.push((figures, "extreme_of_each"));
        }
        let described = draft.items.iter().any(|i| i.aggregate.is_none() && matches!(i.target, Target::Column(_)));
        let figures = draft.items.iter().any(|i| i.aggregate.is_some());
        if described && figures && !draft.groups.is_empty() && !draft.hides_groups {
            all.push((Draft { hides_groups: true, ..draft.clone() }, "hides_groups"));
        }
        let ranked = draft.common.is_some() || !draft.keys.is_empty() && draft.limit.is_some();
        if figures && ranked && draft.ask == Ask::Count && !self.for_people && !draft.only_figures {
            // 'how many customers are there in the type with the most customers'.
            all.push((Draft { only_figures: true, ..draft.clone() }, "only_figures"));
        }
    }

    fn rankings(&self, draft: &Draft, all: &mut Vec<(Draft, &'static str)>) {
        if let Some(narrowed) = by_commonest(draft) {
            all.push((narrowed, "by_commonest"));
        }
        if draft.common.is_some() && !draft.shows_common {
            all.push((Draft { shows_common: true, ..draft.clone() }, "shows_common"));
        }
        let ranked = !draft.keys.is_empty() && !draft.sorted && draft.limit.is_some();
        let plain = draft.items.iter().all(|i| i.aggregate.is_none());
        if ranked && !draft.context.is_empty() && plain && !draft.of_winner {
            all.push((Draft { of_winner: true, ..draft.clone() }, "of_winner"));
        }
        if let Some(shown) = with_figure(draft) {
            all.push((shown, "shows_figure"));
        }
    }
}

/// Columns that are shown beside others, each left out once: some only say whose or which.
fn without_one(draft: &Draft) -> Vec<Draft> {
    const MOST: usize = 4;
    let plain = |i: &Item| i.aggregate.is_none() && matches!(i.target, Target::Column(_));
    if !(2..=MOST).contains(&draft.items.len()) {
        return Vec::new();
    }
    // What is pointed at was asked for.
    let pointed = |i: &Item| draft.that_figure && draft.keys.iter().any(|key| key.item == *i);
    let places = draft.items.iter().enumerate().filter(|(_, item)| plain(item) && !pointed(item)).map(|(at, _)| at);
    let left_out = |at: usize| {
        let mut fewer = draft.clone();
        fewer.items.remove(at);
        fewer
    };
    places.map(left_out).collect()
}

/// 'the average age of male and female students': one figure for each.
pub(super) fn by_values(draft: &Draft, tokens: &[Token], schema: &Schema) -> Option<Draft> {
    let figures = draft.ask == Ask::Count || draft.items.iter().any(|i| i.aggregate.is_some());
    let or = tokens.iter().any(|t| matches!(t.lower.as_str(), "or" | "both" | "either"));
    if !figures || or || draft.compare {
        return None;
    }
    let column = draft.filters.iter().find_map(|f| match &f.condition {
        Pending::Ready(Condition::OneOf { column, values, negated: false }) if values.len() > 1 => schema.find(column),
        _ => None,
    })?;
    let mut groups = draft.groups.clone();
    groups.push(Group::Column(column));
    Some(Draft { groups, ..draft.clone() })
}

/// 'the city with the most stores and how many': what is ranked by is shown as well.
fn with_figure(draft: &Draft) -> Option<Draft> {
    let [key] = draft.keys.as_slice() else { return None };
    let figure = key.item.aggregate.is_some() && !draft.items.contains(&key.item) && !draft.sorted;
    let named = !draft.items.is_empty() && draft.items.iter().all(|i| i.aggregate.is_none());
    let mut shown = draft.clone();
    shown.items.push(key.item.clone());
    (figure && named).then_some(shown)
}

/// 'and what is that average': what is ranked or limited by is shown.
fn pointed_at(mut draft: Draft) -> Draft {
    if !draft.that_figure {
        return draft;
    }
    draft.shows_common |= draft.common.is_some();
    let ranked = draft.keys.first().map(|key| key.item.clone()).filter(|_| !draft.sorted);
    let limited = draft.having.first().map(|(item, ..)| item.clone());
    let figure = ranked.or(limited).filter(|item| !draft.items.contains(item));
    draft.items.extend(figure);
    if draft.ask == Ask::Count {
        draft.ask = Ask::List;
    }
    draft
}

fn two_values(draft: &Draft) -> bool {
    draft.filters.iter().any(|f| {
        matches!(&f.condition, Pending::Ready(Condition::OneOf { values, negated: false, .. }) if values.len() == 2)
            || matches!(&f.condition, Pending::Time { range, .. } if range.named.len() == 2)
    })
}

/// 'the title and year of each film', 'names for every city': a list, where nothing is counted or added up.
fn plain_list(draft: &Draft) -> Option<Draft> {
    let figures = draft.items.iter().any(|i| i.aggregate.is_some() || matches!(i.target, Target::Worth(_)))
        || draft.keys.iter().any(|k| k.item.aggregate.is_some())
        || !draft.having.is_empty()
        || draft.common.is_some()
        || draft.trend
        || draft.compare;
    if draft.groups.is_empty() || !draft.each || figures || draft.items.is_empty() {
        return None;
    }
    let columns = draft.groups.iter().map(|g| match g {
        Group::Column(c) => Some(Item { aggregate: None, distinct: false, target: Target::Column(*c) }),
        Group::Table(_) => None,
        Group::Grain(_) => None,
    });
    let mut items: Vec<Item> = columns.flatten().collect();
    items.extend(draft.items.iter().cloned());
    Some(Draft { groups: Vec::new(), items, ..draft.clone() })
}

/// 'how many advisors' where an advisor is a number: how many there are, not what they add up to.
fn counted_values(draft: &Draft, schema: &Schema) -> Option<Draft> {
    let is_number = |i: &Item| matches!(i.target, Target::Column(c) if schema.kind(c) == ColumnKind::Number);
    let counted = |i: &Item| i.aggregate == Some(Aggregate::Count) && !i.distinct && is_number(i);
    if !draft.items.iter().any(counted) {
        return None;
    }
    let distinct = |i: &Item| Item { distinct: i.distinct || counted(i), ..i.clone() };
    Some(Draft { items: draft.items.iter().map(distinct).collect(), ..draft.clone() })
}

/// 'parties with at least two delegates' where a delegate is a text: as many as there are rows.
fn counted_rows(draft: &Draft, schema: &Schema) -> Option<Draft> {
    let mut rows = draft.clone();
    let counted = rows.items.iter_mut().chain(rows.keys.iter_mut().map(|k| &mut k.item));
    let mut changed = false;
    for item in counted.chain(rows.having.iter_mut().map(|h| &mut h.0)) {
        let Target::Column(c) = item.target else { continue };
        if item.aggregate == Some(Aggregate::Count) && schema.kind(c) != ColumnKind::Number {
            (item.target, item.distinct, changed) = (Target::Table(c.table), false, true);
        }
    }
    changed.then_some(rows)
}

/// 'studios with an average gross of over 4 million': the figure says which studios, and is not shown.
fn without_limited(draft: &Draft) -> Option<Draft> {
    // How many there are is asked for as often as it is a condition.
    let figure = |i: &Item| i.aggregate.is_some_and(|f| f != Aggregate::Count);
    let limited = |i: &Item| figure(i) && draft.having.iter().any(|(item, ..)| item == i);
    let rest: Vec<Item> = draft.items.iter().filter(|i| !limited(i)).cloned().collect();
    let plain = rest.iter().all(|i| i.aggregate.is_none());
    (!rest.is_empty() && plain && rest.len() < draft.items.len()).then(|| Draft { items: rest, ..draft.clone() })
}

/// 'codes used less than 5 times', 'names used at least twice': no text is more than a number, so rows are counted.
fn counted_texts(draft: &Draft, schema: &Schema) -> Option<Draft> {
    let wordy = |c: &crate::schema::Col| {
        let samples = schema.column(*c).map_or(&[][..], |c| c.samples.as_slice());
        schema.is_kind(*c) && samples.iter().any(|s| s.trim().parse::<f64>().is_err())
    };
    let compared = |f: &Filter| match &f.condition {
        Pending::Ready(Condition::Compare { left: Expr::Column(c), relation, right: Operand::Text(n) }) => {
            let column = schema.find(c).filter(|c| wordy(c))?;
            Some((column, *relation, n.parse::<f64>().ok()?))
        }
        _ => None,
    };
    let (at, (column, relation, n)) = draft.filters.iter().enumerate().find_map(|(i, f)| Some((i, compared(f)?)))?;
    let mut groups = draft.clone();
    groups.filters.remove(at);
    let counted = draft.context.iter().rev().find(|t| **t != column.table).copied().unwrap_or(column.table);
    let item = Item { aggregate: Some(Aggregate::Count), distinct: false, target: Target::Table(counted) };
    groups.having.push((item, relation, n));
    // 'cities that hosted more than one competition' are grouped by themselves, whatever the verb is a column of.
    let own = |i: &Item| super::measures::table_of(i) == Some(column.table);
    let shown = groups.items.iter().any(|i| i.target == Target::Column(column));
    if !shown && groups.items.iter().all(own) {
        groups.groups.push(Group::Column(column));
    }
    Some(groups)
}

/// 'the number of credits of a course' where a course has them in a column: as it stands there.
fn stored_figure(draft: &Draft, schema: &Schema) -> Option<Draft> {
    let stored = |i: &Item| {
        matches!(i.target, Target::Column(c) if schema.kind(c) == ColumnKind::Number)
            && matches!(i.aggregate, Some(Aggregate::Count | Aggregate::Sum))
            && !i.distinct
    };
    // 'the players and how many years each has played'.
    let described = draft.items.iter().any(|i| i.aggregate.is_none());
    let listed = described && draft.each && !draft.for_people && draft.keys.is_empty() && draft.having.is_empty();
    if !draft.groups.is_empty() && !listed || !draft.items.iter().any(stored) {
        return None;
    }
    let plain = |i: &Item| Item { aggregate: i.aggregate.filter(|_| !stored(i)), ..i.clone() };
    let ask = if draft.ask == Ask::Count { Ask::List } else { draft.ask };
    Some(Draft { ask, groups: Vec::new(), items: draft.items.iter().map(plain).collect(), ..draft.clone() })
}

/// 'the title and the highest price for each film': a figure of each, not the one that wins.
fn extreme_of_each(draft: &Draft) -> Option<Draft> {
    let [Key { item: Item { target: target @ Target::Column(_), aggregate: None, .. }, descending }] =
        draft.keys.as_slice()
    else {
        return None;
    };
    if draft.groups.is_empty() || draft.sorted || draft.limit != Some(1) || draft.skip.is_some() {
        return None;
    }
    let aggregate = Some(if *descending { Aggregate::Max } else { Aggregate::Min });
    let mut items = draft.items.clone();
    items.push(Item { aggregate, distinct: false, target: target.clone() });
    Some(Draft { items, keys: Vec::new(), limit: None, ..draft.clone() })
}

/// 'the names of customers using the most popular method': the method says which customers, and is not shown.
fn by_commonest(draft: &Draft) -> Option<Draft> {
    let up = draft.common?;
    let (last, rest) = draft.items.split_last()?;
    let Item { target: Target::Column(column), aggregate: None, .. } = last else { return None };
    if rest.is_empty() || !draft.groups.is_empty() || !draft.keys.is_empty() {
        return None;
    }
    let condition = Pending::Commonest { column: *column, up };
    let mut filters = draft.filters.clone();
    filters.push(Filter { condition, or: false, at: 0 });
    Some(Draft { items: rest.to_vec(), filters, common: None, ..draft.clone() })
}

/// 'when was the largest school founded': the day of what happened, of the schools that are meant.
fn event_asked(draft: &Draft) -> Option<Draft> {
    let (when, timed) = draft.event.filter(|_| draft.asks_when)?;
    let tables = draft.items.iter().all(|i| i.aggregate.is_none() && matches!(i.target, Target::Table(_)));
    let mut context = draft.context.clone();
    context.extend(draft.items.iter().filter_map(super::measures::table_of));
    let item = Item { aggregate: None, distinct: false, target: Target::Column(when) };
    (tables && !timed).then(|| Draft { items: vec![item], context, event: None, ..draft.clone() })
}

/// 'accounts by the customer named Keeling': who follows 'by' did it, and nothing is grouped.
fn by_context(draft: &Draft, schema: &Schema) -> Option<Draft> {
    let tables: Option<Vec<usize>> =
        draft.groups.iter().map(|g| if let Group::Table(t) = g { Some(*t) } else { None }).collect();
    // A figure 'by' something is a figure for each of them.
    let figure = |i: &Item| match i.target {
        Target::Worth(_) => true,
        Target::Column(c) => i.aggregate.is_some() || schema.kind(c) == ColumnKind::Number,
        _ => i.aggregate.is_some(),
    };
    let figures = draft.items.iter().any(figure);
    let tables = tables.filter(|t| !t.is_empty() && !draft.each && !figures && !draft.items.is_empty())?;
    // Something must say who of them it was; a time narrows what happened.
    let who = |c: &Condition| {
        let mut of = Vec::new();
        c.tables(&mut of);
        tables.iter().any(|t| of.contains(&schema.table_name(*t)))
    };
    let says_who = draft.filters.iter().any(|f| match &f.condition {
        Pending::Ready(condition) => who(condition) || !draft.for_people,
        Pending::Time { .. } => false,
        _ => true,
    });
    if !says_who {
        return None;
    }
    let context = draft.context.iter().copied().chain(tables).collect();
    Some(Draft { groups: Vec::new(), context, ..draft.clone() })
}

/// 'mills by architects who built a bridge longer than 80 meters': a column that is compared need not be shown.
fn without_compared(draft: &Draft, schema: &Schema) -> Option<Draft> {
    let compared: Vec<&crate::form::ColumnRef> = draft
        .filters
        .iter()
        .filter_map(|f| match &f.condition {
            Pending::Ready(
                Condition::OneOf { column, .. }
                | Condition::Like { column, .. }
                | Condition::Compare { left: Expr::Column(column), .. }
                | Condition::Between { left: Expr::Column(column), .. },
            ) => Some(column),
            _ => None,
        })
        .collect();
    let only_compared = |i: &Item| {
        i.aggregate.is_none() && matches!(i.target, Target::Column(c) if compared.contains(&&schema.reference(c)))
    };
    let rest: Vec<Item> = draft.items.iter().filter(|i| !only_compared(i)).cloned().collect();
    (!rest.is_empty() && rest.len() < draft.items.len()).then(|| Draft { items: rest, ..draft.clone() })
}

/// 'the ids of the employees and their jobs': a table besides columns may only say whose columns they are.
fn without_table(draft: &Draft) -> Option<Draft> {
    let table = |i: &&Item| i.aggregate.is_none() && matches!(i.target, Target::Table(_));
    let tables: Vec<usize> = draft.items.iter().filter(table).filter_map(super::measures::table_of).collect();
    let rest: Vec<Item> = draft.items.iter().filter(|i| !table(i)).cloned().collect();
    if tables.is_empty() || rest.is_empty() {
        return None;
    }
    let context = draft.context.iter().copied().chain(tables).collect();
    Some(Draft { items: rest, context, ..draft.clone() })
}
