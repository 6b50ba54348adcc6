//! `vouch chat`: one question after the other, with follow-ups. From a pipe, one question a line.

use super::arguments::{AnswerArguments, DataArguments, Global};
use super::ask::{draw, lasting, note, outcome};
use super::interrupt::Interrupt;
use super::print::{Look, clean_line, write_answer};
use super::progress::StatusLine;
use super::{Failure, Outcome, opening};
use crate::session::{Conversations, Reply, Visitor};
use crate::settings::{Clock, Settings};
use crate::wiring;
use reedline::{DefaultPrompt, DefaultPromptSegment, FileBackedHistory, Reedline, Signal};
use std::io::{self, BufRead, IsTerminal, Write};
use vouch_model::{Answer, Choice, Outcome as Answered, SessionId};
use vouch_store::SessionKind;

/// Questions that ↑ remembers across runs.
const REMEMBERED: usize = 1_000;
/// Examples shown to who has just arrived.
const EXAMPLES: usize = 3;

const HELP: &str = "Ask in plain words; follow-ups such as \"and by month?\" work.\n  \
    /good  the last answer is right: remember it\n  \
    /new   begin anew, without what was said before\n  \
    /help  this\n  \
    /quit  leave (also Ctrl-D); Ctrl-C stops a running question";

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    data: DataArguments,
    #[command(flatten)]
    answer: AnswerArguments,
    /// Print each answer as one line of JSON
    #[arg(long)]
    json: bool,
    /// Go on with this conversation, or begin it
    #[arg(long, value_name = "ID")]
    session: Option<String>,
}

pub async fn run(arguments: Arguments, global: &Global) -> Result<Outcome, Failure> {
    let settings = arguments.answer.settings(global)?;
    let clock = arguments.answer.clock(&settings)?;
    let choice = arguments.data.choose(&settings)?;
    let interrupt = Interrupt::listen();
    let Some(data) = opening::open(&choice, &settings, &interrupt).await? else { return Ok(Outcome::Stopped) };
    let (store, presence) = lasting(&settings).await?;
    let all = wiring::conversations(&data, store, &settings, &presence.known())?;
    let chat = Chat {
        conversations: arguments.answer.client.converse(all, &settings).await?,
        session: arguments.session.map(SessionId::from_text).unwrap_or_default(),
        clock,
        json: arguments.json,
        choices: vec![],
        last: None,
        answer: arguments.answer,
        settings,
    };
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        drop(interrupt);
        chat.with_person(data.connector.name()).await
    } else {
        chat.with_pipe(interrupt).await
    }
}

struct Chat {
    conversations: Conversations,
    session: SessionId,
    settings: Settings,
    clock: Clock,
    json: bool,
    answer: AnswerArguments,
    /// What the last answer offered, by number.
    choices: Vec<Choice>,
    /// The last question that was answered with rows, and its statement.
    last: Option<(String, String)>,
}

/// What a line asks for.
#[derive(Debug, PartialEq)]
enum Line {
    Nothing,
    Question(String),
    New,
    Good,
    Help,
    Quit,
    Unknown(String),
}

impl Chat {
    async fn with_person(mut self, source: &str) -> Result<Outcome, Failure> {
        let mut editor = editor(&self.settings);
        let prompt = DefaultPrompt::new(DefaultPromptSegment::Basic(clean_line(source)), DefaultPromptSegment::Empty);
        self.greet().await;
        loop {
            // The editor blocks; this thread has nothing else to do meanwhile.
            let line = match tokio::task::block_in_place(|| editor.read_line(&prompt))? {
                Signal::Success(line) => line,
                Signal::CtrlD => break,
                // Clears the line, as in a shell.
                _ => continue,
            };
            match read_line(&line, &self.choices) {
                Line::Nothing => {}
                Line::Quit => break,
                Line::Help => note(HELP),
                Line::Good => self.approve().await,
                Line::New => {
                    self.begin_anew();
                    note("A new conversation.");
                }
                Line::Unknown(command) => note_unknown(&command),
                Line::Question(question) => match self.ask(&question, &Interrupt::listen()).await {
                    Ok(_) => {}
                    // One question that went wrong does not end the conversation.
                    Err(failure) => drop(failure.report(&Look::of_stderr())),
                },
            }
        }
        self.conversations.analyst().finish_learning().await;
        note(&format!("Go on later with: vouch chat --session {}", self.session));
        Ok(Outcome::Success)
    }

