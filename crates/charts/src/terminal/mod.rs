//! A plot in characters, for terminals: eighths of blocks for bars, braille for lines and points, shades for heat.
//!
//! Widths are counted in columns of the terminal, not in characters: 売上 takes four.

mod bars;
mod braille;
mod grid;

use crate::plot::{Marks, Plot};
use crate::{Hints, vega};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};
use vouch_model::ResultSet;

/// Whether escape codes for colours may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    Ansi,
    None,
}

/// Narrower than this, nothing can be drawn; it is drawn too wide then.
const NARROWEST: usize = 30;
/// Wider than this, eyes lose the line.
const WIDEST: usize = 110;

/// The chart that suits these rows, in characters, or none.
pub fn terminal(rows: &ResultSet, hints: &Hints, width: usize, colour: Colour) -> Option<String> {
    crate::plot(rows, hints).map(|plot| plot.terminal(width, colour))
}

impl Plot {
    /// Lines of at most `width` columns, each ended.
    pub fn terminal(&self, width: usize, colour: Colour) -> String {
        let page = Page { width: width.clamp(NARROWEST, WIDEST), colour };
        let mut lines: Vec<String> = Vec::new();
        lines.extend(page.wrap(&self.title).iter().map(|line| page.bold(line)));
        lines.extend(self.subtitle.iter().flat_map(|text| page.wrap(text)).map(|line| page.dim(&line)));
        lines.push(String::new());
        lines.extend(match &self.marks {
            Marks::Bars(bars) => bars::bars(bars, page),
            Marks::Bins(bins) => bars::histogram(bins, page),
            Marks::Lines(series) => braille::lines(series, page),
            Marks::Points(points) => braille::points(points, page),
            Marks::Cells(cells) => grid::cells(cells, page),
            Marks::Boxes(boxes) => grid::boxes(boxes, page),
        });
        lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
    }
}

#[derive(Clone, Copy, Debug)]
struct Page {
    width: usize,
    colour: Colour,
}

/// Of the terminal's 256 colours, those nearest to the theme's.
const SERIES: [u8; 8] = [68, 214, 36, 175, 166, 74, 142, 245];

impl Page {
    fn styled(self, code: &str, text: &str) -> String {
        if self.colour == Colour::None || text.is_empty() {
            text.to_owned()
        } else {
            format!("\x1b[{code}m{text}\x1b[0m")
        }
    }

    fn bold(self, text: &str) -> String {
        self.styled("1", text)
    }

    fn dim(self, text: &str) -> String {
        self.styled("2", text)
    }

    fn series(self, at: usize, text: &str) -> String {
        let code = SERIES.get(at % SERIES.len()).copied().unwrap_or(68);
        self.styled(&format!("38;5;{code}"), text)
    }

    /// What has to be known to read the picture, under it.
    fn foot(self, text: &str) -> Vec<String> {
        self.wrap(text).iter().map(|line| self.dim(line)).collect()
    }

    fn wrap(self, text: &str) -> Vec<String> {
        vega::wrap_by(text, |line| line.width() <= self.width)
    }
}

/// Exactly so many columns wide, cut with an ellipsis or filled up at the right.
fn fit(text: &str, width: usize) -> String {
    let clean: String = text.chars().filter(|c| !c.is_control()).collect();
    if clean.width() <= width {
        return format!("{clean}{}", " ".repeat(width - clean.width()));
    }
    let mut kept = String::new();
    let mut used = 0;
    for c in clean.chars() {
        let next = used + c.width().unwrap_or(0);
        if next + 1 > width {
            break;
        }
        kept.push(c);
        used = next;
    }
    if used < width {
        kept.push('…');
        used += 1;
    }
    format!("{kept}{}", " ".repeat(width.saturating_sub(used)))
}

fn fit_right(text: &str, width: usize) -> String {
    let cut = fit(text, width);
    let bare = cut.trim_end();
    format!("{}{bare}", " ".repeat(width.saturating_sub(bare.width())))
}

fn widest<'a>(texts: impl Iterator<Item = &'a str>) -> usize {
    texts.map(UnicodeWidthStr::width).max().unwrap_or(0)
}

#[cfg(test)]
#[path = "terminal_tests.rs"]
mod tests;
