//! 'the cities in the county with the most officers': all rows that belong to the one that wins, not the row that wins.

use super::assemble::Assembler;
use crate::form::{Condition, Expr, Query, Selected};

impl Assembler<'_> {
    /// Turns a ranking of rows into a condition on the thing they belong to. `None` where they belong to nothing that
    /// was said.
    pub(super) fn of_winner(&mut self) -> Option<()> {
        let others = || self.draft.context.iter().rev().copied().filter(|t| *t != self.main);
        let direct = others().find_map(|t| Some((Some(self.schema.key_to(self.main, t)?), t)));
        let (ours, winner) = direct.or_else(|| others().find(|t| self.is_linked(*t)).map(|t| (None, t)))?;
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
        let mut inner = Query { select, base, group, order, limit: query.limit.take(), ..Query::default() };
        // 'the projects of the organisation with the most projects': the projects say themselves whose they are.
        let counts_listed =
            matches!(inner.order.as_slice(), [by] if matches!(&by.expr, Expr::Rows { table } if *table == query.base));
        if let (Some(ours), true) = (ours, counts_listed && !self.draft.for_people) {
            let ours = self.schema.expr(ours);
            inner.select = vec![Selected { expr: ours.clone(), alias: None }];
            (inner.group, inner.base) = (vec![ours], query.base.clone());
        }
        query.group.clear();
        let of = |column: crate::schema::Col| {
            let column = self.schema.reference(column);
            Condition::InQuery { column, query: Box::new(inner), negated: false }
        };
        query.filter.push(match ours {
            Some(ours) => of(ours),
            None => Condition::Related {
                of: query.base.clone(),
                table: self.schema.table_name(winner).to_owned(),
                when: vec![of(self.schema.key(winner)?)],
                negated: false,
            },
        });
        Some(())
    }

    /// 'the students who live in the dorm with the most amenities', where a third table says who lives where.
    fn is_linked(&self, t: usize) -> bool {
        let path = self.resolver.graph.path(&[self.main], t).unwrap_or_default();
        let [to_link, to_winner] = path.as_slice() else { return false };
        to_link.edge.to_many && !to_winner.edge.to_many && !self.draft.for_people
    }
}
