//! What a question says and a statement must keep: every number, value and column, every 'not', 'each', 'between',
//! 'average', 'second', 'versus'.
//!
//! A reading that covers such a word and does nothing with it looks understood and is wrong. For people, who believe what
//! they are told, it loses against any reading that keeps its word, and alone it is not sure enough to be answered.

use crate::compose::Draft;
use crate::form::{Condition, Expr, Query};
use crate::lexicon::{Aggregate, Mark, Relation};
use crate::link::Link;
use crate::quantified::name_on_many;
use crate::schema::{Col, ColumnKind, Schema};
use crate::segment::Piece;
use crate::tokens::Token;

pub struct Promises<'a> {
    pub tokens: &'a [Token],
    pub pieces: &'a [Piece],
    pub draft: &'a Draft,
    pub query: &'a Query,
    pub sql: &'a str,
    pub schema: &'a Schema,
}

impl Promises<'_> {
    /// The words that the statement knows nothing of.
    pub fn broken(&self) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        for (at, piece) in self.pieces.iter().enumerate() {
            if !self.keeps(at, piece) {
                words.push(self.words(piece));
            }
        }
        words.extend(self.passed_over());
        words.extend(self.groups_lost());
        words.extend(self.contradiction());
        words.extend(self.missing_nowhere());
        words.extend(self.counted_figure());
        words.extend(self.odd_group());
        words.extend(self.unasked_groups());
        words.extend(self.pattern_in_key());
        words.extend(self.unfit());
        words.extend(self.uncounted_people());
        words.extend(self.formula_lost());
        words.extend(self.once_for_all());
        words.extend(self.says_itself());
        words.extend(self.counted_one());
        words.extend(self.step_of_period());
        words.extend(self.counted_hours());
        words.extend(self.bare_flag());
        words.extend(self.two_times());
        words.extend(self.rate_added_up());
        words.extend(self.time_within_time());
        words.extend(self.by_unknown());
        words.extend(self.most_of_days());
        words.extend(self.nobody());
        words.extend(self.average_step());
        words.extend(self.words_lost());
        words.extend(self.figures_lost());
        words.extend(self.business_lost());
        words.extend(self.everyday_lost());
        words.extend(self.beyond());
        words.extend(self.nothing_left());
        words.dedup();
        words
    }

    /// Something in the statement is denied.
    pub(crate) fn negated(&self) -> bool {
        is_negated(self.query)
    }

    fn words(&self, piece: &Piece) -> String {
        let tokens = self.tokens.get(piece.start..piece.end).unwrap_or_default();
        tokens.iter().map(|t| t.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    fn keeps(&self, at: usize, piece: &Piece) -> bool {
        match &piece.link {
            Link::Number(n) => {
                let digit =
                    self.tokens.get(piece.start).is_some_and(|t| t.text.starts_with(|c: char| c.is_ascii_digit()));
                *n <= 1.0 && !digit && !self.is_compared(at) || self.says_number(*n)
            }
            Link::Ordinal(n) if self.ranks(at + 1) => {
                self.query.offset.is_some_and(|o| o as f64 + 1.0 == *n) || *n <= 1.0
            }
            Link::Value(value) => {
                let said = |text: &str| self.sql.contains(&text.replace('\'', "''"));
                (said(&value.text) || value.others.iter().any(|text| said(text))) && !self.names_a_group(at, piece)
            }
            Link::Column(column) => self.uses(*column, piece) || self.is_spoken_for(at),
            // 'recent', 'paid', 'cheap': said of rows, it narrows or sorts them. 'how old' asks.
            Link::Mark(Mark::Positive(_)) => {
                self.word(piece.start.checked_sub(1)) == "how" || !self.draft.keys.is_empty()
            }
            Link::Standing(standing) => self.sql.contains(&self.schema.reference(standing.col).column),
            Link::Mark(mark) => self.keeps_mark(mark),
            // 'with field, crop and sowing date': each of them is asked for.
            Link::Table(t) => {
                let asked = self.is_listed(at) || self.is_had(*t, piece);
                !asked || self.sql.contains(self.schema.table_name(*t))
            }
            _ => true,
        }
    }

    /// 'more than one'.
    fn is_compared(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|i| self.pieces.get(i)).map(|p| &p.link);
        matches!(before, Some(Link::Mark(Mark::Compare(Relation::Greater))))
    }

    /// 'customers with returns', 'who returned an item': only those who have some.
    fn is_had(&self, t: usize, piece: &Piece) -> bool {
        const HAS: [&str; 8] = ["with", "have", "has", "had", "having", "without", "placed", "made"];
        const SMALL: [&str; 7] = ["a", "an", "any", "no", "some", "at", "one"];
        let before = self.tokens.get(..piece.start).unwrap_or_default().iter().rev();
        let has = before.map(|t| t.lower.as_str()).find(|word| !SMALL.contains(word));
        let named = self.schema.tables.get(t).and_then(|v| v.words.last());
        let verb = self.tokens.get(piece.start).filter(|t| t.lower.ends_with("ed") && piece.start > 1);
        let done = verb.zip(named).is_some_and(|(verb, named)| {
            let rest = named.strip_prefix(verb.stem.as_str());
            rest.is_some_and(|rest| matches!(rest, "" | "al" | "ion" | "ation" | "ment" | "y"))
        });
        // Every dependent has an employee: that goes without saying.
        let above = self.schema.table_index(&self.query.base).is_some_and(|base| self.schema.belongs(base, t));
        (has.is_some_and(|word| HAS.contains(&word)) || done) && !above
    }

    fn is_listed(&self, at: usize) -> bool {
        let and = |i: Option<usize>| {
            matches!(i.and_then(|i| self.pieces.get(i)).map(|p| &p.link), Some(Link::Mark(Mark::And)))
        };
        and(at.checked_sub(1)) || and(at.checked_add(1))
    }

    /// Small words that mean something wherever they stand.
    fn passed_over(&self) -> Vec<String> {
        const SMALL: [&str; 9] = ["total", "per", "by", "not", "between", "over", "under", "except", "value"];
        let small = |(i, t): &(usize, &Token)| SMALL.contains(&t.lower.as_str()) && !self.covered(*i);
        self.tokens.iter().enumerate().filter(small).map(|(_, t)| t.text.clone()).collect()
    }

    /// 'sales by material' where nothing is a material: what they are told apart by was asked for.
    fn by_unknown(&self) -> Option<String> {
        let unknown = crate::score::unexplained(self.tokens, self.pieces, &self.draft.consumed);
        unknown.into_iter().find_map(|at| {
            let article = usize::from(at > 0 && matches!(self.at(at - 1), "the" | "our" | "each" | "their"));
            let by = at.checked_sub(1 + article).map_or("", |before| self.at(before));
            let figures = !self.query.select.is_empty() && self.query.select.iter().all(|s| s.expr.is_aggregate());
            (matches!(by, "by" | "per") && figures).then(|| by.to_owned())
        })
    }

    /// The word at a place, in small letters; none behind the end.
    pub(crate) fn at(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |t| t.lower.as_str())
    }

    pub(crate) fn piece_at(&self, at: usize) -> Option<&Piece> {
        self.pieces.iter().find(|p| (p.start..p.end).contains(&at))
    }

    /// Some piece took the word, or the reader did.
    pub(crate) fn covered(&self, at: usize) -> bool {
        self.draft.consumed.contains(&at) || self.piece_at(at).is_some()
    }

    fn word(&self, at: Option<usize>) -> &str {
        at.and_then(|i| self.tokens.get(i)).map_or("", |t| t.lower.as_str())
    }

    fn ranks(&self, at: usize) -> bool {
        matches!(
            self.pieces.get(at).map(|p| &p.link),
            Some(Link::Mark(Mark::Extreme(_) | Mark::Superlative(_) | Mark::Most(_) | Mark::Common(_)))
        )
    }

    fn keeps_mark(&self, mark: &Mark) -> bool {
        let has = |word: &str| self.sql.contains(word);
        let ranked = !self.query.order.is_empty() || has("MAX(") || has("MIN(");
        match mark {
            Mark::Not | Mark::Without | Mark::Except => is_negated(self.query),
            Mark::Aggregate(Aggregate::Sum) => has("SUM(") || has("COUNT(") || has(" / "),
            Mark::Aggregate(Aggregate::Average) => has("AVG(") || has(" / "),
            Mark::Aggregate(Aggregate::Median) => has("MEDIAN("),
            Mark::Aggregate(Aggregate::Max | Aggregate::Min) => ranked,
            Mark::Extreme(_) | Mark::Superlative(_) | Mark::Most(_) | Mark::Common(_) => ranked,
            Mark::Share | Mark::Ratio => has("100.0 *") || has(" / "),
            // 'visitors who came for both flu and an injury': one visit is for one of them.
            Mark::Both => {
                let either =
                    |c: &Condition| matches!(c, Condition::OneOf { values, negated: false, .. } if values.len() > 1);
                !self.query.filter.iter().any(either) || name_on_many(self.query, self.schema).is_none()
            }
            Mark::Starts | Mark::Ends | Mark::Contains => has("LIKE"),
            Mark::Compare(Relation::Equal) => true,
            Mark::Compare(_) | Mark::Comparative(_) => self.compares(),
            Mark::HowMuch => self.says_how_much(),
            Mark::HowMany => self.says_how_many(),
            // 'and how many are there' behind a mere condition points at nothing.
            Mark::ThatFigure => ranked || self.query.select.iter().any(|s| s.expr.is_aggregate()),
            // 'more seats than average' is held against a figure.
            Mark::More => {
                self.query.is_aggregated() || self.draft.compare || ranked || self.sql.contains("(SELECT AVG(")
            }
            Mark::By => {
                let narrowed = !self.query.filter.is_empty() || !self.query.having.is_empty() || has("100.0 *");
                narrowed || !self.query.group.is_empty() || !self.query.order.is_empty()
            }
            Mark::ComparedWith => !self.query.group.is_empty() || self.query.select.len() > 1,
            _ => true,
        }
    }

    /// 'how many marks were given' is no list of marks; 'how many credits is it worth' is what stands in its row.
    fn says_how_many(&self) -> bool {
        let figures = self.query.is_aggregated() || self.query.yes_no;
        let one = |c: &Condition| match c {
            Condition::OneOf { column, negated: false, .. } => {
                self.schema.find(column).and_then(|c| self.schema.column(c)).is_some_and(|c| c.unique)
            }
            _ => false,
        };
        let each = self.tokens.iter().any(|t| matches!(t.lower.as_str(), "each" | "every" | "per"));
        figures || each || self.query.filter.iter().any(one) || self.query.limit.is_some()
    }

    /// 'how much did each client pay' is no list of days.
    fn says_how_much(&self) -> bool {
        let figure = |e: &Expr| match e {
            Expr::Column(c) => self.schema.find(c).is_some_and(|c| self.schema.kind(c) == ColumnKind::Number),
            other => !matches!(other, Expr::Bucket { .. } | Expr::Lookup { .. }),
        };
        self.query.select.iter().any(|s| figure(&s.expr)) || self.query.yes_no
    }

    /// Something is larger or smaller than something: a cell, a group, a time, a step of a comparison side by side.
    fn compares(&self) -> bool {
        let signs = [" > ", " < ", " >= ", " <= ", " BETWEEN ", " <> "];
        self.draft.compare || signs.iter().any(|sign| self.sql.contains(sign)) || self.query.yes_no
    }

    /// As it stands, or in the unit of the column: ten minutes are 600 seconds.
    fn says_number(&self, n: f64) -> bool {
        const UNITS: [f64; 6] = [1.0, 60.0, 3_600.0, 24.0, 1_000.0, 100.0];
        UNITS.iter().any(|unit| has_number(self.sql, &crate::write::number(n * unit)))
    }

    fn uses(&self, column: Col, piece: &Piece) -> bool {
        let kind = self.schema.kind(column);
        let name = self.schema.column(column).map_or("", |c| c.name.as_str());
        // 'never sold', 'most borrowed': the rows that say so are looked at, if not the column.
        let verb = |t: &Token| {
            t.lower.ends_with("ed") || matches!(t.lower.as_str(), "sold" | "bought" | "paid" | "made" | "sent")
        };
        let done =
            self.tokens.get(piece.start).is_some_and(verb) && self.sql.contains(self.schema.table_name(column.table));
        // Of two keys to one table each says something of its own.
        let key = kind == ColumnKind::Key && !self.schema.parallel.contains(&column);
        let names_row = key || self.schema.display(column.table).contains(&column);
        names_row || done || self.sql.contains(name)
    }

    /// 'gold tier', 'status cancelled': the value beside it says the same.
    fn is_spoken_for(&self, at: usize) -> bool {
        let beside = at.checked_sub(1).into_iter().chain([at + 1]).filter_map(|i| self.pieces.get(i));
        // 'enrolled in Statistics withdrew': a name says nothing of when.
        let said = self.pieces.get(at).map(|p| &p.link);
        let time = matches!(said, Some(Link::Column(c)) if self.schema.kind(*c) == ColumnKind::Time);
        let told = |piece: &&Piece| match piece.link {
            Link::Value(_) => !time,
            _ => matches!(piece.link, Link::Time(_) | Link::Grain(_)),
        };
        beside.filter(told).count() > 0
    }

    /// 'tickets by agent' where some cell says 'agent': a table or column of that name is meant.
    fn names_a_group(&self, at: usize, piece: &Piece) -> bool {
        let before = at.checked_sub(1).and_then(|i| self.pieces.get(i)).map(|p| &p.link);
        let token = self.tokens.get(piece.start);
        matches!(before, Some(Link::Mark(Mark::By | Mark::Each)))
            && token.is_some_and(|t| !t.proper && self.schema.postings.contains_key(&t.stem))
    }

    /// 'per customer per month' with one group or none.
    fn groups_lost(&self) -> Vec<String> {
        let figures = self.query.select.iter().any(|s| s.expr.is_aggregate());
        let ratio = self.query.select.iter().any(|s| matches!(s.expr, Expr::Arithmetic { sign: '/', .. }));
        let asked = self.pieces.iter().filter(|p| p.link == Link::Mark(Mark::Each));
        let groups = if self.query.group.is_empty() { 0 } else { self.draft.groups.len().max(1) };
        // 'the best of each': not the best of all.
        let one_row = self.query.limit == Some(1);
        if !self.query.within.is_empty() {
            return Vec::new();
        }
        if !figures && !one_row {
            // 'unpaid bills per client' is no list of days, unless the best of each is wanted.
            let best = self.query.filter.iter().any(|c| matches!(c, Condition::Best { .. }));
            let listed = self.query.group.is_empty() && !best;
            let per = |piece: &&Piece| listed && self.words(piece).eq_ignore_ascii_case("per");
            return asked.filter(per).map(|piece| self.words(piece)).collect();
        }
        if ratio {
            return Vec::new();
        }
        let groups = if one_row { 0 } else { groups };
        asked.skip(groups).map(|piece| self.words(piece)).collect()
    }

    /// 'how many people work in Engineering' with departments counted.
    fn uncounted_people(&self) -> Option<String> {
        let at = self.tokens.iter().position(|t| matches!(t.lower.as_str(), "people" | "persons"))?;
        let asked = matches!(self.word(at.checked_sub(1)), "many" | "of");
        let covered = self.pieces.iter().any(|p| (p.start..p.end).contains(&at) && !matches!(p.link, Link::Mark(_)));
        let table = self.schema.table_index(&self.query.base).and_then(|t| self.schema.tables.get(t));
        let people = table.is_some_and(|t| t.words.iter().any(|w| PEOPLE.map(crate::lemma::stem).contains(w)));
        (asked && !covered && !people).then(|| "people".to_owned())
    }

    /// 'sum of the fees of members' where a fee is the plan's: every member pays it, not every plan once.
    fn once_for_all(&self) -> Option<String> {
        let of = |piece: &Piece| piece.link == Link::Mark(Mark::Of);
        self.pieces.windows(3).find_map(|three| match three {
            [Piece { link: Link::Column(c), .. }, middle, last @ Piece { link: Link::Table(t), .. }] if of(middle) => {
                let theirs = self.schema.kind(*c) == ColumnKind::Number && self.schema.parents(*t).contains(&c.table);
                (theirs && self.sql.contains("SUM(") && self.sql.contains("EXISTS (")).then(|| self.words(last))
            }
            _ => None,
        })
    }

    /// 'this year' as a year to group by.
    fn step_of_period(&self) -> Option<String> {
        let told =
            |at: Option<usize>| matches!(self.word(at), "this" | "last" | "next" | "previous" | "past" | "current");
        let step = |p: &&Piece| matches!(p.link, Link::Grain(_)) && told(p.start.checked_sub(1));
        self.pieces.iter().find(step).map(|p| self.words(p))
    }

    /// 'who was fastest' with the name of a race: somebody is asked for, and the rows point at people.
    fn nobody(&self) -> Option<String> {
        let people = |t: usize| {
            let words = self.schema.tables.get(t).map_or(&[][..], |v| v.words.as_slice());
            words.iter().any(|w| PEOPLE.map(crate::lemma::stem).contains(w))
        };
        let base = self.schema.table_index(&self.query.base)?;
        let text = |e: &Expr| match e {
            Expr::Column(c) => self.schema.find(c).filter(|c| self.schema.display(c.table).contains(c)),
            _ => None,
        };
        let shown: Vec<Col> = self.query.select.iter().filter_map(|s| text(&s.expr)).collect();
        let things = !shown.is_empty() && shown.iter().all(|c| c.table == base && !people(c.table));
        let pointed = self.schema.parents(base).into_iter().any(people);
        (self.draft.asks_who && things && pointed).then(|| "who".to_owned())
    }

    /// 'average daily spend' is an average of days, not of rows.
    fn average_step(&self) -> Option<String> {
        let step = |t: &&Token| matches!(t.lower.as_str(), "daily" | "weekly" | "monthly" | "yearly");
        let at = self.tokens.iter().position(|t| step(&t))?;
        let named = self.pieces.iter().any(|p| (p.start..p.end).contains(&at) && matches!(p.link, Link::Column(_)));
        let averaged =
            self.query.select.iter().any(|s| matches!(s.expr, Expr::Aggregate { function: Aggregate::Average, .. }));
        (averaged && !named).then(|| self.word(Some(at)).to_owned())
    }

    /// 'wait plus talk time' with the two side by side.
    fn formula_lost(&self) -> Option<String> {
        let signs = [("plus", " + "), ("minus", " - "), ("times", " * "), ("multiplied", " * "), ("divided", " / ")];
        let figure = |p: &Piece| matches!(p.link, Link::Column(c) if self.schema.kind(c) == ColumnKind::Number);
        self.tokens.iter().enumerate().find_map(|(i, token)| {
            let (word, sign) = signs.iter().find(|(word, _)| *word == token.lower)?;
            let before = self.pieces.iter().any(|p| p.end == i && figure(p));
            let behind = self.pieces.iter().any(|p| p.start > i && p.start < i + 4 && figure(p));
            (before && behind && !self.sql.contains(sign)).then(|| (*word).to_owned())
        })
    }
}

