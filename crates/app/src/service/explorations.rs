//! Explorations: asks that take many steps, kept in a list of their own, with the report on each once it is asked for.

use super::{About, Asking, Caller, RepeatKey, Service, SourceName, Started, Upload};
use crate::session::AskError;
use serde_json::Value as Json;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use vouch_analyst::{EventSink, Report, ReportSubject, SinkError};
use vouch_model::{AskId, AskRequest, Event, Exploration, SessionId};
use vouch_store::records::{self, Dataset, Explored, Role};
use vouch_store::{Session, Turn};

/// The table that rows sent with a request become (seed 003).
pub const INLINE_TABLE: &str = "t_parsed";
/// Explorations that are listed, and looked at to see how many run.
const LISTED: usize = 50;

/// Rows that came along with a request.
pub struct Inline {
    pub digest: Option<String>,
    pub dataset: Dataset,
}

impl Service {
    /// Begins one, if the caller has not too many at once.
    pub async fn start_exploration(
        self: &Arc<Self>,
        caller: &Caller,
        asking: Asking,
        inline: Option<Dataset>,
    ) -> Result<Started, AskError> {
        let most = self.settings.service.max_explorations;
        // One that is asked for again runs already.
        if !self.was_sent(caller, &asking.repeat).await? && self.running_explorations(caller).await? >= most {
            return Err(AskError::Conflict {
                message: match most {
                    1 => "1 exploration of yours runs already, which is the limit".to_owned(),
                    _ => format!("{most} explorations of yours run already, which is the limit"),
                },
                hint: "Wait for one to end, or stop it.".to_owned(),
            });
        }
        let (question, source) = (asking.request.question.clone(), asking.target.name.clone());
        let tenant = asking.target.conversations.tenant().map(str::to_owned);
        let started = self.start_any(caller, asking).await?;
        if started.is_earlier() {
            return Ok(started);
        }
        if let Some(dataset) = inline {
            // It came with the request and goes with its session.
            records::put(self.store.as_ref(), &Dataset { session: Some(started.session.clone()), ..dataset }).await?;
        }
        let known = Explored {
            id: started.id.clone(),
            owner: caller.owner.clone(),
            session: started.session.clone(),
            question,
            source,
            tenant,
            created_at: jiff::Timestamp::now(),
            report: None,
        };
        records::put(self.store.as_ref(), &known).await?;
        Ok(started)
    }

    async fn running_explorations(&self, caller: &Caller) -> Result<usize, AskError> {
        let mut running = 0;
        for explored in self.explored(caller).await?.iter().take(LISTED) {
            let turn = self.store.turn(&explored.id).await?;
            running += usize::from(turn.is_some_and(|turn| turn.answer.is_none()));
        }
        Ok(running)
    }

    async fn explored(&self, caller: &Caller) -> Result<Vec<Explored>, AskError> {
        let mut all = records::list::<Explored>(self.store.as_ref(), Some(&caller.owner)).await?;
        all.retain(|explored| caller.client_id.as_ref().is_none_or(|own| explored.tenant.as_ref() == Some(own)));
        Ok(all)
    }

    /// The caller's own, newest first; those whose time is over are forgotten on the way.
    pub async fn explorations(&self, caller: &Caller) -> Result<Vec<(Explored, Turn)>, AskError> {
        let mut found = Vec::new();
        for explored in self.explored(caller).await? {
            match self.store.turn(&explored.id).await? {
                Some(turn) if found.len() < LISTED => found.push((explored, turn)),
                Some(_) => break,
                None => drop(records::remove::<Explored>(self.store.as_ref(), explored.id.as_str()).await?),
            }
        }
        Ok(found)
    }

    /// One of the caller's own; an ask that is no exploration is none.
    pub async fn exploration(&self, caller: &Caller, id: &AskId) -> Result<(Explored, Session, Turn), AskError> {
        let (session, turn) = self.turn(caller, id).await.map_err(|error| error.about("exploration"))?;
        let explored = records::get::<Explored>(self.store.as_ref(), id.as_str()).await?;
        let explored = explored.filter(|explored| explored.owner == caller.owner);
        let explored = explored.ok_or_else(|| AskError::not_found("exploration", id.as_str()))?;
        Ok((explored, session, turn))
    }

