//! SQL in plain words.

use crate::CheckedSql;
use vouch_model::Catalog;

pub fn restate(_checked: &CheckedSql, _catalog: Option<&Catalog>) -> String {
    todo!()
}
