//! What the cells of one column have in common, and the type that follows.
//!
//! Cells are observed one by one (a sample of a clean file, every cell of a messy one); the decision is made at the
//! end, once for the whole column. Refuses a type that more than one cell in a hundred contradicts, and anything that
//! would lose what a code says (leading zeros, telephone numbers, ids of more than 18 digits, two currencies).

use super::dates::{self, DateShape, Order};
use super::numbers::{self, NumberText};

/// Texts that stand for "no value" in a column whose other values have a type. Lower case.
pub const NULL_MARKERS: [&str; 16] = [
    "na", "n/a", "#n/a", "null", "none", "nan", "nil", "-", "--", "?", ".", "#value!", "#ref!", "#div/0!", "#name?",
    "(null)",
];

#[derive(Clone, Debug, PartialEq)]
pub enum ColumnType {
    Text,
    Bool,
    Int(NumberStyle),
    /// Exact, with so many digits before and after the mark.
    Decimal {
        whole_digits: u32,
        scale: u32,
        style: NumberStyle,
    },
    Float(NumberStyle),
    Date(Vec<DateShape>),
    Timestamp {
        shapes: Vec<DateShape>,
        zoned: bool,
    },
    Time,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NumberStyle {
    pub decimal_comma: bool,
    /// Has separators, currency or the like to be removed.
    pub decorated: bool,
    pub percent: bool,
    pub currency: Option<&'static str>,
    pub whole_digits: u32,
}

/// What the file as a whole tells about how its columns are to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Habits {
    pub decimal_comma: bool,
    /// Day before month where a column of its own does not decide.
    pub day_first: Option<bool>,
    /// A comma parts the fields, so that one within a number was put there with care.
    pub parted_by_commas: bool,
}

/// A column's type, and how many observed cells do not fit it.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    pub column_type: ColumnType,
    pub misfits: u64,
    /// Cells that hold a marker such as `N/A`.
    pub markers: u64,
    /// `03/04/2024` and no value in the column that decides.
    pub undecided_order: bool,
    /// `1.234` and no value in the column that decides between thousands and decimals.
    pub undecided_mark: bool,
}

impl Verdict {
    pub const TEXT: Self =
        Self { column_type: ColumnType::Text, misfits: 0, markers: 0, undecided_order: false, undecided_mark: false };
}

#[derive(Clone, Debug, Default)]
pub struct Profile {
    values: u64,
    markers: u64,
    bools: u64,
    point: Numbers,
    comma: Numbers,
    decorated: bool,
    percents: u64,
    currencies: Vec<&'static str>,
    codes: u64,
    dates: Vec<(DateShape, u64)>,
    times: u64,
}

/// Numbers under one reading of the decimal mark.
#[derive(Clone, Copy, Debug, Default)]
struct Numbers {
    count: u64,
    exponents: u64,
    scale: u32,
    whole_digits: u32,
    /// Fractions whose number of decimals is not `scale`.
    uneven: bool,
}

impl Numbers {
    fn observe(&mut self, scale: u32, number: &NumberText) {
        if scale > 0 {
            self.uneven |= self.scale > 0 && self.scale != scale;
        }
        self.count += 1;
        self.scale = self.scale.max(scale);
        self.whole_digits = self.whole_digits.max(number.whole_digits);
        self.exponents += u64::from(number.exponent);
    }
}

impl Profile {
    /// Takes a trimmed cell; empty ones say nothing about the type.
    pub fn observe(&mut self, cell: &str) {
        if cell.is_empty() {
            return;
        }
        if is_null_marker(cell) {
            self.markers += 1;
            return;
        }
        self.values += 1;
        if let Some(number) = numbers::read_number(cell) {
            self.observe_number(&number);
            // `20241231` is a number and perhaps a date.
            if cell.len() == 8 && !number.decorated {
                self.observe_dates(cell);
            }
            return;
        }
        if is_bool(cell) {
            self.bools += 1;
        } else if dates::is_time_of_day(cell) {
            self.times += 1;
        } else {
            self.observe_dates(cell);
        }
    }

    fn observe_number(&mut self, number: &NumberText) {
        if let Some(scale) = number.point {
            self.point.observe(scale, number);
        }
        if let Some(scale) = number.comma {
            self.comma.observe(scale, number);
        }
        self.decorated |= number.decorated;
        self.percents += u64::from(number.percent);
        let too_long = number.whole_digits > 18 && !number.exponent;
        self.codes += u64::from(number.leading_zero || number.dial_prefix || too_long);
        if let Some(currency) = number.currency
            && !self.currencies.contains(&currency)
        {
            self.currencies.push(currency);
        }
    }

    fn observe_dates(&mut self, cell: &str) {
        for shape in dates::read_date(cell) {
            if let Some((_, count)) = self.dates.iter_mut().find(|(known, _)| *known == shape) {
                *count += 1;
            } else if self.dates.len() < 12 {
                // A column of dates has a few shapes; one with dozens is not a column of dates.
                self.dates.push((shape, 1));
            }
        }
    }

    /// Only the comma can be the decimal mark here.
    pub fn wants_decimal_comma(&self) -> bool {
        self.nearly_all(self.comma.count) && self.comma.count > self.point.count
    }

    /// Whether numeric dates here decide the order of day and month; `Some(true)` is day first.
    pub fn day_first(&self) -> Option<bool> {
        let (day_first, month_first) = self.order_counts();
        (self.values > 0 && day_first != month_first).then_some(day_first > month_first)
    }

