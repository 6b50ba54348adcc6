//! Results of an exploration as a client sends them back for a report. Nothing in them is trusted: figures are looked up
//! in the rows that came along, and what was not tested is said not to have been.

use serde::Deserialize;
use serde_json::Value as Json;
use utoipa::ToSchema;
use vouch_model::{
    Chart, DataType, ExecutedQuery, Exploration, Finding, FindingKind, ResultColumn, ResultSet, Value, Verdict,
    VerdictStatus,
};

const MOST_QUERIES: usize = 100;
const MOST_ROWS: usize = 1_000;
const MOST_FINDINGS: usize = 50;

/// Seed 003's `explorationResults`, with our own findings where they came along.
#[derive(Default, Deserialize, ToSchema)]
pub struct GivenResults {
    #[serde(default)]
    summary: String,
    #[serde(default)]
    insights: Vec<String>,
    #[serde(default, rename = "executedQueries")]
    #[schema(value_type = Vec<Object>)]
    executed_queries: Vec<Json>,
    #[serde(default)]
    #[schema(value_type = Vec<Object>)]
    charts: Vec<Json>,
    #[serde(default)]
    #[schema(value_type = Vec<Object>)]
    findings: Vec<Json>,
    #[serde(default, rename = "dataQuality")]
    data_quality: Vec<String>,
    #[serde(default)]
    #[schema(value_type = Object)]
    metadata: Json,
}

impl GivenResults {
    /// The older way: queries and charts by themselves.
    pub fn with_history(mut self, queries: Option<Vec<Json>>, charts: Option<Vec<Json>>) -> Self {
        self.executed_queries.extend(queries.unwrap_or_default());
        self.charts.extend(charts.unwrap_or_default());
        self
    }

    pub fn into_exploration(self) -> Result<Exploration, String> {
        if self.executed_queries.len() > MOST_QUERIES || self.charts.len() > MOST_QUERIES {
            return Err(format!("A report is written from at most {MOST_QUERIES} queries and charts."));
        }
        let queries: Vec<ExecutedQuery> =
            self.executed_queries.iter().enumerate().map(|(at, given)| query(at, given)).collect::<Result<_, _>>()?;
        let charts: Vec<Chart> = self.charts.iter().enumerate().filter_map(|(at, given)| chart(at, given)).collect();
        let mut findings: Vec<Finding> = Vec::new();
        for given in self.findings.into_iter().take(MOST_FINDINGS) {
            findings
                .push(serde_json::from_value(given).map_err(|error| format!("A finding cannot be read: {error}."))?);
        }
        if findings.is_empty() {
            let untold = self.insights.iter().take(MOST_FINDINGS).enumerate();
            findings = untold.map(|(at, claim)| insight(at, claim, &queries)).collect();
        }
        let number = |name: &str| self.metadata.get(name).and_then(Json::as_u64);
        Ok(Exploration {
            summary: self.summary,
            findings,
            queries,
            charts,
            quality: self.data_quality,
            step_count: number("stepCount").unwrap_or_default() as u32,
            looks: number("looks").unwrap_or_default() as u32,
            row_count: number("rowCount"),
            ended: String::new(),
            client: None,
        })
    }
}

fn query(at: usize, given: &Json) -> Result<ExecutedQuery, String> {
    let text =
        |names: [&str; 2]| names.iter().find_map(|name| given.get(*name).and_then(Json::as_str)).map(str::to_owned);
    let sql = text(["query", "sql"]).ok_or_else(|| format!("Query {} has no text.", at + 1))?;
    let result = given.get("result").or_else(|| given.get("results")).map(rows).unwrap_or_default();
    Ok(ExecutedQuery {
        id: format!("q{}", at + 1),
        query: sql,
        reason: text(["reason", "description"]).unwrap_or_default(),
        row_count: given.get("row_count").and_then(Json::as_u64).map_or(result.rows.len(), |n| n as usize),
        result,
        millis: given.get("durationMs").and_then(Json::as_f64).unwrap_or_default(),
    })
}

/// Rows as objects or as lists.
fn rows(given: &Json) -> ResultSet {
    let listed = given.get("rows").or_else(|| given.get("data")).and_then(Json::as_array);
    let rows: Vec<&Json> = listed.map(|rows| rows.iter().take(MOST_ROWS).collect()).unwrap_or_default();
    let named = given.get("columns").and_then(Json::as_array).map(|names| {
        let name = |name: &Json| name.as_str().or_else(|| name.get("name").and_then(Json::as_str)).map(str::to_owned);
        names.iter().filter_map(name).collect::<Vec<String>>()
    });
    let keys = || rows.first().and_then(|row| row.as_object()).map(|row| row.keys().cloned().collect::<Vec<_>>());
    let names = named.filter(|names| !names.is_empty()).or_else(keys).unwrap_or_default();
    let cell = |row: &Json, at: usize, name: &str| value(row.get(name).or_else(|| row.get(at)).unwrap_or(&Json::Null));
    let values: Vec<Vec<Value>> =
        rows.iter().map(|row| names.iter().enumerate().map(|(at, name)| cell(row, at, name)).collect()).collect();
    let data_type = |at: usize| {
        let numeric = values.iter().filter_map(|row| row.get(at)).all(|v| v.is_null() || v.as_f64().is_some());
        if numeric { DataType::Float } else { DataType::Text }
    };
    let columns =
        names.iter().enumerate().map(|(at, name)| ResultColumn { name: name.clone(), data_type: data_type(at) });
    ResultSet { columns: columns.collect(), rows: values, truncated: false }
}

fn value(given: &Json) -> Value {
    match given {
        Json::Null => Value::Null,
        Json::Bool(truth) => Value::Bool(*truth),
        Json::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => Value::Int(whole),
            (None, Some(x)) => Value::Float(x),
            (None, None) => Value::Text(number.to_string()),
        },
        Json::String(text) => Value::Text(text.clone()),
        nested => Value::Text(nested.to_string()),
    }
}

/// A chart that is not valid Vega-Lite is left out.
fn chart(at: usize, given: &Json) -> Option<Chart> {
    let mut whole = given.clone();
    let fields = whole.as_object_mut()?;
    for (name, default) in [("title", ""), ("description", ""), ("chartType", "other")] {
        fields.entry(name).or_insert_with(|| default.into());
    }
    fields.entry("id").or_insert_with(|| format!("c{}", at + 1).into());
    let chart: Chart = serde_json::from_value(whole).ok()?;
    vouch_charts::validate(&chart.spec).ok()?;
    Some(chart)
}

/// A claim without a verdict; the query that shows its figures is looked for.
fn insight(at: usize, claim: &str, queries: &[ExecutedQuery]) -> Finding {
    let shows = |query: &&ExecutedQuery| vouch_analyst::is_grounded(claim, &query.result);
    let sql = queries.iter().find(shows).map(|query| query.query.clone()).unwrap_or_default();
    let (status, reason) = match sql.is_empty() {
        true => (VerdictStatus::Misleading, "No query that came along shows its figures."),
        false => (VerdictStatus::Weak, "It came with the request and was not tested here."),
    };
    Finding {
        id: format!("f{}", at + 1),
        kind: FindingKind::Other,
        claim: claim.to_owned(),
        figures: Vec::new(),
        sql,
        chart: None,
        verdict: Verdict {
            status,
            reason: reason.to_owned(),
            sample_size: 0,
            test: None,
            p_value: None,
            p_adjusted: None,
            effect: None,
            checks: Vec::new(),
        },
    }
}
