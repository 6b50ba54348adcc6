//! What exploring the data came to: the queries that were run, the charts drawn, and the findings with the verdict that
//! was passed on each.

use crate::{Chart, Figure, ResultSet};
use serde::{Deserialize, Serialize};

/// What was said about how to explore.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExploreOptions {
    /// 1 to 15.
    pub max_steps: u32,
    /// What the person says the data is.
    pub description: Option<String>,
}

impl ExploreOptions {
    pub const MOST_STEPS: u32 = 15;
}

impl Default for ExploreOptions {
    fn default() -> Self {
        Self { max_steps: Self::MOST_STEPS, description: None }
    }
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Exploration {
    /// Two to three sentences.
    pub summary: String,
    pub findings: Vec<Finding>,
    pub queries: Vec<ExecutedQuery>,
    pub charts: Vec<Chart>,
    /// What there is to say about how good the data is.
    pub quality: Vec<String>,
    pub step_count: u32,
    /// Comparisons that were looked at; significance is corrected for them.
    pub looks: u32,
    /// Rows of what was explored.
    pub row_count: Option<u64>,
    /// Why it ended, in a sentence.
    pub ended: String,
    /// Whose rows were read, where not all were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ExecutedQuery {
    /// `q1`, `q2`...: what a report cites.
    pub id: String,
    pub query: String,
    pub reason: String,
    /// The first rows of it.
    pub result: ResultSet,
    /// How many there were.
    pub row_count: usize,
    pub millis: f64,
}

/// Something worth a person's attention.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Finding {
    pub id: String,
    pub kind: FindingKind,
    /// In words.
    pub claim: String,
    pub figures: Vec<Figure>,
    /// The query it stands on.
    pub sql: String,
    /// Id of the chart that shows it.
    pub chart: Option<String>,
    pub verdict: Verdict,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum FindingKind {
    /// A steady rise or fall over time.
    Trend,
    /// A level that changed at one moment and stayed.
    Break,
    /// One moment, group or row that is unlike the others.
    Outlier,
    /// What explains much of a figure's differences.
    Driver,
    /// Groups that differ.
    Difference,
    /// Two figures that go together.
    Relation,
    /// Two categories that go together.
    Association,
    /// What holds over all turns round within the parts.
    Paradox,
    Other,
}

impl FindingKind {
    pub fn name(self) -> &'static str {
        match self {
            FindingKind::Trend => "trend",
            FindingKind::Break => "break",
            FindingKind::Outlier => "outlier",
            FindingKind::Driver => "driver",
            FindingKind::Difference => "difference",
            FindingKind::Relation => "relation",
            FindingKind::Association => "association",
            FindingKind::Paradox => "paradox",
            FindingKind::Other => "other",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        use FindingKind::*;
        [Trend, Break, Outlier, Driver, Difference, Relation, Association, Paradox, Other]
            .into_iter()
            .find(|kind| kind.name().eq_ignore_ascii_case(name.trim()))
    }
}

/// What became of a finding when it was put to the test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Verdict {
    pub status: VerdictStatus,
    /// Why, in a sentence.
    pub reason: String,
    /// Rows it stands on.
    pub sample_size: u64,
    /// Which test was made, where one fits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p_value: Option<f64>,
    /// With regard to all the comparisons that were looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p_adjusted: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<EffectSize>,
    pub checks: Vec<VerdictCheck>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum VerdictStatus {
    Holds,
    Weak,
    Misleading,
}

impl VerdictStatus {
    pub fn name(self) -> &'static str {
        match self {
            VerdictStatus::Holds => "holds",
            VerdictStatus::Weak => "weak",
            VerdictStatus::Misleading => "misleading",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EffectSize {
    /// `eta²`, `r`, `Cohen's d`...
    pub name: String,
    pub value: f64,
    /// `negligible`, `small`, `medium` or `large`.
    pub size: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct VerdictCheck {
    /// `sample_size`, `missing_data`, `outliers`, `significance`, `stratification`, `causation`, `reproduced`...
    pub name: String,
    pub passed: bool,
    pub message: String,
}
