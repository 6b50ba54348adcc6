//! A wrong name in front of the dot: another table's alias, one that was never declared, a table that has an alias.

use super::columns::{fits_in, is_called, relations};
use super::names::{Candidate, is_short_for, only_fit};
use super::quoting::written;
use super::text::Edit;
use super::{Mend, Patient};
use crate::guard::sight::{Fault, RelationInSight, Sight};
use sqlparser::tokenizer::Token;

pub(super) fn mend(patient: &Patient<'_>, sight: &Sight) -> Option<Mend> {
    let at = patient.text.at(sight.position)?;
    match (sight.fault, sight.parts.as_slice()) {
        (Fault::ColumnOfRelation, [qualifier, column]) => other_holder(patient, sight, at, qualifier, column),
        (Fault::Qualifier, [qualifier, column]) => undeclared(patient, sight, at, qualifier, Some(column)),
        // `x.*` has no column.
        (Fault::Column, [qualifier]) if patient.text.is(at + 1, &Token::Period) => {
            undeclared(patient, sight, at, qualifier, None)
        }
        _ => None,
    }
}

/// `o.name` where only `c` has a `name`.
fn other_holder(patient: &Patient<'_>, sight: &Sight, at: usize, qualifier: &str, column: &str) -> Option<Mend> {
    let own = relations(sight).find(|relation| is_called(relation, qualifier))?;
    let mut holders = relations(sight).filter(|relation| relation.has(column));
    let (holder, more) = (holders.next()?, holders.next());
    if more.is_some() || fits_in(patient, own, column) {
        return None;
    }
    let name = holder.name.as_deref()?;
    let note = format!("`{qualifier}` has no column `{column}`; used `{name}.{column}`, the only one in this query.");
    replaced(patient, at, name, note)
}

fn undeclared(
    patient: &Patient<'_>,
    sight: &Sight,
    at: usize,
    qualifier: &str,
    column: Option<&String>,
) -> Option<Mend> {
    let all: Vec<&RelationInSight> = relations(sight).filter(|relation| relation.name.is_some()).collect();
    let holds = |relation: &&RelationInSight| column.is_none_or(|column| relation.has(column));
    let by_table: Vec<&&RelationInSight> =
        all.iter().filter(|r| table_name(r) == Some(&qualifier.to_lowercase())).collect();
    match by_table.as_slice() {
        [] => {}
        [only] if holds(only) => {
            let name = only.name.as_deref()?;
            return replaced(
                patient,
                at,
                name,
                format!("Table `{qualifier}` is called `{name}` in this query; used that name."),
            );
        }
        _ => return None,
    }
    if patient.catalog.is_some_and(|catalog| catalog.table(qualifier).is_some()) {
        return None;
    }
    let tables: Vec<Option<String>> = all.iter().map(|relation| table_name(relation).cloned()).collect();
    let candidates: Vec<Candidate<'_>> = all
        .iter()
        .zip(&tables)
        .map(|(relation, table)| Candidate {
            name: relation.name.as_deref().unwrap_or_default(),
            label: table.as_deref(),
        })
        .collect();
    let near = only_fit(qualifier, &candidates, patient.synonyms).and_then(|(index, _)| all.get(index));
    let short: Vec<&&RelationInSight> = all
        .iter()
        .filter(|relation| {
            let of = table_name(relation).map(String::as_str).or(relation.name.as_deref()).unwrap_or_default();
            holds(relation) && is_short_for(qualifier, of)
        })
        .collect();
    let meant = match (near.filter(|relation| holds(relation)), short.as_slice()) {
        (Some(near), _) => near,
        (None, [only]) => only,
        _ => return None,
    };
    let name = meant.name.as_deref()?;
    let note = format!("`{qualifier}` is not declared in this query; used `{name}`, the only table that it fits.");
    replaced(patient, at, name, note)
}

/// In lower case, without the schema.
fn table_name(relation: &RelationInSight) -> Option<&String> {
    relation.plain_table.as_ref()
}

fn replaced(patient: &Patient<'_>, at: usize, name: &str, note: String) -> Option<Mend> {
    Some(Mend::one(Edit::replace(patient.text.place(at)?, written(name, patient.dialect)), note))
}
