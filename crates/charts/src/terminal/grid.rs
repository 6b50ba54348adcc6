//! Heat maps in shades, and boxes drawn with lines.

use super::{Page, fit, fit_right, widest};
use crate::number;
use crate::plot::{Boxes, Cells, Spread};
use std::collections::HashMap;

const SHADES: [char; 5] = [' ', '░', '▒', '▓', '█'];
/// Columns of a cell that has no room for its figure.
const NARROW: usize = 2;

pub(super) fn cells(cells: &Cells, page: Page) -> Vec<String> {
    let figures: HashMap<(&str, &str), f64> =
        cells.cells.iter().map(|cell| ((cell.x.as_str(), cell.y.as_str()), cell.value)).collect();
    let written = widest(
        cells
            .cells
            .iter()
            .map(|c| number::short(c.value, cells.value.unit))
            .collect::<Vec<_>>()
            .iter()
            .map(String::as_str),
    );
    let left = widest(cells.rows.iter().map(String::as_str)).min(page.width / 3);
    let room = page.width.saturating_sub(left + 2) / cells.columns.len().max(1);
    let wide = room > written;
    let width = if wide {
        room.min(widest(cells.columns.iter().map(String::as_str)).max(written) + 2)
    } else {
        room.clamp(1, NARROW)
    };
    let shown = (page.width.saturating_sub(left + 2) / width.max(1)).max(1);
    let (least, greatest) =
        cells.cells.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, g), c| (l.min(c.value), g.max(c.value)));
    let shade = |value: f64| {
        let share = if greatest > least { (value - least) / (greatest - least) } else { 1.0 };
        SHADES.get((share * 4.0).round().clamp(0.0, 4.0) as usize).copied().unwrap_or(' ')
    };
    let head: String = cells
        .columns
        .iter()
        .take(shown)
        .map(
            |name| {
                if wide { fit_right(fit(name, width.saturating_sub(1)).trim_end(), width) } else { fit(name, width) }
            },
        )
        .collect();
    let mut lines = vec![format!("{}  {}", " ".repeat(left), page.dim(&head))];
    for row in &cells.rows {
        let cell = |column: &String| {
            let Some(value) = figures.get(&(column.as_str(), row.as_str())) else { return fit_right("·", width) };
            if wide {
                fit_right(&number::short(*value, cells.value.unit), width)
            } else {
                shade(*value).to_string().repeat(width)
            }
        };
        let body: String = cells.columns.iter().take(shown).map(cell).collect();
        lines.push(format!("{}  {}", fit(row, left), if wide { body } else { page.series(0, &body) }));
    }
    if !wide {
        let figure = |x| number::short(x, cells.value.unit);
        lines.extend(page.foot(&format!("blank is {}, █ is {}", figure(least), figure(greatest))));
    }
    if shown < cells.columns.len() {
        lines.extend(page.foot(&format!("{shown} of {} columns fit", cells.columns.len())));
    }
    lines
}

pub(super) fn boxes(boxes: &Boxes, page: Page) -> Vec<String> {
    let figure = |x: f64| number::short(x, boxes.value.unit);
    let least = boxes.boxes.iter().map(|b| b.low).fold(f64::INFINITY, f64::min);
    let greatest = boxes.boxes.iter().map(|b| b.high).fold(f64::NEG_INFINITY, f64::max);
    let left = widest(boxes.boxes.iter().map(|b| b.label.as_str())).min(page.width / 3);
    let medians: Vec<String> = boxes.boxes.iter().map(|b| figure(b.median)).collect();
    let right = widest(medians.iter().map(String::as_str));
    let width = page.width.saturating_sub(left + right + 4).max(8);
    let place = |x: f64| {
        let share = if greatest > least { (x - least) / (greatest - least) } else { 0.5 };
        (share * (width - 1) as f64).round().clamp(0.0, (width - 1) as f64) as usize
    };
    let draw = |b: &Spread| -> String { (0..width).map(|at| letter(at, b, &place)).collect() };
    let mut lines: Vec<String> = boxes
        .boxes
        .iter()
        .zip(&medians)
        .map(|(b, median)| {
            format!("{}  {}  {}", fit(&b.label, left), page.series(0, &draw(b)), fit_right(median, right))
        })
        .collect();
    lines.extend(page.foot(&format!("from {} to {}, medians at the right", figure(least), figure(greatest))));
    lines
}

fn letter(at: usize, b: &Spread, place: &impl Fn(f64) -> usize) -> char {
    let (low, first, median, third, high) =
        (place(b.low), place(b.first), place(b.median), place(b.third), place(b.high));
    match at {
        at if at == median => '┃',
        at if at >= first && at <= third => '▒',
        at if at == low => '├',
        at if at == high => '┤',
        at if at > low && at < high => '─',
        _ => ' ',
    }
}
