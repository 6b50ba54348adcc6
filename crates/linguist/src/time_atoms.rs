//! Single expressions of time: days, months, quarters, years, decades, weekdays, and steps relative to today.

use crate::form::Grain;
use crate::tokens::{Kind, Token};
use jiff::civil::{Date, Weekday};
use jiff::{Span, ToSpan};
use vouch_model::MONTHS;

/// One expression: a day, month, quarter, year or relative step, and how many tokens it takes.
pub(crate) struct Atom {
    pub from: Date,
    pub to: Date,
    pub used: usize,
    pub assumed: Option<String>,
    pub year_only: bool,
}

pub(crate) fn is_year(token: &Token) -> bool {
    matches!(token.kind, Kind::Number(n) if (1000.0..2200.0).contains(&n) && token.text.len() == 4 && n.fract() == 0.0)
}

pub(crate) fn year_of(token: Option<&Token>) -> Option<i16> {
    let token = token.filter(|t| is_year(t))?;
    token.text.parse().ok()
}

pub(crate) fn atom_at(tokens: &[Token], today: Date) -> Option<Atom> {
    named_day(tokens, today)
        .or_else(|| iso_day(tokens))
        .or_else(|| month(tokens, today))
        .or_else(|| part_of_year(tokens, today))
        .or_else(|| relative(tokens, today))
        .or_else(|| crate::time_feasts::feast(tokens, today))
        .or_else(|| crate::time_feasts::season(tokens, today))
        .or_else(|| weekday(tokens, today))
        .or_else(|| decade(tokens))
        .or_else(|| {
            let year = year_of(tokens.first())?;
            let (from, to) = whole_year(year)?;
            Some(Atom { from, to, used: 1, assumed: None, year_only: true })
        })
}

pub(crate) fn plain(from: Date, to: Date, used: usize) -> Atom {
    Atom { from, to, used, assumed: None, year_only: false }
}

pub(crate) fn whole_year(year: i16) -> Option<(Date, Date)> {
    Some((Date::new(year, 1, 1).ok()?, Date::new(year + 1, 1, 1).ok()?))
}

pub(crate) fn day_after(day: Date) -> Option<Date> {
    day.tomorrow().ok()
}

fn named_day(tokens: &[Token], today: Date) -> Option<Atom> {
    let said = |words: &[&str]| words.iter().zip(tokens).filter(|(w, t)| t.lower == **w).count() == words.len();
    if said(&["day", "before", "yesterday"]) {
        let day = today.yesterday().and_then(|d| d.yesterday()).ok()?;
        return Some(plain(day, day_after(day)?, 3));
    }
    let day = match tokens.first()?.lower.as_str() {
        "today" => today,
        "yesterday" => today.yesterday().ok()?,
        "tomorrow" => today.tomorrow().ok()?,
        "ytd" => return to_this_day(tokens, today),
        _ => return None,
    };
    Some(plain(day, day_after(day)?, 1))
}

/// 'ytd', 'ytd last year', 'ytd 2025': a year up to this day of it.
fn to_this_day(tokens: &[Token], today: Date) -> Option<Atom> {
    let (year, used) = match year_of(tokens.get(1)) {
        Some(year) => (year, 2),
        None if tokens.get(1..3).is_some_and(|next| next.iter().map(|t| t.lower.as_str()).eq(["last", "year"])) => {
            (today.year() - 1, 3)
        }
        None => (today.year(), 1),
    };
    let day = today.checked_add(i64::from(year - today.year()).years()).ok()?;
    Some(plain(whole_year(year)?.0, day_after(day)?, used))
}

fn iso_day(tokens: &[Token]) -> Option<Atom> {
    let text = tokens.first()?.text.as_str();
    let parts: Vec<i16> = text.split(['-', '/']).map(str::parse).collect::<Result<_, _>>().ok()?;
    let day = |y: i16, m: i16, d: i16| Date::new(y, i8::try_from(m).ok()?, i8::try_from(d).ok()?).ok();
    let from = match parts.as_slice() {
        [y, m, d] if *y > 31 => day(*y, *m, *d)?,
        // 15/03/2024 can only be a day first; otherwise the American order.
        [a, b, y] if *y > 31 => {
            if *a > 12 {
                day(*y, *b, *a)?
            } else {
                day(*y, *a, *b)?
            }
        }
        [y, m] if *y > 31 => {
            let from = day(*y, *m, 1)?;
            return Some(plain(from, from.checked_add(1.month()).ok()?, 1));
        }
        _ => return None,
    };
    Some(plain(from, day_after(from)?, 1))
}

pub(crate) fn month_number(token: Option<&Token>) -> Option<i8> {
    let token = token?;
    let word = token.lower.as_str();
    // 'may' and 'march' are also verbs; a month is written with a capital or stands where only a month can.
    let index = MONTHS
        .iter()
        .position(|m| *m == word || (word.len() == 3 && m.starts_with(word)) || word == "sept" && *m == "september")?;
    if matches!(word, "mar" | "jun" | "dec" | "may") && !token.text.starts_with(char::is_uppercase) && word != "may" {
        return None;
    }
    i8::try_from(index + 1).ok()
}

