//! The one walk over a syntax tree that every visitor of ours shares. sqlparser writes its walk anew for each type of visitor,
//! hundreds of functions a time; behind `dyn` there is one for reading and one for changing, which compiles in a fraction.

use sqlparser::ast::{
    Expr, GroupByExpr, Ident, ObjectName, OrderBy, OrderByExpr, Query, Select, Statement, TableFactor, ValueWithSpan,
    Visit, VisitMut, Visitor, VisitorMut,
};
use std::ops::ControlFlow;

/// Walks `tree`; says whether the visitor broke off.
pub fn look(tree: &impl Visit, visitor: &mut dyn Visitor<Break = ()>) -> ControlFlow<()> {
    tree.visit(&mut Looking(visitor))
}

/// Walks `tree` with a visitor that may change it.
pub fn change<B>(tree: &mut impl VisitMut, visitor: &mut dyn VisitorMut<Break = B>) -> ControlFlow<B> {
    tree.visit(&mut Changing(visitor))
}

struct Looking<'v>(&'v mut dyn Visitor<Break = ()>);

struct Changing<'v, B>(&'v mut dyn VisitorMut<Break = B>);

/// Every call that a walk makes, handed on as it is.
macro_rules! hand_on {
    ($break:ty, $($name:ident: $node:ty),*) => {
        type Break = $break;
        $(fn $name(&mut self, node: $node) -> ControlFlow<Self::Break> {
            self.0.$name(node)
        })*
    };
}

impl Visitor for Looking<'_> {
    hand_on! { (), pre_visit_query: &Query, post_visit_query: &Query, pre_visit_select: &Select, post_visit_select: &Select,
    pre_visit_relation: &ObjectName, post_visit_relation: &ObjectName, pre_visit_table_factor: &TableFactor,
    post_visit_table_factor: &TableFactor, pre_visit_expr: &Expr, post_visit_expr: &Expr,
    pre_visit_statement: &Statement, post_visit_statement: &Statement, pre_visit_value: &ValueWithSpan,
    post_visit_value: &ValueWithSpan, pre_visit_ident: &Ident, post_visit_ident: &Ident, pre_visit_order_by: &OrderBy,
    post_visit_order_by: &OrderBy, pre_visit_order_by_expr: &OrderByExpr, post_visit_order_by_expr: &OrderByExpr,
    pre_visit_group_by: &GroupByExpr, post_visit_group_by: &GroupByExpr }
}

impl<B> VisitorMut for Changing<'_, B> {
    hand_on! { B, pre_visit_query: &mut Query, post_visit_query: &mut Query, pre_visit_select: &mut Select,
    post_visit_select: &mut Select, pre_visit_relation: &mut ObjectName, post_visit_relation: &mut ObjectName,
    pre_visit_table_factor: &mut TableFactor, post_visit_table_factor: &mut TableFactor, pre_visit_expr: &mut Expr,
    post_visit_expr: &mut Expr, pre_visit_statement: &mut Statement, post_visit_statement: &mut Statement,
    pre_visit_value: &mut ValueWithSpan, post_visit_value: &mut ValueWithSpan, pre_visit_ident: &mut Ident,
    post_visit_ident: &mut Ident, pre_visit_order_by: &mut OrderBy, post_visit_order_by: &mut OrderBy,
    pre_visit_order_by_expr: &mut OrderByExpr, post_visit_order_by_expr: &mut OrderByExpr,
    pre_visit_group_by: &mut GroupByExpr, post_visit_group_by: &mut GroupByExpr }
}
