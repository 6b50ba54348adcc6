//! What a column of a result is to a chart: a measure, time, a category with or without an order, an id.
//!
//! Judged by the values first (engines with loose types say little in their declarations) and by the name where
//! values cannot tell: `month = 3` is a place in the year, `customer_id = 3` a name.

use crate::calendar::{self, Grain, Moment};
use crate::words::{self, Unit};
use crate::{Hints, ordinal};
use std::collections::HashSet;
use vouch_model::{DataType, ResultSet, Value};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Measure,
    Time(Grain),
    /// Categories that have an order of their own: weekdays, months, age bands, ratings.
    Ordinal,
    Category,
    Id,
    /// Prose, nested values and anything else that no axis can carry.
    Unusable,
}

#[derive(Clone, Debug)]
pub(crate) struct Column<'a> {
    pub(crate) index: usize,
    pub(crate) name: &'a str,
    pub(crate) title: String,
    pub(crate) role: Role,
    /// How many different values there are, counted up to `COUNTED`.
    pub(crate) distinct: usize,
    pub(crate) filled: usize,
    pub(crate) least: f64,
    pub(crate) greatest: f64,
    pub(crate) numeric: bool,
    months: bool,
    years: bool,
}

/// Beyond this many different values, "many" is all that matters.
const COUNTED: usize = 2_000;
/// A label longer than this on average is prose.
const PROSE: usize = 48;

/// What people call it; a label that is itself a name of the machine's (`Weight_in_lbs`) is put into words, too.
fn label_of(hints: &Hints, name: &str) -> String {
    match hints.labels.get(name) {
        Some(label) if !label.contains('_') => label.clone(),
        Some(label) => words::title(label),
        None => words::title(name),
    }
}

impl<'a> Column<'a> {
    pub(crate) fn profile(rows: &'a ResultSet, index: usize, hints: &Hints) -> Option<Self> {
        let declared = rows.columns.get(index)?;
        let values = || rows.rows.iter().filter_map(move |row| row.get(index)).filter(|value| !value.is_null());
        let mut column = Self {
            index,
            name: &declared.name,
            title: label_of(hints, &declared.name),
            role: Role::Unusable,
            distinct: 0,
            filled: values().count(),
            least: f64::INFINITY,
            greatest: f64::NEG_INFINITY,
            numeric: false,
            months: false,
            years: false,
        };
        if column.filled == 0 {
            return Some(column);
        }
        column.numeric = values().all(|value| value.as_f64().is_some());
        if column.numeric {
            column.profile_numbers(values().filter_map(Value::as_f64).filter(|x| x.is_finite()));
        } else {
            column.profile_names(&declared.data_type, values);
        }
        Some(column)
    }

    fn profile_numbers(&mut self, values: impl Iterator<Item = f64>) {
        let mut seen = HashSet::new();
        let (mut whole, mut finite) = (true, 0);
        for x in values {
            finite += 1;
            self.least = self.least.min(x);
            self.greatest = self.greatest.max(x);
            whole &= x.fract() == 0.0;
            if seen.len() < COUNTED {
                seen.insert(x.to_bits());
            }
        }
        self.filled = finite;
        self.distinct = seen.len();
        let within = |from: f64, to: f64| whole && self.least >= from && self.greatest <= to;
        let parts = words::split(self.name);
        let last = parts.last().map_or("", String::as_str);
        let named =
            |names: &[&str]| names.contains(&last) || parts.first().is_some_and(|w| names.contains(&w.as_str()));
        let computed = words::is_aggregate(self.name);
        self.years = !computed && within(1000.0, 2999.0) && named(&["year", "yr", "years"]);
        self.months = !computed && within(1.0, 12.0) && named(&["month", "mon", "mo"]);
        self.role = if finite == 0 {
            Role::Unusable
        } else if self.years {
            Role::Time(Grain::Year)
        } else if words::is_id(self.name) && whole {
            Role::Id
        } else if !computed && (self.months || ordinal::is_counted(last, within)) {
            Role::Ordinal
        } else {
            Role::Measure
        };
    }

