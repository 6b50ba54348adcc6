//! Facts from the shape of a result: one figure, one row, figures by category, figures over time, or a plain list.
//!
//! Few and true beats many: at most four, the ones a person would say first. Totals and shares are stated only where
//! the column really adds up (a sum or a count, and no rows left out).

use super::naming::{distinct, names};
use super::numbers::{format as figure_text, percent};
use super::{period, series};
use jiff::civil::Date;
use vouch_model::{DataType, Fact, FactKind, Figure, ResultColumn, ResultSet, Value};
use vouch_sql::Shape;

/// Beyond this many standard deviations from the mean a value is called unusual.
const OUTLIER_SIGMAS: f64 = 3.0;
/// Fewer points say nothing about what is usual.
const OUTLIER_MIN_POINTS: usize = 8;

pub fn compute(results: &ResultSet, shape: &Shape) -> Vec<Fact> {
    compute_on(results, shape, None)
}

/// The same on a day: what a period has come to that is not over yet is no change.
pub fn compute_on(results: &ResultSet, shape: &Shape, today: Option<Date>) -> Vec<Fact> {
    let table = Table { today, ..Table::new(results, shape) };
    match (results.rows.len(), &table.measure) {
        (0, _) => vec![plain(FactKind::Count, "No rows match.")],
        (1, _) => table.one_row(),
        (_, Some(measure)) if table.time == table.label && table.time.is_some() => match table.names.as_slice() {
            [_] if table.is_told_apart() => table.over_time(measure),
            [_] => table.by_category(measure),
            _ => series::facts(&table, measure),
        },
        (_, Some(measure)) => table.by_category(measure),
        (_, None) => table.list(),
    }
}

/// A result with the roles of its columns worked out.
pub struct Table<'a> {
    pub results: &'a ResultSet,
    /// What names a row.
    label: Option<usize>,
    /// The label, and what else it takes to tell rows apart.
    pub names: Vec<usize>,
    pub time: Option<usize>,
    measure: Option<Measure>,
    /// There may be more rows than these: the statement or a limit cut them off.
    cut: bool,
    today: Option<Date>,
}

pub struct Measure {
    pub column: usize,
    /// The column adds up over the rows.
    pub additive: bool,
    /// Rows with a figure, in the order of the result.
    pub points: Vec<Point>,
}

#[derive(Clone, Copy)]
pub struct Point {
    pub row: usize,
    pub value: f64,
}

/// Whose course it is, and how it stands among the others.
pub struct Among {
    pub whose: String,
    pub rank: &'static str,
    pub of: usize,
}

impl<'a> Table<'a> {
    fn new(results: &'a ResultSet, shape: &Shape) -> Self {
        let time = shape.time_column.filter(|i| *i < results.columns.len());
        let is_group = |i: usize| shape.grouped_by.contains(&i) || Some(i) == time;
        let is_figure =
            |i: usize, c: &ResultColumn| c.data_type.is_numeric() && !is_group(i) && !is_identifier(&c.name);
        let columns = || results.columns.iter().enumerate();
        let measure = columns().rfind(|(i, c)| is_figure(*i, c)).map(|(i, _)| i);
        let label = time
            .or_else(|| columns().find(|(i, c)| Some(*i) != measure && c.data_type.is_text()).map(|(i, _)| i))
            // A figure beside the figure names nothing: '63000000 has the highest gross'.
            .or_else(|| columns().find(|(i, c)| Some(*i) != measure && !is_figure(*i, c)).map(|(i, _)| i));
        let measure = measure.map(|column| Measure {
            column,
            additive: shape.additive.contains(&column) && !results.truncated,
            points: points(results, column),
        });
        let figure = measure.as_ref().map(|m| m.column);
        let names_something =
            |i: usize, c: &ResultColumn| is_group(i) || (c.data_type.is_text() && !is_identifier(&c.name));
        let others: Vec<usize> =
            columns().filter(|(i, c)| Some(*i) != figure && names_something(*i, c)).map(|(i, _)| i).collect();
        let names = label.map(|label| names(results, label, &others)).unwrap_or_default();
        let rows = u64::try_from(results.rows.len()).unwrap_or(u64::MAX);
        let cut = results.truncated || shape.limit.is_some_and(|limit| rows >= limit);
        let measure = measure.filter(|m| !m.points.is_empty());
        Self { results, label, names, time, measure, cut, today: None }
    }

