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
    let word = tokens.first().map_or("", |t| t.lower.as_str());
    reader.draft.asks_who = word == "who";
    reader.draft.asks_when = word == "when";
    if ["did", "does", "do", "is", "are", "was", "were", "has", "have"].contains(&word) {
        reader.draft.ask = Ask::YesNo;
    }
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
            Mark::Each => {
                self.mode = Mode::Group;
                self.draft.each = true;
            }
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
            // 'Which customers' asks; 'customers which' relates.
            Mark::Relative if self.at == 0 && self.draft.asks_which => {}
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
            Mark::Positive(adjective) => self.positive(adjective),
            Mark::ComparedWith => self.draft.compare = true,
            Mark::Change => self.dangle(),
            Mark::Of | Mark::Either | Mark::Both | Mark::Than | Mark::Only | Mark::Value => {}
        }
    }

    /// 'by': grouping before a category, ranking after 'top 5', a filter before a value.
    fn by(&mut self) {
        let hinted = self.draft.keys.iter().any(|k| matches!(k.item.target, Target::Hinted(_)));
        let measure = match self.next_noun() {
            Some(Link::Worth(_)) => true,
            Some(Link::Column(c)) => {
                let kind = self.schema.kind(*c);
                kind == ColumnKind::Number || (kind == ColumnKind::Time && hinted)
            }
            Some(Link::Mark(Mark::Count)) => true,
            _ => false,
        };
        let waits = self.extreme.is_some()
            || self.draft.common.is_some()
            || hinted
            || (self.draft.limit.is_some() && self.draft.keys.is_empty());
        let rest = self.pieces.get(self.at + 1..).unwrap_or_default();
        let directed = rest.iter().any(|p| matches!(p.link, Link::Mark(Mark::Descending | Mark::Ascending)));
        let sortable = matches!(self.next_noun(), Some(Link::Column(_)));
        self.mode = match self.next_noun() {
            Some(Link::Value(_) | Link::Quoted(_)) => Mode::Filter,
            _ if measure && waits => {
                self.descending = self.descending.or(Some(true));
                Mode::Order
            }
            _ if directed && sortable => Mode::Order,
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

    /// 'how old' asks for what the adjective is about; elsewhere ('new customers') it says little.
    fn positive(&mut self, adjective: &'static crate::lexicon::Adjective) {
        let start = self.pieces.get(self.at).map_or(0, |p| p.start);
        if start > 0 && self.tokens.get(start - 1).is_some_and(|t| t.lower == "how") {
            self.draft.items.push(Item { aggregate: None, distinct: false, target: Target::Hinted(adjective) });
        }
    }

    /// 'highest price', 'top 5', 'the 3 largest'; 'the highest, lowest and average price' asks for figures.
    fn extreme_mark(&mut self, up: bool) {
        let listed = match (self.peek(1), self.peek(2)) {
            (Some(Link::Mark(Mark::And)), Some(Link::Mark(Mark::Extreme(_) | Mark::Aggregate(_)))) => true,
            (Some(Link::Mark(Mark::And)), Some(Link::Mark(Mark::And))) => true,
            _ => !self.aggregates.is_empty(),
        };
        if listed {
            self.aggregates.push(if up { Aggregate::Max } else { Aggregate::Min });
            return;
        }
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
                let words = self.schema.view(*c).map_or(&[][..], |v| v.words.as_slice());
                let against = adjective.against.iter().any(|hint| hint.iter().all(|w| words.contains(w)));
                self.extreme = Some((adjective.descending != against, false));
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

    /// A column that is true or false says which rows; a verb such as 'sold' says when.
    fn flag_or_event(&mut self, c: Col) -> bool {
        let kind = self.schema.kind(c);
        if self.mode == Mode::Group && self.aggregates.is_empty() && !self.counting || self.mode == Mode::Order {
            return false;
        }
        if kind == ColumnKind::Bool {
            let opposite = self.pieces.get(self.at).and_then(|p| self.tokens.get(p.start)).is_some_and(|t| {
                let says_un = self.schema.view(c).is_some_and(|v| v.words.iter().any(|w| w.starts_with("un")));
                t.lower.starts_with("un") && !says_un
            });
            self.negated ^= opposite;
            let negated = std::mem::take(&mut self.absent) || std::mem::take(&mut self.negated);
            let values = vec![crate::form::Operand::Bool(true)];
            let column = self.schema.reference(c);
            self.push_filter(Pending::Ready(crate::form::Condition::OneOf { column, values, negated }));
            return true;
        }
        let token = self.pieces.get(self.at).and_then(|p| self.tokens.get(p.start));
        let verb = token.is_some_and(|t| {
            t.lower.ends_with("ed")
                || matches!(
                    t.lower.as_str(),
                    "sold" | "built" | "born" | "paid" | "bought" | "made" | "sent" | "left" | "close" | "won"
                )
        });
        if verb && matches!(kind, ColumnKind::Time | ColumnKind::Year) && self.aggregates.is_empty() {
            if std::mem::take(&mut self.absent) || std::mem::take(&mut self.negated) {
                let column = self.schema.reference(c);
                self.push_filter(Pending::Ready(crate::form::Condition::Null { column, negated: false }));
            } else {
                self.draft.event = Some((c, false));
            }
            return true;
        }
        false
    }

    fn column(&mut self, c: Col) {
        let before = self.at.checked_sub(1).and_then(|i| self.pieces.get(i)).map(|p| &p.link);
        // 'gold tier': the column after its own value adds nothing.
        if matches!(before, Some(Link::Value(v)) if v.col == c) && self.mode != Mode::Group {
            return;
        }
        if self.flag_or_event(c) {
            return;
        }
        if self.null {
            self.null = false;
            let column = self.schema.reference(c);
            let condition = crate::form::Condition::Null { column, negated: false };
            self.push_filter(Pending::Ready(condition));
            return;
        }
        let foreign = self.draft.items.iter().filter_map(super::measures::table_of).any(|t| t != c.table)
            || self.draft.context.iter().any(|t| *t != c.table);
        if self.absent && foreign {
            self.absent = false;
            self.push_filter(Pending::Absent { table: c.table });
            return;
        }
        if self.absent && self.schema.kind(c) == ColumnKind::Number {
            self.absent = false;
            let left = self.schema.expr(c);
            let right = crate::form::Operand::Number(0.0);
            self.push_filter(Pending::Ready(crate::form::Condition::Compare {
                left,
                relation: Relation::Equal,
                right,
            }));
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
            Some(Link::Mark(Mark::Of)) => matches!(self.peek(2), Some(Link::Value(v)) if v.col == c) || matches!(self.peek(2), Some(Link::Quoted(_))),
            Some(Link::Mark(Mark::By)) => matches!(self.peek(2), Some(Link::Value(_) | Link::Quoted(_))),
            Some(Link::Mark(Mark::Not)) => {
                matches!(self.peek(2), Some(Link::Value(_) | Link::Quoted(_) | Link::Mark(Mark::Compare(_))))
            }
            Some(Link::Time(_)) => {
                matches!(self.schema.kind(c), ColumnKind::Time | ColumnKind::Year) && !self.draft.items.is_empty()
            }
            _ => false,
        };
        let awaited = !self.aggregates.is_empty() || self.counting || self.extreme.is_some();
        if self.mode == Mode::Filter && !awaited || (compared && !awaited && self.mode != Mode::Order) {
            self.column = Some(c);
            return;
        }
        self.noun(Target::Column(c));
    }

    /// 'the biggest order amount', 'average customer age': the first noun only says whose figure it is.
    fn modifies_next(&mut self, target: &Target) -> bool {
        let waits = self.extreme.is_some() || !self.aggregates.is_empty();
        let (Some(here), Some(next)) = (self.pieces.get(self.at), self.pieces.get(self.at + 1)) else { return false };
        let figure = matches!(next.link, Link::Worth(_))
            || matches!(next.link, Link::Column(c) if self.schema.kind(c) == ColumnKind::Number);
        let table = match target {
            Target::Table(t) => Some(*t),
            Target::Column(c) if self.schema.kind(*c) == ColumnKind::Key || self.schema.column(*c).is_some_and(|c| c.unique) => Some(c.table),
            _ => None,
        };
        match table {
            Some(t) if waits && figure && here.end == next.start => {
                self.draft.context.push(t);
                true
            }
            _ => false,
        }
    }

    /// A noun finds its place by mode and by what is waiting for it.
    pub fn noun(&mut self, target: Target) {
        if self.modifies_next(&target) {
            return;
        }
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
                let hinted = self.draft.keys.iter_mut().find(|k| matches!(k.item.target, Target::Hinted(_)));
                if let Some(key) = hinted {
                    // 'the cheapest house by list price' says what cheap is about.
                    key.item = item;
                    return;
                }
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
        let nothing_yet = self.draft.items.iter().all(|i| i.aggregate.is_some()) && self.draft.keys.is_empty();
        let nothing_yet = nothing_yet && (self.draft.groups.is_empty() || !self.draft.asks_which);
        let asks_value = nothing_yet && numeric && self.mode == Mode::Head && self.draft.limit.is_none() && !counted;
        if asks_value {
            // 'what is the highest price': the figure itself is wanted.
            self.aggregates.push(if up { Aggregate::Max } else { Aggregate::Min });
            self.push_items(target.clone());
            return true;
        }
        self.counting = counted && matches!(target, Target::Table(_)) || self.counting;
        if counts && numeric && self.aggregates.is_empty() {
            self.aggregates.push(Aggregate::Sum);
        }
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

    /// 'order statuses': a table right before its column only says whose column it is.
    fn drop_modifier(&mut self, target: &Target) {
        let (Target::Column(c), Some(here)) = (target, self.pieces.get(self.at)) else { return };
        let before = self.at.checked_sub(1).and_then(|i| self.pieces.get(i));
        let adjacent = before.is_some_and(|p| p.end == here.start && matches!(p.link, Link::Table(_)));
        let plain = matches!(self.draft.items.last(), Some(Item { aggregate: None, target: Target::Table(t), .. }) if *t == c.table || adjacent);
        if adjacent && plain {
            if let Some(Item { target: Target::Table(t), .. }) = self.draft.items.pop() {
                self.draft.context.push(t);
            }
        }
    }

    /// 'total amount of orders' where orders are rows known by their number: the rows, not the number.
    fn is_context(&self, target: &Target) -> bool {
        let Target::Column(c) = target else { return false };
        let before = self.at.checked_sub(1).and_then(|i| self.pieces.get(i)).map(|p| &p.link);
        let after_of = matches!(before, Some(Link::Mark(Mark::Of | Mark::Preposition | Mark::All)));
        let names_row = self.schema.kind(*c) == ColumnKind::Key || self.schema.column(*c).is_some_and(|c| c.unique);
        let aggregated = self.draft.items.iter().any(|i| i.aggregate.is_some());
        after_of && names_row && aggregated && self.aggregates.is_empty() && !self.counting
    }

    pub fn push_items(&mut self, target: Target) {
        self.drop_modifier(&target);
        if self.is_context(&target) {
            if let Target::Column(c) = target {
                self.draft.context.push(c.table);
            }
            return;
        }
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
            self.trailing_extreme(up, counts);
        }
        if self.counting {
            self.trailing_count();
        }
        if self.relation.is_some() || self.absent || self.like.is_some() {
            self.draft.dangling.push(self.pieces.len());
        }
        if let Some(c) = self.column.take() {
            self.loose_column(c);
        }
        let asks_date = self.tokens.iter().skip(1).any(|t| t.lower == "when");
        if let (Some((c, _)), true) = (self.draft.event, asks_date) {
            self.loose_column(c);
        }
        if !self.aggregates.is_empty() && self.draft.items.iter().all(|i| i.aggregate.is_none()) {
            // 'orders total': the aggregate follows its noun.
            let aggregate = self.aggregates.pop();
            match self.draft.items.last_mut() {
                Some(item) => item.aggregate = aggregate,
                None => self.draft.leftover.extend(aggregate),
            }
        }
    }

    /// A column left in a filter that nothing was said of: 'with their floor' shows it.
    fn loose_column(&mut self, c: Col) {
        let aggregated = self.draft.items.iter().any(|i| i.aggregate.is_some()) || !self.draft.keys.is_empty();
        let shown = |p: &Piece| {
            let before = p.start.checked_sub(1).and_then(|i| self.tokens.get(i)).map_or("", |t| t.lower.as_str());
            p.link == Link::Column(c) && matches!(before, "their" | "its" | "his" | "her" | "with" | "and" | "the" | "they" | "close" | "closed")
        };
        let asked = self.pieces.iter().any(shown) || self.draft.event.is_some();
        if aggregated || !asked {
            self.draft.dangling.push(self.pieces.len());
            return;
        }
        // The table itself stays shown by its name.
        if let [Item { target: Target::Table(t), aggregate: None, .. }] = self.draft.items.as_slice() {
            let named = self.schema.display(*t).into_iter().map(|c| Item {
                aggregate: None,
                distinct: false,
                target: Target::Column(c),
            });
            self.draft.items = named.collect();
        }
        self.draft.items.push(Item { aggregate: None, distinct: false, target: Target::Column(c) });
    }

    /// 'which product sells the most', 'who spent the most': the measure stood before, or the rows are counted.
    fn trailing_extreme(&mut self, up: bool, counts: bool) {
        let measure = self.draft.items.iter().rposition(|i| match i.target {
            Target::Worth(_) => true,
            Target::Column(c) => i.aggregate.is_some() || self.schema.kind(c) == ColumnKind::Number,
            _ => i.aggregate.is_some(),
        });
        if let Some(at) =
            measure.filter(|_| self.draft.items.len() > 1 || self.draft.asks_who || !self.draft.groups.is_empty())
        {
            let mut item = self.draft.items.remove(at);
            if counts && item.aggregate.is_none() && !matches!(item.target, Target::Worth(_)) {
                item.aggregate = Some(Aggregate::Sum);
            }
            self.draft.keys.push(Key { item, descending: up });
            self.limit_default();
            return;
        }
        let target = self.draft.context.first().map(|t| Target::Table(*t));
        if let (Some(target), true) = (target, counts) {
            let item = Item { aggregate: Some(Aggregate::Count), distinct: false, target };
            self.draft.keys.push(Key { item, descending: up });
            self.limit_default();
        } else if let (Some(aggregate), false) = (self.row_amount(up), self.draft.asks_which) {
            if let Some(item) = self.draft.items.first_mut() {
                item.aggregate = Some(aggregate);
            }
        } else if self.draft.items.is_empty() && self.draft.limit.is_none() {
            self.draft.leftover.push(if up { Aggregate::Max } else { Aggregate::Min });
        } else if self.draft.keys.is_empty() && self.draft.limit.is_none() {
            // 'the best doctor': by what, nobody said.
            self.draft.dangling.extend([self.pieces.len(), self.pieces.len(), self.pieces.len()]);
        }
    }

    /// 'largest payment' where a payment has one amount.
    fn row_amount(&self, up: bool) -> Option<Aggregate> {
        let [Item { target: Target::Table(t), aggregate: None, .. }] = self.draft.items.as_slice() else { return None };
        let columns = &self.schema.tables.get(*t)?.columns;
        let amounts = columns.iter().filter(|c| c.kind == ColumnKind::Number && c.words.iter().any(|w| w == "amount")).count();
        (amounts == 1 && self.draft.limit.is_none()).then_some(if up { Aggregate::Max } else { Aggregate::Min })
    }

    /// 'customers in Texas, how many?', 'how many apartments': a count whose noun came before or is a value.
    fn trailing_count(&mut self) {
        let plain = self.draft.items.iter().all(|i| i.aggregate.is_none());
        match self.draft.items.first_mut() {
            Some(item) if plain => item.aggregate = Some(Aggregate::Count),
            Some(_) => self.draft.dangling.push(self.pieces.len()),
            None => self.draft.ask = Ask::Count,
        }
        if plain {
            self.draft.items.truncate(1);
        }
    }
}
