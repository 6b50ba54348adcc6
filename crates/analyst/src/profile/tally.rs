//! Counting where the engine is slow at it: SQLite hands its numbers over, one row after the other, and they are counted
//! here. Nothing is kept but the counts.

use super::reader::{Reader, number};
use super::shape::{Counted, Wanted};
use super::subject::Subject;
use vouch_model::AttemptError;

/// Columns that one statement hands over.
const MOST_COLUMNS: usize = 150;

pub async fn read(
    subjects: &[Subject<'_>],
    wanted: &[Option<Wanted>],
    reader: &mut Reader,
) -> Result<Vec<Option<Counted>>, AttemptError> {
    let mut counted: Vec<Option<Counted>> = wanted.iter().map(|_| None).collect();
    let asked = subjects.iter().zip(wanted).enumerate();
    let asked: Vec<(usize, &Subject<'_>, &Wanted)> =
        asked.filter_map(|(i, (subject, wanted))| Some((i, subject, wanted.as_ref()?))).collect();
    for group in asked.chunks(MOST_COLUMNS) {
        let numbers = group.iter().map(|(_, subject, _)| subject.measured()).collect::<Vec<_>>().join(", ");
        let sql = format!("SELECT {numbers} FROM {}", reader.table());
        let mut tallies: Vec<Tally<'_>> = group.iter().map(|(_, _, wanted)| Tally::new(wanted)).collect();
        let done = reader.each_row("histograms and outliers", &sql, |row| {
            for (tally, value) in tallies.iter_mut().zip(row) {
                if let Some(x) = number(value) {
                    tally.add(x);
                }
            }
        });
        if done.await? {
            for ((i, ..), tally) in group.iter().zip(tallies) {
                if let Some(place) = counted.get_mut(*i) {
                    *place = Some(tally.counted());
                }
            }
        }
    }
    Ok(counted)
}

struct Tally<'w> {
    wanted: &'w Wanted,
    bins: Vec<u64>,
    outliers: u64,
    odd_dates: u64,
    values: u64,
    /// Of distances to a number near the mean, and of their squares.
    sum: f64,
    squares: f64,
}

impl<'w> Tally<'w> {
    fn new(wanted: &'w Wanted) -> Self {
        let bins = wanted.edges.as_ref().map_or(0, |edges| edges.len().saturating_sub(1));
        Self { wanted, bins: vec![0; bins], outliers: 0, odd_dates: 0, values: 0, sum: 0.0, squares: 0.0 }
    }

    fn add(&mut self, x: f64) {
        self.values += 1;
        if let Some(edges) = &self.wanted.edges {
            let above = edges.partition_point(|edge| *edge <= x);
            // The last bin holds its upper edge too.
            let bin = above.saturating_sub(1).min(self.bins.len().saturating_sub(1));
            if let Some(count) = self.bins.get_mut(bin) {
                *count += 1;
            }
        }
        self.outliers += u64::from(self.wanted.fences.is_some_and(|(low, high)| x < low || x > high));
        self.odd_dates += u64::from(self.wanted.odd_dates.is_some_and(|odd| odd.holds(x)));
        if let Some((centre, scale)) = self.wanted.centre {
            let distance = (x - centre) / scale;
            self.sum += distance;
            self.squares += distance * distance;
        }
    }

    fn counted(self) -> Counted {
        let n = self.values as f64;
        let stddev = self.wanted.centre.filter(|_| self.values >= 2).map(|(_, scale)| {
            let squares = (self.squares - self.sum * self.sum / n).max(0.0);
            (squares / (n - 1.0)).sqrt() * scale
        });
        Counted { bins: self.bins, outliers: self.outliers, odd_dates: self.odd_dates, stddev }
    }
}
