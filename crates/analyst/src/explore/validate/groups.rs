//! Groups that are said to differ.

use super::figures::{argument, by, counts, overall, quartiles};
use super::{Examined, strata, weigh_missing};
use crate::explore::desk::Desk;
use crate::statistics::{
    Effect, EffectSize, Measure, Summary, TestResult, anova, association, chi2_sf, tukey_fences, welch_anova, welch_t,
};
use std::collections::BTreeMap;
use vouch_model::FindingKind;
use vouch_sql::{Lens, LensMeasure};

/// Rows a group needs to take part.
const SMALLEST_GROUP: u64 = 5;
/// A share this small is none at all: a rounding of the engine's sums.
const NEXT_TO_NOTHING: f64 = 1e-9;
/// How far beyond the quartiles a value is extreme, in their distance.
const EXTREME: f64 = 3.0;

pub async fn examine(
    desk: &Desk<'_>,
    lens: Option<&Lens>,
    group: usize,
    measure: &LensMeasure,
    examined: &mut Examined,
) {
    let Some(lens) = lens else { return };
    let Some(key) = lens.groups.get(group) else { return };
    let Some(x) = argument(measure, desk.view.catalog.dialect) else {
        return examine_share(desk, lens, &key.expression, examined).await;
    };
    let Some(all) = overall(desk, lens, &x).await else { return cannot(examined) };
    let Some(groups) = by(desk, lens, &[&key.expression], &x, all.summary.mean).await else { return cannot(examined) };
    let compared = usable(groups);
    examined.sample_size = compared.iter().map(|(_, summary)| summary.n).sum();
    weigh_missing(examined, examined.sample_size, all.rows, &format!("{} or {}", key.name, measure.name));
    let Some(test) = test(&compared, examined.kind) else { return cannot(examined) };
    examined.kind.get_or_insert(FindingKind::Difference);
    examined.effect = risk_ratio(&compared).or(test.effect);
    examined.test = Some((test.name, test.p_value));
    let smallest = compared.iter().map(|(_, summary)| summary.n).min().unwrap_or(0);
    examined.check("groups", true, format!("{} groups are compared, the smallest of {smallest} rows.", compared.len()));
    without_extremes(desk, lens, &key.expression, &x, &all.summary, &compared, examined).await;
    strata::look_for_reversal(desk, lens, &key.expression, &x, &all.summary, &compared, examined).await;
}

/// Ordered by mean, the highest first.
fn usable(groups: Vec<(Vec<String>, Summary)>) -> Vec<(String, Summary)> {
    let mut found: Vec<(String, Summary)> = groups
        .into_iter()
        .filter(|(_, summary)| summary.n >= SMALLEST_GROUP)
        .filter_map(|(keys, summary)| Some((keys.into_iter().next()?, summary)))
        .collect();
    found.sort_by(|a, b| b.1.mean.total_cmp(&a.1.mean));
    found
}

fn test(groups: &[(String, Summary)], kind: Option<FindingKind>) -> Option<TestResult> {
    let summaries: Vec<Summary> = groups.iter().map(|(_, summary)| *summary).collect();
    if kind == Some(FindingKind::Outlier) && groups.len() > 2 {
        return lone(&summaries);
    }
    if let [a, b] = summaries.as_slice() {
        return welch_t(a, b).ok().map(|t| t.test);
    }
    let plain = anova(&summaries).ok()?;
    let robust = welch_anova(&summaries).ok().map(|test| TestResult { effect: plain.test.effect, ..test });
    Some(robust.unwrap_or(plain.test))
}

/// The highest or lowest group against all others; any of them could have been the one.
fn lone(summaries: &[Summary]) -> Option<TestResult> {
    let against = |at: usize| {
        let others: Vec<Summary> = summaries.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, s)| *s).collect();
        welch_t(summaries.get(at)?, &Summary::merged(&others)?).ok()
    };
    let both = [against(0), against(summaries.len() - 1)];
    let best = both.into_iter().flatten().min_by(|a, b| a.test.p_value.total_cmp(&b.test.p_value))?;
    Some(TestResult { p_value: (best.test.p_value * summaries.len() as f64).min(1.0), ..best.test })
}

