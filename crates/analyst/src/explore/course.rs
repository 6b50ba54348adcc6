//! A figure over time: does it rise or fall, did it move to another level, was one period unlike the rest?

use crate::statistics::{
    ChangePoint, Noise, Trend, change_point, f_sf, line, mann_kendall, normal_two_sided, robust_z,
};
use vouch_model::{DataType, ResultSet, Value};

/// The same for every run: a finding must not come and go.
const SEED: u64 = 20_240_229;
/// Simulated p-values end here; below, a bound from the F distribution takes over.
const FINEST_SIMULATED: f64 = 0.002;
/// How far from the rest a period must be, in their own spread, and how much further than the next.
const STANDS_OUT: f64 = 8.0;
const FURTHER_THAN_NEXT: f64 = 1.8;
/// A period with fewer rows than this share of the others speaks for its rows, not for itself; one with enough must lie
/// this many standard errors away.
const THIN: f64 = 0.3;
const SURE_OF_ITSELF: f64 = 4.0;
/// A first or last period with less than this share of the rows of its neighbours was cut off by the data's end.
const CUT_OFF: f64 = 0.6;
/// A level drifts where its steps take this share, or less, of the squares about its mean: 2 where each period is news,
/// 0.2 where one resembles the one before with r = 0.9.
pub const DRIFTS: f64 = 0.2;
/// A fall or rise of a smaller share is not worth a word.
const FAR: f64 = 0.1;

/// Values at even distances, oldest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Course {
    pub periods: Vec<String>,
    pub values: Vec<f64>,
    /// Rows behind each value.
    pub rows: Vec<f64>,
    /// How far each value may be off by chance: its standard error.
    pub errors: Vec<f64>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Rise {
    pub p_value: f64,
    /// Kendall's.
    pub trend: Trend,
    /// Correlation with time.
    pub r: f64,
    /// Per period.
    pub slope: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Shift {
    pub p_value: f64,
    pub change: ChangePoint,
    /// Share of the squares that the shift takes away.
    pub gain: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Spike {
    pub p_value: f64,
    pub at: usize,
    /// What the other periods are like.
    pub usual: f64,
}

/// The longest way that a level went, down or up.
#[derive(Clone, Debug, PartialEq)]
pub struct Swing {
    pub from: usize,
    pub to: usize,
    /// Of where it began; negative for a fall.
    pub share: f64,
}

impl Course {
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Without a first or last period that the data covers only in part; averages do not mind those.
    pub fn without_cut_ends(mut self) -> Self {
        let typical = {
            let mut rows = self.rows.clone();
            rows.sort_by(f64::total_cmp);
            rows.get(rows.len() / 2).copied().unwrap_or_default()
        };
        if self.rows.last().is_some_and(|rows| *rows < CUT_OFF * typical) {
            self.periods.pop();
            self.values.pop();
            self.rows.pop();
            self.errors.pop();
        }
        if self.rows.first().is_some_and(|rows| *rows < CUT_OFF * typical) {
            self.periods.remove(0);
            self.values.remove(0);
            self.rows.remove(0);
            self.errors.remove(0);
        }
        self
    }

    pub fn rise(&self) -> Option<Rise> {
        let trend = mann_kendall(&self.values, Noise::Autocorrelated).ok()?;
        let fitted = line(&self.places(), &self.values).ok()?;
        Some(Rise { p_value: trend.test.p_value, slope: fitted.slope, r: fitted.r, trend })
    }

    /// Where the periods lie, a period apart; years that are five apart are five apart.
    fn places(&self) -> Vec<f64> {
        let numbers: Option<Vec<f64>> = self.periods.iter().map(|period| period.parse().ok()).collect();
        let rising = |numbers: &Vec<f64>| numbers.windows(2).all(|pair| pair.first() < pair.last());
        numbers.filter(rising).unwrap_or_else(|| (0..self.len()).map(|at| at as f64).collect())
    }

    pub fn shift(&self) -> Option<Shift> {
        let change = change_point(&self.values, SEED).ok()?;
        let n = self.len() as f64;
        let all = crate::statistics::Summary::of(&self.values)?;
        let left = change.before.squares() + change.after.squares();
        let gain = if all.squares() > 0.0 { 1.0 - left / all.squares() } else { 0.0 };
        let mut p_value = change.test.p_value;
        if p_value <= FINEST_SIMULATED {
            // F of the best of n splits, made smaller by what correlated neighbours make of it.
            let correlated = (1.0 + change.lag_one) / (1.0 - change.lag_one).max(0.05);
            p_value = p_value.min(n * f_sf(change.test.statistic / correlated, 1.0, (n - 2.0).max(1.0)));
        }
        Some(Shift { p_value, change, gain })
    }

    pub fn spike(&self) -> Option<Spike> {
        let places: Vec<f64> = (0..self.len()).map(|at| at as f64).collect();
        // Beside a trend, if there is one; a single spike hardly bends the line.
        let left: Vec<f64> = match line(&places, &self.values) {
            Ok(fitted) if fitted.r.abs() > 0.5 => {
                self.values.iter().zip(&places).map(|(y, x)| y - fitted.slope * x).collect()
            }
            _ => self.values.clone(),
        };
        let scores = robust_z(&left).ok()?;
        let mut order: Vec<usize> = (0..scores.len()).collect();
        let size = |at: &usize| scores.get(*at).map_or(0.0, |z| z.abs());
        order.sort_by(|a, b| size(b).total_cmp(&size(a)));
        let (at, next) = (*order.first()?, *order.get(1)?);
        let z = size(&at);
        if z < STANDS_OUT || z < FURTHER_THAN_NEXT * size(&next).max(1.0) {
            return None;
        }
        // One extreme row makes an extreme average of few rows; then the row stands out, not the period.
        let typical = self.rows.iter().sum::<f64>() / self.len() as f64;
        let (rows, value) = (*self.rows.get(at)?, *self.values.get(at)?);
        let others: Vec<f64> = self.values.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, y)| *y).collect();
        let usual = others.iter().sum::<f64>() / others.len() as f64;
        let error = self.errors.get(at).copied().unwrap_or_default();
        if rows < THIN * typical || (value - usual).abs() < SURE_OF_ITSELF * error {
            return None;
        }
        Some(Spike { p_value: self.len() as f64 * normal_two_sided(z), at, usual })
    }

    /// What a level that drifts did, told as it was: a test would take every course of it for chance.
    pub fn swing(&self) -> Option<Swing> {
        let all = crate::statistics::Summary::of(&self.values)?;
        let step = |pair: &[f64]| pair.last().zip(pair.first()).map_or(0.0, |(b, a)| (b - a).powi(2));
        let steps: f64 = self.values.windows(2).map(step).sum();
        if self.values.iter().any(|value| *value <= 0.0) || steps >= DRIFTS * all.squares() {
            return None;
        }
        let far = |sign: f64| {
            let (mut start, mut best): (usize, Option<Swing>) = (0, None);
            for (at, value) in self.values.iter().enumerate() {
                let begun = *self.values.get(start)?;
                if (value - begun) * sign <= 0.0 {
                    start = at;
                } else if best.as_ref().is_none_or(|best| (value / begun).ln().abs() > (1.0 + best.share).ln().abs()) {
                    best = Some(Swing { from: start, to: at, share: value / begun - 1.0 });
                }
            }
            best
        };
        let further = [far(-1.0), far(1.0)].into_iter().flatten();
        further
            .filter(|swing| swing.share.abs() >= FAR)
            .max_by(|a, b| (1.0 + a.share).ln().abs().total_cmp(&(1.0 + b.share).ln().abs()))
    }

    /// Mean over the rows of some periods.
    pub fn mean(&self, from: usize, to: usize) -> f64 {
        let part = || self.values.iter().zip(&self.rows).skip(from).take(to.saturating_sub(from));
        let rows: f64 = part().map(|(_, rows)| rows).sum();
        part().map(|(value, rows)| value * rows).sum::<f64>() / rows.max(1.0)
    }
}

