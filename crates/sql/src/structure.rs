//! A checked statement taken apart: tables, joins, filters, aggregations, as texts. Only for showing; the texts are never
//! run.

use crate::CheckedSql;
use crate::inspect::aggregates::is_aggregate;
use crate::visiting::look;
use sqlparser::ast::{
    BinaryOperator, Expr, GroupByExpr, JoinConstraint, JoinOperator, OrderBy, OrderByKind, Select, Visitor,
};
use std::ops::ControlFlow;
use vouch_model::{Catalog, DataType, Structure};

pub fn structure(checked: &CheckedSql, catalog: &Catalog) -> Structure {
    let mut found = Parts { catalog, structure: Structure::default() };
    // It never breaks off.
    let _ = look(checked.query(), &mut found);
    let mut structure = found.structure;
    structure.tables = checked.tables().to_vec();
    let reads = |name: &str| structure.tables.iter().any(|table| table.eq_ignore_ascii_case(name));
    structure.relationships = catalog
        .foreign_keys
        .iter()
        .filter(|key| reads(&key.table) && reads(&key.to_table))
        .map(|key| {
            let (from, to) = (key.columns.join(", "), key.to_columns.join(", "));
            format!("{}.{from} -> {}.{to}", key.table, key.to_table)
        })
        .collect();
    structure
}

struct Parts<'a> {
    catalog: &'a Catalog,
    structure: Structure,
}

impl Visitor for Parts<'_> {
    type Break = ();

    fn pre_visit_select(&mut self, select: &Select) -> ControlFlow<()> {
        for join in select.from.iter().flat_map(|from| &from.joins) {
            if let Some(condition) = condition_of(&join.join_operator) {
                push(&mut self.structure.joins, condition);
            }
        }
        for condition in select.selection.iter().chain(&select.having) {
            self.filter(condition);
        }
        if let GroupByExpr::Expressions(expressions, _) = &select.group_by {
            expressions.iter().for_each(|group| push(&mut self.structure.grouped_by, group.to_string()));
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
        if let Expr::Function(function) = expr
            && is_aggregate(function)
        {
            push(&mut self.structure.aggregations, function.to_string());
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_order_by(&mut self, order_by: &OrderBy) -> ControlFlow<()> {
        if let OrderByKind::Expressions(expressions) = &order_by.kind {
            expressions.iter().for_each(|order| push(&mut self.structure.ordered_by, order.to_string()));
        }
        ControlFlow::Continue(())
    }
}

impl Parts<'_> {
    /// What AND holds together are conditions of their own.
    fn filter(&mut self, condition: &Expr) {
        match condition {
            Expr::BinaryOp { left, op: BinaryOperator::And, right } => {
                self.filter(left);
                self.filter(right);
            }
            Expr::Nested(inner) => self.filter(inner),
            other => {
                let text = other.to_string();
                // Whether there is a date at all bounds no time.
                let bounds = !matches!(other, Expr::IsNull(_) | Expr::IsNotNull(_));
                if bounds && self.speaks_of_time(other) {
                    push(&mut self.structure.time_range, text.clone());
                }
                push(&mut self.structure.filters, text);
            }
        }
    }

    fn speaks_of_time(&self, condition: &Expr) -> bool {
        let mut columns = Columns(Vec::new());
        let _ = look(condition, &mut columns);
        let is_time = |data_type: &DataType| matches!(data_type, DataType::Date | DataType::Timestamp { .. });
        let all = self.catalog.tables.iter().flat_map(|table| &table.columns);
        let times: Vec<&str> = all.filter(|c| is_time(&c.data_type)).map(|c| c.name.as_str()).collect();
        columns.0.iter().any(|name| times.iter().any(|time| time.eq_ignore_ascii_case(name)))
    }
}

/// The last part of every name in an expression.
struct Columns(Vec<String>);

impl Visitor for Columns {
    type Break = ();

    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
        match expr {
            Expr::Identifier(name) => self.0.push(name.value.clone()),
            Expr::CompoundIdentifier(names) => self.0.extend(names.last().map(|name| name.value.clone())),
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

fn condition_of(join: &JoinOperator) -> Option<String> {
    let constraint = match join {
        JoinOperator::Join(constraint)
        | JoinOperator::Inner(constraint)
        | JoinOperator::Left(constraint)
        | JoinOperator::LeftOuter(constraint)
        | JoinOperator::Right(constraint)
        | JoinOperator::RightOuter(constraint)
        | JoinOperator::FullOuter(constraint) => constraint,
        _ => return None,
    };
    match constraint {
        JoinConstraint::On(condition) => Some(condition.to_string()),
        JoinConstraint::Using(columns) => {
            let names: Vec<String> = columns.iter().map(ToString::to_string).collect();
            Some(format!("USING ({})", names.join(", ")))
        }
        JoinConstraint::Natural => Some("NATURAL".to_owned()),
        JoinConstraint::None => None,
    }
}

fn push(list: &mut Vec<String>, text: String) {
    if !list.contains(&text) {
        list.push(text);
    }
}
