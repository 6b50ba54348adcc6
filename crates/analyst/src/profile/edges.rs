//! Where the bins of a histogram begin and end: at round numbers and at the beginnings of days, months and years.

use jiff::civil;

/// Bins that a person can still tell apart.
pub const MOST_BINS: usize = 20;

/// Whole numbers in a bin, below which one more of them is seen.
const FEW_VALUES: f64 = 5.0;

const DAY: i64 = 86_400;
/// Widths in seconds below a month, beside the second on which such bins may begin: weeks begin on Mondays.
const SECONDS: [(i64, i64); 14] = [
    (1, 0),
    (5, 0),
    (15, 0),
    (30, 0),
    (60, 0),
    (300, 0),
    (900, 0),
    (1_800, 0),
    (3_600, 0),
    (3 * 3_600, 0),
    (6 * 3_600, 0),
    (12 * 3_600, 0),
    (DAY, 0),
    (7 * DAY, 4 * DAY),
];
const MONTHS: [i64; 12] = [1, 3, 6, 12, 24, 60, 120, 240, 600, 1_200, 6_000, 12_000];

/// The edges of at most [`MOST_BINS`] equal bins that hold `min` to `max`; `None` where there are none to draw.
pub fn of_numbers(min: f64, max: f64, whole: bool) -> Option<Vec<f64>> {
    if !(max - min).is_finite() {
        return None;
    }
    if min == max {
        return Some(vec![min, max]);
    }
    let narrowest = (max - min) / MOST_BINS as f64;
    let mut power = narrowest.log10().floor() as i32;
    // Each width is some tenths of a power of ten, so that every edge is the double nearest to a short decimal.
    for _ in 0..4 {
        for tenths in [10_i128, 20, 25, 50] {
            if whole && !is_whole(tenths, power) {
                continue;
            }
            if let Some(edges) = edges(min, max, tenths, power - 1, whole) {
                return Some(edges);
            }
        }
        power += 1;
    }
    None
}

fn is_whole(tenths: i128, power: i32) -> bool {
    power >= 1 || (power == 0 && tenths % 10 == 0)
}

fn edges(min: f64, max: f64, digits: i128, power: i32, whole: bool) -> Option<Vec<f64>> {
    let edge = |step: i128| format!("{}e{power}", step * digits).parse::<f64>().ok();
    let width = edge(1)?;
    // The last bin holds its upper edge too. Of whole numbers that is one more than the others hold, which shows where they
    // hold few: then the greatest value gets a bin that begins at it.
    let holds_all = |last: f64| if whole && width < FEW_VALUES { last > max } else { last >= max };
    let first = (min / width).floor() as i128;
    // Rounding may have put the first edge above the smallest value, or the second one not above it.
    let first = if edge(first)? > min { first - 1 } else { first };
    let first = if edge(first + 1)? <= min { first + 1 } else { first };
    let mut edges = vec![edge(first)?];
    for step in 1..=MOST_BINS as i128 {
        edges.push(edge(first + step)?);
        if edges.last().is_some_and(|last| holds_all(*last)) {
            let rising = edges.windows(2).all(|pair| matches!(pair, [a, b] if a < b));
            return rising.then_some(edges);
        }
    }
    None
}

/// The same for seconds since 1970; `by_days` where there is no time of day.
pub fn of_seconds(min: f64, max: f64, by_days: bool) -> Option<Vec<f64>> {
    let (first, last) = (min.floor() as i64, max.ceil() as i64);
    let fits = |(width, begin): &&(i64, i64)| {
        (!by_days || *width >= DAY)
            && (last - begin).div_euclid(*width) - (first - begin).div_euclid(*width) < MOST_BINS as i64
    };
    if let Some((width, begin)) = SECONDS.iter().find(fits) {
        let (from, to) = ((first - begin).div_euclid(*width), (last - begin).div_euclid(*width));
        return Some((from..=to + 1).map(|step| (step * width + begin) as f64).collect());
    }
    let (from, to) = (month(first)?, month(last)?);
    let width = MONTHS.iter().find(|width| to.div_euclid(**width) - from.div_euclid(**width) < MOST_BINS as i64)?;
    (from.div_euclid(*width)..=to.div_euclid(*width) + 1).map(|step| beginning(step * width)).collect()
}

/// Months since the year 0.
fn month(seconds: i64) -> Option<i64> {
    let day = i32::try_from(seconds.div_euclid(DAY)).ok()?;
    let date = civil::date(1970, 1, 1).checked_add(jiff::Span::new().try_days(day).ok()?).ok()?;
    Some(i64::from(date.year()) * 12 + i64::from(date.month()) - 1)
}

/// The first second of a month. One that no calendar here reaches is cut off at the last that it does.
fn beginning(month: i64) -> Option<f64> {
    let year = i16::try_from(month.div_euclid(12)).ok()?;
    let first = match civil::Date::new(year, i8::try_from(month.rem_euclid(12) + 1).ok()?, 1) {
        Ok(first) => first,
        Err(_) if year > 0 => civil::Date::MAX,
        Err(_) => civil::Date::MIN,
    };
    let days = (first - civil::date(1970, 1, 1)).get_days();
    Some(i64::from(days) as f64 * DAY as f64)
}
