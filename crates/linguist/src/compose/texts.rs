//! The parts of the reader that take text as it stands: patterns, names, places that the data does not hold.

use super::draft::Pending;
use super::reader::Reader;
use crate::form::{Condition, Operand};
use crate::lexicon::{Mark, Relation};
use crate::link::Link;
use crate::schema::{Col, ColumnKind};

impl Reader<'_> {
    pub fn pattern_mark(&mut self, mark: &Mark) {
        self.like = Some(mark.clone());
        let first = self.pieces.get(self.at).and_then(|p| self.tokens.get(p.start));
        self.negated |= first.is_some_and(|t| t.lower == "without");
        // The word after it need not be known to anybody: 'containing foo'.
        let here = self.pieces.get(self.at);
        let next_start = self.pieces.get(self.at + 1).map_or(self.tokens.len(), |p| p.start);
        let loose = here.and_then(|p| self.tokens.get(p.end..next_start)).unwrap_or_default();
        let wanted = |t: &&crate::tokens::Token| {
            // 'starts with A' means the letter.
            let letter = t.text.len() == 1 && t.text != t.lower;
            !matches!(t.kind, crate::tokens::Kind::Punct(_)) && (letter || !crate::lexicon::lexicon().is_stop(t))
        };
        let loose: Vec<&str> = loose.iter().filter(wanted).map(|t| t.text.as_str()).collect();
        self.draft.consumed.extend(here.map_or(0, |p| p.end)..next_start);
        // 'contains the french word "moulin"': what is quoted is the text.
        let quoted = self.tokens.get(next_start).is_some_and(|t| t.kind == crate::tokens::Kind::Quoted);
        if !loose.is_empty() && !quoted {
            let text = loose.join(" ");
            self.text(&text);
        }
    }

    /// "have 'a' in their names": part of a text, and the column comes after it.
    fn inside_column(&self) -> Option<Mark> {
        let end = self.pieces.get(self.at).map_or(0, |p| p.end);
        let within = self.tokens.get(end).is_some_and(|t| t.lower == "in");
        let text = self.column_behind(1).is_some();
        (within && text && self.column.is_none()).then_some(Mark::Contains)
    }

    /// The text column of 'in their names', as many pieces ahead.
    fn column_behind(&self, ahead: usize) -> Option<Col> {
        match (self.peek(ahead), self.peek(ahead + 1)) {
            (Some(Link::Mark(Mark::Preposition)), Some(Link::Column(c))) => {
                Some(*c).filter(|c| self.schema.kind(*c) == ColumnKind::Text)
            }
            _ => None,
        }
    }

    /// 'D or S in their first name': both are parts of the text that is named behind the second.
    fn either_inside(&mut self, text: &str) -> bool {
        let (Some(Link::Mark(Mark::Or)), Some(Link::Quoted(second))) = (self.peek(1), self.peek(2)) else {
            return false;
        };
        let Some(c) = self.column_behind(3).filter(|_| !self.schema.for_people && self.column.is_none()) else {
            return false;
        };
        let column = || self.schema.reference(c);
        let part = |text: &str| Condition::Like { column: column(), pattern: format!("%{text}%"), negated: false };
        let either = Condition::Any(vec![part(text), part(second)]);
        self.at += 4;
        self.push_filter(Pending::Ready(either));
        true
    }

    /// Quoted or loose text: a pattern, or the value of the column before it, or a name.
    pub fn text(&mut self, text: &str) {
        let negated = std::mem::take(&mut self.negated) || std::mem::take(&mut self.absent);
        if self.like.is_none() && self.column.is_none() && self.or_pattern(text) {
            return;
        }
        if !negated && self.either_inside(text) {
            self.like = None;
            return;
        }
        let like = self.like.take().or_else(|| self.inside_column());
        let pattern = match like {
            Some(Mark::Starts) => format!("{text}%"),
            Some(Mark::Ends) => format!("%{text}"),
            Some(_) => format!("%{text}%"),
            None => text.to_owned(),
        };
        let relation = self.relation.take().or_else(|| self.worded_relation()).filter(|_| like.is_none() && !negated);
        if let (Some(relation), Some(c)) = (relation, self.column)
            && relation != Relation::Equal
            && text.starts_with(|c: char| c.is_ascii_digit())
        {
            // "before the date '2017-06-19 02:59:21'".
            self.column = None;
            let right = Operand::Text(text.to_owned());
            self.push_filter(Pending::Ready(Condition::Compare { left: self.schema.expr(c), relation, right }));
            return;
        }
        if like.is_none() && self.moment(text, relation) {
            return;
        }
        if let (true, Some(Link::Mark(Mark::Preposition)), Some(Link::Column(c))) =
            (like.is_some() && self.column.is_none(), self.peek(1), self.peek(2))
            && self.schema.kind(*c) == ColumnKind::Text
        {
            // 'with the word Dummy in their titles'.
            self.column = Some(*c);
            self.at += 2;
        }
        match self.column.take() {
            Some(c) => {
                let column = self.schema.reference(c);
                let condition = if like.is_some() {
                    Condition::Like { column, pattern, negated }
                } else {
                    Condition::OneOf { column, values: vec![Operand::Text(pattern)], negated }
                };
                self.push_filter(Pending::Ready(condition));
            }
            None => self.push_filter(Pending::Named { pattern, negated, like: like.is_some() }),
        }
    }

    /// "sent before '1986-08-26 20:49:27'": a day is compared with a day, whatever column was said last.
    fn moment(&mut self, text: &str, relation: Option<Relation>) -> bool {
        let dated = text.len() >= 10
            && text
                .chars()
                .take(10)
                .enumerate()
                .all(|(i, c)| if i == 4 || i == 7 { c == '-' } else { c.is_ascii_digit() });
        let is_day = |c: &Col| self.schema.kind(*c) == ColumnKind::Time || self.is_date(*c);
        if !dated || self.schema.for_people || self.column.is_some_and(|c| is_day(&c)) {
            return false;
        }
        let start = self.pieces.get(self.at).map_or(0, |p| p.start);
        let words = self.tokens.get(start.saturating_sub(3)..start).unwrap_or_default();
        let told = words.iter().rev().find_map(|t| match t.lower.as_str() {
            "before" => Some(Relation::Less),
            "after" | "since" => Some(Relation::Greater),
            _ => None,
        });
        let about = self.draft.items.iter().find_map(super::measures::table_of);
        let near = self.said_last().or(about).and_then(|t| self.schema.time(t));
        let column = self.draft.event.map(|e| e.0).or(near).or_else(|| about.and_then(|t| self.schema.time(t)));
        let (Some(c), Some(relation)) = (column, relation.or(told)) else { return false };
        self.draft.event = self.draft.event.filter(|e| e.0 != c);
        self.column = None;
        let right = Operand::Text(text.to_owned());
        self.push_filter(Pending::Ready(Condition::Compare { left: self.schema.expr(c), relation, right }));
        true
    }

    /// "contain 'superstar' or 'edu'": the second is a part of the same text as the first.
    fn or_pattern(&mut self, text: &str) -> bool {
        let last = self.draft.filters.last().map(|f| &f.condition).filter(|_| self.or && !self.schema.for_people);
        let Some(Pending::Ready(Condition::Like { column, pattern, negated })) = last else { return false };
        let open = |there: bool| if there { "%" } else { "" };
        let pattern = format!("{}{text}{}", open(pattern.starts_with('%')), open(pattern.ends_with('%')));
        let condition = Condition::Like { column: column.clone(), pattern, negated: *negated };
        self.push_filter(Pending::Ready(condition));
        true
    }

    /// 'a customer named Omar': a known value, or the words that follow, which need not be known to anybody.
    pub fn named(&mut self) {
        let Some(end) = self.pieces.get(self.at).map(|p| p.end) else { return };
        let next = self.pieces.get(self.at + 1).filter(|p| p.start == end);
        match next.map(|p| &p.link) {
            Some(Link::Value(value)) if value.whole || !self.names_row(value.col) => return,
            Some(Link::Value(_)) | None => {}
            Some(_) => return,
        }
        let before = self.pieces.get(..self.at).unwrap_or_default().iter().rev();
        let said = before.filter(|p| matches!(p.link, Link::Table(_))).find_map(|p| crate::segment::table_of(&p.link));
        let table = next.and_then(|p| crate::segment::table_of(&p.link)).or(said);
        let words = self.tokens.get(end..).unwrap_or_default().iter();
        let plain =
            |t: &&crate::tokens::Token| t.kind == crate::tokens::Kind::Word && !crate::lexicon::lexicon().is_stop(t);
        let proper = self.tokens.get(end).is_some_and(|t| t.proper);
        let words = words.take_while(|t| plain(t) && t.proper == proper);
        let words: Vec<&str> = words.map(|t| t.text.as_str()).take(if proper { 4 } else { 1 }).collect();
        if words.is_empty() {
            return;
        }
        let until = end + words.len();
        self.draft.consumed.extend(end..until);
        while self.pieces.get(self.at + 1).is_some_and(|p| p.start < until) {
            self.at += 1;
        }
        let text = words.join(" ");
        self.push_filter(Pending::Called { text, table });
    }

    fn names_row(&self, c: Col) -> bool {
        self.schema.display(c.table).contains(&c)
    }

    /// 'is there a store in Dallas': a place that the data does not know has none.
    pub fn unknown_place(&mut self) {
        let Some(end) = self.pieces.get(self.at).map(|p| p.end) else { return };
        let until = self.pieces.get(self.at + 1).map_or(self.tokens.len(), |p| p.start);
        let words = self.tokens.get(end..until).unwrap_or_default().iter();
        let words: Vec<&str> =
            words.take_while(|t| t.proper && t.kind == crate::tokens::Kind::Word).map(|t| t.text.as_str()).collect();
        let exists = self.draft.ask == super::draft::Ask::YesNo && !self.draft.items.is_empty();
        if exists && !words.is_empty() {
            self.draft.consumed.extend(end..end + words.len());
            let text = words.join(" ");
            self.push_filter(Pending::Nowhere { text });
        }
    }
}
