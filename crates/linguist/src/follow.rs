//! Follow-ups: a message that only makes sense after the one before changes that one's form.
//!
//! 'and by month?', 'only California', 'what about 2023', 'just the top 3', 'and the average?', 'who are they?'. A full
//! question stands alone and never comes here. The fragment is read by the same reader as every question; what it
//! names replaces what the form has of the same kind, else it is added.

use crate::compose::{self, Draft, Fragment, Group, Target};
use crate::follow_cues::{Cues, Direction};
use crate::follow_times;
use crate::form::{ColumnRef, Condition, Expr, Form, Ordering, Query, Selected};
use crate::lexicon::{Aggregate, Mark};
use crate::link::Link;
use crate::schema::ColumnKind;
use crate::segment::Piece;
use crate::tokens::{Kind, Token};
use crate::{Linguist, describe};

/// Words at the head of a message that lean on the one before.
const CUES: [&str; 24] = [
    "and",
    "only",
    "just",
    "same",
    "now",
    "also",
    "but",
    "or",
    "then",
    "instead",
    "without",
    "excluding",
    "except",
    "make",
    "break",
    "sort",
    "order",
    "what",
    "how",
    "split",
    "group",
    "the",
    "in",
    "for",
];
const PRONOUNS: [&str; 13] =
    ["them", "they", "those", "these", "ones", "that", "it", "same", "this", "their", "its", "one", "there"];

/// A message after another one.
pub struct Turn<'a> {
    pub linguist: &'a Linguist,
    pub previous: &'a Form,
    pub tokens: &'a [Token],
    pub cues: &'a Cues,
}

