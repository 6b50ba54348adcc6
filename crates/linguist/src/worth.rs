//! What a row is worth: quantity times price, or an amount of money that it holds.
//!
//! Public question sets know the first only. People say 'revenue', 'takings' or 'what did she earn us' of whatever was done for
//! money, so that for them the one amount of what was done is taken for it (`assume_own_worth`), and they are told.

use crate::form::Expr;
use crate::lemma;
use crate::schema::{Col, ColumnKind, ColumnView, Schema};

/// Tables whose rows are money that changed hands.
const DEALS: [&str; 18] = [
    "payment",
    "sale",
    "order",
    "invoice",
    "charge",
    "transaction",
    "purchase",
    "receipt",
    "donation",
    "rental",
    "booking",
    "reservation",
    "ticket",
    "subscription",
    "trip",
    "ride",
    "shipment",
    "bill",
];

/// What is charged, the plainest names first.
const EARNED: [&[&str]; 3] = [
    &["amount", "revenue", "gross", "takings", "turnover", "total", "spend"],
    &["charge"],
    &["fee", "price", "fare", "donation"],
];

/// Money that is not earned, or not yet, or only for one piece.
const NOT_EARNED: [&str; 25] = [
    "unit", "per", "each", "rate", "list", "base", "budget", "tax", "vat", "deposit", "discount", "limit", "balance",
    "target", "salary", "annual", "monthly", "cost", "refund", "standing", "average", "minimum", "maximum", "original",
    "estimate",
];

impl Schema {
    /// Finds quantity and price columns whose product is what a row is worth.
    pub(crate) fn find_worth(&mut self) {
        for t in 0..self.tables.len() {
            let worth = self.worth_of(t);
            if let Some(view) = self.tables.get_mut(t) {
                view.worth = worth;
            }
        }
    }

    /// Where no table has quantities and prices: the one table whose rows are payments, sales or the like is worth what it says.
    pub(crate) fn assume_own_worth(&mut self) {
        let unknown = self.tables.iter().all(|view| view.worth.is_none());
        if unknown && self.tables.len() == 1 && !self.is_deal(0) && self.time(0).is_some() {
            // A file of what happened: what each row came to.
            let worth = self.money_of_file().map(|c| self.expr(c));
            if let (Some(worth), Some(view)) = (worth, self.tables.first_mut()) {
                view.worth = Some(worth);
                self.assumed_worth = Some(0);
                return;
            }
        }
        for words in [&["amount", "revenue", "total"][..], &["price", "fare", "fee"]] {
            let deals = (0..self.tables.len()).filter(|t| self.is_deal(*t));
            let found: Vec<Col> = deals.filter_map(|t| self.numeric_with(t, words)).collect();
            let [only] = found.as_slice() else { continue };
            let worth = self.expr(*only);
            if let Some(view) = self.tables.get_mut(only.table).filter(|_| unknown) {
                view.worth = Some(worth);
                self.assumed_worth = Some(only.table);
            }
            return;
        }
        if let Some(only) = self.charged().filter(|_| unknown) {
            let worth = self.expr(only);
            if let Some(view) = self.tables.get_mut(only.table) {
                view.worth = Some(worth);
                self.assumed_worth = Some(only.table);
                self.only_charged = true;
            }
        }
    }

    /// The table whose worth is meant where nobody speaks of money: 'is the West better than the East'. What was charged for a stay
    /// says only something of money.
    pub fn plain_worth(&self) -> Option<usize> {
        let mut worths = (0..self.tables.len()).filter(|t| self.tables.get(*t).is_some_and(|v| v.worth.is_some()));
        let only = worths.next().filter(|_| worths.next().is_none())?;
        (!self.only_charged).then_some(only)
    }

    /// What was charged for what was done: the one such amount, where no table is called a sale.
    fn charged(&self) -> Option<Col> {
        let done: Vec<usize> = (0..self.tables.len()).filter(|t| self.is_done(*t)).collect();
        for words in EARNED {
            let stems: Vec<String> = words.iter().map(|w| lemma::stem_of(w)).collect();
            let not: Vec<String> = NOT_EARNED.iter().map(|w| lemma::stem_of(w)).collect();
            let has = |c: &ColumnView, list: &[String]| c.words.iter().any(|w| list.contains(w));
            let fits = |c: &ColumnView| c.kind == ColumnKind::Number && has(c, &stems) && !has(c, &not);
            let mut found = Vec::new();
            for table in &done {
                let columns = self.tables.get(*table).map_or(&[][..], |view| view.columns.as_slice());
                let here = columns.iter().enumerate().filter(|(_, c)| fits(c));
                found.extend(here.map(|(column, _)| Col { table: *table, column }));
            }
            match found.as_slice() {
                [] => {}
                [only] => return Some(*only),
                _ => return None,
            }
        }
        None
    }

    /// Rows are things that were done at a time, not people or goods: a file, a table that points at others and names nothing, the
    /// lines of such a table.
    fn is_done(&self, t: usize) -> bool {
        let Some(view) = self.tables.get(t) else { return false };
        let begun = |time: usize| {
            let words = view.columns.get(time).map_or(&[][..], |c| c.words.as_slice());
            !words.iter().any(|w| {
                ["list", "launch", "release", "add", "create", "join", "born", "found"].map(lemma::stem).contains(w)
            })
        };
        let parents = self.parents(t);
        match view.time {
            Some(time) if self.tables.len() == 1 => begun(time),
            Some(time) => begun(time) && !parents.is_empty() && view.name_columns.is_empty(),
            None => {
                parents.len() > 1 && parents.iter().any(|p| self.time(*p).is_some()) && view.name_columns.is_empty()
            }
        }
    }