    /// Success only if every question was answered.
    async fn with_pipe(mut self, interrupt: Interrupt) -> Result<Outcome, Failure> {
        let mut worst = Outcome::Success;
        loop {
            let next = tokio::task::spawn_blocking(|| io::stdin().lock().lines().next());
            let Some(next) = interrupt.or_stopped(next).await else { return Ok(Outcome::Stopped) };
            let Ok(Some(line)) = next else { return Ok(worst) };
            let line = line.map_err(|e| Failure::new(format!("the questions cannot be read: {e}"), None))?;
            match read_line(&line, &self.choices) {
                Line::Nothing => {}
                Line::Help => note(HELP),
                Line::Good => self.approve().await,
                Line::Quit => return Ok(worst),
                Line::New => self.begin_anew(),
                Line::Unknown(command) => note_unknown(&command),
                Line::Question(question) => match self.ask(&question, &interrupt).await? {
                    Outcome::Success => {}
                    Outcome::Stopped => return Ok(Outcome::Stopped),
                    Outcome::NotAnswered => worst = Outcome::NotAnswered,
                },
            }
        }
    }

    /// What was offered before belongs to the conversation that is over.
    fn begin_anew(&mut self) {
        self.session = SessionId::new();
        self.choices.clear();
    }

    async fn ask(&mut self, question: &str, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let request = self.answer.request(question, Some(self.session.clone()), &self.settings, &self.clock);
        let status = StatusLine::start();
        let answer =
            self.conversations.ask(&Visitor::local(SessionKind::Chat), request, interrupt.token(), &status).await?;
        drop(status);
        self.choices = choices(&answer);
        self.last = answer.sql.clone().map(|sql| (answer.standalone.clone(), sql));
        let mut out = io::BufWriter::new(io::stdout().lock());
        if self.json {
            writeln!(out, "{}", Reply(&answer).to_json())?;
        } else {
            let look = Look::of_stdout();
            write_answer(&mut out, &look, &answer)?;
            draw(&mut out, &look, &answer, self.answer.chart.drawing_for(question)?)?;
            writeln!(out)?;
        }
        out.flush()?;
        Ok(outcome(&answer, interrupt))
    }

    async fn approve(&self) {
        let Some((question, sql)) = &self.last else {
            return note("There is no answer to remember yet.");
        };
        match self.conversations.analyst().approve(question, sql).await {
            Ok(()) => note("Remembered: the same question gets this statement from now on."),
            Err(error) => note(&error.message),
        }
    }

    async fn greet(&self) {
        note("Ask in plain words. /help for more, Ctrl-D to leave.");
        // Without examples the prompt is still there.
        let examples = self.conversations.analyst().sample_questions(EXAMPLES).await.unwrap_or_default();
        examples.iter().for_each(|example| note(&format!("  {example}")));
    }
}

fn note_unknown(command: &str) {
    note(&format!("{command} is no command here; /help lists them."));
}

fn choices(answer: &Answer) -> Vec<Choice> {
    match &answer.outcome {
        Answered::Clarify { clarification } => clarification.choices.clone(),
        _ => vec![],
    }
}

/// A number stands for the choice that was shown under it.
fn read_line(line: &str, choices: &[Choice]) -> Line {
    let line = line.trim();
    match line {
        "" => Line::Nothing,
        "/quit" | "/exit" | "/q" => Line::Quit,
        "/help" => Line::Help,
        "/new" => Line::New,
        "/good" => Line::Good,
        command if command.starts_with('/') => Line::Unknown(command.to_owned()),
        text => {
            let number = text.trim_end_matches('.').parse::<usize>().ok();
            let chosen = number.and_then(|n| choices.get(n.checked_sub(1)?));
            Line::Question(chosen.map_or(text, |choice| choice.question.as_str()).to_owned())
        }
    }
}

fn editor(settings: &Settings) -> Reedline {
    let file = settings.data_dir.join("questions.txt");
    match FileBackedHistory::with_file(REMEMBERED, file) {
        Ok(history) => Reedline::create().with_history(Box::new(history)),
        // Remembering questions is a comfort, not a condition.
        Err(error) => {
            tracing::debug!(%error, "questions are not remembered");
            Reedline::create()
        }
    }
}

#[cfg(test)]
#[path = "chat_tests.rs"]
mod tests;
