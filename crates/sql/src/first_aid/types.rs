//! A text column that holds numbers, compared with a number. DuckDB refuses that; SQLite has its own rules and
//! never complains.

use super::literals::{Compared, comparisons};
use super::text::Edit;
use super::{Mend, Patient};
use sqlparser::ast::Value;
use vouch_model::{Dialect, ErrorCode};

pub(super) fn mend(patient: &Patient<'_>) -> Option<Mend> {
    if patient.dialect != Dialect::DuckDb || patient.problem.code != ErrorCode::TypeMismatch {
        return None;
    }
    let compared = comparisons(patient).into_iter().find(holds_numbers)?;
    let column = patient.text.sql.get(compared.column_place.clone())?;
    let edit = Edit::replace(compared.column_place.clone(), format!("CAST({column} AS DOUBLE)"));
    let note = format!("`{column}` is a text that holds numbers; compared it as a number.");
    Some(Mend::one(edit, note))
}

/// The values that are known are all numbers. One that is not makes the engine say so, and drops no row in silence.
fn holds_numbers(compared: &Compared) -> bool {
    let samples = &compared.column.samples;
    matches!(compared.literal, Value::Number(..))
        && compared.column.data_type.is_text()
        && !samples.is_empty()
        && samples.iter().all(|sample| sample.trim().parse::<f64>().is_ok_and(f64::is_finite))
}
