//! Words of business that name a figure of their own: growth, one time against another, the value of an order. A statement that
//! takes them for something near looks right and is not. `promises` asks here.

use crate::form::{Condition, Expr};
use crate::lexicon::{Aggregate, Mark};
use crate::link::Link;
use crate::promises::Promises;
use crate::schema::ColumnKind;
use crate::segment::Piece;
use crate::tokens::Token;

impl Promises<'_> {
    /// What is said of a figure and is not in the statement.
    pub(crate) fn business_lost(&self) -> Vec<String> {
        let lost = [
            self.growth(),
            self.times_merged(),
            self.median_of_lines(),
            self.amount_of_another(),
            self.sold_when(),
            self.came_back(),
            self.percent_of(),
            self.ranked_by_text(),
        ];
        lost.into_iter().flatten().collect()
    }

    fn has_step(&self) -> bool {
        self.query.group.iter().any(|e| match e {
            Expr::Bucket { .. } => true,
            Expr::Column(c) => {
                self.schema.find(c).is_some_and(|c| matches!(self.schema.kind(c), ColumnKind::Time | ColumnKind::Year))
            }
            _ => false,
        })
    }

    /// 'revenue growth by quarter': by how much it grew, which is neither the revenue of a plan called Growth nor what each
    /// quarter came to.
    fn growth(&self) -> Option<String> {
        let at = (1..self.tokens.len()).find(|i| self.at(*i) == "growth")?;
        let figure = |p: &Piece| matches!(p.link, Link::Worth(_) | Link::Table(_) | Link::Column(_));
        let of_figure = self.piece_at(at - 1).is_some_and(figure) || matches!(self.at(at + 1), "of" | "in");
        let a_value = matches!(self.piece_at(at).map(|p| &p.link), Some(Link::Value(_)))
            && self.tokens.get(at).is_some_and(|t| !t.proper);
        (of_figure && (a_value || self.has_step())).then(|| "growth".to_owned())
    }

    /// 'rides by city last year vs this year': the two years side by side, not both of them in one.
    fn times_merged(&self) -> Option<String> {
        let against = |i: usize| matches!(self.at(i), "vs" | "versus");
        let within = |p: &Piece| matches!(p.link, Link::Time(_)) && (p.start..p.end).any(against);
        let time =
            |i: Option<usize>| matches!(i.and_then(|i| self.pieces.get(i)).map(|p| &p.link), Some(Link::Time(_)));
        let at = self.pieces.iter().enumerate().position(|(i, p)| {
            let between = p.link == Link::Mark(Mark::ComparedWith) && time(i.checked_sub(1)) && time(i.checked_add(1));
            between || within(p)
        })?;
        let said = self.pieces.get(at)?;
        let word = (said.start..said.end).find(|i| against(*i)).unwrap_or(said.start);
        (!self.has_step()).then(|| self.at(word).to_owned())
    }

    /// 'median order value', where an order has lines: half of the orders come to less, which the lines do not tell.
    fn median_of_lines(&self) -> Option<String> {
        let lines = self.query.select.iter().find_map(|s| match &s.expr {
            Expr::Aggregate { function: Aggregate::Median, of, .. } => {
                let mut tables = Vec::new();
                of.tables(&mut tables);
                self.schema.table_index(tables.first()?)
            }
            _ => None,
        })?;
        let parents = self.schema.parents(lines);
        let names = |said: &[Token]| {
            let words = parents.iter().filter_map(|t| self.schema.tables.get(*t)).map(|view| &view.words);
            words
                .into_iter()
                .any(|all| !all.is_empty() && all.iter().all(|w| said.iter().any(|token| token.stem == *w)))
        };
        let tokens = |from: usize, to: usize| self.tokens.get(from..to.min(self.tokens.len())).unwrap_or_default();
        let money = |p: &Piece| matches!(p.link, Link::Worth(_));
        let of_parent = self.pieces.iter().any(|p| money(p) && names(tokens(p.start, p.end)));
        let each = self.pieces.iter().filter(|p| p.link == Link::Mark(Mark::Each));
        let per_parent = each.into_iter().any(|p| names(tokens(p.end, p.end + 2)));
        (of_parent || per_parent && self.pieces.iter().any(money)).then(|| "median".to_owned())
    }

    /// 'how many products did we sell in 2025': when they were sold, not when they came out.
    fn sold_when(&self) -> Option<String> {
        let verb = crate::spoken_sales::says_sold(self.tokens)?;
        let sales = |t: usize| self.schema.tables.get(t).is_some_and(|view| view.worth.is_some());
        let lost = self.query.filter.iter().any(|c| match c {
            Condition::Period { column, .. } if !self.says_bought(column) => {
                self.schema.table_index(&column.table).is_some_and(|of| {
                    let facts = (0..self.schema.tables.len()).filter(|t| sales(*t));
                    facts.into_iter().any(|t| self.schema.belongs(t, of) && self.schema.parents(t).first() != Some(&of))
                })
            }
            _ => false,
        });
        (lost
            && !self
                .pieces
                .iter()
                .any(|p| matches!(p.link, Link::Column(c) if self.schema.kind(c) == ColumnKind::Time)))
        .then(|| verb.text.clone())
    }

    /// A column that says itself when something was bought or sold.
    fn says_bought(&self, column: &crate::form::ColumnRef) -> bool {
        const BOUGHT: [&str; 7] = ["bought", "buy", "purchas", "purchase", "acquir", "sold", "sale"];
        let words = self.schema.find(column).and_then(|c| self.schema.view(c)).map_or(&[][..], |v| v.words.as_slice());
        words.iter().any(|w| BOUGHT.contains(&w.as_str()))
    }

    /// 'units sold': not how many were returned, although the column is called the same.
    fn came_back(&self) -> Option<String> {
        self.query.select.iter().find_map(|s| match &s.expr {
            Expr::Aggregate { of, .. } => match &**of {
                Expr::Column(c) => {
                    let col = self.schema.find(c)?;
                    let words = self.schema.tables.get(col.table).map_or(&[][..], |view| view.words.as_slice());
                    let said = self.tokens.iter().any(|t| words.contains(&t.stem));
                    (!said && crate::spoken_sales::same_name_sold(col, self.schema)).then(|| c.column.clone())
                }
                _ => None,
            },
            _ => None,
        })
    }

    /// 'what percent of items are returned' asks for a share, not for a column that is called so.
    fn percent_of(&self) -> Option<String> {
        let at = (0..self.tokens.len())
            .find(|i| matches!(self.at(*i), "percent" | "percentage") && self.at(i + 1) == "of")?;
        let column = matches!(self.piece_at(at).map(|p| &p.link), Some(Link::Column(_)));
        column.then(|| self.at(at).to_owned())
    }

    /// 'the most loyal customer': no word is more than another.
    fn ranked_by_text(&self) -> Option<String> {
        if self.draft.sorted
            || self.query.limit.is_none()
            || self.query.within.is_empty() && self.query.order.is_empty()
        {
            return None;
        }
        let first = self.query.order.first()?;
        match &first.expr {
            Expr::Column(c) if self.query.group.is_empty() => {
                let text = self.schema.find(c).is_some_and(|c| self.schema.kind(c) == ColumnKind::Text);
                let ranks = self
                    .pieces
                    .iter()
                    .find(|p| matches!(p.link, Link::Mark(Mark::Extreme(_) | Mark::Superlative(_) | Mark::Most(_))))?;
                text.then(|| self.at(ranks.start).to_owned())
            }
            _ => None,
        }
    }

    /// 'customers by amount', where lines have a price: what they come to is meant, neither how many pieces they are, nor the
    /// price of one, nor what was refunded of them.
    fn amount_of_another(&self) -> Option<String> {
        let has_worth = |t: usize| self.schema.tables.get(t).is_some_and(|view| view.worth.is_some());
        let money = (0..self.schema.tables.len()).any(has_worth);
        self.pieces.iter().find_map(|p| {
            let Link::Column(c) = p.link else { return None };
            let amount = p.end == p.start + 1 && self.at(p.start) == "amount" && self.at(p.end) != "of";
            let name = self.schema.reference(c).column.to_lowercase();
            let part = ["quantity", "qty", "unit_price", "unit_cost"].iter().any(|word| name.contains(word));
            let another = name != "amount" && name.contains("amount") && !has_worth(c.table);
            let word = self.schema.kind(c) != ColumnKind::Number;
            (amount && money && (part || another || word)).then(|| "amount".to_owned())
        })
    }
}
