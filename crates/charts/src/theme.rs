//! How charts look: one accent, a set of colours that colour-blind people can tell apart, thin lines, one font.
//!
//! Colours live in the specification's `config` only, so that whoever draws it may put another theme there.

use serde_json::{Value, json};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    #[default]
    Light,
    Dark,
}

struct Tones {
    text: &'static str,
    quiet: &'static str,
    line: &'static str,
    accent: &'static str,
    background: &'static str,
}

const LIGHT: Tones =
    Tones { text: "#1f2430", quiet: "#5c6370", line: "#e7e9ee", accent: "#3b5bdb", background: "#ffffff" };
const DARK: Tones =
    Tones { text: "#e6e8ee", quiet: "#a2a9b8", line: "#2c313c", accent: "#748ffc", background: "#15181e" };

/// Okabe and Ito's set, with the accent in the place of its blue and its yellow darkened to be seen on white.
const SERIES_LIGHT: [&str; 8] =
    ["#3b5bdb", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#a58a00", "#7a7f87"];
const SERIES_DARK: [&str; 8] = ["#748ffc", "#f0b429", "#2cc295", "#e29bc4", "#f0803c", "#7cc7f2", "#d6c23f", "#9aa1ad"];

/// Light to dark in both themes: the labels on top count on it.
const RAMP: [&str; 5] = ["#edf2ff", "#bac8ff", "#748ffc", "#4263eb", "#2b3f9e"];
const DIVERGING: [&str; 5] = ["#b35806", "#f1a340", "#f7f7f7", "#748ffc", "#2b3f9e"];

pub(crate) const FONT: &str = "Inter, system-ui, sans-serif";

impl Theme {
    fn tones(self) -> &'static Tones {
        match self {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
        }
    }

    /// The paper under the chart, where there is one.
    pub fn background(self) -> &'static str {
        self.tones().background
    }

    /// Vega-Lite's `config`. It sets no background, so that a page may show its own.
    pub fn config(self) -> Value {
        let tones = self.tones();
        let series = if self == Theme::Light { SERIES_LIGHT } else { SERIES_DARK };
        json!({
            "font": FONT,
            "background": "transparent",
            "padding": 8,
            "view": { "stroke": null },
            "axis": {
                "domain": false,
                "ticks": false,
                "gridColor": tones.line,
                "gridWidth": 1,
                "labelColor": tones.quiet,
                "labelFontSize": 11,
                "labelPadding": 6,
                "titleColor": tones.quiet,
                "titleFontSize": 11,
                "titleFontWeight": "normal",
                "titlePadding": 10
            },
            "axisDiscrete": { "grid": false, "domain": true, "domainColor": tones.line },
            "axisTemporal": { "grid": false, "domain": true, "domainColor": tones.line },
            "legend": {
                "labelColor": tones.text,
                "labelFontSize": 11,
                "titleColor": tones.quiet,
                "titleFontSize": 11,
                "titleFontWeight": "normal",
                "symbolType": "circle",
                "symbolSize": 80
            },
            "title": {
                "anchor": "start",
                "frame": "bounds",
                "color": tones.text,
                "fontSize": 15,
                "fontWeight": 600,
                "subtitleColor": tones.quiet,
                "subtitleFontSize": 12,
                "subtitlePadding": 6,
                "offset": 14
            },
            "mark": { "color": tones.accent },
            "line": { "strokeWidth": 2, "strokeJoin": "round" },
            "area": { "line": { "strokeWidth": 2 }, "fillOpacity": 0.18 },
            "point": { "filled": true, "size": 36, "opacity": 0.75 },
            "text": { "color": tones.text, "fontSize": 11 },
            "rule": { "color": tones.quiet },
            "tick": { "color": tones.text },
            "style": { "quiet": { "fill": tones.quiet } },
            "range": { "category": series, "ramp": RAMP, "heatmap": RAMP, "diverging": DIVERGING, "ordinal": RAMP }
        })
    }
}
