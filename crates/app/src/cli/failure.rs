//! How a command ends: done, not answered, stopped, or with an error that says what to do next.

use super::print::{Look, clean_line};
use crate::session::AskError;
use crate::settings::{ClockError, SettingsError};
use crate::wiring::WiringError;
use std::io::{self, Write};
use std::process::ExitCode;
use vouch_connectors::ConnectorError;
use vouch_model::{AttemptError, ErrorCode};
use vouch_store::StoreError;

/// The end of a command that did its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Success,
    /// The question could not be answered; that was said already.
    NotAnswered,
    /// Stopped with Ctrl-C.
    Stopped,
}

impl Outcome {
    pub fn exit_code(self) -> ExitCode {
        ExitCode::from(match self {
            Outcome::Success => 0,
            Outcome::NotAnswered => 1,
            Outcome::Stopped => 130,
        })
    }
}

#[derive(Debug)]
pub struct Failure {
    message: String,
    hint: Option<String>,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Failed,
    Usage,
    /// Whoever read our output has left, and needs no telling.
    BrokenPipe,
}

impl Failure {
    pub fn new(message: impl Into<String>, hint: Option<String>) -> Self {
        Self { message: message.into(), hint, kind: Kind::Failed }
    }

    pub fn usage(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { message: message.into(), hint: Some(hint.into()), kind: Kind::Usage }
    }

    /// Says it on stderr and gives the exit code.
    pub fn report(&self, look: &Look) -> ExitCode {
        if self.kind == Kind::BrokenPipe {
            return ExitCode::SUCCESS;
        }
        let mut err = io::stderr().lock();
        // Nothing is left to do when stderr is closed too.
        let _ = writeln!(err, "{} {}", look.bad("error:"), clean_line(&self.message));
        if let Some(hint) = &self.hint {
            let _ = writeln!(err, "{} {}", look.quiet(" hint:"), clean_line(hint));
        }
        ExitCode::from(if self.kind == Kind::Usage { 2 } else { 1 })
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        let kind = if error.kind() == io::ErrorKind::BrokenPipe { Kind::BrokenPipe } else { Kind::Failed };
        Self { message: format!("the output cannot be written: {error}"), hint: None, kind }
    }
}

impl From<SettingsError> for Failure {
    fn from(error: SettingsError) -> Self {
        Self::usage(error.message, error.hint)
    }
}

impl From<ClockError> for Failure {
    fn from(error: ClockError) -> Self {
        Self::usage(error.to_string(), "See `vouch ask --help`.")
    }
}

impl From<WiringError> for Failure {
    fn from(error: WiringError) -> Self {
        Self::new(error.to_string(), error.hint())
    }
}

impl From<ConnectorError> for Failure {
    fn from(error: ConnectorError) -> Self {
        Self::new(error.to_string(), error.hint())
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::new(error.to_string(), error.hint())
    }
}

impl From<AttemptError> for Failure {
    fn from(error: AttemptError) -> Self {
        let kind = if error.code == ErrorCode::InvalidInput { Kind::Usage } else { Kind::Failed };
        Self { message: format!("{} ({})", error.message, error.code), hint: error.suggestion, kind }
    }
}

impl From<AskError> for Failure {
    fn from(error: AskError) -> Self {
        let kind = if matches!(error, AskError::Invalid { .. }) { Kind::Usage } else { Kind::Failed };
        Self { message: error.to_string(), hint: error.hint(), kind }
    }
}
