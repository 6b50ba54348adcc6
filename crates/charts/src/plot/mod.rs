//! A plan carried out on rows: the figures that will be seen, few enough to be read.
//!
//! Everything that changes what is seen happens here, and is said: folding, sampling, coarser periods, values
//! left out. What comes out is drawn as Vega-Lite (`vega/`) or as characters (`terminal/`).

mod bars;
mod cells;
mod group;
mod lines;
mod points;
mod spread;

pub(crate) use bars::plural;

use crate::calendar::Grain;
use crate::column::Column;
use crate::plan::Plan;
use crate::words::{self, Unit};
use crate::{Hints, describe};
use vouch_model::{ChartType, ResultSet};

/// What is drawn, in figures; see `choose::plan` for how it came about.
#[derive(Clone, Debug)]
pub struct Plot {
    pub(crate) kind: ChartType,
    pub(crate) title: String,
    pub(crate) subtitle: Option<String>,
    pub(crate) marks: Marks,
}

#[derive(Clone, Debug)]
pub(crate) enum Marks {
    Bars(Bars),
    Lines(Lines),
    Points(Points),
    Cells(Cells),
    Bins(Bins),
    Boxes(Boxes),
}

/// A column as an axis carries it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Axis {
    pub(crate) field: String,
    pub(crate) title: String,
    pub(crate) unit: Unit,
}

#[derive(Clone, Debug)]
pub(crate) struct Bars {
    pub(crate) label: Axis,
    pub(crate) value: Axis,
    pub(crate) series: Option<Axis>,
    pub(crate) bars: Vec<Bar>,
    /// Labels as they are seen, top to bottom or left to right.
    pub(crate) labels: Vec<String>,
    pub(crate) names: Vec<String>,
    pub(crate) across: bool,
    pub(crate) stacked: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Bar {
    pub(crate) label: String,
    pub(crate) series: Option<String>,
    pub(crate) value: f64,
}

#[derive(Clone, Debug)]
pub(crate) struct Lines {
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    pub(crate) series: Option<Axis>,
    pub(crate) along: Along,
    pub(crate) lines: Vec<Line>,
    pub(crate) filled: bool,
}

/// What a line runs along.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Along {
    Time(Grain),
    Numbers,
    /// Names in this order; a point's place is its index.
    Names(Vec<String>),
}

#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) name: String,
    /// A missing value is a gap.
    pub(crate) points: Vec<(f64, Option<f64>)>,
}

#[derive(Clone, Debug)]
pub(crate) struct Points {
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    pub(crate) series: Option<Axis>,
    pub(crate) points: Vec<Point>,
    pub(crate) names: Vec<String>,
}

#[derive(Clone, Debug)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) series: Option<String>,
}

#[derive(Clone, Debug)]
pub(crate) struct Cells {
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    pub(crate) value: Axis,
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<String>,
    pub(crate) cells: Vec<Cell>,
}

#[derive(Clone, Debug)]
pub(crate) struct Cell {
    pub(crate) x: String,
    pub(crate) y: String,
    pub(crate) value: f64,
}

#[derive(Clone, Debug)]
pub(crate) struct Bins {
    pub(crate) value: Axis,
    pub(crate) bins: Vec<Bin>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Bin {
    pub(crate) start: f64,
    pub(crate) end: f64,
    pub(crate) count: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Boxes {
    pub(crate) label: Option<Axis>,
    pub(crate) value: Axis,
    pub(crate) boxes: Vec<Spread>,
}

#[derive(Clone, Debug)]
pub(crate) struct Spread {
    pub(crate) label: String,
    pub(crate) count: usize,
    pub(crate) low: f64,
    pub(crate) first: f64,
    pub(crate) median: f64,
    pub(crate) third: f64,
    pub(crate) high: f64,
    pub(crate) outliers: Vec<f64>,
}

impl Plot {
    /// `None` when no figure is left to draw.
    pub(crate) fn draw(plan: &Plan<'_, '_>, rows: &ResultSet, hints: &Hints) -> Option<Self> {
        let mut notes = Vec::new();
        let marks = match plan.kind {
            ChartType::Bar => Marks::Bars(bars::draw(plan, rows, hints, &mut notes)?),
            ChartType::Line | ChartType::Area => Marks::Lines(lines::draw(plan, rows, hints, &mut notes)?),
            ChartType::Scatter => Marks::Points(points::draw(plan, rows, &mut notes)?),
            ChartType::Heatmap => Marks::Cells(cells::draw(plan, rows, hints, &mut notes)?),
            ChartType::Histogram => Marks::Bins(spread::histogram(plan, rows, &mut notes)?),
            ChartType::Boxplot => Marks::Boxes(spread::boxes(plan, rows, hints, &mut notes)?),
            ChartType::Other => return None,
        };
        if rows.truncated {
            notes.push("of the rows that were read".to_owned());
        }
        let what = describe::what(&marks);
        let title = hints.title.clone().filter(|title| !title.trim().is_empty());
        // A title of its own leaves it to the subtitle to say what is plotted.
        let said = if title.is_some() { Some(what.clone()) } else { None };
        let parts: Vec<String> = said.into_iter().chain(notes.iter().map(|n| words::capitalize(n))).collect();
        let subtitle = (!parts.is_empty()).then(|| parts.join(" · "));
        Some(Self { kind: plan.kind, title: title.unwrap_or(what), subtitle, marks })
    }
}

pub(crate) fn axis_of(column: &Column<'_>) -> Axis {
    Axis { field: column.name.to_owned(), title: column.title.clone(), unit: column.unit() }
}

/// An axis for rows that are counted.
fn count_axis() -> Axis {
    Axis { field: "count".to_owned(), title: "Count".to_owned(), unit: Unit::Plain }
}

/// Names for derived fields must not meet those of columns in the same picture.
fn fresh(wanted: &str, taken: &[&str]) -> String {
    let mut name = wanted.to_owned();
    while taken.contains(&name.as_str()) {
        name.push('_');
    }
    name
}
