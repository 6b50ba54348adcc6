//! This side of the pipe: starts the process, hands its rows on, ends it when the statement is to stop.

use super::{Aside, Frame, Order};
use crate::control::{Control, Ended};
use crate::crew;
use crate::stream::Batch;
use crate::{ConnectorError, RowStream};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use vouch_model::ResultColumn;

type Columns = oneshot::Sender<Result<Vec<ResultColumn>, ConnectorError>>;
type Batches = mpsc::Sender<Result<Batch, ConnectorError>>;

/// Batches that may wait for a slow reader before the process waits too.
const BATCHES_AHEAD: usize = 2;

/// What of the surroundings an engine may need: where its library lies, and which zone 'localtime' is.
const PASSED_ON: [&str; 2] = ["LD_LIBRARY_PATH", "TZ"];

impl Aside {
    pub(super) async fn run(&self, order: &Order, cancel: &CancellationToken) -> Result<RowStream, ConnectorError> {
        let control = Control::new(&order.limits);
        let place = self.place(order, cancel).await?;
        let child = self.start(order)?;
        let reading = control.reader();
        let (sender, batches) = mpsc::channel(BATCHES_AHEAD);
        let (columns, known) = oneshot::channel();
        let end = Arc::clone(&child.process);
        let job = Job { child, control: Arc::clone(&control), _place: place };
        tokio::spawn(Arc::clone(&control).watch(cancel.clone(), move || kill(&end)));
        crew::start(move || job.work(columns, &sender))?;
        let columns =
            known.await.map_err(|_| ConnectorError::Internal("the statement's thread broke off".to_owned()))??;
        Ok(RowStream::new(columns, batches).of(control, reading))
    }

    /// Waits for its turn, which is part of the statement's time.
    async fn place(&self, order: &Order, cancel: &CancellationToken) -> Result<OwnedSemaphorePermit, ConnectorError> {
        let limit = order.limits.timeout;
        tokio::select! {
            biased;
            () = cancel.cancelled() => Err(ConnectorError::Cancelled),
            place = Arc::clone(&self.places).acquire_owned() => place.map_err(|e| ConnectorError::Internal(e.to_string())),
            () = tokio::time::sleep(limit) => Err(ConnectorError::Timeout { seconds: limit.as_secs_f64().ceil() as u64 }),
        }
    }

    fn start(&self, order: &Order) -> Result<Started, ConnectorError> {
        let internal = |message: String| ConnectorError::Internal(message);
        let line = serde_json::to_string(order).map_err(|e| internal(e.to_string()))?;
        let mut process = Command::new(&self.program)
            .arg(&self.command)
            .env_clear()
            .envs(PASSED_ON.iter().filter_map(|name| Some((name, std::env::var_os(name)?))))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| internal(format!("no process can be started for the statement: {e}")))?;
        let (input, output) = (process.stdin.take(), process.stdout.take());
        let process = Arc::new(Mutex::new(process));
        let (Some(mut input), Some(output)) = (input, output) else {
            kill(&process);
            return Err(internal("the statement's process has no pipes".to_owned()));
        };
        // A process that is gone already says so by what it does not answer.
        let _ = writeln!(input, "{line}");
        Ok(Started { process, output, _wanted: input })
    }
}

struct Started {
    process: Arc<Mutex<Child>>,
    output: ChildStdout,
    /// The process ends when nobody holds this any more, even if we end without a word.
    _wanted: std::process::ChildStdin,
}

struct Job {
    child: Started,
    control: Arc<Control>,
    _place: OwnedSemaphorePermit,
}

impl Job {
    fn work(self, columns: Columns, batches: &Batches) {
        let Job { child: Started { process, output, _wanted }, control, _place } = self;
        let _ended = Ended(Arc::clone(&control));
        let mut frames = Frames { lines: BufReader::new(output), control: &control };
        match frames.next() {
            Ok(Frame::Columns(named)) => {
                if columns.send(Ok(named)).is_ok() {
                    frames.hand_on(batches);
                }
            }
            Ok(_) => drop(columns.send(Err(out_of_order()))),
            Err(error) => drop(columns.send(Err(error))),
        }
        kill(&process);
        // Whoever is told that the statement has ended may count on it.
        let _ = lock(&process).wait();
    }
}

struct Frames<'c> {
    lines: BufReader<ChildStdout>,
    control: &'c Control,
}

impl Frames<'_> {
    fn hand_on(mut self, batches: &Batches) {
        loop {
            let (batch, more) = match self.next() {
                Ok(Frame::Rows(rows)) => (Ok(Batch::Rows(rows)), true),
                Ok(Frame::Ended { truncated: false }) => return,
                Ok(Frame::Ended { truncated: true }) => (Ok(Batch::Truncated), false),
                Ok(Frame::Columns(_) | Frame::Failed(_)) => (Err(out_of_order()), false),
                Err(error) => (Err(error), false),
            };
            let taken = self.control.while_waiting(|| batches.blocking_send(batch));
            if taken.is_err() || !more {
                return;
            }
        }
    }

    /// The next thing the process says, or why it says nothing more.
    fn next(&mut self) -> Result<Frame, ConnectorError> {
        let mut line = String::new();
        let read = self.lines.read_line(&mut line);
        match (read, serde_json::from_str(&line)) {
            (Ok(_), Ok(Frame::Failed(failure))) => Err(self.control.stop_error().unwrap_or_else(|| failure.into())),
            (Ok(_), Ok(frame)) => Ok(frame),
            // The system ended it, or it could not get what it needed.
            _ => Err(self.control.stop_error().unwrap_or_else(|| ConnectorError::TooLarge {
                message: "the statement needs more memory than its limit allows; it was stopped".to_owned(),
            })),
        }
    }
}

fn out_of_order() -> ConnectorError {
    ConnectorError::Internal("the statement's process spoke out of turn".to_owned())
}

fn lock(process: &Mutex<Child>) -> std::sync::MutexGuard<'_, Child> {
    process.lock().unwrap_or_else(PoisonError::into_inner)
}

/// It only reads, so there is nothing that it could leave half done.
fn kill(process: &Mutex<Child>) {
    let _ = lock(process).kill();
}
