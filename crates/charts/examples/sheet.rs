//! Draws every case of `tests/cases/sheet.txt` onto one sheet, to be looked at:
//! `cargo run -p vouch-charts --example sheet -- docs/charts.png [dark]`.

#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../tests/it/table.rs"]
mod table;

use resvg::tiny_skia::{Color, Pixmap, PixmapPaint, Transform};
use std::time::Instant;
use vouch_charts::{Renderer, Size, Theme};

const COLUMNS: usize = 4;
const WIDTH: u32 = 480;
const GAP: u32 = 16;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or_else(|| "charts.png".to_owned());
    let theme = if arguments.next().as_deref() == Some("dark") { Theme::Dark } else { Theme::Light };
    let renderer = Renderer::default();
    let size = Size { width: WIDTH, height: None, scale: 1.0 };
    let mut heights = [GAP; COLUMNS];
    let mut placed = Vec::new();
    for case in table::read(include_str!("../tests/cases/sheet.txt")) {
        let chart = vouch_charts::choose(&case.rows, &case.hints).unwrap_or_else(|| panic!("{}: no chart", case.name));
        assert_eq!(chart.chart_type.name(), case.expected, "{}", case.name);
        let started = Instant::now();
        let png = renderer.png(&chart.spec, size, theme).unwrap_or_else(|e| panic!("{}: {e}", case.name));
        println!("{:>5} ms  {}: {}", started.elapsed().as_millis(), case.name, chart.description);
        let picture = Pixmap::decode_png(&png).unwrap();
        let column = (0..COLUMNS).min_by_key(|column| heights[*column]).unwrap();
        let x = GAP + u32::try_from(column).unwrap() * (WIDTH + GAP);
        placed.push((x, heights[column], picture.clone()));
        heights[column] += picture.height() + GAP;
    }
    let width = GAP + u32::try_from(COLUMNS).unwrap() * (WIDTH + GAP);
    let mut sheet = Pixmap::new(width, *heights.iter().max().unwrap()).unwrap();
    let paper = if theme == Theme::Dark { (8, 10, 13) } else { (241, 243, 246) };
    sheet.fill(Color::from_rgba8(paper.0, paper.1, paper.2, 255));
    for (x, y, picture) in placed {
        let at = (i32::try_from(x).unwrap(), i32::try_from(y).unwrap());
        sheet.draw_pixmap(at.0, at.1, picture.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
    }
    sheet.save_png(&path).unwrap();
    println!("{path}: {} by {} pixels", sheet.width(), sheet.height());
}
