//! Numbers as people and spreadsheets write them: thousands separators, decimal commas, currency, percent, accounting
//! parentheses.
//!
//! Owns the decision whether a text is a number and in which style; the SQL that converts such texts is in `convert`
//! and accepts exactly what is accepted here. Refuses to guess: `1,234` fits both styles and says so.

/// ISO codes that occur beside amounts. Signs count as the code they usually stand for.
pub const CURRENCY_CODES: [&str; 15] =
    ["USD", "EUR", "GBP", "CHF", "JPY", "CAD", "AUD", "INR", "CNY", "SEK", "NOK", "DKK", "PLN", "BRL", "MXN"];
pub const CURRENCY_SIGNS: [(char, &str); 5] = [('$', "USD"), ('€', "EUR"), ('£', "GBP"), ('¥', "JPY"), ('₹', "INR")];

/// What a text that is a number looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NumberText {
    /// Readable with `.` as the decimal mark, and then so many decimals.
    pub point: Option<u32>,
    /// Readable with `,` as the decimal mark, and then so many decimals.
    pub comma: Option<u32>,
    /// Digits before the decimal mark under either reading, at most.
    pub whole_digits: u32,
    pub currency: Option<&'static str>,
    pub percent: bool,
    /// Anything but an optional sign, digits and one point: needs cleaning before the engine can read it.
    pub decorated: bool,
    /// `007`: a code, not a quantity.
    pub leading_zero: bool,
    /// `+49301234567`: a telephone number, not a quantity.
    pub dial_prefix: bool,
    /// `1.5e-7`; only plain numbers have one.
    pub exponent: bool,
}

pub fn read_number(text: &str) -> Option<NumberText> {
    let first = *text.as_bytes().first()?;
    // Most texts are words: a letter that opens no currency code ends the work here.
    if first.is_ascii_alphabetic() && !first.is_ascii_uppercase() {
        return None;
    }
    if !text.bytes().any(|b| b.is_ascii_digit()) || text.len() > 60 {
        return None;
    }
    read_plain(text).or_else(|| read_decorated(text))
}

/// `-12`, `3.25`, `1e9`: what engines read by themselves.
fn read_plain(text: &str) -> Option<NumberText> {
    let body = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (mantissa, exponent) = match body.split_once(['e', 'E']) {
        Some((mantissa, power)) => {
            let digits = power.strip_prefix(['-', '+']).unwrap_or(power);
            if digits.is_empty() || digits.len() > 3 || !all_digits(digits) {
                return None;
            }
            (mantissa, true)
        }
        None => (body, false),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let ends_in_point = mantissa.ends_with('.');
    if ends_in_point || !all_digits(whole) || !all_digits(fraction) || (whole.is_empty() && fraction.is_empty()) {
        return None;
    }
    let grouped_in_threes = fraction.len() == 3 && (1..=3).contains(&whole.len()) && !whole.starts_with('0');
    let scale = length(fraction);
    Some(NumberText {
        point: Some(scale),
        comma: match scale {
            0 => Some(0),
            _ if grouped_in_threes && !exponent => Some(0),
            _ => None,
        },
        whole_digits: length(whole) + if grouped_in_threes { 3 } else { 0 },
        leading_zero: whole.len() > 1 && whole.starts_with('0'),
        dial_prefix: text.starts_with('+') && whole.len() >= 7,
        exponent,
        ..NumberText::default()
    })
}

fn read_decorated(text: &str) -> Option<NumberText> {
    let mut number = NumberText { decorated: true, ..NumberText::default() };
    let mut rest = text;
    let mut negatives = 0;
    if let Some(inner) = rest.strip_prefix('(').and_then(|r| r.strip_suffix(')')) {
        rest = inner;
        negatives += 1;
    }
    rest = strip_sign(rest, &mut negatives);
    if let Some((code, after)) = currency_at_start(rest) {
        number.currency = Some(code);
        rest = strip_sign(after.strip_prefix(' ').unwrap_or(after), &mut negatives);
    }
    if let Some(before) = rest.strip_suffix('-') {
        rest = before;
        negatives += 1;
    }
    if let Some(before) = rest.strip_suffix('%') {
        number.percent = true;
        rest = before.strip_suffix(' ').unwrap_or(before);
    } else if number.currency.is_none()
        && let Some((code, before)) = currency_at_end(rest)
    {
        number.currency = Some(code);
        rest = before.strip_suffix([' ', '\u{a0}']).unwrap_or(before);
    }
    if negatives > 1 {
        return None;
    }
    let (point, comma, whole_digits) = read_grouped(rest)?;
    if point.is_none() && comma.is_none() {
        return None;
    }
    let leading_zero =
        rest.len() > 1 && rest.starts_with('0') && rest.as_bytes().get(1).is_some_and(|b| b.is_ascii_digit());
    Some(NumberText { point, comma, whole_digits, leading_zero, ..number })
}

fn strip_sign<'a>(text: &'a str, negatives: &mut u32) -> &'a str {
    match text.strip_prefix('-') {
        Some(rest) => {
            *negatives += 1;
            rest
        }
        None => text.strip_prefix('+').unwrap_or(text),
    }
}

