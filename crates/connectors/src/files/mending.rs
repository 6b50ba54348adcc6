//! Rows with too few or too many fields, fitted to their columns by what the cells look like.
//!
//! A delimiter too many or too few somewhere in a row shifts all cells behind it. The place is found where the most
//! cells then look like the rest of their column; where nothing speaks for another place, the row is filled up or cut
//! at its end. Every mended row is reported by the caller.

use super::dates;
use super::numbers;
use super::profile::is_null_marker;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    Empty,
    Number,
    Moment,
    Link,
    Word,
}

pub fn look(cell: &str) -> Look {
    if cell.is_empty() || is_null_marker(cell) {
        Look::Empty
    } else if numbers::read_number(cell).is_some() {
        Look::Number
    } else if dates::is_time_of_day(cell) || !dates::read_date(cell).is_empty() {
        Look::Moment
    } else if cell.starts_with("http") {
        Look::Link
    } else {
        Look::Word
    }
}

/// What each column usually holds; `None` where it holds this and that.
pub fn usual_looks(rows: &[Vec<String>], width: usize) -> Vec<Option<Look>> {
    const LOOKS: [Look; 4] = [Look::Number, Look::Moment, Look::Link, Look::Word];
    let whole = || rows.iter().filter(|row| row.len() == width).take(500);
    let usual = (0..width).map(|index| {
        let seen: Vec<Look> = whole().filter_map(|row| row.get(index)).map(|c| look(c)).collect();
        let filled = seen.iter().filter(|l| **l != Look::Empty).count();
        if filled == 0 {
            return Some(Look::Empty).filter(|_| !seen.is_empty());
        }
        LOOKS.into_iter().find(|kind| seen.iter().filter(|l| *l == kind).count() * 10 >= filled * 9)
    });
    usual.collect()
}

/// Fits a row that is not as wide as `usual`. Says what was done.
pub fn fit(cells: Vec<String>, usual: &[Option<Look>], delimiter: char) -> (Vec<String>, String) {
    let width = usual.len();
    let (count, surplus) = (cells.len(), cells.len().saturating_sub(width));
    let looks: Vec<Look> = cells.iter().map(|c| look(c)).collect();
    if surplus == 0 {
        let missing = width - count;
        let place = best_place(count, |place| {
            (0..count).map(|i| agreement(looks.get(i), usual.get(if i < place { i } else { i + missing }))).sum()
        });
        let mut fitted = cells;
        let tail = fitted.split_off(place.min(fitted.len()));
        fitted.extend(std::iter::repeat_n(String::new(), missing));
        fitted.extend(tail);
        let where_ = if place == count { String::new() } else { format!(" from field {} on", place + 1) };
        return (fitted, format!("has {count} of {width} fields; the missing ones{where_} are empty"));
    }
    let merged_at = |place: usize| merge(&cells, place, surplus, delimiter);
    let place = best_place(width, |place| {
        if place == width {
            return (0..width).map(|i| agreement(looks.get(i), usual.get(i))).sum();
        }
        let joined = look(&merged_at(place));
        let others = (0..width)
            .filter(|i| *i != place)
            .map(|i| agreement(looks.get(if i < place { i } else { i + surplus }), usual.get(i)));
        others.sum::<i32>() + agreement(Some(&joined), usual.get(place))
    });
    if place == width {
        let left_out: Vec<&str> = cells.iter().skip(width).map(String::as_str).filter(|c| !c.is_empty()).collect();
        let left_out = super::staging::shorten(&left_out.join(", "));
        let what =
            if left_out.is_empty() { "the surplus ones are empty".to_owned() } else { format!("left out: {left_out}") };
        return (cells.into_iter().take(width).collect(), format!("has {count} fields instead of {width}; {what}"));
    }
    let joined = merged_at(place);
    let head = cells.iter().take(place).cloned();
    let tail = cells.iter().skip(place + surplus + 1).cloned();
    let fitted = head.chain([joined]).chain(tail).collect();
    (fitted, format!("has {count} fields instead of {width}; field {} was joined with the next", place + 1))
}

/// The last place (nothing shifted) wins unless another is better.
fn best_place(last: usize, score: impl Fn(usize) -> i32) -> usize {
    let mut best = (last, score(last));
    for place in (0..last).rev() {
        let value = score(place);
        if value > best.1 {
            best = (place, value);
        }
    }
    best.0
}

fn agreement(cell: Option<&Look>, usual: Option<&Option<Look>>) -> i32 {
    match (cell, usual) {
        (Some(cell), Some(Some(usual))) if cell == usual => 2,
        (Some(Look::Empty), _) | (_, Some(None) | None) | (None, _) => 0,
        _ => -2,
    }
}

fn merge(cells: &[String], place: usize, surplus: usize, delimiter: char) -> String {
    let parts: Vec<&str> =
        cells.iter().skip(place).take(surplus + 1).map(String::as_str).filter(|c| !c.is_empty()).collect();
    parts.join(&format!("{delimiter} "))
}

#[cfg(test)]
#[path = "mending_tests.rs"]
mod tests;
