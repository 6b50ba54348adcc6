//! A time of day: '12:00:00', '9:30 am', '6pm', 'noon'.

use crate::tokens::{Kind, Token};
use jiff::civil::Time;
use jiff::{Span, ToSpan};

/// The time at the start of the tokens, how many of them say it, and how long a moment said like it lasts.
pub(crate) fn time_of_day(tokens: &[Token]) -> Option<(usize, Time, Span)> {
    let first = tokens.first()?;
    if let Some((time, step)) = written(&first.lower) {
        let Some(later) = tokens.get(1).and_then(|t| half(&t.lower)) else { return Some((1, time, step)) };
        let time =
            (1..=12).contains(&time.hour()).then(|| time.with().hour(time.hour() % 12 + later).build().ok())??;
        return Some((2, time, step));
    }
    let (used, hour) = hour_at(tokens)?;
    Some((used, Time::new(hour, 0, 0, 0).ok()?, 1.hour()))
}

/// '9:30', '12:00:00', '9:30am'; parts of a second are let go.
fn written(text: &str) -> Option<(Time, Span)> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let whole = digits.split_once('.').map_or(digits, |(whole, _)| whole);
    let parts: Vec<i8> = whole.split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let (hour, minute, second, step) = match *parts.as_slice() {
        [hour, minute] => (hour, minute, 0, 1.minute()),
        [hour, minute, second] => (hour, minute, second, 1.second()),
        _ => return None,
    };
    let hour = match text.get(digits.len()..)? {
        "" | "z" => hour,
        word if (1..=12).contains(&hour) => hour % 12 + half(word)?,
        _ => return None,
    };
    Some((Time::new(hour, minute, second, 0).ok()?, step))
}

/// What is added to an hour in that half of the day.
fn half(word: &str) -> Option<i8> {
    match word {
        "am" => Some(0),
        "pm" => Some(12),
        _ => None,
    }
}

/// '6pm', '6 pm', '18:00', 'noon', 'midnight': a full hour, and how many tokens say it.
fn hour_at(tokens: &[Token]) -> Option<(usize, i8)> {
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

/// A time of day in minutes; midnight is the end of the day.
pub(crate) fn minute_at(tokens: &[Token]) -> Option<(usize, i16)> {
    if let Some((used, hour)) = hour_at(tokens) {
        return Some((used, i16::from(hour) * 60));
    }
    let (used, time, _) = time_of_day(tokens).filter(|(_, time, _)| time.second() == 0)?;
    Some((used, i16::from(time.hour()) * 60 + i16::from(time.minute())))
}

/// 'am', 'pm', or with the number before it: '9pm'.
pub(crate) fn is_half(word: &str) -> bool {
    half(word.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':')).is_some()
}

#[cfg(test)]
mod tests {
    use super::time_of_day;

    fn read(text: &str) -> Option<(usize, String)> {
        let tokens = crate::tokens::tokenize(text);
        time_of_day(&tokens).map(|(used, time, _)| (used, time.to_string()))
    }

    #[test]
    fn times_are_read_as_people_and_programs_write_them() {
        for (text, used, time) in [
            ("12:00:00", 1, "12:00:00"),
            ("9:30", 1, "09:30:00"),
            ("9:30 pm", 2, "21:30:00"),
            ("12:15am today", 1, "00:15:00"),
            ("6pm", 1, "18:00:00"),
            ("6 a.m.", 2, "06:00:00"),
            ("noon", 1, "12:00:00"),
            ("23:59:59.250Z", 1, "23:59:59"),
        ] {
            assert_eq!(read(text), Some((used, time.to_owned())), "{text}");
        }
        for text in ["6 orders", "25:00", "9:75", "3:2", "midnight", "half past"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
