//! Puts a finding to the test: is there enough data, could it be chance, does it rest on a few extreme rows, does it turn
//! round within the parts, does the query give what the claim says?
//!
//! Works from the claim and its query alone, whoever made them. What cannot be tested is said to be weak, not to hold.

mod figures;
mod groups;
mod pairs;
mod series;
mod shape;
mod strata;

use super::desk::Desk;
use super::notebook::ToolFailure;
use crate::facts::{self, Ground};
use crate::rows::in_no_order;
use crate::statistics::Effect;
use shape::{Shape, shape};
use vouch_model::{
    CheckKind, CheckVerdict, EffectSize, Explanation, FindingKind, ResultSet, Verdict, VerdictCheck, VerdictStatus,
};
use vouch_sql::{CheckedSql, lens};

/// Chance, over all looks, above which a finding is not said to hold.
pub const ALPHA: f64 = 0.05;
/// Rows below which hardly anything can be told.
const FEWEST_ROWS: u64 = 20;
/// Share of missing values above which a finding may be about something else than it says.
const MUCH_MISSING: f64 = 0.2;

/// What is to be tested.
pub struct Claimed<'a> {
    pub claim: &'a str,
    pub sql: &'a str,
    pub kind: Option<FindingKind>,
    /// Comparisons made so far, this one included.
    pub looks: u32,
    /// The claim was computed from the data by ourselves: its figures need no source in the rows.
    pub computed: bool,
    pub question: &'a str,
}

/// A verdict in the making.
#[derive(Default)]
pub struct Examined {
    pub kind: Option<FindingKind>,
    /// See [`Claimed::computed`].
    pub computed: bool,
    pub sample_size: u64,
    pub test: Option<(&'static str, f64)>,
    pub effect: Option<Effect>,
    pub checks: Vec<VerdictCheck>,
    /// Why it misleads, strongest first.
    pub misleads: Vec<String>,
    pub weakens: Vec<String>,
}

impl Examined {
    fn check(&mut self, name: &str, passed: bool, message: impl Into<String>) {
        self.checks.push(VerdictCheck { name: name.to_owned(), passed, message: message.into() });
    }

    /// A check whose failure makes the finding weak.
    fn require(&mut self, name: &str, passed: bool, message: String) {
        if !passed {
            self.weakens.push(message.clone());
        }
        self.check(name, passed, message);
    }

