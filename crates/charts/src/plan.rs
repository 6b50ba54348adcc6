//! Which columns go where: what the rules or a request decided, before any row is drawn.

use crate::calendar::{self, Cycle, Grain, Moment};
use crate::column::Column;
use vouch_model::{ChartType, Value};

#[derive(Clone, Debug)]
pub(crate) struct Plan<'c, 'a> {
    pub(crate) kind: ChartType,
    pub(crate) x: X<'c, 'a>,
    /// The measures; none means that rows are counted.
    pub(crate) y: Vec<&'c Column<'a>>,
    pub(crate) color: Option<&'c Column<'a>>,
    pub(crate) layout: Layout,
}

/// What rules do not know, the drawing decides by the labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    Free,
    Grouped,
    Stacked,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum X<'c, 'a> {
    None,
    Column(&'c Column<'a>),
    /// Two columns that are one date: a year, and a month or quarter in it.
    Parts {
        year: &'c Column<'a>,
        part: &'c Column<'a>,
        grain: Grain,
    },
}

impl<'c, 'a> X<'c, 'a> {
    pub(crate) fn column(&self) -> Option<&'c Column<'a>> {
        match self {
            X::None => None,
            X::Column(column) => Some(column),
            X::Parts { part, .. } => Some(part),
        }
    }

    pub(crate) fn grain(&self) -> Option<Grain> {
        match self {
            X::None => None,
            X::Column(column) => column.grain(),
            X::Parts { grain, .. } => Some(*grain),
        }
    }

    pub(crate) fn moment(&self, row: &[Value]) -> Option<Moment> {
        match self {
            X::None => None,
            X::Column(column) => column.moment(row),
            X::Parts { year, part, grain } => {
                let number = part_number(part.value(row))?;
                let month = if *grain == Grain::Quarter { number * 3.0 - 2.0 } else { number };
                calendar::of_year_and_month(year.number(row)?, month)
            }
        }
    }
}

fn part_number(value: &Value) -> Option<f64> {
    match value {
        Value::Text(text) => calendar::order(text).map(|(_, at)| at as f64).or_else(|| text.trim().parse().ok()),
        value => value.as_f64(),
    }
}

/// The grain of a column that says which part of a year, as `month` or `quarter`.
pub(crate) fn part_of_year(column: &Column<'_>, sample: &Value) -> Option<Grain> {
    if column.is_month_number() {
        return Some(Grain::Month);
    }
    let by_name = match sample {
        Value::Text(text) => calendar::order(text).map(|(cycle, _)| cycle),
        _ => crate::words::split(column.name).iter().any(|w| w == "quarter" || w == "qtr").then_some(Cycle::Quarter),
    };
    match by_name? {
        Cycle::Month => Some(Grain::Month),
        Cycle::Quarter => Some(Grain::Quarter),
        Cycle::Weekday => None,
    }
}
