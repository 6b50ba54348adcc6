//! Follow-ups: a message that only makes sense after the one before changes that one's form.
//!
//! 'and by month?', 'only California', 'what about 2023', 'just the top 3', 'and the average?', 'who are they?'. A full
//! question stands alone and never comes here. The fragment is read by the same reader as every question; what it
//! names replaces what the form has of the same kind, else it is added.

use crate::compose::{self, Draft, Fragment, Group, Target};
use crate::follow_changes::{
    add_columns, as_share, count, limit_to, list_rows, measures, put_condition, regroup, sort_by_that, win, with_names,
    within,
};
use crate::follow_cues::{Cues, Direction};
use crate::follow_times;
use crate::form::{ColumnRef, Expr, Form, Ordering, Query};
use crate::lexicon::Mark;
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
    pub(crate) fn words(&self) -> Vec<&str> {
        self.tokens.iter().filter(|t| !matches!(t.kind, Kind::Punct(_))).map(|t| t.lower.as_str()).collect()
    }

    pub(crate) fn has(&self, word: &str) -> bool {
        self.tokens.iter().any(|t| t.lower == word)
    }

    /// Whether the message needs the one before it. `draft` is what it says when read alone.
    pub fn leans(&self, draft: &Draft) -> bool {
        if self.says_its_figure() && !self.pronoun() {
            return false;
        }
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
            || self.regroups(draft)
            || (plain_cue && words.len() <= 9 && !asks_anew)
            || (self.pronoun() && words.len() <= 8 && (fragment || begins))
            || (fragment && words.len() <= 6 && !self.asks_of_one(draft))
    }

    /// 'by country of the client' after a figure: who has the country is no new question.
    pub fn regroups(&self, draft: &Draft) -> bool {
        let rows = |i: &compose::Item| i.aggregate.is_none() && matches!(i.target, Target::Table(_));
        let by = self.words().first().is_some_and(|word| matches!(*word, "by" | "per" | "for"))
            && (self.words().first() != Some(&"for") || self.words().get(1) == Some(&"each"));
        let figure = self.previous.query.select.iter().any(|s| s.expr.is_aggregate());
        by && figure && self.linguist.shows_rankings && !draft.groups.is_empty() && draft.items.iter().all(rows)
    }

    /// 'share of no-shows by visit type', 'busiest hour of the day': a figure of its own, whatever was added up before.
    fn says_its_figure(&self) -> bool {
        let word = |at: usize| self.tokens.get(at).map_or("", |t| t.lower.as_str());
        let of_all =
            |at: usize| matches!(word(at), "that" | "these" | "those" | "them" | "it" | "total" | "all" | "the" | "");
        let figure = |at: usize| match word(at) {
            "share" | "percentage" | "percent" | "proportion" => word(at + 1) == "of" && !of_all(at + 2),
            // So 'busiest hour of the day' was put.
            "with" => {
                let rows = crate::spoken_everyday::table_called(self.tokens.get(at + 3), &self.linguist.schema);
                word(at + 1) == "the" && word(at + 2) == "most" && rows.is_some() && at + 4 >= self.tokens.len()
            }
            _ => false,
        };
        self.linguist.shows_rankings && (0..self.tokens.len().min(5)).any(figure)
    }

    /// 'who is the doctor', 'where is Iomega': who it is about is said.
    fn asks_of_one(&self, draft: &Draft) -> bool {
        let word = |at: usize| self.tokens.get(at).map_or("", |t| t.lower.as_str());
        let asks =
            matches!(word(0), "who" | "where" | "whose") || word(0) == "how" && matches!(word(1), "old" | "tall");
        asks && !draft.filters.is_empty() && self.linguist.shows_rankings
    }

    pub(crate) fn pronoun(&self) -> bool {
        let words = self.words();
        words.iter().enumerate().any(|(i, word)| {
            let before = i.checked_sub(1).and_then(|i| words.get(i)).copied().unwrap_or("");
            match *word {
                // 'how many are there' asks anew; 'who works there' does not.
                "there" => i + 1 == words.len() && !matches!(before, "are" | "is" | "were" | "was"),
                "one" => matches!(before, "which" | "the" | "what"),
                "their" | "its" | "they" if self.linguist.shows_rankings => !self.own_noun(word),
                word => PRONOUNS.contains(&word),
            }
        })
    }

    /// Whether the message itself says who 'they' are.
    fn own_noun(&self, word: &str) -> bool {
        let at = self.tokens.iter().position(|t| t.lower == word);
        at.is_some_and(|at| crate::pointer::own_noun(self.tokens, at, &self.linguist.schema))
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
            || self.asks_share() && (!self.previous.query.group.is_empty() || self.share_of_all().is_some())
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
            && draft.keys.iter().all(|k| known(&k.item.target) || self.is_figure(&k.item.target))
            && draft.groups.iter().all(grain)
            && draft.filters.is_empty()
    }

    /// The previous form with the message worked in; `None` where it says nothing that fits.
    pub fn apply(&self, draft: &Draft, pieces: &[Piece]) -> Option<Form> {
        let mut query = self.previous.query.clone();
        if self.cues.winner.is_some() && self.names_only_groups(draft) {
            return win(&mut query, self.cues.winner?).then(|| self.form(query, draft));
        }
        if self.asks_share() && draft.groups.is_empty() && draft.filters.is_empty() && as_share(&mut query) {
            return Some(self.form(query, draft));
        }
        if let Some(query) = self.share_of_all() {
            return Some(self.form(query, draft));
        }
        if let Some(query) = self.counts_others(draft) {
            return Some(self.form(query, draft));
        }
        let fragment = compose::fragment(draft, self.linguist, self.tokens, &self.previous.query)?;
        if let Some(query) = self.groups_by_another(&fragment, draft) {
            return Some(self.form(query, draft));
        }
        let names_rows = self.names_rows(draft);
        let among = query.limit.is_some() || !query.having.is_empty() || query.combine.is_some();
        match within(&query, self.linguist) {
            Some(narrowed) if names_rows && among => query = narrowed,
            // Only one side of two lists would change.
            None if names_rows && query.combine.is_some() => return None,
            _ => {}
        }
        let mut changed = names_rows;
        for condition in &fragment.filters {
            let condition = follow_times::same_year(condition.clone(), &query, self.tokens);
            if self.leaves_the_one(&condition) {
                return None;
            }
            put_condition(&mut query, condition, self.cues.adds);
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
        } else if self.cues.adds && !add_columns(query, fragment, draft, self.linguist) {
            // 'and from Wales too' changed what is found already.
            return false;
        } else if self.cues.adds {
        } else if self.cues.counts_them && draft.groups.is_empty() {
            self.count_found(query);
        } else if self.names_rows(draft) && fragment.measures.is_empty() {
            list_rows(query, fragment, self.linguist);
            with_names(query, &self.previous.query, self.linguist);
        } else if draft.counts_again() && !fragment.groups.is_empty() {
            count(query);
            regroup(query, fragment);
        } else if draft.counts_again() && draft.groups.is_empty() {
            self.count_found(query);
        } else {
            let measured = measures(query, fragment, draft);
            if !measured && fragment.groups.is_empty() && self.shows_others(query, fragment, draft) {
                list_rows(query, fragment, self.linguist);
                return true;
            }
            if fragment.groups.is_empty() {
                return measured;
            }
            regroup(query, fragment);
        }
        true
    }

    /// 'what about the dates?' after a list: other columns of the same rows.
    fn shows_others(&self, query: &Query, fragment: &Fragment, draft: &Draft) -> bool {
        let columns = draft.items.iter().all(|i| matches!(i.target, Target::Column(_)) && i.aggregate.is_none());
        let listed = !query.is_aggregated() && query.limit.is_none() && query.combine.is_none();
        // 'how much did we refund them?' asks for a figure.
        let figure = self.words().first() == Some(&"how") && self.words().get(1) != Some(&"about");
        columns
            && listed
            && !figure
            && !fragment.plain.is_empty()
            && fragment.orders.is_empty()
            && self.linguist.shows_rankings
    }

    /// 'as a percentage of the total', 'in percent'.
    pub(crate) fn asks_share(&self) -> bool {
        let said = ["percentage", "percentages", "percent", "share", "shares"].iter().any(|w| self.has(w));
        said && self.words().len() <= 7
    }

    /// 'sort by name', 'alphabetically'.
    fn asks_names(&self) -> bool {
        let sorted = self.has("sort") || self.has("order") || self.has("sorted") || self.has("ordered");
        sorted && self.has("name") || self.has("alphabetically") || self.has("alphabetical")
    }

    fn change_order(&self, query: &mut Query, fragment: &Fragment, draft: &Draft, pieces: &[Piece]) -> bool {
        let mut changed = false;
        let named = query.select.iter().map(|s| s.expr.clone()).find(|e| matches!(e, Expr::Column(_)));
        if let (Some(expr), true) = (named, self.asks_names() && fragment.orders.is_empty()) {
            query.order = vec![Ordering { expr, descending: false }];
            return true;
        }
        if let (Some(place), Some(1)) = (self.place(), query.limit) {
            query.offset = Some(place);
            return true;
        }
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
        } else if !fragment.orders.is_empty() && draft.limit.is_some() && self.counted() && draft.items.is_empty() {
            // 'who earns the most?' after how many doctors there are.
            list_rows(query, &Fragment::default(), self.linguist);
            query.order = fragment.orders.iter().cloned().map(of_each_row).collect();
            changed = true;
        } else if !fragment.orders.is_empty() && draft.limit.is_some() && !query.is_aggregated() {
            // 'which one has the most followers?' after a list of users.
            query.order = fragment.orders.clone();
            changed = true;
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

    /// 'and the second best?': so many come before it.
    fn place(&self) -> Option<u64> {
        let short = self.words().len() <= 6;
        self.tokens.iter().find_map(|t| match t.kind {
            Kind::Ordinal(n) if short && (2.0..=100.0).contains(&n) => Some(n as u64 - 1),
            _ => None,
        })
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
        if let (true, Some(order)) = (cues.reversed, query.order.first_mut()) {
            order.descending = !order.descending;
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
        // 'who are they', but not 'who wrote them'.
        let bare =
            ["who", "are", "is", "was", "were", "they", "them", "those", "these", "that", "he", "she", "it", "exactly"];
        let are = matches!(self.words().get(1), Some(&("are" | "is" | "was" | "were")));
        let who = are || self.words().iter().all(|w| bare.contains(w));
        if first == "who" && !who && self.linguist.shows_rankings {
            return false;
        }
        let pronoun = ["they", "them", "those", "ones", "these", "their"].iter().any(|w| self.has(w))
            || first == "who" && self.pronoun();
        let asks = matches!(first, "who" | "which" | "list" | "show" | "name" | "what" | "give") && pronoun;
        asks && !draft.counts_again() && draft.limit.is_none() && !self.cues.adds
    }
}

/// 'which of those', 'list them', 'how many are they': the rows themselves are asked for.
pub fn lists_them(tokens: &[Token]) -> bool {
    let first = tokens.first().map_or("", |t| t.lower.as_str());
    let last = tokens.iter().rev().find(|t| t.kind == Kind::Word).map_or("", |t| t.lower.as_str());
    let asks = matches!(first, "who" | "which" | "list" | "show" | "name" | "give" | "only" | "just" | "sort" | "and");
    asks || matches!(last, "they" | "them" | "those" | "these")
}

/// By what a row has, not by what several come to.
fn of_each_row(order: Ordering) -> Ordering {
    match order.expr {
        Expr::Aggregate { of, .. } => Ordering { expr: *of, ..order },
        _ => order,
    }
}

fn column_in(expr: &Expr) -> Option<&ColumnRef> {
    match expr {
        Expr::Column(column) => Some(column),
        Expr::Bucket { of, .. } => Some(of),
        _ => None,
    }
}
