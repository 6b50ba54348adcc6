//! A table that does not exist, and the one that it must mean.

use super::names::{Candidate, only_fit};
use super::quoting::written;
use super::text::Edit;
use super::{Mend, Patient};
use crate::guard::Rejected;
use sqlparser::tokenizer::Token;
use vouch_model::{Catalog, Table};

pub(super) fn mend(patient: &Patient<'_>, rejected: &Rejected) -> Option<Mend> {
    let catalog = patient.catalog?;
    // Files and system tables are not misspelt.
    if !rejected.message.starts_with("There is no table") {
        return None;
    }
    let first = patient.text.at(rejected.position?)?;
    let mut last = first;
    while patient.text.is(last + 1, &Token::Period) && patient.text.name(last + 2).is_some() {
        last += 2;
    }
    let wanted = patient.text.name(last)?.to_owned();
    if first == last {
        dual(patient, first)
            .or_else(|| in_a_schema(patient, catalog, first, &wanted))
            .or_else(|| renamed(patient, catalog, first, &wanted))
    } else {
        without_schema(patient, catalog, first, last, &wanted)
    }
}

/// `FROM dual` says in other engines that there is no table.
fn dual(patient: &Patient<'_>, at: usize) -> Option<Mend> {
    let from = at.checked_sub(1)?;
    let alone =
        patient.text.is_word(from, "FROM") && patient.text.sources_of(patient.text.select_of(from)?)? == (from..at + 1);
    if !patient.text.is_word(at, "DUAL") || !alone {
        return None;
    }
    let before = patient.text.place(from.checked_sub(1)?)?.end;
    let edit = Edit::replace(before..patient.text.place(at)?.end, "");
    Some(Mend::one(edit, "`dual` is not needed here; left it out."))
}

fn in_a_schema(patient: &Patient<'_>, catalog: &Catalog, at: usize, wanted: &str) -> Option<Mend> {
    let mut same = catalog.tables.iter().filter(|table| table.name.eq_ignore_ascii_case(wanted));
    let (table, more) = (same.next()?, same.next());
    if more.is_some() {
        return None;
    }
    let schema = table.schema.as_deref()?;
    let edit = Edit::insert(patient.text.place(at)?.start, format!("{}.", written(schema, patient.dialect)));
    let note = format!("Table `{wanted}` is in the schema `{schema}`; used `{}`.", table.qualified_name());
    Some(Mend::one(edit, note))
}

/// `dbo.orders`, `public.orders` and the like, where there is no such schema.
fn without_schema(patient: &Patient<'_>, catalog: &Catalog, first: usize, last: usize, wanted: &str) -> Option<Mend> {
    let schema = patient.text.name(last.checked_sub(2)?)?;
    let exists =
        catalog.tables.iter().any(|table| table.schema.as_deref().is_some_and(|s| s.eq_ignore_ascii_case(schema)));
    let mut same = catalog.tables.iter().filter(|table| table.name.eq_ignore_ascii_case(wanted));
    let (table, more) = (same.next()?, same.next());
    if exists || more.is_some() || table.schema.is_some() || !HABITUAL_SCHEMAS.contains(&schema.to_lowercase().as_str())
    {
        return None;
    }
    let edit = Edit::replace(patient.text.place(first)?.start..patient.text.place(last)?.start, "");
    Some(Mend::one(edit, format!("There is no schema `{schema}`; used the table `{}`.", table.name)))
}

/// Where other engines keep tables if nobody says otherwise. Any other name may be a database that is not here.
const HABITUAL_SCHEMAS: [&str; 4] = ["dbo", "public", "main", "default"];

fn renamed(patient: &Patient<'_>, catalog: &Catalog, at: usize, wanted: &str) -> Option<Mend> {
    let names: Vec<String> = catalog.tables.iter().map(Table::qualified_name).collect();
    let with_names = names_of_with(patient);
    let mut candidates: Vec<Candidate<'_>> =
        catalog.tables.iter().map(|table| Candidate { name: &table.name, label: table.label.as_deref() }).collect();
    candidates.extend(with_names.iter().map(|name| Candidate { name, label: None }));
    let (index, fit) = only_fit(wanted, &candidates, patient.synonyms)?;
    let name = names.get(index).or_else(|| with_names.get(index.checked_sub(names.len())?))?;
    let plain = candidates.get(index)?.name;
    let mut edits = vec![Edit::replace(patient.text.place(at)?, qualified(name, patient))];
    // The same wrong name in front of columns.
    for other in 0..patient.text.pieces.len() {
        let in_front = patient.text.is(other + 1, &Token::Period) && other != at;
        let after_dot = other.checked_sub(1).is_some_and(|before| patient.text.is(before, &Token::Period));
        if in_front && !after_dot && patient.text.name(other).is_some_and(|own| own.eq_ignore_ascii_case(wanted)) {
            edits.push(Edit::replace(patient.text.place(other)?, written(plain, patient.dialect)));
        }
    }
    let note = format!("Table `{wanted}` does not exist; used `{name}`, {}.", fit.reason("table"));
    Some(Mend::new(edits, note))
}

fn qualified(name: &str, patient: &Patient<'_>) -> String {
    match name.split_once('.') {
        Some((schema, own))
            if patient.catalog.is_some_and(|c| c.tables.iter().any(|t| t.schema.as_deref() == Some(schema))) =>
        {
            format!("{}.{}", written(schema, patient.dialect), written(own, patient.dialect))
        }
        _ => written(name, patient.dialect),
    }
}

/// The names that WITH gives, which a table's name may mean as well.
fn names_of_with(patient: &Patient<'_>) -> Vec<String> {
    let text = &patient.text;
    let begins = |at: usize| text.is_word(at + 1, "AS") && text.is(at + 2, &Token::LParen);
    (0..text.pieces.len()).filter(|at| begins(*at)).filter_map(|at| text.name(at).map(str::to_owned)).collect()
}