    /// No two rows have the same names.
    fn is_told_apart(&self) -> bool {
        distinct(self.results, &self.names) == self.results.rows.len()
    }

    fn one_row(&self) -> Vec<Fact> {
        let Some(row) = self.results.rows.first() else { return Vec::new() };
        if let ([column], [value]) = (self.results.columns.as_slice(), row.as_slice()) {
            return vec![single_value(column, value)];
        }
        let subject = self.label.map(|i| self.name_of_row(i, 0));
        let figures = self
            .results
            .columns
            .iter()
            .zip(row)
            .enumerate()
            .filter(|(i, (c, value))| Some(*i) != self.label && !value.is_null() && !is_identifier(&c.name));
        let said: Vec<(String, Option<Figure>)> = figures
            .take(3)
            .map(|(i, (column, value))| match value.as_f64().filter(|_| column.data_type.is_numeric()) {
                Some(x) => {
                    let figure = Figure { text: figure_text(x), value: x, cells: vec![(0, i)] };
                    (format!("{} {}", words(&column.name), figure.text), Some(figure))
                }
                None => (format!("{} {value}", words(&column.name)), None),
            })
            .collect();
        if said.is_empty() {
            return subject.map(|s| plain(FactKind::Value, &format!("The answer is {s}."))).into_iter().collect();
        }
        let list = said.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>().join(", ");
        let text = subject.map_or_else(|| format!("{}.", capitalized(&list)), |s| format!("{s}: {list}."));
        vec![Fact { kind: FactKind::Value, figures: said.into_iter().filter_map(|(_, f)| f).collect(), text }]
    }

    fn by_category(&self, measure: &Measure) -> Vec<Fact> {
        let what = self.what(measure);
        let Some((low, high)) = extremes(&measure.points) else { return Vec::new() };
        let mut facts = Vec::new();
        if self.is_extreme(FactKind::Highest, measure) {
            facts.push(self.extreme(FactKind::Highest, measure, high, &what));
        }
        if low.value != high.value && self.is_extreme(FactKind::Lowest, measure) {
            facts.push(self.extreme(FactKind::Lowest, measure, low, &what));
        }
        if measure.additive {
            facts.push(self.total(measure, high, &what));
        } else {
            facts.push(self.how_many());
        }
        facts.extend(self.outlier(measure, &what));
        facts
    }

    fn over_time(&self, measure: &Measure) -> Vec<Fact> {
        let what = self.what(measure);
        let mut in_order = measure.points.clone();
        let time = self.time.unwrap_or_default();
        in_order.sort_by_key(|p| self.results.rows[p.row][time].to_string());
        let (Some(first), Some(last)) = (in_order.first().copied(), in_order.last().copied()) else {
            return Vec::new();
        };
        let open = Some(last).filter(|last| self.is_open(measure, *last) && in_order.len() > 1);
        let over = in_order.get(..in_order.len() - usize::from(open.is_some())).unwrap_or_default();
        let mut facts = match (open, over) {
            (Some(open), [before]) => vec![self.so_far(measure, *before, open)],
            (open, over) => {
                let change = self.change(measure, first, over.last().copied().unwrap_or(last), None);
                vec![match open {
                    Some(open) => self.not_over(measure, change, open),
                    None => change,
                }]
            }
        };
        let ends = extremes(&in_order).zip(extremes(over)).map(|((_, high), (low, _))| (low, high));
        if let Some((low, high)) = ends.filter(|(low, high)| low.value != high.value) {
            let known = [(FactKind::Highest, high), (FactKind::Lowest, low)].into_iter();
            let known = known.filter(|(kind, _)| self.is_extreme(*kind, measure));
            facts.extend(known.map(|(kind, point)| self.extreme(kind, measure, point, &what)));
        }
        if measure.additive {
            facts.push(self.sum(measure, &what));
        }
        facts
    }

