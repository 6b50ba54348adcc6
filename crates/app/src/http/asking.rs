//! From a request's fields to a question for the service: the same fields, with the same rules, for every door in here.

use super::error::Problem;
use crate::service::{Asking, Caller, ClientId, RepeatKey, Service, SourceName};
use crate::session::{Door, LONGEST_QUESTION, new_request, validate_session};
use crate::settings::MOST_ATTEMPTS;
use axum::http::HeaderMap;
use serde::Deserialize;
use utoipa::ToSchema;
use vouch_model::{AskId, AskMode, AskRequest, Edit, MindName, SessionId, Stage};
use vouch_store::SessionKind;

/// How a question is to be answered; every field may be left out.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct HowToAsk {
    /// The name of a source; needed only where several are served.
    pub source: Option<String>,
    /// A dataset that was uploaded, instead of a source.
    pub dataset_id: Option<String>,
    /// Whose rows are seen. A key that is bound to a client always sees that client's.
    #[serde(default, deserialize_with = "crate::service::client_id")]
    #[schema(value_type = Option<ClientId>)]
    pub client_id: Option<String>,
    /// Drafts that may be tried.
    #[schema(minimum = 1, maximum = 5)]
    pub max_iterations: Option<i64>,
    /// Rows that may come back.
    #[schema(minimum = 1, maximum = 10000)]
    pub max_rows: Option<usize>,
    /// Without a plan before the statement.
    #[serde(default)]
    pub ignore_sql_reasoning: bool,
    /// Whether a model may say why a statement failed.
    pub allow_sql_diagnosis: Option<bool>,
    /// Stages to leave out: frame, reason, diagnose, explain.
    #[serde(default)]
    pub skip_stages: Vec<String>,
    /// Independent statements whose rows are compared.
    #[schema(minimum = 1, maximum = 5)]
    pub candidates: Option<u32>,
    pub mode: Option<AskMode>,
    pub mind: Option<MindName>,
    /// No cell value leaves this machine.
    #[serde(default)]
    pub schema_only: bool,
    /// An answered question to start from: with `without`, the same meaning with those pieces left out. The question
    /// itself may then be missing.
    pub base: Option<String>,
    /// Ids from the `context` of `base`.
    #[serde(default)]
    pub without: Vec<String>,
    /// What was said before in the session is not looked at.
    #[serde(default)]
    pub fresh: bool,
}

impl HowToAsk {
    pub fn source_name(&self) -> SourceName {
        SourceName {
            source: self.source.clone(),
            dataset_id: self.dataset_id.clone(),
            client_id: self.client_id.clone(),
        }
    }

    fn request(&self, question: &str, service: &Service) -> Result<AskRequest, Problem> {
        let mut request = new_request(question, &service.settings, service.clock.now());
        if let Some(given) = self.max_iterations {
            let allowed = u32::try_from(given).ok().filter(|given| (1..=MOST_ATTEMPTS).contains(given));
            let wrong =
                || Problem::bad_request(&format!("max_iterations must be 1 to {MOST_ATTEMPTS}."), "3 is usual.");
            request.max_attempts = allowed.ok_or_else(wrong)?;
        }
        request.max_rows = self.max_rows.unwrap_or(request.max_rows);
        request.mode = self.mode.unwrap_or_default();
        request.mind = self.mind.unwrap_or(request.mind);
        request.candidates = self.candidates.unwrap_or(1);
        request.schema_only |= self.schema_only;
        request.fresh = self.fresh;
        if self.ignore_sql_reasoning {
            request.skip.push(Stage::Reason);
        }
        for name in &self.skip_stages {
            let message = format!("skip_stages may hold frame, reason, diagnose and explain, not '{name}'.");
            let stage = Stage::from_prompt(name).ok_or_else(|| Problem::bad_request(&message, "Leave it out."))?;
            request.skip.push(stage);
        }
        match self.allow_sql_diagnosis {
            Some(true) => request.skip.retain(|stage| *stage != Stage::Diagnose),
            Some(false) => request.skip.push(Stage::Diagnose),
            None => {}
        }
        Ok(request)
    }

