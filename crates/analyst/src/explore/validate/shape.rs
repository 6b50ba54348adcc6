//! What a query compares, from how it is written and what its rows are.

use crate::explore::course::looks_like_periods;
use vouch_model::{FindingKind, ResultSet};
use vouch_sql::{Lens, LensMeasure};

/// Which comparison a query makes; groups by their place in the lens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A figure over time.
    Series { period: usize, measure: LensMeasure },
    /// A figure by category.
    Groups { group: usize, measure: LensMeasure },
    /// Counts of two categories.
    Table { rows: usize, columns: usize },
    /// A figure by category, within the parts of another.
    Within { part: usize, group: usize, measure: LensMeasure },
    /// Two figures of the same rows, perhaps within parts.
    Pair { a: String, b: String, part: Option<String> },
}

pub fn shape(lens: &Lens, rows: &ResultSet, kind: Option<FindingKind>) -> Option<Shape> {
    let numeric = |name: &str| {
        rows.columns.iter().any(|column| column.name.eq_ignore_ascii_case(name) && column.data_type.is_numeric())
    };
    let temporal = |at: usize| lens.groups.get(at).is_some_and(|group| looks_like_periods(rows, &group.name));
    let measure = lens.measures.iter().find(|m| m.function != "count").or(lens.measures.first());
    match (lens.groups.len(), measure) {
        (0, Some(corr)) if corr.function == "corr" => {
            let [a, b] = <[String; 2]>::try_from(corr.arguments.clone()).ok()?;
            Some(Shape::Pair { a, b, part: None })
        }
        (0, None) => {
            let figures: Vec<&str> =
                lens.plain.iter().filter(|c| numeric(&c.name)).map(|c| c.expression.as_str()).collect();
            let part = lens.plain.iter().find(|c| !numeric(&c.name)).map(|c| c.expression.clone());
            match figures.as_slice() {
                [a, b] => Some(Shape::Pair { a: (*a).to_owned(), b: (*b).to_owned(), part }),
                // A part that is a number itself: the paradox query puts it first.
                [part, a, b] if kind == Some(FindingKind::Paradox) => {
                    Some(Shape::Pair { a: (*a).to_owned(), b: (*b).to_owned(), part: Some((*part).to_owned()) })
                }
                _ => None,
            }
        }
        (1, Some(measure)) => {
            let over_time = temporal(0) && !matches!(kind, Some(FindingKind::Driver | FindingKind::Difference));
            Some(match over_time {
                true => Shape::Series { period: 0, measure: measure.clone() },
                false => Shape::Groups { group: 0, measure: measure.clone() },
            })
        }
        (2, Some(measure)) if measure.function == "count" => Some(Shape::Table { rows: 0, columns: 1 }),
        (2, Some(measure)) => Some(Shape::Within { part: 0, group: 1, measure: measure.clone() }),
        _ => None,
    }
}
