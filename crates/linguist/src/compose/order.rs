//! The parts of the reader that order and group: 'by', 'sorted', 'descending', 'most common', 'highest', 'oldest', 'first'
//! and 'last'.

use super::draft::{Item, Key, Pending, Target};
use super::reader::{Mode, Reader};
use crate::lexicon::{Aggregate, Mark};
use crate::link::Link;
use crate::schema::ColumnKind;
use crate::tokens::Kind;

/// Participles without '-ed'.
const DONE: [&str; 16] = [
    "made", "written", "sold", "bought", "taken", "given", "held", "run", "won", "taught", "built", "led", "driven",
    "drawn", "known", "spent",
];

/// Words of names that say when, also where the column is a text.
const DATES: [&str; 5] = ["date", "birthday", "birth", "time", "dob"];

impl Reader<'_> {
    /// 'by': grouping before a category, ranking after 'top 5', a filter before a value.
    pub(super) fn by(&mut self) {
        if self.counting && self.draft.items.is_empty() {
            // 'count by status' counts rows.
            self.counting = false;
            self.draft.ask = super::draft::Ask::Count;
        }
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
        // 'total by type, highest first' is grouped, and the totals are sorted.
        let figures = self.schema.for_people && !self.sorting && self.draft.items.iter().any(|i| i.aggregate.is_some());
        let sortable = matches!(self.next_noun(), Some(Link::Column(_))) && !figures && !self.counts_first();
        // 'used by customers', 'written by the author' says who did it.
        let start = self.pieces.get(self.at).map_or(0, |p| p.start);
        let before = start.checked_sub(1).and_then(|i| self.tokens.get(i)).map_or("", |t| t.lower.as_str());
        let passive = (before.ends_with("ed") || DONE.contains(&before))
            && !matches!(before, "grouped" | "sorted" | "ordered" | "ranked" | "divided" | "listed" | "categorized")
            && matches!(self.next_noun(), Some(Link::Table(_)))
            && self.draft.items.iter().any(|i| matches!(i.target, Target::Column(_)) && i.aggregate.is_none());
        self.mode = match self.next_noun() {
            _ if passive || self.names_one() => Mode::Filter,
            Some(Link::Value(_) | Link::Quoted(_)) => Mode::Filter,
            _ if measure && waits => {
                self.descending = self.descending.or(Some(true));
                // 'the best channel for each campaign by conversions': one wins.
                self.one_wins =
                    self.extreme.is_some() && !self.sorting && self.mode != Mode::Order && self.schema.for_people;
                Mode::Order
            }
            _ if directed && sortable => Mode::Order,
            _ if self.sorting || self.mode == Mode::Order => Mode::Order,
            _ => Mode::Group,
        };
    }

    /// 'cancelled shipments by customer, most first': how many each has, not customers from Z to A.
    fn counts_first(&self) -> bool {
        let text = matches!(self.next_noun(), Some(Link::Column(c)) if self.schema.kind(*c) == ColumnKind::Text);
        let word = |i: usize| self.tokens.get(i).map_or("", |t| t.lower.as_str());
        let most = |i: usize| matches!(word(i), "most" | "highest" | "biggest" | "largest") && word(i + 1) == "first";
        self.schema.for_people && !self.sorting && text && (0..self.tokens.len()).any(most)
    }

    /// 'bought by customer Daan Peeters': one row, not a group.
    fn names_one(&self) -> bool {
        matches!(
            (self.peek(1), self.peek(2)),
            (Some(Link::Table(t)), Some(Link::Value(v))) if v.col.table == *t && self.schema.display(*t).contains(&v.col)
        )
    }

    /// 'sorted by' waits for what it goes by; 'sort the names', 'the ordered list' only say that there is an order.
    pub(super) fn order_mark(&mut self) {
        let Some(piece) = self.pieces.get(self.at) else { return };
        let last = piece.end.checked_sub(1).and_then(|i| self.tokens.get(i)).map_or("", |t| t.lower.as_str());
        let waits = matches!(last, "by" | "of" | "in")
            || matches!(self.peek(1), Some(Link::Mark(Mark::By | Mark::Descending | Mark::Ascending)));
        if waits
            || self.at > 1 && !matches!(self.peek(1), Some(Link::Mark(Mark::All))) && self.at + 2 >= self.pieces.len()
        {
            self.mode = Mode::Order;
        } else {
            self.sorting = true;
            self.draft.sorted = true;
        }
    }

    /// 'the most common colour' ranks; 'customers who use the most common method' filters.
    pub(super) fn common(&mut self, up: bool) {
        let about = self.draft.items.iter().find_map(super::measures::table_of);
        let column = match self.peek(1) {
            Some(Link::Column(c)) if matches!(self.schema.kind(*c), ColumnKind::Text | ColumnKind::Key) => Some(*c),
            Some(Link::Table(t)) => about.and_then(|from| self.schema.key_to(from, *t)),
            _ => None,
        };
        let before = self.at.checked_sub(1).and_then(|i| self.pieces.get(i)).map(|p| &p.link);
        let listed = matches!(before, Some(Link::Mark(Mark::And | Mark::Of)));
        let narrows =
            self.mode == Mode::Filter && !self.draft.items.is_empty() && self.draft.groups.is_empty() && !listed;
        match column.filter(|_| narrows) {
            Some(column) => {
                self.at += 1;
                self.push_filter(Pending::Commonest { column, up });
            }
            None => self.draft.common = Some(up),
        }
    }

    /// 'the product ordered the most times', 'the engineer who visited the fewest times': rows of what was done are counted, or
    /// the column that says how often it was done.
    pub(super) fn most_times(&mut self, up: bool) {
        if let Some(c) = self.column.filter(|c| self.schema.kind(*c) == ColumnKind::Number) {
            self.column = None;
            let item = Item { aggregate: None, distinct: false, target: Target::Column(c) };
            self.draft.keys.push(Key { item, descending: up });
            self.limit_default();
            return;
        }
        let about = self.draft.items.iter().find_map(super::measures::table_of);
        let event = self.draft.event.filter(|e| !e.1).map(|e| e.0.table);
        // Rows with the same governor are counted, rows of one product never.
        let shared = |i: &Item| match i.target {
            Target::Column(c) => self.schema.is_kind(c) && !self.schema.display(c.table).contains(&c),
            _ => false,
        };
        let own = about.filter(|_| self.draft.items.iter().any(shared));
        let done = event.or(self.draft.context.iter().rev().copied().find(|t| Some(*t) != about)).or(own);
        let Some(t) = done else {
            self.extreme = Some((up, true));
            return;
        };
        self.draft.event = self.draft.event.filter(|e| event.is_none() || e.1);
        let item = Item { aggregate: Some(Aggregate::Count), distinct: false, target: Target::Table(t) };
        self.draft.keys.push(Key { item, descending: up });
        self.limit_default();
    }

    pub(super) fn direction(&mut self, descending: bool) {
        self.draft.sorted = true;
        self.descending = Some(descending);
        self.draft.direction = Some(descending);
        let word = self.pieces.get(self.at).and_then(|p| self.tokens.get(p.start)).map_or("", |t| t.lower.as_str());
        if self.schema.for_people && self.draft.keys.is_empty() && matches!(word, "newest" | "oldest") {
            // 'newest first' goes by the day.
            self.by_time(descending);
            return;
        }
        let goes_by = self.goes_by();
        match self.draft.keys.last_mut() {
            Some(key) => key.descending = descending,
            None if goes_by => self.mode = Mode::Order,
            None => {}
        }
    }

    /// What the order goes by follows: 'descending by age', 'in alphabetical order of name'.
    fn goes_by(&self) -> bool {
        let last = self.pieces.get(self.at).and_then(|p| self.tokens.get(p.end.checked_sub(1)?));
        last.is_some_and(|t| t.lower == "of")
            || matches!(self.peek(1), Some(Link::Mark(Mark::By | Mark::Of | Mark::Order)))
    }

    /// 'first 5 orders', 'last order'.
    pub(super) fn edge(&mut self) {
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
            // 'the last date of a stay', but not 'the names, first and last, hire dates'.
            Some(Link::Column(c))
                if self.adjoins() && (self.schema.kind(*c) == ColumnKind::Time || self.is_date(*c)) =>
            {
                self.extreme = Some((last, false));
            }
            _ => self.dangle(),
        }
    }

    /// Nothing stands between this piece and the next.
    fn adjoins(&self) -> bool {
        let end = self.pieces.get(self.at).map(|p| p.end);
        end.is_some() && self.pieces.get(self.at + 1).map(|p| p.start) == end
    }

    /// 'the second highest salary', 'the third most orders': what comes after others.
    pub(super) fn nth(&mut self, n: f64) {
        let ranks = matches!(
            self.peek(1),
            Some(Link::Mark(Mark::Extreme(_) | Mark::Superlative(_) | Mark::Most(_) | Mark::Common(_)))
        );
        if ranks && (2.0..=100.0).contains(&n) {
            self.draft.skip = Some(n as u64 - 1);
        } else {
            self.ordinal(n);
        }
    }

    pub(super) fn by_time(&mut self, last: bool) {
        let Some(latest) = crate::lexicon::superlative("latest") else { return };
        let item = Item { aggregate: None, distinct: false, target: Target::Hinted(latest) };
        self.draft.keys.push(Key { item, descending: last });
    }

    /// 'how old' asks for what the adjective is about; elsewhere ('new customers') it says little.
    pub(super) fn positive(&mut self, adjective: &'static crate::lexicon::Adjective) {
        let item = || Item { aggregate: None, distinct: false, target: Target::Hinted(adjective) };
        if let Some((up, false)) = self.extreme.filter(|_| self.draft.limit.is_some()) {
            // 'the top 3 expensive rooms'.
            self.extreme = None;
            self.draft.keys.push(Key { item: item(), descending: adjective.descending == up });
            return;
        }
        if let Some(Link::Mark(Mark::Most(up))) = self.peek(1)
            && !matches!(self.peek(2), Some(Link::Table(_) | Link::Column(_)))
        {
            // 'who get paid the least'.
            self.draft.keys.push(Key { item: item(), descending: adjective.descending == *up });
            self.limit_default();
            self.at += 1;
            return;
        }
        let start = self.pieces.get(self.at).map_or(0, |p| p.start);
        let recent = self.tokens.get(start).is_some_and(|t| t.lower == "recent");
        if recent && self.draft.keys.is_empty() && !self.counting && self.aggregates.is_empty() {
            self.by_time(true);
            self.draft.sorted = true;
            self.draft.assumptions.push("recent read as newest first".to_owned());
            return;
        }
        if start > 0 && self.tokens.get(start - 1).is_some_and(|t| t.lower == "how") {
            // 'on average, how old are the members'.
            let item = self.item(Target::Hinted(adjective));
            self.draft.items.push(item);
        }
    }

    /// 'highest price', 'top 5', 'the 3 largest'; 'the highest, lowest and average price' asks for figures.
    pub(super) fn extreme_mark(&mut self, up: bool) {
        let listed = match (self.peek(1), self.peek(2)) {
            (Some(Link::Mark(Mark::And)), Some(Link::Mark(Mark::Extreme(_) | Mark::Aggregate(_)))) => true,
            (Some(Link::Mark(Mark::And)), Some(Link::Mark(Mark::And))) => true,
            _ => !self.aggregates.is_empty(),
        };
        if listed {
            self.aggregates.push(if up { Aggregate::Max } else { Aggregate::Min });
            return;
        }
        // 'less than the lowest price of any product'.
        if self.against_aggregate(if up { Aggregate::Max } else { Aggregate::Min }) {
            return;
        }
        self.extreme = Some((up, false));
        self.comes_first();
        if let Some(Link::Number(n)) = self.peek(1) {
            self.limit(*n);
            self.at += 1;
        }
    }

    pub(super) fn superlative(&mut self, adjective: &'static crate::lexicon::Adjective) {
        if let (Some(Link::Number(n)), true) = (self.peek(1), self.draft.limit.is_none()) {
            self.limit(*n);
            self.at += 1;
        }
        let next = match self.peek(1) {
            Some(Link::Column(c)) => Some(*c),
            _ => None,
        };
        if let Some(c) = next.filter(|c| adjective.measures("date") && self.is_level(*c)) {
            // 'the latest balance' is the one of the last day.
            self.draft.items.push(Item { aggregate: None, distinct: false, target: Target::Column(c) });
            let item = Item { aggregate: None, distinct: false, target: Target::Hinted(adjective) };
            self.draft.keys.push(Key { item, descending: adjective.descending });
            self.limit_default();
            self.at += 1;
            return;
        }
        if let (Some(Link::Elapsed(t)), true) = (self.peek(1), self.schema.for_people)
            && let Some(took) = self.schema.elapsed(*t)
        {
            // 'the longest stay', 'the ticket with the longest resolution time'.
            let rows = matches!(self.draft.items.as_slice(), [Item { aggregate: None, target: Target::Table(of), .. }] if of == t);
            // 'which boat had the longest stay'.
            let theirs =
                matches!(self.draft.items.as_slice(), [Item { aggregate: None, target: Target::Table(_), .. }])
                    && self.draft.asks_which
                    && self.draft.groups.is_empty();
            if rows || theirs {
                let item = Item { aggregate: None, distinct: false, target: Target::Elapsed(took) };
                self.draft.keys.push(Key { item, descending: adjective.descending });
                self.limit_default();
                self.at += 1;
            } else {
                self.aggregates.push(if adjective.descending { Aggregate::Max } else { Aggregate::Min });
            }
            return;
        }
        // 'longest duration' says itself what it goes by.
        if let Some(Link::Column(c)) = self.peek(1)
            && (self.is_figure(*c) || adjective.measures("date") && self.is_date(*c))
        {
            let words = self.schema.view(*c).map_or(&[][..], |v| v.words.as_slice());
            let named = adjective.against.iter().any(|hint| hint.iter().all(|w| words.contains(w)));
            let against = named || adjective.measures("speed") && self.is_wait(*c);
            if let (Some(c), true) = (next, adjective.measures("speed") && self.tells_kinds_apart(*c)) {
                // 'which channel has the slowest response': on the whole, not in one case.
                let item = Item { aggregate: Some(Aggregate::Average), distinct: false, target: Target::Column(c) };
                self.draft.keys.push(Key { item, descending: adjective.descending != against });
                self.limit_default();
                self.at += 1;
                return;
            }
            self.extreme = Some((adjective.descending != against, false));
            self.comes_first();
            return;
        }
        let target = self.done_when(adjective).map_or(Target::Hinted(adjective), Target::Column);
        let item = Item { aggregate: None, distinct: false, target };
        self.draft.keys.push(Key { item, descending: adjective.descending });
        // 'all of them, starting with the oldest', 'newest first', 'in the order of their dates from the most recent one'.
        let starts = self.like.take_if(|mark| *mark == Mark::Starts).is_some();
        let ordered = std::mem::replace(&mut self.mode, Mode::Head) == Mode::Order;
        if starts || self.comes_first() || self.sorting || self.draft.sorted || ordered {
            self.draft.sorted = true;
        } else {
            self.limit_default();
        }
    }

    /// A figure that a row holds and that is not added up over time.
    fn is_level(&self, c: crate::schema::Col) -> bool {
        let number = self.schema.kind(c) == ColumnKind::Number;
        self.schema.for_people && number && !self.is_date(c) && self.schema.time(c.table).is_some()
    }

    /// A mark that somebody gave.
    pub(super) fn says_how_good(&self, c: crate::schema::Col) -> bool {
        const MARKS: [&str; 6] = ["csat", "rat", "rating", "score", "satisfact", "nps"];
        let words = self.schema.view(c).map_or(&[][..], |v| v.words.as_slice());
        self.schema.for_people && words.iter().any(|w| MARKS.contains(&w.as_str()))
    }

    /// A time that is waited: minutes, hours, a response.
    fn is_wait(&self, c: crate::schema::Col) -> bool {
        const WAITS: [&str; 5] = ["respons", "wait", "delay", "latenc", "turnaround"];
        let words = self.schema.view(c).map_or(&[][..], |v| v.words.as_slice());
        words.iter().any(|w| WAITS.contains(&w.as_str()) || crate::spoken::seconds(w).is_some())
    }

    /// 'which channel': one of few that many rows of the figure's table share.
    pub(super) fn tells_kinds_apart(&self, figure: crate::schema::Col) -> bool {
        let [Item { aggregate: None, target: Target::Column(c), .. }] = self.draft.items.as_slice() else {
            return false;
        };
        let repeats = self.schema.column(*c).is_some_and(|c| !c.unique);
        self.schema.for_people && c.table == figure.table && self.schema.kind(*c) == ColumnKind::Text && repeats
    }

    /// What can be more or less. Public question sets keep numbers as texts and rank them as such; people would be misled.
    pub(super) fn is_figure(&self, c: crate::schema::Col) -> bool {
        match self.schema.kind(c) {
            ColumnKind::Number | ColumnKind::Time | ColumnKind::Year => true,
            ColumnKind::Text | ColumnKind::Other if !self.schema.for_people => {
                let samples = self.schema.column(c).map_or(&[][..], |c| c.samples.as_slice());
                let number = |s: &String| {
                    s.trim_start_matches(['-', '+', '$', '.', ' ']).starts_with(|c: char| c.is_ascii_digit())
                };
                !samples.is_empty() && samples.iter().all(number)
            }
            _ => false,
        }
    }

    /// 'biggest budget first', 'most expensive first': an order of all of them, not the one that wins.
    fn comes_first(&mut self) -> bool {
        const NEAR: usize = 3;
        let Some(end) = self.pieces.get(self.at).map(|p| p.end).filter(|_| self.schema.for_people) else {
            return false;
        };
        let ends = |at: usize| self.tokens.get(at).is_none_or(|t| matches!(t.kind, Kind::Punct(_)));
        let first =
            (end..end + NEAR).find(|at| self.tokens.get(*at).is_some_and(|t| t.lower == "first") && ends(at + 1));
        let Some(first) = first else { return false };
        let said = self.pieces.iter().position(|p| p.start == first && p.link == Link::Mark(Mark::Edge));
        self.done.extend(said);
        self.draft.consumed.push(first);
        self.sorting = true;
        true
    }

    /// A date by its name, however it is stored.
    pub(super) fn is_date(&self, c: crate::schema::Col) -> bool {
        let words = self.schema.view(c).map_or(&[][..], |v| v.words.as_slice());
        words.iter().any(|w| DATES.map(crate::lemma::stem).contains(w))
    }

    /// 'customers who placed an order most recently': the day of the order.
    fn done_when(&self, adjective: &crate::lexicon::Adjective) -> Option<crate::schema::Col> {
        let adverb = self.pieces.get(self.at).and_then(|p| self.tokens.get(p.end.checked_sub(1)?))?;
        let done = self.pieces.get(self.at.checked_sub(1)?).and_then(|p| crate::segment::table_of(&p.link))?;
        let own = self.draft.items.iter().any(|i| super::measures::table_of(i) == Some(done));
        self.schema.time(done).filter(|_| adjective.measures("date") && !own && adverb.lower.ends_with("ly"))
    }
}
