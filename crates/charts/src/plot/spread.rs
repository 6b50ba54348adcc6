//! Distributions: histograms and boxes, computed here from all rows, so that a million values weigh no more
//! than twenty.

use super::bars::{by_size, plural};
use super::group::own_order;
use super::{Axis, Bin, Bins, Boxes, Spread, axis_of};
use crate::Hints;
use crate::number;
use crate::plan::Plan;
use crate::words::Unit;
use std::collections::HashMap;
use vouch_model::ResultSet;

const MOST_BINS: usize = 30;
const MOST_BOXES: usize = 20;
const MOST_OUTLIERS: usize = 40;

pub(super) fn histogram(plan: &Plan<'_, '_>, rows: &ResultSet, notes: &mut Vec<String>) -> Option<Bins> {
    let column = plan.x.column()?;
    let mut values: Vec<f64> = rows.rows.iter().filter_map(|row| column.number(row)).collect();
    values.sort_by(f64::total_cmp);
    let (first, last) = (*values.first()?, *values.last()?);
    let whole = values.iter().all(|x| x.fract() == 0.0);
    let step = bin_width(&values, first, last, whole);
    let start = (first / step).floor() * step;
    let count = (((last - start) / step).floor() as usize + 1).min(MOST_BINS * 2);
    let at = |n: usize| start + step * n as f64;
    let mut bins: Vec<Bin> = (0..count).map(|n| Bin { start: at(n), end: at(n + 1), count: 0 }).collect();
    for x in &values {
        let place = (((x - start) / step).floor() as usize).min(count.saturating_sub(1));
        if let Some(bin) = bins.get_mut(place) {
            bin.count += 1;
        }
    }
    let missing = rows.rows.len() - values.len();
    notes.push(format!(
        "{} values, each bar {} wide",
        number::full(values.len() as f64, Unit::Plain),
        number::full(step, column.unit())
    ));
    if missing > 0 {
        notes.push(format!("{} without a value left out", number::full(missing as f64, Unit::Plain)));
    }
    (bins.iter().all(|b| b.start.is_finite() && b.end > b.start)).then(|| Bins { value: axis_of(column), bins })
}

/// Freedman and Diaconis's rule, rounded to 1, 2 or 5; whole numbers are not split.
fn bin_width(sorted: &[f64], first: f64, last: f64, whole: bool) -> f64 {
    let spread = quantile(sorted, 0.75) - quantile(sorted, 0.25);
    let range = last - first;
    if range <= 0.0 {
        return if whole || first == 0.0 { 1.0 } else { first.abs() };
    }
    let ideal = 2.0 * spread / (sorted.len() as f64).cbrt();
    let wide = if ideal > 0.0 { ideal } else { range / 20.0 };
    let raw = wide.clamp(range / MOST_BINS as f64, range / 5.0);
    let power = 10f64.powf(raw.log10().floor());
    let nice = [1.0, 2.0, 5.0, 10.0].into_iter().find(|n| n * power >= raw * 0.999).unwrap_or(10.0) * power;
    if whole { nice.max(1.0).round() } else { nice }
}

/// Linear between neighbours, as spreadsheets and most engines do it.
fn quantile(sorted: &[f64], q: f64) -> f64 {
    let last = sorted.len().saturating_sub(1);
    let place = q * last as f64;
    let below = place.floor() as usize;
    let (low, high) = (sorted.get(below), sorted.get((below + 1).min(last)));
    match (low, high) {
        (Some(low), Some(high)) => low + (high - low) * place.fract(),
        _ => f64::NAN,
    }
}

pub(super) fn boxes(plan: &Plan<'_, '_>, rows: &ResultSet, hints: &Hints, notes: &mut Vec<String>) -> Option<Boxes> {
    let measure = *plan.y.first()?;
    let column = plan.x.column();
    let mut values: HashMap<String, Vec<f64>> = HashMap::new();
    for row in &rows.rows {
        let label = column.map_or_else(String::new, |c| c.label(row));
        if let Some(x) = measure.number(row) {
            values.entry(label).or_default().push(x);
        }
    }
    let mut found: HashMap<String, Spread> =
        values.into_iter().map(|(label, v)| (label.clone(), summarize(label, v))).collect();
    let mut labels = column.and_then(|c| own_order(c, &rows.rows, hints)).unwrap_or_else(|| {
        // By name first, so that equal medians do not fall as the hash map has them.
        let mut spreads: Vec<(&str, f64)> = found.values().map(|s| (s.label.as_str(), s.median)).collect();
        spreads.sort_by(|a, b| a.0.cmp(b.0));
        by_size(spreads.into_iter())
    });
    labels.retain(|label| found.contains_key(label));
    if labels.len() > MOST_BOXES {
        let named = column.map_or_else(String::new, |c| plural(&c.title));
        notes.push(format!("first {MOST_BOXES} of {} {named}", labels.len()));
        labels.truncate(MOST_BOXES);
    }
    let boxes: Vec<Spread> = labels.iter().filter_map(|label| found.remove(label)).collect();
    if boxes.iter().any(|b| b.outliers.len() == MOST_OUTLIERS) {
        notes.push(format!("up to {MOST_OUTLIERS} outliers each"));
    }
    notes.push("box: middle half, line: median".to_owned());
    let label = column.map(|c| Axis { unit: Unit::Plain, ..axis_of(c) });
    (!boxes.is_empty()).then(|| Boxes { label, value: axis_of(measure), boxes })
}

/// Whiskers reach the last value within one and a half boxes, as Tukey drew them.
fn summarize(label: String, mut values: Vec<f64>) -> Spread {
    values.sort_by(f64::total_cmp);
    let (first, median, third) = (quantile(&values, 0.25), quantile(&values, 0.5), quantile(&values, 0.75));
    let reach = 1.5 * (third - first);
    let inside = |x: &f64| *x >= first - reach && *x <= third + reach;
    let low = values.iter().copied().find(|x| inside(x)).unwrap_or(first).min(first);
    let high = values.iter().rev().copied().find(|x| inside(x)).unwrap_or(third).max(third);
    let outside: Vec<f64> = values.iter().copied().filter(|x| !inside(x)).collect();
    let outliers = super::points::evenly(&outside, MOST_OUTLIERS);
    Spread { label, count: values.len(), low, first, median, third, high, outliers }
}
