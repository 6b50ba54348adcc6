//! Lines and points in braille: two by four dots to a character.

use super::{Page, fit, fit_right, widest};
use crate::describe::place;
use crate::number;
use crate::plot::{Axis, Line, Lines, Points};
use unicode_width::UnicodeWidthStr;

const HEIGHT: usize = 10;
const SPARKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

struct Canvas {
    width: usize,
    height: usize,
    cells: Vec<u8>,
}

impl Canvas {
    fn new(width: usize, height: usize) -> Self {
        Self { width, height, cells: vec![0; width * height] }
    }

    /// Dots, from the top left.
    fn dot(&mut self, x: usize, y: usize) {
        let bit = match (x % 2, y % 4) {
            (0, row) if row < 3 => 1 << row,
            (_, row) if row < 3 => 8 << row,
            (0, _) => 0x40,
            _ => 0x80,
        };
        let (column, line) = (x / 2, y / 4);
        if column < self.width
            && let Some(cell) = self.cells.get_mut(line * self.width + column)
        {
            *cell |= bit;
        }
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64)) {
        let steps = (to.0 - from.0).abs().max((to.1 - from.1).abs()).ceil().clamp(1.0, 4_000.0);
        for step in 0..=steps as usize {
            let share = step as f64 / steps;
            let at = |a: f64, b: f64| (a + (b - a) * share).round().max(0.0) as usize;
            self.dot(at(from.0, to.0), at(from.1, to.1));
        }
    }

    fn rows(&self) -> Vec<String> {
        let letter = |cell: &u8| char::from_u32(0x2800 + u32::from(*cell)).unwrap_or(' ');
        // A blank is narrower in some fonts than a braille pattern without dots, but copies better.
        let text = |row: &[u8]| row.iter().map(letter).map(|c| if c == '\u{2800}' { ' ' } else { c }).collect();
        self.cells.chunks(self.width.max(1)).map(text).collect()
    }
}

struct Frame {
    left: f64,
    right: f64,
    bottom: f64,
    top: f64,
}

impl Frame {
    fn around(points: impl Iterator<Item = (f64, f64)>) -> Self {
        let start = (f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY, f64::NEG_INFINITY);
        let (left, right, bottom, top) =
            points.fold(start, |(l, r, b, t), (x, y)| (l.min(x), r.max(x), b.min(y), t.max(y)));
        Self { left, right, bottom, top }
    }

    fn dots(&self, canvas: &Canvas, (x, y): (f64, f64)) -> (f64, f64) {
        let share = |at: f64, low: f64, high: f64| if high > low { (at - low) / (high - low) } else { 0.5 };
        let (wide, high) = ((canvas.width * 2 - 1) as f64, (canvas.height * 4 - 1) as f64);
        (share(x, self.left, self.right) * wide, (1.0 - share(y, self.bottom, self.top)) * high)
    }
}

pub(super) fn lines(lines: &Lines, page: Page) -> Vec<String> {
    let (first, last) = match Frame::around(lines.lines.iter().flat_map(|line| line.points.iter().map(|p| (p.0, 0.0))))
    {
        frame if frame.left.is_finite() => (place(&lines.along, frame.left), place(&lines.along, frame.right)),
        _ => return Vec::new(),
    };
    if let [line] = lines.lines.as_slice() {
        return single(lines, line, (&first, &last), page);
    }
    sparklines(lines, (&first, &last), page)
}

fn single(lines: &Lines, line: &Line, ends: (&str, &str), page: Page) -> Vec<String> {
    let known = || line.points.iter().filter_map(|(x, y)| Some((*x, (*y)?)));
    let frame = Frame::around(known());
    let draw = |canvas: &mut Canvas| {
        let mut before: Option<(f64, f64)> = None;
        for (x, y) in &line.points {
            let here = y.map(|y| frame.dots(canvas, (*x, y)));
            if let Some(to) = here {
                canvas.line(before.unwrap_or(to), to);
            }
            before = here;
        }
    };
    framed(&frame, &lines.y, ends, page, draw)
}

pub(super) fn points(points: &Points, page: Page) -> Vec<String> {
    let frame = Frame::around(points.points.iter().map(|p| (p.x, p.y)));
    let ends = (number::short(frame.left, points.x.unit), number::short(frame.right, points.x.unit));
    let draw = |canvas: &mut Canvas| {
        for point in &points.points {
            let (x, y) = frame.dots(canvas, (point.x, point.y));
            canvas.line((x, y), (x, y));
        }
    };
    let mut lines = framed(&frame, &points.y, (&ends.0, &ends.1), page, draw);
    lines.extend(page.foot(&format!("across: {}, up: {}", points.x.title, points.y.title)));
    lines
}

