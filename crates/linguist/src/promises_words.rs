//! Words that a statement must keep although some piece took them, or none had to: 'nobody', 'never', 'different', 'percent',
//! 'twice what', 'a month', 'who'. `promises` asks here.

use crate::form::{Condition, Expr, Operand};
use crate::lexicon::{Mark, Relation};
use crate::link::Link;
use crate::promises::{Promises, is_negated};
use crate::schema::{Col, ColumnKind};
use crate::segment::Piece;
use crate::tokens::Token;

/// Said of percentages: what no column can hold that goes far above a hundred.
const MOST_PERCENT: f64 = 200.0;

impl Promises<'_> {
    /// All that was said and is lost.
    pub(crate) fn words_lost(&self) -> Vec<String> {
        let lost = [
            self.nobody_lost(),
            self.percent_lost(),
            self.multiple_lost(),
            self.never_by_value(),
            self.not_always(),
            self.side_lost(),
            self.not_all_different(),
            self.rate_as_group(),
            self.key_of_somebody(),
            self.belongs_to_others(),
            self.earned_by_count(),
            self.figure_of_adjective(),
            self.other_counted(),
            self.done_before_noun(),
            self.of_another(),
            self.how_lost(),
            self.asked_not_shown(),
            self.month_without(),
            self.friends(),
            self.verb_of_yes_no(),
            self.listed_not_shown(),
            self.rows_not_money(),
            self.in_time_lost(),
        ];
        lost.into_iter().flatten().collect()
    }

    fn said(&self, words: &[&str]) -> Option<usize> {
        self.tokens.iter().position(|t| words.contains(&t.lower.as_str()))
    }

    /// 'software no one is using', 'campaigns that have no results': not all of them.
    fn nobody_lost(&self) -> Option<String> {
        const NONE: [&str; 8] = ["no", "nobody", "none", "noone", "never", "nothing", "neither", "nowhere"];
        let at = (0..self.tokens.len()).find(|i| NONE.contains(&self.at(*i)) && !self.covered(*i))?;
        // 'yes or no', 'no more than'.
        let other = matches!(self.at(at + 1), "more" | "less" | "fewer" | "later" | "longer" | "matter");
        let answer = at > 0 && self.at(at - 1) == "or";
        // 'at least two of them that have no end': what is so many denies nothing.
        let so_many = |c: &Condition| match c {
            Condition::Compare { relation, .. } => matches!(relation, Relation::Greater | Relation::GreaterOrEqual),
            _ => false,
        };
        let mut rest = self.query.clone();
        rest.filter.retain(|c| !so_many(c));
        rest.having.retain(|c| !so_many(c));
        (!other && !answer && !is_negated(&rest)).then(|| self.at(at).to_owned())
    }

    /// 'since February' is not in February.
    fn side_lost(&self) -> Option<String> {
        let side = |i: usize| matches!(self.at(i), "since" | "before" | "after" | "until" | "till") && !self.covered(i);
        let time = |i: usize| self.pieces.iter().any(|p| p.start == i && matches!(p.link, Link::Time(_)));
        // 'visits after 45 minutes'.
        let number = |i: usize| self.tokens.get(i).is_some_and(|t| t.number().is_some());
        let at = (0..self.tokens.len())
            .find(|i| side(*i) && (time(i + 1) || number(i + 1) || self.at(i + 1) == "the" && time(i + 2)))?;
        Some(self.at(at).to_owned())
    }

    /// 'who always paid': once is not always.
    fn not_always(&self) -> Option<String> {
        let at = self.said(&["always"])?;
        (!self.negated()).then(|| self.at(at).to_owned())
    }

    /// 'in percent', '60 % full'.
    fn percent_lost(&self) -> Option<String> {
        let at = (0..self.tokens.len()).find(|i| matches!(self.at(*i), "percent" | "%" | "percentage"))?;
        let divided = self.sql.contains("100.0 *") || self.sql.contains(" / ");
        let column = |c: &Col| {
            let words = self.schema.view(*c).map_or(&[][..], |v| v.words.as_slice());
            words.iter().any(|w| matches!(w.as_str(), "percent" | "percentag" | "pct" | "rate" | "share" | "ratio"))
        };
        let compared = |c: &Condition| match c {
            Condition::Compare { left: Expr::Column(c), .. } | Condition::Between { left: Expr::Column(c), .. } => {
                self.schema.find(c)
            }
            _ => None,
        };
        let number =
            at > 0 && self.tokens.get(at - 1).is_some_and(|t| matches!(t.kind, crate::tokens::Kind::Number(_)));
        let asked = at > 0 && (matches!(self.at(at - 1), "in" | "as") || at > 1 && self.at(at - 2) == "as");
        if number && !divided {
            let large = |c: &Col| {
                let most = self.schema.column(*c).and_then(|c| c.max.as_ref()).and_then(vouch_model::Value::as_f64);
                most.is_none_or(|m| m > MOST_PERCENT)
            };
            let odd = self.query.filter.iter().filter_map(compared).find(|c| !column(c) && large(c));
            return odd.map(|c| self.schema.reference(c).column);
        }
        let shown = self.pieces.iter().any(|p| matches!(p.link, Link::Column(c) if column(&c)));
        (asked && !divided && !shown).then(|| "percent".to_owned())
    }

    /// 'less than twice what they cost' is no 2.
    fn multiple_lost(&self) -> Option<String> {
        let at = self.said(&["twice", "double", "triple", "half"])?;
        let of = matches!(self.at(at + 1), "what" | "as" | "their" | "its" | "of");
        // 'the first half of 2026' is a time.
        let time = self.piece_at(at).is_some_and(|p| matches!(p.link, Link::Time(_)));
        (of && !time && !self.sql.contains(" * ") && !self.sql.contains(" / ")).then(|| self.at(at).to_owned())
    }

    /// 'never inspected' is no other value than 'Inspections'; and what was never wrapped is not each row that is not, where
    /// its name stands in many of them.
    fn never_by_value(&self) -> Option<String> {
        let at = self.said(&["never"])?;
        let shown = self.query.select.iter().filter_map(|s| match &s.expr {
            Expr::Column(c) => self.schema.find(c),
            _ => None,
        });
        let base = self.schema.table_index(&self.query.base);
        let unique = |c: &Col| self.schema.column(*c).is_some_and(|c| c.unique);
        let named = |c: &Col| Some(c.table) != base || unique(c) || base.is_some_and(|t| self.schema.key(t).is_some());
        let keyed = base.is_some_and(|t| self.schema.key(t).is_some());
        let rows = shown.into_iter().all(|c| named(&c)) && (keyed || !self.query.select.is_empty());
        let value = self.query.filter.iter().find_map(|c| match c {
            Condition::OneOf { column, negated: true, .. } => {
                let flag = self.schema.find(column).is_some_and(|c| self.schema.flag(c).is_some());
                let own = column.table == self.query.base;
                (!flag || !rows || !own).then(|| column.column.clone())
            }
            _ => None,
        });
        value.map(|_| self.at(at).to_owned())
    }

    /// 'how many different airports do we fly to': not all that there are, and each once.
    fn not_all_different(&self) -> Option<String> {
        let at = self.said(&["different", "distinct", "unique", "various"])?;
        let counted = self.query.select.iter().find_map(|s| match &s.expr {
            Expr::Rows { table } => Some(table.as_str()),
            _ => None,
        })?;
        let noun = self.pieces.iter().find(|p| p.start > at && !matches!(p.link, Link::Mark(_)))?;
        let itself = matches!(noun.link, Link::Table(t) if self.schema.table_name(t) == counted);
        let done = (at..self.tokens.len()).find(|i| matches!(self.at(*i), "we" | "they" | "you"));
        const HAVE: [&str; 9] = ["have", "sell", "offer", "own", "carry", "stock", "employ", "run", "got"];
        let all = self.query.filter.is_empty() && self.query.joins.is_empty() && self.query.group.is_empty();
        let verb = done.is_some_and(|i| self.tokens.get(i + 1).is_some_and(|t| !HAVE.contains(&t.lemma.as_str())));
        (!itself && !self.sql.contains("DISTINCT") || itself && all && verb).then(|| self.at(at).to_owned())
    }

    /// 'more than 1000 a month': a rate, not a step of time.
    fn rate_as_group(&self) -> Option<String> {
        let rate = |p: &&Piece| {
            let article = p.start.checked_sub(1).is_some_and(|i| matches!(self.at(i), "a" | "an"));
            article && matches!(p.link, Link::Grain(_))
        };
        let step = self.query.group.iter().any(|e| match e {
            Expr::Bucket { .. } => true,
            Expr::Column(c) => self.schema.find(c).is_some_and(|c| self.schema.kind(c) == ColumnKind::Year),
            _ => false,
        });
        let told = self.tokens.iter().any(|t| matches!(t.lower.as_str(), "per" | "each" | "every" | "by"));
        self.pieces.iter().find(rate).filter(|_| step && !told).map(|p| self.at(p.start).to_owned())
    }

    /// 'who is her manager' with a number.
    fn key_of_somebody(&self) -> Option<String> {
        let key = |e: &Expr| match e {
            Expr::Column(c) => self.schema.find(c).is_some_and(|c| {
                let number = self.schema.column(c).is_some_and(|c| !c.data_type.is_text());
                self.schema.kind(c) == ColumnKind::Key && number
            }),
            _ => false,
        };
        let keys = !self.query.select.is_empty() && self.query.select.iter().all(|s| key(&s.expr));
        (self.draft.asks_who && keys).then(|| "who".to_owned())
    }

    /// 'cancelled flights', where only the bookings of a flight have a date for it: one of them says nothing of the flight.
    fn belongs_to_others(&self) -> Option<String> {
        self.pieces.windows(2).find_map(|pair| match pair {
            [said @ Piece { link: Link::Column(c), .. }, Piece { link: Link::Table(t), start, .. }] => {
                let adjective = self.tokens.get(said.start).is_some_and(|w: &Token| w.lower.ends_with("ed"));
                let child = c.table != *t && self.schema.parents(c.table).contains(t);
                let one = self.schema.key_to(c.table, *t).and_then(|k| self.schema.column(k)).is_some_and(|k| k.unique);
                let time = self.schema.kind(*c) == ColumnKind::Time;
                let beside = said.end == *start;
                (adjective && child && time && beside && !one).then(|| self.at(said.start).to_owned())
            }
            _ => None,
        })
    }

    /// 'who sold more': what it came to, not how often, where that is known.
    fn earned_by_count(&self) -> Option<String> {
        const EARNED: [&str; 9] = ["sold", "sell", "sells", "earned", "earn", "spent", "spend", "billed", "invoiced"];
        let at = (0..self.tokens.len()).find(|i| {
            let more = matches!(self.at(i + 1), "more" | "less" | "most" | "least");
            EARNED.contains(&self.at(*i)) && (more || *i == 0 && matches!(self.at(1), "per" | "by"))
        })?;
        // 'sold more tickets' counts them.
        let noun = self.pieces.iter().any(|p| p.start == at + 2 && matches!(p.link, Link::Table(_) | Link::Column(_)));
        let counted = self.query.select.iter().any(|s| matches!(s.expr, Expr::Rows { .. }));
        (counted && !noun && !self.sql.contains("SUM(")).then(|| self.at(at).to_owned())
    }

    /// 'which are decided faster' with how many there are.
    fn figure_of_adjective(&self) -> Option<String> {
        let adjective = |p: &&Piece| matches!(p.link, Link::Mark(Mark::Comparative(_)));
        let said = self.pieces.iter().find(adjective)?;
        let figures = self.query.select.iter().map(|s| &s.expr).filter(|e| e.is_aggregate());
        let counts = figures.clone().count() > 0 && figures.into_iter().all(|e| matches!(e, Expr::Rows { .. }));
        let sides = !self.query.group.is_empty() && self.draft.compare;
        (sides && counts && self.query.having.is_empty()).then(|| self.at(said.start).to_owned())
    }

    /// 'how many family rooms are there in hotels with a pool' with hotels counted.
    fn other_counted(&self) -> Option<String> {
        let asked = self.pieces.iter().position(|p| p.link == Link::Mark(Mark::HowMany))?;
        let counted = self.query.select.iter().find_map(|s| match &s.expr {
            Expr::Rows { table } => self.schema.table_index(table),
            _ => None,
        })?;
        let first = self.pieces.get(asked + 1)?;
        let Link::Value(value) = &first.link else { return None };
        let at = self.pieces.iter().position(|p| p.link == Link::Table(counted))?;
        let inside = matches!(
            at.checked_sub(1).and_then(|i| self.pieces.get(i)).map(|p| &p.link),
            Some(Link::Mark(Mark::Preposition))
        );
        let own = value.col.table == counted || self.schema.belongs(counted, value.col.table);
        (inside && !own && at > asked + 1).then(|| self.at(first.start).to_owned())
    }

    /// 'the share of paid rents': which rents is said, and must be kept.
    fn done_before_noun(&self) -> Option<String> {
        self.pieces.iter().enumerate().find_map(|(i, said)| {
            let Link::Column(c) = said.link else { return None };
            let done = self.schema.kind(c) == ColumnKind::Time
                && self.tokens.get(said.start).is_some_and(|t| t.lower.ends_with("ed") || t.lower == "paid");
            let next = self.pieces.get(i + 1).filter(|p| p.start == said.end)?;
            let noun = matches!(next.link, Link::Table(_) | Link::Column(_));
            let ranked = i.checked_sub(1).and_then(|i| self.pieces.get(i)).is_some_and(|p| match &p.link {
                Link::Mark(mark) => matches!(
                    mark,
                    Mark::Most(_)
                        | Mark::Extreme(_)
                        | Mark::Superlative(_)
                        | Mark::Common(_)
                        | Mark::Without
                        | Mark::Not
                ),
                _ => false,
            });
            let name = self.schema.reference(c).column;
            (done && noun && !ranked && !self.sql.contains(&name)).then(|| self.at(said.start).to_owned())
        })
    }

    /// 'the size of an order' is no size of the store that it was placed in.
    fn of_another(&self) -> Option<String> {
        self.pieces.windows(3).find_map(|three| match three {
            [said @ Piece { link: Link::Column(c), .. }, of, Piece { link: Link::Table(t), start, .. }]
                if of.link == Link::Mark(Mark::Of) =>
            {
                let one = start.checked_sub(1).is_some_and(|i| matches!(self.at(i), "a" | "an"));
                let number = self.schema.kind(*c) == ColumnKind::Number;
                (one && number && c.table != *t && said.quality < 1.0).then(|| self.at(said.start).to_owned())
            }
            _ => None,
        })
    }

    /// 'how many', passed over.
    fn how_lost(&self) -> Option<String> {
        let at = (0..self.tokens.len())
            .find(|i| self.at(*i) == "how" && matches!(self.at(i + 1), "many" | "much") && !self.covered(*i))?;
        (!self.query.is_aggregated()).then(|| format!("how {}", self.at(at + 1)))
    }

    /// 'which tenants', 'list the guests': those themselves, by name, not only what is said of them.
    fn asked_not_shown(&self) -> Option<String> {
        let asks = matches!(self.at(0), "which" | "list" | "show" | "who") || self.pieces.first()?.start == 0;
        let noun = self.pieces.iter().find(|p| {
            matches!(
                p.link,
                Link::Table(_) | Link::Column(_) | Link::Names(_) | Link::Worth(_) | Link::Elapsed(_) | Link::Age(..)
            ) || matches!(p.link, Link::Mark(Mark::HowMany | Mark::HowMuch | Mark::Count | Mark::CountVerb))
                || matches!(p.link, Link::Mark(Mark::Share | Mark::Ratio | Mark::Aggregate(_) | Mark::AverageCount))
        })?;
        let Link::Table(t) = noun.link else { return None };
        let several = self.at(noun.end - 1).ends_with('s');
        let figures = self.query.select.iter().any(|s| s.expr.is_aggregate());
        let name = |e: &Expr| match e {
            Expr::Column(c) => self.schema.find(c).is_some_and(|c| {
                let key = self.schema.kind(c) == ColumnKind::Key && self.schema.points_at(c).is_some();
                c.table == t || !key && self.schema.display(c.table).contains(&c) && self.schema.belongs(t, c.table)
            }),
            Expr::Lookup { .. } => true,
            _ => false,
        };
        let told = matches!(self.at(0), "which" | "list" | "show");
        let shown = self.query.select.is_empty() || self.query.select.iter().any(|s| name(&s.expr));
        let plain = !self.query.yes_no && self.draft.asks_grain.is_none();
        let listed = told || !figures && self.draft.ask == crate::compose::Ask::List;
        (asks && several && listed && plain && !shown).then(|| self.at(noun.start).to_owned())
    }

    /// 'shipped late': not all that were shipped.
    fn in_time_lost(&self) -> Option<String> {
        let at = self.said(&["late", "early", "overdue", "again"])?;
        (!self.covered(at)).then(|| self.at(at).to_owned())
    }

    /// 'how many sales' where each sale is a row: how many, not how much.
    fn rows_not_money(&self) -> Option<String> {
        let many = (1..self.tokens.len()).find(|i| self.at(*i) == "many" && self.at(i - 1) == "how")?;
        let said = self.pieces.iter().find(|p| p.start == many + 1 && matches!(p.link, Link::Worth(_)))?;
        let word = &self.tokens.get(said.start)?.stem;
        let table = self.schema.tables.iter().any(|t| matches!(t.words.as_slice(), [only] if only == word));
        table.then(|| self.at(said.start).to_owned())
    }

    /// 'in which months did we not buy any': months without, not those with something else.
    fn month_without(&self) -> Option<String> {
        self.draft.asks_grain?;
        let other = |c: &Condition| matches!(c, Condition::OneOf { negated: true, .. });
        self.query.filter.iter().any(other).then(|| "not".to_owned())
    }

    /// 'at least two friends': what is counted is no part of a stored text.
    fn friends(&self) -> Option<String> {
        self.pieces.windows(2).find_map(|pair| match pair {
            [Piece { link: Link::Number(_), end, .. }, said @ Piece { link: Link::Value(v), .. }] => {
                (*end == said.start && !v.whole).then(|| self.at(said.start).to_owned())
            }
            _ => None,
        })
    }

    /// 'has anybody beaten the level': what is asked is not whether there is such a level.
    fn verb_of_yes_no(&self) -> Option<String> {
        let lost = crate::score::unexplained(self.tokens, self.pieces, &self.draft.consumed);
        lost.first().filter(|_| self.query.yes_no).map(|i| self.at(*i).to_owned())
    }

    /// 'with the advertiser, the show and the date': each of them is asked for.
    fn listed_not_shown(&self) -> Option<String> {
        if self.query.is_aggregated() || self.query.select.is_empty() || self.query.yes_no {
            return None;
        }
        let with = self.tokens.iter().position(|t| t.lower == "with")?;
        let shown = |t: usize| {
            self.query.select.iter().any(|s| {
                let mut tables = Vec::new();
                s.expr.tables(&mut tables);
                let name = self.schema.table_name(t);
                tables.contains(&name) || matches!(s.expr, Expr::Lookup { .. })
            })
        };
        let listed = |i: usize| {
            let and = |p: Option<&Piece>| matches!(p.map(|p| &p.link), Some(Link::Mark(Mark::And)));
            and(i.checked_sub(1).and_then(|i| self.pieces.get(i))) || and(self.pieces.get(i + 1))
        };
        let mut named = self.pieces.iter().enumerate().filter(|(_, p)| p.start > with && p.start < with + 9);
        named.find_map(|(i, p)| match p.link {
            Link::Table(t) => (listed(i) && !shown(t)).then(|| self.at(p.start).to_owned()),
            _ => None,
        })
    }

    /// A condition that no row or every row of one table meets: two bedrooms and more than 1000 of them.
    pub(crate) fn beyond(&self) -> Option<String> {
        self.query.filter.iter().find_map(|c| {
            let Condition::OneOf { column, values, negated: false } = c else { return None };
            let [Operand::Number(is)] = values.as_slice() else { return None };
            self.query.filter.iter().find_map(|other| match other {
                Condition::Compare { left: Expr::Column(same), relation, right: Operand::Number(n) }
                    if same == column =>
                {
                    let more = matches!(
                        relation,
                        crate::lexicon::Relation::Greater | crate::lexicon::Relation::GreaterOrEqual
                    );
                    (more && is < n).then(|| column.column.clone())
                }
                _ => None,
            })
        })
    }
}
