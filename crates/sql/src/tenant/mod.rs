//! Whose rows are whose: from a catalog and a few settings to a rule for every table, for one tenant.
//!
//! Owns what a tenant's rows are, as text for the guard's rewriter. Refuses what it cannot decide with certainty: a
//! table that neither holds the tenant column nor leads to one that does is closed until the settings say otherwise.
//! Made by whoever opens a source for a tenant; read by the guard only.

mod binding;
mod filter;
mod literal;

pub(crate) use filter::without_walls;

use crate::guard::Rejected;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use vouch_model::{Catalog, Dialect, ErrorCode, TableKind};

/// What the operator says about tenants, for all sources alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TenantSettings {
    /// The column that holds the tenant wherever a table has it.
    pub column: String,
    /// Tables that belong to everybody. A table that is bound to a tenant stays bound even if it is named here.
    pub shared_tables: Vec<String>,
    /// Tables whose tenant stands in a column of another name, as `table.column`.
    pub columns: Vec<TenantColumn>,
}

/// The column of one table that holds the tenant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TenantColumn {
    /// As a statement names it, with its schema outside the default one.
    pub table: String,
    pub column: String,
}

impl Default for TenantSettings {
    fn default() -> Self {
        Self { column: "client_id".to_owned(), shared_tables: Vec::new(), columns: Vec::new() }
    }
}

/// Which rows of every table one tenant may see. Part of the guard's policy.
#[derive(Clone, Debug, PartialEq)]
pub struct TenantPolicy {
    tenant: String,
    dialect: Dialect,
    /// By qualified name in lower case.
    rules: BTreeMap<String, Rule>,
}

/// Which rows of one table belong to the tenant.
#[derive(Clone, Debug, PartialEq)]
enum Rule {
    Column(Bound),
    /// Rows whose keys lead to rows of the tenant. All of them must: a row with a key to someone else's row is not
    /// certainly theirs. A missing key leads nowhere.
    Keys {
        table: TableName,
        keys: Vec<Key>,
    },
    Shared,
    Refused(Rejected),
}

/// A column that holds the tenant, with the tenant as the engine writes it.
#[derive(Clone, Debug, PartialEq)]
struct Bound {
    table: TableName,
    column: KeyColumn,
    literal: String,
}

#[derive(Clone, Debug, PartialEq)]
struct Key {
    columns: Vec<KeyColumn>,
    /// The rule's key of the other table.
    to: String,
    to_columns: Vec<KeyColumn>,
}

#[derive(Clone, Debug, PartialEq)]
struct TableName {
    schema: String,
    name: String,
}

/// A column that is compared; texts are compared byte by byte, whatever collation the column has.
#[derive(Clone, Debug, PartialEq)]
struct KeyColumn {
    name: String,
    is_text: bool,
}

/// What the guard does with a reference to a table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Sight {
    /// Every row belongs to everybody.
    Whole,
    /// The query that gives the tenant's rows of it.
    Rows(String),
}

impl TenantPolicy {
    /// The rules of a source for one tenant. Fails if the tenant cannot be told apart in it at all.
    pub fn new(catalog: &Catalog, settings: &TenantSettings, tenant: &str) -> Result<Self, Rejected> {
        literal::refuse_odd(tenant)?;
        let rules = binding::rules(catalog, settings, tenant)?;
        let policy = Self { tenant: tenant.to_owned(), dialect: catalog.dialect, rules };
        policy.refuse_useless(catalog, settings)?;
        Ok(policy)
    }

    /// Rules given one by one, each with its own value, as `vouch check --tenant` takes them. With a catalog other
    /// tables are reached by their keys; without one only the tables that are named can be read.
    pub fn of_values(
        dialect: Dialect,
        catalog: Option<&Catalog>,
        shared_tables: &[String],
        given: &[(TenantColumn, String)],
    ) -> Result<Self, Rejected> {
        given.iter().try_for_each(|(_, value)| literal::refuse_odd(value))?;
        let rules = match catalog {
            Some(catalog) => binding::rules_of_values(catalog, shared_tables, given)?,
            None => binding::rules_by_name(given, shared_tables),
        };
        let tenant = given.iter().map(|(_, value)| value.as_str()).next().unwrap_or_default();
        Ok(Self { tenant: tenant.to_owned(), dialect, rules })
    }