fn currency_at_start(text: &str) -> Option<(&'static str, &str)> {
    let by_sign = CURRENCY_SIGNS.iter().find_map(|(sign, code)| Some((*code, text.strip_prefix(*sign)?)));
    by_sign.or_else(|| CURRENCY_CODES.iter().find_map(|code| Some((*code, text.strip_prefix(code)?))))
}

fn currency_at_end(text: &str) -> Option<(&'static str, &str)> {
    let by_sign = CURRENCY_SIGNS.iter().find_map(|(sign, code)| Some((*code, text.strip_suffix(*sign)?)));
    by_sign.or_else(|| CURRENCY_CODES.iter().find_map(|code| Some((*code, text.strip_suffix(code)?))))
}

/// Decimals under the point reading, decimals under the comma reading, digits before the decimal mark.
type GroupedReading = (Option<u32>, Option<u32>, u32);

/// Digits with separators between them.
fn read_grouped(body: &str) -> Option<GroupedReading> {
    if !body.starts_with(|c: char| c.is_ascii_digit()) || !body.ends_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let marks: Vec<char> = body.chars().filter(|c| !c.is_ascii_digit()).collect();
    let parts: Vec<&str> = body.split(|c: char| !c.is_ascii_digit()).collect();
    let (head, tail) = parts.split_first()?;
    let digits = parts.iter().map(|p| length(p)).sum::<u32>();
    let Some((last_mark, earlier)) = marks.split_last() else {
        return Some((Some(0), Some(0), digits));
    };
    let last = tail.last().copied().unwrap_or_default();
    let heads_a_group = (1..=3).contains(&head.len()) && (!head.starts_with('0') || head.len() == 1);
    let all_in_threes = heads_a_group && !head.starts_with('0') && tail.iter().all(|p| p.len() == 3);
    let same = earlier.iter().all(|m| m == last_mark);
    // A thousands mark throughout, no decimals.
    let thousands_only = same && all_in_threes;
    // The last mark is the decimal one; what stands before it is grouped by one other mark, or not at all.
    let group_mark = earlier.first();
    let grouped_before = match group_mark {
        None => true,
        Some(mark) => {
            mark != last_mark
                && is_group_mark(*mark)
                && earlier.iter().all(|m| m == mark)
                && heads_a_group
                && tail.iter().take(tail.len() - 1).all(|p| p.len() == 3)
        }
    };
    let decimal_ok = grouped_before && !last.is_empty();
    let (point, comma) = match last_mark {
        '.' => (decimal_ok.then(|| length(last)), thousands_only.then_some(0)),
        ',' => (thousands_only.then_some(0), decimal_ok.then(|| length(last))),
        mark if is_group_mark(*mark) => (thousands_only.then_some(0), thousands_only.then_some(0)),
        _ => return None,
    };
    Some((point, comma, digits))
}

fn is_group_mark(mark: char) -> bool {
    matches!(mark, '.' | ',' | ' ' | '\'' | '\u{a0}' | '\u{202f}' | '’')
}

fn all_digits(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit())
}

fn length(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}

#[cfg(test)]
#[path = "numbers_tests.rs"]
mod tests;