impl Turn<'_> {
    fn words(&self) -> Vec<&str> {
        self.tokens.iter().filter(|t| !matches!(t.kind, Kind::Punct(_))).map(|t| t.lower.as_str()).collect()
    }

    fn has(&self, word: &str) -> bool {
        self.tokens.iter().any(|t| t.lower == word)
    }

    /// Whether the message needs the one before it. `draft` is what it says when read alone.
    pub fn leans(&self, draft: &Draft) -> bool {
        let words = self.words();
        let first = words.first().copied().unwrap_or("");
        let about = matches!((first, words.get(1).copied()), ("what" | "how", Some("about")));
        let plain_cue = CUES.contains(&first)
            && !matches!(first, "what" | "how" | "the" | "in" | "for" | "order" | "sort" | "break");
        let fragment = draft.items.is_empty();
        let asks_anew = draft.items.len() + draft.groups.len() > 1;
        let begins = matches!(first, "how" | "list" | "show" | "which" | "who" | "give") || CUES.contains(&first);
        self.cued(draft, words.len())
            || about
            || (plain_cue && words.len() <= 9 && !asks_anew)
            || (self.pronoun() && words.len() <= 8 && (fragment || begins))
            || (fragment && words.len() <= 6)
    }

    fn pronoun(&self) -> bool {
        let words = self.words();
        words.iter().enumerate().any(|(i, word)| {
            let before = i.checked_sub(1).and_then(|i| words.get(i)).copied().unwrap_or("");
            match *word {
                // 'how many are there' asks anew; 'who works there' does not.
                "there" => i + 1 == words.len() && !matches!(before, "are" | "is" | "were" | "was"),
                "one" => matches!(before, "which" | "the" | "what"),
                word => PRONOUNS.contains(&word),
            }
        })
    }

    /// Whether the turn of phrase alone says so.
    fn cued(&self, draft: &Draft, words: usize) -> bool {
        let cues = self.cues;
        let few = words <= 5;
        let winner = cues.winner.is_some() && self.names_only_groups(draft);
        let moved = cues.before.is_some() || cues.whole.is_some();
        cues.instead
            || cues.adds
            || cues.first.is_some()
            || cues.limit.is_some()
            || winner
            || moved && few
            || cues.single && words <= 1
    }

    /// Whether the message names nothing but what the groups before it are: 'which country has the most'.
    fn names_only_groups(&self, draft: &Draft) -> bool {
        let schema = &self.linguist.schema;
        let groups: Vec<&ColumnRef> = self.previous.query.group.iter().filter_map(column_in).collect();
        let known = |target: &Target| match target {
            Target::Column(c) => groups.contains(&&schema.reference(*c)),
            Target::Table(t) => groups.iter().any(|g| g.table == schema.table_name(*t)),
            _ => false,
        };
        let grain = |g: &Group| match g {
            Group::Grain(_) => true,
            Group::Column(c) => known(&Target::Column(*c)),
            Group::Table(t) => known(&Target::Table(*t)),
        };
        !groups.is_empty()
            && draft.items.iter().all(|i| known(&i.target))
            && draft.keys.iter().all(|k| known(&k.item.target))
            && draft.groups.iter().all(grain)
            && draft.filters.is_empty()
    }

    /// The previous form with the message worked in; `None` where it says nothing that fits.
    pub fn apply(&self, draft: &Draft, pieces: &[Piece]) -> Option<Form> {
        let mut query = self.previous.query.clone();
        if self.cues.winner.is_some() && self.names_only_groups(draft) {
            return win(&mut query, self.cues.winner?).then(|| self.form(query, draft));
        }
        let fragment = compose::fragment(draft, self.linguist, self.tokens, &self.previous.query)?;
        let names_rows = self.names_rows(draft);
        let among = names_rows && query.limit.is_some();
        if let (true, Some(narrowed)) = (among, within(&query, self.linguist)) {
            query = narrowed;
        }
        let mut changed = names_rows;
        for condition in &fragment.filters {
            let condition = follow_times::same_year(condition.clone(), &query, self.tokens);
            put_condition(&mut query, condition);
            changed = true;
        }
        changed |= self.change_body(&mut query, &fragment, draft);
        changed |= self.change_order(&mut query, &fragment, draft, pieces);
        changed |= self.change_by_cues(&mut query);
        if !changed || pieces.is_empty() && !names_rows && !self.cues.lean() {
            return None;
        }
        Some(self.form(query, draft))
    }

    fn form(&self, query: Query, draft: &Draft) -> Form {
        let mut assumptions = self.previous.assumptions.clone();
        assumptions.extend(draft.assumptions.clone());
        Form { question: describe::summary(&query), query, assumptions, confidence: 0.0 }
    }

    /// What is shown, counted or grouped.
    fn change_body(&self, query: &mut Query, fragment: &Fragment, draft: &Draft) -> bool {
        if !fragment.having.is_empty() && query.is_aggregated() {
            query.having.extend(fragment.having.iter().cloned());
        } else if self.cues.adds {
            add_columns(query, fragment, self.linguist);
        } else if self.cues.counts_them && draft.groups.is_empty() {
            count(query);
        } else if self.names_rows(draft) && fragment.measures.is_empty() {
            list_rows(query, fragment, self.linguist);
        } else if draft.counts_again() && !fragment.groups.is_empty() {
            count(query);
            regroup(query, fragment);
        } else if draft.counts_again() && draft.groups.is_empty() {
            count(query);
        } else {
            let measured = measures(query, fragment, draft);
            if fragment.groups.is_empty() {
                return measured;
            }
            regroup(query, fragment);
        }
        true
    }

    fn change_order(&self, query: &mut Query, fragment: &Fragment, draft: &Draft, pieces: &[Piece]) -> bool {
        let mut changed = false;
        if !fragment.orders.is_empty() && draft.sorted {
            query.order = fragment.orders.clone();
            changed = true;
        } else if !fragment.orders.is_empty() && query.limit.is_some() && draft.items.is_empty() {
            // 'the cheapest ones' after the dearest five are as many.
            query.order = fragment.orders.clone();
            let several = self.has("ones") || self.has("those");
            if !several && draft.limit.is_some() {
                query.limit = draft.limit;
            }
            return true;
        } else if pieces.iter().any(|p| p.link == Link::Mark(Mark::Order)) {
            changed |= sort_by_that(query);
            if let (true, Some(order)) = (self.has("descending") || self.has("desc"), query.order.first_mut()) {
                order.descending = true;
            }
        }
        if let Some(limit) = draft.limit.or(self.cues.limit) {
            limit_to(query, limit);
            changed = true;
        }
        changed
    }

    fn change_by_cues(&self, query: &mut Query) -> bool {
        let cues = self.cues;
        let mut changed = false;
        if let Some(grain) = cues.before {
            changed |= follow_times::step_back(query, grain);
        }
        if let Some(grain) = cues.whole {
            changed |= follow_times::widen(query, grain);
        }
        if cues.single && !query.group.is_empty() {
            query.select.retain(|s| s.expr.is_aggregate());
            query.group.clear();
            query.order.clear();
            query.limit = None;
            changed = true;
        }
        if let Some(direction) = cues.first {
            changed |= self.turn_order(query, direction);
        }
        changed
    }

    /// 'largest first': by the figure that is shown, else by the number shown last; 'newest first' by a time.
    fn turn_order(&self, query: &mut Query, direction: Direction) -> bool {
        let schema = &self.linguist.schema;
        let kind = |e: &Expr| match e {
            Expr::Column(c) => schema.find(c).map(|c| schema.kind(c)),
            _ => None,
        };
        let is_number = |e: &Expr| e.is_aggregate() || matches!(kind(e), Some(ColumnKind::Number));
        let is_time = |e: &Expr| matches!(kind(e), Some(ColumnKind::Time | ColumnKind::Year | ColumnKind::Number));
        let shown = query.select.iter().rev().map(|s| &s.expr);
        let key = if direction.of_time {
            let own = schema.table_index(&query.base).and_then(|t| schema.time(t)).map(|c| schema.expr(c));
            query.order.iter().map(|o| o.expr.clone()).find(is_time).or(own)
        } else {
            let before = query.order.iter().map(|o| &o.expr);
            shown.chain(before).find(|e| is_number(e)).cloned()
        };
        let Some(expr) = key else { return false };
        query.order = vec![Ordering { expr, descending: direction.descending }];
        true
    }

    /// 'who are they', 'list them', 'which ones', 'show their names'.
    fn names_rows(&self, draft: &Draft) -> bool {
        let first = self.tokens.first().map_or("", |t| t.lower.as_str());
        let pronoun = ["they", "them", "those", "ones", "these", "their"].iter().any(|w| self.has(w))
            || first == "who" && self.pronoun();
        let asks = matches!(first, "who" | "which" | "list" | "show" | "name" | "what" | "give") && pronoun;
        asks && !draft.counts_again() && draft.limit.is_none() && !self.cues.adds
    }
}

