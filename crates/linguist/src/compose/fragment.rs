//! What a fragment says, as pieces of a query: conditions, groups, measures and columns, for the form it changes.

use super::assemble::Assembler;
use super::draft::{Draft, Pending, Target};
use super::measures::Resolver;
use crate::Linguist;
use crate::form::{Condition, Expr, Ordering, Query, Selected};
use crate::schema::{Col, Schema};
use crate::tokens::Token;

#[derive(Debug, Default)]
pub struct Fragment {
    pub filters: Vec<Condition>,
    /// Group expressions that are shown, and their result columns.
    pub groups: Vec<Expr>,
    pub shown: Vec<Selected>,
    /// Keys that are grouped by without being shown.
    pub group_keys: Vec<Expr>,
    pub measures: Vec<Selected>,
    pub plain: Vec<Selected>,
    pub orders: Vec<Ordering>,
    pub having: Vec<Condition>,
}

/// Reads a draft as a change of `previous`.
pub fn fragment(draft: &Draft, linguist: &Linguist, tokens: &[Token], previous: &Query) -> Option<Fragment> {
    let schema = &linguist.schema;
    let main = schema.table_index(&previous.base)?;
    let mut draft = draft.clone();
    // Times are about the column that times were about before.
    let time = previous_time(previous, schema).or_else(|| figure_time(previous, schema));
    for filter in &mut draft.filters {
        if let Pending::Time { column, .. } = &mut filter.condition {
            *column = column.or(time);
        }
    }
    draft.event = draft.event.or(time.map(|c| (c, true)));
    draft.context.extend(previous.core_tables().into_iter().filter_map(|t| schema.table_index(t)));
    let resolver = Resolver::new(schema, &linguist.graph, tokens, &draft, main);
    let mut assembler = Assembler::new(&draft, schema, resolver, main);
    assembler.filters()?;
    let mut made = Fragment { filters: std::mem::take(&mut assembler.query.filter), ..Fragment::default() };
    for group in &draft.groups {
        made.groups.extend(assembler.group_key(group)?);
    }
    made.group_keys = std::mem::take(&mut assembler.query.group);
    made.shown = made.groups.iter().map(|e| assembler.resolver.selected(e.clone())).collect();
    for item in &draft.items {
        match (&item.target, item.aggregate) {
            (Target::Table(t), None) => {
                made.plain
                    .extend(schema.display(*t).into_iter().map(|c| Selected { expr: schema.expr(c), alias: None }));
            }
            _ => {
                let expr = assembler.resolver.expr(item, false)?;
                let selected = assembler.resolver.selected(expr);
                if selected.expr.is_aggregate() { made.measures.push(selected) } else { made.plain.push(selected) }
            }
        }
    }
    assembler.having()?;
    made.having = std::mem::take(&mut assembler.query.having);
    assembler.orders(previous.is_aggregated())?;
    made.orders = std::mem::take(&mut assembler.query.order);
    Some(made)
}

/// 'and last year?' after revenue by region: when things were sold, not when a store opened.
fn figure_time(previous: &Query, schema: &Schema) -> Option<Col> {
    let figure = previous.select.iter().find(|s| s.expr.is_aggregate()).filter(|_| schema.for_people)?;
    let mut tables = Vec::new();
    figure.expr.tables(&mut tables);
    tables.into_iter().filter_map(|t| schema.table_index(t)).find_map(|t| schema.happened(t))
}

fn previous_time(query: &Query, schema: &Schema) -> Option<Col> {
    query.filter.iter().find_map(|c| match c {
        Condition::Period { column, .. } => schema.find(column),
        Condition::Any(all) => all.iter().find_map(|c| match c {
            Condition::Period { column, .. } => schema.find(column),
            _ => None,
        }),
        _ => None,
    })
}
