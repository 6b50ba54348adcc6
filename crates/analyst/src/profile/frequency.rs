//! The most frequent values of a column, and how many different ones there are.

use super::overview::Overview;
use super::reader::{Reader, count, sampled_line};
use super::subject::Subject;
use vouch_model::{AttemptError, ColumnKind, ColumnProfile, Dialect, TopValue, Value};

const TOP: usize = 10;
/// In a large table values are counted one by one up to so many different ones.
pub const COUNTED_VALUES: u64 = 100_000;
/// Characters of a text that are shown.
const LONGEST_SHOWN: usize = 200;

#[derive(Default)]
pub struct Frequency {
    top: Vec<TopValue>,
    pub distinct: Option<u64>,
    /// `distinct` is an estimate, and the most frequent values may be others.
    pub is_estimate: bool,
}

pub async fn read(
    subjects: &[Subject<'_>],
    overviews: &[Option<Overview>],
    reader: &mut Reader,
) -> Result<Vec<Frequency>, AttemptError> {
    let mut all = Vec::with_capacity(subjects.len());
    for (subject, overview) in subjects.iter().zip(overviews) {
        let countable = overview.as_ref().filter(|_| subject.kind != ColumnKind::Opaque);
        all.push(match countable {
            None => Frequency::default(),
            Some(overview) if overview.usable == 0 => Frequency { distinct: Some(0), ..Frequency::default() },
            Some(overview) => column(subject, overview, reader).await?,
        });
    }
    Ok(all)
}

async fn column(subject: &Subject<'_>, overview: &Overview, reader: &mut Reader) -> Result<Frequency, AttemptError> {
    let unique = subject.column.unique && overview.filled == overview.usable;
    match overview.about_distinct.filter(|about| *about > COUNTED_VALUES) {
        None if reader.is_large() && reader.dialect() == Dialect::Sqlite => sampled(subject, overview, reader).await,
        None => counted(subject, reader).await,
        // Every value occurs once: there is no most frequent one worth a name.
        Some(_) if unique => Ok(Frequency { distinct: Some(overview.filled), ..Frequency::default() }),
        Some(about) => {
            let distinct = Some(about.min(overview.usable));
            let top = if about <= overview.usable / 2 { estimated_top(subject, reader).await? } else { Vec::new() };
            Ok(Frequency { top, distinct, is_estimate: true })
        }
    }
}

/// Counts every value.
async fn counted(subject: &Subject<'_>, reader: &mut Reader) -> Result<Frequency, AttemptError> {
    let x = &subject.name;
    let sql = format!(
        "SELECT {x}, count(*), count(*) OVER () FROM {} WHERE {} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT {TOP}",
        reader.table(),
        subject.usable(x),
    );
    let rows = reader.rows_of("most frequent values", &subject.column.name, &sql, TOP).await?;
    let Some(rows) = rows else { return Ok(Frequency::default()) };
    let distinct = rows.first().and_then(|row| row.get(2)).and_then(count);
    Ok(Frequency { top: top(rows), distinct, is_estimate: false })
}

/// Which are the most frequent is an estimate; how often they occur is not.
async fn estimated_top(subject: &Subject<'_>, reader: &mut Reader) -> Result<Vec<TopValue>, AttemptError> {
    let (x, table, usable) = (&subject.name, reader.table(), subject.usable(&subject.name));
    let sql = format!(
        "SELECT {x}, count(*) FROM {table} WHERE {x} IN (SELECT unnest(approx_top_k({x}, {TOP})) FROM {table} \
         WHERE {usable}) GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT {TOP}"
    );
    Ok(top(reader.rows_of("most frequent values", &subject.column.name, &sql, TOP).await?.unwrap_or_default()))
}

/// SQLite has no estimates: counts a part of the rows.
async fn sampled(subject: &Subject<'_>, overview: &Overview, reader: &mut Reader) -> Result<Frequency, AttemptError> {
    const SAMPLE_ROWS: u64 = 200_000;
    if subject.column.unique && overview.filled == overview.usable {
        return Ok(Frequency { distinct: Some(overview.filled), ..Frequency::default() });
    }
    let (x, every) = (&subject.name, reader.rows().div_ceil(SAMPLE_ROWS));
    let sql = format!(
        "SELECT x, count(*), count(*) OVER (), sum(count(*)) OVER () FROM (SELECT {x} AS x, \
         row_number() OVER () AS line FROM {}) AS numbered WHERE {} AND {} \
         GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT {TOP}",
        reader.table(),
        sampled_line(every),
        subject.usable("x"),
    );
    let rows = reader.rows_of("most frequent values", &subject.column.name, &sql, TOP).await?.unwrap_or_default();
    let figure = |i: usize| rows.first().and_then(|row| row.get(i)).and_then(count);
    let distinct = figure(2).zip(figure(3)).map(|(distinct, seen)| match distinct * 10 <= seen {
        // Few different values among many rows: those are probably all.
        true => distinct,
        false => distinct.saturating_mul(every).min(overview.usable),
    });
    let scaled = |mut value: TopValue| {
        value.count = value.count.saturating_mul(every);
        value
    };
    let top = top(rows).into_iter().map(scaled).collect();
    Ok(Frequency { top, distinct, is_estimate: true })
}

fn top(rows: Vec<Vec<Value>>) -> Vec<TopValue> {
    let one = |row: Vec<Value>| {
        let mut cells = row.into_iter();
        let value = cells.next()?;
        Some(TopValue { value: shown(value), count: cells.next().as_ref().and_then(count)? })
    };
    rows.into_iter().filter_map(one).collect()
}

/// A value as it is shown: a very long text is cut.
pub fn shown(value: Value) -> Value {
    match value {
        Value::Text(text) => match text.char_indices().nth(LONGEST_SHOWN) {
            Some((end, _)) => Value::Text(format!("{}…", text.get(..end).unwrap_or_default())),
            None => Value::Text(text),
        },
        other => other,
    }
}

impl Frequency {
    pub fn fill(self, profile: &mut ColumnProfile, subject: &Subject<'_>, overview: &Overview) {
        profile.distinct = self.distinct.map(|distinct| distinct + overview.infinities());
        profile.mode = self.top.first().map(|top| top.value.clone());
        let with_top = !subject.is_measured() && subject.kind != ColumnKind::Opaque;
        if self.is_estimate {
            let figures = ["distinct", "mode", "top"];
            let has = [true, profile.mode.is_some(), with_top && !self.top.is_empty()];
            let named = figures.into_iter().zip(has).filter(|(_, has)| *has);
            profile.approximate.extend(named.map(|(figure, _)| figure.to_owned()));
        }
        profile.top = with_top.then_some(self.top);
    }
}
