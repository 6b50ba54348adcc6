//! What each tool takes. The descriptions are what a calling model reads.

use crate::service::{NothingMeant, SourceName, client_id};
use rmcp::schemars::{self, JsonSchema};
use serde::Deserialize;

/// Where to ask.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub struct Place {
    /// Name of a source; needed only where several are served.
    pub source: Option<String>,
    /// Id of an uploaded dataset, instead of a source.
    pub dataset_id: Option<String>,
    /// The client whose rows are to be seen, where the source has clients.
    #[serde(default, deserialize_with = "client_id")]
    #[schemars(with = "Option<String>")]
    pub client_id: Option<String>,
    #[serde(flatten)]
    #[schemars(skip)]
    pub _rest: NothingMeant,
}

impl Place {
    pub fn source_name(&self) -> SourceName {
        SourceName {
            source: self.source.clone(),
            dataset_id: self.dataset_id.clone(),
            client_id: self.client_id.clone(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.source.is_none() && self.dataset_id.is_none()
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
pub struct AskArguments {
    /// The question, in plain words, 1 to 1,000 characters.
    pub question: String,
    /// Goes on with a conversation, so that follow-ups work.
    pub session_id: Option<String>,
    /// Rows that may come back, at most 10,000.
    pub max_rows: Option<usize>,
    #[serde(flatten)]
    pub place: Place,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub struct SqlArguments {
    /// One SELECT statement in the source's own dialect.
    pub sql: String,
    pub max_rows: Option<usize>,
    #[serde(flatten)]
    pub place: Place,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub struct SchemaArguments {
    /// One table only.
    pub table: Option<String>,
    #[serde(flatten)]
    pub place: Place,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub struct TableArguments {
    pub table: String,
    #[serde(flatten)]
    pub place: Place,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub struct SearchArguments {
    /// A question, or words from one.
    pub query: String,
    #[serde(flatten)]
    pub place: Place,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub struct SessionArguments {
    /// Part of a title or a question.
    pub search: Option<String>,
    pub limit: Option<usize>,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub struct ExploreArguments {
    /// What to find out, in plain words.
    pub question: String,
    /// Steps it may take, 1 to 15.
    pub max_steps: Option<u32>,
    #[serde(flatten)]
    pub place: Place,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub struct PictureArguments {
    /// bar, line, scatter, area, histogram, boxplot or heatmap.
    pub chart_type: String,
    /// The SELECT whose rows are drawn.
    pub sql: String,
    /// What the chart shows.
    pub title: String,
    /// Columns of the result; what is left out is chosen.
    pub x: Option<String>,
    pub y: Option<String>,
    pub color: Option<String>,
    #[serde(flatten)]
    pub place: Place,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub struct FindingArguments {
    /// The claim in one sentence, with its figures.
    pub finding: String,
    /// The SELECT it rests on.
    pub sql: String,
    /// trend, break, outlier, driver, difference, relation, association or paradox.
    pub kind: Option<String>,
    #[serde(flatten)]
    pub place: Place,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub struct FocusArguments {
    /// A column or a few words to look for; everything if left out.
    pub focus: Option<String>,
    #[serde(flatten)]
    pub place: Place,
}