    /// The whole of it: the question, where it goes, and as part of which session. In a session that has begun, the
    /// source need not be named again.
    pub async fn asking(
        &self,
        service: &Service,
        caller: &Caller,
        question: Question<'_>,
        session: Option<String>,
        kind: SessionKind,
        headers: &HeaderMap,
    ) -> Result<Asking, Problem> {
        let mut about = None;
        let edit = match &self.base {
            Some(base) => {
                let (edit, session, source) = self.edit(service, caller, base).await?;
                about = source;
                Some((edit, session))
            }
            None => None,
        };
        let text = match (question.text, &edit) {
            (Some(text), _) => text,
            (None, Some((edit, _))) => edited_question(edit),
            (None, None) => {
                let field = question.field;
                let hint = format!("Send {{\"{field}\": \"your question\"}}.");
                return Err(Problem::bad_request(&format!("The field {field} is missing."), &hint));
            }
        };
        let mut request = self.request(&text, service)?;
        if let Some(name) = session {
            validate_session(&name)?;
            request.session = Some(service.named_session(caller, &name).await?);
        }
        if let Some((edit, session)) = edit {
            if request.session.as_ref().is_some_and(|named| *named != session) {
                let hint = "Leave session_id out, or name the session of base.";
                return Err(Problem::bad_request("base is a question of another session.", hint));
            }
            request.session = Some(session);
            request.edit = Some(edit);
        }
        let named = self.source_name();
        let mut door = Door::Unknown;
        let known = match (&request.session, &named) {
            (Some(id), SourceName { source, dataset_id, .. }) => {
                let known = service.store.session(id).await?;
                let unnamed = source.is_none() && dataset_id.is_none();
                if known.is_none() && unnamed {
                    service.refuse_expired(caller, id).await?;
                    door = Door::New;
                }
                known.map(|session| (session, unnamed))
            }
            _ => None,
        };
        let known = known.filter(|(session, _)| session.owner == caller.owner);
        let target = match known {
            Some((session, true)) => {
                let client_id = named.client_id.as_deref();
                service.target_of_question(caller, &session, client_id, about.as_deref()).await?
            }
            Some((session, false)) => match service.target_of_upload(caller, &session, &named).await? {
                Some(target) => target,
                None => {
                    // Where its source is named again, a session is still about its client.
                    let client_id = named.client_id.or_else(|| session.tenant.clone());
                    service.target(caller, &SourceName { client_id, ..named }).await?
                }
            },
            None => service.target(caller, &named).await?,
        };
        Ok(Asking { door, repeat: repeat_key(headers)?, ..Asking::new(target, request, kind) })
    }
}

impl HowToAsk {
    /// The earlier answer and what to leave out of it, the session that it belongs to, and what it was about.
    async fn edit(
        &self,
        service: &Service,
        caller: &Caller,
        base: &str,
    ) -> Result<(Edit, SessionId, Option<String>), Problem> {
        let (session, turn) = service.turn(caller, &AskId::from_text(base)).await?;
        let nothing = "base must be a question that was answered with rows.";
        let refuse = |message: &str| Problem::bad_request(message, "Its context says what can be left out.");
        let answer = turn.answer.ok_or_else(|| refuse(nothing))?;
        let sql = answer.sql.clone().ok_or_else(|| refuse(nothing))?;
        let mut without = Vec::new();
        for id in &self.without {
            let part = answer.context.iter().find(|part| part.removable && part.id == *id);
            without.push(part.cloned().ok_or_else(|| refuse(&format!("'{id}' cannot be left out of that question.")))?);
        }
        if without.is_empty() {
            return Err(refuse("base needs without: the ids of the pieces to leave out."));
        }
        let source = answer.source.or(Some(session.source));
        Ok((Edit { standalone: answer.standalone, sql, reading: answer.reading, without }, turn.session, source))
    }
}

fn edited_question(edit: &Edit) -> String {
    let without = edit.without.iter().map(|part| part.label.as_str()).collect::<Vec<_>>().join(", ");
    let question: String = edit.standalone.chars().take(LONGEST_QUESTION / 2).collect();
    format!("{question} (without {without})").chars().take(LONGEST_QUESTION).collect()
}

/// A question as a request has it: in a field of that door's own, or missing.
pub struct Question<'a> {
    pub field: &'a str,
    pub text: Option<String>,
}

impl Question<'_> {
    pub fn of(text: String) -> Self {
        Self { field: "question", text: Some(text) }
    }
}

/// The header `Idempotency-Key`, where there is one.
pub fn repeat_key(headers: &HeaderMap) -> Result<RepeatKey, Problem> {
    let Some(value) = headers.get("idempotency-key") else { return Ok(RepeatKey::default()) };
    let key = value.to_str().ok().filter(|key| (1..=255).contains(&key.len()));
    let hint = "A UUID is usual.";
    key.map(|key| RepeatKey(Some(key.to_owned())))
        .ok_or_else(|| Problem::bad_request("An Idempotency-Key has 1 to 255 plain characters.", hint))
}
