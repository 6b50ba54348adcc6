//! Profiles: what the rows of a table are like, column by column and column against column.
//!
//! Made of our own statements that pass the guard like anybody's, so read-only, limits and tenants hold. Tables of up to
//! a million rows are told exactly; above it distinct values and quartiles are estimates and marked so. What cannot be
//! read in time is left out and named in the notes. Called by every door and by whoever explores.

mod correlations;
mod dates;
mod edges;
mod frequency;
mod missing;
mod overview;
mod quartiles;
mod reader;
mod shape;
mod spread;
mod subject;
mod tally;
mod texts;

use crate::Analyst;
use crate::source_view::quoted_table;
use frequency::Frequency;
use overview::Overview;
use reader::{Ground, Reader};
use spread::Spread;
use subject::Subject;
use tokio_util::sync::CancellationToken;
use vouch_connectors::ConnectorError;
use vouch_model::{
    AttemptError, Column, ColumnFlag, ColumnKind, ColumnProfile, ErrorCode, Evidence, NotFinite, Table, TableProfile,
    Value,
};

/// Tables with more rows are profiled with estimates where exact figures would need all values at once.
const EXACT_ROWS: u64 = 1_000_000;

impl Analyst {
    /// What the rows of `table` are like, in all its columns or in those named. `table` is one of this analyst's catalog.
    pub async fn profile(
        &self,
        table: &Table,
        columns: Option<&[String]>,
        cancel: CancellationToken,
    ) -> Result<TableProfile, AttemptError> {
        let chosen = choose(table, columns)?;
        let (catalog, tenant) = self.snapshot().await.map_err(|error| crate::from_connector(&error))?;
        let ground = Ground { connector: self.connector.clone(), catalog, tenant };
        let from = quoted_table(table, self.connector.dialect());
        let mut reader = Reader::new(ground, &self.settings, cancel, table, from);
        let rows = reader.row_count().await?;
        let mut subjects: Vec<Subject> =
            chosen.into_iter().enumerate().map(|(i, column)| Subject::new(column, i, reader.dialect())).collect();
        subject::settle(&mut subjects, &mut reader).await?;
        let columns = Columns::read(&subjects, &mut reader, rows).await?;
        let correlations = correlations::read(&subjects, &columns.overviews, &columns.spreads, &mut reader).await?;
        let missing_together = missing::read(&subjects, &columns.overviews, &mut reader).await?;
        let columns = columns.assemble(&subjects, &mut reader).await?;
        let duplicate_rows = duplicates(table, &columns, &mut reader).await?;
        Ok(TableProfile {
            table: table.qualified_name(),
            row_count: rows,
            duplicate_rows,
            columns,
            correlations,
            missing_together,
            notes: reader.notes(),
        })
    }
}

fn choose<'t>(table: &'t Table, names: Option<&[String]>) -> Result<Vec<&'t Column>, AttemptError> {
    let Some(names) = names else { return Ok(table.columns.iter().collect()) };
    let named = |name: &String| {
        table.column(name).ok_or_else(|| AttemptError {
            code: ErrorCode::ColumnNotFound,
            message: format!("There is no column `{name}` in {}.", table.qualified_name()),
            suggestion: Some(format!(
                "There is: {}.",
                table.columns.iter().map(|column| column.name.as_str()).collect::<Vec<_>>().join(", ")
            )),
        })
    };
    names.iter().map(named).collect()
}

/// What the statements gave, one entry a column; `None` where it could not be read.
struct Columns {
    rows: u64,
    overviews: Vec<Option<Overview>>,
    spreads: Vec<Spread>,
    frequencies: Vec<Frequency>,
}

