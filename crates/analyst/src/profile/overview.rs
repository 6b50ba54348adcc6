//! The first pass: how many values there are and of what sort, and their range.

use super::frequency::shown;
use super::reader::{Ask, Reader, count, number};
use super::subject::Subject;
use super::{dates, not_finite};
use vouch_model::{AttemptError, ColumnFlag, ColumnKind, ColumnProfile, Dialect, Evidence, Value};

/// Values that show a flag.
const EXAMPLES: usize = 5;

pub struct Overview {
    /// Not NULL.
    pub filled: u64,
    /// Those that figures are made of.
    pub usable: u64,
    nan: u64,
    infinite: (u64, u64),
    /// An estimate, where the table is large.
    pub about_distinct: Option<u64>,
    pub min: Option<Value>,
    pub max: Option<Value>,
    /// Characters of the longest text.
    pub longest: Option<u64>,
    strays: u64,
}

pub async fn read(subjects: &[Subject<'_>], reader: &mut Reader) -> Result<Vec<Option<Overview>>, AttemptError> {
    let estimate = reader.is_large() && reader.dialect() == Dialect::DuckDb;
    let asks = subjects.iter().map(|subject| Some(ask(subject, estimate))).collect();
    let answers = reader.per_column("figures", subjects, asks).await?;
    Ok(subjects.iter().zip(answers).map(|(subject, cells)| Some(Overview::of(subject, cells?))).collect())
}

/// Read back in the same order.
fn ask(subject: &Subject<'_>, estimate: bool) -> Ask {
    let x = subject.alias.as_str();
    let columns = vec![subject.plain()];
    if subject.kind == ColumnKind::Opaque {
        return Ask { columns, wanted: vec![format!("count({x})")] };
    }
    let counted = |condition: String| format!("count(*) FILTER (WHERE {condition})");
    let none = || "0".to_owned();
    let usable = subject.usable(x);
    let only_usable = match usable == format!("{x} IS NOT NULL") {
        true => x.to_owned(),
        false => format!("CASE WHEN {usable} THEN {x} END"),
    };
    let [nan, above, below] = subject.not_finite(x).map_or_else(|| [none(), none(), none()], |odd| odd.map(counted));
    let wanted = vec![
        format!("count({x})"),
        counted(usable),
        nan,
        above,
        below,
        subject.stray(x).map_or_else(none, counted),
        if estimate { format!("approx_count_distinct({only_usable})") } else { "NULL".to_owned() },
        format!("min({only_usable})"),
        format!("max({only_usable})"),
        if subject.is_text() { format!("max(length({x}))") } else { "NULL".to_owned() },
    ];
    Ask { columns, wanted }
}

impl Overview {
    fn of(subject: &Subject<'_>, cells: Vec<Value>) -> Self {
        let mut cells = cells.into_iter();
        let mut counted = || cells.next().as_ref().and_then(count);
        let filled = counted().unwrap_or(0);
        let (usable, nan) = (counted().unwrap_or(filled), counted().unwrap_or(0));
        let infinite = (counted().unwrap_or(0), counted().unwrap_or(0));
        let (strays, about_distinct) = (counted().unwrap_or(0), counted());
        let mut value = || cells.next().filter(|value| !value.is_null());
        let (min, max) = (value(), value());
        let longest = value().as_ref().and_then(count);
        let typed = |value: Value| match subject.kind {
            ColumnKind::Date => dates::typed(value, &subject.column.data_type),
            _ => value,
        };
        Self {
            filled,
            usable,
            nan,
            infinite,
            about_distinct,
            min: min.map(typed),
            max: max.map(typed),
            longest,
            strays,
        }
    }

    /// Infinities are values of their own; the counting of values leaves them out.
    pub fn infinities(&self) -> u64 {
        u64::from(self.infinite.0 > 0) + u64::from(self.infinite.1 > 0)
    }

    /// By what numbers are divided before they are squared, where the squares would not be doubles.
    pub fn scale(&self) -> Option<f64> {
        let of = |value: &Option<Value>| value.as_ref().and_then(number);
        let (min, max) = of(&self.min).zip(of(&self.max))?;
        let largest = min.abs().max(max.abs());
        (largest > 0.0 && !(1e-150..1e150).contains(&largest)).then_some(largest)
    }

    pub fn fill(&self, profile: &mut ColumnProfile, rows: u64) {
        profile.count = self.filled;
        profile.nulls = rows.saturating_sub(self.filled);
        profile.min = self.min.clone();
        profile.max = self.max.clone();
        profile.not_finite = not_finite(self.nan, self.infinite.0 + self.infinite.1);
    }

    /// SQLite's values of another class than the column's.
    pub async fn strays(&self, subject: &Subject<'_>, reader: &mut Reader) -> Result<Vec<Evidence>, AttemptError> {
        let Some(condition) = subject.stray(&subject.name).filter(|_| self.strays > 0) else { return Ok(Vec::new()) };
        let sql = format!(
            "SELECT DISTINCT {} FROM {} WHERE {condition} ORDER BY 1 LIMIT {EXAMPLES}",
            subject.name,
            reader.table()
        );
        let found = reader.rows_of("examples", &subject.column.name, &sql, EXAMPLES).await?.unwrap_or_default();
        let examples = found.into_iter().flatten().map(|value| shown(value).to_string()).collect();
        Ok(vec![Evidence { flag: ColumnFlag::MixedTypes, rows: Some(self.strays), examples }])
    }
}