fn column_in(expr: &Expr) -> Option<&ColumnRef> {
    match expr {
        Expr::Column(column) => Some(column),
        Expr::Bucket { of, .. } => Some(of),
        _ => None,
    }
}

/// The first of the groups by their figure.
fn win(query: &mut Query, descending: bool) -> bool {
    let figure = query.select.iter().map(|s| &s.expr).chain(query.order.iter().map(|o| &o.expr));
    let Some(expr) = figure.into_iter().find(|e| e.is_aggregate()).cloned() else { return false };
    let names = query.order.iter().filter(|o| !o.expr.is_aggregate() && matches!(o.expr, Expr::Column(_))).cloned();
    query.order = std::iter::once(Ordering { expr, descending }).chain(names.collect::<Vec<_>>()).collect();
    query.limit = Some(1);
    true
}

/// 'show the city too', 'with their total amount'.
fn add_columns(query: &mut Query, fragment: &Fragment, linguist: &Linguist) {
    let measures = !fragment.measures.is_empty();
    if measures && !query.is_aggregated() {
        let schema = &linguist.schema;
        query.group = query.select.iter().map(|s| s.expr.clone()).collect();
        let key = schema.table_index(&query.base).and_then(|t| schema.key(t)).map(|c| schema.expr(c));
        query.group.extend(key.filter(|k| !query.group.contains(k)));
        query.distinct = false;
    }
    let grouped = !query.group.is_empty();
    let shown = fragment.plain.iter().chain(&fragment.shown).chain(&fragment.measures);
    for selected in shown.collect::<Vec<_>>() {
        if query.select.iter().any(|s| s.expr == selected.expr) {
            continue;
        }
        query.select.push(selected.clone());
        if grouped && !selected.expr.is_aggregate() {
            query.group.push(selected.expr.clone());
        }
    }
}

/// 'sort by that': the figure shown last, largest first; without one, what is shown last.
fn sort_by_that(query: &mut Query) -> bool {
    let figure = query.select.iter().rev().find(|s| s.expr.is_aggregate());
    let Some(key) = figure.or(query.select.last()) else { return false };
    let descending = key.expr.is_aggregate();
    query.order = vec![Ordering { expr: key.expr.clone(), descending }];
    true
}

/// The rows that a limited question showed, as rows of their table: 'which of those are in Texas?'.
fn within(query: &Query, linguist: &Linguist) -> Option<Query> {
    let schema = &linguist.schema;
    let shown = query.select.iter().find_map(|s| match &s.expr {
        Expr::Column(c) => schema.find(c),
        _ => None,
    });
    let table = shown.map(|c| c.table).or_else(|| schema.table_index(&query.base))?;
    let key = schema.key(table).map(|c| schema.expr(c)).filter(|e| query.group.is_empty() || query.group.contains(e));
    let key = key.or_else(|| shown.map(|c| schema.expr(c)))?;
    let Expr::Column(column) = key.clone() else { return None };
    let inner = Query { select: vec![Selected { expr: key, alias: None }], ..query.clone() };
    let filter = vec![Condition::InQuery { column, query: Box::new(inner), negated: false }];
    Some(Query { base: schema.table_name(table).to_owned(), filter, ..Query::default() })
}

fn column_of(condition: &Condition) -> Option<&ColumnRef> {
    match condition {
        Condition::OneOf { column, .. }
        | Condition::Like { column, .. }
        | Condition::Null { column, .. }
        | Condition::Period { column, .. } => Some(column),
        Condition::Compare { left: Expr::Column(column), .. }
        | Condition::Between { left: Expr::Column(column), .. } => Some(column),
        Condition::Any(all) => all.first().and_then(column_of),
        _ => None,
    }
}

