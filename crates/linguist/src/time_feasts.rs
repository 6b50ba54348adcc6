//! Days and parts of the year that have names: 'Christmas Day 2025', 'on Black Friday', 'last summer'.

use crate::time_atoms::{Atom, day_after, plain, year_of};
use crate::tokens::Token;
use jiff::ToSpan;
use jiff::civil::{Date, Weekday};

/// A feast with its year, or the most recent one.
pub(crate) fn feast(tokens: &[Token], today: Date) -> Option<Atom> {
    let word = |i: usize| tokens.get(i).map_or("", |t| t.lower.trim_end_matches("'s"));
    let named: (usize, fn(i16) -> Option<Date>) = match (word(0), word(1)) {
        ("christmas", "day") => (2, |year| Date::new(year, 12, 25).ok()),
        ("christmas", "eve") => (2, |year| Date::new(year, 12, 24).ok()),
        ("boxing", "day") => (2, |year| Date::new(year, 12, 26).ok()),
        ("valentine" | "valentines", "day") => (2, |year| Date::new(year, 2, 14).ok()),
        ("halloween", _) => (1, |year| Date::new(year, 10, 31).ok()),
        ("thanksgiving", "day") => (2, thanksgiving),
        ("thanksgiving", _) => (1, thanksgiving),
        ("black", "friday") => (2, |year| thanksgiving(year)?.checked_add(1.day()).ok()),
        ("cyber", "monday") => (2, |year| thanksgiving(year)?.checked_add(4.days()).ok()),
        ("new", "year" | "years") if word(2) == "day" => (3, |year| Date::new(year, 1, 1).ok()),
        ("new", "year" | "years") if word(2) == "eve" => (3, |year| Date::new(year, 12, 31).ok()),
        _ => return None,
    };
    let (used, day_in) = named;
    let in_year = usize::from(matches!(word(used), "in" | "of"));
    if let Some(year) = year_of(tokens.get(used + in_year)) {
        let day = day_in(year)?;
        return Some(plain(day, day_after(day)?, used + in_year + 1));
    }
    let this = day_in(today.year())?;
    let day = if this <= today { this } else { day_in(today.year() - 1)? };
    let name = tokens.get(..used)?.iter().map(|t| t.text.as_str()).collect::<Vec<_>>().join(" ");
    let assumed = Some(format!("'{name}' read as {day}, the most recent one"));
    Some(Atom { from: day, to: day_after(day)?, used, assumed, year_only: false })
}

/// The fourth Thursday of November, as in the United States.
fn thanksgiving(year: i16) -> Option<Date> {
    Date::new(year, 11, 1).ok()?.nth_weekday_of_month(4, Weekday::Thursday).ok()
}

/// 'summer 2026', 'the summer of 2026', 'last winter', 'this spring'; as the northern half of the world has them.
pub(crate) fn season(tokens: &[Token], today: Date) -> Option<Atom> {
    let word = |i: usize| tokens.get(i).map_or("", |t| t.lower.as_str());
    let told = matches!(word(0), "this" | "last");
    let at = usize::from(told);
    let month = match word(at) {
        "spring" => 3,
        "summer" => 6,
        "autumn" | "fall" => 9,
        "winter" => 12,
        _ => return None,
    };
    let begin = |year: i16| Date::new(year, month, 1).ok();
    let of = usize::from(word(at + 1) == "of");
    let (from, used) = match year_of(tokens.get(at + 1 + of)).filter(|_| !told) {
        Some(year) => (begin(year)?, at + 2 + of),
        None if told => {
            // The last one that began; 'last' one that is over.
            let over = |from: &Date| from.checked_add(3.months()).is_ok_and(|to| to <= today);
            let begun = (0..3).filter_map(|back| begin(today.year() - back)).find(|from| *from <= today)?;
            let from = if word(0) == "last" && !over(&begun) { begin(begun.year() - 1)? } else { begun };
            (from, at + 1)
        }
        None => return None,
    };
    if matches!(word(used), "term" | "semester" | "session" | "intake" | "sale" | "collection") {
        return None;
    }
    let to = from.checked_add(3.months()).ok()?;
    let last = to.yesterday().ok()?;
    let assumed = Some(format!("'{}' read as {from} to {last}", word(at)));
    Some(Atom { from, to, used, assumed, year_only: false })
}

#[cfg(test)]
mod tests {
    use super::{feast, season};
    use jiff::civil::date;

    fn days(found: Option<crate::time_atoms::Atom>) -> Option<(String, String, usize)> {
        found.map(|a| (a.from.to_string(), a.to.to_string(), a.used))
    }

    #[test]
    fn feasts_are_days_of_their_year() {
        let of = |text: &str| days(feast(&crate::tokens::tokenize(text), date(2026, 11, 17)));
        assert_eq!(of("Christmas day 2025"), Some(("2025-12-25".into(), "2025-12-26".into(), 3)));
        assert_eq!(of("Black Friday 2025"), Some(("2025-11-28".into(), "2025-11-29".into(), 3)));
        assert_eq!(of("Halloween"), Some(("2026-10-31".into(), "2026-11-01".into(), 1)));
        assert_eq!(of("Black Friday"), Some(("2025-11-28".into(), "2025-11-29".into(), 2)));
        assert_eq!(of("Black shoes"), None);
    }

    #[test]
    fn seasons_want_a_year_or_to_be_told_which() {
        let of = |text: &str| days(season(&crate::tokens::tokenize(text), date(2026, 11, 17)));
        assert_eq!(of("summer 2026"), Some(("2026-06-01".into(), "2026-09-01".into(), 2)));
        assert_eq!(of("summer of 2025"), Some(("2025-06-01".into(), "2025-09-01".into(), 3)));
        assert_eq!(of("last summer"), Some(("2026-06-01".into(), "2026-09-01".into(), 2)));
        assert_eq!(of("last autumn"), Some(("2025-09-01".into(), "2025-12-01".into(), 2)));
        assert_eq!(of("this autumn"), Some(("2026-09-01".into(), "2026-12-01".into(), 2)));
        assert_eq!(of("winter 2025"), Some(("2025-12-01".into(), "2026-03-01".into(), 2)));
        assert_eq!(of("summer dresses"), None);
    }
}
