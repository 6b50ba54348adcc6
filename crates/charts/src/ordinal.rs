//! Categories that have an order of their own, and what that order is.

use crate::calendar::{self, Cycle};

/// Small scales that people read in one direction only.
const SCALES: &[&[&str]] = &[
    &["xxs", "xs", "s", "m", "l", "xl", "xxl", "xxxl"],
    &["very low", "low", "medium", "high", "very high", "critical"],
    &["tiny", "small", "medium", "large", "huge"],
    &["bronze", "silver", "gold", "platinum", "diamond"],
    &["very poor", "poor", "fair", "good", "very good", "excellent"],
    &["never", "rarely", "sometimes", "often", "always"],
    &["young", "middle-aged", "old"],
];

/// Whole numbers under such a name are places on a scale, not quantities.
pub(crate) fn is_counted(name: &str, within: impl Fn(f64, f64) -> bool) -> bool {
    match name {
        "quarter" | "qtr" => within(1.0, 4.0),
        "hour" | "hr" => within(0.0, 24.0),
        "week" | "weeknum" => within(0.0, 53.0),
        "weekday" | "dow" | "dayofweek" => within(0.0, 7.0),
        "day" => within(0.0, 366.0),
        "rating" | "stars" | "level" | "grade" | "tier" | "class" | "cohort" | "decile" | "quartile" => {
            within(0.0, 20.0)
        }
        "decade" => within(1000.0, 2999.0),
        _ => false,
    }
}

/// The place of each label, if all of them belong to one order.
pub(crate) fn rank_all<'a>(labels: impl Iterator<Item = &'a str> + Clone) -> Option<Vec<f64>> {
    // One label alone has no order.
    labels.clone().nth(1)?;
    cycle(labels.clone()).or_else(|| scale(labels.clone())).or_else(|| bands(labels))
}

fn cycle<'a>(labels: impl Iterator<Item = &'a str>) -> Option<Vec<f64>> {
    let found: Option<Vec<(Cycle, usize)>> = labels.map(calendar::order).collect();
    let found = found?;
    let (first, _) = *found.first()?;
    let same = found.iter().all(|(cycle, _)| *cycle == first);
    same.then(|| found.iter().map(|(_, at)| *at as f64).collect())
}

fn scale<'a>(labels: impl Iterator<Item = &'a str> + Clone) -> Option<Vec<f64>> {
    SCALES.iter().find_map(|scale| {
        let place =
            |label: &str| scale.iter().position(|name| *name == label.trim().to_lowercase()).map(|at| at as f64);
        labels.clone().map(place).collect()
    })
}

/// `18-24`, `25 to 34`, `65+`, `<18`, `under 18`.
fn bands<'a>(labels: impl Iterator<Item = &'a str>) -> Option<Vec<f64>> {
    labels.map(band).collect()
}

fn band(label: &str) -> Option<f64> {
    let text = label.trim().to_lowercase().replace(['$', '€', '£', ','], "");
    let below = ["<", "under ", "below ", "up to "].iter().find_map(|prefix| text.strip_prefix(prefix));
    let above = [">", "over ", "above "].iter().find_map(|prefix| text.strip_prefix(prefix));
    let rest = below.or(above).unwrap_or(&text).trim_start_matches('=').trim_start();
    let digits: String = rest.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
    let start: f64 = digits.parse().ok()?;
    let after = rest.strip_prefix(digits.as_str())?.trim_start_matches(['k', 'm']).trim_start();
    let open = below.is_some() || above.is_some() || after.starts_with('+');
    let closed = after
        .strip_prefix(['-', '–', '—'])
        .or_else(|| after.strip_prefix("to "))
        .is_some_and(|end| end.trim_start().starts_with(|c: char| c.is_ascii_digit()));
    let scaled =
        if rest.strip_prefix(digits.as_str()).is_some_and(|r| r.starts_with('k')) { start * 1e3 } else { start };
    // "under 18" comes before "18-24", "over 65" after "55-65".
    let nudge = if below.is_some() {
        -0.5
    } else if above.is_some() {
        0.5
    } else {
        0.0
    };
    (open || closed).then_some(scaled + nudge)
}

#[cfg(test)]
#[path = "ordinal_tests.rs"]
mod tests;
