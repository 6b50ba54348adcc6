//! Statements that nobody can mean: one cell that is two things at once, how many different amounts there are, customers counted
//! by customer, the average of a day, what was said shown as the answer. `promises` asks here.

use crate::form::{ColumnRef, Condition, Expr, Operand};
use crate::lexicon::{Aggregate, Mark, Relation};
use crate::link::Link;
use crate::promises::Promises;
use crate::schema::{Col, ColumnKind};
use crate::segment::Piece;
use crate::tokens::Token;

impl Promises<'_> {
    /// One cell cannot be two things at once.
    pub(crate) fn contradiction(&self) -> Option<String> {
        let equal = |c: &Condition| match c {
            Condition::OneOf { column, values, negated } => Some((column.clone(), values.clone(), *negated)),
            _ => None,
        };
        let all: Vec<_> = self.query.filter.iter().filter_map(equal).collect();
        all.iter().enumerate().find_map(|(i, (column, values, negated))| {
            let against = all.iter().skip(i + 1).any(|(other, others, opposite)| {
                other == column && if negated == opposite { !*negated && values != others } else { values == others }
            });
            against.then(|| column.column.clone())
        })
    }

    /// What is missing nowhere is not what was never done: 'which works have never been lent' is no loan without a day.
    pub(crate) fn missing_nowhere(&self) -> Option<String> {
        let missing = |c: &Condition| match c {
            Condition::Null { column, negated: false } => self.schema.find(column),
            _ => None,
        };
        let all = self.query.filter.iter().filter_map(missing);
        let mut never = all.filter(|c| self.schema.column(*c).is_some_and(|c| c.null_count == Some(0)));
        never.next().map(|c| self.schema.reference(c).column)
    }

    /// Customers counted by customer, and rows grouped by an amount that nobody grouped by.
    pub(crate) fn odd_group(&self) -> Option<String> {
        use crate::compose::Group;
        let rows = |e: &Expr, t: usize| matches!(e, Expr::Rows { table } if table == self.schema.table_name(t));
        let counts = |t: usize| {
            let held = |c: &Condition| matches!(c, Condition::Compare { left, .. } if rows(left, t));
            self.query.select.iter().any(|s| rows(&s.expr, t)) || self.query.having.iter().any(held)
        };
        let unique = |c: &Col| self.schema.column(*c).is_some_and(|c| c.unique) && self.query.joins.is_empty();
        let each_row = self.query.group.iter().any(|e| match e {
            Expr::Column(c) => self.schema.find(c).is_some_and(|c| unique(&c) && counts(c.table)),
            _ => false,
        });
        let itself = each_row || self.draft.groups.iter().any(|g| matches!(g, Group::Table(t) if counts(*t)));
        let asked = |column: &Col| {
            // 'by number of bedrooms' too.
            let said = self.pieces.iter().filter(|p| p.link != Link::Mark(Mark::Count)).collect::<Vec<_>>();
            said.windows(2).any(|pair| {
                matches!(pair, [Piece { link: Link::Mark(Mark::By | Mark::Each), .. }, Piece { link: Link::Column(c), .. }] if c == column)
            })
        };
        let figure = self.query.group.iter().find_map(|e| match e {
            Expr::Column(c) => self
                .schema
                .find(c)
                .filter(|c| self.schema.kind(*c) == ColumnKind::Number && !asked(c))
                .map(|_| c.column.clone()),
            _ => None,
        });
        figure.or_else(|| itself.then(|| self.query.base.clone()))
    }

    /// 'how many games were played' asks for one figure, whoever the players are.
    pub(crate) fn unasked_groups(&self) -> Option<String> {
        const DIVIDES: [&str; 24] = [
            "by",
            "per",
            "each",
            "every",
            "across",
            "among",
            "different",
            "respective",
            "respectively",
            "which",
            "what",
            "whose",
            "and",
            "they",
            "their",
            "split",
            "broken",
            "group",
            "grouped",
            "all",
            "any",
            "than",
            "or",
            "with",
        ];
        let starts = self.at(0) == "how" && self.at(1) == "many";
        let divided = self.tokens.iter().any(|t| DIVIDES.contains(&t.lower.as_str()) || t.is_punct(','));
        let grouped = !self.query.group.is_empty() && self.query.limit.is_none() && self.query.having.is_empty();
        (starts && !divided && grouped && self.draft.groups.is_empty()).then(|| "how many".to_owned())
    }

    /// What no statement can mean: the average of a date, a status above 500, a flag above 200, and beside groups a cell of any
    /// one of their rows.
    pub(crate) fn unfit(&self) -> Option<String> {
        let column = |e: &Expr| match e {
            Expr::Column(c) => self.schema.find(c),
            _ => None,
        };
        let name = |c: Col| self.schema.reference(c).column;
        let figures = self.query.select.iter().map(|s| &s.expr).chain(self.query.order.iter().map(|o| &o.expr));
        let averaged = figures.clone().find_map(|e| match e {
            Expr::Aggregate { function: Aggregate::Average | Aggregate::Sum | Aggregate::Median, of, .. } => {
                column(of).filter(|c| matches!(self.schema.kind(*c), ColumnKind::Time | ColumnKind::Text))
            }
            _ => None,
        });
        let compared = self.query.filter.iter().find_map(|c| match c {
            Condition::Compare { left, relation, right: Operand::Number(_) | Operand::Text(_) }
                if !matches!(relation, Relation::Equal | Relation::NotEqual) =>
            {
                let is_text = |c: &Col| self.schema.kind(*c) == ColumnKind::Text && !self.is_numeric_text(*c);
                let time = |c: &Col| self.schema.kind(*c) == ColumnKind::Time;
                let key = |c: &Col| self.schema.points_at(*c).is_some();
                column(left).filter(|c| is_text(c) || time(c) || key(c) || self.schema.flag(*c).is_some())
            }
            _ => None,
        });
        let old = self.query.filter.iter().find_map(|c| match c {
            // 'older than 25 years' is no year before 25.
            Condition::Compare { left, right: Operand::Number(n), .. } if *n < 1_000.0 => {
                column(left).filter(|c| self.schema.kind(*c) == ColumnKind::Year)
            }
            _ => None,
        });
        let nested = self.query.filter.iter().find_map(|c| match c {
            // The average of a day.
            Condition::Compare { left, right: Operand::Query(_), relation } if *relation != Relation::Equal => {
                column(left).filter(|c| matches!(self.schema.kind(*c), ColumnKind::Time | ColumnKind::Text))
            }
            _ => None,
        });
        let within = self.query.filter.iter().find_map(|c| match c {
            Condition::Between { left, .. } => {
                column(left).filter(|c| self.schema.points_at(*c).is_some() || self.schema.flag(*c).is_some())
            }
            _ => None,
        });
        let compared = compared.or(old).or(nested).or(within);
        let grouped = !self.query.group.is_empty() && self.query.is_aggregated();
        let bare = figures.clone().find(|e| grouped && column(e).is_some() && !self.query.group.contains(e));
        averaged.or(compared).or(bare.and_then(column)).map(name)
    }

    /// A number that was stored as text.
    fn is_numeric_text(&self, c: Col) -> bool {
        let samples = self.schema.column(c).map_or(&[][..], |c| c.samples.as_slice());
        !samples.is_empty() && samples.iter().all(|s| s.trim().parse::<f64>().is_ok())
    }

    /// 'invoices that contain laptops': a number holds none.
    pub(crate) fn pattern_in_key(&self) -> Option<String> {
        self.query.filter.iter().find_map(|c| match c {
            Condition::Like { column, .. } => {
                let key = self.schema.find(column).filter(|c| self.schema.kind(*c) == ColumnKind::Key);
                let typed = key.and_then(|c| self.schema.column(c)).is_some_and(|c| !c.data_type.is_text());
                typed.then(|| column.column.clone())
            }
            _ => None,
        })
    }

    /// 'how many admissions cost ...': nobody wants to know how many different amounts there are.
    pub(crate) fn counted_figure(&self) -> Option<String> {
        let said = |t: &Token| matches!(t.lower.as_str(), "different" | "distinct" | "unique" | "various");
        if self.tokens.iter().any(said) {
            return None;
        }
        let held = self.query.having.iter().filter_map(|c| match c {
            Condition::Compare { left, .. } => Some(left),
            _ => None,
        });
        self.query.select.iter().map(|s| &s.expr).chain(held).find_map(|e| match e {
            Expr::Aggregate { function: Aggregate::Count, distinct: true, of } => match of.as_ref() {
                Expr::Column(c) => {
                    let col = self.schema.find(c)?;
                    let figure = matches!(self.schema.kind(col), ColumnKind::Number | ColumnKind::Time);
                    (figure || self.schema.flag(col).is_some()).then(|| c.column.clone())
                }
                _ => None,
            },
            _ => None,
        })
    }

    /// All of them but all of them.
    pub(crate) fn nothing_left(&self) -> Option<String> {
        let (crate::form::SetOperation::Except, other) = self.query.combine.as_ref()? else { return None };
        let same = other.base == self.query.base && other.select == self.query.select;
        (same && other.filter.is_empty() && other.having.is_empty()).then(|| self.query.base.clone())
    }

    /// All that is shown is what was said: the category called Groceries.
    pub(crate) fn says_itself(&self) -> Option<String> {
        let [only] = self.query.select.as_slice() else { return None };
        self.query.filter.iter().find_map(|c| match (c, &only.expr) {
            (Condition::OneOf { column, values, negated: false }, Expr::Column(shown)) => {
                (column == shown && values.len() == 1 && !self.query.yes_no).then(|| column.column.clone())
            }
            // 'all invoices dated September' are not the days of September.
            (Condition::Period { column, .. }, Expr::Column(shown)) if column == shown => {
                let asked = |t: &Token| matches!(t.lemma.as_str(), "when" | "day" | "date" | "time" | "month" | "year");
                (!self.tokens.iter().any(asked)).then(|| column.column.clone())
            }
            _ => None,
        })
    }

    /// How many rows there are of which each is told apart by what was said, or how many different values a column has that
    /// was said to have one ('how many apartments have the status Active'): always one.
    pub(crate) fn counted_one(&self) -> Option<String> {
        let is_said = |column: &ColumnRef| {
            self.query.filter.iter().any(|c| match c {
                Condition::OneOf { column: said, values, negated: false } => said == column && values.len() == 1,
                _ => false,
            })
        };
        let names = |table: &str, c: &Condition| match c {
            Condition::OneOf { column, values, negated: false } => {
                let unique = self.schema.find(column).and_then(|c| self.schema.column(c)).is_some_and(|c| c.unique);
                column.table == table && unique && values.len() == 1
            }
            _ => false,
        };
        if !self.query.group.is_empty() {
            return None;
        }
        self.query.select.iter().find_map(|s| match &s.expr {
            Expr::Rows { table } => self.query.filter.iter().any(|c| names(table, c)).then(|| table.clone()),
            Expr::ShareOfRows { table, when } => when.iter().any(|c| names(table, c)).then(|| table.clone()),
            Expr::Aggregate { function: Aggregate::Count, distinct: true, of } => match of.as_ref() {
                Expr::Column(c) => is_said(c).then(|| c.column.clone()),
                _ => None,
            },
            _ => None,
        })
    }

    /// How many different hours of a day there are: who asks for hours wants to know how long.
    pub(crate) fn counted_hours(&self) -> Option<String> {
        let hours = |e: &Expr| match e {
            Expr::Aggregate { function: Aggregate::Count, of, .. } => {
                matches!(of.as_ref(), Expr::Bucket { grain: crate::form::Grain::Hour, .. })
            }
            _ => false,
        };
        self.query.select.iter().any(|s| hours(&s.expr)).then(|| "hours".to_owned())
    }

    /// Nothing but a column of yes and no is shown: who says 'gift wrapped' asks which ones are.
    pub(crate) fn bare_flag(&self) -> Option<String> {
        let flag = |e: &Expr| match e {
            Expr::Column(c) => self.schema.find(c).filter(|c| self.schema.flag(*c).is_some()).map(|_| c.column.clone()),
            _ => None,
        };
        let shown: Vec<Option<String>> = self.query.select.iter().map(|s| flag(&s.expr)).collect();
        let bare = !shown.is_empty() && shown.iter().all(Option::is_some) && self.query.group.is_empty();
        shown.into_iter().flatten().next().filter(|_| bare && self.query.filter.is_empty())
    }

    /// 'who paid the most' is not who paid last.
    pub(crate) fn most_of_days(&self) -> Option<String> {
        let lately = |t: &crate::tokens::Token| matches!(t.lower.as_str(), "recent" | "recently" | "lately");
        let at = self.tokens.iter().position(|t| t.lower == "most")?;
        let day = |e: &Expr| matches!(e, Expr::Column(c) if self.schema.find(c).is_some_and(|c| self.schema.kind(c) == ColumnKind::Time));
        let by_day = self.query.order.first().is_some_and(|o| day(&o.expr)) && self.query.limit.is_some();
        let ends = self.tokens.get(at + 1).is_some_and(|t| lately(t) || t.lower.ends_with("ly"));
        (by_day && !ends).then(|| "most".to_owned())
    }

    /// 'ordered in 2025 but not in 2026': one row is not of both years, nor of a year and of no day.
    pub(crate) fn two_times(&self) -> Option<String> {
        let inner = self.query.combine.as_ref().map_or(&[][..], |(_, other)| other.filter.as_slice());
        [self.query.filter.as_slice(), inner].into_iter().find_map(|filters| {
            filters.iter().enumerate().find_map(|(i, one)| {
                let Condition::Period { column, from, to } = one else { return None };
                let against = |other: &Condition| match other {
                    Condition::Null { column: same, negated: false } => same == column,
                    Condition::Period { column: same, from: begin, to: end } if same == column => {
                        let ends = |to: &Option<String>, from: &Option<String>| {
                            to.as_ref().zip(from.as_ref()).is_some_and(|(to, from)| to <= from)
                        };
                        ends(to, begin) || ends(end, from)
                    }
                    _ => false,
                };
                let apart = filters.iter().enumerate().any(|(j, other)| i != j && against(other));
                apart.then(|| column.column.clone())
            })
        })
    }

    /// What one piece costs, what is paid for an hour or a percentage comes to nothing when it is added up.
    pub(crate) fn rate_added_up(&self) -> Option<String> {
        const RATES: [&str; 5] = ["pct", "percent", "percentage", "hourly", "nightly"];
        const MONEY: [&str; 8] = ["price", "prc", "cost", "fee", "pay", "wage", "charge", "rate"];
        let rate = |c: Col| {
            let words = crate::tokens::name_words(&self.schema.reference(c).column);
            let has = |list: &[&str]| words.iter().any(|w| list.contains(&w.as_str()));
            (has(&RATES) || has(&["per"]) && has(&MONEY) || self.schema.is_price_of_one(c))
                && !has(&["total", "amount"])
        };
        let column = |e: &Expr| match e {
            Expr::Aggregate { function: Aggregate::Sum, distinct: false, of } => match of.as_ref() {
                Expr::Column(c) => self.schema.find(c).filter(|c| rate(*c)).map(|_| c.column.clone()),
                _ => None,
            },
            _ => None,
        };
        let figures = self.query.select.iter().map(|s| &s.expr).chain(self.query.order.iter().map(|o| &o.expr));
        figures.into_iter().find_map(column)
    }

    /// 'from the start of 2005 through the end of 2010' as since 2005 and in 2010: the one says nothing beside the other.
    pub(crate) fn time_within_time(&self) -> Option<String> {
        let filters = &self.query.filter;
        filters.iter().find_map(|one| {
            let Condition::Period { column, from: since, to: until } = one else { return None };
            let says_less = |other: &Condition| match other {
                Condition::Period { column: same, from: Some(from), to: Some(to) } if same == column => {
                    until.is_none() && since.as_ref().is_some_and(|since| since <= from)
                        || since.is_none() && until.as_ref().is_some_and(|until| until >= to)
                }
                _ => false,
            };
            filters.iter().any(says_less).then(|| column.column.clone())
        })
    }
}
