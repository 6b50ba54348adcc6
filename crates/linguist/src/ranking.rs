//! What a ranking was made by belongs beside the names: "top 5 products by revenue" shows the revenue too.
//!
//! `reading` calls it on finished queries, after scoring. Off where answers are compared with statements that show
//! nothing but the names ([`crate::Linguist::without_rankings`]).

use crate::compose::alias_of;
use crate::form::{Query, Selected};

pub fn show(query: &mut Query) {
    let Some(first) = query.order.first() else { return };
    let shown = query.select.iter().any(|s| s.expr == first.expr);
    // A distinct list or a set operation would become another one with a further column.
    let fixed = query.distinct || query.yes_no || query.combine.is_some() || query.select.is_empty();
    // All columns (`SELECT *`) hold the ordering column already.
    let whole_row = query.select.iter().all(|s| s.expr.is_aggregate()) && query.group.is_empty();
    let needs_group = first.expr.is_aggregate() && query.group.is_empty();
    if query.limit.is_some() && !shown && !fixed && !whole_row && !needs_group {
        let (expr, alias) = (first.expr.clone(), alias_of(&first.expr));
        query.select.push(Selected { expr, alias });
    }
}
