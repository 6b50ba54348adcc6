//! Does what holds over all rows hold within the parts? Looks at every category that the query's tables offer.

use super::Examined;
use super::figures::{argument, by, overall, sums};
use crate::explore::attribute::{Role, label, qualified, roles};
use crate::explore::desk::Desk;
use crate::explore::scan::{Pair, Reader, key, pair};
use crate::statistics::{Measure, Reversal, Summary, simpson_correlation, simpson_difference};
use std::collections::BTreeMap;
use vouch_model::FindingKind;
use vouch_sql::{Lens, LensMeasure};

/// Categories that are held fixed, one after the other.
const MOST_CATEGORIES: usize = 6;
/// Parts of one category; more would be names.
const MOST_PARTS: u64 = 15;
/// Strict, because every category is another chance to be fooled.
const ALPHA: f64 = 0.001;
/// A difference that shrinks to less than this share of itself is explained by the parts.
const EXPLAINED: f64 = 0.25;

/// The query's highest and lowest group, compared with each category held fixed.
pub async fn look_for_reversal(
    desk: &Desk<'_>,
    lens: &Lens,
    group: &str,
    x: &str,
    all: &Summary,
    groups: &[(String, Summary)],
    examined: &mut Examined,
) {
    let (Some(top), Some(bottom)) = (groups.first(), groups.last()) else { return };
    let mut looked = 0;
    for (part, name) in categories(desk, lens, &[group, x]) {
        let Some(cells) = by(desk, lens, &[&part, group], x, all.mean).await else { continue };
        let pairs = paired(&cells, &top.0, &bottom.0);
        let Ok(simpson) = simpson_difference(&pairs, ALPHA) else { continue };
        looked += 1;
        let shrunk = simpson.adjusted.abs() < EXPLAINED * simpson.pooled.abs();
        match simpson.reversal {
            Reversal::Reverses => {
                let message = format!(
                    "With {name} held fixed it is the other way round (Simpson's paradox), in {} of {} parts.",
                    simpson.agreeing, simpson.strata
                );
                return examined.mislead("stratification", message);
            }
            Reversal::Vanishes if shrunk => {
                let message = format!("It all but vanishes once {name} is held fixed: {name} explains it.");
                return examined.require("stratification", false, message);
            }
            _ => {}
        }
    }
    if looked > 0 {
        let message = format!("It points the same way within the parts of {looked} other columns.");
        examined.check("stratification", true, message);
    }
}

pub async fn look_within_parts(
    desk: &Desk<'_>,
    lens: &Lens,
    (x, y): (&str, &str),
    all: &Pair,
    centres: (f64, f64),
    examined: &mut Examined,
) {
    let mut looked = 0;
    for (part, name) in categories(desk, lens, &[x, y]) {
        let Some(within) = pairs_within(desk, lens, (x, y), &part, centres).await else { continue };
        let strata: Vec<(u64, f64)> = within.iter().map(|pair| (pair.n as u64, pair.r)).collect();
        let Ok(simpson) = simpson_correlation((all.n as u64, all.r), &strata, ALPHA) else { continue };
        looked += 1;
        if simpson.reversal == Reversal::Reverses {
            let message = format!(
                "Within each {name} it is the other way round (r {:.2} against {:.2} over all).",
                simpson.adjusted, simpson.pooled
            );
            return examined.mislead("stratification", message);
        }
        if simpson.reversal == Reversal::Vanishes && simpson.adjusted.abs() < EXPLAINED * simpson.pooled.abs() {
            let message = format!("It all but vanishes within each {name}: {name} explains it.");
            return examined.require("stratification", false, message);
        }
    }
    if looked > 0 {
        let message = format!("It points the same way within the parts of {looked} other columns.");
        examined.check("stratification", true, message);
    }
}