    fn mislead(&mut self, name: &str, message: String) {
        self.misleads.push(message.clone());
        self.check(name, false, message);
    }
}

pub async fn validate(desk: &Desk<'_>, claimed: &Claimed<'_>) -> Result<(FindingKind, Verdict), ToolFailure> {
    let (checked, rows) = desk.run(claimed.sql).await?;
    let mut examined = Examined { kind: claimed.kind, computed: claimed.computed, ..Examined::default() };
    if rows.rows.is_empty() {
        return Err(ToolFailure::new(
            "The query gives no rows.",
            "A finding needs rows to stand on: loosen its filter.",
        ));
    }
    reproduce(desk, &checked, &rows, &mut examined).await;
    count_rows_once(desk, &checked, &rows, &mut examined).await;
    if !claimed.computed {
        ground(desk, claimed, &checked, &rows, &mut examined);
    }
    let lens = lens(&checked);
    match lens.as_ref().and_then(|lens| shape(lens, &rows, claimed.kind)) {
        Some(Shape::Series { period, measure }) => {
            series::examine(desk, lens.as_ref(), period, &measure, &mut examined).await
        }
        Some(Shape::Groups { group, measure }) => {
            groups::examine(desk, lens.as_ref(), group, &measure, &mut examined).await
        }
        Some(Shape::Table { rows: first, columns }) => {
            groups::examine_counts(desk, lens.as_ref(), first, columns, &mut examined).await;
        }
        Some(Shape::Within { part, group, measure }) => {
            strata::examine_groups(desk, lens.as_ref(), part, group, &measure, &mut examined).await;
        }
        Some(Shape::Pair { a, b, part }) => {
            pairs::examine(desk, lens.as_ref(), &a, &b, part.as_deref(), &mut examined).await
        }
        None => {
            examined.sample_size = rows.rows.len() as u64;
            let message = "No test fits this query; it can be read, not weighed.".to_owned();
            examined.require("significance", false, message);
        }
    }
    caution(claimed, &mut examined);
    Ok(pass_verdict(examined, claimed.looks))
}

async fn reproduce(desk: &Desk<'_>, checked: &CheckedSql, rows: &ResultSet, examined: &mut Examined) {
    let Some(again) = desk.run_again(checked).await else { return };
    // A cut result may hold other rows each time.
    let same = rows.truncated || in_no_order(&again) == in_no_order(rows);
    if same {
        examined.check("reproduced", true, "The query gives the same rows again.");
    } else {
        examined.mislead("reproduced", "The query gives other rows when it is run again.".to_owned());
    }
}

async fn count_rows_once(desk: &Desk<'_>, checked: &CheckedSql, rows: &ResultSet, examined: &mut Examined) {
    let validation = crate::checks::all(desk.view, checked, rows, desk.settings, desk.cancel).await;
    for check in validation.checks {
        match (check.kind, check.verdict) {
            (CheckKind::FanOut, CheckVerdict::Failed) => examined.mislead("fan_out", check.message),
            (CheckKind::ReadOnly | CheckKind::Truncated, _) | (_, CheckVerdict::Passed) => {}
            (_, _) => examined.check("result", true, check.message),
        }
    }
}

/// A figure in the claim that the rows do not show was made up, or taken from somewhere else.
fn ground(desk: &Desk<'_>, claimed: &Claimed<'_>, checked: &CheckedSql, rows: &ResultSet, examined: &mut Examined) {
    let facts = facts::compute(rows, &vouch_sql::inspect(checked, &desk.view.catalog));
    let ground = Ground::new(rows, &facts, claimed.sql, claimed.question);
    let supported = ground.add(&mut Explanation::default(), claimed.claim.to_owned()).is_some();
    if supported {
        examined.check("figures", true, "Every figure of the claim is in the rows or follows from them.");
    } else {
        let message = "A figure of the claim is not in the rows of its query and does not follow from them.";
        examined.mislead("figures", message.to_owned());
    }
}

/// Going together is not causing.
fn caution(claimed: &Claimed<'_>, examined: &mut Examined) {
    const CAUSES: [&str; 8] = ["cause", "causes", "caused", "because", "due", "leads", "makes", "results"];
    let lower = claimed.claim.to_lowercase();
    let asserts = !claimed.computed && lower.split(|c: char| !c.is_alphanumeric()).any(|word| CAUSES.contains(&word));
    let relates = matches!(
        examined.kind,
        Some(FindingKind::Relation | FindingKind::Driver | FindingKind::Association | FindingKind::Difference)
    );
    if asserts {
        let message = "The claim says what causes what; the data only shows what goes together.".to_owned();
        examined.require("causation", false, message);
    } else if relates {
        examined.check("causation", true, "What goes together need not cause each other.");
    }
}

/// Missing values, where there are any.
fn weigh_missing(examined: &mut Examined, present: u64, all: u64, what: &str) {
    if all == 0 || present >= all {
        return;
    }
    let share = (all - present) as f64 / all as f64;
    let message = format!("{:.1} % of the rows have no {what} and are left out.", share * 100.0);
    examined.require("missing_data", share < MUCH_MISSING, message);
}

fn pass_verdict(mut examined: Examined, looks: u32) -> (FindingKind, Verdict) {
    let n = examined.sample_size;
    let enough =
        n >= FEWEST_ROWS || examined.kind.is_some_and(|kind| matches!(kind, FindingKind::Trend | FindingKind::Break));
    examined.require("sample_size", enough, format!("It stands on {} rows.", facts::format_number(n as f64)));
    let p_value = examined.test.map(|(_, p)| p);
    let p_adjusted = p_value.map(|p| (p * f64::from(looks.max(1))).min(1.0));
    if let Some(p) = p_adjusted {
        let how = if looks > 1 { format!(", corrected for {looks} looks") } else { String::new() };
        let message = if p < ALPHA {
            format!("Chance is an unlikely explanation (p {}{how}).", p_text(p))
        } else {
            format!("It could well be chance (p {}{how}).", p_text(p))
        };
        examined.require("significance", p < ALPHA, message);
    }
    if let Some(effect) = &examined.effect {
        let size = size_name(effect);
        let large_enough = size != "negligible";
        examined.require(
            "effect",
            large_enough,
            format!("The effect is {size} ({} {:.3}).", effect.name, effect.value),
        );
    }
    let (status, reason) = match (examined.misleads.first(), examined.weakens.first()) {
        (Some(why), _) => (VerdictStatus::Misleading, why.clone()),
        (None, Some(why)) => (VerdictStatus::Weak, why.clone()),
        (None, None) => {
            let held = examined.checks.iter().find(|check| ["significance", "course"].contains(&check.name.as_str()));
            (VerdictStatus::Holds, held.map(|check| check.message.clone()).unwrap_or_default())
        }
    };
    let effect = examined.effect.map(|effect| EffectSize {
        name: effect.name.to_owned(),
        value: effect.value,
        size: size_name(&effect).to_owned(),
    });
    let verdict = Verdict {
        status,
        reason,
        sample_size: n,
        test: examined.test.map(|(name, _)| name.to_owned()),
        p_value,
        p_adjusted,
        effect,
        checks: examined.checks,
    };
    (examined.kind.unwrap_or(FindingKind::Other), verdict)
}

fn size_name(effect: &Effect) -> &'static str {
    use crate::statistics::EffectSize::{Large, Medium, Negligible, Small};
    match effect.size {
        Negligible => "negligible",
        Small => "small",
        Medium => "medium",
        Large => "large",
    }
}

fn p_text(p: f64) -> String {
    if p < 0.000_1 { "< 0.0001".to_owned() } else { format!("= {p:.4}") }
}