    /// Equal for equal rules: what was answered under other ones is another answer.
    pub fn fingerprint(&self) -> String {
        let mut hash = DefaultHasher::new();
        format!("{:?}", self.rules).hash(&mut hash);
        format!("{:016x}", hash.finish())
    }

    pub fn tenant(&self) -> &str {
        &self.tenant
    }

    /// Whether the tenant may ask the table at all.
    pub fn may_read(&self, table: &str) -> bool {
        self.rules.get(&table.to_lowercase()).is_some_and(|rule| !matches!(rule, Rule::Refused(_)))
    }

    /// Whether all rows of the table are everybody's.
    pub fn is_shared(&self, table: &str) -> bool {
        self.rules.get(&table.to_lowercase()) == Some(&Rule::Shared)
    }

    /// What a reference to the table becomes, or why it may not stand there.
    pub(crate) fn sight(&self, table: &str) -> Result<Sight, Rejected> {
        match self.rules.get(&table.to_lowercase()) {
            Some(Rule::Shared) => Ok(Sight::Whole),
            Some(Rule::Refused(rejected)) => Err(rejected.clone()),
            Some(_) => Ok(Sight::Rows(filter::rows(self, &table.to_lowercase())?)),
            None => Err(refusal(
                format!("`{table}` is not bound to a client, so none of its rows can be shown."),
                "say which column holds the client, or call the table shared (shared_tables)",
            )),
        }
    }

    /// The tenant's rows of a view whose `query` has been narrowed already.
    pub(crate) fn rows_of_view(&self, view: &str, query: &str) -> Result<String, Rejected> {
        match self.rules.get(&view.to_lowercase()) {
            Some(Rule::Refused(rejected)) => Err(rejected.clone()),
            _ => filter::rows_of_view(self, &view.to_lowercase(), query),
        }
    }

    /// The rules for a statement whose views are written out: one that still stands there is none of these.
    pub(crate) fn without_views(&self, catalog: &Catalog) -> Self {
        let mut rules = self.rules.clone();
        for view in catalog.tables.iter().filter(|table| table.kind == TableKind::View) {
            let name = view.qualified_name();
            if !self.is_shared(&name) {
                let message = format!("The view `{name}` stands beside a WITH query of the same name.");
                rules.insert(name.to_lowercase(), Rule::Refused(refusal(message, "give the WITH query another name")));
            }
        }
        Self { rules, ..self.clone() }
    }

    /// Whether a name could be taken for a table by the engine, in any schema.
    pub(crate) fn names_table(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        self.rules.keys().any(|key| key.rsplit('.').next() == Some(name.as_str()) || *key == name)
    }

    /// A source in which nothing can be shown is refused at once, and not question by question.
    fn refuse_useless(&self, catalog: &Catalog, settings: &TenantSettings) -> Result<(), Rejected> {
        let any = |kind: fn(&Rule) -> bool| self.rules.values().any(kind);
        if any(|rule| matches!(rule, Rule::Column(_) | Rule::Keys { .. })) {
            return Ok(());
        }
        let of_value = self.rules.values().find_map(|rule| match rule {
            Rule::Refused(rejected) if rejected.code == ErrorCode::InvalidInput => Some(rejected.clone()),
            _ => None,
        });
        match of_value {
            Some(rejected) => Err(rejected),
            None if catalog.tables.is_empty() || any(|rule| *rule == Rule::Shared) => Ok(()),
            None => Err(refusal(
                format!(
                    "No table of {} has a column {}, so its rows cannot be told apart by client.",
                    catalog.source, settings.column
                ),
                "name the column with the setting tenant_column, or the tables that are everybody's with shared_tables",
            )),
        }
    }
}

/// Nothing is wrong with the statement: the table cannot be shown to one tenant.
fn refusal(message: String, suggestion: &str) -> Rejected {
    Rejected { code: ErrorCode::NotSupported, message, position: None, suggestion: Some(suggestion.to_owned()) }
}

#[cfg(test)]
#[path = "tenant_tests.rs"]
mod tests;
