//! Understanding the question, side by side with a first statement where nothing has to wait.

use super::statements::{UNCONFIRMED, today};
use super::{ModelMind, replies};
use crate::mind::builtin;
use crate::mind::{Draft, Frame, Mind, Scene};
use crate::prompting::{FastInput, FrameInput, StandaloneInput, examples_text, history_text, rules_text};
use serde_json::Value as Json;
use vouch_linguist::ReadIntent;
use vouch_model::{AskMode, Clarification, DataType, Intent, Stage};

/// A frame that is less sure than this of anything but a query is not followed: the question goes on (seed 000).
const SURE: f64 = 0.6;
/// Date columns whose range a question back names.
const RANGES: usize = 2;

/// What became of the frame call.
enum Understood {
    Framed(Box<Frame>),
    /// A reply of no use: the question is taken as it stands.
    Proceed,
    /// The model is not there.
    Down,
}

fn framed(frame: Frame) -> Understood {
    Understood::Framed(Box::new(frame))
}

impl ModelMind {
    pub(super) async fn understand(&self, scene: &Scene<'_>) -> Frame {
        if let Some(frame) = self.without_a_call(scene) {
            return frame;
        }
        let frame = match scene.request.mode {
            AskMode::Fast => self.in_one_call(scene).await,
            AskMode::Simple => self.statement_only(scene).await,
            AskMode::Full if scene.request.skips(Stage::Frame) => self.not_framed(scene).await,
            AskMode::Full if !scene.history.is_empty() => self.frame_call(scene).await,
            AskMode::Full if self.wants_plan(scene) => self.with_plan(scene).await,
            // An exploration frames nothing; should it ever get here, a statement is what it wants.
            AskMode::Full | AskMode::Explore => self.with_draft(scene).await,
        };
        match frame {
            Understood::Framed(frame) => *frame,
            Understood::Proceed => {
                scene.ledger.did(Stage::Frame, builtin::NAME);
                Frame::query(scene.request.question.clone(), false, Vec::new())
            }
            Understood::Down => {
                scene.ledger.did(Stage::Frame, builtin::NAME);
                self.builtin.frame(scene).await
            }
        }
    }

    /// A choice that was offered, and questions that the catalog answers exactly: nobody needs to be asked.
    fn without_a_call(&self, scene: &Scene<'_>) -> Option<Frame> {
        if let Some(pending) = pending(scene)
            && let Some(choice) = builtin::chosen(pending, scene.request.question.trim())
        {
            let sql = choice.reading.as_ref().and_then(|reading| reading.get(CHOSEN_SQL)).and_then(Json::as_str);
            let draft = sql.map(|sql| Draft {
                sql: sql.to_owned(),
                mind: self.model.vendor().to_owned(),
                confidence: UNCONFIRMED,
                summary: choice.label.clone(),
                notes: Vec::new(),
                reading: None,
            });
            scene.ledger.did(Stage::Frame, builtin::NAME);
            return Some(Frame::query(choice.question.clone(), true, draft.into_iter().collect()));
        }
        scene.view.linguist.is_about_catalog(&scene.request.question).then(|| {
            scene.ledger.did(Stage::Frame, builtin::NAME);
            Frame::other(Intent::SchemaQuery, &scene.request.question)
        })
    }

    async fn frame_call(&self, scene: &Scene<'_>) -> Understood {
        let input = FrameInput {
            today: today(scene),
            history: history_text(scene.history, scene.curtain),
            pending: pending(scene).map(|p| p.question.clone()),
            question: scene.request.question.clone(),
        };
        let prompt = self.prompt("frame", &input).about_schema().replies(replies::frame_schema());
        let Some(reply) = self.ask(scene, prompt).await else { return self.no_reply(scene) };
        self.judge_frame(scene, &reply, Vec::new()).await
    }

    /// Frame and draft at once; a question back drops the draft, which closes its connection.
    async fn with_draft(&self, scene: &Scene<'_>) -> Understood {
        if scene.request.candidates > 1 {
            return self.frame_call(scene).await;
        }
        let question = scene.request.question.clone();
        let draft = self.write(scene, &question, &[]);
        tokio::pin!(draft);
        let mut written: Option<Option<Draft>> = None;
        let framing = self.frame_call(scene);
        tokio::pin!(framing);
        let understood = loop {
            tokio::select! {
                // In this order, so that a replay, where nothing ever waits, does the same each time.
                biased;
                understood = &mut framing => break understood,
                ready = &mut draft, if written.is_none() => written = Some(ready),
            }
        };
        let goes_on = match &understood {
            Understood::Framed(frame) => frame.intent == Intent::TextToSql && frame.refusal.is_none(),
            Understood::Proceed => true,
            Understood::Down => false,
        };
        if !goes_on {
            return understood;
        }
        let ready = match written {
            Some(ready) => ready,
            None => draft.await,
        };
        let frame = match understood {
            Understood::Framed(frame) => *frame,
            Understood::Proceed | Understood::Down => {
                scene.ledger.did(Stage::Frame, builtin::NAME);
                Frame::query(question.clone(), false, Vec::new())
            }
        };
        framed(Frame { drafts: ready.into_iter().collect(), asked_for_draft: true, ..frame })
    }

    async fn with_plan(&self, scene: &Scene<'_>) -> Understood {
        let question = scene.request.question.clone();
        let (understood, plan) = tokio::join!(self.frame_call(scene), self.plan(scene, &question));
        match understood {
            Understood::Framed(frame) => framed(Frame { plan, ..*frame }),
            Understood::Proceed => framed(Frame { plan, ..Frame::query(question, false, Vec::new()) }),
            Understood::Down => Understood::Down,
        }
    }

