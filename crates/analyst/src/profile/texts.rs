//! Texts that were typed by hand: numbers and dates among them, blanks around them, the same word in several spellings.
//!
//! All of it is asked of the different values with their counts, not of the rows. In a large table with very many
//! different values it is asked of a part of them, chosen by the value so that spellings of one word stay together.

use super::frequency::{COUNTED_VALUES, Frequency, shown};
use super::overview::Overview;
use super::reader::{Reader, count, sampled_line};
use super::subject::Subject;
use vouch_model::{AttemptError, ColumnFlag, Dialect, Evidence, Value};
use vouch_sql::quote_text;

/// What a person does not see at the ends of a text; the last one is the blank that does not break lines.
const BLANKS: &str = " \t\n\r\u{a0}";
const EXAMPLES: usize = 5;
/// Rows that are looked at where there are too many different values.
const SAMPLE_ROWS: u64 = 200_000;
/// A single number among many words is a word; from this part on it looks like a column of numbers that is not one.
const MIXED_PART: f64 = 0.05;

pub async fn read(
    subject: &Subject<'_>,
    overview: &Overview,
    frequency: &Frequency,
    reader: &mut Reader,
) -> Result<Vec<Evidence>, AttemptError> {
    if !subject.is_text() || overview.usable == 0 {
        return Ok(Vec::new());
    }
    let spellings = Spellings::of(subject, frequency, reader);
    let mut evidence = spellings.classes(reader).await?;
    evidence.extend(spellings.variants(reader).await?);
    Ok(evidence)
}

struct Spellings<'a> {
    column: &'a str,
    dialect: Dialect,
    /// The different values `v` with the number of rows `n`, for FROM.
    source: String,
    is_part: bool,
}

impl<'a> Spellings<'a> {
    fn of(subject: &Subject<'a>, frequency: &Frequency, reader: &Reader) -> Self {
        let (x, table, dialect) = (&subject.name, reader.table(), reader.dialect());
        let is_part = reader.is_large() && frequency.distinct.is_none_or(|distinct| distinct > COUNTED_VALUES);
        let every = reader.rows().div_ceil(SAMPLE_ROWS);
        let source = match dialect {
            Dialect::Sqlite if is_part => format!(
                "(SELECT x AS v, count(*) AS n FROM (SELECT {x} AS x, row_number() OVER () AS line FROM {table}) \
                 AS numbered WHERE {} AND typeof(x) = 'text' GROUP BY 1) AS spelled",
                sampled_line(every)
            ),
            Dialect::Sqlite => format!(
                "(SELECT {x} AS v, count(*) AS n FROM {table} WHERE typeof({x}) = 'text' GROUP BY 1) AS spelled"
            ),
            _ => {
                let text = format!("CAST({x} AS VARCHAR)");
                let part = match is_part {
                    true => format!(" AND hash({}) % {every} = 0", plain(&text)),
                    false => String::new(),
                };
                format!(
                    "(SELECT {text} AS v, count(*) AS n FROM {table} WHERE {x} IS NOT NULL{part} GROUP BY 1) AS spelled"
                )
            }
        };
        Self { column: &subject.column.name, dialect, source, is_part }
    }

