//! Words of business that name a figure of their own: growth, one time against another, the value of an order. A statement that
//! takes them for something near looks right and is not. `promises` asks here.

use crate::form::Expr;
use crate::lexicon::{Aggregate, Mark};
use crate::link::Link;
use crate::promises::Promises;
use crate::schema::ColumnKind;
use crate::segment::Piece;
use crate::tokens::Token;

impl Promises<'_> {
    /// What is said of a figure and is not in the statement.
    pub(crate) fn business_lost(&self) -> Vec<String> {
        let lost = [self.growth(), self.times_merged(), self.median_of_lines(), self.amount_of_another()];
        lost.into_iter().flatten().collect()
    }

    fn at(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |t| t.lower.as_str())
    }

    fn piece_at(&self, at: usize) -> Option<&Piece> {
        self.pieces.iter().find(|p| (p.start..p.end).contains(&at))
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
            (amount && money && (part || another)).then(|| "amount".to_owned())
        })
    }
}
