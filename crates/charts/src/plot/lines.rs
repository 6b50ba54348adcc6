//! Lines and areas: figures along time, along numbers, or along names that have an order.

use super::bars::{OTHER, by_size, plural, shared_title};
use super::group::{Fold, Groups, figure, own_order};
use super::{Along, Axis, Line, Lines, axis_of, count_axis, fresh};
use crate::Hints;
use crate::calendar::{Grain, Moment};
use crate::choose::MOST_SERIES;
use crate::plan::{Plan, X};
use crate::words::{self, Unit};
use std::collections::{BTreeSet, HashMap};
use vouch_model::{ChartType, ResultSet, Value};

/// More points than pixels would not be seen anyway.
pub(crate) const MOST_POINTS: usize = 1_000;

/// How much higher than the others the rest may be, and still be drawn beside them.
const DWARFING: f64 = 2.5;

pub(super) fn draw(plan: &Plan<'_, '_>, rows: &ResultSet, hints: &Hints, notes: &mut Vec<String>) -> Option<Lines> {
    let column = plan.x.column()?;
    let fold = Fold::of(plan);
    let along = match plan.x.grain() {
        Some(grain) => Along::Time(grain),
        None if column.numeric => Along::Numbers,
        None => Along::Names(own_order(column, &rows.rows, hints).unwrap_or_else(|| names_by_row(plan, rows))),
    };
    let mut lines = match along {
        Along::Time(grain) => over_time(plan, rows, grain, fold, notes)?,
        _ => {
            let mut groups = Groups::new(fold);
            let places: HashMap<String, f64> = match &along {
                Along::Names(names) => names.iter().enumerate().map(|(at, name)| (name.clone(), at as f64)).collect(),
                _ => HashMap::new(),
            };
            let place = |row: &[Value]| match &along {
                Along::Names(_) => places.get(&column.label(row)).copied(),
                _ => column.number(row),
            };
            gather(plan, rows, &mut groups, |row| place(row).map(f64::to_bits));
            note_folding(&groups, fold, notes, "value");
            (along.clone(), to_lines(&groups, |bits| f64::from_bits(*bits)))
        }
    };
    fold_series(plan, fold, &mut lines.1, notes);
    order_series(plan, rows, hints, &mut lines.1);
    let (along, mut lines) = lines;
    sample(&mut lines, notes);
    let drawn: BTreeSet<u64> =
        lines.iter().flat_map(|l| &l.points).filter(|p| p.1.is_some()).map(|p| p.0.to_bits()).collect();
    if drawn.len() < 2 {
        return None;
    }
    let x = Axis { title: x_title(&plan.x, &along), ..Axis { unit: Unit::Plain, ..axis_of(column) } };
    let y = match plan.y.as_slice() {
        [] => count_axis(),
        [measure] => axis_of(measure),
        [first, ..] => Axis { field: fresh("value", &[&x.field]), title: shared_title(plan), unit: first.unit() },
    };
    let series = match plan.color {
        Some(column) => Some(Axis { unit: Unit::Plain, ..axis_of(column) }),
        None if plan.y.len() > 1 => {
            Some(Axis { field: fresh("measure", &[&x.field]), title: "Measure".to_owned(), unit: Unit::Plain })
        }
        None => None,
    };
    Some(Lines { x, y, series, along, lines, filled: plan.kind == ChartType::Area })
}

fn x_title(x: &X<'_, '_>, along: &Along) -> String {
    match (x, along) {
        // "Order date" over months is a month to the reader.
        (X::Parts { .. }, Along::Time(grain)) => words::capitalize(grain.word()),
        (X::Column(column), Along::Time(grain)) if Some(*grain) != column.grain() => words::capitalize(grain.word()),
        _ => x.column().map_or_else(String::new, |column| column.title.clone()),
    }
}

fn names_by_row(plan: &Plan<'_, '_>, rows: &ResultSet) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    let labels = rows.rows.iter().filter_map(|row| plan.x.column().map(|column| column.label(row)));
    labels.filter(|label| seen.insert(label.clone())).collect()
}

fn gather<K: Clone + Eq + std::hash::Hash>(
    plan: &Plan<'_, '_>,
    rows: &ResultSet,
    groups: &mut Groups<(String, K)>,
    place: impl Fn(&[Value]) -> Option<K>,
) {
    for row in &rows.rows {
        let Some(at) = place(row) else { continue };
        if plan.y.len() > 1 {
            for measure in &plan.y {
                groups.add((measure.title.clone(), at.clone()), measure.number(row));
            }
        } else {
            let name = plan.color.map_or_else(String::new, |c| c.label(row));
            groups.add((name, at), figure(plan, row));
        }
    }
}