fn month(tokens: &[Token], today: Date) -> Option<Atom> {
    // '5 March 2024'
    if let (Some(Kind::Number(d) | Kind::Ordinal(d)), Some(m)) =
        (tokens.first().map(|t| &t.kind), month_number(tokens.get(1).filter(|t| t.lower != "of")))
        && (1.0..=31.0).contains(d)
    {
        return day_of_month(tokens, *d, m, 2, today);
    }
    let m = month_number(tokens.first())?;
    let after_comma = usize::from(tokens.get(1).is_some_and(|t| t.is_punct(',') || t.lower == "of"));
    if let Some(year) = year_of(tokens.get(1 + after_comma)) {
        let from = Date::new(year, m, 1).ok()?;
        return Some(plain(from, from.checked_add(1.month()).ok()?, 2 + after_comma));
    }
    if let Some(Kind::Number(d) | Kind::Ordinal(d)) = tokens.get(1).map(|t| &t.kind)
        && (1.0..=31.0).contains(d)
    {
        return day_of_month(tokens, *d, m, 2, today);
    }
    let last = tokens.get(1).is_some_and(|t| t.lower == "last") && tokens.get(2).is_some_and(|t| t.lower == "year");
    if last {
        let from = Date::new(today.year() - 1, m, 1).ok()?;
        return Some(plain(from, from.checked_add(1.month()).ok()?, 3));
    }
    let year = recent_year(m, today);
    let from = Date::new(year, m, 1).ok()?;
    let name = tokens.first().map_or("", |t| t.text.as_str());
    let assumed = Some(format!("'{name}' read as {name} {year}, the most recent one"));
    Some(Atom { from, to: from.checked_add(1.month()).ok()?, used: 1, assumed, year_only: false })
}

fn day_of_month(tokens: &[Token], day: f64, month: i8, used: usize, today: Date) -> Option<Atom> {
    let comma = usize::from(tokens.get(used).is_some_and(|t| t.is_punct(',')));
    let given = year_of(tokens.get(used + comma));
    let year = given.unwrap_or_else(|| recent_year(month, today));
    let from = Date::new(year, month, day as i8).ok()?;
    let assumed = given.is_none().then(|| format!("the year {year} was assumed"));
    let used = if given.is_some() { used + comma + 1 } else { used };
    Some(Atom { from, to: day_after(from)?, used, assumed, year_only: false })
}

/// The year of the latest such month that has begun.
fn recent_year(month: i8, today: Date) -> i16 {
    if month > today.month() { today.year() - 1 } else { today.year() }
}

/// Quarters and halves.
fn part_of_year(tokens: &[Token], today: Date) -> Option<Atom> {
    let word = |i: usize| tokens.get(i).map_or("", |t| t.lower.as_str());
    // '2025 Q4' is Q4 of 2025.
    if let (Some(year), "q1" | "q2" | "q3" | "q4" | "h1" | "h2") = (year_of(tokens.first()), word(1)) {
        let part = part_of_year(tokens.get(1..2)?, today)?;
        let back = i64::from(part.from.year() - year).years();
        let (from, to) = (part.from.checked_sub(back).ok()?, part.to.checked_sub(back).ok()?);
        return Some(plain(from, to, 2));
    }
    let (months, index, mut used) = match word(0).split_at_checked(1) {
        Some(("q", n @ ("1" | "2" | "3" | "4"))) => (3, n.parse::<i8>().ok()? - 1, 1),
        Some(("h", n @ ("1" | "2"))) => (6, n.parse::<i8>().ok()? - 1, 1),
        _ => {
            let Kind::Ordinal(n) = tokens.first()?.kind else { return None };
            let months = match word(1) {
                "quarter" => 3,
                "half" => 6,
                _ => return None,
            };
            let parts = 12 / months;
            (1.0..=f64::from(parts)).contains(&n).then_some((months, n as i8 - 1, 2))?
        }
    };
    used += usize::from(word(used) == "of");
    let mut assumed = None;
    let year = if let Some(year) = year_of(tokens.get(used)) {
        used += 1;
        year
    } else if matches!((word(used), word(used + 1)), ("this" | "last", "year")) {
        used += 2;
        if word(used - 2) == "this" { today.year() } else { today.year() - 1 }
    } else {
        let year = recent_year(index * months + 1, today);
        assumed = Some(format!("the year {year} was assumed"));
        year
    };
    let from = Date::new(year, index * months + 1, 1).ok()?;
    Some(Atom { from, to: from.checked_add(i64::from(months).months()).ok()?, used, assumed, year_only: false })
}

