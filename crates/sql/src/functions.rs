//! Which functions a statement may call, per dialect. The lists are data files beside this one; unknown names
//! are refused as unknown, refused names as refused. Called by the guard only.

use std::collections::HashMap;
use std::sync::LazyLock;
use vouch_model::Dialect;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Listed {
    /// May stand in an expression.
    function: bool,
    /// May stand in FROM.
    table_function: bool,
    /// A name that only the engine's own parser gives, to what was written as an operator.
    operator: bool,
    /// Exists, and may not be called.
    refused: bool,
    /// What it does to one value takes little.
    quick: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FunctionVerdict {
    Allowed,
    Refused,
    Unknown,
}

pub(crate) struct FunctionList {
    names: HashMap<&'static str, Listed>,
}

static DUCKDB: LazyLock<FunctionList> = LazyLock::new(|| FunctionList::read(include_str!("functions/duckdb.txt")));
static SQLITE: LazyLock<FunctionList> = LazyLock::new(|| FunctionList::read(include_str!("functions/sqlite.txt")));

impl FunctionList {
    pub(crate) fn of(dialect: Dialect) -> &'static FunctionList {
        match dialect {
            Dialect::Sqlite => &SQLITE,
            _ => &DUCKDB,
        }
    }

    fn read(text: &'static str) -> Self {
        let mut names: HashMap<&'static str, Listed> = HashMap::new();
        let mut section = "";
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if line.starts_with('[') {
                section = line;
                continue;
            }
            for name in line.split_whitespace() {
                let listed = names.entry(name).or_default();
                match section {
                    "[functions]" => listed.function = true,
                    "[table functions]" => listed.table_function = true,
                    "[operators]" => listed.operator = true,
                    "[quick]" => listed.quick = true,
                    _ => listed.refused = true,
                }
            }
        }
        Self { names }
    }

    /// `name` in lower case, in an expression.
    pub(crate) fn in_expression(&self, name: &str) -> FunctionVerdict {
        self.verdict(name, |listed| listed.function)
    }

    /// `name` in lower case, in FROM.
    pub(crate) fn in_from(&self, name: &str) -> FunctionVerdict {
        self.verdict(name, |listed| listed.table_function)
    }

    /// `name` as the engine's own parser gives it.
    pub(crate) fn engine_may_see(&self, name: &str) -> bool {
        self.names.get(name).is_some_and(|l| !l.refused && (l.function || l.table_function || l.operator))
    }

    /// Whether an engine that is told to stop stops soon, although it runs this. `name` in lower case.
    pub(crate) fn is_quick(&self, name: &str) -> bool {
        self.names.get(name).is_some_and(|listed| listed.quick)
    }

    fn verdict(&self, name: &str, allowed: impl Fn(&Listed) -> bool) -> FunctionVerdict {
        match self.names.get(name) {
            Some(listed) if listed.refused => FunctionVerdict::Refused,
            Some(listed) if allowed(listed) => FunctionVerdict::Allowed,
            // A scalar function in FROM, or a table function in an expression: it exists, but not there.
            Some(_) => FunctionVerdict::Refused,
            None => FunctionVerdict::Unknown,
        }
    }

    pub(crate) fn callable_names(&self) -> impl Iterator<Item = &'static str> {
        self.names.iter().filter(|(_, l)| l.function && !l.refused).map(|(name, _)| *name)
    }
}

#[cfg(test)]
#[path = "functions_tests.rs"]
mod tests;
