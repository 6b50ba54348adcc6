//! Times that come back: 'on Mondays', 'at weekends', 'after 6 pm', 'in the morning', a birthday in December. They say nothing of
//! when, only on which days of the week, at which hours of the day or in which month.

use crate::time_clock::{is_half, minute_at};
use crate::tokens::{Kind, Token};

/// Days of the week and hours of the day, whatever the date.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Recurring {
    /// Monday is 1; none where the day does not matter.
    pub days: Vec<i8>,
    /// Minutes of the day, from the first up to and not including the last; the last is before the first where midnight lies between.
    pub minutes: Option<(i16, i16)>,
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
            return minutes_at(tokens).map(|(used, minutes, assumed)| {
                (used, Recurring { days: vec![], minutes: Some(minutes), month: None }, assumed)
            });
        }
    };
    Some((used, Recurring { days, minutes: None, month: None }, None))
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

const HALF_DAY: i16 = 12 * 60;
const DAY: i16 = 24 * 60;

/// 'after 6pm', 'before 6:30', 'between 9am and 5pm', 'in the evening', 'at night'.
fn minutes_at(tokens: &[Token]) -> Option<(usize, (i16, i16), Option<String>)> {
    let word = |i: usize| tokens.get(i).map_or("", |t| t.lower.as_str());
    let clock = |i: usize| tokens.get(i..).and_then(minute_at);
    match word(0) {
        "before" => return clock(1).map(|(used, minute)| (used + 1, (0, minute), None)),
        "after" => return clock(1).map(|(used, minute)| (used + 1, (minute, DAY), None)),
        "between" | "from" => return between(tokens).map(|(used, minutes)| (used, minutes, None)),
        _ => {}
    }
    // 'at 5 pm or later'.
    let at = usize::from(word(0) == "at");
    if let Some((used, minute)) = clock(at).filter(|(used, _)| matches!(word(at + used), "or" | "and")) {
        match word(at + used + 1) {
            "later" | "after" => return Some((at + used + 2, (minute, DAY), None)),
            "earlier" | "before" => return Some((at + used + 2, (0, minute), None)),
            _ => {}
        }
    }
    let (used, name) = match (word(0), word(1), word(2)) {
        ("in" | "during", "the", name) => (3, name),
        ("at", name @ "night", _) => (2, name),
        _ => return None,
    };
    let (from, to) = match name {
        "morning" | "mornings" => (6, 12),
        "afternoon" | "afternoons" => (12, 18),
        "evening" | "evenings" => (18, 24),
        "night" | "nights" => (22, 6),
        _ => return None,
    };
    Some((used, (from * 60, to * 60), Some(format!("'{name}' read as {from}:00 to {to}:00"))))
}

/// 'between 9am and 5pm', 'between 7 and 9 pm', 'from 9 to 10:30 in the morning'.
fn between(tokens: &[Token]) -> Option<(usize, (i16, i16))> {
    let word = |i: usize| tokens.get(i).map_or("", |t| t.lower.as_str());
    let clock = |i: usize| tokens.get(i..).and_then(minute_at);
    // An hour as it stands: something else has to say that it is one.
    let hour = |i: usize| match tokens.get(i)?.kind {
        Kind::Number(n) if n.fract() == 0.0 && (0.0..24.0).contains(&n) => Some((1, n as i16 * 60)),
        _ => None,
    };
    let first = clock(1);
    let (used, mut from) = first.or_else(|| hour(1))?;
    let joined = matches!(word(used + 1), "and" | "to" | "until" | "till");
    let (more, mut to) = clock(used + 2).or_else(|| hour(used + 2)).filter(|_| joined)?;
    let mut end = used + 2 + more;
    let part = if word(end) == "in" && word(end + 1) == "the" { word(end + 2) } else { "" };
    let later = match part {
        "morning" => Some(0),
        "afternoon" | "evening" => Some(HALF_DAY),
        _ => None,
    };
    if let Some(later) = later.filter(|_| to <= HALF_DAY) {
        (from, to) = (from + later, to + later);
        end += 3;
    } else if clock(used + 2).is_none() {
        return None;
    } else if first.is_none() && is_half(word(end - 1)) && to >= HALF_DAY && from + HALF_DAY < to {
        from += HALF_DAY;
    }
    Some((end, (from, to)))
}

#[cfg(test)]
mod tests {
    use super::recurring_at;

    /// 'on days 6 7', 'at 18-24', with how many words said so.
    fn read(text: &str) -> Option<(usize, String)> {
        let tokens = crate::tokens::tokenize(text);
        let clock = |minute: i16| match (minute / 60, minute % 60) {
            (hour, 0) => hour.to_string(),
            (hour, minute) => format!("{hour}:{minute:02}"),
        };
        recurring_at(&tokens).map(|(used, found, _)| match found.minutes {
            Some((from, to)) => (used, format!("{}-{}", clock(from), clock(to))),
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
        assert_eq!(read("at 5 pm or later"), Some((5, "17-24".to_owned())));
        assert_eq!(read("18:00 or after"), Some((3, "18-24".to_owned())));
        assert_eq!(read("after 18:00"), Some((2, "18-24".to_owned())));
        assert_eq!(read("before noon"), Some((2, "0-12".to_owned())));
        assert_eq!(read("in the evening"), Some((3, "18-24".to_owned())));
        assert_eq!(read("at night"), Some((2, "22-6".to_owned())));
        assert_eq!(read("before 6:30 am"), Some((3, "0-6:30".to_owned())));
        assert_eq!(read("after 21:45"), Some((2, "21:45-24".to_owned())));
        assert_eq!(read("between 7 and 9 pm"), Some((5, "19-21".to_owned())));
        assert_eq!(read("between 11 and 1 pm"), Some((5, "11-13".to_owned())));
        assert_eq!(read("between 9 and 10:30 in the morning"), Some((7, "9-10:30".to_owned())));
        assert_eq!(read("from 2 to 4 in the afternoon"), Some((7, "14-16".to_owned())));
        assert_eq!(read("between 9 and 11"), None);
        assert_eq!(read("between 9 and 11 in the north"), None);
        assert_eq!(read("after 6 orders"), None);
        assert_eq!(read("before 2024"), None);
    }
}
