//! Tables on paper: as wide as the text, in a size that the number of columns allows.

use super::emit::{Emit, Setting};
use crate::document::{Column, Inline, Side, Table};

/// What an A4 page holds.
const COLUMNS: usize = 14;
/// Characters in a line of a table, about.
const LINE: usize = 95;
/// A text column up to this is as wide as its longest cell; longer ones share what is left.
const SHORT: usize = 14;

pub(super) fn emit(out: &mut Emit<'_>, table: &Table) {
    let columns = table.columns.get(..COLUMNS).unwrap_or(&table.columns);
    out.push("rows((");
    for width in widths(columns) {
        out.push(&width);
        out.push(", ");
    }
    out.push("), (");
    for column in columns {
        out.push(match column.side {
            Side::Left => "left, ",
            Side::Center => "center, ",
            Side::Right => "right, ",
        });
    }
    out.push(&format!("), {}, ", size(columns.len())));
    out.push("(");
    let left_out = table.columns.len() - columns.len() + table.columns_left_out;
    for note in Table::notes(out.words, table.rows_left_out, left_out) {
        out.literal(&note);
        out.push(", ");
    }
    out.push("), (");
    cells(out, columns, &table.header, Setting::Cell);
    out.push("), ");
    for row in &table.rows {
        cells(out, columns, row, Setting::Figure);
        out.push("\n");
    }
    out.push(")");
}

fn cells(out: &mut Emit<'_>, columns: &[Column], cells: &[Vec<Inline>], figures: Setting) {
    for (column, cell) in columns.iter().zip(cells) {
        out.inlines(cell, if column.numeric { figures } else { Setting::Cell });
        out.push(", ");
    }
}

fn size(columns: usize) -> &'static str {
    match columns {
        0..=6 => "8.5pt",
        7..=8 => "7.8pt",
        9..=11 => "6.8pt",
        _ => "5.8pt",
    }
}

/// Figures and short texts take what they need, long texts share the rest by their length; where what is needed
/// leaves too little, typst divides the line itself.
fn widths(columns: &[Column]) -> Vec<String> {
    let fixed = |column: &Column| column.numeric || column.longest <= SHORT;
    let needed: usize = columns.iter().filter(|column| fixed(column)).map(|column| column.longest + 3).sum();
    let long = columns.iter().filter(|column| !fixed(column)).count();
    if needed + long * SHORT > LINE {
        return vec!["auto".to_owned(); columns.len()];
    }
    // With no long text the first text column takes the slack, so that the table still spans the page.
    let slack = if long == 0 { columns.iter().position(|column| !column.numeric) } else { None };
    let share = |column: &Column| format!("{}fr", column.longest.clamp(SHORT, 60));
    columns
        .iter()
        .enumerate()
        .map(|(index, column)| if !fixed(column) || slack == Some(index) { share(column) } else { "auto".to_owned() })
        .collect()
}