    async fn in_one_call(&self, scene: &Scene<'_>) -> Understood {
        let input = FastInput {
            today: today(scene),
            dialect_rules: self.dialect_rules(scene),
            rules: rules_text(&scene.context.rules),
            examples: examples_text(&scene.context.examples, scene.curtain),
            history: history_text(scene.history, scene.curtain),
            pending: pending(scene).map(|p| p.question.clone()),
            question: scene.request.question.clone(),
        };
        let prompt = self.prompt("fast", &input).about_schema().replies(replies::fast_schema()).with_sql();
        let Some(reply) = self.ask(scene, prompt).await else { return self.no_reply(scene) };
        let summary = replies::standalone(&reply).unwrap_or_else(|| scene.request.question.clone());
        let drafts: Vec<Draft> = self.read_statement(scene, &reply, &summary).into_iter().collect();
        match self.judge_frame(scene, &reply, drafts.clone()).await {
            Understood::Framed(frame) => framed(Frame { asked_for_draft: true, ..*frame }),
            Understood::Proceed => {
                scene.ledger.did(Stage::Frame, builtin::NAME);
                let frame = Frame::query(scene.request.question.clone(), false, drafts);
                framed(Frame { asked_for_draft: true, ..frame })
            }
            Understood::Down => Understood::Down,
        }
    }

    /// Seed 000's simple flow: the question is taken to be one about the data.
    async fn statement_only(&self, scene: &Scene<'_>) -> Understood {
        let question = scene.request.question.clone();
        let drafts: Vec<Draft> = self.write(scene, &question, &[]).await.into_iter().collect();
        if drafts.is_empty() {
            return self.no_reply(scene);
        }
        scene.ledger.did(Stage::Frame, builtin::NAME);
        framed(Frame::query(question, false, drafts))
    }

    /// The frame stage is switched off; a follow-up must still be made whole.
    async fn not_framed(&self, scene: &Scene<'_>) -> Understood {
        let question = scene.request.question.clone();
        let Some(history) = history_text(scene.history, scene.curtain) else {
            scene.ledger.did(Stage::Frame, builtin::NAME);
            return framed(Frame::query(question, false, Vec::new()));
        };
        let input = StandaloneInput { history, question: question.clone() };
        let prompt = self.prompt("standalone", &input).replies(replies::standalone_schema());
        let Some(reply) = self.ask(scene, prompt).await else { return self.no_reply(scene) };
        let standalone = replies::standalone(&reply).unwrap_or_else(|| question.clone());
        let is_followup = standalone != question;
        framed(Frame::query(standalone, is_followup, Vec::new()))
    }

    fn no_reply(&self, scene: &Scene<'_>) -> Understood {
        if scene.ledger.is_closed() { Understood::Down } else { Understood::Proceed }
    }

    async fn judge_frame(&self, scene: &Scene<'_>, reply: &Json, drafts: Vec<Draft>) -> Understood {
        let question = &scene.request.question;
        let Some(reply) = replies::frame(reply, question) else { return Understood::Proceed };
        let standalone = reply.standalone.clone().unwrap_or_else(|| question.clone());
        let is_followup = reply.is_followup && !scene.history.is_empty();
        // Alone, a question needs no rewriting, and a rewritten one may say something else.
        let standalone = if scene.history.is_empty() { question.clone() } else { standalone };
        let query = Frame::query(standalone.clone(), is_followup, drafts);
        if reply.confidence < SURE {
            return framed(query);
        }
        framed(match reply.intent {
            Intent::TextToSql => query,
            Intent::SchemaQuery => Frame::other(Intent::SchemaQuery, &standalone),
            Intent::General => Frame::other(Intent::General, &standalone),
            Intent::MisleadingQuery => self.decline(scene, &standalone).await,
            // Asked once already: going on with what there is beats asking again.
            Intent::ClarificationNeeded if pending(scene).is_some() => query,
            Intent::ClarificationNeeded => match reply.clarification {
                Some(clarification) => Frame::ask_back(question, with_ranges(scene, clarification)),
                None => query,
            },
        })
    }

    async fn decline(&self, scene: &Scene<'_>, question: &str) -> Frame {
        let refusal = match builtin::read(scene, question).await.intent {
            ReadIntent::Write => builtin::refuse_write(scene),
            _ => builtin::refuse_unrelated(scene),
        };
        Frame::refused(Intent::MisleadingQuery, question, refusal)
    }
}

/// The key under which a choice keeps the statement that it stands for.
pub const CHOSEN_SQL: &str = "sql";

fn pending<'a>(scene: &'a Scene<'_>) -> Option<&'a Clarification> {
    scene.history.last().and_then(|exchange| exchange.pending.as_ref())
}

/// A question back says what the data holds, so that the answer can be one that exists (seed 004).
fn with_ranges(scene: &Scene<'_>, mut clarification: Clarification) -> Clarification {
    let tables = scene.context.tables.iter().filter_map(|name| scene.view.catalog.table(name));
    let columns = tables.flat_map(|t| t.columns.iter().map(move |c| (t, c)));
    let ranges = columns.filter_map(|(table, column)| {
        let is_date = matches!(column.data_type, DataType::Date | DataType::Timestamp { .. });
        let (min, max) = (column.min.as_ref()?, column.max.as_ref()?);
        let day = |value: &vouch_model::Value| value.to_string().chars().take(10).collect::<String>();
        is_date.then(|| {
            format!("{} of {} runs from {} to {}", column.display_name(), table.display_name(), day(min), day(max))
        })
    });
    let ranges: Vec<String> = ranges.take(RANGES).collect();
    if !ranges.is_empty() {
        clarification.reason = format!("{} In the data, {}.", clarification.reason.trim(), ranges.join("; "));
    }
    clarification
}
