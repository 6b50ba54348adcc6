//! A column that is selected and not grouped by: added to GROUP BY where all that is selected is either an aggregate
//! or a plain column, so that nothing else can be meant.

use super::text::Edit;
use super::{Mend, Patient};
use crate::guard::parse::parse;
use crate::inspect::aggregates::contains_aggregate;
use sqlparser::ast::{Expr, GroupByExpr, SelectItem, SetExpr};
use vouch_model::Dialect;

pub(super) fn mend(patient: &Patient<'_>) -> Option<Mend> {
    if patient.dialect != Dialect::DuckDb || !patient.problem.message.contains("GROUP BY") {
        return None;
    }
    let query = parse(patient.text.sql, patient.dialect).ok()?;
    let SetExpr::Select(select) = query.body.as_ref() else { return None };
    let GroupByExpr::Expressions(keys, modifiers) = &select.group_by else { return None };
    let plain_keys = keys.iter().all(|key| column_name(key).is_some());
    if keys.is_empty() || !modifiers.is_empty() || !plain_keys {
        return None;
    }
    let mut missing: Vec<&Expr> = Vec::new();
    for item in &select.projection {
        let (expr, alias) = match item {
            SelectItem::UnnamedExpr(expr) => (expr, None),
            SelectItem::ExprWithAlias { expr, alias } => (expr, Some(alias.value.to_lowercase())),
            _ => return None,
        };
        match column_name(expr) {
            Some(name) => {
                let grouped =
                    |key: &Expr| column_name(key).is_some_and(|key| key == name || Some(&key) == alias.as_ref());
                if !keys.iter().any(grouped) && !missing.contains(&expr) {
                    missing.push(expr);
                }
            }
            None if contains_aggregate(expr) => {}
            None => return None,
        }
    }
    let text = &patient.text;
    // The outermost SELECT: those of WITH stand in brackets.
    let select = text.level(0).into_iter().find(|at| text.is_word(*at, "SELECT"))?;
    let level = text.level(select);
    let group = level.iter().position(|at| text.is_word(*at, "GROUP") && text.is_word(*at + 1, "BY"))?;
    let ends = ["HAVING", "ORDER", "LIMIT", "WINDOW", "QUALIFY", "FETCH", "OFFSET"];
    let end = level.iter().skip(group + 2).take_while(|at| !text.is_any(**at, &ends)).last()?;
    let names: Vec<String> = missing.iter().map(ToString::to_string).collect();
    if names.is_empty() {
        return None;
    }
    let edit = Edit::insert(text.place(*end)?.end, format!(", {}", names.join(", ")));
    let shown: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    Some(Mend::one(edit, format!("Selected {} without grouping by it; added it to GROUP BY.", shown.join(" and "))))
}

/// The last part of a plain column's name in lower case.
fn column_name(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Identifier(ident) => Some(ident.value.to_lowercase()),
        Expr::CompoundIdentifier(idents) => idents.last().map(|ident| ident.value.to_lowercase()),
        _ => None,
    }
}
