//! What still waits when a question ends: a count, a superlative, a column that nothing was said of.

use super::draft::{Ask, Item, Key, Target};
use super::reader::Reader;
use crate::form::Expr;
use crate::lexicon::Aggregate;
use crate::link::Link;
use crate::schema::{Col, ColumnKind};
use crate::segment::Piece;

/// How many are at the top where nobody says.
const TOP: u64 = 10;

impl<'a> Reader<'a> {
    /// Whatever still waits at the end of the question.
    pub(super) fn finish(&mut self) {
        self.finish_parts();
        self.numbered_winners();
        let Some(grain) = self.draft.asks_grain else { return };
        self.rank_steps();
        let figures = self.draft.items.iter().any(|i| i.aggregate.is_some() || matches!(i.target, Target::Worth(_)));
        let ranked = !self.draft.keys.is_empty() || self.draft.common.is_some() || !self.draft.having.is_empty();
        if figures || ranked || self.draft.items.iter().any(|i| matches!(i.target, Target::Column(_))) {
            // 'in which month did we sell the most': the month is what is ranked.
            self.draft.asks_grain = None;
            self.draft.groups.insert(0, super::draft::Group::Grain(grain));
        } else {
            let tables = std::mem::take(&mut self.draft.items);
            self.draft.context.extend(tables.iter().filter_map(super::measures::table_of));
        }
    }

    /// 'which month had the highest amount': of all months one, by what its rows come to.
    fn rank_steps(&mut self) {
        let [Item { target: Target::Column(c), aggregate: Some(function @ (Aggregate::Max | Aggregate::Min)), .. }] =
            self.draft.items.as_slice()
        else {
            return;
        };
        let said = self.tokens.iter().any(|t| matches!(t.lower.as_str(), "maximum" | "minimum" | "max" | "min"));
        if said || !self.draft.keys.is_empty() {
            return;
        }
        let usual = super::measures::usual_aggregate(self.schema, *c);
        let item = Item { aggregate: Some(usual), distinct: false, target: Target::Column(*c) };
        self.draft.keys.push(Key { item, descending: *function == Aggregate::Max });
        self.draft.items.clear();
        self.limit_default();
    }

    fn finish_parts(&mut self) {
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
        self.count_on_average();
        if !self.draft.having.is_empty() && self.aggregates.as_slice() == [Aggregate::Sum] {
            // 'billed more than 50,000 in total' has said what is added up.
            self.aggregates.clear();
        }
        self.total_of_ranking();
        if !self.aggregates.is_empty() && self.draft.items.iter().all(|i| i.aggregate.is_none()) {
            // 'orders total': the aggregate follows its noun.
            let aggregate = self.aggregates.pop();
            match self.draft.items.last_mut() {
                Some(item) => item.aggregate = aggregate,
                None => self.draft.leftover.extend(aggregate),
            }
        }
    }

    /// 'who ordered the most items in total': what it is ranked by, not what is shown.
    fn total_of_ranking(&mut self) {
        let ranked = self.aggregates.as_slice() == [Aggregate::Sum] && !self.schema.for_people && !self.draft.sorted;
        let Some(key) = self.draft.keys.last_mut().filter(|_| ranked && self.draft.limit.is_some()) else { return };
        self.aggregates.clear();
        if matches!(key.item.target, Target::Column(c) if self.schema.kind(c) == ColumnKind::Number) {
            key.item.aggregate = Some(Aggregate::Sum);
        }
    }

    /// 'the three accounts with the highest balance': as many as there are said to be.
    fn numbered_winners(&mut self) {
        let ranked = !self.draft.keys.is_empty() && !self.draft.sorted && self.draft.limit == Some(1);
        let said = self.pieces.windows(2).find_map(|pair| match pair {
            [Piece { link: Link::Number(n), end, start, .. }, Piece { link, start: next, .. }] if end == next => {
                let noun = matches!(link, Link::Table(_) | Link::Column(_) | Link::Names(_));
                let after_than = start.checked_sub(1).and_then(|i| self.tokens.get(i));
                let compared =
                    after_than.is_some_and(|t| matches!(t.lower.as_str(), "than" | "least" | "over" | "under"));
                (noun && !compared && (2.0..=50.0).contains(n) && n.fract() == 0.0).then_some(*n)
            }
            _ => None,
        });
        if let (true, Some(n)) = (ranked, said) {
            self.limit(n);
        }
    }

