//! Figures of a course of time that hardly move from one row to the next: levels that drift. Any two of them seem to go
//! together, whether or not they have to do with each other.

use super::Scanner;
use super::moments::figure;
use crate::explore::course::DRIFTS;
use std::collections::HashMap;

/// More rows than this are no course with one row for each moment.
const LONGEST_COURSE: u64 = 100_000;

/// How much each row of a measure, by its position, resembles the one before.
#[derive(Default)]
pub struct Drift(HashMap<usize, f64>);

impl Drift {
    /// What counts is both together: beside a level that hardly moves, one that moves a little more goes with it by chance, too.
    pub fn explains(&self, first: usize, second: usize) -> bool {
        let both = self.0.get(&first).zip(self.0.get(&second)).map(|(a, b)| a * b);
        both.is_some_and(|both| both > (1.0 - DRIFTS / 2.0).powi(2))
    }
}

/// Only where every moment has its one row; else there is no row before.
pub async fn drift(scanner: &Scanner<'_>) -> Drift {
    let subject = scanner.subject;
    let short = subject.row_count.is_none_or(|rows| rows <= LONGEST_COURSE);
    let Some(time) = subject.times.first().filter(|time| time.own && short) else { return Drift::default() };
    let (mut inner, mut outer) = (Vec::new(), Vec::new());
    for (at, centred) in scanner.measures.iter().enumerate().filter(|(_, m)| m.measure.own) {
        let x = &centred.measure.expression;
        inner.push(format!("{x} AS x{at}, lag({x}) OVER (ORDER BY {}) AS p{at}", time.expression));
        let (step, level) = (format!("(x{at} - p{at})"), format!("(x{at} - {:?})", centred.centre));
        outer.push((at, format!("sum({step} * {step}) AS s{at}, sum({level} * {level}) AS v{at}")));
    }
    if outer.is_empty() {
        return Drift::default();
    }
    let items: Vec<&str> = outer.iter().map(|(_, item)| item.as_str()).collect();
    let sql = format!(
        "SELECT count(*), count(DISTINCT t), {} FROM (SELECT {} AS t, {} {}) AS steps",
        items.join(", "),
        time.expression,
        inner.join(", "),
        subject.from(&[time]),
    );
    let Some(rows) = scanner.reader.rows(&sql).await else { return Drift::default() };
    let Some(row) = rows.rows.first().filter(|row| figure(row, 0).is_some() && figure(row, 0) == figure(row, 1)) else {
        return Drift::default();
    };
    let resembles = |at: usize| {
        let (steps, squares) = (figure(row, 2 + 2 * at)?, figure(row, 3 + 2 * at)?);
        (squares > 0.0).then(|| (1.0 - steps / squares / 2.0).max(0.0))
    };
    let measures = outer.iter().enumerate();
    Drift(measures.filter_map(|(at, (measure, _))| Some((*measure, resembles(at)?))).collect())
}
