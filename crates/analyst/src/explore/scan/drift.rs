//! Figures of a course of time that hardly move from one row to the next: levels that drift. Any two of them seem to go
//! together, whether or not they have to do with each other.

use super::Scanner;
use super::moments::figure;
use crate::explore::course::DRIFTS;

/// More rows than this are no course with one row for each moment.
const LONGEST_COURSE: u64 = 100_000;

/// Positions of the measures that drift. Only where every moment has its one row; else there is no row before.
pub async fn drifting(scanner: &Scanner<'_>) -> Vec<usize> {
    let subject = scanner.subject;
    let short = subject.row_count.is_none_or(|rows| rows <= LONGEST_COURSE);
    let Some(time) = subject.times.first().filter(|time| time.own && short) else { return Vec::new() };
    let (mut inner, mut outer) = (Vec::new(), Vec::new());
    for (at, centred) in scanner.measures.iter().enumerate().filter(|(_, m)| m.measure.own) {
        let x = &centred.measure.expression;
        inner.push(format!("{x} AS x{at}, lag({x}) OVER (ORDER BY {}) AS p{at}", time.expression));
        let (step, level) = (format!("(x{at} - p{at})"), format!("(x{at} - {:?})", centred.centre));
        outer.push((at, format!("sum({step} * {step}) AS s{at}, sum({level} * {level}) AS v{at}")));
    }
    if outer.is_empty() {
        return Vec::new();
    }
    let items: Vec<&str> = outer.iter().map(|(_, item)| item.as_str()).collect();
    let sql = format!(
        "SELECT count(*), count(DISTINCT t), {} FROM (SELECT {} AS t, {} {}) AS steps",
        items.join(", "),
        time.expression,
        inner.join(", "),
        subject.from(&[time]),
    );
    let Some(rows) = scanner.reader.rows(&sql).await else { return Vec::new() };
    let Some(row) = rows.rows.first().filter(|row| figure(row, 0).is_some() && figure(row, 0) == figure(row, 1)) else {
        return Vec::new();
    };
    let drifts = |at: usize| Some(figure(row, 2 + 2 * at)? < DRIFTS * figure(row, 3 + 2 * at)?);
    outer.iter().enumerate().filter(|(at, _)| drifts(*at) == Some(true)).map(|(_, (measure, _))| *measure).collect()
}
