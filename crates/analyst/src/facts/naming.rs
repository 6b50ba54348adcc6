//! Which columns of a result name its rows.

use std::collections::HashSet;
use vouch_model::{ResultSet, Value};

/// Columns that name a row together.
const MOST_NAMES: usize = 3;

/// As many columns as it takes to tell the rows apart.
pub fn names(results: &ResultSet, label: usize, others: &[usize]) -> Vec<usize> {
    let mut names = vec![label];
    let mut apart = distinct(results, &names);
    for other in others {
        // A surname is said with the name before it.
        let surname = results.columns.get(*other).is_some_and(|column| column.name.contains("last_name"));
        if apart == results.rows.len() || names.len() == MOST_NAMES {
            break;
        }
        if names.contains(other) || surname {
            continue;
        }
        names.push(*other);
        let with = distinct(results, &names);
        if with == apart {
            names.pop();
        }
        apart = apart.max(with);
    }
    names
}

pub fn distinct(results: &ResultSet, columns: &[usize]) -> usize {
    let key = |row: &Vec<Value>| columns.iter().filter_map(|i| row.get(*i)).map(Value::to_string).collect::<Vec<_>>();
    results.rows.iter().map(key).collect::<HashSet<_>>().len()
}
