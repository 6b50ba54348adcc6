//! What comes off the press, opened again.

#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used)]

mod html;
mod limits;
mod pdf;

use vouch_press::{Figure, Report};

/// A small report with everything in it.
fn sample() -> Report {
    Report {
        title: "Revenue & returns".to_owned(),
        subtitle: "sales.csv, 3 October 2025".to_owned(),
        markdown: include_str!("sample.md").to_owned(),
        charts: vec![chart("one"), chart("two")],
        language: "en".to_owned(),
    }
}

/// Both charts use the same ids, as charts of one maker do.
fn chart(id: &str) -> Figure {
    let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 80"><defs><linearGradient id="fade"><stop offset="0" stop-color="#fff"/></linearGradient></defs><rect x="10" y="10" width="90" height="60" fill="url(#fade)"/><text x="10" y="78">Müller</text></svg>"##;
    Figure {
        id: id.to_owned(),
        title: format!("Chart {id}"),
        description: format!("A bar called {id}."),
        svg: svg.to_owned(),
    }
}
