//! Scatter: two measures of the same rows.

use super::{Axis, Point, Points, axis_of};
use crate::choose::MOST_SERIES;
use crate::number;
use crate::plan::Plan;
use crate::words::Unit;
use std::collections::HashMap;
use vouch_model::ResultSet;

pub(crate) const MOST_DOTS: usize = 1_000;

pub(super) fn draw(plan: &Plan<'_, '_>, rows: &ResultSet, notes: &mut Vec<String>) -> Option<Points> {
    let (x, y) = (plan.x.column()?, *plan.y.first()?);
    let found: Vec<Point> = rows
        .rows
        .iter()
        .filter_map(|row| {
            Some(Point { x: x.number(row)?, y: y.number(row)?, series: plan.color.map(|c| c.label(row)) })
        })
        .collect();
    let missing = rows.rows.len() - found.len();
    if missing > 0 {
        notes.push(format!("{} without both values left out", number::full(missing as f64, Unit::Plain)));
    }
    let all = found.len();
    let mut points = evenly(&found, MOST_DOTS);
    if points.len() < all {
        notes.push(format!(
            "{} of {} rows shown",
            number::full(points.len() as f64, Unit::Plain),
            number::full(all as f64, Unit::Plain)
        ));
    }
    let names = series(&mut points, notes);
    let series = plan.color.map(|c| Axis { unit: Unit::Plain, ..axis_of(c) });
    (points.len() >= 2).then(|| Points { x: axis_of(x), y: axis_of(y), series, points, names })
}

/// The most frequent series keep their colour; the others share one.
fn series(points: &mut [Point], notes: &mut Vec<String>) -> Vec<String> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for name in points.iter().filter_map(|p| p.series.as_deref()) {
        *counts.entry(name).or_default() += 1;
    }
    let mut ranked: Vec<(String, usize)> = counts.into_iter().map(|(name, count)| (name.to_owned(), count)).collect();
    ranked.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let all = ranked.len();
    let mut names: Vec<String> = ranked.into_iter().map(|(name, _)| name).collect();
    if all > MOST_SERIES {
        names.truncate(MOST_SERIES - 1);
        for point in points.iter_mut() {
            if point.series.as_ref().is_some_and(|name| !names.contains(name)) {
                point.series = Some(super::bars::OTHER.to_owned());
            }
        }
        notes.push(format!("{} of {all} named, the rest as {}", names.len(), super::bars::OTHER));
        names.push(super::bars::OTHER.to_owned());
    }
    names
}

/// At most `most` of them, evenly by place, first and last among them: the same rows give the same sample.
pub(super) fn evenly<T: Clone>(items: &[T], most: usize) -> Vec<T> {
    if items.len() <= most || most < 2 {
        return items.to_vec();
    }
    let last = items.len() - 1;
    (0..most).filter_map(|at| items.get(at * last / (most - 1)).cloned()).collect()
}
