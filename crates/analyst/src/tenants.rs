//! An analyst for one tenant: the same source, minds and settings, and nothing that was learned from or for anybody
//! else. Its statements are narrowed by the guard, its catalog is read anew through it, its memory is its own.

use crate::source_view::ViewCache;
use crate::{Analyst, from_connector, from_rejected, tenant_catalog};
use std::sync::Arc;
use vouch_connectors::ConnectorError;
use vouch_model::{AttemptError, Catalog, ErrorCode};
use vouch_sql::{TenantPolicy, TenantSettings};

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