    /// 'how many pages do they have on average': not their sum.
    fn count_on_average(&mut self) {
        let counts = matches!(
            self.draft.items.as_slice(),
            [Item { target: Target::Table(_), aggregate: Some(Aggregate::Count), .. }]
        );
        let per = matches!(self.draft.groups.as_slice(), [super::draft::Group::Table(_)])
            || self.schema.for_people && self.draft.per.is_some() && self.draft.groups.len() == 1;
        if counts && per && self.aggregates.as_slice() == [Aggregate::Average] {
            // 'how many items per invoice on average'.
            self.draft.average_count = true;
            self.aggregates.clear();
            return;
        }
        let ([Aggregate::Average], [item]) = (self.aggregates.as_slice(), self.draft.items.as_mut_slice()) else {
            return;
        };
        let number = matches!(item.target, Target::Column(c) if self.schema.kind(c) == ColumnKind::Number);
        if number && matches!(item.aggregate, Some(Aggregate::Count | Aggregate::Sum)) {
            item.aggregate = Some(Aggregate::Average);
            self.aggregates.clear();
        }
    }

    /// 'students who have president votes', where a vote is a column of another table: those with a row there.
    pub(super) fn narrows_by(&mut self, c: Col) -> bool {
        let said = self.pieces.iter().find(|p| p.link == Link::Column(c)).map_or(0, |p| p.start);
        let before = said.checked_sub(1).and_then(|i| self.tokens.get(i)).map_or("", |t| t.lower.as_str());
        let about = self.draft.items.iter().find_map(super::measures::table_of);
        let apart = about.is_some_and(|t| t != c.table && self.schema.belongs(c.table, t));
        let narrows = !self.schema.for_people && apart && matches!(before, "have" | "has" | "had" | "with");
        if narrows && !self.draft.context.contains(&c.table) {
            self.draft.context.push(c.table);
        }
        narrows
    }

