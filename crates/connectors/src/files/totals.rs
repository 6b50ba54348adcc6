//! The last row of a sheet that adds up the others: it is no row of the data, and counting it doubles every sum.

/// What such a row is called, in the languages whose spreadsheets people send.
const CALLED: [&str; 13] = [
    "total",
    "totals",
    "grand total",
    "sum",
    "sums",
    "total sum",
    "overall total",
    "summe",
    "gesamt",
    "gesamtsumme",
    "totaal",
    "somme",
    "totale",
];

/// Whether the last row is called a total and one of its numbers is the sum of what stands above it.
pub fn ends_with_totals<'a>(rows: impl DoubleEndedIterator<Item = &'a [String]> + Clone) -> bool {
    let mut above = rows;
    let Some(last) = above.next_back() else { return false };
    let called = |cell: &String| CALLED.contains(&cell.trim().trim_end_matches(':').to_lowercase().as_str());
    if !last.iter().any(called) || above.clone().count() < 2 {
        return false;
    }
    last.iter().enumerate().any(|(column, cell)| {
        let Some(total) = number(cell) else { return false };
        let cells = above.clone().filter_map(|row| number(row.get(column)?));
        let (count, sum) = cells.fold((0_usize, 0.0), |(count, sum), cell| (count + 1, sum + cell));
        count > 1 && (sum - total).abs() <= 1e-6 * sum.abs().max(1.0)
    })
}

fn number(cell: &str) -> Option<f64> {
    cell.parse::<f64>().ok().filter(|number| number.is_finite())
}

#[cfg(test)]
#[path = "totals_tests.rs"]
mod tests;
