//! An analyst for one tenant: the same source, minds and settings, and nothing that was learned from or for anybody
//! else. Its statements are narrowed by the guard, its catalog is read anew through it, its memory is its own.

use crate::source_view::{ViewCache, quoted_table};
use crate::{Analyst, from_connector, from_rejected, tenant_catalog};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use vouch_connectors::ConnectorError;
use vouch_model::{AttemptError, Catalog, ErrorCode, Table};
use vouch_sql::{TenantPolicy, TenantSettings, quote_identifier};

/// Who asks, and how the source's rows are told apart.
#[derive(Clone, Debug)]
pub struct Tenant {
    pub id: String,
    pub settings: TenantSettings,
}

impl Tenant {
    pub fn policy(&self, catalog: &Catalog) -> Result<TenantPolicy, ConnectorError> {
        TenantPolicy::new(catalog, &self.settings, &self.id)
            .map_err(|rejected| ConnectorError::Statement { code: rejected.code, message: rejected.message })
    }
}

impl Analyst {
    /// An analyst that answers from the rows of `tenant` only. Its view is made with its first question and shared by
    /// its clones, so whoever serves several keeps it. Fails if the source's rows cannot be told apart by tenant, or if
    /// the tenant cannot be a value of its tenant column.
    pub async fn for_tenant(&self, tenant: &str) -> Result<Analyst, AttemptError> {
        if let Some(own) = &self.tenant {
            return if own.id == tenant { Ok(self.clone()) } else { Err(another_tenant()) };
        }
        let catalog = self.connector.catalog().await.map_err(|error| from_connector(&error))?;
        TenantPolicy::new(&catalog, &self.settings.tenants, tenant).map_err(from_rejected)?;
        let settings = self.settings.tenants.clone();
        Ok(Analyst {
            views: Arc::new(ViewCache::default()),
            library: Arc::new(self.library.for_tenant(tenant)),
            tenant: Some(Arc::new(Tenant { id: tenant.to_owned(), settings })),
            ..self.clone()
        })
    }

    /// What the source holds, as this analyst may see it, without building what questions need.
    pub async fn known_catalog(&self) -> Result<Arc<Catalog>, ConnectorError> {
        let (all, policy) = self.snapshot().await?;
        match &policy {
            None => Ok(all),
            Some(policy) => Ok(Arc::new(tenant_catalog::read(&self.connector, &all, policy).await)),
        }
    }

    /// The source's own catalog, and the policy under which statements are checked against it.
    pub(crate) async fn snapshot(&self) -> Result<(Arc<Catalog>, Option<Arc<TenantPolicy>>), ConnectorError> {
        let all = self.connector.catalog().await?;
        let policy = self.tenant.as_ref().map(|tenant| tenant.policy(&all)).transpose()?;
        Ok((all, policy.map(Arc::new)))
    }

    /// The tenant whose rows are read; `None` for all rows.
    pub fn tenant(&self) -> Option<&str> {
        self.tenant.as_ref().map(|tenant| tenant.id.as_str())
    }
}

fn another_tenant() -> AttemptError {
    AttemptError {
        code: ErrorCode::InvalidInput,
        message: "This conversation belongs to another client.".to_owned(),
        suggestion: Some("Begin a conversation of your own.".to_owned()),
    }
}

/// Clients that are listed; with more, one is named by who asks.
const MOST_CLIENTS: usize = 1_000;

impl Analyst {
    /// The tenants that the source itself lists, each with what people call it; nothing where no table does.
    pub async fn clients(&self, cancel: CancellationToken) -> Result<Vec<(String, String)>, AttemptError> {
        let catalog = self.catalog().await.map_err(|error| crate::from_connector(&error))?;
        let column = &self.settings.tenants.column;
        let is_key = |table: &&Table| matches!(table.primary_key.as_slice(), [key] if key.eq_ignore_ascii_case(column));
        let Some(table) = catalog.tables.iter().find(is_key) else { return Ok(Vec::new()) };
        let name = table.columns.iter().find(|c| c.unique && c.data_type.is_text()).map_or(column, |c| &c.name);
        let dialect = self.connector.dialect();
        let sql = format!(
            "SELECT {}, {} FROM {} ORDER BY 2",
            quote_identifier(column, dialect),
            quote_identifier(name, dialect),
            quoted_table(table, dialect),
        );
        let rows = self.run_sql(&sql, MOST_CLIENTS, cancel).await?.results.rows;
        let read = rows.iter().filter_map(|row| Some((row.first()?.to_string(), row.get(1)?.to_string())));
        Ok(read.collect())
    }
}