    /// A figure that adds up, of a period that is not over.
    pub fn is_open(&self, measure: &Measure, point: Point) -> bool {
        let (Some(today), Some(time), true) = (self.today, self.time, measure.additive) else { return false };
        let column = self.results.columns.get(time).map_or("", |column| column.name.as_str());
        period::is_open(&self.name_of_row(time, point.row), column, today)
    }

    /// Of two periods the second is not over: nothing rose or fell.
    fn so_far(&self, measure: &Measure, before: Point, open: Point) -> Fact {
        let time = self.time.unwrap_or_default();
        let (was, is) = (self.figure(measure, before), self.figure(measure, open));
        let (start, end) = (self.name_of_row(time, before.row), self.name_of_row(time, open.row));
        let what = capitalized(&self.what(measure));
        let text = format!("{what} came to {} in {start}; {end}, with {} so far, is not over yet.", was.text, is.text);
        Fact { kind: FactKind::Change, figures: vec![was, is], text }
    }

    fn not_over(&self, measure: &Measure, mut change: Fact, open: Point) -> Fact {
        let figure = self.figure(measure, open);
        let name = self.name_of_row(self.time.unwrap_or_default(), open.row);
        let told = change.text.trim_end_matches('.');
        change.text = format!("{told}; {name}, with {} so far, is not over yet.", figure.text);
        change.figures.push(figure);
        change
    }

    fn list(&self) -> Vec<Fact> {
        let mut facts = vec![self.how_many()];
        if let Some(label) = self.label.filter(|_| !self.results.truncated) {
            let (first, last) = (self.name_of_row(label, 0), self.name_of_row(label, self.results.rows.len() - 1));
            if first != last {
                facts.push(plain(FactKind::Value, &format!("The first is {first}, the last {last}.")));
            }
        }
        facts
    }

    /// The last of the best five is not the worst of all: of rows that were cut off, only the end that they begin with is known.
    pub fn is_extreme(&self, kind: FactKind, measure: &Measure) -> bool {
        let falls = |pair: &[Point]| matches!(pair, [before, after] if before.value >= after.value);
        let rises = |pair: &[Point]| matches!(pair, [before, after] if before.value <= after.value);
        match kind {
            _ if !self.cut => true,
            FactKind::Highest => measure.points.windows(2).all(falls),
            _ => measure.points.windows(2).all(rises),
        }
    }

    pub fn extreme(&self, kind: FactKind, measure: &Measure, point: Point, what: &str) -> Fact {
        let figure = self.figure(measure, point);
        let word = if kind == FactKind::Highest { "highest" } else { "lowest" };
        let ties = measure.points.iter().filter(|p| p.value == point.value).count();
        let text = match self.label {
            Some(_) if ties == 1 => {
                let name = self.row_name(point.row);
                format!("{name} has the {word} {what}, {}.", figure.text)
            }
            Some(_) => format!("The {word} {what} is {}, reached {ties} times.", figure.text),
            None => format!("The {word} {what} is {}.", figure.text),
        };
        let mut figures = vec![figure];
        if ties > 1 {
            figures.push(Figure { text: ties.to_string(), value: ties as f64, cells: Vec::new() });
        }
        Fact { kind, figures, text }
    }

    fn total(&self, measure: &Measure, high: Point, what: &str) -> Fact {
        let mut fact = self.sum(measure, what);
        let Some(total) = fact.figures.first().map(|f| f.value).filter(|t| *t > 0.0 && high.value >= 0.0) else {
            return fact;
        };
        let any_negative = measure.points.iter().any(|p| p.value < 0.0);
        if self.label.is_some() && !any_negative {
            let share = high.value / total;
            let figure = Figure {
                text: percent(share).trim_end_matches(" %").to_owned(),
                value: share,
                cells: vec![(high.row, measure.column)],
            };
            let name = self.row_name(high.row);
            fact.text = format!("{}; {name} makes up {} of it.", fact.text.trim_end_matches('.'), percent(share));
            fact.figures.push(figure);
        }
        fact
    }

