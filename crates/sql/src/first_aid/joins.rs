//! A table that is named in front of a column and not in FROM: joined, where the keys leave one way to do it and no
//! row can become two.

use super::columns::relations;
use super::quoting::written;
use super::text::Edit;
use super::{Mend, Patient};
use crate::guard::sight::{Fault, RelationInSight, Sight};
use crate::inspect::tables::is_named;
use sqlparser::tokenizer::Token;
use vouch_model::{Catalog, ForeignKey, Table};

/// Joins between a table in FROM and the one that is missing.
const MAX_STEPS: usize = 3;

pub(super) fn mend(patient: &Patient<'_>, sight: &Sight) -> Option<Mend> {
    let catalog = patient.catalog?;
    let [qualifier, column] = sight.parts.as_slice() else { return None };
    let table = catalog.table(qualifier).filter(|table| table.column(column).is_some())?;
    // An outer query's tables cannot be joined to in here.
    let scope = sight.scopes.first().filter(|_| sight.fault == Fault::Qualifier)?;
    let known = relations(sight).all(|relation| relation.certain);
    let at = patient.text.at(sight.position)?;
    let from = patient.text.sources_of(patient.text.select_of(at)?)?;
    let has_comma =
        patient.text.level(from.start).iter().any(|at| from.contains(at) && patient.text.is(*at, &Token::Comma));
    if !known || from.contains(&at) || has_comma {
        return None;
    }
    let (start, keys) = only_way(catalog, &scope.relations, table)?;
    let mut joins = String::new();
    let mut joined = Vec::new();
    let mut here = start.name.clone()?;
    for key in keys {
        let next = catalog.tables.iter().find(|table| is_named(table, &key.to_table))?;
        if relations(sight)
            .any(|relation| relation.name.as_deref().is_some_and(|name| name.eq_ignore_ascii_case(&next.name)))
        {
            return None;
        }
        joins.push_str(&join(patient, key, &here, next));
        joined.push(next.name.clone());
        here.clone_from(&next.name);
    }
    let end = patient.text.place(from.end.checked_sub(1)?)?.end;
    let note = match joined.as_slice() {
        [_] => format!("Table `{qualifier}` was not in FROM; joined it by its key, which adds no rows."),
        all => {
            format!("Table `{qualifier}` was not in FROM; joined {} by their keys, which adds no rows.", listed(all))
        }
    };
    Some(Mend { joined, ..Mend::one(Edit::insert(end, joins), note) })
}

fn listed(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and ")
}

/// A left join to the one side: every row stays, and stays one.
fn join(patient: &Patient<'_>, key: &ForeignKey, here: &str, next: &Table) -> String {
    let quote = |name: &str| written(name, patient.dialect);
    let (here, there) = (quote(here), quote(&next.name));
    let pairs = key.columns.iter().zip(&key.to_columns);
    let on: Vec<String> = pairs.map(|(a, b)| format!("{here}.{} = {there}.{}", quote(a), quote(b))).collect();
    let full = match &next.schema {
        Some(schema) => format!("{}.{there}", quote(schema)),
        None => there.clone(),
    };
    format!(" LEFT JOIN {full} ON {}", on.join(" AND "))
}

/// The shortest way along foreign keys, from many to one, if there is exactly one of that length.
fn only_way<'s, 'c>(
    catalog: &'c Catalog,
    relations: &'s [RelationInSight],
    target: &Table,
) -> Option<(&'s RelationInSight, Vec<&'c ForeignKey>)> {
    let mut ways: Vec<(&RelationInSight, String, Vec<&ForeignKey>)> =
        relations.iter().filter_map(|relation| Some((relation, relation.table.clone()?, Vec::new()))).collect();
    for _ in 0..MAX_STEPS {
        let mut longer = Vec::new();
        for (start, end, keys) in &ways {
            let Some(table) = catalog.table(end) else { continue };
            for key in catalog.foreign_keys.iter().filter(|key| is_named(table, &key.table)) {
                let Some(to) = catalog.tables.iter().find(|table| is_named(table, &key.to_table)) else { continue };
                let mut keys = keys.clone();
                keys.push(key);
                longer.push((*start, to.qualified_name(), keys));
            }
        }
        let mut there = longer.iter().filter(|(_, end, _)| *end == target.qualified_name());
        match (there.next(), there.next()) {
            (Some((start, _, keys)), None) => return Some((*start, keys.clone())),
            (Some(_), Some(_)) => return None,
            (None, _) => ways = longer,
        }
    }
    None
}
