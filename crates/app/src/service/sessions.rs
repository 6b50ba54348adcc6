//! Sessions as their owner sees them: listed, opened, renamed, shared, ended.

use super::{About, Caller, Service, SourceName, Target};
use crate::session::{AskError, DATASET, EXPIRED};
use std::collections::HashMap;
use std::time::Duration;
use vouch_model::{Answer, AskId, DatasetId, SessionId};
use vouch_store::records::{self, Dataset, Feedback, Role, Share};
use vouch_store::{NewSession, Owner, Session, SessionFilter, SessionKind, Turn};

/// How long it is remembered that a session has expired, so that it is not begun anew under the same id.
const EXPIRED_LASTS: Duration = Duration::from_secs(24 * 3_600);
const LONGEST_TITLE: usize = 200;

impl Service {
    /// Which session the caller means by a name. Names that clients choose are each owner's own; the ids that were made
    /// here, and sessions that began before that was so, are found by the bare name.
    pub async fn named_session(&self, caller: &Caller, name: &str) -> Result<SessionId, AskError> {
        let bare = SessionId::from_text(name);
        if caller.owner == Owner::local() {
            return Ok(bare);
        }
        let own = caller.owner.as_str();
        let is_bare = match self.store.session(&bare).await? {
            Some(session) => session.owner == caller.owner || bare.is_made_here(),
            None => self.store.kept(EXPIRED, name).await?.is_some_and(|owner| owner == own),
        };
        Ok(if is_bare { bare } else { SessionId::of_owner(name, own) })
    }

    /// A session of the caller's own that has not expired.
    pub async fn session(&self, caller: &Caller, name: &SessionId) -> Result<Session, AskError> {
        let id = &self.named_session(caller, name.as_str()).await?;
        let found = self.store.session(id).await?.filter(|session| {
            session.owner == caller.owner
                && caller.client_id.as_ref().is_none_or(|own| session.tenant.as_ref() == Some(own))
        });
        match found {
            Some(session) if session.expired(jiff::Timestamp::now()) => {
                Err(AskError::Expired { what: "session", id: id.shown().to_owned() })
            }
            Some(session) => Ok(session),
            None => {
                self.refuse_expired(caller, id).await?;
                Err(AskError::not_found("session", id.shown()))
            }
        }
    }

    /// Fails for a session of the caller's own that is gone because its time was over.
    pub async fn refuse_expired(&self, caller: &Caller, id: &SessionId) -> Result<(), AskError> {
        match self.store.kept(EXPIRED, id.as_str()).await? {
            Some(owner) if owner == caller.owner.as_str() => {
                Err(AskError::Expired { what: "session", id: id.shown().to_owned() })
            }
            _ => Ok(()),
        }
    }

    pub async fn create_session(
        &self,
        caller: &Caller,
        target: &Target,
        kind: SessionKind,
        title: &str,
    ) -> Result<Session, AskError> {
        let id = SessionId::new();
        self.store
            .create_session(&NewSession {
                id: id.clone(),
                owner: caller.owner.clone(),
                tenant: target.conversations.tenant().map(str::to_owned),
                kind,
                title: checked_title(title)?,
                source: target.conversations.source().to_owned(),
                idle_limit: self.settings.service.session_idle,
            })
            .await?;
        self.session(caller, &id).await
    }

    pub async fn sessions(
        &self,
        caller: &Caller,
        search: Option<&str>,
        skip: usize,
        limit: usize,
    ) -> Result<Vec<Session>, AskError> {
        let filter = SessionFilter {
            owner: Some(caller.owner.clone()),
            kind: Some(SessionKind::Chat),
            search: search.map(str::to_owned).filter(|text| !text.trim().is_empty()),
            skip,
            limit,
        };
        let mut found = self.store.sessions(&filter).await?;
        let now = jiff::Timestamp::now();
        found.retain(|session| !session.expired(now));
        Ok(found)
    }

    pub async fn rename_session(&self, caller: &Caller, id: &SessionId, title: &str) -> Result<Session, AskError> {
        let id = &self.session(caller, id).await?.id;
        self.store.rename_session(id, &checked_title(title)?).await?;
        self.session(caller, id).await
    }

    /// Ends what runs in it, and takes the datasets with it that were to go with it.
    pub async fn delete_session(&self, caller: &Caller, id: &SessionId) -> Result<(), AskError> {
        let session = self.session(caller, id).await?;
        self.stop_session(caller, id).await?;
        self.end_session(&session).await?;
        self.record(caller, "delete_session", About::subject(id.shown())).await;
        Ok(())
    }

