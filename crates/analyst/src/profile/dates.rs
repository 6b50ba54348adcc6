//! Dates: as seconds and back, and which of them can hardly be meant.

use super::frequency::shown;
use super::reader::{Reader, literal};
use super::spread::Spread;
use super::subject::Subject;
use jiff::civil;
use vouch_model::{AttemptError, ColumnFlag, DataType, Evidence, Timestamp, Value};

const DAY: f64 = 86_400.0;
const YEAR: f64 = 365.25 * DAY;
/// 1900-01-01.
const EARLIEST: f64 = -2_208_988_800.0;
/// So many distances between the quartiles outside of them, a date is far from the rest.
const FAR: f64 = 5.0;
/// Dates that lie close together are not far from each other because they lie closer still.
const LEAST_DISTANCE: f64 = 30.0 * DAY;
/// Where a quarter of the dates lie before it, 1970-01-01 is a date like others.
const AFTER_THE_EPOCH: f64 = 5.0 * YEAR;
const EXAMPLES: usize = 5;

/// Which dates of a column, in seconds, can hardly be meant.
#[derive(Clone, Copy)]
pub struct Odd {
    earliest: f64,
    latest: f64,
    /// 1970-01-01 stands for something else.
    epoch: bool,
}

impl Odd {
    pub fn of(spread: &Spread) -> Self {
        let next_year = jiff::Timestamp::now().as_second() as f64 + YEAR;
        let Some([q1, _, q3]) = spread.quartiles else {
            return Self { earliest: EARLIEST, latest: next_year, epoch: false };
        };
        let reach = FAR * (q3 - q1).max(LEAST_DISTANCE);
        Self { earliest: EARLIEST.max(q1 - reach), latest: next_year.min(q3 + reach), epoch: q1 > AFTER_THE_EPOCH }
    }

    pub fn holds(&self, x: f64) -> bool {
        x < self.earliest || x > self.latest || (self.epoch && (0.0..DAY).contains(&x))
    }

    /// The same as a condition on `x`.
    pub fn condition(&self, x: &str) -> String {
        let epoch = if self.epoch { format!(" OR {x} >= 0 AND {x} < {}", literal(DAY)) } else { String::new() };
        format!("{x} < {} OR {x} > {}{epoch}", literal(self.earliest), literal(self.latest))
    }
}

pub async fn read(
    subject: &Subject<'_>,
    spread: &Spread,
    rows: u64,
    reader: &mut Reader,
) -> Result<Option<Evidence>, AttemptError> {
    if rows == 0 {
        return Ok(None);
    }
    let sql = format!(
        "SELECT DISTINCT day FROM (SELECT {} AS day, {} FROM {}) AS dated WHERE {} ORDER BY 1 LIMIT {EXAMPLES}",
        subject.name,
        subject.measured(),
        reader.table(),
        Odd::of(spread).condition(&subject.alias),
    );
    let found = reader.rows_of("examples", &subject.column.name, &sql, EXAMPLES).await?.unwrap_or_default();
    let examples = found.into_iter().flatten().map(|value| shown(value).to_string()).collect();
    Ok(Some(Evidence { flag: ColumnFlag::DatesOutOfRange, rows: Some(rows), examples }))
}

/// What a column of dates would hold: a day where the seconds are one, else a time of it.
pub fn from_seconds(seconds: f64, data_type: &DataType) -> Option<Value> {
    let day = seconds / DAY;
    if *data_type == DataType::Date && day.fract() == 0.0 {
        return (day.abs() < f64::from(i32::MAX)).then_some(Value::Date(day as i32));
    }
    let micros = (seconds * 1e6).round();
    let zoned = matches!(data_type, DataType::Timestamp { zoned: true });
    (micros.abs() < 9e18).then(|| Value::Timestamp(Timestamp::from_micros(micros as i64, zoned)))
}

/// SQLite's dates are texts where an aggregate gives them.
pub fn typed(value: Value, data_type: &DataType) -> Value {
    let Value::Text(text) = &value else { return value };
    let (day, time) = (text.parse::<civil::Date>(), text.parse::<civil::DateTime>());
    let seconds = match (data_type, day, time) {
        (DataType::Date, Ok(day), _) => day.to_datetime(civil::Time::midnight()),
        (_, _, Ok(time)) => time,
        _ => return value,
    };
    let since = seconds.to_zoned(jiff::tz::TimeZone::UTC).map(|at| at.timestamp());
    let read = since.ok().and_then(|at| from_seconds(at.as_microsecond() as f64 / 1e6, data_type));
    read.unwrap_or(value)
}
