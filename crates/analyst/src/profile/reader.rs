//! Runs the statements of a profile: through the guard, each under its limits, all of them under one deadline. What
//! fails or comes too late is left out and remembered; only a stop ends the profile.

use super::subject::Subject;
use super::{EXACT_ROWS, stopped};
use crate::settings::AnalystSettings;
use crate::source_view::check_against;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;
use vouch_connectors::{Connector, Limits, RowStream};
use vouch_model::{AttemptError, Catalog, Dialect, ErrorCode, Table, TableKind, Value};
use vouch_sql::TenantPolicy;

/// Bytes of one statement. The guard reads many times as much; DuckDB's planning grows with the square of it, so where
/// another statement costs little they are short.
const LONG_STATEMENT: usize = 40_000;
const SHORT_STATEMENT: usize = 6_000;
/// Figures of one statement; SQLite gives at most 2,000.
const STATEMENT_FIGURES: usize = 1_500;
/// Values that one statement reads of a table that is kept by columns: so a limit that is met costs a part only.
const STATEMENT_VALUES: u64 = 50_000_000;
/// Columns that a note names.
const NAMED: usize = 5;

/// What is asked of one column: expressions of the table under aliases, and aggregates over those.
pub struct Ask {
    pub columns: Vec<String>,
    pub wanted: Vec<String>,
}

/// One entry a column, in their order; `None` where nothing was asked or it was left out.
pub type Answers = Vec<Option<Vec<Value>>>;

/// What statements are checked against and run on: a source, as one tenant may read it. Nothing of what questions need
/// is built for it.
pub struct Ground {
    pub connector: Arc<dyn Connector>,
    pub catalog: Arc<Catalog>,
    pub tenant: Option<Arc<TenantPolicy>>,
}

pub struct Reader {
    ground: Ground,
    limits: Limits,
    cancel: CancellationToken,
    deadline: Instant,
    from: String,
    kind: TableKind,
    rows: u64,
    notes: Vec<String>,
    left_out: Vec<LeftOut>,
}

/// What one statement may hold.
struct Size {
    columns: usize,
    bytes: usize,
}

struct LeftOut {
    what: &'static str,
    why: String,
    columns: Vec<String>,
}

impl Reader {
    pub fn new(
        ground: Ground,
        settings: &AnalystSettings,
        cancel: CancellationToken,
        table: &Table,
        from: String,
    ) -> Self {
        Self {
            ground,
            limits: settings.limits(1),
            cancel,
            deadline: Instant::now() + settings.ask_deadline,
            from,
            kind: table.kind,
            rows: 0,
            notes: Vec::new(),
            left_out: Vec::new(),
        }
    }

    pub fn dialect(&self) -> Dialect {
        self.ground.catalog.dialect
    }

    /// The table, quoted for FROM.
    pub fn table(&self) -> &str {
        &self.from
    }

    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Too many rows for exact figures.
    pub fn is_large(&self) -> bool {
        self.rows > EXACT_ROWS
    }

    /// Without it there is nothing to say, so here a failure is one.
    pub async fn row_count(&mut self) -> Result<u64, AttemptError> {
        let sql = format!("SELECT count(*) FROM {}", self.from);
        let rows = self.run(&sql, 1).await?;
        self.rows = rows.first().and_then(|row| row.first()).and_then(count).unwrap_or(0);
        Ok(self.rows)
    }

    pub fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// What a person should know of this profile.
    pub fn notes(self) -> Vec<String> {
        let told = self.left_out.into_iter().map(|LeftOut { what, why, columns }| {
            let named = columns.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
            let more = columns.len().saturating_sub(NAMED);
            let of = match (named.is_empty(), more) {
                (true, _) => String::new(),
                (false, 0) => format!(" of {named}"),
                (false, more) => format!(" of {named} and {more} more"),
            };
            format!("Left out: {what}{of} ({why}).")
        });
        self.notes.into_iter().chain(told).collect()
    }

    /// The rows of a statement; `None` if it was left out.
    pub async fn rows_of(
        &mut self,
        what: &'static str,
        column: &str,
        sql: &str,
        max_rows: usize,
    ) -> Result<Option<Vec<Vec<Value>>>, AttemptError> {
        match self.run(sql, max_rows).await {
            Ok(rows) => Ok(Some(rows)),
            Err(error) if error.code == ErrorCode::Cancelled => Err(error),
            Err(error) => {
                self.leave_out(what, Some(column), &error);
                Ok(None)
            }
        }
    }

