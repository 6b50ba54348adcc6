//! A rule as text: the query that gives a tenant's rows of a table.
//!
//! Every table in it is named with its schema, so that no WITH query of the statement around it can stand in its
//! place, and every column with the alias of its table, so that it never means a column of the statement. The LIMIT
//! that leaves nothing out is a wall: engines move conditions of the outer query into a subquery and order them as
//! they like, but not past a LIMIT, so no condition of a question is ever tried on a row of somebody else.

use super::{Bound, Key, KeyColumn, Rule, TableName, TenantPolicy, refusal};
use crate::guard::Rejected;
use crate::quote_identifier;
use vouch_model::Dialect;

/// Subqueries that the rule of one table may take. Schemas with more ways from a table to its tenant need a rule.
const MOST_SUBQUERIES: usize = 40;

/// The query for the tenant's rows of the table with this key; its rule is neither shared nor refused.
pub(super) fn rows(policy: &TenantPolicy, table: &str) -> Result<String, Rejected> {
    let mut writer = Writer { policy, subqueries: 0 };
    let (from, condition) = writer.table(table, 0)?;
    Ok(format!("SELECT * FROM {from} WHERE {condition}{}", wall(policy.dialect)))
}

/// The same of a view, whose query stands in its place.
pub(super) fn rows_of_view(policy: &TenantPolicy, view: &str, query: &str) -> Result<String, Rejected> {
    let Some(Rule::Column(bound)) = policy.rules.get(view) else { return Err(too_far(view)) };
    let condition = Writer { policy, subqueries: 0 }.is_tenant(bound, 0);
    Ok(format!("SELECT * FROM ({query}) AS r0 WHERE {condition}{}", wall(policy.dialect)))
}

fn wall(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Sqlite => " LIMIT -1",
        _ => " LIMIT 9223372036854775807",
    }
}

/// A narrowed statement for people to read: the walls make no difference to its rows. `written` is the statement before
/// it was narrowed; where it has such a text itself nothing is left out.
pub(crate) fn without_walls(narrowed: &str, written: &str, dialect: Dialect) -> String {
    let wall = wall(dialect);
    if written.contains(wall) { narrowed.to_owned() } else { narrowed.replace(&format!("{wall})"), ")") }
}

struct Writer<'p> {
    policy: &'p TenantPolicy,
    subqueries: usize,
}

impl Writer<'_> {
    /// The table with its alias, and the condition on its rows.
    fn table(&mut self, table: &str, depth: usize) -> Result<(String, String), Rejected> {
        match self.policy.rules.get(table) {
            Some(Rule::Column(bound)) => Ok((self.from(&bound.table, depth), self.is_tenant(bound, depth))),
            Some(Rule::Keys { table, keys }) => {
                let conditions: Vec<String> =
                    keys.iter().map(|key| self.leads_to_tenant(key, depth)).collect::<Result<_, _>>()?;
                Ok((self.from(table, depth), conditions.join(" AND ")))
            }
            // Keys lead to tables with a rule of these two kinds only; anything else is closed.
            _ => Err(too_far(table)),
        }
    }

    fn is_tenant(&self, bound: &Bound, depth: usize) -> String {
        format!("{} = {}", self.column(&bound.column, depth), bound.literal)
    }

    fn leads_to_tenant(&mut self, key: &Key, depth: usize) -> Result<String, Rejected> {
        self.subqueries += 1;
        if self.subqueries > MOST_SUBQUERIES {
            return Err(too_far(&key.to));
        }
        let (from, condition) = self.table(&key.to, depth + 1)?;
        if let ([own], [other]) = (key.columns.as_slice(), key.to_columns.as_slice()) {
            let (own, other) = (self.column(own, depth), self.column(other, depth + 1));
            return Ok(format!("{own} IN (SELECT {other} FROM {from} WHERE {condition})"));
        }
        let pairs = key.columns.iter().zip(&key.to_columns);
        let equal: Vec<String> = pairs
            .map(|(own, other)| format!("{} = {}", self.column(other, depth + 1), self.column(own, depth)))
            .collect();
        Ok(format!("EXISTS (SELECT 1 FROM {from} WHERE {} AND {condition})", equal.join(" AND ")))
    }

    fn from(&self, table: &TableName, depth: usize) -> String {
        let dialect = self.policy.dialect;
        let (schema, name) = (quote_identifier(&table.schema, dialect), quote_identifier(&table.name, dialect));
        format!("{schema}.{name} AS r{depth}")
    }

    /// Behind an alias no engine takes a name in double quotes for a text.
    fn column(&self, column: &KeyColumn, depth: usize) -> String {
        let name = format!("r{depth}.{}", quote_identifier(&column.name, self.policy.dialect));
        match (column.is_text, self.policy.dialect) {
            (false, _) => name,
            (true, Dialect::Sqlite) => format!("{name} COLLATE BINARY"),
            (true, _) => format!("CAST({name} AS VARCHAR) COLLATE \"binary\""),
        }
    }
}

fn too_far(table: &str) -> Rejected {
    refusal(
        format!("There are too many ways from `{table}` to the client for one statement."),
        "name the column that holds the client with tenant_columns",
    )
}
