//! Rules from the shape of rows to a plan. "No chart" is a good answer: one row, ids, lists of texts and wide
//! tables are read better as they are.

use crate::column::{Column, Role};
use crate::plan::{Layout, Plan, X, part_of_year};
use crate::{Hints, words};
use std::collections::HashSet;
use vouch_model::{ChartType, ResultSet, Value};

/// More columns than this are a table to read.
const WIDEST: usize = 8;
/// Fewer rows than this show no distribution.
const LEAST_DISTRIBUTION: usize = 20;
/// A box needs some values under it.
const LEAST_PER_BOX: usize = 5;
const MOST_BOXES: usize = 20;
/// Up to so many moments are compared as bars.
const FEW_MOMENTS: usize = 3;
pub(crate) const MOST_SERIES: usize = 8;
/// Beyond this many names, a list that nobody ordered is a distribution.
const MANY_NAMES: usize = 100;

/// The columns of a result, sorted by what they can be.
pub(crate) struct Shape<'c, 'a> {
    pub(crate) rows: usize,
    times: Vec<&'c Column<'a>>,
    categories: Vec<&'c Column<'a>>,
    ids: Vec<&'c Column<'a>>,
    pub(crate) measures: Vec<&'c Column<'a>>,
    parts: Option<X<'c, 'a>>,
}

impl<'c, 'a> Shape<'c, 'a> {
    pub(crate) fn of(columns: &'c [Column<'a>], rows: &ResultSet) -> Self {
        // A dimension with one value says nothing beside the others; a missing value counts as one.
        let count = rows.rows.len();
        let varies = |c: &&Column<'_>| c.distinct + usize::from(c.filled < count) > 1;
        let pick =
            |test: fn(&Column<'_>) -> bool| columns.iter().filter(varies).filter(|c| test(c)).collect::<Vec<_>>();
        let mut shape = Self {
            rows: count,
            times: pick(|c| c.grain().is_some()),
            categories: pick(|c| c.is_category()),
            ids: pick(|c| c.role == Role::Id),
            measures: columns.iter().filter(|c| c.role == Role::Measure && c.filled > 0).collect(),
            parts: None,
        };
        shape.join_parts(columns, rows);
        shape
    }

    /// `year` and `month` are one date.
    fn join_parts(&mut self, columns: &'c [Column<'a>], rows: &ResultSet) {
        let sample = |column: &Column<'_>| {
            rows.rows.iter().map(|row| column.value(row)).find(|v| !v.is_null()).cloned().unwrap_or(Value::Null)
        };
        let Some(year) = columns.iter().find(|c| c.is_year_number()) else { return };
        let found = self.categories.iter().find_map(|c| part_of_year(c, &sample(c)).map(|grain| (*c, grain)));
        let Some((part, grain)) = found else { return };
        // With one year only, the months alone say it; three series of years read better over the months.
        if year.distinct > 1 {
            self.times.retain(|c| c.index != year.index);
            self.categories.retain(|c| c.index != part.index);
            self.parts = Some(X::Parts { year, part, grain });
        }
    }

    pub(crate) fn time(&self) -> Option<X<'c, 'a>> {
        self.parts.or_else(|| self.times.first().map(|column| X::Column(column)))
    }

    /// Different moments in it.
    fn moments(&self, x: &X<'c, 'a>, rows: &ResultSet) -> usize {
        rows.rows.iter().filter_map(|row| x.moment(row)).collect::<HashSet<_>>().len()
    }

    /// The measure that the question or the statement's order is about, else the first.
    pub(crate) fn primary(&self, rows: &ResultSet, hints: &Hints) -> Option<&'c Column<'a>> {
        let asked = hints.question.as_deref().map(words::split).unwrap_or_default();
        let mentioned = |column: &&&Column<'_>| {
            words::split(column.name).iter().filter(|w| w.len() > 3 && asked.contains(w)).count()
        };
        let most = self.measures.iter().map(|c| mentioned(&c)).max().unwrap_or(0);
        let mut candidates = self.measures.iter().filter(|c| mentioned(c) == most);
        let sorted = candidates.clone().find(|c| hints.ordered && is_sorted(c, rows));
        sorted.or_else(|| candidates.next()).copied()
    }
}

