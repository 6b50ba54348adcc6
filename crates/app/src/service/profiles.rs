//! What the rows of a table are like, for whoever may ask about them.

use super::{About, Caller, Service, SourceName, outcome_of};
use crate::session::AskError;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use vouch_analyst::Analyst;
use vouch_model::{Catalog, Table, TableProfile};

impl Service {
    /// The profile of the table that was named, or of the only one there is.
    pub async fn profile(
        &self,
        caller: &Caller,
        named: &SourceName,
        table: Option<&str>,
    ) -> Result<TableProfile, AskError> {
        let target = self.target(caller, named).await?;
        let analyst = target.conversations.analyst();
        let catalog = tables_of(analyst).await?;
        let table = choose(&catalog, table)?;
        // It may be as much work as an ask, so it waits for its turn like one.
        let _place = self.queue().enter(&caller.owner)?.ready().await;
        // When the client leaves, the statements are stopped.
        let cancel = CancellationToken::new();
        let _guard = cancel.clone().drop_guard();
        let profiled = analyst.profile(table, None, cancel).await.map_err(AskError::Statement);
        let name = table.qualified_name();
        let about = About {
            source: Some(&target.name),
            tenant: target.conversations.tenant(),
            outcome: outcome_of(&profiled),
            ..About::subject(&name)
        };
        self.record(caller, "profile", about).await;
        profiled
    }
}

/// A tenant's catalog is made of figures of its own and kept with its view; without one the source's will do.
async fn tables_of(analyst: &Analyst) -> Result<Arc<Catalog>, AskError> {
    Ok(match analyst.tenant() {
        None => analyst.known_catalog().await?,
        Some(_) => analyst.catalog().await?,
    })
}

fn choose<'c>(catalog: &'c Catalog, name: Option<&str>) -> Result<&'c Table, AskError> {
    match (name, catalog.tables.as_slice()) {
        (Some(name), _) => catalog.table(name).ok_or_else(|| AskError::not_found("table", name)),
        (None, [only]) => Ok(only),
        (None, several) => {
            let names = several.iter().map(Table::qualified_name).collect::<Vec<_>>().join(", ");
            Err(AskError::invalid(format!("there are {} tables: {names}", several.len()), "Send table=NAME."))
        }
    }
}
