//! Dates and times of day as people write them.
//!
//! Owns the shapes a date may have and the engine's format string for each. `03/04/2024` has two readings; both are
//! returned, and the column as a whole decides. Refuses dates that no calendar has.

use jiff::civil::Date;
use vouch_model::MONTHS;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    YearMonthDay,
    DayMonthYear,
    MonthDayYear,
    /// `20241231`: only a date where the column's name says so.
    Compact,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Month {
    Number,
    /// `Dec`
    Short,
    /// `December`
    Long,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    None,
    /// `Z`
    Utc,
    /// `+02:00`
    Offset,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    pub seconds: bool,
    pub fraction: bool,
    /// The text between the time and AM or PM, if there is one of these.
    pub half_day: Option<&'static str>,
    /// `T` or a blank between day and time.
    pub joiner: char,
    pub zone: Zone,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DateShape {
    pub order: Order,
    pub month: Month,
    /// Between the first and second part, and between the second and third.
    pub marks: [&'static str; 2],
    pub short_year: bool,
    pub clock: Option<Clock>,
}

impl DateShape {
    /// What the engine's own cast reads.
    pub fn is_iso(&self) -> bool {
        self.order == Order::YearMonthDay
            && self.month == Month::Number
            && self.marks == ["-", "-"]
            && self.clock.is_none_or(|c| c.half_day.is_none())
    }

    pub fn is_zoned(&self) -> bool {
        self.clock.is_some_and(|c| c.zone != Zone::None)
    }

    /// Numbers alone do not say which of the two is the month.
    pub fn depends_on_order(&self) -> bool {
        self.month == Month::Number && matches!(self.order, Order::DayMonthYear | Order::MonthDayYear)
    }

    /// The format for the engine's `strptime`.
    pub fn format(&self) -> String {
        let year = if self.short_year { "%y" } else { "%Y" };
        let month = match self.month {
            Month::Number => "%m",
            Month::Short => "%b",
            Month::Long => "%B",
        };
        let [first, second] = self.marks;
        let day = match self.order {
            Order::YearMonthDay => format!("{year}{first}{month}{second}%d"),
            Order::DayMonthYear => format!("%d{first}{month}{second}{year}"),
            Order::MonthDayYear => format!("{month}{first}%d{second}{year}"),
            Order::Compact => "%Y%m%d".to_owned(),
        };
        let Some(clock) = self.clock else { return day };
        let hour = if clock.half_day.is_some() { "%I" } else { "%H" };
        let seconds = match (clock.seconds, clock.fraction) {
            (true, true) => ":%S.%f",
            (true, false) => ":%S",
            _ => "",
        };
        let half_day = clock.half_day.map(|gap| format!("{gap}%p")).unwrap_or_default();
        format!("{day}{}{hour}:%M{seconds}{half_day}", clock.joiner)
    }
}

/// Every way to read the text as a date: none, one, or two that differ in the order of day and month.
pub fn read_date(text: &str) -> Vec<DateShape> {
    let plausible = (6..=40).contains(&text.len()) && text.is_ascii() && text.bytes().any(|b| b.is_ascii_digit());
    if !plausible {
        return Vec::new();
    }
    if text.len() == 8 && text.bytes().all(|b| b.is_ascii_digit()) {
        return read_compact(text);
    }
    let Some((parts, marks, rest)) = three_parts(text) else { return Vec::new() };
    let clock = match rest {
        "" => None,
        rest => match read_joined_clock(rest) {
            Some(clock) => Some(clock),
            None => return Vec::new(),
        },
    };
    let mut shapes = read_day(parts, marks);
    shapes.iter_mut().for_each(|s| s.clock = clock);
    // Zones are left to the engine's own cast, which wants ISO.
    shapes.retain(|s| !s.is_zoned() || s.is_iso());
    shapes
}

/// `9:05`, `23:59:59`.
pub fn is_time_of_day(text: &str) -> bool {
    read_clock(text, ' ').is_some_and(|(clock, rest)| rest.is_empty() && clock.half_day.is_none() && !clock.fraction)
}

fn read_compact(text: &str) -> Vec<DateShape> {
    let number = |range| text.get(range).and_then(|t: &str| t.parse::<i16>().ok()).unwrap_or(0);
    let (year, month, day) = (number(0..4), number(4..6), number(6..8));
    let shape =
        DateShape { order: Order::Compact, month: Month::Number, marks: ["", ""], short_year: false, clock: None };
    if (1900..2100).contains(&year) && is_day(year, month, day) { vec![shape] } else { Vec::new() }
}

/// The first three words or numbers, what stands between them, and what follows.
fn three_parts(text: &str) -> Option<([&str; 3], [&'static str; 2], &str)> {
    let (first, rest) = take_part(text)?;
    let (mark, rest) = take_mark(rest)?;
    let (second, rest) = take_part(rest)?;
    let (mark2, rest) = take_mark(rest)?;
    let (third, rest) = take_part(rest)?;
    Some(([first, second, third], [mark, mark2], rest))
}

fn take_part(text: &str) -> Option<(&str, &str)> {
    let digits = text.bytes().next()?.is_ascii_digit();
    let same = |b: u8| if digits { b.is_ascii_digit() } else { b.is_ascii_alphabetic() };
    let end = text.bytes().position(|b| !same(b)).unwrap_or(text.len());
    if end == 0 { None } else { text.split_at_checked(end) }
}

fn take_mark(text: &str) -> Option<(&'static str, &str)> {
    [", ", ". ", "-", "/", ".", " "].iter().find_map(|mark| Some((*mark, text.strip_prefix(mark)?)))
}

fn read_day(parts: [&str; 3], marks: [&'static str; 2]) -> Vec<DateShape> {
    let [a, b, c] = parts;
    let shape = |order, month, short_year| DateShape { order, month, marks, short_year, clock: None };
    let named = |name: &str| month_of(name);
    if let Some((month, length)) = named(a) {
        let fits = marks[0] == " " && matches!(marks[1], ", " | " ") && fits_day(c, month, b);
        return if fits { vec![shape(Order::MonthDayYear, length, c.len() == 2)] } else { Vec::new() };
    }
    if let Some((month, length)) = named(b) {
        let fits = marks[0] == marks[1] && matches!(marks[0], " " | "-" | "/" | ".") || marks == [". ", " "];
        let fits = fits && fits_day(c, month, a);
        return if fits { vec![shape(Order::DayMonthYear, length, c.len() == 2)] } else { Vec::new() };
    }
    if marks[0] != marks[1] || !matches!(marks[0], "-" | "/" | ".") {
        return Vec::new();
    }
    let number = |t: &str| if t.len() <= 2 { t.parse::<i16>().unwrap_or(0) } else { 0 };
    let mut shapes = Vec::new();
    if a.len() == 4 && fits_day(a, number(b), c) {
        shapes.push(shape(Order::YearMonthDay, Month::Number, false));
    } else if matches!(c.len(), 2 | 4) {
        if fits_day(c, number(b), a) {
            shapes.push(shape(Order::DayMonthYear, Month::Number, c.len() == 2));
        }
        if fits_day(c, number(a), b) {
            shapes.push(shape(Order::MonthDayYear, Month::Number, c.len() == 2));
        }
    }
    shapes
}

fn fits_day(year: &str, month: i16, day: &str) -> bool {
    if !matches!(year.len(), 2 | 4) || !(1..=2).contains(&day.len()) {
        return false;
    }
    match (year.parse::<i16>(), day.parse::<i16>()) {
        // Two digits stand for some year of 1969 to 2068; a leap year lets the 29th of February pass.
        (Ok(year), Ok(day)) => is_day(if year < 100 { 2000 + year } else { year }, month, day),
        _ => false,
    }
}

fn is_day(year: i16, month: i16, day: i16) -> bool {
    match (i8::try_from(month), i8::try_from(day)) {
        (Ok(month), Ok(day)) => Date::new(year, month, day).is_ok(),
        _ => false,
    }
}

fn month_of(name: &str) -> Option<(i16, Month)> {
    if !(3..=9).contains(&name.len()) || !name.bytes().all(|b| b.is_ascii_alphabetic()) {
        return None;
    }
    let lower = name.to_ascii_lowercase();
    let index = MONTHS.iter().position(|month| month.starts_with(&lower))?;
    let full = MONTHS.get(index).is_some_and(|month| *month == lower);
    // "may" is short and long at once; the short form reads both.
    let length = if name.len() == 3 { Month::Short } else { Month::Long };
    (name.len() == 3 || full).then_some((i16::try_from(index + 1).unwrap_or(1), length))
}

fn read_joined_clock(rest: &str) -> Option<Clock> {
    let joiner = rest.chars().next().filter(|c| matches!(c, ' ' | 'T'))?;
    let (mut clock, rest) = read_clock(rest.get(1..)?, joiner)?;
    clock.zone = match rest {
        "" => Zone::None,
        "Z" | " UTC" | "UTC" => Zone::Utc,
        offset => {
            let digits = offset.trim_start().strip_prefix(['+', '-'])?.replace(':', "");
            let fits = matches!(digits.len(), 2 | 4) && digits.bytes().all(|b| b.is_ascii_digit());
            fits.then_some(Zone::Offset)?
        }
    };
    Some(clock)
}

/// Hours, minutes and what follows them; returns what is left.
fn read_clock(text: &str, joiner: char) -> Option<(Clock, &str)> {
    let mut clock = Clock { seconds: false, fraction: false, half_day: None, joiner, zone: Zone::None };
    let (hour, rest) = take_number(text, 1..=2)?;
    let (minute, mut rest) = take_number(rest.strip_prefix(':')?, 2..=2)?;
    if hour > 23 || minute > 59 {
        return None;
    }
    if let Some(after) = rest.strip_prefix(':') {
        let (second, after) = take_number(after, 2..=2)?;
        if second > 59 {
            return None;
        }
        clock.seconds = true;
        rest = after;
        if let Some(after) = rest.strip_prefix('.') {
            let (_, after) = take_number(after, 1..=6)?;
            clock.fraction = true;
            rest = after;
        }
    }
    for (suffix, gap) in [(" AM", " "), (" PM", " "), ("AM", ""), ("PM", "")] {
        let head = rest.get(..suffix.len());
        if head.is_some_and(|h| h.eq_ignore_ascii_case(suffix)) && (1..=12).contains(&hour) {
            clock.half_day = Some(gap);
            rest = rest.get(suffix.len()..).unwrap_or_default();
            break;
        }
    }
    Some((clock, rest))
}

fn take_number(text: &str, lengths: std::ops::RangeInclusive<usize>) -> Option<(u32, &str)> {
    let end = text.bytes().position(|b| !b.is_ascii_digit()).unwrap_or(text.len());
    if !lengths.contains(&end) {
        return None;
    }
    let (digits, rest) = text.split_at_checked(end)?;
    Some((digits.parse().ok()?, rest))
}

#[cfg(test)]
#[path = "dates_tests.rs"]
mod tests;
