//! The tables of one SELECT, the equalities that join them, and which columns are unique in each.

use super::Statement;
use super::aggregates::contains_aggregate;
use crate::restate::{flatten_and, unnested};
use crate::visiting::look;
use sqlparser::ast::{
    BinaryOperator, Distinct, Expr, GroupByExpr, Ident, JoinConstraint, JoinOperator, Query, Select, SelectItem,
    SetExpr, TableFactor, TableWithJoins, Visit, Visitor,
};
use std::ops::ControlFlow;
use vouch_model::{Column, Table};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JoinKind {
    Inner,
    Left,
    /// RIGHT and FULL: both sides may be kept, nothing is concluded.
    Outer,
    /// Filters, never multiplies.
    Semi,
}

pub(crate) struct Source<'a> {
    /// As the statement calls it.
    pub(crate) binding: String,
    pub(crate) table: Option<&'a Table>,
    /// Its text in FROM: `orders AS o`.
    pub(crate) sql: String,
    pub(crate) kind: JoinKind,
    /// Conjuncts of its ON.
    pub(crate) on: Vec<Expr>,
    /// Sets of columns of which no two rows share the values.
    keys: Vec<Vec<String>>,
    outputs: Vec<String>,
    pub(crate) single_row: bool,
}

pub(crate) type ColumnAt = (usize, String);

pub(crate) struct Tables<'a> {
    pub(crate) sources: Vec<Source<'a>>,
    pub(crate) pairs: Vec<(ColumnAt, ColumnAt)>,
    /// Columns that a filter holds to one value.
    fixed: Vec<ColumnAt>,
    pub(crate) filters: Vec<Expr>,
    /// FROM holds something that is not understood here, so nothing is concluded from it.
    pub(crate) odd: bool,
}

impl<'a> Tables<'a> {
    pub(crate) fn of(select: &Select, statement: &Statement<'a>) -> Self {
        let mut tables = Tables { sources: vec![], pairs: vec![], fixed: vec![], filters: vec![], odd: false };
        let mut using = Vec::new();
        for from in &select.from {
            tables.add(from, statement, &mut using);
        }
        if let Some(selection) = &select.selection {
            let mut conjuncts = Vec::new();
            flatten_and(selection, &mut conjuncts);
            tables.filters = conjuncts.into_iter().cloned().collect();
        }
        tables.read_equalities();
        for (index, column) in using {
            if let Some(earlier) = (0..index).find(|at| tables.has_column(*at, &column)) {
                tables.pairs.push(((earlier, column.clone()), (index, column)));
            }
        }
        tables
    }

    fn add(&mut self, from: &TableWithJoins, statement: &Statement<'a>, using: &mut Vec<(usize, String)>) {
        self.add_factor(&from.relation, JoinKind::Inner, statement);
        for join in &from.joins {
            let (kind, constraint) = match &join.join_operator {
                JoinOperator::Join(c) | JoinOperator::Inner(c) | JoinOperator::CrossJoin(c) => (JoinKind::Inner, c),
                JoinOperator::Left(c) | JoinOperator::LeftOuter(c) => (JoinKind::Left, c),
                JoinOperator::Right(c) | JoinOperator::RightOuter(c) | JoinOperator::FullOuter(c) => {
                    (JoinKind::Outer, c)
                }
                JoinOperator::Semi(c)
                | JoinOperator::LeftSemi(c)
                | JoinOperator::Anti(c)
                | JoinOperator::LeftAnti(c) => (JoinKind::Semi, c),
                _ => {
                    self.odd = true;
                    continue;
                }
            };
            let index = self.sources.len();
            self.add_factor(&join.relation, kind, statement);
            match constraint {
                JoinConstraint::On(condition) => {
                    let mut conjuncts = Vec::new();
                    flatten_and(condition, &mut conjuncts);
                    if let Some(source) = self.sources.get_mut(index) {
                        source.on = conjuncts.into_iter().cloned().collect();
                    }
                }
                JoinConstraint::Using(columns) => {
                    let names = columns.iter().filter_map(|name| name.0.last()?.as_ident());
                    using.extend(names.map(|ident| (index, ident.value.clone())));
                }
                JoinConstraint::Natural => self.odd = true,
                JoinConstraint::None => {}
            }
        }
    }

