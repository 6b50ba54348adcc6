//! Answers that may be given again, kept in the store as a pointer to the turn that has them.

use async_trait::async_trait;
use std::sync::Arc;
use std::time::Duration;
use vouch_analyst::AnswerCache;
use vouch_model::{Answer, AskId};
use vouch_store::Store;

const SPACE: &str = "answer";

pub struct StoredAnswers {
    store: Arc<dyn Store>,
    lasts: Duration,
}

impl StoredAnswers {
    pub fn new(store: Arc<dyn Store>, lasts: Duration) -> Self {
        Self { store, lasts }
    }
}

#[async_trait]
impl AnswerCache for StoredAnswers {
    /// A turn that was deleted since, or that a store cannot find, is a question to be thought about anew.
    async fn find(&self, key: &str) -> Option<Answer> {
        let id = self.store.kept(SPACE, key).await.ok()??;
        self.store.turn(&AskId::from_text(id)).await.ok()??.answer
    }

    async fn keep(&self, key: &str, answer: &Answer) {
        if let Err(error) = self.store.keep(SPACE, key, answer.id.as_str(), self.lasts).await {
            tracing::debug!(%error, "an answer was not kept");
        }
    }
}
