//! A source whose errors may be told to whoever asks it: where its file lies on this machine is for the log.

use async_trait::async_trait;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use vouch_connectors::{Connector, ConnectorError, Limits, RowStream};
use vouch_model::{Catalog, Dialect};
use vouch_sql::{CheckedSql, EngineParser};

/// What people call a source.
#[derive(Clone)]
pub enum Called {
    Source(String),
    Dataset(String),
}

impl Called {
    /// What may be told of an error. The rest goes to the log.
    pub fn tell(&self, error: ConnectorError) -> ConnectorError {
        let ConnectorError::Unavailable { message, .. } = error else { return error };
        let (told, hint) = match self {
            Called::Source(name) => {
                tracing::warn!(source = %name, reason = %message, "a source cannot be opened");
                let told = format!("the database of the source '{name}' cannot be opened");
                (told, "Try again later, or ask an admin: the server's log says why.")
            }
            Called::Dataset(name) => {
                tracing::warn!(dataset = %name, reason = %message, "a dataset cannot be opened");
                (format!("the dataset '{name}' was deleted or cannot be opened"), "Upload its files again.")
            }
        };
        ConnectorError::Unavailable { message: told, hint: hint.to_owned() }
    }
}

pub struct Discreet {
    pub inner: Arc<dyn Connector>,
    pub called: Called,
}

#[async_trait]
impl Connector for Discreet {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn dialect(&self) -> Dialect {
        self.inner.dialect()
    }

    fn parser(&self) -> Option<&dyn EngineParser> {
        self.inner.parser()
    }

    async fn catalog(&self) -> Result<Arc<Catalog>, ConnectorError> {
        self.inner.catalog().await.map_err(|error| self.called.tell(error))
    }

    fn data_version(&self) -> Option<String> {
        self.inner.data_version()
    }

    async fn run(
        &self,
        sql: &CheckedSql,
        limits: &Limits,
        cancel: &CancellationToken,
    ) -> Result<RowStream, ConnectorError> {
        self.inner.run(sql, limits, cancel).await.map_err(|error| self.called.tell(error))
    }
}