    /// `name` is the column's identifier: it decides whether eight digits may be a date.
    pub fn verdict(&self, name: &str, habits: Habits) -> Verdict {
        if self.values == 0 {
            return Verdict::TEXT;
        }
        let typed = |column_type, fits: u64| Verdict {
            column_type,
            misfits: self.values - fits.min(self.values),
            markers: self.markers,
            ..Verdict::TEXT
        };
        if self.nearly_all(self.bools) {
            return typed(ColumnType::Bool, self.bools);
        }
        if self.nearly_all(self.times) {
            return typed(ColumnType::Time, self.times);
        }
        if let Some(verdict) = self.date_verdict(name, habits) {
            return Verdict { markers: self.markers, ..verdict };
        }
        match self.number_type(habits) {
            Some((column_type, fits)) => {
                Verdict { undecided_mark: self.undecided_mark(habits), ..typed(column_type, fits) }
            }
            None => Verdict::TEXT,
        }
    }

    fn nearly_all(&self, fits: u64) -> bool {
        fits > 0 && (self.values - fits.min(self.values)) * 100 < self.values
    }

    fn number_type(&self, habits: Habits) -> Option<(ColumnType, u64)> {
        let mixed_percent = self.percents > 0 && self.percents < self.point.count.max(self.comma.count);
        if self.codes > 0 || self.currencies.len() > 1 || mixed_percent {
            return None;
        }
        let comma_better = self.comma.count > self.point.count;
        let comma_as_good = self.comma.count == self.point.count && habits.decimal_comma;
        let decimal_comma = comma_better || comma_as_good;
        let numbers = if decimal_comma { self.comma } else { self.point };
        if !self.nearly_all(numbers.count) {
            return None;
        }
        let style = NumberStyle {
            decimal_comma,
            // With a decimal comma even `1.234` needs cleaning.
            decorated: self.decorated || decimal_comma,
            percent: self.percents > 0,
            currency: self.currencies.first().copied(),
            whole_digits: numbers.whole_digits,
        };
        let digits = numbers.whole_digits;
        let exact =
            digits + numbers.scale <= 38 && if numbers.uneven { numbers.scale <= 2 } else { numbers.scale <= 4 };
        let column_type = match numbers.scale {
            _ if numbers.exponents > 0 => ColumnType::Float(style),
            0 => ColumnType::Int(style),
            scale if exact => ColumnType::Decimal { whole_digits: digits, scale, style },
            _ => ColumnType::Float(style),
        };
        Some((column_type, numbers.count))
    }

    /// Whether every number could be read with either mark, and would be another one. Commas in threes are thousands
    /// wherever commas part the fields as well.
    fn undecided_mark(&self, habits: Habits) -> bool {
        let differs = self.point.count == self.comma.count && self.point.scale != self.comma.scale;
        differs && !habits.decimal_comma && (self.point.scale > 0 || !habits.parted_by_commas)
    }

    fn order_counts(&self) -> (u64, u64) {
        let count = |order| {
            let fitting = self.dates.iter().filter(|(s, _)| s.order == order && s.depends_on_order());
            fitting.map(|(_, n)| n).sum::<u64>()
        };
        (count(Order::DayMonthYear), count(Order::MonthDayYear))
    }

    fn date_verdict(&self, name: &str, habits: Habits) -> Option<Verdict> {
        let (day_first, month_first) = self.order_counts();
        let either_way = day_first == month_first && day_first > 0;
        // Nobody writes the month first and parts it with points.
        let dotted = self.dates.iter().any(|(s, _)| s.marks.first() == Some(&"."));
        let undecided_order = either_way && !dotted;
        let losing = if either_way {
            if dotted || habits.day_first.unwrap_or(habits.decimal_comma) {
                Order::MonthDayYear
            } else {
                Order::DayMonthYear
            }
        } else if day_first > month_first {
            Order::MonthDayYear
        } else {
            Order::DayMonthYear
        };
        let compact_allowed = says_date(name);
        let kept = self.dates.iter().filter(|(s, _)| {
            !(s.depends_on_order() && s.order == losing) && (s.order != Order::Compact || compact_allowed)
        });
        let kept: Vec<(DateShape, u64)> = kept.copied().collect();
        let fits: u64 = kept.iter().map(|(_, n)| n).sum();
        if !self.nearly_all(fits) {
            return None;
        }
        let shapes: Vec<DateShape> = kept.iter().map(|(s, _)| *s).collect();
        let zoned = shapes.iter().filter(|s| s.is_zoned()).count();
        let column_type = if shapes.iter().all(|s| s.clock.is_none()) {
            ColumnType::Date(shapes)
        } else if zoned == 0 || zoned == shapes.len() {
            ColumnType::Timestamp { zoned: zoned > 0, shapes }
        } else {
            // Some with a zone and some without are not on one time line.
            return None;
        };
        let misfits = self.values - fits.min(self.values);
        Some(Verdict { column_type, misfits, undecided_order, ..Verdict::TEXT })
    }
}

pub fn is_null_marker(cell: &str) -> bool {
    cell.len() <= 7 && NULL_MARKERS.iter().any(|marker| cell.eq_ignore_ascii_case(marker))
}

fn is_bool(cell: &str) -> bool {
    ["true", "false", "yes", "no"].iter().any(|word| cell.eq_ignore_ascii_case(word))
}

fn says_date(name: &str) -> bool {
    name.split('_').any(|word| matches!(word, "date" | "datum" | "day" | "dt" | "fecha" | "data" | "ymd"))
        || name.ends_with("date")
}

#[cfg(test)]
#[path = "profile_tests.rs"]
mod tests;