    fn add_factor(&mut self, factor: &TableFactor, kind: JoinKind, statement: &Statement<'a>) {
        let mut source = Source {
            binding: String::new(),
            table: None,
            sql: factor.to_string(),
            kind,
            on: vec![],
            keys: vec![],
            outputs: vec![],
            single_row: false,
        };
        match factor {
            TableFactor::Table { name, alias, args: None, sample: None, .. } => {
                let parts: Vec<&str> =
                    name.0.iter().filter_map(|part| part.as_ident()).map(|i| i.value.as_str()).collect();
                let (full, last) = (parts.join("."), parts.last().copied().unwrap_or_default());
                source.binding = alias.as_ref().map_or(last, |alias| &alias.name.value).to_owned();
                let cte = statement.ctes.iter().find(|cte| cte.alias.name.value.eq_ignore_ascii_case(&full));
                match cte {
                    Some(cte) if cte.alias.columns.is_empty() => source.read_query(&cte.query),
                    Some(_) => {}
                    None => {
                        source.table = statement.catalog.table(&full).or_else(|| statement.catalog.table(last));
                        source.keys = source.table.map(|table| table_keys(table, statement)).unwrap_or_default();
                    }
                }
            }
            TableFactor::Derived { subquery, alias, .. } => {
                source.binding = alias.as_ref().map(|alias| alias.name.value.clone()).unwrap_or_default();
                source.read_query(subquery);
            }
            _ => self.odd = true,
        }
        self.sources.push(source);
    }

    fn read_equalities(&mut self) {
        let on = self.sources.iter().flat_map(|source| source.on.iter());
        let conditions: Vec<Expr> = on.chain(&self.filters).cloned().collect();
        for condition in &conditions {
            let Expr::BinaryOp { left, op: BinaryOperator::Eq, right } = unnested(condition) else { continue };
            match (self.column(left), self.column(right)) {
                (Some(left), Some(right)) if left.0 != right.0 => self.pairs.push((left, right)),
                (Some(column), None) if is_constant(right) => self.fixed.push(column),
                (None, Some(column)) if is_constant(left) => self.fixed.push(column),
                _ => {}
            }
        }
    }

    fn has_column(&self, index: usize, name: &str) -> bool {
        self.sources.get(index).is_some_and(|source| source.has_column(name))
    }

    /// The source and name that a column reference means in this SELECT.
    pub(crate) fn column(&self, expr: &Expr) -> Option<ColumnAt> {
        match unnested(expr) {
            Expr::Identifier(ident) => self.resolve(std::slice::from_ref(ident)),
            Expr::CompoundIdentifier(parts) => self.resolve(parts),
            _ => None,
        }
    }

    fn resolve(&self, parts: &[Ident]) -> Option<ColumnAt> {
        let name = parts.last()?.value.clone();
        let qualifier = parts.len().checked_sub(2).and_then(|at| parts.get(at));
        let index = match qualifier {
            Some(qualifier) => self.sources.iter().position(|s| s.binding.eq_ignore_ascii_case(&qualifier.value))?,
            None => match self.sources.as_slice() {
                [_] => 0,
                sources => sources.iter().position(|source| source.has_column(&name))?,
            },
        };
        Some((index, name))
    }

    pub(crate) fn catalog_column(&self, at: &ColumnAt) -> Option<(&'a Table, &'a Column)> {
        let table = self.sources.get(at.0)?.table?;
        Some((table, table.column(&at.1)?))
    }

    /// Every source that an expression or a whole clause refers to.
    pub(crate) fn touched(&self, tree: &impl Visit) -> Vec<usize> {
        let mut walk = Columns::default();
        let _ = look(tree, &mut walk);
        let mut touched: Vec<usize> = walk.found.iter().filter_map(|expr| self.column(expr)).map(|at| at.0).collect();
        touched.sort_unstable();
        touched.dedup();
        touched
    }

    pub(crate) fn names(&self, indices: &[usize]) -> Vec<String> {
        indices.iter().filter_map(|at| self.sources.get(*at)).map(Source::name).collect()
    }

    /// Whether the columns by which `index` hangs on the sources in `from` leave it one row at most.
    pub(crate) fn is_unique_from(&self, index: usize, from: &[usize]) -> bool {
        let Some(source) = self.sources.get(index) else { return false };
        let bound = self.bound_columns(index, from);
        let fixed = self.fixed.iter().filter(|(at, _)| *at == index).map(|(_, name)| name.as_str());
        let held: Vec<&str> = bound.iter().map(String::as_str).chain(fixed).collect();
        source.single_row
            || source
                .keys
                .iter()
                .any(|key| key.iter().all(|column| held.iter().any(|h| h.eq_ignore_ascii_case(column))))
    }

