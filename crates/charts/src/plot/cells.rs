//! Heat maps: a figure for each pair of names.

use super::bars::{by_size, plural};
use super::group::{Fold, Groups, figure, own_order};
use super::{Axis, Cell, Cells, axis_of, count_axis};
use crate::Hints;
use crate::column::Column;
use crate::plan::Plan;
use crate::words::Unit;
use std::collections::HashSet;
use vouch_model::ResultSet;

pub(crate) const MOST_SIDE: usize = 40;

pub(super) fn draw(plan: &Plan<'_, '_>, rows: &ResultSet, hints: &Hints, notes: &mut Vec<String>) -> Option<Cells> {
    let (x, y) = (plan.x.column()?, plan.color?);
    let fold = Fold::of(plan);
    let mut groups: Groups<(String, String)> = Groups::new(fold);
    for row in &rows.rows {
        groups.add((x.label(row), y.label(row)), figure(plan, row));
    }
    if groups.folded() && fold != Fold::Count {
        notes.push(format!("{} where several rows share a cell", fold.word()));
    }
    let mut cells: Vec<Cell> = groups
        .figures()
        .filter_map(|((x, y), value)| Some(Cell { x: x.clone(), y: y.clone(), value: value? }))
        .collect();
    let columns = side(x, rows, hints, cells.iter().map(|c| (c.x.as_str(), c.value)), notes);
    let lines = side(y, rows, hints, cells.iter().map(|c| (c.y.as_str(), c.value)), notes);
    let (wide, high): (HashSet<&String>, HashSet<&String>) = (columns.iter().collect(), lines.iter().collect());
    cells.retain(|cell| wide.contains(&cell.x) && high.contains(&cell.y));
    if cells.is_empty() {
        return None;
    }
    let plain = |column: &Column<'_>| Axis { unit: Unit::Plain, ..axis_of(column) };
    let value = plan.y.first().map_or_else(count_axis, |measure| axis_of(measure));
    Some(Cells { x: plain(x), y: plain(y), value, columns, rows: lines, cells })
}

fn side<'a>(
    column: &Column<'_>,
    rows: &ResultSet,
    hints: &Hints,
    figures: impl Iterator<Item = (&'a str, f64)>,
    notes: &mut Vec<String>,
) -> Vec<String> {
    let sized = by_size(figures);
    let known: HashSet<&String> = sized.iter().collect();
    let own = own_order(column, &rows.rows, hints);
    let mut names: Vec<String> =
        own.map_or_else(|| sized.clone(), |own| own.into_iter().filter(|n| known.contains(n)).collect());
    if names.len() > MOST_SIDE {
        let top: HashSet<&String> = sized.iter().take(MOST_SIDE).collect();
        notes.push(format!("top {MOST_SIDE} of {} {}", names.len(), plural(&column.title)));
        names.retain(|name| top.contains(name));
    }
    names
}