impl Columns {
    async fn read(subjects: &[Subject<'_>], reader: &mut Reader, rows: u64) -> Result<Self, AttemptError> {
        let overviews = overview::read(subjects, reader).await?;
        let mut spreads = spread::read(subjects, &overviews, reader).await?;
        quartiles::read(subjects, &overviews, &mut spreads, reader).await?;
        let frequencies = frequency::read(subjects, &overviews, reader).await?;
        Ok(Self { rows, overviews, spreads, frequencies })
    }

    async fn assemble(
        mut self,
        subjects: &[Subject<'_>],
        reader: &mut Reader,
    ) -> Result<Vec<ColumnProfile>, AttemptError> {
        let shapes = shape::read(subjects, &self.overviews, &mut self.spreads, reader).await?;
        let mut profiles = Vec::with_capacity(subjects.len());
        let parts = self.overviews.iter().zip(&self.spreads).zip(self.frequencies).zip(shapes);
        for (subject, (((overview, spread), frequency), shape)) in subjects.iter().zip(parts) {
            let Some(overview) = overview else {
                profiles.push(unread(subject, self.rows));
                continue;
            };
            let mut evidence = overview.strays(subject, reader).await?;
            evidence.extend(texts::read(subject, overview, &frequency, reader).await?);
            evidence.extend(dates::read(subject, spread, shape.odd_dates, reader).await?);
            let mut profile = unread(subject, self.rows);
            overview.fill(&mut profile, self.rows);
            spread.fill(&mut profile, subject);
            frequency.fill(&mut profile, subject, overview);
            shape.fill(&mut profile, spread);
            profile.flags = flags(&profile, subject, overview, &evidence, self.rows);
            profile.evidence = evidence;
            profiles.push(profile);
        }
        Ok(profiles)
    }
}

/// A column of which nothing was read.
fn unread(subject: &Subject<'_>, rows: u64) -> ColumnProfile {
    ColumnProfile {
        name: subject.column.name.clone(),
        label: subject.column.label.clone(),
        type_name: subject.column.native_type.clone(),
        kind: subject.kind,
        count: rows,
        nulls: 0,
        distinct: None,
        min: None,
        max: None,
        mean: None,
        median: None,
        mode: None,
        q1: None,
        q3: None,
        stddev: None,
        histogram: None,
        top: None,
        outliers: None,
        flags: Vec::new(),
        evidence: Vec::new(),
        not_finite: None,
        approximate: Vec::new(),
    }
}

/// Longer texts are told apart by chance, not because somebody numbered them.
const LONGEST_KEY: u64 = 64;

fn flags(
    profile: &ColumnProfile,
    subject: &Subject<'_>,
    overview: &Overview,
    evidence: &[Evidence],
    rows: u64,
) -> Vec<ColumnFlag> {
    let exact = !profile.approximate.iter().any(|figure| figure == "distinct");
    let told_apart = rows >= 2 && profile.nulls == 0 && exact && profile.distinct == Some(rows);
    let numbered = subject.may_be_key() && overview.longest.is_none_or(|longest| longest <= LONGEST_KEY);
    let constant = profile.count >= 2 && exact && profile.distinct == Some(1);
    let of_figures = [(ColumnFlag::SuspectedKey, told_apart && numbered), (ColumnFlag::Constant, constant)];
    let mut flags: Vec<ColumnFlag> = of_figures.into_iter().filter(|(_, set)| *set).map(|(flag, _)| flag).collect();
    for Evidence { flag, .. } in evidence {
        if !flags.contains(flag) {
            flags.push(*flag);
        }
    }
    flags
}

/// Rows that repeat another in every column.
async fn duplicates(
    table: &Table,
    columns: &[ColumnProfile],
    reader: &mut Reader,
) -> Result<Option<u64>, AttemptError> {
    if columns.iter().any(|column| column.flags.contains(&ColumnFlag::SuspectedKey)) {
        return Ok(Some(0));
    }
    if reader.rows() > EXACT_ROWS {
        reader.note("Repeated rows were not counted: the table has more than a million rows.".to_owned());
        return Ok(None);
    }
    if table.columns.is_empty() {
        return Ok(None);
    }
    let sql = format!("SELECT count(*) FROM (SELECT DISTINCT * FROM {}) AS told_apart", reader.table());
    let distinct = reader.one_row("repeated rows", &sql).await?;
    let distinct = distinct.and_then(|row| row.first().and_then(reader::count));
    Ok(distinct.map(|distinct| reader.rows().saturating_sub(distinct)))
}

/// A figure of numbers or dates, as the column has them.
fn figure(subject: &Subject<'_>, x: f64) -> Option<Value> {
    match subject.kind {
        ColumnKind::Date => dates::from_seconds(x, &subject.column.data_type),
        _ => Some(Value::Float(x)).filter(|_| x.is_finite()),
    }
}

fn not_finite(nan: u64, infinite: u64) -> Option<NotFinite> {
    (nan + infinite > 0).then_some(NotFinite { nan, infinite })
}

/// The error of a request that was stopped.
fn stopped() -> AttemptError {
    crate::from_connector(&ConnectorError::Cancelled)
}

#[cfg(test)]
#[path = "profile_tests.rs"]
mod tests;
