//! What a statement is made of, part by part, in its own words: what seed 002 calls the plan, the parsed query and the
//! schema context. Read from the syntax tree of what ran, for people and programs; nothing is run from it.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Structure {
    pub tables: Vec<String>,
    /// Keys between those tables, as the catalog knows them: `orders.customer_id -> customers.customer_id`.
    pub relationships: Vec<String>,
    /// Conditions of the joins.
    pub joins: Vec<String>,
    /// Conditions on rows and groups, one each.
    pub filters: Vec<String>,
    /// Those of the filters that speak of time.
    pub time_range: Vec<String>,
    pub aggregations: Vec<String>,
    pub grouped_by: Vec<String>,
    pub ordered_by: Vec<String>,
}