    /// Without asking whose it is: for sessions whose time is over.
    pub async fn end_session(&self, session: &Session) -> Result<(), AskError> {
        for dataset in records::list::<Dataset>(self.store.as_ref(), Some(&session.owner)).await? {
            if dataset.session.as_ref() == Some(&session.id) {
                self.drop_dataset(&dataset).await?;
            }
        }
        for share in records::list::<Share>(self.store.as_ref(), Some(&session.owner)).await? {
            if share.session == session.id {
                records::remove::<Share>(self.store.as_ref(), &share.token).await?;
            }
        }
        self.store.delete_session(&session.id).await?;
        Ok(())
    }

    /// As [`Service::end_session`], and remembers why it is gone.
    pub async fn expire_session(&self, session: &Session) -> Result<(), AskError> {
        if session.kind != SessionKind::Ask {
            self.store.keep(EXPIRED, session.id.as_str(), session.owner.as_str(), EXPIRED_LASTS).await?;
        }
        self.end_session(session).await
    }

    /// Stops every ask of the session that runs or waits. Returns their ids.
    pub async fn stop_session(&self, caller: &Caller, id: &SessionId) -> Result<Vec<AskId>, AskError> {
        let session = self.session(caller, id).await?;
        let open = self.store.turns(&session.id).await?.into_iter().filter(|turn| turn.answer.is_none());
        let open: Vec<AskId> = open.map(|turn| turn.id).collect();
        // The latest first, so that none begins while the one ahead of it ends.
        for turn in open.iter().rev() {
            self.stop(caller, turn).await?;
        }
        Ok(open)
    }

    pub async fn turns(&self, caller: &Caller, id: &SessionId) -> Result<(Session, Vec<Turn>), AskError> {
        let session = self.session(caller, id).await?;
        let turns = self.store.turns(&session.id).await?;
        Ok((session, turns))
    }

    /// A link that shows the session, to who may see the same source and client.
    pub async fn share(&self, caller: &Caller, id: &SessionId) -> Result<Share, AskError> {
        let session = self.session(caller, id).await?;
        let share = Share {
            token: uuid::Uuid::new_v4().simple().to_string(),
            owner: caller.owner.clone(),
            session: session.id,
            tenant: session.tenant,
            source: session.source,
            at: jiff::Timestamp::now(),
        };
        records::put(self.store.as_ref(), &share).await?;
        self.record(caller, "share_session", About::subject(id.shown())).await;
        Ok(share)
    }

    /// What a link leads to. A session over somebody's own dataset is shared with nobody who could not ask it.
    pub async fn shared(&self, caller: &Caller, token: &str) -> Result<(Session, Vec<Turn>), AskError> {
        let not_found = || AskError::not_found("shared session", token);
        let share = records::get::<Share>(self.store.as_ref(), token).await?.ok_or_else(not_found)?;
        let sources = self.visible_sources(caller).await?;
        let seen = sources.iter().any(|source| source.conversations().source() == share.source);
        let own = share.owner == caller.owner;
        let same_client = caller.client_id.as_ref().is_none_or(|client| share.tenant.as_ref() == Some(client));
        if !same_client || !(own || seen) {
            return Err(not_found());
        }
        let session = self.store.session(&share.session).await?.filter(|session| is_shared_by(session, &share));
        let session = session.ok_or_else(not_found)?;
        if session.expired(jiff::Timestamp::now()) {
            return Err(AskError::Expired { what: "session", id: share.session.shown().to_owned() });
        }
        let mut turns = self.store.turns(&session.id).await?;
        if !own && self.upload_of(&session).await?.is_some() {
            // What is being asked now may be about a dataset, too.
            turns.retain(|turn| turn.answer.is_some());
        }
        // A dataset is its owner's own, and so is what it answered.
        turns.retain(|turn| own || turn.answer.as_ref().is_none_or(|answer| answer.source.is_none()));
        Ok((session, turns))
    }

    /// The dataset that was last uploaded into a session.
    async fn upload_of(&self, session: &Session) -> Result<Option<Dataset>, AskError> {
        let all = records::list::<Dataset>(self.store.as_ref(), Some(&session.owner)).await?;
        Ok(all.into_iter().find(|dataset| dataset.session.as_ref() == Some(&session.id)))
    }

    /// The same for all sessions of the caller.
    pub async fn uploads_of_sessions(&self, caller: &Caller) -> Result<HashMap<SessionId, DatasetId>, AskError> {
        let mut latest = HashMap::new();
        for dataset in self.datasets(caller).await? {
            if let Some(session) = dataset.session {
                latest.entry(session).or_insert(dataset.id);
            }
        }
        Ok(latest)
    }

    /// Where a question in a session goes that names no source: to what it is `about`, where it is asked again, else to what
    /// the session is about. A session is of one client, or of none: a request that names
    /// another one must not be answered for a client it did not mean, and least of all for all of them.
    pub async fn target_of_question(
        &self,
        caller: &Caller,
        session: &Session,
        client_id: Option<&str>,
        about: Option<&str>,
    ) -> Result<Target, AskError> {
        refuse_other_client(session, client_id)?;
        match about {
            Some(source) => self.target_again(caller, source, session.tenant.as_deref()).await,
            None => self.target_of_session(caller, session).await,
        }
    }