    /// A column left in a filter that nothing was said of: 'with their floor' shows it.
    pub(super) fn loose_column(&mut self, c: Col) {
        let aggregated = self.draft.items.iter().any(|i| i.aggregate.is_some()) || !self.draft.keys.is_empty();
        let shown = |p: &Piece| {
            let before = p.start.checked_sub(1).and_then(|i| self.tokens.get(i)).map_or("", |t| t.lower.as_str());
            p.link == Link::Column(c)
                && matches!(
                    before,
                    "their" | "its" | "his" | "her" | "with" | "and" | "the" | "they" | "close" | "closed"
                )
        };
        let asked = self.pieces.iter().any(shown) || self.draft.event.is_some();
        if self.narrows_by(c) {
            return;
        }
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
    pub(super) fn trailing_extreme(&mut self, up: bool, counts: bool) {
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
        // 'which classroom has the most pupils' where nothing is called pupil: the rows of a classroom.
        let rows = || match self.draft.items.as_slice() {
            [Item { target: Target::Column(c), aggregate: None, .. }] if self.draft.asks_which => Some(c.table),
            _ => None,
        };
        let counted = self.draft.context.first().copied().or_else(|| self.valued_table()).or_else(rows);
        let target = counted.map(Target::Table);
        if let (Some(target), true) = (target, counts) {
            let item = Item { aggregate: Some(Aggregate::Count), distinct: false, target };
            self.draft.keys.push(Key { item, descending: up });
            self.limit_default();
        } else if let (Some(aggregate), false) =
            (self.row_amount(up).filter(|_| self.draft.skip.is_none()), self.draft.asks_which)
        {
            if let Some(item) = self.draft.items.first_mut() {
                item.aggregate = Some(aggregate);
            }
        } else if let (false, Some(worth)) = (counts, self.brings_in()) {
            self.draft.assumptions.push("ranked by revenue".to_owned());
            let item = Item { aggregate: None, distinct: false, target: Target::Worth(worth) };
            self.draft.keys.push(Key { item, descending: up });
            self.draft.limit = self.draft.limit.or(Some(TOP));
        } else if let Some(c) = self.row_size().filter(|_| self.draft.keys.is_empty()) {
            let item = Item { aggregate: None, distinct: false, target: Target::Column(c) };
            self.draft.keys.push(Key { item, descending: up });
            self.limit_default();
        } else if self.draft.items.is_empty() && self.draft.limit.is_none() {
            self.draft.leftover.push(if up { Aggregate::Max } else { Aggregate::Min });
        } else if self.draft.keys.is_empty() && self.draft.limit.is_none() {
            // 'the best doctor': by what, nobody said.
            self.draft.dangling.extend([self.pieces.len(), self.pieces.len(), self.pieces.len()]);
        }
    }

    /// 'the top products': by what was sold of them.
    fn brings_in(&self) -> Option<usize> {
        let [Item { target: Target::Table(t), aggregate: None, .. }] = self.draft.items.as_slice() else { return None };
        let said = self.tokens.iter().position(|tok| tok.lower == "top")?;
        let several = self.tokens.get(said + 1..)?.iter().any(|tok| tok.lower.ends_with('s'));
        let near = |w: usize| self.schema.parents(w);
        let sold = |w: &usize| near(*w).iter().any(|p| p == t || near(*p).contains(t));
        let sums = !self.schema.only_charged;
        let worth = |w: &usize| sums && self.schema.tables.get(*w).is_some_and(|v| v.worth.is_some());
        (0..self.schema.tables.len()).filter(worth).find(sold).filter(|_| several && self.draft.keys.is_empty())
    }

    /// 'which month has the most rain': rows of the table in which rain is a value.
    fn valued_table(&self) -> Option<usize> {
        let asks = self.draft.items.is_empty() && (self.draft.asks_grain.is_some() || !self.draft.groups.is_empty());
        let value = self.pieces.iter().find_map(|piece| match &piece.link {
            Link::Value(value) => Some(value.col.table),
            _ => None,
        });
        value.filter(|_| asks)
    }

    /// 'largest payment' where a payment has one amount.
    pub(super) fn row_amount(&self, up: bool) -> Option<Aggregate> {
        let [Item { target: Target::Table(t), aggregate: None, .. }] = self.draft.items.as_slice() else { return None };
        let columns = &self.schema.tables.get(*t)?.columns;
        let amounts =
            columns.iter().filter(|c| c.kind == ColumnKind::Number && c.words.iter().any(|w| w == "amount")).count();
        (amounts == 1 && self.draft.limit.is_none()).then_some(if up { Aggregate::Max } else { Aggregate::Min })
    }

    /// 'the largest invoice': by its total; the largest field by its area.
    fn row_size(&self) -> Option<Col> {
        let t = match self.draft.items.as_slice() {
            [Item { target: Target::Table(t), aggregate: None, .. }] => t,
            // 'the 3 biggest expenses with merchant and cardholder'.
            [Item { target: Target::Table(t), aggregate: None, .. }, more @ ..]
                if self.schema.for_people && more.iter().all(|i| i.aggregate.is_none()) =>
            {
                t
            }
            // 'the stories of the highest building'.
            [Item { aggregate: None, .. }, ..] => self.draft.context.last()?,
            _ => return None,
        };
        let said = |words: &[&str]| self.tokens.iter().any(|token| words.contains(&token.lower.as_str()));
        let high = said(&["highest", "lowest"]).then_some(&["height", "elevation", "altitude"][..]);
        let large = said(&["largest", "biggest", "smallest", "greatest", "tiniest"])
            .then_some(&["size", "area", "capacity", "population"][..]);
        let named = self.schema.numeric_with(*t, &["total", "amount"]);
        let own = || match self.schema.tables.get(*t)?.worth.as_ref()? {
            Expr::Column(worth) if self.schema.for_people => self.schema.find(worth),
            _ => None,
        };
        named
            .or_else(own)
            .or_else(|| high.into_iter().chain(large).find_map(|words| self.schema.numeric_with(*t, words)))
    }

    /// 'customers in Texas, how many?', 'how many apartments': a count whose noun came before or is a value.
    pub(super) fn trailing_count(&mut self) {
        if self.draft.common.is_some() && !self.draft.items.is_empty() {
            // 'the most common type, and how many are there'.
            self.draft.shows_common = true;
            self.draft.ask = Ask::List;
            return;
        }
        let counted = self.draft.items.iter().find(|i| i.aggregate == Some(Aggregate::Count)).cloned();
        let rows = self.draft.items.iter().find_map(|i| match i.target {
            Target::Column(c) => Some(Target::Table(c.table)),
            _ => None,
        });
        let rows = rows.map(|target| Item { aggregate: Some(Aggregate::Count), distinct: false, target });
        if let (Some(item), true) = (counted.or(rows), self.mode == super::reader::Mode::Order) {
            // 'ordered by the count', 'the platforms in descending order of frequency'.
            self.draft.sorted = true;
            self.draft.keys.push(Key { item, descending: self.descending.unwrap_or(false) });
            return;
        }
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