fn is_sorted(column: &Column<'_>, rows: &ResultSet) -> bool {
    let values: Vec<f64> = rows.rows.iter().filter_map(|row| column.number(row)).collect();
    column.distinct > 1 && (values.is_sorted_by(|a, b| a >= b) || values.is_sorted())
}

pub(crate) fn plan<'c, 'a>(columns: &'c [Column<'a>], rows: &ResultSet, hints: &Hints) -> Option<Plan<'c, 'a>> {
    if rows.rows.len() < 2 || columns.len() > WIDEST {
        return None;
    }
    let shape = Shape::of(columns, rows);
    let measure = shape.primary(rows, hints)?;
    if let Some(name) = unique_name(&shape).filter(|_| shape.categories.len() + usize::from(shape.time().is_some()) > 1)
    {
        return Some(bars(name, vec![measure], None, Layout::Free));
    }
    match (shape.time(), shape.categories.as_slice()) {
        (Some(time), []) => Some(over_time(&shape, time, measure, None, rows)),
        (Some(time), [category]) => Some(over_time(&shape, time, measure, Some(category), rows)),
        (None, []) => no_dimension(&shape, measure, rows),
        (None, [category]) => Some(by_category(&shape, category, measure, hints)),
        (None, [first, second]) => Some(crossed(first, second, measure)),
        _ => None,
    }
}

/// A category that names each row, beside others that only describe it.
fn unique_name<'c, 'a>(shape: &Shape<'c, 'a>) -> Option<&'c Column<'a>> {
    shape.categories.iter().find(|c| c.role == Role::Category && c.distinct == shape.rows && shape.rows > 2).copied()
}

fn bars<'c, 'a>(
    x: &'c Column<'a>,
    y: Vec<&'c Column<'a>>,
    color: Option<&'c Column<'a>>,
    layout: Layout,
) -> Plan<'c, 'a> {
    Plan { kind: ChartType::Bar, x: X::Column(x), y, color, layout }
}

fn over_time<'c, 'a>(
    shape: &Shape<'c, 'a>,
    time: X<'c, 'a>,
    measure: &'c Column<'a>,
    category: Option<&'c Column<'a>>,
    rows: &ResultSet,
) -> Plan<'c, 'a> {
    let few = shape.moments(&time, rows) <= FEW_MOMENTS;
    match (category, few, time) {
        // Two or three moments per name are bars side by side, not a line with one bend.
        (Some(category), true, X::Column(column)) => bars(category, vec![measure], Some(column), Layout::Grouped),
        (None, true, _) => Plan { kind: ChartType::Bar, x: time, y: vec![measure], color: None, layout: Layout::Free },
        _ => {
            let alone = category.is_none();
            let y = if alone { comparable(&shape.measures, measure) } else { vec![measure] };
            let filled = words::is_cumulative(measure.name) || words::is_share(measure.name);
            let kind = if alone && y.len() == 1 && filled { ChartType::Area } else { ChartType::Line };
            Plan { kind, x: time, y, color: category, layout: Layout::Free }
        }
    }
}

/// The measures that may share an axis with the main one: same unit, same order of magnitude.
fn comparable<'c, 'a>(measures: &[&'c Column<'a>], main: &'c Column<'a>) -> Vec<&'c Column<'a>> {
    let reach = |c: &Column<'_>| c.greatest.abs().max(c.least.abs());
    let alike = |c: &Column<'_>| {
        let ratio = reach(c) / reach(main);
        c.unit() == main.unit() && c.is_additive() == main.is_additive() && (0.05..=20.0).contains(&ratio)
    };
    let shared: Vec<_> = measures.iter().filter(|c| alike(c)).copied().collect();
    if (2..=4).contains(&shared.len()) { shared } else { vec![main] }
}

fn no_dimension<'c, 'a>(shape: &Shape<'c, 'a>, measure: &'c Column<'a>, rows: &ResultSet) -> Option<Plan<'c, 'a>> {
    if let [x, y] = shape.measures.as_slice() {
        let counted = x.distinct == shape.rows && !words::is_aggregate(x.name) && words::is_aggregate(y.name);
        if counted && is_sorted_whole(x, rows) {
            let kind = if shape.rows <= 30 { ChartType::Bar } else { ChartType::Line };
            return Some(Plan { kind, x: X::Column(x), y: vec![y], color: None, layout: Layout::Free });
        }
        let spread = x.distinct >= 3 && y.distinct >= 3;
        return (shape.rows >= 5 && spread).then(|| scatter(x, y, None));
    }
    // Ids name a few bars as well as anything; many of them only stand for rows.
    if let Some(id) = shape.ids.first().filter(|id| id.distinct == shape.rows && shape.rows <= 30) {
        return Some(bars(id, vec![measure], None, Layout::Free));
    }
    let alone = shape.measures.len() == 1;
    (alone && shape.rows >= LEAST_DISTRIBUTION && measure.distinct >= 5).then(|| histogram(measure))
}

