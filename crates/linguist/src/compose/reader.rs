//! Walks the pieces of a question from left to right and fills a draft.
//!
//! Every piece either opens a place (a mark such as 'per', 'with', 'sorted by') or fills one (a table, column, value,
//! number, time). What finds no place is kept as dangling, so that the score sees it.

use super::draft::{Ask, Draft, Filter, Group, Item, Key, Pending, Target};
use crate::form::Grain;
use crate::lexicon::{Aggregate, Mark, Relation};
use crate::link::Link;
use crate::schema::{Col, ColumnKind, Schema};
use crate::segment::Piece;
use crate::tokens::Token;

/// Where the next noun goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Head,
    Filter,
    Group,
    Order,
}

pub struct Reader<'a> {
    pub schema: &'a Schema,
    pub tokens: &'a [Token],
    pub pieces: &'a [Piece],
    pub at: usize,
    pub mode: Mode,
    pub draft: Draft,
    pub aggregates: Vec<Aggregate>,
    pub counting: bool,
    pub distinct: bool,
    pub negated: bool,
    /// 'without', 'have no': the next table is absent.
    pub absent: bool,
    pub or: bool,
    pub column: Option<Col>,
    pub relation: Option<Relation>,
    pub adjective: Option<&'static crate::lexicon::Adjective>,
    /// A superlative that waits for what it goes by: direction, and whether it counts ('most orders').
    pub extreme: Option<(bool, bool)>,
    pub like: Option<Mark>,
    pub null: bool,
    pub descending: Option<bool>,
}

pub fn read(schema: &Schema, tokens: &[Token], pieces: &[Piece]) -> Draft {
    let mut reader = Reader {
        schema,
        tokens,
        pieces,
        at: 0,
        mode: Mode::Head,
        draft: Draft::default(),
        aggregates: Vec::new(),
        counting: false,
        distinct: false,
        negated: false,
        absent: false,
        or: false,
        column: None,
        relation: None,
        adjective: None,
        extreme: None,
        like: None,
        null: false,
        descending: None,
    };
    let which = ["which", "who", "what", "where"];
    reader.draft.asks_which = tokens.first().is_some_and(|t| which.contains(&t.lower.as_str()));
    while let Some(piece) = reader.pieces.get(reader.at) {
        reader.step(piece);
        reader.at += 1;
    }
    reader.finish();
    reader.draft
}

impl<'a> Reader<'a> {
    fn step(&mut self, piece: &'a Piece) {
        match &piece.link {
            Link::Mark(mark) => self.mark(mark),
            Link::Table(t) => self.table(*t),
            Link::Column(c) => self.column(*c),
            Link::Worth(t) => self.noun(Target::Worth(*t)),
            Link::Value(value) => self.value(value),
            Link::Number(n) => self.number(*n),
            Link::Ordinal(_) => self.dangle(),
            Link::Time(range) => self.time(range),
            Link::Grain(grain) => self.grain(*grain),
            Link::Quoted(text) => self.text(text),
        }
    }