    /// The one row of a statement about the whole table.
    pub async fn one_row(&mut self, what: &'static str, sql: &str) -> Result<Option<Vec<Value>>, AttemptError> {
        match self.run(sql, 1).await {
            Ok(rows) => Ok(rows.into_iter().next()),
            Err(error) if error.code == ErrorCode::Cancelled => Err(error),
            Err(error) => {
                self.leave_out(what, None, &error);
                Ok(None)
            }
        }
    }

    /// Answers what is asked of each column in as few statements as their size allows.
    pub async fn per_column(
        &mut self,
        what: &'static str,
        subjects: &[Subject<'_>],
        asks: Vec<Option<Ask>>,
    ) -> Result<Answers, AttemptError> {
        let names: Vec<&str> = subjects.iter().map(|subject| subject.column.name.as_str()).collect();
        // A view is computed anew by every statement, and SQLite reads whole rows: there a column more costs little.
        let by_columns = self.dialect() == Dialect::DuckDb && self.kind == TableKind::Table;
        let size = match by_columns {
            true => Size {
                columns: usize::try_from(STATEMENT_VALUES / self.rows.max(1)).unwrap_or(usize::MAX).max(1),
                bytes: SHORT_STATEMENT,
            },
            false => Size { columns: usize::MAX, bytes: LONG_STATEMENT },
        };
        self.answer(what, &names, asks, &size, None).await
    }

    /// The same for asks that are all made of one source.
    pub async fn per_pair(
        &mut self,
        what: &'static str,
        source: String,
        asks: Vec<Option<Ask>>,
    ) -> Result<Answers, AttemptError> {
        let size = Size { columns: usize::MAX, bytes: LONG_STATEMENT };
        self.answer(what, &[], asks, &size, Some(&source)).await
    }

    /// A statement that fails is cut in two, so that one odd column does not cost the others their figures.
    async fn answer(
        &mut self,
        what: &'static str,
        names: &[&str],
        asks: Vec<Option<Ask>>,
        size: &Size,
        source: Option<&str>,
    ) -> Result<Answers, AttemptError> {
        let mut answers: Answers = asks.iter().map(|_| None).collect();
        let asked: Vec<(usize, Ask)> = asks.into_iter().enumerate().filter_map(|(i, ask)| Some((i, ask?))).collect();
        let mut waiting = groups(&asked, size);
        waiting.reverse();
        while let Some(group) = waiting.pop() {
            let sql = self.statement(group, source);
            match self.run(&sql, 1).await {
                Ok(rows) => {
                    let mut cells = rows.into_iter().next().unwrap_or_default().into_iter();
                    for (i, ask) in group {
                        let own: Vec<Value> = cells.by_ref().take(ask.wanted.len()).collect();
                        if let Some(answer) = answers.get_mut(*i) {
                            *answer = Some(own);
                        }
                    }
                }
                Err(error) if error.code == ErrorCode::Cancelled => return Err(error),
                Err(error) => match group {
                    [] => {}
                    [(i, _)] => self.leave_out(what, names.get(*i).copied(), &error),
                    _ => {
                        let (left, right) = group.split_at(group.len() / 2);
                        waiting.extend([right, left]);
                    }
                },
            }
        }
        Ok(answers)
    }

    fn statement(&self, group: &[(usize, Ask)], source: Option<&str>) -> String {
        let list = |of: fn(&Ask) -> &Vec<String>| {
            group.iter().flat_map(|(_, ask)| of(ask)).map(String::as_str).collect::<Vec<_>>().join(", ")
        };
        let wanted = list(|ask| &ask.wanted);
        match source {
            Some(source) => format!("SELECT {wanted} FROM {source}"),
            None => format!("SELECT {wanted} FROM (SELECT {} FROM {}) AS part", list(|ask| &ask.columns), self.from),
        }
    }

    /// Hands every row of a statement on without keeping any. `false` if it was left out, whatever was handed on before.
    pub async fn each_row(
        &mut self,
        what: &'static str,
        sql: &str,
        each: impl FnMut(&[Value]),
    ) -> Result<bool, AttemptError> {
        match self.hand_on(sql, each).await {
            Ok(()) => Ok(true),
            Err(error) if error.code == ErrorCode::Cancelled => Err(error),
            Err(error) => {
                self.leave_out(what, None, &error);
                Ok(false)
            }
        }
    }

    async fn hand_on(&self, sql: &str, mut each: impl FnMut(&[Value])) -> Result<(), AttemptError> {
        let most = usize::try_from(self.rows).unwrap_or(usize::MAX);
        let mut stream = self.start(sql, most).await?;
        while let Some(rows) = stream.next().await {
            rows.map_err(|error| crate::from_connector(&error))?.iter().for_each(|row| each(row));
        }
        Ok(())
    }

    async fn run(&self, sql: &str, max_rows: usize) -> Result<Vec<Vec<Value>>, AttemptError> {
        let since = Instant::now();
        let results = self.start(sql, max_rows).await?.collect().await;
        tracing::debug!(millis = since.elapsed().as_millis(), sql, "a statement of a profile");
        Ok(results.map_err(|error| crate::from_connector(&error))?.rows)
    }

    async fn start(&self, sql: &str, max_rows: usize) -> Result<RowStream, AttemptError> {
        if self.cancel.is_cancelled() {
            return Err(stopped());
        }
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left < Duration::from_millis(1) {
            return Err(too_late());
        }
        let Ground { connector, catalog, tenant } = &self.ground;
        let checked = check_against(connector, catalog, tenant.as_ref(), sql, max_rows).map_err(|rejected| {
            tracing::warn!(%sql, %rejected, "a statement of a profile was refused");
            crate::from_rejected(rejected)
        })?;
        // Few rows are kept, and where there are many none is.
        let limits = Limits {
            max_rows,
            timeout: self.limits.timeout.min(left),
            max_result_bytes: usize::MAX,
            ..self.limits.clone()
        };
        connector.run(&checked, &limits, &self.cancel).await.map_err(|error| crate::from_connector(&error))
    }

    fn leave_out(&mut self, what: &'static str, column: Option<&str>, error: &AttemptError) {
        tracing::debug!(what, column, %error.message, "a figure is left out");
        let why = error.message.trim_end_matches('.').to_owned();
        match self.left_out.iter_mut().find(|left| left.what == what && left.why == why) {
            Some(left) => left.columns.extend(column.map(str::to_owned)),
            None => self.left_out.push(LeftOut { what, why, columns: column.map(str::to_owned).into_iter().collect() }),
        }
    }
}

/// As many columns a statement as fit.
fn groups<'a>(asked: &'a [(usize, Ask)], most: &Size) -> Vec<&'a [(usize, Ask)]> {
    let mut groups = Vec::new();
    let mut rest = asked;
    while !rest.is_empty() {
        let (mut bytes, mut figures) = (0, 0);
        let fits = |(_, ask): &&(usize, Ask)| {
            bytes += ask.wanted.iter().chain(&ask.columns).map(|text| text.len() + 2).sum::<usize>();
            figures += ask.wanted.len();
            bytes <= most.bytes && figures <= STATEMENT_FIGURES
        };
        let size = rest.iter().take(most.columns).take_while(fits).count().max(1);
        let (group, behind) = rest.split_at(size);
        groups.push(group);
        rest = behind;
    }
    groups
}

fn too_late() -> AttemptError {
    AttemptError {
        code: ErrorCode::Timeout,
        message: "there was no time left for it".to_owned(),
        suggestion: Some("Profile fewer columns at once.".to_owned()),
    }
}

pub fn count(value: &Value) -> Option<u64> {
    match value {
        Value::Int(count) => u64::try_from(*count).ok(),
        _ => None,
    }
}

pub fn number(value: &Value) -> Option<f64> {
    value.as_f64().filter(|x| x.is_finite())
}

/// One numbered line in so many, picked all over the table and the same ones every time. Every so manieth line would do
/// where nothing in the rows comes back at regular distances.
pub fn sampled_line(every: u64) -> String {
    format!("(line * 2654435761 % 4294967296) / 65536 % {every} = 0")
}

/// A number as a literal that both engines read as a double and as no other.
pub fn literal(x: f64) -> String {
    // No minus before zero.
    let x = x + 0.0;
    if x < 0.0 { format!("({x:e})") } else { format!("{x:e}") }
}
