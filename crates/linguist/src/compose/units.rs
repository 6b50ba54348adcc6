//! Units of figures: minutes against the seconds that a column holds, figures asked for in hours, and figures by the unit of
//! another one.

use super::assemble::Assembler;
use crate::form::{Expr, Selected};
use crate::lexicon::Aggregate;
use crate::schema::{Col, Schema};
use crate::spoken::seconds;

/// The seconds of the unit that a column is counted in, going by its name.
pub fn unit_of(schema: &Schema, column: Col) -> Option<f64> {
    let words = crate::tokens::name_words(schema.column(column).map_or("", |c| c.name.as_str()));
    let last = words.last().and_then(|word| seconds(word)).filter(|_| words.len() > 1);
    // 'minutes_spent', but not 'day_shift' or 'min_age'.
    let whole = |word: &String| word.len() > 3 && word.ends_with('s');
    last.or_else(|| words.iter().filter(|w| whole(w)).find_map(|word| seconds(word)))
}

/// A number of minutes as the seconds that a column holds.
pub fn in_unit_of(schema: &Schema, column: Col, n: f64, unit: Option<f64>) -> f64 {
    match (unit, unit_of(schema, column)) {
        (Some(said), Some(stored)) => n * said / stored,
        _ => n,
    }
}

impl Assembler<'_> {
    /// 'fuel per 100 km': one sum by the other.
    pub(super) fn divide(&mut self) -> Option<()> {
        let Some((by, times)) = self.draft.divisor.filter(|_| self.draft.for_people) else { return Some(()) };
        let divisor = Expr::aggregate(Aggregate::Sum, self.schema.expr(by));
        let unit = crate::tokens::name_words(&self.schema.reference(by).column).join("_");
        let rate = |expr: &Expr| {
            let sum = Box::new(expr.clone());
            let number = Box::new(Expr::Number(times));
            let left =
                if times == 1.0 { sum } else { Box::new(Expr::Arithmetic { sign: '*', left: number, right: sum }) };
            Expr::Arithmetic { sign: '/', left, right: Box::new(divisor.clone()) }
        };
        let divided = |expr: &Expr| matches!(expr, Expr::Aggregate { function: Aggregate::Sum, .. });
        let figures = self.query.select.iter().filter(|s| divided(&s.expr)).count();
        if figures != 1 {
            return None;
        }
        for selected in self.query.select.iter_mut().filter(|s| divided(&s.expr)) {
            let name = selected.alias.clone().unwrap_or_default();
            *selected = Selected { expr: rate(&selected.expr), alias: Some(format!("{name}_per_{unit}")) };
        }
        for order in self.query.order.iter_mut().filter(|o| divided(&o.expr)) {
            order.expr = rate(&order.expr);
        }
        Some(())
    }

    /// 'total talk time in hours' of a column that holds seconds.
    pub(super) fn in_asked_unit(&mut self) {
        let Some((word, asked)) = crate::spoken::asked_unit(self.resolver.tokens).filter(|_| self.draft.for_people)
        else {
            return;
        };
        let factor = |expr: &Expr| match expr {
            Expr::Aggregate { function, of, .. } if *function != Aggregate::Count => match of.as_ref() {
                Expr::Column(c) => self.schema.find(c).and_then(|c| unit_of(self.schema, c)).map(|own| asked / own),
                _ => None,
            },
            _ => None,
        };
        let turned = |expr: &Expr| {
            let by = factor(expr).filter(|f| *f != 1.0)?;
            let (sign, by) = if by > 1.0 { ('/', by) } else { ('*', 1.0 / by) };
            Some(Expr::Arithmetic { sign, left: Box::new(expr.clone()), right: Box::new(Expr::Number(by)) })
        };
        let select: Vec<Selected> = self
            .query
            .select
            .iter()
            .map(|s| match turned(&s.expr) {
                Some(expr) => Selected { expr, alias: s.alias.as_ref().map(|name| format!("{name}_in_{word}")) },
                None => s.clone(),
            })
            .collect();
        let mut order = self.query.order.clone();
        for by in &mut order {
            by.expr = turned(&by.expr).unwrap_or_else(|| by.expr.clone());
        }
        (self.query.select, self.query.order) = (select, order);
    }
}
