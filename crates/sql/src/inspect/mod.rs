//! What the shape of a query says about the trust its result deserves.

pub(crate) mod aggregates;

use crate::CheckedSql;
use vouch_model::Catalog;

#[derive(Clone, Debug, Default)]
pub struct Shape {
    pub fan_outs: Vec<FanOut>,
    pub join_losses: Vec<JoinLoss>,
    pub literals: Vec<FilterLiteral>,
    pub aggregated: Vec<AggregatedColumn>,
    pub grouped_by: Vec<usize>,
    pub time_column: Option<usize>,
    /// Output columns that add up over the rows: a plain SUM or COUNT of a grouped query.
    pub additive: Vec<usize>,
}

#[derive(Clone, Debug)]
pub struct FanOut {
    pub aggregate: String,
    pub table: String,
    pub multiplied_by: Vec<String>,
    pub certain: bool,
    pub repaired: Option<String>,
    /// Gives (rows after the join, distinct rows of the measured table among them).
    pub probe: Option<String>,
}

#[derive(Clone, Debug)]
pub struct JoinLoss {
    pub kept: String,
    pub other: String,
    /// Gives (lost, total).
    pub probe: String,
}

#[derive(Clone, Debug)]
pub struct FilterLiteral {
    pub table: String,
    pub column: String,
    pub operator: LiteralOperator,
    pub value: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiteralOperator {
    Eq,
    NotEq,
    In,
    Like,
}

#[derive(Clone, Debug)]
pub struct AggregatedColumn {
    pub function: String,
    pub table: String,
    pub column: String,
    pub probe: String,
}

pub fn inspect(_checked: &CheckedSql, _catalog: &Catalog) -> Shape {
    Shape::default()
}
