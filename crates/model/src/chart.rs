//! A picture of rows: a Vega-Lite specification with its data inside, and the words around it.

use crate::SharedJson;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Chart {
    /// Set by whoever keeps charts; a fresh one has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    pub chart_type: ChartType,
    pub title: String,
    /// What is plotted, and what was left out, folded or sampled to keep it readable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subtitle: Option<String>,
    /// The picture in a plain sentence, for those who cannot see it.
    pub description: String,
    /// Vega-Lite 6, complete: theme and rows are inside, nothing is fetched.
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub spec: SharedJson,
    /// The statement that gave the rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sql_query: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ChartType {
    Bar,
    Line,
    Scatter,
    Area,
    Histogram,
    Boxplot,
    Heatmap,
    /// Anything else that a specification may draw, such as a pie; accepted, never chosen.
    Other,
}

impl ChartType {
    /// Those that can be asked for by name.
    pub const NAMED: [ChartType; 7] = [
        ChartType::Bar,
        ChartType::Line,
        ChartType::Scatter,
        ChartType::Area,
        ChartType::Histogram,
        ChartType::Boxplot,
        ChartType::Heatmap,
    ];

    pub fn name(self) -> &'static str {
        match self {
            ChartType::Bar => "bar",
            ChartType::Line => "line",
            ChartType::Scatter => "scatter",
            ChartType::Area => "area",
            ChartType::Histogram => "histogram",
            ChartType::Boxplot => "boxplot",
            ChartType::Heatmap => "heatmap",
            ChartType::Other => "other",
        }
    }
}

impl fmt::Display for ChartType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ChartType {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wanted = text.trim().to_lowercase().replace([' ', '_', '-'], "");
        Self::NAMED.into_iter().find(|kind| kind.name() == wanted).ok_or_else(|| {
            let names: Vec<_> = Self::NAMED.iter().map(|kind| kind.name()).collect();
            format!("'{text}' is not a kind of chart; there are {}", names.join(", "))
        })
    }
}
