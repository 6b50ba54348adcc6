//! A column that does not exist, and one in sight that it must mean.

use super::names::{Candidate, Fit, only_fit};
use super::quoting::{may_be_text, written};
use super::text::Edit;
use super::{Mend, Patient};
use crate::guard::sight::{ColumnInSight, Fault, RelationInSight, Sight};
use sqlparser::tokenizer::Token;

pub(super) fn mend(patient: &Patient<'_>, sight: &Sight) -> Option<Mend> {
    let at = patient.text.at(sight.position)?;
    match (sight.fault, sight.parts.as_slice()) {
        (Fault::Column, [wanted]) if !patient.text.is(at + 1, &Token::Period) && !may_be_text(patient, sight) => {
            bare(patient, sight, at, wanted)
        }
        (Fault::ColumnOfRelation, [qualifier, wanted]) => {
            let own = relations(sight).find(|relation| is_called(relation, qualifier))?;
            let (name, fit) = fitting(patient, wanted, &own.columns)?;
            let held_by_another = relations(sight).any(|relation| relation.has(wanted));
            if held_by_another && fit != Fit::Spelling {
                return None;
            }
            renamed(patient, at + 2, wanted, name, fit)
        }
        _ => None,
    }
}

/// Without a table in front, whatever is in sight may be meant, names of the SELECT list too.
fn bare(patient: &Patient<'_>, sight: &Sight, at: usize, wanted: &str) -> Option<Mend> {
    let columns: Vec<&ColumnInSight> = relations(sight).flat_map(|relation| &relation.columns).collect();
    let aliases = sight.scopes.iter().flat_map(|scope| &scope.aliases);
    let own: Vec<&String> =
        aliases.filter(|alias| !columns.iter().any(|column| column.name.eq_ignore_ascii_case(alias))).collect();
    let mut candidates: Vec<Candidate<'_>> = columns.iter().map(|column| candidate(column)).collect();
    candidates.extend(own.iter().map(|alias| Candidate { name: alias, label: None }));
    let (index, fit) = only_fit(wanted, &candidates, patient.synonyms)?;
    // A table that is not read here has the very column: a forgotten join is as likely as a slip.
    let elsewhere = || patient.catalog.is_some_and(|catalog| catalog.tables.iter().any(|t| t.column(wanted).is_some()));
    if fit != Fit::Spelling && elsewhere() {
        return None;
    }
    renamed(patient, at, wanted, candidates.get(index)?.name, fit)
}

fn fitting<'c>(patient: &Patient<'_>, wanted: &str, columns: &'c [ColumnInSight]) -> Option<(&'c str, Fit)> {
    let candidates: Vec<Candidate<'c>> = columns.iter().map(candidate).collect();
    let (index, fit) = only_fit(wanted, &candidates, patient.synonyms)?;
    Some((candidates.get(index)?.name, fit))
}

/// Whether any column in sight could be meant by the name, be it one or several.
pub(super) fn may_be_meant(patient: &Patient<'_>, sight: &Sight, wanted: &str) -> bool {
    let columns = relations(sight).flat_map(|relation| &relation.columns);
    columns.into_iter().any(|column| only_fit(wanted, &[candidate(column)], patient.synonyms).is_some())
}

/// Whether the relation has a column that the name could mean.
pub(super) fn fits_in(patient: &Patient<'_>, relation: &RelationInSight, wanted: &str) -> bool {
    relation.columns.iter().any(|column| only_fit(wanted, &[candidate(column)], patient.synonyms).is_some())
}

fn candidate(column: &ColumnInSight) -> Candidate<'_> {
    Candidate { name: &column.name, label: column.label.as_deref() }
}

fn renamed(patient: &Patient<'_>, at: usize, wanted: &str, name: &str, fit: Fit) -> Option<Mend> {
    let edit = Edit::replace(patient.text.place(at)?, written(name, patient.dialect));
    let note = format!("Column `{wanted}` does not exist; used `{name}`, {}.", fit.reason("column"));
    Some(Mend::one(edit, note))
}

pub(super) fn relations(sight: &Sight) -> impl Iterator<Item = &RelationInSight> {
    sight.scopes.iter().flat_map(|scope| &scope.relations)
}

pub(super) fn is_called(relation: &RelationInSight, name: &str) -> bool {
    relation.name.as_deref().is_some_and(|own| own.eq_ignore_ascii_case(name))
}
