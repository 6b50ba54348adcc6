//! Joins that count rows twice, and joins that lose them.

use super::{Desk, check, number, words};
use futures::future::join_all;
use vouch_model::{Check, CheckKind, CheckVerdict, Fix};
use vouch_sql::{FanOut, JoinLoss, Shape, keeping_unmatched};

#[derive(Default)]
pub struct FanOuts {
    pub checks: Vec<Check>,
    /// The statement without the multiplication, where that could be worked out.
    pub repaired_sql: Option<String>,
}

pub async fn fan_outs(desk: &Desk<'_>, shape: &Shape) -> FanOuts {
    let looks = shape.fan_outs.iter().map(|fan_out| async move { (fan_out, multiplies(desk, fan_out).await) });
    let mut found = FanOuts::default();
    for (fan_out, really) in join_all(looks).await {
        let by = fan_out.multiplied_by.iter().map(|t| words(t)).collect::<Vec<_>>().join(" and ");
        let measured = words(&fan_out.table);
        if really {
            let message = format!(
                "Joining {by} repeats rows of {measured}, so {} counts some of them more than once.",
                fan_out.aggregate
            );
            let verdict = if fan_out.may_be_meant() { CheckVerdict::Warning } else { CheckVerdict::Failed };
            found.checks.push(check(CheckKind::FanOut, verdict, message));
            if verdict == CheckVerdict::Failed {
                found.repaired_sql = found.repaired_sql.or_else(|| fan_out.repaired.clone());
            }
        } else {
            let message = format!("Joining {by} repeats no row of {measured}: nothing is counted twice.");
            found.checks.push(check(CheckKind::FanOut, CheckVerdict::Passed, message));
        }
    }
    found
}

/// Whether the join multiplies on this data. What cannot be looked up is believed only where it is certain by the keys.
async fn multiplies(desk: &Desk<'_>, fan_out: &FanOut) -> bool {
    let counted = match &fan_out.probe {
        Some(probe) => desk.figures(probe).await,
        None => None,
    };
    match counted.as_deref() {
        Some([rows, distinct, ..]) => rows > distinct,
        _ => fan_out.certain,
    }
}

pub async fn losses(desk: &Desk<'_>, shape: &Shape) -> Vec<Check> {
    join_all(shape.join_losses.iter().map(|loss| lost(desk, loss))).await.into_iter().flatten().collect()
}

async fn lost(desk: &Desk<'_>, loss: &JoinLoss) -> Option<Check> {
    let (kept, other) = (words(&loss.table), words(&loss.partner));
    match desk.figures(&loss.probe).await?.as_slice() {
        [_, 0, ..] => None,
        [0, total, ..] => {
            let message = format!("All {} rows of {kept} have a match in {other}.", number(*total));
            Some(check(CheckKind::JoinLoss, CheckVerdict::Passed, message))
        }
        [lost, total, ..] => {
            let message = format!(
                "{} of {} rows of {kept} have no match in {other} and are left out.",
                number(*lost),
                number(*total)
            );
            let label = format!("Include the {} rows of {kept} without a match", number(*lost));
            let sql = keeping_unmatched(desk.checked, &loss.table, &loss.partner);
            let fixes = sql.map(|sql| Fix { label, sql: Some(sql), max_rows: None }).into_iter().collect();
            Some(Check { fixes, ..check(CheckKind::JoinLoss, CheckVerdict::Warning, message) })
        }
        _ => None,
    }
}