    /// A line that was sold for its own price says what was sold; where there is one, a standing order and the list price of its
    /// product do not.
    pub(crate) fn prefer_own_prices(&mut self) {
        let own = |t: usize| {
            let mut tables = Vec::new();
            self.tables.get(t).and_then(|v| v.worth.as_ref())?.tables(&mut tables);
            Some(tables.iter().all(|name| self.table_index(name) == Some(t)))
        };
        let worth: Vec<(usize, bool)> = (0..self.tables.len()).filter_map(|t| Some((t, own(t)?))).collect();
        if !worth.iter().any(|(_, own)| *own) {
            return;
        }
        for (t, _) in worth.into_iter().filter(|(_, own)| !own) {
            let worth = self.tables.get_mut(t).and_then(|view| view.worth.take());
            self.passed_over.extend(worth.map(|worth| (t, worth)));
        }
    }

    /// The one column of a file that is an amount of money and no price of one piece.
    fn money_of_file(&self) -> Option<Col> {
        let stems = |list: &[&str]| list.iter().map(|w| lemma::stem_of(w)).collect::<Vec<String>>();
        let (amounts, prices) = (
            stems(&["amount", "gross", "spend", "paid", "revenue"]),
            stems(&["price", "rate", "tax", "vat", "budget", "fee", "unit"]),
        );
        let columns = self.tables.first()?.columns.iter().enumerate();
        let fits = |c: &ColumnView| {
            let has = |list: &[String]| c.words.iter().any(|w| list.contains(w));
            c.kind == ColumnKind::Number && has(&amounts) && !has(&prices)
        };
        let mut found = columns.filter(|(_, c)| fits(c)).map(|(column, _)| Col { table: 0, column });
        found.next().filter(|_| found.next().is_none())
    }

    fn is_deal(&self, t: usize) -> bool {
        let words = self.tables.get(t).map_or(&[][..], |view| view.words.as_slice());
        words.iter().any(|word| DEALS.iter().any(|deal| lemma::stem(deal) == *word))
    }

    fn worth_of(&self, t: usize) -> Option<Expr> {
        // What is in stock was not sold.
        let kept = |c: &Col| {
            let stored = |w: &String| matches!(w.as_str(), "stock" | "hand" | "inventory" | "shelf");
            self.view(*c).is_some_and(|v| v.words.iter().any(stored))
        };
        let quantity = self.numeric_with(t, &["quantity"]).or_else(|| self.units(t)).filter(|c| !kept(c))?;
        // A line that carries its own total needs no arithmetic.
        if let Some(total) = self.numeric_with(t, &["total", "amount", "revenue"]).filter(|c| *c != quantity) {
            return self.numeric_with(t, &["price"]).map(|_| self.expr(total));
        }
        let own_price = self.numeric_with(t, &["price"]);
        let price = own_price.or_else(|| {
            let parents = self.parents(t);
            parents.into_iter().find_map(|p| self.numeric_with(p, &["price"]))
        })?;
        let product = |a: Expr, b: Expr| Expr::Arithmetic { sign: '*', left: Box::new(a), right: Box::new(b) };
        let gross = product(self.expr(quantity), self.expr(price));
        let Some(discount) = self.numeric_with(t, &["discount"]) else { return Some(gross) };
        let column = self.column(discount)?;
        let words = &self.view(discount)?.words;
        let top = column.max.as_ref().and_then(vouch_model::Value::as_f64).unwrap_or(1.0);
        let one_minus =
            |part: Expr| Expr::Arithmetic { sign: '-', left: Box::new(Expr::Number(1.0)), right: Box::new(part) };
        let percent = words.iter().any(|w| w == "percent" || w == "pct");
        if top <= 1.0 {
            Some(product(gross, one_minus(self.expr(discount))))
        } else if percent || top <= 100.0 {
            let part = Expr::Arithmetic {
                sign: '/',
                left: Box::new(self.expr(discount)),
                right: Box::new(Expr::Number(100.0)),
            };
            Some(product(gross, one_minus(part)))
        } else {
            Some(Expr::Arithmetic { sign: '-', left: Box::new(gross), right: Box::new(self.expr(discount)) })
        }
    }

    /// A column that is called 'units' and nothing else; 'unit_cost' counts nothing.
    fn units(&self, t: usize) -> Option<Col> {
        let columns = &self.tables.get(t)?.columns;
        let column = columns.iter().position(|c| c.kind == ColumnKind::Number && matches!(c.words.as_slice(), [w] | [w, _] if w == "unit" && !c.words.iter().any(|x| matches!(x.as_str(), "cost" | "pric"))))?;
        Some(Col { table: t, column })
    }

    /// The lines of a deal that says when but not how much: the items of an order.
    pub fn lines_of(&self, deal: usize) -> Option<usize> {
        let worth = |l: &usize| self.tables.get(*l).is_some_and(|v| v.worth.is_some());
        let lines = (0..self.tables.len()).find(|l| worth(l) && self.parents(*l).first() == Some(&deal))?;
        let sized = ["size", "total", "amount", "value"].iter().any(|w| self.numeric_with(deal, &[w]).is_some());
        (self.time(deal).is_some() && !sized).then_some(lines)
    }

    /// 'unit price', 'unit cost'.
    pub fn is_price_of_one(&self, c: Col) -> bool {
        let words = self.view(c).map_or(&[][..], |view| view.words.as_slice());
        words.iter().any(|w| w == "unit") && words.iter().any(|w| matches!(w.as_str(), "price" | "pric" | "cost"))
    }
}