    fn profile_names<I: Iterator<Item = &'a Value>>(&mut self, declared: &DataType, values: impl Fn() -> I) {
        let (mut seen, mut letters) = (HashSet::new(), 0);
        for value in values() {
            let text = value.to_string();
            letters += text.chars().count();
            if seen.len() < COUNTED {
                seen.insert(text);
            }
        }
        self.distinct = seen.len();
        let nested = values().any(|v| matches!(v, Value::Blob(_) | Value::List(_) | Value::Struct(_) | Value::Map(_)));
        let typed = || values().all(|value| calendar::of_value(value).is_some());
        self.role = if nested || matches!(declared, DataType::Json) {
            Role::Unusable
        } else if typed() {
            Role::Time(calendar::grain_of(values().filter_map(calendar::of_value).collect::<Vec<_>>().into_iter()))
        } else if let Some(grain) = text_grain(&values) {
            Role::Time(grain)
        } else if letters / self.filled.max(1) > PROSE {
            Role::Unusable
        } else if values().all(|value| matches!(value, Value::Uuid(_))) || self.is_key(self.distinct) {
            Role::Id
        } else if values().all(|v| matches!(v, Value::Time(_)))
            || ordinal::rank_all(seen.iter().map(String::as_str)).is_some()
        {
            Role::Ordinal
        } else {
            Role::Category
        };
    }

    /// Texts under a name like `order_id`, nearly all different, identify rows.
    fn is_key(&self, distinct: usize) -> bool {
        words::is_id(self.name)
            && !self.name.to_lowercase().contains("code")
            && distinct * 10 >= self.filled.min(COUNTED) * 9
    }

    pub(crate) fn grain(&self) -> Option<Grain> {
        if let Role::Time(grain) = self.role { Some(grain) } else { None }
    }

    pub(crate) fn is_category(&self) -> bool {
        matches!(self.role, Role::Category | Role::Ordinal)
    }

    pub(crate) fn is_month_number(&self) -> bool {
        self.months
    }

    pub(crate) fn is_year_number(&self) -> bool {
        self.years
    }

    pub(crate) fn is_additive(&self) -> bool {
        words::is_additive(self.name)
    }

    pub(crate) fn unit(&self) -> Unit {
        words::unit(self.name, self.least, self.greatest)
    }

    pub(crate) fn value<'r>(&self, row: &'r [Value]) -> &'r Value {
        row.get(self.index).unwrap_or(&Value::Null)
    }

    pub(crate) fn number(&self, row: &[Value]) -> Option<f64> {
        self.value(row).as_f64().filter(|x| x.is_finite())
    }

    pub(crate) fn moment(&self, row: &[Value]) -> Option<Moment> {
        match self.value(row) {
            Value::Text(text) => calendar::of_text(text).or_else(|| year_text(text)).map(|(moment, _)| moment),
            value => calendar::of_value(value).or_else(|| value.as_f64().and_then(calendar::of_year)),
        }
    }

    /// The cell as the name of a bar, a series or a cell.
    pub(crate) fn label(&self, row: &[Value]) -> String {
        let value = self.value(row);
        if let (Some(grain), Some(moment)) = (self.grain(), self.moment(row)) {
            return grain.label(grain.floor(moment));
        }
        if let Some(month) = value.as_f64().filter(|_| self.months).and_then(calendar::month_label) {
            return month;
        }
        let text = words::shorten(value.to_string().trim(), LONGEST_LABEL);
        if text.is_empty() { NO_VALUE.to_owned() } else { text }
    }
}

/// What is longer is cut, with an ellipsis.
const LONGEST_LABEL: usize = 80;
/// How a missing category is called.
pub(crate) const NO_VALUE: &str = "(none)";

fn year_text(text: &str) -> Option<(Moment, Grain)> {
    let text = text.trim();
    let year = text.parse::<u16>().ok().filter(|_| text.len() == 4)?;
    calendar::of_year(f64::from(year)).filter(|_| (1800..=2200).contains(&year)).map(|moment| (moment, Grain::Year))
}

/// All texts are dates of one kind, or date and time of several.
fn text_grain<'v, I: Iterator<Item = &'v Value>>(values: &impl Fn() -> I) -> Option<Grain> {
    let mut finest = None;
    let mut moments = Vec::new();
    for value in values() {
        let Value::Text(text) = value else { return None };
        let (moment, grain) = calendar::of_text(text).or_else(|| year_text(text))?;
        moments.push(moment);
        finest = finest.map_or(Some(grain), |so_far: Grain| Some(so_far.min(grain)));
    }
    // Texts of whole days may still be months or years, as `2024-03-01`.
    match finest {
        Some(Grain::Day) => Some(calendar::grain_of(moments.into_iter())),
        other => other,
    }
}