fn is_sorted_whole(column: &Column<'_>, rows: &ResultSet) -> bool {
    let mut values = rows.rows.iter().filter_map(|row| column.number(row));
    values.all(|x| x.fract() == 0.0) && is_sorted(column, rows)
}

fn scatter<'c, 'a>(x: &'c Column<'a>, y: &'c Column<'a>, color: Option<&'c Column<'a>>) -> Plan<'c, 'a> {
    Plan { kind: ChartType::Scatter, x: X::Column(x), y: vec![y], color, layout: Layout::Free }
}

fn histogram<'c, 'a>(measure: &'c Column<'a>) -> Plan<'c, 'a> {
    Plan { kind: ChartType::Histogram, x: X::Column(measure), y: Vec::new(), color: None, layout: Layout::Free }
}

fn by_category<'c, 'a>(
    shape: &Shape<'c, 'a>,
    category: &'c Column<'a>,
    measure: &'c Column<'a>,
    hints: &Hints,
) -> Plan<'c, 'a> {
    let rows = shape.rows;
    let unique = category.distinct + usize::from(category.filled < rows) >= rows;
    let two = if let [x, y] = shape.measures.as_slice() { Some((*x, *y)) } else { None };
    if let Some((x, y)) = two {
        if asks_for_relation(hints) && rows >= 5 {
            return scatter(x, y, (!unique && category.distinct <= MOST_SERIES).then_some(category));
        }
        if !unique && category.distinct <= MOST_SERIES && rows >= LEAST_DISTRIBUTION && x.distinct > 5 && y.distinct > 5
        {
            return scatter(x, y, Some(category));
        }
    }
    if unique {
        let shared = comparable(&shape.measures, measure);
        if shared.len() > 1 && rows <= 12 && shared.len() <= 3 {
            return bars(category, shared, None, Layout::Grouped);
        }
        let raw = rows > MANY_NAMES && !hints.ordered && !words::is_aggregate(measure.name) && !measure.is_additive();
        return if raw && shape.measures.len() == 1 {
            histogram(measure)
        } else {
            bars(category, vec![measure], None, Layout::Free)
        };
    }
    if rows / category.distinct.max(1) >= LEAST_PER_BOX && category.distinct <= MOST_BOXES && measure.distinct > 2 {
        let x = X::Column(category);
        return Plan { kind: ChartType::Boxplot, x, y: vec![measure], color: None, layout: Layout::Free };
    }
    bars(category, vec![measure], None, Layout::Free)
}

fn asks_for_relation(hints: &Hints) -> bool {
    let words = hints.question.as_deref().map(words::split).unwrap_or_default();
    const RELATION: &[&str] =
        &["correlation", "correlate", "correlated", "relationship", "versus", "vs", "against", "scatter"];
    words.iter().any(|word| RELATION.contains(&word.as_str()))
}

fn crossed<'c, 'a>(first: &'c Column<'a>, second: &'c Column<'a>, measure: &'c Column<'a>) -> Plan<'c, 'a> {
    let both_ordered = first.role == Role::Ordinal && second.role == Role::Ordinal;
    // Colours are for the dimension with fewer names; an order belongs on the axis.
    let swap = (first.distinct < second.distinct && second.distinct > 3)
        || (second.role == Role::Ordinal && first.role != Role::Ordinal);
    let (x, color) = if swap { (second, first) } else { (first, second) };
    let whole = measure.is_additive() && measure.least >= 0.0;
    if !both_ordered && color.distinct <= 4 && x.distinct <= 8 {
        return bars(x, vec![measure], Some(color), Layout::Grouped);
    }
    if !both_ordered && whole && color.distinct <= 6 && x.distinct <= 30 {
        return bars(x, vec![measure], Some(color), Layout::Stacked);
    }
    Plan { kind: ChartType::Heatmap, x: X::Column(x), y: vec![measure], color: Some(color), layout: Layout::Free }
}