/// Tables of people, by a word of their names.
pub(crate) const PEOPLE: [&str; 16] = [
    "people",
    "person",
    "employee",
    "staff",
    "worker",
    "customer",
    "client",
    "user",
    "member",
    "student",
    "patient",
    "passenger",
    "player",
    "teacher",
    "doctor",
    "respondent",
];

/// A number that stands alone in the statement, not as part of another.
fn has_number(sql: &str, number: &str) -> bool {
    let part = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit() || c == '.');
    sql.match_indices(number).any(|(at, _)| {
        let (before, after) = (sql.get(..at).unwrap_or_default(), sql.get(at + number.len()..).unwrap_or_default());
        !part(before.chars().next_back()) && !after.starts_with(|c: char| c.is_ascii_digit())
    })
}

pub(crate) fn is_negated(query: &Query) -> bool {
    let compares = |c: &Condition| matches!(c, Condition::Compare { .. });
    let part = query.select.iter().flat_map(|s| match &s.expr {
        Expr::ShareOfRows { when, .. } | Expr::ShareOfSum { when, .. } => when.as_slice(),
        _ => &[],
    });
    let taken_off = matches!(query.combine, Some((crate::form::SetOperation::Except, _)));
    taken_off
        || part.into_iter().any(negates)
        || query.filter.iter().chain(&query.having).any(|c| negates(c) || compares(c))
}

fn negates(condition: &Condition) -> bool {
    match condition {
        Condition::OneOf { negated, .. }
        | Condition::Like { negated, .. }
        | Condition::InQuery { negated, .. }
        | Condition::Related { negated, .. } => *negated,
        Condition::Null { .. } | Condition::Not(_) => true,
        Condition::Any(all) | Condition::All(all) => all.iter().any(negates),
        _ => false,
    }
}
