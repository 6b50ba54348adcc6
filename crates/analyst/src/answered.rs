//! Answers that were given before: the same question, of the same data, by the same means, is not thought about twice.
//!
//! What "the same" means is decided here, in [`key`]; where answers are kept is the caller's business.

use crate::source_view::SourceView;
use async_trait::async_trait;
use sha2::{Digest, Sha256};
use vouch_model::{Answer, AskRequest, Outcome, hex};

#[async_trait]
pub trait AnswerCache: Send + Sync {
    /// `None` also when it was kept too long ago, or cannot be read.
    async fn find(&self, key: &str) -> Option<Answer>;
    async fn keep(&self, key: &str, answer: &Answer);
}

/// Everything an answer depends on. `None` where the data's version is not known: then nothing can be known to be the
/// same. Times of day are left out, dates are not: "today" has another answer tomorrow.
pub fn key(view: &SourceView, scope: &Scope<'_>, request: &AskRequest, standalone: &str) -> Option<String> {
    let data = view.connector.data_version()?;
    let words = standalone.split_whitespace().collect::<Vec<_>>().join(" ");
    let depends_on = serde_json::json!([
        scope.source,
        scope.tenant,
        view.catalog.version,
        data,
        words,
        request.mind,
        request.mode,
        request.max_rows,
        request.candidates,
        request.schema_only,
        request.skip,
        request.now.date().to_string(),
        // 'as a bar chart' asks for the rows it follows in another picture.
        vouch_charts::asked_for(&request.question),
    ]);
    let digest = Sha256::digest(depends_on.to_string().as_bytes());
    Some(hex(&digest))
}

/// Of which source, and for whom, an answer is.
pub struct Scope<'a> {
    pub source: &'a str,
    pub tenant: Option<&'a str>,
}

/// Only what has rows and a statement, and was not itself taken from here.
pub fn worth_keeping(answer: &Answer) -> bool {
    answer.outcome == Outcome::Answered && answer.sql.is_some() && !answer.cached
}

/// The earlier answer as the answer to this request.
pub fn again(found: Answer, request: &AskRequest, standalone: &str, is_followup: bool, seconds: f64) -> Answer {
    let mut answer = Answer {
        id: request.id.clone(),
        session: request.session.clone(),
        question: request.question.clone(),
        standalone: standalone.to_owned(),
        is_followup,
        cached: true,
        usage: Default::default(),
        timings: Default::default(),
        ..found
    };
    answer.timings.total_time = seconds;
    answer.notes.push("This was answered a little while ago, and the data has not changed since.".to_owned());
    answer
}
