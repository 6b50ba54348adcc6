//! Counts, means and variances per group, read from the engine as sums around a centre: exact enough for tests, and the
//! same on every engine.

use crate::explore::attribute::Attribute;
use crate::statistics::Summary;
use vouch_model::{ResultSet, Value};

/// A measure with the value it is summed around, so that large values do not drown small differences.
#[derive(Clone, Debug)]
pub struct Centred<'a> {
    pub measure: &'a Attribute,
    pub centre: f64,
}

impl Centred<'_> {
    fn shifted(&self) -> String {
        format!("({} - {:?})", self.measure.expression, self.centre)
    }
}

/// The select items of one measure: count, sum and sum of squares around its centre.
pub fn items(centred: &Centred<'_>, number: usize) -> String {
    let x = centred.shifted();
    format!("count({x}) AS n{number}, sum({x}) AS s{number}, sum({x} * {x}) AS q{number}")
}

/// The items of a pair, over the rows that have both.
pub fn pair_items(a: &Centred<'_>, b: &Centred<'_>, number: usize) -> String {
    let names = ["n", "a", "b", "aa", "bb", "ab"];
    let items = pair_sums(&a.shifted(), &b.shifted()).into_iter().zip(names);
    items.map(|(sum, name)| format!("{sum} AS {name}{number}")).collect::<Vec<_>>().join(", ")
}

/// What [`pair`] reads, in its order: count, sums, sums of squares and of products, over the rows that have both.
pub fn pair_sums(x: &str, y: &str) -> [String; 6] {
    let with = |wanted: &str, other: &str| format!("sum(CASE WHEN {other} IS NOT NULL THEN {wanted} END)");
    [
        format!("count({x} * {y})"),
        with(x, y),
        with(y, x),
        with(&format!("{x} * {x}"), y),
        with(&format!("{y} * {y}"), x),
        format!("sum({x} * {y})"),
    ]
}

/// What [`items`] gave in columns `at`, `at + 1`, `at + 2`.
pub fn summary(row: &[Value], at: usize, centre: f64) -> Option<Summary> {
    let (n, s, q) = (figure(row, at)?, figure(row, at + 1)?, figure(row, at + 2)?);
    if n < 1.0 {
        return None;
    }
    let variance = if n > 1.0 { ((q - s * s / n) / (n - 1.0)).max(0.0) } else { 0.0 };
    let mean = centre + s / n;
    (mean.is_finite() && variance.is_finite()).then_some(Summary { n: n as u64, mean, variance })
}

/// Two measures of the same rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    pub n: f64,
    /// Pearson's.
    pub r: f64,
    /// Of the second on the first.
    pub slope: f64,
    pub mean_a: f64,
    pub mean_b: f64,
    /// Sums of squares and products about the means.
    pub saa: f64,
    pub sbb: f64,
    pub sab: f64,
}

/// What [`pair_items`] gave in six columns from `at`.
pub fn pair(row: &[Value], at: usize, centres: (f64, f64)) -> Option<Pair> {
    let read: Vec<f64> = (at..at + 6).map(|i| figure(row, i)).collect::<Option<_>>()?;
    let [n, a, b, aa, bb, ab] = read.try_into().ok()?;
    if n < 3.0 {
        return None;
    }
    let (saa, sbb, sab) = (aa - a * a / n, bb - b * b / n, ab - a * b / n);
    if saa <= 0.0 || sbb <= 0.0 {
        return None;
    }
    let r = (sab / (saa * sbb).sqrt()).clamp(-1.0, 1.0);
    let found = Pair { n, r, slope: sab / saa, mean_a: centres.0 + a / n, mean_b: centres.1 + b / n, saa, sbb, sab };
    r.is_finite().then_some(found)
}

pub fn figure(row: &[Value], at: usize) -> Option<f64> {
    row.get(at).and_then(Value::as_f64).filter(|x| x.is_finite())
}

/// The text of a group's key, as a person reads it.
pub fn key(row: &[Value], at: usize) -> Option<String> {
    match row.get(at)? {
        Value::Null => None,
        value => Some(value.to_string()),
    }
}

/// A group with one summary for each measure.
#[derive(Clone, Debug)]
pub struct Group {
    pub key: String,
    pub rows: f64,
    pub measures: Vec<Option<Summary>>,
}

/// Rows of `key, count(*), items...`.
pub fn groups(result: &ResultSet, keys: usize, measures: &[Centred<'_>]) -> Vec<Group> {
    let read = |row: &Vec<Value>| {
        let named: Vec<String> = (0..keys).map(|at| key(row, at)).collect::<Option<_>>()?;
        let at = |i: usize| keys + 1 + 3 * i;
        let measures = measures.iter().enumerate().map(|(i, m)| summary(row, at(i), m.centre)).collect();
        Some(Group { key: named.join(SEPARATOR), rows: figure(row, keys)?, measures })
    };
    result.rows.iter().filter_map(read).collect()
}

/// Between the two keys of a group; no value holds it.
pub const SEPARATOR: &str = "\u{1f}";
