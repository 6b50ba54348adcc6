//! Bars of characters, always across.

use super::{Page, fit, fit_right, widest};
use crate::number;
use crate::plot::{Bar, Bars, Bins};
use crate::words::Unit;
use unicode_width::UnicodeWidthStr;

const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
/// Without colours, parts of a stack differ in shade.
const SHADES: [&str; 4] = ["█", "▓", "▒", "░"];

pub(super) fn bars(bars: &Bars, page: Page) -> Vec<String> {
    match (&bars.series, bars.stacked) {
        (None, _) => {
            let find = |label: &String| bars.bars.iter().find(|bar| bar.label == *label);
            let rows: Vec<(String, f64)> =
                bars.labels.iter().filter_map(|label| Some((label.clone(), find(label)?.value))).collect();
            plain(&rows, bars.value.unit, page)
        }
        (Some(_), true) => stacked(bars, page),
        (Some(_), false) => grouped(bars, page),
    }
}

pub(super) fn histogram(bins: &Bins, page: Page) -> Vec<String> {
    let edge = |x: f64| number::short(x, bins.value.unit);
    let rows: Vec<(String, f64)> =
        bins.bins.iter().map(|bin| (format!("{} – {}", edge(bin.start), edge(bin.end)), bin.count as f64)).collect();
    plain(&rows, Unit::Plain, page)
}

struct Columns {
    label: usize,
    bar: usize,
    value: usize,
}

fn columns(labels: usize, values: usize, page: Page) -> Columns {
    let label = labels.min(page.width * 2 / 5);
    Columns { label, value: values, bar: page.width.saturating_sub(label + values + 4).max(4) }
}

fn plain(rows: &[(String, f64)], unit: Unit, page: Page) -> Vec<String> {
    let figures: Vec<String> = rows.iter().map(|(_, value)| number::short(*value, unit)).collect();
    let columns =
        columns(widest(rows.iter().map(|(label, _)| label.as_str())), widest(figures.iter().map(String::as_str)), page);
    let scale = Scale::over(rows.iter().map(|(_, value)| *value), columns.bar);
    let line = |((label, value), figure): (&(String, f64), &String)| {
        let bar = scale.bar(*value);
        format!("{}  {}  {}", fit(label, columns.label), page.series(0, &bar), fit_right(figure, columns.value))
    };
    rows.iter().zip(&figures).map(line).collect()
}

/// Columns to the left and right of zero.
struct Scale {
    left: usize,
    right: usize,
    unit: f64,
}

impl Scale {
    fn over(values: impl Iterator<Item = f64> + Clone, width: usize) -> Self {
        let least = values.clone().fold(0.0, f64::min);
        let greatest = values.fold(0.0, f64::max);
        let span = greatest - least;
        let left = if span > 0.0 { (width as f64 * -least / span).round() as usize } else { 0 };
        let left = if least < 0.0 { left.clamp(1, width.saturating_sub(1)) } else { 0 };
        let right = width - left;
        // Columns for one unit of the figures, by the tighter side.
        let per = |columns: usize, reach: f64| if reach > 0.0 { columns as f64 / reach } else { f64::INFINITY };
        let unit = per(left, -least).min(per(right, greatest));
        Self { left, right, unit: if unit.is_finite() { unit } else { 0.0 } }
    }

    /// As wide as both sides together.
    fn bar(&self, value: f64) -> String {
        let length = value.abs() * self.unit;
        if value < 0.0 {
            // There are no eighths that grow to the left.
            let full = (length.round() as usize).clamp(1, self.left);
            return format!("{}{}{}", " ".repeat(self.left - full), "█".repeat(full), " ".repeat(self.right));
        }
        let drawn = eighths(length, value > 0.0);
        let rest = self.right.saturating_sub(drawn.width());
        format!("{}{drawn}{}", " ".repeat(self.left), " ".repeat(rest))
    }
}

/// A figure above zero is never invisible.
fn eighths(length: f64, visible: bool) -> String {
    let count = ((length * 8.0).round() as usize).max(usize::from(visible));
    format!("{}{}", "█".repeat(count / 8), EIGHTHS.get(count % 8).copied().unwrap_or(""))
}

fn grouped(bars: &Bars, page: Page) -> Vec<String> {
    let figures: Vec<String> = bars.bars.iter().map(|bar| number::short(bar.value, bars.value.unit)).collect();
    let names = widest(bars.names.iter().map(String::as_str)).min(page.width / 3);
    let columns = columns(names + 2, widest(figures.iter().map(String::as_str)), page);
    let scale = Scale::over(bars.bars.iter().map(|bar| bar.value), columns.bar);
    let mut lines = Vec::new();
    for label in &bars.labels {
        lines.push(fit(label, page.width));
        for (at, name) in bars.names.iter().enumerate() {
            let Some(bar) = part(bars, label, name) else { continue };
            let figure = number::short(bar.value, bars.value.unit);
            let drawn = page.series(at, &scale.bar(bar.value));
            lines.push(format!(
                "  {}  {drawn}  {}",
                fit(name, columns.label.saturating_sub(2)),
                fit_right(&figure, columns.value)
            ));
        }
    }
    lines
}

fn part<'b>(bars: &'b Bars, label: &str, name: &str) -> Option<&'b Bar> {
    bars.bars.iter().find(|bar| bar.label == label && bar.series.as_deref() == Some(name))
}

fn stacked(bars: &Bars, page: Page) -> Vec<String> {
    let total = |label: &str| bars.bars.iter().filter(|bar| bar.label == label).map(|bar| bar.value).sum::<f64>();
    let figures: Vec<String> = bars.labels.iter().map(|label| number::short(total(label), bars.value.unit)).collect();
    let columns =
        columns(widest(bars.labels.iter().map(String::as_str)), widest(figures.iter().map(String::as_str)), page);
    let most = bars.labels.iter().map(|label| total(label)).fold(0.0, f64::max);
    let shade = |at: usize| SHADES.get(at % SHADES.len()).copied().unwrap_or("█");
    let mut lines = Vec::new();
    for (label, figure) in bars.labels.iter().zip(&figures) {
        let (mut bar, mut used, mut sum) = (String::new(), 0, 0.0);
        for (at, name) in bars.names.iter().enumerate() {
            sum += part(bars, label, name).map_or(0.0, |bar| bar.value);
            let end = if most > 0.0 { (sum / most * columns.bar as f64).round() as usize } else { 0 };
            bar.push_str(&page.series(at, &shade(at).repeat(end.saturating_sub(used))));
            used = end.max(used);
        }
        let rest = " ".repeat(columns.bar.saturating_sub(used));
        lines.push(format!("{}  {bar}{rest}  {}", fit(label, columns.label), fit_right(figure, columns.value)));
    }
    lines.push(String::new());
    lines.extend(key(bars, page, &shade));
    lines
}

/// Shades with their names, as many on a line as fit.
fn key(bars: &Bars, page: Page, shade: &impl Fn(usize) -> &'static str) -> Vec<String> {
    let mut lines: Vec<(String, usize)> = Vec::new();
    for (at, name) in bars.names.iter().enumerate() {
        let name = fit(name, name.width().min(page.width - 2));
        let width = name.width() + 2;
        let entry = format!("{} {name}", page.series(at, shade(at)));
        match lines.last_mut() {
            Some((line, used)) if *used + 3 + width <= page.width => {
                line.push_str(&format!("   {entry}"));
                *used += 3 + width;
            }
            _ => lines.push((entry, width)),
        }
    }
    lines.into_iter().map(|(line, _)| line).collect()
}
