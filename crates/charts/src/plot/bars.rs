//! Bars: one for each name, or one for each name and series, side by side or on top of each other.

use super::group::{Fold, Groups, figure, own_order};
use super::{Axis, Bar, Bars, axis_of, count_axis, fresh};
use crate::Hints;
use crate::calendar::Grain;
use crate::choose::MOST_SERIES;
use crate::plan::{Layout, Plan, X};
use crate::words::{self, Unit};
use std::collections::HashMap;
use unicode_width::UnicodeWidthStr;
use vouch_model::{ResultSet, Value};

/// More bars than this are not read but scrolled past.
pub(crate) const MOST_BARS: usize = 30;
/// Groups of bars get narrow sooner.
const MOST_GROUPS: usize = 15;
/// Wider labels, in characters, do not fit under a bar.
const WIDEST_UPRIGHT: usize = 11;
const MOST_UPRIGHT: usize = 8;
/// Labels with an order of their own stay upright for longer: time runs to the right.
const MOST_UPRIGHT_ORDERED: usize = 16;

pub(super) fn draw(plan: &Plan<'_, '_>, rows: &ResultSet, hints: &Hints, notes: &mut Vec<String>) -> Option<Bars> {
    let fold = Fold::of(plan);
    let mut groups: Groups<(String, Option<String>)> = Groups::new(fold);
    for row in &rows.rows {
        let label = label(&plan.x, row);
        if plan.y.len() > 1 {
            for measure in &plan.y {
                groups.add((label.clone(), Some(measure.title.clone())), measure.number(row));
            }
        } else {
            groups.add((label, plan.color.map(|c| c.label(row))), figure(plan, row));
        }
    }
    if groups.folded() && fold != Fold::Count {
        notes.push(format!("{} over {} rows", fold.word(), crate::number::full(rows.rows.len() as f64, Unit::Plain)));
    }
    let mut bars: Vec<Bar> = groups
        .figures()
        .filter_map(|((label, series), value)| {
            Some(Bar { label: label.clone(), series: series.clone(), value: value? })
        })
        .collect();
    let missing = groups.len() - bars.len();
    if missing > 0 {
        notes.push(format!("{missing} without a value left out"));
    }
    let label_axis = label_axis(&plan.x)?;
    let names = series(plan, rows, hints, fold, &mut bars, notes);
    let labels = labels(plan, rows, hints, &label_axis, &mut bars, notes);
    if bars.is_empty() || labels.len() < 2 && names.is_empty() {
        return None;
    }
    let widest = labels.iter().map(|label| label.width()).max().unwrap_or(0);
    let ordered = plan.x.grain().is_some()
        || plan.x.column().is_some_and(|c| c.role == crate::column::Role::Ordinal || c.numeric);
    let upright = if ordered { MOST_UPRIGHT_ORDERED.max(24 * usize::from(widest <= 3)) } else { MOST_UPRIGHT };
    let across = labels.len() > upright || widest > WIDEST_UPRIGHT && (!ordered || labels.len() > 3);
    let negative = bars.iter().any(|bar| bar.value < 0.0);
    let stacked = plan.layout == Layout::Stacked && !negative && fold.is_additive();
    Some(Bars {
        series: series_axis(plan, &label_axis),
        value: value_axis(plan),
        label: label_axis,
        bars,
        labels,
        names,
        across,
        stacked,
    })
}

fn label(x: &X<'_, '_>, row: &[Value]) -> String {
    match (x, x.grain(), x.moment(row)) {
        (X::Parts { .. }, Some(grain), Some(moment)) => grain.label(moment),
        _ => x.column().map_or_else(String::new, |column| column.label(row)),
    }
}

fn label_axis(x: &X<'_, '_>) -> Option<Axis> {
    let axis = axis_of(x.column()?);
    // The figures of a label are names here.
    Some(Axis { unit: Unit::Plain, ..axis })
}

fn value_axis(plan: &Plan<'_, '_>) -> Axis {
    match plan.y.as_slice() {
        [] => count_axis(),
        [measure] => axis_of(measure),
        [first, ..] => {
            let taken = plan.x.column().map_or("", |c| c.name);
            Axis { field: fresh("value", &[taken]), title: shared_title(plan), unit: first.unit() }
        }
    }
}

/// What several measures have in common: `Revenue 2023`, `Revenue 2024` are "Revenue".
pub(super) fn shared_title(plan: &Plan<'_, '_>) -> String {
    let mut lists = plan.y.iter().map(|measure| measure.title.split(' ').map(str::to_owned).collect::<Vec<_>>());
    let first = lists.next().unwrap_or_default();
    let rest: Vec<Vec<String>> = lists.collect();
    let common: Vec<String> =
        first.into_iter().filter(|w| rest.iter().all(|list| list.iter().any(|o| o.eq_ignore_ascii_case(w)))).collect();
    if common.is_empty() {
        let titles: Vec<String> = plan.y.iter().map(|m| words::lower_first(&m.title)).collect();
        let (last, others) = match titles.split_last() {
            Some((last, others)) if !others.is_empty() => (last.clone(), others.join(", ")),
            _ => return "Value".to_owned(),
        };
        return words::capitalize(&format!("{others} and {last}"));
    }
    words::capitalize(&common.join(" "))
}

fn series_axis(plan: &Plan<'_, '_>, label: &Axis) -> Option<Axis> {
    match plan.color {
        Some(column) => Some(Axis { unit: Unit::Plain, ..axis_of(column) }),
        None if plan.y.len() > 1 => {
            let field = fresh("measure", &[&label.field]);
            Some(Axis { field, title: "Measure".to_owned(), unit: Unit::Plain })
        }
        None => None,
    }
}