    pub fn peek(&self, ahead: usize) -> Option<&'a Link> {
        self.pieces.get(self.at + ahead).map(|p| &p.link)
    }

    pub fn dangle(&mut self) {
        self.draft.dangling.push(self.at);
    }

    /// The next piece that is not a joining word.
    fn next_noun(&self) -> Option<&'a Link> {
        let rest = self.pieces.get(self.at + 1..).unwrap_or_default();
        rest.iter()
            .map(|p| &p.link)
            .find(|l| !matches!(l, Link::Mark(Mark::Of | Mark::All | Mark::Distinct | Mark::Aggregate(_) | Mark::Both)))
    }

    fn mark(&mut self, mark: &Mark) {
        match mark {
            Mark::HowMany => {
                self.draft.ask = Ask::Count;
                self.counting = true;
            }
            Mark::HowMuch => self.draft.ask = Ask::Amount,
            Mark::Count | Mark::CountVerb => self.counting = true,
            Mark::Aggregate(f) => {
                self.draft.aggregate_words += 1;
                if !self.against_aggregate(*f) {
                    self.aggregates.push(*f);
                }
            }
            Mark::AverageCount => {
                self.draft.average_count = true;
                self.counting = true;
            }
            Mark::Each => self.mode = Mode::Group,
            Mark::By => self.by(),
            Mark::And => self.and(),
            Mark::Or => self.or = true,
            Mark::Not => self.negated = true,
            Mark::Without => {
                self.absent = true;
                self.mode = Mode::Filter;
            }
            Mark::Except => {
                self.negated = true;
                self.mode = Mode::Filter;
            }
            Mark::Compare(relation) => {
                self.relation = Some(if self.negated { relation.negated() } else { *relation });
                self.negated = false;
            }
            Mark::Comparative(adjective) => {
                self.adjective = Some(adjective);
                self.relation = Some(if adjective.descending { Relation::Greater } else { Relation::Less });
            }
            Mark::Between => self.between(),
            Mark::Most(up) => self.extreme = Some((*up, true)),
            Mark::Extreme(up) => self.extreme_mark(*up),
            Mark::Superlative(adjective) => self.superlative(adjective),
            Mark::Common(up) => self.draft.common = Some(*up),
            Mark::Edge => self.edge(),
            Mark::Order => self.mode = Mode::Order,
            Mark::Descending => self.direction(true),
            Mark::Ascending | Mark::Alphabetical => self.direction(false),
            Mark::Relative => self.mode = Mode::Filter,
            Mark::Preposition => self.preposition(),
            Mark::Distinct => self.distinct = true,
            Mark::Share | Mark::Ratio => self.draft.share = true,
            Mark::Contains | Mark::Starts | Mark::Ends => self.pattern_mark(mark),
            Mark::Null => self.null_mark(false),
            Mark::NotNull => self.null_mark(true),
            Mark::Any => self.draft.ask = Ask::YesNo,
            Mark::Trend => self.draft.trend = true,
            Mark::All => self.draft.all |= self.mode == Mode::Head && self.draft.items.is_empty(),
            Mark::Positive(_) | Mark::Change | Mark::ComparedWith => self.dangle(),
            Mark::Of | Mark::Either | Mark::Both | Mark::Than | Mark::Only | Mark::Value => {}
        }
    }

    /// 'by': grouping before a category, ranking after 'top 5', a filter before a value.
    fn by(&mut self) {
        let measure = match self.next_noun() {
            Some(Link::Worth(_)) => true,
            Some(Link::Column(c)) => self.schema.kind(*c) == ColumnKind::Number,
            Some(Link::Mark(Mark::Count)) => true,
            _ => false,
        };
        let waits = self.extreme.is_some() || (self.draft.limit.is_some() && self.draft.keys.is_empty());
        self.mode = match self.next_noun() {
            Some(Link::Value(_) | Link::Quoted(_)) => Mode::Filter,
            _ if measure && waits => Mode::Order,
            _ => Mode::Group,
        };
    }

    fn and(&mut self) {
        if self.mode == Mode::Group || self.mode == Mode::Order {
            // 'by region and month' goes on grouping; 'by region and the average price' does not.
            let more = match self.peek(1) {
                Some(Link::Column(c)) => self.mode == Mode::Order || self.schema.kind(*c) != ColumnKind::Number,
                Some(Link::Grain(_) | Link::Table(_)) => self.mode == Mode::Group,
                _ => false,
            };
            if !more {
                self.mode = Mode::Head;
            }
        }
        // 'of X and its Y' inside a filter comes back to what is shown only with a new verb; values go on.
    }

    fn preposition(&mut self) {
        if matches!(
            self.next_noun(),
            Some(Link::Value(_) | Link::Time(_) | Link::Table(_) | Link::Quoted(_) | Link::Number(_))
        ) {
            self.mode = Mode::Filter;
        } else if self.mode == Mode::Group {
            self.mode = Mode::Head;
        }
    }

    fn direction(&mut self, descending: bool) {
        self.draft.sorted = true;
        self.descending = Some(descending);
        match self.draft.keys.last_mut() {
            Some(key) => key.descending = descending,
            None => self.mode = Mode::Order,
        }
    }

    /// 'highest price', 'top 5', 'the 3 largest'.
    fn extreme_mark(&mut self, up: bool) {
        self.extreme = Some((up, false));
        if let Some(Link::Number(n)) = self.peek(1) {
            self.limit(*n);
            self.at += 1;
        }
    }

    fn superlative(&mut self, adjective: &'static crate::lexicon::Adjective) {
        if let (Some(Link::Number(n)), true) = (self.peek(1), self.draft.limit.is_none()) {
            self.limit(*n);
            self.at += 1;
        }
        // 'longest duration' says itself what it goes by.
        if let Some(Link::Column(c)) = self.peek(1) {
            if matches!(self.schema.kind(*c), ColumnKind::Number | ColumnKind::Time | ColumnKind::Year) {
                self.extreme = Some((adjective.descending, false));
                return;
            }
        }
        let item = Item { aggregate: None, distinct: false, target: Target::Hinted(adjective) };
        self.draft.keys.push(Key { item, descending: adjective.descending });
        self.limit_default();
    }

    /// 'first 5 orders', 'last order'.
    fn edge(&mut self) {
        let last = self.pieces.get(self.at).and_then(|p| self.tokens.get(p.start)).is_some_and(|t| t.lower == "last");
        match self.peek(1) {
            Some(Link::Number(n)) => {
                self.limit(*n);
                self.at += 1;
                self.by_time(last);
            }
            Some(Link::Table(_)) => {
                self.limit_default();
                self.by_time(last);
            }
            _ => self.dangle(),
        }
    }

    fn by_time(&mut self, last: bool) {
        let Some(latest) = crate::lexicon::superlative("latest") else { return };
        let item = Item { aggregate: None, distinct: false, target: Target::Hinted(latest) };
        self.draft.keys.push(Key { item, descending: last });
    }

    pub fn limit(&mut self, n: f64) {
        if (1.0..=10_000.0).contains(&n) {
            self.draft.limit = Some(n as u64);
        }
    }

    pub fn limit_default(&mut self) {
        self.draft.limit = self.draft.limit.or(Some(1));
    }

    fn table(&mut self, t: usize) {
        if self.absent || (self.negated && self.mode == Mode::Filter) {
            self.push_filter(Pending::Absent { table: t });
            (self.absent, self.negated) = (false, false);
            return;
        }
        self.noun(Target::Table(t));
    }

    fn column(&mut self, c: Col) {
        if self.null {
            self.null = false;
            let column = self.schema.reference(c);
            let condition = crate::form::Condition::Null { column, negated: false };
            self.push_filter(Pending::Ready(condition));
            return;
        }
        if self.absent {
            self.absent = false;
            let column = self.schema.reference(c);
            self.push_filter(Pending::Ready(crate::form::Condition::Null { column, negated: false }));
            return;
        }
        let compared = match self.peek(1) {
            Some(Link::Mark(
                Mark::Compare(_)
                | Mark::Comparative(_)
                | Mark::Between
                | Mark::Contains
                | Mark::Starts
                | Mark::Ends
                | Mark::Null
                | Mark::NotNull,
            )) => true,
            Some(Link::Value(v)) => v.col == c,
            Some(Link::Number(_) | Link::Quoted(_)) => true,
            Some(Link::Mark(Mark::Not)) => {
                matches!(self.peek(2), Some(Link::Value(_) | Link::Quoted(_) | Link::Mark(Mark::Compare(_))))
            }
            Some(Link::Time(_)) => self.schema.kind(c) == ColumnKind::Time && self.mode == Mode::Filter,
            _ => false,
        };
        let awaited = !self.aggregates.is_empty() || self.counting || self.extreme.is_some();
        if self.mode == Mode::Filter && !awaited || (compared && !awaited && self.mode != Mode::Order) {
            self.column = Some(c);
            return;
        }
        self.noun(Target::Column(c));
    }

    /// A noun finds its place by mode and by what is waiting for it.
    pub fn noun(&mut self, target: Target) {
        if let Some((up, counts)) = self.extreme {
            if self.extreme_noun(&target, up, counts) {
                return;
            }
        }
        match self.mode {
            Mode::Group if self.aggregates.is_empty() && !self.counting => {
                match target {
                    Target::Table(t) => self.draft.groups.push(Group::Table(t)),
                    Target::Column(c) => self.draft.groups.push(Group::Column(c)),
                    Target::Worth(_) | Target::Hinted(_) => self.push_items(target),
                }
                // The next noun belongs to what is shown, unless 'and' goes on.
                if !matches!(self.peek(1), Some(Link::Mark(Mark::And))) {
                    self.mode = Mode::Head;
                }
            }
            Mode::Order => {
                let item = self.item(target);
                let descending = self.descending.unwrap_or(false);
                self.draft.sorted = true;
                self.draft.keys.push(Key { item, descending });
            }
            Mode::Filter if self.aggregates.is_empty() && !self.counting => match target {
                Target::Table(t) => self.draft.context.push(t),
                Target::Column(c) => self.column = Some(c),
                Target::Worth(_) | Target::Hinted(_) => self.push_items(target),
            },
            _ => self.push_items(target),
        }
    }

    /// What a waiting superlative goes by; false where the noun is what is asked for instead ('top 5 customers').
    fn extreme_noun(&mut self, target: &Target, up: bool, counts: bool) -> bool {
        let numeric = match target {
            Target::Column(c) => {
                matches!(self.schema.kind(*c), ColumnKind::Number | ColumnKind::Time | ColumnKind::Year)
            }
            Target::Worth(_) => true,
            _ => false,
        };
        let counted = self.counting || counts;
        let is_key = numeric || !self.aggregates.is_empty() || (counted && matches!(target, Target::Table(_)));
        if !is_key && !counted {
            return false;
        }
        self.extreme = None;
        let nothing_yet = self.draft.items.is_empty() && self.draft.groups.is_empty();
        let asks_value = nothing_yet && numeric && self.mode == Mode::Head && self.draft.limit.is_none() && !counted;
        if asks_value {
            // 'what is the highest price': the figure itself is wanted.
            self.aggregates.push(if up { Aggregate::Max } else { Aggregate::Min });
            self.push_items(target.clone());
            return true;
        }
        self.counting = counted && matches!(target, Target::Table(_)) || self.counting;
        let item = self.item(target.clone());
        self.draft.keys.push(Key { item, descending: up });
        self.limit_default();
        true
    }

    fn item(&mut self, target: Target) -> Item {
        let counting = std::mem::take(&mut self.counting);
        let aggregate = if counting { Some(Aggregate::Count) } else { self.aggregates.pop() };
        self.aggregates.clear();
        Item { aggregate, distinct: std::mem::take(&mut self.distinct), target }
    }

    pub fn push_items(&mut self, target: Target) {
        let attached = matches!(target, Target::Table(_))
            && !self.counting
            && self.aggregates.is_empty()
            && !self.draft.items.is_empty();
        if let (true, Target::Table(t)) = (attached, &target) {
            self.draft.context.push(*t);
            return;
        }
        if self.counting || self.aggregates.len() < 2 {
            let item = self.item(target);
            if !self.draft.items.contains(&item) {
                self.draft.items.push(item);
            }
            return;
        }
        for aggregate in std::mem::take(&mut self.aggregates) {
            self.draft.items.push(Item { aggregate: Some(aggregate), distinct: false, target: target.clone() });
        }
    }

    fn grain(&mut self, grain: Grain) {
        if !self.draft.groups.contains(&Group::Grain(grain)) {
            self.draft.groups.push(Group::Grain(grain));
        }
        if self.mode == Mode::Group && !matches!(self.peek(1), Some(Link::Mark(Mark::And))) {
            self.mode = Mode::Head;
        }
    }

    pub fn push_filter(&mut self, condition: Pending) {
        let or = std::mem::take(&mut self.or);
        self.draft.filters.push(Filter { condition, or });
    }

    /// Whatever still waits at the end of the question.
    fn finish(&mut self) {
        if let Some((up, counts)) = self.extreme.take() {
            // 'which product sells the most': the count of rows, or what the verb sells.
            let target = self.draft.context.first().map(|t| Target::Table(*t));
            if let (Some(target), true) = (target, counts) {
                let item = Item { aggregate: Some(Aggregate::Count), distinct: false, target };
                self.draft.keys.push(Key { item, descending: up });
                self.limit_default();
            } else if self.draft.keys.is_empty() && self.draft.limit.is_none() {
                self.draft.dangling.push(self.pieces.len());
            }
        }
        if self.relation.is_some() || self.absent || self.like.is_some() {
            self.draft.dangling.push(self.pieces.len());
        }
        if !self.aggregates.is_empty() && self.draft.items.iter().all(|i| i.aggregate.is_none()) {
            // 'orders total': the aggregate follows its noun.
            let aggregate = self.aggregates.pop();
            match self.draft.items.last_mut() {
                Some(item) => item.aggregate = aggregate,
                None => self.draft.dangling.push(self.pieces.len()),
            }
        }
    }
}
