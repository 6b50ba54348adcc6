//! Several courses of time in one result, a price for each symbol and month: each has its own beginning and end.

use super::compute::{Among, Measure, Point, Table, extremes};
use std::collections::BTreeMap;
use vouch_model::{Fact, FactKind};

pub fn facts(table: &Table<'_>, measure: &Measure) -> Vec<Fact> {
    let what = table.what(measure);
    let mut facts = changes(table, measure);
    if let Some((_, high)) = extremes(&measure.points).filter(|_| table.is_extreme(FactKind::Highest, measure)) {
        facts.push(table.extreme(FactKind::Highest, measure, high, &what));
    }
    if measure.additive {
        facts.push(table.sum(measure, &what));
    }
    facts
}

/// The course that rose most, and the one that fell most or rose least.
fn changes(table: &Table<'_>, measure: &Measure) -> Vec<Fact> {
    let courses = courses(table, measure);
    let ends = |points: &Vec<Point>| Some((*points.first()?, *points.last()?)).filter(|(first, _)| first.value > 0.0);
    let growth = |(first, last): &(Point, Point)| last.value / first.value;
    let mut moved: Vec<(&String, (Point, Point))> = courses
        .iter()
        .filter(|(_, points)| points.len() > 1)
        .filter_map(|(whose, points)| Some((whose, ends(points)?)))
        .collect();
    moved.sort_by(|a, b| growth(&b.1).total_cmp(&growth(&a.1)));
    let of = moved.len();
    let told = |(whose, ends): &(&String, (Point, Point)), first: bool| {
        let rose = growth(ends) > 1.0;
        let rank = if rose == first { "most" } else { "least" };
        let among = Among { whose: (*whose).clone(), rank, of };
        table.change(measure, ends.0, ends.1, Some(among))
    };
    match moved.as_slice() {
        [] | [_] => Vec::new(),
        [first, .., last] => vec![told(first, true), told(last, false)],
    }
}

/// The points of each, oldest first.
fn courses(table: &Table<'_>, measure: &Measure) -> BTreeMap<String, Vec<Point>> {
    let time = table.time.unwrap_or_default();
    let moment =
        |point: &Point| table.results.rows.get(point.row).and_then(|row| row.get(time)).map(ToString::to_string);
    let mut courses: BTreeMap<String, Vec<Point>> = BTreeMap::new();
    for point in &measure.points {
        let whose: Vec<String> = table.names_without_time().map(|name| table.name_of_row(name, point.row)).collect();
        courses.entry(whose.join(", ")).or_default().push(*point);
    }
    for points in courses.values_mut() {
        points.sort_by_key(moment);
        // What has come together so far is no end.
        if points.len() > 2 && points.last().is_some_and(|last| table.is_open(measure, *last)) {
            points.pop();
        }
    }
    courses
}
