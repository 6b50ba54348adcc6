//! The real names nearest to a wrong one, for "did you mean ...?". Called by the guard for tables, columns
//! and functions, and by whoever else has to offer names.

use std::cmp::Ordering;

/// At most `limit` of `names` that a person may have meant by `wanted`, best first; empty when nothing is near.
///
/// Nearness is the share of letters that agree (swapped neighbours count as one slip), raised when one name
/// contains the other as a whole word: `customer` is near `customer_id` although half the letters differ.
pub fn nearest_names<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>, limit: usize) -> Vec<&'a str> {
    let wanted = plain(wanted);
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut scored: Vec<(f64, &str)> =
        names.into_iter().map(|name| (nearness(&wanted, &plain(name)), name)).filter(|(n, _)| *n >= NEAR).collect();
    scored.sort_by(|a, b| b.0.partial_cmp(&a.0).unwrap_or(Ordering::Equal).then_with(|| a.1.cmp(b.1)));
    scored.dedup_by(|a, b| a.1 == b.1);
    scored.into_iter().take(limit).map(|(_, name)| name).collect()
}

/// Below this a name is not worth offering: `qty` and `city` share letters, not meaning.
const NEAR: f64 = 0.6;

fn nearness(wanted: &str, name: &str) -> f64 {
    if wanted == name {
        return 1.0;
    }
    // Lengths alone can rule a name out, which keeps a long list cheap.
    let (short, long) = (wanted.len().min(name.len()), wanted.len().max(name.len()));
    let letters =
        if (short as f64) < 0.5 * (long as f64) { 0.0 } else { strsim::normalized_damerau_levenshtein(wanted, name) };
    letters.max(word_overlap(wanted, name))
}

/// 0.6 to 0.95 when all words of one name occur in the other; singular and plural are the same word.
fn word_overlap(wanted: &str, name: &str) -> f64 {
    let (a, b): (Vec<&str>, Vec<&str>) = (words(wanted), words(name));
    let (few, many) = if a.len() <= b.len() { (&a, &b) } else { (&b, &a) };
    let meaningful = few.iter().any(|word| word.len() > 2);
    if few.is_empty() || !meaningful || !few.iter().all(|word| many.contains(word)) {
        return 0.0;
    }
    0.6 + 0.35 * (few.len() as f64 / many.len() as f64)
}

fn words(name: &str) -> Vec<&str> {
    name.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| if word.len() > 3 { word.strip_suffix('s').unwrap_or(word) } else { word })
        .collect()
}

/// Lower case, with `camelCase` split as `camel_case`.
fn plain(name: &str) -> String {
    let mut plain = String::with_capacity(name.len() + 2);
    let mut after_small = false;
    for c in name.chars() {
        if c.is_uppercase() && after_small {
            plain.push('_');
        }
        after_small = c.is_lowercase();
        plain.extend(c.to_lowercase());
    }
    plain
}

#[cfg(test)]
#[path = "nearest_tests.rs"]
mod tests;
