//! The parts of the reader that tell apart what stands in one relation twice: where a way begins and ends, what is shared out
//! and by how many.

use super::draft::{Item, Target};
use super::reader::{Mode, Reader};
use crate::form::{Condition, Operand, Query, Selected};
use crate::lexicon::{Aggregate, Mark, lexicon};
use crate::link::Link;
use crate::schema::{Col, ColumnKind};
use crate::values::ValueHit;

const BEGINS: [&str; 8] = ["origin", "source", "start", "departure", "from", "pickup", "sender", "departing"];
const ENDS: [&str; 8] = ["destination", "target", "end", "arrival", "to", "dropoff", "receiver", "arriving"];

impl Reader<'_> {
    /// 'from Hamburg to Lyon': of two keys to the depots the one that says where it begins, or where it ends.
    pub(super) fn way_end(&self, value: &ValueHit, negated: bool) -> Option<Condition> {
        let start = self.pieces.get(self.at)?.start;
        let before = self.tokens.get(start.checked_sub(1)?).map_or("", |t| t.lower.as_str());
        let side = match before {
            "from" | "leaving" | "departing" => BEGINS,
            "to" | "into" | "towards" | "reaching" => ENDS,
            _ => return None,
        };
        let called = |key: &Col| {
            let words = self.schema.view(*key).map_or(&[][..], |v| v.words.as_slice());
            side.iter().any(|word| words.contains(&crate::lemma::stem(word)))
        };
        let there = |key: &Col| self.schema.points_at(*key) == Some(value.col.table);
        let mut keys = self.schema.parallel.iter().filter(|key| there(key) && called(key));
        let (Some(key), None, true) = (keys.next(), keys.next(), value.whole) else { return None };
        let to = self.schema.key_target(*key)?;
        let texts = std::iter::once(&value.text).chain(&value.others);
        let values: Vec<Operand> = texts.map(|text| Operand::Text(text.clone())).collect();
        let query = Query {
            select: vec![Selected { expr: self.schema.expr(to), alias: None }],
            base: self.schema.table_name(to.table).to_owned(),
            filter: vec![Condition::OneOf { column: self.schema.reference(value.col), values, negated: false }],
            ..Query::default()
        };
        Some(Condition::InQuery { column: self.schema.reference(*key), query: Box::new(query), negated })
    }

    /// 'hours times rate', 'wait plus talk time': one figure made of two.
    pub(super) fn formula(&mut self, c: Col) -> bool {
        let number = |c: Col| self.schema.kind(c) == ColumnKind::Number && self.schema.flag(c).is_none();
        let Some(end) = self.pieces.get(self.at).map(|p| p.end).filter(|_| number(c)) else { return false };
        let next = self.pieces.iter().enumerate().skip(self.at + 1).take(2).find_map(|(i, piece)| match piece.link {
            Link::Column(other) if number(other) && other != c => Some((i, piece.start, other)),
            _ => None,
        });
        let Some((i, start, other)) = next else { return false };
        let between = self.tokens.get(end..start).unwrap_or_default();
        let between: Vec<&str> = between.iter().map(|t| t.lower.as_str()).filter(|w| *w != "the").collect();
        let sign = match between.as_slice() {
            ["plus"] => '+',
            ["minus"] => '-',
            ["times" | "x"] | ["multiplied", "by" | "with"] => '*',
            _ => return false,
        };
        let item = self.item(Target::Formula(c, sign, other));
        let aggregate = item.aggregate.or(Some(Aggregate::Sum));
        self.draft.items.push(Item { aggregate, ..item });
        self.done.extend(self.at + 1..=i);
        true
    }

    /// 'per hectare', 'per passenger': a unit that others are divided by, unless there are groups of it.
    pub(super) fn is_divisor(&self, c: Col) -> bool {
        let link = |back: usize| self.at.checked_sub(back).and_then(|i| self.pieces.get(i));
        let per = link(1).filter(|p| p.link == Link::Mark(Mark::Each)).and_then(|p| self.tokens.get(p.start));
        let figure = self.schema.kind(c) == ColumnKind::Number && self.schema.flag(c).is_none();
        let said = self.pieces.get(self.at).and_then(|p| self.tokens.get(p.end.checked_sub(1)?));
        let name = crate::tokens::name_words(&self.schema.reference(c).column);
        let counted = self.schema.view(c).is_some_and(|v| v.words.iter().any(|w| w == "count"));
        let counts = counted || name.last().is_some_and(|w| crate::lemma::lemma(w) != *w);
        let one = said.is_some_and(|t| lexicon().is_unit(&t.lower) || counts && t.lower == t.lemma);
        per.is_some_and(|t| t.lower == "per") && figure && one && !self.draft.items.is_empty()
    }

    /// 'fuel per 100 km'.
    pub(super) fn divides(&mut self, n: f64) -> bool {
        let before = self.at.checked_sub(1).and_then(|i| self.pieces.get(i)).map(|p| &p.link);
        let per = self.mode == Mode::Group && matches!(before, Some(Link::Mark(Mark::Each)));
        let Some(Link::Column(c)) = self.peek(1) else { return false };
        let figure = self.schema.kind(*c) == ColumnKind::Number;
        if !per || !figure || self.draft.items.is_empty() {
            return false;
        }
        self.draft.divisor = Some((*c, n));
        self.done.push(self.at + 1);
        self.mode = Mode::Head;
        true
    }
}