/// For yes-or-no figures: how many times as often in the highest group as in the lowest.
fn risk_ratio(groups: &[(String, Summary)]) -> Option<Effect> {
    let binary = |s: &Summary| {
        let n = s.n as f64;
        (s.variance - s.mean * (1.0 - s.mean) * n / (n - 1.0)).abs() < 1e-9 && (0.0..=1.0).contains(&s.mean)
    };
    let (top, bottom) = (groups.first()?, groups.last()?);
    if !groups.iter().all(|(_, summary)| binary(summary)) || bottom.1.mean <= NEXT_TO_NOTHING {
        return None;
    }
    let value = top.1.mean / bottom.1.mean;
    let size = match value {
        r if r >= 2.5 => EffectSize::Large,
        r if r >= 1.5 => EffectSize::Medium,
        r if r >= 1.2 => EffectSize::Small,
        _ => EffectSize::Negligible,
    };
    Some(Effect { name: "risk_ratio", value, size })
}

fn cannot(examined: &mut Examined) {
    examined.require("significance", false, "There are too few rows in each group to test it.".to_owned());
}

/// The same with extreme values pulled in to where the ordinary ones end.
async fn without_extremes(
    desk: &Desk<'_>,
    lens: &Lens,
    group: &str,
    x: &str,
    all: &Summary,
    before: &[(String, Summary)],
    examined: &mut Examined,
) {
    let Some((q1, q3)) = quartiles(desk, lens, x, all.n).await else { return };
    // Yes-or-no figures and the like have no fences.
    let Ok(fences) = tukey_fences(q1, q3, EXTREME) else { return };
    let (low, high) = (fences.low, fences.high);
    let pulled = format!("CASE WHEN {x} > {high:?} THEN {high:?} WHEN {x} < {low:?} THEN {low:?} ELSE {x} END");
    let Some(groups) = by(desk, lens, &[group], &pulled, all.mean).await else { return };
    let after = usable(groups);
    let Some(test) = test(&after, examined.kind) else { return };
    let still = test.p_value < super::ALPHA && after.first().map(|g| &g.0) == before.first().map(|g| &g.0);
    let was = examined.test.is_some_and(|(_, p)| p < super::ALPHA);
    let message = if still || !was {
        "It does not rest on a few extreme values."
    } else {
        "It rests on a few extreme values: with those pulled in, it is gone."
    };
    // A lone group that is itself made of extreme values is what the finding says.
    let matters = was && !still && examined.kind != Some(FindingKind::Outlier);
    examined.require("outliers", !matters, message.to_owned());
}

/// Counts by category against even ones.
async fn examine_share(desk: &Desk<'_>, lens: &Lens, group: &str, examined: &mut Examined) {
    let Some(groups) = counts(desk, lens, &[group]).await else { return cannot(examined) };
    let n: u64 = groups.iter().map(|(_, count)| count).sum();
    examined.sample_size = n;
    examined.kind.get_or_insert(FindingKind::Difference);
    if groups.len() < 2 || n == 0 {
        return cannot(examined);
    }
    let even = n as f64 / groups.len() as f64;
    let statistic: f64 = groups.iter().map(|(_, count)| (*count as f64 - even).powi(2) / even).sum();
    let p_value = chi2_sf(statistic, groups.len() as f64 - 1.0);
    examined.test = Some(("chi_square", p_value));
    let w = (statistic / n as f64).sqrt();
    examined.effect = Some(Measure::CramersV { smaller_side: 2 }.effect(w.min(1.0)));
}

pub async fn examine_counts(
    desk: &Desk<'_>,
    lens: Option<&Lens>,
    first: usize,
    second: usize,
    examined: &mut Examined,
) {
    let Some(lens) = lens else { return };
    let (Some(rows), Some(columns)) = (lens.groups.get(first), lens.groups.get(second)) else { return };
    let Some(cells) = counts(desk, lens, &[&rows.expression, &columns.expression]).await else {
        return cannot(examined);
    };
    let mut table: BTreeMap<&str, BTreeMap<&str, u64>> = BTreeMap::new();
    let mut names: Vec<&str> = Vec::new();
    for (keys, count) in &cells {
        if let [row, column] = keys.as_slice() {
            table.entry(row).or_default().insert(column, *count);
            names.push(column);
        }
    }
    names.sort_unstable();
    names.dedup();
    let filled: Vec<Vec<u64>> =
        table.values().map(|row| names.iter().map(|name| row.get(name).copied().unwrap_or(0)).collect()).collect();
    examined.sample_size = filled.iter().flatten().sum();
    examined.kind.get_or_insert(FindingKind::Association);
    let Ok(result) = association(&filled) else { return cannot(examined) };
    if result.small_expected {
        examined.check("cells", true, "Some combinations are rare, so the test is approximate.");
    }
    examined.test = Some((result.test.name, result.test.p_value));
    examined.effect = result.test.effect;
}
