//! Rows that fall on the same mark become one figure: a sum where that means something, else the average.

use crate::Hints;
use crate::column::Column;
use crate::plan::Plan;
use std::collections::HashMap;
use std::hash::Hash;
use vouch_model::Value;

/// How several figures on one mark become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fold {
    Sum,
    Mean,
    Count,
}

impl Fold {
    pub(super) fn of(plan: &Plan<'_, '_>) -> Self {
        match plan.y.first() {
            None => Fold::Count,
            Some(measure) if measure.is_additive() => Fold::Sum,
            Some(_) => Fold::Mean,
        }
    }

    pub(super) fn word(self) -> &'static str {
        match self {
            Fold::Sum => "summed",
            Fold::Mean => "averaged",
            Fold::Count => "counted",
        }
    }

    pub(super) fn is_additive(self) -> bool {
        self != Fold::Mean
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    sum: f64,
    count: usize,
}

impl Tally {
    fn value(self, fold: Fold) -> Option<f64> {
        let value = match fold {
            Fold::Count => self.count as f64,
            Fold::Sum => self.sum,
            Fold::Mean => self.sum / self.count as f64,
        };
        (self.count > 0 && value.is_finite()).then_some(value)
    }
}

/// Figures by key, keys in the order in which they first came.
pub(super) struct Groups<K> {
    places: HashMap<K, usize>,
    entries: Vec<(K, Tally)>,
    fold: Fold,
}

impl<K: Clone + Eq + Hash> Groups<K> {
    pub(super) fn new(fold: Fold) -> Self {
        Self { places: HashMap::new(), entries: Vec::new(), fold }
    }

    /// A key without a figure keeps its place: it may be a gap.
    pub(super) fn add(&mut self, key: K, figure: Option<f64>) {
        let place = *self.places.entry(key.clone()).or_insert_with(|| {
            self.entries.push((key, Tally::default()));
            self.entries.len() - 1
        });
        if let (Some((_, tally)), Some(figure)) = (self.entries.get_mut(place), figure) {
            tally.sum += figure;
            tally.count += 1;
        }
    }

    /// Some mark stands for several figures.
    pub(super) fn folded(&self) -> bool {
        self.entries.iter().any(|(_, tally)| tally.count > 1)
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn figures(&self) -> impl Iterator<Item = (&K, Option<f64>)> {
        self.entries.iter().map(|(key, tally)| (key, tally.value(self.fold)))
    }
}

/// The figure that a row adds: the measure, or 1 where rows are counted.
pub(super) fn figure(plan: &Plan<'_, '_>, row: &[Value]) -> Option<f64> {
    plan.y.first().map_or(Some(1.0), |measure| measure.number(row))
}

/// The labels of a column in the order in which they are to be seen: their own, the statement's, or `None` when
/// the figures should decide.
pub(super) fn own_order(column: &Column<'_>, rows: &[Vec<Value>], hints: &Hints) -> Option<Vec<String>> {
    let mut first: HashMap<String, &[Value]> = HashMap::new();
    let mut labels = Vec::new();
    for row in rows {
        let label = column.label(row);
        first.entry(label.clone()).or_insert_with(|| {
            labels.push(label);
            row
        });
    }
    let has_order = column.grain().is_some() || column.role == crate::column::Role::Ordinal || column.numeric;
    if has_order {
        let ranks = ranks(column, &labels, &first);
        let mut placed: Vec<(f64, String)> = ranks.into_iter().zip(labels).collect();
        placed.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        return Some(placed.into_iter().map(|(_, label)| label).collect());
    }
    hints.ordered.then_some(labels)
}

fn ranks(column: &Column<'_>, labels: &[String], first: &HashMap<String, &[Value]>) -> Vec<f64> {
    // What is missing goes last.
    let named = labels.iter().map(String::as_str).filter(|label| *label != crate::column::NO_VALUE);
    let by_name = crate::ordinal::rank_all(named.clone());
    let mut by_name = by_name.into_iter().flatten();
    let rank = |row: &[Value]| match column.value(row) {
        Value::Time(nanos) => Some(*nanos as f64),
        value => column.grain().and_then(|_| column.moment(row)).map(|m| m as f64).or_else(|| value.as_f64()),
    };
    labels
        .iter()
        .map(|label| {
            let known = (label != crate::column::NO_VALUE).then(|| by_name.next()).flatten();
            let own = first.get(label).and_then(|row| rank(row));
            own.or(known).unwrap_or(f64::INFINITY)
        })
        .collect()
}
