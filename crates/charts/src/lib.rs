//! From rows to a picture: which chart suits them, its Vega-Lite specification, and the drawing of it as SVG,
//! PNG or characters, without a browser.
//!
//! `choose` decides by rules, `build` follows a request, `accept` takes a specification that a language model
//! wrote and trusts nothing in it. Knows nothing of questions' meaning, engines, HTTP or terminals.

mod accept;
mod assets;
mod calendar;
mod choose;
mod column;
mod describe;
mod error;
mod number;
mod ordinal;
mod plan;
mod plot;
mod render;
mod request;
mod terminal;
mod theme;
mod validate;
mod vega;
mod wish;
mod words;

pub use accept::accept;
pub use assets::LICENCES;
pub use error::ChartError;
pub use plot::Plot;
pub use render::{Limits, Renderer, Size};
pub use request::{Fields, build};
pub use terminal::{Colour, terminal};
pub use theme::Theme;
pub use validate::{Problem, validate};
pub use wish::{asked_for, wants_picture};

use column::Column;
use std::collections::BTreeMap;
use vouch_model::{Chart, ChartType, ResultSet};

/// What is known beside the rows.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// The finding, if somebody has put it into words; otherwise the title says what is plotted.
    pub title: Option<String>,
    /// As it was asked: tells which of several measures matters.
    pub question: Option<String>,
    /// Words for columns, by column name.
    pub labels: BTreeMap<String, String>,
    /// The statement has an ORDER BY, so that the rows' order means something.
    pub ordered: bool,
    /// What was asked for. If it cannot be drawn, the rules decide.
    pub chart_type: Option<ChartType>,
    pub fields: Fields,
}

/// The chart that suits these rows, or none.
pub fn choose(rows: &ResultSet, hints: &Hints) -> Option<Chart> {
    plot(rows, hints).map(|plot| plot.chart())
}

/// The same before it is written down, for those who draw it another way.
pub fn plot(rows: &ResultSet, hints: &Hints) -> Option<Plot> {
    if let Some(kind) = hints.chart_type
        && let Ok(plot) = request::plot(kind, &hints.fields, rows, hints)
    {
        return Some(plot);
    }
    let columns = columns(rows, hints);
    let plan = choose::plan(&columns, rows, hints)?;
    Plot::draw(&plan, rows, hints)
}

fn columns<'a>(rows: &'a ResultSet, hints: &Hints) -> Vec<Column<'a>> {
    (0..rows.columns.len()).filter_map(|index| Column::profile(rows, index, hints)).collect()
}

impl Plot {
    pub fn chart_type(&self) -> ChartType {
        self.kind
    }

    /// As a specification with its data and words.
    pub fn chart(&self) -> Chart {
        let description = describe::sentence(self);
        Chart {
            id: None,
            chart_type: self.kind,
            title: self.title.clone(),
            subtitle: self.subtitle.clone(),
            spec: vega::spec(self, &description),
            description,
            sql_query: None,
        }
    }
}
