//! The tools of an exploration: what each takes, what it does, what it gives. Both minds, MCP and the HTTP door use the
//! same ones. A tool that fails says what to do instead.

use super::desk::Desk;
use super::notebook::{Notebook, ToolFailure, ToolRequest};
use super::scan::{self, Candidate};
use super::subject;
use super::validate::{Claimed, validate};
use crate::facts::figures_in;
use serde_json::{Value as Json, json};
use std::sync::Arc;
use std::time::Instant;
use vouch_charts::{ChartError, Fields, Hints};
use vouch_llm::ToolSpec;
use vouch_model::{Chart, ChartType, Finding, FindingKind, ResultSet, TableProfile};

pub const QUERY: &str = "executeSQLQuery";
pub const VISUALIZE: &str = "createVisualization";
pub const PROFILE: &str = "profileData";
pub const VALIDATE: &str = "validateAnalysis";
pub const PATTERNS: &str = "findPatterns";
pub const ALL: [&str; 5] = [QUERY, VISUALIZE, PROFILE, VALIDATE, PATTERNS];

/// Rows of a result that a mind is shown; it gets the figures of the rest as facts.
const SHOWN_ROWS: usize = 20;
/// Patterns that are listed to a mind.
const SHOWN_PATTERNS: usize = 8;

/// What using a tool brought.
#[derive(Debug)]
pub struct Used {
    /// Told to the mind and to whoever watches.
    pub result: Json,
    pub chart: Option<Chart>,
    pub finding: Option<Finding>,
}

impl From<Json> for Used {
    fn from(result: Json) -> Self {
        Self { result, chart: None, finding: None }
    }
}

pub fn specs() -> Vec<ToolSpec> {
    let text = |about: &str| json!({"type": "string", "description": about});
    let spec = |name: &str, description: &str, properties: Json, required: &[&str]| ToolSpec {
        name: name.to_owned(),
        description: description.to_owned(),
        parameters: json!({"type": "object", "properties": properties, "required": required}),
    };
    let kinds: Vec<&str> = ChartType::NAMED.iter().map(|kind| kind.name()).collect();
    vec![
        spec(
            QUERY,
            "Run one read-only SELECT; at most 1,000 rows come back, the first 20 are shown.",
            json!({"query": text("The statement"), "reason": text("Why the analysis needs it")}),
            &["query", "reason"],
        ),
        spec(
            VISUALIZE,
            "Draw the rows of a query as a chart. Name the columns, or give a Vega-Lite spec whose fields are columns.",
            json!({
                "chartType": {"type": "string", "enum": kinds},
                "sqlQuery": text("The query that gives the rows"),
                "title": text("The insight, as a title"),
                "x": text("Column"), "y": text("Column"), "color": text("Column"),
                "spec": {"type": "object", "description": "Vega-Lite, without data"},
            }),
            &["chartType", "sqlQuery", "title"],
        ),
        spec(
            PROFILE,
            "Statistics and data quality of a table: per column nulls, distinct, range, mean, quartiles, top values, oddities.",
            json!({
                "table": text("Which table; the one the question is about if left out"),
                "columns": {"type": "array", "items": {"type": "string"}},
                "includeDistribution": {"type": "boolean"},
                "includeNulls": {"type": "boolean"},
            }),
            &[],
        ),
        spec(
            VALIDATE,
            "Put a finding to the test: sample size, missing data, outliers, significance, effect size, Simpson's paradox. \
             The figures of the finding must be in the rows of the query.",
            json!({
                "finding": text("The claim in one sentence, with its figures"),
                "relatedQuery": text("The query it rests on, best grouped by what is compared"),
                "kind": {"type": "string", "enum": ["trend", "break", "outlier", "driver", "difference", "relation",
                    "association", "paradox"]},
            }),
            &["finding", "relatedQuery"],
        ),
        spec(
            PATTERNS,
            "Scan the table for trends, breaks, outliers, drivers, differences, relations and paradoxes; gives candidates \
             with their queries, strongest first.",
            json!({"focus": text("What to look for: a column or a few words")}),
            &[],
        ),
    ]
}