    pub fn sum(&self, measure: &Measure, what: &str) -> Fact {
        let total: f64 = measure.points.iter().map(|p| p.value).sum();
        let count = self.results.rows.len();
        let cells = measure.points.iter().map(|p| (p.row, measure.column)).collect();
        let figure = Figure { text: figure_text(total), value: total, cells };
        let text = format!("The {what} over all {} rows is {}.", figure_text(count as f64), figure.text);
        Fact { kind: FactKind::Total, figures: vec![figure], text }
    }

    pub fn change(&self, measure: &Measure, first: Point, last: Point, among: Option<Among>) -> Fact {
        let what = self.what(measure);
        let (from, to) = (self.figure(measure, first), self.figure(measure, last));
        let time = self.time.unwrap_or_default();
        let (start, end) = (self.name_of_row(time, first.row), self.name_of_row(time, last.row));
        let verb = match last.value.total_cmp(&first.value) {
            std::cmp::Ordering::Greater => "rose",
            std::cmp::Ordering::Less => "fell",
            std::cmp::Ordering::Equal => "was the same at both ends,",
        };
        let subject = among.as_ref().map_or_else(|| capitalized(&what), |among| format!("{}: {what}", among.whose));
        let mut text = format!("{subject} {verb} from {} in {start} to {} in {end}", from.text, to.text);
        let mut figures = vec![from, to];
        if first.value > 0.0 && last.value != first.value {
            let change = last.value / first.value - 1.0;
            text.push_str(&format!(" ({}{})", if change > 0.0 { "+" } else { "" }, percent(change)));
            let written = percent(change.abs()).trim_end_matches(" %").to_owned();
            figures.push(Figure { text: written, value: change, cells: Vec::new() });
        }
        if let Some(Among { rank, of, .. }) = among {
            text.push_str(&format!(", the {rank} of {of}"));
            figures.push(Figure { text: of.to_string(), value: of as f64, cells: Vec::new() });
        }
        Fact { kind: FactKind::Change, figures, text: format!("{text}.") }
    }

    fn outlier(&self, measure: &Measure, what: &str) -> Option<Fact> {
        self.label?;
        let n = measure.points.len();
        if n < OUTLIER_MIN_POINTS {
            return None;
        }
        let mean = measure.points.iter().map(|p| p.value).sum::<f64>() / n as f64;
        let variance = measure.points.iter().map(|p| (p.value - mean).powi(2)).sum::<f64>() / (n - 1) as f64;
        let sigma = variance.sqrt();
        let far = |p: &&Point| sigma > 0.0 && (p.value - mean).abs() > OUTLIER_SIGMAS * sigma;
        let point = measure.points.iter().find(far)?;
        let average = Figure { text: figure_text(mean), value: mean, cells: Vec::new() };
        let text = format!("{} stands out: the average {what} is {}.", self.row_name(point.row), average.text);
        Some(Fact { kind: FactKind::Outlier, figures: vec![average], text })
    }

    fn how_many(&self) -> Fact {
        let n = self.results.rows.len();
        let figure = Figure { text: figure_text(n as f64), value: n as f64, cells: Vec::new() };
        let text = if self.results.truncated {
            format!("There are more than {} rows; the first {} are shown.", figure.text, figure.text)
        } else {
            format!("There are {} rows.", figure.text)
        };
        Fact { kind: FactKind::Count, figures: vec![figure], text }
    }

    fn figure(&self, measure: &Measure, point: Point) -> Figure {
        Figure { text: figure_text(point.value), value: point.value, cells: vec![(point.row, measure.column)] }
    }

    pub fn what(&self, measure: &Measure) -> String {
        words(&self.results.columns[measure.column].name)
    }