    /// What a source that sessions know is called; nothing is opened to find out.
    pub async fn source_name(&self, caller: &Caller, source: &str) -> Result<String, AskError> {
        if let Some(id) = source.strip_prefix(DATASET) {
            return Ok(self.dataset(caller, id).await?.name);
        }
        let sources = self.visible_sources(caller).await?;
        let found = sources.iter().find(|known| known.conversations().source() == source);
        found.map(|source| source.name.clone()).ok_or_else(|| AskError::not_found("source", source))
    }

    /// What a session is about, as the caller may see it now: what was last uploaded into it, else what it began with.
    pub async fn target_of_session(&self, caller: &Caller, session: &Session) -> Result<Target, AskError> {
        match self.upload_of(session).await? {
            Some(dataset) => self.dataset_as(&dataset, session.tenant.as_deref()).await,
            None => self.target_again(caller, &session.source, session.tenant.as_deref()).await,
        }
    }

    /// What an answer of a session is about.
    pub async fn target_of_answer(
        &self,
        caller: &Caller,
        session: &Session,
        answer: &Answer,
    ) -> Result<Target, AskError> {
        let source = answer.source.as_ref().unwrap_or(&session.source);
        self.target_again(caller, source, session.tenant.as_deref()).await
    }

    /// A source that was asked before, for the same client, as the caller may see it now.
    pub async fn target_again(&self, caller: &Caller, source: &str, tenant: Option<&str>) -> Result<Target, AskError> {
        if let Some(id) = source.strip_prefix(DATASET) {
            return self.dataset_as(&self.dataset(caller, id).await?, tenant).await;
        }
        let name = self.source_name(caller, source).await?;
        let client_id = tenant.map(str::to_owned);
        self.target(caller, &SourceName { source: Some(name), client_id, ..SourceName::default() }).await
    }

    /// What a request of a session names, for the session's own client. `None` if that is nothing that was uploaded into it.
    pub async fn target_of_upload(
        &self,
        caller: &Caller,
        session: &Session,
        named: &SourceName,
    ) -> Result<Option<Target>, AskError> {
        let (Some(id), None) = (&named.dataset_id, &named.source) else { return Ok(None) };
        let dataset = self.dataset(caller, id).await?;
        if dataset.session.as_ref() != Some(&session.id) {
            return Ok(None);
        }
        refuse_other_client(session, named.client_id.as_deref())?;
        Ok(Some(self.dataset_as(&dataset, session.tenant.as_deref()).await?))
    }

    /// What a person thinks of an answer. One that was approved is remembered.
    pub async fn feedback(&self, caller: &Caller, feedback: Feedback, approve: bool) -> Result<bool, AskError> {
        let (session, turn) = self.turn(caller, &feedback.ask).await?;
        if approve {
            caller.require(Role::Analyst, "approve an answer")?;
        }
        let Some(answer) = turn.answer else {
            let hint = "Wait until it is answered.";
            return Err(AskError::Conflict {
                message: "the question is still being answered".into(),
                hint: hint.into(),
            });
        };
        records::put(self.store.as_ref(), &feedback).await?;
        let mut remembered = false;
        if let (true, Some(sql)) = (approve, &answer.sql) {
            let target = self.target_of_answer(caller, &session, &answer).await?;
            let kept = target.conversations.analyst().approve(&answer.standalone, sql).await;
            kept.map_err(AskError::Statement)?;
            remembered = true;
        }
        let verdict = if feedback.good { "good" } else { "bad" };
        let about = About { detail: Some(verdict), ..About::subject(feedback.ask.as_str()) };
        self.record(caller, if remembered { "approve" } else { "feedback" }, about).await;
        Ok(remembered)
    }
}

fn refuse_other_client(session: &Session, named: Option<&str>) -> Result<(), AskError> {
    match named {
        Some(named) if session.tenant.as_deref() != Some(named) => Err(AskError::forbidden(
            format!("this session is not about client {named}"),
            "Begin another session for another client, or leave client_id out.",
        )),
        _ => Ok(()),
    }
}

/// Clients choose ids: another session may have the id of the one that was shared, once that has ended.
fn is_shared_by(session: &Session, share: &Share) -> bool {
    session.owner == share.owner
        && session.tenant == share.tenant
        && session.source == share.source
        && session.created_at <= share.at
}

pub(super) fn checked_title(title: &str) -> Result<String, AskError> {
    let line = title.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.chars().count() {
        1..=LONGEST_TITLE => Ok(line),
        _ => {
            Err(AskError::invalid(format!("a title has 1 to {LONGEST_TITLE} characters"), "Send {\"title\": \"...\"}."))
        }
    }
}
