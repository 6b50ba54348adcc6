//! Small words that change the whole meaning and are easily passed over: 'first', 'once', 'same', 'together', 'between', the second
//! of two groups, who is counted. `promises` asks here.

use crate::form::{Condition, Expr};
use crate::lexicon::Mark;
use crate::link::Link;
use crate::promises::Promises;
use crate::schema::{Col, ColumnKind};
use crate::segment::Piece;

impl Promises<'_> {
    /// What was said in small words and is not in the statement.
    pub(crate) fn everyday_lost(&self) -> Vec<String> {
        let lost = [
            self.held_together(),
            self.counted_once(),
            self.edge_lost(),
            self.span_lost(),
            self.late_lost(),
            self.second_ask_lost(),
            self.absent_since(),
            self.second_group(),
            self.nobody_named(),
            self.no_duration(),
            self.other_than_time(),
            self.added_up(),
            self.others_counted(),
            self.grew(),
            self.part_of_another(),
            self.flow_listed(),
            self.rows_named(),
        ];
        lost.into_iter().flatten().collect()
    }

    /// 'resolved the same day', 'bought together': two things held against each other, which nothing here does.
    fn held_together(&self) -> Option<String> {
        const STEPS: [&str; 5] = ["day", "week", "month", "year", "time"];
        let at = (1..self.tokens.len()).find(|i| {
            let same = self.at(*i) == "same" && STEPS.contains(&self.at(i + 1));
            let done = matches!(self.at(i - 1), "bought" | "sold" | "ordered" | "purchased" | "used");
            same || self.at(*i) == "together" && done
        })?;
        // 'the same day last year' is a time.
        let told = self.piece_at(at).is_some_and(|p| matches!(p.link, Link::Time(_)));
        (!told).then(|| self.at(at).to_owned())
    }

    /// Rows counted by their own key: each is there once, whatever was said of how often.
    fn counted_once(&self) -> Option<String> {
        let unique = |c: &crate::form::ColumnRef| {
            self.schema.find(c).and_then(|c| self.schema.column(c)).is_some_and(|c| c.unique)
        };
        self.query.filter.iter().find_map(|c| {
            let Condition::InQuery { query, .. } = c else { return None };
            let own = |e: &Expr| matches!(e, Expr::Column(c) if c.table == query.base && unique(c));
            let rows = |c: &Condition| matches!(c, Condition::Compare { left: Expr::Rows { table }, .. } if *table == query.base);
            let alone = query.joins.is_empty() && query.group.iter().all(own) && !query.group.is_empty();
            (alone && query.having.iter().any(rows)).then(|| query.base.clone())
        })
    }

    /// 'the first purchase of Omar Barrett', 'what did she buy last': not all of them.
    fn edge_lost(&self) -> Option<String> {
        let at = (0..self.tokens.len()).find(|i| {
            let edge = matches!(self.at(*i), "first" | "last");
            let part =
                matches!(self.piece_at(*i).map(|p| &p.link), Some(Link::Time(_) | Link::Column(_) | Link::Value(_)));
            edge && !part && !self.draft.consumed.contains(i)
        })?;
        let ends = ["MAX(", "MIN(", " LIMIT ", "ORDER BY"].iter().any(|word| self.sql.contains(word));
        let ranked = self.query.limit.is_some() || !self.query.within.is_empty() || self.sql.contains("best.");
        let dated = self.query.filter.iter().any(|c| matches!(c, Condition::Period { .. }));
        let kept = ranked || ends && (self.sql.contains("MAX(") || self.sql.contains("MIN(")) || self.draft.sorted;
        (!kept && !dated).then(|| self.at(at).to_owned())
    }

    /// 'the average time between purchase and return', 'days since the last visit': how long, not how much or how many.
    fn span_lost(&self) -> Option<String> {
        let at = (0..self.tokens.len()).find(|i| {
            let unit = matches!(self.at(*i), "time" | "days" | "hours" | "gap" | "weeks" | "long");
            let dated = self.piece_at(i + 1).is_some_and(|p| matches!(p.link, Link::Time(_)));
            unit && matches!(self.at(i + 1), "between" | "since") && !dated
        })?;
        let elapsed = |e: &Expr| match e {
            Expr::Elapsed { .. } => true,
            Expr::Aggregate { of, .. } => matches!(**of, Expr::Elapsed { .. }),
            _ => false,
        };
        let kept = self.query.select.iter().any(|s| elapsed(&s.expr));
        let column = matches!(self.piece_at(at).map(|p| &p.link), Some(Link::Column(_)));
        let compared = self.query.filter.iter().any(|c| matches!(c, Condition::Compare { left, .. } if elapsed(left)));
        (!kept && !column && !compared).then(|| self.at(at).to_owned())
    }

    /// 'how many came back late', 'how many seats are left': not all of them.
    fn late_lost(&self) -> Option<String> {
        let at = (1..self.tokens.len()).find(|at| match self.at(*at) {
            // 'from early to late' is an order.
            "late" => self.at(at - 1) != "to",
            "overdue" => true,
            "on" => self.at(at + 1) == "time",
            "left" => matches!(self.at(at - 1), "are" | "is" | "were" | "was"),
            _ => false,
        })?;
        let held = |c: &Condition| match c {
            Condition::Compare { right: crate::form::Operand::Expr(_), .. } => true,
            Condition::Compare { left, .. } => matches!(left, Expr::Elapsed { .. }),
            Condition::Null { .. } | Condition::Period { .. } => !matches!(self.at(at), "late" | "on"),
            _ => false,
        };
        let share = |e: &Expr| matches!(e, Expr::ShareOfRows { when, .. } if when.iter().any(held));
        let kept = self.query.filter.iter().any(held) || self.query.select.iter().any(|s| share(&s.expr));
        let stored =
            matches!(self.piece_at(at).map(|p| &p.link), Some(Link::Value(_) | Link::Column(_) | Link::Standing(_)))
                && self.sql.to_lowercase().contains(self.at(at).get(..3).unwrap_or(""));
        (!kept && !stored).then(|| self.at(at).to_owned())
    }

    /// 'who has not brought a bike since June': since then, not whoever joined since.
    fn absent_since(&self) -> Option<String> {
        let base = self.schema.table_index(&self.query.base).filter(|t| self.schema.is_people(*t))?;
        let undated = |c: &Condition| matches!(c, Condition::Related { when, negated: true, .. } if !when.iter().any(Condition::is_time));
        let lost = self.query.filter.iter().any(undated) && self.query.filter.iter().any(Condition::is_time);
        // 'who never ordered and joined in 2025' says when they joined.
        let joined = |p: &Piece| {
            let own = matches!(p.link, Link::Column(c) if c.table == base && self.schema.kind(c) == ColumnKind::Time);
            own && self.at(p.start) != "since"
        };
        let said = self.pieces.iter().any(joined);
        let dated = self.pieces.iter().find(|p| matches!(p.link, Link::Time(_)))?;
        let denied = (0..dated.start).any(|at| matches!(self.at(at), "not" | "never" | "no" | "nothing"));
        (lost && !said && denied).then(|| self.at(dated.start).to_owned())
    }

    /// 'the most expensive damage and who caused it': both are asked for.
    fn second_ask_lost(&self) -> Option<String> {
        let at = (2..self.tokens.len())
            .find(|at| self.at(at - 1) == "and" && matches!(self.at(*at), "who" | "where" | "when"))?;
        let shown = |test: &dyn Fn(Col) -> bool| {
            self.query.select.iter().any(|s| match &s.expr {
                Expr::Column(c) => self.schema.find(c).is_some_and(test),
                Expr::Aggregate { of, .. } => matches!(&**of, Expr::Column(c) if self.schema.find(c).is_some_and(test)),
                Expr::Lookup { .. } => true,
                _ => false,
            })
        };
        const PLACES: [&str; 12] = [
            "city", "town", "place", "venue", "location", "address", "site", "room", "country", "branch", "store",
            "state",
        ];
        let place = |c: Col| {
            let said = |w: &String| PLACES.iter().any(|p| crate::lemma::stem_of(p) == *w);
            self.schema.view(c).is_some_and(|v| v.words.iter().any(said))
        };
        let kept = match self.at(at) {
            "who" => self.query.select.is_empty() || shown(&|c| self.schema.is_people(c.table)),
            "where" => self.query.select.is_empty() || shown(&place),
            _ => {
                let bound = |value: &Option<vouch_model::Value>| value.as_ref().and_then(vouch_model::Value::as_f64);
                // 1931 says when, whatever the column is called.
                let years = |c: Col| {
                    let column = self.schema.column(c);
                    column.is_some_and(|c| bound(&c.min) >= Some(1000.0) && bound(&c.max).is_some_and(|n| n <= 2100.0))
                };
                let when = |c: Col| matches!(self.schema.kind(c), ColumnKind::Time | ColumnKind::Year) || years(c);
                self.query.select.is_empty() || shown(&when)
            }
        };
        (!kept).then(|| self.at(at).to_owned())
    }

    /// 'who got the biggest refund?' answered with the number of the refund, or with the amount.
    fn nobody_named(&self) -> Option<String> {
        let who = self.at(0) == "who" && !matches!(self.at(1), "is" | "are" | "was" | "were");
        let named = |e: &Expr| match e {
            Expr::Column(c) => self.schema.find(c).is_some_and(|c| {
                const PLACES: [&str; 8] = ["city", "town", "state", "country", "region", "street", "address", "county"];
                let place = |w: &String| PLACES.iter().any(|p| crate::lemma::stem_of(p) == *w);
                let nowhere = !self.schema.view(c).is_some_and(|v| v.words.iter().any(place));
                self.schema.kind(c) == ColumnKind::Text
                    && nowhere
                    && (self.schema.display(c.table).contains(&c) || self.schema.key(c.table) != Some(c))
            }),
            Expr::Lookup { .. } => true,
            _ => false,
        };
        let whole = self.query.select.is_empty();
        let people = self.schema.table_index(&self.query.base).is_some_and(|t| self.schema.is_people(t));
        let shown = if whole { people } else { self.query.select.iter().any(|s| named(&s.expr)) };
        (who && !shown).then(|| "who".to_owned())
    }

    /// 'which repairs took more than 10 days?' is no cost above 10.
    fn other_than_time(&self) -> Option<String> {
        let lasts = |c: &crate::form::ColumnRef| {
            let col = self.schema.find(c);
            let timed =
                ["day", "hour", "minute", "min", "week", "month", "year", "time", "second", "duration", "night", "age"];
            let words = crate::tokens::name_words(&c.column);
            col.is_none_or(|c| {
                crate::compose::unit_of(self.schema, c).is_some() || self.schema.kind(c) != ColumnKind::Number
            }) || words.iter().any(|w| timed.iter().any(|t| w.starts_with(t)))
        };
        self.tokens.windows(2).find_map(|two| {
            let [number, unit] = two else { return None };
            let n = number.number().filter(|_| crate::spoken::seconds(&unit.lower).is_some())?;
            let wrong = self.query.filter.iter().any(|c| match c {
                Condition::Compare { left: Expr::Column(column), right: crate::form::Operand::Number(m), .. } => {
                    *m == n && !lasts(column)
                }
                _ => false,
            });
            let added = self.query.having.iter().any(|c| match c {
                Condition::Compare { left, right: crate::form::Operand::Number(m), .. } => {
                    let money = matches!(left, Expr::Aggregate { of, .. } if matches!(&**of, Expr::Arithmetic { .. }));
                    *m == n && money
                }
                _ => false,
            });
            (wrong || added).then(|| unit.text.clone())
        })
    }

    /// 'total refunds this year' is one figure, and 'still' says something.
    fn added_up(&self) -> Option<String> {
        let first = usize::from(matches!(self.at(0), "the" | "our" | "my" | "what" | "show"));
        let total = self.at(first) == "total" && self.query.group.is_empty();
        let summed = self.query.select.iter().any(|s| s.expr.is_aggregate());
        let still = self.tokens.iter().any(|t| t.lower == "still");
        let open = still && self.query.filter.is_empty() && self.query.having.is_empty();
        (total && !summed).then(|| "total".to_owned()).or_else(|| open.then(|| "still".to_owned()))
    }

    /// 'how long do boats stay?' is no length of theirs.
    fn no_duration(&self) -> Option<String> {
        let helps = ["do", "does", "did", "has", "have"];
        let asks = self.at(0) == "how" && self.at(1) == "long" && helps.contains(&self.at(2));
        const LASTS: [&str; 9] =
            ["julianday", "date_diff", "duration", "minute", "hour", "days", "day_", "time", "second"];
        let sql = self.sql.to_lowercase();
        (asks && !LASTS.iter().any(|word| sql.contains(word))).then(|| "long".to_owned())
    }

    /// 'products by client and category' with one of the two.
    fn second_group(&self) -> Option<String> {
        let noun = |link: &Link| match link {
            Link::Table(_) | Link::Grain(_) => true,
            Link::Column(c) => self.schema.kind(*c) != ColumnKind::Number,
            _ => false,
        };
        let figures = self.query.select.iter().any(|s| s.expr.is_aggregate());
        let groups = self.query.group.iter().filter(|e| self.query.select.iter().any(|s| s.expr == **e)).count();
        let listed = |piece: &Piece| {
            let before = |back: usize| piece.start.checked_sub(back).and_then(|at| self.tokens.get(at));
            let article = usize::from(before(1).is_some_and(|t| matches!(t.lower.as_str(), "the" | "each" | "by")));
            before(1 + article).is_some_and(|t| t.lower == "and" || t.is_punct(','))
        };
        let by = self.pieces.iter().position(|p| matches!(p.link, Link::Mark(Mark::By | Mark::Each)))?;
        let behind = self.pieces.get(by + 1..)?.iter().filter(|p| p.link != Link::Mark(Mark::And));
        let said: Vec<&Piece> = behind.take_while(|p| noun(&p.link)).collect();
        let (first, rest) = said.split_first()?;
        let more: Vec<&&Piece> = rest.iter().take_while(|p| listed(p) && p.link != first.link).collect();
        let last = more.last()?;
        (figures && groups < 1 + more.len()).then(|| self.at(last.start).to_owned())
    }

    /// 'how many customers signed up in 2025 and ordered in 2026' with the orders counted.
    fn others_counted(&self) -> Option<String> {
        let asked = self.pieces.iter().position(|p| p.link == Link::Mark(Mark::HowMany))?;
        let Link::Table(t) = self.pieces.get(asked + 1)?.link else { return None };
        // 'how many movie directors', 'how many customer orders'.
        let next = self.pieces.get(asked + 2).map(|p| &p.link);
        let property = matches!(next, Some(Link::Column(c)) if self.schema.kind(*c) != ColumnKind::Time);
        if property || matches!(next, Some(Link::Table(_) | Link::Names(_))) {
            return None;
        }
        let [only] = self.query.select.as_slice() else { return None };
        let Expr::Rows { table } = &only.expr else { return None };
        let other = self.schema.table_index(table)?;
        (other != t && self.schema.belongs(other, t))
            .then(|| self.at(self.pieces.get(asked + 1).map_or(0, |p| p.start)).to_owned())
    }

    /// 'which category grew the most': by how much it did, which nothing here says.
    fn grew(&self) -> Option<String> {
        let at = (0..self.tokens.len()).find(|i| matches!(self.at(*i), "grew" | "grown" | "growing"))?;
        let ranks = matches!(self.at(at + 1), "most" | "fastest" | "least" | "the" | "more");
        ranks.then(|| self.at(at).to_owned())
    }

    /// 'show all orders' is about orders, not about the day on which each was ordered.
    fn rows_named(&self) -> Option<String> {
        self.pieces.iter().find_map(|p| {
            let Link::Column(c) = p.link else { return None };
            let said = self.tokens.get(p.start).filter(|_| p.end == p.start + 1)?;
            let time = self.schema.kind(c) == ColumnKind::Time;
            (time && self.schema.table_name(c.table).eq_ignore_ascii_case(&said.lower)).then(|| said.text.clone())
        })
    }

    /// 'spending since August' with each amount: what it comes to is asked for.
    fn flow_listed(&self) -> Option<String> {
        let said = self.tokens.iter().find(|t| matches!(t.lower.as_str(), "spending" | "spend" | "spent"))?;
        let listed = ["list", "show", "all", "every", "each", "which", "who", "transactions"];
        let asked = self.tokens.iter().any(|t| listed.contains(&t.lower.as_str()));
        let amount = |e: &Expr| match e {
            Expr::Column(c) => self.schema.find(c).is_some_and(|c| self.schema.kind(c) == ColumnKind::Number),
            Expr::Arithmetic { .. } => !e.is_aggregate(),
            _ => false,
        };
        let amounts = !self.query.select.is_empty() && self.query.select.iter().all(|s| amount(&s.expr));
        (amounts && !asked && self.query.limit.is_none()).then(|| said.text.clone())
    }

    /// 'refunds as a percentage of sales': one figure of another, not of itself.
    fn part_of_another(&self) -> Option<String> {
        let at = (0..self.tokens.len()).find(|i| {
            let share = matches!(self.at(*i), "percentage" | "percent" | "share" | "proportion" | "fraction");
            share && self.at(i + 1) == "of" && i.checked_sub(2).is_some_and(|a| self.at(a) == "as")
        })?;
        let total = matches!(self.at(at + 2), "the" | "total" | "all") || self.at(at + 3) == "total";
        (!total && !self.sql.contains(" / NULLIF(SUM(")).then(|| self.at(at).to_owned())
    }
}
