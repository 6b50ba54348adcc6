//! Figures as people write them, and figures found in text.

/// Thousands separated; two decimals for what has any, more only for what is small.
pub fn format(value: f64) -> String {
    if !value.is_finite() {
        return if value.is_nan() { "not a number".into() } else { "infinite".into() };
    }
    if value.fract() == 0.0 && value.abs() < 1e15 {
        return group_thousands(&format!("{value:.0}"));
    }
    let decimals = match value.abs() {
        m if m >= 1.0 => 2,
        m if m >= 0.01 => 4,
        _ => return format!("{value:.3e}"),
    };
    let text = format!("{value:.decimals$}");
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    format!("{}.{fraction}", group_thousands(whole))
}

/// `0.1234` as `12.3 %`.
pub fn percent(share: f64) -> String {
    let hundredths = share * 100.0;
    let rounded = hundredths.round();
    if (hundredths - rounded).abs() < 0.05 || hundredths.abs() >= 1_000.0 {
        format!("{} %", format(rounded))
    } else {
        format!("{hundredths:.1} %")
    }
}

fn group_thousands(digits: &str) -> String {
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |rest| ("-", rest));
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{sign}{grouped}")
}

/// A figure in a text: how it stands there, and what it means.
#[derive(Clone, Debug, PartialEq)]
pub struct Mention {
    pub text: String,
    pub value: f64,
    /// Half a unit of the last digit written: how far the true figure may be off and still be "the same".
    pub slack: f64,
    pub is_percent: bool,
}

/// Every figure that a sentence states, `1,234.5`, `12 %`, `3.2 million`, `-7`. Digits inside a word (`Q3`, `S24`) or a
/// date (`2024-07-01`) are names, not figures.
pub fn mentions(sentence: &str) -> Vec<Mention> {
    let chars: Vec<char> = sentence.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        if !c.is_ascii_digit() {
            at += 1;
            continue;
        }
        let start = at;
        at = end_of_number(&chars, at);
        if is_name(&chars, start, at) {
            at = end_of_word(&chars, at);
            continue;
        }
        found.extend(mention(&chars, start, at));
    }
    found
}

fn end_of_number(chars: &[char], mut at: usize) -> usize {
    let digit = |i: usize| chars.get(i).is_some_and(char::is_ascii_digit);
    while digit(at) || (matches!(chars.get(at), Some('.' | ',')) && digit(at + 1)) {
        at += 1;
    }
    at
}

fn end_of_word(chars: &[char], mut at: usize) -> usize {
    while chars.get(at).is_some_and(|c| c.is_alphanumeric() || matches!(c, '-' | ':' | '/' | '_')) {
        at += 1;
    }
    at
}

fn is_name(chars: &[char], start: usize, end: usize) -> bool {
    let before = start.checked_sub(1).and_then(|i| chars.get(i));
    let glued_before = before.is_some_and(|c| c.is_alphabetic() || matches!(c, '_' | '/' | ':'));
    let glued_after = match chars.get(end) {
        Some(c) if c.is_alphabetic() || *c == '_' => !is_suffix(chars, end),
        Some('-' | '/' | ':') => chars.get(end + 1).is_some_and(|c| c.is_alphanumeric()),
        _ => false,
    };
    glued_before || glued_after
}

/// `k`, `M`, `bn` right behind the digits, and ordinals such as `3rd`.
fn is_suffix(chars: &[char], at: usize) -> bool {
    let word: String = chars.iter().skip(at).take_while(|c| c.is_alphabetic()).collect();
    scale_of(&word).is_some() || matches!(word.as_str(), "st" | "nd" | "rd" | "th")
}

fn scale_of(word: &str) -> Option<f64> {
    match word {
        "k" | "K" | "thousand" => Some(1e3),
        "m" | "M" | "mn" | "million" | "millions" => Some(1e6),
        "b" | "B" | "bn" | "billion" | "billions" => Some(1e9),
        _ => None,
    }
}

fn mention(chars: &[char], start: usize, end: usize) -> Option<Mention> {
    let written: String = chars.get(start..end)?.iter().collect();
    let plain = written.replace(',', "");
    let decimals = plain.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    let rest: String = chars.iter().skip(end).take(10).collect();
    let word: String = rest.trim_start().chars().take_while(|c| c.is_alphabetic()).collect();
    let scale = scale_of(&word).unwrap_or(1.0);
    let negative = start.checked_sub(1).and_then(|i| chars.get(i)) == Some(&'-')
        && start.checked_sub(2).and_then(|i| chars.get(i)).is_none_or(|c| !c.is_alphanumeric());
    let value = plain.parse::<f64>().ok()? * scale * if negative { -1.0 } else { 1.0 };
    let slack = 0.5 * 10f64.powi(-(decimals as i32)) * scale;
    let is_percent = rest.trim_start().starts_with('%') || word == "percent";
    Some(Mention { text: written, value, slack, is_percent })
}

#[cfg(test)]
#[path = "numbers_tests.rs"]
mod tests;