/// Coarser periods until the points can be seen.
fn over_time(
    plan: &Plan<'_, '_>,
    rows: &ResultSet,
    grain: Grain,
    fold: Fold,
    notes: &mut Vec<String>,
) -> Option<(Along, Vec<Line>)> {
    let moments: BTreeSet<Moment> = rows.rows.iter().filter_map(|row| plan.x.moment(row)).collect();
    let mut coarse = grain;
    let count = |g: Grain| moments.iter().map(|m| g.floor(*m)).collect::<BTreeSet<_>>().len();
    while moments.len() > MOST_POINTS && count(coarse) > MOST_POINTS {
        coarse = coarse.coarser()?;
    }
    let mut groups: Groups<(String, Moment)> = Groups::new(fold);
    // Seconds within a minute stay apart, as long as they fit.
    let exact = coarse == grain;
    gather(plan, rows, &mut groups, |row| plan.x.moment(row).map(|m| if exact { m } else { coarse.floor(m) }));
    if !exact {
        notes.push(format!("{} by {}", fold.word(), coarse.word()));
    } else {
        note_folding(&groups, fold, notes, coarse.word());
    }
    let undated = rows.rows.iter().filter(|row| plan.x.moment(row).is_none()).count();
    if undated > 0 {
        notes.push(format!("{undated} without a date left out"));
    }
    if let (Some(first), Some(last)) = (moments.first(), moments.last()) {
        notes.insert(0, range(coarse, *first, *last));
    }
    Some((Along::Time(coarse), to_lines(&groups, |moment| *moment as f64)))
}

/// `Jan 2023 – Dec 2024`.
fn range(grain: Grain, first: Moment, last: Moment) -> String {
    format!("{} – {}", grain.label(grain.floor(first)), grain.label(grain.floor(last)))
}

fn note_folding<K: Clone + Eq + std::hash::Hash>(groups: &Groups<K>, fold: Fold, notes: &mut Vec<String>, by: &str) {
    if groups.folded() && fold != Fold::Count {
        notes.push(format!("{} by {by}", fold.word()));
    }
}

fn to_lines<K: Clone + Eq + std::hash::Hash>(groups: &Groups<(String, K)>, place: impl Fn(&K) -> f64) -> Vec<Line> {
    let mut at: HashMap<&str, usize> = HashMap::new();
    let mut lines: Vec<Line> = Vec::new();
    for ((name, key), value) in groups.figures() {
        let index = *at.entry(name).or_insert_with(|| {
            lines.push(Line { name: name.clone(), points: Vec::new() });
            lines.len() - 1
        });
        if let Some(line) = lines.get_mut(index) {
            line.points.push((place(key), value));
        }
    }
    for line in &mut lines {
        line.points.sort_by(|a, b| a.0.total_cmp(&b.0));
    }
    lines.retain(|line| line.points.iter().any(|(_, y)| y.is_some()));
    lines
}

fn fold_series(plan: &Plan<'_, '_>, fold: Fold, lines: &mut Vec<Line>, notes: &mut Vec<String>) {
    let Some(column) = plan.color.filter(|_| lines.len() > MOST_SERIES) else { return };
    let total = |line: &Line| line.points.iter().filter_map(|p| p.1).sum::<f64>();
    let size = |line: &Line| if fold.is_additive() { total(line) } else { total(line) / line.points.len() as f64 };
    let ranked = by_size(lines.iter().map(|line| (line.name.as_str(), size(line))));
    let folds = fold.is_additive();
    let keep: Vec<String> = ranked.into_iter().take(MOST_SERIES - usize::from(folds)).collect();
    let all = lines.len();
    let (kept, others): (Vec<Line>, Vec<Line>) = lines.drain(..).partition(|line| keep.contains(&line.name));
    *lines = kept;
    let names = plural(&column.title);
    if !folds {
        notes.push(format!("the {} highest of {all} {names}", keep.len()));
        return;
    }
    let mut sums: Groups<(String, u64)> = Groups::new(Fold::Sum);
    for (x, y) in others.iter().flat_map(|line| &line.points) {
        sums.add((OTHER.to_owned(), x.to_bits()), *y);
    }
    let other = to_lines(&sums, |bits| f64::from_bits(*bits));
    let top = |lines: &[Line]| lines.iter().flat_map(|l| &l.points).filter_map(|p| p.1).fold(0.0, f64::max);
    // A sum of many small ones would press the others to the ground.
    if plan.kind == ChartType::Line && top(&other) > DWARFING * top(lines) {
        notes.push(format!("top {} of {all} {names}", keep.len()));
    } else {
        lines.extend(other);
        notes.push(format!("top {} of {all} {names}, the rest as {OTHER}", keep.len()));
    }
}

/// Series as the legend lists them: in their own order, else by where the lines end.
fn order_series(plan: &Plan<'_, '_>, rows: &ResultSet, hints: &Hints, lines: &mut [Line]) {
    let Some(column) = plan.color else { return };
    if column.role == crate::column::Role::Category {
        let end = |line: &Line| line.points.iter().rev().find_map(|p| p.1).unwrap_or(f64::NEG_INFINITY);
        lines.sort_by(|a, b| (a.name == OTHER).cmp(&(b.name == OTHER)).then(end(b).total_cmp(&end(a))));
    } else if let Some(order) = own_order(column, &rows.rows, hints) {
        let place: HashMap<&str, usize> = order.iter().enumerate().map(|(at, name)| (name.as_str(), at)).collect();
        lines.sort_by_key(|line| place.get(line.name.as_str()).copied().unwrap_or(usize::MAX));
    }
}

/// Evenly, first and last kept; only where points could not be joined into periods.
fn sample(lines: &mut [Line], notes: &mut Vec<String>) {
    let longest = lines.iter().map(|line| line.points.len()).max().unwrap_or(0);
    let most = MOST_POINTS / lines.len().clamp(1, 4);
    if longest <= most {
        return;
    }
    for line in lines.iter_mut() {
        line.points = super::points::evenly(&line.points, most);
    }
    notes.push(format!("every {} point shown", ordinal(longest.div_ceil(most))));
}

fn ordinal(n: usize) -> String {
    let ending = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{ending}")
}
