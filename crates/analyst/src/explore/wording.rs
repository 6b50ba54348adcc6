//! Findings in words. Each sentence comes with the figures in it, so that a reader can ask where they come from.

use super::attribute::{Attribute, Unit};
pub use crate::facts::capitalized;
use crate::facts::format_number;
use vouch_model::Figure;

/// A sentence that is being written, with its figures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Claim {
    pub text: String,
    pub figures: Vec<Figure>,
}

impl Claim {
    pub fn say(mut self, words: &str) -> Self {
        self.text.push_str(words);
        self
    }

    /// A figure of an attribute, in its unit.
    pub fn figure(mut self, value: f64, unit: Unit) -> Self {
        let text = in_unit(value, unit);
        self.text.push_str(&text);
        let value = if unit == Unit::Share { value * 100.0 } else { value };
        self.figures.push(Figure { text, value, cells: Vec::new() });
        self
    }

    pub fn count(self, value: u64) -> Self {
        self.figure(value as f64, Unit::None)
    }

    /// A share of a whole.
    pub fn share(self, value: f64) -> Self {
        self.figure(value, Unit::Share)
    }
}

pub fn in_unit(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Share => percent(value),
        Unit::Dollars if value < 0.0 => format!("-${}", rounded(-value)),
        Unit::Dollars => format!("${}", rounded(value)),
        Unit::None => without_last_zeros(rounded(value)),
    }
}

/// `0.1234` as `12.3 %`; small shares keep two digits that mean something.
fn percent(share: f64) -> String {
    let hundredths = share * 100.0;
    let decimals = match hundredths.abs() {
        h if h >= 9.95 || h == 0.0 => usize::from((hundredths - hundredths.round()).abs() >= 0.05),
        h if h >= 1.0 => 1,
        _ => 2,
    };
    format!("{hundredths:.decimals$} %")
}

/// Money has two decimals or none; of other figures, 130.75 as "130.80" would claim a digit that it has not.
fn without_last_zeros(text: String) -> String {
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// Four significant digits are what a sentence can carry.
fn rounded(value: f64) -> String {
    if value == 0.0 || !value.is_finite() || value.abs() >= 1e15 {
        return format_number(value);
    }
    let digits = 3 - value.abs().log10().floor() as i32;
    let scale = 10f64.powi(digits.clamp(-12, 12));
    let short = if digits >= 0 { (value * scale).round() / scale } else { value.round() };
    if short.fract() == 0.0 || short.abs() >= 1.0 {
        return format_number(short);
    }
    // Small values: as many decimals as their digits need.
    let decimals = digits.clamp(0, 12) as usize;
    format!("{value:.decimals$}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// "average line total", "return rate": a measure as it is compared between groups.
pub fn mean_of(measure: &Attribute) -> String {
    match measure.unit {
        Unit::Share if measure.label.ends_with("rate") => measure.label.clone(),
        Unit::Share => format!("share of {}", measure.label),
        _ => format!("average {}", measure.label),
    }
}

/// "12 times as much", "35 % more": how much larger one figure is than another, both positive.
pub fn compared(large: f64, small: f64) -> Option<String> {
    let ratio = large / small;
    // A hundred times next to nothing says nothing.
    if small <= 0.0 || large <= small || ratio > 100.0 {
        return None;
    }
    Some(match ratio {
        r if r >= 10.0 => format!("{r:.0} times as much"),
        r if r >= 1.8 => format!("{r:.1} times as much"),
        r => format!("{:.0} % more", (r - 1.0) * 100.0),
    })
}

#[cfg(test)]
#[path = "wording_tests.rs"]
mod tests;
