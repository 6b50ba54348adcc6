//! The second door: the engine's own parser reads what is about to run, and must see what the guard saw.

use super::calls::own_function;
use super::rejection::reject;
use super::walk::Found;
use super::{EngineParser, Rejected};
use crate::functions::FunctionList;
use vouch_model::{Dialect, ErrorCode};

/// `references` is what a tenant's statement reads, table by table; the engine must see just these.
pub(super) fn ask(
    engine: &dyn EngineParser,
    sql: &str,
    found: &Found,
    references: Option<&[String]>,
    own_functions: &[String],
    dialect: Dialect,
) -> Result<(), Rejected> {
    let verdict = engine.parse(sql).map_err(|reason| {
        reject(ErrorCode::SyntaxError, format!("The engine cannot read the statement: {reason}"))
            .suggest("check the syntax of this engine")
    })?;
    if verdict.statements != 1 || !verdict.all_select {
        return Err(disagreement("it is not one SELECT"));
    }
    let functions = FunctionList::of(dialect);
    if let Some(name) = verdict.functions.iter().find(|name| !functions.engine_may_see(&name.to_ascii_lowercase())) {
        return Err(disagreement(&format!("it calls {name}()")));
    }
    // Operators and what the parser makes of other syntax (`list[1]`) are functions too.
    let own = |name: &&String| own_functions.iter().any(|own| own.eq_ignore_ascii_case(name));
    if let Some(name) = verdict.functions.iter().find(own) {
        return Err(own_function(&name.to_ascii_lowercase()));
    }
    if let Some(references) = references {
        let mut seen = verdict.references.clone();
        seen.sort();
        if seen != references {
            return Err(disagreement("it reads other tables than those that were narrowed to one client"));
        }
    }
    let known = |name: &String| {
        let name = name.to_ascii_lowercase();
        let of_tenant = |own: &String| own.rsplit('.').next() == Some(name.as_str());
        if references.is_some_and(|references| references.iter().any(of_tenant)) {
            return true;
        }
        found.relations.contains(&name) || name.strip_prefix("main.").is_some_and(|own| found.relations.contains(own))
    };
    match verdict.tables.iter().find(|name| !known(name)) {
        Some(name) => Err(disagreement(&format!("it reads {name}"))),
        None => Ok(()),
    }
}

fn disagreement(what: &str) -> Rejected {
    reject(ErrorCode::NotSupported, format!("The engine understands this statement differently from Vouch: {what}."))
        .suggest("write it more simply")
}