    /// A row by all that tells it apart, its time last: `GOOG in 2007-10`.
    fn row_name(&self, row: usize) -> String {
        let timeless: Vec<String> = self.names_without_time().map(|column| self.name_of_row(column, row)).collect();
        let Some(time) = self.time.filter(|time| self.names.contains(time)) else { return timeless.join(", ") };
        let moment = self.name_of_row(time, row);
        match timeless.is_empty() {
            true => moment,
            false => format!("{} {} {moment}", timeless.join(", "), if moment.len() > 7 { "on" } else { "in" }),
        }
    }

    pub fn names_without_time(&self) -> impl Iterator<Item = usize> {
        self.names.iter().copied().filter(|column| Some(*column) != self.time)
    }

    /// What to call a row. Two columns of names, as in first and last name, are said together.
    pub fn name_of_row(&self, column: usize, row: usize) -> String {
        let cell = |i: usize| self.results.rows.get(row).and_then(|r| r.get(i));
        let name = match cell(column) {
            None | Some(Value::Null) => return "(none)".to_owned(),
            Some(value) => period_or_text(value, &self.results.columns[column]),
        };
        let next_is_surname = self.results.columns.get(column + 1).is_some_and(|c| c.name.contains("last_name"));
        match cell(column + 1).filter(|_| next_is_surname) {
            Some(Value::Text(surname)) => format!("{name} {surname}"),
            _ => name,
        }
    }
}

/// A period's first day is shown as the period where the column says which.
fn period_or_text(value: &Value, column: &ResultColumn) -> String {
    let text = value.to_string();
    let day = text.get(..10).unwrap_or(&text);
    match column.name.to_lowercase().as_str() {
        _ if !column.data_type.is_temporal() => text,
        "year" => day.get(..4).unwrap_or(day).to_owned(),
        "month" => day.get(..7).unwrap_or(day).to_owned(),
        "quarter" => quarter(day).unwrap_or(text),
        _ if text.ends_with(" 00:00:00") => day.to_owned(),
        _ => text,
    }
}

fn quarter(day: &str) -> Option<String> {
    let month: u32 = day.get(5..7)?.parse().ok()?;
    Some(format!("Q{} {}", month.div_ceil(3), day.get(..4)?))
}

fn single_value(column: &ResultColumn, value: &Value) -> Fact {
    let what = words(&column.name);
    match value {
        Value::Null => plain(FactKind::Value, &format!("There is no {what}: no row has a value for it.")),
        Value::Bool(yes) => plain(FactKind::Value, if *yes { "Yes." } else { "No." }),
        _ => match value.as_f64().filter(|_| column.data_type != DataType::Text) {
            Some(x) => {
                let figure = Figure { text: figure_text(x), value: x, cells: vec![(0, 0)] };
                let text = format!("The {what} is {}.", figure.text);
                Fact { kind: FactKind::Value, figures: vec![figure], text }
            }
            None => plain(FactKind::Value, &format!("The {what} is {}.", period_or_text(value, column))),
        },
    }
}

fn points(results: &ResultSet, column: usize) -> Vec<Point> {
    let value = |row: &Vec<Value>| row.get(column).and_then(Value::as_f64).filter(|x| x.is_finite());
    results.rows.iter().enumerate().filter_map(|(row, r)| Some(Point { row, value: value(r)? })).collect()
}

pub fn extremes(points: &[Point]) -> Option<(Point, Point)> {
    let low = points.iter().min_by(|a, b| a.value.total_cmp(&b.value))?;
    // The first of equals, as a person reads a table.
    let high = points.iter().rev().max_by(|a, b| a.value.total_cmp(&b.value))?;
    Some((*low, *high))
}

fn plain(kind: FactKind, text: &str) -> Fact {
    Fact { kind, figures: Vec::new(), text: text.to_owned() }
}

fn is_identifier(name: &str) -> bool {
    let name = name.to_lowercase();
    name == "id" || name.ends_with("_id") || matches!(name.as_str(), "year" | "month" | "quarter" | "week" | "rank")
}

fn words(name: &str) -> String {
    name.replace('_', " ").trim().to_owned()
}

pub fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

#[cfg(test)]
#[path = "compute_tests.rs"]
mod tests;