/// The query compares groups within parts itself: the claim is that they turn round.
pub async fn examine_groups(
    desk: &Desk<'_>,
    lens: Option<&Lens>,
    part: usize,
    group: usize,
    measure: &LensMeasure,
    examined: &mut Examined,
) {
    let Some(lens) = lens else { return };
    let (Some(part), Some(group)) = (lens.groups.get(part), lens.groups.get(group)) else { return };
    let too_few = "There are too few rows in each part.";
    let Some(x) = argument(measure, desk.view.catalog.dialect) else {
        return examined.require("significance", false, "Counts within parts are not tested.".to_owned());
    };
    let Some(all) = overall(desk, lens, &x).await else {
        return examined.require("significance", false, too_few.to_owned());
    };
    examined.sample_size = all.summary.n;
    let cells = by(desk, lens, &[&part.expression, &group.expression], &x, all.summary.mean).await.unwrap_or_default();
    let mut sizes: BTreeMap<&str, u64> = BTreeMap::new();
    for (keys, summary) in &cells {
        if let Some(name) = keys.get(1) {
            *sizes.entry(name).or_default() += summary.n;
        }
    }
    let mut largest: Vec<(&str, u64)> = sizes.into_iter().collect();
    largest.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    let (Some(a), Some(b)) = (largest.first(), largest.get(1)) else {
        return examined.require("significance", false, too_few.to_owned());
    };
    let Ok(simpson) = simpson_difference(&paired(&cells, a.0, b.0), super::ALPHA) else {
        return examined.require("significance", false, too_few.to_owned());
    };
    let spread = all.summary.variance.sqrt();
    if examined.kind == Some(FindingKind::Paradox) {
        examined.test = Some(("simpson", simpson.pooled_p.max(simpson.adjusted_p)));
        examined.effect = (spread > 0.0).then(|| Measure::CohensD.effect(simpson.adjusted / spread));
        let turned = simpson.reversal == Reversal::Reverses;
        let message =
            format!("In {} of {} parts it is the other way round than over all.", simpson.agreeing, simpson.strata);
        return examined.require("stratification", turned, message);
    }
    examined.kind.get_or_insert(FindingKind::Difference);
    examined.test = Some(("stratified_difference", simpson.adjusted_p));
    examined.effect = (spread > 0.0).then(|| Measure::CohensD.effect(simpson.adjusted / spread));
    if simpson.reversal == Reversal::Reverses {
        examined.check("stratification", true, "Over all rows it points the other way than within the parts.");
    }
}

fn paired(cells: &[(Vec<String>, Summary)], a: &str, b: &str) -> Vec<(Summary, Summary)> {
    let mut parts: BTreeMap<&str, (Option<Summary>, Option<Summary>)> = BTreeMap::new();
    for (keys, summary) in cells {
        let [part, group] = keys.as_slice() else { continue };
        let pair = parts.entry(part).or_default();
        if group == a {
            pair.0 = Some(*summary);
        } else if group == b {
            pair.1 = Some(*summary);
        }
    }
    parts.into_values().filter_map(|(first, second)| Some((first?, second?))).collect()
}

pub async fn pairs_within(
    desk: &Desk<'_>,
    lens: &Lens,
    (x, y): (&str, &str),
    part: &str,
    centres: (f64, f64),
) -> Option<Vec<Pair>> {
    let sql = format!("{}SELECT {part} AS k0, {} {} GROUP BY 1 ORDER BY 1", lens.with, sums(x, y, centres), lens.from);
    let rows = desk.rows(&sql).await.filter(|rows| !rows.truncated)?;
    Some(rows.rows.iter().filter(|row| key(row, 0).is_some()).filter_map(|row| pair(row, 1, centres)).collect())
}

/// Categories of the tables that a query reads, as expressions in it, less those that it uses already.
fn categories(desk: &Desk<'_>, lens: &Lens, used: &[&str]) -> Vec<(String, String)> {
    let catalog = &desk.view.catalog;
    let mut found = Vec::new();
    for (name, called) in &lens.tables {
        let Some(table) = catalog.tables.iter().find(|table| table.name.eq_ignore_ascii_case(name)) else { continue };
        for column in &table.columns {
            if column.distinct_count.is_none_or(|n| n > MOST_PARTS) {
                continue;
            }
            let name = qualified(Some(called), &column.name, catalog.dialect);
            let is_category =
                roles(table, column, &name, catalog.dialect, true).iter().any(|a| a.role == Role::Category);
            let taken = used.iter().any(|expression| names(expression, &column.name));
            if is_category && !taken {
                found.push((name, label(column)));
            }
        }
    }
    found.truncate(MOST_CATEGORIES);
    found
}

/// A column stands in an expression, as a word of its own.
fn names(expression: &str, column: &str) -> bool {
    expression.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word.eq_ignore_ascii_case(column))
        || expression.contains(&format!("\"{column}\""))
}
