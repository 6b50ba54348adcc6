//! A figure that is said to rise, fall, break or peak over time.

use super::figures::{argument, by, counts, overall};
use super::{Examined, weigh_missing};
use crate::explore::course::Course;
use crate::explore::desk::Desk;
use crate::explore::scan::FEWEST_PERIODS;
use crate::statistics::Measure;
use vouch_model::FindingKind;
use vouch_sql::{Lens, LensMeasure};

pub async fn examine(
    desk: &Desk<'_>,
    lens: Option<&Lens>,
    period: usize,
    measure: &LensMeasure,
    examined: &mut Examined,
) {
    let Some(lens) = lens else { return };
    let Some(key) = lens.groups.get(period) else { return };
    let course = match argument(measure, desk.view.catalog.dialect) {
        Some(x) => {
            let Some(all) = overall(desk, lens, &x).await else { return cannot(examined) };
            weigh_missing(examined, all.summary.n, all.rows, &measure.name);
            let Some(groups) = by(desk, lens, &[&key.expression], &x, all.summary.mean).await else {
                return cannot(examined);
            };
            let total = measure.function == "sum";
            let course = Course {
                periods: groups.iter().filter_map(|(keys, _)| keys.first().cloned()).collect(),
                values: groups.iter().map(|(_, s)| if total { s.mean * s.n as f64 } else { s.mean }).collect(),
                rows: groups.iter().map(|(_, s)| s.n as f64).collect(),
                errors: groups.iter().map(|(_, s)| (s.variance / s.n as f64).sqrt()).collect(),
            };
            if total { course.without_cut_ends() } else { course }
        }
        None => {
            let Some(groups) = counts(desk, lens, &[&key.expression]).await else { return cannot(examined) };
            let rows: Vec<f64> = groups.iter().map(|(_, count)| *count as f64).collect();
            let periods = groups.into_iter().filter_map(|(keys, _)| keys.into_iter().next()).collect();
            let errors = rows.iter().map(|rows| rows.sqrt()).collect();
            Course { periods, values: rows.clone(), rows, errors }.without_cut_ends()
        }
    };
    examined.sample_size = course.rows.iter().sum::<f64>() as u64;
    let enough = course.len() >= FEWEST_PERIODS;
    examined.require("periods", enough, format!("It is followed over {} periods.", course.len()));
    judge(&course, examined);
}

fn judge(course: &Course, examined: &mut Examined) {
    let (rise, shift, spike) = (course.rise(), course.shift(), course.spike());
    let shifts_more = match (&rise, &shift) {
        (Some(rise), Some(shift)) => shift.p_value < rise.p_value,
        (rise, shift) => rise.is_none() && shift.is_some(),
    };
    let guess = if shifts_more { FindingKind::Break } else { FindingKind::Trend };
    let kind = examined.kind.unwrap_or(guess);
    examined.kind = Some(kind);
    match kind {
        FindingKind::Break => {
            let Some(shift) = shift else { return cannot(examined) };
            examined.test = Some(("change_point", shift.p_value));
            examined.effect = shift.change.test.effect;
            let moment = course.periods.get(shift.change.position).cloned().unwrap_or_default();
            examined.check("moment", true, format!("The level changes most clearly at {moment}."));
        }
        FindingKind::Outlier => {
            let Some(spike) = spike else {
                let message = "No single period is far enough from the others.".to_owned();
                return examined.require("significance", false, message);
            };
            examined.test = Some(("robust_z", spike.p_value));
            let period = course.periods.get(spike.at).cloned().unwrap_or_default();
            examined.check("moment", true, format!("{period} is further from the rest than any other period."));
        }
        // Told as it was, by us; what somebody else claims of a course is tested as a trend.
        FindingKind::Other if examined.computed => match course.swing() {
            Some(_) => examined.check("course", true, "It is what the figures did; no test can say why."),
            None => cannot(examined),
        },
        _ => {
            let Some(rise) = rise else { return cannot(examined) };
            examined.test = Some(("mann_kendall", rise.p_value));
            examined.effect = Some(Measure::PearsonR.effect(rise.r));
            if let Some(lag) = rise.trend.lag_one.filter(|lag| *lag > 0.1) {
                let message = format!("Neighbouring periods are alike (correlation {lag:.2}); the test allows for it.");
                examined.check("autocorrelation", true, message);
            }
        }
    }
}

fn cannot(examined: &mut Examined) {
    examined.require("significance", false, "There are too few periods to test it.".to_owned());
}
