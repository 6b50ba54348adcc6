//! Averages of what things come to: 'average sales per day', 'average spend per customer by tier', 'orders per store on average'.
//!
//! They are a sum or a count divided by how many days, customers or stores there are, which no average over rows says.

use super::draft::{Ask, Draft, Group, Item, Pending, Target};
use super::measures::usual_aggregate;
use super::reader::{Mode, Reader};
use crate::form::Grain;
use crate::lexicon::{Aggregate, Mark};
use crate::link::Link;
use crate::schema::{Col, ColumnKind, Schema};
use crate::tokens::Token;

/// What flows: an average of it is taken over times or people, not over the lines that it was written down in.
const FLOWS: [&str; 12] = [
    "spend",
    "spent",
    "spending",
    "sales",
    "revenue",
    "income",
    "earnings",
    "turnover",
    "takings",
    "expenses",
    "expenditure",
    "sold",
];

impl Reader<'_> {
    /// Groups by something, and notes whether an average is taken of it.
    pub(super) fn group_by(&mut self, group: Group) {
        let before = self.at.checked_sub(1).and_then(|i| self.pieces.get(i));
        let word = |i: Option<usize>| i.and_then(|i| self.tokens.get(i)).map_or("", |t| t.lower.as_str());
        let own = self.pieces.get(self.at).map(|p| p.start);
        let per = self.mode == Mode::Group
            && before.is_some_and(|p| p.link == Link::Mark(Mark::Each) && word(Some(p.start)) == "per");
        // 'average monthly revenue', 'the average number of daily orders'.
        let adverb = matches!(group, Group::Grain(_)) && word(own).ends_with("ly");
        let averaged = before
            .is_some_and(|p| matches!(p.link, Link::Mark(Mark::Aggregate(Aggregate::Average) | Mark::AverageCount)));
        if per || adverb && averaged {
            self.draft.per = Some(group.clone());
        }
        self.draft.groups.push(group);
    }
}

/// Turns an average over rows into one over what 'per' names.
pub(super) fn averaged_per(mut draft: Draft, tokens: &[Token], schema: &Schema) -> Draft {
    let Some(per) = draft.per.clone().filter(|per| draft.groups.contains(per)) else { return draft };
    let flows = tokens.iter().any(|t| FLOWS.contains(&t.lower.as_str()));
    let steps = matches!(per, Group::Grain(grain) if grain != Grain::Weekday && grain != Grain::Hour);
    let known = matches!(per, Group::Table(_)) && draft.groups.len() == 1;
    let [item] = draft.items.as_slice() else { return draft };
    let average = item.aggregate == Some(Aggregate::Average);
    // 'revenue per customer by state': of each state's customers, who are too many to be listed.
    let of_many = match per {
        Group::Table(t) => is_many(t, schema) && draft.groups.iter().any(|g| told_by(g, t, schema)),
        _ => false,
    };
    let of_others = draft.groups.len() == 2 && of_many;
    let figure = match item.target {
        Target::Worth(_) if item.aggregate.is_none() && of_others => item.clone(),
        Target::Table(t) if !average && of_others && per != Group::Table(t) => {
            Item { aggregate: Some(Aggregate::Count), ..item.clone() }
        }
        Target::Worth(_) if average && !known => Item { aggregate: None, ..item.clone() },
        Target::Table(t) if average && per != Group::Table(t) => {
            Item { aggregate: Some(Aggregate::Count), ..item.clone() }
        }
        Target::Table(t) if draft.average_count && per != Group::Table(t) && !known => item.clone(),
        Target::Column(c) if average && steps && flows && schema.kind(c) == ColumnKind::Number => {
            if usual_aggregate(schema, c) != Aggregate::Sum {
                return draft;
            }
            Item { aggregate: Some(Aggregate::Sum), ..item.clone() }
        }
        _ => return draft,
    };
    if let Group::Grain(grain) = per {
        draft.assumptions.push(format!("the average is over every {} that has any", grain.name()));
    }
    draft.groups.retain(|group| *group != per);
    draft.each &= !draft.groups.is_empty();
    draft.average_count = false;
    let target = Target::Per(Box::new(figure), Box::new(per));
    draft.items = vec![Item { aggregate: Some(Aggregate::Average), distinct: false, target }];
    draft
}

/// A group that every row of a table is in: its own column, or what it points at.
fn told_by(group: &Group, t: usize, schema: &Schema) -> bool {
    match group {
        Group::Column(c) => c.table == t,
        Group::Table(other) => schema.parents(t).contains(other),
        Group::Grain(_) => false,
    }
}

/// 'spending since August', 'what did I spend from the joint account': what it comes to, not each amount.
pub(super) fn flows_add_up(mut draft: Draft, tokens: &[Token], schema: &Schema) -> Draft {
    let said = |words: &[&str]| tokens.iter().any(|t| words.contains(&t.lower.as_str()));
    let listed = said(&["list", "show", "all", "every", "transactions", "each", "which"]);
    let plain = draft.groups.is_empty() && draft.keys.is_empty() && draft.having.is_empty();
    if let ([item], true, false) = (draft.items.as_mut_slice(), plain && said(&FLOWS), listed)
        && let (Target::Column(c), None) = (&item.target, item.aggregate)
        && schema.kind(*c) == ColumnKind::Number
        && usual_aggregate(schema, *c) == Aggregate::Sum
    {
        item.aggregate = Some(Aggregate::Sum);
    }
    draft
}

/// 'exam fees taken last quarter', 'conversions from email since June': what was counted or paid in a time is added up, where nobody
/// asks for each of them. Nobody reads a column of figures without a name beside them.
pub(super) fn figures_of_a_time(mut draft: Draft, tokens: &[Token], schema: &Schema) -> Draft {
    let asks = |t: &Token| {
        matches!(
            t.lower.as_str(),
            "list"
                | "show"
                | "give"
                | "all"
                | "each"
                | "every"
                | "which"
                | "what"
                | "and"
                | "with"
                | "their"
                | "highest"
                | "lowest"
        )
    };
    let timed = draft.filters.iter().any(|f| matches!(f.condition, Pending::Time { .. }));
    let plain = draft.groups.is_empty() && draft.keys.is_empty() && draft.having.is_empty() && draft.limit.is_none();
    let asked = draft.ask != Ask::List || draft.share || draft.trend || draft.compare || tokens.iter().any(asks);
    if let ([item], true, true, false) = (draft.items.as_mut_slice(), timed, plain, asked)
        && let (Target::Column(c), None) = (&item.target, item.aggregate)
        && schema.kind(*c) == ColumnKind::Number
        && schema.flag(*c).is_none()
        && usual_aggregate(schema, *c) == Aggregate::Sum
        && schema.happened(c.table).is_some()
        && !schema.is_people(c.table)
        // Several fees; a fee is what one row holds.
        && several(*c, tokens, schema)
    {
        item.aggregate = Some(Aggregate::Sum);
    }
    draft
}

/// The column is spoken of in the plural.
fn several(c: Col, tokens: &[Token], schema: &Schema) -> bool {
    let words = schema.view(c).map_or(&[][..], |v| v.words.as_slice());
    tokens.iter().any(|t| t.lower != t.lemma && t.lower.ends_with('s') && words.contains(&t.stem))
}

/// More than anybody reads through.
fn is_many(t: usize, schema: &Schema) -> bool {
    const MANY: u64 = 100;
    schema.catalog.tables.get(t).and_then(|t| t.row_count).is_some_and(|n| n > MANY)
}
