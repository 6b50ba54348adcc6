//! Rows that are not over yet: 'open tickets', 'current staff', 'campaigns running right now'.
//!
//! Data seldom says so in a word. It says when something ended, and leaves that empty until then, or names a day that has not
//! come. `link_names` offers it where a table is spoken of so.

use crate::form::Condition;
use crate::lemma::stem_of;
use crate::lexicon::lexicon;
use crate::link::{Choice, Hit, Link, Linker};
use crate::link_names::{Hits, Named};
use crate::schema::{Col, ColumnKind, Element, Schema};
use crate::tokens::Token;
use jiff::civil::Date;
use std::collections::BTreeMap;

/// How well it fits that something is not over yet; a column or value that is called so fits better.
const STANDING: f64 = 0.92;

/// What was done when a row was over; before that there is no date.
pub(crate) const DONE: [&str; 27] = [
    "closed",
    "completed",
    "resolved",
    "finished",
    "done",
    "decided",
    "settled",
    "left",
    "retired",
    "deceased",
    "died",
    "churned",
    "terminated",
    "resigned",
    "returned",
    "back",
    "solved",
    "archived",
    "graduated",
    "discharged",
    "paid",
    "delivered",
    "shipped",
    "fulfilled",
    "fixed",
    "repaired",
    "sold",
];

/// Until when something holds; the day may lie ahead.
const UNTIL: [&str; 8] = ["end", "until", "expiry", "expires", "ends", "closes", "departure", "checkout"];

/// From when something holds.
const SINCE: [&str; 7] = ["start", "starts", "begin", "from", "opens", "arrival", "checkin"];

/// What tells that a row is not over.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    pub col: Col,
    pub condition: Condition,
}

impl Schema {
    /// When what a row is about was done, where one moment says so; what is paid for it comes later.
    pub fn done(&self, t: usize) -> Option<Col> {
        let stems: Vec<String> = DONE.iter().filter(|w| **w != "paid").map(|w| stem_of(w)).collect();
        let columns = self.tables.get(t)?.columns.iter().enumerate();
        let says = |c: &crate::schema::ColumnView| c.words.iter().any(|w| stems.contains(w));
        let mut found = columns.filter(|(_, c)| c.kind == ColumnKind::Time && says(c));
        let (column, _) = found.next()?;
        found.next().is_none().then_some(Col { table: t, column })
    }

    /// What says of a table's rows that they are not over, where one column does.
    pub fn standing(&self, t: usize, today: Date) -> Option<Standing> {
        let columns = self.tables.get(t).map_or(&[][..], |view| view.columns.as_slice());
        let called = |words: &[&str]| -> Vec<Col> {
            let stems: Vec<String> = words.iter().map(|w| stem_of(w)).collect();
            let says = |words: &[String]| words.iter().any(|w| stems.contains(w));
            let times = columns.iter().enumerate().filter(|(_, c)| c.kind == ColumnKind::Time && says(&c.words));
            times.map(|(column, _)| Col { table: t, column }).collect()
        };
        let empty = |c: &Col| self.column(*c).is_some_and(|c| c.nullable && c.null_count != Some(0));
        let mut done: Vec<Col> = called(&DONE).into_iter().filter(empty).collect();
        // What is done is over, whether or not somebody paid for it.
        let paid = |c: &Col| self.view(*c).is_some_and(|v| v.words.contains(&stem_of("paid")));
        if !done.iter().all(paid) {
            done.retain(|c| !paid(c));
        }
        if let [col] = done.as_slice() {
            let condition = Condition::Null { column: self.reference(*col), negated: false };
            return Some(Standing { col: *col, condition });
        }
        let ends = called(&UNTIL);
        let ([end], true) = (ends.as_slice(), done.is_empty()) else { return None };
        let period = |col: Col, from: Option<Date>, to: Option<Date>| Condition::Period {
            column: self.reference(col),
            from: from.map(|day| day.to_string()),
            to: to.map(|day| day.to_string()),
        };
        let mut parts = Vec::new();
        if let [start] = called(&SINCE).as_slice() {
            parts.push(period(*start, None, Some(today.tomorrow().ok()?)));
        }
        let ahead = period(*end, Some(today), None);
        parts.push(if empty(end) {
            let open = Condition::Null { column: self.reference(*end), negated: false };
            Condition::Any(vec![open, ahead])
        } else {
            ahead
        });
        Some(Standing { col: *end, condition: Condition::All(parts) })
    }
}

impl Linker<'_> {
    /// 'open tickets', 'couriers still working for us': what is not over, said of rows of which a column says when they were.
    pub(crate) fn standing(
        &self,
        tokens: &[Token],
        hits: &[Hits],
        start: usize,
        by_end: &mut BTreeMap<usize, Vec<Choice>>,
    ) {
        let rest = tokens.get(start..).unwrap_or_default();
        let Some(used) = lexicon().standing_at(rest).filter(|_| self.schema.for_people) else { return };
        let today = self.setting.now.date();
        let spoken_of = |t: usize, at: usize| {
            let said = |(named, hit): (&Named, &Hit)| match named.0 {
                Element::Table(other) => hit.likeness > 0.6 && (other == t || self.schema.parents(t).contains(&other)),
                Element::Column(_) => false,
            };
            hits.get(at).is_some_and(|hits| hits.iter().any(said)) || self.says_what_they_are(tokens.get(at), t)
        };
        // 'current' says it of the noun behind it, 'still working' and 'right now' of what was named before.
        let near = |t: usize| {
            if used == 1 {
                (start + 1..start + 3).any(|at| spoken_of(t, at))
            } else {
                (0..start).any(|at| spoken_of(t, at)) || self.schema.tables.len() == 1
            }
        };
        // 'still open', where the status of a row says so in a word.
        let word = rest.get(used - 1).map_or("", |t| t.lower.as_str());
        let stored = self.values.equal(word, 1);
        let told = |t: usize| used > 1 && stored.iter().any(|hit| hit.col.table == t);
        let standing = |t: usize| self.schema.standing(t, today).filter(|_| near(t) && !told(t));
        let found: Vec<_> = (0..self.schema.tables.len()).filter_map(standing).collect();
        let choices = by_end.entry(start + used).or_default();
        // The day on which it was opened is no state.
        let opened = |c: &Choice| matches!(c.link, Link::Column(c) if self.schema.kind(c) == ColumnKind::Time && found.iter().any(|s| s.col.table == c.table));
        choices.retain(|c| !opened(c));
        choices.extend(found.into_iter().map(|s| Choice { link: Link::Standing(Box::new(s)), quality: STANDING }));
    }

    /// 'waiters who still work for us', where a waiter is one of the staff.
    fn says_what_they_are(&self, token: Option<&Token>, t: usize) -> bool {
        let Some(token) = token.filter(|_| self.schema.is_people(t)) else { return false };
        let what = |c: Col| c.table == t && self.schema.column(c).is_some_and(|c| !c.unique);
        [&token.lower, &token.lemma].iter().any(|word| self.values.equal(word, 1).iter().any(|hit| what(hit.col)))
    }
}
