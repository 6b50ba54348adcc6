//! How much is printed. Chosen so that the largest report that passes takes some ten seconds, not minutes.

use std::time::Duration;

/// A hundred pages of text are some 300 kB.
pub(crate) const MARKDOWN_BYTES: usize = 1_000_000;
pub(crate) const PARSING: Duration = Duration::from_secs(5);
/// Title and subtitle, each.
pub(crate) const HEAD_CHARS: usize = 500;
/// Lists in quotes in lists; no person nests deeper than a handful.
pub(crate) const NESTING: usize = 20;
/// Rows of one table; the rest is left out and said so.
pub(crate) const TABLE_ROWS: usize = 500;
/// Columns of one table, likewise. A PDF page holds fewer: see `pdf::table`.
pub(crate) const TABLE_COLUMNS: usize = 50;
/// Cells of all tables together; tables beyond it keep their first row.
pub(crate) const CELLS: usize = 15_000;
/// Times that a chart stands in the report.
pub(crate) const FIGURES: usize = 60;
pub(crate) const CHART_BYTES: usize = 1_000_000;
pub(crate) const CHART_BYTES_TOGETHER: usize = 10_000_000;
pub(crate) const CHART_NODES: u32 = 20_000;
pub(crate) const CHART_NESTING: usize = 40;
/// typst refuses longer addresses.
pub(crate) const LINK_BYTES: usize = 2_000;
