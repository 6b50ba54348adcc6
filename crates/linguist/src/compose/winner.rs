//! 'the cities in the county with the most officers': all rows that belong to the one that wins, not the row that wins.

use super::assemble::Assembler;
use crate::form::{Condition, Expr, Query, Selected};

impl Assembler<'_> {
    /// Turns a ranking of rows into a condition on the thing they belong to. `None` where they belong to nothing that
    /// was said.
    pub(super) fn of_winner(&mut self) -> Option<()> {
        let parents = self.draft.context.iter().rev().copied().filter(|t| *t != self.main);
        let (ours, winner) = parents.filter_map(|t| Some((self.schema.key_to(self.main, t)?, t))).next()?;
        let key = self.schema.expr(self.schema.key(winner)?);
        let query = &mut self.query;
        let figures = query.select.iter().any(|s| s.expr.is_aggregate());
        if query.order.is_empty() || query.yes_no || query.combine.is_some() || figures {
            return None;
        }
        let base = self.schema.table_name(winner).to_owned();
        let own = |e: &Expr| matches!(e, Expr::Rows { table } if *table == base);
        if query.order.iter().any(|o| own(&o.expr)) {
            return None;
        }
        let mut order = std::mem::take(&mut query.order);
        // What decides between equal ones of the listed rows says nothing about the winner.
        order.truncate(1);
        for by in &mut order {
            if let Expr::Aggregate { of, .. } = &by.expr
                && matches!(&**of, Expr::Column(c) if c.table == base)
            {
                by.expr = (**of).clone();
            }
        }
        let group = if order.iter().any(|o| o.expr.is_aggregate()) { vec![key.clone()] } else { Vec::new() };
        let select = vec![Selected { expr: key, alias: None }];
        let inner = Query { select, base, group, order, limit: query.limit.take(), ..Query::default() };
        query.group.clear();
        let column = self.schema.reference(ours);
        query.filter.push(Condition::InQuery { column, query: Box::new(inner), negated: false });
        Some(())
    }
}