/// A canvas with figures at its left and the ends of the axis below.
fn framed(frame: &Frame, y: &Axis, ends: (&str, &str), page: Page, draw: impl Fn(&mut Canvas)) -> Vec<String> {
    let figure = |at: f64| number::short(at, y.unit);
    let labels = [figure(frame.top), figure((frame.top + frame.bottom) / 2.0), figure(frame.bottom)];
    let left = widest(labels.iter().map(String::as_str));
    let mut canvas = Canvas::new(page.width.saturating_sub(left + 3).max(8), HEIGHT);
    draw(&mut canvas);
    let flat = frame.top <= frame.bottom;
    let [top, middle, bottom] = &labels;
    let label = |at: usize| match at {
        0 if !flat => top.as_str(),
        at if at == HEIGHT / 2 => middle.as_str(),
        at if at == HEIGHT - 1 && !flat => bottom.as_str(),
        _ => "",
    };
    let mut lines: Vec<String> = canvas
        .rows()
        .iter()
        .enumerate()
        .map(|(at, row)| format!("{} {}{}", fit_right(label(at), left), page.dim("┤"), page.series(0, row)))
        .collect();
    lines.push(format!("{} {}", " ".repeat(left), page.dim(&format!("└{}", "─".repeat(canvas.width)))));
    let between = canvas.width.saturating_sub(ends.0.width() + ends.1.width());
    if between > 0 {
        lines.push(format!("{}  {}{}{}", " ".repeat(left), ends.0, " ".repeat(between), ends.1));
    } else {
        // No room beside each other: one at the left, the other below at the right.
        lines.push(fit(&format!("{}  {}", " ".repeat(left), ends.0), page.width));
        lines.push(format!("{}  {}", " ".repeat(left), fit_right(ends.1, canvas.width)));
    }
    lines
}

/// Several lines: one small line each, all on the same scale.
fn sparklines(lines: &Lines, ends: (&str, &str), page: Page) -> Vec<String> {
    let name_width = widest(lines.lines.iter().map(|line| line.name.as_str())).min(page.width / 3);
    let figure = |y: Option<f64>| y.map_or_else(|| "—".to_owned(), |y| number::short(y, lines.y.unit));
    let spans: Vec<String> = lines
        .lines
        .iter()
        .map(|line| {
            let mut known = line.points.iter().filter_map(|p| p.1);
            let first = known.next();
            format!("{} → {}", figure(first), figure(known.next_back().or(first)))
        })
        .collect();
    let span_width = widest(spans.iter().map(String::as_str));
    let width = page.width.saturating_sub(name_width + span_width + 4).max(4);
    let frame = Frame::around(lines.lines.iter().flat_map(|l| l.points.iter().filter_map(|(x, y)| Some((*x, (*y)?)))));
    let mut drawn: Vec<String> = Vec::new();
    for (at, (line, span)) in lines.lines.iter().zip(&spans).enumerate() {
        let spark = page.series(at, &spark(line, &frame, width));
        drawn.push(format!("{}  {spark}  {}", fit(&line.name, name_width), fit_right(span, span_width)));
    }
    let low = number::short(frame.bottom, lines.y.unit);
    let high = number::short(frame.top, lines.y.unit);
    drawn.extend(page.foot(&format!("{} to {}; ▁ is {low}, █ is {high}", ends.0, ends.1)));
    drawn
}

/// The average of what falls on each column.
fn spark(line: &Line, frame: &Frame, width: usize) -> String {
    let count = line.points.len().clamp(1, width);
    let mut columns: Vec<(f64, usize)> = vec![(0.0, 0); count];
    for (x, y) in &line.points {
        let share = if frame.right > frame.left { (x - frame.left) / (frame.right - frame.left) } else { 0.0 };
        let at = (share * (count - 1) as f64).round().max(0.0) as usize;
        if let (Some(column), Some(y)) = (columns.get_mut(at), y) {
            column.0 += y;
            column.1 += 1;
        }
    }
    let letter = |(sum, n): &(f64, usize)| {
        if *n == 0 {
            return ' ';
        }
        let mean = sum / *n as f64;
        let share = if frame.top > frame.bottom { (mean - frame.bottom) / (frame.top - frame.bottom) } else { 0.5 };
        SPARKS.get((share * 7.0).round().clamp(0.0, 7.0) as usize).copied().unwrap_or(' ')
    };
    // Few points are drawn wider, up to where they look like bars of their own.
    let times = (width / count).clamp(1, 3);
    let text: String = columns.iter().map(letter).flat_map(|c| std::iter::repeat_n(c, times)).collect();
    fit(&text, width)
}