    /// The columns of `index` that equal a column of one of `from`.
    pub(crate) fn bound_columns(&self, index: usize, from: &[usize]) -> Vec<String> {
        let one_way = |a: &ColumnAt, b: &ColumnAt| (a.0 == index && from.contains(&b.0)).then(|| a.1.clone());
        self.pairs.iter().filter_map(|(a, b)| one_way(a, b).or_else(|| one_way(b, a))).collect()
    }
}

impl Source<'_> {
    pub(crate) fn name(&self) -> String {
        self.table.map_or_else(|| self.binding.clone(), Table::qualified_name)
    }

    fn has_column(&self, name: &str) -> bool {
        self.table.is_some_and(|table| table.column(name).is_some())
            || self.outputs.iter().any(|output| output.eq_ignore_ascii_case(name))
    }

    /// What is known of a query in FROM: its columns, and which of them are unique.
    fn read_query(&mut self, query: &Query) {
        let SetExpr::Select(select) = query.body.as_ref() else { return };
        let items: Vec<(String, Option<&Expr>)> = select.projection.iter().map(output_name).collect();
        self.outputs = items.iter().map(|(name, _)| name.clone()).collect();
        let aggregated = items.iter().any(|(_, expr)| expr.is_some_and(contains_aggregate));
        match &select.group_by {
            GroupByExpr::Expressions(keys, _) if keys.is_empty() => self.single_row = aggregated,
            GroupByExpr::Expressions(keys, modifiers) if modifiers.is_empty() => {
                let names: Option<Vec<String>> = keys.iter().map(|key| key_output(key, &items)).collect();
                self.keys.extend(names);
            }
            GroupByExpr::All(_) => {
                let plain = items.iter().filter(|(_, expr)| !expr.is_some_and(contains_aggregate));
                self.keys.push(plain.map(|(name, _)| name.clone()).collect());
            }
            GroupByExpr::Expressions(..) => {}
        }
        if matches!(select.distinct, Some(Distinct::Distinct)) {
            self.keys.push(self.outputs.clone());
        }
    }
}

fn output_name(item: &SelectItem) -> (String, Option<&Expr>) {
    match item {
        SelectItem::ExprWithAlias { expr, alias } => (alias.value.clone(), Some(expr)),
        SelectItem::UnnamedExpr(expr) => {
            let name = match expr {
                Expr::Identifier(ident) => ident.value.clone(),
                Expr::CompoundIdentifier(parts) => parts.last().map(|ident| ident.value.clone()).unwrap_or_default(),
                expr => expr.to_string(),
            };
            (name, Some(expr))
        }
        other => (other.to_string(), None),
    }
}

/// The output column that shows a group key; `None` when it is not shown, and then nothing is unique.
fn key_output(key: &Expr, items: &[(String, Option<&Expr>)]) -> Option<String> {
    if let Some(at) = super::outline::position(key) {
        return items.get(at).map(|(name, _)| name.clone());
    }
    let by_name =
        |name: &str| items.iter().find(|(output, _)| output.eq_ignore_ascii_case(name)).map(|(n, _)| n.clone());
    let same = items.iter().find(|(_, expr)| *expr == Some(key)).map(|(name, _)| name.clone());
    same.or_else(|| match key {
        Expr::Identifier(ident) => by_name(&ident.value),
        Expr::CompoundIdentifier(parts) => by_name(&parts.last()?.value),
        _ => None,
    })
}

fn table_keys(table: &Table, statement: &Statement<'_>) -> Vec<Vec<String>> {
    let mut keys: Vec<Vec<String>> = Vec::new();
    if !table.primary_key.is_empty() {
        keys.push(table.primary_key.clone());
    }
    keys.extend(table.columns.iter().filter(|column| column.unique).map(|column| vec![column.name.clone()]));
    let referenced = statement.catalog.foreign_keys.iter().filter(|key| is_named(table, &key.to_table));
    keys.extend(referenced.map(|key| key.to_columns.clone()));
    keys
}

pub(crate) fn is_named(table: &Table, name: &str) -> bool {
    table.name.eq_ignore_ascii_case(name) || table.qualified_name().eq_ignore_ascii_case(name)
}

fn is_constant(expr: &Expr) -> bool {
    matches!(unnested(expr), Expr::Value(_) | Expr::TypedString(_))
}

/// Column references of a tree; those of subqueries too, since they may reach out.
#[derive(Default)]
pub(crate) struct Columns {
    pub(crate) found: Vec<Expr>,
}

impl Visitor for Columns {
    type Break = ();

    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
        if matches!(expr, Expr::Identifier(_) | Expr::CompoundIdentifier(_)) {
            self.found.push(expr.clone());
        }
        ControlFlow::Continue(())
    }
}
