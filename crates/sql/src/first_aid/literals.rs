//! Columns of the catalog compared with literals, with the places of both in the text. Read by the mends of dates
//! and of types.

use super::Patient;
use super::text::Text;
use crate::guard::Position;
use crate::guard::parse::parse;
use crate::inspect::Statement;
use crate::inspect::room::with_room;
use crate::inspect::tables::Tables;
use crate::restate::unnested;
use sqlparser::ast::{BinaryOperator, Expr, Ident, TypedString, UnaryOperator, Value, ValueWithSpan};
use sqlparser::tokenizer::Span;
use std::ops::Range;
use vouch_model::Column;

pub(super) struct Compared {
    pub(super) column: Column,
    /// In bytes.
    pub(super) column_place: Range<usize>,
    pub(super) literal: Value,
    pub(super) literal_place: Range<usize>,
    /// Of `column operator literal`; none for BETWEEN and IN.
    pub(super) operator: Option<BinaryOperator>,
}

pub(super) fn comparisons(patient: &Patient<'_>) -> Vec<Compared> {
    let (text, dialect, sql) = (&patient.text, patient.dialect, patient.text.sql);
    let (Some(catalog), Ok(query)) = (patient.catalog, parse(sql, dialect)) else { return Vec::new() };
    let read = || {
        let statement = Statement::of(&query, dialect, catalog);
        let mut found = Vec::new();
        for part in &statement.parts {
            let tables = Tables::of(&part.select, &statement);
            let mut reader = Reader { text, tables: &tables, found: &mut found };
            let on = tables.sources.iter().flat_map(|source| &source.on);
            on.chain(&tables.filters).for_each(|condition| reader.condition(condition));
        }
        found
    };
    with_room(sql.len(), read).unwrap_or_default()
}

struct Reader<'r> {
    text: &'r Text<'r>,
    tables: &'r Tables<'r>,
    found: &'r mut Vec<Compared>,
}

impl Reader<'_> {
    fn condition(&mut self, expr: &Expr) {
        match unnested(expr) {
            Expr::BinaryOp { left, op: BinaryOperator::And | BinaryOperator::Or, right } => {
                self.condition(left);
                self.condition(right);
            }
            Expr::UnaryOp { op: UnaryOperator::Not, expr } => self.condition(expr),
            Expr::BinaryOp { left, op, right } => {
                use BinaryOperator as B;
                let turned = match op {
                    B::Eq | B::NotEq => op.clone(),
                    B::Lt => B::Gt,
                    B::Gt => B::Lt,
                    B::LtEq => B::GtEq,
                    B::GtEq => B::LtEq,
                    _ => return,
                };
                self.pair(left, right, Some(op.clone()));
                self.pair(right, left, Some(turned));
            }
            Expr::Between { expr, low, high, .. } => {
                self.pair(expr, low, None);
                self.pair(expr, high, None);
            }
            Expr::InList { expr, list, .. } => list.iter().for_each(|item| self.pair(expr, item, None)),
            _ => {}
        }
    }

    fn pair(&mut self, column: &Expr, literal: &Expr, operator: Option<BinaryOperator>) {
        let found = self.read(column, literal, operator);
        self.found.extend(found);
    }

    fn read(&self, column: &Expr, literal: &Expr, operator: Option<BinaryOperator>) -> Option<Compared> {
        let at = self.tables.column(column)?;
        let (_, catalog_column) = self.tables.catalog_column(&at)?;
        let idents: &[Ident] = match column {
            Expr::Identifier(ident) => std::slice::from_ref(ident),
            Expr::CompoundIdentifier(idents) => idents,
            _ => return None,
        };
        let start = self.place(idents.first()?.span)?.start;
        let end = self.place(idents.last()?.span)?.end;
        let (value, span) = match literal {
            Expr::Value(ValueWithSpan { value, span }) => (value, *span),
            Expr::TypedString(TypedString { value: ValueWithSpan { value, span }, .. }) => (value, *span),
            _ => return None,
        };
        Some(Compared {
            column: catalog_column.clone(),
            column_place: start..end,
            literal: value.clone(),
            literal_place: self.place(span)?,
            operator,
        })
    }

    fn place(&self, span: Span) -> Option<Range<usize>> {
        let position = Position { line: span.start.line, column: span.start.column };
        self.text.place(self.text.at(position)?)
    }
}
