//! Times that come back: 'on Mondays', 'at weekends', 'after 6 pm', 'in the morning', a birthday in December. They say nothing of
//! when, only on which days of the week, at which hours of the day or in which month.

use crate::tokens::{Kind, Token};

/// Days of the week and hours of the day, whatever the date.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Recurring {
    /// Monday is 1; none where the day does not matter.
    pub days: Vec<i8>,
    /// From the first up to and not including the last; the last is before the first where midnight lies between.
    pub hours: Option<(i8, i8)>,
    /// The month of a birthday, whatever the year.
    #[serde(default)]
    pub month: Option<i8>,
}

pub(crate) const DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// The day of the week, Monday being 1.
pub(crate) fn day_of_week(name: &str) -> Option<i8> {
    DAYS.iter().position(|day| *day == name).and_then(|at| i8::try_from(at + 1).ok())
}

/// What comes back at the start of the tokens, how many of them say so, and what had to be assumed.
pub(crate) fn recurring_at(tokens: &[Token]) -> Option<(usize, Recurring, Option<String>)> {
    let (used, days) = match days_at(tokens) {
        Some(found) => found,
        None => {
            return hours_at(tokens).map(|(used, hours, assumed)| {
                (used, Recurring { days: vec![], hours: Some(hours), month: None }, assumed)
            });
        }
    };
    Some((used, Recurring { days, hours: None, month: None }, None))
}

/// 'on Mondays', 'on a Sunday', 'on Saturdays and Sundays', 'at the weekend', 'on weekdays'. 'on Monday' is one day.
fn days_at(tokens: &[Token]) -> Option<(usize, Vec<i8>)> {
    let word = |i: usize| tokens.get(i).map_or("", |t| t.lower.as_str());
    let prefixed = usize::from(matches!(word(0), "on" | "at" | "during" | "over"));
    let article = usize::from(prefixed > 0 && matches!(word(1), "a" | "the" | "every" | "any"));
    let at = prefixed + article;
    match word(at) {
        "weekend" | "weekends" if prefixed > 0 || word(at) == "weekends" => return Some((at + 1, vec![6, 7])),
        "weekday" | "weekdays" | "workdays" if prefixed > 0 => return Some((at + 1, vec![1, 2, 3, 4, 5])),
        _ => {}
    }
    let named = |i: usize| day_of_week(word(i).strip_suffix('s')?);
    let any = article > 0 && matches!(word(1), "a" | "every" | "any");
    let first = named(at).or_else(|| day_of_week(word(at)).filter(|_| any))?;
    let (mut days, mut used) = (vec![first], at + 1);
    while matches!(word(used), "and" | "or" | ",") {
        let Some(next) = named(used + 1) else { break };
        days.push(next);
        used += 2;
    }
    Some((used, days))
}

/// 'after 6pm', 'before noon', 'between 9am and 5pm', 'in the evening', 'at night'.
fn hours_at(tokens: &[Token]) -> Option<(usize, (i8, i8), Option<String>)> {
    let word = |i: usize| tokens.get(i).map_or("", |t| t.lower.as_str());
    let clock = |i: usize| tokens.get(i..).and_then(clock_at);
    match word(0) {
        "before" => return clock(1).map(|(used, hour)| (used + 1, (0, hour), None)),
        "after" => return clock(1).map(|(used, hour)| (used + 1, (hour, 24), None)),
        "between" | "from" => {
            let (used, from) = clock(1)?;
            let joined = matches!(word(used + 1), "and" | "to" | "until" | "till");
            let (more, to) = clock(used + 2).filter(|_| joined)?;
            return Some((used + 2 + more, (from, to), None));
        }
        _ => {}
    }
    let (used, name) = match (word(0), word(1), word(2)) {
        ("in" | "during", "the", name) => (3, name),
        ("at", name @ "night", _) => (2, name),
        _ => return None,
    };
    let hours = match name {
        "morning" | "mornings" => (6, 12),
        "afternoon" | "afternoons" => (12, 18),
        "evening" | "evenings" => (18, 24),
        "night" | "nights" => (22, 6),
        _ => return None,
    };
    Some((used, hours, Some(format!("'{name}' read as {}:00 to {}:00", hours.0, hours.1))))
}

/// '6pm', '6 pm', '18:00', 'noon', 'midnight': a full hour, and how many tokens say it.
fn clock_at(tokens: &[Token]) -> Option<(usize, i8)> {
    let first = tokens.first()?;
    let text = first.lower.as_str();
    match text {
        "noon" | "midday" => return Some((1, 12)),
        "midnight" => return Some((1, 24)),
        _ => {}
    }
    if let Some(hour) = text.strip_suffix(":00").and_then(|h| h.parse::<i8>().ok()) {
        return (0..=24).contains(&hour).then_some((1, hour));
    }
    let half = |word: &str| match word {
        "am" | "a.m" | "a.m." => Some(0),
        "pm" | "p.m" | "p.m." => Some(12),
        _ => None,
    };
    let (used, hour, later) = match first.kind {
        Kind::Number(n) if n.fract() == 0.0 && (1.0..=12.0).contains(&n) => {
            (2, n as i8, half(tokens.get(1)?.lower.as_str())?)
        }
        _ => {
            let digits = text.find(|c: char| !c.is_ascii_digit())?;
            let (hour, word) = text.split_at_checked(digits)?;
            (1, hour.parse::<i8>().ok()?, half(word)?)
        }
    };
    (1..=12).contains(&hour).then_some((used, hour % 12 + later))
}

#[cfg(test)]
mod tests {
    use super::recurring_at;

    /// 'on days 6 7', 'at 18-24', with how many words said so.
    fn read(text: &str) -> Option<(usize, String)> {
        let tokens = crate::tokens::tokenize(text);
        recurring_at(&tokens).map(|(used, found, _)| match found.hours {
            Some((from, to)) => (used, format!("{from}-{to}")),
            None => (used, found.days.iter().map(i8::to_string).collect::<Vec<_>>().join(" ")),
        })
    }

    #[test]
    fn days_of_the_week_come_back_and_one_day_does_not() {
        assert_eq!(read("on Mondays in October"), Some((2, "1".to_owned())));
        assert_eq!(read("on a Sunday"), Some((3, "7".to_owned())));
        assert_eq!(read("Saturdays and Sundays"), Some((3, "6 7".to_owned())));
        assert_eq!(read("at the weekend"), Some((3, "6 7".to_owned())));
        assert_eq!(read("on weekdays"), Some((2, "1 2 3 4 5".to_owned())));
        assert_eq!(read("on Monday"), None);
        assert_eq!(read("the weekend"), None);
    }

    #[test]
    fn hours_are_read_as_people_write_them() {
        assert_eq!(read("after 6pm"), Some((2, "18-24".to_owned())));
        assert_eq!(read("before 9 am last month"), Some((3, "0-9".to_owned())));
        assert_eq!(read("between 9am and 5pm"), Some((4, "9-17".to_owned())));
        assert_eq!(read("before noon"), Some((2, "0-12".to_owned())));
        assert_eq!(read("in the evening"), Some((3, "18-24".to_owned())));
        assert_eq!(read("at night"), Some((2, "22-6".to_owned())));
        assert_eq!(read("after 6 orders"), None);
        assert_eq!(read("before 2024"), None);
    }
}