/// Uses a tool once; the same call again is answered from memory.
pub async fn use_tool(desk: &Desk<'_>, notebook: &mut Notebook, request: &ToolRequest) -> Result<Used, ToolFailure> {
    if !request.arguments.is_object() {
        let hint = "Give the arguments as a JSON object.";
        return Err(ToolFailure::new(format!("The arguments of {} are not an object.", request.tool), hint));
    }
    if let Some(known) = notebook.given_before(request) {
        return Ok(known.into());
    }
    let used = match request.tool.as_str() {
        QUERY => query(desk, notebook, &request.arguments).await,
        VISUALIZE => visualize(desk, notebook, &request.arguments).await,
        PROFILE => profile(desk, notebook, &request.arguments).await,
        VALIDATE => check_finding(desk, notebook, &request.arguments).await,
        PATTERNS => patterns(desk, notebook, &request.arguments).await,
        other => {
            Err(ToolFailure::new(format!("There is no tool '{other}'."), format!("There are: {}.", ALL.join(", "))))
        }
    }?;
    notebook.remember_call(request, &used.result);
    Ok(used)
}

fn required<'a>(arguments: &'a Json, name: &str) -> Result<&'a str, ToolFailure> {
    let given = arguments.get(name).and_then(Json::as_str).map(str::trim).filter(|text| !text.is_empty());
    given.ok_or_else(|| ToolFailure::new(format!("'{name}' is missing."), format!("Give '{name}' as a text.")))
}

fn optional<'a>(arguments: &'a Json, name: &str) -> Option<&'a str> {
    arguments.get(name).and_then(Json::as_str).map(str::trim).filter(|text| !text.is_empty())
}

async fn query(desk: &Desk<'_>, notebook: &mut Notebook, arguments: &Json) -> Result<Used, ToolFailure> {
    let (sql, reason) = (required(arguments, "query")?, required(arguments, "reason")?);
    let since = Instant::now();
    let (checked, rows) = desk.run(sql).await?;
    let millis = crate::tools::millis(since);
    let id = notebook.note_query(&shown_sql(sql, &checked), reason, &rows, millis);
    let mut result = shown_rows(desk, &checked, &rows);
    result["id"] = id.into();
    if rows.rows.is_empty() {
        result["hint"] = "No rows: loosen a filter, or look at which values there are.".into();
    }
    Ok(result.into())
}

/// As the mind wrote it, unless it had to be mended.
fn shown_sql(sql: &str, checked: &vouch_sql::CheckedSql) -> String {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let written = plain(sql.trim_end_matches([';', ' ', '\n']));
    // The guard's own limit is not worth showing.
    if plain(checked.sql()).starts_with(&written) { sql.trim().to_owned() } else { checked.sql().to_owned() }
}

/// The first rows, and what is true of all of them.
fn shown_rows(desk: &Desk<'_>, checked: &vouch_sql::CheckedSql, rows: &ResultSet) -> Json {
    let shown: Vec<Json> = rows.rows.iter().take(SHOWN_ROWS).map(|row| rows.row_to_json(row)).collect();
    let mut result = json!({
        "success": true,
        "columns": rows.column_names(),
        "rows": shown,
        "row_count": rows.rows.len(),
    });
    if rows.truncated {
        result["truncated"] = true.into();
    }
    if rows.rows.len() > SHOWN_ROWS {
        let shape = vouch_sql::inspect(checked, &desk.view.catalog);
        let facts: Vec<String> = crate::facts::compute(rows, &shape).into_iter().map(|fact| fact.text).collect();
        result["facts"] = facts.into();
    }
    result
}

