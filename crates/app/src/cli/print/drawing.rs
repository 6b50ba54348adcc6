//! Charts drawn with characters.

use super::look::Look;
use std::io::{self, Write};
use vouch_charts::{Colour, Hints};
use vouch_model::{ChartType, ResultSet};

/// What was asked for with `--chart`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// The kind that suits the rows.
    Any,
    Of(ChartType),
}

/// Draws the rows, or says that they are no picture.
pub fn write_chart(
    out: &mut dyn Write,
    look: &Look,
    drawing: Drawing,
    title: Option<&str>,
    rows: &ResultSet,
) -> io::Result<()> {
    writeln!(out)?;
    match drawn(look, drawing, title, rows) {
        Some(text) => write!(out, "{text}"),
        None => writeln!(out, "{}", look.quiet("No chart says more than these rows do.")),
    }
}

pub fn drawn(look: &Look, drawing: Drawing, title: Option<&str>, rows: &ResultSet) -> Option<String> {
    let chart_type = match drawing {
        Drawing::Any => None,
        Drawing::Of(kind) => Some(kind),
    };
    let hints = Hints { title: title.map(str::to_owned), ordered: true, chart_type, ..Hints::default() };
    let colour = if look.color { Colour::Ansi } else { Colour::None };
    vouch_charts::terminal(rows, &hints, look.text_width(), colour)
}
