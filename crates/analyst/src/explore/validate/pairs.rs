//! Two figures of the same rows that are said to go together.

use super::figures::{number, sums};
use super::{Examined, strata, weigh_missing};
use crate::explore::desk::Desk;
use crate::explore::scan::{Pair, Reader, figure, pair};
use crate::statistics::{Reversal, pearson, simpson_correlation, spearman};
use vouch_model::FindingKind;
use vouch_sql::Lens;

/// Rows for the rank correlation, which needs the values themselves.
const RANKED_ROWS: usize = 1_000;

pub async fn examine(
    desk: &Desk<'_>,
    lens: Option<&Lens>,
    a: &str,
    b: &str,
    part: Option<&str>,
    examined: &mut Examined,
) {
    let Some(lens) = lens else { return };
    let dialect = desk.view.catalog.dialect;
    let (x, y) = (number(a, dialect), number(b, dialect));
    let Some((all, rows, centres)) = pooled(desk, lens, &x, &y).await else {
        return examined.require("significance", false, "There are too few rows with both figures.".to_owned());
    };
    examined.sample_size = all.n as u64;
    weigh_missing(examined, all.n as u64, rows, "value for both figures");
    if let (Some(part), Some(FindingKind::Paradox) | None) = (part, examined.kind) {
        return paradox(desk, lens, (&x, &y), part, &all, centres, examined).await;
    }
    let Ok(test) = pearson(all.n as u64, all.r) else {
        return examined.require("significance", false, "The figures do not vary.".to_owned());
    };
    examined.kind.get_or_insert(FindingKind::Relation);
    examined.test = Some((test.name, test.p_value));
    examined.effect = test.effect;
    ranked(desk, lens, &x, &y, all.r, examined).await;
    strata::look_within_parts(desk, lens, (&x, &y), &all, centres, examined).await;
}

async fn pooled(desk: &Desk<'_>, lens: &Lens, x: &str, y: &str) -> Option<(Pair, u64, (f64, f64))> {
    let sql = format!("{}SELECT count(*), avg({x}), avg({y}) {}", lens.with, lens.from);
    let rows = desk.rows(&sql).await?;
    let row = rows.rows.first()?;
    let centres = (figure(row, 1)?, figure(row, 2)?);
    let sums = desk.rows(&format!("{}SELECT {} {}", lens.with, sums(x, y, centres), lens.from)).await?;
    Some((pair(sums.rows.first()?, 0, centres)?, figure(row, 0)? as u64, centres))
}

/// Ranks hardly mind extreme values: if they see nothing, a few rows made the relation.
async fn ranked(desk: &Desk<'_>, lens: &Lens, x: &str, y: &str, r: f64, examined: &mut Examined) {
    // Rows that lack one of them are passed over below.
    let sql = format!("{}SELECT {x} AS x, {y} AS y {} LIMIT {RANKED_ROWS}", lens.with, lens.from);
    let Some(rows) = desk.rows(&sql).await else { return };
    let (xs, ys): (Vec<f64>, Vec<f64>) =
        rows.rows.iter().filter_map(|row| Some((figure(row, 0)?, figure(row, 1)?))).unzip();
    let Ok(test) = spearman(&xs, &ys) else { return };
    let rho = test.effect.map_or(0.0, |effect| effect.value);
    let agrees = rho * r > 0.0 && rho.abs() > 0.3 * r.abs();
    let message = if agrees {
        format!("The ranks agree with it (Spearman {rho:.2}).")
    } else {
        format!("It rests on a few extreme values: the ranks hardly show it (Spearman {rho:.2}).")
    };
    examined.require("outliers", agrees, message);
}

async fn paradox(
    desk: &Desk<'_>,
    lens: &Lens,
    (x, y): (&str, &str),
    part: &str,
    all: &Pair,
    centres: (f64, f64),
    examined: &mut Examined,
) {
    examined.kind = Some(FindingKind::Paradox);
    let within = strata::pairs_within(desk, lens, (x, y), part, centres).await.unwrap_or_default();
    let parts: Vec<(u64, f64)> = within.iter().map(|pair| (pair.n as u64, pair.r)).collect();
    let Ok(simpson) = simpson_correlation((all.n as u64, all.r), &parts, super::ALPHA) else {
        return examined.require("stratification", false, "There are too few rows in each part.".to_owned());
    };
    examined.test = Some(("simpson", simpson.pooled_p.max(simpson.adjusted_p)));
    examined.effect = Some(crate::statistics::Measure::PearsonR.effect(simpson.adjusted));
    let turned = simpson.reversal == Reversal::Reverses;
    let message = if turned {
        format!("Over all r is {:.2}, within the parts {:.2}.", simpson.pooled, simpson.adjusted)
    } else {
        "Within the parts it does not turn round.".to_owned()
    };
    examined.require("stratification", turned, message);
}
