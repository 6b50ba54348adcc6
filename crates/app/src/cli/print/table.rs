//! Rows as a table that fits the terminal.
//!
//! A number is never cut, because a cut number is another number; text is. When even that is too wide, columns are left
//! out at the right, and it is said.

use super::look::{Look, clean_line, count, cut, thousands};
use comfy_table::{Attribute, Cell, CellAlignment, LineStyle, Table, TableStyle};
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;
use vouch_model::{DataType, ResultSet, Value};

/// Rows shown before the rest is only counted.
const ROWS_SHOWN: usize = 40;
/// Text columns are not made narrower than this.
const NARROWEST: usize = 8;
/// Text columns are not made wider than this.
const WIDEST: usize = 60;
/// Blanks between two columns.
const GAP: usize = 2;
/// The part of the gap that belongs to the column.
const PADDING: u16 = 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    Left,
    Right,
}

/// Cells ready to be laid out; `None` is NULL.
pub struct Grid {
    pub headers: Vec<(String, Alignment)>,
    pub rows: Vec<Vec<Option<String>>>,
}

/// Writes the rows of an answer, and how many were left out.
pub fn write_result(out: &mut dyn Write, look: &Look, results: &ResultSet) -> io::Result<()> {
    let shown = results.rows.iter().take(ROWS_SHOWN);
    let grid = Grid {
        headers: results.columns.iter().map(|c| (c.name.clone(), alignment(&c.data_type))).collect(),
        rows: shown.map(|row| row.iter().map(cell_text).collect()).collect(),
    };
    let left_out = grid.write(out, look)?;
    if left_out > 0 {
        let columns = count(left_out, "more column");
        writeln!(out, "{}", look.quiet(&format!("… {columns} to the right; use --format csv for all")))?;
    }
    let more = results.rows.len().saturating_sub(ROWS_SHOWN);
    if more > 0 {
        let rest = thousands(u64::try_from(more).unwrap_or(u64::MAX));
        writeln!(out, "{}", look.quiet(&format!("… {rest} more; use --format csv for all")))?;
    }
    Ok(())
}

fn alignment(data_type: &DataType) -> Alignment {
    if data_type.is_numeric() { Alignment::Right } else { Alignment::Left }
}

fn cell_text(value: &Value) -> Option<String> {
    (!value.is_null()).then(|| clean_line(&value.to_string()))
}

impl Grid {
    /// Returns how many columns did not fit.
    pub fn write(&self, out: &mut dyn Write, look: &Look) -> io::Result<usize> {
        let widths = self.fit(look.width);
        if widths.is_empty() {
            return Ok(self.headers.len());
        }
        let mut table = Table::new();
        table.load_style(TableStyle::new().header_separator(LineStyle::none().fill('─').junction(' ')));
        if look.color {
            table.enforce_styling();
        } else {
            table.force_no_tty();
        }
        let headers = self.headers.iter().zip(&widths);
        table.set_header(headers.map(|((name, alignment), width)| {
            styled(cut(&clean_line(name), *width), *alignment).add_attribute(Attribute::Bold)
        }));
        for row in &self.rows {
            let cells = row.iter().zip(&widths).zip(&self.headers);
            table.add_row(cells.map(|((cell, width), (_, alignment))| match cell {
                Some(text) => styled(cut(text, *width), *alignment),
                None => styled("—".to_owned(), *alignment).add_attribute(Attribute::Dim),
            }));
        }
        let last = widths.len() - 1;
        for (index, column) in table.column_iter_mut().enumerate() {
            // The style's own blank is the rest of the gap.
            column.set_padding((0, if index == last { 0 } else { PADDING }));
        }
        for line in table.lines() {
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(self.headers.len() - widths.len())
    }

    /// The width of each column that fits, from the left.
    fn fit(&self, available: usize) -> Vec<usize> {
        let mut widths: Vec<usize> = (0..self.headers.len()).map(|index| self.natural_width(index)).collect();
        loop {
            let total = widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
            if total <= available {
                return widths;
            }
            // The widest text column gives first, so that all end up about equally narrow.
            let shrinkable = |index: &usize| self.is_text(*index) && widths.get(*index) > Some(&NARROWEST);
            let widest = (0..widths.len()).filter(shrinkable).max_by_key(|index| widths.get(*index).copied());
            match widest {
                Some(index) => widths.iter_mut().skip(index).take(1).for_each(|width| *width -= 1),
                None if widths.len() > 1 => drop(widths.pop()),
                // A single column that is too wide is better than none.
                None => return widths,
            }
        }
    }

    fn natural_width(&self, index: usize) -> usize {
        let header = self.headers.get(index).map_or(0, |(name, _)| name.width());
        let cells = self.rows.iter().filter_map(|row| row.get(index)?.as_ref()).map(|text| text.width());
        let natural = cells.chain([header, 1]).max().unwrap_or(1);
        if self.is_text(index) { natural.min(WIDEST) } else { natural }
    }

    fn is_text(&self, index: usize) -> bool {
        self.headers.get(index).is_some_and(|(_, alignment)| *alignment == Alignment::Left)
    }
}

fn styled(text: String, alignment: Alignment) -> Cell {
    Cell::new(text).set_alignment(match alignment {
        Alignment::Left => CellAlignment::Left,
        Alignment::Right => CellAlignment::Right,
    })
}

#[cfg(test)]
#[path = "table_tests.rs"]
mod tests;