    /// Blanks at the ends, and numbers and dates among words.
    async fn classes(&self, reader: &mut Reader) -> Result<Vec<Evidence>, AttemptError> {
        let trimmed = trimmed("v");
        let (number, date) = (self.is_number(&trimmed), self.is_date(&trimmed));
        let padded = format!("v <> {trimmed}");
        let rows_with = |condition: &str| format!("sum(CASE WHEN {condition} THEN n ELSE 0 END)");
        let sql = format!(
            "SELECT {}, {}, {}, {} FROM {}",
            rows_with(&padded),
            rows_with(&number),
            rows_with(&date),
            rows_with(&format!("{trimmed} <> ''")),
            self.source,
        );
        let row =
            reader.rows_of("looks at texts", self.column, &sql, 1).await?.and_then(|rows| rows.into_iter().next());
        let counts: Vec<u64> = row.unwrap_or_default().iter().filter_map(count).collect();
        let [blanks, numbers, days, filled] = counts.as_slice() else { return Ok(Vec::new()) };
        let mut evidence = Vec::new();
        let numbers_are_mixed = is_mixed(*numbers, *filled);
        if numbers_are_mixed || is_mixed(*days, *filled) {
            let (some, class) = if numbers_are_mixed { (*numbers, &number) } else { (*days, &date) };
            let few_are = some * 2 <= *filled;
            let condition = if few_are { class.clone() } else { format!("NOT ({class}) AND {trimmed} <> ''") };
            let rows = if few_are { some } else { filled - some };
            evidence.push(self.evidence(ColumnFlag::MixedTypes, rows, &condition, reader).await?);
        }
        if *blanks > 0 {
            evidence.push(self.evidence(ColumnFlag::Whitespace, *blanks, &padded, reader).await?);
        }
        Ok(evidence)
    }

    async fn evidence(
        &self,
        flag: ColumnFlag,
        rows: u64,
        condition: &str,
        reader: &mut Reader,
    ) -> Result<Evidence, AttemptError> {
        let sql = format!("SELECT v FROM {} WHERE {condition} ORDER BY n DESC, v LIMIT {EXAMPLES}", self.source);
        let found = reader.rows_of("examples", self.column, &sql, EXAMPLES).await?.unwrap_or_default();
        let examples = found.into_iter().flatten().map(|value| shown(value).to_string()).collect();
        Ok(Evidence { flag, rows: (!self.is_part).then_some(rows), examples })
    }

    /// Words that differ only in case and blanks, two spellings of each.
    async fn variants(&self, reader: &mut Reader) -> Result<Option<Evidence>, AttemptError> {
        let sql = format!(
            "SELECT min(v), max(v), sum(n), sum(sum(n)) OVER () FROM {} GROUP BY {} HAVING count(*) > 1 \
             ORDER BY 3 DESC, 1 LIMIT {EXAMPLES}",
            self.source,
            plain("v"),
        );
        let found = reader.rows_of("looks at spellings", self.column, &sql, EXAMPLES).await?.unwrap_or_default();
        let Some(rows) = found.first().and_then(|row| row.get(3)).and_then(count) else { return Ok(None) };
        let pair = |row: &Vec<Value>| match row.as_slice() {
            [one, other, ..] => Some(format!("{} | {}", shown(one.clone()), shown(other.clone()))),
            _ => None,
        };
        let examples = found.iter().filter_map(pair).collect();
        Ok(Some(Evidence { flag: ColumnFlag::CaseVariants, rows: (!self.is_part).then_some(rows), examples }))
    }

    fn is_number(&self, text: &str) -> String {
        match self.dialect {
            Dialect::Sqlite => format!(
                "glob('*[0-9]*', {text}) AND NOT glob('*[^0-9.+-]*', {text}) AND NOT glob('?*[+-]*', {text}) \
                 AND NOT glob('*.*.*', {text})"
            ),
            _ => format!("regexp_full_match({text}, '[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)')"),
        }
    }

    fn is_date(&self, text: &str) -> String {
        match self.dialect {
            Dialect::Sqlite => {
                format!("glob('[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]', substr({text}, 1, 10))")
            }
            _ => format!("regexp_full_match(substr({text}, 1, 10), '[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}')"),
        }
    }
}

fn is_mixed(some: u64, all: u64) -> bool {
    some > 0 && some < all && some as f64 >= MIXED_PART * all as f64
}

fn trimmed(text: &str) -> String {
    format!("trim({text}, {})", quote_text(BLANKS))
}

/// The word behind a spelling. SQLite knows the case of plain letters only.
fn plain(text: &str) -> String {
    format!("lower(replace(replace({}, '  ', ' '), '  ', ' '))", trimmed(text))
}