    /// The report on an exploration that has ended; written at the first request, and kept.
    pub async fn report_on(&self, caller: &Caller, id: &AskId) -> Result<(String, Exploration, Explored), AskError> {
        let (mut explored, session, turn) = self.exploration(caller, id).await?;
        let found = turn.answer.and_then(|mut answer| Some((answer.exploration.take()?, answer)));
        let Some((exploration, answer)) = found else {
            return Err(AskError::Conflict {
                message: "this exploration has nothing to report yet".to_owned(),
                hint: "Wait until it is complete; one that failed has no findings.".to_owned(),
            });
        };
        if let Some(report) = explored.report.clone() {
            return Ok((report, *exploration, explored));
        }
        let target = self.target_of_answer(caller, &session, &answer).await?;
        let request = crate::session::new_request(&explored.question, &self.settings, self.clock.now());
        let analyst = target.conversations.analyst();
        let report = self.write_report(caller, analyst, &request, &exploration, &explored.source).await?;
        explored.report = Some(report.markdown.clone());
        records::put(self.store.as_ref(), &explored).await?;
        self.record(caller, "report", About::subject(id.as_str())).await;
        Ok((report.markdown, *exploration, explored))
    }

    pub async fn write_report(
        &self,
        caller: &Caller,
        analyst: &vouch_analyst::Analyst,
        request: &AskRequest,
        exploration: &Exploration,
        source: &str,
    ) -> Result<Report, AskError> {
        // A model may be called for it, as for a question.
        self.limit_rate(caller, None).await?;
        let date = request.now.date().to_string();
        let subject = ReportSubject { exploration, source, date: &date };
        analyst.report(request, &subject, &CancellationToken::new(), &Nobody).await.map_err(AskError::Statement)
    }

    /// One of an exploration's tools by hand, with the rights of who runs statements.
    pub async fn use_tool(
        &self,
        caller: &Caller,
        named: &SourceName,
        tool: &str,
        arguments: Json,
    ) -> Result<Json, AskError> {
        caller.require(Role::Analyst, "use tools")?;
        let target = self.target(caller, named).await?;
        // It runs statements like those by hand, and is counted and waits like one.
        self.limit_rate(caller, None).await?;
        let _place = self.queue().enter(&caller.owner)?.ready().await;
        let statement = ["query", "sqlQuery", "relatedQuery"].iter().find_map(|name| arguments.get(*name)?.as_str());
        let detail = format!("{tool} {}", statement.unwrap_or_default());
        let about = About {
            source: Some(&target.name),
            tenant: target.conversations.tenant(),
            detail: Some(detail.trim_end()),
            ..About::default()
        };
        let cancel = CancellationToken::new();
        // When the client leaves, its statement is stopped.
        let _guard = cancel.clone().drop_guard();
        let result = target.conversations.analyst().use_tool(tool, arguments, cancel).await;
        let outcome = (result.get("success") != Some(&Json::Bool(true))).then_some("failed");
        self.record(caller, "use_tool", About { outcome, ..about }).await;
        Ok(result)
    }

    /// Rows that came with a request, as a dataset of their own; of the session in which they are asked, where it has begun.
    pub async fn inline_dataset(
        &self,
        caller: &Caller,
        rows: &[Json],
        session: Option<&str>,
    ) -> Result<Inline, AskError> {
        let mut incoming = self.begin_upload(caller).await?.digested();
        let mut file = incoming.file(&format!("{INLINE_TABLE}.jsonl")).await?;
        for row in rows {
            if !row.is_object() {
                return Err(AskError::invalid("sampleData holds something that is no object", "Send rows as objects."));
            }
            file.write(format!("{row}\n").as_bytes()).await?;
        }
        file.finish().await?;
        let session = match session {
            Some(name) => match self.session(caller, &SessionId::from_text(name)).await {
                Ok(session) => Some(session.id),
                Err(AskError::NotFound { .. }) => None,
                Err(error) => return Err(error),
            },
            None => None,
        };
        let digest = incoming.digest();
        let upload = Upload { name: Some("inline data".to_owned()), session, repeat: RepeatKey::default() };
        Ok(Inline { digest, dataset: self.finish_upload(caller, incoming, upload).await? })
    }
}

/// What a report's writing tells, nobody watches.
struct Nobody;

#[async_trait::async_trait]
impl EventSink for Nobody {
    async fn send(&self, _event: Event) -> Result<(), SinkError> {
        Ok(())
    }
}
