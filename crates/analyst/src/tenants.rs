//! An analyst for one tenant: the same source, minds and settings, and nothing that was learned from or for anybody
//! else. Its statements are narrowed by the guard, its catalog is read anew through it, its memory is its own.

use crate::source_view::ViewCache;
use crate::{Analyst, from_connector, from_rejected};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use tokio_util::task::TaskTracker;
use vouch_model::{AttemptError, ErrorCode};
use vouch_sql::{TenantPolicy, TenantSettings};

/// Tenants whose views are kept. The one that was made first is made anew when it asks again.
const MOST_TENANTS: usize = 256;

/// Who asks, and how the source's rows are told apart.
#[derive(Clone, Debug)]
pub struct Tenant {
    pub id: String,
    pub settings: TenantSettings,
}

/// The analysts of a source's tenants, the oldest first.
#[derive(Default)]
pub struct TenantAnalysts(Mutex<VecDeque<(String, Analyst)>>);

impl Analyst {
    /// The analyst that answers from the rows of `tenant` only. Cheap when it was asked for before. Fails if the source
    /// cannot be told apart by tenants, or if the tenant cannot be a value of its tenant column.
    pub async fn for_tenant(&self, tenant: &str) -> Result<Analyst, AttemptError> {
        if let Some(own) = &self.tenant {
            return if own.id == tenant { Ok(self.clone()) } else { Err(another_tenant()) };
        }
        if let Some(known) = self.tenants.find(tenant) {
            return Ok(known);
        }
        let catalog = self.connector.catalog().await.map_err(|error| from_connector(&error))?;
        TenantPolicy::new(&catalog, &self.settings.tenants, tenant).map_err(from_rejected)?;
        let settings = self.settings.tenants.clone();
        let analyst = Analyst {
            views: Arc::new(ViewCache::default()),
            library: Arc::new(self.library.for_tenant(tenant)),
            learning: TaskTracker::new(),
            tenant: Some(Arc::new(Tenant { id: tenant.to_owned(), settings })),
            tenants: Arc::default(),
            ..self.clone()
        };
        Ok(self.tenants.keep(tenant, analyst))
    }

    /// The tenant whose rows are read; `None` for all rows.
    pub fn tenant(&self) -> Option<&str> {
        self.tenant.as_ref().map(|tenant| tenant.id.as_str())
    }
}

impl TenantAnalysts {
    fn find(&self, tenant: &str) -> Option<Analyst> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().find(|(id, _)| id == tenant).map(|(_, analyst)| analyst.clone())
    }

    /// Keeps it, unless another ask of the tenant was quicker.
    fn keep(&self, tenant: &str, analyst: Analyst) -> Analyst {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, first)) = known.iter().find(|(id, _)| id == tenant) {
            return first.clone();
        }
        if known.len() >= MOST_TENANTS {
            known.pop_front();
        }
        known.push_back((tenant.to_owned(), analyst.clone()));
        analyst
    }
}

fn another_tenant() -> AttemptError {
    AttemptError {
        code: ErrorCode::InvalidInput,
        message: "This conversation belongs to another client.".to_owned(),
        suggestion: Some("Begin a conversation of your own.".to_owned()),
    }
}
