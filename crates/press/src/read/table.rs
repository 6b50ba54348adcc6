//! Tables: cut to the limits, with the columns of figures found.

use super::{Reader, level};
use crate::document::{Column, Inline, Side, Table, plain};
use crate::{PressError, limits};
use comrak::nodes::{Node, NodeTable, NodeValue, TableAlignment};

impl Reader<'_> {
    pub(super) fn table(&mut self, node: Node<'_>, table: &NodeTable, depth: usize) -> Result<Table, PressError> {
        let depth = level(depth)?;
        let width = table.num_columns.min(limits::TABLE_COLUMNS);
        let mut header = Vec::new();
        let mut rows = Vec::new();
        let mut rows_left_out = 0;
        for row in node.children() {
            if matches!(row.data().value, NodeValue::TableRow(true)) {
                header = self.cells(row, width, depth)?;
                self.cells += width;
            } else if !rows.is_empty() && (rows.len() >= limits::TABLE_ROWS || self.cells + width > limits::CELLS) {
                rows_left_out += 1;
            } else {
                rows.push(self.cells(row, width, depth)?);
                self.cells += width;
            }
        }
        let columns = (0..width).map(|index| column(index, table, &header, &rows)).collect();
        Ok(Table { columns, header, rows, rows_left_out, columns_left_out: table.num_columns - width })
    }

    fn cells(&self, row: Node<'_>, width: usize, depth: usize) -> Result<Vec<Vec<Inline>>, PressError> {
        let mut cells = Vec::with_capacity(width);
        for cell in row.children().take(width) {
            cells.push(self.inlines(cell, depth)?);
        }
        cells.resize(width, Vec::new());
        Ok(cells)
    }
}

fn column(index: usize, table: &NodeTable, header: &[Vec<Inline>], rows: &[Vec<Vec<Inline>>]) -> Column {
    let cells: Vec<String> = rows.iter().filter_map(|row| row.get(index)).map(|cell| plain(cell)).collect();
    let mut figures = cells.iter().map(|cell| cell.trim()).filter(|cell| !is_blank(cell)).peekable();
    let numeric = figures.peek().is_some() && figures.all(is_figure);
    let side = match table.alignments.get(index) {
        // Figures are compared by their last digit, whatever the writer asked for.
        _ if numeric => Side::Right,
        Some(TableAlignment::Right) => Side::Right,
        Some(TableAlignment::Center) => Side::Center,
        _ => Side::Left,
    };
    let head = header.get(index).map(|cell| plain(cell)).unwrap_or_default();
    let longest = cells.iter().chain([&head]).map(|cell| cell.chars().count()).max().unwrap_or_default();
    Column { side, numeric, longest }
}

fn is_blank(cell: &str) -> bool {
    matches!(cell, "" | "-" | "–" | "—" | "n/a" | "N/A" | "NULL" | "null")
}

/// A number as people write it: `1,234.5`, `−3 %`, `(12)`, `€ 4.1 m`, `+2 pp`, `3.2×`. Not a date, not a code.
fn is_figure(cell: &str) -> bool {
    let bare = cell.trim_matches(|c: char| c.is_whitespace() || "()+-−–~≈<>≤≥$€£¥%".contains(c));
    let unit = bare.trim_start_matches(|c: char| c.is_ascii_digit() || ".,'’ \u{a0}\u{202f}".contains(c));
    let number = bare.get(..bare.len() - unit.len()).unwrap_or_default();
    let units =
        ["", "%", "k", "K", "m", "M", "bn", "B", "×", "x", "pp", "s", "ms", "h", "d", "EUR", "USD", "GBP", "CHF"];
    number.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && number.contains(|c: char| c.is_ascii_digit())
        && units.contains(&unit.trim().trim_end_matches(['%', '€', '$', '£', ')']).trim())
}

#[cfg(test)]
#[path = "table_tests.rs"]
mod tests;
