//! The intermediate query form: what a question asks, before any dialect.
//!
//! Names of tables and columns, not ids, because forms are stored and come back with the next question. `compose`
//! makes it, `follow` changes it, `score` looks at it, `write` turns it into SQL. How tables are joined is not part of
//! it: `join` finds that from the tables that are used.

use crate::lexicon::{Aggregate, Relation};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ColumnRef {
    pub table: String,
    pub column: String,
}

/// Length of a time step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grain {
    Day,
    Week,
    Month,
    Quarter,
    Year,
    /// Monday, Tuesday, ... whatever the week.
    Weekday,
    Hour,
}

impl Grain {
    pub fn name(self) -> &'static str {
        match self {
            Grain::Day => "day",
            Grain::Week => "week",
            Grain::Month => "month",
            Grain::Quarter => "quarter",
            Grain::Year => "year",
            Grain::Weekday => "weekday",
            Grain::Hour => "hour",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expr {
    Column(ColumnRef),
    Number(f64),
    /// How many rows of a table; distinct rows where a join would repeat them.
    Rows {
        table: String,
    },
    Aggregate {
        function: Aggregate,
        distinct: bool,
        of: Box<Expr>,
    },
    /// A date or timestamp cut down to a step of time.
    Bucket {
        grain: Grain,
        of: ColumnRef,
    },
    /// What the row that `key` points at by its column `to` is called, where the row points at two of one table.
    Lookup {
        key: ColumnRef,
        to: ColumnRef,
        name: ColumnRef,
    },
    /// From one moment of a row to another, in hours or in days.
    Elapsed {
        from: ColumnRef,
        to: ColumnRef,
        in_hours: bool,
    },
    /// How long ago something was on the day `on`: years that are full, and their fractions in an average.
    Age {
        of: ColumnRef,
        on: String,
    },
    Arithmetic {
        sign: char,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// Percentage of the rows of `table` that satisfy a condition.
    ShareOfRows {
        table: String,
        when: Vec<Condition>,
    },
    /// Percentage of a sum that falls on the rows that satisfy a condition.
    ShareOfSum {
        of: Box<Expr>,
        when: Vec<Condition>,
    },
    /// Percentage of the grand total, for grouped measures.
    ShareOfTotal {
        of: Box<Expr>,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operand {
    Number(f64),
    Text(String),
    Bool(bool),
    Expr(Expr),
    Query(Box<Query>),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    Compare {
        left: Expr,
        relation: Relation,
        right: Operand,
    },
    OneOf {
        column: ColumnRef,
        values: Vec<Operand>,
        negated: bool,
    },
    Between {
        left: Expr,
        low: f64,
        high: f64,
    },
    Like {
        column: ColumnRef,
        pattern: String,
        negated: bool,
    },
    Null {
        column: ColumnRef,
        negated: bool,
    },
    /// Half-open: `from` belongs to it, `to` does not. ISO dates or timestamps.
    Period {
        column: ColumnRef,
        from: Option<String>,
        to: Option<String>,
    },
    /// On these days of the week (Monday is 1; none: any) and at these hours, whatever the date.
    Recurs {
        column: ColumnRef,
        when: crate::time_recurring::Recurring,
    },
    /// Rows of `of` that have (or lack) a related row of `table` that satisfies the conditions.
    Related {
        of: String,
        table: String,
        when: Vec<Condition>,
        negated: bool,
    },
    InQuery {
        column: ColumnRef,
        query: Box<Query>,
        negated: bool,
    },
    /// A column against the same column of the row of this table that `key` points at by its column `to`.
    Fellow {
        column: ColumnRef,
        relation: Relation,
        key: String,
        to: String,
    },
    /// Rows that hold the largest (or smallest) value of a column among those with the same `by`; both are of one table.
    Best {
        column: ColumnRef,
        by: ColumnRef,
        descending: bool,
    },
    Any(Vec<Condition>),
    All(Vec<Condition>),
    Not(Box<Condition>),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Selected {
    pub expr: Expr,
    pub alias: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ordering {
    pub expr: Expr,
    pub descending: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SetOperation {
    Union,
    Intersect,
    Except,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Query {
    pub select: Vec<Selected>,
    #[serde(default)]
    pub distinct: bool,
    /// The table the question is about.
    pub base: String,
    /// Tables that must take part although none of their columns is used.
    #[serde(default)]
    pub joins: Vec<String>,
    #[serde(default)]
    pub filter: Vec<Condition>,
    #[serde(default)]
    pub group: Vec<Expr>,
    #[serde(default)]
    pub having: Vec<Condition>,
    #[serde(default)]
    pub order: Vec<Ordering>,
    #[serde(default)]
    pub limit: Option<u64>,
    /// Rows that are passed over before the first: the second largest is what comes after one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// The answer is yes or no: whether the query has any row.
    #[serde(default)]
    pub yes_no: bool,
    /// With `yes_no`: whether it has none.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub none: bool,
    #[serde(default)]
    pub combine: Option<(SetOperation, Box<Query>)>,
    /// Order and limit hold within each of these: the three largest of each. A key among them need not be shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub within: Vec<Expr>,
    /// Also those of the grouped rows that have nothing to count are shown, with 0.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub all_groups: bool,
    /// Keys that the wording points at where several connect the same tables ('destination airport').
    #[serde(default)]
    pub prefer: Vec<ColumnRef>,
}

/// A form as it is stored: the query and the words it came from, for follow-ups.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Form {
    pub query: Query,
    pub question: String,
    #[serde(default)]
    pub assumptions: Vec<String>,
    #[serde(default)]
    pub confidence: f64,
}

impl Expr {
    pub fn aggregate(function: Aggregate, of: Expr) -> Expr {
        Expr::Aggregate { function, distinct: false, of: Box::new(of) }
    }

    pub fn is_aggregate(&self) -> bool {
        match self {
            Expr::Rows { .. } | Expr::Aggregate { .. } | Expr::ShareOfRows { .. } => true,
            Expr::ShareOfSum { .. } | Expr::ShareOfTotal { .. } => true,
            Expr::Arithmetic { left, right, .. } => left.is_aggregate() || right.is_aggregate(),
            Expr::Column(_) | Expr::Number(_) | Expr::Bucket { .. } => false,
            Expr::Elapsed { .. } | Expr::Age { .. } | Expr::Lookup { .. } => false,
        }
    }

    /// Adds the tables this expression reads.
    pub fn tables<'a>(&'a self, into: &mut Vec<&'a str>) {
        match self {
            Expr::Column(c)
            | Expr::Bucket { of: c, .. }
            | Expr::Elapsed { from: c, .. }
            | Expr::Age { of: c, .. }
            | Expr::Lookup { key: c, .. } => {
                into.push(&c.table);
            }
            Expr::Number(_) => {}
            Expr::Rows { table } => into.push(table),
            Expr::Aggregate { of, .. } | Expr::ShareOfTotal { of } => of.tables(into),
            Expr::Arithmetic { left, right, .. } => {
                left.tables(into);
                right.tables(into);
            }
            Expr::ShareOfRows { table, when } => {
                into.push(table);
                when.iter().for_each(|c| c.tables(into));
            }
            Expr::ShareOfSum { of, when } => {
                of.tables(into);
                when.iter().for_each(|c| c.tables(into));
            }
        }
    }

    /// Whether a repeated row would change it: sums, averages and shares, not minima and distinct counts.
    pub fn counts_every_row(&self) -> bool {
        match self {
            Expr::Aggregate { function, distinct, .. } => {
                !distinct && !matches!(function, Aggregate::Min | Aggregate::Max)
            }
            Expr::ShareOfRows { .. } | Expr::ShareOfSum { .. } => true,
            Expr::ShareOfTotal { of } => of.counts_every_row(),
            Expr::Arithmetic { left, right, .. } => left.counts_every_row() || right.counts_every_row(),
            Expr::Rows { .. } | Expr::Column(_) | Expr::Number(_) => false,
            Expr::Bucket { .. } | Expr::Elapsed { .. } | Expr::Age { .. } | Expr::Lookup { .. } => false,
        }
    }
}

impl Condition {
    /// Says when.
    pub fn is_time(&self) -> bool {
        matches!(self, Condition::Period { .. } | Condition::Recurs { .. })
    }

    pub fn tables<'a>(&'a self, into: &mut Vec<&'a str>) {
        match self {
            Condition::Compare { left, right, .. } => {
                left.tables(into);
                if let Operand::Expr(e) = right {
                    e.tables(into);
                }
            }
            Condition::Between { left, .. } => left.tables(into),
            Condition::OneOf { column, .. }
            | Condition::Like { column, .. }
            | Condition::Null { column, .. }
            | Condition::Period { column, .. }
            | Condition::Recurs { column, .. }
            | Condition::Fellow { column, .. }
            | Condition::Best { column, .. }
            | Condition::InQuery { column, .. } => into.push(&column.table),
            Condition::Related { of, .. } => into.push(of),
            Condition::Any(all) | Condition::All(all) => all.iter().for_each(|c| c.tables(into)),
            Condition::Not(inner) => inner.tables(into),
        }
    }
}

impl Query {
    /// Tables whose columns are shown, grouped, sorted or counted; filters apart.
    pub fn core_tables(&self) -> Vec<&str> {
        let mut tables = vec![self.base.as_str()];
        tables.extend(self.joins.iter().map(String::as_str));
        self.select.iter().for_each(|s| s.expr.tables(&mut tables));
        self.group.iter().for_each(|e| e.tables(&mut tables));
        self.order.iter().for_each(|o| o.expr.tables(&mut tables));
        self.having.iter().for_each(|c| c.tables(&mut tables));
        dedup(tables)
    }

    pub fn filter_tables(&self) -> Vec<&str> {
        let mut tables = Vec::new();
        self.filter.iter().for_each(|c| c.tables(&mut tables));
        dedup(tables)
    }

    pub fn is_aggregated(&self) -> bool {
        !self.group.is_empty() || self.select.iter().any(|s| s.expr.is_aggregate())
    }
}

fn dedup(tables: Vec<&str>) -> Vec<&str> {
    let mut seen: Vec<&str> = Vec::new();
    for table in tables {
        if !table.is_empty() && !seen.contains(&table) {
            seen.push(table);
        }
    }
    seen
}