/// Whether a result column is a course of time: dates, years, or periods written as text.
pub fn looks_like_periods(rows: &ResultSet, name: &str) -> bool {
    let Some(at) = rows.columns.iter().position(|column| column.name.eq_ignore_ascii_case(name)) else { return false };
    let Some(column) = rows.columns.get(at) else { return false };
    if column.data_type.is_temporal() {
        return true;
    }
    let mut values = rows.rows.iter().filter_map(|row| row.get(at)).filter(|value| !value.is_null()).peekable();
    if values.peek().is_none() {
        return false;
    }
    let words = crate::gather::words::name_words(name);
    let named = words.iter().any(|word| {
        ["year", "month", "week", "day", "date", "quarter", "period", "hour", "time", "t", "step"]
            .contains(&word.as_str())
    });
    match column.data_type {
        DataType::Int => named && rows.rows.len() >= super::scan::FEWEST_PERIODS,
        DataType::Text | DataType::Other(_) => {
            values.all(|value| matches!(value, Value::Text(text) if is_date_text(text)))
        }
        _ => false,
    }
}

/// `2024`, `2024-03`, `2024-03-01`, `2024-Q1`, with or without a time.
fn is_date_text(text: &str) -> bool {
    let date = text.split([' ', 'T']).next().unwrap_or_default();
    let mut parts = date.split(['-', '/']);
    let year = parts.next().is_some_and(|part| part.len() == 4 && part.chars().all(|c| c.is_ascii_digit()));
    year && parts.all(|part| {
        let part = part.strip_prefix(['Q', 'W']).unwrap_or(part);
        (1..=2).contains(&part.len()) && part.chars().all(|c| c.is_ascii_digit())
    })
}

/// A period as a person says it.
pub fn period_name(text: &str, period: super::scan::Period) -> String {
    use super::scan::Period;
    let date = text.split([' ', 'T']).next().unwrap_or(text);
    let mut parts = date.split('-');
    let (year, month) = (parts.next(), parts.next());
    match (period, year, month) {
        (Period::Year, Some(year), _) => year.to_owned(),
        (Period::Month, Some(year), Some(month)) => {
            let name = month.parse::<usize>().ok().and_then(|m| vouch_model::MONTHS.get(m.checked_sub(1)?));
            name.map_or_else(|| date.to_owned(), |name| format!("{} {year}", super::wording::capitalized(name)))
        }
        (Period::Week, ..) => format!("the week of {date}"),
        (Period::Day, ..) => date.to_owned(),
        (Period::Hour, ..) => text.get(..16).unwrap_or(text).to_owned(),
        _ => text.to_owned(),
    }
}