fn unit(word: &str) -> Option<Grain> {
    Some(match word {
        "day" | "days" => Grain::Day,
        "week" | "weeks" => Grain::Week,
        "month" | "months" => Grain::Month,
        "quarter" | "quarters" => Grain::Quarter,
        "year" | "years" => Grain::Year,
        _ => return None,
    })
}

fn span(grain: Grain, count: i64) -> Span {
    match grain {
        Grain::Week => count.weeks(),
        Grain::Month => count.months(),
        Grain::Quarter => (count * 3).months(),
        Grain::Year => count.years(),
        _ => count.days(),
    }
}

/// The first day of the step of time that a day falls in; weeks start on Monday.
pub fn start_of(grain: Grain, day: Date) -> Option<Date> {
    match grain {
        Grain::Week => day.checked_sub(i64::from(day.weekday().to_monday_zero_offset()).days()).ok(),
        Grain::Month => day.with().day(1).build().ok(),
        Grain::Quarter => day.with().month((day.month() - 1) / 3 * 3 + 1).day(1).build().ok(),
        Grain::Year => day.with().month(1).day(1).build().ok(),
        _ => Some(day),
    }
}

/// 'last month', 'this year', 'the past 30 days', '3 weeks ago', 'year to date', 'week of ...'.
fn relative(tokens: &[Token], today: Date) -> Option<Atom> {
    let word = |i: usize| tokens.get(i).map_or("", |t| t.lower.as_str());
    if word(0) == "week" && word(1) == "of" {
        let inner = atom_at(tokens.get(2..)?, today)?;
        let from = start_of(Grain::Week, inner.from)?;
        return Some(Atom { from, to: from.checked_add(1.week()).ok()?, used: inner.used + 2, ..inner });
    }
    if let (Some(grain), "to", "date") = (unit(word(0)), word(1), word(2)) {
        return Some(plain(start_of(grain, today)?, day_after(today)?, 3));
    }
    if let (Some(n), Some(grain), "ago") = (tokens.first().and_then(Token::number), unit(word(1)), word(2)) {
        let from = start_of(grain, today.checked_sub(span(grain, n as i64)).ok()?)?;
        return Some(plain(from, from.checked_add(span(grain, 1)).ok()?, 3));
    }
    if let ("first" | "last", "week", "of") = (word(0), word(1), word(2)) {
        let inner = atom_at(tokens.get(3..)?, today)?;
        let (from, to) = if word(0) == "last" {
            (inner.to.checked_sub(1.week()).ok()?, inner.to)
        } else {
            (inner.from, inner.from.checked_add(1.week()).ok()?)
        };
        return Some(Atom { from, to, used: inner.used + 3, ..inner });
    }
    let offset = match word(0) {
        "this" | "current" => 0,
        "last" | "previous" | "past" | "prior" | "preceding" => -1,
        "next" | "coming" => 1,
        _ => return None,
    };
    if let Some(grain) = unit(word(1)) {
        let start = start_of(grain, today)?;
        let from = start.checked_add(span(grain, offset)).ok()?;
        return Some(plain(from, from.checked_add(span(grain, 1)).ok()?, 2));
    }
    let n = tokens.get(1).and_then(Token::number).filter(|n| (1.0..=10_000.0).contains(n))? as i64;
    let grain = unit(word(2))?;
    // 'last 3 months' ends today; days count today in, longer steps go back by the calendar.
    if offset < 0 {
        let from = match grain {
            Grain::Day => today.checked_sub((n - 1).days()).ok()?,
            _ => today.checked_sub(span(grain, n)).ok()?,
        };
        return Some(plain(from, day_after(today)?, 3));
    }
    Some(plain(today, today.checked_add(span(grain, n)).ok()?, 3))
}

/// 'Monday', 'last Friday': the most recent one before today.
fn weekday(tokens: &[Token], today: Date) -> Option<Atom> {
    let skip = usize::from(tokens.first()?.lower == "last");
    let name = tokens.get(skip)?.lower.as_str();
    let day = Weekday::from_monday_one_offset(crate::time_recurring::day_of_week(name)?).ok()?;
    let from = today.nth_weekday(-1, day).ok()?;
    let assumed = Some(format!("'{name}' read as {from}, the most recent one"));
    Some(Atom { from, to: day_after(from)?, used: skip + 1, assumed, year_only: false })
}

/// '1990s', '90s'.
fn decade(tokens: &[Token]) -> Option<Atom> {
    let digits = tokens.first()?.lower.strip_suffix('s')?;
    let year: i16 = digits.parse().ok()?;
    let year = match digits.len() {
        4 if year % 10 == 0 => year,
        2 if year % 10 == 0 => {
            if year <= 20 {
                2000 + year
            } else {
                1900 + year
            }
        }
        _ => return None,
    };
    let (from, _) = whole_year(year)?;
    Some(Atom { from, to: whole_year(year + 10)?.0, used: 1, assumed: None, year_only: true })
}