/// The series as they are seen; too many are folded, or left out where a sum would mean nothing.
fn series(
    plan: &Plan<'_, '_>,
    rows: &ResultSet,
    hints: &Hints,
    fold: Fold,
    bars: &mut Vec<Bar>,
    notes: &mut Vec<String>,
) -> Vec<String> {
    let Some(column) = plan.color else {
        return plan.y.iter().filter(|_| plan.y.len() > 1).map(|m| m.title.clone()).collect();
    };
    let mut names = own_order(column, &rows.rows, hints)
        .unwrap_or_else(|| by_size(bars.iter().filter_map(|b| Some((b.series.as_deref()?, b.value)))));
    if names.len() > MOST_SERIES {
        let biggest = by_size(bars.iter().filter_map(|b| Some((b.series.as_deref()?, b.value))));
        let folds = fold.is_additive();
        let keep: Vec<String> = biggest.into_iter().take(MOST_SERIES - usize::from(folds)).collect();
        notes.push(format!("{} of {} {}", keep.len(), names.len(), words::lower_first(&column.title)));
        names.retain(|name| keep.contains(name));
        if folds {
            names.push(OTHER.to_owned());
            fold_others(bars, &keep);
        } else {
            bars.retain(|bar| bar.series.as_ref().is_some_and(|s| keep.contains(s)));
        }
    }
    names
}

/// What is folded together is called so.
pub(crate) const OTHER: &str = "Other";

fn fold_others(bars: &mut Vec<Bar>, keep: &[String]) {
    let mut others: Vec<Bar> = Vec::new();
    bars.retain(|bar| {
        let kept = bar.series.as_ref().is_some_and(|s| keep.contains(s));
        if !kept {
            match others.iter_mut().find(|other| other.label == bar.label) {
                Some(other) => other.value += bar.value,
                None => others.push(Bar { series: Some(OTHER.to_owned()), ..bar.clone() }),
            }
        }
        kept
    });
    bars.extend(others);
}

/// Names by what they hold together, greatest first.
pub(super) fn by_size<'a>(figures: impl Iterator<Item = (&'a str, f64)>) -> Vec<String> {
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut sizes: Vec<(&str, f64)> = Vec::new();
    for (name, value) in figures {
        let place = *places.entry(name).or_insert_with(|| {
            sizes.push((name, 0.0));
            sizes.len() - 1
        });
        if let Some((_, size)) = sizes.get_mut(place) {
            *size += value;
        }
    }
    // Stable: equals stay in the order of the rows.
    sizes.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    sizes.into_iter().map(|(name, _)| name.to_owned()).collect()
}

fn labels(
    plan: &Plan<'_, '_>,
    rows: &ResultSet,
    hints: &Hints,
    axis: &Axis,
    bars: &mut Vec<Bar>,
    notes: &mut Vec<String>,
) -> Vec<String> {
    let sized = by_size(bars.iter().map(|bar| (bar.label.as_str(), bar.value)));
    let own = match plan.x {
        X::Parts { .. } => Some(parts_order(plan, rows)),
        X::Column(column) => own_order(column, &rows.rows, hints),
        X::None => None,
    };
    let mut labels: Vec<String> = match own {
        Some(own) => own.into_iter().filter(|label| sized.contains(label)).collect(),
        None => sized.clone(),
    };
    let most = if plan.color.is_some() && plan.layout == Layout::Grouped { MOST_GROUPS } else { MOST_BARS };
    if labels.len() > most {
        let all = labels.len();
        if hints.ordered || plan.x.grain().is_some() {
            // The statement's order says which come first; of moments the last ones matter.
            let skip = if plan.x.grain().is_some() { all - most } else { 0 };
            labels = labels.into_iter().skip(skip).take(most).collect();
            let which = if skip > 0 { "last" } else { "first" };
            notes.push(format!("{which} {most} of {all} {}", plural(&axis.title)));
        } else {
            let top: Vec<&String> = sized.iter().take(most).collect();
            labels.retain(|label| top.contains(&label));
            notes.push(format!(
                "top {most} of {} {}",
                crate::number::full(all as f64, Unit::Plain),
                plural(&axis.title)
            ));
        }
        let kept: std::collections::HashSet<&str> = labels.iter().map(String::as_str).collect();
        bars.retain(|bar| kept.contains(bar.label.as_str()));
    }
    labels
}

fn parts_order(plan: &Plan<'_, '_>, rows: &ResultSet) -> Vec<String> {
    let mut moments: Vec<i64> = rows.rows.iter().filter_map(|row| plan.x.moment(row)).collect();
    moments.sort_unstable();
    moments.dedup();
    moments.into_iter().map(|m| plan.x.grain().unwrap_or(Grain::Month).label(m)).collect()
}

/// Enough of English for a note: "customers", "countries", "addresses".
pub(crate) fn plural(title: &str) -> String {
    let word = words::lower_first(title);
    match word.chars().last() {
        Some('s' | ')' | '%') | None => word,
        Some('y') if !word.ends_with("ay") && !word.ends_with("ey") && !word.ends_with("oy") => {
            format!("{}ies", word.strip_suffix('y').unwrap_or(&word))
        }
        Some('x') => format!("{word}es"),
        Some(c) if c.is_alphabetic() => format!("{word}s"),
        Some(_) => word,
    }
}