/// A condition on the same column is replaced, any other is added.
fn put_condition(query: &mut Query, condition: Condition) {
    let same = column_of(&condition).and_then(|new| query.filter.iter().position(|old| column_of(old) == Some(new)));
    match same.and_then(|i| query.filter.get_mut(i)) {
        Some(old) => *old = condition,
        None => query.filter.push(condition),
    }
}

fn count(query: &mut Query) {
    let rows = Expr::Rows { table: query.base.clone() };
    let alias = Some(compose::row_count_name(&query.base));
    query.select = vec![Selected { expr: rows, alias }];
    query.group.clear();
    query.order.clear();
    query.limit = None;
    query.distinct = false;
}

fn list_rows(query: &mut Query, fragment: &Fragment, linguist: &Linguist) {
    let schema = &linguist.schema;
    let mut shown: Vec<Selected> = fragment.plain.clone();
    for expr in &fragment.groups {
        if !shown.iter().any(|s| s.expr == *expr) {
            shown.push(Selected { expr: expr.clone(), alias: None });
        }
    }
    if shown.is_empty() {
        let table = schema.table_index(&query.base).unwrap_or(0);
        shown = schema.display(table).into_iter().map(|c| Selected { expr: schema.expr(c), alias: None }).collect();
    }
    if query.having.is_empty() {
        query.group.clear();
    } else {
        query.group = shown.iter().map(|s| s.expr.clone()).collect();
    }
    query.select = shown;
    query.order.clear();
    query.yes_no = false;
}

/// 'and the average?' changes the function, 'and the quantity?' what it is of.
fn measures(query: &mut Query, fragment: &Fragment, draft: &Draft) -> bool {
    if !fragment.measures.is_empty() && query.group.is_empty() {
        // A figure of the rows that were listed or counted.
        query.select = fragment.measures.clone();
        query.order.clear();
        (query.limit, query.distinct, query.yes_no) = (None, false, false);
        return true;
    }
    if !fragment.measures.is_empty() {
        query.select.retain(|s| !s.expr.is_aggregate());
        query.select.extend(fragment.measures.iter().cloned());
        let kept: Vec<Expr> = query.select.iter().map(|s| s.expr.clone()).collect();
        query.order.retain(|o| !o.expr.is_aggregate() || kept.contains(&o.expr));
        return true;
    }
    let Some(function) = draft.leftover.first().copied() else { return false };
    let mut changed = false;
    let mut swap = |expr: &mut Expr| {
        if let Expr::Aggregate { function: f, .. } = expr {
            *f = function;
            changed = true;
        }
    };
    for selected in &mut query.select {
        swap(&mut selected.expr);
        if let Expr::Aggregate { of, .. } = &selected.expr {
            selected.alias = Some(compose::aggregate_name(function, of));
        }
    }
    query.order.iter_mut().for_each(|o| swap(&mut o.expr));
    if !changed && matches!(function, Aggregate::Min | Aggregate::Max) {
        // 'which is the highest' then 'and the lowest': the ranking turns round.
        if let Some(order) = query.order.first_mut() {
            order.descending = function == Aggregate::Max;
            changed = true;
        }
    }
    changed
}

/// The measures stay, the groups are new.
fn regroup(query: &mut Query, fragment: &Fragment) {
    if !query.is_aggregated() {
        count(query);
    }
    query.select.retain(|s| s.expr.is_aggregate());
    let measures: Vec<Selected> = std::mem::take(&mut query.select);
    query.select = fragment.shown.clone();
    query.select.extend(measures.iter().cloned());
    query.group = fragment.group_keys.clone();
    query.group.extend(fragment.groups.iter().cloned());
    query.order.clear();
    match fragment.groups.iter().find(|e| matches!(e, Expr::Bucket { .. })) {
        Some(bucket) => query.order.push(Ordering { expr: bucket.clone(), descending: false }),
        None => query.order.extend(measures.first().map(|m| Ordering { expr: m.expr.clone(), descending: true })),
    }
    let rest = fragment.groups.iter().filter(|e| !matches!(e, Expr::Bucket { .. }));
    query.order.extend(rest.map(|e| Ordering { expr: e.clone(), descending: false }));
    query.yes_no = false;
    // The first few of other groups are no longer what was asked.
    query.limit = None;
}

fn limit_to(query: &mut Query, limit: u64) {
    if query.order.is_empty() {
        let measure = query.select.iter().find(|s| s.expr.is_aggregate()).map(|s| s.expr.clone());
        query.order.extend(measure.map(|expr| Ordering { expr, descending: true }));
    }
    query.limit = Some(limit);
}