async fn visualize(desk: &Desk<'_>, notebook: &mut Notebook, arguments: &Json) -> Result<Used, ToolFailure> {
    let (sql, title) = (required(arguments, "sqlQuery")?, required(arguments, "title")?);
    let kind: ChartType = required(arguments, "chartType")?.parse().map_err(|error: String| {
        let names: Vec<&str> = ChartType::NAMED.iter().map(|kind| kind.name()).collect();
        ToolFailure::new(error, format!("Use one of: {}.", names.join(", ")))
    })?;
    let since = Instant::now();
    let (checked, rows) = desk.run(sql).await?;
    notebook.note_query(&shown_sql(sql, &checked), title, &rows, crate::tools::millis(since));
    let hints = Hints {
        title: Some(title.to_owned()),
        question: Some(notebook.question.clone()),
        ordered: true,
        ..Hints::default()
    };
    let drawn = match arguments.get("spec").filter(|spec| spec.as_object().is_some_and(|fields| !fields.is_empty())) {
        Some(spec) => {
            vouch_charts::accept(spec.clone(), &rows, kind).map(|chart| Chart { title: title.to_owned(), ..chart })
        }
        None => {
            let field = |name: &str| optional(arguments, name).map(str::to_owned);
            let fields = Fields { x: field("x"), y: field("y"), color: field("color") };
            vouch_charts::build(kind, &fields, &rows, &hints)
        }
    };
    let mut chart = drawn.map_err(|error| chart_failure(&error))?;
    chart.sql_query = Some(sql.to_owned());
    let chart = notebook.note_chart(chart);
    let result = json!({
        "success": true, "id": chart.id, "chartType": chart.chart_type, "title": chart.title,
        "description": chart.description,
    });
    Ok(Used { result, chart: Some(chart), finding: None })
}

fn chart_failure(error: &ChartError) -> ToolFailure {
    ToolFailure::new(error.to_string(), error.hint().unwrap_or_else(|| "Leave the chart out.".to_owned()))
}

async fn profile(desk: &Desk<'_>, notebook: &mut Notebook, arguments: &Json) -> Result<Used, ToolFailure> {
    let catalog = &desk.view.catalog;
    let table = match optional(arguments, "table") {
        Some(name) => catalog
            .table(name)
            .ok_or_else(|| ToolFailure::new(format!("There is no table '{name}'."), desk.what_there_is()))?,
        None => match &notebook.subject {
            Some(subject) => &subject.table.clone(),
            None => {
                catalog.tables.first().ok_or_else(|| ToolFailure::new("There are no tables.", "Add data first."))?
            }
        },
    };
    let columns: Option<Vec<String>> = arguments
        .get("columns")
        .and_then(Json::as_array)
        .map(|names| names.iter().filter_map(Json::as_str).map(str::to_owned).collect::<Vec<_>>())
        .filter(|names| !names.is_empty());
    let profile =
        desk.analyst.profile(table, columns.as_deref(), desk.cancel.clone()).await.map_err(|error| {
            ToolFailure::new(error.message, error.suggestion.unwrap_or_else(|| desk.what_there_is()))
        })?;
    notebook
        .quality
        .extend(quality(&profile).into_iter().filter(|note| !notebook.quality.contains(note)).collect::<Vec<_>>());
    let wants = |name: &str, default: bool| arguments.get(name).and_then(Json::as_bool).unwrap_or(default);
    let mut result = serde_json::to_value(&profile).unwrap_or_default();
    if let Some(columns) = result.get_mut("columns").and_then(Json::as_array_mut) {
        for column in columns.iter_mut().filter_map(Json::as_object_mut) {
            if !wants("includeDistribution", false) {
                column.remove("histogram");
            }
            if !wants("includeNulls", true) {
                column.remove("nulls");
            }
        }
    }
    result["success"] = true.into();
    Ok(result.into())
}

