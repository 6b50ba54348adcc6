//! Which figure a question asks for, and of what: a statement that gives another one looks like an answer. `promises` asks here.

use crate::form::Expr;
use crate::lexicon::{Aggregate, Mark};
use crate::link::Link;
use crate::promises::Promises;
use crate::schema::{Col, ColumnKind};

impl Promises<'_> {
    /// What was asked for and is not there.
    pub(crate) fn figures_lost(&self) -> Vec<String> {
        let lost = [
            self.asked_unknown(),
            self.day_beside_step(),
            self.half_a_name(),
            self.number_and(),
            self.in_full(),
            self.more_than_one(),
            self.per_lost(),
            self.keys_counted(),
            self.share_of_rows(),
            self.development(),
            self.total_of_lines(),
            self.days_ranked(),
            self.total_as_asked(),
            self.difference_lost(),
            self.year_counted(),
            self.another_table(),
            self.who_is_nobody(),
        ];
        lost.into_iter().flatten().collect()
    }

    /// 'the largest order' is none of the order items, where there are orders.
    fn another_table(&self) -> Option<String> {
        let words = |t: usize| self.schema.tables.get(t).map_or(&[][..], |view| view.words.as_slice());
        self.pieces.iter().find_map(|piece| {
            let Link::Table(taken) = piece.link else { return None };
            let token = self.tokens.get(piece.start).filter(|_| piece.end == piece.start + 1)?;
            let called = |t: usize| words(t) == [token.stem.clone()];
            let other = !called(taken) && (0..self.schema.tables.len()).any(called);
            other.then(|| token.text.clone())
        })
    }

    /// 'who has not been here since June' is answered with people, not with days, and days are not taken from days.
    fn who_is_nobody(&self) -> Option<String> {
        let day = |e: &Expr| matches!(e, Expr::Column(c) if self.schema.find(c).is_some_and(|c| self.schema.kind(c) == ColumnKind::Time));
        let shown = &self.query.select;
        let days = !shown.is_empty() && shown.iter().all(|s| day(&s.expr));
        ((self.draft.asks_who || self.query.combine.is_some()) && days).then(|| "who".to_owned())
    }

    /// 'the total of all paid invoices' is one figure; 'invoices with a total between 1000 and 2000' are invoices.
    fn total_as_asked(&self) -> Option<String> {
        let at = self.tokens.iter().position(|t| t.lower == "total")?;
        let (before, after) = (at.checked_sub(1).map_or("", |i| self.at(i)), self.at(at + 1));
        let limits = before == "a" && matches!(after, "between" | "above" | "over" | "under" | "below");
        let asked = at < 4 && before == "the" && after == "of" && self.query.group.is_empty();
        let summed = self.query.select.iter().any(|s| s.expr.is_aggregate());
        let sum = |e: &Expr| matches!(e, Expr::Aggregate { function: Aggregate::Sum, .. });
        (limits && self.query.select.iter().any(|s| sum(&s.expr)) || asked && !summed).then(|| "total".to_owned())
    }

    /// 'their 2026 fee' is no 2026 fees.
    fn year_counted(&self) -> Option<String> {
        use crate::form::{Condition, Operand};
        self.query.having.iter().find_map(|c| match c {
            Condition::Compare { left: Expr::Rows { .. }, right: Operand::Number(n), .. } => {
                let year = (1900.0..2100.0).contains(n) && self.tokens.iter().any(crate::time_atoms::is_year);
                year.then(|| crate::write::number(*n))
            }
            _ => None,
        })
    }

    /// 'the difference between the highest and the lowest price' is one figure made from two.
    fn difference_lost(&self) -> Option<String> {
        let word = crate::reading_rows::asks_difference(self.tokens)?;
        let made = |e: &Expr| matches!(e, Expr::Arithmetic { sign: '-', .. });
        (!self.query.select.iter().any(|s| made(&s.expr))).then(|| self.at(word).to_owned())
    }

    /// 'which routes': what is asked for must be known.
    fn asked_unknown(&self) -> Option<String> {
        let which = matches!(self.at(0), "which" | "what");
        let noun = self.tokens.get(1).filter(|t| t.kind == crate::tokens::Kind::Word)?;
        let known = self.covered(1) || crate::lexicon::lexicon().is_stop(noun) || self.covered(2);
        (which && !known).then(|| noun.text.clone())
    }

    /// By month and by day at once: nobody asks for both.
    fn day_beside_step(&self) -> Option<String> {
        let step = self.query.group.iter().any(|e| matches!(e, Expr::Bucket { .. }));
        self.query.group.iter().find_map(|e| match e {
            Expr::Column(c) => {
                let time = self.schema.find(c).is_some_and(|c| self.schema.kind(c) == ColumnKind::Time);
                (step && time).then(|| c.column.clone())
            }
            _ => None,
        })
    }

    /// The first names of people who are known by two.
    fn half_a_name(&self) -> Option<String> {
        let shown: Vec<Col> = self
            .query
            .select
            .iter()
            .filter_map(|s| match &s.expr {
                Expr::Column(c) => self.schema.find(c),
                _ => None,
            })
            .collect();
        let said = |c: Col| self.pieces.iter().any(|p| p.link == Link::Column(c));
        shown.iter().find_map(|c| match self.schema.display(c.table).as_slice() {
            [first, last] if first == c && !shown.contains(last) && !said(*first) => {
                Some(self.schema.reference(*last).column)
            }
            _ => None,
        })
    }

    /// 'number and total of payments': both.
    fn number_and(&self) -> Option<String> {
        // 'the room number and the rent' are two columns.
        let shown = |c: Col| {
            let is = |e: &Expr| matches!(e, Expr::Column(r) if self.schema.find(r) == Some(c));
            self.query.select.iter().any(|s| is(&s.expr))
        };
        let named = |i: &usize| {
            self.pieces.iter().any(|p| p.start <= *i && *i < p.end && matches!(p.link, Link::Column(c) if shown(c)))
        };
        let at = (0..self.tokens.len()).find(|i| self.at(*i) == "number" && self.at(i + 1) == "and" && !named(i))?;
        (!self.sql.contains("COUNT(")).then(|| self.at(at).to_owned())
    }

    /// 'not paid in full' is not the same as not paid.
    fn in_full(&self) -> Option<String> {
        let full = (1..self.tokens.len()).find(|i| self.at(*i) == "full" && self.at(i - 1) == "in");
        full.filter(|i| !self.covered(*i)).map(|i| self.at(i).to_owned())
    }

    /// 'more than one'.
    fn more_than_one(&self) -> Option<String> {
        let at = (2..self.tokens.len())
            .find(|i| self.at(*i) == "one" && self.at(i - 1) == "than" && self.at(i - 2) == "more")?;
        let kept = self.sql.contains("> 1") || self.sql.contains(">= 2");
        (!kept && !self.query.yes_no).then(|| self.at(at).to_owned())
    }

    /// 'do they spend more per purchase' with what they spent altogether.
    fn per_lost(&self) -> Option<String> {
        self.pieces.windows(2).find_map(|pair| {
            let [per, of] = pair else { return None };
            let Link::Table(t) = of.link else { return None };
            let grouped = self.query.group.iter().any(|e| {
                let mut tables = Vec::new();
                e.tables(&mut tables);
                tables.contains(&self.schema.table_name(t))
            });
            let pointed = self.query.group.iter().any(|e| match e {
                Expr::Column(c) => self.schema.find(c).is_some_and(|c| self.schema.points_at(c) == Some(t)),
                _ => false,
            });
            let divided = self.sql.contains("AVG(") || self.sql.contains(" / ");
            let said = per.link == Link::Mark(Mark::Each) && self.at(per.start) == "per";
            (said && self.draft.compare && !grouped && !pointed && !divided).then(|| "per".to_owned())
        })
    }

    /// 'how many captains do we have': not how many of them some other row points at.
    fn keys_counted(&self) -> Option<String> {
        let have = self.tokens.iter().any(|t| t.lower == "have" || t.lower == "there");
        let all = self.query.filter.is_empty() && self.query.group.is_empty();
        self.query.select.iter().find_map(|s| match &s.expr {
            Expr::Aggregate { function: Aggregate::Count, distinct: true, of } => match of.as_ref() {
                Expr::Column(c) => {
                    let key = self.schema.find(c).is_some_and(|c| self.schema.points_at(c).is_some());
                    (key && have && all).then(|| c.column.clone())
                }
                _ => None,
            },
            _ => None,
        })
    }

    /// 'what share of our spending': of the money, not of the rows.
    fn share_of_rows(&self) -> Option<String> {
        let at = self.pieces.iter().position(|p| p.link == Link::Mark(Mark::Share))?;
        let next = self.pieces.iter().skip(at + 1).find(|p| !matches!(p.link, Link::Mark(_)))?;
        let money = match next.link {
            Link::Worth(_) => true,
            Link::Column(c) => self.schema.kind(c) == ColumnKind::Number && self.schema.flag(c).is_none(),
            _ => false,
        };
        let beside = next.start <= self.pieces.get(at)?.end + 2;
        // 'what percentage of the marks are below 50' is about how many.
        let compared =
            |link: &Link| matches!(link, Link::Mark(Mark::Compare(_) | Mark::Comparative(_) | Mark::Between));
        let rows = self.query.select.iter().any(|s| matches!(s.expr, Expr::ShareOfRows { .. }));
        let rows = rows && !self.pieces.iter().any(|p| compared(&p.link));
        (money && beside && rows).then(|| self.at(next.start).to_owned())
    }

    /// 'how has it developed': step by step.
    fn development(&self) -> Option<String> {
        let at = (0..self.tokens.len()).find(|i| matches!(self.at(*i), "developed" | "evolved"))?;
        let steps = self.query.group.iter().any(|e| matches!(e, Expr::Bucket { .. }));
        let how = self.at(0) == "how";
        (how && !steps).then(|| self.at(at).to_owned())
    }

    /// '3 days with the most clicks': days, not whatever else has clicks.
    fn days_ranked(&self) -> Option<String> {
        let at = (1..self.tokens.len()).find(|i| {
            let number = self.tokens.get(i - 1).is_some_and(|t| t.number().is_some());
            let best = self.at(i + 1) == "with" && matches!(self.at(i + 3), "most" | "least" | "fewest");
            number && best && matches!(self.at(*i), "days" | "weeks" | "months" | "quarters" | "years")
        })?;
        let step = |e: &Expr| match e {
            Expr::Bucket { .. } => true,
            Expr::Column(c) => {
                self.schema.find(c).is_some_and(|c| matches!(self.schema.kind(c), ColumnKind::Time | ColumnKind::Year))
            }
            _ => false,
        };
        (!self.query.group.iter().any(step)).then(|| self.at(at).to_owned())
    }

    /// 'top guests by total spend', where a booking has its own total beside the extras that were ordered with it: what the
    /// lines come to is not what was spent, unless the lines or what they are of are spoken of.
    fn total_of_lines(&self) -> Option<String> {
        self.pieces.iter().find_map(|p| {
            let Link::Worth(lines) = p.link else { return None };
            let parents = self.schema.parents(lines);
            let header = parents.iter().copied().find(|h| self.schema.numeric_with(*h, &["total"]).is_some())?;
            let about = |t: usize| t == lines || parents.contains(&t) && t != header;
            let spoken = self.pieces.iter().filter(|o| !matches!(o.link, Link::Worth(_)));
            let spoken = spoken.filter_map(|o| crate::segment::table_of(&o.link)).any(about);
            let used = self.sql.contains(self.schema.table_name(lines));
            (!spoken && used).then(|| self.at(p.start).to_owned())
        })
    }
}
