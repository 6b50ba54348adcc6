//! Prints a report as a client would get it, to look at: `cargo run -p vouch-press --example sample` writes
//! `vouch-sample.html` and `vouch-sample.pdf` into the folder for temporary files.

use std::fmt::Write;
use vouch_press::{Figure, Report, html, pdf};

const ACCENT: &str = "#3b5bdb";
const PALE: &str = "#b9c3d3";
const INK: &str = "#1c2026";
const SOFT: &str = "#5b6472";
const GRID: &str = "#e6e9ee";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let report = Report {
        title: "Third-quarter revenue review".to_owned(),
        subtitle: "Nordlicht Handel · warehouse.duckdb, read on 3 October 2025 · prepared with Vouch".to_owned(),
        markdown: include_str!("sample.md").to_owned(),
        charts: vec![monthly(), stores(), returns()],
        language: "en".to_owned(),
    };
    let folder = std::env::temp_dir();
    std::fs::write(folder.join("vouch-sample.html"), html(&report)?)?;
    std::fs::write(folder.join("vouch-sample.pdf"), pdf(&report)?)?;
    println!("{}", folder.join("vouch-sample.{{html,pdf}}").display());
    Ok(())
}

/// Two lines with their names at the ends.
fn monthly() -> Figure {
    let last = [1412.0, 1447.0, 1466.0, 1488.0, 1502.0, 1475.0, 1481.0, 1499.0, 1549.0];
    let this = [1420.0, 1438.0, 1492.0, 1510.0, 1533.0, 1519.0, 1527.0, 1591.0, 1701.0];
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep"];
    let (x, y) = (|i: usize| 46.0 + i as f64 * 66.0, |v: f64| 238.0 - (v - 1350.0) * 0.6);
    let mut svg = open(680, 270);
    for tick in [1400.0, 1500.0, 1600.0, 1700.0] {
        let at = y(tick);
        let _ = write!(svg, r#"<line x1="46" x2="590" y1="{at}" y2="{at}" stroke="{GRID}"/>"#);
        let _ = write!(svg, r#"<text x="38" y="{}" text-anchor="end" fill="{SOFT}">{tick}</text>"#, at + 4.0);
    }
    for (i, month) in months.iter().enumerate() {
        let _ = write!(svg, r#"<text x="{}" y="258" text-anchor="middle" fill="{SOFT}">{month}</text>"#, x(i));
    }
    for (values, colour, name) in [(last, PALE, "2024"), (this, ACCENT, "2025")] {
        let points: Vec<String> = values.iter().enumerate().map(|(i, v)| format!("{},{}", x(i), y(*v))).collect();
        let _ = write!(
            svg,
            r#"<polyline points="{}" fill="none" stroke="{colour}" stroke-width="2.2"/>"#,
            points.join(" ")
        );
        let (end, value) = (y(values[8]), values[8]);
        let ink = if name == "2025" { ACCENT } else { SOFT };
        let _ = write!(svg, r#"<circle cx="{}" cy="{end}" r="3.5" fill="{colour}"/>"#, x(8));
        let _ = write!(
            svg,
            r#"<text x="{}" y="{}" fill="{ink}" font-weight="600">{name}  {value}</text>"#,
            x(8) + 10.0,
            end + 4.0
        );
    }
    figure(
        "monthly",
        "Net revenue by month",
        "Two lines from January to September. 2025 stays above 2024 from March on; the gap is widest in September, at 1,701 against 1,549 thousand euro.",
        svg,
    )
}

/// Bars left and right of zero.
fn stores() -> Figure {
    let stores = [
        ("Hamburg", 14.2),
        ("Bremen", 6.1),
        ("Freiburg", 3.4),
        ("Nürnberg", 1.0),
        ("Ulm", -0.6),
        ("Augsburg", -1.9),
        ("Stuttgart", -46.9),
        ("Munich", -71.3),
    ];
    let mut svg = open(680, 250);
    for (i, (name, value)) in stores.iter().enumerate() {
        let (top, zero) = (8.0 + i as f64 * 29.0, 530.0);
        let length = f64::abs(*value) * 5.2;
        let left = if *value < 0.0 { zero - length } else { zero };
        let colour = if *value < -20.0 { ACCENT } else { PALE };
        let (at, anchor) = if *value < 0.0 { (left - 7.0, "end") } else { (left + length + 7.0, "start") };
        let sign = if *value < 0.0 { "−" } else { "+" };
        let _ = write!(svg, r#"<text x="0" y="{}" fill="{INK}">{name}</text>"#, top + 15.0);
        let _ = write!(svg, r#"<rect x="{left}" y="{top}" width="{length}" height="20" fill="{colour}"/>"#);
        let _ = write!(
            svg,
            r#"<text x="{at}" y="{}" text-anchor="{anchor}" fill="{SOFT}">{sign}{:.1}</text>"#,
            top + 15.0,
            value.abs()
        );
    }
    svg.push_str(&format!(r#"<line x1="530" x2="530" y1="2" y2="242" stroke="{INK}"/>"#));
    figure(
        "stores",
        "Change in revenue by store",
        "Bars for eight stores. Munich lost 71.3 and Stuttgart 46.9 thousand euro; the others are between minus 1.9 and plus 14.2.",
        svg,
    )
}

/// Pairs of dots on a line, with a gradient and a clip to have ids in it.
fn returns() -> Figure {
    let groups = [
        ("Footwear", 9.8, 14.1),
        ("Outerwear", 8.0, 11.2),
        ("Denim", 7.4, 10.0),
        ("Shirts", 5.6, 5.9),
        ("Home", 3.1, 3.0),
        ("Accessories", 2.4, 2.2),
    ];
    let x = |v: f64| 120.0 + v * 34.0;
    let mut svg = open(680, 236);
    let _ = write!(
        svg,
        r##"<defs><linearGradient id="rise" x1="0" x2="1" y1="0" y2="0"><stop offset="0" stop-color="{PALE}"/><stop offset="1" stop-color="{ACCENT}"/></linearGradient></defs>"##
    );
    for tick in [0, 5, 10, 15] {
        let at = x(f64::from(tick));
        let _ = write!(
            svg,
            r#"<line x1="{at}" x2="{at}" y1="6" y2="206" stroke="{GRID}"/><text x="{at}" y="226" text-anchor="middle" fill="{SOFT}">{tick} %</text>"#
        );
    }
    for (i, (name, last, this)) in groups.iter().enumerate() {
        let at = 24.0 + i as f64 * 33.0;
        let (from, to) = (x(f64::min(*last, *this)), x(f64::max(*last, *this)));
        let _ = write!(svg, r#"<text x="0" y="{}" fill="{INK}">{name}</text>"#, at + 4.0);
        let _ =
            write!(svg, r##"<rect x="{from}" y="{}" width="{}" height="3" fill="url(#rise)"/>"##, at - 1.5, to - from);
        let _ = write!(
            svg,
            r#"<circle cx="{}" cy="{at}" r="5" fill="{PALE}"/><circle cx="{}" cy="{at}" r="5" fill="{ACCENT}"/>"#,
            x(*last),
            x(*this)
        );
        if i == 0 {
            let _ = write!(
                svg,
                r#"<text x="{}" y="{}" text-anchor="end" fill="{SOFT}">Q3 2024</text>"#,
                x(*last) - 11.0,
                at + 4.0
            );
            let _ = write!(
                svg,
                r#"<text x="{}" y="{}" fill="{ACCENT}" font-weight="600">Q3 2025</text>"#,
                x(*this) + 11.0,
                at + 4.0
            );
        }
    }
    figure(
        "returns",
        "Return rate by product group",
        "Pairs of dots for six product groups. Footwear rose from 9.8 to 14.1 percent, outerwear from 8.0 to 11.2, denim from 7.4 to 10.0; the others hardly changed.",
        svg,
    )
}

fn open(width: u32, height: u32) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="Inter, sans-serif" font-size="12">"#
    )
}

fn figure(id: &str, title: &str, description: &str, svg: String) -> Figure {
    Figure { id: id.to_owned(), title: title.to_owned(), description: description.to_owned(), svg: svg + "</svg>" }
}