/// What a reader must know about the data before believing anything computed from it.
pub fn quality(profile: &TableProfile) -> Vec<String> {
    use vouch_model::ColumnFlag::{CaseVariants, Constant, DatesOutOfRange, MixedTypes, Whitespace};
    const NOTABLE: f64 = 0.01;
    let rows = profile.row_count.max(1) as f64;
    let mut notes = Vec::new();
    if let Some(duplicates) = profile.duplicate_rows.filter(|n| *n > 0) {
        notes.push(format!("{}: {duplicates} rows repeat an earlier one.", profile.table));
    }
    for column in &profile.columns {
        let name = format!("{}.{}", profile.table, column.name);
        let missing = column.nulls as f64 / rows;
        if missing >= NOTABLE {
            notes.push(format!("{name}: {:.1} % of the rows have no value.", missing * 100.0));
        }
        let examples = |flag| {
            let evidence = column.evidence.iter().find(|evidence| evidence.flag == flag);
            evidence
                .filter(|e| !e.examples.is_empty())
                .map(|e| format!(" ({})", e.examples.join(", ")))
                .unwrap_or_default()
        };
        for flag in &column.flags {
            let said = match flag {
                Constant => "all values are the same",
                MixedTypes => "numbers or dates stand among texts",
                Whitespace => "some values have blanks before or behind",
                CaseVariants => "some values differ only in case or blanks",
                DatesOutOfRange => "some dates are out of range",
                vouch_model::ColumnFlag::SuspectedKey => continue,
            };
            notes.push(format!("{name}: {said}{}.", examples(*flag)));
        }
        if let Some(not_finite) = &column.not_finite {
            notes.push(format!("{name}: {} values are not numbers.", not_finite.nan + not_finite.infinite));
        }
    }
    notes
}

async fn check_finding(desk: &Desk<'_>, notebook: &mut Notebook, arguments: &Json) -> Result<Used, ToolFailure> {
    let (claim, sql) = (required(arguments, "finding")?, required(arguments, "relatedQuery")?);
    let kind = optional(arguments, "kind").and_then(FindingKind::from_name);
    notebook.looks = notebook.looks.max(notebook.queries.len() as u32 + 1);
    let candidate = notebook.candidate_of(sql, kind).filter(|candidate| candidate.claim.text == claim);
    let figures = candidate.map(|candidate| candidate.claim.figures.clone());
    let claimed =
        Claimed { claim, sql, kind, looks: notebook.looks, computed: figures.is_some(), question: &notebook.question };
    let (kind, verdict) = validate(desk, &claimed).await?;
    let result = json!({"success": true, "kind": kind, "verdict": verdict});
    let finding = Finding {
        id: String::new(),
        kind,
        claim: claim.to_owned(),
        figures: figures.unwrap_or_else(|| figures_in(claim)),
        sql: sql.to_owned(),
        chart: None,
        verdict,
    };
    let finding = notebook.note_finding(finding);
    Ok(Used { result, chart: None, finding: Some(finding) })
}

async fn patterns(desk: &Desk<'_>, notebook: &mut Notebook, arguments: &Json) -> Result<Used, ToolFailure> {
    let focus = optional(arguments, "focus").map(str::to_owned);
    let about = focus.unwrap_or_else(|| notebook.question.clone());
    let Some(subject) = subject::find(&desk.view.catalog, &about) else {
        return Err(ToolFailure::new("There are no rows to look at.", "Add data first."));
    };
    let found = scan::scan(&subject, desk).await;
    notebook.looks += found.looks;
    notebook.quality.extend(found.notes.clone());
    let listed: Vec<Json> = found.candidates.iter().take(SHOWN_PATTERNS).map(listed).collect();
    let rows = subject.row_count;
    notebook.subject = Some(subject);
    let result = json!({"success": true, "looks": found.looks, "rows": rows, "patterns": listed});
    notebook.scan = Some(Arc::new(found));
    Ok(result.into())
}

fn listed(candidate: &Candidate) -> Json {
    json!({
        "kind": candidate.kind, "claim": candidate.claim.text, "query": candidate.sql,
        "chart": {"chartType": candidate.chart.kind, "x": candidate.chart.x, "y": candidate.chart.y,
            "color": candidate.chart.colour},
        "p_value": candidate.p_value, "effect": candidate.effect,
    })
}
