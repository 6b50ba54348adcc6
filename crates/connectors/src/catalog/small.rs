//! The figures of a small table, computed here from its rows: planning an aggregate costs an engine more than
//! reading a few rows, and with a thousand small tables that is the difference between one second and ten.

use super::sample;
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use vouch_model::{Column, DataType, Table, Value};

/// The distinct values of each column, as texts, for looking whether one column's are among another's.
pub(crate) type Distinct = HashMap<String, HashSet<String>>;

/// Fills in the figures. `None`, and nothing changed, when a value is of a kind that only the engine can order.
pub(crate) fn profile_rows(table: &mut Table, rows: &[Vec<Value>]) -> Option<Distinct> {
    let figures: Vec<Figures> =
        table.columns.iter().enumerate().map(|(i, column)| Figures::of(column, i, rows)).collect::<Option<_>>()?;
    table.row_count = u64::try_from(rows.len()).ok();
    let mut distinct = Distinct::new();
    for (column, figures) in table.columns.iter_mut().zip(figures) {
        let values = figures.apply(column);
        distinct.insert(column.name.clone(), values);
    }
    Some(distinct)
}

struct Figures {
    nulls: u64,
    filled: u64,
    range: Option<(Value, Value)>,
    /// How often each value occurs.
    counts: HashMap<String, u64>,
}

impl Figures {
    fn of(column: &Column, at: usize, rows: &[Vec<Value>]) -> Option<Figures> {
        use DataType::{Bool, Date, Decimal, Float, Int, Text, Time, Timestamp, Uuid};
        let known = matches!(column.data_type, Bool | Int | Float | Text | Date | Time | Timestamp { .. } | Uuid)
            || matches!(column.data_type, Decimal { precision: ..=15, .. });
        if !known {
            return None;
        }
        let ordered = !matches!(column.data_type, Bool | Text | Uuid);
        let mut figures = Figures { nulls: 0, filled: 0, range: None, counts: HashMap::new() };
        for value in rows.iter().filter_map(|row| row.get(at)) {
            if value.is_null() {
                figures.nulls += 1;
                continue;
            }
            figures.filled += 1;
            *figures.counts.entry(value.to_string()).or_default() += 1;
            if ordered {
                figures.widen(value)?;
            }
        }
        Some(figures)
    }

    fn widen(&mut self, value: &Value) -> Option<()> {
        let (min, max) = self.range.take().unwrap_or_else(|| (value.clone(), value.clone()));
        let min = if compare(value, &min)? == Ordering::Less { value.clone() } else { min };
        let max = if compare(value, &max)? == Ordering::Greater { value.clone() } else { max };
        self.range = Some((min, max));
        Some(())
    }

    fn apply(self, column: &mut Column) -> HashSet<String> {
        let distinct = u64::try_from(self.counts.len()).unwrap_or(u64::MAX);
        column.null_count = Some(self.nulls);
        column.distinct_count = Some(distinct);
        column.unique = self.filled > 0 && distinct == self.filled;
        (column.min, column.max) = self.range.unzip();
        if column.data_type.is_text() {
            let mut often: Vec<(&String, &u64)> = self.counts.iter().collect();
            often.sort_by(|a, b| b.1.cmp(a.1).then_with(|| a.0.cmp(b.0)));
            column.samples = often.into_iter().take(3).map(|(text, _)| sample(text)).collect();
        }
        self.counts.into_keys().collect()
    }
}

/// Values of one column; `None` for kinds that are not ordered here (endless dates, huge numbers, NaN).
fn compare(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => Some(a.cmp(b)),
        (Value::Float(a), Value::Float(b)) => a.partial_cmp(b),
        // At most 15 digits, which a double holds exactly enough to order.
        (Value::Decimal(a), Value::Decimal(b)) => a.to_f64().partial_cmp(&b.to_f64()),
        (Value::Date(a), Value::Date(b)) => Some(a.cmp(b)),
        (Value::Time(a), Value::Time(b)) => Some(a.cmp(b)),
        (Value::Timestamp(a), Value::Timestamp(b)) => Some(a.cmp(b)),
        _ => None,
    }
}
